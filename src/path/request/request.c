/// Finding a path: where it starts and ends, whether there is one, and running the search.
///
/// Phases:
///   1. start and goals are placed on the mesh; those that are off it or too close to a wall are
///      moved within reach, or end the query, when the nearest valid point has been found;
///   2. the merge tree says which goals can be reached at all, so that no search runs in vain, and
///      which gate is in the way of the rest; over sights, only after a search that takes long;
///   3. where none can and partial paths are asked for, the reachable place nearest to the first of
///      them is looked for, to stand in for it;
///   4. the shortest path;
///   5. where areas have costs, what that path costs is the most that is accepted, and a cheaper
///      one is looked for (costs.c).
#include "path/request/request.h"
#include "path/local/local.h"
#include "path/query/engines.h"

/// Metres: farther than any point of a mesh is from any other; how far to look for valid points.
#define FAR (4 * CW_COORDINATE_LIMIT)

/// Nodes that are looked at over sights before it is asked whether the goal can be reached: most
/// searches find it before.
#define FIRST_SLICE 256

cw_path_request cw_path_request_default(void) {
    return (cw_path_request){.links = CW_LINKS_ALL};
}

static cw_status check_costs(cw_context *context, const cw_clearance *clearance,
                             const cw_path_request *request) {
    bool none = request->area_cost == NULL || request->area_count == 0;
    if (none && (request->cell_area != NULL || request->area_count > 0)) {
        return cw_fail(context, CW_ERROR_ARGUMENT,
                       "cell_area, area_cost and area_count need each other");
    }
    for (uint32_t i = 0; i < request->area_count; i++) {
        if (!(request->area_cost[i] >= 1)) {
            return cw_fail(context, CW_ERROR_ARGUMENT, "area_cost[%u] has to be 1 or more", i);
        }
    }
    for (uint32_t c = 0; request->cell_area != NULL && c < clearance->mesh->cell_count; c++) {
        if (request->cell_area[c] >= request->area_count) {
            return cw_fail(context, CW_ERROR_ARGUMENT,
                           "cell_area[%u] is %u, but there are %u area types", c,
                           request->cell_area[c], request->area_count);
        }
    }
    return CW_OK;
}

static cw_status check_request(cw_query *query, const cw_path_request *request) {
    cw_context *context = query->context;
    if (!isfinite(request->radius) || request->radius < 0) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "radius has to be finite and not negative");
    }
    if (!isfinite(request->reach) || request->reach < 0) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "reach has to be finite and not negative");
    }
    if (!isfinite(request->slack) || request->slack < 0) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "slack has to be finite and not negative");
    }
    if (request->goal_count == 0 || request->goals == NULL) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "goals: at least one is needed");
    }
    bool sound = cw_vec3_is_finite(request->start);
    for (uint32_t i = 0; i < request->goal_count; i++) {
        sound = sound && cw_vec3_is_finite(request->goals[i]);
    }
    if (!sound) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "start and goals have to be finite");
    }
    if ((request->links & ~CW_LINKS_ALL) != 0) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "links: there are no such kinds: %u",
                       request->links & ~CW_LINKS_ALL);
    }
    return check_costs(context, query->clearance, request);
}

/// Sets the radius of the query at hand, and of its search.
static void set_radius(cw_query *query, double radius) {
    query->radius = query->path.radius = radius;
    query->request.radius = cw_path_search_radius_for(radius);
}

/// Puts a point on the mesh, as it is or moved within reach, or by a nudge. Otherwise the cell is
/// CW_NONE, and `tight` tells whether it lies on the mesh.
static cw_status put(cw_query *query, cw_vec3 point, cw_nearest *room, bool *tight) {
    double radius = query->radius;
    CW_TRY(cw_query_find_room(query, point, query->least, &radius, room, tight));
    if (radius != query->radius) {
        set_radius(query, radius);
    }
    return room->place.cell == CW_NONE && query->request.reach > 0
               ? cw_query_nearest(query, point, radius, query->request.reach, room)
               : CW_OK;
}

/// Adds a goal to the search, in all cells around it.
static cw_status push_goal(cw_query *query, cw_place place, uint32_t index) {
    cw_path_search *search = &query->search;
    CW_TRY(cw_path_search_find_around(search, place.position, place.cell, &query->around));
    for (uint32_t i = 0; i < query->around.count; i++) {
        cw_goal goal = {place.position, query->around.items[i], index, i > 0};
        CW_TRY(CW_ARRAY_PUSH(query->context, &search->goals, goal));
    }
    return CW_OK;
}

