/// Surfaces of floor plans: any rings at all give a valid surface of the floor that the plan's rule
/// describes, compared with GEOS and with winding numbers at random places.
#include "made.h"
#include "mesh_oracle.h"
#include "plan_geos.h"
#include "plan_oracle.h"
#include "test.h"
#include "test_owned.h"

/// Steps that rounding may move a wall by, see test_arrangement.c.
static const double DRIFT = 4;

static void add(cw_plan *plan, cw_ring_kind kind, uint32_t polygon, const cw_vec2 *points,
                uint32_t count) {
    assert_int_equal(cw_plan_add(context, plan, kind, polygon, points, count), CW_OK);
}

#define ADD(plan, kind, polygon, ...)                              \
    add((plan), (kind), (polygon), (const cw_vec2[]){__VA_ARGS__}, \
        (uint32_t)(sizeof((const cw_vec2[]){__VA_ARGS__}) / sizeof(cw_vec2)))

static void add_box(cw_plan *plan, cw_ring_kind kind, uint32_t polygon, double x, double y,
                    double width, double height) {
    ADD(plan, kind, polygon, {x, y}, {x + width, y}, {x + width, y + height}, {x, y + height});
}

/// A valid surface; fails the test otherwise.
static cw_surface make(const cw_plan *plan, const cw_surface_config *config) {
    cw_surface surface;
    if (cw_surface_from_plan(context, plan, config, &surface) != CW_OK ||
        cw_surface_validate(context, &surface) != CW_OK) {
        fail_msg("%s", cw_context_message(context));
    }
    return surface;
}

static void check_area(const cw_plan *plan, const cw_surface *surface) {
    double expected = plan_floor_area(geos, plan), area = cw_surface_area(surface);
    /* GEOS rounds its crossings too, to the last bit of a coordinate, which may be as large. */
    double slack = 2 * DRIFT * plan_length(plan) * surface->lattice.step + 1e-12 * expected;
    if (!(fabs(area - expected) <= slack)) {
        fail_msg("the area is %.17g, not %.17g", area, expected);
    }
}

/// Random places that are clear of all walls are covered once where the plan has floor, else never.
static void check_cover(cw_random *random, const cw_plan *plan, const cw_surface *surface,
                        int places) {
    cw_vec2 low, high;
    plan_box(plan, &low, &high);
    for (int i = 0; i < places; i++) {
        cw_vec2 place = {cw_random_range(random, low.x, high.x),
                         cw_random_range(random, low.y, high.y)};
        cw_point point;
        uint32_t touching;
        if (plan_clearance(plan, place) < 2 * DRIFT * surface->lattice.step ||
            !cw_lattice_from_plan(&surface->lattice, place, &point)) {
            continue;
        }
        uint32_t cover = surface_cover(surface, point, &touching);
        bool is_floor = plan_is_floor(plan, place);
        if (touching == 0 ? cover != is_floor : cover > 0 || !is_floor) {
            fail_msg("(%.17g, %.17g) is covered %u times, and is %s", place.x, place.y, cover,
                     is_floor ? "floor" : "no floor");
        }
    }
}

/// The triangles are as good as the walls allow.
static void check_quality(const cw_surface *surface) {
    for (uint32_t h = 0; h < 3 * surface->triangle_count; h++) {
        uint32_t twin = surface->twins[h], t = h - h % 3;
        if (twin == CW_NONE) {
            continue;
        }
        cw_point p[4];
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t corner = k < 3 ? t + k : twin - twin % 3 + (twin + 2) % 3;
            p[k] = surface->points[surface->corners[corner]];
            p[k] = (cw_point){p[k].x >> CW_LATTICE_FINE_BITS, p[k].y >> CW_LATTICE_FINE_BITS};
        }
        assert_true(oracle_circle(p[0], p[1], p[2], p[3]) <= 0);
    }
}

static bool has_barrier(const cw_plan *plan) {
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        if (plan->rings[r].kind == CW_RING_BARRIER) {
            return true;
        }
    }
    return false;
}

