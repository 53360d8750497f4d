/// The core of level 0. Leaves are cut off again and again until none is left; what remains is the
/// core, through which ways may lead, and from every node that was cut off one edge leads towards
/// it. Of a floor without loops nothing remains, and the ways lead to a root. In the core, ways
/// without side ways are joined to chains, so that a search looks at junctions alone.
#include "roadmap/routing.h"

/// What is needed while the core is found.
typedef struct peeling {
    uint32_t *degrees; ///< edges of level 0 that are left, per node
    uint32_t *queue;   ///< nodes that were cut off
    uint8_t *used;     ///< per edge: it belongs to a chain
} peeling;

/// Edges to corners are none: nobody can walk through a corner, though caps close loops there.
static bool is_ridge(const cw_roadmap_edge *edge) {
    return edge->level == 0 && (edge->flags & CW_ROADMAP_LEAF) == 0;
}

static bool is_core_edge(const cw_roadmap *roadmap, const peeling *p, uint32_t edge) {
    const cw_roadmap_edge *e = &roadmap->edges[edge];
    return is_ridge(e) && p->degrees[e->from] >= 2 && p->degrees[e->to] >= 2;
}

static void count_degrees(const cw_roadmap *roadmap, peeling *p) {
    for (uint32_t i = 0; i < roadmap->edge_count; i++) {
        if (is_ridge(&roadmap->edges[i])) {
            p->degrees[roadmap->edges[i].from]++;
            p->degrees[roadmap->edges[i].to]++;
        }
    }
}

/// Cuts a leaf off; returns the node that it hung on, or CW_NONE for a root.
static uint32_t cut_off(cw_roadmap_query *query, peeling *p, uint32_t node) {
    const cw_roadmap *roadmap = query->roadmap;
    if (p->degrees[node] != 1) {
        return CW_NONE;
    }
    p->degrees[node] = 0;
    for (uint32_t k = roadmap->node_first[node]; k < roadmap->node_first[node + 1]; k++) {
        uint32_t edge = roadmap->adjacent[k];
        const cw_roadmap_edge *e = &roadmap->edges[edge];
        uint32_t other = e->from == node ? e->to : e->from;
        if (is_ridge(e) && p->degrees[other] > 0) {
            query->parent[node] = edge;
            p->degrees[other]--;
            return other;
        }
    }
    return CW_NONE;
}

static void peel(cw_roadmap_query *query, peeling *p) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < query->node_count; i++) {
        query->parent[i] = CW_NONE;
        if (p->degrees[i] == 1) {
            p->queue[count++] = i;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = cut_off(query, p, p->queue[i]);
        if (other != CW_NONE && p->degrees[other] == 1) {
            p->queue[count++] = other;
        }
    }
}

/// The one edge of the core that leads on from a node, or CW_NONE.
static uint32_t edge_on(const cw_roadmap *roadmap, const peeling *p, uint32_t node) {
    for (uint32_t k = roadmap->node_first[node]; k < roadmap->node_first[node + 1]; k++) {
        uint32_t edge = roadmap->adjacent[k];
        if (!p->used[edge] && is_core_edge(roadmap, p, edge)) {
            return edge;
        }
    }
    return CW_NONE;
}

/// Follows a chain from a junction over its first edge to the next junction.
static cw_status follow_chain(cw_roadmap_query *query, peeling *p, uint32_t begin, uint32_t edge) {
    const cw_roadmap *roadmap = query->roadmap;
    cw_roadmap_chain chain = {.first = query->chain_lanes.count, .clearance = INFINITY};
    uint32_t at = begin, number = query->chains.count;
    chain.ends[0] = begin;
    while (edge != CW_NONE) {
        const cw_roadmap_edge *e = &roadmap->edges[edge];
        uint32_t lane = 2 * edge + (e->from == at ? 0 : 1);
        p->used[edge] = 1;
        CW_TRY(CW_ARRAY_PUSH(query->context, &query->chain_lanes, lane));
        chain.count++;
        chain.clearance = cw_least(chain.clearance, e->clearance);
        chain.length += query->lengths[edge];
        at = cw_lane_end(roadmap, lane);
        if (at == begin || p->degrees[at] != 2) {
            break;
        }
        query->node_chain[at] = number;
        query->node_place[at] = chain.count;
        edge = edge_on(roadmap, p, at);
    }
    chain.ends[1] = at;
    return CW_ARRAY_PUSH(query->context, &query->chains, chain);
}

/// All chains from junctions, then from any node of loops without one.
static cw_status join_chains(cw_roadmap_query *query, peeling *p) {
    const cw_roadmap *roadmap = query->roadmap;
    for (uint32_t least = 3; least >= 2; least--) {
        for (uint32_t i = 0; i < query->node_count; i++) {
            if (p->degrees[i] < least || query->node_chain[i] != CW_NONE) {
                continue;
            }
            for (uint32_t edge = edge_on(roadmap, p, i); edge != CW_NONE;
                 edge = edge_on(roadmap, p, i)) {
                CW_TRY(follow_chain(query, p, i, edge));
            }
        }
    }
    return CW_OK;
}

