/// Making room before anything is asked.
///
/// What a mesh bounds gets all the room it can need: what is in the way in a cell, the curves near
/// one, the legs and portals of a path, the summits from which goals are reached. The nodes of a
/// search are not bounded by anything that could be reserved; they get the room that is asked for.
/// The search for the cells within a distance gets as much when it is made.
#include "path/query/query.h"
#include "path/sights/at_radius.h"

/// Nodes of a search for each edge of the mesh, where nothing else is asked for. The largest of
/// thousands of random searches had from 0.2 to 2.7, on meshes of 50 to 5,000 cells of all kinds
/// but a few: in rows of dashes, and between long curved walls, some have more than 4.
#define NODES_PER_EDGE 4

enum {
    AROUND = 64, /* cells around a point */
    GOALS = 256  /* with all cells around them */
};

/// The most of what one cell has.
typedef struct load {
    uint32_t features, edges, summits;
} load;

static uint32_t most(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static load weigh(const cw_clearance *clearance) {
    const cw_navmesh *mesh = clearance->mesh;
    load all = {0};
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        const uint32_t *corners = &clearance->near_corner_first[c];
        const uint32_t *walls = &clearance->near_wall_first[c];
        uint32_t features = corners[1] - corners[0] + walls[1] - walls[0], summits = 0;
        uint32_t edges = cw_navmesh_cell_end(mesh, c) - cw_navmesh_cell_begin(mesh, c);
        for (uint32_t e = cw_navmesh_cell_begin(mesh, c); e < cw_navmesh_cell_end(mesh, c); e++) {
            summits += cw_summits_of_edge(clearance, e).count;
        }
        all.features = most(all.features, features);
        all.edges = most(all.edges, edges);
        all.summits = most(all.summits, summits);
    }
    return all;
}

static cw_status reserve_search(cw_path_search *search, const load *all, uint32_t nodes) {
    cw_context *context = search->context;
    uint32_t obstacles = all->features + all->edges;
    CW_TRY(CW_ARRAY_RESERVE(context, &search->disc.nodes, nodes));
    CW_TRY(CW_ARRAY_RESERVE(context, &search->disc.roots, nodes));
    uint32_t edges = search->clearance->mesh->edge_count;
    CW_TRY(CW_ARRAY_RESERVE(context, &search->disc.known, nodes < edges ? nodes : edges));
    CW_TRY(CW_ARRAY_RESERVE(context, &search->points.nodes, nodes));
    CW_TRY(CW_ARRAY_RESERVE(context, &search->points.roots, nodes));
    CW_TRY(CW_ARRAY_RESERVE(context, &search->points.goals, GOALS));
    CW_TRY(CW_ARRAY_RESERVE(context, &search->points.around, AROUND));
    CW_TRY(CW_ARRAY_RESERVE(context, &search->heap, nodes));
    CW_TRY(CW_ARRAY_RESERVE(context, &search->far, nodes));
    CW_TRY(CW_ARRAY_RESERVE(context, &search->disc.obstacles, obstacles));
    CW_TRY(CW_ARRAY_RESERVE(context, &search->disc.shadows, obstacles));
    CW_TRY(CW_ARRAY_RESERVE(context, &search->goals, GOALS));
    CW_TRY(CW_ARRAY_RESERVE(context, &search->around, AROUND));
    return CW_OK;
}

static cw_status reserve_sights(cw_query *query, uint32_t nodes) {
    cw_context *context = query->context;
    cw_path_search *search = &query->search;
    CW_TRY(CW_ARRAY_RESERVE(context, &search->over_sights.bends, nodes));
    CW_TRY(CW_ARRAY_RESERVE(context, &search->over_sights.own_sights, nodes));
    return cw_views_reserve(search, query->sights->vistas.count);
}

