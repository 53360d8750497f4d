/// Scenes of every family: the same bytes everywhere, the size asked for, and the shapes promised.
#include "failing_allocator.h"
#include "made.h"
#include "plan_geos.h"
#include "sketch.h"
#include "test.h"
#include "test_owned.h"

#include <time.h>

static cw_plan make(cw_scene_family family, uint32_t vertices, uint64_t seed) {
    cw_scene_config config = cw_scene_config_default();
    config.family = family;
    config.vertices = vertices;
    config.seed = seed;
    return plan_of_scene(context, &config);
}

/// FNV-1a over eight bytes, lowest first, so that the order of bytes in memory does not matter.
static uint64_t hash_word(uint64_t hash, uint64_t word) {
    for (int i = 0; i < 8; i++, word >>= 8) {
        hash = (hash ^ (word & 255)) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static uint64_t hash_number(uint64_t hash, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return hash_word(hash, bits);
}

static uint64_t hash_plan(const cw_plan *plan) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint32_t i = 0; i < plan->ring_count; i++) {
        hash = hash_word(hash, (uint64_t)plan->rings[i].kind << 32 | plan->rings[i].count);
        hash = hash_word(hash, (uint64_t)plan->rings[i].polygon << 32 | plan->rings[i].first);
    }
    for (uint32_t i = 0; i < plan->point_count; i++) {
        hash = hash_number(hash, plan->points[i].x);
        hash = hash_number(hash, plan->points[i].y);
    }
    return hash;
}

static double ring_area(const cw_plan *plan, uint32_t index) {
    const cw_vec2 *points = plan->points + plan->rings[index].first;
    double twice = 0;
    for (uint32_t count = plan->rings[index].count, i = 0, j = count - 1; i < count; j = i++) {
        twice += points[j].x * points[i].y - points[i].x * points[j].y;
    }
    return twice / 2;
}

/// Corners where the floor has more than half a turn, for plans whose rings do not meet.
static uint32_t count_notches(const cw_plan *plan) {
    uint32_t notches = 0;
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        const cw_vec2 *points = plan->points + plan->rings[r].first;
        uint32_t count = plan->rings[r].count;
        bool outer = plan->rings[r].kind == CW_RING_OUTER;
        double way = (outer ? 1 : -1) * (ring_area(plan, r) > 0 ? 1 : -1);
        for (uint32_t i = 0; i < count; i++) {
            cw_vec2 a = points[i], b = points[(i + 1) % count], c = points[(i + 2) % count];
            double turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
            notches += turn * way < 0 ? 1 : 0;
        }
    }
    return notches;
}

/// 2,000 vertices, seed 7, turned by 0.3 and scaled by 1.5. Whoever changes a family on purpose
/// changes its number here.
static const uint64_t golden[CW_SCENE_FAMILY_COUNT] = {
    [CW_SCENE_RECT] = UINT64_C(0xfbd7cff1c1b967d0),
    [CW_SCENE_MIX] = UINT64_C(0xf9544c60f72f7533),
    [CW_SCENE_STAR] = UINT64_C(0xdc650e87c92c258a),
    [CW_SCENE_CIRCLE] = UINT64_C(0xd83a45316b0a7ae5),
    [CW_SCENE_MAZE] = UINT64_C(0x1fd6b164ecbbab6d),
    [CW_SCENE_ROOMS] = UINT64_C(0x1d4ac7b48ff1b587),
    [CW_SCENE_COMB] = UINT64_C(0x263115f3407e194a),
    [CW_SCENE_SPIRAL] = UINT64_C(0x1eccd7e10d9751a2),
    [CW_SCENE_SIMPLE] = UINT64_C(0x7e92b43e261e1de9),
    [CW_SCENE_TANGLE] = UINT64_C(0xad6b45c41ab5f762),
    [CW_SCENE_DEGENERATE] = UINT64_C(0xb69dec1bac59f61f),
};
static const uint64_t golden_office = UINT64_C(0x720305964abdccb8);
static const uint64_t golden_square_rooms = UINT64_C(0x1a2e17208e3c4d5e); // 30 a side, seed 1
static const uint64_t golden_caves = UINT64_C(0x5e386a4fd8d2913c);        // 120 x 80, seed 1

