#include "clearance_oracle.h"
#include "plane.h"

#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static cw_vec2 end_of(const cw_clearance *tables, uint32_t edge) {
    const cw_navmesh *mesh = tables->mesh;
    uint32_t cell = mesh->edge_cell[edge];
    uint32_t next = cw_navmesh_next(mesh, cell, edge);
    return tables->points[mesh->edge_vertex[next]];
}

double oracle_clearance(const cw_clearance *tables, cw_vec2 position) {
    const cw_navmesh *mesh = tables->mesh;
    double best = INFINITY;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] == CW_NONE) {
            best = fmin(best, plane_point_segment(position, tables->points[mesh->edge_vertex[e]],
                                                  end_of(tables, e)));
        }
    }
    return best;
}

double oracle_edge_length(const cw_clearance *tables, uint32_t edge) {
    cw_vec2 a = tables->points[tables->mesh->edge_vertex[edge]], b = end_of(tables, edge);
    return hypot(b.x - a.x, b.y - a.y);
}

cw_vec2 oracle_edge_point(const cw_clearance *tables, uint32_t edge, double x) {
    cw_vec2 a = tables->points[tables->mesh->edge_vertex[edge]], b = end_of(tables, edge);
    double length = oracle_edge_length(tables, edge);
    return (cw_vec2){a.x + (b.x - a.x) / length * x, a.y + (b.y - a.y) / length * x};
}

bool oracle_in_parts(const cw_interval *parts, uint32_t count, double x, double margin) {
    for (uint32_t i = 0; i < count; i++) {
        if (x >= parts[i].from - margin && x <= parts[i].to + margin) {
            return true;
        }
    }
    return false;
}

cw_place oracle_place(const cw_navmesh *mesh, cw_vec2 local) {
    cw_vec2 plan = cw_clearance_plan(mesh, local);
    return (cw_place){cw_navmesh_locate(mesh, (cw_vec3){plan.x, plan.y, 0}), local};
}

cw_surface oracle_surface(cw_context *context, uint32_t index, uint32_t vertices) {
    cw_scene_config config = cw_scene_config_default();
    config.family = (cw_scene_family)(index % CW_SCENE_FAMILY_COUNT);
    config.vertices = vertices;
    config.seed = index;
    config.rotation = index / CW_SCENE_FAMILY_COUNT % 2 == 0 ? 0 : 0.3 * index;
    cw_plan plan;
    cw_surface surface = {0};
    if (cw_scene_make(context, &config, &plan) == CW_OK) {
        if (cw_surface_from_plan(context, &plan, NULL, &surface) != CW_OK) {
            surface = (cw_surface){0};
        }
        cw_plan_free(context, &plan);
    }
    return surface;
}

const char *oracle_mesh_name(oracle_mesh kind) {
    static const char *const names[] = {"effort 0", "effort 1",  "effort 2",
                                        "relaxed",  "triangles", "fanned"};
    return names[kind];
}

/// Cells that are being made of the triangles of a surface.
typedef struct builder {
    const cw_surface *surface;
    cw_vec3 *positions;
    cw_point *points;
    uint32_t *vertices;  ///< 3 per cell
    uint32_t *neighbors; ///< 3 per cell
    uint32_t *owners;    ///< per half-edge of the surface: the cell it belongs to
    uint32_t vertex_count, cell_count;
} builder;

/// A vertex in the middle of a triangle.
static uint32_t add_middle(builder *b, const uint32_t *v) {
    cw_point p[3] = {b->points[v[0]], b->points[v[1]], b->points[v[2]]};
    double step = b->surface->lattice.step / 2147483648.0;
    cw_point middle = {p[0].x / 3 + p[1].x / 3 + p[2].x / 3, p[0].y / 3 + p[1].y / 3 + p[2].y / 3};
    b->points[b->vertex_count] = middle;
    b->positions[b->vertex_count] =
        (cw_vec3){b->surface->lattice.origin_x + (double)middle.x * step,
                  b->surface->lattice.origin_y + (double)middle.y * step,
                  (b->positions[v[0]].z + b->positions[v[1]].z + b->positions[v[2]].z) / 3};
    return b->vertex_count++;
}

static double area_of(const builder *b, const uint32_t *v) {
    cw_vec3 p = b->positions[v[0]], q = b->positions[v[1]], r = b->positions[v[2]];
    return ((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)) / 2;
}

