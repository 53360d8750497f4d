/// What a notch sees: the best-first walk against a look at every wall, portal and vertex of the
/// floor.
#include "geom/lattice.h"
#include "made.h"
#include "mesh_oracle.h"
#include "navmesh/carve/relax.h"
#include "navmesh/carve/search.h"
#include "scene_floors.h"
#include "test.h"
#include "test_owned.h"

__extension__ typedef __int128 wide;

/// Share by which a distance in double may be wrong, and fine steps besides: the last bit of a
/// coordinate in double is up to 2^8 of them.
static const double ACCURACY = 1e-9, ROUNDING = 1024;

enum { MOST_SIGHTS = 4096 };

/// What one search found.
typedef struct view {
    const cw_carver *carver;
    uint32_t vertex;
    cw_sector sector;
    cw_point eye, right, left; ///< the area of interest runs from right to left
    cw_sight sights[MOST_SIGHTS];
    uint32_t count;
} view;

static uint64_t views_checked, vertices_checked, rays_checked, early_ends;

static cw_point minus(cw_point a, cw_point b) {
    return (cw_point){a.x - b.x, a.y - b.y};
}

static wide cross_of(cw_point u, cw_point v) {
    return (wide)u.x * v.y - (wide)u.y * v.x;
}

static wide dot_of(cw_point u, cw_point v) {
    return (wide)u.x * v.x + (wide)u.y * v.y;
}

static int sign_of(wide value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

static bool same(cw_point a, cw_point b) {
    return a.x == b.x && a.y == b.y;
}

static cw_point from_of(const cw_trimesh *mesh, uint32_t h) {
    return mesh->points[mesh->corners[h]];
}

static cw_point to_of(const cw_trimesh *mesh, uint32_t h) {
    return mesh->points[mesh->corners[h % 3 == 2 ? h - 2 : h + 1]];
}

/// True when a direction lies in the closed area of interest, which is narrower than half a turn.
static bool in_cone(const view *seen, cw_point d) {
    return cross_of(seen->right, d) >= 0 && cross_of(d, seen->left) >= 0;
}

/// Distance from the eye to a point of a segment, in fine steps.
static long double distance_at(cw_point p, cw_point along, long double t) {
    long double x = (long double)p.x + t * (long double)along.x;
    long double y = (long double)p.y + t * (long double)along.y;
    return sqrtl(x * x + y * y);
}

/// Distance from the eye to the part of a segment in the area of interest, or infinity. `p` is its
/// first end seen from the eye.
static long double cone_distance(const view *seen, cw_point p, cw_point q) {
    cw_point along = minus(q, p);
    wide low_p = cross_of(seen->right, p), low_q = cross_of(seen->right, q);
    wide high_p = cross_of(p, seen->left), high_q = cross_of(q, seen->left);
    long double first = 0, last = 1;
    if ((low_p < 0 && low_q < 0) || (high_p < 0 && high_q < 0)) {
        return INFINITY;
    }
    if (low_p < 0 || low_q < 0) {
        long double t = (long double)low_p / ((long double)low_p - (long double)low_q);
        *(low_p < 0 ? &first : &last) = t;
    }
    if (high_p < 0 || high_q < 0) {
        long double t = (long double)high_p / ((long double)high_p - (long double)high_q);
        first = high_p < 0 ? fmaxl(first, t) : first;
        last = high_q < 0 ? fminl(last, t) : last;
    }
    if (first > last) {
        return INFINITY;
    }
    long double square = (long double)along.x * along.x + (long double)along.y * along.y;
    long double foot = -((long double)p.x * along.x + (long double)p.y * along.y) / square;
    return distance_at(p, along, fminl(fmaxl(foot, first), last));
}

static bool is_hard(const cw_trimesh *mesh, uint32_t h) {
    return mesh->edges[h] != CW_EDGE_OPEN;
}

/// The nearest hard edge in the area of interest. Edges at the eye itself bound its sectors.
static long double nearest_by_looking_at_all(const view *seen) {
    const cw_trimesh *mesh = &seen->carver->mesh;
    long double nearest = INFINITY;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        cw_point a = from_of(mesh, h), b = to_of(mesh, h);
        if (is_hard(mesh, h) && !same(a, seen->eye) && !same(b, seen->eye)) {
            long double distance = cone_distance(seen, minus(a, seen->eye), minus(b, seen->eye));
            nearest = fminl(nearest, distance);
        }
    }
    return nearest;
}

