/// The outline of the free squares of a grid.
///
/// 1. Squares that share a side get one label (union-find, the lowest square stands for all): each
///    label is a polygon, with holes of its own and perhaps others inside these. 2. Each side with
///    a free square on its left and none on its right is walked along, turning left where it can,
///    so that a walk stays with its squares where two floors touch in a corner. 3. A walk around to
///    the left is an outer ring, one to the right a hole. Cost is linear in the squares.
#include "trace.h"

#include "../grow.h"
#include "../source.h"

/// Directions of a walk: east, north, west, south; the floor is on the left.
enum { DIRECTIONS = 4 };
static const int step_x[DIRECTIONS] = {1, 0, -1, 0}, step_y[DIRECTIONS] = {0, 1, 0, -1};
/// The square on the left of a step in each direction, from the corner where the step begins.
static const int left_x[DIRECTIONS] = {0, -1, -1, 0}, left_y[DIRECTIONS] = {0, 0, -1, -1};

/// A grid being traced; rows are counted from the lowest here.
typedef struct tracing {
    cw_context *context;
    const cw_grid *grid;
    cw_plan *plan;
    uint32_t *label;
    uint8_t *walked; ///< per square: bit d where the side on its right in direction d is done
    cw_vec2 *points;
    size_t point_count, point_capacity;
} tracing;

static bool is_free(const tracing *t, int64_t x, int64_t y) {
    const cw_grid *g = t->grid;
    return x >= 0 && y >= 0 && x < g->width && y < g->height &&
           g->free[(size_t)(g->height - 1 - y) * g->width + (size_t)x] != 0;
}

static uint32_t find(uint32_t *label, uint32_t square) {
    while (label[square] != square) {
        label[square] = label[label[square]];
        square = label[square];
    }
    return square;
}

static void join(uint32_t *label, uint32_t a, uint32_t b) {
    a = find(label, a);
    b = find(label, b);
    label[a > b ? a : b] = a > b ? b : a;
}

static void label_squares(tracing *t) {
    uint32_t width = t->grid->width, height = t->grid->height;
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            uint32_t square = y * width + x;
            t->label[square] = square;
            t->walked[square] = 0;
            if (is_free(t, x, y) && is_free(t, (int64_t)x - 1, y)) {
                join(t->label, square, square - 1);
            }
            if (is_free(t, x, y) && is_free(t, x, (int64_t)y - 1)) {
                join(t->label, square, square - width);
            }
        }
    }
}

/// Whether a step from a corner has floor on its left and none on its right.
static bool is_side(const tracing *t, int64_t x, int64_t y, int d) {
    int right = (d + 3) % DIRECTIONS;
    return is_free(t, x + left_x[d], y + left_y[d]) &&
           !is_free(t, x + left_x[right], y + left_y[right]);
}

static cw_status add_corner(tracing *t, int64_t x, int64_t y) {
    if (!CW_GROW(t->context, t->points, t->point_capacity, t->point_count + 1)) {
        return cw_context_fail(t->context, CW_ERROR_MEMORY, "out of memory");
    }
    const cw_grid *g = t->grid;
    t->points[t->point_count++] =
        (cw_vec2){g->origin.x + (double)x * g->size, g->origin.y + (double)y * g->size};
    return CW_OK;
}

/// The next direction of a walk that has come to a corner: left, straight on, or right.
static int turn(const tracing *t, int64_t x, int64_t y, int d) {
    for (int k = 1; k >= -1; k--) {
        int next = (d + k + DIRECTIONS) % DIRECTIONS;
        if (is_side(t, x, y, next)) {
            return next;
        }
    }
    return d;
}

/// Walks once around from a side, and adds the ring.
static cw_status walk(tracing *t, uint32_t start_x, uint32_t start_y, int start_d) {
    int64_t x = start_x, y = start_y;
    int d = start_d, turns = 0;
    uint32_t polygon = CW_NONE;
    t->point_count = 0;
    do {
        size_t square = (size_t)(y + left_y[d]) * t->grid->width + (size_t)(x + left_x[d]);
        t->walked[square] = (uint8_t)(t->walked[square] | 1u << d);
        polygon = find(t->label, (uint32_t)square);
        x += step_x[d];
        y += step_y[d];
        int next = turn(t, x, y, d);
        if (next != d) {
            turns += next == (d + 1) % DIRECTIONS ? 1 : -1;
            CW_IO_TRY(add_corner(t, x, y));
        }
        d = next;
    } while (x != start_x || y != start_y || d != start_d);
    return cw_plan_add(t->context, t->plan, turns > 0 ? CW_RING_OUTER : CW_RING_HOLE, polygon,
                       t->points, (uint32_t)t->point_count);
}

static cw_status walk_all(tracing *t) {
    for (uint32_t y = 0; y < t->grid->height; y++) {
        for (uint32_t x = 0; x < t->grid->width; x++) {
            size_t square = (size_t)y * t->grid->width + x;
            // Every ring goes east somewhere: along the lower side of a square.
            if (is_side(t, x, y, 0) && (t->walked[square] & 1) == 0) {
                CW_IO_TRY(walk(t, x, y, 0));
            }
        }
    }
    return CW_OK;
}

cw_status cw_grid_trace(cw_context *context, const cw_grid *grid, cw_plan *plan) {
    tracing t = {.context = context, .grid = grid, .plan = plan};
    size_t squares = (size_t)grid->width * grid->height;
    t.label = cw_context_resize(context, NULL, 0, squares * sizeof *t.label);
    t.walked = cw_context_resize(context, NULL, 0, squares);
    cw_status status = CW_OK;
    if (t.label == NULL || t.walked == NULL) {
        status = cw_context_fail(context, CW_ERROR_MEMORY, "out of memory");
    } else {
        label_squares(&t);
        status = walk_all(&t);
    }
    CW_GROWN_FREE(context, t.points, t.point_capacity);
    cw_context_release(context, t.walked, squares);
    cw_context_release(context, t.label, squares * sizeof *t.label);
    return status;
}
