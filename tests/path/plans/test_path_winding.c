/// Paths around a corner with a full turn of floor and more. Sectors that wind up around one
/// vertex: unrolled, the floor is a fan, and the shortest path of a disc is a straight line, or
/// runs around the circle of the corner: a formula.
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

#define OUTER 10.0 ///< metres from the vertex to the outer corners

/// Of a way around the fan: its inner and outer corners, as a share of that.
static const double AROUND[2] = {1.3, 1.6};
#define PORCH 1.5 ///< metres by which porches stand out from the fan

#define ROUNDING 1e-12 ///< metres by which a path may be nearer to the vertex than its radius

#define MOST_LEGS 32

/// A fan of triangles around the origin, each higher than the one before.
typedef struct winding {
    uint32_t sectors;
    double angle; ///< of each
    path_world world;
} winding;

static void add_triangle(cw_scene_triangles *scene, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t *corners = &scene->corners[3 * scene->triangle_count++];
    corners[0] = a;
    corners[1] = b;
    corners[2] = c;
}

/// Adds a quad between two rows of corners, which begin at two numbers.
static void add_quad(cw_scene_triangles *scene, uint32_t inner, uint32_t outer) {
    add_triangle(scene, inner, outer, outer + 1);
    add_triangle(scene, inner, outer + 1, inner + 1);
}

/// Makes a sector, with a porch in front of the middle third of its outer side.
static void add_porch(cw_scene_triangles *scene, double angle, uint32_t sector) {
    uint32_t first = scene->position_count;
    cw_vec3 a = scene->positions[sector + 1], b = scene->positions[sector + 2];
    cw_vec2 out = plane_polar((cw_vec2){0, 0}, PORCH, angle * (sector + 0.5));
    for (uint32_t i = 0; i < 4; i++) {
        double share = i % 2 == 0 ? 1.0 / 3 : 2.0 / 3, far = i / 2;
        scene->positions[scene->position_count++] =
            (cw_vec3){a.x + share * (b.x - a.x) + far * out.x,
                      a.y + share * (b.y - a.y) + far * out.y, a.z + share * (b.z - a.z)};
    }
    add_triangle(scene, 0, sector + 1, first);
    add_triangle(scene, 0, first, first + 1);
    add_triangle(scene, 0, first + 1, sector + 2);
    add_quad(scene, first, first + 2);
}

/// Adds a way around the fan, which is joined to its first and last sector, and porches to the
/// others: between any two porches there is another way, which is far longer.
static void add_way_around(cw_scene_triangles *scene, uint32_t sectors, double angle) {
    uint32_t first = scene->position_count, row = sectors + 1;
    for (uint32_t i = 0; i < 2 * row; i++) {
        cw_vec2 at = plane_polar((cw_vec2){0, 0}, AROUND[i / row] * OUTER, angle * (i % row));
        scene->positions[scene->position_count++] = (cw_vec3){at.x, at.y, 2.0 * (i % row)};
    }
    for (uint32_t i = 0; i < sectors; i++) {
        add_quad(scene, first + i, first + row + i);
        if (i == 0 || i == sectors - 1) {
            add_triangle(scene, 0, i + 1, i + 2);
            add_quad(scene, i + 1, first + i);
        } else {
            add_porch(scene, angle, i);
        }
    }
}

static void wind_up(uint32_t sectors, double angle, bool around, winding *made) {
    *made = (winding){.sectors = sectors, .angle = angle};
    cw_scene_triangles scene = {.positions = malloc((7 * sectors + 4) * sizeof(cw_vec3)),
                                .position_count = sectors + 2,
                                .corners = malloc(3 * 7 * sectors * sizeof(uint32_t))};
    assert_true(scene.positions != NULL && scene.corners != NULL);
    scene.positions[0] = (cw_vec3){0, 0, 0};
    for (uint32_t i = 0; i <= sectors; i++) {
        cw_vec2 at = plane_polar((cw_vec2){0, 0}, OUTER, angle * i);
        scene.positions[i + 1] = (cw_vec3){at.x, at.y, 2.0 * i};
    }
    for (uint32_t i = 0; i < sectors && !around; i++) {
        add_triangle(&scene, 0, i + 1, i + 2);
    }
    if (around) {
        add_way_around(&scene, sectors, angle);
    }
    path_floor floor;
    path_floor_of_triangles(context, &scene, &floor);
    snprintf(floor.name, sizeof floor.name, "%u sectors of %g", sectors, angle);
    path_world_make(&floor, &made->world);
}

/// A place of the fan, by its distance from the vertex and its angle.
typedef struct polar {
    double distance, angle;
} polar;

