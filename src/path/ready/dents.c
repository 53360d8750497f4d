/// Cells with dents: their hulls, and how deep they are.
///
/// A disc that does not fit into the dents of a cell moves in it as in a convex one: what the discs
/// around corners leave free of its hull is free. For suppose that its center goes straight, inside
/// the hull, through a wall. Where it begins it has room, so it is not in a dent. It goes in
/// through the border of the dent and out again, since behind the dent lies no portal. The border
/// between the two places stands out, and the vertex of it that stands out farthest is a corner, no
/// farther from the way than the dent is deep; so the disc meets that corner. A wall is nearest at
/// one of its ends, or where the way ends, and there is room.
#include "navmesh/mesh/hull.h"
#include "path/ready/search.h"

/// Appends the lines of the hull that was made last. Their directions are those on the lattice:
/// sides may be as short as the rounding of positions is long.
static cw_status add_lines(cw_mesh_tables *tables, const cw_hull_maker *maker) {
    for (uint32_t i = 0; i + 1 < maker->hull_count; i++) {
        uint32_t from = maker->first + maker->hull[i], to = maker->first + maker->hull[i + 1];
        cw_point span =
            cw_point_sub(cw_navmesh_point(maker->mesh, to), cw_navmesh_point(maker->mesh, from));
        cw_mesh_line line = {tables->sides[from].from,
                             cw_heading((cw_vec2){(double)span.x, (double)span.y})};
        CW_TRY(CW_ARRAY_PUSH(tables->context, &tables->hulls.lines, line));
    }
    return CW_OK;
}

static cw_status make_hulls(cw_mesh_tables *tables, cw_hull_maker *maker) {
    const cw_navmesh *mesh = tables->clearance->mesh;
    cw_mesh_hulls *hulls = &tables->hulls;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        hulls->first[c] = hulls->lines.count;
        tables->dented[c] = cw_navmesh_has_dent(mesh, c);
        if (tables->dented[c]) {
            cw_hull_make(maker, c);
            hulls->depth[c] = cw_hull_depth(maker);
            CW_TRY(add_lines(tables, maker));
        }
    }
    hulls->first[mesh->cell_count] = hulls->lines.count;
    return CW_OK;
}

cw_status cw_mesh_make_hulls(cw_mesh_tables *tables) {
    const cw_navmesh *mesh = tables->clearance->mesh;
    cw_context *context = tables->context;
    CW_TRY(CW_ALLOCATE(context, tables->dented, mesh->cell_count));
    CW_TRY(CW_ALLOCATE(context, tables->hulls.depth, mesh->cell_count));
    CW_TRY(CW_ALLOCATE(context, tables->hulls.first, (size_t)mesh->cell_count + 1));
    cw_hull_maker maker;
    cw_status status = cw_hull_maker_create(context, mesh, &maker);
    if (status == CW_OK) {
        status = make_hulls(tables, &maker);
    }
    cw_hull_maker_free(context, &maker);
    return status;
}

void cw_mesh_free_hulls(cw_mesh_tables *tables) {
    uint32_t cells = tables->clearance->mesh->cell_count;
    CW_RELEASE(tables->context, tables->dented, cells);
    CW_RELEASE(tables->context, tables->hulls.depth, cells);
    CW_RELEASE(tables->context, tables->hulls.first, (size_t)cells + 1);
    CW_ARRAY_FREE(tables->context, &tables->hulls.lines);
}

size_t cw_mesh_hulls_bytes(const cw_mesh_tables *tables) {
    size_t cells = tables->clearance->mesh->cell_count;
    const cw_mesh_hulls *hulls = &tables->hulls;
    return cells * (sizeof *tables->dented + sizeof *hulls->depth) +
           (cells + 1) * sizeof *hulls->first + CW_ARRAY_BYTES(&hulls->lines);
}

double cw_path_search_inside_hull(const cw_path_search *search, uint32_t cell, cw_vec2 point) {
    const cw_mesh_hulls *hulls = &search->mesh.hulls;
    double inside = INFINITY;
    for (uint32_t i = hulls->first[cell]; i < hulls->first[cell + 1]; i++) {
        const cw_mesh_line *line = &hulls->lines.items[i];
        inside = cw_least(inside, cw_vec2_cross(line->along, cw_vec2_sub(point, line->from)));
    }
    return inside;
}
