/// The widest ways between points inside a cell and the summits on its border.
///
/// Each point divides the cell, or the part of it that it lies in, by a line through it (divide.c).
/// The summits of the clearance along the line, and the point itself, are cuts on the border of the
/// parts; so the gates of the parts (region_gates.c) give the widest ways between points and
/// summits: a small graph, in which widths spread from a node.
#include "clearance/ways/widest.h"

/// Adds the ways between the cuts of a region.
static cw_status add_ways(cw_context *context, cw_widest_scratch *scratch,
                          const cw_region *region) {
    CW_TRY(cw_region_gates(context, &scratch->shop, region));
    uint32_t count = scratch->shop.gates.count;
    CW_TRY(
        CW_ARRAY_RESERVE(context, &scratch->shop.groups, CW_GATES_SCRATCH * ((size_t)count + 1)));
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->tree, count));
    cw_gates_tree(scratch->shop.gates.items, count, scratch->shop.groups.items,
                  scratch->tree.items);
    for (uint32_t i = 0; i < count; i++) {
        const cw_tree_edge *edge = &scratch->tree.items[i];
        cw_cell_way way = {
            scratch->shop.gates.items[edge->gate].gate,
            {region->cuts.items[edge->nodes[0]].node, region->cuts.items[edge->nodes[1]].node}};
        CW_TRY(CW_ARRAY_PUSH(context, &scratch->ways, way));
    }
    return CW_OK;
}

cw_status cw_attach_points(cw_context *context, const cw_clearance *clearance, uint32_t cell,
                           const cw_vec2 *points, uint32_t count, cw_widest_scratch *scratch) {
    CW_TRY(cw_features_of_cell(context, clearance, cell, &scratch->shop.features));
    scratch->region_count = 0;
    CW_TRY(cw_regions_add(context, scratch, 1));
    cw_region *whole = &scratch->regions.items[0];
    CW_TRY(cw_region_of_cell(context, clearance, &scratch->shop.features, whole));
    scratch->summits.count = scratch->ways.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        CW_TRY(CW_ARRAY_PUSH(context, &scratch->summits, CW_NONE));
    }
    for (uint32_t i = 0; i < whole->cuts.count; i++) {
        CW_TRY(CW_ARRAY_PUSH(context, &scratch->summits, whole->cuts.items[i].node));
        whole->cuts.items[i].node = scratch->summits.count - 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        CW_TRY(cw_regions_divide(context, scratch, points[i], i));
    }
    for (uint32_t i = 0; i < scratch->region_count; i++) {
        CW_TRY(add_ways(context, scratch, &scratch->regions.items[i]));
    }
    return CW_OK;
}

cw_status cw_attach_spread(cw_context *context, uint32_t node, cw_widest_scratch *scratch) {
    uint32_t count = scratch->summits.count;
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->widths, count));
    CW_TRY(CW_ARRAY_RESERVE(context, &scratch->limits, count));
    double *widths = scratch->widths.items;
    for (uint32_t i = 0; i < count; i++) {
        widths[i] = i == node ? INFINITY : -1;
        scratch->limits.items[i] = CW_NONE;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < 2 * scratch->ways.count; i++) {
            const cw_cell_way *way = &scratch->ways.items[i / 2];
            uint32_t from = way->nodes[i % 2], to = way->nodes[1 - i % 2];
            double width = fmin(widths[from], way->gate.radius);
            if (width > widths[to]) {
                widths[to] = width;
                scratch->limits.items[to] =
                    way->gate.radius < widths[from] ? i / 2 : scratch->limits.items[from];
                changed = true;
            }
        }
    }
    return CW_OK;
}
