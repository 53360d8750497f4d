/// When a triangle of the kinetic triangulation collapses, and which of them is next.
///
/// The area of a triangle with one front is the product of the front's length and the distance of
/// the apex from it, both linear in time; with two or three, angles are fixed and a front of length
/// 0 is all that can happen; with none it is a quadratic, of which the root counts where the area
/// falls.
///
/// The rule of the past: what still shrinks and should have been gone before now goes now; what
/// grows has no event. So rounding delays an event and never loses it.
#include "skeleton/kinetic.h"

/// a + b t from now on.
typedef struct linear {
    cw_dd value, rate;
} linear;

static linear front_length(const cw_kinetic *kinetic, uint32_t h) {
    const cw_mover *u = &kinetic->movers.items[cw_edge_origin(kinetic, h)];
    const cw_mover *v = &kinetic->movers.items[cw_edge_origin(kinetic, cw_next(h))];
    const cw_front *front = &kinetic->fronts.items[cw_edge_wall(kinetic, h)];
    cw_dd2 across = cw_dd2_sub(cw_mover_at(v, kinetic->now), cw_mover_at(u, kinetic->now));
    return (linear){cw_dd2_dot(across, front->along),
                    cw_dd2_dot(cw_dd2_sub(v->velocity, u->velocity), front->along)};
}

/// Time from now until a value that falls is 0; false for one that does not.
static bool falls_to_zero(linear value, cw_dd *delay) {
    if (value.rate.hi >= 0) {
        return false;
    }
    *delay = value.value.hi <= 0 ? cw_dd_of(0) : cw_dd_div(value.value, cw_dd_neg(value.rate));
    return true;
}

static void offer(cw_event *event, const cw_kinetic *kinetic, cw_dd delay, cw_event_class kind,
                  uint32_t corner, double length) {
    cw_dd time = cw_dd_add(kinetic->now, delay);
    if (event->kind == CW_EVENT_NONE || cw_dd_less(time, event->time)) {
        *event = (cw_event){time, length, (uint8_t)kind, (uint8_t)corner};
    }
}

static void offer_front(cw_event *event, const cw_kinetic *kinetic, uint32_t h) {
    cw_dd delay;
    if (falls_to_zero(front_length(kinetic, h), &delay)) {
        offer(event, kinetic, delay, CW_EVENT_EDGE, h % 3, 0);
    }
}

static double distance_between(cw_dd2 a, cw_dd2 b) {
    return cw_dd2_length(cw_dd2_sub(a, b));
}

/// The apex reaches the line of front h: a split where its foot is inside, else a flip.
static void offer_apex(cw_event *event, const cw_kinetic *kinetic, uint32_t h) {
    uint32_t apex = cw_edge_origin(kinetic, cw_previous(h));
    const cw_mover *w = &kinetic->movers.items[apex];
    const cw_front *front = &kinetic->fronts.items[cw_edge_wall(kinetic, h)];
    cw_dd2 from_wall = cw_dd2_sub(cw_mover_at(w, kinetic->now), front->point);
    linear distance = {cw_dd_sub(cw_dd2_dot(from_wall, front->normal), kinetic->now),
                       cw_dd_sub(cw_dd2_dot(w->velocity, front->normal), cw_dd_of(1))};
    cw_dd delay;
    if (!falls_to_zero(distance, &delay)) {
        return;
    }
    cw_dd time = cw_dd_add(kinetic->now, delay);
    if (event->kind != CW_EVENT_NONE && !cw_dd_less(time, event->time)) {
        return;
    }
    uint32_t begin = cw_edge_origin(kinetic, h), end = cw_edge_origin(kinetic, cw_next(h));
    cw_dd2 foot = cw_mover_at(w, time);
    cw_dd2 first = cw_mover_at(&kinetic->movers.items[begin], time);
    cw_dd2 last = cw_mover_at(&kinetic->movers.items[end], time);
    cw_dd before = cw_dd2_dot(cw_dd2_sub(foot, first), front->along);
    cw_dd after = cw_dd2_dot(cw_dd2_sub(last, foot), front->along);
    if (before.hi >= -cw_meeting_distance(kinetic, begin, apex) &&
        after.hi >= -cw_meeting_distance(kinetic, end, apex)) {
        offer(event, kinetic, delay, CW_EVENT_SPLIT, h % 3, 0);
        return;
    }
    double next = distance_between(last, foot), previous = distance_between(foot, first);
    uint32_t spoke = next > previous ? cw_next(h) : cw_previous(h);
    offer(event, kinetic, delay, CW_EVENT_FLIP, spoke % 3, next > previous ? next : previous);
}

