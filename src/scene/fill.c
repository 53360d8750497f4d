/// Filling holes: those smaller than asked for, those where cracks cross, and slits of a few steps
/// that rounding left.
///
/// Phases: 1 loops of sides without neighbour; those that run clockwise go around a hole; 2 a hole
/// is filled if its rim is level enough for one floor: all of it within a step, or, where cracks
/// cross, without jumps above a step, so that no side of the filling jumps higher; 3 ears are cut
/// off one by one, exactly on the lattice; a hole that touches itself so that no ear is left stays
/// open. New triangles belong to no face: their heights are those of the rim.
#include "scene/join.h"

#include <math.h>
#include <string.h>

/// A hole narrower than this, in steps (twice its area over its length), is a slit.
static const double SLIT_STEPS = 4;
/// Length of the rim where two cracks cross, in widths of them: four, and more where they slant.
static const double CROSSING_SHARE = 8;
/// Rims with more sides are not filled: cutting ears takes the square of their number.
enum { MOST_SIDES = 2048 };

/// A corner of a hole, going around it counter-clockwise; a ring by `next`.
typedef struct rim_corner {
    uint32_t node;
    double height;
    uint32_t twin; ///< the half-edge on the other side of the way to the next corner
    uint32_t next, previous;
} rim_corner;

typedef struct filling {
    cw_context *context;
    cw_extraction *work;
    cw_free_floor *floor;
    CW_ARRAY(uint32_t) loop; ///< sides around a hole, the floor on their left
    CW_ARRAY(rim_corner) corners;
    uint8_t *seen; ///< per side that was there before
} filling;

static uint32_t next_corner(uint32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}

/// Phase 1: lists the loop of a side.
static cw_status follow_loop(filling *all, uint32_t start) {
    const cw_free_floor *floor = all->floor;
    uint32_t h = start;
    all->loop.count = 0;
    do {
        all->seen[h] = 1;
        CW_TRY(CW_ARRAY_PUSH(all->context, &all->loop, h));
        for (h = next_corner(h); floor->twins[h] != CW_NONE;) {
            h = next_corner(floor->twins[h]);
        }
    } while (h != start);
    return CW_OK;
}

/// Area of a loop in square steps, above 0 for one that runs counter-clockwise, and its length.
static double loop_area(const filling *all, double *length) {
    cw_wide twice = 0;
    *length = 0;
    cw_point origin = cw_node_plan(all->work, all->floor->nodes[all->loop.items[0]]);
    for (uint32_t i = 0; i < all->loop.count; i++) {
        uint32_t h = all->loop.items[i];
        cw_point a = cw_point_sub(cw_node_plan(all->work, all->floor->nodes[h]), origin);
        cw_point b =
            cw_point_sub(cw_node_plan(all->work, all->floor->nodes[next_corner(h)]), origin);
        double x = (double)(b.x - a.x), y = (double)(b.y - a.y);
        twice += cw_cross(a, b);
        *length += sqrt(x * x + y * y);
    }
    return 0.5 * cw_wide_double(twice);
}

/// Phase 2: whether all of the rim is within a step.
static bool is_level(const filling *all) {
    double low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < all->loop.count; i++) {
        uint32_t h = all->loop.items[i];
        double from = cw_corner_height(all->work, all->floor, h),
               to = cw_corner_height(all->work, all->floor, next_corner(h));
        low = fmin(low, fmin(from, to));
        high = fmax(high, fmax(from, to));
    }
    return high - low <= (double)(all->work->step + CW_LEVEL_STEPS);
}

/// Whether the rim of a crossing is of one piece but for steps: what fills it then has the heights
/// of the bridges around it, however far apart these are in all.
static bool is_even(const filling *all) {
    const cw_extraction *work = all->work;
    bool even = true;
    for (uint32_t i = 0; i < all->loop.count && even; i++) {
        uint32_t before = all->loop.items[i > 0 ? i - 1 : all->loop.count - 1];
        double jump = cw_corner_height(work, all->floor, all->loop.items[i]) -
                      cw_corner_height(work, all->floor, next_corner(before));
        even = fabs(jump) <= (double)(work->step + CW_LEVEL_STEPS);
    }
    return even;
}

