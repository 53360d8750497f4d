/// The merge tree of all summits, laid out flat.
///
/// Inside a cell, gates in ascending order divide the circle of summits: each one divides one group
/// in two, and is thus the widest way between its halves. The edges of all cells together are taken
/// widest first (Kruskal); each that joins two components puts their summits side by side, with the
/// gate between them. In the end every summit has a place in a row, and the widest way between two
/// of them is limited by the narrowest strait between their places; between islands stand straits
/// of radius -1. Of equally narrow straits the one that joined last divides the two summits, the
/// others lie beside the way; so straits are compared by their rank in the order of joining. Inside
/// a cell the gate that divides first has to join last, hence equal gates are taken backwards.
/// Extremes over ranges of straits come from a sparse table over blocks.
#include "clearance/gates.h"
#include "geom/order.h"

enum {
    BLOCK = 16, /* straits; scanning one costs as much as a look into the table */
    CELLS_PER_REPORT = 1024
};

static bool on_side(const cw_cell_gate *gate, uint32_t summit) {
    /* arc i follows summit i: between the arcs a < b lie the summits a + 1 .. b */
    uint32_t low = gate->arcs[0] < gate->arcs[1] ? gate->arcs[0] : gate->arcs[1];
    uint32_t high = gate->arcs[0] < gate->arcs[1] ? gate->arcs[1] : gate->arcs[0];
    return summit > low && summit <= high;
}

/// Divides the group that lies on both sides of a gate; false when there is none.
static bool divide(const cw_cell_gate *gate, uint32_t count, uint32_t label, uint32_t *groups,
                   cw_tree_edge *edge) {
    uint32_t *sides = groups + count, found = CW_NONE;
    for (uint32_t i = 0; i < label; i++) {
        sides[i] = 0;
    }
    for (uint32_t i = 0; i < count && found == CW_NONE; i++) {
        sides[groups[i]] |= on_side(gate, i) ? 2 : 1;
        found = sides[groups[i]] == 3 ? groups[i] : CW_NONE;
    }
    edge->nodes[0] = edge->nodes[1] = CW_NONE;
    for (uint32_t i = 0; i < count && found != CW_NONE; i++) {
        if (groups[i] == found) {
            bool side = on_side(gate, i);
            groups[i] = side ? label : found;
            edge->nodes[side] = edge->nodes[side] == CW_NONE ? i : edge->nodes[side];
        }
    }
    return found != CW_NONE;
}

/// Divides what no gate divided, which only rounding can leave: the first group of several.
static void divide_anyhow(uint32_t count, uint32_t label, uint32_t *groups, cw_tree_edge *edge) {
    uint32_t *firsts = groups + count;
    for (uint32_t i = 0; i < label; i++) {
        firsts[i] = CW_NONE;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (firsts[groups[i]] != CW_NONE) {
            edge->nodes[0] = firsts[groups[i]];
            edge->nodes[1] = i;
            groups[i] = label;
            return;
        }
        firsts[groups[i]] = i;
    }
}

void cw_gates_tree(const cw_cell_gate *gates, uint32_t gate_count, uint32_t *groups,
                   cw_tree_edge *edges) {
    uint32_t count = gate_count + 1, label = 1;
    for (uint32_t i = 0; i < count; i++) {
        groups[i] = 0;
    }
    for (uint32_t g = 0; g < gate_count; g++) {
        edges[g] = (cw_tree_edge){gates[g].gate.radius, {CW_NONE, CW_NONE}, g};
        label += divide(&gates[g], count, label, groups, &edges[g]);
    }
    for (uint32_t g = 0; g < gate_count; g++) {
        if (edges[g].nodes[0] == CW_NONE) {
            divide_anyhow(count, label++, groups, &edges[g]);
        }
    }
}

/// Memory of the phase.
typedef struct forest {
    cw_clearance *clearance;
    cw_tree_edge *edges; ///< as many as there are gates in all cells
    uint32_t edge_count;
    cw_keyed *order; ///< twice as many, the second half for sorting
    CW_ARRAY(uint32_t) numbers;
    CW_ARRAY(uint32_t) groups;
    uint32_t *parents, *heads, *tails, *nexts; ///< per summit
    uint32_t *gates;                           ///< per summit: the gate between it and the next
    uint32_t *ranks;                           ///< per summit: when the next was joined to it
    uint32_t joined;
} forest;

/// The summits on the border of a cell, in order.
static cw_status number_summits(cw_context *context, forest *work, uint32_t cell) {
    const cw_navmesh *mesh = work->clearance->mesh;
    work->numbers.count = 0;
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        cw_summit_range range = cw_summits_of_edge(work->clearance, e);
        for (uint32_t n = 0; n < range.count; n++) {
            CW_TRY(CW_ARRAY_PUSH(context, &work->numbers, cw_summit_along(range, n)));
        }
    }
    return CW_OK;
}

