/// Plans of up to 10,000 km, where doubles are coarser than the tolerances of small plans: their
/// tables are sound, their widest ways are those of a search and of chains of walls
/// (chain_oracle.h), and tables of a mesh that is larger by a power of two are as much larger.
///
///   CW_VAST_FIRST=0 CW_VAST_PLANS=100000 tests/test_clearance_vast     more plans
#include "chain_oracle.h"
#include "clearance_floors.h"
#include "made.h"
#include "path_cases.h"
#include "test.h"
#include "test_owned.h"

enum { DEFAULT_PLANS = 330, PAIRS = 8 };

/// A plan made as large as an extent, around the origin.
static void enlarge(cw_plan *plan, double extent) {
    cw_vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < plan->point_count; i++) {
        low = (cw_vec2){fmin(low.x, plan->points[i].x), fmin(low.y, plan->points[i].y)};
        high = (cw_vec2){fmax(high.x, plan->points[i].x), fmax(high.y, plan->points[i].y)};
    }
    double scale = extent / fmax(high.x - low.x, high.y - low.y);
    for (uint32_t i = 0; i < plan->point_count; i++) {
        plan->points[i].x = scale * (plan->points[i].x - (low.x + high.x) / 2);
        plan->points[i].y = scale * (plan->points[i].y - (low.y + high.y) / 2);
    }
}

/// The surface of plan `number`: families in turn. Every third one of up to 300 km has a lattice of
/// a millimetre; of these, every other one begins hundreds of kilometres away from the plan.
static bool make_surface(uint64_t number, cw_random *random, cw_surface *surface) {
    static const double EXTENTS[] = {2e4, 1e5, 3e5, 1e6, 3e6, 1e7};
    cw_scene_config scene = cw_scene_config_default();
    scene.family = (cw_scene_family)(number % CW_SCENE_FAMILY_COUNT);
    scene.vertices = 8 + cw_random_below(random, 110);
    scene.seed = number;
    scene.rotation = cw_random_below(random, 3) ? cw_random_range(random, -3, 3) : 0;
    uint32_t size = cw_random_below(random, sizeof EXTENTS / sizeof *EXTENTS);
    cw_surface_config config = cw_surface_config_default();
    if (size < 3 && cw_random_below(random, 3) == 0) {
        config.step = ldexp(1, -10);
        config.origin_x = config.origin_y =
            number % 2 == 0 ? -ldexp(1, 19) : -floor(0.75 * EXTENTS[size]);
    }
    OWNED(cw_plan) plan = plan_of_scene(context, &scene);
    enlarge(&plan, EXTENTS[size]);
    bool made = cw_surface_from_plan(context, &plan, &config, surface) == CW_OK;
    return made; /* a tangle may cancel out */
}

static cw_vec3 random_place(const cw_clearance *tables, cw_random *random, cw_vec2 *local) {
    uint32_t cell = cw_random_below(random, tables->mesh->cell_count);
    double u = cw_random_unit(random), v = cw_random_unit(random);
    *local = oracle_point_in_cell(tables, cell, u, v);
    cw_vec2 plan = cw_clearance_plan(tables->mesh, *local);
    return (cw_vec3){plan.x, plan.y, 0};
}

/// Widest ways there and back, by the tables and by chains of walls. The walls of the
/// mesh leave those of the plan by what rounding to the lattice does.
static void check_ways(uint64_t number, const cw_clearance *tables, const chain_walls *walls,
                       cw_random *random) {
    OWNED_HANDLE(cw_query) query = query_of(context, tables);
    double slack = 4 * CW_CLEARANCE_TOLERANCE * tables->coarseness;
    for (uint32_t i = 0; i < PAIRS; i++) {
        cw_vec2 local[2];
        cw_vec3 from = random_place(tables, random, &local[0]);
        cw_vec3 to = random_place(tables, random, &local[1]);
        cw_gate told, back;
        assert_int_equal(cw_query_widest(query, from, to, &told), CW_OK);
        assert_int_equal(cw_query_widest(query, to, from, &back), CW_OK);
        double chains = chain_widest(walls, local[0], local[1]);
        if (fabs(told.radius - back.radius) > slack ||
            fabs(fmax(told.radius, 0) - chains) > slack + 4 * tables->mesh->lattice.step) {
            fail_msg("plan %" PRIu64 ": from (%.9g, %.9g) to (%.9g, %.9g) %.12g m, back %.12g m, "
                     "by chains of walls %.12g m",
                     number, from.x, from.y, to.x, to.y, told.radius, back.radius, chains);
        }
    }
}

static void check_plan(uint64_t number) {
    cw_random random = {number * 0x9e3779b97f4a7c15u + 5};
    OWNED(cw_surface) surface;
    if (!make_surface(number, &random, &surface)) {
        return;
    }
    oracle_mesh kind = (oracle_mesh)cw_random_below(&random, ORACLE_MESH_COUNT);
    OWNED(floor_tables) f;
    floor_make(&f, context, &surface, kind);
    if (cw_clearance_validate(context, &f.tables) != CW_OK) {
        fail_msg("plan %" PRIu64 ", %s: %s", number, oracle_mesh_name(kind),
                 cw_context_message(context));
    }
    if (kind != ORACLE_RELAXED) { /* there a place may be in a dent */
        chain_walls walls = chain_walls_of(&surface);
        check_ways(number, &f.tables, &walls, &random);
        chain_walls_free(&walls);
    }
}

