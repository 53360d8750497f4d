/// The seeds' clearance on meshes made to show its defects, next to the truth: by brute force over
/// all walls, and by the clearance tables. The numbers are those of the table in docs/clearance.md.
#include "clearance_meshes.h"
#include "io_files.h"
#include "made.h"
#include "seeds/shrink.h"
#include "test.h"
#include "test_context.h"

/// Agreement of interval ends found by bisection and by formula, in metres.
#define SAME 1e-7
/// Steps along a portal in which brute force looks for changes.
enum { STEPS = 20000, MOST_PARTS = 8, MOST_CELLS = 4 };

static cw_navmesh mesh;
static cw_clearance clearance;

/// Fails at the caller's line.
#define assert_near(a, b, within)                        \
    do {                                                 \
        double a_ = (a), b_ = (b);                       \
        if (!(fabs(a_ - b_) <= (within))) {              \
            fail_msg("%.17g is not near %.17g", a_, b_); \
        }                                                \
    } while (0)

static void make(clearance_mesh kind) {
    cw_polygons polygons = clearance_mesh_polygons(kind);
    if (cw_navmesh_from_polygons(context, &polygons, &mesh) != CW_OK ||
        cw_clearance_build(context, &mesh, &clearance) != CW_OK) {
        fail_msg("%s: %s", clearance_mesh_name(kind), cw_context_message(context));
    }
}

static void drop(void) {
    cw_clearance_free(context, &clearance);
    cw_navmesh_free(context, &mesh);
}

/// The portal from one cell to another, as an edge of the first.
static uint32_t portal(uint32_t from, uint32_t to) {
    for (uint32_t e = mesh.cell_first[from]; e < mesh.cell_first[from + 1]; e++) {
        if (mesh.edge_twin[e] != CW_NONE && mesh.edge_cell[mesh.edge_twin[e]] == to) {
            return e;
        }
    }
    fail_msg("no portal from cell %u to cell %u", from, to);
    return CW_NONE;
}

static cw_vec2 corner(uint32_t edge) {
    cw_vec3 position = mesh.positions[mesh.edge_vertex[edge]];
    return (cw_vec2){position.x, position.y};
}

static cw_vec2 end(uint32_t edge) {
    uint32_t cell = mesh.edge_cell[edge];
    return corner(cw_navmesh_next(&mesh, cell, edge));
}

/// Distance to the nearest of all walls: true on a floor that does not lie above itself.
static double wall_distance(cw_vec2 p) {
    double best = INFINITY;
    for (uint32_t e = 0; e < mesh.edge_count; e++) {
        if (mesh.edge_twin[e] == CW_NONE) {
            cw_vec2 a = corner(e), b = end(e);
            double dx = b.x - a.x, dy = b.y - a.y;
            double t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
            t = fmin(fmax(t, 0), 1);
            best = fmin(best, hypot(p.x - a.x - t * dx, p.y - a.y - t * dy));
        }
    }
    return best;
}

static double free_by(uint32_t edge, double at, double radius) {
    cw_vec2 a = corner(edge), b = end(edge);
    double length = hypot(b.x - a.x, b.y - a.y), t = at / length;
    return wall_distance((cw_vec2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)}) - radius;
}

/// Where an edge changes between free and blocked, between two places.
static double change(uint32_t edge, double free, double blocked, double radius) {
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (free + blocked);
        *(free_by(edge, middle, radius) >= 0 ? &free : &blocked) = middle;
    }
    return free;
}

/// The free parts of an edge by sampling and bisection.
static uint32_t free_parts(uint32_t edge, double radius, cw_interval *parts) {
    cw_vec2 a = corner(edge), b = end(edge);
    double step = hypot(b.x - a.x, b.y - a.y) / STEPS;
    uint32_t count = 0;
    bool open = false;
    for (int i = 0; i <= STEPS; i++) {
        bool now = free_by(edge, i * step, radius) >= 0;
        if (now && !open) {
            parts[count].from = i > 0 ? change(edge, i * step, (i - 1) * step, radius) : 0;
        } else if (!now && open) {
            parts[count++].to = change(edge, (i - 1) * step, i * step, radius);
        }
        open = now;
    }
    if (open) {
        parts[count++].to = STEPS * step;
    }
    return count;
}

