/// Which velocity to take: linear programs in two dimensions, one half plane after the other.
///
/// After Seidel's incremental method as in van den Berg and others, "Reciprocal n-body collision
/// avoidance", 2011. The wish is a segment (a point is one without length). While a part of it
/// satisfies all half planes so far, that part is kept, and the answer is its place nearest to the
/// preferred one. Once there is none, the answer lies on the border of the half plane that took the
/// last of it, or of a later one that it violates: that border is clipped by the earlier half
/// planes and the circle of the largest speed, and of the rest the place nearest to the segment is
/// taken. The distance to a segment is convex, so the answer moves to the border of the new half
/// plane, as for a point.
#include "crowd/steer/steer.h"

/// Half planes whose normals differ by less, as a sine, are parallel.
static const double PARALLEL = 1e-9;
/// Metres per second by which a velocity may violate a half plane: rounding.
static const double VIOLATION = 1e-10;

static inline double excess(const cw_line *line, cw_vec2 v) {
    return cw_vec2_dot(line->normal, v) - line->c;
}

/// The direction of a border, along which places on it are measured from normal * c.
static inline cw_vec2 border_of(const cw_line *line) {
    return (cw_vec2){line->normal.y, -line->normal.x};
}

static inline cw_vec2 place_on(const cw_line *line, double t) {
    cw_vec2 foot = {line->normal.x * line->c, line->normal.y * line->c};
    return cw_vec2_along(foot, t, border_of(line));
}

/// The part of the border of a half plane in a circle and in all earlier half planes; false when
/// there is none.
static bool clip_border(const cw_line *lines, uint32_t at, double most, double *from, double *to) {
    const cw_line *line = &lines[at];
    double room = most * most - line->c * line->c;
    if (!(room >= 0)) {
        return false;
    }
    *to = sqrt(room);
    *from = -*to;
    cw_vec2 foot = place_on(line, 0), along = border_of(line);
    for (uint32_t j = 0; j < at; j++) {
        double slope = cw_vec2_dot(lines[j].normal, along);
        double missing = -excess(&lines[j], foot);
        if (fabs(slope) < PARALLEL) {
            if (missing > VIOLATION) {
                return false;
            }
            continue;
        }
        double t = missing / slope;
        if (slope > 0) {
            *from = cw_most(*from, t);
        } else {
            *to = cw_least(*to, t);
        }
        if (*from > *to) {
            return false;
        }
    }
    return true;
}

static inline double clamp(double t, double from, double to) {
    return cw_most(from, cw_least(t, to));
}

/// The place of a clipped border nearest to a wish; of equally near ones, to its preferred place.
static cw_vec2 nearest_on(const cw_line *line, double from, double to, const cw_wish *wish) {
    cw_vec2 preferred = cw_vec2_along(wish->from, wish->zeta, cw_vec2_sub(wish->to, wish->from));
    const cw_vec2 points[] = {preferred, wish->from, wish->to};
    bool point = wish->from.x == wish->to.x && wish->from.y == wish->to.y;
    cw_vec2 along = border_of(line), best = {0, 0};
    double least = INFINITY;
    for (int i = 0; i < (point ? 1 : 3); i++) {
        cw_vec2 v = place_on(line, clamp(cw_vec2_dot(points[i], along), from, to));
        double square = cw_segment_square(v, wish->from, wish->to);
        if (square < least) {
            least = square;
            best = v;
        }
    }
    return best;
}

/// The part of the wish that is left.
typedef struct remains {
    double from, to; ///< 0 at the start of the segment, 1 at its end; empty when from > to
} remains;

/// Clips it by a half plane.
static void clip_wish(const cw_line *line, const cw_wish *wish, remains *part) {
    double at_from = excess(line, wish->from), at_to = excess(line, wish->to);
    if (at_from < 0 && at_to < 0) {
        part->to = -1;
    } else if (at_from < 0) {
        part->from = cw_most(part->from, at_from / (at_from - at_to));
    } else if (at_to < 0) {
        part->to = cw_least(part->to, at_from / (at_from - at_to));
    }
}

/// Scales a velocity on the segment to the speed that is wished for, if nothing forbids it.
static void scale(const cw_line *lines, uint32_t count, const cw_wish *wish, double most,
                  cw_vec2 *velocity) {
    double length = cw_vec2_length(*velocity), speed = cw_least(wish->speed, most);
    if (!(length > 0) || length >= speed) {
        return;
    }
    cw_vec2 faster = {velocity->x * speed / length, velocity->y * speed / length};
    for (uint32_t i = 0; i < count; i++) {
        if (excess(&lines[i], faster) < 0) {
            return;
        }
    }
    *velocity = faster;
}

uint32_t cw_program_solve(const cw_line *lines, uint32_t count, double most, const cw_wish *wish,
                          cw_vec2 *velocity) {
    remains part = {0, 1};
    cw_vec2 way = cw_vec2_sub(wish->to, wish->from);
    cw_vec2 v = cw_vec2_along(wish->from, wish->zeta, way);
    for (uint32_t i = 0; i < count; i++) {
        if (part.from <= part.to) {
            clip_wish(&lines[i], wish, &part);
            if (part.from <= part.to) {
                v = cw_vec2_along(wish->from, clamp(wish->zeta, part.from, part.to), way);
                continue;
            }
        } else if (excess(&lines[i], v) >= 0) {
            continue;
        }
        double from, to;
        if (!clip_border(lines, i, most, &from, &to)) {
            *velocity = v;
            return i;
        }
        v = nearest_on(&lines[i], from, to, wish);
    }
    if (part.from <= part.to) {
        scale(lines, count, wish, most, &v);
    }
    *velocity = v;
    return count;
}

/// The velocity farthest in a direction that satisfies half planes.
static bool go_far(const cw_line *lines, uint32_t count, double most, cw_vec2 direction,
                   cw_vec2 *velocity) {
    cw_vec2 v = {direction.x * most, direction.y * most};
    for (uint32_t i = 0; i < count; i++) {
        if (excess(&lines[i], v) >= 0) {
            continue;
        }
        double from, to;
        if (!clip_border(lines, i, most, &from, &to)) {
            return false;
        }
        v = place_on(&lines[i], cw_vec2_dot(border_of(&lines[i]), direction) > 0 ? to : from);
    }
    *velocity = v;
    return true;
}

void cw_program_relax(const cw_line *lines, uint32_t count, uint32_t hard, uint32_t failed,
                      double most, cw_vec2 *velocity) {
    cw_line projected[CW_MOST_NEIGHBOURS + CW_MOST_WALLS];
    double worst = 0;
    for (uint32_t i = 0; i < hard; i++) {
        projected[i] = lines[i];
    }
    for (uint32_t i = failed < hard ? hard : failed; i < count; i++) {
        if (-excess(&lines[i], *velocity) <= worst) {
            continue;
        }
        // Where no earlier one is violated more than this one.
        uint32_t kept = hard;
        for (uint32_t j = hard; j < i; j++) {
            cw_vec2 normal = cw_vec2_sub(lines[j].normal, lines[i].normal);
            double length = cw_vec2_length(normal);
            if (length > PARALLEL) {
                projected[kept++] = (cw_line){{normal.x / length, normal.y / length},
                                              (lines[j].c - lines[i].c) / length};
            }
        }
        go_far(projected, kept, most, lines[i].normal, velocity);
        worst = -excess(&lines[i], *velocity);
    }
}
