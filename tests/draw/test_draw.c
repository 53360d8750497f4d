/// Drawing: what reaches a sink for plans and meshes, and what holds for every drawing.
#include "failing_allocator.h"
#include "made.h"
#include "recording_sink.h"
#include "scene_floors.h"
#include "small_meshes.h"
#include "test.h"
#include "test_owned.h"

static const double SCALE = 20; // millimetres per metre

static recording draw_mesh(const cw_navmesh *mesh, cw_draw_config config) {
    recording record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    assert_int_equal(cw_draw_navmesh(context, mesh, &config, &sink), CW_OK);
    return record;
}

static cw_vec2 edge_start(const cw_navmesh *mesh, uint32_t edge) {
    cw_vec3 position = mesh->positions[mesh->edge_vertex[edge]];
    return (cw_vec2){position.x, position.y};
}

static cw_vec2 edge_end(const cw_navmesh *mesh, uint32_t edge) {
    uint32_t cell = mesh->edge_cell[edge];
    return edge_start(mesh, cw_navmesh_next(mesh, cell, edge));
}

static bool same_point(cw_vec2 a, cw_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/// Whether an area is exactly a cell.
static bool is_cell(const recorded_call *call, const cw_navmesh *mesh, uint32_t cell) {
    uint32_t first = mesh->cell_first[cell];
    if (call->kind != RECORDED_AREA || call->loop_count != 1 ||
        call->count != mesh->cell_first[cell + 1] - first) {
        return false;
    }
    for (uint32_t i = 0; i < call->count; ++i) {
        if (!same_point(call->points[i], edge_start(mesh, first + i))) {
            return false;
        }
    }
    return true;
}

/// The one call that draws a cell.
static const recorded_call *call_of_cell(const recording *record, const cw_navmesh *mesh,
                                         uint32_t cell) {
    const recorded_call *found = NULL;
    for (uint32_t i = 0; i < record->count; ++i) {
        if (is_cell(&record->calls[i], mesh, cell)) {
            assert_null(found);
            found = &record->calls[i];
        }
    }
    assert_non_null(found);
    return found;
}

static bool same_color(cw_color a, cw_color b) {
    return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

static void check_cells_and_colours(const cw_navmesh *mesh) {
    OWNED(recording) record = draw_mesh(mesh, cw_draw_config_default());
    for (uint32_t cell = 0; cell < mesh->cell_count; ++cell) {
        cw_color color = call_of_cell(&record, mesh, cell)->style.fill;
        for (uint32_t edge = mesh->cell_first[cell]; edge < mesh->cell_first[cell + 1]; ++edge) {
            uint32_t twin = mesh->edge_twin[edge];
            if (twin != CW_NONE) {
                cw_color other = call_of_cell(&record, mesh, mesh->edge_cell[twin])->style.fill;
                assert_false(same_color(color, other));
            }
        }
    }
}

TEST(every_cell_is_one_area_and_no_two_neighbours_share_a_colour) {
    for (small_mesh kind = 0; kind < SMALL_MESH_COUNT; ++kind) {
        OWNED(cw_navmesh) mesh = small_mesh_make(context, kind);
        check_cells_and_colours(&mesh);
    }
    for (cw_scene_family family = 0; family < CW_SCENE_FAMILY_COUNT; ++family) {
        OWNED(cw_navmesh) mesh = scene_mesh(context, family, 200);
        check_cells_and_colours(&mesh);
    }
}

static bool is_dashed(const recorded_call *call) {
    return call->kind == RECORDED_LINE && call->style.dash > 0;
}

TEST(every_portal_is_one_dashed_line) {
    OWNED(cw_navmesh) mesh = scene_mesh(context, CW_SCENE_MIX, 300);
    OWNED(recording) record = draw_mesh(&mesh, cw_draw_config_default());
    uint32_t portals = 0;
    for (uint32_t edge = 0; edge < mesh.edge_count; ++edge) {
        uint32_t drawn = 0;
        for (uint32_t i = 0; i < record.count; ++i) {
            const recorded_call *call = &record.calls[i];
            drawn += is_dashed(call) && call->count == 2 &&
                     ((same_point(call->points[0], edge_start(&mesh, edge)) &&
                       same_point(call->points[1], edge_end(&mesh, edge))) ||
                      (same_point(call->points[1], edge_start(&mesh, edge)) &&
                       same_point(call->points[0], edge_end(&mesh, edge))));
        }
        assert_int_equal(drawn, mesh.edge_twin[edge] != CW_NONE ? 1 : 0);
        portals += mesh.edge_twin[edge] != CW_NONE;
    }
    uint32_t dashed = 0;
    for (uint32_t i = 0; i < record.count; ++i) {
        dashed += is_dashed(&record.calls[i]);
    }
    assert_int_equal(dashed, portals / 2);
}

/// Length of the dark solid lines, which are the walls.
static double dark_length(const recording *record) {
    double length = 0;
    for (uint32_t i = 0; i < record->count; ++i) {
        const recorded_call *call = &record->calls[i];
        bool dark = call->style.stroke.red < 0.3 && call->style.stroke.alpha == 1;
        if (call->kind == RECORDED_LINE && call->style.dash == 0 && dark) {
            length += recorded_length(call);
        }
    }
    return length;
}

TEST(walls_are_drawn_in_full) {
    static const small_mesh kinds[] = {SMALL_SQUARE, SMALL_RING,   SMALL_ISLANDS,
                                       SMALL_SLIT,   SMALL_FLOORS, SMALL_DENT};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        OWNED(cw_navmesh) mesh = small_mesh_make(context, kinds[i]);
        OWNED(recording) record = draw_mesh(&mesh, cw_draw_config_default());
        assert_true(fabs(dark_length(&record) - mesh.stats.wall_length) < 1e-9);
    }
}

TEST(a_hole_is_filled_before_the_cells_around_it) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_RING);
    OWNED(recording) record = draw_mesh(&mesh, cw_draw_config_default());
    assert_int_equal(recording_count(&record, RECORDED_AREA), mesh.cell_count + 1);
    const recorded_call *first = NULL;
    for (uint32_t i = 0; first == NULL; ++i) {
        first = record.calls[i].kind == RECORDED_AREA ? &record.calls[i] : NULL;
    }
    for (uint32_t i = 0; i < first->count; ++i) {
        assert_true(first->points[i].x >= 1 && first->points[i].x <= 2);
        assert_true(first->points[i].y >= 1 && first->points[i].y <= 2);
    }
}

