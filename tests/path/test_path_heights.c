/// Legs end on the floor, and the cells of a path are those it comes through: on ribbons and hills
/// of triangles that each have a plane of their own. Each path is followed in small steps from
/// triangle to triangle, beginning where it starts, which needs no portals.
#include "made.h"
#include "path_setup.h"
#include "test.h"

enum { MOST_ROWS = 24, MOST_ACROSS = 9, MOST_QUADS = MOST_ROWS * MOST_ACROSS, AREAS = 3 };

/// Metres between two samples of a path.
#define STEP 0.02

/// Metres by which a sample may lie beside its cell, and a height beside the floor's: corners are
/// kept to some nanometres, and planes are steep.
#define NEAR 1e-6

/// Rows of vertices, of which neighbouring ones are joined by two triangles per quad.
typedef struct grid {
    cw_vec3 positions[MOST_QUADS];
    uint32_t rows, across;
    bool gone[MOST_QUADS]; ///< the quad that starts at a vertex is a hole
} grid;

/// Rows across a curve that rises and may pass over itself.
static void make_ribbon(cw_random *random, grid *made) {
    made->rows = 8 + cw_random_below(random, MOST_ROWS - 8);
    made->across = 3 + cw_random_below(random, 3);
    double wide = cw_random_range(random, 1.5, 4), x = 0, y = 0, heading = 0;
    double way = cw_random_range(random, -0.4, 0.4);
    for (uint32_t i = 0; i < made->rows; i++) {
        double half = wide * cw_random_range(random, 0.3, 0.5);
        for (uint32_t k = 0; k < made->across; k++) {
            double share = 2 * (k + cw_random_range(random, -0.3, 0.3)) / (made->across - 1) - 1;
            cw_vec2 out = {-sin(heading) * half * share, cos(heading) * half * share};
            made->positions[i * made->across + k] =
                (cw_vec3){x + out.x, y + out.y, 0.7 * i + cw_random_range(random, -0.3, 0.3)};
        }
        heading += way + cw_random_range(random, -0.15, 0.15);
        way = cw_random_below(random, 10) == 0 ? -way : way;
        double pace = wide * cw_random_range(random, 0.5, 1);
        x += pace * cos(heading);
        y += pace * sin(heading);
    }
}

/// A number beside 0, of which nothing is rounded away when it is `exact`.
static double jitter(cw_random *random, bool exact) {
    double value = cw_random_range(random, -0.3, 0.3);
    return exact ? floor(4 * value + 0.5) / 4 : value;
}

/// Rough ground with holes in it; with `exact`, many vertices in line.
static void make_hill(cw_random *random, bool exact, grid *made) {
    made->rows = made->across = 4 + cw_random_below(random, MOST_ACROSS - 4);
    for (uint32_t i = 0; i < made->rows * made->across; i++) {
        made->positions[i] =
            (cw_vec3){i / made->across + jitter(random, exact),
                      i % made->across + jitter(random, exact), cw_random_range(random, 0, 1)};
        made->gone[i] = cw_random_below(random, 5) == 0;
    }
}

/// A floor of triangles, and what is asked there.
typedef struct world {
    cw_random random;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_query *query;
    cw_sights *sights;
    uint8_t areas[2 * MOST_QUADS]; ///< per cell
} world;

static const double area_costs[AREAS] = {1, 2, 5};

