/// Line charts. The page is laid out in millimetres: a frame for the curves, ticks with light lines
/// across the frame, labels, and a legend on the right.
#include "chart.h"

#include <math.h>
#include <stdio.h>

/// The page and its frame, millimetres.
static const double page_width = 190, page_height = 95, page_margin = 4;
static const cw_vec2 frame_low = {13, 12}, frame_high = {137, 87};
static const double text_height = 2.1, title_height = 2.6;
static const double tick_length = 1.2, tick_gap = 1.4;
static const double legend_gap = 5, legend_sample = 8, legend_pitch = 5;

static const cw_color ink = {0.20, 0.22, 0.26, 1};
static const cw_color faint = {0.88, 0.89, 0.91, 1};

/// A drawing at work.
typedef struct board {
    const cw_chart *chart;
    cw_draw_sink sink;
} board;

cw_color cw_chart_color(uint32_t index) {
    static const cw_color colors[] = {
        {0.20, 0.38, 0.62, 1}, {0.80, 0.45, 0.20, 1}, {0.25, 0.55, 0.40, 1}, {0.62, 0.30, 0.45, 1},
        {0.45, 0.45, 0.48, 1}, {0.70, 0.60, 0.20, 1}, {0.35, 0.62, 0.72, 1}, {0.45, 0.32, 0.60, 1},
    };
    return colors[index % (sizeof colors / sizeof colors[0])];
}

/// Where a value lies between the ends of its axis, 0 to 1 inside.
static double share_of(const cw_chart_axis *axis, double value) {
    if (axis->logarithmic) {
        return log(value / axis->low) / log(axis->high / axis->low);
    }
    return (value - axis->low) / (axis->high - axis->low);
}

static cw_vec2 page_point(const cw_chart *chart, cw_vec2 point) {
    return (cw_vec2){
        frame_low.x + share_of(&chart->x, point.x) * (frame_high.x - frame_low.x),
        frame_low.y + share_of(&chart->y, point.y) * (frame_high.y - frame_low.y),
    };
}

static void draw_line(const board *at, cw_vec2 from, cw_vec2 to, cw_color color, double width) {
    cw_vec2 points[2] = {from, to};
    cw_draw_style style = {.stroke = color, .width = width};
    at->sink.line(at->sink.user, points, 2, &style);
}

/// A text whose left end, middle or right end (`anchor` 0, 0.5, 1) is at a point.
static void draw_text(const board *at, cw_vec2 point, double anchor, double height,
                      const char *text) {
    double width = cw_picture_text_width(text) * height;
    cw_vec2 center = {point.x + (0.5 - anchor) * width, point.y};
    at->sink.text(at->sink.user, center, height, text, ink);
}

static void draw_tick(const board *at, bool upright, double value) {
    const cw_chart *chart = at->chart;
    cw_vec2 here = page_point(chart, upright ? (cw_vec2){chart->x.low, value}
                                             : (cw_vec2){value, chart->y.low});
    cw_vec2 across = upright ? (cw_vec2){frame_high.x, here.y} : (cw_vec2){here.x, frame_high.y};
    cw_vec2 out =
        upright ? (cw_vec2){here.x - tick_length, here.y} : (cw_vec2){here.x, here.y - tick_length};
    draw_line(at, here, across, faint, 0.15);
    draw_line(at, here, out, ink, 0.2);
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    if (upright) {
        draw_text(at, (cw_vec2){out.x - tick_gap / 2, out.y}, 1, text_height, text);
    } else {
        draw_text(at, (cw_vec2){out.x, out.y - tick_gap / 2 - text_height / 2}, 0.5, text_height,
                  text);
    }
}

/// Ticks at 1, 2 and 5 times powers of ten.
static void draw_logarithmic_ticks(const board *at, bool upright, const cw_chart_axis *axis) {
    static const double parts[] = {1, 2, 5};
    for (int power = (int)floor(log10(axis->low)); power <= (int)ceil(log10(axis->high)); power++) {
        for (uint32_t i = 0; i < 3; i++) {
            double value = parts[i] * pow(10, power);
            // A hair more room at both ends, because a power of ten need not be exact.
            if (value >= axis->low * (1 - 1e-9) && value <= axis->high * (1 + 1e-9)) {
                draw_tick(at, upright, value);
            }
        }
    }
}

