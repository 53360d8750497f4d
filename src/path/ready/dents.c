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
#include "path/ready/tables.h"

/// Appends the lines of the hull that was made last. Their directions are those on the lattice:
/// sides may be as short as the rounding of positions is long.
static cw_status add_lines(cw_taut *search, const cw_hull_maker *maker) {
    for (uint32_t i = 0; i + 1 < maker->hull_count; i++) {
        uint32_t from = maker->first + maker->hull[i], to = maker->first + maker->hull[i + 1];
        cw_point span =
            cw_point_sub(cw_navmesh_point(maker->mesh, to), cw_navmesh_point(maker->mesh, from));
        cw_taut_line line = {search->sides[from].from,
                             cw_unit((cw_vec2){(double)span.x, (double)span.y})};
        CW_TRY(CW_ARRAY_PUSH(search->context, &search->hulls.lines, line));
    }
    return CW_OK;
}

static cw_status make_hulls(cw_taut *search, cw_hull_maker *maker) {
    const cw_navmesh *mesh = search->clearance->mesh;
    cw_taut_hulls *hulls = &search->hulls;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        hulls->first[c] = hulls->lines.count;
        search->dented[c] = cw_navmesh_has_dent(mesh, c);
        if (search->dented[c]) {
            cw_hull_make(maker, c);
            hulls->depth[c] = cw_hull_depth(maker);
            CW_TRY(add_lines(search, maker));
        }
    }
    hulls->first[mesh->cell_count] = hulls->lines.count;
    return CW_OK;
}

cw_status cw_taut_make_hulls(cw_taut *search) {
    const cw_navmesh *mesh = search->clearance->mesh;
    cw_context *context = search->context;
    CW_TRY(CW_ALLOCATE(context, search->dented, mesh->cell_count));
    CW_TRY(CW_ALLOCATE(context, search->hulls.depth, mesh->cell_count));
    CW_TRY(CW_ALLOCATE(context, search->hulls.first, (size_t)mesh->cell_count + 1));
    cw_hull_maker maker;
    cw_status status = cw_hull_maker_create(context, mesh, &maker);
    if (status == CW_OK) {
        status = make_hulls(search, &maker);
    }
    cw_hull_maker_free(context, &maker);
    return status;
}

void cw_taut_free_hulls(cw_taut *search) {
    uint32_t cells = search->clearance->mesh->cell_count;
    CW_RELEASE(search->context, search->dented, cells);
    CW_RELEASE(search->context, search->hulls.depth, cells);
    CW_RELEASE(search->context, search->hulls.first, (size_t)cells + 1);
    CW_ARRAY_FREE(search->context, &search->hulls.lines);
}

size_t cw_taut_hulls_bytes(const cw_taut *search) {
    size_t cells = search->clearance->mesh->cell_count;
    const cw_taut_hulls *hulls = &search->hulls;
    return cells * (sizeof *search->dented + sizeof *hulls->depth) +
           (cells + 1) * sizeof *hulls->first + CW_ARRAY_BYTES(&hulls->lines);
}

double cw_taut_inside_hull(const cw_taut *search, uint32_t cell, cw_vec2 point) {
    const cw_taut_hulls *hulls = &search->hulls;
    double inside = INFINITY;
    for (uint32_t i = hulls->first[cell]; i < hulls->first[cell + 1]; i++) {
        const cw_taut_line *line = &hulls->lines.items[i];
        inside = cw_least(inside, cw_vec2_cross(line->along, cw_vec2_sub(point, line->from)));
    }
    return inside;
}
