/// Local operations on a triangle mesh: split, flip, march along a segment, insert a segment.
///
/// Inserting a segment removes the triangles it crosses and fills the two sides of the cavity. Each
/// side is a polygon that is visible from the segment, so a scan with a stack fills it in linear
/// time (Toussaint and Avis 1982, "On a convex hull algorithm for polygons and its application to
/// triangulation problems"). A labelled edge may hang into the cavity with both of its sides on the
/// chain; the scan treats its tip as the reflex corner it is. Afterwards Lawson flips restore the
/// quality of the triangles.
#include "geom/trimesh.h"

#include <string.h>

typedef struct growing_array {
    void **items;
    size_t size; ///< bytes per entry
} growing_array;

/// Grows arrays that share one capacity; on failure all have the old size again.
static cw_status grow_together(cw_context *context, const growing_array *arrays, int count,
                               size_t old, size_t wanted) {
    for (int i = 0; i < count; i++) {
        cw_status status = cw_resize(context, arrays[i].items, old, wanted, arrays[i].size);
        if (status != CW_OK) {
            for (int j = 0; j < i; j++) {
                (void)cw_resize(context, arrays[j].items, wanted, old, arrays[j].size);
            }
            return status;
        }
    }
    return CW_OK;
}

static cw_status reserve_vertices(cw_context *context, cw_trimesh *mesh, size_t wanted) {
    growing_array arrays[] = {{(void **)&mesh->points, sizeof *mesh->points},
                              {(void **)&mesh->vertex_edge, sizeof *mesh->vertex_edge}};
    if (wanted >= CW_NONE) {
        return cw_fail(context, CW_ERROR_LIMIT, "more than %u vertices", CW_NONE - 1);
    }
    CW_TRY(grow_together(context, arrays, 2, mesh->vertex_capacity, wanted));
    mesh->vertex_capacity = (uint32_t)wanted;
    return CW_OK;
}

static cw_status reserve_triangles(cw_context *context, cw_trimesh *mesh, size_t wanted) {
    growing_array arrays[] = {{(void **)&mesh->corners, 3 * sizeof(uint32_t)},
                              {(void **)&mesh->twins, 3 * sizeof(uint32_t)},
                              {(void **)&mesh->edges, 3 * sizeof(uint32_t)},
                              {(void **)&mesh->marks, sizeof(uint8_t)}};
    if (wanted >= CW_NONE / 3) {
        return cw_fail(context, CW_ERROR_LIMIT, "more than %u triangles", CW_NONE / 3);
    }
    CW_TRY(grow_together(context, arrays, 4, mesh->triangle_capacity, wanted));
    memset(mesh->marks + mesh->triangle_capacity, 0, wanted - mesh->triangle_capacity);
    mesh->triangle_capacity = (uint32_t)wanted;
    return CW_OK;
}

cw_status cw_trimesh_reserve(cw_context *context, cw_trimesh *mesh, size_t vertices,
                             size_t triangles) {
    if (vertices > mesh->vertex_capacity) {
        CW_TRY(reserve_vertices(context, mesh, vertices + vertices / 4 + 16));
    }
    if (triangles > mesh->triangle_capacity) {
        CW_TRY(reserve_triangles(context, mesh, triangles + triangles / 4 + 32));
    }
    return CW_OK;
}

void cw_trimesh_free(cw_context *context, cw_trimesh *mesh) {
    CW_RELEASE(context, mesh->points, mesh->vertex_capacity);
    CW_RELEASE(context, mesh->vertex_edge, mesh->vertex_capacity);
    size_t half_edges = (size_t)mesh->triangle_capacity * 3;
    CW_RELEASE(context, mesh->corners, half_edges);
    CW_RELEASE(context, mesh->twins, half_edges);
    CW_RELEASE(context, mesh->edges, half_edges);
    CW_RELEASE(context, mesh->marks, mesh->triangle_capacity);
    CW_ARRAY_FREE(context, &mesh->crossed);
    CW_ARRAY_FREE(context, &mesh->pending);
    CW_ARRAY_FREE(context, &mesh->left_chain);
    CW_ARRAY_FREE(context, &mesh->right_chain);
    CW_ARRAY_FREE(context, &mesh->stack);
    CW_ARRAY_FREE(context, &mesh->moves);
    memset(mesh, 0, sizeof *mesh);
}

