/// The decomposition: valid meshes of few cells for every family, effort and relaxation; counts
/// that add up; the same bytes every time.
#include "made.h"
#include "plan_oracle.h"
#include "shared_polygons.h"
#include "test.h"
#include "test_owned.h"

__extension__ typedef __int128 wide;

enum { EFFORTS = 3 };

static const double DEGREE = 3.14159265358979323846 / 180;

// --- what the tests look at
// -----------------------------------------------------------------------

static int turn_of(cw_point a, cw_point b, cw_point c) {
    wide left = (wide)(b.x - a.x) * (c.y - b.y), right = (wide)(b.y - a.y) * (c.x - b.x);
    return (left > right) - (left < right);
}

/// True when no cell turns right or back anywhere, exactly.
static bool is_convex(const cw_navmesh *mesh) {
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        uint32_t first = mesh->cell_first[c], degree = mesh->cell_first[c + 1] - first;
        uint32_t turns = 0;
        for (uint32_t i = 0; i < degree; i++) {
            int turn = turn_of(mesh->points[mesh->edge_vertex[first + i]],
                               mesh->points[mesh->edge_vertex[first + (i + 1) % degree]],
                               mesh->points[mesh->edge_vertex[first + (i + 2) % degree]]);
            turns += turn > 0;
            if (turn < 0) {
                return false;
            }
        }
        if (turns < 3) {
            return false;
        }
    }
    return true;
}

static uint32_t next_of(uint32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}

/// The angle of floor around a vertex of a surface.
static double floor_angle(const cw_surface *surface, uint32_t vertex) {
    double angle = 0;
    for (uint32_t h = surface->vertex_wall[vertex]; h != CW_NONE;
         h = surface->twins[next_of(next_of(h))]) {
        cw_point v = surface->points[vertex], a = surface->points[surface->corners[next_of(h)]];
        cw_point b = surface->points[surface->corners[next_of(next_of(h))]];
        wide cross = (wide)(a.x - v.x) * (b.y - v.y) - (wide)(a.y - v.y) * (b.x - v.x);
        wide dot = (wide)(a.x - v.x) * (b.x - v.x) + (wide)(a.y - v.y) * (b.y - v.y);
        angle += atan2((double)cross, (double)dot);
    }
    return angle;
}

/// Corners of more than half a turn; those within rounding of it are judged exactly by the
/// directions of their walls.
static uint32_t count_reflex(const cw_surface *surface) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < surface->vertex_count; v++) {
        double angle = floor_angle(surface, v);
        if (fabs(angle - PI) > 1e-6) {
            count += angle > PI;
            continue;
        }
        uint32_t out = surface->vertex_wall[v], in = out;
        while (surface->twins[next_of(next_of(in))] != CW_NONE) {
            in = surface->twins[next_of(next_of(in))];
        }
        count += turn_of(surface->points[surface->corners[next_of(next_of(in))]],
                         surface->points[v], surface->points[surface->corners[next_of(out)]]) < 0;
    }
    return count;
}

static cw_surface surface_of(cw_scene_family family, uint32_t vertices, uint64_t seed,
                             double rotation) {
    cw_scene_config config = cw_scene_config_default();
    config.family = family;
    config.vertices = vertices;
    config.seed = seed;
    config.rotation = rotation;
    cw_surface surface;
    OWNED(cw_plan) plan = plan_of_scene(context, &config);
    cw_status status = cw_surface_from_plan(context, &plan, NULL, &surface);
    if (status == CW_ERROR_INPUT) { /* a tangle may cancel out: an empty surface is told apart */
        return (cw_surface){0};
    }
    assert_int_equal(status, CW_OK);
    return surface;
}

static cw_navmesh mesh_of(const cw_surface *surface, const cw_navmesh_config *config) {
    cw_navmesh mesh;
    if (cw_navmesh_build(context, surface, config, &mesh) != CW_OK ||
        cw_navmesh_validate(context, &mesh) != CW_OK ||
        cw_navmesh_validate_against(context, &mesh, surface) != CW_OK) {
        fail_msg("effort %u, alpha %g, tau %g, turn %g: %s", config->effort, config->alpha,
                 config->tau, config->turn, cw_context_message(context));
    }
    assert_int_equal(mesh.cell_count, mesh.stats.portals + surface_euler(surface));
    assert_int_equal(mesh.island_count, surface_islands(surface));
    assert_true((int64_t)mesh.cell_count <=
                2 * (int64_t)mesh.stats.notches + surface_euler(surface));
    return mesh;
}