/// What a defect does to the portal between the first two cells of a path. Parts are given by x,
/// from left to right; all these portals run along y = 0.
typedef struct defect {
    clearance_mesh kind;
    uint32_t cells[MOST_CELLS], cell_count;
    double radius;
    cw_interval seed;
    uint32_t true_count;
    cw_interval truth[2];
} defect;

static uint32_t path_of(const uint32_t *cells, uint32_t cell_count, uint32_t *path) {
    for (uint32_t i = 0; i + 1 < cell_count; i++) {
        path[i] = portal(cells[i], cells[i + 1]);
    }
    return cell_count - 1;
}

/// A part of an edge of cell 0, which runs from right to left, by x.
static void assert_part(uint32_t edge, cw_interval found, cw_interval expected) {
    double right = corner(edge).x;
    assert_near(right - found.to, expected.from, SAME);
    assert_near(right - found.from, expected.to, SAME);
}

static void check_defect(const defect *d) {
    make(d->kind);
    uint32_t path[MOST_CELLS];
    uint32_t count = path_of(d->cells, d->cell_count, path);
    cw_interval part, brute[MOST_PARTS], ours[MOST_PARTS];
    assert_true(cw_shrink_exact(&mesh, path, count, 0, d->radius, &part));
    assert_part(path[0], part, d->seed);

    uint32_t brute_count = free_parts(path[0], d->radius, brute);
    uint32_t our_count = cw_clearance_portal(&clearance, path[0], d->radius, ours, MOST_PARTS);
    assert_int_equal(brute_count, d->true_count);
    assert_int_equal(our_count, d->true_count);
    for (uint32_t i = 0; i < our_count; i++) {
        // The last part of the edge is the first by x.
        assert_part(path[0], brute[i], d->truth[our_count - 1 - i]);
        assert_part(path[0], ours[i], d->truth[our_count - 1 - i]);
    }
    drop();
}

// The closed forms of the truths are circles around a corner at (x, h): x -+ sqrt(r^2 - h^2).

TEST(a_wall_parallel_to_the_portal_is_not_seen) {
    double half = sqrt(0.75);
    check_defect(&(defect){.kind = CLEARANCE_SHELF,
                           .cells = {0, 1},
                           .cell_count = 2,
                           .radius = 1,
                           .seed = {1, 9},
                           .true_count = 2,
                           .truth = {{1, 2 - half}, {8 + half, 9}}});
}

TEST(a_tip_behind_a_side_portal_gets_no_circle) {
    check_defect(&(defect){.kind = CLEARANCE_SPIKE,
                           .cells = {0, 1, 5},
                           .cell_count = 3,
                           .radius = 1.7,
                           .seed = {1.7, 8.3},
                           .true_count = 1,
                           .truth = {{2 + sqrt(1.7 * 1.7 - 1.6 * 1.6), 8.3}}});
}

TEST(a_portal_inside_a_circle_is_not_cut) {
    check_defect(&(defect){.kind = CLEARANCE_WEDGE,
                           .cells = {0, 1, 2},
                           .cell_count = 3,
                           .radius = 1,
                           .seed = {1, 2},
                           .true_count = 0});
}

TEST(a_circle_over_one_end_moves_the_other) {
    double cut = 1.2 + sqrt(0.75);
    check_defect(&(defect){.kind = CLEARANCE_FORK,
                           .cells = {0, 1, 2},
                           .cell_count = 3,
                           .radius = 1,
                           .seed = {1, cut},
                           .true_count = 1,
                           .truth = {{cut, 10 - 1}}});
    // On the other way the same circle moves the right end, and the answer is the truth.
    check_defect(&(defect){.kind = CLEARANCE_FORK,
                           .cells = {0, 1, 3},
                           .cell_count = 3,
                           .radius = 1,
                           .seed = {cut, 9},
                           .true_count = 1,
                           .truth = {{cut, 9}}});
}

