/// What is written below and beside paths and clearance: ends that are not where they were asked to
/// be, and labels that keep out of each other's way.
#include "draw/parts/legend.h"
#include "made.h"
#include "recording_sink.h"
#include "test.h"
#include "test_owned.h"

static const double SCALE = 10; // millimetres per metre

typedef struct world {
    cw_context *context;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_query *query;
} world;

/// A room with a pillar, `width` by `height` metres.
static void open_room(world *made, double width, double height) {
    cw_vec2 pillar[] = {{0.4 * width, 0.4 * height},
                        {0.4 * width, 0.6 * height},
                        {0.6 * width, 0.6 * height},
                        {0.6 * width, 0.4 * height}};
    cw_plan plan = {0};
    assert_int_equal(cw_context_create(NULL, &made->context), CW_OK);
    put_box(made->context, &plan, CW_RING_OUTER, 0, 0, width, height);
    put_ring(made->context, &plan, CW_RING_OBSTACLE, pillar, 4);
    made->mesh = mesh_of_plan(made->context, &plan, NULL);
    made->clearance = clearance_of(made->context, &made->mesh);
    made->query = query_of(made->context, &made->clearance);
    cw_plan_free(made->context, &plan);
}

static void close_room(world *made) {
    cw_query_free(made->query);
    cw_clearance_free(made->context, &made->clearance);
    cw_navmesh_free(made->context, &made->mesh);
    cw_context_free(made->context);
}

static cw_path find(world *made, cw_vec3 start, cw_vec3 goal, double radius, double reach,
                    bool partial) {
    cw_path_request request = path_ask(&start, &goal, radius);
    request.reach = reach;
    request.partial = partial;
    return path_asked(made->query, &request);
}

static recording draw(const world *made, const cw_path *paths, uint32_t count) {
    recording record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    assert_int_equal(cw_draw_path(made->context, &made->mesh, paths, count, NULL, &sink), CW_OK);
    return record;
}

/// Whether two lines cross at a point of the floor, each with its middle there.
static bool has_cross(const recording *record, cw_vec3 at) {
    uint32_t lines = 0;
    for (uint32_t i = 0; i < record->count; ++i) {
        const recorded_call *call = &record->calls[i];
        if (call->kind == RECORDED_LINE && call->count == 2 &&
            fabs(call->points[0].x + call->points[1].x - 2 * at.x) < 1e-9 &&
            fabs(call->points[0].y + call->points[1].y - 2 * at.y) < 1e-9) {
            ++lines;
        }
    }
    return lines >= 2;
}

/// The ring of a radius around a point; NULL when there is none.
static const recorded_call *find_ring(const recording *record, cw_vec3 at, double radius) {
    for (uint32_t i = 0; i < record->count; ++i) {
        const recorded_call *call = &record->calls[i];
        bool around = call->kind == RECORDED_AREA && call->count > 8;
        for (uint32_t k = 0; around && k < call->count; ++k) {
            double away = hypot(call->points[k].x - at.x, call->points[k].y - at.y);
            around = fabs(away - radius) < 1e-6;
        }
        if (around) {
            return call;
        }
    }
    return NULL;
}

TEST(an_end_off_the_mesh_is_crossed_and_the_nearest_place_is_dashed) {
    world room;
    open_room(&room, 20, 10);
    const cw_vec3 start = {2, 2, 0}, goal = {10, 5.5, 0};
    cw_path path = find(&room, start, goal, 0.5, 0, false);
    assert_int_equal(path.status, CW_PATH_GOAL_OFF_MESH);
    assert_true(path.goal_moved && !path.start_moved);
    assert_memory_equal(&path.asked_goal, &goal, sizeof goal);
    recording record = draw(&room, &path, 1);
    assert_true(has_cross(&record, goal));
    assert_false(has_cross(&record, path.goal));
    assert_true(find_ring(&record, path.goal, 0.5)->style.dash > 0);
    assert_true(find_ring(&record, start, 0.5)->style.dash == 0);
    assert_true(recording_has_text(&record, "radius 0.50 m: "));
    assert_true(recording_has_text(&record, "where it was"));
    assert_true(recording_has_text(&record, "the nearest"));
    recording_clear(&record);
    close_room(&room);
}

