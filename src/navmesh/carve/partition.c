/// The fewest convex pieces of a window, exactly.
///
/// After Greene (The decomposition of polygons into convex parts, 1983) and Keil and Snoeyink (On
/// the time bound for convex decomposition of simple polygons, 2002), in a form that needs neither
/// a straight line of sight between all corners of a piece (relaxed walls may stand in it) nor
/// corners in general position.
///
/// Positions 0 .. n-1 go round the window. An edge (low, high) cuts it in two; its far side is the
/// part with the positions low .. high. If the edge is a diagonal of the partition, the far side is
/// a problem of its own, and its first piece lies between the edge and a chain of edges low = c0 <
/// c1 <
/// .. < ck = high, each a wall step or a diagonal with a far side of its own. So
///
///     cost(low, high) = 1 + min over chains of (sum of cost(c, c') over the diagonals of the
///     chain)
///
/// and the window is the far side of its last wall step. A chain is allowed when every corner of
/// the piece is at most half a turn wide. That depends on two neighbouring edges only, and it is
/// monotone: a narrower pair of edges at a corner is allowed if a wider one is. It is looked up in
/// the reach of each edge (partition_view.c), so nothing here computes with coordinates but one
/// test that saves work.
///
/// Phases, for each low end from the last position down to the first, and for each position w above
/// 1. extend: chains to w come from chains to v by an edge (v, w). Of a chain three things matter:
///    its cost, the reach of its first edge (larger is better: narrower at low), and the position
///    before its end (smaller is better: narrower at w). A chain that another one equals or beats
///    in all three is dropped: whatever completes it completes the other, at no higher cost.
/// 2. close: where (low, w) is a diagonal, the cheapest chain that is narrow enough at w is its
/// first
///    piece. The diagonal is then a chain itself, the narrowest of all, so every chain to w that
///    costs as much is dropped. This keeps the lists short: a chain costs at most one diagonal more
///    than the cheapest one.
/// 3. collect, at the end: the diagonals around the first piece, around the pieces behind them, ...
///
/// Sound: half a turn at most at every corner of a disc makes it convex (turning angles are not
/// negative and sum up to a full turn), so every set of diagonals found is a partition. Complete: 1
/// and 2 drop only what cannot be part of a better answer; and edges left out have no reflex end.
///
/// One test in `extend` drops chains that could never close: in a convex piece low lies on the left
/// of the line of every edge.
///
/// Costs are integers, diagonals in the high bits and lengths in the low ones; so sums do not
/// depend on their order and the answer is the same on every machine. Equal costs: the first one
/// found, in the order of positions.
///
/// Cost: a chain is looked at once per edge that leaves its end, so O(n e k) for e edges and k
/// chains kept per position; e is at most n r for r reflex corners. A low end meets only the
/// positions up to the last one it sees, so windows cost a few steps per edge; the worst are round
/// rooms in which all corners see each other.
#include "navmesh/carve/partition_view.h"

static const uint64_t NO_COST = UINT64_MAX;

typedef struct task {
    cw_context *context;
    const cw_partition_window *window;
    cw_partition_scratch *scratch;
    uint32_t start; ///< the corner of position 0
    uint32_t root;  ///< the edge whose far side is the whole window
    uint64_t work, scans;
} task;

static cw_point position_point(const task *t, uint32_t position) {
    uint32_t corner = position + t->start;
    uint32_t n = t->window->corner_count;
    return t->window->corners[corner < n ? corner : corner - n].point;
}

