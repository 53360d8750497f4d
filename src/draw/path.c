/// Drawing paths over their mesh.
///
/// Phases: the mesh, pale; of each path, from the largest disc to the smallest, the swept area;
/// the usable part of each portal; the ways, each with a rim of paper that keeps them apart; the
/// discs at both ends, and crosses where ends were asked for that lie elsewhere; the gaps that
/// blocked a query; the legend.
#include "draw/legend.h"
#include "draw/sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Colours of paths: calm, dark enough for lines, and of different lightness.
static const cw_color COLORS[] = {
    {0.07, 0.21, 0.47, 1}, // blue
    {0.90, 0.47, 0.10, 1}, // orange
    {0.05, 0.43, 0.35, 1}, // green
    {0.62, 0.16, 0.42, 1}, // plum
    {0.55, 0.52, 0.10, 1}, // olive
    {0.40, 0.44, 0.50, 1}, // slate
};
enum { COLOR_COUNT = sizeof COLORS / sizeof *COLORS };

/// Millimetres on the picture: widths of a way and of the paper beside it, of the rim of the swept
/// area, of a usable portal, of the marks of a gap; radius of the dots at the ends; chord error.
static const double WAY_WIDTH = 0.45;
static const double WAY_RIM = 0.2;
static const double SWEPT_RIM = 0.14;
static const double PORTAL_WIDTH = 0.42;
static const double GAP_WIDTH = 0.4;
static const double GAP_DASH = 0.9;
static const double END_DOT = 0.75;
static const double CHORD_ERROR = 0.01;

static const double SWEPT_OPACITY = 0.24;
static const double PORTAL_OPACITY = 0.5;

/// Millimetres: half a cross, and dashes of what is only proposed.
static const double CROSS = 1.1;
static const double CROSS_WIDTH = 0.5;
static const double PROPOSED_DASH = 0.8;

/// Entries of the legend: most in a row, and units for each, or more for long ones; units between
/// two, from one row to the next, and above the first.
enum { LEGEND_COLUMNS = 3 };
static const double LEGEND_COLUMN = 63;
static const double LEGEND_GAP = 3;
static const double LEGEND_ROW = 5;
static const double LEGEND_AIR = 5;
static const double LEGEND_MARK = 9;

typedef struct path_drawing {
    cw_context *context;
    const cw_navmesh *mesh;
    const cw_path *paths;
    uint32_t path_count;
    const cw_draw_path_config *config;
    const cw_draw_sink *sink;
    double scale;    ///< millimetres per metre
    double error;    ///< of chords, in metres
    uint32_t *order; ///< paths from the largest radius to the smallest
    cw_draw_curve curve;
    cw_draw_sweep sweep;
} path_drawing;

cw_draw_path_config cw_draw_path_config_default(void) {
    return (cw_draw_path_config){.cells = true, .swept = true, .portals = true, .legend = true};
}

/// A radius that passes, rounded down to millimetres, since what is said to pass has to; the slack
/// is that of walls on the lattice.
static double passing(double radius) {
    return radius < 0.1 ? radius : floor(radius * 1000 + 0.001) / 1000;
}

/// Why there is no path, in few words.
static const char *reason_of(cw_path_status status) {
    switch (status) {
    case CW_PATH_START_OFF_MESH: return "the start is off the mesh";
    case CW_PATH_GOAL_OFF_MESH: return "the goal is off the mesh";
    case CW_PATH_START_TOO_TIGHT: return "no room at the start";
    case CW_PATH_GOAL_TOO_TIGHT: return "no room at the goal";
    default: return "no way";
    }
}

/// A radius that is blocked, and one that passes: with as many digits as it takes to tell them
/// apart.
static void describe_blocked(const cw_path *path, char *text, size_t size) {
    char radius[32], widest[32];
    cw_draw_metres(path->radius, radius, sizeof radius);
    cw_draw_metres(passing(path->gate.radius), widest, sizeof widest);
    if (strcmp(radius, widest) == 0) {
        snprintf(radius, sizeof radius, "%.12g m", path->radius);
        snprintf(widest, sizeof widest, "%.12g m", path->gate.radius);
    }
    snprintf(text, size, "radius %s is blocked, %s passes", radius, widest);
}

