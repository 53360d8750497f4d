/// Places with room next to a point.
#ifndef CW_PATH_LOCAL_LOCAL_H
#define CW_PATH_LOCAL_LOCAL_H

#include "path/query/query.h"

/// The place of a point on the mesh; CW_ERROR_INPUT off it (room.c).
cw_status cw_query_must_find_place(cw_query *query, cw_vec3 point, cw_place *place);

/// Metres by which a point that was asked for is moved to a place with room without further ado:
/// paths may come that much closer to a wall, and can be asked for anew from anywhere on them; a
/// point next to a wall may lie behind it by rounding, and far from the origin a disc may lie
/// closer to it than it should.
static inline double cw_query_nudge(cw_vec3 point) {
    return CW_CLEARANCE_TOLERANCE + cw_walk_rounding(point);
}

/// The nearest place with room within that distance of a point in plan, which lies in a cell, or in
/// none (CW_NONE). The height of the point only chose the floor.
cw_status cw_query_nudge_to_room(cw_query *query, cw_vec3 point, uint32_t cell, double radius,
                                 cw_nearest *nearest);

/// Where a disc stands at a point, or right next to it by rounding, as cw_query_nearest tells; the
/// cell is CW_NONE where there is no room. Where it fits exactly, the radius becomes what does,
/// `least` or more. `on_mesh` tells whether the point itself lies in a cell.
cw_status cw_query_find_room(cw_query *query, cw_vec3 point, double least, double *radius,
                             cw_nearest *room, bool *on_mesh);

#endif
