/// Where agents go: targets, journeys, corridors in a pool, routes that are shared, and the search
/// for paths.
#ifndef CW_CROWD_WAYS_H
#define CW_CROWD_WAYS_H

#include "base/memory.h"
#include "clearance/ways/widest.h"
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
    CW_ARRAY(uint32_t) after; ///< per portal: the one that follows it on the way, or CW_NONE
    uint32_t free_first[CW_POOL_CLASSES]; ///< CW_NONE: no free block
} cw_portal_pool;

/// A place that a table of routes leads to.
typedef struct cw_route_goal {
    cw_place place;
    uint32_t target;
    uint32_t summit; ///< of its cell, joined with it; CW_NONE if there is none
} cw_route_goal;

/// The ways of all agents of a class of radii to a goal, from all free parts of all portals: one
/// search backwards (spread.c). The portals lie in the pool: first those that lead out of cell 0,
/// then out of cell 1, ...; then two for each goal, at which ways end (one for each side).
typedef struct cw_route_table {
    uint32_t stop;         ///< the goal
    uint32_t only;         ///< the only target of it, or CW_NONE
    double radius;         ///< for discs up to this radius
    uint32_t first, count; ///< in the pool of portals; `rest` is INFINITY where no way leads on
    uint32_t part_count;   ///< of these, parts of portals
    uint32_t cells;
    uint32_t *cell_first;      ///< cells + 1: the first portal out of each cell
    cw_joined_interval *parts; ///< per part of a portal
    cw_vec2 *cross;            ///< where its way crosses it, to which `rest` belongs
    uint32_t *goal;            ///< where its way ends
    cw_route_goal *goals;
    uint32_t goal_count;
} cw_route_table;

/// A search for a path that is under way.
typedef struct cw_crowd_search {
    bool running;
    bool reserved; ///< there is room for it: from the first one on, which many crowds never need
    double radius;
    uint64_t serial;     ///< of the agent
    uint32_t expansions; ///< so far
    cw_vec3 start;
    CW_ARRAY(cw_vec3) goals;
    CW_ARRAY(uint32_t) targets; ///< per goal
} cw_crowd_search;

/// A way from where an agent stands by a table.
typedef struct cw_route {
    uint32_t table, portal; ///< the next portal of that table, or CW_NONE: there is no way
    double length;          ///< metres
} cw_route;

#endif
