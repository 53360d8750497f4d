/// The query object: what every query of clearway/path.h works with.
#ifndef CW_PATH_QUERY_QUERY_H
#define CW_PATH_QUERY_QUERY_H

#include "clearance/ways/widest.h"
#include "clearway/path.h"
#include "path/costs/corridor.h"
#include "path/disc/fit.h"
#include "path/places/nearest.h"
#include "path/places/scratch.h"
#include "path/sights/sights.h"
#include "path/sights/trace.h"

#include <string.h>

/// What a path query does next.
typedef enum cw_query_phase {
    CW_QUERY_IDLE = 0, ///< there is no search to go on with
    CW_QUERY_DONE,     ///< the search has ended
    CW_QUERY_NEAREST,  ///< looks for the reachable place that is nearest to the goal, or for the
                       ///< valid place that is nearest to an end that has none
    CW_QUERY_CHEAPEST, ///< looks for a cheap way
    CW_QUERY_SHORTEST, ///< looks for the shortest path, in a corridor or everywhere
    CW_QUERY_SETTLED,  ///< with costs: the best path is known, or that there is none
    CW_QUERY_LINKS,    ///< the path without links is known; looks for a cheaper one over links
} cw_query_phase;

/// A point on a portal of the corridor through which the path has to go, or the goal.
typedef struct cw_knot {
    cw_vec2 at;
    uint32_t portal; ///< of the corridor; their number for the goal
} cw_knot;

/// On which leg a path crosses one of its portals.
typedef struct cw_portal_leg {
    uint32_t edge; ///< the portal, on the side that is left
    uint32_t leg;  ///< its index; the number of legs behind the last one
    bool at_start; ///< where that leg starts
} cw_portal_leg;

typedef struct cw_linked cw_linked; ///< links/linked.h

typedef CW_ARRAY(cw_path_portal) cw_path_portals;
typedef CW_ARRAY(cw_path_leg) cw_path_legs;

/// A path that is kept aside.
typedef struct cw_kept_path {
    cw_cells cells;
    cw_path_portals portals;
    cw_path_legs legs;
    cw_path path;
} cw_kept_path;

/// Lets a path have the arrays of its parts.
static inline void cw_kept_path_give(const cw_kept_path *kept, cw_path *path) {
    path->cells = kept->cells.items;
    path->cell_count = kept->cells.count;
    path->portals = kept->portals.items;
    path->portal_count = kept->portals.count;
    path->legs = kept->legs.items;
    path->leg_count = kept->legs.count;
}

struct cw_path_tables {
    cw_mesh_tables mesh; ///< what searches read
    cw_fits fits;
    uint64_t mesh_version; ///< see cw_path
};

/// The other parts of the floor that touch in a point: a cell of each (sides.c).
typedef struct cw_sides {
    cw_cells cells;
    cw_vec2 position; ///< local: where the vertex exactly is
} cw_sides;

static inline cw_place cw_side_place(const cw_sides *sides, uint32_t index) {
    return (cw_place){sides->cells.items[index], sides->position};
}

struct cw_query {
    cw_context *context;
    const cw_clearance *clearance;
    const cw_path_tables *tables;
    cw_path_tables *own_tables; ///< those, where no other query reads them; else NULL
    cw_scratch scratch;

    cw_path_request request; ///< its radius is that of the search, see cw_path_search_radius_for()
    double radius;           ///< that is asked for, or a hair less (fit.c); 0 for points
    double least;            ///< the least that counts as the radius that is asked for
    cw_query_phase phase;
    cw_place start;
    cw_place goal;                    ///< the last one that was found on the mesh
    bool backward;                    ///< the search at hand goes from the goal to the start
    cw_cells around;                  ///< the cells around a point
    cw_cells seen;                    ///< the cells around it on all sides of walls
    cw_sides start_sides, goal_sides; ///< of the start, and of a goal
    uint32_t sides_tried;             ///< of the start, but for the first
    bool goal_is_shared;              ///< a goal lies in several parts of the floor
    cw_kept_path aside;               ///< the best path from the other sides of the start
    bool partial;                     ///< the goal at hand stands in for one that cannot be reached
    cw_reach_from from; ///< the start, while a place is looked for that stands in for the goal
    cw_scratch nearest_scratch;
    cw_nearest_search nearest; ///< for such a place
    cw_path_status refused;    ///< what the query comes to when there is none
    cw_vec3 stray;             ///< the first goal that is on no valid place
    cw_path_search search;
    cw_path_search flood;    ///< for the cells within a distance; made when that is first asked
    double *ways;            ///< per cell that it comes to: the shortest way there; made with it
    cw_cells entered;        ///< these cells
    cw_heap queue;           ///< these by their ways
    uint32_t reserved;       ///< nodes for which a search has room, as was asked for; else 0
    const cw_sights *sights; ///< that may be used, or NULL
    bool plain;              ///< the query at hand does without sights
    bool unchecked;          ///< whether the goal can be reached has not been asked yet
    uint32_t before_check;   ///< nodes that are looked at before it is
    cw_trace trace;
    cw_corridor corridor;
    cw_widest_scratch widest;
    CW_ARRAY(cw_knot) knots; ///< of a corridor that is followed in stretches, the last first
    cw_vec2 knotted;         ///< the last knot that was reached
    cw_goal far_goal;        ///< to which the corridor leads
    uint32_t stretch_first;  ///< portal of the corridor at which the stretch at hand begins
    double stretched;        ///< length of the stretches that are done
    bool forbids;            ///< some areas may not be entered
    bool priced;             ///< `kept` is a path, which costs as much as it says
    cw_kept_path kept;       ///< the best path so far, while a cheaper one is looked for

