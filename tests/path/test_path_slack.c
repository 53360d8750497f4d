/// Paths with a slack: no longer than they may be, and none that goes around an obstacle and back.
///
///   CW_PATH_CASES=1000 tests/test_path_slack     more floors; CW_PATH_FIRST starts at another one
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

/// Metres of rounding: between lengths, and by which a leg must reach across another to cross it.
#define ROUNDING 1e-8

static const double slacks[] = {0.02, 0.3, 1, 10};

static cw_vec2 plan(cw_vec3 at) {
    return (cw_vec2){at.x, at.y};
}

/// Whether two points lie on the two sides of the line of a leg.
static bool divides(const cw_path_leg *leg, cw_vec3 a, cw_vec3 b) {
    cw_vec2 along = plane_sub(plan(leg->to), plan(leg->from));
    double of_a = plane_cross(along, plane_sub(plan(a), plan(leg->from)));
    double of_b = plane_cross(along, plane_sub(plan(b), plan(leg->from)));
    double least = ROUNDING * plane_length(along);
    return fmin(of_a, of_b) < -least && fmax(of_a, of_b) > least;
}

/// Whether two straight legs of a path cross, or a point comes twice to where it turned.
static bool comes_back(const cw_path *path) {
    for (uint32_t i = 0; i < path->leg_count; i++) {
        const cw_path_leg *one = &path->legs[i];
        for (uint32_t k = 0; k < i; k++) {
            const cw_path_leg *other = &path->legs[k];
            bool crosses = !one->arc && !other->arc && divides(one, other->from, other->to) &&
                           divides(other, one->from, one->to);
            bool again = path->radius == 0 && plane_distance(plan(one->to), plan(other->to)) == 0;
            if (crosses || again) {
                return true;
            }
        }
    }
    return false;
}

/// What is wrong with a path, or NULL.
static const char *find_wrong(path_floor *floor, const cw_path_request *request,
                              const cw_path *path, double shortest) {
    path_spot start = path_spot_at(floor, request->start);
    if (path->length < shortest - ROUNDING ||
        path->length > (1 + request->slack) * shortest + ROUNDING) {
        return "does not keep its slack";
    }
    return comes_back(path) ? "comes back to where it has been"
                            : path_check(floor, path, &start, request->goals[0]);
}

/// Paths that were longer than the shortest.
static uint32_t longer;

/// Asks for a path with all slacks.
static void check_slacks(path_world *world, cw_vec3 from, cw_vec3 to, double radius) {
    cw_path_request request = path_ask(&from, &to, radius);
    cw_path path = path_must_find(world, &request);
    double shortest = path.length;
    cw_path_status status = path.status;
    for (uint32_t i = 0; i < sizeof slacks / sizeof *slacks; i++) {
        request.slack = slacks[i];
        path = path_must_find(world, &request);
        assert_int_equal(path.status, status);
        if (status != CW_PATH_FOUND) {
            continue;
        }
        assert_true(path.slack == request.slack);
        longer += path.length > shortest + 1e-6;
        const char *wrong = find_wrong(&world->floor, &request, &path, shortest);
        if (wrong != NULL) {
            path_spot start = path_spot_at(&world->floor, from);
            path_spot goal = path_spot_at(&world->floor, to);
            path_describe(world, radius, &start, &goal, wrong);
            fail_msg("slack %g, %.9g m, the shortest is %.9g m", request.slack, path.length,
                     shortest);
        }
    }
}

/// Asks without sights, and for a disc with them.
static void check_ways(path_world *world, cw_vec3 from, cw_vec3 to, double radius,
                       const cw_sights *sights) {
    check_slacks(world, from, to, radius);
    if (radius > 0) {
        assert_int_equal(cw_query_use_sights(world->query, &sights, 1), CW_OK);
        check_slacks(world, from, to, radius);
    }
    assert_int_equal(cw_query_use_sights(world->query, NULL, 0), CW_OK);
}

static cw_sights *make_sights(const path_world *world) {
    return sights_of(context, &world->clearance);
}

/// Random paths on a floor for a point and for a disc; frees the floor.
static void check_floor(path_floor *floor, uint64_t seed) {
    OWNED(path_world) world;
    cw_random random = {seed};
    path_world_make(floor, &world);
    const double radii[] = {0, cw_random_range(&random, 0.02, 0.5)};
    OWNED_HANDLE(cw_sights) sights = make_sights(&world);
    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t k = 0; k < 15; k++) {
            cw_vec3 from = path_spot_random(&world.floor, &random).world;
            cw_vec3 to = path_spot_random(&world.floor, &random).world;
            check_ways(&world, from, to, radii[i], sights);
        }
    }
}

static bool floor_of(uint64_t number, bool triangles, path_floor *made) {
    path_floor floor;
    if (!path_floor_random(context, number, 20 + (uint32_t)(number * 13 % 90), &floor)) {
        return false;
    }
    if (!triangles) {
        *made = floor;
        return true;
    }
    path_floor_triangulated(&floor, made);
    path_floor_free(&floor);
    return true;
}

TEST(no_path_comes_back_to_where_it_has_been) {
    uint64_t first = path_number_from("CW_PATH_FIRST", 0);
    uint64_t count = path_number_from("CW_PATH_CASES", 36);
    for (uint64_t number = first; number < first + count; number++) {
        path_floor floor;
        if (floor_of(number, number % 3 == 0, &floor)) {
            check_floor(&floor, number);
        }
    }
    assert_true(longer > 10);
}

/// A point that turned at the tip of a needle that rounding has turned over, and one that went
/// around a barrier, back along it, and along it once more; and one that came along a wall and
/// turned away from it, back to where it came from.
TEST(points_do_not_go_to_and_fro_along_a_wall) {
    static const struct {
        uint64_t number;
        bool triangles;
        cw_vec3 from, to;
    } cases[] = {
        {1104,
         true,
         {-0.99132438296965919, -16.717306602989019, 0},
         {12.494705949483826, -5.5345021897320699, 0}},
        {1231,
         false,
         {1.7452510191742165, 2.648471164342955, 0},
         {-2.5187367826093428, 10.611869672581554, 0}},
        {1307,
         false,
         {3.2976443339821309, -20.527197063386325, 0},
         {0.31599313804036733, -10.094505309344825, 0}},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        path_floor floor;
        OWNED(path_world) world;
        assert_true(floor_of(cases[i].number, cases[i].triangles, &floor));
        path_world_make(&floor, &world);
        check_slacks(&world, cases[i].from, cases[i].to, 0);
    }
}

TEST_GROUP(make_context, free_context);