/// Groups the edges by low end, and makes the lists per position.
static cw_status prepare(task *t) {
    cw_partition_scratch *scratch = t->scratch;
    uint32_t n = t->window->corner_count;
    CW_TRY(CW_ARRAY_RESERVE(t->context, &scratch->low_first, n + 1));
    CW_TRY(CW_ARRAY_RESERVE(t->context, &scratch->low_edges, scratch->edges.count));
    CW_TRY(CW_ARRAY_RESERVE(t->context, &scratch->cursor, n));
    CW_TRY(CW_ARRAY_RESERVE(t->context, &scratch->chain_first, n));
    CW_TRY(CW_ARRAY_RESERVE(t->context, &scratch->chain_count, n));
    uint32_t *first = scratch->low_first.items;
    for (uint32_t i = 0; i <= n; i++) {
        first[i] = 0;
    }
    for (uint32_t i = 0; i < scratch->edges.count; i++) {
        first[scratch->edges.items[i].low]++;
    }
    for (uint32_t i = 0; i < n; i++) {
        first[i + 1] += first[i];
    }
    for (uint32_t i = scratch->edges.count; i-- > 0;) {
        scratch->low_edges.items[--first[scratch->edges.items[i].low]] = i;
    }
    for (uint32_t i = 0; i < n; i++) {
        scratch->cursor.items[i] = scratch->high_first.items[i + 1];
    }
    t->root = scratch->low_edges.items[first[1] - 1];
    scratch->children.count = 0;
    return CW_OK;
}

/// Adds a chain to the list that starts at `first` unless one there is as good. Chains come with
/// growing `last`; those with the same `last` start at `group`, and give way to a better one.
static void offer_chain(cw_partition_scratch *scratch, uint32_t first, uint32_t group,
                        const cw_partition_chain *chain) {
    cw_partition_chain *chains = scratch->chains.items;
    uint32_t count = scratch->chains.count, kept = group;
    for (uint32_t i = first; i < count; i++) {
        if (chains[i].cost <= chain->cost && chains[i].reach >= chain->reach) {
            return;
        }
    }
    for (uint32_t i = group; i < count; i++) {
        if (chains[i].cost < chain->cost || chains[i].reach > chain->reach) {
            chains[kept++] = chains[i];
        }
    }
    chains[kept++] = *chain;
    scratch->chains.count = kept;
}

/// Makes chains to the high end of an edge from the chains to its low end.
static cw_status extend(task *t, uint32_t low, uint32_t edge_index, uint32_t first) {
    cw_partition_scratch *scratch = t->scratch;
    const cw_partition_edge *edge = &scratch->edges.items[edge_index];
    uint32_t from = scratch->chain_first.items[edge->low];
    uint32_t count = scratch->chain_count.items[edge->low], n = t->window->corner_count;
    t->work++;
    if (count == 0 || edge->cost == NO_COST ||
        scratch->chains.items[from].last + n > edge->reach_low) {
        return CW_OK;
    }
    const cw_partition_corner *corners = t->window->corners;
    if (cw_orient(corners[edge->line_from].point, corners[edge->line_to].point,
                  position_point(t, low)) < 0) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_RESERVE(t->context, &scratch->chains, (size_t)scratch->chains.count + count));
    uint32_t group = scratch->chains.count;
    for (uint32_t i = from; i < from + count; i++) {
        const cw_partition_chain *chain = &scratch->chains.items[i];
        if (chain->last + n > edge->reach_low) {
            break;
        }
        if (chain->reach >= edge->high) {
            cw_partition_chain longer = {chain->cost + edge->cost, chain->reach, edge->low,
                                         edge_index, i};
            t->scans += scratch->chains.count - first;
            offer_chain(scratch, first, group, &longer);
        }
        t->work++;
    }
    return CW_OK;
}

/// Remembers the diagonals of a chain as those around the piece behind an edge.
static cw_status keep_children(task *t, cw_partition_edge *edge, uint32_t chain_index) {
    cw_partition_scratch *scratch = t->scratch;
    edge->first_child = scratch->children.count;
    while (chain_index != CW_NONE) {
        const cw_partition_chain *chain = &scratch->chains.items[chain_index];
        if (!scratch->edges.items[chain->edge].wall) {
            CW_TRY(CW_ARRAY_PUSH(t->context, &scratch->children, chain->edge));
        }
        chain_index = chain->previous;
    }
    edge->child_count = (scratch->children.count - edge->first_child) & 0x7fffffffu;
    return CW_OK;
}