TEST(a_seed_gives_the_same_bytes_on_every_machine) {
    bool same = true;
    for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        cw_scene_config config = {(cw_scene_family)family, 2000, 7, 0.3, 1.5};
        OWNED(cw_plan) plan = plan_of_scene(context, &config);
        uint64_t hash = hash_plan(&plan);
        if (hash != golden[family]) {
            print_message("%s: 0x%016" PRIx64 "\n", cw_scene_family_name(config.family), hash);
            same = false;
        }
    }
    assert_true(same);
}

TEST(another_seed_gives_another_plan) {
    for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        OWNED(cw_plan) one = make((cw_scene_family)family, 200, 1);
        OWNED(cw_plan) again = make((cw_scene_family)family, 200, 1);
        OWNED(cw_plan) two = make((cw_scene_family)family, 200, 2);
        assert_true(hash_plan(&one) == hash_plan(&again));
        assert_true(hash_plan(&one) != hash_plan(&two));
    }
}

TEST(a_plan_has_about_as_many_vertices_as_asked) {
    static const uint32_t sizes[] = {8, 100, 1000, 10000, 100000};
    for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            for (uint64_t seed = 1; seed <= 5; seed++) {
                OWNED(cw_plan) plan = make((cw_scene_family)family, sizes[i], seed);
                double off = fabs((double)plan.point_count - sizes[i]);
                assert_true(off <= 0.04 * sizes[i] + 30);
            }
        }
    }
}

TEST(ten_thousand_vertices_have_the_expected_obstacles_and_notches) {
    static const struct {
        cw_scene_family family;
        double obstacles, notches;
    } rows[] = {{CW_SCENE_RECT, 2500, 10000}, {CW_SCENE_MIX, 1667, 10000},
                {CW_SCENE_STAR, 833, 5000},   {CW_SCENE_CIRCLE, 417, 10000},
                {CW_SCENE_MAZE, 2270, 9520},  {CW_SCENE_ROOMS, 784, 6500}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        OWNED(cw_plan) plan = make(rows[i].family, 10000, 1);
        double obstacles = plan.ring_count - 1, notches = count_notches(&plan);
        assert_true(fabs(obstacles / rows[i].obstacles - 1) < 0.02);
        assert_true(fabs(notches / rows[i].notches - 1) < 0.02);
    }
}

/// Obstacles in boxes of their own cannot touch; that is stronger than needed and quickly checked.
TEST(obstacles_neither_overlap_nor_touch) {
    for (int family = CW_SCENE_RECT; family <= CW_SCENE_MAZE; family++) {
        OWNED(cw_plan) plan = make((cw_scene_family)family, 4000, 3);
        cw_vec2 *low = malloc(plan.ring_count * sizeof *low);
        cw_vec2 *high = malloc(plan.ring_count * sizeof *high);
        for (uint32_t r = 0; r < plan.ring_count; r++) {
            low[r] = high[r] = plan.points[plan.rings[r].first];
            for (uint32_t i = 1; i < plan.rings[r].count; i++) {
                cw_vec2 point = plan.points[plan.rings[r].first + i];
                low[r] = (cw_vec2){fmin(low[r].x, point.x), fmin(low[r].y, point.y)};
                high[r] = (cw_vec2){fmax(high[r].x, point.x), fmax(high[r].y, point.y)};
            }
        }
        for (uint32_t a = 1; a < plan.ring_count; a++) {
            assert_true(low[a].x > low[0].x && low[a].y > low[0].y);
            assert_true(high[a].x < high[0].x && high[a].y < high[0].y);
            for (uint32_t b = a + 1; b < plan.ring_count; b++) {
                assert_true(low[a].x > high[b].x || low[b].x > high[a].x || low[a].y > high[b].y ||
                            low[b].y > high[a].y);
            }
        }
        free(low);
        free(high);
    }
}

TEST(obstacles_cover_their_share_of_the_floor) {
    static const double shares[] = {0.115, 0.115, 0.115, 0.545, 0.38};
    for (int family = CW_SCENE_RECT; family <= CW_SCENE_MAZE; family++) {
        OWNED(cw_plan) plan = make((cw_scene_family)family, 4000, 1);
        double solid = 0;
        for (uint32_t r = 1; r < plan.ring_count; r++) {
            solid += ring_area(&plan, r);
        }
        assert_true(fabs(solid / ring_area(&plan, 0) - shares[family]) < 0.03);
    }
}

