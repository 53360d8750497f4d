/// The distance of a point to the nearest wall: the least over the corners and walls that matter to
/// its cell. Both lists are sorted by their distance to the cell, so the search ends where that
/// exceeds the best so far. The ends of the cell's portals on walls count as well: on a portal at
/// right angles to a straight wall, rounding may leave a point outside of every slab.
#include "clearance/gates.h"

double cw_clearance_nearest(const cw_clearance *clearance, uint32_t cell, cw_vec2 position,
                            cw_vec2 *nearest, uint32_t *edge) {
    double best = INFINITY, behind = cw_behind_slack(clearance); /* best is squared */
    const cw_near_corner *corner = NULL;
    const cw_near_wall *wall = NULL;
    for (uint32_t i = clearance->near_corner_first[cell];
         i < clearance->near_corner_first[cell + 1]; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        if (near->distance * near->distance > best) {
            break;
        }
        cw_vec2 offset = cw_vec2_sub(position, near->position);
        double square = cw_vec2_dot(offset, offset);
        if (square < best) {
            best = square;
            corner = near;
        }
    }
    for (uint32_t i = clearance->near_wall_first[cell]; i < clearance->near_wall_first[cell + 1];
         i++) {
        const cw_near_wall *near = &clearance->near_walls[i];
        if (near->distance * near->distance > best) {
            break;
        }
        cw_vec2 along = cw_vec2_sub(near->to, near->from);
        cw_vec2 offset = cw_vec2_sub(position, near->from);
        double square = cw_vec2_dot(along, along), across = cw_vec2_cross(along, offset);
        if (across * across >= best * square) {
            continue;
        }
        double length = sqrt(square), slack = CW_SLAB_SLACK * length;
        double foot = cw_vec2_dot(along, offset);
        if (across >= -behind * length && foot >= -slack && foot <= square + slack) {
            best = across > 0 ? across * across / square : 0;
            wall = near;
        }
    }
    uint32_t end_edge = CW_NONE;
    const cw_navmesh *mesh = clearance->mesh;
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        cw_vec2 offset = cw_vec2_sub(position, cw_clearance_from(clearance, e));
        double square = cw_vec2_dot(offset, offset);
        if (square < best && cw_wall_before(mesh, e) != CW_NONE) {
            best = square;
            end_edge = e;
        }
    }
    if (nearest != NULL) {
        *nearest = position;
        if (end_edge != CW_NONE) {
            *nearest = cw_clearance_from(clearance, end_edge);
        } else if (wall != NULL) {
            cw_vec2 along = cw_vec2_sub(wall->to, wall->from);
            double t = cw_vec2_dot(along, cw_vec2_sub(position, wall->from));
            *nearest = cw_vec2_along(wall->from, t / cw_vec2_dot(along, along), along);
        } else if (corner != NULL) {
            *nearest = corner->position;
        }
    }
    if (edge != NULL) {
        *edge = end_edge != CW_NONE ? cw_wall_before(mesh, end_edge)
                : wall != NULL      ? wall->edge
                : corner != NULL    ? clearance->corners[corner->corner].outgoing
                                    : CW_NONE;
    }
    return sqrt(best);
}

double cw_clearance_at(const cw_clearance *clearance, uint32_t cell, cw_vec2 position,
                       cw_vec2 *nearest) {
    CW_ASSERT(cell < clearance->mesh->cell_count);
    return cw_clearance_nearest(clearance, cell, position, nearest, NULL);
}
