#include "plan_oracle.h"
#include "plane.h"

#include <math.h>
#include <stdlib.h>

__extension__ typedef __int128 wide;

static cw_vec2 ring_point(const cw_plan *plan, uint32_t ring, uint32_t i) {
    return plan->points[plan->rings[ring].first + i % plan->rings[ring].count];
}

/// Segments of a ring, with the closing one but for barriers.
static uint32_t segment_count(const cw_plan *plan, uint32_t ring) {
    uint32_t count = plan->rings[ring].count;
    return plan->rings[ring].kind == CW_RING_BARRIER && count > 0 ? count - 1 : count;
}

int plan_winding(const cw_plan *plan, uint32_t ring, cw_vec2 place) {
    int winding = 0;
    for (uint32_t i = 0; i < segment_count(plan, ring); i++) {
        cw_vec2 a = ring_point(plan, ring, i), b = ring_point(plan, ring, i + 1);
        long double side = ((long double)b.x - a.x) * ((long double)place.y - a.y) -
                           ((long double)b.y - a.y) * ((long double)place.x - a.x);
        winding += a.y <= place.y && b.y > place.y && side > 0;
        winding -= b.y <= place.y && a.y > place.y && side < 0;
    }
    return winding;
}

static bool any_ring(const cw_plan *plan, cw_ring_kind kind, uint32_t polygon, cw_vec2 place) {
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        const cw_ring *ring = &plan->rings[r];
        if (ring->kind == kind && (kind == CW_RING_OBSTACLE || ring->polygon == polygon) &&
            plan_winding(plan, r, place) != 0) {
            return true;
        }
    }
    return false;
}

bool plan_is_floor(const cw_plan *plan, cw_vec2 place) {
    if (any_ring(plan, CW_RING_OBSTACLE, 0, place)) {
        return false;
    }
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        if (plan->rings[r].kind == CW_RING_OUTER &&
            any_ring(plan, CW_RING_OUTER, plan->rings[r].polygon, place) &&
            !any_ring(plan, CW_RING_HOLE, plan->rings[r].polygon, place)) {
            return true;
        }
    }
    return false;
}

double plan_clearance(const cw_plan *plan, cw_vec2 place) {
    double nearest = INFINITY;
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        for (uint32_t i = 0; i < segment_count(plan, r); i++) {
            nearest = fmin(nearest, plane_point_segment(place, ring_point(plan, r, i),
                                                        ring_point(plan, r, i + 1)));
        }
    }
    return nearest;
}

double plan_length(const cw_plan *plan) {
    double length = 0;
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        for (uint32_t i = 0; i < segment_count(plan, r); i++) {
            cw_vec2 a = ring_point(plan, r, i), b = ring_point(plan, r, i + 1);
            length += hypot(b.x - a.x, b.y - a.y);
        }
    }
    return length;
}

void plan_box(const cw_plan *plan, cw_vec2 *low, cw_vec2 *high) {
    *low = (cw_vec2){INFINITY, INFINITY};
    *high = (cw_vec2){-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < plan->point_count; i++) {
        *low = (cw_vec2){fmin(low->x, plan->points[i].x), fmin(low->y, plan->points[i].y)};
        *high = (cw_vec2){fmax(high->x, plan->points[i].x), fmax(high->y, plan->points[i].y)};
    }
}

// --- area by GEOS --------------------------------------------------------------------------------

static GEOSGeometry *segment_line(GEOSContextHandle_t geos, cw_vec2 a, cw_vec2 b) {
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(geos, 2, 2);
    GEOSCoordSeq_setXY_r(geos, sequence, 0, a.x, a.y);
    GEOSCoordSeq_setXY_r(geos, sequence, 1, b.x, b.y);
    return GEOSGeom_createLineString_r(geos, sequence);
}

/// All sides of all rings that enclose something, as one geometry.
static GEOSGeometry *ring_lines(GEOSContextHandle_t geos, const cw_plan *plan) {
    GEOSGeometry **lines = calloc((size_t)plan->point_count + 1, sizeof *lines);
    unsigned count = 0;
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        for (uint32_t i = 0; plan->rings[r].kind != CW_RING_BARRIER && i < plan->rings[r].count;
             i++) {
            cw_vec2 a = ring_point(plan, r, i), b = ring_point(plan, r, i + 1);
            if (a.x != b.x || a.y != b.y) {
                lines[count++] = segment_line(geos, a, b);
            }
        }
    }
    GEOSGeometry *all = GEOSGeom_createCollection_r(geos, GEOS_MULTILINESTRING, lines, count);
    free(lines);
    return all;
}

