/// The peer of the benchmark `path`, bench/peers/polyanya.c: a peer that is wrong would be no
/// measure. Its lengths are ours at radius 0, on scenes of all plain families, on an office, on
/// square rooms, on a ramp, between points inside cells, on their borders and at their corners, and
/// on arena.
#include "clearway/io.h"
#include "made.h"
#include "path_world.h"
#include "peers/polyanya.h"
#include "test.h"
#include "test_owned.h"

#define ARENA CW_SHARED_DATA "/navmeshes/arena-merged.mesh"
#define QUESTIONS CW_SHARED_DATA "/queries/arena.scen"

/// Metres by which lengths may differ, for the peer's epsilon.
static const double tolerance = 1e-6;

enum { PAIRS = 400 };

/// A mesh that both can be asked about.
typedef struct ground {
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_query *query;
    cw_polyanya *peer;
} ground;

/// Makes the rest of a mesh.
static void open_ground(ground *made) {
    assert_int_equal(cw_clearance_build(context, &made->mesh, &made->clearance), CW_OK);
    assert_int_equal(cw_query_create(context, &made->clearance, &made->query), CW_OK);
    assert_int_equal(cw_polyanya_create(&made->mesh, &made->peer), CW_OK);
}

static void open_surface(cw_surface *surface, ground *made) {
    assert_int_equal(cw_navmesh_build(context, surface, NULL, &made->mesh), CW_OK);
    cw_surface_free(context, surface);
    open_ground(made);
}

static void open_plan(cw_plan *plan, ground *made) {
    cw_surface surface = surface_of_plan(context, plan);
    cw_plan_free(context, plan);
    open_surface(&surface, made);
}

static void close_ground(ground *made) {
    cw_polyanya_free(made->peer);
    cw_query_free(made->query);
    cw_clearance_free(context, &made->clearance);
    cw_navmesh_free(context, &made->mesh);
}

/// The length along points in plan, which begin and end where they should.
static double length_of(const cw_vec2 *points, uint32_t count, cw_vec3 start, cw_vec3 goal) {
    double sum = 0;
    assert_true(count >= 2);
    assert_true(points[0].x == start.x && points[0].y == start.y);
    assert_true(points[count - 1].x == goal.x && points[count - 1].y == goal.y);
    for (uint32_t i = 1; i < count; i++) {
        sum += hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    }
    return sum;
}

/// Asks both; returns whether there is a path.
static bool compare(const ground *on, cw_vec3 start, cw_vec3 goal, const char *name) {
    cw_path_request request = path_ask(&start, &goal, 0);
    cw_path path = path_asked(on->query, &request);
    double length, expected = path.status == CW_PATH_FOUND ? path.length : (double)INFINITY;
    const cw_vec2 *points;
    uint32_t count;
    assert_int_equal(cw_polyanya_find(on->peer, start, goal, &length), CW_OK);
    assert_int_equal(cw_polyanya_points(on->peer, &points, &count), CW_OK);
    bool found = isfinite(length);
    if (found != isfinite(expected) || (found && !(fabs(length - expected) <= tolerance))) {
        fail_msg("%s, (%.9g, %.9g) to (%.9g, %.9g): %.9f, ours %.9f", name, start.x, start.y,
                 goal.x, goal.y, length, expected);
    }
    if (found) {
        path_assert_near(length_of(points, count, start, goal), length, 1e-9);
    } else {
        assert_int_equal(count, 0);
    }
    return found;
}

/// A random place: inside a cell, in the middle of an edge, or at a corner.
static cw_vec3 random_place(const ground *on, cw_random *random, uint64_t *seed) {
    uint32_t kind = cw_random_below(random, 4);
    cw_vec3 place = random_of(on->query, seed, 0);
    if (kind < 2) {
        return place;
    }
    const cw_navmesh *mesh = &on->mesh;
    uint32_t edge = cw_random_below(random, mesh->edge_count), cell = mesh->edge_cell[edge];
    uint32_t next = cw_navmesh_next(mesh, cell, edge);
    cw_vec3 from = mesh->positions[mesh->edge_vertex[edge]];
    cw_vec3 to = mesh->positions[mesh->edge_vertex[next]];
    return kind == 2 ? from
                     : (cw_vec3){(from.x + to.x) / 2, (from.y + to.y) / 2, (from.z + to.z) / 2};
}

