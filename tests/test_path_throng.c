/// Paths in cells with very many corners: along fences and combs. They are the shortest, what trees
/// find is what looking at everything finds, and the work in a cell does not grow with the square
/// of what it has.
#include "clearway/sights.h"
#include "path/query.h"
#include "path/throng.h"
#include "path_setup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

/// How a plan lies in the plane: x and y of its axes.
typedef struct frame {
    double cosine, sine;
} frame;

/// Lattice points of a fence stay in line in these.
static const frame frames[] = {{1, 0}, {0, 1}, {1, 1}};

static cw_vec2 turned(frame way, double x, double y) {
    return (cw_vec2){way.cosine * x - way.sine * y, way.sine * x + way.cosine * y};
}

static void add(cw_plan *plan, cw_ring_kind kind, const cw_vec2 *points, uint32_t count) {
    assert_int_equal(cw_plan_add(path_context, plan, kind, 0, points, count), CW_OK);
}

/// Two rows of dashes, an eighth of a metre each and as far apart, across a hall.
static void make_fence(uint32_t dashes, frame way, path_world *made) {
    cw_plan plan = {0};
    double length = dashes * 0.25 + 2;
    cw_vec2 hall[] = {turned(way, 0, 0), turned(way, length, 0), turned(way, length, 6),
                      turned(way, 0, 6)};
    add(&plan, CW_RING_OUTER, hall, 4);
    for (uint32_t i = 0; i < 2 * dashes; i++) {
        double x = 1 + i / 2 * 0.25, y = i % 2 == 0 ? 2 : 4;
        cw_vec2 dash[] = {turned(way, x, y), turned(way, x + 0.125, y)};
        add(&plan, CW_RING_BARRIER, dash, 2);
    }
    path_world_of_plan(&plan, made);
}

/// A hall with a row of bays.
static void make_comb(uint32_t bays, path_world *made) {
    cw_vec2 *ring = malloc((4 * bays + 2) * sizeof *ring);
    cw_plan plan = {0};
    uint32_t count = 0;
    ring[count++] = (cw_vec2){0, 0};
    ring[count++] = (cw_vec2){bays, 0};
    for (uint32_t i = bays; i-- > 0;) {
        double deep = 4 + i * 7 % 5 * 0.5;
        ring[count++] = (cw_vec2){i + 1, deep};
        ring[count++] = (cw_vec2){i + 0.5, deep};
        ring[count++] = (cw_vec2){i + 0.5, 2};
        ring[count++] = (cw_vec2){i, 2};
    }
    add(&plan, CW_RING_OUTER, ring, count);
    path_world_of_plan(&plan, made);
    free(ring);
}

/// The cells in which something throngs.
static uint32_t throng_count(const path_world *world) {
    return world->query->taut.throng_count;
}

/// Asks for paths between random places, with and without sights.
static void try_paths(path_world *world, double radius, cw_random *random) {
    path_judge judge;
    path_tally tally = {0};
    path_judge_make(&world->floor, radius, &judge);
    for (uint32_t i = 0; i < 8; i++) {
        path_spot start = path_spot_random(&world->floor, random);
        path_spot goal = path_spot_random(&world->floor, random);
        const char *wrong = path_trial(world, &judge, &start, &goal, &tally);
        if (wrong != NULL) {
            path_describe(world, radius, &start, &goal, wrong);
            fail();
        }
    }
    path_judge_free(&judge);
}

static void try_world(path_world *world) {
    const double radii[] = {0, 0.05, 0.0625, 0.2};
    cw_random random = {3};
    cw_sights *any;
    assert_true(throng_count(world) > 0);
    assert_int_equal(cw_sights_build_any(path_context, &world->clearance, &any), CW_OK);
    const cw_sights *const one[] = {any};
    for (uint32_t i = 0; i < 2 * sizeof radii / sizeof *radii; i++) {
        assert_int_equal(cw_query_use_sights(world->query, one, i % 2), CW_OK);
        try_paths(world, radii[i / 2], &random);
    }
    assert_int_equal(cw_query_use_sights(world->query, NULL, 0), CW_OK);
    cw_sights_free(any);
    path_world_free(world);
}

static void paths_along_a_fence_are_the_shortest(void **state) {
    (void)state;
    for (uint32_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        path_world world;
        make_fence(24, frames[i], &world);
        try_world(&world);
    }
}

static void paths_along_a_comb_are_the_shortest(void **state) {
    (void)state;
    path_world world;
    make_comb(40, &world);
    try_world(&world);
}

/// A place in the box around a cell, and a little around that.
static cw_vec2 place_near(const cw_taut *search, uint32_t cell, cw_random *random) {
    const uint32_t *first = &search->clearance->mesh->cell_first[cell];
    cw_vec2 low = search->sides[first[0]].from, high = low;
    for (uint32_t e = first[0]; e < first[1]; e++) {
        cw_vec2 at = search->sides[e].from;
        low = (cw_vec2){cw_least(low.x, at.x), cw_least(low.y, at.y)};
        high = (cw_vec2){cw_most(high.x, at.x), cw_most(high.y, at.y)};
    }
    return (cw_vec2){cw_random_range(random, low.x - 0.5, high.x + 0.5),
                     cw_random_range(random, low.y - 0.5, high.y + 0.5)};
}

static cw_vec2 random_direction(cw_random *random) {
    return cw_random_below(random, 4) == 0
               ? (cw_vec2){cw_random_below(random, 2) ? 1 : -1, 0}
               : plane_polar((cw_vec2){0, 0}, 1, cw_random_range(random, 0, 6.28));
}