static void describe(const cw_path *path, char *text, size_t size) {
    char radius[32];
    cw_draw_metres(path->radius, radius, sizeof radius);
    if (path->status == CW_PATH_FOUND) {
        snprintf(text, size, "radius %s, way %.2f m", radius, path->length);
    } else if (path->status == CW_PATH_PARTIAL) {
        snprintf(text, size, "radius %s, part of the way %.2f m", radius, path->length);
    } else if (path->status == CW_PATH_BLOCKED) {
        describe_blocked(path, text, size);
    } else {
        snprintf(text, size, "radius %s: %s", radius, reason_of(path->status));
    }
}

static bool has_way(const cw_path *path) {
    return path->status == CW_PATH_FOUND || path->status == CW_PATH_PARTIAL;
}

/// Whether crosses, and rings for proposed places, are among the paths: the legend tells of them.
static bool has_crosses(const cw_path *paths, uint32_t count) {
    bool found = false;
    for (uint32_t i = 0; i < count; ++i) {
        found = found || paths[i].start_moved || paths[i].goal_moved;
    }
    return found;
}

static bool has_proposals(const cw_path *paths, uint32_t count) {
    bool found = false;
    for (uint32_t i = 0; i < count; ++i) {
        found = found || (!has_way(&paths[i]) && (paths[i].start_moved || paths[i].goal_moved));
    }
    return found;
}

static uint32_t entries_of(const cw_path *paths, uint32_t count) {
    return count + has_crosses(paths, count) + has_proposals(paths, count);
}

/// How the entries of a legend are laid out.
typedef struct layout {
    cw_draw_legend legend;
    uint32_t columns;
    double column; ///< units
} layout;

static layout lay_out(cw_draw_bounds plan, double scale, const cw_path *paths, uint32_t count) {
    layout made = {.legend = cw_draw_legend_make(plan, scale), .column = LEGEND_COLUMN};
    for (uint32_t i = 0; i < count; ++i) {
        char text[128];
        describe(&paths[i], text, sizeof text);
        made.column = fmax(made.column, LEGEND_MARK + cw_draw_legend_width(text) + LEGEND_GAP);
    }
    double columns = floor(made.legend.units_across / made.column + 0.01);
    made.columns = (uint32_t)fmin(fmax(columns, 1), LEGEND_COLUMNS);
    made.column = fmax(made.column, made.legend.units_across / made.columns);
    return made;
}

cw_draw_bounds cw_draw_path_bounds(const cw_navmesh *mesh, const cw_path *paths,
                                   uint32_t path_count) {
    cw_draw_bounds plan = cw_draw_navmesh_bounds(mesh);
    layout made = lay_out(plan, 1, paths, path_count);
    uint32_t rows = (entries_of(paths, path_count) + made.columns - 1) / made.columns;
    return cw_draw_legend_bounds(plan, made.column, LEGEND_AIR + LEGEND_ROW * rows);
}

static cw_color color_of(uint32_t index) {
    return COLORS[index % COLOR_COUNT];
}

static cw_status sort_paths(path_drawing *drawing) {
    CW_TRY(CW_ALLOCATE(drawing->context, drawing->order, drawing->path_count));
    for (uint32_t i = 0; i < drawing->path_count; ++i) {
        uint32_t at = i;
        for (; at > 0 && drawing->paths[drawing->order[at - 1]].radius < drawing->paths[i].radius;
             --at) {
            drawing->order[at] = drawing->order[at - 1];
        }
        drawing->order[at] = i;
    }
    return CW_OK;
}

static cw_status draw_ground(const path_drawing *drawing) {
    cw_draw_config config = cw_draw_config_default();
    config.cells = drawing->config->cells;
    config.portals = drawing->config->cells;
    config.pale = true;
    return cw_draw_navmesh(drawing->context, drawing->mesh, &config, drawing->sink);
}

