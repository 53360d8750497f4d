/// The corners of cells, for formats of flat polygons that share their vertices.
///
/// Both sides of a portal may have vertices of their own at the same places (meshes by others), so
/// vertices are united across portals (union-find, with the lowest vertex as representative). Then
/// the corners are numbered in the order of their vertices, and the edges sorted by corner.
#include "navmesh_writer.h"

#include <string.h>

static uint32_t find_root(uint32_t *parent, uint32_t vertex) {
    while (parent[vertex] != vertex) {
        parent[vertex] = parent[parent[vertex]];
        vertex = parent[vertex];
    }
    return vertex;
}

static void unite(uint32_t *parent, uint32_t a, uint32_t b) {
    a = find_root(parent, a);
    b = find_root(parent, b);
    if (a < b) {
        parent[b] = a;
    } else {
        parent[a] = b;
    }
}

static void unite_portals(const cw_navmesh *mesh, uint32_t *parent) {
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        parent[v] = v;
    }
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t twin = mesh->edge_twin[e];
        if (twin != CW_NONE) {
            unite(parent, mesh->edge_vertex[e], mesh->edge_vertex[cw_edge_next(mesh, twin)]);
        }
    }
}

/// Numbers the corners; `number` holds CW_NONE for vertices that are none.
static void number_corners(const cw_navmesh *mesh, uint32_t *parent, uint32_t *number,
                           cw_corners *corners) {
    memset(number, 0xff, mesh->vertex_count * sizeof *number);
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        number[find_root(parent, mesh->edge_vertex[e])] = 0;
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (number[v] != CW_NONE) {
            number[v] = corners->vertex_count;
            corners->vertex[corners->vertex_count++] = v;
        }
    }
}

static void sort_edges(const cw_navmesh *mesh, uint32_t *parent, const uint32_t *number,
                       cw_corners *corners) {
    uint32_t *first = corners->first;
    memset(first, 0, ((size_t)mesh->vertex_count + 1) * sizeof *first);
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        corners->of_edge[e] = number[find_root(parent, mesh->edge_vertex[e])];
        first[corners->of_edge[e] + 1]++;
    }
    for (uint32_t i = 0; i < corners->vertex_count; i++) {
        first[i + 1] += first[i];
    }
    // Filled from the back, so that `first` ends up at the start of each run.
    for (uint32_t e = mesh->edge_count; e-- > 0;) {
        uint32_t corner = corners->of_edge[e];
        corners->edges[--first[corner + 1]] = e;
    }
    memmove(first, first + 1, corners->vertex_count * sizeof *first);
    first[corners->vertex_count] = mesh->edge_count;
}

cw_status cw_corners_make(cw_context *context, const cw_navmesh *mesh, cw_corners *corners) {
    size_t vertices = (size_t)mesh->vertex_count + 1, edges = (size_t)mesh->edge_count + 1;
    *corners =
        (cw_corners){.mesh_vertex_count = mesh->vertex_count, .edge_count = mesh->edge_count};
    uint32_t *parent = cw_context_resize(context, NULL, 0, vertices * sizeof *parent);
    uint32_t *number = cw_context_resize(context, NULL, 0, vertices * sizeof *number);
    corners->vertex = cw_context_resize(context, NULL, 0, vertices * sizeof *corners->vertex);
    corners->first = cw_context_resize(context, NULL, 0, vertices * sizeof *corners->first);
    corners->of_edge = cw_context_resize(context, NULL, 0, edges * sizeof *corners->of_edge);
    corners->edges = cw_context_resize(context, NULL, 0, edges * sizeof *corners->edges);
    cw_status status = CW_OK;
    if (parent == NULL || number == NULL || corners->vertex == NULL || corners->first == NULL ||
        corners->of_edge == NULL || corners->edges == NULL) {
        cw_corners_free(context, corners);
        status = cw_context_fail(context, CW_ERROR_MEMORY, "out of memory");
    } else {
        unite_portals(mesh, parent);
        number_corners(mesh, parent, number, corners);
        sort_edges(mesh, parent, number, corners);
    }
    cw_context_release(context, parent, vertices * sizeof *parent);
    cw_context_release(context, number, vertices * sizeof *number);
    return status;
}

void cw_corners_free(cw_context *context, cw_corners *corners) {
    size_t vertices = (size_t)corners->mesh_vertex_count + 1;
    size_t edges = (size_t)corners->edge_count + 1;
    cw_context_release(context, corners->vertex, vertices * sizeof *corners->vertex);
    cw_context_release(context, corners->first, vertices * sizeof *corners->first);
    cw_context_release(context, corners->of_edge, edges * sizeof *corners->of_edge);
    cw_context_release(context, corners->edges, edges * sizeof *corners->edges);
    *corners = (cw_corners){0};
}
