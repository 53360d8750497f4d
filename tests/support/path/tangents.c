#include "tangents.h"
#include "check.h"

/// Radians by which an arc may run into a blocked range: the angle of a touching point is known to
/// the root of the rounding error only. On a circle of a metre this is 1e-12 m into the wall.
#define ANGLE_SLACK 1e-6

void tangent_graph_begin(tangent_graph *graph, double radius, bool cyclic, uint32_t circles) {
    *graph = (tangent_graph){.radius = radius, .cyclic = cyclic, .circle_count = circles};
    graph->circles = calloc(circles + 1, sizeof *graph->circles);
    assert_non_null(graph->circles);
}

void tangent_graph_free(tangent_graph *graph) {
    for (uint32_t i = 0; i < graph->circle_count; i++) {
        free(graph->circles[i].blocked);
    }
    free(graph->circles);
    free(graph->tangents);
    *graph = (tangent_graph){0};
}

void tangent_graph_add(tangent_graph *graph, tangent added) {
    if (graph->tangent_count == graph->capacity) {
        graph->capacity = 2 * graph->capacity + 64;
        graph->tangents = realloc(graph->tangents, graph->capacity * sizeof *graph->tangents);
        assert_non_null(graph->tangents);
    }
    graph->tangents[graph->tangent_count++] = added;
}

void tangent_graph_block(tangent_graph *graph, uint32_t circle, plane_range blocked) {
    tangent_circle *round = &graph->circles[circle];
    if ((round->blocked_count & (round->blocked_count - 1)) == 0) {
        size_t size = 2 * round->blocked_count + 1;
        round->blocked = realloc(round->blocked, size * sizeof *round->blocked);
        assert_non_null(round->blocked);
    }
    round->blocked[round->blocked_count++] = blocked;
}

bool tangent_graph_blocks(const tangent_graph *graph, uint32_t circle, double angle) {
    const tangent_circle *round = &graph->circles[circle];
    for (uint32_t i = 0; i < round->blocked_count; i++) {
        if (round->blocked[i].from + ANGLE_SLACK < angle &&
            angle < round->blocked[i].to - ANGLE_SLACK) {
            return true;
        }
    }
    return false;
}

uint32_t tangents_of_circles(cw_vec2 u, cw_vec2 v, double radius, tangent lines[4]) {
    double apart = plane_distance(u, v), ahead = plane_angle(plane_sub(v, u));
    uint32_t count = 0;
    for (int side = -1; side <= 1; side += 2) {
        double angle = plane_wrap(ahead + side * PI / 2, -PI);
        lines[count++] = (tangent){{{0, angle, side < 0}, {1, angle, side > 0}}, apart};
    }
    for (int side = -1; apart >= 2 * radius && side <= 1; side += 2) {
        double angle = ahead + side * acos(2 * radius / apart);
        double length = sqrt((apart - 2 * radius) * (apart + 2 * radius));
        lines[count++] = (tangent){
            {{0, plane_wrap(angle, -PI), side < 0}, {1, plane_wrap(angle + PI, -PI), side < 0}},
            length};
    }
    return count;
}

uint32_t tangents_of_point(cw_vec2 point, cw_vec2 v, double radius, tangent lines[2]) {
    double apart = plane_distance(point, v), back = plane_angle(plane_sub(point, v));
    if (apart < radius * (1 - 1e-12)) {
        return 0;
    }
    double half = acos(fmin(1, apart > 0 ? radius / apart : 1));
    double length = sqrt(fmax(0, (apart - radius) * (apart + radius)));
    for (int i = 0; i < 2; i++) {
        double angle = plane_wrap(back + (i == 0 ? -half : half), -PI);
        lines[i] = (tangent){{{0, 0, false}, {1, angle, i == 0}}, length};
    }
    return 2;
}

/// The angle that an arc covers between two ends of one circle, or -1 when it is not allowed: an
/// end with the center on its right is where counter-clockwise arcs start.
static double arc_between(const tangent_graph *graph, const tangent_end *a, const tangent_end *b) {
    if (graph->radius == 0) {
        return 0;
    }
    if (a->left == b->left) {
        return -1;
    }
    double from = a->left ? b->angle : a->angle, to = a->left ? a->angle : b->angle;
    double sweep = graph->cyclic ? plane_wrap(to - from, -ANGLE_SLACK) : to - from;
    if (sweep < -ANGLE_SLACK) {
        return -1;
    }
    sweep = fmax(0, sweep);
    const tangent_circle *round = &graph->circles[a->circle];
    for (uint32_t i = 0; i < round->blocked_count; i++) {
        for (int turn = 0; turn <= (graph->cyclic ? 1 : 0); turn++) {
            double low = fmax(from, round->blocked[i].from + turn * PLANE_TURN);
            double high = fmin(from + sweep, round->blocked[i].to + turn * PLANE_TURN);
            if (high - low > ANGLE_SLACK) {
                return -1;
            }
        }
    }
    return sweep;
}

