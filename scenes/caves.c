/// Caves on a grid, as in maps of games: rock and floor at random, made smooth by a cellular
/// automaton (Johnson, Yannakakis, Togelius: Cellular automata for real-time generation of infinite
/// cave levels, 2010).
///
///   1. dig: every cell is rock or floor by chance;
///   2. settle: a cell is rock if most of the nine around it are, some times over;
///   3. label: the floors, each a set of cells joined by their sides;
///   4. trace: the border of each floor, as rings with the floor on their left. The first ring of a
///      floor, in rows from below, is its outline; the others are its holes.
///
/// Walls run along the sides of cells. Floors and holes may touch corner to corner.
#include "sketch.h"

#include <string.h>

/// The share of rock at first: few large holes and many small ones, and nearly all floor in one
/// piece.
#define ROCK_SHARE 0.42

/// Times that cells look around; afterwards little changes.
#define SETTLING_STEPS 3

/// Label of cells without floor.
#define ROCK 0

/// A grid with a border of rock. Cell (x, y) is at y * width + x, the first of the caves at (1, 1).
typedef struct cave_grid {
    uint32_t width, height; ///< with the border
    uint32_t *labels;       ///< per cell: ROCK, or 1 + the number of its floor
    uint32_t *spare;        ///< as many
    uint32_t floor_count;
} cave_grid;

static void dig(cave_grid *grid, cw_random *random) {
    memset(grid->labels, ROCK, (size_t)grid->width * grid->height * sizeof *grid->labels);
    for (uint32_t y = 1; y + 1 < grid->height; y++) {
        for (uint32_t x = 1; x + 1 < grid->width; x++) {
            grid->labels[y * grid->width + x] = cw_random_unit(random) >= ROCK_SHARE;
        }
    }
}

static void settle(cave_grid *grid) {
    uint32_t width = grid->width, *before = grid->labels, *after = grid->spare;
    memset(after, ROCK, (size_t)width * grid->height * sizeof *after);
    for (uint32_t y = 1; y + 1 < grid->height; y++) {
        for (uint32_t x = 1; x + 1 < width; x++) {
            uint32_t floors = 0;
            for (uint32_t row = y - 1; row <= y + 1; row++) {
                const uint32_t *cell = &before[row * width + x];
                floors += cell[-1] + cell[0] + cell[1];
            }
            after[y * width + x] = floors >= 5;
        }
    }
    grid->labels = after;
    grid->spare = before;
}

/// Labels the floor around a cell; `waiting` has room for all cells.
static void label_from(cave_grid *grid, uint32_t cell, uint32_t *waiting) {
    uint32_t label = 1 + grid->floor_count++, count = 0, unlabelled = UINT32_MAX;
    grid->labels[cell] = label;
    waiting[count++] = cell;
    while (count > 0) {
        uint32_t here = waiting[--count];
        const uint32_t around[4] = {here + 1, here + grid->width, here - 1, here - grid->width};
        for (uint32_t i = 0; i < 4; i++) {
            if (grid->labels[around[i]] == unlabelled) {
                grid->labels[around[i]] = label;
                waiting[count++] = around[i];
            }
        }
    }
}

static void label(cave_grid *grid) {
    uint32_t count = grid->width * grid->height;
    for (uint32_t i = 0; i < count; i++) {
        grid->labels[i] = grid->labels[i] == ROCK ? ROCK : UINT32_MAX;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (grid->labels[i] == UINT32_MAX) {
            label_from(grid, i, grid->spare);
        }
    }
}

/// A step along the border of a floor: from corner (x, y) of the grid, the lower left one of cell
/// (x, y), to the right (0), upwards (1), to the left (2) or downwards (3).
typedef struct border_step {
    uint32_t x, y, direction;
} border_step;

/// The cell that lies ahead of a corner, on the left or the right of a direction.
static bool is_rock_ahead(const cave_grid *grid, const border_step *at, bool left) {
    bool east = at->direction == 0 || at->direction == (left ? 3 : 1);
    bool north = at->direction == 1 || at->direction == (left ? 0 : 2);
    return grid->labels[(at->y - !north) * grid->width + at->x - !east] == ROCK;
}

