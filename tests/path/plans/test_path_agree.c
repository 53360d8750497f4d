/// Meshes of one plan have the same paths: with few cells or many, strict or with dents, there and
/// back. Nothing here knows what is right; floors of overlapping stars have corners where input
/// edges cross, which the lattice rounds, and portals that graze them. Some points start or end
/// right next to corners, where doubles hardly tell in which direction things lie: beside walls of
/// micrometres, and far from the origin.
///
///   CW_AGREE_FIRST=0 CW_AGREE_PLANS=100000 tests/test_path_agree     more plans
#include "made.h"
#include "path_cases.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

/// Meshes that are built, and one of triangles.
enum { BUILT = 4, MESHES = 5, PAIRS = 12, CORNERS = 4, MOST_CORNERS = 9 };

/// Lengths may differ by this much, and what is this close to the widest way may go either way.
#define SAME_LENGTH 1e-6
#define CRITICAL 1e-8

/// Meshes of few cells and of many, with small dents and large ones, and relaxed to the utmost.
static cw_navmesh_config config_of(uint32_t index) {
    static const struct {
        uint32_t effort;
        double alpha, tau, turn; ///< degrees, metres, degrees
    } ways[] = {{1, 0, 0, 0},    {0, 0, 0, 0}, {1, 30, 0.5, 45},
                {1, 70, 5, 172}, {2, 0, 0, 0}, {1, 90, 1000, 360}};
    cw_navmesh_config config = cw_navmesh_config_default();
    config.effort = ways[index].effort;
    if (ways[index].alpha > 0) {
        config.alpha = ways[index].alpha * PI / 180;
        config.tau = ways[index].tau;
        config.turn = ways[index].turn * PI / 180;
    }
    return config;
}

/// Some of the meshes above, the first of which tells where paths start and end.
static const uint32_t usual[BUILT] = {0, 1, 2, 3}, utmost[BUILT] = {1, 0, 4, 5};

static void add_star(cw_random *random, cw_plan *plan, cw_ring_kind kind, uint32_t polygon,
                     double low, double high) {
    cw_vec2 points[MOST_CORNERS];
    uint32_t count = 4 + cw_random_below(random, MOST_CORNERS - 3);
    double x = cw_random_range(random, 3, 7), y = cw_random_range(random, 3, 7);
    for (uint32_t i = 0; i < count; i++) {
        double angle = 2 * PI * (i + cw_random_range(random, 0, 0.8)) / count;
        double reach = cw_random_range(random, low, high);
        points[i] = (cw_vec2){x + reach * cos(angle), y + reach * sin(angle)};
    }
    assert_int_equal(cw_plan_add(context, plan, kind, polygon, points, count), CW_OK);
}

/// A mesh of the plan, with what is needed to ask for paths.
typedef struct world {
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_query *query;
} world;

/// The meshes of one floor.
typedef struct worlds {
    world items[MESHES];
    uint32_t count;
} worlds;

/// Adds the mesh that was made last.
static void add_world(worlds *all) {
    world *made = &all->items[all->count++];
    assert_int_equal(cw_clearance_build(context, &made->mesh, &made->clearance), CW_OK);
    assert_int_equal(cw_query_create(context, &made->clearance, &made->query), CW_OK);
}

/// The meshes that are built from a surface; false where one is refused, which only those with
/// heights may be.
static bool build_worlds(const cw_surface *surface, const uint32_t ways[BUILT], worlds *all) {
    *all = (worlds){.count = 0};
    for (uint32_t i = 0; i < BUILT; i++) {
        cw_navmesh_config config = config_of(ways[i]);
        if (cw_navmesh_build(context, surface, &config, &all->items[i].mesh) != CW_OK) {
            assert_non_null(strstr(cw_context_message(context), "overlap"));
            return false;
        }
        add_world(all);
    }
    return true;
}

static void free_world(world *made) {
    cw_query_free(made->query);
    cw_clearance_free(context, &made->clearance);
    cw_navmesh_free(context, &made->mesh);
}

/// The length of a path, or -1 where there is none.
static double length_of(const world *asked, cw_vec3 start, cw_vec3 goal, double radius) {
    cw_path_request request = path_ask(&start, &goal, radius);
    cw_path path = path_asked(asked->query, &request);
    return path.status == CW_PATH_FOUND ? path.length : -1;
}

