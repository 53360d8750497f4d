/// The search for shortest disc paths: its nodes and its state.
///
/// The method is Polyanya (Cui, Harabor, Grastien: Compromise-free pathfinding on a navigation
/// mesh, 2017) with circles for corners. A path of a disc of radius r is a point's path that keeps
/// out of the open discs of radius r around the corners of the walls; it runs straight between the
/// circles it turns around. A root is such a circle with the side on which it is passed, entered at
/// one point; the rays that leave it tangentially, further and further round, sweep the floor
/// without crossing each other. A node is a root and an interval of a portal that its rays reach.
///
/// Straight rays need to look at corners only: a ray that comes too close to the inside of a wall
/// can leave that strip only through the disc of a corner, or ends at the wall. Arcs look at walls
/// too.
///
/// Expanding a node sends its rays through one cell (expand.c):
///   1. while the rays leave an arc that runs on inside the cell, the arc is followed (arc.c);
///   2. a goal or a circle that is touched inside the cell is reached; the circle is a new root
///      (turns.c);
///   3. the circles near the cell shadow parts of the exits (shadow.c); what is left are the
///      successors (exits.c).
/// The estimate (estimate.c) is the length to the root, plus the way from there around it, through
/// the interval and straight on to the goal: never too long, so the first goal that is taken from
/// the heap is nearest. What is longer than a path that is known is cut off (compare.c, known.c).
#ifndef CW_PATH_TAUT_H
#define CW_PATH_TAUT_H

#include "clearway/sights.h"
#include "path/heap.h"
#include "path/points.h"
#include "path/tangent.h"

/// Lengths of paths that differ by less than this many metres, or this share, are the same:
/// rounding must not make one of several equally long ways look better again and again.
#define CW_SAME_LENGTH 1e-11
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
    CW_NODE_ROOT,   ///< rays from a root in the cell where it is entered
    CW_NODE_EDGE,   ///< rays that enter a cell through an interval of a portal
    CW_NODE_GOAL,   ///< a goal that is seen
    CW_NODE_SECTOR, ///< rays from the start in its cell, between walls that it stands on
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
} cw_goal;

/// An edge of the mesh, ready for rays.
typedef struct cw_taut_side {
    cw_vec2 from;
    cw_vec2 along; ///< unit
    double length;
    uint32_t next; ///< edge of the cell, counter-clockwise
    uint32_t twin;
    uint32_t behind; ///< the cell on its other side, or CW_NONE
    /// A portal that has several free parts for some radius: an arc may go out through one of them
    /// and come back through another.
    bool splits;
    bool corner_from, corner_to; ///< of a wall: it starts, or ends, at a corner
    /// The corner at its start, in a cell without dents, or CW_NONE.
    uint32_t corner;
    /// A portal without which the mesh would fall apart: through it, a path goes to its goal or not
    /// at all. Behind it lie the cells visited at the times low .. high (1), or all others (-1).
    int8_t bridge;
    uint32_t low, high;
} cw_taut_side;

/// A portal of a cell: most rays that leave it are found by these alone.
typedef struct cw_taut_door {
    cw_vec2 from, to;
    uint32_t edge;
} cw_taut_door;

/// Where the walls at a corner go, from its position.
typedef struct cw_taut_cone {
    cw_vec2 out;  ///< to the end of the wall that starts at the corner
    cw_vec2 back; ///< to the start of the wall that ends there
    /// Where the walls are not snapped: directions of the last rays around the corner, with it on
    /// the left, and on the right.
    cw_vec2 last[2];
    /// Up to half of this, a disc can go all the way round the corner without meeting another wall.
    double gap;
    bool wide;
    bool snapped; ///< one of the walls is so short that the next ones count too
} cw_taut_cone;

/// The direction in which an arc around a corner, on a hand, is left last: from there on the end of
/// a wall, given from the corner's position, reaches across the ray by more than CW_GRAZE.
cw_vec2 cw_taut_last_along(cw_vec2 end, double hand);

