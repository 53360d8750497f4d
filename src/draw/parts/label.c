/// Placing the number of a convex cell.
///
/// The room of a point is the height of the largest label of the right proportions that fits into
/// the cell when centred there. Each edge limits it by a linear function of the point, so the room
/// is a concave function, and nested ternary search finds where it is largest (the pole of the
/// cell). The label then gets the largest of a few sizes that fits there with air around it, and
/// moves from the pole towards the centroid as far as it has that room, where the eye expects it;
/// where another floor covers that, towards one of the corners. Cost: a thousand evaluations for
/// each cell that is large enough to hold the smallest size.
#include "draw/parts/label.h"

#include <math.h>

/// Heights of digits in millimetres. Few sizes look calmer than a size for each cell; below the
/// last one digits are no longer legible.
static const double HEIGHTS[] = {1.9, 1.5, 1.2, 0.95, 0.75};
enum { HEIGHT_COUNT = sizeof HEIGHTS / sizeof *HEIGHTS };

/// Width of a digit with the space beside it, per height.
static const double DIGIT_WIDTH = 0.86;

/// Height of the room for a label, per height of its digits: a third of air above and below.
static const double AIR = 1.6;

/// Halvings of the search interval: (2/3)^24 of a cell is far below a hairline.
enum { SEARCH_STEPS = 24, SLIDE_STEPS = 16 };

/// Corners that are tried where the label would be covered.
enum { MAX_TRIES = 8 };

typedef struct label_box {
    cw_vec2 low, high;
} label_box;

static label_box box_of(const cw_draw_net *net, uint32_t face) {
    uint32_t first = cw_draw_net_first(net, face);
    uint32_t end = cw_draw_net_first(net, face + 1);
    label_box box = {cw_draw_net_start(net, first), cw_draw_net_start(net, first)};
    for (uint32_t edge = first + 1; edge < end; ++edge) {
        cw_vec2 point = cw_draw_net_start(net, edge);
        box.low = (cw_vec2){fmin(box.low.x, point.x), fmin(box.low.y, point.y)};
        box.high = (cw_vec2){fmax(box.high.x, point.x), fmax(box.high.y, point.y)};
    }
    return box;
}

/// The limits of a face for labels `aspect` times as wide as high.
static cw_status collect_limits(cw_context *context, const cw_draw_net *net, uint32_t face,
                                cw_vec2 origin, double aspect, cw_draw_labeler *labeler) {
    labeler->limits.count = 0;
    uint32_t end = cw_draw_net_first(net, face + 1);
    for (uint32_t edge = cw_draw_net_first(net, face); edge < end; ++edge) {
        cw_vec2 from = cw_draw_net_start(net, edge);
        cw_vec2 to = cw_draw_net_end(net, edge);
        double x = -(to.y - from.y), y = to.x - from.x;
        // Half the extent of the label across the edge, times the length of the edge.
        double extent = (fabs(x) * aspect + fabs(y)) / 2;
        if (extent > 0) {
            cw_draw_limit limit = {x / extent, y / extent, 0};
            limit.c = -(limit.a * (from.x - origin.x) + limit.b * (from.y - origin.y));
            CW_TRY(CW_ARRAY_PUSH(context, &labeler->limits, limit));
        }
    }
    return CW_OK;
}

static double room_at(const cw_draw_labeler *labeler, cw_vec2 point) {
    double room = INFINITY;
    for (uint32_t i = 0; i < labeler->limits.count; ++i) {
        cw_draw_limit limit = labeler->limits.items[i];
        double here = limit.a * point.x + limit.b * point.y + limit.c;
        room = here < room ? here : room;
    }
    return room;
}

/// The x of the most room along a horizontal line.
static double best_x(const cw_draw_labeler *labeler, double low, double high, double y) {
    for (uint32_t step = 0; step < SEARCH_STEPS; ++step) {
        double left = low + (high - low) / 3, right = high - (high - low) / 3;
        if (room_at(labeler, (cw_vec2){left, y}) < room_at(labeler, (cw_vec2){right, y})) {
            low = left;
        } else {
            high = right;
        }
    }
    return (low + high) / 2;
}

/// The point of the most room in a box that starts at the origin.
static cw_vec2 find_pole(const cw_draw_labeler *labeler, cw_vec2 size) {
    double low = 0, high = size.y;
    for (uint32_t step = 0; step < SEARCH_STEPS; ++step) {
        double bottom = low + (high - low) / 3, top = high - (high - low) / 3;
        cw_vec2 below = {best_x(labeler, 0, size.x, bottom), bottom};
        cw_vec2 above = {best_x(labeler, 0, size.x, top), top};
        if (room_at(labeler, below) < room_at(labeler, above)) {
            low = bottom;
        } else {
            high = top;
        }
    }
    double y = (low + high) / 2;
    return (cw_vec2){best_x(labeler, 0, size.x, y), y};
}

