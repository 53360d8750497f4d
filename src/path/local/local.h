/// Places with room next to a point.
#ifndef CW_PATH_LOCAL_LOCAL_H
#define CW_PATH_LOCAL_LOCAL_H

#include "path/query/query.h"

/// The place of a point on the mesh; CW_ERROR_INPUT off it (room.c).
cw_status cw_query_must_find_place(cw_query *query, cw_vec3 point, cw_place *place);

/// Where a disc stands at a point, or right next to it by rounding, as cw_query_nearest tells; the
/// cell is CW_NONE where there is no room. Where it fits exactly, the radius becomes what does,
/// `least` or more. `on_mesh` tells whether the point itself lies in a cell.
cw_status cw_query_find_room(cw_query *query, cw_vec3 point, double least, double *radius,
                             cw_nearest *room, bool *on_mesh);

#endif
