/// Plans of walls on a grid: blocks with corridors between them, rooms with doors, and square rooms
/// as in the room maps of Sturtevant, Benchmarks for grid-based pathfinding, 2012.
#include "sketch.h"

#include <string.h>

/// Blocks stand this far apart, metres; a block covers 39 % of its cell.
#define BLOCK_PITCH 4.0
#define BLOCK_SIDE 2.5
#define CORRIDOR (BLOCK_PITCH - BLOCK_SIDE)
/// Thickness of the wall between two joined blocks, metres.
#define JOIN_THICKNESS 0.25
/// One block in so many starts a join, so that about a tenth of all are joined.
#define JOIN_ONE_IN 19

/// Thickness of the walls between rooms, metres.
#define ROOM_WALL 0.2

/// Square rooms of so many cells, with walls and doors of one cell; a cell is a metre.
#define SQUARE_SIDE 16
#define SQUARE_PITCH (SQUARE_SIDE + 1)

/// A block that stands alone.
static cw_status add_block(cw_sketch *sketch, cw_vec2 low) {
    cw_vec2 high = {low.x + BLOCK_SIDE, low.y + BLOCK_SIDE};
    return cw_sketch_box(sketch, CW_RING_HOLE, 0, low, high);
}

/// Two neighbours and the wall between them as one ring; `upward` joins with the block above.
static cw_status add_joined_blocks(cw_sketch *sketch, cw_vec2 low, bool upward) {
    double near = BLOCK_SIDE, far = BLOCK_PITCH, end = BLOCK_PITCH + BLOCK_SIDE;
    double under = (BLOCK_SIDE - JOIN_THICKNESS) / 2, over = under + JOIN_THICKNESS;
    cw_vec2 ring[12] = {{0, 0},      {near, 0},    {near, under}, {far, under},
                        {far, 0},    {end, 0},     {end, near},   {far, near},
                        {far, over}, {near, over}, {near, near},  {0, near}};
    for (uint32_t i = 0; i < 12; i++) {
        cw_vec2 along = ring[i];
        ring[i].x = low.x + (upward ? BLOCK_SIDE - along.y : along.x);
        ring[i].y = low.y + (upward ? along.x : along.y);
    }
    return cw_sketch_ring(sketch, CW_RING_HOLE, 0, ring, 12);
}

/// Adds block `index`, perhaps joined with its right or upper neighbour, which is then taken.
static cw_status add_maze_cell(cw_sketch *sketch, uint8_t *taken, uint32_t columns, uint32_t rows,
                               uint32_t index) {
    uint32_t column = index % columns, row = index / columns;
    cw_vec2 low = {CORRIDOR + column * BLOCK_PITCH, CORRIDOR + row * BLOCK_PITCH};
    bool join = cw_random_below(&sketch->random, JOIN_ONE_IN) == 0;
    bool upward = cw_random_below(&sketch->random, 2) == 0;
    uint32_t neighbor = upward ? index + columns : index + 1;
    bool exists = upward ? row + 1 < rows : column + 1 < columns;
    if (join && exists && !taken[neighbor]) {
        taken[neighbor] = 1;
        return add_joined_blocks(sketch, low, upward);
    }
    return add_block(sketch, low);
}

cw_status cw_sketch_maze(cw_sketch *sketch) {
    // 4.2 vertices per block, since one block in twenty brings the four corners of a join.
    uint32_t wanted = (uint32_t)((sketch->vertices - 4) / 4.2 + 0.5);
    wanted = wanted > 0 ? wanted : 1;
    uint32_t rows = cw_floor_root(wanted), columns = (wanted + rows / 2) / rows;
    uint32_t block_count = columns * rows;
    uint8_t *taken = cw_sketch_allocate(sketch, block_count, 1);
    if (taken == NULL) {
        return CW_ERROR_MEMORY;
    }
    memset(taken, 0, block_count);
    cw_vec2 size = {CORRIDOR + columns * BLOCK_PITCH, CORRIDOR + rows * BLOCK_PITCH};
    cw_status status = cw_sketch_box(sketch, CW_RING_OUTER, 0, (cw_vec2){0, 0}, size);
    for (uint32_t index = 0; status == CW_OK && index < block_count; index++) {
        if (!taken[index]) {
            status = add_maze_cell(sketch, taken, columns, rows, index);
        }
    }
    cw_sketch_release(sketch, taken, block_count, 1);
    return status;
}

