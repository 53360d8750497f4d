/// The meshes as arrays. Where neighbours are not given, equal edges are joined.
#include "clearance_meshes.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))
#define CELLS(positions_, first_, vertices_)                                                \
    {                                                                                       \
        .vertex_count = COUNT(positions_), .positions = (positions_),                       \
        .cell_count = COUNT(first_) - 1, .cell_first = (first_), .edge_vertex = (vertices_) \
    }

// The way leads from the left room (cell 2) over cells 0 and 1 to the right room (cell 3).
static const cw_vec3 zigzag_positions[] = {{0, 0, 0},   {0, 10, 0}, {-0.5, 5, 0}, {0.5, 5, 0},
                                           {-6, 10, 0}, {-6, 5, 0}, {6, 0, 0},    {6, 5, 0}};
static const uint32_t zigzag_first[] = {0, 3, 6, 10, 14};
static const uint32_t zigzag_vertices[] = {0, 1, 2, 0, 3, 1, 1, 4, 5, 2, 0, 6, 7, 3};

static const cw_vec3 corridor_positions[] = {{0, 0, 0},   {4, 0, 0},   {8, 0, 0},   {12, 0, 0},
                                             {0, 1.2, 0}, {4, 1.2, 0}, {8, 1.2, 0}, {12, 1.2, 0}};
static const uint32_t corridor_first[] = {0, 4, 8, 12};
static const uint32_t corridor_vertices[] = {0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6};

static const cw_vec3 shelf_positions[] = {{0, 0, 0},   {10, 0, 0},  {0, -6, 0}, {10, -6, 0},
                                          {8, 0.5, 0}, {2, 0.5, 0}, {10, 6, 0}, {8, 6, 0},
                                          {2, 6, 0},   {0, 6, 0}};
static const uint32_t shelf_first[] = {0, 4, 8, 12, 16};
static const uint32_t shelf_vertices[] = {2, 3, 1, 0, 0, 1, 4, 5, 4, 1, 6, 7, 0, 5, 8, 9};

static const cw_vec3 spike_positions[] = {{0, 0, 0},  {10, 0, 0},  {0, -6, 0}, {10, -6, 0},
                                          {10, 4, 0}, {2, 1.6, 0}, {10, 8, 0}, {3, 8, 0},
                                          {1, 8, 0},  {0, 8, 0},   {16, 0, 0}, {16, 4, 0}};
static const uint32_t spike_first[] = {0, 4, 7, 10, 14, 18, 22};
static const uint32_t spike_vertices[] = {2, 3, 1, 0, 0, 1, 4, 0, 4,  5,  5,
                                          4, 6, 7, 0, 5, 8, 9, 1, 10, 11, 4};

static const cw_vec3 wedge_positions[] = {{0, 0, 0},     {3, 0, 0}, {0, -5, 0}, {3, -5, 0},
                                          {1.5, 0.5, 0}, {8, 0, 0}, {8, 6, 0},  {1.5, 6, 0}};
static const uint32_t wedge_first[] = {0, 4, 7, 12};
static const uint32_t wedge_vertices[] = {2, 3, 1, 0, 0, 1, 4, 4, 1, 5, 6, 7};

static const cw_vec3 fork_positions[] = {{0, 0, 0},     {10, 0, 0}, {0, -6, 0}, {10, -6, 0},
                                         {1.2, 0.5, 0}, {1, 6, 0},  {-6, 6, 0}, {-6, 0, 0},
                                         {10, 6, 0},    {1.4, 6, 0}};
static const uint32_t fork_first[] = {0, 4, 7, 12, 16};
static const uint32_t fork_vertices[] = {2, 3, 1, 0, 0, 1, 4, 0, 4, 5, 6, 7, 4, 1, 8, 9};

static const cw_vec3 later_positions[] = {{0, 0, 0},  {10, 0, 0}, {0, -6, 0},  {10, -6, 0},
                                          {12, 1, 0}, {-2, 1, 0}, {5, 1.2, 0}, {4.8, 7, 0},
                                          {-2, 7, 0}, {12, 7, 0}, {5.2, 7, 0}};
static const uint32_t later_first[] = {0, 4, 8, 11, 15, 19};
static const uint32_t later_vertices[] = {2, 3, 1, 0, 0, 1, 4, 5, 5, 4, 6, 5, 6, 7, 8, 6, 4, 9, 10};

static const cw_vec3 dent_positions[] = {{0, 0, 0},  {10, 0, 0},  {0, -6, 0}, {10, -6, 0},
                                         {10, 3, 0}, {5.2, 3, 0}, {5, 1, 0},  {4.8, 3, 0},
                                         {0, 3, 0},  {16, 0, 0},  {16, 3, 0}};
static const uint32_t dent_first[] = {0, 4, 11, 15};
static const uint32_t dent_vertices[] = {2, 3, 1, 0, 0, 1, 4, 5, 6, 7, 8, 1, 9, 10, 4};

// The two sides of the wall would be joined, so the neighbours are given.
static const cw_vec3 upright_positions[] = {{0, 0, 0},   {10, 0, 0}, {0, -6, 0},
                                            {10, -6, 0}, {5, 1, 0},  {10, 7, 0},
                                            {5, 7, 0},   {5, 7, 0},  {0, 7, 0}};
static const uint32_t upright_first[] = {0, 4, 7, 11, 15};
static const uint32_t upright_vertices[] = {2, 3, 1, 0, 0, 1, 4, 4, 1, 5, 6, 0, 4, 7, 8};
static const uint32_t upright_neighbors[] = {CW_NONE, CW_NONE, 1,       CW_NONE, 0,
                                             2,       3,       1,       CW_NONE, CW_NONE,
                                             CW_NONE, 1,       CW_NONE, CW_NONE, CW_NONE};

static const struct {
    const char *name;
    double relaxation;
    cw_polygons polygons;
} MESHES[CLEARANCE_MESH_COUNT] = {
    [CLEARANCE_ZIGZAG] = {"zigzag", 0, CELLS(zigzag_positions, zigzag_first, zigzag_vertices)},
    [CLEARANCE_CORRIDOR] = {"corridor", 0,
                            CELLS(corridor_positions, corridor_first, corridor_vertices)},
    [CLEARANCE_SHELF] = {"shelf", 0, CELLS(shelf_positions, shelf_first, shelf_vertices)},
    [CLEARANCE_SPIKE] = {"spike", 0, CELLS(spike_positions, spike_first, spike_vertices)},
    [CLEARANCE_WEDGE] = {"wedge", 0, CELLS(wedge_positions, wedge_first, wedge_vertices)},
    [CLEARANCE_FORK] = {"fork", 0, CELLS(fork_positions, fork_first, fork_vertices)},
    [CLEARANCE_LATER] = {"later", 0, CELLS(later_positions, later_first, later_vertices)},
    [CLEARANCE_DENT] = {"dent", 2, CELLS(dent_positions, dent_first, dent_vertices)},
    [CLEARANCE_UPRIGHT] = {"upright", 0, CELLS(upright_positions, upright_first, upright_vertices)},
};

const char *clearance_mesh_name(clearance_mesh kind) {
    return MESHES[kind].name;
}

cw_polygons clearance_mesh_polygons(clearance_mesh kind) {
    cw_polygons polygons = MESHES[kind].polygons;
    polygons.relaxation = MESHES[kind].relaxation;
    polygons.edge_neighbor = kind == CLEARANCE_UPRIGHT ? upright_neighbors : NULL;
    return polygons;
}
