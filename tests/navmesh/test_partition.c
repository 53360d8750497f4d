/// The exact convex partition of a window, against brute force.
#include "failing_allocator.h"
#include "partition_oracle.h"
#include "partition_shapes.h"
#include "shared_polygons.h"
#include "test.h"

typedef struct bench {
    cw_context *context;
    cw_partition_scratch scratch;
    partition_shape shape;
    cw_random random;
} bench;

static int make_bench(void **state) {
    bench *b = *state = calloc(1, sizeof *b);
    b->random.state = 1;
    return cw_context_create(NULL, &b->context) == CW_OK ? 0 : -1;
}

static int free_bench(void **state) {
    bench *b = *state;
    cw_partition_scratch_free(b->context, &b->scratch);
    cw_context_free(b->context);
    free(b);
    return 0;
}

static cw_partition_result solve(bench *b) {
    cw_partition_window window = partition_shape_window(&b->shape);
    cw_partition_result result;
    assert_int_equal(cw_partition_solve(b->context, &window, &b->scratch, &result), CW_OK);
    return result;
}

/// Solves the shape and compares the number of diagonals and their length with brute force.
static cw_partition_outcome compare_with_brute_force(bench *b) {
    cw_partition_window window = partition_shape_window(&b->shape);
    cw_partition_result result = solve(b);
    if (result.outcome == CW_PARTITION_UNSUPPORTED) {
        return result.outcome;
    }
    uint32_t count;
    double length;
    bool possible = partition_oracle_solve(&window, &count, &length);
    assert_int_equal(result.outcome, possible ? CW_PARTITION_SOLVED : CW_PARTITION_IMPOSSIBLE);
    if (possible) {
        assert_int_equal(result.diagonal_count, count);
        assert_true(fabs(result.length - length) < 1e-9 * length + 1e-9);
        const char *wrong = partition_oracle_check(&window, &result);
        assert_string_equal(wrong == NULL ? "" : wrong, "");
    }
    return result.outcome;
}

static void make_polygon(bench *b, const cw_point *points, uint32_t count) {
    assert_true(partition_shape_clip_ears(&b->shape, points, count));
}

static void assert_one_diagonal(const cw_partition_result *result, uint32_t from, uint32_t to) {
    assert_int_equal(result->diagonal_count, 1);
    assert_int_equal(result->diagonals[0].from, from);
    assert_int_equal(result->diagonals[0].to, to);
}

TEST(a_convex_window_needs_no_diagonal) {
    bench *b = *state;
    const cw_point square[] = {{0, 0}, {2, 0}, {4, 0}, {4, 4}, {0, 4}};
    make_polygon(b, square, 5);
    cw_partition_result result = solve(b);
    assert_int_equal(result.outcome, CW_PARTITION_SOLVED);
    assert_int_equal(result.diagonal_count, 0);
}

TEST(one_diagonal_serves_two_notches) {
    bench *b = *state;
    const cw_point waist[] = {{0, 0}, {10, 0}, {6, 5}, {10, 10}, {0, 10}, {4, 5}};
    make_polygon(b, waist, 6);
    cw_partition_result result = solve(b);
    assert_one_diagonal(&result, 2, 5);
    assert_true(result.length == 2);
}

TEST(the_shorter_of_two_equal_answers_wins) {
    bench *b = *state;
    const cw_point notch[] = {{0, 0}, {9, 0}, {10, 8}, {5, 5}, {0, 8}};
    make_polygon(b, notch, 5);
    cw_partition_result result = solve(b);
    assert_one_diagonal(&result, 1, 3);
}

TEST(a_diagonal_may_run_on_along_a_wall) {
    bench *b = *state;
    const cw_point step[] = {{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}, {0, 2}};
    make_polygon(b, step, 7);
    cw_partition_result result = solve(b);
    assert_one_diagonal(&result, 3, 6);
}

TEST(a_steiner_corner_ends_a_shorter_portal) {
    bench *b = *state;
    // A notch at 4, and a Steiner corner on the bottom wall.
    const cw_point step[] = {{0, 0}, {4, 0}, {8, 0}, {8, 8}, {5, 4}, {0, 1}};
    make_polygon(b, step, 6);
    b->shape.corners[1].kind = CW_CORNER_STEINER;
    cw_partition_result result = solve(b);
    assert_one_diagonal(&result, 1, 4);
}

