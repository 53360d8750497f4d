/// Navigation meshes in the formats of others: polyanya's `.mesh` both ways, `.obj` and Menge's
/// `.nav`.
#include "io_cases.h"
#include "io_meshes.h"
#include "test.h"
#include "test_owned.h"

static void check_written(const char *extension, const char *expected) {
    OWNED(cw_navmesh) mesh;
    cw_make_pair(context, &mesh);
    size_t size;
    OWNED_HANDLE(char) text = cw_written(context, &mesh, extension, &size);
    assert_string_equal(text, expected);
}

// --- .mesh ---------------------------------------------------------------------------------------

static const char pair_mesh[] = "mesh\n2\n6 2\n"
                                "0 0 2 0 -1\n"
                                "1 0 3 1 0 -1\n"
                                "2 0 2 1 -1\n"
                                "0 1 2 0 -1\n"
                                "1 1 3 0 1 -1\n"
                                "2 1 2 1 -1\n"
                                "4 0 1 4 3 -1 -1 1 -1\n"
                                "4 1 2 5 4 0 -1 -1 -1\n";

TEST(mesh_lists_neighbours_before_each_vertex_and_cells_around_it) {
    check_written("mesh", pair_mesh);
    OWNED(cw_navmesh) mesh;
    cw_parse_mesh(context, CW_FILE_MESH, pair_mesh, strlen(pair_mesh), &mesh);
    assert_int_equal(mesh.cell_count, 2);
    assert_int_equal(mesh.edge_twin[1], 7);
    assert_int_equal(mesh.stats.portals, 1);
    size_t size;
    OWNED_HANDLE(char) again = cw_written(context, &mesh, "mesh", &size);
    assert_string_equal(again, pair_mesh);
}

/// The middle of a grid has no wall around it; the end of a slit and a vertex between two holes
/// have more than one wall.
TEST(mesh_goes_around_vertices_of_every_kind) {
    cw_navmesh mesh;
    size_t size;
    cw_make_small(context, SMALL_GRID, &mesh);
    char *text = cw_written(context, &mesh, "mesh", &size);
    cw_assert_contains(text, "\n1 1 4 0 1 8 3\n");
    free(text);
    cw_navmesh_free(context, &mesh);
    cw_make_small(context, SMALL_SLIT, &mesh);
    text = cw_written(context, &mesh, "mesh", &size);
    cw_assert_contains(text, "\n2 1 2 0 -1\n");
    cw_assert_contains(text, "\n2 0 4 0 -1 0 -1\n");
    free(text);
    cw_navmesh_free(context, &mesh);
    cw_make_small(context, SMALL_HILL, &mesh);
    text = cw_written(context, &mesh, "mesh", &size);
    cw_assert_contains(text, "mesh\n2\n6 2\n");
    free(text);
    cw_navmesh_free(context, &mesh);
}

/// Other people print few digits; straight sides then have dents of the last digit.
TEST(a_mesh_with_rounded_coordinates_is_read) {
    static const char dented[] = "mesh\n2\n6 2\n"
                                 "0.0 0.0 2 0 -1\n2.0 1.001 3 0 1 -1\n4.0 2.0 2 1 -1\n"
                                 "0.0 4.0 2 0 -1\n4.0 4.0 2 1 -1\n2.0 4.0 3 0 1 -1\n"
                                 "4 0 1 5 3 -1 -1 1 -1\n"
                                 "4 1 2 4 5 0 -1 -1 -1\n";
    cw_navmesh mesh;
    cw_parse_mesh(context, CW_FILE_MESH, dented, strlen(dented), &mesh);
    assert_int_equal(mesh.cell_count, 2);
    cw_navmesh_free(context, &mesh);
    // One cell with a middle vertex a thousandth inside its straight side.
    static const char single[] = "mesh\n2\n5 1\n"
                                 "0.000 0.000 2 0 -1\n2.000 0.001 2 0 -1\n4.000 0.000 2 0 -1\n"
                                 "4.000 4.000 2 0 -1\n0.000 4.000 2 0 -1\n"
                                 "5 0 1 2 3 4 -1 -1 -1 -1 -1\n";
    cw_parse_mesh(context, CW_FILE_MESH, single, strlen(single), &mesh);
    assert_true(mesh.stats.relaxation_depth > 0.0009 && mesh.stats.relaxation_depth < 0.0021);
    cw_navmesh_free(context, &mesh);
    cw_refuse_edited_mesh(CW_FILE_MESH, single, "2.000 0.001", "2.000 0.010", "cell 0");
}

