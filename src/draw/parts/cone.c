/// The visible part of an area of interest, by triangular expansion.
///
/// Bungiu et al., Efficient computation of visibility polygons (2014): the cone is cut into windows
/// by the triangles around the notch, and a window goes on through each open edge into the triangle
/// behind it, whose far corner narrows or splits it, until it meets a wall or leaves the reach.
/// Windows are taken from right to left, so what they meet makes the outline in its order. Rays are
/// relative to the notch. Here only the picture depends on rounding; steps are bounded, so rounding
/// cannot make the walk endless. Cost: the triangles that are seen.
#include "draw/parts/cone.h"
#include "geom/vectors.h"

#include "draw/parts/pen.h"

#include <math.h>

/// Most windows of one cone; what is left beyond is drawn as if it were free up to the reach.
enum { MAX_STEPS = 2048 };

/// Smallest and largest angle between two points of an arc, in radians.
static const double SMALLEST_ARC = 0.02;
static const double LARGEST_ARC = 0.8;

typedef struct viewer {
    cw_context *context;
    const cw_surface *surface;
    cw_draw_net net;
    cw_vec2 apex;
    double reach;
    double arc_step; ///< radians between two points of an arc
    cw_draw_cone *cone;
} viewer;

/// Whether a ray lies in the closed wedge of less than half a turn from `right` to `left`.
static bool in_wedge(cw_vec2 ray, cw_vec2 right, cw_vec2 left) {
    return cw_vec2_cross(right, ray) >= 0 && cw_vec2_cross(ray, left) >= 0;
}

/// Ends of an edge as seen from the notch.
static cw_vec2 right_end(const viewer *view, uint32_t edge) {
    cw_vec2 start = cw_draw_net_start(&view->net, edge);
    return (cw_vec2){start.x - view->apex.x, start.y - view->apex.y};
}

static cw_vec2 left_end(const viewer *view, uint32_t edge) {
    return right_end(view, cw_draw_net_next(&view->net, edge));
}

static cw_status add_point(const viewer *view, cw_vec2 offset) {
    cw_vec2 point = {view->apex.x + offset.x, view->apex.y + offset.y};
    return CW_ARRAY_PUSH(view->context, &view->cone->points, point);
}

/// Points of the arc of the reach from one ray to another, both included.
static cw_status add_arc(const viewer *view, cw_vec2 right, cw_vec2 left) {
    double start = atan2(right.y, right.x);
    double angle = atan2(cw_vec2_cross(right, left), cw_vec2_dot(right, left));
    uint32_t parts = (uint32_t)ceil(fmax(angle, 0) / view->arc_step);
    parts = parts > 0 ? parts : 1;
    for (uint32_t i = 0; i <= parts; ++i) {
        double at = start + angle * i / parts;
        cw_vec2 point = {view->reach * cos(at), view->reach * sin(at)};
        CW_TRY(add_point(view, point));
    }
    return CW_OK;
}

/// Where a ray meets the line through an edge.
static cw_vec2 meet(cw_vec2 ray, cw_vec2 from, cw_vec2 to) {
    cw_vec2 along = {to.x - from.x, to.y - from.y};
    double across = cw_vec2_cross(ray, along);
    double t = across != 0 ? cw_vec2_cross(from, along) / across : 0;
    return (cw_vec2){ray.x * t, ray.y * t};
}

/// The share of the way from a to b at which the distance from the notch passes the reach: the
/// entry (way = -1) or the exit (way = 1).
static double pass_reach(cw_vec2 a, cw_vec2 b, double reach, double way) {
    cw_vec2 along = {b.x - a.x, b.y - a.y};
    double square = cw_vec2_dot(along, along), half = cw_vec2_dot(a, along);
    double root = half * half - square * (cw_vec2_dot(a, a) - reach * reach);
    return square > 0 && root > 0 ? (-half + way * sqrt(root)) / square : -1;
}

