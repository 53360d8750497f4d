/// The tree of boxes: items sorted along the Hilbert curve of their centres in plan, eight to a
/// box, eight boxes to a box above, and so on. Faces differ in size by a thousand to one; a large
/// one spoils only the boxes above itself. Building sorts once; a question reads whole runs of
/// memory.
#include "scene/scene_tree.h"

#include "geom/order.h"

#include <math.h>
#include <string.h>

/// Four numbers that are compared at once where the machine can. Compilers for others take them
/// apart.
typedef int32_t lanes __attribute__((vector_size(16)));

/// A box that meets no other.
static const cw_box3 NOTHING = {{INT32_MAX, INT32_MAX, INT32_MAX},
                                {INT32_MIN, INT32_MIN, INT32_MIN}};

static cw_point centre(const cw_box3 *box) {
    return (cw_point){((int64_t)box->low[0] + box->high[0]) / 2,
                      ((int64_t)box->low[1] + box->high[1]) / 2};
}

/// Offsets of the levels: each has a box per group of the one below, and the last one group.
static void lay_levels(cw_scene_tree *tree, uint32_t count) {
    uint32_t size = count, total = 0;
    tree->level_count = 0;
    do {
        size = (size + CW_BOX_FAN - 1) / CW_BOX_FAN;
        tree->first[tree->level_count++] = total;
        total += size;
    } while (size > 1);
    tree->first[tree->level_count] = total;
    tree->group_count = total;
}

static void put_box(cw_box_group *group, uint32_t place, const cw_box3 *box) {
    for (int axis = 0; axis < 3; axis++) {
        group->low[axis][place] = box->low[axis];
        group->high[axis][place] = box->high[axis];
    }
}

/// The box around a group. Empty places do not widen it.
static cw_box3 bound_group(const cw_box_group *group) {
    cw_box3 box;
    for (int axis = 0; axis < 3; axis++) {
        box.low[axis] = group->low[axis][0];
        box.high[axis] = group->high[axis][0];
        for (uint32_t k = 1; k < CW_BOX_FAN; k++) {
            int32_t low = group->low[axis][k], high = group->high[axis][k];
            box.low[axis] = low < box.low[axis] ? low : box.low[axis];
            box.high[axis] = high > box.high[axis] ? high : box.high[axis];
        }
    }
    return box;
}

static void fill_levels(cw_scene_tree *tree) {
    for (uint32_t level = 1; level < tree->level_count; level++) {
        const cw_box_group *below = tree->groups + tree->first[level - 1];
        cw_box_group *own = tree->groups + tree->first[level];
        uint32_t size = tree->first[level] - tree->first[level - 1];
        for (uint32_t i = 0; i < size; i++) {
            cw_box3 box = bound_group(&below[i]);
            put_box(&own[i / CW_BOX_FAN], i % CW_BOX_FAN, &box);
        }
    }
}

cw_status cw_scene_tree_build(cw_context *context, const cw_box3 *boxes, uint32_t count,
                              cw_scene_tree *tree) {
    memset(tree, 0, sizeof *tree);
    if (count == 0) {
        return CW_OK;
    }
    lay_levels(tree, count);
    tree->count = count;
    cw_keyed *order = NULL;
    cw_status status = CW_ALLOCATE(context, tree->groups, tree->group_count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, tree->items, count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, order, 2 * (size_t)count);
    if (status == CW_OK) {
        for (uint32_t i = 0; i < count; i++) {
            order[i] = (cw_keyed){cw_hilbert_key(centre(&boxes[i])), i};
        }
        cw_keyed_sort_in_place(order, count);
        for (size_t i = 0; i < (size_t)tree->group_count * CW_BOX_FAN; i++) {
            put_box(&tree->groups[i / CW_BOX_FAN], i % CW_BOX_FAN, &NOTHING);
        }
        for (uint32_t i = 0; i < count; i++) {
            tree->items[i] = order[i].item;
            put_box(&tree->groups[i / CW_BOX_FAN], i % CW_BOX_FAN, &boxes[order[i].item]);
        }
        fill_levels(tree);
    }
    CW_RELEASE(context, order, 2 * (size_t)count);
    return status;
}

void cw_scene_tree_free(cw_context *context, cw_scene_tree *tree) {
    CW_RELEASE(context, tree->groups, tree->group_count);
    CW_RELEASE(context, tree->items, tree->count);
    memset(tree, 0, sizeof *tree);
}

