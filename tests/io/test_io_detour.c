/// Detour's `.bin`: the bytes are taken apart here by the offsets of Detour's own structs, without
/// the writer's code, and held against the mesh.
#include "io_meshes.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

/// The start of each part of a file with one tile.
typedef struct tile {
    const uint8_t *bytes;
    size_t size;
    uint32_t polygons, vertices, links, details, detail_triangles, nodes, jumps;
    size_t vertex_at, polygon_at, link_at, detail_at, triangle_at, node_at, jump_at;
} tile;

enum { SET_HEADER = 48, TILE_HEADER = 100 };

static uint32_t u32(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, 4);
    return value;
}

static uint32_t u16(const uint8_t *at) {
    uint16_t value;
    memcpy(&value, at, 2);
    return value;
}

static double f32(const uint8_t *at) {
    float value;
    memcpy(&value, at, 4);
    return (double)value;
}

static tile take_apart(const char *bytes, size_t size) {
    tile t = {.bytes = (const uint8_t *)bytes, .size = size};
    const uint8_t *header = t.bytes + SET_HEADER;
    assert_true(size > SET_HEADER + TILE_HEADER);
    assert_int_equal(u32(t.bytes), 0x4d534554);
    assert_int_equal(u32(t.bytes + 4), 1);
    assert_int_equal(u32(t.bytes + 8), 1);
    assert_int_equal(u32(t.bytes + 44), size - SET_HEADER);
    assert_true(u32(t.bytes + 40) != 0);
    assert_int_equal(u32(header), 0x444e4156);
    assert_int_equal(u32(header + 4), 7);
    t.polygons = u32(header + 24);
    t.vertices = u32(header + 28);
    t.links = u32(header + 32);
    t.details = u32(header + 36);
    t.detail_triangles = u32(header + 44);
    t.nodes = u32(header + 48);
    t.jumps = u32(header + 52);
    assert_int_equal(u32(header + 56), t.polygons - t.jumps);
    t.vertex_at = SET_HEADER + TILE_HEADER;
    t.polygon_at = t.vertex_at + 12 * (size_t)t.vertices;
    t.link_at = t.polygon_at + 32 * (size_t)t.polygons;
    t.detail_at = t.link_at + 12 * (size_t)t.links;
    t.triangle_at = t.detail_at + 12 * (size_t)t.details;
    t.node_at = t.triangle_at + 4 * (size_t)t.detail_triangles;
    t.jump_at = t.node_at + 16 * (size_t)t.nodes;
    assert_int_equal(t.jump_at + 36 * (size_t)t.jumps, size);
    return t;
}

static cw_vec2 vertex_of(const tile *t, uint32_t index) {
    assert_true(index < t->vertices);
    const uint8_t *at = t->bytes + t->vertex_at + 12 * (size_t)index;
    return (cw_vec2){f32(at), -f32(at + 8)};
}

static const uint8_t *polygon_of(const tile *t, uint32_t index) {
    assert_true(index < t->polygons);
    return t->bytes + t->polygon_at + 32 * (size_t)index;
}

static uint32_t corner_count(const uint8_t *polygon) {
    return polygon[30];
}

static uint32_t corner_of(const uint8_t *polygon, uint32_t k) {
    return u16(polygon + 4 + 2 * k);
}

static uint32_t neighbor_of(const uint8_t *polygon, uint32_t k) {
    return u16(polygon + 16 + 2 * k);
}

