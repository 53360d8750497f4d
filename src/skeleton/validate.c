/// Checks a skeleton from first principles, without any of the builder's code.
///
/// 1. Every wall of the surface has its wall here, and every wall one face, whose steps are exactly
///    the sides of arcs that name it.
/// 2. Every node is as far from the lines of the walls around it as its offset says.
/// 3. Every face is monotone along its wall and runs counter-clockwise. Together with 1 that proves
///    a partition: the steps of all faces cancel but for the walls, so that windings sum to 1.
/// 4. The areas of all faces sum to that of the floor.
/// 5. The arcs have as many independent cycles as the floor has holes, and one more for each cap.
/// 6. No wall is nearer to a node than its offset; all pairs, so up to a number of pairs only, and
///    only where no floors lie above each other.
#include "base/memory.h"
#include "base/sets.h"
#include "clearway/skeleton.h"

#include <math.h>
#include <stdlib.h>

/// By how much the length of a unit vector may differ from 1: rounding.
static const double UNIT_ROUNDING = 1e-15;

/// Allowed error of positions and offsets, as a share of the floor's extent: some hundred thousand
/// times the rounding of a double.
#define SHARE 1e-9
/// Pairs of node and wall up to which all of them are measured.
#define PAIRS ((uint64_t)4000000)

typedef struct checking {
    cw_context *context;
    const cw_surface *surface;
    const cw_skeleton *skeleton;
    double tolerance; ///< metres
} checking;

static cw_status broken(const checking *check, cw_vec2 at, const char *what, uint32_t index) {
    return cw_fail(check->context, CW_ERROR_INVALID, "%s %u at (%.9g, %.9g)", what, index,
                   check->skeleton->lattice.origin_x + at.x,
                   check->skeleton->lattice.origin_y + at.y);
}

/// The extent of the floor in metres.
static double extent(const cw_skeleton *skeleton) {
    cw_vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < skeleton->wall_count; i++) {
        cw_vec2 p = skeleton->walls[i].from;
        low = (cw_vec2){fmin(low.x, p.x), fmin(low.y, p.y)};
        high = (cw_vec2){fmax(high.x, p.x), fmax(high.y, p.y)};
    }
    return fmax(high.x - low.x, high.y - low.y);
}

static cw_status check_indices(const checking *check) {
    const cw_skeleton *skeleton = check->skeleton;
    for (uint32_t i = 0; i < skeleton->arc_count; i++) {
        const cw_skeleton_arc *arc = &skeleton->arcs[i];
        if (arc->from >= skeleton->node_count || arc->to >= skeleton->node_count ||
            arc->left >= skeleton->wall_count || arc->right >= skeleton->wall_count ||
            arc->from == arc->to || arc->left == arc->right) {
            return cw_fail(check->context, CW_ERROR_INVALID, "arc %u has a wrong index", i);
        }
    }
    for (uint32_t w = 0; w < skeleton->wall_count; w++) {
        if (skeleton->face_first[w] > skeleton->face_first[w + 1] ||
            skeleton->walls[w].surface_vertex >= check->surface->vertex_count) {
            return cw_fail(check->context, CW_ERROR_INVALID, "wall %u has a wrong index", w);
        }
    }
    for (uint32_t i = 0; i < skeleton->face_first[skeleton->wall_count]; i++) {
        if (skeleton->face_nodes[i] >= skeleton->node_count) {
            return cw_fail(check->context, CW_ERROR_INVALID, "a face has a wrong node");
        }
    }
    for (uint32_t i = 0; i < skeleton->node_count; i++) {
        if (skeleton->nodes[i].triangle >= check->surface->triangle_count) {
            return broken(check, skeleton->nodes[i].position, "there is no triangle for node", i);
        }
    }
    return CW_OK;
}