static double turn_of(const cw_vec3 *p, const uint32_t *corner) {
    cw_vec3 a = p[corner[0]], b = p[corner[1]], c = p[corner[2]];
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The triangles of a grid; 0 where one is turned over or a needle.
static uint32_t cut_grid(cw_random *random, const grid *all, uint32_t *corners) {
    uint32_t count = 0, n = all->across;
    for (uint32_t i = 0; i + n < all->rows * n; i++) {
        bool other = cw_random_below(random, 2) == 0;
        if (i % n + 1 == n || all->gone[i]) {
            continue;
        }
        const uint32_t quad[] = {i, i + n, i + n + 1, i + 1};
        for (uint32_t t = 0; t < 2; t++, count++) {
            uint32_t first = other + 2 * t;
            for (uint32_t k = 0; k < 3; k++) {
                corners[3 * count + k] = quad[(first + k) % 4];
            }
            if (turn_of(all->positions, &corners[3 * count]) < 0.02) {
                return 0;
            }
        }
    }
    return count;
}

/// Leaves out the vertices that no triangle has.
static uint32_t drop_unused(cw_vec3 *positions, uint32_t *corners, uint32_t triangle_count) {
    uint32_t number[MOST_QUADS], count = 0;
    cw_vec3 kept[MOST_QUADS];
    for (uint32_t i = 0; i < MOST_QUADS; i++) {
        number[i] = CW_NONE;
    }
    for (uint32_t i = 0; i < 3 * triangle_count; i++) {
        uint32_t *known = &number[corners[i]];
        if (*known == CW_NONE) {
            kept[count] = positions[corners[i]];
            *known = count++;
        }
        corners[i] = *known;
    }
    for (uint32_t i = 0; i < count; i++) {
        positions[i] = kept[i];
    }
    return count;
}

/// World `number`; false where its triangles are no floor.
static bool make_world(uint64_t number, world *made) {
    *made = (world){.random = {number * 2 + 1}};
    grid all = {0};
    uint32_t corners[6 * MOST_QUADS], first[2 * MOST_QUADS + 1];
    if (number % 2 == 0) {
        make_ribbon(&made->random, &all);
    } else {
        make_hill(&made->random, number % 4 == 1, &all);
    }
    uint32_t count = cut_grid(&made->random, &all, corners);
    if (count == 0) {
        return false;
    }
    for (uint32_t i = 0; i <= count; i++) {
        first[i] = 3 * i;
    }
    cw_polygons polygons = {.vertex_count = drop_unused(all.positions, corners, count),
                            .positions = all.positions,
                            .cell_count = count,
                            .cell_first = first,
                            .edge_vertex = corners};
    if (cw_navmesh_from_polygons(context, &polygons, &made->mesh) != CW_OK) {
        return false;
    }
    assert_int_equal(cw_clearance_build(context, &made->mesh, &made->clearance), CW_OK);
    assert_int_equal(cw_query_create(context, &made->clearance, &made->query), CW_OK);
    assert_int_equal(cw_sights_build_any(context, &made->clearance, &made->sights), CW_OK);
    for (uint32_t i = 0; i < count; i++) {
        made->areas[i] = (uint8_t)cw_random_below(&made->random, AREAS);
    }
    return true;
}

static void free_world(world *made) {
    cw_query_free(made->query);
    cw_sights_free(made->sights);
    cw_clearance_free(context, &made->clearance);
    cw_navmesh_free(context, &made->mesh);
}

static cw_vec3 corner_at(const cw_navmesh *mesh, uint32_t edge) {
    return mesh->positions[mesh->edge_vertex[edge]];
}

static cw_vec3 corner_behind(const cw_navmesh *mesh, uint32_t edge) {
    uint32_t first = mesh->cell_first[mesh->edge_cell[edge]];
    return corner_at(mesh, first + (edge - first + 1) % 3);
}

/// How far inside of a triangle a place lies; negative outside.
static double inside(const cw_navmesh *mesh, uint32_t cell, cw_vec2 p) {
    double least = INFINITY;
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        cw_vec3 a = corner_at(mesh, e), b = corner_behind(mesh, e);
        double cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        least = fmin(least, cross / hypot(b.x - a.x, b.y - a.y));
    }
    return least;
}

static double height(const cw_navmesh *mesh, uint32_t cell, cw_vec2 p) {
    cw_vec3 a = corner_at(mesh, mesh->cell_first[cell]);
    cw_vec3 b = corner_at(mesh, mesh->cell_first[cell] + 1);
    cw_vec3 c = corner_at(mesh, mesh->cell_first[cell] + 2);
    double all = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    double to_b = ((p.x - a.x) * (c.y - a.y) - (p.y - a.y) * (c.x - a.x)) / all;
    double to_c = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / all;
    return a.z + to_b * (b.z - a.z) + to_c * (c.z - a.z);
}

