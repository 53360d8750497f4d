/// What the phases of the skeleton's builder share. Inside src/skeleton/ only.
#ifndef CW_SKELETON_SKELETON_H
#define CW_SKELETON_SKELETON_H

#include "base/sets.h"
#include "skeleton/kinetic.h"

/// Fills face_first and face_nodes; `ends` holds the nodes of the start and end of each wall.
cw_status cw_skeleton_trace_faces(cw_context *context, const uint32_t *ends, cw_skeleton *skeleton);

/// Finds the triangle of every node.
cw_status cw_skeleton_place_nodes(cw_context *context, const cw_surface *surface,
                                  cw_skeleton *skeleton);

#endif
