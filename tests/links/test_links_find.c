/// Drops and jumps that are found in scenes with known answers.
#include "failing_allocator.h"
#include "made.h"
#include "scene_checks.h"
#include "test.h"
#include "test_owned.h"

/// An upright face over a segment.
static void add_wall(cw_scene *scene, double ax, double ay, double bx, double by, double low,
                     double high) {
    scene_quad(scene, (cw_vec3){ax, ay, low}, (cw_vec3){bx, by, low}, (cw_vec3){bx, by, high},
               (cw_vec3){ax, ay, high});
}

static void add_box(cw_scene *scene, double x, double y, double w, double d, double low,
                    double high) {
    scene_floor(scene, x, y, w, d, high);
    scene_quad(scene, (cw_vec3){x, y, low}, (cw_vec3){x, y + d, low}, (cw_vec3){x + w, y + d, low},
               (cw_vec3){x + w, y, low});
    add_wall(scene, x, y, x + w, y, low, high);
    add_wall(scene, x + w, y, x + w, y + d, low, high);
    add_wall(scene, x + w, y + d, x, y + d, low, high);
    add_wall(scene, x, y + d, x, y, low, high);
}

static cw_link_report find(cw_scene *scene, double drop, double jump, cw_navmesh *mesh) {
    OWNED(cw_surface) surface;
    cw_link_report report;
    cw_link_config config = cw_link_config_default();
    config.drop = drop;
    config.jump = jump;
    assert_int_equal(cw_surface_from_scene(context, scene, NULL, &surface, NULL), CW_OK);
    assert_int_equal(cw_navmesh_build(context, &surface, NULL, mesh), CW_OK);
    assert_int_equal(cw_navmesh_find_links(context, mesh, scene, &config, &report), CW_OK);
    assert_int_equal(cw_navmesh_validate(context, mesh), CW_OK);
    assert_int_equal(report.drop_count + report.jump_count, mesh->link_count);
    cw_scene_free(context, scene);
    return report;
}

static cw_path_status walk(const cw_navmesh *mesh, cw_vec3 from, cw_vec3 to, double radius,
                           double *length) {
    cw_path_request request = path_ask(&from, &to, radius);
    OWNED(cw_clearance) clearance = clearance_of(context, mesh);
    OWNED_HANDLE(cw_query) query = query_of(context, &clearance);
    cw_path path = path_asked(query, &request);
    *length = path.length;
    return path.status;
}

static double slope_at(double x, double y) {
    return 0.2 * x + 0.15 * y;
}

/// Discs land on ground that is not level, whatever way it slants.
TEST(one_drops_onto_a_slope) {
    static const double ways[4][2] = {{6, 2}, {10, 6}, {6, 10}, {2, 6}};
    cw_scene scene = {0};
    OWNED(cw_navmesh) mesh;
    scene_quad(&scene, (cw_vec3){0, 0, 0}, (cw_vec3){12, 0, slope_at(12, 0)},
               (cw_vec3){12, 12, slope_at(12, 12)}, (cw_vec3){0, 12, slope_at(0, 12)});
    add_box(&scene, 4, 4, 4, 4, -1, 4);
    assert_int_equal(find(&scene, 3, 0, &mesh).drop_count, 4);
    for (int i = 0; i < 4; i++) {
        double x = ways[i][0], y = ways[i][1], length;
        cw_vec3 top = {6, 6, 4}, ground = {x, y, slope_at(x, y)};
        assert_int_equal(walk(&mesh, top, ground, 0, &length), CW_PATH_FOUND);
        assert_true(length < 4.1);
        assert_int_equal(walk(&mesh, top, ground, 0.4, &length), CW_PATH_FOUND);
        assert_true(length < 4.1);
        assert_int_equal(walk(&mesh, ground, top, 0, &length), CW_PATH_DISCONNECTED);
    }
}

/// A gap of exactly the widest jump is jumped over, and a ledge of exactly the deepest drop left,
/// at any angle and far from the origin; a millimetre more is too much.
TEST(exactly_what_was_asked_for_is_found) {
    for (int i = 0; i < 96; i++) {
        cw_scene scene = {0};
        OWNED(cw_navmesh) mesh;
        double gap = 0.3 + 0.1 * (i % 24), turn = 0.37 * i, c = cos(turn), s = sin(turn);
        double wide = i < 48 ? gap : gap + 0.001, deep = i < 48 ? 3 : 3.001;
        cw_vec3 places[16] = {
            {-5, 0, 0},          {0, 0, 0},         {0, 4, 0},         {-5, 4, 0},
            {wide, 0, 0},        {wide + 5, 0, 0},  {wide + 5, 4, 0},  {wide, 4, 0},
            {-15, 0, -deep},     {-5.1, 0, -deep},  {-5.1, 4, -deep},  {-15, 4, -deep},
            {wide + 5.1, 0, -2}, {wide + 9, 0, -2}, {wide + 9, 4, -2}, {wide + 5.1, 4, -2}};
        for (int k = 0; k < 16; k++) {
            cw_vec3 p = places[k];
            places[k] = (cw_vec3){1234.5 + c * p.x - s * p.y, 678.9 + s * p.x + c * p.y, p.z};
        }
        for (int k = 0; k < 16; k += 4) {
            scene_quad(&scene, places[k], places[k + 1], places[k + 2], places[k + 3]);
        }
        cw_link_report report = find(&scene, 3, gap, &mesh);
        assert_int_equal(report.jump_count, i < 48 ? 2 : 0);
        assert_int_equal(report.drop_count, i < 48 ? 2 : 1);
    }
}

