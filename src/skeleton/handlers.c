/// What events do to the kinetic triangulation.
///
/// - An edge event ends a piece of front whose two vertices have met: one new vertex.
/// - A split divides a piece of front where a vertex has met it: two new vertices.
/// - A flip swaps a diagonal, when a vertex passes between two others. Where two vertices have met
///   instead, one of them splits a front of the other.
/// - An endless vertex lies between fronts that coincide: the nearest thing along them is next.
///
/// After each of them, a piece of front of next to no length that touches a new vertex is ended as
/// well, even if it would grow: whatever meets in one point ends in one node. Without that rule,
/// regular patterns leave loops that are turned inside out.
#include "skeleton/kinetic.h"

static cw_status touch(cw_kinetic *kinetic, uint32_t triangle) {
    cw_kinetic_triangle *t = &kinetic->triangles.items[triangle];
    if (t->touched) {
        return CW_OK;
    }
    t->touched = true;
    return CW_ARRAY_PUSH(kinetic->context, &kinetic->touched, triangle);
}

static void set_wall(cw_kinetic *kinetic, uint32_t h, uint32_t wall) {
    kinetic->triangles.items[h / 3].wall[h % 3] = wall;
    kinetic->triangles.items[h / 3].twin[h % 3] = CW_NONE;
}

static void set_twin(cw_kinetic *kinetic, uint32_t h, uint32_t twin) {
    kinetic->triangles.items[h / 3].twin[h % 3] = twin;
}

static void remove_triangle(cw_kinetic *kinetic, uint32_t triangle) {
    kinetic->triangles.items[triangle].gone = true;
    cw_event_drop(kinetic, triangle);
}

/// Fills a triangle anew; twins of open edges are told, and corners get a spoke.
static void fill(cw_kinetic *kinetic, uint32_t triangle, const uint32_t corner[3],
                 const uint32_t twin[3], const uint32_t wall[3]) {
    cw_kinetic_triangle *t = &kinetic->triangles.items[triangle];
    for (uint32_t i = 0; i < 3; i++) {
        t->corner[i] = corner[i];
        t->twin[i] = twin[i];
        t->wall[i] = wall[i];
        kinetic->movers.items[corner[i]].spoke = 3 * triangle + i;
        if (twin[i] != CW_NONE) {
            set_twin(kinetic, twin[i], 3 * triangle + i);
        }
    }
}

/// Swaps the diagonal of the two triangles at an open edge.
static void flip_side(cw_kinetic *kinetic, uint32_t h) {
    uint32_t g = cw_kinetic_twin(kinetic, h), t1 = h / 3, t2 = g / 3;
    uint32_t sides[4] = {cw_next(g), cw_previous(g), cw_next(h), cw_previous(h)};
    uint32_t corners[4], twins[4], walls[4]; // of the square a d b c, counter-clockwise
    for (uint32_t i = 0; i < 4; i++) {
        corners[i] = cw_edge_origin(kinetic, sides[i]);
        twins[i] = cw_kinetic_twin(kinetic, sides[i]);
        walls[i] = cw_edge_wall(kinetic, sides[i]);
    }
    fill(kinetic, t1, (uint32_t[3]){corners[0], corners[1], corners[3]},
         (uint32_t[3]){twins[0], 3 * t2 + 2, twins[3]}, (uint32_t[3]){walls[0], CW_NONE, walls[3]});
    fill(kinetic, t2, (uint32_t[3]){corners[1], corners[2], corners[3]},
         (uint32_t[3]){twins[1], twins[2], 3 * t1 + 1}, (uint32_t[3]){walls[1], walls[2], CW_NONE});
}

static cw_status flip(cw_kinetic *kinetic, uint32_t h) {
    uint32_t t1 = h / 3, t2 = cw_kinetic_twin(kinetic, h) / 3;
    flip_side(kinetic, h);
    CW_TRY(touch(kinetic, t1));
    return touch(kinetic, t2);
}

/// Puts `mover` into the corners of the fan from spoke h on, to the left or to the right, up to the
/// front that ends it. The triangle of h is the first.
static cw_status relabel(cw_kinetic *kinetic, uint32_t h, bool left, uint32_t mover) {
    for (;;) {
        kinetic->triangles.items[h / 3].corner[h % 3] = mover;
        kinetic->movers.items[mover].spoke = h;
        CW_TRY(touch(kinetic, h / 3));
        uint32_t side = left ? cw_previous(h) : h;
        if (cw_edge_wall(kinetic, side) != CW_NONE) {
            return CW_OK;
        }
        uint32_t twin = cw_kinetic_twin(kinetic, side);
        h = left ? twin : cw_next(twin);
    }
}

