/// A tree of boxes over places that lie in some order, as along the border of a cell: finds those
/// that may lie in an area without looking at each.
///
/// Boxes are turned the way that what is in them lies. A row in line, in whatever direction, then
/// has boxes without width, and a ray that runs beside it passes the whole row at once.
#ifndef CW_PATH_READY_BOX_TREE_H
#define CW_PATH_READY_BOX_TREE_H

#include "clearance/clearance.h"

/// A place: a point, or a straight line between two.
typedef struct cw_stem {
    cw_vec2 from, to;
    uint32_t number; ///< by which it is found
} cw_stem;

/// What surrounds a run of places. Boxes come before those of their parts.
typedef struct cw_grove_box {
    cw_vec2 center;
    cw_vec2 along, across; ///< from the center to two of its sides
    uint32_t first, end;   ///< its places; none where it has parts
    uint32_t skip;         ///< the box behind its last part
} cw_grove_box;

typedef struct cw_grove {
    cw_grove_box *boxes;
    uint32_t box_count;
    uint32_t *numbers; ///< of the places, in their order
    uint32_t count;
} cw_grove;

/// Makes the tree of places, in the order in which they are given.
cw_status cw_grove_make(cw_context *context, const cw_stem *stems, uint32_t count, cw_grove *grove);
void cw_grove_free(cw_context *context, cw_grove *grove);
size_t cw_grove_bytes(const cw_grove *grove);

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
const cw_grove_box *cw_grove_next(const cw_grove *grove, const cw_area *area, uint32_t *at);
/// The same for what lies no farther than `reach` from a point.
const cw_grove_box *cw_grove_next_near(const cw_grove *grove, cw_vec2 point, double reach,
                                       uint32_t *at);

/// What was found: numbers in order, each once, when they are listed.
typedef struct cw_finds {
    uint64_t *marks; ///< a bit for each number
    uint32_t end;    ///< marks from here on are clear
    uint32_t *numbers;
    uint32_t count, capacity; ///< numbers that can be found are below the capacity
} cw_finds;

cw_status cw_finds_create(cw_context *context, uint32_t capacity, cw_finds *finds);
void cw_finds_free(cw_context *context, cw_finds *finds);
size_t cw_finds_bytes(const cw_finds *finds);

/// Marks a number as found.
void cw_finds_mark(cw_finds *finds, uint32_t number);
/// Lists all that is marked, and clears the marks.
void cw_finds_list(cw_finds *finds);

/// Finds all places that lie in an area, and some next to it.
void cw_grove_find(const cw_grove *grove, const cw_area *area, cw_finds *finds);

#endif
