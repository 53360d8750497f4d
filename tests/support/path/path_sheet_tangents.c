/// Tangents along the surface. A corner is the fan of triangles between two walls, and angles on
/// its circle are counted from the wall that leaves it, so that a corner may have more than a full
/// turn of floor around it.
///
/// A tangent of circles around u and v that keeps its distance has a strip of floor around it that
/// u and v lie on. So it is found by walking from u to the touching point, along the tangent, and
/// from there to v, straight each time; the walk tells which corner v is when several lie there.
#include "check.h"
#include "path_sheet_parts.h"

/// Metres by which a tangent may come closer to a wall than its radius: it touches by design.
#define CONTACT 2e-10

/// Counter-clockwise angle from a to b, at least -0.1 so that rounding does not make it a turn.
static double angle_from(cw_vec2 a, cw_vec2 b) {
    return plane_wrap(plane_angle(b) - plane_angle(a), -0.1);
}

/// The next half-edge that leaves the same corner, counter-clockwise, or CW_NONE at a wall.
static uint32_t turn_left(const sheet *floor, uint32_t h) {
    return floor->twins[sheet_previous(h)];
}

/// Angle of a triangle at the start of h.
static double angle_at(const sheet *floor, uint32_t h) {
    cw_vec2 u = sheet_from(floor, h);
    return angle_from(plane_sub(sheet_from(floor, sheet_next(h)), u),
                      plane_sub(sheet_from(floor, sheet_previous(h)), u));
}

/// The corner at the start of h: the circle whose fan it is in, and the angle of h there. False for
/// a vertex without walls.
static bool corner_of(const sheet_tangents *tangents, uint32_t h, uint32_t *circle, double *angle) {
    const sheet *floor = tangents->floor;
    uint32_t first = h;
    *angle = 0;
    while (floor->twins[h] != CW_NONE) {
        h = sheet_next(floor->twins[h]);
        *angle += angle_at(floor, h);
        if (h == first) {
            return false;
        }
    }
    for (*circle = 0; *circle < tangents->graph.circle_count; (*circle)++) {
        if (tangents->fans[*circle] == h) {
            return true;
        }
    }
    return false;
}

// --- Circles -------------------------------------------------------------------------------------

/// While looking round a corner: the angle of a direction in plan and on the circle.
typedef struct round_look {
    sheet_tangents *tangents;
    uint32_t circle;
    cw_vec2 direction;
    double angle;
} round_look;

static void block_by(void *user, cw_vec2 from, cw_vec2 to) {
    round_look *round = user;
    tangent_graph *graph = &round->tangents->graph;
    cw_vec2 center = graph->circles[round->circle].center;
    cw_vec2 middle = plane_sub(plane_scale(plane_add(from, to), 0.5), center);
    double angle = round->angle + angle_from(round->direction, middle);
    double plan = plane_angle(middle);
    plane_range blocked[8];
    uint32_t count = plane_circle_blocked(center, graph->radius, from, to, plan - PI, blocked);
    for (uint32_t i = 0; i < count; i++) {
        plane_range range = {angle + (blocked[i].from - plan), angle + (blocked[i].to - plan)};
        tangent_graph_block(graph, round->circle, range);
    }
}

static void block_circle(sheet_tangents *tangents, uint32_t circle) {
    const sheet *floor = tangents->floor;
    uint32_t h = tangents->fans[circle];
    cw_vec2 u = sheet_from(floor, h);
    round_look round = {.tangents = tangents, .circle = circle};
    sheet_eye eye = {
        .position = u, .range = 2 * tangents->graph.radius, .user = &round, .wall = block_by};
    round.direction = plane_sub(sheet_from(floor, sheet_next(h)), u);
    block_by(&round, u, sheet_from(floor, sheet_next(h)));
    for (uint32_t end = h; h != CW_NONE; h = turn_left(floor, h)) {
        round.direction = plane_sub(sheet_from(floor, sheet_next(h)), u);
        sheet_look(floor, &eye, sheet_next(h));
        round.angle += angle_at(floor, h);
        end = sheet_previous(h);
        if (floor->twins[end] == CW_NONE) {
            round.direction = plane_sub(sheet_from(floor, end), u);
            block_by(&round, u, sheet_from(floor, end));
        }
    }
}

/// The corners of more than half a turn; at radius 0 all of them.
static void find_corners(sheet_tangents *tangents) {
    const sheet *floor = tangents->floor;
    uint32_t count = 0;
    for (uint32_t h = 0; h < 3 * floor->triangle_count; h++) {
        if (floor->twins[h] != CW_NONE) {
            continue;
        }
        double spread = 0;
        for (uint32_t k = h; k != CW_NONE; k = turn_left(floor, k)) {
            spread += angle_at(floor, k);
        }
        if (spread > PI) {
            tangents->fans[count] = h;
            tangents->spreads[count] = spread;
            tangents->graph.circles[count++].center = sheet_from(floor, h);
        }
    }
    tangents->graph.circle_count = count;
}

// --- Tangents ------------------------------------------------------------------------------------

