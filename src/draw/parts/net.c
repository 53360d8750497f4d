/// The half-edge views of meshes and surfaces.
#include "draw/parts/net.h"

#include <math.h>

static double mesh_height(const void *owner, uint32_t face, cw_vec2 position) {
    return cw_navmesh_height(owner, face, position);
}

/// Height of the plane of a triangle, by barycentric coordinates.
static double surface_height(const void *owner, uint32_t face, cw_vec2 position) {
    const cw_surface *surface = owner;
    const uint32_t *corner = &surface->corners[3 * (size_t)face];
    cw_vec3 a = surface->positions[corner[0]];
    cw_vec3 b = surface->positions[corner[1]];
    cw_vec3 c = surface->positions[corner[2]];
    double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    double at_b = (position.x - a.x) * (c.y - a.y) - (position.y - a.y) * (c.x - a.x);
    double at_c = (b.x - a.x) * (position.y - a.y) - (b.y - a.y) * (position.x - a.x);
    if (!(area > 0)) {
        return a.z;
    }
    return a.z + (b.z - a.z) * (at_b / area) + (c.z - a.z) * (at_c / area);
}

cw_draw_net cw_draw_net_of_mesh(const cw_navmesh *mesh) {
    return (cw_draw_net){
        .face_count = mesh->cell_count,
        .edge_count = mesh->edge_count,
        .face_first = mesh->cell_first,
        .edge_face = mesh->edge_cell,
        .origin = mesh->edge_vertex,
        .twin = mesh->edge_twin,
        .positions = mesh->positions,
        .owner = mesh,
        .height = mesh_height,
    };
}

cw_draw_net cw_draw_net_of_surface(const cw_surface *surface) {
    return (cw_draw_net){
        .face_count = surface->triangle_count,
        .edge_count = 3 * surface->triangle_count,
        .origin = surface->corners,
        .twin = surface->twins,
        .positions = surface->positions,
        .owner = surface,
        .height = surface_height,
    };
}

double cw_draw_net_edge_length(const cw_draw_net *net, uint32_t edge) {
    cw_vec2 from = cw_draw_net_start(net, edge);
    cw_vec2 to = cw_draw_net_end(net, edge);
    return hypot(to.x - from.x, to.y - from.y);
}

double cw_draw_net_length(const cw_draw_net *net) {
    double length = 0;
    for (uint32_t edge = 0; edge < net->edge_count; ++edge) {
        if (net->twin[edge] == CW_NONE || edge < net->twin[edge]) {
            length += cw_draw_net_edge_length(net, edge);
        }
    }
    return length;
}

double cw_draw_net_wall_length(const cw_draw_net *net, uint32_t *wall_count) {
    double length = 0;
    *wall_count = 0;
    for (uint32_t edge = 0; edge < net->edge_count; ++edge) {
        if (net->twin[edge] == CW_NONE) {
            length += cw_draw_net_edge_length(net, edge);
            ++*wall_count;
        }
    }
    return length;
}

double cw_draw_loop_area(const cw_vec2 *points, uint32_t count) {
    double area = 0;
    for (uint32_t i = 2; i < count; ++i) {
        cw_vec2 a = points[i - 1], b = points[i], o = points[0];
        area += (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
    }
    return area;
}
