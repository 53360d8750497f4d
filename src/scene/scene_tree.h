/// A tree of boxes in space, packed along a Hilbert curve in plan.
#ifndef CW_SCENE_SCENE_TREE_H
#define CW_SCENE_SCENE_TREE_H

#include "base/memory.h"
#include "clearway/surface.h"

/// Closed on both sides; x, y, z.
typedef struct cw_box3 {
    int32_t low[3], high[3];
} cw_box3;

/// Items come in groups of CW_BOX_FAN; each box of a level holds a group of the one below.
enum { CW_BOX_FAN = 8, CW_BOX_LEVELS = 11 };

/// The boxes of a group, coordinate by coordinate, so that all are asked at once. Empty places at
/// the end of the last one meet nothing.
typedef struct cw_box_group {
    int32_t low[3][CW_BOX_FAN], high[3][CW_BOX_FAN];
} cw_box_group;

typedef struct cw_scene_tree {
    cw_box_group *groups;              ///< all levels, level 0 first
    uint32_t *items;                   ///< what the boxes of level 0 stand for
    uint32_t first[CW_BOX_LEVELS + 1]; ///< where each level begins in `groups`
    uint32_t level_count;
    uint32_t count, group_count;
} cw_scene_tree;

/// Builds a tree over `count` boxes; items are their indices.
cw_status cw_scene_tree_build(cw_context *context, const cw_box3 *boxes, uint32_t count,
                              cw_scene_tree *tree);
void cw_scene_tree_free(cw_context *context, cw_scene_tree *tree);

/// A walk over the items whose boxes meet a box: `while (cw_scene_walk_next(&walk))
/// use(walk.item)`.
typedef struct cw_scene_walk {
    const cw_scene_tree *tree;
    cw_box3 box;
    uint32_t item;
    uint32_t group[CW_BOX_LEVELS]; ///< per level: the group in work
    uint32_t left[CW_BOX_LEVELS];  ///< and which of its boxes meet and have not had their turn
    int level;                     ///< current level, or -1 at the end
    bool slanted; ///< also meet the line through (x, y) with direction (dx, dy) in plan
    double x, y, dx, dy;
} cw_scene_walk;

cw_scene_walk cw_scene_walk_begin(const cw_scene_tree *tree, cw_box3 box);
/// A walk along a segment in plan, at heights from `low` to `high`: its box, a step wider, and
/// within a step of it.
cw_scene_walk cw_scene_walk_along(const cw_scene_tree *tree, cw_point a, cw_point b, int32_t low,
                                  int32_t high);
bool cw_scene_walk_next(cw_scene_walk *walk);

#endif
