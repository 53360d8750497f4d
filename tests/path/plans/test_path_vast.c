/// Plans of kilometres up to thousands of kilometres. The lattice of a plan that is made larger by
/// a power of two is larger by as much, so the floor is the same but for the unit: whatever is
/// asked has the same answer, in the larger unit, though doubles and lattice steps are then coarser
/// than a micrometre. The small plan is one of those that other tests compare with brute force.
///
///   CW_PATH_FIRST=1000 CW_PATH_CASES=500 tests/test_path_vast
#include "made.h"
#include "path_setup.h"
#include "test.h"

enum { PAIRS = 10, KINDS = 2 };

/// A plan at two sizes, each with its queries: without sights and with them.
typedef struct size {
    double scale;
    cw_plan plan;
    cw_surface surface;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_sights *sights[KINDS];
    cw_query *queries[KINDS];
} size;

static bool make_size(uint64_t number, double scale, size *made) {
    cw_random random = {number};
    cw_scene_config scene = cw_scene_config_default();
    *made = (size){.scale = scale};
    scene.family = (cw_scene_family)(number % CW_SCENE_FAMILY_COUNT);
    scene.vertices = 20 + cw_random_below(&random, 120);
    scene.seed = number;
    scene.rotation = cw_random_range(&random, -3, 3);
    assert_int_equal(cw_scene_make(context, &scene, &made->plan), CW_OK);
    for (uint32_t i = 0; i < made->plan.point_count; i++) {
        made->plan.points[i].x *= scale;
        made->plan.points[i].y *= scale;
    }
    if (cw_surface_from_plan(context, &made->plan, NULL, &made->surface) != CW_OK) {
        cw_plan_free(context, &made->plan);
        return false; /* a tangle may cancel out */
    }
    assert_int_equal(cw_navmesh_build(context, &made->surface, NULL, &made->mesh), CW_OK);
    assert_int_equal(cw_clearance_build(context, &made->mesh, &made->clearance), CW_OK);
    assert_int_equal(cw_sights_build_any(context, &made->clearance, &made->sights[1]), CW_OK);
    for (uint32_t i = 0; i < KINDS; i++) {
        const cw_sights *used = made->sights[i];
        assert_int_equal(cw_query_create(context, &made->clearance, &made->queries[i]), CW_OK);
        assert_int_equal(cw_query_use_sights(made->queries[i], &used, i > 0), CW_OK);
    }
    return true;
}

static void free_size(size *made) {
    for (uint32_t i = 0; i < KINDS; i++) {
        cw_query_free(made->queries[i]);
        cw_sights_free(made->sights[i]);
    }
    cw_clearance_free(context, &made->clearance);
    cw_navmesh_free(context, &made->mesh);
    cw_surface_free(context, &made->surface);
    cw_plan_free(context, &made->plan);
}

static cw_vec3 enlarged(cw_vec3 point, double scale) {
    return (cw_vec3){scale * point.x, scale * point.y, 0};
}

/// A path between two places of the small plan, at a size; forward only where `forward` is set:
/// with a goal given twice, the search begins at the start. Its length is in the unit of the small
/// plan, and infinite where there is none.
static double ask(const size *at, uint32_t kind, cw_vec3 from, cw_vec3 to, double radius,
                  bool forward) {
    cw_vec3 goals[] = {enlarged(to, at->scale), enlarged(to, at->scale)};
    cw_path_request request = cw_path_request_default();
    request.start = enlarged(from, at->scale);
    request.goals = goals;
    request.goal_count = forward ? 2 : 1;
    request.radius = at->scale * radius;
    cw_path path = path_asked(at->queries[kind], &request);
    return path.status == CW_PATH_FOUND ? path.length / at->scale : INFINITY;
}

static void compare(uint64_t number, const size *small, const size *large, double radius,
                    cw_random *random) {
    for (uint32_t i = 0; i < PAIRS; i++) {
        cw_vec3 ends[2];
        uint64_t seed = cw_random_next(random);
        if (cw_query_random(small->queries[0], &seed, radius, &ends[0]) != CW_OK ||
            cw_query_random(small->queries[0], &seed, radius, &ends[1]) != CW_OK) {
            return;
        }
        double length = ask(small, 0, ends[0], ends[1], radius, true);
        for (uint32_t k = 0; k < 4 * KINDS; k++) {
            bool back = k % 2, forward = k / 2 % 2;
            double other = ask(large, k / 4, ends[back], ends[!back], radius, forward);
            bool same = length == other || fabs(length - other) <= 1e-8 * (1 + length);
            if (!same) {
                fail_msg("plan %u, %g times as large, (%.17g, %.17g) to (%.17g, %.17g), radius "
                         "%.17g, way %u: %.12g, small %.12g",
                         (unsigned)number, large->scale, ends[0].x, ends[0].y, ends[1].x, ends[1].y,
                         radius, k, other, length);
            }
        }
        cw_vec3 off = {ends[0].x + cw_random_range(random, -9, 9),
                       ends[0].y + cw_random_range(random, -9, 9), 0};
        cw_nearest near, far;
        assert_int_equal(cw_query_nearest(small->queries[0], off, radius, 100, &near), CW_OK);
        assert_ok(cw_query_nearest(large->queries[0], enlarged(off, large->scale),
                                   large->scale * radius, large->scale * 100, &far));
        assert_int_equal(near.place.cell == CW_NONE, far.place.cell == CW_NONE);
        if (near.place.cell != CW_NONE) {
            path_assert_near(near.distance, far.distance / large->scale, 1e-8);
        }
    }
}

TEST(a_larger_unit_changes_no_answer) {
    uint64_t first = path_number_from("CW_PATH_FIRST", 0);
    uint64_t count = path_number_from("CW_PATH_CASES", 110);
    for (uint64_t number = first; number < first + count; number++) {
        cw_random random = {number * 0x9e3779b97f4a7c15u + 9};
        double radius = cw_random_below(&random, 4) == 0 ? 0 : cw_random_range(&random, 0.05, 0.6);
        double scale = ldexp(1, 5 + (int)cw_random_below(&random, 12));
        size small, large;
        if (make_size(number, 1, &small)) {
            assert_true(make_size(number, scale, &large));
            compare(number, &small, &large, radius, &random);
            free_size(&large);
            free_size(&small);
        }
    }
}

TEST_GROUP(make_context, free_context);
