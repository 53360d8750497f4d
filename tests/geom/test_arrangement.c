/// Snap rounding: whatever segments come in, labelled edges meet only at vertices and keep their
/// pixels free, and every segment is still there as a chain of edges close to where it was.
#include "failing_allocator.h"
#include "geom/arrangement.h"
#include "mesh_oracle.h"
#include "scenes.h"
#include "test.h"
#include "test_context.h"

enum { MOST_POINTS = 400 };

/// Farthest that a chain may stray from its segment, in coarse steps. Rounding a crossing moves it
/// by 0.71 at most; parts of a segment that are cut again move again, a little less far from the
/// whole each time.
static const double MOST_DRIFT = 4.0;

static double largest_drift;

/// Points and the segments between them; ring i is segment i.
typedef struct sketch {
    cw_point points[MOST_POINTS];
    uint32_t vertex_of[MOST_POINTS];
    uint32_t point_count;
    uint32_t ends[MOST_POINTS][2]; ///< points
    uint32_t segment_count;
    cw_arrangement arrangement;
} sketch;

static cw_status arrange(cw_context *used, sketch *made) {
    memset(&made->arrangement, 0, sizeof made->arrangement);
    CW_TRY(cw_delaunay_build(used, made->points, made->point_count, &made->arrangement.mesh,
                             made->vertex_of));
    for (uint32_t i = 0; i < made->segment_count; i++) {
        CW_TRY(cw_arrangement_add(used, &made->arrangement, made->vertex_of[made->ends[i][0]],
                                  made->vertex_of[made->ends[i][1]], i, i));
    }
    return cw_arrangement_settle(used, &made->arrangement);
}

// --- what has to hold afterwards -----------------------------------------------------------------

typedef struct labelled_edge {
    uint32_t half_edge, low, high;
    cw_point from, to;
} labelled_edge;

static uint32_t list_labelled(const cw_trimesh *mesh, labelled_edge **edges) {
    uint32_t count = 0;
    *edges = calloc((size_t)3 * mesh->triangle_count, sizeof **edges);
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        uint32_t from = cw_origin(mesh, h), to = cw_target(mesh, h);
        if (mesh->edges[h] != 0 && from < to) {
            (*edges)[count++] = (labelled_edge){h, from, to, mesh->points[from], mesh->points[to]};
        }
    }
    return count;
}

static void check_apart(const cw_trimesh *mesh, const labelled_edge *edges, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            assert_false(
                oracle_segments_meet(edges[i].from, edges[i].to, edges[j].from, edges[j].to));
        }
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            if (v != edges[i].low && v != edges[i].high &&
                oracle_pixel(mesh->points[v], edges[i].from, edges[i].to)) {
                fail_msg("vertex %u (%" PRId64 ", %" PRId64 ") lies in the pixels of (%" PRId64
                         ", %" PRId64 ") - (%" PRId64 ", %" PRId64 ")",
                         v, mesh->points[v].x, mesh->points[v].y, edges[i].from.x, edges[i].from.y,
                         edges[i].to.x, edges[i].to.y);
            }
        }
    }
}

/// Adds up where the parts of every segment leave and arrive: `flow` has a number per vertex and
/// segment. Also measures how far they are from the segment.
static void sum_contributions(const sketch *made, const labelled_edge *edges, uint32_t count,
                              int32_t *flow) {
    const cw_arrangement *arrangement = &made->arrangement;
    const cw_trimesh *mesh = &arrangement->mesh;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t item = arrangement->edges.items[mesh->edges[edges[i].half_edge] - 1];
        assert_true(item != CW_NONE);
        for (; item != CW_NONE; item = arrangement->contributions.items[item].next) {
            cw_contribution part = arrangement->contributions.items[item];
            assert_true(part.ring < made->segment_count);
            assert_true(part.sign == 1 || part.sign == -1);
            flow[edges[i].low * made->segment_count + part.ring] += part.sign;
            flow[edges[i].high * made->segment_count + part.ring] -= part.sign;
            cw_point a = made->points[made->ends[part.ring][0]];
            cw_point b = made->points[made->ends[part.ring][1]];
            double drift =
                fmax(oracle_distance(edges[i].from, a, b), oracle_distance(edges[i].to, a, b));
            largest_drift = fmax(largest_drift, drift);
            assert_true(drift <= MOST_DRIFT);
        }
    }
}