TEST(upper_floors_come_later_and_let_lower_ones_through) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_FLOORS);
    OWNED(recording) record = draw_mesh(&mesh, cw_draw_config_default());
    const recorded_call *lower = call_of_cell(&record, &mesh, 0);
    const recorded_call *upper = call_of_cell(&record, &mesh, 1);
    const recorded_call *beside = call_of_cell(&record, &mesh, 2);
    assert_true(upper > lower);
    assert_true(upper->style.fill.alpha < 1 && upper->style.fill.alpha > 0.5);
    assert_true(lower->style.fill.alpha == 1);
    assert_true(beside->style.fill.alpha == 1);
}

TEST(an_upper_floor_casts_a_shadow_and_hides_no_number) {
    cw_vec3 positions[] = {{0, 0, 0},  {20, 0, 0}, {20, 20, 0}, {0, 20, 0},
                           {-4, 8, 3}, {24, 8, 3}, {24, 12, 3}, {-4, 12, 3}};
    uint32_t first[] = {0, 4, 8}, vertices[] = {0, 1, 2, 3, 4, 5, 6, 7};
    cw_polygons polygons = polygons_of(8, positions, 2, first, vertices);
    OWNED(cw_navmesh) mesh = mesh_of_polygons(context, &polygons);
    recording record = draw_mesh(&mesh, (cw_draw_config){.cells = true, .labels = true});
    const recorded_call *upper = call_of_cell(&record, &mesh, 1);
    uint32_t shadows = 0, texts = 0;
    for (uint32_t i = 0; i < record.count; ++i) {
        const recorded_call *call = &record.calls[i];
        if (call->kind == RECORDED_LINE && call->style.stroke.alpha < 0.5) {
            ++shadows;
            assert_true(call < upper);
        }
        if (call->kind == RECORDED_TEXT) {
            ++texts;
            bool over = call->points[0].y > 8 && call->points[0].y < 12;
            assert_int_equal(over, strcmp(call->text, "1") == 0);
        }
    }
    assert_int_equal(shadows, 1);
    assert_int_equal(texts, 2);
    recording_clear(&record);
}