// --- every family
// ----------------------------------------------------------------------------------

TEST(strict_cells_are_convex_and_every_reflex_corner_is_counted) {
    cw_random random = {1};
    uint32_t exact = 0, fallbacks = 0;
    for (uint32_t i = 0; i < 6 * CW_SCENE_FAMILY_COUNT; i++) {
        cw_surface surface = surface_of((cw_scene_family)(i % CW_SCENE_FAMILY_COUNT),
                                        10 + cw_random_below(&random, 250), i,
                                        i % 3 ? cw_random_range(&random, -4, 4) : 0);
        uint32_t efforts = surface.triangle_count == 0 ? 0 : i % 4 == 0 ? EFFORTS : EFFORTS - 1;
        for (uint32_t effort = 0; effort < efforts; effort++) {
            cw_navmesh_config config = cw_navmesh_config_default();
            config.effort = effort;
            OWNED(cw_navmesh) mesh = mesh_of(&surface, &config);
            uint32_t reflex = count_reflex(&surface);
            /* A portal that ends in the noise may make a notch of a corner that was none. */
            assert_true(mesh.stats.notches + mesh.stats.dropped >= reflex);
            if (mesh.stats.relaxation_depth == 0) {
                assert_true(mesh.stats.notches <= reflex);
                assert_true(is_convex(&mesh));
                exact++;
            }
            /* Only what rounding to the lattice can do is ignored without being asked for. */
            assert_true(mesh.stats.relaxation_depth <= 2.01 * surface.lattice.step);
            fallbacks += mesh.stats.fallbacks;
        }
        cw_surface_free(context, &surface);
    }
    print_message("%u meshes exactly convex, %u fallbacks\n", exact, fallbacks);
    assert_true(exact > 6 * CW_SCENE_FAMILY_COUNT);
}

/// Rings with corners on whole metres: nothing is within the noise of the lattice, so every cell of
/// every plan has to be convex to the last bit.
TEST(plans_on_a_grid_have_exactly_convex_cells) {
    cw_random random = {2};
    for (int i = 0; i < 250; i++) {
        OWNED(cw_plan) plan = {0};
        uint32_t rings = 1 + cw_random_below(&random, 5);
        double size = 20;
        put_box(context, &plan, CW_RING_OUTER, 0, 0, size, size);
        for (uint32_t r = 0; r < rings; r++) { /* boxes and barriers along the axes */
            double x = cw_random_below(&random, 18), y = cw_random_below(&random, 18);
            double w = 1 + cw_random_below(&random, 6), h = 1 + cw_random_below(&random, 6);
            cw_vec2 hole[] = {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};
            bool barrier = cw_random_below(&random, 3) == 0;
            put_ring(context, &plan, barrier ? CW_RING_BARRIER : CW_RING_HOLE, hole,
                     barrier ? 2 + cw_random_below(&random, 3) : 4);
        }
        OWNED(cw_surface) surface = surface_of_plan(context, &plan);
        for (uint32_t effort = 0; effort < EFFORTS; effort++) {
            cw_navmesh_config config = cw_navmesh_config_default();
            config.effort = effort;
            OWNED(cw_navmesh) mesh = mesh_of(&surface, &config);
            assert_int_equal(mesh.stats.dropped, 0);
            assert_true(mesh.stats.relaxation_depth == 0);
            assert_true(is_convex(&mesh));
        }
    }
}