/// Ends on borders only where the coordinates are round: elsewhere half a step decides whether a
/// point is on the floor, and the two may round it to different sides.
static void compare_many(ground *on, bool borders, const char *name) {
    cw_random random = {1};
    uint64_t seed = 1;
    uint32_t found = 0;
    for (uint32_t i = 0; i < PAIRS; i++) {
        cw_vec3 start, goal;
        if (borders) {
            start = random_place(on, &random, &seed);
            goal = random_place(on, &random, &seed);
        } else {
            assert_int_equal(cw_query_random(on->query, &seed, 0, &start), CW_OK);
            assert_int_equal(cw_query_random(on->query, &seed, 0, &goal), CW_OK);
        }
        found += compare(on, start, goal, name) ? 1 : 0;
    }
    print_message("%s, %u cells: %u of %d found\n", name, on->mesh.cell_count, found, PAIRS);
    assert_true(found > 0);
    close_ground(on);
}

TEST(lengths_on_scenes_of_plain_families_are_ours) {
    for (int family = CW_SCENE_RECT; family <= CW_SCENE_SIMPLE; family++) {
        for (uint64_t seed = 1; seed <= 12; seed++) {
            cw_scene_config config = {(cw_scene_family)family, seed == 1 ? 1500 : 200, seed, 0, 1};
            ground on = {0};
            cw_plan plan = plan_of_scene(context, &config);
            open_plan(&plan, &on);
            compare_many(&on, family == CW_SCENE_MAZE, cw_scene_family_name(config.family));
        }
    }
}

TEST(lengths_in_the_office_in_square_rooms_and_in_caves_are_ours) {
    cw_plan plan;
    ground office = {0}, rooms = {0}, caves = {0};
    assert_int_equal(cw_scene_office(context, &plan), CW_OK);
    open_plan(&plan, &office);
    compare_many(&office, true, "office");
    assert_int_equal(cw_scene_square_rooms(context, 8, 1, &plan), CW_OK);
    open_plan(&plan, &rooms);
    compare_many(&rooms, true, "square rooms");
    assert_int_equal(cw_scene_caves(context, 100, 100, 1, &plan), CW_OK);
    open_plan(&plan, &caves);
    compare_many(&caves, true, "caves");
}

/// Floors above floors: cells are followed by their portals, not by where they lie.
TEST(lengths_on_a_ramp_are_ours) {
    OWNED(cw_scene_triangles) scene;
    cw_surface surface;
    ground on = {0};
    assert_int_equal(cw_scene_ramp(context, 3, 24, &scene), CW_OK);
    assert_ok(cw_surface_from_triangles(context, scene.positions, scene.position_count,
                                        scene.corners, scene.triangle_count, NULL, &surface));
    open_surface(&surface, &on);
    compare_many(&on, false, "ramp");
}

TEST(lengths_of_the_questions_of_arena_are_ours) {
    FILE *file = fopen(QUESTIONS, "r");
    ground on = {0};
    if (file == NULL) {
        print_message("%s is not there\n", QUESTIONS);
        skip();
    }
    assert_int_equal(cw_navmesh_read(context, ARENA, &on.mesh), CW_OK);
    open_ground(&on);
    char line[512];
    uint32_t asked = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        cw_vec3 start = {0, 0, 0}, goal = {0, 0, 0};
        if (sscanf(line, "%*d %*s %*d %*d %lf %lf %lf %lf", &start.x, &start.y, &goal.x, &goal.y) ==
            4) {
            assert_true(compare(&on, start, goal, "arena"));
            asked++;
        }
    }
    fclose(file);
    assert_int_equal(asked, 160);
    compare_many(&on, true, "arena");
}

TEST(ends_off_the_floor_have_no_path) {
    cw_plan plan;
    ground on = {0};
    double length = 0;
    const cw_vec2 *points;
    uint32_t count = 1;
    assert_int_equal(cw_scene_square_rooms(context, 1, 1, &plan), CW_OK);
    open_plan(&plan, &on);
    cw_vec3 inside = {3, 3, 0}, outside = {-3, 3, 0};
    assert_int_equal(cw_polyanya_find(on.peer, inside, outside, &length), CW_OK);
    assert_true(isinf(length));
    assert_int_equal(cw_polyanya_points(on.peer, &points, &count), CW_OK);
    assert_int_equal(count, 0);
    assert_int_equal(cw_polyanya_find(on.peer, inside, inside, &length), CW_OK);
    assert_true(length == 0);
    close_ground(&on);
}

TEST_GROUP(make_context, free_context);
