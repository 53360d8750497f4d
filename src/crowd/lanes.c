/// Agents on the lanes of a roadmap: routes by density, populations, and better routes on the way.
///
/// Who wants a path is given a route over lanes, as the portals of a corridor, and is counted on
/// the lane that leads to its next portal. A route goes over all lanes near its start only, so
/// every 60 m the lanes of the next 60 m are chosen anew by how crowded they are. At doors, and
/// every two seconds if the rest of the way has become much dearer, another route is looked for; it
/// has to be better by a fifth, so that people do not swing to and fro. In every substep one of 16
/// is looked after. All of this runs in order of serial numbers on one thread.
#include "crowd/lanes.h"
#include "roadmap/routing.h"

#include <string.h>

/// Seconds between two looks at the rest of a route, at the place beside the lane, at that of
/// somebody who was seen beside it, and from a search for those to the next.
static const double CHECK_EVERY = 2, STRAY_EVERY = 4, STRAY_AGAIN = 0.5, STRAY_PAUSE = 4;
/// Seconds from a search to the next look at the rest: people have to walk on before it differs.
static const double AFTER_SEARCH = 6;
/// How much dearer the rest of a route becomes before another one is looked for.
static const double DEARER = 1.5;
/// What another route may cost, of the one it replaces.
static const double WORTH_IT = 0.8;
/// Metres beside its lane, or half a spacing, that make somebody a stray.
static const double ASTRAY = 1;
/// Metres of a route that are looked at to tell whether it has become dearer, and chosen anew.
static const double LOOK_AHEAD = 60;
/// Of as many agents one is looked after in a substep.
enum { TURNS = 16 };
/// Times in a row that somebody is seen beside its lane before it takes another: half a second and
/// more.
enum { MOST_STRAYED = 2 };
/// Metres between two looks for better lanes over the stretch ahead; how much of what that costs
/// people in spaces have to make before lanes are looked for, and what those may cost, of the ones
/// they replace.
static const double ASK_EVERY = 60, CROWDED = 0.05, WORTH_ASKING = 0.98;
/// Targets of a goal that are tried, nearest first.
enum { MOST_TARGETS = 4 };

cw_status cw_crowd_use_roadmap(cw_crowd *crowd, const cw_roadmap *roadmap,
                               cw_roadmap_weight weight) {
    CW_ASSERT(crowd != NULL);
    cw_lanes_free(crowd);
    if (roadmap == NULL) {
        return CW_OK;
    }
    if ((unsigned)weight > CW_ROADMAP_LENGTH) {
        return cw_fail(crowd->context, CW_ERROR_ARGUMENT, "the weight is none of those known");
    }
    CW_TRY(CW_ALLOCATE(crowd->context, crowd->lanes, 1));
    crowd->lanes->roadmap = roadmap;
    crowd->lanes->weight = weight;
    for (uint32_t i = 0; i < roadmap->edge_count; i++) {
        crowd->lanes->beside = crowd->lanes->beside || roadmap->edges[i].level > 0;
    }
    cw_status status =
        cw_roadmap_query_create(crowd->context, roadmap, crowd->source, &crowd->lanes->query);
    if (status == CW_OK) {
        status = cw_roadmap_traffic_create(crowd->context, roadmap, &crowd->lanes->traffic);
    }
    if (status != CW_OK) {
        cw_lanes_free(crowd);
    }
    return status;
}

cw_crowd_routing cw_crowd_get_routing(const cw_crowd *crowd) {
    cw_crowd_routing routing = {0};
    if (crowd->lanes != NULL) {
        routing = crowd->lanes->stats;
        routing.on_map = crowd->lanes->traffic.people;
    }
    return routing;
}

void cw_lanes_free(cw_crowd *crowd) {
    cw_context *context = crowd->context;
    if (crowd->lanes == NULL) {
        return;
    }
    for (uint32_t i = 0; i < crowd->agents.count; i++) {
        uint32_t slot = crowd->agents.agent[i].slot;
        if (slot < crowd->lanes->walkers.count && crowd->lanes->walkers.items[slot].routed &&
            !(crowd->agents.flags[i] & CW_FLAG_GONE)) {
            cw_crowd_release_path(crowd, i);
            crowd->agents.state[i] = CW_AGENT_SEARCHING;
            cw_crowd_want_path(crowd, i);
        }
    }
    cw_roadmap_query_free(crowd->lanes->query);
    cw_roadmap_traffic_free(context, &crowd->lanes->traffic);
    CW_ARRAY_FREE(context, &crowd->lanes->of_portal);
    CW_ARRAY_FREE(context, &crowd->lanes->walkers);
    CW_ARRAY_FREE(context, &crowd->lanes->goals);
    CW_ARRAY_FREE(context, &crowd->lanes->targets);
    CW_RELEASE(context, crowd->lanes, 1);
}