static void draw_axis(const board *at, bool upright) {
    const cw_chart_axis *axis = upright ? &at->chart->y : &at->chart->x;
    if (axis->logarithmic) {
        draw_logarithmic_ticks(at, upright, axis);
    } else {
        uint32_t last = (uint32_t)floor((axis->high - axis->low) / axis->step + 1e-9);
        for (uint32_t i = 0; i <= last; i++) {
            draw_tick(at, upright, axis->low + i * axis->step);
        }
    }
    if (upright) {
        draw_text(at, (cw_vec2){0, frame_high.y + 3.2}, 0, text_height, axis->label);
    } else {
        cw_vec2 middle = {(frame_low.x + frame_high.x) / 2, frame_low.y - 8.5};
        draw_text(at, middle, 0.5, text_height, axis->label);
    }
}

/// Values beyond the axes are drawn at their ends.
static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

static void draw_curve(const board *at, const cw_chart_curve *curve) {
    cw_vec2 points[CW_CHART_POINTS] = {{0, 0}};
    uint32_t count = curve->count < CW_CHART_POINTS ? curve->count : CW_CHART_POINTS;
    for (uint32_t i = 0; i < count; i++) {
        cw_vec2 here = page_point(at->chart, curve->points[i]);
        points[i] = (cw_vec2){clamp(here.x, frame_low.x, frame_high.x),
                              clamp(here.y, frame_low.y, frame_high.y)};
    }
    cw_draw_style style = {.stroke = curve->color, .width = 0.45, .dash = curve->dashed ? 1.4 : 0};
    at->sink.line(at->sink.user, points, count, &style);
    cw_draw_style dot = {.fill = curve->color};
    for (uint32_t i = 0; curve->markers && i < count; i++) {
        at->sink.dot(at->sink.user, points[i], 0.7, &dot);
    }
}

static void draw_legend(const board *at) {
    double left = frame_high.x + legend_gap, y = frame_high.y - text_height;
    for (uint32_t i = 0; i < at->chart->curve_count; i++) {
        const cw_chart_curve *curve = &at->chart->curves[i];
        if (curve->name == NULL) {
            continue;
        }
        cw_vec2 sample[2] = {{left, y}, {left + legend_sample, y}};
        cw_draw_style style = {
            .stroke = curve->color, .width = 0.45, .dash = curve->dashed ? 1.4 : 0};
        at->sink.line(at->sink.user, sample, 2, &style);
        if (curve->markers) {
            cw_draw_style dot = {.fill = curve->color};
            at->sink.dot(at->sink.user, (cw_vec2){left + legend_sample / 2, y}, 0.7, &dot);
        }
        draw_text(at, (cw_vec2){left + legend_sample + 2, y}, 0, text_height, curve->name);
        y -= legend_pitch;
    }
}

static void draw_chart(const board *at) {
    draw_axis(at, false);
    draw_axis(at, true);
    for (uint32_t i = 0; i < at->chart->curve_count; i++) {
        draw_curve(at, &at->chart->curves[i]);
    }
    draw_line(at, frame_low, (cw_vec2){frame_high.x, frame_low.y}, ink, 0.3);
    draw_line(at, frame_low, (cw_vec2){frame_low.x, frame_high.y}, ink, 0.3);
    draw_legend(at);
    draw_text(at, (cw_vec2){(frame_low.x + frame_high.x) / 2, page_height - title_height / 2}, 0.5,
              title_height, at->chart->title);
}

cw_status cw_chart_write(cw_context *context, const cw_chart *chart, const char *path) {
    cw_picture_config config = cw_picture_config_default();
    config.width = page_width + 2 * page_margin;
    config.margin = page_margin;
    config.no_scale_bar = true;
    cw_draw_bounds page = {{0, 0}, {page_width, page_height}};
    cw_picture *picture = NULL;
    board at = {.chart = chart};
    cw_status status = cw_picture_begin(context, path, page, &config, &picture, &at.sink);
    if (status == CW_OK) {
        draw_chart(&at);
        status = cw_picture_end(context, picture);
    }
    return status;
}
