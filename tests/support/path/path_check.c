#include "path_check.h"
#include "check.h"

/// Metres: what the library promises, and the rounding of world coordinates of a few hundred
/// metres.
#define NEAR 1.001e-9
/// Metres: more than the distance at which a way is on a portal, see first_touch().
#define ON_BORDER 1e-8
/// Radians between a segment and the arc it touches.
#define SMOOTH 1e-6
/// Radians: longer arcs are followed in parts.
#define PART 0.5

static char said[400];

/// The legs as pieces in local positions; arcs in parts.
typedef struct way {
    plane_piece *pieces;
    uint32_t count;
} way;

static plane_piece leg_piece(const path_floor *floor, const cw_path *path, uint32_t index) {
    const cw_path_leg *leg = &path->legs[index];
    cw_vec2 from = oracle_to_local(&floor->mesh, leg->from);
    cw_vec2 to = oracle_to_local(&floor->mesh, leg->to);
    if (!leg->arc) {
        return plane_piece_segment(from, to);
    }
    cw_vec2 center =
        oracle_to_local(&floor->mesh, (cw_vec3){leg->center.x, leg->center.y, leg->from.z});
    double start = plane_angle(plane_sub(from, center)), end = plane_angle(plane_sub(to, center));
    double sweep = leg->ccw ? plane_wrap(end - start, -1e-7) : -plane_wrap(start - end, -1e-7);
    plane_piece arc = plane_piece_arc(center, path->radius, start, sweep);
    arc.from = from;
    arc.to = to;
    return arc;
}

static way make_way(const path_floor *floor, const cw_path *path) {
    way made = {calloc(16 * path->leg_count + 16, sizeof(plane_piece)), 0};
    assert_non_null(made.pieces);
    for (uint32_t i = 0; i < path->leg_count; i++) {
        plane_piece piece = leg_piece(floor, path, i);
        uint32_t parts = piece.arc ? (uint32_t)(fabs(piece.sweep) / PART) + 1 : 1;
        for (uint32_t k = 0; k < parts; k++) {
            made.pieces[made.count++] =
                piece.arc
                    ? plane_piece_arc(piece.center, piece.radius,
                                      piece.start + piece.sweep * k / parts, piece.sweep / parts)
                    : piece;
        }
    }
    return made;
}

static double off(cw_vec3 a, cw_vec3 b) {
    return hypot(hypot(a.x - b.x, a.y - b.y), a.z - b.z);
}

/// The direction of travel at the start or end of a leg.
static cw_vec2 heading(const path_floor *floor, const cw_path *path, uint32_t leg, bool end) {
    plane_piece piece = leg_piece(floor, path, leg);
    if (!piece.arc) {
        return plane_sub(piece.to, piece.from);
    }
    cw_vec2 out = plane_sub(end ? piece.to : piece.from, piece.center);
    return path->legs[leg].ccw ? (cw_vec2){-out.y, out.x} : (cw_vec2){out.y, -out.x};
}

static bool is_corner(const path_floor *floor, cw_vec2 place) {
    for (uint32_t i = 0; i < floor->plane.wall_count; i++) {
        if (plane_distance(floor->plane.walls[i].from, place) < NEAR) {
            return true;
        }
    }
    return false;
}

// --- Legs ----------------------------------------------------------------------------------------

static const char *check_joins(const path_floor *floor, const cw_path *path, const path_spot *start,
                               cw_vec3 goal) {
    REQUIRE(plane_distance(oracle_to_local(&floor->mesh, path->start), start->local) < NEAR,
            "starts at (%.12g, %.12g), not where it was asked", path->start.x, path->start.y);
    REQUIRE(hypot(path->goal.x - goal.x, path->goal.y - goal.y) < NEAR,
            "ends at (%.12g, %.12g), not where it was asked", path->goal.x, path->goal.y);
    REQUIRE(path->leg_count > 0 || path->length == 0, "a length without legs");
    if (path->leg_count > 0) {
        REQUIRE(off(path->legs[0].from, path->start) < NEAR, "the first leg is not at the start");
        REQUIRE(off(path->legs[path->leg_count - 1].to, path->goal) < NEAR,
                "the last leg is not at the goal");
    }
    for (uint32_t i = 0; i + 1 < path->leg_count; i++) {
        REQUIRE(off(path->legs[i].to, path->legs[i + 1].from) < NEAR,
                "leg %u does not start where leg %u ends", i + 1, i);
    }
    return NULL;
}