static double edge_distance(const cw_navmesh *mesh, uint32_t edge, cw_vec2 p) {
    cw_vec3 a = corner_at(mesh, edge), b = corner_behind(mesh, edge);
    double dx = b.x - a.x, dy = b.y - a.y;
    double share = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
    share = fmin(fmax(share, 0), 1);
    return hypot(a.x + share * dx - p.x, a.y + share * dy - p.y);
}

/// The triangles that are joined with one around a place: none but those a step can lead to.
typedef struct ring {
    uint32_t cells[64], count;
} ring;

static void flood(const cw_navmesh *mesh, uint32_t cell, cw_vec2 p, double reach, ring *found) {
    *found = (ring){{cell}, 1};
    for (uint32_t i = 0; i < found->count; i++) {
        uint32_t first = mesh->cell_first[found->cells[i]];
        for (uint32_t e = first; e < first + 3; e++) {
            if (mesh->edge_twin[e] == CW_NONE || edge_distance(mesh, e, p) > reach) {
                continue;
            }
            uint32_t next = mesh->edge_cell[mesh->edge_twin[e]];
            bool known = false;
            for (uint32_t k = 0; k < found->count; k++) {
                known = known || found->cells[k] == next;
            }
            if (!known) {
                assert_true(found->count < 64);
                found->cells[found->count++] = next;
            }
        }
    }
}

/// Someone who follows a path.
typedef struct follower {
    const world *floor;
    const cw_path *path;
    cw_vec2 at;
    uint32_t cell;            ///< where that is
    uint32_t number;          ///< the same as a cell of the path
    uint32_t portal;          ///< the next of the path
    double cheapest, dearest; ///< cost so far; on a border either side may count
    const char *wrong;        ///< NULL while all is well
} follower;

/// The triangle of a ring in which a place lies, and the least and the most that it costs there.
static uint32_t settle(const world *floor, const ring *around, cw_vec2 p, double cost[2]) {
    uint32_t best = around->cells[0];
    double most = -INFINITY;
    cost[0] = INFINITY;
    cost[1] = 0;
    for (uint32_t i = 0; i < around->count; i++) {
        uint32_t cell = around->cells[i];
        double in = inside(&floor->mesh, cell, p);
        best = in > most ? cell : best;
        most = fmax(most, in);
        if (in > -NEAR) {
            cost[0] = fmin(cost[0], area_costs[floor->areas[cell]]);
            cost[1] = fmax(cost[1], area_costs[floor->areas[cell]]);
        }
    }
    return best;
}

/// Goes a small step.
static void step_to(follower *walk, cw_vec2 p) {
    const cw_navmesh *mesh = &walk->floor->mesh;
    const cw_path *path = walk->path;
    double length = hypot(p.x - walk->at.x, p.y - walk->at.y), cost[2];
    ring around;
    flood(mesh, walk->cell, p, inside(mesh, walk->cell, p) > NEAR ? 0 : length + NEAR, &around);
    walk->cell = settle(walk->floor, &around, p, cost);
    walk->at = p;
    walk->cheapest += length * cost[0];
    walk->dearest += length * cost[1];
    if (inside(mesh, walk->cell, p) < -NEAR) {
        walk->wrong = "it leaves the floor";
        return;
    }
    while (walk->number < path->cell_count && inside(mesh, path->cells[walk->number], p) < -NEAR) {
        walk->number++;
    }
    if (walk->number == path->cell_count) {
        walk->wrong = "it leaves its cells";
        walk->number = 0;
    }
    while (walk->portal < path->portal_count &&
           edge_distance(mesh, path->portals[walk->portal].edge, p) <= STEP + NEAR) {
        walk->portal++;
    }
}

