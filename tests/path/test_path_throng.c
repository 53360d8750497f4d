/// Paths in cells with very many corners: along fences and combs. They are the shortest, what trees
/// find is what looking at everything finds, and the work in a cell does not grow with the square
/// of what it has.
#include "failing_allocator.h"
#include "made.h"
#include "path/query/query.h"
#include "path/ready/crowded_cell.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

#include <time.h>

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
    put_ring(context, plan, kind, points, count);
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

/// A mesh of a plan with dents of up to a quarter of a metre; frees the plan.
static void make_relaxed(cw_plan *plan, path_world *made) {
    cw_navmesh_config config = cw_navmesh_config_default();
    path_floor floor;
    config.alpha = 0.5;
    config.tau = 0.25;
    path_floor_of_plan(context, plan, &config, &floor);
    path_world_make(&floor, made);
}

/// A hall between two walls of shallow waves, which are dents of its one cell, with some dashes.
static void make_waves(uint32_t waves, uint32_t dashes, path_world *made) {
    cw_vec2 *ring = malloc((4 * waves + 2) * sizeof *ring);
    cw_plan plan = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i <= 2 * waves; i++) {
        ring[count++] = (cw_vec2){i * 0.5, i % 2 * 0.0625};
    }
    for (uint32_t i = 2 * waves + 1; i-- > 0;) {
        ring[count++] = (cw_vec2){i * 0.5, 4 - i % 2 * 0.0625};
    }
    add(&plan, CW_RING_OUTER, ring, count);
    for (uint32_t i = 0; i < dashes; i++) {
        double x = (i + 0.5) * waves / dashes, y = 1 + i * 5 % 7 * 0.3125;
        cw_vec2 dash[] = {{x, y}, {x + 0.5, y + i % 3 * 0.25}};
        add(&plan, CW_RING_BARRIER, dash, 2);
    }
    make_relaxed(&plan, made);
    free(ring);
}

/// A fence in a hall with a bump in each of its long walls, dents of the cells beside the fence.
static void make_bumps(uint32_t dashes, path_world *made) {
    double long_side = dashes * 0.25 + 2, half = long_side / 2;
    cw_vec2 hall[] = {{0, 0}, {half, 0.25}, {long_side, 0}, {long_side, 6}, {half, 5.75}, {0, 6}};
    cw_plan plan = {0};
    add(&plan, CW_RING_OUTER, hall, 6);
    for (uint32_t i = 0; i < 2 * dashes; i++) {
        double x = 1 + i / 2 * 0.25, y = i % 2 == 0 ? 2 : 4;
        cw_vec2 dash[] = {{x, y}, {x + 0.125, y}};
        add(&plan, CW_RING_BARRIER, dash, 2);
    }
    make_relaxed(&plan, made);
}

/// The cells in which something throngs.
static uint32_t crowded_count(const path_world *world) {
    return world->query->search.mesh.crowded_count;
}

static void try_world(path_world *world) {
    const double radii[] = {0, 0.05, 0.0625, 0.2};
    cw_random random = {3};
    assert_true(crowded_count(world) > 0);
    cw_sights *any = sights_of(context, &world->clearance);
    const cw_sights *const one[] = {any};
    for (uint32_t i = 0; i < 2 * sizeof radii / sizeof *radii; i++) {
        assert_int_equal(cw_query_use_sights(world->query, one, i % 2), CW_OK);
        path_must_pass_trials(world, radii[i / 2], &random, 8);
    }
    assert_int_equal(cw_query_use_sights(world->query, NULL, 0), CW_OK);
    cw_sights_free(any);
    path_world_free(world);
}

TEST(paths_along_a_fence_are_the_shortest) {
    for (uint32_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        path_world world;
        make_fence(24, frames[i], &world);
        try_world(&world);
    }
}

TEST(paths_along_a_comb_are_the_shortest) {
    path_world world;
    make_comb(40, &world);
    try_world(&world);
}

