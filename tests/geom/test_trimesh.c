/// Triangle meshes: Delaunay triangulation, walking, splitting, flipping and laying in edges.
#include "failing_allocator.h"
#include "geom/delaunay.h"
#include "mesh_oracle.h"
#include "scenes.h"
#include "test.h"
#include "test_context.h"

enum { MOST_POINTS = 400 };

typedef struct cloud {
    cw_point points[MOST_POINTS];
    uint32_t vertex_of[MOST_POINTS];
    uint32_t count;
    cw_trimesh mesh;
} cloud;

/// Points in a square of the given side somewhere on the lattice; tiny sides give many equal,
/// collinear and cocircular points.
static void make_cloud(cw_random *random, uint32_t count, uint32_t side, cloud *made) {
    memset(made, 0, sizeof *made);
    uint32_t room = (1u << CW_LATTICE_COARSE_BITS) - 2 - side;
    int64_t x = 1 + (int64_t)cw_random_below(random, room);
    int64_t y = 1 + (int64_t)cw_random_below(random, room);
    made->count = count;
    for (uint32_t i = 0; i < count; i++) {
        made->points[i] =
            (cw_point){x + cw_random_below(random, side), y + cw_random_below(random, side)};
    }
    assert_ok(cw_delaunay_build(context, made->points, count, &made->mesh, made->vertex_of));
}

static uint32_t random_side(cw_random *random) {
    static const uint32_t SIDES[] = {2, 3, 4, 6, 10, 50, 1000, 1u << 20, (1u << 30) - 4};
    return SIDES[cw_random_below(random, sizeof SIDES / sizeof *SIDES)];
}

/// Equal points share a vertex, and vertices are numbered by first appearance.
static void check_numbering(const cloud *made) {
    uint32_t next = CW_DELAUNAY_BOX;
    for (uint32_t i = 0; i < made->count; i++) {
        uint32_t first = 0;
        while (made->points[first].x != made->points[i].x ||
               made->points[first].y != made->points[i].y) {
            first++;
        }
        next += first == i;
        assert_int_equal(made->vertex_of[i], first == i ? next - 1 : made->vertex_of[first]);
        assert_true(cw_point_equal(made->mesh.points[made->vertex_of[i]], made->points[i]));
    }
    assert_int_equal(made->mesh.vertex_count, next);
}

static void check_empty_circles(const cw_trimesh *mesh) {
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = mesh->corners + (size_t)3 * t;
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            assert_true(oracle_circle(mesh->points[corner[0]], mesh->points[corner[1]],
                                      mesh->points[corner[2]], mesh->points[v]) <= 0);
        }
    }
}

TEST(no_point_lies_inside_the_circle_of_a_triangle) {
    cw_random random = {1};
    static cloud made;
    for (int i = 0; i < 1500; i++) {
        make_cloud(&random, cw_random_below(&random, 60), random_side(&random), &made);
        check_mesh(&made.mesh);
        check_numbering(&made);
        check_empty_circles(&made.mesh);
        /* A box with all points inside it: 2 n - 2 - 4 triangles. */
        assert_int_equal(made.mesh.triangle_count, 2 * made.mesh.vertex_count - 6);
        cw_trimesh_free(context, &made.mesh);
    }
}

static bool contains(const cw_trimesh *mesh, uint32_t t, cw_point p) {
    for (uint32_t k = 0; k < 3; k++) {
        if (oracle_side(mesh->points[mesh->corners[3 * t + k]],
                        mesh->points[mesh->corners[3 * t + (k + 1) % 3]], p) < 0) {
            return false;
        }
    }
    return true;
}

static void check_location(const cw_trimesh *mesh, cw_location found, cw_point p) {
    uint32_t t = found.half_edge / 3, edges = 0, vertices = 0;
    assert_true(contains(mesh, t, p));
    for (uint32_t h = 3 * t; h < 3 * t + 3; h++) {
        cw_point a = mesh->points[cw_origin(mesh, h)];
        vertices += cw_point_equal(a, p);
        edges += oracle_side(a, mesh->points[cw_target(mesh, h)], p) == 0;
    }
    assert_int_equal(found.on_vertex, vertices > 0);
    assert_int_equal(found.on_edge, vertices == 0 && edges > 0);
    if (found.on_vertex) {
        assert_true(cw_point_equal(mesh->points[cw_origin(mesh, found.half_edge)], p));
    }
    if (found.on_edge) {
        assert_int_equal(oracle_side(mesh->points[cw_origin(mesh, found.half_edge)],
                                     mesh->points[cw_target(mesh, found.half_edge)], p),
                         0);
    }
}

