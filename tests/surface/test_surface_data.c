/// Other people's polygons, from ../shared/data: valid surfaces of the area that GEOS finds.
#include "made.h"
#include "plan_geos.h"
#include "plan_oracle.h"
#include "shared_polygons.h"
#include "test.h"
#include "test_owned.h"

#include <dirent.h>

#include <jansson.h>

/// Web Mercator reaches 2e7 metres, which is out of range: a quarter of it is not, and no bit of a
/// coordinate changes.
static const double SCALE = 0.25;

/// A plan of rings of [x, y]; the first is the outer one, the others are holes.
static cw_plan plan_of(const json_t *rings) {
    cw_plan plan = {0};
    for (size_t r = 0; r < json_array_size(rings); r++) {
        const json_t *ring = json_array_get(rings, r);
        size_t count = json_array_size(ring);
        cw_vec2 *points = calloc(count + 1, sizeof *points);
        for (size_t i = 0; i < count; i++) {
            const json_t *point = json_array_get(ring, i);
            points[i] = (cw_vec2){SCALE * json_number_value(json_array_get(point, 0)),
                                  SCALE * json_number_value(json_array_get(point, 1))};
        }
        put_ring(context, &plan, r == 0 ? CW_RING_OUTER : CW_RING_HOLE, points, (uint32_t)count);
        free(points);
    }
    return plan;
}

static GEOSGeometry *ring_of(const cw_plan *plan, uint32_t ring) {
    uint32_t count = plan->rings[ring].count;
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(geos, count + 1, 2);
    for (uint32_t i = 0; i <= count; i++) {
        cw_vec2 point = plan->points[plan->rings[ring].first + i % count];
        GEOSCoordSeq_setXY_r(geos, sequence, i, point.x, point.y);
    }
    return GEOSGeom_createLinearRing_r(geos, sequence);
}

/// The ring as a valid area; NULL where GEOS cannot make one.
static GEOSGeometry *valid_area(const cw_plan *plan, uint32_t ring) {
    if (plan->rings[ring].count < 3) {
        return GEOSGeom_createEmptyPolygon_r(geos);
    }
    GEOSGeometry *polygon = GEOSGeom_createPolygon_r(geos, ring_of(plan, ring), NULL, 0);
    GEOSMakeValidParams *params = GEOSMakeValidParams_create_r(geos);
    GEOSMakeValidParams_setMethod_r(geos, params, GEOS_MAKE_VALID_STRUCTURE);
    GEOSGeometry *valid = GEOSMakeValidWithParams_r(geos, polygon, params);
    GEOSMakeValidParams_destroy_r(geos, params);
    GEOSGeom_destroy_r(geos, polygon);
    return valid;
}

/// MakeValid by structure for each ring, then outer minus holes. A hole beside the outer ring has
/// no effect here; MakeValid of the whole polygon would make floor of it.
static double structure_area(const cw_plan *plan) {
    GEOSGeometry *floor = valid_area(plan, 0);
    for (uint32_t r = 1; r < plan->ring_count; r++) {
        GEOSGeometry *hole = valid_area(plan, r);
        GEOSGeometry *less = GEOSDifference_r(geos, floor, hole);
        GEOSGeom_destroy_r(geos, floor);
        GEOSGeom_destroy_r(geos, hole);
        floor = less;
    }
    double area = NAN;
    GEOSArea_r(geos, floor, &area);
    GEOSGeom_destroy_r(geos, floor);
    return area;
}

static bool nearly(double a, double b, double slack) {
    return fabs(a - b) <= slack + 1e-9 * fmax(fabs(a), fabs(b));
}

static void check_polygon(const char *name, const cw_plan *plan) {
    OWNED(cw_surface) surface;
    double expected = plan_floor_area(geos, plan), structure = structure_area(plan);
    cw_status status = cw_surface_from_plan(context, plan, NULL, &surface);
    if (status == CW_ERROR_INPUT) {
        print_message("%s: %s\n", name, cw_context_message(context));
        assert_non_null(strstr(cw_context_message(context), "no walkable area"));
        assert_true(expected == 0 && structure == 0);
        return;
    }
    if (status != CW_OK || cw_surface_validate(context, &surface) != CW_OK) {
        fail_msg("%s: %s", name, cw_context_message(context));
    }
    double area = cw_surface_area(&surface), slack = 4 * plan_length(plan) * surface.lattice.step;
    if (!nearly(area, expected, slack) || !nearly(area, structure, slack)) {
        fail_msg("%s: the area is %.17g, not %.17g or %.17g", name, area, expected, structure);
    }
    /* Looks at all pairs of edges. */
    assert_true(plan->point_count > 3000 || surface_thin_wall_length(&surface) == 0);
}

static int only_json(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot != NULL && strcmp(dot, ".json") == 0;
}

TEST(the_polygons_of_earcut_have_the_area_of_geos) {
    char folder[1024], path[2048];
    struct dirent **entries;
    snprintf(folder, sizeof folder, "%s/polygons/earcut", CW_SHARED_DATA);
    int count = scandir(folder, &entries, only_json, alphasort);
    if (count < 0) {
        print_message("%s is not there: skipped\n", folder);
        skip();
    }
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        json_t *rings = json_load_file(path, 0, NULL);
        assert_non_null(rings);
        OWNED(cw_plan) plan = plan_of(rings);
        check_polygon(entries[i]->d_name, &plan);
        json_decref(rings);
        free(entries[i]);
    }
    free(entries);
    assert_true(count >= 30);
}

TEST(the_polygons_of_the_thesis_have_the_area_of_geos) {
    const char *names[] = {"bird", "funny", "nazca_monkey"};
    for (int i = 0; i < 3; i++) {
        cw_vec2 points[2000];
        uint32_t count = shared_polygon_read(names[i], points, 2000);
        OWNED(cw_plan) plan = {0};
        put_ring(context, &plan, CW_RING_OUTER, points, count);
        check_polygon(names[i], &plan);
    }
}

TEST_GROUP(make_geos, free_geos);
