/// Tables where walls nearly touch portals: needles that are nanometres wide, and corners that a
/// portal of a relaxed mesh grazes. Found by `make fuzz`.
#include "clearance_oracle.h"
#include "made.h"
#include "path_cases.h"
#include "scene_floors.h"
#include "test.h"
#include "test_owned.h"

#define RING(kind_, ...)                                            \
    {                                                               \
        .kind = (kind_), .points = {__VA_ARGS__},                   \
        .count = sizeof((cw_vec2[]){__VA_ARGS__}) / sizeof(cw_vec2) \
    }

enum { MOST_POINTS = 9, MOST_RINGS = 3 };

typedef struct shape {
    cw_ring_kind kind;
    cw_vec2 points[MOST_POINTS];
    uint32_t count;
} shape;

/// What stands in a square of 15 m.
typedef struct room {
    const char *name;
    shape rings[MOST_RINGS];
} room;

static const room ROOMS[] = {
    {"a portal runs along a needle",
     {RING(CW_RING_OBSTACLE, {0, 0}, {0, 0}, {2, 0}, {0, 0}, {8, 1}, {4, 2}, {5, 2}, {11, 4},
           {9, 0})}},
    {"a portal grazes a corner",
     {RING(CW_RING_HOLE, {10, 1}, {14, 1}, {0, 3}, {14, 2}),
      RING(CW_RING_BARRIER, {2, 2}, {4, 0}, {2, 0}, {6, 0}, {12, 2}, {2, 2}, {10, 3}, {11, 3},
           {2, 1})}},
    {"a portal grazes a tip",
     {RING(CW_RING_BARRIER, {15, 6}, {14, 10}, {3, 9}, {9, 13}, {11, 6}, {5, 8}, {7, 6}),
      RING(CW_RING_HOLE, {10, 14}, {5, 7}),
      RING(CW_RING_HOLE, {14, 2}, {7, 2}, {6, 3}, {1, 1}, {8, 3})}},
    {"a cell with a deep dent",
     {RING(CW_RING_BARRIER, {6, 6}, {2, 12}, {1, 8}),
      RING(CW_RING_OBSTACLE, {7, 7}, {9, 5}, {7, 9}, {5, 3}, {13, 4}, {1, 9})}},
};
enum { ROOM_COUNT = sizeof ROOMS / sizeof *ROOMS };

static cw_surface make_surface(const room *here) {
    OWNED(cw_plan) plan = {0};
    put_box(context, &plan, CW_RING_OUTER, 0, 0, 15, 15);
    for (uint32_t i = 0; i < MOST_RINGS && here->rings[i].count > 0; i++) {
        const shape *ring = &here->rings[i];
        put_ring(context, &plan, ring->kind, ring->points, ring->count);
    }
    return surface_of_plan(context, &plan);
}

/// Points along portals, which all cells beside them must know equally well.
static void check_portals(const cw_clearance *tables, const char *name) {
    enum { SAMPLES = 24 };
    const cw_navmesh *mesh = tables->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        for (int i = 1; mesh->edge_twin[e] != CW_NONE && i < SAMPLES; i++) {
            cw_vec2 p = oracle_edge_point(tables, e, i * oracle_edge_length(tables, e) / SAMPLES);
            double found = cw_clearance_at(tables, mesh->edge_cell[e], p, NULL);
            double expected = oracle_clearance(tables, p);
            if (fabs(found - expected) > CW_CLEARANCE_TOLERANCE) {
                fail_msg("%s: portal %u at (%g, %g): %.12g m, not %.12g m", name, e, p.x, p.y,
                         found, expected);
            }
        }
    }
}

static void check_way_back(const cw_clearance *tables, cw_place from, cw_place to,
                           const char *name) {
    cw_gate there, back;
    assert_int_equal(cw_clearance_widest(context, tables, from, to, &there), CW_OK);
    assert_int_equal(cw_clearance_widest(context, tables, to, from, &back), CW_OK);
    if (fabs(there.radius - back.radius) > CW_CLEARANCE_TOLERANCE) {
        fail_msg("%s: from (%g, %g) to (%g, %g) %.12g m, back %.12g m", name, from.position.x,
                 from.position.y, to.position.x, to.position.y, there.radius, back.radius);
    }
}

/// Between places of a grid, some of which lie on portals, the widest way back is as wide.
static void check_ways_back(const cw_clearance *tables, const char *name) {
    enum { COLUMNS = 8, PLACES = 56 };
    cw_place places[PLACES];
    for (int i = 0; i < PLACES; i++) {
        cw_vec2 plan = {0.25 + 2 * (i % COLUMNS), 1.5 + 2 * (i / COLUMNS)};
        places[i] = oracle_place(tables->mesh, cw_clearance_local(tables->mesh, plan));
    }
    for (int i = 0; i < PLACES; i++) {
        for (int j = i + 1; j < PLACES; j++) {
            check_way_back(tables, places[i], places[j], name);
        }
    }
}

static void check_room(const room *here, const cw_surface *surface,
                       const cw_navmesh_config *config) {
    char name[128];
    snprintf(name, sizeof name, "%s, alpha %g, tau %g, turn %g, effort %u", here->name,
             config->alpha, config->tau, config->turn, config->effort);
    OWNED(cw_navmesh) mesh;
    OWNED(cw_clearance) tables;
    if (cw_navmesh_build(context, surface, config, &mesh) != CW_OK ||
        cw_clearance_build(context, &mesh, &tables) != CW_OK ||
        cw_clearance_validate(context, &tables) != CW_OK) {
        fail_msg("%s: %s", name, cw_context_message(context));
    }
    check_portals(&tables, name);
    check_ways_back(&tables, name);
}

