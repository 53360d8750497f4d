/// Looking around from a point: the nearest wall that is seen along straight lines over the mesh.
///
/// All edges of the point's own cell are looked at, and through each of its portals the next cell,
/// and so on, in a view that each portal on the way makes narrower. Walls count where they lie in
/// the view, and so do vertices on walls: a corner may be seen where no edge of it is. A portal
/// that is no nearer than the nearest wall so far is left alone. In relaxed cells dents do not
/// narrow the view, since a wall that hides another is nearer than what it hides.
///
/// A portal may be looked through more than once, on both sides of something that stands before it.
/// The views are taken together: what is between them is hidden by what stands there, and that is
/// nearer. So no portal is looked through twice for the same part, and looking around ends, however
/// walls zigzag.
///
/// A point on a portal looks around in both cells, a point on a vertex in all cells there.
#include "clearance/check/validate.h"

/// Metres by which a view is taken wider than it is. It shows nothing that is nearer than the
/// vertex at the side of the view.
#define VIEW_SLACK 1e-10

/// Metres: a portal this near is touched.
#define TOUCH 1e-9

cw_status cw_eye_init(cw_context *context, const cw_clearance *clearance, cw_eye *eye) {
    const cw_navmesh *mesh = clearance->mesh;
    *eye = (cw_eye){.clearance = clearance};
    CW_TRY(CW_ALLOCATE(context, eye->on_wall, mesh->vertex_count));
    CW_TRY(CW_ALLOCATE(context, eye->looked, mesh->edge_count));
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] == CW_NONE) {
            uint32_t next = cw_navmesh_next(mesh, mesh->edge_cell[e], e);
            eye->on_wall[mesh->edge_vertex[e]] = true;
            eye->on_wall[mesh->edge_vertex[next]] = true;
        }
    }
    return CW_OK;
}

void cw_eye_free(cw_context *context, cw_eye *eye) {
    CW_RELEASE(context, eye->on_wall, eye->clearance->mesh->vertex_count);
    CW_RELEASE(context, eye->looked, eye->clearance->mesh->edge_count);
    CW_ARRAY_FREE(context, &eye->views);
    CW_ARRAY_FREE(context, &eye->around);
}

/// Narrows the range of t where offset + t * slope >= -slack.
static void narrow(double offset, double slope, double slack, double range[2]) {
    if (slope > 0) {
        range[0] = fmax(range[0], (-slack - offset) / slope);
    } else if (slope < 0) {
        range[1] = fmin(range[1], (-slack - offset) / slope);
    } else if (offset < -slack) {
        range[1] = -1;
    }
}

/// The part of an edge that is in view, as shares of the edge; false when nothing is. Without a
/// view, all of it. Along the middle of the view it is no nearer than the portal: a view along the
/// portal's own line has no width, and would show what lies on that line on the other side of the
/// eye, or right where it is, on another floor.
static bool visible(cw_vec2 point, const cw_view *view, cw_vec2 from, cw_vec2 to, double slack,
                    double range[2]) {
    range[0] = 0;
    range[1] = 1;
    if (view == NULL) {
        return true;
    }
    cw_vec2 right = cw_vec2_sub(view->right, point), left = cw_vec2_sub(view->left, point);
    cw_vec2 start = cw_vec2_sub(from, point), along = cw_vec2_sub(to, from);
    double right_length = cw_vec2_length(right), left_length = cw_vec2_length(left);
    narrow(cw_vec2_cross(right, start), cw_vec2_cross(right, along), slack * right_length, range);
    narrow(cw_vec2_cross(start, left), cw_vec2_cross(along, left), slack * left_length, range);
    cw_vec2 middle = {left_length * right.x + right_length * left.x,
                      left_length * right.y + right_length * left.y};
    double nearest = fmin(cw_vec2_dot(middle, right), cw_vec2_dot(middle, left));
    narrow(cw_vec2_dot(middle, start) - nearest, cw_vec2_dot(middle, along),
           slack * right_length * left_length, range);
    return range[0] <= range[1];
}

/// Distance to the part of an edge between two shares of it.
static double distance_to_part(cw_vec2 point, cw_vec2 from, cw_vec2 to, const double range[2]) {
    cw_vec2 along = cw_vec2_sub(to, from);
    double t = cw_vec2_dot(cw_vec2_sub(point, from), along) / cw_vec2_dot(along, along);
    t = fmin(fmax(t, range[0]), range[1]);
    return cw_vec2_distance(point, cw_vec2_along(from, t, along));
}

