/// Facets: pieces of the floor in one plane, for queries that need the floor in space; and what
/// room a cell has for a disc around a point, and all in all. The clearance changes by no more than
/// the way one goes, so a place tells of what is around it.
#include "path/places/facet.h"

/// By how much sides are looked at that are further away than asked for; above rounding.
#define BOX_SLACK 1e-3

/// Metres that rounding may take from a clearance.
static const double ROUNDING = CW_CLEARANCE_TOLERANCE;
/// Most halvings of the box of a cell, and radii that half its outline may have: a larger one is
/// taken to have room.
enum { HALVINGS = 7, MOST_RADII = 32 };

uint32_t cw_facet_count(const cw_clearance *clearance, uint32_t cell) {
    const uint32_t *first = clearance->mesh->cell_triangle_first;
    return first != NULL && first[cell + 1] > first[cell] ? first[cell + 1] - first[cell] : 1;
}

cw_facet cw_facet_outline(const cw_clearance *clearance, uint32_t cell) {
    const cw_navmesh *mesh = clearance->mesh;
    return (cw_facet){.clearance = clearance,
                      .vertices = &mesh->edge_vertex[cw_navmesh_cell_begin(mesh, cell)],
                      .count = cw_navmesh_degree(mesh, cell),
                      .cell = cell};
}

/// The plane of a flat cell: what cw_navmesh_height says, at three places.
static void find_cell_plane(cw_facet *facet) {
    const cw_navmesh *mesh = facet->clearance->mesh;
    facet->origin = cw_facet_corner(facet, 0);
    cw_vec2 at = cw_clearance_plan(mesh, facet->origin);
    facet->height = cw_navmesh_height(mesh, facet->cell, at);
    facet->slope.x =
        cw_navmesh_height(mesh, facet->cell, (cw_vec2){at.x + 1, at.y}) - facet->height;
    facet->slope.y =
        cw_navmesh_height(mesh, facet->cell, (cw_vec2){at.x, at.y + 1}) - facet->height;
}

/// The plane along the longest side of a sliver, level across it. The one through its corners would
/// be steep by chance, and pass everywhere.
static void find_sliver_plane(cw_facet *facet) {
    const cw_vec3 *positions = facet->clearance->mesh->positions;
    double longest = 0;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t next = (i + 1) % 3;
        cw_vec2 side = cw_vec2_sub(cw_facet_corner(facet, next), cw_facet_corner(facet, i));
        double square = cw_vec2_dot(side, side);
        if (square > longest) {
            longest = square;
            facet->origin = cw_facet_corner(facet, i);
            facet->height = positions[facet->vertices[i]].z;
            double rise = positions[facet->vertices[next]].z - facet->height;
            facet->slope = (cw_vec2){rise * side.x / square, rise * side.y / square};
        }
    }
}

/// The plane through the corners of a triangle.
static void find_triangle_plane(cw_facet *facet) {
    const cw_vec3 *positions = facet->clearance->mesh->positions;
    facet->origin = cw_facet_corner(facet, 0);
    facet->height = positions[facet->vertices[0]].z;
    cw_vec2 b = cw_vec2_sub(cw_facet_corner(facet, 1), facet->origin);
    cw_vec2 c = cw_vec2_sub(cw_facet_corner(facet, 2), facet->origin);
    double rise_b = positions[facet->vertices[1]].z - facet->height;
    double rise_c = positions[facet->vertices[2]].z - facet->height;
    double area = cw_vec2_cross(b, c);
    if (cw_is_sliver(area, b, c)) {
        find_sliver_plane(facet);
        return;
    }
    facet->slope.x = (rise_b * c.y - rise_c * b.y) / area;
    facet->slope.y = (rise_c * b.x - rise_b * c.x) / area;
}

