/// What it takes to make clearance tables of shapes with very large cells: counted in steps, not in
/// seconds. Twice the walls may take little more than twice the steps.
#include "clearance/near/near.h"
#include "clearance/ways/widest.h"
#include "clearance_oracle.h"
#include "failing_allocator.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

/// Steps of the parts of building, and what comes of them.
typedef struct work {
    uint64_t flood, envelopes, links;
    uint64_t near, pieces;
} work;

static cw_vec2 on_circle(uint32_t i, uint32_t count, double radius) {
    double angle = 6.283185307179586 * i / count;
    return (cw_vec2){radius * cos(angle), radius * sin(angle)};
}

/// A round hall whose wall goes in and out: behind each tip stands another wall, and all tips are
/// corners of two halls.
static void add_zigzag(cw_plan *plan, uint32_t count) {
    cw_vec2 *ring = malloc(count * sizeof *ring);
    for (uint32_t i = 0; i < count; i++) {
        ring[i] = on_circle(i, count, i % 2 == 0 ? 15 : 20);
    }
    put_ring(context, plan, CW_RING_OUTER, ring, count);
    free(ring);
}

/// Barriers like the spokes of a wheel, in a square.
static void add_fan(cw_plan *plan, uint32_t count) {
    const cw_vec2 square[] = {{-20, -20}, {20, -20}, {20, 20}, {-20, 20}};
    put_ring(context, plan, CW_RING_OUTER, square, 4);
    for (uint32_t i = 0; i < count; i++) {
        cw_vec2 spoke[] = {on_circle(i, count, 1), on_circle(i, count, 15)};
        put_ring(context, plan, CW_RING_BARRIER, spoke, 2);
    }
}

/// A round pillar in a square: thin cells, each with as many features as portals pass.
static void add_pillar(cw_plan *plan, uint32_t count) {
    const cw_vec2 square[] = {{-30, -30}, {30, -30}, {30, 30}, {-30, 30}};
    cw_vec2 *ring = malloc(count * sizeof *ring);
    for (uint32_t i = 0; i < count; i++) {
        ring[i] = on_circle(i, count, 18);
    }
    put_ring(context, plan, CW_RING_OUTER, square, 4);
    put_ring(context, plan, CW_RING_OBSTACLE, ring, count);
    free(ring);
}

/// A corridor between two round walls.
static void add_round_corridor(cw_plan *plan, uint32_t count) {
    cw_vec2 *outer = malloc(count * sizeof *outer), *inner = malloc(count * sizeof *inner);
    for (uint32_t i = 0; i < count; i++) {
        outer[i] = on_circle(i, count, 100);
        inner[i] = on_circle(5 * i + 1, 5 * count, 60);
    }
    put_ring(context, plan, CW_RING_OUTER, outer, count);
    put_ring(context, plan, CW_RING_OBSTACLE, inner, count);
    free(outer);
    free(inner);
}

/// A hall with teeth above it, which are not equally long.
static void add_comb(cw_plan *plan, uint32_t teeth) {
    cw_vec2 *ring = malloc((4 * (size_t)teeth + 2) * sizeof *ring);
    uint32_t count = 0;
    ring[count++] = (cw_vec2){0, 0};
    ring[count++] = (cw_vec2){teeth, 0};
    for (uint32_t i = teeth; i-- > 0;) {
        ring[count++] = (cw_vec2){i + 1, 10 + i % 5};
        ring[count++] = (cw_vec2){i + 0.5, 10 + i % 7};
        ring[count++] = (cw_vec2){i + 0.5, 2};
        ring[count++] = (cw_vec2){i, 2};
    }
    put_ring(context, plan, CW_RING_OUTER, ring, count);
    free(ring);
}

/// A long hall with a row of triangles: the cells on both sides see all of them, and all gates
/// between two of them are between features.
static void add_row(cw_plan *plan, uint32_t count) {
    cw_vec2 hall[] = {{0, 0}, {2 * count + 1, 0}, {2 * count + 1, 10}, {0, 10}};
    put_ring(context, plan, CW_RING_OUTER, hall, 4);
    for (uint32_t i = 0; i < count; i++) {
        cw_vec2 ring[] = {{2 * i + 1, 1}, {2 * i + 1.5, 1}, {2 * i + 1.2, 8}};
        put_ring(context, plan, CW_RING_HOLE, ring, 3);
    }
}

