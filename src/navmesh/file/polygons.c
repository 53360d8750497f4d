/// A mesh of somebody else's cells.
///
/// Phases:
///   1. check offsets and coordinates, so that everything can be copied;
///   2. put the vertices on the fine lattice, unless they come with exact points. (Nothing is
///      triangulated here, so the coarse lattice is not needed, and vertices stay apart that are
///      closer than a coarse step);
///   3. join the edges: an edge has a twin where another cell has the same edge in the other
///      direction, between the same two places (lattice point and height; vertices need not be
///      shared). Where neighbours are given, both cells have to name each other; an edge that faces
///      only a part of a longer one is refused, since cells meet along whole edges;
///   4. complete the mesh and check every invariant.
///
/// Rounding. Corners in the middle of a straight side leave it by a hair when coordinates are
/// rounded, and then a cell is no longer exactly convex. Dents of up to CW_NOISE_STEPS coarse steps
/// are therefore taken, with walls or portals in them, and recorded as stats.relaxation_depth. A
/// source with coarser coordinates (single precision) should give a lattice with a step to match.
/// Deeper dents need `relaxation` and may hold walls only.
///
/// Cost: sorting the edges, which is linear.
#include "geom/lattice.h"
#include "geom/order.h"
#include "navmesh/navmesh.h"

#include <math.h>
#include <string.h>

static bool is_coordinate(double value) {
    return value >= -CW_COORDINATE_LIMIT && value <= CW_COORDINATE_LIMIT;
}

static cw_status check_offsets(cw_context *context, const cw_polygons *polygons) {
    if (polygons->cell_count == 0) {
        return cw_fail(context, CW_ERROR_INPUT, "the mesh has no cells");
    }
    if (polygons->cell_first == NULL || polygons->edge_vertex == NULL ||
        polygons->positions == NULL || (polygons->links == NULL && polygons->link_count > 0) ||
        (polygons->triangles == NULL && polygons->cell_triangle_first != NULL)) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "an array of the cells is missing");
    }
    if (!(polygons->relaxation >= 0 && polygons->relaxation <= CW_COORDINATE_LIMIT)) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "relaxation has to be in 0 .. %g metres",
                       CW_COORDINATE_LIMIT);
    }
    for (uint32_t c = 0; c < polygons->cell_count; c++) {
        uint32_t first = polygons->cell_first[c], end = polygons->cell_first[c + 1];
        if ((c == 0 && first != 0) || end < first || end == CW_NONE) {
            return cw_fail(context, CW_ERROR_INVALID, "cell %u: offsets %u to %u are out of order",
                           c, first, end);
        }
    }
    return CW_OK;
}

static cw_status check_vertices(cw_context *context, const cw_polygons *polygons) {
    for (uint32_t c = 0; c < polygons->cell_count; c++) {
        for (uint32_t e = polygons->cell_first[c]; e < polygons->cell_first[c + 1]; e++) {
            if (polygons->edge_vertex[e] >= polygons->vertex_count) {
                return cw_fail(context, CW_ERROR_INVALID, "cell %u: vertex %u of %u does not exist",
                               c, polygons->edge_vertex[e], polygons->vertex_count);
            }
        }
    }
    return CW_OK;
}

static cw_status check_positions(cw_context *context, const cw_polygons *polygons) {
    for (uint32_t v = 0; v < polygons->vertex_count; v++) {
        cw_vec3 p = polygons->positions[v];
        if (!is_coordinate(p.x) || !is_coordinate(p.y) || !is_coordinate(p.z)) {
            return cw_fail(context, CW_ERROR_INPUT,
                           "vertex %u (%g, %g, %g): coordinates have to be finite and within %g "
                           "metres",
                           v, p.x, p.y, p.z, CW_COORDINATE_LIMIT);
        }
    }
    return CW_OK;
}

static void find_box(const cw_polygons *polygons, cw_vec2 *low, cw_vec2 *high) {
    *low = (cw_vec2){INFINITY, INFINITY};
    *high = (cw_vec2){-INFINITY, -INFINITY};
    for (uint32_t v = 0; v < polygons->vertex_count; v++) {
        cw_vec3 p = polygons->positions[v];
        *low = (cw_vec2){fmin(low->x, p.x), fmin(low->y, p.y)};
        *high = (cw_vec2){fmax(high->x, p.x), fmax(high->y, p.y)};
    }
}

