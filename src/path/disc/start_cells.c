/// The cells around a point. A point on a portal lies in two cells, one on a vertex in all cells
/// around it, and a path may start into any of them or come from any of them.
///
/// A point on a wall sees the floor on one side of the wall only. In a dented cell that floor is
/// not all that lies inside the cell's hull, so there the search starts exactly on the wall, and
/// sends its rays out between the walls only (sectors.c).
#include "path/disc/nodes.h"

/// The cells that have a point within a distance of their portals, from the one where it was found.
static cw_status find_within(const cw_taut *search, cw_vec2 point, uint32_t cell, double distance,
                             cw_cells *around) {
    around->count = 0;
    CW_TRY(CW_ARRAY_PUSH(search->context, around, cell));
    for (uint32_t i = 0; i < around->count; i++) {
        const uint32_t *first = &search->door_first[around->items[i]];
        for (uint32_t door = first[0]; door < first[1]; door++) {
            const cw_taut_side *side = &search->sides[search->doors[door].edge];
            if (cw_taut_lies_within(side, point, distance) &&
                !cw_cells_contain(around, side->behind)) {
                CW_TRY(CW_ARRAY_PUSH(search->context, around, side->behind));
            }
        }
    }
    return CW_OK;
}

cw_status cw_taut_find_around(const cw_taut *search, cw_vec2 point, uint32_t cell,
                              cw_cells *around) {
    return find_within(search, point, cell, CW_GRAZE, around);
}

/// Steps of the lattice: a start this close to a vertex or a wall of a dented cell is on it. Input
/// vertices are rounded to the lattice, by no more than half a step along each axis.
#define ON_WALL 0.75

/// A place on the walls next to a point.
typedef struct footing {
    cw_vec2 place;
    double distance; ///< from the point
    uint32_t cell;   ///< CW_NONE for none
} footing;

/// Takes the nearest place on the walls of a cell, if it is nearer than the one at hand.
static void try_walls(const cw_taut *search, uint32_t cell, cw_vec2 point, footing *best) {
    const uint32_t *first = &search->clearance->mesh->cell_first[cell];
    for (uint32_t e = first[0]; e < first[1]; e++) {
        const cw_taut_side *side = &search->sides[e];
        double s = cw_vec2_dot(side->along, cw_vec2_sub(point, side->from));
        s = cw_least(cw_most(s, 0), side->length);
        cw_vec2 place = cw_vec2_along(side->from, s, side->along);
        double distance = cw_vec2_distance(place, point);
        if (side->twin == CW_NONE && distance < best->distance) {
            *best = (footing){place, distance, cell};
        }
    }
}

/// Takes the nearest vertex of a cell likewise.
static void try_vertices(const cw_taut *search, uint32_t cell, cw_vec2 point, footing *best) {
    const uint32_t *first = &search->clearance->mesh->cell_first[cell];
    for (uint32_t e = first[0]; e < first[1]; e++) {
        double distance = cw_vec2_distance(search->sides[e].from, point);
        if (distance < best->distance) {
            *best = (footing){search->sides[e].from, distance, cell};
        }
    }
}

/// The place on the walls of cells where a point all but stands.
static footing find_footing(const cw_taut *search, const cw_cells *cells, cw_vec2 point,
                            double reach) {
    footing wall = {point, reach, CW_NONE}, vertex = wall;
    for (uint32_t i = 0; i < cells->count; i++) {
        try_walls(search, cells->items[i], point, &wall);
        try_vertices(search, cells->items[i], point, &vertex);
    }
    return vertex.cell != CW_NONE ? vertex : wall;
}

cw_status cw_taut_stand(const cw_taut *search, cw_vec2 *point, uint32_t cell, cw_cells *around) {
    double reach = cw_most(ON_WALL * search->clearance->mesh->lattice.step, CW_GRAZE);
    CW_TRY(find_within(search, *point, cell, search->radius == 0 ? reach : CW_GRAZE, around));
    bool dented = false;
    for (uint32_t i = 0; i < around->count; i++) {
        dented = dented || search->dented[around->items[i]];
    }
    if (search->radius == 0 && dented) {
        footing found = find_footing(search, around, *point, reach);
        if (found.cell != CW_NONE) {
            *point = found.place;
            return cw_taut_find_around(search, *point, found.cell, around);
        }
    }
    return around->count == 1 ? CW_OK : cw_taut_find_around(search, *point, cell, around);
}
