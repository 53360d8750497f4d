/// Every invariant of a mesh, broken once: the validator has to name it and the place.
#include "failing_allocator.h"
#include "made.h"
#include "navmesh/check/validate.h"
#include "navmesh/navmesh.h"
#include "small_meshes.h"
#include "test.h"
#include "test_owned.h"

static void expect_message(cw_context *with, cw_status status, const char *part) {
    assert_int_equal(status, CW_ERROR_INVALID);
    if (strstr(cw_context_message(with), part) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", cw_context_message(with), part);
    }
}

/// Makes a small mesh, changes it, and expects the complaint. Sizes may be changed as well: what is
/// freed is the mesh as it was.
#define BREAK(kind, part, ...)                                              \
    do {                                                                    \
        cw_navmesh mesh = small_mesh_make(context, kind), original = mesh;  \
        __VA_ARGS__;                                                        \
        expect_message(context, cw_navmesh_validate(context, &mesh), part); \
        cw_navmesh_free(context, &original);                                \
    } while (0)

/// A finished mesh of any polygons, with a coarse step of 2^-20 m; `twins` may be NULL.
static cw_navmesh make_raw(cw_context *with, uint32_t vertices, const cw_vec3 *positions,
                           uint32_t cells, const uint32_t *first, const uint32_t *edge_vertex,
                           const uint32_t *twins, double depth) {
    cw_navmesh mesh = {.lattice = {-512, -512, ldexp(1, -20)},
                       .vertex_count = vertices,
                       .cell_count = cells,
                       .edge_count = first[cells]};
    assert_int_equal(CW_ALLOCATE(with, mesh.positions, vertices), CW_OK);
    assert_int_equal(CW_ALLOCATE(with, mesh.points, vertices), CW_OK);
    assert_int_equal(CW_ALLOCATE(with, mesh.cell_first, (size_t)cells + 1), CW_OK);
    assert_int_equal(CW_ALLOCATE(with, mesh.edge_vertex, mesh.edge_count), CW_OK);
    assert_int_equal(CW_ALLOCATE(with, mesh.edge_twin, mesh.edge_count), CW_OK);
    memcpy(mesh.positions, positions, vertices * sizeof *positions);
    memcpy(mesh.cell_first, first, ((size_t)cells + 1) * sizeof *first);
    memcpy(mesh.edge_vertex, edge_vertex, mesh.edge_count * sizeof *edge_vertex);
    for (uint32_t e = 0; e < mesh.edge_count; e++) {
        mesh.edge_twin[e] = twins != NULL ? twins[e] : CW_NONE;
    }
    for (uint32_t v = 0; v < vertices; v++) {
        cw_vec2 plan = {positions[v].x, positions[v].y};
        assert_true(cw_lattice_from_plan(&mesh.lattice, plan, &mesh.points[v]));
    }
    assert_int_equal(cw_navmesh_finish(with, &mesh), CW_OK);
    mesh.stats.relaxation_depth = depth;
    return mesh;
}

/// One cell whose corners are the positions in order.
static void expect_of_cell(cw_context *with, uint32_t count, const cw_vec3 *positions, double depth,
                           const char *part) {
    uint32_t first[] = {0, count}, vertices[32];
    assert_true(count <= 32);
    for (uint32_t i = 0; i < count; i++) {
        vertices[i] = i;
    }
    cw_navmesh mesh = make_raw(with, count, positions, 1, first, vertices, NULL, depth);
    if (part == NULL) {
        if (cw_navmesh_validate(with, &mesh) != CW_OK) {
            fail_msg("%s", cw_context_message(with));
        }
    } else {
        expect_message(with, cw_navmesh_validate(with, &mesh), part);
    }
    cw_navmesh_free(with, &mesh);
}

#define CELL(depth, part, ...)                                                                \
    do {                                                                                      \
        const cw_vec3 corners[] = {__VA_ARGS__};                                              \
        expect_of_cell(context, (uint32_t)(sizeof corners / sizeof *corners), corners, depth, \
                       part);                                                                 \
    } while (0)

TEST(small_meshes_are_valid) {
    for (uint32_t kind = 0; kind < SMALL_MESH_COUNT; kind++) {
        OWNED(cw_navmesh) mesh = small_mesh_make(context, kind);
        assert_int_equal(cw_navmesh_validate(context, &mesh), CW_OK);
    }
}

