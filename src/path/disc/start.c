/// Sending out the rays of the start.
#include "path/disc/nodes.h"

/// Sends out the rays of the start in one of its cells.
static cw_status fan_out_in(cw_path_search *search, uint32_t cell) {
    cw_entrance where = {CW_NONE, cell, CW_NONE, 0};
    return cw_disc_push_root(search, 0, &where);
}

cw_status cw_disc_begin(cw_path_search *search) {
    if (search->disc.fanned) {
        return CW_OK;
    }
    search->disc.fanned = true;
    if (search->in_corridor) {
        return fan_out_in(search, cw_path_search_corridor_cell(search));
    }
    for (uint32_t i = 0; i < search->around.count; i++) {
        CW_TRY(fan_out_in(search, search->around.items[i]));
    }
    return CW_OK;
}
