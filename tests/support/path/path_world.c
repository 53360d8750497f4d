#include "path_world.h"
#include "chain_oracle.h"
#include "check.h"
#include "made.h"
#include "test_owned.h"

/// Metres: radii this near to a clearance are not asked about.
#define UNSURE 1e-8
/// Metres by which lengths may differ.
#define SAME_LENGTH 1e-6

static char said[600];

void path_world_make(path_floor *floor, path_world *made) {
    *made = (path_world){.floor = *floor};
    *floor = (path_floor){0};
    made->clearance = clearance_of(made->floor.context, &made->floor.mesh);
    made->query = query_of(made->floor.context, &made->clearance);
}

void path_world_free(path_world *made) {
    cw_query_free(made->query);
    cw_clearance_free(made->floor.context, &made->clearance);
    path_floor_free(&made->floor);
}

cw_path path_world_find(path_world *world, cw_vec3 start, cw_vec3 goal, double radius) {
    cw_path_request request = path_ask(&start, &goal, radius);
    cw_path path;
    if (cw_query_find(world->query, &request, &path) != CW_OK) {
        fail_msg("%s: %s", world->floor.name, cw_context_message(world->floor.context));
    }
    return path;
}

void path_judge_make(path_floor *floor, double radius, path_judge *made) {
    *made = (path_judge){.floor = floor, .radius = radius, .plane = floor->flat && radius > 0};
    if (made->plane) {
        oracle_tangents_make(&floor->plane, radius, &made->walls);
    } else {
        sheet_tangents_make(&floor->sheet, radius, &made->walks);
    }
}

void path_judge_free(path_judge *made) {
    if (made->plane) {
        oracle_tangents_free(&made->walls);
    } else {
        sheet_tangents_free(&made->walks);
    }
}

double path_judge_shortest(path_judge *judge, const path_spot *start, const path_spot *goal) {
    if (judge->plane) {
        return oracle_tangents_shortest(&judge->walls, start->local, goal->local);
    }
    return sheet_tangents_shortest(&judge->walks, start->triangle, start->local, goal->triangle,
                                   goal->local);
}

static const char *try_length_only(path_world *world, double radius, const path_spot *start,
                                   const path_spot *goal, double length) {
    cw_path_request request = path_ask(&start->world, &goal->world, radius);
    request.length_only = true;
    cw_path path;
    REQUIRE(cw_query_find(world->query, &request, &path) == CW_OK && path.status == CW_PATH_FOUND,
            "length only: %s", cw_path_status_string(path.status));
    REQUIRE(path.length == length, "length only: %.17g, with legs %.17g", path.length, length);
    REQUIRE(path.leg_count == 0, "length only: there are legs");
    return NULL;
}

static const char *try_found(path_world *world, double radius, const path_spot *start,
                             const path_spot *goal, double expected, path_tally *tally) {
    cw_path path = path_world_find(world, start->world, goal->world, radius);
    REQUIRE(path.status == CW_PATH_FOUND, "%s, but there is a path of %.12g m",
            cw_path_status_string(path.status), expected);
    const char *wrong = path_check(&world->floor, &path, start, goal->world);
    REQUIRE(wrong == NULL, "%s", wrong);
    double shortest = path.length;
    REQUIRE(path.radius == radius && path.goal_index == 0, "another radius or goal");
    REQUIRE(path.cost == path.length, "cost %.17g, length %.17g", path.cost, path.length);
    REQUIRE(path.guarantee == CW_PATH_SHORTEST, "does not say that it is the shortest");
    tally->worst = fmax(tally->worst, fabs(shortest - expected));
    REQUIRE(fabs(shortest - expected) < SAME_LENGTH, "%.12f m, oracle %.12f m", shortest, expected);
    return try_length_only(world, radius, start, goal, shortest);
}

