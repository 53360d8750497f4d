/// The gates of one region as a tree: which of them separates two summits.
///
/// Gates in ascending order divide the circle of summits: each one divides one group in two, and is
/// thus the widest way between its halves. One after the other, that takes the square of their
/// number. Where no two gates cross, as is so except for rounding, all of them together divide the
/// circle into faces with a summit each. Then the groups come about by joining faces, the widest
/// gate first, and the tree is the same.
#include "base/sets.h"
#include "clearance/ways/region.h"

/// From so many gates on, faces are looked for.
enum { MANY_GATES = 32 };

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

static uint32_t low_arc(const cw_cell_gate *gate) {
    return gate->arcs[0] < gate->arcs[1] ? gate->arcs[0] : gate->arcs[1];
}

static uint32_t high_arc(const cw_cell_gate *gate) {
    return gate->arcs[0] < gate->arcs[1] ? gate->arcs[1] : gate->arcs[0];
}

/// The faces between gates that do not cross. Face g lies inside of gate g, the last one outside of
/// all of them.
typedef struct gate_faces {
    const cw_cell_gate *gates;
    uint32_t gate_count;
    uint32_t *heads;   ///< per arc: the gates that begin there, the one that ends last first
    uint32_t *nexts;   ///< per gate: the next in that list
    uint32_t *outer;   ///< per gate: the face outside of it
    uint32_t *summits; ///< per face: its summit
    uint32_t *roots;   ///< per summit: disjoint sets, the lowest is the root
} gate_faces;

/// Lists the gates by their lower arcs; false when an arc is none.
static bool list_gates(gate_faces *f) {
    uint32_t *by_high = f->roots, *next_high = f->outer; /* not in use yet */
    for (uint32_t i = 0; i <= f->gate_count; i++) {
        f->heads[i] = by_high[i] = f->summits[i] = CW_NONE;
    }
    for (uint32_t g = 0; g < f->gate_count; g++) {
        uint32_t high = high_arc(&f->gates[g]);
        if (high > f->gate_count) {
            return false;
        }
        next_high[g] = by_high[high];
        by_high[high] = g;
    }
    for (uint32_t i = 0; i <= f->gate_count; i++) {
        for (uint32_t g = by_high[i]; g != CW_NONE; g = next_high[g]) {
            uint32_t low = low_arc(&f->gates[g]);
            f->nexts[g] = f->heads[low];
            f->heads[low] = g;
        }
    }
    return true;
}

/// Walks around the circle; false when gates cross, or a face has not exactly one summit.
static bool find_faces(gate_faces *f) {
    uint32_t face = f->gate_count;
    for (uint32_t i = 0; i <= f->gate_count; i++) {
        if (f->summits[face] != CW_NONE) {
            return false;
        }
        f->summits[face] = i;
        while (face < f->gate_count && high_arc(&f->gates[face]) == i) {
            face = f->outer[face];
        }
        for (uint32_t g = f->heads[i]; g != CW_NONE; g = f->nexts[g]) {
            if (high_arc(&f->gates[g]) == i ||
                (face < f->gate_count && high_arc(&f->gates[g]) > high_arc(&f->gates[face]))) {
                return false;
            }
            f->outer[g] = face;
            face = g;
        }
    }
    return true; /* as many faces as summits, and none has two */
}

/// The tree of gates that do not cross; false when there is none.
static bool join_faces(const cw_cell_gate *gates, uint32_t gate_count, uint32_t *scratch,
                       cw_tree_edge *edges) {
    size_t count = (size_t)gate_count + 1;
    gate_faces f = {gates,
                    gate_count,
                    scratch,
                    scratch + count,
                    scratch + 2 * count,
                    scratch + 3 * count,
                    scratch + 4 * count};
    if (!list_gates(&f) || !find_faces(&f)) {
        return false;
    }
    cw_sets_begin(f.roots, gate_count + 1);
    for (uint32_t g = gate_count; g-- > 0;) {
        uint32_t outside = cw_find_root(f.roots, f.summits[f.outer[g]]);
        uint32_t inside = cw_find_root(f.roots, f.summits[g]);
        edges[g] = (cw_tree_edge){gates[g].gate.radius, {outside, inside}, g};
        f.roots[outside > inside ? outside : inside] = outside > inside ? inside : outside;
    }
    return true;
}

void cw_gates_tree(const cw_cell_gate *gates, uint32_t gate_count, uint32_t *groups,
                   cw_tree_edge *edges) {
    if (gate_count >= MANY_GATES && join_faces(gates, gate_count, groups, edges)) {
        return;
    }
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