TEST(a_portal_without_effect_hides_later_ones) {
    check_defect(&(defect){.kind = CLEARANCE_LATER,
                           .cells = {0, 1, 2, 3},
                           .cell_count = 4,
                           .radius = 1.5,
                           .seed = {1.5, 8.5},
                           .true_count = 2,
                           .truth = {{1.5, 4.1}, {5.9, 8.5}}});
}

TEST(a_corner_inside_a_relaxed_cell_gets_no_circle) {
    double half = sqrt(1.25);
    check_defect(&(defect){.kind = CLEARANCE_DENT,
                           .cells = {0, 1, 2},
                           .cell_count = 3,
                           .radius = 1.5,
                           .seed = {1.5, 8.5},
                           .true_count = 2,
                           .truth = {{1.5, 5 - half}, {5 + half, 8.5}}});
}

TEST(the_cell_of_the_goal_is_not_looked_at) {
    double half = sqrt(1.2 * 1.2 - 1);
    check_defect(&(defect){.kind = CLEARANCE_UPRIGHT,
                           .cells = {0, 1},
                           .cell_count = 2,
                           .radius = 1.2,
                           .seed = {1.2, 8.8},
                           .true_count = 2,
                           .truth = {{1.2, 5 - half}, {5 + half, 8.8}}});
    // Nor is the goal itself: a disc of 1.2 m cannot stand at (5, 0.4).
    make(CLEARANCE_UPRIGHT);
    cw_vec2 goal = {5, 0.4};
    double distance = cw_clearance_at(&clearance, 1, cw_clearance_local(&mesh, goal), NULL);
    assert_near(wall_distance(goal), 0.6, 1e-12);
    assert_near(distance, 0.6, CW_CLEARANCE_TOLERANCE);
    drop();
}

TEST(the_table_of_shrunk_portals_forgets_the_path) {
    make(CLEARANCE_FORK);
    uint32_t left[] = {portal(0, 1), portal(1, 2)}, right[] = {portal(0, 1), portal(1, 3)};
    double cut = 1.2 + sqrt(0.75);
    cw_shrink_table table = {0};
    cw_interval part;
    bool open;
    assert_int_equal(cw_shrink_table_exact(&table, &mesh, left, 2, 0, 1, &part, &open), CW_OK);
    assert_true(open);
    assert_part(left[0], part, (cw_interval){1, cut});
    // Without the table this way gets {cut, 9}; see above.
    assert_int_equal(cw_shrink_table_exact(&table, &mesh, right, 2, 0, 1, &part, &open), CW_OK);
    assert_int_equal(table.hits, 1);
    assert_part(right[0], part, (cw_interval){1, cut});
    cw_shrink_table_free(&table);
    drop();
}

TEST(the_critical_radius_does_not_see_an_upright_wall) {
    make(CLEARANCE_UPRIGHT);
    uint32_t edge = portal(0, 1);
    assert_near(cw_shrink_critical(&mesh, edge), 6, 1e-12);
    assert_near(clearance.portals[edge].critical, 1, CW_CLEARANCE_TOLERANCE);
    cw_interval brute[MOST_PARTS];
    assert_int_equal(free_parts(edge, 0.9999, brute), 1);
    assert_part(edge, brute[0], (cw_interval){0.9999, 10 - 0.9999});
    assert_int_equal(free_parts(edge, 1.0001, brute), 2);
    drop();
}

// --- crosses ------------------------------------------------------------------------------------

enum { RASTER = 240 }; ///< points along each side of a square

typedef struct raster {
    cw_vec2 corner;
    double step;
    bool open[RASTER][RASTER];
    bool seen[RASTER][RASTER];
} raster;

/// Whether a point lies on the floor, by counting the walls to the right of it.
static bool on_floor(cw_vec2 p) {
    bool inside = false;
    for (uint32_t e = 0; e < mesh.edge_count; e++) {
        cw_vec2 a = corner(e), b = end(e);
        if (mesh.edge_twin[e] == CW_NONE && (a.y > p.y) != (b.y > p.y) &&
            p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) {
            inside = !inside;
        }
    }
    return inside;
}

