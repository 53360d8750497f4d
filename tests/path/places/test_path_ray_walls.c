/// Rays that start exactly on walls, corners and portals of random plans, and discs that touch
/// them, compared with brute force. What lies along a wall or touches a corner on its way is left
/// to test_path_ray_starts.c.
#include "query_world.h"
#include "test.h"
#include "test_owned.h"

/// Metres by which a ray is followed before brute force takes over; nothing but what it starts on
/// may be so near.
#define FIRST_STEP 1e-5

/// Where a vertex is on the lattice: not quite where the plan had it.
static cw_vec2 place_of(const cw_navmesh *mesh, uint32_t vertex) {
    return cw_lattice_to_plan(&mesh->lattice, mesh->points[vertex]);
}

static uint32_t next_edge(const cw_navmesh *mesh, uint32_t edge) {
    uint32_t cell = mesh->edge_cell[edge];
    return cw_navmesh_next(mesh, cell, edge);
}

/// Whether the floor around a place on an edge is all in one piece: at most one wall is near that
/// ends there, at most one that starts there, and no edge that the place is not on.
static bool is_plain(const cw_navmesh *mesh, cw_vec2 place, uint32_t edge, bool vertex) {
    uint32_t walls = 0;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t from = mesh->edge_vertex[e], to = mesh->edge_vertex[next_edge(mesh, e)];
        if (plane_point_segment(place, place_of(mesh, from), place_of(mesh, to)) <
            10 * FIRST_STEP) {
            bool own = e == edge || e == mesh->edge_twin[edge];
            bool fan = vertex && (from == mesh->edge_vertex[edge] || to == mesh->edge_vertex[edge]);
            walls += mesh->edge_twin[e] == CW_NONE;
            if (!own && !fan) {
                return false;
            }
        }
    }
    return walls <= (vertex ? 2 : 1);
}

/// Whether a place is on the floor, by the walls that a line to the far left crosses.
static bool is_floor(const cw_navmesh *mesh, cw_vec2 place) {
    bool inside = false;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        cw_vec2 a = place_of(mesh, mesh->edge_vertex[e]);
        cw_vec2 b = place_of(mesh, mesh->edge_vertex[next_edge(mesh, e)]);
        if (mesh->edge_twin[e] == CW_NONE && (a.y > place.y) != (b.y > place.y)) {
            inside ^= a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x) < place.x;
        }
    }
    return inside;
}

/// Whether a segment comes so near to the end of a wall that brute force may be wrong about who is
/// first.
static bool is_graze(const cw_navmesh *mesh, cw_vec2 from, cw_vec2 to) {
    bool near = false;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        cw_vec2 end = place_of(mesh, mesh->edge_vertex[e]);
        near |= plane_point_segment(end, from, to) < 0.1 * FIRST_STEP;
    }
    return near;
}

typedef struct start_tally {
    uint32_t free, stopped;
} start_tally;

static start_tally tally;

static void check_start(query_world *world, cw_vec2 from, cw_vec2 to) {
    const cw_navmesh *mesh = &world->mesh;
    double length = plane_distance(from, to), margin;
    cw_vec2 unit = plane_scale(plane_sub(to, from), 1 / length);
    cw_vec2 first = plane_add(from, plane_scale(unit, FIRST_STEP));
    if (length < 2 * FIRST_STEP || query_oracle_wall(mesh, first) < 0.01 * FIRST_STEP ||
        query_oracle_wall(mesh, to) < 0.01 * FIRST_STEP) {
        return; // along a wall or to one
    }
    bool free = is_floor(mesh, first);
    double expected = free ? FIRST_STEP + query_oracle_ray(mesh, first, to, 0, &margin) : 0;
    if (free && is_graze(mesh, first, plane_add(from, plane_scale(unit, expected)))) {
        return;
    }
    cw_ray ray = query_world_ray(world, (cw_vec3){from.x, from.y, 0}, to, 0);
    if (ray.hit != (expected < length - 1e-9) || fabs(ray.distance - expected) > 1e-7) {
        fail_msg("(%.17g, %.17g) to (%.17g, %.17g): %s after %.12g m, expected %.12g m", from.x,
                 from.y, to.x, to.y, ray.hit ? "stopped" : "free", ray.distance, expected);
    }
    tally.free += free;
    tally.stopped += !free;
}

/// Starts on vertices and in the middle of walls and portals; goes anywhere, and towards vertices.
static void check_starts(query_world *world, cw_random *random) {
    const cw_navmesh *mesh = &world->mesh;
    for (int i = 0; i < 300; i++) {
        uint32_t edge = cw_random_below(random, mesh->edge_count);
        cw_vec2 a = place_of(mesh, mesh->edge_vertex[edge]);
        cw_vec2 b = place_of(mesh, mesh->edge_vertex[next_edge(mesh, edge)]);
        bool vertex = i % 2 == 0;
        cw_vec2 from = vertex ? a : (cw_vec2){(a.x + b.x) / 2, (a.y + b.y) / 2};
        cw_vec3 anywhere = query_world_point(world, random, 2);
        cw_vec2 to = {anywhere.x, anywhere.y};
        if (i % 3 == 0) {
            uint32_t other = cw_random_below(random, mesh->edge_count);
            cw_vec2 way = plane_sub(place_of(mesh, mesh->edge_vertex[other]), from);
            to = plane_add(from, plane_scale(way, 0.75));
        }
        if (cw_navmesh_locate(mesh, (cw_vec3){from.x, from.y, 0}) != CW_NONE &&
            is_plain(mesh, from, edge, vertex)) {
            check_start(world, from, to);
        }
    }
}

