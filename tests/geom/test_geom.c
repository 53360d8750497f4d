/// Exact signs, rounding, angles, the lattice and orders, each against a slow and obvious version.
#include "big.h"
#include "geom/angle.h"
#include "geom/half_turns.h"
#include "geom/lattice.h"
#include "geom/order.h"
#include "geom/predicates.h"
#include "scenes.h"
#include "test.h"

enum { COARSE_LIMIT = 1 << CW_LATTICE_COARSE_BITS };

static int64_t random_in(cw_random *random, int64_t low, int64_t high) {
    return low + (int64_t)(cw_random_next(random) % (uint64_t)(high - low + 1));
}

static cw_point random_point(cw_random *random, int64_t limit) {
    return (cw_point){random_in(random, 0, limit - 1), random_in(random, 0, limit - 1)};
}

/// A point near the segment between two others: exactly on it, or off by a unit.
static cw_point near_segment(cw_random *random, cw_point a, cw_point b) {
    int64_t parts = random_in(random, 1, 16), part = random_in(random, 0, parts);
    return (cw_point){a.x + (b.x - a.x) / parts * part + random_in(random, -1, 1),
                      a.y + (b.y - a.y) / parts * part + random_in(random, -1, 1)};
}

static bool in_box(cw_point p, int64_t limit) {
    return p.x >= 0 && p.x < limit && p.y >= 0 && p.y < limit;
}

TEST(orientation_is_exact_over_the_whole_fine_lattice) {
    cw_random random = {1};
    int on_line = 0;
    for (int i = 0; i < 30000; i++) {
        int64_t limit = (int64_t)1 << random_in(&random, 2, 61);
        cw_point a = random_point(&random, limit), b = random_point(&random, limit);
        cw_point c = i % 2 ? random_point(&random, limit) : near_segment(&random, a, b);
        if (!in_box(c, (int64_t)1 << 61)) {
            continue;
        }
        int sign = big_orient_points(a, b, c);
        assert_int_equal(cw_orient(a, b, c), sign);
        assert_int_equal(cw_orient(b, c, a), sign);
        assert_int_equal(cw_orient(b, a, c), -sign);
        on_line += sign == 0;
    }
    assert_true(on_line > 100);
    int64_t top = ((int64_t)1 << 61) - 1;
    assert_int_equal(cw_orient((cw_point){0, 0}, (cw_point){top, top}, (cw_point){top - 1, top}),
                     1);
    assert_int_equal(cw_orient((cw_point){0, top}, (cw_point){top, 0}, (cw_point){top, top}), 1);
    assert_int_equal(cw_orient((cw_point){0, top}, (cw_point){top, 0}, (cw_point){1, top - 1}), 0);
}

/// Four points of one circle: images of a lattice vector under quarter turns and mirrors.
static void cocircular(cw_random *random, int64_t limit, cw_point corners[4]) {
    int64_t r = limit / 2 - 1, x = random_in(random, 0, r), y = random_in(random, 0, r);
    cw_point ring[8] = {{x, y}, {-y, x}, {-x, -y}, {y, -x}, {y, x}, {-x, y}, {-y, -x}, {x, -y}};
    for (int i = 0; i < 4; i++) {
        corners[i] = ring[cw_random_below(random, 8)];
        corners[i].x += r;
        corners[i].y += r;
    }
}

