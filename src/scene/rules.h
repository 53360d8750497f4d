/// The rules of what is walkable, one face and one place at a time: what the exact extraction asks
/// of regions and the sampled one of columns.
#ifndef CW_SCENE_RULES_H
#define CW_SCENE_RULES_H

#include "scene/extract.h"

/// How a face lies in space.
typedef struct cw_slant {
    cw_face_kind kind;
    bool up;                 ///< faces up
    bool gentle;             ///< no steeper than asked for, whichever side it faces
    double slope_x, slope_y; ///< rise per length along x and y; 0 for an upright face
} cw_slant;

/// What cw_slant_of() takes for a steepest slope in radians.
double cw_flat_of(double slope);

/// Whether the side from a to b of a triangle is longer in plan than that from a to c, and no
/// shorter than that from b to c.
bool cw_side_is_longest(cw_spot a, cw_spot b, cw_spot c);

/// How the triangle of three places lies.
cw_slant cw_slant_of(cw_spot a, cw_spot b, cw_spot c, double flat);

/// W1.
static inline bool cw_slant_carries(cw_slant slant, bool both_sides) {
    return slant.gentle && (slant.up || both_sides);
}

/// W2 for faces of different planes: whether one that is `above` another, in steps, keeps a walker
/// of that height off it. Two floors cut each other along lines that follow the sign, so it alone
/// counts; what is a height above but for rounding keeps nobody off.
static inline bool cw_cover_hides(bool walkable, double above, double height) {
    return above > (walkable ? 0 : CW_COPLANAR_STEPS) && above < height - CW_LEVEL_STEPS;
}

/// W3: whether a face of a closed shell is far enough above to tell inside from outside.
static inline bool cw_cover_encloses(double above) {
    return above > CW_COPLANAR_STEPS;
}

/// W5: whether something upright from `low` to `high` bars a walker whose feet are at z.
static inline bool cw_wall_bars(double low, double high, double z, int64_t step, int64_t height) {
    return high > z + (double)(step + CW_LEVEL_STEPS) &&
           low < z + (double)(height - CW_LEVEL_STEPS);
}

/// Lower and upper end of an upright or narrow face over a place of its trace. False where it is so
/// wide that rounding does not pinch it: the two sides of it never go through the same nodes.
bool cw_wall_range(const cw_extraction *work, const cw_face *wall, double x, double y, double *low,
                   double *high);

#endif
