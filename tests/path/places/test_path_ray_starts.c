/// Rays and discs that start exactly on a wall, a corner, a portal or a vertex of the mesh, or
/// touch one: inward, outward and along, worked out by hand.
#include "query_world.h"
#include "test.h"

/// A ray and what is true of it, worked out by hand.
typedef struct known_ray {
    cw_vec2 from, to;
    double distance; ///< travelled; WHOLE when nothing stops it
    cw_vec2 normal;  ///< of the wall that stops it; {0, 0} where two are as good
} known_ray;

#define WHOLE -1
#define EITHER \
    { 0, 0 }

static void check_known(query_world *world, const known_ray *known, double radius) {
    cw_ray ray =
        query_world_ray(world, (cw_vec3){known->from.x, known->from.y, 0}, known->to, radius);
    cw_vec2 way = plane_sub(known->to, known->from);
    double length = plane_length(way);
    bool whole = known->distance == WHOLE;
    double distance = whole ? length : known->distance;
    if (ray.hit == whole || !(fabs(ray.distance - distance) <= 1e-9)) {
        fail_msg("(%g, %g) to (%g, %g), radius %g: %s after %.12g m, expected %s after %.12g m",
                 known->from.x, known->from.y, known->to.x, known->to.y, radius,
                 ray.hit ? "stopped" : "free", ray.distance, whole ? "free" : "stopped", distance);
    }
    path_assert_near(ray.point.x, known->from.x + distance * way.x / length, 1e-9);
    path_assert_near(ray.point.y, known->from.y + distance * way.y / length, 1e-9);
    if (ray.hit) {
        path_assert_near(ray.touched.x, ray.point.x - radius * ray.normal.x, 1e-9);
        path_assert_near(ray.touched.y, ray.point.y - radius * ray.normal.y, 1e-9);
    }
    if (known->normal.x != 0 || known->normal.y != 0) {
        path_assert_near(ray.normal.x, known->normal.x, 1e-9);
        path_assert_near(ray.normal.y, known->normal.y, 1e-9);
    }
}

static void check_all(small_mesh kind, const known_ray *rays, size_t count, double radius) {
    query_world world;
    query_world_small(&world, kind);
    for (size_t i = 0; i < count; i++) {
        check_known(&world, &rays[i], radius);
    }
    query_world_free(&world);
}
#define CHECK_ALL(kind, rays, radius) check_all(kind, rays, sizeof(rays) / sizeof *(rays), radius)

#define R2 1.4142135623730951
/// Length of (1, 1/4): the slope of the dent.
#define SLOPE 1.0307764064044151

