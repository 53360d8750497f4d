/// Making sights and giving them to queries: radii, tables, memory, and what they save.
#include "made.h"
#include "path_setup.h"
#include "query_world.h"
#include "test.h"
#include "test_owned.h"

static cw_sights *make_sights(const path_world *world) {
    cw_sights *made;
    if (cw_sights_build_any(world->floor.context, &world->clearance, &made) != CW_OK) {
        fail_msg("%s", cw_context_message(world->floor.context));
    }
    return made;
}

static void use(cw_query *query, const cw_sights *sights) {
    assert_int_equal(cw_query_use_sights(query, &sights, 1), CW_OK);
}

static void use_none(cw_query *query) {
    assert_int_equal(cw_query_use_sights(query, NULL, 0), CW_OK);
}

/// The way through the door of two rooms.
static cw_path through_the_door(path_world *world, double radius) {
    return path_world_find(world, path_west, path_east, radius);
}

TEST(no_sights_can_be_freed) {
    cw_sights_free(NULL);
}

/// A radius for which there is no room at all sees nothing; others see as before.
TEST(a_radius_that_fits_nowhere_sees_nothing) {
    OWNED(path_world) world;
    path_world_two_rooms(&world);
    OWNED_HANDLE(cw_sights) sights = make_sights(&world);
    use(world.query, sights);
    assert_int_equal(through_the_door(&world, 1e6).status, CW_PATH_START_TOO_TIGHT);
    assert_int_equal(through_the_door(&world, 0.5).status, CW_PATH_FOUND);
    use_none(world.query);
}

/// Points need no sights: those that are there change nothing.
TEST(points_need_no_sights) {
    static const double points[] = {0, -0.0, 1e-300, CW_SMALLEST_RADIUS / 2};
    OWNED(path_world) world;
    assert_true(path_world_random(CW_SCENE_ROOMS, 400, &world));
    OWNED_HANDLE(cw_sights) sights = make_sights(&world);
    cw_random random = {3};
    for (uint32_t k = 0; k < 60; k++) {
        cw_vec3 ends[2] = {path_spot_random(&world.floor, &random).world,
                           path_spot_random(&world.floor, &random).world};
        double radius = fabs(points[k % 4]);
        use_none(world.query);
        cw_path path = path_world_find(&world, ends[0], ends[1], radius);
        uint64_t expected = path_hash(&path);
        uint32_t work = path.expansions;
        use(world.query, sights);
        path = path_world_find(&world, ends[0], ends[1], radius);
        assert_true(path_hash(&path) == expected);
        assert_int_equal(path.expansions, work);
    }
    use_none(world.query);
}

TEST(sights_of_other_tables_are_refused) {
    path_world world, other;
    path_world_two_rooms(&world);
    path_world_two_rooms(&other);
    cw_sights *own = make_sights(&world), *strange = make_sights(&other);
    use(world.query, own);
    cw_path path = through_the_door(&world, 0.5);
    uint64_t expected = path_hash(&path);
    uint32_t work = path.expansions;
    const cw_sights *both[] = {own, strange};
    assert_int_equal(cw_query_use_sights(world.query, both, 2), CW_ERROR_ARGUMENT);
    cw_sights_free(strange);
    path_world_free(&other);
    path = through_the_door(&world, 0.5); // and it goes on with its own
    assert_true(path_hash(&path) == expected);
    assert_int_equal(path.expansions, work);
    cw_sights_free(own);
    path_world_free(&world);
}

/// A query remembers what it made of sights; the answers are those of a query that is asked for the
/// first time.
TEST(radii_may_change_from_question_to_question) {
    static const double radii[] = {0.3, 0.31, 0.3, 0.05, 0.7, 0.0005, 0.3, 1e-3};
    OWNED(path_world) world;
    assert_true(path_world_random(CW_SCENE_ROOMS, 400, &world));
    OWNED_HANDLE(cw_sights) sights = make_sights(&world);
    cw_random random = {12};
    use(world.query, sights);
    for (uint32_t i = 0; i < 80; i++) {
        cw_vec3 ends[2] = {path_spot_random(&world.floor, &random).world,
                           path_spot_random(&world.floor, &random).world};
        cw_path_request request = path_ask(&ends[0], &ends[1], radii[i % 8]);
        OWNED_HANDLE(cw_query) fresh;
        cw_path path, expected;
        assert_int_equal(cw_query_create(world.floor.context, &world.clearance, &fresh), CW_OK);
        if (i % 8 != 5) { // smaller than sights are good for
            use(fresh, sights);
        }
        assert_int_equal(cw_query_find(fresh, &request, &expected), CW_OK);
        path = path_must_find(&world, &request);
        assert_true(path_hash(&path) == path_hash(&expected));
    }
    use_none(world.query);
}