TEST(more_effort_never_gives_more_cells) {
    uint64_t cells[EFFORTS] = {0};
    for (uint32_t i = 0; i < 2 * CW_SCENE_FAMILY_COUNT; i++) {
        cw_surface surface =
            surface_of((cw_scene_family)(i % CW_SCENE_FAMILY_COUNT), 150, 70 + i, 0.3 * i);
        uint32_t before = UINT32_MAX;
        for (uint32_t effort = 1; effort < EFFORTS && surface.triangle_count > 0; effort++) {
            cw_navmesh_config config = cw_navmesh_config_default();
            config.effort = effort;
            OWNED(cw_navmesh) mesh = mesh_of(&surface, &config);
            assert_true(mesh.cell_count <= before);
            before = mesh.cell_count;
            cells[effort] += mesh.cell_count;
        }
        cw_surface_free(context, &surface);
    }
    print_message("effort 1: %" PRIu64 " cells, effort 2: %" PRIu64 "\n", cells[1], cells[2]);
    assert_true(cells[2] <= cells[1]);
}

TEST(more_effort_is_no_worse_among_five_walls) {
    static const cw_vec2 walls[][2] = {{{5.25, 5.5}, {3.25, 4.5}},
                                       {{6.75, 0.25}, {0.75, 6.5}},
                                       {{7.25, 3.75}, {4.75, 7.5}},
                                       {{2.25, 6.5}, {4.75, 3.25}},
                                       {{4.75, 2}, {0.75, 0.5}}};
    OWNED(cw_plan) plan = {0};
    put_box(context, &plan, CW_RING_OUTER, 0, 0, 8, 8);
    for (uint32_t i = 0; i < sizeof walls / sizeof *walls; i++) {
        put_ring(context, &plan, CW_RING_BARRIER, walls[i], 2);
    }
    OWNED(cw_surface) surface = surface_of_plan(context, &plan);
    uint32_t cells[EFFORTS];
    for (uint32_t effort = 0; effort < EFFORTS; effort++) {
        cw_navmesh_config config = cw_navmesh_config_default();
        config.effort = effort;
        OWNED(cw_navmesh) mesh = mesh_of(&surface, &config);
        cells[effort] = mesh.cell_count;
    }
    assert_true(cells[1] <= cells[0] && cells[2] <= cells[1]);
}

TEST(relaxed_cells_are_dented_by_no_more_than_asked_for) {
    cw_random random = {3};
    uint32_t above = 0, meshes = 0;
    for (uint32_t i = 0; i < 6 * CW_SCENE_FAMILY_COUNT; i++) {
        cw_surface surface = surface_of((cw_scene_family)(i % CW_SCENE_FAMILY_COUNT),
                                        10 + cw_random_below(&random, 250), 500 + i,
                                        i % 3 ? cw_random_range(&random, -4, 4) : 0);
        uint32_t efforts = surface.triangle_count == 0 ? 0 : i % 4 == 0 ? EFFORTS : EFFORTS - 1;
        for (uint32_t effort = 0; effort < efforts; effort++) {
            cw_navmesh_config config = {.tau = 0.05 * (1 + i % 5), .effort = effort};
            config.turn = DEGREE * (i % 2 ? 45 : 180);
            OWNED(cw_navmesh) mesh = mesh_of(&surface, &config);
            assert_true(mesh.stats.relaxation_depth <=
                        fmax(config.tau, 2 * surface.lattice.step) * (1 + 1e-9));
            above += mesh.cell_count > mesh.stats.notches + surface_euler(&surface);
            meshes++;
        }
        cw_surface_free(context, &surface);
    }
    print_message("%u of %u meshes have more than r + 1 - h cells\n", above, meshes);
}

/// Points on walls keep off the corners: the walls of the office, none of which is short, are not
/// cut into splinters.
TEST(points_on_walls_leave_no_splinters) {
    OWNED(cw_plan) plan = {0};
    assert_int_equal(cw_scene_office(context, &plan), CW_OK);
    OWNED(cw_surface) surface = surface_of_plan(context, &plan);
    for (uint32_t effort = 0; effort < EFFORTS; effort++) {
        cw_navmesh_config config = cw_navmesh_config_default();
        config.effort = effort;
        OWNED(cw_navmesh) mesh = mesh_of(&surface, &config);
        for (uint32_t c = 0; c < mesh.cell_count; c++) {
            for (uint32_t e = mesh.cell_first[c]; e < mesh.cell_first[c + 1]; e++) {
                uint32_t next = cw_navmesh_next(&mesh, c, e);
                cw_vec3 p = mesh.positions[mesh.edge_vertex[e]];
                cw_vec3 q = mesh.positions[mesh.edge_vertex[next]];
                assert_true(mesh.edge_twin[e] != CW_NONE || hypot(q.x - p.x, q.y - p.y) > 0.9e-3);
            }
        }
    }
}

