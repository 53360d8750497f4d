/// Levels: lanes at whole multiples of the spacing from the walls.
///
/// M. Haciomeroglu, R. G. Laycock and A. M. Day, Virtual agent navigation in open spaces using
/// iterative shrinking polygons (2007). A lane of level k is the cross-section of a face at offset
/// k * spacing. An arc is crossed by the levels that lie above its start and not above its end, so
/// each face has an even number of crossings of each level; sorted along the wall, they are joined
/// in pairs. A crossing is one node for both faces beside the arc.
#include "roadmap/roadmap.h"

#include <math.h>
#include <stdlib.h>

/// How many levels lie at or below an offset, up to the number that is asked for.
static uint32_t level_of(const cw_roadmap_building *building, double offset) {
    double level = floor((offset + CW_ROADMAP_TIE) / building->config.spacing);
    double most = building->config.levels;
    return (uint32_t)(level < most ? level : most);
}

static bool lies_on_level(const cw_roadmap_building *building, uint32_t node, uint32_t level) {
    double offset = building->skeleton->nodes[node].offset;
    return fabs(offset - level * building->config.spacing) <= CW_ROADMAP_TIE;
}

double cw_roadmap_node_distance(const cw_roadmap_building *building, uint32_t a, uint32_t b) {
    cw_vec3 p = building->nodes.items[a].position, q = building->nodes.items[b].position;
    return sqrt((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
}

/// Metres that the walkers of level 0 share between two nodes: all of a corridor; in a space what
/// the last lanes on both sides leave.
static double ridge_width(const cw_roadmap_building *building, uint32_t a, uint32_t b) {
    double spacing = building->config.spacing;
    double offset = (building->nodes.items[a].offset + building->nodes.items[b].offset) / 2;
    uint32_t lanes = level_of(building, offset);
    double left = lanes == 0 ? 2 * offset : 2 * (offset - (lanes + 0.5) * spacing);
    return lanes > 0 && left < spacing / 2 ? spacing / 2 : left;
}

static cw_status add_piece(cw_roadmap_building *building, const cw_skeleton_arc *arc, uint32_t from,
                           uint32_t to) {
    bool leaf = building->nodes.items[from].kind == CW_ROADMAP_CORNER ||
                building->nodes.items[to].kind == CW_ROADMAP_CORNER;
    cw_roadmap_edge edge = {.from = from,
                            .to = to,
                            .left = arc->left,
                            .right = arc->right,
                            .space = CW_NONE,
                            .flags = leaf ? CW_ROADMAP_LEAF : 0,
                            .length = cw_roadmap_node_distance(building, from, to),
                            .width = ridge_width(building, from, to)};
    return CW_ARRAY_PUSH(building->context, &building->edges, edge);
}

/// The node where an arc rises to a level; its end where that lies on the level.
static cw_status cross_arc(cw_roadmap_building *building, const cw_skeleton_arc *arc,
                           uint32_t level) {
    const cw_skeleton_node *from = &building->skeleton->nodes[arc->from];
    const cw_skeleton_node *to = &building->skeleton->nodes[arc->to];
    double offset = level * building->config.spacing;
    double share = (offset - from->offset) / (to->offset - from->offset);
    cw_vec2 local = {from->position.x + share * (to->position.x - from->position.x),
                     from->position.y + share * (to->position.y - from->position.y)};
    cw_vec2 plan = cw_skeleton_plan(building->skeleton, local);
    double height = from->height + share * (to->height - from->height);
    cw_roadmap_node node = {.position = {plan.x, plan.y, height},
                            .offset = offset,
                            .cell = CW_NONE,
                            .kind = CW_ROADMAP_LEVEL};
    return CW_ARRAY_PUSH(building->context, &building->nodes, node);
}

cw_status cw_roadmap_cut_arcs(cw_roadmap_building *building) {
    const cw_skeleton *skeleton = building->skeleton;
    for (uint32_t i = 0; i < skeleton->arc_count; i++) {
        const cw_skeleton_arc *arc = &skeleton->arcs[i];
        uint32_t low = level_of(building, skeleton->nodes[arc->from].offset);
        uint32_t high = level_of(building, skeleton->nodes[arc->to].offset);
        uint32_t last = arc->from;
        building->arc_first[i] = building->nodes.count;
        for (uint32_t level = low + 1; level <= high; level++) {
            if (!lies_on_level(building, arc->to, level)) {
                CW_TRY(cross_arc(building, arc, level));
                CW_TRY(add_piece(building, arc, last, building->nodes.count - 1));
                last = building->nodes.count - 1;
            }
        }
        CW_TRY(add_piece(building, arc, last, arc->to));
    }
    building->arc_first[skeleton->arc_count] = building->nodes.count;
    return CW_OK;
}

/// A crossing of a level in the face of a wall.
typedef struct crossing {
    double along; ///< metres along the wall
    uint32_t wall, level, node;
} crossing;

static int compare_crossings(const void *one, const void *other) {
    const crossing *a = one, *b = other;
    if (a->wall != b->wall) {
        return a->wall < b->wall ? -1 : 1;
    }
    if (a->level != b->level) {
        return a->level < b->level ? -1 : 1;
    }
    if (a->along != b->along) {
        return a->along < b->along ? -1 : 1;
    }
    return a->node == b->node ? 0 : a->node < b->node ? -1 : 1;
}

double cw_roadmap_along_wall(const cw_roadmap_building *building, uint32_t wall, uint32_t node) {
    const cw_skeleton_wall *w = &building->skeleton->walls[wall];
    cw_vec2 start = cw_skeleton_plan(building->skeleton, w->from);
    cw_vec3 position = building->nodes.items[node].position;
    return (position.x - start.x) * w->along.x + (position.y - start.y) * w->along.y;
}

typedef CW_ARRAY(crossing) crossings;

static cw_status list_crossings(cw_roadmap_building *building, crossings *list) {
    const cw_skeleton *skeleton = building->skeleton;
    for (uint32_t i = 0; i < skeleton->arc_count; i++) {
        const cw_skeleton_arc *arc = &skeleton->arcs[i];
        uint32_t low = level_of(building, skeleton->nodes[arc->from].offset);
        uint32_t high = level_of(building, skeleton->nodes[arc->to].offset);
        uint32_t node = building->arc_first[i];
        for (uint32_t level = low + 1; level <= high; level++) {
            uint32_t at = node < building->arc_first[i + 1] ? node++ : arc->to;
            crossing left = {cw_roadmap_along_wall(building, arc->left, at), arc->left, level, at};
            crossing right = {cw_roadmap_along_wall(building, arc->right, at), arc->right, level,
                              at};
            CW_TRY(CW_ARRAY_PUSH(building->context, list, left));
            CW_TRY(CW_ARRAY_PUSH(building->context, list, right));
        }
    }
    return CW_OK;
}

/// Whether a lane between two nodes of the skeleton is its ridge: no node of the face on the way
/// from the later to the earlier rises above the level.
static bool is_ridge(const cw_roadmap_building *building, const crossing *a, const crossing *b) {
    const cw_skeleton *skeleton = building->skeleton;
    if (a->node >= skeleton->node_count || b->node >= skeleton->node_count) {
        return false;
    }
    double top = a->level * building->config.spacing + CW_ROADMAP_TIE;
    bool between = false;
    for (uint32_t i = skeleton->face_first[a->wall]; i < skeleton->face_first[a->wall + 1]; i++) {
        uint32_t node = skeleton->face_nodes[i];
        if (node == a->node) {
            break;
        }
        if (between && skeleton->nodes[node].offset > top) {
            return false;
        }
        between = between || node == b->node;
    }
    return true;
}

/// From the middle to the lane before to that to the next one; the first lane begins at its wall.
static double lane_width(const cw_roadmap_building *building, uint32_t level) {
    return (level == 1 ? 1.5 : 1) * building->config.spacing;
}

cw_status cw_roadmap_join_lanes(cw_roadmap_building *building) {
    crossings list = {0};
    cw_status status = list_crossings(building, &list);
    if (status == CW_OK && list.count > 0) {
        qsort(list.items, list.count, sizeof *list.items, compare_crossings);
    }
    for (uint32_t i = 0; status == CW_OK && i + 1 < list.count; i += 2) {
        const crossing *a = &list.items[i], *b = &list.items[i + 1];
        if (a->wall != b->wall || a->level != b->level) {
            status = cw_fail(building->context, CW_ERROR_INTERNAL,
                             "the face of wall %u has an odd number of crossings", a->wall);
        } else if (a->node != b->node && !is_ridge(building, a, b)) {
            cw_roadmap_edge edge = {.from = a->node,
                                    .to = b->node,
                                    .left = a->wall,
                                    .right = CW_NONE,
                                    .space = CW_NONE,
                                    .level = (uint16_t)a->level,
                                    .length = cw_roadmap_node_distance(building, a->node, b->node),
                                    .width = lane_width(building, a->level)};
            // Walking with the wall on the left is against its own direction.
            edge.from = b->node;
            edge.to = a->node;
            status = CW_ARRAY_PUSH(building->context, &building->edges, edge);
        }
    }
    CW_ARRAY_FREE(building->context, &list);
    return status;
}
