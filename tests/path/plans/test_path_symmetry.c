/// What must not matter: the direction of a path, a stop on the way, where the plan lies and how it
/// is turned.
///
///   CW_PATH_CASES=1000 tests/test_path_symmetry     more floors
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

static double pick_radius(cw_random *random) {
    return cw_random_below(random, 4) == 0 ? 0 : 0.01 * exp(cw_random_unit(random) * log(200));
}

/// Calls `check` for random floors, among them surfaces that lie above themselves.
static void for_floors(uint64_t count, void (*check)(path_world *world, cw_random *random)) {
    for (uint64_t number = 0; number < count + 3; number++) {
        path_floor floor;
        path_world world;
        cw_random random = {number * 17 + 3};
        if (number >= count) {
            path_floor_screw(context, 3, 9, 0.2 + 0.4 * (double)(number - count), 5, &floor);
        } else if (!path_floor_random(context, number, 12 + (uint32_t)(number * 7 % 60), &floor)) {
            continue;
        }
        path_world_make(&floor, &world);
        check(&world, &random);
        path_world_free(&world);
    }
}

static void check_there_and_back(path_world *world, cw_random *random) {
    for (uint32_t i = 0; i < 16; i++) {
        double radius = pick_radius(random);
        path_spot a = path_spot_random(&world->floor, random);
        path_spot b = path_spot_random(&world->floor, random);
        cw_path there = path_world_find(world, a.world, b.world, radius);
        double length = there.length;
        bool found = there.status == CW_PATH_FOUND, reachable[2];
        cw_path back = path_world_find(world, b.world, a.world, radius);
        cw_gate gates[2];
        assert_ok(cw_query_reachable(world->query, a.world, b.world, radius, &reachable[0]));
        assert_ok(cw_query_reachable(world->query, b.world, a.world, radius, &reachable[1]));
        assert_int_equal(cw_query_widest(world->query, a.world, b.world, &gates[0]), CW_OK);
        assert_int_equal(cw_query_widest(world->query, b.world, a.world, &gates[1]), CW_OK);
        bool same = found == (back.status == CW_PATH_FOUND) && reachable[0] == reachable[1] &&
                    found == reachable[0] && fabs(gates[0].radius - gates[1].radius) < 1e-12;
        if (!same || (found && fabs(length - back.length) > 1e-9)) {
            path_describe(world, radius, &a, &b, "there and back differ");
            fail_msg("%.15g and %.15g m, reachable %d and %d, widest %.15g and %.15g", length,
                     back.length, reachable[0], reachable[1], gates[0].radius, gates[1].radius);
        }
    }
}

/// B40 (jwalkable#3): A to B was found, B to A was not.
TEST(there_is_as_far_as_back) {
    for_floors(path_number_from("CW_PATH_CASES", 88), check_there_and_back);
}

/// A few barriers in a square. Portals end on one side of some of them, and rounding puts these
/// places off the other side.
static void make_barriers(uint64_t number, path_world *world) {
    cw_random random = {number};
    cw_plan plan = {0};
    put_box(context, &plan, CW_RING_OUTER, 0, 0, 12, 12);
    uint32_t count = 3 + (uint32_t)cw_random_below(&random, 7);
    for (uint32_t i = 0; i < count; i++) {
        double angle = cw_random_range(&random, 0, 6.3), length = cw_random_range(&random, 0.4, 4);
        cw_vec2 from = {cw_random_range(&random, 0.5, 11.5), cw_random_range(&random, 0.5, 11.5)};
        const cw_vec2 wall[2] = {from,
                                 {from.x + length * cos(angle), from.y + length * sin(angle)}};
        put_ring(context, &plan, CW_RING_BARRIER, wall, 2);
    }
    path_world_of_plan(&plan, world);
}

/// The floor around the end of a barrier takes a full turn, and not more by a rounding.
TEST(the_end_of_a_barrier_is_a_full_turn) {
    uint64_t count = path_number_from("CW_PATH_CASES", 400);
    for (uint64_t number = 0; number < count; number++) {
        OWNED(path_world) world;
        cw_random random = {number * 31 + 7};
        make_barriers(number, &world);
        for (uint32_t i = 0; i < world.clearance.corner_count; i++) {
            assert_false(world.clearance.corners[i].wide);
        }
        check_there_and_back(&world, &random);
    }
}

