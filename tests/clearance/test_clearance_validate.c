/// cw_clearance_validate: what is built passes, on every kind of mesh, and every kind of damage is
/// found and named.
#include "clearance_meshes.h"
#include "io_files.h"
#include "made.h"
#include "scene_floors.h"
#include "small_meshes.h"
#include "test.h"
#include "test_owned.h"

/// Fails the test unless the tables of a mesh can be made and are sound.
static void assert_sound(const cw_navmesh *mesh, const char *name) {
    OWNED(cw_clearance) clearance;
    if (cw_clearance_build(context, mesh, &clearance) != CW_OK ||
        cw_clearance_validate(context, &clearance) != CW_OK) {
        fail_msg("%s: %s", name, cw_context_message(context));
    }
}

TEST(the_tables_of_small_meshes_are_sound) {
    for (small_mesh kind = 0; kind < SMALL_MESH_COUNT; kind++) {
        cw_polygons polygons = small_mesh_polygons(kind);
        OWNED(cw_navmesh) mesh = mesh_of_polygons(context, &polygons);
        assert_sound(&mesh, small_mesh_name(kind));
    }
    for (clearance_mesh kind = 0; kind < CLEARANCE_MESH_COUNT; kind++) {
        cw_polygons polygons = clearance_mesh_polygons(kind);
        OWNED(cw_navmesh) mesh = mesh_of_polygons(context, &polygons);
        assert_sound(&mesh, clearance_mesh_name(kind));
    }
}

/// A triangle whose one side runs halfway between a corner of the floor and a wall, parallel to the
/// wall: the disc between these two is as wide as any on that side, and has another wall inside.
/// Rounding decides which of them is narrower (with a second floor above, which has the wall cut to
/// what is seen of it), so the floor is moved about.
TEST(a_gate_has_its_room_where_a_portal_runs_halfway_to_a_wall) {
    enum { VERTICES = 12, MOVES = 20 };
    const cw_vec3 found[VERTICES] = {{5, 1, 0},       {4, 0, 0},    {2, 0, 0},      {3.5, 3.75, 0},
                                     {2.25, 2.75, 0}, {1, 1.75, 0}, {0.5, 5.75, 0}, {0, 4.25, 0},
                                     {0, 3, 0},       {0, 6, 5},    {0, 4, 5},      {2, 3, 5}};
    const uint32_t first[] = {0, 3, 6, 9, 12, 15, 18, 21, 24, 27};
    const uint32_t vertices[] = {0, 3, 4, 0, 4, 1, 1, 4, 2, 4, 5, 2,  3, 6,
                                 7, 3, 7, 4, 4, 7, 5, 7, 8, 5, 9, 10, 11};
    const cw_lattice lattice = {.origin_x = 0, .origin_y = 0, .step = ldexp(1, -23)};
    for (uint32_t move = 0; move < MOVES * MOVES; move++) {
        cw_vec3 positions[VERTICES];
        for (uint32_t i = 0; i < VERTICES; i++) {
            positions[i] = (cw_vec3){found[i].x + 1 + 0.75 * (move / MOVES),
                                     found[i].y + 1 + 0.75 * (move % MOVES), found[i].z};
        }
        cw_polygons polygons = {.vertex_count = VERTICES,
                                .positions = positions,
                                .cell_count = 9,
                                .cell_first = first,
                                .edge_vertex = vertices,
                                .lattice = &lattice};
        OWNED(cw_navmesh) mesh = mesh_of_polygons(context, &polygons);
        assert_sound(&mesh, "halfway");
    }
}

/// A corner with one and a half turns of floor around it, of which the last cell takes the half
/// turn from the direction of the first wall to the opposite one: it counts in the cell behind.
TEST(a_corner_of_one_and_a_half_turns_counts_behind_its_last_cell) {
    const cw_vec3 positions[] = {{0, 0, 0},   {2, 0, 0},    {0, 2, 1},    {-2, 0, 2},
                                 {0, -2, 3},  {2, 0, 4},    {1.5, 1, 23}, {-1.5, 1, 17},
                                 {-2, 0, -4}, {1.5, 3, 63}, {-1.5, 3, 57}};
    const uint32_t first[] = {0, 3, 6, 9, 12, 17, 21};
    const uint32_t vertices[] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 6, 7, 8, 7, 6, 9, 10};
    cw_polygons polygons = polygons_of(11, positions, 6, first, vertices);
    OWNED(cw_navmesh) mesh = mesh_of_polygons(context, &polygons);
    assert_sound(&mesh, "one and a half turns");
}