TEST(one_drops_off_a_platform_and_not_onto_it) {
    for (int deep = 0; deep < 2; deep++) {
        cw_scene scene = {0};
        OWNED(cw_navmesh) mesh;
        scene_floor(&scene, 0, 0, 12, 12, 0);
        add_box(&scene, 4, 4, 4, 4, -1, 1.5);
        cw_link_report report = find(&scene, deep ? 1.4 : 1.6, 0, &mesh);
        assert_int_equal(report.drop_count, deep ? 0 : 4);
        assert_int_equal(report.jump_count, 0);
        assert_true(fabs(report.drop_width - (deep ? 0 : 16)) < 1e-6);
        if (!deep) {
            cw_vec3 top = {6, 6, 1.5}, ground = {6, 1, 0};
            double length;
            assert_int_equal(walk(&mesh, top, ground, 0, &length), CW_PATH_FOUND);
            assert_true(fabs(length - 5) < 1e-3);
            assert_int_equal(walk(&mesh, top, ground, 0.4, &length), CW_PATH_FOUND);
            assert_true(length < 5.05); /* places are half a metre apart */
            assert_int_equal(walk(&mesh, ground, top, 0.4, &length), CW_PATH_DISCONNECTED);
        }
    }
}

TEST(a_parapet_is_in_the_way) {
    cw_scene scene = {0};
    OWNED(cw_navmesh) mesh;
    scene_floor(&scene, 0, 0, 12, 12, 0);
    add_box(&scene, 4, 4, 4, 4, -1, 1.5);
    add_wall(&scene, 4, 4, 8, 4, 1.5, 2.5);     /* a whole side */
    add_wall(&scene, 8, 4, 8, 6, 1.5, 1.5 + 1); /* half of one */
    add_wall(&scene, 4, 8, 8, 8, 1.5, 1.7);     /* a kerb, which is stepped over */
    cw_link_report report = find(&scene, 2, 0, &mesh);
    assert_int_equal(report.drop_count, 3);
    assert_true(fabs(report.drop_width - 10) < 0.3);
}

TEST(what_hangs_over_the_ground_is_in_the_way) {
    for (int beam = 0; beam < 2; beam++) {
        cw_scene scene = {0};
        OWNED(cw_navmesh) mesh;
        scene_floor(&scene, 0, 0, 8, 4, 0);
        add_box(&scene, 0, 0, 4, 4, -1, 3);
        if (beam) { /* beside the edge, above the head of a walker below */
            add_box(&scene, 4, 0, 4, 4, 2.2, 2.7);
        }
        assert_int_equal(find(&scene, 4, 0, &mesh).drop_count > 0, !beam);
    }
}

TEST(one_drops_off_a_slab_clear_of_its_edge) {
    cw_scene scene = {0};
    OWNED(cw_navmesh) mesh;
    double length;
    scene_floor(&scene, 0, 0, 12, 12, 0);
    add_box(&scene, 4, 4, 4, 4, 2.5, 2.7);
    cw_link_report report = find(&scene, 3, 0, &mesh);
    assert_int_equal(report.drop_count, 4);
    cw_vec3 top = {6, 6, 2.7}, ground = {6, 1, 0};
    assert_int_equal(walk(&mesh, top, ground, 0.3, &length), CW_PATH_FOUND);
    for (uint32_t i = 0; i < mesh.link_count; i++) {
        cw_vec3 a = mesh.links[i].to_edge[0], b = mesh.links[i].to_edge[1];
        double x = (a.x + b.x) / 2 - 6, y = (a.y + b.y) / 2 - 6;
        assert_true(fabs(fmax(fabs(x), fabs(y)) - 2.3) < 1e-3);
    }
}

