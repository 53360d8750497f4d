/// Routing: every carrier goes through every node that rounding may have parted from it in plan and
/// that has something within a walker's height of it. This is what makes neighbours, T-junctions,
/// seams and the edges that cut them fit: they are the same chain, or they meet the same nodes.
///
/// Nodes that are new or have a new height are asked for in turns, until there are none. Each turn
/// builds a tree over these nodes only and sends all carriers through it.
#include "scene/extract.h"

#include <math.h>
#include <stdlib.h>

enum { GRAIN = 1024 };
/// Steps by which boxes are wider than what is_level takes.
static const double CLEAR_STEPS = CW_LEVEL_STEPS + 2;

typedef struct passing {
    cw_hit hit;
    double z;
} passing;

typedef struct found_passings {
    CW_ARRAY(passing) items;
} found_passings;

typedef struct routing {
    const cw_extraction *work;
    const cw_scene_tree *tree; ///< over the active nodes
    const uint32_t *active;
    found_passings *found; ///< per range
} routing;

/// Whether something at the node is within a walker's height of the carrier; *z is a height that
/// the carrier brings there.
static bool is_level(const cw_extraction *work, const cw_carrier *carrier, uint32_t node,
                     double *z) {
    double low, high, reach = (double)(work->height + CW_LEVEL_STEPS);
    cw_carrier_heights(work, carrier, cw_node_plan(work, node), &low, &high);
    *z = low;
    for (uint32_t i = work->nodes.items[node].heights; i != CW_NONE;
         i = work->heights.items[i].next) {
        double other = work->heights.items[i].z;
        if (other >= low - reach && other <= high + reach) {
            *z = other < low ? low : other > high ? high : other;
            return true;
        }
    }
    return false;
}

/// Whether a node is so close to a carrier that rounding alone may have parted them. Seams do not
/// come from the input, and stay between the edges of a sliver: they have nodes half a step closer.
static bool meets_node(const cw_extraction *work, uint32_t node, const cw_carrier *carrier) {
    cw_point place = cw_node_plan(work, node), a = cw_node_plan(work, carrier->from),
             b = cw_node_plan(work, carrier->to);
    int64_t dx = b.x - a.x, dy = b.y - a.y;
    int64_t off = dx * (place.y - a.y) - dy * (place.x - a.x);
    int64_t along = dx * (place.x - a.x) + dy * (place.y - a.y);
    return 2 * llabs(off) <= (CW_PIXEL_HALVES - carrier->seam) * (llabs(dx) + llabs(dy)) &&
           along > 0 && along < dx * dx + dy * dy;
}

static cw_status route_carrier(cw_context *context, const routing *all, uint32_t c,
                               found_passings *found) {
    const cw_extraction *work = all->work;
    const cw_carrier *carrier = &work->carriers.items[c];
    cw_point a = cw_node_plan(work, carrier->from), b = cw_node_plan(work, carrier->to);
    double low = fmin(carrier->from_z, carrier->to_z), reach = (double)work->height + CLEAR_STEPS;
    double high = fmax(carrier->from_top, carrier->to_top);
    cw_scene_walk walk =
        cw_scene_walk_along(all->tree, a, b, (int32_t)(low - reach), (int32_t)(high + reach));
    while (cw_scene_walk_next(&walk)) {
        uint32_t node = all->active[walk.item];
        double z;
        if (node != carrier->from && node != carrier->to && meets_node(work, node, carrier) &&
            is_level(work, carrier, node, &z) && cw_chain_find(work, carrier, node) == CW_NONE) {
            CW_TRY(CW_ARRAY_PUSH(context, &found->items, (passing){{c, node}, z}));
        }
    }
    return CW_OK;
}

static cw_status route_range(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    routing *all = user;
    for (uint32_t c = begin; c < end; c++) {
        CW_TRY(route_carrier(context, all, c, &all->found[begin / GRAIN]));
    }
    return CW_OK;
}

static cw_status take_passings(cw_context *context, cw_extraction *work,
                               const found_passings *found, uint32_t ranges) {
    for (uint32_t r = 0; r < ranges; r++) {
        for (uint32_t i = 0; i < found[r].items.count; i++) {
            passing item = found[r].items.items[i];
            CW_TRY(CW_ARRAY_PUSH(context, &work->hits, item.hit));
            CW_TRY(cw_node_raise(context, work, item.hit.node, item.z));
        }
    }
    return CW_OK;
}

/// A tree over the active nodes.
static cw_status index_nodes(cw_context *context, const cw_extraction *work, cw_scene_tree *tree) {
    uint32_t count = work->active.count;
    cw_box3 *boxes = NULL;
    CW_TRY(CW_ALLOCATE(context, boxes, count));
    for (uint32_t i = 0; i < count; i++) {
        cw_node node = work->nodes.items[work->active.items[i]];
        boxes[i] =
            (cw_box3){{node.x - 1, node.y - 1, INT32_MAX}, {node.x + 1, node.y + 1, INT32_MIN}};
        for (uint32_t k = node.heights; k != CW_NONE; k = work->heights.items[k].next) {
            int32_t z = work->heights.items[k].z;
            boxes[i].low[2] = z < boxes[i].low[2] ? z : boxes[i].low[2];
            boxes[i].high[2] = z > boxes[i].high[2] ? z : boxes[i].high[2];
        }
    }
    cw_status status = cw_scene_tree_build(context, boxes, count, tree);
    CW_RELEASE(context, boxes, count);
    return status;
}

static cw_status route_active(cw_context *context, cw_extraction *work) {
    uint32_t ranges = (work->carriers.count + GRAIN - 1) / GRAIN;
    cw_scene_tree tree = {0};
    uint32_t *active = work->active.items, capacity = work->active.capacity;
    routing all = {work, &tree, active, NULL};
    cw_status status = index_nodes(context, work, &tree);
    for (uint32_t i = 0; i < work->active.count; i++) {
        work->nodes.items[active[i]].active = false;
    }
    work->active.items = NULL;
    work->active.count = work->active.capacity = 0;
    status = status != CW_OK ? status : CW_ALLOCATE(context, all.found, ranges);
    if (status == CW_OK) {
        status = cw_parallel_for(context, "routing edges", work->carriers.count, GRAIN, route_range,
                                 &all);
        status = status != CW_OK ? status : take_passings(context, work, all.found, ranges);
        for (uint32_t r = 0; r < ranges; r++) {
            CW_ARRAY_FREE(context, &all.found[r].items);
        }
    }
    CW_RELEASE(context, all.found, ranges);
    CW_RELEASE(context, active, capacity);
    cw_scene_tree_free(context, &tree);
    return status;
}

cw_status cw_scene_route(cw_context *context, cw_extraction *work) {
    CW_TRY(cw_chains_update(context, work));
    while (work->active.count > 0) {
        CW_TRY(route_active(context, work));
        CW_TRY(cw_chains_update(context, work));
    }
    return CW_OK;
}
