/// Reading the cells off the carved triangles.
///
/// Every cell is a disc, so its border is one loop of hard half-edges and each such loop is one
/// cell: no flood is needed. Vertices that the input gave as one point become one vertex again;
/// points on walls that no portal uses are left out.
#include "navmesh/carve/extract.h"
#include "navmesh/carve/areas.h"
#include "navmesh/ground/drape.h"
#include "navmesh/navmesh.h"

#include <math.h>
#include <string.h>

typedef struct extractor {
    cw_carver *carver;
    cw_navmesh *mesh;
    uint32_t *vertex_of; ///< per vertex of the carver: vertex of the mesh, or CW_NONE
    uint32_t *edge_of;   ///< per half-edge: edge of the mesh, or CW_NONE
    uint32_t half_edge_count;
    uint32_t *cell_terrain; ///< per cell: a terrain triangle along one of its walls, or CW_NONE
    CW_ARRAY(cw_area_side) sides; ///< edges on area borders
} extractor;

/// The heights of a wall at its ends: those of the terrain along it, since where steps end at a
/// vertex, the vertex has only one of them.
static void wall_heights(const cw_surface *surface, const cw_wall_point *point, double *low,
                         double *high) {
    const cw_terrain *terrain = &surface->terrain;
    *low = surface->positions[point->wall_from].z;
    *high = surface->positions[point->wall_to].z;
    if (surface->vertex_terrain != NULL) {
        uint32_t end = cw_next(surface->vertex_terrain[point->wall_from]);
        *high = terrain->positions[terrain->corners[end]].z;
    }
}

static cw_vec3 wall_position(const cw_carver *carver, uint32_t vertex) {
    const cw_surface *surface = carver->surface;
    const cw_wall_point *point = &carver->wall_points.items[vertex - surface->vertex_count];
    cw_vec2 plan = cw_lattice_to_plan(&surface->lattice, carver->mesh.points[vertex]);
    double low, high;
    wall_heights(surface, point, &low, &high);
    double share = ldexp((double)point->part, -CW_LATTICE_FINE_BITS);
    return (cw_vec3){plan.x, plan.y, low + (high - low) * share};
}

static cw_status extract_vertices(extractor *state) {
    const cw_carver *carver = state->carver;
    const cw_surface *surface = carver->surface;
    cw_navmesh *mesh = state->mesh;
    uint32_t count = surface->source_count;
    for (uint32_t v = 0; v < carver->mesh.vertex_count; v++) {
        bool used = v < surface->vertex_count || carver->corners.items[v].portals > 0;
        state->vertex_of[v] = !used                       ? CW_NONE
                              : v < surface->vertex_count ? surface->vertex_source[v]
                                                          : count++;
    }
    CW_TRY(CW_ALLOCATE(carver->context, mesh->points, count));
    mesh->vertex_count = count;
    CW_TRY(CW_ALLOCATE(carver->context, mesh->positions, count));
    for (uint32_t v = 0; v < carver->mesh.vertex_count; v++) {
        uint32_t to = state->vertex_of[v];
        if (to != CW_NONE) {
            mesh->points[to] = carver->mesh.points[v];
            mesh->positions[to] =
                v < surface->vertex_count ? surface->positions[v] : wall_position(carver, v);
        }
    }
    return CW_OK;
}

/// Numbers the edges of all cells; counts cells and edges.
static void number_edges(extractor *state) {
    const cw_trimesh *mesh = &state->carver->mesh;
    memset(state->edge_of, 0xff, state->half_edge_count * sizeof *state->edge_of);
    for (uint32_t start = 0; start < state->half_edge_count; start++) {
        uint32_t before = state->mesh->edge_count, h = start;
        if (mesh->edges[start] == CW_EDGE_OPEN || state->edge_of[start] != CW_NONE ||
            state->vertex_of[cw_origin(mesh, start)] == CW_NONE) {
            continue;
        }
        do {
            if (state->vertex_of[cw_origin(mesh, h)] != CW_NONE) {
                state->edge_of[h] = state->mesh->edge_count++;
            }
            h = cw_next_hard(mesh, h);
        } while (h != start);
        state->mesh->cell_count += state->mesh->edge_count > before;
    }
}