/// Adds a goal that is on the mesh to the search, or notes what is in the way.
static cw_status add_goal(cw_query *query, uint32_t index, cw_place place) {
    cw_path *path = &query->path;
    const uint32_t *islands = query->clearance->mesh->cell_island;
    query->unchecked = query->unchecked && islands[query->start.cell] == islands[place.cell];
    bool reaches = query->unchecked;
    cw_gate gate;
    if (!reaches) {
        CW_TRY(cw_clearance_reaches_using(query->context, query->clearance, &query->widest,
                                          query->start, place, query->radius - CW_FITS, &reaches,
                                          &gate));
    }
    if (!reaches && gate.radius >= query->least) { // it fits exactly
        set_radius(query, gate.radius);
        reaches = true;
    }
    if (reaches) {
        query->goal = place;
        return push_goal(query, place, index);
    }
    bool blocked = gate.radius >= 0;
    if (path->status != CW_PATH_BLOCKED || gate.radius > path->gate.radius) {
        path->status = blocked ? CW_PATH_BLOCKED : CW_PATH_DISCONNECTED;
        path->gate = gate;
    }
    return CW_OK;
}

/// Adds a goal in every part of the floor that it lies in.
static cw_status add_sides(cw_query *query, uint32_t index, cw_place place) {
    query->goal_sides.cells.count = 0;
    if (!(query->radius > CW_FITS)) {
        cw_vec3 point = query->request.goals[index];
        CW_TRY(cw_query_find_sides(query, point, place, &query->goal_sides));
    }
    if (query->goal_sides.cells.count > 0) {
        query->goal_is_shared = true;
        query->unchecked = false;
    }
    CW_TRY(add_goal(query, index, place));
    for (uint32_t i = 0; i < query->goal_sides.cells.count; i++) {
        CW_TRY(add_goal(query, index, cw_side_place(&query->goal_sides, i)));
    }
    return CW_OK;
}

/// Puts the goals on the mesh and finds out which can be reached. When none can, path->status says
/// why.
static cw_status add_goals(cw_query *query) {
    cw_path *path = &query->path;
    cw_nearest room;
    bool tight;
    query->search.goals.count = 0;
    path->status = CW_PATH_RUNNING;
    for (uint32_t i = 0; i + 1 < query->request.goal_count; i++) {
        /* One that fits exactly lowers the radius, for all of them. */
        CW_TRY(put(query, query->request.goals[i], &room, &tight));
    }
    for (uint32_t i = 0; i < query->request.goal_count; i++) {
        CW_TRY(put(query, query->request.goals[i], &room, &tight));
        if (room.place.cell != CW_NONE) {
            CW_TRY(add_sides(query, i, room.place));
        } else if (path->status == CW_PATH_RUNNING) {
            path->status = tight ? CW_PATH_GOAL_TOO_TIGHT : CW_PATH_GOAL_OFF_MESH;
            query->stray = query->request.goals[i];
        }
    }
    if (query->search.goals.count > 0) {
        path->status = CW_PATH_RUNNING;
    }
    return CW_OK;
}

/// Makes the start what the search leads to.
static cw_status turn_back(cw_query *query) {
    query->backward = true;
    query->search.goals.count = 0;
    return push_goal(query, query->start, 0);
}

/// Starts the search for the whole path; where areas have costs, for one to compare with. One that
/// is done again without sights keeps its direction, so that lengths are the same to the last bit.
static cw_status begin_shortest(cw_query *query) {
    bool with_costs = query->request.cell_area != NULL;
    query->path.guarantee = with_costs ? CW_PATH_CORRIDOR : CW_PATH_SHORTEST;
    if (!query->plain && cw_query_goes_back(query, cw_query_choose_sights(query))) {
        CW_TRY(turn_back(query));
    }
    cw_query_clear_way(query);
    query->before_check = FIRST_SLICE;
    return cw_query_begin_from(query, cw_query_first(query), false, 0, 0);
}

/// Takes what was found by looking for the nearest place: to propose it for the end that has none,
/// or to go there instead of to the goal. When there is nothing, that ends the query.
static cw_status take_nearest(cw_query *query) {
    cw_path *path = &query->path;
    const cw_nearest *nearest = &query->nearest.result;
    bool start =
        query->refused == CW_PATH_START_OFF_MESH || query->refused == CW_PATH_START_TOO_TIGHT;
    path->status = query->refused;
    query->phase = CW_QUERY_DONE;
    if (nearest->place.cell == CW_NONE) {
        return CW_OK;
    }
    *(start ? &path->start : &path->goal) = nearest->point;
    if (query->nearest.from == NULL) {
        return CW_OK;
    }
    path->status = CW_PATH_RUNNING;
    query->partial = true;
    CW_TRY(push_goal(query, nearest->place, 0));
    return begin_shortest(query);
}

