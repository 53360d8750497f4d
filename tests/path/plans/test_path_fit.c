/// A disc that is exactly as wide as what it has to go through fits: find, reachable and widest say
/// so, there and back and with one length, however many corners it touches on its way. Plans have
/// coordinates of half metres, and radii are half the distances that occur in them.
///
///   CW_FIT_FIRST=0 CW_FIT_PLANS=10000 tests/test_path_fit     more plans
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

/// Lengths of one path that is asked for in different ways.
#define SAME_LENGTH 1e-7
/// Metres by which a radius is changed to be surely below or above a critical one, and by which a
/// path may grow with it: the sum of its turns, times as much.
#define ASIDE 3e-6
#define MOST_GROWTH 1.5e-4
/// No search of these plans takes a tenth of this; one that goes in circles never ends.
enum { MOST_EXPANSIONS = 20000 };

enum { SIDE = 20, ENDS = 6, RADII_PER_PAIR = 3 };

// --- Plans ---------------------------------------------------------------------------------------

static void add_barrier(cw_plan *plan, double x0, double y0, double x1, double y1) {
    if (x0 != x1 || y0 != y1) {
        put_ring(context, plan, CW_RING_BARRIER, (cw_vec2[]){{x0, y0}, {x1, y1}}, 2);
    }
}

static void add_box(cw_plan *plan, double x, double y, double width, double depth) {
    put_box(context, plan, CW_RING_OBSTACLE, x, y, x + width, y + depth);
}

static void add_diamond(cw_plan *plan, double x, double y, double reach) {
    cw_vec2 tips[] = {{x - reach, y}, {x, y - reach}, {x + reach, y}, {x, y + reach}};
    put_ring(context, plan, CW_RING_OBSTACLE, tips, 4);
}

static double some_halves(cw_random *random, uint32_t least, uint32_t most) {
    return 0.5 * (least + cw_random_below(random, most - least + 1));
}

/// Pillars with equal gaps, some of them left out.
static void add_pillars(cw_plan *plan, cw_random *random, bool diamonds) {
    double gap = some_halves(random, 1, 4), size = some_halves(random, 1, 3);
    double step = gap + (diamonds ? 2 * size : size);
    uint32_t count = 0;
    for (double x = 2; x + 2 * size < SIDE; x += step) {
        for (double y = 2; y + 2 * size < SIDE && count < 50; y += step) {
            if (cw_random_below(random, 5) > 0) {
                diamonds ? add_diamond(plan, x, y, size) : add_box(plan, x, y, size, size);
                count++;
            }
        }
    }
}

/// Walls across the whole plan, each with a door of the same width.
static void add_doors(cw_plan *plan, cw_random *random) {
    double door = some_halves(random, 1, 4);
    for (double x = 2; x < SIDE - 1; x += some_halves(random, 1, 6)) {
        double y = some_halves(random, 0, (uint32_t)(2 * (SIDE - door)));
        add_barrier(plan, x, 0, x, y);
        add_barrier(plan, x, y + door, x, SIDE);
    }
}

/// One corridor that goes up and down through the whole plan.
static void add_corridor(cw_plan *plan, cw_random *random) {
    double width = some_halves(random, 1, 5);
    bool up = true;
    for (double x = width; x < SIDE - width / 2; x += width, up = !up) {
        add_barrier(plan, x, up ? 0 : width, x, up ? SIDE - width : SIDE);
    }
}

/// Boxes and barriers anywhere.
static void add_anything(cw_plan *plan, cw_random *random, bool boxes) {
    uint32_t count = 4 + cw_random_below(random, 16);
    for (uint32_t i = 0; i < count; i++) {
        double x = some_halves(random, 0, 2 * SIDE - 8), y = some_halves(random, 0, 2 * SIDE - 8);
        double width = some_halves(random, 1, 8), depth = some_halves(random, 1, 8);
        if (boxes) {
            add_box(plan, x, y, width, depth);
        } else {
            uint32_t kind = cw_random_below(random, 3);
            add_barrier(plan, x, y, kind == 0 ? x : x + width, kind == 1 ? y : y + depth);
        }
    }
}