size_t cw_lanes_bytes(const cw_crowd *crowd) {
    const struct cw_crowd_lanes *lanes = crowd->lanes;
    return lanes == NULL ? 0
                         : sizeof *lanes + CW_ARRAY_BYTES(&lanes->of_portal) +
                               CW_ARRAY_BYTES(&lanes->walkers) + CW_ARRAY_BYTES(&lanes->goals) +
                               CW_ARRAY_BYTES(&lanes->targets) +
                               lanes->traffic.lane_count * (3 * sizeof(uint32_t) + 1);
}

/// Of every target of an agent's goal the place that is nearest in a straight line.
static cw_status collect_goals(cw_crowd *crowd, uint32_t index) {
    struct cw_crowd_lanes *lanes = crowd->lanes;
    cw_stop stop = crowd->stops.items[cw_crowd_stop_of(crowd, index)];
    cw_vec2 at = cw_crowd_at(crowd, index);
    lanes->goals.count = lanes->targets.count = 0;
    for (uint32_t i = 0; i < stop.count; i++) {
        uint32_t target = crowd->stop_targets.items[stop.first + i];
        cw_aim_places places;
        CW_TRY(cw_crowd_find_places(crowd, target, crowd->agents.radius[index], &places));
        double least = INFINITY;
        cw_vec3 nearest = {0, 0, 0};
        for (uint32_t k = 0; k < places.count; k++) {
            cw_vec3 place = crowd->place_points.items[places.first + k];
            double distance = cw_vec2_distance(at, (cw_vec2){place.x, place.y});
            nearest = distance < least ? place : nearest;
            least = cw_least(least, distance);
        }
        if (places.count > 0) {
            CW_TRY(CW_ARRAY_PUSH(crowd->context, &lanes->goals, nearest));
            CW_TRY(CW_ARRAY_PUSH(crowd->context, &lanes->targets, target));
        }
    }
    return CW_OK;
}

/// Puts the nearest goals first, as many as are tried.
static void sort_goals(struct cw_crowd_lanes *lanes, cw_vec2 at) {
    for (uint32_t i = 0; i < lanes->goals.count && i < MOST_TARGETS; i++) {
        uint32_t best = i;
        double least = INFINITY;
        for (uint32_t k = i; k < lanes->goals.count; k++) {
            double distance = cw_vec2_distance(at, cw_crowd_flat(lanes->goals.items[k]));
            best = distance < least ? k : best;
            least = cw_least(least, distance);
        }
        cw_vec3 goal = lanes->goals.items[i];
        uint32_t target = lanes->targets.items[i];
        lanes->goals.items[i] = lanes->goals.items[best];
        lanes->targets.items[i] = lanes->targets.items[best];
        lanes->goals.items[best] = goal;
        lanes->targets.items[best] = target;
    }
}

static cw_status ask(cw_crowd *crowd, uint32_t index, cw_place goal, cw_roadmap_route *route) {
    struct cw_crowd_lanes *lanes = crowd->lanes;
    cw_roadmap_request request = cw_roadmap_request_default();
    request.start = (cw_place){crowd->agents.cell[index], cw_crowd_at(crowd, index)};
    request.goal = goal;
    request.radius = crowd->agents.radius[index];
    request.weight = lanes->weight;
    lanes->stats.searches++;
    return cw_roadmap_find(lanes->query, &request, &lanes->traffic, route);
}

static cw_status ask_goal(cw_crowd *crowd, uint32_t index, uint32_t goal, cw_roadmap_route *route) {
    cw_vec3 at = crowd->lanes->goals.items[goal];
    return ask(crowd, index, (cw_place){cw_navmesh_locate(&crowd->mesh, at), {at.x, at.y}}, route);
}

