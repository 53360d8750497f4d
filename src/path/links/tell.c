/// Telling a path over links: its walks one after the other, and the crossings between them.
#include "path/links/linked.h"

cw_status cw_linked_tell_next(cw_linked *linked) {
    cw_path_request walk = linked->request;
    uint32_t piece = linked->told;
    if (piece > 0) {
        walk.start = linked->places.items[linked->route.items[piece - 1]].land;
    }
    walk.goals = piece < linked->route.count
                     ? &linked->places.items[linked->route.items[piece]].off
                     : &linked->request.goals[linked->found - linked->places.count];
    walk.goal_count = 1;
    walk.partial = false;
    linked->running = true;
    return cw_linked_walk(linked, &walk);
}

/// The crossing behind the walk that was told last.
static cw_status add_crossing(cw_linked *linked, const cw_crossing_place *place) {
    cw_context *context = linked->inner->context;
    const cw_link *link = &linked->inner->clearance->mesh->links[place->link];
    const cw_vec3 *edge = place->backward ? link->to_edge : link->from_edge;
    cw_path_link crossed = {place->link, linked->legs.count, linked->portals.count, place->backward,
                            place->cost};
    linked->path.length += cw_linked_distance(place->off, place->land);
    linked->path.cost += place->cost;
    linked->path.link_cost += place->cost;
    if (linked->request.length_only) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_PUSH(context, &linked->links, crossed));
    cw_path_leg leg = {.from = place->off, .to = place->land, .link = true};
    CW_TRY(CW_ARRAY_PUSH(context, &linked->legs, leg));
    cw_path_portal portal = {CW_NONE, edge[0], edge[1], {place->off, place->off}};
    return CW_ARRAY_PUSH(context, &linked->portals, portal);
}

/// Appends what the inner query found.
static cw_status add_walk(cw_linked *linked, const cw_path *walk) {
    cw_context *context = linked->inner->context;
    for (uint32_t i = 0; i < walk->cell_count; i++) {
        CW_TRY(CW_ARRAY_PUSH(context, &linked->cells, walk->cells[i]));
    }
    for (uint32_t i = 0; i < walk->portal_count; i++) {
        CW_TRY(CW_ARRAY_PUSH(context, &linked->portals, walk->portals[i]));
    }
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        CW_TRY(CW_ARRAY_PUSH(context, &linked->legs, walk->legs[i]));
    }
    return CW_OK;
}

static void begin_path(cw_linked *linked, const cw_path *walk) {
    linked->cells.count = linked->portals.count = linked->legs.count = linked->links.count = 0;
    linked->path = *walk;
    linked->path.length = linked->path.cost = 0;
}

cw_status cw_linked_tell_take(cw_linked *linked) {
    const cw_path *walk = &linked->inner_path;
    cw_path *path = &linked->path;
    if (walk->status != CW_PATH_FOUND) {
        return cw_fail(linked->inner->context, CW_ERROR_INTERNAL,
                       "a walk between links was found once, and not again");
    }
    if (linked->told == 0) {
        begin_path(linked, walk);
    }
    path->length += walk->length;
    path->cost += walk->cost;
    path->radius = cw_least(path->radius, walk->radius);
    path->goal = walk->goal;
    path->goal_moved = walk->goal_moved;
    path->asked_goal = walk->asked_goal;
    linked->work += walk->expansions;
    if (walk->guarantee != CW_PATH_SHORTEST) {
        path->guarantee = walk->guarantee;
    }
    CW_TRY(add_walk(linked, walk));
    if (linked->told < linked->route.count) {
        CW_TRY(add_crossing(linked, &linked->places.items[linked->route.items[linked->told]]));
    }
    linked->told++;
    return CW_OK;
}

void cw_linked_tell_all(cw_linked *linked) {
    cw_path *path = &linked->path;
    path->cells = linked->cells.items;
    path->cell_count = linked->cells.count;
    path->portals = linked->portals.items;
    path->portal_count = linked->portals.count;
    path->legs = linked->legs.items;
    path->leg_count = linked->legs.count;
    path->links = linked->links.items;
    path->link_count = linked->links.count;
    path->goal_index = linked->found - linked->places.count;
    path->expansions = linked->work;
    linked->phase = CW_LINKED_DONE;
}