TEST(surfaces_with_heights_are_decomposed_like_plans) {
    for (uint32_t i = 0; i < 12; i++) {
        OWNED(cw_scene_triangles) scene;
        OWNED(cw_surface) surface;
        cw_status status = i < 4   ? cw_scene_ramp(context, 1 + i % 3, 12 + i, &scene)
                           : i < 5 ? cw_scene_bridge(context, &scene)
                                   : cw_scene_hills(context, 4 + 2 * i, i, &scene);
        assert_int_equal(status, CW_OK);
        assert_ok(cw_surface_from_triangles(context, scene.positions, scene.position_count,
                                            scene.corners, scene.triangle_count, NULL, &surface));
        for (uint32_t effort = 0; effort < EFFORTS; effort++) {
            cw_navmesh_config config = cw_navmesh_config_default();
            config.effort = effort;
            OWNED(cw_navmesh) mesh = mesh_of(&surface, &config);
            assert_int_equal(mesh.stats.notches + mesh.stats.dropped, count_reflex(&surface));
        }
    }
}

/// Decomposes a floor of triangles with every effort; how often it is refused because it crosses
/// itself. A corner of more than a full turn may need more than two portals, so their number is
/// not looked at.
static uint32_t decompose_triangles(const cw_vec3 *positions, uint32_t count,
                                    const uint32_t *corners, uint32_t triangle_count) {
    OWNED(cw_surface) surface;
    uint32_t crossing = 0;
    assert_ok(cw_surface_from_triangles(context, positions, count, corners, triangle_count, NULL,
                                        &surface));
    for (uint32_t effort = 0; effort < EFFORTS; effort++) {
        cw_navmesh_config config = cw_navmesh_config_default();
        config.effort = effort;
        OWNED(cw_navmesh) mesh;
        cw_status status = cw_navmesh_build(context, &surface, &config, &mesh);
        if (status == CW_ERROR_INPUT) {
            assert_non_null(strstr(cw_context_message(context), "two floors of the same height"));
            crossing++;
            continue;
        }
        if (status != CW_OK || cw_navmesh_validate(context, &mesh) != CW_OK ||
            cw_navmesh_validate_against(context, &mesh, &surface) != CW_OK) {
            fail_msg("effort %u: %s", effort, cw_context_message(context));
        }
    }
    return crossing;
}

/// A face twice, and two quads of one height that lie partly over each other; a metre higher they
/// may.
TEST(floors_of_one_height_that_overlap_are_refused) {
    cw_vec3 positions[] = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0},
                           {5, 0, 0}, {15, 0, 0}, {15, 10, 0}, {5, 10, 0}};
    const uint32_t twice[] = {0, 1, 2, 0, 2, 3, 0, 1, 2, 0, 2, 3};
    const uint32_t partly[] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
    assert_int_equal(decompose_triangles(positions, 4, twice, 4), EFFORTS);
    assert_int_equal(decompose_triangles(positions, 8, partly, 4), EFFORTS);
    assert_string_equal(cw_context_message(context),
                        "two floors of the same height overlap around (7.5, 5)");
    for (uint32_t i = 4; i < 8; i++) {
        positions[i].z = 1;
    }
    assert_int_equal(decompose_triangles(positions, 8, partly, 4), 0);
}