/// Distance of a vertex from a place.
static double distance_from(const cw_kinetic *kinetic, uint32_t mover, cw_dd2 place) {
    return cw_dd2_length(cw_dd2_sub(cw_mover_now(kinetic, mover), place));
}

/// Fronts `left` and `right` coincide between the node of `birth` and vertex `last`, with which
/// they end: an arc between, unless it has no length.
static cw_status close_loop(cw_kinetic *kinetic, const cw_birth *birth, uint32_t last,
                            uint32_t left, uint32_t right) {
    if (distance_from(kinetic, last, birth->position) <= CW_FRONT_EQUAL * kinetic->meet) {
        return cw_mover_end(kinetic, last, birth->node);
    }
    const cw_mover *mover = &kinetic->movers.items[last];
    cw_birth end = {.node = mover->node};
    if (!mover->endless) {
        uint32_t walls[3] = {mover->a, mover->b,
                             left == mover->a || left == mover->b ? right : left};
        CW_TRY(cw_node_add(kinetic, walls, cw_mover_now(kinetic, last), &end));
    }
    CW_TRY(cw_mover_end(kinetic, last, end.node));
    cw_skeleton_arc arc = {birth->node, end.node, left, right};
    return CW_ARRAY_PUSH(kinetic->context, &kinetic->arcs, arc);
}

/// The last triangle of a loop: all three sides are fronts; u and v have met.
static cw_status close_triangle(cw_kinetic *kinetic, uint32_t h, const cw_birth *birth) {
    uint32_t u = cw_edge_origin(kinetic, h), v = cw_edge_origin(kinetic, cw_next(h));
    uint32_t w = cw_edge_origin(kinetic, cw_previous(h));
    uint32_t a = cw_edge_wall(kinetic, cw_previous(h)), e = cw_edge_wall(kinetic, h);
    uint32_t b = cw_edge_wall(kinetic, cw_next(h));
    CW_TRY(cw_mover_end(kinetic, u, birth->node));
    CW_TRY(cw_mover_end(kinetic, v, birth->node));
    remove_triangle(kinetic, h / 3);
    if (cw_front_cross(kinetic, a, e) > 0 && cw_front_cross(kinetic, e, b) > 0 &&
        cw_front_cross(kinetic, b, a) > 0) {
        return cw_mover_end(kinetic, w, birth->node);
    }
    return close_loop(kinetic, birth, w, a, b);
}

/// Joins what lies behind the two other sides of the triangle of front h, which is gone.
static void glue(cw_kinetic *kinetic, uint32_t h) {
    uint32_t next = cw_next(h), previous = cw_previous(h);
    uint32_t beyond_next = cw_kinetic_twin(kinetic, next);
    uint32_t beyond_previous = cw_kinetic_twin(kinetic, previous);
    uint32_t w = cw_edge_origin(kinetic, previous);
    if (beyond_next == CW_NONE) {
        set_wall(kinetic, beyond_previous, cw_edge_wall(kinetic, next));
    } else if (beyond_previous == CW_NONE) {
        set_wall(kinetic, beyond_next, cw_edge_wall(kinetic, previous));
    } else {
        set_twin(kinetic, beyond_next, beyond_previous);
        set_twin(kinetic, beyond_previous, beyond_next);
    }
    kinetic->movers.items[w].spoke =
        beyond_next != CW_NONE ? beyond_next : cw_next(beyond_previous);
}

/// The vertex of a piece of front whose place is known best: not endless, and slow.
static uint32_t steadier(const cw_kinetic *kinetic, uint32_t u, uint32_t v) {
    const cw_mover *one = &kinetic->movers.items[u], *other = &kinetic->movers.items[v];
    if (one->endless != other->endless) {
        return one->endless ? v : u;
    }
    return other->speed < one->speed ? v : u;
}

