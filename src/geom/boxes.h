/// Boxes around boxes, over a list of items in the plan: for so many that to look at all of them
/// again and again would take a time that grows with the square of their number.
///
/// Nodes are in preorder. Who looks for items goes through them from the first and, where nothing
/// in the box of a node matters, goes on at its `skip`:
///
///     for (uint32_t i = 0; i < tree->nodes.count;) {
///         const cw_box_node *node = &tree->nodes.items[i];
///         if (nothing in node->box matters) { i = node->skip; continue; }
///         if (node is a leaf: i + 1 == node->skip) { look at items node->begin .. node->end - 1 }
///         i++;
///     }
#ifndef CW_GEOM_BOXES_H
#define CW_GEOM_BOXES_H

#include "base/memory.h"
#include "geom/order.h"
#include "geom/vectors.h"

typedef struct cw_box {
    cw_vec2 low, high;
} cw_box;

typedef struct cw_box_node {
    cw_box box;
    uint32_t begin, end; ///< of the items of all leaves below
    uint32_t skip;       ///< the node behind all below
} cw_box_node;

typedef struct cw_box_tree {
    CW_ARRAY(cw_box_node) nodes;
    CW_ARRAY(cw_keyed) items; ///< `item` is an index into the list; those of a leaf are neighbours
} cw_box_tree;

/// Makes the tree of a list of boxes that follow each other in the plan, like the sides of a cell;
/// the items keep their order.
cw_status cw_box_tree_chain(cw_context *context, const cw_box *boxes, uint32_t count,
                            cw_box_tree *tree);
/// Makes the tree of a list of boxes in any order.
cw_status cw_box_tree_sort(cw_context *context, const cw_box *boxes, uint32_t count,
                           cw_box_tree *tree);
void cw_box_tree_free(cw_context *context, cw_box_tree *tree);
size_t cw_box_tree_bytes(const cw_box_tree *tree);

/// The box of two points.
static inline cw_box cw_box_of(cw_vec2 a, cw_vec2 b) {
    return (cw_box){{cw_least(a.x, b.x), cw_least(a.y, b.y)},
                    {cw_most(a.x, b.x), cw_most(a.y, b.y)}};
}

static inline cw_box cw_box_join(cw_box a, cw_box b) {
    return (cw_box){{cw_least(a.low.x, b.low.x), cw_least(a.low.y, b.low.y)},
                    {cw_most(a.high.x, b.high.x), cw_most(a.high.y, b.high.y)}};
}

/// A box that reaches farther on all sides.
static inline cw_box cw_box_wider(cw_box box, double rim) {
    return (cw_box){{box.low.x - rim, box.low.y - rim}, {box.high.x + rim, box.high.y + rim}};
}

/// Whether two boxes have a point in common.
static inline bool cw_boxes_meet(const cw_box *a, const cw_box *b) {
    return (a->low.x <= b->high.x) & (b->low.x <= a->high.x) & (a->low.y <= b->high.y) &
           (b->low.y <= a->high.y);
}

/// Square of the distance from a point to a box. Of a point in the box no square is less, to the
/// last bit.
static inline double cw_box_square(const cw_box *box, cw_vec2 point) {
    double x = cw_most(cw_most(box->low.x - point.x, point.x - box->high.x), 0);
    double y = cw_most(cw_most(box->low.y - point.y, point.y - box->high.y), 0);
    return x * x + y * y;
}

/// The points of a box that lie most and least far along a direction.
static inline cw_vec2 cw_box_most(const cw_box *box, cw_vec2 way) {
    return (cw_vec2){way.x > 0 ? box->high.x : box->low.x, way.y > 0 ? box->high.y : box->low.y};
}

static inline cw_vec2 cw_box_least(const cw_box *box, cw_vec2 way) {
    return (cw_vec2){way.x > 0 ? box->low.x : box->high.x, way.y > 0 ? box->low.y : box->high.y};
}

#endif
