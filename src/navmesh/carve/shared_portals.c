/// One portal in place of two.
///
/// A portal that serves one notch v only may end at any vertex of the two cells it separates that
/// lies in the area of interest of v. Where it ends at a vertex w whose own portal it makes
/// unnecessary, wholly or together with the other portals there, a portal is saved. This also finds
/// the notches that two portals resolve together though neither does alone. The cells are convex,
/// so what v sees without its portal is just those two cells: a move costs a few triangles.
#include "navmesh/carve/shared_portals.h"
#include "navmesh/carve/search.h"

/// Passes over all vertices; most gains come in the first.
enum { MOST_PASSES = 2, MOST_SIGHTS = 24, MOST_TRIANGLES = 256 };

typedef struct sharer {
    cw_carver *carver;
    cw_search search;
    CW_ARRAY(uint32_t) ends; ///< vertices that a portal of the current vertex may be moved to
    uint32_t saved;
} sharer;

/// True when the angle from one direction counter-clockwise to another, both less than a full turn
/// apart, is at most pi.
static bool within_half_turn(cw_point from, cw_point to) {
    int side = cw_turn(from, to);
    return side > 0 || (side == 0 && cw_dot(from, to) < 0);
}

/// True when the far end of a portal is resolved without it.
static bool end_can_spare(cw_carver *carver, uint32_t half_edge) {
    uint32_t end = cw_target(&carver->mesh, half_edge);
    cw_portal_clear(carver, half_edge);
    bool spare = cw_is_resolved(carver, end);
    cw_portal_flag(carver, half_edge);
    return spare;
}

/// The portal that ends at a vertex and could go if another one came in from a direction; CW_NONE
/// if there is none. Only the two sides of the sector that the direction divides come into
/// question.
static uint32_t spare_portal(cw_carver *carver, uint32_t vertex, cw_point direction) {
    const cw_trimesh *mesh = &carver->mesh;
    cw_sector divided, before = {0}, sector;
    if (!cw_sector_towards(carver, vertex, direction, &divided)) {
        return CW_NONE;
    }
    if (mesh->edges[divided.first] == CW_EDGE_PORTAL) {
        uint32_t first = cw_next(mesh->twins[divided.first]); /* turn clockwise to a hard edge */
        while (mesh->edges[first] == CW_EDGE_OPEN) {
            first = cw_next(mesh->twins[first]);
        }
        before = cw_sector_at(carver, first);
        if (within_half_turn(before.begin, direction) && end_can_spare(carver, divided.first)) {
            return divided.first;
        }
    }
    uint32_t after = cw_sector_after(carver, &divided);
    if (after != CW_NONE) {
        sector = cw_sector_at(carver, after);
        if (within_half_turn(direction, sector.end) && end_can_spare(carver, after)) {
            return after;
        }
    }
    return CW_NONE;
}

/// A portal may only spare another one at a notch; convex corners need none themselves.
static bool is_candidate(const cw_carver *carver, uint32_t vertex) {
    const cw_carver_corner *corner = &carver->corners.items[vertex];
    return corner->portals > 0 && !corner->convex;
}

static cw_status list_ends(sharer *state, uint32_t vertex, const cw_sector *sector) {
    cw_context *context = state->carver->context;
    state->ends.count = 0;
    CW_TRY(cw_search_begin(context, &state->search, state->carver, vertex, sector));
    for (int i = 0; i < MOST_SIGHTS; i++) {
        cw_sight sight;
        bool found;
        CW_TRY(cw_search_next(context, &state->search, &sight, &found));
        if (!found) {
            break;
        }
        if (is_candidate(state->carver, sight.id)) {
            CW_TRY(CW_ARRAY_PUSH(context, &state->ends, sight.id));
        }
    }
    return CW_OK;
}

/// Makes the portal from a notch to `end` if another portal can go for it.
static cw_status try_end(sharer *state, uint32_t vertex, const cw_sector *sector, uint32_t end,
                         bool *moved) {
    cw_carver *carver = state->carver;
    cw_point back = cw_point_sub(carver->mesh.points[vertex], carver->mesh.points[end]);
    uint32_t spare = spare_portal(carver, end, back);
    if (spare == CW_NONE) {
        return CW_OK;
    }
    cw_portal_result result;
    cw_portal_clear(carver, spare);
    CW_TRY(cw_portal_make(carver, vertex, sector, end, &result));
    *moved = result == CW_PORTAL_MADE;
    if (!*moved) {
        cw_portal_flag(carver, spare); /* a vertex lies on the way, and nothing was changed */
    }
    return CW_OK;
}

/// Tries to move the portal of a half-edge away from its target. The portal may be gone or moved
/// afterwards.
static cw_status share_portal(sharer *state, uint32_t half_edge) {
    cw_carver *carver = state->carver;
    uint32_t vertex = cw_origin(&carver->mesh, half_edge);
    uint32_t end = cw_target(&carver->mesh, half_edge);
    cw_sector sector;
    cw_portal_clear(carver, half_edge);
    bool end_needs_it = !cw_is_resolved(carver, end);
    if (!end_needs_it && cw_is_resolved(carver, vertex)) {
        state->saved++;
        return CW_OK;
    }
    if (end_needs_it || !cw_notch_at(carver, vertex, &sector) || sector.excess != 1) {
        cw_portal_flag(carver, half_edge);
        return CW_OK;
    }
    CW_TRY(list_ends(state, vertex, &sector));
    bool moved = false;
    for (uint32_t i = 0; i < state->ends.count && !moved; i++) {
        CW_TRY(try_end(state, vertex, &sector, state->ends.items[i], &moved));
    }
    state->saved += moved;
    if (!moved) {
        cw_portal_flag(carver, half_edge);
    }
    return CW_OK;
}

/// The portal after the given number of others around a vertex, or CW_NONE.
static uint32_t portal_at(const cw_trimesh *mesh, uint32_t vertex, uint32_t skip) {
    for (uint32_t h = mesh->vertex_edge[vertex]; h != CW_NONE; h = cw_rotate(mesh, h)) {
        if (mesh->edges[h] == CW_EDGE_PORTAL && skip-- == 0) {
            return h;
        }
    }
    return CW_NONE;
}

cw_status cw_portals_share(cw_carver *carver) {
    sharer state = {.carver = carver,
                    .search = {.any_order = true, .most_triangles = MOST_TRIANGLES}};
    cw_status status = CW_OK;
    uint32_t before = 1;
    for (int pass = 0; pass < MOST_PASSES && before != state.saved && status == CW_OK; pass++) {
        before = state.saved;
        for (uint32_t v = 0; v < carver->surface->vertex_count && status == CW_OK; v++) {
            const cw_carver_corner *corner = &carver->corners.items[v];
            for (uint32_t i = 0; !corner->convex && i < corner->portals && status == CW_OK; i++) {
                status = share_portal(&state, portal_at(&carver->mesh, v, i));
            }
        }
    }
    cw_search_free(carver->context, &state.search);
    CW_ARRAY_FREE(carver->context, &state.ends);
    return status;
}