/// Joins the lanes of chains that lie on one street: a search adds up these.
static cw_status list_runs(cw_roadmap_query *query, const uint32_t *street) {
    for (uint32_t i = 0; i < query->chains.count; i++) {
        cw_roadmap_chain *chain = &query->chains.items[i];
        chain->run_first = query->runs.count;
        for (uint32_t k = 0; k < chain->count; k++) {
            uint32_t lane = query->chain_lanes.items[chain->first + k];
            uint32_t side = 2 * street[lane / 2] + lane % 2;
            if (query->runs.count == chain->run_first ||
                query->runs.items[query->runs.count - 1].street != side) {
                cw_roadmap_run run = {0, side};
                CW_TRY(CW_ARRAY_PUSH(query->context, &query->runs, run));
            }
            query->runs.items[query->runs.count - 1].length += query->lengths[lane / 2];
        }
        chain->run_count = query->runs.count - chain->run_first;
    }
    return CW_OK;
}

/// Whether a search in a space may go over an edge.
static bool is_step(const cw_roadmap_edge *edge) {
    return edge->space != CW_NONE && (edge->flags & CW_ROADMAP_LEAF) == 0;
}

/// The lanes that lead on from each node, for searches in spaces.
static cw_status list_steps(cw_roadmap_query *query, const uint32_t *street) {
    const cw_roadmap *roadmap = query->roadmap;
    CW_TRY(CW_ALLOCATE(query->context, query->step_first, query->node_count + 1));
    for (uint32_t i = 0; i < roadmap->edge_count; i++) {
        query->step_count += is_step(&roadmap->edges[i]) ? 2 : 0;
    }
    CW_TRY(CW_ALLOCATE(query->context, query->steps, query->step_count));
    uint32_t filled = 0;
    for (uint32_t i = 0; i < query->node_count; i++) {
        query->step_first[i] = filled;
        for (uint32_t k = roadmap->node_first[i]; k < roadmap->node_first[i + 1]; k++) {
            uint32_t edge = roadmap->adjacent[k];
            const cw_roadmap_edge *e = &roadmap->edges[edge];
            uint32_t side = e->from == i ? 0 : 1;
            if (is_step(e)) {
                query->steps[filled++] = (cw_roadmap_step){
                    query->lengths[edge],        e->clearance, 2 * edge + side,
                    side == 0 ? e->to : e->from, e->space,     2 * street[edge] + side};
            }
        }
    }
    query->step_first[query->node_count] = filled;
    return CW_OK;
}

static cw_status find_runs(cw_roadmap_query *query) {
    uint32_t *parents = NULL, *street = NULL, edges = query->roadmap->edge_count;
    cw_status status = CW_ALLOCATE(query->context, parents, edges);
    status = status == CW_OK ? CW_ALLOCATE(query->context, street, edges) : status;
    if (status == CW_OK) {
        cw_roadmap_number_streets(query->roadmap, parents, street);
        status = list_runs(query, street);
    }
    status = status == CW_OK ? list_steps(query, street) : status;
    CW_RELEASE(query->context, parents, edges);
    CW_RELEASE(query->context, street, edges);
    return status;
}

static cw_status list_ends(cw_roadmap_query *query) {
    query->chain_end_count = 2 * query->chains.count;
    CW_TRY(CW_ALLOCATE(query->context, query->chain_ends, query->chain_end_count));
    CW_TRY(CW_ALLOCATE(query->context, query->chain_first, query->node_count + 1));
    for (uint32_t i = 0; i < query->chain_end_count; i++) {
        query->chain_first[query->chains.items[i / 2].ends[i % 2]]++;
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= query->node_count; i++) {
        sum += i < query->node_count ? query->chain_first[i] : 0;
        query->chain_first[i] = sum;
    }
    for (uint32_t i = query->chain_end_count; i-- > 0;) {
        query->chain_ends[--query->chain_first[query->chains.items[i / 2].ends[i % 2]]] = i;
    }
    return CW_OK;
}

cw_status cw_roadmap_find_core(cw_roadmap_query *query) {
    cw_context *context = query->context;
    uint32_t nodes = query->node_count, edges = query->roadmap->edge_count;
    peeling p = {0};
    CW_TRY(CW_ALLOCATE(context, query->parent, nodes));
    CW_TRY(CW_ALLOCATE(context, query->node_chain, nodes));
    CW_TRY(CW_ALLOCATE(context, query->node_place, nodes));
    for (uint32_t i = 0; i < nodes; i++) {
        query->node_chain[i] = CW_NONE;
    }
    cw_status status = CW_ALLOCATE(context, p.degrees, nodes);
    status = status == CW_OK ? CW_ALLOCATE(context, p.queue, nodes) : status;
    status = status == CW_OK ? CW_ALLOCATE(context, p.used, edges) : status;
    if (status == CW_OK) {
        count_degrees(query->roadmap, &p);
        peel(query, &p);
        status = join_chains(query, &p);
    }
    CW_RELEASE(context, p.degrees, nodes);
    CW_RELEASE(context, p.queue, nodes);
    CW_RELEASE(context, p.used, edges);
    status = status == CW_OK ? find_runs(query) : status;
    return status == CW_OK ? list_ends(query) : status;
}
