/// Any bytes as a small floor with paths on it: the tables pass their validation, every path keeps
/// its radius from every wall, and all ways to ask the same thing agree, with sights and without.
///
/// Coordinates are those of a grid of 16 by 16, so that collinear, touching and coincident walls
/// are frequent. Byte 0: relaxation and effort; byte 1: number of rings (2 bits). A ring is a byte
/// of kind (2 bits) and number of points (3 bits) and a byte for each point, x in the low half. The
/// rest are questions of 6 bytes: start, goal, another goal, offsets of these from the grid,
/// radius, and what else is asked.
#include "clearway/edges.h"
#include "clearway/sights.h"
#include "plane.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_QUESTIONS = 8, MOST_WALLS = 160 };

/// Metres: a disc may come this much closer to a wall than its radius, with rounding.
#define NEAR 1.01e-9

/// Metres: radii this close to a critical one may be answered either way.
#define CRITICAL 4e-9
/// Metres by which lengths of the same path may differ.
#define SAME_LENGTH 1e-7
/// Metres by which lengths may differ with sights and without.
#define SAME_WITH_SIGHTS 1e-9

typedef struct reader {
    const uint8_t *data;
    size_t size, at;
} reader;

/// A floor, and the walls of it as plain segments.
typedef struct place {
    cw_context *context;
    cw_plan plan;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_query *query;
    cw_vec2 walls[MOST_WALLS][2];
    uint32_t wall_count;
} place;

typedef struct question {
    cw_vec3 start, goal, other;
    double radius;
    uint8_t extra;
} question;

static uint8_t read_byte(reader *input) {
    return input->at < input->size ? input->data[input->at++] : 0;
}

/// Says what is wrong and how to see it again.
static void stop(const place *p, const question *q, const char *what, double a, double b) {
    fprintf(stderr, "%s: %.17g %.17g; %s\n", what, a, b, cw_context_message(p->context));
    for (uint32_t i = 0; i < p->plan.ring_count; i++) {
        const cw_ring *ring = &p->plan.rings[i];
        fprintf(stderr, "ring kind %d:", (int)ring->kind);
        for (uint32_t k = 0; k < ring->count; k++) {
            const cw_vec2 *point = &p->plan.points[ring->first + k];
            fprintf(stderr, " %g,%g", point->x, point->y);
        }
        fputc('\n', stderr);
    }
    if (q != NULL) {
        fprintf(stderr, "from %.17g,%.17g to %.17g,%.17g or %.17g,%.17g radius %.17g extra %d\n",
                q->start.x, q->start.y, q->goal.x, q->goal.y, q->other.x, q->other.y, q->radius,
                q->extra);
    }
    abort();
}

#define EXPECT(condition, what, a, b)     \
    do {                                  \
        if (!(condition)) {               \
            stop(p, q, (what), (a), (b)); \
        }                                 \
    } while (0)

// --- The floor -----------------------------------------------------------------------------------

static void read_plan(place *p, reader *input, uint32_t rings) {
    static const cw_vec2 square[] = {{0, 0}, {15, 0}, {15, 15}, {0, 15}};
    cw_status status = cw_plan_add(p->context, &p->plan, CW_RING_OUTER, 0, square, 4);
    for (uint32_t i = 0; i < rings && status == CW_OK; i++) {
        uint8_t head = read_byte(input);
        cw_vec2 points[9];
        uint32_t count = 2 + (head >> 2 & 7);
        for (uint32_t k = 0; k < count; k++) {
            uint8_t at = read_byte(input);
            points[k] = (cw_vec2){at & 15, at >> 4};
        }
        // A hole in the square, an obstacle, a barrier, or once more an obstacle.
        static const cw_ring_kind kinds[] = {CW_RING_HOLE, CW_RING_OBSTACLE, CW_RING_BARRIER,
                                             CW_RING_OBSTACLE};
        status = cw_plan_add(p->context, &p->plan, kinds[head & 3], 0, points, count);
    }
    if (status != CW_OK) {
        stop(p, NULL, "plan", 0, 0);
    }
}

