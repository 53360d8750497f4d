/// Drawing of paths and of clearance: what reaches a sink.
#include "failing_allocator.h"
#include "made.h"
#include "recording_sink.h"
#include "scene_floors.h"
#include "small_meshes.h"
#include "test.h"
#include "test_owned.h"

static const double SCALE = 40; // millimetres per metre

/// A way around the corner (1, 1) of the ring of squares, from the left down and to the right.
static const cw_path_leg around_corner[] = {
    {.from = {0.6, 1.8, 0}, .to = {0.6, 1, 0}},
    {.from = {0.6, 1, 0}, .to = {1, 0.6, 0}, .arc = true, .ccw = true, .center = {1, 1}},
    {.from = {1, 0.6, 0}, .to = {1.8, 0.6, 0}},
};

/// The same way back.
static const cw_path_leg back_around_corner[] = {
    {.from = {1.8, 0.6, 0}, .to = {1, 0.6, 0}},
    {.from = {1, 0.6, 0}, .to = {0.6, 1, 0}, .arc = true, .ccw = false, .center = {1, 1}},
    {.from = {0.6, 1, 0}, .to = {0.6, 1.8, 0}},
};

/// A loop that crosses its own beginning, as a path over and under a bridge does.
static const cw_path_leg over_itself[] = {
    {.from = {0.5, 1, 0}, .to = {2, 1, 0}},
    {.from = {2, 1, 0}, .to = {2, 2, 0}, .arc = true, .ccw = true, .center = {2, 1.5}},
    {.from = {2, 2, 0}, .to = {1.5, 2, 0}},
    {.from = {1.5, 2, 0}, .to = {1, 1.5, 0}, .arc = true, .ccw = true, .center = {1.5, 1.5}},
    {.from = {1, 1.5, 0}, .to = {1, 0.5, 0}},
};

static const cw_path_portal corner_portals[] = {
    {.right = {0, 1, 0}, .left = {1, 1, 0}, .usable = {{0.4, 1, 0}, {0.6, 1, 0}}},
    {.right = {1, 0, 0}, .left = {1, 1, 0}, .usable = {{1, 0.4, 0}, {1, 0.6, 0}}},
};

static cw_path path_of(const cw_path_leg *legs, uint32_t count, double radius) {
    cw_path path = {.status = CW_PATH_FOUND, .radius = radius, .legs = legs, .leg_count = count};
    path.start = legs[0].from;
    path.goal = legs[count - 1].to;
    path.length = 1.6 + 0.2 * PI;
    return path;
}

static cw_path corner_path(void) {
    cw_path path = path_of(around_corner, 3, 0.4);
    path.portals = corner_portals;
    path.portal_count = 2;
    return path;
}

static recording draw(const cw_navmesh *mesh, const cw_path *paths, uint32_t count,
                      const cw_draw_path_config *config) {
    recording record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    assert_int_equal(cw_draw_path(context, mesh, paths, count, config, &sink), CW_OK);
    return record;
}

static bool same_point(cw_vec2 a, cw_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/// The line that ends where a path does, with the most ink: the way itself is drawn last of them.
static const recorded_call *find_way(const recording *record, const cw_path *path) {
    const recorded_call *found = NULL;
    cw_vec2 from = {path->start.x, path->start.y}, to = {path->goal.x, path->goal.y};
    for (uint32_t i = 0; i < record->count; ++i) {
        const recorded_call *call = &record->calls[i];
        if (call->kind == RECORDED_LINE && same_point(call->points[0], from) &&
            same_point(call->points[call->count - 1], to)) {
            found = call;
        }
    }
    assert_non_null(found);
    return found;
}

TEST(the_way_has_true_arcs) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_RING);
    const cw_path paths[] = {corner_path(), path_of(back_around_corner, 3, 0.4)};
    for (uint32_t k = 0; k < 2; ++k) {
        OWNED(recording) record = draw(&mesh, &paths[k], 1, NULL);
        const recorded_call *way = find_way(&record, &paths[k]);
        // Chords err by a hundredth of a millimetre: 0.00025 m at this scale.
        assert_true(fabs(recorded_length(way) - (1.6 + 0.2 * PI)) < 1e-3);
        for (uint32_t i = 1; i + 1 < way->count; ++i) {
            assert_true(fabs(hypot(way->points[i].x - 1, way->points[i].y - 1) - 0.4) < 1e-12);
        }
        assert_true(way->count > 8);
    }
}

