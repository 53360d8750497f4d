/// Setting up the decomposition, points on walls, and portals.
#include "navmesh/carve/carver.h"
#include "geom/lattice.h"
#include "geom/order.h"

#include <math.h>
#include <string.h>

double cw_length(cw_point difference) {
    double x = (double)difference.x, y = (double)difference.y;
    return sqrt(x * x + y * y);
}

cw_status cw_carver_begin(cw_context *context, const cw_surface *surface,
                          const cw_navmesh_config *config, cw_carver *carver) {
    *carver = (cw_carver){.context = context, .surface = surface, .config = *config};
    cw_trimesh *mesh = &carver->mesh;
    uint32_t vertices = surface->vertex_count, half_edges = 3 * surface->triangle_count;
    CW_TRY(cw_trimesh_reserve(context, mesh, vertices + (size_t)vertices / 2,
                              surface->triangle_count + (size_t)vertices / 2));
    CW_TRY(CW_ARRAY_RESERVE(context, &carver->corners, mesh->vertex_capacity));
    mesh->leading_label = CW_EDGE_WALL;
    mesh->flip_test = cw_incircle_surely;
    mesh->vertex_count = vertices;
    mesh->triangle_count = surface->triangle_count;
    memcpy(mesh->points, surface->points, vertices * sizeof *mesh->points);
    memcpy(mesh->vertex_edge, surface->vertex_wall, vertices * sizeof *mesh->vertex_edge);
    memcpy(mesh->corners, surface->corners, half_edges * sizeof *mesh->corners);
    memcpy(mesh->twins, surface->twins, half_edges * sizeof *mesh->twins);
    for (uint32_t h = 0; h < half_edges; h++) {
        mesh->edges[h] = surface->edges[h];
    }
    memset(carver->corners.items, 0, vertices * sizeof *carver->corners.items);
    carver->corners.count = vertices;
    return CW_OK;
}

void cw_carver_free(cw_carver *carver) {
    cw_trimesh_free(carver->context, &carver->mesh);
    CW_ARRAY_FREE(carver->context, &carver->corners);
    CW_ARRAY_FREE(carver->context, &carver->wall_points);
}

cw_wall_range cw_wall_range_of(const cw_carver *carver, uint32_t wall) {
    uint32_t from = cw_origin(&carver->mesh, wall), to = cw_target(&carver->mesh, wall);
    uint32_t corners = carver->surface->vertex_count;
    cw_wall_range range = {from, to, 0, CW_COARSE_UNIT};
    if (from >= corners) {
        const cw_wall_point *point = &carver->wall_points.items[from - corners];
        range.from = point->wall_from;
        range.begin = point->part;
    }
    if (to >= corners) {
        const cw_wall_point *point = &carver->wall_points.items[to - corners];
        range.to = point->wall_to;
        range.end = point->part;
    }
    return range;
}

cw_point cw_wall_point_at(const cw_carver *carver, const cw_wall_range *wall, int64_t part) {
    cw_point from = carver->mesh.points[wall->from], to = carver->mesh.points[wall->to];
    /* Corners are multiples of the coarse unit, so this division is exact. */
    return (cw_point){from.x + (to.x - from.x) / CW_COARSE_UNIT * part,
                      from.y + (to.y - from.y) / CW_COARSE_UNIT * part};
}

cw_status cw_wall_split(cw_carver *carver, uint32_t wall, int64_t part, uint32_t *vertex) {
    cw_context *context = carver->context;
    cw_trimesh *mesh = &carver->mesh;
    cw_wall_range range = cw_wall_range_of(carver, wall);
    CW_ASSERT(part > range.begin && part < range.end);
    bool straight =
        !carver->corners.items[range.from].dropped && !carver->corners.items[range.to].dropped;
    CW_TRY(cw_trimesh_reserve(context, mesh, (size_t)mesh->vertex_count + 1, 0));
    CW_TRY(
        CW_ARRAY_PUSH(context, &carver->wall_points, (cw_wall_point){range.from, range.to, part}));
    CW_TRY(CW_ARRAY_PUSH(context, &carver->corners,
                         (cw_carver_corner){.dropped = true, .convex = straight}));
    *vertex = cw_trimesh_add_vertex(mesh, cw_wall_point_at(carver, &range, part));
    return cw_trimesh_split_edge(context, mesh, wall, *vertex);
}

void cw_portal_flag(cw_carver *carver, uint32_t half_edge) {
    cw_trimesh_label(&carver->mesh, half_edge, CW_EDGE_PORTAL);
    carver->corners.items[cw_origin(&carver->mesh, half_edge)].portals++;
    carver->corners.items[cw_target(&carver->mesh, half_edge)].portals++;
    carver->portal_count++;
}