uint32_t cw_trimesh_add_vertex(cw_trimesh *mesh, cw_point point) {
    CW_ASSERT(mesh->vertex_count < mesh->vertex_capacity);
    uint32_t vertex = mesh->vertex_count++;
    mesh->points[vertex] = point;
    mesh->vertex_edge[vertex] = CW_NONE;
    return vertex;
}

void cw_trimesh_label(cw_trimesh *mesh, uint32_t half_edge, uint32_t label) {
    mesh->edges[half_edge] = label;
    if (mesh->twins[half_edge] != CW_NONE) {
        mesh->edges[mesh->twins[half_edge]] = label;
    }
}

void cw_trimesh_write(cw_trimesh *mesh, uint32_t t, const uint32_t corners[3],
                      const uint32_t sides[3], const uint32_t labels[3]) {
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t half_edge = 3 * t + k;
        mesh->corners[half_edge] = corners[k];
        mesh->twins[half_edge] = sides[k];
        mesh->edges[half_edge] = labels[k];
        if (sides[k] != CW_NONE) {
            mesh->twins[sides[k]] = half_edge;
        }
        if (mesh->leading_label == 0 || labels[k] == mesh->leading_label) {
            mesh->vertex_edge[corners[k]] = half_edge;
        }
    }
}

void cw_trimesh_flip(cw_trimesh *mesh, uint32_t h) {
    /* (a, b, c) and (b, a, d) become (a, d, c) and (b, c, d). */
    uint32_t t = mesh->twins[h];
    uint32_t hn = cw_next(h), hp = cw_previous(h), tn = cw_next(t), tp = cw_previous(t);
    uint32_t a = mesh->corners[h], b = mesh->corners[hn], c = mesh->corners[hp],
             d = mesh->corners[tp];
    uint32_t twin_hn = mesh->twins[hn], twin_hp = mesh->twins[hp];
    uint32_t twin_tn = mesh->twins[tn], twin_tp = mesh->twins[tp];
    uint32_t edge_hn = mesh->edges[hn], edge_hp = mesh->edges[hp];
    uint32_t edge_tn = mesh->edges[tn], edge_tp = mesh->edges[tp];
    uint32_t first = h / 3, second = t / 3;
    cw_trimesh_write(mesh, first, (uint32_t[3]){a, d, c},
                     (uint32_t[3]){twin_tn, 3 * second + 1, twin_hp},
                     (uint32_t[3]){edge_tn, 0, edge_hp});
    cw_trimesh_write(mesh, second, (uint32_t[3]){b, c, d},
                     (uint32_t[3]){twin_hn, 3 * first + 1, twin_tp},
                     (uint32_t[3]){edge_hn, 0, edge_tp});
}

static cw_status push_pending(cw_context *context, cw_trimesh *mesh, uint32_t half_edge) {
    return CW_ARRAY_PUSH(context, &mesh->pending, half_edge);
}

static bool wants_flip(const cw_trimesh *mesh, uint32_t h) {
    uint32_t t = mesh->twins[h];
    if (mesh->edges[h] != 0 || t == CW_NONE) {
        return false;
    }
    const cw_point *points = mesh->points;
    return mesh->flip_test(points[cw_origin(mesh, h)], points[cw_target(mesh, h)],
                           points[cw_apex(mesh, h)], points[cw_apex(mesh, t)]);
}

cw_status cw_trimesh_settle(cw_context *context, cw_trimesh *mesh) {
    while (mesh->pending.count > 0) {
        uint32_t h = mesh->pending.items[--mesh->pending.count];
        if (wants_flip(mesh, h)) {
            uint32_t first = h / 3, second = mesh->twins[h] / 3;
            cw_trimesh_flip(mesh, h);
            CW_TRY(CW_ARRAY_RESERVE(context, &mesh->pending, (size_t)mesh->pending.count + 4));
            uint32_t *top = mesh->pending.items + mesh->pending.count;
            top[0] = 3 * first;
            top[1] = 3 * first + 2;
            top[2] = 3 * second;
            top[3] = 3 * second + 2;
            mesh->pending.count += 4;
        }
    }
    return CW_OK;
}

