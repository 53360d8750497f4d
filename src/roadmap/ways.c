/// The portals of a route: where it crosses those of the mesh, and across the lane at each node.
///
/// A lane reaches half way to the lanes next to it, the first one to its wall, but never farther
/// than its clearance; people of a radius have that much less at both ends. The first and the last
/// leg, which are no lanes, are as wide as their own clearance.
#include "roadmap/routing.h"

/// Metres beside a lane that are used at most: who goes to the far end of a wider portal comes no
/// nearer to its middle for so long that it seems to be stuck.
static const double MOST_BESIDE = 4;

/// Metres to both sides of the way that may be used.
typedef struct reach {
    double right, left;
} reach;

/// A walk along the route.
typedef struct walker {
    cw_roadmap_query *query;
    uint32_t cell, entry;
    cw_vec2 at;
    double done;       ///< metres
    cw_vec2 direction; ///< of the lane
    reach half;
    double clearance; ///< less the radius
    uint32_t lane;
} walker;

static double positive(double value) {
    return value > 0 ? value : 0;
}

/// What may be used beside a lane: up to the lanes next to it; nobody else walks between the first
/// lane and its wall.
static reach half_of(const cw_roadmap_query *query, uint32_t lane) {
    const cw_roadmap_edge *edge = &query->roadmap->edges[lane / 2];
    double most = cw_least(edge->clearance, MOST_BESIDE);
    double width = edge->level == 1 ? query->roadmap->spacing : edge->width;
    double half = positive(cw_least(width / 2, most) - query->radius);
    double wall = edge->level == 1 ? positive(most - query->radius) : half;
    return lane % 2 == 0 ? (reach){half, wall} : (reach){wall, half};
}

static void enter_lane(walker *w, uint32_t lane, reach half, cw_vec2 direction) {
    w->lane = lane;
    w->half = half;
    w->direction = direction;
    w->clearance = positive(w->query->roadmap->edges[lane / 2].clearance - w->query->radius);
}

static cw_status add_way(walker *w, cw_vec2 middle, cw_vec2 to_left, reach half, uint32_t edge,
                         double done) {
    cw_roadmap_query *query = w->query;
    return CW_ARRAY_PUSH(query->context, &query->ways,
                         (cw_roadmap_way){.right = cw_vec2_along(middle, -half.right, to_left),
                                          .left = cw_vec2_along(middle, half.left, to_left),
                                          .edge = edge,
                                          .cell = w->cell,
                                          .lane = w->lane,
                                          .rest = done});
}

/// Crosses a portal of the mesh: the part of it that belongs to the lane.
static cw_status add_portal(walker *w, cw_vec2 middle, uint32_t edge, cw_vec2 direction,
                            double done) {
    cw_vec2 along = cw_clearance_along(w->query->clearance->mesh, edge);
    double sine = fabs(cw_vec2_cross(direction, along));
    reach half = {w->clearance, w->clearance};
    if (sine > 0) {
        half.right = cw_least(w->half.right / sine, w->clearance);
        half.left = cw_least(w->half.left / sine, w->clearance);
    }
    return add_way(w, middle, along, half, edge, done);
}

/// Walks straight to a place, from cell to cell.
static cw_status walk_to(walker *w, cw_vec2 to) {
    const cw_clearance *clearance = w->query->clearance;
    cw_vec2 from = w->at, way = cw_vec2_sub(to, from);
    double length = cw_vec2_length(way), share;
    if (!(length > 0)) {
        return CW_OK;
    }
    cw_vec2 direction = {way.x / length, way.y / length};
    uint32_t out = cw_roadmap_leave(clearance, w->cell, w->entry, from, to, &share);
    for (uint32_t passed = 0; out != CW_NONE && passed <= clearance->mesh->cell_count; passed++) {
        w->entry = clearance->mesh->edge_twin[out];
        w->cell = clearance->mesh->edge_cell[w->entry];
        CW_TRY(add_portal(w, cw_vec2_along(from, share, way), out, direction,
                          w->done + share * length));
        out = cw_roadmap_leave(clearance, w->cell, w->entry, from, to, &share);
    }
    w->entry = CW_NONE;
    w->at = to;
    w->done += length;
    return CW_OK;
}

static cw_vec2 end_of(const cw_roadmap_query *query, uint32_t lane) {
    return query->points[cw_lane_end(query->roadmap, lane)];
}