TEST(points_on_the_walls_of_a_square) {
    static const known_ray rays[] = {
        // On a wall.
        {{1.5, 0}, {1.5, 2}, WHOLE, EITHER},
        {{1.5, 0}, {1.5, 9}, 3, {0, -1}},
        {{1.5, 0}, {1.5, -1}, 0, {0, 1}},
        {{1.5, 0}, {2.5, -1}, 0, {0, 1}},
        {{1.5, 0}, {0.5, -1e-3}, 0, {0, 1}},
        {{1.5, 0}, {2.5, 0}, WHOLE, EITHER},
        {{1.5, 0}, {0, 0}, WHOLE, EITHER},
        {{1.5, 0}, {9, 0}, 1.5, {-1, 0}},
        {{1.5, 0}, {-9, 0}, 1.5, {1, 0}},
        {{1.5, 0}, {4, 2.5}, 1.5 * R2, {-1, 0}},
        {{3, 1.5}, {3, 3}, WHOLE, EITHER},
        {{3, 1.5}, {3, 9}, 1.5, {0, -1}},
        {{3, 1.5}, {4, 1.5}, 0, {-1, 0}},
        {{3, 1.5}, {0, 1.5}, WHOLE, EITHER},
        // On a corner.
        {{0, 0}, {3, 3}, WHOLE, EITHER},
        {{0, 0}, {4, 4}, 3 * R2, EITHER},
        {{0, 0}, {3, 0}, WHOLE, EITHER},
        {{0, 0}, {0, 3}, WHOLE, EITHER},
        {{0, 0}, {5, 0}, 3, {-1, 0}},
        {{0, 0}, {-1, -1}, 0, EITHER},
        {{0, 0}, {-1, 1}, 0, {1, 0}},
        {{0, 0}, {1, -1}, 0, {0, 1}},
        {{0, 0}, {-1, 0}, 0, {1, 0}},
        {{0, 0}, {0, -1}, 0, {0, 1}},
        {{3, 3}, {0, 0}, WHOLE, EITHER},
        {{3, 3}, {4, 4}, 0, EITHER},
        {{3, 3}, {0, 3}, WHOLE, EITHER},
        // Where a portal ends at a wall.
        {{1, 0}, {1, 3}, WHOLE, EITHER},
        {{1, 0}, {1, 4}, 3, {0, -1}},
        {{1, 0}, {0, 0}, WHOLE, EITHER},
        {{1, 0}, {3, 0}, WHOLE, EITHER},
        {{1, 0}, {0, 1}, WHOLE, EITHER},
        {{1, 0}, {3, 2}, WHOLE, EITHER},
        {{1, 0}, {1, -1}, 0, {0, 1}},
        {{1, 0}, {2, -1}, 0, {0, 1}},
        {{1, 0}, {0, -1}, 0, {0, 1}},
        // On a portal.
        {{1, 0.5}, {1, 3}, WHOLE, EITHER},
        {{1, 0.5}, {1, -1}, 0.5, {0, 1}},
        {{1, 0.5}, {0, 0.5}, WHOLE, EITHER},
        {{1, 0.5}, {3, 0.5}, WHOLE, EITHER},
        {{1, 0.5}, {3, 2.5}, WHOLE, EITHER},
        {{1, 0.5}, {-1, 0.5}, 1, {1, 0}},
        // On a vertex without walls.
        {{1, 1}, {3, 3}, WHOLE, EITHER},
        {{1, 1}, {0, 2}, WHOLE, EITHER},
        {{1, 1}, {1, 3}, WHOLE, EITHER},
        {{1, 1}, {1, 0}, WHOLE, EITHER},
        {{1, 1}, {3, 1}, WHOLE, EITHER},
        {{1, 1}, {-1, -1}, R2, EITHER},
        {{2, 2}, {0, 1}, WHOLE, EITHER},
        {{2, 2}, {2, 5}, 1, {0, -1}},
    };
    CHECK_ALL(SMALL_GRID, rays, 0);
}

TEST(points_on_the_walls_of_a_hole) {
    static const known_ray rays[] = {
        {{1.5, 1}, {1.5, 0}, WHOLE, EITHER},
        {{1.5, 1}, {1.5, 2}, 0, {0, -1}},
        {{1.5, 1}, {2.5, 1.001}, 0, {0, -1}},
        {{1.5, 1}, {3, 1}, WHOLE, EITHER},
        {{1.5, 1}, {-1, 1}, 1.5, {1, 0}},
        {{1.5, 1}, {3, 0}, WHOLE, EITHER},
        {{2, 1.5}, {2, 0}, WHOLE, EITHER},
        {{2, 1.5}, {2, 3}, WHOLE, EITHER},
        {{2, 1.5}, {0, 1.5}, 0, {1, 0}},
        {{2, 1.5}, {3, 1.5}, WHOLE, EITHER},
        // On a corner of the hole.
        {{1, 1}, {2, 1}, WHOLE, EITHER},
        {{1, 1}, {3, 1}, WHOLE, EITHER},
        {{1, 1}, {1, 2}, WHOLE, EITHER},
        {{1, 1}, {1, 3}, WHOLE, EITHER},
        {{1, 1}, {2, 2}, 0, EITHER},
        {{1, 1}, {2, 1.001}, 0, {-1, 0}}, // the wall that faces the ray is told
        {{1, 1}, {1.001, 2}, 0, {0, -1}},
        {{1, 1}, {0, 2}, WHOLE, EITHER},
        {{1, 1}, {2, 0}, WHOLE, EITHER},
        {{1, 1}, {0, 0}, WHOLE, EITHER},
        {{1, 1}, {3, 0.5}, WHOLE, EITHER},
        {{2, 2}, {1, 1}, 0, EITHER},
        {{2, 2}, {1, 3}, WHOLE, EITHER},
        {{2, 2}, {3, 1}, WHOLE, EITHER},
        {{2, 2}, {2, 0}, WHOLE, EITHER},
        {{2, 2}, {0, 2}, WHOLE, EITHER},
        {{2, 1}, {1, 2}, 0, EITHER},
        {{2, 1}, {1, 0}, WHOLE, EITHER},
        {{2, 1}, {3, 2}, WHOLE, EITHER},
    };
    CHECK_ALL(SMALL_RING, rays, 0);
}