static void draw_curve(const path_drawing *drawing, const cw_draw_curve *curve,
                       const cw_draw_style *style) {
    if (curve->count > 1) {
        cw_draw_line(drawing->sink, curve->items, curve->count, style);
    }
}

/// A circle of the plan.
static cw_status draw_circle(path_drawing *drawing, cw_vec2 center, double radius,
                             const cw_draw_style *style) {
    cw_draw_arc half = {center, {1, 0}, {-1, 0}, radius, true};
    drawing->curve.count = 0;
    CW_TRY(cw_draw_curve_arc(drawing->context, &drawing->curve, half, drawing->error));
    half = (cw_draw_arc){center, {-1, 0}, {1, 0}, radius, true};
    --drawing->curve.count;
    CW_TRY(cw_draw_curve_arc(drawing->context, &drawing->curve, half, drawing->error));
    // An area closes by itself; its last point would be its first.
    uint32_t range[2] = {0, drawing->curve.count - 1};
    cw_draw_area(drawing->sink, drawing->curve.items, range, 1, style);
    return CW_OK;
}

static cw_status draw_swept(path_drawing *drawing, uint32_t index) {
    const cw_path *path = &drawing->paths[index];
    if (!has_way(path) || !(path->radius > 0)) {
        return CW_OK;
    }
    cw_draw_style fill = cw_draw_fill(cw_draw_faded(color_of(index), SWEPT_OPACITY));
    cw_draw_style rim = cw_draw_stroke(color_of(index), SWEPT_RIM, 0);
    CW_TRY(cw_draw_sweep_make(drawing->context, path, drawing->error, &drawing->sweep));
    CW_TRY(
        cw_draw_sweep_fill(drawing->context, &drawing->sweep, path->radius, drawing->sink, &fill));
    draw_curve(drawing, &drawing->sweep.left, &rim);
    draw_curve(drawing, &drawing->sweep.right, &rim);
    return CW_OK;
}

static void draw_portals(const path_drawing *drawing, uint32_t index) {
    const cw_path *path = &drawing->paths[index];
    cw_draw_style style =
        cw_draw_stroke(cw_draw_faded(color_of(index), PORTAL_OPACITY), PORTAL_WIDTH, 0);
    for (uint32_t i = 0; has_way(path) && i < path->portal_count; ++i) {
        cw_draw_segment(drawing->sink, cw_draw_plan_of(path->portals[i].usable[0]),
                        cw_draw_plan_of(path->portals[i].usable[1]), &style);
    }
}

static cw_status draw_way(path_drawing *drawing, uint32_t index) {
    const cw_path *path = &drawing->paths[index];
    if (!has_way(path)) {
        return CW_OK;
    }
    drawing->curve.count = 0;
    for (uint32_t i = 0; i < path->leg_count; ++i) {
        // Legs share their ends.
        drawing->curve.count -= drawing->curve.count > 0 ? 1 : 0;
        CW_TRY(
            cw_draw_curve_leg(drawing->context, &drawing->curve, &path->legs[i], drawing->error));
    }
    cw_draw_style rim =
        cw_draw_stroke(cw_draw_faded(cw_draw_paper, 0.8), WAY_WIDTH + 2 * WAY_RIM, 0);
    cw_draw_style way = cw_draw_stroke(color_of(index), WAY_WIDTH, 0);
    draw_curve(drawing, &drawing->curve, &rim);
    draw_curve(drawing, &drawing->curve, &way);
    return CW_OK;
}

static bool is_drawable(cw_vec3 point) {
    return isfinite(point.x) && isfinite(point.y);
}

