/// A disc that is as wide as a door, as its plan says in decimals, passes it, wherever the ends of
/// the door went on the lattice; and it may stand where the plan leaves it exactly its radius.
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

/// A number of centimetres as a decimal gives it.
static double decimal(int centimetres) {
    return centimetres / 100.0;
}

/// Two rooms of 10 m with a wall between them, and a door in it from `low` on, `width` wide, in
/// centimetres; the corner of the plan lies at (x, x).
static void make_door(double x, int low, int width, path_world *world) {
    cw_plan plan = {0};
    put_box(context, &plan, CW_RING_OUTER, x, x, x + 20.3, x + 10.1);
    put_box(context, &plan, CW_RING_OBSTACLE, x + 10, x - 1, x + 10.2, x + decimal(low));
    put_box(context, &plan, CW_RING_OBSTACLE, x + 10, x + decimal(low + width), x + 10.2, x + 11);
    path_world_of_plan(&plan, world);
}

static void must_pass(path_world *world, cw_vec3 from, cw_vec3 to, double radius) {
    cw_path_request request = path_ask(&from, &to, radius);
    cw_path path = path_must_find(world, &request);
    assert_int_equal(path.status, CW_PATH_FOUND);
    assert_true(path.radius <= radius && path.radius >= radius - CW_EXACT_FIT);
    path_must_be_good(world, &path, from, to);
    bool reachable = reachable_by(world->query, from, to, radius);
    assert_true(reachable);
}

TEST(a_door_is_passed_by_half_its_width_in_decimals) {
    static const double corners[] = {0.1, 431.7, -1234.56, 4512345.67};
    uint32_t narrower = 0;
    for (int i = 0; i < 60; i++) {
        OWNED(path_world) world;
        int width = 60 + 2 * (i % 20);
        double x = corners[i % 4], radius = decimal(width) / 2;
        make_door(x, 100 + 13 * i, width, &world);
        cw_vec3 from = {x + 2, x + 3, 0}, to = {x + 18, x + 7, 0};
        cw_gate gate = widest_of(world.query, from, to);
        narrower += gate.radius < radius - 3e-10;
        must_pass(&world, from, to, radius);
        must_pass(&world, to, from, radius);
        cw_path_request request = path_ask(&from, &to, radius + 3e-6);
        cw_path path = path_must_find(&world, &request);
        assert_int_equal(path.status, CW_PATH_BLOCKED);
    }
    assert_in_range(narrower, 10, 50); /* on the lattice, some are narrower than in the plan */
}

/// The way through the door is the shortest, though there is another one for less wide discs.
TEST(a_door_that_fits_is_not_gone_around) {
    for (int i = 0; i < 10; i++) {
        cw_plan plan = {0};
        OWNED(path_world) world;
        double y = decimal(100 + 7 * i);
        put_box(context, &plan, CW_RING_OUTER, 0.1, 0.1, 20.3, 40.1);
        put_box(context, &plan, CW_RING_OBSTACLE, 10.1, -1, 10.3, y);
        put_box(context, &plan, CW_RING_OBSTACLE, 10.1, y + 0.8, 10.3, 37.3);
        path_world_of_plan(&plan, &world);
        cw_vec3 from = {5, y, 0}, to = {15, y + 0.8, 0};
        cw_path_request request = path_ask(&from, &to, 0.4);
        cw_path path = path_must_find(&world, &request);
        assert_int_equal(path.status, CW_PATH_FOUND);
        assert_true(path.length < 12);
        double length = path.length;
        OWNED_HANDLE(cw_sights) sights = sights_of(context, &world.clearance);
        const cw_sights *used = sights;
        assert_int_equal(cw_query_use_sights(world.query, &used, 1), CW_OK);
        path = path_must_find(&world, &request);
        assert_true(fabs(path.length - length) < 1e-9);
        assert_int_equal(cw_query_use_sights(world.query, NULL, 0), CW_OK);
    }
}

/// A corridor of 0.8 m, straight or with bends, and ends on its middle line.
TEST(a_corridor_is_walked_by_half_its_width) {
    for (int i = 0; i < 20; i++) {
        double y = 0.1 + decimal(37 * i), high = y + 0.8;
        cw_plan plan = {0};
        OWNED(path_world) world;
        put_box(context, &plan, CW_RING_OUTER, 0.3, y, 12.7, high);
        if (i % 2 == 1) {
            put_box(context, &plan, CW_RING_OUTER, 11.9, y, 12.7, y + 9.3);
        }
        path_world_of_plan(&plan, &world);
        cw_vec3 from = {1.1, y + 0.4, 0}, to = {i % 2 ? 12.3 : 11.2, i % 2 ? y + 7 : y + 0.4, 0};
        must_pass(&world, from, to, 0.4);
        cw_vec2 end = {10.3, y + 0.4};
        cw_ray ray = ray_of(world.query, from, end, 0.4);
        assert_false(ray.hit);
        uint32_t count;
        assert_ok(cw_query_cells_within(world.query, from, 0.4, 100, NULL, 0, &count));
        assert_int_equal(count, world.floor.mesh.cell_count);
    }
}

TEST(an_end_may_be_its_radius_from_a_wall) {
    for (int i = 0; i < 40; i++) {
        double x = decimal(11 + 7 * i), y = decimal(3 + 11 * i);
        cw_plan plan = {0};
        OWNED(path_world) world;
        put_box(context, &plan, CW_RING_OUTER, x, y, x + 9.7, y + 8.9);
        path_world_of_plan(&plan, &world);
        cw_vec3 from = {x + 0.4, y + 0.4, 0}, to = {x + 9.3, y + 8.5, 0};
        must_pass(&world, from, to, 0.4);
        cw_vec3 corner = {x, y, 0}, other = {x + 9.7, y + 8.9, 0};
        cw_path_request request = path_ask(&corner, &other, 0);
        cw_path path = path_must_find(&world, &request);
        assert_int_equal(path.status, CW_PATH_FOUND);
        cw_vec3 close = {x + 0.4 - 3e-6, y + 4, 0};
        request = path_ask(&close, &to, 0.4);
        path = path_must_find(&world, &request);
        assert_int_equal(path.status, CW_PATH_START_TOO_TIGHT);
    }
}

TEST_GROUP(make_context, free_context);
