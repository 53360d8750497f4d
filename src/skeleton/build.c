/// The straight skeleton of a surface by a kinetic triangulation.
///
/// O. Aichholzer and F. Aurenhammer, Straight skeletons for general polygonal figures in the plane
/// (1996); P. Palfrader, M. Held and S. Huber, On computing straight skeletons by means of kinetic
/// triangulations (2012). The surface is triangulated already, with all of its vertices on walls;
/// its fronts move inwards, and each triangle knows when it collapses. All that moves is computed
/// in double-double numbers.
///
/// Phases, for each connected part: load, caps, run, collect. Then faces, and the triangle of each
/// node. Cost: an event per triangle and a few flips each, so about n log n.
#include "skeleton/skeleton.h"

#include <string.h>

cw_skeleton_config cw_skeleton_config_default(void) {
    return (cw_skeleton_config){.miter = 0};
}

/// Where the results of all parts are gathered.
typedef struct gathering {
    CW_ARRAY(cw_skeleton_wall) walls;
    CW_ARRAY(cw_skeleton_node) nodes;
    CW_ARRAY(cw_skeleton_arc) arcs;
    CW_ARRAY(uint32_t) merged; ///< per node of the part: the one it is joined with, then its number
    CW_ARRAY(uint32_t) corner_ends; ///< per wall: the nodes of its start and end
} gathering;

/// Lists the triangles part by part, in the order in which a search finds them.
static cw_status list_parts(cw_context *context, const cw_surface *surface, uint32_t *order,
                            uint32_t *part_first, uint32_t *part_count) {
    uint32_t *seen = NULL;
    CW_TRY(CW_ALLOCATE(context, seen, surface->triangle_count));
    uint32_t filled = 0;
    for (uint32_t t = 0; t < surface->triangle_count; t++) {
        if (seen[t]) {
            continue;
        }
        part_first[(*part_count)++] = filled;
        order[filled++] = t;
        seen[t] = 1;
        for (uint32_t at = filled - 1; at < filled; at++) {
            for (uint32_t k = 0; k < 3; k++) {
                uint32_t twin = surface->twins[3 * order[at] + k];
                if (twin != CW_NONE && !seen[twin / 3]) {
                    seen[twin / 3] = 1;
                    order[filled++] = twin / 3;
                }
            }
        }
    }
    part_first[*part_count] = filled;
    CW_RELEASE(context, seen, surface->triangle_count);
    return CW_OK;
}

