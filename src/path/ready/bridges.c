/// Bridges: portals without which the mesh would fall apart (Tarjan: A note on finding the bridges
/// of a graph, 1974). A depth-first walk over the cells numbers them in the order of the first
/// visit; `lowest` is the earliest cell that can be reached from a cell's subtree by one portal
/// outside of the walk. The portal into a subtree from which nothing earlier can be reached is a
/// bridge. Cost: linear.
#include "path/ready/search.h"

/// A cell on the way of the walk.
typedef struct visit {
    uint32_t cell;
    uint32_t entry; ///< edge of the cell through which it was entered, or CW_NONE
    uint32_t next;  ///< edge to look at next
} visit;

typedef struct walker {
    cw_mesh_tables *tables;
    uint32_t *lowest;
    visit *stack;
    uint32_t depth, clock;
} walker;

static void enter(walker *walk, uint32_t cell, uint32_t entry) {
    walk->tables->times[cell] = walk->lowest[cell] = walk->clock++;
    walk->stack[walk->depth++] =
        (visit){cell, entry, cw_navmesh_cell_begin(walk->tables->clearance->mesh, cell)};
}

/// Leaves a cell whose portals have all been looked at.
static void leave(walker *walk) {
    cw_mesh_tables *tables = walk->tables;
    visit done = walk->stack[--walk->depth];
    if (walk->depth == 0) {
        return;
    }
    uint32_t parent = walk->stack[walk->depth - 1].cell;
    if (walk->lowest[done.cell] < walk->lowest[parent]) {
        walk->lowest[parent] = walk->lowest[done.cell];
    }
    if (walk->lowest[done.cell] == tables->times[done.cell]) {
        cw_mesh_side *out = &tables->sides[done.entry], *in = &tables->sides[out->twin];
        in->bridge = 1;
        out->bridge = -1;
        in->low = out->low = tables->times[done.cell];
        in->high = out->high = walk->clock - 1;
    }
}

/// Looks at one portal of the cell at hand.
static void look(walker *walk, visit *here) {
    uint32_t edge = here->next++;
    const cw_mesh_side *side = &walk->tables->sides[edge];
    if (side->twin == CW_NONE || edge == here->entry) {
        return;
    }
    uint32_t time = walk->tables->times[side->behind];
    if (time == CW_NONE) {
        enter(walk, side->behind, side->twin);
    } else if (time < walk->lowest[here->cell]) {
        walk->lowest[here->cell] = time;
    }
}

cw_status cw_mesh_find_bridges(cw_mesh_tables *tables) {
    const cw_navmesh *mesh = tables->clearance->mesh;
    walker walk = {.tables = tables};
    CW_TRY(CW_ALLOCATE(tables->context, walk.lowest, mesh->cell_count));
    cw_status status = CW_ALLOCATE(tables->context, walk.stack, mesh->cell_count);
    for (uint32_t c = 0; c < mesh->cell_count && status == CW_OK; c++) {
        tables->times[c] = CW_NONE;
    }
    for (uint32_t c = 0; c < mesh->cell_count && status == CW_OK; c++) {
        if (tables->times[c] != CW_NONE) {
            continue;
        }
        enter(&walk, c, CW_NONE);
        while (walk.depth > 0) {
            visit *here = &walk.stack[walk.depth - 1];
            if (here->next < cw_navmesh_cell_end(mesh, here->cell)) {
                look(&walk, here);
            } else {
                leave(&walk);
            }
        }
    }
    CW_RELEASE(tables->context, walk.stack, mesh->cell_count);
    CW_RELEASE(tables->context, walk.lowest, mesh->cell_count);
    return status;
}

bool cw_path_search_leads_away(const cw_path_search *search, const cw_mesh_side *side) {
    for (uint32_t i = 0; i < search->goals.count; i++) {
        uint32_t time = search->mesh.times[search->goals.items[i].cell];
        if ((time >= side->low && time <= side->high) == (side->bridge > 0)) {
            return false;
        }
    }
    return search->goals.count > 0;
}
