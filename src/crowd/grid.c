/// The agents of a substep in square cells, by a stable counting sort.
///
/// Agents come in order of their serial numbers and keep it within a cell; ghosts are merged in.
/// The cells are counted from the origin of the mesh, so that they, and their colors, do not depend
/// on who is there; only the box of all agents is stored. The side is at least 2 (largest radius +
/// largest move): agents in two cells of one color (2 x 2 colors) then cannot touch in this
/// substep. And it is about half the mean distance of the last neighbour, which makes the search
/// for neighbours cheap. It comes from a survey of all agents, whose sums are of whole numbers and
/// so do not depend on how agents are spread over crowds.
///
/// Cost: linear in the agents and cells; there are at most CELLS_PER_AGENT cells for each.
#include "crowd/crowd.h"

enum { CELLS_PER_AGENT = 4, FEWEST_CELLS = 1024 };
/// Agents of one range when they are copied.
enum { GRAIN = 1024 };
/// Metres: the smallest side, for agents that stand still.
static const double SMALLEST_SIDE = 0.25;
/// A side that is as large as needed may be rounded down.
static const double SIDE_MARGIN = 1 + 1e-9;
/// Seconds without progress that make a jam.
static const double JAM_TIME = 10;
/// Distances are summed up in parts of a metre.
static const double PARTS = 1024;

/// Arrays with an item for each body.
#define GRID_ARRAYS(X) X(x) X(y) X(discs) X(bodies) X(walkers) X(turn) X(place) X(cell)

static cw_status reserve(cw_crowd *crowd, uint32_t count) {
    cw_crowd_grid *grid = &crowd->grid;
    cw_context *context = crowd->context;
    if (count <= grid->capacity) {
        return CW_OK;
    }
    uint32_t first_capacity = grid->first_capacity, *first = grid->first;
    grid->first = NULL;
    grid->first_capacity = 0;
    cw_grid_free(crowd);
    grid->first = first;
    grid->first_capacity = first_capacity;
    uint32_t larger = count > crowd->agents.capacity ? count : crowd->agents.capacity;
    grid->capacity = larger; // blocks that could not be had are NULL, which may be given back too
    cw_status status = CW_OK;
#define MAKE(name) status = status == CW_OK ? CW_ALLOCATE(context, grid->name, larger) : status;
    GRID_ARRAYS(MAKE)
#undef MAKE
    size_t near = (size_t)larger * crowd->config.neighbours;
    status = status == CW_OK ? CW_RESERVE(context, grid->near, grid->near_capacity, near) : status;
    if (status != CW_OK) {
        cw_grid_free(crowd);
    }
    return status;
}

void cw_grid_free(cw_crowd *crowd) {
    cw_crowd_grid *grid = &crowd->grid;
    cw_context *context = crowd->context;
#define FREE(name)                                       \
    if (grid->name != NULL) {                            \
        CW_RELEASE(context, grid->name, grid->capacity); \
    }
    GRID_ARRAYS(FREE)
#undef FREE
    CW_RELEASE(context, grid->near, grid->near_capacity);
    CW_RELEASE(context, grid->first, grid->first_capacity);
    grid->near_capacity = 0;
    grid->capacity = 0;
    grid->first_capacity = 0;
}

size_t cw_grid_bytes(const cw_crowd_grid *grid) {
#define ADD(name) +sizeof *grid->name
    size_t each = 0 GRID_ARRAYS(ADD);
#undef ADD
    return grid->capacity * each + grid->near_capacity * sizeof *grid->near +
           grid->first_capacity * sizeof *grid->first;
}

void cw_grid_survey(const cw_crowd *crowd, cw_crowd_survey *survey) {
    const cw_crowd_columns *agents = &crowd->agents;
    cw_crowd_survey s = {.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < agents->count; i++) {
        if (!cw_crowd_on_floor(crowd, i)) {
            continue;
        }
        s.low.x = cw_least(s.low.x, agents->x[i]);
        s.low.y = cw_least(s.low.y, agents->y[i]);
        s.high.x = cw_most(s.high.x, agents->x[i]);
        s.high.y = cw_most(s.high.y, agents->y[i]);
        s.radius = cw_most(s.radius, agents->radius[i]);
        s.speed = cw_most(s.speed, agents->max_speed[i]);
        bool known = agents->kth[i] < INFINITY;
        s.distance += known ? (uint64_t)(agents->kth[i] * PARTS) : 0;
        s.known += known;
        s.count++;
    }
    s.move = crowd->grid.last_move;
    *survey = s;
}

