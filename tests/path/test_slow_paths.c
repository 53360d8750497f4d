/// Tens of thousands of paths on random floors of every family against brute force: found or not,
/// length, distance from every wall, the widest way, and a flood fill.
///
///   CW_SLOW_PATHS=100000 tests/test_slow_paths
///
/// The floors are the same for any number of them: floor i depends on i alone. CW_SLOW_FIRST starts
/// at another one; CW_SLOW_LISTED is how many failures are told one by one.
#include "made.h"
#include "path_world.h"
#include "test.h"
#include "test_owned.h"

enum { DEFAULT_FLOORS = 1000, MOST_LISTED = 20, RADII = 4, PAIRS = 6, RASTER = 60 };

typedef struct sums {
    path_tally tally;
    uint64_t floors, empty, widest, rasters, sights, failures, most_listed;
} sums;

static void note(sums *all, const path_world *world, double radius, const path_spot *a,
                 const path_spot *b, const char *wrong) {
    if (wrong != NULL && all->failures++ < all->most_listed) {
        path_describe(world, radius, a, b, wrong);
    }
}

/// One in twenty floors lies above itself.
static bool make_floor(uint64_t number, cw_random *random, path_floor *floor) {
    if (number % 20 != 19) {
        uint32_t vertices = 8 + cw_random_below(random, cw_random_below(random, 4) ? 40 : 90);
        return path_floor_random(context, number, vertices, floor);
    }
    cw_scene_triangles scene;
    switch (number / 20 % 3) {
    case 0:
        assert_int_equal(cw_scene_bridge(context, &scene), CW_OK);
        path_floor_of_triangles(context, &scene, floor);
        break;
    case 1:
        assert_ok(cw_scene_ramp(context, 1 + cw_random_below(random, 2),
                                5 + cw_random_below(random, 9), &scene));
        path_floor_of_triangles(context, &scene, floor);
        break;
    default:
        path_floor_screw(context, 2, 5 + cw_random_below(random, 6),
                         cw_random_range(random, 0.02, 2), 5, floor);
    }
    return true;
}

/// From 0 to more than fits: a share of the widest way between the two, or any.
static double pick_radius(cw_random *random) {
    static const double most = 5;
    switch (cw_random_below(random, 5)) {
    case 0: return 0;
    case 1: return cw_random_range(random, 0.001, most);
    default: return 0.005 * exp(cw_random_unit(random) * log(most / 0.005));
    }
}

static void try_raster(path_world *world, cw_random *random, sums *all) {
    OWNED(path_raster) raster;
    path_raster_make(&world->floor.plane, RASTER, &raster);
    double error = path_raster_error(&raster);
    for (uint32_t i = 0; i < PAIRS; i++) {
        double radius = error * cw_random_range(random, 1.01, 5);
        path_spot a = path_spot_random(&world->floor, random);
        path_spot b = path_spot_random(&world->floor, random);
        cw_path path = path_world_find(world, a.world, b.world, radius);
        const char *wrong = NULL;
        if (path.status == CW_PATH_FOUND) {
            bool start = path_raster_flood(&raster, a.local, radius - error);
            wrong = start && path_raster_reached(&raster, b.local) ? NULL : "the flood is blocked";
        } else if (path_raster_flood(&raster, a.local, radius + error) &&
                   path_raster_reached(&raster, b.local)) {
            wrong = "the flood comes through";
        }
        note(all, world, radius, &a, &b, wrong);
        all->rasters++;
    }
}

/// Random pairs of places for one radius: without sights, and for discs with them.
static void try_radius(path_world *world, double radius, const cw_sights *sights, cw_random *random,
                       sums *all) {
    OWNED(path_judge) judge;
    path_judge_make(&world->floor, radius, &judge);
    for (uint32_t k = 0; k < PAIRS; k++) {
        path_spot a = path_spot_random(&world->floor, random);
        path_spot b = path_spot_random(&world->floor, random);
        for (uint32_t i = 0; i < (radius > 0 ? 2 : 1); i++) {
            assert_int_equal(cw_query_use_sights(world->query, &sights, i), CW_OK);
            note(all, world, judge.radius, &a, &b, path_trial(world, &judge, &a, &b, &all->tally));
        }
    }
    assert_int_equal(cw_query_use_sights(world->query, NULL, 0), CW_OK);
}

static void try_floor(path_world *world, cw_random *random, sums *all) {
    OWNED_HANDLE(cw_sights) sights = sights_of(context, &world->clearance);
    all->sights += cw_sights_count(sights);
    for (uint32_t i = 0; i < RADII; i++) {
        try_radius(world, pick_radius(random), sights, random, all);
    }
    path_spot a = path_spot_random(&world->floor, random);
    path_spot b = path_spot_random(&world->floor, random);
    note(all, world, 0, &a, &b, path_trial_widest(world, &a, &b));
    all->widest++;
    if (world->floor.flat && cw_random_below(random, 4) == 0) {
        try_raster(world, random, all);
    }
}

TEST(every_path_is_that_of_brute_force) {
    sums all = {.most_listed = path_number_from("CW_SLOW_LISTED", MOST_LISTED)};
    uint64_t first = path_number_from("CW_SLOW_FIRST", 0);
    uint64_t count = path_number_from("CW_SLOW_PATHS", DEFAULT_FLOORS);
    assert_int_equal(cw_context_create(NULL, &context), CW_OK);
    for (uint64_t number = first; number < first + count; number++) {
        cw_random random = {number * 0x9e3779b97f4a7c15u + 5};
        path_floor floor;
        path_world world;
        all.floors++;
        if (!make_floor(number, &random, &floor)) {
            all.empty++;
            continue;
        }
        path_world_make(&floor, &world);
        try_floor(&world, &random, &all);
        path_world_free(&world);
    }
    cw_context_free(context);
    path_tally *tally = &all.tally;
    print_message("%" PRIu64 " floors, %" PRIu64 " empty; %" PRIu64 " trials: %" PRIu64
                  " found, %" PRIu64 " blocked, %" PRIu64 " disconnected, %" PRIu64
                  " too tight, %" PRIu64 " too close to call\n",
                  all.floors, all.empty, tally->trials, tally->found, tally->blocked,
                  tally->disconnected, tally->tight, tally->unsure);
    print_message("%" PRIu64 " widest ways, %" PRIu64 " against the flood, %" PRIu64
                  " sights; lengths differ by at most %.3g m; %" PRIu64 " failures\n",
                  all.widest, all.rasters, all.sights, tally->worst, all.failures);
    assert_true(tally->found > count);
    assert_int_equal(all.failures, 0);
}
