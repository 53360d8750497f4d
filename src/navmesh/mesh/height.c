/// The height of the floor inside a cell.
///
/// A flat cell has the plane through its centre with Newell's normal (Sutherland, Sproull and
/// Schumacker, "A characterization of ten hidden-surface algorithms", 1974), which is exact where
/// the corners lie in a plane and a fair average where they nearly do. Other cells have the
/// triangle that contains the position: of all triangles of the cell, the one whose smallest
/// barycentric weight there is largest, so that a position a hair outside of all of them still has
/// a height. One that has the position well inside is that triangle: the others do not overlap it.
/// Slivers, which rounding leaves between others, have no plane to speak of. Their sides have
/// heights, and so have walls: where no other triangle is, as all along a cell as thin as rounding,
/// the height is that of the nearest place on one of these.
///
/// Cost: constant in a level cell and in one with a grid over its triangles (facets.c), else linear
/// in the corners, or in the triangles, which are few.
#include "navmesh/navmesh.h"

#include <math.h>

static cw_vec3 cell_center(const cw_navmesh *mesh, uint32_t cell) {
    cw_vec3 sum = {0, 0, 0};
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        cw_vec3 p = mesh->positions[mesh->edge_vertex[e]];
        sum = (cw_vec3){sum.x + p.x, sum.y + p.y, sum.z + p.z};
    }
    double count = cw_navmesh_degree(mesh, cell);
    return (cw_vec3){sum.x / count, sum.y / count, sum.z / count};
}

bool cw_navmesh_is_level(const cw_navmesh *mesh, uint32_t cell) {
    const uint32_t *vertices = mesh->edge_vertex;
    uint32_t first = cw_navmesh_cell_begin(mesh, cell), end = cw_navmesh_cell_end(mesh, cell);
    double z = mesh->positions[vertices[first]].z;
    for (uint32_t e = first + 1; e < end; e++) {
        if (mesh->positions[vertices[e]].z != z) {
            return false;
        }
    }
    return true;
}

static double plane_height(const cw_navmesh *mesh, uint32_t cell, cw_vec2 position) {
    if (cw_navmesh_is_level(mesh, cell)) {
        return mesh->positions[mesh->edge_vertex[cw_navmesh_cell_begin(mesh, cell)]].z;
    }
    cw_vec3 center = cell_center(mesh, cell), normal = {0, 0, 0};
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        cw_vec3 a = mesh->positions[mesh->edge_vertex[e]];
        cw_vec3 b = mesh->positions[mesh->edge_vertex[cw_navmesh_next(mesh, cell, e)]];
        a = (cw_vec3){a.x - center.x, a.y - center.y, a.z - center.z};
        b = (cw_vec3){b.x - center.x, b.y - center.y, b.z - center.z};
        normal.x += (a.y - b.y) * (a.z + b.z);
        normal.y += (a.z - b.z) * (a.x + b.x);
        normal.z += (a.x - b.x) * (a.y + b.y);
    }
    double rise = normal.x * (position.x - center.x) + normal.y * (position.y - center.y);
    return normal.z > 0 ? center.z - rise / normal.z : center.z;
}

/// Weights of corners above which rounding does not matter.
#define WELL_INSIDE 1e-9

static inline bool is_sliver(double area, cw_vec3 a, cw_vec3 b, cw_vec3 c) {
    return cw_is_sliver(area, (cw_vec2){b.x - a.x, b.y - a.y}, (cw_vec2){c.x - a.x, c.y - a.y});
}

/// Whether a position lies well inside of a triangle that is no sliver.
static bool is_well_inside(const cw_navmesh *mesh, const uint32_t *corners, cw_vec2 position) {
    cw_vec3 a = mesh->positions[corners[0]], b = mesh->positions[corners[1]];
    cw_vec3 c = mesh->positions[corners[2]];
    double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    double px = position.x - a.x, py = position.y - a.y;
    double share_b = px * (c.y - a.y) - py * (c.x - a.x);
    double share_c = (b.x - a.x) * py - (b.y - a.y) * px;
    double share_a = area - share_b - share_c, least = WELL_INSIDE * area;
    return (share_b > least) & (share_c > least) & (share_a > least) && !is_sliver(area, a, b, c);
}

/// A position this far outside of a triangle, in weights, is still at its border.
#define HAIR 1e-6

/// Height on the plane of a triangle, and the smallest weight of its corners there, which is minus
/// infinity in a sliver.
static double triangle_height(const cw_navmesh *mesh, const uint32_t *corners, cw_vec2 position,
                              double *least) {
    cw_vec3 a = mesh->positions[corners[0]], b = mesh->positions[corners[1]];
    cw_vec3 c = mesh->positions[corners[2]];
    double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    double px = position.x - a.x, py = position.y - a.y;
    double weight_b = (px * (c.y - a.y) - py * (c.x - a.x)) / area;
    double weight_c = ((b.x - a.x) * py - (b.y - a.y) * px) / area;
    *least = is_sliver(area, a, b, c) ? -INFINITY
                                      : fmin(fmin(weight_b, weight_c), 1 - weight_b - weight_c);
    return a.z + weight_b * (b.z - a.z) + weight_c * (c.z - a.z);
}