/// Every wall half-edge of the surface is one wall of the skeleton.
static cw_status check_walls(const checking *check) {
    const cw_surface *surface = check->surface;
    double scale = surface->lattice.step / (double)((int64_t)1 << CW_LATTICE_FINE_BITS);
    uint32_t real = 0, wanted = 0;
    for (uint32_t h = 0; h < 3 * surface->triangle_count; h++) {
        wanted += surface->twins[h] == CW_NONE;
    }
    for (uint32_t w = 0; w < check->skeleton->wall_count; w++) {
        const cw_skeleton_wall *wall = &check->skeleton->walls[w];
        real += !wall->cap;
        cw_point point = surface->points[wall->surface_vertex];
        double x = (double)point.x * scale - wall->from.x;
        double y = (double)point.y * scale - wall->from.y;
        double length = hypot(wall->to.x - wall->from.x, wall->to.y - wall->from.y);
        if (x != 0 || y != 0 || wall->cap != (length == 0) ||
            fabs(hypot(wall->along.x, wall->along.y) - 1) > UNIT_ROUNDING) {
            return broken(check, wall->from, "the surface has no wall like", w);
        }
    }
    return real == wanted ? CW_OK
                          : cw_fail(check->context, CW_ERROR_INVALID,
                                    "%u walls where the surface has %u", real, wanted);
}

/// A side of an arc, or a step of a face.
typedef struct step {
    uint32_t wall, from, to;
} step;

static int compare_steps(const void *one, const void *other) {
    const step *a = one, *b = other;
    if (a->wall != b->wall) {
        return a->wall < b->wall ? -1 : 1;
    }
    if (a->from != b->from) {
        return a->from < b->from ? -1 : 1;
    }
    return a->to == b->to ? 0 : a->to < b->to ? -1 : 1;
}

/// The steps of all faces but those along walls; their number, or more than there is room for.
static uint32_t face_steps(const cw_skeleton *skeleton, step *steps) {
    uint32_t count = 0;
    for (uint32_t w = 0; w < skeleton->wall_count; w++) {
        uint32_t first = skeleton->face_first[w], size = skeleton->face_first[w + 1] - first;
        bool cap = skeleton->walls[w].cap;
        for (uint32_t i = cap ? 0 : 1; i < size; i++, count++) {
            if (count == 2 * skeleton->arc_count) {
                return count + 1;
            }
            steps[count] = (step){w, skeleton->face_nodes[first + i],
                                  skeleton->face_nodes[first + (i + 1) % size]};
        }
    }
    return count;
}

static cw_status compare_sides(const checking *check, step *sides, step *steps) {
    const cw_skeleton *skeleton = check->skeleton;
    uint32_t count = 2 * skeleton->arc_count;
    for (uint32_t i = 0; i < skeleton->arc_count; i++) {
        const cw_skeleton_arc *arc = &skeleton->arcs[i];
        sides[2 * i] = (step){arc->left, arc->from, arc->to};
        sides[2 * i + 1] = (step){arc->right, arc->to, arc->from};
    }
    if (face_steps(skeleton, steps) != count) {
        return cw_fail(check->context, CW_ERROR_INVALID, "faces have not the sides of all arcs");
    }
    qsort(sides, count, sizeof *sides, compare_steps);
    qsort(steps, count, sizeof *steps, compare_steps);
    for (uint32_t i = 0; i < count; i++) {
        if (compare_steps(&sides[i], &steps[i]) != 0) {
            return broken(check, skeleton->nodes[steps[i].from].position,
                          "steps that are no arcs in the face of wall", steps[i].wall);
        }
    }
    return CW_OK;
}

static cw_status check_sides(const checking *check) {
    step *sides = NULL, *steps = NULL;
    size_t count = 2 * (size_t)check->skeleton->arc_count;
    cw_status status = CW_ALLOCATE(check->context, sides, count);
    status = status != CW_OK ? status : CW_ALLOCATE(check->context, steps, count);
    status = status != CW_OK ? status : compare_sides(check, sides, steps);
    CW_RELEASE(check->context, sides, count);
    CW_RELEASE(check->context, steps, count);
    return status;
}

/// Position of a node along a wall, and in front of it.
static cw_vec2 seen_from(const cw_skeleton_wall *wall, cw_vec2 position) {
    double x = position.x - wall->from.x, y = position.y - wall->from.y;
    return (cw_vec2){x * wall->along.x + y * wall->along.y, y * wall->along.x - x * wall->along.y};
}