/// A path turns around no corner twice, and it hardly ever crosses a portal twice; with costs it
/// may bend on each.
static cw_status reserve_path(cw_query *query) {
    cw_context *context = query->context;
    const cw_clearance *clearance = query->clearance;
    uint32_t portals = clearance->mesh->edge_count / 2 + 1;
    uint32_t corners = clearance->corner_count + 1;
    CW_TRY(CW_ARRAY_RESERVE(context, &query->cells, portals));
    CW_TRY(CW_ARRAY_RESERVE(context, &query->portals, portals));
    CW_TRY(CW_ARRAY_RESERVE(context, &query->portal_legs, portals));
    CW_TRY(CW_ARRAY_RESERVE(context, &query->legs, 2 * (size_t)corners + portals));
    CW_TRY(CW_ARRAY_RESERVE(context, &query->kept.cells, portals));
    CW_TRY(CW_ARRAY_RESERVE(context, &query->kept.portals, portals));
    CW_TRY(CW_ARRAY_RESERVE(context, &query->kept.legs, 2 * (size_t)corners + portals));
    CW_TRY(CW_ARRAY_RESERVE(context, &query->trace.steps, portals));
    CW_TRY(CW_ARRAY_RESERVE(context, &query->trace.ends, 2 * (size_t)corners));
    return CW_ARRAY_RESERVE(context, &query->trace.roots, corners);
}

static cw_status reserve_corridor(cw_query *query) {
    cw_context *context = query->context;
    cw_corridor *corridor = &query->corridor;
    size_t crossings = 2 * (size_t)query->clearance->summit_count;
    CW_TRY(cw_cost_search_reserve(context, corridor, query->clearance));
    CW_TRY(CW_ARRAY_RESERVE(context, &corridor->heap, 2 * crossings));
    CW_TRY(CW_ARRAY_RESERVE(context, &corridor->beads, crossings));
    CW_TRY(CW_ARRAY_RESERVE(context, &corridor->edges, crossings));
    CW_TRY(CW_ARRAY_RESERVE(context, &corridor->places, crossings));
    CW_TRY(CW_ARRAY_RESERVE(context, &query->knots, crossings));
    return CW_ARRAY_RESERVE(context, &corridor->goal_ways, AROUND);
}

static cw_status reserve_scratch(cw_query *query, cw_scratch *scratch, const load *all) {
    CW_TRY(cw_scratch_reserve(query->context, scratch, query->clearance->mesh));
    return CW_ARRAY_RESERVE(query->context, &scratch->curves,
                            all->features + 2 * (size_t)all->edges);
}

static cw_status reserve_around(cw_query *query) {
    CW_TRY(CW_ARRAY_RESERVE(query->context, &query->around, AROUND));
    CW_TRY(CW_ARRAY_RESERVE(query->context, &query->seen, AROUND));
    CW_TRY(CW_ARRAY_RESERVE(query->context, &query->start_sides.cells, AROUND));
    return CW_ARRAY_RESERVE(query->context, &query->goal_sides.cells, AROUND);
}

cw_status cw_query_make_flood(cw_query *query) {
    cw_context *context = query->context;
    uint32_t cells = query->clearance->mesh->cell_count;
    if (query->flood.clearance != NULL) {
        return CW_OK;
    }
    if (query->ways == NULL) {
        CW_TRY(CW_ALLOCATE(context, query->ways, cells));
    }
    CW_TRY(CW_ARRAY_RESERVE(context, &query->entered, cells));
    CW_TRY(CW_ARRAY_RESERVE(context, &query->queue, cells));
    CW_TRY(cw_path_search_create(context, &query->tables->mesh, &query->flood));
    load all = weigh(query->clearance);
    return reserve_search(&query->flood, &all, query->reserved);
}

cw_status cw_query_reserve(cw_query *query, uint32_t nodes) {
    CW_ASSERT(query != NULL);
    load all = weigh(query->clearance);
    uint64_t usual = (uint64_t)NODES_PER_EDGE * query->clearance->mesh->edge_count;
    uint64_t wanted = nodes == 0 ? usual : nodes;
    query->phase = CW_QUERY_IDLE;
    if (wanted > CW_OPENER_NODE) {
        return cw_fail(query->context, CW_ERROR_LIMIT, "no search has more than %u nodes",
                       CW_OPENER_NODE);
    }
    CW_TRY(reserve_search(&query->search, &all, (uint32_t)wanted));
    query->reserved = (uint32_t)wanted;
    if (query->flood.clearance != NULL) {
        CW_TRY(reserve_search(&query->flood, &all, (uint32_t)wanted));
    }
    if (query->sights != NULL) {
        CW_TRY(reserve_sights(query, (uint32_t)wanted));
    }
    CW_TRY(reserve_path(query));
    CW_TRY(reserve_corridor(query));
    CW_TRY(reserve_scratch(query, &query->scratch, &all));
    CW_TRY(reserve_scratch(query, &query->nearest_scratch, &all));
    CW_TRY(reserve_around(query));
    return cw_widest_scratch_reserve(query->context, all.features + all.edges + all.summits,
                                     &query->widest);
}