/// Makes the surface of a plan and compares it with everything; a plan without floor has to be told
/// as such. Returns whether there is floor.
static bool check_plan(cw_random *random, const cw_plan *plan, const cw_surface_config *config,
                       int places) {
    cw_surface surface;
    cw_status status = cw_surface_from_plan(context, plan, config, &surface);
    if (status == CW_ERROR_INPUT) {
        assert_non_null(strstr(cw_context_message(context), "no walkable area"));
        assert_null(surface.points);
        cw_vec2 low, high;
        plan_box(plan, &low, &high);
        double step = config != NULL ? config->step : hypot(high.x - low.x, high.y - low.y) * 1e-8;
        assert_true(plan_floor_area(geos, plan) <= DRIFT * plan_length(plan) * step + 1e-30);
        return false;
    }
    assert_int_equal(status, CW_OK);
    assert_ok(cw_surface_validate(context, &surface));
    check_area(plan, &surface);
    check_cover(random, plan, &surface, places);
    check_quality(&surface);
    if (!has_barrier(plan)) {
        assert_true(surface_thin_wall_length(&surface) == 0);
    }
    cw_surface_free(context, &surface);
    return true;
}

// --- any rings at all ----------------------------------------------------------------------------

/// Rings of random corners on a small grid: they cross, touch, overlap, repeat and turn back.
static cw_plan random_plan(cw_random *random, uint32_t side, bool barriers) {
    cw_plan plan = {0};
    uint32_t rings = 1 + cw_random_below(random, 6);
    for (uint32_t r = 0; r < rings; r++) {
        cw_vec2 points[16];
        uint32_t count = 1 + cw_random_below(random, 12);
        for (uint32_t i = 0; i < count; i++) {
            points[i] = (cw_vec2){cw_random_below(random, side), cw_random_below(random, side)};
        }
        if (cw_random_below(random, 4) == 0) {
            points[count++] = points[0]; /* closed by its own first point */
        }
        uint32_t kind = r == 0 ? CW_RING_OUTER : cw_random_below(random, barriers ? 4 : 3);
        add(&plan, (cw_ring_kind)kind, cw_random_below(random, 3), points, count);
        if (cw_random_below(random, 5) == 0) { /* the same ring again, turned and reversed */
            for (uint32_t i = 0; i < count; i++) {
                points[i] = plan.points[plan.point_count - 1 - (2 * i < count ? 2 * i : i)];
            }
            add(&plan, (cw_ring_kind)cw_random_below(random, 3), cw_random_below(random, 3), points,
                count);
        }
    }
    return plan;
}

TEST(any_rings_give_the_floor_of_the_plans_rule) {
    cw_random random = {1};
    int floors = 0;
    for (int i = 0; i < 800; i++) {
        OWNED(cw_plan) plan = random_plan(&random, 3 + cw_random_below(&random, 12), i % 2);
        floors += check_plan(&random, &plan, NULL, 60);
    }
    assert_true(floors > 400);
}

/// Rings of any real coordinates, near and far from the origin.
TEST(rings_of_any_numbers_give_the_floor_of_the_plans_rule) {
    cw_random random = {2};
    for (int i = 0; i < 250; i++) {
        OWNED(cw_plan) plan = random_plan(&random, 1u << 20, i % 2);
        double size = ldexp(1, -20 - (int)cw_random_below(&random, 20) + 20);
        double far = cw_random_below(&random, 2) ? 0 : ldexp(1, (int)cw_random_below(&random, 22));
        for (uint32_t k = 0; k < plan.point_count; k++) {
            plan.points[k].x = plan.points[k].x * 0x1p-20 * size + far;
            plan.points[k].y = plan.points[k].y * 0x1p-20 * size - far;
        }
        check_plan(&random, &plan, NULL, 40);
    }
}

/// On a lattice as coarse as the grid itself every crossing is rounded.
TEST(rings_on_a_coarse_lattice_give_a_valid_surface) {
    cw_random random = {3};
    cw_surface_config config = {.step = 1, .origin_x = -8, .origin_y = -8};
    for (int i = 0; i < 1500; i++) {
        OWNED(cw_plan) plan = random_plan(&random, 4 + cw_random_below(&random, 47), i % 2);
        check_plan(&random, &plan, &config, 10);
    }
}

