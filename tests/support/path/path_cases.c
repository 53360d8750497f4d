#include "path_cases.h"
#include "check.h"
#include "made.h"
#include "sample.h"

void path_floor_take(cw_context *context, cw_navmesh *mesh, bool flat, path_floor *made) {
    *made = (path_floor){.context = context, .mesh = *mesh, .flat = flat};
    *mesh = (cw_navmesh){0};
    oracle_plane_make(&made->mesh, &made->plane);
    sheet_make(&made->mesh, &made->sheet);
    made->sheet.stacked = !flat;
}

void path_floor_free(path_floor *made) {
    cw_navmesh_free(made->context, &made->mesh);
    oracle_plane_free(&made->plane);
    sheet_free(&made->sheet);
}

static double pick(cw_random *random, const double *values, uint32_t count) {
    return values[cw_random_below(random, count)];
}

static void build(cw_context *context, cw_surface *surface, const cw_navmesh_config *config,
                  bool flat, path_floor *made) {
    cw_navmesh mesh;
    if (cw_navmesh_build(context, surface, config, &mesh) != CW_OK) {
        fail_msg("%s", cw_context_message(context));
    }
    cw_surface_free(context, surface);
    path_floor_take(context, &mesh, flat, made);
}

bool path_floor_random(cw_context *context, uint64_t number, uint32_t vertices, path_floor *made) {
    *made = (path_floor){0};
    cw_random random = {number * 0x9e3779b97f4a7c15u + 77};
    cw_scene_config scene = cw_scene_config_default();
    scene.family = (cw_scene_family)(number % CW_SCENE_FAMILY_COUNT);
    scene.vertices = vertices < 8 ? 8 : vertices;
    scene.seed = number;
    scene.rotation = cw_random_below(&random, 2) ? cw_random_range(&random, -3, 3) : 0;
    cw_navmesh_config config = cw_navmesh_config_default();
    config.effort = cw_random_below(&random, 3);
    if (cw_random_below(&random, 2)) {
        double degree = PI / 180;
        config.alpha = degree * pick(&random, (const double[]){0, 5, 20, 45, 90}, 5);
        config.tau = pick(&random, (const double[]){0.01, 0.1, 0.5, 3}, 4);
        config.turn = degree * pick(&random, (const double[]){10, 45, 90, 180}, 4);
    }
    cw_surface surface;
    cw_plan plan = plan_of_scene(context, &scene);
    cw_status status = cw_surface_from_plan(context, &plan, NULL, &surface);
    cw_plan_free(context, &plan);
    if (status != CW_OK) {
        return false;
    }
    build(context, &surface, &config, true, made);
    snprintf(made->name, sizeof made->name,
             "floor %" PRIu64 " (%s, %u vertices, alpha %g, tau %g, effort %u)", number,
             cw_scene_family_name(scene.family), scene.vertices, config.alpha, config.tau,
             config.effort);
    return true;
}

void path_floor_of_plan(cw_context *context, cw_plan *plan, const cw_navmesh_config *config,
                        path_floor *made) {
    cw_surface surface;
    if (cw_surface_from_plan(context, plan, NULL, &surface) != CW_OK) {
        fail_msg("%s", cw_context_message(context));
    }
    cw_plan_free(context, plan);
    build(context, &surface, config, true, made);
}

void path_floor_of_triangles(cw_context *context, cw_scene_triangles *scene, path_floor *made) {
    cw_surface surface;
    if (cw_surface_from_triangles(context, scene->positions, scene->position_count, scene->corners,
                                  scene->triangle_count, NULL, &surface) != CW_OK) {
        fail_msg("%s", cw_context_message(context));
    }
    cw_scene_triangles_free(context, scene);
    build(context, &surface, NULL, false, made);
}

void path_floor_triangulated(const path_floor *other, path_floor *made) {
    const sheet *from = &other->sheet;
    const cw_navmesh *mesh = &other->mesh;
    uint32_t *first = malloc((from->triangle_count + 1) * sizeof *first);
    uint32_t *behind = malloc((3 * from->triangle_count + 1) * sizeof *behind);
    assert_true(first != NULL && behind != NULL);
    for (uint32_t t = 0; t <= from->triangle_count; t++) {
        first[t] = 3 * t;
    }
    for (uint32_t h = 0; h < 3 * from->triangle_count; h++) {
        behind[h] = from->twins[h] == CW_NONE ? CW_NONE : from->twins[h] / 3;
    }
    cw_polygons polygons = {.vertex_count = mesh->vertex_count,
                            .positions = mesh->positions,
                            .cell_count = from->triangle_count,
                            .cell_first = first,
                            .edge_vertex = from->corners,
                            .edge_neighbor = behind,
                            .points = mesh->points,
                            .lattice = &mesh->lattice};
    cw_navmesh triangles;
    if (cw_navmesh_from_polygons(other->context, &polygons, &triangles) != CW_OK) {
        fail_msg("%s: %s", other->name, cw_context_message(other->context));
    }
    free(first);
    free(behind);
    path_floor_take(other->context, &triangles, other->flat, made);
    snprintf(made->name, sizeof made->name, "%.180s, as triangles", other->name);
}