double cw_grid_side(const cw_crowd *crowd, const cw_crowd_survey *s, double dt) {
    double sight = crowd->config.sight;
    double mean = s->known > 0 ? (double)s->distance / PARTS / (double)s->known : sight;
    double side = cw_most(2 * (s->radius + s->speed * dt) * SIDE_MARGIN,
                          cw_most(cw_least(mean, sight) / 2, SMALLEST_SIDE));
    double most = CELLS_PER_AGENT * (double)s->count + FEWEST_CELLS;
    for (;; side *= 2) {
        double wide = floor(s->high.x / side) - floor(s->low.x / side) + 1;
        double high = floor(s->high.y / side) - floor(s->low.y / side) + 1;
        if (wide * high <= most) {
            return side;
        }
    }
}

/// Chooses side and extent, and makes room for the cells.
static cw_status shape(cw_crowd *crowd, const cw_crowd_survey *all, double dt) {
    cw_crowd_grid *grid = &crowd->grid;
    grid->largest_radius = all->radius;
    grid->largest_move = all->speed * dt;
    grid->last_move = all->move;
    grid->side = cw_grid_side(crowd, all, dt);
    grid->inverse = 1 / grid->side;
    cw_vec2 low = all->low, high = all->high;
    if (crowd->ghosts.count > 0 || crowd->agents.count < all->count) { // only a part is here
        cw_crowd_survey own;
        cw_grid_survey(crowd, &own);
        for (uint32_t i = 0; i < crowd->ghosts.count; i++) {
            const cw_crowd_body *ghost = &crowd->ghosts.items[i];
            own.low = (cw_vec2){cw_least(own.low.x, ghost->x), cw_least(own.low.y, ghost->y)};
            own.high = (cw_vec2){cw_most(own.high.x, ghost->x), cw_most(own.high.y, ghost->y)};
        }
        low = own.low;
        high = own.high;
    }
    grid->left = (int64_t)floor(low.x * grid->inverse);
    grid->bottom = (int64_t)floor(low.y * grid->inverse);
    grid->columns = (uint32_t)((int64_t)floor(high.x * grid->inverse) - grid->left + 1);
    grid->rows = (uint32_t)((int64_t)floor(high.y * grid->inverse) - grid->bottom + 1);
    size_t needed = (size_t)grid->columns * grid->rows + 2;
    size_t most = CELLS_PER_AGENT * (size_t)crowd->agents.capacity + FEWEST_CELLS + 2;
    return CW_RESERVE(crowd->context, grid->first, grid->first_capacity,
                      needed > most ? needed : most);
}

static uint32_t cell_at(const cw_crowd_grid *grid, double x, double y) {
    uint32_t column = (uint32_t)((int64_t)floor(x * grid->inverse) - grid->left);
    uint32_t row = (uint32_t)((int64_t)floor(y * grid->inverse) - grid->bottom);
    return row * grid->columns + column;
}

/// Counts agents and ghosts by cell; `first` of each cell is then where its agents begin.
static void count_cells(cw_crowd *crowd) {
    cw_crowd_grid *grid = &crowd->grid;
    const cw_crowd_columns *agents = &crowd->agents;
    uint32_t cells = grid->columns * grid->rows;
    for (uint32_t c = 0; c <= cells; c++) {
        grid->first[c] = 0;
    }
    for (uint32_t i = 0; i < agents->count; i++) {
        if (cw_crowd_on_floor(crowd, i)) {
            grid->cell[i] = cell_at(grid, agents->x[i], agents->y[i]);
            grid->first[grid->cell[i] + 1]++;
        }
    }
    for (uint32_t i = 0; i < crowd->ghosts.count; i++) {
        const cw_crowd_body *ghost = &crowd->ghosts.items[i];
        uint32_t cell = cell_at(grid, ghost->x, ghost->y);
        grid->cell[agents->count + i] = cell;
        grid->first[cell + 1]++;
    }
    for (uint32_t c = 0; c < cells; c++) {
        grid->first[c + 1] += grid->first[c];
    }
}

/// Gives everybody a place in the order, by cell and then by serial number.
static void give_places(cw_crowd *crowd) {
    cw_crowd_grid *grid = &crowd->grid;
    const cw_crowd_columns *agents = &crowd->agents;
    uint32_t cells = grid->columns * grid->rows, ghost = 0, ghosts = crowd->ghosts.count;
    for (uint32_t i = 0; i <= agents->count; i++) {
        for (; ghost < ghosts &&
               (i == agents->count || crowd->ghosts.items[ghost].serial < agents->serial[i]);
             ghost++) {
            grid->place[agents->count + ghost] = grid->first[grid->cell[agents->count + ghost]]++;
        }
        if (i < agents->count) {
            grid->place[i] = cw_crowd_on_floor(crowd, i) ? grid->first[grid->cell[i]]++ : CW_NONE;
        }
    }
    for (uint32_t c = cells; c > 0; c--) {
        grid->first[c] = grid->first[c - 1];
    }
    grid->first[0] = 0;
}

/// The next portal of an agent, or NULL.
static const cw_crowd_portal *next_portal(const cw_crowd *crowd, uint32_t i) {
    const cw_crowd_columns *agents = &crowd->agents;
    return agents->portal[i] < agents->path_count[i]
               ? &crowd->pool.portals.items[agents->path_first[i] + agents->portal[i]]
               : NULL;
}