/// A corner with nine eighths of a turn of floor, which begins with two cells of half a turn each.
TEST(a_corner_that_begins_with_half_turns_counts_behind_them) {
    const cw_vec3 positions[] = {{2, 9, 0},   {3, 10, 7},  {2, 10, 20}, {3, 12, 30}, {1, 13, 40},
                                 {-3, 9, 50}, {6, 10, 60}, {2, 6, 75},  {-1, 10, 90}};
    const uint32_t corners[] = {0, 1, 2, 2, 1, 3, 2, 3, 4, 2, 4, 5, 3, 1, 6, 6, 1, 7, 7, 1, 8};
    OWNED(cw_navmesh) mesh = mesh_of_triangles(context, positions, 9, corners, 7, NULL);
    assert_sound(&mesh, "half turns first");
}

static cw_navmesh make_scene(cw_scene_family family, uint64_t seed, uint32_t vertices,
                             double alpha) {
    cw_scene_config config = cw_scene_config_default();
    config.family = family;
    config.seed = seed;
    config.vertices = vertices;
    config.rotation = 0.1 * (double)seed;
    cw_navmesh_config shape = cw_navmesh_config_default();
    shape.alpha = alpha;
    shape.tau = alpha > 0 ? 0.2 : 0;
    return configured_mesh(context, &config, &shape);
}

TEST(the_tables_of_random_scenes_are_sound) {
    for (cw_scene_family family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        for (uint64_t seed = 1; seed <= 6; seed++) {
            char name[64];
            bool relaxed = seed % 2 == 0;
            snprintf(name, sizeof name, "%s, seed %u%s", cw_scene_family_name(family),
                     (unsigned)seed, relaxed ? ", relaxed" : "");
            cw_navmesh mesh = make_scene(family, seed, 60 * (uint32_t)seed, relaxed ? 0.4 : 0);
            assert_sound(&mesh, name);
            cw_navmesh_free(context, &mesh);
        }
    }
}

static void assert_floor_sound(cw_scene_triangles *scene, const char *name) {
    cw_navmesh mesh = mesh_of_triangles(context, scene->positions, scene->position_count,
                                        scene->corners, scene->triangle_count, NULL);
    assert_sound(&mesh, name);
    cw_navmesh_free(context, &mesh);
    cw_scene_triangles_free(context, scene);
}

TEST(the_tables_of_floors_above_floors_are_sound) {
    cw_scene_triangles scene;
    assert_int_equal(cw_scene_ramp(context, 3, 24, &scene), CW_OK);
    assert_floor_sound(&scene, "ramp");
    assert_int_equal(cw_scene_bridge(context, &scene), CW_OK);
    assert_floor_sound(&scene, "bridge");
    assert_int_equal(cw_scene_hills(context, 12, 5, &scene), CW_OK);
    assert_floor_sound(&scene, "hills");
}

// --- damage -------------------------------------------------------------------------------------

static cw_navmesh sound_mesh;
static cw_clearance tables;

/// Every message starts with the name of a broken promise.
static void assert_found(const char *part) {
    assert_refused(cw_clearance_validate(context, &tables), CW_ERROR_INVALID, "invariant ");
    cw_assert_contains(cw_context_message(context), part);
}

/// Sets something, expects that it is found, and sets it back.
#define DAMAGE(place, value, part)        \
    do {                                  \
        __typeof__(place) kept = (place); \
        (place) = (value);                \
        assert_found(part);               \
        (place) = kept;                   \
    } while (0)

/// The first cell with at least `count` entries between its offsets.
static uint32_t cell_with(const uint32_t *first, uint32_t count) {
    for (uint32_t c = 0; c < sound_mesh.cell_count; c++) {
        if (first[c + 1] - first[c] >= count) {
            return c;
        }
    }
    fail_msg("no cell has %u entries", count);
    return CW_NONE;
}

static uint32_t first_portal(void) {
    for (uint32_t e = 0; e < sound_mesh.edge_count; e++) {
        if (sound_mesh.edge_twin[e] != CW_NONE) {
            return e;
        }
    }
    return CW_NONE;
}

