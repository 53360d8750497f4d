/// The gaps of corners: how wide a disc can go all the way round each without meeting another wall.
///
/// Two features between which a disc gets stuck are nearest to the place where it does, so they
/// share a cell: the gap of a corner is the least that any other feature leaves that is listed with
/// it in some cell. A thin cell beside a round wall lists as many features as the wall has sides,
/// and so does the next one, with all but a few in common. So each cell has a cell before it, a
/// neighbour that the walk of bridges.c came to earlier, and only those pairs are looked at that
/// the cell before has not in its lists: pairs that both have are looked at there, or further back.
///
/// Cost: the lists, and per cell the features that are new in it times all that it has.
#include "clearance/near/features.h"
#include "geom/boxes.h"
#include "path/ready/tables.h"

/// Pairs of features that are new in a cell up to which gaps are measured; beyond, its corners get
/// no gap, which only makes paths around them slower to find.
#define GAP_PAIRS 4000000

/// By how much the square of a distance has to be larger than that of a gap to leave it; far above
/// rounding.
#define FAR_SLACK 1e-6

/// Features are corners by their numbers and, behind all of these, walls by their edges. Those near
/// a cell are its near corners, and behind them its near walls.
typedef struct survey {
    const cw_mesh_tables *tables;
    const cw_clearance *clearance;
    cw_mesh_cone *cones;
    uint32_t *marks;  ///< per feature: 1 + the last cell where the cell before has it
    cw_indices fresh; ///< the features near a cell that the cell before has not
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

/// What is near a cell: `corner_count` corners and then walls.
typedef struct near_list {
    uint32_t corner_first, corner_count, wall_first, count;
} near_list;

static near_list near_cell(const cw_clearance *clearance, uint32_t cell) {
    const uint32_t *corners = &clearance->near_corner_first[cell];
    const uint32_t *walls = &clearance->near_wall_first[cell];
    uint32_t count = corners[1] - corners[0];
    return (near_list){corners[0], count, walls[0], count + walls[1] - walls[0]};
}

/// The mark of a feature near a cell.
static uint32_t *mark_of(const survey *s, const near_list *near, uint32_t i) {
    uint32_t wall = near->wall_first + i - near->corner_count;
    return i < near->corner_count
               ? &s->marks[s->clearance->near_corners[near->corner_first + i].corner]
               : &s->marks[s->clearance->corner_count + s->clearance->near_walls[wall].edge];
}

/// Lowers the gap of a near corner by a feature.
static void lower_by(survey *s, const near_list *near, uint32_t corner, uint32_t i) {
    if (i < near->corner_count) {
        lower_by_corner(s, near->corner_first + corner, near->corner_first + i);
    } else {
        lower_by_wall(s, near->corner_first + corner, near->wall_first + i - near->corner_count);
    }
    s->pairs++;
}

/// The neighbour of a cell that was come to last of those that were come to earlier; CW_NONE for
/// the first cell of an island.
static uint32_t cell_before(const cw_mesh_tables *tables, uint32_t cell) {
    uint32_t before = CW_NONE;
    for (uint32_t i = tables->door_first[cell]; i < tables->door_first[cell + 1]; i++) {
        uint32_t other = tables->sides[tables->doors[i].edge].behind;
        if (tables->times[other] < tables->times[cell] &&
            (before == CW_NONE || tables->times[other] > tables->times[before])) {
            before = other;
        }
    }
    return before;
}

/// Lists the features near a cell that the cell before it has not in its lists.
static cw_status list_fresh(survey *s, uint32_t cell, const near_list *near) {
    uint32_t other = cell_before(s->tables, cell);
    const near_list before = other == CW_NONE ? (near_list){0} : near_cell(s->clearance, other);
    for (uint32_t i = 0; i < before.count; i++) {
        *mark_of(s, &before, i) = cell + 1;
    }
    s->fresh.count = 0;
    for (uint32_t i = 0; i < near->count; i++) {
        if (*mark_of(s, near, i) != cell + 1) {
            CW_TRY(CW_ARRAY_PUSH(s->tables->context, &s->fresh, i));
        }
    }
    return CW_OK;
}

/// Lowers the gaps of the corners near a cell by what else is near it: all of it where the corner
/// is fresh, else what is.
static cw_status measure_cell(survey *s, uint32_t cell) {
    const near_list near = near_cell(s->clearance, cell);
    uint64_t fresh_corners = 0;
    CW_TRY(list_fresh(s, cell, &near));
    for (uint32_t i = 0; i < s->fresh.count; i++) {
        fresh_corners += s->fresh.items[i] < near.corner_count;
    }
    bool crowded =
        fresh_corners * near.count + (near.corner_count - fresh_corners) * s->fresh.count >
        GAP_PAIRS;
    for (uint32_t k = 0; k < near.corner_count; k++) {
        cw_mesh_cone *cone = &s->cones[s->clearance->near_corners[near.corner_first + k].corner];
        bool known = *mark_of(s, &near, k) == cell + 1;
        uint32_t count = known ? s->fresh.count : near.count;
        cone->gap = crowded ? 0 : cone->gap;
        for (uint32_t i = 0; i < count && cone->gap > 0; i++) {
            lower_by(s, &near, k, known ? s->fresh.items[i] : i);
        }
    }
    return CW_OK;
}

cw_status cw_mesh_measure_gaps(cw_mesh_tables *tables, uint64_t *pairs) {
    const cw_clearance *clearance = tables->clearance;
    size_t features = (size_t)clearance->corner_count + clearance->mesh->edge_count;
    survey s = {.tables = tables, .clearance = clearance, .cones = tables->cones};
    cw_status status = CW_ALLOCATE(tables->context, s.marks, features);
    for (uint32_t c = 0; c < clearance->mesh->cell_count && status == CW_OK; c++) {
        status = measure_cell(&s, c);
    }
    CW_RELEASE(tables->context, s.marks, features);
    CW_ARRAY_FREE(tables->context, &s.fresh);
    if (pairs != NULL) {
        *pairs = s.pairs;
    }
    return status;
}
