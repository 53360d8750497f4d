/// Shared by the sources that draw paths: the drawing, the marks that the legend shows once more,
/// and the parts that have files of their own.
#ifndef CW_DRAW_PATH_PATH_H
#define CW_DRAW_PATH_PATH_H

#include "draw/parts/legend.h"
#include "draw/parts/sweep.h"

/// Millimetres on the picture: the paper beside a way.
#define CW_DRAW_WAY_RIM 0.2

/// Millimetres on the picture: width of a way, radius of the dots at its ends, half a cross, dashes
/// of what is only proposed.
#define CW_DRAW_WAY_WIDTH 0.45
#define CW_DRAW_END_DOT 0.75
#define CW_DRAW_CROSS 1.1
#define CW_DRAW_PROPOSED_DASH 0.8

#define CW_DRAW_SWEPT_OPACITY 0.24

typedef struct cw_path_drawing {
    cw_context *context;
    const cw_navmesh *mesh;
    const cw_path *paths;
    uint32_t path_count;
    const cw_draw_path_config *config;
    const cw_draw_sink *sink;
    cw_draw_bounds plan; ///< the mesh, and what lies beside it and is shown
    double scale;        ///< millimetres per metre
    double error;        ///< of chords, in metres
    uint32_t *order;     ///< paths from the largest radius to the smallest
    cw_draw_curve curve;
    cw_draw_sweep sweep;
} cw_path_drawing;

cw_color cw_draw_path_color(uint32_t index);

/// Whether there is a way to draw, perhaps only a part of one.
bool cw_draw_path_has_way(const cw_path *path);

/// A circle of the plan.
cw_status cw_draw_path_circle(cw_path_drawing *drawing, cw_vec2 center, double radius,
                              const cw_draw_style *style);

/// A cross, with a rim of paper.
void cw_draw_path_cross(const cw_path_drawing *drawing, cw_vec2 at, cw_color color);

/// The box of a mesh, and of the places near it where ends were asked for (path_asked.c).
cw_draw_bounds cw_draw_path_plan(const cw_navmesh *mesh, const cw_path *paths, uint32_t path_count);

/// Whether an end was asked for elsewhere than it is, and there lies within the plan, or beside it.
bool cw_draw_path_has_asked(cw_draw_bounds plan, const cw_path *paths, uint32_t path_count,
                            bool within);

/// A thin dashed line.
void cw_draw_path_thread(const cw_path_drawing *drawing, cw_vec2 from, cw_vec2 to, cw_color color);

/// Crosses where the ends of a path were asked for that lie elsewhere, and threads to them.
void cw_draw_path_asked(const cw_path_drawing *drawing, uint32_t index);

/// The gap that blocked a path, if one did (path_gap.c).
cw_status cw_draw_path_gap(cw_path_drawing *drawing, uint32_t index);

/// What colours and marks mean, below the plan (path_legend.c).
cw_status cw_draw_path_legend(cw_path_drawing *drawing);

#endif