/// Rooms in rows and columns. Wall lines stand at x[0 .. columns] and y[0 .. rows]; the outermost
/// are the outline. Every piece of wall between two rooms has one door, so what stands of the walls
/// is a cross at every inner crossing of wall lines, and a stub where one meets the outline.
typedef struct floor_rooms {
    uint32_t columns, rows;
    double *x, *y;     ///< wall lines, metres
    uint64_t door_key; ///< doors are drawn from this and the number of their wall
    double half_wall;  ///< half the thickness of walls, metres
    bool square;       ///< square rooms on a grid of cells
} floor_rooms;

typedef struct door {
    double from, to;
} door;

/// The door in a piece of wall from `low` to `high`. It depends on the number of the wall alone,
/// so that the crosses at both ends see the same door.
static door door_in_wall(const floor_rooms *rooms, uint64_t wall, double low, double high) {
    cw_random random = {rooms->door_key + wall * UINT64_C(0x9e3779b97f4a7c15)};
    if (rooms->square) {
        // A cell of the room that is not in its corner; rooms begin half a cell after the line.
        double cell = (uint32_t)(low + 0.5) + 1 + cw_random_below(&random, SQUARE_SIDE - 2);
        return (door){cell, cell + 1};
    }
    double width = cw_random_range(&random, 0.9, 1.2);
    double from = cw_random_range(&random, low + 0.5, high - 0.5 - width);
    return (door){from, from + width};
}

/// The door of the wall that leaves crossing (column, row) to the right.
static door door_right(const floor_rooms *rooms, uint32_t column, uint32_t row) {
    uint64_t wall = 2 * ((uint64_t)row * rooms->columns + column);
    return door_in_wall(rooms, wall, rooms->x[column], rooms->x[column + 1]);
}

/// The door of the wall that leaves crossing (column, row) upwards.
static door door_above(const floor_rooms *rooms, uint32_t column, uint32_t row) {
    uint64_t wall = 2 * ((uint64_t)row * rooms->columns + column) + 1;
    return door_in_wall(rooms, wall, rooms->y[row], rooms->y[row + 1]);
}

static cw_status add_cross(cw_sketch *sketch, const floor_rooms *rooms, uint32_t column,
                           uint32_t row) {
    double half = rooms->half_wall;
    double west = rooms->x[column] - half, east = rooms->x[column] + half;
    double south = rooms->y[row] - half, north = rooms->y[row] + half;
    double left = door_right(rooms, column - 1, row).to,
           right = door_right(rooms, column, row).from;
    double below = door_above(rooms, column, row - 1).to;
    double above = door_above(rooms, column, row).from;
    cw_vec2 ring[12] = {{right, south}, {right, north}, {east, north}, {east, above},
                        {west, above},  {west, north},  {left, north}, {left, south},
                        {west, south},  {west, below},  {east, below}, {east, south}};
    return cw_sketch_ring(sketch, CW_RING_HOLE, 0, ring, 12);
}

/// A stub of wall, twice `half` thick, that stands on the outline: from `foot` by `reach`, left of
/// the way along `step`.
static cw_vec2 *add_stub(cw_vec2 *next, double half, cw_vec2 foot, cw_vec2 step, double reach) {
    cw_vec2 back = {foot.x - step.x * half, foot.y - step.y * half};
    cw_vec2 front = {foot.x + step.x * half, foot.y + step.y * half};
    *next++ = back;
    *next++ = (cw_vec2){back.x - step.y * reach, back.y + step.x * reach};
    *next++ = (cw_vec2){front.x - step.y * reach, front.y + step.x * reach};
    *next++ = front;
    return next;
}

/// The outline with its stubs, counter-clockwise.
static cw_vec2 *trace_outline(const floor_rooms *rooms, cw_vec2 *next) {
    uint32_t columns = rooms->columns, rows = rooms->rows;
    const double *x = rooms->x, *y = rooms->y, half = rooms->half_wall;
    *next++ = (cw_vec2){x[0], y[0]};
    for (uint32_t i = 1; i < columns; i++) {
        double reach = door_above(rooms, i, 0).from - y[0];
        next = add_stub(next, half, (cw_vec2){x[i], y[0]}, (cw_vec2){1, 0}, reach);
    }
    *next++ = (cw_vec2){x[columns], y[0]};
    for (uint32_t j = 1; j < rows; j++) {
        double reach = x[columns] - door_right(rooms, columns - 1, j).to;
        next = add_stub(next, half, (cw_vec2){x[columns], y[j]}, (cw_vec2){0, 1}, reach);
    }
    *next++ = (cw_vec2){x[columns], y[rows]};
    for (uint32_t i = columns - 1; i > 0; i--) {
        double reach = y[rows] - door_above(rooms, i, rows - 1).to;
        next = add_stub(next, half, (cw_vec2){x[i], y[rows]}, (cw_vec2){-1, 0}, reach);
    }
    *next++ = (cw_vec2){x[0], y[rows]};
    for (uint32_t j = rows - 1; j > 0; j--) {
        double reach = door_right(rooms, 0, j).from - x[0];
        next = add_stub(next, half, (cw_vec2){x[0], y[j]}, (cw_vec2){0, -1}, reach);
    }
    return next;
}