TEST(in_circle_is_exact_over_the_whole_coarse_lattice) {
    cw_random random = {2};
    int on_circle = 0;
    for (int i = 0; i < 20000; i++) {
        int64_t limit = (int64_t)1 << random_in(&random, 2, CW_LATTICE_COARSE_BITS);
        cw_point p[4];
        for (int k = 0; k < 4; k++) {
            p[k] = random_point(&random, limit);
        }
        if (i % 2) {
            cocircular(&random, limit, p);
            p[3].x += i % 4 == 1 ? 0 : random_in(&random, 0, 1);
        }
        int sign = big_incircle_points(p[0], p[1], p[2], p[3]);
        assert_int_equal(cw_incircle(p[0], p[1], p[2], p[3]), sign);
        assert_int_equal(cw_incircle(p[1], p[2], p[0], p[3]), sign);
        on_circle += sign == 0;
    }
    assert_true(on_circle > 1000);
    int64_t top = COARSE_LIMIT - 1;
    cw_point box[4] = {{0, 0}, {top, 0}, {top, top}, {0, top}};
    assert_int_equal(cw_incircle(box[0], box[1], box[2], box[3]), 0);
    assert_int_equal(cw_incircle(box[0], box[1], box[2], (cw_point){1, top}), 1);
}

TEST(a_sure_in_circle_is_never_wrong) {
    cw_random random = {3};
    int sure = 0, inside = 0;
    for (int i = 0; i < 20000; i++) {
        int64_t limit = (int64_t)1 << random_in(&random, 4, 61);
        cw_point p[4];
        for (int k = 0; k < 4; k++) {
            p[k] = random_point(&random, limit);
        }
        if (i % 2) {
            cocircular(&random, limit, p);
            p[3].x += random_in(&random, -2, 2) * (1 + limit / ((int64_t)1 << 40));
            p[3].x = p[3].x < 0 ? 0 : p[3].x;
        }
        int sign = big_incircle_points(p[0], p[1], p[2], p[3]);
        bool surely = cw_incircle_surely(p[0], p[1], p[2], p[3]);
        assert_false(surely && sign <= 0);
        sure += surely;
        inside += sign > 0;
    }
    assert_true(sure > inside / 2); /* it would be useless otherwise */
}

// --- the signs of others, from ../shared/data/predicates -----------------------------------------

/// The shift that makes the smallest bit of all numbers a whole number.
static int common_shift(const double *numbers, int count) {
    int shift = 0;
    for (int i = 0; i < count; i++) {
        double value = numbers[i];
        while (ldexp(value, shift) != floor(ldexp(value, shift))) {
            shift++;
        }
    }
    return shift;
}

/// Puts numbers on a lattice of the given size, as closely as it allows.
static void scale_to(const double *numbers, int count, double size, cw_point *points) {
    double most = 0;
    for (int i = 0; i < count; i++) {
        most = fmax(most, fabs(numbers[i]));
    }
    for (int i = 0; i < count / 2; i++) {
        points[i].x = (int64_t)floor((numbers[2 * i] / most + 1) * (size / 2 - 1));
        points[i].y = (int64_t)floor((numbers[2 * i + 1] / most + 1) * (size / 2 - 1));
    }
}

static void compare_line(const double *numbers, int count, int sign) {
    big exact[8];
    int shift = common_shift(numbers, count);
    for (int i = 0; i < count; i++) {
        exact[i] = big_from_double(numbers[i], shift);
    }
    cw_point p[4];
    if (count == 6) {
        assert_int_equal(big_orient(exact, exact + 2, exact + 4), sign);
        scale_to(numbers, count, 0x1p61, p);
        assert_int_equal(cw_orient(p[0], p[1], p[2]), big_orient_points(p[0], p[1], p[2]));
    } else {
        assert_int_equal(big_incircle(exact, exact + 2, exact + 4, exact + 6), sign);
        scale_to(numbers, count, COARSE_LIMIT, p);
        assert_int_equal(cw_incircle(p[0], p[1], p[2], p[3]),
                         big_incircle_points(p[0], p[1], p[2], p[3]));
    }
}

/// The coordinates of those files span 180 bits, so none fits the lattice as it is: they prove the
/// slow version, and that one proves the fast one on the same points scaled to the lattice.
static void compare_file(const char *name, int count) {
    char path[1024], line[512];
    snprintf(path, sizeof path, "%s/predicates/%s", CW_SHARED_DATA, name);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        print_message("%s is not there: skipped\n", path);
        skip();
    }
    int lines = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        double numbers[9];
        char *rest = line;
        strtol(rest, &rest, 10);
        for (int i = 0; i <= count; i++) {
            numbers[i] = strtod(rest, &rest);
        }
        compare_line(numbers, count, (int)numbers[count]);
        lines++;
    }
    fclose(file);
    assert_true(lines >= 1000);
}

