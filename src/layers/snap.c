/// Snapping: walls move to edges of the scene.
///
/// Coarse pixels decide the layer, the geometry decides the border (the cutting shape of chapter 5
/// of Oliva's thesis). Edges that borders can lie on are those of upright faces, which are one line
/// in plan, and the rims of floors; inner edges of floors, ceilings and rocks are none.
#include "layers/fit.h"

#include <math.h>

/// Sine of the angle by which an edge may differ from a border that moves to it. Borders of a few
/// pixels are that uncertain; longer ones are held by the distance of both ends.
static const double MOST_TURN = 0.5;
/// Share of a border that an edge has to run along.
static const double LEAST_COVER = 0.5;

static cw_status keep_rim(cw_context *context, cw_layers *layers, cw_spot a, cw_spot b) {
    if (a.x == b.x && a.y == b.y) {
        return CW_OK;
    }
    CW_TRY(CW_RESERVE(context, layers->rims, layers->rim_capacity, (size_t)layers->rim_count + 1));
    bool turned = a.x != b.x ? a.x > b.x : a.y > b.y;
    cw_spot low = turned ? b : a, high = turned ? a : b;
    layers->rims[layers->rim_count++] = (cw_rim){{low.x, high.x}, {low.y, high.y}, {low.z, high.z}};
    return CW_OK;
}

cw_status cw_sampling_keep_rims(cw_context *context, cw_sampling *work) {
    for (uint32_t t = 0; t < work->scene->triangle_count; t++) {
        uint16_t bits = work->bits[t];
        cw_spot c[3];
        if ((bits & CW_TRIANGLE_DEAD) != 0) {
            continue;
        }
        cw_triangle_spots(work, t, c);
        for (uint32_t k = 0; k < 3; k++) {
            if ((bits & CW_TRIANGLE_KIND) == CW_FACE_UPRIGHT ||
                (bits & CW_TRIANGLE_RIM << k) != 0) {
                CW_TRY(keep_rim(context, work->layers, c[k], c[(k + 1) % 3]));
            }
        }
    }
    return CW_OK;
}

cw_status cw_rims_index(cw_context *context, const cw_layers *layers, cw_scene_tree *tree) {
    cw_box3 *boxes = NULL;
    CW_TRY(CW_ALLOCATE(context, boxes, layers->rim_count));
    for (uint32_t i = 0; i < layers->rim_count; i++) {
        const cw_rim *rim = &layers->rims[i];
        bool down = rim->y[0] > rim->y[1], low = rim->z[0] < rim->z[1];
        boxes[i] = (cw_box3){{rim->x[0], rim->y[down], rim->z[!low]},
                             {rim->x[1], rim->y[!down], rim->z[low]}};
    }
    cw_status status = CW_OK;
    if (layers->rim_count > 0) {
        status = cw_scene_tree_build(context, boxes, layers->rim_count, tree);
    }
    CW_RELEASE(context, boxes, layers->rim_count);
    return status;
}

static cw_fit_line rim_line(const cw_rim *rim, double *length) {
    double dx = (double)rim->x[1] - rim->x[0], dy = (double)rim->y[1] - rim->y[0];
    *length = sqrt(dx * dx + dy * dy);
    return (cw_fit_line){rim->x[0], rim->y[0], dx / *length, dy / *length, true};
}

/// How far a border from a to b is from an edge, at its worse end; infinite unless the edge runs
/// along it.
static double rim_distance(const cw_rim *rim, cw_vec2 a, cw_vec2 b, cw_fit_line *line) {
    double length;
    *line = rim_line(rim, &length);
    double bx = b.x - a.x, by = b.y - a.y, size = sqrt(bx * bx + by * by);
    double from = (a.x - line->x) * line->dx + (a.y - line->y) * line->dy,
           to = (b.x - line->x) * line->dx + (b.y - line->y) * line->dy;
    double low = fmax(0, fmin(from, to)), high = fmin(length, fmax(from, to));
    double first = fabs((a.x - line->x) * line->dy - (a.y - line->y) * line->dx),
           second = fabs((b.x - line->x) * line->dy - (b.y - line->y) * line->dx);
    bool parallel = fabs(bx * line->dy - by * line->dx) <= MOST_TURN * size;
    return parallel && high - low >= LEAST_COVER * size ? fmax(first, second) : INFINITY;
}

cw_fit_line cw_fit_rim(const cw_outline *outline, const cw_scene_tree *rims,
                       const cw_stretch *stretch, cw_fit_line line) {
    const cw_outline_node *from = &outline->nodes.items[stretch->from],
                          *to = &outline->nodes.items[stretch->to];
    cw_box3 box = cw_stretch_box(outline, stretch, false);
    int32_t pixel = (int32_t)outline->layers->pixel;
    for (int axis = 0; axis < 2; axis++) {
        box.low[axis] -= pixel;
        box.high[axis] += pixel;
    }
    box.low[2] =
        (int32_t)fmax(0, (double)((from->left < to->left ? from->left : to->left) - outline->step));
    box.high[2] = (int32_t)fmin(
        INT32_MAX, (double)((from->left > to->left ? from->left : to->left) + outline->height));
    cw_vec2 a = {(double)from->place.x, (double)from->place.y},
            b = {(double)to->place.x, (double)to->place.y};
    double best = pixel;
    if (rims->count == 0) {
        return line;
    }
    cw_scene_walk walk = cw_scene_walk_begin(rims, box);
    while (cw_scene_walk_next(&walk)) {
        cw_fit_line other;
        double far = rim_distance(&outline->layers->rims[walk.item], a, b, &other);
        if (far < best) {
            best = far;
            line = other;
        }
    }
    return line;
}
