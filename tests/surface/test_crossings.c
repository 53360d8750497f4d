/// Plans of small files with many crossings: sides that cross more often than a limit are refused
/// in words, and barriers along each other cost no more than one of them.
#include "made.h"
#include "test.h"
#include "test_context.h"
#include "test_owned.h"

static void add(cw_plan *plan, cw_ring_kind kind, const cw_vec2 *points, uint32_t count) {
    put_ring(context, plan, kind, points, count);
}

static cw_plan plan_of_hall(void) {
    cw_plan plan = {0};
    cw_vec2 hall[] = {{0, 0}, {100, 0}, {100, 100}, {0, 100}};
    add(&plan, CW_RING_OUTER, hall, 4);
    return plan;
}

/// Lines across each other, count each way.
static cw_plan plan_of_lattice(uint32_t count) {
    cw_plan plan = plan_of_hall();
    for (uint32_t i = 0; i < count; i++) {
        double at = 1 + 98.0 * i / count;
        cw_vec2 across[] = {{1, at}, {99, at + 0.25}}, along[] = {{at, 1}, {at + 0.25, 99}};
        add(&plan, CW_RING_BARRIER, across, 2);
        add(&plan, CW_RING_BARRIER, along, 2);
    }
    return plan;
}

TEST(crossings_above_the_limit_are_refused_in_words) {
    cw_plan plan = plan_of_lattice(40); // 1600 crossings or so
    cw_surface surface;
    cw_surface_config config = cw_surface_config_default();
    config.crossing_limit = 1000;
    assert_int_equal(cw_surface_from_plan(context, &plan, &config, &surface), CW_ERROR_LIMIT);
    assert_int_equal(surface.triangle_count, 0);
    assert_non_null(strstr(cw_context_message(context), "limit is 1000 crossings"));
    assert_non_null(strstr(cw_context_message(context), "--crossings"));
    config.crossing_limit = 1700;
    assert_int_equal(cw_surface_from_plan(context, &plan, &config, &surface), CW_OK);
    cw_surface_free(context, &surface);
    assert_int_equal(cw_surface_from_plan(context, &plan, NULL, &surface), CW_OK);
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
}

TEST(by_default_there_is_a_limit_that_a_small_file_meets) {
    cw_plan plan = plan_of_lattice(460); // 211,600 crossings
    cw_surface surface;
    assert_int_equal(cw_surface_from_plan(context, &plan, NULL, &surface), CW_ERROR_LIMIT);
    cw_plan_free(context, &plan);
}

/// Slanted or level lines, each over the ends of most of the others, given in both directions; and
/// one wall with the same ends.
static void compare_overlapping(cw_vec2 from, cw_vec2 way, uint32_t count) {
    OWNED(cw_plan) plan = plan_of_hall(), single = plan_of_hall();
    cw_vec2 *wall = calloc(2 * (size_t)count, sizeof *wall);
    for (uint32_t i = 0; i < count; i++) {
        double low = i, high = i + count;
        cw_vec2 a = {from.x + low * way.x, from.y + low * way.y};
        cw_vec2 b = {from.x + high * way.x, from.y + high * way.y};
        cw_vec2 line[] = {i % 2 ? a : b, i % 2 ? b : a};
        add(&plan, CW_RING_BARRIER, line, 2);
        wall[i] = a;
        wall[count + i] = b;
    }
    cw_vec2 across[] = {{50, 10}, {50, 90}};
    add(&plan, CW_RING_BARRIER, across, 2);
    add(&single, CW_RING_BARRIER, across, 2);
    add(&single, CW_RING_BARRIER, wall, 2 * count);
    OWNED(cw_surface) surface, expected;
    assert_int_equal(cw_surface_from_plan(context, &plan, NULL, &surface), CW_OK);
    assert_int_equal(cw_surface_from_plan(context, &single, NULL, &expected), CW_OK);
    assert_int_equal(surface.triangle_count, expected.triangle_count);
    assert_true(fabs(cw_surface_wall_length(&surface) - cw_surface_wall_length(&expected)) < 1e-6);
    assert_int_equal(cw_surface_validate(context, &surface), CW_OK);
    free(wall);
}

TEST(barriers_along_each_other_are_one_wall) {
    compare_overlapping((cw_vec2){10, 50}, (cw_vec2){0.1875, 0}, 200);
    compare_overlapping((cw_vec2){20, 10}, (cw_vec2){0, 0.1875}, 200);
    compare_overlapping((cw_vec2){10, 10}, (cw_vec2){0.1875, 0.09375}, 200);
    compare_overlapping((cw_vec2){10, 50}, (cw_vec2){0.2024, 0}, 200); // beside the lattice
}

TEST_GROUP(make_context, free_context);