static cw_navmesh_config relaxation(uint8_t choice) {
    static const double ANGLES[] = {0, 0, 0.4, 1.5}, DEPTHS[] = {0, 0.5, 2, 1000};
    cw_navmesh_config config = cw_navmesh_config_default();
    config.alpha = ANGLES[choice & 3];
    config.tau = DEPTHS[choice >> 2 & 3];
    config.effort = choice >> 4 & 1;
    config.turn = choice >> 5 & 1 ? 3 : config.turn;
    return config;
}

static bool make_mesh(place *p, uint8_t choice) {
    cw_surface surface;
    if (cw_surface_from_plan(p->context, &p->plan, NULL, &surface) != CW_OK) {
        return false;
    }
    cw_navmesh_config config = relaxation(choice);
    cw_status status = cw_navmesh_build(p->context, &surface, &config, &p->mesh);
    cw_surface_free(p->context, &surface);
    if (status != CW_OK) {
        stop(p, NULL, "mesh", status, 0);
    }
    return true;
}

static bool take_walls(place *p) {
    const cw_navmesh *mesh = &p->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] != CW_NONE) {
            continue;
        }
        if (p->wall_count == MOST_WALLS) {
            return false;
        }
        uint32_t cell = mesh->edge_cell[e];
        uint32_t next = cw_navmesh_next(mesh, cell, e);
        cw_vec3 a = mesh->positions[mesh->edge_vertex[e]];
        cw_vec3 b = mesh->positions[mesh->edge_vertex[next]];
        p->walls[p->wall_count][0] = (cw_vec2){a.x, a.y};
        p->walls[p->wall_count++][1] = (cw_vec2){b.x, b.y};
    }
    return true;
}

static void make_tables(place *p) {
    if (cw_clearance_build(p->context, &p->mesh, &p->clearance) != CW_OK) {
        stop(p, NULL, "tables", 0, 0);
    }
    if (cw_clearance_validate(p->context, &p->clearance) != CW_OK) {
        stop(p, NULL, "tables are not valid", 0, 0);
    }
    if (cw_query_create(p->context, &p->clearance, &p->query) != CW_OK) {
        stop(p, NULL, "query", 0, 0);
    }
}

static double room_at(const place *p, cw_vec3 point) {
    double room = INFINITY;
    for (uint32_t i = 0; i < p->wall_count; i++) {
        cw_vec2 x = {point.x, point.y};
        room = fmin(room, plane_point_segment(x, p->walls[i][0], p->walls[i][1]));
    }
    return room;
}

/// True on the floor or next to its border.
static bool on_floor(const place *p, cw_vec2 x) {
    bool inside = false;
    for (uint32_t i = 0; i < p->wall_count; i++) {
        cw_vec2 a = p->walls[i][0], b = p->walls[i][1];
        if (plane_point_segment(x, a, b) < 1e-8) {
            return true;
        }
        if ((a.y > x.y) != (b.y > x.y)) {
            inside ^= a.x + (b.x - a.x) * ((x.y - a.y) / (b.y - a.y)) > x.x;
        }
    }
    return inside;
}

// --- One path ------------------------------------------------------------------------------------

static plane_piece piece_of(const cw_path *path, const cw_path_leg *leg) {
    cw_vec2 from = {leg->from.x, leg->from.y}, to = {leg->to.x, leg->to.y};
    if (!leg->arc) {
        return plane_piece_segment(from, to);
    }
    double start = plane_angle(plane_sub(from, leg->center));
    double end = plane_angle(plane_sub(to, leg->center));
    double slack = -10 * NEAR / path->radius; // an arc of no length may turn the other way
    double sweep = leg->ccw ? plane_wrap(end - start, slack) : -plane_wrap(start - end, slack);
    return plane_piece_arc(leg->center, path->radius, start, sweep);
}

/// Whether a segment goes through a wall by more than rounding.
static bool goes_through(const plane_piece *piece, const cw_vec2 wall[2]) {
    double length = plane_distance(piece->from, piece->to), deep = 1e-8;
    double span = plane_distance(wall[0], wall[1]);
    cw_vec2 way = plane_sub(piece->to, piece->from), side = plane_sub(wall[1], wall[0]);
    double a = plane_cross(side, plane_sub(piece->from, wall[0])) / span;
    double b = plane_cross(side, plane_sub(piece->to, wall[0])) / span;
    double c = plane_cross(way, plane_sub(wall[0], piece->from)) / length;
    double d = plane_cross(way, plane_sub(wall[1], piece->from)) / length;
    return fmin(a, b) < -deep && fmax(a, b) > deep && fmin(c, d) < -deep && fmax(c, d) > deep;
}

