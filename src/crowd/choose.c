/// Leaving a queue: an agent that may choose between several targets thinks again now and then.
///
/// Every few seconds, who got ahead at less than half its speed compares. What is left of its way
/// takes the time to walk it, and the time that those who are nearer to that target need to pass
/// the narrowest part of the way. A path to the target that promises most is searched; it is taken
/// when it saves enough. The queue before a distance is read from counts of all agents by how far
/// they have to go to which target.
#include "crowd/crowd.h"

/// Seconds between two thoughts; the share of the time that another way may take to be worth it;
/// the part of its speed at which somebody is content.
static const double CHOOSE_EVERY = 5, WORTH_IT = 0.8, CONTENT = 0.5;
/// People per second and metre that pass a narrow place.
static const double SPECIFIC_FLOW = 1.3;
/// Counts by distance: how many of them, metres of each.
enum { BINS = 64 };
static const double BIN = 2;

static uint32_t bin_of(double distance) {
    double bin = distance / BIN;
    return bin < BINS - 1 ? (uint32_t)cw_most(bin, 0) : BINS - 1;
}

/// Counts those on their way to each target by what is left of it.
static cw_status count_queues(cw_crowd *crowd) {
    const cw_crowd_columns *agents = &crowd->agents;
    size_t needed = (size_t)crowd->targets.count * BINS;
    CW_TRY(CW_ARRAY_RESERVE(crowd->context, &crowd->queues, needed));
    crowd->queues.count = (uint32_t)needed;
    for (size_t i = 0; i < needed; i++) {
        crowd->queues.items[i] = 0;
    }
    for (uint32_t i = 0; i < agents->count; i++) {
        if (agents->state[i] == CW_AGENT_WALKING && agents->target[i] != CW_NONE) {
            size_t row = (size_t)agents->target[i] * BINS;
            crowd->queues.items[row + bin_of(agents->remaining[i])]++;
        }
    }
    return CW_OK;
}

/// How long a way takes: to walk it, and for those who are nearer to pass its narrowest part.
static double time_of(const cw_crowd *crowd, double speed, uint32_t target, double length,
                      double width) {
    uint32_t ahead = 0, last = bin_of(length);
    size_t row = (size_t)target * BINS;
    for (uint32_t i = 0; i < last && row < crowd->queues.count; i++) { // none of who came just now
        ahead += crowd->queues.items[row + i];
    }
    return length / speed + ahead / (SPECIFIC_FLOW * width);
}

/// The width of a target itself.
static double target_width(const cw_crowd *crowd, uint32_t target) {
    const cw_aim_target *aim = &crowd->targets.items[target];
    const cw_vec3 *ends = crowd->target_points.items + aim->first;
    return aim->kind == CW_TARGET_SEGMENT
               ? cw_vec2_distance(cw_crowd_flat(ends[0]), cw_crowd_flat(ends[1]))
               : INFINITY;
}

double cw_crowd_chain_width(const cw_crowd *crowd, uint32_t portal, double radius) {
    double width = INFINITY;
    for (uint32_t i = portal; i != CW_NONE; i = crowd->pool.after.items[i]) {
        const cw_crowd_portal *p = &crowd->pool.portals.items[i];
        double usable = cw_vec2_distance(p->right, p->left);
        width = p->edge != CW_NONE ? cw_least(width, usable + 2 * radius) : width;
    }
    return width;
}

double cw_crowd_path_width(const cw_path *path, double radius) {
    double width = INFINITY;
    for (uint32_t i = 0; i < path->portal_count; i++) {
        const cw_vec3 *usable = path->portals[i].usable;
        cw_vec2 side = cw_vec2_sub(cw_crowd_flat(usable[0]), cw_crowd_flat(usable[1]));
        width = cw_least(width, cw_vec2_length(side) + 2 * radius);
    }
    return width;
}

/// How long the rest of an agent's own way takes.
static double own_time(const cw_crowd *crowd, uint32_t index) {
    const cw_crowd_columns *agents = &crowd->agents;
    double width = target_width(crowd, agents->target[index]);
    if (agents->portal[index] < agents->path_count[index]) {
        uint32_t next = agents->path_first[index] + agents->portal[index];
        width = cw_least(width, cw_crowd_chain_width(crowd, next, agents->radius[index]));
    }
    return time_of(crowd, agents->speed[index], agents->target[index], agents->remaining[index],
                   width);
}

bool cw_crowd_is_worth_it(cw_crowd *crowd, uint32_t index, uint32_t target, double length,
                          double width) {
    width = cw_least(width, target_width(crowd, target));
    double time = time_of(crowd, crowd->agents.speed[index], target, length, width);
    return time < WORTH_IT * own_time(crowd, index);
}

/// The least time that a way to another target can take, by the straight line.
static double least_time(const cw_crowd *crowd, uint32_t index, const cw_aim_places *places) {
    double nearest = INFINITY;
    for (uint32_t i = 0; i < places->count; i++) {
        cw_vec2 at = cw_crowd_flat(crowd->place_points.items[places->first + i]);
        nearest = cw_least(nearest, cw_vec2_distance(cw_crowd_at(crowd, index), at));
    }
    return places->count == 0 ? INFINITY
                              : time_of(crowd, crowd->agents.speed[index], places->target, nearest,
                                        target_width(crowd, places->target));
}

/// Asks for a path to the target that promises most.
static cw_status compare(cw_crowd *crowd, uint32_t index) {
    cw_crowd_columns *agents = &crowd->agents;
    cw_stop stop = crowd->stops.items[cw_crowd_stop_of(crowd, index)];
    double least = WORTH_IT * own_time(crowd, index);
    for (uint32_t i = 0; i < stop.count; i++) {
        uint32_t target = crowd->stop_targets.items[stop.first + i];
        cw_aim_places places;
        CW_TRY(cw_crowd_find_places(crowd, target, agents->radius[index], &places));
        double time = least_time(crowd, index, &places);
        if (target != agents->target[index] && time < least) {
            least = time;
            agents->choice[index] = target;
            cw_crowd_want_path(crowd, index);
        }
    }
    return CW_OK;
}

/// Whether it is time for an agent to think again, and it has reason to.
static bool is_due(cw_crowd *crowd, uint32_t index) {
    cw_crowd_columns *agents = &crowd->agents;
    if (agents->state[index] != CW_AGENT_WALKING || agents->home[index] != CW_NONE ||
        crowd->time < agents->choose_time[index]) {
        return false;
    }
    double before = agents->choose_rest[index], now = agents->remaining[index];
    double phase = cw_crowd_unit(crowd->config.seed, agents->serial[index], 3);
    bool first = !(agents->choose_time[index] > 0);
    agents->choose_time[index] = crowd->time + CHOOSE_EVERY * (first ? phase : 1);
    agents->choose_rest[index] = now;
    return !first && before - now < CONTENT * agents->speed[index] * CHOOSE_EVERY &&
           agents->speed[index] > 0 && !(agents->flags[index] & CW_FLAG_SEARCH) &&
           crowd->stops.items[cw_crowd_stop_of(crowd, index)].count > 1;
}

cw_status cw_crowd_choose_all(cw_crowd *crowd) {
    bool counted = false;
    for (uint32_t i = 0; i < crowd->agents.count; i++) {
        if (is_due(crowd, i)) {
            if (!counted) {
                CW_TRY(count_queues(crowd));
                counted = true;
            }
            CW_TRY(compare(crowd, i));
        }
    }
    return CW_OK;
}
