/// One random simple polygon without holes.
///
/// Few vertices: random points joined in random order, then untangled: as long as two edges cross,
/// the part between them is reversed (2-opt, van Leeuwen and Schoone 1981). Every step shortens the
/// ring, so it ends, and any simple polygon through the points can come out. The cost grows faster
/// than the square of the number of vertices.
///
/// Many vertices: a tree grows at random over the nodes of a grid, and the polygon is the way
/// around it. Every node has a square with four quarters; the way passes every quarter once, and
/// two quarters that follow each other are neighbours. So each vertex may lie anywhere in its
/// quarter: the edges stay inside pairs of quarters that have nothing in common. Linear time.
#include "sketch.h"

#include <math.h>
#include <string.h>

/// Most vertices that are untangled: about 10 ms.
#define UNTANGLE_LIMIT 300
/// Rounds of untangling; a few dozen are needed.
#define UNTANGLE_ROUNDS 10000
/// Floor per vertex of the bounding square, square metres.
#define AREA_PER_VERTEX 4.0
/// Side of a quarter of a node, metres, and how near its border a vertex may lie.
#define QUARTER_SIDE 2.0
#define QUARTER_MARGIN 0.1
/// Nodes of the grid per node of the tree: the rest stays outside the polygon.
#define GRID_SPARE 1.5
/// One step in so many grows from a random node, the others from the newest.
#define BRANCH_ONE_IN 4

/// Twice the area of the triangle a, b, c: positive when it runs counter-clockwise.
static double turn_of(cw_vec2 a, cw_vec2 b, cw_vec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool edges_cross(cw_vec2 a, cw_vec2 b, cw_vec2 c, cw_vec2 d) {
    return (turn_of(a, b, c) > 0) != (turn_of(a, b, d) > 0) &&
           (turn_of(c, d, a) > 0) != (turn_of(c, d, b) > 0);
}

static void reverse(cw_vec2 *points, uint32_t first, uint32_t last) {
    for (; first < last; first++, last--) {
        cw_vec2 kept = points[first];
        points[first] = points[last];
        points[last] = kept;
    }
}

/// One look at all pairs of edges; whether some crossed.
static bool untangle_once(cw_vec2 *points, uint32_t count) {
    bool changed = false;
    for (uint32_t i = 0; i + 2 < count; i++) {
        uint32_t end = i > 0 ? count : count - 1; // the last edge is a neighbour of the first
        for (uint32_t j = i + 2; j < end; j++) {
            if (edges_cross(points[i], points[i + 1], points[j], points[(j + 1) % count])) {
                reverse(points, i + 1, j);
                changed = true;
            }
        }
    }
    return changed;
}

static cw_status add_untangled(cw_sketch *sketch) {
    cw_vec2 points[UNTANGLE_LIMIT];
    uint32_t count = sketch->vertices, rounds = UNTANGLE_ROUNDS;
    double side = sqrt(AREA_PER_VERTEX * count);
    for (uint32_t i = 0; i < count; i++) {
        points[i].x = cw_random_range(&sketch->random, 0, side);
        points[i].y = cw_random_range(&sketch->random, 0, side);
    }
    while (untangle_once(points, count) && --rounds > 0) {
    }
    return cw_sketch_ring(sketch, CW_RING_OUTER, 0, points, count);
}

/// Directions on the grid, counter-clockwise from east; arm k of a node is bit k.
enum { EAST, NORTH, WEST, SOUTH };

/// A tree on a grid of side * side nodes.
typedef struct tree {
    uint32_t side;
    uint32_t root;
    uint8_t *arms;    ///< per node: the directions in which it has a neighbour in the tree
    uint32_t *active; ///< nodes that may still grow
} tree;

/// The node next to another, or CW_NONE at the border of the grid.
static uint32_t neighbor_of(const tree *grown, uint32_t node, uint32_t direction) {
    uint32_t column = node % grown->side, row = node / grown->side, last = grown->side - 1;
    switch (direction) {
    case EAST: return column < last ? node + 1 : CW_NONE;
    case NORTH: return row < last ? node + grown->side : CW_NONE;
    case WEST: return column > 0 ? node - 1 : CW_NONE;
    default: return row > 0 ? node - grown->side : CW_NONE;
    }
}

/// Joins a free neighbour to `node`; CW_NONE when there is none.
static uint32_t grow_from(tree *grown, cw_random *random, uint32_t node) {
    uint32_t start = cw_random_below(random, 4);
    uint32_t way = cw_random_below(random, 2) == 0 ? 1 : 3;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t direction = (start + i * way) & 3;
        uint32_t neighbor = neighbor_of(grown, node, direction);
        if (neighbor != CW_NONE && neighbor != grown->root && grown->arms[neighbor] == 0) {
            grown->arms[node] |= (uint8_t)(1u << direction);
            grown->arms[neighbor] |= (uint8_t)(1u << ((direction + 2) & 3));
            return neighbor;
        }
    }
    return CW_NONE;
}

