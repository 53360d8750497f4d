/// Plans keep what they are given, and stay as they were when they cannot.
#include "failing_allocator.h"
#include "made.h"
#include "test.h"

static const cw_vec2 square[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

TEST(rings_are_kept_in_order_with_their_points) {
    failing_allocator memory;
    cw_context *context = cw_counted_context(&memory);
    cw_plan plan = {0};
    for (uint32_t i = 0; i < 1000; i++) {
        cw_ring_kind kind = (cw_ring_kind)(i % 4);
        assert_int_equal(cw_plan_add(context, &plan, kind, 7, square, i % 5), CW_OK);
    }
    assert_int_equal(plan.ring_count, 1000);
    assert_int_equal(plan.point_count, 2000);
    for (uint32_t i = 0, first = 0; i < 1000; first += i % 5, i++) {
        cw_ring ring = plan.rings[i];
        assert_int_equal(ring.first, first);
        assert_int_equal(ring.count, i % 5);
        assert_int_equal(ring.kind, i % 4);
        assert_int_equal(ring.polygon, i % 4 < 2 ? 7 : 0);
        assert_memory_equal(plan.points + first, square, ring.count * sizeof *square);
    }
    cw_plan_free(context, &plan);
    cw_counted_end(&memory, context);
}

TEST(points_need_not_make_sense) {
    failing_allocator memory;
    cw_context *context = cw_counted_context(&memory);
    const cw_vec2 odd[2] = {{NAN, INFINITY}, {1e300, -0.0}};
    cw_plan plan = {0};
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_OUTER, CW_NONE, odd, 2), CW_OK);
    put_ring(context, &plan, CW_RING_HOLE, NULL, 0);
    assert_memory_equal(plan.points, odd, sizeof odd);
    cw_plan_free(context, &plan);
    cw_counted_end(&memory, context);
}

TEST(a_plan_that_cannot_grow_stays_as_it_was) {
    for (size_t refused = 1; refused <= 2; refused++) {
        failing_allocator memory;
        cw_context *context = cw_counted_context(&memory);
        failing_allocator_fail_at(&memory, refused);
        cw_plan plan = {0};
        assert_int_equal(cw_plan_add(context, &plan, CW_RING_OUTER, 0, square, 4), CW_ERROR_MEMORY);
        assert_int_equal(plan.ring_count, 0);
        assert_int_equal(plan.point_count, 0);
        put_ring(context, &plan, CW_RING_OUTER, square, 4);
        cw_plan_free(context, &plan);
        cw_counted_end(&memory, context);
    }
}

TEST(more_points_than_indices_are_refused) {
    failing_allocator memory;
    cw_context *context = cw_counted_context(&memory);
    cw_plan plan = {0};
    put_ring(context, &plan, CW_RING_OUTER, square, 4);
    volatile uint32_t too_many = CW_NONE - 4; // hidden from compilers that see the array's size
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_OUTER, 0, square, too_many),
                     CW_ERROR_LIMIT);
    assert_non_null(strstr(cw_context_message(context), "points"));
    assert_int_equal(plan.ring_count, 1);
    cw_plan_free(context, &plan);
    cw_context_free(context);
}

TEST(an_unknown_kind_is_refused) {
    failing_allocator memory;
    cw_context *context = cw_counted_context(&memory);
    cw_plan plan = {0};
    assert_int_equal(cw_plan_add(context, &plan, (cw_ring_kind)5, 0, square, 4), CW_ERROR_ARGUMENT);
    assert_int_equal(plan.ring_count, 0);
    cw_context_free(context);
}

TEST(a_plan_may_be_freed_twice) {
    failing_allocator memory;
    cw_context *context = cw_counted_context(&memory);
    cw_plan plan = {0};
    cw_plan_free(context, &plan);
    put_ring(context, &plan, CW_RING_OUTER, square, 4);
    cw_plan_free(context, &plan);
    cw_plan_free(context, &plan);
    cw_plan_free(context, NULL);
    assert_null(plan.points);
    cw_counted_end(&memory, context);
}
