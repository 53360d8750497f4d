#include "plan_geos.h"

#include "test_context.h"

#include <stdlib.h>

GEOSContextHandle_t geos;

int make_geos(void **state) {
    geos = GEOS_init_r();
    return make_context(state);
}

int free_geos(void **state) {
    GEOS_finish_r(geos);
    return free_context(state);
}

static GEOSGeometry *ring_line(GEOSContextHandle_t with, const cw_plan *plan, uint32_t index) {
    cw_ring ring = plan->rings[index];
    GEOSCoordSequence *points = GEOSCoordSeq_create_r(with, ring.count + 1, 2);
    for (uint32_t i = 0; i <= ring.count; i++) {
        cw_vec2 point = plan->points[ring.first + i % ring.count];
        GEOSCoordSeq_setXY_r(with, points, i, point.x, point.y);
    }
    return GEOSGeom_createLinearRing_r(with, points);
}

GEOSGeometry *plan_ring_polygon(GEOSContextHandle_t with, const cw_plan *plan, uint32_t ring) {
    return GEOSGeom_createPolygon_r(with, ring_line(with, plan, ring), NULL, 0);
}

GEOSGeometry *plan_polygon(GEOSContextHandle_t with, const cw_plan *plan, uint32_t polygon) {
    GEOSGeometry **holes = malloc((plan->ring_count + 1) * sizeof *holes);
    GEOSGeometry *outer = NULL;
    uint32_t hole_count = 0;
    for (uint32_t i = 0; i < plan->ring_count; i++) {
        if (plan->rings[i].polygon != polygon) {
            continue;
        }
        if (plan->rings[i].kind == CW_RING_OUTER && outer == NULL) {
            outer = ring_line(with, plan, i);
        } else if (plan->rings[i].kind == CW_RING_HOLE) {
            holes[hole_count++] = ring_line(with, plan, i);
        }
    }
    GEOSGeometry *made = GEOSGeom_createPolygon_r(with, outer, holes, hole_count);
    free(holes);
    return made;
}

GEOSGeometry *plan_solids(GEOSContextHandle_t with, const cw_plan *plan) {
    GEOSGeometry **solids = malloc((plan->ring_count + 1) * sizeof *solids);
    uint32_t count = 0;
    for (uint32_t i = 0; i < plan->ring_count; i++) {
        if (plan->rings[i].kind == CW_RING_HOLE || plan->rings[i].kind == CW_RING_OBSTACLE) {
            solids[count++] = plan_ring_polygon(with, plan, i);
        }
    }
    GEOSGeometry *all = GEOSGeom_createCollection_r(with, GEOS_MULTIPOLYGON, solids, count);
    free(solids);
    GEOSGeometry *merged = GEOSUnaryUnion_r(with, all);
    GEOSGeom_destroy_r(with, all);
    return merged;
}