/// A place in the box around a cell, and a little around that.
static cw_vec2 place_near(const cw_path_search *search, uint32_t cell, cw_random *random) {
    const uint32_t *first = &search->clearance->mesh->cell_first[cell];
    cw_vec2 low = search->mesh.sides[first[0]].from, high = low;
    for (uint32_t e = first[0]; e < first[1]; e++) {
        cw_vec2 at = search->mesh.sides[e].from;
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
static uint32_t way_out(const cw_path_search *search, uint32_t cell, const cw_tangent *ray) {
    const uint32_t *first = &search->clearance->mesh->cell_first[cell];
    for (uint32_t e = first[0]; e < first[1]; e++) {
        const cw_mesh_side *side = &search->mesh.sides[e];
        if (cw_tangent_side(ray, side->from) <= 0 &&
            cw_tangent_side(ray, search->mesh.sides[side->next].from) > 0) {
            return e;
        }
    }
    return CW_NONE;
}

/// All that lies in a strip is found, once.
static void compare_finds(const cw_path_search *search, const cw_crowded_cell *crowded,
                          uint32_t cell, const cw_tangent *ray, double reach, double depth) {
    const cw_clearance *clearance = search->clearance;
    const cw_near_corner *near = &clearance->near_corners[clearance->near_corner_first[cell]];
    const cw_strip strip = cw_crowded_beside(crowded, ray, reach, 0, depth);
    const cw_box_tree *tree = &crowded->corners;
    uint8_t *found = calloc(tree->items.count + 1, 1);
    const cw_box_node *leaf;
    for (uint32_t at = 0; (leaf = cw_crowded_next(tree, &strip, &at)) != NULL;) {
        for (uint32_t i = leaf->begin; i < leaf->end; i++) {
            found[tree->items.items[i].item]++;
        }
    }
    for (uint32_t i = 0; i < tree->items.count; i++) {
        double side = cw_tangent_side(ray, near[i].position);
        double along = cw_tangent_depth(ray, near[i].position);
        double outside = cw_most(fabs(side), cw_most(-along, along - depth)) - reach;
        assert_true(found[i] == 1 || (found[i] == 0 && outside > -1e-12));
    }
    free(found);
}

/// How often something could be told.
typedef struct told {
    uint32_t inside, outside, near, far, out;
} told;

static void compare_place(const cw_path_search *search, uint32_t cell, cw_random *random,
                          told *sum) {
    const cw_crowded_cell *crowded = cw_crowded_in(search, cell);
    cw_vec2 place = place_near(search, cell, random);
    double inside = INFINITY;
    for (uint32_t e = search->clearance->mesh->cell_first[cell];
         e < search->clearance->mesh->cell_first[cell + 1]; e++) {
        const cw_mesh_side *side = &search->mesh.sides[e];
        inside = cw_least(inside, cw_vec2_cross(side->along, cw_vec2_sub(place, side->from)));
    }
    assert_true(fabs(cw_path_search_inside(search, cell, place) - inside) < 1e-12);
    sum->inside += inside >= 0;
    sum->outside += inside < 0;
    if (inside < 0) {
        return;
    }
    double distance = cw_random_range(random, 0, 0.5);
    bool near = cw_crowded_is_near(search, crowded, cell, place, distance);
    assert_true(near == (cw_clearance_at(search->clearance, cell, place, NULL) < distance));
    sum->near += near;
    sum->far += !near;
    cw_tangent ray = {place, random_direction(random)};
    uint32_t out = cw_crowded_way_out(search, crowded, cell, &ray);
    assert_true(out == CW_NONE || out == way_out(search, cell, &ray));
    sum->out += out != CW_NONE;
    compare_finds(search, crowded, cell, &ray, distance, cw_random_range(random, 0, 5));
}

TEST(what_is_told_of_a_throng_is_what_all_of_it_tells) {
    for (uint32_t i = 0; i <= sizeof frames / sizeof *frames; i++) {
        OWNED(path_world) world;
        cw_random random = {i + 1};
        told sum = {0};
        if (i == 0) {
            make_comb(80, &world);
        } else {
            make_fence(40, frames[i - 1], &world);
        }
        for (uint32_t c = 0; c < world.floor.mesh.cell_count; c++) {
            for (uint32_t k = 0; k < 500 && world.query->search.mesh.crowded_of[c] != CW_NONE;
                 k++) {
                compare_place(&world.query->search, c, &random, &sum);
            }
        }
        assert_true(sum.inside > 100 && sum.outside > 100 && sum.near > 50 && sum.far > 50);
        assert_true(sum.out > 100);
    }
}

/// Forgets the throngs of cells with dents; how many there were.
static uint32_t forget_dented(cw_path_search *search) {
    uint32_t count = 0;
    for (uint32_t c = 0; c < search->clearance->mesh->cell_count; c++) {
        if (search->mesh.dented[c] && search->mesh.crowded_of[c] != CW_NONE) {
            search->mesh.crowded_of[c] = CW_NONE;
            count++;
        }
    }
    return count;
}

/// A place of a floor; every third on a vertex of its mesh.
static cw_vec3 place_of(const path_world *world, uint32_t number, cw_random *random) {
    const cw_navmesh *mesh = &world->floor.mesh;
    return number % 3 == 0 ? mesh->positions[cw_random_below(random, mesh->vertex_count)]
                           : path_spot_random(&world->floor, random).world;
}

/// Asks for paths with the trees of cells with dents and without: they are the same bytes.
static void compare_dented(path_world *world) {
    const double radii[] = {0, 0.01, 0.0625, 0.2};
    cw_random random = {5};
    cw_query *plain = query_of(context, &world->clearance);
    assert_true(forget_dented(&plain->search) > 0);
    for (uint32_t i = 0; i < 160; i++) {
        cw_vec3 from = place_of(world, i, &random), to = place_of(world, i + 1, &random);
        cw_path_request request = path_ask(&from, &to, radii[i % 4]);
        cw_path path, other;
        path = path_must_find(world, &request);
        assert_int_equal(cw_query_find(plain, &request, &other), CW_OK);
        if (path_hash(&path) != path_hash(&other) || path.expansions != other.expansions) {
            path_spot start = path_spot_at(&world->floor, from);
            path_spot goal = path_spot_at(&world->floor, to);
            path_describe(world, request.radius, &start, &goal, "differs without trees");
            fail_msg("%s, %.12g m; %s, %.12g m", cw_path_status_string(path.status), path.length,
                     cw_path_status_string(other.status), other.length);
        }
    }
    cw_query_free(plain);
    path_world_free(world);
}

TEST(in_cells_with_dents_trees_find_what_looking_at_everything_finds) {
    for (uint32_t i = 0; i < 6; i++) {
        path_world world;
        make_waves(40 + 40 * i, i, &world);
        compare_dented(&world);
    }
    for (uint32_t i = 0; i < 3; i++) {
        path_world world;
        make_bumps(40 + 40 * i, &world);
        compare_dented(&world);
    }
}

TEST(paths_between_waves_are_the_shortest) {
    path_world world;
    make_waves(40, 1, &world);
    try_world(&world);
    make_bumps(24, &world);
    try_world(&world);
}

/// A query and sights of a fence, made with a context of their own.
static cw_status make_all(cw_context *own, const cw_clearance *clearance) {
    OWNED_HANDLE(cw_query) query = NULL;
    OWNED_HANDLE(cw_sights) any = NULL;
    cw_status status = cw_query_create(own, clearance, &query);
    if (status == CW_OK) {
        status = cw_sights_build_any(own, clearance, &any);
    }
    if (status == CW_OK) {
        uint32_t count;
        status = cw_query_cells_within(query, (cw_vec3){1, 1, 0}, 0.2, 3, NULL, 0, &count);
    }
    return status;
}

static void refuse_memory(path_world *world) {
    failing_allocator memory;
    cw_context *own = cw_counted_context(&memory);
    size_t before = memory.live_blocks, refused = 0;
    cw_status status = CW_ERROR_MEMORY;
    for (size_t n = 1; status != CW_OK; n++) {
        failing_allocator_fail_at(&memory, n);
        status = make_all(own, &world->clearance);
        assert_true(status == CW_OK || status == CW_ERROR_MEMORY);
        assert_int_equal(memory.live_blocks, before);
        refused += status != CW_OK;
    }
    assert_true(refused > 50);
    assert_int_equal(memory.wrong_sizes, 0);
    failing_allocator_fail_at(&memory, 0);
    cw_context_free(own);
    path_world_free(world);
}

TEST(a_throng_without_memory_is_refused_and_leaves_nothing) {
    path_world world;
    make_fence(20, frames[0], &world);
    refuse_memory(&world);
    make_waves(20, 0, &world);
    refuse_memory(&world);
}

/// Seconds of the processor for an expansion, or for a question about a point, whose cells are cut
/// into pieces so that most take one or none; frees the world.
static double expansion_time(path_world *world, double radius) {
    uint64_t seed = 7, expansions = 0;
    double began, spent = 0;
    for (uint32_t i = 0; i < 400 && (spent < 0.1 || i < 8); i++) {
        cw_vec3 start, goal;
        assert_int_equal(cw_query_random(world->query, &seed, 0.2, &start), CW_OK);
        assert_int_equal(cw_query_random(world->query, &seed, 0.2, &goal), CW_OK);
        cw_path_request request = path_ask(&start, &goal, radius);
        began = (double)clock() / CLOCKS_PER_SEC;
        cw_path path = path_must_find(world, &request);
        spent += (double)clock() / CLOCKS_PER_SEC - began;
        expansions += radius > 0 ? path.expansions : 1;
    }
    path_world_free(world);
    return spent / (double)(expansions > 0 ? expansions : 1);
}

/// With sixteen times the fence, an expansion took 70 times as long when it looked at everything
/// for each corner.
TEST(an_expansion_grows_hardly_faster_than_the_fence) {
    path_world world;
    make_fence(50, frames[0], &world);
    double small = expansion_time(&world, 0.2);
    make_fence(800, frames[0], &world);
    double large = expansion_time(&world, 0.2);
    printf("%.1f us and %.1f us for an expansion\n", small * 1e6, large * 1e6);
    assert_true(large < 24 * small);
}

/// With eight times the waves, an expansion took 80 times as long.
TEST(an_expansion_grows_hardly_faster_than_waves) {
    const double radii[] = {0, 0.2};
    for (uint32_t i = 0; i < 2; i++) {
        path_world world;
        make_waves(100, 0, &world);
        double small = expansion_time(&world, radii[i]);
        make_waves(800, 0, &world);
        double large = expansion_time(&world, radii[i]);
        printf("%.1f us and %.1f us for %s\n", small * 1e6, large * 1e6,
               radii[i] > 0 ? "an expansion" : "a point");
        assert_true(large < 24 * small);
    }
}

TEST_GROUP(make_context, free_context);
