/// The parts of a step against slow and obvious versions: programs against polygon clipping, half
/// planes against their definition, neighbours against all pairs.
#include "crowd/steer/steer.h"
#include "crowd_world.h"
#include "test.h"
#include "test_owned.h"

static uint64_t seed = 1;

static double uniform(double low, double high) {
    return low + (high - low) * cw_crowd_unit(99, seed++, 5);
}

enum { CIRCLE = 4096, MOST_CORNERS = CIRCLE + 64 };

typedef struct polygon {
    cw_vec2 corners[MOST_CORNERS];
    int count;
} polygon;

/// Sutherland and Hodgman, by one half plane.
static void clip(polygon *p, const cw_line *line) {
    static polygon out;
    out.count = 0;
    for (int i = 0; i < p->count; i++) {
        cw_vec2 a = p->corners[i], b = p->corners[(i + 1) % p->count];
        double da = a.x * line->normal.x + a.y * line->normal.y - line->c;
        double db = b.x * line->normal.x + b.y * line->normal.y - line->c;
        if (da >= 0) {
            out.corners[out.count++] = a;
        }
        if ((da < 0) != (db < 0)) {
            double t = da / (da - db);
            out.corners[out.count++] = (cw_vec2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        }
    }
    *p = out;
}

static double segments_apart(cw_vec2 a, cw_vec2 b, cw_vec2 c, cw_vec2 d) {
    double least = sqrt(fmin(fmin(cw_segment_square(a, c, d), cw_segment_square(b, c, d)),
                             fmin(cw_segment_square(c, a, b), cw_segment_square(d, a, b))));
    double e = cw_vec2_cross(cw_vec2_sub(b, a), cw_vec2_sub(c, a));
    double f = cw_vec2_cross(cw_vec2_sub(b, a), cw_vec2_sub(d, a));
    double g = cw_vec2_cross(cw_vec2_sub(d, c), cw_vec2_sub(a, c));
    double h = cw_vec2_cross(cw_vec2_sub(d, c), cw_vec2_sub(b, c));
    return e * f < 0 && g * h < 0 ? 0 : least;
}

/// The least distance of a wish to a polygon.
static double distance_to(const polygon *p, const cw_wish *wish) {
    double least = INFINITY;
    bool inside = true;
    for (int i = 0; i < p->count; i++) {
        cw_vec2 a = p->corners[i], b = p->corners[(i + 1) % p->count];
        least = fmin(least, segments_apart(a, b, wish->from, wish->to));
        inside = inside && cw_vec2_cross(cw_vec2_sub(b, a), cw_vec2_sub(wish->from, a)) >= 0;
    }
    return inside ? 0 : least;
}

static void start_disc(polygon *p, double radius) {
    p->count = CIRCLE;
    for (int i = 0; i < CIRCLE; i++) {
        double angle = 2 * 3.14159265358979323846 * i / CIRCLE;
        p->corners[i] = (cw_vec2){radius * cos(angle), radius * sin(angle)};
    }
}

TEST(programs_agree_with_polygon_clipping) {
    static polygon p;
    int feasible = 0, moved = 0;
    for (int run = 0; run < 5000; run++) {
        cw_line lines[12];
        uint32_t count = (uint32_t)uniform(0, 12.99);
        double most = uniform(0.5, 3), spread = run % 2 ? 0.6 : 0;
        for (uint32_t i = 0; i < count; i++) {
            cw_vec2 normal = cw_turned((cw_vec2){1, 0}, uniform(-3.14, 3.14));
            lines[i] = (cw_line){normal, uniform(-1.5, run % 3 ? 0.1 : 0.8)};
        }
        double angle = uniform(-3.1, 3.1), speed = uniform(0, most);
        cw_vec2 to = cw_turned((cw_vec2){speed, 0}, angle);
        cw_wish wish = {cw_turned(to, -spread / 2), cw_turned(to, spread / 2), uniform(0, 1), 0};
        if (spread == 0) {
            wish.to = wish.from;
        }
        start_disc(&p, most);
        for (uint32_t i = 0; i < count && p.count > 0; i++) {
            clip(&p, &lines[i]);
        }
        cw_vec2 v;
        uint32_t failed = cw_program_solve(lines, count, most, &wish, &v);
        if (p.count == 0) {
            // The polygon lies inside of the circle: what has no room in it may have a little.
            if (failed == count) {
                assert_true(cw_vec2_length(v) > most * 0.999);
            }
            continue;
        }
        assert_int_equal(failed, count);
        feasible++;
        for (uint32_t i = 0; i < count; i++) {
            assert_true(cw_vec2_dot(lines[i].normal, v) >= lines[i].c - 1e-9);
        }
        assert_true(cw_vec2_length(v) <= most * (1 + 1e-12) + 1e-12);
        double best = distance_to(&p, &wish);
        double found = sqrt(cw_segment_square(v, wish.from, wish.to));
        moved += best > 1e-6;
        if (fabs(found - best) > 1e-5) { // the polygon is that coarse
            fail_msg("case %d: %.9g, by clipping %.9g", run, found, best);
        }
    }
    assert_true(feasible > 2000 && moved > 500);
}

/// The largest violation of any half plane from `hard` on.
static double violation(const cw_line *lines, uint32_t count, uint32_t hard, cw_vec2 v) {
    double worst = 0;
    for (uint32_t i = hard; i < count; i++) {
        worst = fmax(worst, lines[i].c - cw_vec2_dot(lines[i].normal, v));
    }
    return worst;
}

TEST(what_cannot_be_satisfied_is_violated_least) {
    int relaxed = 0;
    for (int run = 0; run < 2000; run++) {
        cw_line lines[10];
        uint32_t hard = (uint32_t)uniform(0, 3.99), count = hard + 1 + (uint32_t)uniform(0, 6.99);
        for (uint32_t i = 0; i < count; i++) {
            cw_vec2 normal = cw_turned((cw_vec2){1, 0}, uniform(-3.14, 3.14));
            lines[i] = (cw_line){normal, i < hard ? uniform(-1, 0) : uniform(-0.2, 1)};
        }
        cw_wish wish = {{0.5, 0}, {0.5, 0}, 0, 0.5};
        cw_vec2 v;
        uint32_t failed = cw_program_solve(lines, count, 2, &wish, &v);
        if (failed == count) {
            continue;
        }
        cw_program_relax(lines, count, hard, failed, 2, &v);
        relaxed++;
        for (uint32_t i = 0; i < hard; i++) {
            assert_true(cw_vec2_dot(lines[i].normal, v) >= lines[i].c - 1e-9);
        }
        double worst = violation(lines, count, hard, v);
        for (int i = 0; i < 400; i++) {
            cw_vec2 other = cw_turned((cw_vec2){uniform(0, 2), 0}, uniform(-3.14, 3.14));
            if (violation(lines, hard, 0, other) == 0) {
                assert_true(violation(lines, count, hard, other) >= worst - 1e-9);
            }
        }
    }
    assert_true(relaxed > 300);
}

/// Whether two discs touch within a time, by small steps.
static bool touch_within(cw_vec2 way, cw_vec2 relative, double radii, double tau) {
    double speed = cw_vec2_dot(relative, relative);
    double t = speed > 0 ? fmin(fmax(cw_vec2_dot(way, relative) / speed, 0), tau) : 0;
    return cw_vec2_length(cw_vec2_along(way, -t, relative)) < radii;
}

TEST(the_change_of_velocity_is_the_least_that_avoids) {
    for (int run = 0; run < 20000; run++) {
        cw_vec2 way = cw_turned((cw_vec2){uniform(0.5, 4), 0}, uniform(-3.14, 3.14));
        cw_vec2 relative = {uniform(-3, 3), uniform(-3, 3)};
        double radii = uniform(0.1, 0.49), tau = uniform(0.5, 4);
        cw_avoidance avoid = cw_avoid(way, relative, radii, tau, 0.25);
        assert_true(fabs(cw_vec2_length(avoid.normal) - 1) < 1e-9);
        bool meets = touch_within(way, relative, radii, tau);
        if (fabs(avoid.change) > 1e-9) {
            assert_true((avoid.change > 0) == meets);
        }
        // On the border: a little more is out, a little less is in.
        cw_vec2 out = cw_vec2_along(relative, avoid.change + 1e-6, avoid.normal);
        cw_vec2 in = cw_vec2_along(relative, avoid.change - 1e-6, avoid.normal);
        assert_false(touch_within(way, out, radii, tau));
        assert_true(touch_within(way, in, radii, tau));
        // And no other change that is smaller leads out.
        for (int i = 0; meets && i < 16; i++) {
            cw_vec2 d = cw_turned((cw_vec2){avoid.change * (1 - 1e-6), 0}, i * 0.39 - 3.1);
            assert_true(touch_within(way, cw_vec2_add(relative, d), radii, tau));
        }
    }
}

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/// The k nearest of all, by the same key.
static uint32_t nearest_of_all(const cw_crowd *crowd, uint32_t index, uint64_t *keys) {
    const cw_crowd_grid *grid = &crowd->grid;
    uint32_t count = 0, own = grid->place[index];
    for (uint32_t place = 0; place < grid->count; place++) {
        double dx = grid->x[place] - grid->x[own], dy = grid->y[place] - grid->y[own];
        double d = dx * dx + dy * dy;
        if (place != own && d < crowd->config.sight * crowd->config.sight) {
            uint64_t bits; // of distances that differ by less than a millionth, the lower place
            memcpy(&bits, &d, sizeof bits);
            keys[count++] = bits >> 31 << 31 | place;
        }
    }
    qsort(keys, count, sizeof *keys, by_value);
    return count < crowd->config.neighbours ? count : crowd->config.neighbours;
}

TEST(neighbours_are_the_nearest_of_all) {
    OWNED(crowd_world) world;
    CROWD_BOXES(&world, NULL, 1, {0, 0, 30, 30});
    cw_agent_config config = cw_agent_config_default();
    uint64_t keys[1000];
    for (int i = 0; i < 150; i++) {
        for (int k = 0; k < 4; k++) { // some come, some go, some turn
            cw_agent agent;
            config.position = (cw_vec3){uniform(1, 29), uniform(1, 29), 0};
            config.radius = uniform(0.1, 0.3);
            assert_int_equal(cw_crowd_add(world.crowd, &config, &agent), CW_OK);
            cw_crowd_set_velocity(world.crowd, agent, (cw_vec2){uniform(-2, 2), uniform(-2, 2)});
        }
        cw_crowd_agents view = crowd_view(world.crowd);
        for (int k = 0; k < 3 && i > 30; k++) {
            cw_agent agent = view.agent[(uint32_t)uniform(0, view.count)];
            (void)cw_crowd_remove(world.crowd, agent); // may have gone already
        }
        assert_int_equal(cw_crowd_step(world.crowd, 0.05), CW_OK);
        const cw_crowd *crowd = world.crowd;
        for (uint32_t a = 0; a < crowd->agents.count; a++) {
            uint32_t count = nearest_of_all(crowd, a, keys);
            uint32_t place = crowd->grid.place[a];
            assert_int_equal(crowd->grid.walkers[place].near_count, count);
            for (uint32_t n = 0; n < count; n++) {
                assert_int_equal(crowd->grid.near[place * crowd->config.neighbours + n],
                                 (uint32_t)(keys[n] & INT32_MAX));
            }
        }
    }
}

TEST(turning_is_a_rotation) {
    for (int i = 0; i < 2000; i++) {
        cw_vec2 v = {uniform(-3, 3), uniform(-3, 3)};
        double angle = uniform(-3.15, 3.15);
        cw_vec2 turned = cw_turned(v, angle);
        assert_true(fabs(turned.x - (v.x * cos(angle) - v.y * sin(angle))) < 1e-11);
        assert_true(fabs(turned.y - (v.x * sin(angle) + v.y * cos(angle))) < 1e-11);
    }
}

TEST_GROUP(make_context, free_context);