TEST(sizes_and_offsets) {
    const cw_navmesh none = {0};
    expect_message(context, cw_navmesh_validate(context, &none), "invariant lattice violated");
    BREAK(SMALL_GRID, "invariant sizes violated: the mesh has 0 cells", mesh.cell_count = 0);
    BREAK(SMALL_GRID, "invariant sizes violated: an array", mesh.edge_twin = NULL);
    BREAK(SMALL_GRID, "invariant sizes violated: an array", mesh.cell_island = NULL);
    BREAK(SMALL_LINKS, "invariant sizes violated: an array", mesh.links = NULL);
    BREAK(SMALL_HILL, "invariant sizes violated: an array", mesh.triangles = NULL);
    BREAK(SMALL_GRID, "invariant offsets violated at cell 2: edges 8 to 7 of 36",
          mesh.cell_first[3] = 7);
    BREAK(SMALL_GRID, "invariant offsets violated at cell 0", mesh.cell_first[0] = 1);
    BREAK(SMALL_GRID, "invariant offsets violated: the cells have 36 edges, not 37",
          mesh.edge_count = 37);
    BREAK(SMALL_GRID, "invariant degree violated at cell 4: it has 2 edges",
          mesh.cell_first[5] = 18);
    BREAK(SMALL_HILL, "invariant offsets violated at cell 0: triangles 1",
          mesh.cell_triangle_first[0] = 1);
    BREAK(SMALL_HILL, "invariant offsets violated: the cells have 3 triangles, not 4",
          mesh.cell_triangle_first[1] = 3;
          mesh.cell_triangle_first[2] = 3);
}

TEST(indices) {
    const uint32_t beyond[] = {16, 17, CW_NONE};
    for (int i = 0; i < 3; i++) {
        BREAK(SMALL_GRID, "invariant vertex index violated at cell 1: edge 5",
              mesh.edge_vertex[5] = beyond[i]);
    }
    BREAK(SMALL_GRID, "invariant twin index violated at cell 0: edge 1", mesh.edge_twin[1] = 36);
    BREAK(SMALL_GRID, "invariant twin index violated at cell 0: edge 1", mesh.edge_twin[1] = 1);
    BREAK(SMALL_HILL, "invariant vertex index violated at cell 0: a triangle has vertex 7 of 7",
          mesh.triangles[11] = 7);
    BREAK(SMALL_LINKS, "invariant link violated: link 1 joins cells 1 and 2 of 2",
          mesh.links[1].to = 2);
    BREAK(SMALL_LINKS, "invariant link violated: link 0 joins cells 0 and 0", mesh.links[0].to = 0);
    BREAK(SMALL_LINKS, "invariant link violated: link 2 is of kind",
          mesh.links[2].kind = (cw_link_kind)3);
}

TEST(numbers) {
    BREAK(SMALL_SQUARE, "invariant finite violated: vertex 2", mesh.positions[2].z = NAN);
    BREAK(SMALL_SQUARE, "invariant finite violated: vertex 0", mesh.positions[0].x = INFINITY);
    BREAK(SMALL_LINKS, "invariant finite violated: link 1", mesh.links[1].to_edge[1].y = NAN);
    BREAK(SMALL_LINKS, "invariant finite violated: link 0", mesh.links[0].from_edge[0].x = 1e9);
    BREAK(SMALL_SQUARE, "invariant position violated: vertex 1 is at (2.001, 0)",
          mesh.positions[1].x += 0.001);
    BREAK(SMALL_SQUARE, "invariant lattice violated: vertex 3 lies outside", mesh.points[3].x = -1);
    BREAK(SMALL_SQUARE, "invariant lattice violated: vertex 3 lies outside",
          mesh.points[3].y = (int64_t)1 << 61);
    BREAK(SMALL_SQUARE, "invariant lattice violated: step", mesh.lattice.step *= 1.5);
    BREAK(SMALL_SQUARE, "invariant lattice violated: step", mesh.lattice.step = NAN);
    BREAK(SMALL_SQUARE, "invariant lattice violated: step", mesh.lattice.step = -1);
    BREAK(SMALL_SQUARE, "invariant lattice violated: origin", mesh.lattice.origin_y = NAN);
}

TEST(adjacency) {
    BREAK(SMALL_GRID, "invariant adjacency violated at cell 0: edge 1 has twin 6",
          mesh.edge_twin[1] = 6);
    BREAK(SMALL_GRID, "invariant adjacency violated at cell 0: edge 2 says it is of cell 5",
          mesh.edge_cell[2] = 5);
    BREAK(SMALL_SQUARE, "invariant adjacency violated at cell 0: the portal from (0, 0)",
          mesh.edge_twin[0] = 2;
          mesh.edge_twin[2] = 0);
    BREAK(SMALL_ISLANDS, "invariant adjacency violated at cell 0: the portal from (1, 0) has other",
          mesh.edge_twin[1] = 6;
          mesh.edge_twin[6] = 1);
    // The same edge in plan, on another floor.
    BREAK(SMALL_LINKS, "invariant adjacency violated at cell 0: the portal from (1, 0) has other",
          mesh.edge_twin[1] = 7;
          mesh.edge_twin[7] = 1);
}