/// Ends the list of chains to the high end of an edge whose low end is in work: finds the first
/// piece behind the edge, and puts the edge itself, a chain too, into the free slot at `first`.
/// Leaves the slot alone where the edge is not usable because no piece fits behind it.
static cw_status close_edge(task *t, uint32_t edge_index, uint32_t first, bool *usable) {
    cw_partition_scratch *scratch = t->scratch;
    cw_partition_edge *edge = &scratch->edges.items[edge_index];
    cw_partition_chain *chains = scratch->chains.items;
    uint32_t n = t->window->corner_count, best = CW_NONE, kept = first + 1;
    if (!edge->wall || edge_index == t->root) {
        for (uint32_t i = first + 1; i < scratch->chains.count; i++) {
            if (chains[i].last + n <= edge->reach_high &&
                (best == CW_NONE || chains[i].cost < chains[best].cost)) {
                best = i;
            }
        }
        *usable = best != CW_NONE;
        if (!*usable) {
            edge->cost = NO_COST;
            return CW_OK;
        }
        CW_TRY(keep_children(t, edge, best));
        edge->cost += chains[best].cost;
    }
    *usable = true;
    for (uint32_t i = first + 1; i < scratch->chains.count; i++) {
        if (chains[i].cost < edge->cost) {
            chains[kept++] = chains[i];
        }
    }
    chains[first] =
        (cw_partition_chain){edge->cost, edge->reach_low, edge->low, edge_index, CW_NONE};
    scratch->chains.count = kept;
    return CW_OK;
}

/// Lists the chains from `low` to one position.
static cw_status reach_position(task *t, uint32_t low, uint32_t position) {
    cw_partition_scratch *scratch = t->scratch;
    uint32_t first = scratch->chains.count, edge = scratch->cursor.items[position];
    uint32_t end = scratch->high_first.items[position + 1], own = CW_NONE;
    if (edge < end && scratch->edges.items[edge].low == low) {
        CW_TRY(CW_ARRAY_RESERVE(t->context, &scratch->chains, (size_t)first + 1));
        scratch->chains.count++;
        own = edge++;
    }
    uint32_t first_longer = scratch->chains.count;
    for (; edge < end; edge++) {
        CW_TRY(extend(t, low, edge, first_longer));
    }
    if (own != CW_NONE) {
        bool usable = false;
        CW_TRY(close_edge(t, own, first, &usable));
        first += !usable;
    }
    scratch->chain_first.items[position] = first;
    scratch->chain_count.items[position] = scratch->chains.count - first;
    return CW_OK;
}

/// Solves the far sides of all diagonals that start at `low`.
static cw_status solve_from(task *t, uint32_t low) {
    cw_partition_scratch *scratch = t->scratch;
    uint32_t last = CW_NONE;
    for (uint32_t i = scratch->low_first.items[low]; i < scratch->low_first.items[low + 1]; i++) {
        uint32_t index = scratch->low_edges.items[i];
        const cw_partition_edge *edge = &scratch->edges.items[index];
        scratch->cursor.items[edge->high] = index;
        if (!edge->wall || index == t->root) {
            last = edge->high;
        }
    }
    if (last == CW_NONE) {
        return CW_OK;
    }
    scratch->chains.count = 0;
    for (uint32_t position = low + 1; position <= last; position++) {
        CW_TRY(reach_position(t, low, position));
    }
    return CW_OK;
}