static const char *check_arcs(const path_floor *floor, const cw_path *path) {
    for (uint32_t i = 0; i < path->leg_count; i++) {
        if (path->legs[i].arc) {
            plane_piece arc = leg_piece(floor, path, i);
            REQUIRE(fabs(plane_distance(arc.from, arc.center) - path->radius) < NEAR &&
                        fabs(plane_distance(arc.to, arc.center) - path->radius) < NEAR,
                    "the ends of arc %u are %.12g and %.12g from its center", i,
                    plane_distance(arc.from, arc.center), plane_distance(arc.to, arc.center));
            REQUIRE(is_corner(floor, arc.center), "arc %u goes round no corner", i);
        }
    }
    return NULL;
}

/// Whether there is more than a full turn of floor around a corner at a place.
static bool is_wide(const path_floor *floor, cw_vec2 place) {
    for (uint32_t v = 0; v < floor->sheet.vertex_count; v++) {
        if (plane_distance(floor->sheet.points[v], place) < NEAR &&
            floor->sheet.around[v] > PLANE_TURN - 1e-9 && floor->sheet.on_wall[v]) {
            return true;
        }
    }
    return false;
}

/// A bend of a path of a point is taut when a wall that ends there lies in its inside; not so where
/// the floor winds around the corner by more than a full turn.
static bool bend_is_taut(const path_floor *floor, cw_vec2 place, cw_vec2 in, cw_vec2 out) {
    if (is_wide(floor, place)) {
        return true;
    }
    double turn = plane_cross(in, out) > 0 ? 1 : -1;
    for (uint32_t i = 0; i < floor->plane.wall_count; i++) {
        oracle_wall wall = floor->plane.walls[i];
        bool from = plane_distance(wall.from, place) < NEAR;
        if (!from && plane_distance(wall.to, place) >= NEAR) {
            continue;
        }
        cw_vec2 along = from ? plane_sub(wall.to, wall.from) : plane_sub(wall.from, wall.to);
        double slack = -1e-6 * plane_length(along);
        if (turn * plane_cross(in, along) >= slack * plane_length(in) &&
            turn * plane_cross(out, along) >= slack * plane_length(out)) {
            return true;
        }
    }
    return false;
}

static const char *check_bends(const path_floor *floor, const cw_path *path) {
    for (uint32_t i = 0; i + 1 < path->leg_count; i++) {
        cw_vec2 in = heading(floor, path, i, true), out = heading(floor, path, i + 1, false);
        if (plane_length(in) < 1e-6 || plane_length(out) < 1e-6) {
            continue;
        }
        double bend = atan2(plane_cross(in, out), plane_dot(in, out));
        double slack = SMOOTH + NEAR / fmin(plane_length(in), plane_length(out));
        if (path->radius > 0) {
            REQUIRE(fabs(bend) < slack, "leg %u meets leg %u at an angle of %.3g", i, i + 1, bend);
        } else if (fabs(bend) > slack) {
            cw_vec2 place = oracle_to_local(&floor->mesh, path->legs[i].to);
            REQUIRE(is_corner(floor, place), "leg %u bends at no corner", i);
            REQUIRE(bend_is_taut(floor, place, in, out), "the bend after leg %u is not taut", i);
        }
    }
    return NULL;
}

static const char *check_length(const path_floor *floor, const cw_path *path) {
    double sum = 0;
    for (uint32_t i = 0; i < path->leg_count; i++) {
        plane_piece piece = leg_piece(floor, path, i);
        sum += plane_piece_length(&piece);
    }
    REQUIRE(fabs(sum - path->length) < NEAR * (1 + sum), "length %.12g, the legs have %.12g",
            path->length, sum);
    return NULL;
}