static void check_leg(const place *p, const question *q, const cw_path *path, uint32_t index) {
    const cw_path_leg *leg = &path->legs[index];
    plane_piece piece = piece_of(path, leg);
    double radius = path->radius < CW_SMALLEST_RADIUS ? 0 : path->radius;
    for (uint32_t i = 0; i < p->wall_count; i++) {
        double room = plane_piece_distance(&piece, p->walls[i][0], p->walls[i][1]);
        EXPECT(room >= radius - NEAR, "a leg comes too close to a wall", room, index);
        EXPECT(piece.arc || !goes_through(&piece, p->walls[i]), "a leg goes through a wall", index,
               i);
    }
    for (int k = 0; k <= 8; k++) {
        cw_vec2 x = plane_piece_at(&piece, k / 8.0);
        EXPECT(on_floor(p, x), "a leg is off the floor", x.x, x.y);
    }
    if (!leg->arc && radius > CRITICAL) {
        cw_ray ray;
        cw_status status = cw_query_ray(p->query, leg->from, (cw_vec2){leg->to.x, leg->to.y},
                                        radius - CRITICAL, &ray);
        EXPECT(status == CW_OK && !ray.hit, "a disc is stopped on a leg", index, ray.distance);
    }
}

static void check_path(const place *p, const question *q, const cw_path *path) {
    double length = 0;
    cw_vec3 at = path->start;
    for (uint32_t i = 0; i < path->leg_count; i++) {
        const cw_path_leg *leg = &path->legs[i];
        EXPECT(hypot(leg->from.x - at.x, leg->from.y - at.y) < NEAR, "legs are apart", i,
               path->leg_count);
        plane_piece piece = piece_of(path, leg);
        length += plane_piece_length(&piece);
        check_leg(p, q, path, i);
        at = leg->to;
    }
    EXPECT(hypot(path->goal.x - at.x, path->goal.y - at.y) < NEAR, "ends elsewhere", at.x, at.y);
    EXPECT(fabs(length - path->length) < SAME_LENGTH, "length", path->length, length);
    EXPECT(path->length > hypot(path->goal.x - path->start.x, path->goal.y - path->start.y) - NEAR,
           "shorter than a straight line", path->length, 0);
    EXPECT(path->portal_count + 1 == path->cell_count, "cells", path->cell_count,
           path->portal_count);
}

// --- Questions -----------------------------------------------------------------------------------

static cw_path_request request_of(const question *q) {
    cw_path_request request = cw_path_request_default();
    request.start = q->start;
    request.goals = &q->goal;
    request.goal_count = 1;
    request.radius = q->radius;
    return request;
}

static cw_path find(const place *p, const question *q, const cw_path_request *request) {
    cw_path path;
    EXPECT(cw_query_find(p->query, request, &path) == CW_OK, "find", 0, 0);
    return path;
}

/// The room that counts as enough for a radius: exact fits fit. The lattice is finer than that.
static double least_of(const question *q) {
    return q->radius - fmin(CW_EXACT_FIT, q->radius / 2);
}

/// Asks there and back; infinite where there is no path.
static double ask(const place *p, const question *q, double widest) {
    cw_path_request request = request_of(q);
    cw_path path = find(p, q, &request);
    bool found = path.status == CW_PATH_FOUND;
    double length = found ? path.length : INFINITY;
    double least = least_of(q);
    if (fabs(least - widest) > CRITICAL || q->radius == 0) {
        EXPECT(found == (least <= widest), "found against the widest way", widest, path.status);
    }
    if (found) {
        check_path(p, q, &path);
    }
    question back = *q;
    back.start = q->goal;
    back.goal = q->start;
    request = request_of(&back);
    request.length_only = true;
    path = find(p, &back, &request);
    bool clear = fabs(q->radius - widest) > CRITICAL || q->radius == 0;
    if (clear) {
        EXPECT(found == (path.status == CW_PATH_FOUND), "found one way only", widest, q->radius);
        EXPECT(!found || fabs(path.length - length) < SAME_LENGTH, "longer on the way back", length,
               path.length);
    }
    return length;
}

