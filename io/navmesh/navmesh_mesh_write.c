/// Navigation meshes as polyanya `.mesh`, version 2: writing.
///
///   mesh / 2 / V P, then V lines "x y n p0 .. pn-1": the polygons around a vertex
///   counter-clockwise, -1 for what is not walkable; then P lines "n v0 .. vn-1 p0 .. pn-1", where
///   p[i] lies behind the edge from v[i-1] to v[i].
///
/// Around a vertex the cells form fans: from an edge that leaves the vertex as a wall, cell by cell
/// through portals, to an edge that arrives as a wall; or one full circle. Fans are written in the
/// order of their first edges, each followed by -1. Heights and links are not in the file.
#include "navmesh_writer.h"

__extension__ typedef __int128 wide;

/// The direction in which an edge leaves its vertex, exactly.
static cw_point direction_of(const cw_navmesh *mesh, uint32_t edge) {
    cw_point from = mesh->points[mesh->edge_vertex[edge]];
    cw_point to = mesh->points[mesh->edge_vertex[cw_edge_next(mesh, edge)]];
    return (cw_point){to.x - from.x, to.y - from.y};
}

/// Whether a comes before b counter-clockwise from the positive x axis.
static bool turns_before(cw_point a, cw_point b) {
    bool a_upper = a.y > 0 || (a.y == 0 && a.x > 0), b_upper = b.y > 0 || (b.y == 0 && b.x > 0);
    if (a_upper != b_upper) {
        return a_upper;
    }
    return (wide)a.x * b.y - (wide)a.y * b.x > 0;
}

/// Moves the edges that leave as walls to the front, in the order of their directions. Returns how
/// many there are.
static uint32_t sort_fans(const cw_navmesh *mesh, uint32_t *edges, uint32_t count) {
    uint32_t fans = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t edge = edges[i];
        if (mesh->edge_twin[edge] != CW_NONE) {
            continue;
        }
        edges[i] = edges[fans];
        uint32_t at = fans++;
        while (at > 0 &&
               turns_before(direction_of(mesh, edge), direction_of(mesh, edges[at - 1]))) {
            edges[at] = edges[at - 1];
            at--;
        }
        edges[at] = edge;
    }
    return fans;
}

/// Writes the cells from an edge on, counter-clockwise; -1 at the wall that ends them.
static void write_fan(const cw_navmesh *mesh, uint32_t start, cw_text *text) {
    uint32_t edge = start;
    do {
        cw_text_string(text, " ");
        cw_text_index(text, mesh->edge_cell[edge]);
        edge = mesh->edge_twin[cw_edge_previous(mesh, edge)];
    } while (edge != CW_NONE && edge != start);
    cw_text_string(text, edge == CW_NONE ? " -1" : "");
}

static void write_vertex(const cw_navmesh *mesh, const cw_corners *corners, uint32_t corner,
                         cw_text *text) {
    uint32_t *edges = corners->edges + corners->first[corner];
    uint32_t count = corners->first[corner + 1] - corners->first[corner];
    uint32_t fans = sort_fans(mesh, edges, count);
    cw_vec2 position = cw_vertex_plan(mesh, corners->vertex[corner]);
    cw_text_number(text, position.x);
    cw_text_string(text, " ");
    cw_text_number(text, position.y);
    cw_text_string(text, " ");
    cw_text_index(text, count + fans);
    for (uint32_t i = 0; i < (fans > 0 ? fans : 1); i++) {
        write_fan(mesh, edges[i], text);
    }
    cw_text_string(text, "\n");
}

static void write_polygon(const cw_navmesh *mesh, const cw_corners *corners, uint32_t cell,
                          cw_text *text) {
    uint32_t first = cw_navmesh_cell_begin(mesh, cell), end = cw_navmesh_cell_end(mesh, cell);
    cw_text_index(text, end - first);
    for (uint32_t e = first; e < end; e++) {
        cw_text_string(text, " ");
        cw_text_index(text, corners->of_edge[e]);
    }
    for (uint32_t e = first; e < end; e++) {
        cw_text_string(text, " ");
        cw_text_index(text, cw_edge_neighbor(mesh, cw_edge_previous(mesh, e)));
    }
    cw_text_string(text, "\n");
}

void cw_navmesh_write_mesh(const cw_navmesh *mesh, cw_text *text) {
    cw_corners corners;
    text->status = cw_corners_make(text->context, mesh, &corners);
    if (text->status != CW_OK) {
        return;
    }
    cw_text_string(text, "mesh\n2\n");
    cw_text_index(text, corners.vertex_count);
    cw_text_string(text, " ");
    cw_text_index(text, mesh->cell_count);
    cw_text_string(text, "\n");
    for (uint32_t i = 0; i < corners.vertex_count; i++) {
        write_vertex(mesh, &corners, i, text);
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        write_polygon(mesh, &corners, c, text);
    }
    cw_corners_free(text->context, &corners);
}
