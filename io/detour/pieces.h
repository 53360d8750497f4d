/// Cells cut into polygons of at most six corners, for Detour.
#ifndef CW_IO_DETOUR_PIECES_H
#define CW_IO_DETOUR_PIECES_H

#include "navmesh/navmesh_writer.h"

enum { CW_DETOUR_CORNERS = 6 /**< DT_VERTS_PER_POLYGON */ };

/// A convex polygon of the file.
typedef struct cw_detour_piece {
    uint32_t count;                       ///< corners
    uint32_t corner[CW_DETOUR_CORNERS];   ///< numbers of cw_corners, counter-clockwise in plan
    uint32_t neighbor[CW_DETOUR_CORNERS]; ///< the piece behind the side from corner k, or CW_NONE
    uint32_t edge[CW_DETOUR_CORNERS];     ///< the mesh's edge there, CW_NONE inside a cell
} cw_detour_piece;

/// All pieces of a mesh, cell after cell.
typedef struct cw_detour_pieces {
    cw_detour_piece *items;
    uint32_t count, capacity;
    uint32_t *of_edge; ///< per edge of the mesh: the piece that has it
    uint32_t edge_count;
} cw_detour_pieces;

cw_status cw_detour_pieces_make(cw_context *context, const cw_navmesh *mesh,
                                const cw_corners *corners, cw_detour_pieces *pieces);
void cw_detour_pieces_free(cw_context *context, cw_detour_pieces *pieces);

#endif