static bool is_critical(const world *asked, cw_vec3 start, cw_vec3 goal, double radius) {
    cw_gate gate = widest_of(asked->query, start, goal);
    return fabs(gate.radius - radius) < CRITICAL;
}

/// Asks all meshes for one path, there and back; false when they do not agree.
static bool agree(const worlds *all, cw_vec3 start, cw_vec3 goal, double radius) {
    double first = length_of(&all->items[0], start, goal, radius);
    for (uint32_t i = 0; i < all->count; i++) {
        double there = length_of(&all->items[i], start, goal, radius);
        double back = length_of(&all->items[i], goal, start, radius);
        if (fabs(there - first) > SAME_LENGTH || fabs(back - first) > SAME_LENGTH) {
            print_error("mesh %u: %.12g there, %.12g back, %.12g on mesh 0; from %.17g,%.17g to "
                        "%.17g,%.17g, radius %.17g\n",
                        i, there, back, first, start.x, start.y, goal.x, goal.y, radius);
            return radius > 0 && is_critical(&all->items[0], start, goal, radius);
        }
    }
    return true;
}

static bool ask_pairs(const worlds *all, uint64_t number) {
    cw_random random = {number * 31 + 7};
    uint64_t seed = number + 1;
    for (uint32_t i = 0; i < PAIRS; i++) {
        double radius = i % 3 == 0 ? 0 : 0.01 * exp(cw_random_unit(&random) * log(60));
        cw_vec3 start, goal;
        if (cw_query_random(all->items[0].query, &seed, radius, &start) == CW_OK &&
            cw_query_random(all->items[0].query, &seed, radius, &goal) == CW_OK &&
            !agree(all, start, goal, radius)) {
            return false;
        }
    }
    return true;
}

/// Points that start at a corner of the floor.
static bool ask_corners(const worlds *all, uint64_t number) {
    cw_random random = {number * 37 + 5};
    uint64_t seed = number + 1;
    for (uint32_t i = 0; i < CORNERS; i++) {
        const cw_navmesh *mesh = &all->items[0].mesh;
        cw_vec3 corner = mesh->positions[cw_random_below(&random, mesh->vertex_count)], goal;
        if (cw_query_random(all->items[0].query, &seed, 0, &goal) == CW_OK &&
            !agree(all, corner, goal, 0)) {
            return false;
        }
    }
    return true;
}

enum { MOST_STEPS = 70 };

/// Triangles with heights.
typedef struct patchwork {
    cw_vec3 positions[2 * MOST_STEPS];
    uint32_t corners[6 * MOST_STEPS], position_count, corner_count;
} patchwork;

/// A ribbon along a curve that rises, and passes over itself once or oftener.
static void make_ribbon(uint64_t number, patchwork *made) {
    cw_random random = {number * 2 + 1};
    uint32_t steps = 20 + cw_random_below(&random, MOST_STEPS - 20);
    double wide = cw_random_range(&random, 1, 3), heading = 0, x = 0, y = 0;
    double way = cw_random_range(&random, -0.45, 0.45);
    *made = (patchwork){.position_count = 2 * steps, .corner_count = 6 * (steps - 1)};
    for (uint32_t i = 0; i < steps; i++) {
        double half = wide * cw_random_range(&random, 0.3, 0.5), z = 0.35 * i;
        cw_vec2 left = {-sin(heading) * half, cos(heading) * half};
        made->positions[2 * i] = (cw_vec3){x - left.x, y - left.y, z};
        made->positions[2 * i + 1] = (cw_vec3){x + left.x, y + left.y, z};
        heading += way + cw_random_range(&random, -0.2, 0.2);
        way = cw_random_below(&random, 15) == 0 ? -way : way;
        double pace = wide * cw_random_range(&random, 0.6, 1);
        x += pace * cos(heading);
        y += pace * sin(heading);
        const uint32_t quad[] = {2 * i, 2 * i + 2, 2 * i + 3, 2 * i, 2 * i + 3, 2 * i + 1};
        for (uint32_t k = 0; k < 6 && i + 1 < steps; k++) {
            made->corners[6 * i + k] = quad[k];
        }
    }
}

