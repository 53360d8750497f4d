/// Drawing surfaces: floor, triangulation, notches and their areas of interest.
#include "recording_sink.h"
#include "scene_floors.h"
#include "test.h"
#include "test_owned.h"

static const double SCALE = 20; // millimetres per metre

static bool same_point(cw_vec2 a, cw_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

TEST(a_surface_shows_its_floor_walls_and_each_open_edge_once) {
    OWNED(cw_surface) surface = scene_surface(context, CW_SCENE_STAR, 200);
    cw_draw_config config = {.triangles = true};
    OWNED(recording) record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    assert_int_equal(cw_draw_surface(context, &surface, &config, &sink), CW_OK);
    uint32_t open = 0, hairlines = 0;
    for (uint32_t edge = 0; edge < 3 * surface.triangle_count; ++edge) {
        open += surface.twins[edge] != CW_NONE;
    }
    double walls = 0;
    for (uint32_t i = 0; i < record.count; ++i) {
        const recorded_call *call = &record.calls[i];
        if (call->kind == RECORDED_LINE && call->style.stroke.red < 0.3) {
            bool hairline = call->style.stroke.alpha < 1;
            hairlines += hairline;
            walls += hairline ? 0 : recorded_length(call);
        }
    }
    assert_int_equal(hairlines, open / 2);
    double length = cw_surface_wall_length(&surface);
    assert_true(fabs(walls - length) < 1e-9 * length);
}

TEST(portals_of_a_surface_are_dashed) {
    OWNED(cw_surface) surface = scene_surface(context, CW_SCENE_RECT, 40);
    uint32_t edge = 0;
    while (surface.twins[edge] == CW_NONE) {
        ++edge;
    }
    surface.edges[edge] = surface.edges[surface.twins[edge]] = CW_EDGE_PORTAL;
    cw_draw_config config = {.portals = true, .vertices = true};
    OWNED(recording) record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    assert_int_equal(cw_draw_surface(context, &surface, &config, &sink), CW_OK);
    uint32_t dashed = 0;
    for (uint32_t i = 0; i < record.count; ++i) {
        dashed += record.calls[i].kind == RECORDED_LINE && record.calls[i].style.dash > 0;
    }
    assert_int_equal(dashed, 1);
    assert_int_equal(recording_count(&record, RECORDED_DOT), surface.vertex_count);
}

TEST(every_notch_is_one_dot) {
    OWNED(cw_surface) surface = scene_surface(context, CW_SCENE_CIRCLE, 300);
    cw_notch *notches;
    uint32_t count;
    assert_int_equal(cw_navmesh_notches(context, &surface, NULL, &notches, &count), CW_OK);
    cw_draw_config config = {.notches = true};
    recording record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    assert_int_equal(cw_draw_surface(context, &surface, &config, &sink), CW_OK);
    assert_int_equal(recording_count(&record, RECORDED_DOT), count);
    for (uint32_t n = 0; n < count; ++n) {
        cw_vec3 position = surface.positions[notches[n].vertex];
        uint32_t drawn = 0;
        for (uint32_t i = 0; i < record.count; ++i) {
            drawn += record.calls[i].kind == RECORDED_DOT &&
                     same_point(record.calls[i].points[0], (cw_vec2){position.x, position.y});
        }
        assert_true(drawn >= 1);
    }
    recording_clear(&record);
    cw_context_release(context, notches, count * sizeof *notches);
}

/// Whether a point is on the floor, by looking at every triangle.
static bool on_floor(const cw_surface *surface, cw_vec2 point) {
    for (uint32_t i = 0; i < surface->triangle_count; ++i) {
        bool inside = true;
        for (uint32_t k = 0; k < 3; ++k) {
            cw_vec3 a = surface->positions[surface->corners[3 * i + k]];
            cw_vec3 b = surface->positions[surface->corners[3 * i + (k + 1) % 3]];
            double side = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
            inside = inside && side >= -1e-9;
        }
        if (inside) {
            return true;
        }
    }
    return false;
}

/// Checks that a drawn area of interest lies in its cone and that its notch sees all of it.
static void check_cone(const cw_surface *surface, const recorded_call *call,
                       const cw_notch *notches, uint32_t count) {
    cw_vec2 apex = call->points[0];
    const cw_notch *notch = NULL;
    for (uint32_t i = 0; i < count; ++i) {
        cw_vec3 position = surface->positions[notches[i].vertex];
        notch = same_point(apex, (cw_vec2){position.x, position.y}) ? &notches[i] : notch;
    }
    assert_non_null(notch);
    for (uint32_t i = 1; i < call->count; ++i) {
        cw_vec2 ray = {call->points[i].x - apex.x, call->points[i].y - apex.y};
        assert_true(notch->right.x * ray.y - notch->right.y * ray.x >= -1e-9);
        assert_true(ray.x * notch->left.y - ray.y * notch->left.x >= -1e-9);
        for (int step = 1; step < 8; ++step) {
            cw_vec2 on_way = {apex.x + ray.x * step / 8, apex.y + ray.y * step / 8};
            assert_true(on_floor(surface, on_way));
        }
    }
}

TEST(areas_of_interest_are_what_their_notches_see) {
    static const cw_scene_family families[] = {CW_SCENE_RECT, CW_SCENE_STAR, CW_SCENE_MAZE,
                                               CW_SCENE_ROOMS, CW_SCENE_SIMPLE};
    for (size_t f = 0; f < sizeof families / sizeof *families; ++f) {
        OWNED(cw_surface) surface = scene_surface(context, families[f], 120);
        cw_notch *notches;
        uint32_t count;
        assert_int_equal(cw_navmesh_notches(context, &surface, NULL, &notches, &count), CW_OK);
        cw_draw_config config = {.areas_of_interest = true};
        recording record = {0};
        cw_draw_sink sink = recording_sink(&record, SCALE);
        assert_int_equal(cw_draw_surface(context, &surface, &config, &sink), CW_OK);
        uint32_t cones = 0;
        for (uint32_t i = 0; i < record.count; ++i) {
            const recorded_call *call = &record.calls[i];
            if (call->kind == RECORDED_AREA && call->style.fill.alpha < 1) {
                ++cones;
                check_cone(&surface, call, notches, count);
            }
        }
        assert_true(cones > count / 2 && cones <= count);
        recording_clear(&record);
        cw_context_release(context, notches, count * sizeof *notches);
    }
}

TEST(crowded_notches_are_smaller_and_specks_are_left_out) {
    OWNED(cw_surface) surface = scene_surface(context, CW_SCENE_CIRCLE, 300);
    cw_draw_config config = {.notches = true, .areas_of_interest = true};
    double scales[] = {0.5, 4, 6, 20};
    uint32_t last_cones = 0;
    for (int i = 0; i < 4; ++i) {
        OWNED(recording) record = {0};
        cw_draw_sink sink = recording_sink(&record, scales[i]);
        assert_int_equal(cw_draw_surface(context, &surface, &config, &sink), CW_OK);
        uint32_t cones = 0;
        double mean_wall = cw_surface_wall_length(&surface) / surface.vertex_count;
        for (uint32_t k = 0; k < record.count; ++k) {
            const recorded_call *call = &record.calls[k];
            cones += call->kind == RECORDED_AREA && call->style.fill.alpha < 1;
            assert_true(call->kind != RECORDED_DOT || call->size < 4 * mean_wall * scales[i]);
        }
        assert_true(cones >= last_cones);
        assert_true(i != 0 || cones == 0);
        last_cones = cones;
    }
    assert_true(last_cones > 0);
}

/// Two triangles above each other and one beside them, made by hand.
TEST(an_upper_floor_of_a_surface_comes_later) {
    cw_vec3 positions[] = {{0, 0, 4}, {4, 0, 4}, {0, 4, 4},  {1, 1, 0}, {3, 1, 0},
                           {1, 3, 0}, {9, 0, 2}, {12, 0, 2}, {9, 4, 2}};
    uint32_t corners[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    uint32_t twins[9], walls[9];
    uint8_t edges[9];
    for (uint32_t i = 0; i < 9; ++i) {
        twins[i] = CW_NONE;
        walls[i] = i;
        edges[i] = CW_EDGE_WALL;
    }
    cw_surface surface = {
        .vertex_count = 9,
        .positions = positions,
        .vertex_wall = walls,
        .triangle_count = 3,
        .corners = corners,
        .twins = twins,
        .edges = edges,
    };
    cw_draw_config config = {.triangles = true, .portals = true, .vertices = true};
    OWNED(recording) record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    assert_int_equal(cw_draw_surface(context, &surface, &config, &sink), CW_OK);
    const recorded_call *floors[2];
    uint32_t count = 0;
    for (uint32_t i = 0; i < record.count; ++i) {
        if (record.calls[i].kind == RECORDED_AREA) {
            assert_true(count < 2);
            floors[count++] = &record.calls[i];
        }
    }
    assert_int_equal(count, 2);
    assert_int_equal(floors[0]->loop_count, 2);
    assert_true(floors[0]->style.fill.alpha == 1);
    assert_int_equal(floors[1]->loop_count, 1);
    assert_true(floors[1]->style.fill.alpha < 1);
    assert_true(same_point(floors[1]->points[0], (cw_vec2){0, 0}));
    assert_int_equal(recording_count(&record, RECORDED_DOT), 9);
}

TEST_GROUP(make_context, free_context);
