/// The walls as plain segments, and brute force over them.
#include "path_oracle.h"
#include "check.h"

/// Metres by which a tangent may come closer to a wall than its radius: it touches by design.
#define CONTACT 2e-10

cw_vec2 oracle_local(const cw_lattice *lattice, cw_point point) {
    double fine = ldexp(lattice->step, -CW_LATTICE_FINE_BITS);
    return (cw_vec2){(double)point.x * fine, (double)point.y * fine};
}

cw_vec2 oracle_to_local(const cw_navmesh *mesh, cw_vec3 world) {
    return (cw_vec2){world.x - mesh->lattice.origin_x, world.y - mesh->lattice.origin_y};
}

void oracle_plane_make(const cw_navmesh *mesh, oracle_plane *plane) {
    *plane = (oracle_plane){.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    plane->walls = malloc((mesh->edge_count + 1) * sizeof *plane->walls);
    assert_non_null(plane->walls);
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        uint32_t first = mesh->cell_first[cell], end = mesh->cell_first[cell + 1];
        for (uint32_t e = first; e < end; e++) {
            uint32_t next = e + 1 < end ? e + 1 : first;
            if (mesh->edge_twin[e] == CW_NONE) {
                cw_vec2 from = oracle_local(&mesh->lattice, mesh->points[mesh->edge_vertex[e]]);
                cw_vec2 to = oracle_local(&mesh->lattice, mesh->points[mesh->edge_vertex[next]]);
                plane->walls[plane->wall_count++] = (oracle_wall){from, to};
                plane->low = (cw_vec2){fmin(plane->low.x, from.x), fmin(plane->low.y, from.y)};
                plane->high = (cw_vec2){fmax(plane->high.x, from.x), fmax(plane->high.y, from.y)};
            }
        }
    }
}

void oracle_plane_free(oracle_plane *plane) {
    free(plane->walls);
    *plane = (oracle_plane){0};
}

double oracle_wall_distance(const oracle_plane *plane, cw_vec2 place) {
    double least = INFINITY;
    for (uint32_t i = 0; i < plane->wall_count; i++) {
        least = fmin(least, plane_point_segment(place, plane->walls[i].from, plane->walls[i].to));
    }
    return least;
}

bool oracle_on_floor(const oracle_plane *plane, cw_vec2 place) {
    bool inside = false;
    for (uint32_t i = 0; i < plane->wall_count; i++) {
        cw_vec2 a = plane->walls[i].from, b = plane->walls[i].to;
        if ((a.y > place.y) != (b.y > place.y)) {
            double x = a.x + (b.x - a.x) * ((place.y - a.y) / (b.y - a.y));
            inside ^= x > place.x;
        }
    }
    return inside;
}

double oracle_piece_clearance(const oracle_plane *plane, const plane_piece *piece) {
    double least = INFINITY;
    for (uint32_t i = 0; i < plane->wall_count; i++) {
        oracle_wall wall = plane->walls[i];
        least = fmin(least, plane_piece_distance(piece, wall.from, wall.to));
    }
    return least;
}

// --- The raster ----------------------------------------------------------------------------------

static cw_vec2 raster_place(const path_raster *raster, uint32_t column, uint32_t row) {
    return (cw_vec2){raster->low.x + column * raster->step, raster->low.y + row * raster->step};
}

void path_raster_make(const oracle_plane *plane, uint32_t across, path_raster *raster) {
    double width = plane->high.x - plane->low.x, height = plane->high.y - plane->low.y;
    double step = fmax(width, height) / across;
    *raster = (path_raster){.low = plane->low, .step = step};
    raster->columns = (uint32_t)(width / step) + 2;
    raster->rows = (uint32_t)(height / step) + 2;
    size_t count = (size_t)raster->columns * raster->rows;
    raster->distance = malloc(count * sizeof *raster->distance);
    raster->label = calloc(count, sizeof *raster->label);
    assert_true(raster->distance != NULL && raster->label != NULL);
    for (uint32_t row = 0; row < raster->rows; row++) {
        for (uint32_t column = 0; column < raster->columns; column++) {
            cw_vec2 place = raster_place(raster, column, row);
            raster->distance[(size_t)row * raster->columns + column] =
                oracle_on_floor(plane, place) ? oracle_wall_distance(plane, place) : -1;
        }
    }
}

void path_raster_free(path_raster *raster) {
    free(raster->distance);
    free(raster->label);
    *raster = (path_raster){0};
}

double path_raster_error(const path_raster *raster) {
    return raster->step * 0.70711;
}

static size_t raster_index(const path_raster *raster, cw_vec2 place) {
    double column = floor((place.x - raster->low.x) / raster->step + 0.5);
    double row = floor((place.y - raster->low.y) / raster->step + 0.5);
    column = fmin(raster->columns - 1.0, fmax(0, column));
    row = fmin(raster->rows - 1.0, fmax(0, row));
    return (size_t)row * raster->columns + (size_t)column;
}

