/// Every promise in the comment of cw_surface, checked without any of the code that builds one.
///
/// Stages, in this order, since each relies on those before it: 1 the lattice; 2 arrays and
/// indices; 3 vertices: on the coarse lattice, beside the caller's coordinates, sources; 4
/// triangles: counter-clockwise with area, which with 5 puts neighbours on opposite sides of their
/// edge; 5 twins: the same edge the other way round, walls exactly where there is none; 6 fans: the
/// walk from the wall of a vertex meets all of its corners; 7 the terrain (validate_terrain.c).
/// Signs are exact in 128-bit integers of this file's own. Linear.
#include "surface/validate.h"

#include <math.h>

/// Coordinates are below this value.
static const int64_t POINT_LIMIT = (int64_t)1 << (CW_LATTICE_COARSE_BITS + CW_LATTICE_FINE_BITS);
/// Input vertices are multiples of this value.
static const int64_t COARSE = (int64_t)1 << CW_LATTICE_FINE_BITS;

__extension__ typedef __int128 wide;

static bool is_left_turn(cw_point a, cw_point b, cw_point c) {
    return (wide)(b.x - a.x) * (c.y - a.y) > (wide)(b.y - a.y) * (c.x - a.x);
}

static uint32_t next_of(uint32_t half_edge) {
    return half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1;
}

static bool is_multiple(double value, double step) {
    return isfinite(value) && floor(value / step) * step == value;
}

static cw_status check_lattice(cw_context *context, const cw_lattice *lattice) {
    int exponent;
    if (!(lattice->step > 0 && isfinite(lattice->step)) || frexp(lattice->step, &exponent) != 0.5) {
        return cw_fail(context, CW_ERROR_INVALID, "lattice: the step %g is no power of two",
                       lattice->step);
    }
    if (!is_multiple(lattice->origin_x, lattice->step) ||
        !is_multiple(lattice->origin_y, lattice->step)) {
        return cw_fail(context, CW_ERROR_INVALID,
                       "lattice: the origin (%g, %g) is no multiple of the step %g",
                       lattice->origin_x, lattice->origin_y, lattice->step);
    }
    return CW_OK;
}

static cw_status check_arrays(cw_context *context, const cw_surface *surface) {
    if (surface->triangle_count == 0 || surface->triangle_count > CW_NONE / 3) {
        return cw_fail(context, CW_ERROR_INVALID, "the surface has %u triangles",
                       surface->triangle_count);
    }
    if (surface->points == NULL || surface->positions == NULL || surface->vertex_source == NULL ||
        surface->vertex_wall == NULL || surface->corners == NULL || surface->twins == NULL ||
        surface->edges == NULL) {
        return cw_fail(context, CW_ERROR_INVALID, "an array of the surface is missing");
    }
    return CW_OK;
}

static cw_status check_indices(cw_context *context, const cw_surface *surface) {
    uint32_t half_edges = 3 * surface->triangle_count;
    for (uint32_t h = 0; h < half_edges; h++) {
        if (surface->corners[h] >= surface->vertex_count) {
            return cw_fail(context, CW_ERROR_INVALID, "triangle %u: there is no vertex %u", h / 3,
                           surface->corners[h]);
        }
        if (surface->twins[h] != CW_NONE && surface->twins[h] >= half_edges) {
            return cw_fail(context, CW_ERROR_INVALID, "triangle %u: there is no half-edge %u",
                           h / 3, surface->twins[h]);
        }
        if (surface->edges[h] > CW_EDGE_PORTAL) {
            return cw_fail(context, CW_ERROR_INVALID, "triangle %u: unknown kind of edge %u", h / 3,
                           surface->edges[h]);
        }
    }
    for (uint32_t v = 0; v < surface->vertex_count; v++) {
        if (surface->vertex_wall[v] >= half_edges) {
            return cw_fail(context, CW_ERROR_INVALID, "vertex %u: there is no half-edge %u", v,
                           surface->vertex_wall[v]);
        }
        if (surface->vertex_source[v] >= surface->source_count) {
            return cw_fail(context, CW_ERROR_INVALID, "vertex %u: source %u of %u", v,
                           surface->vertex_source[v], surface->source_count);
        }
    }
    return CW_OK;
}

static bool is_coarse(int64_t coordinate) {
    return coordinate >= 0 && coordinate < POINT_LIMIT && coordinate % COARSE == 0;
}

/// True when a coordinate in metres lies within one coarse step of its lattice coordinate.
static bool is_beside(double metres, double origin, double step, int64_t coordinate) {
    return fabs((metres - origin) / step - (double)(coordinate / COARSE)) <= 1;
}

static cw_status check_vertices(cw_context *context, const cw_surface *surface) {
    const cw_lattice *lattice = &surface->lattice;
    for (uint32_t v = 0; v < surface->vertex_count; v++) {
        cw_point point = surface->points[v];
        cw_vec3 position = surface->positions[v];
        if (!is_coarse(point.x) || !is_coarse(point.y)) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "vertex %u: (%lld, %lld) is no point of the coarse lattice", v,
                           (long long)point.x, (long long)point.y);
        }
        if (!is_beside(position.x, lattice->origin_x, lattice->step, point.x) ||
            !is_beside(position.y, lattice->origin_y, lattice->step, point.y) ||
            !(fabs(position.z) <= CW_COORDINATE_LIMIT)) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "vertex %u: the position (%g, %g, %g) is more than a step away from "
                           "its lattice point",
                           v, position.x, position.y, position.z);
        }
    }
    return CW_OK;
}

