/// A crowd that is spread over several: what goes from one to the other.
///
/// Ghosts are bodies of agents that another crowd owns. They are kept by serial number, so that the
/// grid (grid.c) can merge them in; nothing is decided for them, and they move when they are told.
/// An agent that changes hands is a row of all columns, followed by the portals of its path.
#include "crowd/crowd.h"

#include <string.h>

void cw_crowd_merge_surveys(cw_crowd_survey *sum, const cw_crowd_survey *other) {
    CW_ASSERT(sum != NULL && other != NULL);
    sum->low.x = cw_least(sum->low.x, other->low.x);
    sum->low.y = cw_least(sum->low.y, other->low.y);
    sum->high.x = cw_most(sum->high.x, other->high.x);
    sum->high.y = cw_most(sum->high.y, other->high.y);
    sum->radius = cw_most(sum->radius, other->radius);
    sum->speed = cw_most(sum->speed, other->speed);
    sum->move = cw_most(sum->move, other->move);
    sum->count += other->count;
    sum->known += other->known;
    sum->distance += other->distance;
}

double cw_crowd_cell_side(const cw_crowd *crowd, const cw_crowd_survey *survey) {
    CW_ASSERT(crowd != NULL && survey != NULL);
    return survey->count > 0 ? cw_grid_side(crowd, survey, crowd->dt) : crowd->config.sight;
}

/// An agent as it stands now, and where it stood when the substep began.
static cw_crowd_body body_now(const cw_crowd *crowd, uint32_t index, cw_vec2 *before) {
    const cw_crowd_grid *grid = &crowd->grid;
    *before = cw_crowd_at(crowd, index);
    if (crowd->phase != CW_PHASE_MOVING) {
        return cw_grid_body(crowd, index);
    }
    uint32_t place = grid->place[index];
    cw_crowd_body body = grid->bodies[place];
    body.x = grid->discs[place].at.x;
    body.y = grid->discs[place].at.y;
    return body;
}

cw_status cw_crowd_export(const cw_crowd *crowd, cw_vec2 low, cw_vec2 high, cw_crowd_body *bodies,
                          uint32_t capacity, uint32_t *count) {
    CW_ASSERT(crowd != NULL && count != NULL && (bodies != NULL || capacity == 0));
    *count = 0;
    if (crowd->phase == CW_PHASE_BETWEEN) {
        return cw_fail(crowd->context, CW_ERROR_ARGUMENT, "no substep has begun");
    }
    for (uint32_t i = 0; i < crowd->agents.count; i++) {
        cw_vec2 at;
        if (!cw_crowd_on_floor(crowd, i)) {
            continue;
        }
        cw_crowd_body body = body_now(crowd, i, &at);
        if (at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y) {
            if (*count < capacity) {
                bodies[*count] = body;
            }
            ++*count;
        }
    }
    return CW_OK;
}

static bool is_sound(const cw_crowd_body *body) {
    return isfinite(body->x) && isfinite(body->y) && isfinite(body->z) && isfinite(body->vx) &&
           isfinite(body->vy) && body->radius > 0 && isfinite(body->radius) &&
           body->state != CW_AGENT_OUTSIDE && body->state <= CW_AGENT_LED;
}

cw_status cw_crowd_import_ghosts(cw_crowd *crowd, const cw_crowd_body *bodies, uint32_t count) {
    CW_ASSERT(crowd != NULL && (bodies != NULL || count == 0));
    if (crowd->phase != CW_PHASE_BEGUN) {
        return cw_fail(crowd->context, CW_ERROR_ARGUMENT,
                       "ghosts come after cw_crowd_begin and before cw_crowd_decide");
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!is_sound(&bodies[i])) {
            return cw_fail(crowd->context, CW_ERROR_INPUT, "ghost %u of %u has no body", i, count);
        }
    }
    CW_TRY(CW_ARRAY_RESERVE(crowd->context, &crowd->ghosts, count));
    for (uint32_t i = 0; i < count; i++) {
        crowd->ghosts.items[i] = bodies[i];
        crowd->ghosts.items[i].index = CW_NONE;
    }
    crowd->ghosts.count = count;
#define SERIAL(ghost) (ghost).serial
    CW_CROWD_SORT(cw_crowd_body, crowd->ghosts.items, count, SERIAL);
