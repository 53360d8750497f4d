/// The gaps of corners: how wide a disc can go all the way round each without meeting another wall.
///
/// Two features between which a disc gets stuck are nearest to the place where it does, so they
/// share a cell: the gap of a corner is the least that any other feature leaves that is listed with
/// it in some cell. A thin cell beside a round wall lists as many features as the wall has sides,
/// and so does the next one, with all but a few in common. So cells are visited from neighbour to
/// neighbour, and only those pairs are looked at that the cell visited before has not in its lists.
///
/// Cost: the lists, and per cell the features that are new in it times all that it has.
#include "clearance/near/boxes.h"
#include "clearance/near/features.h"
#include "path/ready/tables.h"

/// Pairs of features that are new in a cell up to which gaps are measured; beyond, its corners get
/// no gap, which only makes paths around them slower to find.
#define GAP_PAIRS 4000000

/// By how much the square of a distance has to be larger than that of a gap to leave it; far above
/// rounding.
#define FAR_SLACK 1e-6

typedef struct survey {
    cw_context *context;
    const cw_clearance *clearance;
    cw_mesh_cone *cones;
    uint32_t *before;       ///< per cell: the neighbour visited before, itself for the first
    uint32_t *queue;        ///< cells in the order of visits
    uint32_t *corner_marks; ///< per corner and per edge: 1 + the last cell whose neighbour before
    uint32_t *wall_marks;   ///< it has it
    cw_indices corners;     ///< near corners and walls of a cell that its neighbour has not
    cw_indices walls;
    uint64_t pairs;
} survey;

/// How far a disc of radius 1 that touches a corner can be moved into the direction v: the largest
/// v . d over the directions d in which its center may lie from the corner, the cone between the
/// normals of the walls.
static double reach_in_cone(const cw_mesh_cone *cone, cw_vec2 v) {
    if (cone->wide || (cw_vec2_dot(v, cone->out) <= 0 && cw_vec2_dot(v, cone->back) <= 0)) {
        return cw_vec2_length(v);
    }
    double out = cw_vec2_cross(cone->out, v) / cw_vec2_length(cone->out);
    double back = cw_vec2_cross(v, cone->back) / cw_vec2_length(cone->back);
    return cw_most(back, cw_most(out, 0)); /* a wall of no length in doubles has no say */
}

/// The least gap that another corner leaves: a center at r * d is nearer to it than r when
/// r > |v|^2 / (2 v . d).
static double corner_gap(const cw_mesh_cone *cone, cw_vec2 v) {
    double reach = reach_in_cone(cone, v);
    return reach > 0 ? cw_vec2_dot(v, v) / reach : INFINITY;
}

/// The least gap that a wall leaves: its distance, unless both of its ends lie behind the cone.
static double wall_gap(const cw_mesh_cone *cone, cw_vec2 from, cw_vec2 to) {
    if (reach_in_cone(cone, from) <= 0 && reach_in_cone(cone, to) <= 0) {
        return INFINITY;
    }
    cw_vec2 side = cw_vec2_sub(to, from);
    double t = -cw_vec2_dot(from, side) / cw_vec2_dot(side, side);
    return cw_vec2_length(cw_vec2_along(from, t < 0 ? 0 : t > 1 ? 1 : t, side));
}

/// Square of the distance from which on nothing can lower a gap.
static double far_square(const cw_mesh_cone *cone) {
    return cone->gap * cone->gap * (1 + FAR_SLACK);
}

/// Lowers the gap of a near corner by another one.
static void lower_by_corner(const survey *s, uint32_t near, uint32_t other) {
    const cw_near_corner *corners = s->clearance->near_corners;
    uint32_t corner = corners[near].corner;
    cw_mesh_cone *cone = &s->cones[corner];
    cw_vec2 v = cw_vec2_sub(corners[other].position, corners[near].position);
    if (corners[other].corner != corner && !(cw_vec2_dot(v, v) > far_square(cone))) {
        cone->gap = cw_least(corner_gap(cone, v), cone->gap);
    }
}

/// Lowers the gap of a near corner by a near wall: by all of it, of which the cell may see less.
static void lower_by_wall(const survey *s, uint32_t near, uint32_t other) {
    const cw_near_wall *wall = &s->clearance->near_walls[other];
    uint32_t index = s->clearance->near_corners[near].corner;
    const cw_corner *corner = &s->clearance->corners[index];
    cw_mesh_cone *cone = &s->cones[index];
    cw_vec2 from = cw_clearance_from(s->clearance, wall->edge);
    cw_vec2 to = cw_clearance_to(s->clearance, wall->edge);
    cw_box box = cw_box_of(from, to);
    if (wall->edge != corner->incoming && wall->edge != corner->outgoing &&
        !(cw_box_square(&box, corner->position) > far_square(cone))) {
        double gap =
            wall_gap(cone, cw_vec2_sub(from, corner->position), cw_vec2_sub(to, corner->position));
        cone->gap = cw_least(gap, cone->gap);
    }
}

/// Lowers the gap of a corner by all that is near a cell.
static void lower_by_all(survey *s, uint32_t cell, uint32_t near) {
    const uint32_t *corner_first = &s->clearance->near_corner_first[cell];
    const uint32_t *wall_first = &s->clearance->near_wall_first[cell];
    s->pairs += corner_first[1] - corner_first[0] + wall_first[1] - wall_first[0];
    for (uint32_t i = corner_first[0]; i < corner_first[1]; i++) {
        lower_by_corner(s, near, i);
    }
    for (uint32_t i = wall_first[0]; i < wall_first[1]; i++) {
        lower_by_wall(s, near, i);
    }
}

