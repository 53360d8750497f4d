/// Polyanya's search. A node is an interval of a portal that its root sees: the root is the start
/// or the corner where the path bent last. Phases: ends are located; the portals of the start's
/// cell are the first nodes; the node with the lowest f is expanded into the portals of the cell
/// behind it, until no node is below the best path to the goal.
///
/// Successors. What lies between the rays from the root through the ends of the interval is
/// observable and keeps the root. What lies beyond a ray has that end for its root, where the end
/// is a corner that a path can bend round. f is the length to the root and the exact h of the
/// paper: through the interval to the goal, mirrored if it lies on the root's side. In the goal's
/// cell h is the rest of a path, so such nodes are paths and never wait.
///
/// What keeps it fast: of the successors the best is expanded next without being queued, if no
/// queued one is better, so chains of single successors pass by the queue; a root is given up where
/// its vertex was reached by a shorter way; dead ends without the goal are not entered; no node is
/// made that is not below the best path. Large cells cost their portals, not their corners, so a
/// binary search over their corners has nothing to save.
///
/// The bends are not part of the nodes: each vertex knows from where it was reached shortest.
#include "polyanya_parts.h"

#include <math.h>
#include <stdlib.h>

/// The paper's epsilon: cross products of vectors in metres below this count as zero. A path may
/// then cut a corner by that many square metres over its length.
#define EPSILON 1e-8
/// Lengths in metres that differ by less are the same: rounding of sums over some kilometres.
#define SAME_LENGTH 1e-10
/// Squared distance in square metres below which two points are the same.
#define SAME_SQUARED 1e-16
/// Nodes to begin with.
#define FIRST_CAPACITY 256

typedef struct node {
    cw_vec2 right, left;                ///< the interval, seen from the root
    double g;                           ///< length to the root
    double f;                           ///< no path through the interval is shorter
    uint32_t right_corner, left_corner; ///< vertices at its ends, or CW_NONE
    uint32_t root;                      ///< a vertex, or vertex_count for the start
    uint32_t portal;                    ///< that it lies on
} node;

/// A place to bend at, and the best way to it in the search with number `stamp`.
typedef struct bend {
    cw_vec2 at;
    double g;
    uint32_t stamp;
    uint32_t parent; ///< the bend before it
} bend;

typedef struct queued {
    double f;
    uint32_t node;
} queued;

/// Where the last stretch to the goal leaves the root's line of sight.
typedef enum way_end { END_STRAIGHT, END_RIGHT, END_LEFT } way_end;

struct cw_polyanya {
    const cw_navmesh *mesh;
    cw_polyanya_mesh ready;
    bend *bends;         ///< per vertex, and the start
    uint32_t *goal_side; ///< per cell of a dead end: the last search whose goal is in it
    uint32_t stamp;      ///< number of the search
    node *nodes;
    queued *queue; ///< a binary heap, lowest f first
    uint32_t node_count, queue_count, capacity;
    uint32_t point_capacity;
    cw_vec2 *points;
    /// The running search.
    cw_vec2 goal;
    uint32_t goal_cell;
    queued next; ///< the best of the successors, outside the queue
    /// The best path so far.
    double best;
    uint32_t best_root;
    bool best_bends; ///< at best_end, after its root
    cw_vec2 best_end;
};

/// A node being expanded.
typedef struct expansion {
    const node *from;
    cw_vec2 root, right_ray, left_ray;
    double right_limit, left_limit; ///< cross products up to which a point is on a ray or beyond it
} expansion;

/// The root beyond one of the rays, looked at when something lies there.
typedef struct turn {
    bool asked, good;
    double g;
} turn;

static double distance(cw_vec2 a, cw_vec2 b) {
    cw_vec2 way = cw_polyanya_from(a, b);
    return sqrt(way.x * way.x + way.y * way.y);
}

// --- the queue -----------------------------------------------------------------------------------

static void push(cw_polyanya *self, queued item) {
    queued *heap = self->queue;
    uint32_t at = self->queue_count++;
    while (at > 0 && heap[(at - 1) / 2].f > item.f) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = item;
}

