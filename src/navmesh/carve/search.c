/// Best-first walk through the triangles of a cone.
///
/// The cone of directions is cut into views by the vertices met; a view and the open edge it
/// looks through are one entry of a heap, keyed by the distance to the visible part of that edge
/// (triangular expansion, Bungiu, Hemmer, Huang, Kroeller 2014, with a heap in place of recursion).
/// What lies behind an edge is farther than the edge, so entries leave the heap in order of
/// distance, and all that leaves it is visible. Sides are exact; distances are doubles computed
/// once, with ties broken by kind and number. O(k log k) for k triangles touched. A search that has
/// looked through its last triangle may go on to tell what is in the heap: all of that is visible.
#include "navmesh/carve/search.h"

#include <math.h>

static bool sooner(const cw_sight *a, const cw_sight *b) {
    if (a->distance != b->distance) {
        return a->distance < b->distance;
    }
    return a->kind != b->kind ? a->kind < b->kind : a->id < b->id;
}

static cw_status heap_push(cw_context *context, cw_search *search, cw_sight sight) {
    CW_TRY(CW_ARRAY_RESERVE(context, &search->heap, (size_t)search->heap.count + 1));
    cw_sight *heap = search->heap.items;
    uint32_t hole = search->heap.count++;
    while (!search->any_order && hole > 0 && sooner(&sight, &heap[(hole - 1) / 2])) {
        heap[hole] = heap[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    heap[hole] = sight;
    return CW_OK;
}

static cw_sight heap_pop(cw_search *search) {
    cw_sight *heap = search->heap.items;
    if (search->any_order) {
        return heap[search->taken++];
    }
    cw_sight top = heap[0], moving = heap[--search->heap.count];
    uint32_t count = search->heap.count, hole = 0;
    for (uint32_t child; (child = 2 * hole + 1) < count; hole = child) {
        child += child + 1 < count && sooner(&heap[child + 1], &heap[child]);
        if (!sooner(&heap[child], &moving)) {
            break;
        }
        heap[hole] = heap[child];
    }
    if (count > 0) {
        heap[hole] = moving;
    }
    return top;
}

/// u x v to within a few times 2^-32: exact where the products cancel, which they do when a window
/// grazes an edge.
static double cross(cw_point u, cw_point v) {
    double first = (double)u.x * (double)v.y, difference = first - (double)u.y * (double)v.x;
    return fabs(difference) > 0x1p-20 * fabs(first) ? difference : cw_wide_double(cw_cross(u, v));
}

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

/// Distance from the origin to the part of the segment p + t (q - p) between two rays.
static double visible_distance(cw_point p, cw_point q, cw_point right, cw_point left) {
    cw_point along = cw_point_sub(q, p);
    double right_slope = cross(right, along), left_slope = cross(left, along);
    double low = right_slope != 0 ? clamp(cross(p, right) / right_slope, 0, 1) : 0;
    double high = left_slope != 0 ? clamp(cross(p, left) / left_slope, 0, 1) : 1;
    double px = (double)p.x, py = (double)p.y, ax = (double)along.x, ay = (double)along.y;
    double foot = clamp(-(px * ax + py * ay) / (ax * ax + ay * ay), low, fmax(low, high));
    double x = px + foot * ax, y = py + foot * ay;
    return sqrt(x * x + y * y);
}

static cw_status push_edge(cw_context *context, cw_search *search, uint32_t half_edge,
                           cw_point right, cw_point left) {
    const cw_trimesh *mesh = &search->carver->mesh;
    if ((search->any_order && mesh->edges[half_edge] != CW_EDGE_OPEN) ||
        cw_turn(right, left) <= 0) {
        return CW_OK;
    }
    static const cw_sight_kind KIND[] = {CW_SIGHT_OPEN, CW_SIGHT_WALL, CW_SIGHT_PORTAL};
    cw_sight sight = {
        .kind = KIND[mesh->edges[half_edge]], .id = half_edge, .right = right, .left = left};
    if (search->any_order) {
        return heap_push(context, search, sight);
    }
    cw_point p = cw_point_sub(mesh->points[cw_origin(mesh, half_edge)], search->eye);
    cw_point q = cw_point_sub(mesh->points[cw_target(mesh, half_edge)], search->eye);
    sight.distance = visible_distance(p, q, right, left);
    return heap_push(context, search, sight);
}

static cw_status push_vertex(cw_context *context, cw_search *search, uint32_t vertex,
                             cw_point direction) {
    cw_sight sight = {.kind = CW_SIGHT_VERTEX,
                      .id = vertex,
                      .right = direction,
                      .left = direction,
                      .distance = cw_length(direction)};
    return heap_push(context, search, sight);
}

/// True when d lies in the closed cone between two directions less than half a turn apart.
static bool between(cw_point right, cw_point d, cw_point left) {
    return cw_turn(right, d) >= 0 && cw_turn(d, left) >= 0;
}

/// A direction at the eye and whether it lies in the area of interest.
typedef struct spoke {
    cw_point direction;
    bool inside;
} spoke;

static spoke spoke_to(const cw_search *search, const cw_sector *sector, uint32_t vertex) {
    cw_point direction = cw_point_sub(search->carver->mesh.points[vertex], search->eye);
    return (spoke){direction, cw_in_interest(sector, direction)};
}

/// Looks through one triangle at the eye, between two spokes: what of the cone falls on its far
/// edge.
static cw_status begin_triangle(cw_context *context, cw_search *search, uint32_t far_edge,
                                const cw_sector *sector, spoke p, spoke q) {
    cw_point cone_right = {-sector->end.x, -sector->end.y};
    cw_point cone_left = {-sector->begin.x, -sector->begin.y};
    if ((!p.inside && !between(p.direction, cone_right, q.direction)) ||
        (!q.inside && !between(p.direction, cone_left, q.direction))) {
        return CW_OK;
    }
    return push_edge(context, search, far_edge, p.inside ? p.direction : cone_right,
                     q.inside ? q.direction : cone_left);
}

cw_status cw_search_begin(cw_context *context, cw_search *search, const cw_carver *carver,
                          uint32_t vertex, const cw_sector *sector) {
    const cw_trimesh *mesh = &carver->mesh;
    search->carver = carver;
    search->eye = mesh->points[vertex];
    search->heap.count = 0;
    search->taken = 0;
    search->triangles = 0;
    spoke right = spoke_to(search, sector, cw_target(mesh, sector->first));
    for (uint32_t h = sector->first;; h = mesh->twins[cw_previous(h)]) {
        spoke left = spoke_to(search, sector, cw_apex(mesh, h));
        bool last = cw_previous(h) == sector->last;
        if (left.inside && !last) {
            CW_TRY(push_vertex(context, search, cw_apex(mesh, h), left.direction));
        }
        CW_TRY(begin_triangle(context, search, cw_next(h), sector, right, left));
        if (last) {
            return CW_OK;
        }
        right = left;
    }
}

/// Looks on through an open edge.
static cw_status expand(cw_context *context, cw_search *search, const cw_sight *sight) {
    const cw_trimesh *mesh = &search->carver->mesh;
    uint32_t twin = mesh->twins[sight->id], apex = cw_apex(mesh, twin);
    uint32_t right_edge = cw_next(twin), left_edge = cw_previous(twin);
    cw_point direction = cw_point_sub(mesh->points[apex], search->eye);
    if (cw_turn(sight->right, direction) < 0) {
        return push_edge(context, search, left_edge, sight->right, sight->left);
    }
    if (cw_turn(direction, sight->left) < 0) {
        return push_edge(context, search, right_edge, sight->right, sight->left);
    }
    CW_TRY(push_vertex(context, search, apex, direction));
    CW_TRY(push_edge(context, search, right_edge, sight->right, direction));
    return push_edge(context, search, left_edge, direction, sight->left);
}

cw_status cw_search_next(cw_context *context, cw_search *search, cw_sight *sight, bool *found) {
    *found = false;
    while (search->heap.count > search->taken) {
        *sight = heap_pop(search);
        if (sight->kind != CW_SIGHT_OPEN) {
            *found = true;
            return CW_OK;
        }
        if (search->triangles < search->most_triangles) {
            search->triangles++;
            CW_TRY(expand(context, search, sight));
        } else if (!search->tells_rest) {
            break;
        }
    }
    return CW_OK;
}

void cw_search_free(cw_context *context, cw_search *search) {
    CW_ARRAY_FREE(context, &search->heap);
}
