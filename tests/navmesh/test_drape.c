/// Heights of cells: what is built of terrain is valid, comes back from a file, and has the heights
/// of the terrain everywhere, in cells thinner than a step of the lattice too.
#include "failing_allocator.h"
#include "high_floors.h"
#include "test.h"
#include "test_owned.h"

#define DEGREE (3.14159265358979323846 / 180)

/// Steepest ground of seeded floors, between corners that nearly meet: heights may be off by what a
/// step of the lattice makes there.
#define STEEPEST 400

/// A floor of triangles, how it is divided, and the name that messages give it.
typedef struct floor_case {
    cw_surface surface;
    cw_navmesh_config config;
    char name[96];
} floor_case;

static cw_surface make_surface(const cw_scene_triangles *scene) {
    cw_surface surface;
    assert_ok(cw_surface_from_triangles(context, scene->positions, scene->position_count,
                                        scene->corners, scene->triangle_count, NULL, &surface));
    return surface;
}

/// Height of a terrain triangle at a place that lies inside, or outside by a few steps.
static bool find_height(const cw_terrain *terrain, uint32_t triangle, cw_vec2 at, double slack,
                        double *z) {
    double sum = 0, total = 0;
    for (uint32_t k = 0; k < 3; k++) {
        cw_vec3 a = terrain->positions[terrain->corners[3 * triangle + (k + 1) % 3]];
        cw_vec3 b = terrain->positions[terrain->corners[3 * triangle + (k + 2) % 3]];
        double weight = (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
        if (weight < -slack * hypot(b.x - a.x, b.y - a.y)) {
            return false;
        }
        weight = fmax(weight, 0);
        sum += weight;
        total += weight * terrain->positions[terrain->corners[3 * triangle + k]].z;
    }
    *z = sum > 0 ? total / sum : terrain->positions[terrain->corners[3 * triangle]].z;
    return true;
}

/// How far a height is from that of the nearest of all floors at a place.
static double height_error(const cw_surface *surface, cw_vec2 at, double height) {
    double best = INFINITY, z;
    for (uint32_t t = 0; t < surface->terrain.triangle_count; t++) {
        if (find_height(&surface->terrain, t, at, 2 * surface->lattice.step, &z)) {
            best = fmin(best, fabs(z - height));
        }
    }
    return best;
}

/// The corners of a cell have their heights in it.
static void check_corners(const floor_case *c, const cw_navmesh *mesh, uint32_t cell) {
    double tolerance = 1e-5 + STEEPEST * mesh->lattice.step;
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        cw_vec3 p = mesh->positions[mesh->edge_vertex[e]];
        double height = cw_navmesh_height(mesh, cell, (cw_vec2){p.x, p.y});
        if (!(fabs(height - p.z) <= tolerance)) {
            fail_msg("%s: cell %u: height %.9g at a corner of height %.9g", c->name, cell, height,
                     p.z);
        }
    }
}

/// Places inside a convex cell, one near each side, have heights of the terrain.
static void check_places(const floor_case *c, const cw_navmesh *mesh, uint32_t cell) {
    uint32_t first = mesh->cell_first[cell], end = mesh->cell_first[cell + 1];
    double tolerance = 1e-5 + STEEPEST * mesh->lattice.step;
    cw_vec2 middle = {0, 0};
    for (uint32_t e = first; e < end; e++) {
        cw_vec3 p = mesh->positions[mesh->edge_vertex[e]];
        middle.x += p.x / (end - first);
        middle.y += p.y / (end - first);
    }
    for (uint32_t e = first; e < end; e++) {
        cw_vec3 p = mesh->positions[mesh->edge_vertex[e]];
        cw_vec3 q = mesh->positions[mesh->edge_vertex[e + 1 < end ? e + 1 : first]];
        cw_vec2 at = {0.2 * middle.x + 0.4 * (p.x + q.x), 0.2 * middle.y + 0.4 * (p.y + q.y)};
        double error = height_error(&c->surface, at, cw_navmesh_height(mesh, cell, at));
        if (!(error <= tolerance)) {
            fail_msg("%s: cell %u: the height at (%.9g, %.9g) is off by %g", c->name, cell, at.x,
                     at.y, error);
        }
    }
}

/// Saves and loads, which validates.
static void check_saved(const floor_case *c, const cw_navmesh *mesh) {
    uint8_t *bytes;
    size_t size;
    OWNED(cw_navmesh) back;
    assert_int_equal(cw_navmesh_save(context, mesh, &bytes, &size), CW_OK);
    if (cw_navmesh_load(context, bytes, size, &back) != CW_OK) {
        fail_msg("%s: loaded again: %s", c->name, cw_context_message(context));
    }
    assert_true(cw_navmesh_hash(&back) == cw_navmesh_hash(mesh));
    cw_context_release(context, bytes, size);
}

