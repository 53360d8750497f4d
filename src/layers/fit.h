/// Lines that straight parts of outlines are moved to.
#ifndef CW_LAYERS_FIT_H
#define CW_LAYERS_FIT_H

#include "layers/outline.h"

/// A line in plan, in steps.
typedef struct cw_fit_line {
    double x, y;   ///< a place on it
    double dx, dy; ///< unit direction
    bool found;
} cw_fit_line;

/// The line through the middles of the sides that a stretch passes over, by least squares; none for
/// one with few sides (fit_line.c).
cw_fit_line cw_fit_pixels(const cw_outline *outline, const cw_stretch *stretch);

/// The line of the edge of the scene that runs along a line within a pixel, or `line` where there
/// is none (snap.c).
cw_fit_line cw_fit_rim(const cw_outline *outline, const cw_scene_tree *rims,
                       const cw_stretch *stretch, cw_fit_line line);

/// Joins the ends of chains that are the same vertex in rings (junctions.c).
cw_status cw_junctions_find(cw_context *context, cw_outline *outline);
/// Moves the junctions along walls to the line of the wall.
void cw_junctions_move(cw_outline *outline, const cw_scene_tree *rims);

/* fit_line.c */
/// The line of greatest spread through places, given as sums over them.
typedef struct cw_fit_sums {
    double count, x, y, xx, xy, yy;
} cw_fit_sums;
void cw_fit_add(cw_fit_sums *sums, double x, double y);
cw_fit_line cw_fit_solve(const cw_fit_sums *sums);
/// The place on a line that is nearest to another one.
cw_vec2 cw_fit_project(const cw_fit_line *line, cw_vec2 p);
/// Steps by which a vertex may move.
double cw_fit_reach(const cw_outline *outline);
/// Moves a vertex, unless that is farther than allowed.
void cw_fit_move(cw_outline *outline, uint32_t node, cw_vec2 to);

/// A tree over the rims of the layers.
cw_status cw_rims_index(cw_context *context, const cw_layers *layers, cw_scene_tree *tree);

#endif