#undef SERIAL
    return CW_OK;
}

/// The ghost with a serial number, or CW_NONE.
static uint32_t find_ghost(const cw_crowd *crowd, uint64_t serial) {
    uint32_t low = 0, high = crowd->ghosts.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (crowd->ghosts.items[middle].serial < serial) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < crowd->ghosts.count && crowd->ghosts.items[low].serial == serial ? low : CW_NONE;
}

cw_status cw_crowd_update_ghosts(cw_crowd *crowd, const cw_crowd_body *bodies, uint32_t count) {
    CW_ASSERT(crowd != NULL && (bodies != NULL || count == 0));
    if (crowd->phase != CW_PHASE_MOVING) {
        return cw_fail(crowd->context, CW_ERROR_ARGUMENT, "ghosts move after cw_crowd_decide");
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t ghost = find_ghost(crowd, bodies[i].serial);
        if (ghost != CW_NONE && is_sound(&bodies[i])) {
            uint32_t place = crowd->grid.place[crowd->agents.count + ghost];
            crowd->grid.discs[place].at = (cw_vec2){bodies[i].x, bodies[i].y};
        }
    }
    return CW_OK;
}

/// What an agent that changes hands begins with; its columns and portals follow.
typedef struct parcel {
    uint32_t size;    ///< of all of it, in bytes
    uint32_t portals; ///< how many
    uint32_t shared;  ///< 1: none, since its way is that of a table
    uint32_t only;    ///< target of that table, or CW_NONE
} parcel;

static size_t row_size(void) {
    size_t size = 0;
#define ADD(type, name) size += sizeof(type);
    CW_CROWD_COLUMNS(ADD)
#undef ADD
    return size;
}

static void write_row(const cw_crowd_columns *agents, uint32_t index, uint8_t *bytes) {
#define WRITE(type, name)                              \
    memcpy(bytes, &agents->name[index], sizeof(type)); \
    bytes += sizeof(type);
    CW_CROWD_COLUMNS(WRITE)
#undef WRITE
}

static void read_row(cw_crowd_columns *agents, uint32_t index, const uint8_t *bytes) {
#define READ(type, name)                               \
    memcpy(&agents->name[index], bytes, sizeof(type)); \
    bytes += sizeof(type);
    CW_CROWD_COLUMNS(READ)
#undef READ
}

static cw_status demand_still(const cw_crowd *crowd) {
    return crowd->phase != CW_PHASE_MOVING ? CW_OK
                                           : cw_fail(crowd->context, CW_ERROR_ARGUMENT,
                                                     "agents do not change hands while they move");
}

cw_status cw_crowd_take(cw_crowd *crowd, cw_agent agent, void *bytes, size_t capacity,
                        size_t *size) {
    CW_ASSERT(crowd != NULL && size != NULL && (bytes != NULL || capacity == 0));
    *size = 0;
    CW_TRY(demand_still(crowd));
    uint32_t index = cw_crowd_find(crowd, agent);
    if (index == CW_NONE) {
        return cw_fail(crowd->context, CW_ERROR_ARGUMENT, "the handle {%u, %u} names no agent",
                       agent.slot, agent.generation);
    }
    uint32_t table = crowd->agents.table[index];
    bool shared = table != CW_NONE;
    uint32_t portals = shared ? 0 : crowd->agents.path_count[index];
    size_t tail = portals * sizeof(cw_crowd_portal);
    *size = sizeof(parcel) + row_size() + tail;
    if (*size > capacity) {
        return cw_fail(crowd->context, CW_ERROR_LIMIT, "the agent takes %zu bytes", *size);
    }
    parcel head = {(uint32_t)*size, portals, shared,
                   shared ? crowd->tables.items[table].only : CW_NONE};
    uint8_t *to = bytes;
    memcpy(to, &head, sizeof head);
    write_row(&crowd->agents, index, to + sizeof head);
    if (tail > 0) {
        memcpy(to + sizeof head + row_size(),
               crowd->pool.portals.items + crowd->agents.path_first[index], tail);
    }
    cw_crowd_drop(crowd, index);
    cw_crowd_settle(crowd);
    return CW_OK;
}

