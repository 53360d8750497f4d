/// Distances of features along a segment, as curves.
///
/// With x in metres along the segment, the squared distance to a corner is (x - a)^2 + b^2, and to
/// the line of a wall (a + b x)^2 for those x whose foot lies on the wall. A wall that the segment
/// gets behind (by rounding) has two curves, one for each of its sides. A corner counts for the x
/// in its view. Every curve is convex.
#include "clearance/portals/envelope.h"

/// Narrows the curve of a wall to where points lie `low` to `high` in front of it.
static bool clip_height(cw_curve *curve, double low, double high) {
    return cw_clip_linear(curve->a, curve->b, low, high, &curve->from, &curve->to);
}

/// Describes a wall along the segment, in front of it and, within the slack, behind it; returns the
/// number of curves.
static uint32_t make_wall_curves(const cw_envelope *envelope, const cw_features *features,
                                 const cw_feature *wall, cw_curve curves[2]) {
    cw_vec2 offset = cw_vec2_sub(envelope->origin, wall->position);
    cw_curve *front = &curves[0];
    front->a = cw_vec2_cross(wall->direction, offset);
    front->b = cw_vec2_cross(wall->direction, envelope->direction);
    front->c = cw_vec2_dot(wall->direction, envelope->direction);
    double foot = cw_vec2_dot(wall->direction, offset);
    double slack = cw_slab_slack(features->clearance);
    if (!cw_clip_linear(foot, front->c, -slack, wall->length + slack, &front->from, &front->to)) {
        return 0;
    }
    if (cw_least(front->a + front->b * front->from, front->a + front->b * front->to) >= 0) {
        return 1;
    }
    cw_curve back = *front;
    uint32_t count = clip_height(front, 0, INFINITY) ? 1 : 0;
    if (clip_height(&back, -features->behind, 0)) {
        back.a = -back.a;
        back.b = -back.b;
        curves[count++] = back;
    }
    return count;
}

/// Narrows the curve of a corner to where its view lets it count; false where that is nowhere.
static bool clip_to_view(const cw_envelope *envelope, const cw_features *features, uint32_t index,
                         cw_vec2 offset, cw_curve *curve) {
    const cw_clearance *clearance = features->clearance;
    if (clearance->near_views == NULL) {
        return true;
    }
    const cw_near_view *view =
        &clearance->near_views[clearance->near_corner_first[features->cell] + index];
    cw_vec2 right = view->right, left = view->left, along = envelope->direction;
    double slack = cw_view_slack(clearance);
    return cw_clip_linear(cw_vec2_cross(right, offset), cw_vec2_cross(right, along), -slack,
                          INFINITY, &curve->from, &curve->to) &&
           cw_clip_linear(cw_vec2_cross(offset, left), cw_vec2_cross(along, left), -slack, INFINITY,
                          &curve->from, &curve->to);
}

uint32_t cw_curves_make(const cw_envelope *envelope, const cw_features *features, uint32_t index,
                        cw_curve curves[2]) {
    const cw_feature *feature = &features->list.items[index];
    curves[0] = (cw_curve){.feature = index, .is_wall = feature->is_wall, .to = envelope->length};
    if (feature->is_wall) {
        return make_wall_curves(envelope, features, feature, curves);
    }
    cw_vec2 offset = cw_vec2_sub(envelope->origin, feature->position);
    curves[0].a = -cw_vec2_dot(offset, envelope->direction);
    curves[0].b = cw_vec2_cross(envelope->direction, offset);
    return clip_to_view(envelope, features, index, offset, &curves[0]) ? 1 : 0;
}

/// Where a corner is as near as a wall. With y = x - a of the corner, h its b, and s the wall's
/// distance at its foot: y^2 + h^2 = (s + b y)^2, and 1 - b^2 = c^2.
static uint32_t cross_corner_wall(const cw_curve *corner, const cw_curve *wall, double *roots) {
    double h = corner->b, s = wall->a + wall->b * corner->a, c = wall->c;
    double square = (s - c * h) * (s + c * h);
    if (square < 0) {
        return 0;
    }
    double half = s * wall->b, root = sqrt(square);
    double sum = half < 0 ? half - root : half + root;
    uint32_t count = 0;
    if (c != 0) {
        roots[count++] = corner->a + sum / (c * c);
    }
    if (sum != 0) {
        roots[count++] = corner->a + (h - s) * (h + s) / sum;
    }
    return count;
}

uint32_t cw_curves_cross(const cw_curve *f, const cw_curve *g, double *roots) {
    if (f->is_wall != g->is_wall) {
        return f->is_wall ? cross_corner_wall(g, f, roots) : cross_corner_wall(f, g, roots);
    }
    double numerator, denominator;
    if (f->is_wall) {
        numerator = g->a - f->a;
        denominator = f->b - g->b;
    } else {
        numerator = (g->a - f->a) * (g->a + f->a) + (g->b - f->b) * (g->b + f->b);
        denominator = 2 * (g->a - f->a);
    }
    if (denominator == 0) {
        return 0;
    }
    roots[0] = numerator / denominator;
    return 1;
}