/// Builds a mesh that is valid, and has the heights of its corners.
static cw_navmesh build_valid(const floor_case *c) {
    cw_navmesh mesh;
    if (cw_navmesh_build(context, &c->surface, &c->config, &mesh) != CW_OK ||
        cw_navmesh_validate(context, &mesh) != CW_OK ||
        cw_navmesh_validate_against(context, &mesh, &c->surface) != CW_OK) {
        fail_msg("%s: %s", c->name, cw_context_message(context));
    }
    check_saved(c, &mesh);
    for (uint32_t cell = 0; cell < mesh.cell_count; cell++) {
        check_corners(c, &mesh, cell);
    }
    return mesh;
}

/// Builds a mesh that is valid, and has the heights of the terrain.
static cw_navmesh build_checked(const floor_case *c) {
    cw_navmesh mesh = build_valid(c);
    bool convex = mesh.stats.relaxation_depth <= 4 * mesh.lattice.step;
    for (uint32_t cell = 0; cell < mesh.cell_count && convex; cell++) {
        check_places(c, &mesh, cell);
    }
    return mesh;
}

/// The width of a cell in steps of the lattice: its area for its length.
static double width_of(const cw_navmesh *mesh, uint32_t cell) {
    uint32_t first = mesh->cell_first[cell], end = mesh->cell_first[cell + 1];
    cw_point base = mesh->points[mesh->edge_vertex[first]];
    double twice_area = 0, border = 0, coarse = ldexp(1, CW_LATTICE_FINE_BITS);
    for (uint32_t e = first; e < end; e++) {
        cw_point p = mesh->points[mesh->edge_vertex[e]];
        cw_point q = mesh->points[mesh->edge_vertex[e + 1 < end ? e + 1 : first]];
        double px = (double)(p.x - base.x) / coarse, py = (double)(p.y - base.y) / coarse;
        double qx = (double)(q.x - base.x) / coarse, qy = (double)(q.y - base.y) / coarse;
        twice_area += px * qy - py * qx;
        border += hypot(qx - px, qy - py);
    }
    return 2 * twice_area / border;
}

/// The corner of a storey at the head of a ramp, turned by an arbitrary angle: a portal runs by
/// half a step beside the line where the ramp begins. In the coordinates as they are given, which
/// are not on the lattice, the cell between the two is turned inside out, and once was given all of
/// the ramp for its floor.
TEST(a_cell_thinner_than_a_lattice_step_has_its_own_floor) {
    cw_vec3 positions[] = {{13.768382502786485, -12.727691984682963, 4.5}, // the foot of the ramp
                           {10.637303140362484, -9.9422221811843681, 6},
                           {11.708885234100876, -9.2986292847201142, 6},
                           {0, 0, 6}, // a floor apart, which gives the lattice its step
                           {7.2082404403996341, -12.001719449869977, 6},
                           {8.3160179575944255, -3.9991055661193835, 6},
                           {8.7691073567052591, -4.7534993601112108, 6},
                           {16.638162865297474, -6.3381019609845506, 6},
                           {9.4206292696981997, -4.3621948790609455, 6},
                           {9.1370882091287378, -10.843252236234322, 6},
                           {8.0655061153903471, -11.486845132698575, 6}};
    uint32_t corners[] = {1, 0, 2, 3, 4, 5, 1, 6, 9, 1, 2, 6, 2, 7, 8, 8, 6, 2, 9, 6, 10};
    cw_scene_triangles scene = {positions, 11, corners, 7};
    floor_case c = {make_surface(&scene), cw_navmesh_config_default(), "the head of a ramp"};
    c.config.effort = 0;
    OWNED(cw_navmesh) mesh = build_checked(&c);
    double thinnest = INFINITY;
    for (uint32_t cell = 0; cell < mesh.cell_count; cell++) {
        thinnest = fmin(thinnest, width_of(&mesh, cell));
    }
    assert_true(thinnest > 0 && thinnest < 1);
    cw_surface_free(context, &c.surface);
}

