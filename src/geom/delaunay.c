/// Delaunay triangulation by insertion.
///
/// Points go in in a biased randomised order (Amenta, Choi, Rote 2003, "Incremental constructions
/// con BRIO"): rounds of doubling size, each along a Hilbert curve, so that the walk to the next
/// point is short and the expected work O(n log n). Every insertion is followed by Lawson flips
/// with an exact in-circle test. A box of four vertices around all points spares every special case
/// of an outer face.
#include "geom/delaunay.h"
#include "geom/order.h"

static const unsigned HILBERT_BITS = 2 * CW_LATTICE_COARSE_BITS;
/// Rounds of the insertion order: the sort key has four bits above the Hilbert key.
static const unsigned ROUNDS = 16;

/// The last round takes half of the points, the one before a quarter, and so on.
static uint64_t round_of(cw_point point) {
    uint64_t bits = cw_mix((uint64_t)point.x << 32 ^ (uint64_t)point.y);
    unsigned zeros = bits == 0 ? ROUNDS - 1 : (unsigned)__builtin_ctzll(bits);
    return zeros >= ROUNDS ? 0 : ROUNDS - 1 - zeros;
}

/// The order of insertion, with equal points side by side in order of appearance.
static void order_points(const cw_point *points, uint32_t count, cw_keyed *order) {
    for (uint32_t i = 0; i < count; i++) {
        order[i].key = round_of(points[i]) << HILBERT_BITS | cw_hilbert_key(points[i]);
        order[i].item = i;
    }
    cw_keyed_sort_in_place(order, count);
}

/// Points each duplicate at its first appearance and numbers the vertices in that order.
static void number_vertices(const cw_point *points, uint32_t count, const cw_keyed *order,
                            cw_trimesh *mesh, uint32_t *vertex_of) {
    for (uint32_t i = 0, first = 0; i < count; i++) {
        first = i > 0 && order[i].key == order[i - 1].key ? first : i;
        vertex_of[order[i].item] = order[first].item;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = vertex_of[i];
        vertex_of[i] = first == i ? cw_trimesh_add_vertex(mesh, points[i]) : vertex_of[first];
    }
}

static void add_box(cw_trimesh *mesh) {
    int64_t most = ((int64_t)1 << CW_LATTICE_COARSE_BITS) - 1;
    cw_trimesh_add_vertex(mesh, (cw_point){0, 0});
    cw_trimesh_add_vertex(mesh, (cw_point){most, 0});
    cw_trimesh_add_vertex(mesh, (cw_point){most, most});
    cw_trimesh_add_vertex(mesh, (cw_point){0, most});
    uint32_t none[3] = {CW_NONE, CW_NONE, CW_NONE}, free_edges[3] = {0, 0, 0};
    mesh->triangle_count = 2;
    cw_trimesh_write(mesh, 0, (uint32_t[3]){0, 1, 2}, none, free_edges);
    cw_trimesh_write(mesh, 1, (uint32_t[3]){0, 2, 3}, (uint32_t[3]){2, CW_NONE, CW_NONE},
                     free_edges);
}

static cw_location location_in(const cw_trimesh *mesh, uint32_t triangle, cw_point point) {
    cw_location location = {3 * triangle, false, false};
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t h = 3 * triangle + k;
        if (cw_point_equal(mesh->points[cw_origin(mesh, h)], point)) {
            return (cw_location){h, false, true};
        }
        if (cw_orient(mesh->points[cw_origin(mesh, h)], mesh->points[cw_target(mesh, h)], point) ==
            0) {
            location = (cw_location){h, true, false};
        }
    }
    return location;
}

/// A half-edge of the triangle that has the point strictly on its right, or CW_NONE.
static uint32_t exit_edge(const cw_trimesh *mesh, uint32_t triangle, uint32_t entry,
                          cw_point point) {
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
        if (h != entry && cw_orient(mesh->points[cw_origin(mesh, h)],
                                    mesh->points[cw_target(mesh, h)], point) < 0) {
            return h;
        }
    }
    return CW_NONE;
}

cw_location cw_delaunay_locate(const cw_trimesh *mesh, uint32_t start, cw_point point) {
    uint32_t triangle = start / 3, entry = CW_NONE;
    /* The walk cannot turn in a circle in a Delaunay triangulation; labelled edges void that. */
    for (uint32_t steps = 0; steps <= mesh->triangle_count; steps++) {
        uint32_t exit = exit_edge(mesh, triangle, entry, point);
        if (exit == CW_NONE) {
            return location_in(mesh, triangle, point);
        }
        entry = mesh->twins[exit];
        triangle = entry / 3;
    }
    for (triangle = 0; exit_edge(mesh, triangle, CW_NONE, point) != CW_NONE;) {
        triangle++;
    }
    return location_in(mesh, triangle, point);
}

static cw_status insert_points(cw_context *context, cw_trimesh *mesh, const cw_keyed *order,
                               uint32_t count, const uint32_t *vertex_of) {
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t vertex = vertex_of[order[i].item];
        if (mesh->vertex_edge[vertex] != CW_NONE) {
            continue;
        }
        cw_location found = cw_delaunay_locate(mesh, mesh->vertex_edge[last], mesh->points[vertex]);
        if (found.on_edge) {
            CW_TRY(cw_trimesh_split_edge(context, mesh, found.half_edge, vertex));
        } else {
            CW_TRY(cw_trimesh_split_triangle(context, mesh, found.half_edge / 3, vertex));
        }
        last = vertex;
    }
    return CW_OK;
}

cw_status cw_delaunay_build(cw_context *context, const cw_point *points, uint32_t count,
                            cw_trimesh *mesh, uint32_t *vertex_of) {
    cw_keyed *order = NULL;
    CW_TRY(
        cw_trimesh_reserve(context, mesh, (size_t)count + CW_DELAUNAY_BOX, 2 * (size_t)count + 2));
    CW_TRY(CW_ALLOCATE(context, order, 2 * (size_t)count));
    mesh->flip_test = cw_inside_circle;
    add_box(mesh);
    order_points(points, count, order);
    number_vertices(points, count, order, mesh, vertex_of);
    cw_status status = insert_points(context, mesh, order, count, vertex_of);
    CW_RELEASE(context, order, 2 * (size_t)count);
    return status;
}
