/// Agents on the lanes of a roadmap. Inside src/crowd/ only.
#ifndef CW_CROWD_LANES_H
#define CW_CROWD_LANES_H

#include "crowd/crowd.h"

/// What is kept of somebody on a route, by its slot.
typedef struct cw_lane_walker {
    bool routed;       ///< its corridor is a route
    bool joined;       ///< it has been on its lane
    uint32_t lane;     ///< on which it is counted
    uint32_t portal;   ///< the next one when it was looked after last
    uint32_t strayed;  ///< how often in a row it was seen beside its lane
    double ratio;      ///< cost per metre when the route was chosen
    double check_time; ///< seconds: when the rest of the route is looked at next
    double stray_time; ///< when its place beside the lane is
    double ask_rest;   ///< metres: with so many left the stretch ahead is looked at next
} cw_lane_walker;

struct cw_crowd_lanes {
    const cw_roadmap *roadmap;
    cw_roadmap_query *query;
    cw_roadmap_traffic traffic;
    cw_roadmap_weight weight;
    bool beside;                  ///< there are lanes beside level 0
    CW_ARRAY(uint32_t) of_portal; ///< per portal of the pool: the lane that leads to it
    CW_ARRAY(cw_lane_walker) walkers;
    CW_ARRAY(cw_vec3) goals;
    CW_ARRAY(uint32_t) targets; ///< per goal
    cw_crowd_routing stats;
};

/// The record of an agent; there is one for all who were given a path.
static inline cw_lane_walker *cw_lane_walker_of(const cw_crowd *crowd, uint32_t index) {
    uint32_t slot = crowd->agents.agent[index].slot;
    return slot < crowd->lanes->walkers.count ? &crowd->lanes->walkers.items[slot] : NULL;
}

/// A route for an agent that wants a path; not taken where the roadmap has none. Adds to
/// `expansions` what it looked at.
cw_status cw_lanes_take(cw_crowd *crowd, uint32_t index, uint32_t *expansions, bool *taken);
/// Sets the next portal past those across lanes that an agent has left behind.
void cw_lanes_pass(cw_crowd *crowd, uint32_t index);
/// After everybody has moved: who is on which lane, and who had better take another.
cw_status cw_lanes_watch(cw_crowd *crowd);
void cw_lanes_free(cw_crowd *crowd);
size_t cw_lanes_bytes(const cw_crowd *crowd);

#endif