TEST(a_query_without_sights_is_as_if_it_had_had_none) {
    OWNED(path_world) world;
    assert_true(path_world_random(CW_SCENE_MIX, 200, &world));
    OWNED_HANDLE(cw_sights) sights = make_sights(&world);
    cw_random random = {4};
    for (uint32_t i = 0; i < 20; i++) {
        cw_vec3 ends[2] = {path_spot_random(&world.floor, &random).world,
                           path_spot_random(&world.floor, &random).world};
        cw_path path = path_world_find(&world, ends[0], ends[1], 0.2);
        uint64_t expected = path_hash(&path);
        uint32_t work = path.expansions;
        use(world.query, sights);
        path_world_find(&world, ends[0], ends[1], 0.2);
        use_none(world.query);
        path = path_world_find(&world, ends[0], ends[1], 0.2);
        assert_true(path_hash(&path) == expected);
        assert_int_equal(path.expansions, work);
    }
}

/// A search that is under way ends when other sights come.
TEST(new_sights_end_what_is_under_way) {
    OWNED(path_world) world;
    path_world_two_rooms(&world);
    cw_sights *sights = make_sights(&world);
    cw_path_request request = path_ask(&path_west, &path_east, 0.5);
    cw_path path;
    use(world.query, sights);
    assert_int_equal(cw_query_begin(world.query, &request, &path), CW_OK);
    assert_int_equal(path.status, CW_PATH_RUNNING);
    use_none(world.query);
    cw_sights_free(sights);
    assert_int_equal(cw_query_step(world.query, 1000, &path), CW_ERROR_ARGUMENT);
    assert_int_equal(path.status, CW_PATH_FAILED);
    path = path_must_find(&world, &request);
    assert_int_equal(path.status, CW_PATH_FOUND);
}

TEST(costs_do_not_use_sights) {
    static const double costs[] = {1, 3};
    OWNED(path_world) world;
    assert_true(path_world_random(CW_SCENE_ROOMS, 200, &world));
    uint8_t *areas = calloc(world.floor.mesh.cell_count, 1);
    assert_non_null(areas);
    for (uint32_t c = 0; c < world.floor.mesh.cell_count; c++) {
        areas[c] = c % 3 == 0;
    }
    OWNED_HANDLE(cw_sights) sights = make_sights(&world);
    cw_random random = {9};
    for (uint32_t i = 0; i < 20; i++) {
        cw_vec3 ends[2] = {path_spot_random(&world.floor, &random).world,
                           path_spot_random(&world.floor, &random).world};
        cw_path_request request = path_ask(&ends[0], &ends[1], 0.1);
        request.cell_area = areas;
        request.area_cost = costs;
        request.area_count = 2;
        use_none(world.query);
        cw_path path = path_must_find(&world, &request);
        uint64_t expected = path_hash(&path);
        uint32_t work = path.expansions;
        use(world.query, sights);
        path = path_must_find(&world, &request);
        assert_true(path_hash(&path) == expected);
        assert_int_equal(path.expansions, work);
    }
    free(areas);
}

TEST(sights_save_work) {
    OWNED(path_world) world;
    assert_true(path_world_random(CW_SCENE_RECT, 2000, &world));
    for (uint32_t i = 0; i < 2; i++) {
        double radius = i == 0 ? 0.05 : 0.2;
        OWNED_HANDLE(cw_sights) sights = make_sights(&world);
        cw_random random = {3};
        uint64_t without = 0, with = 0;
        for (uint32_t k = 0; k < 50; k++) {
            cw_vec3 ends[2] = {path_spot_random(&world.floor, &random).world,
                               path_spot_random(&world.floor, &random).world};
            use_none(world.query);
            without += path_world_find(&world, ends[0], ends[1], radius).expansions;
            use(world.query, sights);
            with += path_world_find(&world, ends[0], ends[1], radius).expansions;
        }
        assert_true(with < without / 2);
    }
}

