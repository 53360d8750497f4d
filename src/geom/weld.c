/// Corners on corners: points that touch become one vertex, though a border between two pixels runs
/// between them.
///
/// Only points of vertices that are close together on the lattice are looked at. They are taken in
/// the order of their places, so that the order of rings does not matter: a point joins the lowest
/// point that it touches and that has not itself joined another. So no point moves by more than the
/// tolerance, however many stand in a row.
#include "geom/touch.h"

#include <stdlib.h>

/// Two points that touch are at most this and the tolerance apart on the lattice, in steps: each
/// moves by up to half a step along both axes.
static const double MOST_DRIFT = 1.5;

typedef struct placed {
    cw_vec2 place;
    uint32_t point;
} placed;

static int compare_placed(const void *a, const void *b) {
    const placed *p = a, *q = b;
    if (p->place.x != q->place.x) {
        return p->place.x < q->place.x ? -1 : 1;
    }
    if (p->place.y != q->place.y) {
        return p->place.y < q->place.y ? -1 : 1;
    }
    return (p->point > q->point) - (p->point < q->point);
}

static bool do_touch(const cw_touches *touches, cw_vec2 a, cw_vec2 b) {
    double x = a.x - b.x, y = a.y - b.y;
    return x * x + y * y <= touches->tolerance * touches->tolerance;
}

/// The lowest of `best` and the points of a vertex that stay there and touch a place.
static placed lowest_at(const cw_touches *touches, uint32_t vertex, placed best, cw_vec2 place) {
    for (uint32_t i = touches->first_point[vertex]; i != CW_NONE; i = touches->next_point[i]) {
        placed other = {touches->places[i], i};
        if (touches->vertex_of[i] == vertex && do_touch(touches, other.place, place) &&
            compare_placed(&other, &best) < 0) {
            best = other;
        }
    }
    return best;
}

/// The vertex that a point is to have.
static uint32_t joined_vertex(const cw_touches *touches, placed item) {
    const cw_trimesh *mesh = touches->mesh;
    uint32_t home = touches->vertex_of[item.point];
    placed best = lowest_at(touches, home, item, item.place);
    uint32_t first = mesh->vertex_edge[home], h = first;
    do {
        best = lowest_at(touches, cw_target(mesh, h), best, item.place);
        h = cw_rotate(mesh, h);
    } while (h != first);
    return touches->vertex_of[best.point];
}

cw_status cw_touches_weld(cw_context *context, cw_touches *touches, bool *moved) {
    CW_ARRAY(placed) close = {0};
    cw_status status = CW_OK;
    *moved = false;
    for (uint32_t i = 0; i < touches->point_count && status == CW_OK; i++) {
        if (touches->nearest[touches->vertex_of[i]] <= MOST_DRIFT + touches->tolerance) {
            status = CW_ARRAY_PUSH(context, &close, (placed){touches->places[i], i});
        }
    }
    if (status == CW_OK && close.count > 0) {
        qsort(close.items, close.count, sizeof *close.items, compare_placed);
        for (uint32_t i = 0; i < close.count; i++) {
            uint32_t *vertex = &touches->vertex_of[close.items[i].point];
            uint32_t joined = joined_vertex(touches, close.items[i]);
            *moved = *moved || joined != *vertex;
            *vertex = joined;
        }
    }
    CW_ARRAY_FREE(context, &close);
    return status;
}
