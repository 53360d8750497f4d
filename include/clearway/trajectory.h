/// \file trajectory.h
/// Where everybody was, frame by frame: what a simulation gives, what files hold, what is drawn.
#ifndef CLEARWAY_TRAJECTORY_H
#define CLEARWAY_TRAJECTORY_H

#include "clearway/crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A list of names, one after the other in one block.
typedef struct cw_names {
    char *text; ///< names with their final NULs
    uint32_t text_size, text_capacity;
    uint32_t *first; ///< where each begins
    uint32_t count, capacity;
} cw_names;

/// Appends a name.
CW_API cw_status cw_names_add(cw_context *context, cw_names *names, const char *name);
/// The name with a number; "" when there is none.
CW_API const char *cw_names_get(const cw_names *names, uint32_t index);
/// The number of a name, or CW_NONE.
CW_API uint32_t cw_names_find(const cw_names *names, const char *name);
/// Frees a list; safe on a zeroed struct and safe twice.
CW_API void cw_names_free(cw_context *context, cw_names *names);

/// What became of an agent.
typedef enum cw_outcome {
    CW_OUTCOME_PRESENT = 0, ///< is on the floor, or was when the run ended
    CW_OUTCOME_ARRIVED,     ///< reached its last goal
    CW_OUTCOME_REMOVED,     ///< was taken out on the way
    CW_OUTCOME_STUCK,       ///< came no nearer to its goal, or has no way there; it stays
} cw_outcome;
/// "present", "arrived", "removed" or "stuck"; never NULL.
CW_API const char *cw_outcome_name(cw_outcome outcome);
/// The outcome of a name; false when there is none.
CW_API bool cw_outcome_from_name(const char *name, cw_outcome *outcome);

/// What does not change about an agent, and how it ended.
typedef struct cw_track_agent {
    uint32_t id;       ///< from 1
    uint32_t group;    ///< number of its group's name
    uint32_t model;    ///< cw_model, or CW_NONE where it is not known
    double radius;     ///< metres; 0 where it is not known
    double speed;      ///< metres per second it likes to walk; 0 where it is not known
    double max_speed;  ///< metres per second; 0 where it is not known
    double start, end; ///< seconds; `end` is below `start` while it is on the floor
    cw_outcome outcome;
    double walked;   ///< metres up to now; 0 where it is not known
    double shortest; ///< metres of the paths it found from its start and from each goal on, or 0
} cw_track_agent;

/// An agent in a frame.
typedef struct cw_track_point {
    uint32_t agent; ///< index of its cw_track_agent
    uint32_t cell;  ///< of the mesh, or CW_NONE where it is not known
    cw_vec3 position;
    cw_vec2 velocity; ///< metres per second
} cw_track_point;

/// One moment: everybody on the floor, in order of ids.
typedef struct cw_frame {
    uint32_t index; ///< from 0
    double time;    ///< seconds: index / fps
    const cw_track_point *points;
    uint32_t count;
    const uint32_t *changed; ///< agents that started or ended since the frame before
    uint32_t changed_count;
} cw_frame;

/// A whole run in memory.
typedef struct cw_trajectory {
    double fps; ///< frames per second
    cw_names groups;
    cw_track_agent *agents; ///< in order of ids
    uint32_t agent_count, agent_capacity;
    uint32_t *frame_first; ///< frame_count + 1 offsets into points, NULL without frames
    uint32_t frame_count, frame_capacity;
    cw_track_point *points;
    uint32_t point_count, point_capacity;
    bool level; ///< every height is the same
} cw_trajectory;

/// Starts a trajectory: copies groups and agents. Call again to take over what changed about them.
CW_API cw_status cw_trajectory_set_agents(cw_context *context, cw_trajectory *trajectory,
                                          const cw_names *groups, const cw_track_agent *agents,
                                          uint32_t agent_count);
/// Appends a frame; its index must be the next. CW_ERROR_LIMIT above 4,294,967,294 points.
CW_API cw_status cw_trajectory_add(cw_context *context, cw_trajectory *trajectory,
                                   const cw_frame *frame);
/// A frame of a trajectory; nobody has changed.
CW_API cw_frame cw_trajectory_frame(const cw_trajectory *trajectory, uint32_t index);
/// Fills what a file does not hold: velocities by central differences of positions; start, end and
/// outcome of agents by the frames they are in.
CW_API void cw_trajectory_complete(cw_trajectory *trajectory, bool velocities, bool times);
/// Frees a trajectory; safe on a zeroed struct and safe twice.
CW_API void cw_trajectory_free(cw_context *context, cw_trajectory *trajectory);

#ifdef __cplusplus
}
#endif

#endif
