/// The length of a path along the floor.
///
/// The way is followed in short pieces. Where the floor is not straight in one, it is halved, down
/// to a hundredth of a millimetre: what is left then is a step, which counts with its height. The
/// floor at a place is the one nearest to the height before. A link counts as the straight line
/// that it is.
#include "answer/answer.h"

#include <math.h>

/// Metres: pieces to begin with, and the shortest ones.
static const double LONGEST = 0.05, SHORTEST = 1e-5;
/// Metres by which the middle of a piece may leave the straight line between its ends.
static const double STRAIGHT = 1e-7;
/// More pieces than a path has that anybody walks; beyond, the plan length alone counts.
static const double MOST_PIECES = 1e7;

static double floor_at(const cw_navmesh *mesh, cw_vec2 at, double near) {
    uint32_t cell = cw_navmesh_locate(mesh, (cw_vec3){at.x, at.y, near});
    return cell != CW_NONE ? cw_navmesh_height(mesh, cell, at) : near;
}

/// A place on a leg, from 0 to 1.
static cw_vec2 leg_place(const cw_path_leg *leg, double angle, double share) {
    if (!leg->arc) {
        return (cw_vec2){leg->from.x + share * (leg->to.x - leg->from.x),
                         leg->from.y + share * (leg->to.y - leg->from.y)};
    }
    double x = leg->from.x - leg->center.x, y = leg->from.y - leg->center.y;
    double c = cos(share * angle), s = sin(share * angle);
    return (cw_vec2){leg->center.x + c * x - s * y, leg->center.y + s * x + c * y};
}

/// How far an arc turns, counter-clockwise; 0 for a segment.
static double leg_angle(const cw_path_leg *leg) {
    if (!leg->arc) {
        return 0;
    }
    double ax = leg->from.x - leg->center.x, ay = leg->from.y - leg->center.y;
    double bx = leg->to.x - leg->center.x, by = leg->to.y - leg->center.y;
    double angle = atan2(ax * by - ay * bx, ax * bx + ay * by);
    double full = 2 * 3.14159265358979323846;
    return leg->ccw && angle < 0 ? angle + full : !leg->ccw && angle > 0 ? angle - full : angle;
}

/// A piece of a leg: shares and heights of its ends.
typedef struct piece {
    double from, to, low, high;
} piece;

/// The length of one piece, halved where the floor is not straight. `whole` is the leg's length.
static double piece_length(const cw_navmesh *mesh, const cw_path_leg *leg, double angle,
                           double whole, piece first) {
    piece stack[40] = {first};
    int count = 1;
    double sum = 0;
    while (count > 0) {
        piece p = stack[--count];
        double middle = 0.5 * (p.from + p.to), along = (p.to - p.from) * whole;
        double height = floor_at(mesh, leg_place(leg, angle, middle), p.low);
        bool straight = fabs(height - 0.5 * (p.low + p.high)) <= STRAIGHT;
        if (along <= SHORTEST && !straight) {
            sum += along + fabs(p.high - p.low);
        } else if (straight || count + 2 > 40) {
            sum += sqrt(along * along + (p.high - p.low) * (p.high - p.low));
        } else {
            stack[count++] = (piece){middle, p.to, height, p.high};
            stack[count++] = (piece){p.from, middle, p.low, height};
        }
    }
    return sum;
}

static double leg_length(const cw_navmesh *mesh, const cw_path_leg *leg, double *height) {
    double x = leg->to.x - leg->from.x, y = leg->to.y - leg->from.y, angle = leg_angle(leg);
    double rx = leg->from.x - leg->center.x, ry = leg->from.y - leg->center.y;
    double whole = leg->arc ? fabs(angle) * sqrt(rx * rx + ry * ry) : sqrt(x * x + y * y);
    double pieces = ceil(whole / LONGEST), sum = 0;
    if (!(pieces >= 1 && pieces <= MOST_PIECES)) {
        return whole;
    }
    for (double i = 0; i < pieces; i++) {
        piece p = {i / pieces, (i + 1) / pieces, *height, 0};
        p.high = floor_at(mesh, leg_place(leg, angle, p.to), *height);
        sum += piece_length(mesh, leg, angle, whole, p);
        *height = p.high;
    }
    return sum;
}

double cw_answer_surface_length(const cw_answer *answer) {
    const cw_path *path = &answer->path;
    if (answer->mesh->locator.level || path->leg_count == 0) {
        return path->length;
    }
    double sum = 0, height = path->legs[0].from.z;
    for (uint32_t i = 0; i < path->leg_count; i++) {
        const cw_path_leg *leg = &path->legs[i];
        if (leg->link) {
            double x = leg->to.x - leg->from.x, y = leg->to.y - leg->from.y;
            height = leg->to.z;
            sum += sqrt(x * x + y * y + (height - leg->from.z) * (height - leg->from.z));
            continue;
        }
        sum += leg_length(answer->mesh, &path->legs[i], &height);
    }
    return sum;
}
