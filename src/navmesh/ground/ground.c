/// Which triangles of the terrain lie under a cell.
///
/// The terrain and the cells are two divisions of one sheet, which may lie above itself in plan. A
/// cell is flooded from a triangle that is known to reach into it, and from triangle to triangle
/// through every edge of which more than a point lies inside the cell: what is above or below is
/// not joined by such edges, and is never met. The first triangle is one at a wall of the cell; a
/// cell without walls takes over from a neighbour, across the portal between them.
///
/// All of it is exact, on the lattice on which the cells are exact, since there are cells thinner
/// than a step of it: between a corner and a wall that passes it by a hair. The coordinates that
/// the caller gave differ from the lattice by up to half a step. In these such a cell may be turned
/// inside out.
///
/// Invariant: every triangle of a flood has more than its border in common with the cell.
/// Cost: the triangles under a cell times its corners.
#include "navmesh/ground/ground.h"
#include "geom/lattice.h"

void cw_ground_free(cw_ground *ground) {
    CW_RELEASE(ground->context, ground->points, ground->terrain->vertex_count);
    CW_RELEASE(ground->context, ground->seed, ground->mesh->cell_count);
    CW_ARRAY_FREE(ground->context, &ground->queue);
}

cw_status cw_ground_flood_begin(cw_context *context, const cw_ground *ground,
                                cw_ground_flood *flood) {
    *flood = (cw_ground_flood){.context = context, .ground = ground};
    return CW_ALLOCATE(context, flood->stamp, ground->terrain->triangle_count);
}

void cw_ground_flood_free(cw_ground_flood *flood) {
    CW_RELEASE(flood->context, flood->stamp, flood->ground->terrain->triangle_count);
    CW_ARRAY_FREE(flood->context, &flood->triangles);
    CW_ARRAY_FREE(flood->context, &flood->touched);
    CW_ARRAY_FREE(flood->context, &flood->seeds);
}

cw_status cw_ground_begin(cw_context *context, const cw_surface *surface, const cw_navmesh *mesh,
                          const uint32_t *cell_terrain, cw_ground *ground) {
    const cw_terrain *terrain = &surface->terrain;
    *ground = (cw_ground){.context = context, .terrain = terrain, .mesh = mesh};
    CW_TRY(CW_ALLOCATE(context, ground->points, terrain->vertex_count));
    CW_TRY(CW_ALLOCATE(context, ground->seed, mesh->cell_count));
    for (uint32_t v = 0; v < terrain->vertex_count; v++) {
        cw_vec3 p = terrain->positions[v];
        ground->points[v] = cw_lattice_snap(&surface->lattice, (cw_vec2){p.x, p.y});
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        ground->seed[c] = cell_terrain[c];
        if (cell_terrain[c] != CW_NONE) {
            CW_TRY(CW_ARRAY_PUSH(context, &ground->queue, c));
        }
    }
    return CW_OK;
}

static cw_point edge_from(const cw_ground *ground, uint32_t half_edge) {
    return ground->points[ground->terrain->corners[half_edge]];
}

static cw_point edge_to(const cw_ground *ground, uint32_t half_edge) {
    return edge_from(ground, half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1);
}

/// Whether c, on the line through a and b, lies between them and on neither.
static bool is_strictly_between(cw_point a, cw_point b, cw_point c) {
    return cw_dot(cw_point_sub(a, c), cw_point_sub(b, c)) < 0;
}

/// Whether the middle between two points lies inside a cell and not on its border. In half units of
/// the lattice, in which the middle is exact.
static bool has_middle(const cw_navmesh *mesh, uint32_t cell, cw_point p, cw_point q) {
    cw_point middle = {p.x + q.x, p.y + q.y};
    bool inside = false;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        cw_point a = cw_navmesh_point(mesh, e);
        cw_point b = cw_navmesh_point(mesh, cw_navmesh_next(mesh, cell, e));
        a = (cw_point){2 * a.x, 2 * a.y};
        b = (cw_point){2 * b.x, 2 * b.y};
        if ((a.y > middle.y && b.y > middle.y) || (a.y < middle.y && b.y < middle.y)) {
            continue;
        }
        int side = cw_orient(a, b, middle);
        if (side == 0 && cw_dot(cw_point_sub(a, middle), cw_point_sub(b, middle)) <= 0) {
            return false;
        }
        bool upward = a.y <= middle.y && b.y > middle.y;
        bool downward = b.y <= middle.y && a.y > middle.y;
        inside ^= (upward && side > 0) || (downward && side < 0);
    }
    return inside;
}

/// Whether the boxes of two segments have no point in common.
static bool are_apart(cw_point p, cw_point q, cw_point a, cw_point b) {
    return (a.x < p.x && a.x < q.x && b.x < p.x && b.x < q.x) ||
           (a.x > p.x && a.x > q.x && b.x > p.x && b.x > q.x) ||
           (a.y < p.y && a.y < q.y && b.y < p.y && b.y < q.y) ||
           (a.y > p.y && a.y > q.y && b.y > p.y && b.y > q.y);
}

/// Whether a segment crosses an edge of a cell; if none, lists the corners of the cell on it.
static cw_status crosses_border(cw_ground_flood *flood, uint32_t cell, cw_point p, cw_point q,
                                bool *crosses) {
    const cw_navmesh *mesh = flood->ground->mesh;
    cw_point a = cw_navmesh_point(mesh, cw_navmesh_cell_end(mesh, cell) - 1), b;
    flood->touched.count = 0;
    *crosses = false;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell);
         e++, a = b) {
        b = cw_navmesh_point(mesh, e);
        if (are_apart(p, q, a, b)) {
            continue;
        }
        int b_side = cw_orient(p, q, b);
        if (cw_orient(p, q, a) * b_side < 0 && cw_orient(a, b, p) * cw_orient(a, b, q) < 0) {
            *crosses = true;
            return CW_OK;
        }
        if (b_side == 0 && is_strictly_between(p, q, b)) {
            CW_TRY(CW_ARRAY_PUSH(flood->context, &flood->touched, b));
        }
    }
    return CW_OK;
}

