#include "partition_oracle.h"

#include "geom/predicates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL_LIMIT = 16, ORACLE_CORNER_LIMIT = 4096 };

static const double ANGLE_SLACK =
    1e-7; // small grids keep angles farther than this from half a turn

static cw_point point_of(const cw_partition_window *window, uint32_t corner) {
    return window->corners[corner].point;
}

static double angle_between(const cw_partition_window *window, uint32_t corner, uint32_t right,
                            uint32_t left) {
    cw_point from = cw_point_sub(point_of(window, right), point_of(window, corner));
    cw_point to = cw_point_sub(point_of(window, left), point_of(window, corner));
    return atan2((double)cw_cross(from, to), (double)cw_dot(from, to));
}

/// The half-edge of the border that leaves a corner.
static uint32_t wall_of(const cw_partition_window *window, uint32_t corner) {
    uint32_t edge = 0;
    while (window->triangle_corners[edge] != corner || window->triangle_twins[edge] != CW_NONE) {
        edge++;
    }
    return edge;
}

static uint32_t offset_of(const cw_partition_window *window, uint32_t from, uint32_t to) {
    return (to + window->corner_count - from) % window->corner_count;
}

/// The angle from the wall that leaves a corner to another corner in its sight.
static double angle_to(const cw_partition_window *window, uint32_t corner, uint32_t target) {
    double sum = 0;
    for (uint32_t edge = wall_of(window, corner); edge != CW_NONE;) {
        uint32_t next = edge / 3 * 3 + (edge + 1) % 3, back = edge / 3 * 3 + (edge + 2) % 3;
        uint32_t right = window->triangle_corners[next], left = window->triangle_corners[back];
        if (offset_of(window, corner, target) < offset_of(window, corner, left)) {
            return sum + (target == right ? 0 : angle_between(window, corner, right, target));
        }
        sum += angle_between(window, corner, right, left);
        edge = window->triangle_twins[back];
    }
    return sum;
}

double partition_oracle_angle(const cw_partition_window *window, uint32_t corner) {
    return angle_to(window, corner, (corner + window->corner_count - 1) % window->corner_count);
}

static bool is_plain(const cw_partition_window *window, uint32_t corner) {
    return window->corners[corner].kind == CW_CORNER_PLAIN;
}

static uint32_t plain_after(const cw_partition_window *window, uint32_t corner) {
    do {
        corner = (corner + 1) % window->corner_count;
    } while (!is_plain(window, corner));
    return corner;
}

static uint32_t plain_before(const cw_partition_window *window, uint32_t corner) {
    do {
        corner = (corner + window->corner_count - 1) % window->corner_count;
    } while (!is_plain(window, corner));
    return corner;
}

/// True when one of two ends lies strictly on one side and the other strictly on the other.
static bool interleave(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    bool c_between = c > low && c<high, d_between = d> low && d < high;
    return c != low && c != high && d != low && d != high && c_between != d_between;
}

static bool corners_see(const cw_partition_window *window, uint32_t from, uint32_t to) {
    cw_point a = point_of(window, from), b = point_of(window, to);
    for (uint32_t edge = 0; edge < 3 * window->triangle_count; edge++) {
        uint32_t right = window->triangle_corners[edge];
        uint32_t left = window->triangle_corners[edge / 3 * 3 + (edge + 1) % 3];
        if (!interleave(from, to, right, left) ||
            offset_of(window, from, right) > offset_of(window, from, left)) {
            continue;
        }
        cw_point p = point_of(window, right), q = point_of(window, left);
        if (cw_orient(a, b, p) >= 0 || cw_orient(a, b, q) <= 0 || cw_orient(p, q, a) <= 0 ||
            cw_orient(p, q, b) >= 0) {
            return false;
        }
    }
    return true;
}

/// True when the only corners between the two, on one side, are hidden or Steiner corners.
static bool joined_by_wall(const cw_partition_window *window, uint32_t from, uint32_t to) {
    uint32_t n = window->corner_count;
    bool ahead = true, behind = true;
    for (uint32_t c = (from + 1) % n; c != to; c = (c + 1) % n) {
        ahead = ahead && !is_plain(window, c);
    }
    for (uint32_t c = (to + 1) % n; c != from; c = (c + 1) % n) {
        behind = behind && !is_plain(window, c);
    }
    return ahead || behind;
}

/// True when the line to a Steiner corner, carried on, meets the chord of its wall run on its
/// inside.
static bool aims_at_chord(const cw_partition_window *window, uint32_t from, uint32_t end) {
    cw_point a = point_of(window, plain_before(window, end));
    cw_point chord = cw_point_sub(point_of(window, plain_after(window, end)), a);
    cw_point view = cw_point_sub(point_of(window, end), point_of(window, from));
    cw_point base = cw_point_sub(a, point_of(window, from));
    cw_wide whole = cw_cross(view, chord), along_view = cw_cross(base, chord);
    cw_wide along_chord = cw_cross(base, view);
    return whole > 0 && along_view >= whole && along_chord > 0 && along_chord < whole;
}

