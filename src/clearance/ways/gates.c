/// The gates of all cells. A cell with n summits on its border has n - 1 gates (region_gates.c), so
/// every cell knows its place in the list beforehand and cells are handled side by side.
#include "base/parallel.h"
#include "clearance/portals/portal.h"
#include "clearance/ways/region.h"

#include <string.h>

enum {
    CELLS_PER_RANGE = 32,
    LONG_CELL = 256 /* features; such a cell takes so long that progress is reported after it */
};

/// Summits on the border of a cell.
static uint32_t count_summits(const cw_clearance *clearance, uint32_t cell) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t count = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        count += cw_summits_of_edge(clearance, e).count;
    }
    return count;
}

static cw_status find_in_cell(cw_context *context, cw_clearance *clearance, uint32_t cell,
                              cw_workshop *shop) {
    uint32_t first = clearance->cell_gate_first[cell];
    uint32_t count = clearance->cell_gate_first[cell + 1] - first;
    if (count == 0) {
        return CW_OK;
    }
    CW_TRY(cw_features_of_cell(context, clearance, cell, &shop->features));
    CW_TRY(cw_region_of_cell(context, clearance, &shop->features, &shop->region));
    CW_TRY(cw_region_gates(context, shop, &shop->region));
    if (shop->gates.count != count) {
        return cw_fail(context, CW_ERROR_INTERNAL, "cell %u has %u gates instead of %u", cell,
                       shop->gates.count, count);
    }
    memcpy(clearance->cell_gates + first, shop->gates.items, count * sizeof(cw_cell_gate));
    return CW_OK;
}

static cw_status find_range(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    cw_clearance *clearance = user;
    cw_workshop shop;
    memset(&shop, 0, sizeof shop);
    cw_status status = CW_OK;
    for (uint32_t c = begin; c < end && status == CW_OK; c++) {
        status = find_in_cell(context, clearance, c, &shop);
        if (status == CW_OK && shop.features.list.count >= LONG_CELL) {
            status = cw_progress(context, "gates", (double)c / clearance->mesh->cell_count);
        }
    }
    cw_workshop_free(context, &shop);
    return status;
}

cw_status cw_clearance_place_gates(cw_context *context, cw_clearance *clearance) {
    uint32_t cells = clearance->mesh->cell_count;
    CW_TRY(CW_ALLOCATE(context, clearance->cell_gate_first, (size_t)cells + 1));
    uint32_t *first = clearance->cell_gate_first;
    uint32_t count = 0;
    for (uint32_t c = 0; c < cells; c++) {
        uint32_t summits = count_summits(clearance, c);
        count += summits > 1 ? summits - 1 : 0;
        first[c + 1] = count;
    }
    cw_status status = CW_ALLOCATE(context, clearance->cell_gates, count);
    if (status != CW_OK) { /* the offsets tell how much there is to free */
        CW_RELEASE(context, clearance->cell_gate_first, (size_t)cells + 1);
    }
    return status;
}

cw_status cw_clearance_find_gates(cw_context *context, cw_clearance *clearance) {
    CW_TRY(cw_clearance_place_gates(context, clearance));
    return cw_parallel_for(context, "gates", clearance->mesh->cell_count, CELLS_PER_RANGE,
                           find_range, clearance);
}
