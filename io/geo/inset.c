/// The floor that is left for a disc's center: all that is farther from every wall than a distance.
///
/// For programs that walk with a point on a mesh that was shrunk for one radius (Detour, Godot).
/// The floor is the union of the surface's triangles; what its walls, made thick by the distance,
/// cover is taken away. Walls are the edges that have none behind them, so barriers count. GEOS
/// does both. It makes circles of chords: the distance is enlarged so that no chord comes nearer
/// than it, by half a percent.
#include "../source.h"
#include "clearway/io.h"

#include <geos_c.h>

#include <math.h>

/// Chords of a quarter of a circle, and the share of the radius that their middles are away.
enum { CHORDS = 8 };
#define CHORD_MIDDLE 0.99518472667219688624 // cos(pi / (4 * CHORDS))

/// What is being worked on.
typedef struct shrinking {
    cw_context *context;
    GEOSContextHandle_t geos;
    const cw_surface *surface;
    GEOSGeometry **parts;
    size_t capacity;
} shrinking;

static cw_status no_memory(const shrinking *s) {
    return cw_context_fail(s->context, CW_ERROR_MEMORY, "out of memory");
}

static cw_vec2 place_of(const shrinking *s, uint32_t vertex) {
    return cw_lattice_to_plan(&s->surface->lattice, s->surface->points[vertex]);
}

static GEOSCoordSequence *sequence_of(const shrinking *s, const uint32_t *vertices,
                                      uint32_t count) {
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(s->geos, count, 2);
    for (uint32_t i = 0; sequence != NULL && i < count; i++) {
        cw_vec2 place = place_of(s, vertices[i]);
        GEOSCoordSeq_setXY_r(s->geos, sequence, i, place.x, place.y);
    }
    return sequence;
}

static GEOSGeometry *triangle_of(const shrinking *s, uint32_t triangle) {
    const uint32_t *corners = s->surface->corners + 3 * (size_t)triangle;
    const uint32_t ring[] = {corners[0], corners[1], corners[2], corners[0]};
    GEOSCoordSequence *sequence = sequence_of(s, ring, 4);
    GEOSGeometry *line = sequence != NULL ? GEOSGeom_createLinearRing_r(s->geos, sequence) : NULL;
    return line != NULL ? GEOSGeom_createPolygon_r(s->geos, line, NULL, 0) : NULL;
}

/// Frees what went in and gives what came out.
static GEOSGeometry *replace(const shrinking *s, GEOSGeometry *old, GEOSGeometry *made) {
    if (old != NULL) {
        GEOSGeom_destroy_r(s->geos, old);
    }
    return made;
}

/// A wall made thick. Each by itself, and then their union: the circles of all walls at once
/// would cross each other everywhere, a hundred times the work for a radius as wide as a room.
static GEOSGeometry *wall_of(const shrinking *s, uint32_t half_edge, double distance) {
    uint32_t triangle = half_edge / 3, k = half_edge % 3;
    const uint32_t *corners = s->surface->corners + 3 * (size_t)triangle;
    const uint32_t ends[] = {corners[k], corners[(k + 1) % 3]};
    GEOSCoordSequence *sequence = sequence_of(s, ends, 2);
    GEOSGeometry *line = sequence != NULL ? GEOSGeom_createLineString_r(s->geos, sequence) : NULL;
    return replace(s, line,
                   line != NULL ? GEOSBuffer_r(s->geos, line, distance / CHORD_MIDDLE, CHORDS)
                                : NULL);
}

/// Joins triangles or, with a distance, thick walls; takes the parts over in every case.
static GEOSGeometry *join(shrinking *s, double distance) {
    bool walls = distance > 0, good = true;
    uint32_t count = 0, total = s->surface->triangle_count * (walls ? 3 : 1);
    for (uint32_t i = 0; i < total && good; i++) {
        if (walls && s->surface->edges[i] != CW_EDGE_WALL) {
            continue;
        }
        s->parts[count] = walls ? wall_of(s, i, distance) : triangle_of(s, i);
        good = s->parts[count] != NULL;
        count += good ? 1 : 0;
    }
    if (good) {
        GEOSGeometry *parts =
            GEOSGeom_createCollection_r(s->geos, GEOS_GEOMETRYCOLLECTION, s->parts, count);
        return replace(s, parts, parts != NULL ? GEOSUnaryUnion_r(s->geos, parts) : NULL);
    }
    for (uint32_t i = 0; i < count; i++) {
        GEOSGeom_destroy_r(s->geos, s->parts[i]);
    }
    return NULL;
}

