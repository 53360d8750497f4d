/// Looking for a path from its goal back to its start. The shortest path is the same either way,
/// but a search spreads far more from an open hall with many corners than from a small room at the
/// other end. So it begins at the end whose cell has to do with fewer corners, and the path is
/// turned round when it is told.
#include "path/query/query.h"

/// How many corners a search that begins in a cell has to do with: over sights (may be NULL) those
/// that a path from there may come to first, and the most there are where these are not known.
static uint32_t count_corners(const cw_query *query, const cw_sights *sights, uint32_t cell) {
    if (sights == NULL) {
        const uint32_t *first = &query->clearance->near_corner_first[cell];
        return first[1] - first[0];
    }
    bool known =
        !sights->murky && cw_path_search_is_convex_for(&query->search, cell, query->request.radius);
    return known ? sights->opener_first[cell + 1] - sights->opener_first[cell] : UINT32_MAX;
}

bool cw_query_goes_back(const cw_query *query, const cw_sights *sights) {
    return query->request.goal_count == 1 && !query->goal_is_shared && !query->partial &&
           count_corners(query, sights, query->goal.cell) <
               count_corners(query, sights, query->start.cell);
}

/// Where a leg ends, the next one, which comes before it now, has its start.
static void turn_legs(cw_path_leg *legs, uint32_t count) {
    for (uint32_t i = 0, j = count; i + 1 < j; i++) {
        cw_path_leg swap = legs[i];
        legs[i] = legs[--j];
        legs[j] = swap;
    }
    for (uint32_t i = 0; i < count; i++) {
        legs[i].ccw = legs[i].arc && !legs[i].ccw;
        if (i + 1 < count) {
            legs[i].to = legs[i + 1].to;
        }
    }
}

/// A portal as it is seen from its other side.
static cw_path_portal from_behind(const cw_query *query, const cw_path_portal *portal) {
    return (cw_path_portal){.edge = query->search.mesh.sides[portal->edge].twin,
                            .right = portal->left,
                            .left = portal->right,
                            .usable = {portal->usable[1], portal->usable[0]}};
}

static void turn_portals(const cw_query *query, cw_path_portal *portals, uint32_t count) {
    for (uint32_t i = 0, j = count; i < j; i++) {
        cw_path_portal first = from_behind(query, &portals[i]);
        portals[i] = from_behind(query, &portals[--j]);
        portals[j] = first;
    }
}

static void turn_cells(uint32_t *cells, uint32_t count) {
    for (uint32_t i = 0, j = count; i + 1 < j; i++) {
        uint32_t swap = cells[i];
        cells[i] = cells[--j];
        cells[j] = swap;
    }
}

void cw_query_turn_round(cw_query *query) {
    turn_legs(query->legs.items, query->legs.count);
    turn_portals(query, query->portals.items, query->portals.count);
    turn_cells(query->cells.items, query->cells.count);
}
