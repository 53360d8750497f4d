/// Choosing the lattice of an input and putting points on it.
#ifndef CW_GEOM_LATTICE_H
#define CW_GEOM_LATTICE_H

#include "clearway/lattice.h"

/// One coarse step in fine units.
#define CW_COARSE_UNIT ((int64_t)1 << CW_LATTICE_FINE_BITS)

/// The lattice with the smallest step that holds the box low .. high with a margin of one coarse
/// step or more on every side. CW_ERROR_INPUT for coordinates that are not finite or out of range.
cw_status cw_lattice_fit(cw_context *context, cw_vec2 low, cw_vec2 high, cw_lattice *lattice);

/// The lattice a config asks for, or the fitted one; CW_ERROR_INPUT when the box does not fit.
cw_status cw_lattice_choose(cw_context *context, cw_vec2 low, cw_vec2 high,
                            const cw_surface_config *config, cw_lattice *lattice);

/// A position in coarse steps from the origin, not rounded to the lattice.
cw_vec2 cw_lattice_place(const cw_lattice *lattice, cw_vec2 position);

/// The nearest coarse point, in fine units. The position must lie inside the lattice.
cw_point cw_lattice_snap(const cw_lattice *lattice, cw_vec2 position);

#endif