static bool nearly(long double a, long double b) {
    return fabsl(a - b) <= ACCURACY * fmaxl(fabsl(a), fabsl(b)) + ROUNDING;
}

static void check_nearest(const view *seen) {
    long double expected = nearest_by_looking_at_all(seen);
    if (seen->count == 0) {
        fail_msg("vertex %u sees nothing, but something is %Lg away", seen->vertex, expected);
    }
    const cw_sight *first = &seen->sights[0];
    if (!nearly(first->distance, expected)) {
        fail_msg("vertex %u: the nearest thing is %.17Lg away, not %.17g", seen->vertex, expected,
                 first->distance);
    }
    for (uint32_t i = 1; i < seen->count; i++) {
        assert_true(seen->sights[i].distance >= seen->sights[i - 1].distance * (1 - 1e-12));
    }
}

// --- vertices ------------------------------------------------------------------------------------

typedef enum visibility {
    HIDDEN,  ///< an edge crosses the line of sight
    GRAZING, ///< something touches it: either answer will do
    VISIBLE,
} visibility;

/// True when a triangle at the vertex has a direction strictly inside its corner.
static bool fan_sees(const cw_trimesh *mesh, uint32_t vertex, cw_point direction) {
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        if (mesh->corners[h] == vertex) {
            cw_point right = minus(to_of(mesh, h), mesh->points[vertex]);
            uint32_t apex = mesh->corners[h % 3 == 0 ? h + 2 : h - 1];
            cw_point left = minus(mesh->points[apex], mesh->points[vertex]);
            int from_right = sign_of(cross_of(right, direction));
            int to_left = sign_of(cross_of(direction, left));
            bool on_side = (from_right == 0 && dot_of(right, direction) > 0) ||
                           (to_left == 0 && dot_of(left, direction) > 0);
            if ((from_right > 0 && to_left > 0) || on_side) {
                return true;
            }
        }
    }
    return false;
}

static visibility visibility_of(const view *seen, uint32_t vertex) {
    const cw_trimesh *mesh = &seen->carver->mesh;
    cw_point target = mesh->points[vertex];
    cw_point direction = minus(target, seen->eye);
    if (same(target, seen->eye) || !in_cone(seen, direction)) {
        return HIDDEN;
    }
    visibility found = fan_sees(mesh, vertex, minus(seen->eye, target)) ? VISIBLE : HIDDEN;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count && found != HIDDEN; h++) {
        cw_point a = from_of(mesh, h), b = to_of(mesh, h);
        if (is_hard(mesh, h) && oracle_segments_cross(seen->eye, target, a, b)) {
            found = HIDDEN;
        } else if (is_hard(mesh, h) && oracle_segments_meet(seen->eye, target, a, b)) {
            found = GRAZING;
        }
    }
    return found;
}

static void check_vertices(const view *seen) {
    const cw_trimesh *mesh = &seen->carver->mesh;
    uint8_t *reported = calloc(mesh->vertex_count, 1);
    for (uint32_t i = 0; i < seen->count; i++) {
        const cw_sight *sight = &seen->sights[i];
        if (sight->kind == CW_SIGHT_VERTEX) {
            reported[sight->id] = 1;
            cw_point d = minus(mesh->points[sight->id], seen->eye);
            assert_true(nearly(sight->distance, distance_at(d, (cw_point){0, 0}, 0)));
        }
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        visibility expected = visibility_of(seen, v);
        vertices_checked += expected == VISIBLE;
        if (expected == VISIBLE ? !reported[v] : expected == HIDDEN && reported[v]) {
            fail_msg("vertex %u %s vertex %u", seen->vertex, reported[v] ? "does not see" : "sees",
                     v);
        }
    }
    free(reported);
}

// --- walls and portals
// -----------------------------------------------------------------------------