/// Four numbers of a group, and one number four times.
static inline lanes four(const int32_t *numbers) {
    lanes made;
    memcpy(&made, numbers, sizeof made);
    return made;
}

static inline lanes all(int32_t number) {
    return (lanes){number, number, number, number};
}

/// Which of four boxes are beside a box along one axis.
static inline lanes beside(const cw_box_group *group, int axis, int first, lanes low, lanes high) {
    return (four(&group->low[axis][first]) > high) | (low > four(&group->high[axis][first]));
}

/// Which boxes of a group meet a box: bit k for the k-th.
static uint32_t meeting(const cw_box_group *group, const cw_box3 *box) {
    lanes x_low = all(box->low[0]), y_low = all(box->low[1]), z_low = all(box->low[2]);
    lanes x_high = all(box->high[0]), y_high = all(box->high[1]), z_high = all(box->high[2]);
    lanes apart = beside(group, 0, 0, x_low, x_high) | beside(group, 1, 0, y_low, y_high) |
                  beside(group, 2, 0, z_low, z_high);
    lanes others = beside(group, 0, 4, x_low, x_high) | beside(group, 1, 4, y_low, y_high) |
                   beside(group, 2, 4, z_low, z_high);
    lanes meet = (~apart & (lanes){1, 2, 4, 8}) | (~others & (lanes){16, 32, 64, 128});
    return (uint32_t)(meet[0] | meet[1] | meet[2] | meet[3]);
}

static void enter_group(cw_scene_walk *walk, int level, uint32_t group) {
    walk->level = level;
    walk->group[level] = group;
    walk->left[level] = meeting(&walk->tree->groups[walk->tree->first[level] + group], &walk->box);
}

cw_scene_walk cw_scene_walk_begin(const cw_scene_tree *tree, cw_box3 box) {
    cw_scene_walk walk;
    walk.tree = tree;
    walk.box = box;
    walk.slanted = false;
    walk.item = CW_NONE;
    walk.level = -1;
    if (tree->count > 0) {
        enter_group(&walk, (int)tree->level_count - 1, 0);
    }
    return walk;
}

cw_scene_walk cw_scene_walk_along(const cw_scene_tree *tree, cw_point a, cw_point b, int32_t low,
                                  int32_t high) {
    cw_box3 box = {
        {(int32_t)(a.x < b.x ? a.x : b.x) - 1, (int32_t)(a.y < b.y ? a.y : b.y) - 1, low},
        {(int32_t)(a.x > b.x ? a.x : b.x) + 1, (int32_t)(a.y > b.y ? a.y : b.y) + 1, high}};
    cw_scene_walk walk = cw_scene_walk_begin(tree, box);
    walk.slanted = true;
    walk.x = (double)a.x;
    walk.y = (double)a.y;
    walk.dx = (double)(b.x - a.x);
    walk.dy = (double)(b.y - a.y);
    return walk;
}

/// Whether box k of a group comes within a step of the line of a slanted walk. Products of whole
/// numbers below 2^31 are off by less than the step of slack that is left.
static bool meets_line(const cw_scene_walk *walk, const cw_box_group *group, uint32_t k) {
    double width = 0.5 * ((double)group->high[0][k] - group->low[0][k]) + 2;
    double depth = 0.5 * ((double)group->high[1][k] - group->low[1][k]) + 2;
    double x = 0.5 * ((double)group->low[0][k] + group->high[0][k]) - walk->x;
    double y = 0.5 * ((double)group->low[1][k] + group->high[1][k]) - walk->y;
    return fabs(walk->dx * y - walk->dy * x) <= fabs(walk->dx) * depth + fabs(walk->dy) * width;
}

bool cw_scene_walk_next(cw_scene_walk *walk) {
    const cw_scene_tree *tree = walk->tree;
    while (walk->level >= 0) {
        int level = walk->level;
        if (walk->left[level] == 0) {
            walk->level = level + 1 < (int)tree->level_count ? level + 1 : -1;
            continue;
        }
        uint32_t group = walk->group[level], k = (uint32_t)__builtin_ctz(walk->left[level]);
        walk->left[level] &= walk->left[level] - 1;
        if (walk->slanted && !meets_line(walk, &tree->groups[tree->first[level] + group], k)) {
            continue;
        }
        if (level == 0) {
            walk->item = tree->items[group * CW_BOX_FAN + k];
            return true;
        }
        enter_group(walk, level - 1, group * CW_BOX_FAN + k);
    }
    return false;
}