/// Writes the diagonals of the best partition, from the root outwards.
static cw_status collect(task *t, cw_partition_result *result) {
    cw_partition_scratch *scratch = t->scratch;
    uint32_t n = t->window->corner_count;
    scratch->chosen.count = 0;
    scratch->diagonals.count = 0;
    CW_TRY(CW_ARRAY_PUSH(t->context, &scratch->chosen, t->root));
    for (uint32_t i = 0; i < scratch->chosen.count; i++) {
        cw_partition_edge edge = scratch->edges.items[scratch->chosen.items[i]];
        for (uint32_t k = 0; k < edge.child_count; k++) {
            uint32_t child = scratch->children.items[edge.first_child + k];
            CW_TRY(CW_ARRAY_PUSH(t->context, &scratch->chosen, child));
        }
        if (i > 0) {
            uint32_t a = (edge.low + t->start) % n, b = (edge.high + t->start) % n;
            cw_partition_diagonal diagonal = {a < b ? a : b, a < b ? b : a};
            CW_TRY(CW_ARRAY_PUSH(t->context, &scratch->diagonals, diagonal));
            result->length += cw_partition_length(t->window, a, b);
        }
    }
    result->diagonals = scratch->diagonals.items;
    result->diagonal_count = scratch->diagonals.count;
    return CW_OK;
}

static bool is_beyond(uint64_t count, uint64_t limit) {
    return limit > 0 && count > limit;
}

/// Runs the dynamic program on the edges of a window with reflex corners.
static cw_status solve(task *t, cw_partition_result *result) {
    CW_TRY(prepare(t));
    for (uint32_t low = t->window->corner_count; low-- > 0;) {
        CW_TRY(solve_from(t, low));
        result->work = t->work;
        result->scans = t->scans;
        if (is_beyond(t->work, t->window->work_limit) ||
            is_beyond(t->scans, t->window->scan_limit)) {
            result->outcome = CW_PARTITION_GIVEN_UP;
            return CW_OK;
        }
    }
    if (t->scratch->edges.items[t->root].cost == NO_COST) {
        result->outcome = CW_PARTITION_IMPOSSIBLE;
        return CW_OK;
    }
    return collect(t, result);
}

cw_status cw_partition_solve(cw_context *context, const cw_partition_window *window,
                             cw_partition_scratch *scratch, cw_partition_result *result) {
    CW_ASSERT(context != NULL && window != NULL && scratch != NULL && result != NULL);
    *result = (cw_partition_result){.outcome = CW_PARTITION_SOLVED};
    task t = {.context = context, .window = window, .scratch = scratch};
    uint32_t reflex_count = 0;
    bool supported = false;
    CW_TRY(cw_partition_view(context, window, scratch, &t.start, &reflex_count, &supported));
    if (!supported) {
        result->outcome = CW_PARTITION_UNSUPPORTED;
        return CW_OK;
    }
    if (reflex_count == 0) {
        return CW_OK;
    }
    cw_status status = solve(&t, result);
    if (status != CW_OK) {
        *result = (cw_partition_result){.outcome = CW_PARTITION_SOLVED};
    }
    return status;
}

void cw_partition_scratch_free(cw_context *context, cw_partition_scratch *scratch) {
    CW_ARRAY_FREE(context, &scratch->places);
    CW_ARRAY_FREE(context, &scratch->gaps);
    CW_ARRAY_FREE(context, &scratch->rays);
    CW_ARRAY_FREE(context, &scratch->edges);
    CW_ARRAY_FREE(context, &scratch->unsorted);
    CW_ARRAY_FREE(context, &scratch->high_first);
    CW_ARRAY_FREE(context, &scratch->low_first);
    CW_ARRAY_FREE(context, &scratch->low_edges);
    CW_ARRAY_FREE(context, &scratch->cursor);
    CW_ARRAY_FREE(context, &scratch->chain_first);
    CW_ARRAY_FREE(context, &scratch->chain_count);
    CW_ARRAY_FREE(context, &scratch->chains);
    CW_ARRAY_FREE(context, &scratch->children);
    CW_ARRAY_FREE(context, &scratch->chosen);
    CW_ARRAY_FREE(context, &scratch->diagonals);
}
