/// What is joined inside a cell, against rasters of points; and critical radii of crosses, against
/// what is joined.
#include "clearance_floors.h"
#include "scenes.h"
#include "test.h"
#include "test_context.h"

/// Compares groups with a raster of the cell, at radii above and below by more than a step.
static void compare_groups(const floor_tables *f, uint32_t cell, double radius) {
    enum { MOST = 64 };
    cw_joined_interval parts[MOST];
    uint32_t count = cw_clearance_joined(&f->tables, cell, radius, parts, MOST);
    oracle_raster raster = oracle_raster_cell(&f->tables, cell, 80);
    size_t size = (size_t)raster.columns * raster.rows;
    uint32_t *wide = malloc(size * sizeof *wide), *narrow = malloc(size * sizeof *narrow);
    oracle_raster_label(&raster, radius + 1.5 * raster.step, wide);
    oracle_raster_label(&raster, fmax(radius - 1.5 * raster.step, 0), narrow);
    for (uint32_t i = 0; i < count && count <= MOST; i++) {
        for (uint32_t j = 0; j < i; j++) {
            cw_interval a = parts[i].part, b = parts[j].part;
            uint32_t p = oracle_raster_nearest(
                &raster, oracle_edge_point(&f->tables, parts[i].edge, (a.from + a.to) / 2));
            uint32_t q = oracle_raster_nearest(
                &raster, oracle_edge_point(&f->tables, parts[j].edge, (b.from + b.to) / 2));
            if (p == UINT32_MAX || q == UINT32_MAX) {
                continue;
            }
            if (parts[i].group != parts[j].group) {
                assert_true(wide[p] == UINT32_MAX || wide[p] != wide[q]);
            } else if (radius > 1.5 * raster.step) {
                assert_true(narrow[p] == UINT32_MAX || narrow[q] == UINT32_MAX ||
                            narrow[p] == narrow[q]);
            }
        }
    }
    free(wide);
    free(narrow);
    oracle_raster_free(&raster);
}

static void check_groups(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    (void)kind;
    cw_random random = {index};
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t cell = cw_random_below(&random, f->mesh.cell_count);
        compare_groups(f, cell, cw_random_range(&random, 0, 1));
    }
}

TEST(parts_of_a_cell_are_joined_as_on_a_raster) {
    floor_on_all(context, CW_SCENE_FAMILY_COUNT, 60, check_groups);
}

/// The critical radius of a cross is where groups fall apart.
static void check_crosses(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    enum { MOST = 64 };
    for (uint32_t entry = 0; entry < f->mesh.edge_count; entry++) {
        uint32_t cell = f->mesh.edge_cell[entry];
        for (uint32_t exit = f->mesh.cell_first[cell]; exit < entry; exit++) {
            if (f->mesh.edge_twin[entry] == CW_NONE || f->mesh.edge_twin[exit] == CW_NONE) {
                continue;
            }
            cw_gate gate;
            double critical = cw_clearance_cross(&f->tables, entry, exit, &gate);
            assert_true(critical == cw_clearance_cross(&f->tables, exit, entry, NULL));
            assert_true(gate.radius == critical && critical >= 0);
            for (int side = -1; side <= 1; side += 2) {
                double radius = critical + side * 1e-7;
                cw_joined_interval parts[MOST];
                uint32_t count = cw_clearance_joined(&f->tables, cell, radius, parts, MOST);
                bool joined = false;
                for (uint32_t i = 0; i < count * count && count <= MOST; i++) {
                    joined |= parts[i / count].edge == entry && parts[i % count].edge == exit &&
                              parts[i / count].group == parts[i % count].group;
                }
                if (count <= MOST && critical > 1e-6 && joined != (side < 0)) {
                    fail_msg("scene %u, %s, cell %u, cross %u-%u of %.12g", index,
                             oracle_mesh_name(kind), cell, entry, exit, critical);
                }
            }
        }
    }
}

TEST(crosses_are_open_below_their_critical_radius_only) {
    floor_on_all(context, CW_SCENE_FAMILY_COUNT, 60, check_crosses);
    floor_on_small(context, check_crosses);
}

TEST_GROUP(make_context, free_context);
