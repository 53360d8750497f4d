/// Levels of faces that lie above each other.
///
/// A face lies over another where they have a common part in plan and it is higher there by more
/// than a floor is thick. Its level is one more than the highest level of the faces below it (a
/// longest path), so painting level by level puts every floor over what it covers, and faces of one
/// level can be painted in any order.
///
/// Phases: boxes of the faces; their order by height; a tree of the boxes; levels, from low to
/// high. One pass over that order is enough unless a sloping face is higher in the middle but lower
/// where it is covered, so passes are repeated until nothing changes. Faces that cover each other
/// in a circle, as slopes can, would go on for ever: passes are bounded.
///
/// Cost: near linear for a building, as a face asks only those whose boxes meet its own, and those
/// that cannot raise its level are passed by without a look at their shape. A flat
/// drawing has one level and costs nothing.
#include "draw/levels.h"

#include "draw/parts/overlap.h"
#include "geom/boxes.h"

#include <math.h>
#include <stdlib.h>

/// Height difference in metres from which on one floor lies over another: less than any slab with
/// room to walk below it, and more than the surface of one floor can be out by rounding.
static const double STACKED_GAP = 0.05;

enum { MAX_PASSES = 8 };

typedef struct face_box {
    cw_vec3 low, high;
} face_box;

typedef struct ranked_face {
    double height; ///< mean height of the corners
    uint32_t face;
} ranked_face;

typedef struct stacking {
    const cw_draw_net *net;
    face_box *boxes;
    ranked_face *ranked;
    cw_box_tree tree; ///< of the faces in plan
    double low, high; ///< of all faces
    cw_draw_clipper clipper;
    uint32_t *level;
} stacking;

static face_box box_union(face_box a, face_box b) {
    return (face_box){
        {fmin(a.low.x, b.low.x), fmin(a.low.y, b.low.y), fmin(a.low.z, b.low.z)},
        {fmax(a.high.x, b.high.x), fmax(a.high.y, b.high.y), fmax(a.high.z, b.high.z)},
    };
}

static cw_box plan_of(const face_box *box) {
    return (cw_box){{box->low.x, box->low.y}, {box->high.x, box->high.y}};
}

static void measure_boxes(stacking *work) {
    const cw_draw_net *net = work->net;
    for (uint32_t face = 0; face < net->face_count; ++face) {
        uint32_t first = cw_draw_net_first(net, face);
        uint32_t end = cw_draw_net_first(net, face + 1);
        cw_vec3 start = net->positions[net->origin[first]];
        face_box box = {start, start};
        double sum = 0;
        for (uint32_t edge = first; edge < end; ++edge) {
            cw_vec3 position = net->positions[net->origin[edge]];
            box = box_union(box, (face_box){position, position});
            sum += position.z;
        }
        work->boxes[face] = box;
        work->ranked[face] = (ranked_face){sum / (end - first), face};
        work->low = fmin(work->low, box.low.z);
        work->high = fmax(work->high, box.high.z);
    }
}

static int compare_ranked(const void *left, const void *right) {
    const ranked_face *a = left, *b = right;
    if (a->height != b->height) {
        return a->height < b->height ? -1 : 1;
    }
    return a->face < b->face ? -1 : a->face > b->face;
}

/// Puts the faces into a tree by their boxes in plan.
static cw_status index_faces(cw_context *context, stacking *work) {
    uint32_t count = work->net->face_count;
    cw_box *plans = NULL;
    CW_TRY(CW_ALLOCATE(context, plans, count));
    for (uint32_t face = 0; face < count; ++face) {
        plans[face] = plan_of(&work->boxes[face]);
    }
    cw_status status = cw_box_tree_sort(context, plans, count, &work->tree);
    CW_RELEASE(context, plans, count);
    return status;
}

static bool boxes_allow(const face_box *lower, const face_box *upper) {
    return lower->low.x < upper->high.x && upper->low.x < lower->high.x &&
           lower->low.y < upper->high.y && upper->low.y < lower->high.y &&
           lower->low.z < upper->high.z;
}

static cw_status lies_below(cw_context *context, stacking *work, uint32_t lower, uint32_t upper,
                            bool *below) {
    *below = false;
    if (lower == upper || !boxes_allow(&work->boxes[lower], &work->boxes[upper])) {
        return CW_OK;
    }
    bool overlap;
    cw_vec2 inside;
    CW_TRY(cw_draw_overlap(context, work->net, lower, upper, &work->clipper, &overlap, &inside));
    if (overlap) {
        double lower_height = work->net->height(work->net->owner, lower, inside);
        double upper_height = work->net->height(work->net->owner, upper, inside);
        *below = upper_height - lower_height > STACKED_GAP;
    }
    return CW_OK;
}

