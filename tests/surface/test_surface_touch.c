/// Corners on slanted sides, which rounding to the lattice tears off: floors that share a side stay
/// one floor, and barriers that end on walls stay closed. What is right is known by construction.
#include "made.h"
#include "test.h"
#include "test_owned.h"

enum { MOST_CORNERS = 64, MOST_PARTS = 24 };

/// Steps of the lattice that the length of a wall may be off for each of its corners.
static const double DRIFT = 4;

// --- making plans --------------------------------------------------------------------------------

typedef struct polygon {
    cw_vec2 corners[MOST_CORNERS];
    uint32_t count;
} polygon;

/// Where a plan is put: turned first, then moved.
typedef struct placement {
    double cosine, sine;
    cw_vec2 offset;
} placement;

static placement make_placement(cw_random *random) {
    double angle = cw_random_below(random, 4) ? cw_random_range(random, -PI, PI) : 0;
    placement made = {cos(angle), sin(angle), {0, 0}};
    switch (cw_random_below(random, 4)) {
    case 0: /* as in UTM */ made.offset = (cw_vec2){500000, 5400000}; break;
    case 1:
        made.offset = (cw_vec2){cw_random_range(random, 3e5, 8e5), cw_random_range(random, 0, 9e6)};
        break;
    case 2:
        made.offset = (cw_vec2){cw_random_range(random, -99, 99), cw_random_range(random, -99, 99)};
        break;
    default: break;
    }
    return made;
}

static cw_vec2 place(const placement *where, cw_vec2 p) {
    return (cw_vec2){where->cosine * p.x - where->sine * p.y + where->offset.x,
                     where->sine * p.x + where->cosine * p.y + where->offset.y};
}