TEST(bad_meshes_are_refused_with_their_line) {
    io_cases cases = io_cases_open("mesh_polyanya");
    while (io_cases_next(&cases)) {
        cw_refuse_edited_mesh(CW_FILE_MESH, pair_mesh, cases.fields[0], cases.fields[1],
                              cases.fields[2]);
    }
    cw_refuse_mesh(CW_FILE_MESH, "mesh\n2\n0 0\n", 11, "bad: error: the mesh has no cells");
    cw_refuse_mesh(CW_FILE_MESH, "mesh 2", 6,
                   "bad:1: error: the text ends before number of vertices");
}

TEST(built_meshes_survive_the_format_of_polyanya) {
    // The other families have walls without thickness, which doubles cannot keep.
    static const int families[] = {CW_SCENE_RECT, CW_SCENE_MIX,    CW_SCENE_STAR,  CW_SCENE_CIRCLE,
                                   CW_SCENE_COMB, CW_SCENE_SPIRAL, CW_SCENE_SIMPLE};
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        OWNED(cw_navmesh) mesh, back;
        cw_build_scene(context, families[i], 300, 0, &mesh);
        size_t size;
        OWNED_HANDLE(char) text = cw_written(context, &mesh, "mesh", &size);
        cw_parse_mesh(context, CW_FILE_MESH, text, size, &back);
        assert_int_equal(back.cell_count, mesh.cell_count);
        assert_int_equal(back.edge_count, mesh.edge_count);
        assert_int_equal(back.stats.holes, mesh.stats.holes);
        assert_memory_equal(back.edge_twin, mesh.edge_twin,
                            mesh.edge_count * sizeof *mesh.edge_twin);
        // The file has the places of the lattice, the area is that of the caller's coordinates.
        assert_true(fabs(back.stats.area - mesh.stats.area) <
                    mesh.lattice.step * mesh.stats.wall_length);
    }
}

/// Takes the next number off a text.
static double next_number(char **text) {
    return strtod(*text, text);
}

/// Whether two lists are the same but for where they start.
static bool same_circle(const double *a, const double *b, int count) {
    for (int shift = 0; shift < count; shift++) {
        int same = 0;
        while (same < count && a[same] == b[(same + shift) % count]) {
            same++;
        }
        if (same == count) {
            return true;
        }
    }
    return false;
}

/// Two texts of the format say the same: lists around vertices may start anywhere.
static void check_same_text(char *a, char *b) {
    a = strstr(a, "2\n") + 2;
    b = strstr(b, "2\n") + 2;
    int vertices = (int)next_number(&a), polygons = (int)next_number(&a);
    assert_int_equal((int)next_number(&b), vertices);
    assert_int_equal((int)next_number(&b), polygons);
    for (int v = 0; v < vertices; v++) {
        double around_a[64], around_b[64];
        assert_true(next_number(&a) == next_number(&b));
        assert_true(next_number(&a) == next_number(&b));
        int count = (int)next_number(&a);
        assert_int_equal((int)next_number(&b), count);
        assert_true(count <= 64);
        for (int i = 0; i < count; i++) {
            around_a[i] = next_number(&a);
            around_b[i] = next_number(&b);
        }
        assert_true(same_circle(around_a, around_b, count));
    }
    for (int p = 0; p < polygons; p++) {
        int count = (int)next_number(&a);
        assert_int_equal((int)next_number(&b), count);
        for (int i = 0; i < 2 * count; i++) {
            assert_true(next_number(&a) == next_number(&b));
        }
    }
}

TEST(meshes_by_polyanya_come_back_as_they_were) {
    static const char *const names[] = {"arena.mesh", "arena-merged.mesh"};
    for (int i = 0; i < 2; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/navmeshes/%s", CW_SHARED_DATA, names[i]);
        FILE *file = fopen(path, "rb");
        if (file == NULL) {
            print_message("%s is missing\n", path);
            skip();
            return;
        }
        fclose(file);
        OWNED(cw_navmesh) mesh;
        assert_ok(cw_navmesh_read(context, path, &mesh));
        assert_true(mesh.stats.area == 2054);
        assert_int_equal(mesh.stats.holes, 5);
        size_t size;
        char *before = cw_raw_read(path, &size), *after = cw_written(context, &mesh, "mesh", &size);
        check_same_text(before, after);
        free(before);
        free(after);
    }
}

// --- .obj and .nav -------------------------------------------------------------------------------

