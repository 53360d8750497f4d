/// The state of a search for paths: what it reads of the mesh, its nodes, and what it has found.
#ifndef CW_PATH_READY_SEARCH_H
#define CW_PATH_READY_SEARCH_H

#include "path/ready/bends.h"
#include "path/ready/tables.h"

/// Lengths of paths that differ by less than this many metres, or this share, are the same:
/// rounding must not make one of several equally long ways look better again and again.
#define CW_SAME_LENGTH CW_PLACED
#define CW_SAME_SHARE 1e-13

static inline double cw_same_length(double length) {
    return CW_SAME_LENGTH + CW_SAME_SHARE * length;
}

/// A circle that a path turns around, or the start.
typedef struct cw_root {
    cw_vec2 center;
    double hand;          ///< 1: the circle is left of the path, -1: right, 0: the start
    double signed_radius; ///< hand * radius
    cw_vec2 at;           ///< where the path comes to it
    cw_vec2 along;        ///< in which direction; zero for the start
    cw_vec2 from;         ///< where the path left the root before
    double length;        ///< of the path up to `at`
    uint32_t corner;      ///< CW_NONE for the start
    uint32_t parent;      ///< root before, or CW_NONE
    uint32_t rival;       ///< another arrival at the corner on the same hand, or CW_NONE
    uint32_t steps;       ///< portals crossed before
    bool left;            ///< over sights: it has been left to the search from cell to cell
} cw_root;

typedef enum cw_node_kind {
    CW_NODE_ROOT, ///< rays from a root in the cell where it is entered
    CW_NODE_EDGE, ///< rays that enter a cell through an interval of a portal
    CW_NODE_GOAL, ///< a goal that is seen
} cw_node_kind;

typedef struct cw_node {
    double estimate;
    cw_vec2 right, left;            ///< directions of the bounding rays, not of a root node
    double right_start, left_start; ///< lengths of the path up to where they leave the root
    cw_vec2 low, high;              ///< right and left end of its interval
    double low_length, high_length; ///< of the paths to them
    uint32_t root;
    uint32_t parent; ///< node before, or CW_NONE
    uint32_t cell;   ///< that is entered
    uint32_t entry;  ///< edge of the cell, or CW_NONE
    uint32_t goal;   ///< of a goal node
    uint32_t steps;  ///< portals crossed
    uint8_t kind;    ///< cw_node_kind
    bool arc;        ///< an edge node whose rays go on around the arc, from its left end when the
                     ///< circle is left, else from its right end
    bool sound;      ///< an edge node whose bounding rays do cross the portal at these ends
} cw_node;

/// Where the node of a root is.
typedef struct cw_entrance {
    uint32_t parent, cell, entry, steps; ///< as in cw_node
} cw_entrance;

typedef struct cw_goal {
    cw_vec2 position;
    uint32_t cell;
    uint32_t index; ///< in the request
    bool further;   ///< the goal before this one is the same, in a cell beside this one
} cw_goal;

/// A part of a portal to whose points paths are known. Lengths of paths to its points are convex,
/// so between its ends they are no more than in proportion.
typedef struct cw_stretch {
    double s[2];      ///< ends, in metres from the start of the edge
    double length[2]; ///< of the paths to them
    double rise;      ///< of the length, in proportion
} cw_stretch;

/// What is known of a portal.
#define CW_KNOWN_STRETCHES 4
typedef struct cw_portal_known {
    uint32_t count;
    cw_stretch stretches[CW_KNOWN_STRETCHES];
} cw_portal_known;

/// Where that is kept, of an edge.
typedef struct cw_known_slot {
    uint32_t stamp;
    uint32_t index; ///< in search->known
} cw_known_slot;

/// The arrivals at each side of each corner: one that no other makes needless, and its rivals.
typedef struct cw_arrival {
    uint32_t stamp;
    uint32_t root;
} cw_arrival;

/// Something that stops rays in the cell at hand: a disc around a corner, or a wall of a dent.
typedef struct cw_obstacle {
    cw_vec2 center;  ///< of a disc, or the start of a wall
    cw_vec2 to;      ///< the end of a wall
    uint32_t corner; ///< CW_NONE for a wall
    bool open_from;  ///< of a wall: a ray may pass through its start, which is a corner
    bool open_to;    ///< and through its end
    uint32_t near;   ///< of a disc: its place in the list of the cell; of a wall CW_NONE
} cw_obstacle;

/// A part of an exit in shadow, in metres from its start.
typedef struct cw_shadow {
    double low, high;
    cw_tangent right, left; ///< rays at its two ends
} cw_shadow;

typedef CW_ARRAY(uint32_t) cw_cells;

static inline bool cw_cells_contain(const cw_cells *cells, uint32_t cell) {
    for (uint32_t i = 0; i < cells->count; i++) {
        if (cells->items[i] == cell) {
            return true;
        }
    }
    return false;
}

struct cw_fan;
struct cw_path_search;

/// What a search may do with a turn around a corner, instead of making a root of it: a ray of a fan
/// comes to it after `length` metres, with the corner on a hand. `taken` is false when it leaves
/// the turn to the search.
typedef cw_status cw_turn_taker(const struct cw_fan *fan, const cw_tangent *ray, double length,
                                uint32_t corner, double hand, bool *taken);

