/// What is inside a layer, and how high: phases 2 and 3 of triangulating it (triangulate.c).
#include "layers/mesh.h"

#include <string.h>

/// Corners of the box around a triangulation have no height.
static const double NO_HEIGHT = -1;

const cw_chain *cw_segment_chain(const cw_outline *outline, uint32_t segment) {
    uint32_t low = 0, high = outline->chains.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (outline->chains.items[middle].first_point <= segment) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return &outline->chains.items[low];
}

cw_segment_side cw_layer_side(const cw_layer_work *work, uint32_t h) {
    const cw_trimesh *mesh = &work->laid.mesh;
    const cw_contribution *item =
        &work->laid.contributions.items[work->laid.edges.items[mesh->edges[h] - 1]];
    bool up = cw_origin(mesh, h) < cw_target(mesh, h);
    return (cw_segment_side){item->ring, up == (item->sign > 0)};
}

/// Whether the floor of the layer is on a side of a segment.
static bool is_inside(const cw_layer_work *work, cw_segment_side side) {
    const cw_chain *chain = cw_segment_chain(work->outline, side.segment);
    return (side.left ? chain->left : chain->right) == work->layer;
}

/// Phase 2.
static cw_status tell_inside(cw_layer_work *work) {
    const cw_trimesh *mesh = &work->laid.mesh;
    CW_TRY(CW_ARRAY_RESERVE(work->context, &work->inside, mesh->triangle_count));
    CW_TRY(CW_ARRAY_RESERVE(work->context, &work->stack, mesh->triangle_count));
    uint8_t *inside = work->inside.items;
    uint32_t *stack = work->stack.items, depth = 0;
    memset(inside, 0, mesh->triangle_count);
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        if (mesh->edges[h] != 0 && inside[h / 3] == 0 && is_inside(work, cw_layer_side(work, h))) {
            inside[h / 3] = 1;
            stack[depth++] = h / 3;
        }
        while (depth > 0) {
            uint32_t t = stack[--depth];
            for (uint32_t k = 3 * t; k < 3 * t + 3; k++) {
                uint32_t twin = mesh->twins[k];
                if (mesh->edges[k] == 0 && twin != CW_NONE && inside[twin / 3] == 0) {
                    inside[twin / 3] = 1;
                    stack[depth++] = twin / 3;
                }
            }
        }
    }
    return CW_OK;
}

/// Phase 3 around the vertex in which a labelled half-edge starts, up to the next one.
static void spread_height(cw_layer_work *work, uint32_t h) {
    const cw_trimesh *mesh = &work->laid.mesh;
    cw_segment_side side = cw_layer_side(work, h);
    const cw_outline_point *points = work->outline->points.items + side.segment;
    double z = side.left ? points[0].left : points[1].right;
    uint32_t at = h;
    do {
        work->heights.items[at] = z;
        at = mesh->edges[cw_previous(at)] != 0 ? CW_NONE : cw_rotate(mesh, at);
    } while (at != CW_NONE && at != h);
}

static cw_status tell_heights(cw_layer_work *work) {
    const cw_trimesh *mesh = &work->laid.mesh;
    uint32_t corners = 3 * mesh->triangle_count;
    CW_TRY(CW_ARRAY_RESERVE(work->context, &work->heights, corners));
    for (uint32_t c = 0; c < corners; c++) {
        uint32_t v = mesh->corners[c];
        work->heights.items[c] = v < work->outline_vertices
                                     ? NO_HEIGHT
                                     : work->vertex_z.items[v - work->outline_vertices];
    }
    for (uint32_t h = 0; h < corners; h++) {
        if (mesh->edges[h] != 0 && work->inside.items[h / 3] != 0) {
            spread_height(work, h);
        }
    }
    for (uint32_t c = 0; c < corners; c++) {
        if (work->inside.items[c / 3] != 0 && work->heights.items[c] == NO_HEIGHT) {
            return cw_fail(work->context, CW_ERROR_INTERNAL,
                           "a corner of layer %u is beside no outline", work->layer);
        }
    }
    return CW_OK;
}

cw_status cw_layer_tell(cw_layer_work *work) {
    CW_TRY(tell_inside(work));
    return tell_heights(work);
}