TEST(gaps_are_jumped_over_up_to_their_width) {
    static const struct {
        double gap, jump, rise;
        uint32_t count;
    } cases[] = {
        {1.5, 1.6, 0, 2},   {1.5, 1.4, 0, 0}, {1.5, 1.6, 0.3, 2},
        {1.5, 1.6, 0.5, 0}, {0.2, 0.3, 0, 2}, {0.02, 0.1, 0, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cw_scene scene = {0};
        OWNED(cw_navmesh) mesh;
        double length;
        scene_floor(&scene, 0, 0, 4, 4, 0);
        scene_floor(&scene, 4 + cases[i].gap, 0, 4, 4, cases[i].rise);
        cw_link_report report = find(&scene, 0, cases[i].jump, &mesh);
        assert_int_equal(report.jump_count, cases[i].count);
        if (cases[i].count > 0) {
            cw_vec3 west = {1, 2, 0}, east = {6 + cases[i].gap, 2, cases[i].rise};
            assert_int_equal(walk(&mesh, west, east, 0.5, &length), CW_PATH_FOUND);
            assert_true(fabs(length - (5 + cases[i].gap)) < 1e-3);
            assert_int_equal(walk(&mesh, east, west, 0.9, &length), CW_PATH_FOUND);
        }
    }
}

TEST(a_wall_in_a_gap_is_not_jumped_through) {
    for (int kind = 0; kind < 4; kind++) {
        cw_scene scene = {0};
        OWNED(cw_navmesh) mesh;
        double low[] = {-1, -1, 1.5, 2.1}, high[] = {3, 0.3, 3, 3};
        bool bars[] = {true, false, true, false};
        scene_floor(&scene, 0, 0, 4, 4, 0);
        scene_floor(&scene, 5, 0, 4, 4, 0);
        add_wall(&scene, 4.5, -1, 4.5, 5, low[kind], high[kind]);
        assert_int_equal(find(&scene, 0, 1.2, &mesh).jump_count, bars[kind] ? 0 : 2);
    }
}

TEST(a_jump_may_lead_down) {
    cw_scene scene = {0};
    OWNED(cw_navmesh) mesh;
    double length;
    scene_floor(&scene, 0, 0, 4, 4, 2);
    scene_floor(&scene, 5, 0, 4, 4, 0);
    cw_link_report report = find(&scene, 3, 1.2, &mesh);
    assert_int_equal(report.jump_count, 1);
    assert_int_equal(report.drop_count, 0);
    cw_vec3 up = {2, 2, 2}, down = {7, 2, 0};
    assert_int_equal(walk(&mesh, up, down, 0.5, &length), CW_PATH_FOUND);
    assert_int_equal(walk(&mesh, down, up, 0.5, &length), CW_PATH_DISCONNECTED);
}

TEST(numbers_out_of_range_are_refused) {
    cw_scene scene = {0};
    OWNED(cw_navmesh) mesh;
    scene_floor(&scene, 0, 0, 4, 4, 0);
    find(&scene, 0, 0, &mesh);
    const char *names[] = {"drop", "jump", "height", "step", "width"};
    const double bad[] = {-1, NAN, INFINITY, 1e9};
    for (int field = 0; field < 5; field++) {
        for (int i = 0; i < 4; i++) {
            cw_link_config config = cw_link_config_default();
            double *fields[] = {&config.drop, &config.jump, &config.height, &config.step,
                                &config.width};
            *fields[field] = bad[i];
            assert_int_equal(cw_navmesh_find_links(context, &mesh, NULL, &config, NULL),
                             CW_ERROR_ARGUMENT);
            assert_non_null(strstr(cw_context_message(context), names[field]));
        }
    }
    assert_int_equal(cw_navmesh_find_links(context, &mesh, NULL, NULL, NULL), CW_OK);
    assert_int_equal(mesh.link_count, 0);
}

TEST(a_lack_of_memory_is_survived) {
    failing_allocator memory;
    cw_context *group = context;
    context = cw_counted_context(&memory);
    cw_scene scene = {0};
    cw_surface surface;
    scene_floor(&scene, 0, 0, 4, 4, 2);
    scene_floor(&scene, 5, 0, 4, 4, 0);
    assert_int_equal(cw_surface_from_scene(context, &scene, NULL, &surface, NULL), CW_OK);
    cw_navmesh mesh = mesh_of_surface(context, &surface, NULL);
    cw_link_config links = cw_link_config_default();
    links.drop = links.jump = 3;
    cw_status status = CW_ERROR_MEMORY;
    for (size_t n = 1; status != CW_OK; n++) {
        failing_allocator_fail_at(&memory, n);
        status = cw_navmesh_find_links(context, &mesh, &scene, &links, NULL);
        failing_allocator_fail_at(&memory, 0);
        assert_true(status == CW_OK || status == CW_ERROR_MEMORY);
        assert_int_equal(mesh.link_count, status == CW_OK ? 1 : 0);
    }
    cw_navmesh_free(context, &mesh);
    cw_surface_free(context, &surface);
    cw_scene_free(context, &scene);
    cw_counted_end(&memory, context);
    context = group;
}

TEST_GROUP(make_context, free_context);
