/// Meshes seen from the side, and floor by floor.
#include "failing_allocator.h"
#include "made.h"
#include "recording_sink.h"
#include "stepped_floors.h"
#include "test.h"
#include "test_owned.h"

static const double SCALE = 20; // millimetres per metre
enum { TREADS = 5 };

static cw_navmesh build_mesh(const stepped_quad *quads, uint32_t count) {
    OWNED(cw_surface) surface = make_stepped(quads, count, 0.25);
    return mesh_of_surface(context, &surface, NULL);
}

static cw_navmesh build_stair(void) {
    stepped_quad quads[TREADS + 2];
    list_stair(quads, TREADS, 1.2);
    return build_mesh(quads, TREADS + 2);
}

/// Two floors above each other, the upper one smaller.
static cw_navmesh build_storeys(void) {
    const stepped_quad quads[2] = {
        {{{0, 0, 0}, {6, 0, 0}, {6, 4, 0}, {0, 4, 0}}},
        {{{1, 1, 3}, {3, 1, 3}, {3, 2, 3}, {1, 2, 3}}},
    };
    return build_mesh(quads, 2);
}

static bool is_inside(cw_draw_bounds bounds, cw_vec2 p) {
    double slack = 1e-6;
    return p.x >= bounds.low.x - slack && p.x <= bounds.high.x + slack &&
           p.y >= bounds.low.y - slack && p.y <= bounds.high.y + slack;
}

static double area_of(const recorded_call *call) {
    double twice = 0;
    for (uint32_t i = 0; i < call->count; i++) {
        cw_vec2 a = call->points[i], b = call->points[(i + 1) % call->count];
        twice += a.x * b.y - a.y * b.x;
    }
    return fabs(0.5 * twice);
}

/// Seen straight along x from above, treads have their area foreshortened and risers their height.
TEST(a_stair_from_the_side_has_treads_and_risers) {
    OWNED(cw_navmesh) mesh = build_stair();
    cw_draw_view view = cw_draw_view_default();
    view.azimuth = 3.14159265358979323846 / 2; /* x points away from the eye */
    OWNED(recording) record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    assert_int_equal(cw_draw_slanted(context, &mesh, NULL, 0, &view, &sink), CW_OK);
    cw_draw_bounds bounds = cw_draw_slanted_bounds(&mesh, &view);
    double floors = 0, risers = 0;
    for (uint32_t i = 0; i < record.count; i++) {
        const recorded_call *call = &record.calls[i];
        for (uint32_t k = 0; k < call->count; k++) {
            assert_true(is_inside(bounds, call->points[k]));
        }
        if (call->kind == RECORDED_AREA && call->style.fill.alpha == 1) {
            *(call->style.stroke.alpha > 0 ? &floors : &risers) += area_of(call);
        }
    }
    double length = 4 + 0.3 * TREADS, rise = 0.17 * (TREADS + 1);
    assert_true(fabs(floors - 1.2 * length * cos(view.tilt)) < 1e-6);
    assert_true(fabs(risers - 1.2 * rise * sin(view.tilt)) < 1e-6);
}

/// Steps between cells have risers too, and upper floors come after lower ones.
TEST(upper_floors_are_painted_over_lower_ones) {
    OWNED(cw_navmesh) mesh = build_storeys();
    OWNED(recording) record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    assert_int_equal(cw_draw_slanted(context, &mesh, NULL, 0, NULL, &sink), CW_OK);
    double last = 0;
    uint32_t floors = 0;
    for (uint32_t i = 0; i < record.count; i++) {
        const recorded_call *call = &record.calls[i];
        if (call->kind == RECORDED_AREA && call->style.fill.alpha == 1) {
            last = area_of(call);
            floors++;
        }
    }
    assert_int_equal(floors, 2);
    assert_true(fabs(last - 2 * cos(cw_draw_view_default().tilt)) < 1e-6);
}

