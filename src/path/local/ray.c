/// A point or a disc that goes straight ahead along the surface until a wall stops it.
///
/// The walk goes from cell to cell. Start and end are put on the fine lattice, and on which side of
/// the line a vertex lies is decided exactly; so the walk through convex cells makes no wrong turn,
/// whatever it touches. It leaves a cell through the inside of an edge, from the right end on the
/// right of the line to the left end on its left, or at a vertex on the line behind which the cell
/// does not go on. From a vertex it goes on in the first cell around it that holds the direction;
/// cells are closed, so that a walk along a wall or past a tip is not stopped. Where floors touch
/// in a point they have different vertices there, and nothing passes.
///
/// A disc does the same walk with its center. In each cell the corners and walls near the cell are
/// tested over the part of the line inside: it stops where it comes nearer than the radius to one,
/// if it would come nearer by more than fits; so touching and sliding do not stop it.
///
/// Cost: linear in the edges of the cells on the way. A straight line meets a convex cell once, so
/// a walk of more steps than cells has lost its way by rounding, and ends.
#include "path/local/cast.h"
#include "path/query/query.h"

/// Metres by which the place where a line crosses an edge may be wrong.
static const double PLACE_ERROR = CW_PLACED;
/// Metres by which a walk may end earlier than computed.
static const double MOST_BACK = CW_APART;

typedef struct walk {
    const cw_clearance *clearance;
    const cw_navmesh *mesh;
    cw_point from, to, direction; ///< on the lattice
    bool clipped;                 ///< `to` stands for a goal beyond the lattice
    cw_vec2 start;                ///< local
    cw_vec2 unit;                 ///< direction in plan
    double length;
    double radius;
    double least; ///< the least radius that counts as the one that is asked for
    double slack; ///< by which the disc may cut walls: CW_CLEARANCE_TOLERANCE, more far away
    double deep;  ///< nearer to a wall than this it is stopped
} walk;

/// Where a walk is or gets stuck.
typedef struct stop {
    uint32_t cell;
    uint32_t edge;   ///< through whose inside, or at whose start, the cell is left
    bool vertex;     ///< at its start
    double distance; ///< from the start of the walk
} stop;

static cw_point point_at(const walk *w, uint32_t edge) {
    return cw_navmesh_point(w->mesh, edge);
}

static cw_vec2 position_at(const walk *w, double distance) {
    return cw_vec2_along(w->start, distance, w->unit);
}

/// 1 for a vertex left of the line, 0 on it, -1 right of it.
static int side_of(const walk *w, cw_point point) {
    return cw_turn(w->direction, cw_point_sub(point, w->from));
}

/// True when the direction from the start of an edge, which is on the line, goes into the closed
/// cell of the edge.
static bool holds_direction(const walk *w, uint32_t cell, uint32_t edge) {
    cw_point at = point_at(w, edge);
    cw_point right = cw_point_sub(point_at(w, cw_navmesh_next(w->mesh, cell, edge)), at);
    cw_point left = cw_point_sub(point_at(w, cw_navmesh_previous(w->mesh, cell, edge)), at);
    int right_side = cw_turn(w->direction, right), left_side = cw_turn(w->direction, left);
    if ((right_side == 0 && cw_dot(w->direction, right) > 0) ||
        (left_side == 0 && cw_dot(w->direction, left) > 0)) {
        return true;
    }
    int turn = cw_turn(right, left);
    if (turn > 0) {
        return right_side < 0 && left_side > 0;
    }
    if (turn < 0) {
        return !(right_side > 0 && left_side < 0);
    }
    return cw_dot(right, left) > 0 || right_side < 0; // the tip of a slit, or straight on
}

/// How far along the line it crosses an edge; the ends lie on different sides.
static double crossing_at(const walk *w, uint32_t edge) {
    cw_vec2 a = cw_vec2_sub(cw_clearance_from(w->clearance, edge), w->start);
    cw_vec2 b = cw_vec2_sub(cw_clearance_to(w->clearance, edge), w->start);
    cw_vec2 side = cw_vec2_sub(b, a);
    double at_a = cw_vec2_dot(a, w->unit), at_b = cw_vec2_dot(b, w->unit);
    double turn = cw_vec2_cross(w->unit, side);
    double at = turn > 0 ? cw_vec2_cross(a, side) / turn : at_a;
    return fmin(fmax(at, fmin(at_a, at_b)), fmax(at_a, at_b));
}

