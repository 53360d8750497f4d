/// Pairs of faces, and the lines they make on each other.
///
/// Phases: 1 for every face that may be walked on, the faces that the index finds close to it: in
/// plan, and within a walker's height; each pair of walkable faces once; 2 what the pair makes
/// (lines.c, walls.c), written down per range of faces, so that workers do not meet; 3 in the order
/// of the faces, all of it gets numbers: nodes, carriers, lines, planes.
#include "scene/cut.h"

#include "base/sets.h"
#include "geom/order.h"

#include <math.h>
#include <string.h>

/// Faces that one task takes.
enum { GRAIN = 256 };

typedef struct cutting {
    cw_extraction *work;
    cw_findings *findings; ///< per range
} cutting;

static int64_t side(cw_spot a, cw_spot b, cw_spot c) {
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) -
           ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}

/// Where the corners of one face are, seen from the edges of another.
static void find_sides(const cw_extraction *work, const cw_face *face, const cw_face *other,
                       int64_t sides[3][3]) {
    for (uint32_t k = 0; k < 3; k++) {
        cw_spot a = work->spots[face->corners[k]], b = work->spots[face->corners[(k + 1) % 3]];
        for (uint32_t j = 0; j < 3; j++) {
            sides[k][j] = side(a, b, work->spots[other->corners[j]]);
        }
    }
}

static void find_heights(const cw_extraction *work, const cw_level *level, const cw_face *other,
                         cw_wide over[3]) {
    for (uint32_t j = 0; j < 3; j++) {
        over[j] = cw_level_over(level, work->spots[other->corners[j]]);
    }
}

/// True when some of three heights, times area, is at least `low` and some at most `high`.
static bool reaches(const cw_wide over[3], int64_t area, int64_t low, int64_t high) {
    cw_wide floor = (cw_wide)low * area, roof = (cw_wide)high * area;
    return (over[0] >= floor || over[1] >= floor || over[2] >= floor) &&
           (over[0] <= roof || over[1] <= roof || over[2] <= roof);
}

static bool is_within(const cw_wide over[3], int64_t area, int64_t steps) {
    cw_wide most = (cw_wide)steps * area;
    return over[0] >= -most && over[0] <= most && over[1] >= -most && over[1] <= most &&
           over[2] >= -most && over[2] <= most;
}

/// Finds where the corners of one face are, seen from the edges of another, until one of these has
/// all of them on its outer side: then the faces do not overlap, and the rest is not needed.
static bool find_sides_inside(const cw_extraction *work, const cw_face *face, const cw_face *other,
                              int64_t sides[3][3]) {
    cw_spot p[3], q[3];
    for (uint32_t k = 0; k < 3; k++) {
        p[k] = work->spots[face->corners[k]];
        q[k] = work->spots[other->corners[k]];
    }
    for (uint32_t k = 0; k < 3; k++) {
        for (uint32_t j = 0; j < 3; j++) {
            sides[k][j] = side(p[k], p[k == 2 ? 0 : k + 1], q[j]);
        }
        if (sides[k][0] <= 0 && sides[k][1] <= 0 && sides[k][2] <= 0) {
            return false;
        }
    }
    return true;
}

/// Whether a face ends at one of its edges.
static bool has_rim(const cw_extraction *work, const cw_face *face) {
    return work->edges[face->edges[0]].rim || work->edges[face->edges[1]].rim ||
           work->edges[face->edges[2]].rim;
}

/// Finds how two faces with area lie in plan; false when they leave nothing on each other: most
/// neighbours on a terrain.
static bool may_meet(cw_pair *pair) {
    const cw_extraction *work = pair->work;
    const cw_face *first = &work->faces[pair->first], *second = &work->faces[pair->second];
    pair->overlap = find_sides_inside(work, first, second, pair->first_sides) &&
                    find_sides_inside(work, second, first, pair->second_sides);
    return pair->overlap || (second->walkable && (has_rim(work, first) || has_rim(work, second)));
}

bool cw_face_is_narrow(const cw_extraction *work, const cw_face *face, double steps) {
    double x[3], y[3], longest = 0;
    for (uint32_t k = 0; k < 3; k++) {
        cw_spot a = work->spots[face->corners[k]], b = work->spots[face->corners[(k + 1) % 3]];
        x[k] = (double)b.x - a.x;
        y[k] = (double)b.y - a.y;
        longest = fmax(longest, x[k] * x[k] + y[k] * y[k]);
    }
    return fabs(x[0] * y[1] - y[0] * x[1]) <= steps * sqrt(longest);
}

bool cw_face_is_sliver(const cw_extraction *work, const cw_face *face) {
    return cw_face_is_narrow(work, face, CW_COPLANAR_STEPS);
}