TEST(obj_is_y_up_with_a_face_per_cell) {
    check_written("obj", "# Clearway navigation mesh, y up, metres; a face per cell\no navmesh\n"
                         "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 0 -1\nv 1 0 -1\nv 2 0 -1\n"
                         "f 1 2 5 4\nf 2 3 6 5\n");
    OWNED(cw_navmesh) mesh;
    cw_make_small(context, SMALL_HILL, &mesh);
    size_t size;
    OWNED_HANDLE(char) text = cw_written(context, &mesh, "obj", &size);
    cw_assert_contains(text, "v 2 1 -2\n");
    cw_assert_contains(text, "g cell_0\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\ng cell_1\nf 2 6 7 3\n");
}

TEST(nav_has_walls_with_the_floor_on_their_right) {
    check_written("nav", "6\n0 0\n1 0\n2 0\n0 1\n1 1\n2 1\n"
                         "1\n4 1 0 1\n"
                         "6\n1 0 0 2\n3 4 0 5\n0 3 0 1\n2 1 1 0\n5 2 1 3\n4 5 1 4\n"
                         "walkable\n2\n"
                         "0.5 0.5\n4 0 1 4 3\n0 0 0\n1 0\n5 0 2 3 1 5\n"
                         "1.5 0.5\n4 1 2 5 4\n0 0 0\n1 0\n5 0 3 4 5 1\n");
}

/// A text of the format, taken apart.
typedef struct nav_file {
    int vertices, edges, obstacles, nodes;
    double x[4096], y[4096];
    int edge[4096][4], obstacle[4096][4];
} nav_file;

static void read_nav(char *text, nav_file *nav) {
    nav->vertices = (int)next_number(&text);
    assert_true(nav->vertices <= 4096);
    for (int i = 0; i < nav->vertices; i++) {
        nav->x[i] = next_number(&text);
        nav->y[i] = next_number(&text);
    }
    nav->edges = (int)next_number(&text);
    for (int i = 0; i < 4 * nav->edges; i++) {
        nav->edge[i / 4][i % 4] = (int)next_number(&text);
    }
    nav->obstacles = (int)next_number(&text);
    for (int i = 0; i < 4 * nav->obstacles; i++) {
        nav->obstacle[i / 4][i % 4] = (int)next_number(&text);
    }
    assert_memory_equal(text, "\nwalkable\n", 10);
    text += 10;
    nav->nodes = (int)next_number(&text);
}

TEST(nav_walls_form_closed_chains) {
    static nav_file nav;
    for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        OWNED(cw_navmesh) mesh;
        cw_build_scene(context, family, 300, 0, &mesh);
        size_t size;
        char *text = cw_written(context, &mesh, "nav", &size);
        read_nav(text, &nav);
        free(text);
        assert_int_equal(nav.nodes, mesh.cell_count);
        assert_true(nav.edges <= (int)mesh.stats.portals);
        for (int i = 0; i < nav.edges; i++) {
            assert_true(nav.edge[i][2] != nav.edge[i][3]);
        }
        int joined = 0;
        for (int i = 0; i < nav.obstacles; i++) {
            const int *wall = nav.obstacle[i], *next = nav.obstacle[wall[3]];
            double length = 0;
            assert_true(wall[3] >= 0 && wall[3] < nav.obstacles);
            length = (nav.x[wall[0]] - nav.x[wall[1]]) * (nav.x[wall[0]] - nav.x[wall[1]]) +
                     (nav.y[wall[0]] - nav.y[wall[1]]) * (nav.y[wall[0]] - nav.y[wall[1]]);
            assert_true(length > 1e-10);
            joined += wall[1] == next[0];
        }
        // Chains skip walls that Menge would refuse; those are rare.
        assert_true(joined >= nav.obstacles * 9 / 10);
    }
}

TEST(nav_elevation_is_the_plane_of_the_cell) {
    OWNED(cw_navmesh) mesh;
    cw_make_small(context, SMALL_FLOORS, &mesh);
    size_t size;
    OWNED_HANDLE(char) text = cw_written(context, &mesh, "nav", &size);
    cw_assert_contains(text, "walkable\n3\n2 2\n4 0 1 2 3\n0 0 0\n");
    cw_assert_contains(text, "\n4 4\n4 4 5 6 7\n0 0 3\n");
    cw_assert_contains(text, "\n8 4\n4 5 8 9 6\n-0.75 0 7.5\n");
}

TEST_EACH(make_counted_context, free_counted_context);