TEST(every_point_of_the_box_is_found) {
    cw_random random = {2};
    static cloud made;
    for (int i = 0; i < 300; i++) {
        uint32_t side = random_side(&random);
        make_cloud(&random, 1 + cw_random_below(&random, 100), side, &made);
        for (int k = 0; k < 40; k++) {
            cw_point near = made.points[cw_random_below(&random, made.count)];
            cw_point p = {near.x + cw_random_below(&random, 3) - 1,
                          near.y + cw_random_below(&random, 3) - 1};
            uint32_t start = cw_random_below(&random, 3 * made.mesh.triangle_count);
            check_location(&made.mesh, cw_delaunay_locate(&made.mesh, start, p), p);
        }
        cw_trimesh_free(context, &made.mesh);
    }
}

// --- laying in edges -----------------------------------------------------------------------------

/// What a march has to find: the number of unlabelled edges crossed, and whether a labelled edge or
/// a vertex is in the way at all.
typedef struct way {
    uint32_t crossed, labelled, touched;
} way;

static way slow_way(const cw_trimesh *mesh, uint32_t from, uint32_t to) {
    way found = {0};
    cw_point a = mesh->points[from], b = mesh->points[to];
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        if (mesh->twins[h] == CW_NONE || h < mesh->twins[h]) {
            bool crosses = oracle_segments_cross(a, b, mesh->points[cw_origin(mesh, h)],
                                                 mesh->points[cw_target(mesh, h)]);
            found.crossed += crosses && mesh->edges[h] == 0;
            found.labelled += crosses && mesh->edges[h] != 0;
        }
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        found.touched += v != from && v != to && oracle_side(a, b, mesh->points[v]) == 0 &&
                         oracle_distance(mesh->points[v], a, b) < 1e-3;
    }
    return found;
}

/// The half-edge of the triangle at `from` that the segment to `to` enters, or CW_NONE.
static uint32_t entered(const cw_trimesh *mesh, uint32_t from, uint32_t to) {
    cw_point a = mesh->points[from], b = mesh->points[to];
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        if (cw_origin(mesh, h) == from && oracle_side(a, mesh->points[cw_target(mesh, h)], b) > 0 &&
            oracle_side(a, mesh->points[cw_apex(mesh, h)], b) < 0) {
            return h;
        }
    }
    return CW_NONE;
}

/// Lays a segment into a mesh if nothing is in its way; compares the march with the slow way.
static bool lay(cw_trimesh *mesh, uint32_t from, uint32_t to, uint32_t label) {
    uint32_t edge = find_edge(mesh, from, to);
    if (edge != CW_NONE) {
        cw_trimesh_label(mesh, edge, label);
        return true;
    }
    uint32_t first = entered(mesh, from, to);
    if (first == CW_NONE) {
        return false;
    }
    cw_march_end end;
    assert_int_equal(cw_trimesh_march(context, mesh, first, to, &end), CW_OK);
    way expected = slow_way(mesh, from, to);
    assert_int_equal(end == CW_MARCH_REACHED, expected.labelled == 0 && expected.touched == 0);
    if (end != CW_MARCH_REACHED) {
        assert_true(end == CW_MARCH_EDGE ? expected.labelled > 0 : expected.touched > 0);
        return false;
    }
    assert_int_equal(mesh->crossed.count, expected.crossed);
    assert_int_equal(cw_trimesh_insert(context, mesh, from, to, label), CW_OK);
    return true;
}

static void check_laid(const cw_trimesh *mesh, uint32_t (*ends)[2], uint32_t count) {
    uint32_t labelled = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t edge = find_edge(mesh, ends[i][0], ends[i][1]);
        assert_true(edge != CW_NONE && mesh->edges[edge] == i + 1);
    }
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        labelled += mesh->edges[h] != 0;
    }
    assert_int_equal(labelled, 2 * count);
}

TEST(an_edge_laid_in_stays_and_the_rest_stays_delaunay) {
    cw_random random = {3};
    static cloud made;
    for (int i = 0; i < 400; i++) {
        make_cloud(&random, 3 + cw_random_below(&random, 40), random_side(&random), &made);
        cw_trimesh *mesh = &made.mesh;
        uint32_t ends[60][2], count = 0;
        for (int k = 0; k < 60; k++) {
            uint32_t from = made.vertex_of[cw_random_below(&random, made.count)];
            uint32_t to = made.vertex_of[cw_random_below(&random, made.count)];
            uint32_t there = from != to ? find_edge(mesh, from, to) : 0;
            bool labelled = there != CW_NONE && mesh->edges[there] != 0;
            if (from != to && !labelled && lay(mesh, from, to, count + 1)) {
                ends[count][0] = from;
                ends[count++][1] = to;
            }
        }
        check_mesh(mesh);
        check_laid(mesh, ends, count);
        check_constrained_delaunay(mesh);
        cw_trimesh_free(context, mesh);
    }
}

