/// The hash of clearance tables: known numbers for known meshes, and every table counts.
/// tests/wasm/same_bytes.sh compares it over compilers, optimisation levels and machines.
#include "clearance_meshes.h"
#include "clearance_oracle.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

/// Whoever changes the tables on purpose changes the numbers here.
static const uint64_t golden_small[CLEARANCE_MESH_COUNT] = {
    [CLEARANCE_ZIGZAG] = UINT64_C(0xbb4912aaeb40a601),
    [CLEARANCE_CORRIDOR] = UINT64_C(0x9c5ad8b5b2ff1616),
    [CLEARANCE_SHELF] = UINT64_C(0xc1d38ec87255b8c4),
    [CLEARANCE_SPIKE] = UINT64_C(0x34ca04448faa0745),
    [CLEARANCE_WEDGE] = UINT64_C(0x4118c42ca6054316),
    [CLEARANCE_FORK] = UINT64_C(0xeeec6f7e4ef18e32),
    [CLEARANCE_LATER] = UINT64_C(0x904621395914ebb0),
    [CLEARANCE_DENT] = UINT64_C(0x2b7eb9515c4c3d00),
    [CLEARANCE_UPRIGHT] = UINT64_C(0x7366ec294a8518ba),
};
/// The triangles of 200 vertices of each family.
static const uint64_t golden_family[CW_SCENE_FAMILY_COUNT] = {
    [CW_SCENE_RECT] = UINT64_C(0x892fbee327133c52),
    [CW_SCENE_MIX] = UINT64_C(0xf8e8bf3869d3fa58),
    [CW_SCENE_STAR] = UINT64_C(0xd0a09a457d436f57),
    [CW_SCENE_CIRCLE] = UINT64_C(0xf9a88c26b7a2f8f7),
    [CW_SCENE_MAZE] = UINT64_C(0xaa44b5f351ef0c73),
    [CW_SCENE_ROOMS] = UINT64_C(0xde44d08f36393669),
    [CW_SCENE_COMB] = UINT64_C(0x760e3b605d892d92),
    [CW_SCENE_SPIRAL] = UINT64_C(0x9639fb8582730ece),
    [CW_SCENE_SIMPLE] = UINT64_C(0xf6c52aabdf2a0274),
    [CW_SCENE_TANGLE] = UINT64_C(0x443b297da7e799c2),
    [CW_SCENE_DEGENERATE] = UINT64_C(0xd4db5c2d40793746),
};

static uint64_t hash_of(const cw_navmesh *mesh) {
    OWNED(cw_clearance) tables = clearance_of(context, mesh);
    return cw_clearance_hash(&tables);
}

static bool is_golden(const char *name, uint64_t hash, uint64_t golden) {
    if (hash != golden) {
        print_message("%s: 0x%016" PRIx64 "\n", name, hash);
    }
    return hash == golden;
}

TEST(tables_of_small_meshes_have_a_known_hash) {
    bool same = true;
    for (clearance_mesh kind = 0; kind < CLEARANCE_MESH_COUNT; kind++) {
        cw_polygons polygons = clearance_mesh_polygons(kind);
        OWNED(cw_navmesh) mesh = mesh_of_polygons(context, &polygons);
        same &= is_golden(clearance_mesh_name(kind), hash_of(&mesh), golden_small[kind]);
    }
    assert_true(same);
}

TEST(tables_of_every_family_have_a_known_hash) {
    bool same = true;
    for (uint32_t family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        OWNED(cw_surface) surface = oracle_surface(context, family, 200);
        OWNED(cw_navmesh) mesh;
        assert_int_equal(oracle_mesh_make(context, &surface, ORACLE_TRIANGLES, &mesh), CW_OK);
        same &= is_golden(cw_scene_family_name((cw_scene_family)family), hash_of(&mesh),
                          golden_family[family]);
    }
    assert_true(same);
}

/// Changes a value of the tables, looks whether the hash sees it, and changes it back.
#define ASSERT_COUNTS(tables, lvalue, change)                  \
    do {                                                       \
        const uint64_t before_ = cw_clearance_hash(&(tables)); \
        (lvalue) += (change);                                  \
        if (cw_clearance_hash(&(tables)) == before_) {         \
            fail_msg("%s is not in the hash", #lvalue);        \
        }                                                      \
        (lvalue) -= (change);                                  \
        assert_true(cw_clearance_hash(&(tables)) == before_);  \
    } while (0)

TEST(every_table_is_in_the_hash) {
    OWNED(cw_surface) surface = oracle_surface(context, CW_SCENE_ROOMS, 60);
    OWNED(cw_navmesh) mesh;
    assert_int_equal(oracle_mesh_make(context, &surface, ORACLE_EFFORT_1, &mesh), CW_OK);
    OWNED(cw_clearance) t = clearance_of(context, &mesh);
    ASSERT_COUNTS(t, t.points[0].x, 0x1p-20);
    ASSERT_COUNTS(t, t.corners[t.corner_count - 1].incoming, 1);
    ASSERT_COUNTS(t, t.near_corners[0].corner, 1);
    ASSERT_COUNTS(t, t.near_walls[0].edge, 1);
    ASSERT_COUNTS(t, t.near_wall_first[mesh.cell_count], (uint32_t)-1);
    ASSERT_COUNTS(t, t.portals[mesh.edge_count - 1].critical, 0x1p-20);
    ASSERT_COUNTS(t, t.portal_pieces[t.edge_piece_first[mesh.edge_count] - 1].to, 1);
    ASSERT_COUNTS(t, t.portal_bands[t.portal_band_count - 1].high, 1);
    ASSERT_COUNTS(t, t.edge_summit_first[mesh.edge_count], 1);
    ASSERT_COUNTS(t, t.summits[t.summit_count - 1].edge, 1);
    ASSERT_COUNTS(t, t.cell_gates[0].arcs[1], 1);
    ASSERT_COUNTS(t, t.summit_place[0], 1);
    ASSERT_COUNTS(t, t.straits[t.summit_count - 2].cell, 1);
    ASSERT_COUNTS(t, t.strait_rank[0], 1);
    ASSERT_COUNTS(t, t.strait_table[t.strait_table_count - 1], 1);
}

TEST_GROUP(make_context, free_context);
