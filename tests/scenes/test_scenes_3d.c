/// Walkable triangles made in code: well joined, in one piece, and over each other in plan.
#include "test.h"
#include "test_owned.h"

/// A directed edge and the triangle on its left.
typedef struct edge {
    uint32_t from, to, triangle;
} edge;

static int compare_edges(const void *left, const void *right) {
    const edge *a = left, *b = right;
    if (a->from != b->from) {
        return a->from < b->from ? -1 : 1;
    }
    return a->to < b->to ? -1 : a->to > b->to;
}

static double plan_area(const cw_scene_triangles *scene, uint32_t triangle) {
    const uint32_t *corners = scene->corners + 3 * triangle;
    cw_vec3 a = scene->positions[corners[0]], b = scene->positions[corners[1]];
    cw_vec3 c = scene->positions[corners[2]];
    return ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2;
}

static uint32_t find_root(uint32_t *parent, uint32_t item) {
    while (parent[item] != item) {
        item = parent[item] = parent[parent[item]];
    }
    return item;
}

/// All triangles run counter-clockwise and no directed edge occurs twice, so the two at an edge lie
/// on opposite sides of it in plan. All vertices are used, all triangles hang together.
static void assert_one_well_joined_surface(const cw_scene_triangles *scene) {
    uint32_t edge_count = 3 * scene->triangle_count, pieces = scene->triangle_count;
    edge *edges = malloc(edge_count * sizeof *edges);
    uint32_t *parent = malloc(scene->triangle_count * sizeof *parent);
    uint8_t *used = calloc(scene->position_count, 1);
    for (uint32_t i = 0; i < edge_count; i++) {
        uint32_t triangle = i / 3, next = 3 * triangle + (i + 1) % 3;
        assert_true(scene->corners[i] < scene->position_count);
        used[scene->corners[i]] = 1;
        edges[i] = (edge){scene->corners[i], scene->corners[next], triangle};
        parent[triangle] = triangle;
        assert_true(plan_area(scene, triangle) > 0);
    }
    for (uint32_t i = 0; i < scene->position_count; i++) {
        assert_true(used[i]);
    }
    qsort(edges, edge_count, sizeof *edges, compare_edges);
    for (uint32_t i = 0; i < edge_count; i++) {
        assert_true(i == 0 || compare_edges(&edges[i - 1], &edges[i]) < 0);
        edge twin = {edges[i].to, edges[i].from, 0};
        edge *found = bsearch(&twin, edges, edge_count, sizeof *edges, compare_edges);
        if (found != NULL) {
            uint32_t a = find_root(parent, edges[i].triangle);
            uint32_t b = find_root(parent, found->triangle);
            pieces -= a != b ? 1 : 0;
            parent[a] = b;
        }
    }
    assert_int_equal(pieces, 1);
    free(used);
    free(parent);
    free(edges);
}

/// Triangles that contain a plan position.
static uint32_t count_floors(const cw_scene_triangles *scene, double x, double y) {
    uint32_t floors = 0;
    for (uint32_t t = 0; t < scene->triangle_count; t++) {
        bool inside = true;
        for (uint32_t k = 0; k < 3; k++) {
            cw_vec3 a = scene->positions[scene->corners[3 * t + k]];
            cw_vec3 b = scene->positions[scene->corners[3 * t + (k + 1) % 3]];
            inside = inside && (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) > 0;
        }
        floors += inside ? 1 : 0;
    }
    return floors;
}

static uint64_t hash_triangles(const cw_scene_triangles *scene) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint32_t i = 0; i < 3 * scene->triangle_count; i++) {
        cw_vec3 place = scene->positions[scene->corners[i]];
        double numbers[3] = {place.x, place.y, place.z};
        for (int k = 0; k < 3; k++) {
            uint64_t bits;
            memcpy(&bits, &numbers[k], sizeof bits);
            for (int byte = 0; byte < 8; byte++, bits >>= 8) {
                hash = (hash ^ (bits & 255)) * UINT64_C(0x100000001b3);
            }
        }
    }
    return hash;
}