static void make_plan(uint64_t number, cw_random *random, cw_plan *plan) {
    *plan = (cw_plan){0};
    put_box(context, plan, CW_RING_OUTER, 0, 0, SIDE, SIDE);
    switch (number % 6) {
    case 0: add_pillars(plan, random, false); break;
    case 1: add_pillars(plan, random, true); break;
    case 2: add_doors(plan, random); break;
    case 3: add_corridor(plan, random); break;
    default: add_anything(plan, random, number % 6 == 4); break;
    }
}

/// A mesh of few cells, one with dents, or one of triangles.
static void make_world(uint64_t number, cw_plan *plan, path_world *made) {
    uint64_t kind = number / 6 % 3;
    cw_navmesh_config config = cw_navmesh_config_default();
    if (kind == 1) {
        config.alpha = 0.5;
        config.tau = 0.5;
        config.turn = 1;
    }
    path_floor floor, other;
    path_floor_of_plan(context, plan, &config, &floor);
    if (kind == 2) {
        path_floor_triangulated(&floor, &other);
        path_floor_free(&floor);
        floor = other;
    }
    snprintf(floor.name, sizeof floor.name, "plan %u", (unsigned)number);
    path_world_make(&floor, made);
}

// --- Radii ---------------------------------------------------------------------------------------

static double distance_to(const oracle_wall *wall, cw_vec2 point) {
    oracle_plane one = {.walls = (oracle_wall[]){*wall}, .wall_count = 1};
    return oracle_wall_distance(&one, point);
}

/// Half the distance of a random corner from a random wall.
static double half_a_gap(const oracle_plane *plane, cw_random *random) {
    double gap = 0;
    while (!(gap > 0.1 && gap < 4)) {
        const oracle_wall *wall = &plane->walls[cw_random_below(random, plane->wall_count)];
        gap = distance_to(wall, plane->walls[cw_random_below(random, plane->wall_count)].from);
    }
    return gap / 2;
}

/// Whether some distance is near to twice a radius, but not equal: another gap closes between the
/// radius and one that is ASIDE of it, or within the tolerance. (Walls that cross are rounded to
/// the lattice.)
static bool has_neighbour(const oracle_plane *plane, double radius) {
    for (uint32_t i = 0; i < plane->wall_count; i++) {
        for (uint32_t k = 0; k < plane->wall_count; k++) {
            double off = fabs(distance_to(&plane->walls[i], plane->walls[k].from) / 2 - radius);
            if (off > 1e-11 && off < 2 * ASIDE) {
                return true;
            }
        }
    }
    return false;
}

// --- Questions -----------------------------------------------------------------------------------

/// A question, and how it was answered.
typedef struct trial {
    path_world *world;
    cw_vec3 from, to;
    double radius;
    double widest;
} trial;

static void complain(const trial *asked, const char *wrong, double a, double b) {
    path_spot from = path_spot_at(&asked->world->floor, asked->from);
    path_spot to = path_spot_at(&asked->world->floor, asked->to);
    path_describe(asked->world, asked->radius, &from, &to, wrong);
    fail_msg("%.15g and %.15g; the widest is %.17g", a, b, asked->widest);
}

/// Finds a path in steps, so that a search without end is told.
static cw_path find(const trial *asked, cw_path_request request) {
    cw_path path;
    assert_int_equal(cw_query_begin(asked->world->query, &request, &path), CW_OK);
    while (path.status == CW_PATH_RUNNING && path.expansions < MOST_EXPANSIONS) {
        assert_int_equal(cw_query_step(asked->world->query, 1000, &path), CW_OK);
    }
    if (path.status == CW_PATH_RUNNING) {
        complain(asked, "the search does not end", path.expansions, 0);
    }
    return path;
}

