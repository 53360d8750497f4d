/// The legend of paths: radius and length of each, or why it has none, and what the marks mean.
#include "draw/path/path.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Entries of the legend: most in a row, and units for each, or more for long ones; units between
/// two, from one row to the next, above the first, and for the mark before the text.
enum { MOST_COLUMNS = 3 };
static const double LEGEND_COLUMN = 63;
static const double LEGEND_GAP = 3;
static const double LEGEND_ROW = 5;
static const double LEGEND_AIR = 5;
static const double LEGEND_MARK = 9;

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

/// Which marks are in the picture: the legend tells of them.
typedef struct marks {
    bool crosses, threads; ///< ends were asked for in the picture, or beside it
    bool rings;            ///< proposed places
} marks;

static marks marks_of(cw_draw_bounds plan, const cw_path *paths, uint32_t count) {
    marks found = {.crosses = cw_draw_path_has_asked(plan, paths, count, true),
                   .threads = cw_draw_path_has_asked(plan, paths, count, false)};
    for (uint32_t i = 0; i < count; ++i) {
        bool moved = paths[i].start_moved || paths[i].goal_moved;
        found.rings = found.rings || (moved && !cw_draw_path_has_way(&paths[i]));
    }
    return found;
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
    made.columns = (uint32_t)fmin(fmax(columns, 1), MOST_COLUMNS);
    made.column = fmax(made.column, made.legend.units_across / made.columns);
    return made;
}

cw_draw_bounds cw_draw_path_bounds(const cw_navmesh *mesh, const cw_path *paths,
                                   uint32_t path_count) {
    cw_draw_bounds plan = cw_draw_path_plan(mesh, paths, path_count);
    layout made = lay_out(plan, 1, paths, path_count);
    marks shown = marks_of(plan, paths, path_count);
    uint32_t entries = path_count + shown.crosses + shown.threads + shown.rings;
    uint32_t rows = (entries + made.columns - 1) / made.columns;
    return cw_draw_legend_bounds(plan, made.column, LEGEND_AIR + LEGEND_ROW * rows);
}

/// Where an entry of the legend begins, and units right of that.
static cw_vec2 entry_at(const layout *made, uint32_t entry, double right) {
    return cw_draw_legend_point(&made->legend, made->column * (entry % made->columns) + right,
                                LEGEND_AIR + LEGEND_ROW * (entry / made->columns));
}

static void draw_entry(const cw_path_drawing *drawing, const layout *made, uint32_t entry,
                       const char *text) {
    cw_draw_legend_text(&made->legend, drawing->sink, entry_at(made, entry, LEGEND_MARK), text);
}

/// What crosses, threads without one and dashed rings mean.
static cw_status draw_marks_legend(cw_path_drawing *drawing, const layout *made) {
    uint32_t entry = drawing->path_count;
    marks shown = marks_of(drawing->plan, drawing->paths, drawing->path_count);
    if (shown.crosses) {
        cw_draw_path_cross(drawing, entry_at(made, entry, LEGEND_MARK * 0.35), cw_draw_ink);
        draw_entry(drawing, made, entry++, "where it was asked for");
    }
    if (shown.threads) {
        cw_draw_path_thread(drawing, entry_at(made, entry, 0),
                            entry_at(made, entry, LEGEND_MARK * 0.7), cw_draw_ink);
        draw_entry(drawing, made, entry++, "towards where it was asked for");
    }
    if (shown.rings) {
        cw_draw_style ring = cw_draw_stroke(cw_draw_ink, CW_DRAW_WAY_WIDTH, CW_DRAW_PROPOSED_DASH);
        CW_TRY(cw_draw_path_circle(drawing, entry_at(made, entry, LEGEND_MARK * 0.35),
                                   1.7 * CW_DRAW_CROSS / drawing->scale, &ring));
        draw_entry(drawing, made, entry, "the nearest place with room");
    }
    return CW_OK;
}

cw_status cw_draw_path_legend(cw_path_drawing *drawing) {
    layout made = lay_out(drawing->plan, drawing->scale, drawing->paths, drawing->path_count);
    for (uint32_t i = 0; i < drawing->path_count; ++i) {
        cw_draw_style way = cw_draw_stroke(cw_draw_path_color(i), CW_DRAW_WAY_WIDTH, 0);
        cw_draw_style dot = cw_draw_fill(cw_draw_path_color(i));
        cw_vec2 from = entry_at(&made, i, 0), to = entry_at(&made, i, LEGEND_MARK * 0.7);
        cw_draw_segment(drawing->sink, from, to, &way);
        cw_draw_dot(drawing->sink, to, CW_DRAW_END_DOT, &dot);
        char text[128];
        describe(&drawing->paths[i], text, sizeof text);
        draw_entry(drawing, &made, i, text);
    }
    return draw_marks_legend(drawing, &made);
}
