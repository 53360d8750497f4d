/// Sample points of every cell against its lists.
///
/// The samples lie in the triangles from the first corner of the cell to each of its edges, at a
/// few fixed mixtures of their corners; those outside the cell (in dents) are left out. At each of
/// them the least distance to what is listed must be the distance to the nearest wall that is seen,
/// and what is nearest must be listed with no more than that distance, so that a search which stops
/// at a radius finds it.
#include "clearance/check/validate.h"

/// Shares of the three corners of a triangle: its middle, and places near its corners and sides.
static const double MIXTURES[][3] = {
    {1.0 / 3, 1.0 / 3, 1.0 / 3}, {0.9, 0.06, 0.04},  {0.04, 0.9, 0.06},
    {0.06, 0.04, 0.9},           {0.48, 0.49, 0.03},
};
enum { MIXTURE_COUNT = sizeof MIXTURES / sizeof *MIXTURES };

/// The least distance to what the lists of a cell hold with at most the distance `limit`.
static double least_listed(const cw_clearance *clearance, uint32_t cell, cw_vec2 point,
                           double limit) {
    double best = INFINITY, beyond = CW_VALIDATE_FOOT * clearance->coarseness;
    for (uint32_t i = clearance->near_corner_first[cell];
         i < clearance->near_corner_first[cell + 1]; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        if (near->distance <= limit && cw_corner_counts(clearance, i, point)) {
            best = fmin(best, cw_vec2_distance(point, near->position));
        }
    }
    for (uint32_t i = clearance->near_wall_first[cell]; i < clearance->near_wall_first[cell + 1];
         i++) {
        const cw_near_wall *near = &clearance->near_walls[i];
        cw_vec2 offset = cw_vec2_sub(point, near->from);
        double length = cw_vec2_distance(near->from, near->to);
        double foot = cw_vec2_dot(offset, near->along);
        double height = cw_vec2_cross(near->along, offset);
        if (near->distance <= limit && foot >= -beyond && foot <= length + beyond &&
            height >= -cw_validate_slack(clearance, point)) {
            best = fmin(best, fabs(height));
        }
    }
    return best;
}

/// By counting the edges to the right of the point.
static bool inside(const cw_clearance *clearance, uint32_t cell, cw_vec2 point) {
    const cw_navmesh *mesh = clearance->mesh;
    bool in = false;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        cw_vec2 a = cw_clearance_from(clearance, e), b = cw_clearance_to(clearance, e);
        if ((a.y > point.y) != (b.y > point.y) &&
            point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)) {
            in = !in;
        }
    }
    return in;
}

static cw_status check_point(cw_context *context, cw_eye *eye, uint32_t cell, cw_vec2 point) {
    const cw_clearance *clearance = eye->clearance;
    double seen;
    CW_TRY(cw_eye_distance(context, eye, cell, point, &seen));
    double slack = cw_validate_slack(clearance, point);
    double found = least_listed(clearance, cell, point, INFINITY);
    double within = least_listed(clearance, cell, point, seen + slack);
    if (fabs(found - seen) > slack && found != seen) {
        cw_vec2 plan = cw_clearance_plan(clearance->mesh, point);
        return CW_CLEARANCE_VIOLATED(context, "nearest wall", "cell", cell,
                                     "the lists give %.12g m at (%.9g, %.9g), where a wall is "
                                     "%.12g m away",
                                     found, plan.x, plan.y, seen);
    }
    if (within > found + slack) {
        return CW_CLEARANCE_VIOLATED(context, "order of lists", "cell", cell,
                                     "what is %.12g m away is listed further away", found);
    }
    return CW_OK;
}

static cw_status check_cell(cw_context *context, cw_eye *eye, uint32_t cell) {
    const cw_clearance *clearance = eye->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t first = cw_navmesh_cell_begin(mesh, cell);
    cw_vec2 a = cw_clearance_from(clearance, first);
    for (uint32_t e = first + 1; e + 1 < cw_navmesh_cell_end(mesh, cell); e++) {
        cw_vec2 b = cw_clearance_from(clearance, e), c = cw_clearance_to(clearance, e);
        for (int i = 0; i < MIXTURE_COUNT; i++) {
            const double *m = MIXTURES[i];
            cw_vec2 point = {m[0] * a.x + m[1] * b.x + m[2] * c.x,
                             m[0] * a.y + m[1] * b.y + m[2] * c.y};
            if (inside(clearance, cell, point)) {
                CW_TRY(check_point(context, eye, cell, point));
            }
        }
    }
    return CW_OK;
}

cw_status cw_validate_near(cw_context *context, cw_eye *eye) {
    for (uint32_t cell = 0; cell < eye->clearance->mesh->cell_count; cell++) {
        CW_TRY(check_cell(context, eye, cell));
    }
    return CW_OK;
}
