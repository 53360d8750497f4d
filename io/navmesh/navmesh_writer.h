/// What the writers of navigation meshes share.
#ifndef CW_IO_NAVMESH_WRITER_H
#define CW_IO_NAVMESH_WRITER_H

#include "clearway/edges.h"
#include "clearway/io.h"
#include "text.h"

/// The edges of one cell, in a circle.
static inline uint32_t cw_edge_next(const cw_navmesh *mesh, uint32_t edge) {
    uint32_t cell = mesh->edge_cell[edge];
    return cw_navmesh_next(mesh, cell, edge);
}

static inline uint32_t cw_edge_previous(const cw_navmesh *mesh, uint32_t edge) {
    uint32_t cell = mesh->edge_cell[edge];
    return cw_navmesh_previous(mesh, cell, edge);
}

/// The cell behind an edge, or CW_NONE.
static inline uint32_t cw_edge_neighbor(const cw_navmesh *mesh, uint32_t edge) {
    uint32_t twin = mesh->edge_twin[edge];
    return twin != CW_NONE ? mesh->edge_cell[twin] : CW_NONE;
}

/// The plan position of a vertex, exact to the last bit of a double. The caller's own coordinates,
/// which `positions` keeps, differ from it by up to a lattice step: enough to turn a thin cell
/// over.
static inline cw_vec2 cw_vertex_plan(const cw_navmesh *mesh, uint32_t vertex) {
    return cw_lattice_to_plan(&mesh->lattice, mesh->points[vertex]);
}

/// The corners of cells for formats of flat polygons that share their vertices. Vertices that no
/// cell has as a corner (they carry heights) are left out; the ends of both sides of a portal
/// become one vertex.
typedef struct cw_corners {
    uint32_t vertex_count;
    uint32_t *vertex;  ///< per corner: a vertex of the mesh that stands for it
    uint32_t *of_edge; ///< per edge: the corner it starts from
    uint32_t *first;   ///< vertex_count + 1 offsets into `edges`
    uint32_t *edges;   ///< per corner: the edges that start there
    uint32_t edge_count, mesh_vertex_count;
} cw_corners;

cw_status cw_corners_make(cw_context *context, const cw_navmesh *mesh, cw_corners *corners);
void cw_corners_free(cw_context *context, cw_corners *corners);

/// The formats that are written. A failure to get memory is kept in the text.
void cw_navmesh_write_json(const cw_navmesh *mesh, cw_text *text);
void cw_navmesh_write_obj(const cw_navmesh *mesh, cw_text *text);
void cw_navmesh_write_mesh(const cw_navmesh *mesh, cw_text *text);
void cw_navmesh_write_nav(const cw_navmesh *mesh, cw_text *text);
void cw_navmesh_write_detour(const cw_navmesh *mesh, cw_text *text);
void cw_navmesh_write_godot(const cw_navmesh *mesh, cw_text *text);
void cw_navmesh_write_glb(const cw_navmesh *mesh, cw_text *text);

#endif
