/// Routes that agents share.
///
/// One search backwards (spread.c) makes a table for a goal and for radii up to a class: what is
/// left of the way from each free part of each portal, and the portal that follows. An agent looks
/// at the portals of its own cell that it can reach inside it, takes the one with the shortest way,
/// and keeps only that. So a hundred thousand agents start at once, and the memory goes with the
/// portals.
#include "crowd/crowd.h"
#include "path/local/cast.h"

/// Metres: radii in one class share their routes.
static const double RADIUS_CLASS = 0.01;
/// Metres by which an agent may stand closer to a wall than its radius: rounding.
static const double ROOM_SLACK = 1e-7;

static double class_of(double radius) {
    double larger = ceil(radius / RADIUS_CLASS) * RADIUS_CLASS;
    return larger > radius ? larger : radius;
}

static void free_table(cw_crowd *crowd, cw_route_table *table) {
    if (table->count > 0) {
        cw_pool_give(crowd, table->first, table->count);
    }
    CW_RELEASE(crowd->context, table->cell_first, table->cells + 1);
    CW_RELEASE(crowd->context, table->parts, table->part_count);
    CW_RELEASE(crowd->context, table->cross, table->part_count);
    CW_RELEASE(crowd->context, table->goal, table->part_count);
    CW_RELEASE(crowd->context, table->goals, table->goal_count);
}

void cw_crowd_forget_routes(cw_crowd *crowd) {
    for (uint32_t i = 0; i < crowd->tables.count; i++) {
        free_table(crowd, &crowd->tables.items[i]);
    }
    crowd->tables.count = 0;
}

size_t cw_crowd_route_bytes(const cw_crowd *crowd) {
    size_t bytes = CW_ARRAY_BYTES(&crowd->tables) + cw_widest_scratch_bytes(&crowd->widest);
    for (uint32_t i = 0; i < crowd->tables.count; i++) {
        const cw_route_table *table = &crowd->tables.items[i];
        bytes += ((size_t)table->cells + 1) * sizeof *table->cell_first +
                 table->part_count *
                     (sizeof *table->parts + sizeof *table->cross + sizeof *table->goal) +
                 table->goal_count * sizeof *table->goals;
    }
    return bytes;
}

/// Adds the places of a target to the goals of a table.
static cw_status add_goals(cw_crowd *crowd, uint32_t target, cw_route_table *table) {
    cw_aim_places places;
    CW_TRY(cw_crowd_find_places(crowd, target, table->radius, &places));
    uint32_t before = table->goal_count;
    CW_TRY(CW_RESIZE(crowd->context, table->goals, before, (size_t)before + places.count));
    table->goal_count += places.count;
    for (uint32_t i = 0; i < places.count; i++) {
        cw_vec3 at = crowd->place_points.items[places.first + i];
        cw_route_goal *goal = &table->goals[before + i];
        *goal =
            (cw_route_goal){{cw_navmesh_locate(&crowd->mesh, at), {at.x, at.y}}, target, CW_NONE};
        if (goal->place.cell != CW_NONE) {
            CW_TRY(cw_clearance_attach_using(crowd->context, &crowd->clearance, &crowd->widest,
                                             goal->place, table->radius - ROOM_SLACK,
                                             &goal->summit));
        }
    }
    return CW_OK;
}

static cw_status make_table(cw_crowd *crowd, cw_route_table *table) {
    cw_stop stop = crowd->stops.items[table->stop];
    for (uint32_t i = 0; i < stop.count; i++) {
        uint32_t target = crowd->stop_targets.items[stop.first + i];
        if (table->only == CW_NONE || table->only == target) {
            CW_TRY(add_goals(crowd, target, table));
        }
    }
    return cw_crowd_spread(crowd, table);
}

cw_status cw_crowd_table_of(cw_crowd *crowd, uint32_t index, uint32_t only, uint32_t *table) {
    uint32_t stop = cw_crowd_stop_of(crowd, index);
    only = crowd->stops.items[stop].count > 1 ? only : CW_NONE;
    double radius = class_of(crowd->agents.radius[index]);
    for (*table = 0; *table < crowd->tables.count; ++*table) {
        const cw_route_table *known = &crowd->tables.items[*table];
        if (known->stop == stop && known->only == only && known->radius == radius) {
            return CW_OK;
        }
    }
    CW_TRY(CW_ARRAY_RESERVE(crowd->context, &crowd->tables, (size_t)*table + 1));
    cw_route_table made = {.stop = stop, .only = only, .radius = radius};
    cw_status status = make_table(crowd, &made);
    if (status != CW_OK) {
        free_table(crowd, &made);
        return status;
    }
    crowd->tables.items[crowd->tables.count++] = made;
    return CW_OK;
}

