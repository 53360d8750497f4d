/// Paths against brute force: every plan family, all radii, strict and relaxed cells, imported
/// triangles, ramps and bridges.
///
///   CW_PATH_CASES=1000 tests/test_path     more floors; CW_PATH_FIRST starts at another one
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

static void show(const path_tally *sums) {
    print_message("%u trials: %u found, %u blocked, %u disconnected, %u too tight; lengths differ "
                  "by at most %.2g m\n",
                  (unsigned)sums->trials, (unsigned)sums->found, (unsigned)sums->blocked,
                  (unsigned)sums->disconnected, (unsigned)sums->tight, sums->worst);
}

static void try_world(path_world *world, uint64_t number, uint32_t radii, uint32_t pairs,
                      path_tally *sums) {
    cw_random random = {number * 31 + 7};
    for (uint32_t i = 0; i < radii; i++) {
        OWNED(path_judge) judge;
        path_judge_make(&world->floor, path_radius_random(&random), &judge);
        for (uint32_t k = 0; k < pairs; k++) {
            path_spot a = path_spot_random(&world->floor, &random);
            path_spot b = path_spot_random(&world->floor, &random);
            const char *wrong = path_trial(world, &judge, &a, &b, sums);
            if (wrong != NULL) {
                path_describe(world, judge.radius, &a, &b, wrong);
                fail();
            }
        }
    }
}

/// B38 (recastnavigation#239): A* over midpoints is not the shortest.
TEST(paths_are_those_of_brute_force_on_every_family) {
    uint64_t first = path_number_from("CW_PATH_FIRST", 0);
    uint64_t count = path_number_from("CW_PATH_CASES", 99);
    path_tally sums = {0};
    for (uint64_t number = first; number < first + count; number++) {
        path_world world;
        if (path_world_random(number, 10 + (uint32_t)(number * 13 % 50), &world)) {
            try_world(&world, number, 3, 5, &sums);
            path_world_free(&world);
        }
    }
    show(&sums);
    assert_true(sums.found > 3 * count);
}

static void try_widest(path_world *world, cw_random *random) {
    for (uint32_t i = 0; i < 3; i++) {
        path_spot a = path_spot_random(&world->floor, random);
        path_spot b = path_spot_random(&world->floor, random);
        const char *wrong = path_trial_widest(world, &a, &b);
        if (wrong != NULL) {
            path_describe(world, 0, &a, &b, wrong);
            fail();
        }
    }
}

TEST(the_widest_way_is_that_of_brute_force) {
    uint64_t first = path_number_from("CW_PATH_FIRST", 0);
    uint64_t count = path_number_from("CW_PATH_CASES", 66);
    for (uint64_t number = first; number < first + count; number++) {
        OWNED(path_world) world;
        cw_random random = {number + 1000};
        if (!path_world_random(number, 10 + (uint32_t)(number * 11 % 40), &world)) {
            continue;
        }
        try_widest(&world, &random);
    }
}

/// Surfaces that lie above themselves.
static void make_overlapping(uint32_t number, path_floor *floor) {
    cw_scene_triangles scene;
    if (number == 0) {
        assert_int_equal(cw_scene_ramp(context, 2, 12, &scene), CW_OK);
        path_floor_of_triangles(context, &scene, floor);
    } else if (number == 1) {
        assert_int_equal(cw_scene_bridge(context, &scene), CW_OK);
        path_floor_of_triangles(context, &scene, floor);
    } else {
        static const double inner[] = {0.25, 0.05, 1.5};
        path_floor_screw(context, 3, 6 + number, inner[number % 3], 5, floor);
    }
}

TEST(walls_of_other_floors_do_not_count) {
    path_tally sums = {0};
    for (uint32_t number = 0; number < 5; number++) {
        path_floor floor;
        OWNED(path_world) world;
        make_overlapping(number, &floor);
        path_world_make(&floor, &world);
        try_world(&world, number, 6, 8, &sums);
        cw_random random = {number};
        try_widest(&world, &random);
    }
    show(&sums);
    assert_true(sums.found > 60);
}

/// Two meshes of the same floor: lengths are equal, and each path is good on its own mesh.
static void compare_worlds(path_world *one, path_world *two, uint64_t number, path_tally *sums) {
    cw_random random = {number + 3};
    for (uint32_t i = 0; i < 12; i++) {
        double radius = path_radius_random(&random);
        path_spot a = path_spot_random(&one->floor, &random);
        path_spot b = path_spot_random(&one->floor, &random);
        path_spot there = path_spot_at(&two->floor, a.world);
        cw_path first = path_world_find(one, a.world, b.world, radius);
        cw_path second = path_world_find(two, a.world, b.world, radius);
        if (first.status != second.status || fabs(first.length - second.length) > 1e-9) {
            path_describe(two, radius, &a, &b, "differs from the other mesh");
            fail_msg("%s %.12f, %s %.12f", cw_path_status_string(first.status), first.length,
                     cw_path_status_string(second.status), second.length);
        }
        sums->trials++;
        sums->found += first.status == CW_PATH_FOUND;
        const char *wrong = second.status == CW_PATH_FOUND
                                ? path_check(&two->floor, &second, &there, b.world)
                                : NULL;
        if (wrong != NULL) {
            path_describe(two, radius, &a, &b, wrong);
            fail();
        }
    }
}