static cw_path find_at(const trial *asked, double radius) {
    return find(asked, path_ask(&asked->from, &asked->to, radius));
}

/// The disc fits: the path is good, as long as back, and hardly longer than for a smaller disc.
static void check_found(const trial *asked) {
    trial back = {asked->world, asked->to, asked->from, asked->radius, asked->widest};
    cw_path path = find_at(asked, asked->radius);
    if (path.status != CW_PATH_FOUND) {
        complain(asked, "not found", path.status, 0);
    }
    path_must_be_good(asked->world, &path, asked->from, asked->to);
    double length = path.length;
    path = find_at(&back, asked->radius);
    if (path.status != CW_PATH_FOUND || fabs(path.length - length) > SAME_LENGTH) {
        complain(asked, "there and back differ", length, path.length);
    }
    path = find_at(asked, asked->radius - ASIDE);
    if (path.status != CW_PATH_FOUND || length < path.length - SAME_LENGTH ||
        length > path.length + MOST_GROWTH) {
        complain(asked, "a smaller disc has another way", length, path.length);
    }
    cw_path_request request = path_ask(&asked->from, &asked->to, asked->radius);
    request.partial = true;
    path = find(asked, request);
    if (path.status != CW_PATH_FOUND || fabs(path.length - length) > SAME_LENGTH) {
        complain(asked, "another path where partial ones will do", length, path.length);
    }
}

/// The cell of the goal is told among those within the length of the way.
static void check_within(const trial *asked) {
    enum { MOST_CELLS = 1024 };
    uint32_t cells[MOST_CELLS], count, goal = path_spot_at(&asked->world->floor, asked->to).cell;
    double length = find_at(asked, asked->radius).length;
    assert_ok(cw_query_cells_within(asked->world->query, asked->from, asked->radius,
                                    length + SAME_LENGTH, cells, MOST_CELLS, &count));
    bool told = count > MOST_CELLS;
    for (uint32_t i = 0; i < count && !told; i++) {
        told = cells[i] == goal;
    }
    if (!told) {
        complain(asked, "the goal is not within the length of the way", length, count);
    }
}

/// The disc does not fit: no path is found, but for a part of it.
static void check_blocked(const trial *asked) {
    trial back = {asked->world, asked->to, asked->from, asked->radius, asked->widest};
    cw_path path = find_at(asked, asked->radius);
    if (path.status != CW_PATH_BLOCKED) {
        complain(asked, "not blocked", path.status, 0);
    }
    assert_true(path.gate.radius < asked->radius);
    path = find_at(&back, asked->radius);
    if (path.status != CW_PATH_BLOCKED) {
        complain(asked, "not blocked on the way back", path.status, 0);
    }
    cw_path_request request = path_ask(&asked->from, &asked->to, asked->radius);
    request.partial = true;
    path = find(asked, request);
    if (path.status != CW_PATH_PARTIAL) {
        complain(asked, "no part of the way is found", path.status, 0);
    }
    path_must_be_good(asked->world, &path, asked->from, path.goal);
}

/// Asks whether a disc fits, and checks that the paths agree. Right at CW_EXACT_FIT above the
/// widest, answers may be either.
static void check_pair(trial asked) {
    cw_vec3 from = asked.from, to = asked.to;
    bool reachable = reachable_by(asked.world->query, from, to, asked.radius);
    if (asked.radius <= asked.widest) {
        if (!reachable) {
            complain(&asked, "the widest is not reachable", 0, 0);
        }
        check_found(&asked);
        check_within(&asked);
    } else if (asked.radius > asked.widest + 2 * CW_EXACT_FIT) {
        if (reachable) {
            complain(&asked, "more than the widest is reachable", 0, 0);
        }
        check_blocked(&asked);
    }
}

