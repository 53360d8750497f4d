/// The fewest convex pieces of one simply connected window of the floor, by dynamic programming.
///
/// A window is a polygon given with a triangulation of it, so that looking around inside it never
/// depends on where its border lies in plan: the same point may occur at several corners, walls may
/// touch or coincide (a wall without thickness), and storeys of the window may lie above each
/// other.
#ifndef CW_NAVMESH_CARVE_PARTITION_H
#define CW_NAVMESH_CARVE_PARTITION_H

#include "base/memory.h"
#include "clearway/surface.h"

/// What may happen at a corner of a window.
typedef enum cw_corner_kind {
    /// A portal may end here, and every sector must end up at most half a turn wide.
    CW_CORNER_PLAIN = 0,
    /// Inside a relaxed wall run: no portal ends here and nothing has to be resolved. The angles of
    /// the plain corners at both ends of the run are measured with the chord that skips the run.
    CW_CORNER_HIDDEN = 1,
    /// A point strictly inside a wall edge: an end of portals, or nothing at all. On a relaxed run
    /// it serves only portals whose line goes on to the chord behind it.
    CW_CORNER_STEINER = 2,
} cw_corner_kind;

/// A corner of a window.
typedef struct cw_partition_corner {
    cw_point point;
    uint8_t kind; ///< a cw_corner_kind
} cw_partition_corner;

/// A polygon with a triangulation that uses every corner and adds none. Hidden runs may be of any
/// shape inside their chord. Where they do not bound a convex cap of wall with it, the answer is a
/// proposal that the caller has to check: where a portal ends on such a run, its corners may not
/// come out convex.
typedef struct cw_partition_window {
    uint32_t corner_count;
    const cw_partition_corner *corners; ///< counter-clockwise
    uint32_t triangle_count;            ///< corner_count - 2
    const uint32_t *triangle_corners;   ///< 3 corners per triangle, counter-clockwise
    /// Per half-edge 3t+k, which runs from corner k of triangle t to corner k+1: the same edge seen
    /// from the other triangle, or CW_NONE on the border of the window.
    const uint32_t *triangle_twins;
    /// Steps of the dynamic program (about 10 nanoseconds each) after which to give up, or 0.
    uint64_t work_limit;
    uint64_t scan_limit; ///< looks at known chains (about a nanosecond each) likewise, or 0
} cw_partition_window;

/// What became of a window.
typedef enum cw_partition_outcome {
    CW_PARTITION_SOLVED = 0,
    /// No set of allowed diagonals resolves every plain corner (only with hidden corners).
    CW_PARTITION_IMPOSSIBLE,
    /// A Steiner corner off its wall, a run that is not inside its chord, fewer than three plain
    /// corners, or more than CW_PARTITION_CORNER_LIMIT corners.
    CW_PARTITION_UNSUPPORTED,
    /// The work limit was reached.
    CW_PARTITION_GIVEN_UP,
} cw_partition_outcome;

/// Most corners of a window.
#define CW_PARTITION_CORNER_LIMIT ((1u << 20) - 1)

/// A diagonal between two corners; from < to.
typedef struct cw_partition_diagonal {
    uint32_t from, to;
} cw_partition_diagonal;

/// The answer. `diagonals` lives in the scratch until its next use.
typedef struct cw_partition_result {
    cw_partition_outcome outcome;
    uint32_t diagonal_count; ///< 0 unless solved
    const cw_partition_diagonal *diagonals;
    double length; ///< of all diagonals together, in fine lattice steps
    uint64_t work; ///< steps taken, to be compared with the work limit
    uint64_t scans;
} cw_partition_result;

/// What the window looks like from one corner; see partition_view.c.
typedef struct cw_partition_place {
    uint32_t wall;         ///< the border half-edge that leaves the corner
    uint32_t plain_before; ///< the last plain corner before this one, going round
    uint32_t plain_after;  ///< the first plain corner after this one
    uint32_t reach;        ///< how far half a turn goes from the wall that leaves, as an offset
    bool reflex;           ///< plain, and wider than half a turn
    bool active;           ///< may be a corner of a piece
} cw_partition_place;

/// A wall step between two active corners, or a diagonal that a best partition may use. Ends are
/// positions: corners counted from the first plain one.
typedef struct cw_partition_edge {
    uint64_t cost;               ///< of all diagonals on its far side and of itself
    uint32_t low, high;          ///< positions, low < high
    uint32_t reach_low;          ///< from low: positions up to here are within half a turn
    uint32_t reach_high;         ///< from high: the same
    uint32_t line_from, line_to; ///< the corners that give its line, low end first
    uint32_t first_child;        ///< into `children`: the diagonals around the piece behind it
    uint32_t child_count : 31;   ///< their number
    uint32_t wall : 1;           ///< a wall step, free of cost
} cw_partition_edge;

/// A convex chain of edges from the corner in work to some position.
typedef struct cw_partition_chain {
    uint64_t cost;     ///< of its edges
    uint32_t reach;    ///< reach_low of its first edge
    uint32_t last;     ///< the position before its end
    uint32_t edge;     ///< its last edge
    uint32_t previous; ///< the chain without that edge
} cw_partition_chain;

/// An edge still to be looked through; see partition_view.c.
typedef struct cw_partition_gap {
    uint32_t edge, right, left;
} cw_partition_gap;

/// Memory that is kept from window to window. Starts zeroed.
typedef struct cw_partition_scratch {
    CW_ARRAY(cw_partition_place) places;
    CW_ARRAY(cw_partition_gap) gaps;
    CW_ARRAY(uint32_t) rays;
    CW_ARRAY(cw_partition_edge) edges; ///< sorted by high, then low
    CW_ARRAY(cw_partition_edge) unsorted;
    CW_ARRAY(uint32_t) high_first;  ///< per position: its first edge as high end
    CW_ARRAY(uint32_t) low_first;   ///< per position: into `low_edges`
    CW_ARRAY(uint32_t) low_edges;   ///< edges sorted by low, then high
    CW_ARRAY(uint32_t) cursor;      ///< per position: its first edge whose low end is in work
    CW_ARRAY(uint32_t) chain_first; ///< per position: its chains
    CW_ARRAY(uint32_t) chain_count;
    CW_ARRAY(cw_partition_chain) chains;
    CW_ARRAY(uint32_t) children;
    CW_ARRAY(uint32_t) chosen;
    CW_ARRAY(cw_partition_diagonal) diagonals;
} cw_partition_scratch;

/// Finds the fewest diagonals that leave every sector of every plain corner at most half a turn
/// wide; among those the shortest in sum (to about a part in 10^9), then the first by index. A
/// diagonal runs between two plain corners, or a plain corner and a Steiner corner that it may use,
/// which see each other inside the window along a line that touches no corner in between and which
/// are not joined by a run of walls with hidden or Steiner corners alone.
/// A window that cannot be solved is no failure: see the outcome.
cw_status cw_partition_solve(cw_context *context, const cw_partition_window *window,
                             cw_partition_scratch *scratch, cw_partition_result *result);

/// Frees the scratch; safe on a zeroed struct and safe twice.
void cw_partition_scratch_free(cw_context *context, cw_partition_scratch *scratch);

#endif