/// The area of a face if it is floor, else 0.
static double floor_of_face(GEOSContextHandle_t geos, const cw_plan *plan,
                            const GEOSGeometry *face) {
    GEOSGeometry *inside = GEOSPointOnSurface_r(geos, face);
    cw_vec2 place = {0, 0};
    double area = 0;
    if (inside != NULL && GEOSGeomGetX_r(geos, inside, &place.x) == 1 &&
        GEOSGeomGetY_r(geos, inside, &place.y) == 1 && plan_is_floor(plan, place)) {
        GEOSArea_r(geos, face, &area);
    }
    GEOSGeom_destroy_r(geos, inside);
    return area;
}

double plan_floor_area(GEOSContextHandle_t geos, const cw_plan *plan) {
    GEOSGeometry *lines = ring_lines(geos, plan);
    GEOSGeometry *noded = GEOSUnaryUnion_r(geos, lines);
    const GEOSGeometry *sources[1] = {noded};
    GEOSGeometry *faces = GEOSPolygonize_r(geos, sources, 1);
    double area = 0;
    for (int i = 0; i < GEOSGetNumGeometries_r(geos, faces); i++) {
        area += floor_of_face(geos, plan, GEOSGetGeometryN_r(geos, faces, i));
    }
    GEOSGeom_destroy_r(geos, faces);
    GEOSGeom_destroy_r(geos, noded);
    GEOSGeom_destroy_r(geos, lines);
    return area;
}

// --- surfaces ------------------------------------------------------------------------------------

static int side_of(cw_point a, cw_point b, cw_point c) {
    wide left = (wide)(b.x - a.x) * (c.y - a.y), right = (wide)(b.y - a.y) * (c.x - a.x);
    return (left > right) - (left < right);
}

uint32_t surface_cover(const cw_surface *surface, cw_point point, uint32_t *touching) {
    uint32_t inside = 0;
    *touching = 0;
    for (uint32_t t = 0; t < surface->triangle_count; t++) {
        int lowest = 1;
        for (uint32_t k = 0; k < 3; k++) {
            int side = side_of(surface->points[surface->corners[3 * t + k]],
                               surface->points[surface->corners[3 * t + (k + 1) % 3]], point);
            lowest = side < lowest ? side : lowest;
        }
        inside += lowest > 0;
        *touching += lowest == 0;
    }
    return inside;
}

static cw_point edge_end(const cw_surface *surface, uint32_t h, uint32_t which) {
    uint32_t corner = which == 0 ? h : h - h % 3 + (h + 1) % 3;
    return surface->points[surface->corners[corner]];
}

double surface_thin_wall_length(const cw_surface *surface) {
    double length = 0;
    for (uint32_t h = 0; h < 3 * surface->triangle_count; h++) {
        cw_point a = edge_end(surface, h, 0), b = edge_end(surface, h, 1);
        bool thin = false;
        for (uint32_t g = 0; surface->edges[h] == CW_EDGE_WALL && g < 3 * surface->triangle_count;
             g++) {
            cw_point c = edge_end(surface, g, 0), d = edge_end(surface, g, 1);
            thin = thin || (surface->edges[g] == CW_EDGE_WALL && a.x == d.x && a.y == d.y &&
                            b.x == c.x && b.y == c.y);
        }
        length += thin ? hypot((double)(b.x - a.x), (double)(b.y - a.y)) : 0;
    }
    return length * ldexp(surface->lattice.step, -CW_LATTICE_FINE_BITS);
}

int64_t surface_euler(const cw_surface *surface) {
    int64_t half_edges = 3 * (int64_t)surface->triangle_count, walls = 0;
    for (int64_t h = 0; h < half_edges; h++) {
        walls += surface->twins[h] == CW_NONE;
    }
    return (int64_t)surface->vertex_count - (half_edges + walls) / 2 + surface->triangle_count;
}

uint32_t surface_islands(const cw_surface *surface) {
    uint32_t islands = 0, top = 0;
    uint32_t *stack = calloc((size_t)surface->triangle_count * 3, sizeof *stack);
    uint8_t *seen = calloc(surface->triangle_count, 1);
    for (uint32_t start = 0; start < surface->triangle_count; start++) {
        if (!seen[start]) {
            islands++;
            seen[start] = 1;
            stack[top++] = start;
        }
        while (top > 0) {
            uint32_t t = stack[--top];
            for (uint32_t k = 0; k < 3; k++) {
                uint32_t twin = surface->twins[3 * t + k];
                if (twin != CW_NONE && !seen[twin / 3]) {
                    seen[twin / 3] = 1;
                    stack[top++] = twin / 3;
                }
            }
        }
    }
    free(stack);
    free(seen);
    return islands;
}
