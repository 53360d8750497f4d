/// Levels of faces that lie above each other.
///
/// A face lies over another where they have a common part in plan and it is higher there by more
/// than a floor is thick. Its level is one more than the highest level of the faces below it (a
/// longest path), so painting level by level puts every floor over what it covers, and faces of one
/// level can be painted in any order.
///
/// Phases: boxes of the faces; their order by height; a grid over the plan; levels, from low to
/// high. One pass over that order is enough unless a sloping face is higher in the middle but lower
/// where it is covered, so passes are repeated until nothing changes. Faces that cover each other
/// in a circle, as slopes can, would go on for ever: passes are bounded.
///
/// Cost: near linear for a building, as a face asks only those of its own grid squares, highest
/// first, and those that cannot raise its level are passed by without a look at their shape. A flat
/// drawing has one level and costs nothing.
#include "draw/levels.h"

#include "draw/parts/overlap.h"

#include <math.h>
#include <stdlib.h>

/// Height difference in metres from which on one floor lies over another: less than any slab with
/// room to walk below it, and more than the surface of one floor can be out by rounding.
static const double STACKED_GAP = 0.05;

enum { MAX_PASSES = 8, MAX_GRID_SIDE = 128 };

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
    face_box all;
    uint32_t side;          ///< squares of the grid along each axis
    double bucket_width;    ///< metres
    double bucket_height;   ///< metres
    size_t *bucket_first;   ///< side * side + 1 offsets
    uint32_t *bucket_faces; ///< faces of each square, low ones first
    size_t bucket_face_count;
    cw_draw_clipper clipper;
    uint32_t *level;
} stacking;

static face_box box_union(face_box a, face_box b) {
    return (face_box){
        {fmin(a.low.x, b.low.x), fmin(a.low.y, b.low.y), fmin(a.low.z, b.low.z)},
        {fmax(a.high.x, b.high.x), fmax(a.high.y, b.high.y), fmax(a.high.z, b.high.z)},
    };
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
        work->all = face == 0 ? box : box_union(work->all, box);
    }
}

static int compare_ranked(const void *left, const void *right) {
    const ranked_face *a = left, *b = right;
    if (a->height != b->height) {
        return a->height < b->height ? -1 : 1;
    }
    return a->face < b->face ? -1 : a->face > b->face;
}

/// Squares are at least as large as the mean box, so that a face stands in a few squares.
static void choose_grid(stacking *work) {
    uint32_t count = work->net->face_count;
    double mean_width = 0, mean_height = 0;
    for (uint32_t face = 0; face < count; ++face) {
        mean_width += (work->boxes[face].high.x - work->boxes[face].low.x) / count;
        mean_height += (work->boxes[face].high.y - work->boxes[face].low.y) / count;
    }
    double width = work->all.high.x - work->all.low.x;
    double height = work->all.high.y - work->all.low.y;
    double side = fmin(fmin(sqrt(count), width / mean_width), height / mean_height);
    // Written so that a division by zero above gives one square.
    work->side = side > 1 && side < MAX_GRID_SIDE ? (uint32_t)side : 1;
    work->side = side >= MAX_GRID_SIDE ? MAX_GRID_SIDE : work->side;
    work->bucket_width = width / work->side;
    work->bucket_height = height / work->side;
}

static uint32_t grid_position(double offset, double size, uint32_t side) {
    double position = size > 0 ? offset / size : 0;
    return position < side ? (uint32_t)position : side - 1;
}

typedef struct grid_range {
    uint32_t left, right, bottom, top; ///< inclusive
} grid_range;

static grid_range range_of(const stacking *work, const face_box *box) {
    cw_vec3 low = work->all.low;
    return (grid_range){
        .left = grid_position(box->low.x - low.x, work->bucket_width, work->side),
        .right = grid_position(box->high.x - low.x, work->bucket_width, work->side),
        .bottom = grid_position(box->low.y - low.y, work->bucket_height, work->side),
        .top = grid_position(box->high.y - low.y, work->bucket_height, work->side),
    };
}

/// Counts the faces of each square (with `fill` false), or puts them there, low ones first.
static void visit_squares(stacking *work, bool fill) {
    for (uint32_t i = 0; i < work->net->face_count; ++i) {
        uint32_t face = work->ranked[i].face;
        grid_range range = range_of(work, &work->boxes[face]);
        for (uint32_t row = range.bottom; row <= range.top; ++row) {
            for (uint32_t column = range.left; column <= range.right; ++column) {
                size_t *slot = &work->bucket_first[(size_t)row * work->side + column];
                if (fill) {
                    work->bucket_faces[*slot] = face;
                }
                ++*slot;
            }
        }
    }
}

static cw_status build_grid(cw_context *context, stacking *work) {
    choose_grid(work);
    size_t squares = (size_t)work->side * work->side;
    CW_TRY(CW_ALLOCATE(context, work->bucket_first, squares + 1));
    visit_squares(work, false);
    size_t total = 0;
    for (size_t i = 0; i <= squares; ++i) {
        size_t size = work->bucket_first[i];
        work->bucket_first[i] = total;
        total += size;
    }
    CW_TRY(CW_ALLOCATE(context, work->bucket_faces, total));
    work->bucket_face_count = total;
    visit_squares(work, true);
    for (size_t i = squares; i > 0; --i) {
        work->bucket_first[i] = work->bucket_first[i - 1];
    }
    work->bucket_first[0] = 0;
    return CW_OK;
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

/// Raises `level` over the faces of one grid square that lie below `face`.
static cw_status raise_over_square(cw_context *context, stacking *work, size_t square,
                                   uint32_t face, uint32_t *level) {
    size_t first = work->bucket_first[square];
    for (size_t i = work->bucket_first[square + 1]; i > first; --i) {
        uint32_t other = work->bucket_faces[i - 1];
        bool below = false;
        if (work->level[other] >= *level) {
            CW_TRY(lies_below(context, work, other, face, &below));
        }
        if (below) {
            *level = work->level[other] + 1;
        }
    }
    return CW_OK;
}

static cw_status raise_face(cw_context *context, stacking *work, uint32_t face, bool *changed) {
    grid_range range = range_of(work, &work->boxes[face]);
    uint32_t level = work->level[face];
    for (uint32_t row = range.bottom; row <= range.top; ++row) {
        for (uint32_t column = range.left; column <= range.right; ++column) {
            size_t square = (size_t)row * work->side + column;
            CW_TRY(raise_over_square(context, work, square, face, &level));
        }
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
    if (work->all.high.z - work->all.low.z <= STACKED_GAP) {
        return CW_OK;
    }
    qsort(work->ranked, count, sizeof *work->ranked, compare_ranked);
    CW_TRY(build_grid(context, work));
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
    CW_RELEASE(context, work->bucket_first, (size_t)work->side * work->side + 1);
    CW_RELEASE(context, work->bucket_faces, work->bucket_face_count);
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
    stacking work = {.net = net};
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
