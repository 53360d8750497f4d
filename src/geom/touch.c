/// Corners on sides, found before rounding tears them apart.
///
/// A corner that lies on a side in the input may be up to 1.42 steps away from it on the lattice:
/// the corner moves by up to half a step along each axis, and so does the side. The pixels of
/// geom/arrangement.c reach half as far. So each side is compared with the corners near it in the
/// places they had before rounding, and goes through those on it, whatever rounding made of them.
///
/// Candidates: all vertices in a band around the rounded side, found by a flood over the triangles
/// that meet it, from the one in which the side leaves its first end. The band is convex, so the
/// flood is complete. Both ends of the band are cut off by what is known to be empty: the distance
/// of an end's nearest vertex, which is one of its neighbours. A side between neighbours needs no
/// search at all, and of the fan around an end only the triangles along the side are looked at.
///
/// It only makes a side into a chain of sides, before any is laid into the triangulation: whatever
/// is decided here, what follows is correct for any chains. The decision does not depend on the
/// order of rings or the direction of a side. Cost: the triangles that the sides cross.
#include "geom/touch.h"

#include <math.h>
#include <stdlib.h>

/// How far two points may get away from each other by rounding: half a step each along both axes is
/// 1.415 steps; the rest is for the rounding of doubles.
static const double MOST_DRIFT = 1.5;
/// Different places remembered for a vertex. More of them share a pixel only where a plan has much
/// that is smaller than a step, and that is lost anyway.
static const uint32_t MOST_PLACES = 16;

/// The neighbourhood of a rounded segment, in steps along it and aside.
typedef struct band {
    uint32_t from, to; ///< vertices
    cw_point origin, span;
    double length;
    double low, high;   ///< along; vertices on the segment lie between
    double reach;       ///< aside, to the left and to the right
    cw_vec2 start, end; ///< places before rounding; start is the lower of the two
} band;

void cw_touches_free(cw_context *context, cw_touches *touches) {
    CW_RELEASE(context, touches->places, touches->point_count);
    CW_RELEASE(context, touches->first_point, touches->vertex_count);
    CW_RELEASE(context, touches->next_point, touches->point_count);
    CW_RELEASE(context, touches->nearest, touches->vertex_count);
    CW_ARRAY_FREE(context, &touches->waiting);
    CW_ARRAY_FREE(context, &touches->seen);
    CW_ARRAY_FREE(context, &touches->found);
    *touches = (cw_touches){0};
}

/// Lists the places of every vertex, each once.
static void list_places(cw_touches *touches) {
    for (uint32_t v = 0; v < touches->vertex_count; v++) {
        touches->first_point[v] = CW_NONE;
    }
    for (uint32_t i = 0; i < touches->point_count; i++) {
        uint32_t *link = &touches->first_point[touches->vertex_of[i]], length = 0;
        while (*link != CW_NONE && (touches->places[*link].x != touches->places[i].x ||
                                    touches->places[*link].y != touches->places[i].y)) {
            link = &touches->next_point[*link];
            length++;
        }
        if (*link == CW_NONE && length < MOST_PLACES) {
            *link = i;
            touches->next_point[i] = CW_NONE;
        }
    }
}

/// The nearest vertex of a Delaunay vertex is one of its neighbours.
static void measure_nearest(cw_touches *touches) {
    const cw_trimesh *mesh = touches->mesh;
    for (uint32_t v = 0; v < touches->vertex_count; v++) {
        touches->nearest[v] = INFINITY;
    }
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        uint32_t vertex = cw_origin(mesh, h);
        cw_point span = cw_point_sub(mesh->points[cw_target(mesh, h)], mesh->points[vertex]);
        double square = (double)(span.x * span.x + span.y * span.y);
        if (square < touches->nearest[vertex]) {
            touches->nearest[vertex] = square;
        }
    }
    for (uint32_t v = 0; v < touches->vertex_count; v++) {
        touches->nearest[v] = sqrt(touches->nearest[v]);
    }
}

cw_status cw_touches_prepare(cw_context *context, cw_trimesh *mesh, cw_vec2 *places, uint32_t count,
                             double tolerance, uint32_t *vertex_of, cw_touches *touches) {
    *touches = (cw_touches){.mesh = mesh,
                            .places = places,
                            .vertex_of = vertex_of,
                            .point_count = count,
                            .vertex_count = mesh->vertex_count,
                            .tolerance = tolerance};
    bool moved;
    CW_TRY(CW_ALLOCATE(context, touches->first_point, touches->vertex_count));
    CW_TRY(CW_ALLOCATE(context, touches->next_point, count));
    CW_TRY(CW_ALLOCATE(context, touches->nearest, touches->vertex_count));
    list_places(touches);
    measure_nearest(touches);
    CW_TRY(cw_touches_weld(context, touches, &moved));
    if (moved) {
        list_places(touches);
    }
    return CW_OK;
}

