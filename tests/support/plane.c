#include "plane.h"

/// Metres: what is nearer than a radius by less than this is not nearer.
#define DEPTH 1e-11

double plane_point_segment(cw_vec2 x, cw_vec2 p, cw_vec2 q) {
    cw_vec2 along = plane_sub(q, p), to = plane_sub(x, p);
    double square = plane_dot(along, along), reach = plane_dot(to, along);
    if (reach > 0 && reach < square) { /* better conditioned than the difference of two places */
        return fabs(plane_cross(along, to)) / sqrt(square);
    }
    return plane_distance(x, reach > 0 ? q : p);
}

double plane_segment_segment(cw_vec2 a, cw_vec2 b, cw_vec2 p, cw_vec2 q) {
    double side_a = plane_cross(plane_sub(q, p), plane_sub(a, p));
    double side_b = plane_cross(plane_sub(q, p), plane_sub(b, p));
    double side_p = plane_cross(plane_sub(b, a), plane_sub(p, a));
    double side_q = plane_cross(plane_sub(b, a), plane_sub(q, a));
    if (((side_a > 0 && side_b < 0) || (side_a < 0 && side_b > 0)) &&
        ((side_p > 0 && side_q < 0) || (side_p < 0 && side_q > 0))) {
        return 0;
    }
    double first = fmin(plane_point_segment(a, p, q), plane_point_segment(b, p, q));
    double second = fmin(plane_point_segment(p, a, b), plane_point_segment(q, a, b));
    return fmin(first, second);
}

plane_piece plane_piece_segment(cw_vec2 from, cw_vec2 to) {
    return (plane_piece){.from = from, .to = to};
}

plane_piece plane_piece_arc(cw_vec2 center, double radius, double start, double sweep) {
    return (plane_piece){.arc = true,
                         .from = plane_polar(center, radius, start),
                         .to = plane_polar(center, radius, start + sweep),
                         .center = center,
                         .radius = radius,
                         .start = start,
                         .sweep = sweep};
}

double plane_piece_length(const plane_piece *piece) {
    return piece->arc ? piece->radius * fabs(piece->sweep) : plane_distance(piece->from, piece->to);
}

cw_vec2 plane_piece_at(const plane_piece *piece, double share) {
    if (piece->arc) {
        return plane_polar(piece->center, piece->radius, piece->start + share * piece->sweep);
    }
    return plane_add(piece->from, plane_scale(plane_sub(piece->to, piece->from), share));
}

static bool arc_has(const plane_piece *arc, double angle) {
    double low = fmin(arc->start, arc->start + arc->sweep);
    return plane_wrap(angle, low) <= low + fabs(arc->sweep);
}

/// Whether the arc itself meets the segment. From the foot of the center on the line, half a chord
/// to either side: a circle of a micrometre beside a long wall is told as well as a large one.
static bool arc_crosses(const plane_piece *arc, cw_vec2 p, cw_vec2 q) {
    cw_vec2 side = plane_sub(q, p), to = plane_sub(p, arc->center);
    double length = plane_length(side);
    if (length == 0) {
        return false;
    }
    cw_vec2 along = plane_scale(side, 1 / length), left = {-along.y, along.x};
    double off = plane_cross(along, to), foot = -plane_dot(along, to);
    if (fabs(off) > arc->radius) {
        return false;
    }
    double half = sqrt(arc->radius * arc->radius - off * off);
    for (int sign = -1; sign <= 1; sign += 2) {
        double at = foot + sign * half;
        cw_vec2 hit = plane_add(plane_scale(left, off), plane_scale(along, sign * half));
        if (at >= 0 && at <= length && arc_has(arc, plane_angle(hit))) {
            return true;
        }
    }
    return false;
}

double plane_piece_distance(const plane_piece *piece, cw_vec2 p, cw_vec2 q) {
    if (!piece->arc) {
        return plane_segment_segment(piece->from, piece->to, p, q);
    }
    if (arc_crosses(piece, p, q)) {
        return 0;
    }
    // The nearest place of an arc is an end, or looks at an end of the segment, or at its line.
    double least =
        fmin(plane_point_segment(piece->from, p, q), plane_point_segment(piece->to, p, q));
    double across = plane_angle(plane_sub(q, p)) + PI / 2;
    double angles[4] = {plane_angle(plane_sub(p, piece->center)),
                        plane_angle(plane_sub(q, piece->center)), across, across + PI};
    for (int i = 0; i < 4; i++) {
        if (arc_has(piece, angles[i])) {
            cw_vec2 place = plane_polar(piece->center, piece->radius, angles[i]);
            least = fmin(least, plane_point_segment(place, p, q));
        }
    }
    return least;
}

/// Appends the two angles at which the circle has a given cosine with a direction, if any.
static uint32_t add_angles(double direction, double cosine, double low, double *angles,
                           uint32_t count) {
    if (fabs(cosine) > 1 + 1e-9) {
        return count;
    }
    double half = acos(fmin(1, fmax(-1, cosine)));
    angles[count] = plane_wrap(direction + half, low);
    angles[count + 1] = plane_wrap(direction - half, low);
    return count + 2;
}

uint32_t plane_circle_blocked(cw_vec2 center, double radius, cw_vec2 p, cw_vec2 q, double low,
                              plane_range blocked[8]) {
    double angles[12] = {low, low + PLANE_TURN};
    uint32_t count = 2, found = 0;
    cw_vec2 ends[2] = {plane_sub(p, center), plane_sub(q, center)};
    for (int i = 0; i < 2; i++) { /* circles of the same radius around the ends */
        double apart = plane_length(ends[i]);
        if (apart > 0) {
            count = add_angles(plane_angle(ends[i]), apart / (2 * radius), low, angles, count);
        }
    }
    cw_vec2 along = plane_sub(q, p);
    if (plane_length(along) > 0) { /* the two lines beside the segment */
        cw_vec2 across = plane_scale((cw_vec2){-along.y, along.x}, 1 / plane_length(along));
        for (int side = -1; side <= 1; side += 2) {
            double height = plane_dot(ends[0], across) + side * radius;
            count = add_angles(plane_angle(across), height / radius, low, angles, count);
        }
    }
    for (uint32_t i = 1; i < count; i++) {
        for (uint32_t k = i; k > 0 && angles[k] < angles[k - 1]; k--) {
            double other = angles[k];
            angles[k] = angles[k - 1];
            angles[k - 1] = other;
        }
    }
    for (uint32_t i = 0; i + 1 < count; i++) {
        cw_vec2 place = plane_polar(center, radius, (angles[i] + angles[i + 1]) / 2);
        if (plane_point_segment(place, p, q) < radius - DEPTH) {
            if (found > 0 && blocked[found - 1].to == angles[i]) {
                blocked[found - 1].to = angles[i + 1];
            } else {
                blocked[found++] = (plane_range){angles[i], angles[i + 1]};
            }
        }
    }
    return found;
}
