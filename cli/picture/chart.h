/// Line charts of benchmarks, drawn as pictures are.
#ifndef CW_BENCH_CHART_H
#define CW_BENCH_CHART_H

#include "clearway/io.h"

/// Most points of a curve that are drawn.
enum { CW_CHART_POINTS = 256 };

/// A curve: a polyline over the axes.
typedef struct cw_chart_curve {
    const char *name; ///< in the legend; NULL for none
    cw_color color;
    bool dashed;
    bool markers; ///< a dot at each point
    const cw_vec2 *points;
    uint32_t count;
} cw_chart_curve;

/// An axis from `low` to `high`.
typedef struct cw_chart_axis {
    const char *label;
    double low, high;
    double step;      ///< between ticks; of no meaning on a logarithmic axis
    bool logarithmic; ///< low and high above 0
} cw_chart_axis;

typedef struct cw_chart {
    const char *title;
    cw_chart_axis x, y;
    const cw_chart_curve *curves;
    uint32_t curve_count;
} cw_chart;

/// Calm colours that can be told apart, also by those who see few colours; `index` runs around.
cw_color cw_chart_color(uint32_t index);

/// Writes a chart as `.svg`, `.png` or `.pdf`.
cw_status cw_chart_write(cw_context *context, const cw_chart *chart, const char *path);

#endif