/// Wall lines 3.5 to 6.5 metres apart.
static void draw_lines(cw_random *random, uint32_t count, double *lines) {
    lines[0] = 0;
    for (uint32_t i = 1; i <= count; i++) {
        lines[i] = lines[i - 1] + cw_random_range(random, 3.5, 6.5);
    }
}

/// Wall lines in the middle of their cells; the outline is where the first and last rooms end.
static void space_lines(uint32_t count, double *lines) {
    for (uint32_t i = 0; i <= count; i++) {
        lines[i] = SQUARE_PITCH * i - 0.5;
    }
    lines[0] = 0;
    lines[count] = SQUARE_PITCH * count - 1;
}

static cw_status add_rooms(cw_sketch *sketch, const floor_rooms *rooms, cw_vec2 *outline) {
    uint32_t count = (uint32_t)(trace_outline(rooms, outline) - outline);
    CW_SCENE_TRY(cw_sketch_ring(sketch, CW_RING_OUTER, 0, outline, count));
    for (uint32_t row = 1; row < rooms->rows; row++) {
        for (uint32_t column = 1; column < rooms->columns; column++) {
            CW_SCENE_TRY(add_cross(sketch, rooms, column, row));
        }
    }
    return CW_OK;
}

/// Places the wall lines of `columns` x `rows` rooms and adds what stands on them.
static cw_status build_rooms(cw_sketch *sketch, floor_rooms *rooms) {
    uint32_t columns = rooms->columns, rows = rooms->rows;
    rooms->door_key = cw_random_next(&sketch->random);
    uint32_t outline_count = 4 + 8 * (columns - 1 + rows - 1);
    rooms->x = cw_sketch_allocate(sketch, columns + 1, sizeof *rooms->x);
    rooms->y = cw_sketch_allocate(sketch, rows + 1, sizeof *rooms->y);
    cw_vec2 *outline = cw_sketch_allocate(sketch, outline_count, sizeof *outline);
    cw_status status = CW_ERROR_MEMORY;
    if (rooms->x != NULL && rooms->y != NULL && outline != NULL) {
        if (rooms->square) {
            space_lines(columns, rooms->x);
            space_lines(rows, rooms->y);
        } else {
            draw_lines(&sketch->random, columns, rooms->x);
            draw_lines(&sketch->random, rows, rooms->y);
        }
        status = add_rooms(sketch, rooms, outline);
    }
    cw_sketch_release(sketch, outline, outline_count, sizeof *outline);
    cw_sketch_release(sketch, rooms->y, rows + 1, sizeof *rooms->y);
    cw_sketch_release(sketch, rooms->x, columns + 1, sizeof *rooms->x);
    return status;
}

cw_status cw_sketch_rooms(cw_sketch *sketch) {
    // With c inner columns and r inner rows of wall lines there are 12cr + 8(c + r) + 4 vertices.
    uint32_t across = cw_floor_root(sketch->vertices / 12);
    across = across > 0 ? across : 1;
    uint32_t spare = sketch->vertices > 4 + 8 * across ? sketch->vertices - 4 - 8 * across : 0;
    uint32_t up = (spare + 6 * across + 4) / (12 * across + 8);
    floor_rooms rooms = {.columns = across + 1, .rows = up + 1, .half_wall = ROOM_WALL / 2};
    return build_rooms(sketch, &rooms);
}

cw_status cw_scene_square_rooms(cw_context *context, uint32_t side, uint64_t seed, cw_plan *plan) {
    *plan = (cw_plan){0};
    if (side < 1 || side > CW_SQUARE_ROOMS_MAX) {
        return cw_context_fail(context, CW_ERROR_ARGUMENT, "side must be 1 to %d, not %u",
                               CW_SQUARE_ROOMS_MAX, side);
    }
    cw_sketch sketch = {.context = context, .plan = plan, .random = {seed}};
    floor_rooms rooms = {.columns = side, .rows = side, .half_wall = 0.5, .square = true};
    cw_status status = build_rooms(&sketch, &rooms);
    if (status != CW_OK) {
        cw_plan_free(context, plan);
    }
    return status;
}
