/// Nodes, their heights, and the chains of carriers through them.
///
/// A node is a lattice point in plan with a short list of heights: those of the vertices and
/// carriers that go through it. Chains are kept one behind the other; new hits are sorted and
/// merged into a fresh copy.
#include "scene/extract.h"

#include "geom/order.h"

#include <string.h>

static uint64_t place_key(int64_t x, int64_t y) {
    return cw_mix((uint64_t)x << 32 | (uint64_t)y);
}

static cw_status grow_table(cw_context *context, cw_extraction *work) {
    uint32_t size = work->node_table_size < 16 ? 16 : 2 * work->node_table_size;
    uint32_t *table = NULL;
    CW_TRY(CW_ALLOCATE(context, table, size));
    memset(table, 0xff, size * sizeof *table);
    for (uint32_t n = 0; n < work->nodes.count; n++) {
        uint32_t slot =
            (uint32_t)place_key(work->nodes.items[n].x, work->nodes.items[n].y) & (size - 1);
        while (table[slot] != CW_NONE) {
            slot = (slot + 1) & (size - 1);
        }
        table[slot] = n;
    }
    CW_RELEASE(context, work->node_table, work->node_table_size);
    work->node_table = table;
    work->node_table_size = size;
    return CW_OK;
}

/// The slot that holds a place, or the free one where it belongs.
static uint32_t find_slot(const cw_extraction *work, int64_t x, int64_t y) {
    uint32_t mask = work->node_table_size - 1, slot = (uint32_t)place_key(x, y) & mask;
    while (work->node_table[slot] != CW_NONE) {
        const cw_node *node = &work->nodes.items[work->node_table[slot]];
        if (node->x == x && node->y == y) {
            break;
        }
        slot = (slot + 1) & mask;
    }
    return slot;
}

uint32_t cw_node_find(const cw_extraction *work, int64_t x, int64_t y) {
    return work->node_table[find_slot(work, x, y)];
}

cw_status cw_node_at(cw_context *context, cw_extraction *work, int64_t x, int64_t y,
                     uint32_t *node) {
    if (2 * ((uint64_t)work->nodes.count + 1) > work->node_table_size) {
        CW_TRY(grow_table(context, work));
    }
    uint32_t slot = find_slot(work, x, y);
    if (work->node_table[slot] == CW_NONE) {
        CW_TRY(CW_ARRAY_PUSH(context, &work->nodes,
                             (cw_node){(int32_t)x, (int32_t)y, CW_NONE, false}));
        work->node_table[slot] = work->nodes.count - 1;
    }
    *node = work->node_table[slot];
    return CW_OK;
}

static cw_status activate(cw_context *context, cw_extraction *work, uint32_t node) {
    if (work->nodes.items[node].active) {
        return CW_OK;
    }
    work->nodes.items[node].active = true;
    return CW_ARRAY_PUSH(context, &work->active, node);
}

cw_status cw_node_raise(cw_context *context, cw_extraction *work, uint32_t node, double z) {
    cw_node *at = &work->nodes.items[node];
    int32_t height = (int32_t)z;
    for (uint32_t i = at->heights; i != CW_NONE; i = work->heights.items[i].next) {
        int64_t apart = (int64_t)work->heights.items[i].z - height;
        if (apart <= CW_LEVEL_STEPS && apart >= -CW_LEVEL_STEPS) {
            return CW_OK;
        }
    }
    CW_TRY(CW_ARRAY_PUSH(context, &work->heights, (cw_node_height){height, at->heights}));
    at->heights = work->heights.count - 1;
    return activate(context, work, node);
}

cw_status cw_nodes_prepare(cw_context *context, cw_extraction *work) {
    CW_TRY(CW_ALLOCATE(context, work->spot_node, work->spot_capacity));
    CW_TRY(CW_ALLOCATE(context, work->wall_carrier, work->face_capacity));
    for (uint32_t f = 0; f < work->face_capacity; f++) {
        work->wall_carrier[f] = CW_NONE;
    }
    for (uint32_t v = 0; v < work->spot_count; v++) {
        cw_spot spot = work->spots[v], last = work->spots[v > 0 ? v - 1 : 0];
        if (v > 0 && spot.x == last.x && spot.y == last.y) { /* sorted by place in plan */
            work->spot_node[v] = work->spot_node[v - 1];
        } else {
            CW_TRY(cw_node_at(context, work, spot.x, spot.y, &work->spot_node[v]));
        }
        CW_TRY(cw_node_raise(context, work, work->spot_node[v], work->spots[v].z));
    }
    return CW_OK;
}