/// A floor and a slope that it turns into, above a level floor: the two are one only at the start,
/// and not in the middle of what they have in common.
TEST(floors_that_overlap_in_a_part_are_refused) {
    cw_vec3 positions[] = {{0, 0, 0}, {10, 0, 0}, {10, 2, 0}, {0, 2, 0}, {0, 0, 0},
                           {4, 0, 0}, {10, 0, 6}, {10, 2, 6}, {4, 2, 0}, {0, 2, 0}};
    const uint32_t corners[] = {0, 1, 2, 0, 2, 3, 4, 5, 8, 4, 8, 9, 5, 6, 7, 5, 7, 8};
    assert_int_equal(decompose_triangles(positions, 10, corners, 6), EFFORTS);
    // The slope alone, with its foot on the floor.
    assert_int_equal(decompose_triangles(positions, 10,
                                         (const uint32_t[]){0, 1, 2, 0, 2, 3, 5, 6, 7, 5, 7, 8}, 4),
                     0);
}

/// Decomposes a floor of triangles with every effort, with every dent that cells may have.
static void decompose_relaxed(const cw_vec3 *positions, uint32_t count, const uint32_t *corners,
                              uint32_t triangle_count, uint32_t cell_count) {
    OWNED(cw_surface) surface;
    assert_ok(cw_surface_from_triangles(context, positions, count, corners, triangle_count, NULL,
                                        &surface));
    for (uint32_t effort = 0; effort < EFFORTS; effort++) {
        cw_navmesh_config config = {
            .alpha = 90 * DEGREE, .tau = 1000, .turn = 2 * PI, .effort = effort};
        OWNED(cw_navmesh) mesh;
        if (cw_navmesh_build(context, &surface, &config, &mesh) != CW_OK ||
            cw_navmesh_validate(context, &mesh) != CW_OK) {
            fail_msg("effort %u: %s", effort, cw_context_message(context));
        }
        assert_int_equal(mesh.cell_count, cell_count);
    }
}

/// A floor whose dent holds a part of another one of the same height, which touches it in two
/// corners, and from which a ramp leads up above it. In plan they overlap under the ramp only; the
/// middle of all corners that they have in common lies in the dent, where there is one floor.
TEST(a_floor_in_the_dent_of_another_is_no_overlap) {
    const cw_vec3 positions[] = {{3, 2, 4}, {4, 3, 4}, {2, 3, 4}, {4, 5, 4}, {2, 4, 4},
                                 {3, 6, 4}, {5, 5, 4}, {5, 6, 4}, {5, 2, 4}, {7, 3, 4},
                                 {4, 3, 4}, {6, 5, 4}, {3, 2, 8}, {3, 3, 8}};
    const uint32_t corners[] = {0, 1, 2, 2,  1,  3, 3,  4,  2,  4, 3,  5, 3,  6,  7,  3, 7,
                                5, 8, 9, 10, 10, 9, 11, 10, 11, 6, 12, 8, 10, 12, 10, 13};
    assert_int_equal(decompose_triangles(positions, 14, corners, 11), 0);
    decompose_relaxed(positions, 14, corners, 11, 2);
}

/// Where a portal ends on a wall beside the end of an edge of the terrain, a cell cuts a triangle
/// off that is as thin as rounding and has no plane; a steep triangle crosses it.
TEST(what_rounding_cuts_off_is_no_overlap) {
    const cw_vec3 positions[] = {{-3, 7, -22}, {0, 4, 0},    {-1, 8, 25},    {-4, 9, 32},
                                 {-6, 5, -38}, {0, 3, 44},   {-11, -3, -50}, {-18, 13, 55},
                                 {4, 5, 61},   {-9, 12, 76}, {-4, 2, 138},   {0, 0, 0},
                                 {2, 4, 182}};
    const uint32_t corners[] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4,  5,  5, 4,
                                6, 6, 4, 7, 0, 5, 8, 4, 3, 9, 10, 11, 12};
    assert_int_equal(decompose_triangles(positions, 13, corners, 9), 0);
    decompose_relaxed(positions, 13, corners, 9, 5);
}