TEST(points_on_the_walls_of_a_dent) {
    static const known_ray rays[] = {
        // On the wall of the dent.
        {{2, 2.75}, {2, 0}, WHOLE, EITHER},
        {{2, 2.75}, {2, 3}, 0, {0, -1}},
        {{2, 2.75}, {4, 2.76}, 0, {0, -1}},
        {{2, 2.75}, {3, 2.75}, WHOLE, EITHER},
        {{2, 2.75}, {3.5, 2.75}, WHOLE, EITHER},
        {{2, 2.75}, {6, 2.75}, WHOLE, EITHER},
        {{2, 2.75}, {-1, 2.75}, 2, {1, 0}},
        {{2, 2.75}, {9, 2.75}, 6, {-1, 0}},
        {{3.5, 2.875}, {4, 3}, WHOLE, EITHER},
        {{3.5, 2.875}, {3, 2.75}, WHOLE, EITHER},
        {{3.5, 2.875}, {2, 2.5}, WHOLE, EITHER},
        {{3.5, 2.875}, {3.5, 3}, 0, {0.25 / SLOPE, -1 / SLOPE}},
        {{3.5, 2.875}, {0, 2.875}, 0, {0.25 / SLOPE, -1 / SLOPE}},
        {{3.5, 2.875}, {8, 2.875}, WHOLE, EITHER},
        {{3.5, 2.875}, {8, 4}, 0.5 * SLOPE, {0, -1}},
        // On its corners.
        {{3, 2.75}, {4, 3}, WHOLE, EITHER},
        {{3, 2.75}, {8, 4}, SLOPE, {0, -1}},
        {{3, 2.75}, {1, 2.75}, WHOLE, EITHER},
        {{3, 2.75}, {0, 2.75}, WHOLE, EITHER},
        {{3, 2.75}, {3, 0}, WHOLE, EITHER},
        {{3, 2.75}, {3, 3}, 0, EITHER},
        {{3, 2.75}, {2, 3}, 0, EITHER},
        {{3, 2.75}, {0, 3}, 0, EITHER},
        {{3, 2.75}, {4, 3.01}, 0, EITHER},
        {{3, 2.75}, {8, 3}, WHOLE, EITHER},
        {{3, 2.75}, {2, 2.5}, WHOLE, EITHER},
        {{1, 2.75}, {3, 2.75}, WHOLE, EITHER},
        {{1, 2.75}, {0, 3}, WHOLE, EITHER},
        {{1, 2.75}, {2, 2.76}, 0, EITHER},
        {{1, 2.75}, {8, 2.75}, WHOLE, EITHER},
        // On the corners beside it.
        {{0, 3}, {1, 2.75}, WHOLE, EITHER},
        {{0, 3}, {4, 2}, WHOLE, EITHER},
        {{0, 3}, {4, 3}, 0, {-0.25 / SLOPE, -1 / SLOPE}},
        {{0, 3}, {4, 2.5}, 0, {-0.25 / SLOPE, -1 / SLOPE}},
        {{0, 3}, {0, 0}, WHOLE, EITHER},
        {{4, 3}, {0, 3}, 0, {0.25 / SLOPE, -1 / SLOPE}},
        {{4, 3}, {8, 3}, WHOLE, EITHER},
        {{4, 3}, {4, 0}, WHOLE, EITHER},
        {{4, 3}, {3, 2.75}, WHOLE, EITHER},
        {{4, 3}, {1, 2.25}, WHOLE, EITHER},
        {{4, 3}, {0, 2}, WHOLE, EITHER},
        {{4, 3}, {4, 4}, 0, EITHER},
        // On the portal.
        {{4, 1}, {4, 3}, WHOLE, EITHER},
        {{4, 1}, {4, -1}, 1, {0, 1}},
        {{4, 2.75}, {0, 2.75}, WHOLE, EITHER},
        {{4, 2.875}, {0, 2.875}, 0.5, {0.25 / SLOPE, -1 / SLOPE}},
    };
    CHECK_ALL(SMALL_DENT, rays, 0);
}

