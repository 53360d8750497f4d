/// Everything that can be said about a found path without knowing how it was found.
#ifndef CW_TESTS_PATH_CHECK_H
#define CW_TESTS_PATH_CHECK_H

#include "clearway/path.h"
#include "path_cases.h"

/// Checks a path (CW_PATH_FOUND or CW_PATH_PARTIAL) from one spot to a place in the world: legs
/// join and touch smoothly, arcs have the radius and go round corners, every leg keeps its distance
/// from every wall, the length is the sum of the legs, the path is taut, and the cells and portals
/// are those that it passes, each inside its usable part. NULL when all is well, else what is
/// wrong; the text holds until the next call.
const char *path_check(path_floor *floor, const cw_path *path, const path_spot *start,
                       cw_vec3 goal);
/// Checks a path that need not be taut and may bend anywhere: one that follows costs.
const char *path_check_bent(path_floor *floor, const cw_path *path, const path_spot *start,
                            cw_vec3 goal);

/// Leaves a check with what is wrong, in the `said` of the file.
#define REQUIRE(condition, ...)                       \
    do {                                              \
        if (!(condition)) {                           \
            snprintf(said, sizeof said, __VA_ARGS__); \
            return said;                              \
        }                                             \
    } while (0)

#endif