TEST(scenes_of_every_family_give_the_floor_of_the_plans_rule) {
    cw_random random = {4};
    for (int i = 0; i < 6 * CW_SCENE_FAMILY_COUNT; i++) {
        cw_scene_config config = cw_scene_config_default();
        config.family = (cw_scene_family)(i % CW_SCENE_FAMILY_COUNT);
        config.vertices = 8 + cw_random_below(&random, 250);
        config.seed = (uint64_t)i;
        config.rotation = i % 3 ? cw_random_range(&random, -4, 4) : 0;
        OWNED(cw_plan) plan = plan_of_scene(context, &config);
        check_plan(&random, &plan, NULL, 60);
    }
}

// --- orientation and place do not matter
// -----------------------------------------------------------

static void reverse_ring(cw_plan *plan, uint32_t ring) {
    cw_vec2 *points = plan->points + plan->rings[ring].first;
    for (uint32_t i = 0, j = plan->rings[ring].count; i + 1 < j--; i++) {
        cw_vec2 swap = points[i];
        points[i] = points[j];
        points[j] = swap;
    }
}

TEST(rings_in_either_direction_give_the_same_area) {
    OWNED(cw_plan) plan = {0};
    add_box(&plan, CW_RING_OUTER, 0, 0, 0, 20, 20);
    add_box(&plan, CW_RING_OUTER, 0, 15, 5, 20, 10);
    add_box(&plan, CW_RING_HOLE, 0, 3, 3, 6, 6);
    add_box(&plan, CW_RING_OUTER, 1, 4, 4, 2, 2);
    ADD(&plan, CW_RING_OBSTACLE, 0, {18, 2}, {24, 9}, {17, 13});
    for (uint32_t set = 0; set < 32; set++) {
        for (uint32_t r = 0; r < 5; r++) {
            if ((set ^ (set - 1)) >> r & 1) { /* each step of the counter turns some rings */
                reverse_ring(&plan, r);
            }
        }
        OWNED(cw_surface) surface = make(&plan, NULL);
        assert_true(fabs(cw_surface_area(&surface) - plan_floor_area(geos, &plan)) < 1e-5);
        assert_int_equal(surface_islands(&surface), 2);
    }
}

static void check_same_topology(const cw_surface *a, const cw_surface *b) {
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->triangle_count, b->triangle_count);
    size_t half_edges = (size_t)3 * a->triangle_count;
    assert_memory_equal(a->corners, b->corners, half_edges * sizeof *a->corners);
    assert_memory_equal(a->twins, b->twins, half_edges * sizeof *a->twins);
    assert_memory_equal(a->edges, b->edges, half_edges);
    assert_memory_equal(a->points, b->points, a->vertex_count * sizeof *a->points);
}

TEST(a_plan_moved_by_whole_steps_has_the_same_triangles) {
    cw_random random = {5};
    for (int i = 0; i < 4 * CW_SCENE_FAMILY_COUNT; i++) {
        cw_scene_config config = cw_scene_config_default();
        config.family = (cw_scene_family)(i % CW_SCENE_FAMILY_COUNT);
        config.vertices = 200;
        config.seed = (uint64_t)i;
        config.rotation = i % 2;
        OWNED(cw_plan) plan = plan_of_scene(context, &config);
        for (uint32_t k = 0; k < plan.point_count; k++) { /* so that moving is exact */
            plan.points[k].x = floor(plan.points[k].x * 0x1p16) * 0x1p-16;
            plan.points[k].y = floor(plan.points[k].y * 0x1p16) * 0x1p-16;
        }
        OWNED(cw_surface) here = make(&plan, NULL);
        double x = i % 4 == 0 ? -0.5 : floor(cw_random_range(&random, -9e4, 9e4)) * 0x1p-5;
        double y = i % 4 == 0 ? -0.5 : floor(cw_random_range(&random, -9e4, 9e4)) * 0x1p-5;
        for (uint32_t k = 0; k < plan.point_count; k++) {
            plan.points[k].x += x;
            plan.points[k].y += y;
        }
        OWNED(cw_surface) there = make(&plan, NULL);
        check_same_topology(&here, &there);
        assert_true(here.lattice.origin_x + x == there.lattice.origin_x);
    }
}