/// Of two exits, whether `b` is the one to take: the first that is not behind `distance`, or the
/// last of those that are.
static bool better(const stop *a, const stop *b, double distance) {
    double bar = distance - PLACE_ERROR;
    if (a->edge == CW_NONE) {
        return true;
    }
    if ((a->distance >= bar) != (b->distance >= bar)) {
        return b->distance >= bar;
    }
    return b->distance >= bar ? b->distance < a->distance : b->distance > a->distance;
}

/// Where the line leaves a cell in which it is at `distance`. `edge` is CW_NONE when it does not
/// meet the cell at all.
static stop find_exit(const walk *w, uint32_t cell, double distance) {
    stop best = {cell, CW_NONE, false, distance};
    uint32_t first = cw_navmesh_cell_begin(w->mesh, cell), end = cw_navmesh_cell_end(w->mesh, cell);
    int side = side_of(w, point_at(w, first));
    for (uint32_t e = first; e < end; e++) {
        int next = side_of(w, point_at(w, e + 1 < end ? e + 1 : first));
        stop candidate = {cell, e, side == 0, 0};
        if (side < 0 && next > 0) {
            candidate.distance = crossing_at(w, e);
        } else if (side == 0 && !holds_direction(w, cell, e)) {
            candidate.distance =
                cw_vec2_dot(cw_vec2_sub(cw_clearance_from(w->clearance, e), w->start), w->unit);
        } else {
            candidate.edge = CW_NONE;
        }
        if (candidate.edge != CW_NONE && better(&best, &candidate, distance)) {
            best = candidate;
        }
        side = next;
    }
    best.distance = fmin(fmax(best.distance, distance), w->length);
    return best;
}

/// True when the goal comes before an exit or on it. Exact.
static bool reaches_goal(const walk *w, const stop *exit) {
    if (w->clipped) {
        return false;
    }
    cw_point a = point_at(w, exit->edge);
    if (exit->vertex) {
        return cw_dot(w->direction, cw_point_sub(a, w->to)) >= 0;
    }
    cw_point b = point_at(w, cw_navmesh_next(w->mesh, exit->cell, exit->edge));
    return cw_orient(a, b, w->to) >= 0;
}

/// How much a wall faces the walk: the larger, the more it stands in the way.
static double facing(const walk *w, uint32_t wall) {
    return cw_vec2_cross(w->unit, cw_clearance_along(w->mesh, wall));
}

/// Finds a cell around a vertex that holds the direction, counter-clockwise and then clockwise from
/// the cell of the exit. False leaves in `exit` the wall at the vertex that stands in the way.
static bool turn_at_vertex(const walk *w, stop *exit) {
    const cw_navmesh *mesh = w->mesh;
    uint32_t start = exit->edge, edge = start, walls[2];
    for (;;) {
        walls[0] = cw_navmesh_previous(mesh, mesh->edge_cell[edge], edge);
        edge = mesh->edge_twin[walls[0]];
        if (edge == CW_NONE || edge == start) {
            break;
        }
        exit->cell = mesh->edge_cell[edge];
        if (holds_direction(w, exit->cell, edge)) {
            return true;
        }
    }
    for (walls[1] = start; mesh->edge_twin[walls[1]] != CW_NONE;) {
        edge = mesh->edge_twin[walls[1]];
        exit->cell = mesh->edge_cell[edge];
        walls[1] = cw_navmesh_next(mesh, exit->cell, edge);
        if (walls[1] == start) {
            break;
        }
        if (holds_direction(w, exit->cell, walls[1])) {
            return true;
        }
    }
    exit->edge = facing(w, walls[0]) > facing(w, walls[1]) ? walls[0] : walls[1];
    exit->cell = mesh->edge_cell[exit->edge];
    return false;
}

