/// Who starts, in order of serial numbers.
///
/// Who waits for room needs to know who stands there. For that everybody on the floor is chained
/// into squares, which are found by hashing and in which new ones are entered as they start.
#include "crowd/crowd.h"

/// Chains, as a power of two.
enum { CHAINS = 1024 };

/// Chains of agents by the square they stand in.
typedef struct squares {
    double inverse;                ///< 1 / side; 0: not made yet
    uint32_t first[CHAINS], *next; ///< agents, or CW_NONE
} squares;

static uint32_t chain_at(const squares *s, double x, double y) {
    int64_t column = (int64_t)floor(x * s->inverse), row = (int64_t)floor(y * s->inverse);
    return (uint32_t)(cw_crowd_mix(cw_crowd_mix((uint64_t)column) ^ (uint64_t)row) % CHAINS);
}

static void enter(const cw_crowd *crowd, squares *s, uint32_t index) {
    uint32_t chain = chain_at(s, crowd->agents.x[index], crowd->agents.y[index]);
    s->next[index] = s->first[chain];
    s->first[chain] = index;
}

/// Enters everybody. The side is that of the largest disc of all, so that who touches a disc is in
/// its square or in one of the eight around it.
static cw_status make_squares(cw_crowd *crowd, squares *s) {
    const cw_crowd_columns *agents = &crowd->agents;
    CW_TRY(CW_ARRAY_RESERVE(crowd->context, &crowd->order, agents->capacity));
    double largest = 0;
    for (uint32_t i = 0; i < agents->count; i++) {
        largest = cw_most(largest, agents->radius[i]);
    }
    s->inverse = 1 / (2 * largest);
    s->next = crowd->order.items;
    for (uint32_t i = 0; i < CHAINS; i++) {
        s->first[i] = CW_NONE;
    }
    for (uint32_t i = 0; i < agents->count; i++) {
        if (cw_crowd_on_floor(crowd, i)) {
            enter(crowd, s, i);
        }
    }
    return CW_OK;
}

static bool touches(const cw_crowd *crowd, uint32_t index, uint32_t other) {
    const cw_crowd_columns *agents = &crowd->agents;
    cw_vec2 way = cw_vec2_sub(cw_crowd_at(crowd, other), cw_crowd_at(crowd, index));
    double touch = agents->radius[other] + agents->radius[index];
    return cw_vec2_dot(way, way) < touch * touch &&
           fabs(agents->z[other] - agents->z[index]) < crowd->config.body_height;
}

static bool is_blocked(const cw_crowd *crowd, const squares *s, uint32_t index) {
    double side = 1 / s->inverse;
    for (int i = 0; i < 9; i++) {
        double x = crowd->agents.x[index] + side * (i % 3 - 1);
        double y = crowd->agents.y[index] + side * (i / 3 - 1);
        for (uint32_t other = s->first[chain_at(s, x, y)]; other != CW_NONE;
             other = s->next[other]) {
            if (touches(crowd, index, other)) {
                return true;
            }
        }
    }
    return false;
}

static cw_status start(cw_crowd *crowd, uint32_t index) {
    cw_crowd_columns *agents = &crowd->agents;
    bool led = agents->journey[index] == CW_NONE;
    agents->state[index] = led ? CW_AGENT_LED : CW_AGENT_SEARCHING;
    if (!led) {
        cw_crowd_want_path(crowd, index);
    }
    return cw_crowd_tell(crowd, CW_EVENT_STARTED, index);
}

cw_status cw_crowd_start_all(cw_crowd *crowd) {
    const cw_crowd_columns *agents = &crowd->agents;
    squares s; // made when somebody asks
    s.inverse = 0;
    s.next = NULL;
    for (uint32_t i = 0; i < agents->count; i++) {
        if (agents->state[i] != CW_AGENT_OUTSIDE ||
            agents->start_time[i] > crowd->time + CW_TIME_ROUNDING) {
            continue;
        }
        bool waits = agents->flags[i] & CW_FLAG_WAIT_FOR_ROOM;
        if (waits && s.inverse == 0) {
            CW_TRY(make_squares(crowd, &s));
        }
        if (waits && is_blocked(crowd, &s, i)) {
            continue;
        }
        CW_TRY(start(crowd, i));
        if (s.inverse > 0) {
            enter(crowd, &s, i);
        }
    }
    return CW_OK;
}