TEST(a_hidden_run_is_measured_by_its_chord) {
    bench *b = *state;
    const cw_point bulge[] = {{0, 0}, {9, 0}, {9, 9}, {6, 7}, {3, 7}, {0, 9}};
    make_polygon(b, bulge, 6);
    assert_int_equal(solve(b).diagonal_count, 2);
    b->shape.corners[3].kind = CW_CORNER_HIDDEN;
    b->shape.corners[4].kind = CW_CORNER_HIDDEN;
    assert_int_equal(solve(b).diagonal_count, 0);
    b->shape.corners[4].kind = CW_CORNER_PLAIN;
    assert_int_equal(solve(b).diagonal_count, 1);
}

TEST(a_steiner_portal_aims_at_the_chord_of_its_run) {
    bench *b = *state;
    // A tall narrow bump on the bottom wall. The notch at 8 sees nothing in its area of interest
    // but the bump; its line to the Steiner corner 1 would leave the bump on the other side.
    const cw_point bump[] = {{0, 0},   {5, 10},   {10, 20},  {12, 0},   {40, 0},
                             {40, 60}, {-40, 60}, {-40, 40}, {-10, 12}, {-40, 0}};
    make_polygon(b, bump, 10);
    b->shape.corners[1].kind = CW_CORNER_STEINER;
    b->shape.corners[2].kind = CW_CORNER_HIDDEN;
    assert_int_equal(compare_with_brute_force(b), CW_PARTITION_SOLVED);
    assert_int_equal(solve(b).diagonal_count, 2);
    // Behind a wide bump the chord goes on far enough.
    b->shape.corners[3].point.x = 400;
    b->shape.corners[4].point.x = 500;
    b->shape.corners[5].point.x = 500;
    assert_int_equal(compare_with_brute_force(b), CW_PARTITION_SOLVED);
    assert_int_equal(solve(b).diagonal_count, 1);
}

/// A square with a wall without thickness from the middle of one side to the middle.
static void make_slit(bench *b) {
    const cw_point points[] = {{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 2}, {2, 4}, {0, 4}};
    const uint32_t triangles[] = {4, 2, 3, 1, 2, 4, 0, 1, 4, 0, 4, 6, 6, 4, 5};
    const uint32_t twins[] = {4, CW_NONE, CW_NONE, CW_NONE, 0,  7,       CW_NONE, 5,
                              9, 8,       12,      CW_NONE, 10, CW_NONE, CW_NONE};
    b->shape.corner_count = 7;
    b->shape.triangle_count = 5;
    for (uint32_t i = 0; i < 7; i++) {
        b->shape.corners[i] = (cw_partition_corner){.point = points[i]};
    }
    memcpy(b->shape.triangle_corners, triangles, sizeof triangles);
    memcpy(b->shape.triangle_twins, twins, sizeof twins);
}

TEST(the_tip_of_a_thin_wall_is_resolved) {
    bench *b = *state;
    make_slit(b);
    assert_int_equal(solve(b).diagonal_count, 2);
    assert_int_equal(compare_with_brute_force(b), CW_PARTITION_SOLVED);
    // With a corner straight ahead of the tip one diagonal is enough.
    cw_random random = {3};
    do {
        make_slit(b);
        partition_shape_add_steiner(&b->shape, &random);
    } while (b->shape.corners[1].kind != CW_CORNER_STEINER || b->shape.corners[1].point.x != 2);
    assert_int_equal(solve(b).diagonal_count, 1);
}

TEST(brute_force_agrees_on_plain_polygons) {
    bench *b = *state;
    for (uint32_t round = 0; round < 6000; round++) {
        uint32_t corners = 4 + cw_random_below(&b->random, 7);
        uint32_t grid = 4 + cw_random_below(&b->random, 5);
        partition_shape_grow(&b->shape, &b->random, corners, grid, round % 2 == 0);
        assert_int_equal(compare_with_brute_force(b), CW_PARTITION_SOLVED);
    }
}

TEST(brute_force_agrees_with_steiner_and_hidden_corners) {
    bench *b = *state;
    uint32_t outcomes[4] = {0};
    for (uint32_t round = 0; round < 8000; round++) {
        uint32_t corners = 5 + cw_random_below(&b->random, 5);
        uint32_t grid = 4 + cw_random_below(&b->random, 5);
        partition_shape_grow(&b->shape, &b->random, corners, grid, round % 2 == 0);
        if (round % 3 > 0) {
            partition_shape_hide(&b->shape, &b->random, 0.3);
        }
        for (uint32_t i = cw_random_below(&b->random, 4); i > 0; i--) {
            partition_shape_add_steiner(&b->shape, &b->random);
        }
        outcomes[compare_with_brute_force(b)]++;
    }
    assert_true(outcomes[CW_PARTITION_SOLVED] > 5000);
    assert_true(outcomes[CW_PARTITION_IMPOSSIBLE] > 0);
    assert_true(outcomes[CW_PARTITION_UNSUPPORTED] > 0);
}

