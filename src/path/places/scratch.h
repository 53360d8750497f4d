/// Scratch of the queries that are no path searches: stamps for visited cells, and what nearest
/// points and random points need. It grows when it must and is kept, so that queries after the
/// first few allocate nothing.
#ifndef CW_PATH_PLACES_SCRATCH_H
#define CW_PATH_PLACES_SCRATCH_H

#include "path/places/facet.h"

#include <float.h>
#include <math.h>

/// A part of the border of the free part of a cell: a line or, with a radius above 0, a circle.
typedef struct cw_scratch_curve {
    cw_vec2 origin;    ///< a point of the line, or the center
    cw_vec2 direction; ///< unit, of a line
    double radius;     ///< of a circle; 0 for a line
    double bound;      ///< square of a distance that no point of the curve is nearer than
    cw_box box;        ///< of the part of it that counts, or a little more
} cw_scratch_curve;

/// A square that holds a part of the free part of a cell.
typedef struct cw_scratch_square {
    cw_vec2 center;
    double half;  ///< half the side
    double above; ///< area of the squares up to and with this one
    uint32_t cell;
} cw_scratch_square;

typedef CW_ARRAY(cw_scratch_square) cw_scratch_squares;

typedef struct cw_scratch {
    uint32_t *cell_stamps; ///< per cell: equal to `stamp` when visited
    uint32_t cell_capacity;
    uint32_t stamp;
    CW_ARRAY(cw_scratch_curve) curves;
    double *areas; ///< prefix sums of the plan area of the cells
    uint32_t area_capacity;
    bool covered;             ///< there is a cover
    cw_scratch_squares cover; ///< squares over all places for a disc of `cover_radius`
    cw_scratch_squares cover_work;
    double cover_radius;
} cw_scratch;

/// Makes room for the stamps of a mesh and starts a visit: nothing is stamped.
cw_status cw_scratch_reserve(cw_context *context, cw_scratch *scratch, const cw_navmesh *mesh);

/// True for a point of finite coordinates.
static inline bool cw_vec3_is_finite(cw_vec3 point) {
    return isfinite(point.x) && isfinite(point.y) && isfinite(point.z);
}

/// Metres by which rounding may have moved a point of the world: two units in the last place.
static inline double cw_vec3_rounding(cw_vec3 point) {
    return 2 * DBL_EPSILON * fmax(fabs(point.x), fabs(point.y));
}

/// Stamps a cell; false when it already was.
static inline bool cw_scratch_enter_cell(cw_scratch *scratch, uint32_t cell) {
    bool first = scratch->cell_stamps[cell] != scratch->stamp;
    scratch->cell_stamps[cell] = scratch->stamp;
    return first;
}

/// Whether a cell is stamped.
static inline bool cw_scratch_is_entered(const cw_scratch *scratch, uint32_t cell) {
    return scratch->cell_stamps[cell] == scratch->stamp;
}

/// Gives everything back.
void cw_scratch_free(cw_context *context, cw_scratch *scratch);

/// Memory held, in bytes.
size_t cw_scratch_bytes(const cw_scratch *scratch);

#endif
