/// Where two faces cover each other in plan.
#ifndef CW_DRAW_PARTS_OVERLAP_H
#define CW_DRAW_PARTS_OVERLAP_H

#include "base/memory.h"
#include "draw/parts/net.h"

typedef CW_ARRAY(cw_vec2) cw_draw_loop;

/// Room for the polygons that are cut, kept from one pair of faces to the next.
typedef struct cw_draw_clipper {
    cw_draw_loop loop, scratch;
} cw_draw_clipper;

/// Whether two convex faces have a common part worth mentioning, and a point inside it.
cw_status cw_draw_overlap(cw_context *context, const cw_draw_net *net, uint32_t a, uint32_t b,
                          cw_draw_clipper *clipper, bool *overlap, cw_vec2 *inside);

/// Frees a clipper; safe on a zeroed struct and safe twice.
void cw_draw_clipper_free(cw_context *context, cw_draw_clipper *clipper);

#endif
