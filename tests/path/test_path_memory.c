/// How queries treat memory: nothing is allocated once there is room, and a lack of it is survived
/// at every request.
#include "made.h"
#include "path/query/query.h"
#include "path_setup.h"
#include "query_world.h"
#include "test.h"
#include "test_owned.h"

/// Every kind of query once. The first status that is not CW_OK.
static cw_status ask_everything(cw_query *query, cw_vec3 point) {
    cw_nearest nearest;
    cw_ray ray;
    double distance;
    uint32_t count, cells[4];
    uint64_t seed = 5;
    cw_vec3 off = {point.x - 30, point.y - 30, 1}, random;
    cw_status status = cw_query_nearest(query, off, 0.3, 1e4, &nearest);
    status = status != CW_OK ? status : cw_query_nearest(query, off, 0, 1e4, &nearest);
    status = status != CW_OK ? status : cw_query_ray(query, point, (cw_vec2){0, 0}, 0.1, &ray);
    status = status != CW_OK ? status : cw_query_wall(query, point, &distance, NULL);
    status =
        status != CW_OK ? status : cw_query_cells_within(query, point, 0, 1e6, cells, 4, &count);
    status = status != CW_OK ? status : cw_query_random(query, &seed, 0, &random);
    status = status != CW_OK ? status : cw_query_random(query, &seed, 1.2, &random);
    return status == CW_ERROR_LIMIT ? CW_OK : status;
}

TEST(queries_survive_a_lack_of_memory) {
    OWNED(query_world) world;
    query_world_plan(&world, CW_SCENE_RECT, 60, 2, 0);
    cw_random random = {5};
    cw_vec3 point;
    assert_true(query_world_place(&world, &random, &point));
    size_t n = 0;
    for (cw_status status = CW_ERROR_MEMORY; status != CW_OK; n++) {
        size_t before = world.memory.live_bytes;
        cw_query *query;
        failing_allocator_fail_at(&world.memory, n + 1);
        status = cw_query_create(world.context, &world.clearance, &query);
        if (status == CW_OK) {
            status = cw_query_reserve(query, 100);
            status = status != CW_OK ? status : ask_everything(query, point);
            assert_true(status == CW_OK || status == CW_ERROR_MEMORY);
            failing_allocator_fail_at(&world.memory, 0);
            assert_int_equal(ask_everything(query, point), CW_OK);
            cw_query_free(query);
        }
        failing_allocator_fail_at(&world.memory, 0);
        assert_int_equal(world.memory.live_bytes, before);
    }
    assert_true(n > 5);
}

TEST(queries_allocate_nothing_once_warm) {
    OWNED(query_world) world;
    query_world_plan(&world, CW_SCENE_MIX, 300, 2, 0);
    cw_random random = {5};
    cw_vec3 points[20];
    for (int i = 0; i < 20; i++) {
        assert_true(query_world_place(&world, &random, &points[i]));
        assert_int_equal(ask_everything(world.query, points[i]), CW_OK);
    }
    size_t bytes = cw_query_bytes(world.query);
    assert_true(bytes > 0);
    failing_allocator_fail_at(&world.memory, 0);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(ask_everything(world.query, points[i]), CW_OK);
    }
    assert_int_equal(world.memory.requests, 0);
    assert_int_equal(cw_query_bytes(world.query), bytes);
}

/// The same plan for every round.
static void make_maze(cw_context *with, cw_navmesh *mesh) {
    cw_scene_config scene = cw_scene_config_default();
    scene.family = CW_SCENE_MAZE;
    scene.vertices = 120;
    cw_plan plan;
    assert_int_equal(cw_scene_make(with, &scene, &plan), CW_OK);
    *mesh = mesh_of_plan(with, &plan, NULL);
    cw_plan_free(with, &plan);
}

static cw_vec3 middle_of(const cw_navmesh *mesh, uint32_t cell) {
    uint32_t first = mesh->cell_first[cell], degree = mesh->cell_first[cell + 1] - first;
    cw_vec3 middle = {0, 0, 0};
    for (uint32_t e = 0; e < degree; e++) {
        cw_vec3 at = mesh->positions[mesh->edge_vertex[first + e]];
        middle = (cw_vec3){middle.x + at.x / degree, middle.y + at.y / degree, 0};
    }
    return middle;
}