/// Walks a whole lane, by the table of portals that it crosses if it is in the cell where that
/// begins.
static cw_status walk_lane(walker *w) {
    const cw_roadmap_query *query = w->query;
    const cw_navmesh *mesh = query->clearance->mesh;
    const cw_roadmap *roadmap = query->roadmap;
    bool forward = w->lane % 2 == 0;
    uint32_t first = query->crossing_first[w->lane / 2];
    uint32_t count = query->crossing_first[w->lane / 2 + 1] - first;
    const cw_edge_crossing *table = count > 0 ? query->crossings + first : NULL;
    cw_vec2 from = w->at, to = end_of(query, w->lane);
    uint32_t begins = forward || count == 0
                          ? roadmap->nodes[roadmap->edges[w->lane / 2].from].cell
                          : mesh->edge_cell[mesh->edge_twin[table[count - 1].edge]];
    double length = query->lengths[w->lane / 2];
    if (w->cell != begins || !(length > 0)) {
        return walk_to(w, to);
    }
    cw_vec2 way = cw_vec2_sub(to, from);
    for (uint32_t i = 0; i < count; i++) {
        const cw_edge_crossing *crossing = &table[forward ? i : count - 1 - i];
        uint32_t out = forward ? crossing->edge : mesh->edge_twin[crossing->edge];
        double share = forward ? crossing->share : 1 - crossing->share;
        w->cell = mesh->edge_cell[mesh->edge_twin[out]];
        CW_TRY(add_portal(w, cw_vec2_along(from, share, way), out, w->direction,
                          w->done + share * length));
    }
    w->at = to;
    w->done += length;
    return CW_OK;
}

static cw_vec2 unit_between(cw_vec2 from, cw_vec2 to) {
    cw_vec2 way = cw_vec2_sub(to, from);
    double length = cw_vec2_length(way);
    return length > 0 ? (cw_vec2){way.x / length, way.y / length} : (cw_vec2){0, 0};
}

/// On which side of the line of a way a point lies: beyond it more than 0.
static double beyond(const cw_roadmap_way *way, cw_vec2 at) {
    return cw_vec2_cross(cw_vec2_sub(at, way->right), cw_vec2_sub(way->left, way->right));
}

/// Whether two ways cross each other: who heads for one would turn back for the other.
static bool cross_each_other(const cw_roadmap_way *a, const cw_roadmap_way *b) {
    return beyond(a, b->right) * beyond(a, b->left) < 0 &&
           beyond(b, a->right) * beyond(b, a->left) < 0;
}

/// Across the lane where it goes on to the next one; square to the middle between both directions.
/// Of lanes that are shorter than wide only those count that do not cross the way before.
static cw_status add_across(walker *w, reach next_half, cw_vec2 next) {
    cw_vec2 middle = unit_between((cw_vec2){0, 0}, cw_vec2_add(w->direction, next));
    middle = cw_vec2_dot(middle, middle) > 0 ? middle : w->direction;
    reach half = {cw_least(w->half.right, next_half.right), cw_least(w->half.left, next_half.left)};
    CW_TRY(add_way(w, w->at, (cw_vec2){-middle.y, middle.x}, half, CW_NONE, w->done));
    uint32_t count = w->query->ways.count;
    const cw_roadmap_way *last = &w->query->ways.items[count - 1];
    w->query->ways.count -= count > 1 && cross_each_other(last - 1, last);
    return CW_OK;
}

static cw_status walk_leg(walker *w, cw_vec2 to) {
    double free =
        cw_roadmap_walk_clearance(w->query->clearance, w->cell, w->at, to) - w->query->radius;
    w->clearance = positive(free);
    w->half = (reach){w->clearance, w->clearance};
    return walk_to(w, to);
}

cw_status cw_roadmap_list_ways(cw_roadmap_query *query, const cw_roadmap_request *request,
                               cw_terminal from, cw_terminal to, cw_roadmap_route *route) {
    const cw_lanes *lanes = &query->lanes;
    uint32_t last = lanes->count - 1;
    walker w = {.query = query,
                .cell = request->start.cell,
                .entry = CW_NONE,
                .at = request->start.position,
                .lane = lanes->items[0]};
    query->ways.count = 0;
    CW_TRY(walk_leg(&w, from.point));
    route->cost = w.done;
    cw_vec2 end = last == 0 ? to.point : end_of(query, lanes->items[0]);
    cw_vec2 direction = unit_between(from.point, end);
    reach half = half_of(query, lanes->items[0]);
    for (uint32_t i = 0; i <= last; i++) {
        uint32_t lane = lanes->items[i];
        double done = w.done, all = query->lengths[lane / 2];
        enter_lane(&w, lane, half, direction);
        CW_TRY(i == last || i == 0 ? walk_to(&w, end) : walk_lane(&w));
        route->cost += all > 0 ? cw_lane_cost(query, lane) * (w.done - done) / all : 0;
        if (i < last) {
            uint32_t next = lanes->items[i + 1];
            end = i + 1 == last ? to.point : end_of(query, next);
            direction = unit_between(w.at, end);
            half = half_of(query, next);
            CW_TRY(add_across(&w, half, direction));
        }
    }
    double reached = w.done;
    CW_TRY(walk_leg(&w, request->goal.position));
    route->cost += w.done - reached;
    route->length = w.done;
    for (uint32_t i = 0; i < query->ways.count; i++) {
        query->ways.items[i].rest = positive(w.done - query->ways.items[i].rest);
    }
    return CW_OK;
}