/// Follows a leg to its end, where its height is compared.
static void follow_leg(follower *walk, const cw_path_leg *leg) {
    cw_vec2 from = walk->at, to = {leg->to.x, leg->to.y};
    double x = from.x - leg->center.x, y = from.y - leg->center.y, radius = hypot(x, y);
    double start = atan2(y, x), turn = 0, length = hypot(to.x - from.x, to.y - from.y);
    if (leg->arc) {
        turn = atan2(to.y - leg->center.y, to.x - leg->center.x) - start;
        turn += leg->ccw && turn < 0 ? PLANE_TURN : !leg->ccw && turn > 0 ? -PLANE_TURN : 0;
        turn = fabs(turn) > PLANE_TURN - 0.1 ? 0 : turn;
        length = radius * fabs(turn);
    }
    uint32_t count = (uint32_t)(length / STEP) + 1;
    for (uint32_t i = 1; i <= count && walk->wrong == NULL; i++) {
        double share = (double)i / count;
        cw_vec2 p = {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
        if (leg->arc && i < count) {
            p = (cw_vec2){leg->center.x + radius * cos(start + share * turn),
                          leg->center.y + radius * sin(start + share * turn)};
        }
        step_to(walk, p);
    }
    double floor = height(&walk->floor->mesh, walk->cell, to);
    if (walk->wrong == NULL && !(fabs(leg->to.z - floor) <= NEAR)) {
        walk->wrong = "a leg does not end on the floor";
    }
}

/// What is wrong with the cells and portals of a path as such.
static const char *check_chain(const cw_navmesh *mesh, const cw_path *path) {
    if (path->cell_count != path->portal_count + 1) {
        return "cells and portals do not match";
    }
    for (uint32_t i = 0; i < path->portal_count; i++) {
        uint32_t edge = path->portals[i].edge, twin = mesh->edge_twin[edge];
        if (mesh->edge_cell[edge] != path->cells[i] || twin == CW_NONE ||
            mesh->edge_cell[twin] != path->cells[i + 1]) {
            return "a portal does not join its cells";
        }
    }
    cw_vec2 goal = {path->goal.x, path->goal.y};
    return inside(mesh, path->cells[path->cell_count - 1], goal) < -NEAR
               ? "the goal is not in the last cell"
               : NULL;
}

static const char *check_path(const world *floor, const cw_path *path, bool with_costs) {
    follower walk = {.floor = floor,
                     .path = path,
                     .at = {path->start.x, path->start.y},
                     .cell = path->cells[0],
                     .wrong = check_chain(&floor->mesh, path)};
    if (walk.wrong == NULL) {
        step_to(&walk, walk.at);
    }
    if (walk.wrong == NULL &&
        fabs(height(&floor->mesh, walk.cell, walk.at) - path->start.z) > NEAR) {
        walk.wrong = "it starts on another floor";
    }
    for (uint32_t i = 0; i < path->leg_count && walk.wrong == NULL; i++) {
        follow_leg(&walk, &path->legs[i]);
    }
    if (walk.wrong == NULL && walk.portal < path->portal_count) {
        walk.wrong = "it does not come to all of its portals";
    }
    double slack = STEP * (path->portal_count + 1) * area_costs[AREAS - 1];
    if (walk.wrong == NULL && with_costs &&
        !(path->cost >= walk.cheapest - slack && path->cost <= walk.dearest + slack)) {
        walk.wrong = "its cost is another";
    }
    return walk.wrong;
}

static double shortest_way(const world *floor, cw_path_request request, double radius) {
    request.radius = radius;
    cw_path path = path_asked(floor->query, &request);
    return path.status == CW_PATH_FOUND ? path.length : INFINITY;
}

/// Whether a length is between those for a little less and a little more radius, without sights: a
/// disc that is as wide as a gap within the tolerance gets through or not.
static bool is_close_fit(const world *floor, const cw_path_request *request, double length) {
    double radius = request->radius;
    assert_int_equal(cw_query_use_sights(floor->query, NULL, 0), CW_OK);
    double least = shortest_way(floor, *request, fmax(radius - CW_CLEARANCE_TOLERANCE, 0));
    return length >= least - NEAR &&
           length <= shortest_way(floor, *request, radius + CW_CLEARANCE_TOLERANCE) + NEAR;
}

typedef enum way_to_ask { PLAINLY, WITH_SIGHTS, WITH_COSTS, WAYS } way_to_ask;

/// Asks in every way; false when an answer is wrong.
static bool ask(world *floor, cw_vec3 start, cw_vec3 goal, double radius, uint64_t *found) {
    const cw_sights *sights[WAYS] = {[WITH_SIGHTS] = floor->sights};
    double shortest = INFINITY;
    for (way_to_ask way = 0; way < WAYS; way++) {
        cw_path_request request = path_ask(&start, &goal, radius);
        if (way == WITH_COSTS) {
            request.cell_area = floor->areas;
            request.area_cost = area_costs;
            request.area_count = AREAS;
        }
        assert_ok(cw_query_use_sights(floor->query, &sights[way], sights[way] != NULL));
        cw_path path = path_asked(floor->query, &request);
        if (path.status != CW_PATH_FOUND) {
            continue;
        }
        (*found)++;
        shortest = way == PLAINLY ? path.length : shortest;
        const char *wrong = check_path(floor, &path, way == WITH_COSTS);
        if (way <= WITH_SIGHTS && fabs(path.length - shortest) > NEAR &&
            !is_close_fit(floor, &request, path.length)) {
            wrong = "it is not as long as without sights";
        }
        if (wrong != NULL) {
            print_error("way %d, radius %.17g from %.17g,%.17g,%.17g to %.17g,%.17g,%.17g: %s\n",
                        (int)way, radius, start.x, start.y, start.z, goal.x, goal.y, goal.z, wrong);
            return false;
        }
    }
    return true;
}

/// A place with room for a disc; for a point, sometimes a vertex.
static bool pick(world *floor, double radius, cw_vec3 *place) {
    const cw_navmesh *mesh = &floor->mesh;
    if (radius == 0 && cw_random_below(&floor->random, 4) == 0) {
        *place = mesh->positions[cw_random_below(&floor->random, mesh->vertex_count)];
        return true;
    }
    return cw_query_random(floor->query, &floor->random.state, radius, place) == CW_OK;
}

/// A radius for which the circle of a vertex meets another vertex, or misses it by a power of ten.
static double aim(world *floor, double least, double most) {
    const cw_navmesh *mesh = &floor->mesh;
    cw_vec3 a = mesh->positions[cw_random_below(&floor->random, mesh->vertex_count)];
    double off = pow(10, cw_random_range(&floor->random, least, most));
    off *= (double)cw_random_below(&floor->random, 3) - 1;
    double best = INFINITY;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        cw_vec3 b = mesh->positions[i];
        double distance = hypot(b.x - a.x, b.y - a.y);
        best = distance > 0.02 && distance < best ? distance : best;
    }
    return best + off;
}

