/// Barriers that lie along each other.
///
/// Of n barriers on one line, each of which runs over the ends of all others, every one would be
/// cut at every end: n * n pieces, though the wall is the same as that of one of them. So where
/// sides of barriers lie on one line of the lattice and have many ends of others inside, the line
/// is divided at the ends once, and a part stands for all sides that cover it: the one that reaches
/// farthest. Rings cannot be merged like that, as each of them winds by itself.
///
/// Cost: sorting the sides of barriers.
#include "surface/arrange.h"

#include <stdlib.h>

/// Lines are divided once where their sides have more ends of others inside than so many per side.
enum { CROWDED = 8 };

/// A side of a barrier, from the lower of its ends.
typedef struct line_side {
    int64_t way_x, way_y, offset; ///< of its line: direction without a common divisor, and place
    int64_t low, high;            ///< along the line
    uint32_t low_point, high_point;
    uint32_t ring, side;
} line_side;

/// An end of a side on a line.
typedef struct line_end {
    int64_t along;
    uint32_t point;
} line_end;

typedef struct line_lists {
    CW_ARRAY(line_side) sides;
    CW_ARRAY(line_end) ends;
} line_lists;

static int compare_integers(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int compare_lines(const line_side *p, const line_side *q) {
    int order = compare_integers(p->way_x, q->way_x);
    order = order != 0 ? order : compare_integers(p->way_y, q->way_y);
    return order != 0 ? order : compare_integers(p->offset, q->offset);
}

static int compare_sides(const void *a, const void *b) {
    const line_side *p = a, *q = b;
    int order = compare_lines(p, q);
    order = order != 0 ? order : compare_integers(p->low, q->low);
    return order != 0 ? order : compare_integers(p->side, q->side);
}

static int compare_ends(const void *a, const void *b) {
    const line_end *p = a, *q = b;
    int order = compare_integers(p->along, q->along);
    return order != 0 ? order : compare_integers(p->point, q->point);
}

static int64_t common_divisor(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/// The side from a point of a barrier to the next one; false when it has no length.
static bool side_from(const cw_point *points, const uint32_t *vertex_of, uint32_t ring,
                      uint32_t point, line_side *side) {
    uint32_t low = point, high = point + 1;
    cw_point a = points[vertex_of[low]], b = points[vertex_of[high]];
    if (b.x < a.x || (b.x == a.x && b.y < a.y)) {
        cw_point swap = a;
        a = b;
        b = swap;
        low = high;
        high = point;
    }
    cw_point way = cw_point_sub(b, a);
    int64_t divisor = common_divisor(way.x, way.y);
    if (divisor == 0) {
        return false;
    }
    way = (cw_point){way.x / divisor, way.y / divisor};
    bool steep = way.x == 0;
    *side = (line_side){
        way.x, way.y, way.x * a.y - way.y * a.x, steep ? a.y : a.x, steep ? b.y : b.x, low, high,
        ring,  point};
    return true;
}

static cw_status list_sides(cw_context *context, const cw_plan *plan, const cw_point *points,
                            const uint32_t *vertex_of, line_lists *lists) {
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        const cw_ring *ring = &plan->rings[r];
        bool barrier = ring->kind == CW_RING_BARRIER;
        for (uint32_t i = 0; barrier && i + 1 < ring->count; i++) {
            line_side side;
            if (side_from(points, vertex_of, r, ring->first + i, &side)) {
                CW_TRY(CW_ARRAY_PUSH(context, &lists->sides, side));
            }
        }
    }
    if (lists->sides.count > 0) {
        qsort(lists->sides.items, lists->sides.count, sizeof *lists->sides.items, compare_sides);
    }
    return CW_OK;
}

/// Lists the ends of sides on one line in order, each once.
static cw_status list_ends(cw_context *context, const line_side *sides, uint32_t count,
                           line_lists *lists) {
    lists->ends.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        line_end low = {sides[i].low, sides[i].low_point};
        line_end high = {sides[i].high, sides[i].high_point};
        CW_TRY(CW_ARRAY_PUSH(context, &lists->ends, low));
        CW_TRY(CW_ARRAY_PUSH(context, &lists->ends, high));
    }
    line_end *ends = lists->ends.items;
    uint32_t unique = 0;
    qsort(ends, lists->ends.count, sizeof *ends, compare_ends);
    for (uint32_t i = 0; i < lists->ends.count; i++) {
        if (unique == 0 || ends[i].along != ends[unique - 1].along) {
            ends[unique++] = ends[i];
        }
    }
    lists->ends.count = unique;
    return CW_OK;
}