/// The hard edge that a ray from the eye meets first, or CW_NONE when it runs into an end of one.
static uint32_t first_hit(const view *seen, cw_point direction) {
    const cw_trimesh *mesh = &seen->carver->mesh;
    uint32_t best = CW_NONE;
    long double nearest = INFINITY;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        cw_point p = minus(from_of(mesh, h), seen->eye), q = minus(to_of(mesh, h), seen->eye);
        int side_p = sign_of(cross_of(direction, p)), side_q = sign_of(cross_of(direction, q));
        bool ahead = dot_of(direction, p) > 0 || dot_of(direction, q) > 0;
        if (!is_hard(mesh, h) || !ahead || (side_p == 0 && side_q == 0)) {
            continue;
        }
        if (side_p == 0 || side_q == 0) {
            return CW_NONE;
        }
        if (side_p < 0 && side_q > 0) { /* the side of the floor faces the eye */
            cw_point along = minus(q, p);
            long double t =
                (long double)cross_of(p, along) / (long double)cross_of(direction, along);
            if (t > 0 && t < nearest) {
                nearest = t;
                best = h;
            }
        }
    }
    return best;
}

/// Any direction strictly inside the area of interest, if it has an inside.
static bool random_direction(cw_random *random, const view *seen, cw_point *direction) {
    int64_t a = 1 + (int64_t)cw_random_below(random, 1000);
    int64_t b = 1 + (int64_t)cw_random_below(random, 1000);
    int64_t scale = 2048;
    cw_point r = {seen->right.x / scale, seen->right.y / scale};
    cw_point l = {seen->left.x / scale, seen->left.y / scale};
    *direction = (cw_point){a * r.x + b * l.x, a * r.y + b * l.y};
    return cross_of(seen->right, *direction) > 0 && cross_of(*direction, seen->left) > 0;
}

static void check_rays(cw_random *random, const view *seen, int rays) {
    const cw_trimesh *mesh = &seen->carver->mesh;
    for (int i = 0; i < rays; i++) {
        cw_point d;
        uint32_t hit = random_direction(random, seen, &d) ? first_hit(seen, d) : CW_NONE;
        if (hit == CW_NONE) {
            continue;
        }
        uint32_t windows = 0, edge = CW_NONE;
        for (uint32_t k = 0; k < seen->count; k++) {
            const cw_sight *sight = &seen->sights[k];
            if (sight->kind != CW_SIGHT_VERTEX && cross_of(sight->right, d) > 0 &&
                cross_of(d, sight->left) > 0) {
                windows++;
                edge = sight->id;
            }
        }
        if (windows == 0) { /* the border between two windows */
            continue;
        }
        rays_checked++;
        assert_int_equal(windows, 1);
        assert_true(same(from_of(mesh, edge), from_of(mesh, hit)) &&
                    same(to_of(mesh, edge), to_of(mesh, hit)));
    }
}

static void check_kinds(const view *seen) {
    static const cw_edge_kind KIND[] = {CW_EDGE_OPEN, CW_EDGE_WALL, CW_EDGE_PORTAL};
    for (uint32_t i = 0; i < seen->count; i++) {
        const cw_sight *sight = &seen->sights[i];
        assert_true(sight->kind <= CW_SIGHT_PORTAL);
        if (sight->kind != CW_SIGHT_VERTEX) {
            assert_int_equal(seen->carver->mesh.edges[sight->id], KIND[sight->kind]);
        }
    }
}

/// The quicker search finds the same vertices.
static void check_any_order(const view *seen) {
    cw_search search = {.any_order = true, .most_triangles = UINT32_MAX};
    uint32_t vertices = seen->carver->mesh.vertex_count;
    int8_t *balance = calloc(vertices, 1);
    cw_sight sight;
    bool found;
    assert_ok(cw_search_begin(context, &search, seen->carver, seen->vertex, &seen->sector));
    for (;;) {
        assert_int_equal(cw_search_next(context, &search, &sight, &found), CW_OK);
        if (!found) {
            break;
        }
        assert_int_equal(sight.kind, CW_SIGHT_VERTEX);
        balance[sight.id] = 1;
    }
    for (uint32_t i = 0; i < seen->count; i++) {
        if (seen->sights[i].kind == CW_SIGHT_VERTEX) {
            assert_true(balance[seen->sights[i].id] != 0);
            balance[seen->sights[i].id] = 2;
        }
    }
    for (uint32_t v = 0; v < vertices; v++) {
        assert_true(balance[v] != 1);
    }
    free(balance);
    cw_search_free(context, &search);
}