static cw_status choose_lattice(cw_context *context, const cw_polygons *polygons,
                                cw_lattice *lattice) {
    cw_vec2 low, high;
    find_box(polygons, &low, &high);
    if (polygons->lattice == NULL) {
        return cw_lattice_fit(context, low, high, lattice);
    }
    if (polygons->points != NULL) { // checked with the points
        *lattice = *polygons->lattice;
        return CW_OK;
    }
    cw_surface_config config = {.step = polygons->lattice->step,
                                .origin_x = polygons->lattice->origin_x,
                                .origin_y = polygons->lattice->origin_y};
    if (!(config.step > 0)) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "the step of the lattice has to be positive");
    }
    return cw_lattice_choose(context, low, high, &config, lattice);
}

static cw_status place_vertices(cw_context *context, const cw_polygons *polygons,
                                cw_navmesh *mesh) {
    if (polygons->points != NULL && polygons->lattice == NULL) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "points need their lattice");
    }
    CW_TRY(choose_lattice(context, polygons, &mesh->lattice));
    mesh->vertex_count = polygons->vertex_count;
    CW_TRY(CW_ALLOCATE(context, mesh->positions, mesh->vertex_count));
    CW_TRY(CW_ALLOCATE(context, mesh->points, mesh->vertex_count));
    memcpy(mesh->positions, polygons->positions, mesh->vertex_count * sizeof *mesh->positions);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        cw_vec2 plan = {mesh->positions[v].x, mesh->positions[v].y};
        if (polygons->points != NULL) {
            mesh->points[v] = polygons->points[v];
        } else if (!cw_lattice_from_plan(&mesh->lattice, plan, &mesh->points[v])) {
            return cw_fail(context, CW_ERROR_INTERNAL, "vertex %u does not fit the lattice", v);
        }
    }
    return CW_OK;
}

/// Copies `count` items where there are any.
#define COPY(context, target, source, count)                                \
    do {                                                                    \
        CW_TRY(CW_ALLOCATE((context), (target), (size_t)(count)));          \
        if ((count) > 0) {                                                  \
            memcpy((target), (source), (size_t)(count) * sizeof *(target)); \
        }                                                                   \
    } while (0)

static cw_status copy_cells(cw_context *context, const cw_polygons *polygons, cw_navmesh *mesh) {
    mesh->cell_count = polygons->cell_count;
    mesh->edge_count = polygons->cell_first[polygons->cell_count];
    COPY(context, mesh->cell_first, polygons->cell_first, (size_t)mesh->cell_count + 1);
    COPY(context, mesh->edge_vertex, polygons->edge_vertex, mesh->edge_count);
    if (polygons->cell_triangle_first != NULL) {
        COPY(context, mesh->cell_triangle_first, polygons->cell_triangle_first,
             (size_t)mesh->cell_count + 1);
        // The offsets are checked later; a size is needed now, and the last one is it.
        mesh->triangle_count = polygons->cell_triangle_first[mesh->cell_count];
        COPY(context, mesh->triangles, polygons->triangles, (size_t)mesh->triangle_count * 3);
    }
    mesh->link_count = polygons->link_count;
    COPY(context, mesh->links, polygons->links, mesh->link_count);
    return CW_OK;
}

/// What has to be equal for the two sides of a portal, and room to sort by it.
typedef struct joiner {
    const cw_polygons *polygons;
    cw_navmesh *mesh;
    uint32_t *place; ///< per vertex: equal for vertices at the same place
    uint32_t *cell;  ///< per edge
    cw_keyed *order; ///< room for order_capacity, and for as many to sort
    uint32_t order_capacity;
} joiner;

static void joiner_free(cw_context *context, joiner *join) {
    CW_RELEASE(context, join->place, join->mesh->vertex_count);
    CW_RELEASE(context, join->cell, join->mesh->edge_count);
    CW_RELEASE(context, join->order, 2 * (size_t)join->order_capacity);
}