static void check_widest(const place *p, const question *q, double widest) {
    cw_gate gate;
    EXPECT(cw_query_widest(p->query, q->goal, q->start, &gate) == CW_OK, "widest", 0, 0);
    EXPECT(fabs(gate.radius - widest) <= NEAR, "widest way back", widest, gate.radius);
    double room = fmin(room_at(p, q->start), room_at(p, q->goal));
    EXPECT(widest <= room + NEAR, "wider than its ends", widest, room);
    bool reachable;
    EXPECT(cw_query_reachable(p->query, q->start, q->goal, q->radius, &reachable) == CW_OK,
           "reachable", 0, 0);
    EXPECT(reachable ? least_of(q) <= widest + NEAR : least_of(q) > widest - NEAR, "reachable",
           widest, q->radius);
}

/// The length of a path, infinite where there is none.
static double length_of(const cw_path *path) {
    return path->status == CW_PATH_FOUND ? path->length : INFINITY;
}

static bool is_same(double with, double without) {
    return with == without || fabs(with - without) < SAME_WITH_SIGHTS;
}

/// Slices find what one call finds.
static void check_slices(const place *p, const question *q, double length) {
    cw_path_request request = request_of(q);
    cw_path path;
    EXPECT(cw_query_begin(p->query, &request, &path) == CW_OK, "begin", 0, 0);
    for (uint32_t budget = 1; path.status == CW_PATH_RUNNING; budget++) {
        EXPECT(cw_query_step(p->query, budget, &path) == CW_OK, "step", 0, 0);
    }
    EXPECT(length_of(&path) == length, "in slices", length, path.length);
}

/// The nearer of two goals is taken. Gives how far that is.
static double check_goals(const place *p, const question *q, double length) {
    question second = *q;
    second.goal = q->other;
    cw_path_request request = request_of(&second);
    cw_path path = find(p, &second, &request);
    double other = length_of(&path);
    cw_vec3 goals[] = {q->goal, q->other};
    request = request_of(q);
    request.goals = goals;
    request.goal_count = 2;
    path = find(p, q, &request);
    double least = fmin(length, other);
    EXPECT((path.status == CW_PATH_FOUND) == isfinite(least), "one of two goals", length, other);
    if (path.status == CW_PATH_FOUND) {
        // Where one of the goals has room for a hair less than the radius, both are asked with
        // that.
        double hair = 6.2832 * path.leg_count * (q->radius - path.radius);
        EXPECT(fabs(path.length - least) < SAME_LENGTH + hair, "nearer of two goals", path.length,
               least);
        check_path(p, q, &path);
    }
    return length_of(&path);
}

/// A partial path is a path, and where it ends is no farther from the goal than the start. Gives
/// its length, infinite where it is none.
static double check_partial(const place *p, const question *q) {
    cw_path_request request = request_of(q);
    request.partial = true;
    cw_path path = find(p, q, &request);
    if (path.status != CW_PATH_PARTIAL) {
        return INFINITY;
    }
    check_path(p, q, &path);
    double before = hypot(q->goal.x - q->start.x, q->goal.y - q->start.y);
    double after = hypot(q->goal.x - path.goal.x, q->goal.y - path.goal.y);
    EXPECT(after <= before + 1e-6, "a partial path leads away", before, after);
    return path.length;
}

/// With costs a path is still a path, keeps out of forbidden areas, and costs no less than its
/// length.
static void check_costs(const place *p, const question *q) {
    static const double costs[] = {1, 3, INFINITY};
    uint8_t *areas = calloc(p->mesh.cell_count, 1);
    EXPECT(areas != NULL, "memory", 0, 0);
    for (uint32_t c = 0; c < p->mesh.cell_count; c++) {
        areas[c] = (uint8_t)((c * 7 + q->extra) % 5 / 2);
    }
    cw_path_request request = request_of(q);
    request.cell_area = areas;
    request.area_cost = costs;
    request.area_count = 3;
    cw_path path = find(p, q, &request);
    if (path.status == CW_PATH_FOUND) {
        check_path(p, q, &path);
        EXPECT(path.cost >= path.length - SAME_LENGTH, "cost", path.cost, path.length);
        for (uint32_t i = 1; i < path.cell_count; i++) {
            EXPECT(areas[path.cells[i]] < 2 || path.cells[i] == path.cells[0], "forbidden", i,
                   path.cells[i]);
        }
    }
    free(areas);
}