/// Goes on behind an exit; false when there is a wall.
static bool pass(const walk *w, stop *exit) {
    if (exit->vertex) {
        return turn_at_vertex(w, exit);
    }
    uint32_t twin = w->mesh->edge_twin[exit->edge];
    if (twin == CW_NONE) {
        return false;
    }
    exit->cell = w->mesh->edge_cell[twin];
    return true;
}

/// Part of the line, in metres from the start of the walk.
typedef struct span {
    double from, to;
} span;

/// The part of a span where low < value + growth * distance < high.
static span limit(span s, double value, double growth, double low, double high) {
    if (growth == 0) {
        return value > low && value < high ? s : (span){1, 0};
    }
    double a = (low - value) / growth, b = (high - value) / growth;
    return (span){fmax(s.from, fmin(a, b)), fmin(s.to, fmax(a, b))};
}

/// Where the disc runs into a corner within a span of its way.
static double meet_corner(const walk *w, span s, cw_vec2 corner) {
    cw_vec2 to_corner = cw_vec2_sub(corner, w->start);
    double along = cw_vec2_dot(w->unit, to_corner), across = cw_vec2_cross(w->unit, to_corner);
    if (!(fabs(across) < w->deep) || !(along > 0)) { // beside it, or going away from it
        return INFINITY;
    }
    double half = sqrt(w->deep * w->deep - across * across);
    if (!(fmax(s.from, along - half) < fmin(s.to, along + half))) {
        return INFINITY;
    }
    return fmax(s.from, along - sqrt(w->radius * w->radius - across * across));
}

/// Where the disc runs into the inside of a wall within a span of its way.
static double meet_wall(const walk *w, span s, const cw_near_wall *wall) {
    cw_vec2 along = wall->along, out = cw_vec2_sub(w->start, wall->from);
    double height = cw_vec2_cross(along, out), climb = cw_vec2_cross(along, w->unit);
    double length = cw_vec2_dot(along, cw_vec2_sub(wall->to, wall->from));
    double slack = cw_slab_slack(w->clearance);
    span over =
        limit(s, cw_vec2_dot(along, out), cw_vec2_dot(along, w->unit), -slack, length + slack);
    span deep = limit(over, height, climb, -CW_CLEARANCE_TOLERANCE, w->deep);
    if (!(deep.from < deep.to) || (climb >= 0 && deep.from <= 0)) { // going away from it is free
        return INFINITY;
    }
    return climb < 0 ? fmax(over.from, (w->radius - height) / climb) : over.from;
}

/// What a disc may meet on a part of its way lies in a box.
static cw_box box_around(const walk *w, span s) {
    double reach = w->radius + 2 * (cw_slab_slack(w->clearance) + w->slack);
    return cw_box_wider(cw_box_of(position_at(w, s.from), position_at(w, s.to)), reach);
}

/// The point of a wall next to a position beside it.
static cw_vec2 foot_on(const cw_near_wall *wall, cw_vec2 position) {
    double length = cw_vec2_dot(wall->along, cw_vec2_sub(wall->to, wall->from));
    double foot = cw_vec2_dot(wall->along, cw_vec2_sub(position, wall->from));
    return cw_vec2_along(wall->from, fmin(fmax(foot, 0), length), wall->along);
}

/// What the disc runs into first of what is near a cell, within a span of its way; after an
/// infinite distance where that is nothing.
static cw_cast find_contact(const walk *w, uint32_t cell, span s) {
    const cw_clearance *clearance = w->clearance;
    cw_cast first = {true, INFINITY, cell, {0, 0}, CW_NONE};
    cw_box reach = box_around(w, s);
    uint32_t end = clearance->near_corner_first[cell + 1];
    for (uint32_t i = clearance->near_corner_first[cell]; i < end; i++) {
        const cw_near_corner *corner = &clearance->near_corners[i];
        if (!(corner->distance < w->radius)) {
            break;
        }
        double distance = meet_corner(w, s, corner->position);
        if (distance < first.distance) {
            first.distance = distance;
            first.touched = corner->position;
            first.wall = clearance->corners[corner->corner].outgoing;
        }
    }
    end = clearance->near_wall_first[cell + 1];
    for (uint32_t i = clearance->near_wall_first[cell]; i < end; i++) {
        const cw_near_wall *wall = &clearance->near_walls[i];
        if (!(wall->distance < w->radius)) {
            break;
        }
        cw_box box = cw_box_of(wall->from, wall->to);
        if (!cw_boxes_meet(&reach, &box)) {
            continue;
        }
        double distance = meet_wall(w, s, wall);
        if (distance < first.distance) {
            first.distance = distance;
            first.touched = foot_on(wall, position_at(w, distance));
            first.wall = wall->edge;
        }
    }
    return first;
}

