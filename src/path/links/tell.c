/// Telling a path over links: its walks one after the other, and the crossings between them.
#include "path/links/linked.h"

cw_status cw_linked_tell_next(cw_linked *linked) {
    uint32_t piece = linked->told;
    return cw_linked_walk(linked, piece > 0 ? linked->route.items[piece - 1] : CW_NONE,
                          piece < linked->route.count ? linked->route.items[piece] : linked->found,
                          linked->request.length_only);
}

/// The crossing behind the walk that was told last.
static cw_status add_crossing(cw_linked *linked, const cw_crossing_place *place) {
    cw_context *context = linked->inner->context;
    const cw_link *link = &linked->inner->clearance->mesh->links[place->link];
    const cw_vec3 *edge = place->backward ? link->to_edge : link->from_edge;
    cw_path_link crossed = {place->link, linked->way.legs.count, linked->way.portals.count,
                            place->backward, place->cost};
    linked->way.path.length += cw_linked_distance(place->off, place->land);
    linked->way.path.cost += place->cost;
    linked->way.path.link_cost += place->cost;
    if (linked->request.length_only) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_PUSH(context, &linked->links, crossed));
    cw_path_leg leg = {.from = place->off, .to = place->land, .link = true};
    CW_TRY(CW_ARRAY_PUSH(context, &linked->way.legs, leg));
    cw_path_portal portal = {CW_NONE, edge[0], edge[1], {place->off, place->off}};
    return CW_ARRAY_PUSH(context, &linked->way.portals, portal);
}

/// Appends what the inner query found.
static cw_status add_walk(cw_linked *linked, const cw_path *walk) {
    cw_context *context = linked->inner->context;
    for (uint32_t i = 0; i < walk->cell_count; i++) {
        CW_TRY(CW_ARRAY_PUSH(context, &linked->way.cells, walk->cells[i]));
    }
    for (uint32_t i = 0; i < walk->portal_count; i++) {
        CW_TRY(CW_ARRAY_PUSH(context, &linked->way.portals, walk->portals[i]));
    }
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        CW_TRY(CW_ARRAY_PUSH(context, &linked->way.legs, walk->legs[i]));
    }
    return CW_OK;
}

static void begin_path(cw_linked *linked, const cw_path *walk) {
    linked->way.cells.count = linked->way.portals.count = linked->way.legs.count =
        linked->links.count = 0;
    linked->way.path = *walk;
    linked->way.path.length = linked->way.path.cost = 0;
}

cw_status cw_linked_tell_take(cw_linked *linked) {
    const cw_path *walk = &linked->walk;
    cw_path *path = &linked->way.path;
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