void cw_portal_clear(cw_carver *carver, uint32_t half_edge) {
    cw_trimesh_label(&carver->mesh, half_edge, CW_EDGE_OPEN);
    carver->corners.items[cw_origin(&carver->mesh, half_edge)].portals--;
    carver->corners.items[cw_target(&carver->mesh, half_edge)].portals--;
    carver->portal_count--;
}

/// Tries the triangle of h as the one through which the segment to `to` leaves.
static cw_status try_triangle(cw_carver *carver, uint32_t h, uint32_t to,
                              cw_portal_result *result) {
    cw_trimesh *mesh = &carver->mesh;
    cw_march_end end;
    CW_TRY(cw_trimesh_march(carver->context, mesh, h, to, &end));
    if (end != CW_MARCH_REACHED) {
        return CW_OK;
    }
    uint32_t from = cw_origin(mesh, h);
    CW_TRY(cw_trimesh_insert(carver->context, mesh, from, to, CW_EDGE_PORTAL));
    carver->corners.items[from].portals++;
    carver->corners.items[to].portals++;
    carver->portal_count++;
    *result = CW_PORTAL_MADE;
    return CW_OK;
}

cw_status cw_portal_make(cw_carver *carver, uint32_t from, const cw_sector *sector, uint32_t to,
                         cw_portal_result *result) {
    cw_trimesh *mesh = &carver->mesh;
    cw_point direction = cw_point_sub(mesh->points[to], mesh->points[from]);
    *result = CW_PORTAL_BLOCKED;
    for (uint32_t h = sector->first, last = cw_previous(h); *result == CW_PORTAL_BLOCKED;
         h = mesh->twins[last], last = cw_previous(h)) {
        if (cw_target(mesh, h) == to && mesh->edges[h] == CW_EDGE_OPEN) {
            cw_portal_flag(carver, h);
            *result = CW_PORTAL_MADE;
            break;
        }
        cw_point right = cw_point_sub(mesh->points[cw_target(mesh, h)], mesh->points[from]);
        cw_point left = cw_point_sub(mesh->points[cw_origin(mesh, last)], mesh->points[from]);
        if (cw_turn(right, direction) > 0 && cw_turn(direction, left) > 0) {
            CW_TRY(try_triangle(carver, h, to, result));
        }
        if (mesh->edges[last] != CW_EDGE_OPEN) {
            break;
        }
    }
    return CW_OK;
}

bool cw_is_resolved(const cw_carver *carver, uint32_t vertex) {
    cw_sector sector;
    if (!cw_is_transparent(carver, vertex)) {
        return !cw_notch_at(carver, vertex, &sector);
    }
    if (!carver->relaxed) {
        return true; /* a point on a straight wall: no angle depends on it */
    }
    uint32_t wall = carver->mesh.vertex_edge[vertex];
    return !cw_notch_at(carver, cw_run_end(carver, wall), &sector) &&
           !cw_notch_at(carver, cw_run_begin(carver, wall), &sector);
}

/// True when a portal can go without leaving a notch.
static bool is_inessential(cw_carver *carver, uint32_t half_edge) {
    uint32_t from = cw_origin(&carver->mesh, half_edge), to = cw_target(&carver->mesh, half_edge);
    cw_portal_clear(carver, half_edge);
    bool inessential = cw_is_resolved(carver, from) && cw_is_resolved(carver, to);
    cw_portal_flag(carver, half_edge);
    return inessential;
}

/* Removing one portal never makes another one inessential, so those that are so now are all there
 * are. */
cw_status cw_portals_prune(cw_carver *carver) {
    const cw_trimesh *mesh = &carver->mesh;
    uint32_t count = carver->portal_count, found = 0;
    cw_keyed *order = NULL;
    CW_TRY(CW_ALLOCATE(carver->context, order, 2 * (size_t)count));
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        if (mesh->edges[h] == CW_EDGE_PORTAL && h < mesh->twins[h] && is_inessential(carver, h)) {
            double length = cw_length(
                cw_point_sub(mesh->points[cw_target(mesh, h)], mesh->points[cw_origin(mesh, h)]));
            order[found++] = (cw_keyed){~cw_double_key(length), h};
        }
    }
    cw_keyed_sort_in_place(order, found);
    for (uint32_t i = 0; i < found; i++) {
        if (is_inessential(carver, order[i].item)) {
            cw_portal_clear(carver, order[i].item);
        }
    }
    CW_RELEASE(carver->context, order, 2 * (size_t)count);
    return CW_OK;
}
