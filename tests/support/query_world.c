/// Worlds for tests of queries, and brute force.
#include "query_world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

// --- worlds
// ---------------------------------------------------------------------------------------

static void start_world(query_world *world) {
    *world = (query_world){0};
    cw_context_config config = failing_allocator_config(&world->memory);
    assert_int_equal(cw_context_create(&config, &world->context), CW_OK);
}

static void finish_world(query_world *world) {
    if (cw_clearance_build(world->context, &world->mesh, &world->clearance) != CW_OK) {
        fail_msg("clearance: %s", cw_context_message(world->context));
    }
    assert_int_equal(cw_query_create(world->context, &world->clearance, &world->query), CW_OK);
    world->low_x = world->low_y = INFINITY;
    world->high_x = world->high_y = -INFINITY;
    for (uint32_t e = 0; e < world->mesh.edge_count; e++) {
        cw_vec3 p = world->mesh.positions[world->mesh.edge_vertex[e]];
        world->low_x = fmin(world->low_x, p.x), world->high_x = fmax(world->high_x, p.x);
        world->low_y = fmin(world->low_y, p.y), world->high_y = fmax(world->high_y, p.y);
    }
}

void query_world_polygons(query_world *world, const cw_polygons *polygons) {
    start_world(world);
    if (cw_navmesh_from_polygons(world->context, polygons, &world->mesh) != CW_OK) {
        fail_msg("mesh: %s", cw_context_message(world->context));
    }
    finish_world(world);
}

void query_world_small(query_world *world, small_mesh kind) {
    cw_polygons polygons = small_mesh_polygons(kind);
    query_world_polygons(world, &polygons);
}

void query_world_plan(query_world *world, cw_scene_family family, uint32_t vertices, uint64_t seed,
                      double alpha) {
    start_world(world);
    cw_scene_config config = cw_scene_config_default();
    config.family = family;
    config.vertices = vertices;
    config.seed = seed;
    config.rotation = 0.1 * (double)(seed % 7);
    cw_plan plan;
    cw_surface surface;
    cw_navmesh_config build = cw_navmesh_config_default();
    build.alpha = alpha;
    build.tau = alpha;
    assert_int_equal(cw_scene_make(world->context, &config, &plan), CW_OK);
    assert_int_equal(cw_surface_from_plan(world->context, &plan, NULL, &surface), CW_OK);
    assert_int_equal(cw_navmesh_build(world->context, &surface, &build, &world->mesh), CW_OK);
    cw_surface_free(world->context, &surface);
    cw_plan_free(world->context, &plan);
    finish_world(world);
}

void query_world_terrain(query_world *world, query_terrain terrain) {
    start_world(world);
    cw_scene_triangles scene;
    cw_surface surface;
    cw_status status = terrain == QUERY_RAMP     ? cw_scene_ramp(world->context, 3, 24, &scene)
                       : terrain == QUERY_BRIDGE ? cw_scene_bridge(world->context, &scene)
                                                 : cw_scene_hills(world->context, 12, 5, &scene);
    assert_int_equal(status, CW_OK);
    assert_int_equal(cw_surface_from_triangles(world->context, scene.positions,
                                               scene.position_count, scene.corners,
                                               scene.triangle_count, NULL, &surface),
                     CW_OK);
    assert_int_equal(cw_navmesh_build(world->context, &surface, NULL, &world->mesh), CW_OK);
    cw_surface_free(world->context, &surface);
    cw_scene_triangles_free(world->context, &scene);
    finish_world(world);
}

void query_world_free(query_world *world) {
    cw_query_free(world->query);
    cw_clearance_free(world->context, &world->clearance);
    cw_navmesh_free(world->context, &world->mesh);
    cw_context_free(world->context);
    assert_int_equal(world->memory.live_bytes, 0);
    assert_int_equal(world->memory.wrong_sizes, 0);
}

cw_vec3 query_world_point(const query_world *world, cw_random *random, double margin) {
    double x = cw_random_range(random, world->low_x - margin, world->high_x + margin);
    double y = cw_random_range(random, world->low_y - margin, world->high_y + margin);
    return (cw_vec3){x, y, 0};
}

// --- oracles
// --------------------------------------------------------------------------------------

static cw_vec2 plan_of(const cw_navmesh *mesh, uint32_t edge) {
    return cw_lattice_to_plan(&mesh->lattice, mesh->points[mesh->edge_vertex[edge]]);
}

/// The ends of an edge; false for a portal.
static bool wall_ends(const cw_navmesh *mesh, uint32_t edge, cw_vec2 *a, cw_vec2 *b) {
    uint32_t cell = mesh->edge_cell[edge];
    *a = plan_of(mesh, edge);
    *b = plan_of(mesh, edge + 1 < mesh->cell_first[cell + 1] ? edge + 1 : mesh->cell_first[cell]);
    return mesh->edge_twin[edge] == CW_NONE;
}