/// The place nearest to a position among some that have a height.
typedef struct nearest_place {
    double distance; ///< its square
    double height;
} nearest_place;

/// Looks at a straight line between two vertices.
static void try_line(nearest_place *best, cw_vec3 a, cw_vec3 b, cw_vec2 position) {
    double x = b.x - a.x, y = b.y - a.y, px = position.x - a.x, py = position.y - a.y;
    double square = x * x + y * y;
    double along = square > 0 ? fmin(fmax((px * x + py * y) / square, 0), 1) : 0;
    px -= along * x;
    py -= along * y;
    if (px * px + py * py < best->distance) {
        *best = (nearest_place){px * px + py * py, a.z + along * (b.z - a.z)};
    }
}

/// Height at the nearest place on a side of triangles `first` .. `end` - 1, or on a wall of the
/// cell that has them: at the tip of a cell there may be less than a triangle.
static double nearest_height(const cw_navmesh *mesh, uint32_t cell, uint32_t first, uint32_t end,
                             cw_vec2 position) {
    nearest_place best = {INFINITY, 0};
    for (size_t i = 3 * (size_t)first; i < 3 * (size_t)end; i++) {
        try_line(&best, mesh->positions[mesh->triangles[i]],
                 mesh->positions[mesh->triangles[i % 3 == 2 ? i - 2 : i + 1]], position);
    }
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        if (mesh->edge_twin[e] == CW_NONE) {
            uint32_t next = cw_navmesh_next(mesh, cell, e);
            try_line(&best, mesh->positions[mesh->edge_vertex[e]],
                     mesh->positions[mesh->edge_vertex[next]], position);
        }
    }
    return best.height;
}

/// The triangles of a cell, in `first` .. `end` - 1.
static void triangles_of(const cw_navmesh *mesh, uint32_t cell, uint32_t *first, uint32_t *end) {
    *first = mesh->cell_triangle_first != NULL ? mesh->cell_triangle_first[cell] : 0;
    *end = mesh->cell_triangle_first != NULL ? mesh->cell_triangle_first[cell + 1] : 0;
}

static void widen(cw_height_range *range, double z) {
    range->low = fmin(range->low, z);
    range->high = fmax(range->high, z);
}

cw_height_range cw_navmesh_measure_heights(const cw_navmesh *mesh, uint32_t cell) {
    cw_height_range range = {INFINITY, -INFINITY};
    uint32_t first, end;
    triangles_of(mesh, cell, &first, &end);
    for (size_t i = 3 * (size_t)first; i < 3 * (size_t)end; i++) {
        widen(&range, mesh->positions[mesh->triangles[i]].z);
    }
    if (first == end && cw_navmesh_is_level(mesh, cell)) {
        widen(&range, mesh->positions[mesh->edge_vertex[cw_navmesh_cell_begin(mesh, cell)]].z);
        return range;
    }
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell);
         e < cw_navmesh_cell_end(mesh, cell) && first == end; e++) {
        cw_vec3 p = mesh->positions[mesh->edge_vertex[e]];
        widen(&range, plane_height(mesh, cell, (cw_vec2){p.x, p.y}));
    }
    return range;
}

/// The triangle of a cell that has a position well inside, or NULL.
static const uint32_t *find_triangle(const cw_navmesh *mesh, uint32_t cell, cw_vec2 position) {
    uint32_t first, end;
    triangles_of(mesh, cell, &first, &end);
    cw_facet_list list = cw_facets_at(&mesh->locator.facets, cell, position);
    uint32_t count = list.triangles == NULL ? end - first : list.count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t triangle = list.triangles == NULL ? first + i : list.triangles[i];
        const uint32_t *corners = &mesh->triangles[3 * (size_t)triangle];
        if (is_well_inside(mesh, corners, position)) {
            return corners;
        }
    }
    return NULL;
}

double cw_navmesh_height(const cw_navmesh *mesh, uint32_t cell, cw_vec2 position) {
    if (cell >= mesh->cell_count) {
        return NAN;
    }
    const cw_height_range *range = mesh->locator.heights; /* NULL until the mesh is finished */
    if (range != NULL && range[cell].low == range[cell].high) {
        return range[cell].low;
    }
    uint32_t first, end;
    triangles_of(mesh, cell, &first, &end);
    double most = -INFINITY, height = 0, least;
    const uint32_t *under = find_triangle(mesh, cell, position);
    if (under != NULL) {
        return triangle_height(mesh, under, position, &least);
    }
    for (uint32_t t = first; t < end; t++) {
        double candidate = triangle_height(mesh, &mesh->triangles[3 * (size_t)t], position, &least);
        if (least > most) {
            most = least;
            height = candidate;
        }
    }
    if (first == end) {
        return plane_height(mesh, cell, position);
    }
    return most >= -HAIR ? height : nearest_height(mesh, cell, first, end, position);
}
