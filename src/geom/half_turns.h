/// Turns of any size around a point, measured exactly.
///
/// A turn is followed direction by direction, each at most half a turn to the left of the one
/// before, and only the number of half turns is counted; so turns of more than a full one (a spiral
/// around a thin axis) are no special case, and no angle is ever computed.
#ifndef CW_GEOM_HALF_TURNS_H
#define CW_GEOM_HALF_TURNS_H

#include "geom/predicates.h"

/// Whole half turns to the left from a first direction on. Begin with the first direction alone.
typedef struct cw_half_turns {
    cw_point first;
    uint32_t count; ///< half turns passed, the last one also where it is just complete
    bool exact;     ///< the last direction lies on the line of the first one
} cw_half_turns;

/// Goes on to the next direction, at most half a turn to the left of the last one. Neither is zero.
static inline void cw_half_turns_to(cw_half_turns *turns, cw_point next) {
    int side = cw_turn(turns->first, next);
    bool odd = side < 0 || (side == 0 && cw_dot(turns->first, next) < 0);
    turns->count += odd != (turns->count % 2 == 1);
    turns->exact = side == 0;
}

#endif