/// The ends of each circle, as a list: first[c] .. first[c + 1] - 1 in `order`; end e is end e % 2
/// of tangent e / 2.
typedef struct buckets {
    uint32_t *first, *order;
} buckets;

static const tangent_end *end_at(const tangent_graph *graph, uint32_t end) {
    return &graph->tangents[end / 2].ends[end % 2];
}

static buckets sort_ends(const tangent_graph *graph) {
    uint32_t ends = 2 * graph->tangent_count;
    buckets made = {calloc(graph->circle_count + 2, sizeof *made.first),
                    calloc(ends + 1, sizeof *made.order)};
    assert_true(made.first != NULL && made.order != NULL);
    for (uint32_t e = 0; e < ends; e++) {
        uint32_t circle = end_at(graph, e)->circle;
        if (circle < graph->circle_count) {
            made.first[circle + 1]++;
        }
    }
    for (uint32_t c = 0; c < graph->circle_count; c++) {
        made.first[c + 1] += made.first[c];
    }
    uint32_t *next = malloc((graph->circle_count + 1) * sizeof *next);
    assert_non_null(next);
    memcpy(next, made.first, (graph->circle_count + 1) * sizeof *next);
    for (uint32_t e = 0; e < ends; e++) {
        uint32_t circle = end_at(graph, e)->circle;
        if (circle < graph->circle_count) {
            made.order[next[circle]++] = e;
        }
    }
    free(next);
    return made;
}

/// A binary heap of (distance, end), with entries that are out of date.
typedef struct heap {
    double *keys;
    uint32_t *ends;
    uint32_t count, capacity;
} heap;

static void heap_push(heap *queue, double key, uint32_t end) {
    if (queue->count == queue->capacity) {
        queue->capacity = 2 * queue->capacity + 256;
        queue->keys = realloc(queue->keys, queue->capacity * sizeof *queue->keys);
        queue->ends = realloc(queue->ends, queue->capacity * sizeof *queue->ends);
        assert_true(queue->keys != NULL && queue->ends != NULL);
    }
    uint32_t at = queue->count++;
    for (; at > 0 && queue->keys[(at - 1) / 2] > key; at = (at - 1) / 2) {
        queue->keys[at] = queue->keys[(at - 1) / 2];
        queue->ends[at] = queue->ends[(at - 1) / 2];
    }
    queue->keys[at] = key;
    queue->ends[at] = end;
}

static uint32_t heap_pop(heap *queue, double *key) {
    uint32_t top = queue->ends[0];
    *key = queue->keys[0];
    queue->count--;
    double moved = queue->keys[queue->count];
    uint32_t end = queue->ends[queue->count], at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child + 1 < queue->count && queue->keys[child + 1] < queue->keys[child]) {
            child++;
        }
        if (child >= queue->count || queue->keys[child] >= moved) {
            break;
        }
        queue->keys[at] = queue->keys[child];
        queue->ends[at] = queue->ends[child];
        at = child;
    }
    queue->keys[at] = moved;
    queue->ends[at] = end;
    return top;
}

/// Takes the tangent at `end` from there, having gone `length` before.
static void follow(const tangent_graph *graph, heap *queue, double *best, uint32_t end,
                   double length) {
    double total = length + graph->tangents[end / 2].length;
    if (total < best[end ^ 1]) {
        best[end ^ 1] = total;
        heap_push(queue, total, end ^ 1);
    }
}

double tangent_graph_shortest(const tangent_graph *graph) {
    uint32_t ends = 2 * graph->tangent_count;
    double *best = malloc((ends + 1) * sizeof *best); // on arrival at an end along its tangent
    assert_non_null(best);
    buckets sorted = sort_ends(graph);
    heap queue = {0};
    double key, result = INFINITY;
    for (uint32_t e = 0; e < ends; e++) {
        best[e] = INFINITY;
    }
    for (uint32_t e = 0; e < ends; e++) {
        if (end_at(graph, e)->circle == TANGENT_START) {
            follow(graph, &queue, best, e, 0);
        }
    }
    while (queue.count > 0) {
        uint32_t end = heap_pop(&queue, &key);
        const tangent_end *at = end_at(graph, end);
        if (at->circle == TANGENT_GOAL) {
            result = key;
            break;
        }
        if (key > best[end] || at->circle == TANGENT_START) {
            continue;
        }
        for (uint32_t i = sorted.first[at->circle]; i < sorted.first[at->circle + 1]; i++) {
            double sweep = arc_between(graph, at, end_at(graph, sorted.order[i]));
            if (sweep >= 0) {
                follow(graph, &queue, best, sorted.order[i], key + sweep * graph->radius);
            }
        }
    }
    free(best);
    free(sorted.first);
    free(sorted.order);
    free(queue.keys);
    free(queue.ends);
    return result;
}