/// Whether a node is as far from the line of a wall as it says.
static bool keeps_offset(const checking *check, uint32_t node, uint32_t wall) {
    const cw_skeleton_node *n = &check->skeleton->nodes[node];
    double front = seen_from(&check->skeleton->walls[wall], n->position).y;
    return fabs(front - n->offset) <= check->tolerance;
}

static cw_status check_offsets(const checking *check) {
    const cw_skeleton *skeleton = check->skeleton;
    for (uint32_t i = 0; i < skeleton->node_count; i++) {
        const cw_skeleton_node *node = &skeleton->nodes[i];
        if (!(node->offset >= 0) || (node->offset > 0) != (node->kind == CW_SKELETON_EVENT)) {
            return broken(check, node->position, "a wrong offset has node", i);
        }
    }
    for (uint32_t i = 0; i < skeleton->arc_count; i++) {
        const cw_skeleton_arc *arc = &skeleton->arcs[i];
        const cw_skeleton_node *from = &skeleton->nodes[arc->from];
        bool kept = keeps_offset(check, arc->from, arc->left) &&
                    keeps_offset(check, arc->from, arc->right) &&
                    keeps_offset(check, arc->to, arc->left) &&
                    keeps_offset(check, arc->to, arc->right) &&
                    skeleton->nodes[arc->to].offset >= from->offset - check->tolerance;
        if (!kept) {
            return broken(check, from->position, "not on the fronts of its walls is arc", i);
        }
    }
    return CW_OK;
}

/// One face: monotone, counter-clockwise, beginning with its wall. Gives its area.
static cw_status check_face(const checking *check, uint32_t w, double *area) {
    const cw_skeleton *skeleton = check->skeleton;
    const cw_skeleton_wall *wall = &skeleton->walls[w];
    const uint32_t *nodes = skeleton->face_nodes + skeleton->face_first[w];
    uint32_t size = skeleton->face_first[w + 1] - skeleton->face_first[w];
    if (size < 2) {
        return broken(check, wall->from, "no area has the face of wall", w);
    }
    cw_vec2 begin = skeleton->nodes[nodes[0]].position, end = skeleton->nodes[nodes[1]].position;
    if (hypot(begin.x - wall->from.x, begin.y - wall->from.y) > check->tolerance ||
        (!wall->cap && hypot(end.x - wall->to.x, end.y - wall->to.y) > check->tolerance)) {
        return broken(check, wall->from, "not at its wall begins the face of wall", w);
    }
    // Turns of direction along the wall: a place counts as a turn when it is left for good.
    double twice = 0, high = -INFINITY, low = INFINITY;
    uint32_t turns = 0;
    int heading = 0;
    double extreme = seen_from(wall, begin).x;
    for (uint32_t i = 1; i <= size; i++) {
        cw_vec2 a = seen_from(wall, skeleton->nodes[nodes[i - 1]].position);
        cw_vec2 b = seen_from(wall, skeleton->nodes[nodes[i % size]].position);
        twice += a.x * b.y - a.y * b.x;
        high = fmax(high, b.x);
        low = fmin(low, b.x);
        double moved = b.x - extreme;
        if (heading == 0 && fabs(moved) > check->tolerance) {
            heading = moved > 0 ? 1 : -1;
        } else if (heading * moved < -check->tolerance) {
            heading = -heading;
            turns++;
        } else if (heading * moved <= 0) {
            continue;
        }
        extreme = b.x;
    }
    *area = twice / 2;
    if (*area < -check->tolerance * (high - low + check->tolerance)) {
        return broken(check, wall->from, "clockwise is the face of wall", w);
    }
    return turns <= 2 ? CW_OK : broken(check, wall->from, "not monotone is the face of wall", w);
}

static cw_status check_faces(const checking *check) {
    double sum = 0, one = 0, floor_area = cw_surface_area(check->surface);
    for (uint32_t w = 0; w < check->skeleton->wall_count; w++) {
        CW_TRY(check_face(check, w, &one));
        sum += one;
    }
    double allowed =
        SHARE * (floor_area + cw_surface_wall_length(check->surface) * extent(check->skeleton));
    return fabs(sum - floor_area) <= allowed
               ? CW_OK
               : cw_fail(check->context, CW_ERROR_INVALID,
                         "faces cover %.17g square metres of %.17g", sum, floor_area);
}

