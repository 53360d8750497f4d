/// Points and the tiniest of discs on floors with heights: where floors wind around corners, ramps
/// rise right beside a floor, and walls begin with a piece of nanometres, both take the same way.
///
///   CW_PATH_FIRST=1000 CW_PATH_CASES=500 tests/test_path_high   other floors
#include "high_floors.h"
#include "made.h"
#include "path_cases.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

#define TINY 1e-6 ///< metres: the radius of the disc

/// Metres by which its path may be longer: some bends, each with a radius and an arc.
#define LONGER 1e-4

#define PAIRS 12

/// The length of the shortest path; fails the test where there is none.
static double length_of(cw_query *query, const cw_vec3 ends[2], double radius, const char *name) {
    cw_path_request request = path_ask(&ends[0], &ends[1], radius);
    cw_path path = path_asked(query, &request);
    if (path.status != CW_PATH_FOUND) {
        fail_msg("%s: radius %g from (%.17g, %.17g, %.17g) to (%.17g, %.17g, %.17g): %s", name,
                 radius, ends[0].x, ends[0].y, ends[0].z, ends[1].x, ends[1].y, ends[1].z,
                 cw_path_status_string(path.status));
    }
    return path.length;
}

/// Compares the lengths for a point, there and back, and for a disc.
static void compare(cw_query *query, const cw_vec3 ends[2], const char *name) {
    cw_vec3 back[2] = {ends[1], ends[0]};
    double disc = length_of(query, ends, TINY, name), point[2];
    point[0] = length_of(query, ends, 0, name);
    point[1] = length_of(query, back, 0, name);
    for (uint32_t i = 0; i < 2; i++) {
        if (point[i] > disc + 1e-7 || point[i] < disc - LONGER) {
            fail_msg("%s: from (%.17g, %.17g, %.17g) to (%.17g, %.17g, %.17g): a point %s takes "
                     "%.12g m, a disc of a micrometre %.12g m",
                     name, ends[0].x, ends[0].y, ends[0].z, ends[1].x, ends[1].y, ends[1].z,
                     i == 0 ? "there" : "back", point[i], disc);
        }
    }
}

static void compare_pairs(const cw_navmesh *mesh, uint64_t seed, const char *name) {
    OWNED(cw_clearance) clearance = clearance_of(context, mesh);
    OWNED_HANDLE(cw_query) query = query_of(context, &clearance);
    for (uint32_t i = 0; i < PAIRS; i++) {
        cw_vec3 ends[2];
        bool joined = false;
        if (cw_query_random(query, &seed, 0.001, &ends[0]) != CW_OK ||
            cw_query_random(query, &seed, 0.001, &ends[1]) != CW_OK) {
            break; /* a floor of slivers */
        }
        assert_int_equal(cw_query_reachable(query, ends[0], ends[1], TINY, &joined), CW_OK);
        if (joined) {
            compare(query, ends, name);
        }
    }
}

static void check_floor(high_floor kind, uint64_t seed) {
    OWNED(cw_scene_triangles) scene;
    cw_surface surface;
    char name[64];
    snprintf(name, sizeof name, "kind %d, seed %u", (int)kind, (unsigned)seed);
    if (!high_floor_make(context, kind, seed, &scene)) {
        return;
    }
    cw_navmesh_config config = cw_navmesh_config_default();
    config.alpha = seed % 3 == 2 ? 0.3 : 0;
    cw_status status =
        cw_surface_from_triangles(context, scene.positions, scene.position_count, scene.corners,
                                  scene.triangle_count, NULL, &surface);
    assert_int_equal(status, CW_OK);
    OWNED(cw_navmesh) mesh = mesh_of_surface(context, &surface, &config);
    compare_pairs(&mesh, seed + 1, name);
    cw_surface_free(context, &surface);
}

TEST(points_and_tiny_discs_take_the_same_way) {
    uint64_t first = path_number_from("CW_PATH_FIRST", 120);
    uint64_t count = path_number_from("CW_PATH_CASES", 40);
    for (uint64_t seed = first; seed < first + count; seed++) {
        for (high_floor kind = 0; kind < HIGH_FLOOR_COUNT; kind++) {
            check_floor(kind, seed);
        }
    }
}

TEST_GROUP(make_context, free_context);