/// A hall with teeth along one side, half a metre wide and half a metre apart: the tips of all
/// teeth see each other.
static void make_hall_of_teeth(uint32_t teeth, path_world *made) {
    uint32_t count = 0;
    cw_vec2 *points = malloc((4 * (size_t)teeth + 2) * sizeof *points);
    assert_non_null(points);
    points[count++] = (cw_vec2){0, 0};
    points[count++] = (cw_vec2){teeth, 0};
    for (uint32_t i = teeth; i-- > 0;) {
        points[count++] = (cw_vec2){i + 1.0, 5};
        points[count++] = (cw_vec2){i + 0.5, 5};
        points[count++] = (cw_vec2){i + 0.5, 2};
        points[count++] = (cw_vec2){i, 2};
    }
    cw_plan plan = {0};
    put_ring(context, &plan, CW_RING_OUTER, points, count);
    free(points);
    path_world_of_plan(&plan, made);
}

/// Asks with sights and without: paths have to be as short.
static void must_be_as_short(path_world *world, const cw_sights *sights, double radius,
                             uint32_t count) {
    cw_random random = {5};
    for (uint32_t i = 0; i < count; i++) {
        cw_vec3 from = path_spot_random(&world->floor, &random).world;
        cw_vec3 to = path_spot_random(&world->floor, &random).world;
        use_none(world->query);
        cw_path plain = path_world_find(world, from, to, radius);
        use(world->query, sights);
        cw_path path = path_world_find(world, from, to, radius);
        assert_int_equal(path.status, plain.status);
        path_assert_near(path.length, plain.length, 1e-9);
    }
}

/// Twelve radii again and again, more than are kept, and others that come once. A tooth sees all
/// others, so that the room for all radii together is used up several times.
TEST(more_radii_than_are_kept_are_answered_as_if_each_were_the_first) {
    OWNED(path_world) world;
    make_hall_of_teeth(60, &world);
    OWNED_HANDLE(cw_sights) any = make_sights(&world);
    cw_random random = {8};
    use(world.query, any);
    assert_int_equal(cw_query_reserve(world.query, 0), CW_OK);
    size_t bytes = cw_query_bytes(world.query);
    for (uint32_t i = 0; i < 600; i++) {
        double radius = i % 3 == 0   ? 0.02 + 1e-4 * i
                        : i % 50 < 9 ? 0.05 /* the same for a while */
                                     : 0.02 + 0.01 * cw_random_below(&random, 12);
        cw_vec3 ends[2] = {path_spot_random(&world.floor, &random).world,
                           path_spot_random(&world.floor, &random).world};
        cw_path_request request = path_ask(&ends[0], &ends[1], radius);
        OWNED_HANDLE(cw_query) fresh;
        cw_path path, expected;
        assert_int_equal(cw_query_create(world.floor.context, &world.clearance, &fresh), CW_OK);
        use(fresh, any);
        assert_int_equal(cw_query_find(fresh, &request, &expected), CW_OK);
        path = path_must_find(&world, &request);
        assert_true(path_hash(&path) == path_hash(&expected));
    }
    assert_int_equal(cw_query_bytes(world.query), bytes);
    use_none(world.query);
}

TEST(corners_that_see_hundreds_of_others_have_sights_too) {
    OWNED(path_world) world;
    make_hall_of_teeth(100, &world);
    OWNED_HANDLE(cw_sights) sights = make_sights(&world);
    assert_true(cw_sights_count(sights) > 30000);
    must_be_as_short(&world, sights, 0.02, 50);
    must_be_as_short(&world, sights, 0.1, 50);
    use_none(world.query);
}

static bool stop_at_sights(void *user, const char *stage, double fraction) {
    (void)fraction;
    uint32_t *asked = user;
    *asked += strcmp(stage, "sights") == 0;
    return *asked == 0;
}

TEST(making_sights_can_be_stopped) {
    uint32_t asked = 0;
    OWNED(path_world) world;
    path_world_two_rooms(&world);
    cw_context_config config = cw_context_config_default();
    config.progress = stop_at_sights;
    config.user = &asked;
    cw_context *with;
    cw_sights *sights = (cw_sights *)&world;
    assert_int_equal(cw_context_create(&config, &with), CW_OK);
    assert_int_equal(cw_sights_build_any(with, &world.clearance, &sights), CW_ERROR_CANCELLED);
    assert_null(sights);
    assert_int_equal(asked, 1);
    cw_context_free(with);
}