static cw_vec2 between(cw_vec2 a, cw_vec2 b, double t) {
    return (cw_vec2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

static double distance(cw_vec2 a, cw_vec2 b) {
    return hypot(b.x - a.x, b.y - a.y);
}

static double perimeter(const polygon *ring) {
    double sum = 0;
    for (uint32_t i = 0; i < ring->count; i++) {
        sum += distance(ring->corners[i], ring->corners[(i + 1) % ring->count]);
    }
    return sum;
}

/// A convex polygon of 3 to 8 corners around the origin, of some metres.
static polygon make_convex(cw_random *random) {
    polygon made = {.count = 3 + cw_random_below(random, 6)};
    double size = cw_random_range(random, 3, 60);
    for (uint32_t i = 0; i < made.count; i++) {
        double angle = 2 * PI * (i + 0.7 * cw_random_unit(random)) / made.count;
        made.corners[i] = (cw_vec2){size * cos(angle), size * sin(angle)};
    }
    return made;
}

static void put(polygon *ring, const placement *where) {
    for (uint32_t i = 0; i < ring->count; i++) {
        ring->corners[i] = place(where, ring->corners[i]);
    }
}

/// Adds a ring from any of its corners on, in either direction.
static void add_polygon(cw_random *random, cw_plan *plan, uint32_t number, const polygon *ring) {
    cw_vec2 turned[MOST_CORNERS];
    uint32_t first = cw_random_below(random, ring->count);
    bool back = cw_random_below(random, 2);
    for (uint32_t i = 0; i < ring->count; i++) {
        uint32_t from = (back ? ring->count - 1 - i : i) + first;
        turned[i] = ring->corners[from % ring->count];
    }
    assert_int_equal(cw_plan_add(context, plan, CW_RING_OUTER, number, turned, ring->count), CW_OK);
}

/// Cuts a convex polygon in two, between points of two of its sides.
static void cut(cw_random *random, polygon *part, polygon *other) {
    polygon whole = *part;
    uint32_t i = cw_random_below(random, whole.count);
    uint32_t j = (i + 1 + cw_random_below(random, whole.count - 1)) % whole.count;
    uint32_t first = i < j ? i : j, second = i < j ? j : i;
    cw_vec2 p =
        between(whole.corners[first], whole.corners[first + 1], cw_random_range(random, 0.1, 0.9));
    cw_vec2 q = between(whole.corners[second], whole.corners[(second + 1) % whole.count],
                        cw_random_range(random, 0.1, 0.9));
    /* `part` gets p, q and the corners after q; `other` the corners from p to q. */
    *part = *other = (polygon){.count = 0};
    for (uint32_t k = 0; k < whole.count; k++) {
        polygon *side = k > first && k <= second ? other : part;
        side->corners[side->count++] = whole.corners[k];
        if (k == first || k == second) {
            part->corners[part->count++] = k == first ? p : q;
            other->corners[other->count++] = k == first ? p : q;
        }
    }
}

// --- judging surfaces ----------------------------------------------------------------------------

static uint32_t find_root(uint32_t *parents, uint32_t t) {
    while (parents[t] != t) {
        t = parents[t] = parents[parents[t]];
    }
    return t;
}

static uint32_t count_islands(const cw_surface *surface) {
    uint32_t count = surface->triangle_count, *parents = malloc(count * sizeof *parents);
    for (uint32_t t = 0; t < count; t++) {
        parents[t] = t;
    }
    uint32_t islands = count;
    for (uint32_t h = 0; h < 3 * count; h++) {
        if (surface->twins[h] != CW_NONE) {
            uint32_t a = find_root(parents, h / 3), b = find_root(parents, surface->twins[h] / 3);
            islands -= a != b;
            parents[a] = b;
        }
    }
    free(parents);
    return islands;
}

static double wall_length(const cw_surface *surface) {
    double sum = 0;
    for (uint32_t h = 0; h < 3 * surface->triangle_count; h++) {
        if (surface->twins[h] == CW_NONE) {
            uint32_t next = h % 3 == 2 ? h - 2 : h + 1;
            cw_point a = surface->points[surface->corners[h]];
            cw_point b = surface->points[surface->corners[next]];
            sum += hypot((double)(b.x - a.x), (double)(b.y - a.y));
        }
    }
    return sum * ldexp(surface->lattice.step, -CW_LATTICE_FINE_BITS);
}

static void print_plan(const cw_plan *plan) {
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        print_message("ring %u, kind %d:", r, (int)plan->rings[r].kind);
        for (uint32_t i = 0; i < plan->rings[r].count; i++) {
            cw_vec2 p = plan->points[plan->rings[r].first + i];
            print_message(" (%.17g, %.17g)", p.x, p.y);
        }
        print_message("\n");
    }
}

/// Makes the surface of a plan: valid, and a valid mesh comes of it. True if it has as many islands
/// and as long walls as expected.
static bool is_as_expected(const cw_plan *plan, const cw_surface_config *config, uint32_t islands,
                           double walls) {
    OWNED(cw_surface) surface;
    OWNED(cw_navmesh) mesh;
    if (cw_surface_from_plan(context, plan, config, &surface) != CW_OK ||
        cw_surface_validate(context, &surface) != CW_OK ||
        cw_navmesh_build(context, &surface, NULL, &mesh) != CW_OK ||
        cw_navmesh_validate(context, &mesh) != CW_OK) {
        print_plan(plan);
        fail_msg("%s", cw_context_message(context));
    }
    double slack = DRIFT * surface.lattice.step * (plan->point_count + 1);
    return count_islands(&surface) == islands && fabs(wall_length(&surface) - walls) <= slack;
}

/// Counts what went wrong, shows the first of it, and frees the plan.
static void judge(cw_plan *plan, const cw_surface_config *config, uint32_t islands, double walls,
                  uint32_t *wrong) {
    if (!is_as_expected(plan, config, islands, walls) && (*wrong)++ == 0) {
        print_plan(plan);
    }
    cw_plan_free(context, plan);
}

static void expect_none_wrong(uint32_t wrong, uint32_t trials) {
    if (wrong > 0) {
        fail_msg("%u of %u plans are wrong", wrong, trials);
    }
}

// --- tests ---------------------------------------------------------------------------------------

/// Corners in decimals of three digits, exactly on the side before they become doubles.
TEST(a_corner_on_a_slanted_side_joins_two_floors) {
    cw_random random = {1};
    uint32_t wrong = 0, trials = 3000;
    for (uint32_t k = 0; k < trials; k++) {
        double low = 5000 + 10.0 * cw_random_below(&random, 100), t = cw_random_below(&random, 99);
        double slant = 100.0 * cw_random_below(&random, 20) - 1000;
        cw_vec2 a = {low / 1000, 0}, b = {(low + slant) / 1000, 10};
        cw_vec2 v = {(low + slant * (t + 1) / 100) / 1000, (t + 1) / 10};
        cw_plan plan = {0};
        polygon left = {{{0, 0}, a, b, {0, 10}}, 4};
        polygon right = {{a, {12, 0}, {12, 10}, b, v}, 5};
        add_polygon(&random, &plan, 0, k % 2 ? &left : &right);
        add_polygon(&random, &plan, 1, k % 2 ? &right : &left);
        judge(&plan, NULL, 1, 44, &wrong);
    }
    expect_none_wrong(wrong, trials);
}

/// Both floors have corners of their own on the side, and some in common.
TEST(any_corners_on_a_common_side_join_two_floors) {
    cw_random random = {2};
    uint32_t wrong = 0, trials = 3000;
    for (uint32_t k = 0; k < trials; k++) {
        placement where = make_placement(&random);
        cw_vec2 a = place(&where, (cw_vec2){5 + cw_random_unit(&random), 0});
        cw_vec2 b = place(&where, (cw_vec2){5 + cw_random_unit(&random), 10});
        polygon left = {{place(&where, (cw_vec2){0, 0}), a}, 2};
        polygon right = {{place(&where, (cw_vec2){12, 10}), place(&where, (cw_vec2){12, 0}), a}, 3};
        uint32_t corners = 1 + cw_random_below(&random, 8);
        for (uint32_t i = 0; i < corners; i++) {
            cw_vec2 v = between(a, b, (i + cw_random_range(&random, 0.1, 0.9)) / corners);
            uint32_t owner = cw_random_below(&random, 3);
            if (owner != 0) {
                left.corners[left.count++] = v;
            }
            if (owner != 1) {
                right.corners[right.count++] = v;
            }
        }
        left.corners[left.count++] = b;
        left.corners[left.count++] = place(&where, (cw_vec2){0, 10});
        right.corners[right.count++] = b;
        cw_plan plan = {0};
        add_polygon(&random, &plan, 0, k % 2 ? &left : &right);
        add_polygon(&random, &plan, 1, k % 2 ? &right : &left);
        judge(&plan, NULL, 1, 44, &wrong);
    }
    expect_none_wrong(wrong, trials);
}

/// Parcels: a polygon cut in two, a part of it again, and so on; corners of two parts lie on the
/// side of a third, which does not know of them.
static uint32_t make_parcels(cw_random *random, polygon *parts, double *walls) {
    placement where = make_placement(random);
    bool put_first = cw_random_below(random, 2);
    uint32_t count = 1, wanted = 2 + cw_random_below(random, MOST_PARTS - 2);
    parts[0] = make_convex(random);
    *walls = perimeter(&parts[0]);
    if (put_first) {
        put(&parts[0], &where);
    }
    for (; count < wanted; count++) {
        uint32_t largest = 0;
        for (uint32_t i = 1; i < count; i++) {
            largest = perimeter(&parts[i]) > perimeter(&parts[largest]) ? i : largest;
        }
        cut(random, &parts[largest], &parts[count]);
    }
    for (uint32_t i = 0; i < count && !put_first; i++) {
        put(&parts[i], &where);
    }
    return count;
}

static void shuffle(cw_random *random, polygon *parts, uint32_t count) {
    for (uint32_t i = count; i-- > 1;) {
        uint32_t j = cw_random_below(random, i + 1);
        polygon swap = parts[i];
        parts[i] = parts[j];
        parts[j] = swap;
    }
}

static cw_plan parcel_plan(cw_random *random, polygon *parts, uint32_t count) {
    cw_plan plan = {0};
    shuffle(random, parts, count);
    for (uint32_t i = 0; i < count; i++) {
        add_polygon(random, &plan, i, &parts[i]);
    }
    return plan;
}

TEST(parcels_of_a_floor_are_that_floor) {
    cw_random random = {3};
    uint32_t wrong = 0, trials = 4000;
    static polygon parts[MOST_PARTS];
    for (uint32_t k = 0; k < trials; k++) {
        double walls;
        uint32_t count = make_parcels(&random, parts, &walls);
        cw_plan plan = parcel_plan(&random, parts, count);
        judge(&plan, NULL, 1, walls, &wrong);
    }
    expect_none_wrong(wrong, trials);
}

/// Where the plan is large against the resolution of its lattice, nearly nothing is on the lattice.
TEST(parcels_on_a_given_lattice_are_one_floor) {
    cw_random random = {4};
    uint32_t wrong = 0, trials = 2000;
    static polygon parts[MOST_PARTS];
    for (uint32_t k = 0; k < trials; k++) {
        double walls, step = ldexp(1, -16 - (int)cw_random_below(&random, 5));
        uint32_t count = make_parcels(&random, parts, &walls);
        cw_plan plan = parcel_plan(&random, parts, count);
        cw_surface_config config = {step, floor(plan.points[0].x) - 200,
                                    floor(plan.points[0].y) - 200, 0};
        judge(&plan, &config, 1, walls, &wrong);
    }
    expect_none_wrong(wrong, trials);
}

static int compare_walls(const void *a, const void *b) {
    return memcmp(a, b, 2 * sizeof(cw_point));
}

/// The walls of a surface, in an order of their own.
static uint32_t list_walls(const cw_plan *plan, cw_point (**walls)[2]) {
    uint32_t count = 0;
    OWNED(cw_surface) surface = surface_of_plan(context, plan);
    *walls = calloc(3 * surface.triangle_count, sizeof **walls);
    for (uint32_t h = 0; h < 3 * surface.triangle_count; h++) {
        if (surface.twins[h] == CW_NONE) {
            uint32_t next = h % 3 == 2 ? h - 2 : h + 1;
            (*walls)[count][0] = surface.points[surface.corners[h]];
            (*walls)[count++][1] = surface.points[surface.corners[next]];
        }
    }
    qsort(*walls, count, sizeof **walls, compare_walls);
    return count;
}

TEST(the_order_of_parcels_does_not_matter) {
    cw_random random = {5};
    static polygon parts[MOST_PARTS];
    for (uint32_t k = 0; k < 1000; k++) {
        double unused;
        uint32_t count = make_parcels(&random, parts, &unused);
        OWNED(cw_plan) one = parcel_plan(&random, parts, count);
        OWNED(cw_plan) two = parcel_plan(&random, parts, count);
        cw_point(*walls)[2], (*again)[2];
        uint32_t wall_count = list_walls(&one, &walls);
        assert_int_equal(list_walls(&two, &again), wall_count);
        assert_memory_equal(walls, again, wall_count * sizeof *walls);
        free(walls);
        free(again);
    }
}

/// A hall between two slanted walls, with barriers from one to the other, from left to right; some
/// of them with a corner between, and some with a cross wall that ends on two of them.
TEST(barriers_between_slanted_walls_leave_no_gap) {
    cw_random random = {6};
    uint32_t wrong = 0, trials = 5000;
    for (uint32_t k = 0; k < trials; k++) {
        placement where = make_placement(&random);
        polygon hall = {{{0, cw_random_unit(&random)},
                         {10, cw_random_unit(&random)},
                         {10, 10 + cw_random_unit(&random)},
                         {0, 10 + cw_random_unit(&random)}},
                        4};
        put(&hall, &where);
        cw_plan plan = {0};
        add_polygon(&random, &plan, 0, &hall);
        uint32_t barriers = 1 + cw_random_below(&random, 5), islands = 1;
        double walls = perimeter(&hall);
        cw_vec2 last[2] = {hall.corners[0], hall.corners[3]};
        for (uint32_t i = 0; i < barriers; i++) {
            double t = (i + cw_random_range(&random, 0.2, 0.8)) / barriers;
            double u = (i + cw_random_range(&random, 0.2, 0.8)) / barriers;
            cw_vec2 line[2] = {between(hall.corners[0], hall.corners[1], t),
                               between(hall.corners[3], hall.corners[2], u)};
            cw_plan_add(context, &plan, CW_RING_BARRIER, 0, line, 2);
            walls += 2 * distance(line[0], line[1]);
            islands++;
            if (cw_random_below(&random, 2)) {
                cw_vec2 bar[2] = {between(last[0], last[1], cw_random_range(&random, 0.1, 0.9)),
                                  between(line[0], line[1], cw_random_range(&random, 0.1, 0.9))};
                cw_plan_add(context, &plan, CW_RING_BARRIER, 0, bar, 2);
                walls += 2 * distance(bar[0], bar[1]);
                islands++;
            }
            memcpy(last, line, sizeof last);
        }
        judge(&plan, NULL, islands, walls, &wrong);
    }
    expect_none_wrong(wrong, trials);
}

/// The common corners of two floors are off by the last bit, on both sides of a border of pixels.
TEST(corners_that_differ_in_the_last_bit_are_one) {
    cw_random random = {7};
    uint32_t wrong = 0, trials = 2000;
    for (uint32_t k = 0; k < trials; k++) {
        double step = 0x1p-12;
        cw_surface_config config = {step, -1, -1, 0};
        cw_vec2 a = {5 + step * (cw_random_below(&random, 4096) + 0.5), 0};
        cw_vec2 b = {5 + step * (cw_random_below(&random, 4096) + 0.5), 10 + 0.5 * step};
        cw_vec2 c = {nextafter(a.x, 0), a.y}, d = {nextafter(b.x, 0), nextafter(b.y, 0)};
        cw_vec2 v = between(a, b, cw_random_unit(&random));
        polygon left = {{{0, 0}, c, d, {0, 10}}, 4};
        polygon right = {{a, {12, 0}, {12, 10}, b, v}, 5};
        cw_plan plan = {0};
        add_polygon(&random, &plan, 0, k % 2 ? &left : &right);
        add_polygon(&random, &plan, 1, k % 2 ? &right : &left);
        judge(&plan, &config, 1, 44, &wrong);
    }
    expect_none_wrong(wrong, trials);
}

/// A corner as two programs may have computed it: off by a last bit, or not.
static cw_vec2 shake(cw_random *random, cw_vec2 p) {
    uint32_t x = cw_random_below(random, 3), y = cw_random_below(random, 3);
    return (cw_vec2){x == 0 ? p.x : nextafter(p.x, x == 1 ? -1e9 : 1e9),
                     y == 0 ? p.y : nextafter(p.y, y == 1 ? -1e9 : 1e9)};
}

/// Small plans far away, where the last bit of a coordinate is a share of a step, or a whole one.
TEST(corners_off_by_a_last_bit_far_away_are_one) {
    cw_random random = {9};
    uint32_t wrong = 0, trials = 3000;
    for (uint32_t k = 0; k < trials; k++) {
        placement where = make_placement(&random);
        where.offset = (cw_vec2){500000, 5400000};
        double size = pow(2, cw_random_range(&random, -3, 5));
        cw_vec2 corners[6] = {{0, 0}, {5, 0}, {12, 0}, {12, 10}, {5.3 + k % 5, 10}, {0, 10}};
        for (uint32_t i = 0; i < 6; i++) {
            corners[i] = place(&where, (cw_vec2){size * corners[i].x, size * corners[i].y});
        }
        cw_vec2 a = corners[1], b = corners[4];
        cw_vec2 v = between(a, b, cw_random_range(&random, 0.1, 0.9));
        polygon left = {{corners[0], shake(&random, a), shake(&random, b), corners[5]}, 4};
        polygon right = {{a, corners[2], corners[3], b, v}, 5};
        cw_plan plan = {0};
        add_polygon(&random, &plan, 0, k % 2 ? &left : &right);
        add_polygon(&random, &plan, 1, k % 2 ? &right : &left);
        judge(&plan, NULL, 1, 44 * size, &wrong);
    }
    expect_none_wrong(wrong, trials);
}

/// Adds triangles that lie across the sides of parcels.
static void add_obstacles(cw_plan *plan, const polygon *obstacles, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        put_ring(context, plan, CW_RING_OBSTACLE, obstacles[i].corners, obstacles[i].count);
    }
}