TEST(orientation_and_convexity) {
    CELL(0, NULL, {0, 0, 0}, {2, 0, 0}, {4, 0, 0}, {4, 3, 0}, {0, 3, 0});
    CELL(0, "invariant orientation violated at cell 0: it runs clockwise", {0, 0, 0}, {0, 3, 0},
         {4, 3, 0}, {4, 0, 0});
    CELL(0, "invariant orientation violated at cell 0: it is flat", {0, 0, 0}, {2, 1, 0},
         {4, 2, 0});
    CELL(0, "invariant vertices violated at cell 0: (4, 0) is there twice", {0, 0, 0}, {4, 0, 0},
         {4, 0, 0}, {4, 3, 0});
    CELL(0, "invariant convexity violated at cell 0: it turns right at (1, 1)", {0, 0, 0},
         {4, 0, 0}, {1, 1, 0}, {0, 4, 0});
    // A spike outwards turns straight back.
    CELL(0, "invariant convexity violated at cell 0: it turns right at (9, 0)", {0, 0, 0},
         {4, 0, 0}, {9, 0, 0}, {4, 0, 0}, {4, 3, 0});
    CELL(9, "invariant turning violated at cell 0: it turns 0 times", {0, 0, 0}, {4, 0, 0},
         {9, 0, 0}, {4, 0, 0}, {4, 3, 0});
    // A five-pointed star, drawn in one go, turns left five times.
    CELL(0, "invariant turning violated at cell 0: it turns 2 times", {0, 10, 0}, {-6, -8, 0},
         {9.5, 3, 0}, {-9.5, 3, 0}, {6, -8, 0});
    // A square, twice around.
    CELL(9, "invariant turning violated at cell 0: it turns 2 times", {0, 0, 0}, {4, 0, 0},
         {4, 4, 0}, {0, 4, 0}, {0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0});
}

