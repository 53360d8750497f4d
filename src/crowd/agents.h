/// What is kept of every agent: columns in order of their serial numbers. Whatever order agents
/// were added in, the arrays are the same.
#ifndef CW_CROWD_AGENTS_H
#define CW_CROWD_AGENTS_H

#include "clearway/crowd.h"

/// The columns of the agents.
#define CW_CROWD_COLUMNS(X)                                                               \
    X(double, x) /* local */                                                              \
    X(double, y)                                                                          \
    X(double, z)  /* height of the floor */                                               \
    X(double, vx) /* as moved in the last substep */                                      \
    X(double, vy)                                                                         \
    X(double, wish_x) /* if it were alone */                                              \
    X(double, wish_y)                                                                     \
    X(double, new_vx) /* chosen, before the move */                                       \
    X(double, new_vy)                                                                     \
    X(double, radius)                                                                     \
    X(double, speed)                                                                      \
    X(double, max_speed)                                                                  \
    X(double, time_gap)                                                                   \
    X(double, spread)                                                                     \
    X(double, remaining) /* to the goal along the path */                                 \
    X(double, kth)       /* distance of the last of all neighbours; INFINITY for fewer */ \
    X(double, walked)                                                                     \
    X(double, shortest)                                                                   \
    X(double, start_time)                                                                 \
    X(double, goal_x) /* where the path ends, local */                                    \
    X(double, goal_y)                                                                     \
    X(double, aim_x) /* where the funnel closes, or the goal */                           \
    X(double, aim_y)                                                                      \
    X(double, aim_time) /* when that was found */                                         \
    X(double, led_x)    /* the wish of those without a journey */                         \
    X(double, led_y)                                                                      \
    X(double, still)   /* seconds for which it hardly moved */                            \
    X(double, yield_x) /* away from whom it yields to */                                  \
    X(double, yield_y)                                                                    \
    X(double, yield_until)                                                                \
    X(double, turned_until) /* when who has turned round goes its own way again */        \
    X(double, wait_until)                                                                 \
    X(double, nearest)      /* least `remaining` so far */                                \
    X(double, nearest_time) /* when that was */                                           \
    X(double, replan_time)  /* when it may be searched again for being stuck */           \
    X(double, choose_time)  /* when it thinks again of where to go; 0 before the first */ \
    X(double, choose_rest)  /* `remaining` when it did so last */                         \
    X(uint64_t, serial)                                                                   \
    X(cw_agent, agent)                                                                    \
    X(uint32_t, cell)                                                                     \
    X(uint32_t, path_first) /* in the pool of portals */                                  \
    X(uint32_t, path_count)                                                               \
    X(uint32_t, table)  /* of routes, to which the portals belong, or CW_NONE */          \
    X(uint32_t, portal) /* the next one of the path */                                    \
    X(uint32_t, journey)                                                                  \
    X(uint32_t, goal)   /* goals that were reached */                                     \
    X(uint32_t, target) /* to which the path leads, or CW_NONE */                         \
    X(uint32_t, choice) /* the only target to search for, or CW_NONE */                   \
    X(uint32_t, home)   /* own target of who has turned round, or CW_NONE */              \
    X(uint16_t, group)                                                                    \
    X(uint8_t, state)                                                                     \
    X(uint8_t, model)                                                                     \
    X(uint8_t, goal_rule)                                                                 \
    X(uint8_t, at_end)                                                                    \
    X(uint8_t, flags)                                                                     \
    X(uint8_t, overlaps) /* somebody else, when it decided */                             \
    X(uint8_t, jammed)   /* it came no nearer for long, though it led */                  \
    X(uint8_t, news)     /* of the last move, CW_NEWS */

enum {
    CW_FLAG_SEARCH = 1,        ///< wants a path
    CW_FLAG_WAIT_FOR_ROOM = 2, ///< as in cw_agent_config
    CW_FLAG_STUCK = 4,         ///< reported as such
    CW_FLAG_AIMED = 8,         ///< aim_x, aim_y hold for the present portal
    CW_FLAG_SEES_GOAL = 16,    ///< the aim is the goal itself, or the wall that is it
    CW_FLAG_GONE = 32,         ///< removed, still in the arrays
    CW_FLAG_ALONE = 64,        ///< takes no shared route
    CW_FLAG_BACKS = 128,       ///< makes way for people who come against it
};

/// What a move led to, for the events (track.c).
enum {
    CW_NEWS_THERE = 1,  ///< it has reached its goal
    CW_NEWS_LOST = 2,   ///< it has lost its corridor
    CW_NEWS_IDLE = 4,   ///< it makes no progress
    CW_NEWS_WAITED = 8, ///< it has waited long enough
    CW_NEWS_TURN = 16,  ///< it turns round
    CW_NEWS_RETURN = 32 ///< it goes its own way again
};

#define CW_CROWD_FIELD(type, name) type *name;
typedef struct cw_crowd_columns {
    uint32_t count, capacity;
    CW_CROWD_COLUMNS(CW_CROWD_FIELD)
} cw_crowd_columns;
#undef CW_CROWD_FIELD

#endif
