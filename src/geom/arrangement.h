/// The planar arrangement of labelled segments on the coarse lattice, as a constrained
/// triangulation.
#ifndef CW_GEOM_ARRANGEMENT_H
#define CW_GEOM_ARRANGEMENT_H

#include "geom/delaunay.h"

/// One segment that runs along an edge of the arrangement.
typedef struct cw_contribution {
    uint32_t ring; ///< which ring it came from
    uint32_t side; ///< and which side of it; any number
    int32_t sign;  ///< +1 when it runs from the lower to the higher vertex number of its edge
    uint32_t next; ///< next contribution of the same edge, or CW_NONE
} cw_contribution;

/// A segment still to be inserted.
typedef struct cw_segment {
    uint32_t from, to;     ///< vertices
    uint32_t contribution; ///< list head; signs hold for the direction from -> to
} cw_segment;

typedef struct cw_arrangement {
    cw_trimesh mesh; ///< label of an edge: 0, or 1 + index into `edges`
    CW_ARRAY(cw_contribution) contributions;
    CW_ARRAY(uint32_t) edges; ///< list head per labelled edge
    CW_ARRAY(cw_segment) work;
    uint32_t piece_limit; ///< most contributions that are made; 0 for no limit
    bool too_many;        ///< there would be more than that: the reason of CW_ERROR_LIMIT
} cw_arrangement;

/// Adds a segment between two vertices of the mesh to the work list.
cw_status cw_arrangement_add(cw_context *context, cw_arrangement *arrangement, uint32_t from,
                             uint32_t to, uint32_t ring, uint32_t side);

/// Inserts everything on the work list. Afterwards labelled edges meet only at vertices, and no
/// vertex lies within half a step of a labelled edge that does not end there.
cw_status cw_arrangement_settle(cw_context *context, cw_arrangement *arrangement);

void cw_arrangement_free(cw_context *context, cw_arrangement *arrangement);

#endif
