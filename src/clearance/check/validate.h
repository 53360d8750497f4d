/// The checks behind cw_clearance_validate: one stage each. They share no code with the builder,
/// and what they ask the library for is what they check; how far a wall is they find out by looking
/// around from a point, cell by cell.
#ifndef CW_CLEARANCE_CHECK_VALIDATE_H
#define CW_CLEARANCE_CHECK_VALIDATE_H

#include "clearance/clearance.h"

/// Fails with "invariant NAME violated at THING K: REASON". NAME, THING and REASON are literals.
#define CW_CLEARANCE_VIOLATED(context, name, thing, index, reason, ...)                          \
    cw_fail((context), CW_ERROR_INVALID, "invariant " name " violated at " thing " %u: " reason, \
            (index), __VA_ARGS__)

/// Metres by which distances around a local position may differ: what the tables promise, and the
/// rounding of positions far from the origin.
static inline double cw_validate_slack(const cw_clearance *clearance, cw_vec2 position) {
    return CW_CLEARANCE_TOLERANCE * clearance->coarseness +
           1e-14 * (fabs(position.x) + fabs(position.y));
}

/// Metres by which the foot of a point may lie beyond the end of a wall: the borders of the strips
/// in front of neighbouring walls are rounded. A part of a cell that is thinner than this need not
/// know the wall that rules it; the wall beside is as near.
#define CW_VALIDATE_FOOT 2e-10

/// The edge of a portal that carries its summits; of a wall, the edge itself, which carries none.
static inline uint32_t cw_validate_lower(const cw_clearance *clearance, uint32_t edge) {
    uint32_t twin = clearance->mesh->edge_twin[edge];
    return twin < edge ? twin : edge;
}

/// How many summits there are on an edge.
static inline uint32_t cw_validate_summit_count(const cw_clearance *clearance, uint32_t edge) {
    uint32_t lower = cw_validate_lower(clearance, edge);
    return clearance->edge_summit_first[lower + 1] - clearance->edge_summit_first[lower];
}

/// The nth summit along an edge.
static inline uint32_t cw_validate_summit(const cw_clearance *clearance, uint32_t edge,
                                          uint32_t n) {
    uint32_t lower = cw_validate_lower(clearance, edge);
    return lower == edge ? clearance->edge_summit_first[lower] + n
                         : clearance->edge_summit_first[lower + 1] - 1 - n;
}

/// What is seen through a part of a portal.
typedef struct cw_view {
    uint32_t entry;      ///< the portal as an edge of the cell that is looked into
    cw_vec2 right, left; ///< the rays to these points bound the view
} cw_view;

/// The part of a portal that was looked through from a point.
typedef struct cw_looked {
    uint32_t look;   ///< number of the look, or of an earlier one
    double range[2]; ///< shares of the portal
} cw_looked;

/// Scratch for looking around (validate_eye.c).
typedef struct cw_eye {
    const cw_clearance *clearance;
    bool *on_wall;     ///< per vertex
    cw_looked *looked; ///< per edge
    uint32_t look;     ///< how often somebody looked around
    CW_ARRAY(cw_view) views;
    CW_ARRAY(uint32_t) around; ///< cells that the point touches
} cw_eye;

cw_status cw_eye_init(cw_context *context, const cw_clearance *clearance, cw_eye *eye);
void cw_eye_free(cw_context *context, cw_eye *eye);

/// Distance from a point of a cell to the nearest wall that is seen from it.
cw_status cw_eye_distance(cw_context *context, cw_eye *eye, uint32_t cell, cw_vec2 point,
                          double *distance);

/// Offsets and indices in range, lists in order, copies equal to what they copy
/// (validate_indices.c).
cw_status cw_validate_clearance_indices(cw_context *context, const cw_clearance *clearance);
/// Sample points of every cell: the nearest wall is in the lists (validate_near.c).
cw_status cw_validate_near(cw_context *context, cw_eye *eye);
/// Summits and critical radii of portals (validate_summits.c).
cw_status cw_validate_summits(cw_context *context, cw_eye *eye);
/// Pieces, bands and free parts of portals (validate_portals.c).
cw_status cw_validate_portals(cw_context *context, cw_eye *eye);
/// Gates of cells (validate_gates.c).
cw_status cw_validate_gates(cw_context *context, cw_eye *eye);
/// The merge tree against a search over all gates (validate_tree.c).
cw_status cw_validate_tree(cw_context *context, const cw_clearance *clearance);
/// Widest ways inside cells with dents (validate_ways.c).
cw_status cw_validate_ways(cw_context *context, cw_eye *eye);

#endif
