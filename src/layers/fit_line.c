/// Lines through places by least squares, and moves of vertices to them.
#include "layers/fit.h"

#include <math.h>

/// Sides that a line is laid through, at least.
enum { LEAST_SIDES = 3 };
/// Pixels by which snapping may move a vertex: the corner of two edges of the scene may be a bit
/// farther from the corner of a pixel than the edges are.
static const double SNAP_MOVE = 1.5;

void cw_fit_add(cw_fit_sums *sums, double x, double y) {
    sums->count++;
    sums->x += x;
    sums->y += y;
    sums->xx += x * x;
    sums->xy += x * y;
    sums->yy += y * y;
}

cw_fit_line cw_fit_solve(const cw_fit_sums *sums) {
    double x = sums->x / sums->count, y = sums->y / sums->count;
    double xx = sums->xx / sums->count - x * x, xy = sums->xy / sums->count - x * y,
           yy = sums->yy / sums->count - y * y;
    double half = 0.5 * (xx - yy), root = sqrt(half * half + xy * xy);
    /* The direction of the greater eigenvalue, from the row that does not vanish. */
    double dx = half >= 0 ? half + root : xy, dy = half >= 0 ? xy : root - half;
    double length = sqrt(dx * dx + dy * dy);
    return length > 0 ? (cw_fit_line){x, y, dx / length, dy / length, true}
                      : (cw_fit_line){.found = false};
}

cw_fit_line cw_fit_pixels(const cw_outline *outline, const cw_stretch *stretch) {
    const cw_outline_node *nodes = outline->nodes.items, *first = &nodes[stretch->from];
    cw_fit_sums sums = {0};
    for (uint32_t n = stretch->from; n < stretch->to; n++) {
        cw_fit_add(&sums, 0.5 * ((double)nodes[n].i + nodes[n + 1].i) - first->i,
                   0.5 * ((double)nodes[n].j + nodes[n + 1].j) - first->j);
    }
    if (sums.count < LEAST_SIDES) {
        return (cw_fit_line){.found = false};
    }
    cw_fit_line line = cw_fit_solve(&sums);
    cw_point corner = cw_node_corner(outline->layers, first);
    line.x = (double)corner.x + line.x * outline->layers->pixel;
    line.y = (double)corner.y + line.y * outline->layers->pixel;
    return line;
}

cw_vec2 cw_fit_project(const cw_fit_line *line, cw_vec2 p) {
    double along = (p.x - line->x) * line->dx + (p.y - line->y) * line->dy;
    return (cw_vec2){line->x + along * line->dx, line->y + along * line->dy};
}

double cw_fit_reach(const cw_outline *outline) {
    double pixels = outline->config.snap ? SNAP_MOVE : 1;
    return fmax(pixels, outline->config.pixel_error) * outline->layers->pixel;
}

void cw_fit_move(cw_outline *outline, uint32_t n, cw_vec2 to) {
    cw_outline_node *nodes = outline->nodes.items;
    cw_point corner = cw_node_corner(outline->layers, &nodes[n]);
    double far = cw_fit_reach(outline);
    double dx = to.x - (double)corner.x, dy = to.y - (double)corner.y;
    uint32_t at = n;
    do {
        if (dx * dx + dy * dy <= far * far) {
            nodes[at].place = (cw_point){(int64_t)floor(to.x + 0.5), (int64_t)floor(to.y + 0.5)};
        }
        at = nodes[at].same;
    } while (at != n);
}