TEST(input_points_keep_the_callers_coordinates) {
    OWNED(cw_plan) plan = {0};
    ADD(&plan, CW_RING_OUTER, 0, {0.1, 0.2}, {1e3 / 3, 0.3}, {700.0 / 9, 100 * sqrt(3)});
    OWNED(cw_surface) surface = make(&plan, NULL);
    for (uint32_t v = 0; v < surface.vertex_count; v++) {
        bool found = false;
        for (uint32_t i = 0; i < plan.point_count; i++) {
            found = found || (surface.positions[v].x == plan.points[i].x &&
                              surface.positions[v].y == plan.points[i].y);
        }
        assert_true(found);
    }
}

// --- nothing walkable
// ------------------------------------------------------------------------------

/// The plan has no floor; says so, and frees it.
static void expect_no_floor(cw_plan *plan) {
    cw_surface surface;
    assert_refused(cw_surface_from_plan(context, plan, NULL, &surface), CW_ERROR_INPUT,
                   "no walkable area");
    static const cw_surface ZERO;
    assert_memory_equal(&surface, &ZERO, sizeof surface);
    cw_plan_free(context, plan);
}

TEST(a_hole_or_obstacle_over_all_the_floor_leaves_no_walkable_area) {
    cw_ring_kind kinds[] = {CW_RING_HOLE, CW_RING_OBSTACLE};
    for (int i = 0; i < 4; i++) {
        cw_plan plan = {0};
        add_box(&plan, CW_RING_OUTER, 7, 0, 0, 10, 10);
        add_box(&plan, kinds[i % 2], 7, 0, 0, 10, 10);
        if (i >= 2) {
            reverse_ring(&plan, 1);
        }
        expect_no_floor(&plan);
    }
    cw_plan larger = {0};
    add_box(&larger, CW_RING_OUTER, 0, 0, 0, 10, 10);
    add_box(&larger, CW_RING_OBSTACLE, 5, -1, -1, 30, 30);
    expect_no_floor(&larger);
    cw_plan alone = {0};
    add_box(&alone, CW_RING_HOLE, 0, 0, 0, 10, 10);
    expect_no_floor(&alone);
    cw_plan halves = {0};
    add_box(&halves, CW_RING_OUTER, 0, 0, 0, 10, 10);
    add_box(&halves, CW_RING_HOLE, 0, 0, 0, 5, 10);
    add_box(&halves, CW_RING_OBSTACLE, 0, 5, 0, 5, 10);
    expect_no_floor(&halves);
}

TEST(degenerate_rings_leave_no_walkable_area) {
    cw_plan plan = {0};
    expect_no_floor(&plan);
    cw_plan same = {0};
    ADD(&same, CW_RING_OUTER, 0, {1, 1}, {1, 1}, {1, 1}, {1, 1});
    expect_no_floor(&same);
    cw_plan line = {0};
    ADD(&line, CW_RING_OUTER, 0, {0, 0}, {5, 5}, {3, 3}, {1, 1});
    expect_no_floor(&line);
    cw_plan back = {0};
    ADD(&back, CW_RING_OUTER, 0, {0, 0}, {5, 0}, {5, 5}, {5, 0});
    expect_no_floor(&back);
    cw_plan short_rings = {0};
    ADD(&short_rings, CW_RING_OUTER, 0, {0, 0});
    ADD(&short_rings, CW_RING_OUTER, 1, {0, 0}, {4, 1});
    ADD(&short_rings, CW_RING_BARRIER, 1, {0, 0}, {4, 1}, {7, 7});
    expect_no_floor(&short_rings);
    cw_plan twice = {0}; /* there and back again: the winding number is 0 */
    ADD(&twice, CW_RING_OUTER, 0, {0, 0}, {4, 0}, {4, 4}, {0, 0}, {4, 4}, {4, 0});
    expect_no_floor(&twice);
    cw_plan tiny = {0};
    ADD(&tiny, CW_RING_OUTER, 0, {0, 0}, {1e-320, 0}, {1e-320, 1e-320});
    expect_no_floor(&tiny);
    cw_plan empty = {0};
    add(&empty, CW_RING_OUTER, 0, NULL, 0);
    expect_no_floor(&empty);
}

