/// Sending out the rays of the start.
#include "path/disc/nodes.h"

/// Sends out the rays of the start in one of its cells, after so many portals of the corridor.
static cw_status fan_out_in(cw_taut *search, uint32_t cell, uint32_t steps) {
    cw_entrance where = {CW_NONE, cell, CW_NONE, steps};
    bool on_wall = false;
    if (search->radius == 0 && search->dented[cell]) {
        CW_TRY(cw_taut_add_sectors(search, cell, steps, &on_wall));
    }
    return on_wall ? CW_OK : cw_taut_push_root(search, 0, &where);
}

/// Sends out the rays of the start in the first cell of a corridor. A point on the first portals of
/// the corridor is in the cells behind them, too.
static cw_status fan_out_in_corridor(cw_taut *search) {
    const uint32_t *corridor = search->corridor;
    uint32_t count = search->corridor_count;
    CW_TRY(fan_out_in(search, cw_taut_corridor_cell(search), 0));
    for (uint32_t i = 0; i < count && search->radius == 0; i++) {
        const cw_taut_side *side = &search->sides[corridor[i]];
        if (!cw_taut_lies_within(side, search->roots.items[0].at, CW_GRAZE)) {
            break;
        }
        CW_TRY(fan_out_in(search, side->behind, i + 1));
    }
    return CW_OK;
}

cw_status cw_taut_fan_out(cw_taut *search) {
    if (search->fanned) {
        return CW_OK;
    }
    search->fanned = true;
    if (search->in_corridor) {
        return fan_out_in_corridor(search);
    }
    for (uint32_t i = 0; i < search->around.count; i++) {
        CW_TRY(fan_out_in(search, search->around.items[i], 0));
    }
    return CW_OK;
}
