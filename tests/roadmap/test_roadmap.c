/// Roadmaps: lanes, spaces, doors and clearance against brute force over all walls, and files that
/// read back as they were.
#include "clearway/io.h"
#include "io_files.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

#include <unistd.h>

/// Metres of agreement.
#define SAME 1e-9

static cw_roadmap make(const cw_plan *plan, double miter, double spacing) {
    OWNED(cw_surface) surface = {0};
    OWNED(cw_skeleton) skeleton = {0};
    OWNED(cw_navmesh) mesh = {0};
    OWNED(cw_clearance) clearance = {0};
    cw_roadmap roadmap = {0};
    cw_skeleton_config shape = {.miter = miter};
    cw_roadmap_config config = cw_roadmap_config_default();
    config.spacing = spacing;
    if (cw_surface_from_plan(context, plan, NULL, &surface) != CW_OK ||
        cw_skeleton_build(context, &surface, &shape, &skeleton) != CW_OK ||
        cw_navmesh_build(context, &surface, NULL, &mesh) != CW_OK ||
        cw_clearance_build(context, &mesh, &clearance) != CW_OK ||
        cw_roadmap_build(context, &skeleton, &clearance, &config, &roadmap) != CW_OK) {
        fail_msg("%s", cw_context_message(context));
    }
    return roadmap;
}

/// Distance of a plan position from all walls.
static double wall_distance(const cw_roadmap *roadmap, double x, double y) {
    double least = INFINITY;
    for (uint32_t i = 0; i < roadmap->wall_count; i++) {
        const cw_roadmap_wall *w = &roadmap->walls[i];
        double dx = w->to.x - w->from.x, dy = w->to.y - w->from.y, square = dx * dx + dy * dy;
        double share = square > 0 ? ((x - w->from.x) * dx + (y - w->from.y) * dy) / square : 0;
        share = fmax(0, fmin(1, share));
        least = fmin(least, hypot(x - w->from.x - share * dx, y - w->from.y - share * dy));
    }
    return least;
}

/// Edges: clearance by samples, which may only be larger, and not by more than half a sample.
static void check_edge(const cw_roadmap *roadmap, const cw_roadmap_edge *edge) {
    enum { SAMPLES = 40 };
    cw_vec3 a = roadmap->nodes[edge->from].position, b = roadmap->nodes[edge->to].position;
    double least = INFINITY;
    for (int i = 0; i <= SAMPLES; i++) {
        double s = (double)i / SAMPLES;
        double free = wall_distance(roadmap, a.x + s * (b.x - a.x), a.y + s * (b.y - a.y));
        least = fmin(least, free);
    }
    assert_true(fabs(hypot(b.x - a.x, b.y - a.y) - edge->length) < SAME);
    assert_true(edge->clearance <= least + SAME);
    assert_true(edge->clearance >= least - edge->length / (2 * SAMPLES) - SAME);
    if (edge->level > 0) {
        assert_true(edge->clearance >= edge->level * roadmap->spacing - SAME);
        assert_int_equal(edge->right, CW_NONE);
        assert_true(edge->space != CW_NONE);
    }
}

static void check_roadmap(const cw_roadmap *roadmap, uint32_t stride) {
    for (uint32_t i = 0; i < roadmap->edge_count; i += stride) {
        check_edge(roadmap, &roadmap->edges[i]);
    }
    for (uint32_t i = 0; i < roadmap->node_count; i++) {
        const cw_roadmap_node *node = &roadmap->nodes[i];
        uint32_t ridges = 0;
        for (uint32_t k = roadmap->node_first[i]; k < roadmap->node_first[i + 1]; k++) {
            ridges += roadmap->edges[roadmap->adjacent[k]].level == 0;
        }
        assert_true(node->clearance >= node->offset - SAME);
        assert_true(node->kind != CW_ROADMAP_LEVEL || ridges == 2);
        assert_true(!node->door || node->offset >= roadmap->spacing - SAME);
    }
    for (uint32_t w = 0; w < roadmap->wall_count; w++) {
        for (uint32_t i = roadmap->face_first[w]; i < roadmap->face_first[w + 1]; i++) {
            assert_true(roadmap->face_nodes[i] < roadmap->node_count);
        }
    }
}

TEST(the_office_has_lanes_with_true_clearance) {
    OWNED(cw_plan) plan = {0};
    assert_int_equal(cw_scene_office(context, &plan), CW_OK);
    OWNED(cw_roadmap) roadmap = make(&plan, 1.2, 0.7);
    assert_true(roadmap.space_count > 10);
    check_roadmap(&roadmap, 7);
}