/// What the search for discs notes (path/disc/).
typedef struct cw_disc_state {
    double turn_slack; ///< turn measures this close are the same
    CW_ARRAY(cw_node) nodes;
    CW_ARRAY(cw_root) roots;
    CW_ARRAY(cw_obstacle) obstacles;
    CW_ARRAY(cw_shadow) shadows;
    cw_arrival *arrivals; ///< two per corner: circle left, circle right
    uint32_t arrival_count;
    cw_known_slot *known_slots;      ///< per edge, seen from the cell that is left
    CW_ARRAY(cw_portal_known) known; ///< of the portals that the search has come to
    bool fanned;                     ///< the rays of the start have been sent out
} cw_disc_state;

/// A search: what it reads, what it is asked, what waits, and what each of the engines notes.
typedef struct cw_path_search {
    const cw_clearance *clearance;
    cw_context *context;
    cw_mesh_tables mesh; ///< constant, and shared with other searches

    // What is asked.
    double radius; ///< see cw_path_search_set_radius()
    CW_ARRAY(cw_goal) goals;
    const cw_sights *sights; ///< or NULL
    cw_turn_taker *on_turn;  ///< of sights, or NULL
    double weight;           ///< of what is left in estimates; 1 finds the shortest path
    /// Only these exits may be taken, one after the other, when in_corridor is set.
    const uint32_t *corridor;
    uint32_t corridor_count;
    bool in_corridor;
    /// Areas that may not be entered, as in cw_path_request; NULL for none.
    const uint8_t *cell_area;
    const double *area_cost;

    // What waits, and how far the search is.
    cw_heap heap;
    cw_heap_item held; ///< a node that is not in the heap; CW_NONE for none
    cw_heap far;       ///< in no order: what lies beyond the horizon
    double horizon;    ///< the heap has the nodes up to this estimate
    double stride;     ///< by which the horizon is moved next
    uint32_t stamp;
    cw_cells around; ///< the cells of the start
    double best;     ///< length of the best goal node so far
    uint32_t found;  ///< goal node, or CW_NONE
    uint32_t expansions;

    // The engines.
    cw_points points;            ///< for points
    cw_disc_state disc;          ///< for discs
    cw_sights_state over_sights; ///< for discs over sights
} cw_path_search;

/// Metres by which a disc has to be larger than a dent is deep.
#define CW_TOO_LARGE (8 * CW_GRAZE)

/// Whether a disc of a radius moves in a cell as in a convex one: it has no dents, or none that the
/// disc fits into (dents.c).
static inline bool cw_path_search_is_convex_for(const cw_path_search *search, uint32_t cell,
                                                double radius) {
    return !search->mesh.dented[cell] || radius > search->mesh.hulls.depth[cell] + CW_TOO_LARGE;
}

/// Whether a disc of the radius at hand moves in a cell as in a convex one.
static inline bool cw_path_search_is_convex(const cw_path_search *search, uint32_t cell) {
    return cw_path_search_is_convex_for(search, cell, search->radius);
}

/// Whether a point is no farther from a side than a distance.
static inline bool cw_mesh_side_within(const cw_mesh_side *side, cw_vec2 point, double distance) {
    cw_vec2 v = cw_vec2_sub(point, side->from);
    double s = cw_vec2_dot(side->along, v);
    return fabs(cw_vec2_cross(side->along, v)) <= distance && s >= -distance &&
           s <= side->length + distance;
}

/// The first cell of the corridor at hand.
static inline uint32_t cw_path_search_corridor_cell(const cw_path_search *search) {
    return search->corridor_count > 0 ? search->clearance->mesh->edge_cell[search->corridor[0]]
                                      : search->goals.items[0].cell;
}

/// Whether a bridge leads away from all goals, where there are any (bridges.c).
bool cw_path_search_leads_away(const cw_path_search *search, const cw_mesh_side *side);

/// How far inside of the hull of a cell with dents a point lies; negative outside (dents.c).
double cw_path_search_inside_hull(const cw_path_search *search, uint32_t cell, cw_vec2 point);
/// How far inside of a cell, or of its hull, a point lies; negative outside (crowded_cell.c).
double cw_path_search_inside(const cw_path_search *search, uint32_t cell, cw_vec2 point);

/// Adds a number with its estimate to the heap, or to what lies beyond its horizon: most of that is
/// never needed, and need not be sorted.
static inline cw_status cw_path_search_put_off(cw_path_search *search, cw_heap_item item) {
    if (item.key > search->horizon) {
        return CW_ARRAY_PUSH(search->context, &search->far, item);
    }
    return cw_heap_push(search->context, &search->heap, item);
}
/// Adds a number to the heap, but holds the best back: it is often the next to be expanded, and
/// then needs no heap.
static inline cw_status cw_path_search_wait(cw_path_search *search, cw_heap_item item) {
    if (search->held.node == CW_NONE) {
        search->held = item;
        return CW_OK;
    }
    if (cw_heap_before(item, search->held)) {
        cw_heap_item swap = search->held;
        search->held = item;
        item = swap;
    }
    return cw_path_search_put_off(search, item);
}

#endif
