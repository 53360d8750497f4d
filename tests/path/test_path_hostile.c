/// What broke the path queries of others, and must not break ours: cells without area, seams
/// between tiles, T-junctions, goals on seams, meshes that made searches loop, equal coordinates.
///
/// Numbers like B35 are those of the project's list of hostile inputs (hostile-inputs.md, 2.4),
/// with the thread that told of the bug. Here are B35 to B40; B37 is also in test_path_ray.c, B38
/// in test_path.c, B40 in test_path_symmetry.c, B41 in test_path_nearest.c and test_navmesh.c, B42
/// in test_path_ends.c, test_path_nearest.c and test_path_refusals.c.
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

static cw_path find(path_world *world, double x0, double y0, double x1, double y1, double radius) {
    return path_world_find(world, (cw_vec3){x0, y0, 0}, (cw_vec3){x1, y1, 0}, radius);
}

/// B35 (recastnavigation#436, #343): heights of triangles without area were NaN, and walks never
/// ended.
TEST(a_cell_without_area_does_not_get_in) {
    static const cw_vec3 positions[] = {{0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {1, 1, 0}};
    static const uint32_t first[] = {0, 3, 6}, vertices[] = {0, 1, 3, 0, 2, 1};
    cw_polygons polygons = polygons_of(4, positions, 2, first, vertices);
    cw_navmesh mesh;
    assert_int_equal(cw_navmesh_from_polygons(context, &polygons, &mesh), CW_ERROR_INVALID);
}

// --- Seams between tiles -------------------------------------------------------------------------

/// Ten tiles in a row whose borders miss each other by half a millimetre.
/// B36 (recastnavigation#735): vertices that miss each other made the funnel turn back.
TEST(a_seam_that_is_half_a_millimetre_off_does_not_turn_a_path_back) {
    cw_plan plan = {0};
    cw_random random = {36};
    OWNED(path_world) world;
    for (uint32_t i = 0; i < 10; i++) {
        double noise[4];
        for (int k = 0; k < 4; k++) {
            noise[k] = cw_random_range(&random, 0, 5e-4);
        }
        cw_vec2 tile[] = {{10.0 * i - noise[0], noise[1]},
                          {10.0 * (i + 1) + noise[2], noise[3]},
                          {10.0 * (i + 1) + noise[0], 4 - noise[1]},
                          {10.0 * i - noise[2], 4 - noise[3]}};
        assert_int_equal(cw_plan_add(context, &plan, CW_RING_OUTER, i, tile, 4), CW_OK);
    }
    path_world_of_plan(&plan, &world);
    static const double radii[] = {0, 0.5, 1.9};
    for (int i = 0; i < 3; i++) {
        cw_vec3 from = {2, 2, 0}, to = {98, 2.0625, 0};
        cw_path path = path_world_find(&world, from, to, radii[i]);
        assert_int_equal(path.status, CW_PATH_FOUND);
        path_must_be_good(&world, &path, from, to);
        path_assert_near(path.length, hypot(96, 0.0625), 1e-6);
        for (uint32_t k = 0; k < path.leg_count; k++) {
            assert_true(path.legs[k].to.x >= path.legs[k].from.x);
        }
        // Along the noisy wall.
        cw_vec3 low = {2, 0.001 + radii[i], 0}, far = {98, 0.001 + radii[i], 0};
        path = path_world_find(&world, low, far, radii[i]);
        assert_int_equal(path.status, CW_PATH_FOUND);
        path_must_be_good(&world, &path, low, far);
        path_assert_near(path.length, 96, 1e-6);
    }
}

// --- T-junctions, and places that two parts of the floor share -----------------------------------

/// B37 (recastnavigation#73): slides stopped at T-junctions.
TEST(t_junctions_are_passed_and_stood_on) {
    // One wide cell below two narrow ones; vertex 4 stands in the middle of its upper side.
    static const cw_vec3 positions[] = {{0, 0, 0}, {4, 0, 0}, {4, 2, 0}, {0, 2, 0},
                                        {2, 2, 0}, {4, 4, 0}, {2, 4, 0}, {0, 4, 0}};
    static const uint32_t first[] = {0, 5, 9, 13};
    static const uint32_t vertices[] = {0, 1, 2, 4, 3, 3, 4, 6, 7, 4, 2, 5, 6};
    cw_polygons polygons = polygons_of(8, positions, 3, first, vertices);
    OWNED(path_world) world;
    path_world_of_polygons(&polygons, "T-junction", &world);
    static const double places[][2] = {{2, 2},     {1, 2},     {3, 2}, {2, 3},
                                       {0.5, 0.5}, {3.5, 3.5}, {2, 1}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
            for (int r = 0; r < 2; r++) {
                double radius = r * 0.5;
                cw_path path =
                    find(&world, places[i][0], places[i][1], places[k][0], places[k][1], radius);
                assert_int_equal(path.status, CW_PATH_FOUND);
                path_assert_near(path.length,
                                 hypot(places[i][0] - places[k][0], places[i][1] - places[k][1]),
                                 1e-12);
                path_must_be_good(&world, &path, (cw_vec3){places[i][0], places[i][1], 0},
                                  (cw_vec3){places[k][0], places[k][1], 0});
            }
        }
    }
}