static const char *check_clearance(path_floor *floor, const cw_path *path, const way *walked,
                                   uint32_t triangle) {
    double radius = path->radius;
    for (uint32_t i = 0; i < walked->count; i++) {
        const plane_piece *piece = &walked->pieces[i];
        if (floor->flat) {
            double room = oracle_piece_clearance(&floor->plane, piece);
            REQUIRE(room >= radius - NEAR, "%s %u of radius %.9g comes to %.12g of a wall",
                    piece->arc ? "arc" : "segment", i, radius, room);
        }
        if (radius >
            0) { /* a point slides along walls, where walking straight is a matter of luck */
            double room = sheet_follow(&floor->sheet, &triangle, piece, radius);
            REQUIRE(room >= radius - NEAR, "%s %u of radius %.9g comes to %.12g of a wall, walking",
                    piece->arc ? "arc" : "segment", i, radius, room);
        }
    }
    if (radius > 0 && path->cell_count > 0) {
        cw_vec2 goal = oracle_to_local(&floor->mesh, path->goal);
        uint32_t last = path->cells[path->cell_count - 1];
        if (floor->sheet.cells[triangle] != last) { /* the goal may be on a portal */
            REQUIRE(sheet_locate(&floor->sheet, last, goal) != CW_NONE, "does not end in its cell");
        }
    }
    return NULL;
}

// --- Cells and portals ---------------------------------------------------------------------------

static cw_vec2 edge_place(const path_floor *floor, uint32_t edge, bool end) {
    const cw_navmesh *mesh = &floor->mesh;
    uint32_t cell = mesh->edge_cell[edge];
    uint32_t next = cw_navmesh_next(mesh, cell, edge);
    return oracle_local(&mesh->lattice, mesh->points[mesh->edge_vertex[end ? next : edge]]);
}

/// Whether a place lies on the border of a cell. A needle may be turned over by the rounding of its
/// vertices, and then has no inside.
static bool on_border(const path_floor *floor, uint32_t cell, cw_vec2 place) {
    const uint32_t *first = &floor->mesh.cell_first[cell];
    for (uint32_t e = first[0]; e < first[1]; e++) {
        if (plane_point_segment(place, edge_place(floor, e, false), edge_place(floor, e, true)) <
            ON_BORDER) {
            return true;
        }
    }
    return false;
}

static bool in_cell(const path_floor *floor, uint32_t cell, cw_vec2 place) {
    return sheet_locate(&floor->sheet, cell, place) != CW_NONE || on_border(floor, cell, place);
}

/// A place on a way: in piece `index`, at a share of it.
typedef struct mark {
    uint32_t index;
    double share;
} mark;

static double touch(const plane_piece *piece, double share, cw_vec2 p, cw_vec2 q) {
    return plane_point_segment(plane_piece_at(piece, share), p, q);
}

/// The first share from `low` on at which a piece is on a segment, or 2. The distance of a straight
/// piece has one minimum; short arcs are cut where it may have another.
static double first_touch(const plane_piece *piece, double low, cw_vec2 p, cw_vec2 q) {
    uint32_t cuts = piece->arc ? 8 : 1;
    for (uint32_t k = 0; k < cuts; k++) {
        double a = low + (1 - low) * k / cuts, b = low + (1 - low) * (k + 1) / cuts;
        double left = a, right = b;
        for (int step = 0; step < 120; step++) {
            double third = (right - left) / 3;
            bool falls = touch(piece, left + third, p, q) > touch(piece, right - third, p, q);
            left += falls ? third : 0;
            right -= falls ? 0 : third;
        }
        double best = touch(piece, a, p, q) <= touch(piece, left, p, q) ? a : left;
        best = touch(piece, b, p, q) < touch(piece, best, p, q) ? b : best;
        if (touch(piece, best, p, q) > 4 * NEAR) {
            continue;
        }
        double before = a;
        for (int step = 0; step < 80; step++) {
            double middle = (before + best) / 2;
            if (touch(piece, middle, p, q) <= 4 * NEAR) {
                best = middle;
            } else {
                before = middle;
            }
        }
        return best;
    }
    return 2;
}

static bool find_touch(const way *walked, mark from, cw_vec2 p, cw_vec2 q, mark *found) {
    for (uint32_t i = from.index; i < walked->count; i++) {
        double share = first_touch(&walked->pieces[i], i == from.index ? from.share : 0, p, q);
        if (share <= 1) {
            *found = (mark){i, share};
            return true;
        }
    }
    return false;
}

