/// From a place to the roadmap: the nearest edge that can be walked to in a straight line. Each
/// cell of the mesh lists the edges that cross it; cells are looked through from the place's own
/// outwards.
#include "roadmap/routing.h"

#include <math.h>

/// Edges that are tried in a straight line, nearest first, and cells that are looked through.
enum { MOST_TRIES = 6, MOST_CELLS = 64 };

/// The box of an edge, rounded outwards.
static cw_cell_edge boxed(const cw_roadmap_query *query, uint32_t edge) {
    const cw_roadmap_edge *e = &query->roadmap->edges[edge];
    cw_vec2 a = query->points[e->from], b = query->points[e->to];
    return (cw_cell_edge){nextafterf((float)cw_least(a.x, b.x), -INFINITY),
                          nextafterf((float)cw_least(a.y, b.y), -INFINITY),
                          nextafterf((float)cw_most(a.x, b.x), INFINITY),
                          nextafterf((float)cw_most(a.y, b.y), INFINITY), edge};
}

/// Walks along an edge from cell to cell. Counts what is crossed, or files it: the edge under its
/// cells, and the portals under the edge.
static void visit_cells(cw_roadmap_query *query, uint32_t edge, bool file) {
    const cw_clearance *clearance = query->clearance;
    const cw_roadmap_edge *e = &query->roadmap->edges[edge];
    uint32_t cell = query->roadmap->nodes[e->from].cell, entry = CW_NONE, last = CW_NONE;
    uint32_t crossed = query->crossing_first[edge];
    cw_vec2 from = query->points[e->from], to = query->points[e->to];
    for (uint32_t passed = 0; cell != CW_NONE && passed <= clearance->mesh->cell_count; passed++) {
        double share;
        if (cell != last && file) {
            query->cell_edges[--query->cell_first[cell]] = boxed(query, edge);
        } else if (cell != last) {
            query->cell_first[cell]++;
        }
        last = cell;
        uint32_t out = cw_roadmap_leave(clearance, cell, entry, from, to, &share);
        if (out != CW_NONE && file) {
            query->crossings[crossed++] = (cw_edge_crossing){share, out};
        } else if (out != CW_NONE) {
            query->crossing_first[edge]++;
        }
        entry = out == CW_NONE ? CW_NONE : clearance->mesh->edge_twin[out];
        cell = out == CW_NONE ? CW_NONE : clearance->mesh->edge_cell[entry];
    }
}

/// Turns counts into offsets; those of cells are filled from their ends.
static void count_up(cw_roadmap_query *query, uint32_t cells, uint32_t edges) {
    for (uint32_t i = 0; i <= cells; i++) {
        query->cell_edge_count += i < cells ? query->cell_first[i] : 0;
        query->cell_first[i] = query->cell_edge_count;
    }
    for (uint32_t i = 0; i <= edges; i++) {
        uint32_t count = i < edges ? query->crossing_first[i] : 0;
        query->crossing_first[i] = query->crossing_count;
        query->crossing_count += count;
    }
}

cw_status cw_roadmap_list_cells(cw_roadmap_query *query) {
    uint32_t cells = query->clearance->mesh->cell_count, edges = query->roadmap->edge_count;
    CW_TRY(CW_ALLOCATE(query->context, query->cell_first, cells + 1));
    CW_TRY(CW_ALLOCATE(query->context, query->crossing_first, edges + 1));
    CW_TRY(CW_ALLOCATE(query->context, query->queue, cells));
    CW_TRY(CW_ALLOCATE(query->context, query->cell_round, cells));
    for (uint32_t i = 0; i < edges; i++) {
        visit_cells(query, i, false);
    }
    count_up(query, cells, edges);
    CW_TRY(CW_ALLOCATE(query->context, query->cell_edges, query->cell_edge_count));
    CW_TRY(CW_ALLOCATE(query->context, query->crossings, query->crossing_count));
    for (uint32_t i = edges; i-- > 0;) {
        visit_cells(query, i, true);
    }
    return CW_OK;
}

/// The nearest edges so far, nearest first.
typedef struct nearest_edges {
    cw_terminal best[MOST_TRIES];
    double squares[MOST_TRIES];
    uint32_t count, most; ///< as many are kept
} nearest_edges;

/// Whether nothing that is so far away, squared, is kept.
static bool is_too_far(const nearest_edges *n, double square) {
    return n->count == n->most && square > n->squares[n->most - 1];
}