static void check_chain(path_world *world, cw_random *random) {
    enum { SPOTS = 5 };
    path_spot spots[SPOTS];
    double lengths[SPOTS][SPOTS], radius = pick_radius(random);
    for (uint32_t i = 0; i < SPOTS; i++) {
        spots[i] = path_spot_random(&world->floor, random);
    }
    for (uint32_t i = 0; i < SPOTS; i++) {
        for (uint32_t k = 0; k < SPOTS; k++) {
            cw_path path = path_world_find(world, spots[i].world, spots[k].world, radius);
            lengths[i][k] = path.status == CW_PATH_FOUND ? path.length : INFINITY;
        }
    }
    for (uint32_t i = 0; i < SPOTS * SPOTS * SPOTS; i++) {
        uint32_t a = i % SPOTS, b = i / SPOTS % SPOTS, c = i / SPOTS / SPOTS;
        if (lengths[a][b] + lengths[b][c] < INFINITY &&
            !(lengths[a][c] <= lengths[a][b] + lengths[b][c] + 1e-9)) {
            path_describe(world, radius, &spots[a], &spots[c],
                          "longer than with a stop on the way");
            fail_msg("%.12g m, with a stop %.12g + %.12g m", lengths[a][c], lengths[a][b],
                     lengths[b][c]);
        }
    }
}

TEST(a_stop_on_the_way_makes_no_path_shorter) {
    for_floors(path_number_from("CW_PATH_CASES", 88), check_chain);
}

/// A plan whose numbers are multiples of 2^-16, so that it can be moved without rounding.
static void make_plan(uint64_t number, cw_vec2 move, cw_vec2 turn, cw_plan *plan) {
    cw_scene_config scene = cw_scene_config_default();
    scene.family = (cw_scene_family)(number % CW_SCENE_FAMILY_COUNT);
    scene.vertices = 40;
    scene.seed = number;
    assert_int_equal(cw_scene_make(context, &scene, plan), CW_OK);
    for (uint32_t i = 0; i < plan->point_count; i++) {
        cw_vec2 at = plan->points[i];
        at = (cw_vec2){ldexp(round(ldexp(at.x, 16)), -16), ldexp(round(ldexp(at.y, 16)), -16)};
        plan->points[i] = (cw_vec2){at.x * turn.x - at.y * turn.y + move.x,
                                    at.x * turn.y + at.y * turn.x + move.y};
    }
}

/// The mesh of a plan on a lattice that moves with it.
static bool make_world(cw_plan *plan, cw_vec2 origin, double step, path_world *world) {
    cw_surface_config config = {step, origin.x, origin.y, 0};
    cw_surface surface;
    path_floor floor;
    cw_status status = cw_surface_from_plan(context, plan, step > 0 ? &config : NULL, &surface);
    cw_plan_free(context, plan);
    if (status != CW_OK) {
        return false;
    }
    cw_navmesh mesh = mesh_of_surface(context, &surface, NULL);
    cw_surface_free(context, &surface);
    path_floor_take(context, &mesh, true, &floor);
    path_world_make(&floor, world);
    return true;
}

static double moved_off(cw_vec3 a, cw_vec3 b, cw_vec2 move) {
    return fmax(fabs(a.x + move.x - b.x), fabs(a.y + move.y - b.y));
}

static void compare_moved(const cw_path *here, const cw_path *there, cw_vec2 move,
                          const char *name) {
    bool same = here->status == there->status && here->length == there->length &&
                here->cell_count == there->cell_count && here->leg_count == there->leg_count &&
                here->portal_count == there->portal_count;
    for (uint32_t i = 0; same && i < here->cell_count; i++) {
        same = here->cells[i] == there->cells[i];
    }
    for (uint32_t i = 0; same && i < here->leg_count; i++) {
        same = here->legs[i].arc == there->legs[i].arc && here->legs[i].ccw == there->legs[i].ccw &&
               moved_off(here->legs[i].from, there->legs[i].from, move) < 1e-10 &&
               moved_off(here->legs[i].to, there->legs[i].to, move) < 1e-10;
    }
    if (!same) {
        fail_msg("%s: %s, %.17g m, %u cells; moved %s, %.17g m, %u cells", name,
                 cw_path_status_string(here->status), here->length, here->cell_count,
                 cw_path_status_string(there->status), there->length, there->cell_count);
    }
}

