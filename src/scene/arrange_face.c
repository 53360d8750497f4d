/// One face: triangulation, winding, regions. See arrange.c for the method.
#include "scene/arrange.h"

#include <math.h>
#include <string.h>

/// A triangle that was not reached yet.
#define UNSEEN INT32_MIN
/// Triangles inside the face, before and after their region was asked.
enum { WAITING = -1, ASKED = -2 };

void cw_face_arrangement_free(cw_context *context, cw_face_arrangement *own) {
    CW_ARRAY_FREE(context, &own->points);
    CW_ARRAY_FREE(context, &own->point_node);
    CW_ARRAY_FREE(context, &own->parts);
    CW_ARRAY_FREE(context, &own->vertex_of);
    CW_ARRAY_FREE(context, &own->vertex_node);
    CW_ARRAY_FREE(context, &own->winding);
    CW_ARRAY_FREE(context, &own->kept);
    CW_ARRAY_FREE(context, &own->stack);
    cw_arrangement_free(context, &own->arrangement);
}

cw_status cw_face_arrangement_settle(cw_context *context, cw_face_arrangement *own,
                                     const cw_extraction *work) {
    cw_arrangement *laid = &own->arrangement;
    uint32_t count = own->points.count;
    laid->mesh.vertex_count = laid->mesh.triangle_count = 0;
    laid->contributions.count = laid->edges.count = laid->work.count = 0;
    CW_TRY(CW_ARRAY_RESERVE(context, &own->vertex_of, count));
    CW_TRY(cw_delaunay_build(context, own->points.items, count, &laid->mesh, own->vertex_of.items));
    uint32_t made = laid->mesh.vertex_count;
    for (uint32_t p = own->parts.count; p-- > 0;) {
        uint32_t end = p + 1 < own->parts.count ? own->parts.items[p + 1].first : count;
        for (uint32_t i = end - 1; i-- > own->parts.items[p].first;) {
            CW_TRY(cw_arrangement_add(context, laid, own->vertex_of.items[i],
                                      own->vertex_of.items[i + 1], p, i));
        }
    }
    CW_TRY(cw_arrangement_settle(context, laid));
    CW_TRY(CW_ARRAY_RESERVE(context, &own->vertex_node, laid->mesh.vertex_count));
    for (uint32_t i = 0; i < count; i++) {
        own->vertex_node.items[own->vertex_of.items[i]] = own->point_node.items[i];
    }
    for (uint32_t v = made; v < laid->mesh.vertex_count; v++) {
        cw_point place = laid->mesh.points[v];
        own->vertex_node.items[v] = cw_node_find(work, place.x, place.y);
    }
    return CW_OK;
}

/// By how much the winding grows on the left of a half-edge, coming from its right.
static int32_t border_gain(const cw_face_arrangement *own, uint32_t h) {
    const cw_arrangement *laid = &own->arrangement;
    const cw_trimesh *mesh = &laid->mesh;
    int32_t sum = 0;
    if (mesh->edges[h] == 0) {
        return 0;
    }
    for (uint32_t i = laid->edges.items[mesh->edges[h] - 1]; i != CW_NONE;
         i = laid->contributions.items[i].next) {
        sum += laid->contributions.items[i].ring < 3 ? laid->contributions.items[i].sign : 0;
    }
    return cw_origin(mesh, h) < cw_target(mesh, h) ? sum : -sum;
}

/// Winding of every triangle, from a corner of the box inwards.
static cw_status find_winding(cw_context *context, cw_face_arrangement *own) {
    const cw_trimesh *mesh = &own->arrangement.mesh;
    CW_TRY(CW_ARRAY_RESERVE(context, &own->winding, mesh->triangle_count));
    CW_TRY(CW_ARRAY_RESERVE(context, &own->stack, mesh->triangle_count));
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        own->winding.items[t] = UNSEEN;
    }
    uint32_t *stack = own->stack.items, depth = 1;
    stack[0] = mesh->vertex_edge[0] / 3;
    own->winding.items[stack[0]] = 0;
    while (depth > 0) {
        uint32_t t = stack[--depth];
        for (uint32_t h = 3 * t; h < 3 * t + 3; h++) {
            uint32_t twin = mesh->twins[h];
            if (twin != CW_NONE && own->winding.items[twin / 3] == UNSEEN) {
                own->winding.items[twin / 3] = own->winding.items[t] + border_gain(own, twin);
                stack[depth++] = twin / 3;
            }
        }
    }
    return CW_OK;
}