static void consider(const cw_roadmap_query *query, cw_vec2 at, uint32_t edge, nearest_edges *n) {
    const cw_roadmap_edge *e = &query->roadmap->edges[edge];
    cw_vec2 a = query->points[e->from], side = cw_vec2_sub(query->points[e->to], a);
    double square = cw_vec2_dot(side, side);
    double share = square > 0 ? cw_vec2_dot(side, cw_vec2_sub(at, a)) / square : 0;
    share = cw_least(cw_most(share, 0), 1);
    cw_vec2 foot = cw_vec2_along(a, share, side), gap = cw_vec2_sub(foot, at);
    double distance = cw_vec2_dot(gap, gap);
    if (n->count == n->most && !(distance < n->squares[n->most - 1])) {
        return;
    }
    for (uint32_t i = 0; i < n->count; i++) {
        if (n->best[i].edge == edge) {
            return;
        }
    }
    uint32_t i = n->count < n->most ? n->count++ : n->most - 1;
    for (; i > 0 && distance < n->squares[i - 1]; i--) {
        n->squares[i] = n->squares[i - 1];
        n->best[i] = n->best[i - 1];
    }
    n->squares[i] = distance;
    n->best[i] = (cw_terminal){CW_NONE, edge, share, foot};
}

/// Whether the box of an edge is farther away than the worst of the nearest edges.
static bool is_beside(const cw_cell_edge *box, cw_vec2 at, const nearest_edges *n) {
    double x = cw_most(cw_most(box->low_x - at.x, at.x - box->high_x), 0);
    double y = cw_most(cw_most(box->low_y - at.y, at.y - box->high_y), 0);
    return is_too_far(n, x * x + y * y);
}

/// Whether all that is still to come is farther away than the worst of the nearest edges.
static bool is_far(const cw_roadmap_query *query, uint32_t edge, cw_vec2 at,
                   const nearest_edges *n) {
    const cw_navmesh *mesh = query->clearance->mesh;
    uint32_t cell = mesh->edge_cell[edge];
    uint32_t next = cw_navmesh_next(mesh, cell, edge);
    cw_vec2 a = query->clearance->points[mesh->edge_vertex[edge]];
    cw_vec2 side = cw_vec2_sub(query->clearance->points[mesh->edge_vertex[next]], a);
    double share = cw_vec2_dot(side, cw_vec2_sub(at, a)) / cw_vec2_dot(side, side);
    cw_vec2 gap = cw_vec2_sub(cw_vec2_along(a, cw_least(cw_most(share, 0), 1), side), at);
    return is_too_far(n, cw_vec2_dot(gap, gap));
}

static void look_around(cw_roadmap_query *query, cw_place place, uint32_t space, bool ridges,
                        nearest_edges *n) {
    const cw_navmesh *mesh = query->clearance->mesh;
    uint32_t count = 0, round = ++query->cell_rounds;
    query->queue[count++] = place.cell;
    query->cell_round[place.cell] = round;
    for (uint32_t i = 0; i < count && i < MOST_CELLS; i++) {
        uint32_t cell = query->queue[i];
        for (uint32_t k = query->cell_first[cell]; k < query->cell_first[cell + 1]; k++) {
            uint32_t edge = query->cell_edges[k].edge;
            if (is_beside(&query->cell_edges[k], place.position, n)) {
                continue;
            }
            const cw_roadmap_edge *e = &query->roadmap->edges[edge];
            if ((space == CW_NONE || e->space == space) && (!ridges || e->level == 0) &&
                (e->flags & (CW_ROADMAP_LEAF | CW_ROADMAP_RUNG)) == 0 &&
                cw_edge_fits(query, edge)) {
                consider(query, place.position, edge, n);
            }
        }
        for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell);
             e++) {
            uint32_t twin = mesh->edge_twin[e];
            if (twin != CW_NONE && query->cell_round[mesh->edge_cell[twin]] != round &&
                !is_far(query, e, place.position, n)) {
                query->cell_round[mesh->edge_cell[twin]] = round;
                query->queue[count++] = mesh->edge_cell[twin];
            }
        }
    }
}

cw_terminal cw_roadmap_attach(cw_roadmap_query *query, cw_place place, uint32_t space, bool ridges,
                              bool anywhere) {
    double least = query->radius - CW_EXACT_FIT;
    // The nearest one will do nearly always.
    for (uint32_t most = 1; most <= MOST_TRIES; most += MOST_TRIES - 1) {
        nearest_edges n = {.count = 0, .most = most};
        look_around(query, place, space, ridges, &n);
        for (uint32_t i = 0; i < n.count; i++) {
            cw_vec2 foot = n.best[i].point;
            double free = anywhere ? INFINITY
                                   : cw_roadmap_walk_clearance(query->clearance, place.cell,
                                                               place.position, foot);
            if (free > 0 && free >= least) {
                return n.best[i];
            }
        }
    }
    return (cw_terminal){CW_NONE, CW_NONE, 0, place.position};
}