static uint32_t first_wall(void) {
    for (uint32_t e = 0; e < sound_mesh.edge_count; e++) {
        if (sound_mesh.edge_twin[e] == CW_NONE) {
            return e;
        }
    }
    return CW_NONE;
}

TEST(damaged_offsets_are_found) {
    uint32_t middle = sound_mesh.cell_count / 2;
    DAMAGE(tables.near_corner_first[0], 1, "near_corner_first");
    DAMAGE(tables.near_corner_first[middle], UINT32_MAX, "near_corner_first");
    DAMAGE(tables.near_wall_first[middle], UINT32_MAX, "near_wall_first");
    DAMAGE(tables.cell_gate_first[middle], UINT32_MAX, "cell_gate_first");
    DAMAGE(tables.edge_summit_first[sound_mesh.edge_count / 2], UINT32_MAX, "edge_summit_first");
    DAMAGE(tables.summit_count, tables.summit_count - 1, "summits");
    DAMAGE(tables.mesh, NULL, "mesh");
}

/// Corners of some 1e-8 rad over 180 degrees, walls and portals of some nanometres, and vertices
/// that are one in doubles: plans with the tightest of these.
TEST(almost_straight_and_very_short_walls_are_covered) {
    const struct {
        cw_scene_family family;
        uint32_t seed, vertices;
        double rotation, alpha, tau, turn;
    } plans[] = {{CW_SCENE_TANGLE, 42, 100, 0, 0.2, 0.3, 1.5},
                 {CW_SCENE_TANGLE, 22, 440, 2.2, 0.4, 0.2, 0},
                 {CW_SCENE_TANGLE, 24, 480, 2.4, 0.4, 0.2, 0},
                 {CW_SCENE_DEGENERATE, 37, 740, 3.7, 0, 0, 0},
                 {CW_SCENE_DEGENERATE, 78, 1560, 7.8, 0.4, 0.2, 0},
                 {CW_SCENE_MIX, 6, 120, 0.6, 0.4, 0.2, 0}};
    for (uint32_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        cw_scene_config scene = cw_scene_config_default();
        scene.family = plans[i].family;
        scene.seed = plans[i].seed;
        scene.vertices = plans[i].vertices;
        scene.rotation = plans[i].rotation;
        cw_navmesh_config config = cw_navmesh_config_default();
        if (plans[i].alpha > 0) {
            config.alpha = plans[i].alpha;
            config.tau = plans[i].tau;
        }
        if (plans[i].turn > 0) {
            config.turn = plans[i].turn;
        }
        OWNED(cw_navmesh) mesh = configured_mesh(context, &scene, &config);
        OWNED(cw_clearance) found = clearance_of(context, &mesh);
        if (cw_clearance_validate(context, &found) != CW_OK) {
            fail_msg("plan %u: %s", i, cw_context_message(context));
        }
    }
}

TEST(damaged_indices_are_found) {
    uint32_t i = tables.near_corner_first[cell_with(tables.near_corner_first, 1)];
    uint32_t j = tables.near_wall_first[cell_with(tables.near_wall_first, 1)];
    DAMAGE(tables.near_corners[i].corner, tables.corner_count, "near corners");
    DAMAGE(tables.near_corners[i].entry, sound_mesh.edge_count, "near corners");
    DAMAGE(tables.near_corners[i].entry, first_wall(), "near corners");
    DAMAGE(tables.near_walls[j].edge, sound_mesh.edge_count, "near walls");
    DAMAGE(tables.near_walls[j].edge, first_portal(), "near walls");
    DAMAGE(tables.near_walls[j].entry, sound_mesh.edge_count, "near walls");
    DAMAGE(tables.corners[0].vertex, sound_mesh.vertex_count, "corners");
    DAMAGE(tables.corners[0].incoming, first_portal(), "corners");
    DAMAGE(tables.corners[0].outgoing, CW_NONE, "corners");
    DAMAGE(tables.summits[0].edge, CW_NONE, "summits");
    DAMAGE(tables.cell_gates[0].gate.cell, CW_NONE, "gates");
    DAMAGE(tables.cell_gates[0].arcs[1], 1000000, "gates");
    DAMAGE(tables.summit_place[0], tables.summit_count, "merge tree");
    DAMAGE(tables.summit_place[0], tables.summit_place[1], "merge tree");
    DAMAGE(tables.strait_table[0], tables.summit_count, "merge tree");
}