/// The rim the other way round.
static cw_status turn_rim(filling *all) {
    uint32_t count = all->loop.count;
    all->corners.count = 0;
    CW_TRY(CW_ARRAY_RESERVE(all->context, &all->corners, count));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t h = all->loop.items[count - 1 - i], target = next_corner(h);
        all->corners.items[i] =
            (rim_corner){all->floor->nodes[target], cw_corner_height(all->work, all->floor, target),
                         h, (i + 1) % count, (i + count - 1) % count};
    }
    all->corners.count = count;
    return CW_OK;
}

static cw_point corner_plan(const filling *all, uint32_t i) {
    return cw_node_plan(all->work, all->corners.items[i].node);
}

/// Whether the triangle at a corner can be cut off: it has area, and no other corner is in it.
/// Where the rim touches itself at an end of the cut, it goes on outside.
static bool is_ear(const filling *all, uint32_t i) {
    const rim_corner *corner = &all->corners.items[i];
    cw_point a = corner_plan(all, corner->previous), b = corner_plan(all, i),
             c = corner_plan(all, corner->next);
    if (cw_orient(a, b, c) <= 0) {
        return false;
    }
    for (uint32_t j = all->corners.items[corner->next].next; j != corner->previous;
         j = all->corners.items[j].next) {
        cw_point p = corner_plan(all, j);
        if (!cw_point_equal(p, a) && !cw_point_equal(p, c) && cw_orient(a, b, p) >= 0 &&
            cw_orient(b, c, p) >= 0 && cw_orient(c, a, p) >= 0) {
            return false;
        }
    }
    return true;
}

/// Where the rim comes back to the corner before a tip, the sides to the tip and from it become
/// neighbours. Returns how many corners less there are.
static uint32_t close_tip(filling *all, uint32_t tip) {
    rim_corner *corners = all->corners.items;
    uint32_t to = corners[tip].previous, from = corners[tip].next;
    if (corners[to].node != corners[from].node || corners[from].next == to) {
        return 0;
    }
    all->floor->twins[corners[to].twin] = corners[tip].twin;
    all->floor->twins[corners[tip].twin] = corners[to].twin;
    corners[to].twin = corners[from].twin;
    corners[to].next = corners[from].next;
    corners[corners[from].next].previous = to;
    return 2;
}

/// Writes the triangle at a corner and takes the corner out; `*left` is the number of corners.
/// Returns one that is left.
static uint32_t cut_ear(filling *all, uint32_t i, uint32_t *left) {
    cw_free_floor *floor = all->floor;
    rim_corner *corners = all->corners.items;
    uint32_t before = corners[i].previous, after = corners[i].next, t = floor->count++;
    uint32_t ring[3] = {before, i, after}, start = corners[before].previous;
    floor->faces[t] = CW_NONE;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t twin = k < 2 || *left == 3 ? corners[ring[k]].twin : CW_NONE;
        floor->nodes[3 * t + k] = corners[ring[k]].node;
        floor->heights[3 * (t - floor->filled_first) + k] = corners[ring[k]].height;
        floor->twins[3 * t + k] = twin;
        if (twin != CW_NONE) {
            floor->twins[twin] = 3 * t + k;
        }
    }
    corners[before].next = after;
    corners[before].twin = 3 * t + 2;
    corners[after].previous = before;
    if (--*left > 3) {
        uint32_t closed = close_tip(all, after);
        closed = closed > 0 ? closed : close_tip(all, before);
        *left -= closed;
        return closed > 0 ? start : after;
    }
    return after;
}

