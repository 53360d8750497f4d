/// Exact questions about an edge of the soup against a face: where along the edge something
/// happens, and at which lattice point.
///
/// Bit budget: coordinates and heights are below 2^30, so areas fit 62 bits and the height of a
/// vertex over a plane, times the area of its face, 94 bits. A share along an edge is a fraction of
/// two such numbers; rounding a place takes 126 bits, comparing two shares 188, which
/// cw_share_compare does in two halves.
#ifndef CW_SCENE_LEVEL_H
#define CW_SCENE_LEVEL_H

#include "scene/extract.h"

/// A share in [0, 1] along an edge, from its lower to its higher vertex.
typedef struct cw_share {
    cw_wide part, whole; ///< whole > 0
    double value;        ///< part / whole
} cw_share;

/// The start and the end of an edge.
static const cw_share CW_SHARE_START = {0, 1, 0}, CW_SHARE_END = {1, 1, 1};

/// The plane of a face with area in plan.
typedef struct cw_level {
    const cw_face *face;
    cw_spot origin;
    int64_t ux, uy, uz, vx, vy, vz; ///< its sides from corner 0
    int64_t area;                   ///< twice its area in plan, above 0
} cw_level;

cw_level cw_level_of(const cw_extraction *work, const cw_face *face);

/// Height of a place over the plane, times `area`.
static inline cw_wide cw_level_over(const cw_level *level, cw_spot spot) {
    int64_t dx = (int64_t)spot.x - level->origin.x, dy = (int64_t)spot.y - level->origin.y;
    int64_t first = dx * level->vy - dy * level->vx, second = level->ux * dy - level->uy * dx;
    return (cw_wide)((int64_t)spot.z - level->origin.z) * level->area - (cw_wide)level->uz * first -
           (cw_wide)level->vz * second;
}

/// Sign of a - b.
int cw_share_compare(const cw_share *a, const cw_share *b);

/// The double nearest to a number, which mostly has less than 64 bits.
static inline double cw_share_double(cw_wide value) {
    return value == (int64_t)value ? (double)(int64_t)value : (double)value;
}

/// Where a value that is `low` at one end and `high` at the other, of opposite signs, vanishes.
static inline cw_share cw_share_zero(cw_wide low, cw_wide high) {
    cw_wide part = low < high ? -low : low, whole = low < high ? high - low : low - high;
    return (cw_share){part, whole, cw_share_double(part) / cw_share_double(whole)};
}

/// The lattice point nearest to a share of the way from one place to another.
cw_point cw_share_place(cw_share share, cw_spot from, cw_spot to);

#endif