TEST(obstacles_across_parcels_open_no_slits) {
    cw_random random = {8};
    uint32_t wrong = 0, trials = 4000;
    static polygon parts[MOST_PARTS];
    for (uint32_t k = 0; k < trials; k++) {
        polygon whole = make_convex(&random), obstacles[4];
        placement where = make_placement(&random);
        put(&whole, &where);
        cw_vec2 center = {0, 0};
        for (uint32_t i = 0; i < whole.count; i++) {
            center.x += whole.corners[i].x / whole.count;
            center.y += whole.corners[i].y / whole.count;
        }
        double size = distance(center, whole.corners[0]);
        uint32_t obstacle_count = 1 + cw_random_below(&random, 4), count = 1;
        for (uint32_t i = 0; i < obstacle_count; i++) {
            obstacles[i].count = 3;
            for (uint32_t j = 0; j < 3; j++) {
                obstacles[i].corners[j] =
                    (cw_vec2){center.x + size * cw_random_range(&random, -0.8, 0.8),
                              center.y + size * cw_random_range(&random, -0.8, 0.8)};
            }
        }
        parts[0] = whole;
        for (uint32_t wanted = 2 + cw_random_below(&random, 10); count < wanted; count++) {
            cut(&random, &parts[cw_random_below(&random, count)], &parts[count]);
        }
        OWNED(cw_plan) simple = {0};
        add_polygon(&random, &simple, 0, &whole);
        add_obstacles(&simple, obstacles, obstacle_count);
        OWNED(cw_surface) surface;
        if (cw_surface_from_plan(context, &simple, NULL, &surface) == CW_OK) {
            cw_plan plan = parcel_plan(&random, parts, count);
            add_obstacles(&plan, obstacles, obstacle_count);
            judge(&plan, NULL, count_islands(&surface), wall_length(&surface), &wrong);
        }
    }
    expect_none_wrong(wrong, trials);
}