/// Goes one side of a cell along a border and turns where it turns. Where two floors meet in a
/// corner, each stays with itself. Returns whether the border turns there.
static bool step_on(const cave_grid *grid, border_step *at) {
    static const int32_t across[4] = {1, 0, -1, 0}, up[4] = {0, 1, 0, -1};
    at->x += (uint32_t)across[at->direction];
    at->y += (uint32_t)up[at->direction];
    uint32_t turn = is_rock_ahead(grid, at, true) ? 1 : is_rock_ahead(grid, at, false) ? 0 : 3;
    at->direction = (at->direction + turn) % 4;
    return turn != 0;
}

/// Traces the ring that begins with the lower side of a cell. `traced` marks cells whose lower side
/// is done. Returns how many corners it has.
static uint32_t trace(const cave_grid *grid, uint32_t x, uint32_t y, uint32_t *traced,
                      cw_vec2 *ring) {
    border_step at = {x, y, 0};
    uint32_t count = 0;
    do {
        ring[count++] = (cw_vec2){at.x - 1, at.y - 1};
        do {
            if (at.direction == 0) {
                traced[at.y * grid->width + at.x] = 1;
            }
        } while (!step_on(grid, &at));
    } while (at.x != x || at.y != y || at.direction != 0);
    return count;
}

static cw_status add_rings(cw_sketch *sketch, const cave_grid *grid, cw_vec2 *ring) {
    uint32_t width = grid->width, outlined = 0;
    memset(grid->spare, 0, (size_t)width * grid->height * sizeof *grid->spare);
    for (uint32_t y = 1; y + 1 < grid->height; y++) {
        for (uint32_t x = 1; x + 1 < width; x++) {
            uint32_t cell = y * width + x, floor = grid->labels[cell];
            if (floor == ROCK || grid->labels[cell - width] != ROCK || grid->spare[cell] != 0) {
                continue;
            }
            // Floors are labelled in the order in which their outlines are met.
            bool outline = floor > outlined;
            outlined = outline ? floor : outlined;
            uint32_t count = trace(grid, x, y, grid->spare, ring);
            CW_SCENE_TRY(cw_sketch_ring(sketch, outline ? CW_RING_OUTER : CW_RING_HOLE, floor - 1,
                                        ring, count));
        }
    }
    return CW_OK;
}

static cw_status make_caves(cw_sketch *sketch, cave_grid *grid, cw_vec2 *ring) {
    dig(grid, &sketch->random);
    for (uint32_t i = 0; i < SETTLING_STEPS; i++) {
        settle(grid);
    }
    label(grid);
    return add_rings(sketch, grid, ring);
}

cw_status cw_scene_caves(cw_context *context, uint32_t columns, uint32_t rows, uint64_t seed,
                         cw_plan *plan) {
    *plan = (cw_plan){0};
    if (columns < 1 || columns > CW_CAVES_MAX || rows < 1 || rows > CW_CAVES_MAX) {
        return cw_context_fail(context, CW_ERROR_ARGUMENT,
                               "columns and rows must be 1 to %d, not %u and %u", CW_CAVES_MAX,
                               columns, rows);
    }
    cw_sketch sketch = {.context = context, .plan = plan, .random = {seed}};
    cave_grid grid = {.width = columns + 2, .height = rows + 2};
    size_t cells = (size_t)grid.width * grid.height;
    // Two rings at the most go through a corner of the grid.
    cw_vec2 *ring = cw_sketch_allocate(&sketch, 2 * cells, sizeof *ring);
    grid.labels = cw_sketch_allocate(&sketch, cells, sizeof *grid.labels);
    grid.spare = cw_sketch_allocate(&sketch, cells, sizeof *grid.spare);
    cw_status status = CW_ERROR_MEMORY;
    if (ring != NULL && grid.labels != NULL && grid.spare != NULL) {
        status = make_caves(&sketch, &grid, ring);
    }
    cw_sketch_release(&sketch, grid.spare, cells, sizeof *grid.spare);
    cw_sketch_release(&sketch, grid.labels, cells, sizeof *grid.labels);
    cw_sketch_release(&sketch, ring, 2 * cells, sizeof *ring);
    if (status != CW_OK) {
        cw_plan_free(context, plan);
    }
    return status;
}