/// Centroid of a face relative to `origin`. The face has room for a label, so it has area.
static cw_vec2 centroid_of(const cw_draw_net *net, uint32_t face, cw_vec2 origin) {
    uint32_t first = cw_draw_net_first(net, face);
    uint32_t end = cw_draw_net_first(net, face + 1);
    cw_vec2 base = cw_draw_net_start(net, first);
    double area = 0, x = 0, y = 0;
    for (uint32_t edge = first + 1; edge + 1 < end; ++edge) {
        cw_vec2 a = cw_draw_net_start(net, edge), b = cw_draw_net_start(net, edge + 1);
        double part = (a.x - base.x) * (b.y - base.y) - (a.y - base.y) * (b.x - base.x);
        area += part;
        x += part * ((a.x - base.x) + (b.x - base.x)) / 3;
        y += part * ((a.y - base.y) + (b.y - base.y)) / 3;
    }
    return (cw_vec2){base.x - origin.x + x / area, base.y - origin.y + y / area};
}

/// The point nearest to `goal` on the way from `pole` that still has `room`.
static cw_vec2 slide(const cw_draw_labeler *labeler, cw_vec2 pole, cw_vec2 goal, double room) {
    if (room_at(labeler, goal) >= room) {
        return goal;
    }
    double near = 0, far = 1;
    for (uint32_t step = 0; step < SLIDE_STEPS; ++step) {
        double t = (near + far) / 2;
        cw_vec2 point = {pole.x + (goal.x - pole.x) * t, pole.y + (goal.y - pole.y) * t};
        *(room_at(labeler, point) >= room ? &near : &far) = t;
    }
    return (cw_vec2){pole.x + (goal.x - pole.x) * near, pole.y + (goal.y - pole.y) * near};
}

static bool is_covered(const cw_draw_labeler *labeler, uint32_t face, cw_vec2 position) {
    return labeler->covered != NULL && labeler->covered(labeler->owner, face, position);
}

/// Finds a place with `room` that nothing covers: at the centroid if possible, else somewhere
/// between pole and corners. False where there is none. The pole is relative to `origin`.
static bool find_place(const cw_draw_net *net, uint32_t face, cw_vec2 origin,
                       const cw_draw_labeler *labeler, cw_vec2 pole, double room, cw_vec2 *place) {
    cw_vec2 near = slide(labeler, pole, centroid_of(net, face, origin), room);
    *place = (cw_vec2){origin.x + near.x, origin.y + near.y};
    uint32_t first = cw_draw_net_first(net, face);
    uint32_t count = cw_draw_net_first(net, face + 1) - first;
    uint32_t tries = count < MAX_TRIES ? count : MAX_TRIES;
    bool covered = is_covered(labeler, face, *place);
    for (uint32_t i = 0; covered && i < 2 * tries; ++i) {
        cw_vec2 corner = cw_draw_net_start(net, first + (i % tries) * (count / tries));
        cw_vec2 goal = {corner.x - origin.x, corner.y - origin.y};
        cw_vec2 far = slide(labeler, pole, goal, room);
        // Half of the way first, as numbers look better away from walls.
        double share = i < tries ? 0.5 : 1;
        place->x = origin.x + pole.x + (far.x - pole.x) * share;
        place->y = origin.y + pole.y + (far.y - pole.y) * share;
        covered = is_covered(labeler, face, *place);
    }
    return !covered;
}

cw_status cw_draw_label_place(cw_context *context, const cw_draw_net *net, uint32_t face,
                              uint32_t digits, const cw_draw_pen *pen, cw_draw_labeler *labeler,
                              cw_vec2 *center, double *height) {
    *height = 0;
    label_box box = box_of(net, face);
    cw_vec2 size = {box.high.x - box.low.x, box.high.y - box.low.y};
    double smallest = HEIGHTS[HEIGHT_COUNT - 1] * AIR / pen->scale;
    double aspect = (DIGIT_WIDTH * digits + AIR - 1) / AIR;
    if (size.y < smallest || size.x < smallest * aspect) {
        return CW_OK;
    }
    CW_TRY(collect_limits(context, net, face, box.low, aspect, labeler));
    cw_vec2 pole = find_pole(labeler, size);
    double room = room_at(labeler, pole) * pen->scale / AIR;
    uint32_t choice = 0;
    while (choice < HEIGHT_COUNT && HEIGHTS[choice] > room) {
        ++choice;
    }
    if (choice < HEIGHT_COUNT) {
        double needed = HEIGHTS[choice] * AIR / pen->scale;
        bool found = find_place(net, face, box.low, labeler, pole, needed, center);
        *height = found ? HEIGHTS[choice] : 0;
    }
    return CW_OK;
}

void cw_draw_labeler_free(cw_context *context, cw_draw_labeler *labeler) {
    CW_ARRAY_FREE(context, &labeler->limits);
}
