/// The cells around a point. A point on a portal lies in two cells, one on a vertex in all cells
/// around it, and a path may start into any of them or come from any of them.
///
/// A point on a wall sees the floor on one side of the wall only. In a dented cell that floor is
/// not all that lies inside the cell's hull, so there the search starts a little way off the wall.
#include "path/facet.h"
#include "path/shortest.h"

/// Whether a point is no farther from a side than that.
static bool lies_within(const cw_taut_side *side, cw_vec2 point, double distance) {
    cw_vec2 v = cw_vec2_sub(point, side->from);
    double s = cw_vec2_dot(side->along, v);
    return fabs(cw_vec2_cross(side->along, v)) <= distance && s >= -distance &&
           s <= side->length + distance;
}

/// Whether a point lies on a side.
static bool lies_on(const cw_taut_side *side, cw_vec2 point) {
    return lies_within(side, point, CW_GRAZE);
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
            if (side->twin != CW_NONE && lies_on(side, point) &&
                !cw_cells_contain(around, side->behind)) {
                CW_TRY(CW_ARRAY_PUSH(search->context, around, side->behind));
            }
        }
    }
    return CW_OK;
}

/// Metres by which a start is moved off the walls: far more than CW_GRAZE, and too little to
/// matter.
#define OFF_WALLS 1e-7

/// The sum of the normals of the walls next to a point, in the cells around it that are dented;
/// zero when it lies on none of them.
static cw_vec2 sum_normals(const cw_taut *search, cw_vec2 point, const cw_cells *around) {
    cw_vec2 sum = {0, 0};
    bool on_wall = false;
    for (uint32_t i = 0; i < around->count; i++) {
        const uint32_t *first = &search->clearance->mesh->cell_first[around->items[i]];
        for (uint32_t e = first[0]; e < first[1] && search->dented[around->items[i]]; e++) {
            const cw_taut_side *side = &search->sides[e];
            if (side->twin == CW_NONE && lies_within(side, point, OFF_WALLS)) {
                sum = cw_vec2_add(sum, cw_left(side->along));
                on_wall = on_wall || lies_on(side, point);
            }
        }
    }
    return on_wall ? sum : (cw_vec2){0, 0};
}

/// Whether a cell holds a point, on its border too.
static bool holds(const cw_taut *search, uint32_t cell, cw_vec2 point) {
    cw_facet outline = cw_facet_outline(search->clearance, cell);
    return cw_facet_contains(&outline, point) || cw_facet_border(&outline, point, NULL) <= CW_GRAZE;
}

/// A cell that holds a place right next to the point that cells are around: one of these, or one
/// behind a portal that is as close; CW_NONE for none.
static uint32_t find_holder(const cw_taut *search, const cw_cells *around, cw_vec2 place) {
    for (uint32_t i = 0; i < around->count; i++) {
        if (holds(search, around->items[i], place)) {
            return around->items[i];
        }
    }
    for (uint32_t i = 0; i < around->count; i++) {
        const uint32_t *first = &search->clearance->mesh->cell_first[around->items[i]];
        for (uint32_t e = first[0]; e < first[1]; e++) {
            uint32_t behind = search->sides[e].behind;
            if (behind != CW_NONE && holds(search, behind, place)) {
                return behind;
            }
        }
    }
    return CW_NONE;
}

cw_status cw_taut_leave_walls(const cw_taut *search, cw_vec2 *point, cw_cells *around) {
    cw_vec2 sum = search->radius == 0 ? sum_normals(search, *point, around) : (cw_vec2){0, 0};
    if (cw_vec2_length(sum) < OFF_WALLS) {
        return CW_OK;
    }
    cw_vec2 moved = cw_vec2_along(*point, OFF_WALLS, cw_unit(sum));
    uint32_t cell = find_holder(search, around, moved);
    if (cell == CW_NONE) {
        return CW_OK;
    }
    *point = moved;
    return cw_taut_find_around(search, moved, cell, around);
}