/// `first` has room for a vertex per source.
static cw_status compare_sources(cw_context *context, const cw_surface *surface, uint32_t *first) {
    uint32_t found = 0;
    for (uint32_t v = 0; v < surface->vertex_count; v++) {
        uint32_t *slot = &first[surface->vertex_source[v]];
        if (*slot == 0) {
            *slot = v + 1;
            found++;
        }
        cw_point a = surface->points[*slot - 1], b = surface->points[v];
        cw_vec3 p = surface->positions[*slot - 1], q = surface->positions[v];
        if (a.x != b.x || a.y != b.y || p.x != q.x || p.y != q.y || p.z != q.z) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "vertex %u: it has the source of vertex %u, but not its place", v,
                           *slot - 1);
        }
    }
    if (found != surface->source_count) {
        return cw_fail(context, CW_ERROR_INVALID, "%u sources are promised, but there are %u",
                       surface->source_count, found);
    }
    return CW_OK;
}

static cw_status check_sources(cw_context *context, const cw_surface *surface) {
    uint32_t *first = NULL;
    CW_TRY(CW_ALLOCATE(context, first, surface->source_count));
    cw_status status = compare_sources(context, surface, first);
    CW_RELEASE(context, first, surface->source_count);
    return status;
}

static cw_status check_triangles(cw_context *context, const cw_surface *surface) {
    for (uint32_t t = 0; t < surface->triangle_count; t++) {
        const uint32_t *corner = surface->corners + (size_t)3 * t;
        if (!is_left_turn(surface->points[corner[0]], surface->points[corner[1]],
                          surface->points[corner[2]])) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "triangle %u: (%u, %u, %u) is not counter-clockwise with area", t,
                           corner[0], corner[1], corner[2]);
        }
    }
    return CW_OK;
}

static cw_status check_twins(cw_context *context, const cw_surface *surface) {
    for (uint32_t h = 0; h < 3 * surface->triangle_count; h++) {
        uint32_t twin = surface->twins[h];
        if ((twin == CW_NONE) != (surface->edges[h] == CW_EDGE_WALL)) {
            return cw_fail(context, CW_ERROR_INVALID, "triangle %u: side %u is %s", h / 3, h % 3,
                           twin == CW_NONE ? "no wall, but has no twin" : "a wall with a twin");
        }
        if (twin == CW_NONE) {
            continue;
        }
        if (surface->twins[twin] != h || twin / 3 == h / 3) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "triangle %u: the twin of side %u has another twin", h / 3, h % 3);
        }
        if (surface->corners[twin] != surface->corners[next_of(h)] ||
            surface->corners[next_of(twin)] != surface->corners[h]) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "triangle %u: side %u and its twin join different vertices", h / 3,
                           h % 3);
        }
        if (surface->edges[twin] != surface->edges[h]) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "triangle %u: side %u and its twin are of different kinds", h / 3,
                           h % 3);
        }
    }
    return CW_OK;
}

/// Walks the fan of a vertex from its wall; `corners` is how many corners the vertex has.
static cw_status check_fan(cw_context *context, const cw_surface *surface, uint32_t vertex,
                           uint32_t corners) {
    uint32_t h = surface->vertex_wall[vertex], met = 0;
    if (surface->corners[h] != vertex || surface->edges[h] != CW_EDGE_WALL) {
        return cw_fail(context, CW_ERROR_INVALID,
                       "vertex %u: half-edge %u is no wall that leaves it", vertex, h);
    }
    while (h != CW_NONE && met <= corners) {
        met++;
        h = surface->twins[next_of(next_of(h))];
    }
    if (met != corners) {
        return cw_fail(context, CW_ERROR_INVALID,
                       "vertex %u: its fan has %u triangles, but %u corners are there", vertex, met,
                       corners);
    }
    return CW_OK;
}

static cw_status check_fans(cw_context *context, const cw_surface *surface) {
    uint32_t *corners = NULL;
    CW_TRY(CW_ALLOCATE(context, corners, surface->vertex_count));
    for (uint32_t h = 0; h < 3 * surface->triangle_count; h++) {
        corners[surface->corners[h]]++;
    }
    cw_status status = CW_OK;
    for (uint32_t v = 0; v < surface->vertex_count && status == CW_OK; v++) {
        status = check_fan(context, surface, v, corners[v]);
    }
    CW_RELEASE(context, corners, surface->vertex_count);
    return status;
}

cw_status cw_surface_validate(cw_context *context, const cw_surface *surface) {
    CW_TRY(check_lattice(context, &surface->lattice));
    CW_TRY(check_arrays(context, surface));
    CW_TRY(check_indices(context, surface));
    CW_TRY(check_vertices(context, surface));
    CW_TRY(check_sources(context, surface));
    CW_TRY(check_triangles(context, surface));
    CW_TRY(check_twins(context, surface));
    CW_TRY(check_fans(context, surface));
    return cw_surface_validate_terrain(context, surface);
}
