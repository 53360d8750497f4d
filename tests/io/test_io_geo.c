/// Plans in degrees, and floors shrunk by a radius.
#include "io_meshes.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

static const char berlin[] = "{\"type\": \"Polygon\", \"coordinates\": [[[13.4049, 52.5199], "
                             "[13.4061, 52.5199], [13.4061, 52.5207], [13.4049, 52.5207]]]}";

static void parse_degrees(const char *text, cw_plan *plan) {
    cw_status status =
        cw_plan_parse_degrees(context, CW_FILE_GEOJSON, "good", text, strlen(text), plan);
    assert_ok(status);
}

TEST(degrees_are_refused_as_metres) {
    cw_refuse_plan(CW_FILE_GEOJSON, berlin, strlen(berlin), "these are degrees");
    cw_refuse_plan(CW_FILE_GEOJSON, berlin, strlen(berlin), "0.0012 m by 0.0008 m");
}

/// What could be degrees but is as large as a room, or lies at the origin, is metres.
TEST(small_plans_of_metres_are_taken) {
    static const char *const good[] = {
        "{\"type\": \"Polygon\", \"coordinates\": [[[0, 0], [0.5, 0], [0.5, 0.5], [0, 0.5]]]}",
        "{\"type\": \"Polygon\", \"coordinates\": [[[30, 50], [33, 50], [33, 50.5], [30, 50.5]]]}",
        "{\"type\": \"Polygon\", \"coordinates\": [[[300, 50], [300.1, 50], [300.1, 50.1]]]}",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        OWNED(cw_plan) plan;
        assert_ok(cw_plan_parse(context, CW_FILE_GEOJSON, "good", good[i], strlen(good[i]), &plan));
    }
}

/// The sides of a box as the radii of curvature of the ellipsoid give them: along the parallel
/// N cos(latitude), along the meridian M.
TEST(a_box_of_degrees_has_its_length_in_metres) {
    const double radians = 3.14159265358979323846 / 180, a = 6378137.0, f = 1 / 298.257223563;
    const double e2 = f * (2 - f);
    for (int latitude = -85; latitude <= 85; latitude += 17) {
        char text[400];
        double size = 0.001;
        snprintf(text, sizeof text,
                 "{\"type\": \"Polygon\", \"coordinates\": [[[-70, %.4f], [%.4f, %.4f], [%.4f, "
                 "%.4f], [-70, %.4f]]]}",
                 latitude - size / 2, -70 + size, latitude - size / 2, -70 + size,
                 latitude + size / 2, latitude + size / 2);
        OWNED(cw_plan) plan;
        parse_degrees(text, &plan);
        double s = sin(latitude * radians), w = 1 - e2 * s * s;
        double east = a / sqrt(w) * cos(latitude * radians) * size * radians;
        double north = a * (1 - e2) / (w * sqrt(w)) * size * radians;
        const cw_vec2 *p = plan.points;
        assert_int_equal(plan.point_count, 4);
        assert_true(fabs((p[1].x - p[0].x + p[2].x - p[3].x) / 2 - east) < 2e-6 * east + 2e-6);
        assert_true(fabs(p[3].y - p[0].y - north) < 2e-6 * north + 2e-6);
        assert_true(fabs(p[0].x + p[1].x) < 1e-3 && fabs(p[0].y + p[2].y) < 1e-3);
        for (uint32_t i = 0; i < 4; i++) {
            assert_true(p[i].x * (1 << 20) == floor(p[i].x * (1 << 20)));
        }
    }
}

