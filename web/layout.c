/// Prints where the fields of the public structs lie, as JSON:
///   {"constants": {NAME: NUMBER}, "structs": {NAME: {"size": BYTES, "FIELD": [OFFSET, TYPE]}}}
/// Compiled for wasm32 and run by node, it tells JavaScript the layout that the compiler chose.
/// TYPE is u8, u32, i64, u64, f64, pointer, or struct for all that has fields of its own or
/// is an array. What a
/// script reads and is not in the tables below belongs here.
#include "clearway/clearway.h"
#include "clearway/io.h"

#include <stdio.h>

#define TYPE(value)                       \
    _Generic((value), bool                \
             : "u8", uint8_t              \
             : "u8", uint16_t             \
             : "u16", int32_t             \
             : "u32", uint32_t            \
             : "u32", int64_t             \
             : "i64", uint64_t            \
             : "u64", double              \
             : "f64", cw_vec2             \
             : "struct", cw_vec3          \
             : "struct", cw_lattice       \
             : "struct", cw_gate          \
             : "struct", cw_place         \
             : "struct", cw_navmesh_stats \
             : "struct", cw_locator       \
             : "struct", default          \
             : "pointer")

static const char *separator = "";

#define BEGIN(type) printf("%s\n  \"%s\": {\"size\": %zu", separator, #type, sizeof(type))
#define FIELD(type, field) \
    printf(", \"%s\": [%zu, \"%s\"]", #field, offsetof(type, field), TYPE(((type *)NULL)->field))
#define ARRAY(type, field) printf(", \"%s\": [%zu, \"struct\"]", #field, offsetof(type, field))
#define END() (printf("}"), separator = ",")
#define CONSTANT(name) \
    (printf("%s\n  \"%s\": %.17g", separator, #name, (double)(name)), separator = ",")

static void print_basics(void) {
    BEGIN(cw_vec2);
    FIELD(cw_vec2, x);
    FIELD(cw_vec2, y);
    END();
    BEGIN(cw_vec3);
    FIELD(cw_vec3, x);
    FIELD(cw_vec3, y);
    FIELD(cw_vec3, z);
    END();
    BEGIN(cw_interval);
    FIELD(cw_interval, from);
    FIELD(cw_interval, to);
    END();
    BEGIN(cw_place);
    FIELD(cw_place, cell);
    FIELD(cw_place, position);
    END();
    BEGIN(cw_ring);
    FIELD(cw_ring, first);
    FIELD(cw_ring, count);
    FIELD(cw_ring, kind);
    END();
    BEGIN(cw_plan);
    FIELD(cw_plan, points);
    FIELD(cw_plan, rings);
    FIELD(cw_plan, ring_count);
    END();
    BEGIN(cw_area_name);
    END();
    BEGIN(cw_surface);
    END();
    BEGIN(cw_clearance);
    END();
    BEGIN(cw_navmesh_config);
    FIELD(cw_navmesh_config, alpha);
    FIELD(cw_navmesh_config, tau);
    FIELD(cw_navmesh_config, turn);
    FIELD(cw_navmesh_config, effort);
    END();
}

static void print_navmesh(void) {
    BEGIN(cw_lattice);
    FIELD(cw_lattice, origin_x);
    FIELD(cw_lattice, origin_y);
    FIELD(cw_lattice, step);
    END();
    BEGIN(cw_navmesh_stats);
    FIELD(cw_navmesh_stats, notches);
    FIELD(cw_navmesh_stats, dropped);
    FIELD(cw_navmesh_stats, holes);
    FIELD(cw_navmesh_stats, portals);
    FIELD(cw_navmesh_stats, mutual);
    FIELD(cw_navmesh_stats, area);
    FIELD(cw_navmesh_stats, wall_length);
    FIELD(cw_navmesh_stats, relaxation_depth);
    FIELD(cw_navmesh_stats, seconds);
    END();
    BEGIN(cw_locator);
    FIELD(cw_locator, level);
    END();
    BEGIN(cw_navmesh);
    FIELD(cw_navmesh, lattice);
    FIELD(cw_navmesh, vertex_count);
    FIELD(cw_navmesh, positions);
    FIELD(cw_navmesh, cell_count);
    FIELD(cw_navmesh, cell_first);
    FIELD(cw_navmesh, cell_island);
    FIELD(cw_navmesh, island_count);
    FIELD(cw_navmesh, edge_count);
    FIELD(cw_navmesh, edge_vertex);
    FIELD(cw_navmesh, edge_twin);
    FIELD(cw_navmesh, edge_cell);
    FIELD(cw_navmesh, cell_triangle_first);
    FIELD(cw_navmesh, triangles);
    FIELD(cw_navmesh, triangle_count);
    FIELD(cw_navmesh, link_count);
    FIELD(cw_navmesh, cell_area);
    FIELD(cw_navmesh, area_names);
    FIELD(cw_navmesh, area_name_count);
    FIELD(cw_navmesh, stats);
    FIELD(cw_navmesh, locator);
    END();
}

static void print_scene(void) {
    BEGIN(cw_scene);
    FIELD(cw_scene, positions);
    FIELD(cw_scene, position_count);
    FIELD(cw_scene, corners);
    FIELD(cw_scene, triangle_count);
    END();
    BEGIN(cw_extraction_config);
    FIELD(cw_extraction_config, height);
    FIELD(cw_extraction_config, step);
    FIELD(cw_extraction_config, slope);
    FIELD(cw_extraction_config, gap);
    FIELD(cw_extraction_config, min_island);
    FIELD(cw_extraction_config, min_width);
    FIELD(cw_extraction_config, min_hole);
    FIELD(cw_extraction_config, solids);
    FIELD(cw_extraction_config, small_rises);
    FIELD(cw_extraction_config, both_sides);
    FIELD(cw_extraction_config, from);
    FIELD(cw_extraction_config, from_count);
    END();
}

static void print_roadmap(void) {
    BEGIN(cw_roadmap);
    FIELD(cw_roadmap, nodes);
    FIELD(cw_roadmap, node_count);
    FIELD(cw_roadmap, edges);
    FIELD(cw_roadmap, edge_count);
    END();
    BEGIN(cw_roadmap_node);
    FIELD(cw_roadmap_node, position);
    END();
    BEGIN(cw_roadmap_edge);
    FIELD(cw_roadmap_edge, from);
    FIELD(cw_roadmap_edge, to);
    FIELD(cw_roadmap_edge, level);
    FIELD(cw_roadmap_edge, flags);
    FIELD(cw_roadmap_edge, clearance);
    END();
}

static void print_gate(void) {
    BEGIN(cw_gate);
    FIELD(cw_gate, radius);
    FIELD(cw_gate, position);
    FIELD(cw_gate, cell);
    ARRAY(cw_gate, walls);
    END();
    BEGIN(cw_nearest);
    FIELD(cw_nearest, place);
    FIELD(cw_nearest, point);
    FIELD(cw_nearest, distance);
    END();
    BEGIN(cw_ray);
    FIELD(cw_ray, hit);
    FIELD(cw_ray, distance);
    FIELD(cw_ray, point);
    FIELD(cw_ray, cell);
    FIELD(cw_ray, touched);
    FIELD(cw_ray, normal);
    FIELD(cw_ray, wall);
    END();
}

static void print_path(void) {
    BEGIN(cw_path_leg);
    FIELD(cw_path_leg, from);
    FIELD(cw_path_leg, to);
    FIELD(cw_path_leg, arc);
    FIELD(cw_path_leg, ccw);
    FIELD(cw_path_leg, center);
    END();
    BEGIN(cw_path_portal);
    FIELD(cw_path_portal, edge);
    FIELD(cw_path_portal, right);
    FIELD(cw_path_portal, left);
    ARRAY(cw_path_portal, usable);
    END();
    BEGIN(cw_path);
    FIELD(cw_path, status);
    FIELD(cw_path, guarantee);
    FIELD(cw_path, radius);
    FIELD(cw_path, length);
    FIELD(cw_path, cost);
    FIELD(cw_path, cells);
    FIELD(cw_path, cell_count);
    FIELD(cw_path, portals);
    FIELD(cw_path, portal_count);
    FIELD(cw_path, legs);
    FIELD(cw_path, leg_count);
    FIELD(cw_path, goal_index);
    FIELD(cw_path, start);
    FIELD(cw_path, goal);
    FIELD(cw_path, gate);
    FIELD(cw_path, expansions);
    FIELD(cw_path, start_moved);
    FIELD(cw_path, goal_moved);
    END();
}

static void print_request(void) {
    BEGIN(cw_path_request);
    FIELD(cw_path_request, start);
    FIELD(cw_path_request, goals);
    FIELD(cw_path_request, goal_count);
    FIELD(cw_path_request, radius);
    FIELD(cw_path_request, partial);
    FIELD(cw_path_request, reach);
    FIELD(cw_path_request, cell_area);
    FIELD(cw_path_request, area_cost);
    FIELD(cw_path_request, area_count);
    FIELD(cw_path_request, length_only);
    FIELD(cw_path_request, slack);
    END();
}

static void print_crowd(void) {
    BEGIN(cw_crowd_target);
    FIELD(cw_crowd_target, kind);
    FIELD(cw_crowd_target, points);
    FIELD(cw_crowd_target, point_count);
    FIELD(cw_crowd_target, radius);
    END();
    BEGIN(cw_crowd_goal);
    FIELD(cw_crowd_goal, targets);
    FIELD(cw_crowd_goal, target_count);
    FIELD(cw_crowd_goal, wait);
    END();
    BEGIN(cw_agent_config);
    FIELD(cw_agent_config, position);
    FIELD(cw_agent_config, radius);
    FIELD(cw_agent_config, speed);
    FIELD(cw_agent_config, start_time);
    FIELD(cw_agent_config, journey);
    END();
    BEGIN(cw_crowd_agents);
    FIELD(cw_crowd_agents, count);
    FIELD(cw_crowd_agents, time);
    FIELD(cw_crowd_agents, serial);
    FIELD(cw_crowd_agents, x);
    FIELD(cw_crowd_agents, y);
    FIELD(cw_crowd_agents, z);
    FIELD(cw_crowd_agents, vx);
    FIELD(cw_crowd_agents, vy);
    FIELD(cw_crowd_agents, radius);
    FIELD(cw_crowd_agents, speed);
    FIELD(cw_crowd_agents, walked);
    FIELD(cw_crowd_agents, start_time);
    END();
}

static void print_constants(void) {
    CONSTANT(CW_NONE);
    CONSTANT(CW_COORDINATE_LIMIT);
    CONSTANT(CW_CLEARANCE_TOLERANCE);
    CONSTANT(CW_RING_OUTER);
    CONSTANT(CW_RING_HOLE);
    CONSTANT(CW_RING_OBSTACLE);
    CONSTANT(CW_RING_BARRIER);
    CONSTANT(CW_RING_ZONE);
    CONSTANT(CW_TARGET_POINT);
    CONSTANT(CW_FILE_JSON);
    CONSTANT(CW_FILE_GLB);
    CONSTANT(CW_FILE_OBJ);
    CONSTANT(CW_FILE_DETOUR);
    CONSTANT(CW_FILE_GODOT);
    CONSTANT(CW_FILE_MESH);
    CONSTANT(CW_FILE_NAV);
    CONSTANT(CW_ROADMAP_LEAF);
    CONSTANT(CW_ROADMAP_RUNG);
    CONSTANT(CW_OK);
    CONSTANT(CW_ERROR_ARGUMENT);
    CONSTANT(CW_ERROR_MEMORY);
    CONSTANT(CW_ERROR_INPUT);
    CONSTANT(CW_ERROR_LIMIT);
    CONSTANT(CW_ERROR_FORMAT);
    CONSTANT(CW_ERROR_INVALID);
    CONSTANT(CW_ERROR_CANCELLED);
    CONSTANT(CW_ERROR_IO);
    CONSTANT(CW_ERROR_INTERNAL);
}

static void print_path_constants(void) {
    CONSTANT(CW_PATH_SHORTEST);
    CONSTANT(CW_PATH_CORRIDOR);
    CONSTANT(CW_PATH_FOUND);
    CONSTANT(CW_PATH_PARTIAL);
    CONSTANT(CW_PATH_RUNNING);
    CONSTANT(CW_PATH_START_OFF_MESH);
    CONSTANT(CW_PATH_GOAL_OFF_MESH);
    CONSTANT(CW_PATH_START_TOO_TIGHT);
    CONSTANT(CW_PATH_GOAL_TOO_TIGHT);
    CONSTANT(CW_PATH_DISCONNECTED);
    CONSTANT(CW_PATH_BLOCKED);
    CONSTANT(CW_PATH_FAILED);
}

int main(void) {
    printf("{\"constants\": {");
    print_constants();
    print_path_constants();
    printf("\n}, \"structs\": {");
    separator = "";
    print_basics();
    print_navmesh();
    print_scene();
    print_roadmap();
    print_gate();
    print_path();
    print_request();
    print_crowd();
    printf("\n}}\n");
    return 0;
}
