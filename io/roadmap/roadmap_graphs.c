/// Roadmaps for other programs: GraphML (networkx, Gephi), GeoJSON (GIS), DOT (Graphviz), and the
/// graph of Menge.
#include "roadmap_writer.h"

static void write_key(cw_text *text, const char *id, const char *of, const char *type) {
    cw_text_string(text, "<key id=\"");
    cw_text_string(text, id);
    cw_text_string(text, "\" for=\"");
    cw_text_string(text, of);
    cw_text_string(text, "\" attr.name=\"");
    cw_text_string(text, id[1] == '_' ? id + 2 : id);
    cw_text_string(text, "\" attr.type=\"");
    cw_text_string(text, type);
    cw_text_string(text, "\"/>\n");
}

static void write_data(cw_text *text, const char *id, double value) {
    cw_text_string(text, "<data key=\"");
    cw_text_string(text, id);
    cw_roadmap_write_number(text, "\">", value);
    cw_text_string(text, "</data>");
}

static void write_graphml_keys(cw_text *text) {
    static const char *const of_nodes[] = {"n_x", "n_y", "n_z", "n_offset", "n_clearance"};
    static const char *const of_edges[] = {"e_length", "e_clearance", "e_width"};
    for (size_t i = 0; i < sizeof of_nodes / sizeof *of_nodes; i++) {
        write_key(text, of_nodes[i], "node", "double");
    }
    for (size_t i = 0; i < sizeof of_edges / sizeof *of_edges; i++) {
        write_key(text, of_edges[i], "edge", "double");
    }
    write_key(text, "e_level", "edge", "int");
    write_key(text, "e_leaf", "edge", "int");
    write_key(text, "e_space", "edge", "int");
}

void cw_roadmap_write_graphml(const cw_roadmap *roadmap, cw_text *text) {
    cw_text_string(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                         "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    write_graphml_keys(text);
    cw_text_string(text, "<graph id=\"roadmap\" edgedefault=\"undirected\">\n");
    for (uint32_t i = 0; i < roadmap->node_count; i++) {
        const cw_roadmap_node *node = &roadmap->nodes[i];
        cw_roadmap_write_index(text, "<node id=\"n", i);
        cw_text_string(text, "\">");
        write_data(text, "n_x", node->position.x);
        write_data(text, "n_y", node->position.y);
        write_data(text, "n_z", node->position.z);
        write_data(text, "n_offset", node->offset);
        write_data(text, "n_clearance", node->clearance);
        cw_text_string(text, "</node>\n");
    }
    for (uint32_t i = 0; i < roadmap->edge_count; i++) {
        const cw_roadmap_edge *edge = &roadmap->edges[i];
        cw_roadmap_write_index(text, "<edge source=\"n", edge->from);
        cw_roadmap_write_index(text, "\" target=\"n", edge->to);
        cw_text_string(text, "\">");
        write_data(text, "e_length", edge->length);
        write_data(text, "e_clearance", edge->clearance);
        write_data(text, "e_width", edge->width);
        write_data(text, "e_level", edge->level);
        write_data(text, "e_leaf", (edge->flags & CW_ROADMAP_LEAF) != 0);
        write_data(text, "e_space", edge->space == CW_NONE ? -1.0 : (double)edge->space);
        cw_text_string(text, "</edge>\n");
    }
    cw_text_string(text, "</graph>\n</graphml>\n");
}

void cw_roadmap_write_geojson(const cw_roadmap *roadmap, cw_text *text) {
    cw_text_string(text, "{\"type\":\"FeatureCollection\",\"features\":[");
    for (uint32_t i = 0; i < roadmap->edge_count; i++) {
        const cw_roadmap_edge *edge = &roadmap->edges[i];
        cw_vec3 ends[2] = {roadmap->nodes[edge->from].position, roadmap->nodes[edge->to].position};
        cw_text_string(text, i > 0 ? ",\n" : "\n");
        cw_text_string(text, "{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\","
                             "\"coordinates\":[");
        for (uint32_t k = 0; k < 2; k++) {
            cw_roadmap_write_number(text, k > 0 ? ",[" : "[", ends[k].x);
            cw_roadmap_write_number(text, ",", ends[k].y);
            cw_roadmap_write_number(text, ",", ends[k].z);
            cw_text_string(text, "]");
        }
        cw_roadmap_write_index(text, "]},\"properties\":{\"level\":", edge->level);
        cw_roadmap_write_number(text, ",\"length\":", edge->length);
        cw_roadmap_write_number(text, ",\"clearance\":", edge->clearance);
        cw_text_string(text,
                       (edge->flags & CW_ROADMAP_LEAF) != 0 ? ",\"leaf\":true" : ",\"leaf\":false");
        cw_roadmap_write_index(text, ",\"space\":", edge->space);
        cw_text_string(text, "}}");
    }
    cw_text_string(text, "]}\n");
}

void cw_roadmap_write_dot(const cw_roadmap *roadmap, cw_text *text) {
    cw_text_string(text, "graph roadmap {\nnode [shape=point];\n");
    for (uint32_t i = 0; i < roadmap->node_count; i++) {
        const cw_roadmap_node *node = &roadmap->nodes[i];
        cw_roadmap_write_index(text, "n", i);
        cw_roadmap_write_number(text, " [pos=\"", node->position.x);
        cw_roadmap_write_number(text, ",", node->position.y);
        cw_text_string(text, "!\"];\n");
    }
    for (uint32_t i = 0; i < roadmap->edge_count; i++) {
        const cw_roadmap_edge *edge = &roadmap->edges[i];
        cw_roadmap_write_index(text, "n", edge->from);
        cw_roadmap_write_index(text, " -- n", edge->to);
        cw_roadmap_write_number(text, " [len=", edge->length);
        cw_roadmap_write_number(text, ", clearance=", edge->clearance);
        cw_roadmap_write_index(text, ", level=", edge->level);
        cw_text_string(text, "];\n");
    }
    cw_text_string(text, "}\n");
}

/// Menge's graph: the number of vertices, of each "degree x y", the number of edges, of each its
/// two ends. Edges to corners are left out: nobody can walk them.
void cw_roadmap_write_menge(const cw_roadmap *roadmap, cw_text *text) {
    uint32_t edges = 0;
    cw_text_integer(text, roadmap->node_count);
    cw_text_string(text, "\n");
    for (uint32_t i = 0; i < roadmap->node_count; i++) {
        uint32_t degree = 0;
        for (uint32_t k = roadmap->node_first[i]; k < roadmap->node_first[i + 1]; k++) {
            degree += (roadmap->edges[roadmap->adjacent[k]].flags & CW_ROADMAP_LEAF) == 0;
        }
        cw_text_integer(text, degree);
        cw_roadmap_write_number(text, " ", roadmap->nodes[i].position.x);
        cw_roadmap_write_number(text, " ", roadmap->nodes[i].position.y);
        cw_text_string(text, "\n");
    }
    for (uint32_t i = 0; i < roadmap->edge_count; i++) {
        edges += (roadmap->edges[i].flags & CW_ROADMAP_LEAF) == 0;
    }
    cw_text_integer(text, edges);
    cw_text_string(text, "\n");
    for (uint32_t i = 0; i < roadmap->edge_count; i++) {
        const cw_roadmap_edge *edge = &roadmap->edges[i];
        if ((edge->flags & CW_ROADMAP_LEAF) == 0) {
            cw_roadmap_write_index(text, "", edge->from);
            cw_roadmap_write_index(text, " ", edge->to);
            cw_text_string(text, "\n");
        }
    }
}