static const char *try_blocked(path_world *world, double radius, const path_spot *start,
                               const path_spot *goal, path_tally *tally) {
    const uint32_t *island = world->floor.mesh.cell_island;
    bool apart = island[start->cell] != island[goal->cell];
    cw_path path = path_world_find(world, start->world, goal->world, radius);
    REQUIRE(path.status == (apart ? CW_PATH_DISCONNECTED : CW_PATH_BLOCKED),
            "%s, but there is no path (%s)", cw_path_status_string(path.status),
            apart ? "other island" : "too narrow");
    if (!apart) {
        REQUIRE(path.gate.radius < radius && path.gate.radius >= 0,
                "blocked for %.12g by a gate of %.12g", radius, path.gate.radius);
    }
    tally->blocked += !apart;
    tally->disconnected += apart;
    return NULL;
}

static const char *try_tight(path_world *world, double radius, const path_spot *start,
                             const path_spot *goal, bool start_tight, bool goal_tight) {
    cw_path path = path_world_find(world, start->world, goal->world, radius);
    REQUIRE((start_tight && path.status == CW_PATH_START_TOO_TIGHT) ||
                (goal_tight && path.status == CW_PATH_GOAL_TOO_TIGHT),
            "%s, but the %s is too tight", cw_path_status_string(path.status),
            start_tight ? "start" : "goal");
    return NULL;
}

const char *path_trial(path_world *world, path_judge *judge, const path_spot *start,
                       const path_spot *goal, path_tally *tally) {
    double radius = judge->radius, wall;
    double start_room = path_floor_wall_distance(&world->floor, start);
    double goal_room = path_floor_wall_distance(&world->floor, goal);
    tally->trials++;
    REQUIRE(cw_query_wall(world->query, start->world, &wall, NULL) == CW_OK &&
                fabs(wall - start_room) < 1e-9,
            "wall distance %.12g, oracle %.12g", wall, start_room);
    if (fabs(start_room - radius) < UNSURE || fabs(goal_room - radius) < UNSURE) {
        tally->unsure++;
        return NULL;
    }
    bool start_tight = start_room < radius, goal_tight = goal_room < radius, reachable;
    double expected =
        start_tight || goal_tight ? INFINITY : path_judge_shortest(judge, start, goal);
    REQUIRE(cw_query_reachable(world->query, start->world, goal->world, radius, &reachable) ==
                    CW_OK &&
                reachable == isfinite(expected),
            "reachable says %s, oracle %g", reachable ? "yes" : "no", expected);
    if (start_tight || goal_tight) {
        tally->tight++;
        return try_tight(world, radius, start, goal, start_tight, goal_tight);
    }
    if (isfinite(expected)) {
        tally->found++;
        return try_found(world, radius, start, goal, expected, tally);
    }
    return try_blocked(world, radius, start, goal, tally);
}

void path_must_pass_trials(path_world *world, double radius, cw_random *random, uint32_t count) {
    OWNED(path_judge) judge;
    path_tally tally = {0};
    path_judge_make(&world->floor, radius, &judge);
    for (uint32_t i = 0; i < count; i++) {
        path_spot start = path_spot_random(&world->floor, random);
        path_spot goal = path_spot_random(&world->floor, random);
        const char *wrong = path_trial(world, &judge, &start, &goal, &tally);
        if (wrong != NULL) {
            path_describe(world, radius, &start, &goal, wrong);
            fail();
        }
    }
}

/// The widest way by chains of walls, which count on flat floors only; elsewhere what is told.
static double chain_widest_on(const path_world *world, const path_spot *start,
                              const path_spot *goal, double told) {
    const oracle_plane *plane = &world->floor.plane;
    chain_walls walls = {malloc((plane->wall_count + 1) * sizeof *walls.items), plane->wall_count};
    assert_non_null(walls.items);
    for (uint32_t i = 0; i < walls.count; i++) {
        walls.items[i] = (chain_wall){{plane->walls[i].from, plane->walls[i].to}};
    }
    double widest = world->floor.flat ? chain_widest(&walls, start->local, goal->local) : told;
    chain_walls_free(&walls);
    return widest;
}