/// Asks a fixed series of questions of all kinds; false when memory ran out.
static bool ask_all(cw_query *query, const cw_navmesh *mesh, uint32_t count) {
    cw_random random = {4};
    for (uint32_t i = 0; i < count; i++) {
        cw_vec3 ends[2];
        for (int k = 0; k < 2; k++) {
            ends[k] = middle_of(mesh, cw_random_below(&random, mesh->cell_count));
        }
        cw_path_request request = path_ask(&ends[0], &ends[1], 0.1 * (i % 5));
        request.partial = i % 3 == 0;
        cw_path path;
        cw_nearest nearest;
        cw_gate gate;
        cw_ray ray;
        cw_status status = cw_query_find(query, &request, &path);
        status = status != CW_OK ? status : cw_query_nearest(query, ends[0], 0.2, 5, &nearest);
        status = status != CW_OK ? status : cw_query_widest(query, ends[0], ends[1], &gate);
        status = status != CW_OK
                     ? status
                     : cw_query_ray(query, ends[0], (cw_vec2){ends[1].x, ends[1].y}, 0.0, &ray);
        if (status != CW_OK) {
            assert_int_equal(status, CW_ERROR_MEMORY);
            return false;
        }
    }
    return true;
}

TEST(nothing_is_allocated_after_warming_up) {
    failing_allocator memory;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_query *query;
    cw_context *counted = cw_counted_context(&memory);
    make_maze(counted, &mesh);
    assert_int_equal(cw_clearance_build(counted, &mesh, &clearance), CW_OK);
    assert_int_equal(cw_query_create(counted, &clearance, &query), CW_OK);
    assert_true(ask_all(query, &mesh, 60));
    failing_allocator_fail_at(&memory, 0); // starts counting anew
    assert_true(ask_all(query, &mesh, 60));
    assert_int_equal(memory.requests, 0);
    cw_query_free(query);
    cw_clearance_free(counted, &clearance);
    cw_navmesh_free(counted, &mesh);
    cw_counted_end(&memory, counted);
}

/// Asks for paths of all kinds and the rest between random places; some are cut off, some tight.
static void ask_at_random(query_world *world, uint64_t *seed, uint32_t count) {
    cw_query *query = world->query;
    for (uint32_t i = 0; i < count; i++) {
        double radius = 0.1 * (i % 5);
        cw_vec3 ends[2];
        for (int k = 0; k < 2; k++) {
            assert_int_equal(cw_query_random(query, seed, 0, &ends[k]), CW_OK);
        }
        cw_path_request request = path_ask(&ends[0], &ends[1], radius);
        request.reach = i % 4 == 0 ? 1 : 0;
        request.partial = i % 2 == 0;
        path_asked(query, &request);
        nearest_of(query, ends[0], radius, 5);
        widest_of(query, ends[0], ends[1]);
        reachable_by(query, ends[0], ends[1], radius);
        ray_of(query, ends[0], (cw_vec2){ends[1].x, ends[1].y}, radius);
    }
}

static void reserve_and_ask(query_world *world, cw_random *random) {
    uint64_t seed = cw_random_next(random);
    cw_vec3 point;
    OWNED_HANDLE(cw_sights) sights = NULL;
    for (int round = 0; round < 2; round++) {
        assert_int_equal(cw_query_reserve(world->query, 0), CW_OK);
        assert_int_equal(cw_query_random(world->query, &seed, 0, &point), CW_OK);
        size_t bytes = cw_query_bytes(world->query);
        failing_allocator_fail_at(&world->memory, 0);
        ask_at_random(world, &seed, 300);
        assert_int_equal(world->memory.requests, 0);
        assert_int_equal(cw_query_bytes(world->query), bytes);
        if (round == 0) {
            assert_ok(cw_sights_build_any(world->context, &world->clearance, &sights));
            const cw_sights *list[] = {sights};
            assert_int_equal(cw_query_use_sights(world->query, list, 1), CW_OK);
        }
    }
    assert_int_equal(cw_query_use_sights(world->query, NULL, 0), CW_OK);
}