static cw_status joiner_make(cw_context *context, joiner *join) {
    const cw_navmesh *mesh = join->mesh;
    join->order_capacity =
        mesh->edge_count > mesh->vertex_count ? mesh->edge_count : mesh->vertex_count;
    CW_TRY(CW_ALLOCATE(context, join->place, mesh->vertex_count));
    CW_TRY(CW_ALLOCATE(context, join->cell, mesh->edge_count));
    CW_TRY(CW_ALLOCATE(context, join->order, 2 * (size_t)join->order_capacity));
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        for (uint32_t e = cw_navmesh_cell_begin(mesh, c); e < cw_navmesh_cell_end(mesh, c); e++) {
            join->cell[e] = c;
        }
    }
    return CW_OK;
}

/// A key that sorts heights by value, with both zeros equal.
static uint64_t height_key(double height) {
    uint64_t bits = cw_double_key(height + 0.0);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static uint64_t coordinate_key(const cw_navmesh *mesh, uint32_t vertex, int axis) {
    return axis == 0   ? height_key(mesh->positions[vertex].z)
           : axis == 1 ? (uint64_t)mesh->points[vertex].y
                       : (uint64_t)mesh->points[vertex].x;
}

/// Numbers the places: vertices with the same point and height share one.
static void number_places(joiner *join) {
    const cw_navmesh *mesh = join->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        join->order[v].item = v;
    }
    for (int axis = 0; axis < 3; axis++) { // stable, so the last axis counts most
        for (uint32_t i = 0; i < mesh->vertex_count; i++) {
            join->order[i].key = coordinate_key(mesh, join->order[i].item, axis);
        }
        cw_keyed_sort_in_place(join->order, mesh->vertex_count);
    }
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t v = join->order[i].item, before = join->order[i > 0 ? i - 1 : 0].item;
        bool same = cw_point_equal(mesh->points[v], mesh->points[before]) &&
                    mesh->positions[v].z == mesh->positions[before].z;
        join->place[v] = i > 0 && same ? join->place[before] : v;
    }
}

