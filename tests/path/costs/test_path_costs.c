/// Costs of areas.
#include "failing_allocator.h"
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

TEST(costs_of_one_give_the_shortest_path) {
    for (uint64_t number = 0; number < 22; number++) {
        OWNED(path_world) world;
        cw_random random = {number + 9};
        if (!path_world_random(number, 40, &world)) {
            continue;
        }
        uint8_t *areas = calloc(world.floor.mesh.cell_count, 1);
        assert_non_null(areas);
        static const double ones[] = {1};
        for (uint32_t i = 0; i < 8; i++) {
            path_spot a = path_spot_random(&world.floor, &random);
            path_spot b = path_spot_random(&world.floor, &random);
            cw_path_request request = path_ask(&a.world, &b.world, path_radius_random(&random) / 4);
            cw_path path = path_must_find(&world, &request);
            cw_path_status status = path.status;
            double shortest = path.length;
            request.cell_area = areas;
            request.area_cost = ones;
            request.area_count = 1;
            path = path_must_find(&world, &request);
            assert_int_equal(path.status, status);
            path_assert_near(path.cost, path.length, 1e-9); // a sum over cells rounds otherwise
            path_assert_near(path.length, shortest, 1e-9 * (1 + shortest));
        }
        free(areas);
    }
}

/// A ring of four cells: the near way round is forbidden, or dear.
TEST(costs_lead_round_dear_and_forbidden_areas) {
    cw_plan plan = {0};
    OWNED(path_world) world;
    put_box(context, &plan, CW_RING_OUTER, 0, 0, 20, 20);
    put_box(context, &plan, CW_RING_OBSTACLE, 5, 5, 15, 15);
    path_world_of_plan(&plan, &world);
    uint8_t areas[64] = {0};
    cw_vec3 start = {2, 6, 0}, goal = {18, 6, 0}, below = {10, 2, 0};
    uint32_t dear = cw_navmesh_locate(&world.floor.mesh, below);
    assert_true(world.floor.mesh.cell_count <= 64);
    assert_int_not_equal(dear, cw_navmesh_locate(&world.floor.mesh, start));
    assert_int_not_equal(dear, cw_navmesh_locate(&world.floor.mesh, goal));
    areas[dear] = 1;
    cw_path_request request = path_ask(&start, &goal, 0.5);
    cw_path path = path_must_find(&world, &request);
    double direct = path.length;
    request.cell_area = areas;
    request.area_count = 2;
    const double costs[][2] = {{1, 1.01}, {1, 1000}, {1, INFINITY}};
    for (int i = 0; i < 3; i++) {
        request.area_cost = costs[i];
        path = path_must_find(&world, &request);
        assert_int_equal(path.status, CW_PATH_FOUND);
        assert_int_equal(path.guarantee, CW_PATH_CORRIDOR);
        bool enters = false;
        for (uint32_t k = 0; k < path.cell_count; k++) {
            enters |= path.cells[k] == dear;
        }
        assert_int_equal(enters, i == 0);
        if (i == 0) {
            path_assert_near(path.length, direct, 1e-6);
            assert_true(path.cost > path.length && path.cost <= 1.01 * path.length);
        } else {
            assert_true(path.length > direct + 1);
            path_assert_near(path.cost, path.length, 1e-9);
        }
    }
    request.goals = &below; // where everything is forbidden
    path = path_must_find(&world, &request);
    assert_int_not_equal(path.status, CW_PATH_FOUND);
    request.start = below; // but the start's own cell may be left
    request.goals = &goal;
    path = path_must_find(&world, &request);
    assert_int_equal(path.status, CW_PATH_FOUND);
}

// --- Meshes whose vertices lie on no walls -------------------------------------------------------

enum { SIDE = 12, MOST_CELLS = 2 * SIDE * SIDE, MOST_EDGES = 4 * SIDE * SIDE + 2 * SIDE * SIDE };

/// A floor of squares of 1 m, some of which are left out, and some of which are two triangles.
typedef struct board {
    bool floor[SIDE][SIDE];
    bool split[SIDE][SIDE];
    bool forbidden[SIDE][SIDE];
    path_world world;
    uint8_t areas[MOST_CELLS];
} board;

static void board_make(board *made) {
    static cw_vec3 positions[(SIDE + 1) * (SIDE + 1)];
    static uint32_t firsts[MOST_CELLS + 1], vertices[MOST_EDGES];
    uint32_t cells = 0, edges = 0, row = SIDE + 1;
    for (uint32_t i = 0; i < row * row; i++) {
        positions[i] = (cw_vec3){i % row, i / row, 0};
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        uint32_t x = i % SIDE, y = i / SIDE, v = y * row + x;
        const uint32_t square[] = {v, v + 1, v + row + 1, v + row, v, v + row + 1};
        uint32_t pieces = !made->floor[y][x] ? 0 : made->split[y][x] ? 2 : 1;
        for (uint32_t k = 0; k < pieces; k++) {
            uint32_t count = pieces == 1 ? 4 : 3;
            made->areas[cells] = made->forbidden[y][x];
            firsts[cells++] = edges;
            for (uint32_t j = 0; j < count; j++) {
                vertices[edges++] = square[k == 0 ? j : (j + 2) % 4];
            }
        }
    }
    firsts[cells] = edges;
    cw_polygons polygons = polygons_of(row * row, positions, cells, firsts, vertices);
    path_world_of_polygons(&polygons, "board", &made->world);
}