/// The cheapest route to any of the goals; `chosen` is CW_NONE where there is none.
static cw_status find_route(cw_crowd *crowd, uint32_t index, uint32_t *expansions,
                            cw_roadmap_route *route, uint32_t *chosen) {
    struct cw_crowd_lanes *lanes = crowd->lanes;
    CW_TRY(collect_goals(crowd, index));
    sort_goals(lanes, cw_crowd_at(crowd, index));
    uint32_t count = lanes->goals.count < MOST_TARGETS ? lanes->goals.count : MOST_TARGETS;
    double least = INFINITY;
    *chosen = CW_NONE;
    for (uint32_t i = 0; i < count; i++) {
        CW_TRY(ask_goal(crowd, index, i, route));
        *expansions += route->expansions;
        if (route->found && route->cost < least) {
            least = route->cost;
            *chosen = i;
        }
    }
    return *chosen != CW_NONE && *chosen + 1 < count ? ask_goal(crowd, index, *chosen, route)
                                                     : CW_OK;
}

/// Room for a route, so that nothing fails when it is taken.
static cw_status make_room(cw_crowd *crowd, uint32_t count, uint32_t *first) {
    struct cw_crowd_lanes *lanes = crowd->lanes;
    uint32_t known = lanes->walkers.count;
    CW_TRY(CW_ARRAY_RESERVE(crowd->context, &lanes->walkers, crowd->slots.count));
    for (; known < crowd->slots.count; known++) {
        lanes->walkers.items[known] = (cw_lane_walker){0};
    }
    lanes->walkers.count = crowd->slots.count > known ? crowd->slots.count : known;
    CW_TRY(cw_pool_take(crowd, count, first));
    cw_status status =
        CW_ARRAY_RESERVE(crowd->context, &lanes->of_portal, crowd->pool.portals.count);
    if (status != CW_OK) {
        cw_pool_give(crowd, *first, count);
    }
    return status;
}

/// Writes the portals of a route that ends `rest` metres before the goal; gives its last cell.
static uint32_t write_ways(cw_crowd *crowd, uint32_t first, const cw_roadmap_route *route,
                           double rest, uint32_t cell) {
    for (uint32_t i = 0; i < route->way_count; i++) {
        const cw_roadmap_way *way = &route->ways[i];
        crowd->pool.portals.items[first + i] =
            (cw_crowd_portal){way->right, way->left, way->edge, way->cell, way->rest + rest};
        crowd->lanes->of_portal.items[first + i] = way->lane;
        cell = way->cell;
    }
    return cell;
}

/// Sends an agent along portals of the pool.
static void send_over(cw_crowd *crowd, uint32_t index, uint32_t first, uint32_t count,
                      cw_lane_walker walker) {
    cw_crowd_release_path(crowd, index);
    crowd->agents.path_first[index] = first;
    crowd->agents.path_count[index] = count;
    crowd->agents.portal[index] = 0;
    walker.routed = true;
    walker.joined = false;
    walker.strayed = 0;
    walker.portal = CW_NONE;
    walker.lane = crowd->lanes->of_portal.items[first];
    walker.ask_rest = crowd->agents.remaining[index] - ASK_EVERY;
    *cw_lane_walker_of(crowd, index) = walker;
    cw_roadmap_move(&crowd->lanes->traffic, CW_NONE, walker.lane);
}

/// Makes a route the corridor of an agent. Its last portal is the segment of the target, or the
/// goal itself.
static cw_status follow_route(cw_crowd *crowd, uint32_t index, const cw_roadmap_route *route,
                              uint32_t chosen) {
    struct cw_crowd_lanes *lanes = crowd->lanes;
    cw_crowd_columns *agents = &crowd->agents;
    cw_vec3 goal = lanes->goals.items[chosen];
    uint32_t target = lanes->targets.items[chosen], count = route->way_count + 1, first;
    CW_TRY(make_room(crowd, count, &first));
    cw_crowd_portal *portals = crowd->pool.portals.items + first;
    uint32_t cell = write_ways(crowd, first, route, 0, agents->cell[index]);
    cw_vec2 end = {goal.x, goal.y};
    portals[count - 1] = (cw_crowd_portal){end, end, CW_NONE, cell, 0};
    lanes->of_portal.items[first + count - 1] = route->lanes[route->lane_count - 1];
    if (crowd->targets.items[target].kind == CW_TARGET_SEGMENT) {
        cw_vec2 before = count > 1 ? portals[count - 2].right : cw_crowd_at(crowd, index);
        cw_crowd_add_segment(crowd, before, &crowd->targets.items[target], (cw_place){cell, end},
                             agents->radius[index], &portals[count - 1]);
    }
    agents->goal_x[index] = goal.x;
    agents->goal_y[index] = goal.y;
    cw_crowd_send(crowd, index, target, route->length);
    double phase = cw_crowd_unit(crowd->config.seed, agents->serial[index], 2);
    send_over(crowd, index, first, count,
              (cw_lane_walker){.ratio = route->length > 0 ? route->cost / route->length : 1,
                               .check_time = crowd->time + AFTER_SEARCH * (1 + phase),
                               .stray_time = crowd->time + STRAY_EVERY * (1 + phase)});
    return CW_OK;
}

