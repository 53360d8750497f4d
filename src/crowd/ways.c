/// Which way an agent is on: it wants one, is sent on one, and gives it back.
#include "crowd/lanes.h"

uint32_t cw_crowd_stop_of(const cw_crowd *crowd, uint32_t index) {
    const cw_crowd_columns *agents = &crowd->agents;
    return crowd->journeys.items[agents->journey[index]].first + agents->goal[index];
}

void cw_crowd_want_path(cw_crowd *crowd, uint32_t index) {
    if (!(crowd->agents.flags[index] & CW_FLAG_SEARCH)) {
        crowd->agents.flags[index] |= CW_FLAG_SEARCH;
        crowd->searching++;
    }
}

void cw_crowd_unwant_path(cw_crowd *crowd, uint32_t index) {
    if (crowd->agents.flags[index] & CW_FLAG_SEARCH) {
        crowd->agents.flags[index] &= (uint8_t)~CW_FLAG_SEARCH;
        crowd->searching--;
        if (crowd->search.serial == crowd->agents.serial[index]) {
            crowd->search.running = false; // it leads to another goal
        }
    }
}

void cw_crowd_end_search(cw_crowd *crowd, uint32_t index) {
    crowd->search.running = false;
    if (index != CW_NONE) {
        cw_crowd_unwant_path(crowd, index);
    }
}

/// It is no longer counted on a lane.
static void leave_lane(cw_crowd *crowd, uint32_t index) {
    cw_lane_walker *walker = cw_lane_walker_of(crowd, index);
    if (walker != NULL && walker->routed) {
        cw_roadmap_move(&crowd->lanes->traffic, walker->lane, CW_NONE);
        walker->routed = false;
    }
}

void cw_crowd_release_path(cw_crowd *crowd, uint32_t index) {
    cw_crowd_columns *agents = &crowd->agents;
    if (crowd->lanes != NULL) {
        leave_lane(crowd, index);
    }
    if (agents->path_first[index] != CW_NONE && agents->table[index] == CW_NONE) {
        cw_pool_give(crowd, agents->path_first[index], agents->path_count[index]);
    }
    agents->path_first[index] = CW_NONE;
    agents->table[index] = CW_NONE;
    agents->path_count[index] = 0;
    agents->portal[index] = 0;
    agents->flags[index] &= (uint8_t) ~(CW_FLAG_AIMED | CW_FLAG_SEES_GOAL);
}

void cw_crowd_turn_back(cw_crowd *crowd, uint32_t index) {
    cw_crowd_columns *agents = &crowd->agents;
    if (agents->home[index] != CW_NONE) {
        agents->target[index] = agents->home[index];
        agents->home[index] = CW_NONE;
    }
}

void cw_crowd_send(cw_crowd *crowd, uint32_t index, uint32_t target, double length) {
    cw_crowd_columns *agents = &crowd->agents;
    cw_crowd_end_search(crowd, index);
    if (agents->target[index] == CW_NONE) { // not another path to the same goal
        agents->shortest[index] += length;
        agents->nearest[index] = length;
        agents->nearest_time[index] = crowd->time;
    }
    agents->target[index] = target;
    if (agents->choice[index] == CW_NONE) {
        agents->home[index] = CW_NONE; // back on its own way
    }
    agents->remaining[index] = length;
    agents->state[index] = CW_AGENT_WALKING;
}