    /// The parts of the last path.
    cw_cells cells;
    cw_path_portals portals;
    CW_ARRAY(cw_portal_leg) portal_legs; ///< per portal, until the legs are walked
    cw_path_legs legs;
    cw_path path;

    cw_linked *linked;  ///< for paths over links; made when the first is asked for
    bool crosses;       ///< links are looked at when the path without them is known
    uint32_t link_work; ///< expansions of walks between links
};

/// Puts the position of a gate into the caller's coordinates.
static inline void cw_query_tell_gate(const cw_query *query, cw_gate *gate) {
    if (gate->cell != CW_NONE) {
        gate->position = cw_clearance_plan(query->clearance->mesh, gate->position);
    }
}

/// The other parts of the floor that touch in a point, of which `place` is one: a cell of each, the
/// lowest first (sides.c).
cw_status cw_query_find_sides(cw_query *query, cw_vec3 point, cw_place place, cw_sides *sides);
/// Whether a point can go between any sides of two places, which are those of points where parts of
/// the floor touch; `gate` (may be NULL) receives the widest way (sides.c).
cw_status cw_query_join_sides(cw_query *query, cw_vec3 from, cw_vec3 to, cw_place a, cw_place b,
                              bool *joined, cw_gate *gate);
/// When a search has ended: keeps the better of its path and that from the sides before, and moves
/// the start to its next side. Otherwise gives back the best of all, and false (sides.c).
bool cw_query_next_side(cw_query *query);

/// Exchanges the path at hand with one that is kept aside (sides.c).
void cw_query_exchange(cw_query *query, cw_kept_path *kept);

/// Makes the search for the cells within a distance, unless it is there, with as much room as was
/// reserved for paths (reserve.c).
cw_status cw_query_make_flood(cw_query *query);

/// The sights that the search at hand may use, or NULL. Points need none.
static inline const cw_sights *cw_query_choose_sights(const cw_query *query) {
    return query->plain || query->request.radius < CW_LEAST_ANY ? NULL : query->sights;
}
/// Starts a search from a place, in a part of the corridor when in_corridor is set (start.c).
cw_status cw_query_begin_from(cw_query *query, cw_place from, bool in_corridor, uint32_t first,
                              uint32_t end);
/// What is looked for (start.c).
cw_corridor_task cw_query_task(cw_query *query);

/// Whether a search, over sights or without (NULL), is to begin at the goal (start.c).
bool cw_query_goes_back(const cw_query *query, const cw_sights *sights);

/// Turns some items of an array round. Inline, since it is quick where their size is known.
static inline void cw_turn_round(void *items, size_t size, uint32_t first, uint32_t end) {
    char *bytes = items, swap[128];
    CW_ASSERT(size <= sizeof swap);
    for (uint32_t i = first, j = end; i + 1 < j; i++) {
        j--;
        memcpy(swap, bytes + i * size, size);
        memcpy(bytes + i * size, bytes + j * size, size);
        memcpy(bytes + j * size, swap, size);
    }
}

/// Where the search at hand begins.
static inline cw_place cw_query_first(const cw_query *query) {
    return query->backward ? query->goal : query->start;
}

/// A vertex of the mesh where it exactly is: on the lattice.
static inline cw_vec3 cw_query_vertex_at(const cw_query *query, uint32_t vertex) {
    const cw_navmesh *mesh = query->clearance->mesh;
    cw_vec2 at = query->clearance->points[vertex];
    return (cw_vec3){at.x + mesh->lattice.origin_x, at.y + mesh->lattice.origin_y,
                     mesh->positions[vertex].z};
}

/// The radius of a disc for what asks whether it fits: the one that is asked for, or a hair less
/// (fit.h); `least` receives the least that counts as it.
static inline double cw_query_fit(const cw_query *query, double asked, double *least) {
    const cw_navmesh *mesh = query->clearance->mesh;
    *least = cw_fit_least(mesh, asked);
    return asked > 0 ? cw_fit_radius(&query->tables->fits, mesh, asked) : asked;
}

/// Whether a place has room for a disc. One that touches a wall has, whatever rounding makes of it:
/// positions on shortest paths do.
static inline bool cw_query_has_room(const cw_query *query, cw_place place, double radius) {
    return radius <= CW_FITS ||
           cw_clearance_has_room(query->clearance, place.cell, place.position, radius - CW_FITS);
}

/// Whether a disc fits exactly at a place that has no room for it; lowers the radius to what does.
static inline bool cw_query_fits(const cw_query *query, cw_place place, double least,
                                 double *radius) {
    double room = cw_clearance_at(query->clearance, place.cell, place.position, NULL);
    *radius = room >= least ? cw_least(*radius, room) : *radius;
    return room >= least;
}

#endif