/// Number of sets left after joining the ends of `count` pairs.
static cw_status count_sets(cw_context *context, uint32_t items, const uint32_t *pairs,
                            uint32_t stride, uint32_t count, uint32_t *sets) {
    uint32_t *parents = NULL;
    CW_TRY(CW_ALLOCATE(context, parents, items));
    cw_sets_begin(parents, items);
    *sets = items;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *pair = pairs + (size_t)stride * i;
        uint32_t a = cw_find_root(parents, pair[0]), b = cw_find_root(parents, pair[1]);
        *sets -= a != b;
        parents[a] = b;
    }
    CW_RELEASE(context, parents, items);
    return CW_OK;
}

/// Cycles of the arcs against holes of the floor, by Euler's formula for both.
static cw_status check_cycles(const checking *check) {
    const cw_surface *surface = check->surface;
    const cw_skeleton *skeleton = check->skeleton;
    uint32_t parts = 0, floors = 0;
    CW_TRY(count_sets(check->context, skeleton->node_count, &skeleton->arcs[0].from,
                      sizeof *skeleton->arcs / sizeof(uint32_t), skeleton->arc_count, &parts));
    uint32_t *pairs = NULL, count = 0, open = 0;
    size_t room = 6 * (size_t)surface->triangle_count;
    CW_TRY(CW_ALLOCATE(check->context, pairs, room));
    for (uint32_t h = 0; h < 3 * surface->triangle_count; h++) {
        if (surface->twins[h] != CW_NONE) {
            open++;
            pairs[2 * count] = h / 3;
            pairs[2 * count++ + 1] = surface->twins[h] / 3;
        }
    }
    cw_status status =
        count_sets(check->context, surface->triangle_count, pairs, 2, count, &floors);
    CW_RELEASE(check->context, pairs, room);
    CW_TRY(status);
    int64_t edges = 3 * (int64_t)surface->triangle_count - open / 2;
    int64_t holes = floors - ((int64_t)surface->vertex_count - edges + surface->triangle_count);
    int64_t cycles = (int64_t)skeleton->arc_count - skeleton->node_count + parts;
    for (uint32_t w = 0; w < skeleton->wall_count; w++) {
        cycles -= skeleton->walls[w].cap; // arcs go all around the face of a cap
    }
    return parts == floors && cycles == holes
               ? CW_OK
               : cw_fail(check->context, CW_ERROR_INVALID,
                         "%u parts with %lld cycles, but %u floors with %lld holes", parts,
                         (long long)cycles, floors, (long long)holes);
}

/// No wall comes nearer to a node than its offset.
static cw_status check_clearance(const checking *check) {
    const cw_skeleton *skeleton = check->skeleton;
    bool few = (uint64_t)skeleton->node_count * skeleton->wall_count <= PAIRS;
    for (uint32_t i = 0;
         few && check->surface->terrain.triangle_count == 0 && i < skeleton->node_count; i++) {
        const cw_skeleton_node *node = &skeleton->nodes[i];
        for (uint32_t w = 0; w < skeleton->wall_count; w++) {
            const cw_skeleton_wall *wall = &skeleton->walls[w];
            double length = hypot(wall->to.x - wall->from.x, wall->to.y - wall->from.y);
            cw_vec2 seen = seen_from(wall, node->position);
            double beside = seen.x < 0 ? -seen.x : fmax(0, seen.x - length);
            if (hypot(beside, seen.y) < node->offset - check->tolerance) {
                return broken(check, node->position, "nearer to a wall than its offset is node", i);
            }
        }
    }
    return CW_OK;
}

cw_status cw_skeleton_validate(cw_context *context, const cw_surface *surface,
                               const cw_skeleton *skeleton) {
    checking check = {context, surface, skeleton, SHARE * extent(skeleton)};
    CW_TRY(check_indices(&check));
    CW_TRY(check_walls(&check));
    CW_TRY(check_sides(&check));
    CW_TRY(check_offsets(&check));
    CW_TRY(check_faces(&check));
    CW_TRY(check_cycles(&check));
    return check_clearance(&check);
}
