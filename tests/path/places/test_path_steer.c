/// Steering along a path: the dynamic way point, on paths written by hand and on one that was
/// found.
#include "failing_allocator.h"
#include "made.h"
#include "path_world.h"
#include "test.h"
#include "test_owned.h"

/// Portals across a walk to the north, their usable parts from x = 1 to x = 3.
static cw_path_portal portal_at(double y) {
    return (cw_path_portal){
        .right = {4, y, 0}, .left = {0, y, 0}, .usable = {{3, y, 0}, {1, y, 0}}};
}

static cw_path path_over(const cw_path_portal *portals, uint32_t count, cw_vec3 goal) {
    return (cw_path){.portals = portals, .portal_count = count, .goal = goal};
}

static void assert_place(cw_vec3 found, double x, double y) {
    path_assert_near(found.x, x, 1e-12);
    path_assert_near(found.y, y, 1e-12);
}

TEST(a_goal_behind_the_usable_parts_is_headed_for) {
    const cw_path_portal portals[] = {portal_at(1), portal_at(2)};
    cw_path path = path_over(portals, 2, (cw_vec3){2, 5, 0});
    assert_place(cw_path_way_point(&path, 0, (cw_vec3){2, 0, 0}), 2, 5);
    assert_place(cw_path_way_point(&path, 1, (cw_vec3){1.5, 1.5, 0}), 2, 5);
}

TEST(a_goal_past_the_end_of_a_usable_part_is_not_visible) {
    const cw_path_portal portals[] = {portal_at(1), portal_at(2)};
    // The line goes through the first part, and past the second between its end and the wall.
    cw_path path = path_over(portals, 2, (cw_vec3){5, 3, 0});
    assert_place(cw_path_way_point(&path, 0, (cw_vec3){2, 0, 0}), 2, 1);
}

TEST(a_goal_on_this_side_of_a_portal_is_not_visible_through_it) {
    const cw_path_portal portals[] = {portal_at(1), portal_at(2)};
    cw_path path = path_over(portals, 2, (cw_vec3){2, 1.5, 0});
    assert_place(cw_path_way_point(&path, 0, (cw_vec3){2.5, 0, 0}), 2.5, 1);
}

TEST(beside_the_usable_part_its_far_end_is_headed_for) {
    const cw_path_portal portals[] = {portal_at(1)};
    cw_path path = path_over(portals, 1, (cw_vec3){9, 2, 0});
    assert_place(cw_path_way_point(&path, 0, (cw_vec3){3.5, 0, 0}), 1, 1);
    path.goal.x = -9;
    assert_place(cw_path_way_point(&path, 0, (cw_vec3){0.5, 0, 0}), 3, 1);
}

TEST(past_the_last_portal_only_the_goal_is_left) {
    const cw_path_portal portals[] = {portal_at(1)};
    cw_path path = path_over(portals, 1, (cw_vec3){9, 2, 0.5});
    cw_vec3 found = cw_path_way_point(&path, path.portal_count, (cw_vec3){3.5, 1.5, 0});
    assert_place(found, 9, 2);
    path_assert_near(found.z, 0.5, 0);
}

TEST(a_usable_part_of_one_place_is_headed_for) {
    cw_path_portal portal = portal_at(1);
    portal.usable[0] = portal.usable[1] = (cw_vec3){2, 1, 0.25};
    cw_path path = path_over(&portal, 1, (cw_vec3){9, 2, 0});
    cw_vec3 found = cw_path_way_point(&path, 0, (cw_vec3){3, 0, 0});
    assert_place(found, 2, 1);
    path_assert_near(found.z, 0.25, 0);
}

TEST(agents_side_by_side_keep_side_by_side) {
    const cw_path_portal portals[] = {portal_at(1)};
    cw_path path = path_over(portals, 1, (cw_vec3){9, 2, 0});
    cw_vec3 one = cw_path_way_point(&path, 0, (cw_vec3){1.25, 0, 0});
    cw_vec3 other = cw_path_way_point(&path, 0, (cw_vec3){2.75, 0, 0});
    path_assert_near(other.x - one.x, 1.5, 1e-12);
}