TEST(damaged_copies_and_order_are_found) {
    uint32_t i = tables.near_corner_first[cell_with(tables.near_corner_first, 2)];
    uint32_t j = tables.near_wall_first[cell_with(tables.near_wall_first, 2)];
    DAMAGE(tables.points[3].x, tables.points[3].x + 1e-9, "points");
    DAMAGE(tables.corners[0].position.y, tables.corners[0].position.y + 1e-6, "corners");
    DAMAGE(tables.near_corners[i].position.x, NAN, "near corners");
    DAMAGE(tables.near_walls[j].to.y, tables.near_walls[j].to.y + 1e-9, "near walls");
    DAMAGE(tables.near_walls[j].along.x, tables.near_walls[j].along.x + 1e-9, "near walls");
    DAMAGE(tables.near_corners[i].distance, NAN, "order of lists");
    DAMAGE(tables.near_corners[i].distance, tables.near_corners[i + 1].distance + 1,
           "order of lists");
    DAMAGE(tables.near_walls[j].distance, tables.near_walls[j + 1].distance + 1, "order of lists");
    DAMAGE(tables.near_walls[j].distance, -1, "order of lists");
}

/// Takes an entry out of the lists by putting a copy of its neighbour there; the order holds.
TEST(a_wall_or_corner_that_is_missing_is_found) {
    uint32_t walls = 0, corners = 0;
    for (uint32_t cell = 0; cell < sound_mesh.cell_count; cell++) {
        for (uint32_t i = tables.near_wall_first[cell]; i + 1 < tables.near_wall_first[cell + 1];
             i++) {
            if (tables.near_walls[i].entry == CW_NONE &&
                tables.near_walls[i + 1].entry == CW_NONE) {
                // A wall of the cell itself is the nearest to points beside it.
                DAMAGE(tables.near_walls[i], tables.near_walls[i + 1], "nearest wall");
                walls++;
                break;
            }
        }
        corners += tables.near_corner_first[cell + 1] - tables.near_corner_first[cell];
    }
    assert_true(walls > 10 && corners > 10);
    // Without any of its corners no mesh with notches is right.
    uint32_t *kept = tables.near_corner_first;
    tables.near_corner_first = calloc((size_t)sound_mesh.cell_count + 1, sizeof *kept);
    assert_found("nearest wall");
    free(tables.near_corner_first);
    tables.near_corner_first = kept;
}

/// A search that stops at a radius would not find what is listed too far away.
TEST(a_distance_that_is_too_large_is_found) {
    uint32_t cell = cell_with(tables.near_wall_first, 1);
    uint32_t last = tables.near_wall_first[cell + 1] - 1;
    for (uint32_t i = tables.near_wall_first[cell]; i <= last; i++) {
        tables.near_walls[i].distance += 1000;
    }
    assert_found("order of lists");
    for (uint32_t i = tables.near_wall_first[cell]; i <= last; i++) {
        tables.near_walls[i].distance -= 1000;
    }
}

TEST(damaged_summits_are_found) {
    for (uint32_t i = 0; i < tables.summit_count; i += 7) {
        cw_summit *summit = &tables.summits[i];
        uint32_t edge = summit->edge, cell = sound_mesh.edge_cell[edge];
        uint32_t next = cw_navmesh_next(&sound_mesh, cell, edge);
        cw_vec2 end = tables.points[sound_mesh.edge_vertex[next]];
        cw_vec2 beside = {0.9 * summit->position.x + 0.1 * end.x,
                          0.9 * summit->position.y + 0.1 * end.y};
        DAMAGE(summit->clearance, summit->clearance + 1e-6, "summit");
        DAMAGE(summit->clearance, -1, "summit");
        DAMAGE(summit->position, end, "summit");
        // Off the top, with the clearance that is there.
        cw_summit kept = *summit;
        summit->position = beside;
        summit->clearance = cw_clearance_at(&tables, cell, beside, NULL);
        if (summit->clearance < kept.clearance - 1e-6) {
            assert_found("summit");
        }
        *summit = kept;
    }
}

