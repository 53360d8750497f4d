/// Zones of a plan become area types of cells: every cell is of one type, the one that the plan
/// says at each of its places, and the floor is the same with and without them.
#include "failing_allocator.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

enum { PLANS = 400, ZONES = 5, GRID = 12 };

/// Corners on a small grid, so that sides lie along each other and meet in corners.
static void add_random(cw_plan *plan, cw_random *random, cw_ring_kind kind, uint32_t polygon) {
    cw_vec2 points[4];
    uint32_t count = kind == CW_RING_BARRIER ? 2 : 3 + cw_random_below(random, 2);
    double shift = cw_random_below(random, 3) == 0 ? 0.3 : 0;
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (cw_vec2){(double)cw_random_below(random, GRID + 3) - 1 + shift,
                              (double)cw_random_below(random, GRID + 3) - 1 - shift};
    }
    assert_int_equal(cw_plan_add(context, plan, kind, polygon, points, count), CW_OK);
}

static cw_plan random_plan(uint64_t seed, bool zoned) {
    cw_random random = {seed * 0x9e3779b97f4a7c15u + 1};
    cw_plan plan = {0};
    put_box(context, &plan, CW_RING_OUTER, 0, 0, GRID, GRID);
    for (uint32_t i = cw_random_below(&random, 3); i-- > 0;) {
        add_random(&plan, &random, CW_RING_OBSTACLE, 0);
    }
    for (uint32_t i = cw_random_below(&random, 3); i-- > 0;) {
        add_random(&plan, &random, CW_RING_BARRIER, 0);
    }
    for (uint32_t i = zoned ? 1 + cw_random_below(&random, ZONES) : 0; i-- > 0;) {
        add_random(&plan, &random, CW_RING_ZONE, 1 + cw_random_below(&random, ZONES));
    }
    return plan;
}

/// How often a ring winds around a point, by the sides that cross the ray to its right.
static int winding(const cw_plan *plan, const cw_ring *ring, cw_vec2 p) {
    int turns = 0;
    for (uint32_t i = 0; i < ring->count; i++) {
        cw_vec2 a = plan->points[ring->first + i];
        cw_vec2 b = plan->points[ring->first + (i + 1) % ring->count];
        double side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        turns += a.y <= p.y && b.y > p.y && side > 0;
        turns -= b.y <= p.y && a.y > p.y && side < 0;
    }
    return turns;
}

static uint32_t area_at(const cw_plan *plan, cw_vec2 p) {
    uint32_t area = 0;
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        const cw_ring *ring = &plan->rings[r];
        if (ring->kind == CW_RING_ZONE && ring->polygon > area && winding(plan, ring, p) != 0) {
            area = ring->polygon;
        }
    }
    return area;
}

/// A place inside a cell, near one of its corners or its middle.
static cw_vec2 place_in(const cw_navmesh *mesh, uint32_t cell, double share) {
    uint32_t first = mesh->cell_first[cell], count = mesh->cell_first[cell + 1] - first;
    cw_vec2 middle = {0, 0};
    for (uint32_t e = first; e < first + count; e++) {
        middle.x += mesh->positions[mesh->edge_vertex[e]].x / count;
        middle.y += mesh->positions[mesh->edge_vertex[e]].y / count;
    }
    cw_vec3 corner = mesh->positions[mesh->edge_vertex[first]];
    return (cw_vec2){middle.x + share * (corner.x - middle.x),
                     middle.y + share * (corner.y - middle.y)};
}

/// Slivers of rounding are nobody's.
static bool is_thin(const cw_plan *plan, cw_vec2 p) {
    static const double NEAR = 1e-6;
    uint32_t area = area_at(plan, p);
    return area_at(plan, (cw_vec2){p.x + NEAR, p.y}) != area ||
           area_at(plan, (cw_vec2){p.x - NEAR, p.y}) != area ||
           area_at(plan, (cw_vec2){p.x, p.y + NEAR}) != area ||
           area_at(plan, (cw_vec2){p.x, p.y - NEAR}) != area;
}

