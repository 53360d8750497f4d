/// Spaces: where the floor is wide enough for a lane on each side. A space is a connected part of
/// what lies a spacing or more from the walls, that is, the inside of loops of level 1. Its doors
/// are the nodes of level 1 from which level 0 leads out, other than to a corner.
#include "base/sets.h"
#include "roadmap/roadmap.h"

static bool inside(const cw_roadmap *roadmap, uint32_t node) {
    return roadmap->nodes[node].offset >= roadmap->spacing - CW_ROADMAP_TIE;
}

static bool edge_inside(const cw_roadmap *roadmap, const cw_roadmap_edge *edge) {
    return inside(roadmap, edge->from) && inside(roadmap, edge->to);
}

cw_status cw_roadmap_find_spaces(cw_context *context, cw_roadmap *roadmap) {
    uint32_t *parents = NULL, *numbers = NULL, count = roadmap->node_count;
    CW_TRY(CW_ALLOCATE(context, parents, count));
    cw_status status = CW_ALLOCATE(context, numbers, count);
    for (uint32_t i = 0; status == CW_OK && i < count; i++) {
        parents[i] = i;
        numbers[i] = CW_NONE;
    }
    for (uint32_t i = 0; status == CW_OK && i < roadmap->edge_count; i++) {
        const cw_roadmap_edge *edge = &roadmap->edges[i];
        if (edge_inside(roadmap, edge)) {
            parents[cw_find_root(parents, edge->from)] = cw_find_root(parents, edge->to);
        }
    }
    for (uint32_t i = 0; status == CW_OK && i < roadmap->edge_count; i++) {
        cw_roadmap_edge *edge = &roadmap->edges[i];
        if (edge_inside(roadmap, edge)) {
            uint32_t root = cw_find_root(parents, edge->from);
            numbers[root] = numbers[root] != CW_NONE ? numbers[root] : roadmap->space_count++;
            edge->space = numbers[root];
        } else if ((edge->flags & CW_ROADMAP_LEAF) == 0) {
            roadmap->nodes[edge->from].door |= inside(roadmap, edge->from);
            roadmap->nodes[edge->to].door |= inside(roadmap, edge->to);
        }
    }
    CW_RELEASE(context, parents, count);
    CW_RELEASE(context, numbers, count);
    return status;
}
