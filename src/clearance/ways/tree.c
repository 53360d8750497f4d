/// The merge tree of all summits, laid out flat.
///
/// The trees of all cells together (cell_tree.c) have their edges taken widest first (Kruskal);
/// each that joins two components puts their summits side by side, with the gate between them. In
/// the end every summit has a place in a row, and the widest way between two of them is limited by
/// the narrowest strait between their places (straits.c); between islands stand straits of radius
/// -1. Of equally narrow straits the one that joined last divides the two summits, the others lie
/// beside the way; so straits are compared by their rank in the order of joining. Inside a cell the
/// gate that divides first has to join last, hence equal gates are taken backwards.
#include "base/sets.h"
#include "clearance/ways/widest.h"
#include "geom/order.h"

enum { CELLS_PER_REPORT = 1024 };

/// Memory of the phase.
typedef struct forest {
    cw_clearance *clearance;
    cw_tree_edge *edges; ///< as many as there are gates in all cells
    uint32_t edge_count;
    cw_keyed *order;                           ///< with room for as many to sort
    CW_ARRAY(uint32_t) border;                 ///< the summits on the border of a cell, in order
    CW_ARRAY(uint32_t) groups;                 ///< scratch of cw_gates_tree
    uint32_t *parents, *heads, *tails, *nexts; ///< per summit
    uint32_t *gates;                           ///< per summit: the gate between it and the next
    uint32_t *ranks;                           ///< per summit: when the next was joined to it
    uint32_t joined;                           ///< how often two rows were joined
} forest;

/// The summits on the border of a cell, in order.
static cw_status list_border(cw_context *context, forest *work, uint32_t cell) {
    const cw_navmesh *mesh = work->clearance->mesh;
    work->border.count = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        cw_summit_range range = cw_summits_of_edge(work->clearance, e);
        for (uint32_t n = 0; n < range.count; n++) {
            CW_TRY(CW_ARRAY_PUSH(context, &work->border, cw_summit_along(range, n)));
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
        CW_TRY(list_border(context, work, c));
        CW_TRY(CW_ARRAY_RESERVE(context, &work->groups, CW_GATES_SCRATCH * ((size_t)count + 1)));
        cw_gates_tree(clearance->cell_gates + first, count, work->groups.items,
                      work->edges + first);
        for (uint32_t i = first; i < first + count; i++) {
            cw_tree_edge *edge = &work->edges[i];
            edge->nodes[0] = work->border.items[edge->nodes[0]];
            edge->nodes[1] = work->border.items[edge->nodes[1]];
            edge->gate += first;
        }
    }
    return CW_OK;
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
    cw_keyed_sort_in_place(work->order, work->edge_count);
    for (uint32_t i = 0; i < work->edge_count; i++) {
        const cw_tree_edge *edge = &work->edges[work->order[i].item];
        uint32_t a = cw_find_root(work->parents, edge->nodes[0]);
        uint32_t b = cw_find_root(work->parents, edge->nodes[1]);
        if (a != b) {
            join_rows(work, a < b ? a : b, a < b ? b : a, edge->gate);
        }
    }
    for (uint32_t i = 0; i < summits; i++) {
        uint32_t a = cw_find_root(work->parents, 0), b = cw_find_root(work->parents, i);
        if (a != b) {
            join_rows(work, a, b, CW_NONE);
        }
    }
}

/// Writes places and straits along the row.
static void lay_out(forest *work) {
    cw_clearance *clearance = work->clearance;
    uint32_t place = 0;
    for (uint32_t i = work->heads[cw_find_root(work->parents, 0)]; i != CW_NONE;
         i = work->nexts[i]) {
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
    return cw_straits_index(context, work->clearance);
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
    CW_ARRAY_FREE(context, &work.border);
    CW_ARRAY_FREE(context, &work.groups);
    CW_RELEASE(context, work.parents, summits);
    CW_RELEASE(context, work.heads, summits);
    CW_RELEASE(context, work.tails, summits);
    CW_RELEASE(context, work.nexts, summits);
    CW_RELEASE(context, work.gates, summits);
    CW_RELEASE(context, work.ranks, summits);
    return status;
}