TEST(orientation_has_the_signs_of_robust_predicates) {
    compare_file("orient2d.txt", 6);
}

TEST(in_circle_has_the_signs_of_robust_predicates) {
    compare_file("incircle.txt", 8);
}

// --- crossings and pixels ------------------------------------------------------------------------

static int64_t cross_of(cw_point a, cw_point b) {
    return a.x * b.y - a.y * b.x;
}

/// True when `rounded` is floor(numerator / denominator + 1/2).
static bool is_rounded(big numerator, big denominator, int64_t rounded) {
    if (denominator.sign < 0) {
        numerator.sign = -numerator.sign;
        denominator.sign = 1;
    }
    big twice = big_add(numerator, numerator);
    return big_compare(twice, big_mul(big_from(2 * rounded - 1), denominator)) >= 0 &&
           big_compare(twice, big_mul(big_from(2 * rounded + 1), denominator)) < 0;
}

/// By Cramer's rule on the two lines, which is not how the library does it.
static bool is_crossing(cw_point a, cw_point b, cw_point c, cw_point d, cw_point rounded) {
    big ab = big_from(cross_of(a, b)), cd = big_from(cross_of(c, d));
    cw_point u = {a.x - b.x, a.y - b.y}, v = {c.x - d.x, c.y - d.y};
    big whole = big_from(cross_of(u, v));
    big x = big_sub(big_mul(ab, big_from(v.x)), big_mul(big_from(u.x), cd));
    big y = big_sub(big_mul(ab, big_from(v.y)), big_mul(big_from(u.y), cd));
    return is_rounded(x, whole, rounded.x) && is_rounded(y, whole, rounded.y);
}

static bool in_bounds(cw_point p, cw_point a, cw_point b) {
    return p.x >= (a.x < b.x ? a.x : b.x) && p.x <= (a.x < b.x ? b.x : a.x) &&
           p.y >= (a.y < b.y ? a.y : b.y) && p.y <= (a.y < b.y ? b.y : a.y);
}

TEST(a_crossing_is_rounded_to_the_nearest_lattice_point) {
    cw_random random = {4};
    int crossings = 0;
    for (int i = 0; i < 60000; i++) {
        int64_t limit = (int64_t)1 << random_in(&random, 2, CW_LATTICE_COARSE_BITS);
        cw_point a = random_point(&random, limit), b = random_point(&random, limit);
        cw_point c = random_point(&random, limit), d = random_point(&random, limit);
        if (i % 3 == 0) { /* nearly parallel */
            c = (cw_point){a.x + random_in(&random, -1, 1), a.y + random_in(&random, -1, 1)};
            d = (cw_point){b.x + random_in(&random, -1, 1), b.y + random_in(&random, -1, 1)};
        }
        bool parallel =
            cross_of((cw_point){b.x - a.x, b.y - a.y}, (cw_point){d.x - c.x, d.y - c.y}) == 0;
        if (parallel || cw_orient(a, b, c) * cw_orient(a, b, d) > 0 ||
            cw_orient(c, d, a) * cw_orient(c, d, b) > 0) {
            continue;
        }
        cw_point crossing = cw_round_crossing(a, b, c, d);
        assert_true(is_crossing(a, b, c, d, crossing));
        assert_true(in_bounds(crossing, a, b) && in_bounds(crossing, c, d));
        crossings++;
    }
    assert_true(crossings > 10000);
}