cw_status cw_lanes_take(cw_crowd *crowd, uint32_t index, uint32_t *expansions, bool *taken) {
    double started = cw_clock();
    cw_roadmap_route route;
    uint32_t chosen = CW_NONE;
    // Who does not get on, though others make room in time, walks to and fro: no more lanes then.
    if (!(crowd->agents.flags[index] & CW_FLAG_STUCK)) {
        CW_TRY(find_route(crowd, index, expansions, &route, &chosen));
    }
    *taken = chosen != CW_NONE;
    crowd->lanes->stats.fallbacks += *taken ? 0 : 1;
    if (*taken) {
        CW_TRY(follow_route(crowd, index, &route, chosen));
        // Who searches next sees this one already; the order is that of serial numbers.
        cw_roadmap_publish(&crowd->lanes->traffic);
    }
    crowd->lanes->stats.seconds += cw_clock() - started;
    return CW_OK;
}

void cw_lanes_pass(cw_crowd *crowd, uint32_t index) {
    cw_crowd_columns *agents = &crowd->agents;
    const cw_lane_walker *walker = cw_lane_walker_of(crowd, index);
    if (walker == NULL || !walker->routed) {
        return;
    }
    const cw_crowd_portal *portals = crowd->pool.portals.items + agents->path_first[index];
    cw_vec2 at = cw_crowd_at(crowd, index);
    uint32_t next = agents->portal[index], last = agents->path_count[index] - 1;
    while (next < last && portals[next].edge == CW_NONE &&
           portals[next].cell == agents->cell[index] &&
           cw_vec2_cross(cw_vec2_sub(portals[next].left, portals[next].right),
                         cw_vec2_sub(at, portals[next].right)) <= 0) {
        next++;
    }
    if (next != agents->portal[index]) {
        agents->portal[index] = next;
        agents->flags[index] &= (uint8_t)~CW_FLAG_AIMED;
    }
}

static double cost_per_metre(const struct cw_crowd_lanes *lanes, uint32_t lane) {
    return lanes->weight == CW_ROADMAP_LENGTH
               ? 1
               : cw_roadmap_crowded(&lanes->traffic, lanes->weight, lane);
}

/// A part of a route: what it costs now, how long it is, and what people make of it in spaces,
/// where there may be lanes beside it.
typedef struct stretch {
    double cost, length, spare;
} stretch;

/// The part of a route up to a portal.
static stretch measure_to(const cw_crowd *crowd, uint32_t index, uint32_t end) {
    const cw_crowd_columns *agents = &crowd->agents;
    uint32_t first = agents->path_first[index], lane = CW_NONE;
    const uint32_t *of_portal = crowd->lanes->of_portal.items + first;
    const cw_crowd_portal *portals = crowd->pool.portals.items + first;
    double all = agents->remaining[index], before = all, ratio = 1;
    bool space = false;
    stretch sum = {0, 0, 0};
    for (uint32_t i = agents->portal[index]; i <= end; i++) {
        if (of_portal[i] != lane) {
            lane = of_portal[i];
            ratio = cost_per_metre(crowd->lanes, lane);
            space = crowd->lanes->roadmap->edges[lane / 2].space != CW_NONE;
        }
        double length = cw_most(before - portals[i].rest, 0);
        sum.cost += ratio * length;
        sum.spare += space ? (ratio - 1) * length : 0;
        before = portals[i].rest;
    }
    sum.length = all - before;
    return sum;
}