// --- the swept area ------------------------------------------------------------------------------

/// A sink that counts, for the points of a grid, in how many translucent areas each lies.
enum { GRID = 61 };
typedef struct coverage {
    uint32_t areas;
    uint8_t inside[GRID][GRID];
} coverage;

static cw_vec2 grid_point(uint32_t i, uint32_t k) {
    return (cw_vec2){3.0 * i / (GRID - 1), 3.0 * k / (GRID - 1)};
}

static bool is_inside(const cw_vec2 *points, const uint32_t *first, uint32_t loop_count,
                      cw_vec2 at) {
    bool inside = false;
    for (uint32_t loop = 0; loop < loop_count; ++loop) {
        for (uint32_t i = first[loop]; i < first[loop + 1]; ++i) {
            cw_vec2 a = points[i], b = points[i + 1 < first[loop + 1] ? i + 1 : first[loop]];
            if ((a.y > at.y) != (b.y > at.y) &&
                at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y)) {
                inside = !inside;
            }
        }
    }
    return inside;
}

static void cover(void *user, const cw_vec2 *points, const uint32_t *first, uint32_t loop_count,
                  const cw_draw_style *style) {
    coverage *covered = user;
    if (style->fill.alpha <= 0 || style->fill.alpha > 0.5 || style->stroke.alpha > 0) {
        return;
    }
    covered->areas++;
    for (uint32_t i = 0; i < GRID; ++i) {
        for (uint32_t k = 0; k < GRID; ++k) {
            covered->inside[i][k] =
                (uint8_t)(covered->inside[i][k] +
                          is_inside(points, first, loop_count, grid_point(i, k)));
        }
    }
}

static coverage cover_of(const cw_navmesh *mesh, const cw_path *path) {
    coverage covered = {0};
    cw_draw_sink sink = {.user = &covered, .area = cover, .scale = SCALE};
    assert_int_equal(cw_draw_path(context, mesh, path, 1, NULL, &sink), CW_OK);
    return covered;
}

/// Distance from a point to a leg, by sampling.
static double distance_to(const cw_path *path, cw_vec2 at) {
    double best = INFINITY;
    for (uint32_t l = 0; l < path->leg_count; ++l) {
        const cw_path_leg *leg = &path->legs[l];
        double from = atan2(leg->from.y - leg->center.y, leg->from.x - leg->center.x);
        double to = atan2(leg->to.y - leg->center.y, leg->to.x - leg->center.x);
        to += leg->ccw && to < from ? 2 * PI : !leg->ccw && to > from ? -2 * PI : 0;
        double radius = hypot(leg->from.x - leg->center.x, leg->from.y - leg->center.y);
        for (uint32_t i = 0; i <= 400; ++i) {
            double t = i / 400.0, angle = from + t * (to - from);
            cw_vec2 p = {leg->from.x + t * (leg->to.x - leg->from.x),
                         leg->from.y + t * (leg->to.y - leg->from.y)};
            if (leg->arc) {
                p = (cw_vec2){leg->center.x + radius * cos(angle),
                              leg->center.y + radius * sin(angle)};
            }
            best = fmin(best, hypot(p.x - at.x, p.y - at.y));
        }
    }
    return best;
}

static void check_cover(const coverage *covered, const cw_path *path) {
    uint32_t inside = 0;
    for (uint32_t i = 0; i < GRID; ++i) {
        for (uint32_t k = 0; k < GRID; ++k) {
            double distance = distance_to(path, grid_point(i, k));
            if (fabs(distance - path->radius) > 0.002) {
                assert_int_equal(covered->inside[i][k] > 0, distance < path->radius);
            }
            inside += covered->inside[i][k] > 0;
        }
    }
    assert_true(inside > 100);
}

