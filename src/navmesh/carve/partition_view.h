/// Which edges the pieces of a window may have: the first half of its partition.
#ifndef CW_NAVMESH_CARVE_PARTITION_VIEW_H
#define CW_NAVMESH_CARVE_PARTITION_VIEW_H

#include "geom/trimesh.h"
#include "navmesh/carve/partition.h"

/// One diagonal in the unit of costs. The bits below it hold lengths.
#define CW_PARTITION_ONE ((uint64_t)1 << 44)

/// A reach without limit: of corners that are not reflex.
#define CW_PARTITION_FAR UINT32_MAX

/// Steps from corner `from` to corner `to`, going round; n for the corner itself.
static inline uint32_t ring_offset(const cw_partition_window *window, uint32_t from, uint32_t to) {
    return to > from ? to - from : to + window->corner_count - from;
}

/// The corner that a number of up to twice their count comes to, going round.
static inline uint32_t within_ring(const cw_partition_window *window, uint32_t number) {
    return number < window->corner_count ? number : number - window->corner_count;
}

static inline cw_point corner_point(const cw_partition_window *window, uint32_t corner) {
    return window->corners[corner].point;
}

static inline int corner_turn(const cw_partition_window *window, uint32_t a, uint32_t b,
                              uint32_t c) {
    return cw_orient(corner_point(window, a), corner_point(window, b), corner_point(window, c));
}

/// Fills scratch->places of `corner_count` items that start as {.wall = CW_NONE}. `start` is the
/// first plain corner. False when the window is not supported; see CW_PARTITION_UNSUPPORTED.
bool cw_partition_survey(const cw_partition_window *window, cw_partition_scratch *scratch,
                         uint32_t *start, uint32_t *reflex_count);

/// Fills scratch->places, edges (with the cost of the diagonal alone) and high_first. `start` is
/// the corner of position 0. Where `supported` is false or `reflex_count` 0, there are no edges.
cw_status cw_partition_view(cw_context *context, const cw_partition_window *window,
                            cw_partition_scratch *scratch, uint32_t *start, uint32_t *reflex_count,
                            bool *supported);

/// The length of a diagonal in fine lattice steps.
double cw_partition_length(const cw_partition_window *window, uint32_t from, uint32_t to);

#endif