static uint64_t pair_key(uint32_t a, uint32_t b) {
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static uint32_t from_place(const joiner *join, uint32_t edge) {
    return join->place[join->mesh->edge_vertex[edge]];
}

static uint32_t to_place(const joiner *join, uint32_t edge) {
    uint32_t next = cw_navmesh_next(join->mesh, join->cell[edge], edge);
    return join->place[join->mesh->edge_vertex[next]];
}

static uint64_t ends_key(const joiner *join, uint32_t edge) {
    return pair_key(from_place(join, edge), to_place(join, edge));
}

/// The pair of cells on both sides of an edge, or 0 where neighbours are not given.
static uint64_t cells_key(const joiner *join, uint32_t edge) {
    const uint32_t *neighbor = join->polygons->edge_neighbor;
    return neighbor != NULL ? pair_key(join->cell[edge], neighbor[edge]) : 0;
}

static cw_status refuse_edge(cw_context *context, const joiner *join, uint32_t edge,
                             const char *reason) {
    const cw_navmesh *mesh = join->mesh;
    uint32_t cell = join->cell[edge], next = cw_navmesh_next(mesh, cell, edge);
    cw_vec3 a = mesh->positions[mesh->edge_vertex[edge]];
    cw_vec3 b = mesh->positions[mesh->edge_vertex[next]];
    return cw_fail(context, CW_ERROR_INVALID,
                   "cell %u, edge %u from (%.9g, %.9g) to (%.9g, %.9g): %s", cell,
                   edge - cw_navmesh_cell_begin(mesh, cell), a.x, a.y, b.x, b.y, reason);
}

/// Lists the edges that may have a twin, in an order that puts both sides of a portal together.
static cw_status order_edges(cw_context *context, joiner *join, uint32_t *count) {
    const uint32_t *neighbor = join->polygons->edge_neighbor;
    *count = 0;
    for (uint32_t e = 0; e < join->mesh->edge_count; e++) {
        if (neighbor == NULL || neighbor[e] != CW_NONE) {
            if (neighbor != NULL && neighbor[e] >= join->mesh->cell_count) {
                return refuse_edge(context, join, e, "the neighbour does not exist");
            }
            if (neighbor != NULL && neighbor[e] == join->cell[e]) {
                return refuse_edge(context, join, e, "the cell is its own neighbour");
            }
            join->order[(*count)++] = (cw_keyed){cells_key(join, e), e};
        }
    }
    cw_keyed_sort_in_place(join->order, *count);
    for (uint32_t i = 0; i < *count; i++) {
        join->order[i].key = ends_key(join, join->order[i].item);
    }
    cw_keyed_sort_in_place(join->order, *count);
    return CW_OK;
}

/// Decides about the edges between the same two places (and cells, where neighbours are given).
static cw_status join_group(cw_context *context, joiner *join, const cw_keyed *group,
                            uint32_t count) {
    bool given = join->polygons->edge_neighbor != NULL;
    uint32_t a = group[0].item, b = group[count - 1].item;
    if (count == 1) {
        return given ? refuse_edge(context, join, a,
                                   "the neighbour has no such edge, or does not name this cell "
                                   "behind it")
                     : CW_OK;
    }
    if (count > 2) {
        return refuse_edge(context, join, a, "more than two cells have this edge");
    }
    if (from_place(join, a) == from_place(join, b)) {
        return refuse_edge(context, join, a, "the cell behind it lies on the same side");
    }
    if (join->cell[a] != join->cell[b]) { // both sides of a slit belong to one cell and are walls
        join->mesh->edge_twin[a] = b;
        join->mesh->edge_twin[b] = a;
    }
    return CW_OK;
}

static cw_status pair_edges(cw_context *context, joiner *join) {
    CW_TRY(joiner_make(context, join));
    number_places(join);
    uint32_t count;
    CW_TRY(order_edges(context, join, &count));
    for (uint32_t i = 0; i < count;) {
        uint32_t end = i + 1;
        while (end < count && join->order[end].key == join->order[i].key &&
               cells_key(join, join->order[end].item) == cells_key(join, join->order[i].item)) {
            end++;
        }
        CW_TRY(join_group(context, join, &join->order[i], end - i));
        i = end;
    }
    return CW_OK;
}

static cw_status join_edges(cw_context *context, const cw_polygons *polygons, cw_navmesh *mesh) {
    CW_TRY(CW_ALLOCATE(context, mesh->edge_twin, mesh->edge_count));
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        mesh->edge_twin[e] = CW_NONE;
    }
    joiner join = {.polygons = polygons, .mesh = mesh};
    cw_status status = pair_edges(context, &join);
    joiner_free(context, &join);
    return status;
}

/// Limits the dents to what is allowed; a deeper one then fails the check of its cell.
static void limit_relaxation(const cw_polygons *polygons, cw_navmesh *mesh) {
    double allowed = fmax(polygons->relaxation, CW_NOISE_STEPS * mesh->lattice.step);
    mesh->stats.relaxation_depth = fmin(mesh->stats.relaxation_depth, allowed);
}

static cw_status fill_mesh(cw_context *context, const cw_polygons *polygons, cw_navmesh *mesh) {
    CW_TRY(check_offsets(context, polygons));
    CW_TRY(check_vertices(context, polygons));
    CW_TRY(check_positions(context, polygons));
    CW_TRY(place_vertices(context, polygons, mesh));
    CW_TRY(copy_cells(context, polygons, mesh));
    CW_TRY(join_edges(context, polygons, mesh));
    CW_TRY(cw_navmesh_check_indices(context, mesh));
    CW_TRY(cw_navmesh_finish(context, mesh));
    limit_relaxation(polygons, mesh);
    return cw_navmesh_validate(context, mesh);
}

cw_status cw_navmesh_from_polygons(cw_context *context, const cw_polygons *polygons,
                                   cw_navmesh *mesh) {
    CW_ASSERT(polygons != NULL && mesh != NULL);
    *mesh = (cw_navmesh){0};
    cw_status status = fill_mesh(context, polygons, mesh);
    if (status != CW_OK) {
        cw_navmesh_free(context, mesh);
    }
    return status;
}
