/// Which faces lie over which: the order in which floors are painted.
#ifndef CW_DRAW_LEVELS_H
#define CW_DRAW_LEVELS_H

#include "draw/parts/net.h"

/// Faces sorted by level, as offsets and data.
typedef struct cw_draw_levels {
    uint32_t level_count;
    uint32_t *first;     ///< level_count + 1 offsets into `faces`
    uint32_t *faces;     ///< faces by level, then by number
    uint32_t *level;     ///< the level of each face
    uint32_t face_count; ///< entries of `faces` and `level`
} cw_draw_levels;

/// Gives each face a level: 0 where nothing lies below it, else one more than the highest face that
/// lies below it. Faces of one level do not cover each other in plan.
cw_status cw_draw_levels_make(cw_context *context, const cw_draw_net *net, cw_draw_levels *levels);

/// Whether an edge between two faces is drawn with a level: once for both of its half-edges, with
/// the higher of the two faces.
bool cw_draw_levels_own(const cw_draw_levels *levels, const cw_draw_net *net, uint32_t level,
                        uint32_t edge);

/// Frees levels; safe on a zeroed struct and safe twice.
void cw_draw_levels_free(cw_context *context, cw_draw_levels *levels);

#endif
