/// Portals with many free parts, as meshes by others may have: a hall under a row of teeth, whose
/// gaps lead up to a gallery. What is said of the 40th part is as true as of the first.
#include "clearance/portals/portal.h"
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

/// The hall reaches from (0, 0) to (GAPS, EAVES). Right above it begin gaps of 1 m, between teeth
/// that are TIP above the hall at their tips and 0.2 m wide at the gallery.
enum { GAPS = 40, HALL = 0, LOFT = 1, FIRST_GAP = 2, GALLERY = FIRST_GAP + GAPS };
#define EAVES 1.0
#define TIP 0.0625
#define RADIUS 0.3

/// Parts of a metre in which brute force looks along the portal.
enum { SAMPLES = 64 };

static void make_teeth(path_world *made) {
    cw_vec3 positions[4 + 3 * GAPS + 3] = {
        {0, 0, 0}, {GAPS, 0, 0}, {GAPS, EAVES, 0}, {0, EAVES, 0}};
    uint32_t first[GALLERY + 2] = {0, 4}, vertices[8 + GAPS + 1 + 4 * GAPS + 2 * GAPS + 2];
    uint32_t tips = 4, tops = tips + GAPS + 1, roof = tops + 2 * GAPS, count = 0;
    for (uint32_t i = 0; i <= GAPS; i++) {
        positions[tips + i] = (cw_vec3){i, EAVES + TIP, 0};
    }
    for (uint32_t i = 0; i < GAPS; i++) {
        positions[tops + 2 * i] = (cw_vec3){i + 0.125, 3, 0};
        positions[tops + 2 * i + 1] = (cw_vec3){i + 0.875, 3, 0};
    }
    positions[roof] = (cw_vec3){GAPS - 0.125, 4, 0};
    positions[roof + 1] = (cw_vec3){0.125, 4, 0};
    for (uint32_t i = 0; i < 4; i++) {
        vertices[count++] = i;
    }
    vertices[count++] = 3;
    vertices[count++] = 2;
    for (uint32_t i = GAPS + 1; i-- > 0;) {
        vertices[count++] = tips + i;
    }
    for (uint32_t i = 0; i < GAPS; i++) {
        first[FIRST_GAP + i] = count;
        uint32_t gap[] = {tips + i, tips + i + 1, tops + 2 * i + 1, tops + 2 * i};
        for (uint32_t k = 0; k < 4; k++) {
            vertices[count++] = gap[k];
        }
    }
    first[GALLERY] = count;
    for (uint32_t i = tops; i < roof + 2; i++) {
        vertices[count++] = i;
    }
    first[GALLERY + 1] = count;
    cw_polygons polygons = polygons_of(roof + 2, positions, GALLERY + 1, first, vertices);
    path_world_of_polygons(&polygons, "teeth", made);
}

/// Whether a disc can stand on the portal between hall and loft, to judge by the walls alone.
static bool stands_at(const path_world *world, double x, path_spot *spot) {
    *spot = path_spot_at(&world->floor, (cw_vec3){x, EAVES, 0});
    return path_floor_wall_distance(&world->floor, spot) >= RADIUS;
}

/// The way from a place in the hall to the loft, but for half a sample.
static double way_to_loft(path_world *world, path_judge *judge, const path_spot *start) {
    double least = INFINITY;
    for (int i = -SAMPLES; i <= SAMPLES; i++) {
        path_spot spot;
        double x = start->world.x + (double)i / SAMPLES;
        if (x > 0 && x < GAPS && stands_at(world, x, &spot)) {
            least = fmin(least, path_judge_shortest(judge, start, &spot));
        }
    }
    return least;
}

static uint32_t cells_within(path_world *world, cw_vec3 start, double distance) {
    uint32_t count;
    assert_ok(cw_query_cells_within(world->query, start, RADIUS, distance, NULL, 0, &count));
    return count;
}

