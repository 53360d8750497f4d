/// Where an extraction did what its report counts.
#include "scene/join.h"

#include <math.h>

static cw_vec3 corner_place(const cw_extraction *work, const cw_free_floor *floor,
                            uint32_t corner) {
    cw_point plan = cw_node_plan(work, floor->nodes[corner]);
    const cw_lattice *lattice = &work->lattice;
    return (cw_vec3){lattice->origin_x + (double)plan.x * lattice->step,
                     lattice->origin_y + (double)plan.y * lattice->step,
                     work->origin_z + cw_corner_height(work, floor, corner) * lattice->step};
}

static cw_status add(cw_context *context, const cw_extraction *work, const cw_free_floor *floor,
                     const uint32_t corners[3], cw_extraction_mark_kind kind) {
    cw_extraction_mark mark = {.kind = kind};
    if (work->marks == NULL) {
        return CW_OK;
    }
    for (uint32_t k = 0; k < 3; k++) {
        mark.corners[k] = corner_place(work, floor, corners[k]);
    }
    return CW_ARRAY_PUSH(context, work->marks, mark);
}

cw_status cw_mark_triangle(cw_context *context, const cw_extraction *work,
                           const cw_free_floor *floor, uint32_t triangle,
                           cw_extraction_mark_kind kind) {
    const uint32_t corners[3] = {3 * triangle, 3 * triangle + 1, 3 * triangle + 2};
    return add(context, work, floor, corners, kind);
}

cw_status cw_mark_side(cw_context *context, const cw_extraction *work, const cw_free_floor *floor,
                       uint32_t side, cw_extraction_mark_kind kind) {
    uint32_t next = side % 3 == 2 ? side - 2 : side + 1;
    const uint32_t corners[3] = {side, next, next};
    return add(context, work, floor, corners, kind);
}

/// Whether the two sides of an edge differ in height; the twin runs the other way.
static bool is_step(const cw_extraction *work, const cw_free_floor *floor, uint32_t side) {
    uint32_t twin = floor->twins[side];
    if (twin == CW_NONE || twin < side) {
        return false;
    }
    uint32_t next = side % 3 == 2 ? side - 2 : side + 1;
    uint32_t other = twin % 3 == 2 ? twin - 2 : twin + 1;
    double from = cw_corner_height(work, floor, side) - cw_corner_height(work, floor, other),
           to = cw_corner_height(work, floor, next) - cw_corner_height(work, floor, twin);
    return fmax(fabs(from), fabs(to)) > CW_LEVEL_STEPS;
}

cw_status cw_mark_floor(cw_context *context, const cw_extraction *work,
                        const cw_free_floor *floor) {
    for (uint32_t t = 0; t < floor->count && work->marks != NULL; t++) {
        uint32_t face = floor->faces[t];
        if (face == CW_NONE) {
            CW_TRY(cw_mark_triangle(context, work, floor, t, CW_MARK_FILLED));
        } else if (work->faces[face].bridge) {
            CW_TRY(cw_mark_triangle(context, work, floor, t, CW_MARK_BRIDGED));
        }
        for (uint32_t h = 3 * t; h < 3 * t + 3; h++) {
            if (is_step(work, floor, h)) {
                CW_TRY(cw_mark_side(context, work, floor, h, CW_MARK_STEP));
            }
        }
    }
    return CW_OK;
}