/// A part of a portal to whose points paths are known. Lengths of paths to its points are convex,
/// so between its ends they are no more than in proportion.
typedef struct cw_stretch {
    double s[2];      ///< ends, in metres from the start of the edge
    double length[2]; ///< of the paths to them
    double rise;      ///< of the length, in proportion
} cw_stretch;

/// What is known of a portal.
#define CW_KNOWN_STRETCHES 4
typedef struct cw_taut_known {
    uint32_t stamp, count;
    bool wall_from, wall_to; ///< the ends of the portal that lie on walls
    double critical;         ///< up to this radius only these ends matter (cw_portal)
    cw_stretch stretches[CW_KNOWN_STRETCHES];
} cw_taut_known;

/// The arrivals at each side of each corner: one that no other makes needless, and its rivals.
typedef struct cw_arrival {
    uint32_t stamp;
    uint32_t root;
} cw_arrival;

/// A way to a bend (sights.h) that waits in the heap, or has been taken from it.
typedef struct cw_bend_node {
    double length;   ///< of the path up to the bend
    double arrives;  ///< the turn where it comes to it
    uint32_t sight;  ///< over which it comes
    uint32_t root;   ///< before it
    uint32_t before; ///< the way to the same bend that was found before it, or CW_NONE
    uint32_t part;   ///< of the bend, that it comes to; CW_NONE for the whole of it
} cw_bend_node;

/// Marks the numbers of bend nodes in the heap, and of the openers of the start (sights.h), which
/// have not been looked at yet.
#define CW_BEND_NODE 0x80000000u
#define CW_OPENER_NODE 0x40000000u

/// The sights of a bend for the radius at hand.
typedef struct cw_bend_view {
    uint32_t stamp;
    uint32_t first, count; ///< first is CW_NONE where only some were made
} cw_bend_view;

/// A free part of the circle of a corner, in turns of its left bend.
typedef struct cw_bend_part {
    double low, high;
    uint32_t next; ///< part of the same corner, or CW_NONE
} cw_bend_part;

typedef struct cw_part_list {
    uint32_t stamp;
    uint32_t first; ///< part, or CW_NONE
} cw_part_list;

/// What bends see at one radius, as far as it is known.
typedef struct cw_radius_views {
    double radius;
    uint32_t stamp; ///< of what is known
    uint64_t uses, last_use;
    cw_bend_view *views; ///< per bend; NULL until the radius is used
    cw_part_list *lists; ///< per corner
} cw_radius_views;

/// Radii that are kept. Characters of one place rarely come in more sizes.
#define CW_KEPT_RADII 8

/// The sights of the bends that were come to, at the radii that are kept (kept.c): with sights for
/// any radius they are made when they are needed. What they are depends on nothing that was asked
/// before.
typedef struct cw_bend_views {
    const cw_sights *source;
    CW_ARRAY(struct cw_sight) sights; ///< of each bend, the last to leave first
    CW_ARRAY(cw_bend_part) parts;     ///< that were come to, of bends that are not open
    cw_radius_views kept[CW_KEPT_RADII];
    cw_radius_views trial;              ///< of a radius that is new
    uint32_t trial_sights, trial_parts; ///< how many there were before it
    double dropped[CW_KEPT_RADII];      ///< the last radii whose trial was not enough
    uint64_t drops, uses;               ///< how many ever
    cw_radius_views *now;               ///< of the radius at hand
} cw_bend_views;

/// The last way to a bend that was found.
typedef struct cw_bend_last {
    uint32_t stamp;
    uint32_t node; ///< bend node
} cw_bend_last;

