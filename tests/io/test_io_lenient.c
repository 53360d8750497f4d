/// What readers skip with a warning instead of refusing a whole file for it, and that reading and
/// checking can be stopped.
#include "clearway/io.h"
#include "made.h"
#include "test.h"

/// What a context heard.
typedef struct ear {
    char warnings[2048];
    uint32_t count;
    const char *stop_at; ///< stage at which to stop, or NULL
    uint32_t reports;    ///< of that stage
} ear;

static void hear(void *user, const char *message) {
    ear *heard = user;
    size_t used = strlen(heard->warnings);
    snprintf(heard->warnings + used, sizeof heard->warnings - used, "%s\n", message);
    heard->count++;
}

static bool watch(void *user, const char *stage, double fraction) {
    ear *heard = user;
    assert_true(fraction >= 0 && fraction <= 1);
    bool stops = heard->stop_at != NULL && strcmp(stage, heard->stop_at) == 0;
    heard->reports += stops;
    return !stops;
}

static cw_context *listen(ear *heard) {
    cw_context_config config = cw_context_config_default();
    cw_context *context;
    config.log = hear;
    config.progress = watch;
    config.user = heard;
    assert_int_equal(cw_context_create(&config, &context), CW_OK);
    return context;
}

/// Reads a plan, which must have so many rings; the warnings must hold a text.
static void must_read(cw_file_kind kind, const char *text, uint32_t rings, uint32_t warnings,
                      const char *told) {
    ear heard = {0};
    cw_context *context = listen(&heard);
    cw_plan plan;
    cw_status status = cw_plan_parse(context, kind, "plan", text, strlen(text), &plan);
    if (status != CW_OK) {
        print_error("%s: %s\n", text, cw_context_message(context));
    }
    assert_int_equal(status, CW_OK);
    assert_int_equal(plan.ring_count, rings);
    assert_int_equal(heard.count, warnings);
    if (strstr(heard.warnings, told) == NULL) {
        fail_msg("%s: %s", text, heard.warnings);
    }
    cw_plan_free(context, &plan);
    cw_context_free(context);
}

#define SQUARE "((0 0,4 0,4 4,0 4,0 0))"

TEST(points_and_short_rings_in_wkt_are_skipped) {
    must_read(CW_FILE_WKT, "GEOMETRYCOLLECTION(POINT(1 2),POLYGON" SQUARE ")", 1, 1,
              "column 20: a POINT is neither floor nor wall");
    must_read(CW_FILE_WKT, "POLYGON" SQUARE "\nPOINT(1 2)", 1, 1, "plan:2: ");
    must_read(CW_FILE_WKT, "GEOMETRYCOLLECTION(POLYGON" SQUARE ",MULTIPOINT(1 2,3 4))", 1, 1,
              "MULTIPOINT");
    must_read(CW_FILE_WKT, "GEOMETRYCOLLECTION(POLYGON" SQUARE ",MULTIPOINT((1 2),(3 4)))", 1, 1,
              "skipped");
    must_read(CW_FILE_WKT, "MULTIPOLYGON(" SQUARE ",((7 7,8 8,7 7)))", 1, 1,
              "a ring needs at least 3 points; skipped");
    must_read(CW_FILE_WKT, "POLYGON((0 0,4 0,4 4,0 4,0 0),(1 1,2 2))", 1, 1, "column 31");
    must_read(CW_FILE_WKT, "GEOMETRYCOLLECTION(LINESTRING(1 1),POLYGON" SQUARE ")", 1, 1,
              "a line needs at least 2 points");
    must_read(CW_FILE_WKT, "POLYGON((1 1))\nPOLYGON" SQUARE, 1, 1, "plan:1: ");
    must_read(CW_FILE_WKT, "POLYGON" SQUARE, 1, 0, "");
}