/// The same with sights: as long, or as little found.
static void check_sights(trial asked) {
    cw_path path = find_at(&asked, asked.radius);
    cw_path_status status = path.status;
    double length = path.length;
    cw_query *query = asked.world->query;
    OWNED_HANDLE(cw_sights) sights = sights_of(context, &asked.world->clearance);
    assert_int_equal(cw_query_use_sights(query, &(const cw_sights *){sights}, 1), CW_OK);
    path = find_at(&asked, asked.radius);
    if (path.status != status ||
        (status == CW_PATH_FOUND && fabs(path.length - length) > SAME_LENGTH)) {
        complain(&asked, "over sights it is another path", length, path.length);
    }
    assert_int_equal(cw_query_use_sights(query, NULL, 0), CW_OK);
}

/// A place of the floor with room around it; half of them have coordinates of half metres.
static cw_vec3 pick_end(path_world *world, cw_random *random, double *room) {
    path_spot spot;
    do {
        cw_vec3 at = {cw_random_range(random, 0, SIDE), cw_random_range(random, 0, SIDE), 0};
        if (cw_random_below(random, 2) == 0) {
            at = (cw_vec3){floor(2 * at.x) / 2, floor(2 * at.y) / 2, 0};
        }
        spot = path_spot_at(&world->floor, at);
        *room = spot.cell == CW_NONE ? 0 : path_floor_wall_distance(&world->floor, &spot);
    } while (*room < 0.06);
    return spot.world;
}

/// Asks for the way between two places with the widest disc, with one a little smaller and one a
/// little larger, and with half the gaps of the plan; returns how many discs were asked for.
static uint32_t ask_for_radii(trial asked, cw_random *random, double room) {
    const oracle_plane *plane = &asked.world->floor.plane;
    uint32_t count = 0;
    cw_gate gate = widest_of(asked.world->query, asked.from, asked.to);
    asked.widest = gate.radius;
    if (gate.radius > 0.05 && gate.radius < room - 2 * ASIDE &&
        !has_neighbour(plane, gate.radius)) {
        const double off[] = {0, -ASIDE, ASIDE};
        for (int i = 0; i < 3; i++, count++) {
            asked.radius = gate.radius + off[i];
            check_pair(asked);
        }
        asked.radius = gate.radius;
        check_sights(asked);
    }
    for (int i = 0; i < RADII_PER_PAIR; i++) {
        asked.radius = half_a_gap(plane, random);
        if (asked.radius < room - 2 * ASIDE && !has_neighbour(plane, asked.radius)) {
            check_pair(asked);
            count++;
        }
    }
    return count;
}

TEST(a_disc_fits_through_what_is_as_wide) {
    uint64_t first = path_number_from("CW_FIT_FIRST", 0), asked = 0;
    uint64_t count = path_number_from("CW_FIT_PLANS", 240);
    for (uint64_t number = first; number < first + count; number++) {
        cw_random random = {number * 29 + 3};
        cw_plan plan;
        OWNED(path_world) world;
        make_plan(number, &random, &plan);
        make_world(number, &plan, &world);
        double rooms[ENDS];
        cw_vec3 ends[ENDS];
        for (uint32_t i = 0; i < ENDS; i++) {
            ends[i] = pick_end(&world, &random, &rooms[i]);
            if (i > 0) {
                trial one = {.world = &world, .from = ends[i - 1], .to = ends[i]};
                asked += ask_for_radii(one, &random, fmin(rooms[i - 1], rooms[i]));
            }
        }
    }
    assert_true(asked > 2 * count);
}

// --- By hand -------------------------------------------------------------------------------------

