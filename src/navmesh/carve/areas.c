/// Cells of one area type each.
///
/// Cutting: the terrain without the twins across borders is assembled again, so a border is a pair
/// of walls, one on each side, over the same two half-edges of the terrain. Joining: 1 the edges of
/// each border are sorted by where they begin; those of both sides divide it into stretches; 2
/// every stretch becomes a portal. Ends of portals on walls are exact shares of the wall, so both
/// sides agree on them. Vertices at which a step makes two of one become one again.
#include "navmesh/carve/areas.h"
#include "base/sets.h"
#include "geom/lattice.h"
#include "geom/order.h"
#include "navmesh/navmesh.h"
#include "surface/assemble.h"

#include <string.h>

bool cw_areas_differ(const cw_terrain *terrain) {
    for (uint32_t h = 0; terrain->areas != NULL && h < 3 * terrain->triangle_count; h++) {
        uint32_t twin = terrain->twins[h];
        if (twin != CW_NONE && terrain->areas[twin / 3] != terrain->areas[h / 3]) {
            return true;
        }
    }
    return false;
}

static cw_status fill_assembly(cw_context *context, const cw_surface *surface,
                               cw_assembly *assembly) {
    const cw_terrain *terrain = &surface->terrain;
    cw_trimesh *mesh = &assembly->mesh;
    uint32_t half_edges = 3 * terrain->triangle_count;
    assembly->lattice = surface->lattice;
    CW_TRY(CW_ALLOCATE(context, assembly->positions, terrain->vertex_count));
    assembly->source_count = terrain->vertex_count;
    CW_TRY(cw_trimesh_reserve(context, mesh, terrain->vertex_count, terrain->triangle_count));
    mesh->flip_test = cw_inside_circle;
    for (uint32_t v = 0; v < terrain->vertex_count; v++) {
        cw_vec3 place = assembly->positions[v] = terrain->positions[v];
        cw_point fine = cw_lattice_snap(&surface->lattice, (cw_vec2){place.x, place.y});
        cw_trimesh_add_vertex(
            mesh, (cw_point){fine.x >> CW_LATTICE_FINE_BITS, fine.y >> CW_LATTICE_FINE_BITS});
    }
    mesh->triangle_count = terrain->triangle_count;
    memcpy(mesh->corners, terrain->corners, half_edges * sizeof *mesh->corners);
    memset(mesh->edges, 0, half_edges * sizeof *mesh->edges);
    for (uint32_t h = 0; h < half_edges; h++) {
        uint32_t twin = terrain->twins[h];
        bool border = twin != CW_NONE && terrain->areas[twin / 3] != terrain->areas[h / 3];
        mesh->twins[h] = border ? CW_NONE : twin;
    }
    return CW_OK;
}

cw_status cw_areas_cut(cw_context *context, const cw_surface *surface, cw_surface *cut) {
    cw_assembly assembly = {.keep_walls = true};
    memset(cut, 0, sizeof *cut);
    cw_status status = fill_assembly(context, surface, &assembly);
    status = status != CW_OK ? status : cw_assemble(context, &assembly, cut);
    cw_assembly_free(context, &assembly);
    cut->terrain = surface->terrain;
    return status;
}

void cw_areas_uncut(cw_context *context, cw_surface *cut) {
    cut->terrain = (cw_terrain){0};
    cw_surface_free(context, cut);
}

