/// What was done to a scene on the way to its surface: the floor that is left, and over it, in
/// colours, what was dropped, filled, bridged and joined, with a legend that counts.
#include "draw/parts/legend.h"
#include "draw/parts/pen.h"

#include <math.h>
#include <stdio.h>

/// Units of the legend: the height of a line, the side of a patch of colour, where words begin.
static const double LINE_HEIGHT = 4, PATCH = 2.4, WORDS = 5, LEGEND_WIDTH = 80;
/// Widths of lines, in millimetres: around triangles, so that slivers show, and of stretches.
static const double TRIANGLE_LINE = 0.25, STRETCH_LINE = 0.35;

typedef struct mark_look {
    const char *words;
    bool stretch; ///< a line, not a triangle
    cw_color color;
} mark_look;

static const mark_look looks[CW_MARK_KINDS] = {
    [CW_MARK_DROPPED] = {"dropped: too small or narrow", false, {0.85, 0.15, 0.15, 1}},
    [CW_MARK_UNREACHED] = {"dropped: reached by no seed", false, {0.55, 0.55, 0.6, 1}},
    [CW_MARK_FILLED] = {"holes filled", false, {0.95, 0.6, 0.05, 1}},
    [CW_MARK_BRIDGED] = {"cracks bridged", false, {0.6, 0.2, 0.75, 1}},
    [CW_MARK_STEP] = {"steps joined", true, {0.1, 0.55, 0.2, 1}},
    [CW_MARK_BARRIER] = {"barriers", true, {0.1, 0.3, 0.8, 1}},
};

static cw_draw_bounds marks_bounds(const cw_surface *surface, const cw_extraction_marks *marks) {
    cw_draw_bounds bounds = cw_draw_surface_bounds(surface);
    bool empty = surface->vertex_count == 0;
    for (uint32_t i = 0; i < marks->count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            const cw_vec3 *corner = &marks->items[i].corners[k];
            cw_draw_bounds_add(&bounds, &empty, corner->x, corner->y);
        }
    }
    return bounds;
}

cw_draw_bounds cw_draw_extraction_bounds(const cw_surface *surface,
                                         const cw_extraction_marks *marks) {
    return cw_draw_legend_bounds(marks_bounds(surface, marks), LEGEND_WIDTH,
                                 LINE_HEIGHT * (CW_MARK_KINDS + 1));
}

/// Area of a triangle in plan, or length of a stretch.
static double measure(const cw_extraction_mark *mark) {
    const cw_vec3 *c = mark->corners;
    double x = c[1].x - c[0].x, y = c[1].y - c[0].y;
    return looks[mark->kind].stretch ? sqrt(x * x + y * y)
                                     : fabs(x * (c[2].y - c[0].y) - y * (c[2].x - c[0].x)) / 2;
}

static void draw_mark(const cw_extraction_mark *mark, const cw_draw_sink *sink) {
    const mark_look *look = &looks[mark->kind];
    cw_vec2 plan[3];
    for (uint32_t k = 0; k < 3; k++) {
        plan[k] = (cw_vec2){mark->corners[k].x, mark->corners[k].y};
    }
    if (look->stretch) {
        cw_draw_style style = cw_draw_stroke(look->color, STRETCH_LINE, 0);
        cw_draw_segment(sink, plan[0], plan[1], &style);
    } else {
        cw_draw_style style = {cw_draw_faded(look->color, 0.6), look->color, TRIANGLE_LINE, 0};
        cw_draw_polygon(sink, plan, 3, &style);
    }
}

/// The line of the legend for one kind, and all marks of the kind.
static void draw_kind(const cw_extraction_marks *marks, cw_extraction_mark_kind kind,
                      const cw_draw_legend *legend, const cw_draw_sink *sink) {
    const mark_look *look = &looks[kind];
    double sum = 0, down = LINE_HEIGHT * ((double)kind + 1);
    for (uint32_t i = 0; i < marks->count; i++) {
        if (marks->items[i].kind == kind) {
            draw_mark(&marks->items[i], sink);
            sum += measure(&marks->items[i]);
        }
    }
    cw_vec2 patch[4] = {cw_draw_legend_point(legend, 0, down + PATCH / 2),
                        cw_draw_legend_point(legend, PATCH, down + PATCH / 2),
                        cw_draw_legend_point(legend, PATCH, down - PATCH / 2),
                        cw_draw_legend_point(legend, 0, down - PATCH / 2)};
    cw_draw_style style = cw_draw_fill(look->color);
    char words[96];
    snprintf(words, sizeof words, "%s, %.4g %s", look->words, sum, look->stretch ? "m" : "m2");
    cw_draw_polygon(sink, patch, 4, &style);
    cw_draw_legend_text(legend, sink, cw_draw_legend_point(legend, WORDS, down), words);
}

cw_status cw_draw_extraction(cw_context *context, const cw_surface *surface,
                             const cw_extraction_marks *marks, const cw_draw_sink *sink) {
    cw_draw_config config = cw_draw_config_default();
    config.triangles = config.notches = config.areas_of_interest = false;
    cw_status status = cw_draw_surface(context, surface, &config, sink);
    if (status != CW_OK) {
        return status;
    }
    cw_draw_bounds all = cw_draw_extraction_bounds(surface, marks);
    double scale = sink->scale > 0 ? sink->scale : 190 / (all.high.x - all.low.x);
    cw_draw_legend legend = cw_draw_legend_make(marks_bounds(surface, marks), scale);
    for (uint32_t kind = 0; kind < CW_MARK_KINDS; kind++) {
        draw_kind(marks, (cw_extraction_mark_kind)kind, &legend, sink);
    }
    return CW_OK;
}
