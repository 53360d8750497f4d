/// Triangulating a layer.
///
/// Phases: 1 a Delaunay triangulation of the points of its outlines, with the segments laid in; 2
/// which triangles are floor (mesh.c): each segment knows on which of its sides the layer is, and
/// floor spreads over all other edges; 3 heights of corners: each segment knows those on both of
/// its sides, and around a vertex they hold up to the next segment; 4 more points where heights are
/// off (heights.c); 5 the floor is handed out.
#include "layers/mesh.h"

#include <string.h>

void cw_layer_mesh_free(cw_context *context, cw_layer_mesh *mesh) {
    CW_RELEASE(context, mesh->places, mesh->vertex_count);
    CW_RELEASE(context, mesh->corners, (size_t)3 * mesh->triangle_count);
    CW_RELEASE(context, mesh->twins, (size_t)3 * mesh->triangle_count);
    CW_RELEASE(context, mesh->heights, (size_t)3 * mesh->triangle_count);
    memset(mesh, 0, sizeof *mesh);
}

static void free_work(cw_layer_work *work) {
    cw_context *context = work->context;
    cw_arrangement_free(context, &work->laid);
    CW_ARRAY_FREE(context, &work->points);
    CW_ARRAY_FREE(context, &work->segments);
    CW_ARRAY_FREE(context, &work->vertex_of);
    CW_ARRAY_FREE(context, &work->inside);
    CW_ARRAY_FREE(context, &work->heights);
    CW_ARRAY_FREE(context, &work->vertex_z);
    CW_ARRAY_FREE(context, &work->stack);
    CW_ARRAY_FREE(context, &work->checked);
    CW_RELEASE(context, work->grid, (size_t)work->width * work->height);
}

/// Phase 1.
static cw_status lay_segments(cw_layer_work *work) {
    cw_context *context = work->context;
    for (uint32_t i = 0; i < work->chain_count; i++) {
        const cw_chain *chain = &work->outline->chains.items[work->chains[i]];
        for (uint32_t k = 0; k < chain->point_count; k++) {
            uint32_t point = chain->first_point + k;
            CW_TRY(CW_ARRAY_PUSH(context, &work->points, work->outline->points.items[point].place));
            CW_TRY(CW_ARRAY_PUSH(context, &work->segments,
                                 k + 1 < chain->point_count ? point : CW_NONE));
        }
    }
    CW_TRY(CW_ARRAY_RESERVE(context, &work->vertex_of, work->points.count));
    CW_TRY(cw_delaunay_build(context, work->points.items, work->points.count, &work->laid.mesh,
                             work->vertex_of.items));
    uint32_t vertices = work->laid.mesh.vertex_count;
    for (uint32_t i = work->points.count; i-- > 0;) {
        if (work->segments.items[i] != CW_NONE) {
            CW_TRY(cw_arrangement_add(context, &work->laid, work->vertex_of.items[i],
                                      work->vertex_of.items[i + 1], work->segments.items[i], 0));
        }
    }
    CW_TRY(cw_arrangement_settle(context, &work->laid));
    work->outline_vertices = vertices;
    return work->laid.mesh.vertex_count == vertices
               ? CW_OK
               : cw_fail(context, CW_ERROR_INTERNAL, "outlines of layer %u cross", work->layer);
}

/// Phase 5: numbers triangles and vertices of the floor.
static cw_status allocate_mesh(cw_layer_work *work, uint32_t *triangle, uint32_t *vertex,
                               cw_layer_mesh *out) {
    const cw_trimesh *mesh = &work->laid.mesh;
    memset(vertex, 0xff, mesh->vertex_count * sizeof *vertex);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        triangle[t] = work->inside.items[t] != 0 ? out->triangle_count++ : CW_NONE;
        for (uint32_t k = 0; k < 3 && triangle[t] != CW_NONE; k++) {
            uint32_t *number = &vertex[mesh->corners[3 * t + k]];
            *number = *number == CW_NONE ? out->vertex_count++ : *number;
        }
    }
    CW_TRY(CW_ALLOCATE(work->context, out->places, out->vertex_count));
    CW_TRY(CW_ALLOCATE(work->context, out->corners, (size_t)3 * out->triangle_count));
    CW_TRY(CW_ALLOCATE(work->context, out->twins, (size_t)3 * out->triangle_count));
    return CW_ALLOCATE(work->context, out->heights, (size_t)3 * out->triangle_count);
}

/// The half-edge on the other side, where one can walk to; tells `halves` about segments.
static uint32_t hand_twin(const cw_layer_work *work, uint32_t h, uint32_t own,
                          const uint32_t *triangle, uint32_t *halves) {
    const cw_trimesh *mesh = &work->laid.mesh;
    uint32_t twin = mesh->twins[h];
    if (mesh->edges[h] != 0) {
        cw_segment_side side = cw_layer_side(work, h);
        halves[2 * (size_t)side.segment + !side.left] = own;
        if (cw_segment_chain(work->outline, side.segment)->kind != CW_CHAIN_JUMP) {
            return CW_NONE;
        }
    }
    return twin == CW_NONE || triangle[twin / 3] == CW_NONE ? CW_NONE
                                                            : 3 * triangle[twin / 3] + twin % 3;
}

static cw_status hand_out(cw_layer_work *work, uint32_t *halves, cw_layer_mesh *out) {
    const cw_trimesh *mesh = &work->laid.mesh;
    uint32_t *triangle = NULL, *vertex = NULL;
    cw_status status = CW_ALLOCATE(work->context, triangle, mesh->triangle_count);
    status = status != CW_OK ? status : CW_ALLOCATE(work->context, vertex, mesh->vertex_count);
    status = status != CW_OK ? status : allocate_mesh(work, triangle, vertex, out);
    for (uint32_t h = 0; h < 3 * mesh->triangle_count && status == CW_OK; h++) {
        if (triangle[h / 3] == CW_NONE) {
            continue;
        }
        uint32_t own = 3 * triangle[h / 3] + h % 3, v = vertex[mesh->corners[h]];
        out->corners[own] = v;
        out->places[v] = mesh->points[mesh->corners[h]];
        out->heights[own] = work->heights.items[h];
        out->twins[own] = hand_twin(work, h, own, triangle, halves);
    }
    CW_RELEASE(work->context, triangle, mesh->triangle_count);
    CW_RELEASE(work->context, vertex, mesh->vertex_count);
    return status;
}

cw_status cw_layer_triangulate(const cw_layer_work *given, uint32_t *halves, cw_layer_mesh *mesh) {
    cw_layer_work work = *given;
    cw_status status = lay_segments(&work);
    status = status != CW_OK ? status : cw_layer_refine(&work);
    status = status != CW_OK ? status : hand_out(&work, halves, mesh);
    free_work(&work);
    return status;
}