static void assert_valid(const cw_plan *plan, uint32_t polygon) {
    GEOSGeometry *floor = plan_polygon(geos, plan, polygon);
    if (GEOSisValid_r(geos, floor) != 1) {
        char *reason = GEOSisValidReason_r(geos, floor);
        print_message("%s\n", reason);
        GEOSFree_r(geos, reason);
        fail();
    }
    GEOSGeom_destroy_r(geos, floor);
}

TEST(plain_families_are_valid_polygons) {
    static const uint32_t sizes[] = {8, 50, 400, 3000};
    for (int family = CW_SCENE_RECT; family <= CW_SCENE_SIMPLE; family++) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            for (uint64_t seed = 1; seed <= 6; seed++) {
                OWNED(cw_plan) plan = make((cw_scene_family)family, sizes[i], seed);
                uint32_t polygons = family == CW_SCENE_SPIRAL ? plan.ring_count : 1;
                for (uint32_t polygon = 0; polygon < polygons; polygon++) {
                    assert_valid(&plan, polygon);
                }
            }
        }
    }
}

TEST(small_simple_polygons_are_simple_and_exact_in_number) {
    for (uint32_t vertices = 8; vertices <= 304; vertices += 8) {
        OWNED(cw_plan) plan = make(CW_SCENE_SIMPLE, vertices, vertices);
        assert_int_equal(plan.ring_count, 1);
        assert_int_equal(plan.point_count, vertices);
        assert_valid(&plan, 0);
    }
}

/// A person of 80 cm fits through every door of the rooms.
TEST(rooms_are_joined_by_doors) {
    OWNED(cw_plan) plan = make(CW_SCENE_ROOMS, 1000, 1);
    GEOSGeometry *floor = plan_polygon(geos, &plan, 0);
    GEOSGeometry *free_part = GEOSBuffer_r(geos, floor, -0.4, 4);
    assert_int_equal(GEOSGetNumGeometries_r(geos, free_part), 1);
    GEOSGeom_destroy_r(geos, free_part);
    GEOSGeom_destroy_r(geos, floor);
}

/// Rooms of 16 m by 16 m, a wall of 1 m between neighbours, and a door of 1 m in each; all on whole
/// metres, as on the maps they are like.
TEST(square_rooms_have_a_door_of_a_metre_in_every_wall) {
    cw_plan plan;
    assert_int_equal(cw_scene_square_rooms(context, 30, 1, &plan), CW_OK);
    assert_int_equal(plan.ring_count, 1 + 29 * 29);
    assert_int_equal(plan.point_count, 12 * 29 * 29 + 8 * 58 + 4);
    for (uint32_t i = 0; i < plan.point_count; i++) {
        assert_true(plan.points[i].x == floor(plan.points[i].x));
        assert_true(plan.points[i].y == floor(plan.points[i].y));
    }
    assert_valid(&plan, 0);
    GEOSGeometry *floor_left = plan_polygon(geos, &plan, 0);
    GEOSGeometry *narrow = GEOSBuffer_r(geos, floor_left, -0.45, 4);
    GEOSGeometry *wide = GEOSBuffer_r(geos, floor_left, -0.55, 4);
    double area = 0;
    assert_int_equal(GEOSArea_r(geos, floor_left, &area), 1);
    assert_true(fabs(area - (30 * 30 * 16 * 16 + 2 * 30 * 29)) < 1e-6);
    assert_int_equal(GEOSGetNumGeometries_r(geos, narrow), 1);
    assert_int_equal(GEOSGetNumGeometries_r(geos, wide), 30 * 30);
    GEOSGeom_destroy_r(geos, wide);
    GEOSGeom_destroy_r(geos, narrow);
    GEOSGeom_destroy_r(geos, floor_left);
    uint64_t hash = hash_plan(&plan);
    if (hash != golden_square_rooms) {
        print_message("square rooms: 0x%016" PRIx64 "\n", hash);
    }
    assert_true(hash == golden_square_rooms);
    cw_plan_free(context, &plan);
    assert_int_equal(cw_scene_square_rooms(context, 0, 1, &plan), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_scene_square_rooms(context, CW_SQUARE_ROOMS_MAX + 1, 1, &plan),
                     CW_ERROR_ARGUMENT);
    assert_non_null(strstr(cw_context_message(context), "side"));
}

/// Whether a place is on a floor, by how many walls lie left of it.
static bool is_floor(const cw_plan *plan, cw_vec2 place) {
    bool inside = false;
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        const cw_vec2 *ring = plan->points + plan->rings[r].first;
        for (uint32_t i = 0, count = plan->rings[r].count; i < count; i++) {
            cw_vec2 a = ring[i], b = ring[(i + 1) % count];
            inside ^= a.x == b.x && a.x < place.x && (a.y < place.y) != (b.y < place.y);
        }
    }
    return inside;
}