/// Narrows low < t < high by |from + t step| < 1/2.
static void narrow(int64_t from, int64_t step, double *low, double *high) {
    if (step == 0) {
        *high = from == 0 ? *high : -INFINITY;
        return;
    }
    double first = (-0.5 - (double)from) / (double)step, last = (0.5 - (double)from) / (double)step;
    *low = fmax(*low, fmin(first, last));
    *high = fmin(*high, fmax(first, last));
}

/// The open square around u and the closed segment, by clipping. Fractions of numbers below 100
/// are equal or differ by far more than rounding.
static bool slow_pixel_meets(cw_point u, cw_point a, cw_point b) {
    double low = -INFINITY, high = INFINITY;
    narrow(a.x - u.x, b.x - a.x, &low, &high);
    narrow(a.y - u.y, b.y - a.y, &low, &high);
    return low < high - 1e-9 && low < 1 - 1e-9 && high > 1e-9;
}

TEST(a_pixel_meets_a_segment_where_clipping_says_so) {
    cw_random random = {5};
    int met = 0;
    for (int i = 0; i < 300000; i++) {
        int64_t limit = 3 + (int64_t)cw_random_below(&random, 40);
        cw_point a = random_point(&random, limit), b = random_point(&random, limit);
        cw_point u = random_point(&random, limit);
        if (a.x == b.x && a.y == b.y) {
            continue;
        }
        bool meets = cw_pixel_meets(u, a, b);
        if (meets != slow_pixel_meets(u, a, b)) {
            fail_msg("pixel (%" PRId64 ", %" PRId64 "), segment (%" PRId64 ", %" PRId64
                     ") - (%" PRId64 ", %" PRId64 "): %d",
                     u.x, u.y, a.x, a.y, b.x, b.y, meets);
        }
        met += meets;
    }
    assert_true(met > 10000);
    cw_point far = {COARSE_LIMIT - 1, COARSE_LIMIT - 2};
    assert_true(cw_pixel_meets((cw_point){far.x / 2, far.y / 2}, (cw_point){0, 0}, far));
    assert_false(cw_pixel_meets((cw_point){far.x, 0}, (cw_point){0, 0}, far));
}

// --- angles --------------------------------------------------------------------------------------

static void assert_angle(double x, double y) {
    double error = fabs(cw_angle(x, y) - atan2(y, x));
    if (!(error <= 1e-14)) {
        fail_msg("the angle of (%.17g, %.17g) is off by %g", x, y, error);
    }
}

static void assert_unit_angle(double x, double y) {
    double error = fabs(cw_unit_angle(x, y) - atan2(y, x));
    if (!(error <= 2e-15)) {
        fail_msg("the angle of the unit vector (%.17g, %.17g) is off by %g", x, y, error);
    }
}

TEST(an_angle_of_a_unit_vector_is_that_of_the_c_library) {
    cw_random random = {8};
    for (int i = 0; i < 200000; i++) {
        double angle = cw_random_range(&random, -CW_PI, CW_PI);
        assert_unit_angle(cos(angle), sin(angle));
        double small = ldexp(cw_random_unit(&random) - 0.5, -(int)random_in(&random, 20, 60));
        assert_unit_angle(1, small);
        assert_unit_angle(-1, small);
        assert_unit_angle(small, 1);
        assert_unit_angle(small, -1);
    }
    // In between the steps of its table, and an eighth of a turn, longer than 1 by rounding.
    for (int i = -64; i <= 64; i++) {
        double sine = (i + 0.5) / 64.5, cosine = sqrt(1 - sine * sine);
        assert_unit_angle(cosine, sine);
        assert_unit_angle(-sine, cosine);
    }
    double eighth = sqrt(0.5) * (1 + 0x1p-51);
    assert_unit_angle(eighth, eighth);
    assert_unit_angle(-eighth, -eighth);
    // No vector at all leads to no number, but not out of the table.
    assert_true(isnan(cw_unit_angle(NAN, 1)));
}

