/// Navigation meshes for Menge, as `.nav`.
///
///   vertices "x y"; edges "v0 v1 node0 node1" with node0 on the right; obstacles "v0 v1 node next"
///   with the walkable side on the right, so that walls run clockwise around the floor; one group
///   of nodes: centre, counter-clockwise polygon, plane A B C of the elevation A x + B y + C,
///   edges, and the obstacles that touch a vertex of the node.
///
/// Menge computes in single precision and refuses edges of at most SHORTEST metres. Such edges are
/// left out: nobody passes a portal that narrow, and a gap that small in a wall lets nobody
/// through; the chain of obstacles goes on behind it. Links and height triangles are not in the
/// file.
#include "navmesh_writer.h"

#include <math.h>
#include <string.h>

/// Menge's MIN_EDGE_WIDTH, metres.
#define SHORTEST 0.00001f

/// A mesh being written.
typedef struct writing {
    const cw_navmesh *mesh;
    cw_text *text;
    cw_corners corners;
    uint32_t *number; ///< per edge: its number as an edge or obstacle of the file, or CW_NONE
    uint32_t edge_total, obstacle_total;
    uint32_t *seen; ///< per obstacle: the last node that listed it, plus one
} writing;

static cw_vec2 corner_position(const writing *w, uint32_t edge) {
    return cw_vertex_plan(w->mesh, w->corners.vertex[w->corners.of_edge[edge]]);
}

static bool is_long_enough(const writing *w, uint32_t edge) {
    cw_vec2 from = corner_position(w, edge);
    cw_vec2 to = corner_position(w, cw_edge_next(w->mesh, edge));
    float x = (float)to.x - (float)from.x, y = (float)to.y - (float)from.y;
    return sqrtf(x * x + y * y) > SHORTEST;
}

static void number_edges(writing *w) {
    const cw_navmesh *mesh = w->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t twin = mesh->edge_twin[e];
        w->number[e] = CW_NONE;
        if (!is_long_enough(w, e)) {
            continue;
        }
        if (twin == CW_NONE) {
            w->number[e] = w->obstacle_total++;
        } else {
            // The lower half of a portal comes first and gives the number.
            w->number[e] = e < twin ? w->edge_total++ : w->number[twin];
        }
    }
}

/// The wall that ends where a wall starts: around the vertex, counter-clockwise through portals.
static uint32_t wall_before(const cw_navmesh *mesh, uint32_t wall) {
    uint32_t edge = cw_edge_previous(mesh, wall);
    while (mesh->edge_twin[edge] != CW_NONE) {
        edge = cw_edge_previous(mesh, mesh->edge_twin[edge]);
    }
    return edge;
}

/// The next obstacle behind the end of one. Walls are written backwards, so it is the wall before,
/// or the first before that which is in the file; at worst the wall itself.
static uint32_t next_obstacle(const writing *w, uint32_t wall) {
    uint32_t next = wall_before(w->mesh, wall);
    while (w->number[next] == CW_NONE) {
        next = wall_before(w->mesh, next);
    }
    return w->number[next];
}

static void write_line(writing *w, const uint32_t numbers[4]) {
    for (int i = 0; i < 4; i++) {
        cw_text_string(w->text, i > 0 ? " " : "");
        cw_text_index(w->text, numbers[i]);
    }
    cw_text_string(w->text, "\n");
}

/// Writes the portals, or the walls, each from its end to its start: the cell is on the right.
static void write_edges(writing *w, bool walls) {
    const cw_navmesh *mesh = w->mesh;
    cw_text_index(w->text, walls ? w->obstacle_total : w->edge_total);
    cw_text_string(w->text, "\n");
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t twin = mesh->edge_twin[e];
        if (w->number[e] == CW_NONE || walls != (twin == CW_NONE) || (!walls && twin < e)) {
            continue;
        }
        uint32_t start = w->corners.of_edge[e];
        uint32_t end = w->corners.of_edge[cw_edge_next(mesh, e)];
        uint32_t last = walls ? next_obstacle(w, e) : mesh->edge_cell[twin];
        write_line(w, (uint32_t[4]){end, start, mesh->edge_cell[e], last});
    }
}