/// An agent that looks for its way.
typedef struct seeker {
    cw_place place;
    double radius;
    uint32_t summit; ///< of its cell, joined with it, or CW_NONE
} seeker;

/// Whether a goal in the own cell can be reached inside it.
static bool reaches_goal(const cw_crowd *crowd, const seeker *who, const cw_route_goal *goal) {
    const cw_clearance *clearance = &crowd->clearance;
    uint32_t cell = who->place.cell;
    if (goal->summit != CW_NONE && who->summit != CW_NONE &&
        cw_are_joined(clearance, cell, cw_summit_number(clearance, cell, goal->summit),
                      cw_summit_number(clearance, cell, who->summit), who->radius)) {
        return true;
    }
    cw_vec2 normal;
    cw_cast cast = cw_cast_disc(clearance, cell, who->place.position, goal->place.position,
                                who->radius, &normal);
    return !cast.hit && cast.cell == cell;
}

/// The goals in the own cell.
static void look_at_goals(const cw_crowd *crowd, const cw_route_table *table, const seeker *who,
                          cw_route *best) {
    for (uint32_t i = 0; i < table->goal_count; i++) {
        const cw_route_goal *goal = &table->goals[i];
        double length = cw_vec2_distance(who->place.position, goal->place.position);
        if (goal->place.cell == who->place.cell && length < best->length &&
            reaches_goal(crowd, who, goal)) {
            best->length = length;
            best->portal = table->part_count + i;
        }
    }
}

/// The parts of portals of the own cell that can be reached inside it: their group, or CW_NONE.
static uint32_t group_of(const cw_crowd *crowd, const cw_route_table *table, const seeker *who) {
    uint32_t cell = who->place.cell, end = table->cell_first[cell + 1], known = CW_NONE;
    for (uint32_t i = table->cell_first[cell]; i < end; i++) {
        const cw_joined_interval *part = &table->parts[i];
        if (known != CW_NONE && part->group <= known) {
            continue; // of a group that is out of reach
        }
        known = part->group;
        if (cw_part_joins(&crowd->clearance, cell, who->radius, part, who->summit)) {
            return known;
        }
    }
    return CW_NONE;
}

/// The portals of the own cell.
static void look_at_portals(const cw_crowd *crowd, const cw_route_table *table, const seeker *who,
                            cw_route *best) {
    uint32_t cell = who->place.cell, group = group_of(crowd, table, who);
    const cw_crowd_portal *portals = crowd->pool.portals.items + table->first;
    for (uint32_t i = table->cell_first[cell]; i < table->cell_first[cell + 1]; i++) {
        double length = cw_vec2_distance(who->place.position, table->cross[i]) + portals[i].rest;
        if (length < best->length && table->parts[i].group == group) {
            best->length = length;
            best->portal = i;
        }
    }
}

cw_status cw_crowd_find_route(cw_crowd *crowd, uint32_t index, uint32_t only, cw_route *route) {
    *route = (cw_route){0, CW_NONE, INFINITY};
    CW_TRY(cw_crowd_table_of(crowd, index, only, &route->table));
    const cw_route_table *table = &crowd->tables.items[route->table];
    seeker who = {{crowd->agents.cell[index], cw_crowd_at(crowd, index)},
                  crowd->agents.radius[index] - ROOM_SLACK,
                  CW_NONE};
    CW_TRY(cw_clearance_attach_using(crowd->context, &crowd->clearance, &crowd->widest, who.place,
                                     who.radius, &who.summit));
    look_at_goals(crowd, table, &who, route);
    if (who.summit != CW_NONE) {
        look_at_portals(crowd, table, &who, route);
    }
    return CW_OK;
}

void cw_crowd_take_route(cw_crowd *crowd, uint32_t index, const cw_route *route) {
    cw_crowd_columns *agents = &crowd->agents;
    const cw_route_table *table = &crowd->tables.items[route->table];
    uint32_t portal = route->portal;
    uint32_t goal =
        portal < table->part_count ? table->goal[portal] : (portal - table->part_count) / 2;
    cw_crowd_release_path(crowd, index);
    agents->path_first[index] = table->first;
    agents->path_count[index] = table->count;
    agents->table[index] = route->table;
    agents->portal[index] = portal;
    agents->goal_x[index] = table->goals[goal].place.position.x;
    agents->goal_y[index] = table->goals[goal].place.position.y;
    cw_crowd_send(crowd, index, table->goals[goal].target, route->length);
}
