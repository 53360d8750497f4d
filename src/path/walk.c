/// Scratch of the queries: stamps instead of cleared flags, so that a visit costs what it visits;
/// a binary heap; and giving all of it back.
#include "path/walk.h"

#include <string.h>

void cw_walk_init(cw_walk *walk) {
    *walk = (cw_walk){.cover_radius = -1};
}

/// Starts a visit. When the stamps have all been used, they are cleared once.
static void start_visit(cw_walk *walk) {
    walk->heap.count = 0;
    walk->stamp++;
    if (walk->stamp == 0) {
        memset(walk->cell_stamps, 0, walk->cell_capacity * sizeof *walk->cell_stamps);
        memset(walk->edge_stamps, 0, walk->edge_capacity * sizeof *walk->edge_stamps);
        walk->stamp = 1;
    }
}

cw_status cw_walk_reserve(cw_context *context, cw_walk *walk, const cw_navmesh *mesh) {
    if (walk->cell_capacity < mesh->cell_count) {
        CW_RELEASE(context, walk->cell_stamps, walk->cell_capacity);
        walk->cell_capacity = 0;
        CW_TRY(CW_ALLOCATE(context, walk->cell_stamps, mesh->cell_count));
        walk->cell_capacity = mesh->cell_count;
    }
    if (walk->edge_capacity < mesh->edge_count) {
        CW_RELEASE(context, walk->edge_stamps, walk->edge_capacity);
        walk->edge_capacity = 0;
        CW_TRY(CW_ALLOCATE(context, walk->edge_stamps, mesh->edge_count));
        walk->edge_capacity = mesh->edge_count;
    }
    start_visit(walk);
    return CW_OK;
}

static bool before(cw_walk_item a, cw_walk_item b) {
    return a.distance < b.distance || (a.distance == b.distance && a.index < b.index);
}

cw_status cw_walk_push(cw_context *context, cw_walk *walk, double distance, uint32_t index) {
    cw_walk_item item = {distance, index};
    CW_TRY(CW_ARRAY_PUSH(context, &walk->heap, item));
    cw_walk_item *items = walk->heap.items;
    uint32_t at = walk->heap.count - 1;
    while (at > 0 && before(item, items[(at - 1) / 2])) {
        items[at] = items[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    items[at] = item;
    return CW_OK;
}

bool cw_walk_pop(cw_walk *walk, cw_walk_item *item) {
    if (walk->heap.count == 0) {
        return false;
    }
    cw_walk_item *items = walk->heap.items;
    *item = items[0];
    uint32_t count = --walk->heap.count, at = 0;
    cw_walk_item last = items[count];
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= count) {
            break;
        }
        child += child + 1 < count && before(items[child + 1], items[child]);
        if (!before(items[child], last)) {
            break;
        }
        items[at] = items[child];
        at = child;
    }
    items[at] = last;
    return true;
}

void cw_walk_free(cw_context *context, cw_walk *walk) {
    CW_RELEASE(context, walk->cell_stamps, walk->cell_capacity);
    CW_RELEASE(context, walk->edge_stamps, walk->edge_capacity);
    CW_RELEASE(context, walk->areas, walk->area_capacity);
    CW_ARRAY_FREE(context, &walk->heap);
    CW_ARRAY_FREE(context, &walk->curves);
    CW_ARRAY_FREE(context, &walk->cover);
    CW_ARRAY_FREE(context, &walk->cover_work);
    cw_walk_init(walk);
}

size_t cw_walk_bytes(const cw_walk *walk) {
    return walk->cell_capacity * sizeof *walk->cell_stamps +
           walk->edge_capacity * sizeof *walk->edge_stamps +
           walk->area_capacity * sizeof *walk->areas +
           walk->heap.capacity * sizeof *walk->heap.items +
           walk->curves.capacity * sizeof *walk->curves.items +
           walk->cover.capacity * sizeof *walk->cover.items +
           walk->cover_work.capacity * sizeof *walk->cover_work.items;
}