cw_status cw_carrier_add(cw_context *context, cw_extraction *work, cw_carrier carrier,
                         uint32_t *index) {
    uint32_t number = work->carriers.count;
    CW_TRY(CW_ARRAY_PUSH(context, &work->carriers, carrier));
    CW_TRY(CW_ARRAY_PUSH(context, &work->dirty, 1));
    CW_TRY(CW_ARRAY_PUSH(context, &work->hits, (cw_hit){number, carrier.from}));
    CW_TRY(CW_ARRAY_PUSH(context, &work->hits, (cw_hit){number, carrier.to}));
    CW_TRY(cw_node_raise(context, work, carrier.from, carrier.from_z));
    CW_TRY(cw_node_raise(context, work, carrier.to, carrier.to_z));
    if (index != NULL) {
        *index = number;
    }
    return CW_OK;
}

cw_status cw_edge_carrier(cw_context *context, cw_extraction *work, uint32_t edge,
                          uint32_t *carrier) {
    cw_soup_edge *e = &work->edges[edge];
    if (e->carrier == CW_NONE) {
        double low = work->spots[e->low].z, high = work->spots[e->high].z;
        cw_carrier made = {
            work->spot_node[e->low], work->spot_node[e->high], low, high, low, high, 0, 0, false};
        CW_TRY(cw_carrier_add(context, work, made, &e->carrier));
    }
    *carrier = e->carrier;
    return CW_OK;
}

cw_status cw_wall_carrier(cw_context *context, cw_extraction *work, uint32_t face,
                          uint32_t *carrier) {
    if (work->wall_carrier[face] == CW_NONE) {
        const cw_face *wall = &work->faces[face];
        double low = wall->box.low[2], high = wall->box.high[2];
        cw_carrier made = {work->spot_node[wall->corners[0]],
                           work->spot_node[wall->corners[2]],
                           low,
                           low,
                           high,
                           high,
                           0,
                           0,
                           false};
        CW_TRY(cw_carrier_add(context, work, made, &work->wall_carrier[face]));
        CW_TRY(
            CW_ARRAY_PUSH(context, &work->hits,
                          (cw_hit){work->wall_carrier[face], work->spot_node[wall->corners[1]]}));
    }
    *carrier = work->wall_carrier[face];
    return CW_OK;
}

void cw_carrier_heights(const cw_extraction *work, const cw_carrier *carrier, cw_point place,
                        double *low, double *high) {
    cw_point a = cw_node_plan(work, carrier->from), b = cw_node_plan(work, carrier->to);
    double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y), length = dx * dx + dy * dy;
    double share = (double)(place.x - a.x) * dx + (double)(place.y - a.y) * dy;
    share = length > 0 ? share / length : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    *low = carrier->from_z + share * (carrier->to_z - carrier->from_z);
    *high = carrier->from_top + share * (carrier->to_top - carrier->from_top);
}

/// How far along its carrier a node lies.
static int64_t along(const cw_extraction *work, const cw_carrier *carrier, uint32_t node) {
    cw_point a = cw_node_plan(work, carrier->from), b = cw_node_plan(work, carrier->to),
             p = cw_node_plan(work, node);
    return (b.x - a.x) * (p.x - a.x) + (b.y - a.y) * (p.y - a.y);
}