/// Time from now until the falling root of a0 + a1 t + a2 t^2; false where there is none.
static bool falling_root(cw_dd a0, cw_dd a1, cw_dd a2, cw_dd *delay) {
    if (a0.hi <= 0 && a1.hi < 0) {
        *delay = cw_dd_of(0);
        return true;
    }
    bool can_fall = a0.hi > 0 ? a1.hi < 0 || a2.hi < 0 : a1.hi > 0 && a2.hi < 0;
    cw_dd product = cw_dd_mul(cw_dd_mul(cw_dd_of(4), a0), a2);
    cw_dd discriminant = cw_dd_sub(cw_dd_mul(a1, a1), product);
    if (!can_fall || discriminant.hi < 0) {
        return false;
    }
    cw_dd root = cw_dd_sqrt(discriminant);
    if (a1.hi < 0) {
        *delay = cw_dd_div(cw_dd_mul(cw_dd_of(2), a0), cw_dd_sub(root, a1));
    } else {
        *delay = cw_dd_div(cw_dd_add(a1, root), cw_dd_mul(cw_dd_of(-2), a2));
    }
    return true;
}

/// A triangle without fronts.
static void offer_area(cw_event *event, const cw_kinetic *kinetic, uint32_t triangle) {
    const uint32_t *corner = kinetic->triangles.items[triangle].corner;
    const cw_mover *m[3];
    cw_dd2 p[3];
    for (uint32_t i = 0; i < 3; i++) {
        m[i] = &kinetic->movers.items[corner[i]];
        p[i] = cw_mover_at(m[i], kinetic->now);
    }
    cw_dd2 d1 = cw_dd2_sub(p[1], p[0]), d2 = cw_dd2_sub(p[2], p[0]);
    cw_dd2 w1 = cw_dd2_sub(m[1]->velocity, m[0]->velocity);
    cw_dd2 w2 = cw_dd2_sub(m[2]->velocity, m[0]->velocity);
    cw_dd rate = cw_dd_add(cw_dd2_cross(d1, w2), cw_dd2_cross(w1, d2)), delay;
    if (!falling_root(cw_dd2_cross(d1, d2), rate, cw_dd2_cross(w1, w2), &delay)) {
        return;
    }
    cw_dd time = cw_dd_add(kinetic->now, delay);
    uint32_t longest = 3 * triangle;
    double length = 0;
    for (uint32_t i = 0; i < 3; i++) {
        p[i] = cw_mover_at(m[i], time);
    }
    for (uint32_t i = 0; i < 3; i++) {
        double one = distance_between(p[i], p[(i + 1) % 3]);
        longest = one > length ? 3 * triangle + i : longest;
        length = one > length ? one : length;
    }
    offer(event, kinetic, delay, CW_EVENT_FLIP, longest % 3, length);
}

static cw_event event_of(const cw_kinetic *kinetic, uint32_t triangle) {
    cw_event event = {.kind = CW_EVENT_NONE};
    const cw_kinetic_triangle *t = &kinetic->triangles.items[triangle];
    uint32_t walls = 0;
    for (uint32_t i = 0; i < 3; i++) {
        walls += t->wall[i] != CW_NONE;
        if (kinetic->movers.items[t->corner[i]].endless) {
            return (cw_event){kinetic->now, 0, CW_EVENT_ENDLESS, (uint8_t)i};
        }
    }
    for (uint32_t i = 0; i < 3; i++) {
        if (t->wall[i] != CW_NONE) {
            offer_front(&event, kinetic, 3 * triangle + i);
        }
    }
    for (uint32_t i = 0; walls == 1 && i < 3; i++) {
        if (t->wall[i] != CW_NONE) {
            offer_apex(&event, kinetic, 3 * triangle + i);
        }
    }
    if (walls == 0) {
        offer_area(&event, kinetic, triangle);
    }
    return event;
}