static void build(const cw_plan *plan, cw_navmesh *mesh, cw_clearance *tables) {
    *mesh = mesh_of_plan(context, plan, NULL);
    assert_int_equal(cw_clearance_build(context, mesh, tables), CW_OK);
}

/// Lets all features look around again.
static void count_flood(const cw_clearance *tables, work *done) {
    const cw_navmesh *mesh = tables->mesh;
    cw_flood flood = {0};
    cw_sightings sightings = {0};
    assert_int_equal(cw_flood_init(context, tables, &flood), CW_OK);
    for (uint32_t i = 0; i < tables->corner_count; i++) {
        assert_int_equal(cw_flood_corner(context, &flood, i, &sightings), CW_OK);
    }
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] == CW_NONE) {
            assert_int_equal(cw_flood_wall(context, &flood, e, &sightings), CW_OK);
        }
    }
    done->near = sightings.count;
    done->flood = flood.steps;
    CW_ARRAY_FREE(context, &sightings);
    cw_flood_free(context, &flood);
}

/// Makes the gates of all cells again.
static void count_gates(const cw_clearance *tables, work *done) {
    cw_workshop shop = {0};
    for (uint32_t c = 0; c < tables->mesh->cell_count; c++) {
        assert_int_equal(cw_features_of_cell(context, tables, c, &shop.features), CW_OK);
        assert_int_equal(cw_region_of_cell(context, tables, &shop.features, &shop.region), CW_OK);
        assert_int_equal(cw_region_gates(context, &shop, &shop.region), CW_OK);
    }
    done->envelopes = shop.envelope.steps;
    done->links = shop.steps;
    cw_workshop_free(context, &shop);
}

static work count_work(void (*add)(cw_plan *plan, uint32_t count), uint32_t count) {
    OWNED(cw_plan) plan = {0};
    OWNED(cw_navmesh) mesh;
    OWNED(cw_clearance) tables;
    work done = {0};
    add(&plan, count);
    build(&plan, &mesh, &tables);
    count_flood(&tables, &done);
    count_gates(&tables, &done);
    done.pieces = tables.edge_piece_first[mesh.edge_count];
    return done;
}

/// All steps of what is quadratic grow fourfold.
static bool grows_slowly(uint64_t less, uint64_t more) {
    return less > 0 && 2 * more < 7 * less;
}

TEST(a_zigzag_hall_twice_as_large_takes_no_four_times_the_steps) {
    work less = count_work(add_zigzag, 1000), more = count_work(add_zigzag, 2000);
    assert_true(10 * more.near < 21 * less.near);
    assert_true(more.flood < 3 * less.flood);
    assert_true(grows_slowly(less.envelopes, more.envelopes));
    assert_true(grows_slowly(less.links, more.links));
}

/// The lists of a fan grow faster than its barriers, since its portals pass in front of many tips.
TEST(a_row_of_triangles_twice_as_long_takes_no_four_times_the_steps) {
    work less = count_work(add_row, 400), more = count_work(add_row, 800);
    assert_true(grows_slowly(less.links, more.links));
    assert_true(grows_slowly(less.flood, more.flood));
}

TEST(a_fan_takes_few_steps_for_each_near_wall) {
    work done = count_work(add_fan, 1000);
    assert_true(done.flood < 6 * done.near);
    assert_true(done.envelopes < 50 * done.pieces);
    assert_true(done.links < 25 * done.near);
}

TEST(a_round_pillar_takes_few_steps_for_each_near_wall) {
    work done = count_work(add_pillar, 1700);
    assert_true(done.flood < 6 * done.near);
    assert_true(done.envelopes < 45 * done.near);
    assert_true(done.links < 22 * done.near);
}

/// The first notch of a corridor looks along thousands of spokes of the triangulation, more than it
/// may. What it takes then has to be as good, or all others follow it along the wall.
TEST(between_round_walls_lists_stay_short) {
    work done = count_work(add_round_corridor, 12000);
    assert_true(done.near < 10 * 12000);
    assert_true(done.pieces < 10 * 12000);
}

TEST(beside_round_walls_of_very_many_sides_lists_stay_short) {
    work done = count_work(add_pillar, 4000);
    assert_true(done.near < 30 * 4000);
    assert_true(done.pieces < 30 * 4000);
}