TEST(all_families_have_roadmaps) {
    for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        for (uint32_t i = 0; i < 6; i++) {
            cw_scene_config config = cw_scene_config_default();
            config.family = (cw_scene_family)family;
            config.vertices = 60;
            config.seed = 50 + i;
            config.rotation = i % 2 == 0 ? 0 : 0.3;
            OWNED(cw_plan) plan = plan_of_scene(context, &config);
            OWNED(cw_roadmap) roadmap = make(&plan, i % 3 == 0 ? 0 : 1.2, 0.25);
            check_roadmap(&roadmap, 3);
        }
    }
}

TEST(a_square_has_nested_lanes) {
    OWNED(cw_plan) plan = {0};
    put_box(context, &plan, CW_RING_OUTER, 0, 0, 10, 10);
    OWNED(cw_roadmap) roadmap = make(&plan, 0, 1);
    uint32_t lanes[6] = {0};
    for (uint32_t i = 0; i < roadmap.edge_count; i++) {
        assert_true(roadmap.edges[i].level <= 5);
        lanes[roadmap.edges[i].level]++;
    }
    for (uint32_t level = 1; level <= 4; level++) {
        assert_int_equal(lanes[level], 4);
    }
    assert_int_equal(lanes[5], 0); // the centre is a point
    assert_int_equal(roadmap.space_count, 1);
    check_roadmap(&roadmap, 1);
}

TEST(a_corridor_two_spacings_wide_has_its_ridge_once) {
    OWNED(cw_plan) plan = {0};
    put_box(context, &plan, CW_RING_OUTER, 0, 0, 20, 2);
    OWNED(cw_roadmap) roadmap = make(&plan, 0, 1);
    assert_int_equal(roadmap.edge_count, 5);
}

/// A comb: the fronts of its walls between the teeth reach level 1 where the ridges of the teeth
/// end, at the foot of an arc that goes straight up.
TEST(a_lane_under_an_upright_arc_is_no_ridge) {
    OWNED(cw_plan) plan = {0};
    cw_vec2 comb[12] = {{0, -12}, {10, -12}, {10, 12}, {8, 12}, {8, 0},  {6, 0},
                        {6, 12},  {4, 12},   {4, 0},   {2, 0},  {2, 12}, {0, 12}};
    put_ring(context, &plan, CW_RING_OUTER, comb, 12);
    OWNED(cw_roadmap) roadmap = make(&plan, 0, 1);
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < roadmap.edge_count; i++) {
        const cw_roadmap_wall *wall = &roadmap.walls[roadmap.edges[i].left];
        lanes += roadmap.edges[i].level == 1 && wall->from.y == 0 && wall->to.y == 0;
    }
    assert_int_equal(lanes, 2);
}

TEST(spaces_are_joined_by_doors) {
    OWNED(cw_plan) plan = {0};
    cw_vec2 rooms[12] = {{0, 0},  {8, 0},  {8, 3},    {10, 3},  {10, 0}, {18, 0},
                         {18, 8}, {10, 8}, {10, 4.2}, {8, 4.2}, {8, 8},  {0, 8}};
    put_ring(context, &plan, CW_RING_OUTER, rooms, 12);
    OWNED(cw_roadmap) roadmap = make(&plan, 0, 0.7);
    uint32_t doors = 0;
    for (uint32_t i = 0; i < roadmap.node_count; i++) {
        doors += roadmap.nodes[i].door;
    }
    assert_int_equal(roadmap.space_count, 2);
    assert_int_equal(doors, 2);
}