/// The disc at one end: a ring around a dot, hollow at the start and solid at the goal. A place
/// that is only proposed has a dashed ring and nothing in it.
static cw_status draw_end(path_drawing *drawing, uint32_t index, cw_vec3 end, bool goal,
                          bool proposed) {
    const cw_path *path = &drawing->paths[index];
    if (!is_drawable(end)) {
        return CW_OK;
    }
    cw_color color = color_of(index);
    if (proposed) {
        cw_draw_style ring = cw_draw_stroke(color, WAY_WIDTH, PROPOSED_DASH);
        double least = 2 * CROSS / drawing->scale;
        return draw_circle(drawing, cw_draw_plan_of(end), fmax(path->radius, least), &ring);
    }
    if (path->radius > 0) {
        cw_draw_style ring = cw_draw_fill(cw_draw_faded(color, has_way(path) ? 0 : SWEPT_OPACITY));
        ring.stroke = color;
        ring.width = WAY_WIDTH / 2;
        CW_TRY(draw_circle(drawing, cw_draw_plan_of(end), path->radius, &ring));
    }
    cw_draw_style dot = cw_draw_fill(goal ? color : cw_draw_paper);
    dot.stroke = goal ? cw_draw_paper : color;
    dot.width = WAY_RIM;
    cw_draw_dot(drawing->sink, cw_draw_plan_of(end), END_DOT, &dot);
    return CW_OK;
}

/// A cross, with a rim of paper.
static void draw_cross(const path_drawing *drawing, cw_vec2 at, cw_color color) {
    double arm = CROSS / drawing->scale;
    cw_draw_style styles[2] = {cw_draw_stroke(cw_draw_paper, CROSS_WIDTH + 2 * WAY_RIM, 0),
                               cw_draw_stroke(color, CROSS_WIDTH, 0)};
    for (int i = 0; i < 2; ++i) {
        cw_draw_segment(drawing->sink, (cw_vec2){at.x - arm, at.y - arm},
                        (cw_vec2){at.x + arm, at.y + arm}, &styles[i]);
        cw_draw_segment(drawing->sink, (cw_vec2){at.x - arm, at.y + arm},
                        (cw_vec2){at.x + arm, at.y - arm}, &styles[i]);
    }
}

/// Where an end was asked for that lies elsewhere, and from there to where it is.
static void draw_asked(const path_drawing *drawing, uint32_t index, cw_vec3 asked, cw_vec3 end) {
    if (!is_drawable(asked) || !is_drawable(end)) {
        return;
    }
    cw_draw_style thread = cw_draw_stroke(color_of(index), WAY_WIDTH / 2, PROPOSED_DASH);
    cw_draw_segment(drawing->sink, cw_draw_plan_of(asked), cw_draw_plan_of(end), &thread);
    draw_cross(drawing, cw_draw_plan_of(asked), color_of(index));
}

static cw_status draw_ends(path_drawing *drawing, uint32_t index) {
    const cw_path *path = &drawing->paths[index];
    bool way = has_way(path);
    CW_TRY(draw_end(drawing, index, path->start, false, path->start_moved && !way));
    CW_TRY(draw_end(drawing, index, path->goal, true, path->goal_moved && !way));
    if (path->start_moved) {
        draw_asked(drawing, index, path->asked_start, path->start);
    }
    if (path->goal_moved) {
        draw_asked(drawing, index, path->asked_goal, path->goal);
    }
    return CW_OK;
}

/// The point of a wall that is nearest to a plan position.
static cw_vec2 nearest_on_wall(const cw_navmesh *mesh, uint32_t wall, cw_vec2 position) {
    cw_draw_net net = cw_draw_net_of_mesh(mesh);
    cw_vec2 from = cw_draw_net_start(&net, wall);
    double length;
    cw_vec2 way = cw_draw_direction(from, cw_draw_net_end(&net, wall), &length);
    double along = (position.x - from.x) * way.x + (position.y - from.y) * way.y;
    return cw_draw_along(from, fmin(length, fmax(0, along)), way);
}

