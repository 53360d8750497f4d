/// Distances, free parts of portals and summits against slow versions of them: all walls, and
/// sampled points.
#include "clearance_floors.h"
#include "scenes.h"
#include "test.h"
#include "test_context.h"

// --- distance

static void check_distance(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    cw_random random = {index};
    for (uint32_t i = 0; i < 100; i++) {
        uint32_t cell = cw_random_below(&random, f->mesh.cell_count);
        cw_vec2 p = oracle_point_in_cell(&f->tables, cell, cw_random_unit(&random),
                                         cw_random_unit(&random));
        if (!oracle_in_cell(&f->tables, cell, p)) {
            continue; /* in a dent */
        }
        cw_vec2 nearest;
        double d = cw_clearance_at(&f->tables, cell, p, &nearest);
        double expected = oracle_clearance(&f->tables, p);
        if (fabs(d - expected) > 1e-9) {
            fail_msg("scene %u, %s, cell %u at (%g, %g): %.12g, not %.12g", index,
                     oracle_mesh_name(kind), cell, p.x, p.y, d, expected);
        }
        assert_true(fabs(hypot(nearest.x - p.x, nearest.y - p.y) - d) < 1e-9);
    }
}

TEST(the_distance_to_the_nearest_wall_is_that_of_all_walls) {
    floor_on_all(context, CW_SCENE_FAMILY_COUNT, 90, check_distance);
}

// --- portals

static void check_portals(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    (void)kind;
    cw_random random = {index};
    for (uint32_t i = 0; i < 60; i++) {
        uint32_t edge = cw_random_below(&random, f->mesh.edge_count);
        if (f->mesh.edge_twin[edge] == CW_NONE) {
            continue;
        }
        double critical = f->tables.portals[edge].critical;
        double most = 0.7 * oracle_edge_length(&f->tables, edge);
        floor_sample_portal(&f->tables, edge, cw_random_range(&random, 0, most));
        floor_sample_portal(&f->tables, edge, 0.999 * critical);
        floor_sample_portal(&f->tables, edge, 1.001 * critical + 1e-6);
        floor_sample_portal(&f->tables, edge, 0);
        assert_true(critical == f->tables.portals[f->mesh.edge_twin[edge]].critical);
    }
}

TEST(free_parts_of_portals_are_those_of_sampled_points) {
    floor_on_all(context, CW_SCENE_FAMILY_COUNT, 90, check_portals);
}

/// Both edges of a portal tell the same parts.
static void check_mirror(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    (void)kind;
    cw_random random = {index};
    for (uint32_t e = 0; e < f->mesh.edge_count; e++) {
        uint32_t twin = f->mesh.edge_twin[e];
        if (twin == CW_NONE || twin < e) {
            continue;
        }
        double length = oracle_edge_length(&f->tables, e),
               radius = cw_random_range(&random, 0, length);
        cw_interval parts[16], mirror[16];
        uint32_t count = cw_clearance_portal(&f->tables, e, radius, parts, 16);
        assert_int_equal(cw_clearance_portal(&f->tables, twin, radius, mirror, 16), count);
        for (uint32_t i = 0; i < count && count <= 16; i++) {
            assert_true(fabs(parts[i].from - (length - mirror[count - 1 - i].to)) < 1e-12 * length);
            assert_true(fabs(parts[i].to - (length - mirror[count - 1 - i].from)) < 1e-12 * length);
        }
    }
}

TEST(both_sides_of_a_portal_have_the_same_free_parts) {
    floor_on_all(context, CW_SCENE_FAMILY_COUNT, 60, check_mirror);
    floor_on_small(context, check_mirror);
}

/// Compares the free parts with those of the same tables without bands, bit for bit.
static void compare_with_pieces(const cw_clearance *tables, const cw_clearance *bare, uint32_t edge,
                                double radius) {
    cw_interval parts[16], pieces[16];
    uint32_t count = cw_clearance_portal(tables, edge, radius, parts, 16);
    assert_int_equal(cw_clearance_portal(bare, edge, radius, pieces, 16), count);
    assert_memory_equal(parts, pieces, (count < 16 ? count : 16) * sizeof parts[0]);
}

static uint32_t bands_seen;

/// Radii inside every band, at its ends, and just beyond them.
static void check_bands(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    (void)kind;
    cw_random random = {index};
    cw_clearance bare = f->tables;
    bare.portals = calloc(f->mesh.edge_count, sizeof *bare.portals);
    assert_non_null(bare.portals);
    for (uint32_t e = 0; e < f->mesh.edge_count; e++) {
        const cw_portal *portal = &f->tables.portals[e];
        bare.portals[e] = *portal;
        bare.portals[e].band_count = 0;
        for (uint32_t i = 0; i < portal->band_count; i++) {
            const cw_portal_band *band = &f->tables.portal_bands[portal->band_first + i];
            double inside = cw_random_range(&random, band->low, band->high);
            const double radii[] = {band->low, nextafter(band->low, INFINITY), inside, band->high,
                                    nextafter(band->high, INFINITY)};
            for (uint32_t k = 0; k < sizeof radii / sizeof radii[0]; k++) {
                compare_with_pieces(&f->tables, &bare, e, radii[k]);
            }
            bands_seen++;
        }
    }
    free(bare.portals);
}

TEST(bands_tell_what_the_pieces_of_a_portal_tell) {
    bands_seen = 0;
    floor_on_all(context, CW_SCENE_FAMILY_COUNT, 300, check_bands);
    assert_true(bands_seen > 1000);
    floor_on_small(context, check_bands);
}

// --- summits

static void check_summits(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    cw_random random = {index};
    const cw_clearance *tables = &f->tables;
    for (uint32_t e = 0; e < f->mesh.edge_count; e++) {
        uint32_t first = tables->edge_summit_first[e], end = tables->edge_summit_first[e + 1];
        bool lower = f->mesh.edge_twin[e] != CW_NONE && f->mesh.edge_twin[e] > e;
        assert_true(lower ? end > first : end == first);
        double length = lower ? oracle_edge_length(tables, e) : 0, last = -1;
        for (uint32_t i = first; i < end; i++) {
            const cw_summit *summit = &tables->summits[i];
            cw_vec2 start = oracle_edge_point(tables, e, 0);
            double at = hypot(summit->position.x - start.x, summit->position.y - start.y);
            assert_true(summit->edge == e && at > last);
            last = at;
            assert_true(fabs(summit->clearance - oracle_clearance(tables, summit->position)) <
                        1e-9);
            for (int k = -1; k <= 1; k += 2) { /* nothing beside it is higher */
                double x = fmin(fmax(at + k * 1e-4 * length, 0), length);
                double beside = oracle_clearance(tables, oracle_edge_point(tables, e, x));
                if (beside > summit->clearance + 1e-9 && summit->clearance > FLOOR_NOISE) {
                    fail_msg("scene %u, %s, edge %u: %.12g at %.12g, %.12g at %.12g of %g", index,
                             oracle_mesh_name(kind), e, summit->clearance, at, beside, x, length);
                }
            }
        }
        cw_interval parts[16];
        double radius = cw_random_range(&random, 0, 0.6 * length);
        uint32_t count = lower ? cw_clearance_portal(tables, e, radius, parts, 16) : 0, above = 0;
        for (uint32_t i = first; i < end; i++) {
            above += tables->summits[i].clearance >= radius;
        }
        assert_true(count <= above + 1); /* every part has a summit of its own */
    }
}

TEST(summits_are_the_highest_points_around_them) {
    floor_on_all(context, CW_SCENE_FAMILY_COUNT, 60, check_summits);
}

TEST_GROUP(make_context, free_context);