// --- Memory --------------------------------------------------------------------------------------

/// Radii that are asked for.
enum { RADII = 4 };

/// Asks a fixed series of questions; false when memory ran out.
static bool ask_series(cw_query *query, const cw_vec3 *places, uint32_t count,
                       const double *radii) {
    for (uint32_t i = 0; i < 2 * count; i++) {
        cw_path_request request =
            path_ask(&places[i % count], &places[(i * 7 + 3) % count], radii[i % RADII]);
        request.goal_count = (i * 7 + 3) % count + 2 < count ? 1 + i % 3 : 1;
        request.partial = i % 3 == 0;
        request.slack = i % 4 == 0 ? 0.1 : 0;
        request.length_only = i % 5 == 0;
        cw_path path;
        cw_status status = cw_query_find(query, &request, &path);
        if (status != CW_OK) {
            assert_int_equal(status, CW_ERROR_MEMORY);
            return false;
        }
    }
    return true;
}

enum { PLACES = 12 };
static const double memory_radii[RADII] = {0, 0.25, 0.1, 0.6};

static void find_places(query_world *world, cw_vec3 *places) {
    cw_random random = {6};
    for (uint32_t i = 0; i < PLACES; i++) {
        assert_true(query_world_place(world, &random, &places[i]));
    }
}

/// Makes sights, gives them to a new query and asks; the first status that is not CW_OK.
static cw_status make_and_ask(query_world *world, const cw_vec3 *places) {
    OWNED_HANDLE(cw_sights) sights = NULL;
    OWNED_HANDLE(cw_query) query = NULL;
    cw_status status = cw_sights_build_any(world->context, &world->clearance, &sights);
    assert_true((status == CW_OK) == (sights != NULL));
    const cw_sights *used = sights;
    if (status == CW_OK) {
        status = cw_query_create(world->context, &world->clearance, &query);
    }
    if (status == CW_OK) {
        status = cw_query_use_sights(query, &used, 1);
    }
    if (status == CW_OK && !ask_series(query, places, PLACES, memory_radii)) {
        status = CW_ERROR_MEMORY;
    }
    if (query != NULL) { /* and then it works again */
        failing_allocator_fail_at(&world->memory, 0);
        assert_int_equal(cw_query_use_sights(query, &used, 1), CW_OK);
        assert_true(ask_series(query, places, PLACES, memory_radii));
    }
    return status;
}

TEST(a_lack_of_memory_is_survived_at_every_request) {
    for (int relaxed = 0; relaxed < 2; relaxed++) {
        OWNED(query_world) world;
        cw_vec3 places[PLACES];
        query_world_plan(&world, CW_SCENE_MIX, 60, 2, relaxed ? 0.3 : 0);
        find_places(&world, places);
        size_t n = 0, before = world.memory.live_bytes;
        for (cw_status status = CW_ERROR_MEMORY; status != CW_OK; n++) {
            failing_allocator_fail_at(&world.memory, n + 1);
            status = make_and_ask(&world, places);
            assert_true(status == CW_OK || status == CW_ERROR_MEMORY);
            failing_allocator_fail_at(&world.memory, 0);
            assert_int_equal(world.memory.live_bytes, before);
        }
        assert_true(n > 20);
    }
}

TEST(nothing_is_allocated_after_warming_up) {
    OWNED(query_world) world;
    cw_vec3 places[PLACES];
    query_world_plan(&world, CW_SCENE_ROOMS, 300, 2, 0);
    find_places(&world, places);
    size_t before = world.memory.live_bytes;
    OWNED_HANDLE(cw_sights) sights = sights_of(world.context, &world.clearance);
    assert_int_equal(cw_sights_bytes(sights), world.memory.live_bytes - before);
    use(world.query, sights);
    assert_true(ask_series(world.query, places, PLACES, memory_radii));
    failing_allocator_fail_at(&world.memory, 0); // starts counting anew
    size_t bytes = cw_query_bytes(world.query);
    assert_true(ask_series(world.query, places, PLACES, memory_radii));
    assert_int_equal(world.memory.requests, 0);
    assert_int_equal(cw_query_bytes(world.query), bytes);
    use_none(world.query);
    use(world.query, sights);
    assert_int_equal(world.memory.requests, 0);
}

TEST_GROUP(make_context, free_context);
