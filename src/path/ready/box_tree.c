/// A tree of boxes: see box_tree.h.
#include "path/ready/box_tree.h"
#include "path/ready/tangent.h"

/// Places that are not divided further.
#define FEW 4

/// Bits of a word of marks.
#define WORD 64

typedef struct tree_work {
    const cw_obb_item *places;
    cw_obb_tree *tree;
} tree_work;

static cw_vec2 middle_of(const cw_obb_item *stem) {
    return (cw_vec2){(stem->from.x + stem->to.x) / 2, (stem->from.y + stem->to.y) / 2};
}

/// The direction in which places lie: from the first to the farthest.
static cw_vec2 heading_of(const cw_obb_item *places, uint32_t first, uint32_t end) {
    cw_vec2 start = places[first].from, far = {0, 0};
    double farthest = 0;
    for (uint32_t i = first; i < end; i++) {
        cw_vec2 v = cw_vec2_sub(places[i].to, start);
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

static span span_along(const cw_obb_item *places, uint32_t first, uint32_t end, cw_vec2 origin,
                       cw_vec2 axis) {
    span all = {INFINITY, -INFINITY};
    for (uint32_t i = first; i < end; i++) {
        double from = cw_vec2_dot(axis, cw_vec2_sub(places[i].from, origin));
        double to = cw_vec2_dot(axis, cw_vec2_sub(places[i].to, origin));
        all.low = cw_least(all.low, cw_least(from, to));
        all.high = cw_most(all.high, cw_most(from, to));
    }
    return all;
}

/// The box around a run of places.
static cw_obb surround(const cw_obb_item *places, uint32_t first, uint32_t end) {
    cw_vec2 origin = middle_of(&places[first]), axis = heading_of(places, first, end);
    cw_vec2 aside = cw_left(axis);
    span along = span_along(places, first, end, origin, axis);
    span across = span_along(places, first, end, origin, aside);
    cw_vec2 center = cw_vec2_along(origin, (along.low + along.high) / 2, axis);
    double length = (along.high - along.low) / 2, width = (across.high - across.low) / 2;
    return (cw_obb){.center = cw_vec2_along(center, (across.low + across.high) / 2, aside),
                    .along = {length * axis.x, length * axis.y},
                    .across = {width * aside.x, width * aside.y}};
}

/// Adds the box of a run, and those of its two halves.
static void divide(tree_work *work, uint32_t first, uint32_t end) {
    cw_obb_tree *tree = work->tree;
    uint32_t at = tree->box_count++;
    tree->boxes[at] = surround(work->places, first, end);
    if (end - first <= FEW) {
        tree->boxes[at].first = first;
        tree->boxes[at].end = end;
    } else {
        divide(work, first, first + (end - first) / 2);
        divide(work, first + (end - first) / 2, end);
    }
    tree->boxes[at].skip = tree->box_count;
}

cw_status cw_obb_tree_make(cw_context *context, const cw_obb_item *places, uint32_t count,
                           cw_obb_tree *tree) {
    *tree = (cw_obb_tree){.count = count};
    if (count == 0) {
        return CW_OK;
    }
    CW_TRY(CW_ALLOCATE(context, tree->numbers, count));
    // No more boxes than places: the least have two, unless there is one in all.
    CW_TRY(CW_ALLOCATE(context, tree->boxes, count));
    for (uint32_t i = 0; i < count; i++) {
        tree->numbers[i] = places[i].number;
    }
    divide(&(tree_work){places, tree}, 0, count);
    return CW_OK;
}

void cw_obb_tree_free(cw_context *context, cw_obb_tree *tree) {
    CW_RELEASE(context, tree->numbers, tree->numbers == NULL ? 0 : tree->count);
    CW_RELEASE(context, tree->boxes, tree->boxes == NULL ? 0 : tree->count);
    *tree = (cw_obb_tree){0};
}

size_t cw_obb_tree_bytes(const cw_obb_tree *tree) {
    return tree->count * (sizeof *tree->numbers + sizeof *tree->boxes);
}

/// Words of marks for so many numbers.
static size_t word_count(uint32_t capacity) {
    return (size_t)capacity / WORD + 1;
}

cw_status cw_marks_create(cw_context *context, uint32_t capacity, cw_marks *finds) {
    *finds = (cw_marks){.capacity = capacity};
    CW_TRY(CW_ALLOCATE(context, finds->marks, word_count(capacity)));
    return CW_ALLOCATE(context, finds->numbers, capacity);
}

void cw_marks_free(cw_context *context, cw_marks *finds) {
    CW_RELEASE(context, finds->marks, finds->marks == NULL ? 0 : word_count(finds->capacity));
    CW_RELEASE(context, finds->numbers, finds->numbers == NULL ? 0 : finds->capacity);
    *finds = (cw_marks){0};
}

size_t cw_marks_bytes(const cw_marks *finds) {
    return finds->capacity == 0 ? 0
                                : word_count(finds->capacity) * sizeof *finds->marks +
                                      finds->capacity * sizeof *finds->numbers;
}

static inline bool may_meet(const cw_obb *box, const cw_slab *slab) {
    double middle = cw_vec2_dot(slab->axis, cw_vec2_sub(box->center, slab->origin));
    double reach =
        fabs(cw_vec2_dot(slab->axis, box->along)) + fabs(cw_vec2_dot(slab->axis, box->across));
    return middle + reach >= slab->low && middle - reach <= slab->high;
}

const cw_obb *cw_obb_tree_next(const cw_obb_tree *tree, const cw_area *area, uint32_t *at) {
    for (uint32_t i = *at; i < tree->box_count;) {
        const cw_obb *box = &tree->boxes[i++];
        if (!may_meet(box, &area->slabs[0]) || !may_meet(box, &area->slabs[1])) {
            i = box->skip;
        } else if (box->end > box->first) {
            *at = i;
            return box;
        }
    }
    return NULL;
}

const cw_obb *cw_obb_tree_next_near(const cw_obb_tree *tree, cw_vec2 point, double reach,
                                    uint32_t *at) {
    for (uint32_t i = *at; i < tree->box_count;) {
        const cw_obb *box = &tree->boxes[i++];
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

void cw_marks_mark(cw_marks *finds, uint32_t number) {
    finds->marks[number / WORD] |= (uint64_t)1 << number % WORD;
    finds->end = number < finds->end ? finds->end : number + 1;
}

/// Skips clear bytes: marks may be few.
void cw_marks_list(cw_marks *finds) {
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

void cw_obb_tree_find(const cw_obb_tree *tree, const cw_area *area, cw_marks *finds) {
    uint32_t at = 0;
    const cw_obb *box;
    while ((box = cw_obb_tree_next(tree, area, &at)) != NULL) {
        for (uint32_t i = box->first; i < box->end; i++) {
            cw_marks_mark(finds, tree->numbers[i]);
        }
    }
    cw_marks_list(finds);
}