TEST(an_imported_triangulation_gives_the_same_lengths) {
    path_tally sums = {0};
    for (uint64_t number = 0; number < 44; number++) {
        path_floor floor, triangles;
        path_world one, two;
        if (!path_floor_random(context, number, 12 + (uint32_t)(number % 50), &floor)) {
            continue;
        }
        path_floor_triangulated(&floor, &triangles);
        path_world_make(&floor, &one);
        path_world_make(&triangles, &two);
        compare_worlds(&one, &two, number, &sums);
        path_world_free(&one);
        path_world_free(&two);
    }
    show(&sums);
}

/// Triangles of a grid with holes: most vertices have no wall, and rows of portals are in line.
TEST(vertices_without_walls_are_in_nobodys_way) {
    path_tally sums = {0};
    for (uint64_t number = 0; number < 6; number++) {
        cw_scene_triangles scene;
        assert_int_equal(cw_scene_hills(context, 8 + (uint32_t)number, number, &scene), CW_OK);
        uint32_t *first = malloc((scene.triangle_count + 1) * sizeof *first);
        assert_non_null(first);
        for (uint32_t t = 0; t <= scene.triangle_count; t++) {
            first[t] = 3 * t;
        }
        cw_polygons polygons = polygons_of(scene.position_count, scene.positions,
                                           scene.triangle_count, first, scene.corners);
        path_floor floor, other;
        OWNED(path_world) one, two;
        cw_navmesh mesh = mesh_of_polygons(context, &polygons);
        path_floor_take(context, &mesh, true, &other);
        strcpy(other.name, "hills of triangles");
        free(first);
        path_floor_of_triangles(context, &scene, &floor);
        floor.flat = true; // it does not lie above itself
        strcpy(floor.name, "hills");
        path_world_make(&floor, &one);
        path_world_make(&other, &two);
        compare_worlds(&one, &two, number, &sums);
        try_world(&two, number, 3, 4, &sums);
    }
    show(&sums);
}

/// A room of triangles around its middle, and a way out along its upper wall. From the middle, the
/// way out is seen by none of the triangles: rays that go on from each to the next go round in it.
TEST(a_disc_that_starts_on_a_vertex_without_walls_finds_its_way) {
    static const cw_vec3 positions[] = {{0, 0, 0}, {4, 0, 0}, {4, 3, 0}, {4, 4, 0},
                                        {0, 4, 0}, {2, 2, 0}, {8, 3, 0}, {8, 4, 0}};
    static const uint32_t first[] = {0, 3, 6, 9, 12, 15, 19};
    static const uint32_t vertices[] = {0, 1, 5, 1, 2, 5, 2, 3, 5, 3, 4, 5, 4, 0, 5, 2, 6, 7, 3};
    cw_polygons polygons = polygons_of(8, positions, 6, first, vertices);
    OWNED(path_world) world;
    path_world_of_polygons(&polygons, "triangles around a middle", &world);
    const cw_vec3 middle = {2, 2, 0}, out = {7.5, 3.5, 0};
    cw_path_request request = path_ask(&middle, &out, 0.4);
    cw_path path;
    assert_int_equal(cw_query_begin(world.query, &request, &path), CW_OK);
    assert_int_equal(cw_query_step(world.query, 1000, &path), CW_OK);
    assert_int_equal(path.status, CW_PATH_FOUND);
    double length = path.length;
    path_assert_near(path_world_find(&world, out, middle, 0.4).length, length, 1e-12);
    assert_true(length > hypot(5.5, 1.5) + 0.01);
}

/// A flood over a fine raster knows nothing of tangents: found and not found, both ways.
TEST(a_flood_fill_agrees_about_what_exists) {
    uint32_t found = 0, blocked = 0;
    for (uint64_t number = 0; number < 44; number++) {
        OWNED(path_world) world;
        path_raster raster;
        cw_random random = {number + 77};
        if (!path_world_random(number, 30, &world)) {
            continue;
        }
        path_raster_make(&world.floor.plane, 120, &raster);
        double error = path_raster_error(&raster);
        for (uint32_t i = 0; i < 12; i++) {
            double radius = error * (1.01 + 6 * cw_random_unit(&random));
            path_spot a = path_spot_random(&world.floor, &random);
            path_spot b = path_spot_random(&world.floor, &random);
            cw_path path = path_world_find(&world, a.world, b.world, radius);
            if (path.status == CW_PATH_FOUND) {
                found++;
                assert_true(path_raster_flood(&raster, a.local, radius - error));
                assert_true(path_raster_reached(&raster, b.local));
            } else if (path_raster_flood(&raster, a.local, radius + error)) {
                blocked++;
                assert_false(path_raster_reached(&raster, b.local));
            }
        }
        path_raster_free(&raster);
    }
    print_message("%u found, %u not found though there is room at the start\n", found, blocked);
    assert_true(found > 100 && blocked > 10);
}

TEST_GROUP(make_context, free_context);
