/// Paths whose ends are as near to the walls as the disc can come, as `reach` moves them: no other
/// ends are so near to where a search might be misled.
#include "path_setup.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/// A place of the floor that touches a wall, or nearly.
static bool touching_place(path_world *world, cw_random *random, double radius, cw_vec3 *place) {
    const oracle_plane *plane = &world->floor.plane;
    cw_vec2 local = {cw_random_range(random, plane->low.x, plane->high.x),
                     cw_random_range(random, plane->low.y, plane->high.y)};
    cw_vec2 at = cw_clearance_plan(&world->floor.mesh, local);
    cw_nearest nearest;
    double room = radius * (1 + cw_random_below(random, 2) * 1e-4);
    assert_int_equal(cw_query_nearest(world->query, (cw_vec3){at.x, at.y, 0}, room, 1e6, &nearest),
                     CW_OK);
    *place = nearest.point;
    return nearest.place.cell != CW_NONE;
}

/// Both methods agree about whether there is a way, neither is shorter than the shortest, and the
/// way back is as long.
static void check_pair(path_world *world, cw_vec3 from, cw_vec3 to, double radius) {
    path_spot a = path_spot_at(&world->floor, from), b = path_spot_at(&world->floor, to);
    cw_path path = path_world_find(world, from, to, radius, CW_PATH_SHORTEST);
    cw_path_status status = path.status;
    double length = path.length, widest = path.gate.radius;
    path = path_world_find(world, from, to, radius, CW_PATH_CORRIDOR);
    double corridor = path.length;
    bool agree = path.status == status;
    path = path_world_find(world, to, from, radius, CW_PATH_SHORTEST);
    const char *wrong = NULL;
    if (!agree || path.status != status) {
        wrong = "found by one and not by the other";
    } else if (status == CW_PATH_BLOCKED && widest > radius + CW_CLEARANCE_TOLERANCE) {
        wrong = "blocked, though a larger disc could go";
    } else if (status == CW_PATH_FOUND && corridor < length - 1e-7) {
        wrong = "a corridor is shorter";
    } else if (status == CW_PATH_FOUND && fabs(path.length - length) > 1e-7) {
        wrong = "the way back is not as long";
    }
    if (wrong != NULL) {
        path_describe(world, radius, &a, &b, wrong);
        fail_msg("%s %.12g m, corridor %.12g m, back %.12g m", cw_path_status_string(status),
                 length, corridor, path.length);
    }
}

static uint32_t check_world(path_world *world, uint64_t number) {
    cw_random random = {number};
    uint32_t asked = 0;
    for (uint32_t i = 0; i < 100; i++) {
        double radius = 0.01 * exp(cw_random_unit(&random) * log(100));
        cw_vec3 from, to;
        if (touching_place(world, &random, radius, &from) &&
            touching_place(world, &random, radius, &to)) {
            check_pair(world, from, to, radius);
            asked++;
        }
    }
    return asked;
}

static void ends_that_touch_walls_mislead_no_search(void **state) {
    (void)state;
    uint32_t asked = 0;
    for (uint64_t number = 0; number < 88; number++) {
        path_world world;
        if (path_world_random(number, 40, &world)) {
            asked += check_world(&world, number);
            path_world_free(&world);
        }
    }
    assert_true(asked > 3000);
}

static void nor_do_they_on_imported_triangles(void **state) {
    (void)state;
    uint32_t asked = 0;
    for (uint64_t number = 0; number < 44; number++) {
        path_floor floor, triangles;
        path_world world;
        if (path_floor_random(path_context, number, 40, &floor)) {
            path_floor_triangulated(&floor, &triangles);
            path_floor_free(&floor);
            path_world_make(&triangles, &world);
            asked += check_world(&world, number);
            path_world_free(&world);
        }
    }
    assert_true(asked > 1500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_that_touch_walls_mislead_no_search),
        cmocka_unit_test(nor_do_they_on_imported_triangles),
    };
    return cmocka_run_group_tests(tests, path_set_up, path_tear_down);
}