/// Two rooms with a wall of 1 m between them, in which there is a door of 1.5 m.
TEST(a_door_is_passed_by_the_disc_of_its_width) {
    OWNED(path_world) world;
    cw_plan plan = {0};
    put_box(context, &plan, CW_RING_OUTER, 0, 0, SIDE, SIDE);
    add_box(&plan, 9, 0, 1, 9);
    add_box(&plan, 9, 10.5, 1, 9.5);
    path_world_of_plan(&plan, &world);
    trial asked = {&world, {4, 5, 0}, {15, 15, 0}, 0.75, 0.75};
    check_pair(asked);
    // Straight to the circle around (9, 9), around it, through the door, and the same on the other
    // side, around (10, 10.5).
    cw_path path = find_at(&asked, 0.75);
    double r = 0.75, left = sqrt(25 + 16 - r * r), right = sqrt(25 + 20.25 - r * r);
    double turns = atan2(4, 5) + asin(r / sqrt(41)) + atan2(4.5, 5) + asin(r / sqrt(45.25));
    path_assert_near(path.length, left + right + 1 + r * turns, 1e-8);
    assert_int_equal(find_at(&asked, 0.75 + 9e-7).status, CW_PATH_FOUND);
    asked.radius = 0.75 + ASIDE;
    check_pair(asked);
}

/// Corridors that lean: half their width is no number that doubles have, or only after rounding.
TEST(a_corridor_is_passed_by_the_disc_of_its_width) {
    static const struct {
        cw_vec2 along, across;
    } corridors[] = {{{8, 6}, {-0.75, 1}},
                     {{10, 10}, {-0.5, 0.5}},
                     {{5, 2}, {-0.5, 1.25}},
                     {{7, 3}, {-0.375, 0.875}},
                     {{22, 6}, {-0.75, 2.75}}};
    for (uint32_t i = 0; i < sizeof corridors / sizeof *corridors; i++) {
        cw_vec2 d = corridors[i].along, n = corridors[i].across;
        double length = sqrt(d.x * d.x + d.y * d.y), radius = sqrt(n.x * n.x + n.y * n.y) / 2;
        cw_vec2 ring[] = {{0, 0}, {d.x, d.y}, {d.x + n.x, d.y + n.y}, {n.x, n.y}};
        cw_plan plan = {0};
        OWNED(path_world) world;
        put_ring(context, &plan, CW_RING_OUTER, ring, 4);
        path_world_of_plan(&plan, &world);
        double share = 1.1 * radius / length;
        cw_vec3 from = {share * d.x + n.x / 2, share * d.y + n.y / 2, 0};
        cw_vec3 to = {(1 - share) * d.x + n.x / 2, (1 - share) * d.y + n.y / 2, 0};
        check_pair((trial){&world, from, to, radius, radius});
        cw_path path = find_at(&(trial){.world = &world, .from = from, .to = to}, radius + ASIDE);
        assert_int_equal(path.status, CW_PATH_START_TOO_TIGHT);
    }
}

/// Where all circles touch their neighbours, a search does hardly more than where they nearly do.
TEST(circles_that_touch_make_no_search_long) {
    for (int diamonds = 0; diamonds < 2; diamonds++) {
        cw_plan plan = {0};
        OWNED(path_world) world;
        put_box(context, &plan, CW_RING_OUTER, 0, 0, SIDE, SIDE);
        for (double x = 0; x < SIDE; x += 2) {
            for (double y = 0; y < SIDE; y += 2) {
                diamonds ? add_diamond(&plan, x + 1, y + 1, 0.5)
                         : add_box(&plan, x + 0.5, y + 0.5, 1, 1);
            }
        }
        path_world_of_plan(&plan, &world);
        uint32_t touching = 0, nearly = 0;
        for (int i = 1; i < SIDE / 2; i++) {
            trial asked = {&world, {2, 2.0 * i, 0}, {SIDE - 2, SIDE - 2.0 * i, 0}, 0.5, 0.5};
            check_pair(asked);
            touching += find_at(&asked, 0.5).expansions;
            nearly += find_at(&asked, 0.5 - 1e-6).expansions;
        }
        assert_true(touching < 4 * nearly);
    }
}