TEST(an_end_that_was_moved_is_crossed_where_it_was) {
    world room;
    open_room(&room, 20, 10);
    const cw_vec3 start = {2, 0.25, 0}, goal = {18, 5, 0};
    cw_path path = find(&room, start, goal, 0.5, 1, false);
    assert_int_equal(path.status, CW_PATH_FOUND);
    assert_true(path.start_moved && !path.goal_moved);
    recording record = draw(&room, &path, 1);
    assert_true(has_cross(&record, start));
    assert_true(find_ring(&record, path.start, 0.5)->style.dash == 0);
    assert_true(recording_has_text(&record, "where it was"));
    assert_false(recording_has_text(&record, "the nearest"));
    recording_clear(&record);
    path = find(&room, (cw_vec3){2, 2, 0}, goal, 0.5, 1, false);
    record = draw(&room, &path, 1);
    assert_false(recording_has_text(&record, "where it was"));
    recording_clear(&record);
    close_room(&room);
}

/// A partial path whose goal is too tight is blocked by no gap.
TEST(a_partial_path_shows_a_gap_only_where_there_is_one) {
    world room;
    open_room(&room, 20, 10);
    const cw_vec3 goal = {18, 0.25, 0};
    cw_path path = find(&room, (cw_vec3){2, 2, 0}, goal, 0.5, 0, true);
    assert_int_equal(path.status, CW_PATH_PARTIAL);
    recording record = draw(&room, &path, 1);
    assert_true(has_cross(&record, goal));
    assert_false(recording_has_text(&record, "0.00 m wide"));
    recording_clear(&record);
    close_room(&room);
}

/// What lies beside the plan keeps out of the legend below it and is in the box of the picture.
TEST(a_cross_beside_the_plan_widens_the_picture) {
    static const cw_vec3 goals[] = {{24, 5, 0}, {-5, -5, 0}, {10, -4, 0}, {10, 15, 0}};
    world room;
    open_room(&room, 20, 10);
    for (uint32_t i = 0; i < sizeof goals / sizeof *goals; ++i) {
        cw_path path = find(&room, (cw_vec3){2, 2, 0}, goals[i], 0.5, 0, true);
        assert_int_equal(path.status, CW_PATH_PARTIAL);
        OWNED(recording) record = draw(&room, &path, 1);
        cw_draw_bounds box = cw_draw_path_bounds(&room.mesh, &path, 1);
        assert_true(goals[i].x >= box.low.x && goals[i].x <= box.high.x);
        assert_true(goals[i].y <= box.high.y);
        assert_true(has_cross(&record, goals[i]));
        assert_true(recording_has_text(&record, "where it was"));
        assert_false(recording_has_text(&record, "towards"));
        for (uint32_t k = 0; k < record.count; ++k) {
            assert_true(record.calls[k].kind != RECORDED_TEXT ||
                        record.calls[k].points[0].y < goals[i].y);
        }
    }
    close_room(&room);
}

/// The end of the thread that leads away from a place; the place itself when there is none.
static cw_vec2 thread_from(const recording *record, cw_vec3 at) {
    for (uint32_t i = 0; i < record->count; ++i) {
        const recorded_call *call = &record->calls[i];
        if (call->kind == RECORDED_LINE && call->count == 2 && call->style.dash > 0 &&
            hypot(call->points[1].x - at.x, call->points[1].y - at.y) < 1e-9) {
            return call->points[0];
        }
    }
    return (cw_vec2){at.x, at.y};
}