static cw_status grow(cw_context *context, cw_free_floor *floor, uint32_t more) {
    size_t old = floor->capacity, wanted = (size_t)floor->count + more;
    size_t heights = 3 * (wanted - floor->filled_first);
    if (wanted > CW_NONE / 3) {
        return cw_fail(context, CW_ERROR_LIMIT, "more than %u triangles", CW_NONE / 3);
    }
    CW_TRY(CW_RESERVE(context, floor->heights, floor->height_capacity, heights));
    if (wanted <= old) {
        return CW_OK;
    }
    wanted += wanted / 8;
    cw_free_floor grown = *floor;
    grown.faces = grown.nodes = grown.twins = NULL;
    cw_status status = CW_ALLOCATE(context, grown.faces, wanted);
    status = status != CW_OK ? status : CW_ALLOCATE(context, grown.nodes, 3 * wanted);
    status = status != CW_OK ? status : CW_ALLOCATE(context, grown.twins, 3 * wanted);
    if (status != CW_OK) {
        CW_RELEASE(context, grown.faces, wanted);
        CW_RELEASE(context, grown.nodes, 3 * wanted);
        return status;
    }
    memcpy(grown.faces, floor->faces, floor->count * sizeof *grown.faces);
    memcpy(grown.nodes, floor->nodes, (size_t)3 * floor->count * sizeof *grown.nodes);
    memcpy(grown.twins, floor->twins, (size_t)3 * floor->count * sizeof *grown.twins);
    CW_RELEASE(context, floor->faces, old);
    CW_RELEASE(context, floor->nodes, 3 * old);
    CW_RELEASE(context, floor->twins, 3 * old);
    grown.capacity = (uint32_t)wanted;
    *floor = grown;
    return CW_OK;
}

/// Phase 3. What was cut off is taken back when no ear is left.
static cw_status fill_hole(filling *all, bool *filled) {
    cw_free_floor *floor = all->floor;
    CW_TRY(turn_rim(all));
    CW_TRY(grow(all->context, floor, all->corners.count));
    uint32_t first = floor->count, left = all->corners.count, i = 0, stuck = 0;
    while (left > 3 && stuck < left) {
        bool ear = is_ear(all, i);
        i = ear ? cut_ear(all, i, &left) : all->corners.items[i].next;
        stuck = ear ? 0 : stuck + 1;
    }
    *filled = left == 3 && is_ear(all, i);
    if (*filled) {
        cut_ear(all, i, &left);
        return CW_OK;
    }
    for (uint32_t k = 0; k < all->loop.count; k++) {
        floor->twins[all->loop.items[k]] = CW_NONE;
    }
    floor->count = first;
    return CW_OK;
}

/// Whether a hole is what bridges leave where cracks cross: it has one at its rim, and its sides
/// are as long as cracks are wide.
static bool is_crossing(const filling *all, double length) {
    const cw_extraction *work = all->work;
    bool crossing = false;
    for (uint32_t i = 0; i < all->loop.count && length <= CROSSING_SHARE * work->config.gap; i++) {
        uint32_t face = all->floor->faces[all->loop.items[i] / 3];
        crossing = crossing || (face != CW_NONE && work->faces[face].bridge);
    }
    return crossing;
}

static cw_status fill_loop(filling *all) {
    double length, area = -loop_area(all, &length), unit = all->work->lattice.step;
    bool crossing = is_crossing(all, length * unit);
    bool small = area * unit * unit < all->work->config.min_hole || crossing;
    if (!(area > 0) || all->loop.count < 3 || all->loop.count > MOST_SIDES ||
        !(crossing ? is_even(all) : is_level(all)) || !(small || 2 * area < SLIT_STEPS * length)) {
        return CW_OK;
    }
    bool filled;
    CW_TRY(fill_hole(all, &filled));
    all->work->report->filled_count += small && filled;
    all->work->report->filled_area += small && filled ? area * unit * unit : 0;
    all->work->report->area += filled ? area * unit * unit : 0;
    return CW_OK;
}

cw_status cw_free_floor_fill(cw_context *context, cw_extraction *work, cw_free_floor *floor) {
    filling all = {.context = context, .work = work, .floor = floor};
    uint32_t sides = 3 * floor->count;
    if (floor->height_capacity == 0) {
        floor->filled_first = floor->count;
    }
    cw_status status = CW_ALLOCATE(context, all.seen, sides);
    for (uint32_t h = 0; h < sides && status == CW_OK; h++) {
        if (floor->twins[h] == CW_NONE && all.seen[h] == 0) {
            status = follow_loop(&all, h);
            status = status != CW_OK ? status : fill_loop(&all);
        }
    }
    CW_RELEASE(context, all.seen, sides);
    CW_ARRAY_FREE(context, &all.loop);
    CW_ARRAY_FREE(context, &all.corners);
    return status;
}