/// Two fences of posts with gaps that are too narrow: a disc that rolls along them may turn around
/// each post or not, and all these ways have the same length.
TEST(along_a_fence_a_search_takes_as_long_as_the_fence) {
    enum { POSTS = 40, MOST_PER_POST = 10 };
    static const double radii[] = {0.3, 0.55, 0.8, 1};
    for (int i = 0; i < 4; i++) {
        cw_plan plan = {0};
        OWNED(path_world) world;
        put_box(context, &plan, CW_RING_OUTER, 0, 0, SIDE, POSTS + 4);
        for (int k = 0; k < POSTS; k++) {
            add_barrier(&plan, 5, k, 5, k + 0.5);
            add_barrier(&plan, 7, k, 7, k + 0.5);
        }
        path_world_of_plan(&plan, &world);
        trial asked = {&world, {2, 1.25, 0}, {15, 1.25, 0}, radii[i], 2};
        for (int between = 0; between < 2; between++, asked.from = (cw_vec3){6, 1.25, 0}) {
            check_found(&asked);
            cw_path path = find_at(&asked, asked.radius);
            assert_true(path.expansions < MOST_PER_POST * POSTS);
            check_sights(asked);
        }
    }
}

// --- Portals next to gaps ------------------------------------------------------------------------

/// Two tips in a hall, one from the left and one from the right, (-1, 0.866) and (1, -0.866); a
/// portal runs between them, from wall to wall, `aside` metres above the middle of the gap.
static void make_gap(double aside, path_world *world) {
    double tip = sqrt(0.75);
    const cw_vec3 positions[] = {{-5, aside, 0}, {5, aside, 0}, {5, tip, 0},  {-1, tip, 0},
                                 {-5, 0.8, 0},   {5, 5, 0},     {-5, 5, 0},   {-5, tip, 0},
                                 {-5, -tip, 0},  {1, -tip, 0},  {5, -0.8, 0}, {-5, -5, 0},
                                 {5, -5, 0},     {5, -tip, 0}};
    const uint32_t cell_first[] = {0, 5, 10, 15, 20};
    const uint32_t edge_vertex[] = {0, 1, 2, 3, 4, 3, 2, 5, 6, 7, 8, 9, 10, 1, 0, 9, 8, 11, 12, 13};
    cw_polygons polygons = polygons_of(14, positions, 4, cell_first, edge_vertex);
    path_world_of_polygons(&polygons, "gap", world);
}

/// Where the path around both tips crosses the portal: on the arc around the tip that is on the
/// other side of it.
static double crossing_of(double aside, double radius) {
    double off = fabs(aside) + sqrt(0.75);
    double x = 1 - sqrt(radius * radius - off * off);
    return aside > 0 ? x : -x;
}

static void check_gap(path_world *world, double aside, cw_vec3 from, cw_vec3 to) {
    cw_gate gate = widest_of(world->query, from, to);
    assert_true(fabs(gate.radius - sqrt(1.75)) < 1e-8);
    cw_path_request request = path_ask(&from, &to, gate.radius);
    cw_path path = path_must_find(world, &request);
    path_must_be_good(world, &path, from, to);
    assert_int_equal(path.portal_count, 3);
    const cw_vec3 *usable = path.portals[1].usable;
    double x = crossing_of(aside, gate.radius);
    assert_true(fmin(usable[0].x, usable[1].x) < x + 1e-8);
    assert_true(fmax(usable[0].x, usable[1].x) > x - 1e-8);
}

TEST(the_usable_part_of_a_portal_next_to_a_gap_has_room) {
    const cw_vec3 ends[][2] = {{{2, 3, 0}, {-2, -3, 0}}, {{2.5, 3.25, 0}, {-3, -2.5, 0}}};
    for (double aside = 1e-8; aside < 1e-3; aside *= 3) {
        for (int i = 0; i < 8; i++) {
            OWNED(path_world) world;
            double signed_aside = i % 2 == 0 ? aside : -aside;
            const cw_vec3 *pair = ends[i / 4];
            bool back = i / 2 % 2 == 1;
            make_gap(signed_aside, &world);
            check_gap(&world, signed_aside, pair[back], pair[!back]);
        }
    }
}

TEST_GROUP(make_context, free_context);