TEST(every_part_leads_into_the_next_cell) {
    OWNED(path_world) world;
    OWNED(path_judge) judge;
    make_teeth(&world);
    path_judge_make(&world.floor, RADIUS, &judge);
    for (uint32_t i = 0; i < GAPS; i++) {
        cw_vec3 at = {i + 0.375 + i % 4 * 0.0625, 0.6, 0};
        path_spot start = path_spot_at(&world.floor, at);
        double way = way_to_loft(&world, &judge, &start);
        assert_int_equal(cells_within(&world, at, way), 2);
        assert_int_equal(cells_within(&world, at, way - 1.0 / SAMPLES), 1);
    }
}

/// The usable part of the portal below a gap is free, and right beside it nothing is.
static void check_usable(const path_world *world, const cw_path_portal *portal, double x) {
    const double beyond = 1e-4, rounding = 1e-9;
    const cw_vec3 *usable = portal->usable;
    double low = fmin(usable[0].x, usable[1].x), high = fmax(usable[0].x, usable[1].x);
    path_spot spot;
    assert_true(low < x && high > x);
    for (uint32_t k = 0; k <= SAMPLES; k++) {
        double share = (double)k / SAMPLES;
        double at = (low + rounding) * (1 - share) + (high - rounding) * share;
        assert_true(stands_at(world, at, &spot));
    }
    assert_false(stands_at(world, low - beyond, &spot));
    assert_false(stands_at(world, high + beyond, &spot));
}

TEST(the_usable_part_is_free_and_no_more_is) {
    OWNED(path_world) world;
    make_teeth(&world);
    for (uint32_t i = 0; i < GAPS; i++) {
        cw_vec3 ends[2] = {{i + 0.5, 0.6, 0}, {i + 0.5, 3.5, 0}};
        for (int back = 0; back < 2; back++) {
            cw_path path = path_world_find(&world, ends[back], ends[!back], RADIUS);
            assert_int_equal(path.status, CW_PATH_FOUND);
            assert_int_equal(path.portal_count, 3);
            check_usable(&world, &path.portals[back ? 2 : 0], ends[0].x);
        }
    }
}

/// All gaps but one are dear, so the way leads there.
TEST(a_corridor_leads_through_any_part) {
    OWNED(path_world) world;
    make_teeth(&world);
    for (uint32_t i = 0; i < GAPS; i++) {
        uint8_t areas[GALLERY + 1] = {0};
        const double costs[] = {1, 100};
        for (uint32_t k = 0; k < GAPS; k++) {
            areas[FIRST_GAP + k] = k != i;
        }
        cw_vec3 start = {0.5, 0.6, 0}, goal = {GAPS - 0.5, 3.5, 0};
        cw_path_request request = path_ask(&start, &goal, RADIUS);
        request.cell_area = areas;
        request.area_cost = costs;
        request.area_count = 2;
        cw_path path = path_must_find(&world, &request);
        assert_int_equal(path.status, CW_PATH_FOUND);
        assert_int_equal(path.cell_count, 4);
        assert_int_equal(path.cells[2], FIRST_GAP + i);
        path_must_be_good(&world, &path, start, goal);
    }
}

TEST(parts_one_by_one_are_those_of_all_at_once) {
    OWNED(path_world) world;
    make_teeth(&world);
    uint32_t most = 0;
    for (uint32_t e = 0; e < world.floor.mesh.edge_count; e++) {
        for (int step = 0; step < 64 && world.floor.mesh.edge_twin[e] != CW_NONE; step++) {
            cw_interval all[2 * GAPS], part = {0};
            cw_parts parts;
            uint32_t count = cw_clearance_portal(&world.clearance, e, step / 64.0, all, 2 * GAPS);
            assert_true(count <= 2 * GAPS);
            cw_parts_begin(&parts, &world.clearance, e, step / 64.0);
            for (uint32_t i = 0; i < count; i++) {
                assert_true(cw_parts_next(&parts, &part));
                assert_memory_equal(&part, &all[i], sizeof part);
                double middle = (part.from + part.to) / 2;
                assert_true(cw_parts_nearest(&world.clearance, e, step / 64.0, middle, &part));
                assert_memory_equal(&part, &all[i], sizeof part);
            }
            assert_false(cw_parts_next(&parts, &part));
            most = count > most ? count : most;
        }
    }
    assert_int_equal(most, GAPS);
}

TEST_GROUP(make_context, free_context);
