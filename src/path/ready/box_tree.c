/// A tree of boxes: see box_tree.h.
#include "path/ready/box_tree.h"
#include "path/ready/tangent.h"

/// Places that are not divided further.
#define FEW 4

/// Bits of a word of marks.
#define WORD 64

typedef struct grove_work {
    const cw_stem *stems;
    cw_grove *grove;
} grove_work;

static cw_vec2 middle_of(const cw_stem *stem) {
    return (cw_vec2){(stem->from.x + stem->to.x) / 2, (stem->from.y + stem->to.y) / 2};
}

/// The direction in which places lie: from the first to the farthest.
static cw_vec2 heading_of(const cw_stem *stems, uint32_t first, uint32_t end) {
    cw_vec2 start = stems[first].from, far = {0, 0};
    double farthest = 0;
    for (uint32_t i = first; i < end; i++) {
        cw_vec2 v = cw_vec2_sub(stems[i].to, start);
        if (cw_vec2_dot(v, v) > farthest) {
            farthest = cw_vec2_dot(v, v);
            far = v;
        }
    }
    return farthest > 0 ? cw_unit(far) : (cw_vec2){1, 0};
}

/// The least and the most of what lies along an axis.
typedef struct span {
    double low, high;
} span;

static span span_along(const cw_stem *stems, uint32_t first, uint32_t end, cw_vec2 origin,
                       cw_vec2 axis) {
    span all = {INFINITY, -INFINITY};
    for (uint32_t i = first; i < end; i++) {
        double from = cw_vec2_dot(axis, cw_vec2_sub(stems[i].from, origin));
        double to = cw_vec2_dot(axis, cw_vec2_sub(stems[i].to, origin));
        all.low = cw_least(all.low, cw_least(from, to));
        all.high = cw_most(all.high, cw_most(from, to));
    }
    return all;
}

/// The box around a run of places.
static cw_grove_box surround(const cw_stem *stems, uint32_t first, uint32_t end) {
    cw_vec2 origin = middle_of(&stems[first]), axis = heading_of(stems, first, end);
    cw_vec2 aside = cw_left(axis);
    span along = span_along(stems, first, end, origin, axis);
    span across = span_along(stems, first, end, origin, aside);
    cw_vec2 center = cw_vec2_along(origin, (along.low + along.high) / 2, axis);
    double length = (along.high - along.low) / 2, width = (across.high - across.low) / 2;
    return (cw_grove_box){.center = cw_vec2_along(center, (across.low + across.high) / 2, aside),
                          .along = {length * axis.x, length * axis.y},
                          .across = {width * aside.x, width * aside.y}};
}

/// Adds the box of a run, and those of its two halves.
static void plant(grove_work *work, uint32_t first, uint32_t end) {
    cw_grove *grove = work->grove;
    uint32_t at = grove->box_count++;
    grove->boxes[at] = surround(work->stems, first, end);
    if (end - first <= FEW) {
        grove->boxes[at].first = first;
        grove->boxes[at].end = end;
    } else {
        plant(work, first, first + (end - first) / 2);
        plant(work, first + (end - first) / 2, end);
    }
    grove->boxes[at].skip = grove->box_count;
}

cw_status cw_grove_make(cw_context *context, const cw_stem *stems, uint32_t count,
                        cw_grove *grove) {
    *grove = (cw_grove){.count = count};
    if (count == 0) {
        return CW_OK;
    }
    CW_TRY(CW_ALLOCATE(context, grove->numbers, count));
    // No more boxes than places: the least have two, unless there is one in all.
    CW_TRY(CW_ALLOCATE(context, grove->boxes, count));
    for (uint32_t i = 0; i < count; i++) {
        grove->numbers[i] = stems[i].number;
    }
    plant(&(grove_work){stems, grove}, 0, count);
    return CW_OK;
}

void cw_grove_free(cw_context *context, cw_grove *grove) {
    CW_RELEASE(context, grove->numbers, grove->numbers == NULL ? 0 : grove->count);
    CW_RELEASE(context, grove->boxes, grove->boxes == NULL ? 0 : grove->count);
    *grove = (cw_grove){0};
}

