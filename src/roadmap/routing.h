/// The inside of a routing query. Inside src/roadmap/ only.
#ifndef CW_ROADMAP_ROUTING_H
#define CW_ROADMAP_ROUTING_H

#include "clearance/clearance.h"
#include "clearway/routing.h"
#include "path/ready/heap.h"
#include "roadmap/roadmap.h"

/// How many times as long as it is people make a lane.
double cw_roadmap_crowded(const cw_roadmap_traffic *traffic, cw_roadmap_weight weight,
                          uint32_t lane);

/// Numbers the streets, per edge, in order of their first edges; gives how many there are.
/// `parents` is scratch per edge.
uint32_t cw_roadmap_number_streets(const cw_roadmap *roadmap, uint32_t *parents, uint32_t *street);

/// A way through level 0 without side ways, between two junctions.
typedef struct cw_roadmap_chain {
    uint32_t ends[2];
    uint32_t first, count; ///< of chain_lanes, from ends[0] to ends[1]
    uint32_t run_first, run_count;
    double clearance, length;
} cw_roadmap_chain;

/// Lanes of a chain, one after the other, on one street.
typedef struct cw_roadmap_run {
    double length;
    uint32_t street; ///< 2 * street, and 1 more where the chain runs against it
} cw_roadmap_run;

/// A lane that leads on from a node: all that a search looks at, side by side.
typedef struct cw_roadmap_step {
    double length, clearance;
    uint32_t lane, to, space;
    uint32_t street; ///< 2 * street, and 1 more where the lane runs against it
} cw_roadmap_step;

/// An edge that crosses a cell, in a box that holds it.
typedef struct cw_cell_edge {
    float low_x, low_y, high_x, high_y;
    uint32_t edge;
} cw_cell_edge;

/// Where an edge goes out of a cell.
typedef struct cw_edge_crossing {
    double share;  ///< from its start
    uint32_t edge; ///< of the mesh
} cw_edge_crossing;

/// Where a search begins or ends: at a node, or at a share of an edge.
typedef struct cw_terminal {
    uint32_t node; ///< or CW_NONE
    uint32_t edge; ///< or CW_NONE
    double share;  ///< from its start
    cw_vec2 point;
} cw_terminal;

/// How a node was reached: from a node over a lane, or over the lanes of a chain from the place
/// `begin` to the place `end`.
typedef struct cw_came {
    uint32_t node;  ///< the one before
    uint32_t chain; ///< CW_NONE: over the lane `begin`, or nothing at all where that is CW_NONE
    uint32_t begin, end;
} cw_came;

typedef CW_ARRAY(uint32_t) cw_lanes;

struct cw_roadmap_query {
    cw_context *context;
    const cw_roadmap *roadmap;
    const cw_clearance *clearance;
    uint32_t node_count;
    cw_vec2 *points; ///< per node: local, rounded so that it does not matter where the plan lies
    double *lengths; ///< per edge: between these

    /// Level 0. What is left when leaves are cut off again and again is the core; from all others
    /// one edge leads towards it.
    uint32_t *parent;     ///< per node: that edge, or CW_NONE in the core and at a root
    uint32_t *node_chain; ///< per node: the chain it lies inside of, or CW_NONE
    uint32_t *node_place; ///< per node: after how many lanes of the chain
    CW_ARRAY(cw_roadmap_chain) chains;
    cw_lanes chain_lanes;
    CW_ARRAY(cw_roadmap_run) runs;
    uint32_t *step_first;   ///< per node: offsets into steps
    cw_roadmap_step *steps; ///< of spaces, but for those to corners
    uint32_t step_count;
    uint32_t *chain_first; ///< per node: offsets into chain_ends
    uint32_t *chain_ends;  ///< 2 * chain + 1 for the end of a chain, else its start
    uint32_t chain_end_count;

    uint32_t *cell_first;     ///< per cell of the mesh: offsets into cell_edges
    cw_cell_edge *cell_edges; ///< edges that cross it
    uint32_t cell_edge_count;
    uint32_t *crossing_first;    ///< per edge: offsets into crossings
    cw_edge_crossing *crossings; ///< of portals of the mesh, from the start of the edge to its end
    uint32_t crossing_count;
    uint32_t *queue; ///< of cells, to look around
    uint32_t *cell_round;