/// True when a straight piece goes through a wall of a cell, by more than rounding.
static bool goes_through(const path_floor *floor, uint32_t cell, cw_vec2 a, cw_vec2 b) {
    const cw_navmesh *mesh = &floor->mesh;
    double length = plane_distance(a, b);
    for (uint32_t e = mesh->cell_first[cell]; length > 0 && e < mesh->cell_first[cell + 1]; e++) {
        cw_vec2 p = edge_place(floor, e, false), q = edge_place(floor, e, true);
        double span = plane_distance(p, q), deep = 1e-8;
        double side_a = plane_cross(plane_sub(q, p), plane_sub(a, p)) / span;
        double side_b = plane_cross(plane_sub(q, p), plane_sub(b, p)) / span;
        double side_p = plane_cross(plane_sub(b, a), plane_sub(p, a)) / length;
        double side_q = plane_cross(plane_sub(b, a), plane_sub(q, a)) / length;
        if (mesh->edge_twin[e] == CW_NONE && fmin(side_a, side_b) < -deep &&
            fmax(side_a, side_b) > deep && fmin(side_p, side_q) < -deep &&
            fmax(side_p, side_q) > deep) {
            return true;
        }
    }
    return false;
}

/// Places between two marks lie in a cell.
static const char *check_inside(const path_floor *floor, const way *walked, uint32_t cell,
                                mark from, mark to) {
    for (uint32_t i = from.index; i <= to.index && i < walked->count; i++) {
        double low = i == from.index ? from.share : 0, high = i == to.index ? to.share : 1;
        for (int k = 0; k <= 8; k++) {
            cw_vec2 place = plane_piece_at(&walked->pieces[i], low + (high - low) * k / 8);
            REQUIRE(in_cell(floor, cell, place), "is outside cell %u at local (%.12g, %.12g)", cell,
                    place.x, place.y);
        }
        REQUIRE(walked->pieces[i].arc ||
                    !goes_through(floor, cell, plane_piece_at(&walked->pieces[i], low),
                                  plane_piece_at(&walked->pieces[i], high)),
                "piece %u goes through a wall of cell %u", i, cell);
    }
    return NULL;
}

static const char *check_usable(path_floor *floor, const cw_path *path, uint32_t index) {
    const cw_path_portal *portal = &path->portals[index];
    cw_vec2 right = edge_place(floor, portal->edge, false);
    cw_vec2 left = edge_place(floor, portal->edge, true);
    cw_vec2 ends[2] = {oracle_to_local(&floor->mesh, portal->usable[0]),
                       oracle_to_local(&floor->mesh, portal->usable[1])};
    REQUIRE(plane_distance(oracle_to_local(&floor->mesh, portal->right), right) < NEAR &&
                plane_distance(oracle_to_local(&floor->mesh, portal->left), left) < NEAR,
            "the ends of portal %u are not those of edge %u", index, portal->edge);
    for (int i = 0; i < 2; i++) {
        REQUIRE(plane_point_segment(ends[i], right, left) < 2 * NEAR,
                "the usable part of portal %u is not on it", index);
    }
    REQUIRE(plane_dot(plane_sub(ends[1], ends[0]), plane_sub(left, right)) >= -NEAR,
            "the usable part of portal %u is turned round", index);
    if (path->radius == 0) {
        REQUIRE(plane_distance(ends[0], right) < NEAR && plane_distance(ends[1], left) < NEAR,
                "a point can use all of portal %u", index);
        return NULL;
    }
    plane_piece part = plane_piece_segment(ends[0], ends[1]);
    uint32_t cell = floor->mesh.edge_cell[portal->edge];
    uint32_t triangle = sheet_locate(&floor->sheet, cell, ends[0]);
    REQUIRE(floor->flat ? in_cell(floor, cell, ends[0]) : triangle != CW_NONE,
            "the usable part of portal %u is off its cell", index);
    double room = floor->flat ? oracle_piece_clearance(&floor->plane, &part)
                              : sheet_follow(&floor->sheet, &triangle, &part, path->radius);
    REQUIRE(room >= path->radius - NEAR, "the usable part of portal %u comes to %.12g of a wall",
            index, room);
    return NULL;
}