/// The line across a gap, from wall to wall; its direction into *across.
static void draw_gap_line(const path_drawing *drawing, const cw_gate *gate, cw_vec2 position,
                          cw_vec2 *across) {
    *across = (cw_vec2){1, 0};
    if (gate->walls[0] >= drawing->mesh->edge_count ||
        gate->walls[1] >= drawing->mesh->edge_count) {
        return;
    }
    cw_vec2 from = nearest_on_wall(drawing->mesh, gate->walls[0], position);
    cw_vec2 to = nearest_on_wall(drawing->mesh, gate->walls[1], position);
    cw_vec2 way = cw_draw_direction(from, to, NULL);
    *across = way.x != 0 || way.y != 0 ? way : *across;
    cw_draw_style style = cw_draw_stroke(cw_draw_accent, GAP_WIDTH, 0);
    cw_draw_segment(drawing->sink, from, to, &style);
    double tick = 2 * GAP_WIDTH / drawing->scale;
    cw_vec2 along = {-across->y, across->x};
    cw_draw_segment(drawing->sink, cw_draw_along(from, -tick, along),
                    cw_draw_along(from, tick, along), &style);
    cw_draw_segment(drawing->sink, cw_draw_along(to, -tick, along), cw_draw_along(to, tick, along),
                    &style);
}

/// A text on a piece of paper, beside a disc: below it where the gap runs left to right, else on
/// its right.
static void draw_gap_label(const path_drawing *drawing, cw_vec2 center, double radius,
                           cw_vec2 across, const char *text) {
    static const double height = 2.2;
    double half = (cw_draw_text_width(text) * height / 2 + 0.8) / drawing->scale;
    double rise = (height / 2 + 0.8) / drawing->scale, air = 0.8 / drawing->scale;
    bool below = fabs(across.x) > fabs(across.y);
    if (below) {
        center.y -= radius + rise + air;
    } else {
        center.x += radius + half + air;
    }
    cw_vec2 box[4] = {{center.x - half, center.y - rise},
                      {center.x + half, center.y - rise},
                      {center.x + half, center.y + rise},
                      {center.x - half, center.y + rise}};
    uint32_t range[2] = {0, 4};
    cw_draw_style paper = cw_draw_fill(cw_draw_faded(cw_draw_paper, 0.88));
    cw_draw_area(drawing->sink, box, range, 1, &paper);
    cw_draw_text(drawing->sink, center, height, text, cw_draw_accent);
}

/// The gap that blocked a query: the widest disc that passes it, the one that was asked for, and
/// the width between the walls.
static cw_status draw_gap(path_drawing *drawing, uint32_t index) {
    const cw_path *path = &drawing->paths[index];
    if (path->status != CW_PATH_BLOCKED && path->status != CW_PATH_PARTIAL) {
        return CW_OK;
    }
    const cw_gate *gate = &path->gate;
    if (gate->cell == CW_NONE || !(gate->radius >= 0) || !(path->radius > gate->radius)) {
        return CW_OK;
    }
    cw_vec2 position = cw_clearance_plan(drawing->mesh, gate->position);
    cw_draw_style passes = cw_draw_fill(cw_draw_faded(cw_draw_accent, SWEPT_OPACITY));
    CW_TRY(draw_circle(drawing, position, gate->radius, &passes));
    cw_draw_style asked = cw_draw_stroke(cw_draw_accent, GAP_WIDTH, GAP_DASH);
    CW_TRY(draw_circle(drawing, position, path->radius, &asked));
    cw_vec2 across;
    draw_gap_line(drawing, gate, position, &across);
    char width[32], text[48];
    cw_draw_metres(2 * gate->radius, width, sizeof width);
    snprintf(text, sizeof text, "%s wide", width);
    draw_gap_label(drawing, position, path->radius, across, text);
    return CW_OK;
}

/// Where an entry of the legend begins, and units right of that.
static cw_vec2 entry_at(const layout *made, uint32_t entry, double right) {
    return cw_draw_legend_point(&made->legend, made->column * (entry % made->columns) + right,
                                LEGEND_AIR + LEGEND_ROW * (entry / made->columns));
}