/// Area over longest side, squared: how fat a triangle is.
static double fatness(const cw_trimesh *mesh, uint32_t t) {
    cw_point p[3];
    double longest = 0;
    for (uint32_t k = 0; k < 3; k++) {
        p[k] = mesh->points[mesh->corners[3 * t + k]];
    }
    for (uint32_t k = 0; k < 3; k++) {
        double x = (double)(p[(k + 1) % 3].x - p[k].x), y = (double)(p[(k + 1) % 3].y - p[k].y);
        longest = fmax(longest, x * x + y * y);
    }
    double area =
        (double)((p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x));
    return area * area / longest;
}

/// Lists the triangles of a region from one of them; returns its fattest.
static uint32_t list_region(cw_face_arrangement *own, uint32_t start, uint32_t *count) {
    const cw_trimesh *mesh = &own->arrangement.mesh;
    uint32_t *list = own->stack.items, best = start;
    double best_fatness = -1;
    *count = 1;
    list[0] = start;
    own->winding.items[start] = ASKED;
    for (uint32_t i = 0; i < *count; i++) {
        double fat = fatness(mesh, list[i]);
        if (fat > best_fatness) {
            best_fatness = fat;
            best = list[i];
        }
        for (uint32_t h = 3 * list[i]; h < 3 * list[i] + 3; h++) {
            uint32_t twin = mesh->twins[h];
            if (mesh->edges[h] == 0 && twin != CW_NONE && own->winding.items[twin / 3] == WAITING) {
                own->winding.items[twin / 3] = ASKED;
                list[(*count)++] = twin / 3;
            }
        }
    }
    return best;
}

cw_status cw_face_arrangement_label(cw_context *context, cw_face_arrangement *own,
                                    const cw_extraction *work, uint32_t face) {
    const cw_trimesh *mesh = &own->arrangement.mesh;
    CW_TRY(find_winding(context, own));
    CW_TRY(CW_ARRAY_RESERVE(context, &own->kept, mesh->triangle_count));
    own->free_count = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        own->kept.items[t] = CW_NONE;
        own->winding.items[t] = own->winding.items[t] > 0 ? WAITING : 0;
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        if (own->winding.items[t] != WAITING) {
            continue;
        }
        uint32_t count, best = list_region(own, t, &count);
        double x = 0, y = 0;
        for (uint32_t k = 0; k < 3; k++) {
            cw_point p = mesh->points[mesh->corners[3 * best + k]];
            x += (double)p.x / 3;
            y += (double)p.y / 3;
        }
        if (cw_face_is_free(work, face, x, y)) {
            for (uint32_t i = 0; i < count; i++) {
                own->kept.items[own->stack.items[i]] = own->free_count++;
            }
        }
    }
    return CW_OK;
}

void cw_face_arrangement_pieces(const cw_face_arrangement *own, cw_piece *pieces) {
    const cw_trimesh *mesh = &own->arrangement.mesh;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        if (own->kept.items[t] == CW_NONE) {
            continue;
        }
        cw_piece *piece = &pieces[own->kept.items[t]];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t h = 3 * t + k, twin = mesh->twins[h];
            piece->nodes[k] = own->vertex_node.items[mesh->corners[h]];
            piece->sides[k] = mesh->edges[h] == 0 && twin != CW_NONE
                                  ? 3 * own->kept.items[twin / 3] + twin % 3
                                  : CW_NONE;
        }
    }
}
