/// What the corners of a window see of each other.
///
/// Phases
/// 1. survey: see partition_survey.c.
/// 2. look: triangular expansion (Bungiu et al., Efficient computation of visibility polygons,
/// 2014)
///    from each reflex corner: a cone is followed through the triangles and split at each corner
///    inside it. The corners come out in counter-clockwise order, which on a disc is also the order
///    of the ring, because lines of sight from one corner do not cross.
/// 3. reach: for each line of sight, the last one within half a turn of it, by two pointers; lines
/// of
///    sight include the edges of the fan, so neighbours are less than half a turn apart.
/// 4. sort: edges by high end, then low end.
///
/// Only reflex corners look: a diagonal between two corners that are not reflex can be removed from
/// any partition, so no best one contains it.
///
/// Cost: O(n) and, per reflex corner, the triangles that it sees.
#include "navmesh/carve/partition_view.h"

#include <math.h>

double cw_partition_length(const cw_partition_window *window, uint32_t from, uint32_t to) {
    cw_point step = cw_point_sub(corner_point(window, to), corner_point(window, from));
    double x = (double)step.x, y = (double)step.y;
    return sqrt(x * x + y * y);
}

static cw_status push_gap(cw_context *context, cw_partition_scratch *scratch, uint32_t edge,
                          uint32_t right, uint32_t left) {
    return CW_ARRAY_PUSH(context, &scratch->gaps, (cw_partition_gap){edge, right, left});
}

/// Looks through one edge of a fan triangle and adds to the rays what lies behind it, from right to
/// left. A gap without an edge stands for a corner whose turn has come.
static cw_status look_through(cw_context *context, const cw_partition_window *window,
                              cw_partition_scratch *scratch, uint32_t corner, uint32_t edge) {
    const uint32_t *corners = window->triangle_corners;
    cw_point eye = corner_point(window, corner);
    CW_TRY(push_gap(context, scratch, edge, corners[edge], corners[cw_next(edge)]));
    while (scratch->gaps.count > 0) {
        cw_partition_gap gap = scratch->gaps.items[--scratch->gaps.count];
        if (gap.edge == CW_NONE) {
            CW_TRY(CW_ARRAY_PUSH(context, &scratch->rays, gap.right));
            continue;
        }
        uint32_t twin = window->triangle_twins[gap.edge];
        if (twin == CW_NONE) {
            continue;
        }
        uint32_t apex = corners[cw_previous(twin)];
        cw_point there = corner_point(window, apex);
        if (cw_orient(eye, corner_point(window, gap.right), there) <= 0) {
            CW_TRY(push_gap(context, scratch, cw_previous(twin), gap.right, gap.left));
        } else if (cw_orient(eye, corner_point(window, gap.left), there) >= 0) {
            CW_TRY(push_gap(context, scratch, cw_next(twin), gap.right, gap.left));
        } else {
            CW_TRY(push_gap(context, scratch, cw_previous(twin), apex, gap.left));
            CW_TRY(push_gap(context, scratch, CW_NONE, apex, apex));
            CW_TRY(push_gap(context, scratch, cw_next(twin), gap.right, apex));
        }
    }
    return CW_OK;
}

/// Fills the rays of a corner in counter-clockwise order: the chord that leaves, every corner in
/// sight (both walls too), the chord that arrives.
static cw_status look_around(cw_context *context, const cw_partition_window *window,
                             cw_partition_scratch *scratch, uint32_t corner) {
    const cw_partition_place *place = &scratch->places.items[corner];
    scratch->rays.count = 0;
    CW_TRY(CW_ARRAY_PUSH(context, &scratch->rays, place->plain_after));
    uint32_t edge = place->wall, back = CW_NONE;
    while (edge != CW_NONE) {
        uint32_t across = cw_next(edge);
        CW_TRY(CW_ARRAY_PUSH(context, &scratch->rays, window->triangle_corners[across]));
        CW_TRY(look_through(context, window, scratch, corner, across));
        back = cw_previous(edge);
        edge = window->triangle_twins[back];
    }
    CW_TRY(CW_ARRAY_PUSH(context, &scratch->rays, window->triangle_corners[back]));
    return CW_ARRAY_PUSH(context, &scratch->rays, place->plain_before);
}