cw_status cw_areas_assign(cw_context *context, const cw_surface *surface,
                          const uint32_t *cell_terrain, cw_navmesh *mesh) {
    if (surface->terrain.areas == NULL) {
        return CW_OK;
    }
    uint32_t *leader = NULL, names = surface->terrain.area_name_count;
    CW_TRY(CW_ALLOCATE(context, mesh->area_names, names));
    mesh->area_name_count = names;
    if (names > 0) {
        memcpy(mesh->area_names, surface->terrain.area_names, names * sizeof *mesh->area_names);
    }
    CW_TRY(CW_ALLOCATE(context, mesh->cell_area, mesh->cell_count));
    CW_TRY(CW_ALLOCATE(context, leader, mesh->cell_count));
    cw_sets_begin(leader, mesh->cell_count);
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] != CW_NONE) {
            cw_sets_join(leader, mesh->edge_cell[e], mesh->edge_cell[mesh->edge_twin[e]]);
        }
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        if (cell_terrain[c] != CW_NONE) {
            mesh->cell_area[cw_find_root(leader, c)] = surface->terrain.areas[cell_terrain[c]];
        }
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        mesh->cell_area[c] = mesh->cell_area[cw_find_root(leader, c)];
    }
    CW_RELEASE(context, leader, mesh->cell_count);
    return CW_OK;
}

/// Joining: what is known of each edge of the mesh before.
typedef struct joining {
    cw_navmesh *mesh;
    cw_keyed *order;         ///< sides by border and place: border << 32 | part; as many to sort
    uint8_t *backward;       ///< per edge: it runs against its border
    uint32_t *first;         ///< per edge, one more at the end: its first new edge
    uint32_t *done;          ///< per edge: new edges written
    uint32_t *same;          ///< per vertex: one that it becomes, a union-find
    uint32_t *vertex, *twin; ///< of the new edges
    uint32_t edge_count;     ///< new edges
} joining;

/// The vertex where an edge ends.
static uint32_t end_of(const cw_navmesh *mesh, uint32_t edge) {
    return mesh->edge_vertex[cw_navmesh_next(mesh, mesh->edge_cell[edge], edge)];
}

/// A stretch of a border that two edges of the mesh have in common: it is counted, and once there
/// are new edges it becomes a portal from `from` to `to`.
static void add_stretch(joining *all, uint32_t ahead, uint32_t back, uint32_t from, uint32_t to) {
    uint32_t a = all->first[ahead] + all->done[ahead]++;
    uint32_t b = all->first[back + 1] - 1 - all->done[back]++;
    if (all->vertex != NULL) {
        all->vertex[a] = from;
        all->vertex[b] = to;
        all->twin[a] = b;
        all->twin[b] = a;
    }
}

/// Goes along a border, sides first .. last - 1, from place to place where an edge of either side
/// begins. The first of them is the edge that begins with the border, the last one the edge that
/// comes back from its end.
static void follow_border(joining *all, uint32_t first, uint32_t last) {
    const cw_navmesh *mesh = all->mesh;
    uint32_t ahead = all->order[first].item, back = first;
    uint32_t vertex = mesh->edge_vertex[ahead];
    while (!all->backward[all->order[back].item]) {
        back++;
    }
    cw_sets_join(all->same, vertex, end_of(mesh, all->order[back].item));
    for (uint32_t i = first + 1; i < last;) {
        uint64_t place = all->order[i].key;
        uint32_t next = mesh->edge_vertex[all->order[i].item], next_ahead = ahead;
        while (all->order[back].key < place || !all->backward[all->order[back].item]) {
            back++;
        }
        for (; i < last && all->order[i].key == place; i++) {
            uint32_t edge = all->order[i].item;
            cw_sets_join(all->same, next, mesh->edge_vertex[edge]);
            next_ahead = all->backward[edge] ? next_ahead : edge;
        }
        add_stretch(all, ahead, all->order[back].item, vertex, next);
        vertex = next;
        ahead = next_ahead;
    }
    cw_sets_join(all->same, vertex, end_of(mesh, ahead));
}

static void follow_borders(joining *all, uint32_t count) {
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && all->order[end].key >> 32 == all->order[i].key >> 32;) {
            end++;
        }
        follow_border(all, i, end);
    }
}

