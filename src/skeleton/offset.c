/// Insets: the floor that is left when every wall has moved inwards by a distance.
///
/// An arc is crossed where it rises to the distance: once at most, since offsets never fall along
/// it. In the face of a wall the crossings, sorted along the wall, are the ends of what is left of
/// its front; each crossing ends one piece and begins the next, in the face across the arc. So
/// pieces link into rings. Rings of one connected part of the rest are a polygon of their own.
#include "skeleton/skeleton.h"

#include <stdlib.h>

/// A crossing in the face of a wall.
typedef struct crossing {
    double along; ///< metres along the wall
    uint32_t wall, arc;
} crossing;

typedef struct inset {
    cw_context *context;
    const cw_skeleton *skeleton;
    double distance;
    cw_plan *plan;
    cw_vec2 *points;   ///< per arc: where it is crossed, in plan metres
    uint32_t *next;    ///< per arc: the crossing at the other end of the piece it begins
    uint32_t *parents; ///< per node: sets of nodes that the rest connects
    CW_ARRAY(crossing) crossings;
    CW_ARRAY(cw_vec2) ring;
} inset;

static int compare_crossings(const void *one, const void *other) {
    const crossing *a = one, *b = other;
    if (a->wall != b->wall) {
        return a->wall < b->wall ? -1 : 1;
    }
    if (a->along != b->along) {
        return a->along < b->along ? -1 : 1;
    }
    return a->arc == b->arc ? 0 : a->arc < b->arc ? -1 : 1;
}

static bool below(const inset *work, uint32_t node) {
    return work->skeleton->nodes[node].offset < work->distance;
}

static cw_status add_crossing(inset *work, uint32_t wall, uint32_t arc, cw_vec2 local) {
    const cw_skeleton_wall *w = &work->skeleton->walls[wall];
    double along = (local.x - w->from.x) * w->along.x + (local.y - w->from.y) * w->along.y;
    crossing made = {along, wall, arc};
    return CW_ARRAY_PUSH(work->context, &work->crossings, made);
}

static cw_status find_crossings(inset *work) {
    const cw_skeleton *skeleton = work->skeleton;
    for (uint32_t i = 0; i < skeleton->node_count; i++) {
        work->parents[i] = i;
    }
    for (uint32_t i = 0; i < skeleton->arc_count; i++) {
        const cw_skeleton_arc *arc = &skeleton->arcs[i];
        const cw_skeleton_node *from = &skeleton->nodes[arc->from], *to = &skeleton->nodes[arc->to];
        work->next[i] = CW_NONE;
        if (!below(work, arc->from) && !below(work, arc->to)) {
            uint32_t root = cw_find_root(work->parents, arc->from);
            work->parents[root] = cw_find_root(work->parents, arc->to);
        }
        if (!below(work, arc->from) || below(work, arc->to)) {
            continue;
        }
        double share = (work->distance - from->offset) / (to->offset - from->offset);
        cw_vec2 local = {from->position.x + share * (to->position.x - from->position.x),
                         from->position.y + share * (to->position.y - from->position.y)};
        work->points[i] = cw_skeleton_plan(skeleton, local);
        CW_TRY(add_crossing(work, arc->left, i, local));
        CW_TRY(add_crossing(work, arc->right, i, local));
    }
    return CW_OK;
}

/// Links the ends of pieces: in a face, crossings come in pairs along the wall.
static void link_pieces(inset *work) {
    if (work->crossings.count > 0) {
        qsort(work->crossings.items, work->crossings.count, sizeof *work->crossings.items,
              compare_crossings);
    }
    for (uint32_t i = 0; i + 1 < work->crossings.count; i += 2) {
        work->next[work->crossings.items[i].arc] = work->crossings.items[i + 1].arc;
    }
}

/// Adds the ring through a crossing, unless it is too flat to have an inside.
static cw_status add_ring(inset *work, uint32_t first) {
    double twice = 0;
    work->ring.count = 0;
    uint32_t polygon = cw_find_root(work->parents, work->skeleton->arcs[first].to);
    for (uint32_t arc = first; arc != CW_NONE;) {
        uint32_t next = work->next[arc];
        CW_TRY(CW_ARRAY_PUSH(work->context, &work->ring, work->points[arc]));
        work->next[arc] = CW_NONE;
        arc = next;
    }
    cw_vec2 base = work->ring.items[0];
    for (uint32_t i = 0; i < work->ring.count; i++) {
        cw_vec2 a = work->ring.items[i], b = work->ring.items[(i + 1) % work->ring.count];
        twice += (a.x - base.x) * (b.y - base.y) - (a.y - base.y) * (b.x - base.x);
    }
    cw_ring_kind kind = twice > 0 ? CW_RING_OUTER : CW_RING_HOLE;
    return twice == 0 ? CW_OK
                      : cw_plan_add(work->context, work->plan, kind, polygon, work->ring.items,
                                    work->ring.count);
}

static cw_status run(inset *work) {
    CW_TRY(CW_ALLOCATE(work->context, work->points, work->skeleton->arc_count));
    CW_TRY(CW_ALLOCATE(work->context, work->next, work->skeleton->arc_count));
    CW_TRY(CW_ALLOCATE(work->context, work->parents, work->skeleton->node_count));
    CW_TRY(find_crossings(work));
    link_pieces(work);
    for (uint32_t i = 0; i < work->skeleton->arc_count; i++) {
        if (work->next[i] != CW_NONE) {
            CW_TRY(add_ring(work, i));
        }
    }
    return CW_OK;
}

/// Numbers the polygons of the rings from the first new one on, in the order of their appearance.
static void number_polygons(inset *work, uint32_t first_ring) {
    uint32_t *numbers = work->parents, count = 0; // sets are not needed any more
    for (uint32_t i = 0; i < work->skeleton->node_count; i++) {
        numbers[i] = CW_NONE;
    }
    for (uint32_t i = first_ring; i < work->plan->ring_count; i++) {
        uint32_t root = work->plan->rings[i].polygon;
        numbers[root] = numbers[root] != CW_NONE ? numbers[root] : count++;
        work->plan->rings[i].polygon = numbers[root];
    }
}

cw_status cw_skeleton_offset(cw_context *context, const cw_skeleton *skeleton, double distance,
                             cw_plan *plan) {
    if (!(distance > 0 && distance <= CW_COORDINATE_LIMIT)) {
        return cw_fail(context, CW_ERROR_ARGUMENT,
                       "distance is %g, but must be above 0 and at "
                       "most 1e7 metres",
                       distance);
    }
    inset work = {.context = context, .skeleton = skeleton, .distance = distance, .plan = plan};
    uint32_t first_ring = plan->ring_count;
    cw_status status = run(&work);
    if (status == CW_OK) {
        number_polygons(&work, first_ring);
    }
    CW_RELEASE(context, work.points, skeleton->arc_count);
    CW_RELEASE(context, work.next, skeleton->arc_count);
    CW_RELEASE(context, work.parents, skeleton->node_count);
    CW_ARRAY_FREE(context, &work.crossings);
    CW_ARRAY_FREE(context, &work.ring);
    return status;
}