void path_floor_screw(cw_context *context, uint32_t turns, uint32_t sides, double inner,
                      double outer, path_floor *made) {
    uint32_t quads = turns * sides;
    cw_scene_triangles scene = {.positions = malloc(2 * (quads + 1) * sizeof(cw_vec3)),
                                .position_count = 2 * (quads + 1),
                                .corners = malloc(6 * quads * sizeof(uint32_t)),
                                .triangle_count = 2 * quads};
    assert_true(scene.positions != NULL && scene.corners != NULL);
    for (uint32_t i = 0; i <= quads; i++) {
        cw_vec2 way = plane_polar((cw_vec2){0, 0}, 1, PLANE_TURN * (i % sides) / sides);
        double height = 3.0 * i / sides;
        scene.positions[2 * i] = (cw_vec3){inner * way.x, inner * way.y, height};
        scene.positions[2 * i + 1] = (cw_vec3){outer * way.x, outer * way.y, height};
    }
    for (uint32_t i = 0; i < quads; i++) {
        uint32_t a = 2 * i, corners[6] = {a, a + 1, a + 3, a, a + 3, a + 2};
        memcpy(scene.corners + 6 * (size_t)i, corners, sizeof corners);
    }
    path_floor_of_triangles(context, &scene, made);
    snprintf(made->name, sizeof made->name, "screw of %u turns, %u sides, %g to %g m", turns, sides,
             inner, outer);
}

/// The triangle at a share in [0, 1) of the whole area.
static uint32_t triangle_at(const sheet *from, double share) {
    double total = 0, passed = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t t = 0; t < from->triangle_count; t++) {
            cw_vec2 a = from->points[from->corners[3 * t]];
            cw_vec2 b = from->points[from->corners[3 * t + 1]];
            cw_vec2 c = from->points[from->corners[3 * t + 2]];
            double area = plane_cross(plane_sub(b, a), plane_sub(c, a));
            total += pass == 0 ? area : 0;
            passed += pass == 1 ? area : 0;
            if (pass == 1 && passed > share * total) {
                return t;
            }
        }
    }
    return from->triangle_count - 1;
}

path_spot path_spot_random(const path_floor *floor, cw_random *random) {
    const sheet *from = &floor->sheet;
    path_spot spot = {.triangle = triangle_at(from, cw_random_unit(random))};
    double out = sqrt(cw_random_range(random, 0.001, 0.999));
    double across = cw_random_range(random, 0.001, 0.999);
    cw_vec2 a = from->points[from->corners[3 * spot.triangle]];
    cw_vec2 b = plane_sub(from->points[from->corners[3 * spot.triangle + 1]], a);
    cw_vec2 c = plane_sub(from->points[from->corners[3 * spot.triangle + 2]], a);
    cw_vec2 local = plane_add(plane_scale(b, out * (1 - across)), plane_scale(c, out * across));
    local = plane_add(a, local);
    cw_vec2 world = {local.x + floor->mesh.lattice.origin_x,
                     local.y + floor->mesh.lattice.origin_y};
    spot.cell = from->cells[spot.triangle];
    double height = cw_navmesh_height(&floor->mesh, spot.cell, world);
    spot.world = (cw_vec3){world.x, world.y, height};
    spot.local = oracle_to_local(&floor->mesh, spot.world);
    return spot;
}

path_spot path_spot_at(const path_floor *floor, cw_vec3 world) {
    path_spot spot = {.world = world, .local = oracle_to_local(&floor->mesh, world)};
    spot.cell = cw_navmesh_locate(&floor->mesh, world);
    spot.triangle = CW_NONE;
    if (spot.cell != CW_NONE) {
        spot.triangle = sheet_locate(&floor->sheet, spot.cell, spot.local);
    }
    return spot;
}

double path_floor_shortest(path_floor *floor, double radius, const path_spot *start,
                           const path_spot *goal) {
    double length;
    if (floor->flat && radius > 0) {
        oracle_tangents tangents;
        oracle_tangents_make(&floor->plane, radius, &tangents);
        length = oracle_tangents_shortest(&tangents, start->local, goal->local);
        oracle_tangents_free(&tangents);
    } else {
        sheet_tangents tangents;
        sheet_tangents_make(&floor->sheet, radius, &tangents);
        length = sheet_tangents_shortest(&tangents, start->triangle, start->local, goal->triangle,
                                         goal->local);
        sheet_tangents_free(&tangents);
    }
    return length;
}

double path_floor_wall_distance(const path_floor *floor, const path_spot *spot) {
    return floor->flat ? oracle_wall_distance(&floor->plane, spot->local)
                       : sheet_wall_distance(&floor->sheet, spot->triangle, spot->local);
}

void path_check_near(double a, double b, double tolerance, const char *file, int line) {
    if (!(fabs(a - b) <= tolerance)) {
        print_error("%.15g is not within %g of %.15g\n", a, tolerance, b);
        _fail(file, line);
    }
}

uint64_t path_number_from(const char *name, uint64_t otherwise) {
    return sample_or(name, otherwise);
}