static double to_segment(cw_vec2 p, cw_vec2 a, cw_vec2 b) {
    double dx = b.x - a.x, dy = b.y - a.y;
    double t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
    t = fmin(fmax(t, 0), 1);
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

double oracle_wall(const cw_navmesh *mesh, cw_vec2 point) {
    double least = INFINITY;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        cw_vec2 a, b;
        if (wall_ends(mesh, e, &a, &b)) {
            least = fmin(least, to_segment(point, a, b));
        }
    }
    return least;
}

static cw_vec2 between(cw_vec2 a, cw_vec2 b, double t) {
    return (cw_vec2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

/// Share of the way from `from` to `to` at which a disc comes nearer than the radius to a segment:
/// the distance is convex along the way, so its least is found by thirds and the entry by halves.
static double stadium_entry(cw_vec2 from, cw_vec2 to, cw_vec2 a, cw_vec2 b, double radius,
                            double *margin) {
    double low = 0, high = 1;
    for (int i = 0; i < 200; i++) {
        double t = low + (high - low) / 3, u = high - (high - low) / 3;
        if (to_segment(between(from, to, t), a, b) <= to_segment(between(from, to, u), a, b)) {
            high = u;
        } else {
            low = t;
        }
    }
    double least = to_segment(between(from, to, high), a, b);
    *margin = fmin(*margin, fabs(least - (radius - CW_CLEARANCE_TOLERANCE)));
    if (least >= radius - CW_CLEARANCE_TOLERANCE) {
        return 1;
    }
    for (low = 0; high - low > 1e-16;) {
        double middle = (low + high) / 2;
        if (middle <= low || middle >= high) {
            break;
        }
        if (to_segment(between(from, to, middle), a, b) < radius) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return low;
}

/// Share of the way at which a point crosses a segment, 1 when it does not.
static double crossing(cw_vec2 from, cw_vec2 to, cw_vec2 a, cw_vec2 b) {
    double dx = to.x - from.x, dy = to.y - from.y, sx = b.x - a.x, sy = b.y - a.y;
    double turn = dx * sy - dy * sx;
    double t = ((a.x - from.x) * sy - (a.y - from.y) * sx) / turn;
    double u = ((a.x - from.x) * dy - (a.y - from.y) * dx) / turn;
    return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : 1;
}

double oracle_ray(const cw_navmesh *mesh, cw_vec2 from, cw_vec2 to, double radius, double *margin) {
    double share = 1;
    *margin = INFINITY;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        cw_vec2 a, b;
        if (wall_ends(mesh, e, &a, &b)) {
            double at = radius > 0 ? stadium_entry(from, to, a, b, radius, margin)
                                   : crossing(from, to, a, b);
            share = fmin(share, at);
        }
    }
    return share * hypot(to.x - from.x, to.y - from.y);
}

/// A line (radius 0, unit direction) or a circle.
typedef struct curve {
    cw_vec2 origin, direction;
    double radius;
} curve;

typedef struct places {
    const cw_navmesh *mesh;
    cw_vec2 point;
    double height, radius, best;
} places;

static void try_place(places *p, cw_vec2 x) {
    double distance = hypot(x.x - p->point.x, x.y - p->point.y);
    if (!(distance < p->best) || oracle_wall(p->mesh, x) < p->radius - 1e-9) {
        return;
    }
    static const double NUDGE[5][2] = {{0, 0}, {1e-9, 0}, {-1e-9, 0}, {0, 1e-9}, {0, -1e-9}};
    for (int i = 0; i < 5; i++) { // rounding may put it on the wrong side of a wall
        cw_vec3 at = {x.x + NUDGE[i][0], x.y + NUDGE[i][1], p->height};
        if (cw_navmesh_locate(p->mesh, at) != CW_NONE) {
            p->best = distance;
            return;
        }
    }
}

static void try_project(places *p, const curve *c) {
    double x = p->point.x - c->origin.x, y = p->point.y - c->origin.y;
    if (c->radius > 0) {
        double length = hypot(x, y);
        try_place(p, (cw_vec2){c->origin.x + c->radius * x / length,
                               c->origin.y + c->radius * y / length});
    } else {
        double t = x * c->direction.x + y * c->direction.y;
        try_place(p, (cw_vec2){c->origin.x + t * c->direction.x, c->origin.y + t * c->direction.y});
    }
}

/// Both points at +-sqrt(square) from a middle.
static void try_two(places *p, double x, double y, double dx, double dy, double square) {
    if (square >= -1e-9) {
        double half = sqrt(fmax(square, 0));
        try_place(p, (cw_vec2){x + half * dx, y + half * dy});
        try_place(p, (cw_vec2){x - half * dx, y - half * dy});
    }
}

static void try_cross(places *p, const curve *a, const curve *b) {
    double x = b->origin.x - a->origin.x, y = b->origin.y - a->origin.y;
    if (a->radius > 0 && b->radius > 0) {
        double gap = hypot(x, y);
        if (gap > 0) {
            try_two(p, a->origin.x + x / 2, a->origin.y + y / 2, -y / gap, x / gap,
                    a->radius * a->radius - gap * gap / 4);
        }
        return;
    }
    if (a->radius > 0) {
        try_cross(p, b, a);
        return;
    }
    cw_vec2 d = a->direction, e = b->direction;
    if (b->radius > 0) {
        double along = x * d.x + y * d.y, side = d.x * y - d.y * x;
        try_two(p, a->origin.x + along * d.x, a->origin.y + along * d.y, d.x, d.y,
                b->radius * b->radius - side * side);
        return;
    }
    double turn = d.x * e.y - d.y * e.x;
    if (fabs(turn) > 1e-12) {
        double t = (x * e.y - y * e.x) / turn;
        try_place(p, (cw_vec2){a->origin.x + t * d.x, a->origin.y + t * d.y});
    }
}

double oracle_nearest(const cw_navmesh *mesh, cw_vec3 point, double radius) {
    enum { MOST = 4096 };
    static curve curves[MOST];
    uint32_t count = 0;
    places p = {mesh, {point.x, point.y}, mesh->positions[0].z, radius, INFINITY};
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        cw_vec2 a, b;
        if (!wall_ends(mesh, e, &a, &b)) {
            continue;
        }
        assert_true(count + 2 <= MOST);
        double length = hypot(b.x - a.x, b.y - a.y);
        cw_vec2 d = {(b.x - a.x) / length, (b.y - a.y) / length};
        curves[count++] = (curve){{a.x - radius * d.y, a.y + radius * d.x}, d, 0};
        if (radius > 0) {
            curves[count++] = (curve){a, {0, 0}, radius};
        }
    }
    try_place(&p, p.point);
    if (!(radius > 0) && !(p.best <= 0)) { // off the mesh: a point of a wall
        return hypot(oracle_wall(mesh, p.point), p.height - point.z);
    }
    for (uint32_t i = 0; i < count; i++) {
        try_project(&p, &curves[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = i + 1; j < count; j++) {
            try_cross(&p, &curves[i], &curves[j]);
        }
    }
    return hypot(p.best, p.height - point.z);
}

static cw_vec3 minus(cw_vec3 a, cw_vec3 b) {
    return (cw_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(cw_vec3 a, cw_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double to_segment_in_space(cw_vec3 p, cw_vec3 a, cw_vec3 b) {
    cw_vec3 d = minus(b, a), w = minus(p, a);
    double t = fmin(fmax(dot(w, d) / dot(d, d), 0), 1);
    cw_vec3 gap = {w.x - t * d.x, w.y - t * d.y, w.z - t * d.z};
    return sqrt(dot(gap, gap));
}

static double to_triangle(cw_vec3 p, const cw_vec3 t[3]) {
    cw_vec3 u = minus(t[1], t[0]), v = minus(t[2], t[0]), w = minus(p, t[0]);
    double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), wu = dot(w, u), wv = dot(w, v);
    double det = uu * vv - uv * uv;
    double b = (wu * vv - wv * uv) / det, c = (wv * uu - wu * uv) / det;
    if (b >= 0 && c >= 0 && b + c <= 1) {
        cw_vec3 gap = {w.x - b * u.x - c * v.x, w.y - b * u.y - c * v.y, w.z - b * u.z - c * v.z};
        return sqrt(dot(gap, gap));
    }
    return fmin(fmin(to_segment_in_space(p, t[0], t[1]), to_segment_in_space(p, t[1], t[2])),
                to_segment_in_space(p, t[2], t[0]));
}

double oracle_nearest_in_space(const cw_navmesh *mesh, cw_vec3 point) {
    double least = INFINITY;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        uint32_t first = mesh->cell_first[c], end = mesh->cell_first[c + 1];
        uint32_t from = mesh->cell_triangle_first != NULL ? mesh->cell_triangle_first[c] : 0;
        uint32_t to = mesh->cell_triangle_first != NULL ? mesh->cell_triangle_first[c + 1] : 0;
        for (uint32_t t = from; t < to; t++) {
            const uint32_t *v = &mesh->triangles[3 * (size_t)t];
            cw_vec3 corners[3] = {mesh->positions[v[0]], mesh->positions[v[1]],
                                  mesh->positions[v[2]]};
            least = fmin(least, to_triangle(point, corners));
        }
        for (uint32_t e = first + 1; from == to && e + 1 < end; e++) { // a fan: convex cells
            cw_vec3 corners[3] = {mesh->positions[mesh->edge_vertex[first]],
                                  mesh->positions[mesh->edge_vertex[e]],
                                  mesh->positions[mesh->edge_vertex[e + 1]]};
            cw_vec3 u = minus(corners[1], corners[0]), v = minus(corners[2], corners[0]);
            if (u.x * v.y - u.y * v.x > 1e-9) {
                least = fmin(least, to_triangle(point, corners));
            }
        }
    }
    return least;
}