TEST(each_turn_of_a_ramp_is_painted_over_the_one_below) {
    enum { TURNS = 3, SEGMENTS = 16, PER_TURN = 2 * SEGMENTS };
    OWNED(cw_scene_triangles) scene;
    assert_int_equal(cw_scene_ramp(context, TURNS, SEGMENTS, &scene), CW_OK);
    assert_int_equal(scene.triangle_count, TURNS * PER_TURN);
    uint32_t first[TURNS * PER_TURN + 1];
    for (uint32_t i = 0; i <= scene.triangle_count; ++i) {
        first[i] = 3 * i;
    }
    cw_polygons polygons = {
        .vertex_count = scene.position_count,
        .positions = scene.positions,
        .cell_count = scene.triangle_count,
        .cell_first = first,
        .edge_vertex = scene.corners,
    };
    OWNED(cw_navmesh) mesh = mesh_of_polygons(context, &polygons);
    OWNED(recording) record = draw_mesh(&mesh, cw_draw_config_default());
    // Cells of different turns may have the same plan, so they are told apart by their order.
    uint32_t opaque = 0, areas = 0;
    bool upper = false;
    for (uint32_t i = 0; i < record.count; ++i) {
        if (record.calls[i].kind == RECORDED_AREA) {
            ++areas;
            opaque += record.calls[i].style.fill.alpha == 1;
            assert_false(upper && record.calls[i].style.fill.alpha == 1);
            upper = upper || record.calls[i].style.fill.alpha < 1;
        }
    }
    assert_int_equal(areas, TURNS * PER_TURN);
    assert_int_equal(opaque, PER_TURN);
}

TEST(parts_can_be_left_out) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_GRID);
    recording record = draw_mesh(&mesh, (cw_draw_config){0});
    assert_int_equal(recording_count(&record, RECORDED_AREA), 1); // the plain floor
    assert_int_equal(recording_count(&record, RECORDED_DOT), 0);
    assert_int_equal(recording_count(&record, RECORDED_TEXT), 0);
    for (uint32_t i = 0; i < record.count; ++i) {
        assert_false(is_dashed(&record.calls[i]));
    }
    recording_clear(&record);
    record = draw_mesh(&mesh, (cw_draw_config){.vertices = true, .labels = true});
    assert_int_equal(recording_count(&record, RECORDED_DOT), 12);
    assert_int_equal(recording_count(&record, RECORDED_TEXT), mesh.cell_count);
    recording_clear(&record);
}

TEST(a_missing_config_means_the_default) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_GRID);
    recording named = draw_mesh(&mesh, cw_draw_config_default()), unnamed = {0};
    cw_draw_sink sink = recording_sink(&unnamed, SCALE);
    assert_int_equal(cw_draw_navmesh(context, &mesh, NULL, &sink), CW_OK);
    assert_int_equal(named.count, unnamed.count);
    recording_clear(&named);
    recording_clear(&unnamed);
}

