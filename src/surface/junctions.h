/// Places where triangles meet without being joined.
#ifndef CW_SURFACE_JUNCTIONS_H
#define CW_SURFACE_JUNCTIONS_H

#include "surface/assemble.h"

/// Warns of corners that lie inside the side of a triangle on the other side of it, and of corners
/// right next to those of such a side: sides are joined from corner to corner, so the floor is
/// divided there. Edges must have been matched.
cw_status cw_junctions_warn(cw_context *context, const cw_assembly *assembly);

#endif
