/// Measures and the end of a surface.
#include "clearway/surface.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

void cw_surface_free(cw_context *context, cw_surface *surface) {
    size_t half_edges = (size_t)3 * surface->triangle_count;
    CW_RELEASE(context, surface->points, surface->vertex_count);
    CW_RELEASE(context, surface->positions, surface->vertex_count);
    CW_RELEASE(context, surface->vertex_source, surface->vertex_count);
    CW_RELEASE(context, surface->vertex_wall, surface->vertex_count);
    CW_RELEASE(context, surface->corners, half_edges);
    CW_RELEASE(context, surface->twins, half_edges);
    CW_RELEASE(context, surface->edges, half_edges);
    CW_RELEASE(context, surface->vertex_terrain, surface->vertex_count);
    cw_terrain *terrain = &surface->terrain;
    CW_RELEASE(context, terrain->positions, terrain->vertex_count);
    CW_RELEASE(context, terrain->corners, (size_t)3 * terrain->triangle_count);
    CW_RELEASE(context, terrain->twins, (size_t)3 * terrain->triangle_count);
    CW_RELEASE(context, terrain->areas, terrain->triangle_count);
    CW_RELEASE(context, terrain->area_names, terrain->area_name_count);
    memset(surface, 0, sizeof *surface);
}

/// From one vertex to another in plan, in the caller's coordinates.
static cw_vec2 difference(const cw_surface *surface, uint32_t from, uint32_t to) {
    cw_vec3 a = surface->positions[from], b = surface->positions[to];
    return (cw_vec2){b.x - a.x, b.y - a.y};
}

double cw_surface_area(const cw_surface *surface) {
    double area = 0;
    for (uint32_t t = 0; t < surface->triangle_count; t++) {
        const uint32_t *corner = surface->corners + (size_t)3 * t;
        cw_vec2 u = difference(surface, corner[0], corner[1]);
        cw_vec2 v = difference(surface, corner[0], corner[2]);
        area += 0.5 * (u.x * v.y - u.y * v.x);
    }
    return area;
}

double cw_surface_wall_length(const cw_surface *surface) {
    double length = 0;
    for (uint32_t t = 0; t < surface->triangle_count; t++) {
        const uint32_t *corner = surface->corners + (size_t)3 * t;
        for (uint32_t k = 0; k < 3; k++) {
            if (surface->edges[3 * t + k] == CW_EDGE_WALL) {
                cw_vec2 edge = difference(surface, corner[k], corner[(k + 1) % 3]);
                length += sqrt(edge.x * edge.x + edge.y * edge.y);
            }
        }
    }
    return length;
}
