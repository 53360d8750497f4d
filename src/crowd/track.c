/// After the move: where everybody is on its way, who has arrived, who is stuck.
///
/// An agent's cell comes from its move, which goes from cell to cell. In one of the next cells of
/// its corridor it has crossed the portals up to there; in an earlier one it was pushed back;
/// elsewhere it has lost the corridor and needs another path.
///
/// First everybody is looked at alone, in any order: what it did goes back into the columns, and
/// what came of it is noted as news. Then the news are handled in order of serial numbers.
#include "crowd/lanes.h"
#include "crowd/steer/steer.h"

/// Portals ahead and behind that are looked through for the own cell.
enum { MOST_PORTALS = 16 };
/// Who moves less than this part of its speed stands still.
static const double STILL_SPEED = 0.1;
/// Seconds without progress after which the path is searched anew, and after which an agent is
/// reported as stuck; metres that are progress.
static const double REPLAN_AFTER = 5, STUCK_AFTER = 30, PROGRESS = 0.1;
/// Seconds for which who goes to and fro without progress, as that model can for ever, counts as
/// standing still.
static const double TO_AND_FRO = 1.5;
/// Who stands this long, in seconds, against somebody who has arrived has arrived too.
static const double ARRIVE_STILL = 1;
/// The farthest move, from a velocity, is no less than the move itself.
static const double MOVE_ROUNDING = 1 + 1e-12;
/// Agents of one range.
enum { GRAIN = 1024 };

/// The cell before a portal of a corridor.
static uint32_t cell_before(const cw_crowd *crowd, const cw_crowd_portal *portal) {
    return portal->edge == CW_NONE ? portal->cell : crowd->mesh.edge_cell[portal->edge];
}

/// Sets the next portal from the own cell; false when the corridor is lost.
static bool follow(cw_crowd *crowd, uint32_t index) {
    cw_crowd_columns *agents = &crowd->agents;
    const cw_crowd_portal *portals = crowd->pool.portals.items + agents->path_first[index];
    uint32_t cell = agents->cell[index], at = agents->portal[index];
    uint32_t count = agents->path_count[index];
    if (cell == (at < count ? cell_before(crowd, &portals[at]) : portals[count - 1].cell)) {
        return true;
    }
    agents->flags[index] &= (uint8_t)~CW_FLAG_AIMED;
    for (uint32_t i = at, k = 0; i < count && k < MOST_PORTALS; k++) {
        const cw_crowd_portal *portal = &portals[i];
        i = cw_crowd_after(crowd, index, i);
        if (portal->edge != CW_NONE && portal->cell == cell) {
            agents->portal[index] = i;
            return true;
        }
    }
    // Many ways lead to a portal of a table; from another cell there may be a better one.
    bool own = agents->table[index] == CW_NONE;
    for (uint32_t i = at; own && i > 0 && at - i < MOST_PORTALS; i--) {
        if (cell_before(crowd, &portals[i - 1]) == cell) {
            agents->portal[index] = i - 1;
            return true;
        }
    }
    return false;
}

/// Goes on to the next goal, or ends the journey.
static cw_status go_on(cw_crowd *crowd, uint32_t index) {
    cw_crowd_columns *agents = &crowd->agents;
    const cw_journey *journey = &crowd->journeys.items[agents->journey[index]];
    double wait = crowd->stops.items[journey->first + agents->goal[index]].wait;
    bool last = ++agents->goal[index] == journey->count;
    CW_TRY(cw_crowd_tell(crowd, last ? CW_EVENT_ARRIVED : CW_EVENT_REACHED, index));
    cw_crowd_release_path(crowd, index);
    cw_crowd_unwant_path(crowd, index);
    agents->remaining[index] = 0;
    agents->flags[index] &= (uint8_t) ~(CW_FLAG_STUCK | CW_FLAG_ALONE);
    if (last && agents->at_end[index] == CW_AT_END_LEAVE) {
        cw_crowd_drop(crowd, index);
    } else if (last) {
        agents->state[index] = CW_AGENT_ARRIVED;
    } else {
        agents->target[index] = CW_NONE;
        agents->choice[index] = CW_NONE;
        agents->choose_time[index] = 0;
        agents->wait_until[index] = crowd->time + wait;
        agents->state[index] = wait > 0 ? CW_AGENT_WAITING : CW_AGENT_SEARCHING;
        if (!(wait > 0)) {
            cw_crowd_want_path(crowd, index);
        }
    }
    return CW_OK;
}

