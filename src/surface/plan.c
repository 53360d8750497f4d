/// Plans: growing arrays of points and rings.
///
/// Nothing is judged here: rings of any shape and any number of points are kept as given, since the
/// surface builder is the one place that decides what they mean. A plan that cannot grow stays as
/// it was. Adding n points costs O(n) on average.
#include "clearway/plan.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <string.h>

/// Fails when `count` more items would not fit 32-bit indices. Said apart from cw_reserve because
/// the sum may wrap where size_t has 32 bits.
static cw_status check_room(cw_context *context, uint32_t used, uint32_t count, const char *what) {
    if (count >= CW_NONE - used) {
        return cw_fail(context, CW_ERROR_LIMIT, "a plan holds at most %u %s", CW_NONE - 1, what);
    }
    return CW_OK;
}

cw_status cw_plan_add(cw_context *context, cw_plan *plan, cw_ring_kind kind, uint32_t polygon,
                      const cw_vec2 *points, uint32_t count) {
    CW_ASSERT(plan != NULL && (points != NULL || count == 0));
    if ((unsigned)kind > CW_RING_ZONE) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "ring kind %d is unknown", (int)kind);
    }
    CW_TRY(check_room(context, plan->point_count, count, "points"));
    CW_TRY(check_room(context, plan->ring_count, 1, "rings"));
    size_t point_total = (size_t)plan->point_count + count;
    CW_TRY(CW_RESERVE(context, plan->points, plan->point_capacity, point_total));
    CW_TRY(CW_RESERVE(context, plan->rings, plan->ring_capacity, (size_t)plan->ring_count + 1));
    if (count > 0) {
        memcpy(plan->points + plan->point_count, points, count * sizeof *points);
    }
    bool owned = kind != CW_RING_OBSTACLE && kind != CW_RING_BARRIER;
    plan->rings[plan->ring_count] = (cw_ring){
        .first = plan->point_count, .count = count, .polygon = owned ? polygon : 0, .kind = kind};
    plan->ring_count += 1;
    plan->point_count += count;
    return CW_OK;
}

cw_status cw_plan_name(cw_context *context, cw_plan *plan, const char *name, uint32_t *area) {
    CW_ASSERT(plan != NULL && name != NULL && area != NULL);
    *area = 0;
    size_t size = strlen(name);
    if (size == 0 || size >= sizeof plan->names->text) {
        return cw_fail(context, CW_ERROR_INPUT, "a name of %zu bytes; it may have 1 to %zu", size,
                       sizeof plan->names->text - 1);
    }
    if (!cw_utf8_is(name)) {
        return cw_fail(context, CW_ERROR_INPUT, "a name that is not UTF-8");
    }
    for (uint32_t i = 0; i < plan->name_count && *area == 0; i++) {
        *area = strcmp(plan->names[i].text, name) == 0 ? i + 1 : 0;
    }
    if (*area > 0) {
        return CW_OK;
    }
    if (plan->name_count >= UINT8_MAX) {
        return cw_fail(context, CW_ERROR_LIMIT, "more than %d names of areas", UINT8_MAX);
    }
    CW_TRY(CW_RESERVE(context, plan->names, plan->name_capacity, (size_t)plan->name_count + 1));
    cw_area_name *made = &plan->names[plan->name_count++];
    memset(made, 0, sizeof *made);
    memcpy(made->text, name, size);
    *area = plan->name_count;
    return CW_OK;
}

void cw_plan_free(cw_context *context, cw_plan *plan) {
    if (plan != NULL) {
        CW_RELEASE(context, plan->points, plan->point_capacity);
        CW_RELEASE(context, plan->rings, plan->ring_capacity);
        CW_RELEASE(context, plan->names, plan->name_capacity);
        *plan = (cw_plan){0};
    }
}
