/// Copies one part of a surface into the kinetic triangulation: a front per wall, a vertex per
/// corner.
#include "skeleton/kinetic.h"

/// A corner in coarse steps.
static cw_point coarse(const cw_kinetic *kinetic, uint32_t vertex) {
    cw_point fine = kinetic->surface->points[vertex];
    return (cw_point){fine.x >> CW_LATTICE_FINE_BITS, fine.y >> CW_LATTICE_FINE_BITS};
}

/// Sets the origin to the middle of the part.
static void choose_origin(cw_kinetic *kinetic, const cw_part *part) {
    const cw_surface *surface = kinetic->surface;
    cw_point low = {INT64_MAX, INT64_MAX}, high = {INT64_MIN, INT64_MIN};
    for (uint32_t i = 0; i < 3 * part->count; i++) {
        uint32_t half_edge = 3 * part->triangles[i / 3] + i % 3;
        cw_point p = coarse(kinetic, surface->corners[half_edge]);
        low = (cw_point){p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y};
        high = (cw_point){p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y};
    }
    kinetic->origin = (cw_point){(low.x + high.x) / 2, (low.y + high.y) / 2};
    int64_t width = high.x - low.x, height = high.y - low.y;
    kinetic->extent = (double)(width > height ? width : height);
    kinetic->meet = CW_FRONT_MEET + CW_FRONT_MEET_SHARE * kinetic->extent;
}

static void clear(cw_kinetic *kinetic) {
    kinetic->now = cw_dd_of(0);
    kinetic->fronts.count = 0;
    kinetic->movers.count = 0;
    kinetic->triangles.count = 0;
    kinetic->nodes.count = 0;
    kinetic->arcs.count = 0;
}

/// A node and the number of the vertex for each corner of the part.
static cw_status load_corners(cw_kinetic *kinetic, const cw_part *part) {
    for (uint32_t i = 0; i < 3 * part->count; i++) {
        uint32_t vertex = kinetic->surface->corners[3 * part->triangles[i / 3] + i % 3];
        uint32_t slot = part->vertex_slots[vertex];
        if (slot < kinetic->nodes.count && kinetic->nodes.items[slot].vertex == vertex) {
            continue;
        }
        part->vertex_slots[vertex] = kinetic->nodes.count;
        cw_point place = cw_point_sub(coarse(kinetic, vertex), kinetic->origin);
        cw_kinetic_node node = {(double)place.x, (double)place.y, 0, vertex};
        CW_TRY(CW_ARRAY_PUSH(kinetic->context, &kinetic->nodes, node));
    }
    return CW_OK;
}

/// The corner where the wall that leaves a corner ends.
static uint32_t wall_end(const cw_kinetic *kinetic, const cw_part *part, uint32_t corner) {
    const cw_surface *surface = kinetic->surface;
    uint32_t half_edge = surface->vertex_wall[kinetic->nodes.items[corner].vertex];
    return part->vertex_slots[surface->corners[cw_next(half_edge)]];
}

/// Front i is that of the wall which leaves corner i; vertex i begins there.
static cw_status load_fronts(cw_kinetic *kinetic, const cw_part *part) {
    uint32_t count = kinetic->nodes.count;
    for (uint32_t i = 0; i < count; i++) {
        const cw_kinetic_node *from = &kinetic->nodes.items[i];
        const cw_kinetic_node *to = &kinetic->nodes.items[wall_end(kinetic, part, i)];
        cw_point direction = {(int64_t)(to->x - from->x), (int64_t)(to->y - from->y)};
        if (direction.x == 0 && direction.y == 0) {
            return cw_fail(kinetic->context, CW_ERROR_INTERNAL, "a wall has no length");
        }
        CW_TRY(cw_front_add(kinetic, cw_dd2_of(from->x, from->y), direction, from->vertex, false));
    }
    CW_TRY(CW_ARRAY_RESERVE(kinetic->context, &kinetic->movers, count));
    kinetic->movers.count = count;
    for (uint32_t i = 0; i < count; i++) {
        kinetic->movers.items[i].b = i;
        kinetic->movers.items[wall_end(kinetic, part, i)].a = i;
    }
    for (uint32_t i = 0; i < count; i++) {
        cw_mover mover = kinetic->movers.items[i];
        const cw_kinetic_node *node = &kinetic->nodes.items[i];
        cw_birth birth = {i, cw_dd2_of(node->x, node->y), cw_dd_of(0)};
        CW_TRY(cw_mover_add(kinetic, mover.a, mover.b, birth, false));
        kinetic->movers.items[i] = kinetic->movers.items[--kinetic->movers.count];
    }
    return CW_OK;
}

static cw_status load_triangles(cw_kinetic *kinetic, const cw_part *part) {
    const cw_surface *surface = kinetic->surface;
    for (uint32_t i = 0; i < part->count; i++) {
        part->triangle_slots[part->triangles[i]] = i;
    }
    for (uint32_t i = 0; i < part->count; i++) {
        cw_kinetic_triangle triangle = {0};
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t half_edge = 3 * part->triangles[i] + k, twin = surface->twins[half_edge];
            uint32_t corner = part->vertex_slots[surface->corners[half_edge]];
            triangle.corner[k] = corner;
            triangle.wall[k] = twin == CW_NONE ? corner : CW_NONE;
            triangle.twin[k] =
                twin == CW_NONE ? CW_NONE : 3 * part->triangle_slots[twin / 3] + twin % 3;
            kinetic->movers.items[corner].spoke = 3 * i + k;
        }
        CW_TRY(CW_ARRAY_PUSH(kinetic->context, &kinetic->triangles, triangle));
    }
    return CW_OK;
}

cw_status cw_kinetic_load(cw_kinetic *kinetic, const cw_part *part) {
    clear(kinetic);
    choose_origin(kinetic, part);
    CW_TRY(load_corners(kinetic, part));
    CW_TRY(load_fronts(kinetic, part));
    return load_triangles(kinetic, part);
}
