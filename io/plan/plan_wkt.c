/// Floor plans as Well-Known Text, read by GEOS.
///
/// 1. Each geometry of the text is found and checked by a scan (wkt_scan.h), which knows lines and
///    columns. 2. GEOS reads it. 3. Its rings are copied into the plan: of polygons the outer ring
///    and the holes, a LINEARRING as a floor of its own, lines as barriers. Heights and measures
///    are dropped. An open ring is closed. Empty parts are skipped.
#include "plan_reader.h"
#include "wkt_scan.h"

#include <geos_c.h>
#include <stdio.h>
#include <string.h>

/// One reading.
typedef struct reading {
    GEOSContextHandle_t geos;
    GEOSWKTReader *wkt;
    char problem[192]; ///< the last message of GEOS
    cw_plan_reader plan;
    const char *reason; ///< why a ring was not taken
} reading;

static void keep_problem(const char *message, void *user) {
    reading *r = user;
    // GEOS begins with the name of a C++ class and may end with a new line.
    const char *words = strstr(message, "Exception: ");
    words = words != NULL ? words + strlen("Exception: ") : message;
    snprintf(r->problem, sizeof r->problem, "%.*s", (int)strcspn(words, "\r\n"), words);
}

static cw_status add_ring(reading *r, const GEOSGeometry *line, cw_ring_kind kind) {
    const GEOSCoordSequence *points = line != NULL ? GEOSGeom_getCoordSeq_r(r->geos, line) : NULL;
    unsigned count = 0;
    r->reason = "GEOS gives no points";
    if (points == NULL || !GEOSCoordSeq_getSize_r(r->geos, points, &count)) {
        return CW_ERROR_INTERNAL;
    }
    if (count == 0) {
        return CW_OK;
    }
    CW_IO_TRY(cw_plan_reader_reserve(&r->plan, count, &r->reason));
    if (!GEOSCoordSeq_copyToBuffer_r(r->geos, points, &r->plan.points[0].x, 0, 0)) {
        return CW_ERROR_INTERNAL;
    }
    r->plan.point_count = count;
    return cw_plan_reader_add(&r->plan, kind, &r->reason);
}

static cw_status add_polygon(reading *r, const GEOSGeometry *polygon) {
    if (GEOSisEmpty_r(r->geos, polygon) == 1) {
        return CW_OK;
    }
    cw_status status = add_ring(r, GEOSGetExteriorRing_r(r->geos, polygon), CW_RING_OUTER);
    int holes = GEOSGetNumInteriorRings_r(r->geos, polygon);
    for (int i = 0; i < holes && status == CW_OK; i++) {
        status = add_ring(r, GEOSGetInteriorRingN_r(r->geos, polygon, i), CW_RING_HOLE);
    }
    return status;
}

/// Adds a geometry; collections nest no deeper than the scan allows.
static cw_status add_geometry(reading *r, const GEOSGeometry *geometry) {
    switch (GEOSGeomTypeId_r(r->geos, geometry)) {
    case GEOS_POLYGON: return add_polygon(r, geometry);
    case GEOS_LINEARRING: return add_ring(r, geometry, CW_RING_OUTER);
    case GEOS_LINESTRING: return add_ring(r, geometry, CW_RING_BARRIER);
    case GEOS_POINT:
    case GEOS_MULTIPOINT: return CW_OK; /* the scan has warned of it */
    case GEOS_MULTIPOLYGON:
    case GEOS_MULTILINESTRING:
    case GEOS_GEOMETRYCOLLECTION: break;
    default: r->reason = "a geometry that a plan cannot hold"; return CW_ERROR_INPUT;
    }
    cw_status status = CW_OK;
    int parts = GEOSGetNumGeometries_r(r->geos, geometry);
    for (int i = 0; i < parts && status == CW_OK; i++) {
        status = add_geometry(r, GEOSGetGeometryN_r(r->geos, geometry, i));
    }
    return status;
}

/// Reads one geometry. `copy` is a copy of the whole text, since GEOS wants a NUL at the end.
static cw_status read_geometry(reading *r, cw_span geometry, char *copy) {
    const cw_source *source = r->plan.source;
    char *own = copy + (geometry.text - source->text), behind = own[geometry.size];
    own[geometry.size] = '\0';
    r->problem[0] = '\0';
    GEOSGeometry *parsed = GEOSWKTReader_read_r(r->geos, r->wkt, own);
    own[geometry.size] = behind;
    if (parsed == NULL) {
        bool memory = strstr(r->problem, "bad_alloc") != NULL;
        return cw_source_fail_column(source, geometry.text,
                                     memory ? CW_ERROR_MEMORY : CW_ERROR_FORMAT, "%s",
                                     memory                  ? "out of memory"
                                     : r->problem[0] != '\0' ? r->problem
                                                             : "GEOS cannot read this geometry");
    }
    cw_status status = add_geometry(r, parsed);
    GEOSGeom_destroy_r(r->geos, parsed);
    if (status != CW_OK) {
        return cw_source_fail_column(source, geometry.text, status, "%s", r->reason);
    }
    return CW_OK;
}

static cw_status read_all(reading *r, char *copy) {
    const cw_source *source = r->plan.source;
    cw_wkt_scan scan = {.source = source, .copy = copy, .at = source->text};
    memcpy(copy, source->text, source->size);
    for (;;) {
        cw_span geometry;
        double share = (double)(scan.at - source->text) / (double)source->size;
        CW_IO_TRY(cw_context_progress(source->context, "reading", share));
        cw_status status = cw_wkt_scan_next(&scan, &geometry);
        if (status == CW_OK && geometry.size > 0) {
            status = read_geometry(r, geometry, copy);
        }
        if (status != CW_OK || geometry.size == 0) {
            return status;
        }
    }
}

cw_status cw_plan_read_wkt(const cw_source *source, cw_plan *plan) {
    reading r = {.plan = {.source = source, .plan = plan}};
    char *copy = cw_context_resize(source->context, NULL, 0, source->size + 1);
    r.geos = GEOS_init_r();
    if (r.geos != NULL) {
        GEOSContext_setErrorMessageHandler_r(r.geos, keep_problem, &r);
        r.wkt = GEOSWKTReader_create_r(r.geos);
    }
    cw_status status = CW_OK;
    if (copy == NULL || r.wkt == NULL) {
        status = cw_source_fail(source, NULL, CW_ERROR_MEMORY, "out of memory");
    } else {
        // Closes open rings, which a plan allows.
        GEOSWKTReader_setFixStructure_r(r.geos, r.wkt, 1);
        status = read_all(&r, copy);
    }
    if (r.wkt != NULL) {
        GEOSWKTReader_destroy_r(r.geos, r.wkt);
    }
    if (r.geos != NULL) {
        GEOS_finish_r(r.geos);
    }
    cw_context_release(source->context, copy, source->size + 1);
    cw_plan_reader_free(&r.plan);
    return status;
}