TEST(the_swept_area_is_what_lies_within_the_radius) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_RING);
    const cw_path paths[] = {corner_path(), path_of(back_around_corner, 3, 0.4),
                             path_of(back_around_corner, 3, 0.25)};
    for (uint32_t i = 0; i < 3; ++i) {
        coverage covered = cover_of(&mesh, &paths[i]);
        assert_int_equal(covered.areas, 1);
        check_cover(&covered, &paths[i]);
    }
}

TEST(a_path_over_itself_leaves_no_hole_where_it_crosses) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_GRID);
    cw_path path = path_of(over_itself, 5, 0.2);
    coverage covered = cover_of(&mesh, &path);
    assert_int_equal(covered.areas, 2);
    check_cover(&covered, &path);
    assert_int_equal(covered.inside[20][20], 2); // (1, 1), where it crosses
}

TEST(a_path_without_length_sweeps_its_disc) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_GRID);
    const cw_path_leg stay[] = {{.from = {1.5, 1.5, 0}, .to = {1.5, 1.5, 0}}};
    cw_path path = path_of(stay, 1, 0.5);
    path.length = 0;
    coverage covered = cover_of(&mesh, &path);
    check_cover(&covered, &path);
    path.leg_count = 0;
    coverage bare = cover_of(&mesh, &path);
    assert_memory_equal(&bare, &covered, sizeof bare);
}

TEST(a_radius_of_zero_sweeps_nothing) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_RING);
    const cw_path_leg corner[] = {{.from = {0.5, 1.5, 0}, .to = {1, 1, 0}},
                                  {.from = {1, 1, 0}, .to = {1.5, 0.5, 0}}};
    cw_path path = path_of(corner, 2, 0);
    assert_int_equal(cover_of(&mesh, &path).areas, 0);
    OWNED(recording) record = draw(&mesh, &path, 1, NULL);
    assert_int_equal(find_way(&record, &path)->count, 3);
}

// --- what else is shown --------------------------------------------------------------------------

static bool has_line(const recording *record, cw_vec2 from, cw_vec2 to) {
    for (uint32_t i = 0; i < record->count; ++i) {
        const recorded_call *call = &record->calls[i];
        if (call->kind == RECORDED_LINE && call->count == 2 && same_point(call->points[0], from) &&
            same_point(call->points[1], to)) {
            return true;
        }
    }
    return false;
}

TEST(the_usable_part_of_each_portal_is_drawn_on_request) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_RING);
    cw_path path = corner_path();
    cw_draw_path_config config = cw_draw_path_config_default();
    for (uint32_t shown = 0; shown < 2; ++shown) {
        config.portals = shown == 1;
        OWNED(recording) record = draw(&mesh, &path, 1, &config);
        assert_int_equal(has_line(&record, (cw_vec2){0.4, 1}, (cw_vec2){0.6, 1}), shown);
        assert_int_equal(has_line(&record, (cw_vec2){1, 0.4}, (cw_vec2){1, 0.6}), shown);
    }
}

TEST(a_blocked_query_shows_the_gap_with_its_width) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_RING);
    cw_path path = {.status = CW_PATH_BLOCKED, .radius = 0.6};
    path.start = (cw_vec3){0.5, 2.5, 0};
    path.goal = (cw_vec3){2.5, 0.5, 0};
    path.gate.radius = 0.5;
    path.gate.position = (cw_vec2){0.5, 1.5};
    path.gate.walls[0] = path.gate.walls[1] = CW_NONE;
    for (uint32_t edge = 0; edge < mesh.edge_count; ++edge) {
        cw_vec3 a = mesh.positions[mesh.edge_vertex[edge]];
        bool wall = mesh.edge_twin[edge] == CW_NONE;
        // Down along the outer wall x = 0, up along the wall x = 1 of the hole.
        if (wall && a.x == 0 && a.y == 2) {
            path.gate.walls[0] = edge;
        } else if (wall && a.x == 1 && a.y == 1) {
            path.gate.walls[1] = edge;
        }
    }
    recording record = draw(&mesh, &path, 1, NULL);
    assert_true(recording_has_text(&record, "1.00 m wide"));
    assert_true(recording_has_text(&record, "radius 0.60 m"));
    assert_true(has_line(&record, (cw_vec2){0, 1.5}, (cw_vec2){1, 1.5}));
    recording_clear(&record);
    path.gate.walls[1] = CW_NONE;
    record = draw(&mesh, &path, 1, NULL);
    assert_true(recording_has_text(&record, "1.00 m wide"));
    recording_clear(&record);
}

