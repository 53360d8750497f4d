#include "path_setup.h"
#include "check.h"
#include "made.h"

bool path_world_random(uint64_t number, uint32_t vertices, path_world *made) {
    path_floor floor;
    *made = (path_world){0};
    if (!path_floor_random(context, number, vertices, &floor)) {
        return false;
    }
    path_world_make(&floor, made);
    return true;
}

void path_world_of_plan(cw_plan *plan, path_world *made) {
    path_floor floor;
    path_floor_of_plan(context, plan, NULL, &floor);
    path_world_make(&floor, made);
}

void path_world_of_polygons(const cw_polygons *polygons, const char *name, path_world *made) {
    cw_navmesh mesh;
    path_floor floor;
    if (cw_navmesh_from_polygons(context, polygons, &mesh) != CW_OK) {
        fail_msg("%s: %s", name, cw_context_message(context));
    }
    path_floor_take(context, &mesh, true, &floor);
    snprintf(floor.name, sizeof floor.name, "%s", name);
    path_world_make(&floor, made);
}

const cw_vec3 path_west = {4, 5, 0}, path_east = {17, 10, 0};

void path_world_two_rooms(path_world *made) {
    cw_plan plan = {0};
    put_box(context, &plan, CW_RING_OUTER, 0, 0, 20, 20);
    put_box(context, &plan, CW_RING_OBSTACLE, 9, 0, 10, 9);
    put_box(context, &plan, CW_RING_OBSTACLE, 9, 11, 10, 20);
    put_box(context, &plan, CW_RING_OBSTACLE, 13, 9, 15, 11);
    path_world_of_plan(&plan, made);
}

double path_radius_random(cw_random *random) {
    if (cw_random_below(random, 4) == 0) {
        return 0;
    }
    return 0.01 * exp(cw_random_unit(random) * log(400));
}

cw_path path_must_find(path_world *world, const cw_path_request *request) {
    cw_path path;
    if (cw_query_find(world->query, request, &path) != CW_OK) {
        fail_msg("%s: %s", world->floor.name, cw_context_message(world->floor.context));
    }
    return path;
}

void path_must_be_good(path_world *world, const cw_path *path, cw_vec3 from, cw_vec3 to) {
    path_spot start = path_spot_at(&world->floor, from);
    const char *wrong = path_check(&world->floor, path, &start, to);
    if (wrong != NULL) {
        fail_msg("%s, (%.9g, %.9g) to (%.9g, %.9g): %s", world->floor.name, from.x, from.y, to.x,
                 to.y, wrong);
    }
}
