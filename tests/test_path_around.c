/// What is around a place: the nearest wall, and the cells within a distance, compared with brute
/// force.
#include "query_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void check_walls(query_world *world, cw_random *random) {
    for (int i = 0; i < 50; i++) {
        cw_vec3 point;
        if (!query_world_place(world, random, &point)) {
            return;
        }
        double distance;
        cw_vec2 nearest;
        assert_int_equal(cw_query_wall(world->query, point, &distance, &nearest), CW_OK);
        path_assert_near(distance, query_oracle_wall(&world->mesh, (cw_vec2){point.x, point.y}),
                         1e-9);
        path_assert_near(hypot(nearest.x - point.x, nearest.y - point.y), distance, 1e-8);
        assert_true(query_oracle_wall(&world->mesh, nearest) < 1e-8);
    }
}

static void the_nearest_wall_is_the_one_of_brute_force(void **state) {
    (void)state;
    query_world_for_plans(check_walls, 100, 1);
}

// --- cells within
// ---------------------------------------------------------------------------------

static double segment_gap(const query_world *world, cw_vec2 p, uint32_t edge) {
    const cw_navmesh *mesh = &world->mesh;
    uint32_t cell = mesh->edge_cell[edge];
    uint32_t next = edge + 1 < mesh->cell_first[cell + 1] ? edge + 1 : mesh->cell_first[cell];
    cw_vec2 a = world->clearance.points[mesh->edge_vertex[edge]];
    cw_vec2 b = world->clearance.points[mesh->edge_vertex[next]];
    double x = b.x - a.x, y = b.y - a.y;
    double t = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y);
    t = fmin(fmax(t, 0), 1);
    return hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

static double edge_gap(const query_world *world, uint32_t e, uint32_t f) {
    const cw_navmesh *mesh = &world->mesh;
    double least = INFINITY;
    for (int i = 0; i < 2; i++) {
        uint32_t from = i == 0 ? e : f, to = i == 0 ? f : e, cell = mesh->edge_cell[from];
        uint32_t next = from + 1 < mesh->cell_first[cell + 1] ? from + 1 : mesh->cell_first[cell];
        least =
            fmin(least, segment_gap(world, world->clearance.points[mesh->edge_vertex[from]], to));
        least =
            fmin(least, segment_gap(world, world->clearance.points[mesh->edge_vertex[next]], to));
    }
    return least;
}

/// Bounds of the way into each cell, by going over all portals until nothing changes.
static double *oracle_bounds(const query_world *world, cw_vec2 start, uint32_t cell) {
    const cw_navmesh *mesh = &world->mesh;
    double *ways = malloc(mesh->edge_count * sizeof *ways);
    double *cells = malloc(mesh->cell_count * sizeof *cells);
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        bool own = mesh->edge_cell[e] == cell && mesh->edge_twin[e] != CW_NONE;
        ways[e] = own ? segment_gap(world, start, e) : INFINITY;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t e = 0; e < mesh->edge_count; e++) {
            if (!isfinite(ways[e])) {
                continue;
            }
            uint32_t twin = mesh->edge_twin[e], next = mesh->edge_cell[twin];
            for (uint32_t f = mesh->cell_first[next]; f < mesh->cell_first[next + 1]; f++) {
                if (f != twin && mesh->edge_twin[f] != CW_NONE) {
                    double way =
                        fmax(ways[e] + edge_gap(world, twin, f), segment_gap(world, start, f));
                    if (way < ways[f] - 1e-12) {
                        ways[f] = way;
                        changed = true;
                    }
                }
            }
        }
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        cells[c] = c == cell ? 0 : INFINITY;
    }
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] != CW_NONE) {
            uint32_t next = mesh->edge_cell[mesh->edge_twin[e]];
            cells[next] = fmin(cells[next], ways[e]);
        }
    }
    free(ways);
    return cells;
}

static void check_cells_within(query_world *world, cw_random *random) {
    const cw_navmesh *mesh = &world->mesh;
    uint32_t *cells = malloc(mesh->cell_count * sizeof *cells), count, few[3];
    for (int i = 0; i < 5; i++) {
        cw_vec3 point;
        if (!query_world_place(world, random, &point)) {
            break;
        }
        double distance = i == 4 ? 1e9 : cw_random_range(random, 0, 12);
        uint32_t start = cw_navmesh_locate(mesh, point);
        cw_vec2 local = cw_clearance_local(mesh, (cw_vec2){point.x, point.y});
        double *bounds = oracle_bounds(world, local, start);
        assert_int_equal(
            cw_query_cells_within(world->query, point, distance, cells, mesh->cell_count, &count),
            CW_OK);
        assert_int_equal(cells[0], start);
        uint32_t expected = 0;
        for (uint32_t c = 0; c < mesh->cell_count; c++) {
            expected += bounds[c] <= distance;
            assert_true(i < 4 ||
                        (bounds[c] < 1e9) == (mesh->cell_island[c] == mesh->cell_island[start]));
        }
        assert_int_equal(count, expected);
        for (uint32_t k = 0; k + 1 < count; k++) {
            double a = bounds[cells[k]], b = bounds[cells[k + 1]];
            assert_true(a <= b + 1e-9);
            assert_true(a != b || cells[k] < cells[k + 1]);
        }
        uint32_t total;
        assert_int_equal(cw_query_cells_within(world->query, point, distance, few, 3, &total),
                         CW_OK);
        assert_int_equal(total, count);
        assert_memory_equal(few, cells, (count < 3 ? count : 3) * sizeof *few);
        assert_int_equal(cw_query_cells_within(world->query, point, distance, NULL, 0, &total),
                         CW_OK);
        assert_int_equal(total, count);
        free(bounds);
    }
    free(cells);
}

static void cells_within_a_distance_come_nearest_first(void **state) {
    (void)state;
    query_world_for_plans(check_cells_within, 80, 1);
}

static void a_cell_that_is_seen_within_the_distance_is_among_them(void **state) {
    (void)state;
    query_world world;
    query_world_plan(&world, CW_SCENE_MIX, 300, 9, 0);
    cw_random random = {21};
    uint32_t *cells = malloc(world.mesh.cell_count * sizeof *cells), count;
    for (int i = 0; i < 300; i++) {
        cw_vec3 from;
        assert_true(query_world_place(&world, &random, &from));
        cw_vec3 to = query_world_point(&world, &random, 0);
        cw_ray ray = query_world_ray(&world, from, (cw_vec2){to.x, to.y}, 0);
        assert_int_equal(cw_query_cells_within(world.query, from, ray.distance + 1e-9, cells,
                                               world.mesh.cell_count, &count),
                         CW_OK);
        bool found = false;
        for (uint32_t k = 0; k < count; k++) {
            found |= cells[k] == ray.cell;
        }
        assert_true(found);
    }
    free(cells);
    query_world_free(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_wall_is_the_one_of_brute_force),
        cmocka_unit_test(cells_within_a_distance_come_nearest_first),
        cmocka_unit_test(a_cell_that_is_seen_within_the_distance_is_among_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