/// The half-edge that leaves `center`, in a triangle or at most `depth` edges behind it, all of
/// which pass by the center within rounding.
static uint32_t leaving(const sheet *floor, uint32_t triangle, uint32_t entry, cw_vec2 center,
                        int depth) {
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
        cw_vec2 at = sheet_from(floor, h);
        if (at.x == center.x && at.y == center.y) {
            return h;
        }
    }
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
        cw_vec2 from = sheet_from(floor, h), to = sheet_from(floor, sheet_next(h));
        if (depth > 0 && h != entry && floor->twins[h] != CW_NONE &&
            plane_point_segment(center, from, to) < 1e-10) {
            uint32_t twin = floor->twins[h];
            uint32_t found = leaving(floor, twin / 3, twin, center, depth - 1);
            if (found != CW_NONE) {
                return found;
            }
        }
    }
    return CW_NONE;
}

/// Arrives at the corner at `center` from a touching point in `triangle`: which one, which angle.
static bool arrive(const sheet_tangents *tangents, uint32_t triangle, cw_vec2 touch, cw_vec2 center,
                   tangent_end *end) {
    const sheet *floor = tangents->floor;
    double angle;
    if (!sheet_walk(floor, &triangle, touch, center, NULL)) {
        return false;
    }
    uint32_t h = leaving(floor, triangle, CW_NONE, center, 8);
    if (h == CW_NONE || !corner_of(tangents, h, &end->circle, &angle)) {
        return false;
    }
    cw_vec2 along = plane_sub(sheet_from(floor, sheet_next(h)), center);
    end->angle =
        angle + plane_wrap(plane_angle(plane_sub(touch, center)) - plane_angle(along), -PI);
    return true;
}

/// Follows a tangent from a place in a triangle to the circle at its other end; adds it if free.
static void try_tangent(sheet_tangents *tangents, tangent line, uint32_t triangle, cw_vec2 from,
                        cw_vec2 center) {
    tangent_graph *graph = &tangents->graph;
    cw_vec2 to = plane_polar(center, graph->radius, line.ends[1].angle);
    plane_piece piece = plane_piece_segment(from, to);
    if (sheet_follow(tangents->floor, &triangle, &piece, graph->radius) >=
            graph->radius - CONTACT &&
        arrive(tangents, triangle, to, center, &line.ends[1]) &&
        !tangent_graph_blocks(graph, line.ends[1].circle, line.ends[1].angle)) {
        tangent_graph_add(graph, line);
    }
}

/// Tries a tangent from a circle: for each sheet of the floor that lies in its direction.
static void try_from_circle(sheet_tangents *tangents, uint32_t circle, tangent line,
                            cw_vec2 center) {
    const sheet *floor = tangents->floor;
    tangent_graph *graph = &tangents->graph;
    cw_vec2 u = graph->circles[circle].center;
    cw_vec2 touch = plane_polar(u, graph->radius, line.ends[0].angle);
    double base = 0;
    for (uint32_t h = tangents->fans[circle]; h != CW_NONE; h = turn_left(floor, h)) {
        double spread = angle_at(floor, h);
        cw_vec2 along = plane_sub(sheet_from(floor, sheet_next(h)), u);
        double angle = plane_wrap(plane_angle(plane_sub(touch, u)) - plane_angle(along), -1e-12);
        line.ends[0].circle = circle;
        line.ends[0].angle = base + angle;
        uint32_t triangle = h / 3;
        if (angle < spread && !tangent_graph_blocks(graph, circle, line.ends[0].angle) &&
            sheet_walk(floor, &triangle, u, touch, NULL)) {
            try_tangent(tangents, line, triangle, touch, center);
        }
        base += spread;
    }
}

/// True when another circle before this one has the same center.
static bool seen_before(const tangent_graph *graph, uint32_t circle) {
    for (uint32_t i = 0; i < circle; i++) {
        if (graph->circles[i].center.x == graph->circles[circle].center.x &&
            graph->circles[i].center.y == graph->circles[circle].center.y) {
            return true;
        }
    }
    return false;
}

static void join_circles(sheet_tangents *tangents) {
    tangent_graph *graph = &tangents->graph;
    for (uint32_t i = 0; i < graph->circle_count; i++) {
        cw_vec2 u = graph->circles[i].center;
        for (uint32_t k = 0; k < graph->circle_count; k++) {
            cw_vec2 v = graph->circles[k].center;
            if ((u.x == v.x && u.y == v.y) || seen_before(graph, k)) {
                continue;
            }
            tangent lines[4];
            uint32_t count = tangents_of_circles(u, v, graph->radius, lines);
            for (uint32_t t = 0; t < count; t++) {
                try_from_circle(tangents, i, lines[t], v);
            }
        }
    }
}

static void join_point(sheet_tangents *tangents, uint32_t triangle, cw_vec2 point, uint32_t name) {
    tangent_graph *graph = &tangents->graph;
    for (uint32_t k = 0; k < graph->circle_count; k++) {
        tangent lines[2];
        cw_vec2 v = graph->circles[k].center;
        uint32_t count =
            seen_before(graph, k) ? 0 : tangents_of_point(point, v, graph->radius, lines);
        for (uint32_t t = 0; t < count; t++) {
            lines[t].ends[0].circle = name;
            try_tangent(tangents, lines[t], triangle, point, v);
        }
    }
}

