/// Navigation meshes for Godot 4, as a text resource (`.tres`) of type NavigationMesh.
///
///   vertices as a PackedVector3Array, one PackedInt32Array per cell
///
/// Godot has y up: (x, y, z) becomes (x, z, -y), and polygons stay counter-clockwise in plan. It
/// joins polygons by the places of their corners, in cells of `cell_size`: the file asks for the
/// smallest that Godot takes, and the map that uses it has to be set to the same. So a wall without
/// thickness does not part what lies on its two sides. Links and height triangles are not in the
/// file.
#include "navmesh/navmesh_writer.h"

/// Metres: the least that Godot allows.
#define CELL_SIZE "0.01"

static void write_vertices(const cw_navmesh *mesh, const cw_corners *corners, cw_text *text) {
    cw_text_string(text, "vertices = PackedVector3Array(");
    for (uint32_t i = 0; i < corners->vertex_count; i++) {
        uint32_t vertex = corners->vertex[i];
        cw_vec2 plan = cw_vertex_plan(mesh, vertex);
        cw_text_string(text, i > 0 ? ", " : "");
        cw_text_number(text, plan.x);
        cw_text_string(text, ", ");
        cw_text_number(text, mesh->positions[vertex].z);
        cw_text_string(text, ", ");
        cw_text_number(text, 0.0 - plan.y);
    }
    cw_text_string(text, ")\n");
}

static void write_polygons(const cw_navmesh *mesh, const cw_corners *corners, cw_text *text) {
    cw_text_string(text, "polygons = [");
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        cw_text_string(text, c > 0 ? ", PackedInt32Array(" : "PackedInt32Array(");
        for (uint32_t e = cw_navmesh_cell_begin(mesh, c); e < cw_navmesh_cell_end(mesh, c); e++) {
            cw_text_string(text, e > cw_navmesh_cell_begin(mesh, c) ? ", " : "");
            cw_text_index(text, corners->of_edge[e]);
        }
        cw_text_string(text, ")");
    }
    cw_text_string(text, "]\n");
}

void cw_navmesh_write_godot(const cw_navmesh *mesh, cw_text *text) {
    cw_corners corners;
    text->status = cw_corners_make(text->context, mesh, &corners);
    if (text->status != CW_OK) {
        return;
    }
    cw_text_string(text, "[gd_resource type=\"NavigationMesh\" format=3]\n\n[resource]\n");
    write_vertices(mesh, &corners, text);
    write_polygons(mesh, &corners, text);
    cw_text_string(text, "cell_size = " CELL_SIZE "\ncell_height = " CELL_SIZE "\n"
                         "agent_radius = 0.0\n");
    cw_corners_free(text->context, &corners);
}