TEST(dents) {
    CELL(1, NULL, {0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {2, 3, 0}, {0, 4, 0});
    CELL(0.5, "convexity violated at cell 0: (2, 3) lies 1 m inside its hull, more than 0.5 m",
         {0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {2, 3, 0}, {0, 4, 0});
    // The corners of the hull are passed in the wrong order.
    CELL(9, "convexity violated at cell 0: it leaves its hull", {0, 0, 0}, {4, 0, 0}, {0, 4, 0},
         {1, 2, 0}, {4, 4, 0}, {2, 1, 0});
    // A dent that reaches the opposite side.
    CELL(9, "convexity violated at cell 0: it leaves its hull", {0, 0, 0}, {1, 0, 0}, {2, 4, 0},
         {3, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0});
    // Two dents that cross, and two whose tips touch.
    CELL(9, "invariant simple violated at cell 0", {0, 0, 0}, {4, 0, 0}, {5, 8, 0}, {6, 0, 0},
         {10, 0, 0}, {10, 10, 0}, {6.5, 10, 0}, {5.5, 2, 0}, {4.5, 10, 0}, {0, 10, 0});
    CELL(9, "invariant simple violated at cell 0", {0, 0, 0}, {4, 0, 0}, {5, 5, 0}, {6, 0, 0},
         {10, 0, 0}, {10, 10, 0}, {6, 10, 0}, {5, 5, 0}, {4, 10, 0}, {0, 10, 0});
    // A tip that touches the side of another dent.
    CELL(9, "invariant simple violated at cell 0", {0, 0, 0}, {2, 0, 0}, {5, 6, 0}, {8, 0, 0},
         {10, 0, 0}, {10, 10, 0}, {5, 10, 0}, {3.5, 3, 0}, {2, 10, 0}, {0, 10, 0});
    // Walls without thickness: on a side, in a corner, and one that is bent.
    CELL(9, NULL, {0, 0, 0}, {4, 0, 0}, {4, 2, 0}, {4, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0});
    CELL(9, NULL, {0, 0, 0}, {8, 0, 0}, {8, 8, 0}, {6, 6, 0}, {8, 8, 0}, {0, 8, 0});
    CELL(9, NULL, {0, 0, 0}, {4, 0, 0}, {4, 2, 0}, {5, 3, 0}, {4, 2, 0}, {4, 0, 0}, {8, 0, 0},
         {8, 8, 0}, {0, 8, 0});
    BREAK(SMALL_DENT, "convexity violated at cell 0: it turns right at (3, 2.75)",
          mesh.stats.relaxation_depth = 0);
}

TEST(portals_lie_on_the_hull) {
    const cw_vec3 positions[] = {{0, 0, 0}, {4, 0, 0},  {4, 4, 0}, {0, 4, 0},
                                 {3, 2, 0}, {8, -1, 0}, {8, 2, 0}, {8, 5, 0}};
    const uint32_t first[] = {0, 5, 9, 13};
    const uint32_t vertices[] = {0, 1, 4, 2, 3, 1, 5, 6, 4, 4, 6, 7, 2};
    const uint32_t twins[] = {CW_NONE, 8, 12, CW_NONE, CW_NONE, CW_NONE, CW_NONE,
                              9,       1, 7,  CW_NONE, CW_NONE, 2};
    OWNED(cw_navmesh) mesh = make_raw(context, 8, positions, 3, first, vertices, twins, 1);
    expect_message(context, cw_navmesh_validate(context, &mesh),
                   "convexity violated at cell 0: the portal that ends at (3, 2) lies inside");
}

/// Triangles of 80 degrees around a vertex, each `rise` metres higher than the one before; with
/// `closed` the last one meets the first.
static cw_navmesh fan_of(cw_context *with, uint32_t count, double rise, bool closed) {
    cw_vec3 positions[12] = {{0, 0, 0}};
    uint32_t first[11] = {0}, vertices[30], twins[30];
    for (uint32_t i = 0; i <= count; i++) {
        double angle = 80 * i * acos(-1) / 180;
        positions[i + 1] = (cw_vec3){cos(angle), sin(angle), rise * i};
    }
    for (uint32_t i = 0; i < count; i++) {
        bool last = i + 1 == count;
        uint32_t next = last && closed ? 1 : i + 2;
        first[i + 1] = 3 * i + 3;
        memcpy(&vertices[3 * i], (uint32_t[]){0, i + 1, next}, 3 * sizeof *vertices);
        twins[3 * i] = i > 0 ? 3 * i - 1 : closed ? 3 * count - 1 : CW_NONE;
        twins[3 * i + 1] = CW_NONE;
        twins[3 * i + 2] = !last ? 3 * i + 3 : closed ? 0 : CW_NONE;
    }
    return make_raw(with, closed ? count + 1 : count + 2, positions, count, first, vertices, twins,
                    0);
}

TEST(a_fan_goes_round_twice_only_between_walls_and_on_a_ramp) {
    cw_navmesh mesh = fan_of(context, 4, 0, false);
    assert_int_equal(cw_navmesh_validate(context, &mesh), CW_OK);
    cw_navmesh_free(context, &mesh);
    mesh = fan_of(context, 5, 0, false);
    expect_message(context, cw_navmesh_validate(context, &mesh), "invariant overlap violated");
    cw_navmesh_free(context, &mesh);
    mesh = fan_of(context, 5, 1, false);
    assert_int_equal(cw_navmesh_validate(context, &mesh), CW_OK);
    cw_navmesh_free(context, &mesh);
    mesh = fan_of(context, 9, 1, true);
    expect_message(context, cw_navmesh_validate(context, &mesh),
                   "invariant fan violated at cell 4: the cells around (0, 0)");
    cw_navmesh_free(context, &mesh);
}

TEST(sides_of_an_opening) {
    const cw_point around[] = {{4, 0},  {3, 3},   {0, 5},  {-3, 3},
                               {-2, 0}, {-4, -4}, {0, -1}, {7, -7}};
    for (int from = 0; from < 8; from++) {
        for (int to = 0; to < 8; to++) {
            for (int d = 0; d < 8; d++) {
                int turn = (to - from + 8) % 8, there = (d - from + 8) % 8;
                cw_opening opening = {around[from], around[to]};
                assert_int_equal(cw_opening_has(opening, around[d]),
                                 there < (turn == 0 ? 8 : turn));
            }
        }
    }
}

TEST(islands_and_euler) {
    BREAK(SMALL_ISLANDS, "invariant island violated at cell 1: it is of island 1, and says 0",
          mesh.cell_island[1] = 0);
    BREAK(SMALL_ISLANDS, "invariant island violated at cell 0", mesh.cell_island[0] = CW_NONE);
    BREAK(SMALL_ISLANDS, "invariant island violated: there are 2 islands, not 3",
          mesh.island_count = 3);
    BREAK(SMALL_RING, "invariant euler violated: 1 holes and 8 portals, and stats say 0 and 8",
          mesh.stats.holes = 0);
    BREAK(SMALL_RING, "invariant euler violated: 1 holes and 8 portals, and stats say 1 and 7",
          mesh.stats.portals = 7);
}

TEST(heights) {
    BREAK(SMALL_HILL, "invariant height violated at cell 0: triangle 1 at (4, 4) runs clockwise",
          mesh.triangles[3] = 2;
          mesh.triangles[4] = 1);
    BREAK(SMALL_HILL, "invariant height violated at cell 0: triangle 0 at (0, 0) has no area",
          mesh.triangles[2] = 1);
    BREAK(SMALL_HILL, "invariant height violated at cell 0: triangle 2 at (4, 4) lies outside",
          mesh.triangles[8] = 5);
    BREAK(SMALL_HILL, "invariant height violated at cell 0: its triangles cover 12 of 16 m2",
          mesh.cell_triangle_first[1] = 3;
          mesh.cell_triangle_first[2] = 3; mesh.triangle_count = 3);
}

TEST(measures) {
    BREAK(SMALL_RING, "invariant area violated: the cells have 8 m2", mesh.stats.area *= 1.00001);
    BREAK(SMALL_RING, "invariant area violated", mesh.stats.area = NAN);
    BREAK(SMALL_RING, "invariant wall length violated: the walls have 16 m",
          mesh.stats.wall_length += 1);
    BREAK(SMALL_RING, "invariant seconds violated", mesh.stats.seconds = -1);
    BREAK(SMALL_RING, "invariant relaxation violated", mesh.stats.relaxation_depth = -1);
    BREAK(SMALL_RING, "invariant relaxation violated", mesh.stats.relaxation_depth = NAN);
}

/// A convex mesh has a notch or an ignored corner for each reflex corner; where cells have dents,
/// other wall corners may be notches too.
TEST(notches) {
    BREAK(SMALL_RING,
          "invariant notches violated: 4 of 16 wall corners are reflex, and stats say 5 notches",
          mesh.stats.notches = 5);
    BREAK(SMALL_RING, "invariant notches violated", mesh.stats.notches = 3);
    BREAK(SMALL_RING, "invariant notches violated", mesh.stats.dropped = 5);
    BREAK(SMALL_GRID, "invariant notches violated", mesh.stats.notches = 1);
    BREAK(SMALL_DENT, "invariant notches violated", mesh.stats.notches = 9);
    BREAK(SMALL_DENT, "invariant notches violated", mesh.stats.dropped = 3);
    BREAK(SMALL_SLIT, "invariant notches violated", mesh.stats.notches = 999999);
    for (uint32_t kind = 0; kind < SMALL_MESH_COUNT; kind++) {
        OWNED(cw_navmesh) mesh = small_mesh_make(context, kind);
        mesh.stats.notches = small_mesh_reflex(kind);
        assert_int_equal(cw_navmesh_validate(context, &mesh), CW_OK);
    }
}

TEST(locators) {
    BREAK(SMALL_GRID, "invariant locator violated", mesh.locator = (cw_locator){0});
    BREAK(SMALL_GRID, "invariant locator violated: bucket 0 starts at 1",
          mesh.locator.bucket_first[0] = 1);
    BREAK(SMALL_GRID, "invariant locator violated: bucket 1",
          mesh.locator.bucket_first[2] = mesh.locator.bucket_cell_count + 1);
    BREAK(SMALL_GRID, "invariant locator violated: a bucket lists cell 9 of 9",
          mesh.locator.bucket_cells[3] = 9);
    BREAK(SMALL_GRID, "does not list it", mesh.locator.bucket_cells[0] = 8);
    BREAK(SMALL_GRID, "invariant locator violated at cell 3: corners",
          mesh.locator.corner_first[4] = mesh.locator.corner_first[3] + 2);
    BREAK(SMALL_GRID, "invariant locator violated: it has 36 corners of 8 cells",
          mesh.locator.cell_count = 8);
}

/// Two cells of one floor that share more than a border.
static void expect_overlap(cw_context *with, const cw_vec3 *positions, uint32_t first_count,
                           uint32_t second_count, double depth, const char *part) {
    uint32_t first[] = {0, first_count, first_count + second_count}, vertices[16];
    for (uint32_t i = 0; i < 16; i++) {
        vertices[i] = i;
    }
    cw_navmesh mesh = make_raw(with, first[2], positions, 2, first, vertices, NULL, depth);
    if (part == NULL) {
        assert_int_equal(cw_navmesh_validate(with, &mesh), CW_OK);
    } else {
        expect_message(with, cw_navmesh_validate(with, &mesh), part);
    }
    cw_navmesh_free(with, &mesh);
}

TEST(overlaps) {
    const char *part = "invariant overlap violated at cell 0: it overlaps cell 1 around";
    const cw_vec3 corners[] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0},
                               {1, 1, 0}, {3, 1, 0}, {3, 3, 0}, {1, 3, 0}};
    expect_overlap(context, corners, 4, 4, 0,
                   "invariant overlap violated at cell 0: it overlaps cell 1 around (1.5, 1.5)");
    // No vertex of one inside the other, no edges that cross.
    const cw_vec3 slid[] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0},
                            {1, 0, 0}, {3, 0, 0}, {3, 2, 0}, {1, 2, 0}};
    expect_overlap(context, slid, 4, 4, 0, part);
    const cw_vec3 equal[] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0},
                             {0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    expect_overlap(context, equal, 4, 4, 0, part);
    const cw_vec3 inside[] = {{0, 0, 0}, {6, 0, 0}, {6, 6, 0}, {0, 6, 0},
                              {2, 2, 0}, {3, 2, 0}, {2, 3, 0}};
    expect_overlap(context, inside, 4, 3, 0, part);
    // Side by side, touching in a part of a side.
    const cw_vec3 beside[] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0},
                              {2, 1, 0}, {4, 1, 0}, {4, 3, 0}, {2, 3, 0}};
    expect_overlap(context, beside, 4, 4, 0, NULL);
    // Above each other; and a slope that rises from the floor it stands on.
    const cw_vec3 above[] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0},
                             {1, 1, 1}, {3, 1, 1}, {3, 3, 1}, {1, 3, 1}};
    expect_overlap(context, above, 4, 4, 0, NULL);
    const cw_vec3 slope[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0},
                             {1, 1, 0}, {3, 1, 0}, {3, 3, 1}, {1, 3, 1}};
    expect_overlap(context, slope, 4, 4, 0, NULL);
    // A strip of some micrometres along the foot of a ramp is not above the floor by much.
    cw_vec3 strip[] = {{0, 0, 0}, {4e-6, 0, 4e-7}, {4e-6, 2, 4e-7}, {0, 2, 0},
                       {0, 0, 0}, {2, 0, 0},       {2, 2, 0},       {0, 2, 0}};
    expect_overlap(context, strip, 4, 4, 0, NULL);
    strip[1].z = strip[2].z = 0;
    expect_overlap(context, strip, 4, 4, 0, part);
}