TEST(large_partitions_are_convex_and_do_not_cross) {
    bench *b = *state;
    for (uint32_t round = 0; round < 300; round++) {
        uint32_t corners = 10 + cw_random_below(&b->random, 190);
        partition_shape_grow(&b->shape, &b->random, corners, 40, round % 2 == 0);
        if (round % 3 > 0) {
            partition_shape_hide(&b->shape, &b->random, 0.1);
        }
        for (uint32_t i = cw_random_below(&b->random, 30); i > 0; i--) {
            partition_shape_add_steiner(&b->shape, &b->random);
        }
        cw_partition_window window = partition_shape_window(&b->shape);
        cw_partition_result result = solve(b);
        if (result.outcome == CW_PARTITION_SOLVED) {
            const char *wrong = partition_oracle_check(&window, &result);
            assert_string_equal(wrong == NULL ? "" : wrong, "");
        }
    }
}

TEST(the_first_corner_does_not_matter) {
    bench *b = *state;
    for (uint32_t round = 0; round < 40; round++) {
        partition_shape_grow(&b->shape, &b->random, 40, 16, round % 2 == 0);
        for (uint32_t i = 0; i < 5; i++) {
            partition_shape_add_steiner(&b->shape, &b->random);
        }
        cw_partition_result expected = solve(b);
        for (uint32_t turn = 0; turn < 10; turn++) {
            partition_shape_rotate(&b->shape, 7);
            cw_partition_result result = solve(b);
            assert_int_equal(result.outcome, expected.outcome);
            assert_int_equal(result.diagonal_count, expected.diagonal_count);
            assert_true(fabs(result.length - expected.length) < 1e-6 * expected.length + 1e-9);
        }
    }
}

TEST(work_stops_at_its_limit) {
    bench *b = *state;
    partition_shape_grow(&b->shape, &b->random, 60, 30, true);
    cw_partition_window window = partition_shape_window(&b->shape);
    cw_partition_result result = solve(b);
    assert_int_equal(result.outcome, CW_PARTITION_SOLVED);
    window.work_limit = result.work / 2;
    assert_int_equal(cw_partition_solve(b->context, &window, &b->scratch, &result), CW_OK);
    assert_int_equal(result.outcome, CW_PARTITION_GIVEN_UP);
    assert_int_equal(result.diagonal_count, 0);
    window.work_limit = 0;
    window.scan_limit = result.scans / 2;
    assert_true(window.scan_limit > 0);
    assert_int_equal(cw_partition_solve(b->context, &window, &b->scratch, &result), CW_OK);
    assert_int_equal(result.outcome, CW_PARTITION_GIVEN_UP);
}

static void expect_unsupported(bench *b) {
    cw_partition_result result = solve(b);
    assert_int_equal(result.outcome, CW_PARTITION_UNSUPPORTED);
    assert_int_equal(result.diagonal_count, 0);
    assert_null(result.diagonals);
}

/// The slit with one thing changed.
#define EXPECT_UNSUPPORTED(change) (make_slit(b), b->shape.change, expect_unsupported(b))

TEST(corners_of_the_wrong_kind_are_refused) {
    bench *b = *state;
    EXPECT_UNSUPPORTED(corners[1].kind = CW_CORNER_STEINER);
    EXPECT_UNSUPPORTED(corners[2].kind = CW_CORNER_HIDDEN); // outside its chord
    make_slit(b);
    for (uint32_t i = 0; i < 5; i++) {
        b->shape.corners[i].kind = CW_CORNER_HIDDEN;
    }
    expect_unsupported(b);
}

TEST(a_hidden_run_that_winds_up_is_refused) {
    bench *b = *state;
    // A corridor of one and a quarter turns; its inner wall is the corners 0 to 6.
    const cw_point spiral[] = {{0, 0}, {0, 4},  {4, 4},   {4, -4}, {-4, -4}, {-4, 8}, {8, 8},
                               {8, 9}, {-5, 9}, {-5, -5}, {5, -5}, {5, 5},   {-1, 5}, {-1, 0}};
    make_polygon(b, spiral, 14);
    b->shape.corners[1].kind = CW_CORNER_HIDDEN;
    assert_int_equal(solve(b).outcome, CW_PARTITION_SOLVED);
    for (uint32_t i = 2; i < 6; i++) {
        b->shape.corners[i].kind = CW_CORNER_HIDDEN;
    }
    expect_unsupported(b);
}