/// Whether an agent stands against somebody who had arrived where it goes before this substep.
static bool joins_arrived(const cw_crowd *crowd, uint32_t index) {
    const cw_crowd_columns *agents = &crowd->agents;
    const cw_crowd_grid *grid = &crowd->grid;
    double still = agents->still[index];
    if (agents->model[index] == CW_MODEL_COLLISION_FREE_SPEED) { // sways where others would stand
        still = cw_most(still, crowd->time - agents->nearest_time[index]);
    }
    if (agents->at_end[index] != CW_AT_END_STAY || still < ARRIVE_STILL) {
        return false;
    }
    uint32_t place = grid->place[index];
    const uint32_t *near = grid->near + (size_t)place * crowd->config.neighbours;
    for (uint32_t i = 0; i < grid->walkers[place].near_count; i++) {
        const cw_crowd_body *other = &grid->bodies[near[i]];
        double distance = cw_vec2_distance(cw_crowd_at(crowd, index), grid->discs[near[i]].at);
        if (other->state == CW_AGENT_ARRIVED && other->target == agents->target[index] &&
            distance - agents->radius[index] - other->radius < cw_touching(agents->model[index])) {
            return true;
        }
    }
    return false;
}

/// Notes how far an agent still has to go; true when it makes no progress.
static bool is_idle(cw_crowd *crowd, uint32_t index) {
    cw_crowd_columns *agents = &crowd->agents;
    agents->remaining[index] = cw_goal_remaining(crowd, index);
    if (agents->remaining[index] < agents->nearest[index] - PROGRESS) {
        agents->nearest[index] = agents->remaining[index];
        agents->nearest_time[index] = crowd->time;
        agents->flags[index] &= (uint8_t)~CW_FLAG_STUCK;
        return false;
    }
    if (crowd->time - agents->nearest_time[index] <= REPLAN_AFTER) {
        return false;
    }
    if (agents->model[index] == CW_MODEL_COLLISION_FREE_SPEED) {
        agents->still[index] = cw_most(agents->still[index], TO_AND_FRO);
    }
    return true;
}

/// What came of the move of somebody who has a goal.
static uint8_t news_of_walker(cw_crowd *crowd, uint32_t index, cw_vec2 before) {
    const cw_crowd_columns *agents = &crowd->agents;
    uint32_t target = agents->target[index];
    bool turned = agents->home[index] != CW_NONE;
    if (target != CW_NONE && !turned &&
        (cw_crowd_is_there(crowd, target, index, before) || joins_arrived(crowd, index))) {
        return CW_NEWS_THERE;
    }
    if (agents->state[index] != CW_AGENT_WALKING) {
        return 0;
    }
    if (crowd->lanes != NULL) {
        cw_lanes_pass(crowd, index);
    }
    if (!follow(crowd, index)) {
        return CW_NEWS_LOST;
    }
    if (crowd->grid.walkers[crowd->grid.place[index]].turn_to != CW_NONE) {
        return CW_NEWS_TURN;
    }
    if (turned) { // what it has left to go is not its own way
        crowd->agents.remaining[index] = cw_goal_remaining(crowd, index);
        bool over = crowd->time >= agents->turned_until[index] && agents->choice[index] != CW_NONE;
        return over ? CW_NEWS_RETURN : 0;
    }
    return is_idle(crowd, index) ? CW_NEWS_IDLE : 0;
}

/// Puts what an agent decided and did back into the columns.
static void take_back(cw_crowd *crowd, uint32_t index, uint32_t place) {
    cw_crowd_columns *agents = &crowd->agents;
    const cw_walker *walker = &crowd->grid.walkers[place];
    cw_vec2 at = crowd->grid.discs[place].at, way = cw_vec2_sub(at, walker->at);
    double length = cw_vec2_length(way), dt = crowd->dt;
    agents->x[index] = at.x;
    agents->y[index] = at.y;
    agents->vx[index] = way.x / dt;
    agents->vy[index] = way.y / dt;
    agents->walked[index] += length;
    bool stands = length < STILL_SPEED * agents->speed[index] * dt;
    agents->still[index] = stands ? walker->still + dt : 0;
    if (!crowd->level && length > 0) {
        agents->z[index] = cw_crowd_height(crowd, walker->cell, at);
    }
    agents->cell[index] = walker->cell;
    agents->kth[index] = walker->kth;
    agents->aim_time[index] = walker->aim_time;
    agents->yield_until[index] = walker->yield_until;
    agents->turned_until[index] = walker->turned_until;
    agents->flags[index] = walker->flags;
    agents->overlaps[index] = walker->overlaps;
    agents->jammed[index] = walker->jammed;
    agents->wish_x[index] = walker->wish.x;
    agents->wish_y[index] = walker->wish.y;
    agents->new_vx[index] = walker->chosen.x;
    agents->new_vy[index] = walker->chosen.y;
    agents->aim_x[index] = walker->aim.x;
    agents->aim_y[index] = walker->aim.y;
    agents->yield_x[index] = walker->yield.x;
    agents->yield_y[index] = walker->yield.y;
}

