/// The bounding tree of a Detour tile.
#ifndef CW_IO_DETOUR_BOXES_H
#define CW_IO_DETOUR_BOXES_H

#include "clearway/base.h"

/// A node of the tree, as Detour has it (dtBVNode): a box in steps of the tile, and the polygon of
/// a leaf, or minus the count of nodes to skip where the box is missed.
typedef struct cw_detour_node {
    uint16_t low[3], high[3];
    int32_t index;
} cw_detour_node;

/// Makes the tree of `count` >= 1 leaves, whose boxes and indices are given and put in another
/// order, depth first: 2 * count - 1 nodes.
void cw_detour_tree(cw_detour_node *leaves, uint32_t count, cw_detour_node *nodes);

#endif
