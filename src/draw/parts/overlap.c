/// Overlap of two convex faces: one is cut by every edge of the other (Sutherland and Hodgman,
/// Reentrant polygon clipping, 1974). What is left counts where its area is not just rounding.
/// Cost: the product of the two numbers of edges.
#include "draw/parts/overlap.h"

#include <math.h>

/// Share of the smaller face that the common part must have. Faces that share an edge overlap by
/// rounding errors of about 1e-15; a footbridge across a hall has more than a thousandth.
static const double OVERLAP_SHARE = 1e-6;

/// Signed distance to the left of a line, times the length of from-to.
static double side(cw_vec2 from, cw_vec2 to, cw_vec2 point) {
    return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
}

/// Keeps the part of clipper->loop to the left of a line.
static cw_status cut(cw_context *context, cw_draw_clipper *clipper, cw_vec2 from, cw_vec2 to) {
    cw_draw_loop *source = &clipper->loop;
    cw_draw_loop *kept = &clipper->scratch;
    kept->count = 0;
    CW_TRY(CW_ARRAY_RESERVE(context, kept, 2 * (size_t)source->count));
    for (uint32_t i = 0; i < source->count; ++i) {
        cw_vec2 a = source->items[i];
        cw_vec2 b = source->items[i + 1 < source->count ? i + 1 : 0];
        double side_a = side(from, to, a), side_b = side(from, to, b);
        if (side_a >= 0) {
            kept->items[kept->count++] = a;
        }
        if ((side_a > 0 && side_b < 0) || (side_a < 0 && side_b > 0)) {
            double t = side_a / (side_a - side_b);
            kept->items[kept->count++] = (cw_vec2){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
        }
    }
    cw_draw_loop swapped = *source;
    *source = *kept;
    *kept = swapped;
    return CW_OK;
}

static cw_status load_face(cw_context *context, const cw_draw_net *net, uint32_t face,
                           cw_draw_loop *loop) {
    uint32_t first = cw_draw_net_first(net, face);
    uint32_t count = cw_draw_net_first(net, face + 1) - first;
    loop->count = 0;
    CW_TRY(CW_ARRAY_RESERVE(context, loop, count));
    for (uint32_t i = 0; i < count; ++i) {
        loop->items[loop->count++] = cw_draw_net_start(net, first + i);
    }
    return CW_OK;
}

static cw_vec2 mean_of(const cw_draw_loop *loop) {
    cw_vec2 mean = {0, 0};
    for (uint32_t i = 0; i < loop->count; ++i) {
        mean.x += loop->items[i].x / loop->count;
        mean.y += loop->items[i].y / loop->count;
    }
    return mean;
}

cw_status cw_draw_overlap(cw_context *context, const cw_draw_net *net, uint32_t a, uint32_t b,
                          cw_draw_clipper *clipper, bool *overlap, cw_vec2 *inside) {
    *overlap = false;
    CW_TRY(load_face(context, net, b, &clipper->loop));
    double area_b = cw_draw_loop_area(clipper->loop.items, clipper->loop.count);
    CW_TRY(load_face(context, net, a, &clipper->loop));
    double area_a = cw_draw_loop_area(clipper->loop.items, clipper->loop.count);
    uint32_t end = cw_draw_net_first(net, b + 1);
    for (uint32_t edge = cw_draw_net_first(net, b); edge < end && clipper->loop.count > 0; ++edge) {
        CW_TRY(cut(context, clipper, cw_draw_net_start(net, edge), cw_draw_net_end(net, edge)));
    }
    double common = cw_draw_loop_area(clipper->loop.items, clipper->loop.count);
    if (common > OVERLAP_SHARE * fmin(area_a, area_b)) {
        *overlap = true;
        *inside = mean_of(&clipper->loop);
    }
    return CW_OK;
}

void cw_draw_clipper_free(cw_context *context, cw_draw_clipper *clipper) {
    CW_ARRAY_FREE(context, &clipper->loop);
    CW_ARRAY_FREE(context, &clipper->scratch);
}