/// B37 (recastnavigation#377): a point of an edge led from one component into another.
TEST(floors_that_share_a_point_or_an_edge_stay_apart) {
    static const cw_vec2 one[] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    static const cw_vec2 two[] = {{2, 2}, {4, 2}, {4, 4}, {2, 4}};
    static const cw_vec2 cut[] = {{0, 1}, {2, 1}};
    cw_plan plan = {0};
    OWNED(path_world) world;
    put_ring(context, &plan, CW_RING_OUTER, one, 4);
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_OUTER, 1, two, 4), CW_OK);
    put_ring(context, &plan, CW_RING_BARRIER, cut, 2);
    path_world_of_plan(&plan, &world);
    assert_int_equal(world.floor.mesh.island_count, 3);
    // Through the shared point, and through the shared edge.
    assert_int_equal(find(&world, 1, 1.5, 3, 3, 0).status, CW_PATH_DISCONNECTED);
    assert_int_equal(find(&world, 1, 1.5, 1, 0.5, 0).status, CW_PATH_DISCONNECTED);
    // From the shared point there is a way to both sides, from the shared edge to one of them.
    assert_int_equal(find(&world, 2, 2, 1, 1.5, 0).status, CW_PATH_FOUND);
    assert_int_equal(find(&world, 2, 2, 3, 3, 0).status, CW_PATH_FOUND);
    uint32_t ways = 0;
    ways += find(&world, 1, 1, 1, 1.5, 0).status == CW_PATH_FOUND;
    ways += find(&world, 1, 1, 1, 0.5, 0).status == CW_PATH_FOUND;
    assert_int_equal(ways, 1);
}

// --- Goals on seams ------------------------------------------------------------------------------

/// A goal in the middle of a portal is as far as one a hair's breadth beside it, and the path there
/// has no spike at its end: check_path wants it taut.
/// B38: an end on a seam gave a spike.
TEST(a_goal_on_a_seam_gives_no_spike) {
    for (uint64_t number = 0; number < 22; number++) {
        OWNED(path_world) world;
        cw_random random = {number};
        if (!path_world_random(number, 40, &world)) {
            continue;
        }
        const cw_navmesh *mesh = &world.floor.mesh;
        for (uint32_t e = 0; e < mesh->edge_count; e++) {
            if (mesh->edge_twin[e] == CW_NONE || mesh->edge_twin[e] < e) {
                continue;
            }
            uint32_t cell = mesh->edge_cell[e];
            uint32_t next = cw_navmesh_next(mesh, cell, e);
            cw_vec3 p = mesh->positions[mesh->edge_vertex[e]];
            cw_vec3 q = mesh->positions[mesh->edge_vertex[next]];
            cw_vec3 seam = {(p.x + q.x) / 2, (p.y + q.y) / 2, 0};
            double length = hypot(q.x - p.x, q.y - p.y);
            cw_vec3 beside = {seam.x - 1e-7 * (q.y - p.y) / length,
                              seam.y + 1e-7 * (q.x - p.x) / length, 0};
            path_spot start = path_spot_random(&world.floor, &random);
            path_spot goal = path_spot_at(&world.floor, beside);
            if (goal.cell == CW_NONE || length < 0.01 || cw_navmesh_locate(mesh, seam) == CW_NONE) {
                continue; // rounded off the mesh, or at a needle
            }
            double expected = path_floor_shortest(&world.floor, 0, &start, &goal);
            cw_path path = path_world_find(&world, start.world, seam, 0);
            if ((path.status == CW_PATH_FOUND) != isfinite(expected) ||
                (isfinite(expected) && fabs(path.length - expected) > 1e-6)) {
                path_describe(&world, 0, &start, &goal, "to a seam");
                fail_msg("%s %.12g m, oracle %.12g m", cw_path_status_string(path.status),
                         path.length, expected);
            }
            if (path.status == CW_PATH_FOUND) {
                path_must_be_good(&world, &path, start.world, seam);
            }
        }
    }
}

// --- Meshes that made searches loop --------------------------------------------------------------