/// The nearest place for the disc is one, and no nearer place is known.
static void check_nearest(const place *p, const question *q) {
    cw_nearest nearest;
    EXPECT(cw_query_nearest(p->query, q->start, q->radius, 40, &nearest) == CW_OK, "nearest", 0, 0);
    if (nearest.place.cell == CW_NONE) {
        EXPECT(q->radius > 0 && room_at(p, q->goal) < q->radius + NEAR, "nothing near", 0, 0);
        return;
    }
    double room = room_at(p, nearest.point);
    EXPECT(room >= q->radius - NEAR, "the nearest place is too tight", room, q->radius);
    if (room_at(p, q->goal) >= q->radius + NEAR) {
        double known = hypot(q->goal.x - q->start.x, q->goal.y - q->start.y);
        EXPECT(nearest.distance <= known + NEAR, "a nearer place is known", nearest.distance,
               known);
    }
}

/// What a question for shortest paths came to: lengths, infinite where there is none.
typedef struct lengths {
    double one, nearest, partial;
} lengths;

/// The lengths for a radius that is a little smaller or larger, without sights.
static lengths ask_beside(const place *p, const question *q, double more) {
    question beside = *q;
    beside.radius += more;
    cw_vec3 goals[] = {q->goal, q->other};
    cw_path_request request = request_of(&beside);
    cw_path path = find(p, &beside, &request);
    lengths found = {length_of(&path), INFINITY, INFINITY};
    request.partial = true;
    path = find(p, &beside, &request);
    found.partial = path.status == CW_PATH_PARTIAL ? path.length : INFINITY;
    if (cw_navmesh_locate(&p->mesh, q->other) != CW_NONE) {
        request.partial = false;
        request.goals = goals;
        request.goal_count = 2;
        path = find(p, &beside, &request);
        found.nearest = length_of(&path);
    }
    return found;
}

/// With a slack, a path is still a path, and hardly longer. A door of just the radius may be open
/// to one search and not to the other.
static void check_slack(const place *p, const question *q, double length) {
    cw_path_request request = request_of(q);
    request.slack = (1 + (q->extra >> 3 & 7)) / 16.0;
    cw_path path = find(p, q, &request);
    bool found = path.status == CW_PATH_FOUND;
    if (found) {
        check_path(p, q, &path);
    }
    if (found != isfinite(length) || path.length > (1 + request.slack) * length + SAME_LENGTH) {
        double with = length_of(&path);
        EXPECT(q->radius > CRITICAL, "with a slack", length, with);
        double least = ask_beside(p, q, -CRITICAL).one, most = ask_beside(p, q, CRITICAL).one;
        EXPECT(with >= least - SAME_LENGTH && with <= (1 + request.slack) * most + SAME_LENGTH,
               "with a slack", length, with);
    }
}

/// Everything that can be asked of shortest paths.
static lengths ask_shortest(const place *p, const question *q, double widest) {
    lengths found = {ask(p, q, widest), INFINITY, INFINITY};
    check_slices(p, q, found.one);
    if (q->extra & 1 && cw_navmesh_locate(&p->mesh, q->other) != CW_NONE) {
        found.nearest = check_goals(p, q, found.one);
    }
    if (q->extra & 2) {
        found.partial = check_partial(p, q);
    }
    if (q->extra & 64) {
        check_slack(p, q, found.one);
    }
    return found;
}

/// Lengths with sights and without may differ at a door of just the radius, which may be open or
/// not: then they lie between those of radii on both sides of it.
static void check_between(const place *p, const question *q, lengths with, lengths without) {
    EXPECT(q->radius > CRITICAL, "with sights", with.one, without.one);
    lengths least = ask_beside(p, q, -CRITICAL), most = ask_beside(p, q, CRITICAL);
    EXPECT(with.one >= least.one - SAME_LENGTH && with.one <= most.one + SAME_LENGTH, "with sights",
           with.one, without.one);
    EXPECT(!(q->extra & 1) || (with.nearest >= least.nearest - SAME_LENGTH &&
                               with.nearest <= most.nearest + SAME_LENGTH),
           "two goals with sights", with.nearest, without.nearest);
    EXPECT(is_same(with.partial, without.partial) || fabs(least.partial - most.partial) > 1e-6,
           "partial with sights", with.partial, without.partial);
}