/// Starts looking for the valid place nearest to a point, `from` (may be NULL) being where it has
/// to be reachable from. What the query comes to is told when that is done.
static cw_status look_around(cw_query *query, cw_vec3 point, cw_reach_from *from) {
    bool done;
    query->refused = query->path.status;
    query->path.status = CW_PATH_RUNNING;
    query->phase = CW_QUERY_NEAREST;
    query->nearest = (cw_nearest_search){.context = query->context,
                                         .clearance = query->clearance,
                                         .scratch = &query->nearest_scratch,
                                         .from = from,
                                         .asked = point};
    CW_TRY(cw_nearest_begin(&query->nearest, query->radius, FAR, &done));
    return done ? take_nearest(query) : CW_OK;
}

static cw_status step_nearest(cw_query *query, uint32_t budget) {
    bool done;
    CW_TRY(cw_nearest_step(&query->nearest, budget, &done));
    return done ? take_nearest(query) : CW_OK;
}

/// Makes a path to the goals that were asked for, of which nothing is known yet.
static void make_unknown(const cw_query *query, cw_path *path) {
    const cw_path_request *request = &query->request;
    double radius = query->path.radius;
    *path = (cw_path){.status = CW_PATH_RUNNING,
                      .radius = radius,
                      .mesh_version = query->tables->mesh_version,
                      .start = request->start,
                      .asked_start = request->start,
                      .goal = request->goals[0],
                      .asked_goal = request->goals[0],
                      .gate = {.cell = CW_NONE, .walls = {CW_NONE, CW_NONE}}};
}

static void clear_path(cw_query *query) {
    query->partial = query->backward = query->priced = false;
    query->plain = query->request.cell_area != NULL;
    query->phase = CW_QUERY_DONE;
    make_unknown(query, &query->path);
}

/// Begins at the start, or at the next side of it.
static cw_status begin_at_start(cw_query *query) {
    cw_path *path = &query->path;
    query->unchecked = query->request.goal_count == 1 && !query->request.partial &&
                       cw_query_choose_sights(query) != NULL;
    CW_TRY(add_goals(query));
    if (path->status == CW_PATH_RUNNING) {
        return begin_shortest(query);
    }
    if (query->request.partial) {
        CW_TRY(cw_reach_from_begin(query->context, query->clearance, &query->widest, query->start,
                                   query->radius - CW_FITS, &query->from));
        return look_around(query, query->request.goals[0], &query->from);
    }
    bool stray = path->status == CW_PATH_GOAL_OFF_MESH || path->status == CW_PATH_GOAL_TOO_TIGHT;
    return stray ? look_around(query, query->stray, NULL) : CW_OK;
}

static cw_status begin(cw_query *query) {
    cw_path *path = &query->path;
    cw_nearest room;
    bool tight;
    CW_TRY(put(query, query->request.start, &room, &tight));
    query->start = room.place;
    if (query->start.cell == CW_NONE) {
        path->status = tight ? CW_PATH_START_TOO_TIGHT : CW_PATH_START_OFF_MESH;
        return look_around(query, query->request.start, NULL);
    }
    path->start = room.point;
    if (!(query->radius > CW_FITS)) {
        CW_TRY(cw_query_find_sides(query, query->request.start, query->start, &query->start_sides));
    }
    return begin_at_start(query);
}

/// Where a search has ended, begins those from the other sides of the start.
static inline cw_status try_sides(cw_query *query) {
    while (query->start_sides.cells.count > 0 && query->path.status != CW_PATH_RUNNING) {
        cw_vec3 start = query->path.start;
        if (!cw_query_next_side(query)) {
            query->start_sides.cells.count = 0;
            return CW_OK;
        }
        clear_path(query);
        query->path.start = start;
        CW_TRY(begin_at_start(query));
    }
    return CW_OK;
}

/// Ends a query whose search found nothing: the radius is within the tolerance of a critical value,
/// or areas that may not be entered are in the way.
static cw_status give_up(cw_query *query) {
    cw_path *path = &query->path;
    const cw_goal *first = &query->search.goals.items[0];
    cw_place goal = query->backward ? query->goal : (cw_place){first->cell, first->position};
    query->phase = CW_QUERY_DONE;
    path->status = query->request.cell_area != NULL ? CW_PATH_DISCONNECTED : CW_PATH_BLOCKED;
    return cw_clearance_widest_using(query->context, query->clearance, &query->widest, query->start,
                                     goal, &path->gate);
}

static void tell_found(cw_query *query) {
    query->phase = CW_QUERY_DONE;
    query->path.status = query->partial ? CW_PATH_PARTIAL : CW_PATH_FOUND;
    query->path.asked_goal = query->request.goals[query->path.goal_index];
}

