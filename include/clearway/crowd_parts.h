/// \file crowd_parts.h
/// One substep of a crowd in pieces, for a driver that spreads a crowd over several machines.
///
/// Each machine has the whole mesh, the same targets and journeys registered in the same order, the
/// same config, and a crowd with the agents it owns. In each substep:
///
///   1. cw_crowd_begin() starts agents and searches paths. Merge the surveys of all crowds, and
///      give everybody the sum.
///   2. Agents of one square cell move one after the other, so one crowd has to own them all:
///      cw_crowd_cell_side() gives its side, cw_crowd_take() and cw_crowd_give() change owners.
///   3. cw_crowd_export() what others have to know, cw_crowd_import_ghosts() what they sent: all
///      agents within `sight`, and at least 4 (largest radius + largest move), of an own one.
///   4. cw_crowd_decide().
///   5. cw_crowd_move_color() four times; after each, cw_crowd_export() again and
///      cw_crowd_update_ghosts().
///   6. cw_crowd_finish().
///
/// The result has the bytes of cw_crowd_step() on one crowd with all agents, which calls the same
/// pieces. This holds as long as all searches end within their substep, no goal has several targets
/// (a crowd counts its own queues only), and agents that wait for room at one place belong to one
/// crowd.
#ifndef CLEARWAY_CROWD_PARTS_H
#define CLEARWAY_CROWD_PARTS_H

#include "clearway/crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What others have to know of an agent. Plain data, may be sent as it is.
typedef struct cw_crowd_body {
    double x, y;          ///< metres, local
    double vx, vy;        ///< metres per second, as others see them: of who overlaps, what it wants
    double radius;        ///< metres
    double remaining;     ///< metres left to its goal
    uint32_t target;      ///< where it goes, or CW_NONE
    uint32_t edge;        ///< of its next portal, or CW_NONE
    uint32_t index;       ///< of the agent in its own crowd; a ghost has CW_NONE
    uint8_t state;        ///< cw_agent_state
    uint8_t backs;        ///< 1 when it makes way for people who come against it
    uint8_t jammed;       ///< 1 when it comes no nearer to its goal, though nobody goes before it
    uint8_t turned;       ///< 1 when it goes where those go who came against it
    float wish_x, wish_y; ///< where it would go if it were alone
    double z;             ///< metres: height of the floor
    double turned_until;  ///< seconds: of who has turned, when it goes its own way again
    uint64_t serial;
} cw_crowd_body;

/// What a substep has to know of all agents.
typedef struct cw_crowd_survey {
    cw_vec2 low, high; ///< metres, local: the box of all on the floor; low above high when none is
    double radius;     ///< metres: the largest
    double speed;      ///< metres per second: the largest maximum
    double move;       ///< metres: the farthest that anyone went in the last substep
    uint64_t count;    ///< on the floor
    uint64_t known;    ///< with as many neighbours as they can have
    uint64_t distance; ///< 1/1024 metres: sum of the distances of the last of these
} cw_crowd_survey;

/// Begins a substep of `dt` seconds, above 0 and at most config.max_substep: who starts, and paths.
/// Agents must not be added, removed or changed until it is finished.
CW_API cw_status cw_crowd_begin(cw_crowd *crowd, double dt, cw_crowd_survey *survey);
/// Adds a survey to another.
CW_API void cw_crowd_merge_surveys(cw_crowd_survey *sum, const cw_crowd_survey *other);

/// Metres: the side of the square cells of this substep, which has begun, for the survey of all
/// crowds. A local position lies in column floor(x (1 / side)) and row floor(y (1 / side)).
CW_API double cw_crowd_cell_side(const cw_crowd *crowd, const cw_crowd_survey *survey);

/// The own agents whose centers were in a box when the substep began, ends included, in order of
/// serial numbers and as they stand now: at most `capacity` of them; `count` receives how many
/// there are.
CW_API cw_status cw_crowd_export(const cw_crowd *crowd, cw_vec2 low, cw_vec2 high,
                                 cw_crowd_body *bodies, uint32_t capacity, uint32_t *count);
/// Takes agents of other crowds as ghosts for this substep, in any order. Replaces earlier ones.
CW_API cw_status cw_crowd_import_ghosts(cw_crowd *crowd, const cw_crowd_body *bodies,
                                        uint32_t count);
/// Everybody chooses a velocity. `survey` is that of all crowds.
CW_API cw_status cw_crowd_decide(cw_crowd *crowd, const cw_crowd_survey *survey);
/// Moves the agents of one of four colors of the grid; called with `turn` 0, 1, 2 and 3.
CW_API cw_status cw_crowd_move_color(cw_crowd *crowd, uint32_t turn);
/// Moves ghosts to where they are now; bodies that are no ghosts here are left alone.
CW_API cw_status cw_crowd_update_ghosts(cw_crowd *crowd, const cw_crowd_body *bodies,
                                        uint32_t count);
/// Ends the substep: velocities, cells, arrivals. Ghosts go.
CW_API cw_status cw_crowd_finish(cw_crowd *crowd);

/// Takes an agent out of a crowd, before it decides, with its goals and its path: at most
/// `capacity` bytes, which only a crowd of the same version on the same kind of machine can read.
/// `size` receives how many there are; CW_ERROR_LIMIT, and nothing changed, when that is more than
/// `capacity`.
CW_API cw_status cw_crowd_take(cw_crowd *crowd, cw_agent agent, void *bytes, size_t capacity,
                               size_t *size);
/// Gives an agent that was taken to a crowd; `agent` receives its new handle. CW_ERROR_INPUT when
/// the bytes do not fit this crowd.
CW_API cw_status cw_crowd_give(cw_crowd *crowd, const void *bytes, size_t size, cw_agent *agent);

#ifdef __cplusplus
}
#endif

#endif
