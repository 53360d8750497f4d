/// The gaps of corners: those of all pairs that share a cell, found in a time that follows the
/// lists and not their square.
#include "made.h"
#include "path/disc/nodes.h"
#include "path/ready/tables.h"
#include "path/sights/sights.h"
#include "test.h"
#include "test_context.h"

typedef struct world {
    cw_plan plan;
    cw_navmesh mesh;
    cw_clearance tables;
    cw_mesh_tables ready;
} world;

static void open_world(world *made) {
    made->mesh = mesh_of_plan(context, &made->plan, NULL);
    assert_int_equal(cw_clearance_build(context, &made->mesh, &made->tables), CW_OK);
    assert_int_equal(cw_mesh_tables_make(context, &made->tables, &made->ready), CW_OK);
}

static void close_world(world *made) {
    cw_mesh_tables_free(&made->ready);
    cw_clearance_free(context, &made->tables);
    cw_navmesh_free(context, &made->mesh);
    cw_plan_free(context, &made->plan);
}

static uint32_t entries_of(const cw_clearance *tables) {
    uint32_t cells = tables->mesh->cell_count;
    return tables->near_corner_first[cells] + tables->near_wall_first[cells];
}

/// A round pillar in a square.
static void add_pillar(cw_plan *plan, uint32_t count) {
    const cw_vec2 square[] = {{-30, -30}, {30, -30}, {30, 30}, {-30, 30}};
    cw_vec2 *ring = malloc(count * sizeof *ring);
    for (uint32_t i = 0; i < count; i++) {
        double angle = 6.283185307179586 * i / count;
        ring[i] = (cw_vec2){18 * cos(angle), 18 * sin(angle)};
    }
    put_ring(context, plan, CW_RING_OUTER, square, 4);
    put_ring(context, plan, CW_RING_OBSTACLE, ring, count);
    free(ring);
}

/// The largest v . d over unit vectors d in the cone where the center of a disc that touches the
/// corner may lie.
static double reach(const cw_mesh_cone *cone, cw_vec2 v) {
    if (cone->wide || (cw_vec2_dot(v, cone->out) <= 0 && cw_vec2_dot(v, cone->back) <= 0)) {
        return cw_vec2_length(v);
    }
    return fmax(fmax(cw_vec2_cross(cone->out, v) / cw_vec2_length(cone->out),
                     cw_vec2_cross(v, cone->back) / cw_vec2_length(cone->back)),
                0);
}

static double gap_to_wall(const cw_mesh_cone *cone, cw_vec2 from, cw_vec2 to) {
    cw_vec2 side = cw_vec2_sub(to, from);
    double t = fmin(fmax(-cw_vec2_dot(from, side) / cw_vec2_dot(side, side), 0), 1);
    return reach(cone, from) <= 0 && reach(cone, to) <= 0
               ? INFINITY
               : cw_vec2_length(cw_vec2_along(from, t, side));
}

/// Lowers the gap of one corner by all other features of a cell.
static double brute_gap(const world *made, uint32_t cell, uint32_t corner, double gap) {
    const cw_clearance *tables = &made->tables;
    const cw_corner *own = &tables->corners[corner];
    const cw_mesh_cone *cone = &made->ready.cones[corner];
    for (uint32_t i = tables->near_corner_first[cell]; i < tables->near_corner_first[cell + 1];
         i++) {
        cw_vec2 v = cw_vec2_sub(tables->near_corners[i].position, own->position);
        if (tables->near_corners[i].corner != corner && reach(cone, v) > 0) {
            gap = fmin(gap, cw_vec2_dot(v, v) / reach(cone, v));
        }
    }
    for (uint32_t i = tables->near_wall_first[cell]; i < tables->near_wall_first[cell + 1]; i++) {
        const cw_near_wall *wall = &tables->near_walls[i];
        if (wall->edge != own->incoming && wall->edge != own->outgoing) {
            gap = fmin(gap, gap_to_wall(cone, cw_vec2_sub(wall->from, own->position),
                                        cw_vec2_sub(wall->to, own->position)));
        }
    }
    return gap;
}

static void check_gaps(const world *made) {
    const cw_clearance *tables = &made->tables;
    double *gaps = malloc((tables->corner_count + 1) * sizeof *gaps);
    for (uint32_t i = 0; i < tables->corner_count; i++) {
        gaps[i] = INFINITY;
    }
    for (uint32_t c = 0; c < made->mesh.cell_count; c++) {
        for (uint32_t i = tables->near_corner_first[c]; i < tables->near_corner_first[c + 1]; i++) {
            uint32_t corner = tables->near_corners[i].corner;
            gaps[corner] = brute_gap(made, c, corner, gaps[corner]);
        }
    }
    for (uint32_t i = 0; i < tables->corner_count; i++) {
        assert_true(made->ready.cones[i].gap == gaps[i]);
    }
    free(gaps);
}

TEST(gaps_are_those_of_all_pairs) {
    for (uint32_t family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        world made = {0};
        cw_scene_config config = cw_scene_config_default();
        config.family = (cw_scene_family)family;
        config.vertices = 400;
        assert_int_equal(cw_scene_make(context, &config, &made.plan), CW_OK);
        open_world(&made);
        check_gaps(&made);
        close_world(&made);
    }
    world pillar = {0};
    add_pillar(&pillar.plan, 300);
    open_world(&pillar);
    check_gaps(&pillar);
    close_world(&pillar);
}

/// Each cell has tens of features and nearly all in common with the next one. Of more sides than
/// some 1,800, portals go straight ahead (resolve.c), and there are few.
TEST(a_round_pillar_takes_few_pairs_for_each_near_wall) {
    world made = {0};
    uint64_t pairs;
    add_pillar(&made.plan, 1700);
    open_world(&made);
    assert_true(entries_of(&made.tables) > 60 * made.mesh.cell_count);
    assert_int_equal(cw_mesh_measure_gaps(&made.ready, &pairs), CW_OK);
    assert_true(pairs < 10 * (uint64_t)entries_of(&made.tables));
    close_world(&made);
}

TEST_GROUP(make_context, free_context);
