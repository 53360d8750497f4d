/// The roadmap of a skeleton. Phases: nodes and walls as the skeleton has them; arcs cut where
/// lanes cross; lanes; true clearance; spaces and doors; adjacency; faces.
#include "roadmap/roadmap.h"

#include <string.h>

cw_roadmap_config cw_roadmap_config_default(void) {
    return (cw_roadmap_config){.spacing = 0.7, .levels = UINT16_MAX};
}

static cw_status check_config(cw_context *context, const cw_roadmap_config *config) {
    if (!(config->spacing >= 0.01 && config->spacing <= 1e6)) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "spacing is %g, but must be 0.01 to 1e6 metres",
                       config->spacing);
    }
    if (!(config->rungs == 0 || (config->rungs >= 0.01 && config->rungs <= 1e6))) {
        return cw_fail(context, CW_ERROR_ARGUMENT,
                       "rungs is %g, but must be 0 or 0.01 to 1e6 metres", config->rungs);
    }
    return config->levels <= UINT16_MAX
               ? CW_OK
               : cw_fail(context, CW_ERROR_ARGUMENT, "levels is %u, but must be 0 to %u",
                         config->levels, UINT16_MAX);
}

static cw_status copy_nodes(cw_roadmap_building *building) {
    const cw_skeleton *skeleton = building->skeleton;
    for (uint32_t i = 0; i < skeleton->node_count; i++) {
        const cw_skeleton_node *from = &skeleton->nodes[i];
        cw_vec2 plan = cw_skeleton_plan(skeleton, from->position);
        bool corner = from->kind == CW_SKELETON_CORNER;
        cw_roadmap_node node = {.position = {plan.x, plan.y, from->height},
                                .offset = from->offset,
                                .cell = CW_NONE,
                                .kind = corner ? CW_ROADMAP_CORNER : CW_ROADMAP_EVENT};
        CW_TRY(CW_ARRAY_PUSH(building->context, &building->nodes, node));
    }
    return CW_OK;
}

static cw_status copy_walls(cw_roadmap_building *building) {
    const cw_skeleton *skeleton = building->skeleton;
    cw_roadmap *roadmap = building->roadmap;
    CW_TRY(CW_ALLOCATE(building->context, roadmap->walls, skeleton->wall_count));
    roadmap->wall_count = skeleton->wall_count;
    for (uint32_t i = 0; i < skeleton->wall_count; i++) {
        const cw_skeleton_wall *wall = &skeleton->walls[i];
        cw_vec2 from = cw_skeleton_plan(skeleton, wall->from);
        cw_vec2 to = cw_skeleton_plan(skeleton, wall->to);
        roadmap->walls[i] = (cw_roadmap_wall){.from = {from.x, from.y, wall->heights[0]},
                                              .to = {to.x, to.y, wall->heights[1]},
                                              .along = wall->along,
                                              .cap = wall->cap};
    }
    return CW_OK;
}

/// The face of each wall with the nodes of lanes on the way.
static cw_status fill_faces(cw_roadmap_building *building) {
    const cw_skeleton *skeleton = building->skeleton;
    cw_roadmap *roadmap = building->roadmap;
    uint32_t own = building->arc_first[skeleton->arc_count] - skeleton->node_count, filled = 0;
    uint32_t count = skeleton->face_node_count + 2 * own;
    CW_TRY(CW_ALLOCATE(building->context, roadmap->face_first, roadmap->wall_count + 1));
    CW_TRY(CW_ALLOCATE(building->context, roadmap->face_nodes, count));
    roadmap->face_node_count = count;
    for (uint32_t w = 0; w < skeleton->wall_count; w++) {
        roadmap->face_first[w] = filled;
        for (uint32_t i = skeleton->face_first[w]; i < skeleton->face_first[w + 1]; i++) {
            uint32_t node = skeleton->face_nodes[i], arc = skeleton->face_arcs[i];
            roadmap->face_nodes[filled++] = node;
            if (arc == CW_NONE) {
                continue;
            }
            uint32_t first = building->arc_first[arc], end = building->arc_first[arc + 1];
            bool forward = skeleton->arcs[arc].left == w;
            for (uint32_t k = first; k < end; k++) {
                roadmap->face_nodes[filled++] = forward ? k : end - 1 - (k - first);
            }
        }
    }
    roadmap->face_first[skeleton->wall_count] = filled;
    return CW_OK;
}