/// Whether what an agent refers to is here, too.
static bool fits(const cw_crowd *crowd, uint32_t i) {
    const cw_crowd_columns *agents = &crowd->agents;
    uint32_t journey = agents->journey[i], target = agents->target[i], choice = agents->choice[i];
    uint32_t home = agents->home[i];
    bool goals = journey == CW_NONE ? target == CW_NONE
                                    : journey < crowd->journeys.count &&
                                          agents->goal[i] <= crowd->journeys.items[journey].count &&
                                          (target == CW_NONE || target < crowd->targets.count);
    goals = goals && (choice == CW_NONE || choice < crowd->targets.count) &&
            (home == CW_NONE || (home < crowd->targets.count && journey != CW_NONE));
    return goals && agents->cell[i] < crowd->mesh.cell_count && isfinite(agents->x[i]) &&
           isfinite(agents->y[i]) && agents->portal[i] <= agents->path_count[i] &&
           agents->serial[i] > 0 && agents->radius[i] > 0 && agents->state[i] <= CW_AGENT_LED;
}

static cw_status misfit(const cw_crowd *crowd) {
    return cw_fail(crowd->context, CW_ERROR_INPUT, "the bytes are no agent that fits this crowd");
}

/// Takes the portals of a path into the pool.
static cw_status read_path(cw_crowd *crowd, uint32_t index, const uint8_t *bytes, uint32_t count) {
    crowd->agents.path_first[index] = CW_NONE;
    crowd->agents.table[index] = CW_NONE;
    crowd->agents.path_count[index] = count;
    if (count == 0) {
        return CW_OK;
    }
    uint32_t first;
    CW_TRY(cw_pool_take(crowd, count, &first));
    memcpy(crowd->pool.portals.items + first, bytes, count * sizeof(cw_crowd_portal));
    crowd->agents.path_first[index] = first;
    return CW_OK;
}

/// The table of an agent whose way is shared: the same here as where it comes from.
static cw_status read_table(cw_crowd *crowd, uint32_t index, uint32_t only) {
    cw_crowd_columns *agents = &crowd->agents;
    uint32_t journey = agents->journey[index], table;
    if (journey == CW_NONE || agents->goal[index] >= crowd->journeys.items[journey].count ||
        (only != CW_NONE && only >= crowd->targets.count)) {
        return misfit(crowd);
    }
    CW_TRY(cw_crowd_table_of(crowd, index, only, &table));
    const cw_route_table *routes = &crowd->tables.items[table];
    agents->table[index] = table;
    agents->path_first[index] = routes->first;
    agents->path_count[index] = routes->count;
    return agents->portal[index] < routes->count ? CW_OK : misfit(crowd);
}

cw_status cw_crowd_give(cw_crowd *crowd, const void *bytes, size_t size, cw_agent *agent) {
    CW_ASSERT(crowd != NULL && bytes != NULL && agent != NULL);
    *agent = (cw_agent){0};
    CW_TRY(demand_still(crowd));
    parcel head = {0};
    const uint8_t *from = bytes;
    if (size >= sizeof head) {
        memcpy(&head, from, sizeof head);
    }
    size_t rest = sizeof head + row_size();
    if (head.size != size || size < rest || size - rest != head.portals * sizeof(cw_crowd_portal)) {
        return misfit(crowd);
    }
    uint32_t index, slot;
    CW_TRY(cw_crowd_new_row(crowd, &index, &slot));
    read_row(&crowd->agents, index, from + sizeof head);
    crowd->agents.path_count[index] = head.shared ? UINT32_MAX : head.portals;
    cw_status status = fits(crowd, index)
                           ? cw_crowd_check_serial(crowd, crowd->agents.serial[index])
                           : misfit(crowd);
    if (status == CW_OK) {
        status = head.shared ? read_table(crowd, index, head.only)
                             : read_path(crowd, index, from + rest, head.portals);
    }
    if (status != CW_OK) {
        crowd->free_slots.items[crowd->free_slots.count++] = slot;
        return status;
    }
    *agent = cw_crowd_enlist(crowd, index, slot);
    crowd->searching += (crowd->agents.flags[index] & CW_FLAG_SEARCH) != 0;
    return CW_OK;
}