static double area_of(const tile *t, const uint8_t *polygon) {
    double twice = 0;
    cw_vec2 o = vertex_of(t, corner_of(polygon, 0));
    for (uint32_t k = 1; k + 1 < corner_count(polygon); k++) {
        cw_vec2 a = vertex_of(t, corner_of(polygon, k)),
                b = vertex_of(t, corner_of(polygon, k + 1));
        twice += (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
    }
    return twice / 2;
}

/// A neighbour has the same side, the other way round, and names this polygon there.
static void check_side(const tile *t, uint32_t index, uint32_t k) {
    const uint8_t *polygon = polygon_of(t, index);
    uint32_t behind = neighbor_of(polygon, k);
    if (behind == 0) {
        return;
    }
    const uint8_t *other = polygon_of(t, behind - 1);
    uint32_t from = corner_of(polygon, k);
    uint32_t to = corner_of(polygon, (k + 1) % corner_count(polygon)), found = 0;
    for (uint32_t i = 0; i < corner_count(other); i++) {
        found += corner_of(other, i) == to &&
                 corner_of(other, (i + 1) % corner_count(other)) == from &&
                 neighbor_of(other, i) == index + 1;
    }
    assert_int_equal(found, 1);
}

/// Sides, area, and walls of the polygons are those of the mesh.
static void check_polygons(const tile *t, const cw_navmesh *mesh) {
    double area = 0, walls = 0;
    uint32_t sides = 0;
    for (uint32_t i = 0; i < t->polygons - t->jumps; i++) {
        const uint8_t *polygon = polygon_of(t, i);
        assert_in_range(corner_count(polygon), 3, 6);
        assert_int_equal(u16(polygon + 28), 1);
        assert_int_equal(polygon[31], 0);
        double piece = area_of(t, polygon);
        assert_true(piece > -1e-4);
        area += piece;
        sides += corner_count(polygon);
        for (uint32_t k = 0; k < corner_count(polygon); k++) {
            cw_vec2 a = vertex_of(t, corner_of(polygon, k));
            cw_vec2 b = vertex_of(t, corner_of(polygon, (k + 1) % corner_count(polygon)));
            walls += neighbor_of(polygon, k) == 0 ? hypot(b.x - a.x, b.y - a.y) : 0;
            check_side(t, i, k);
        }
    }
    assert_true(fabs(area - mesh->stats.area) < 1e-5 * mesh->stats.area);
    assert_true(fabs(walls - mesh->stats.wall_length) < 1e-4 * mesh->stats.wall_length);
    assert_int_equal(t->links, sides + 4 * t->jumps);
    assert_int_equal(t->details, t->polygons - t->jumps);
    assert_int_equal(t->detail_triangles, sides - 2 * t->details);
}

/// Looks for what a point may lie in as Detour does: boxes that miss it are skipped with all below.
static bool tree_finds(const tile *t, cw_vec2 point, uint32_t wanted) {
    const uint8_t *header = t->bytes + SET_HEADER;
    double low[2] = {f32(header + 72), f32(header + 80)}, factor = f32(header + 96);
    uint32_t at[2] = {(uint32_t)(factor * (point.x - low[0])),
                      (uint32_t)(factor * (-point.y - low[1]))};
    for (uint32_t i = 0; i < t->nodes;) {
        const uint8_t *node = t->bytes + t->node_at + 16 * (size_t)i;
        int32_t index = (int32_t)u32(node + 12);
        bool hit = u16(node) <= at[0] + 1 && u16(node + 6) + 1 >= at[0] &&
                   u16(node + 4) <= at[1] + 1 && u16(node + 10) + 1 >= at[1];
        if (hit && index >= 0 && (uint32_t)index == wanted) {
            return true;
        }
        i += hit || index >= 0 ? 1 : (uint32_t)-index;
    }
    return false;
}

static void check_tree(const tile *t) {
    for (uint32_t i = 0; i < t->polygons - t->jumps; i++) {
        const uint8_t *polygon = polygon_of(t, i);
        cw_vec2 middle = {0, 0};
        for (uint32_t k = 0; k < corner_count(polygon); k++) {
            cw_vec2 corner = vertex_of(t, corner_of(polygon, k));
            middle.x += corner.x / corner_count(polygon);
            middle.y += corner.y / corner_count(polygon);
        }
        assert_true(tree_finds(t, middle, i));
    }
}

static void check_mesh(const cw_navmesh *mesh) {
    size_t size;
    OWNED_HANDLE(char) bytes = cw_written(context, mesh, "bin", &size);
    tile t = take_apart(bytes, size);
    check_polygons(&t, mesh);
    check_tree(&t);
    assert_int_equal(t.jumps, mesh->link_count);
}

TEST(every_family_becomes_a_tile_of_the_same_floor) {
    for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        OWNED(cw_navmesh) mesh;
        cw_build_scene(context, family, 300, 0, &mesh);
        check_mesh(&mesh);
    }
}