TEST(overlaps_with_dents) {
    const char *part = "invariant overlap violated at cell 0: it overlaps cell 1 around";
    // A cell in the dent of another, clear of it; one that pierces it; one in it; the same again.
    const cw_vec3 clear[] = {{0, 0, 0}, {6, 0, 0}, {6, 6, 0}, {3, 2, 0}, {0, 6, 0},
                             {2, 5, 0}, {3, 4, 0}, {4, 5, 0}, {3, 6, 0}};
    expect_overlap(context, clear, 5, 4, 4, NULL);
    const cw_vec3 pierces[] = {{0, 0, 0}, {6, 0, 0}, {6, 6, 0}, {3, 2, 0}, {0, 6, 0},
                               {2, 5, 0}, {3, 1, 0}, {4, 5, 0}, {3, 6, 0}};
    expect_overlap(context, pierces, 5, 4, 4, part);
    const cw_vec3 inside[] = {{0, 0, 0},   {6, 0, 0},   {6, 6, 0}, {3, 2, 0}, {0, 6, 0},
                              {2, 0.5, 0}, {3, 0.5, 0}, {3, 1, 0}, {2, 1, 0}};
    expect_overlap(context, inside, 5, 4, 4, part);
    const cw_vec3 around[] = {{2, 0.5, 0}, {3, 0.5, 0}, {3, 1, 0}, {2, 1, 0}, {0, 0, 0},
                              {6, 0, 0},   {6, 6, 0},   {3, 2, 0}, {0, 6, 0}};
    expect_overlap(context, around, 4, 5, 4, part);
    const cw_vec3 equal[] = {{0, 0, 0}, {6, 0, 0}, {6, 6, 0}, {3, 2, 0}, {0, 6, 0},
                             {0, 0, 0}, {6, 0, 0}, {6, 6, 0}, {3, 2, 0}, {0, 6, 0}};
    expect_overlap(context, equal, 5, 5, 4, part);
    const cw_vec3 crossed[] = {{0, 0, 0},    {6, 0, 0},   {6, 6, 0}, {3, 2, 0}, {0, 6, 0},
                               {-1, 4.5, 0}, {7, 4.5, 0}, {7, 5, 0}, {-1, 5, 0}};
    expect_overlap(context, crossed, 5, 4, 4, part);
}