/// With sights everything is as long as without. Points have none.
static void check_sights(const place *p, const question *q, double widest, lengths without) {
    if (q->radius < CW_SMALLEST_RADIUS) {
        return;
    }
    cw_sights *sights;
    EXPECT(cw_sights_build_any(p->context, &p->clearance, &sights) == CW_OK, "sights", 0, 0);
    const cw_sights *used[] = {sights};
    EXPECT(cw_query_use_sights(p->query, used, 1) == CW_OK, "use of sights", 0, 0);
    lengths with = ask_shortest(p, q, widest);
    EXPECT(cw_query_use_sights(p->query, NULL, 0) == CW_OK, "no sights", 0, 0);
    cw_sights_free(sights);
    if (!is_same(with.one, without.one) || !is_same(with.nearest, without.nearest) ||
        !is_same(with.partial, without.partial)) {
        check_between(p, q, with, without);
    }
}

static void answer(const place *p, const question *q) {
    cw_gate gate;
    EXPECT(cw_query_widest(p->query, q->start, q->goal, &gate) == CW_OK, "widest", 0, 0);
    check_widest(p, q, gate.radius);
    lengths shortest = ask_shortest(p, q, gate.radius);
    check_sights(p, q, gate.radius, shortest);
    check_nearest(p, q);
    if (q->extra & 4) {
        check_costs(p, q);
    }
}

static cw_vec3 read_point(reader *input, uint8_t offset) {
    static const double OFFSETS[] = {0, 0.5, 0.25, 1.0 / 3};
    uint8_t at = read_byte(input);
    return (cw_vec3){(at & 15) + OFFSETS[offset & 3], (at >> 4) + OFFSETS[offset >> 1 & 3], 0};
}

/// Zero, tiny, halves of gaps on the grid, half of what is widest and all of it, and any.
static double read_radius(const place *p, const question *q, uint8_t byte) {
    static const double some[] = {0,    1e-5, 1e-4, 1e-2,
                                  1e-3, 0.25, 0.5,  0.70710678118654752440,
                                  0.75, 1,    1.5,  1.1180339887498949,
                                  2,    3,    5,    7.5};
    static const double beside[] = {0, 1e-7, -1e-7, 1e-5, -1e-5, -1e-3, -0.05, 0.1};
    cw_gate gate;
    if (byte < 16) {
        return some[byte];
    }
    if (byte < 64 || cw_query_widest(p->query, q->start, q->goal, &gate) != CW_OK) {
        return byte / 32.0;
    }
    return fmax(0, fmax(gate.radius, 0) * (byte & 8 ? 0.5 : 1) + beside[byte & 7]);
}

static void read_questions(const place *p, reader *input) {
    for (int i = 0; i < MOST_QUESTIONS && input->at < input->size; i++) {
        question q = {0};
        uint8_t offsets = read_byte(input);
        q.start = read_point(input, offsets);
        q.goal = read_point(input, offsets >> 2);
        q.other = read_point(input, offsets >> 4);
        if (cw_navmesh_locate(&p->mesh, q.start) == CW_NONE ||
            cw_navmesh_locate(&p->mesh, q.goal) == CW_NONE) {
            input->at += 2;
            continue;
        }
        q.radius = read_radius(p, &q, read_byte(input));
        q.extra = read_byte(input);
        answer(p, &q);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    place p = {0};
    if (cw_context_create(NULL, &p.context) != CW_OK) {
        return 0;
    }
    reader input = {.data = data, .size = size};
    uint8_t choice = read_byte(&input), rings = read_byte(&input);
    read_plan(&p, &input, 1 + (rings & 3));
    if (make_mesh(&p, choice) && take_walls(&p)) {
        make_tables(&p);
        read_questions(&p, &input);
    }
    cw_query_free(p.query);
    cw_clearance_free(p.context, &p.clearance);
    cw_navmesh_free(p.context, &p.mesh);
    cw_plan_free(p.context, &p.plan);
    cw_context_free(p.context);
    return 0;
}
