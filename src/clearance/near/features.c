/// The corners and walls that matter to a cell, as one list; and where they are many, those of them
/// that are near a segment, by a tree of boxes.
#include "clearance/near/features.h"

#include <stdlib.h>

void cw_features_free(cw_context *context, cw_features *features) {
    CW_ARRAY_FREE(context, &features->list);
    CW_ARRAY_FREE(context, &features->boxes);
    cw_box_tree_free(context, &features->tree);
}

size_t cw_features_bytes(const cw_features *features) {
    return CW_ARRAY_BYTES(&features->list) + CW_ARRAY_BYTES(&features->boxes) +
           cw_box_tree_bytes(&features->tree);
}

static void add_corners(const cw_clearance *clearance, uint32_t first, uint32_t count,
                        cw_features *features) {
    for (uint32_t i = first; i < first + count; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        features->list.items[features->list.count++] =
            (cw_feature){.position = near->position,
                         .distance = near->distance,
                         .edge = clearance->corners[near->corner].outgoing};
    }
}

static void add_walls(const cw_clearance *clearance, uint32_t first, uint32_t count,
                      cw_features *features) {
    for (uint32_t i = first; i < first + count; i++) {
        const cw_near_wall *near = &clearance->near_walls[i];
        features->list.items[features->list.count++] =
            (cw_feature){.position = near->from,
                         .direction = near->along,
                         .length = cw_vec2_dot(near->along, cw_vec2_sub(near->to, near->from)),
                         .distance = near->distance,
                         .edge = near->edge,
                         .is_wall = true};
    }
}

cw_status cw_features_of_cell(cw_context *context, const cw_clearance *clearance, uint32_t cell,
                              cw_features *features) {
    uint32_t corner_first = clearance->near_corner_first[cell];
    uint32_t wall_first = clearance->near_wall_first[cell];
    features->corner_count = clearance->near_corner_first[cell + 1] - corner_first;
    features->wall_count = clearance->near_wall_first[cell + 1] - wall_first;
    features->clearance = clearance;
    features->cell = cell;
    features->behind = cw_behind_slack(clearance);
    features->list.count = features->tree.nodes.count = 0;
    CW_TRY(CW_ARRAY_RESERVE(context, &features->list,
                            (size_t)features->corner_count + features->wall_count));
    add_corners(clearance, corner_first, features->corner_count, features);
    add_walls(clearance, wall_first, features->wall_count, features);
    return CW_OK;
}

cw_box cw_feature_box(const cw_feature *feature) {
    return cw_box_of(feature->position,
                     cw_vec2_along(feature->position, feature->length, feature->direction));
}

cw_status cw_features_index(cw_context *context, uint32_t sides, cw_features *features) {
    uint32_t count = features->list.count;
    if (sides < CW_MANY_SIDES || count < CW_MANY_FEATURES || features->tree.nodes.count > 0) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_RESERVE(context, &features->boxes, count));
    for (uint32_t i = 0; i < count; i++) {
        features->boxes.items[i] = cw_feature_box(&features->list.items[i]);
    }
    return cw_box_tree_sort(context, features->boxes.items, count, &features->tree);
}

/// Whether the circle around a box comes within reach of a segment.
static bool is_within(const cw_box *box, cw_vec2 from, cw_vec2 to, double reach) {
    cw_vec2 middle = {(box->low.x + box->high.x) / 2, (box->low.y + box->high.y) / 2};
    double most = reach + cw_vec2_distance(box->low, box->high) / 2;
    return cw_segment_square(middle, from, to) <= most * most;
}

int cw_index_order(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

cw_status cw_features_near(cw_context *context, const cw_features *features, cw_vec2 from,
                           cw_vec2 to, double reach, cw_indices *near) {
    const cw_box_tree *tree = &features->tree;
    near->count = 0;
    for (uint32_t i = 0; i < tree->nodes.count;) {
        const cw_box_node *node = &tree->nodes.items[i];
        if (!is_within(&node->box, from, to, reach)) {
            i = node->skip;
            continue;
        }
        for (uint32_t k = node->begin; node->skip == i + 1 && k < node->end; k++) {
            uint32_t item = tree->items.items[k].item;
            if (is_within(&features->boxes.items[item], from, to, reach)) {
                CW_TRY(CW_ARRAY_PUSH(context, near, item));
            }
        }
        i++;
    }
    if (near->count > 1) {
        qsort(near->items, near->count, sizeof *near->items, cw_index_order);
    }
    return CW_OK;
}

uint32_t cw_features_corners_of(const cw_features *features, const cw_indices *near) {
    uint32_t count = 0;
    while (count < near->count && near->items[count] < features->corner_count) {
        count++;
    }
    return count;
}