static const double board_costs[] = {1, INFINITY};

static cw_path_request board_ask(const board *asked, const cw_vec3 *start, const cw_vec3 *goal,
                                 double radius) {
    cw_path_request request = path_ask(start, goal, radius);
    request.cell_area = asked->areas;
    request.area_cost = board_costs;
    request.area_count = 2;
    return request;
}

static cw_path board_find(board *asked, const cw_vec3 *start, const cw_vec3 *goal, double radius) {
    cw_path_request request = board_ask(asked, start, goal, radius);
    return path_must_find(&asked->world, &request);
}

/// The hash of the path that is found three expansions at a time.
static uint64_t board_find_in_slices(board *asked, const cw_vec3 *start, const cw_vec3 *goal,
                                     double radius) {
    cw_path_request request = board_ask(asked, start, goal, radius);
    cw_path path;
    assert_int_equal(cw_query_begin(asked->world.query, &request, &path), CW_OK);
    while (path.status == CW_PATH_RUNNING) {
        assert_int_equal(cw_query_step(asked->world.query, 3, &path), CW_OK);
    }
    return path_hash(&path);
}

/// Whether a place lies inside a square that is no floor or may not be entered.
static bool board_bars(const board *asked, double x, double y, double slack) {
    for (int i = 0; i < 4; i++) {
        double px = x + (i & 1 ? slack : -slack), py = y + (i & 2 ? slack : -slack);
        int column = (int)floor(px), line = (int)floor(py);
        if (column >= 0 && column < SIDE && line >= 0 && line < SIDE &&
            asked->floor[line][column] && !asked->forbidden[line][column]) {
            return false;
        }
    }
    return true;
}

/// Legs join from start to goal, keep out of what is barred, and add up; cells and portals fit.
static void board_check(const board *asked, const cw_path *path, cw_vec3 start, cw_vec3 goal) {
    cw_vec3 at = start;
    double length = 0;
    for (uint32_t i = 0; i < path->leg_count; i++) {
        const cw_path_leg *leg = &path->legs[i];
        assert_true(hypot(leg->from.x - at.x, leg->from.y - at.y) < 1e-9);
        for (int k = 0; k <= 64 && !leg->arc; k++) {
            double x = leg->from.x + k * (leg->to.x - leg->from.x) / 64;
            double y = leg->from.y + k * (leg->to.y - leg->from.y) / 64;
            assert_false(board_bars(asked, x, y, 2e-9));
        }
        cw_vec2 from = {leg->from.x - leg->center.x, leg->from.y - leg->center.y};
        cw_vec2 to = {leg->to.x - leg->center.x, leg->to.y - leg->center.y};
        double turn =
            leg->arc ? fabs(atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y))
                     : 0;
        length += leg->arc ? path->radius * turn
                           : hypot(leg->to.x - leg->from.x, leg->to.y - leg->from.y);
        at = leg->to;
    }
    assert_true(hypot(goal.x - at.x, goal.y - at.y) < 1e-9);
    path_assert_near(length, path->length, 1e-6);
    assert_int_equal(path->portal_count + 1, path->cell_count);
    const cw_navmesh *mesh = &asked->world.floor.mesh;
    for (uint32_t i = 0; i < path->portal_count; i++) {
        uint32_t edge = path->portals[i].edge;
        assert_int_equal(mesh->edge_cell[edge], path->cells[i]);
        assert_int_equal(mesh->edge_cell[mesh->edge_twin[edge]], path->cells[i + 1]);
        assert_int_equal(asked->areas[path->cells[i + 1]], 0);
    }
}

/// A board of which all but a lane of three straight parts, 1 m wide, may not be entered.
static void board_make_lane(board *made, bool split) {
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        uint32_t x = i % SIDE, y = i / SIDE;
        bool lane = (y == 1 && x >= 1 && x <= 9) || (x == 9 && y >= 1 && y <= 6) ||
                    (y == 6 && x >= 4 && x <= 9);
        made->floor[y][x] = true;
        made->split[y][x] = split;
        made->forbidden[y][x] = !lane;
    }
    board_make(made);
}

static const cw_vec3 lane_start = {1.5, 1.75, 0}, lane_goal = {4.5, 6.25, 0};