TEST(points_at_the_tip_of_a_wall_without_thickness) {
    static const known_ray rays[] = {
        {{2, 1}, {2, 4}, WHOLE, EITHER},
        {{2, 1}, {2, 0}, WHOLE, EITHER},
        {{2, 1}, {2, -1}, 1, {0, 1}},
        {{2, 1}, {0, 0}, WHOLE, EITHER},
        {{2, 1}, {4, 0}, WHOLE, EITHER},
        {{2, 1}, {0, 1}, WHOLE, EITHER},
        {{2, 1}, {4, 1}, WHOLE, EITHER},
        // Past the tip, and against the wall.
        {{1, 1}, {3, 1}, WHOLE, EITHER},
        {{0, 0}, {4, 2}, WHOLE, EITHER},
        {{1, 0.5}, {3, 0.5}, 1, {-1, 0}},
        {{1, 0}, {3, 0}, 1, {-1, 0}},
    };
    CHECK_ALL(SMALL_SLIT, rays, 0);
}

TEST(discs_that_touch_the_walls_of_a_square) {
    static const known_ray rays[] = {
        // One wall.
        {{1.5, 0.5}, {1.5, 2}, WHOLE, EITHER},
        {{1.5, 0.5}, {1.5, 0}, 0, {0, 1}},
        {{1.5, 0.5}, {2.5, 0.4}, 0, {0, 1}},
        {{1.5, 0.5}, {2.5, 0.5}, WHOLE, EITHER},
        {{1.5, 0.5}, {0.5, 0.5}, WHOLE, EITHER},
        {{1.5, 0.5}, {9, 0.5}, 1, {-1, 0}},
        {{1.5, 0.5}, {3.5, 2.5}, R2, {-1, 0}},
        // Two walls.
        {{0.5, 0.5}, {2.5, 2.5}, WHOLE, EITHER},
        {{0.5, 0.5}, {2.5, 0.5}, WHOLE, EITHER},
        {{0.5, 0.5}, {0.5, 9}, 2, {0, -1}},
        {{0.5, 0.5}, {0, 0}, 0, EITHER},
        {{0.5, 0.5}, {0, 1}, 0, {1, 0}},
        {{0.5, 0.5}, {1, 0.4}, 0, {0, 1}},
        // On a portal and on a vertex.
        {{1, 0.5}, {1, 2.5}, WHOLE, EITHER},
        {{1, 0.5}, {1, 0}, 0, {0, 1}},
        {{1, 1}, {2, 2}, WHOLE, EITHER},
        {{1, 1}, {-1, 1}, 0.5, {1, 0}},
        {{1, 1}, {1, -1}, 0.5, {0, 1}},
    };
    CHECK_ALL(SMALL_GRID, rays, 0.5);
}