/// The mesh and the ways of a search that did not end, or left the floor.
/// B39 (polyanya#45): an epsilon made the search loop.
TEST(a_mesh_of_slivers_is_searched_to_the_end) {
    static const cw_vec3 positions[] = {{3.775, 2.675, 0}, {3.775, 1.175, 0}, {2.125, 1.175, 0},
                                        {2.125, 1.275, 0}, {1.775, 1.275, 0}, {1.775, 1.175, 0},
                                        {0.375, 1.175, 0}, {0.375, 0.375, 0}, {4.075, 0.375, 0},
                                        {4.075, 2.675, 0}};
    static const uint32_t first[] = {0, 3, 6, 9, 12, 15, 18, 21, 24};
    static const uint32_t vertices[] = {4, 2, 3, 5, 2, 4, 7, 5, 6, 5, 7, 2,
                                        1, 2, 8, 0, 1, 9, 7, 8, 2, 8, 9, 1};
    static const double ways[][4] = {{2.0705771, 1.2326102, 2.074013, 1.0023998},
                                     {2.0911932, 1.2326102, 2.7302842, 1.0573754},
                                     {1.8231869, 1.2119944, 1.9846778, 0.93711627},
                                     {1.9406888, 1.1835598, 2.0856483, 0.85704863},
                                     {2.1137958, 1.2623727, 3.8983479, 1.3031867}};
    cw_polygons polygons = polygons_of(10, positions, 8, first, vertices);
    OWNED(path_world) world;
    path_world_of_polygons(&polygons, "slivers", &world);
    for (int i = 0; i < 5; i++) {
        path_spot a = path_spot_at(&world.floor, (cw_vec3){ways[i][0], ways[i][1], 0});
        path_spot b = path_spot_at(&world.floor, (cw_vec3){ways[i][2], ways[i][3], 0});
        static const double radii[] = {0, 0.01, 0.03, 0.1, 0.3};
        for (int k = 0; k < 5; k++) {
            OWNED(path_judge) judge;
            path_tally tally = {0};
            path_judge_make(&world.floor, radii[k], &judge);
            const char *wrong = path_trial(&world, &judge, &a, &b, &tally);
            if (wrong != NULL) {
                path_describe(&world, radii[k], &a, &b, wrong);
                fail();
            }
        }
    }
}

/// Plateaus joined by stairs of many narrow steps: where pieces of a way exist, the way does.
/// B39 (polyanya#142): A to B, B to C and C to D existed, but A to D did not.
TEST(what_is_reached_in_stages_is_reached_at_once) {
    cw_scene_triangles scene;
    path_floor floor;
    OWNED(path_world) world;
    assert_int_equal(cw_scene_ramp(context, 4, 64, &scene), CW_OK);
    path_floor_of_triangles(context, &scene, &floor);
    path_world_make(&floor, &world);
    enum { STAGES = 9 };
    cw_vec3 stages[STAGES];
    for (int i = 0; i < STAGES; i++) {
        double angle = 0.5 + i * (4 * PLANE_TURN - 1) / (STAGES - 1);
        cw_vec2 at = plane_polar((cw_vec2){0, 0}, 3.5, angle);
        stages[i] = (cw_vec3){at.x, at.y, 3 * angle / PLANE_TURN};
    }
    static const double radii[] = {0, 0.5, 1.2};
    for (int r = 0; r < 3; r++) {
        double sum = 0;
        for (int i = 0; i + 1 < STAGES; i++) {
            cw_path path = path_world_find(&world, stages[i], stages[i + 1], radii[r]);
            assert_int_equal(path.status, CW_PATH_FOUND);
            sum += path.length;
        }
        cw_path path = path_world_find(&world, stages[0], stages[STAGES - 1], radii[r]);
        assert_int_equal(path.status, CW_PATH_FOUND);
        assert_true(path.length <= sum + 1e-9 && path.length > 3 * PLANE_TURN * 2);
        path_must_be_good(&world, &path, stages[0], stages[STAGES - 1]);
    }
}

// --- Equal coordinates ---------------------------------------------------------------------------

/// B40 (hxDaedalus#49): equal y coordinates crashed.
TEST(equal_coordinates_are_nothing_special) {
    cw_plan plan = {0};
    OWNED(path_world) world;
    put_box(context, &plan, CW_RING_OUTER, 0, 0, 12, 8);
    put_box(context, &plan, CW_RING_OBSTACLE, 4, 2, 8, 6);
    path_world_of_plan(&plan, &world);
    for (int x = 0; x <= 12; x++) {
        for (int y = 0; y <= 8; y++) {
            cw_vec3 a = {2, y, 0}, b = {x, y, 0};
            for (int r = 0; r < 2; r++) {
                cw_path there = path_world_find(&world, a, b, r);
                double length = there.length;
                bool found = there.status == CW_PATH_FOUND;
                cw_path back = path_world_find(&world, b, a, r);
                assert_int_equal(back.status == CW_PATH_FOUND, found);
                if (found) {
                    path_assert_near(back.length, length, 1e-9);
                    bool around = y > 2 && y < 6 && x > 4;
                    if (r == 0) {
                        assert_int_equal(around, length > fabs(x - 2.0) + 1e-9);
                    }
                }
            }
        }
    }
}

TEST_GROUP(make_context, free_context);