// --- against a surface ---------------------------------------------------------------------------

/// A room of 10 x 10 m with up to two barriers.
static cw_surface room(cw_context *with, double size, const cw_vec2 *barriers, uint32_t count) {
    cw_plan plan = {0};
    cw_surface surface;
    put_box(with, &plan, CW_RING_OUTER, 0, 0, size, 10);
    for (uint32_t i = 0; i < count; i++) {
        put_ring(with, &plan, CW_RING_BARRIER, &barriers[2 * i], 2);
    }
    assert_int_equal(cw_surface_from_plan(with, &plan, NULL, &surface), CW_OK);
    cw_plan_free(with, &plan);
    return surface;
}

TEST(a_mesh_is_told_from_other_surfaces) {
    const cw_vec2 attached[] = {{5, 0}, {5, 4}}, floating[] = {{5, 3}, {5, 7}};
    OWNED(cw_surface) surface = room(context, 10, attached, 1);
    OWNED(cw_navmesh) mesh = mesh_of_surface(context, &surface, NULL);
    assert_int_equal(cw_navmesh_validate(context, &mesh), CW_OK);
    assert_int_equal(cw_navmesh_validate_against(context, &mesh, &surface), CW_OK);
    cw_surface other = room(context, 10.5, attached, 1);
    expect_message(context, cw_navmesh_validate_against(context, &mesh, &other),
                   "invariant coverage violated");
    cw_surface_free(context, &other);
    other = room(context, 10, NULL, 0);
    expect_message(context, cw_navmesh_validate_against(context, &mesh, &other),
                   "invariant walls violated: the mesh has 48 m");
    cw_surface_free(context, &other);
    other = room(context, 10, floating, 1);
    expect_message(context, cw_navmesh_validate_against(context, &mesh, &other),
                   "invariant euler violated: the mesh has characteristic 1, the surface 0");
    cw_surface_free(context, &other);
    mesh.island_count++;
    mesh.stats.holes++;
    expect_message(context, cw_navmesh_validate_against(context, &mesh, &surface),
                   "invariant island violated: the mesh has 2 islands, the surface 1 parts");
}

