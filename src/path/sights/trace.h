/// Straight ways and arcs through the cells, without looking for them: out of a cell (way_out.c),
/// along a ray (trace.c), along a whole path (trace_path.c).
#ifndef CW_PATH_SIGHTS_TRACE_H
#define CW_PATH_SIGHTS_TRACE_H

#include "path/disc/disc_search.h"

/// An answer that may be left to the search.
typedef enum cw_sureness {
    CW_SURELY_NOT,
    CW_SURELY,
    CW_UNSURE, ///< too close to call: a ray through a vertex, or that all but touches a circle
} cw_sureness;

/// A way out of a cell.
typedef struct cw_way_out {
    uint32_t edge; ///< CW_NONE for none
    double depth;  ///< along the ray
    double s;      ///< metres from the start of the edge
} cw_way_out;

/// Metres within which a crossing or a touch is too close to call: more than CW_GRAZE.
#define CW_CLOSE (4 * CW_GRAZE)

/// Where a ray that came in through `entry`, or CW_NONE, leaves a cell.
cw_way_out cw_trace_way_out(const cw_path_search *search, uint32_t cell, uint32_t entry,
                            const cw_tangent *ray);

/// Where a ray leaves a dented cell: through a portal, over its walls.
cw_way_out cw_trace_by_any(const cw_path_search *search, uint32_t cell, uint32_t entry,
                           const cw_tangent *ray);

/// Whether a ray goes out well inside of an edge, and at an angle that tells where.
bool cw_trace_is_clear(const cw_path_search *search, const cw_way_out *out, const cw_tangent *ray);

/// Whether a ray leaves a convex cell through a portal, told by the portals alone: it does where it
/// clearly goes out through one of them, and surely does not where it passes well beside them all.
cw_sureness cw_trace_by_door(const cw_path_search *search, uint32_t cell, uint32_t entry,
                             const cw_tangent *ray, cw_way_out *out);

/// The corners that a straight way leaves and comes to, or CW_NONE: its ray may touch their
/// circles.
typedef struct cw_trace_ends {
    uint32_t from, to;
} cw_trace_ends;

/// Whether a ray from a point in a cell gets as far as `length` without coming too close to any
/// corner but those at its ends; `end` is the cell where it then is.
cw_sureness cw_trace_ray(const cw_path_search *search, const cw_tangent *ray, double length,
                         uint32_t cell, cw_trace_ends ends, uint32_t *end);

/// Whether a corner is one of those that matter to a cell at the search's radius, and to a place of
/// the cell: a corner that is right there in plan may be one of another floor.
bool cw_trace_is_near(const cw_path_search *search, uint32_t corner, uint32_t cell, cw_vec2 place);

/// A portal that a path crosses, and where.
typedef struct cw_trace_step {
    uint32_t edge; ///< on the side of the cell that is left
    cw_vec2 at;
} cw_trace_step;

/// Where a segment of a path ends, or an arc.
typedef struct cw_trace_end {
    cw_place place;
    uint32_t root; ///< around which the arc goes; CW_NONE for a segment
} cw_trace_end;

/// A path from cell to cell.
typedef struct cw_trace {
    CW_ARRAY(cw_trace_step) steps;
    CW_ARRAY(cw_trace_end) ends;
    CW_ARRAY(uint32_t) roots; ///< from the last to the start
} cw_trace;

/// The portals of the path to a goal node that was found over sights, from a cell of the start on.
/// `sure` is false when they cannot be told.
cw_status cw_trace_path(const cw_path_search *search, const cw_node *goal, uint32_t cell,
                        cw_trace *trace, bool *sure);

#endif