/// Reports where a walk ends. A place on a wall may be rounded to the wrong side of it; such a walk
/// ends a tiny bit earlier.
static void report_place(const walk *w, uint32_t cell, double distance, cw_ray *ray) {
    double back = 0;
    do {
        cw_vec2 plan = cw_clearance_plan(w->mesh, position_at(w, fmax(distance - back, 0)));
        ray->distance = fmax(distance - back, 0);
        ray->cell = cell;
        ray->point = (cw_vec3){plan.x, plan.y, cw_navmesh_height(w->mesh, cell, plan)};
        double unit = 0x1p-52 * fmax(fabs(plan.x), fabs(plan.y));
        back = back > 0 ? 2 * back : fmax(unit, 0x1p-50);
    } while (back < MOST_BACK && back < distance &&
             cw_navmesh_locate(w->mesh, ray->point) == CW_NONE);
}

/// The direction from a wall to a center; where the center stands on it, the normal of the wall.
static cw_vec2 normal_of(const walk *w, double distance, cw_vec2 touched, uint32_t wall) {
    cw_vec2 out = cw_vec2_sub(position_at(w, distance), touched);
    double length = cw_vec2_length(out);
    if (!(length > CW_CLEARANCE_TOLERANCE) && wall != CW_NONE) {
        cw_vec2 along = cw_clearance_along(w->mesh, wall);
        return (cw_vec2){-along.y, along.x};
    }
    return length > 0 ? (cw_vec2){out.x / length, out.y / length} : (cw_vec2){0, 0};
}

/// Reports a wall.
static void report_hit(const walk *w, uint32_t cell, double distance, cw_vec2 touched,
                       uint32_t wall, cw_ray *ray) {
    report_place(w, cell, distance, ray);
    ray->hit = true;
    ray->wall = wall;
    ray->touched = cw_clearance_plan(w->mesh, touched);
    ray->normal = normal_of(w, distance, touched, wall);
}

/// Walks on from a cell until a wall or the end stops it.
static cw_cast go(const walk *w, uint32_t cell) {
    double distance = 0;
    if (!(w->length > 0) || (w->direction.x == 0 && w->direction.y == 0)) {
        return (cw_cast){false, 0, cell, {0, 0}, CW_NONE};
    }
    for (uint64_t step = 0;; step++) {
        stop exit = find_exit(w, cell, distance);
        bool lost = exit.edge == CW_NONE || step > 2 * (uint64_t)w->mesh->cell_count;
        bool done = !lost && reaches_goal(w, &exit);
        double end = done ? w->length : exit.distance;
        if (w->radius > 0) {
            cw_cast hit = find_contact(w, cell, (span){distance, end});
            if (hit.distance <= end) {
                return hit;
            }
        }
        if (done) {
            return (cw_cast){false, end, cell, {0, 0}, CW_NONE};
        }
        if (lost || !pass(w, &exit)) {
            return (cw_cast){true, end, exit.cell, position_at(w, end), exit.edge};
        }
        cell = exit.cell;
        distance = end;
    }
}

/// A direction for a goal outside of the lattice: as long as the lattice, so that the mesh ends
/// before it does.
static void aim_beyond(walk *w, cw_vec2 from, cw_vec2 to) {
    cw_vec2 way = {to.x / 2 - from.x / 2, to.y / 2 - from.y / 2}; // halves: no overflow
    double most = fmax(fabs(way.x), fabs(way.y));
    way = (cw_vec2){way.x / most, way.y / most};
    w->clipped = true;
    w->direction.x = (int64_t)rint(way.x * (double)CW_POINT_LIMIT);
    w->direction.y = (int64_t)rint(way.y * (double)CW_POINT_LIMIT);
    w->length = INFINITY;
    double length = cw_vec2_length(way);
    w->unit = (cw_vec2){way.x / length, way.y / length};
}

