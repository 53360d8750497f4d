/// Path searches, in order of serial numbers, as many as the budget of a substep allows.
///
/// The budget counts expansions, not time, so that every machine finds the same paths in the same
/// substep. A search that does not end within it goes on in the next. Its agent may have been moved
/// in between: then the corridor does not start in its cell, and it is searched for again.
#include "crowd/lanes.h"

/// What a search takes from the budget beside its expansions.
static const uint32_t SEARCH_COST = 16;
/// Metres by which the start may be moved to a valid place: rounding.
static const double START_REACH = 1e-6;

static uint32_t next_waiting(const cw_crowd *crowd, uint32_t from) {
    const cw_crowd_columns *agents = &crowd->agents;
    while (from < agents->count && !(agents->flags[from] & CW_FLAG_SEARCH)) {
        from++;
    }
    return from;
}

static uint32_t find_serial(const cw_crowd *crowd, uint64_t serial) {
    uint32_t low = 0, high = crowd->agents.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (crowd->agents.serial[middle] < serial) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < crowd->agents.count && crowd->agents.serial[low] == serial ? low : CW_NONE;
}

/// Adds the places of a target to the goals of the search.
static cw_status add_goals(cw_crowd *crowd, uint32_t target) {
    cw_crowd_search *search = &crowd->search;
    cw_aim_places places;
    CW_TRY(cw_crowd_find_places(crowd, target, search->radius, &places));
    for (uint32_t k = 0; k < places.count; k++) {
        CW_TRY(CW_ARRAY_PUSH(crowd->context, &search->goals,
                             crowd->place_points.items[places.first + k]));
        CW_TRY(CW_ARRAY_PUSH(crowd->context, &search->targets, target));
    }
    return CW_OK;
}

/// All places of all targets of an agent's present goal, or of the one that it has chosen, which
/// is another's where it has turned round.
static cw_status collect_goals(cw_crowd *crowd, uint32_t index) {
    cw_stop stop = crowd->stops.items[cw_crowd_stop_of(crowd, index)];
    uint32_t choice = crowd->agents.choice[index];
    crowd->search.goals.count = 0;
    crowd->search.targets.count = 0;
    if (choice != CW_NONE) {
        return add_goals(crowd, choice);
    }
    for (uint32_t i = 0; i < stop.count; i++) {
        CW_TRY(add_goals(crowd, crowd->stop_targets.items[stop.first + i]));
    }
    return CW_OK;
}

static cw_status give_up(cw_crowd *crowd, uint32_t index) {
    cw_crowd_end_search(crowd, index);
    cw_crowd_release_path(crowd, index);
    cw_crowd_turn_back(crowd, index);
    crowd->agents.state[index] = CW_AGENT_NO_WAY;
    return cw_crowd_tell(crowd, CW_EVENT_NO_WAY, index);
}

/// Whether an agent looks for a way of others, and not for one back to its own.
static bool is_turned(const cw_crowd *crowd, uint32_t index) {
    return crowd->agents.home[index] != CW_NONE && crowd->agents.choice[index] != CW_NONE;
}

/// Whether an agent may take a shared route.
static bool may_share(const cw_crowd *crowd, uint32_t index) {
    return crowd->config.shared_routes && !is_turned(crowd, index) &&
           !(crowd->agents.flags[index] & CW_FLAG_ALONE) &&
           crowd->agents.goal_rule[index] != CW_GOAL_SIMPLE_SHRINK;
}

static cw_status begin_search(cw_crowd *crowd, uint32_t index, cw_path *path) {
    const cw_crowd_columns *agents = &crowd->agents;
    cw_crowd_search *search = &crowd->search;
    search->radius = agents->radius[index];
    CW_TRY(collect_goals(crowd, index));
    *path = (cw_path){.status = CW_PATH_FAILED};
    if (search->goals.count == 0) {
        return CW_OK;
    }
    search->start = (cw_vec3){agents->x[index], agents->y[index], agents->z[index]};
    search->serial = agents->serial[index];
    cw_path_request request = cw_path_request_default();
    request.start = search->start;
    request.goals = search->goals.items;
    request.goal_count = search->goals.count;
    request.radius = search->radius;
    request.reach = START_REACH;
    request.links = CW_LINKS_NONE; /* agents walk on floors */
    if (!search->reserved) {
        CW_TRY(cw_query_reserve(crowd->query, 0));
        search->reserved = true;
    }
    CW_TRY(cw_query_begin(crowd->query, &request, path));
    search->running = true;
    crowd->stats.searches++;
    return CW_OK;
}

/// Whether a search was for leaving a queue; what it found (length INFINITY: nothing) is taken only
/// if it is worth it.
static bool stays_in_queue(cw_crowd *crowd, uint32_t index, double length, double width) {
    cw_crowd_columns *agents = &crowd->agents;
    uint32_t choice = agents->choice[index];
    if (agents->state[index] != CW_AGENT_WALKING || choice == CW_NONE ||
        choice == agents->target[index] || agents->home[index] != CW_NONE) {
        return false;
    }
    if (length < INFINITY && cw_crowd_is_worth_it(crowd, index, choice, length, width)) {
        agents->nearest[index] = length; // the way to go is another one
        agents->nearest_time[index] = crowd->time;
        return false;
    }
    agents->choice[index] = agents->target[index];
    return true;
}

