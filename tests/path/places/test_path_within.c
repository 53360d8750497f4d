/// The cells within a walking distance, compared with brute force from the walls alone: no cell too
/// many, none too few.
#include "made.h"
#include "path/query/query.h"
#include "path_setup.h"
#include "query_world.h"
#include "test.h"
#include "test_owned.h"

/// Metres by which the way to a cell may miss that of brute force.
#define WAY_ERROR 1e-6

/// Metres from the end of the free part of a portal where a disc surely stands, whatever the
/// lattice rounds.
#define HAIR 2e-7

/// Places of a portal that are looked at, and rounds of looking closer around the best of them.
enum { SAMPLES = 12, ROUNDS = 24, MOST_PARTS = 8 };

static cw_vec3 between(cw_vec3 a, cw_vec3 b, double t) {
    return (cw_vec3){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)};
}

/// One question, and who answers it.
typedef struct question {
    path_world *world;
    path_judge *judge;
    path_spot start;
    double radius;
} question;

/// The place at a point of an edge, or by a hair to one of its sides: next to a needle of a cell
/// the point itself may be off the mesh.
static path_spot spot_on(const question *q, uint32_t edge, double s) {
    const cw_navmesh *mesh = &q->world->floor.mesh;
    cw_vec3 a = mesh->positions[mesh->edge_vertex[edge]];
    cw_vec3 b = mesh->positions[mesh->edge_vertex[mesh->edge_twin[edge]]];
    double length = q->world->clearance.portals[edge].length;
    cw_vec3 at = between(a, b, s / length), side = {(a.y - b.y) / length, (b.x - a.x) / length, 0};
    path_spot spot = path_spot_at(&q->world->floor, at);
    for (int way = -1; way <= 1 && spot.cell == CW_NONE; way += 2) {
        cw_vec3 moved = {at.x + way * HAIR * side.x, at.y + way * HAIR * side.y, at.z};
        spot = path_spot_at(&q->world->floor, moved);
    }
    return spot;
}

/// The way to a point of an edge, in metres from its start; infinite where the disc cannot stand.
static double way_to(const question *q, uint32_t edge, double s) {
    path_spot spot = spot_on(q, edge, s);
    bool stands = spot.cell != CW_NONE &&
                  path_floor_wall_distance(&q->world->floor, &spot) >= q->radius - 1e-9;
    return stands ? path_judge_shortest(q->judge, &q->start, &spot) : INFINITY;
}

/// The shortest way to a part of an edge around a place of it, `step` to both sides.
static double look_closer(const question *q, uint32_t edge, cw_interval part, double at,
                          double step) {
    double best = way_to(q, edge, at);
    for (int round = 0; round < ROUNDS; round++, step /= 2) {
        for (int side = -1; side <= 1; side += 2) {
            double s = fmin(fmax(at + side * step / 2, part.from), part.to);
            double way = way_to(q, edge, s);
            if (way < best) {
                best = way;
                at = s;
            }
        }
    }
    return best;
}

/// The shortest way to a part of an edge that is free by the tables: which they are, is tested
/// elsewhere. Its ends touch walls, and are left by a hair.
static double way_to_part(const question *q, uint32_t edge, cw_interval part) {
    double ways[SAMPLES + 1], best = INFINITY;
    if (part.to - part.from > 2 * HAIR) {
        part = (cw_interval){part.from + HAIR, part.to - HAIR};
    }
    double step = (part.to - part.from) / SAMPLES;
    for (int i = 0; i <= SAMPLES; i++) {
        ways[i] = way_to(q, edge, part.from + i * step);
    }
    for (int i = 0; i <= SAMPLES; i++) {
        if ((i == 0 || ways[i] <= ways[i - 1]) && (i == SAMPLES || ways[i] <= ways[i + 1])) {
            best = fmin(best, look_closer(q, edge, part, part.from + i * step, step));
        }
    }
    return best;
}

/// The shortest way to a cell over its portals.
static double way_to_cell(const question *q, uint32_t cell) {
    const cw_navmesh *mesh = &q->world->floor.mesh;
    double best = INFINITY;
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        cw_interval parts[MOST_PARTS];
        uint32_t count = 0;
        if (mesh->edge_twin[e] != CW_NONE) {
            count = cw_clearance_portal(&q->world->clearance, e, q->radius, parts, MOST_PARTS);
        }
        assert_true(count <= MOST_PARTS);
        for (uint32_t i = 0; i < count; i++) {
            best = fmin(best, way_to_part(q, e, parts[i]));
        }
    }
    return best;
}