static bool may_end(const cw_partition_window *window, uint32_t plain, uint32_t end) {
    bool steiner = window->corners[end].kind == CW_CORNER_STEINER;
    return is_plain(window, plain) &&
           (steiner ? aims_at_chord(window, plain, end) : is_plain(window, end));
}

bool partition_oracle_allows(const cw_partition_window *window, uint32_t from, uint32_t to) {
    return from != to && (may_end(window, from, to) || may_end(window, to, from)) &&
           !joined_by_wall(window, from, to) && corners_see(window, from, to);
}

typedef struct choice {
    const cw_partition_window *window;
    uint32_t count;
    cw_partition_diagonal diagonals[ORACLE_DIAGONAL_LIMIT];
    double lengths[ORACLE_DIAGONAL_LIMIT];
    double from_angle[ORACLE_DIAGONAL_LIMIT], to_angle[ORACLE_DIAGONAL_LIMIT];
    uint64_t crossing[ORACLE_DIAGONAL_LIMIT];
    double first_angle[SMALL_LIMIT], last_angle[SMALL_LIMIT];
    bool found;
    uint32_t best_count;
    double best_length;
} choice;

static void list_diagonals(choice *all) {
    uint32_t n = all->window->corner_count;
    for (uint32_t a = 0; a < n; a++) {
        for (uint32_t b = a + 1; b < n; b++) {
            if (!partition_oracle_allows(all->window, a, b)) {
                continue;
            }
            if (all->count == ORACLE_DIAGONAL_LIMIT) {
                abort();
            }
            cw_point step = cw_point_sub(point_of(all->window, b), point_of(all->window, a));
            all->lengths[all->count] = hypot((double)step.x, (double)step.y);
            all->from_angle[all->count] = angle_to(all->window, a, b);
            all->to_angle[all->count] = angle_to(all->window, b, a);
            all->diagonals[all->count++] = (cw_partition_diagonal){a, b};
        }
    }
    for (uint32_t i = 0; i < all->count; i++) {
        for (uint32_t j = 0; j < all->count; j++) {
            cw_partition_diagonal d = all->diagonals[i], e = all->diagonals[j];
            all->crossing[i] |= (uint64_t)interleave(d.from, d.to, e.from, e.to) << j;
        }
    }
}