/// Triangles that wind around a corner of the floor, up to nearly two turns: in plan the first
/// lies over the last, on another floor.
TEST(a_floor_that_winds_around_its_corner_keeps_its_heights) {
    static const cw_vec3 FOUND[] = {
        {120, 90, 2}, {181, 215, 1}, {40, 40, 0}, {80, 0, 1}, {90, 0, 0}};
    static const uint32_t CORNERS[] = {0, 1, 2, 3, 0, 1, 2, 0, 4};
    assert_int_equal(decompose_triangles(FOUND, 5, CORNERS, 3), 0);
    enum { MOST = 20 };
    cw_random random = {16};
    for (uint32_t i = 0; i < 2000; i++) {
        cw_vec3 positions[MOST + 2] = {{0, 0, 0}};
        uint32_t corners[3 * MOST], count = 2 + cw_random_below(&random, MOST - 1);
        double angle = cw_random_range(&random, 0, 2 * PI);
        double step = fmin(cw_random_range(&random, 0.3, 3.9) * PI / count, 2.8);
        for (uint32_t k = 0; k <= count; k++, angle += step * cw_random_range(&random, 0.5, 1)) {
            double reach = floor(cw_random_range(&random, 20, 200));
            positions[k + 1] = (cw_vec3){round(reach * cos(angle)), round(reach * sin(angle)), k};
        }
        for (uint32_t k = 0; k < count; k++) {
            corners[3 * k] = 0;
            corners[3 * k + 1] = k + 1;
            corners[3 * k + 2] = k + 2;
        }
        assert_int_equal(decompose_triangles(positions, count + 2, corners, count), 0);
    }
}

/// Triangles put one to the other at random, each with a corner higher than all before: a disc that
/// lies over itself in plan in any way. Where such floors meet in space, that is told.
TEST(floors_that_lie_over_themselves_are_decomposed) {
    enum { MOST = 40, TRIES = 1000 };
    cw_random random = {17};
    uint32_t crossing = 0;
    for (uint32_t i = 0; i < 1000; i++) {
        cw_vec3 positions[MOST + 2] = {{0, 0, 0}, {9, 0, 0}, {3, 8, 0}};
        uint32_t corners[3 * MOST] = {0, 1, 2}, count = 1, wanted = cw_random_below(&random, MOST);
        bool used[3 * MOST] = {false};
        for (int tries = 0; tries < TRIES && count < wanted; tries++) {
            uint32_t h = 3 * (i % 2 ? count - 1 : cw_random_below(&random, count));
            uint32_t k = cw_random_below(&random, 3), apex = count + 2;
            uint32_t a = corners[h + k], b = corners[h + (k + 1) % 3];
            cw_vec3 p = positions[a], q = positions[b];
            cw_vec3 top = {cw_random_below(&random, 12), cw_random_below(&random, 12),
                           1000.0 * apex};
            if (used[h + k] || (q.x - p.x) * (top.y - p.y) - (q.y - p.y) * (top.x - p.x) >= 0) {
                continue;
            }
            positions[apex] = top;
            used[h + k] = used[3 * count] = true;
            corners[3 * count] = b;
            corners[3 * count + 1] = a;
            corners[3 * count + 2] = apex;
            count++;
        }
        crossing += decompose_triangles(positions, count + 2, corners, count);
    }
    print_message("%u of 3000 meshes cross themselves\n", crossing);
    assert_true(crossing < 60);
}

// --- notches and what is dropped
// -------------------------------------------------------------------

TEST(notches_tell_their_angles_and_areas_of_interest) {
    for (uint32_t i = 0; i < 3 * CW_SCENE_FAMILY_COUNT; i++) {
        cw_surface surface =
            surface_of((cw_scene_family)(i % CW_SCENE_FAMILY_COUNT), 120, 40 + i, 0.7 * i);
        cw_notch *notches;
        uint32_t count;
        if (surface.triangle_count == 0) {
            continue;
        }
        assert_int_equal(cw_navmesh_notches(context, &surface, NULL, &notches, &count), CW_OK);
        for (uint32_t k = 0; k < count; k++) {
            const cw_notch *notch = &notches[k];
            assert_true(k == 0 || notch->vertex > notches[k - 1].vertex);
            double width = atan2(notch->right.x * notch->left.y - notch->right.y * notch->left.x,
                                 notch->right.x * notch->left.x + notch->right.y * notch->left.y);
            if (notch->angle < 2 * PI - 1e-9) {
                assert_true(notch->angle > PI);
                assert_true(fabs(hypot(notch->right.x, notch->right.y) - 1) < 1e-12);
                assert_true(fabs(hypot(notch->left.x, notch->left.y) - 1) < 1e-12);
                assert_true(fabs(2 * PI - notch->angle - width) < 1e-9);
            }
            /* Chords over noise may turn a notch by a little. */
            assert_true(fabs(notch->angle - floor_angle(&surface, notch->vertex)) < 0.1);
        }
        cw_context_release(context, notches, count * sizeof *notches);
        cw_surface_free(context, &surface);
    }
}