static cw_status extract_cells(extractor *state) {
    cw_navmesh *mesh = state->mesh;
    const cw_trimesh *triangles = &state->carver->mesh;
    cw_context *context = state->carver->context;
    number_edges(state);
    CW_TRY(CW_ALLOCATE(context, mesh->cell_first, (size_t)mesh->cell_count + 1));
    CW_TRY(CW_ALLOCATE(context, mesh->edge_vertex, mesh->edge_count));
    CW_TRY(CW_ALLOCATE(context, mesh->edge_twin, mesh->edge_count));
    uint32_t next_edge = 0, cell = 0;
    for (uint32_t start = 0; start < state->half_edge_count; start++) {
        if (state->edge_of[start] != next_edge) {
            continue;
        }
        mesh->cell_first[cell++] = next_edge;
        uint32_t h = start;
        do {
            uint32_t edge = state->edge_of[h];
            if (edge != CW_NONE) {
                uint32_t twin = triangles->twins[h];
                mesh->edge_vertex[edge] = state->vertex_of[cw_origin(triangles, h)];
                mesh->edge_twin[edge] = twin == CW_NONE ? CW_NONE : state->edge_of[twin];
                next_edge++;
            }
            h = cw_next_hard(triangles, h);
        } while (h != start);
    }
    mesh->cell_first[cell] = next_edge;
    return CW_OK;
}

/// Finds a terrain triangle for each cell that has a wall, and the edges on area borders.
static cw_status survey_walls(extractor *state) {
    cw_navmesh *mesh = state->mesh;
    const cw_surface *surface = state->carver->surface;
    cw_context *context = state->carver->context;
    CW_TRY(cw_navmesh_number_edges(context, mesh));
    CW_TRY(CW_ALLOCATE(context, state->cell_terrain, mesh->cell_count));
    memset(state->cell_terrain, 0xff, mesh->cell_count * sizeof *state->cell_terrain);
    for (uint32_t h = 0; h < state->half_edge_count; h++) {
        uint32_t edge = state->edge_of[h];
        if (edge != CW_NONE && state->carver->mesh.edges[h] == CW_EDGE_WALL) {
            cw_wall_range wall = cw_wall_range_of(state->carver, h);
            state->cell_terrain[mesh->edge_cell[edge]] = surface->vertex_terrain[wall.from] / 3;
            if (cw_is_area_border(surface, wall.from)) {
                cw_area_side side = {edge, wall.from, wall.begin};
                CW_TRY(CW_ARRAY_PUSH(context, &state->sides, side));
            }
        }
    }
    return CW_OK;
}

/// Area types and heights: joins the cells along area borders, and lays the terrain over them.
static cw_status extract_heights(extractor *state) {
    cw_navmesh *mesh = state->mesh;
    const cw_surface *surface = state->carver->surface;
    cw_context *context = state->carver->context;
    if (surface->vertex_terrain == NULL) {
        return CW_OK;
    }
    CW_TRY(survey_walls(state));
    CW_TRY(cw_areas_assign(context, surface, state->cell_terrain, mesh));
    CW_TRY(cw_areas_join(context, surface, state->sides.items, state->sides.count, mesh));
    CW_TRY(cw_cells_drape(context, surface, state->cell_terrain, mesh));
    CW_RELEASE(context, mesh->edge_cell, mesh->edge_count);
    return CW_OK;
}

static cw_status extract(extractor *state) {
    const cw_carver *carver = state->carver;
    CW_TRY(CW_ALLOCATE(carver->context, state->vertex_of, carver->mesh.vertex_count));
    CW_TRY(CW_ALLOCATE(carver->context, state->edge_of, state->half_edge_count));
    CW_TRY(extract_vertices(state));
    CW_TRY(extract_cells(state));
    return extract_heights(state);
}

cw_status cw_cells_extract(cw_carver *carver, cw_navmesh *mesh) {
    extractor state = {
        .carver = carver, .mesh = mesh, .half_edge_count = 3 * carver->mesh.triangle_count};
    mesh->lattice = carver->surface->lattice;
    cw_status status = extract(&state);
    CW_ARRAY_FREE(carver->context, &state.sides);
    CW_RELEASE(carver->context, state.cell_terrain, mesh->cell_count);
    CW_RELEASE(carver->context, state.vertex_of, carver->mesh.vertex_count);
    CW_RELEASE(carver->context, state.edge_of, state.half_edge_count);
    return status;
}
