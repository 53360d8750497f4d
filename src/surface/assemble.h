/// From loose walkable triangles to a cw_surface: the common last phase of every way to make one.
#ifndef CW_SURFACE_ASSEMBLE_H
#define CW_SURFACE_ASSEMBLE_H

#include "clearway/surface.h"
#include "geom/trimesh.h"

/// Walkable triangles on the coarse lattice. Corners are source vertices; a wall edge has no twin
/// and every other edge has one. All edges are unlabelled.
typedef struct cw_assembly {
    cw_lattice lattice;
    cw_trimesh mesh;    ///< points are coarse coordinates, not yet scaled to the fine lattice
    cw_vec3 *positions; ///< metres, per source vertex
    uint32_t source_count;
    bool keep_walls; ///< fill surface->vertex_terrain with the half-edges that the mesh has now
} cw_assembly;

/// Gives every fan its own vertex, removes the vertices that touch no wall, improves the triangles,
/// and fills `surface` except for its terrain. Uses up the mesh of the assembly.
cw_status cw_assemble(cw_context *context, cw_assembly *assembly, cw_surface *surface);

/// Does what cw_assemble() does, and keeps the triangles and positions that the assembly has now as
/// terrain.
cw_status cw_assemble_with_terrain(cw_context *context, cw_assembly *assembly, cw_surface *surface);

void cw_assembly_free(cw_context *context, cw_assembly *assembly);

#endif