static uint32_t add_pillar(cw_plan *plan, double x, double y, double radius, uint32_t sides) {
    cw_vec2 points[200];
    for (uint32_t i = 0; i < sides; i++) {
        points[i] =
            (cw_vec2){x + radius * cos(2 * PI * i / sides), y + radius * sin(2 * PI * i / sides)};
    }
    put_ring(context, plan, CW_RING_HOLE, points, sides);
    return sides;
}

TEST(a_round_pillar_stays_a_hole_whatever_is_ignored) {
    for (uint32_t sides = 3; sides <= 180; sides += 11) {
        OWNED(cw_plan) plan = {0};
        put_box(context, &plan, CW_RING_OUTER, 0, 0, 20, 10);
        add_pillar(&plan, 5, 5, 2, sides);
        add_pillar(&plan, 14, 4, 1, sides);
        OWNED(cw_surface) surface = surface_of_plan(context, &plan);
        for (uint32_t effort = 0; effort < EFFORTS; effort++) {
            for (int rule = 0; rule < 3; rule++) {
                cw_navmesh_config config = {.turn = 2 * PI, .effort = effort};
                config.alpha = rule < 2 ? 5 * DEGREE : 90 * DEGREE;
                config.tau = rule == 1 ? 100 : 0;
                OWNED(cw_navmesh) mesh = mesh_of(&surface, &config);
                assert_int_equal(mesh.stats.holes, 2);
                assert_true(mesh.stats.notches >= 4 && mesh.cell_count >= 2);
                assert_int_equal(cw_navmesh_locate(&mesh, (cw_vec3){5, 5, 0}), CW_NONE);
            }
        }
    }
}

TEST(corners_within_alpha_are_dropped_and_told) {
    OWNED(cw_plan) plan = {0};
    cw_vec2 box[] = {{0, 0}, {20, 0}, {20, 10}, {10, 9.8}, {0, 10}};
    put_ring(context, &plan, CW_RING_OUTER, box, 5);
    OWNED(cw_surface) surface = surface_of_plan(context, &plan);
    cw_navmesh_config strict = cw_navmesh_config_default(), relaxed = strict;
    relaxed.alpha = 5 * DEGREE;
    cw_navmesh mesh = mesh_of(&surface, &strict);
    assert_int_equal(mesh.stats.notches, 1);
    assert_int_equal(mesh.stats.dropped, 0);
    assert_int_equal(mesh.cell_count, 2);
    cw_navmesh_free(context, &mesh);
    mesh = mesh_of(&surface, &relaxed);
    assert_int_equal(mesh.stats.notches, 0);
    assert_int_equal(mesh.stats.dropped, 1);
    assert_int_equal(mesh.cell_count, 1);
    assert_true(fabs(mesh.stats.relaxation_depth - 0.2) < 1e-6);
    assert_true(fabs(mesh.stats.wall_length - cw_surface_wall_length(&surface)) < 1e-6);
    cw_navmesh_free(context, &mesh);
}