TEST(what_is_no_plan_in_degrees_is_refused) {
    static const struct {
        const char *text, *reason;
    } bad[] = {
        {"POLYGON((200 0, 201 0, 201 1))", "no degrees"},
        {"POLYGON((0 89.5, 0.5 90.2, 0 90.1))", "no degrees"},
        {"POLYGON((0 0, 2 0, 2 0.5))", "at most 1 either way"},
        {"POLYGON((-179.9 0, 179.9 0, 179.9 0.5))", "at most 1 either way"},
        {"POLYGON EMPTY", "empty input"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cw_plan plan;
        assert_int_not_equal(cw_plan_parse_degrees(context, CW_FILE_WKT, "bad", bad[i].text,
                                                   strlen(bad[i].text), &plan),
                             CW_OK);
        cw_assert_contains(cw_context_message(context), bad[i].reason);
        assert_int_equal(plan.point_capacity, 0);
    }
}

// --- inset ---------------------------------------------------------------------------------------

/// A mesh with its tables.
typedef struct ground {
    cw_surface surface;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_query *query;
} ground;

static void make_ground(const cw_plan *plan, ground *g) {
    assert_int_equal(cw_surface_from_plan(context, plan, NULL, &g->surface), CW_OK);
    assert_int_equal(cw_navmesh_build(context, &g->surface, NULL, &g->mesh), CW_OK);
    assert_int_equal(cw_clearance_build(context, &g->mesh, &g->clearance), CW_OK);
    assert_int_equal(cw_query_create(context, &g->clearance, &g->query), CW_OK);
}

static void free_ground(ground *g) {
    cw_query_free(g->query);
    cw_clearance_free(context, &g->clearance);
    cw_navmesh_free(context, &g->mesh);
    cw_surface_free(context, &g->surface);
}

/// Every corner of what is left keeps the distance, and what keeps half a percent more is left.
static void check_inset(const ground *whole, const cw_plan *left, double distance) {
    for (uint32_t i = 0; i < left->point_count; i++) {
        double wall;
        cw_vec2 nearest;
        cw_vec3 point = {left->points[i].x, left->points[i].y, 0};
        assert_int_equal(cw_query_wall(whole->query, point, &wall, &nearest), CW_OK);
        assert_true(wall > distance - 1e-6 && wall < 1.02 * distance);
    }
    ground shrunk;
    make_ground(left, &shrunk);
    uint64_t seed = 5;
    for (int i = 0; i < 2000; i++) {
        double wall;
        cw_vec2 nearest;
        cw_vec3 point = random_of(whole->query, &seed, 0);
        assert_int_equal(cw_query_wall(whole->query, point, &wall, &nearest), CW_OK);
        bool inside = cw_navmesh_locate(&shrunk.mesh, point) != CW_NONE;
        assert_true(inside ? wall > distance - 1e-6 : wall < 1.006 * distance);
    }
    free_ground(&shrunk);
}

TEST(an_inset_leaves_what_is_farther_from_walls) {
    for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family += 2) {
        cw_scene_config config = cw_scene_config_default();
        config.family = (cw_scene_family)family;
        config.vertices = 120;
        OWNED(cw_plan) plan = {0}, left;
        ground whole;
        assert_int_equal(cw_scene_make(context, &config, &plan), CW_OK);
        make_ground(&plan, &whole);
        assert_ok(cw_plan_inset(context, &whole.surface, 0.2, &left));
        check_inset(&whole, &left, 0.2);
        free_ground(&whole);
    }
}

static void make_hall(cw_surface *surface) {
    static const cw_vec2 hall[] = {{0, 0}, {10, 0}, {10, 6}, {0, 6}}, line[] = {{5, 0}, {5, 4}};
    OWNED(cw_plan) plan = {0};
    put_ring(context, &plan, CW_RING_OUTER, hall, 4);
    put_ring(context, &plan, CW_RING_BARRIER, line, 2);
    assert_int_equal(cw_surface_from_plan(context, &plan, NULL, surface), CW_OK);
}

/// A hall of 10 by 6 with a barrier: 8 by 4, less the strip of two and the half disc around it.
TEST(barriers_count_as_walls) {
    OWNED(cw_surface) surface, shrunk;
    cw_plan left;
    make_hall(&surface);
    assert_int_equal(cw_plan_inset(context, &surface, 1, &left), CW_OK);
    assert_int_equal(cw_surface_from_plan(context, &left, NULL, &shrunk), CW_OK);
    double expected = 8 * 4 - 2 * 3 - 3.14159265358979323846 / 2;
    assert_true(fabs(cw_surface_area(&shrunk) - expected) < 0.2);
    assert_true(cw_surface_area(&shrunk) < expected);
    cw_plan_free(context, &left);
    assert_int_equal(cw_plan_inset(context, &surface, 3.5, &left), CW_ERROR_INPUT);
    assert_int_equal(cw_plan_inset(context, &surface, 0, &left), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_plan_inset(context, &surface, NAN, &left), CW_ERROR_ARGUMENT);
}

TEST(heights_are_refused) {
    const cw_vec3 positions[] = {{0, 0, 0}, {9, 0, 1}, {0, 9, 0}};
    const uint32_t corners[] = {0, 1, 2};
    OWNED(cw_surface) surface;
    cw_plan left;
    assert_ok(cw_surface_from_triangles(context, positions, 3, corners, 1, NULL, &surface));
    assert_int_equal(cw_plan_inset(context, &surface, 1, &left), CW_ERROR_INPUT);
}

static cw_status inset_hall(cw_context *with, void *user) {
    cw_plan left;
    cw_status status = cw_plan_inset(with, user, 1, &left);
    cw_plan_free(with, &left);
    return status;
}

TEST(lack_of_memory_is_survived) {
    OWNED(cw_surface) surface;
    make_hall(&surface);
    assert_true(cw_assert_survives(inset_hall, &surface) > 3);
}

TEST_EACH(make_counted_context, free_counted_context);