TEST(the_mesh_and_tables_beside_a_round_wall_are_valid) {
    OWNED(cw_plan) plan = {0};
    OWNED(cw_navmesh) mesh;
    OWNED(cw_clearance) tables;
    add_pillar(&plan, 2000);
    OWNED(cw_surface) surface = surface_of_plan(context, &plan);
    build(&plan, &mesh, &tables);
    assert_int_equal(mesh.cell_count, 2000);
    assert_int_equal(cw_navmesh_validate(context, &mesh), CW_OK);
    assert_int_equal(cw_navmesh_validate_against(context, &mesh, &surface), CW_OK);
    assert_int_equal(cw_clearance_validate(context, &tables), CW_OK);
}

/// Two long cells on both sides, with a gate for every triangle.
TEST(tables_along_a_row_of_triangles_are_valid) {
    enum { COUNT = 300 };
    OWNED(cw_plan) plan = {0};
    put_box(context, &plan, CW_RING_OUTER, -1, -1, 2 * COUNT + 1, 3);
    for (uint32_t i = 0; i < COUNT; i++) {
        cw_vec2 ring[] = {{2 * i, 0}, {2 * i + 1, 0}, {2 * i + 0.5, 1 + i % 7 * 0.1}};
        put_ring(context, &plan, CW_RING_HOLE, ring, 3);
    }
    OWNED(cw_navmesh) mesh;
    OWNED(cw_clearance) tables;
    build(&plan, &mesh, &tables);
    uint32_t most = 0;
    for (uint32_t c = 0; c < mesh.cell_count; c++) {
        uint32_t gates = tables.cell_gate_first[c + 1] - tables.cell_gate_first[c];
        most = gates > most ? gates : most;
    }
    assert_true(most >= COUNT);
    assert_int_equal(cw_clearance_validate(context, &tables), CW_OK);
}

/// Thin triangles along a row of tips: hundreds of pieces on a side, and hundreds of summits.
TEST(a_comb_of_triangles_takes_few_steps_for_each_near_wall) {
    OWNED(cw_plan) plan = {0};
    OWNED(cw_navmesh) mesh;
    work done = {0};
    add_comb(&plan, 500);
    OWNED(cw_surface) surface = surface_of_plan(context, &plan);
    assert_int_equal(oracle_mesh_make(context, &surface, ORACLE_TRIANGLES, &mesh), CW_OK);
    OWNED(cw_clearance) tables = clearance_of(context, &mesh);
    count_flood(&tables, &done);
    count_gates(&tables, &done);
    assert_true(done.links < 22 * done.near);
}

/// Says no at one call.
typedef struct refusal {
    uint32_t calls, at;
} refusal;

static bool refuse(void *user, const char *stage, double fraction) {
    refusal *state = user;
    (void)stage;
    assert_true(fraction >= 0 && fraction <= 1);
    return ++state->calls != state->at;
}

TEST(tables_are_cancelled_at_every_report) {
    OWNED(cw_plan) plan = {0};
    OWNED(cw_navmesh) mesh;
    cw_clearance tables;
    add_fan(&plan, 100);
    build(&plan, &mesh, &tables);
    cw_clearance_free(context, &tables);
    failing_allocator memory = {0};
    cw_context_config config = failing_allocator_config(&memory);
    refusal no = {0};
    config.progress = refuse;
    config.user = &no;
    cw_context *own;
    assert_int_equal(cw_context_create(&config, &own), CW_OK);
    size_t before = memory.live_bytes;
    cw_status status = CW_ERROR_CANCELLED;
    for (uint32_t at = 1; status != CW_OK; at++) {
        no = (refusal){.at = at};
        status = cw_clearance_build(own, &mesh, &tables);
        assert_true(status == (no.calls < at ? CW_OK : CW_ERROR_CANCELLED));
        cw_clearance_free(own, &tables);
        assert_int_equal(memory.live_bytes, before);
    }
    assert_true(no.calls >= 10);
    assert_int_equal(memory.wrong_sizes, 0);
    cw_context_free(own);
}

TEST(any_allocation_may_fail_in_large_cells) {
    OWNED(cw_plan) plan = {0};
    OWNED(cw_navmesh) mesh;
    cw_clearance tables;
    add_fan(&plan, 100);
    build(&plan, &mesh, &tables);
    cw_clearance_free(context, &tables);
    tight_memory tight;
    tight_open(&tight);
    while (tight_next(&tight)) {
        cw_status status = cw_clearance_build(tight.context, &mesh, &tables);
        cw_clearance_free(tight.context, &tables);
        tight_tried(&tight, status);
    }
    tight_close(&tight, 1);
}

TEST_GROUP(make_context, free_context);
