/// Shrunk portals as the seeds have them, to be compared with; see shrink.h.
///
/// R. Oliva, N. Pelechano, "A generalized exact arbitrary clearance technique for navigation
/// meshes", 2013; the same with recursion in R. Oliva's thesis, chapter 7, algorithms 8 to 10. The
/// portal is shrunk once in the cell behind it, looking along the path, and once in the cell before
/// it, looking back; what is left in both is the result. In each cell:
///
///   case 1  both ends are moved by the radius;
///   case 2  circles around the ends of the portals that the path crosses next;
///   case 3  walls that lean over the portal are moved by the radius and cut it.
///
/// Where the text and the listings of the thesis differ, the text is followed, for the listings
/// miss more: algorithm 10 tests the direction of the portal where the text has its normal, and
/// algorithm 9 does not stop where the text stops. The defects of the method are kept; each is
/// named where it lies. Its cost is that of the cells that the moved walls reach.
#include "clearway/edges.h"
#include "seeds/plane.h"

#include <assert.h>

/// Cells that case 3 may visit. The thesis has no limit; on floors that wind above themselves its
/// recursion need not end.
enum { CELL_BUDGET = 64 };

/// Metres by which a circle may miss an end that it touches.
#define TOUCH 1e-9

/// A portal as an edge of one cell, and the part of it that is left.
typedef struct portal {
    const cw_navmesh *mesh;
    uint32_t cell;
    cw_vec2 origin, direction, normal; ///< unit; the normal points into the cell
    double radius;
    double from, to; ///< metres from the origin
    uint32_t budget;
} portal;

/// Case 1. Only ends that stand on walls should count where a mesh has others, as the thesis says;
/// it does not say how to tell, and takes them all.
static portal portal_of(const cw_navmesh *mesh, uint32_t edge, double radius) {
    cw_vec2 from = seed_from(mesh, edge);
    cw_vec2 along = seed_minus(seed_to(mesh, edge), from);
    double length = seed_length(along);
    cw_vec2 direction = {along.x / length, along.y / length};
    return (portal){.mesh = mesh,
                    .cell = mesh->edge_cell[edge],
                    .origin = from,
                    .direction = direction,
                    .normal = {-direction.y, direction.x},
                    .radius = radius,
                    .from = radius,
                    .to = length - radius,
                    .budget = CELL_BUDGET};
}

/// Where the circle around `center` cuts what is left of the portal: 0, 1 or 2 places, in order.
static int cut_by_circle(const portal *p, cw_vec2 center, double at[2]) {
    cw_vec2 offset = seed_minus(center, p->origin);
    double along = seed_dot(offset, p->direction), height = seed_dot(offset, p->normal);
    double square = p->radius * p->radius - height * height;
    if (square < 0) {
        return 0;
    }
    double half = sqrt(square);
    double cuts[2] = {along - half, along + half};
    int count = 0;
    for (int i = 0; i < (square > 0 ? 2 : 1); i++) {
        // Circles around the portal's own ends touch what is left at its ends.
        if (cuts[i] >= p->from - TOUCH && cuts[i] <= p->to + TOUCH) {
            at[count++] = fmin(fmax(cuts[i], p->from), p->to);
        }
    }
    return count;
}

/// Case 2 for one portal of the path, as the edge of the cell that is left. Defects: a portal that
/// lies inside a circle is not cut, so nothing happens; a circle that holds one end of what is left
/// may move the other; and what is left is one part, where the truth may be two.
static bool cut_by_portal(portal *p, uint32_t edge) {
    double at[2];
    int first = cut_by_circle(p, seed_from(p->mesh, edge), at);
    if (first > 0) {
        p->to = at[0];
    }
    int second = cut_by_circle(p, seed_to(p->mesh, edge), at);
    if (second > 0) {
        p->from = at[second - 1];
    }
    return first > 0 || second > 0;
}

/// Case 2 along the path, or back along it. Defects: it stops at the first portal without effect,
/// though later ones may be near; ends of portals beside the path get no circle, nor do corners
/// inside a relaxed cell; and nothing is done in the cells of the start and the goal.
static void cut_by_path(portal *p, const uint32_t *path, uint32_t count, uint32_t index,
                        bool ahead) {
    const cw_navmesh *mesh = p->mesh;
    bool effect = true;
    if (ahead) {
        for (uint32_t i = index + 1; i < count && effect; i++) {
            effect = cut_by_portal(p, path[i]);
        }
    } else {
        for (uint32_t i = index; i > 0 && effect; i--) {
            effect = cut_by_portal(p, mesh->edge_twin[path[i - 1]]);
        }
    }
}

/// Case 3 for the edges of a cell. Defects: a wall that is parallel to the portal and closer than
/// the radius is moved past it and cuts nothing; a wall counts as a line without the circles around
/// its ends; and a wall that cuts out the middle leaves one of the two sides.
static void cut_by_cell(portal *p, uint32_t cell) {
    const cw_navmesh *mesh = p->mesh;
    if (p->budget == 0) {
        return;
    }
    p->budget--;
    for (uint32_t edge = cw_navmesh_cell_begin(mesh, cell); edge < cw_navmesh_cell_end(mesh, cell);
         edge++) {
        cw_vec2 from = seed_from(mesh, edge), to = seed_to(mesh, edge);
        cw_vec2 along = seed_minus(to, from);
        double length = seed_length(along);
        cw_vec2 shrink = {-along.y / length, along.x / length};
        if (seed_dot(shrink, p->normal) >= 0) {
            continue;
        }
        cw_vec2 moved = seed_minus(seed_along(from, p->radius, shrink), p->origin);
        double height = seed_dot(moved, p->normal), rise = seed_dot(along, p->normal);
        if (rise == 0 || height * (height + rise) > 0) {
            continue;
        }
        double at = seed_dot(seed_along(moved, -height / rise, along), p->direction);
        if (at < p->from || at > p->to) {
            continue;
        }
        if (mesh->edge_twin[edge] != CW_NONE) {
            cut_by_cell(p, mesh->edge_cell[mesh->edge_twin[edge]]);
        } else if (rise < 0) {
            p->from = at;
        } else {
            p->to = at;
        }
    }
}

bool cw_shrink_simple(const cw_navmesh *mesh, uint32_t edge, double radius, cw_interval *part) {
    assert(edge < mesh->edge_count && mesh->edge_twin[edge] != CW_NONE && radius >= 0);
    double length = seed_distance(seed_from(mesh, edge), seed_to(mesh, edge));
    bool open = radius <= length - radius;
    *part = open ? (cw_interval){radius, length - radius} : (cw_interval){0, 0};
    return open;
}

bool cw_shrink_exact(const cw_navmesh *mesh, const uint32_t *path, uint32_t path_count,
                     uint32_t index, double radius, cw_interval *part) {
    assert(index < path_count && radius >= 0);
    *part = (cw_interval){0, 0};
    uint32_t edge = path[index];
    portal before = portal_of(mesh, edge, radius);
    if (before.from > before.to) {
        return false;
    }
    double length = before.to + radius;
    cut_by_path(&before, path, path_count, index, false);
    cut_by_cell(&before, before.cell);
    portal behind = portal_of(mesh, mesh->edge_twin[edge], radius);
    cut_by_path(&behind, path, path_count, index, true);
    cut_by_cell(&behind, behind.cell);
    double from = fmax(before.from, length - behind.to);
    double to = fmin(before.to, length - behind.from);
    if (from > to) {
        return false;
    }
    *part = (cw_interval){from, to};
    return true;
}