/// An L of corridors two metres wide.
static void make_bend(cw_context *with, path_world *world) {
    static const cw_vec2 ring[] = {{0, 0}, {10, 0}, {10, 10}, {8, 10}, {8, 2}, {0, 2}};
    cw_plan plan = {0};
    put_ring(with, &plan, CW_RING_OUTER, ring, 6);
    path_floor floor;
    path_floor_of_plan(with, &plan, NULL, &floor);
    path_world_make(&floor, world);
}

TEST(who_follows_way_points_arrives) {
    OWNED(path_world) world;
    make_bend(context, &world);
    cw_vec3 at = {0.6, 0.6, 0}, goal = {9, 9.5, 0};
    cw_path path = path_world_find(&world, at, goal, 0.4);
    assert_int_equal(path.status, CW_PATH_FOUND);
    assert_true(path.portal_count > 0);
    double walked = 0;
    for (uint32_t i = 0; i <= path.portal_count; i++) {
        cw_vec3 next = cw_path_way_point(&path, i, at);
        walked += hypot(next.x - at.x, next.y - at.y);
        at = next;
        if (at.x == goal.x && at.y == goal.y) {
            break;
        }
    }
    assert_place(at, goal.x, goal.y);
    assert_true(walked >= path.length - 1e-9 && walked < 2 * path.length);
}

/// A hall of 10 by 2 metres with four walls that come down into it from above, from y = 5 to 2.
static void make_teeth(cw_context *with, path_world *world) {
    static const cw_vec2 ring[] = {{0, 0}, {10, 0}, {10, 5}, {9, 5}, {9, 2}, {8, 2}, {8, 5},
                                   {7, 5}, {7, 2},  {6, 2},  {6, 5}, {5, 5}, {5, 2}, {4, 2},
                                   {4, 5}, {3, 5},  {3, 2},  {2, 2}, {2, 5}, {0, 5}};
    cw_plan plan = {0};
    put_ring(with, &plan, CW_RING_OUTER, ring, 20);
    path_floor floor;
    path_floor_of_plan(with, &plan, NULL, &floor);
    path_world_make(&floor, world);
}

/// Walks towards a place until a wall is met, and then along it; false when nothing was met.
static bool slide(cw_query *query, double radius, cw_vec2 to, cw_vec3 *at) {
    cw_ray ray;
    bool met = false;
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(cw_query_ray(query, *at, to, radius, &ray), CW_OK);
        *at = ray.point;
        if (!ray.hit) {
            break;
        }
        cw_vec2 rest = {to.x - at->x, to.y - at->y};
        double into = rest.x * ray.normal.x + rest.y * ray.normal.y;
        to = (cw_vec2){to.x - into * ray.normal.x, to.y - into * ray.normal.y};
        met = true;
    }
    return met;
}

static bool is_behind(const cw_path_portal *portal, cw_vec3 at) {
    cw_vec3 right = portal->right, left = portal->left;
    return (left.x - right.x) * (at.y - right.y) < (left.y - right.y) * (at.x - right.x);
}

TEST(who_casts_and_slides_keeps_the_radius_and_arrives) {
    const double radius = 0.4, step = 0.1;
    OWNED(path_world) world;
    make_teeth(context, &world);
    cw_vec3 at = {0.5, 4.5, 0}, goal = {9.5, 4.5, 0};
    cw_path path = path_world_find(&world, at, goal, radius);
    assert_int_equal(path.status, CW_PATH_FOUND);
    uint32_t portal = 0, met = 0;
    for (uint32_t i = 0; i < 1000 && hypot(goal.x - at.x, goal.y - at.y) > 1e-6; i++) {
        while (portal < path.portal_count && is_behind(&path.portals[portal], at)) {
            portal++;
        }
        cw_vec3 next = cw_path_way_point(&path, portal, at);
        double way = hypot(next.x - at.x, next.y - at.y), share = way > step ? step / way : 1;
        cw_vec2 to = {at.x + share * (next.x - at.x), at.y + share * (next.y - at.y)};
        met += slide(world.query, radius, to, &at);
        double distance;
        cw_vec2 wall;
        assert_int_equal(cw_query_wall(world.query, at, &distance, &wall), CW_OK);
        assert_true(distance >= radius - 2 * CW_CLEARANCE_TOLERANCE);
    }
    path_assert_near(at.x, goal.x, 1e-6);
    path_assert_near(at.y, goal.y, 1e-6);
    assert_true(met > 0); /* a way point alone would have led too close */
}