/// Collects the edges of all cells.
static cw_status collect(cw_context *context, forest *work) {
    cw_clearance *clearance = work->clearance;
    for (uint32_t c = 0; c < clearance->mesh->cell_count; c++) {
        uint32_t first = clearance->cell_gate_first[c];
        uint32_t count = clearance->cell_gate_first[c + 1] - first;
        if (c % CELLS_PER_REPORT == 0) {
            CW_TRY(cw_progress(context, "merge tree", (double)c / clearance->mesh->cell_count));
        }
        if (count == 0) {
            continue;
        }
        CW_TRY(number_summits(context, work, c));
        CW_TRY(CW_ARRAY_RESERVE(context, &work->groups, 2 * ((size_t)count + 1)));
        cw_gates_tree(clearance->cell_gates + first, count, work->groups.items,
                      work->edges + first);
        for (uint32_t i = first; i < first + count; i++) {
            cw_tree_edge *edge = &work->edges[i];
            edge->nodes[0] = work->numbers.items[edge->nodes[0]];
            edge->nodes[1] = work->numbers.items[edge->nodes[1]];
            edge->gate += first;
        }
    }
    return CW_OK;
}

static uint32_t find_root(uint32_t *parents, uint32_t node) {
    while (parents[node] != node) {
        parents[node] = parents[parents[node]];
        node = parents[node];
    }
    return node;
}

/// Puts the summits of root b behind those of root a.
static void join_rows(forest *work, uint32_t a, uint32_t b, uint32_t gate) {
    work->gates[work->tails[a]] = gate;
    work->ranks[work->tails[a]] = work->joined++;
    work->nexts[work->tails[a]] = work->heads[b];
    work->tails[a] = work->tails[b];
    work->parents[b] = a;
}

/// Joins components, widest edges first, of equal ones the last of a cell; then islands, in order.
static void merge(forest *work) {
    uint32_t summits = work->clearance->summit_count;
    for (uint32_t i = 0; i < summits; i++) {
        work->parents[i] = work->heads[i] = work->tails[i] = i;
        work->nexts[i] = work->gates[i] = CW_NONE;
    }
    for (uint32_t i = 0; i < work->edge_count; i++) {
        uint32_t edge = work->edge_count - 1 - i;
        work->order[i] = (cw_keyed){~cw_double_key(work->edges[edge].radius), edge};
    }
    if (work->edge_count > 0) {
        cw_keyed_sort(work->order, work->order + work->edge_count, work->edge_count);
    }
    for (uint32_t i = 0; i < work->edge_count; i++) {
        const cw_tree_edge *edge = &work->edges[work->order[i].item];
        uint32_t a = find_root(work->parents, edge->nodes[0]);
        uint32_t b = find_root(work->parents, edge->nodes[1]);
        if (a != b) {
            join_rows(work, a < b ? a : b, a < b ? b : a, edge->gate);
        }
    }
    for (uint32_t i = 0; i < summits; i++) {
        uint32_t a = find_root(work->parents, 0), b = find_root(work->parents, i);
        if (a != b) {
            join_rows(work, a, b, CW_NONE);
        }
    }
}

/// Writes places and straits along the row.
static void lay_out(forest *work) {
    cw_clearance *clearance = work->clearance;
    uint32_t place = 0;
    for (uint32_t i = work->heads[find_root(work->parents, 0)]; i != CW_NONE; i = work->nexts[i]) {
        clearance->summit_place[i] = place;
        if (work->nexts[i] != CW_NONE) {
            clearance->straits[place] = work->gates[i] == CW_NONE
                                            ? (cw_gate){-1, {0, 0}, CW_NONE, {CW_NONE, CW_NONE}}
                                            : clearance->cell_gates[work->gates[i]].gate;
            clearance->strait_rank[place] = work->ranks[i];
        }
        place++;
    }
}

/// The narrower of two straits, of equal ones the one that joined later.
static uint32_t narrower(const cw_clearance *clearance, uint32_t a, uint32_t b) {
    return clearance->strait_rank[b] > clearance->strait_rank[a] ? b : a;
}

static uint32_t narrowest_in(const cw_clearance *clearance, uint32_t begin, uint32_t end) {
    uint32_t best = begin;
    for (uint32_t i = begin + 1; i < end; i++) {
        best = narrower(clearance, best, i);
    }
    return best;
}

