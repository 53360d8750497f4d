/// Greedy colouring in smallest-last order.
///
/// Matula and Beck, Smallest-last ordering and clustering and graph coloring algorithms (1983):
/// take away a face with the fewest remaining neighbours, again and again, and colour in the
/// opposite order. A planar net always has a face with at most five neighbours, so six colours are
/// enough; with bridges over the floor it may take more, and then the colour numbers simply go on.
///
/// Phases: degrees; order (the bucket queue of Batagelj and Zaversnik, 2003); colours. Among the
/// colours that no neighbour has, one is taken that no face at a common corner has, and of those
/// the one used least so far. Cost: linear in the edges, as only a bounded part of each corner is
/// looked at.
#include "draw/parts/coloring.h"

#include "base/memory.h"
#include "draw/parts/pen.h"

/// How far a corner is searched for faces that meet there, so that one crowded corner cannot make
/// the cost quadratic.
enum { CORNER_STEPS = 12 };

typedef struct coloring {
    const cw_draw_net *net;
    uint32_t *degree;   ///< neighbours not yet taken away
    uint32_t *order;    ///< faces by degree, then in the order they were taken away
    uint32_t *place;    ///< position of each face in `order`
    uint32_t *bucket;   ///< per degree: position of its first face in `order`
    uint32_t *taken;    ///< per colour: the last face + 1 that found it at a neighbour
    uint32_t *touching; ///< per colour: the last face + 1 that found it at a corner
    uint32_t *colors;
    uint32_t max_degree, color_limit;
    uint64_t used[CW_DRAW_PALETTE_SIZE];
} coloring;

static void measure_degrees(coloring *work) {
    const cw_draw_net *net = work->net;
    for (uint32_t edge = 0; edge < net->edge_count; ++edge) {
        if (net->twin[edge] != CW_NONE) {
            uint32_t degree = ++work->degree[cw_draw_net_face(net, edge)];
            work->max_degree = degree > work->max_degree ? degree : work->max_degree;
        }
    }
}

/// Sorts the faces by degree.
static void fill_buckets(coloring *work) {
    uint32_t count = work->net->face_count;
    for (uint32_t face = 0; face < count; ++face) {
        ++work->bucket[work->degree[face]];
    }
    uint32_t position = 0;
    for (uint32_t degree = 0; degree <= work->max_degree; ++degree) {
        uint32_t size = work->bucket[degree];
        work->bucket[degree] = position;
        position += size;
    }
    for (uint32_t face = 0; face < count; ++face) {
        uint32_t at = work->bucket[work->degree[face]]++;
        work->order[at] = face;
        work->place[face] = at;
    }
    for (uint32_t degree = work->max_degree; degree > 0; --degree) {
        work->bucket[degree] = work->bucket[degree - 1];
    }
    work->bucket[0] = 0;
}

/// Moves a face one bucket down by changing places with the first of its bucket.
static void lower_degree(coloring *work, uint32_t face) {
    uint32_t degree = work->degree[face];
    uint32_t from = work->place[face];
    uint32_t to = work->bucket[degree];
    uint32_t other = work->order[to];
    work->order[to] = face;
    work->order[from] = other;
    work->place[face] = to;
    work->place[other] = from;
    ++work->bucket[degree];
    --work->degree[face];
}

static void order_smallest_first(coloring *work) {
    const cw_draw_net *net = work->net;
    for (uint32_t i = 0; i < net->face_count; ++i) {
        uint32_t face = work->order[i];
        uint32_t end = cw_draw_net_first(net, face + 1);
        for (uint32_t edge = cw_draw_net_first(net, face); edge < end; ++edge) {
            if (net->twin[edge] != CW_NONE) {
                uint32_t neighbor = cw_draw_net_face(net, net->twin[edge]);
                if (work->degree[neighbor] > work->degree[face]) {
                    lower_degree(work, neighbor);
                }
            }
        }
    }
}

/// The half-edge at the same corner in the next face to the left or to the right, or CW_NONE.
static uint32_t turn(const cw_draw_net *net, uint32_t edge, bool left) {
    if (left) {
        return net->twin[cw_draw_net_previous(net, edge)];
    }
    uint32_t twin = net->twin[edge];
    return twin != CW_NONE ? cw_draw_net_next(net, twin) : CW_NONE;
}

