/// Insets: the floor that is left when every wall has moved inwards by a distance.
///
/// An arc is crossed where it rises above the distance: once at most, since offsets never fall
/// along it. There a piece of the front of its left wall ends, and one of its right wall begins.
/// Along a wall the first piece that begins is the first that ends, and so on; so pieces link into
/// rings. Rings of one connected part of the rest are a polygon of their own. What has shrunk to a
/// line, as a corridor does whose half width is the distance, is not left.
#include "skeleton/skeleton.h"

#include <math.h>
#include <stdlib.h>

/// Metres: what rises above the distance by less is a line.
static const double FLAT = 1e-6;

/// A crossing in the face of a wall.
typedef struct crossing {
    double along; ///< metres along the wall
    uint32_t wall, arc;
    bool ends; ///< a piece of the front, or else begins one
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
    uint32_t *seats;         ///< per node that the distance just reaches: its place in the loop
    CW_ARRAY(uint32_t) loop; ///< crossings, one after the other
    CW_ARRAY(cw_vec2) ring;
} inset;

static int compare_crossings(const void *one, const void *other) {
    const crossing *a = one, *b = other;
    if (a->wall != b->wall) {
        return a->wall < b->wall ? -1 : 1;
    }
    if (a->ends != b->ends) {
        return a->ends ? 1 : -1;
    }
    if (a->along != b->along) {
        return a->along < b->along ? -1 : 1;
    }
    return a->arc == b->arc ? 0 : a->arc < b->arc ? -1 : 1;
}

static bool below(const inset *work, uint32_t node) {
    return work->skeleton->nodes[node].offset <= work->distance + FLAT;
}

static cw_status add_crossing(inset *work, uint32_t arc, bool ends, cw_vec2 local) {
    const cw_skeleton_arc *a = &work->skeleton->arcs[arc];
    uint32_t wall = ends ? a->left : a->right;
    const cw_skeleton_wall *w = &work->skeleton->walls[wall];
    double along = (local.x - w->from.x) * w->along.x + (local.y - w->from.y) * w->along.y;
    crossing made = {along, wall, arc, ends};
    return CW_ARRAY_PUSH(work->context, &work->crossings, made);
}

static cw_status find_crossings(inset *work) {
    const cw_skeleton *skeleton = work->skeleton;
    for (uint32_t i = 0; i < skeleton->node_count; i++) {
        work->parents[i] = i;
        work->seats[i] = CW_NONE;
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
        double share = fmax(0, (work->distance - from->offset) / (to->offset - from->offset));
        cw_vec2 local = {from->position.x + share * (to->position.x - from->position.x),
                         from->position.y + share * (to->position.y - from->position.y)};
        work->points[i] = cw_skeleton_plan(skeleton, local);
        CW_TRY(add_crossing(work, i, true, local));
        CW_TRY(add_crossing(work, i, false, local));
    }
    return CW_OK;
}

/// Links the ends of pieces: of a wall, as many begin as end.
static void link_pieces(inset *work) {
    if (work->crossings.count > 0) {
        qsort(work->crossings.items, work->crossings.count, sizeof *work->crossings.items,
              compare_crossings);
    }
    const crossing *all = work->crossings.items;
    for (uint32_t first = 0, end = 0; first < work->crossings.count; first = end) {
        while (end < work->crossings.count && all[end].wall == all[first].wall) {
            end++;
        }
        uint32_t pieces = (end - first) / 2;
        for (uint32_t i = first; i < first + pieces; i++) {
            work->next[all[i].arc] = all[i + pieces].arc;
        }
    }
}

/// Adds the ring of the crossings from `first` of those in `loop` on, and takes them out; unless it
/// is too flat to have an inside.
static cw_status add_ring(inset *work, uint32_t first) {
    double twice = 0;
    const cw_skeleton_arc *arcs = work->skeleton->arcs;
    uint32_t polygon = cw_find_root(work->parents, arcs[work->loop.items[first]].to);
    work->ring.count = 0;
    for (uint32_t i = first; i < work->loop.count; i++) {
        uint32_t arc = work->loop.items[i];
        work->seats[arcs[arc].from] = CW_NONE;
        CW_TRY(CW_ARRAY_PUSH(work->context, &work->ring, work->points[arc]));
    }
    work->loop.count = first;
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

/// Follows pieces from a crossing until they close. What comes back to a node that the distance
/// just reaches is a ring by itself: rings may touch there, but none touches itself.
static cw_status follow_pieces(inset *work, uint32_t first) {
    for (uint32_t arc = first, next; arc != CW_NONE; arc = next) {
        uint32_t node = work->skeleton->arcs[arc].from;
        next = work->next[arc];
        work->next[arc] = CW_NONE;
        if (work->skeleton->nodes[node].offset >= work->distance) {
            if (work->seats[node] != CW_NONE) {
                CW_TRY(add_ring(work, work->seats[node]));
            }
            work->seats[node] = work->loop.count;
        }
        CW_TRY(CW_ARRAY_PUSH(work->context, &work->loop, arc));
    }
    return add_ring(work, 0);
}

static cw_status run(inset *work) {
    CW_TRY(CW_ALLOCATE(work->context, work->points, work->skeleton->arc_count));
    CW_TRY(CW_ALLOCATE(work->context, work->next, work->skeleton->arc_count));
    CW_TRY(CW_ALLOCATE(work->context, work->parents, work->skeleton->node_count));
    CW_TRY(CW_ALLOCATE(work->context, work->seats, work->skeleton->node_count));
    CW_TRY(find_crossings(work));
    link_pieces(work);
    for (uint32_t i = 0; i < work->skeleton->arc_count; i++) {
        if (work->next[i] != CW_NONE) {
            CW_TRY(follow_pieces(work, i));
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
                       "most 2.1e7 metres",
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
    CW_RELEASE(context, work.seats, skeleton->node_count);
    CW_ARRAY_FREE(context, &work.loop);
    CW_ARRAY_FREE(context, &work.ring);
    return status;
}