/// How far from an end of a segment the first vertex may be that lies on it.
static double clear_length(const cw_touches *touches, uint32_t vertex, double reach) {
    double nearest = touches->nearest[vertex];
    return nearest > 2 * reach ? nearest - reach : -reach;
}

static bool is_lower(cw_vec2 a, cw_vec2 b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

static band make_band(const cw_touches *touches, uint32_t from, uint32_t to) {
    const cw_point *points = touches->mesh->points;
    cw_vec2 a = touches->places[from], b = touches->places[to];
    bool turned = is_lower(b, a);
    band made = {.from = touches->vertex_of[from],
                 .to = touches->vertex_of[to],
                 .start = turned ? b : a,
                 .end = turned ? a : b};
    made.origin = points[made.from];
    made.span = cw_point_sub(points[made.to], made.origin);
    made.length = sqrt((double)(made.span.x * made.span.x + made.span.y * made.span.y));
    /* Both ends and the vertex may have been moved by the tolerance to join others. */
    made.reach = MOST_DRIFT + 3 * touches->tolerance;
    made.low = clear_length(touches, made.from, made.reach);
    made.high = made.length - clear_length(touches, made.to, made.reach);
    return made;
}

/// A vertex in the frame of a band: x along, y aside to the left.
static cw_vec2 in_band(const cw_touches *touches, const band *around, uint32_t vertex) {
    cw_point p = cw_point_sub(touches->mesh->points[vertex], around->origin), s = around->span;
    return (cw_vec2){(double)(p.x * s.x + p.y * s.y) / around->length,
                     (double)(s.x * p.y - s.y * p.x) / around->length};
}

/// Whether p-q crosses the middle line of a band.
static bool crosses_middle(const band *around, cw_vec2 p, cw_vec2 q) {
    if ((p.y < 0) == (q.y < 0)) {
        return false;
    }
    double along = p.x + (q.x - p.x) * (p.y / (p.y - q.y));
    return along >= 0 && along <= around->length;
}

static bool meets_band(const band *around, cw_vec2 p, cw_vec2 q) {
    if (p.x > q.x) {
        cw_vec2 swap = p;
        p = q;
        q = swap;
    }
    double reach = around->reach;
    if (q.x < around->low || p.x > around->high || (p.y > reach && q.y > reach) ||
        (p.y < -reach && q.y < -reach)) {
        return false;
    }
    double slope = q.x > p.x ? (q.y - p.y) / (q.x - p.x) : 0;
    double y = p.x < around->low ? p.y + slope * (around->low - p.x) : p.y;
    double z = q.x > around->high ? q.y + slope * (around->high - q.x) : q.y;
    return q.x == p.x || (fmin(y, z) <= reach && fmax(y, z) >= -reach);
}

/// Adds a vertex to the result if one of its points lies on the segment.
static cw_status test_places(cw_context *context, cw_touches *touches, const band *around,
                             uint32_t vertex) {
    cw_vec2 a = around->start, span = {around->end.x - a.x, around->end.y - a.y};
    double square = span.x * span.x + span.y * span.y;
    double most = touches->tolerance * touches->tolerance * square;
    cw_touch touch = {INFINITY, vertex};
    for (uint32_t i = touches->first_point[vertex]; i != CW_NONE; i = touches->next_point[i]) {
        cw_vec2 p = {touches->places[i].x - a.x, touches->places[i].y - a.y};
        double along = span.x * p.x + span.y * p.y, aside = span.x * p.y - span.y * p.x;
        if (along > 0 && along < square && aside * aside <= most && along < touch.along) {
            touch.along = along;
        }
    }
    return touch.along < INFINITY ? CW_ARRAY_PUSH(context, &touches->found, touch) : CW_OK;
}

static bool is_end(const band *around, uint32_t vertex) {
    return vertex == around->from || vertex == around->to;
}

/// Tests a vertex that is `at` in the frame of the band.
static cw_status test_vertex(cw_context *context, cw_touches *touches, const band *around,
                             uint32_t vertex, cw_vec2 at) {
    if (is_end(around, vertex) || fabs(at.y) > around->reach || at.x < around->low ||
        at.x > around->high) {
        return CW_OK;
    }
    return test_places(context, touches, around, vertex);
}

/// Puts the triangle of a half-edge on the list, unless it was there.
static cw_status enter_triangle(cw_context *context, cw_touches *touches, uint32_t half_edge) {
    uint8_t *mark = &touches->mesh->marks[half_edge / 3];
    if (*mark) {
        return CW_OK;
    }
    *mark = 1;
    CW_TRY(CW_ARRAY_PUSH(context, &touches->seen, half_edge / 3));
    return CW_ARRAY_PUSH(context, &touches->waiting, half_edge);
}

/// Looks at the triangle behind a half-edge, whose ends are known: tests the third corner and goes
/// on over those of the other sides that meet the band.
static cw_status look_behind(cw_context *context, cw_touches *touches, const band *around,
                             uint32_t half_edge) {
    const cw_trimesh *mesh = touches->mesh;
    uint32_t apex = cw_apex(mesh, half_edge);
    cw_vec2 third = in_band(touches, around, apex);
    CW_TRY(test_vertex(context, touches, around, apex, third));
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t other = k == 0 ? cw_origin(mesh, half_edge) : cw_target(mesh, half_edge);
        uint32_t twin = mesh->twins[k == 0 ? cw_previous(half_edge) : cw_next(half_edge)];
        cw_vec2 at = in_band(touches, around, other);
        bool over =
            !is_end(around, apex) && !is_end(around, other) && crosses_middle(around, third, at);
        if (twin != CW_NONE && (over || meets_band(around, third, at))) {
            CW_TRY(enter_triangle(context, touches, twin));
        }
    }
    return CW_OK;
}