/// Puts the line on the lattice.
static bool place_line(walk *w, cw_vec2 from, cw_vec2 to) {
    const cw_lattice *lattice = &w->mesh->lattice;
    if (!cw_lattice_from_plan(lattice, from, &w->from)) {
        return false;
    }
    w->start = cw_clearance_local(w->mesh, from);
    if (!cw_lattice_from_plan(lattice, to, &w->to)) {
        aim_beyond(w, from, to);
        return true;
    }
    w->direction = cw_point_sub(w->to, w->from);
    cw_vec2 way = {to.x - from.x, to.y - from.y};
    w->length = cw_vec2_length(way);
    w->unit = w->length > 0 ? (cw_vec2){way.x / w->length, way.y / w->length} : (cw_vec2){0, 0};
    return true;
}

/// `deep` is halfway between the radius that was asked for and the least that counts as it: who
/// walks along a wall that the lattice tilted goes on, and may ask again where the ray ended.
static void cast(const cw_query *query, walk *w, double deep, uint32_t cell, cw_ray *ray) {
    if (w->radius > 0) {
        cw_vec2 touched;
        uint32_t wall;
        double room = cw_clearance_nearest(query->clearance, cell, w->start, &touched, &wall);
        if (room < w->radius - w->slack && room >= w->least) {
            w->radius = room;
        } else if (room < w->radius - w->slack) {
            report_hit(w, cell, 0, touched, wall, ray);
            return;
        }
    }
    w->deep = fmin(w->radius - w->slack, deep);
    cw_cast end = go(w, cell);
    if (end.hit) {
        report_hit(w, end.cell, end.distance, end.touched, end.wall, ray);
    } else {
        report_place(w, end.cell, end.distance, ray);
    }
}

cw_cast cw_cast_disc(const cw_clearance *clearance, uint32_t cell, cw_vec2 from, cw_vec2 to,
                     double radius, cw_vec2 *normal) {
    walk w = {.clearance = clearance,
              .mesh = clearance->mesh,
              .radius = radius,
              .slack = CW_CLEARANCE_TOLERANCE * clearance->coarseness};
    w.deep = radius - w.slack;
    cw_vec2 plan_from = cw_clearance_plan(w.mesh, from), plan_to = cw_clearance_plan(w.mesh, to);
    if (!place_line(&w, plan_from, plan_to)) {
        return (cw_cast){false, 0, cell, {0, 0}, CW_NONE};
    }
    cw_cast end = go(&w, cell);
    if (end.hit) {
        *normal = normal_of(&w, end.distance, end.touched, end.wall);
    }
    return end;
}

cw_status cw_query_ray(cw_query *query, cw_vec3 from, cw_vec2 to, double radius, cw_ray *ray) {
    CW_ASSERT(query != NULL && ray != NULL);
    *ray = (cw_ray){0};
    if (!cw_vec3_is_finite(from) || !isfinite(to.x) || !isfinite(to.y) || !isfinite(radius) ||
        radius < 0) {
        return cw_fail(query->context, CW_ERROR_ARGUMENT,
                       "the ends and the radius of a ray have to be finite, the radius not "
                       "negative");
    }
    walk w = {.clearance = query->clearance,
              .mesh = query->clearance->mesh,
              .slack = CW_CLEARANCE_TOLERANCE + cw_vec3_rounding(from)};
    w.radius = cw_query_fit(query, radius, &w.least);
    uint32_t cell = cw_navmesh_locate(w.mesh, from);
    if (cell == CW_NONE || !place_line(&w, (cw_vec2){from.x, from.y}, to)) {
        return cw_fail(query->context, CW_ERROR_INPUT, "the start of the ray is off the mesh");
    }
    ray->wall = CW_NONE;
    cast(query, &w, (radius + w.least) / 2, cell, ray);
    return CW_OK;
}
