/// Crowds as a whole: made, looked at, freed.
#include "crowd/lanes.h"

cw_crowd_config cw_crowd_config_default(void) {
    return (cw_crowd_config){.sight = 5,
                             .neighbours = 10,
                             .tau = 2,
                             .tau_wall = 0.5,
                             .max_substep = 0.05,
                             .path_budget = 20000,
                             .body_height = 1.8,
                             .contact = CW_CONTACT_HARD,
                             .side = CW_SIDE_RIGHT,
                             .seed = 1};
}

/// Complains about a number that is not in (low, high].
static cw_status check(cw_context *context, const char *name, double value, double low,
                       double high) {
    if (value > low && value <= high) {
        return CW_OK;
    }
    return cw_fail(context, CW_ERROR_ARGUMENT, "%s is %g, but has to be above %g and at most %g",
                   name, value, low, high);
}

static cw_status check_config(cw_context *context, const cw_crowd_config *config) {
    CW_TRY(check(context, "sight", config->sight, 0, 100));
    CW_TRY(check(context, "neighbours", config->neighbours, 0, CW_MOST_NEIGHBOURS));
    CW_TRY(check(context, "tau", config->tau, 0, 60));
    CW_TRY(check(context, "tau_wall", config->tau_wall, 0, 60));
    CW_TRY(check(context, "max_substep", config->max_substep, 0, 1));
    CW_TRY(check(context, "path_budget", config->path_budget, 0, UINT32_MAX));
    CW_TRY(check(context, "body_height", config->body_height, 0, 1e6));
    if (config->max_substep < 0.001) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "max_substep has to be at least 0.001 s");
    }
    if ((unsigned)config->contact > CW_CONTACT_SOFT || (unsigned)config->side > CW_SIDE_NONE) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "contact or side is none of those there are");
    }
    return CW_OK;
}

cw_status cw_crowd_create(cw_context *context, const cw_clearance *clearance,
                          const cw_crowd_config *config, cw_crowd **crowd) {
    CW_ASSERT(context != NULL && clearance != NULL && crowd != NULL);
    *crowd = NULL;
    cw_crowd_config used = config != NULL ? *config : cw_crowd_config_default();
    CW_TRY(check_config(context, &used));
    if (clearance->mesh == NULL) {
        return cw_fail(context, CW_ERROR_INPUT, "the clearance tables are empty");
    }
    cw_crowd *made = NULL;
    CW_TRY(CW_ALLOCATE(context, made, 1));
    made->context = context;
    made->config = used;
    cw_pool_init(&made->pool);
    cw_status status = cw_crowd_make_twin(made, clearance);
    if (status != CW_OK) {
        cw_crowd_free(made);
        return status;
    }
    *crowd = made;
    return CW_OK;
}

void cw_crowd_free(cw_crowd *crowd) {
    if (crowd == NULL) {
        return;
    }
    cw_context *context = crowd->context;
    cw_lanes_free(crowd);
    cw_crowd_free_twin(crowd);
    cw_crowd_free_agents(crowd);
    cw_grid_free(crowd);
    cw_crowd_forget_routes(crowd);
    CW_ARRAY_FREE(context, &crowd->tables);
    cw_widest_scratch_free(context, &crowd->widest);
#define FREE(array) CW_ARRAY_FREE(context, &crowd->array);
    CW_CROWD_ARRAYS(FREE)
#undef FREE
    CW_RELEASE(context, crowd, 1);
}

size_t cw_crowd_bytes(const cw_crowd *crowd) {
    CW_ASSERT(crowd != NULL);
#define ADD(array) +CW_ARRAY_BYTES(&crowd->array)
    return sizeof *crowd + cw_lanes_bytes(crowd) + cw_crowd_agent_bytes(crowd) +
           cw_grid_bytes(&crowd->grid) + cw_query_bytes(crowd->query) +
           cw_slabs_bytes(&crowd->slabs) + cw_crowd_route_bytes(crowd) +
           crowd->mesh.vertex_count * sizeof *crowd->mesh.positions CW_CROWD_ARRAYS(ADD);
#undef ADD
}

void cw_crowd_view(cw_crowd *crowd, cw_crowd_agents *view) {
    CW_ASSERT(crowd != NULL && view != NULL);
    cw_crowd_settle(crowd);
    const cw_crowd_columns *agents = &crowd->agents;
#define SAME(name) .name = agents->name
    *view = (cw_crowd_agents){SAME(count),      SAME(agent),     SAME(serial),       SAME(x),
                              SAME(y),          SAME(z),         SAME(vx),           SAME(vy),
                              SAME(wish_x),     SAME(wish_y),    SAME(radius),       SAME(speed),
                              SAME(max_speed),  SAME(remaining), SAME(walked),       SAME(shortest),
                              SAME(start_time), SAME(cell),      SAME(goal),         SAME(state),
                              SAME(model),      SAME(group),     .time = crowd->time};
#undef SAME
}

cw_vec3 cw_crowd_position(cw_crowd *crowd, uint32_t index) {
    cw_crowd_settle(crowd);
    const cw_crowd_columns *agents = &crowd->agents;
    if (index >= agents->count) {
        return (cw_vec3){NAN, NAN, NAN};
    }
    return cw_crowd_plan(crowd, (cw_vec3){agents->x[index], agents->y[index], agents->z[index]});
}

/// The portals of a shared route, one after the other; none when there is no memory for them.
static const cw_crowd_portal *collect_corridor(cw_crowd *crowd, uint32_t index, uint32_t *count) {
    const cw_crowd_columns *agents = &crowd->agents;
    uint32_t first = agents->path_first[index];
    crowd->corridor.count = 0;
    for (uint32_t i = agents->portal[index]; i < agents->path_count[index];
         i = cw_crowd_after(crowd, index, i)) {
        cw_crowd_portal portal = cw_crowd_facing(crowd, first + i, cw_crowd_at(crowd, index));
        if (CW_ARRAY_PUSH(crowd->context, &crowd->corridor, portal) != CW_OK) {
            return NULL;
        }
    }
    *count = crowd->corridor.count;
    return crowd->corridor.items;
}

const cw_crowd_portal *cw_crowd_corridor(cw_crowd *crowd, uint32_t index, uint32_t *count,
                                         cw_vec2 *goal) {
    CW_ASSERT(count != NULL && goal != NULL);
    cw_crowd_settle(crowd);
    const cw_crowd_columns *agents = &crowd->agents;
    *goal = (cw_vec2){NAN, NAN};
    *count = 0;
    if (index >= agents->count) {
        return NULL;
    }
    *goal = (cw_vec2){agents->goal_x[index], agents->goal_y[index]};
    if (agents->path_first[index] == CW_NONE) {
        return NULL;
    }
    if (agents->table[index] != CW_NONE) {
        return collect_corridor(crowd, index, count);
    }
    *count = agents->path_count[index] - agents->portal[index];
    return crowd->pool.portals.items + agents->path_first[index] + agents->portal[index];
}

const cw_crowd_event *cw_crowd_events(const cw_crowd *crowd, uint32_t *count) {
    CW_ASSERT(crowd != NULL && count != NULL);
    *count = crowd->events.count;
    return crowd->events.items;
}

double cw_crowd_time(const cw_crowd *crowd) {
    return crowd->time;
}

cw_crowd_stats cw_crowd_get_stats(const cw_crowd *crowd) {
    return crowd->stats;
}

uint64_t cw_crowd_hash(cw_crowd *crowd) {
    CW_ASSERT(crowd != NULL);
    cw_crowd_settle(crowd);
    return cw_crowd_hash_agents(crowd);
}