/// A floor right of a line through the middle, that goes from one decimal to another.
static polygon half_of_disc(cw_random *random, double angle) {
    const double far = 40;
    cw_vec2 along = {floor(10 * cos(angle) + 0.5) / 10, floor(10 * sin(angle) + 0.5) / 10};
    double back = 1 + cw_random_below(random, 9), ahead = 1 + cw_random_below(random, 9);
    cw_vec2 out = {far * sin(angle), -far * cos(angle)};
    cw_vec2 from = {-back * along.x, -back * along.y}, to = {ahead * along.x, ahead * along.y};
    cw_vec2 low = {-far * along.x + out.x, -far * along.y + out.y};
    cw_vec2 high = {far * along.x + out.x, far * along.y + out.y};
    return (polygon){{from, low, high, to}, 4};
}

/// How many borders a surface has: its outline, and holes.
static uint32_t count_borders(const cw_surface *surface) {
    uint32_t count = 0, walls = 3 * surface->triangle_count;
    bool *done = calloc(walls, sizeof *done);
    for (uint32_t start = 0; start < walls; start++) {
        count += surface->twins[start] == CW_NONE && !done[start];
        for (uint32_t h = start; surface->twins[h] == CW_NONE && !done[h];) {
            done[h] = true;
            h = h % 3 == 2 ? h - 2 : h + 1;
            while (surface->twins[h] != CW_NONE) {
                h = surface->twins[h];
                h = h % 3 == 2 ? h - 2 : h + 1;
            }
        }
    }
    free(done);
    return count;
}