TEST(links_are_drawn_with_a_dot_where_a_one_way_link_ends) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_LINKS);
    cw_draw_config config = cw_draw_config_default();
    OWNED(recording) with = draw_mesh(&mesh, config);
    config.portals = false;
    OWNED(recording) without = draw_mesh(&mesh, config);
    assert_int_equal(recording_count(&with, RECORDED_LINE),
                     recording_count(&without, RECORDED_LINE) + 3 * mesh.link_count);
    assert_int_equal(recording_count(&with, RECORDED_DOT), 2);
}

/// Distance of a point into a convex cell from its nearest edge; negative outside.
static double depth_in_cell(const cw_navmesh *mesh, uint32_t cell, cw_vec2 point) {
    double depth = INFINITY;
    for (uint32_t edge = mesh->cell_first[cell]; edge < mesh->cell_first[cell + 1]; ++edge) {
        cw_vec2 a = edge_start(mesh, edge), b = edge_end(mesh, edge);
        double length = hypot(b.x - a.x, b.y - a.y);
        double side = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
        depth = fmin(depth, side / length);
    }
    return depth;
}

TEST(numbers_lie_inside_their_cells) {
    OWNED(cw_navmesh) mesh = scene_mesh(context, CW_SCENE_MIX, 200);
    recording record = draw_mesh(&mesh, (cw_draw_config){.cells = true, .labels = true});
    assert_true(recording_count(&record, RECORDED_TEXT) > mesh.cell_count / 2);
    for (uint32_t i = 0; i < record.count; ++i) {
        const recorded_call *call = &record.calls[i];
        unsigned cell;
        if (call->kind != RECORDED_TEXT) {
            continue;
        }
        assert_int_equal(sscanf(call->text, "%u", &cell), 1);
        double half_height = call->size / SCALE / 2;
        double half_width = half_height * 0.86 * (double)strlen(call->text);
        for (int corner = 0; corner < 4; ++corner) {
            cw_vec2 point = {call->points[0].x + (corner & 1 ? half_width : -half_width),
                             call->points[0].y + (corner & 2 ? half_height : -half_height)};
            assert_true(depth_in_cell(&mesh, cell, point) > 0);
        }
    }
    recording_clear(&record);
}

TEST(numbers_that_would_be_illegible_are_left_out) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_GRID);
    cw_draw_config config = {.labels = true};
    OWNED(recording) record = {0};
    cw_draw_sink sink = recording_sink(&record, 0.9); // cells of less than a millimetre
    assert_int_equal(cw_draw_navmesh(context, &mesh, &config, &sink), CW_OK);
    assert_int_equal(recording_count(&record, RECORDED_TEXT), 0);
}

/// Width of the widest dark line.
static double wall_width(const recording *record) {
    double width = 0;
    for (uint32_t i = 0; i < record->count; ++i) {
        const recorded_call *call = &record->calls[i];
        if (call->kind == RECORDED_LINE && call->style.stroke.red < 0.3) {
            width = fmax(width, call->style.width);
        }
    }
    return width;
}

TEST(lines_are_thinner_where_they_stand_close) {
    cw_navmesh few = scene_mesh(context, CW_SCENE_RECT, 8),
               many = scene_mesh(context, CW_SCENE_RECT, 4000);
    recording roomy = {0}, crowded = {0};
    cw_draw_sink sink = recording_sink(&roomy, 0); // a page of the usual width is assumed
    assert_int_equal(cw_draw_navmesh(context, &few, NULL, &sink), CW_OK);
    sink = recording_sink(&crowded, 0);
    assert_int_equal(cw_draw_navmesh(context, &many, NULL, &sink), CW_OK);
    assert_true(wall_width(&roomy) > 0.3);
    assert_true(wall_width(&crowded) < wall_width(&roomy) / 2);
    assert_true(wall_width(&crowded) > 0);
    recording_clear(&roomy);
    recording_clear(&crowded);
    cw_navmesh_free(context, &few);
    cw_navmesh_free(context, &many);
}

// --- plans ---------------------------------------------------------------------------------------