/// The edge that starts on the right of a ray and ends on its left.
static uint32_t way_out(const cw_taut *search, uint32_t cell, const cw_tangent *ray) {
    const uint32_t *first = &search->clearance->mesh->cell_first[cell];
    for (uint32_t e = first[0]; e < first[1]; e++) {
        const cw_taut_side *side = &search->sides[e];
        if (cw_tangent_side(ray, side->from) <= 0 &&
            cw_tangent_side(ray, search->sides[side->next].from) > 0) {
            return e;
        }
    }
    return CW_NONE;
}

/// All that lies in an area is found, in order.
static void compare_finds(const cw_taut *search, const cw_throng *throng, uint32_t cell,
                          const cw_area *area) {
    const cw_clearance *clearance = search->clearance;
    const cw_near_corner *near = &clearance->near_corners[clearance->near_corner_first[cell]];
    uint32_t at = 0;
    cw_grove_find(&throng->corners, area, search->finds);
    for (uint32_t i = 0; i < throng->corners.count; i++) {
        bool inside = true;
        for (uint32_t k = 0; k < 2; k++) {
            const cw_slab *slab = &area->slabs[k];
            double s = cw_vec2_dot(slab->axis, cw_vec2_sub(near[i].position, slab->origin));
            inside = inside && s >= slab->low && s <= slab->high;
        }
        bool found = at < search->finds->count && search->finds->numbers[at] == i;
        assert_true(found || !inside);
        at += found;
    }
    assert_int_equal(at, search->finds->count);
}

/// How often something could be told.
typedef struct told {
    uint32_t inside, outside, near, far, out;
} told;

static void compare_place(const cw_taut *search, uint32_t cell, cw_random *random, told *sum) {
    const cw_throng *throng = cw_throng_of(search, cell);
    cw_vec2 place = place_near(search, cell, random);
    bool sure, contains = cw_throng_contains(search, cell, place, &sure);
    double inside = INFINITY;
    for (uint32_t e = search->clearance->mesh->cell_first[cell];
         e < search->clearance->mesh->cell_first[cell + 1]; e++) {
        const cw_taut_side *side = &search->sides[e];
        inside = cw_least(inside, cw_vec2_cross(side->along, cw_vec2_sub(place, side->from)));
    }
    assert_true(!sure || contains == (inside >= -CW_GRAZE));
    sum->inside += sure && contains;
    sum->outside += sure && !contains;
    if (inside < 0) {
        return;
    }
    double distance = cw_random_range(random, 0, 0.5);
    bool near = cw_throng_is_near(search, throng, cell, place, distance);
    assert_true(near == (cw_clearance_at(search->clearance, cell, place, NULL) < distance));
    sum->near += near;
    sum->far += !near;
    cw_tangent ray = {place, random_direction(random)};
    uint32_t out = cw_throng_way_out(search, throng, cell, &ray);
    assert_true(out == CW_NONE || out == way_out(search, cell, &ray));
    sum->out += out != CW_NONE;
    cw_area area = cw_area_beside(&ray, distance, 0, cw_random_range(random, 0, 5));
    compare_finds(search, throng, cell, &area);
}

static void what_is_told_of_a_throng_is_what_all_of_it_tells(void **state) {
    (void)state;
    for (uint32_t i = 0; i <= sizeof frames / sizeof *frames; i++) {
        path_world world;
        cw_random random = {i + 1};
        told sum = {0};
        if (i == 0) {
            make_comb(80, &world);
        } else {
            make_fence(40, frames[i - 1], &world);
        }
        for (uint32_t c = 0; c < world.floor.mesh.cell_count; c++) {
            for (uint32_t k = 0; k < 500 && world.query->taut.throng_of[c] != CW_NONE; k++) {
                compare_place(&world.query->taut, c, &random, &sum);
            }
        }
        assert_true(sum.inside > 100 && sum.outside > 100 && sum.near > 50 && sum.far > 50);
        assert_true(sum.out > 100);
        path_world_free(&world);
    }
}

/// Seconds of the processor for an expansion in a fence.
static double expansion_time(uint32_t dashes) {
    path_world world;
    uint64_t seed = 7, expansions = 0;
    double began, spent = 0;
    make_fence(dashes, frames[0], &world);
    for (uint32_t i = 0; i < 400 && (spent < 0.1 || i < 8); i++) {
        cw_vec3 start, goal;
        assert_int_equal(cw_query_random(world.query, &seed, 0.2, &start), CW_OK);
        assert_int_equal(cw_query_random(world.query, &seed, 0.2, &goal), CW_OK);
        cw_path_request request = path_ask(&start, &goal, 0.2);
        cw_path path;
        began = (double)clock() / CLOCKS_PER_SEC;
        path_must_find(&world, &request, &path);
        spent += (double)clock() / CLOCKS_PER_SEC - began;
        expansions += path.expansions;
    }
    path_world_free(&world);
    return spent / (double)(expansions > 0 ? expansions : 1);
}

/// With sixteen times the fence, an expansion took 70 times as long when it looked at everything
/// for each corner.
static void an_expansion_grows_hardly_faster_than_the_fence(void **state) {
    (void)state;
    double small = expansion_time(50), large = expansion_time(800);
    printf("%.1f us and %.1f us for an expansion\n", small * 1e6, large * 1e6);
    assert_true(large < 24 * small);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_along_a_fence_are_the_shortest),
        cmocka_unit_test(paths_along_a_comb_are_the_shortest),
        cmocka_unit_test(what_is_told_of_a_throng_is_what_all_of_it_tells),
        cmocka_unit_test(an_expansion_grows_hardly_faster_than_the_fence),
    };
    return cmocka_run_group_tests(tests, path_set_up, path_tear_down);
}
