/// Faces: of each wall the polygon of the wall and of the arcs that have it on a side.
///
/// From the end of the wall, half-arcs with the wall on their left are followed until all of them
/// are used, at the start of the wall. Where a face touches itself in a node there is a choice;
/// this is an Euler path, found by Hierholzer's method, so that no loop is left out.
#include "skeleton/skeleton.h"

/// Half-arcs by wall, and by node for the wall at hand.
typedef struct tracing {
    uint32_t *first; ///< per wall: its half-arcs are first[w] .. first[w + 1] - 1
    uint32_t *from, *to, *arc;
    uint32_t *head;  ///< per node: a half-arc of the wall that leaves it, or CW_NONE
    uint32_t *link;  ///< per half-arc: the next that leaves the same node
    uint32_t *stack; ///< nodes of the way so far
    uint32_t *taken; ///< and the arcs that led there
} tracing;

static cw_status tracing_begin(cw_context *context, const cw_skeleton *skeleton, tracing *t) {
    size_t half_arcs = 2 * (size_t)skeleton->arc_count;
    CW_TRY(CW_ALLOCATE(context, t->first, skeleton->wall_count + 1));
    CW_TRY(CW_ALLOCATE(context, t->from, half_arcs));
    CW_TRY(CW_ALLOCATE(context, t->to, half_arcs));
    CW_TRY(CW_ALLOCATE(context, t->arc, half_arcs));
    CW_TRY(CW_ALLOCATE(context, t->link, half_arcs));
    CW_TRY(CW_ALLOCATE(context, t->taken, half_arcs + 1));
    CW_TRY(CW_ALLOCATE(context, t->stack, half_arcs + 1));
    CW_TRY(CW_ALLOCATE(context, t->head, skeleton->node_count));
    for (uint32_t i = 0; i < skeleton->node_count; i++) {
        t->head[i] = CW_NONE;
    }
    return CW_OK;
}

static void tracing_end(cw_context *context, const cw_skeleton *skeleton, tracing *t) {
    size_t half_arcs = 2 * (size_t)skeleton->arc_count;
    CW_RELEASE(context, t->first, skeleton->wall_count + 1);
    CW_RELEASE(context, t->from, half_arcs);
    CW_RELEASE(context, t->to, half_arcs);
    CW_RELEASE(context, t->arc, half_arcs);
    CW_RELEASE(context, t->link, half_arcs);
    CW_RELEASE(context, t->taken, half_arcs + 1);
    CW_RELEASE(context, t->stack, half_arcs + 1);
    CW_RELEASE(context, t->head, skeleton->node_count);
}

static void sort_half_arcs(const cw_skeleton *skeleton, tracing *t) {
    for (uint32_t i = 0; i < skeleton->arc_count; i++) {
        t->first[skeleton->arcs[i].left]++;
        t->first[skeleton->arcs[i].right]++;
    }
    uint32_t sum = 0;
    for (uint32_t w = 0; w < skeleton->wall_count; w++) {
        sum += t->first[w];
        t->first[w] = sum;
    }
    t->first[skeleton->wall_count] = sum;
    for (uint32_t i = skeleton->arc_count; i-- > 0;) {
        const cw_skeleton_arc *arc = &skeleton->arcs[i];
        uint32_t left = --t->first[arc->left];
        t->from[left] = arc->from;
        t->to[left] = arc->to;
        t->arc[left] = i;
        uint32_t right = --t->first[arc->right];
        t->from[right] = arc->to;
        t->to[right] = arc->from;
        t->arc[right] = i;
    }
}

/// Writes the nodes of the Euler path from `node` backwards, so that nodes[count] is its first and
/// nodes[0] its last; arcs[i] leads to nodes[i]. Returns how many half-arcs it has.
static uint32_t trace(tracing *t, uint32_t wall, uint32_t node, uint32_t *nodes, uint32_t *arcs) {
    for (uint32_t i = t->first[wall]; i < t->first[wall + 1]; i++) {
        t->link[i] = t->head[t->from[i]];
        t->head[t->from[i]] = i;
    }
    uint32_t depth = 0, written = 0;
    t->taken[depth] = CW_NONE;
    t->stack[depth++] = node;
    while (depth > 0) {
        uint32_t top = t->stack[depth - 1], half_arc = t->head[top];
        if (half_arc == CW_NONE) {
            arcs[written] = t->taken[--depth];
            nodes[written++] = top;
        } else {
            t->head[top] = t->link[half_arc];
            t->taken[depth] = t->arc[half_arc];
            t->stack[depth++] = t->to[half_arc];
        }
    }
    for (uint32_t i = t->first[wall]; i < t->first[wall + 1]; i++) {
        t->head[t->from[i]] = CW_NONE;
    }
    return written - 1;
}

static void reverse(uint32_t *items, uint32_t first, uint32_t last) {
    for (; first < last; first++, last--) {
        uint32_t swapped = items[first];
        items[first] = items[last];
        items[last] = swapped;
    }
}

static cw_status fill_faces(cw_context *context, const uint32_t *ends, tracing *t,
                            cw_skeleton *skeleton) {
    uint32_t filled = 0;
    for (uint32_t w = 0; w < skeleton->wall_count; w++) {
        uint32_t from = ends[2 * w], to = ends[2 * w + 1];
        uint32_t *nodes = skeleton->face_nodes + filled, *arcs = skeleton->face_arcs + filled;
        uint32_t count = trace(t, w, to, nodes, arcs);
        if (count != t->first[w + 1] - t->first[w] || nodes[0] != from || nodes[count] != to) {
            cw_vec2 place = cw_skeleton_plan(skeleton, skeleton->walls[w].from);
            return cw_fail(context, CW_ERROR_INTERNAL,
                           "the face of the wall at (%g, %g) is not closed: please report it",
                           place.x, place.y);
        }
        skeleton->face_first[w] = filled;
        // nodes[0] is the start of the wall, which for a cap is its end as well; what follows comes
        // backwards. The arc that leads to a node is the one that leaves the node before it.
        reverse(nodes, from == to ? 0 : 1, count);
        for (uint32_t i = count; from != to && i > 0; i--) {
            arcs[i] = arcs[i - 1];
        }
        arcs[0] = from == to ? arcs[0] : CW_NONE;
        reverse(arcs, from == to ? 0 : 1, from == to ? count - 1 : count);
        filled += from == to ? count : count + 1;
    }
    skeleton->face_first[skeleton->wall_count] = filled;
    return CW_OK;
}

cw_status cw_skeleton_trace_faces(cw_context *context, const uint32_t *ends,
                                  cw_skeleton *skeleton) {
    size_t walls = skeleton->wall_count;
    skeleton->face_node_count = 2 * skeleton->arc_count;
    for (uint32_t w = 0; w < walls; w++) {
        skeleton->face_node_count += ends[2 * w] != ends[2 * w + 1];
    }
    tracing t = {0};
    cw_status status = tracing_begin(context, skeleton, &t);
    status = status != CW_OK ? status : CW_ALLOCATE(context, skeleton->face_first, walls + 1);
    if (status == CW_OK) { // one more, for the last node of the last path
        status = CW_ALLOCATE(context, skeleton->face_nodes, skeleton->face_node_count + 1);
    }
    if (status == CW_OK) {
        status = CW_ALLOCATE(context, skeleton->face_arcs, skeleton->face_node_count + 1);
    }
    if (status == CW_OK) {
        sort_half_arcs(skeleton, &t);
        status = fill_faces(context, ends, &t, skeleton);
    }
    tracing_end(context, skeleton, &t);
    return status;
}
