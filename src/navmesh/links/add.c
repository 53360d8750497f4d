/// Links that are given by hand: which cells they join.
#include "navmesh/links/links.h"

#include <math.h>

/// Metres by which the middle of an edge may lie beside the mesh: people round.
static const double BESIDE = 1e-3;

static bool is_finite(cw_vec3 p) {
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

/// The cell at a point, or at one up to `beside` metres from it, and its height there (add.c).
static uint32_t cell_at(const cw_navmesh *mesh, cw_vec3 point, double beside, double *height) {
    static const double around[][2] = {{0, 0}, {1, 0},  {-1, 0}, {0, 1},  {0, -1},
                                       {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
        cw_vec3 place = {point.x + around[i][0] * beside, point.y + around[i][1] * beside, point.z};
        uint32_t cell = cw_navmesh_locate(mesh, place);
        if (cell != CW_NONE) {
            *height = cw_navmesh_height(mesh, cell, (cw_vec2){place.x, place.y});
            return cell;
        }
    }
    return CW_NONE;
}

/// Finds the cell of one end, whose places get the height of the floor where they lie on one.
static cw_status place_end(cw_context *context, const cw_navmesh *mesh, uint32_t index,
                           const char *which, const cw_vec3 given[2], cw_vec3 edge[2],
                           uint32_t *cell) {
    if (!is_finite(given[0]) || !is_finite(given[1])) {
        return cw_fail(context, CW_ERROR_INPUT, "link %u: %s is not finite", index, which);
    }
    cw_vec3 middle = {(given[0].x + given[1].x) / 2, (given[0].y + given[1].y) / 2,
                      (given[0].z + given[1].z) / 2};
    double height = 0;
    *cell = cell_at(mesh, middle, BESIDE, &height);
    if (*cell == CW_NONE || fabs(height - middle.z) > CW_LINK_HEIGHT_ERROR) {
        return cw_fail(context, CW_ERROR_INPUT, "link %u: %s (%.9g, %.9g, %.9g) is off the mesh%s",
                       index, which, middle.x, middle.y, middle.z,
                       *cell == CW_NONE ? "" : ": the next floor is above or below it");
    }
    for (int i = 0; i < 2; i++) {
        edge[i] = given[i];
        uint32_t under = cell_at(mesh, given[i], BESIDE, &height);
        if (under != CW_NONE && fabs(height - given[i].z) <= CW_LINK_HEIGHT_ERROR) {
            edge[i].z = height;
        }
    }
    return CW_OK;
}

static cw_status place_link(cw_context *context, const cw_navmesh *mesh, uint32_t index,
                            const cw_link_given *given, cw_link *link) {
    if ((uint32_t)given->kind > CW_LINK_JUMP) {
        return cw_fail(context, CW_ERROR_INPUT, "link %u: there is no kind %u", index,
                       (unsigned)given->kind);
    }
    if (!(given->cost >= 0 && given->cost <= CW_COORDINATE_LIMIT)) {
        return cw_fail(context, CW_ERROR_INPUT, "link %u: a cost of %g m is not offered", index,
                       given->cost);
    }
    *link = (cw_link){.kind = given->kind, .cost = (float)given->cost};
    CW_TRY(place_end(context, mesh, index, "from", given->from, link->from_edge, &link->from));
    CW_TRY(place_end(context, mesh, index, "to", given->to, link->to_edge, &link->to));
    if (link->from == link->to) {
        return cw_fail(context, CW_ERROR_INPUT, "link %u begins and ends in one cell", index);
    }
    return CW_OK;
}

/// The link from its end to its beginning.
static cw_link turned(const cw_link *link) {
    cw_link back = *link;
    back.from = link->to;
    back.to = link->from;
    for (int i = 0; i < 2; i++) {
        back.from_edge[i] = link->to_edge[i];
        back.to_edge[i] = link->from_edge[i];
    }
    return back;
}

cw_status cw_links_append(cw_context *context, cw_navmesh *mesh, const cw_link *links,
                          uint32_t count) {
    if (count > UINT32_MAX - mesh->link_count) {
        return cw_fail(context, CW_ERROR_LIMIT, "there are more than %u links", UINT32_MAX);
    }
    CW_TRY(CW_RESIZE(context, mesh->links, mesh->link_count, (size_t)mesh->link_count + count));
    for (uint32_t i = 0; i < count; i++) {
        mesh->links[mesh->link_count++] = links[i];
    }
    return CW_OK;
}

static cw_status place_all(cw_context *context, const cw_navmesh *mesh, const cw_link_given *given,
                           uint32_t count, cw_link_list *placed) {
    for (uint32_t i = 0; i < count; i++) {
        cw_link link;
        CW_TRY(place_link(context, mesh, i, &given[i], &link));
        CW_TRY(CW_ARRAY_PUSH(context, placed, link));
        if (given[i].both_ways && given[i].kind != CW_LINK_STEP) {
            CW_TRY(CW_ARRAY_PUSH(context, placed, turned(&link)));
        }
    }
    return CW_OK;
}

cw_status cw_navmesh_add_links(cw_context *context, cw_navmesh *mesh, const cw_link_given *links,
                               uint32_t count) {
    CW_ASSERT(context != NULL && mesh != NULL && (links != NULL || count == 0));
    cw_link_list placed = {0};
    cw_status status = place_all(context, mesh, links, count, &placed);
    if (status == CW_OK && placed.count > 0) {
        status = cw_links_append(context, mesh, placed.items, placed.count);
    }
    CW_ARRAY_FREE(context, &placed);
    return status;
}