/// Where the chords at both ends of each plain corner begin and end.
static void measure_corners(choice *all) {
    const cw_partition_window *window = all->window;
    uint32_t n = window->corner_count;
    for (uint32_t c = 0; c < n; c++) {
        if (is_plain(window, c)) {
            uint32_t next = (c + 1) % n, back = (c + n - 1) % n;
            all->first_angle[c] = -angle_between(window, c, plain_after(window, c), next);
            all->last_angle[c] = partition_oracle_angle(window, c) +
                                 angle_between(window, c, back, plain_before(window, c));
        }
    }
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool corner_resolved(const choice *all, uint64_t chosen, uint32_t corner) {
    double angles[ORACLE_DIAGONAL_LIMIT + 2];
    size_t count = 0;
    angles[count++] = all->first_angle[corner];
    for (uint32_t i = 0; i < all->count; i++) {
        bool from = all->diagonals[i].from == corner, to = all->diagonals[i].to == corner;
        if ((chosen >> i & 1) != 0 && (from || to)) {
            angles[count++] = from ? all->from_angle[i] : all->to_angle[i];
        }
    }
    angles[count++] = all->last_angle[corner];
    qsort(angles, count, sizeof *angles, compare_doubles);
    for (size_t i = 1; i < count; i++) {
        if (angles[i] - angles[i - 1] > acos(-1.0) + ANGLE_SLACK) {
            return false;
        }
    }
    return true;
}

static bool all_resolved(const choice *all, uint64_t chosen) {
    for (uint32_t c = 0; c < all->window->corner_count; c++) {
        if (is_plain(all->window, c) && !corner_resolved(all, chosen, c)) {
            return false;
        }
    }
    return true;
}

/// Goes through all subsets that do not cross and are not larger than the best so far.
static void choose(choice *all, uint32_t next, uint64_t chosen, uint64_t blocked, uint32_t count,
                   double length) {
    if (all->found &&
        (count > all->best_count || (count == all->best_count && length >= all->best_length))) {
        return;
    }
    if (all_resolved(all, chosen)) {
        all->found = true;
        all->best_count = count;
        all->best_length = length;
        return;
    }
    for (uint32_t i = next; i < all->count; i++) {
        if ((blocked >> i & 1) == 0) {
            choose(all, i + 1, chosen | (uint64_t)1 << i, blocked | all->crossing[i], count + 1,
                   length + all->lengths[i]);
        }
    }
}

bool partition_oracle_solve(const cw_partition_window *window, uint32_t *count, double *length) {
    choice all = {.window = window};
    list_diagonals(&all);
    measure_corners(&all);
    choose(&all, 0, 0, 0, 0, 0);
    *count = all.best_count;
    *length = all.best_length;
    return all.found;
}

/// The line of a step of a piece: of a wall, or of its chord.
static void step_line(const cw_partition_window *window, uint32_t from, uint32_t to, bool wall,
                      cw_point *a, cw_point *b) {
    *a = point_of(window, wall && !is_plain(window, from) ? plain_before(window, from) : from);
    *b = point_of(window, wall && !is_plain(window, to) ? plain_after(window, to) : to);
}

/// The end of the next step of a piece above the edge `low`-`high`: the longest diagonal or a wall.
static uint32_t next_step(const cw_partition_result *result, uint32_t at, uint32_t low,
                          uint32_t high, bool *wall) {
    uint32_t best = CW_NONE;
    for (uint32_t i = 0; i < result->diagonal_count; i++) {
        cw_partition_diagonal d = result->diagonals[i];
        bool base = d.from == low && d.to == high;
        if (d.from == at && !base && d.to <= high && (best == CW_NONE || d.to > best)) {
            best = d.to;
        }
    }
    *wall = best == CW_NONE;
    return *wall ? at + 1 : best;
}

/// True when the turn at the end of one step, into the next, is to the left or none.
static bool turns_left(cw_point a, cw_point b, cw_point c, cw_point d, double *turning) {
    cw_point in = cw_point_sub(b, a), out = cw_point_sub(d, c);
    int turn = cw_turn(in, out);
    *turning += atan2((double)cw_cross(in, out), (double)cw_dot(in, out));
    return turn > 0 || (turn == 0 && cw_dot(in, out) > 0);
}

typedef struct line {
    cw_point a, b;
    bool steiner; ///< ends at a Steiner corner, where any turn into the window is fine
} line;

static bool same_line(const line *a, const line *b) {
    return cw_point_equal(a->a, b->a) && cw_point_equal(a->b, b->b);
}

/// Collects the lines of a piece; hidden corners and unused Steiner corners leave no trace. The
/// piece that lies behind no diagonal reaches from corner 0 to corner n, which is 0 again.
static uint32_t piece_lines(const cw_partition_window *window, const cw_partition_result *result,
                            uint32_t low, uint32_t high, line *lines) {
    uint32_t count = 0, at = low, n = window->corner_count;
    while (at != high) {
        bool wall;
        uint32_t to = next_step(result, at, low, high, &wall);
        line step = {.steiner = window->corners[to % n].kind == CW_CORNER_STEINER};
        step_line(window, at, to % n, wall, &step.a, &step.b);
        if (count > 0 && wall && !is_plain(window, at) && same_line(&lines[count - 1], &step)) {
            count--;
        }
        lines[count++] = step;
        at = to;
    }
    if (high < n) {
        line step = {.steiner = window->corners[low].kind == CW_CORNER_STEINER};
        step_line(window, high, low, false, &step.a, &step.b);
        lines[count++] = step;
    } else if (!is_plain(window, 0) && same_line(&lines[0], &lines[count - 1])) {
        count--;
    }
    return count;
}

static const char *check_piece(const cw_partition_window *window, const cw_partition_result *result,
                               uint32_t low, uint32_t high) {
    static line lines[ORACLE_CORNER_LIMIT];
    uint32_t count = piece_lines(window, result, low, high, lines);
    double turning = 0;
    for (uint32_t i = 0; i < count; i++) {
        line in = lines[i], out = lines[(i + 1) % count];
        if (!turns_left(in.a, in.b, out.a, out.b, &turning) && !in.steiner) {
            return "a piece is not convex";
        }
    }
    return fabs(turning - 2 * acos(-1.0)) < 1e-6 ? NULL : "a piece does not turn once";
}

const char *partition_oracle_check(const cw_partition_window *window,
                                   const cw_partition_result *result) {
    for (uint32_t i = 0; i < result->diagonal_count; i++) {
        cw_partition_diagonal d = result->diagonals[i];
        if (d.from >= d.to || !partition_oracle_allows(window, d.from, d.to)) {
            return "a diagonal is not allowed";
        }
        for (uint32_t j = 0; j < i; j++) {
            cw_partition_diagonal e = result->diagonals[j];
            if (interleave(d.from, d.to, e.from, e.to) || (d.from == e.from && d.to == e.to)) {
                return "two diagonals cross";
            }
        }
    }
    for (uint32_t i = 0; i < result->diagonal_count; i++) {
        cw_partition_diagonal d = result->diagonals[i];
        const char *wrong = check_piece(window, result, d.from, d.to);
        if (wrong != NULL) {
            return wrong;
        }
    }
    return check_piece(window, result, 0, window->corner_count);
}