/// Clears the floor around a cell of a grid that has a border without any; returns its cells.
static uint32_t clear_floor(uint8_t *floors, uint32_t cell, uint32_t width) {
    if (!floors[cell]) {
        return 0;
    }
    floors[cell] = 0;
    return 1 + clear_floor(floors, cell + 1, width) + clear_floor(floors, cell - 1, width) +
           clear_floor(floors, cell + width, width) + clear_floor(floors, cell - width, width);
}

/// Twice the area of a ring, counter-clockwise; its sides run along the grid, and turn at each
/// corner.
static double area_on_grid(const cw_plan *plan, uint32_t index) {
    const cw_vec2 *ring = plan->points + plan->rings[index].first;
    double area = 0;
    for (uint32_t i = 0, count = plan->rings[index].count; i < count; i++) {
        cw_vec2 a = ring[i], b = ring[(i + 1) % count], c = ring[(i + 2) % count];
        assert_true(a.x == floor(a.x) && a.y == floor(a.y));
        assert_true(a.x == b.x ? a.y != b.y && b.x != c.x : a.y == b.y && b.y != c.y);
        area += a.x * b.y - a.y * b.x;
    }
    return area;
}

/// The rings of caves are compared with the cells that lie inside of them.
TEST(caves_have_a_polygon_for_every_floor) {
    enum { COLUMNS = 70, ROWS = 50, WIDTH = COLUMNS + 2 };
    for (uint64_t seed = 1; seed <= 20; seed++) {
        OWNED(cw_plan) plan;
        assert_int_equal(cw_scene_caves(context, COLUMNS, ROWS, seed, &plan), CW_OK);
        static uint8_t floors[WIDTH * (ROWS + 2)];
        for (uint32_t i = 0; i < COLUMNS * ROWS; i++) {
            uint32_t x = i % COLUMNS, y = i / COLUMNS;
            floors[(y + 1) * WIDTH + x + 1] = is_floor(&plan, (cw_vec2){x + 0.5, y + 0.5});
        }
        uint32_t polygons = 0;
        double area = 0, cells = 0;
        for (uint32_t r = 0; r < plan.ring_count; r++) {
            double ring = area_on_grid(&plan, r);
            assert_true(plan.rings[r].kind == CW_RING_OUTER ? ring > 0 : ring < 0);
            polygons += plan.rings[r].kind == CW_RING_OUTER;
            area += ring / 2;
        }
        for (uint32_t i = 0; i < WIDTH * (ROWS + 2); i++) {
            uint32_t count = clear_floor(floors, i, WIDTH);
            polygons -= count > 0;
            cells += count;
        }
        assert_int_equal(polygons, 0);
        assert_true(area == cells);
    }
}

TEST(caves_of_any_size_can_be_asked_for) {
    cw_plan plan;
    assert_int_equal(cw_scene_caves(context, 120, 80, 1, &plan), CW_OK);
    uint64_t hash = hash_plan(&plan);
    if (hash != golden_caves) {
        print_message("caves: 0x%016" PRIx64 "\n", hash);
    }
    assert_true(hash == golden_caves);
    cw_plan_free(context, &plan);
    assert_int_equal(cw_scene_caves(context, 1, 1, 1, &plan), CW_OK); // all rock
    assert_int_equal(plan.ring_count, 0);
    cw_plan_free(context, &plan);
    assert_int_equal(cw_scene_caves(context, 0, 9, 1, &plan), CW_ERROR_ARGUMENT);
    assert_refused(cw_scene_caves(context, 9, CW_CAVES_MAX + 1, 1, &plan), CW_ERROR_ARGUMENT,
                   "rows");
}

TEST(tangles_and_degenerate_plans_hold_every_kind_of_ring) {
    for (int family = CW_SCENE_TANGLE; family <= CW_SCENE_DEGENERATE; family++) {
        OWNED(cw_plan) plan = make((cw_scene_family)family, 2000, 1);
        uint32_t kinds[4] = {0}, clockwise = 0, short_rings = 0;
        for (uint32_t r = 0; r < plan.ring_count; r++) {
            kinds[plan.rings[r].kind] += 1;
            clockwise += ring_area(&plan, r) < 0 ? 1 : 0;
            short_rings += plan.rings[r].count < 3 ? 1 : 0;
        }
        assert_true(kinds[0] > 20 && kinds[1] > 20 && kinds[2] > 2 && kinds[3] > 2);
        assert_true(family == CW_SCENE_TANGLE ? clockwise > 20 : short_rings > 10);
    }
}