/// Puts an item into the place of the first.
static void sink(cw_polyanya *self, queued item) {
    queued *heap = self->queue;
    uint32_t count = self->queue_count, at = 0;
    for (uint32_t child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && heap[child + 1].f < heap[child].f ? 1 : 0;
        if (heap[child].f >= item.f) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = item;
}

/// The node with the lowest f, of the queue and the successor beside it, or CW_NONE.
static uint32_t take(cw_polyanya *self) {
    queued next = self->next;
    self->next = (queued){INFINITY, CW_NONE};
    if (self->queue_count == 0 || next.f <= self->queue[0].f) {
        return next.node;
    }
    uint32_t taken = self->queue[0].node;
    if (next.node != CW_NONE) {
        sink(self, next);
    } else if (--self->queue_count > 0) {
        sink(self, self->queue[self->queue_count]);
    }
    return taken;
}

/// Room for the successors of one more node: two for each portal at the most.
static bool reserve(cw_polyanya *self, uint32_t portals) {
    uint32_t needed = self->node_count + 2 * portals + 2;
    if (needed <= self->capacity) {
        return true;
    }
    uint32_t capacity = needed > 2 * self->capacity ? needed : 2 * self->capacity;
    node *nodes = realloc(self->nodes, capacity * sizeof *nodes);
    self->nodes = nodes != NULL ? nodes : self->nodes;
    queued *queue = realloc(self->queue, capacity * sizeof *queue);
    self->queue = queue != NULL ? queue : self->queue;
    bool good = nodes != NULL && queue != NULL;
    self->capacity = good ? capacity : self->capacity;
    return good;
}

// --- nodes ---------------------------------------------------------------------------------------

/// The paper's h: the way from a root through an interval of a portal to the goal.
static inline double way_to_goal(const cw_polyanya *self, const cw_polyanya_portal *portal,
                                 cw_vec2 root, cw_vec2 right, cw_vec2 left, way_end *end) {
    cw_vec2 goal = self->goal, along = cw_polyanya_from(portal->right, portal->left);
    double side = cw_polyanya_cross(along, cw_polyanya_from(portal->right, goal));
    if (side > 0) {
        double twice = 2 * side * portal->inverse_square;
        goal.x += twice * along.y;
        goal.y -= twice * along.x;
    }
    cw_vec2 straight = cw_polyanya_from(root, goal);
    cw_vec2 right_ray = cw_polyanya_from(root, right), left_ray = cw_polyanya_from(root, left);
    if (cw_polyanya_cross(right_ray, straight) < 0) {
        *end = END_RIGHT;
        return distance(root, right) + distance(right, goal);
    }
    if (cw_polyanya_cross(left_ray, straight) > 0) {
        *end = END_LEFT;
        return distance(root, left) + distance(left, goal);
    }
    *end = END_STRAIGHT;
    return sqrt(straight.x * straight.x + straight.y * straight.y);
}

static void keep_path(cw_polyanya *self, const node *last, way_end end) {
    self->best = last->f;
    self->best_root = last->root;
    self->best_bends = end != END_STRAIGHT;
    self->best_end = end == END_RIGHT ? last->right : last->left;
}

/// Makes a node of an interval, unless it cannot be part of a better path.
static inline void offer(cw_polyanya *self, const cw_polyanya_portal *portal, cw_vec2 root,
                         node made) {
    if (portal->dead_end && self->goal_side[portal->cell] != self->stamp) {
        return;
    }
    way_end end;
    made.f = made.g + way_to_goal(self, portal, root, made.right, made.left, &end);
    if (made.f >= self->best) {
        return;
    }
    if (portal->cell == self->goal_cell) {
        keep_path(self, &made, end);
        return;
    }
    queued item = {made.f, self->node_count++};
    self->nodes[item.node] = made;
    if (item.f < self->next.f) {
        queued worse = self->next;
        self->next = item;
        item = worse;
    }
    if (item.node != CW_NONE) {
        push(self, item);
    }
}

// --- expansion -----------------------------------------------------------------------------------

/// Whether the corner at an end of the interval is a root: one that paths bend at, and reached by
/// no shorter way before. Of ways from different roots that are equally long one is enough, or
/// their number would grow with every tie: what is beyond the rays of both is reached by each, and
/// what is beyond one alone has a shorter way.
static void try_turn(cw_polyanya *self, const expansion *at, uint32_t vertex, cw_vec2 ray,
                     turn *made) {
    made->asked = true;
    if (vertex == CW_NONE) {
        return;
    }
    bend *root = &self->bends[vertex];
    made->g = at->from->g + sqrt(ray.x * ray.x + ray.y * ray.y);
    if (root->stamp == self->stamp && made->g >= root->g - SAME_LENGTH) {
        made->good = root->parent == at->from->root;
        return;
    }
    root->stamp = self->stamp;
    root->g = made->g;
    root->parent = at->from->root;
    made->good = true;
}

/// Where a ray passes between two points, from their cross products with it.
static cw_vec2 crossing(cw_vec2 a, cw_vec2 b, double side_a, double side_b) {
    double share = side_a / (side_a - side_b);
    return (cw_vec2){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

/// The part of a portal beyond the right ray, if any.
static void offer_right(cw_polyanya *self, const expansion *at, uint32_t index, cw_vec2 end,
                        uint32_t end_corner, turn *right) {
    const node *from = at->from;
    if (!right->asked) {
        try_turn(self, at, from->right_corner, at->right_ray, right);
    }
    if (right->good) {
        const cw_polyanya_portal *portal = &self->ready.portals[index];
        offer(self, portal, from->right,
              (node){.right = portal->right,
                     .left = end,
                     .g = right->g,
                     .right_corner = portal->right_corner,
                     .left_corner = end_corner,
                     .root = from->right_corner,
                     .portal = index});
    }
}

/// The part of a portal beyond the left ray, if any.
static void offer_left(cw_polyanya *self, const expansion *at, uint32_t index, cw_vec2 end,
                       uint32_t end_corner, turn *left) {
    const node *from = at->from;
    if (!left->asked) {
        try_turn(self, at, from->left_corner, at->left_ray, left);
    }
    if (left->good) {
        const cw_polyanya_portal *portal = &self->ready.portals[index];
        offer(self, portal, from->left,
              (node){.right = end,
                     .left = portal->left,
                     .g = left->g,
                     .right_corner = end_corner,
                     .left_corner = portal->left_corner,
                     .root = from->left_corner,
                     .portal = index});
    }
}

/// The part of a portal between the rays, and what is cut off by them. The sides are cross products
/// of its ends with the rays.
static inline void offer_seen(cw_polyanya *self, const expansion *at, uint32_t index,
                              const cw_vec2 *right_sides, const cw_vec2 *left_sides, turn *right,
                              turn *left) {
    const cw_polyanya_portal *portal = &self->ready.portals[index];
    node seen = {.right = portal->right,
                 .left = portal->left,
                 .g = at->from->g,
                 .right_corner = portal->right_corner,
                 .left_corner = portal->left_corner,
                 .root = at->from->root,
                 .portal = index};
    if (right_sides->x < -EPSILON) {
        seen.right = crossing(portal->right, portal->left, right_sides->x, right_sides->y);
        seen.right_corner = CW_NONE;
        offer_right(self, at, index, seen.right, CW_NONE, right);
    }
    if (left_sides->y > EPSILON) {
        seen.left = crossing(portal->right, portal->left, left_sides->x, left_sides->y);
        seen.left_corner = CW_NONE;
        offer_left(self, at, index, seen.left, CW_NONE, left);
    }
    offer(self, portal, at->root, seen);
}

/// Cross products of a ray with the ways to the right (x) and left (y) end of a portal.
static inline cw_vec2 sides_of(cw_vec2 ray, cw_vec2 to_right, cw_vec2 to_left) {
    return (cw_vec2){cw_polyanya_cross(ray, to_right), cw_polyanya_cross(ray, to_left)};
}

/// All parts of one portal. False when nothing to the left of it can be reached either. A portal
/// along a ray is seen, though it is as thin as a line: a path that runs along it bends at its near
/// end.
static inline bool offer_portal(cw_polyanya *self, const expansion *at, uint32_t index, turn *right,
                                turn *left) {
    const cw_polyanya_portal *portal = &self->ready.portals[index];
    cw_vec2 to_right = cw_polyanya_from(at->root, portal->right);
    cw_vec2 to_left = cw_polyanya_from(at->root, portal->left);
    cw_vec2 right_sides = sides_of(at->right_ray, to_right, to_left);
    if (right_sides.y <= at->right_limit &&
        (right_sides.x < -EPSILON || right_sides.y < -EPSILON)) {
        offer_right(self, at, index, portal->left, portal->left_corner, right);
        return true;
    }
    cw_vec2 left_sides = sides_of(at->left_ray, to_right, to_left);
    if (left_sides.x >= at->left_limit && (left_sides.y > EPSILON || left_sides.x > EPSILON)) {
        offer_left(self, at, index, portal->right, portal->right_corner, left);
        return left->good;
    }
    offer_seen(self, at, index, &right_sides, &left_sides, right, left);
    return true;
}

static void expand(cw_polyanya *self, const node *from) {
    expansion at = {.from = from, .root = self->bends[from->root].at};
    at.right_ray = cw_polyanya_from(at.root, from->right);
    at.left_ray = cw_polyanya_from(at.root, from->left);
    /* A root at an end of its interval stands on the border of the cell and sees all of it. */
    bool on_right =
        at.right_ray.x * at.right_ray.x + at.right_ray.y * at.right_ray.y < SAME_SQUARED;
    bool on_left = at.left_ray.x * at.left_ray.x + at.left_ray.y * at.left_ray.y < SAME_SQUARED;
    at.right_limit = on_right ? -INFINITY : EPSILON;
    at.left_limit = on_left ? INFINITY : -EPSILON;
    const cw_polyanya_portal *entered = &self->ready.portals[from->portal];
    turn right = {0}, left = {0};
    bool more = true;
    for (uint32_t p = entered->twin + 1; more && p < entered->last; p++) {
        more = offer_portal(self, &at, p, &right, &left);
    }
    for (uint32_t p = entered->first; more && p < entered->twin; p++) {
        more = offer_portal(self, &at, p, &right, &left);
    }
}

// --- the search ----------------------------------------------------------------------------------

/// The first nodes: all portals of the start's cell.
static void offer_start(cw_polyanya *self, uint32_t cell) {
    uint32_t start = self->mesh->vertex_count;
    const uint32_t *first = self->ready.cell_first;
    for (uint32_t p = first[cell]; p < first[cell + 1]; p++) {
        const cw_polyanya_portal *portal = &self->ready.portals[p];
        offer(self, portal, self->bends[start].at,
              (node){.right = portal->right,
                     .left = portal->left,
                     .right_corner = portal->right_corner,
                     .left_corner = portal->left_corner,
                     .root = start,
                     .portal = p});
    }
}

static uint32_t portals_behind(const cw_polyanya *self, uint32_t portal) {
    return self->ready.portals[portal].last - self->ready.portals[portal].first;
}

static cw_status run(cw_polyanya *self, uint32_t cell) {
    const uint32_t *first = self->ready.cell_first;
    if (!reserve(self, first[cell + 1] - first[cell])) {
        return CW_ERROR_MEMORY;
    }
    offer_start(self, cell);
    for (uint32_t taken = take(self); taken != CW_NONE; taken = take(self)) {
        if (self->nodes[taken].f >= self->best) {
            break;
        }
        if (self->nodes[taken].g > self->bends[self->nodes[taken].root].g + SAME_LENGTH) {
            continue;
        }
        if (!reserve(self, portals_behind(self, self->nodes[taken].portal))) {
            return CW_ERROR_MEMORY;
        }
        expand(self, &self->nodes[taken]);
    }
    return CW_OK;
}

static void begin(cw_polyanya *self, cw_vec2 start, cw_vec2 goal, uint32_t goal_cell) {
    self->stamp++;
    self->node_count = self->queue_count = 0;
    self->goal = goal;
    self->goal_cell = goal_cell;
    self->next = (queued){INFINITY, CW_NONE};
    self->best = INFINITY;
    self->best_bends = false;
    self->best_root = self->mesh->vertex_count;
    self->bends[self->best_root] = (bend){start, 0, self->stamp, CW_NONE};
    for (uint32_t c = goal_cell; c != CW_NONE; c = self->ready.way_out[c]) {
        self->goal_side[c] = self->stamp;
    }
}

cw_status cw_polyanya_find(cw_polyanya *self, cw_vec3 start, cw_vec3 goal, double *length) {
    const cw_navmesh *mesh = self->mesh;
    uint32_t from = cw_navmesh_locate(mesh, start), to = cw_navmesh_locate(mesh, goal);
    cw_vec2 from_plan = {start.x, start.y}, to_plan = {goal.x, goal.y};
    cw_status status = CW_OK;
    self->best = *length = INFINITY;
    if (from == CW_NONE || to == CW_NONE || mesh->cell_island[from] != mesh->cell_island[to]) {
        return CW_OK;
    }
    begin(self, from_plan, to_plan, to);
    if (from == to) {
        self->best = distance(from_plan, to_plan);
    } else {
        status = run(self, from);
    }
    *length = self->best;
    return status;
}

static uint32_t count_points(const cw_polyanya *self) {
    uint32_t count = self->best_bends ? 2 : 1;
    for (uint32_t b = self->best_root; b != CW_NONE; b = self->bends[b].parent) {
        count++;
    }
    return count;
}

cw_status cw_polyanya_points(cw_polyanya *self, const cw_vec2 **points, uint32_t *count) {
    *points = NULL;
    *count = 0;
    if (self->best == (double)INFINITY) {
        return CW_OK;
    }
    uint32_t needed = count_points(self);
    if (needed > self->point_capacity) {
        cw_vec2 *grown = realloc(self->points, 2 * needed * sizeof *grown);
        if (grown == NULL) {
            return CW_ERROR_MEMORY;
        }
        self->points = grown;
        self->point_capacity = 2 * needed;
    }
    uint32_t at = needed;
    self->points[--at] = self->goal;
    if (self->best_bends) {
        self->points[--at] = self->best_end;
    }
    for (uint32_t b = self->best_root; b != CW_NONE; b = self->bends[b].parent) {
        self->points[--at] = self->bends[b].at;
    }
    *points = self->points;
    *count = needed;
    return CW_OK;
}

cw_status cw_polyanya_create(const cw_navmesh *mesh, cw_polyanya **made) {
    cw_polyanya *self = *made = calloc(1, sizeof *self);
    if (self == NULL) {
        return CW_ERROR_MEMORY;
    }
    self->mesh = mesh;
    self->best = INFINITY;
    cw_status status = cw_polyanya_mesh_make(mesh, &self->ready);
    self->bends = calloc((size_t)mesh->vertex_count + 1, sizeof *self->bends);
    self->goal_side = calloc((size_t)mesh->cell_count + 1, sizeof *self->goal_side);
    if (status != CW_OK || self->bends == NULL || self->goal_side == NULL ||
        !reserve(self, FIRST_CAPACITY / 2)) {
        cw_polyanya_free(self);
        *made = NULL;
        return CW_ERROR_MEMORY;
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        self->bends[v].at = cw_polyanya_place(mesh, v);
    }
    return CW_OK;
}

void cw_polyanya_free(cw_polyanya *self) {
    if (self != NULL) {
        cw_polyanya_mesh_free(&self->ready);
        free(self->bends);
        free(self->goal_side);
        free(self->nodes);
        free(self->queue);
        free(self->points);
        free(self);
    }
}