/// The center goes round the inner corners of the lane, whatever the radius, since no wall is near.
TEST(a_path_bends_where_an_area_ends_that_may_not_be_entered) {
    for (int split = 0; split < 2; split++) {
        static board made;
        board_make_lane(&made, split);
        cw_vec3 start = lane_start, goal = lane_goal;
        double expected = hypot(7.5, 0.25) + 4 + hypot(4.5, 0.25);
        for (double radius = 0; radius < 1; radius += 0.4) {
            cw_path path = board_find(&made, &start, &goal, radius);
            assert_int_equal(path.status, CW_PATH_FOUND);
            assert_int_equal(path.guarantee, CW_PATH_CORRIDOR);
            board_check(&made, &path, start, goal);
            path_assert_near(path.length, expected, 1e-9);
            path_assert_near(path.cost, path.length, 1e-9);
            path = board_find(&made, &goal, &start, radius);
            path_assert_near(path.length, expected, 1e-9);
        }
        path_world_free(&made.world);
    }
}

TEST(a_path_in_stretches_survives_a_lack_of_memory) {
    static board made;
    board_make_lane(&made, true);
    failing_allocator memory;
    cw_context *counted = cw_counted_context(&memory);
    cw_path_request request = board_ask(&made, &lane_start, &lane_goal, 0.4);
    size_t n = 0, before = memory.live_bytes;
    for (cw_status status = CW_ERROR_MEMORY; status != CW_OK; n++) {
        cw_query *query;
        cw_path path;
        failing_allocator_fail_at(&memory, n + 1);
        status = cw_query_create(counted, &made.world.clearance, &query);
        if (status == CW_OK) {
            status = cw_query_find(query, &request, &path);
            assert_true(status == CW_OK || status == CW_ERROR_MEMORY);
            failing_allocator_fail_at(&memory, 0);
            assert_int_equal(cw_query_find(query, &request, &path), CW_OK);
            assert_int_equal(path.status, CW_PATH_FOUND);
            failing_allocator_fail_at(&memory, 0);
            assert_int_equal(cw_query_find(query, &request, &path), CW_OK);
            assert_int_equal(memory.requests, 0); // a warm query asks for nothing
            cw_query_free(query);
        }
        failing_allocator_fail_at(&memory, 0);
        assert_int_equal(memory.live_bytes, before);
    }
    assert_true(n > 5);
    cw_context_free(counted);
    path_world_free(&made.world);
}

/// Whether squares lead from one to another, edge by edge.
static bool board_joins(const board *asked, uint32_t from, uint32_t to) {
    bool seen[SIDE * SIDE] = {false};
    uint32_t queue[SIDE * SIDE], count = 0;
    seen[from] = true;
    queue[count++] = from;
    for (uint32_t i = 0; i < count; i++) {
        int x = (int)(queue[i] % SIDE), y = (int)(queue[i] / SIDE);
        const int steps[][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
        for (int k = 0; k < 4; k++) {
            int u = x + steps[k][0], v = y + steps[k][1];
            if (u >= 0 && v >= 0 && u < SIDE && v < SIDE && asked->floor[v][u] &&
                !asked->forbidden[v][u] && !seen[v * SIDE + u]) {
                seen[v * SIDE + u] = true;
                queue[count++] = (uint32_t)(v * SIDE + u);
            }
        }
    }
    return seen[to];
}

/// A path is found just where squares that may be entered lead to the goal; a disc of 0.2 m goes
/// wherever a point goes, since no way is narrower than 1 m.
TEST(paths_keep_out_of_areas_that_may_not_be_entered_and_miss_no_way) {
    uint32_t found = 0, barred = 0;
    for (uint64_t number = 0; number < 60; number++) {
        static board made;
        cw_random random = {number + 1};
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            uint32_t x = i % SIDE, y = i / SIDE, kind = cw_random_below(&random, 20);
            made.floor[y][x] = kind > 1;
            made.forbidden[y][x] = kind > 1 && kind < 7;
            made.split[y][x] = cw_random_below(&random, 3) == 0;
        }
        board_make(&made);
        for (int i = 0; i < 20; i++) {
            uint32_t a = cw_random_below(&random, SIDE * SIDE);
            uint32_t b = cw_random_below(&random, SIDE * SIDE);
            const cw_vec3 start = {a % SIDE + 0.5, a / SIDE + 0.25, 0};
            const cw_vec3 goal = {b % SIDE + 0.25, b / SIDE + 0.5, 0};
            if (board_bars(&made, start.x, start.y, 0) || board_bars(&made, goal.x, goal.y, 0)) {
                continue;
            }
            cw_path path = board_find(&made, &start, &goal, 0);
            bool joined = board_joins(&made, a, b);
            assert_int_equal(path.status == CW_PATH_FOUND, joined);
            found += joined;
            barred += !joined;
            if (joined) {
                board_check(&made, &path, start, goal);
            }
            path = board_find(&made, &start, &goal, 0.2);
            assert_int_equal(path.status == CW_PATH_FOUND, joined);
            if (joined) {
                board_check(&made, &path, start, goal);
                assert_true(path_hash(&path) == board_find_in_slices(&made, &start, &goal, 0.2));
            }
        }
        path_world_free(&made.world);
    }
    assert_true(found > 300 && barred > 20);
}

TEST_GROUP(make_context, free_context);
