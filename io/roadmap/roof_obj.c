/// Roofs as `.obj`, y up: the faces of a skeleton, raised by their offsets.
#include "clearway/io.h"
#include "roadmap_writer.h"

cw_status cw_skeleton_write_roof(cw_context *context, const cw_skeleton *skeleton, double rise,
                                 const char *path) {
    cw_text text = {.context = context};
    for (uint32_t i = 0; i < skeleton->node_count; i++) {
        const cw_skeleton_node *node = &skeleton->nodes[i];
        cw_vec2 plan = cw_skeleton_plan(skeleton, node->position);
        cw_roadmap_write_number(&text, "v ", plan.x);
        cw_roadmap_write_number(&text, " ", node->height + rise * node->offset);
        cw_roadmap_write_number(&text, " ", -plan.y);
        cw_text_string(&text, "\n");
    }
    for (uint32_t w = 0; w < skeleton->wall_count; w++) {
        cw_text_string(&text, "f");
        for (uint32_t i = skeleton->face_first[w]; i < skeleton->face_first[w + 1]; i++) {
            cw_roadmap_write_index(&text, " ", skeleton->face_nodes[i] + 1);
        }
        cw_text_string(&text, "\n");
    }
    return cw_text_save(&text, path);
}