/// Floors whose sides all go through one point and that leave nothing free around it.
TEST(floors_that_meet_in_a_point_leave_no_hole_there) {
    cw_random random = {10};
    uint32_t wrong = 0, trials = 3000;
    for (uint32_t k = 0; k < trials; k++) {
        placement where = make_placement(&random);
        cw_vec2 middle = {cw_random_below(&random, 100) / 10.0,
                          cw_random_below(&random, 100) / 10.0};
        uint32_t count = 3 + cw_random_below(&random, 4);
        double first = cw_random_range(&random, -PI, PI);
        OWNED(cw_plan) plan = {0};
        for (uint32_t i = 0; i < count; i++) {
            double jitter = cw_random_range(&random, -0.3, 0.3);
            polygon floor = half_of_disc(&random, first + 2 * PI * (i + jitter) / count);
            for (uint32_t c = 0; c < 4; c++) {
                floor.corners[c].x += middle.x;
                floor.corners[c].y += middle.y;
            }
            put(&floor, &where);
            add_polygon(&random, &plan, i, &floor);
        }
        OWNED(cw_surface) surface = surface_of_plan(context, &plan);
        assert_int_equal(cw_surface_validate(context, &surface), CW_OK);
        if (count_borders(&surface) != 1 && wrong++ == 0) {
            print_plan(&plan);
        }
    }
    expect_none_wrong(wrong, trials);
}

/// In decimals. On the lattice the three sides cross in three places, with a triangle between them.
TEST(three_floors_meet_at_3_4_2_9) {
    const cw_vec2 left[] = {{2.6, 1.3}, {5, 6.1}, {-20, 6.1}, {-20, 1.3}};
    const cw_vec2 right[] = {{3.8, 1.3}, {20, 1.3}, {20, 6.1}, {2.6, 6.1}};
    OWNED(cw_plan) plan = {0};
    put_box(context, &plan, CW_RING_OUTER, -20, -17.1, 20, 2.9);
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_OUTER, 1, left, 4), CW_OK);
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_OUTER, 2, right, 4), CW_OK);
    OWNED(cw_surface) surface = surface_of_plan(context, &plan);
    assert_int_equal(count_borders(&surface), 1);
}

TEST_GROUP(make_context, free_context);
