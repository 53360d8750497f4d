/// Paths whose ends are as near to the walls as the disc can come, as `reach` moves them: no other
/// ends are so near to where a search might be misled.
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

/// A place of the floor that touches a wall, or nearly.
static bool touching_place(path_world *world, cw_random *random, double radius, cw_vec3 *place) {
    const oracle_plane *plane = &world->floor.plane;
    cw_vec2 local = {cw_random_range(random, plane->low.x, plane->high.x),
                     cw_random_range(random, plane->low.y, plane->high.y)};
    cw_vec2 at = cw_clearance_plan(&world->floor.mesh, local);
    double room = radius * (1 + cw_random_below(random, 2) * 1e-4);
    cw_nearest nearest = nearest_of(world->query, (cw_vec3){at.x, at.y, 0}, room, 1e6);
    *place = nearest.point;
    return nearest.place.cell != CW_NONE;
}

/// There is a way back where there is a way, and it is as long.
static void check_pair(path_world *world, cw_vec3 from, cw_vec3 to, double radius) {
    path_spot a = path_spot_at(&world->floor, from), b = path_spot_at(&world->floor, to);
    cw_path path = path_world_find(world, from, to, radius);
    cw_path_status status = path.status;
    double length = path.length, widest = path.gate.radius;
    path = path_world_find(world, to, from, radius);
    const char *wrong = NULL;
    if (path.status != status) {
        wrong = "found one way only";
    } else if (status == CW_PATH_BLOCKED && widest > radius + CW_CLEARANCE_TOLERANCE) {
        wrong = "blocked, though a larger disc could go";
    } else if (status == CW_PATH_FOUND && fabs(path.length - length) > 1e-7) {
        wrong = "the way back is not as long";
    }
    if (wrong != NULL) {
        path_describe(world, radius, &a, &b, wrong);
        fail_msg("%s %.12g m, back %.12g m", cw_path_status_string(status), length, path.length);
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

TEST(ends_that_touch_walls_mislead_no_search) {
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

TEST(nor_do_they_on_imported_triangles) {
    uint32_t asked = 0;
    for (uint64_t number = 0; number < 44; number++) {
        path_floor floor, triangles;
        path_world world;
        if (path_floor_random(context, number, 40, &floor)) {
            path_floor_triangulated(&floor, &triangles);
            path_floor_free(&floor);
            path_world_make(&triangles, &world);
            asked += check_world(&world, number);
            path_world_free(&world);
        }
    }
    assert_true(asked > 1500);
}

// --- Walls made of boxes side by side
// --------------------------------------------------------------

/// Turns a point about the origin.
static cw_vec2 turned(double x, double y, double angle) {
    return (cw_vec2){x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)};
}

/// A room of `size` metres along whose lower side boxes stand side by side, aligned but for some
/// metres, turned by an angle.
static void make_row(cw_random *random, double size, double off, double angle, path_world *world) {
    cw_plan plan = {0};
    const cw_vec2 room[4] = {turned(0, 0, angle), turned(size, 0, angle),
                             turned(size, 0.6 * size, angle), turned(0, 0.6 * size, angle)};
    put_ring(context, &plan, CW_RING_OUTER, room, 4);
    for (double x = 0; x < size;) {
        double width = size * cw_random_range(random, 0.05, 0.3);
        double more = cw_random_below(random, 2) == 0 ? 0 : 0.01 * size; /* into the next one */
        double top = 0.1 * size + off * cw_random_range(random, -1, 1);
        const cw_vec2 box[4] = {turned(x, -0.1 * size, angle),
                                turned(x + width + more, -0.1 * size, angle),
                                turned(x + width + more, top, angle), turned(x, top, angle)};
        put_ring(context, &plan, CW_RING_OBSTACLE, box, 4);
        x += width;
    }
    path_world_of_plan(&plan, world);
}

/// From each position on a path along the row, the rest of it is found.
static void replan_along(path_world *world, const cw_path *path, cw_vec3 goal) {
    cw_vec3 on_path[64];
    uint32_t count = 0;
    double length = path->length, radius = path->radius;
    for (uint32_t i = 0; i < path->leg_count && count < 60; i++) {
        cw_vec3 a = path->legs[i].from, b = path->legs[i].to;
        if (!path->legs[i].arc) {
            on_path[count++] = (cw_vec3){(a.x + b.x) / 2, (a.y + b.y) / 2, 0};
            on_path[count++] = b;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        cw_path rest = path_world_find(world, on_path[i], goal, radius);
        assert_int_equal(rest.status, CW_PATH_FOUND);
        assert_true(rest.length <= length + 1e-6);
    }
}

static void ask_along(path_world *world, cw_random *random, double size, double off, double angle) {
    double radius = cw_random_range(random, 0.1, 1);
    cw_nearest ends[2];
    for (int i = 0; i < 2; i++) {
        cw_vec2 at = turned(size * cw_random_range(random, 0.15, 0.85), 0.1 * size, angle);
        assert_ok(cw_query_nearest(world->query, (cw_vec3){at.x, at.y, 0}, radius, 1e4, &ends[i]));
        assert_true(ends[i].place.cell != CW_NONE);
    }
    cw_vec3 from = ends[0].point, to = ends[1].point;
    check_pair(world, from, to, radius);
    cw_path path = path_world_find(world, from, to, radius);
    assert_int_equal(path.status, CW_PATH_FOUND);
    double straight = hypot(to.x - from.x, to.y - from.y);
    assert_true(path.length >= straight - 1e-7);
    assert_true(path.length <= straight + 40 * sqrt(off * radius) + 1e-6); /* it rides over jogs */
    replan_along(world, &path, to);
}

/// Rounding, or a draughtsman, leaves jogs of nanometres to micrometres between the boxes.
TEST(jogs_of_micrometres_are_no_obstacles) {
    const double sizes[3] = {10, 100, 1000}, offs[6] = {0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-3};
    for (uint64_t number = 0; number < 180; number++) {
        cw_random random = {number};
        double size = sizes[number % 3], off = offs[number / 3 % 6];
        double angle = number % 10 == 0 ? 0 : cw_random_range(&random, 0, 6.28);
        OWNED(path_world) world;
        make_row(&random, size, off, angle, &world);
        for (int i = 0; i < 8; i++) {
            ask_along(&world, &random, size, off, angle);
        }
    }
}

TEST_GROUP(make_context, free_context);
