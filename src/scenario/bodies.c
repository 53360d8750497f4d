/// Who stands near a place: bodies in squares as wide as the largest body, chained by hash.
#include "scenario/simulation.h"

#include <math.h>

uint32_t cw_bodies_bucket(const cw_bodies *bodies, double column, double row) {
    uint64_t word = (uint64_t)(int64_t)column * 0x9e3779b97f4a7c15u;
    word ^= (uint64_t)(int64_t)row * 0xbf58476d1ce4e5b9u;
    word ^= word >> 31;
    return (uint32_t)(word * 0x94d049bb133111ebu >> 32) & (bodies->head_count - 1);
}

cw_status cw_bodies_reset(cw_context *context, cw_bodies *bodies, uint32_t count, double side) {
    uint32_t wanted = 64;
    while (wanted < count && wanted < 1u << 30) {
        wanted *= 2;
    }
    if (bodies->head_count < wanted) {
        CW_TRY(CW_RESIZE(context, bodies->heads, bodies->head_count, wanted));
        bodies->head_count = wanted;
    }
    for (uint32_t i = 0; i < bodies->head_count; i++) {
        bodies->heads[i] = CW_NONE;
    }
    bodies->count = 0;
    bodies->side = side;
    return CW_OK;
}

static cw_status make_room(cw_context *context, cw_bodies *bodies) {
    if (bodies->count < bodies->capacity) {
        return CW_OK;
    }
    uint32_t wanted = bodies->capacity < 64 ? 64 : bodies->capacity * 2;
    CW_TRY(CW_RESIZE(context, bodies->next, bodies->capacity, wanted));
    cw_status status = CW_RESIZE(context, bodies->positions, bodies->capacity, wanted);
    if (status == CW_OK) {
        status = CW_RESIZE(context, bodies->radii, bodies->capacity, wanted);
        if (status != CW_OK) {
            (void)CW_RESIZE(context, bodies->positions, wanted, bodies->capacity);
        }
    }
    if (status != CW_OK) {
        (void)CW_RESIZE(context, bodies->next, wanted, bodies->capacity);
        return status;
    }
    bodies->capacity = wanted;
    return CW_OK;
}

cw_status cw_bodies_add(cw_context *context, cw_bodies *bodies, cw_vec3 position, double radius) {
    CW_TRY(make_room(context, bodies));
    uint32_t bucket = cw_bodies_bucket(bodies, floor(position.x / bodies->side),
                                       floor(position.y / bodies->side));
    uint32_t index = bodies->count++;
    bodies->positions[index] = position;
    bodies->radii[index] = radius;
    bodies->next[index] = bodies->heads[bucket];
    bodies->heads[bucket] = index;
    return CW_OK;
}

static bool touches(const cw_bodies *bodies, uint32_t index, cw_vec3 position, double radius,
                    double height) {
    const cw_vec3 *other = &bodies->positions[index];
    double dx = other->x - position.x, dy = other->y - position.y;
    double reach = radius + bodies->radii[index];
    return dx * dx + dy * dy < reach * reach && fabs(other->z - position.z) < height;
}

bool cw_bodies_free_at(const cw_bodies *bodies, cw_vec3 position, double radius, double height) {
    double column = floor(position.x / bodies->side), row = floor(position.y / bodies->side);
    for (int i = -1; i <= 1; i++) {
        for (int k = -1; k <= 1; k++) {
            uint32_t at = bodies->heads[cw_bodies_bucket(bodies, column + i, row + k)];
            for (; at != CW_NONE; at = bodies->next[at]) {
                if (touches(bodies, at, position, radius, height)) {
                    return false;
                }
            }
        }
    }
    return true;
}

void cw_bodies_free(cw_context *context, cw_bodies *bodies) {
    CW_RELEASE(context, bodies->heads, bodies->head_count);
    CW_RELEASE(context, bodies->next, bodies->capacity);
    CW_RELEASE(context, bodies->positions, bodies->capacity);
    CW_RELEASE(context, bodies->radii, bodies->capacity);
    *bodies = (cw_bodies){0};
}
