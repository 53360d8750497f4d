/// The place is exchanged while the crowd walks.
///
/// Everybody is located anew by plan position and height. Who has no floor under the whole disc is
/// moved to the nearest valid place. Targets stay where they are in the plan; corridors are dropped
/// and searched for again. All that may fail comes first, so that a failure changes nothing.
#include "crowd/lanes.h"

/// Metres within which somebody is moved.
static const double MOST_MOVED = 100;
/// Metres by which a disc may cut a wall and stay: more than any rounding.
static const double STAY_SLACK = 1e-7;

typedef struct newcomer {
    cw_nearest nearest;
    bool moved;
} newcomer;

/// Where an agent stands on the new mesh.
static cw_status relocate(cw_crowd *crowd, cw_query *query, const cw_clearance *clearance,
                          uint32_t index, newcomer *found) {
    const cw_crowd_columns *agents = &crowd->agents;
    cw_vec3 plan =
        cw_crowd_plan(crowd, (cw_vec3){agents->x[index], agents->y[index], agents->z[index]});
    cw_vec2 local = cw_clearance_local(clearance->mesh, (cw_vec2){plan.x, plan.y});
    uint32_t cell = cw_navmesh_locate(clearance->mesh, plan);
    double radius = agents->radius[index];
    *found = (newcomer){.nearest = {.place = {cell, local}}};
    if (cell != CW_NONE && cw_clearance_has_room(clearance, cell, local, radius - STAY_SLACK) &&
        fabs(cw_navmesh_height(clearance->mesh, cell, (cw_vec2){plan.x, plan.y}) - plan.z) <
            crowd->config.body_height) {
        return CW_OK;
    }
    found->moved = true;
    return cw_query_nearest(query, plan, radius, MOST_MOVED, &found->nearest);
}

static cw_status relocate_all(cw_crowd *crowd, const cw_clearance *clearance, newcomer *found) {
    cw_query *query;
    CW_TRY(cw_query_create(crowd->context, clearance, &query));
    cw_status status = CW_OK;
    for (uint32_t i = 0; i < crowd->agents.count && status == CW_OK; i++) {
        status = relocate(crowd, query, clearance, i, &found[i]);
    }
    cw_query_free(query);
    return status;
}

/// Targets keep their place in the plan.
static void shift_targets(cw_crowd *crowd, const cw_lattice *old) {
    const cw_lattice *now = &crowd->source->mesh->lattice;
    for (uint32_t i = 0; i < crowd->target_points.count; i++) {
        crowd->target_points.items[i].x += old->origin_x - now->origin_x;
        crowd->target_points.items[i].y += old->origin_y - now->origin_y;
    }
    cw_crowd_forget_routes(crowd);
    crowd->places.count = 0;
    crowd->place_points.count = 0;
    crowd->search.running = false;
}

/// Puts an agent on the new mesh.
static cw_status land(cw_crowd *crowd, uint32_t i, const newcomer *found, uint32_t *moved) {
    cw_crowd_columns *agents = &crowd->agents;
    cw_crowd_release_path(crowd, i);
    if (found->nearest.place.cell == CW_NONE) {
        CW_TRY(cw_crowd_tell(crowd, CW_EVENT_REMOVED, i));
        cw_crowd_drop(crowd, i);
        return CW_OK;
    }
    agents->cell[i] = found->nearest.place.cell;
    agents->x[i] = found->nearest.place.position.x;
    agents->y[i] = found->nearest.place.position.y;
    agents->z[i] = cw_crowd_height(crowd, agents->cell[i], cw_crowd_at(crowd, i));
    agents->kth[i] = INFINITY;
    agents->nearest[i] = INFINITY; // the way may be longer now
    agents->choice[i] = CW_NONE;
    cw_crowd_turn_back(crowd, i);
    agents->flags[i] &= (uint8_t)~CW_FLAG_ALONE;
    uint8_t state = agents->state[i];
    if (state == CW_AGENT_WALKING || state == CW_AGENT_NO_WAY || state == CW_AGENT_SEARCHING) {
        agents->state[i] = CW_AGENT_SEARCHING;
        cw_crowd_want_path(crowd, i);
    }
    if (found->moved) {
        agents->vx[i] = 0;
        agents->vy[i] = 0;
        (*moved)++;
        return cw_crowd_tell(crowd, CW_EVENT_MOVED, i);
    }
    return CW_OK;
}

cw_status cw_crowd_set_place(cw_crowd *crowd, const cw_clearance *clearance, uint32_t *moved) {
    CW_ASSERT(crowd != NULL && clearance != NULL);
    if (clearance->mesh == NULL) {
        return cw_fail(crowd->context, CW_ERROR_INPUT, "the clearance tables are empty");
    }
    cw_crowd_settle(crowd);
    uint32_t count = crowd->agents.count, number = 0;
    newcomer *found = NULL;
    CW_TRY(CW_ALLOCATE(crowd->context, found, count));
    cw_lattice old = crowd->source->mesh->lattice;
    cw_status status = relocate_all(crowd, clearance, found);
    if (status == CW_OK) {
        status =
            CW_ARRAY_RESERVE(crowd->context, &crowd->events, crowd->events.count + (size_t)count);
    }
    if (status == CW_OK) {
        status = cw_crowd_make_twin(crowd, clearance);
    }
    if (status == CW_OK) {
        cw_lanes_free(crowd);
        shift_targets(crowd, &old);
        for (uint32_t i = 0; i < count && status == CW_OK; i++) {
            status = land(crowd, i, &found[i], &number);
        }
    }
    CW_RELEASE(crowd->context, found, count);
    if (moved != NULL) {
        *moved = status == CW_OK ? number : 0;
    }
    cw_crowd_settle(crowd);
    return status;
}