/// Adds a triangle as one cell, or as three around its middle.
static void add_triangle(builder *b, uint32_t t, bool divided) {
    const uint32_t *v = b->surface->corners + 3 * (size_t)t;
    uint32_t middle = divided ? add_middle(b, v) : CW_NONE;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t cell = b->cell_count + (divided ? k : 0), *out = b->vertices + 3 * (size_t)cell;
        uint32_t *beside = b->neighbors + 3 * (size_t)cell;
        b->owners[3 * (size_t)t + k] = cell;
        if (!divided) {
            out[k] = v[k];
            continue;
        }
        out[0] = v[k];
        out[1] = v[(k + 1) % 3];
        out[2] = middle;
        beside[1] = b->cell_count + (k + 1) % 3;
        beside[2] = b->cell_count + (k + 2) % 3;
    }
    b->cell_count += divided ? 3 : 1;
}

/// Which cell lies behind each edge that is an edge of the surface.
static void add_neighbors(builder *b) {
    for (uint32_t h = 0; h < 3 * b->surface->triangle_count; h++) {
        uint32_t twin = b->surface->twins[h], cell = b->owners[h];
        bool divided = b->owners[h - h % 3] != b->owners[h - h % 3 + 1];
        b->neighbors[3 * (size_t)cell + (divided ? 0 : h % 3)] =
            twin == CW_NONE ? CW_NONE : b->owners[twin];
    }
}

/// The triangles of a surface as a mesh; with `fanned`, one in three is divided at its middle.
static cw_status mesh_of_triangles(cw_context *context, const cw_surface *surface, bool fanned,
                                   cw_navmesh *mesh) {
    size_t triangles = surface->triangle_count, vertices = surface->vertex_count;
    builder b = {surface,
                 malloc((vertices + triangles) * sizeof *b.positions),
                 malloc((vertices + triangles) * sizeof *b.points),
                 malloc(9 * triangles * sizeof *b.vertices),
                 malloc(9 * triangles * sizeof *b.neighbors),
                 malloc(3 * triangles * sizeof *b.owners),
                 surface->vertex_count,
                 0};
    memcpy(b.positions, surface->positions, vertices * sizeof *b.positions);
    memcpy(b.points, surface->points, vertices * sizeof *b.points);
    for (uint32_t t = 0; t < triangles; t++) {
        add_triangle(&b, t,
                     fanned && t % 3 == 0 && area_of(&b, surface->corners + 3 * (size_t)t) > 1e-3);
    }
    add_neighbors(&b);
    uint32_t *first = malloc((b.cell_count + 1) * sizeof *first);
    for (uint32_t c = 0; c <= b.cell_count; c++) {
        first[c] = 3 * c;
    }
    cw_polygons polygons = {.vertex_count = b.vertex_count,
                            .positions = b.positions,
                            .cell_count = b.cell_count,
                            .cell_first = first,
                            .edge_vertex = b.vertices,
                            .edge_neighbor = b.neighbors,
                            .points = b.points,
                            .lattice = &surface->lattice};
    cw_status status = cw_navmesh_from_polygons(context, &polygons, mesh);
    free(b.positions);
    free(b.points);
    free(b.vertices);
    free(b.neighbors);
    free(b.owners);
    free(first);
    return status;
}

cw_status oracle_mesh_make(cw_context *context, const cw_surface *surface, oracle_mesh kind,
                           cw_navmesh *mesh) {
    if (kind == ORACLE_TRIANGLES || kind == ORACLE_FANNED) {
        return mesh_of_triangles(context, surface, kind == ORACLE_FANNED, mesh);
    }
    cw_navmesh_config config = cw_navmesh_config_default();
    config.effort = kind == ORACLE_RELAXED ? 1 : (uint32_t)kind;
    if (kind == ORACLE_RELAXED) {
        config.alpha = 0.2;
        config.tau = 0.3;
        config.turn = 1.5;
    }
    return cw_navmesh_build(context, surface, &config, mesh);
}

bool oracle_in_cell(const cw_clearance *tables, uint32_t cell, cw_vec2 p) {
    const cw_navmesh *mesh = tables->mesh;
    bool inside = false;
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        cw_vec2 a = tables->points[mesh->edge_vertex[e]], b = end_of(tables, e);
        if (plane_point_segment(p, a, b) < 1e-12) {
            return true;
        }
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y))) {
            inside = !inside;
        }
    }
    return inside;
}

cw_vec2 oracle_point_in_cell(const cw_clearance *tables, uint32_t cell, double u, double v) {
    const cw_navmesh *mesh = tables->mesh;
    uint32_t first = mesh->cell_first[cell], degree = mesh->cell_first[cell + 1] - first;
    cw_vec2 a = tables->points[mesh->edge_vertex[first]];
    uint32_t k = 1 + (uint32_t)(u * (degree - 2));
    double s = u * (degree - 2) - (k - 1), t = v;
    if (s + t > 1) {
        s = 1 - s;
        t = 1 - t;
    }
    cw_vec2 b = tables->points[mesh->edge_vertex[first + k]];
    cw_vec2 c = tables->points[mesh->edge_vertex[first + k + 1]];
    return (cw_vec2){a.x + s * (b.x - a.x) + t * (c.x - a.x),
                     a.y + s * (b.y - a.y) + t * (c.y - a.y)};
}