static cw_plan sample_plan(void) {
    cw_plan plan = {0};
    cw_vec2 outer[] = {{0, 0}, {9, 0}, {9, 6}, {0, 6}, {0, 0}};
    cw_vec2 hole[] = {{1, 1}, {2, 1}, {2, 2}};
    cw_vec2 barrier[] = {{6, 1}, {7, 3}, {6, 5}};
    cw_vec2 other[] = {{10, 0}, {12, 0}, {12, 3}};
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_OUTER, 7, outer, 5), CW_OK);
    put_box(context, &plan, CW_RING_OBSTACLE, 4, 1, 5, 2);
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_OUTER, 2, other, 3), CW_OK);
    put_ring(context, &plan, CW_RING_BARRIER, barrier, 3);
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_HOLE, 7, hole, 3), CW_OK);
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_OUTER, 8, outer, 0), CW_OK);
    return plan;
}

TEST(a_plan_is_drawn_as_floors_obstacles_rings_and_barriers) {
    OWNED(cw_plan) plan = sample_plan();
    OWNED(recording) record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    assert_int_equal(cw_draw_plan(context, &plan, &sink), CW_OK);
    const recorded_call *calls = record.calls;
    assert_int_equal(record.count, 9);
    assert_int_equal(calls[0].count, 3); // polygon 2, then 7 with its hole, then 8 of no points
    assert_int_equal(calls[1].loop_count, 2);
    assert_int_equal(calls[1].count, 8);
    assert_int_equal(calls[3].kind, RECORDED_AREA); // the obstacle
    assert_int_equal(calls[3].count, 4);
    static const uint32_t counts[] = {5, 5, 4, 4, 3}; // rings end where they start
    for (uint32_t i = 0; i < 5; ++i) {
        assert_int_equal(calls[4 + i].kind, RECORDED_LINE);
        assert_int_equal(calls[4 + i].count, counts[i]);
        bool closed = same_point(calls[4 + i].points[0], calls[4 + i].points[counts[i] - 1]);
        assert_int_equal(closed, i < 4);
    }
    assert_true(calls[8].style.width > calls[7].style.width); // the barrier
}

TEST(bounds_hold_every_finite_point) {
    OWNED(cw_plan) plan = sample_plan();
    cw_draw_bounds bounds = cw_draw_plan_bounds(&plan);
    assert_true(same_point(bounds.low, (cw_vec2){0, 0}));
    assert_true(same_point(bounds.high, (cw_vec2){12, 6}));
    plan.points[1] = (cw_vec2){NAN, 3};
    plan.points[2] = (cw_vec2){INFINITY, 3};
    plan.points[3] = (cw_vec2){-1, -2};
    bounds = cw_draw_plan_bounds(&plan);
    assert_true(same_point(bounds.low, (cw_vec2){-1, -2}));
    assert_true(same_point(bounds.high, (cw_vec2){12, 5}));
    recording record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    assert_int_equal(cw_draw_plan(context, &plan, &sink), CW_OK);
    recording_clear(&record);

    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_ISLANDS);
    bounds = cw_draw_navmesh_bounds(&mesh);
    assert_true(same_point(bounds.low, (cw_vec2){0, 0}));
    assert_true(same_point(bounds.high, (cw_vec2){7, 2}));
    OWNED(cw_surface) surface = scene_surface(context, CW_SCENE_COMB, 20);
    bounds = cw_draw_surface_bounds(&surface);
    for (uint32_t i = 0; i < surface.vertex_count; ++i) {
        cw_vec3 p = surface.positions[i];
        assert_true(p.x >= bounds.low.x && p.x <= bounds.high.x);
        assert_true(p.y >= bounds.low.y && p.y <= bounds.high.y);
    }
}