cw_status cw_trimesh_split_triangle(cw_context *context, cw_trimesh *mesh, uint32_t t, uint32_t v) {
    CW_TRY(cw_trimesh_reserve(context, mesh, 0, (size_t)mesh->triangle_count + 2));
    uint32_t second = mesh->triangle_count++, third = mesh->triangle_count++;
    const uint32_t *corner = mesh->corners + (size_t)3 * t;
    uint32_t a = corner[0], b = corner[1], c = corner[2];
    uint32_t twin[3], edge[3];
    memcpy(twin, mesh->twins + (size_t)3 * t, sizeof twin);
    memcpy(edge, mesh->edges + (size_t)3 * t, sizeof edge);
    cw_trimesh_write(mesh, second, (uint32_t[3]){b, c, v}, (uint32_t[3]){twin[1], CW_NONE, CW_NONE},
                     (uint32_t[3]){edge[1], 0, 0});
    cw_trimesh_write(mesh, third, (uint32_t[3]){c, a, v},
                     (uint32_t[3]){twin[2], CW_NONE, 3 * second + 1}, (uint32_t[3]){edge[2], 0, 0});
    cw_trimesh_write(mesh, t, (uint32_t[3]){a, b, v},
                     (uint32_t[3]){twin[0], 3 * second + 2, 3 * third + 1},
                     (uint32_t[3]){edge[0], 0, 0});
    CW_TRY(push_pending(context, mesh, 3 * t));
    CW_TRY(push_pending(context, mesh, 3 * second));
    CW_TRY(push_pending(context, mesh, 3 * third));
    return cw_trimesh_settle(context, mesh);
}

/// Cuts the triangle of a half-edge a-b (apex c) into (a, v, c) and (v, b, c), the second in slot
/// `other`.
static void halve_triangle(cw_trimesh *mesh, uint32_t half_edge, uint32_t v, uint32_t other) {
    uint32_t hn = cw_next(half_edge), hp = cw_previous(half_edge), t = half_edge / 3;
    uint32_t a = mesh->corners[half_edge], b = mesh->corners[hn], c = mesh->corners[hp];
    uint32_t twin_n = mesh->twins[hn], twin_p = mesh->twins[hp];
    uint32_t edge = mesh->edges[half_edge], edge_n = mesh->edges[hn], edge_p = mesh->edges[hp];
    cw_trimesh_write(mesh, other, (uint32_t[3]){v, b, c}, (uint32_t[3]){CW_NONE, twin_n, CW_NONE},
                     (uint32_t[3]){edge, edge_n, 0});
    cw_trimesh_write(mesh, t, (uint32_t[3]){a, v, c}, (uint32_t[3]){CW_NONE, 3 * other + 2, twin_p},
                     (uint32_t[3]){edge, 0, edge_p});
}

cw_status cw_trimesh_split_edge(cw_context *context, cw_trimesh *mesh, uint32_t half_edge,
                                uint32_t v) {
    CW_TRY(cw_trimesh_reserve(context, mesh, 0, (size_t)mesh->triangle_count + 2));
    uint32_t twin = mesh->twins[half_edge];
    uint32_t near = half_edge / 3, near_other = mesh->triangle_count++;
    halve_triangle(mesh, half_edge, v, near_other);
    CW_TRY(push_pending(context, mesh, 3 * near + 2));
    CW_TRY(push_pending(context, mesh, 3 * near_other + 1));
    if (twin != CW_NONE) {
        uint32_t far = twin / 3, far_other = mesh->triangle_count++;
        halve_triangle(mesh, twin, v, far_other);
        /* near is a-v, near_other v-b; far is b-v, far_other v-a. */
        mesh->twins[3 * near] = 3 * far_other;
        mesh->twins[3 * far_other] = 3 * near;
        mesh->twins[3 * near_other] = 3 * far;
        mesh->twins[3 * far] = 3 * near_other;
        CW_TRY(push_pending(context, mesh, 3 * far + 2));
        CW_TRY(push_pending(context, mesh, 3 * far_other + 1));
    }
    return cw_trimesh_settle(context, mesh);
}

