/// What a window is made of, and whether it can be solved.
///
/// Phases
/// 1. link: the wall that leaves each corner, and the plain corners before and after it. The chord
///    between two plain corners in a row stands for the wall between them, whatever hidden or
///    Steiner corners lie there.
/// 2. fit: each corner is what its kind promises.
/// 3. classify: a plain corner is reflex when its fan of triangles, with the caps that the chords
///    add at both ends, is wider than half a turn.
///
/// Angles are never computed. Neighbouring edges of a fan are less than half a turn apart, so going
/// round from x, the sum first exceeds half a turn where the cross product with x first turns
/// negative. That stays true for corners of a full turn (the tip of a wall without thickness) and
/// beyond (a ramp around its axis).
///
/// Cost: O(n).
#include "navmesh/carve/partition_view.h"

static void link_walls(const cw_partition_window *window, cw_partition_scratch *scratch) {
    for (uint32_t edge = 0; edge < 3 * window->triangle_count; edge++) {
        if (window->triangle_twins[edge] == CW_NONE) {
            scratch->places.items[window->triangle_corners[edge]].wall = edge;
        }
    }
}

/// Fills plain_before and plain_after by going round twice; the number of plain corners.
static uint32_t link_plain_corners(const cw_partition_window *window,
                                   cw_partition_scratch *scratch) {
    uint32_t n = window->corner_count, before = CW_NONE, after = CW_NONE, count = 0;
    for (uint32_t step = 0; step < 2 * n; step++) {
        uint32_t up = step < n ? step : step - n, down = n - 1 - up;
        scratch->places.items[up].plain_before = before;
        scratch->places.items[down].plain_after = after;
        if (window->corners[up].kind == CW_CORNER_PLAIN) {
            before = up;
            count += step < n;
        }
        if (window->corners[down].kind == CW_CORNER_PLAIN) {
            after = down;
        }
    }
    return count;
}

/// True when turning from direction `right` to direction `left` at a corner is a turn to the left
/// by less than half a turn, or none at all.
static bool opens_left(const cw_partition_window *window, uint32_t corner, uint32_t right,
                       uint32_t left) {
    cw_point origin = corner_point(window, corner);
    cw_point from = cw_point_sub(corner_point(window, right), origin);
    cw_point to = cw_point_sub(corner_point(window, left), origin);
    int turn = cw_turn(from, to);
    return turn > 0 || (turn == 0 && cw_dot(from, to) > 0);
}

/// True when no corner of the wall run that leaves a plain corner lies outside its chord.
static bool run_is_inside(const cw_partition_window *window, const cw_partition_scratch *scratch,
                          uint32_t corner) {
    uint32_t end = scratch->places.items[corner].plain_after;
    for (uint32_t at = corner; at != end; at = at + 1 < window->corner_count ? at + 1 : 0) {
        if (corner_turn(window, corner, end, at) < 0) {
            return false;
        }
    }
    return true;
}

/// True when a Steiner corner lies on its wall, and the chords of a plain one lie on the wall side
/// of its runs.
static bool corner_fits(const cw_partition_window *window, const cw_partition_scratch *scratch,
                        uint32_t corner) {
    uint32_t n = window->corner_count;
    uint32_t next = corner + 1 < n ? corner + 1 : 0, back = corner > 0 ? corner - 1 : n - 1;
    if (window->corners[corner].kind == CW_CORNER_STEINER) {
        cw_point point = corner_point(window, corner);
        cw_point ahead = cw_point_sub(corner_point(window, next), point);
        cw_point behind = cw_point_sub(corner_point(window, back), point);
        return cw_turn(ahead, behind) == 0 && cw_dot(ahead, behind) < 0;
    }
    const cw_partition_place *place = &scratch->places.items[corner];
    return window->corners[corner].kind == CW_CORNER_HIDDEN ||
           (opens_left(window, corner, place->plain_after, next) &&
            opens_left(window, corner, back, place->plain_before) &&
            (place->plain_after == next || run_is_inside(window, scratch, corner)));
}

/// True when the fan of a plain corner, from chord to chord, is wider than half a turn.
static bool corner_is_reflex(const cw_partition_window *window, const cw_partition_scratch *scratch,
                             uint32_t corner) {
    const cw_partition_place *place = &scratch->places.items[corner];
    for (uint32_t edge = place->wall; edge != CW_NONE;) {
        uint32_t back = cw_previous(edge);
        if (corner_turn(window, corner, place->plain_after, window->triangle_corners[back]) < 0) {
            return true;
        }
        edge = window->triangle_twins[back];
    }
    return corner_turn(window, corner, place->plain_after, place->plain_before) < 0;
}

bool cw_partition_survey(const cw_partition_window *window, cw_partition_scratch *scratch,
                         uint32_t *start, uint32_t *reflex_count) {
    uint32_t n = window->corner_count;
    link_walls(window, scratch);
    if (link_plain_corners(window, scratch) < 3) {
        return false;
    }
    for (uint32_t corner = 0; corner < n; corner++) {
        if (!corner_fits(window, scratch, corner)) {
            return false;
        }
    }
    for (uint32_t corner = n; corner-- > 0;) {
        if (window->corners[corner].kind == CW_CORNER_PLAIN) {
            cw_partition_place *place = &scratch->places.items[corner];
            *start = corner;
            place->active = true;
            place->reflex = corner_is_reflex(window, scratch, corner);
            *reflex_count += place->reflex;
        }
    }
    return true;
}
