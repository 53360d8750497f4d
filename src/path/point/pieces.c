/// The convex pieces that a point lies in. The pieces of a cell are told apart by doubles. A point
/// on a door, but for CW_GRAZE, lies in the pieces on both its sides.
#include "path/point/sides.h"

bool cw_point_is_allowed(const cw_path_search *search, uint32_t edge) {
    if (search->in_corridor) {
        return search->points.opened[edge] == search->stamp;
    }
    return !isinf(search->area_cost[search->cell_area[search->mesh.sides[edge].behind]]);
}

cw_mesh_line cw_points_line(const cw_mesh_tables *tables, uint32_t from, uint32_t to) {
    const cw_navmesh *mesh = tables->clearance->mesh;
    cw_point span = cw_point_sub(cw_navmesh_point(mesh, to), cw_navmesh_point(mesh, from));
    return (cw_mesh_line){tables->sides[from].from,
                          cw_heading((cw_vec2){(double)span.x, (double)span.y})};
}

static cw_mesh_line line_of(const cw_path_search *search, uint32_t door) {
    const uint32_t *ends = &search->mesh.points.ends[2 * (size_t)door];
    uint32_t edge = search->mesh.points.doors[door].edge;
    return edge == CW_NONE
               ? cw_points_line(&search->mesh, ends[0], ends[1])
               : (cw_mesh_line){search->mesh.sides[edge].from, search->mesh.sides[edge].along};
}

static double left_of(cw_mesh_line line, cw_vec2 point) {
    return cw_vec2_cross(line.along, cw_vec2_sub(point, line.from));
}

double cw_points_before(const cw_path_search *search, uint32_t door, cw_vec2 point) {
    return left_of(line_of(search, door), point);
}

bool cw_points_lie_on(const cw_path_search *search, uint32_t door, cw_vec2 point) {
    cw_mesh_line line = line_of(search, door);
    if (fabs(left_of(line, point)) > CW_GRAZE) {
        return false;
    }
    double s = cw_vec2_dot(line.along, cw_vec2_sub(point, line.from));
    double length = 1 / sqrt(search->mesh.points.doors[door].inverse_square);
    return s >= -CW_GRAZE && s <= length + CW_GRAZE;
}

/// How far inside of a piece a point lies, negative outside, if that is more than it lies in
/// another one.
static double depth_in(const cw_path_search *search, const cw_point_piece *piece, cw_vec2 point,
                       double most) {
    double inside = INFINITY;
    for (uint32_t i = piece[0].side; i < piece[1].side && inside > most; i++) {
        inside = cw_least(inside, left_of(search->mesh.points.sides.items[i], point));
    }
    return inside;
}

/// The piece of a cell that a point lies in, or in which it lies least far outside.
static const cw_point_piece *piece_at(const cw_path_search *search, uint32_t cell, cw_vec2 point) {
    const cw_point_piece *pieces = search->mesh.points.pieces.items;
    const cw_point_piece *best = &pieces[search->mesh.points.cell_piece[cell]];
    double most = -INFINITY;
    for (uint32_t i = search->mesh.points.cell_piece[cell];
         i < search->mesh.points.cell_piece[cell + 1]; i++) {
        double depth = depth_in(search, &pieces[i], point, most);
        if (depth > most) {
            best = &pieces[i];
            most = depth;
        }
    }
    return best;
}

static bool contains(const cw_points *points, uint32_t first) {
    for (uint32_t i = 0; i < points->around.count; i++) {
        if (points->around.items[i].first == first) {
            return true;
        }
    }
    return false;
}

/// Adds the pieces behind those doors of a piece that a point lies on.
static cw_status add_behind(cw_path_search *search, cw_point_doors piece, cw_vec2 point) {
    cw_points *points = &search->points;
    for (uint32_t i = piece.first; i < piece.first + piece.count; i++) {
        const cw_point_door *door = &search->mesh.points.doors[i];
        if (cw_point_is_open(search, door) && cw_points_lie_on(search, i, point) &&
            !contains(points, door->first)) {
            uint32_t cell =
                door->edge == CW_NONE ? piece.cell : search->mesh.sides[door->edge].behind;
            cw_point_doors behind = {door->first, door->count, cell};
            CW_TRY(CW_ARRAY_PUSH(search->context, &points->around, behind));
        }
    }
    return CW_OK;
}

cw_status cw_points_find_pieces(cw_path_search *search, uint32_t cell, cw_vec2 point,
                                bool on_portal) {
    cw_points *points = &search->points;
    const uint32_t *first = &search->mesh.points.cell_piece[cell];
    bool whole = first[1] - first[0] == 1;
    const cw_point_piece *piece =
        whole ? &search->mesh.points.pieces.items[first[0]] : piece_at(search, cell, point);
    cw_point_doors doors = {piece[0].door, piece[1].door - piece[0].door, cell};
    points->around.count = 0;
    CW_TRY(CW_ARRAY_PUSH(search->context, &points->around, doors));
    for (uint32_t i = 0; i < points->around.count && (on_portal || !whole); i++) {
        CW_TRY(add_behind(search, points->around.items[i], point));
    }
    return CW_OK;
}