/// A labelled edge that ends inside the cavity of another one has both of its sides there.
TEST(an_edge_that_hangs_into_the_way_of_another_is_kept) {
    cw_point points[] = {{100, 100}, {900, 100}, {500, 95},  {500, 60}, {430, 93},
                         {570, 93},  {300, 130}, {700, 130}, {510, 140}};
    uint32_t vertex[9];
    for (uint32_t hang = 2; hang < 9; hang++) {
        cw_trimesh mesh = {0};
        assert_int_equal(cw_delaunay_build(context, points, 9, &mesh, vertex), CW_OK);
        bool first = lay(&mesh, vertex[3], vertex[hang == 3 ? 2 : hang], 7);
        bool second = lay(&mesh, vertex[0], vertex[1], 9);
        check_mesh(&mesh);
        check_constrained_delaunay(&mesh);
        bool crosses = hang == 6 || hang == 7 || hang == 8;
        assert_true(first && second == !crosses);
        cw_trimesh_free(context, &mesh);
    }
}

// --- splitting at the border ---------------------------------------------------------------------

static bool in_circle(cw_point a, cw_point b, cw_point c, cw_point d) {
    return oracle_circle(a, b, c, d) > 0;
}

/// A square of two triangles whose sides are walls (label 1) that lead the fans of its corners.
static cw_trimesh make_square(int64_t side) {
    cw_trimesh mesh = {.leading_label = 1, .flip_test = in_circle};
    assert_int_equal(cw_trimesh_reserve(context, &mesh, 4, 2), CW_OK);
    cw_trimesh_add_vertex(&mesh, (cw_point){0, 0});
    cw_trimesh_add_vertex(&mesh, (cw_point){side, 0});
    cw_trimesh_add_vertex(&mesh, (cw_point){side, side});
    cw_trimesh_add_vertex(&mesh, (cw_point){0, side});
    mesh.triangle_count = 2;
    uint32_t none[3] = {CW_NONE, CW_NONE, CW_NONE};
    cw_trimesh_write(&mesh, 0, (uint32_t[3]){0, 1, 2}, none, (uint32_t[3]){1, 1, 0});
    cw_trimesh_write(&mesh, 1, (uint32_t[3]){0, 2, 3}, (uint32_t[3]){2, CW_NONE, CW_NONE},
                     (uint32_t[3]){0, 1, 1});
    return mesh;
}

TEST(walls_lead_the_fans_while_the_border_is_split) {
    cw_random random = {4};
    for (int round = 0; round < 100; round++) {
        cw_trimesh mesh = make_square((int64_t)1 << 20);
        for (int i = 0; i < 40; i++) {
            uint32_t h = cw_random_below(&random, 3 * mesh.triangle_count);
            cw_point a = mesh.points[cw_origin(&mesh, h)], b = mesh.points[cw_target(&mesh, h)];
            if (mesh.edges[h] != 1 || (a.x + b.x) % 2 != 0 || (a.y + b.y) % 2 != 0) {
                continue;
            }
            assert_ok(cw_trimesh_reserve(context, &mesh, (size_t)mesh.vertex_count + 1, 0));
            uint32_t v = cw_trimesh_add_vertex(&mesh, (cw_point){(a.x + b.x) / 2, (a.y + b.y) / 2});
            assert_int_equal(cw_trimesh_split_edge(context, &mesh, h, v), CW_OK);
            check_mesh(&mesh);
            check_constrained_delaunay(&mesh);
        }
        assert_int_equal(mesh.triangle_count, mesh.vertex_count - 2);
        cw_trimesh_free(context, &mesh);
    }
}

TEST(a_flip_and_a_flip_back_leave_the_same_triangles) {
    cw_trimesh mesh = make_square(16);
    uint32_t diagonal = find_edge(&mesh, 0, 2);
    cw_trimesh_flip(&mesh, diagonal);
    check_mesh(&mesh);
    assert_int_equal(find_edge(&mesh, 0, 2), CW_NONE);
    assert_true(find_edge(&mesh, 1, 3) != CW_NONE);
    cw_trimesh_flip(&mesh, find_edge(&mesh, 1, 3));
    check_mesh(&mesh);
    assert_true(find_edge(&mesh, 0, 2) != CW_NONE);
    cw_trimesh_free(context, &mesh);
}

TEST(a_lack_of_memory_leaves_no_leak) {
    tight_memory tight;
    tight_open(&tight);
    cw_random random = {5};
    cw_point points[50];
    uint32_t vertex_of[50];
    for (int i = 0; i < 50; i++) {
        points[i] = (cw_point){1 + cw_random_below(&random, 30), 1 + cw_random_below(&random, 30)};
    }
    while (tight_next(&tight)) {
        cw_trimesh mesh = {0};
        cw_status status = cw_delaunay_build(tight.context, points, 50, &mesh, vertex_of);
        cw_trimesh_free(tight.context, &mesh);
        tight_tried(&tight, status);
    }
    tight_close(&tight, 5);
}

TEST_GROUP(make_context, free_context);
