/// The cells that a disc can enter by a walk of some length.
///
/// The search for shortest paths (disc_search.h) without a goal: nodes are taken in the order of
/// how near they come, up to the distance asked for. Each edge node is a part of a portal that rays
/// reach; where a disc can stand on it, the ways there are paths, and the shortest way over all
/// nodes that lead into a cell is the way to the cell. (Rays also run into gaps between walls that
/// are too narrow, since no path comes out of them.)
///
/// The search goes in rounds. After each, the ways of its new nodes are noted; and when every cell
/// that a disc can get into at all, as the tables tell (reach_from.h), has a way, nothing further
/// than the longest of these ways can make one shorter, and the search ends there.
///
/// Cost: that of a search for a path which looks at everything within the distance, or nearer than
/// the last cell.
#include "path/local/local.h"
#include "path/point/sides.h"
#include "path/query/engines.h"

/// Share by which the search may look further than asked, so that what lies at the very distance
/// is found.
#define BEYOND 0x1p-50

/// Share of a way by which an estimate may miss it; far above rounding.
#define SLACK 1e-9

/// Nodes that are taken in a round; each of the first ones takes twice as many as the one before.
enum { FIRST_ROUND = 64, LAST_ROUND = 1024 };

/// An estimate beyond which no way is as short as this one.
static double beyond(double way) {
    return way + SLACK * way + CW_CLEARANCE_TOLERANCE;
}

/// The shortest way of an edge node to a part of its portal, in metres from the start of the entry.
/// Along a portal lengths are convex: least where a ray meets it at a right angle, or at an end.
static double way_to_part(const cw_path_search *flood, const cw_node *node, double from,
                          double to) {
    const cw_mesh_side *entry = &flood->mesh.sides[node->entry];
    const cw_root *root = &flood->disc.roots.items[node->root];
    cw_tangent ray = cw_tangent_leaving(root->center, root->signed_radius, cw_left(entry->along));
    cw_vec2 offset = cw_vec2_sub(ray.at, entry->from);
    double foot = cw_vec2_dot(entry->along, offset);
    bool meets = cw_vec2_cross(entry->along, offset) <= 0 && foot > from && foot < to;
    cw_vec2 a = cw_vec2_along(entry->from, meets ? foot : from, entry->along);
    cw_vec2 b = cw_vec2_along(entry->from, meets ? foot : to, entry->along);
    return cw_least(cw_disc_way_to(flood, node, a), cw_disc_way_to(flood, node, b));
}

/// The shortest way to a point of the portal of an edge node where a disc can stand.
static double way_into(const cw_path_search *flood, const cw_node *node) {
    const cw_mesh_side *entry = &flood->mesh.sides[node->entry];
    double low = cw_vec2_dot(entry->along, cw_vec2_sub(node->low, entry->from));
    double high = cw_vec2_dot(entry->along, cw_vec2_sub(node->high, entry->from));
    double least = INFINITY;
    cw_parts parts;
    cw_interval free;
    cw_parts_begin(&parts, flood->clearance, node->entry, flood->radius);
    while (cw_parts_next(&parts, &free)) {
        double from = cw_most(cw_least(low, high), free.from);
        double to = cw_least(cw_most(low, high), free.to);
        if (from <= to + CW_GRAZE) {
            least = cw_least(least, way_to_part(flood, node, from, to));
        }
    }
    return least;
}

/// Notes a way to a cell, if it is the shortest so far.
static cw_status note_way(cw_query *query, uint32_t cell, double way) {
    if (cw_scratch_enter_cell(&query->scratch, cell)) {
        query->ways[cell] = way;
        return CW_ARRAY_PUSH(query->context, &query->entered, cell);
    }
    query->ways[cell] = cw_least(query->ways[cell], way);
    return CW_OK;
}

/// Whether a node may lead into its cell by a shorter way than is known. Most do not, and where a
/// portal has hundreds of free parts, it takes long to look at them.
static bool may_be_shorter(const cw_query *query, const cw_node *node) {
    double way =
        cw_scratch_is_entered(&query->scratch, node->cell) ? query->ways[node->cell] : INFINITY;
    return node->kind == CW_NODE_EDGE && node->estimate <= query->flood.best &&
           node->estimate <= beyond(way);
}

/// Notes the ways of the new nodes of a point, which goes from door to door on the lattice.
static cw_status collect_doors(cw_query *query, double distance, uint32_t *first) {
    const cw_path_search *flood = &query->flood;
    for (; *first < flood->points.nodes.count; ++*first) {
        const cw_point_node *node = &flood->points.nodes.items[*first];
        if (!cw_point_is_portal(flood, node)) {
            continue;
        }
        double way = cw_points_way_to(flood, node);
        if (way <= distance) {
            uint32_t edge = flood->mesh.points.doors[node->door].edge;
            CW_TRY(note_way(query, flood->mesh.sides[edge].behind, way));
        }
    }
    return CW_OK;
}

/// Notes the ways of nodes, from a number on, which becomes that of the next one.
static cw_status collect(cw_query *query, double distance, uint32_t *first) {
    const cw_path_search *flood = &query->flood;
    if (flood->points.used) {
        return collect_doors(query, distance, first);
    }
    for (; *first < flood->disc.nodes.count; ++*first) {
        const cw_node *node = &flood->disc.nodes.items[*first];
        double way = may_be_shorter(query, node) ? way_into(flood, node) : INFINITY;
        if (way <= distance) {
            CW_TRY(note_way(query, node->cell, way));
        }
    }
    return CW_OK;
}

