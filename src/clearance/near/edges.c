/// The edges of large cells as trees of boxes, so that a feature need not look at all of them.
///
/// A portal of length l whose ends are at most b away from a wall has no point that is further than
/// b + l / 2 from a wall; the cuts of flood.c, which are simpler, leave nothing of it for features
/// that are further than b + l from both ends. That is the span of the portal, and the span of a
/// node is the largest below it.
#include "clearance/near/near.h"

/// Edges from which on a tree pays.
enum { LARGE_CELL = 32 };

static double span_of(const cw_flood *flood, uint32_t cell, uint32_t edge) {
    const cw_navmesh *mesh = flood->clearance->mesh;
    uint32_t next = cw_navmesh_next(mesh, cell, edge);
    return mesh->edge_twin[edge] == CW_NONE ? -INFINITY
                                            : flood->clearance->portals[edge].length +
                                                  cw_most(flood->bounds[mesh->edge_vertex[edge]],
                                                          flood->bounds[mesh->edge_vertex[next]]);
}

/// The spans of all nodes; children come behind their parents.
static void measure_spans(const cw_flood *flood, uint32_t cell, cw_cell_edges *edges) {
    uint32_t first = cw_navmesh_cell_begin(flood->clearance->mesh, cell);
    for (uint32_t i = edges->tree.nodes.count; i-- > 0;) {
        const cw_box_node *nodes = edges->tree.nodes.items;
        if (nodes[i].skip > i + 1) {
            edges->spans[i] = cw_most(edges->spans[i + 1], edges->spans[nodes[i + 1].skip]);
            continue;
        }
        edges->spans[i] = -INFINITY;
        for (uint32_t e = nodes[i].begin; e < nodes[i].end; e++) {
            edges->spans[i] = cw_most(edges->spans[i], span_of(flood, cell, first + e));
        }
    }
}

static cw_status index_cell(cw_context *context, const cw_flood *flood, uint32_t cell,
                            cw_box *boxes, cw_cell_edges *edges) {
    const cw_clearance *clearance = flood->clearance;
    uint32_t first = cw_navmesh_cell_begin(clearance->mesh, cell);
    uint32_t count = cw_navmesh_cell_end(clearance->mesh, cell) - first;
    for (uint32_t i = 0; i < count; i++) {
        boxes[i] = cw_box_of(cw_clearance_from(clearance, first + i),
                             cw_clearance_to(clearance, first + i));
    }
    CW_TRY(cw_box_tree_chain(context, boxes, count, &edges->tree));
    CW_TRY(CW_ALLOCATE(context, edges->spans, edges->tree.nodes.count));
    measure_spans(flood, cell, edges);
    return CW_OK;
}

/// Numbers the large cells; returns the most edges of one.
static uint32_t number_cells(const cw_navmesh *mesh, cw_flood *flood) {
    uint32_t most = 0;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        uint32_t count = cw_navmesh_degree(mesh, c);
        flood->cell_large[c] = count >= LARGE_CELL ? flood->large_count++ : CW_NONE;
        most = count > most ? count : most;
    }
    return most;
}

cw_status cw_flood_index(cw_context *context, cw_flood *flood) {
    const cw_navmesh *mesh = flood->clearance->mesh;
    CW_TRY(CW_ALLOCATE(context, flood->cell_large, mesh->cell_count));
    uint32_t most = number_cells(mesh, flood), count = flood->large_count;
    cw_box *boxes = NULL;
    flood->large_count = 0;
    CW_TRY(CW_ALLOCATE(context, flood->large, count));
    flood->large_count = count;
    cw_status status = CW_ALLOCATE(context, boxes, most);
    for (uint32_t c = 0; c < mesh->cell_count && status == CW_OK; c++) {
        if (flood->cell_large[c] != CW_NONE) {
            status = index_cell(context, flood, c, boxes, &flood->large[flood->cell_large[c]]);
        }
    }
    CW_RELEASE(context, boxes, most);
    return status;
}

void cw_flood_index_free(cw_context *context, cw_flood *flood) {
    for (uint32_t i = 0; i < flood->large_count; i++) {
        CW_RELEASE(context, flood->large[i].spans, flood->large[i].tree.nodes.count);
        cw_box_tree_free(context, &flood->large[i].tree);
    }
    CW_RELEASE(context, flood->large, flood->large_count);
    CW_RELEASE(context, flood->cell_large, flood->clearance->mesh->cell_count);
}