/// True when a diagonal may run from a plain corner to another corner that it sees. On a relaxed
/// run the line to a Steiner corner must go on to the chord, so that it splits the half turn there.
static bool may_join(const cw_partition_window *window, const cw_partition_scratch *scratch,
                     uint32_t corner, uint32_t target) {
    const cw_partition_place *place = &scratch->places.items[corner];
    const cw_partition_corner *end = &window->corners[target];
    uint32_t offset = ring_offset(window, corner, target);
    if (end->kind == CW_CORNER_HIDDEN ||
        offset <= ring_offset(window, corner, place->plain_after) ||
        offset >= ring_offset(window, corner, place->plain_before)) {
        return false;
    }
    if (end->kind == CW_CORNER_PLAIN) {
        return true;
    }
    const cw_partition_place *wall = &scratch->places.items[target];
    return corner_turn(window, corner, target, wall->plain_before) < 0 &&
           corner_turn(window, corner, target, wall->plain_after) > 0;
}

/// Adds an edge known from one of its ends; `offset` and `reach` are counted from there.
static cw_status push_sight(cw_context *context, const cw_partition_window *window,
                            cw_partition_scratch *scratch, uint32_t start, uint32_t corner,
                            uint32_t offset, uint32_t reach) {
    uint32_t n = window->corner_count;
    uint32_t here = within_ring(window, ring_offset(window, start, corner));
    uint32_t there = here + offset;
    cw_partition_edge edge = {.reach_low = CW_PARTITION_FAR, .reach_high = CW_PARTITION_FAR};
    if (there < n) {
        edge.low = here;
        edge.high = there;
        edge.reach_low = here + reach;
    } else {
        edge.low = there - n;
        edge.high = here;
        edge.reach_high = here + reach;
    }
    edge.line_from = within_ring(window, edge.low + start);
    edge.line_to = within_ring(window, edge.high + start);
    return CW_ARRAY_PUSH(context, &scratch->unsorted, edge);
}

/// Finds how far half a turn goes from each ray of a reflex corner, and adds its diagonals.
static cw_status reach_around(cw_context *context, const cw_partition_window *window,
                              cw_partition_scratch *scratch, uint32_t start, uint32_t corner) {
    cw_partition_place *place = &scratch->places.items[corner];
    const uint32_t *rays = scratch->rays.items;
    uint32_t last = scratch->rays.count - 1, far = 0;
    uint32_t end = ring_offset(window, corner, place->plain_before);
    for (uint32_t ray = 0; ray < last; ray++) {
        if (ray > 0 && !may_join(window, scratch, corner, rays[ray])) {
            continue;
        }
        far = far < ray ? ray : far;
        while (far < last && corner_turn(window, corner, rays[ray], rays[far + 1]) >= 0) {
            far++;
        }
        uint32_t reach = ring_offset(window, corner, rays[far]);
        // Behind the wall run that arrives there is only its chord, which is the last ray.
        reach = far == last ? window->corner_count - 1 : reach < end ? reach : end - 1;
        if (ray == 0) {
            place->reach = reach;
            continue;
        }
        scratch->places.items[rays[ray]].active = true;
        CW_TRY(push_sight(context, window, scratch, start, corner,
                          ring_offset(window, corner, rays[ray]), reach));
    }
    return CW_OK;
}

/// Adds a wall step between two active corners; the last one, back to position 0, is the root.
static cw_status push_wall(cw_context *context, const cw_partition_window *window,
                           cw_partition_scratch *scratch, uint32_t start, uint32_t from,
                           uint32_t to) {
    const cw_partition_place *places = scratch->places.items;
    uint32_t reach = places[from].reflex ? places[from].reach : CW_PARTITION_FAR;
    uint32_t here = within_ring(window, ring_offset(window, start, from));
    cw_partition_edge edge = {.reach_low = CW_PARTITION_FAR, .reach_high = CW_PARTITION_FAR};
    bool plain_from = window->corners[from].kind == CW_CORNER_PLAIN;
    bool plain_to = window->corners[to].kind == CW_CORNER_PLAIN;
    edge.wall = 1;
    edge.line_from = plain_from ? from : places[from].plain_before;
    edge.line_to = plain_to ? to : places[to].plain_after;
    reach = reach == CW_PARTITION_FAR ? CW_PARTITION_FAR : here + reach;
    if (to == start) {
        edge.high = here;
        edge.reach_high = reach;
    } else {
        edge.low = here;
        edge.high = ring_offset(window, start, to);
        edge.reach_low = reach;
    }
    return CW_ARRAY_PUSH(context, &scratch->unsorted, edge);
}

static cw_status push_walls(cw_context *context, const cw_partition_window *window,
                            cw_partition_scratch *scratch, uint32_t start) {
    uint32_t n = window->corner_count, from = start;
    for (uint32_t step = 1; step <= n; step++) {
        uint32_t corner = (start + step) % n;
        if (scratch->places.items[corner].active) {
            CW_TRY(push_wall(context, window, scratch, start, from, corner));
            from = corner;
        }
    }
    return CW_OK;
}