TEST(a_radius_that_is_blocked_looks_unlike_the_one_that_passes) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_RING);
    cw_path path = {.status = CW_PATH_BLOCKED, .radius = 0.5000001, .gate = {.radius = 0.5}};
    path.gate.walls[0] = path.gate.walls[1] = CW_NONE;
    OWNED(recording) record = draw(&mesh, &path, 1, NULL);
    assert_true(recording_has_text(&record, "radius 0.5000001 m is blocked, 0.5 m passes"));
}

TEST(other_failures_are_drawn_too) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_ISLANDS);
    for (int status = CW_PATH_RUNNING; status <= CW_PATH_FAILED; ++status) {
        cw_path path = {.status = (cw_path_status)status, .radius = 0.3};
        path.start = (cw_vec3){NAN, 0, 0};
        path.gate.radius = -1;
        OWNED(recording) record = draw(&mesh, &path, 1, NULL);
        for (uint32_t i = 0; i < record.count; ++i) {
            for (uint32_t k = 0; k < record.calls[i].count; ++k) {
                assert_true(isfinite(record.calls[i].points[k].x));
            }
        }
    }
}

TEST(several_paths_differ_in_colour_and_the_largest_is_painted_first) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_RING);
    const cw_path paths[] = {path_of(around_corner, 3, 0.1), path_of(back_around_corner, 3, 0.4),
                             path_of(around_corner, 1, 0.2)};
    OWNED(recording) record = draw(&mesh, paths, 3, NULL);
    cw_color found[3];
    uint32_t count = 0;
    for (uint32_t i = 0; i < record.count && count < 3; ++i) {
        const recorded_call *call = &record.calls[i];
        if (call->kind == RECORDED_AREA && call->style.fill.alpha > 0 &&
            call->style.fill.alpha < 0.5) {
            found[count++] = call->style.fill;
        }
    }
    assert_int_equal(count, 3);
    static const uint32_t order[] = {1, 2, 0};
    for (uint32_t i = 0; i < 3; ++i) {
        cw_color way = find_way(&record, &paths[order[i]])->style.stroke;
        assert_true(way.red == found[i].red && way.blue == found[i].blue);
        assert_true(found[i].red != found[(i + 1) % 3].red);
    }
}

TEST(the_legend_lies_below_the_mesh_and_in_the_box) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_RING);
    cw_path paths[7];
    for (uint32_t i = 0; i < 7; ++i) {
        paths[i] = corner_path();
    }
    cw_draw_bounds plan = cw_draw_navmesh_bounds(&mesh), box = cw_draw_path_bounds(&mesh, paths, 7);
    recording record = draw(&mesh, paths, 7, NULL);
    uint32_t texts = 0;
    for (uint32_t i = 0; i < record.count; ++i) {
        if (record.calls[i].kind == RECORDED_TEXT) {
            cw_vec2 at = record.calls[i].points[0];
            assert_true(at.y < plan.low.y && at.y > box.low.y);
            assert_true(at.x > box.low.x && at.x < box.high.x);
            ++texts;
        }
    }
    assert_int_equal(texts, 7);
    recording_clear(&record);
    cw_draw_path_config config = cw_draw_path_config_default();
    config.legend = false;
    record = draw(&mesh, paths, 7, &config);
    assert_int_equal(recording_count(&record, RECORDED_TEXT), 0);
    recording_clear(&record);
}

// --- clearance -----------------------------------------------------------------------------------

static recording draw_clearance(const cw_navmesh *mesh) {
    recording record = {0};
    cw_draw_sink sink = recording_sink(&record, SCALE);
    OWNED(cw_clearance) clearance = clearance_of(context, mesh);
    assert_int_equal(cw_draw_clearance(context, &clearance, &sink), CW_OK);
    return record;
}

