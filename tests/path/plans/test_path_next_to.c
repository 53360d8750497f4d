/// Points that start or end right next to a corner, or on a wall, where doubles hardly tell in
/// which direction things lie: beside walls of micrometres, and far from the origin. There and
/// back, and on meshes of all kinds, paths are equally long.
///
///   CW_NEXT_FIRST=1000 CW_NEXT_PLANS=5000 tests/test_path_next_to     more plans
#include "path_setup.h"
#include "test.h"

static const double PI = 3.14159265358979323846;

enum { MESHES = 4 };

/// Metres by which lengths may differ.
#define SAME_LENGTH 1e-6

static cw_navmesh_config config_of(uint32_t mesh) {
    cw_navmesh_config config = cw_navmesh_config_default();
    config.effort = mesh < 3 ? mesh : 1;
    if (mesh == 3) {
        config.alpha = PI / 2;
        config.turn = 2 * PI;
        config.tau = 1000;
    }
    return config;
}

static void make_world(const cw_surface *surface, uint32_t mesh, path_world *made) {
    cw_navmesh_config config = config_of(mesh);
    cw_navmesh built;
    path_floor floor;
    if (cw_navmesh_build(path_context, surface, &config, &built) != CW_OK) {
        fail_msg("mesh %u: %s", mesh, cw_context_message(path_context));
    }
    path_floor_take(path_context, &built, true, &floor);
    path_world_make(&floor, made);
}

static double length_between(path_world *world, cw_vec3 from, cw_vec3 to) {
    cw_path path = path_world_find(world, from, to, 0);
    return path.status == CW_PATH_FOUND ? path.length : -1;
}

/// A star as an obstacle, or as the floor. Some of its sides are micrometres long.
static void add_star(cw_random *random, cw_plan *plan, cw_ring_kind kind, cw_vec2 at, double low,
                     double high) {
    cw_vec2 points[16];
    uint32_t count = 0, spikes = 4 + cw_random_below(random, 5);
    for (uint32_t i = 0; i < spikes; i++) {
        double angle = 2 * PI * (i + cw_random_range(random, 0, 0.8)) / spikes;
        double reach = cw_random_range(random, low, high);
        points[count++] = (cw_vec2){at.x + reach * cos(angle), at.y + reach * sin(angle)};
        if (cw_random_below(random, 3) == 0) {
            double tiny = pow(10, cw_random_range(random, -7, -3));
            points[count] = (cw_vec2){points[count - 1].x - tiny * sin(angle),
                                      points[count - 1].y + tiny * cos(angle)};
            count++;
        }
    }
    assert_int_equal(cw_plan_add(path_context, plan, kind, 0, points, count), CW_OK);
}

static bool draw_surface(cw_random *random, cw_surface *surface) {
    static const cw_vec2 origins[] = {{0, 0}, {0, 0}, {500000, 5400000}};
    cw_vec2 origin = origins[cw_random_below(random, 3)];
    cw_plan plan = {0};
    add_star(random, &plan, CW_RING_OUTER, origin, 4, 9);
    for (uint32_t i = 0; i < 3; i++) {
        cw_vec2 at = {origin.x + cw_random_range(random, -3, 3),
                      origin.y + cw_random_range(random, -3, 3)};
        add_star(random, &plan, CW_RING_OBSTACLE, at, 0.3, 1.2);
    }
    bool made = cw_surface_from_plan(path_context, &plan, NULL, surface) == CW_OK;
    cw_plan_free(path_context, &plan);
    return made;
}

/// A place nanometres to millimetres from a vertex of a mesh, on the floor.
static cw_vec3 draw_end(path_world *world, cw_random *random) {
    const cw_navmesh *mesh = &world->floor.mesh;
    for (;;) {
        cw_vec3 at = mesh->positions[cw_random_below(random, mesh->vertex_count)];
        double off = pow(10, cw_random_range(random, -8, -3));
        double angle = cw_random_range(random, 0, 2 * PI);
        at.x += off * cos(angle);
        at.y += off * sin(angle);
        if (cw_navmesh_locate(mesh, at) != CW_NONE) {
            return at;
        }
    }
}

/// Whether all meshes agree about the ways between some ends, there and back.
static bool agree(path_world worlds[MESHES], uint64_t number) {
    cw_random random = {number * 0x9e3779b97f4a7c15u + 9};
    for (uint32_t i = 0; i < 8; i++) {
        cw_vec3 from = draw_end(&worlds[0], &random), to = draw_end(&worlds[0], &random);
        double length = length_between(&worlds[0], from, to);
        for (uint32_t mesh = 0; mesh < MESHES; mesh++) {
            double there = length_between(&worlds[mesh], from, to);
            double back = length_between(&worlds[mesh], to, from);
            if (fabs(there - length) > SAME_LENGTH || fabs(back - length) > SAME_LENGTH) {
                print_message(
                    "plan %llu, mesh %u: (%.17g, %.17g) to (%.17g, %.17g): %.12g m there, "
                    "%.12g back, %.12g on mesh 0\n",
                    (unsigned long long)number, mesh, from.x, from.y, to.x, to.y, there, back,
                    length);
                return false;
            }
        }
    }
    return true;
}

TEST(meshes_agree_about_ends_next_to_corners) {
    uint64_t first = path_number_from("CW_NEXT_FIRST", 0);
    uint64_t count = path_number_from("CW_NEXT_PLANS", 400), bad = 0;
    for (uint64_t number = first; number < first + count; number++) {
        cw_random random = {number * 0x9e3779b97f4a7c15u + 7};
        cw_surface surface;
        if (!draw_surface(&random, &surface)) {
            continue;
        }
        path_world worlds[MESHES];
        for (uint32_t mesh = 0; mesh < MESHES; mesh++) {
            make_world(&surface, mesh, &worlds[mesh]);
        }
        bad += !agree(worlds, number);
        for (uint32_t mesh = 0; mesh < MESHES; mesh++) {
            path_world_free(&worlds[mesh]);
        }
        cw_surface_free(path_context, &surface);
    }
    assert_int_equal(bad, 0);
}

TEST_GROUP(path_set_up, path_tear_down);