static bool check_world(uint64_t number, uint64_t *found) {
    enum { RADII = 4, PAIRS = 3 };
    world floor;
    bool good = true;
    if (!make_world(number, &floor)) {
        return true;
    }
    const double radii[RADII] = {0, cw_random_range(&floor.random, 0.01, 0.8), aim(&floor, -10, -8),
                                 aim(&floor, -8, -2)};
    for (uint32_t i = 0; i < RADII && good; i++) {
        double radius = radii[i];
        for (uint32_t k = 0; k < PAIRS && good; k++) {
            cw_vec3 start, goal;
            if (pick(&floor, radius, &start) && pick(&floor, radius, &goal)) {
                good = ask(&floor, start, goal, radius, found);
            }
        }
        assert_int_equal(cw_query_use_sights(floor.query, NULL, 0), CW_OK);
    }
    free_world(&floor);
    return good;
}

TEST(legs_end_on_the_floor_and_paths_in_their_cells) {
    uint64_t first = path_number_from("CW_HEIGHTS_FIRST", 0);
    uint64_t count = path_number_from("CW_HEIGHTS_WORLDS", 2000), bad = 0, found = 0;
    for (uint64_t i = first; i < first + count; i++) {
        if (!check_world(i, &found)) {
            print_error("world %llu\n", (unsigned long long)i);
            bad++;
        }
    }
    assert_int_equal(bad, 0);
    assert_true(found > 10 * count);
    print_message("%llu paths\n", (unsigned long long)found);
}

TEST_GROUP(make_context, free_context);