static double lightness(cw_color color) {
    return 0.3 * color.red + 0.59 * color.green + 0.11 * color.blue;
}

/// Bands are the only areas of fifty points.
static bool is_band(const recorded_call *call) {
    return call->kind == RECORDED_AREA && call->count == 50;
}

TEST(every_cross_is_a_band_and_narrow_ones_are_darker_and_on_top) {
    OWNED(cw_navmesh) mesh = scene_mesh(context, CW_SCENE_CIRCLE, 200);
    uint32_t crosses = 0, bands = 0;
    for (uint32_t cell = 0; cell < mesh.cell_count; ++cell) {
        uint32_t portals = 0;
        for (uint32_t e = mesh.cell_first[cell]; e < mesh.cell_first[cell + 1]; ++e) {
            portals += mesh.edge_twin[e] != CW_NONE;
        }
        crosses += portals * (portals - 1) / 2;
    }
    OWNED(recording) record = draw_clearance(&mesh);
    double before = 2;
    for (uint32_t i = 0; i < record.count; ++i) {
        if (is_band(&record.calls[i])) {
            double now = lightness(record.calls[i].style.fill);
            assert_true(now <= before + 1e-12);
            before = now;
            ++bands;
        }
    }
    assert_true(bands > 10 && bands <= crosses);
    assert_true(before < 0.7);
}

TEST(bands_stay_on_the_floor) {
    OWNED(cw_navmesh) mesh = scene_mesh(context, CW_SCENE_CIRCLE, 200);
    OWNED(recording) record = draw_clearance(&mesh);
    for (uint32_t i = 0; i < record.count; ++i) {
        const recorded_call *call = &record.calls[i];
        for (uint32_t k = 0; is_band(call) && k < call->count / 2; ++k) {
            cw_vec2 a = call->points[k], b = call->points[call->count - 1 - k];
            cw_vec3 middle = {(a.x + b.x) / 2, (a.y + b.y) / 2, 0};
            assert_true(cw_navmesh_locate(&mesh, middle) != CW_NONE);
        }
    }
}

TEST(a_mesh_without_crosses_still_has_a_scale) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_SQUARE);
    OWNED(recording) record = draw_clearance(&mesh);
    assert_true(recording_has_text(&record, "0"));
    assert_true(recording_has_text(&record, "1"));
    cw_draw_bounds box = cw_draw_clearance_bounds(&mesh);
    for (uint32_t i = 0; i < record.count; ++i) {
        if (record.calls[i].kind == RECORDED_TEXT) {
            assert_true(record.calls[i].points[0].y > box.low.y);
        }
    }
}

// --- every drawing -------------------------------------------------------------------------------

static cw_status draw_both(cw_context *used, const cw_navmesh *mesh, const cw_clearance *clearance,
                           const cw_draw_sink *sink) {
    const cw_path paths[] = {corner_path(), path_of(over_itself, 5, 0.2)};
    cw_status status = cw_draw_path(used, mesh, paths, 2, NULL, sink);
    return status == CW_OK ? cw_draw_clearance(used, clearance, sink) : status;
}

TEST(a_sink_without_callbacks_is_fine) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_RING);
    OWNED(cw_clearance) clearance = clearance_of(context, &mesh);
    cw_draw_sink silent = {0};
    assert_int_equal(draw_both(context, &mesh, &clearance, &silent), CW_OK);
    assert_int_equal(cw_draw_path(context, &mesh, NULL, 0, NULL, &silent), CW_OK);
}

TEST(a_lack_of_memory_is_reported_and_leaks_nothing) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_RING);
    OWNED(cw_clearance) clearance = clearance_of(context, &mesh);
    tight_memory tight;
    tight_open(&tight);
    cw_draw_sink silent = {0};
    while (tight_next(&tight)) {
        tight_tried(&tight, draw_both(tight.context, &mesh, &clearance, &silent));
    }
    tight_close(&tight, 20);
}

TEST_GROUP(make_context, free_context);