static void write_pair(cw_text *text, cw_vec2 pair) {
    cw_text_number(text, pair.x);
    cw_text_string(text, " ");
    cw_text_number(text, pair.y);
}

/// The centroid of a cell's polygon.
static cw_vec2 center_of(const writing *w, uint32_t cell) {
    uint32_t first = cw_navmesh_cell_begin(w->mesh, cell), end = cw_navmesh_cell_end(w->mesh, cell);
    cw_vec2 origin = corner_position(w, first);
    double area = 0, x = 0, y = 0;
    for (uint32_t e = first + 1; e + 1 < end; e++) {
        cw_vec2 a = corner_position(w, e), b = corner_position(w, e + 1);
        a = (cw_vec2){a.x - origin.x, a.y - origin.y};
        b = (cw_vec2){b.x - origin.x, b.y - origin.y};
        double twice = a.x * b.y - a.y * b.x;
        area += twice;
        x += twice * (a.x + b.x) / 3;
        y += twice * (a.y + b.y) / 3;
    }
    return area > 0 ? (cw_vec2){origin.x + x / area, origin.y + y / area} : origin;
}

/// Sums for the plane of least squares through points around a centre.
typedef struct plane_fit {
    double count, z, xx, xy, yy, xz, yz, low, high;
    double x, y;
} plane_fit;

static void add_to_fit(plane_fit *fit, cw_vec2 center, cw_vec3 position) {
    double x = position.x - center.x, y = position.y - center.y, z = position.z;
    fit->low = fit->count > 0 ? fmin(fit->low, z) : z;
    fit->high = fit->count > 0 ? fmax(fit->high, z) : z;
    fit->count += 1;
    fit->x += x;
    fit->y += y;
    fit->z += z;
    fit->xx += x * x;
    fit->xy += x * y;
    fit->yy += y * y;
    fit->xz += x * z;
    fit->yz += y * z;
}

/// Writes "A B C" of the plane through the corners and height vertices of a cell.
static void write_plane(const writing *w, uint32_t cell, cw_vec2 center) {
    const cw_navmesh *mesh = w->mesh;
    plane_fit fit = {0};
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        add_to_fit(&fit, center, mesh->positions[mesh->edge_vertex[e]]);
    }
    if (mesh->cell_triangle_first != NULL) {
        size_t first = mesh->cell_triangle_first[cell], end = mesh->cell_triangle_first[cell + 1];
        for (size_t i = 3 * first; i < 3 * end; i++) {
            add_to_fit(&fit, center, mesh->positions[mesh->triangles[i]]);
        }
    }
    double mean_x = fit.x / fit.count, mean_y = fit.y / fit.count, mean_z = fit.z / fit.count;
    double xx = fit.xx - fit.x * mean_x, xy = fit.xy - fit.x * mean_y, yy = fit.yy - fit.y * mean_y;
    double xz = fit.xz - fit.x * mean_z, yz = fit.yz - fit.y * mean_z;
    double determinant = xx * yy - xy * xy;
    double a = 0, b = 0, c = fit.low;
    if (fit.low < fit.high && determinant > 0) {
        a = (xz * yy - yz * xy) / determinant;
        b = (yz * xx - xz * xy) / determinant;
        c = mean_z - a * (mean_x + center.x) - b * (mean_y + center.y);
    }
    write_pair(w->text, (cw_vec2){a, b});
    cw_text_string(w->text, " ");
    cw_text_number(w->text, c);
    cw_text_string(w->text, "\n");
}

static void write_polygon(writing *w, uint32_t cell) {
    uint32_t first = cw_navmesh_cell_begin(w->mesh, cell), end = cw_navmesh_cell_end(w->mesh, cell);
    cw_text_index(w->text, end - first);
    for (uint32_t e = first; e < end; e++) {
        cw_text_string(w->text, " ");
        cw_text_index(w->text, w->corners.of_edge[e]);
    }
    cw_text_string(w->text, "\n");
}