/// Every segment leaves its first end once, arrives at its last once, and passes all others: so it
/// is a chain, and what lies between has no gap.
static void check_chains(const sketch *made, const labelled_edge *edges, uint32_t count) {
    uint32_t vertices = made->arrangement.mesh.vertex_count, segments = made->segment_count;
    int32_t *flow = calloc((size_t)vertices * segments + 1, sizeof *flow);
    sum_contributions(made, edges, count, flow);
    for (uint32_t s = 0; s < segments; s++) {
        uint32_t from = made->vertex_of[made->ends[s][0]], to = made->vertex_of[made->ends[s][1]];
        flow[from * segments + s] -= 1;
        flow[to * segments + s] += 1;
    }
    for (uint32_t i = 0; i < vertices * segments; i++) {
        assert_int_equal(flow[i], 0);
    }
    free(flow);
}

static void check_arrangement(const sketch *made) {
    labelled_edge *edges;
    const cw_trimesh *mesh = &made->arrangement.mesh;
    check_mesh(mesh);
    uint32_t count = list_labelled(mesh, &edges);
    check_apart(mesh, edges, count);
    check_chains(made, edges, count);
    free(edges);
}

static void arrange_and_check(sketch *made) {
    assert_int_equal(arrange(context, made), CW_OK);
    check_arrangement(made);
    cw_arrangement_free(context, &made->arrangement);
}

// --- inputs --------------------------------------------------------------------------------------

/// Points in a square of `side` steps, somewhere on the lattice; any segments between them.
static void make_tangle(cw_random *random, uint32_t points, uint32_t segments, uint32_t side,
                        sketch *made) {
    uint32_t room = (1u << CW_LATTICE_COARSE_BITS) - 2 - side;
    int64_t x = 1 + (int64_t)cw_random_below(random, room);
    int64_t y = 1 + (int64_t)cw_random_below(random, room);
    made->point_count = points;
    made->segment_count = segments;
    for (uint32_t i = 0; i < points; i++) {
        made->points[i] =
            (cw_point){x + cw_random_below(random, side), y + cw_random_below(random, side)};
    }
    for (uint32_t i = 0; i < segments; i++) {
        made->ends[i][0] = cw_random_below(random, points);
        made->ends[i][1] = cw_random_below(random, points);
    }
}

TEST(segments_on_a_tiny_grid_become_a_planar_graph) {
    cw_random random = {1};
    static sketch made;
    largest_drift = 0;
    for (int i = 0; i < 8000; i++) {
        uint32_t points = 2 + cw_random_below(&random, 20);
        uint32_t side = 4 + cw_random_below(&random, 47);
        make_tangle(&random, points, 1 + cw_random_below(&random, 20), side, &made);
        arrange_and_check(&made);
    }
    print_message("a chain strays by up to %.3f steps from its segment on a tiny grid\n",
                  largest_drift);
}

TEST(segments_over_the_whole_lattice_become_a_planar_graph) {
    cw_random random = {2};
    static sketch made;
    largest_drift = 0;
    for (int i = 0; i < 600; i++) {
        uint32_t side = i % 2 ? (1u << CW_LATTICE_COARSE_BITS) - 3 : 1u << (6 + i % 20);
        make_tangle(&random, 2 + cw_random_below(&random, 40), 1 + cw_random_below(&random, 30),
                    side, &made);
        arrange_and_check(&made);
    }
    print_message("a chain strays by up to %.3f steps from its segment on a large grid\n",
                  largest_drift);
}

/// Segments that all pass close to each other, nearly parallel: the worst for rounding.
TEST(bundles_of_nearly_parallel_segments_become_a_planar_graph) {
    cw_random random = {3};
    static sketch made;
    largest_drift = 0;
    for (int i = 0; i < 600; i++) {
        uint32_t length = 20u << cw_random_below(&random, 22),
                 wide = 2 + cw_random_below(&random, 4);
        made.segment_count = 3 + cw_random_below(&random, 25);
        made.point_count = 2 * made.segment_count;
        uint32_t slope = cw_random_below(&random, length);
        for (uint32_t s = 0; s < made.segment_count; s++) {
            made.points[2 * s] = (cw_point){100 + cw_random_below(&random, wide),
                                            100 + cw_random_below(&random, wide)};
            made.points[2 * s + 1] = (cw_point){100 + length + cw_random_below(&random, wide),
                                                100 + slope + cw_random_below(&random, wide)};
            made.ends[s][s % 2] = 2 * s;
            made.ends[s][1 - s % 2] = 2 * s + 1;
        }
        arrange_and_check(&made);
    }
    print_message("a chain strays by up to %.3f steps from its segment in a bundle\n",
                  largest_drift);
}

