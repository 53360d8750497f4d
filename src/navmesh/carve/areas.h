/// Area types: cells of one type each.
///
/// The floor is cut along the borders of area types before it is carved, as if they were walls, and
/// the cells are joined again along them before heights are laid over.
#ifndef CW_NAVMESH_AREAS_H
#define CW_NAVMESH_AREAS_H

#include "navmesh/carve/carver.h"

/// Whether the wall that leaves a vertex of a surface is the border of an area type: its terrain
/// goes on behind it.
static inline bool cw_is_area_border(const cw_surface *surface, uint32_t vertex) {
    return surface->terrain.areas != NULL &&
           surface->terrain.twins[surface->vertex_terrain[vertex]] != CW_NONE;
}

/// Whether the terrain of a surface has borders between area types.
bool cw_areas_differ(const cw_terrain *terrain);

/// Makes a surface with walls along these borders. It has the terrain of the other one, to be given
/// back with cw_areas_uncut.
cw_status cw_areas_cut(cw_context *context, const cw_surface *surface, cw_surface *cut);
void cw_areas_uncut(cw_context *context, cw_surface *cut);

/// A border of a cell along an area border.
typedef struct cw_area_side {
    uint32_t edge; ///< of the mesh
    uint32_t wall; ///< vertex of the surface that its wall leaves
    int64_t part;  ///< where on the wall the edge begins, of CW_COARSE_UNIT
} cw_area_side;

/// Gives the cells their area types; cell_terrain[c] is a terrain triangle along a wall of cell c,
/// or CW_NONE for a cell without walls. Does nothing where there are no types.
cw_status cw_areas_assign(cw_context *context, const cw_surface *surface,
                          const uint32_t *cell_terrain, cw_navmesh *mesh);

/// Joins the cells of a mesh along area borders: edges are divided where those on the other side
/// end, which is exactly on the wall, and become portals.
cw_status cw_areas_join(cw_context *context, const cw_surface *surface, const cw_area_side *sides,
                        uint32_t count, cw_navmesh *mesh);

#endif