/// Where a node is, or belongs, in the chain of its carrier.
static uint32_t chain_place(const cw_extraction *work, const cw_carrier *carrier, uint32_t node) {
    const uint32_t *chain = work->chain_nodes.items + carrier->first;
    int64_t place = along(work, carrier, node);
    uint32_t low = 0, high = carrier->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int64_t other = along(work, carrier, chain[middle]);
        if (other < place || (other == place && chain[middle] < node)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t cw_chain_find(const cw_extraction *work, const cw_carrier *carrier, uint32_t node) {
    const uint32_t *chain = work->chain_nodes.items + carrier->first;
    if (carrier->count > 0 && (chain[0] == node || chain[carrier->count - 1] == node)) {
        return chain[0] == node ? 0 : carrier->count - 1; /* what is asked for most */
    }
    uint32_t place = chain_place(work, carrier, node);
    bool found = place < carrier->count && chain[place] == node;
    return found ? place : CW_NONE;
}

void cw_chain_segment(const cw_extraction *work, const cw_carrier *carrier, double x, double y,
                      cw_point *from, cw_point *to) {
    const uint32_t *chain = work->chain_nodes.items + carrier->first;
    cw_point a = cw_node_plan(work, carrier->from), b = cw_node_plan(work, carrier->to);
    double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
    double place = dx * (x - (double)a.x) + dy * (y - (double)a.y);
    if (place <= 0 || place >= dx * dx + dy * dy) {
        *from = a;
        *to = b;
        return;
    }
    uint32_t low = 0, high = carrier->count - 1;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if ((double)along(work, carrier, chain[middle]) <= place) {
            low = middle;
        } else {
            high = middle;
        }
    }
    *from = cw_node_plan(work, chain[low]);
    *to = cw_node_plan(work, chain[high]);
}

/// Puts a node into the chain at the end of `chain_nodes`; false if it is there already.
static bool insert_node(cw_extraction *work, const cw_carrier *carrier, uint32_t node) {
    uint32_t *chain = work->chain_nodes.items + carrier->first;
    uint32_t place = chain_place(work, carrier, node);
    if (place < carrier->count && chain[place] == node) {
        return false;
    }
    memmove(chain + place + 1, chain + place, (carrier->count - place) * sizeof *chain);
    chain[place] = node;
    return true;
}

/// Copies the chain of a carrier to the end of `fresh` with its new hits.
static void merge_chain(cw_extraction *work, uint32_t c, const uint32_t *old, const cw_keyed *hits,
                        uint32_t count) {
    cw_carrier *carrier = &work->carriers.items[c];
    uint32_t first = work->chain_nodes.count;
    if (carrier->count > 0) {
        memcpy(work->chain_nodes.items + first, old + carrier->first, carrier->count * sizeof *old);
    }
    carrier->first = first;
    for (uint32_t i = 0; i < count; i++) {
        if (insert_node(work, carrier, (uint32_t)hits[i].key)) {
            carrier->count++;
            work->dirty.items[c] = 1;
        }
    }
    work->chain_nodes.count += carrier->count;
}

cw_status cw_chains_update(cw_context *context, cw_extraction *work) {
    uint32_t count = work->hits.count, old_capacity = work->chain_nodes.capacity;
    if (count == 0) {
        return CW_OK;
    }
    uint32_t *old = work->chain_nodes.items, room = work->chain_nodes.count;
    cw_keyed *order = NULL;
    cw_status status = CW_ALLOCATE(context, order, 2 * (size_t)count);
    if (status == CW_OK) {
        work->chain_nodes.items = NULL;
        work->chain_nodes.count = work->chain_nodes.capacity = 0;
        status = CW_ARRAY_RESERVE(context, &work->chain_nodes, (size_t)room + count);
        if (status != CW_OK) {
            work->chain_nodes.items = old;
            work->chain_nodes.capacity = old_capacity;
            old = NULL;
        }
    } else {
        old = NULL;
    }
    if (status == CW_OK) {
        for (uint32_t i = 0; i < count; i++) {
            cw_hit hit = work->hits.items[i];
            order[i] = (cw_keyed){(uint64_t)hit.carrier << 32 | hit.node, i};
        }
        cw_keyed_sort_in_place(order, count);
        for (uint32_t c = 0, i = 0; c < work->carriers.count && status == CW_OK; c++) {
            uint32_t first = i;
            while (i < count && order[i].key >> 32 == c) {
                i++;
            }
            merge_chain(work, c, old, order + first, i - first);
        }
        work->hits.count = 0;
    }
    if (old != NULL) {
        CW_RELEASE(context, old, old_capacity);
    }
    CW_RELEASE(context, order, 2 * (size_t)count);
    return status;
}