TEST(a_cross_far_off_is_not_in_the_legend_but_the_thread_towards_it_is) {
    static const cw_vec3 goals[] = {{900, 5, 0}, {10, -900, 0}, {-900, -900, 0}, {30, 900, 0}};
    world room;
    open_room(&room, 20, 10);
    for (uint32_t i = 0; i < sizeof goals / sizeof *goals; ++i) {
        cw_path path = find(&room, (cw_vec3){2, 2, 0}, goals[i], 0.5, 0, true);
        assert_int_equal(path.status, CW_PATH_PARTIAL);
        OWNED(recording) record = draw(&room, &path, 1);
        cw_draw_bounds box = cw_draw_path_bounds(&room.mesh, &path, 1);
        assert_true(box.high.x == 20 && box.low.x == 0 && box.high.y == 10);
        assert_false(has_cross(&record, goals[i]));
        assert_false(recording_has_text(&record, "where it was"));
        assert_true(recording_has_text(&record, "towards"));
        cw_vec2 edge = thread_from(&record, path.goal);
        double away = fmin(fmin(edge.x, 20 - edge.x), fmin(edge.y, 10 - edge.y));
        assert_true(fabs(away) < 1e-9);
        double turn = (edge.x - path.goal.x) * (goals[i].y - path.goal.y) -
                      (edge.y - path.goal.y) * (goals[i].x - path.goal.x);
        assert_true(fabs(turn) < 1e-9 * 900);
    }
    close_room(&room);
}

/// No two texts on one line run into each other, and all lie in the box.
static void check_texts(const recording *record, cw_draw_bounds plan, cw_draw_bounds box) {
    cw_draw_legend legend = cw_draw_legend_make(plan, SCALE);
    for (uint32_t i = 0; i < record->count; ++i) {
        const recorded_call *a = &record->calls[i];
        if (a->kind != RECORDED_TEXT) {
            continue;
        }
        double half = cw_draw_legend_width(a->text) * legend.unit / 2;
        assert_true(a->points[0].x - half > box.low.x - 3 * legend.unit);
        assert_true(a->points[0].x + half < box.high.x + 3 * legend.unit);
        assert_true(a->points[0].y > box.low.y);
        for (uint32_t k = i + 1; k < record->count; ++k) {
            const recorded_call *b = &record->calls[k];
            if (b->kind == RECORDED_TEXT &&
                fabs(a->points[0].y - b->points[0].y) < 2 * legend.unit) {
                double other = cw_draw_legend_width(b->text) * legend.unit / 2;
                assert_true(fabs(a->points[0].x - b->points[0].x) > half + other + legend.unit);
            }
        }
    }
}

TEST(labels_do_not_run_into_each_other) {
    static const double sizes[][2] = {{20, 10}, {4, 60}, {60, 4}, {0.0012, 0.0008}, {12000, 8000}};
    for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        world room;
        open_room(&room, sizes[i][0], sizes[i][1]);
        cw_draw_bounds plan = cw_draw_navmesh_bounds(&room.mesh);
        recording record = {0};
        cw_draw_sink sink = recording_sink(&record, SCALE);
        assert_int_equal(cw_draw_clearance(room.context, &room.clearance, &sink), CW_OK);
        check_texts(&record, plan, cw_draw_clearance_bounds(&room.mesh));
        recording_clear(&record);
        double width = sizes[i][0], height = sizes[i][1];
        cw_path paths[5];
        for (uint32_t k = 0; k < 5; ++k) {
            paths[k] = find(&room, (cw_vec3){0.1 * width, 0.1 * height, 0},
                            (cw_vec3){0.5 * width, 0.5 * height, 0}, 0, 0, false);
            paths[k].legs = NULL;
            paths[k].leg_count = 0;
        }
        record = draw(&room, paths, 5);
        check_texts(&record, plan, cw_draw_path_bounds(&room.mesh, paths, 5));
        recording_clear(&record);
        close_room(&room);
    }
}