cw_facet cw_facet_get(const cw_clearance *clearance, uint32_t cell, uint32_t index) {
    const cw_navmesh *mesh = clearance->mesh;
    const uint32_t *first = mesh->cell_triangle_first;
    cw_facet facet = cw_facet_outline(clearance, cell);
    if (first != NULL && first[cell + 1] > first[cell]) {
        facet.vertices = &mesh->triangles[3 * ((size_t)first[cell] + index)];
        facet.count = 3;
        find_triangle_plane(&facet);
    } else {
        find_cell_plane(&facet);
    }
    return facet;
}

bool cw_facet_contains(const cw_facet *facet, cw_vec2 x) {
    bool inside = false;
    cw_vec2 a = cw_facet_corner(facet, facet->count - 1);
    for (uint32_t i = 0; i < facet->count; i++) {
        cw_vec2 b = cw_facet_corner(facet, i);
        if ((a.y <= x.y) != (b.y <= x.y)) {
            double side = cw_vec2_cross(cw_vec2_sub(b, a), cw_vec2_sub(x, a));
            inside ^= (side > 0) == (a.y < b.y);
        }
        a = b;
    }
    return inside;
}

double cw_facet_border(const cw_facet *facet, cw_vec2 x, double reach, cw_vec2 *nearest) {
    double least = INFINITY, rim = (1 + BOX_SLACK) * reach;
    cw_vec2 a = cw_facet_corner(facet, facet->count - 1);
    for (uint32_t i = 0; i < facet->count; i++) {
        cw_vec2 b = cw_facet_corner(facet, i), side = cw_vec2_sub(b, a);
        cw_box box = cw_box_of(a, b);
        if (cw_box_square(&box, x) > rim * rim) {
            a = b;
            continue;
        }
        double square = cw_vec2_dot(side, side);
        double t = square > 0 ? cw_vec2_dot(cw_vec2_sub(x, a), side) / square : 0;
        cw_vec2 foot = t <= 0 ? a : t >= 1 ? b : cw_vec2_along(a, t, side);
        double distance = cw_vec2_distance(x, foot);
        if (distance < least) {
            least = distance;
            if (nearest != NULL) {
                *nearest = foot;
            }
        }
        a = b;
    }
    return least;
}

cw_room cw_facet_room(const cw_facet *cell, cw_vec2 x, double reach, double radius) {
    bool inside = cw_facet_contains(cell, x);
    double out = inside ? 0 : cw_facet_border(cell, x, INFINITY, &x);
    if (out > reach) {
        return CW_ROOM_NONE;
    }
    double clearance = cw_clearance_at(cell->clearance, cell->cell, x, NULL);
    if (clearance < radius) {
        return clearance + out + reach < radius ? CW_ROOM_NONE : CW_ROOM_PERHAPS;
    }
    bool all =
        inside && clearance >= radius + reach && cw_facet_border(cell, x, INFINITY, NULL) >= reach;
    return all ? CW_ROOM_ALL : CW_ROOM_SOME;
}

/// Whether a disc surely fits nowhere in the part of a cell in a box, which is halved across its
/// longer side.
static bool is_narrow(const cw_facet *cell, cw_box box, double radius, int halvings) {
    cw_vec2 middle = {(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2};
    double reach = cw_vec2_distance(middle, box.high);
    cw_room room = cw_facet_room(cell, middle, reach, radius);
    if (room != CW_ROOM_PERHAPS || halvings == 0) {
        return room == CW_ROOM_NONE;
    }
    cw_box low = box, high = box;
    if (box.high.x - box.low.x > box.high.y - box.low.y) {
        low.high.x = high.low.x = middle.x;
    } else {
        low.high.y = high.low.y = middle.y;
    }
    return is_narrow(cell, low, radius, halvings - 1) &&
           is_narrow(cell, high, radius, halvings - 1);
}

bool cw_facet_is_narrow(const cw_facet *cell, double radius) {
    cw_box box = cw_facet_box(cell);
    double outline = box.high.x - box.low.x + box.high.y - box.low.y;
    return outline <= MOST_RADII * radius && is_narrow(cell, box, radius - ROUNDING, HALVINGS);
}