static void assert_hash(const cw_scene_triangles *scene, uint64_t golden) {
    uint64_t hash = hash_triangles(scene);
    if (hash != golden) {
        print_message("hash is 0x%016" PRIx64 "\n", hash);
    }
    assert_true(hash == golden);
}

TEST(a_ramp_winds_above_itself) {
    OWNED(cw_scene_triangles) scene;
    assert_int_equal(cw_scene_ramp(context, 3, 24, &scene), CW_OK);
    assert_int_equal(scene.triangle_count, 2 * 3 * 24);
    assert_int_equal(scene.position_count, 2 * (3 * 24 + 1));
    assert_one_well_joined_surface(&scene);
    assert_int_equal(count_floors(&scene, 3.01, 1.02), 3);
    assert_int_equal(count_floors(&scene, 0.1, 0.1), 0);
    for (uint32_t i = 0; i + 48 < scene.position_count; i++) {
        cw_vec3 low = scene.positions[i], high = scene.positions[i + 48];
        assert_true(low.x == high.x && low.y == high.y && high.z > low.z + 2.9);
    }
    assert_hash(&scene, UINT64_C(0xebe6828e7444936b));
}

TEST(ramps_of_any_size_are_one_surface) {
    for (uint32_t turns = 1; turns < 5; turns++) {
        for (uint32_t segments = 3; segments < 12; segments++) {
            OWNED(cw_scene_triangles) scene;
            assert_int_equal(cw_scene_ramp(context, turns, segments, &scene), CW_OK);
            assert_one_well_joined_surface(&scene);
        }
    }
}

TEST(a_bridge_crosses_its_own_floor) {
    OWNED(cw_scene_triangles) scene;
    assert_int_equal(cw_scene_bridge(context, &scene), CW_OK);
    assert_one_well_joined_surface(&scene);
    assert_int_equal(count_floors(&scene, 10.3, 10.1), 2);
    assert_int_equal(count_floors(&scene, 10.3, 1.1), 1);
    assert_int_equal(count_floors(&scene, -4.2, 3.1), 1);
    assert_int_equal(count_floors(&scene, -4.2, 7.1), 0);
    assert_hash(&scene, UINT64_C(0x976d7faaf5418c39));
}

TEST(hills_are_one_sheet_with_holes) {
    for (uint32_t side = 1; side < 40; side++) {
        OWNED(cw_scene_triangles) scene;
        assert_int_equal(cw_scene_hills(context, side, side, &scene), CW_OK);
        assert_one_well_joined_surface(&scene);
        assert_true(side < 3 ? scene.triangle_count == 2 * side * side
                             : scene.triangle_count < 2 * side * side);
    }
}

TEST(hills_follow_their_seed) {
    OWNED(cw_scene_triangles) one, two;
    assert_int_equal(cw_scene_hills(context, 30, 1, &one), CW_OK);
    assert_int_equal(cw_scene_hills(context, 30, 2, &two), CW_OK);
    assert_true(hash_triangles(&one) != hash_triangles(&two));
    assert_hash(&one, UINT64_C(0x5f3e3efd1d2d6222));
    double low = 1e9, high = -1e9;
    for (uint32_t i = 0; i < one.position_count; i++) {
        low = one.positions[i].z < low ? one.positions[i].z : low;
        high = one.positions[i].z > high ? one.positions[i].z : high;
    }
    assert_true(low >= 0 && high > low + 2 && high <= 4);
}

TEST(sizes_out_of_range_are_refused) {
    OWNED(cw_scene_triangles) scene;
    assert_int_equal(cw_scene_ramp(context, 0, 24, &scene), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_scene_ramp(context, 1, 2, &scene), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_scene_ramp(context, UINT32_MAX, UINT32_MAX, &scene), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_scene_hills(context, 0, 1, &scene), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_scene_hills(context, 4001, 1, &scene), CW_ERROR_ARGUMENT);
    assert_null(scene.positions);
    cw_scene_triangles_free(context, NULL);
}

TEST_GROUP(make_context, free_context);
