/// What tests make again and again. Each fails the running test when it cannot be made.
#ifndef CW_TESTS_MADE_H
#define CW_TESTS_MADE_H

#include "clearway/clearway.h"
#include "scenes.h"

/// Adds a ring of polygon 0.
void put_ring(cw_context *context, cw_plan *plan, cw_ring_kind kind, const cw_vec2 *points,
              uint32_t count);
/// Adds a rectangle of polygon 0, counter-clockwise from its low corner.
void put_box(cw_context *context, cw_plan *plan, cw_ring_kind kind, double x0, double y0, double x1,
             double y1);

/// Cells as arrays of the caller.
cw_polygons polygons_of(uint32_t vertex_count, const cw_vec3 *positions, uint32_t cell_count,
                        const uint32_t *cell_first, const uint32_t *edge_vertex);

/// A plan of a family.
cw_plan plan_of_scene(cw_context *context, const cw_scene_config *config);
/// The surface of a plan, which stays the caller's.
cw_surface surface_of_plan(cw_context *context, const cw_plan *plan);
/// The mesh of a surface, a plan, or triangles, which stay the caller's; `config` may be NULL.
cw_navmesh mesh_of_surface(cw_context *context, const cw_surface *surface,
                           const cw_navmesh_config *config);
cw_navmesh mesh_of_plan(cw_context *context, const cw_plan *plan, const cw_navmesh_config *config);
cw_navmesh mesh_of_triangles(cw_context *context, const cw_vec3 *positions, uint32_t position_count,
                             const uint32_t *corners, uint32_t triangle_count,
                             const cw_navmesh_config *config);
/// The mesh of cells.
cw_navmesh mesh_of_polygons(cw_context *context, const cw_polygons *polygons);

cw_clearance clearance_of(cw_context *context, const cw_navmesh *mesh);
cw_query *query_of(cw_context *context, const cw_clearance *clearance);
/// A question with one goal, which stays the caller's, and its answer.
cw_path_request path_ask(const cw_vec3 *start, const cw_vec3 *goal, double radius);
cw_path path_asked(cw_query *query, const cw_path_request *request);
/// The answers to the other questions, and sights.
cw_nearest nearest_of(cw_query *query, cw_vec3 point, double radius, double reach);
cw_ray ray_of(cw_query *query, cw_vec3 from, cw_vec2 to, double radius);
cw_vec3 random_of(cw_query *query, uint64_t *seed, double radius);
bool reachable_by(cw_query *query, cw_vec3 from, cw_vec3 to, double radius);
cw_gate widest_of(cw_query *query, cw_vec3 from, cw_vec3 to);
cw_sights *sights_of(cw_context *context, const cw_clearance *clearance);

#endif