/// --- the queue: a heap of four branches that knows where each triangle stands -----------------

enum { BRANCHES = 4 };

/// Of two triangles whose times have the same higher part.
static bool comes_first(const cw_kinetic *kinetic, uint32_t one, uint32_t other) {
    const cw_event *a = &kinetic->events.items[one], *b = &kinetic->events.items[other];
    if (a->time.lo != b->time.lo) {
        return a->time.lo < b->time.lo;
    }
    if (a->kind != b->kind) {
        return a->kind < b->kind;
    }
    return a->length != b->length ? a->length > b->length : one < other;
}

static bool comes_before(const cw_kinetic *kinetic, cw_queued one, cw_queued other) {
    return one.time != other.time ? one.time < other.time
                                  : comes_first(kinetic, one.triangle, other.triangle);
}

static void put(cw_kinetic *kinetic, uint32_t place, cw_queued item) {
    kinetic->heap.items[place] = item;
    kinetic->places.items[item.triangle] = place;
}

/// The first of the branches below a place, or CW_NONE.
static uint32_t first_branch(const cw_kinetic *kinetic, uint32_t place) {
    const cw_queued *heap = kinetic->heap.items;
    uint32_t first = BRANCHES * place + 1, best = first;
    for (uint32_t i = first + 1; i < first + BRANCHES && i < kinetic->heap.count; i++) {
        best = comes_before(kinetic, heap[i], heap[best]) ? i : best;
    }
    return first < kinetic->heap.count ? best : CW_NONE;
}

static void sift(cw_kinetic *kinetic, uint32_t place, uint32_t triangle) {
    const cw_queued *heap = kinetic->heap.items;
    cw_queued item = {kinetic->events.items[triangle].time.hi, triangle};
    while (place > 0 && comes_before(kinetic, item, heap[(place - 1) / BRANCHES])) {
        put(kinetic, place, heap[(place - 1) / BRANCHES]);
        place = (place - 1) / BRANCHES;
    }
    for (uint32_t child; (child = first_branch(kinetic, place)) != CW_NONE; place = child) {
        if (!comes_before(kinetic, heap[child], item)) {
            break;
        }
        put(kinetic, place, heap[child]);
    }
    put(kinetic, place, item);
}

void cw_event_drop(cw_kinetic *kinetic, uint32_t triangle) {
    uint32_t place = kinetic->places.items[triangle];
    if (place == CW_NONE) {
        return;
    }
    kinetic->places.items[triangle] = CW_NONE;
    uint32_t last = kinetic->heap.items[--kinetic->heap.count].triangle;
    if (last != triangle) {
        sift(kinetic, place, last);
    }
}

void cw_event_update(cw_kinetic *kinetic, uint32_t triangle) {
    cw_event event = event_of(kinetic, triangle);
    if (event.kind == CW_EVENT_NONE) {
        cw_event_drop(kinetic, triangle);
        return;
    }
    kinetic->events.items[triangle] = event;
    uint32_t place = kinetic->places.items[triangle];
    sift(kinetic, place == CW_NONE ? kinetic->heap.count++ : place, triangle);
}

cw_status cw_events_begin(cw_kinetic *kinetic) {
    uint32_t count = kinetic->triangles.count;
    CW_TRY(CW_ARRAY_RESERVE(kinetic->context, &kinetic->events, count));
    CW_TRY(CW_ARRAY_RESERVE(kinetic->context, &kinetic->heap, count));
    CW_TRY(CW_ARRAY_RESERVE(kinetic->context, &kinetic->places, count));
    kinetic->heap.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        kinetic->places.items[i] = CW_NONE;
    }
    for (uint32_t i = 0; i < count; i++) {
        cw_event_update(kinetic, i);
    }
    return CW_OK;
}

uint32_t cw_event_next(const cw_kinetic *kinetic) {
    return kinetic->heap.count > 0 ? kinetic->heap.items[0].triangle : CW_NONE;
}