TEST(an_angle_is_that_of_the_c_library) {
    cw_random random = {6};
    for (int i = 0; i < 200000; i++) {
        double angle = cw_random_range(&random, -CW_PI, CW_PI);
        double length = ldexp(1, (int)random_in(&random, -100, 100));
        assert_angle(length * cos(angle), length * sin(angle));
        assert_angle(1, ldexp(cw_random_unit(&random) - 0.5, -(int)random_in(&random, 0, 60)));
        assert_angle(ldexp(cw_random_unit(&random) - 0.5, -(int)random_in(&random, 0, 60)), -1);
    }
    const double axis[][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    for (int i = 0; i < 8; i++) {
        assert_angle(axis[i][0], axis[i][1]);
    }
    assert_true(cw_angle(0, 0) == 0);
}

TEST(a_turn_is_measured_counter_clockwise) {
    cw_random random = {7};
    for (int i = 0; i < 20000; i++) {
        int64_t limit = (int64_t)1 << random_in(&random, 2, 60);
        cw_point u = {random_in(&random, -limit, limit), random_in(&random, -limit, limit)};
        cw_point v = {random_in(&random, -limit, limit), random_in(&random, -limit, limit)};
        if ((u.x == 0 && u.y == 0) || (v.x == 0 && v.y == 0)) {
            continue;
        }
        double slow = atan2((double)v.y, (double)v.x) - atan2((double)u.y, (double)u.x);
        double turn = cw_turn_angle(u, v);
        assert_true(turn > -CW_PI - 1e-15 && turn <= CW_PI);
        double gap = fabs(remainder(turn - slow, 2 * CW_PI));
        assert_true(gap <= 1e-14);
    }
    assert_true(cw_turn_angle((cw_point){1, 0}, (cw_point){-1, 0}) == CW_PI);
}

/// The nth of 8 * `side` directions to the border of a square, counter-clockwise: the opposite one
/// is 4 * `side` further.
static cw_point direction_around(int64_t side, uint64_t n, int64_t scale) {
    int64_t along = (int64_t)(n % (uint64_t)(2 * side)) - side;
    cw_point quarters[] = {{side, along}, {-along, side}, {-side, -along}, {along, -side}};
    cw_point found = quarters[n / (uint64_t)(2 * side) % 4];
    return (cw_point){found.x * scale, found.y * scale};
}

TEST(half_turns_are_counted_over_any_number_of_turns) {
    cw_random random = {21};
    int exact = 0;
    for (int i = 0; i < 4000; i++) {
        int64_t side = random_in(&random, 1, i % 2 ? 3 : 1 << 20), most = (int64_t)1 << 40;
        uint64_t half = 4 * (uint64_t)side, n = cw_random_next(&random) % (2 * half), passed = 0;
        cw_half_turns turns = {.first =
                                   direction_around(side, n, random_in(&random, 1, most / side))};
        for (int step = 0; step < 12; step++) {
            bool whole = cw_random_below(&random, 4) == 0;
            passed += whole ? half - passed % half : cw_random_next(&random) % (half + 1);
            cw_half_turns_to(
                &turns, direction_around(side, n + passed, random_in(&random, 1, most / side)));
            assert_int_equal(turns.count, passed / half);
            assert_int_equal(turns.exact, passed % half == 0);
            exact += turns.exact;
        }
    }
    assert_true(exact > 1000);
}

// --- the lattice ---------------------------------------------------------------------------------

static cw_context *make_context(void) {
    cw_context *context;
    assert_int_equal(cw_context_create(NULL, &context), CW_OK);
    return context;
}

/// Boxes of every size and place; half of them have sides of a power of two.
static void random_box(cw_random *random, cw_vec2 *low, cw_vec2 *high) {
    double mantissa = cw_random_below(random, 2) ? 1 : 1 + cw_random_unit(random);
    double size = ldexp(mantissa, (int)random_in(random, -30, 21));
    double far = cw_random_below(random, 2) ? ldexp(1, (int)random_in(random, -10, 21)) : size;
    *low = (cw_vec2){cw_random_range(random, -far, far), cw_random_range(random, -far, far)};
    *high = (cw_vec2){low->x + size, low->y + size * cw_random_unit(random)};
}

TEST(the_fitted_lattice_is_the_finest_that_holds_the_box) {
    cw_context *context = make_context();
    cw_random random = {8};
    for (int i = 0; i < 20000; i++) {
        cw_vec2 low, high;
        random_box(&random, &low, &high);
        cw_lattice lattice;
        assert_int_equal(cw_lattice_fit(context, low, high, &lattice), CW_OK);
        int exponent;
        assert_true(frexp(lattice.step, &exponent) == 0.5);
        assert_true(fmod(lattice.origin_x, lattice.step) == 0);
        assert_true(fmod(lattice.origin_y, lattice.step) == 0);
        cw_point a = cw_lattice_snap(&lattice, low), b = cw_lattice_snap(&lattice, high);
        assert_true(a.x >= CW_COARSE_UNIT && a.y >= CW_COARSE_UNIT);
        assert_true(b.x <= (COARSE_LIMIT - 2) * CW_COARSE_UNIT &&
                    b.y <= (COARSE_LIMIT - 2) * CW_COARSE_UNIT);
        /* Half the step would not do: the box, or the bits of its coordinates, would not fit. */
        double most = fmax(fmax(fabs(low.x), fabs(high.x)), fmax(fabs(low.y), fabs(high.y)));
        double extent = fmax(high.x - low.x, high.y - low.y);
        assert_true(extent / (lattice.step / 2) > COARSE_LIMIT - 9 ||
                    lattice.step / 2 < nextafter(most, INFINITY) - most || lattice.step == 0x1p-60);
    }
    cw_lattice lattice;
    cw_vec2 here = {0, 0}, tiny = {1e-30, 1e-30}, far = {2.2e7, 0}, nowhere = {NAN, 0};
    assert_int_equal(cw_lattice_fit(context, here, tiny, &lattice), CW_OK);
    assert_true(lattice.step == 0x1p-60);
    assert_int_equal(cw_lattice_fit(context, here, far, &lattice), CW_ERROR_INPUT);
    assert_int_equal(cw_lattice_fit(context, nowhere, here, &lattice), CW_ERROR_INPUT);
    cw_context_free(context);
}

TEST(points_of_the_coarse_lattice_survive_the_way_to_metres_and_back) {
    cw_context *context = make_context();
    cw_random random = {9};
    for (int i = 0; i < 20000; i++) {
        cw_vec2 low, high;
        random_box(&random, &low, &high);
        cw_lattice lattice;
        assert_int_equal(cw_lattice_fit(context, low, high, &lattice), CW_OK);
        cw_point coarse = {random_in(&random, 0, COARSE_LIMIT - 1) * CW_COARSE_UNIT,
                           random_in(&random, 0, COARSE_LIMIT - 1) * CW_COARSE_UNIT};
        cw_vec2 metres = cw_lattice_to_plan(&lattice, coarse);
        assert_true(cw_point_equal(cw_lattice_snap(&lattice, metres), coarse));
        cw_point back;
        assert_true(cw_lattice_from_plan(&lattice, metres, &back));
        assert_true(cw_point_equal(back, coarse));
        assert_true(metres.x == lattice.origin_x + lattice.step * (double)(coarse.x >> 31));
    }
    cw_context_free(context);
}

/// Powers of two as steps, the origin at 0: every double below is an exact fine point as long as it
/// has at most 53 bits, so the way back has to be exact.
TEST(fine_points_that_a_double_holds_survive_too) {
    cw_lattice lattice = {0, 0, 1};
    cw_random random = {10};
    for (int i = 0; i < 20000; i++) {
        int bits = (int)random_in(&random, 1, 61), spare = bits > 53 ? bits - 53 : 0;
        cw_point fine = random_point(&random, (int64_t)1 << bits), back;
        fine.x = fine.x >> spare << spare;
        fine.y = fine.y >> spare << spare;
        assert_true(cw_lattice_from_plan(&lattice, cw_lattice_to_plan(&lattice, fine), &back));
        if (!cw_point_equal(fine, back)) {
            fail_msg("(%" PRId64 ", %" PRId64 ") comes back as (%" PRId64 ", %" PRId64 ")", fine.x,
                     fine.y, back.x, back.y);
        }
    }
}

TEST(positions_outside_the_lattice_are_told) {
    cw_lattice lattice = {-8, 16, 0.5};
    cw_point point;
    double wide = 0.5 * COARSE_LIMIT;
    assert_true(cw_lattice_from_plan(&lattice, (cw_vec2){-8, 16}, &point));
    assert_false(cw_lattice_from_plan(&lattice, (cw_vec2){-8.001, 16}, &point));
    assert_false(cw_lattice_from_plan(&lattice, (cw_vec2){-8, 15.999}, &point));
    assert_false(cw_lattice_from_plan(&lattice, (cw_vec2){-8 + wide + 1, 17}, &point));
    assert_false(cw_lattice_from_plan(&lattice, (cw_vec2){NAN, 17}, &point));
    assert_false(cw_lattice_from_plan(&lattice, (cw_vec2){-7, INFINITY}, &point));
    assert_true(cw_lattice_from_plan(&lattice, (cw_vec2){-8 + wide - 0.5, 17}, &point));
    assert_true(point.x < (int64_t)1 << 61);
}

TEST(the_nearest_coarse_point_is_at_most_half_a_step_away) {
    cw_context *context = make_context();
    cw_random random = {11};
    for (int i = 0; i < 20000; i++) {
        cw_vec2 low, high;
        random_box(&random, &low, &high);
        cw_lattice lattice;
        assert_int_equal(cw_lattice_fit(context, low, high, &lattice), CW_OK);
        cw_vec2 p = {cw_random_range(&random, low.x, high.x),
                     cw_random_range(&random, low.y, high.y)};
        cw_vec2 snapped = cw_lattice_to_plan(&lattice, cw_lattice_snap(&lattice, p));
        assert_true(fabs(snapped.x - p.x) <= 0.5 * lattice.step);
        assert_true(fabs(snapped.y - p.y) <= 0.5 * lattice.step);
    }
    cw_context_free(context);
}

TEST(a_lattice_asked_for_is_used_or_refused_by_name) {
    cw_context *context = make_context();
    cw_vec2 low = {0, 0}, high = {100, 100};
    cw_lattice lattice;
    cw_surface_config config = {.step = 0.25, .origin_x = -64, .origin_y = -128};
    assert_int_equal(cw_lattice_choose(context, low, high, &config, &lattice), CW_OK);
    assert_true(lattice.step == 0.25 && lattice.origin_x == -64 && lattice.origin_y == -128);
    cw_surface_config fitted = cw_surface_config_default();
    assert_int_equal(cw_lattice_choose(context, low, high, &fitted, &lattice), CW_OK);
    assert_true(lattice.step < 1e-6);
    const double bad_steps[] = {NAN, INFINITY, -INFINITY, -1, 0.3, 1e300, 3};
    for (size_t i = 0; i < sizeof bad_steps / sizeof *bad_steps; i++) {
        cw_surface_config bad = {.step = bad_steps[i]};
        assert_int_equal(cw_lattice_choose(context, low, high, &bad, &lattice), CW_ERROR_ARGUMENT);
        assert_non_null(strstr(cw_context_message(context), "step"));
    }
    const double bad_origins[] = {NAN, INFINITY, -1e300, 0.1};
    for (size_t i = 0; i < 2 * sizeof bad_origins / sizeof *bad_origins; i++) {
        cw_surface_config bad = config;
        *(i % 2 ? &bad.origin_x : &bad.origin_y) = bad_origins[i / 2];
        assert_int_equal(cw_lattice_choose(context, low, high, &bad, &lattice), CW_ERROR_ARGUMENT);
        assert_non_null(strstr(cw_context_message(context), "origin"));
    }
    cw_surface_config small = {.step = 0x1p-40, .origin_x = -1, .origin_y = -1};
    assert_int_equal(cw_lattice_choose(context, low, high, &small, &lattice), CW_ERROR_INPUT);
    cw_surface_config beside = {.step = 1, .origin_x = 50, .origin_y = -64};
    assert_int_equal(cw_lattice_choose(context, low, high, &beside, &lattice), CW_ERROR_INPUT);
    cw_context_free(context);
}

// --- orders --------------------------------------------------------------------------------------

/// Walks the grid of 2^bits squares a side, in blocks of 2^shift lattice points, along the keys.
static void check_hilbert_grid(unsigned bits, unsigned shift) {
    uint32_t side = 1u << bits, count = side * side;
    cw_point *at = calloc(count, sizeof *at);
    uint8_t *seen = calloc(count, 1);
    for (uint32_t i = 0; i < count; i++) {
        cw_point cell = {i % side, i / side};
        uint64_t key = cw_hilbert_key((cw_point){cell.x << shift, cell.y << shift}) >> 2 * shift;
        assert_true(key < count && !seen[key]);
        seen[key] = 1;
        at[key] = cell;
    }
    for (uint32_t i = 1; i < count; i++) {
        assert_true(llabs(at[i].x - at[i - 1].x) + llabs(at[i].y - at[i - 1].y) == 1);
    }
    free(at);
    free(seen);
}

TEST(hilbert_keys_visit_every_square_once_and_step_to_a_neighbour) {
    for (unsigned bits = 1; bits <= 6; bits++) {
        check_hilbert_grid(bits, 0);
        check_hilbert_grid(bits, CW_LATTICE_COARSE_BITS - bits);
    }
    cw_random random = {12};
    for (int i = 0; i < 1000; i++) {
        assert_true(cw_hilbert_key(random_point(&random, COARSE_LIMIT)) < (uint64_t)1 << 60);
    }
}

static int compare_entries(const void *a, const void *b) {
    const cw_keyed *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                            : (x->item > y->item) - (x->item < y->item);
}

TEST(the_radix_sort_is_that_of_the_c_library_and_stable) {
    enum { MOST = 3000 };
    static cw_keyed entries[MOST], scratch[MOST], slow[MOST];
    cw_random random = {13};
    for (int round = 0; round < 400; round++) {
        uint32_t count = cw_random_below(&random, round % 2 ? 130 : MOST);
        unsigned shift = cw_random_below(&random, 64), keep = cw_random_below(&random, 64);
        for (uint32_t i = 0; i < count; i++) {
            uint64_t key = cw_random_next(&random) >> shift << (keep > shift ? shift : keep);
            entries[i] = slow[i] = (cw_keyed){key, i};
        }
        cw_keyed_sort(entries, scratch, count);
        qsort(slow, count, sizeof *slow, compare_entries); /* items make it stable */
        for (uint32_t i = 0; i < count; i++) {
            assert_true(entries[i].key == slow[i].key && entries[i].item == slow[i].item);
        }
    }
}

TEST(keys_of_doubles_sort_like_the_doubles) {
    cw_random random = {14};
    for (int i = 0; i < 20000; i++) {
        double a = ldexp(cw_random_unit(&random), (int)random_in(&random, -1070, 1000));
        double b = ldexp(cw_random_unit(&random), (int)random_in(&random, -1070, 1000));
        assert_int_equal(a < b, cw_double_key(a) < cw_double_key(b));
    }
    assert_true(cw_double_key(0) < cw_double_key(5e-324));
    assert_true(cw_double_key(1e308) < cw_double_key(INFINITY));
}
