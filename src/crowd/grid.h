/// The agents of a substep in the order of a grid.
///
/// Columns (agents.h) are read and written in order of serial numbers alone. In between, a substep
/// works on copies in the order of the grid, so that who is near in space is near in memory: bodies
/// are what others see of an agent and do not change while decisions are made; walkers are its own.
#ifndef CW_CROWD_GRID_H
#define CW_CROWD_GRID_H

#include "clearway/crowd_parts.h"

/// Most neighbours that a config may ask for, and most walls that are gathered.
enum { CW_MOST_NEIGHBOURS = 16, CW_MOST_WALLS = 10 };

/// What an agent decides and moves with; the same words as in the columns.
typedef struct cw_walker {
    // The move needs these alone.
    cw_vec2 at; ///< when it decides
    double radius;
    double wall;    ///< metres to the nearest wall, or to what is sure to be free
    cw_vec2 chosen; ///< metres per second
    double kth;
    uint32_t cell;
    uint8_t near_count;
    uint8_t casts; ///< of the move
    uint8_t hits;  ///< of these, walls
    uint8_t flags;

    cw_vec2 velocity;
    double speed, max_speed;
    double time_gap, spread, still;
    cw_vec2 wish;
    cw_vec2 goal; ///< where the path ends; without a journey, the velocity it is led by
    cw_vec2 aim;
    double aim_time;
    cw_vec2 yield;
    double yield_until, turned_until;
    uint32_t home;          ///< own target of who has turned round, or CW_NONE
    uint32_t turn_to;       ///< target of those with whom it turns round now, or CW_NONE
    cw_crowd_portal portal; ///< the next one, if there is one
    uint32_t portal_at;     ///< of the next one in the pool, or CW_NONE
    uint8_t model, goal_rule;
    uint8_t overlaps; ///< somebody else
    uint8_t idle;     ///< came no nearer to its goal for long
    uint8_t jammed;   ///< though nobody it sees goes before it
    uint8_t lost;     ///< though nobody is near
    uint8_t trouble;  ///< 1: the program had no solution, 2: nor with right of way
} cw_walker;

/// Where a body is while some have moved and others have not.
typedef struct cw_disc {
    cw_vec2 at;
    double radius;
} cw_disc;

/// Agents and ghosts in square cells, sorted by cell and then by serial number.
typedef struct cw_crowd_grid {
    double side, inverse; ///< metres; 1 / side
    int64_t left, bottom; ///< cell of the low corner, in cells from the origin
    uint32_t columns, rows;
    uint32_t *first; ///< columns * rows + 1 offsets
    uint32_t first_capacity;
    uint32_t count; ///< agents and ghosts
    double *x, *y;  ///< in order, at the start of the substep
    cw_disc *discs;
    cw_crowd_body *bodies;
    cw_walker *walkers;
    uint32_t *turn;  ///< places of each cell in the order in which they move
    uint32_t *place; ///< per agent, then per ghost: where it lies in the order, or CW_NONE
    uint32_t *cell;  ///< per agent, then per ghost: its grid cell
    uint32_t *near;  ///< places of the neighbours, config.neighbours each, nearest first
    uint32_t capacity;
    uint32_t near_capacity;
    double largest_radius;
    double largest_move; ///< metres that anyone can go in this substep
    double last_move;    ///< that anyone went in the last one
    double last_dt;      ///< seconds of the last substep
} cw_crowd_grid;

/// Asks for the memory of who is handled some agents later: they lie scattered, and waiting for
/// memory would take longer than the work.
enum { CW_AHEAD = 8, CW_LINE = 64 };
static inline void cw_grid_prefetch(const cw_crowd_grid *grid, uint32_t place) {
    if (place != CW_NONE) {
        for (size_t i = 0; i < sizeof(cw_walker); i += CW_LINE) {
            __builtin_prefetch((const char *)&grid->walkers[place] + i);
        }
    }
}

/// Surveys the agents (grid.c), sorts them and the ghosts.
void cw_grid_survey(const cw_crowd *crowd, cw_crowd_survey *survey);
/// The side of the cells that suits all agents.
double cw_grid_side(const cw_crowd *crowd, const cw_crowd_survey *survey, double dt);
cw_status cw_grid_build(cw_crowd *crowd, const cw_crowd_survey *survey, double dt);
void cw_grid_free(cw_crowd *crowd);
size_t cw_grid_bytes(const cw_crowd_grid *grid);
/// What others see of an agent.
cw_crowd_body cw_grid_body(const cw_crowd *crowd, uint32_t index);

/// The neighbours of the agent at a place of the order into grid.near; sets near_count and kth
/// (neighbours.c).
void cw_grid_find_neighbours(cw_crowd *crowd, uint32_t place);
/// Everybody within a distance of a position at the start of the substep: places, at most
/// `capacity`; returns how many there are.
uint32_t cw_grid_within(const cw_crowd *crowd, cw_vec2 at, double distance, uint32_t *found,
                        uint32_t capacity);

#endif
