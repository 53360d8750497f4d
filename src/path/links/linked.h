/// Paths that may cross links.
///
/// Method: a graph whose nodes are the places where a disc has just crossed a link, and the goals.
/// An edge is a walk from one landing to the next take-off, found by an ordinary query that knows
/// nothing of links, and the crossing. The cheapest sequence is found by A* that puts walks off:
/// a walk counts as its straight line until it is the cheapest thing left, and only then is it
/// searched for. The path without any link is there before, so that nothing dearer is tried.
///
/// Phases, each of which may be cut into slices: the search for a sequence; telling its pieces one
/// after the other. Walks are those of a query of their own, so where no sequence is cheaper, the
/// path without links still stands.
///
/// Cost: walks between links are kept as long as the radius is the same, up to MOST_KNOWN of them.
#ifndef CW_PATH_LINKS_LINKED_H
#define CW_PATH_LINKS_LINKED_H

#include "path/ready/heap.h"
#include "path/request/request.h"

/// One way to cross a link: where a disc of the radius at hand takes off and lands.
typedef struct cw_crossing_place {
    uint32_t link;
    bool backward;
    cw_vec3 off, land;
    uint32_t off_island, land_island;
    uint32_t land_cell;
    double cost; ///< metres of way
} cw_crossing_place;

typedef CW_ARRAY(cw_crossing_place) cw_crossing_places;

/// A walk to a node that may be worth it. Nodes: places, then goals.
typedef struct cw_linked_option {
    uint32_t from; ///< a place, or CW_NONE for the start
    uint32_t to;
    double cost; ///< from the start on, the node's own included
    bool exact;  ///< the walk was searched for; else its straight line counts
} cw_linked_option;

typedef struct cw_linked_node {
    double cost;     ///< from the start on: the least that is known
    uint32_t before; ///< a place, or CW_NONE for the start
    bool settled;
} cw_linked_node;

struct cw_linked {
    cw_query *inner; ///< which crosses nothing
    cw_path_request request;
    cw_path walk; ///< what the inner query came to so far
    bool telling; ///< the best sequence is known

    cw_crossing_places places;
    double radius;   ///< for which they were made
    uint32_t kinds;  ///< of links for which they were made; 0 for none
    double *known;   ///< places * places walks, negative where unknown; NULL where too many
    uint32_t extent; ///< places for which there is room in it
    bool reusable;   ///< walks of the request at hand may be taken from there

    double most;  ///< what is cheaper is looked for
    double scale; ///< the least that a metre in plan costs
    CW_ARRAY(cw_linked_node) nodes;
    CW_ARRAY(cw_linked_option) options;
    cw_heap heap;
    uint32_t option; ///< whose walk is being searched for
    uint32_t found;  ///< the goal that is reached, or CW_NONE

    CW_ARRAY(uint32_t) route; ///< places in walking order
    uint32_t told;            ///< pieces that are told
    cw_kept_path way;
    CW_ARRAY(cw_path_link) links;
};

/// Metres in plan.
static inline double cw_linked_distance(cw_vec3 a, cw_vec3 b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/// Whether a request may cross links of the mesh.
bool cw_linked_wanted(const cw_query *query, const cw_path_request *request);
/// Starts where the path without links is known, in query->path, unless they cannot help; and goes
/// on. The phase is CW_QUERY_LINKS until query->path is the best of all.
cw_status cw_linked_begin(cw_query *query);
cw_status cw_linked_step(cw_query *query, uint32_t budget);

/// Gives all back but the inner query, and tells the bytes of all but that.
void cw_linked_free(cw_query *query);
size_t cw_linked_bytes(const cw_query *query);

/// Starts a walk from a place, or from the start (CW_NONE), to a node; it crosses no links
/// (sequence.c).
cw_status cw_linked_walk(cw_linked *linked, uint32_t from, uint32_t to, bool length_only);

/// Makes the places of all links of some kinds for a radius, in the order of links (places.c).
cw_status cw_linked_place(cw_linked *linked, double radius, uint32_t kinds);

/// Starts the search for a sequence that costs less than `most`, and goes on with it; `done` when
/// it is over. The walk that is needed next is begun in the inner query (sequence.c).
cw_status cw_linked_search_begin(cw_linked *linked, double most);
cw_status cw_linked_search_on(cw_linked *linked, bool *done);
/// Takes the walk that the inner query has ended (sequence.c).
cw_status cw_linked_search_take(cw_linked *linked);
/// The places of the best sequence, in walking order (sequence.c).
cw_status cw_linked_route(cw_linked *linked);

/// Starts the next walk of the route in the inner query; appends one that is done (tell.c).
cw_status cw_linked_tell_next(cw_linked *linked);
cw_status cw_linked_tell_take(cw_linked *linked);

static inline cw_vec3 cw_linked_start(const cw_linked *linked, uint32_t from) {
    return from == CW_NONE ? linked->request.start : linked->places.items[from].land;
}

static inline bool cw_linked_is_goal(const cw_linked *linked, uint32_t node) {
    return node >= linked->places.count;
}

/// Where a walk to a node ends.
static inline const cw_vec3 *cw_linked_end(const cw_linked *linked, uint32_t to) {
    return cw_linked_is_goal(linked, to) ? &linked->request.goals[to - linked->places.count]
                                         : &linked->places.items[to].off;
}

#endif
