/// Colour numbers for faces, so that no two neighbours are alike.
#ifndef CW_DRAW_PARTS_COLORING_H
#define CW_DRAW_PARTS_COLORING_H

#include "draw/parts/net.h"

/// A colour number for each face into `colors` (face_count entries): faces that share an edge
/// always differ, faces that meet in a corner differ where that costs no further colour, and
/// numbers stay below CW_DRAW_PALETTE_SIZE wherever the net is planar.
cw_status cw_draw_color_faces(cw_context *context, const cw_draw_net *net, uint32_t *colors);

#endif