/// Joins the nodes of arcs that are too short to tell their ends apart.
static cw_status merge_nodes(cw_kinetic *kinetic, gathering *all) {
    uint32_t count = kinetic->nodes.count;
    CW_TRY(CW_ARRAY_RESERVE(kinetic->context, &all->merged, count));
    uint32_t *parents = all->merged.items;
    double equal = CW_FRONT_EQUAL * kinetic->meet;
    cw_sets_begin(parents, count);
    for (uint32_t i = 0; i < kinetic->arcs.count; i++) {
        const cw_skeleton_arc *arc = &kinetic->arcs.items[i];
        const cw_kinetic_node *a = &kinetic->nodes.items[arc->from];
        const cw_kinetic_node *b = &kinetic->nodes.items[arc->to];
        double x = b->x - a->x, y = b->y - a->y;
        if (x * x + y * y > equal * equal) {
            continue;
        }
        uint32_t one = cw_find_root(parents, arc->from), other = cw_find_root(parents, arc->to);
        bool corners = kinetic->nodes.items[one].vertex != CW_NONE &&
                       kinetic->nodes.items[other].vertex != CW_NONE;
        if (!corners) {
            parents[one < other ? other : one] = one < other ? one : other;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        parents[i] = cw_find_root(parents, i);
    }
    return CW_OK;
}

static cw_vec2 local_position(const cw_kinetic *kinetic, double x, double y) {
    double step = kinetic->surface->lattice.step;
    return (cw_vec2){((double)kinetic->origin.x + x) * step,
                     ((double)kinetic->origin.y + y) * step};
}

/// Appends the nodes that are left; `merged` becomes the number of each in the skeleton.
static cw_status gather_nodes(const cw_kinetic *kinetic, gathering *all) {
    double step = kinetic->surface->lattice.step;
    for (uint32_t i = 0; i < kinetic->nodes.count; i++) {
        uint32_t root = all->merged.items[i];
        if (root != i) {
            all->merged.items[i] = all->merged.items[root]; // a lower number, which is known
            continue;
        }
        const cw_kinetic_node *node = &kinetic->nodes.items[i];
        bool corner = node->vertex != CW_NONE;
        cw_skeleton_node made = {
            .position = local_position(kinetic, node->x, node->y),
            .offset = node->time * step,
            .triangle = corner ? kinetic->surface->vertex_wall[node->vertex] / 3 : CW_NONE,
            .kind = corner ? CW_SKELETON_CORNER : CW_SKELETON_EVENT};
        all->merged.items[i] = all->nodes.count;
        CW_TRY(CW_ARRAY_PUSH(kinetic->context, &all->nodes, made));
    }
    return CW_OK;
}

/// Appends the walls. Front i < corner count ends at the corner where front i's follower begins.
static cw_status gather_walls(const cw_kinetic *kinetic, const cw_part *part, gathering *all) {
    for (uint32_t i = 0; i < kinetic->fronts.count; i++) {
        const cw_front *front = &kinetic->fronts.items[i];
        uint32_t from = part->vertex_slots[front->vertex], to = from;
        if (!front->cap) {
            uint32_t half_edge = kinetic->surface->vertex_wall[front->vertex];
            to = part->vertex_slots[kinetic->surface->corners[cw_next(half_edge)]];
        }
        const cw_kinetic_node *a = &kinetic->nodes.items[from], *b = &kinetic->nodes.items[to];
        cw_skeleton_wall wall = {.from = local_position(kinetic, a->x, a->y),
                                 .to = local_position(kinetic, b->x, b->y),
                                 .along = {front->along.x.hi, front->along.y.hi},
                                 .heights = {kinetic->surface->positions[a->vertex].z,
                                             kinetic->surface->positions[b->vertex].z},
                                 .surface_vertex = front->vertex,
                                 .cap = front->cap};
        CW_TRY(CW_ARRAY_PUSH(kinetic->context, &all->walls, wall));
        CW_TRY(CW_ARRAY_PUSH(kinetic->context, &all->corner_ends, all->merged.items[from]));
        CW_TRY(CW_ARRAY_PUSH(kinetic->context, &all->corner_ends, all->merged.items[to]));
    }
    return CW_OK;
}

static cw_status gather(cw_kinetic *kinetic, const cw_part *part, gathering *all) {
    uint32_t first_wall = all->walls.count;
    CW_TRY(merge_nodes(kinetic, all));
    CW_TRY(gather_nodes(kinetic, all));
    CW_TRY(gather_walls(kinetic, part, all));
    for (uint32_t i = 0; i < kinetic->arcs.count; i++) {
        cw_skeleton_arc arc = kinetic->arcs.items[i];
        arc.from = all->merged.items[arc.from];
        arc.to = all->merged.items[arc.to];
        arc.left += first_wall;
        arc.right += first_wall;
        if (arc.from != arc.to) {
            CW_TRY(CW_ARRAY_PUSH(kinetic->context, &all->arcs, arc));
        }
    }
    return CW_OK;
}

/// The first vertex that never ended, or CW_NONE.
static uint32_t left_over(const cw_kinetic *kinetic) {
    for (uint32_t i = 0; i < kinetic->movers.count; i++) {
        if (!kinetic->movers.items[i].ended) {
            return i;
        }
    }
    return CW_NONE;
}

static cw_status build_part(cw_kinetic *kinetic, const cw_part *part, double miter) {
    CW_TRY(cw_kinetic_load(kinetic, part));
    CW_TRY(cw_kinetic_cap(kinetic, miter));
    cw_status status = cw_kinetic_run(kinetic);
    uint32_t lost = left_over(kinetic);
    if (status == CW_OK ? lost == CW_NONE : status != CW_ERROR_INTERNAL) {
        return status;
    }
    cw_dd2 place = lost == CW_NONE ? cw_dd2_of(0, 0) : cw_mover_now(kinetic, lost);
    cw_vec2 local = local_position(kinetic, place.x.hi, place.y.hi);
    const cw_lattice *lattice = &kinetic->surface->lattice;
    return cw_fail(kinetic->context, CW_ERROR_INTERNAL,
                   "the skeleton does not come to an end near (%g, %g): please report it",
                   lattice->origin_x + local.x, lattice->origin_y + local.y);
}

static void kinetic_free(cw_kinetic *kinetic) {
    cw_context *context = kinetic->context;
    CW_ARRAY_FREE(context, &kinetic->fronts);
    CW_ARRAY_FREE(context, &kinetic->movers);
    CW_ARRAY_FREE(context, &kinetic->triangles);
    CW_ARRAY_FREE(context, &kinetic->events);
    CW_ARRAY_FREE(context, &kinetic->heap);
    CW_ARRAY_FREE(context, &kinetic->places);
    CW_ARRAY_FREE(context, &kinetic->nodes);
    CW_ARRAY_FREE(context, &kinetic->arcs);
    CW_ARRAY_FREE(context, &kinetic->newborn);
    CW_ARRAY_FREE(context, &kinetic->touched);
}

static cw_status build_parts(cw_kinetic *kinetic, double miter, gathering *all) {
    cw_context *context = kinetic->context;
    const cw_surface *surface = kinetic->surface;
    size_t triangles = surface->triangle_count, vertices = surface->vertex_count;
    uint32_t *order = NULL, *first = NULL, *triangle_slots = NULL, *vertex_slots = NULL, count = 0;
    cw_status status = CW_ALLOCATE(context, order, triangles);
    status = status != CW_OK ? status : CW_ALLOCATE(context, first, triangles + 1);
    status = status != CW_OK ? status : CW_ALLOCATE(context, triangle_slots, triangles);
    status = status != CW_OK ? status : CW_ALLOCATE(context, vertex_slots, vertices);
    status = status != CW_OK ? status : list_parts(context, surface, order, first, &count);
    for (uint32_t i = 0; status == CW_OK && i < count; i++) {
        cw_part part = {order + first[i], first[i + 1] - first[i], triangle_slots, vertex_slots};
        status = build_part(kinetic, &part, miter);
        status = status != CW_OK ? status : gather(kinetic, &part, all);
        status = status != CW_OK
                     ? status
                     : cw_progress(context, "skeleton", (double)first[i + 1] / (double)triangles);
    }
    CW_RELEASE(context, order, triangles);
    CW_RELEASE(context, first, triangles + 1);
    CW_RELEASE(context, triangle_slots, triangles);
    CW_RELEASE(context, vertex_slots, vertices);
    return status;
}

static cw_status check_config(cw_context *context, const cw_skeleton_config *config) {
    bool fits = config->miter == 0 || (config->miter >= 1.001 && config->miter <= 1e6);
    return fits ? CW_OK
                : cw_fail(context, CW_ERROR_ARGUMENT, "miter is %g, but must be 0 or 1.001 to 1e6",
                          config->miter);
}

/// Hands the arrays over, cut to their size.
static cw_status hand_over(cw_context *context, gathering *all, cw_skeleton *skeleton) {
    CW_TRY(CW_RESIZE(context, all->walls.items, all->walls.capacity, all->walls.count));
    skeleton->walls = all->walls.items;
    skeleton->wall_count = all->walls.count;
    memset(&all->walls, 0, sizeof all->walls);
    CW_TRY(CW_RESIZE(context, all->nodes.items, all->nodes.capacity, all->nodes.count));
    skeleton->nodes = all->nodes.items;
    skeleton->node_count = all->nodes.count;
    memset(&all->nodes, 0, sizeof all->nodes);
    CW_TRY(CW_RESIZE(context, all->arcs.items, all->arcs.capacity, all->arcs.count));
    skeleton->arcs = all->arcs.items;
    skeleton->arc_count = all->arcs.count;
    memset(&all->arcs, 0, sizeof all->arcs);
    return CW_OK;
}

cw_status cw_skeleton_build(cw_context *context, const cw_surface *surface,
                            const cw_skeleton_config *config, cw_skeleton *skeleton) {
    double start = cw_clock();
    memset(skeleton, 0, sizeof *skeleton);
    cw_skeleton_config chosen = config != NULL ? *config : cw_skeleton_config_default();
    CW_TRY(check_config(context, &chosen));
    skeleton->lattice = surface->lattice;
    skeleton->miter = chosen.miter;
    cw_kinetic kinetic = {.context = context, .surface = surface};
    gathering all = {0};
    cw_status status = build_parts(&kinetic, chosen.miter, &all);
    kinetic_free(&kinetic);
    status = status != CW_OK ? status : hand_over(context, &all, skeleton);
    status = status != CW_OK ? status
                             : cw_skeleton_trace_faces(context, all.corner_ends.items, skeleton);
    status = status != CW_OK ? status : cw_skeleton_place_nodes(context, surface, skeleton);
    CW_ARRAY_FREE(context, &all.walls);
    CW_ARRAY_FREE(context, &all.nodes);
    CW_ARRAY_FREE(context, &all.arcs);
    CW_ARRAY_FREE(context, &all.merged);
    CW_ARRAY_FREE(context, &all.corner_ends);
    if (status != CW_OK) {
        cw_skeleton_free(context, skeleton);
        return status;
    }
    skeleton->seconds = cw_clock() - start;
    return CW_OK;
}