TEST(a_degenerate_ring_beside_a_good_one_does_no_harm) {
    OWNED(cw_plan) plan = {0};
    add_box(&plan, CW_RING_OUTER, 0, 0, 0, 10, 10);
    ADD(&plan, CW_RING_HOLE, 0, {3, 3}, {6, 6});
    ADD(&plan, CW_RING_HOLE, 0, {2, 2}, {2, 2}, {2, 2});
    ADD(&plan, CW_RING_OBSTACLE, 0, {1, 7}, {9, 7}, {5, 7});
    add(&plan, CW_RING_OBSTACLE, 0, NULL, 0);
    OWNED(cw_surface) surface = make(&plan, NULL);
    assert_true(fabs(cw_surface_area(&surface) - 100) < 1e-6);
    assert_int_equal(surface.vertex_count, 4);
    assert_int_equal(surface.triangle_count, 2);
}

TEST(coordinates_out_of_range_are_named) {
    const double bad[] = {NAN, INFINITY, -INFINITY, 1e30, -1e30, 2.1000001e7, 1e15};
    for (size_t i = 0; i < 2 * sizeof bad / sizeof *bad; i++) {
        OWNED(cw_plan) plan = {0};
        add_box(&plan, CW_RING_OUTER, 0, 0, 0, 1e-3, 10);
        *(i % 2 ? &plan.points[2].x : &plan.points[2].y) = bad[i / 2];
        cw_surface surface;
        assert_refused(cw_surface_from_plan(context, &plan, NULL, &surface), CW_ERROR_INPUT,
                       "point 2");
        assert_non_null(strstr(cw_context_message(context), "out of range"));
        assert_null(surface.points);
    }
    OWNED(cw_plan) edge = {0};
    add_box(&edge, CW_RING_OUTER, 0, -1e7, -1e7, 2e7, 2e7);
    OWNED(cw_surface) surface = make(&edge, NULL);
    assert_true(fabs(cw_surface_area(&surface) / 4e14 - 1) < 1e-8);
}

TEST(rings_that_point_outside_the_plan_are_refused) {
    OWNED(cw_plan) plan = {0};
    add_box(&plan, CW_RING_OUTER, 0, 0, 0, 1, 1);
    cw_surface surface;
    cw_ring good = plan.rings[0];
    cw_ring bad[] = {{0, 5, 0, CW_RING_OUTER},
                     {4, 1, 0, CW_RING_OUTER},
                     {UINT32_MAX, 2, 0, CW_RING_OUTER},
                     {1, UINT32_MAX, 0, CW_RING_OUTER},
                     {0, 4, 0, (cw_ring_kind)9}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        plan.rings[0] = bad[i];
        assert_refused(cw_surface_from_plan(context, &plan, NULL, &surface), CW_ERROR_ARGUMENT,
                       "ring 0");
    }
    plan.rings[0] = good;
}

// --- touching parts and barriers
// -------------------------------------------------------------------

TEST(floors_that_touch_in_a_point_have_a_vertex_each) {
    OWNED(cw_plan) plan = {0};
    add_box(&plan, CW_RING_OUTER, 0, 0, 0, 4, 4);
    add_box(&plan, CW_RING_OUTER, 1, 4, 4, 4, 4);
    OWNED(cw_surface) surface = make(&plan, NULL);
    assert_int_equal(surface.vertex_count, 8);
    assert_int_equal(surface.source_count, 7);
    assert_int_equal(surface_islands(&surface), 2);
}

TEST(floors_that_share_a_side_are_one_floor) {
    OWNED(cw_plan) plan = {0};
    add_box(&plan, CW_RING_OUTER, 0, 0, 0, 4, 4);
    add_box(&plan, CW_RING_OUTER, 1, 4, 1, 4, 2);
    OWNED(cw_surface) surface = make(&plan, NULL);
    assert_int_equal(surface_islands(&surface), 1);
    assert_int_equal(surface_euler(&surface), 1);
    assert_true(fabs(cw_surface_wall_length(&surface) - 24) < 1e-6);
}

