/// The rays of a start that stands on walls of a dented cell.
///
/// Walls that the start itself lies on cast no shadow that could be told: their ends are at the
/// start, or their line goes through it. So the rays are bounded by these walls from the beginning:
/// at a vertex they lie between the two sides of the cell that meet there, on a wall on the left of
/// it. Wide sectors are divided, so that each lies between its two bounding rays.
#include "path/disc/nodes.h"

/// Turn measures below this are those of a wall without thickness, around whose end all is floor.
#define NO_TURN 1e-12

/// Turn measure up to which a sector is not divided: three eighths of a turn.
#define WIDEST 1.5

/// Directions that are tried for dividing a sector, and how far one is from the next.
enum { TRIES = 7 };
#define TRY_STEP 0.125

static double turn_of(cw_vec2 right, cw_vec2 left) {
    double turn = cw_turn_measure(right, left);
    return turn < NO_TURN ? 4 : turn;
}

/// The sine of the least angle between a direction and those to the vertices of a cell.
static double margin_of(const cw_taut *search, uint32_t cell, cw_vec2 along) {
    const uint32_t *first = &search->clearance->mesh->cell_first[cell];
    double margin = 1;
    for (uint32_t e = first[0]; e < first[1]; e++) {
        cw_vec2 v = cw_vec2_sub(search->sides[e].from, search->roots.items[0].at);
        if (cw_vec2_dot(v, along) > 0) {
            margin = cw_least(margin, fabs(cw_vec2_cross(along, v)) / cw_vec2_length(v));
        }
    }
    return margin;
}

/// A direction about half way from one to another, turning left, that is far from all vertices:
/// rays that graze a corner at the edge of a fan cannot be told from those that enter it.
static cw_vec2 divide(const cw_taut *search, uint32_t cell, cw_vec2 right, cw_vec2 left) {
    cw_vec2 across = cw_vec2_sub(left, right);
    across = cw_vec2_length(across) > NO_TURN ? cw_unit(across) : cw_left(cw_left(cw_left(right)));
    cw_vec2 middle = {across.y, -across.x}, best = middle;
    double most = -1;
    for (int i = 0; i < TRIES; i++) {
        cw_vec2 along = cw_unit(cw_vec2_along(middle, (i - TRIES / 2) * TRY_STEP, across));
        double margin = margin_of(search, cell, along);
        if (margin > most) {
            most = margin;
            best = along;
        }
    }
    return best;
}

/// Adds a sector, in parts if it is wide.
static cw_status add_sector(cw_taut *search, uint32_t cell, uint32_t steps, cw_vec2 right,
                            cw_vec2 left) {
    if (turn_of(right, left) > WIDEST) {
        cw_vec2 middle = divide(search, cell, right, left);
        CW_TRY(add_sector(search, cell, steps, right, middle));
        return add_sector(search, cell, steps, middle, left);
    }
    cw_vec2 start = search->roots.items[0].at;
    cw_node node = {.estimate = cw_taut_estimate_root(search, &search->roots.items[0]),
                    .right = right,
                    .left = left,
                    .low = start,
                    .high = start,
                    .parent = CW_NONE,
                    .cell = cell,
                    .entry = CW_NONE,
                    .goal = CW_NONE,
                    .steps = steps,
                    .kind = CW_NODE_SECTOR};
    return cw_taut_add(search, &node);
}

static cw_vec2 back_along(const cw_taut_side *side) {
    return (cw_vec2){-side->along.x, -side->along.y};
}

/// Adds the sectors of the vertices of a cell at which the start stands.
static cw_status add_at_vertices(cw_taut *search, uint32_t cell, uint32_t steps, bool *on_wall) {
    const uint32_t *first = &search->clearance->mesh->cell_first[cell];
    cw_vec2 start = search->roots.items[0].at;
    const cw_taut_side *before = &search->sides[first[1] - 1];
    for (uint32_t e = first[0]; e < first[1]; before = &search->sides[e++]) {
        const cw_taut_side *side = &search->sides[e];
        if (side->from.x == start.x && side->from.y == start.y) {
            CW_TRY(add_sector(search, cell, steps, side->along, back_along(before)));
            *on_wall = true;
        }
    }
    return CW_OK;
}

/// Adds the sectors of the walls of a cell on which the start stands.
static cw_status add_at_walls(cw_taut *search, uint32_t cell, uint32_t steps, bool *on_wall) {
    const uint32_t *first = &search->clearance->mesh->cell_first[cell];
    for (uint32_t e = first[0]; e < first[1]; e++) {
        const cw_taut_side *side = &search->sides[e];
        cw_vec2 v = cw_vec2_sub(search->roots.items[0].at, side->from);
        double s = cw_vec2_dot(side->along, v);
        if (side->twin == CW_NONE && s > 0 && s < side->length &&
            fabs(cw_vec2_cross(side->along, v)) <= CW_GRAZE) {
            CW_TRY(add_sector(search, cell, steps, side->along, back_along(side)));
            *on_wall = true;
        }
    }
    return CW_OK;
}

cw_status cw_taut_add_sectors(cw_taut *search, uint32_t cell, uint32_t steps, bool *on_wall) {
    *on_wall = false;
    CW_TRY(add_at_vertices(search, cell, steps, on_wall));
    return *on_wall ? CW_OK : add_at_walls(search, cell, steps, on_wall);
}