/// (0.85, 0.8) is a quarter of a metre from the corner (1, 1), at (-3, -4) / 5 of it.
TEST(discs_that_touch_the_walls_of_a_hole) {
    static const known_ray rays[] = {
        {{0.75, 1.5}, {0.75, 2.75}, WHOLE, EITHER},  {{0.75, 1.5}, {0.75, 0.25}, WHOLE, EITHER},
        {{0.75, 1.5}, {1, 1.5}, 0, {-1, 0}},         {{0.75, 1.5}, {0, 1.5}, 0.5, {1, 0}},
        {{0.75, 1}, {0.75, 2}, WHOLE, EITHER},       {{0.75, 1}, {1, 1}, 0, {-1, 0}},
        {{0.75, 1}, {0.75, 0.5}, WHOLE, EITHER},     {{0.85, 0.8}, {1, 1}, 0, {-0.6, -0.8}},
        {{0.85, 0.8}, {1.25, 0.5}, WHOLE, EITHER},   {{0.85, 0.8}, {0.45, 1.1}, WHOLE, EITHER},
        {{0.85, 0.8}, {1.65, 0.3}, 0, {-0.6, -0.8}}, {{0.85, 0.8}, {0.7, 0.6}, WHOLE, EITHER},
        {{0.85, 0.8}, {0.85, 0}, 0.55, {0, 1}},
    };
    CHECK_ALL(SMALL_RING, rays, 0.25);
}

TEST(discs_that_touch_the_walls_of_a_dent) {
    static const known_ray small[] = {
        {{2, 2.5}, {6, 2.5}, WHOLE, EITHER},
        {{2, 2.5}, {-1, 2.5}, 1.75, {1, 0}},
        {{2, 2.5}, {2, 3}, 0, {0, -1}},
        {{2, 2.5}, {4, 2.51}, 0, {0, -1}},
        {{2, 2.5}, {2, 0}, 2.25, {0, 1}},
        {{4, 1}, {4, 3}, 2 - 0.25 * SLOPE, {0.25 / SLOPE, -1 / SLOPE}},
    };
    CHECK_ALL(SMALL_DENT, small, 0.25);
    // Around the corner (3, 2.75): at (20, -99) / 101 of it, between the normals of its walls.
    static const known_ray large[] = {
        {{3.2, 1.76}, {4.19, 1.96}, WHOLE, EITHER},
        {{3.2, 1.76}, {2.21, 1.56}, WHOLE, EITHER},
        {{3.2, 1.76}, {3, 2.75}, 0, {20 / 101.0, -99 / 101.0}},
        {{3.2, 1.76}, {3.2, 0}, 0.75, {0, 1}},
        {{3.2, 1.76}, {4.2, 1.98}, 0, {20 / 101.0, -99 / 101.0}},
    };
    CHECK_ALL(SMALL_DENT, large, 1.01);
}

TEST(discs_that_touch_a_wall_without_thickness) {
    static const known_ray rays[] = {
        {{1.5, 0.75}, {1.5, 3}, WHOLE, EITHER},
        {{1.5, 0.75}, {2, 0.75}, 0, {-1, 0}},
        {{1.5, 0.75}, {0.5, 0.75}, WHOLE, EITHER},
        {{1.5, 0.5}, {1.5, 3}, WHOLE, EITHER},
        {{1.5, 0.5}, {0.5, 0.5}, WHOLE, EITHER},
        {{1.5, 0.5}, {2, 0}, 0, EITHER},
        {{2.5, 0.75}, {2.5, 3}, WHOLE, EITHER},
        {{2.5, 0.75}, {0, 0.75}, 0, {1, 0}},
        {{2, 1.5}, {2, 0}, 0, {0, 1}},
        {{2, 1.5}, {3.5, 1.5}, WHOLE, EITHER},
        {{2, 1.5}, {0.5, 1.5}, WHOLE, EITHER},
        {{2, 1.5}, {2, 3.5}, WHOLE, EITHER},
    };
    CHECK_ALL(SMALL_SLIT, rays, 0.5);
}