static cw_status touch(cw_context *context, cw_eye *eye, uint32_t cell) {
    for (uint32_t i = 0; i < eye->around.count; i++) {
        if (eye->around.items[i] == cell) {
            return CW_OK;
        }
    }
    return CW_ARRAY_PUSH(context, &eye->around, cell);
}

/// Takes a part of a portal together with what was looked through before; false when that is all of
/// it, except for what is narrower than the slack of views.
static bool take_part(cw_eye *eye, uint32_t edge, double slack, double range[2]) {
    cw_looked *looked = &eye->looked[edge];
    if (looked->look == eye->look) {
        if (range[0] >= looked->range[0] - slack && range[1] <= looked->range[1] + slack) {
            return false;
        }
        range[0] = fmin(range[0], looked->range[0]);
        range[1] = fmax(range[1], looked->range[1]);
    }
    *looked = (cw_looked){eye->look, {range[0], range[1]}};
    return true;
}

/// Looks at one edge in a view (NULL: all around) and through it where it is a portal.
static cw_status look_at(cw_context *context, cw_eye *eye, cw_vec2 point, const cw_view *view,
                         uint32_t edge, double *best) {
    const cw_clearance *clearance = eye->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    cw_vec2 from = cw_clearance_from(clearance, edge), to = cw_clearance_to(clearance, edge);
    double range[2], vertex[2] = {0, 0};
    if (!visible(point, view, from, to, VIEW_SLACK * clearance->coarseness, range)) {
        return CW_OK;
    }
    if (range[0] <= 0 && eye->on_wall[mesh->edge_vertex[edge]]) {
        *best = fmin(*best, distance_to_part(point, from, to, vertex));
    }
    double distance = distance_to_part(point, from, to, range);
    uint32_t twin = mesh->edge_twin[edge];
    if (distance >= *best) {
        return CW_OK;
    }
    if (twin == CW_NONE) {
        *best = distance;
        return CW_OK;
    }
    if (view == NULL && distance < TOUCH * clearance->coarseness) {
        return touch(context, eye, mesh->edge_cell[twin]);
    }
    // A portal that is seen from behind or from its end leads nowhere.
    if (cw_vec2_cross(cw_vec2_sub(from, point), cw_vec2_sub(to, point)) <= 0) {
        return CW_OK;
    }
    cw_vec2 along = cw_vec2_sub(to, from);
    double slack = VIEW_SLACK * clearance->coarseness / cw_vec2_length(along);
    if (!take_part(eye, edge, slack, range)) {
        return CW_OK;
    }
    return CW_ARRAY_PUSH(context, &eye->views,
                         (cw_view){.entry = twin,
                                   .right = cw_vec2_along(from, range[0], along),
                                   .left = cw_vec2_along(from, range[1], along)});
}

static cw_status look_into(cw_context *context, cw_eye *eye, cw_vec2 point, uint32_t cell,
                           const cw_view *view, double *best) {
    const cw_navmesh *mesh = eye->clearance->mesh;
    for (uint32_t edge = cw_navmesh_cell_begin(mesh, cell); edge < cw_navmesh_cell_end(mesh, cell);
         edge++) {
        if (view == NULL || edge != view->entry) {
            CW_TRY(look_at(context, eye, point, view, edge, best));
        }
    }
    return CW_OK;
}

cw_status cw_eye_distance(cw_context *context, cw_eye *eye, uint32_t cell, cw_vec2 point,
                          double *distance) {
    const cw_navmesh *mesh = eye->clearance->mesh;
    *distance = INFINITY;
    eye->look++;
    eye->views.count = 0;
    eye->around.count = 0;
    CW_TRY(CW_ARRAY_PUSH(context, &eye->around, cell));
    for (uint32_t i = 0; i < eye->around.count; i++) {
        CW_TRY(look_into(context, eye, point, eye->around.items[i], NULL, distance));
    }
    while (eye->views.count > 0) {
        cw_view view = eye->views.items[--eye->views.count];
        CW_TRY(look_into(context, eye, point, mesh->edge_cell[view.entry], &view, distance));
    }
    return CW_OK;
}