TEST(nothing_is_drawn_of_nothing) {
    cw_plan plan = {0};
    cw_surface surface = {0};
    cw_navmesh mesh = {0};
    recording record = {0};
    cw_draw_sink sink = recording_sink(&record, 0);
    cw_draw_config config = {.cells = true, .portals = true, .labels = true, .triangles = true};
    assert_int_equal(cw_draw_plan(context, &plan, &sink), CW_OK);
    assert_int_equal(cw_draw_surface(context, &surface, &config, &sink), CW_OK);
    assert_int_equal(cw_draw_navmesh(context, &mesh, &config, &sink), CW_OK);
    assert_int_equal(record.count, 0);
    assert_true(same_point(cw_draw_plan_bounds(&plan).high, (cw_vec2){0, 0}));
    assert_true(same_point(cw_draw_surface_bounds(&surface).high, (cw_vec2){0, 0}));
    assert_true(same_point(cw_draw_navmesh_bounds(&mesh).high, (cw_vec2){0, 0}));
}

// --- every drawing -------------------------------------------------------------------------------

typedef struct things {
    cw_plan plan;
    cw_surface surface;
    cw_navmesh mesh;
} things;

static cw_status draw_all(cw_context *with, const things *all, const cw_draw_sink *sink) {
    cw_draw_config config = {true, true, true, true, true, true, true, false, 0};
    cw_status status = cw_draw_plan(with, &all->plan, sink);
    status = status == CW_OK ? cw_draw_surface(with, &all->surface, &config, sink) : status;
    return status == CW_OK ? cw_draw_navmesh(with, &all->mesh, &config, sink) : status;
}

static things make_things(void) {
    things all = {sample_plan(), scene_surface(context, CW_SCENE_RECT, 24),
                  small_mesh_make(context, SMALL_FLOORS)};
    return all;
}

static void free_things(things *all) {
    cw_plan_free(context, &all->plan);
    cw_surface_free(context, &all->surface);
    cw_navmesh_free(context, &all->mesh);
}

TEST(callbacks_may_be_missing) {
    things all = make_things();
    recording record = {0};
    for (int missing = 0; missing < 5; ++missing) {
        cw_draw_sink sink = recording_sink(&record, SCALE);
        sink.area = missing == 0 || missing == 4 ? NULL : sink.area;
        sink.line = missing == 1 || missing == 4 ? NULL : sink.line;
        sink.dot = missing == 2 || missing == 4 ? NULL : sink.dot;
        sink.text = missing == 3 || missing == 4 ? NULL : sink.text;
        assert_int_equal(draw_all(context, &all, &sink), CW_OK);
        assert_int_equal(record.count == 0, missing == 4);
        recording_clear(&record);
    }
    free_things(&all);
}

TEST(the_same_thing_is_drawn_the_same_twice) {
    things all = make_things();
    recording once = {0}, twice = {0};
    cw_draw_sink sink = recording_sink(&once, SCALE);
    assert_int_equal(draw_all(context, &all, &sink), CW_OK);
    sink = recording_sink(&twice, SCALE);
    assert_int_equal(draw_all(context, &all, &sink), CW_OK);
    assert_int_equal(once.count, twice.count);
    for (uint32_t i = 0; i < once.count; ++i) {
        const recorded_call *a = &once.calls[i], *b = &twice.calls[i];
        assert_true(a->kind == b->kind && a->count == b->count);
        assert_memory_equal(&a->style, &b->style, sizeof a->style);
        assert_memory_equal(a->points, b->points, a->count * sizeof *a->points);
    }
    recording_clear(&once);
    recording_clear(&twice);
    free_things(&all);
}

TEST(a_lack_of_memory_is_reported_and_leaks_nothing) {
    things all = make_things();
    tight_memory tight;
    tight_open(&tight);
    cw_draw_sink silent = {0};
    while (tight_next(&tight)) {
        tight_tried(&tight, draw_all(tight.context, &all, &silent));
    }
    tight_close(&tight, 20);
    free_things(&all);
}

TEST_GROUP(make_context, free_context);