/// Ends the piece of front h, whose two vertices have met.
static cw_status collapse(cw_kinetic *kinetic, uint32_t h, const cw_birth *where) {
    uint32_t next = cw_next(h), previous = cw_previous(h);
    uint32_t u = cw_edge_origin(kinetic, h), v = cw_edge_origin(kinetic, next);
    uint32_t a = kinetic->movers.items[u].a, b = kinetic->movers.items[v].b;
    cw_birth birth;
    if (where != NULL) {
        birth = *where;
    } else {
        uint32_t walls[3] = {a, cw_edge_wall(kinetic, h), b};
        cw_dd2 guess = cw_mover_now(kinetic, steadier(kinetic, u, v));
        CW_TRY(cw_node_add(kinetic, walls, guess, &birth));
    }
    uint32_t beyond_next = cw_kinetic_twin(kinetic, next);
    uint32_t beyond_previous = cw_kinetic_twin(kinetic, previous);
    if (beyond_next == CW_NONE && beyond_previous == CW_NONE) {
        return close_triangle(kinetic, h, &birth);
    }
    CW_TRY(cw_mover_end(kinetic, u, birth.node));
    CW_TRY(cw_mover_end(kinetic, v, birth.node));
    CW_TRY(cw_mover_add(kinetic, a, b, birth, true));
    uint32_t born = kinetic->movers.count - 1;
    if (beyond_next != CW_NONE) {
        CW_TRY(relabel(kinetic, cw_next(beyond_next), false, born));
    }
    if (beyond_previous != CW_NONE) {
        CW_TRY(relabel(kinetic, beyond_previous, true, born));
    }
    glue(kinetic, h);
    remove_triangle(kinetic, h / 3);
    return CW_OK;
}

/// The side of a split that ends here: a new vertex (a, b) in what lies beyond `side`, or, where
/// `side` is a front already, the end of the loop at `last`.
static cw_status split_side(cw_kinetic *kinetic, uint32_t side, bool left, uint32_t wall,
                            const cw_birth *birth, uint32_t a, uint32_t b) {
    uint32_t beyond = cw_kinetic_twin(kinetic, side);
    if (beyond == CW_NONE) {
        uint32_t last = cw_edge_origin(kinetic, left ? side : cw_next(side));
        return close_loop(kinetic, birth, last, a, b);
    }
    CW_TRY(cw_mover_add(kinetic, a, b, *birth, true));
    CW_TRY(relabel(kinetic, left ? beyond : cw_next(beyond), left, kinetic->movers.count - 1));
    set_wall(kinetic, beyond, wall);
    uint32_t far = left ? cw_next(beyond) : beyond;
    kinetic->movers.items[cw_edge_origin(kinetic, far)].spoke = far;
    return CW_OK;
}

/// The apex of the triangle of front h has met it.
static cw_status split(cw_kinetic *kinetic, uint32_t h) {
    uint32_t next = cw_next(h), previous = cw_previous(h);
    uint32_t w = cw_edge_origin(kinetic, previous), wall = cw_edge_wall(kinetic, h);
    uint32_t a = kinetic->movers.items[w].a, b = kinetic->movers.items[w].b;
    cw_birth birth;
    uint32_t walls[3] = {a, b, wall};
    CW_TRY(cw_node_add(kinetic, walls, cw_mover_now(kinetic, w), &birth));
    CW_TRY(cw_mover_end(kinetic, w, birth.node));
    CW_TRY(split_side(kinetic, previous, false, wall, &birth, wall, b));
    CW_TRY(split_side(kinetic, next, true, wall, &birth, a, wall));
    remove_triangle(kinetic, h / 3);
    return CW_OK;
}

/// Turns about the origin of spoke h by flips, until its outgoing front faces the end of the spoke,
/// and splits the front there.
static cw_status face_and_split(cw_kinetic *kinetic, uint32_t h) {
    uint32_t side;
    while (cw_edge_wall(kinetic, side = cw_next(cw_kinetic_twin(kinetic, h))) == CW_NONE) {
        CW_TRY(flip(kinetic, side));
    }
    return split(kinetic, side);
}

static double edge_length(const cw_kinetic *kinetic, uint32_t h) {
    return distance_from(kinetic, cw_edge_origin(kinetic, h),
                         cw_mover_now(kinetic, cw_edge_origin(kinetic, cw_next(h))));
}

static uint32_t longest_edge(const cw_kinetic *kinetic, uint32_t triangle, double *length) {
    uint32_t longest = 3 * triangle;
    *length = -1;
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
        double one = edge_length(kinetic, h);
        longest = one > *length ? h : longest;
        *length = one > *length ? one : *length;
    }
    return longest;
}

/// An open edge of a triangle whose ends have met, or CW_NONE.
static uint32_t met_edge(const cw_kinetic *kinetic, uint32_t triangle) {
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
        double near = cw_meeting_distance(kinetic, cw_edge_origin(kinetic, h),
                                          cw_edge_origin(kinetic, cw_next(h)));
        if (cw_edge_wall(kinetic, h) == CW_NONE && edge_length(kinetic, h) <= near) {
            return h;
        }
    }
    return CW_NONE;
}

