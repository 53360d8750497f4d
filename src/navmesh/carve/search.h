/// What a notch sees in its area of interest, nearest first.
#ifndef CW_NAVMESH_CARVE_SEARCH_H
#define CW_NAVMESH_CARVE_SEARCH_H

#include "navmesh/carve/carver.h"

typedef enum cw_sight_kind {
    CW_SIGHT_VERTEX = 0, ///< a corner or a point on a wall
    CW_SIGHT_WALL,
    CW_SIGHT_PORTAL,
    CW_SIGHT_OPEN, ///< internal: an open edge to look through
} cw_sight_kind;

/// Something seen. For edges, the part between the rays `right` and `left` is visible.
typedef struct cw_sight {
    double distance; ///< fine steps, to the nearest visible point
    cw_sight_kind kind;
    uint32_t id; ///< the vertex, or the half-edge on the near side
    cw_point right, left;
} cw_sight;

typedef struct cw_search {
    const cw_carver *carver;
    cw_point eye;
    /// Set by the caller: only vertices are reported, in the order in which the walk meets them;
    /// quicker.
    bool any_order;
    uint32_t triangles;      ///< looked through so far
    uint32_t most_triangles; ///< set by the caller: the search looks through no more
    /// Set by the caller: what was seen by then is reported all the same, nearest first; else the
    /// search ends there.
    bool tells_rest;
    uint32_t taken;          ///< entries of `heap` used up, with any_order
    CW_ARRAY(cw_sight) heap; ///< with any_order a queue
} cw_search;

/// Starts a search from a vertex in the area of interest of one of its sectors (excess 1).
cw_status cw_search_begin(cw_context *context, cw_search *search, const cw_carver *carver,
                          uint32_t vertex, const cw_sector *sector);

/// The next thing seen, in order of distance unless any_order is set; false when nothing is left.
cw_status cw_search_next(cw_context *context, cw_search *search, cw_sight *sight, bool *found);

void cw_search_free(cw_context *context, cw_search *search);

#endif