static cw_status hand_over(cw_roadmap_building *building) {
    cw_roadmap *roadmap = building->roadmap;
    CW_TRY(CW_RESIZE(building->context, building->nodes.items, building->nodes.capacity,
                     building->nodes.count));
    roadmap->nodes = building->nodes.items;
    roadmap->node_count = building->nodes.count;
    memset(&building->nodes, 0, sizeof building->nodes);
    CW_TRY(CW_RESIZE(building->context, building->edges.items, building->edges.capacity,
                     building->edges.count));
    roadmap->edges = building->edges.items;
    roadmap->edge_count = building->edges.count;
    memset(&building->edges, 0, sizeof building->edges);
    return CW_OK;
}

static cw_status run_phases(cw_roadmap_building *building) {
    uint32_t arcs = building->skeleton->arc_count;
    CW_TRY(CW_ALLOCATE(building->context, building->arc_first, arcs + 1));
    CW_TRY(copy_nodes(building));
    CW_TRY(copy_walls(building));
    CW_TRY(cw_roadmap_cut_arcs(building));
    uint32_t first_lane = building->edges.count;
    CW_TRY(cw_roadmap_join_lanes(building));
    CW_TRY(cw_roadmap_add_rungs(building, first_lane));
    CW_TRY(cw_roadmap_measure(building));
    CW_TRY(hand_over(building));
    CW_TRY(cw_roadmap_find_spaces(building->context, building->roadmap));
    CW_TRY(cw_roadmap_connect(building->context, building->roadmap));
    return fill_faces(building);
}

cw_status cw_roadmap_build(cw_context *context, const cw_skeleton *skeleton,
                           const cw_clearance *clearance, const cw_roadmap_config *config,
                           cw_roadmap *roadmap) {
    double start = cw_clock();
    memset(roadmap, 0, sizeof *roadmap);
    cw_roadmap_building building = {.context = context,
                                    .skeleton = skeleton,
                                    .clearance = clearance,
                                    .config = config ? *config : cw_roadmap_config_default(),
                                    .roadmap = roadmap};
    CW_TRY(check_config(context, &building.config));
    roadmap->spacing = building.config.spacing;
    roadmap->miter = skeleton->miter;
    cw_status status = run_phases(&building);
    CW_RELEASE(context, building.arc_first, skeleton->arc_count + 1);
    CW_ARRAY_FREE(context, &building.nodes);
    CW_ARRAY_FREE(context, &building.edges);
    if (status != CW_OK) {
        cw_roadmap_free(context, roadmap);
        return status;
    }
    roadmap->seconds = skeleton->seconds + cw_clock() - start;
    return CW_OK;
}

cw_status cw_roadmap_connect(cw_context *context, cw_roadmap *roadmap) {
    for (uint32_t i = 0; i < roadmap->edge_count; i++) {
        if (roadmap->edges[i].from >= roadmap->node_count ||
            roadmap->edges[i].to >= roadmap->node_count) {
            return cw_fail(context, CW_ERROR_INPUT, "edge %u: there is no such node", i);
        }
    }
    CW_TRY(CW_ALLOCATE(context, roadmap->node_first, roadmap->node_count + 1));
    CW_TRY(CW_ALLOCATE(context, roadmap->adjacent, 2 * (size_t)roadmap->edge_count));
    for (uint32_t i = 0; i < roadmap->edge_count; i++) {
        roadmap->node_first[roadmap->edges[i].from]++;
        roadmap->node_first[roadmap->edges[i].to]++;
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= roadmap->node_count; i++) {
        sum += i < roadmap->node_count ? roadmap->node_first[i] : 0;
        roadmap->node_first[i] = sum;
    }
    for (uint32_t i = roadmap->edge_count; i-- > 0;) {
        roadmap->adjacent[--roadmap->node_first[roadmap->edges[i].from]] = i;
        roadmap->adjacent[--roadmap->node_first[roadmap->edges[i].to]] = i;
    }
    return CW_OK;
}

void cw_roadmap_free(cw_context *context, cw_roadmap *roadmap) {
    CW_RELEASE(context, roadmap->walls, roadmap->wall_count);
    CW_RELEASE(context, roadmap->nodes, roadmap->node_count);
    CW_RELEASE(context, roadmap->edges, roadmap->edge_count);
    CW_RELEASE(context, roadmap->node_first, roadmap->node_count + 1);
    CW_RELEASE(context, roadmap->adjacent, 2 * (size_t)roadmap->edge_count);
    CW_RELEASE(context, roadmap->face_first, roadmap->wall_count + 1);
    CW_RELEASE(context, roadmap->face_nodes, roadmap->face_node_count);
    memset(roadmap, 0, sizeof *roadmap);
}