static GEOSGeometry *shrink(shrinking *s, double distance) {
    GEOSGeometry *floor = join(s, 0), *walls = join(s, distance), *left = NULL;
    if (floor != NULL && walls != NULL) {
        left = GEOSDifference_r(s->geos, floor, walls);
    }
    replace(s, floor, NULL);
    replace(s, walls, NULL);
    return left;
}

static cw_status add_ring(shrinking *s, const GEOSGeometry *ring, cw_ring_kind kind,
                          uint32_t polygon, cw_plan *plan) {
    const GEOSCoordSequence *points = GEOSGeom_getCoordSeq_r(s->geos, ring);
    unsigned count = 0;
    if (points == NULL || !GEOSCoordSeq_getSize_r(s->geos, points, &count)) {
        return no_memory(s);
    }
    cw_vec2 *copied = cw_context_resize(s->context, NULL, 0, (count + 1) * sizeof *copied);
    cw_status status = copied != NULL ? CW_OK : no_memory(s);
    if (status == CW_OK && !GEOSCoordSeq_copyToBuffer_r(s->geos, points, &copied[0].x, 0, 0)) {
        status = no_memory(s);
    }
    if (status == CW_OK && count > 1) {
        status = cw_plan_add(s->context, plan, kind, polygon, copied, count - 1);
    }
    cw_context_release(s->context, copied, (count + 1) * sizeof *copied);
    return status;
}

static cw_status add_polygons(shrinking *s, const GEOSGeometry *left, cw_plan *plan) {
    int parts = GEOSGetNumGeometries_r(s->geos, left);
    for (int i = 0; i < parts; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(s->geos, left, i);
        if (GEOSGeomTypeId_r(s->geos, part) != GEOS_POLYGON || GEOSisEmpty_r(s->geos, part) == 1) {
            continue;
        }
        uint32_t polygon = (uint32_t)i;
        CW_IO_TRY(add_ring(s, GEOSGetExteriorRing_r(s->geos, part), CW_RING_OUTER, polygon, plan));
        for (int k = 0; k < GEOSGetNumInteriorRings_r(s->geos, part); k++) {
            CW_IO_TRY(
                add_ring(s, GEOSGetInteriorRingN_r(s->geos, part, k), CW_RING_HOLE, polygon, plan));
        }
    }
    return CW_OK;
}

static cw_status shrink_into(shrinking *s, double distance, cw_plan *plan) {
    s->capacity = 3 * (size_t)s->surface->triangle_count;
    s->parts = cw_context_resize(s->context, NULL, 0, s->capacity * sizeof *s->parts);
    GEOSGeometry *left = s->parts != NULL ? shrink(s, distance) : NULL;
    cw_status status = left != NULL ? add_polygons(s, left, plan) : no_memory(s);
    if (status == CW_OK && plan->ring_count == 0) {
        status = cw_context_fail(s->context, CW_ERROR_INPUT,
                                 "no floor is farther from walls than %g m", distance);
    }
    replace(s, left, NULL);
    cw_context_release(s->context, s->parts, s->capacity * sizeof *s->parts);
    return status;
}

cw_status cw_plan_inset(cw_context *context, const cw_surface *surface, double distance,
                        cw_plan *plan) {
    *plan = (cw_plan){0};
    if (!(distance > 0 && distance <= CW_COORDINATE_LIMIT)) {
        return cw_context_fail(context, CW_ERROR_ARGUMENT,
                               "an inset of %g m is not from 0 to %g, without 0", distance,
                               CW_COORDINATE_LIMIT);
    }
    if (surface->terrain.triangle_count > 0) {
        return cw_context_fail(context, CW_ERROR_INPUT, "only a flat floor can be shrunk");
    }
    shrinking s = {.context = context, .surface = surface, .geos = GEOS_init_r()};
    cw_status status = s.geos != NULL ? shrink_into(&s, distance, plan) : no_memory(&s);
    if (s.geos != NULL) {
        GEOS_finish_r(s.geos);
    }
    if (status != CW_OK) {
        cw_plan_free(context, plan);
    }
    return status;
}