/// Adds a triangle at the side of another that is free, outside of it, at a height of its own: most
/// often at a side that ends at vertex 0, around which the floor winds.
static void add_patch(cw_random *random, patchwork *made) {
    uint32_t side = cw_random_below(random, made->corner_count);
    uint32_t a = made->corners[side], b = made->corners[side % 3 == 2 ? side - 2 : side + 1];
    if (a != 0 && b != 0 && cw_random_below(random, 4) > 0) {
        return;
    }
    for (uint32_t i = 0; i < made->corner_count; i++) {
        uint32_t next = made->corners[i % 3 == 2 ? i - 2 : i + 1];
        if (made->corners[i] == b && next == a) {
            return;
        }
    }
    cw_vec3 from = made->positions[a], to = made->positions[b];
    double share = cw_random_range(random, -0.3, 1.3), out = cw_random_range(random, 0.4, 1.5);
    cw_vec2 along = {to.x - from.x, to.y - from.y};
    /* Whole numbers: many are in line. */
    cw_vec3 apex = {round(from.x + share * along.x + out * along.y),
                    round(from.y + share * along.y - out * along.x),
                    cw_random_range(random, -90, 90)};
    if ((to.x - from.x) * (apex.y - from.y) - (to.y - from.y) * (apex.x - from.x) >= 0) {
        return;
    }
    made->positions[made->position_count] = apex;
    const uint32_t corners[] = {b, a, made->position_count++};
    for (uint32_t i = 0; i < 3; i++) {
        made->corners[made->corner_count++] = corners[i];
    }
}

static void make_patchwork(uint64_t number, patchwork *made) {
    cw_random random = {number * 2 + 1};
    *made = (patchwork){.positions = {{0, 0, 0}, {4, 1, 0}, {1, 5, 0}},
                        .corners = {0, 1, 2},
                        .position_count = 3,
                        .corner_count = 3};
    uint32_t tries = 10 + cw_random_below(&random, 90);
    for (uint32_t i = 0; i < tries && made->position_count < 40; i++) {
        add_patch(&random, made);
    }
}

/// The meshes of a surface of triangles, and the triangles themselves; false when it has none.
static bool triangle_worlds(const cw_vec3 *positions, uint32_t position_count,
                            const uint32_t *corners, uint32_t triangle_count, worlds *all) {
    enum { MOST_TRIANGLES = 200 };
    uint32_t first[MOST_TRIANGLES + 1];
    cw_surface surface;
    *all = (worlds){.count = 0};
    if (cw_surface_from_triangles(context, positions, position_count, corners, triangle_count, NULL,
                                  &surface) != CW_OK) {
        return false;
    }
    bool made = build_worlds(&surface, usual, all);
    cw_surface_free(context, &surface);
    assert_true(triangle_count <= MOST_TRIANGLES);
    for (uint32_t i = 0; i <= triangle_count; i++) {
        first[i] = 3 * i;
    }
    cw_polygons polygons = polygons_of(position_count, positions, triangle_count, first, corners);
    if (made &&
        cw_navmesh_from_polygons(context, &polygons, &all->items[all->count].mesh) == CW_OK) {
        add_world(all);
    }
    return made;
}

/// The meshes of a plan; false when there is no floor.
static bool make_worlds(uint64_t number, worlds *all) {
    cw_random random = {number * 2 + 1};
    OWNED(cw_plan) plan = {0};
    OWNED(cw_surface) surface;
    uint32_t floors = 2 + cw_random_below(&random, 3), obstacles = cw_random_below(&random, 4);
    for (uint32_t i = 0; i < floors; i++) {
        add_star(&random, &plan, CW_RING_OUTER, i, 1.5, 4.5);
    }
    for (uint32_t i = 0; i < obstacles; i++) {
        add_star(&random, &plan, CW_RING_OBSTACLE, floors, 0.3, 1.2);
    }
    return cw_surface_from_plan(context, &plan, NULL, &surface) == CW_OK &&
           build_worlds(&surface, usual, all);
}

static void free_worlds(worlds *all) {
    for (uint32_t i = 0; i < all->count; i++) {
        free_world(&all->items[i]);
    }
}

/// True when all meshes of a plan agree, or there is no floor.
static bool check_plan(uint64_t number) {
    worlds all;
    if (!make_worlds(number, &all)) {
        return true;
    }
    bool good = ask_pairs(&all, number) && ask_corners(&all, number);
    free_worlds(&all);
    return good;
}

