/// Assembling a surface.
///
/// Phases: 1 fans: every wall half-edge starts the fan of one vertex, so that a point where parts
/// of the floor touch gets a vertex per part, and every corner of the floor is one vertex; 2
/// interior vertices, whose fan is closed, are removed: flips lower their degree to three (the link
/// is star-shaped, so a flip always exists: a triangulation of a polygon with five or more corners
/// has two ears, and at most one of them can contain the vertex), then three triangles become one;
/// 3 Lawson flips; 4 compaction. Everything is exact on the coarse lattice. Linear, apart from the
/// flips.
#include "surface/assemble.h"
#include "geom/half_turns.h"
#include "geom/lattice.h"
#include "geom/order.h"

#include <string.h>

/// First corner of a triangle slot that is no longer used.
#define DEAD CW_NONE

enum { OPEN = 0 };

void cw_assembly_free(cw_context *context, cw_assembly *assembly) {
    cw_trimesh_free(context, &assembly->mesh);
    CW_RELEASE(context, assembly->positions, assembly->source_count);
    assembly->source_count = 0;
}

/// Fan starts in order of their source vertex: wall half-edges first, then one of each closed fan.
typedef struct fan_list {
    cw_keyed *fans;         ///< with room for as many to sort
    uint32_t count, closed; ///< all fans; of these the closed ones, which come last
    size_t capacity;
} fan_list;

static void list_open_fans(const cw_trimesh *mesh, fan_list *list) {
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        if (mesh->twins[h] == CW_NONE) {
            list->fans[list->count++] = (cw_keyed){mesh->corners[h], h};
        }
    }
    cw_keyed_sort_in_place(list->fans, list->count);
}

/// Gives the corners of a fan their new vertex.
static void assign_fan(cw_trimesh *mesh, uint32_t start, uint32_t vertex, uint32_t *corner_vertex) {
    uint32_t h = start;
    do {
        corner_vertex[h] = vertex;
        h = cw_rotate(mesh, h);
    } while (h != CW_NONE && h != start);
}

static void list_closed_fans(cw_trimesh *mesh, fan_list *list, uint32_t *corner_vertex) {
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        if (corner_vertex[h] == CW_NONE) {
            list->fans[list->count] = (cw_keyed){mesh->corners[h], h};
            assign_fan(mesh, h, list->count++, corner_vertex);
            list->closed++;
        }
    }
}

/// Replaces source vertices by fan vertices; vertex_source receives the source of each.
static cw_status split_vertices(cw_context *context, cw_trimesh *mesh, const fan_list *list,
                                const uint32_t *corner_vertex, uint32_t *vertex_source) {
    cw_point *points = NULL;
    CW_TRY(CW_ALLOCATE(context, points, list->count));
    for (uint32_t v = 0; v < list->count; v++) {
        vertex_source[v] = (uint32_t)list->fans[v].key;
        points[v] = mesh->points[vertex_source[v]];
    }
    cw_status status = cw_trimesh_reserve(context, mesh, list->count, 0);
    if (status == CW_OK) {
        memcpy(mesh->points, points, list->count * sizeof *points);
        memcpy(mesh->corners, corner_vertex,
               (size_t)3 * mesh->triangle_count * sizeof *corner_vertex);
        mesh->vertex_count = list->count;
        for (uint32_t v = 0; v < list->count; v++) {
            mesh->vertex_edge[v] = list->fans[v].item;
        }
    }
    CW_RELEASE(context, points, list->count);
    return status;
}

/// True when flipping the spoke h (from the vertex to b) leaves two triangles of positive area.
static bool spoke_can_flip(const cw_trimesh *mesh, uint32_t h) {
    uint32_t twin = mesh->twins[h];
    cw_point v = mesh->points[cw_origin(mesh, h)], b = mesh->points[cw_target(mesh, h)];
    cw_point a = mesh->points[cw_apex(mesh, twin)], c = mesh->points[cw_apex(mesh, h)];
    return cw_orient(a, b, c) > 0 && cw_orient(a, c, v) > 0;
}

static uint32_t fan_degree(const cw_trimesh *mesh, uint32_t start) {
    uint32_t degree = 0, h = start;
    do {
        degree++;
        h = cw_rotate(mesh, h);
    } while (h != start);
    return degree;
}

/// Flips spokes away until `start`'s vertex has degree three, or four with no spoke left to flip.
static uint32_t lower_degree(cw_trimesh *mesh, uint32_t start) {
    uint32_t degree = fan_degree(mesh, start), stuck = 0, h = start;
    while (degree > 3 && stuck < degree) {
        if (spoke_can_flip(mesh, h)) {
            cw_trimesh_flip(mesh, h);
            h = 3 * (h / 3); /* the flip put the vertex first in this triangle */
            degree--;
            stuck = 0;
        } else {
            stuck++;
        }
        h = cw_rotate(mesh, h);
    }
    return h;
}