/// The numbers of table 3.1 of the thesis, with its rule.
TEST(the_polygons_of_the_thesis_have_its_notches) {
    const char *names[] = {"bird", "funny", "nazca_monkey"};
    const uint32_t strict[] = {133, 45, 577}, relaxed[] = {102, 42, 374};
    for (int i = 0; i < 3; i++) {
        cw_vec2 points[2000];
        uint32_t count = shared_polygon_read(names[i], points, 2000);
        OWNED(cw_plan) plan = {0};
        put_ring(context, &plan, CW_RING_OUTER, points, count);
        OWNED(cw_surface) surface = surface_of_plan(context, &plan);
        for (uint32_t effort = 0; effort < 2; effort++) {
            cw_navmesh_config config = {.alpha = 5 * DEGREE, .turn = 2 * PI, .effort = effort};
            cw_navmesh mesh = mesh_of(&surface, &config);
            print_message("%s, effort %u, 185 degrees: %u cells\n", names[i], effort,
                          mesh.cell_count);
            assert_int_equal(mesh.stats.notches, relaxed[i]);
            cw_navmesh_free(context, &mesh);
            config.alpha = 0;
            mesh = mesh_of(&surface, &config);
            assert_int_equal(mesh.stats.notches, strict[i]);
            cw_navmesh_free(context, &mesh);
        }
    }
}

// --- the same bytes
// ----------------------------------------------------------------------------------

TEST(workers_and_repetition_do_not_change_a_bit) {
    for (uint32_t i = 0; i < CW_SCENE_FAMILY_COUNT; i++) {
        OWNED(cw_surface) surface = surface_of((cw_scene_family)i, 1500, i, 0.5);
        uint64_t first = 0;
        for (uint32_t run = 0; run < 8 && surface.triangle_count > 0; run++) {
            cw_context_config config = cw_context_config_default();
            config.workers = 1 + run % 4;
            cw_context *other;
            assert_int_equal(cw_context_create(&config, &other), CW_OK);
            cw_navmesh mesh;
            cw_navmesh_config build = cw_navmesh_config_default();
            build.effort = run < 4 ? 1 : 0;
            assert_int_equal(cw_navmesh_build(other, &surface, &build, &mesh), CW_OK);
            first = run % 4 == 0 ? cw_navmesh_hash(&mesh) : first;
            assert_true(cw_navmesh_hash(&mesh) == first);
            cw_navmesh_free(other, &mesh);
            cw_context_free(other);
        }
    }
}

static void move(cw_plan *plan, double x, double y) {
    for (uint32_t i = 0; i < plan->point_count; i++) {
        plan->points[i].x += x;
        plan->points[i].y += y;
    }
}

TEST(a_plan_moved_by_whole_steps_has_the_same_cells) {
    for (uint32_t i = 0; i < 2 * CW_SCENE_FAMILY_COUNT; i++) {
        cw_scene_config config = cw_scene_config_default();
        config.family = (cw_scene_family)(i % CW_SCENE_FAMILY_COUNT);
        config.vertices = 120;
        config.seed = i;
        cw_surface surfaces[2];
        cw_navmesh meshes[2];
        OWNED(cw_plan) plan = plan_of_scene(context, &config);
        for (uint32_t k = 0; k < plan.point_count; k++) { /* so that moving is exact */
            plan.points[k].x = floor(plan.points[k].x * 0x1p16) * 0x1p-16;
            plan.points[k].y = floor(plan.points[k].y * 0x1p16) * 0x1p-16;
        }
        for (int k = 0; k < 2; k++) {
            assert_int_equal(cw_surface_from_plan(context, &plan, NULL, &surfaces[k]), CW_OK);
            assert_int_equal(cw_navmesh_build(context, &surfaces[k], NULL, &meshes[k]), CW_OK);
            move(&plan, i % 2 ? -0.5 : 1024.25, -0.5);
        }
        assert_int_equal(meshes[0].edge_count, meshes[1].edge_count);
        size_t size = meshes[0].edge_count * sizeof(uint32_t);
        assert_memory_equal(meshes[0].edge_vertex, meshes[1].edge_vertex, size);
        assert_memory_equal(meshes[0].edge_twin, meshes[1].edge_twin, size);
        assert_memory_equal(meshes[0].edge_cell, meshes[1].edge_cell, size);
        assert_memory_equal(meshes[0].points, meshes[1].points,
                            meshes[0].vertex_count * sizeof(cw_point));
        for (int k = 0; k < 2; k++) {
            cw_navmesh_free(context, &meshes[k]);
            cw_surface_free(context, &surfaces[k]);
        }
    }
}

TEST_GROUP(make_context, free_context);
