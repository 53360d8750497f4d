/// Rungs: ways from lane to lane where no arc of the skeleton is near, for plazas with few corners.
///
/// Lanes of one wall are cut at whole multiples of a distance along it; where two neighbours are
/// cut at the same place, a rung joins them, square to the wall. A face has no gaps square to its
/// wall, so a rung never leaves it.
#include "roadmap/roadmap.h"

#include <math.h>

/// The part of a distance between rungs that a rung keeps from the ends of its lanes.
static const double MARGIN = 0.25;

/// Where a lane is cut: at `first`, `first` + 1, ... times the distance, `count` of them.
typedef struct cuts {
    int64_t first;
    uint32_t count;
    uint32_t node; ///< the first of their nodes
} cuts;

typedef struct ladder {
    cw_roadmap_building *building;
    cw_roadmap_edge *lanes; ///< as joined, by wall and level
    cuts *cuts;             ///< per lane
    uint32_t count;
} ladder;

static cw_status add_node(ladder *l, const cw_roadmap_edge *lane, double along, double height) {
    const cw_skeleton_wall *wall = &l->building->skeleton->walls[lane->left];
    double offset = lane->level * l->building->config.spacing;
    cw_vec2 local = {wall->from.x + along * wall->along.x - offset * wall->along.y,
                     wall->from.y + along * wall->along.y + offset * wall->along.x};
    cw_vec2 plan = cw_skeleton_plan(l->building->skeleton, local);
    cw_roadmap_node node = {.position = {plan.x, plan.y, height},
                            .offset = offset,
                            .cell = CW_NONE,
                            .kind = CW_ROADMAP_EVENT};
    return CW_ARRAY_PUSH(l->building->context, &l->building->nodes, node);
}

/// Cuts a lane, which runs against its wall: from the far end to the near one.
static cw_status cut_lane(ladder *l, uint32_t index) {
    cw_roadmap_building *building = l->building;
    cw_roadmap_edge lane = l->lanes[index];
    double distance = building->config.rungs;
    double low = cw_roadmap_along_wall(building, lane.left, lane.to);
    double high = cw_roadmap_along_wall(building, lane.left, lane.from);
    double first = ceil(low / distance + MARGIN), last = floor(high / distance - MARGIN);
    cuts *c = &l->cuts[index];
    *c = (cuts){(int64_t)first, last >= first ? (uint32_t)(last - first) + 1 : 0,
                building->nodes.count};
    double low_z = building->nodes.items[lane.to].position.z;
    double rise = building->nodes.items[lane.from].position.z - low_z;
    for (uint32_t i = 0; i < c->count; i++) {
        double along = (first + i) * distance;
        CW_TRY(add_node(l, &lane, along, low_z + rise * (along - low) / (high - low)));
    }
    for (uint32_t i = 0; i <= c->count; i++) {
        cw_roadmap_edge piece = lane;
        piece.from = i == 0 ? lane.from : c->node + c->count - i;
        piece.to = i == c->count ? lane.to : c->node + c->count - 1 - i;
        piece.length = cw_roadmap_node_distance(building, piece.from, piece.to);
        CW_TRY(CW_ARRAY_PUSH(building->context, &building->edges, piece));
    }
    return CW_OK;
}

/// The rungs between two lanes of one wall.
static cw_status join(ladder *l, uint32_t lower, uint32_t upper) {
    cw_roadmap_building *building = l->building;
    const cuts *a = &l->cuts[lower], *b = &l->cuts[upper];
    for (uint32_t i = 0; i < a->count; i++) {
        int64_t other = a->first + i - b->first;
        if (other < 0 || other >= b->count) {
            continue;
        }
        cw_roadmap_edge rung = l->lanes[lower];
        rung.from = a->node + i;
        rung.to = b->node + (uint32_t)other;
        rung.flags = CW_ROADMAP_RUNG;
        rung.length = cw_roadmap_node_distance(building, rung.from, rung.to);
        CW_TRY(CW_ARRAY_PUSH(building->context, &building->edges, rung));
        building->roadmap->rung_count++;
    }
    return CW_OK;
}

static cw_status climb(ladder *l) {
    for (uint32_t i = 0; i < l->count; i++) {
        CW_TRY(cut_lane(l, i));
    }
    for (uint32_t i = 0; i < l->count; i++) {
        for (uint32_t k = i + 1; k < l->count && l->lanes[k].left == l->lanes[i].left &&
                                 l->lanes[k].level <= l->lanes[i].level + 1;
             k++) {
            if (l->lanes[k].level == l->lanes[i].level + 1) {
                CW_TRY(join(l, i, k));
            }
        }
    }
    return CW_OK;
}

cw_status cw_roadmap_add_rungs(cw_roadmap_building *building, uint32_t first_lane) {
    cw_context *context = building->context;
    ladder l = {.building = building, .count = building->edges.count - first_lane};
    if (!(building->config.rungs > 0) || l.count == 0) {
        return CW_OK;
    }
    cw_status status = CW_ALLOCATE(context, l.lanes, l.count);
    status = status == CW_OK ? CW_ALLOCATE(context, l.cuts, l.count) : status;
    if (status == CW_OK) {
        for (uint32_t i = 0; i < l.count; i++) {
            l.lanes[i] = building->edges.items[first_lane + i];
        }
        building->edges.count = first_lane;
        status = climb(&l);
    }
    CW_RELEASE(context, l.lanes, l.count);
    CW_RELEASE(context, l.cuts, l.count);
    return status;
}
