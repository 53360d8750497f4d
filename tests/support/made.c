#include "made.h"
#include "check.h"

static void must(const cw_context *context, cw_status status) {
    if (status != CW_OK) {
        fail_msg("%s", cw_context_message(context));
    }
}

void put_ring(cw_context *context, cw_plan *plan, cw_ring_kind kind, const cw_vec2 *points,
              uint32_t count) {
    must(context, cw_plan_add(context, plan, kind, 0, points, count));
}

void put_box(cw_context *context, cw_plan *plan, cw_ring_kind kind, double x0, double y0, double x1,
             double y1) {
    const cw_vec2 box[] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    put_ring(context, plan, kind, box, 4);
}

cw_polygons polygons_of(uint32_t vertex_count, const cw_vec3 *positions, uint32_t cell_count,
                        const uint32_t *cell_first, const uint32_t *edge_vertex) {
    return (cw_polygons){.vertex_count = vertex_count,
                         .positions = positions,
                         .cell_count = cell_count,
                         .cell_first = cell_first,
                         .edge_vertex = edge_vertex};
}

cw_plan plan_of_scene(cw_context *context, const cw_scene_config *config) {
    cw_plan plan;
    must(context, cw_scene_make(context, config, &plan));
    return plan;
}

cw_surface surface_of_plan(cw_context *context, const cw_plan *plan) {
    cw_surface surface;
    must(context, cw_surface_from_plan(context, plan, NULL, &surface));
    return surface;
}

cw_navmesh mesh_of_surface(cw_context *context, const cw_surface *surface,
                           const cw_navmesh_config *config) {
    cw_navmesh mesh;
    must(context, cw_navmesh_build(context, surface, config, &mesh));
    return mesh;
}

/// Frees the surface.
static cw_navmesh mesh_in_place_of(cw_context *context, cw_surface surface,
                                   const cw_navmesh_config *config) {
    cw_navmesh mesh = mesh_of_surface(context, &surface, config);
    cw_surface_free(context, &surface);
    return mesh;
}

cw_navmesh mesh_of_plan(cw_context *context, const cw_plan *plan, const cw_navmesh_config *config) {
    return mesh_in_place_of(context, surface_of_plan(context, plan), config);
}

cw_navmesh mesh_of_triangles(cw_context *context, const cw_vec3 *positions, uint32_t position_count,
                             const uint32_t *corners, uint32_t triangle_count,
                             const cw_navmesh_config *config) {
    cw_surface surface;
    must(context, cw_surface_from_triangles(context, positions, position_count, corners,
                                            triangle_count, NULL, &surface));
    return mesh_in_place_of(context, surface, config);
}

cw_navmesh mesh_of_polygons(cw_context *context, const cw_polygons *polygons) {
    cw_navmesh mesh;
    must(context, cw_navmesh_from_polygons(context, polygons, &mesh));
    return mesh;
}

cw_clearance clearance_of(cw_context *context, const cw_navmesh *mesh) {
    cw_clearance tables;
    must(context, cw_clearance_build(context, mesh, &tables));
    return tables;
}

cw_query *query_of(cw_context *context, const cw_clearance *clearance) {
    cw_query *query;
    must(context, cw_query_create(context, clearance, &query));
    return query;
}

cw_path_request path_ask(const cw_vec3 *start, const cw_vec3 *goal, double radius) {
    cw_path_request request = cw_path_request_default();
    request.start = *start;
    request.goals = goal;
    request.goal_count = 1;
    request.radius = radius;
    return request;
}

/// What a call writes to `answer`.
#define ANSWER(type, call) \
    type answer;           \
    assert_ok(call);       \
    return answer

cw_path path_asked(cw_query *query, const cw_path_request *request) {
    ANSWER(cw_path, cw_query_find(query, request, &answer));
}

cw_nearest nearest_of(cw_query *query, cw_vec3 point, double radius, double reach) {
    ANSWER(cw_nearest, cw_query_nearest(query, point, radius, reach, &answer));
}

cw_ray ray_of(cw_query *query, cw_vec3 from, cw_vec2 to, double radius) {
    ANSWER(cw_ray, cw_query_ray(query, from, to, radius, &answer));
}

cw_vec3 random_of(cw_query *query, uint64_t *seed, double radius) {
    ANSWER(cw_vec3, cw_query_random(query, seed, radius, &answer));
}

bool reachable_by(cw_query *query, cw_vec3 from, cw_vec3 to, double radius) {
    ANSWER(bool, cw_query_reachable(query, from, to, radius, &answer));
}

cw_gate widest_of(cw_query *query, cw_vec3 from, cw_vec3 to) {
    ANSWER(cw_gate, cw_query_widest(query, from, to, &answer));
}

cw_sights *sights_of(cw_context *context, const cw_clearance *clearance) {
    ANSWER(cw_sights *, cw_sights_build_any(context, clearance, &answer));
}
