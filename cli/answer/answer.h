/// The answer to a path query: asking, why there is no path, and telling it in words and in JSON.
#ifndef CW_CLI_ANSWER_H
#define CW_CLI_ANSWER_H

#include "json.h"
#include "session.h"

/// Room for texts: a reason, a number with its unit, a place.
enum { CW_ANSWER_TEXT = 640, CW_ANSWER_NUMBER = 48, CW_ANSWER_PLACE = 128 };

/// One path query and what it came to.
typedef struct cw_answer {
    const cw_navmesh *mesh;
    cw_path_request request;
    cw_query *query; ///< owns the arrays of `path`
    cw_path path;
    bool has_gap; ///< `gap` is known: the widest way between both ends
    cw_gate gap;
    cw_nearest nearest; ///< where an end was off the mesh or too tight: the nearest place with room
    double wall;        ///< where an end was too tight: its distance to the nearest wall
    int decimals;       ///< of places and lengths in words: a centimetre, or less on a small mesh
    char why[CW_ANSWER_TEXT]; ///< why the goal is not reached, in words; "" where it is
} cw_answer;

/// Asks. The goals of the request and the tables must outlive the answer.
cw_status cw_answer_ask(cw_context *context, const cw_clearance *clearance,
                        const cw_path_request *request, cw_answer *answer);
/// Frees an answer; safe on a zeroed struct.
void cw_answer_free(cw_answer *answer);

/// Whether the goal is reached, and whether there is a path at all (perhaps a partial one).
bool cw_answer_found(const cw_answer *answer);
bool cw_answer_has_path(const cw_answer *answer);

/// Tells one answer in full, or several of them as a table.
void cw_answer_print(FILE *stream, const char *file, const cw_answer *answer);
void cw_answer_print_table(FILE *stream, const char *file, const cw_answer *answers,
                           uint32_t count);

/// Metres along the floor: slopes count with their length, steps with their height
/// (scene/surface_length.c).
double cw_answer_surface_length(const cw_answer *answer);

/// Writes an answer as a JSON object.
void cw_answer_json(cw_cli_json *json, const cw_answer *answer);

/// The word of JSON answers for a status.
const char *cw_answer_status_word(cw_path_status status);

/// The end that has no room or lies off the mesh, by the status of the path; else the goal.
cw_vec3 cw_answer_blamed_end(const cw_answer *answer);
/// Says in `why` why the goal is not reached (answer_why.c).
void cw_answer_explain(cw_answer *answer);

/// Decimals that tell the places of a mesh apart: at least a hundredth of its size
/// (answer_length.c).
int cw_answer_decimals(const cw_navmesh *mesh);

/// A length with the decimals of the answer; with three digits where these would show nothing.
void cw_answer_length(const cw_answer *answer, double length, char *text, size_t size);

/// A length with at least two decimals, and as many as it takes to give the number back.
void cw_answer_metres(double length, char *text, size_t size);

/// A radius that fits, rounded down to one decimal more than that of the answer has, which does
/// not.
void cw_answer_fitting(const cw_answer *answer, double fitting, char *text, size_t size);

#endif