static bool was_seen(const view *seen, const cw_sight *sight) {
    for (uint32_t i = 0; i < seen->count; i++) {
        const cw_sight *other = &seen->sights[i];
        if (sight->kind == other->kind && sight->id == other->id &&
            sight->distance == other->distance) {
            return true;
        }
    }
    return false;
}

/// A search that ends early tells what it has seen by then, nearest first, or nothing more.
static void check_early_end(const view *seen) {
    uint32_t counts[2] = {0, 0};
    for (int rest = 0; rest < 2; rest++) {
        cw_search search = {.most_triangles = 3, .tells_rest = rest == 1};
        cw_sight sight;
        double before = 0;
        assert_ok(cw_search_begin(context, &search, seen->carver, seen->vertex, &seen->sector));
        for (bool found = true; found;) {
            assert_int_equal(cw_search_next(context, &search, &sight, &found), CW_OK);
            if (found) {
                assert_true(was_seen(seen, &sight));
                assert_true(sight.distance >= before * (1 - 1e-12));
                before = sight.distance;
                counts[rest]++;
            }
        }
        assert_true(search.triangles <= 3);
        cw_search_free(context, &search);
    }
    assert_true(counts[1] >= counts[0]);
    early_ends += counts[1] > counts[0];
}

// --- sectors
// ---------------------------------------------------------------------------------------

/// The angle of a sector, summed over its triangles.
static double angle_of(const cw_trimesh *mesh, const cw_sector *sector) {
    double angle = 0;
    for (uint32_t h = sector->first;; h = mesh->twins[h % 3 == 0 ? h + 2 : h - 1]) {
        uint32_t last = h % 3 == 0 ? h + 2 : h - 1;
        cw_point u = minus(to_of(mesh, h), from_of(mesh, h));
        cw_point v = minus(from_of(mesh, last), from_of(mesh, h));
        angle += atan2((double)cross_of(u, v), (double)dot_of(u, v));
        if (last == sector->last) {
            return angle;
        }
    }
}

/// Every vertex: its sectors fill the fan, and the number of portals that each needs is right.
static void check_sectors(const cw_carver *carver) {
    const cw_trimesh *mesh = &carver->mesh;
    const double half_turn = 3.14159265358979323846;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        bool notch = false;
        for (uint32_t first = mesh->vertex_edge[v]; first != CW_NONE;) {
            cw_sector sector = cw_sector_at(carver, first);
            double needed = angle_of(mesh, &sector) / half_turn;
            if (!carver->relaxed && fabs(needed - round(needed)) > 1e-9) {
                assert_int_equal(sector.excess, (uint32_t)(ceil(needed) - 1));
            }
            assert_int_equal(cw_origin(mesh, first), v);
            assert_int_equal(cw_target(mesh, sector.last), v);
            notch = notch || sector.excess > 0;
            first = cw_sector_after(carver, &sector);
        }
        cw_sector sector;
        bool found = cw_notch_at(carver, v, &sector);
        assert_int_equal(found, notch && !cw_is_transparent(carver, v));
        assert_true(!found || sector.excess > 0);
    }
}

// --- the walk through a plan
// -----------------------------------------------------------------------

