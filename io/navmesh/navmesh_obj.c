/// Navigation meshes as Wavefront `.obj`, for looking at them in other programs.
///
/// The file is y up: (x, y, z) becomes (x, z, -y), a rotation, so that cells stay counter-clockwise
/// seen from above. A flat cell is one face; a cell with height triangles is those triangles. Where
/// a mesh has any, every cell is a group cell_N. Portals, links and islands are not in the file.
#include "navmesh_writer.h"

static void write_face(cw_text *text, const uint32_t *vertices, uint32_t count) {
    cw_text_string(text, "f");
    for (uint32_t i = 0; i < count; i++) {
        cw_text_string(text, " ");
        cw_text_integer(text, (int64_t)vertices[i] + 1);
    }
    cw_text_string(text, "\n");
}

static void write_cell(const cw_navmesh *mesh, uint32_t cell, cw_text *text) {
    uint32_t first_triangle = 0, end_triangle = 0;
    if (mesh->cell_triangle_first != NULL) {
        first_triangle = mesh->cell_triangle_first[cell];
        end_triangle = mesh->cell_triangle_first[cell + 1];
        cw_text_string(text, "g cell_");
        cw_text_index(text, cell);
        cw_text_string(text, "\n");
    }
    for (uint32_t t = first_triangle; t < end_triangle; t++) {
        write_face(text, &mesh->triangles[3 * (size_t)t], 3);
    }
    if (first_triangle == end_triangle) {
        uint32_t first = cw_navmesh_cell_begin(mesh, cell);
        write_face(text, &mesh->edge_vertex[first], cw_navmesh_degree(mesh, cell));
    }
}

void cw_navmesh_write_obj(const cw_navmesh *mesh, cw_text *text) {
    cw_text_string(text, "# Clearway navigation mesh, y up, metres; a face per cell\no navmesh\n");
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        cw_vec3 position = mesh->positions[v];
        cw_text_string(text, "v ");
        cw_text_number(text, position.x);
        cw_text_string(text, " ");
        cw_text_number(text, position.z);
        cw_text_string(text, " ");
        // 0 - y, so that 0 does not become -0.
        cw_text_number(text, 0.0 - position.y);
        cw_text_string(text, "\n");
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        write_cell(mesh, c, text);
    }
}