/// Neighbours in the series of Fibonacci: the triangle with corners (0, 0), (b, a) and (a + b, b)
/// has an area of half a unit, whatever its length. Here it is 486 m long and 2 fm wide: no cut
/// in doubles can tell its sides apart.
TEST(a_cell_too_thin_to_be_cut_has_the_heights_of_its_corners) {
    const double unit = ldexp(1, -20), a = 165580141 * unit, b = 267914296 * unit;
    cw_vec3 positions[] = {{0, 0, 0}, {b, a, 3}, {a + b, b, 3 * (a + b) / b}, {b / 4, a + b, 3}};
    uint32_t corners[] = {0, 2, 1, 0, 1, 3};
    cw_scene_triangles scene = {positions, 4, corners, 2};
    floor_case c = {make_surface(&scene), cw_navmesh_config_default(), "a needle"};
    OWNED(cw_navmesh) mesh = build_valid(&c);
    assert_int_equal(mesh.cell_count, 2);
    assert_int_equal(mesh.triangle_count, 1);
    cw_surface_free(context, &c.surface);
}

/// Builds a seeded floor, as strictly convex cells or not.
static void check_floor(high_floor kind, uint64_t seed, uint32_t effort, bool relaxed) {
    OWNED(cw_scene_triangles) scene;
    if (!high_floor_make(context, kind, seed, &scene)) {
        return;
    }
    floor_case c = {make_surface(&scene), cw_navmesh_config_default(), ""};
    c.config.effort = effort;
    if (relaxed) {
        c.config.alpha = (double)((7 * seed + kind) % 90) * DEGREE;
        c.config.tau = (double)(5 * seed % 11) / 20;
        c.config.turn = (double)(3 * seed % 180) * DEGREE;
    }
    snprintf(c.name, sizeof c.name, "kind %d, seed %u, effort %u%s", (int)kind, (unsigned)seed,
             effort, relaxed ? ", relaxed" : "");
    OWNED(cw_navmesh) mesh = build_checked(&c);
    cw_surface_free(context, &c.surface);
}

TEST(seeded_floors_have_the_heights_of_their_terrain) {
    for (uint64_t seed = 0; seed < 10; seed++) {
        for (high_floor kind = 0; kind < HIGH_FLOOR_COUNT; kind++) {
            for (uint32_t effort = 0; effort < (seed == 0 ? 3 : 2); effort++) {
                check_floor(kind, seed, effort, false);
                check_floor(kind, seed, effort, true);
            }
        }
    }
}

TEST(floors_that_once_went_wrong_go_well) {
    /* a cell turned inside out by rounding took in what lies beside it */
    check_floor(HIGH_HILLS, 15, 0, false);
    check_floor(HIGH_ROUGH, 103, 0, true);
    check_floor(HIGH_SPIRAL, 120, 0, false);
    /* a thin cell had a plane that its corners do not define */
    check_floor(HIGH_HILLS, 15, 1, false);
    check_floor(HIGH_ROUGH, 100, 0, false);
    /* beside a sliver of a cell the height was that of a triangle at its other end */
    check_floor(HIGH_HILLS, 100, 0, false);
    check_floor(HIGH_CAR_PARK, 101, 0, false);
    /* the tip of a cell was left out as noise, or is too thin for triangles */
    check_floor(HIGH_ROUGH, 1005, 1, true);
    check_floor(HIGH_ROUGH, 6536, 0, true);
}

/// A surface may come from anywhere. Here no triangle of the terrain knows its neighbours.
TEST(terrain_that_does_not_cover_the_cells_is_refused) {
    OWNED(cw_scene_triangles) scene;
    cw_navmesh mesh, none = {0};
    assert_int_equal(cw_scene_hills(context, 10, 1, &scene), CW_OK);
    OWNED(cw_surface) surface = make_surface(&scene);
    memset(surface.terrain.twins, 0xff,
           (size_t)3 * surface.terrain.triangle_count * sizeof *surface.terrain.twins);
    assert_refused(cw_navmesh_build(context, &surface, NULL, &mesh), CW_ERROR_INVALID,
                   "its triangles cover");
    assert_memory_equal(&mesh, &none, sizeof mesh);
}

static cw_status build_hills(cw_context *used, const cw_scene_triangles *scene) {
    cw_surface surface = {0};
    cw_navmesh mesh = {0};
    cw_status status =
        cw_surface_from_triangles(used, scene->positions, scene->position_count, scene->corners,
                                  scene->triangle_count, NULL, &surface);
    if (status == CW_OK) {
        status = cw_navmesh_build(used, &surface, NULL, &mesh);
    }
    cw_navmesh_free(used, &mesh);
    cw_surface_free(used, &surface);
    return status;
}

TEST(a_lack_of_memory_leaves_no_leak) {
    OWNED(cw_scene_triangles) scene;
    tight_memory tight;
    assert_int_equal(cw_scene_hills(context, 8, 1, &scene), CW_OK);
    tight_open(&tight);
    while (tight_next(&tight)) {
        tight_tried(&tight, build_hills(tight.context, &scene));
    }
    tight_close(&tight, 60);
}

TEST_GROUP(make_context, free_context);