/// A room of 10 x 10 m at (x, y) with a pillar of 2 x 2 m, `along` and `up` from its corner.
static cw_surface pillar_room(cw_context *with, double x, double y, double along, double up,
                              const cw_surface_config *lattice) {
    const double size = 10, wide = 2;
    double left = x + along, low = y + up;
    const cw_vec2 pillar[] = {
        {left, low}, {left + wide, low}, {left + wide, low + wide}, {left, low + wide}};
    cw_plan plan = {0};
    cw_surface surface;
    put_box(with, &plan, CW_RING_OUTER, x, y, x + size, y + size);
    put_ring(with, &plan, CW_RING_HOLE, pillar, 4);
    assert_int_equal(cw_surface_from_plan(with, &plan, lattice, &surface), CW_OK);
    cw_plan_free(with, &plan);
    return surface;
}

/// Area, length of walls and holes are equal; only the places differ.
TEST(the_same_floor_elsewhere_is_another_floor) {
    static const struct {
        double x, y, along, up;
    } others[] = {{20, 0, 4, 4}, {0, -3, 4, 4}, {0, 0, 3, 4}, {0, 0, 4, 5}, {0, 0, 4 + 1e-6, 4}};
    static const cw_surface_config coarse = {0x1p-24, -32, -32, 0};
    for (int on_other_lattice = 0; on_other_lattice < 2; on_other_lattice++) {
        const cw_surface_config *lattice = on_other_lattice ? &coarse : NULL;
        OWNED(cw_surface) surface = pillar_room(context, 0, 0, 4, 4, NULL);
        OWNED(cw_surface) same = pillar_room(context, 0, 0, 4, 4, lattice);
        OWNED(cw_navmesh) mesh = mesh_of_surface(context, &surface, NULL);
        assert_int_equal(cw_navmesh_validate_against(context, &mesh, &same), CW_OK);
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            cw_surface other = pillar_room(context, others[i].x, others[i].y, others[i].along,
                                           others[i].up, lattice);
            expect_message(context, cw_navmesh_validate_against(context, &mesh, &other),
                           "invariant walls violated");
            cw_surface_free(context, &other);
        }
    }
}

