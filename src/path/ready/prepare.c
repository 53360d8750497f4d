/// What searches need of a mesh besides its clearance: edges and corners ready for rays. It is made
/// once, and all queries of a mesh read it.
#include "clearance/portals/portal.h"
#include "path/ready/tables.h"

/// Metres, and the share of the largest coordinate, by which rounding may exchange the ends of a
/// part of an exit: a few times what two vectors and their cross product are off, where a ray meets
/// the exit at no small angle.
#define LEAST_ROUNDING CW_ROUNDED
#define EXCHANGED 0x1p-48

static cw_mesh_cone find_cone(const cw_clearance *clearance, uint32_t index) {
    const cw_corner *corner = &clearance->corners[index];
    cw_vec2 out = cw_vec2_sub(cw_clearance_to(clearance, corner->outgoing), corner->position);
    cw_vec2 back = cw_vec2_sub(cw_clearance_from(clearance, corner->incoming), corner->position);
    double within = cw_snapped_within(clearance);
    cw_mesh_cone cone = {.out = out,
                         .back = back,
                         .gap = INFINITY,
                         .wide = corner->wide,
                         .snapped = cw_vec2_length(out) < within || cw_vec2_length(back) < within};
    if (!cone.snapped) {
        cone.last[0] = cw_last_along(back, 1);
        cone.last[1] = cw_last_along(out, -1);
    }
    return cone;
}

/// Directions come from the lattice: in doubles, a side of a few lattice steps has none to speak
/// of.
static cw_mesh_side find_side(const cw_clearance *clearance, uint32_t edge) {
    const cw_navmesh *mesh = clearance->mesh;
    cw_vec2 from = cw_clearance_from(clearance, edge);
    uint32_t next = cw_navmesh_next(mesh, mesh->edge_cell[edge], edge);
    cw_point exact = cw_point_sub(cw_navmesh_point(mesh, next), cw_navmesh_point(mesh, edge));
    double step = cw_navmesh_fine_step(mesh);
    cw_vec2 span = {(double)exact.x * step, (double)exact.y * step};
    double length = cw_vec2_length(span);
    uint32_t twin = mesh->edge_twin[edge];
    return (cw_mesh_side){.from = from,
                          .along = {span.x / length, span.y / length},
                          .length = length,
                          .next = next,
                          .twin = twin,
                          .behind = twin == CW_NONE ? CW_NONE : mesh->edge_cell[twin],
                          .corner = CW_NONE,
                          .splits =
                              twin != CW_NONE && cw_summits_of_edge(clearance, edge).count > 1};
}

/// Whether a mesh has one height, between its vertices too.
static bool is_flat(const cw_navmesh *mesh) {
    for (uint32_t i = 1; i < mesh->vertex_count; i++) {
        if (mesh->positions[i].z != mesh->positions[0].z) {
            return false;
        }
    }
    return mesh->cell_triangle_first == NULL;
}

/// The largest coordinate of a mesh.
static double find_extent(const cw_clearance *clearance) {
    double extent = 0;
    for (uint32_t i = 0; i < clearance->mesh->vertex_count; i++) {
        cw_vec2 point = clearance->points[i];
        extent = cw_most(extent, cw_most(fabs(point.x), fabs(point.y)));
    }
    return extent;
}

/// Tells the edges that start at a corner, in cells without dents, of it.
static void mark_corner(cw_mesh_tables *tables, uint32_t corner) {
    const cw_navmesh *mesh = tables->clearance->mesh;
    uint32_t edge = tables->clearance->corners[corner].outgoing;
    for (; edge != CW_NONE; edge = cw_navmesh_around(mesh, edge)) {
        if (!tables->dented[mesh->edge_cell[edge]]) {
            tables->sides[edge].corner = corner;
        }
    }
}

/// Lists the portals of each cell.
static cw_status list_doors(cw_mesh_tables *tables) {
    const cw_navmesh *mesh = tables->clearance->mesh;
    uint32_t count = 0;
    CW_TRY(CW_ALLOCATE(tables->context, tables->door_first, (size_t)mesh->cell_count + 1));
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        count += mesh->edge_twin[e] != CW_NONE;
    }
    CW_TRY(CW_ALLOCATE(tables->context, tables->doors, count));
    count = 0;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        for (uint32_t e = cw_navmesh_cell_begin(mesh, c); e < cw_navmesh_cell_end(mesh, c); e++) {
            const cw_mesh_side *side = &tables->sides[e];
            if (side->twin != CW_NONE) {
                tables->doors[count++] =
                    (cw_mesh_door){side->from, tables->sides[side->next].from, e};
            }
        }
        tables->door_first[c + 1] = count;
    }
    return CW_OK;
}

cw_status cw_mesh_make_edges(cw_mesh_tables *tables) {
    cw_context *context = tables->context;
    const cw_clearance *clearance = tables->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    tables->flat = is_flat(mesh);
    tables->extent = find_extent(clearance);
    tables->rounding = cw_most(LEAST_ROUNDING, EXCHANGED * tables->extent);
    CW_TRY(CW_ALLOCATE(context, tables->sides, mesh->edge_count));
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        tables->sides[e] = find_side(clearance, e);
    }
    CW_TRY(cw_mesh_make_hulls(tables));
    CW_TRY(list_doors(tables));
    CW_TRY(CW_ALLOCATE(context, tables->times, mesh->cell_count));
    CW_TRY(cw_mesh_find_bridges(tables));
    CW_TRY(CW_ALLOCATE(context, tables->cones, clearance->corner_count));
    for (uint32_t i = 0; i < clearance->corner_count; i++) {
        tables->cones[i] = find_cone(clearance, i);
        tables->sides[clearance->corners[i].outgoing].corner_from = true;
        tables->sides[clearance->corners[i].incoming].corner_to = true;
        mark_corner(tables, i);
    }
    return cw_mesh_measure_gaps(tables, NULL);
}

void cw_mesh_free_edges(cw_mesh_tables *tables) {
    cw_context *context = tables->context;
    const cw_clearance *clearance = tables->clearance;
    uint32_t cells = clearance->mesh->cell_count;
    CW_RELEASE(context, tables->doors, tables->doors == NULL ? 0 : tables->door_first[cells]);
    CW_RELEASE(context, tables->door_first, (size_t)cells + 1);
    cw_mesh_free_hulls(tables);
    CW_RELEASE(context, tables->times, cells);
    CW_RELEASE(context, tables->sides, clearance->mesh->edge_count);
    CW_RELEASE(context, tables->cones, clearance->corner_count);
}

size_t cw_mesh_edges_bytes(const cw_mesh_tables *tables) {
    const cw_navmesh *mesh = tables->clearance->mesh;
    return tables->clearance->corner_count * sizeof *tables->cones +
           mesh->cell_count * sizeof *tables->times + cw_mesh_hulls_bytes(tables) +
           mesh->edge_count * sizeof *tables->sides +
           (mesh->cell_count + (size_t)1) * sizeof *tables->door_first +
           tables->door_first[mesh->cell_count] * sizeof *tables->doors;
}
