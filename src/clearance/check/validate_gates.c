/// Gates of cells: those of a cell join all arcs of its border into one tree, narrowest first, and
/// where the disc gets stuck the nearest wall is as far away as the gate is wide.
#include "clearance/check/validate.h"

/// Metres by which radii may differ: gates at the very end of a portal suffer the rounding of its
/// place as well as that of its distance.
#define RADIUS_SLACK 1e-9

/// Arcs of the border of a cell: as many as there are summits on it.
static uint32_t count_arcs(const cw_clearance *clearance, uint32_t cell) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t count = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        count += cw_validate_summit_count(clearance, e);
    }
    return count;
}

/// True when the gates of a cell make one tree of its arcs.
static bool is_tree(const cw_cell_gate *gates, uint32_t count, uint32_t *groups) {
    for (uint32_t i = 0; i <= count; i++) {
        groups[i] = i;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = groups[gates[i].arcs[0]], to = groups[gates[i].arcs[1]];
        if (from == to) {
            return false;
        }
        for (uint32_t j = 0; j <= count; j++) {
            groups[j] = groups[j] == from ? to : groups[j];
        }
    }
    return true;
}

static cw_status check_gate(cw_context *context, cw_eye *eye, uint32_t cell, uint32_t index,
                            uint32_t arc_count) {
    const cw_clearance *clearance = eye->clearance;
    const cw_cell_gate *found = &clearance->cell_gates[index];
    const cw_gate *gate = &found->gate;
    if (gate->cell != cell || !(gate->radius >= 0) || found->arcs[0] >= arc_count ||
        found->arcs[1] >= arc_count) {
        return CW_CLEARANCE_VIOLATED(
            context, "gates", "cell", cell, "gate %u of %g m names cell %u, arcs %u and %u of %u",
            index, gate->radius, gate->cell, found->arcs[0], found->arcs[1], arc_count);
    }
    if (index > clearance->cell_gate_first[cell] && gate->radius < found[-1].gate.radius) {
        return CW_CLEARANCE_VIOLATED(context, "gates", "cell", cell, "%g m follows %g m",
                                     gate->radius, found[-1].gate.radius);
    }
    double seen;
    CW_TRY(cw_eye_distance(context, eye, cell, gate->position, &seen));
    double slack =
        RADIUS_SLACK * clearance->coarseness + cw_validate_slack(clearance, gate->position);
    if (!(fabs(seen - gate->radius) <= slack)) {
        return CW_CLEARANCE_VIOLATED(context, "gates", "cell", cell,
                                     "gate %u claims %.12g m and has %.12g m", index, gate->radius,
                                     seen);
    }
    return CW_OK;
}

static cw_status check_cell(cw_context *context, cw_eye *eye, uint32_t cell) {
    const cw_clearance *clearance = eye->clearance;
    uint32_t first = clearance->cell_gate_first[cell];
    uint32_t count = clearance->cell_gate_first[cell + 1] - first;
    uint32_t arcs = count_arcs(clearance, cell);
    if (count != (arcs > 0 ? arcs - 1 : 0)) {
        return CW_CLEARANCE_VIOLATED(context, "gates", "cell", cell, "%u gates, %u arcs", count,
                                     arcs);
    }
    for (uint32_t i = first; i < first + count; i++) {
        CW_TRY(check_gate(context, eye, cell, i, arcs));
    }
    eye->around.count = 0; /* its room is free between two looks */
    CW_TRY(CW_ARRAY_RESERVE(context, &eye->around, (size_t)count + 1));
    if (count > 0 && !is_tree(&clearance->cell_gates[first], count, eye->around.items)) {
        return CW_CLEARANCE_VIOLATED(context, "gates", "cell", cell,
                                     "its %u gates are no tree of its arcs", count);
    }
    return CW_OK;
}

cw_status cw_validate_gates(cw_context *context, cw_eye *eye) {
    for (uint32_t cell = 0; cell < eye->clearance->mesh->cell_count; cell++) {
        CW_TRY(check_cell(context, eye, cell));
    }
    return CW_OK;
}