/// Marks the colours of the faces to one side around the start of a half-edge.
static void mark_corner(coloring *work, uint32_t edge, uint32_t face, bool left) {
    for (uint32_t step = 0; step < CORNER_STEPS; ++step) {
        edge = turn(work->net, edge, left);
        if (edge == CW_NONE) {
            return;
        }
        uint32_t color = work->colors[cw_draw_net_face(work->net, edge)];
        if (color != CW_NONE) {
            work->touching[color] = face + 1;
        }
    }
}

/// Marks the colours around a face.
static void mark_colors(coloring *work, uint32_t face) {
    const cw_draw_net *net = work->net;
    uint32_t end = cw_draw_net_first(net, face + 1);
    for (uint32_t edge = cw_draw_net_first(net, face); edge < end; ++edge) {
        if (net->twin[edge] != CW_NONE) {
            uint32_t color = work->colors[cw_draw_net_face(net, net->twin[edge])];
            if (color != CW_NONE) {
                work->taken[color] = face + 1;
            }
        }
        mark_corner(work, edge, face, true);
        mark_corner(work, edge, face, false);
    }
}

/// The least used free colour of the palette; with `apart`, only colours no corner touches.
static uint32_t least_used(const coloring *work, uint32_t face, bool apart) {
    uint32_t best = CW_NONE;
    for (uint32_t color = 0; color < CW_DRAW_PALETTE_SIZE; ++color) {
        bool free = work->taken[color] != face + 1 && !(apart && work->touching[color] == face + 1);
        if (free && (best == CW_NONE || work->used[color] < work->used[best])) {
            best = color;
        }
    }
    return best;
}

static uint32_t choose_color(coloring *work, uint32_t face) {
    mark_colors(work, face);
    uint32_t color = least_used(work, face, true);
    color = color != CW_NONE ? color : least_used(work, face, false);
    if (color == CW_NONE) {
        color = CW_DRAW_PALETTE_SIZE;
        while (work->taken[color] == face + 1) {
            ++color;
        }
        return color;
    }
    ++work->used[color];
    return color;
}

static cw_status allocate(cw_context *context, coloring *work) {
    uint32_t count = work->net->face_count;
    CW_TRY(CW_ALLOCATE(context, work->degree, count));
    measure_degrees(work);
    // A face has at most max_degree neighbours, so a free colour is among max_degree + 1.
    work->color_limit = CW_DRAW_PALETTE_SIZE + work->max_degree + 1;
    CW_TRY(CW_ALLOCATE(context, work->order, count));
    CW_TRY(CW_ALLOCATE(context, work->place, count));
    CW_TRY(CW_ALLOCATE(context, work->bucket, (size_t)work->max_degree + 1));
    CW_TRY(CW_ALLOCATE(context, work->taken, work->color_limit));
    CW_TRY(CW_ALLOCATE(context, work->touching, work->color_limit));
    return CW_OK;
}

static void release(cw_context *context, coloring *work) {
    uint32_t count = work->net->face_count;
    CW_RELEASE(context, work->degree, count);
    CW_RELEASE(context, work->order, count);
    CW_RELEASE(context, work->place, count);
    CW_RELEASE(context, work->bucket, (size_t)work->max_degree + 1);
    CW_RELEASE(context, work->taken, work->color_limit);
    CW_RELEASE(context, work->touching, work->color_limit);
}

cw_status cw_draw_color_faces(cw_context *context, const cw_draw_net *net, uint32_t *colors) {
    coloring work = {.net = net, .colors = colors};
    cw_status status = allocate(context, &work);
    if (status == CW_OK) {
        fill_buckets(&work);
        order_smallest_first(&work);
        for (uint32_t face = 0; face < net->face_count; ++face) {
            colors[face] = CW_NONE;
        }
        for (uint32_t i = net->face_count; i > 0; --i) {
            uint32_t face = work.order[i - 1];
            colors[face] = choose_color(&work, face);
        }
    }
    release(context, &work);
    return status;
}
