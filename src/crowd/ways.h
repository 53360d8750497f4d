/// Where agents go: targets, journeys, corridors in a pool, routes that are shared, and the search
/// for paths.
#ifndef CW_CROWD_WAYS_H
#define CW_CROWD_WAYS_H

#include "base/memory.h"
#include "clearway/crowd.h"

/// A registered target, local.
typedef struct cw_aim_target {
    cw_crowd_target_kind kind;
    double radius;
    uint32_t first, count; ///< of target_points
} cw_aim_target;

/// Places to which a search for a target may lead, for discs up to a radius.
typedef struct cw_aim_places {
    uint32_t target;
    uint32_t first, count; ///< of place_points
    double radius;
} cw_aim_places;

typedef struct cw_stop {
    uint32_t first, count; ///< of stop_targets
    double wait;
} cw_stop;

typedef struct cw_journey {
    uint32_t first, count; ///< of stops
} cw_journey;

/// Blocks of portals by powers of two; freed ones are chained by `edge` of their first portal.
enum { CW_POOL_CLASSES = 32 };
typedef struct cw_portal_pool {
    CW_ARRAY(cw_crowd_portal) portals;
    uint32_t free_first[CW_POOL_CLASSES]; ///< CW_NONE: no free block
} cw_portal_pool;

/// A corridor that agents in its first cell share.
typedef struct cw_route {
    uint32_t next; ///< of the same cell, or CW_NONE
    uint32_t stop; ///< the goal that it leads to
    uint32_t target;
    uint32_t first, count; ///< in the pool of portals; a block with one portal more than needed
    double radius;         ///< for discs up to this radius
    double length;
    cw_vec2 goal;
} cw_route;

/// A search for a path that is under way.
typedef struct cw_crowd_search {
    bool running;
    bool shared; ///< its path becomes a route
    double radius;
    uint64_t serial;     ///< of the agent
    uint32_t expansions; ///< so far
    cw_vec3 start;
    CW_ARRAY(cw_vec3) goals;
    CW_ARRAY(uint32_t) targets; ///< per goal
} cw_crowd_search;

#endif