TEST(points_and_short_rings_in_geojson_are_skipped) {
#define POLYGON "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[4,0],[4,4],[0,0]]]}"
#define COLLECTION(first) "{\"type\":\"GeometryCollection\",\"geometries\":[" first "," POLYGON "]}"
    must_read(CW_FILE_GEOJSON, COLLECTION("{\"type\":\"Point\",\"coordinates\":[1,2]}"), 1, 1,
              "geometries[0]: a Point is neither");
    must_read(CW_FILE_GEOJSON,
              COLLECTION("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,1]],[[0,0],[1,0],[1,1]]]"
                         "}"),
              1, 1, "coordinates[0]: a ring needs at least 3 points; skipped");
    must_read(CW_FILE_GEOJSON, COLLECTION("{\"type\":\"LineString\",\"coordinates\":[[0,0]]}"), 1,
              1, "a line needs at least 2 points");
}

TEST(a_reference_system_before_a_geometry_is_read_over) {
    must_read(CW_FILE_WKT, "SRID=4326;POLYGON" SQUARE, 1, 0, "");
    must_read(CW_FILE_WKT, "srid=25832; POLYGON" SQUARE ";\nSRID=25832;POLYGON" SQUARE, 2, 0, "");
    ear heard = {0};
    cw_context *context = listen(&heard);
    cw_plan plan;
    const char *bad = "SRID=;POLYGON" SQUARE;
    assert_int_equal(cw_plan_parse(context, CW_FILE_WKT, "plan", bad, strlen(bad), &plan),
                     CW_ERROR_FORMAT);
    cw_context_free(context);
}

TEST(faces_that_look_down_or_are_steep_are_told) {
    static const struct {
        const char *text, *told;
    } floors[] = {
        {"v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n", ""},
        {"v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 3 2\n", "1 of 1 triangles look down"},
        {"v 0 0 0\nv 4 0 0\nv 0 4 8\nf 1 2 3\n", "1 of 1 triangles are steeper than 60 degrees"},
        {"v 0 0 0\nv 4 0 0\nv 0 4 6\nf 1 2 3\n", ""},
    };
    for (uint32_t i = 0; i < 4; i++) {
        ear heard = {0};
        cw_context *context = listen(&heard);
        cw_surface surface;
        assert_ok(cw_surface_parse_obj(context, "floor", floors[i].text, strlen(floors[i].text),
                                       false, NULL, &surface));
        assert_int_equal(heard.count, floors[i].told[0] != '\0');
        assert_non_null(strstr(heard.warnings, floors[i].told));
        cw_surface_free(context, &surface);
        cw_context_free(context);
    }
}

TEST(reading_and_checking_can_be_stopped) {
    ear heard = {0};
    cw_context *context = listen(&heard);
    const char *text = "POLYGON" SQUARE, *floor = "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n";
    const char *json = POLYGON;
    cw_plan plan;
    assert_int_equal(cw_plan_parse(context, CW_FILE_WKT, "plan", text, strlen(text), &plan), CW_OK);
    cw_surface surface = surface_of_plan(context, &plan);
    cw_navmesh mesh = mesh_of_surface(context, &surface, NULL);
    cw_plan_free(context, &plan);
    cw_surface_free(context, &surface);
    heard.stop_at = "checking";
    assert_int_equal(cw_navmesh_validate(context, &mesh), CW_ERROR_CANCELLED);
    heard.stop_at = "reading";
    assert_int_equal(cw_plan_parse(context, CW_FILE_WKT, "plan", text, strlen(text), &plan),
                     CW_ERROR_CANCELLED);
    assert_int_equal(cw_plan_parse(context, CW_FILE_GEOJSON, "plan", json, strlen(json), &plan),
                     CW_ERROR_CANCELLED);
    assert_int_equal(
        cw_surface_parse_obj(context, "floor", floor, strlen(floor), false, NULL, &surface),
        CW_ERROR_CANCELLED);
    assert_int_equal(heard.reports, 4);
    cw_navmesh_free(context, &mesh);
    cw_context_free(context);
}
