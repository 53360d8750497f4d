/// The convex hulls of cells with dents.
///
/// The hull is made of the sorted corners (Andrew, "Another efficient algorithm for convex hulls in
/// two dimensions", 1979); then the cell and the hull are walked side by side, and every vertex
/// between two corners of the hull is measured against the hull edge between them. Which vertices
/// are corners is exact; the distance is in double.
///
/// Cost: linear for convex cells; sorting, which is linear too, for the others.
#include "navmesh/mesh/hull.h"

#include <math.h>

void cw_hull_maker_free(cw_context *context, cw_hull_maker *maker) {
    CW_RELEASE(context, maker->order, 2 * (size_t)maker->capacity);
    CW_RELEASE(context, maker->hull, (size_t)maker->capacity * 2 + 1);
}

cw_status cw_hull_maker_create(cw_context *context, const cw_navmesh *mesh, cw_hull_maker *maker) {
    *maker = (cw_hull_maker){.mesh = mesh, .capacity = cw_navmesh_largest_degree(mesh)};
    CW_TRY(CW_ALLOCATE(context, maker->order, 2 * (size_t)maker->capacity));
    return CW_ALLOCATE(context, maker->hull, (size_t)maker->capacity * 2 + 1);
}

static cw_point corner(const cw_hull_maker *maker, uint32_t index) {
    return cw_navmesh_point(maker->mesh, maker->first + index);
}

bool cw_navmesh_has_dent(const cw_navmesh *mesh, uint32_t cell) {
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        if (cw_navmesh_turn(mesh, cell, e) < 0) {
            return true;
        }
    }
    return false;
}

static void sort_corners(cw_hull_maker *maker) {
    for (uint32_t i = 0; i < maker->degree; i++) {
        maker->order[i] = (cw_keyed){(uint64_t)corner(maker, i).y, i};
    }
    cw_keyed_sort_in_place(maker->order, maker->degree);
    for (uint32_t i = 0; i < maker->degree; i++) {
        maker->order[i].key = (uint64_t)corner(maker, maker->order[i].item).x;
    }
    cw_keyed_sort_in_place(maker->order, maker->degree);
}

/// Appends a corner to the chain that starts at `base`, dropping those it leaves inside or on a
/// side.
static void push_corner(cw_hull_maker *maker, uint32_t base, uint32_t index) {
    while (maker->hull_count >= base + 2 &&
           cw_orient(corner(maker, maker->hull[maker->hull_count - 2]),
                     corner(maker, maker->hull[maker->hull_count - 1]),
                     corner(maker, index)) <= 0) {
        maker->hull_count--;
    }
    maker->hull[maker->hull_count++] = index;
}

void cw_hull_make(cw_hull_maker *maker, uint32_t cell) {
    maker->first = cw_navmesh_cell_begin(maker->mesh, cell);
    maker->degree = cw_navmesh_degree(maker->mesh, cell);
    sort_corners(maker);
    maker->hull_count = 0;
    for (uint32_t i = 0; i < maker->degree; i++) {
        push_corner(maker, 0, maker->order[i].item);
    }
    uint32_t base = maker->hull_count - 1;
    for (uint32_t i = maker->degree - 1; i > 0; i--) {
        push_corner(maker, base, maker->order[i - 1].item);
    }
}

/// Distance of a point from a segment, in fine steps.
static double distance(cw_point point, cw_point from, cw_point to) {
    cw_point along = cw_point_sub(to, from), off = cw_point_sub(point, from);
    double length = sqrt(cw_wide_double(cw_dot(along, along)));
    if (length > 0 && cw_dot(along, off) >= 0 && cw_dot(along, cw_point_sub(point, to)) <= 0) {
        return fabs(cw_wide_double(cw_cross(along, off))) / length;
    }
    cw_point end = cw_dot(along, off) < 0 ? from : to;
    off = cw_point_sub(point, end);
    return sqrt(cw_wide_double(cw_dot(off, off)));
}

double cw_hull_depth(const cw_hull_maker *maker) {
    double deepest = 0;
    uint32_t side = 0; // the hull edge behind which the walk is
    for (uint32_t i = 0; i < maker->degree; i++) {
        cw_point point = corner(maker, (maker->hull[0] + i) % maker->degree);
        if (side + 2 < maker->hull_count &&
            cw_point_equal(point, corner(maker, maker->hull[side + 1]))) {
            side++;
        }
        double depth =
            distance(point, corner(maker, maker->hull[side]), corner(maker, maker->hull[side + 1]));
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest * cw_navmesh_fine_step(maker->mesh);
}
