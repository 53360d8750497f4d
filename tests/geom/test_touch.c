/// Corners on sides before rounding: what the search finds is what a comparison with every point
/// finds, on crowded and on empty lattices.
#include "failing_allocator.h"
#include "geom/touch.h"
#include "scenes.h"
#include "test.h"
#include "test_context.h"

enum { MOST_POINTS = 200 };

typedef struct sketch {
    cw_vec2 places[MOST_POINTS];
    uint32_t vertex_of[MOST_POINTS], count;
    double tolerance;
    cw_trimesh mesh;
    cw_touches touches;
} sketch;

/// Points in a square of `side` steps; some of them close to the line between two others.
static void scatter(cw_random *random, double side, double tolerance, sketch *made) {
    *made = (sketch){.count = 3 + cw_random_below(random, MOST_POINTS - 3), .tolerance = tolerance};
    for (uint32_t i = 0; i < made->count; i++) {
        cw_vec2 *p = &made->places[i];
        *p =
            (cw_vec2){10 + cw_random_range(random, 0, side), 10 + cw_random_range(random, 0, side)};
        if (i >= 2 && cw_random_below(random, 2)) {
            cw_vec2 a = made->places[cw_random_below(random, i)];
            cw_vec2 b = made->places[cw_random_below(random, i)];
            double t = cw_random_unit(random), off = 2 * tolerance;
            p->x = a.x + t * (b.x - a.x) + cw_random_range(random, -off, off);
            p->y = a.y + t * (b.y - a.y) + cw_random_range(random, -off, off);
            p->x = fmin(fmax(p->x, 1), 10 + side);
            p->y = fmin(fmax(p->y, 1), 10 + side);
        }
    }
}

static cw_status prepare(cw_context *used, sketch *made) {
    cw_point coarse[MOST_POINTS];
    cw_vec2 *places = NULL;
    for (uint32_t i = 0; i < made->count; i++) {
        coarse[i] = (cw_point){(int64_t)floor(made->places[i].x + 0.5),
                               (int64_t)floor(made->places[i].y + 0.5)};
    }
    cw_status status = cw_delaunay_build(used, coarse, made->count, &made->mesh, made->vertex_of);
    status = status != CW_OK ? status : CW_ALLOCATE(used, places, made->count);
    if (status != CW_OK) {
        return status;
    }
    memcpy(places, made->places, made->count * sizeof *places);
    return cw_touches_prepare(used, &made->mesh, places, made->count, made->tolerance,
                              made->vertex_of, &made->touches);
}

static void discard(cw_context *used, sketch *made) {
    cw_touches_free(used, &made->touches);
    cw_trimesh_free(used, &made->mesh);
}

/// Where a point lies along a side, from its lower end; NAN if it does not lie on it.
static double along_side(const sketch *made, uint32_t from, uint32_t to, uint32_t point) {
    cw_vec2 a = made->places[from], b = made->places[to], p = made->places[point];
    if (b.x < a.x || (b.x == a.x && b.y < a.y)) {
        cw_vec2 swap = a;
        a = b;
        b = swap;
    }
    double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    double along = x * (p.x - a.x) + y * (p.y - a.y), aside = x * (p.y - a.y) - y * (p.x - a.x);
    bool on =
        along > 0 && along < square && aside * aside <= made->tolerance * made->tolerance * square;
    return on ? along : NAN;
}

/// Compares the vertices found on a side with those of all points on it; returns how many there
/// are.
static uint32_t check_side(sketch *made, uint32_t from, uint32_t to) {
    bool expected[MOST_POINTS + CW_DELAUNAY_BOX] = {false};
    uint32_t count = 0, ends[2] = {made->vertex_of[from], made->vertex_of[to]};
    for (uint32_t i = 0; i < made->count; i++) {
        uint32_t vertex = made->vertex_of[i];
        if (ends[0] != ends[1] && vertex != ends[0] && vertex != ends[1] &&
            !isnan(along_side(made, from, to, i))) {
            count += !expected[vertex];
            expected[vertex] = true;
        }
    }
    assert_int_equal(cw_touches_find(context, &made->touches, from, to), CW_OK);
    assert_int_equal(made->touches.found.count, count);
    cw_touch forth[MOST_POINTS];
    for (uint32_t i = 0; i < count; i++) {
        forth[i] = made->touches.found.items[i];
        assert_true(expected[forth[i].vertex]);
        expected[forth[i].vertex] = false;
    }
    assert_int_equal(cw_touches_find(context, &made->touches, to, from), CW_OK);
    assert_int_equal(made->touches.found.count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(made->touches.found.items[count - 1 - i].vertex, forth[i].vertex);
        assert_true(
            i < 2 ||
            (forth[i].along - forth[i - 1].along) * (forth[i - 1].along - forth[i - 2].along) >= 0);
    }
    return count;
}

TEST(the_search_finds_every_corner_on_a_side) {
    cw_random random = {1};
    static sketch made;
    uint64_t found = 0;
    for (int k = 0; k < 3000; k++) {
        double side = ldexp(1, 4 + (int)cw_random_below(&random, 25));
        double tolerance = (const double[]){0.125, 0.13, 0.5, 4}[cw_random_below(&random, 4)];
        scatter(&random, side, tolerance, &made);
        assert_int_equal(prepare(context, &made), CW_OK);
        for (int i = 0; i < 100; i++) {
            found += check_side(&made, cw_random_below(&random, made.count),
                                cw_random_below(&random, made.count));
        }
        for (uint32_t t = 0; t < made.mesh.triangle_count; t++) {
            assert_int_equal(made.mesh.marks[t], 0);
        }
        discard(context, &made);
    }
    print_message("%llu corners on sides\n", (unsigned long long)found);
    assert_true(found > 10000);
}

/// A point moves to another vertex only if it touches a point of it, by the tolerance at most.
TEST(points_that_touch_become_one_vertex) {
    cw_random random = {2};
    static sketch made;
    uint32_t moved = 0;
    for (int k = 0; k < 2000; k++) {
        scatter(&random, ldexp(1, 4 + (int)cw_random_below(&random, 6)), 0.125, &made);
        for (uint32_t i = 1; i < made.count; i += 2) { /* pairs */
            made.places[i].x = made.places[i - 1].x + cw_random_range(&random, -0.08, 0.08);
            made.places[i].y = made.places[i - 1].y + cw_random_range(&random, -0.08, 0.08);
        }
        assert_int_equal(prepare(context, &made), CW_OK);
        for (uint32_t i = 0; i < made.count; i++) {
            cw_point p = made.mesh.points[made.vertex_of[i]];
            double x = fabs((double)p.x - made.places[i].x),
                   y = fabs((double)p.y - made.places[i].y);
            assert_true(x <= 0.5 + made.tolerance && y <= 0.5 + made.tolerance);
            moved += x > 0.5 || y > 0.5;
        }
        discard(context, &made);
    }
    assert_true(moved > 1000);
}

TEST(a_lack_of_memory_leaves_no_leak) {
    tight_memory tight;
    tight_open(&tight);
    cw_random random = {3};
    static sketch made;
    scatter(&random, 40, 0.125, &made);
    while (tight_next(&tight)) {
        cw_status status = prepare(tight.context, &made);
        for (uint32_t i = 1; i < made.count && status == CW_OK; i++) {
            status = cw_touches_find(tight.context, &made.touches, i - 1, i);
        }
        discard(tight.context, &made);
        tight_tried(&tight, status);
    }
    tight_close(&tight, 10);
}

TEST_GROUP(make_context, free_context);