cw_status cw_trimesh_march(cw_context *context, cw_trimesh *mesh, uint32_t first, uint32_t target,
                           cw_march_end *end) {
    mesh->crossed.count = 0;
    cw_point from = mesh->points[cw_origin(mesh, first)], to = mesh->points[target];
    uint32_t edge = cw_next(first);
    for (;;) {
        if (mesh->edges[edge] != 0 || mesh->twins[edge] == CW_NONE) {
            *end = CW_MARCH_EDGE;
            return CW_ARRAY_PUSH(context, &mesh->crossed, edge);
        }
        CW_TRY(CW_ARRAY_PUSH(context, &mesh->crossed, edge));
        uint32_t twin = mesh->twins[edge];
        uint32_t apex = cw_apex(mesh, twin);
        if (apex == target) {
            *end = CW_MARCH_REACHED;
            return CW_OK;
        }
        int side = cw_orient(from, to, mesh->points[apex]);
        if (side == 0) {
            *end = CW_MARCH_VERTEX;
            return CW_OK;
        }
        edge = side > 0 ? cw_next(twin) : cw_previous(twin);
    }
}

/// Marks or unmarks the triangles that the last march crossed.
static void mark_cavity(cw_trimesh *mesh, uint8_t mark) {
    mesh->marks[mesh->crossed.items[0] / 3] = mark;
    for (uint32_t i = 0; i < mesh->crossed.count; i++) {
        mesh->marks[mesh->twins[mesh->crossed.items[i]] / 3] = mark;
    }
}

/// A chain entry for the border half-edge `old`, ending at `vertex`.
static cw_cavity_side border_side(const cw_trimesh *mesh, uint32_t vertex, uint32_t old) {
    uint32_t twin = mesh->twins[old];
    bool hanging = twin != CW_NONE && mesh->marks[twin / 3] != 0;
    return (cw_cavity_side){vertex, old, twin, mesh->edges[old], hanging};
}

/// Lists the border of the cavity: the left chain from origin to target, the right chain likewise.
static cw_status collect_chains(cw_context *context, cw_trimesh *mesh, uint32_t target) {
    mesh->left_chain.count = 0;
    mesh->right_chain.count = 0;
    uint32_t edge = mesh->crossed.items[0];
    CW_TRY(CW_ARRAY_PUSH(context, &mesh->right_chain,
                         border_side(mesh, cw_origin(mesh, edge), cw_previous(edge))));
    CW_TRY(CW_ARRAY_PUSH(context, &mesh->left_chain,
                         border_side(mesh, cw_target(mesh, edge), cw_next(edge))));
    for (uint32_t i = 0; i < mesh->crossed.count; i++) {
        uint32_t twin = mesh->twins[mesh->crossed.items[i]];
        uint32_t apex = cw_apex(mesh, twin);
        bool last = i + 1 == mesh->crossed.count;
        bool goes_right = !last && mesh->crossed.items[i + 1] == cw_previous(twin);
        if (last || goes_right) {
            CW_TRY(CW_ARRAY_PUSH(context, &mesh->right_chain,
                                 border_side(mesh, last ? target : apex, cw_next(twin))));
        }
        if (last || !goes_right) {
            CW_TRY(CW_ARRAY_PUSH(context, &mesh->left_chain,
                                 border_side(mesh, last ? target : apex, cw_previous(twin))));
        }
    }
    return CW_OK;
}

/// Links half-edge `now` with what lay behind the border edge it stands for.
static cw_status link_border(cw_context *context, cw_trimesh *mesh, const cw_cavity_side *side,
                             uint32_t now) {
    if (!side->hanging) {
        return CW_OK;
    }
    for (uint32_t i = 0; i < mesh->moves.count; i++) {
        if (mesh->moves.items[i].before == side->twin) {
            mesh->twins[now] = mesh->moves.items[i].after;
            mesh->twins[mesh->moves.items[i].after] = now;
            return CW_OK;
        }
    }
    return CW_ARRAY_PUSH(context, &mesh->moves, (cw_cavity_move){side->old, now});
}

/// Writes the ear (before, next, top) into a triangle slot; the chain then runs from `before` to
/// `next`.
static cw_status write_ear(cw_context *context, cw_trimesh *mesh, uint32_t slot, uint32_t before,
                           const cw_cavity_side *top, cw_cavity_side *next) {
    uint32_t corners[3] = {before, next->vertex, top->vertex};
    uint32_t sides[3] = {CW_NONE, next->hanging ? CW_NONE : next->twin,
                         top->hanging ? CW_NONE : top->twin};
    uint32_t labels[3] = {0, next->edge, top->edge};
    cw_trimesh_write(mesh, slot, corners, sides, labels);
    CW_TRY(link_border(context, mesh, next, 3 * slot + 1));
    CW_TRY(link_border(context, mesh, top, 3 * slot + 2));
    *next = (cw_cavity_side){next->vertex, CW_NONE, 3 * slot, 0, false};
    return push_pending(context, mesh, 3 * slot);
}