TEST(nothing_is_allocated_after_reserving) {
    query_world_for_plans(reserve_and_ask, 150, 1);
}

TEST(only_a_search_that_is_larger_than_reserved_allocates) {
    OWNED(query_world) world;
    query_world_plan(&world, CW_SCENE_MAZE, 400, 1, 0);
    const uint32_t nodes = 200;
    uint64_t seed = 4;
    uint32_t smaller = 0, larger = 0;
    assert_int_equal(cw_query_reserve(world.query, nodes), CW_OK);
    cw_vec3 ends[2];
    assert_int_equal(cw_query_random(world.query, &seed, 0, &ends[0]), CW_OK);
    for (uint32_t i = 0; i < 400 && larger == 0; i++) {
        for (int k = 0; k < 2; k++) {
            assert_int_equal(cw_query_random(world.query, &seed, 0, &ends[k]), CW_OK);
        }
        cw_path_request request = path_ask(&ends[0], &ends[1], 0.1);
        failing_allocator_fail_at(&world.memory, 0);
        path_asked(world.query, &request);
        bool fits = world.query->search.disc.nodes.count <= nodes &&
                    world.query->search.disc.roots.count <= nodes;
        assert_true(!fits || world.memory.requests == 0);
        smaller += fits;
        larger += !fits;
    }
    assert_true(smaller > 5 && larger > 0);
}

/// Asks for the cells within a distance: one ask is enough for all that has room.
static void reserve_and_spread(query_world *world, cw_random *random) {
    const uint32_t nodes = 1000;
    const cw_path_search *flood = &world->query->flood;
    uint64_t seed = cw_random_next(random);
    uint32_t smaller = 0, count;
    assert_int_equal(cw_query_reserve(world->query, nodes), CW_OK);
    for (uint32_t i = 0; i < 200; i++) {
        double distance = i == 0 ? 0 : cw_random_range(random, 0, 20);
        cw_vec3 point = random_of(world->query, &seed, 0);
        failing_allocator_fail_at(&world->memory, 0);
        assert_ok(cw_query_cells_within(world->query, point, 0, distance, NULL, 0, &count));
        bool fits = flood->disc.nodes.count <= nodes && flood->disc.roots.count <= nodes;
        assert_true(!fits || i == 0 || world->memory.requests == 0);
        smaller += fits;
    }
    assert_true(smaller > 5);
}

TEST(the_cells_within_a_distance_allocate_once_after_reserving) {
    query_world_for_plans(reserve_and_spread, 150, 1);
}

TEST(reserving_again_makes_more_room_for_the_cells_within_a_distance) {
    OWNED(query_world) world;
    query_world_plan(&world, CW_SCENE_MAZE, 400, 1, 0);
    uint64_t seed = 4;
    uint32_t count;
    cw_vec3 point = random_of(world.query, &seed, 0);
    assert_int_equal(cw_query_cells_within(world.query, point, 0, 0, NULL, 0, &count), CW_OK);
    assert_int_equal(cw_query_reserve(world.query, 10000), CW_OK);
    failing_allocator_fail_at(&world.memory, 0);
    assert_int_equal(cw_query_cells_within(world.query, point, 0, 1000, NULL, 0, &count), CW_OK);
    assert_int_equal(count, world.mesh.cell_count);
    assert_int_equal(world.memory.requests, 0);
}

/// The middle of the cell with most edges.
static cw_vec3 middle_of_largest(const cw_navmesh *mesh) {
    uint32_t best = 0, most = 0;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        uint32_t edges = cw_navmesh_degree(mesh, c);
        best = edges > most ? c : best;
        most = edges > most ? edges : most;
    }
    return middle_of(mesh, best);
}

