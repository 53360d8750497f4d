/// Small things about a finished skeleton.
#include "skeleton/skeleton.h"

#include "geom/order.h"

#include <string.h>

cw_vec2 cw_skeleton_plan(const cw_skeleton *skeleton, cw_vec2 local) {
    return (cw_vec2){skeleton->lattice.origin_x + local.x, skeleton->lattice.origin_y + local.y};
}

static uint64_t hash_double(uint64_t hash, double value) {
    uint64_t bits;
    value = value == 0 ? 0 : value; // one zero
    memcpy(&bits, &value, sizeof bits);
    return cw_mix(hash ^ bits) + 0x9e3779b97f4a7c15u;
}

uint64_t cw_skeleton_hash(const cw_skeleton *skeleton) {
    uint64_t hash = cw_mix(skeleton->wall_count);
    for (uint32_t i = 0; i < skeleton->wall_count; i++) {
        const cw_skeleton_wall *wall = &skeleton->walls[i];
        hash = hash_double(hash_double(hash, wall->from.x), wall->from.y);
        hash = hash_double(hash_double(hash, wall->along.x), wall->along.y);
    }
    for (uint32_t i = 0; i < skeleton->node_count; i++) {
        const cw_skeleton_node *node = &skeleton->nodes[i];
        hash = hash_double(hash_double(hash, node->position.x), node->position.y);
        hash = hash_double(hash, node->offset);
    }
    for (uint32_t i = 0; i < skeleton->arc_count; i++) {
        const cw_skeleton_arc *arc = &skeleton->arcs[i];
        hash = cw_mix(hash ^ ((uint64_t)arc->from << 32 | arc->to));
        hash = cw_mix(hash ^ ((uint64_t)arc->left << 32 | arc->right));
    }
    for (uint32_t i = 0; i < skeleton->face_first[skeleton->wall_count]; i++) {
        hash = cw_mix(hash ^ skeleton->face_nodes[i]);
    }
    return hash;
}

void cw_skeleton_free(cw_context *context, cw_skeleton *skeleton) {
    CW_RELEASE(context, skeleton->walls, skeleton->wall_count);
    CW_RELEASE(context, skeleton->nodes, skeleton->node_count);
    CW_RELEASE(context, skeleton->arcs, skeleton->arc_count);
    CW_RELEASE(context, skeleton->face_first, skeleton->wall_count + 1);
    CW_RELEASE(context, skeleton->face_nodes, skeleton->face_node_count + 1);
    CW_RELEASE(context, skeleton->face_arcs, skeleton->face_node_count + 1);
    memset(skeleton, 0, sizeof *skeleton);
}
