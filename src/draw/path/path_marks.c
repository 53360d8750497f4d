/// Marks on pictures of paths: colours, circles, crosses.
#include "draw/path/path.h"

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

/// Millimetres on the picture: width of a cross.
static const double CROSS_WIDTH = 0.5;

cw_color cw_draw_path_color(uint32_t index) {
    return COLORS[index % COLOR_COUNT];
}

bool cw_draw_path_has_way(const cw_path *path) {
    return path->status == CW_PATH_FOUND || path->status == CW_PATH_PARTIAL;
}

cw_status cw_draw_path_circle(cw_path_drawing *drawing, cw_vec2 center, double radius,
                              const cw_draw_style *style) {
    cw_draw_arc half = {center, {1, 0}, {-1, 0}, radius, true};
    drawing->curve.count = 0;
    CW_TRY(cw_draw_curve_arc(drawing->context, &drawing->curve, half, drawing->error));
    half = (cw_draw_arc){center, {-1, 0}, {1, 0}, radius, true};
    --drawing->curve.count;
    CW_TRY(cw_draw_curve_arc(drawing->context, &drawing->curve, half, drawing->error));
    // An area closes by itself; its last point would be its first.
    cw_draw_polygon(drawing->sink, drawing->curve.items, drawing->curve.count - 1, style);
    return CW_OK;
}

void cw_draw_path_cross(const cw_path_drawing *drawing, cw_vec2 at, cw_color color) {
    double arm = CW_DRAW_CROSS / drawing->scale;
    cw_draw_style styles[2] = {cw_draw_stroke(cw_draw_paper, CROSS_WIDTH + 2 * CW_DRAW_WAY_RIM, 0),
                               cw_draw_stroke(color, CROSS_WIDTH, 0)};
    for (int i = 0; i < 2; ++i) {
        cw_draw_segment(drawing->sink, (cw_vec2){at.x - arm, at.y - arm},
                        (cw_vec2){at.x + arm, at.y + arm}, &styles[i]);
        cw_draw_segment(drawing->sink, (cw_vec2){at.x - arm, at.y + arm},
                        (cw_vec2){at.x + arm, at.y - arm}, &styles[i]);
    }
}
