/// The small meshes as arrays. Neighbours are not given: equal edges are joined.
#include "small_meshes.h"
#include "check.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))
#define CELLS(positions_, first_, vertices_)                                                \
    {                                                                                       \
        .vertex_count = COUNT(positions_), .positions = (positions_),                       \
        .cell_count = COUNT(first_) - 1, .cell_first = (first_), .edge_vertex = (vertices_) \
    }

static const cw_vec3 square_positions[] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
static const uint32_t square_first[] = {0, 4};
static const uint32_t square_vertices[] = {0, 1, 2, 3};

static const cw_vec3 grid_positions[] = {
    {0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}, {3, 1, 0},
    {0, 2, 0}, {1, 2, 0}, {2, 2, 0}, {3, 2, 0}, {0, 3, 0}, {1, 3, 0}, {2, 3, 0}, {3, 3, 0}};
static const uint32_t grid_first[] = {0, 4, 8, 12, 16, 20, 24, 28, 32, 36};
// The middle cell stands last, so that the ring is the same list without it.
static const uint32_t grid_vertices[] = {0, 1,  5,  4,  1,  2,  6,  5,  2, 3, 7,  6,
                                         4, 5,  9,  8,  6,  7,  11, 10, 8, 9, 13, 12,
                                         9, 10, 14, 13, 10, 11, 15, 14, 5, 6, 10, 9};
static const uint32_t ring_first[] = {0, 4, 8, 12, 16, 20, 24, 28, 32};

static const cw_vec3 islands_positions[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                            {5, 0, 0}, {7, 0, 0}, {6, 2, 0}};
static const uint32_t islands_first[] = {0, 4, 7};
static const uint32_t islands_vertices[] = {0, 1, 2, 3, 4, 5, 6};

static const cw_vec3 floors_positions[] = {{0, 0, 0}, {4, 0, 0},  {4, 4, 0},  {0, 4, 0},
                                           {2, 2, 3}, {6, 2, 3},  {6, 6, 3},  {2, 6, 3},
                                           {6, 2, 3}, {10, 2, 0}, {10, 6, 0}, {6, 6, 3}};
static const uint32_t floors_first[] = {0, 4, 8, 12};
static const uint32_t floors_vertices[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

static const cw_vec3 dent_positions[] = {{0, 0, 0},    {4, 0, 0}, {4, 3, 0}, {3, 2.75, 0},
                                         {1, 2.75, 0}, {0, 3, 0}, {8, 0, 0}, {8, 3, 0}};
static const uint32_t dent_first[] = {0, 6, 10};
static const uint32_t dent_vertices[] = {0, 1, 2, 3, 4, 5, 1, 6, 7, 2};

static const cw_vec3 slit_positions[] = {{0, 0, 0}, {2, 0, 0}, {4, 0, 0},
                                         {4, 4, 0}, {0, 4, 0}, {2, 1, 0}};
static const uint32_t slit_first[] = {0, 7};
static const uint32_t slit_vertices[] = {0, 1, 5, 1, 2, 3, 4};

static const cw_vec3 hill_positions[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0},
                                         {2, 2, 1}, {8, 0, 2}, {8, 4, 2}};
static const uint32_t hill_first[] = {0, 4, 8};
static const uint32_t hill_vertices[] = {0, 1, 2, 3, 1, 5, 6, 2};
static const uint32_t hill_triangle_first[] = {0, 4, 4};
static const uint32_t hill_triangles[] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};

static const cw_vec3 links_positions[] = {{0, 0, 0},   {1, 0, 0},   {1, 1, 0},   {0, 1, 0},
                                          {1, 0, 0.2}, {2, 0, 0.2}, {2, 1, 0.2}, {1, 1, 0.2}};
static const uint32_t links_first[] = {0, 4, 8};
static const uint32_t links_vertices[] = {0, 1, 2, 3, 4, 5, 6, 7};
static const cw_link links[] = {
    {CW_LINK_STEP, 0, 1, {{1, 0, 0}, {1, 1, 0}}, {{1, 0, 0.2}, {1, 1, 0.2}}, 0},
    {CW_LINK_DROP, 1, 0, {{1, 0, 0.2}, {1, 1, 0.2}}, {{1, 0, 0}, {1, 1, 0}}, 0},
    {CW_LINK_JUMP, 0, 1, {{0, 0, 0}, {0, 1, 0}}, {{2, 0, 0.2}, {2, 1, 0.2}}, 0}};

static const struct {
    const char *name;
    cw_polygons polygons;
} MESHES[SMALL_MESH_COUNT] = {
    [SMALL_SQUARE] = {"square", CELLS(square_positions, square_first, square_vertices)},
    [SMALL_GRID] = {"grid", CELLS(grid_positions, grid_first, grid_vertices)},
    [SMALL_RING] = {"ring", CELLS(grid_positions, ring_first, grid_vertices)},
    [SMALL_ISLANDS] = {"islands", CELLS(islands_positions, islands_first, islands_vertices)},
    [SMALL_FLOORS] = {"floors", CELLS(floors_positions, floors_first, floors_vertices)},
    [SMALL_DENT] = {"dent", CELLS(dent_positions, dent_first, dent_vertices)},
    [SMALL_SLIT] = {"slit", CELLS(slit_positions, slit_first, slit_vertices)},
    [SMALL_HILL] = {"hill", CELLS(hill_positions, hill_first, hill_vertices)},
    [SMALL_LINKS] = {"links", CELLS(links_positions, links_first, links_vertices)},
};

const char *small_mesh_name(small_mesh kind) {
    return MESHES[kind].name;
}

cw_polygons small_mesh_polygons(small_mesh kind) {
    cw_polygons polygons = MESHES[kind].polygons;
    if (kind == SMALL_DENT || kind == SMALL_SLIT) {
        polygons.relaxation = 1;
    }
    if (kind == SMALL_HILL) {
        polygons.cell_triangle_first = hill_triangle_first;
        polygons.triangles = hill_triangles;
    }
    if (kind == SMALL_LINKS) {
        polygons.links = links;
        polygons.link_count = COUNT(links);
    }
    return polygons;
}

uint32_t small_mesh_reflex(small_mesh kind) {
    switch (kind) {
    case SMALL_RING: return 4;
    case SMALL_DENT: return 2;
    case SMALL_SLIT: return 1;
    default: return 0;
    }
}

cw_navmesh small_mesh_make(cw_context *context, small_mesh kind) {
    cw_polygons polygons = small_mesh_polygons(kind);
    cw_navmesh mesh;
    if (cw_navmesh_from_polygons(context, &polygons, &mesh) != CW_OK) {
        fail_msg("%s: %s", small_mesh_name(kind), cw_context_message(context));
    }
    return mesh;
}