TEST(a_rotated_or_scaled_copy_has_the_same_areas) {
    for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        OWNED(cw_plan) plain = make((cw_scene_family)family, 500, 1);
        cw_scene_config config = {(cw_scene_family)family, 500, 1, -2.1, 3};
        OWNED(cw_plan) turned = plan_of_scene(context, &config);
        assert_int_equal(plain.ring_count, turned.ring_count);
        for (uint32_t r = 0; r < plain.ring_count; r++) {
            double area = 9 * ring_area(&plain, r);
            assert_true(fabs(ring_area(&turned, r) - area) < 1e-9 * fabs(area) + 1e-8);
        }
    }
}

TEST(sines_are_those_of_the_c_library) {
    cw_random random = {5};
    for (int i = 0; i < 100000; i++) {
        double angle = cw_random_range(&random, -1, 1) * (i % 2 == 0 ? 7 : 1e6);
        cw_vec2 unit = cw_unit_vector(angle);
        assert_true(fabs(unit.x - cos(angle)) < 4e-16 && fabs(unit.y - sin(angle)) < 4e-16);
    }
}

TEST(random_numbers_stay_in_their_range) {
    cw_random random = {0};
    // The first numbers of splitmix64 from state 0, as its authors publish them.
    assert_true(cw_random_next(&random) == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(cw_random_next(&random) == UINT64_C(0x6e789e6aa1b965f4));
    uint32_t seen[7] = {0};
    for (int i = 0; i < 7000; i++) {
        double number = cw_random_range(&random, -3, 5);
        assert_true(number >= -3 && number < 5);
        seen[cw_random_below(&random, 7)] += 1;
    }
    for (int i = 0; i < 7; i++) {
        assert_true(seen[i] > 850 && seen[i] < 1150);
    }
}

TEST(a_bad_config_is_refused_with_the_name_of_the_field) {
    cw_scene_config good = cw_scene_config_default();
    cw_scene_config bad[] = {good, good, good, good, good, good, good};
    static const char *fields[] = {"family",   "vertices", "vertices", "rotation",
                                   "rotation", "scale",    "scale"};
    bad[0].family = CW_SCENE_FAMILY_COUNT;
    bad[1].vertices = 7;
    bad[2].vertices = 4000001;
    bad[3].rotation = NAN;
    bad[4].rotation = INFINITY;
    bad[5].scale = 0;
    bad[6].scale = NAN;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cw_plan plan;
        assert_int_equal(cw_scene_make(context, &bad[i], &plan), CW_ERROR_ARGUMENT);
        assert_null(plan.points);
        assert_non_null(strstr(cw_context_message(context), fields[i]));
    }
    assert_string_equal(cw_scene_family_name(CW_SCENE_FAMILY_COUNT), "unknown");
}

static cw_status make_any(cw_context *with, int family, cw_plan *plan) {
    if (family == CW_SCENE_FAMILY_COUNT) {
        return cw_scene_office(with, plan);
    }
    if (family == CW_SCENE_FAMILY_COUNT + 1) {
        return cw_scene_square_rooms(with, 4, 1, plan);
    }
    if (family == CW_SCENE_FAMILY_COUNT + 2) {
        return cw_scene_caves(with, 20, 20, 1, plan);
    }
    cw_scene_config config = {(cw_scene_family)family, 600, 1, 0, 1};
    return cw_scene_make(with, &config, plan);
}

TEST(every_allocation_may_fail) {
    for (int family = 0; family <= CW_SCENE_FAMILY_COUNT + 2; family++) {
        cw_status status = CW_ERROR_MEMORY;
        for (size_t refused = 1; status != CW_OK; refused++) {
            failing_allocator memory;
            cw_context *poor = cw_counted_context(&memory);
            failing_allocator_fail_at(&memory, refused);
            cw_plan plan;
            status = make_any(poor, family, &plan);
            assert_true(status == CW_OK || status == CW_ERROR_MEMORY);
            assert_true(status == CW_OK || (plan.points == NULL && plan.rings == NULL));
            cw_plan_free(poor, &plan);
            cw_counted_end(&memory, poor);
            assert_true(refused <= 100);
        }
    }
}