TEST(damaged_critical_radii_are_found) {
    uint32_t edge = first_portal(), twin = sound_mesh.edge_twin[edge];
    DAMAGE(tables.portals[first_wall()].critical, 1, "critical radius");
    DAMAGE(tables.portals[edge].critical, tables.portals[edge].critical + 1, "critical radius");
    DAMAGE(tables.portals[edge].critical, NAN, "critical radius");
    uint32_t found = 0;
    for (uint32_t e = 0; e < sound_mesh.edge_count; e++) {
        twin = sound_mesh.edge_twin[e];
        if (twin != CW_NONE && e < twin) {
            double kept = tables.portals[e].critical;
            tables.portals[e].critical = tables.portals[twin].critical = kept + 0.5;
            found += cw_clearance_validate(context, &tables) == CW_ERROR_INVALID;
            tables.portals[e].critical = tables.portals[twin].critical = kept;
        }
    }
    // Where only the ends matter up to half the length, more changes nothing.
    assert_true(found > 10);
}

TEST(damaged_portals_are_found) {
    uint32_t edge = first_portal(), twin = sound_mesh.edge_twin[edge];
    cw_portal *portal = &tables.portals[edge];
    uint32_t *first = tables.edge_piece_first;
    cw_portal_piece *pieces = &tables.portal_pieces[first[edge]];
    assert_true(first[edge + 1] - first[edge] >= 2);
    DAMAGE(portal->length, portal->length + 1e-6, "portals");
    DAMAGE(first[edge + 1], first[edge + 1] - 1, "portals");
    DAMAGE(first[edge + 1], first[sound_mesh.edge_count] + 1, "offsets");
    DAMAGE(tables.portals[twin], *portal, "portals");
    cw_portal wrong = *portal;
    wrong.wall_from = !wrong.wall_from;
    DAMAGE(*portal, wrong, "portals");
    DAMAGE(pieces[0].to, portal->length + 1, "portals");
    DAMAGE(pieces[0].height, NAN, "portals");
    // Where all of a piece lies between two samples, nothing is seen of it.
    uint32_t found = 0;
    uint32_t piece_count = first[sound_mesh.edge_count];
    for (uint32_t i = 0; i < piece_count; i++) {
        double kept = tables.portal_pieces[i].slope.a;
        tables.portal_pieces[i].slope.a += 0.2;
        found += cw_clearance_validate(context, &tables) == CW_ERROR_INVALID;
        tables.portal_pieces[i].slope.a = kept;
    }
    assert_true(found > piece_count / 4);
}

/// The lower edge of a portal with at least `count` bands.
static uint32_t portal_with_bands(uint32_t count) {
    for (uint32_t e = 0; e < sound_mesh.edge_count; e++) {
        if (tables.portals[e].band_count >= count && !tables.portals[e].reversed) {
            return e;
        }
    }
    fail_msg("no portal has %u bands", count);
    return CW_NONE;
}

TEST(damaged_bands_are_found) {
    cw_portal *portal = &tables.portals[portal_with_bands(2)];
    cw_portal_band *bands = &tables.portal_bands[portal->band_first];
    DAMAGE(portal->band_first, portal->band_first + 1, "portals");
    DAMAGE(tables.portal_band_count, portal->band_first, "bands");
    DAMAGE(bands[0].high, bands[0].low, "bands");
    DAMAGE(bands[0].high, portal->highest + 1e-9, "bands");
    DAMAGE(bands[0].low, NAN, "bands");
    DAMAGE(bands[1].high, bands[0].low + 1e-9, "bands");
    DAMAGE(bands[1].sides[1].a, bands[1].sides[1].a + 1e-9, "bands");
    // Next to the walls at the ends of a portal a band that reaches too low does no harm (there are
    // none below a micrometre), and where there is another summit both of its ends are still right.
    uint32_t harmful = 0;
    for (uint32_t e = 0; e < sound_mesh.edge_count; e++) {
        for (uint32_t i = 0; i < tables.portals[e].band_count && tables.portals[e].single; i++) {
            cw_portal_band *band = &tables.portal_bands[tables.portals[e].band_first + i];
            if (band->low > 3e-6) {
                DAMAGE(band->low, band->low / 2, "bands");
                harmful++;
            }
        }
    }
    assert_true(harmful > 10);
}