/// Whether a cell is told within a distance.
static bool is_told(const question *q, uint32_t cell, double distance) {
    uint32_t count, cell_count = q->world->floor.mesh.cell_count;
    uint32_t *cells = malloc(cell_count * sizeof *cells);
    assert_ok(cw_query_cells_within(q->world->query, q->start.world, q->radius, distance, cells,
                                    cell_count, &count));
    bool told = false;
    for (uint32_t i = 0; i < count; i++) {
        told |= cells[i] == cell;
    }
    free(cells);
    return told;
}

/// Compares one cell: true when there is a way to it.
static bool check_cell(const question *q, uint32_t cell) {
    double way = way_to_cell(q, cell);
    bool right = isfinite(way) ? is_told(q, cell, way + WAY_ERROR) : !is_told(q, cell, 1e6);
    if (isfinite(way) && way > WAY_ERROR && is_told(q, cell, way - WAY_ERROR)) {
        right = false;
    }
    if (!right) {
        path_describe(q->world, q->radius, &q->start, &q->start, "cells within");
        double low = 0, high = 1e4;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            *(is_told(q, cell, middle) ? &high : &low) = middle;
        }
        fail_msg("cell %u: the way is %.9f m, but it is told from %.9f m on", cell, way, high);
    }
    return isfinite(way);
}

static uint32_t check_world(path_world *world, cw_random *random, double radius) {
    OWNED(path_judge) judge;
    uint32_t checked = 0;
    path_judge_make(&world->floor, radius, &judge);
    for (int i = 0; i < 3; i++) {
        question q = {world, &judge, path_spot_random(&world->floor, random), radius};
        uint32_t cell = cw_random_below(random, world->floor.mesh.cell_count);
        if (cell != q.start.cell &&
            path_floor_wall_distance(&world->floor, &q.start) > radius + 1e-6) {
            checked += check_cell(&q, cell);
        }
    }
    return checked;
}

TEST(the_way_to_a_cell_is_that_of_brute_force) {
    uint32_t checked[2] = {0, 0};
    for (uint64_t number = 0; number < 44; number++) {
        path_world world, triangles;
        cw_random random = {number + 3};
        if (!path_world_random(number, 24, &world)) {
            continue;
        }
        path_floor floor;
        path_floor_triangulated(&world.floor, &floor);
        path_world_make(&floor, &triangles);
        for (int i = 0; i < 2; i++) {
            double radius = i == 0 ? 0 : fmax(path_radius_random(&random) / 8, 0.01);
            checked[i] += check_world(&world, &random, radius);
            checked[i] += check_world(&triangles, &random, radius);
        }
        path_world_free(&triangles);
        path_world_free(&world);
    }
    print_message("%u cells for a point, %u for discs\n", checked[0], checked[1]);
    assert_true(checked[0] > 60 && checked[1] > 40);
}

/// Two arms of 50 m side by side, joined at the far end, as a strip of triangles: what is near
/// through the wall is far on foot.
TEST(a_hairpin_is_as_long_as_it_is) {
    cw_vec3 positions[210];
    uint32_t count = 0, first[210], vertices[630], cells = 0;
    for (int i = 0; i <= 50; i++) {
        positions[count++] = (cw_vec3){i, 0, 0};
        positions[count++] = (cw_vec3){i, 1, 0};
    }
    positions[count++] = (cw_vec3){52, 1, 0};
    for (int i = 50; i >= 0; i--) {
        positions[count++] = (cw_vec3){i, 1.25, 0};
        positions[count++] = (cw_vec3){i, 2.25, 0};
    }
    for (uint32_t k = 0; k + 2 < count; k++, cells++) {
        cw_vec3 a = positions[k], b = positions[k + 1], c = positions[k + 2];
        bool left = (b.x - a.x) * (c.y - a.y) > (b.y - a.y) * (c.x - a.x);
        first[cells] = 3 * cells;
        vertices[3 * cells] = k;
        vertices[3 * cells + 1] = left ? k + 1 : k + 2;
        vertices[3 * cells + 2] = left ? k + 2 : k + 1;
    }
    first[cells] = 3 * cells;
    cw_polygons polygons = polygons_of(count, positions, cells, first, vertices);
    OWNED(query_world) world;
    query_world_polygons(&world, &polygons);
    uint32_t near, all;
    cw_vec3 start = {0.5, 0.375, 0};
    assert_int_equal(cw_query_cells_within(world.query, start, 0, 57, NULL, 0, &near), CW_OK);
    assert_int_equal(cw_query_cells_within(world.query, start, 0, 101, NULL, 0, &all), CW_OK);
    assert_int_equal(all, cells);
    assert_in_range(near, 100, 125);
}