/// Whether one of two faces lies in the plane of the other.
static bool is_same_plane(const cw_pair *pair) {
    const cw_extraction *work = pair->work;
    return !cw_face_is_sliver(work, &work->faces[pair->first]) &&
           !cw_face_is_sliver(work, &work->faces[pair->second]) &&
           (is_within(pair->second_over, pair->first_level.area, CW_COPLANAR_STEPS) ||
            is_within(pair->first_over, pair->second_level.area, CW_COPLANAR_STEPS));
}

bool cw_faces_share_plane(const cw_extraction *work, uint32_t a, uint32_t b) {
    const cw_face *first = &work->faces[a], *second = &work->faces[b];
    cw_pair pair = {.work = work, .first = a, .second = b};
    pair.first_level = cw_level_of(work, first);
    pair.second_level = cw_level_of(work, second);
    find_heights(work, &pair.first_level, second, pair.second_over);
    find_heights(work, &pair.second_level, first, pair.first_over);
    return is_same_plane(&pair);
}

static cw_status cut_pair(cw_context *context, cw_pair *pair) {
    const cw_extraction *work = pair->work;
    const cw_face *first = &work->faces[pair->first], *second = &work->faces[pair->second];
    bool upright = second->kind == CW_FACE_UPRIGHT;
    if (!upright && !may_meet(pair)) {
        return CW_OK;
    }
    find_heights(work, &pair->first_level, second, pair->second_over);
    int64_t low = second->walkable ? -work->height : 0, area = pair->first_level.area;
    low = upright ? work->step : low;
    if (!reaches(pair->second_over, area, low, work->height)) {
        return CW_OK;
    }
    if (upright) {
        find_sides(work, first, second, pair->first_sides);
        return cw_pair_wall(context, pair);
    }
    pair->second_level = cw_level_of(work, second);
    find_heights(work, &pair->second_level, first, pair->first_over);
    int64_t back = pair->second_level.area;
    pair->near_plane = is_within(pair->second_over, area, CW_LEVEL_STEPS) ||
                       is_within(pair->first_over, back, CW_LEVEL_STEPS);
    pair->same_plane = is_same_plane(pair);
    return cw_pair_lines(context, pair);
}

static cw_status cut_range(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    cutting *all = user;
    const cw_extraction *work = all->work;
    cw_pair pair = {.work = work, .findings = &all->findings[begin / GRAIN]};
    int32_t reach = (int32_t)work->height;
    for (uint32_t f = begin; f < end; f++) {
        const cw_face *face = &work->faces[f];
        if (!face->walkable) {
            continue;
        }
        cw_box3 box = face->box;
        for (int axis = 0; axis < 2; axis++) {
            box.low[axis] -= 2;
            box.high[axis] += 2;
        }
        box.low[2] -= reach;
        box.high[2] += reach;
        pair.first = f;
        pair.first_level = cw_level_of(work, face);
        cw_scene_walk walk = cw_scene_walk_begin(&work->tree, box);
        while (cw_scene_walk_next(&walk)) {
            const cw_face *other = &work->faces[walk.item];
            if (walk.item != f && !(other->walkable && walk.item < f)) {
                pair.second = walk.item;
                CW_TRY(cut_pair(context, &pair));
            }
        }
    }
    return CW_OK;
}

static cw_status carrier_of(cw_context *context, cw_extraction *work, cw_owner owner,
                            uint32_t first_seam, uint32_t *carrier) {
    if (owner.kind == CW_OWNER_EDGE) {
        return cw_edge_carrier(context, work, owner.index, carrier);
    }
    if (owner.kind == CW_OWNER_WALL) {
        return cw_wall_carrier(context, work, owner.index, carrier);
    }
    *carrier = first_seam + owner.index;
    return CW_OK;
}

static cw_status take_seams(cw_context *context, cw_extraction *work, const cw_findings *found) {
    for (uint32_t i = 0; i < found->seams.count; i++) {
        const cw_seam *seam = &found->seams.items[i];
        cw_carrier carrier = {.from_z = seam->from_z,
                              .to_z = seam->to_z,
                              .from_top = seam->from_z,
                              .to_top = seam->to_z,
                              .seam = true};
        CW_TRY(cw_node_at(context, work, seam->from_x, seam->from_y, &carrier.from));
        CW_TRY(cw_node_at(context, work, seam->to_x, seam->to_y, &carrier.to));
        CW_TRY(cw_carrier_add(context, work, carrier, NULL));
    }
    return CW_OK;
}

static cw_status take_marks(cw_context *context, cw_extraction *work, const cw_findings *found) {
    for (uint32_t i = 0; i < found->marks.count; i++) {
        const cw_mark *mark = &found->marks.items[i];
        cw_hit hit;
        CW_TRY(carrier_of(context, work, mark->owner, 0, &hit.carrier));
        CW_TRY(cw_node_at(context, work, mark->x, mark->y, &hit.node));
        CW_TRY(cw_node_raise(context, work, hit.node, mark->z));
        CW_TRY(CW_ARRAY_PUSH(context, &work->hits, hit));
    }
    return CW_OK;
}

