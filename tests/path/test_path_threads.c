/// Several threads ask one mesh: each has a query of its own, and all read the same tables. Run
/// under the thread sanitizer by `tools/threads`.
#include "base/memory.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

#include <pthread.h>

enum { THREADS = 4, PLACES = 12, RADII = 3 };

static const double radii[RADII] = {0, 0.2, 0.45};

typedef struct floor_plan {
    cw_plan plan;
    cw_surface surface;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_path_tables *tables;
    cw_sights *sights;
    cw_vec3 places[PLACES];
} floor_plan;

/// What one thread is told, by pairs of places and radii.
typedef struct asker {
    const floor_plan *floor;
    cw_status status;
    double lengths[RADII][PLACES][PLACES]; ///< -1 without a path
    double clear[PLACES];                  ///< the nearest wall
    uint32_t within[PLACES];               ///< cells within 10 m
} asker;

static cw_status ask_path(cw_query *query, asker *mine, uint32_t r, uint32_t i, uint32_t k) {
    cw_path path;
    cw_path_request request = path_ask(&mine->floor->places[i], &mine->floor->places[k], radii[r]);
    CW_TRY(cw_query_find(query, &request, &path));
    mine->lengths[r][i][k] = path.status == CW_PATH_FOUND ? path.length : -1;
    return CW_OK;
}

static cw_status ask_all(cw_query *query, asker *mine) {
    for (uint32_t i = 0; i < PLACES; i++) {
        cw_vec3 place = mine->floor->places[i];
        CW_TRY(cw_query_wall(query, place, &mine->clear[i], NULL));
        cw_status status =
            cw_query_cells_within(query, place, radii[1], 10, NULL, 0, &mine->within[i]);
        CW_TRY(status == CW_ERROR_LIMIT ? CW_OK : status);
        for (uint32_t k = 0; k < PLACES; k++) {
            for (uint32_t r = 0; r < RADII; r++) {
                CW_TRY(ask_path(query, mine, r, i, k));
            }
        }
    }
    return CW_OK;
}

static void *run_asker(void *user) {
    asker *mine = user;
    cw_context *own;
    cw_query *query = NULL;
    mine->status = cw_context_create(NULL, &own);
    if (mine->status != CW_OK) {
        return NULL;
    }
    mine->status = cw_query_create_with(own, mine->floor->tables, &query);
    if (mine->status == CW_OK && mine->floor->sights != NULL) {
        const cw_sights *const sights[1] = {mine->floor->sights};
        mine->status = cw_query_use_sights(query, sights, 1);
    }
    mine->status = mine->status == CW_OK ? ask_all(query, mine) : mine->status;
    cw_query_free(query);
    cw_context_free(own);
    return NULL;
}

static void make_floor(floor_plan *floor) {
    *floor = (floor_plan){0};
    assert_int_equal(cw_scene_office(context, &floor->plan), CW_OK);
    assert_int_equal(cw_surface_from_plan(context, &floor->plan, NULL, &floor->surface), CW_OK);
    assert_int_equal(cw_navmesh_build(context, &floor->surface, NULL, &floor->mesh), CW_OK);
    assert_int_equal(cw_clearance_build(context, &floor->mesh, &floor->clearance), CW_OK);
    assert_int_equal(cw_path_tables_create(context, &floor->clearance, &floor->tables), CW_OK);
    OWNED_HANDLE(cw_query) query;
    uint64_t seed = 3;
    assert_int_equal(cw_query_create_with(context, floor->tables, &query), CW_OK);
    for (uint32_t i = 0; i < PLACES; i++) {
        assert_int_equal(cw_query_random(query, &seed, 0.5, &floor->places[i]), CW_OK);
    }
}

static void free_floor(floor_plan *floor) {
    cw_sights_free(floor->sights);
    cw_path_tables_free(floor->tables);
    cw_clearance_free(context, &floor->clearance);
    cw_navmesh_free(context, &floor->mesh);
    cw_surface_free(context, &floor->surface);
    cw_plan_free(context, &floor->plan);
}

static void ask_in_threads(const floor_plan *floor) {
    asker *askers = calloc(THREADS + 1, sizeof *askers);
    pthread_t threads[THREADS];
    for (uint32_t i = 0; i <= THREADS; i++) {
        askers[i].floor = floor;
    }
    run_asker(&askers[THREADS]);
    for (uint32_t i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, run_asker, &askers[i]), 0);
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_true(askers[THREADS].lengths[0][0][1] > 0);
    for (uint32_t i = 0; i <= THREADS; i++) {
        assert_int_equal(askers[i].status, CW_OK);
        assert_memory_equal(askers[i].lengths, askers[THREADS].lengths, sizeof askers->lengths);
        assert_memory_equal(askers[i].clear, askers[THREADS].clear, sizeof askers->clear);
        assert_memory_equal(askers[i].within, askers[THREADS].within, sizeof askers->within);
    }
    free(askers);
}

TEST(threads_that_share_tables_are_told_the_same) {
    floor_plan floor;
    make_floor(&floor);
    ask_in_threads(&floor);
    free_floor(&floor);
}

TEST(threads_that_share_sights_are_told_the_same) {
    floor_plan floor;
    make_floor(&floor);
    assert_int_equal(cw_sights_build_any(context, &floor.clearance, &floor.sights), CW_OK);
    ask_in_threads(&floor);
    free_floor(&floor);
}

TEST(a_query_holds_only_its_search) {
    floor_plan floor;
    make_floor(&floor);
    cw_query *own, *sharing;
    assert_int_equal(cw_query_create(context, &floor.clearance, &own), CW_OK);
    assert_int_equal(cw_query_create_with(context, floor.tables, &sharing), CW_OK);
    assert_int_equal(cw_query_bytes(own),
                     cw_query_bytes(sharing) + cw_path_tables_bytes(floor.tables));
    assert_true(5 * cw_query_bytes(sharing) < cw_query_bytes(own));
    cw_query_free(own);
    cw_query_free(sharing);
    free_floor(&floor);
}

TEST(empty_tables_are_refused) {
    cw_clearance empty = {0};
    cw_path_tables *tables;
    assert_int_equal(cw_path_tables_create(context, &empty, &tables), CW_ERROR_INPUT);
    assert_null(tables);
    cw_path_tables_free(NULL);
}

TEST_GROUP(make_context, free_context);
