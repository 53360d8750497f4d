/// The gates of one region as a tree: which of them separates two summits.
///
/// Gates in ascending order divide the circle of summits: each one divides one group in two, and is
/// thus the widest way between its halves. Cost: the square of their number.
#include "clearance/ways/region.h"

const cw_cell_gate *cw_gates_between(const cw_cell_gate *gates, uint32_t gate_count, uint32_t i,
                                     uint32_t j) {
    uint32_t low = i < j ? i : j, high = i < j ? j : i;
    for (uint32_t g = 0; g < gate_count; g++) {
        bool first = gates[g].arcs[0] >= low && gates[g].arcs[0] < high;
        bool second = gates[g].arcs[1] >= low && gates[g].arcs[1] < high;
        if (first != second) {
            return &gates[g];
        }
    }
    return NULL;
}

/// Whether a summit lies between the two arcs of a gate: between the arcs a < b lie the summits
/// a + 1 .. b, since arc i follows summit i.
static bool lies_between(const cw_cell_gate *gate, uint32_t summit) {
    uint32_t low = gate->arcs[0] < gate->arcs[1] ? gate->arcs[0] : gate->arcs[1];
    uint32_t high = gate->arcs[0] < gate->arcs[1] ? gate->arcs[1] : gate->arcs[0];
    return summit > low && summit <= high;
}

/// Divides the group that lies on both sides of a gate; false when there is none. The part between
/// its arcs becomes the group `label`.
static bool divide(const cw_cell_gate *gate, uint32_t count, uint32_t label, uint32_t *groups,
                   cw_tree_edge *edge) {
    uint32_t *sides = groups + count, found = CW_NONE;
    for (uint32_t i = 0; i < label; i++) {
        sides[i] = 0;
    }
    for (uint32_t i = 0; i < count && found == CW_NONE; i++) {
        sides[groups[i]] |= lies_between(gate, i) ? 2 : 1;
        found = sides[groups[i]] == 3 ? groups[i] : CW_NONE;
    }
    edge->nodes[0] = edge->nodes[1] = CW_NONE;
    for (uint32_t i = 0; i < count && found != CW_NONE; i++) {
        if (groups[i] == found) {
            bool side = lies_between(gate, i);
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
