/// Navigation meshes as `.json`, version 1: writing. The format is in docs/files.md.
///
/// Written straight as text, one vertex or cell per line, since a tree of JSON values would take
/// many times the memory of the mesh. Numbers are the shortest that read back as the same double,
/// and the member "lattice" holds the exact points, so that reading gives the same mesh to the bit.
#include "navmesh_writer.h"

static void write_position(cw_text *text, cw_vec3 position) {
    cw_text_string(text, "[");
    cw_text_number(text, position.x);
    cw_text_string(text, ",");
    cw_text_number(text, position.y);
    cw_text_string(text, ",");
    cw_text_number(text, position.z);
    cw_text_string(text, "]");
}

static void write_vertices(const cw_navmesh *mesh, cw_text *text) {
    cw_text_string(text, "\"vertices\":[");
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        cw_text_string(text, v > 0 ? ",\n" : "\n");
        write_position(text, mesh->positions[v]);
    }
    cw_text_string(text, "],\n");
}

/// A height triangle per entry, left out for flat cells.
static void write_triangles(const cw_navmesh *mesh, uint32_t cell, cw_text *text) {
    if (mesh->cell_triangle_first == NULL) {
        return;
    }
    uint32_t first = mesh->cell_triangle_first[cell], end = mesh->cell_triangle_first[cell + 1];
    for (uint32_t t = first; t < end; t++) {
        cw_text_string(text, t > first ? ",[" : ",\"triangles\":[[");
        for (uint32_t k = 0; k < 3; k++) {
            cw_text_string(text, k > 0 ? "," : "");
            cw_text_index(text, mesh->triangles[3 * (size_t)t + k]);
        }
        cw_text_string(text, "]");
    }
    cw_text_string(text, first < end ? "]" : "");
}

static void write_cells(const cw_navmesh *mesh, cw_text *text) {
    cw_text_string(text, "\"cells\":[");
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        uint32_t first = cw_navmesh_cell_begin(mesh, c), end = cw_navmesh_cell_end(mesh, c);
        cw_text_string(text, c > 0 ? ",\n{\"vertices\":[" : "\n{\"vertices\":[");
        for (uint32_t e = first; e < end; e++) {
            cw_text_string(text, e > first ? "," : "");
            cw_text_index(text, mesh->edge_vertex[e]);
        }
        cw_text_string(text, "],\"neighbors\":[");
        for (uint32_t e = first; e < end; e++) {
            cw_text_string(text, e > first ? "," : "");
            cw_text_index(text, cw_edge_neighbor(mesh, e));
        }
        cw_text_string(text, "]");
        write_triangles(mesh, c, text);
        if (mesh->cell_area != NULL && mesh->cell_area[c] > 0) {
            cw_text_string(text, ",\"area\":");
            cw_text_integer(text, mesh->cell_area[c]);
        }
        cw_text_string(text, "}");
    }
    cw_text_string(text, "],\n");
}

static void write_link_edge(cw_text *text, const char *key, const cw_vec3 edge[2]) {
    cw_text_string(text, key);
    write_position(text, edge[0]);
    cw_text_string(text, ",");
    write_position(text, edge[1]);
    cw_text_string(text, "]");
}

static void write_links(const cw_navmesh *mesh, cw_text *text) {
    static const char *const words[] = {"step", "drop", "jump"};
    cw_text_string(text, "\"links\":[");
    for (uint32_t i = 0; i < mesh->link_count; i++) {
        const cw_link *link = &mesh->links[i];
        cw_text_string(text, i > 0 ? ",\n{\"kind\":\"" : "\n{\"kind\":\"");
        cw_text_string(text, words[link->kind]);
        cw_text_string(text, "\",\"from\":");
        cw_text_index(text, link->from);
        cw_text_string(text, ",\"to\":");
        cw_text_index(text, link->to);
        write_link_edge(text, ",\"from_edge\":[", link->from_edge);
        write_link_edge(text, ",\"to_edge\":[", link->to_edge);
        if (link->cost > 0) {
            cw_text_string(text, ",\"cost\":");
            cw_text_number(text, (double)link->cost);
        }
        cw_text_string(text, "}");
    }
    cw_text_string(text, "],\n");
}

static void write_names(const cw_navmesh *mesh, cw_text *text) {
    if (mesh->area_name_count == 0) {
        return;
    }
    cw_text_string(text, "\"area_names\":[");
    for (uint32_t i = 0; i < mesh->area_name_count; i++) {
        cw_text_string(text, i > 0 ? "," : "");
        cw_text_quoted(text, mesh->area_names[i].text);
    }
    cw_text_string(text, "],\n");
}

static void write_count(cw_text *text, const char *key, uint32_t value) {
    cw_text_string(text, key);
    cw_text_integer(text, value);
}

static void write_measure(cw_text *text, const char *key, double value) {
    cw_text_string(text, key);
    cw_text_number(text, value);
}

static void write_stats(const cw_navmesh *mesh, cw_text *text) {
    const cw_navmesh_stats *stats = &mesh->stats;
    write_count(text, "\"stats\":{\"notches\":", stats->notches);
    write_count(text, ",\"dropped\":", stats->dropped);
    write_count(text, ",\"holes\":", stats->holes);
    write_count(text, ",\"portals\":", stats->portals);
    write_count(text, ",\"cells\":", mesh->cell_count);
    write_count(text, ",\"two_portal\":", stats->two_portal);
    write_count(text, ",\"fallbacks\":", stats->fallbacks);
    write_count(text, ",\"mutual\":", stats->mutual);
    write_measure(text, ",\"area\":", stats->area);
    write_measure(text, ",\"wall_length\":", stats->wall_length);
    write_measure(text, ",\"relaxation_depth\":", stats->relaxation_depth);
    write_measure(text, ",\"seconds\":", stats->seconds);
    cw_text_string(text, "},\n");
}

static void write_lattice(const cw_navmesh *mesh, cw_text *text) {
    write_measure(text, "\"lattice\":{\"origin\":[", mesh->lattice.origin_x);
    write_measure(text, ",", mesh->lattice.origin_y);
    write_measure(text, "],\"step\":", mesh->lattice.step);
    cw_text_string(text, ",\"points\":[");
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        cw_text_string(text, v > 0 ? ",\n[" : "\n[");
        cw_text_integer(text, mesh->points[v].x);
        cw_text_string(text, ",");
        cw_text_integer(text, mesh->points[v].y);
        cw_text_string(text, "]");
    }
    cw_text_string(text, "]}");
}

void cw_navmesh_write_json(const cw_navmesh *mesh, cw_text *text) {
    cw_text_string(text, "{\"format\":\"clearway-navmesh\",\"version\":1,\"up\":\"z\",\n");
    write_vertices(mesh, text);
    write_cells(mesh, text);
    write_links(mesh, text);
    write_names(mesh, text);
    write_stats(mesh, text);
    write_lattice(mesh, text);
    cw_text_string(text, "}\n");
}