TEST(an_island_in_a_hole_is_floor_again) {
    OWNED(cw_plan) plan = {0};
    add_box(&plan, CW_RING_OUTER, 0, 0, 0, 10, 10);
    add_box(&plan, CW_RING_HOLE, 0, 2, 2, 6, 6);
    add_box(&plan, CW_RING_OUTER, 1, 4, 4, 2, 2);
    OWNED(cw_surface) surface = make(&plan, NULL);
    assert_true(fabs(cw_surface_area(&surface) - 68) < 1e-6);
    assert_int_equal(surface_islands(&surface), 2);
    assert_int_equal(surface_euler(&surface), 1); /* a ring counts 0, an island 1 */
}

TEST(a_hole_that_touches_the_wall_in_a_point_is_open_on_both_sides) {
    OWNED(cw_plan) plan = {0};
    add_box(&plan, CW_RING_OUTER, 0, 0, 0, 8, 8);
    ADD(&plan, CW_RING_HOLE, 0, {0, 4}, {3, 2}, {3, 6});
    OWNED(cw_surface) surface = make(&plan, NULL);
    assert_int_equal(surface_euler(&surface), 1); /* walls and hole are one loop */
    assert_int_equal(surface.vertex_count, 8);
    assert_int_equal(surface.source_count, 7);
}

/// Makes a box of 10 x 10 with a barrier and tells its islands, Euler number and thin walls.
static void check_barrier(const cw_vec2 *points, uint32_t count, uint32_t islands, int64_t euler,
                          double thin) {
    OWNED(cw_plan) plan = {0};
    add_box(&plan, CW_RING_OUTER, 0, 0, 0, 10, 10);
    add(&plan, CW_RING_BARRIER, 0, points, count);
    OWNED(cw_surface) surface = make(&plan, NULL);
    assert_true(fabs(cw_surface_area(&surface) - 100) < 1e-6);
    assert_int_equal(surface_islands(&surface), islands);
    assert_int_equal(surface_euler(&surface), euler);
    assert_true(fabs(surface_thin_wall_length(&surface) - 2 * thin) < 1e-6);
    assert_true(fabs(cw_surface_wall_length(&surface) - 40 - 2 * thin) < 1e-6);
}

TEST(a_barrier_is_a_wall_on_both_sides) {
    const cw_vec2 free_standing[] = {{2, 5}, {8, 5}}, from_wall[] = {{0, 5}, {6, 5}};
    const cw_vec2 across[] = {{-3, 5}, {13, 5}}, along[] = {{2, 0}, {7, 0}};
    const cw_vec2 outside[] = {{12, 0}, {15, 9}}, point[] = {{5, 5}, {5, 5}};
    const cw_vec2 closed[] = {{2, 2}, {8, 2}, {8, 8}, {2, 8}, {2, 2}};
    const cw_vec2 cross[] = {{5, 2}, {5, 8}, {5, 5}, {2, 5}, {8, 5}};
    const cw_vec2 there_and_back[] = {{2, 5}, {8, 5}, {4, 5}};
    check_barrier(free_standing, 2, 1, 0, 6);
    check_barrier(from_wall, 2, 1, 1, 6);
    check_barrier(across, 2, 2, 2, 10);
    check_barrier(along, 2, 1, 1, 0);
    check_barrier(outside, 2, 1, 1, 0);
    check_barrier(point, 2, 1, 1, 0);
    check_barrier(closed, 5, 2, 1, 24);
    check_barrier(cross, 5, 1, 0, 12);
    check_barrier(there_and_back, 3, 1, 0, 6);
    check_barrier(free_standing, 1, 1, 1, 0);
}

// --- polygons that broke others
// --------------------------------------------------------------------

/// One ring as an outer ring; its area by the plan's rule has to be that of GEOS.
static void check_ring(const cw_vec2 *points, uint32_t count) {
    OWNED(cw_plan) plan = {0};
    cw_random random = {count};
    add(&plan, CW_RING_OUTER, 0, points, count);
    assert_true(check_plan(&random, &plan, NULL, 200));
}