/// Cells of many corners, most of them in two straight lines, are cut into few pieces that all have
/// floor, and are joined along every cut.
TEST(cells_of_many_corners_are_cut) {
    enum { CORNERS = 60 };
    cw_vec2 ring[CORNERS];
    for (int i = 0; i < CORNERS; i++) {
        ring[i] = (cw_vec2){i < 40 ? i : 39 - 2 * (i - 40), i < 40 ? 0 : 30};
    }
    OWNED(cw_plan) plan = {0};
    put_ring(context, &plan, CW_RING_OUTER, ring, CORNERS);
    OWNED(cw_navmesh) mesh = mesh_of_plan(context, &plan, NULL);
    assert_int_equal(mesh.cell_count, 1);
    size_t size;
    OWNED_HANDLE(char) bytes = cw_written(context, &mesh, "bin", &size);
    tile t = take_apart(bytes, size);
    check_polygons(&t, &mesh);
    assert_int_equal(t.polygons, (CORNERS - 2 + 3) / 4);
    uint32_t joints = 0;
    for (uint32_t i = 0; i < t.polygons; i++) {
        const uint8_t *polygon = polygon_of(&t, i);
        assert_true(area_of(&t, polygon) > 1);
        for (uint32_t k = 0; k < corner_count(polygon); k++) {
            joints += neighbor_of(polygon, k) != 0;
        }
    }
    assert_int_equal(joints, 2 * (t.polygons - 1));
}

TEST(a_barrier_joins_nothing) {
    OWNED(cw_navmesh) mesh;
    cw_make_small(context, SMALL_SLIT, &mesh);
    check_mesh(&mesh);
}

TEST(links_become_jumps_between_their_middles) {
    OWNED(cw_navmesh) mesh;
    cw_make_pair(context, &mesh);
    cw_link links[] = {
        {CW_LINK_STEP, 0, 1, {{0, 0, 0}, {0, 1, 0}}, {{2, 0, 0}, {2, 1, 0}}, 0},
        {CW_LINK_DROP, 1, 0, {{2, 0, 0}, {2, 1, 0}}, {{0, 0, 0}, {0, 1, 0}}, 0},
    };
    cw_link *owned = mesh.links;
    mesh.links = links;
    mesh.link_count = 2;
    size_t size;
    char *bytes = cw_written(context, &mesh, "bin", &size);
    tile t = take_apart(bytes, size);
    assert_int_equal(t.jumps, 2);
    const uint8_t *step = t.bytes + t.jump_at, *drop = step + 36;
    assert_true(f32(step) == 0 && f32(step + 8) == -0.5 && f32(step + 12) == 2);
    assert_int_equal(u16(step + 28), 2);
    assert_int_equal(step[30], 1);
    assert_int_equal(drop[30], 0);
    assert_int_equal(polygon_of(&t, 3)[31], 1 << 6);
    assert_int_equal(corner_of(polygon_of(&t, 3), 0), 8);
    free(bytes);
    mesh.links = owned;
    mesh.link_count = 0;
}

TEST(what_a_tile_cannot_hold_is_refused_with_the_limit) {
    OWNED(cw_navmesh) mesh;
    cw_build_scene(context, CW_SCENE_RECT, 80000, 0, &mesh);
    assert_refused(cw_navmesh_write(context, &mesh, "/tmp/never.bin"), CW_ERROR_LIMIT,
                   "/tmp/never.bin: error: a tile of Detour");
}

static cw_status write_office(cw_context *with, void *user) {
    return cw_navmesh_write(with, user, "/tmp/clearway-test-detour.bin");
}

TEST(lack_of_memory_is_survived) {
    OWNED(cw_navmesh) mesh;
    cw_make_pair(context, &mesh);
    assert_true(cw_assert_survives(write_office, &mesh) > 6);
    remove("/tmp/clearway-test-detour.bin");
}

// --- Godot ---------------------------------------------------------------------------------------

TEST(godot_has_y_up_and_cells_as_lists) {
    OWNED(cw_navmesh) mesh;
    cw_make_pair(context, &mesh);
    size_t size;
    OWNED_HANDLE(char) text = cw_written(context, &mesh, "tres", &size);
    assert_string_equal(
        text,
        "[gd_resource type=\"NavigationMesh\" format=3]\n\n[resource]\n"
        "vertices = PackedVector3Array(0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, -1, 1, 0, -1, 2, 0, -1)\n"
        "polygons = [PackedInt32Array(0, 1, 4, 3), PackedInt32Array(1, 2, 5, 4)]\n"
        "cell_size = 0.01\ncell_height = 0.01\nagent_radius = 0.0\n");
}

TEST_EACH(make_counted_context, free_counted_context);
