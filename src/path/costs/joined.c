/// The summits of its cell that a disc can reach from a place without leaving the cell.
///
/// One of them is enough: the gates of the cell tell which others it is joined with.
#include "path/costs/corridor.h"

/// Lists the summits of a cell that a disc can reach from one of them, itself among them.
static cw_status join_with(const cw_corridor_task *task, uint32_t cell, uint32_t summit,
                           cw_summits *joined) {
    const cw_clearance *clearance = task->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t here = cw_summit_number(clearance, cell, summit), number = 0;
    joined->count = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        cw_summit_range range = cw_summits_of_edge(clearance, e);
        for (uint32_t n = 0; n < range.count; n++, number++) {
            cw_joined item = {cw_summit_along(range, n), e};
            if (cw_are_joined(clearance, cell, here, number, task->request->radius)) {
                CW_TRY(CW_ARRAY_PUSH(task->context, joined, item));
            }
        }
    }
    return CW_OK;
}

cw_status cw_joined_place(const cw_corridor_task *task, cw_place place, cw_summits *joined) {
    uint32_t summit;
    joined->count = 0;
    CW_TRY(cw_clearance_attach_using(task->context, task->clearance, task->scratch, place,
                                     task->request->radius, &summit));
    return summit == CW_NONE ? CW_OK : join_with(task, place.cell, summit, joined);
}

cw_status cw_joined_directly(const cw_corridor_task *task, cw_place a, cw_place b, bool *joined) {
    const cw_clearance *clearance = task->clearance;
    double radius = task->request->radius;
    *joined = cw_clearance_is_straight(clearance, a.cell, a.position, b.position, radius);
    if (*joined) {
        return CW_OK;
    }
    uint32_t from, to;
    if (cw_clearance_attach(clearance, a, radius, &from) == CW_ATTACHED &&
        cw_clearance_attach(clearance, b, radius, &to) == CW_ATTACHED) {
        from = cw_summit_number(clearance, a.cell, from);
        to = cw_summit_number(clearance, a.cell, to);
        *joined = cw_are_joined(clearance, a.cell, from, to, radius);
        return CW_OK;
    }
    cw_vec2 points[2] = {a.position, b.position};
    CW_TRY(cw_attach_points(task->context, clearance, a.cell, points, 2, task->scratch));
    CW_TRY(cw_attach_spread(task->context, 0, task->scratch));
    *joined = task->scratch->widths.items[1] >= radius;
    return CW_OK;
}