#define CHECK_RING(...)                        \
    check_ring((const cw_vec2[]){__VA_ARGS__}, \
               (uint32_t)(sizeof((const cw_vec2[]){__VA_ARGS__}) / sizeof(cw_vec2)))

TEST(rings_that_broke_poly2tri_are_valid_here) {
    /* greenm01/poly2tri 18: touches itself */
    CHECK_RING({1033, 309}, {1032, 309.14935064935065}, {1032, 331.55555555555617},
               {1031.9802955665025, 332}, {968, 332}, {968, 318.70779220779224}, {879, 332},
               {1024, 512});
    /* greenm01/poly2tri 15: nearly collinear sides */
    CHECK_RING({-10, -10.6426}, {-28.3133, -5.98394}, {19.8795, 21.6466}, {18.4337, -5.02008});
    CHECK_RING({-4.61211, -11.3371}, {-44.477, -3.90043}, {25.2674, 20.9521}, {23.8216, -5.71459});
    /* jhasse/poly2tri 10: off a straight line by the last bit */
    CHECK_RING({-0.61158088, 0.0104235565411950892}, {-0.61158088, 0.1483950316905975},
               {-0.57889959689876247, 0.22729462858935995}, {-0.5, 0.25997591169059753},
               {0.5, 0.25997591169059753}, {0.57889959689876247, 0.22729462858935995},
               {0.61158088, 0.1483950316905975}, {0.61158088, 0.010423556541195061},
               {0.38841912, 0.0104235565411950892}, {0.38841912, 0.036814151690597513},
               {-0.38841912, 0.036814151690597527}, {-0.38841912, 0.0104235565411950892});
    /* greenm01/poly2tri 7: three points in a row */
    CHECK_RING({0, 0}, {0, 1}, {1, 1}, {2, 1});
    /* jhasse/poly2tri 53: two corners in one place */
    CHECK_RING({0, 0}, {6, 0}, {6, 5}, {3, 2}, {4, 6}, {2, 6}, {3, 2}, {0, 5});
    /* a corner repeated, and one a hair off it */
    CHECK_RING({0, 0}, {4, 0}, {4, 0}, {4, 4}, {4, 4 + 1e-15}, {0, 4}, {0, 2 + 1e-15}, {1e-15, 1});
}

TEST(edges_that_broke_cdt_are_valid_here) {
    /* artem-ogre/CDT 120: doubled points, long thin triangles far from the origin */
    CHECK_RING({-115711.398438, 129619.171875}, {-115711.320312, 129619.03125},
               {-115711.28125, 129618.976562}, {-115725.527903, 129610.414945},
               {-115725.527903, 129610.414945}, {-115725.748633, 129610.283552},
               {-115725.765625, 129610.273438}, {-115725.984375, 129610.140625},
               {-115740.664062, 129601.398438}, {-115774.648438, 129581.164062},
               {-115726.742188, 129644.765625});
    /* a wall that hangs into a crossing of two others */
    OWNED(cw_plan) plan = {0};
    cw_random random = {1};
    add_box(&plan, CW_RING_OUTER, 0, -10, -10, 40, 40);
    ADD(&plan, CW_RING_BARRIER, 0, {0, 0}, {20, 20});
    ADD(&plan, CW_RING_BARRIER, 0, {0, 20}, {20, 0});
    ADD(&plan, CW_RING_BARRIER, 0, {5, 9}, {9.999, 9.9995});
    ADD(&plan, CW_RING_BARRIER, 0, {10, 0}, {10, 10}, {10, 20});
    ADD(&plan, CW_RING_BARRIER, 0, {0, 0}, {20, 20}, {0, 0});
    assert_true(check_plan(&random, &plan, NULL, 200));
}