/// Row k of the table holds, for each block, the narrowest strait of the 2^k blocks from there on.
static cw_status make_table(cw_context *context, cw_clearance *clearance) {
    uint32_t straits = clearance->summit_count - 1, blocks = (straits + BLOCK - 1) / BLOCK;
    uint32_t rows = 0;
    while (blocks >> rows != 0) {
        rows++;
    }
    CW_TRY(CW_ALLOCATE(context, clearance->strait_table, (size_t)blocks * rows));
    clearance->strait_table_count = blocks * rows;
    uint32_t *table = clearance->strait_table;
    for (uint32_t i = 0; i < blocks; i++) {
        uint32_t end = (i + 1) * BLOCK < straits ? (i + 1) * BLOCK : straits;
        table[i] = narrowest_in(clearance, i * BLOCK, end);
    }
    for (uint32_t k = 1; k < rows; k++) {
        uint32_t half = 1u << (k - 1), *row = table + (size_t)k * blocks;
        for (uint32_t i = 0; i < blocks; i++) {
            uint32_t other = i + half < blocks ? i + half : i;
            row[i] = narrower(clearance, row[(int64_t)i - blocks], row[(int64_t)other - blocks]);
        }
    }
    return CW_OK;
}

uint32_t cw_clearance_strait(const cw_clearance *clearance, uint32_t summit, uint32_t other) {
    uint32_t begin = clearance->summit_place[summit], end = clearance->summit_place[other];
    if (begin > end) {
        uint32_t swap = begin;
        begin = end;
        end = swap;
    }
    uint32_t first = (begin + BLOCK - 1) / BLOCK, last = end / BLOCK; /* whole blocks between */
    if (first >= last) {
        return narrowest_in(clearance, begin, end);
    }
    uint32_t blocks = (clearance->summit_count - 1 + BLOCK - 1) / BLOCK, k = 0;
    while ((last - first) >> (k + 1) != 0) {
        k++;
    }
    const uint32_t *row = clearance->strait_table + (size_t)k * blocks;
    uint32_t best = narrower(clearance, row[first], row[last - (1u << k)]);
    if (begin < first * BLOCK) {
        best = narrower(clearance, narrowest_in(clearance, begin, first * BLOCK), best);
    }
    if (last * BLOCK < end) {
        best = narrower(clearance, best, narrowest_in(clearance, last * BLOCK, end));
    }
    return best;
}

static cw_status make_room(cw_context *context, forest *work) {
    cw_clearance *clearance = work->clearance;
    uint32_t summits = clearance->summit_count;
    CW_TRY(CW_ALLOCATE(context, clearance->summit_place, summits));
    CW_TRY(CW_ALLOCATE(context, clearance->straits, (size_t)summits - 1));
    CW_TRY(CW_ALLOCATE(context, clearance->strait_rank, (size_t)summits - 1));
    CW_TRY(CW_ALLOCATE(context, work->edges, work->edge_count));
    CW_TRY(CW_ALLOCATE(context, work->order, 2 * (size_t)work->edge_count));
    CW_TRY(CW_ALLOCATE(context, work->parents, summits));
    CW_TRY(CW_ALLOCATE(context, work->heads, summits));
    CW_TRY(CW_ALLOCATE(context, work->tails, summits));
    CW_TRY(CW_ALLOCATE(context, work->nexts, summits));
    CW_TRY(CW_ALLOCATE(context, work->ranks, summits));
    return CW_ALLOCATE(context, work->gates, summits);
}

static cw_status build(cw_context *context, forest *work) {
    CW_TRY(make_room(context, work));
    CW_TRY(collect(context, work));
    merge(work);
    lay_out(work);
    return make_table(context, work->clearance);
}

cw_status cw_clearance_join(cw_context *context, cw_clearance *clearance) {
    uint32_t summits = clearance->summit_count;
    if (summits == 0) {
        return CW_OK;
    }
    forest work = {.clearance = clearance,
                   .edge_count = clearance->cell_gate_first[clearance->mesh->cell_count]};
    cw_status status = build(context, &work);
    CW_RELEASE(context, work.edges, work.edge_count);
    CW_RELEASE(context, work.order, 2 * (size_t)work.edge_count);
    CW_ARRAY_FREE(context, &work.numbers);
    CW_ARRAY_FREE(context, &work.groups);
    CW_RELEASE(context, work.parents, summits);
    CW_RELEASE(context, work.heads, summits);
    CW_RELEASE(context, work.tails, summits);
    CW_RELEASE(context, work.nexts, summits);
    CW_RELEASE(context, work.gates, summits);
    CW_RELEASE(context, work.ranks, summits);
    return status;
}
