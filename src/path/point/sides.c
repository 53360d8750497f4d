/// Sides of lines, where doubles in one comparison do not tell. Between points of the lattice they
/// are told in integers; the start is none, so what lies next to a line from there lies on it.
#include "path/point/sides.h"

static int side_from_start(const cw_path_search *search, cw_vec2 start, cw_vec2 through,
                           cw_vec2 point, double graze) {
    cw_vec2 way = cw_vec2_sub(through, start), to = cw_vec2_sub(point, start);
    double cross = cw_vec2_cross(way, to);
    double size = fabs(way.x) + fabs(way.y) + fabs(to.x) + fabs(to.y);
    double doubt = cw_most(search->mesh.points.error * size, graze * cw_vec2_length(way));
    return fabs(cross) <= doubt ? 0 : cross > 0 ? 1 : -1;
}

int cw_points_side(const cw_path_search *search, cw_point_line line, uint32_t edge, double graze) {
    const cw_navmesh *mesh = search->clearance->mesh;
    const cw_point_root *root = cw_point_root_at(search, line.root);
    uint32_t through = cw_point_edge(search, line.end);
    if (mesh->edge_vertex[through] == mesh->edge_vertex[edge]) {
        return 0;
    }
    if (line.root == 0) {
        return side_from_start(search, root->at, search->mesh.sides[through].from,
                               search->mesh.sides[edge].from, graze);
    }
    return cw_orient(cw_navmesh_point(mesh, cw_point_edge(search, root->end)),
                     cw_navmesh_point(mesh, through), cw_navmesh_point(mesh, edge));
}

cw_vec2 cw_points_along(const cw_path_search *search, cw_point_line line) {
    const cw_navmesh *mesh = search->clearance->mesh;
    const cw_point_root *root = cw_point_root_at(search, line.root);
    uint32_t through = cw_point_edge(search, line.end);
    if (line.root == 0) {
        return cw_heading(cw_vec2_sub(search->mesh.sides[through].from, root->at));
    }
    cw_point way = cw_point_sub(cw_navmesh_point(mesh, through),
                                cw_navmesh_point(mesh, cw_point_edge(search, root->end)));
    return cw_heading((cw_vec2){(double)way.x, (double)way.y});
}