static cw_vec2 between(cw_vec2 a, cw_vec2 b, double share) {
    double t = fmin(1, fmax(0, share));
    return (cw_vec2){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

/// Adds the part of a wall between two rays, or the arc where it is beyond the reach.
static cw_status add_wall(const viewer *view, cw_vec2 a, cw_vec2 b) {
    double enter = pass_reach(a, b, view->reach, -1), leave = pass_reach(a, b, view->reach, 1);
    bool far_a = cw_vec2_dot(a, a) > view->reach * view->reach;
    bool far_b = cw_vec2_dot(b, b) > view->reach * view->reach;
    if (far_a && far_b && !(enter > 0 && enter < 1)) {
        return add_arc(view, a, b);
    }
    if (far_a) {
        CW_TRY(add_arc(view, a, between(a, b, enter)));
    } else {
        CW_TRY(add_point(view, a));
    }
    if (far_b) {
        return add_arc(view, between(a, b, leave), b);
    }
    return add_point(view, b);
}

/// Distance from the notch to the nearest point of a to b.
static double distance_to(cw_vec2 a, cw_vec2 b) {
    cw_vec2 along = {b.x - a.x, b.y - a.y};
    double square = cw_vec2_dot(along, along);
    double t = square > 0 ? fmin(1, fmax(0, -cw_vec2_dot(a, along) / square)) : 0;
    return hypot(a.x + along.x * t, a.y + along.y * t);
}

static cw_status push_window(const viewer *view, uint32_t edge, cw_vec2 right, cw_vec2 left) {
    if (!(cw_vec2_cross(right, left) > 0)) {
        return CW_OK;
    }
    cw_draw_window window = {edge, right, left};
    return CW_ARRAY_PUSH(view->context, &view->cone->windows, window);
}

/// Looks through an edge into the triangle behind it. The left part is put down first, so that the
/// right part is taken first.
static cw_status look_through(const viewer *view, cw_draw_window window) {
    uint32_t twin = view->surface->twins[window.edge];
    uint32_t right_edge = cw_draw_net_next(&view->net, twin);
    uint32_t left_edge = cw_draw_net_previous(&view->net, twin);
    cw_vec2 corner = right_end(view, left_edge);
    if (cw_vec2_cross(window.right, corner) <= 0) {
        return push_window(view, left_edge, window.right, window.left);
    }
    if (cw_vec2_cross(corner, window.left) <= 0) {
        return push_window(view, right_edge, window.right, window.left);
    }
    CW_TRY(push_window(view, left_edge, corner, window.left));
    return push_window(view, right_edge, window.right, corner);
}

/// Takes windows until none is left.
static cw_status expand(const viewer *view) {
    for (uint32_t step = 0; view->cone->windows.count > 0; ++step) {
        cw_draw_window window = view->cone->windows.items[--view->cone->windows.count];
        cw_vec2 from = right_end(view, window.edge), to = left_end(view, window.edge);
        cw_vec2 a = meet(window.right, from, to), b = meet(window.left, from, to);
        if (step >= MAX_STEPS) {
            CW_TRY(add_arc(view, window.right, window.left));
        } else if (view->surface->twins[window.edge] == CW_NONE ||
                   distance_to(a, b) > view->reach) {
            CW_TRY(add_wall(view, a, b));
        } else {
            CW_TRY(look_through(view, window));
        }
    }
    return CW_OK;
}

/// The first window through the edge opposite to the notch in one of its triangles.
static cw_status open_window(const viewer *view, uint32_t edge, const cw_notch *notch) {
    cw_vec2 from = right_end(view, edge), to = left_end(view, edge);
    bool right_inside = in_wedge(notch->right, from, to);
    bool left_inside = in_wedge(notch->left, from, to);
    if ((!right_inside && !in_wedge(from, notch->right, notch->left)) ||
        (!left_inside && !in_wedge(to, notch->right, notch->left))) {
        return CW_OK;
    }
    return push_window(view, edge, right_inside ? notch->right : from,
                       left_inside ? notch->left : to);
}

cw_status cw_draw_cone_make(cw_context *context, const cw_surface *surface, const cw_notch *notch,
                            double reach, double smoothness, cw_draw_cone *cone) {
    cone->points.count = 0;
    cone->windows.count = 0;
    if (!(cw_vec2_cross(notch->right, notch->left) > 0)) {
        return CW_OK;
    }
    cw_vec3 position = surface->positions[notch->vertex];
    viewer view = {
        .context = context,
        .surface = surface,
        .net = cw_draw_net_of_surface(surface),
        .apex = {position.x, position.y},
        .reach = reach,
        // An arc of angle a is farther from its chord by a^2 / 8 of its radius.
        .arc_step = fmin(LARGEST_ARC, fmax(SMALLEST_ARC, sqrt(8 * smoothness / reach))),
        .cone = cone,
    };
    CW_TRY(add_point(&view, (cw_vec2){0, 0}));
    uint32_t edge = surface->vertex_wall[notch->vertex];
    for (uint32_t step = 0; edge != CW_NONE && step < surface->triangle_count; ++step) {
        CW_TRY(open_window(&view, cw_draw_net_next(&view.net, edge), notch));
        CW_TRY(expand(&view));
        edge = surface->twins[cw_draw_net_previous(&view.net, edge)];
    }
    return CW_OK;
}

void cw_draw_cone_free(cw_context *context, cw_draw_cone *cone) {
    CW_ARRAY_FREE(context, &cone->points);
    CW_ARRAY_FREE(context, &cone->windows);
}