TEST(rays_from_walls_corners_and_portals_go_as_far_as_brute_force_says) {
    tally = (start_tally){0};
    query_world_for_plans(check_starts, 60, 2);
    print_message("%u go off, %u are stopped at once\n", tally.free, tally.stopped);
    assert_true(tally.free > 1000 && tally.stopped > 500);
}

/// A disc that touches a wall or a corner goes as far as brute force says.
static void check_touching(query_world *world, cw_random *random) {
    const cw_navmesh *mesh = &world->mesh;
    for (int i = 0; i < 100; i++) {
        uint32_t edge = cw_random_below(random, mesh->edge_count);
        cw_vec2 a = place_of(mesh, mesh->edge_vertex[edge]);
        cw_vec2 b = place_of(mesh, mesh->edge_vertex[next_edge(mesh, edge)]);
        double radius = cw_random_range(random, 0.01, 0.5), margin;
        double share = i % 2 == 0 ? 0 : cw_random_unit(random);
        double angle = plane_angle(plane_sub(b, a)) + cw_random_range(random, 0, PI);
        angle = i % 2 == 0 ? angle : plane_angle(plane_sub(b, a)) + PI / 2;
        cw_vec2 touched = plane_add(a, plane_scale(plane_sub(b, a), share));
        cw_vec2 from = plane_polar(touched, radius, angle);
        cw_vec3 anywhere = query_world_point(world, random, 2);
        cw_vec2 to = {anywhere.x, anywhere.y};
        double room = query_oracle_wall(mesh, from), length = plane_distance(from, to);
        if (fabs(room - radius) > 1e-12 || !is_floor(mesh, from)) {
            continue; // no wall there, or another one is nearer
        }
        double expected = query_oracle_ray(mesh, from, to, radius, &margin);
        cw_ray ray = query_world_ray(world, (cw_vec3){from.x, from.y, 0}, to, radius);
        if (margin > 1e-7 &&
            (ray.hit != (expected < length) || fabs(ray.distance - expected) > 1e-7)) {
            fail_msg("(%.17g, %.17g) to (%.17g, %.17g), radius %.17g: %s after %.12g m, expected "
                     "%.12g m",
                     from.x, from.y, to.x, to.y, radius, ray.hit ? "stopped" : "free", ray.distance,
                     expected);
        }
        tally.free += expected > 0.001;
        tally.stopped += expected <= 0.001;
    }
}

TEST(discs_that_touch_walls_and_corners_go_as_far_as_brute_force_says) {
    tally = (start_tally){0};
    query_world_for_plans(check_touching, 60, 1);
    print_message("%u go off, %u are stopped at once\n", tally.free, tally.stopped);
    assert_true(tally.free > 300 && tally.stopped > 300);
}

/// The lattice moves the ends of a turned wall by nanometres, and so tilts it towards who walks
/// along it.
TEST(a_disc_walks_along_turned_walls) {
    uint32_t walks = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        OWNED(query_world) world;
        query_world_plan(&world, seed % 2 == 0 ? CW_SCENE_ROOMS : CW_SCENE_RECT, 200, seed, 0);
        const cw_navmesh *mesh = &world.mesh;
        for (uint32_t e = 0; e < mesh->edge_count; e++) {
            cw_vec3 a = mesh->positions[mesh->edge_vertex[e]];
            cw_vec3 b = mesh->positions[mesh->edge_vertex[next_edge(mesh, e)]];
            double x = b.x - a.x, y = b.y - a.y, radius = 0.03 * hypot(x, y), room = radius;
            cw_vec3 from = {a.x + 0.3 * x - 0.03 * y, a.y + 0.3 * y + 0.03 * x, 0};
            for (int i = 0; i <= 20; i++) {
                cw_vec2 at = {from.x + i * 0.02 * x, from.y + i * 0.02 * y};
                room = fmin(room, query_oracle_wall(mesh, at));
            }
            if (mesh->edge_twin[e] == CW_NONE && room >= radius - 0.1 * CW_EXACT_FIT &&
                is_floor(mesh, (cw_vec2){from.x, from.y})) {
                cw_vec2 to = {from.x + 0.4 * x, from.y + 0.4 * y};
                assert_false(query_world_ray(&world, from, to, radius).hit);
                walks++;
            }
        }
    }
    print_message("%u walks\n", walks);
    assert_true(walks > 500);
}
