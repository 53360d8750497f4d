/// Answers about one cell from its summits and gates: the critical radius of a cross, and which
/// free parts of portals are joined. Two summits of a cell are separated at a radius by the gates
/// below it whose arcs lie on different sides of the two; the narrowest such gate is their critical
/// radius, and without one the smaller of their clearances.
#include "clearance/portals/portal.h"
#include "clearance/ways/region.h"

/// Number of the first summit of an edge among those of its cell.
static uint32_t first_number(const cw_clearance *clearance, uint32_t edge) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t number = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, mesh->edge_cell[edge]); e < edge; e++) {
        number += cw_summits_of_edge(clearance, e).count;
    }
    return number;
}

uint32_t cw_summit_number(const cw_clearance *clearance, uint32_t cell, uint32_t summit) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t number = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        cw_summit_range range = cw_summits_of_edge(clearance, e);
        if (summit >= range.first && summit < range.first + range.count) {
            uint32_t n = summit - range.first;
            return number + (range.reversed ? range.count - 1 - n : n);
        }
        number += range.count;
    }
    return CW_NONE;
}

const cw_cell_gate *cw_gate_between(const cw_clearance *clearance, uint32_t cell, uint32_t a,
                                    uint32_t b) {
    if (a == b) {
        return NULL;
    }
    const uint32_t *first = &clearance->cell_gate_first[cell]; /* two summits: there is a gate */
    return cw_gates_between(clearance->cell_gates + first[0], first[1] - first[0], a, b);
}

bool cw_are_joined(const cw_clearance *clearance, uint32_t cell, uint32_t a, uint32_t b,
                   double radius) {
    const cw_cell_gate *between = cw_gate_between(clearance, cell, a, b);
    return between == NULL || between->gate.radius >= radius;
}

/// What limits the way between two summits of a cell, given by their numbers there.
static cw_gate limit_between(const cw_clearance *clearance, uint32_t cell, const uint32_t *summits,
                             const uint32_t *numbers) {
    const cw_cell_gate *between = cw_gate_between(clearance, cell, numbers[0], numbers[1]);
    const cw_summit *a = &clearance->summits[summits[0]], *b = &clearance->summits[summits[1]];
    const cw_summit *lower = a->clearance <= b->clearance ? a : b;
    if (between != NULL && between->gate.radius <= lower->clearance) {
        return between->gate;
    }
    return (cw_gate){lower->clearance, lower->position, cell, {CW_NONE, CW_NONE}};
}

double cw_clearance_cross(const cw_clearance *clearance, uint32_t entry, uint32_t exit,
                          cw_gate *gate) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t cell = mesh->edge_cell[entry];
    CW_ASSERT(mesh->edge_cell[exit] == cell);
    cw_summit_range from = cw_summits_of_edge(clearance, entry);
    cw_summit_range to = cw_summits_of_edge(clearance, exit);
    uint32_t from_number = first_number(clearance, entry);
    uint32_t to_number = first_number(clearance, exit);
    cw_gate best = {.radius = -1, .cell = cell, .walls = {CW_NONE, CW_NONE}};
    for (uint32_t i = 0; i < from.count; i++) {
        for (uint32_t j = 0; j < to.count; j++) {
            uint32_t summits[2] = {cw_summit_along(from, i), cw_summit_along(to, j)};
            uint32_t numbers[2] = {from_number + i, to_number + j};
            cw_gate limit = limit_between(clearance, cell, summits, numbers);
            best = limit.radius > best.radius ? limit : best;
        }
    }
    best.radius = best.radius < 0 ? 0 : best.radius;
    if (gate != NULL) {
        *gate = best;
    }
    return best.radius;
}

/// The number, among the summits of the cell, of the highest one inside a part of an edge; of the
/// nearest one where rounding leaves none inside.
static uint32_t number_of_part(const cw_clearance *clearance, const cw_joined_interval *part) {
    cw_summit_range range = cw_summits_of_edge(clearance, part->edge);
    cw_vec2 from = cw_clearance_from(clearance, part->edge);
    uint32_t best = 0;
    double best_outside = INFINITY, best_clearance = -1;
    for (uint32_t n = 0; n < range.count; n++) {
        const cw_summit *summit = &clearance->summits[cw_summit_along(range, n)];
        double at = cw_vec2_distance(from, summit->position);
        double outside = fmax(0, fmax(part->part.from - at, at - part->part.to));
        if (outside < best_outside ||
            (outside == best_outside && summit->clearance > best_clearance)) {
            best = n;
            best_outside = outside;
            best_clearance = summit->clearance;
        }
    }
    return best + first_number(clearance, part->edge);
}

bool cw_part_joins(const cw_clearance *clearance, uint32_t cell, double radius,
                   const cw_joined_interval *part, uint32_t summit) {
    return cw_are_joined(clearance, cell, number_of_part(clearance, part),
                         cw_summit_number(clearance, cell, summit), radius);
}

/// The group of part `index`: that of an earlier part that it is joined with, or a new one.
static uint32_t find_group(const cw_clearance *clearance, uint32_t cell, double radius,
                           const cw_joined_interval *parts, uint32_t index) {
    uint32_t number = number_of_part(clearance, &parts[index]), group_count = 0;
    for (uint32_t i = 0; i < index; i++) {
        if (parts[i].group != group_count) {
            continue; /* not the first part of its group */
        }
        uint32_t other = number_of_part(clearance, &parts[i]);
        if (cw_are_joined(clearance, cell, number, other, radius)) {
            return group_count;
        }
        group_count++;
    }
    return group_count;
}

/// Appends the free parts of a portal to `count` others of its cell; returns how many there are
/// then. Those behind `capacity` are counted only.
static uint32_t add_parts(const cw_clearance *clearance, uint32_t edge, double radius,
                          cw_joined_interval *parts, uint32_t count, uint32_t capacity) {
    cw_parts free;
    cw_interval part;
    cw_parts_begin(&free, clearance, edge, radius);
    for (; cw_parts_next(&free, &part); count++) {
        if (count < capacity) {
            parts[count] = (cw_joined_interval){edge, part, 0};
            parts[count].group =
                find_group(clearance, clearance->mesh->edge_cell[edge], radius, parts, count);
        }
    }
    return count;
}

uint32_t cw_clearance_joined(const cw_clearance *clearance, uint32_t cell, double radius,
                             cw_joined_interval *parts, uint32_t capacity) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t count = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        if (mesh->edge_twin[e] != CW_NONE) {
            count = add_parts(clearance, e, radius, parts, count, capacity);
        }
    }
    return count;
}