/// The half-edge from the first end of a segment whose triangle the segment goes through.
static uint32_t leave_end(const cw_touches *touches, const band *around) {
    const cw_trimesh *mesh = touches->mesh;
    cw_point a = around->origin, b = mesh->points[around->to];
    uint32_t first = mesh->vertex_edge[around->from], h = first;
    do {
        if (cw_orient(a, b, mesh->points[cw_target(mesh, h)]) <= 0 &&
            cw_orient(a, b, mesh->points[cw_apex(mesh, h)]) > 0) {
            break;
        }
        h = cw_rotate(mesh, h);
    } while (h != first);
    return h;
}

/// The flood: finds all vertices on the segment, in no order, some of them more than once.
static cw_status search_band(cw_context *context, cw_touches *touches, const band *around) {
    touches->seen.count = touches->waiting.count = 0;
    /* The first triangle is entered by its side opposite to the end, as if from outside. */
    uint32_t first = leave_end(touches, around), opposite = cw_next(first);
    uint32_t ends[2] = {cw_target(touches->mesh, first), cw_apex(touches->mesh, first)};
    cw_vec2 at[2] = {in_band(touches, around, ends[0]), in_band(touches, around, ends[1])};
    CW_TRY(test_vertex(context, touches, around, ends[0], at[0]));
    CW_TRY(test_vertex(context, touches, around, ends[1], at[1]));
    CW_TRY(enter_triangle(context, touches, opposite));
    if (touches->mesh->twins[opposite] != CW_NONE) {
        CW_TRY(enter_triangle(context, touches, touches->mesh->twins[opposite]));
    }
    while (touches->waiting.count > 0) {
        uint32_t half_edge = touches->waiting.items[--touches->waiting.count];
        CW_TRY(look_behind(context, touches, around, half_edge));
    }
    for (uint32_t i = 0; i < touches->seen.count; i++) {
        touches->mesh->marks[touches->seen.items[i]] = 0;
    }
    return CW_OK;
}

static int compare_touches(const void *a, const void *b) {
    const cw_touch *x = a, *y = b;
    if (x->along != y->along) {
        return x->along < y->along ? -1 : 1;
    }
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/// Sorts what was found from the first end to the second, each vertex once.
static void order_found(cw_touches *touches, bool turned) {
    cw_touch *items = touches->found.items;
    uint32_t count = touches->found.count, unique = 0;
    if (count > 0) {
        qsort(items, count, sizeof *items, compare_touches);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || items[i].vertex != items[unique - 1].vertex) {
            items[unique++] = items[i];
        }
    }
    touches->found.count = unique;
    for (uint32_t i = 0; turned && i < unique / 2; i++) {
        cw_touch swap = items[i];
        items[i] = items[unique - 1 - i];
        items[unique - 1 - i] = swap;
    }
}

cw_status cw_touches_find(cw_context *context, cw_touches *touches, uint32_t from, uint32_t to) {
    touches->found.count = 0;
    if (touches->mesh == NULL || touches->vertex_of[from] == touches->vertex_of[to]) {
        return CW_OK;
    }
    band around = make_band(touches, from, to);
    if (around.low > around.high) {
        return CW_OK;
    }
    CW_TRY(search_band(context, touches, &around));
    order_found(touches, is_lower(touches->places[to], touches->places[from]));
    return CW_OK;
}
