/// Needles: cells that are nowhere wider than rounding. The triangles of meshes by others may be.
///
/// A feature that looks along a needle sees it through no more than rounding, and its rays end
/// there (flood.c): right where the nearest feature changes across the needle, none may be left
/// that is near. All of a needle lies at its sides, so what counts behind them counts in it, too,
/// and what counts in it does so everywhere: its views are no wider than rounding.
#include "clearance/near/near.h"

/// Metres: cells that are nowhere wider are needles. Far above the width at which beams end, far
/// below any cell that is meant.
#define NEEDLE_WIDTH CW_CLEARANCE_TOLERANCE

/// Whether the start of one edge lies on the line of another.
static bool lies_on(const cw_clearance *clearance, uint32_t edge, uint32_t line) {
    cw_vec2 from = cw_clearance_from(clearance, line);
    cw_vec2 along = cw_clearance_along(clearance->mesh, line);
    return fabs(cw_vec2_cross(along, cw_vec2_sub(cw_clearance_from(clearance, edge), from))) <
           NEEDLE_WIDTH * clearance->coarseness;
}

/// Whether all vertices of a cell lie on the line of one of its edges.
static bool is_needle(const cw_clearance *clearance, uint32_t cell) {
    uint32_t first = cw_navmesh_cell_begin(clearance->mesh, cell);
    uint32_t end = cw_navmesh_cell_end(clearance->mesh, cell);
    uint32_t beside = first; /* lies beside the line before, and most often beside the next */
    for (uint32_t e = first; e < end; e++) {
        if (!lies_on(clearance, beside, e)) {
            continue;
        }
        uint32_t k = first;
        while (k < end && lies_on(clearance, k, e)) {
            k++;
        }
        if (k == end) {
            return true;
        }
        beside = k;
    }
    return false;
}

static double point_to_edge(const cw_clearance *clearance, cw_vec2 point, uint32_t edge) {
    return cw_segment_distance(point, cw_clearance_from(clearance, edge),
                               cw_clearance_to(clearance, edge));
}

/// No more than the distance of a feature to an edge.
static double least_distance(const cw_clearance *clearance, uint32_t feature, bool wall,
                             uint32_t edge) {
    double least;
    if (wall) {
        double ends =
            cw_least(point_to_edge(clearance, cw_clearance_from(clearance, feature), edge),
                     point_to_edge(clearance, cw_clearance_to(clearance, feature), edge));
        double others =
            cw_least(point_to_edge(clearance, cw_clearance_from(clearance, edge), feature),
                     point_to_edge(clearance, cw_clearance_to(clearance, edge), feature));
        least = cw_least(ends, others);
    } else {
        least = point_to_edge(clearance, clearance->corners[feature].position, edge);
    }
    return cw_most(least - NEEDLE_WIDTH * clearance->coarseness, CW_LEAST_DISTANCE);
}

/// Whether a feature is among the sightings of a cell, or among those that were added.
static bool is_seen(const cw_sightings *sightings, const uint32_t *first, uint32_t before,
                    uint32_t cell, uint32_t feature) {
    for (uint32_t i = first[cell]; i < first[cell + 1]; i++) {
        if (sightings->items[i].feature == feature) {
            return true;
        }
    }
    for (uint32_t i = before; i < sightings->count; i++) {
        if (sightings->items[i].cell == cell && sightings->items[i].feature == feature) {
            return true;
        }
    }
    return false;
}

/// Adds what is seen behind one side of a needle.
static cw_status share_over(cw_context *context, const cw_clearance *clearance, bool walls,
                            const uint32_t *first, uint32_t before, uint32_t edge,
                            cw_sightings *sightings) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t cell = mesh->edge_cell[edge], behind = mesh->edge_cell[mesh->edge_twin[edge]];
    for (uint32_t i = first[cell]; i < first[cell + 1]; i++) {
        sightings->items[i].view = CW_NONE;
    }
    for (uint32_t i = first[behind]; i < first[behind + 1]; i++) {
        uint32_t feature = sightings->items[i].feature;
        if (!is_seen(sightings, first, before, cell, feature)) {
            cw_sighting shared = {cell, edge, feature, CW_NONE,
                                  least_distance(clearance, feature, walls, edge)};
            CW_TRY(CW_ARRAY_PUSH(context, sightings, shared));
        }
    }
    return CW_OK;
}

cw_status cw_near_share(cw_context *context, const cw_clearance *clearance, bool walls,
                        const uint32_t *first, cw_sightings *sightings, uint32_t *added) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t before = sightings->count;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        bool needle = is_needle(clearance, c);
        for (uint32_t e = cw_navmesh_cell_begin(mesh, c);
             e < cw_navmesh_cell_end(mesh, c) && needle; e++) {
            if (mesh->edge_twin[e] != CW_NONE) {
                CW_TRY(share_over(context, clearance, walls, first, before, e, sightings));
            }
        }
    }
    *added = sightings->count - before;
    return CW_OK;
}