/// The usable part cannot be made longer: beyond each end the portal ends or a wall is too near.
static const char *check_longest(const path_floor *floor, const cw_path *path, uint32_t index) {
    const cw_path_portal *portal = &path->portals[index];
    cw_vec2 right = edge_place(floor, portal->edge, false);
    cw_vec2 left = edge_place(floor, portal->edge, true);
    cw_vec2 along = plane_scale(plane_sub(left, right), 1 / plane_distance(left, right));
    for (int i = 0; floor->flat && path->radius > 0 && i < 2; i++) {
        cw_vec2 end = oracle_to_local(&floor->mesh, portal->usable[i]);
        cw_vec2 beyond = plane_add(end, plane_scale(along, i == 0 ? -1e-4 : 1e-4));
        if (plane_point_segment(beyond, right, left) < NEAR) {
            plane_piece more = plane_piece_segment(end, beyond);
            REQUIRE(oracle_piece_clearance(&floor->plane, &more) < path->radius + NEAR,
                    "the usable part of portal %u could be longer", index);
        }
    }
    return NULL;
}

/// Portals join cells, and the way passes them in order. Where each is first touched, a path that
/// is `taut` changes cells; one that follows costs may touch it before it goes through it.
static const char *check_portals(path_floor *floor, const cw_path *path, const way *walked,
                                 bool taut) {
    const cw_navmesh *mesh = &floor->mesh;
    mark at = {0, 0}, next, last = {walked->count, 0};
    REQUIRE(path->cell_count > 0 && path->portal_count == path->cell_count - 1,
            "%u cells but %u portals", path->cell_count, path->portal_count);
    for (uint32_t i = 0; i < path->portal_count; i++) {
        uint32_t edge = path->portals[i].edge;
        REQUIRE(edge < mesh->edge_count && mesh->edge_twin[edge] != CW_NONE, "portal %u is none",
                i);
        REQUIRE(mesh->edge_cell[edge] == path->cells[i] &&
                    mesh->edge_cell[mesh->edge_twin[edge]] == path->cells[i + 1],
                "portal %u does not join cells %u and %u", i, path->cells[i], path->cells[i + 1]);
        const char *wrong = check_usable(floor, path, i);
        wrong = wrong != NULL ? wrong : check_longest(floor, path, i);
        if (wrong != NULL) {
            return wrong;
        }
        REQUIRE(find_touch(walked, at, oracle_to_local(mesh, path->portals[i].usable[0]),
                           oracle_to_local(mesh, path->portals[i].usable[1]), &next),
                "does not pass the usable part of portal %u of %u", i, path->portal_count);
        wrong = taut ? check_inside(floor, walked, path->cells[i], at, next) : NULL;
        if (wrong != NULL) {
            return wrong;
        }
        at = next;
    }
    return taut ? check_inside(floor, walked, path->cells[path->cell_count - 1], at, last) : NULL;
}

static const char *check(path_floor *floor, const cw_path *path, const path_spot *start,
                         cw_vec3 goal, bool taut) {
    REQUIRE(path->status == CW_PATH_FOUND || path->status == CW_PATH_PARTIAL, "status %s",
            cw_path_status_string(path->status));
    const char *wrong = check_joins(floor, path, start, goal);
    wrong = wrong != NULL ? wrong : check_arcs(floor, path);
    wrong = wrong != NULL || !taut ? wrong : check_bends(floor, path);
    wrong = wrong != NULL ? wrong : check_length(floor, path);
    if (wrong == NULL) {
        way walked = make_way(floor, path);
        wrong = check_clearance(floor, path, &walked, start->triangle);
        wrong = wrong != NULL ? wrong : check_portals(floor, path, &walked, taut);
        free(walked.pieces);
    }
    return wrong;
}

const char *path_check(path_floor *floor, const cw_path *path, const path_spot *start,
                       cw_vec3 goal) {
    return check(floor, path, start, goal, true);
}

const char *path_check_bent(path_floor *floor, const cw_path *path, const path_spot *start,
                            cw_vec3 goal) {
    return check(floor, path, start, goal, false);
}