static cw_vec3 place(const winding *fan, polar at) {
    uint32_t sector = (uint32_t)(at.angle / fan->angle);
    double first = fan->angle * sector, rest = at.angle - first;
    cw_vec2 point = plane_polar((cw_vec2){0, 0}, at.distance, at.angle);
    // In the sector the point is a sum of shares of its two outer corners.
    double scale = at.distance / (OUTER * sin(fan->angle));
    double near = sin(fan->angle - rest) * scale, far = sin(rest) * scale;
    return (cw_vec3){point.x, point.y, near * 2.0 * sector + far * 2.0 * (sector + 1)};
}

/// The length of the shortest path of a disc, in the fan unrolled.
static double true_length(polar a, polar b, double radius) {
    double between = fabs(a.angle - b.angle);
    double free = acos(radius / a.distance) + acos(radius / b.distance);
    if (between <= free) {
        return sqrt(a.distance * a.distance + b.distance * b.distance -
                    2 * a.distance * b.distance * cos(between));
    }
    return sqrt(a.distance * a.distance - radius * radius) +
           sqrt(b.distance * b.distance - radius * radius) + radius * (between - free);
}

/// A random place at least the radius away from the two walls, well inside of the outer ones.
static polar place_random(const winding *fan, double radius, cw_random *random) {
    double most = OUTER * cos(fan->angle / 2) - radius, all = fan->angle * fan->sectors;
    polar at;
    do {
        at.distance = cw_random_range(random, 1.01 * radius + 0.01, most);
        at.angle = cw_random_range(random, 0, all);
    } while (
        (at.angle < (PLANE_TURN / 4) && at.distance * sin(at.angle) < 1.001 * radius) ||
        (all - at.angle < (PLANE_TURN / 4) && at.distance * sin(all - at.angle) < 1.001 * radius));
    return at;
}

/// How far an arc turns around the origin, in radians, to the left.
static double turn_of(const cw_path_leg *leg) {
    cw_vec2 from = {leg->from.x, leg->from.y}, to = {leg->to.x, leg->to.y};
    double turn = atan2(plane_cross(from, to), plane_dot(from, to));
    return leg->ccw ? (turn < 0 ? turn + PLANE_TURN : turn) : (turn > 0 ? turn - PLANE_TURN : turn);
}

static double length_of(const cw_path_leg *leg, double radius) {
    return leg->arc ? radius * fabs(turn_of(leg))
                    : hypot(leg->to.x - leg->from.x, leg->to.y - leg->from.y);
}

/// The length of the legs, each of which begins where the one before ends.
static double length_of_legs(const cw_path *path) {
    double sum = 0;
    for (uint32_t i = 0; i < path->leg_count; i++) {
        const cw_path_leg *leg = &path->legs[i];
        if (i > 0) {
            const cw_path_leg *before = &path->legs[i - 1];
            assert_true(hypot(leg->from.x - before->to.x, leg->from.y - before->to.y) < 1e-9);
        }
        sum += length_of(leg, path->radius);
    }
    return sum;
}

/// The point at a share of a leg, in plan.
static cw_vec2 point_of(const cw_path_leg *leg, double share) {
    if (!leg->arc) {
        return (cw_vec2){leg->from.x + share * (leg->to.x - leg->from.x),
                         leg->from.y + share * (leg->to.y - leg->from.y)};
    }
    double c = cos(share * turn_of(leg)), s = sin(share * turn_of(leg));
    return (cw_vec2){leg->from.x * c - leg->from.y * s, leg->from.x * s + leg->from.y * c};
}

/// Every point of the legs is the whole radius away from the vertex.
static void check_room(const winding *fan, const char *how, const cw_path *path) {
    for (uint32_t i = 0; i < 17 * path->leg_count; i++) {
        cw_vec2 at = point_of(&path->legs[i / 17], i % 17 / 16.0);
        double less = path->radius - hypot(at.x, at.y);
        if (less > ROUNDING) {
            fail_msg("%s, %s: leg %u of %u is %.3g m nearer than the radius %.17g",
                     fan->world.floor.name, how, i / 17, path->leg_count, less, path->radius);
        }
    }
}

/// From where each leg ends, the rest of the path is found.
static void check_rests(const winding *fan, cw_query *query, const char *how, const cw_path *path) {
    cw_path_leg legs[MOST_LEGS]; // those of the path belong to the query
    uint32_t count = path->leg_count;
    double rest = path->length, radius = path->radius;
    cw_vec3 goal = path->goal;
    assert_true(count <= MOST_LEGS);
    memcpy(legs, path->legs, count * sizeof *legs);
    for (uint32_t i = 0; i < count; i++) {
        cw_path_request request = path_ask(&legs[i].to, &goal, radius);
        rest -= length_of(&legs[i], radius);
        cw_path again = path_asked(query, &request);
        if (again.status != CW_PATH_FOUND || fabs(again.length - rest) > 1e-6) {
            fail_msg("%s, %s: radius %.17g, behind leg %u of %u: %s, %.9g m instead of %.9g",
                     fan->world.floor.name, how, radius, i, count,
                     cw_path_status_string(again.status), again.length, rest);
        }
    }
}