/// The shortest way to the present goal of somebody who has been sent over lanes instead: what its
/// way is compared with.
static cw_status compare_way(cw_crowd *crowd, uint32_t index, double before) {
    cw_path path;
    CW_TRY(begin_search(crowd, index, &path));
    while (path.status == CW_PATH_RUNNING) {
        CW_TRY(cw_query_step(crowd->query, UINT32_MAX, &path));
    }
    crowd->search.running = false;
    if (path.status == CW_PATH_FOUND) {
        crowd->agents.shortest[index] = before + path.length;
    }
    return CW_OK;
}

/// A way over lanes, where the roadmap has one.
static cw_status take_lanes(cw_crowd *crowd, uint32_t index, uint32_t *budget, bool *taken) {
    uint32_t looked_at = SEARCH_COST;
    double before = crowd->agents.shortest[index];
    bool first = crowd->agents.target[index] == CW_NONE;
    CW_TRY(cw_lanes_take(crowd, index, &looked_at, taken));
    *budget -= looked_at < *budget ? looked_at : *budget;
    return *taken && first ? compare_way(crowd, index, before) : CW_OK;
}

static cw_status take_path(cw_crowd *crowd, uint32_t index, const cw_path *path) {
    bool found = path->status == CW_PATH_FOUND;
    if (stays_in_queue(crowd, index, found ? path->length : INFINITY,
                       found ? cw_crowd_path_width(path, crowd->agents.radius[index]) : 0)) {
        cw_crowd_end_search(crowd, index);
        return CW_OK;
    }
    if (!found && crowd->agents.choice[index] != CW_NONE) {
        crowd->search.running = false; // any other target then
        crowd->agents.choice[index] = CW_NONE;
        return CW_OK;
    }
    if (!found) {
        return give_up(crowd, index);
    }
    uint32_t target = crowd->search.targets.items[path->goal_index];
    CW_TRY(cw_crowd_keep_path(crowd, index, path, target));
    cw_crowd_send(crowd, index, target, path->length);
    return CW_OK;
}

/// A shared route; where its table has none, the agent searches alone from now on. What it takes
/// does not count, so that everybody starts at once.
static cw_status take_shared(cw_crowd *crowd, uint32_t index) {
    cw_crowd_columns *agents = &crowd->agents;
    cw_route route;
    CW_TRY(cw_crowd_find_route(crowd, index, agents->choice[index], &route));
    bool found = route.portal != CW_NONE;
    double width = 0;
    if (found && agents->choice[index] != CW_NONE) {
        uint32_t first = crowd->tables.items[route.table].first;
        width = cw_crowd_chain_width(crowd, first + route.portal, agents->radius[index]);
    }
    if (stays_in_queue(crowd, index, found ? route.length : INFINITY, width)) {
        cw_crowd_end_search(crowd, index);
    } else if (found) {
        cw_crowd_take_route(crowd, index, &route);
    } else if (agents->choice[index] != CW_NONE) {
        agents->choice[index] = CW_NONE; // any other target then
    } else {
        agents->flags[index] |= CW_FLAG_ALONE;
    }
    return CW_OK;
}

/// Goes on with a search, or begins the next; lowers the budget by what it took.
static cw_status advance(cw_crowd *crowd, uint32_t *cursor, uint32_t *budget) {
    cw_crowd_search *search = &crowd->search;
    uint32_t index = search->running ? find_serial(crowd, search->serial) : CW_NONE;
    cw_path path = {0};
    uint32_t before = 0;
    if (index == CW_NONE || !(crowd->agents.flags[index] & CW_FLAG_SEARCH)) {
        search->running = false;
        index = *cursor = next_waiting(crowd, *cursor);
        if (index == crowd->agents.count) {
            *budget = 0;
            return CW_OK;
        }
        bool taken = false;
        if (crowd->lanes != NULL && !is_turned(crowd, index)) {
            CW_TRY(take_lanes(crowd, index, budget, &taken));
        }
        if (taken) {
            return CW_OK;
        }
        if (may_share(crowd, index)) {
            return take_shared(crowd, index);
        }
        CW_TRY(begin_search(crowd, index, &path));
    } else {
        before = search->expansions;
        path.status = CW_PATH_RUNNING;
    }
    if (path.status == CW_PATH_RUNNING) {
        CW_TRY(cw_query_step(crowd->query, *budget, &path));
    }
    search->expansions = path.expansions;
    uint32_t used = path.expansions - before + SEARCH_COST;
    crowd->stats.expansions += path.expansions - before;
    *budget -= used < *budget ? used : *budget;
    if (path.status == CW_PATH_RUNNING) {
        *budget = 0;
        return CW_OK;
    }
    return take_path(crowd, index, &path);
}

cw_status cw_crowd_search_paths(cw_crowd *crowd) {
    uint32_t budget = crowd->config.path_budget, cursor = 0;
    while (budget > 0 && crowd->searching > 0) {
        CW_TRY(advance(crowd, &cursor, &budget));
    }
    return CW_OK;
}
