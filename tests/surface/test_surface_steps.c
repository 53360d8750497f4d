/// Floors with steps: edges that are walked over although their two sides have different heights.
/// Every tread keeps its height, through cells, files and questions.
#include "made.h"
#include "stepped_floors.h"
#include "test.h"
#include "test_owned.h"

enum { TREADS = 16 };
static const double RISE = 0.17, TREAD = 0.3;

static cw_surface make_stair(double width) {
    stepped_quad quads[TREADS + 2];
    list_stair(quads, TREADS, width);
    return make_stepped(quads, TREADS + 2, 0.2);
}

/// Height of the stair at x.
static double stair_height(double x) {
    return RISE * (x < 2 ? 0 : fmin(floor((x - 2) / TREAD) + 1, TREADS + 1));
}

static cw_navmesh build(const cw_surface *surface) {
    cw_navmesh mesh = {0};
    if (cw_surface_validate(context, surface) != CW_OK ||
        cw_navmesh_build(context, surface, NULL, &mesh) != CW_OK ||
        cw_navmesh_validate(context, &mesh) != CW_OK ||
        cw_navmesh_validate_against(context, &mesh, surface) != CW_OK) {
        fail_msg("%s", cw_context_message(context));
    }
    return mesh;
}

static void check_stair_heights(const cw_navmesh *mesh) {
    for (double x = 0.05; x < 4 + TREADS * TREAD; x += 0.1) {
        cw_vec3 p = {x, 0.3, stair_height(x)};
        uint32_t cell = cw_navmesh_locate(mesh, p);
        assert_int_not_equal(cell, CW_NONE);
        assert_float_equal(cw_navmesh_height(mesh, cell, (cw_vec2){x, 0.3}), p.z, 1e-9);
    }
}

TEST(treads_keep_their_heights_in_cells_and_files) {
    OWNED(cw_surface) surface = make_stair(1.2);
    OWNED(cw_navmesh) mesh = build(&surface), back;
    assert_int_equal(mesh.cell_count, 1);
    check_stair_heights(&mesh);
    uint8_t *bytes;
    size_t size;
    assert_int_equal(cw_navmesh_save(context, &mesh, &bytes, &size), CW_OK);
    assert_int_equal(cw_navmesh_load(context, bytes, size, &back), CW_OK);
    assert_true(cw_navmesh_hash(&mesh) == cw_navmesh_hash(&back));
    check_stair_heights(&back);
    cw_context_release(context, bytes, size);
}

TEST(a_disc_wider_than_a_tread_goes_straight_up) {
    OWNED(cw_surface) surface = make_stair(1.2);
    OWNED(cw_navmesh) mesh = build(&surface);
    OWNED(cw_clearance) clearance = clearance_of(context, &mesh);
    OWNED_HANDLE(cw_query) query = query_of(context, &clearance);
    cw_vec3 goal = {8, 0.6, stair_height(8)};
    cw_path_request request = path_ask(&(cw_vec3){0.7, 0.6, 0}, &goal, 0.5);
    cw_path path = path_asked(query, &request);
    assert_int_equal(path.status, CW_PATH_FOUND);
    assert_float_equal(path.length, 7.3, 1e-9);
    assert_float_equal(path.goal.z, goal.z, 1e-9);
    cw_nearest nearest = nearest_of(query, (cw_vec3){3, 0.6, 2}, 0, 10);
    assert_float_equal(nearest.point.z, stair_height(nearest.point.x), 1e-9);
}