// --- Radius 0: lines of sight --------------------------------------------------------------------

typedef struct sight {
    sheet_tangents *tangents;
    uint32_t from; ///< circle, or the start or the goal
    cw_vec2 eye;
    uint32_t goal_triangle; ///< of the goal, when it is looked for
    cw_vec2 goal;
    bool goal_seen;
} sight;

static void see_vertex(void *user, uint32_t h) {
    sight *seen = user;
    uint32_t circle;
    double angle;
    if (corner_of(seen->tangents, h, &circle, &angle) && circle != seen->from) {
        double length = plane_distance(seen->eye, sheet_from(seen->tangents->floor, h));
        tangent line = {{{seen->from, 0, false}, {circle, 0, false}}, length};
        tangent_graph_add(&seen->tangents->graph, line);
    }
}

static void see_goal(void *user, uint32_t entry, cw_vec2 right, cw_vec2 left) {
    sight *seen = user;
    cw_vec2 to = plane_sub(seen->goal, seen->eye);
    double slack = 1e-11 * plane_length(to);
    if (entry / 3 == seen->goal_triangle &&
        plane_cross(right, to) >= -slack * plane_length(right) &&
        plane_cross(to, left) >= -slack * plane_length(left)) {
        seen->goal_seen = true;
    }
}

static void look_from_corners(sheet_tangents *tangents) {
    const sheet *floor = tangents->floor;
    for (uint32_t i = 0; i < tangents->graph.circle_count; i++) {
        sight seen = {.tangents = tangents,
                      .from = i,
                      .eye = tangents->graph.circles[i].center,
                      .goal_triangle = CW_NONE};
        sheet_eye eye = {
            .position = seen.eye, .range = INFINITY, .user = &seen, .vertex = see_vertex};
        for (uint32_t h = tangents->fans[i]; h != CW_NONE; h = turn_left(floor, h)) {
            see_vertex(&seen, sheet_next(h));
            see_vertex(&seen, sheet_previous(h));
            sheet_look(floor, &eye, sheet_next(h));
        }
    }
}

static bool look_from_point(sheet_tangents *tangents, uint32_t triangle, cw_vec2 point,
                            uint32_t name, uint32_t goal_triangle, cw_vec2 goal) {
    const sheet *floor = tangents->floor;
    sight seen = {tangents, name, point, goal_triangle, goal, triangle == goal_triangle};
    sheet_eye eye = {.position = point,
                     .range = INFINITY,
                     .user = &seen,
                     .vertex = see_vertex,
                     .triangle = see_goal};
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
        see_vertex(&seen, h);
        sheet_look(floor, &eye, h);
    }
    return seen.goal_seen;
}

// --- Together ------------------------------------------------------------------------------------

void sheet_tangents_make(sheet *floor, double radius, sheet_tangents *tangents) {
    size_t most = 3 * (size_t)floor->triangle_count + 1;
    *tangents = (sheet_tangents){.floor = floor,
                                 .fans = malloc(most * sizeof(uint32_t)),
                                 .spreads = malloc(most * sizeof(double))};
    assert_true(tangents->fans != NULL && tangents->spreads != NULL);
    tangent_graph_begin(&tangents->graph, radius, false, (uint32_t)most);
    find_corners(tangents);
    if (radius > 0) {
        for (uint32_t i = 0; i < tangents->graph.circle_count; i++) {
            block_circle(tangents, i);
        }
        join_circles(tangents);
    } else {
        look_from_corners(tangents);
    }
}

void sheet_tangents_free(sheet_tangents *tangents) {
    tangent_graph_free(&tangents->graph);
    free(tangents->fans);
    free(tangents->spreads);
    *tangents = (sheet_tangents){0};
}

double sheet_tangents_shortest(sheet_tangents *tangents, uint32_t start_triangle, cw_vec2 start,
                               uint32_t goal_triangle, cw_vec2 goal) {
    tangent_graph *graph = &tangents->graph;
    uint32_t kept = graph->tangent_count;
    tangent straight = {{{TANGENT_START, 0, false}, {TANGENT_GOAL, 0, false}},
                        plane_distance(start, goal)};
    bool seen;
    if (graph->radius > 0) {
        uint32_t triangle = start_triangle;
        plane_piece piece = plane_piece_segment(start, goal);
        join_point(tangents, start_triangle, start, TANGENT_START);
        join_point(tangents, goal_triangle, goal, TANGENT_GOAL);
        seen = sheet_follow(tangents->floor, &triangle, &piece, graph->radius) >=
                   graph->radius - CONTACT &&
               triangle == goal_triangle;
    } else {
        seen = look_from_point(tangents, start_triangle, start, TANGENT_START, goal_triangle, goal);
        look_from_point(tangents, goal_triangle, goal, TANGENT_GOAL, CW_NONE, goal);
    }
    if (seen) {
        tangent_graph_add(graph, straight);
    }
    double length = tangent_graph_shortest(graph);
    graph->tangent_count = kept;
    return length;
}