/// Ends a query with costs when there is nothing more to look for.
static cw_status settle(cw_query *query, cw_status status) {
    CW_TRY(status);
    if (query->phase != CW_QUERY_SETTLED) {
        return CW_OK;
    }
    if (!query->priced) {
        return give_up(query);
    }
    tell_found(query);
    return CW_OK;
}

/// Goes on with the search for a cheap way.
static cw_status step_cheapest(cw_query *query, uint32_t budget) {
    cw_corridor_task task = cw_query_task(query);
    bool done;
    CW_TRY(cw_cost_search_step(&query->corridor, &task, budget, &done));
    return done ? settle(query, cw_query_end_cheap(query)) : CW_OK;
}

/// Asks whether the goal can be reached, which had been put off; a search that comes to nothing by
/// then ends here.
static cw_status check_goal(cw_query *query) {
    query->unchecked = false;
    CW_TRY(add_goals(query));
    bool goes_on = query->path.status == CW_PATH_RUNNING;
    query->phase = goes_on ? CW_QUERY_SHORTEST : CW_QUERY_DONE;
    return goes_on && query->backward ? turn_back(query) : CW_OK;
}

static cw_status step_shortest(cw_query *query, uint32_t budget) {
    bool done;
    uint32_t slice =
        query->unchecked && budget > query->before_check ? query->before_check : budget;
    CW_TRY(cw_path_search_step(&query->search, slice, &done));
    query->before_check -= query->unchecked ? slice : 0;
    if (query->unchecked && (done ? query->search.found == CW_NONE : query->before_check == 0)) {
        CW_TRY(check_goal(query));
    }
    if (!done || query->phase == CW_QUERY_DONE) {
        return CW_OK;
    }
    if (query->request.cell_area != NULL) {
        return settle(query, query->knots.count > 0 ? cw_query_end_stretch(query)
                                                    : cw_query_end_plain(query));
    }
    bool told = false;
    if (query->search.found != CW_NONE) {
        CW_TRY(cw_query_report(query, &told));
    } else if (query->search.sights == NULL) {
        return give_up(query);
    }
    if (told) {
        tell_found(query);
        return CW_OK;
    }
    query->plain = true;
    return begin_shortest(query);
}

static bool is_elsewhere(cw_vec3 a, cw_vec3 b) {
    return a.x != b.x || a.y != b.y;
}

/// Gives the path as far as it is known; after a failure none, and no half-made one.
cw_status cw_query_finish(cw_query *query, cw_status status, cw_path *path) {
    if (status != CW_OK) {
        query->phase = CW_QUERY_IDLE;
        *path = (cw_path){.status = CW_PATH_FAILED};
        return status;
    }
    query->path.start_moved = is_elsewhere(query->path.start, query->path.asked_start);
    query->path.goal_moved = is_elsewhere(query->path.goal, query->path.asked_goal);
    if (query->phase == CW_QUERY_LINKS) {
        make_unknown(query, path);
    } else {
        *path = query->path;
    }
    path->expansions = query->nearest.work + query->corridor.expansions + query->search.expansions +
                       query->link_work;
    cw_query_tell_gate(query, &path->gate);
    return CW_OK;
}

cw_status cw_query_begin_request(cw_query *query, const cw_path_request *asked) {
    cw_path_request *request = &query->request;
    query->phase = CW_QUERY_IDLE;
    *request = *asked;
    if (request->cell_area == NULL && request->area_cost != NULL) {
        request->cell_area = query->clearance->mesh->cell_area;
    }
    query->forbids = query->goal_is_shared = false;
    query->start_sides.cells.count = query->sides_tried = 0;
    query->search.expansions = query->corridor.expansions = query->nearest.work = 0;
    query->link_work = 0;
    CW_TRY(check_request(query, request));
    clear_path(query);
    double radius = request->radius < CW_SMALLEST_RADIUS ? 0 : request->radius;
    set_radius(query, cw_query_fit(query, radius, &query->least));
    for (uint32_t i = 0; request->cell_area != NULL && i < request->area_count; i++) {
        query->forbids = query->forbids || isinf(request->area_cost[i]);
    }
    CW_TRY(begin(query));
    return try_sides(query);
}

static cw_status step_phase(cw_query *query, uint32_t budget) {
    switch (query->phase) {
    case CW_QUERY_IDLE: break;
    case CW_QUERY_NEAREST: return step_nearest(query, budget);
    case CW_QUERY_CHEAPEST: return step_cheapest(query, budget);
    case CW_QUERY_SHORTEST: return step_shortest(query, budget);
    default: return CW_OK;
    }
    return cw_fail(query->context, CW_ERROR_ARGUMENT, "there is no search to go on with");
}

cw_status cw_query_step_request(cw_query *query, uint32_t budget) {
    CW_TRY(step_phase(query, budget));
    return try_sides(query);
}