static cw_status take_lines(cw_context *context, cw_extraction *work, const cw_findings *found,
                            uint32_t first_seam) {
    for (uint32_t i = 0; i < found->lines.count; i++) {
        const cw_found_line *from = &found->lines.items[i];
        cw_scene_line line = {.face = from->face};
        CW_TRY(carrier_of(context, work, from->owner, first_seam, &line.carrier));
        CW_TRY(cw_node_at(context, work, from->from_x, from->from_y, &line.from));
        CW_TRY(cw_node_at(context, work, from->to_x, from->to_y, &line.to));
        if (line.from != line.to) {
            CW_TRY(CW_ARRAY_PUSH(context, &work->lines, line));
        }
    }
    return CW_OK;
}

/// Phase 3 for one range.
static cw_status take(cw_context *context, cw_extraction *work, const cw_findings *found,
                      uint32_t *parents) {
    uint32_t first_seam = work->carriers.count;
    CW_TRY(take_seams(context, work, found));
    CW_TRY(take_marks(context, work, found));
    CW_TRY(take_lines(context, work, found, first_seam));
    for (uint32_t i = 0; i < found->planes.count; i++) {
        cw_sets_join(parents, found->planes.items[i].carrier, found->planes.items[i].node);
    }
    return CW_OK;
}

static void free_findings(cw_context *context, cw_findings *findings, uint32_t count) {
    for (uint32_t i = 0; i < count && findings != NULL; i++) {
        CW_ARRAY_FREE(context, &findings[i].marks);
        CW_ARRAY_FREE(context, &findings[i].lines);
        CW_ARRAY_FREE(context, &findings[i].seams);
        CW_ARRAY_FREE(context, &findings[i].planes);
    }
    CW_RELEASE(context, findings, count);
}

/// Lines in order of their faces.
static cw_status sort_lines(cw_context *context, cw_extraction *work) {
    uint32_t count = work->lines.count;
    cw_keyed *order = NULL;
    cw_scene_line *sorted = NULL;
    cw_status status = CW_ALLOCATE(context, order, 2 * (size_t)count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, sorted, count);
    if (status == CW_OK) {
        for (uint32_t i = 0; i < count; i++) {
            order[i] = (cw_keyed){work->lines.items[i].face, i};
        }
        cw_keyed_sort_in_place(order, count);
        for (uint32_t i = 0; i < count; i++) {
            sorted[i] = work->lines.items[order[i].item];
        }
        if (count > 0) {
            memcpy(work->lines.items, sorted, count * sizeof *sorted);
        }
    }
    CW_RELEASE(context, order, 2 * (size_t)count);
    CW_RELEASE(context, sorted, count);
    return status;
}

/// Every face that may be walked on has its border as chains.
static cw_status add_borders(cw_context *context, cw_extraction *work) {
    for (uint32_t f = 0; f < work->face_count; f++) {
        for (uint32_t k = 0; k < 3 && work->faces[f].walkable; k++) {
            uint32_t carrier;
            CW_TRY(cw_edge_carrier(context, work, work->faces[f].edges[k], &carrier));
        }
    }
    return CW_OK;
}

static cw_status take_all(cw_context *context, cw_extraction *work, const cw_findings *findings,
                          uint32_t ranges) {
    uint32_t *parents = NULL;
    CW_TRY(CW_ALLOCATE(context, parents, work->face_count));
    cw_sets_begin(parents, work->face_count);
    cw_status status = add_borders(context, work);
    for (uint32_t i = 0; i < ranges && status == CW_OK; i++) {
        status = take(context, work, &findings[i], parents);
    }
    for (uint32_t f = 0; f < work->face_count && status == CW_OK; f++) {
        work->faces[f].plane = cw_find_root(parents, f);
    }
    CW_RELEASE(context, parents, work->face_count);
    return status;
}

cw_status cw_scene_cut(cw_context *context, cw_extraction *work) {
    uint32_t ranges = (work->face_count + GRAIN - 1) / GRAIN;
    cutting all = {work, NULL};
    CW_TRY(CW_ALLOCATE(context, all.findings, ranges));
    cw_status status =
        cw_parallel_for(context, "comparing faces", work->face_count, GRAIN, cut_range, &all);
    status = status != CW_OK ? status : cw_nodes_prepare(context, work);
    status = status != CW_OK ? status : take_all(context, work, all.findings, ranges);
    free_findings(context, all.findings, ranges);
    return status != CW_OK ? status : sort_lines(context, work);
}
