/// The cells around a start, and sending out its rays. A point on a portal lies in two cells, one
/// on a vertex in all cells around it, and a path may start into any of them or come from any of
/// them.
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

cw_status cw_path_search_find_around(const cw_path_search *search, cw_vec2 point, uint32_t cell,
                                     cw_cells *around) {
    around->count = 0;
    CW_TRY(CW_ARRAY_PUSH(search->context, around, cell));
    for (uint32_t i = 0; i < around->count; i++) {
        const uint32_t *first = &search->mesh.door_first[around->items[i]];
        for (uint32_t door = first[0]; door < first[1]; door++) {
            const cw_mesh_side *side = &search->mesh.sides[search->mesh.doors[door].edge];
            if (cw_mesh_side_within(side, point, CW_GRAZE) &&
                !cw_cells_contain(around, side->behind)) {
                CW_TRY(CW_ARRAY_PUSH(search->context, around, side->behind));
            }
        }
    }
    return CW_OK;
}
