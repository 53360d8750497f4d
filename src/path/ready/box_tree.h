/// A tree of boxes over places that lie in some order, as along the border of a cell: finds those
/// that may lie in an area without looking at each.
///
/// Boxes are turned the way that what is in them lies. A row in line, in whatever direction, then
/// has boxes without width, and a ray that runs beside it passes the whole row at once.
#ifndef CW_PATH_READY_BOX_TREE_H
#define CW_PATH_READY_BOX_TREE_H

#include "clearance/clearance.h"

/// A place: a point, or a straight line between two.
typedef struct cw_obb_item {
    cw_vec2 from, to;
    uint32_t number; ///< by which it is found
} cw_obb_item;

/// What surrounds a run of places. Boxes come before those of their parts.
typedef struct cw_obb {
    cw_vec2 center;
    cw_vec2 along, across; ///< from the center to two of its sides
    uint32_t first, end;   ///< its places; none where it has parts
    uint32_t skip;         ///< the box behind its last part
} cw_obb;

typedef struct cw_obb_tree {
    cw_obb *boxes;
    uint32_t box_count;
    uint32_t *numbers; ///< of the places, in their order
    uint32_t count;
} cw_obb_tree;

/// Makes the tree of places, in the order in which they are given.
cw_status cw_obb_tree_make(cw_context *context, const cw_obb_item *places, uint32_t count,
                           cw_obb_tree *tree);
void cw_obb_tree_free(cw_context *context, cw_obb_tree *tree);
size_t cw_obb_tree_bytes(const cw_obb_tree *tree);

/// What lies between two parallel lines.
typedef struct cw_slab {
    cw_vec2 origin;
    cw_vec2 axis;     ///< unit; or zero, where low and high are infinite
    double low, high; ///< along the axis, from the origin
} cw_slab;

/// What lies in two slabs.
typedef struct cw_area {
    cw_slab slabs[2];
} cw_area;

/// The next box without parts, from number `at` on, that may meet an area; NULL for none.
const cw_obb *cw_obb_tree_next(const cw_obb_tree *tree, const cw_area *area, uint32_t *at);
/// The same for what lies no farther than `reach` from a point.
const cw_obb *cw_obb_tree_next_near(const cw_obb_tree *tree, cw_vec2 point, double reach,
                                    uint32_t *at);

/// What was found: numbers in order, each once, when they are listed.
typedef struct cw_marks {
    uint64_t *marks; ///< a bit for each number
    uint32_t end;    ///< marks from here on are clear
    uint32_t *numbers;
    uint32_t count, capacity; ///< numbers that can be found are below the capacity
} cw_marks;

cw_status cw_marks_create(cw_context *context, uint32_t capacity, cw_marks *finds);
void cw_marks_free(cw_context *context, cw_marks *finds);
size_t cw_marks_bytes(const cw_marks *finds);

/// Marks a number as found.
void cw_marks_mark(cw_marks *finds, uint32_t number);
/// Lists all that is marked, and clears the marks.
void cw_marks_list(cw_marks *finds);

/// Finds all places that lie in an area, and some next to it.
void cw_obb_tree_find(const cw_obb_tree *tree, const cw_area *area, cw_marks *finds);

#endif