static void grow_tree(tree *grown, cw_random *random, uint32_t wanted) {
    uint32_t active_count = 1;
    grown->active[0] = grown->root;
    for (uint32_t nodes = 1; nodes < wanted;) {
        uint32_t chosen = active_count - 1;
        if (cw_random_below(random, BRANCH_ONE_IN) == 0) {
            chosen = cw_random_below(random, active_count);
        }
        uint32_t added = grow_from(grown, random, grown->active[chosen]);
        if (added != CW_NONE) {
            grown->active[active_count++] = added;
            nodes += 1;
        } else {
            grown->active[chosen] = grown->active[--active_count];
        }
    }
}

/// The way around the tree, counter-clockwise. Quarter k of a node is the one that the way enters
/// before it passes the node's side in direction k - 1: south-west, south-east, north-east,
/// north-west. An arm in that direction leads to the neighbour's quarter k - 1, else the way goes
/// on to the node's own quarter k + 1.
static void trace_tree(const tree *grown, cw_random *random, cw_vec2 *points) {
    static const uint8_t right[4] = {0, 1, 1, 0}, upper[4] = {0, 0, 1, 1};
    uint32_t node = grown->root, quarter = 0, count = 0;
    do {
        uint32_t column = 2 * (node % grown->side) + right[quarter];
        uint32_t row = 2 * (node / grown->side) + upper[quarter];
        double x = column + cw_random_range(random, QUARTER_MARGIN, 1 - QUARTER_MARGIN);
        double y = row + cw_random_range(random, QUARTER_MARGIN, 1 - QUARTER_MARGIN);
        points[count++] = (cw_vec2){x * QUARTER_SIDE, y * QUARTER_SIDE};
        uint32_t direction = (quarter + 3) & 3;
        if (grown->arms[node] >> direction & 1) {
            node = neighbor_of(grown, node, direction);
            quarter = (quarter + 3) & 3;
        } else {
            quarter = (quarter + 1) & 3;
        }
    } while (node != grown->root || quarter != 0);
}

static cw_status add_tree_outline(cw_sketch *sketch) {
    uint32_t wanted = (sketch->vertices + 2) / 4;
    tree grown = {.side = cw_grid_columns((uint32_t)(wanted * GRID_SPARE))};
    uint32_t node_count = grown.side * grown.side;
    grown.root = node_count / 2;
    uint32_t point_count = 4 * wanted;
    grown.arms = cw_sketch_allocate(sketch, node_count, sizeof *grown.arms);
    grown.active = cw_sketch_allocate(sketch, wanted, sizeof *grown.active);
    cw_vec2 *points = cw_sketch_allocate(sketch, point_count, sizeof *points);
    cw_status status = CW_ERROR_MEMORY;
    if (grown.arms != NULL && grown.active != NULL && points != NULL) {
        memset(grown.arms, 0, node_count);
        grow_tree(&grown, &sketch->random, wanted);
        trace_tree(&grown, &sketch->random, points);
        status = cw_sketch_ring(sketch, CW_RING_OUTER, 0, points, point_count);
    }
    cw_sketch_release(sketch, points, point_count, sizeof *points);
    cw_sketch_release(sketch, grown.active, wanted, sizeof *grown.active);
    cw_sketch_release(sketch, grown.arms, node_count, sizeof *grown.arms);
    return status;
}

cw_status cw_sketch_simple(cw_sketch *sketch) {
    bool few = sketch->vertices <= UNTANGLE_LIMIT;
    return few ? add_untangled(sketch) : add_tree_outline(sketch);
}