bool path_raster_flood(path_raster *raster, cw_vec2 from, double distance) {
    size_t count = (size_t)raster->columns * raster->rows, start = raster_index(raster, from);
    for (size_t i = 0; i < count; i++) {
        raster->label[i] = 0;
    }
    double floor_only = fmax(0, distance); // the floor itself, where the error exceeds the radius
    if (raster->distance[start] < floor_only) {
        return false;
    }
    size_t *stack = malloc((count + 1) * sizeof *stack), height = 0;
    assert_non_null(stack);
    stack[height++] = start;
    raster->label[start] = 1;
    while (height > 0) {
        size_t at = stack[--height];
        int64_t column = (int64_t)(at % raster->columns), row = (int64_t)(at / raster->columns);
        for (int64_t k = 0; k < 9; k++) {
            int64_t x = column + k % 3 - 1, y = row + k / 3 - 1;
            if (x < 0 || y < 0 || x >= raster->columns || y >= raster->rows) {
                continue;
            }
            size_t other = (size_t)(y * raster->columns + x);
            if (raster->label[other] == 0 && raster->distance[other] >= floor_only) {
                raster->label[other] = 1;
                stack[height++] = other;
            }
        }
    }
    free(stack);
    return true;
}

bool path_raster_reached(const path_raster *raster, cw_vec2 place) {
    return raster->label[raster_index(raster, place)] == 1;
}

double path_raster_nearest(const path_raster *raster, cw_vec2 place) {
    double least = INFINITY;
    for (uint32_t row = 0; row < raster->rows; row++) {
        for (uint32_t column = 0; column < raster->columns; column++) {
            if (raster->label[(size_t)row * raster->columns + column] == 1) {
                least = fmin(least, plane_distance(place, raster_place(raster, column, row)));
            }
        }
    }
    return least;
}

// --- The tangents --------------------------------------------------------------------------------

/// The places where walls start, each once, whose circle is not blocked all the way round.
static void add_circles(const oracle_plane *plane, tangent_graph *graph) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < plane->wall_count; i++) {
        cw_vec2 center = plane->walls[i].from;
        bool known = false;
        for (uint32_t k = 0; k < i && !known; k++) {
            known = plane->walls[k].from.x == center.x && plane->walls[k].from.y == center.y;
        }
        if (known) {
            continue;
        }
        graph->circles[count].center = center;
        for (uint32_t k = 0; k < plane->wall_count; k++) {
            plane_range blocked[8];
            uint32_t found = plane_circle_blocked(center, graph->radius, plane->walls[k].from,
                                                  plane->walls[k].to, -PI, blocked);
            for (uint32_t b = 0; b < found; b++) {
                tangent_graph_block(graph, count, blocked[b]);
            }
        }
        count++;
    }
    graph->circle_count = count;
}

/// Adds a tangent between two circles, or a point and a circle, if it keeps its distance.
static void try_tangent(oracle_tangents *tangents, tangent line, cw_vec2 from, cw_vec2 to) {
    tangent_graph *graph = &tangents->graph;
    for (int i = 0; i < 2; i++) {
        uint32_t circle = line.ends[i].circle;
        if (circle < graph->circle_count &&
            tangent_graph_blocks(graph, circle, line.ends[i].angle)) {
            return;
        }
    }
    for (uint32_t i = 0; i < tangents->plane->wall_count; i++) {
        oracle_wall wall = tangents->plane->walls[i];
        if (plane_segment_segment(from, to, wall.from, wall.to) < graph->radius - CONTACT) {
            return;
        }
    }
    tangent_graph_add(graph, line);
}

void oracle_tangents_make(const oracle_plane *plane, double radius, oracle_tangents *tangents) {
    assert_true(radius > 0);
    tangents->plane = plane;
    tangent_graph *graph = &tangents->graph;
    tangent_graph_begin(graph, radius, true, plane->wall_count);
    add_circles(plane, graph);
    for (uint32_t i = 0; i < graph->circle_count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            tangent lines[4];
            cw_vec2 u = graph->circles[i].center, v = graph->circles[k].center;
            uint32_t count = tangents_of_circles(u, v, radius, lines);
            for (uint32_t t = 0; t < count; t++) {
                lines[t].ends[0].circle = i;
                lines[t].ends[1].circle = k;
                try_tangent(tangents, lines[t], plane_polar(u, radius, lines[t].ends[0].angle),
                            plane_polar(v, radius, lines[t].ends[1].angle));
            }
        }
    }
}

void oracle_tangents_free(oracle_tangents *tangents) {
    tangent_graph_free(&tangents->graph);
}

static void add_point(oracle_tangents *tangents, cw_vec2 point, uint32_t name) {
    tangent_graph *graph = &tangents->graph;
    for (uint32_t i = 0; i < graph->circle_count; i++) {
        tangent lines[2];
        cw_vec2 center = graph->circles[i].center;
        uint32_t count = tangents_of_point(point, center, graph->radius, lines);
        for (uint32_t t = 0; t < count; t++) {
            lines[t].ends[0].circle = name;
            lines[t].ends[1].circle = i;
            try_tangent(tangents, lines[t], point,
                        plane_polar(center, graph->radius, lines[t].ends[1].angle));
        }
    }
}

double oracle_tangents_shortest(oracle_tangents *tangents, cw_vec2 start, cw_vec2 goal) {
    tangent_graph *graph = &tangents->graph;
    uint32_t kept = graph->tangent_count;
    add_point(tangents, start, TANGENT_START);
    add_point(tangents, goal, TANGENT_GOAL);
    tangent straight = {{{TANGENT_START, 0, false}, {TANGENT_GOAL, 0, false}},
                        plane_distance(start, goal)};
    try_tangent(tangents, straight, start, goal);
    double length = tangent_graph_shortest(graph);
    graph->tangent_count = kept;
    return length;
}