static uint32_t rank_of(const line_lists *lists, int64_t along) {
    uint32_t low = 0, high = lists->ends.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        *(lists->ends.items[middle].along <= along ? &low : &high) = middle;
    }
    return low;
}

static bool is_crowded(const line_lists *lists, const line_side *sides, uint32_t count) {
    uint64_t inside = 0;
    for (uint32_t i = 0; i < count; i++) {
        inside += rank_of(lists, sides[i].high) - rank_of(lists, sides[i].low) - 1;
    }
    return inside > (uint64_t)CROWDED * count;
}

/// Divides a line at the ends of its sides, which stand in the order of their lower ends.
static cw_status divide_line(cw_context *context, const line_lists *lists, const line_side *sides,
                             uint32_t count, cw_overlaps *overlaps) {
    const line_side *farthest = &sides[0];
    uint32_t next = 0;
    for (uint32_t i = 0; i + 1 < lists->ends.count; i++) {
        line_end from = lists->ends.items[i], to = lists->ends.items[i + 1];
        for (; next < count && sides[next].low <= from.along; next++) {
            farthest = sides[next].high > farthest->high ? &sides[next] : farthest;
        }
        if (farthest->high >= to.along) {
            cw_overlap_part part = {from.point, to.point, farthest->ring, farthest->side};
            CW_TRY(CW_ARRAY_PUSH(context, &overlaps->parts, part));
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        overlaps->merged[sides[i].side] = 1;
    }
    return CW_OK;
}

static cw_status divide_crowded(cw_context *context, uint32_t point_count, line_lists *lists,
                                cw_overlaps *overlaps) {
    uint32_t end;
    for (uint32_t first = 0; first < lists->sides.count; first = end) {
        const line_side *sides = &lists->sides.items[first];
        for (end = first + 1; end < lists->sides.count; end++) {
            if (compare_lines(sides, &lists->sides.items[end]) != 0) {
                break;
            }
        }
        if (end - first <= CROWDED) {
            continue;
        }
        CW_TRY(list_ends(context, sides, end - first, lists));
        if (is_crowded(lists, sides, end - first)) {
            if (overlaps->merged == NULL) {
                CW_TRY(CW_ALLOCATE(context, overlaps->merged, point_count));
                overlaps->point_count = point_count;
            }
            CW_TRY(divide_line(context, lists, sides, end - first, overlaps));
        }
    }
    return CW_OK;
}

cw_status cw_overlaps_find(cw_context *context, const cw_plan *plan, const cw_point *points,
                           const uint32_t *vertex_of, cw_overlaps *overlaps) {
    line_lists lists = {0};
    cw_status status = list_sides(context, plan, points, vertex_of, &lists);
    if (status == CW_OK) {
        status = divide_crowded(context, plan->point_count, &lists, overlaps);
    }
    CW_ARRAY_FREE(context, &lists.sides);
    CW_ARRAY_FREE(context, &lists.ends);
    return status;
}

void cw_overlaps_free(cw_context *context, cw_overlaps *overlaps) {
    CW_RELEASE(context, overlaps->merged, overlaps->point_count);
    CW_ARRAY_FREE(context, &overlaps->parts);
}