TEST(vast_plans_have_sound_tables_and_the_widest_ways_of_their_walls) {
    uint64_t first = path_number_from("CW_VAST_FIRST", 0);
    uint64_t count = path_number_from("CW_VAST_PLANS", DEFAULT_PLANS);
    for (uint64_t i = first; i < first + count; i++) {
        check_plan(i);
    }
}

static void assert_scaled(const cw_gate *large, const cw_gate *small, double scale) {
    assert_true(large->radius == (small->radius < 0 ? small->radius : scale * small->radius));
    assert_true(large->position.x == scale * small->position.x);
    assert_true(large->position.y == scale * small->position.y);
    assert_int_equal(large->cell, small->cell);
}

static void assert_all_scaled(const cw_clearance *large, const cw_clearance *small, double scale) {
    const cw_navmesh *mesh = small->mesh;
    assert_true(large->coarseness == scale * small->coarseness);
    assert_int_equal(large->corner_count, small->corner_count);
    assert_int_equal(large->summit_count, small->summit_count);
    assert_int_equal(large->portal_band_count, small->portal_band_count);
    uint32_t near_walls = small->near_wall_first[mesh->cell_count];
    assert_int_equal(large->near_wall_first[mesh->cell_count], near_walls);
    for (uint32_t i = 0; i < near_walls; i++) {
        assert_int_equal(large->near_walls[i].edge, small->near_walls[i].edge);
    }
    uint32_t near_corners = small->near_corner_first[mesh->cell_count];
    assert_int_equal(large->near_corner_first[mesh->cell_count], near_corners);
    for (uint32_t i = 0; i < near_corners; i++) {
        assert_int_equal(large->near_corners[i].corner, small->near_corners[i].corner);
    }
    for (uint32_t i = 0; i < small->portal_band_count; i++) {
        assert_true(large->portal_bands[i].low == scale * small->portal_bands[i].low);
        assert_true(large->portal_bands[i].high == scale * small->portal_bands[i].high);
    }
    for (uint32_t i = 0; i < small->cell_gate_first[mesh->cell_count]; i++) {
        assert_scaled(&large->cell_gates[i].gate, &small->cell_gates[i].gate, scale);
    }
    for (uint32_t i = 0; i + 1 < small->summit_count; i++) {
        assert_scaled(&large->straits[i], &small->straits[i], scale);
    }
}

/// Tables know lattice points and the step of the lattice alone; so a mesh with a larger step is a
/// larger mesh. Beyond the reach of the tolerances nothing else changes.
TEST(tables_of_a_mesh_made_larger_are_as_much_larger) {
    for (uint32_t i = 0; i < 4 * CW_SCENE_FAMILY_COUNT; i++) {
        OWNED(cw_surface) surface = oracle_surface(context, i, 90);
        if (surface.triangle_count == 0) {
            continue;
        }
        cw_navmesh mesh;
        assert_ok(oracle_mesh_make(context, &surface, (oracle_mesh)(i % ORACLE_MESH_COUNT), &mesh));
        double step = ldexp(1, -15); /* beyond the reach of the tolerances, below 33 km */
        cw_clearance small, large;
        mesh.lattice.step = step;
        cw_navmesh vast = mesh;
        vast.lattice.step = 256 * step;
        assert_int_equal(cw_clearance_build(context, &mesh, &small), CW_OK);
        assert_int_equal(cw_clearance_build(context, &vast, &large), CW_OK);
        assert_all_scaled(&large, &small, 256);
        cw_clearance_free(context, &large);
        cw_clearance_free(context, &small);
        cw_navmesh_free(context, &mesh);
    }
}

/// A portal of 434 m from a corner above down to a wall, 0.3 micrometres beside the end of the wall
/// and all but at right angles to it:
///
///       0  +-------------------+
///          |         :         |        Halfway up, the wall and the corner at its end are as near
///    -434  +---------.+........+        as rounding can tell; at the end of the portal the wall is
///                    |         |        at hand, and the corner is 0.3 micrometres away.
///    -800            +---------+
///       -500         0        400
TEST(a_portal_ends_on_the_wall_that_ends_beside_it) {
    const double beside = 3.37e-7, tilt = 2.1e-6;
    const cw_vec3 positions[] = {{-500, -434, 0}, {0, -434, 0},      {tilt, 0, 0},
                                 {-500, 0, 0},    {beside, -434, 0}, {400, -434, 0},
                                 {400, 0, 0},     {beside, -800, 0}, {400, -800, 0}};
    const uint32_t first[] = {0, 5, 9, 13};
    const uint32_t vertices[] = {1, 4, 5, 6, 2, 0, 1, 2, 3, 7, 8, 5, 4};
    cw_polygons polygons = polygons_of(9, positions, 3, first, vertices);
    OWNED(floor_tables) f;
    floor_make_polygons(&f, context, &polygons);
    assert_ok(cw_clearance_validate(context, &f.tables));
    enum { PORTAL = 4 }; /* down to the wall */
    double length = f.tables.portals[PORTAL].length;
    for (double radius = 5e-7; radius < 200; radius *= 2) {
        cw_interval part;
        assert_int_equal(cw_clearance_portal(&f.tables, PORTAL, radius, &part, 1), 1);
        assert_true(fabs(length - part.to - radius) < CW_CLEARANCE_TOLERANCE);
    }
}

TEST_GROUP(make_context, free_context);
