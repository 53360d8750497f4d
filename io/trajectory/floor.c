/// The walkable floor of a mesh as Well-Known Text: the union of its cells, made by GEOS.
///
/// It is made relative to the origin of the lattice, where positions are exact: rounded to where
/// the plan lies, a narrow cell may cross itself.
#include "clearway/edges.h"
#include "clearway/io.h"

#include "source.h"
#include "text.h"

#include <geos_c.h>
#include <math.h>
#include <string.h>

/// Metres by which a point may lie off a straight wall and be left out: rounding, not shape.
static const double CORNER_DEPTH = 1e-7;

typedef struct floor_maker {
    cw_context *context;
    GEOSContextHandle_t geos;
    cw_lattice lattice;
    cw_text text;
} floor_maker;

static GEOSGeometry *make_cell(floor_maker *maker, const cw_navmesh *mesh, uint32_t cell) {
    uint32_t first = cw_navmesh_cell_begin(mesh, cell), count = cw_navmesh_degree(mesh, cell);
    double fine = ldexp(mesh->lattice.step, -CW_LATTICE_FINE_BITS);
    GEOSCoordSequence *points = GEOSCoordSeq_create_r(maker->geos, count + 1, 2);
    for (uint32_t i = 0; points != NULL && i <= count; i++) {
        cw_point at = mesh->points[mesh->edge_vertex[first + i % count]];
        GEOSCoordSeq_setXY_r(maker->geos, points, i, (double)at.x * fine, (double)at.y * fine);
    }
    GEOSGeometry *ring = points != NULL ? GEOSGeom_createLinearRing_r(maker->geos, points) : NULL;
    return ring != NULL ? GEOSGeom_createPolygon_r(maker->geos, ring, NULL, 0) : NULL;
}

static GEOSGeometry *join_cells(floor_maker *maker, const cw_navmesh *mesh) {
    size_t size = (mesh->cell_count + 1) * sizeof(GEOSGeometry *);
    GEOSGeometry **cells = cw_context_resize(maker->context, NULL, 0, size);
    if (cells == NULL) {
        return NULL;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->cell_count; i++) {
        cells[count] = make_cell(maker, mesh, i);
        count += cells[count] != NULL ? 1 : 0;
    }
    GEOSGeometry *all = GEOSGeom_createCollection_r(maker->geos, GEOS_MULTIPOLYGON, cells, count);
    GEOSGeometry *joined = all != NULL ? GEOSUnaryUnion_r(maker->geos, all) : NULL;
    GEOSGeom_destroy_r(maker->geos, all);
    // Ends of portals on walls are no corners of the floor.
    GEOSGeometry *plain =
        joined != NULL ? GEOSTopologyPreserveSimplify_r(maker->geos, joined, CORNER_DEPTH) : NULL;
    if (plain != NULL) {
        GEOSGeom_destroy_r(maker->geos, joined);
        joined = plain;
    }
    cw_context_release(maker->context, cells, size);
    return joined;
}

static void put_ring(floor_maker *maker, const GEOSGeometry *ring) {
    const GEOSCoordSequence *points = GEOSGeom_getCoordSeq_r(maker->geos, ring);
    unsigned count = 0;
    GEOSCoordSeq_getSize_r(maker->geos, points, &count);
    cw_text_string(&maker->text, "(");
    for (unsigned i = 0; i < count; i++) {
        double x = 0, y = 0;
        GEOSCoordSeq_getXY_r(maker->geos, points, i, &x, &y);
        cw_text_string(&maker->text, i > 0 ? ", " : "");
        cw_text_number(&maker->text, maker->lattice.origin_x + x);
        cw_text_string(&maker->text, " ");
        cw_text_number(&maker->text, maker->lattice.origin_y + y);
    }
    cw_text_string(&maker->text, ")");
}

static void put_polygon(floor_maker *maker, const GEOSGeometry *polygon) {
    cw_text_string(&maker->text, "(");
    put_ring(maker, GEOSGetExteriorRing_r(maker->geos, polygon));
    int holes = GEOSGetNumInteriorRings_r(maker->geos, polygon);
    for (int i = 0; i < holes; i++) {
        cw_text_string(&maker->text, ", ");
        put_ring(maker, GEOSGetInteriorRingN_r(maker->geos, polygon, i));
    }
    cw_text_string(&maker->text, ")");
}

static void put_floor(floor_maker *maker, const GEOSGeometry *floor) {
    int count = GEOSGetNumGeometries_r(maker->geos, floor);
    bool many = GEOSGeomTypeId_r(maker->geos, floor) == GEOS_MULTIPOLYGON;
    cw_text_string(&maker->text, many ? "MULTIPOLYGON (" : "POLYGON ");
    for (int i = 0; i < count; i++) {
        cw_text_string(&maker->text, i > 0 ? ", " : "");
        put_polygon(maker, GEOSGetGeometryN_r(maker->geos, floor, i));
    }
    cw_text_bytes(&maker->text, many ? ")" : "", many ? 2 : 1);
}

cw_status cw_navmesh_wkt(cw_context *context, const cw_navmesh *mesh, char **text, size_t *size) {
    *text = NULL;
    *size = 0;
    floor_maker maker = {.context = context,
                         .geos = GEOS_init_r(),
                         .lattice = mesh->lattice,
                         .text = {.context = context}};
    GEOSGeometry *floor = maker.geos != NULL ? join_cells(&maker, mesh) : NULL;
    cw_status status = CW_OK;
    if (floor == NULL) {
        status = cw_context_fail(context, CW_ERROR_INTERNAL, "the cells of the mesh have no union");
    } else {
        put_floor(&maker, floor);
        status = maker.text.status;
    }
    if (maker.geos != NULL) {
        GEOSGeom_destroy_r(maker.geos, floor);
        GEOS_finish_r(maker.geos);
    }
    // The block is cut to what it holds, so that its size is that of the text.
    char *kept = status == CW_OK ? cw_context_resize(context, maker.text.bytes, maker.text.capacity,
                                                     maker.text.size)
                                 : NULL;
    if (kept == NULL) {
        cw_context_release(context, maker.text.bytes, maker.text.capacity);
        return status != CW_OK ? status
                               : cw_context_fail(context, CW_ERROR_MEMORY, "out of memory");
    }
    *text = kept;
    *size = maker.text.size;
    return CW_OK;
}