TEST(tables_are_sound_where_walls_nearly_touch_portals) {
    static const double angles[] = {0, 0.4, 1.5}, depths[] = {0, 0.5, 2, 1000};
    for (uint32_t i = 0; i < ROOM_COUNT; i++) {
        OWNED(cw_surface) surface = make_surface(&ROOMS[i]);
        for (uint32_t choice = 0; choice < 3 * 4 * 2 * 2; choice++) {
            cw_navmesh_config config = cw_navmesh_config_default();
            config.alpha = angles[choice % 3];
            config.tau = depths[choice / 3 % 4];
            config.effort = choice / 12 % 2;
            config.turn = choice / 24 == 0 ? config.turn : 3;
            check_room(&ROOMS[i], &surface, &config);
        }
    }
}

/// Triangles of these floors are no wider than rounding: walls look along them and see nothing.
TEST(needles_know_what_their_neighbors_know) {
    static const room rooms[] = {
        {"needles beside a slit",
         {RING(CW_RING_OBSTACLE, {9, 13}, {8, 8}, {0, 9}, {2, 9}, {15, 7}, {0, 10}, {9, 8}),
          RING(CW_RING_HOLE, {4, 15}, {11, 13}),
          RING(CW_RING_HOLE, {14, 8}, {14, 8}, {13, 8}, {13, 8}, {13, 8}, {13, 8}, {13, 4})}},
        {"needles between obstacles",
         {RING(CW_RING_OBSTACLE, {10, 12}, {5, 13}, {12, 9}, {11, 9}, {3, 13}, {10, 6}),
          RING(CW_RING_OBSTACLE, {5, 9}, {10, 15}, {10, 15}, {6, 11}),
          RING(CW_RING_OBSTACLE, {14, 8}, {15, 8}, {8, 0}, {7, 0}, {14, 5}, {15, 5}, {15, 5},
               {0, 6})}},
    };
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        OWNED(cw_surface) surface = make_surface(&rooms[i]);
        cw_navmesh_config config = cw_navmesh_config_default();
        cw_navmesh mesh = mesh_of_surface(context, &surface, &config);
        OWNED(path_floor) floor, triangles;
        path_floor_take(context, &mesh, true, &floor);
        path_floor_triangulated(&floor, &triangles);
        OWNED(cw_clearance) tables = clearance_of(context, &triangles.mesh);
        if (cw_clearance_validate(context, &tables) != CW_OK) {
            fail_msg("%s: %s", rooms[i].name, cw_context_message(context));
        }
        check_portals(&tables, rooms[i].name);
    }
}

/// The end of a wall that stands at right angles on a portal is as near to it as its corner; where
/// rounding preferred the wall, the gap beside the corner was not seen.
TEST(the_end_of_a_wall_at_right_angles_to_a_portal_counts) {
    cw_scene_config scene = {
        .family = CW_SCENE_RECT, .vertices = 400, .seed = 3342, .rotation = 0.37, .scale = 1};
    cw_navmesh_config config = cw_navmesh_config_default();
    config.alpha = 1.57;
    config.tau = 2;
    config.turn = 3;
    OWNED(cw_navmesh) mesh = configured_mesh(context, &scene, &config);
    OWNED(cw_clearance) tables = clearance_of(context, &mesh);
    assert_ok(cw_clearance_validate(context, &tables));
}

/// Two halves of a square of 10 m, as another tool may have them: the portals between them zigzag
/// by less than a step of the lattice, so that rays along them change the cell at each.
TEST(rays_along_portals_with_dents_of_noise_end) {
    enum { PORTALS = 60, POINTS = PORTALS + 5 };
    cw_vec3 positions[POINTS] = {[PORTALS + 1] = {0, 0, 0}, {0, 10, 0}, {10, 0, 0}, {10, 10, 0}};
    uint32_t edges[2 * PORTALS + 6], first[] = {0, PORTALS + 3, 2 * PORTALS + 6};
    for (uint32_t i = 0; i <= PORTALS; i++) {
        positions[i] = (cw_vec3){5 - i % 2 * 1e-8, 10.0 * i / PORTALS, 0};
        edges[1 + i] = i;
        edges[2 * PORTALS + 5 - i] = i;
    }
    edges[0] = PORTALS + 1;
    edges[PORTALS + 2] = PORTALS + 2;
    edges[PORTALS + 3] = PORTALS + 3;
    edges[PORTALS + 4] = PORTALS + 4;
    cw_polygons polygons = polygons_of(POINTS, positions, 2, first, edges);
    OWNED(cw_navmesh) mesh = mesh_of_polygons(context, &polygons);
    OWNED(cw_clearance) tables = clearance_of(context, &mesh);
    for (uint32_t i = 1; i < 50; i++) {
        double x = 0.2 * i, expected = fmin(fmin(x, 10 - x), 3);
        cw_vec2 p = cw_clearance_local(&mesh, (cw_vec2){x, 3});
        double found = cw_clearance_at(&tables, x < 4.99 ? 0 : 1, p, NULL);
        assert_true(fabs(found - expected) < 1e-6);
    }
}

TEST_GROUP(make_context, free_context);