TEST(a_million_vertices_take_less_than_two_seconds) {
    for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        clock_t start = clock();
        OWNED(cw_plan) plan = make((cw_scene_family)family, 1000000, 1);
        assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 2); /* of the processor */
    }
}

static cw_plan make_office(void) {
    cw_plan plan;
    assert_int_equal(cw_scene_office(context, &plan), CW_OK);
    return plan;
}

TEST(the_office_has_the_same_bytes_on_every_machine) {
    OWNED(cw_plan) plan = make_office();
    uint64_t hash = hash_plan(&plan);
    if (hash != golden_office) {
        print_message("office: 0x%016" PRIx64 "\n", hash);
    }
    assert_true(hash == golden_office);
}

/// Coordinates are multiples of 1/1024 metre, so that walls that meet, meet exactly.
TEST(the_office_is_drawn_in_round_numbers) {
    OWNED(cw_plan) plan = make_office();
    for (uint32_t i = 0; i < plan.point_count; i++) {
        double x = plan.points[i].x * 1024, y = plan.points[i].y * 1024;
        assert_true(x == floor(x) && y == floor(y));
    }
}

TEST(the_walls_of_the_office_stand_side_by_side_without_overlap) {
    OWNED(cw_plan) plan = make_office();
    GEOSGeometry *solids = plan_solids(geos, &plan);
    double sum = 0, merged;
    for (uint32_t r = 1; r < plan.ring_count; r++) {
        assert_int_equal(plan.rings[r].kind, CW_RING_HOLE);
        assert_true(ring_area(&plan, r) > 0);
        sum += ring_area(&plan, r);
    }
    assert_int_equal(GEOSArea_r(geos, solids, &merged), 1);
    assert_true(fabs(sum - merged) < 1e-9);
    GEOSGeom_destroy_r(geos, solids);
}

/// The floor is one piece, and so is the part of it that a person of 80 cm can use: every room can
/// be reached from the entrance.
TEST(every_place_of_the_office_can_be_reached) {
    OWNED(cw_plan) plan = make_office();
    GEOSGeometry *outline = plan_ring_polygon(geos, &plan, 0);
    GEOSGeometry *solids = plan_solids(geos, &plan);
    GEOSGeometry *floor = GEOSDifference_r(geos, outline, solids);
    assert_int_equal(GEOSisValid_r(geos, outline), 1);
    assert_int_equal(GEOSGeomTypeId_r(geos, floor), GEOS_POLYGON);
    GEOSGeometry *usable = GEOSBuffer_r(geos, floor, -0.4, 4);
    assert_int_equal(GEOSGeomTypeId_r(geos, usable), GEOS_POLYGON);
    GEOSGeom_destroy_r(geos, usable);
    GEOSGeom_destroy_r(geos, floor);
    GEOSGeom_destroy_r(geos, solids);
    GEOSGeom_destroy_r(geos, outline);
}

/// The text of examples/office.wkt: one ring per line.
static void write_office(FILE *file, const cw_plan *plan) {
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        fprintf(file, r == 0 ? "POLYGON (\n(" : ",\n(");
        for (uint32_t i = 0; i <= plan->rings[r].count; i++) {
            cw_vec2 point = plan->points[plan->rings[r].first + i % plan->rings[r].count];
            fprintf(file, "%s%.15g %.15g", i > 0 ? ", " : "", point.x, point.y);
        }
        fprintf(file, ")");
    }
    fprintf(file, ")\n");
}

TEST(the_office_file_is_the_office_scene) {
    OWNED(cw_plan) plan = make_office();
    char *expected = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&expected, &size);
    write_office(memory, &plan);
    fclose(memory);
    char *found = calloc(size + 2, 1);
    FILE *file = fopen(CW_SOURCE_DIR "/examples/office.wkt", "rb");
    size_t read = file != NULL ? fread(found, 1, size + 1, file) : 0;
    if (file != NULL) {
        fclose(file);
    }
    bool same = read == size && memcmp(found, expected, size) == 0;
    if (!same) {
        FILE *fresh = fopen("/tmp/office.wkt", "wb");
        assert_non_null(fresh);
        fwrite(expected, 1, size, fresh);
        fclose(fresh);
        print_message("examples/office.wkt differs: the office as it is now is /tmp/office.wkt\n");
    }
    free(found);
    free(expected);
    assert_true(same);
}

TEST_GROUP(make_geos, free_geos);
