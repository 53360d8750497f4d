/// Grids of free and blocked squares become plans.
#ifndef CW_IO_GRID_TRACE_H
#define CW_IO_GRID_TRACE_H

#include "clearway/plan.h"

/// A grid; row 0 is the highest.
typedef struct cw_grid {
    uint32_t width, height;
    uint8_t *free;  ///< per square, row by row: not 0 where one can walk
    cw_vec2 origin; ///< of its lowest left corner, metres
    double size;    ///< of a square, metres
} cw_grid;

/// Makes the plan of the free squares: squares that share a side are one floor. Corners in a
/// straight line are left out.
cw_status cw_grid_trace(cw_context *context, const cw_grid *grid, cw_plan *plan);

#endif