TEST(meshes_of_one_plan_have_the_same_paths) {
    uint64_t first = path_number_from("CW_AGREE_FIRST", 0);
    uint64_t count = path_number_from("CW_AGREE_PLANS", 1500), bad = 0;
    for (uint64_t i = first; i < first + count; i++) {
        if (!check_plan(i)) {
            print_error("plan %llu\n", (unsigned long long)i);
            bad++;
        }
    }
    assert_int_equal(bad, 0);
}

typedef void triangles_maker(uint64_t number, patchwork *made);

static void check_triangles(const char *name, triangles_maker *make) {
    uint64_t first = path_number_from("CW_AGREE_FIRST", 0);
    uint64_t count = path_number_from("CW_AGREE_PLANS", 300), bad = 0, found = 0;
    for (uint64_t i = first; i < first + count; i++) {
        patchwork made;
        worlds all;
        make(i, &made);
        if (triangle_worlds(made.positions, made.position_count, made.corners,
                            made.corner_count / 3, &all)) {
            found++;
            if (!ask_pairs(&all, i)) {
                print_error("%s %llu\n", name, (unsigned long long)i);
                bad++;
            }
        }
        free_worlds(&all);
    }
    assert_int_equal(bad, 0);
    assert_true(found > count / 2);
}

/// With dents many corners are listed in a cell, of loops of the ribbon above and below too.
TEST(meshes_of_one_ribbon_have_the_same_paths) {
    check_triangles("ribbon", make_ribbon);
}

/// Floors wind around corners by more than a full turn, in cells of half a turn, and with dents.
TEST(meshes_of_one_patchwork_have_the_same_paths) {
    check_triangles("patchwork", make_patchwork);
}

// --- Ends next to corners ------------------------------------------------------------------------

/// A star as an obstacle, or as the floor. Some of its sides are micrometres long.
static void add_spiky_star(cw_random *random, cw_plan *plan, cw_ring_kind kind, cw_vec2 at,
                           double low, double high) {
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
    put_ring(context, plan, kind, points, count);
}

static bool draw_spiky_surface(cw_random *random, cw_surface *surface) {
    static const cw_vec2 origins[] = {{0, 0}, {0, 0}, {500000, 5400000}};
    cw_vec2 origin = origins[cw_random_below(random, 3)];
    OWNED(cw_plan) plan = {0};
    add_spiky_star(random, &plan, CW_RING_OUTER, origin, 4, 9);
    for (uint32_t i = 0; i < 3; i++) {
        cw_vec2 at = {origin.x + cw_random_range(random, -3, 3),
                      origin.y + cw_random_range(random, -3, 3)};
        add_spiky_star(random, &plan, CW_RING_OBSTACLE, at, 0.3, 1.2);
    }
    return cw_surface_from_plan(context, &plan, NULL, surface) == CW_OK;
}

/// A place nanometres to millimetres from a vertex of a mesh, on the floor.
static cw_vec3 draw_end(const cw_navmesh *mesh, cw_random *random) {
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

TEST(meshes_agree_about_ends_next_to_corners) {
    uint64_t first = path_number_from("CW_AGREE_FIRST", 0);
    uint64_t count = path_number_from("CW_AGREE_PLANS", 400), bad = 0;
    for (uint64_t number = first; number < first + count; number++) {
        cw_random random = {number * 0x9e3779b97f4a7c15u + 7};
        OWNED(cw_surface) surface;
        worlds all;
        if (!draw_spiky_surface(&random, &surface)) {
            continue;
        }
        assert_true(build_worlds(&surface, utmost, &all));
        random = (cw_random){number * 0x9e3779b97f4a7c15u + 9};
        bool good = true;
        for (uint32_t i = 0; i < 8 && good; i++) {
            cw_vec3 from = draw_end(&all.items[0].mesh, &random);
            good = agree(&all, from, draw_end(&all.items[0].mesh, &random), 0);
        }
        if (!good) {
            print_error("plan %llu\n", (unsigned long long)number);
        }
        bad += !good;
        free_worlds(&all);
    }
    assert_int_equal(bad, 0);
}

TEST_GROUP(make_context, free_context);