/// Fills the link of a vertex of degree three or four and gives its slots back.
static void fill_link(cw_trimesh *mesh, uint32_t start) {
    uint32_t ring[4], side[4], label[4], slot[4], degree = 0, h = start;
    cw_point v = mesh->points[cw_origin(mesh, start)];
    do {
        uint32_t border = cw_next(h);
        ring[degree] = cw_origin(mesh, border);
        side[degree] = mesh->twins[border];
        label[degree] = mesh->edges[border];
        slot[degree++] = h / 3;
        h = cw_rotate(mesh, h);
    } while (h != start);
    for (uint32_t i = 0; i < degree; i++) {
        mesh->corners[3 * slot[i]] = DEAD;
    }
    if (degree == 3) {
        cw_trimesh_write(mesh, slot[0], ring, side, label);
        return;
    }
    /* Degree four remains only when the vertex lies on a diagonal, which is then the new edge. */
    uint32_t i = cw_orient(mesh->points[ring[0]], mesh->points[ring[2]], v) == 0 ? 0 : 1;
    uint32_t a = i, b = i + 1, c = i + 2, d = (i + 3) % 4;
    cw_trimesh_write(mesh, slot[0], (uint32_t[3]){ring[a], ring[b], ring[c]},
                     (uint32_t[3]){side[a], side[b], CW_NONE},
                     (uint32_t[3]){label[a], label[b], OPEN});
    cw_trimesh_write(mesh, slot[1], (uint32_t[3]){ring[c], ring[d], ring[a]},
                     (uint32_t[3]){side[c], side[d], 3 * slot[0] + 2},
                     (uint32_t[3]){label[c], label[d], OPEN});
}

/// True when the fan of an interior vertex goes around it exactly once.
static bool winds_once(const cw_trimesh *mesh, uint32_t start) {
    cw_point v = mesh->points[cw_origin(mesh, start)];
    cw_half_turns turns = {.first = cw_point_sub(mesh->points[cw_target(mesh, start)], v)};
    uint32_t h = start;
    do {
        h = cw_rotate(mesh, h);
        cw_half_turns_to(&turns, cw_point_sub(mesh->points[cw_target(mesh, h)], v));
    } while (h != start);
    return turns.count == 2;
}

static cw_status remove_interior(cw_context *context, cw_assembly *assembly, const fan_list *list) {
    cw_trimesh *mesh = &assembly->mesh;
    for (uint32_t v = list->count - list->closed; v < list->count; v++) {
        uint32_t start = mesh->vertex_edge[v];
        if (!winds_once(mesh, start)) {
            cw_vec3 place = assembly->positions[list->fans[v].key];
            return cw_fail(context, CW_ERROR_INPUT,
                           "the surface winds more than once around the point (%g, %g, %g)",
                           place.x, place.y, place.z);
        }
        fill_link(mesh, lower_degree(mesh, start));
    }
    return CW_OK;
}

/// Moves the live triangles together.
static cw_status compact(cw_context *context, cw_trimesh *mesh) {
    uint32_t *moved = NULL, live = 0;
    CW_TRY(CW_ALLOCATE(context, moved, mesh->triangle_count));
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        moved[t] = mesh->corners[3 * t] == DEAD ? CW_NONE : live++;
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        for (uint32_t k = 0; k < 3 && moved[t] != CW_NONE; k++) {
            uint32_t from = 3 * t + k, to = 3 * moved[t] + k, twin = mesh->twins[from];
            mesh->corners[to] = mesh->corners[from];
            mesh->twins[to] = twin == CW_NONE ? CW_NONE : 3 * moved[twin / 3] + twin % 3;
            mesh->edges[to] = mesh->edges[from];
        }
    }
    CW_RELEASE(context, moved, mesh->triangle_count);
    mesh->triangle_count = live;
    return CW_OK;
}

/// Lawson flips over the whole mesh.
static cw_status improve(cw_context *context, cw_trimesh *mesh) {
    mesh->pending.count = 0;
    CW_TRY(CW_ARRAY_RESERVE(context, &mesh->pending, (size_t)3 * mesh->triangle_count));
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        if (mesh->twins[h] != CW_NONE && h < mesh->twins[h]) {
            mesh->pending.items[mesh->pending.count++] = h;
        }
    }
    return cw_trimesh_settle(context, mesh);
}

static cw_status allocate_surface(cw_context *context, uint32_t vertices, uint32_t triangles,
                                  cw_surface *surface) {
    surface->vertex_count = vertices;
    surface->triangle_count = triangles;
    CW_TRY(CW_ALLOCATE(context, surface->points, vertices));
    CW_TRY(CW_ALLOCATE(context, surface->positions, vertices));
    CW_TRY(CW_ALLOCATE(context, surface->vertex_wall, vertices));
    CW_TRY(CW_ALLOCATE(context, surface->vertex_source, vertices));
    CW_TRY(CW_ALLOCATE(context, surface->corners, (size_t)3 * triangles));
    CW_TRY(CW_ALLOCATE(context, surface->twins, (size_t)3 * triangles));
    return CW_ALLOCATE(context, surface->edges, (size_t)3 * triangles);
}