TEST(a_plan_that_is_moved_on_the_lattice_has_the_same_paths) {
    uint64_t count = path_number_from("CW_PATH_CASES", 44);
    cw_vec2 move = {3 * 65536, -5 * 16384}, still = {1, 0}, origin = {-64, -64};
    for (uint64_t number = 0; number < count; number++) {
        path_world here, there;
        cw_plan plan, moved;
        cw_vec2 far = {origin.x + move.x, origin.y + move.y};
        cw_random random = {number + 1};
        make_plan(number, (cw_vec2){0, 0}, still, &plan);
        make_plan(number, move, still, &moved);
        if (!make_world(&plan, origin, ldexp(1, -18), &here)) {
            cw_plan_free(context, &moved);
            continue;
        }
        assert_true(make_world(&moved, far, ldexp(1, -18), &there));
        snprintf(here.floor.name, sizeof here.floor.name, "plan %u", (unsigned)number);
        for (uint32_t i = 0; i < 10; i++) {
            cw_vec3 ends[2], moved_ends[2];
            double radius = pick_radius(&random);
            for (int k = 0; k < 2; k++) {
                path_spot spot = path_spot_random(&here.floor, &random);
                ends[k] = (cw_vec3){ldexp(round(ldexp(spot.world.x, 20)), -20),
                                    ldexp(round(ldexp(spot.world.y, 20)), -20), 0};
                moved_ends[k] = (cw_vec3){ends[k].x + move.x, ends[k].y + move.y, 0};
            }
            cw_path one = path_world_find(&here, ends[0], ends[1], radius);
            cw_path two = path_world_find(&there, moved_ends[0], moved_ends[1], radius);
            compare_moved(&one, &two, move, here.floor.name);
        }
        path_world_free(&here);
        path_world_free(&there);
    }
}

TEST(a_plan_that_is_turned_has_the_same_lengths) {
    uint64_t count = path_number_from("CW_PATH_CASES", 66);
    for (uint64_t number = 0; number < count; number++) {
        path_world here, there;
        cw_plan plan, turned;
        cw_random random = {number + 2};
        double angle = cw_random_range(&random, -3, 3);
        cw_vec2 turn = {cos(angle), sin(angle)}, nowhere = {0, 0};
        make_plan(number, nowhere, (cw_vec2){1, 0}, &plan);
        make_plan(number, nowhere, turn, &turned);
        // Where walls touch in the plan, turning rounds them apart or together: another floor.
        if (number % CW_SCENE_FAMILY_COUNT == CW_SCENE_DEGENERATE ||
            number % CW_SCENE_FAMILY_COUNT == CW_SCENE_TANGLE ||
            !make_world(&plan, nowhere, 0, &here)) {
            cw_plan_free(context, &plan);
            cw_plan_free(context, &turned);
            continue;
        }
        assert_true(make_world(&turned, nowhere, 0, &there));
        snprintf(here.floor.name, sizeof here.floor.name, "plan %u", (unsigned)number);
        for (uint32_t i = 0; i < 10; i++) {
            path_spot a = path_spot_random(&here.floor, &random);
            path_spot b = path_spot_random(&here.floor, &random);
            cw_vec3 ends[2] = {{a.world.x * turn.x - a.world.y * turn.y,
                                a.world.x * turn.y + a.world.y * turn.x, 0},
                               {b.world.x * turn.x - b.world.y * turn.y,
                                b.world.x * turn.y + b.world.y * turn.x, 0}};
            double radius = pick_radius(&random);
            cw_gate gates[2];
            assert_int_equal(cw_query_widest(here.query, a.world, b.world, &gates[0]), CW_OK);
            assert_int_equal(cw_query_widest(there.query, ends[0], ends[1], &gates[1]), CW_OK);
            path_assert_near(gates[0].radius, gates[1].radius, 1e-6);
            if (fabs(gates[0].radius - radius) < 1e-6) {
                continue;
            }
            cw_path one = path_world_find(&here, a.world, b.world, radius);
            cw_path two = path_world_find(&there, ends[0], ends[1], radius);
            if ((one.status == CW_PATH_FOUND) != (two.status == CW_PATH_FOUND) ||
                (one.status == CW_PATH_FOUND && fabs(one.length - two.length) > 1e-6)) {
                path_describe(&here, radius, &a, &b, "turning the plan changes the length");
                fail_msg("%.12g and %.12g m, turned by %.17g", one.length, two.length, angle);
            }
        }
        path_world_free(&here);
        path_world_free(&there);
    }
}

TEST_GROUP(make_context, free_context);
