/// \file lattice.h
/// The integer lattice on which plan positions are exact.
#ifndef CLEARWAY_LATTICE_H
#define CLEARWAY_LATTICE_H

#include "clearway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Fine lattice steps in one coarse step, as a power of two.
#define CW_LATTICE_FINE_BITS 31

/// Coarse coordinates are below two to this power.
#define CW_LATTICE_COARSE_BITS 30

/// The integer lattice under the plan. A lattice point (x, y) lies at
/// origin + (x, y) * step / 2^CW_LATTICE_FINE_BITS.
typedef struct cw_lattice {
    double origin_x, origin_y; ///< metres, multiples of `step`
    double step;               ///< coarse step in metres, a power of two
} cw_lattice;

/// A point of the fine lattice; input vertices are multiples of 2^CW_LATTICE_FINE_BITS.
typedef struct cw_point {
    int64_t x, y;
} cw_point;

/// The plan position of a lattice point in metres, rounded to double.
CW_API cw_vec2 cw_lattice_to_plan(const cw_lattice *lattice, cw_point point);

/// The fine lattice point nearest to a plan position; false if it lies outside the lattice.
CW_API bool cw_lattice_from_plan(const cw_lattice *lattice, cw_vec2 position, cw_point *point);

/// How a surface is put on a lattice. Start from cw_surface_config_default().
typedef struct cw_surface_config {
    /// Coarse lattice step in metres, a power of two, or 0 for the smallest that fits the input.
    double step;
    /// Lattice origin in metres, a multiple of `step`; used only when `step` is given, so that the
    /// tiles of one world share a lattice.
    double origin_x, origin_y;
    /// How often the sides of a plan may cross or overlap each other before it is refused with
    /// CW_ERROR_LIMIT; 0 for CW_CROSSING_LIMIT, or four per point where that is more.
    uint32_t crossing_limit;
} cw_surface_config;

/// A few thousand random lines have millions of crossings, which cost time and memory that nobody
/// expects of a small file.
#define CW_CROSSING_LIMIT 200000

/// Metres: where the extent of the input asks for a coarser step than this, a warning is logged
/// that names what lies farthest apart. Things smaller than a step may vanish.
#define CW_LATTICE_COARSE_STEP 1e-4

/// A step chosen from the extent of the input.
CW_API cw_surface_config cw_surface_config_default(void);

#ifdef __cplusplus
}
#endif

#endif