static void check_areas(const cw_plan *plan, const cw_navmesh *mesh, uint64_t seed) {
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        for (uint32_t i = 0; i < 2; i++) {
            cw_vec2 place = place_in(mesh, c, 0.9 * i);
            uint32_t area = mesh->cell_area[c], expected = area_at(plan, place);
            if (area != expected && !is_thin(plan, place)) {
                fail_msg("plan %llu: cell %u is of area %u, not %u, at (%g, %g)",
                         (unsigned long long)seed, c, area, expected, place.x, place.y);
            }
        }
    }
}

/// Saves the mesh and loads it again.
static void check_file(const cw_navmesh *mesh) {
    uint8_t *bytes;
    size_t size;
    cw_navmesh again;
    assert_int_equal(cw_navmesh_save(context, mesh, &bytes, &size), CW_OK);
    assert_int_equal(cw_navmesh_load(context, bytes, size, &again), CW_OK);
    assert_int_equal(cw_navmesh_hash(&again), cw_navmesh_hash(mesh));
    assert_int_equal(again.area_name_count, mesh->area_name_count);
    cw_navmesh_free(context, &again);
    cw_context_release(context, bytes, size);
}

static bool build(const cw_plan *plan, cw_surface *surface, cw_navmesh *mesh, uint64_t seed) {
    cw_status status = cw_surface_from_plan(context, plan, NULL, surface);
    if (status == CW_ERROR_INPUT) {
        return false; // obstacles everywhere
    }
    status = status != CW_OK ? status : cw_surface_validate(context, surface);
    status = status != CW_OK ? status : cw_navmesh_build(context, surface, NULL, mesh);
    status = status != CW_OK ? status : cw_navmesh_validate(context, mesh);
    status = status != CW_OK ? status : cw_navmesh_validate_against(context, mesh, surface);
    if (status != CW_OK) {
        fail_msg("plan %llu: %s", (unsigned long long)seed, cw_context_message(context));
    }
    return true;
}

TEST(every_cell_is_of_the_area_that_its_zones_say) {
    uint32_t built = 0;
    for (uint64_t seed = 0; seed < PLANS; seed++) {
        cw_plan plan = random_plan(seed, true), bare = random_plan(seed, false);
        cw_surface surface = {0}, bare_surface = {0};
        cw_navmesh mesh = {0}, bare_mesh = {0};
        if (build(&plan, &surface, &mesh, seed) && build(&bare, &bare_surface, &bare_mesh, seed)) {
            built++;
            check_areas(&plan, &mesh, seed);
            check_file(&mesh);
            assert_true(mesh.stats.area > bare_mesh.stats.area - 1e-5);
            assert_true(mesh.stats.area < bare_mesh.stats.area + 1e-5);
            assert_int_equal(mesh.island_count, bare_mesh.island_count);
        }
        cw_navmesh_free(context, &mesh);
        cw_navmesh_free(context, &bare_mesh);
        cw_surface_free(context, &surface);
        cw_surface_free(context, &bare_surface);
        cw_plan_free(context, &plan);
        cw_plan_free(context, &bare);
    }
    assert_true(built > PLANS / 2);
}

TEST(names_go_with_the_mesh) {
    const cw_vec2 left[4] = {{-1, -1}, {4, -1}, {4, 10}, {-1, 10}};
    OWNED(cw_plan) plan = {0};
    cw_navmesh mesh, again;
    uint32_t kitchen, hall, same;
    uint8_t *bytes;
    size_t size;
    assert_int_equal(cw_plan_name(context, &plan, "kitchen", &kitchen), CW_OK);
    assert_int_equal(cw_plan_name(context, &plan, "hall", &hall), CW_OK);
    assert_int_equal(cw_plan_name(context, &plan, "kitchen", &same), CW_OK);
    assert_int_equal(kitchen, 1);
    assert_int_equal(hall, 2);
    assert_int_equal(same, kitchen);
    put_box(context, &plan, CW_RING_OUTER, 0, 0, 9, 9);
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_ZONE, kitchen, left, 4), CW_OK);
    mesh = mesh_of_plan(context, &plan, NULL);
    assert_int_equal(cw_navmesh_save(context, &mesh, &bytes, &size), CW_OK);
    assert_int_equal(cw_navmesh_load(context, bytes, size, &again), CW_OK);
    assert_int_equal(again.cell_count, 2);
    assert_int_equal(again.area_name_count, 2);
    assert_string_equal(again.area_names[0].text, "kitchen");
    assert_string_equal(again.area_names[1].text, "hall");
    uint32_t cell = cw_navmesh_locate(&again, (cw_vec3){3.999, 5, 0});
    assert_int_equal(again.cell_area[cell], kitchen);
    cell = cw_navmesh_locate(&again, (cw_vec3){4.001, 5, 0});
    assert_int_equal(again.cell_area[cell], 0);
    cw_navmesh_free(context, &again);
    cw_navmesh_free(context, &mesh);
    cw_context_release(context, bytes, size);
}