/// Each goal may be landed at from all summits of its cell.
TEST(many_goals_in_a_large_cell_allocate_nothing_after_reserving) {
    OWNED(query_world) world;
    query_world_plan(&world, CW_SCENE_MAZE, 400, 1, 0);
    uint64_t seed = 4;
    cw_vec3 start, goals[50];
    assert_int_equal(cw_query_reserve(world.query, 0), CW_OK);
    assert_int_equal(cw_query_random(world.query, &seed, 0, &start), CW_OK);
    for (uint32_t i = 0; i < 50; i++) {
        goals[i] = middle_of_largest(&world.mesh);
    }
    cw_path_request request = path_ask(&start, goals, 0.01);
    request.goal_count = 50;
    uint8_t *areas = calloc(world.mesh.cell_count, 1);
    assert_non_null(areas);
    for (uint32_t c = 0; c < world.mesh.cell_count; c++) {
        areas[c] = c % 2;
    }
    request.cell_area = areas;
    request.area_cost = (const double[]){1, 3};
    request.area_count = 2;
    failing_allocator_fail_at(&world.memory, 0);
    cw_path path = path_asked(world.query, &request);
    assert_int_equal(path.status, CW_PATH_FOUND);
    assert_int_equal(world.memory.requests, 0);
    free(areas);
}

TEST(a_lack_of_memory_is_survived_at_every_request) {
    failing_allocator memory;
    cw_navmesh mesh;
    cw_context *counted = cw_counted_context(&memory);
    make_maze(counted, &mesh);
    size_t before = memory.live_blocks;
    for (size_t nth = 1;; nth++) {
        cw_clearance clearance = {0};
        cw_query *query = NULL;
        failing_allocator_fail_at(&memory, nth);
        cw_status status = cw_clearance_build(counted, &mesh, &clearance);
        if (status == CW_OK) {
            status = cw_query_create(counted, &clearance, &query);
        } else {
            static const cw_clearance zeroed;
            assert_memory_equal(&clearance, &zeroed, sizeof clearance);
        }
        bool asked = status == CW_OK && ask_all(query, &mesh, 12);
        bool refused = memory.requests >= nth;
        assert_true(status == CW_OK || (status == CW_ERROR_MEMORY && refused));
        assert_true(asked || refused);
        if (status == CW_OK && !asked) { /* and then it works again */
            failing_allocator_fail_at(&memory, 0);
            assert_true(ask_all(query, &mesh, 12));
        }
        cw_query_free(query);
        cw_clearance_free(counted, &clearance);
        assert_int_equal(memory.live_blocks, before);
        if (!refused) {
            break;
        }
    }
    failing_allocator_fail_at(&memory, 0);
    cw_navmesh_free(counted, &mesh);
    cw_counted_end(&memory, counted);
}

/// The middle of the corners of a bent cell lies outside of it: there is nothing to divide there.
TEST(reserving_for_a_bent_cell_takes_little) {
    static const cw_vec2 bent[] = {{6.55776024921, -18.3154296752}, {8.47134454491, -18.5553940441},
                                   {8.23138017601, -20.4689783398}, {10.2769156421, -23.1010933743},
                                   {10.3302410574, -22.6758524197}, {10.5434183167, -20.9758808518},
                                   {10.1716271794, -20.4963222314}, {8.47066336097, -20.2830205702},
                                   {8.68396502221, -18.5820567518}, {8.49800725257, -18.3427735668},
                                   {6.58442295687, -18.1028091979}};
    cw_context *with;
    cw_plan plan = {0};
    path_world world;
    path_floor floor;
    cw_navmesh_config config = cw_navmesh_config_default();
    config.alpha = 1.5;
    config.turn = 6;
    config.tau = 1000;
    assert_int_equal(cw_context_create(NULL, &with), CW_OK);
    put_ring(with, &plan, CW_RING_OUTER, bent, 11);
    path_floor_of_plan(with, &plan, &config, &floor);
    path_world_make(&floor, &world);
    assert_int_equal(world.floor.mesh.cell_count, 1);
    assert_int_equal(cw_query_reserve(world.query, 0), CW_OK);
    assert_true(cw_query_bytes(world.query) < 1 << 20);
    path_world_free(&world);
    cw_context_free(with);
}