size_t cw_grove_bytes(const cw_grove *grove) {
    return grove->count * (sizeof *grove->numbers + sizeof *grove->boxes);
}

/// Words of marks for so many numbers.
static size_t word_count(uint32_t capacity) {
    return (size_t)capacity / WORD + 1;
}

cw_status cw_finds_create(cw_context *context, uint32_t capacity, cw_finds *finds) {
    *finds = (cw_finds){.capacity = capacity};
    CW_TRY(CW_ALLOCATE(context, finds->marks, word_count(capacity)));
    return CW_ALLOCATE(context, finds->numbers, capacity);
}

void cw_finds_free(cw_context *context, cw_finds *finds) {
    CW_RELEASE(context, finds->marks, finds->marks == NULL ? 0 : word_count(finds->capacity));
    CW_RELEASE(context, finds->numbers, finds->numbers == NULL ? 0 : finds->capacity);
    *finds = (cw_finds){0};
}

size_t cw_finds_bytes(const cw_finds *finds) {
    return finds->capacity == 0 ? 0
                                : word_count(finds->capacity) * sizeof *finds->marks +
                                      finds->capacity * sizeof *finds->numbers;
}

static inline bool may_meet(const cw_grove_box *box, const cw_slab *slab) {
    double middle = cw_vec2_dot(slab->axis, cw_vec2_sub(box->center, slab->origin));
    double reach =
        fabs(cw_vec2_dot(slab->axis, box->along)) + fabs(cw_vec2_dot(slab->axis, box->across));
    return middle + reach >= slab->low && middle - reach <= slab->high;
}

const cw_grove_box *cw_grove_next(const cw_grove *grove, const cw_area *area, uint32_t *at) {
    for (uint32_t i = *at; i < grove->box_count;) {
        const cw_grove_box *box = &grove->boxes[i++];
        if (!may_meet(box, &area->slabs[0]) || !may_meet(box, &area->slabs[1])) {
            i = box->skip;
        } else if (box->end > box->first) {
            *at = i;
            return box;
        }
    }
    return NULL;
}

const cw_grove_box *cw_grove_next_near(const cw_grove *grove, cw_vec2 point, double reach,
                                       uint32_t *at) {
    for (uint32_t i = *at; i < grove->box_count;) {
        const cw_grove_box *box = &grove->boxes[i++];
        double x = reach + fabs(box->along.x) + fabs(box->across.x);
        double y = reach + fabs(box->along.y) + fabs(box->across.y);
        if (fabs(point.x - box->center.x) > x || fabs(point.y - box->center.y) > y) {
            i = box->skip;
        } else if (box->end > box->first) {
            *at = i;
            return box;
        }
    }
    return NULL;
}

void cw_finds_mark(cw_finds *finds, uint32_t number) {
    finds->marks[number / WORD] |= (uint64_t)1 << number % WORD;
    finds->end = number < finds->end ? finds->end : number + 1;
}

/// Skips clear bytes: marks may be few.
void cw_finds_list(cw_finds *finds) {
    finds->count = 0;
    for (uint32_t first = 0; first < finds->end; first += WORD) {
        uint64_t word = finds->marks[first / WORD];
        finds->marks[first / WORD] = 0;
        for (uint32_t number = first; word != 0;) {
            if (word % 256 == 0) {
                number += 8;
                word >>= 8;
                continue;
            }
            if (word % 2 != 0) {
                finds->numbers[finds->count++] = number;
            }
            number++;
            word >>= 1;
        }
    }
    finds->end = 0;
}

void cw_grove_find(const cw_grove *grove, const cw_area *area, cw_finds *finds) {
    uint32_t at = 0;
    const cw_grove_box *box;
    while ((box = cw_grove_next(grove, area, &at)) != NULL) {
        for (uint32_t i = box->first; i < box->end; i++) {
            cw_finds_mark(finds, grove->numbers[i]);
        }
    }
    cw_finds_list(finds);
}
