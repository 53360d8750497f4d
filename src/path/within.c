/// The cells that a walk of some length can enter.
///
/// Dijkstra's search over portals. The way to a portal is bounded from below by the way to the
/// portal before it and the straight distance between the two, and by the straight distance from
/// the start. Both bounds only grow along a walk, so the search takes portals in their order, and
/// the first one into a cell gives the bound of the cell. The true way may be longer: where a walk
/// has to turn inside a portal, and where portals that share an end are crossed away from it.
///
/// Cost: O(e log e) for the e edges of the cells found, times the edges of one cell.
#include "clearance/clearance.h"
#include "path/query.h"

typedef struct flood {
    cw_query *query;
    cw_vec2 start; ///< local
    double limit;
    uint32_t *cells;
    uint32_t capacity;
    uint32_t count;
    uint32_t run;        ///< first of the cells at the distance of the last one
    double run_distance; ///< that distance
} flood;

static double point_to_segment(cw_vec2 x, cw_vec2 a, cw_vec2 b) {
    cw_vec2 side = cw_vec2_sub(b, a);
    double t = cw_vec2_dot(cw_vec2_sub(x, a), side) / cw_vec2_dot(side, side);
    return cw_vec2_distance(x, t > 0 ? (t < 1 ? cw_vec2_along(a, t, side) : b) : a);
}

/// Distance of two edges of one cell, which do not cross.
static double edge_to_edge(const cw_clearance *clearance, uint32_t e, uint32_t f) {
    cw_vec2 a = cw_clearance_from(clearance, e), b = cw_clearance_to(clearance, e);
    cw_vec2 c = cw_clearance_from(clearance, f), d = cw_clearance_to(clearance, f);
    return fmin(fmin(point_to_segment(a, c, d), point_to_segment(b, c, d)),
                fmin(point_to_segment(c, a, b), point_to_segment(d, a, b)));
}

/// Enters a cell. Cells at one distance stand in the order of their index.
static void add_cell(flood *f, uint32_t cell, double distance) {
    if (distance > f->run_distance) {
        f->run = f->count;
        f->run_distance = distance;
    }
    uint32_t at = f->count++;
    for (; at > f->run && (at > f->capacity || f->cells[at - 1] > cell); at--) {
        if (at < f->capacity) {
            f->cells[at] = f->cells[at - 1];
        }
    }
    if (at < f->capacity) {
        f->cells[at] = cell;
    }
}

/// Enters a cell and offers its other portals. `entry` is CW_NONE for the first cell.
static cw_status enter(flood *f, uint32_t cell, uint32_t entry, double distance) {
    const cw_clearance *clearance = f->query->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    if (cw_walk_enter_cell(&f->query->walk, cell)) {
        add_cell(f, cell, distance);
    }
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        if (e == entry || mesh->edge_twin[e] == CW_NONE ||
            f->query->walk.edge_stamps[e] == f->query->walk.stamp) {
            continue;
        }
        double way = distance + (entry == CW_NONE ? 0 : edge_to_edge(clearance, entry, e));
        double straight = point_to_segment(f->start, cw_clearance_from(clearance, e),
                                           cw_clearance_to(clearance, e));
        way = fmax(way, straight);
        if (way <= f->limit) {
            CW_TRY(cw_walk_push(f->query->context, &f->query->walk, way, e));
        }
    }
    return CW_OK;
}

static cw_status search(flood *f, uint32_t cell) {
    const cw_navmesh *mesh = f->query->clearance->mesh;
    CW_TRY(cw_walk_reserve(f->query->context, &f->query->walk, mesh));
    CW_TRY(enter(f, cell, CW_NONE, 0));
    cw_walk_item item;
    while (cw_walk_pop(&f->query->walk, &item)) {
        if (cw_walk_enter_edge(&f->query->walk, item.index)) {
            uint32_t twin = mesh->edge_twin[item.index];
            CW_TRY(enter(f, mesh->edge_cell[twin], twin, item.distance));
        }
    }
    return CW_OK;
}

cw_status cw_query_cells_within(cw_query *query, cw_vec3 point, double distance, uint32_t *cells,
                                uint32_t capacity, uint32_t *count) {
    CW_ASSERT(query != NULL && count != NULL && (cells != NULL || capacity == 0));
    *count = 0;
    if (!cw_walk_finite(point) || !isfinite(distance) || distance < 0) {
        return cw_fail(query->context, CW_ERROR_ARGUMENT,
                       "point and distance have to be finite, the distance not negative");
    }
    const cw_navmesh *mesh = query->clearance->mesh;
    uint32_t cell = cw_navmesh_locate(mesh, point);
    if (cell == CW_NONE) {
        return cw_fail(query->context, CW_ERROR_INPUT, "the point is off the mesh");
    }
    flood f = {.query = query,
               .start = cw_clearance_local(mesh, (cw_vec2){point.x, point.y}),
               .limit = distance,
               .cells = cells,
               .capacity = capacity};
    CW_TRY(search(&f, cell));
    *count = f.count;
    return CW_OK;
}