/// What the rest of a route costs now.
static double rest_cost(const cw_crowd *crowd, uint32_t index) {
    return measure_to(crowd, index, crowd->agents.path_count[index] - 1).cost;
}

/// The stretch ahead ends at the first portal across a lane that is so far away, or with the way.
static uint32_t end_of_stretch(const cw_crowd *crowd, uint32_t index) {
    const cw_crowd_columns *agents = &crowd->agents;
    const cw_crowd_portal *portals = crowd->pool.portals.items + agents->path_first[index];
    uint32_t last = agents->path_count[index] - 1;
    uint32_t end = agents->portal[index] < last ? agents->portal[index] : last;
    double least = agents->remaining[index] - LOOK_AHEAD;
    while (end < last && (portals[end].rest > least || portals[end].edge != CW_NONE)) {
        end++;
    }
    return end;
}

/// Whether people make the way ahead so much longer than it is, and than when it was chosen, that
/// another one can be worth it: an empty way of its length ahead, or the best that there was beside
/// it then. Away from doors it takes more.
static bool has_become_dear(const cw_crowd *crowd, uint32_t index, const cw_lane_walker *walker,
                            bool door) {
    stretch ahead = measure_to(crowd, index, end_of_stretch(crowd, index));
    return ahead.cost > (door ? 1 / WORTH_IT : DEARER) * walker->ratio * ahead.length &&
           ahead.cost - ahead.length > (1 - WORTH_IT) * rest_cost(crowd, index);
}

/// Looks for a better way over the stretch ahead, and goes on behind it as before; `taken` tells
/// whether there was one.
static cw_status ask_ahead(cw_crowd *crowd, uint32_t index, cw_lane_walker *walker, bool *taken) {
    cw_crowd_columns *agents = &crowd->agents;
    uint32_t end = end_of_stretch(crowd, index), left = agents->path_count[index] - end, first;
    cw_crowd_portal there = crowd->pool.portals.items[agents->path_first[index] + end];
    stretch ahead = measure_to(crowd, index, end);
    walker->ask_rest = agents->remaining[index] - ASK_EVERY;
    *taken = false;
    if (!crowd->lanes->beside || left < 2 || !(ahead.spare > CROWDED * ahead.cost)) {
        return CW_OK;
    }
    cw_vec2 middle = {(there.right.x + there.left.x) / 2, (there.right.y + there.left.y) / 2};
    cw_roadmap_route route;
    CW_TRY(ask(crowd, index, (cw_place){there.cell, middle}, &route));
    if (!route.found || !(route.cost < WORTH_ASKING * ahead.cost)) {
        return CW_OK;
    }
    *taken = true;
    crowd->lanes->stats.switches++;
    CW_TRY(make_room(crowd, route.way_count + left, &first));
    write_ways(crowd, first, &route, there.rest, CW_NONE);
    for (uint32_t i = 0; i < left; i++) {
        uint32_t from = agents->path_first[index] + end + i, to = first + route.way_count + i;
        crowd->pool.portals.items[to] = crowd->pool.portals.items[from];
        crowd->lanes->of_portal.items[to] = crowd->lanes->of_portal.items[from];
    }
    cw_crowd_send(crowd, index, agents->target[index], route.length + there.rest);
    send_over(crowd, index, first, route.way_count + left, *cw_lane_walker_of(crowd, index));
    return CW_OK;
}

/// Takes another route if it costs less than `most`.
static cw_status reconsider(cw_crowd *crowd, uint32_t index, double most) {
    cw_roadmap_route route;
    uint32_t chosen, expansions = 0;
    CW_TRY(find_route(crowd, index, &expansions, &route, &chosen));
    if (chosen == CW_NONE || !(route.cost < most)) {
        return CW_OK;
    }
    crowd->lanes->stats.switches++;
    return follow_route(crowd, index, &route, chosen);
}

