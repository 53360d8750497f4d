/// What tests of paths set up again and again: worlds in the context of the group, and a question.
#ifndef CW_TESTS_PATH_SETUP_H
#define CW_TESTS_PATH_SETUP_H

#include "made.h"
#include "path_world.h"
#include "test_context.h"

/// Floor plan `number`, see path_floor_random(). False when nothing walkable is left of it.
bool path_world_random(uint64_t number, uint32_t vertices, path_world *made);
/// The world of a plan; frees the plan.
void path_world_of_plan(cw_plan *plan, path_world *made);
/// The world of cells that do not lie above each other.
void path_world_of_polygons(const cw_polygons *polygons, const char *name, path_world *made);

/// The square from (0, 0) to (20, 20) with a wall of 1 m across it, a door of 2 m in that wall, and
/// a pillar behind the door; a place on each side of the wall.
void path_world_two_rooms(path_world *made);
extern const cw_vec3 path_west, path_east;

/// Radii from tiny to more than fits anywhere, and 0.
double path_radius_random(cw_random *random);

/// Asks; the status of the call must be CW_OK.
cw_path path_must_find(path_world *world, const cw_path_request *request);
/// Fails the running test unless path_check() is content.
void path_must_be_good(path_world *world, const cw_path *path, cw_vec3 from, cw_vec3 to);

#endif
