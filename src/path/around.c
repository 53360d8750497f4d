/// The cells around a point. A point on a portal lies in two cells, one on a vertex in all cells
/// around it, and a path may start into any of them or come from any of them.
#include "path/shortest.h"

/// Whether a point lies on a side.
static bool lies_on(const cw_taut_side *side, cw_vec2 point) {
    cw_vec2 v = cw_vec2_sub(point, side->from);
    double s = cw_vec2_dot(side->along, v);
    return fabs(cw_vec2_cross(side->along, v)) <= CW_GRAZE && s >= -CW_GRAZE &&
           s <= side->length + CW_GRAZE;
}

static bool contains(const cw_cells *cells, uint32_t cell) {
    for (uint32_t i = 0; i < cells->count; i++) {
        if (cells->items[i] == cell) {
            return true;
        }
    }
    return false;
}

cw_status cw_taut_find_around(const cw_taut *search, cw_vec2 point, uint32_t cell,
                              cw_cells *around) {
    const cw_navmesh *mesh = search->clearance->mesh;
    around->count = 0;
    CW_TRY(CW_ARRAY_PUSH(search->context, around, cell));
    for (uint32_t i = 0; i < around->count; i++) {
        const uint32_t *first = &mesh->cell_first[around->items[i]];
        for (uint32_t e = first[0]; e < first[1]; e++) {
            const cw_taut_side *side = &search->sides[e];
            if (side->twin != CW_NONE && lies_on(side, point) && !contains(around, side->behind)) {
                CW_TRY(CW_ARRAY_PUSH(search->context, around, side->behind));
            }
        }
    }
    return CW_OK;
}