/// How far beside its lane somebody is, beyond the middle of the next one; 0 on the first and the
/// last leg, which are no lanes.
static double beside_lane(const cw_crowd *crowd, uint32_t index, cw_lane_walker *walker) {
    const cw_crowd_columns *agents = &crowd->agents;
    const cw_roadmap *roadmap = crowd->lanes->roadmap;
    const cw_roadmap_edge *edge = &roadmap->edges[walker->lane / 2];
    uint32_t last = agents->path_first[index] + agents->path_count[index] - 1;
    cw_vec3 from = cw_crowd_local(crowd, roadmap->nodes[edge->from].position);
    cw_vec3 to = cw_crowd_local(crowd, roadmap->nodes[edge->to].position);
    cw_vec2 a = {from.x, from.y}, side = {to.x - from.x, to.y - from.y};
    cw_vec2 at = cw_crowd_at(crowd, index);
    double square = cw_vec2_dot(side, side);
    double share = square > 0 ? cw_vec2_dot(side, cw_vec2_sub(at, a)) / square : 0;
    cw_vec2 foot = cw_vec2_along(a, cw_least(cw_most(share, 0), 1), side);
    double away = cw_vec2_distance(foot, at) - edge->width / 2;
    walker->joined = walker->joined || away < 0;
    return walker->joined && walker->lane != crowd->lanes->of_portal.items[last] &&
                   away > cw_most(roadmap->spacing / 2, ASTRAY)
               ? away
               : 0;
}

/// Looks after somebody on a route.
static cw_status watch(cw_crowd *crowd, uint32_t index, cw_lane_walker *walker) {
    struct cw_crowd_lanes *lanes = crowd->lanes;
    const cw_crowd_columns *agents = &crowd->agents;
    uint32_t next = agents->portal[index], count = agents->path_count[index];
    if (next == walker->portal && crowd->time < walker->stray_time &&
        crowd->time < walker->check_time) {
        return CW_OK;
    }
    walker->portal = next;
    next = next < count ? next : count - 1;
    uint32_t lane = lanes->of_portal.items[agents->path_first[index] + next];
    bool door = false, taken;
    if (lane != walker->lane) {
        const cw_roadmap_edge *edge = &lanes->roadmap->edges[lane / 2];
        door = lanes->roadmap->nodes[lane % 2 == 0 ? edge->from : edge->to].door;
        cw_roadmap_move(&lanes->traffic, walker->lane, lane);
        walker->lane = lane;
        walker->joined = false;
    }
    if (crowd->time >= walker->stray_time) {
        double away = beside_lane(crowd, index, walker);
        walker->strayed = away > 0 ? walker->strayed + 1 : 0;
        walker->stray_time = crowd->time + (away > 0 ? STRAY_AGAIN : STRAY_EVERY);
        if (walker->strayed >= MOST_STRAYED) {
            walker->strayed = 0;
            walker->stray_time = crowd->time + STRAY_PAUSE;
            return reconsider(crowd, index, rest_cost(crowd, index) + away);
        }
    }
    if (agents->remaining[index] < walker->ask_rest) {
        return ask_ahead(crowd, index, walker, &taken);
    }
    if (door || crowd->time >= walker->check_time) {
        walker->check_time = crowd->time + CHECK_EVERY;
        if (has_become_dear(crowd, index, walker, door)) {
            double rest = rest_cost(crowd, index), length = agents->remaining[index];
            walker->ratio = length > 0 ? cw_most(walker->ratio, rest / length) : walker->ratio;
            walker->check_time = crowd->time + AFTER_SEARCH;
            CW_TRY(ask_ahead(crowd, index, walker, &taken));
            return taken ? CW_OK : reconsider(crowd, index, WORTH_IT * rest);
        }
    }
    return CW_OK;
}

cw_status cw_lanes_watch(cw_crowd *crowd) {
    double started = cw_clock();
    cw_roadmap_publish(&crowd->lanes->traffic);
    for (uint32_t i = 0; i < crowd->agents.count; i++) {
        if ((crowd->agents.serial[i] + crowd->stats.substeps) % TURNS != 0) {
            continue;
        }
        cw_lane_walker *walker = cw_lane_walker_of(crowd, i);
        bool own = crowd->agents.home[i] == CW_NONE; // no search for the way of others is under way
        if (crowd->agents.state[i] == CW_AGENT_WALKING && walker != NULL && walker->routed && own) {
            CW_TRY(watch(crowd, i, walker));
        }
    }
    cw_roadmap_publish(&crowd->lanes->traffic);
    crowd->lanes->stats.seconds += cw_clock() - started;
    return CW_OK;
}