/// Lowers the gap of a corner by what is new.
static void lower_by_new(survey *s, uint32_t near) {
    s->pairs += s->corners.count + s->walls.count;
    for (uint32_t i = 0; i < s->corners.count; i++) {
        lower_by_corner(s, near, s->corners.items[i]);
    }
    for (uint32_t i = 0; i < s->walls.count; i++) {
        lower_by_wall(s, near, s->walls.items[i]);
    }
}

/// Marks what the neighbour visited before a cell has in its lists.
static void mark_known(const survey *s, uint32_t cell) {
    const cw_clearance *clearance = s->clearance;
    const uint32_t *corner_first = &clearance->near_corner_first[s->before[cell]];
    const uint32_t *wall_first = &clearance->near_wall_first[s->before[cell]];
    if (s->before[cell] == cell) {
        return;
    }
    for (uint32_t i = corner_first[0]; i < corner_first[1]; i++) {
        s->corner_marks[clearance->near_corners[i].corner] = cell + 1;
    }
    for (uint32_t i = wall_first[0]; i < wall_first[1]; i++) {
        s->wall_marks[clearance->near_walls[i].edge] = cell + 1;
    }
}

static bool is_new(const survey *s, uint32_t cell, uint32_t near) {
    return s->corner_marks[s->clearance->near_corners[near].corner] != cell + 1;
}

/// Lists what is near a cell and not marked.
static cw_status list_new(survey *s, uint32_t cell) {
    const cw_clearance *clearance = s->clearance;
    const uint32_t *corner_first = &clearance->near_corner_first[cell];
    const uint32_t *wall_first = &clearance->near_wall_first[cell];
    s->corners.count = s->walls.count = 0;
    for (uint32_t i = corner_first[0]; i < corner_first[1]; i++) {
        if (is_new(s, cell, i)) {
            CW_TRY(CW_ARRAY_PUSH(s->context, &s->corners, i));
        }
    }
    for (uint32_t i = wall_first[0]; i < wall_first[1]; i++) {
        if (s->wall_marks[clearance->near_walls[i].edge] != cell + 1) {
            CW_TRY(CW_ARRAY_PUSH(s->context, &s->walls, i));
        }
    }
    return CW_OK;
}

/// Lowers the gaps of the corners near a cell by what else is near it.
static cw_status measure_cell(survey *s, uint32_t cell) {
    const uint32_t *corner_first = &s->clearance->near_corner_first[cell];
    const uint32_t *wall_first = &s->clearance->near_wall_first[cell];
    mark_known(s, cell);
    CW_TRY(list_new(s, cell));
    uint64_t count = corner_first[1] - corner_first[0], added = s->corners.count;
    uint64_t all = count + wall_first[1] - wall_first[0];
    bool crowded = added * all + (count - added) * (added + s->walls.count) > GAP_PAIRS;
    for (uint32_t i = corner_first[0]; i < corner_first[1]; i++) {
        cw_mesh_cone *cone = &s->cones[s->clearance->near_corners[i].corner];
        cone->gap = crowded ? 0 : cone->gap;
        if (cone->gap > 0 && is_new(s, cell, i)) {
            lower_by_all(s, cell, i);
        } else if (cone->gap > 0) {
            lower_by_new(s, i);
        }
    }
    return CW_OK;
}

/// Visits all cells that can be reached from one.
static cw_status visit_from(survey *s, uint32_t cell) {
    const cw_navmesh *mesh = s->clearance->mesh;
    uint32_t end = 0;
    s->before[cell] = cell;
    s->queue[end++] = cell;
    for (uint32_t i = 0; i < end; i++) {
        cell = s->queue[i];
        CW_TRY(measure_cell(s, cell));
        for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell);
             e++) {
            uint32_t twin = mesh->edge_twin[e];
            if (twin != CW_NONE && s->before[mesh->edge_cell[twin]] == CW_NONE) {
                s->before[mesh->edge_cell[twin]] = cell;
                s->queue[end++] = mesh->edge_cell[twin];
            }
        }
    }
    return CW_OK;
}

static cw_status measure(survey *s) {
    const cw_navmesh *mesh = s->clearance->mesh;
    CW_TRY(CW_ALLOCATE(s->context, s->before, mesh->cell_count));
    CW_TRY(CW_ALLOCATE(s->context, s->queue, mesh->cell_count));
    CW_TRY(CW_ALLOCATE(s->context, s->corner_marks, s->clearance->corner_count));
    CW_TRY(CW_ALLOCATE(s->context, s->wall_marks, mesh->edge_count));
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        s->before[c] = CW_NONE;
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        if (s->before[c] == CW_NONE) {
            CW_TRY(visit_from(s, c));
        }
    }
    return CW_OK;
}

cw_status cw_mesh_measure_gaps(cw_context *context, const cw_clearance *clearance,
                               cw_mesh_cone *cones, uint64_t *pairs) {
    const cw_navmesh *mesh = clearance->mesh;
    survey s = {.context = context, .clearance = clearance, .cones = cones};
    cw_status status = measure(&s);
    CW_RELEASE(context, s.before, mesh->cell_count);
    CW_RELEASE(context, s.queue, mesh->cell_count);
    CW_RELEASE(context, s.corner_marks, clearance->corner_count);
    CW_RELEASE(context, s.wall_marks, mesh->edge_count);
    CW_ARRAY_FREE(context, &s.corners);
    CW_ARRAY_FREE(context, &s.walls);
    if (pairs != NULL) {
        *pairs = s.pairs;
    }
    return status;
}