/// On one lattice not even a step is forgiven: a barrier that is a step to the right.
TEST(a_wall_one_step_aside_is_another_wall) {
    const double step = 0x1p-26;
    const cw_vec2 here[] = {{5, 3}, {5, 7}}, there[] = {{5 + step, 3}, {5 + step, 7}};
    OWNED(cw_surface) surface = room(context, 10, here, 1), other = room(context, 10, there, 1);
    assert_true(surface.lattice.step <= step && other.lattice.step == surface.lattice.step);
    OWNED(cw_navmesh) mesh = mesh_of_surface(context, &surface, NULL);
    assert_int_equal(cw_navmesh_validate_against(context, &mesh, &surface), CW_OK);
    expect_message(context, cw_navmesh_validate_against(context, &mesh, &other),
                   "the walls of the mesh are not those of the surface");
}

/// Builds a mesh, makes it again from its points rounded to doubles, and checks both against the
/// surface.
TEST(a_mesh_that_went_through_text_still_fits_its_surface) {
    for (uint32_t family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        cw_scene_config scene = cw_scene_config_default();
        scene.family = family;
        scene.vertices = 300;
        scene.rotation = 0.5;
        OWNED(cw_navmesh) mesh, again;
        OWNED(cw_plan) plan = plan_of_scene(context, &scene);
        OWNED(cw_surface) surface = surface_of_plan(context, &plan);
        assert_int_equal(cw_navmesh_build(context, &surface, NULL, &mesh), CW_OK);
        assert_int_equal(cw_navmesh_validate(context, &mesh), CW_OK);
        assert_int_equal(cw_navmesh_validate_against(context, &mesh, &surface), CW_OK);
        uint32_t *neighbors;
        assert_int_equal(CW_ALLOCATE(context, neighbors, mesh.edge_count), CW_OK);
        for (uint32_t e = 0; e < mesh.edge_count; e++) {
            uint32_t twin = mesh.edge_twin[e];
            neighbors[e] = twin == CW_NONE ? CW_NONE : mesh.edge_cell[twin];
        }
        for (uint32_t v = 0; v < mesh.vertex_count; v++) {
            cw_vec2 rounded = cw_lattice_to_plan(&mesh.lattice, mesh.points[v]);
            mesh.positions[v] = (cw_vec3){rounded.x, rounded.y, mesh.positions[v].z};
        }
        cw_polygons polygons = {.vertex_count = mesh.vertex_count,
                                .positions = mesh.positions,
                                .cell_count = mesh.cell_count,
                                .cell_first = mesh.cell_first,
                                .edge_vertex = mesh.edge_vertex,
                                .edge_neighbor = neighbors,
                                .relaxation = mesh.stats.relaxation_depth};
        if (cw_navmesh_from_polygons(context, &polygons, &again) != CW_OK ||
            cw_navmesh_validate_against(context, &again, &surface) != CW_OK) {
            fail_msg("%s: %s", cw_scene_family_name(family), cw_context_message(context));
        }
        CW_RELEASE(context, neighbors, mesh.edge_count);
    }
}

TEST(memory_that_runs_out_is_reported) {
    const small_mesh kinds[] = {SMALL_GRID, SMALL_DENT, SMALL_HILL};
    for (int i = 0; i < 3; i++) {
        tight_memory tight;
        tight_open(&tight);
        cw_navmesh mesh = small_mesh_make(tight.context, kinds[i]);
        while (tight_next(&tight)) {
            tight_tried(&tight, cw_navmesh_validate(tight.context, &mesh));
        }
        cw_navmesh_free(tight.context, &mesh);
        tight_close(&tight, 1);
    }
}

TEST(comparing_survives_a_lack_of_memory) {
    static const cw_surface_config coarse = {0x1p-24, -32, -32, 0};
    tight_memory tight;
    tight_open(&tight);
    cw_surface surfaces[] = {pillar_room(tight.context, 0, 0, 4, 4, NULL),
                             pillar_room(tight.context, 0, 0, 4, 4, &coarse)};
    cw_navmesh mesh;
    assert_int_equal(cw_navmesh_build(tight.context, &surfaces[0], NULL, &mesh), CW_OK);
    for (int i = 0; i < 2; i++) {
        while (tight_next(&tight)) {
            tight_tried(&tight, cw_navmesh_validate_against(tight.context, &mesh, &surfaces[i]));
        }
    }
    cw_navmesh_free(tight.context, &mesh);
    cw_surface_free(tight.context, &surfaces[0]);
    cw_surface_free(tight.context, &surfaces[1]);
    tight_close(&tight, 1);
}

TEST_GROUP(make_context, free_context);