/// The next of the touched places on the way from `from` to q; q when there is none.
static cw_point next_touched(const cw_ground_flood *flood, cw_point from, cw_point q) {
    cw_point next = q;
    for (uint32_t i = 0; i < flood->touched.count; i++) {
        cw_point place = flood->touched.items[i];
        if (is_strictly_between(from, next, place)) {
            next = place;
        }
    }
    return next;
}

/// Whether more than points of a segment lie inside a cell. One that does not cross the border is
/// inside, outside or on it, all the way from each touched place to the next.
static cw_status enters_cell(cw_ground_flood *flood, uint32_t cell, cw_point p, cw_point q,
                             bool *enters) {
    CW_TRY(crosses_border(flood, cell, p, q, enters));
    while (!*enters && !cw_point_equal(p, q)) {
        cw_point next = next_touched(flood, p, q);
        *enters = has_middle(flood->ground->mesh, cell, p, next);
        p = next;
    }
    return CW_OK;
}

static cw_status flood_triangle(cw_ground_flood *flood, uint32_t cell, uint32_t triangle) {
    flood->stamp[triangle] = cell + 1;
    return CW_ARRAY_PUSH(flood->context, &flood->triangles, triangle);
}

static cw_status flood_from_seed(cw_ground_flood *flood, uint32_t cell) {
    flood->triangles.count = 0;
    CW_TRY(flood_triangle(flood, cell, flood->ground->seed[cell]));
    for (uint32_t i = 0; i < flood->triangles.count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t half_edge = 3 * flood->triangles.items[i] + k;
            uint32_t twin = flood->ground->terrain->twins[half_edge];
            if (twin == CW_NONE || flood->stamp[twin / 3] == cell + 1) {
                continue;
            }
            bool enters;
            CW_TRY(enters_cell(flood, cell, edge_from(flood->ground, half_edge),
                               edge_to(flood->ground, half_edge), &enters));
            if (enters) {
                CW_TRY(flood_triangle(flood, cell, twin / 3));
            }
        }
    }
    return CW_OK;
}

/// Whether more than a point of a segment lies inside a triangle. If not, one of its sides or the
/// segment itself is on a line that has the two on different sides.
static bool enters_triangle(const cw_ground_flood *flood, uint32_t triangle, cw_point a,
                            cw_point b) {
    bool left = false, right = false;
    for (uint32_t k = 0; k < 3; k++) {
        cw_point p = edge_from(flood->ground, 3 * triangle + k),
                 q = edge_to(flood->ground, 3 * triangle + k);
        if (cw_orient(p, q, a) <= 0 && cw_orient(p, q, b) <= 0) {
            return false;
        }
        left |= cw_orient(a, b, p) > 0;
        right |= cw_orient(a, b, p) < 0;
    }
    return left && right;
}

/// The edge of a triangle that runs along a-b, in the same direction, for more than a point; or
/// CW_NONE.
static uint32_t edge_along(const cw_ground_flood *flood, uint32_t triangle, cw_point a,
                           cw_point b) {
    cw_point along = cw_point_sub(b, a);
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
        cw_point p = edge_from(flood->ground, h), q = edge_to(flood->ground, h);
        if (cw_orient(a, b, p) == 0 && cw_orient(a, b, q) == 0 &&
            cw_dot(along, cw_point_sub(q, a)) > 0 && cw_dot(along, cw_point_sub(p, b)) < 0 &&
            cw_dot(along, cw_point_sub(q, p)) > 0) {
            return h;
        }
    }
    return CW_NONE;
}

/// A triangle on the other side of a portal a-b of the cell that was flooded last: one that has
/// part of the portal inside, or the neighbour of one that has an edge along it.
static uint32_t find_across(const cw_ground_flood *flood, cw_point a, cw_point b) {
    for (uint32_t i = 0; i < flood->triangles.count; i++) {
        uint32_t triangle = flood->triangles.items[i];
        if (enters_triangle(flood, triangle, a, b)) {
            return triangle;
        }
        uint32_t edge = edge_along(flood, triangle, a, b);
        if (edge != CW_NONE && flood->ground->terrain->twins[edge] != CW_NONE) {
            return flood->ground->terrain->twins[edge] / 3;
        }
    }
    return CW_NONE;
}

cw_status cw_ground_flood_cell(cw_ground_flood *flood, uint32_t cell) {
    const cw_navmesh *mesh = flood->ground->mesh;
    CW_TRY(flood_from_seed(flood, cell));
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        uint32_t twin = mesh->edge_twin[e];
        if (twin == CW_NONE || flood->ground->seed[mesh->edge_cell[twin]] != CW_NONE) {
            continue;
        }
        cw_ground_seed seed = {mesh->edge_cell[twin], find_across(flood, cw_navmesh_point(mesh, e),
                                                                  cw_navmesh_point(mesh, twin))};
        if (seed.triangle != CW_NONE) {
            CW_TRY(CW_ARRAY_PUSH(flood->context, &flood->seeds, seed));
        }
    }
    return CW_OK;
}

cw_status cw_ground_sow(cw_ground *ground, const cw_ground_seed *seeds, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (ground->seed[seeds[i].cell] == CW_NONE) {
            ground->seed[seeds[i].cell] = seeds[i].triangle;
            CW_TRY(CW_ARRAY_PUSH(ground->context, &ground->queue, seeds[i].cell));
        }
    }
    return CW_OK;
}