static bool is_flat(const cw_kinetic *kinetic, uint32_t triangle, double longest) {
    cw_dd2 p[3];
    for (uint32_t i = 0; i < 3; i++) {
        p[i] = cw_mover_now(kinetic, kinetic->triangles.items[triangle].corner[i]);
    }
    cw_dd area = cw_dd2_cross(cw_dd2_sub(p[1], p[0]), cw_dd2_sub(p[2], p[0]));
    return fabs(area.hi) <= CW_FRONT_FLAT * kinetic->meet * longest;
}

/// Whether the apex of the flat triangle of front h lies on it and comes closer.
static bool closes_on(const cw_kinetic *kinetic, uint32_t h) {
    uint32_t ends[2] = {cw_edge_origin(kinetic, h), cw_edge_origin(kinetic, cw_next(h))};
    uint32_t apex = cw_edge_origin(kinetic, cw_previous(h));
    const cw_front *front = &kinetic->fronts.items[cw_edge_wall(kinetic, h)];
    const cw_mover *mover = &kinetic->movers.items[apex];
    cw_dd2 foot = cw_mover_now(kinetic, apex);
    cw_dd before = cw_dd2_dot(cw_dd2_sub(foot, cw_mover_now(kinetic, ends[0])), front->along);
    cw_dd after = cw_dd2_dot(cw_dd2_sub(cw_mover_now(kinetic, ends[1]), foot), front->along);
    return !mover->endless && cw_dd2_dot(mover->velocity, front->normal).hi < 1 &&
           before.hi >= -cw_meeting_distance(kinetic, ends[0], apex) &&
           after.hi >= -cw_meeting_distance(kinetic, ends[1], apex);
}

static cw_status handle_flip(cw_kinetic *kinetic, uint32_t h) {
    for (;;) {
        uint32_t met = met_edge(kinetic, h / 3);
        if (met != CW_NONE) {
            return face_and_split(kinetic, met);
        }
        uint32_t beyond = cw_kinetic_twin(kinetic, h) / 3;
        double length = edge_length(kinetic, h), longer;
        uint32_t longest = longest_edge(kinetic, beyond, &longer);
        if (!(longer > length) || !is_flat(kinetic, beyond, longer)) {
            return flip(kinetic, h);
        }
        if (cw_edge_wall(kinetic, longest) != CW_NONE) {
            return closes_on(kinetic, longest) ? split(kinetic, longest) : flip(kinetic, h);
        }
        h = longest;
    }
}

/// How far the vertex at the end of a spoke of x lies along a front.
static cw_dd along_front(const cw_kinetic *kinetic, uint32_t x, uint32_t other, uint32_t wall) {
    cw_dd2 between = cw_dd2_sub(cw_mover_now(kinetic, other), kinetic->movers.items[x].start);
    return cw_dd2_dot(between, kinetic->fronts.items[wall].along);
}

/// The open spoke of x whose end lies nearest along its outgoing front, nearer than `limit`.
static uint32_t nearest_spoke(const cw_kinetic *kinetic, uint32_t x, uint32_t outgoing,
                              cw_dd limit) {
    uint32_t nearest = CW_NONE, h = outgoing, wall = cw_edge_wall(kinetic, outgoing);
    while (cw_edge_wall(kinetic, cw_previous(h)) == CW_NONE) {
        h = cw_kinetic_twin(kinetic, cw_previous(h));
        uint32_t other = cw_edge_origin(kinetic, cw_next(h));
        cw_dd distance = along_front(kinetic, x, other, wall);
        if (cw_dd_less(cw_dd_add(distance, cw_dd_of(kinetic->meet)), limit)) {
            limit = cw_dd_sub(distance, cw_dd_of(kinetic->meet));
            nearest = h;
        }
    }
    return nearest;
}

