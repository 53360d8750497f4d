/// \file routing.h
/// Routes over a roadmap for crowds: people spread over its lanes by how crowded they are.
///
/// A lane is an edge of the roadmap walked in one direction: 2 * edge from its `from` to its `to`,
/// 2 * edge + 1 the other way. Positions are local to the mesh, see cw_clearance_local().
#ifndef CLEARWAY_ROUTING_H
#define CLEARWAY_ROUTING_H

#include "clearway/roadmap.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How people on a lane make it longer.
typedef enum cw_roadmap_weight {
    /// length * (1 + sqrt(same / room) + 2 sqrt(against / room)), room for 1 person per square
    /// metre, at least for one: lanes form by direction. People and room are those of the whole
    /// street, so that it does not matter where levels and rungs cut it into edges
    CW_ROADMAP_DENSITY = 0,
    /// the seed's: length * sqrt(people in both directions), never less than the length
    CW_ROADMAP_SEED,
    CW_ROADMAP_LENGTH, ///< people do not matter
} cw_roadmap_weight;
/// As in scenarios: "density", "seed", "length"; NULL beyond the last.
CW_API const char *cw_roadmap_weight_name(cw_roadmap_weight weight);

/// How many walk on each lane. Searches see the counts as they were published last.
typedef struct cw_roadmap_traffic {
    uint32_t lane_count; ///< two per edge of the roadmap
    uint32_t *now;       ///< per lane: people
    uint32_t *seen;      ///< per lane: as published
    uint32_t *changed;   ///< lanes that may differ
    uint8_t *marked;     ///< per lane: whether it is among them
    uint32_t changed_count;
    uint32_t people; ///< on the map: the sum of `now`
    /// A street: the edges of level 0 between the same two walls, or of a lane, end to end.
    uint32_t edge_count, street_count;
    uint32_t *street;      ///< per edge
    double *room;          ///< per street: how many people it has room for
    uint32_t *street_seen; ///< per street and direction: the sum of `seen`
    double *crowded; ///< per street and direction: how many times as long as it is that makes it
} cw_roadmap_traffic;

/// An empty roadmap. Zeroed on failure.
CW_API cw_status cw_roadmap_traffic_create(cw_context *context, const cw_roadmap *roadmap,
                                           cw_roadmap_traffic *traffic);
/// Safe on a zeroed struct and safe twice.
CW_API void cw_roadmap_traffic_free(cw_context *context, cw_roadmap_traffic *traffic);
/// Somebody goes from a lane to another; CW_NONE for off the map.
CW_API void cw_roadmap_move(cw_roadmap_traffic *traffic, uint32_t from_lane, uint32_t to_lane);
/// Lets searches see who is where. Its time goes with the lanes that changed.
CW_API void cw_roadmap_publish(cw_roadmap_traffic *traffic);

/// What walking a lane costs, in metres, never less than its length. `traffic` may be NULL.
CW_API double cw_roadmap_cost(const cw_roadmap *roadmap, const cw_roadmap_traffic *traffic,
                              cw_roadmap_weight weight, uint32_t lane);

/// Scratch memory and tables to find routes: one per thread.
typedef struct cw_roadmap_query cw_roadmap_query;

/// Makes a query object. Roadmap, tables and context must outlive it; the tables must be those of
/// the mesh that the roadmap was built with.
CW_API cw_status cw_roadmap_query_create(cw_context *context, const cw_roadmap *roadmap,
                                         const cw_clearance *clearance, cw_roadmap_query **query);
/// Frees a query object; NULL is fine.
CW_API void cw_roadmap_query_free(cw_roadmap_query *query);

/// What is asked. Start from cw_roadmap_request_default().
typedef struct cw_roadmap_request {
    cw_place start, goal;
    double radius; ///< metres, >= 0
    cw_roadmap_weight weight;
    /// Metres from the start, and a quarter of them before the goal, within which all lanes of a
    /// space are looked at; farther away the way goes over level 0. Above 0; 60.
    double horizon;
} cw_roadmap_request;
CW_API cw_roadmap_request cw_roadmap_request_default(void);

/// A portal on a route: of the mesh, or across a lane at a node of the roadmap.
typedef struct cw_roadmap_way {
    cw_vec2 right, left; ///< the part of it that belongs to the lane, less the radius at both ends
    uint32_t edge;       ///< of the mesh; CW_NONE for one across a lane
    uint32_t cell;       ///< behind it
    uint32_t lane;       ///< that leads to it
    double rest;         ///< metres from there to the goal
} cw_roadmap_way;

/// A route. The arrays belong to the query and hold until the next question.
typedef struct cw_roadmap_route {
    bool found;      ///< else take the shortest path: the roadmap has no way for this radius
    double length;   ///< metres
    double cost;     ///< of its lanes, and the length of the first and last leg
    uint32_t *lanes; ///< in walking order
    uint32_t lane_count;
    cw_roadmap_way *ways; ///< from the cell of the start to that of the goal
    uint32_t way_count;
    uint32_t expansions; ///< nodes that were expanded
} cw_roadmap_route;

/// Finds a route: straight to the nearest lane, over level 0 by the least cost with all lanes in
/// spaces near both ends, and straight to the goal. `traffic` may be NULL.
CW_API cw_status cw_roadmap_find(cw_roadmap_query *query, const cw_roadmap_request *request,
                                 const cw_roadmap_traffic *traffic, cw_roadmap_route *route);

#ifdef __cplusplus
}
#endif

#endif
