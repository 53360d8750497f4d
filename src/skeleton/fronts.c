/// Fronts and the vertices between them: speeds, arcs, nodes.
///
/// A vertex between the fronts a and b stays on both of them. With unit directions u and normals n,
/// its velocity is (n_a + n_b) / (1 + cos) where the turn is less than a right angle, and
/// (u_b - u_a) / sin beyond, which never subtracts what is nearly equal. Sine and cosine come from
/// exact integers. Between opposite directions there is no speed: the vertex is endless.
///
/// Nodes do not come from the ways of vertices but from the lines of three walls, so that nothing
/// adds up over time.
#include "skeleton/kinetic.h"

cw_status cw_front_add(cw_kinetic *kinetic, cw_dd2 point, cw_point direction, uint32_t vertex,
                       bool cap) {
    cw_dd length = cw_dd_sqrt(cw_dd_of_wide(cw_dot(direction, direction)));
    cw_dd2 along = {cw_dd_div(cw_dd_of((double)direction.x), length),
                    cw_dd_div(cw_dd_of((double)direction.y), length)};
    cw_front front = {.direction = direction,
                      .length = length,
                      .along = along,
                      .normal = {cw_dd_neg(along.y), along.x},
                      .point = point,
                      .vertex = vertex,
                      .cap = cap};
    return CW_ARRAY_PUSH(kinetic->context, &kinetic->fronts, front);
}

/// Velocity of the vertex between two fronts; endless where they run against each other.
static void set_velocity(const cw_kinetic *kinetic, cw_mover *mover, bool born) {
    const cw_front *a = &kinetic->fronts.items[mover->a], *b = &kinetic->fronts.items[mover->b];
    cw_wide cross = cw_cross(a->direction, b->direction), dot = cw_dot(a->direction, b->direction);
    cw_dd scale = cw_dd_mul(a->length, b->length);
    cw_dd sine = cw_dd_div(cw_dd_of_wide(cross), scale);
    if (cross == 0 && dot > 0) {
        mover->velocity = a->normal;
    } else if (dot >= 0) {
        cw_dd cosine = cw_dd_div(cw_dd_of_wide(dot), scale);
        cw_dd factor = cw_dd_div(cw_dd_of(1), cw_dd_add(cw_dd_of(1), cosine));
        mover->velocity = cw_dd2_scale(cw_dd2_add(a->normal, b->normal), factor);
    } else if (cross == 0 || (born && cross < 0 && sine.hi > -CW_FRONT_PARALLEL)) {
        mover->endless = true;
    } else {
        cw_dd factor = cw_dd_div(cw_dd_of(1), sine);
        mover->velocity = cw_dd2_scale(cw_dd2_sub(b->along, a->along), factor);
    }
    mover->speed = cw_dd2_length(mover->velocity);
}

cw_status cw_mover_add(cw_kinetic *kinetic, uint32_t a, uint32_t b, cw_birth birth, bool born) {
    cw_mover mover = {.start = birth.position,
                      .start_time = birth.time,
                      .a = a,
                      .b = b,
                      .node = birth.node,
                      .spoke = CW_NONE};
    set_velocity(kinetic, &mover, born);
    CW_TRY(CW_ARRAY_PUSH(kinetic->context, &kinetic->movers, mover));
    return born ? CW_ARRAY_PUSH(kinetic->context, &kinetic->newborn, kinetic->movers.count - 1)
                : CW_OK;
}

cw_status cw_mover_end(cw_kinetic *kinetic, uint32_t index, uint32_t node) {
    cw_mover *mover = &kinetic->movers.items[index];
    mover->ended = true;
    if (mover->node == node) {
        return CW_OK;
    }
    cw_skeleton_arc arc = {mover->node, node, mover->a, mover->b};
    return CW_ARRAY_PUSH(kinetic->context, &kinetic->arcs, arc);
}

/// How far a position is in front of a front at a time.
static cw_dd ahead(const cw_front *front, cw_dd2 position, cw_dd time) {
    return cw_dd_sub(cw_dd2_dot(front->normal, cw_dd2_sub(position, front->point)), time);
}

/// Moves `position` onto the two fronts that cross at the largest angle.
static cw_dd2 place_on_pair(const cw_front *fronts[3], const cw_dd sines[3], cw_dd2 position,
                            cw_dd time) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < 3; i++) {
        best = fabs(sines[i].hi) > fabs(sines[best].hi) ? i : best;
    }
    const cw_front *a = fronts[best], *b = fronts[(best + 1) % 3];
    cw_dd gap_a = cw_dd_neg(ahead(a, position, time)), gap_b = cw_dd_neg(ahead(b, position, time));
    if (sines[best].hi == 0) {
        return cw_dd2_add(position, cw_dd2_scale(a->normal, gap_a));
    }
    cw_dd2 shift = {cw_dd_sub(cw_dd_mul(gap_a, b->normal.y), cw_dd_mul(gap_b, a->normal.y)),
                    cw_dd_sub(cw_dd_mul(gap_b, a->normal.x), cw_dd_mul(gap_a, b->normal.x))};
    cw_dd factor = cw_dd_div(cw_dd_of(1), sines[best]);
    return cw_dd2_add(position, cw_dd2_scale(shift, factor));
}

cw_status cw_node_add(cw_kinetic *kinetic, const uint32_t walls[3], cw_dd2 guess, cw_birth *birth) {
    const cw_front *fronts[3];
    cw_dd sines[3], time = kinetic->now;
    for (uint32_t i = 0; i < 3; i++) {
        fronts[i] = &kinetic->fronts.items[walls[i]];
    }
    cw_dd sum = cw_dd_of(0), late = cw_dd_of(0);
    for (uint32_t i = 0; i < 3; i++) {
        // Parallel fronts in exact numbers: what rounding leaves of their sine is no direction.
        bool parallel = cw_front_cross(kinetic, walls[i], walls[(i + 1) % 3]) == 0;
        sines[i] =
            parallel ? cw_dd_of(0) : cw_dd2_cross(fronts[i]->normal, fronts[(i + 1) % 3]->normal);
        sum = cw_dd_add(sum, sines[i]);
        late = cw_dd_add(late, cw_dd_mul(sines[i], ahead(fronts[(i + 2) % 3], guess, time)));
    }
    if (fabs(sum.hi) > CW_FRONT_DETERMINANT) {
        time = cw_dd_add(time, cw_dd_div(late, sum));
    }
    birth->position = place_on_pair(fronts, sines, guess, time);
    birth->time = time;
    birth->node = kinetic->nodes.count;
    cw_kinetic_node node = {birth->position.x.hi, birth->position.y.hi, time.hi, CW_NONE};
    return CW_ARRAY_PUSH(kinetic->context, &kinetic->nodes, node);
}

uint32_t cw_mover_outgoing(const cw_kinetic *kinetic, uint32_t mover) {
    uint32_t h = kinetic->movers.items[mover].spoke;
    while (cw_edge_wall(kinetic, h) == CW_NONE) {
        h = cw_next(cw_kinetic_twin(kinetic, h));
    }
    return h;
}

uint32_t cw_mover_incoming(const cw_kinetic *kinetic, uint32_t mover) {
    uint32_t h = cw_previous(kinetic->movers.items[mover].spoke);
    while (cw_edge_wall(kinetic, h) == CW_NONE) {
        h = cw_previous(cw_kinetic_twin(kinetic, h));
    }
    return h;
}