cw_crowd_body cw_grid_body(const cw_crowd *crowd, uint32_t i) {
    const cw_crowd_columns *agents = &crowd->agents;
    const cw_crowd_portal *portal = next_portal(crowd, i);
    // Who overlaps somebody and cannot get away shows where it wants to go, so that others make
    // room.
    return (cw_crowd_body){.x = agents->x[i],
                           .y = agents->y[i],
                           .z = agents->z[i],
                           .vx = agents->overlaps[i] ? agents->new_vx[i] : agents->vx[i],
                           .vy = agents->overlaps[i] ? agents->new_vy[i] : agents->vy[i],
                           .radius = agents->radius[i],
                           .remaining = agents->remaining[i],
                           .target = agents->target[i],
                           .edge = portal != NULL ? portal->edge : CW_NONE,
                           .index = i,
                           .state = agents->state[i],
                           .backs = (agents->flags[i] & CW_FLAG_BACKS) != 0,
                           .jammed = agents->jammed[i],
                           .turned = agents->home[i] != CW_NONE,
                           .turned_until = agents->turned_until[i],
                           .wish_x = (float)agents->wish_x[i],
                           .wish_y = (float)agents->wish_y[i],
                           .serial = agents->serial[i]};
}

static void copy_walker(const cw_crowd *crowd, uint32_t i, cw_walker *walker) {
    const cw_crowd_columns *agents = &crowd->agents;
    const cw_crowd_portal *portal = next_portal(crowd, i);
    bool led = agents->state[i] == CW_AGENT_LED;
    walker->at = cw_crowd_at(crowd, i);
    walker->radius = agents->radius[i];
    walker->speed = agents->speed[i];
    walker->max_speed = agents->max_speed[i];
    walker->kth = agents->kth[i];
    walker->time_gap = agents->time_gap[i];
    walker->spread = agents->spread[i];
    walker->still = agents->still[i];
    walker->aim_time = agents->aim_time[i];
    walker->yield_until = agents->yield_until[i];
    walker->turned_until = agents->turned_until[i];
    walker->home = agents->home[i];
    walker->turn_to = CW_NONE;
    walker->cell = agents->cell[i];
    walker->model = agents->model[i];
    walker->goal_rule = agents->goal_rule[i];
    walker->flags = agents->flags[i];
    walker->velocity = (cw_vec2){agents->vx[i], agents->vy[i]};
    walker->goal = led ? (cw_vec2){agents->led_x[i], agents->led_y[i]}
                       : (cw_vec2){agents->goal_x[i], agents->goal_y[i]};
    walker->aim = (cw_vec2){agents->aim_x[i], agents->aim_y[i]};
    walker->yield = (cw_vec2){agents->yield_x[i], agents->yield_y[i]};
    walker->portal_at = portal != NULL ? agents->path_first[i] + agents->portal[i] : CW_NONE;
    if (portal != NULL) {
        walker->portal = *portal;
    }
    walker->idle =
        agents->state[i] == CW_AGENT_WALKING && crowd->time - agents->nearest_time[i] > JAM_TIME;
}

static cw_status copy_range(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    (void)context;
    cw_crowd *crowd = user;
    cw_crowd_grid *grid = &crowd->grid;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t at = grid->place[i];
        if (i + CW_AHEAD < end) {
            cw_grid_prefetch(grid, grid->place[i + CW_AHEAD]);
        }
        if (at == CW_NONE) {
            continue;
        }
        bool ghost = i >= crowd->agents.count;
        grid->bodies[at] =
            ghost ? crowd->ghosts.items[i - crowd->agents.count] : cw_grid_body(crowd, i);
        const cw_crowd_body *body = &grid->bodies[at];
        grid->x[at] = body->x;
        grid->y[at] = body->y;
        grid->discs[at] = (cw_disc){{body->x, body->y}, body->radius};
        if (!ghost) {
            copy_walker(crowd, i, &grid->walkers[at]);
        }
    }
    return CW_OK;
}

cw_status cw_grid_build(cw_crowd *crowd, const cw_crowd_survey *survey, double dt) {
    cw_crowd_grid *grid = &crowd->grid;
    uint32_t all = crowd->agents.count + crowd->ghosts.count;
    CW_TRY(reserve(crowd, all));
    if (survey->count == 0) {
        for (uint32_t i = 0; i < all; i++) {
            grid->place[i] = CW_NONE;
        }
        grid->count = 0;
        grid->columns = 0;
        grid->rows = 0;
        return CW_OK;
    }
    CW_TRY(shape(crowd, survey, dt));
    count_cells(crowd);
    give_places(crowd);
    grid->count = grid->first[grid->columns * grid->rows];
    return cw_crowd_share(crowd, all, GRAIN, copy_range, crowd);
}