static cw_status track_range(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    (void)context;
    cw_crowd *crowd = user;
    cw_crowd_columns *agents = &crowd->agents;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t place = crowd->grid.place[i];
        if (i + CW_AHEAD < end) {
            cw_grid_prefetch(&crowd->grid, crowd->grid.place[i + CW_AHEAD]);
        }
        agents->news[i] = 0;
        if (place == CW_NONE) {
            continue;
        }
        take_back(crowd, i, place);
        cw_vec2 before = crowd->grid.walkers[place].at;
        uint8_t state = agents->state[i];
        if (state == CW_AGENT_WALKING || state == CW_AGENT_SEARCHING) {
            agents->news[i] = news_of_walker(crowd, i, before);
        } else if (state == CW_AGENT_WAITING &&
                   agents->wait_until[i] <= crowd->time + CW_TIME_ROUNDING) {
            agents->news[i] = CW_NEWS_WAITED;
        }
    }
    return CW_OK;
}

/// Looks after who makes no progress.
static cw_status help(cw_crowd *crowd, uint32_t index) {
    cw_crowd_columns *agents = &crowd->agents;
    if (crowd->time > agents->replan_time[index]) {
        agents->replan_time[index] = crowd->time + REPLAN_AFTER;
        cw_crowd_want_path(crowd, index);
    }
    if (crowd->time - agents->nearest_time[index] > STUCK_AFTER &&
        !(agents->flags[index] & CW_FLAG_STUCK)) {
        agents->flags[index] |= CW_FLAG_STUCK;
        return cw_crowd_tell(crowd, CW_EVENT_STUCK, index);
    }
    return CW_OK;
}

/// Sends who turns round to a target of others, or, with CW_NONE, to its own again: it stays turned
/// until it has the way there.
static void turn_round(cw_crowd *crowd, uint32_t index, uint32_t target) {
    cw_crowd_columns *agents = &crowd->agents;
    if (agents->home[index] == CW_NONE) {
        agents->home[index] = agents->target[index];
    }
    agents->target[index] = target != CW_NONE ? target : agents->target[index];
    agents->choice[index] = target;
    cw_crowd_unwant_path(crowd, index);
    cw_crowd_want_path(crowd, index);
}

static cw_status handle(cw_crowd *crowd, uint32_t index, uint8_t news) {
    if (news == CW_NEWS_THERE) {
        return go_on(crowd, index);
    }
    if (news == CW_NEWS_IDLE) {
        return help(crowd, index);
    }
    if (news == CW_NEWS_TURN || news == CW_NEWS_RETURN) { // walks on until it has its path
        turn_round(crowd, index, crowd->grid.walkers[crowd->grid.place[index]].turn_to);
        return CW_OK;
    }
    if (news == CW_NEWS_LOST) {
        cw_crowd_release_path(crowd, index);
    }
    crowd->agents.state[index] = CW_AGENT_SEARCHING;
    cw_crowd_want_path(crowd, index);
    return CW_OK;
}

/// Sums up what was counted, over all places.
static void count_all(cw_crowd *crowd) {
    const cw_crowd_grid *grid = &crowd->grid;
    for (uint32_t place = 0; place < grid->count; place++) {
        const cw_walker *walker = &grid->walkers[place];
        if (grid->bodies[place].index != CW_NONE) {
            crowd->stats.agent_steps++;
            crowd->stats.casts += walker->casts;
            crowd->stats.wall_hits += walker->hits;
            crowd->stats.infeasible += walker->trouble > 0;
            crowd->stats.violated += walker->trouble > 1;
        }
    }
}

cw_status cw_crowd_track_all(cw_crowd *crowd) {
    const cw_crowd_columns *agents = &crowd->agents;
    CW_TRY(cw_crowd_share(crowd, agents->count, GRAIN, track_range, crowd));
    count_all(crowd);
    double fastest = 0;
    for (uint32_t i = 0; i < agents->count; i++) {
        double square = agents->vx[i] * agents->vx[i] + agents->vy[i] * agents->vy[i];
        fastest = cw_most(fastest, square);
        if (agents->news[i] != 0) {
            CW_TRY(handle(crowd, i, agents->news[i]));
        }
    }
    crowd->grid.last_move = sqrt(fastest) * crowd->dt * MOVE_ROUNDING;
    crowd->grid.last_dt = crowd->dt;
    return CW_OK;
}
