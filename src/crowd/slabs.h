/// What lies near in long cells: for cells with many walls, corners and edges, lists of those that
/// matter in each slab across the cell.
#ifndef CW_CROWD_SLABS_H
#define CW_CROWD_SLABS_H

#include "clearance/clearance.h"

/// Metres around a slab within which everything is listed.
#define CW_SLAB_REACH 2.5

/// Where the lists of a slab begin; each ends where the next begins.
typedef struct cw_slab {
    uint32_t corners; ///< places in the near corners of the tables
    uint32_t walls;   ///< places in the near walls
    uint32_t edges;   ///< portals of the cell
    uint32_t end;
} cw_slab;

/// The slabs of a cell.
typedef struct cw_slab_row {
    double low, inverse; ///< metres along its longer side; 1 / width of a slab
    uint32_t first, count;
    bool upright; ///< the longer side is y
} cw_slab_row;

typedef struct cw_slabs {
    cw_slab_row *rows; ///< per cell; most have none
    uint32_t cells;
    CW_ARRAY(cw_slab) slabs;
    CW_ARRAY(uint32_t) items;
} cw_slabs;

cw_status cw_slabs_build(cw_context *context, const cw_clearance *clearance, cw_slabs *slabs);
void cw_slabs_free(cw_context *context, cw_slabs *slabs);
size_t cw_slabs_bytes(const cw_slabs *slabs);

/// The slab of a cell that a position lies in, or NULL: all that is near the cell has to be looked
/// through.
static inline const cw_slab *cw_slab_at(const cw_slabs *slabs, uint32_t cell, cw_vec2 at) {
    const cw_slab_row *row = &slabs->rows[cell];
    double place = ((row->upright ? at.y : at.x) - row->low) * row->inverse;
    return place >= 0 && place < row->count ? &slabs->slabs.items[row->first + (uint32_t)place]
                                            : NULL;
}

#endif