/// A mesh of a plan with zones, saved and loaded.
static cw_status make_all(cw_context *with) {
    const cw_vec2 floor[4] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
    const cw_vec2 left[4] = {{-1, -1}, {4, -1}, {4, 5}, {-1, 5}};
    cw_plan plan = {0};
    cw_surface surface = {0};
    cw_navmesh mesh = {0}, again = {0};
    uint32_t area = 0;
    uint8_t *bytes = NULL;
    size_t size = 0;
    cw_status status = cw_plan_name(with, &plan, "kitchen", &area);
    status = status != CW_OK ? status : cw_plan_add(with, &plan, CW_RING_OUTER, 0, floor, 4);
    status = status != CW_OK ? status : cw_plan_add(with, &plan, CW_RING_ZONE, area, left, 4);
    status = status != CW_OK ? status : cw_surface_from_plan(with, &plan, NULL, &surface);
    status = status != CW_OK ? status : cw_navmesh_build(with, &surface, NULL, &mesh);
    status = status != CW_OK ? status : cw_navmesh_save(with, &mesh, &bytes, &size);
    status = status != CW_OK ? status : cw_navmesh_load(with, bytes, size, &again);
    cw_context_release(with, bytes, size);
    cw_navmesh_free(with, &again);
    cw_navmesh_free(with, &mesh);
    cw_surface_free(with, &surface);
    cw_plan_free(with, &plan);
    return status;
}

TEST(a_lack_of_memory_anywhere_leaves_no_leak) {
    tight_memory tight;
    tight_open(&tight);
    while (tight_next(&tight)) {
        tight_tried(&tight, make_all(tight.context));
    }
    tight_close(&tight, 50);
}

TEST(names_and_zones_out_of_range_are_refused) {
    char name[80];
    memset(name, 'x', sizeof name);
    name[64] = '\0';
    OWNED(cw_plan) plan = {0};
    cw_surface surface;
    uint32_t area;
    assert_int_equal(cw_plan_name(context, &plan, name, &area), CW_ERROR_INPUT);
    assert_int_equal(cw_plan_name(context, &plan, "", &area), CW_ERROR_INPUT);
    const char *const broken[] = {"\xff", "a\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        assert_int_equal(cw_plan_name(context, &plan, broken[i], &area), CW_ERROR_INPUT);
    }
    assert_ok(cw_plan_name(context, &plan, "K\xc3\xbc\xe2\x82\xac\xf0\x9f\x9a\xaa", &area));
    for (uint32_t i = 1; i < 255; i++) {
        snprintf(name, sizeof name, "room %u", i);
        assert_int_equal(cw_plan_name(context, &plan, name, &area), CW_OK);
    }
    assert_int_equal(area, 255);
    assert_int_equal(cw_plan_name(context, &plan, "one more", &area), CW_ERROR_LIMIT);
    const cw_vec2 floor[3] = {{0, 0}, {9, 0}, {9, 9}};
    put_ring(context, &plan, CW_RING_OUTER, floor, 3);
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_ZONE, 256, floor, 3), CW_OK);
    assert_int_equal(cw_surface_from_plan(context, &plan, NULL, &surface), CW_ERROR_ARGUMENT);
    plan.rings[1].polygon = 0;
    assert_int_equal(cw_surface_from_plan(context, &plan, NULL, &surface), CW_ERROR_ARGUMENT);
}

TEST_GROUP(make_context, free_context);