static void draw_entry(const path_drawing *drawing, const layout *made, uint32_t entry,
                       const char *text) {
    cw_draw_legend_text(&made->legend, drawing->sink, entry_at(made, entry, LEGEND_MARK), text);
}

/// What crosses and dashed rings mean.
static cw_status draw_marks_legend(path_drawing *drawing, const layout *made) {
    uint32_t entry = drawing->path_count;
    if (has_crosses(drawing->paths, drawing->path_count)) {
        draw_cross(drawing, entry_at(made, entry, LEGEND_MARK * 0.35), cw_draw_ink);
        draw_entry(drawing, made, entry++, "where it was asked for");
    }
    if (has_proposals(drawing->paths, drawing->path_count)) {
        cw_draw_style ring = cw_draw_stroke(cw_draw_ink, WAY_WIDTH, PROPOSED_DASH);
        CW_TRY(draw_circle(drawing, entry_at(made, entry, LEGEND_MARK * 0.35),
                           1.7 * CROSS / drawing->scale, &ring));
        draw_entry(drawing, made, entry, "the nearest place with room");
    }
    return CW_OK;
}

static cw_status draw_legend(path_drawing *drawing) {
    layout made = lay_out(cw_draw_navmesh_bounds(drawing->mesh), drawing->scale, drawing->paths,
                          drawing->path_count);
    for (uint32_t i = 0; i < drawing->path_count; ++i) {
        cw_draw_style way = cw_draw_stroke(color_of(i), WAY_WIDTH, 0);
        cw_draw_style dot = cw_draw_fill(color_of(i));
        cw_vec2 from = entry_at(&made, i, 0), to = entry_at(&made, i, LEGEND_MARK * 0.7);
        cw_draw_segment(drawing->sink, from, to, &way);
        cw_draw_dot(drawing->sink, to, END_DOT, &dot);
        char text[128];
        describe(&drawing->paths[i], text, sizeof text);
        draw_entry(drawing, &made, i, text);
    }
    return draw_marks_legend(drawing, &made);
}

static cw_status draw(path_drawing *drawing) {
    CW_TRY(sort_paths(drawing));
    CW_TRY(draw_ground(drawing));
    for (uint32_t i = 0; drawing->config->swept && i < drawing->path_count; ++i) {
        CW_TRY(draw_swept(drawing, drawing->order[i]));
    }
    for (uint32_t i = 0; drawing->config->portals && i < drawing->path_count; ++i) {
        draw_portals(drawing, drawing->order[i]);
    }
    for (uint32_t i = 0; i < drawing->path_count; ++i) {
        CW_TRY(draw_way(drawing, drawing->order[i]));
    }
    for (uint32_t i = 0; i < drawing->path_count; ++i) {
        CW_TRY(draw_ends(drawing, drawing->order[i]));
    }
    for (uint32_t i = 0; i < drawing->path_count; ++i) {
        CW_TRY(draw_gap(drawing, drawing->order[i]));
    }
    return drawing->config->legend ? draw_legend(drawing) : CW_OK;
}

cw_status cw_draw_path(cw_context *context, const cw_navmesh *mesh, const cw_path *paths,
                       uint32_t path_count, const cw_draw_path_config *config,
                       const cw_draw_sink *sink) {
    CW_ASSERT(context != NULL && mesh != NULL && sink != NULL);
    CW_ASSERT(paths != NULL || path_count == 0);
    cw_draw_path_config chosen = config != NULL ? *config : cw_draw_path_config_default();
    path_drawing drawing = {
        .context = context,
        .mesh = mesh,
        .paths = paths,
        .path_count = path_count,
        .config = &chosen,
        .sink = sink,
        .scale = cw_draw_pen_make(sink, cw_draw_navmesh_bounds(mesh), 0).scale,
    };
    drawing.error = CHORD_ERROR / drawing.scale;
    cw_status status = draw(&drawing);
    CW_RELEASE(context, drawing.order, path_count);
    CW_ARRAY_FREE(context, &drawing.curve);
    cw_draw_sweep_free(context, &drawing.sweep);
    return status;
}
