/// The clearance tables of a mesh: building them phase by phase, and giving them back.
#include "clearance/clearance.h"

cw_vec2 cw_clearance_local(const cw_navmesh *mesh, cw_vec2 plan) {
    return (cw_vec2){plan.x - mesh->lattice.origin_x, plan.y - mesh->lattice.origin_y};
}

cw_vec2 cw_clearance_plan(const cw_navmesh *mesh, cw_vec2 local) {
    return (cw_vec2){local.x + mesh->lattice.origin_x, local.y + mesh->lattice.origin_y};
}

/// Tolerances hold up to a reach; beyond, they double with the rounding of positions, so that
/// tables of a mesh that is scaled by a power of two are those of the mesh, scaled.
static double find_coarseness(const cw_clearance *clearance) {
    double farthest = 0, coarseness = 1;
    for (uint32_t v = 0; v < clearance->mesh->vertex_count; v++) {
        farthest = cw_most(farthest, cw_most(clearance->points[v].x, clearance->points[v].y));
    }
    while (farthest > CW_CLEARANCE_REACH * coarseness) {
        coarseness *= 2;
    }
    return coarseness;
}

static cw_status place_points(cw_context *context, cw_clearance *clearance) {
    const cw_navmesh *mesh = clearance->mesh;
    double step = cw_navmesh_fine_step(mesh);
    CW_TRY(CW_ALLOCATE(context, clearance->points, mesh->vertex_count));
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        clearance->points[v] =
            (cw_vec2){(double)mesh->points[v].x * step, (double)mesh->points[v].y * step};
    }
    clearance->coarseness = find_coarseness(clearance);
    return CW_OK;
}

/// Notes for all edges around the start of a wall that they start or end on a wall.
static void mark_fan(const cw_navmesh *mesh, uint32_t wall, cw_portal *portals) {
    for (uint32_t edge = wall; edge != CW_NONE;) {
        uint32_t previous = cw_navmesh_previous(mesh, mesh->edge_cell[edge], edge);
        portals[edge].wall_from = 1;
        portals[previous].wall_to = 1;
        edge = mesh->edge_twin[previous];
    }
}

static cw_status describe_edges(cw_context *context, cw_clearance *clearance) {
    const cw_navmesh *mesh = clearance->mesh;
    CW_TRY(CW_ALLOCATE(context, clearance->portals, mesh->edge_count));
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        clearance->portals[e].length =
            cw_vec2_distance(cw_clearance_from(clearance, e), cw_clearance_to(clearance, e));
        if (mesh->edge_twin[e] == CW_NONE) {
            mark_fan(mesh, e, clearance->portals);
        }
    }
    return CW_OK;
}

cw_status cw_clearance_describe(cw_context *context, cw_clearance *clearance) {
    CW_TRY(place_points(context, clearance));
    return describe_edges(context, clearance);
}

static cw_status build(cw_context *context, cw_clearance *clearance) {
    CW_TRY(cw_clearance_describe(context, clearance));
    CW_TRY(cw_clearance_find_near(context, clearance));
    CW_TRY(cw_clearance_find_summits(context, clearance));
    CW_TRY(cw_clearance_find_bands(context, clearance));
    CW_TRY(cw_clearance_find_gates(context, clearance));
    return cw_clearance_join(context, clearance);
}

cw_status cw_clearance_build(cw_context *context, const cw_navmesh *mesh, cw_clearance *clearance) {
    CW_ASSERT(context != NULL && mesh != NULL && clearance != NULL);
    *clearance = (cw_clearance){0};
    if (mesh->cell_count == 0) {
        return cw_fail(context, CW_ERROR_INPUT, "the mesh has no cells");
    }
    clearance->mesh = mesh;
    cw_status status = build(context, clearance);
    if (status != CW_OK) {
        cw_clearance_free(context, clearance);
    }
    return status;
}

/// Number of entries of an offset table over `count` items.
static size_t last(const uint32_t *first, uint32_t count) {
    return first == NULL ? 0 : first[count];
}

static size_t strait_count(const cw_clearance *clearance) {
    return clearance->summit_count > 0 ? clearance->summit_count - 1 : 0;
}

size_t cw_clearance_bytes(const cw_clearance *clearance) {
    const cw_navmesh *mesh = clearance->mesh;
    if (mesh == NULL) {
        return 0;
    }
    size_t cells = mesh->cell_count, edges = mesh->edge_count;
    return mesh->vertex_count * sizeof *clearance->points +
           clearance->corner_count * sizeof *clearance->corners +
           3 * (cells + 1) * sizeof(uint32_t) +
           last(clearance->near_corner_first, mesh->cell_count) * sizeof(cw_near_corner) +
           (clearance->near_views == NULL
                ? 0
                : last(clearance->near_corner_first, mesh->cell_count) * sizeof(cw_near_view)) +
           last(clearance->near_wall_first, mesh->cell_count) * sizeof(cw_near_wall) +
           2 * (edges + 1) * sizeof(uint32_t) + edges * sizeof(cw_portal) +
           last(clearance->edge_piece_first, mesh->edge_count) * sizeof(cw_portal_piece) +
           clearance->portal_band_count * sizeof(cw_portal_band) +
           clearance->summit_count * (sizeof(cw_summit) + sizeof(uint32_t)) +
           last(clearance->cell_gate_first, mesh->cell_count) * sizeof(cw_cell_gate) +
           strait_count(clearance) * (sizeof(cw_gate) + sizeof(uint32_t)) +
           clearance->strait_table_count * sizeof(uint32_t);
}

void cw_clearance_free(cw_context *context, cw_clearance *clearance) {
    const cw_navmesh *mesh = clearance->mesh;
    if (mesh != NULL) {
        uint32_t cells = mesh->cell_count;
        CW_RELEASE(context, clearance->near_corners, last(clearance->near_corner_first, cells));
        CW_RELEASE(context, clearance->near_views,
                   clearance->near_views == NULL ? 0 : last(clearance->near_corner_first, cells));
        CW_RELEASE(context, clearance->near_walls, last(clearance->near_wall_first, cells));
        CW_RELEASE(context, clearance->cell_gates, last(clearance->cell_gate_first, cells));
        CW_RELEASE(context, clearance->points, mesh->vertex_count);
        CW_RELEASE(context, clearance->corners, clearance->corner_count);
        CW_RELEASE(context, clearance->near_corner_first, (size_t)cells + 1);
        CW_RELEASE(context, clearance->near_wall_first, (size_t)cells + 1);
        CW_RELEASE(context, clearance->cell_gate_first, (size_t)cells + 1);
        CW_RELEASE(context, clearance->portal_bands, clearance->portal_band_count);
        CW_RELEASE(context, clearance->portal_pieces,
                   last(clearance->edge_piece_first, mesh->edge_count));
        CW_RELEASE(context, clearance->edge_piece_first, (size_t)mesh->edge_count + 1);
        CW_RELEASE(context, clearance->portals, mesh->edge_count);
        CW_RELEASE(context, clearance->edge_summit_first, (size_t)mesh->edge_count + 1);
        CW_RELEASE(context, clearance->summits, clearance->summit_count);
        CW_RELEASE(context, clearance->summit_place, clearance->summit_count);
        CW_RELEASE(context, clearance->straits, strait_count(clearance));
        CW_RELEASE(context, clearance->strait_rank, strait_count(clearance));
        CW_RELEASE(context, clearance->strait_table, clearance->strait_table_count);
    }
    *clearance = (cw_clearance){0};
}