TEST(every_status_of_a_path_has_words_of_its_own) {
    for (int i = CW_PATH_FOUND; i <= CW_PATH_BLOCKED; i++) {
        const char *words = cw_path_status_string((cw_path_status)i);
        assert_true(strlen(words) > 0 && strcmp(words, "unknown") != 0);
        for (int k = CW_PATH_FOUND; k < i; k++) {
            assert_string_not_equal(words, cw_path_status_string((cw_path_status)k));
        }
    }
    assert_string_equal(cw_path_status_string((cw_path_status)99), "unknown");
}

/// Every kind of query, so that every part of the scratch is in use.
static const cw_vec3 bend_start = {0.6, 0.6, 0}, bend_goal = {9, 9.5, 0};

/// Asks all that is no path.
static void ask_the_rest(cw_query *query) {
    cw_vec2 wall;
    double distance;
    uint32_t count;
    uint64_t seed = 1;
    widest_of(query, bend_start, bend_goal);
    reachable_by(query, bend_start, bend_goal, 0.4);
    nearest_of(query, (cw_vec3){5, 5, 0}, 0.4, 9);
    ray_of(query, bend_start, (cw_vec2){5, 1}, 0.4);
    assert_int_equal(cw_query_wall(query, bend_start, &distance, &wall), CW_OK);
    random_of(query, &seed, 0.4);
    assert_int_equal(cw_query_cells_within(query, bend_start, 0, 5, NULL, 0, &count), CW_OK);
}

static void ask_everything(cw_query *query) {
    cw_path_request request = path_ask(&bend_start, &bend_goal, 0.4);
    cw_path path = path_asked(query, &request);
    assert_int_equal(path.status, CW_PATH_FOUND);
    ask_the_rest(query);
}

static void *copy_of(const void *bytes, size_t size) {
    void *copy = malloc(size);
    assert_non_null(copy);
    return memcpy(copy, bytes, size);
}

TEST(the_arrays_of_a_path_stay_while_other_questions_are_asked) {
    OWNED(path_world) world;
    make_bend(context, &world);
    cw_path path = path_world_find(&world, bend_start, bend_goal, 0.4);
    size_t legs_size = path.leg_count * sizeof *path.legs;
    size_t portals_size = path.portal_count * sizeof *path.portals;
    assert_true(legs_size > 0 && portals_size > 0);
    void *legs = copy_of(path.legs, legs_size), *portals = copy_of(path.portals, portals_size);
    ask_the_rest(world.query);
    assert_memory_equal(path.legs, legs, legs_size);
    assert_memory_equal(path.portals, portals, portals_size);
    free(legs);
    free(portals);
}

TEST(tables_and_queries_tell_the_memory_they_hold) {
    failing_allocator memory;
    cw_context *counted = cw_counted_context(&memory);
    path_world world;
    make_bend(counted, &world);
    cw_clearance tables, none = {0};
    size_t before = memory.live_bytes;
    assert_int_equal(cw_clearance_build(counted, &world.floor.mesh, &tables), CW_OK);
    assert_int_equal(cw_clearance_bytes(&tables), memory.live_bytes - before);
    assert_int_equal(cw_clearance_bytes(&none), 0);
    before = memory.live_bytes;
    cw_query *query;
    assert_int_equal(cw_query_create(counted, &tables, &query), CW_OK);
    assert_int_equal(cw_query_bytes(query), memory.live_bytes - before);
    ask_everything(query);
    assert_int_equal(cw_query_bytes(query), memory.live_bytes - before);
    cw_query_free(query);
    assert_int_equal(memory.live_bytes, before);
    cw_clearance_free(counted, &tables);
    path_world_free(&world);
    cw_counted_end(&memory, counted);
}

TEST_GROUP(make_context, free_context);