/// Sorts edges by one end, keeping the order of equal ones; `first` gets n + 1 offsets.
static void sort_by_end(const cw_partition_edge *from, cw_partition_edge *to, uint32_t count,
                        uint32_t *first, uint32_t n, bool high) {
    for (uint32_t i = 0; i <= n; i++) {
        first[i] = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        first[(high ? from[i].high : from[i].low) + 1]++;
    }
    for (uint32_t i = 0; i < n; i++) {
        first[i + 1] += first[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        to[first[high ? from[i].high : from[i].low]++] = from[i];
    }
}

/// Joins the two halves of edges that both ends have seen, and counts them per high end.
static void merge_edges(cw_partition_scratch *scratch, uint32_t n) {
    const cw_partition_edge *from = scratch->unsorted.items;
    cw_partition_edge *to = scratch->edges.items;
    uint32_t *first = scratch->high_first.items, count = 0;
    for (uint32_t i = 0; i <= n; i++) {
        first[i] = 0;
    }
    for (uint32_t i = 0; i < scratch->unsorted.count; i++) {
        cw_partition_edge *same = count > 0 ? &to[count - 1] : NULL;
        if (same != NULL && same->low == from[i].low && same->high == from[i].high) {
            same->reach_low =
                same->reach_low < from[i].reach_low ? same->reach_low : from[i].reach_low;
            same->reach_high =
                same->reach_high < from[i].reach_high ? same->reach_high : from[i].reach_high;
            continue;
        }
        to[count++] = from[i];
        first[from[i].high + 1]++;
    }
    for (uint32_t i = 0; i < n; i++) {
        first[i + 1] += first[i];
    }
    scratch->edges.count = count;
}

static cw_status sort_edges(cw_context *context, cw_partition_scratch *scratch, uint32_t n) {
    uint32_t count = scratch->unsorted.count;
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->edges, count));
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->high_first, n + 1));
    uint32_t *first = scratch->high_first.items;
    sort_by_end(scratch->unsorted.items, scratch->edges.items, count, first, n, false);
    sort_by_end(scratch->edges.items, scratch->unsorted.items, count, first, n, true);
    merge_edges(scratch, n);
    return CW_OK;
}

/// Gives each diagonal the cost of one plus its length, in a unit in which the sum of all lengths
/// of a partition (fewer diagonals than corners) stays below one diagonal.
static void price_edges(const cw_partition_window *window, cw_partition_scratch *scratch) {
    double longest = 0;
    for (uint32_t i = 0; i < scratch->edges.count; i++) {
        const cw_partition_edge *edge = &scratch->edges.items[i];
        double length = cw_partition_length(window, edge->line_from, edge->line_to);
        longest = !edge->wall && length > longest ? length : longest;
    }
    double unit = longest * window->corner_count / (double)(CW_PARTITION_ONE / 2);
    for (uint32_t i = 0; i < scratch->edges.count; i++) {
        cw_partition_edge *edge = &scratch->edges.items[i];
        if (!edge->wall) {
            double length = cw_partition_length(window, edge->line_from, edge->line_to);
            edge->cost = CW_PARTITION_ONE + (uint64_t)(length / unit);
        }
    }
}

cw_status cw_partition_view(cw_context *context, const cw_partition_window *window,
                            cw_partition_scratch *scratch, uint32_t *start, uint32_t *reflex_count,
                            bool *supported) {
    uint32_t n = window->corner_count;
    *start = 0;
    *reflex_count = 0;
    *supported = false;
    if (n > CW_PARTITION_CORNER_LIMIT) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->places, n));
    for (uint32_t corner = 0; corner < n; corner++) {
        scratch->places.items[corner] = (cw_partition_place){.wall = CW_NONE};
    }
    *supported = cw_partition_survey(window, scratch, start, reflex_count);
    if (!*supported || *reflex_count == 0) {
        return CW_OK;
    }
    scratch->unsorted.count = 0;
    scratch->gaps.count = 0;
    for (uint32_t corner = 0; corner < n; corner++) {
        if (scratch->places.items[corner].reflex) {
            CW_TRY(look_around(context, window, scratch, corner));
            CW_TRY(reach_around(context, window, scratch, *start, corner));
        }
    }
    CW_TRY(push_walls(context, window, scratch, *start));
    CW_TRY(sort_edges(context, scratch, n));
    price_edges(window, scratch);
    return CW_OK;
}