TEST(a_file_reads_back_as_it_was) {
    OWNED(cw_plan) plan = {0};
    assert_int_equal(cw_scene_office(context, &plan), CW_OK);
    OWNED(cw_roadmap) roadmap = make(&plan, 1.2, 0.7), read = {0};
    char path[64];
    snprintf(path, sizeof path, "/tmp/clearway-roadmap-%ld.json", (long)getpid());
    assert_int_equal(cw_roadmap_write(context, &roadmap, true, path), CW_OK);
    assert_ok(cw_roadmap_read(context, path, &read));
    remove(path);
    assert_int_equal(read.edge_count, roadmap.edge_count);
    assert_int_equal(read.space_count, roadmap.space_count);
    for (uint32_t i = 0; i < read.edge_count; i++) {
        assert_int_equal(read.edges[i].from, roadmap.edges[i].from);
        assert_int_equal(read.edges[i].space, roadmap.edges[i].space);
        assert_true(read.edges[i].clearance == roadmap.edges[i].clearance);
        assert_true(roadmap.edges[i].level == 0 || read.edges[i].width == roadmap.edges[i].width);
    }
    for (uint32_t i = 0; i < read.node_count; i++) {
        assert_int_equal(read.nodes[i].door, roadmap.nodes[i].door);
        assert_true(read.nodes[i].position.x == roadmap.nodes[i].position.x);
    }
    static const char *const others[][2] = {{"graphml", "<node id=\"n0\"><data key=\"n_x\">"},
                                            {"graphml", "\"><data key=\"e_length\">"},
                                            {"geojson", "{\"type\":\"Feature\""},
                                            {"dot", " -- "},
                                            {"txt", "\n"}};
    for (size_t i = 0; i < 5; i++) {
        size_t size;
        snprintf(path, sizeof path, "/tmp/clearway-roadmap-%ld.%s", (long)getpid(), others[i][0]);
        assert_true(cw_roadmap_writable(path));
        assert_int_equal(cw_roadmap_write(context, &roadmap, false, path), CW_OK);
        OWNED_HANDLE(char) text = cw_raw_read(path, &size);
        cw_assert_contains(text, others[i][1]);
        remove(path);
    }
    assert_int_equal(cw_roadmap_write(context, &roadmap, false, "/tmp/a.xyz"), CW_ERROR_ARGUMENT);
}

TEST(wrong_files_are_refused_in_words) {
    static const char *const texts[] = {
        "{}",
        "{\"format\":\"clearway-navmesh\",\"version\":1}",
        "{\"format\":\"clearway-roadmap\",\"version\":2}",
        "{\"format\":\"clearway-roadmap\",\"version\":1,\"spacing\":0.7,\"miter\":0,\"walls\":[],"
        "\"nodes\":[{\"position\":[0,0,0],\"offset\":0,\"clearance\":0,\"kind\":\"odd\"}]}",
        "{\"format\":\"clearway-roadmap\",\"version\":1,\"spacing\":0.7,\"miter\":0,\"walls\":[],"
        "\"nodes\":[],\"edges\":[{\"from\":0,\"to\":1,\"level\":0,\"left\":0,\"right\":-1}]}",
        "{\"format\":\"clearway-roadmap\",\"version\":1,\"spacing\":-1,\"miter\":0}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        OWNED(cw_roadmap) roadmap;
        assert_int_not_equal(
            cw_roadmap_parse(context, "a.json", texts[i], strlen(texts[i]), &roadmap), CW_OK);
        assert_true(strncmp(cw_context_message(context), "a.json", 6) == 0);
    }
}

TEST(the_example_is_the_town) {
    cw_plan plans[2] = {{0}};
    cw_surface surfaces[2];
    memset(surfaces, 0, sizeof surfaces);
    assert_int_equal(cw_scene_town(context, 1, &plans[0]), CW_OK);
    assert_int_equal(cw_plan_read(context, CW_SOURCE_DIR "/examples/town.wkt", &plans[1]), CW_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(cw_surface_from_plan(context, &plans[i], NULL, &surfaces[i]), CW_OK);
    }
    assert_int_equal(surfaces[0].vertex_count, surfaces[1].vertex_count);
    assert_true(fabs(cw_surface_area(&surfaces[0]) - cw_surface_area(&surfaces[1])) < 1e-6);
    for (int i = 0; i < 2; i++) {
        cw_surface_free(context, &surfaces[i]);
        cw_plan_free(context, &plans[i]);
    }
}

TEST(wrong_settings_are_refused) {
    cw_roadmap roadmap;
    cw_skeleton skeleton = {0};
    cw_clearance clearance = {0};
    cw_roadmap_config config = cw_roadmap_config_default();
    config.spacing = 0;
    assert_int_equal(cw_roadmap_build(context, &skeleton, &clearance, &config, &roadmap),
                     CW_ERROR_ARGUMENT);
    config = cw_roadmap_config_default();
    config.levels = 70000;
    assert_int_equal(cw_roadmap_build(context, &skeleton, &clearance, &config, &roadmap),
                     CW_ERROR_ARGUMENT);
    cw_roadmap_edge edge = {.from = 0, .to = 1};
    cw_roadmap_node node = {0};
    roadmap = (cw_roadmap){.edges = &edge, .edge_count = 1, .nodes = &node, .node_count = 1};
    assert_int_equal(cw_roadmap_connect(context, &roadmap), CW_ERROR_INPUT);
}

TEST_GROUP(make_context, free_context);