TEST(a_step_between_two_cells_has_a_riser) {
    const stepped_quad quads[3] = {
        {{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}},
        {{{0, 1, 0}, {2, 1, 0}, {2, 3, 0}, {0, 3, 0}}},
        {{{2, 0, 0.2}, {5, 0, 0.2}, {5, 1, 0.2}, {2, 1, 0.2}}},
    };
    OWNED(cw_navmesh) mesh = build_mesh(quads, 3);
    cw_draw_view view = cw_draw_view_default();
    view.azimuth = 3.14159265358979323846 / 2;
    view.portals = true;
    OWNED(recording) record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    assert_int_equal(cw_draw_slanted(context, &mesh, NULL, 0, &view, &sink), CW_OK);
    double risers = 0;
    for (uint32_t i = 0; i < record.count; i++) {
        const recorded_call *call = &record.calls[i];
        if (call->kind == RECORDED_AREA && call->style.fill.alpha == 1 &&
            call->style.stroke.alpha == 0) {
            risers += area_of(call);
        }
    }
    assert_true(fabs(risers - 0.2 * sin(view.tilt)) < 1e-6);
}

/// The way of a path climbs the stair in the picture.
TEST(a_path_lies_on_the_floor) {
    OWNED(cw_navmesh) mesh = build_stair();
    OWNED(cw_clearance) clearance = clearance_of(context, &mesh);
    OWNED_HANDLE(cw_query) query = query_of(context, &clearance);
    cw_vec3 goal = {5, 0.6, 0.17 * (TREADS + 1)};
    cw_path_request request = path_ask(&(cw_vec3){0.7, 0.6, 0}, &goal, 0);
    cw_path path = path_asked(query, &request);
    cw_draw_view view = cw_draw_view_default();
    view.azimuth = 0; /* seen from the side: y up the picture */
    OWNED(recording) record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    assert_int_equal(cw_draw_slanted(context, &mesh, &path, 1, &view, &sink), CW_OK);
    assert_int_equal(recording_count(&record, RECORDED_DOT), 2);
    const recorded_call *way = &record.calls[record.count - 3];
    assert_int_equal(way->kind, RECORDED_LINE);
    cw_vec2 end = way->points[way->count - 1];
    assert_true(fabs(end.x - 5) < 1e-9);
    assert_true(fabs(end.y - (0.6 * cos(view.tilt) + goal.z * sin(view.tilt))) < 1e-9);
}

/// From the side too, a link on the way is dashed, and what lies before and behind it is not.
TEST(a_crossing_is_dashed_from_the_side) {
    OWNED(cw_navmesh) mesh = build_stair();
    cw_vec3 high = {5, 0.6, 0.17 * (TREADS + 1)}, low = {0.7, 0.6, 0}, on = {1, 0.6, 0};
    cw_path_leg legs[3] = {{.from = low, .to = on},
                           {.from = on, .to = high, .link = true},
                           {.from = high, .to = high}};
    cw_path path = {.legs = legs, .leg_count = 3};
    cw_draw_view view = cw_draw_view_default();
    OWNED(recording) record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    assert_int_equal(cw_draw_slanted(context, &mesh, &path, 1, &view, &sink), CW_OK);
    const recorded_call *calls = &record.calls[record.count - 8]; /* rim and line, thrice; dots */
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(calls[i].kind, RECORDED_LINE);
        assert_true((calls[i].style.dash > 0) == (i == 3));
    }
    assert_int_equal(calls[6].kind, RECORDED_DOT);
}

TEST(floors_stand_side_by_side) {
    OWNED(cw_navmesh) mesh = build_storeys();
    uint32_t count;
    cw_draw_bounds bounds, one = cw_draw_navmesh_bounds(&mesh);
    assert_int_equal(cw_draw_floor_count(context, &mesh, &count), CW_OK);
    assert_int_equal(count, 2);
    assert_int_equal(cw_draw_side_by_side_bounds(context, &mesh, &bounds), CW_OK);
    assert_true(bounds.high.x - bounds.low.x > 2 * (one.high.x - one.low.x));
    OWNED(recording) record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    cw_draw_config config = cw_draw_config_default();
    config.labels = config.vertices = true;
    assert_int_equal(cw_draw_side_by_side(context, &mesh, &config, &sink), CW_OK);
    double left = 0, right = 0; /* of walls */
    for (uint32_t i = 0; i < record.count; i++) {
        const recorded_call *call = &record.calls[i];
        if (call->kind == RECORDED_LINE && call->style.stroke.red < 0.3 &&
            call->style.stroke.alpha == 1) {
            *(call->points[0].x <= one.high.x ? &left : &right) += recorded_length(call);
        }
    }
    assert_true(fabs(left - 20) < 1e-6);
    assert_true(fabs(right - 6) < 1e-6);
    assert_int_equal(recording_count(&record, RECORDED_TEXT), 2);
}

TEST_GROUP(make_context, free_context);