/// Looks from the notch of a vertex, if it has one that one portal resolves. The area of interest
/// of the tip of a wall without thickness is a single ray: there is nothing to search in it.
static bool look(const cw_carver *carver, uint32_t vertex, view *seen) {
    *seen = (view){.carver = carver, .vertex = vertex};
    if (!cw_notch_at(carver, vertex, &seen->sector) || seen->sector.excess != 1) {
        return false;
    }
    seen->eye = carver->mesh.points[vertex];
    seen->right = (cw_point){-seen->sector.end.x, -seen->sector.end.y};
    seen->left = (cw_point){-seen->sector.begin.x, -seen->sector.begin.y};
    if (cross_of(seen->right, seen->left) == 0) {
        return false;
    }
    cw_search search = {.most_triangles = UINT32_MAX};
    assert_int_equal(cw_search_begin(context, &search, carver, vertex, &seen->sector), CW_OK);
    for (bool found = true; found && seen->count < MOST_SIGHTS;) {
        cw_sight *sight = &seen->sights[seen->count];
        assert_int_equal(cw_search_next(context, &search, sight, &found), CW_OK);
        seen->count += found;
    }
    cw_search_free(context, &search);
    return true;
}

/// True when a side of the sector lies in its own area of interest, which chords can bring about: a
/// portal there would leave the floor.
static bool side_is_in_cone(const view *seen) {
    const cw_trimesh *mesh = &seen->carver->mesh;
    return in_cone(seen, minus(to_of(mesh, seen->sector.first), seen->eye)) ||
           in_cone(seen, minus(from_of(mesh, seen->sector.last), seen->eye));
}

static void check_view(cw_random *random, const view *seen) {
    if (side_is_in_cone(seen)) {
        assert_true(seen->carver->relaxed);
        return;
    }
    views_checked++;
    check_nearest(seen);
    check_kinds(seen);
    check_vertices(seen);
    check_rays(random, seen, 6);
    check_any_order(seen);
    check_early_end(seen);
}

/// Ends a portal on a wall that is seen, where the lattice has a point in sight.
static uint32_t end_on_wall(cw_carver *carver, const view *seen, const cw_sight *sight) {
    cw_wall_range wall = cw_wall_range_of(carver, sight->id);
    for (int64_t i = 1; i < 16; i++) {
        int64_t part = wall.begin + (wall.end - wall.begin) / 16 * i;
        cw_point d = minus(cw_wall_point_at(carver, &wall, part), seen->eye);
        if (part > wall.begin && part < wall.end && cross_of(sight->right, d) >= 0 &&
            cross_of(d, sight->left) >= 0) {
            uint32_t end;
            assert_int_equal(cw_wall_split(carver, sight->id, part, &end), CW_OK);
            return end;
        }
    }
    return CW_NONE;
}

/// Makes a portal to something that is seen, so that the next notches look at portals too.
static void resolve(cw_random *random, cw_carver *carver, const view *seen) {
    if (seen->count == 0) {
        return;
    }
    const cw_sight *sight =
        &seen->sights[cw_random_below(random, seen->count < 4 ? seen->count : 4)];
    uint32_t end = CW_NONE;
    if (sight->kind == CW_SIGHT_VERTEX) {
        end = sight->id;
    } else if (sight->kind == CW_SIGHT_WALL) {
        end = end_on_wall(carver, seen, sight);
    }
    cw_sector sector;
    if (end != CW_NONE && cw_notch_at(carver, seen->vertex, &sector)) {
        cw_portal_result result;
        assert_int_equal(cw_portal_make(carver, seen->vertex, &sector, end, &result), CW_OK);
    }
}

static void walk_plan(cw_random *random, const cw_surface *surface, const cw_navmesh_config *config,
                      uint32_t most_views) {
    static view seen;
    cw_carver carver;
    assert_int_equal(cw_carver_begin(context, surface, config, &carver), CW_OK);
    assert_int_equal(cw_corners_drop(&carver), CW_OK);
    uint32_t views = 0;
    check_sectors(&carver);
    for (uint32_t i = 0; i < 3 * surface->vertex_count && views < most_views; i++) {
        uint32_t v = cw_random_below(random, surface->vertex_count);
        if (look(&carver, v, &seen)) {
            check_view(random, &seen);
            resolve(random, &carver, &seen);
            views++;
        }
    }
    check_mesh(&carver.mesh);
    check_sectors(&carver);
    cw_carver_free(&carver);
}