static cw_status fill_surface(cw_context *context, const cw_assembly *assembly, uint32_t vertices,
                              const uint32_t *vertex_source, cw_surface *surface) {
    const cw_trimesh *mesh = &assembly->mesh;
    CW_TRY(allocate_surface(context, vertices, mesh->triangle_count, surface));
    surface->lattice = assembly->lattice;
    uint32_t last = CW_NONE;
    for (uint32_t v = 0; v < vertices; v++) {
        cw_point coarse = mesh->points[v];
        surface->points[v] = (cw_point){coarse.x * CW_COARSE_UNIT, coarse.y * CW_COARSE_UNIT};
        surface->positions[v] = assembly->positions[vertex_source[v]];
        surface->source_count += vertex_source[v] != last; /* fans come in order of their source */
        surface->vertex_source[v] = surface->source_count - 1;
        last = vertex_source[v];
    }
    size_t size = (size_t)3 * mesh->triangle_count * sizeof(uint32_t);
    memcpy(surface->corners, mesh->corners, size);
    memcpy(surface->twins, mesh->twins, size);
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        if (mesh->twins[h] == CW_NONE) {
            surface->edges[h] = CW_EDGE_WALL;
            surface->vertex_wall[mesh->corners[h]] = h;
        }
    }
    return CW_OK;
}

/// Remembers the half-edge from which each vertex got its fan.
static cw_status keep_walls(cw_context *context, const fan_list *list, cw_surface *surface) {
    CW_TRY(CW_ALLOCATE(context, surface->vertex_terrain, surface->vertex_count));
    for (uint32_t v = 0; v < surface->vertex_count; v++) {
        surface->vertex_terrain[v] = list->fans[v].item;
    }
    return CW_OK;
}

static cw_status assemble(cw_context *context, cw_assembly *assembly, fan_list *list,
                          uint32_t *corner_vertex, uint32_t *vertex_source, cw_surface *surface) {
    cw_trimesh *mesh = &assembly->mesh;
    memset(corner_vertex, 0xff, (size_t)3 * mesh->triangle_count * sizeof *corner_vertex);
    list_open_fans(mesh, list);
    for (uint32_t v = 0; v < list->count; v++) {
        assign_fan(mesh, list->fans[v].item, v, corner_vertex);
    }
    list_closed_fans(mesh, list, corner_vertex);
    CW_TRY(split_vertices(context, mesh, list, corner_vertex, vertex_source));
    CW_TRY(remove_interior(context, assembly, list));
    CW_TRY(compact(context, mesh));
    CW_TRY(improve(context, mesh));
    CW_TRY(fill_surface(context, assembly, list->count - list->closed, vertex_source, surface));
    return assembly->keep_walls ? keep_walls(context, list, surface) : CW_OK;
}

cw_status cw_assemble(cw_context *context, cw_assembly *assembly, cw_surface *surface) {
    size_t half_edges = (size_t)3 * assembly->mesh.triangle_count;
    fan_list list = {.capacity = half_edges};
    uint32_t *corner_vertex = NULL, *vertex_source = NULL;
    cw_status status = CW_ALLOCATE(context, list.fans, 2 * half_edges);
    status = status != CW_OK ? status : CW_ALLOCATE(context, corner_vertex, half_edges);
    status = status != CW_OK ? status : CW_ALLOCATE(context, vertex_source, half_edges);
    if (status == CW_OK) {
        status = assemble(context, assembly, &list, corner_vertex, vertex_source, surface);
    }
    CW_RELEASE(context, list.fans, 2 * half_edges);
    CW_RELEASE(context, corner_vertex, half_edges);
    CW_RELEASE(context, vertex_source, half_edges);
    if (status != CW_OK) {
        cw_surface_free(context, surface);
    }
    return status;
}

static cw_status keep_terrain(cw_context *context, const cw_assembly *assembly,
                              cw_terrain *terrain) {
    const cw_trimesh *mesh = &assembly->mesh;
    size_t half_edges = (size_t)3 * mesh->triangle_count;
    terrain->vertex_count = mesh->vertex_count;
    terrain->triangle_count = mesh->triangle_count;
    CW_TRY(CW_ALLOCATE(context, terrain->positions, mesh->vertex_count));
    CW_TRY(CW_ALLOCATE(context, terrain->corners, half_edges));
    CW_TRY(CW_ALLOCATE(context, terrain->twins, half_edges));
    memcpy(terrain->positions, assembly->positions,
           mesh->vertex_count * sizeof *terrain->positions);
    memcpy(terrain->corners, mesh->corners, half_edges * sizeof *terrain->corners);
    memcpy(terrain->twins, mesh->twins, half_edges * sizeof *terrain->twins);
    return CW_OK;
}

cw_status cw_assemble_with_terrain(cw_context *context, cw_assembly *assembly,
                                   cw_surface *surface) {
    cw_terrain terrain = {0};
    cw_status status = keep_terrain(context, assembly, &terrain);
    if (status == CW_OK) {
        assembly->keep_walls = true;
        status = cw_assemble(context, assembly, surface);
    }
    surface->terrain = terrain;
    if (status != CW_OK) {
        cw_surface_free(context, surface);
    }
    return status;
}
