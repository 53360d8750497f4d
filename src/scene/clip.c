/// The part of a line that lies in a face, and places on and next to its edges.
#include "scene/cut.h"

#include <stdlib.h>

/// Steps by which a node may lie outside a face and still count as next to its border.
static const int64_t NEAR_STEPS = 2;

bool cw_clip_value(cw_clip *clip, cw_wide at_low, cw_wide at_high, uint32_t source) {
    if (at_low < 0 && at_high < 0) {
        return false;
    }
    if (at_low >= 0 && at_high >= 0) {
        return true;
    }
    cw_share share = cw_share_zero(at_low, at_high);
    if (at_low < 0 &&
        (clip->from_source == CW_CLIP_END || cw_share_compare(&share, &clip->from) > 0)) {
        clip->from = share;
        clip->from_source = source;
    } else if (at_high < 0 &&
               (clip->to_source == CW_CLIP_END || cw_share_compare(&share, &clip->to) < 0)) {
        clip->to = share;
        clip->to_source = source;
    }
    return clip->from_source == CW_CLIP_END || clip->to_source == CW_CLIP_END ||
           cw_share_compare(&clip->from, &clip->to) <= 0;
}

bool cw_clip_sides(cw_clip *clip, const int64_t low_sides[3], const int64_t high_sides[3]) {
    clip->from = CW_SHARE_START;
    clip->to = CW_SHARE_END;
    clip->from_source = clip->to_source = CW_CLIP_END;
    clip->along = false;
    for (uint32_t k = 0; k < 3; k++) {
        clip->along = clip->along || (low_sides[k] == 0 && high_sides[k] == 0);
        if (!cw_clip_value(clip, low_sides[k], high_sides[k], k)) {
            return false;
        }
    }
    return true;
}

bool cw_is_beyond(const cw_extraction *work, const cw_face *face, uint32_t k, cw_point place) {
    cw_point a = cw_spot_plan(work->spots[face->corners[k]]),
             b = cw_spot_plan(work->spots[face->corners[(k + 1) % 3]]);
    cw_point along = cw_point_sub(b, a);
    cw_wide reach = llabs(along.x) + llabs(along.y);
    return cw_cross(along, cw_point_sub(place, a)) < -NEAR_STEPS * reach;
}

bool cw_is_near(const cw_extraction *work, const cw_face *face, cw_point place) {
    return !cw_is_beyond(work, face, 0, place) && !cw_is_beyond(work, face, 1, place) &&
           !cw_is_beyond(work, face, 2, place);
}

uint32_t cw_edge_along(const cw_extraction *work, const cw_face *face, cw_point from, cw_point to) {
    for (uint32_t k = 0; k < 3; k++) {
        cw_point a = cw_spot_plan(work->spots[face->corners[k]]),
                 b = cw_spot_plan(work->spots[face->corners[(k + 1) % 3]]);
        if ((cw_point_equal(from, a) || cw_point_equal(from, b) || cw_pixel_meets(from, a, b)) &&
            (cw_point_equal(to, a) || cw_point_equal(to, b) || cw_pixel_meets(to, a, b))) {
            return face->edges[k];
        }
    }
    return CW_NONE;
}