static void walk_scene(cw_random *random, cw_scene_family family, uint64_t seed, uint32_t vertices,
                       const cw_navmesh_config *config) {
    cw_scene_config scene = cw_scene_config_default();
    scene.family = family;
    scene.seed = seed;
    scene.vertices = vertices;
    scene.rotation = seed % 3 ? cw_random_range(random, -4, 4) : 0;
    cw_surface surface;
    OWNED(cw_plan) plan = plan_of_scene(context, &scene);
    if (cw_surface_from_plan(context, &plan, NULL, &surface) == CW_OK) {
        walk_plan(random, &surface, config, 60);
        cw_surface_free(context, &surface);
    }
}

TEST(a_notch_sees_what_a_look_at_everything_sees) {
    cw_random random = {1};
    cw_navmesh_config config = cw_navmesh_config_default();
    for (uint32_t i = 0; i < 14 * CW_SCENE_FAMILY_COUNT; i++) {
        walk_scene(&random, (cw_scene_family)(i % CW_SCENE_FAMILY_COUNT), i,
                   8 + cw_random_below(&random, i % 5 ? 60 : 200), &config);
    }
    print_message("%" PRIu64 " notches, %" PRIu64 " vertices seen, %" PRIu64 " rays\n",
                  views_checked, vertices_checked, rays_checked);
    assert_true(views_checked > 3000 && vertices_checked > 10000 && rays_checked > 5000);
    assert_true(early_ends > 300);
}

TEST(a_notch_of_a_relaxed_plan_sees_the_same) {
    cw_random random = {2};
    cw_navmesh_config config = cw_navmesh_config_default();
    for (uint32_t i = 0; i < 4 * CW_SCENE_FAMILY_COUNT; i++) {
        config.alpha = 0.1 * (i % 4);
        config.tau = i % 3 ? 0.2 : 0;
        walk_scene(&random, (cw_scene_family)(i % CW_SCENE_FAMILY_COUNT), 1000 + i, 80, &config);
    }
}

/// Rings on a tiny grid: notches look along walls and through vertices in a row.
TEST(a_notch_on_a_tiny_grid_sees_the_same) {
    cw_random random = {3};
    cw_navmesh_config config = cw_navmesh_config_default();
    cw_surface_config lattice = {.step = 0x1p-10, .origin_x = -16, .origin_y = -16};
    for (int i = 0; i < 400; i++) {
        OWNED(cw_plan) plan = {0};
        cw_surface surface;
        uint32_t side = 4 + cw_random_below(&random, 8), rings = 1 + cw_random_below(&random, 5);
        for (uint32_t r = 0; r < rings; r++) {
            cw_vec2 points[8];
            uint32_t count = 2 + cw_random_below(&random, 7);
            for (uint32_t k = 0; k < count; k++) {
                points[k] =
                    (cw_vec2){cw_random_below(&random, side), cw_random_below(&random, side)};
            }
            cw_ring_kind kind = r == 0 ? CW_RING_OUTER : (cw_ring_kind)cw_random_below(&random, 4);
            put_ring(context, &plan, kind, points, count);
        }
        if (cw_surface_from_plan(context, &plan, &lattice, &surface) == CW_OK) {
            walk_plan(&random, &surface, &config, 30);
            cw_surface_free(context, &surface);
        }
    }
}

TEST(a_search_ends_after_the_triangles_it_may_look_through) {
    cw_carver carver;
    cw_navmesh_config config = cw_navmesh_config_default();
    cw_surface surface =
        scene_surface(context, CW_SCENE_CIRCLE, cw_scene_config_default().vertices);
    assert_int_equal(cw_carver_begin(context, &surface, &config, &carver), CW_OK);
    for (uint32_t v = 0; v < surface.vertex_count; v++) {
        cw_sector sector;
        if (cw_notch_at(&carver, v, &sector) && sector.excess == 1) {
            cw_search search = {.most_triangles = 5};
            cw_sight sight;
            bool found = true;
            assert_int_equal(cw_search_begin(context, &search, &carver, v, &sector), CW_OK);
            while (found) {
                assert_int_equal(cw_search_next(context, &search, &sight, &found), CW_OK);
            }
            assert_true(search.triangles <= 6);
            cw_search_free(context, &search);
        }
    }
    cw_carver_free(&carver);
    cw_surface_free(context, &surface);
}

TEST_GROUP(make_context, free_context);