/// Lists the portals of a cell: first to count them, then to write them.
static uint32_t list_portals(writing *w, uint32_t cell, bool write) {
    const cw_navmesh *mesh = w->mesh;
    uint32_t count = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        if (mesh->edge_twin[e] != CW_NONE && w->number[e] != CW_NONE) {
            count++;
            if (write) {
                cw_text_string(w->text, " ");
                cw_text_index(w->text, w->number[e]);
            }
        }
    }
    return count;
}

/// Lists an obstacle unless this pass has listed it before. `pass` differs for every call of
/// list_obstacles.
static uint32_t list_obstacle(writing *w, uint32_t wall, uint32_t pass, bool write) {
    uint32_t number = w->number[wall];
    if (w->mesh->edge_twin[wall] != CW_NONE || number == CW_NONE || w->seen[number] == pass) {
        return 0;
    }
    w->seen[number] = pass;
    if (write) {
        cw_text_string(w->text, " ");
        cw_text_index(w->text, number);
    }
    return 1;
}

/// Lists the walls that start or end at a vertex of a cell.
static uint32_t list_obstacles(writing *w, uint32_t cell, bool write) {
    const cw_navmesh *mesh = w->mesh;
    uint32_t pass = 2 * cell + (write ? 2 : 1), count = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        uint32_t corner = w->corners.of_edge[e];
        for (uint32_t i = w->corners.first[corner]; i < w->corners.first[corner + 1]; i++) {
            uint32_t leaving = w->corners.edges[i];
            count += list_obstacle(w, leaving, pass, write);
            count += list_obstacle(w, cw_edge_previous(mesh, leaving), pass, write);
        }
    }
    return count;
}

static void write_node(writing *w, uint32_t cell) {
    cw_vec2 center = center_of(w, cell);
    write_pair(w->text, center);
    cw_text_string(w->text, "\n");
    write_polygon(w, cell);
    write_plane(w, cell, center);
    cw_text_index(w->text, list_portals(w, cell, false));
    list_portals(w, cell, true);
    cw_text_string(w->text, "\n");
    cw_text_index(w->text, list_obstacles(w, cell, false));
    list_obstacles(w, cell, true);
    cw_text_string(w->text, "\n");
}

static void write_all(writing *w) {
    number_edges(w);
    cw_text_index(w->text, w->corners.vertex_count);
    cw_text_string(w->text, "\n");
    for (uint32_t i = 0; i < w->corners.vertex_count; i++) {
        write_pair(w->text, cw_vertex_plan(w->mesh, w->corners.vertex[i]));
        cw_text_string(w->text, "\n");
    }
    write_edges(w, false);
    write_edges(w, true);
    cw_text_string(w->text, "walkable\n");
    cw_text_index(w->text, w->mesh->cell_count);
    cw_text_string(w->text, "\n");
    for (uint32_t c = 0; c < w->mesh->cell_count; c++) {
        write_node(w, c);
    }
}

void cw_navmesh_write_nav(const cw_navmesh *mesh, cw_text *text) {
    cw_context *context = text->context;
    writing w = {.mesh = mesh, .text = text};
    size_t size = ((size_t)mesh->edge_count + 1) * sizeof(uint32_t);
    w.number = cw_context_resize(context, NULL, 0, size);
    w.seen = cw_context_resize(context, NULL, 0, size);
    if (w.number == NULL || w.seen == NULL) {
        text->status = cw_context_fail(context, CW_ERROR_MEMORY, "out of memory");
    } else {
        text->status = cw_corners_make(context, mesh, &w.corners);
    }
    if (text->status == CW_OK) {
        memset(w.seen, 0, size);
        write_all(&w);
        cw_corners_free(context, &w.corners);
    }
    cw_context_release(context, w.number, size);
    cw_context_release(context, w.seen, size);
}