/// The fixtures of earcut that hang or cover wrongly, as shapes of the same kind.
TEST(holes_that_broke_earcut_are_valid_here) {
    cw_random random = {2};
    cw_plan keyhole = {0}; /* hole joined to the outer ring by a seam walked twice */
    ADD(&keyhole, CW_RING_OUTER, 0, {0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {3, 3}, {3, 6}, {6, 6},
        {6, 3}, {3, 3});
    assert_true(check_plan(&random, &keyhole, NULL, 200));
    cw_plan_free(context, &keyhole);
    cw_plan outside = {0}; /* a hole that lies outside, one across the wall, one equal to another */
    add_box(&outside, CW_RING_OUTER, 0, 0, 0, 10, 10);
    add_box(&outside, CW_RING_HOLE, 0, 20, 20, 5, 5);
    add_box(&outside, CW_RING_HOLE, 0, 8, 3, 7, 3);
    add_box(&outside, CW_RING_HOLE, 0, 2, 2, 2, 2);
    add_box(&outside, CW_RING_HOLE, 0, 2, 2, 2, 2);
    add_box(&outside, CW_RING_HOLE, 0, 4, 4, 2, 2);
    assert_true(check_plan(&random, &outside, NULL, 400));
    cw_plan_free(context, &outside);
    cw_plan flat = {0}; /* an outer ring without area, with a hole */
    ADD(&flat, CW_RING_OUTER, 0, {0, 0}, {10, 0}, {5, 0});
    add_box(&flat, CW_RING_HOLE, 0, 2, -1, 3, 3);
    expect_no_floor(&flat);
}

TEST(paths_that_broke_clipper2_are_valid_here) {
    cw_random random = {3};
    cw_plan near_parallel = {0}; /* AngusJohnson/Clipper2 975: slivers that share half a side */
    ADD(&near_parallel, CW_RING_OUTER, 0, {9919.9586882679596, -7394.7021317849658},
        {9919.9586177074161, -7394.7021462026642}, {9924.2933972318733, -7393.9504465792661},
        {9919.9589227291308, -7394.7020838805438}, {9919.9586882679596, -7394.7021317849658});
    ADD(&near_parallel, CW_RING_OUTER, 1, {10017.855912163894, -7374.3120979249506},
        {9986.3793877476601, -7381.1074850601226}, {9948.0526853452066, -7388.9654791759540},
        {9919.9580646244649, -7394.7022590979668}, {9951.2017074274518, -7389.8424878761080},
        {9976.1175511291131, -7385.8799290859924}, {10016.813872672617, -7379.4076791959815},
        {10018.565427395995, -7379.1508452091875});
    assert_true(check_plan(&random, &near_parallel, NULL, 400));
    cw_plan_free(context, &near_parallel);
    cw_plan slivers = {0}; /* Clipper2 979: a sliver one unit high */
    ADD(&slivers, CW_RING_OUTER, 0, {65432, -90152}, {62266, -80666}, {61514, -80917},
        {64680, -90403});
    ADD(&slivers, CW_RING_OBSTACLE, 0, {65102, -90249}, {65048, -90242}, {65048, -90243},
        {65101, -90249});
    ADD(&slivers, CW_RING_OBSTACLE, 0, {65182, -85815}, {65182, -85484}, {63991, -85484},
        {64584, -90340}, {65210, -90263}, {64627, -90190});
    assert_true(check_plan(&random, &slivers, NULL, 400));
    cw_surface_config coarse = {.step = 1, .origin_x = 60000, .origin_y = -100000};
    assert_true(check_plan(&random, &slivers, &coarse, 400));
    cw_plan_free(context, &slivers);
    cw_plan lines = {0}; /* Clipper2 75 and 339: open lines along a side, and level ones */
    add_box(&lines, CW_RING_OUTER, 0, 0, 0, 3, 3);
    ADD(&lines, CW_RING_BARRIER, 0, {2, 0}, {1, 0}, {0, 0});
    ADD(&lines, CW_RING_BARRIER, 0, {2.44, 1.54}, {2.21, 1.54}, {1.83, 1.54});
    assert_true(check_plan(&random, &lines, NULL, 100));
    cw_plan_free(context, &lines);
    cw_plan huge = {0}; /* coordinates that are no longer numbers of the lattice */
    ADD(&huge, CW_RING_OUTER, 0, {0, 0}, {1e25, 0}, {1e25, 1e25});
    cw_surface surface;
    assert_int_equal(cw_surface_from_plan(context, &huge, NULL, &surface), CW_ERROR_INPUT);
    cw_plan_free(context, &huge);
}

TEST_GROUP(make_geos, free_geos);