static void check_order(query_world *world, cw_random *random) {
    const cw_navmesh *mesh = &world->mesh;
    uint32_t *cells = malloc(mesh->cell_count * sizeof *cells), count, before = 0, few[3];
    cw_vec3 point;
    double distance = 0;
    for (int i = 0; i < 8 && query_world_place(world, random, &point); i++, distance += 2) {
        uint32_t start = cw_navmesh_locate(mesh, point), total, island = 0;
        distance = i == 7 ? 1e6 : distance;
        double less = i == 7 ? cw_random_range(random, 4, 20) : distance / 2; /* before all */
        assert_ok(cw_query_cells_within(world->query, point, 0, distance, cells, mesh->cell_count,
                                        &count));
        assert_int_equal(cells[0], start);
        assert_ok(cw_query_cells_within(world->query, point, 0, less, NULL, 0, &before));
        assert_true(before <= count);
        uint32_t *prefix = malloc(mesh->cell_count * sizeof *prefix);
        assert_ok(
            cw_query_cells_within(world->query, point, 0, less, prefix, mesh->cell_count, &total));
        assert_memory_equal(prefix, cells, total * sizeof *cells);
        free(prefix);
        assert_ok(cw_query_cells_within(world->query, point, 0, distance, few, 3, &total));
        assert_int_equal(total, count);
        assert_memory_equal(few, cells, (count < 3 ? count : 3) * sizeof *few);
        for (uint32_t c = 0; c < mesh->cell_count; c++) {
            island += mesh->cell_island[c] == mesh->cell_island[start];
        }
        assert_true(i < 7 || count == island);
    }
    free(cells);
}

TEST(cells_come_nearest_first) {
    query_world_for_plans(check_order, 80, 1);
}

TEST(a_cell_that_is_seen_within_the_distance_is_among_them) {
    OWNED(query_world) world;
    query_world_plan(&world, CW_SCENE_MIX, 300, 9, 0);
    cw_random random = {21};
    uint32_t *cells = malloc(world.mesh.cell_count * sizeof *cells), count;
    for (int i = 0; i < 300; i++) {
        cw_vec3 from;
        assert_true(query_world_place(&world, &random, &from));
        cw_vec3 to = query_world_point(&world, &random, 0);
        cw_ray ray = query_world_ray(&world, from, (cw_vec2){to.x, to.y}, 0);
        assert_ok(cw_query_cells_within(world.query, from, 0, ray.distance + 1e-9, cells,
                                        world.mesh.cell_count, &count));
        bool found = false;
        for (uint32_t k = 0; k < count; k++) {
            found |= cells[k] == ray.cell;
        }
        assert_true(found);
    }
    free(cells);
}

/// A hall of two cells with a row of 100 dashes between them. Rays from each of their ends go to
/// all others, but both cells have been entered long before.
TEST(a_search_ends_where_nothing_can_be_nearer) {
    enum { DASHES = 100 };
    OWNED(cw_plan) plan = {0};
    const cw_vec2 hall[] = {{0, 0}, {DASHES, 0}, {DASHES, DASHES}, {0, DASHES}};
    put_ring(context, &plan, CW_RING_OUTER, hall, 4);
    for (int i = 0; i < DASHES; i++) {
        const cw_vec2 dash[] = {{i + 0.25, DASHES / 2.0}, {i + 0.75, DASHES / 2.0}};
        put_ring(context, &plan, CW_RING_BARRIER, dash, 2);
    }
    OWNED(cw_navmesh) mesh = mesh_of_plan(context, &plan, NULL);
    OWNED(cw_clearance) tables = clearance_of(context, &mesh);
    OWNED_HANDLE(cw_query) query = query_of(context, &tables);
    const cw_vec3 start = {30, 20, 0};
    for (int i = 0; i < 2; i++) {
        uint32_t cells[3], count;
        double distance = i == 0 ? 1e4 : 29.9; /* the row is 30 m away */
        assert_ok(cw_query_cells_within(query, start, 0.125, distance, cells, 3, &count));
        assert_int_equal(count, i == 0 ? mesh.cell_count : 1);
        assert_true(query->flood.expansions < DASHES);
    }
}

TEST(a_disc_that_cannot_stand_there_is_told_so) {
    OWNED(path_world) world;
    path_world_two_rooms(&world);
    uint32_t count = 7;
    assert_int_equal(
        cw_query_cells_within(world.query, (cw_vec3){0.25, 5, 0}, 0.5, 9, NULL, 0, &count),
        CW_ERROR_INPUT);
    assert_int_equal(count, 0);
}

TEST_GROUP(make_context, free_context);
