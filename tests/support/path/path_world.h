/// A floor with its clearance tables and a query object, and one question asked in every way.
#ifndef CW_TESTS_PATH_WORLD_H
#define CW_TESTS_PATH_WORLD_H

#include "path_check.h"

typedef struct path_world {
    path_floor floor;
    cw_clearance clearance;
    cw_query *query;
} path_world;

/// Takes the floor over.
void path_world_make(path_floor *floor, path_world *made);
void path_world_free(path_world *made);
#define path_world_drop path_world_free

/// Finds a path; the status of the call must be CW_OK.
cw_path path_world_find(path_world *world, cw_vec3 start, cw_vec3 goal, double radius);

/// The oracle of a floor for one radius, for many questions.
typedef struct path_judge {
    path_floor *floor;
    double radius;
    bool plane; ///< which of the two it is
    oracle_tangents walls;
    sheet_tangents walks;
} path_judge;

void path_judge_make(path_floor *floor, double radius, path_judge *made);
void path_judge_free(path_judge *made);
#define path_judge_drop path_judge_free
double path_judge_shortest(path_judge *judge, const path_spot *start, const path_spot *goal);

/// Sums over many trials.
typedef struct path_tally {
    uint64_t trials, found, blocked, disconnected, tight, unsure;
    double worst; ///< largest difference of a length from the oracle's, metres
} path_tally;

/// Asks for the path between two spots in every way and compares with the oracle. NULL when all is
/// well, else what is wrong; the text holds until the next call.
const char *path_trial(path_world *world, path_judge *judge, const path_spot *start,
                       const path_spot *goal, path_tally *tally);

/// Some trials between random places, for each of which the test fails where something is wrong.
void path_must_pass_trials(path_world *world, double radius, cw_random *random, uint32_t count);

/// Compares the widest way between two spots with the oracle: a disc of a millionth less gets
/// through, of a millionth more does not.
const char *path_trial_widest(path_world *world, const path_spot *start, const path_spot *goal);

/// A hash of everything that a path says: equal paths have equal hashes.
uint64_t path_hash(const cw_path *path);

/// How a trial can be repeated.
void path_describe(const path_world *world, double radius, const path_spot *start,
                   const path_spot *goal, const char *wrong);

#endif
