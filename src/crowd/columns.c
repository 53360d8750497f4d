/// The columns of the agents: room, order, hash.
///
/// Agents that leave are marked, and dropped all at once when the arrays are next needed; agents
/// are added at the end, and put in their place by serial number then, through a spare column, one
/// after the other, so that nothing is allocated while a crowd walks.
#include "crowd/crowd.h"

#include <string.h>

/// How many columns there are.
#define ONE(type, name) +1
enum { COLUMNS = 0 CW_CROWD_COLUMNS(ONE) };
#undef ONE

static cw_status reserve_columns(cw_context *context, cw_crowd_columns *columns,
                                 uint32_t capacity) {
    cw_crowd_columns larger = {0}; // all columns grow, or none
    cw_status status = CW_OK;
#define MAKE(type, name)                                      \
    if (status == CW_OK) {                                    \
        status = CW_ALLOCATE(context, larger.name, capacity); \
    }
    CW_CROWD_COLUMNS(MAKE)
#undef MAKE
#define SWAP(type, name)                                                                \
    if (status == CW_OK) {                                                              \
        if (columns->count > 0) {                                                       \
            memcpy(larger.name, columns->name, columns->count * sizeof *columns->name); \
        }                                                                               \
        CW_RELEASE(context, columns->name, columns->capacity);                          \
        columns->name = larger.name;                                                    \
    } else if (larger.name != NULL) {                                                   \
        CW_RELEASE(context, larger.name, capacity);                                     \
    }
    CW_CROWD_COLUMNS(SWAP)
#undef SWAP
    columns->capacity = status == CW_OK ? capacity : columns->capacity;
    return status;
}

static void free_columns(cw_context *context, cw_crowd_columns *columns) {
#define FREE(type, name) CW_RELEASE(context, columns->name, columns->capacity);
    CW_CROWD_COLUMNS(FREE)
#undef FREE
    *columns = (cw_crowd_columns){0};
}

static size_t bytes_per_agent(void) {
    size_t bytes = 0;
#define ADD(type, name) bytes += sizeof(type);
    CW_CROWD_COLUMNS(ADD)
#undef ADD
    return bytes;
}

size_t cw_crowd_agent_bytes(const cw_crowd *crowd) {
    return (bytes_per_agent() + sizeof *crowd->spare) * crowd->agents.capacity;
}

cw_status cw_crowd_reserve_agents(cw_crowd *crowd, uint32_t count) {
    cw_context *context = crowd->context;
    uint32_t capacity = crowd->agents.capacity;
    if (count > capacity) {
        capacity = count > capacity + capacity / 2 ? count : capacity + capacity / 2;
        capacity = capacity < 16 ? 16 : capacity;
        uint64_t *spare = NULL;
        CW_TRY(CW_ALLOCATE(context, spare, capacity));
        uint32_t old = crowd->agents.capacity;
        cw_status status = reserve_columns(context, &crowd->agents, capacity);
        if (status != CW_OK) {
            CW_RELEASE(context, spare, capacity);
            return status;
        }
        CW_RELEASE(context, crowd->spare, old);
        crowd->spare = spare;
    }
    return CW_ARRAY_RESERVE(context, &crowd->order, crowd->agents.capacity);
}

void cw_crowd_free_agents(cw_crowd *crowd) {
    CW_RELEASE(crowd->context, crowd->spare, crowd->agents.capacity);
    free_columns(crowd->context, &crowd->agents);
}

/// Puts all columns in an order from a place on, through the spare column.
static void take_in_order(cw_crowd *crowd, uint32_t first, uint32_t count) {
    const uint32_t *order = crowd->order.items;
    cw_crowd_columns *agents = &crowd->agents;
#define TAKE(type, name)                                                             \
    {                                                                                \
        static_assert(sizeof(type) <= sizeof *crowd->spare, "too wide");             \
        type *spare = (type *)(void *)crowd->spare;                                  \
        for (uint32_t i = first; i < count; i++) {                                   \
            spare[i] = agents->name[order[i]];                                       \
        }                                                                            \
        memcpy(agents->name + first, spare + first, (count - first) * sizeof(type)); \
    }
    CW_CROWD_COLUMNS(TAKE)
#undef TAKE
}

/// Columns that close up where somebody left.
typedef struct closing {
    cw_crowd *crowd;
    uint32_t first, count; ///< in order.items, which rises
} closing;

static cw_status close_columns(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    (void)context;
    const closing *all = user;
    const uint32_t *order = all->crowd->order.items;
    cw_crowd_columns *agents = &all->crowd->agents;
    uint32_t column = 0;
#define CLOSE(type, name)                                    \
    if (column >= begin && column < end) {                   \
        type *items = agents->name;                          \
        for (uint32_t i = all->first; i < all->count; i++) { \
            items[i] = items[order[i]];                      \
        }                                                    \
    }                                                        \
    column++;
    CW_CROWD_COLUMNS(CLOSE)
#undef CLOSE
    return CW_OK;
}

void cw_crowd_settle(cw_crowd *crowd) {
    if (!crowd->unsorted && !crowd->gone) {
        return;
    }
    cw_crowd_columns *agents = &crowd->agents;
    uint32_t count = 0, first = 0;
    uint32_t *order = crowd->order.items;
    for (uint32_t i = 0; i < agents->count; i++) {
        if (!(agents->flags[i] & CW_FLAG_GONE)) {
            order[count++] = i;
        }
    }
    if (crowd->unsorted) {
#define SERIAL(index) agents->serial[index]
        CW_CROWD_SORT(uint32_t, order, count, SERIAL);
#undef SERIAL
    }
    while (first < count && order[first] == first) {
        first++;
    }
    if (crowd->unsorted) {
        take_in_order(crowd, first, count);
    } else {
        closing all = {crowd, first, count};
        cw_crowd_share(crowd, COLUMNS, 1, close_columns, &all); // which cannot fail
    }
    agents->count = count;
    for (uint32_t i = first; i < count; i++) {
        crowd->slots.items[agents->agent[i].slot] = i;
    }
    crowd->unsorted = false;
    crowd->gone = false;
}

/// FNV-1a over 64-bit words.
static uint64_t hash_words(uint64_t hash, const void *data, size_t size) {
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < sizeof word ? size - i : sizeof word);
        hash = (hash ^ word) * 0x100000001b3u;
        hash ^= hash >> 29;
    }
    return hash;
}

uint64_t cw_crowd_hash_agents(const cw_crowd *crowd) {
    const cw_crowd_columns *agents = &crowd->agents;
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint32_t i = 0; i < agents->count; i++) {
        const double numbers[] = {agents->x[i],      agents->y[i],         agents->vx[i],
                                  agents->vy[i],     agents->radius[i],    agents->speed[i],
                                  agents->walked[i], agents->remaining[i], agents->wish_x[i],
                                  agents->wish_y[i], agents->still[i],     agents->yield_until[i]};
        const uint32_t indices[] = {agents->cell[i],  agents->portal[i], agents->goal[i],
                                    agents->state[i], agents->model[i],  agents->flags[i]};
        hash = hash_words(hash, &agents->serial[i], sizeof agents->serial[i]);
        hash = hash_words(hash, numbers, sizeof numbers);
        hash = hash_words(hash, indices, sizeof indices);
    }
    return hash_words(hash, &crowd->time, sizeof crowd->time);
}