/// Starts the search, and notes the cells around the start.
static cw_status begin(cw_query *query, cw_place place, double radius, double distance) {
    cw_path_search *flood = &query->flood;
    CW_TRY(cw_query_make_flood(query));
    cw_path_search_set_radius(flood, cw_path_search_radius_for(radius));
    CW_TRY(cw_path_search_begin(flood, place.position, place.cell));
    flood->best = distance + BEYOND * distance + BEYOND;
    CW_TRY(cw_scratch_reserve(query->context, &query->scratch, query->clearance->mesh));
    query->entered.count = 0;
    CW_TRY(cw_path_search_find_around(flood, place.position, place.cell, &query->around));
    for (uint32_t i = 0; i < query->around.count; i++) {
        CW_TRY(note_way(query, query->around.items[i], 0));
    }
    return CW_OK;
}

/// Whether all cells that a disc can get into from the start have been entered; `next` is the first
/// that may not have been.
static bool is_complete(const cw_query *query, const cw_reach_from *from, uint32_t *next) {
    uint32_t summit, count = query->clearance->mesh->cell_count;
    while (*next < count && (cw_scratch_is_entered(&query->scratch, *next) ||
                             !cw_reach_from_enters(from, *next, &summit))) {
        ++*next;
    }
    return *next == count;
}

/// Leaves out what is further than all cells.
static void lower_limit(cw_query *query) {
    double farthest = 0;
    for (uint32_t i = 0; i < query->entered.count; i++) {
        farthest = cw_most(farthest, query->ways[query->entered.items[i]]);
    }
    query->flood.best = cw_least(query->flood.best, beyond(farthest));
}

/// Whether all that waits lies beyond the limit.
static bool is_beyond(const cw_path_search *flood) {
    double held = flood->held.node == CW_NONE ? INFINITY : flood->held.key;
    double next = flood->heap.count == 0 ? INFINITY : flood->heap.items[0].key;
    return cw_least(held, next) > flood->best;
}

/// Runs the search over all that lies within a distance.
static cw_status spread(cw_query *query, cw_place place, double radius, double distance) {
    const cw_clearance *clearance = query->clearance;
    cw_reach_from from;
    bool done = false;
    uint32_t noted = 0, next = 0;
    CW_TRY(begin(query, place, radius, distance));
    for (uint32_t round = FIRST_ROUND; !done; round = round < LAST_ROUND ? 2 * round : round) {
        CW_TRY(cw_path_search_step(&query->flood, round, &done));
        CW_TRY(collect(query, distance, &noted));
        if (!done && round == FIRST_ROUND) { /* a little smaller, so that no cell is left out */
            double less = radius - CW_CLEARANCE_TOLERANCE * clearance->coarseness;
            CW_TRY(
                cw_reach_from_begin(query->context, clearance, &query->widest, place, less, &from));
        }
        if (!done && is_complete(query, &from, &next)) {
            lower_limit(query);
            done = is_beyond(&query->flood);
        }
    }
    return CW_OK;
}

/// The cells that were entered as a heap: the nearest on top, of equally near ones the first, for
/// which their numbers are turned round.
static cw_status line_up(cw_query *query) {
    query->queue.count = 0;
    for (uint32_t i = 0; i < query->entered.count; i++) {
        uint32_t cell = query->entered.items[i];
        CW_TRY(cw_heap_push(query->context, &query->queue,
                            (cw_heap_item){query->ways[cell], UINT32_MAX - cell}));
    }
    return CW_OK;
}

/// The place of the start; CW_ERROR_INPUT when a disc cannot stand there.
static cw_status find_start(cw_query *query, cw_vec3 point, double least, double *radius,
                            cw_place *place) {
    CW_TRY(cw_query_must_find_place(query, point, place));
    if (!cw_query_has_room(query, *place, *radius) &&
        !cw_query_fits(query, *place, least, radius)) {
        return cw_fail(query->context, CW_ERROR_INPUT, "the point is too close to a wall");
    }
    return CW_OK;
}

cw_status cw_query_cells_within(cw_query *query, cw_vec3 point, double radius, double distance,
                                uint32_t *cells, uint32_t capacity, uint32_t *count) {
    CW_ASSERT(query != NULL && count != NULL && (cells != NULL || capacity == 0));
    *count = 0;
    if (!cw_vec3_is_finite(point) || !isfinite(radius) || radius < 0 || !isfinite(distance) ||
        distance < 0) {
        return cw_fail(query->context, CW_ERROR_ARGUMENT,
                       "point, radius and distance have to be finite, radius and distance not "
                       "negative");
    }
    cw_place place;
    double least;
    radius = cw_query_fit(query, radius, &least);
    CW_TRY(find_start(query, point, least, &radius, &place));
    CW_TRY(spread(query, place, radius, distance));
    CW_TRY(line_up(query));
    *count = query->entered.count;
    for (uint32_t i = 0; i < *count && i < capacity; i++) {
        cells[i] = UINT32_MAX - cw_heap_pop(&query->queue).node;
    }
    return CW_OK;
}