TEST(a_damaged_coarseness_is_found) {
    DAMAGE(tables.coarseness, 2, "coarseness");
    DAMAGE(tables.coarseness, 0.5, "coarseness");
    DAMAGE(tables.coarseness, 1.5, "coarseness");
    DAMAGE(tables.coarseness, NAN, "coarseness");
}

TEST(damaged_gates_are_found) {
    uint32_t cell = cell_with(tables.cell_gate_first, 2);
    cw_cell_gate *gates = tables.cell_gates + tables.cell_gate_first[cell];
    DAMAGE(gates[0].gate.radius, gates[0].gate.radius + 1e-6, "");
    DAMAGE(gates[0].gate.radius, -1, "gates");
    DAMAGE(gates[1].gate.radius, gates[0].gate.radius - 1e-6, "gates");
    DAMAGE(gates[1].gate.position.x, gates[1].gate.position.x + 0.01, "gates");
    DAMAGE(gates[0].arcs[0], gates[0].arcs[1], "gates");
    // Two gates between the same arcs leave a third arc alone.
    cw_cell_gate kept = gates[1];
    memcpy(gates[1].arcs, gates[0].arcs, sizeof kept.arcs);
    assert_found("gates");
    gates[1] = kept;
    // One gate fewer.
    for (uint32_t c = cell + 1; c <= sound_mesh.cell_count; c++) {
        tables.cell_gate_first[c]--;
    }
    assert_found("gates");
    for (uint32_t c = cell + 1; c <= sound_mesh.cell_count; c++) {
        tables.cell_gate_first[c]++;
    }
}

TEST(a_damaged_tree_is_found) {
    uint32_t straits = tables.summit_count - 1;
    for (uint32_t i = 0; i < straits; i += 5) {
        DAMAGE(tables.straits[i].radius, tables.straits[i].radius + 1e-5, "merge tree");
        DAMAGE(tables.straits[i].radius, tables.straits[i].radius - 1e-5, "merge tree");
        DAMAGE(tables.strait_rank[i], tables.strait_rank[i] == 0 ? 1 : 0, "merge tree");
        DAMAGE(tables.strait_rank[i], straits, "merge tree");
    }
    // Two summits change places.
    uint32_t changed = 0;
    for (uint32_t i = 0; i + 1 < tables.summit_count; i += 3) {
        uint32_t *place = tables.summit_place, kept = place[i];
        place[i] = place[i + 1];
        place[i + 1] = kept;
        // Summits of one wide room may stand in any order.
        changed += cw_clearance_validate(context, &tables) == CW_ERROR_INVALID;
        place[i + 1] = place[i];
        place[i] = kept;
    }
    assert_true(3 * changed > tables.summit_count / 3);
}

TEST(a_damaged_range_table_is_found) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < tables.strait_table_count; i++) {
        uint32_t kept = tables.strait_table[i];
        tables.strait_table[i] = kept == 0 ? 1 : 0;
        found += cw_clearance_validate(context, &tables) == CW_ERROR_INVALID;
        tables.strait_table[i] = kept;
    }
    // Entries at the end of a row whose range leaves the straits are never read.
    assert_true(2 * found > tables.strait_table_count);
}

static cw_status build_and_validate(cw_context *with, void *user) {
    (void)user;
    cw_clearance clearance;
    cw_status status = cw_clearance_build(with, &sound_mesh, &clearance);
    if (status == CW_OK) {
        status = cw_clearance_validate(with, &clearance);
    }
    cw_clearance_free(with, &clearance);
    return status;
}

TEST(building_and_checking_survive_any_failure_of_memory) {
    assert_true(cw_assert_survives(build_and_validate, NULL) > 10);
}

static int set_up(void **state) {
    (void)state;
    context = cw_test_context();
    sound_mesh = make_scene(CW_SCENE_MIX, 3, 150, 0);
    assert_int_equal(cw_clearance_build(context, &sound_mesh, &tables), CW_OK);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    // Everything is as it was.
    assert_int_equal(cw_clearance_validate(context, &tables), CW_OK);
    cw_clearance_free(context, &tables);
    cw_navmesh_free(context, &sound_mesh);
    cw_context_free(context);
    return 0;
}

TEST_GROUP(set_up, tear_down);
