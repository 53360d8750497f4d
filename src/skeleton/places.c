/// In which triangle of the surface each node lies.
///
/// An arc lies inside the floor, so walking along it through the triangles leads from the place of
/// one end to that of the other, also where floors lie above each other. Corners are known; the
/// rest is found in the order of a search.
#include "skeleton/skeleton.h"

#include <string.h>

/// Triangles passed along one arc at most, as a share of all: rounding may not walk in circles.
enum { PATIENCE = 2 };

/// A vertex of the surface in local metres; exact.
static cw_vec2 local(const cw_surface *surface, uint32_t vertex) {
    double scale = surface->lattice.step / (double)((int64_t)1 << CW_LATTICE_FINE_BITS);
    return (cw_vec2){(double)surface->points[vertex].x * scale,
                     (double)surface->points[vertex].y * scale};
}

/// Twice the area of a triangle: > 0 where c lies left of a -> b.
static double side(cw_vec2 a, cw_vec2 b, cw_vec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The open edge through which the way from `from` to `to` leaves a triangle, or CW_NONE where it
/// ends in it. Of the edges that `to` lies beyond, the one that the way crosses.
static uint32_t way_out(const cw_surface *surface, uint32_t triangle, uint32_t entry, cw_vec2 from,
                        cw_vec2 to) {
    uint32_t best = CW_NONE;
    double most = 0;
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
        if (h == entry || surface->twins[h] == CW_NONE) {
            continue;
        }
        cw_vec2 a = local(surface, surface->corners[h]);
        cw_vec2 b = local(surface, surface->corners[cw_next(h)]);
        double x = b.x - a.x, y = b.y - a.y, beyond = -side(a, b, to) / sqrt(x * x + y * y);
        bool crosses = side(from, to, a) <= 0 && side(from, to, b) >= 0;
        if (beyond > most && crosses) {
            best = h;
            most = beyond;
        }
    }
    return best;
}

static uint32_t walk(const cw_surface *surface, uint32_t triangle, cw_vec2 from, cw_vec2 to) {
    uint32_t entry = CW_NONE;
    for (uint64_t i = 0; i < (uint64_t)PATIENCE * surface->triangle_count; i++) {
        uint32_t out = way_out(surface, triangle, entry, from, to);
        if (out == CW_NONE) {
            return triangle;
        }
        entry = surface->twins[out];
        triangle = entry / 3;
    }
    return triangle;
}

/// The triangle at the corner `vertex` into which the way to `to` leads.
static uint32_t first_triangle(const cw_surface *surface, uint32_t vertex, cw_vec2 to) {
    cw_vec2 at = local(surface, vertex);
    uint32_t h = surface->vertex_wall[vertex], best = h / 3;
    double least = -1e300;
    for (;;) {
        uint32_t previous = cw_previous(h);
        cw_vec2 a = local(surface, surface->corners[cw_next(h)]);
        cw_vec2 b = local(surface, surface->corners[previous]);
        double ahead =
            (to.x - at.x) * (a.x + b.x - 2 * at.x) + (to.y - at.y) * (a.y + b.y - 2 * at.y);
        double right = side(at, a, to), left = side(at, to, b);
        double inside = right < left ? right : left;
        if (inside > least && (ahead > 0 || inside > 0)) {
            least = inside;
            best = h / 3;
        }
        if (surface->twins[previous] == CW_NONE) {
            return best;
        }
        h = surface->twins[previous];
    }
}

/// Places the other end of an arc from a node that is placed.
static void place_along(const cw_surface *surface, cw_skeleton *skeleton, const uint32_t *vertices,
                        uint32_t known, uint32_t unknown) {
    const cw_skeleton_node *from = &skeleton->nodes[known];
    cw_skeleton_node *to = &skeleton->nodes[unknown];
    uint32_t start = from->kind == CW_SKELETON_CORNER
                         ? first_triangle(surface, vertices[known], to->position)
                         : from->triangle;
    to->triangle = walk(surface, start, from->position, to->position);
}

/// Height of the plane through the corners of a triangle at a position.
static double plane_height(const cw_surface *surface, uint32_t triangle, cw_vec2 position) {
    const uint32_t *v = surface->corners + 3 * (size_t)triangle;
    cw_vec2 a = local(surface, v[0]), b = local(surface, v[1]), c = local(surface, v[2]);
    double all = side(a, b, c), second = side(a, position, c) / all;
    double third = side(a, b, position) / all, base = surface->positions[v[0]].z;
    return base + second * (surface->positions[v[1]].z - base) +
           third * (surface->positions[v[2]].z - base);
}

cw_status cw_skeleton_place_nodes(cw_context *context, const cw_surface *surface,
                                  cw_skeleton *skeleton) {
    uint32_t *vertices = NULL;
    CW_TRY(CW_ALLOCATE(context, vertices, skeleton->node_count));
    for (uint32_t w = 0; w < skeleton->wall_count; w++) {
        uint32_t node = skeleton->face_nodes[skeleton->face_first[w]];
        vertices[node] = skeleton->walls[w].surface_vertex;
    }
    // Arcs come in the order in which they end, so the start of each is placed before.
    bool again = true;
    while (again) {
        again = false;
        for (uint32_t i = 0; i < skeleton->arc_count; i++) {
            const cw_skeleton_arc *arc = &skeleton->arcs[i];
            uint32_t known = arc->from, unknown = arc->to;
            if (skeleton->nodes[known].triangle == CW_NONE) {
                known = arc->to;
                unknown = arc->from;
            }
            if (skeleton->nodes[known].triangle != CW_NONE &&
                skeleton->nodes[unknown].triangle == CW_NONE) {
                place_along(surface, skeleton, vertices, known, unknown);
                again = true;
            }
        }
    }
    for (uint32_t i = 0; i < skeleton->node_count; i++) {
        cw_skeleton_node *node = &skeleton->nodes[i];
        node->height = node->kind == CW_SKELETON_CORNER
                           ? surface->positions[vertices[i]].z
                           : plane_height(surface, node->triangle, node->position);
    }
    CW_RELEASE(context, vertices, skeleton->node_count);
    return CW_OK;
}