static void check_winding(winding *fan, cw_query *query, const char *how, cw_random *random) {
    double room = OUTER * cos(fan->angle / 2);
    for (uint32_t i = 0; i < 60; i++) {
        double radius = cw_random_range(random, 0.02, 0.25) * room;
        polar ends[2] = {place_random(fan, radius, random), place_random(fan, radius, random)};
        cw_vec3 places[2] = {place(fan, ends[0]), place(fan, ends[1])};
        cw_path_request request = path_ask(&places[0], &places[1], radius);
        cw_path path = path_asked(query, &request);
        double length = true_length(ends[0], ends[1], radius);
        if (path.status != CW_PATH_FOUND || fabs(path.length - length) > 1e-6) {
            fail_msg("%s, %s: radius %.17g from %.17g at %.17g to %.17g at %.17g: %s, %.9g m "
                     "instead of %.9g",
                     fan->world.floor.name, how, radius, ends[0].distance, ends[0].angle,
                     ends[1].distance, ends[1].angle, cw_path_status_string(path.status),
                     path.length, length);
        }
        double legs = length_of_legs(&path);
        if (fabs(legs - length) > 1e-6) {
            fail_msg("%s, %s: %.9g m of legs instead of %.9g", fan->world.floor.name, how, legs,
                     length);
        }
        check_room(fan, how, &path);
        check_rests(fan, query, how, &path);
    }
}

TEST(floors_that_wind_around_a_corner_are_unrolled) {
    const double least = PLANE_TURN, most = 3.2 * PLANE_TURN;
    const double angles[6] = {0.4, 0.8, 1.2, 1.6, 2.2, 2.8};
    cw_random random = {1};
    for (uint32_t i = 0; i < 6; i++) {
        for (uint32_t sectors = (uint32_t)(least / angles[i]) + 1; sectors * angles[i] < most;
             sectors++) {
            winding fan;
            wind_up(sectors, angles[i], false, &fan);
            check_winding(&fan, fan.world.query, "without sights", &random);
            cw_sights *any = sights_of(context, &fan.world.clearance);
            const cw_sights *used = any;
            assert_int_equal(cw_query_use_sights(fan.world.query, &used, 1), CW_OK);
            check_winding(&fan, fan.world.query, "with sights", &random);
            assert_int_equal(cw_query_use_sights(fan.world.query, NULL, 0), CW_OK);
            cw_sights_free(any);
            path_world_free(&fan.world);
        }
    }
}

/// From porch to porch, by half a turn and more.
static void check_porches(const winding *fan, const char *how, double radius) {
    double out = OUTER * cos(fan->angle / 2) + 0.9 * PORCH - radius;
    for (uint32_t i = 1; i + 1 < fan->sectors; i++) {
        for (uint32_t j = 1; j + 1 < fan->sectors; j++) {
            polar ends[2] = {{out, fan->angle * (i + 0.5)}, {out, fan->angle * (j + 0.5)}};
            cw_vec3 places[2];
            for (uint32_t k = 0; k < 2; k++) {
                cw_vec2 at = plane_polar((cw_vec2){0, 0}, ends[k].distance, ends[k].angle);
                places[k] = (cw_vec3){at.x, at.y, 2 * (ends[k].angle / fan->angle)};
            }
            if (fabs(ends[0].angle - ends[1].angle) < PLANE_TURN / 2) {
                continue;
            }
            cw_path_request request = path_ask(&places[0], &places[1], radius);
            cw_path path = path_asked(fan->world.query, &request);
            double length = true_length(ends[0], ends[1], radius);
            if (path.status != CW_PATH_FOUND || fabs(path.length - length) > 1e-6) {
                fail_msg("%s, %s: from porch %u to porch %u: %s, %.9g m instead of %.9g",
                         fan->world.floor.name, how, i, j, cw_path_status_string(path.status),
                         path.length, length);
            }
        }
    }
}

TEST(a_turn_by_more_than_half_is_not_missed_where_there_is_another_way) {
    for (uint32_t sectors = 6; sectors < 16; sectors++) {
        for (double angle = 0.8; angle < 1.5; angle += 0.3) {
            winding fan;
            wind_up(sectors, angle, true, &fan);
            check_porches(&fan, "a point", 0);
            check_porches(&fan, "a disc", 0.3);
            cw_sights *discs = sights_of(context, &fan.world.clearance);
            const cw_sights *used = discs;
            assert_int_equal(cw_query_use_sights(fan.world.query, &used, 1), CW_OK);
            check_porches(&fan, "a disc with sights", 0.3);
            assert_int_equal(cw_query_use_sights(fan.world.query, NULL, 0), CW_OK);
            cw_sights_free(discs);
            path_world_free(&fan.world);
        }
    }
}

TEST_GROUP(make_context, free_context);