const char *path_trial_widest(path_world *world, const path_spot *start, const path_spot *goal) {
    const uint32_t *island = world->floor.mesh.cell_island;
    cw_gate gate;
    path_judge judge;
    REQUIRE(cw_query_widest(world->query, start->world, goal->world, &gate) == CW_OK, "widest: %s",
            cw_context_message(world->floor.context));
    if (island[start->cell] != island[goal->cell]) {
        REQUIRE(gate.radius == -1, "widest %.12g between islands", gate.radius);
        return NULL;
    }
    double chains = chain_widest_on(world, start, goal, gate.radius);
    REQUIRE(gate.radius >= 0, "widest %.12g on one island", gate.radius);
    REQUIRE(fabs(gate.radius - chains) < 1e-8, "widest %.12g, by chains of walls %.12g",
            gate.radius, chains);
    double room = fmin(path_floor_wall_distance(&world->floor, start),
                       path_floor_wall_distance(&world->floor, goal));
    REQUIRE(gate.radius <= room + 1e-9, "widest %.12g, but an end has %.12g", gate.radius, room);
    for (int side = -1; side <= 1 && gate.radius > 1e-3; side += 2) {
        double radius = gate.radius * (1 + side * 1e-6) + (side > 0 ? 2 * CW_EXACT_FIT : 0);
        cw_path path = path_world_find(world, start->world, goal->world, radius);
        REQUIRE((path.status == CW_PATH_FOUND) == (side < 0), "widest %.12g, but %s at %.12g",
                gate.radius, cw_path_status_string(path.status), radius);
        if (radius > room) {
            continue;
        }
        path_judge_make(&world->floor, radius, &judge);
        double length = path_judge_shortest(&judge, start, goal);
        path_judge_free(&judge);
        REQUIRE(isfinite(length) == (side < 0), "widest %.12g, but the oracle has %g at %.12g",
                gate.radius, length, radius);
        REQUIRE(side > 0 || fabs(path.length - length) < SAME_LENGTH,
                "just below the widest, %.12g: %.12f m, oracle %.12f m", gate.radius, path.length,
                length);
    }
    return NULL;
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

uint64_t path_hash(const cw_path *path) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    uint32_t numbers[6] = {(uint32_t)path->status, (uint32_t)path->guarantee, path->cell_count,
                           path->portal_count,     path->leg_count,           path->goal_index};
    double measures[3] = {path->radius, path->length, path->cost};
    hash = mix(hash, numbers, sizeof numbers);
    hash = mix(hash, measures, sizeof measures);
    hash = mix(hash, &path->start, sizeof path->start);
    hash = mix(hash, &path->goal, sizeof path->goal);
    hash = mix(hash, path->cells, path->cell_count * sizeof *path->cells);
    for (uint32_t i = 0; i < path->portal_count; i++) { /* field by field: structs have gaps */
        const cw_path_portal *portal = &path->portals[i];
        cw_vec3 ends[4] = {portal->right, portal->left, portal->usable[0], portal->usable[1]};
        hash = mix(mix(hash, &portal->edge, sizeof portal->edge), ends, sizeof ends);
    }
    for (uint32_t i = 0; i < path->leg_count; i++) {
        const cw_path_leg *leg = &path->legs[i];
        cw_vec3 ends[3] = {leg->from, leg->to, {leg->center.x, leg->center.y, leg->arc}};
        if (!leg->arc) {
            ends[2] = (cw_vec3){0};
        }
        hash = mix(mix(hash, &leg->ccw, leg->arc ? sizeof leg->ccw : 0), ends, sizeof ends);
    }
    return hash;
}

void path_describe(const path_world *world, double radius, const path_spot *start,
                   const path_spot *goal, const char *wrong) {
    print_error("%s, radius %.17g, (%.17g, %.17g, %.9g) to (%.17g, %.17g, %.9g): %s\n",
                world->floor.name, radius, start->world.x, start->world.y, start->world.z,
                goal->world.x, goal->world.y, goal->world.z, wrong);
}