/// Something that stops rays in the cell at hand: a disc around a corner, or a wall of a dent.
typedef struct cw_obstacle {
    cw_vec2 center;  ///< of a disc, or the start of a wall
    cw_vec2 to;      ///< the end of a wall
    uint32_t corner; ///< CW_NONE for a wall
    bool open_from;  ///< of a wall: a ray may pass through its start, which is a corner
    bool open_to;    ///< and through its end
    uint32_t seen;   ///< of a disc: the edge of the cell through which it is seen, or CW_NONE
    uint32_t near; ///< of a disc in a throng: its place in the list of the cell; of a wall CW_NONE
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

/// The hulls of cells with dents (hulls.c).
typedef struct cw_taut_hulls {
    double *depth;   ///< per cell: of its deepest dent, in metres
    uint32_t *first; ///< per cell: where its lines start; one more at the end
    CW_ARRAY(cw_taut_line) lines;
} cw_taut_hulls;

typedef struct cw_taut {
    const cw_clearance *clearance;
    cw_context *context;
    double extent;    ///< the largest coordinate of the mesh
    double near_root; ///< metres: at least CW_NEAR_ROOT, more in large meshes
    double rounding;  ///< metres by which rounding may exchange the ends of a part of an exit
    uint8_t *dented;  ///< per cell: walls of the cell stand inside its hull
    cw_taut_hulls hulls;
    cw_taut_side *sides; ///< per edge of the mesh
    /// The portals of cell c: doors[door_first[c]] .. [door_first[c + 1] - 1].
    uint32_t *door_first;
    cw_taut_door *doors;
    cw_taut_cone *cones; ///< per corner
    uint32_t *times;     ///< per cell: when a walk through the whole mesh first came to it
    bool flat;           ///< the whole mesh has one height
    /// Cells in which corners or edges throng (throng.h).
    uint32_t *throng_of; ///< per cell, or CW_NONE
    struct cw_throng *throngs;
    uint32_t throng_count;
    struct cw_finds *finds; ///< there, in an area; NULL without throngs
    cw_obstacle *gathered;  ///< there, for an exit; NULL without throngs
    double radius;          ///< see cw_taut_set_radius()
    double turn_slack;      ///< turn measures this close are the same
    CW_ARRAY(cw_goal) goals;
    CW_ARRAY(cw_node) nodes;
    CW_ARRAY(cw_root) roots;
    cw_heap heap;
    cw_heap_item held; ///< a node that is not in the heap; CW_NONE for none
    cw_heap far;       ///< in no order: what lies beyond the horizon
    double horizon;    ///< the heap has the nodes up to this estimate
    double stride;     ///< by which the horizon is moved next
    CW_ARRAY(cw_obstacle) obstacles;
    CW_ARRAY(cw_shadow) shadows;
    cw_arrival *arrivals; ///< two per corner: circle left, circle right
    uint32_t arrival_count;
    cw_taut_known *known; ///< per edge, seen from the cell that is left
    uint32_t stamp;
    const cw_sights *sights;      ///< of this radius, or NULL
    struct cw_explorer *explorer; ///< while sights are made, else NULL
    cw_cells around;              ///< the cells of the start
    bool fanned;                  ///< the rays of the start have been sent out
    cw_points points;             ///< for points
    CW_ARRAY(cw_bend_node) bends;
    CW_ARRAY(struct cw_sight) own_sights; ///< that were made for this query (sights.h)
    cw_bend_last *lasts;                  ///< per bend; NULL until sights are used
    cw_bend_views views;                  ///< with sights for any radius
    /// Only these exits may be taken, one after the other, when in_corridor is set.
    const uint32_t *corridor;
    uint32_t corridor_count;
    bool in_corridor;
    /// Areas that may not be entered, as in cw_path_request; NULL for none.
    const uint8_t *cell_area;
    const double *area_cost;
    bool plain_costs; ///< every cell costs the same
    double weight;    ///< of what is left in estimates; 1 finds the shortest path
    double best;      ///< length of the best goal node so far
    uint32_t found;   ///< goal node, or CW_NONE
    uint32_t expansions;
} cw_taut;

/// Where an arc ends in a cell.
typedef struct cw_arc_end {
    cw_tangent ray; ///< the last ray that leaves it
    uint32_t exit;  ///< portal through which it goes on, or CW_NONE
} cw_arc_end;

/// A bounding ray, as seen from the center of the root.
typedef struct cw_bound {
    cw_vec2 along;
    double offset; ///< of the center, to the left of the ray
} cw_bound;

/// The fan of rays of the node at hand, in one cell.
typedef struct cw_fan {
    cw_taut *search;
    uint32_t node_index;
    uint32_t root_index;
    uint32_t steps; ///< portals crossed
    cw_root root;
    uint32_t cell;
    uint32_t entry; ///< edge of the cell, or CW_NONE
    bool open;      ///< not bounded: rays from the start in its cell, where it stands on no wall
    cw_tangent right, left;
    double right_start, left_start; ///< lengths of the path up to where they leave the root
    /// The bounding rays for comparing with points. The last ray of an arc bounds only what lies
    /// ahead of it, so it lets everything pass.
    cw_bound right_bound, left_bound;
    bool arc_inside; ///< an arc is followed in this cell
    cw_arc_end arc;  ///< where it ends
    double least;    ///< shortest part of an exit that is followed, in metres
} cw_fan;

/// Metres by which a disc has to be larger than a dent is deep.
#define CW_TOO_LARGE (8 * CW_GRAZE)

/// Whether a disc of a radius moves in a cell as in a convex one: it has no dents, or none that the
/// disc fits into (hulls.c).
static inline bool cw_taut_is_convex_for(const cw_taut *search, uint32_t cell, double radius) {
    return !search->dented[cell] || radius > search->hulls.depth[cell] + CW_TOO_LARGE;
}

/// The same for the radius at hand.
static inline bool cw_taut_is_convex(const cw_taut *search, uint32_t cell) {
    return cw_taut_is_convex_for(search, cell, search->radius);
}

/// Whether a fan is bounded by straight rays on both sides in a convex cell: then what it sees of
/// the border is one run of edges.
static inline bool cw_fan_is_plain(const cw_fan *fan) {
    return !fan->open && !fan->arc_inside && !fan->search->dented[fan->cell];
}

/// Whether the rays of a fan come from the start, in its cell.
static inline bool cw_fan_is_first(const cw_fan *fan) {
    return fan->entry == CW_NONE && fan->root.hand == 0;
}

/// The part of an exit at hand, with the rays to its ends.
typedef struct cw_exit_part {
    const cw_taut_side *side;
    double low, high; ///< metres from the start of the edge
    cw_tangent right, left;
    bool arc; ///< the arc goes out at one end of it
    /// Corners at the right and the left end of the exit whose discs are cut off already.
    uint32_t right_corner, left_corner;
} cw_exit_part;

/// Adds an edge node, without its estimate, to the heap; the part is that of the exit it comes
/// through. The node stands behind the others already: search->nodes.items[search->nodes.count].
cw_status cw_taut_push_edge(cw_taut *search, cw_node *node, const cw_exit_part *part);
/// Adds a goal node, whose estimate is its length, unless a shorter one is known. With a slack,
/// paths that come back to where they have been are passed over.
cw_status cw_taut_push_goal(cw_taut *search, const cw_node *node);

/// Adds a root that a fan reaches by a ray, and its node, unless the corner was reached better
/// before.
cw_status cw_taut_turn(const cw_fan *fan, const cw_tangent *ray, double length, uint32_t corner,
                       double hand);

/// Adds a node whose estimate is known to the heap (shortest.c).
cw_status cw_taut_add(cw_taut *search, const cw_node *node);
/// Adds a number with its estimate to the heap, or to what lies beyond its horizon: most of that is
/// never needed, and need not be sorted.
static inline cw_status cw_taut_put_off(cw_taut *search, cw_heap_item item) {
    if (item.key > search->horizon) {
        return CW_ARRAY_PUSH(search->context, &search->far, item);
    }
    return cw_heap_push(search->context, &search->heap, item);
}
/// The same, but the best is held back: it is often the next to be expanded, and then needs no
/// heap.
static inline cw_status cw_taut_wait(cw_taut *search, cw_heap_item item) {
    if (search->held.node == CW_NONE) {
        search->held = item;
        return CW_OK;
    }
    if (cw_heap_before(item, search->held)) {
        cw_heap_item swap = search->held;
        search->held = item;
        item = swap;
    }
    return cw_taut_put_off(search, item);
}
/// Of what was put off, from a number on, moves what is not beyond the horizon to the heap.
cw_status cw_taut_draw_near(cw_taut *search, uint32_t first);
/// Adds a root that is reached by a fan or a sight, and its node, unless the corner was reached
/// better before; sets the rival of the root.
cw_status cw_taut_add_root(cw_taut *search, cw_root *root, const cw_entrance *where);

/// Adds the way from a root over a sight that is none of a bend's, `length` long in all, unless a
/// better one is known (bends.c).
cw_status cw_bends_push(cw_taut *search, const struct cw_sight *sight, double length,
                        uint32_t root);
/// Adds the way from the start over a sight whose cell and arrival are not known, if it is free
/// (bends.c).
cw_status cw_bends_look_at(cw_taut *search, struct cw_sight *sight);
/// Whether a search can begin with the openers of its start; then it does (starts.c).
cw_status cw_bends_begin(cw_taut *search, bool *begun);
/// Looks whether the start sees a goal; false when that cannot be told (bends.c).
cw_status cw_bends_look_at_goal(cw_taut *search, uint32_t index, bool *told);
/// Looks whether the start sees one of its openers (starts.c).
cw_status cw_bends_open(cw_taut *search, uint32_t opener);
/// Sends out the rays of the start, unless that has been done (shortest.c).
cw_status cw_taut_fan_out(cw_taut *search);
/// Goes on from a bend to the goals and bends that it sees (bends.c).
cw_status cw_bends_expand(cw_taut *search, uint32_t index);

/// How far inside of a cell, or of its hull, a point lies; negative outside (trace.c).
double cw_taut_inside(const cw_taut *search, uint32_t cell, cw_vec2 point);
/// The same for the hull of a cell with dents (hulls.c).
double cw_taut_inside_hull(const cw_taut *search, uint32_t cell, cw_vec2 point);

/// Whether arrivals at a corner after so many portals of a corridor are as good as each other: a
/// point on a vertex is in all cells around it at once, as long as the corridor's portals between
/// them end there too. Without this, each corner multiplies the ways to tell a path.
bool cw_taut_same_stay(const cw_taut *search, uint32_t corner, uint32_t steps, uint32_t other);

/// Whether a point is no farther from a side than that.
static inline bool cw_taut_lies_within(const cw_taut_side *side, cw_vec2 point, double distance) {
    cw_vec2 v = cw_vec2_sub(point, side->from);
    double s = cw_vec2_dot(side->along, v);
    return fabs(cw_vec2_cross(side->along, v)) <= distance && s >= -distance &&
           s <= side->length + distance;
}

/// Length of the path to a point on the ray `tangent` from a root, `length` behind where it leaves.
double cw_taut_length(const cw_root *root, cw_vec2 along, double length);

/// A root of the search on the lattice.
static inline const cw_point_root *cw_point_root_at(const cw_taut *search, uint32_t index) {
    return &search->points.roots.items[index];
}

/// The first cell of the corridor at hand.
static inline uint32_t cw_taut_corridor_cell(const cw_taut *search) {
    return search->corridor_count > 0 ? search->clearance->mesh->edge_cell[search->corridor[0]]
                                      : search->goals.items[0].cell;
}

/// Whether a bridge leads away from all goals, where there are any (expand.c).
bool cw_taut_leads_away(const cw_taut *search, const cw_taut_side *side);

/// Sends the rays of a node through its cell (expand.c).
cw_status cw_taut_expand(cw_taut *search, uint32_t node_index);

/// Reaches a goal in the cell of a fan, and the corners that it sees there (turns.c).
cw_status cw_fan_reach_goal(cw_fan *fan, uint32_t goal);
cw_status cw_fan_turn_at_corners(cw_fan *fan);

static inline cw_vec2 cw_exit_point(const cw_exit_part *part, double s) {
    return cw_vec2_along(part->side->from, s, part->side->along);
}

/// Where a ray crosses the line of an exit, in metres from its start; infinite for rays that do not
/// go out there.
static inline double cw_exit_cross(const cw_tangent *ray, const cw_taut_side *side) {
    double facing = cw_vec2_cross(ray->along, side->along);
    if (facing <= 0) {
        return cw_vec2_dot(ray->along, side->along) > 0 ? INFINITY : -INFINITY;
    }
    return cw_vec2_cross(ray->along, cw_vec2_sub(ray->at, side->from)) / facing;
}

/// The points where the circle of the search's radius around a center crosses the line of an exit,
/// in metres from its start (shadow.c).
bool cw_exit_meets_circle(const cw_taut_side *side, cw_vec2 center, double radius, double *first,
                          double *second);

/// Where the shadow of the disc around a center ends on an exit, and the ray there, on the side
/// where it is passed with the disc on the given hand (1: disc left, so the right end of the
/// shadow); false when it has no such end (shadow.c).
bool cw_fan_shadow_end(const cw_fan *fan, const cw_taut_side *side, cw_vec2 center, double hand,
                       double *s, cw_tangent *ray);

/// Collects the shadows on the part of an exit at hand, sorted by where they begin (shadow.c).
cw_status cw_fan_shade(const cw_fan *fan, const cw_exit_part *part);

/// Sends a fan through an exit of its cell (exits.c).
cw_status cw_fan_take_exit(cw_fan *fan, uint32_t edge);

/// A part of a portal that a fan reaches, and how the length of its paths grows along the portal at
/// the two ends: by the cosine between ray and portal.
typedef struct cw_taut_reach {
    cw_stretch part;
    double slope[2];
} cw_taut_reach;

/// Metres: a ray that crosses a portal this close to its root tells nothing of directions there.
#define CW_NEXT_TO_ROOT 1e-6

/// Metres: of the ray to a place that is nearer to the root than this, or than `near_root` of the
/// search, rounding can change the direction by more than CW_GRAZE at the far side of the mesh.
#define CW_NEAR_ROOT 1e-4

/// Metres by which the end of a part may miss its ray.
#define CW_OFF_RAY 1e-9

/// Measures the paths to the ends of an edge node, whose bounding rays leave its root at two
/// points. Where a ray runs along the portal, or starts at it, its crossing means nothing, and the
/// node is not compared with others.
static inline void cw_node_measure(cw_node *node, cw_vec2 right_at, cw_vec2 left_at) {
    cw_vec2 low = cw_vec2_sub(node->low, right_at), high = cw_vec2_sub(node->high, left_at);
    double low_way = cw_vec2_length(low), low_depth = cw_vec2_dot(node->right, low);
    double high_way = cw_vec2_length(high), high_depth = cw_vec2_dot(node->left, high);
    node->low_length = node->right_start + low_way;
    node->high_length = node->left_start + high_way;
    node->sound = (low_depth > CW_NEXT_TO_ROOT) & (low_way - low_depth < CW_OFF_RAY) &
                  (high_depth > CW_NEXT_TO_ROOT) & (high_way - high_depth < CW_OFF_RAY);
}

/// Cuts an edge node down to where it is not surely longer than the nodes that were expanded before
/// it, and makes known what is left; false when that is nothing (compare.c).
bool cw_taut_compare(cw_taut *search, cw_node *node);
/// No more than the length of a path to the nearest goal over an edge node, or over a root, with
/// what is left on its weight (estimate.c).
double cw_taut_estimate_edge(const cw_taut *search, const cw_node *node, const cw_exit_part *part);
double cw_taut_estimate_root(const cw_taut *search, const cw_root *root);
/// The length of the path over an edge node to a point of its part of the portal.
double cw_taut_way_to(const cw_taut *search, const cw_node *node, cw_vec2 point);

/// Moves the ends s of a part that a fan reaches to where no known path is surely shorter
/// (known.c). False when nothing is left.
bool cw_taut_trim(const cw_taut *search, uint32_t edge, const cw_taut_reach *fan, double s[2]);
/// Makes a part known, whose rise is not asked.
void cw_taut_learn(cw_taut *search, uint32_t edge, const cw_stretch *part);

/// Whether the path to a goal node surely comes back to where it has been (loops.c).
bool cw_taut_loops(const cw_taut *search, const cw_node *goal);

/// Whether a direction leads from a corner into the solid between its walls (turns.c).
bool cw_taut_enters(const cw_taut *search, uint32_t corner, cw_vec2 along);

/// Whether a disc, or a point, that comes to a corner in a cell, in a direction on a hand, can turn
/// around it: no wall of the corner reaches across the ray (turns.c).
bool cw_taut_may_turn(const cw_taut *search, uint32_t corner, uint32_t cell, cw_vec2 along,
                      double hand);

/// Whether an obstacle stops a ray between two depths (turns.c).
bool cw_fan_stops(const cw_fan *fan, const cw_obstacle *obstacle, const cw_tangent *ray,
                  double from, double to);

/// Sine of the angle between a ray and the entry below which the ray runs along the entry, and
/// where it crosses it means nothing.
#define CW_ALONG_ENTRY 1e-6

/// Depth at which a ray comes into the cell of a fan.
static inline double cw_fan_entry_depth(const cw_fan *fan, const cw_tangent *ray) {
    if (fan->entry == CW_NONE) {
        return 0;
    }
    const cw_taut_side *entry = &fan->search->sides[fan->entry];
    double facing = cw_vec2_cross(entry->along, ray->along);
    if (facing < CW_ALONG_ENTRY) {
        return 0;
    }
    return cw_most(cw_vec2_cross(entry->along, cw_vec2_sub(entry->from, ray->at)) / facing, 0);
}

/// Depth from which on the walls of the cell of a fan count for a ray: where it comes in, and no
/// later than the farther end of the entry.
static inline double cw_fan_wall_depth(const cw_fan *fan, const cw_tangent *ray) {
    double depth = cw_fan_entry_depth(fan, ray);
    if (depth == 0) {
        return 0;
    }
    const cw_taut_side *entry = &fan->search->sides[fan->entry];
    double from = cw_tangent_depth(ray, entry->from);
    double to = cw_tangent_depth(ray, fan->search->sides[entry->next].from);
    return cw_least(depth, cw_most(cw_most(from, to), 0));
}

/// The ray from the root of a fan to a point.
static inline bool cw_fan_ray_to(const cw_fan *fan, cw_vec2 point, cw_tangent *ray,
                                 double *length) {
    return cw_tangent_between(fan->root.center, fan->root.signed_radius, point, 0, ray, length);
}

/// How far a point lies outside of two bounds; negative inside. `v` leads to it from the center of
/// the root.
static inline double cw_bounds_outside(const cw_bound *right, const cw_bound *left, cw_vec2 v) {
    return cw_most(-(cw_vec2_cross(right->along, v) + right->offset),
                   cw_vec2_cross(left->along, v) + left->offset);
}

/// How far a point lies outside of the bounding rays of a fan; negative inside.
static inline double cw_fan_outside(const cw_fan *fan, cw_vec2 point) {
    return cw_bounds_outside(&fan->right_bound, &fan->left_bound,
                             cw_vec2_sub(point, fan->root.center));
}

/// Follows the arc of a root inside a cell, from the ray `from` on (arc.c). Through `entry` it does
/// not go on.
cw_arc_end cw_taut_arc(const cw_taut *search, const cw_root *root, const cw_tangent *from,
                       uint32_t cell, uint32_t entry);
/// The same for a disc whose arc meets no wall until it is left in a direction: only portals are
/// looked at, and where it goes out through none, it ends with that direction.
cw_arc_end cw_taut_arc_out(const cw_taut *search, const cw_root *root, const cw_tangent *from,
                           cw_vec2 leaving, uint32_t cell, uint32_t entry);

#endif
