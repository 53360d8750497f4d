/// A run in memory: points frame after frame, agents in order of ids.
#include "clearway/trajectory.h"

#include "base/memory.h"

#include <string.h>

static const char *const outcome_names[] = {"present", "arrived", "removed", "stuck"};
enum { OUTCOME_COUNT = sizeof outcome_names / sizeof outcome_names[0] };

const char *cw_outcome_name(cw_outcome outcome) {
    return (unsigned)outcome < OUTCOME_COUNT ? outcome_names[outcome] : "unknown";
}

bool cw_outcome_from_name(const char *name, cw_outcome *outcome) {
    for (int i = 0; i < OUTCOME_COUNT; i++) {
        if (strcmp(name, outcome_names[i]) == 0) {
            *outcome = (cw_outcome)i;
            return true;
        }
    }
    return false;
}

static cw_status copy_names(cw_context *context, cw_names *to, const cw_names *from) {
    for (uint32_t i = to->count; i < from->count; i++) {
        CW_TRY(cw_names_add(context, to, cw_names_get(from, i)));
    }
    return CW_OK;
}

cw_status cw_trajectory_set_agents(cw_context *context, cw_trajectory *trajectory,
                                   const cw_names *groups, const cw_track_agent *agents,
                                   uint32_t agent_count) {
    CW_TRY(copy_names(context, &trajectory->groups, groups));
    CW_TRY(CW_RESERVE(context, trajectory->agents, trajectory->agent_capacity, agent_count));
    if (agent_count > 0) {
        memcpy(trajectory->agents, agents, agent_count * sizeof *agents);
    }
    trajectory->agent_count = agent_count;
    return CW_OK;
}

cw_status cw_trajectory_add(cw_context *context, cw_trajectory *trajectory, const cw_frame *frame) {
    if (frame->index != trajectory->frame_count) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "frame %u is given where the next one is %u",
                       frame->index, trajectory->frame_count);
    }
    size_t needed = (size_t)trajectory->point_count + frame->count;
    if (needed >= CW_NONE) {
        return cw_fail(context, CW_ERROR_LIMIT, "more than 4294967294 positions in a trajectory");
    }
    CW_TRY(CW_RESERVE(context, trajectory->points, trajectory->point_capacity, needed));
    CW_TRY(CW_RESERVE(context, trajectory->frame_first, trajectory->frame_capacity,
                      (size_t)trajectory->frame_count + 2));
    if (frame->count > 0) {
        memcpy(trajectory->points + trajectory->point_count, frame->points,
               frame->count * sizeof *frame->points);
    }
    trajectory->frame_first[trajectory->frame_count++] = trajectory->point_count;
    trajectory->point_count = (uint32_t)needed;
    trajectory->frame_first[trajectory->frame_count] = trajectory->point_count;
    return CW_OK;
}

cw_frame cw_trajectory_frame(const cw_trajectory *trajectory, uint32_t index) {
    CW_ASSERT(index < trajectory->frame_count);
    uint32_t first = trajectory->frame_first[index];
    return (cw_frame){.index = index,
                      .time = index / trajectory->fps,
                      .points = trajectory->points != NULL ? trajectory->points + first : NULL,
                      .count = trajectory->frame_first[index + 1] - first};
}

/// The point of an agent in a frame; points are in order of agents.
static const cw_track_point *find_point(const cw_trajectory *trajectory, uint32_t frame,
                                        uint32_t agent) {
    uint32_t low = trajectory->frame_first[frame], high = trajectory->frame_first[frame + 1];
    uint32_t end = high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (trajectory->points[middle].agent < agent) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < end && trajectory->points[low].agent == agent;
    return found ? &trajectory->points[low] : NULL;
}

static void complete_point(cw_trajectory *trajectory, uint32_t frame, cw_track_point *point) {
    const cw_track_point *before = frame > 0 ? find_point(trajectory, frame - 1, point->agent) : 0;
    const cw_track_point *after = frame + 1 < trajectory->frame_count
                                      ? find_point(trajectory, frame + 1, point->agent)
                                      : NULL;
    double seconds = ((before != NULL ? 1 : 0) + (after != NULL ? 1 : 0)) / trajectory->fps;
    const cw_track_point *from = before != NULL ? before : point;
    const cw_track_point *to = after != NULL ? after : point;
    if (seconds > 0) {
        point->velocity = (cw_vec2){(to->position.x - from->position.x) / seconds,
                                    (to->position.y - from->position.y) / seconds};
    }
}

static void complete_velocities(cw_trajectory *trajectory) {
    for (uint32_t frame = 0; frame < trajectory->frame_count; frame++) {
        uint32_t end = trajectory->frame_first[frame + 1];
        for (uint32_t i = trajectory->frame_first[frame]; i < end; i++) {
            complete_point(trajectory, frame, &trajectory->points[i]);
        }
    }
}

static void complete_times(cw_trajectory *trajectory) {
    for (uint32_t i = 0; i < trajectory->agent_count; i++) {
        trajectory->agents[i].start = -1;
    }
    for (uint32_t frame = 0; frame < trajectory->frame_count; frame++) {
        double time = frame / trajectory->fps;
        uint32_t end = trajectory->frame_first[frame + 1];
        for (uint32_t i = trajectory->frame_first[frame]; i < end; i++) {
            cw_track_agent *agent = &trajectory->agents[trajectory->points[i].agent];
            agent->start = agent->start < 0 ? time : agent->start;
            agent->end = time;
        }
    }
    double last = trajectory->frame_count > 0 ? (trajectory->frame_count - 1) / trajectory->fps : 0;
    for (uint32_t i = 0; i < trajectory->agent_count; i++) {
        cw_track_agent *agent = &trajectory->agents[i];
        if (agent->end < last) {
            agent->outcome = CW_OUTCOME_ARRIVED;
        } else {
            agent->end = agent->start - 1;
        }
    }
}

void cw_trajectory_complete(cw_trajectory *trajectory, bool velocities, bool times) {
    if (velocities) {
        complete_velocities(trajectory);
    }
    if (times) {
        complete_times(trajectory);
    }
}

void cw_trajectory_free(cw_context *context, cw_trajectory *trajectory) {
    cw_names_free(context, &trajectory->groups);
    CW_RELEASE(context, trajectory->agents, trajectory->agent_capacity);
    CW_RELEASE(context, trajectory->frame_first, trajectory->frame_capacity);
    CW_RELEASE(context, trajectory->points, trajectory->point_capacity);
    *trajectory = (cw_trajectory){0};
}