/// All segments of a grid of n x n points: everything overlaps and crosses everything.
TEST(all_segments_of_a_small_grid_become_a_planar_graph) {
    static sketch made;
    for (uint32_t n = 2; n <= 5; n++) {
        for (uint32_t spread = 1; spread <= 3; spread++) {
            made.point_count = n * n;
            made.segment_count = 0;
            for (uint32_t i = 0; i < n * n; i++) {
                made.points[i] = (cw_point){10 + i % n * spread, 10 + i / n * spread};
                for (uint32_t j = 0; j < i && made.segment_count < MOST_POINTS; j++) {
                    made.ends[made.segment_count][0] = i;
                    made.ends[made.segment_count++][1] = j;
                }
            }
            arrange_and_check(&made);
        }
    }
}

/// Rings as segments in a circle, all given the same number: what they add up to is closed.
TEST(closed_rings_stay_closed) {
    cw_random random = {4};
    static sketch made;
    for (int i = 0; i < 1500; i++) {
        uint32_t points = 3 + cw_random_below(&random, 30);
        make_tangle(&random, points, points, 4 + cw_random_below(&random, 60), &made);
        assert_ok(cw_delaunay_build(context, made.points, points, &made.arrangement.mesh,
                                    made.vertex_of));
        for (uint32_t k = 0; k < points; k++) {
            assert_ok(cw_arrangement_add(context, &made.arrangement, made.vertex_of[k],
                                         made.vertex_of[(k + 1) % points], 0, k));
        }
        assert_int_equal(cw_arrangement_settle(context, &made.arrangement), CW_OK);
        labelled_edge *edges;
        uint32_t count = list_labelled(&made.arrangement.mesh, &edges);
        int32_t *flow = calloc(made.arrangement.mesh.vertex_count, sizeof *flow);
        for (uint32_t e = 0; e < count; e++) {
            uint32_t label = made.arrangement.mesh.edges[edges[e].half_edge];
            for (uint32_t item = made.arrangement.edges.items[label - 1]; item != CW_NONE;
                 item = made.arrangement.contributions.items[item].next) {
                flow[edges[e].low] += made.arrangement.contributions.items[item].sign;
                flow[edges[e].high] -= made.arrangement.contributions.items[item].sign;
            }
        }
        for (uint32_t v = 0; v < made.arrangement.mesh.vertex_count; v++) {
            assert_int_equal(flow[v], 0);
        }
        free(flow);
        free(edges);
        cw_arrangement_free(context, &made.arrangement);
        memset(&made.arrangement, 0, sizeof made.arrangement);
    }
}

TEST(a_segment_over_another_shares_its_edges) {
    static sketch made;
    cw_point points[] = {{10, 10}, {40, 25}, {20, 15}, {30, 20}};
    memcpy(made.points, points, sizeof points);
    made.point_count = 4;
    made.segment_count = 4;
    uint32_t ends[4][2] = {{0, 1}, {3, 2}, {1, 0}, {2, 1}};
    memcpy(made.ends, ends, sizeof ends);
    assert_int_equal(arrange(context, &made), CW_OK);
    check_arrangement(&made);
    labelled_edge *edges;
    assert_int_equal(list_labelled(&made.arrangement.mesh, &edges), 3);
    free(edges);
    cw_arrangement_free(context, &made.arrangement);
}

TEST(a_lack_of_memory_leaves_no_leak) {
    tight_memory tight;
    tight_open(&tight);
    static sketch made;
    cw_random random = {5};
    make_tangle(&random, 12, 14, 200, &made);
    while (tight_next(&tight)) {
        cw_status status = arrange(tight.context, &made);
        cw_arrangement_free(tight.context, &made.arrangement);
        tight_tried(&tight, status);
    }
    tight_close(&tight, 10);
}

TEST_GROUP(make_context, free_context);