TEST(a_hidden_run_that_hooks_back_is_refused) {
    bench *b = *state;
    // The chord from 0 to 4 leaves corner 0 on the floor side of its wall; mirrored, the other end.
    const cw_point hook[] = {{0, 0},   {0, 4},  {4, 4}, {4, -4}, {-2, -4},
                             {-2, -5}, {5, -5}, {5, 5}, {-1, 5}, {-1, 0}};
    cw_point mirrored[10];
    for (uint32_t i = 0; i < 10; i++) {
        mirrored[i] = (cw_point){-hook[9 - i].x, hook[9 - i].y};
    }
    make_polygon(b, hook, 10);
    for (uint32_t i = 1; i < 4; i++) {
        b->shape.corners[i].kind = CW_CORNER_HIDDEN;
    }
    expect_unsupported(b);
    make_polygon(b, mirrored, 10);
    for (uint32_t i = 1; i < 4; i++) {
        b->shape.corners[9 - i].kind = CW_CORNER_HIDDEN;
    }
    expect_unsupported(b);
}

TEST(any_allocation_may_fail) {
    bench *b = *state;
    partition_shape_grow(&b->shape, &b->random, 60, 30, true);
    cw_partition_window window = partition_shape_window(&b->shape);
    tight_memory tight;
    tight_open(&tight);
    while (tight_next(&tight)) {
        cw_partition_scratch scratch = {0};
        cw_partition_result result;
        cw_status status = cw_partition_solve(tight.context, &window, &scratch, &result);
        assert_true(status == CW_OK || result.diagonal_count == 0);
        cw_partition_scratch_free(tight.context, &scratch);
        cw_partition_scratch_free(tight.context, &scratch);
        tight_tried(&tight, status);
    }
    tight_close(&tight, 5);
}

TEST(a_used_scratch_allocates_nothing) {
    bench *b = *state;
    failing_allocator memory;
    cw_context *context = cw_counted_context(&memory);
    cw_partition_scratch scratch = {0};
    partition_shape_grow(&b->shape, &b->random, 60, 30, true);
    cw_partition_window window = partition_shape_window(&b->shape);
    cw_partition_result result;
    assert_int_equal(cw_partition_solve(context, &window, &scratch, &result), CW_OK);
    failing_allocator_fail_at(&memory, 1);
    assert_int_equal(cw_partition_solve(context, &window, &scratch, &result), CW_OK);
    assert_int_equal(memory.requests, 0);
    cw_partition_scratch_free(context, &scratch);
    cw_counted_end(&memory, context);
}

/// Reads a polygon of the shared test data onto a lattice of 2^-30 steps per unit.
static uint32_t read_polygon(const char *name, cw_point *points) {
    static cw_vec2 read[SHAPE_CORNER_LIMIT];
    uint32_t count = shared_polygon_read(name, read, SHAPE_CORNER_LIMIT);
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (cw_point){llround(ldexp(read[i].x, 30)), llround(ldexp(read[i].y, 30))};
    }
    if (count > 1 && memcmp(&points[0], &points[count - 1], sizeof *points) == 0) {
        count--;
    }
    return count;
}

static void expect_cells(bench *b, const char *name, uint32_t cells) {
    static cw_point points[SHAPE_CORNER_LIMIT];
    uint32_t count = read_polygon(name, points);
    make_polygon(b, points, count);
    double start = cw_clock();
    cw_partition_result result = solve(b);
    print_message("%s: %u corners, %u cells, %.3f s\n", name, count, result.diagonal_count + 1,
                  cw_clock() - start);
    assert_int_equal(result.diagonal_count + 1, cells);
    cw_partition_window window = partition_shape_window(&b->shape);
    const char *wrong = partition_oracle_check(&window, &result);
    assert_string_equal(wrong == NULL ? "" : wrong, "");
}

/// The numbers of cells are those of CGAL's optimal_convex_partition_2.
TEST(the_bird_needs_75_cells) {
    expect_cells(*state, "bird", 75);
}

TEST(the_funny_polygon_needs_36_cells) {
    expect_cells(*state, "funny", 36);
}

TEST(the_monkey_needs_340_cells) {
    expect_cells(*state, "nazca_monkey", 340);
}

TEST_EACH(make_bench, free_bench);