/// Fills the polygon between a segment and a chain on its left; returns the half-edge along the
/// segment. The chain runs from `start` over chain[0 .. count-1].
static cw_status fill_side(cw_context *context, cw_trimesh *mesh, uint32_t start,
                           const cw_cavity_side *chain, uint32_t count, const uint32_t *slots,
                           uint32_t *base) {
    mesh->stack.count = 0;
    CW_TRY(CW_ARRAY_RESERVE(context, &mesh->stack, (size_t)count + 1));
    cw_cavity_side *stack = mesh->stack.items;
    stack[0] = (cw_cavity_side){start, CW_NONE, CW_NONE, 0, false};
    uint32_t depth = 1, used = 0;
    for (uint32_t i = 0; i < count; i++) {
        cw_cavity_side next = chain[i];
        while (depth >= 2 &&
               cw_orient(mesh->points[stack[depth - 2].vertex],
                         mesh->points[stack[depth - 1].vertex], mesh->points[next.vertex]) < 0) {
            CW_TRY(write_ear(context, mesh, slots[used++], stack[depth - 2].vertex,
                             &stack[depth - 1], &next));
            depth--;
        }
        stack[depth++] = next;
    }
    if (depth != 2 || used + 1 != count) {
        return cw_fail(context, CW_ERROR_INTERNAL, "a cavity could not be filled");
    }
    *base = stack[1].twin;
    return CW_OK;
}

/// Turns a chain from origin to target into the same chain seen from the target.
static void reverse_chain(cw_cavity_side *chain, uint32_t count, uint32_t origin) {
    for (uint32_t i = 0, j = count - 1; i < j; i++, j--) {
        cw_cavity_side swap = chain[i];
        chain[i] = chain[j];
        chain[j] = swap;
    }
    /* Each entry holds an edge and the vertex it ends at; walking back it ends where it began. */
    for (uint32_t i = 0; i < count; i++) {
        chain[i].vertex = i + 1 < count ? chain[i + 1].vertex : origin;
    }
}

cw_status cw_trimesh_insert(cw_context *context, cw_trimesh *mesh, uint32_t origin, uint32_t target,
                            uint32_t label) {
    mark_cavity(mesh, 1);
    cw_status status = collect_chains(context, mesh, target);
    mark_cavity(mesh, 0);
    CW_TRY(status);
    mesh->moves.count = 0;
    mesh->pending.count = 0;
    /* From here on `crossed` holds the free triangle slots. */
    uint32_t count = mesh->crossed.count;
    CW_TRY(CW_ARRAY_RESERVE(context, &mesh->crossed, (size_t)count + 1));
    uint32_t *slots = mesh->crossed.items;
    uint32_t near = slots[0] / 3;
    for (uint32_t i = 0; i < count; i++) {
        slots[i] = mesh->twins[slots[i]] / 3;
    }
    slots[count] = near;
    CW_TRY(CW_ARRAY_RESERVE(context, &mesh->moves, (size_t)2 * count + 2));
    CW_TRY(CW_ARRAY_RESERVE(context, &mesh->pending, (size_t)4 * count + 8));
    CW_TRY(CW_ARRAY_RESERVE(context, &mesh->stack, (size_t)count + 4));
    uint32_t left_base, right_base;
    uint32_t left_count = mesh->left_chain.count, right_count = mesh->right_chain.count;
    CW_TRY(fill_side(context, mesh, origin, mesh->left_chain.items, left_count, slots, &left_base));
    reverse_chain(mesh->right_chain.items, right_count, origin);
    CW_TRY(fill_side(context, mesh, target, mesh->right_chain.items, right_count,
                     slots + (left_count - 1), &right_base));
    mesh->twins[left_base] = right_base;
    mesh->twins[right_base] = left_base;
    cw_trimesh_label(mesh, left_base, label);
    return cw_trimesh_settle(context, mesh);
}