/// The fronts of x coincide from its place on. An inner vertex between them splits the outgoing
/// one; else the shorter front ends, after its triangle has all of x.
static cw_status handle_endless(cw_kinetic *kinetic, uint32_t x) {
    uint32_t outgoing = cw_mover_outgoing(kinetic, x), incoming = cw_mover_incoming(kinetic, x);
    uint32_t wall = cw_edge_wall(kinetic, outgoing);
    uint32_t w = cw_edge_origin(kinetic, cw_next(outgoing));
    uint32_t u = cw_edge_origin(kinetic, incoming);
    cw_dd to_w = along_front(kinetic, x, w, wall), to_u = along_front(kinetic, x, u, wall);
    bool outgoing_ends = !cw_dd_less(to_u, to_w);
    uint32_t inner = nearest_spoke(kinetic, x, outgoing, outgoing_ends ? to_w : to_u);
    if (inner != CW_NONE) {
        return face_and_split(kinetic, inner);
    }
    for (;;) {
        uint32_t side = outgoing_ends ? cw_previous(cw_mover_outgoing(kinetic, x))
                                      : cw_next(cw_mover_incoming(kinetic, x));
        if (cw_edge_wall(kinetic, side) != CW_NONE) {
            break;
        }
        CW_TRY(flip(kinetic, side));
    }
    uint32_t ending = outgoing_ends ? cw_mover_outgoing(kinetic, x) : cw_mover_incoming(kinetic, x);
    // Where both ends are endless the node is that of the far one, which stands still.
    const cw_mover *far = &kinetic->movers.items[outgoing_ends ? w : u];
    cw_birth there = {far->node, far->start, far->start_time};
    return collapse(kinetic, ending, far->endless ? &there : NULL);
}

static double front_length(const cw_kinetic *kinetic, uint32_t h) {
    cw_dd2 u = cw_mover_now(kinetic, cw_edge_origin(kinetic, h));
    cw_dd2 v = cw_mover_now(kinetic, cw_edge_origin(kinetic, cw_next(h)));
    return cw_dd2_dot(cw_dd2_sub(v, u), kinetic->fronts.items[cw_edge_wall(kinetic, h)].along).hi;
}

/// Ends pieces of front of next to no length beside new vertices, until there are none.
static cw_status settle_newborn(cw_kinetic *kinetic) {
    while (kinetic->newborn.count > 0) {
        uint32_t x = kinetic->newborn.items[--kinetic->newborn.count];
        const cw_mover *mover = &kinetic->movers.items[x];
        if (mover->ended) {
            continue;
        }
        cw_birth here = {mover->node, mover->start, mover->start_time};
        uint32_t sides[2] = {cw_mover_outgoing(kinetic, x), cw_mover_incoming(kinetic, x)};
        for (uint32_t i = 0; i < 2; i++) {
            if (front_length(kinetic, sides[i]) <= CW_FRONT_EQUAL * kinetic->meet) {
                CW_TRY(collapse(kinetic, sides[i], &here));
                break;
            }
        }
    }
    return CW_OK;
}

static cw_status dispatch(cw_kinetic *kinetic, uint32_t triangle) {
    const cw_event *event = &kinetic->events.items[triangle];
    uint32_t h = 3 * triangle + event->corner;
    switch ((cw_event_class)event->kind) {
    case CW_EVENT_EDGE: return collapse(kinetic, h, NULL);
    case CW_EVENT_SPLIT: return split(kinetic, h);
    case CW_EVENT_FLIP: return handle_flip(kinetic, h);
    case CW_EVENT_ENDLESS: return handle_endless(kinetic, cw_edge_origin(kinetic, h));
    case CW_EVENT_NONE: break;
    }
    return CW_OK;
}

/// Handles the event of a triangle and all that follows at once.
static cw_status handle(cw_kinetic *kinetic, uint32_t triangle) {
    kinetic->touched.count = 0;
    kinetic->newborn.count = 0;
    CW_TRY(touch(kinetic, triangle));
    CW_TRY(dispatch(kinetic, triangle));
    CW_TRY(settle_newborn(kinetic));
    for (uint32_t i = 0; i < kinetic->touched.count; i++) {
        uint32_t one = kinetic->touched.items[i];
        kinetic->triangles.items[one].touched = false;
        if (!kinetic->triangles.items[one].gone) {
            cw_event_update(kinetic, one);
        }
    }
    return CW_OK;
}

cw_status cw_kinetic_run(cw_kinetic *kinetic) {
    uint64_t budget = (uint64_t)CW_FRONT_GUARD * kinetic->triangles.count;
    CW_TRY(cw_events_begin(kinetic));
    for (uint32_t next; (next = cw_event_next(kinetic)) != CW_NONE;) {
        cw_dd time = kinetic->events.items[next].time;
        kinetic->now = cw_dd_less(kinetic->now, time) ? time : kinetic->now;
        if (budget-- == 0) {
            return cw_fail(kinetic->context, CW_ERROR_INTERNAL,
                           "the fronts of the walls do not come to an end");
        }
        CW_TRY(handle(kinetic, next));
    }
    return CW_OK;
}