static void flood(raster *r, int column, int row) {
    static const int SIDE[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    static int stack[RASTER * RASTER];
    int height = 0;
    stack[height++] = row * RASTER + column;
    r->seen[row][column] = true;
    while (height > 0) {
        int place = stack[--height];
        for (int k = 0; k < 4; k++) {
            int x = place % RASTER + SIDE[k][0], y = place / RASTER + SIDE[k][1];
            if (x >= 0 && x < RASTER && y >= 0 && y < RASTER && r->open[y][x] && !r->seen[y][x]) {
                r->seen[y][x] = true;
                stack[height++] = y * RASTER + x;
            }
        }
    }
}

/// Whether a disc can go between two points, by flood fill over a raster of 12 x 12 m.
static bool can_go(cw_vec2 low, cw_vec2 from, cw_vec2 to, double radius) {
    raster *r = calloc(1, sizeof *r);
    assert_non_null(r);
    *r = (raster){.corner = low, .step = 12.0 / RASTER};
    for (int y = 0; y < RASTER; y++) {
        for (int x = 0; x < RASTER; x++) {
            cw_vec2 p = {low.x + x * r->step, low.y + y * r->step};
            r->open[y][x] = on_floor(p) && wall_distance(p) >= radius;
        }
    }
    flood(r, (int)lround((from.x - low.x) / r->step), (int)lround((from.y - low.y) / r->step));
    bool found = r->seen[lround((to.y - low.y) / r->step)][lround((to.x - low.x) / r->step)];
    free(r);
    return found;
}

TEST(walls_that_meet_across_a_portal_belong_to_no_cross) {
    make(CLEARANCE_ZIGZAG);
    double half_portal = sqrt(25.25);
    assert_near(cw_shrink_cross(&mesh, portal(0, 2), portal(0, 1)), half_portal, 1e-12);
    assert_near(cw_shrink_cross(&mesh, portal(1, 0), portal(1, 3)), half_portal, 1e-12);
    // The tip at (-0.5, 5) is 1 m away from the tip at (0.5, 5), and a little less from the wall
    // that rises from there to (0, 10).
    double gap = 5 / half_portal;
    cw_vec2 from = {-3, 8}, to = {3, 2}, low = {-6, -1};
    assert_true(can_go(low, from, to, 0.45));
    assert_false(can_go(low, from, to, 0.53));
    cw_gate gate;
    assert_ok(cw_clearance_widest(context, &clearance,
                                  (cw_place){2, cw_clearance_local(&mesh, from)},
                                  (cw_place){3, cw_clearance_local(&mesh, to)}, &gate));
    assert_near(2 * gate.radius, gap, CW_CLEARANCE_TOLERANCE);
    drop();
}

TEST(the_seeds_clearance_is_a_width) {
    make(CLEARANCE_CORRIDOR);
    uint32_t entry = portal(1, 0), exit = portal(1, 2);
    assert_near(cw_shrink_cross(&mesh, entry, exit), 1.2, 1e-12);
    assert_near(cw_clearance_cross(&clearance, entry, exit, NULL), 0.6, CW_CLEARANCE_TOLERANCE);
    cw_vec2 from = {2, 0.6}, to = {10, 0.6}, low = {0, 0};
    assert_true(can_go(low, from, to, 0.59));
    assert_false(can_go(low, from, to, 0.61));
    drop();
}

// --- the methods themselves ---------------------------------------------------------------------

TEST(simple_shrink_moves_both_ends) {
    make(CLEARANCE_WEDGE);
    cw_interval part;
    assert_true(cw_shrink_simple(&mesh, portal(0, 1), 1, &part));
    assert_near(part.from, 1, 0);
    assert_near(part.to, 2, 0);
    assert_false(cw_shrink_simple(&mesh, portal(0, 1), 1.6, &part));
    assert_near(part.to, 0, 0);
    uint32_t path[] = {portal(0, 1)};
    assert_false(cw_shrink_exact(&mesh, path, 1, 0, 1.6, &part));
    drop();
}

TEST(a_wall_that_leans_over_the_portal_cuts_it) {
    // Case 3 where it is right: the cell above the portal is a triangle with corners of 45 degrees.
    static const cw_vec3 positions[] = {{0, 0, 0}, {10, 0, 0}, {0, -6, 0}, {10, -6, 0}, {5, 5, 0}};
    static const uint32_t first[] = {0, 4, 7}, vertices[] = {2, 3, 1, 0, 0, 1, 4};
    cw_polygons polygons = polygons_of(5, positions, 2, first, vertices);
    mesh = mesh_of_polygons(context, &polygons);
    assert_int_equal(cw_clearance_build(context, &mesh, &clearance), CW_OK);
    uint32_t path[] = {portal(0, 1)};
    cw_interval part, ours[MOST_PARTS];
    assert_true(cw_shrink_exact(&mesh, path, 1, 0, 1, &part));
    assert_part(path[0], part, (cw_interval){sqrt(2), 10 - sqrt(2)});
    assert_int_equal(cw_clearance_portal(&clearance, path[0], 1, ours, MOST_PARTS), 1);
    assert_part(path[0], ours[0], (cw_interval){sqrt(2), 10 - sqrt(2)});
    assert_near(cw_shrink_critical(&mesh, path[0]), 0, 1e-12);
    drop();
}

TEST(looking_back_gives_the_same_as_the_path_reversed) {
    make(CLEARANCE_FORK);
    uint32_t there[] = {portal(0, 1), portal(1, 3)}, back[] = {portal(3, 1), portal(1, 0)};
    for (double radius = 0.05; radius < 3; radius += 0.05) {
        cw_interval a = {0}, b = {0};
        assert_int_equal(cw_shrink_exact(&mesh, there, 2, 0, radius, &a),
                         cw_shrink_exact(&mesh, back, 2, 1, radius, &b));
        if (a.to > 0) {
            assert_near(a.from, 10 - b.to, 1e-12);
            assert_near(a.to, 10 - b.from, 1e-12);
        }
    }
    drop();
}

TEST(a_table_gives_what_was_put_in) {
    make(CLEARANCE_WEDGE);
    cw_shrink_table table = {0};
    for (uint32_t i = 0; i < 200; i++) {
        cw_interval part, expected;
        bool open;
        double radius = 0.02 * (i % 100);
        assert_ok(cw_shrink_table_simple(&table, &mesh, portal(0, 1), radius, &part, &open));
        assert_int_equal(open, cw_shrink_simple(&mesh, portal(0, 1), radius, &expected));
        assert_memory_equal(&part, &expected, sizeof part);
    }
    assert_true(table.count == 100 && table.hits == 100);
    cw_shrink_table_free(&table);
    cw_shrink_table_free(&table);
    drop();
}

/// The files are what the pictures in docs/clearance.md are drawn from.
TEST(the_example_files_hold_these_meshes) {
    for (clearance_mesh kind = 0; kind < CLEARANCE_MESH_COUNT; kind++) {
        char path[256];
        snprintf(path, sizeof path, "%s/examples/clearance/%s.json", CW_SOURCE_DIR,
                 clearance_mesh_name(kind));
        cw_polygons polygons = clearance_mesh_polygons(kind);
        mesh = mesh_of_polygons(context, &polygons);
        cw_navmesh found;
        bool same = cw_navmesh_read(context, path, &found) == CW_OK &&
                    cw_navmesh_hash(&found) == cw_navmesh_hash(&mesh);
        if (!same) {
            print_message("%s\n", cw_context_message(context));
            snprintf(path, sizeof path, "/tmp/%s.json", clearance_mesh_name(kind));
            assert_int_equal(cw_navmesh_write(context, &mesh, path), CW_OK);
            print_message("the mesh as it is now is %s\n", path);
        }
        cw_navmesh_free(context, &found);
        cw_navmesh_free(context, &mesh);
        assert_true(same);
    }
}

TEST_GROUP(make_context, free_context);
