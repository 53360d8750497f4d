/// The walls of a mesh are the walls of a surface, seen in plan.
///
/// Exactly, when both lie on the same lattice and no vertex was rounded. A wall covers a part of
/// the directed line it lies on. Written down are the two ends of every wall, each with the
/// shortest lattice vector along its line: the starts of the mesh's walls and the ends of the
/// surface's count +1, the others -1. Where a wall is only divided, its pieces cancel. How often
/// each place of a line is covered is the running sum of these counts, so both have the same walls,
/// as often and on the same side, exactly when the counts of every place and direction are zero.
///
/// Otherwise each wall has to be covered by walls of the other, up to what rounding does
/// (validate_cover.c).
///
/// Cost: linear; a sort by 64-bit keys for each of four coordinates.
#include "geom/order.h"
#include "navmesh/check/validate.h"

#include <math.h>

/// Digits that a double may lose when a lattice point becomes a plan position.
static const double PLAN_ROUNDING = 0x1p-51;

/// An end of a wall, and the direction of the wall.
typedef struct wall_end {
    cw_point at, direction;
} wall_end;

/// All ends: at even places where walls start, at odd ones where they end; those of the mesh first.
typedef struct wall_ends {
    wall_end *items;
    cw_keyed *order; ///< with room for as many to sort
    uint32_t count, mesh_count;
} wall_ends;

static uint64_t magnitude(int64_t value) {
    return value < 0 ? (uint64_t)-value : (uint64_t)value;
}

/// The shortest lattice vector of a direction.
static cw_point shortest_along(cw_point vector) {
    uint64_t a = magnitude(vector.x), b = magnitude(vector.y);
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return (cw_point){vector.x / (int64_t)a, vector.y / (int64_t)a};
}

static void put_ends(wall_ends *ends, const cw_segments *walls) {
    for (uint32_t i = 0; i < walls->count; i++) {
        cw_point from = walls->items[i].from, to = walls->items[i].to;
        cw_point direction = shortest_along(vector_to(from, to));
        ends->items[ends->count++] = (wall_end){from, direction};
        ends->items[ends->count++] = (wall_end){to, direction};
    }
}

static uint64_t coordinate(const wall_end *end, int which) {
    switch (which) {
    case 0: return (uint64_t)end->direction.x;
    case 1: return (uint64_t)end->direction.y;
    case 2: return (uint64_t)end->at.x;
    default: return (uint64_t)end->at.y;
    }
}

/// Brings ends of one place and direction together.
static void sort_ends(wall_ends *ends) {
    for (uint32_t i = 0; i < ends->count; i++) {
        ends->order[i].item = i;
    }
    for (int which = 0; which < 4; which++) {
        for (uint32_t i = 0; i < ends->count; i++) {
            ends->order[i].key = coordinate(&ends->items[ends->order[i].item], which);
        }
        cw_keyed_sort_in_place(ends->order, ends->count);
    }
}

static bool same_end(const wall_end *a, const wall_end *b) {
    return same_point(a->at, b->at) && same_point(a->direction, b->direction);
}

/// An end whose counts do not cancel, or NULL.
static const wall_end *find_difference(const wall_ends *ends) {
    for (uint32_t i = 0, next; i < ends->count; i = next) {
        const wall_end *first = &ends->items[ends->order[i].item];
        int64_t sum = 0;
        for (next = i; next < ends->count; next++) {
            uint32_t item = ends->order[next].item;
            if (!same_end(first, &ends->items[item])) {
                break;
            }
            sum += (item < ends->mesh_count) == (item % 2 == 0) ? 1 : -1;
        }
        if (sum != 0) {
            return first;
        }
    }
    return NULL;
}

static cw_status compare_ends(cw_context *context, wall_ends *ends, const cw_segments *ours,
                              const cw_segments *theirs, const cw_lattice *lattice) {
    size_t capacity = 2 * ((size_t)ours->count + theirs->count);
    if (capacity >= CW_NONE) {
        return cw_fail(context, CW_ERROR_LIMIT, "%zu ends of walls are too many", capacity);
    }
    CW_TRY(CW_ALLOCATE(context, ends->items, capacity));
    CW_TRY(CW_ALLOCATE(context, ends->order, 2 * capacity));
    put_ends(ends, ours);
    ends->mesh_count = ends->count;
    put_ends(ends, theirs);
    sort_ends(ends);
    const wall_end *different = find_difference(ends);
    if (different == NULL) {
        return CW_OK;
    }
    cw_vec2 place = cw_lattice_to_plan(lattice, different->at);
    return CW_VIOLATED(context, "walls",
                       "at (%.9g, %.9g) the walls of the mesh are not those of the surface",
                       place.x, place.y);
}

static cw_status compare_exactly(cw_context *context, const cw_segments *ours,
                                 const cw_segments *theirs, const cw_lattice *lattice) {
    wall_ends ends = {0};
    cw_status status = compare_ends(context, &ends, ours, theirs, lattice);
    size_t capacity = 2 * ((size_t)ours->count + theirs->count);
    CW_RELEASE(context, ends.items, capacity);
    CW_RELEASE(context, ends.order, 2 * capacity);
    return status;
}

static cw_status list_mesh_walls(cw_context *context, const cw_navmesh *mesh, cw_segments *walls) {
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] == CW_NONE) {
            uint32_t next = cw_navmesh_next(mesh, mesh->edge_cell[e], e);
            cw_segment wall = {cw_navmesh_point(mesh, e), cw_navmesh_point(mesh, next)};
            CW_TRY(CW_ARRAY_PUSH(context, walls, wall));
        }
    }
    return CW_OK;
}

static cw_status list_surface_walls(cw_context *context, const cw_surface *surface,
                                    cw_segments *walls) {
    for (size_t h = 0; h < 3 * (size_t)surface->triangle_count; h++) {
        if (surface->edges[h] == CW_EDGE_WALL) {
            size_t next = h % 3 == 2 ? h - 2 : h + 1;
            cw_segment wall = {surface->points[surface->corners[h]],
                               surface->points[surface->corners[next]]};
            CW_TRY(CW_ARRAY_PUSH(context, walls, wall));
        }
    }
    return CW_OK;
}

/// How far a wall may be from where it was, in metres, after rounding on two lattices and to
/// doubles.
static double rounding_of(const cw_navmesh *mesh, const cw_surface *surface) {
    double step = fmax(mesh->lattice.step, surface->lattice.step), far = 0;
    for (uint32_t v = 0; v < surface->vertex_count; v++) {
        cw_vec3 p = surface->positions[v];
        far = fmax(far, fmax(fabs(p.x), fabs(p.y)));
    }
    return CW_NOISE_STEPS * step + PLAN_ROUNDING * far;
}

cw_status cw_validate_walls(cw_context *context, const cw_navmesh *mesh, const cw_surface *surface,
                            bool exact) {
    cw_segments ours = {0}, theirs = {0};
    cw_status status = list_mesh_walls(context, mesh, &ours);
    if (status == CW_OK) {
        status = list_surface_walls(context, surface, &theirs);
    }
    if (status == CW_OK && exact) {
        status = compare_exactly(context, &ours, &theirs, &mesh->lattice);
    } else if (status == CW_OK) {
        cw_wall_source source = {&ours, &mesh->lattice}, target = {&theirs, &surface->lattice};
        status = cw_validate_cover(context, &source, &target, rounding_of(mesh, surface));
    }
    CW_ARRAY_FREE(context, &ours);
    CW_ARRAY_FREE(context, &theirs);
    return status;
}
