/// Roadmaps as `.json`, version 1: writing. The format is in docs/roadmap.md; other programs read
/// it, so its members stay as they are.
#include "roadmap_writer.h"

void cw_roadmap_write_number(cw_text *text, const char *key, double value) {
    cw_text_string(text, key);
    cw_text_number(text, value);
}

void cw_roadmap_write_index(cw_text *text, const char *key, uint32_t value) {
    cw_text_string(text, key);
    cw_text_index(text, value);
}

static void write_position(cw_text *text, const char *key, cw_vec3 position) {
    cw_roadmap_write_number(text, key, position.x);
    cw_roadmap_write_number(text, ",", position.y);
    cw_roadmap_write_number(text, ",", position.z);
    cw_text_string(text, "]");
}

static void write_walls(const cw_roadmap *roadmap, cw_text *text) {
    cw_text_string(text, "\"walls\":[");
    for (uint32_t i = 0; i < roadmap->wall_count; i++) {
        const cw_roadmap_wall *wall = &roadmap->walls[i];
        cw_text_string(text, i > 0 ? ",\n" : "\n");
        write_position(text, "{\"from\":[", wall->from);
        write_position(text, ",\"to\":[", wall->to);
        cw_roadmap_write_number(text, ",\"direction\":[", wall->along.x);
        cw_roadmap_write_number(text, ",", wall->along.y);
        cw_text_string(text, wall->cap ? "],\"cap\":true}" : "],\"cap\":false}");
    }
    cw_text_string(text, "],\n");
}

static void write_nodes(const cw_roadmap *roadmap, cw_text *text) {
    static const char *const kinds[] = {",\"kind\":\"corner\"}", ",\"kind\":\"event\"}",
                                        ",\"kind\":\"level\"}"};
    cw_text_string(text, "\"nodes\":[");
    for (uint32_t i = 0; i < roadmap->node_count; i++) {
        const cw_roadmap_node *node = &roadmap->nodes[i];
        cw_text_string(text, i > 0 ? ",\n" : "\n");
        write_position(text, "{\"position\":[", node->position);
        cw_roadmap_write_number(text, ",\"offset\":", node->offset);
        cw_roadmap_write_number(text, ",\"clearance\":", node->clearance);
        cw_text_string(text, kinds[node->kind]);
    }
    cw_text_string(text, "],\n");
}

static void write_edges(const cw_roadmap *roadmap, cw_text *text) {
    cw_text_string(text, "\"edges\":[");
    for (uint32_t i = 0; i < roadmap->edge_count - roadmap->rung_count; i++) {
        const cw_roadmap_edge *edge = &roadmap->edges[i];
        bool leaf = (edge->flags & CW_ROADMAP_LEAF) != 0;
        cw_text_string(text, i > 0 ? ",\n" : "\n");
        cw_roadmap_write_index(text, "{\"from\":", edge->from);
        cw_roadmap_write_index(text, ",\"to\":", edge->to);
        cw_roadmap_write_index(text, ",\"level\":", edge->level);
        cw_roadmap_write_index(text, ",\"left\":", edge->left);
        cw_roadmap_write_index(text, ",\"right\":", edge->right);
        cw_roadmap_write_number(text, ",\"length\":", edge->length);
        cw_roadmap_write_number(text, ",\"clearance\":", edge->clearance);
        cw_text_string(text, leaf ? ",\"leaf\":true" : ",\"leaf\":false");
        cw_roadmap_write_index(text, ",\"space\":", edge->space);
        cw_text_string(text, "}");
    }
    cw_text_string(text, "],\n");
}

static void write_rungs(const cw_roadmap *roadmap, cw_text *text) {
    uint32_t first = roadmap->edge_count - roadmap->rung_count;
    cw_text_string(text, "\"rungs\":[");
    for (uint32_t i = first; i < roadmap->edge_count; i++) {
        cw_roadmap_write_index(
            text, i > first ? ",\n{\"from\":" : "\n{\"from\":", roadmap->edges[i].from);
        cw_roadmap_write_index(text, ",\"to\":", roadmap->edges[i].to);
        cw_text_string(text, "}");
    }
    cw_text_string(text, "],\n");
}

static void write_faces(const cw_roadmap *roadmap, cw_text *text) {
    cw_text_string(text, "\"faces\":[");
    for (uint32_t w = 0; roadmap->face_first != NULL && w < roadmap->wall_count; w++) {
        uint32_t first = roadmap->face_first[w], end = roadmap->face_first[w + 1];
        cw_roadmap_write_index(text, w > 0 ? ",\n{\"wall\":" : "\n{\"wall\":", w);
        cw_text_string(text, ",\"nodes\":[");
        for (uint32_t i = first; i < end; i++) {
            cw_roadmap_write_index(text, i > first ? "," : "", roadmap->face_nodes[i]);
        }
        cw_text_string(text, "]}");
    }
    cw_text_string(text, "],\n");
}

void cw_roadmap_write_json(const cw_roadmap *roadmap, bool faces, cw_text *text) {
    cw_text_string(text, "{\"format\":\"clearway-roadmap\",\"version\":1,\"up\":\"z\",");
    cw_roadmap_write_number(text, "\"spacing\":", roadmap->spacing);
    cw_roadmap_write_number(text, ",\"miter\":", roadmap->miter);
    cw_text_string(text, ",\n");
    write_walls(roadmap, text);
    write_nodes(roadmap, text);
    write_edges(roadmap, text);
    if (faces) {
        write_faces(roadmap, text);
    }
    write_rungs(roadmap, text);
    cw_roadmap_write_number(text, "\"stats\":{\"seconds\":", roadmap->seconds);
    cw_text_string(text, "}}\n");
}