static oracle_raster make_raster(const cw_clearance *tables, uint32_t cell, uint32_t size) {
    const cw_navmesh *mesh = tables->mesh;
    cw_vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (uint32_t e = cell == CW_NONE ? 0 : mesh->cell_first[cell];
         e < (cell == CW_NONE ? mesh->edge_count : mesh->cell_first[cell + 1]); e++) {
        cw_vec2 p = tables->points[mesh->edge_vertex[e]];
        low = (cw_vec2){fmin(low.x, p.x), fmin(low.y, p.y)};
        high = (cw_vec2){fmax(high.x, p.x), fmax(high.y, p.y)};
    }
    oracle_raster raster = {.low = low, .step = fmax(high.x - low.x, high.y - low.y) / size};
    raster.columns = 1 + (uint32_t)((high.x - low.x) / raster.step);
    raster.rows = 1 + (uint32_t)((high.y - low.y) / raster.step);
    raster.values = malloc((size_t)raster.columns * raster.rows * sizeof *raster.values);
    for (uint32_t i = 0; i < raster.columns * raster.rows; i++) {
        cw_vec2 p = {low.x + i % raster.columns * raster.step,
                     low.y + i / raster.columns * raster.step};
        cw_vec2 plan = cw_clearance_plan(mesh, p);
        bool counts = cell == CW_NONE
                          ? cw_navmesh_locate(mesh, (cw_vec3){plan.x, plan.y, 0}) != CW_NONE
                          : oracle_in_cell(tables, cell, p);
        raster.values[i] = counts ? oracle_clearance(tables, p) : -1;
    }
    return raster;
}

oracle_raster oracle_raster_cell(const cw_clearance *tables, uint32_t cell, uint32_t size) {
    return make_raster(tables, cell, size);
}

oracle_raster oracle_raster_mesh(const cw_clearance *tables, uint32_t size) {
    return make_raster(tables, CW_NONE, size);
}

void oracle_raster_free(oracle_raster *raster) {
    free(raster->values);
    raster->values = NULL;
}

uint32_t oracle_raster_nearest(const oracle_raster *raster, cw_vec2 position) {
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < raster->columns * raster->rows; i++) {
        double x = raster->low.x + i % raster->columns * raster->step - position.x;
        double y = raster->low.y + i / raster->columns * raster->step - position.y;
        if (hypot(x, y) <= 0.8 * raster->step &&
            (best == UINT32_MAX || raster->values[i] > raster->values[best])) {
            best = i;
        }
    }
    return best;
}

/// Neighbours before a point in reading order.
static uint32_t neighbours(const oracle_raster *raster, uint32_t i, uint32_t *found) {
    uint32_t x = i % raster->columns, y = i / raster->columns, count = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int64_t nx = (int64_t)x + dx, ny = (int64_t)y + dy;
            if ((dx != 0 || dy != 0) && nx >= 0 && ny >= 0 && nx < raster->columns &&
                ny < raster->rows) {
                found[count++] = (uint32_t)(ny * raster->columns + nx);
            }
        }
    }
    return count;
}

void oracle_raster_label(const oracle_raster *raster, double radius, uint32_t *labels) {
    uint32_t count = raster->columns * raster->rows, next = 0;
    uint32_t *stack = malloc(count * sizeof *stack);
    memset(labels, 0xff, count * sizeof *labels);
    for (uint32_t i = 0; i < count; i++) {
        if (labels[i] != UINT32_MAX || raster->values[i] < radius) {
            continue;
        }
        uint32_t depth = 0;
        stack[depth++] = i;
        labels[i] = next;
        while (depth > 0) {
            uint32_t found[8], n = neighbours(raster, stack[--depth], found);
            for (uint32_t k = 0; k < n; k++) {
                if (labels[found[k]] == UINT32_MAX && raster->values[found[k]] >= radius) {
                    labels[found[k]] = next;
                    stack[depth++] = found[k];
                }
            }
        }
        next++;
    }
    free(stack);
}

double oracle_raster_widest(const oracle_raster *raster, uint32_t from, uint32_t to) {
    uint32_t *labels = malloc((size_t)raster->columns * raster->rows * sizeof *labels);
    double low = 0, high = fmin(raster->values[from], raster->values[to]);
    oracle_raster_label(raster, 0, labels);
    bool ever = labels[from] == labels[to] && labels[from] != UINT32_MAX;
    for (uint32_t i = 0; i < 30 && ever; i++) {
        double middle = (low + high) / 2;
        oracle_raster_label(raster, middle, labels);
        if (labels[from] == labels[to] && labels[from] != UINT32_MAX) {
            low = middle;
        } else {
            high = middle;
        }
    }
    free(labels);
    return ever ? low : -1;
}
