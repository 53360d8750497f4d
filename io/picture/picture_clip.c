/// Cutting shapes to a window around the page.
///
/// Cairo keeps coordinates in 24 bits before the point, so what reaches far beyond the page, as a
/// whole city does in the picture of one room, must be cut first. Loops are cut by the four sides
/// one after the other (Sutherland and Hodgman, 1974), segments at once (Liang and Barsky, 1984).
/// The window is wider than the page, so the cuts are never seen.
#include "picture.h"

#include <math.h>

enum { FIRST_CAPACITY = 64, WINDOW_SIDES = 4 };

bool cw_picture_reserve(cw_picture *picture, cw_picture_points *points, size_t needed) {
    if (picture->status != CW_OK) {
        return false;
    }
    if (needed <= points->capacity) {
        return true;
    }
    size_t capacity = points->capacity < FIRST_CAPACITY ? FIRST_CAPACITY : points->capacity * 2;
    capacity = capacity < needed ? needed : capacity;
    cw_vec2 *moved =
        cw_context_resize(picture->context, points->items, points->capacity * sizeof *points->items,
                          capacity * sizeof *points->items);
    if (moved == NULL) {
        picture->status = cw_context_fail(picture->context, CW_ERROR_MEMORY,
                                          "out of memory: %zu points of a picture", capacity);
        return false;
    }
    points->items = moved;
    points->capacity = capacity;
    return true;
}

bool cw_picture_inside(const cw_picture_window *window, const cw_vec2 *points, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        cw_vec2 p = points[i];
        // Written so that what is not a number is not inside.
        if (!(p.x >= window->low.x && p.x <= window->high.x && p.y >= window->low.y &&
              p.y <= window->high.y)) {
            return false;
        }
    }
    return true;
}

static bool all_finite(const cw_vec2 *points, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (!isfinite(points[i].x) || !isfinite(points[i].y)) {
            return false;
        }
    }
    return true;
}

/// Distance of a point into the window from one of its sides.
static double depth(const cw_picture_window *window, int side, cw_vec2 point) {
    switch (side) {
    case 0: return point.x - window->low.x;
    case 1: return window->high.x - point.x;
    case 2: return point.y - window->low.y;
    default: return window->high.y - point.y;
    }
}

/// Keeps the part of picture->loop within one side.
static bool cut_side(cw_picture *picture, int side) {
    cw_picture_points *source = &picture->loop;
    cw_picture_points *kept = &picture->other;
    if (!cw_picture_reserve(picture, kept, 2 * source->count)) {
        return false;
    }
    kept->count = 0;
    for (size_t i = 0; i < source->count; ++i) {
        cw_vec2 a = source->items[i];
        cw_vec2 b = source->items[i + 1 < source->count ? i + 1 : 0];
        double depth_a = depth(&picture->window, side, a);
        double depth_b = depth(&picture->window, side, b);
        if (depth_a >= 0) {
            kept->items[kept->count++] = a;
        }
        if ((depth_a > 0 && depth_b < 0) || (depth_a < 0 && depth_b > 0)) {
            double t = depth_a / (depth_a - depth_b);
            kept->items[kept->count++] = (cw_vec2){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
        }
    }
    cw_picture_points swapped = *source;
    *source = *kept;
    *kept = swapped;
    return true;
}

bool cw_picture_clip_loop(cw_picture *picture) {
    if (cw_picture_inside(&picture->window, picture->loop.items, picture->loop.count)) {
        return picture->loop.count > 0;
    }
    if (!all_finite(picture->loop.items, picture->loop.count)) {
        return false;
    }
    for (int side = 0; side < WINDOW_SIDES; ++side) {
        if (!cut_side(picture, side)) {
            return false;
        }
    }
    return picture->loop.count > 0;
}

bool cw_picture_clip_segment(const cw_picture_window *window, cw_vec2 *from, cw_vec2 *to) {
    cw_vec2 ends[2] = {*from, *to};
    if (!all_finite(ends, 2)) {
        return false;
    }
    double enter = 0, leave = 1;
    for (int side = 0; side < WINDOW_SIDES; ++side) {
        double depth_from = depth(window, side, *from), depth_to = depth(window, side, *to);
        if (depth_from < 0 && depth_to < 0) {
            return false;
        }
        if (depth_from < 0) {
            enter = fmax(enter, depth_from / (depth_from - depth_to));
        } else if (depth_to < 0) {
            leave = fmin(leave, depth_from / (depth_from - depth_to));
        }
    }
    if (enter > leave) {
        return false;
    }
    cw_vec2 along = {to->x - from->x, to->y - from->y};
    *to = (cw_vec2){from->x + along.x * leave, from->y + along.y * leave};
    *from = (cw_vec2){from->x + along.x * enter, from->y + along.y * enter};
    return true;
}