static void sort_sides(joining *all, const cw_surface *surface, const cw_area_side *sides,
                       uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t half_edge = surface->vertex_terrain[sides[i].wall];
        uint32_t twin = surface->terrain.twins[half_edge];
        bool backward = twin < half_edge;
        int64_t part = backward ? CW_COARSE_UNIT - sides[i].part : sides[i].part;
        all->backward[sides[i].edge] = backward;
        all->order[i] = (cw_keyed){(uint64_t)(backward ? twin : half_edge) << 32 | (uint64_t)part,
                                   sides[i].edge};
    }
    cw_keyed_sort_in_place(all->order, count);
}

/// Numbers the new edges: every edge has those that were counted, or itself.
static void number_edges(joining *all) {
    const cw_navmesh *mesh = all->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        all->first[e + 1] = all->first[e] + (all->done[e] > 0 ? all->done[e] : 1);
        all->done[e] = 0;
    }
    all->edge_count = all->first[mesh->edge_count];
}

/// Writes the edges that stay as they are, and puts the new ones in their place.
static void replace_edges(cw_context *context, joining *all) {
    cw_navmesh *mesh = all->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (all->done[e] == 0) {
            uint32_t twin = mesh->edge_twin[e];
            all->vertex[all->first[e]] = mesh->edge_vertex[e];
            all->twin[all->first[e]] = twin == CW_NONE ? CW_NONE : all->first[twin];
        }
    }
    for (uint32_t e = 0; e < all->edge_count; e++) {
        all->vertex[e] = cw_find_root(all->same, all->vertex[e]);
    }
    for (uint32_t c = 0; c <= mesh->cell_count; c++) {
        mesh->cell_first[c] = all->first[cw_navmesh_cell_begin(mesh, c)];
    }
    CW_RELEASE(context, mesh->edge_vertex, mesh->edge_count);
    CW_RELEASE(context, mesh->edge_twin, mesh->edge_count);
    CW_RELEASE(context, mesh->edge_cell, mesh->edge_count);
    mesh->edge_vertex = all->vertex;
    mesh->edge_twin = all->twin;
    mesh->edge_count = all->edge_count;
    all->vertex = all->twin = NULL;
}

static cw_status run_join(cw_context *context, joining *all, uint32_t count) {
    follow_borders(all, count);
    number_edges(all);
    CW_TRY(CW_ALLOCATE(context, all->twin, all->edge_count));
    CW_TRY(CW_ALLOCATE(context, all->vertex, all->edge_count));
    follow_borders(all, count);
    replace_edges(context, all);
    cw_navmesh *mesh = all->mesh;
    mesh->stats.notches = mesh->stats.dropped = 0;
    return cw_navmesh_number_edges(context, mesh);
}

cw_status cw_areas_join(cw_context *context, const cw_surface *surface, const cw_area_side *sides,
                        uint32_t count, cw_navmesh *mesh) {
    joining all = {.mesh = mesh};
    uint32_t edges = mesh->edge_count;
    if (count == 0) {
        return CW_OK;
    }
    cw_status status = CW_ALLOCATE(context, all.order, 2 * (size_t)count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, all.backward, edges);
    status = status != CW_OK ? status : CW_ALLOCATE(context, all.first, (size_t)edges + 1);
    status = status != CW_OK ? status : CW_ALLOCATE(context, all.done, edges);
    status = status != CW_OK ? status : CW_ALLOCATE(context, all.same, mesh->vertex_count);
    if (status == CW_OK) {
        cw_sets_begin(all.same, mesh->vertex_count);
        sort_sides(&all, surface, sides, count);
        status = run_join(context, &all, count);
    }
    CW_RELEASE(context, all.order, 2 * (size_t)count);
    CW_RELEASE(context, all.backward, edges);
    CW_RELEASE(context, all.first, (size_t)edges + 1);
    CW_RELEASE(context, all.done, edges);
    CW_RELEASE(context, all.same, mesh->vertex_count);
    CW_RELEASE(context, all.vertex, all.edge_count);
    CW_RELEASE(context, all.twin, all.edge_count);
    return status;
}