/// Raises the level of a face over those below it.
static cw_status raise_face(cw_context *context, stacking *work, uint32_t face, bool *changed) {
    const cw_box_tree *tree = &work->tree;
    cw_box plan = plan_of(&work->boxes[face]);
    uint32_t level = work->level[face];
    for (uint32_t i = 0; i < tree->nodes.count;) {
        const cw_box_node *node = &tree->nodes.items[i];
        if (!cw_boxes_meet(&node->box, &plan)) {
            i = node->skip;
            continue;
        }
        for (uint32_t k = node->begin; node->skip == i + 1 && k < node->end; ++k) {
            uint32_t other = tree->items.items[k].item;
            bool below = false;
            if (work->level[other] >= level) {
                CW_TRY(lies_below(context, work, other, face, &below));
            }
            level = below ? work->level[other] + 1 : level;
        }
        ++i;
    }
    *changed = *changed || level != work->level[face];
    work->level[face] = level;
    return CW_OK;
}

static cw_status stack_faces(cw_context *context, stacking *work) {
    uint32_t count = work->net->face_count;
    CW_TRY(CW_ALLOCATE(context, work->boxes, count));
    CW_TRY(CW_ALLOCATE(context, work->ranked, count));
    measure_boxes(work);
    if (work->high - work->low <= STACKED_GAP) {
        return CW_OK;
    }
    qsort(work->ranked, count, sizeof *work->ranked, compare_ranked);
    CW_TRY(index_faces(context, work));
    bool changed = true;
    for (uint32_t pass = 0; changed && pass < MAX_PASSES; ++pass) {
        changed = false;
        for (uint32_t i = 0; i < count; ++i) {
            CW_TRY(raise_face(context, work, work->ranked[i].face, &changed));
        }
    }
    return CW_OK;
}

static void release(cw_context *context, stacking *work) {
    CW_RELEASE(context, work->boxes, work->net->face_count);
    CW_RELEASE(context, work->ranked, work->net->face_count);
    cw_box_tree_free(context, &work->tree);
    cw_draw_clipper_free(context, &work->clipper);
}

/// Sorts the faces by level.
static cw_status sort_by_level(cw_context *context, cw_draw_levels *levels) {
    for (uint32_t face = 0; face < levels->face_count; ++face) {
        uint32_t count = levels->level[face] + 1;
        levels->level_count = count > levels->level_count ? count : levels->level_count;
    }
    CW_TRY(CW_ALLOCATE(context, levels->faces, levels->face_count));
    CW_TRY(CW_ALLOCATE(context, levels->first, (size_t)levels->level_count + 1));
    for (uint32_t face = 0; face < levels->face_count; ++face) {
        ++levels->first[levels->level[face]];
    }
    uint32_t total = 0;
    for (uint32_t i = 0; i <= levels->level_count; ++i) {
        uint32_t size = levels->first[i];
        levels->first[i] = total;
        total += size;
    }
    for (uint32_t face = 0; face < levels->face_count; ++face) {
        levels->faces[levels->first[levels->level[face]]++] = face;
    }
    for (uint32_t i = levels->level_count; i > 0; --i) {
        levels->first[i] = levels->first[i - 1];
    }
    levels->first[0] = 0;
    return CW_OK;
}

cw_status cw_draw_levels_make(cw_context *context, const cw_draw_net *net, cw_draw_levels *levels) {
    *levels = (cw_draw_levels){.face_count = net->face_count};
    stacking work = {.net = net, .low = INFINITY, .high = -INFINITY};
    cw_status status = CW_ALLOCATE(context, levels->level, net->face_count);
    if (status == CW_OK) {
        work.level = levels->level;
        status = stack_faces(context, &work);
    }
    release(context, &work);
    if (status == CW_OK) {
        status = sort_by_level(context, levels);
    }
    if (status != CW_OK) {
        cw_draw_levels_free(context, levels);
    }
    return status;
}

bool cw_draw_levels_own(const cw_draw_levels *levels, const cw_draw_net *net, uint32_t level,
                        uint32_t edge) {
    uint32_t twin = net->twin[edge];
    if (twin == CW_NONE) {
        return false;
    }
    uint32_t other = levels->level[cw_draw_net_face(net, twin)];
    return other < level || (other == level && edge < twin);
}

void cw_draw_levels_free(cw_context *context, cw_draw_levels *levels) {
    CW_RELEASE(context, levels->level, levels->face_count);
    CW_RELEASE(context, levels->faces, levels->face_count);
    CW_RELEASE(context, levels->first, (size_t)levels->level_count + 1);
    *levels = (cw_draw_levels){0};
}