    // A search. Nodes node_count and node_count + 1 are the start and the goal.
    double *distance;
    double *key; ///< per node: with what is ahead at least, as it lies in the heap
    cw_came *came;
    uint32_t *reached;    ///< per node: the round in which it was
    uint32_t *goal_climb; ///< per node: the round in which it lies on the goal's way to the core
    uint32_t round, cell_rounds;
    cw_heap heap;
    double radius;
    cw_roadmap_weight weight;
    const cw_roadmap_traffic *traffic;
    cw_terminal start, goal;
    uint32_t entries[2];      ///< nodes inside chains from which the goal is reached, or CW_NONE
    uint32_t entry_chains[2]; ///< the chains
    uint32_t expansions;

    cw_lanes lanes, piece;
    CW_ARRAY(cw_roadmap_way) ways;
};

/// The node at the end of a lane, and at its start.
static inline uint32_t cw_lane_end(const cw_roadmap *roadmap, uint32_t lane) {
    const cw_roadmap_edge *edge = &roadmap->edges[lane / 2];
    return lane % 2 == 0 ? edge->to : edge->from;
}
static inline uint32_t cw_lane_start(const cw_roadmap *roadmap, uint32_t lane) {
    return cw_lane_end(roadmap, lane ^ 1);
}

static inline double cw_lane_cost(const cw_roadmap_query *query, uint32_t lane) {
    double length = query->lengths[lane / 2];
    return query->traffic == NULL || query->weight == CW_ROADMAP_LENGTH
               ? length
               : length * cw_roadmap_crowded(query->traffic, query->weight, lane);
}

/// Whether a disc of the query's radius may walk an edge.
static inline bool cw_edge_fits(const cw_roadmap_query *query, uint32_t edge) {
    return query->roadmap->edges[edge].clearance >= query->radius - CW_EXACT_FIT;
}

/// The core of level 0, its chains, and the ways to it (core.c).
cw_status cw_roadmap_find_core(cw_roadmap_query *query);
/// Which edges cross which cells (attach.c).
cw_status cw_roadmap_list_cells(cw_roadmap_query *query);
/// The edge nearest to a place that a disc can walk to in a straight line, of a space or (CW_NONE)
/// of all, at level 0 only if `ridges`. `anywhere` leaves the line alone. The edge is CW_NONE if
/// there is none.
cw_terminal cw_roadmap_attach(cw_roadmap_query *query, cw_place place, uint32_t space, bool ridges,
                              bool anywhere);
/// A search (search.c): begins a round, takes the nearest node, and looks at what may be nearer.
void cw_lane_search_begin(cw_roadmap_query *query);
cw_status cw_lane_search_reach(cw_roadmap_query *query, uint32_t node, double distance,
                               cw_came came);
/// The next node to look at, CW_NONE when there is none.
uint32_t cw_lane_search_next(cw_roadmap_query *query);
/// From the start to its first nodes, and straight to the goal on the same edge.
cw_status cw_lane_search_leave(cw_roadmap_query *query);
/// From a node to the goal, if it is one of its last.
cw_status cw_lane_search_arrive(cw_roadmap_query *query, uint32_t node);
/// Writes the lanes to the goal, in order, behind those in `lanes`.
cw_status cw_lane_search_trace(cw_roadmap_query *query, cw_lanes *lanes);

/// By all lanes of a space, and over level 0 (search.c, global.c).
cw_status cw_lane_search_space(cw_roadmap_query *query, uint32_t space, bool *found);
cw_status cw_lane_search_ridges(cw_roadmap_query *query, bool *found);

/// The portals of a route (ways.c); false when it does not stay on the floor.
cw_status cw_roadmap_list_ways(cw_roadmap_query *query, const cw_roadmap_request *request,
                               cw_terminal from, cw_terminal to, cw_roadmap_route *route);

#endif
