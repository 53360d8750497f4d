/// The trace of an upright face on a floor.
///
/// It is laid into the floor at any height: of a wall that starts below the floor and ends above a
/// walker's head the edges alone would leave only the diagonal. Where its outline is a step or a
/// walker's height above the floor it gets nodes, so that each piece of the trace is a barrier as a
/// whole or not at all.
#include "scene/cut.h"

/// True when all of the trace is on the outer side of one edge, and not next to it.
static bool is_apart(const cw_extraction *work, const cw_face *face, cw_point a, cw_point b) {
    for (uint32_t k = 0; k < 3; k++) {
        if (cw_is_beyond(work, face, k, a) && cw_is_beyond(work, face, k, b)) {
            return true;
        }
    }
    return false;
}

static cw_status mark(cw_context *context, const cw_pair *pair, cw_point place, double z) {
    return CW_ARRAY_PUSH(
        context, &pair->findings->marks,
        (cw_mark){{CW_OWNER_WALL, pair->second}, (int32_t)place.x, (int32_t)place.y, z});
}

/// Nodes where the outline of the wall is a step or a walker's height above the floor.
static cw_status mark_levels(cw_context *context, const cw_pair *pair) {
    const cw_extraction *work = pair->work;
    const cw_face *wall = &work->faces[pair->second], *floor = &work->faces[pair->first];
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t j = i % 3, k = (j + 1) % 3;
        bool up = wall->corners[j] < wall->corners[k];
        uint32_t low = up ? j : k, high = up ? k : j;
        cw_wide level = (cw_wide)(i < 3 ? work->step : work->height) * pair->first_level.area;
        cw_wide at_low = pair->second_over[low] - level, at_high = pair->second_over[high] - level;
        if (at_low == 0 || at_high == 0 || (at_low < 0) == (at_high < 0)) {
            continue;
        }
        cw_spot from = work->spots[wall->corners[low]], to = work->spots[wall->corners[high]];
        cw_share share = cw_share_zero(at_low, at_high);
        cw_point place = cw_share_place(share, from, to);
        if (cw_is_near(work, floor, place)) {
            CW_TRY(mark(context, pair, place, from.z + share.value * ((double)to.z - from.z)));
        }
    }
    return CW_OK;
}

/// The node at an end of the clipped trace.
static cw_status end_node(cw_context *context, const cw_pair *pair, cw_share share, uint32_t source,
                          cw_point *node) {
    const cw_extraction *work = pair->work;
    const cw_face *wall = &work->faces[pair->second], *floor = &work->faces[pair->first];
    cw_spot low = work->spots[wall->corners[0]], high = work->spots[wall->corners[2]];
    if (source == CW_CLIP_END) {
        *node = cw_spot_plan(share.part == 0 ? low : high);
        return CW_OK;
    }
    const cw_soup_edge *crossed = &work->edges[floor->edges[source]];
    *node = cw_round_crossing(cw_spot_plan(work->spots[crossed->low]),
                              cw_spot_plan(work->spots[crossed->high]), cw_spot_plan(low),
                              cw_spot_plan(high));
    double z = cw_face_height(work, floor, (double)node->x, (double)node->y);
    CW_TRY(mark(context, pair, *node, z));
    return CW_ARRAY_PUSH(
        context, &pair->findings->marks,
        (cw_mark){{CW_OWNER_EDGE, floor->edges[source]}, (int32_t)node->x, (int32_t)node->y, z});
}

cw_status cw_pair_wall(cw_context *context, const cw_pair *pair) {
    const cw_extraction *work = pair->work;
    const cw_face *wall = &work->faces[pair->second], *floor = &work->faces[pair->first];
    cw_point first = cw_spot_plan(work->spots[wall->corners[0]]),
             last = cw_spot_plan(work->spots[wall->corners[2]]);
    if (is_apart(work, floor, first, last)) {
        return CW_OK;
    }
    CW_TRY(mark(context, pair, first, work->spots[wall->corners[0]].z));
    CW_TRY(mark_levels(context, pair));
    cw_clip clip = {.low = wall->corners[0], .high = wall->corners[2]};
    int64_t low[3], high[3];
    for (uint32_t k = 0; k < 3; k++) {
        low[k] = pair->first_sides[k][0];
        high[k] = pair->first_sides[k][2];
    }
    if (!cw_clip_sides(&clip, low, high) || clip.along ||
        cw_share_compare(&clip.from, &clip.to) == 0) {
        return CW_OK;
    }
    cw_point from, to;
    CW_TRY(end_node(context, pair, clip.from, clip.from_source, &from));
    CW_TRY(end_node(context, pair, clip.to, clip.to_source, &to));
    if (cw_edge_along(work, floor, from, to) != CW_NONE) {
        return CW_OK; /* as the edge itself: two chains a hair apart would leave a slit */
    }
    return CW_ARRAY_PUSH(context, &pair->findings->lines,
                         (cw_found_line){pair->first,
                                         {CW_OWNER_WALL, pair->second},
                                         (int32_t)from.x,
                                         (int32_t)from.y,
                                         (int32_t)to.x,
                                         (int32_t)to.y});
}