/// A landing with a box of its own height on it: the floor around it is not flat, though all of its
/// corners are at one height.
TEST(a_cell_around_a_low_box_is_not_flat) {
    stepped_quad quads[3] = {
        {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}},
        {{{1, 0, 0.1}, {2, 0, 0.1}, {2, 1, 0.1}, {1, 1, 0.1}}},
        {{{2, 0, 0}, {3, 0, 0}, {3, 1, 0}, {2, 1, 0}}},
    };
    OWNED(cw_surface) surface = make_stepped(quads, 3, 0.2);
    OWNED(cw_navmesh) mesh = build(&surface);
    assert_int_equal(mesh.cell_count, 1);
    assert_float_equal(cw_navmesh_height(&mesh, 0, (cw_vec2){0.5, 0.5}), 0, 1e-12);
    assert_float_equal(cw_navmesh_height(&mesh, 0, (cw_vec2){1.5, 0.5}), 0.1, 1e-12);
    assert_float_equal(cw_navmesh_height(&mesh, 0, (cw_vec2){2.5, 0.5}), 0, 1e-12);
}

/// Treads around a post, half a turn: the post's corners have a height per tread.
TEST(a_winding_stair_has_every_height_at_its_post) {
    stepped_quad quads[8];
    cw_vec2 inner[9], outer[9];
    for (int i = 0; i < 9; i++) {
        double angle = 3.14159265358979323846 * i / 8;
        inner[i] = (cw_vec2){0.125 * cos(angle), 0.125 * sin(angle)};
        outer[i] = (cw_vec2){1.5 * cos(angle), 1.5 * sin(angle)};
    }
    for (int i = 0; i < 8; i++) {
        double z = 0.15 * i;
        quads[i] = (stepped_quad){{{inner[i].x, inner[i].y, z},
                                   {outer[i].x, outer[i].y, z},
                                   {outer[i + 1].x, outer[i + 1].y, z},
                                   {inner[i + 1].x, inner[i + 1].y, z}}};
    }
    OWNED(cw_surface) surface = make_stepped(quads, 8, 0.15);
    OWNED(cw_navmesh) mesh = build(&surface);
    for (int i = 0; i < 8; i++) {
        double angle = 3.14159265358979323846 * (i + 0.5) / 8;
        cw_vec3 p = {0.8 * cos(angle), 0.8 * sin(angle), 0.15 * i};
        uint32_t cell = cw_navmesh_locate(&mesh, p);
        assert_int_not_equal(cell, CW_NONE);
        assert_float_equal(cw_navmesh_height(&mesh, cell, (cw_vec2){p.x, p.y}), p.z, 1e-9);
    }
}

/// On a portal along a step, each of the two cells has the height of its own side.
TEST(a_portal_along_a_step_has_a_height_per_cell) {
    const stepped_quad quads[3] = {
        {{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}},
        {{{0, 1, 0}, {2, 1, 0}, {2, 3, 0}, {0, 3, 0}}},
        {{{2, 0, 0.2}, {5, 0, 0.2}, {5, 1, 0.2}, {2, 1, 0.2}}},
    };
    OWNED(cw_surface) surface = make_stepped(quads, 3, 0.25);
    OWNED(cw_navmesh) mesh = build(&surface);
    assert_int_equal(mesh.cell_count, 2);
    uint32_t low = cw_navmesh_locate(&mesh, (cw_vec3){1, 2, 0});
    uint32_t high = cw_navmesh_locate(&mesh, (cw_vec3){4, 0.5, 0.2});
    assert_int_not_equal(low, high);
    assert_float_equal(cw_navmesh_height(&mesh, low, (cw_vec2){2, 0.5}), 0, 1e-12);
    assert_float_equal(cw_navmesh_height(&mesh, high, (cw_vec2){2, 0.5}), 0.2, 1e-12);
}

TEST(jumps_above_the_step_are_refused) {
    OWNED(cw_surface) surface = make_stair(1.2);
    double step = surface.terrain.step;
    const double wrong[] = {0, 0.16, -1, (double)NAN, (double)INFINITY};
    for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        surface.terrain.step = wrong[i];
        assert_int_equal(cw_surface_validate(context, &surface), CW_ERROR_INVALID);
    }
    surface.terrain.step = step;
    assert_int_equal(cw_surface_validate(context, &surface), CW_OK);
    surface.terrain.positions[5].x += 0.25;
    assert_int_equal(cw_surface_validate(context, &surface), CW_ERROR_INVALID);
}

TEST_GROUP(make_context, free_context);
