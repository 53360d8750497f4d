/// A surface that breaks any one of its promises is told, with the triangle or vertex and a reason.
#include "failing_allocator.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

/// A square with a square hole that touches its wall in a point: eight corners and one of them
/// twice.
static cw_surface make_flat(void) {
    const cw_vec2 hole[] = {{0, 4}, {3, 2}, {4, 4}, {3, 6}};
    OWNED(cw_plan) plan = {0};
    put_box(context, &plan, CW_RING_OUTER, 0, 0, 8, 8);
    put_ring(context, &plan, CW_RING_HOLE, hole, 4);
    return surface_of_plan(context, &plan);
}

static cw_surface make_ramp(void) {
    OWNED(cw_scene_triangles) scene;
    cw_surface surface;
    assert_int_equal(cw_scene_ramp(context, 2, 12, &scene), CW_OK);
    assert_ok(cw_surface_from_triangles(context, scene.positions, scene.position_count,
                                        scene.corners, scene.triangle_count, NULL, &surface));
    return surface;
}

/// Breaks something; `at` is a number that may choose where.
typedef void breaker(cw_surface *surface, uint32_t at);

/// The surface is valid, breaks, says `reason`, and is freed.
static void expect(cw_surface surface, breaker *break_it, uint32_t at, const char *reason) {
    if (cw_surface_validate(context, &surface) != CW_OK) {
        fail_msg("not valid to begin with: %s", cw_context_message(context));
    }
    cw_surface broken = surface; /* counts and pointers are restored from the first one */
    break_it(&broken, at);
    assert_int_equal(cw_surface_validate(context, &broken), CW_ERROR_INVALID);
    if (strstr(cw_context_message(context), reason) == NULL) {
        fail_msg("\"%s\" was expected, not \"%s\"", reason, cw_context_message(context));
    }
    cw_surface_free(context, &surface);
}

static uint32_t first_open(const cw_surface *surface) {
    uint32_t h = 0;
    while (surface->twins[h] == CW_NONE) {
        h++;
    }
    return h;
}

static void break_step(cw_surface *surface, uint32_t at) {
    const double steps[] = {0, -1, NAN, INFINITY, 0.3};
    surface->lattice.step = steps[at];
}

static void break_origin(cw_surface *surface, uint32_t at) {
    const double origins[] = {NAN, INFINITY};
    *(at % 2 ? &surface->lattice.origin_x : &surface->lattice.origin_y) = origins[at / 2];
}

static void break_count(cw_surface *surface, uint32_t at) {
    surface->triangle_count = at;
}

static void break_array(cw_surface *surface, uint32_t at) {
    void **arrays[] = {(void **)&surface->points,        (void **)&surface->positions,
                       (void **)&surface->vertex_source, (void **)&surface->vertex_wall,
                       (void **)&surface->corners,       (void **)&surface->twins,
                       (void **)&surface->edges};
    *arrays[at] = NULL;
}

TEST(a_broken_frame_is_told) {
    for (uint32_t i = 0; i < 5; i++) {
        expect(make_flat(), break_step, i, "the step");
    }
    for (uint32_t i = 0; i < 4; i++) {
        expect(make_flat(), break_origin, i, "the origin");
    }
    expect(make_flat(), break_count, 0, "0 triangles");
    expect(make_flat(), break_count, UINT32_MAX, "triangles");
    for (uint32_t i = 0; i < 7; i++) {
        expect(make_flat(), break_array, i, "missing");
    }
}

static void break_corner(cw_surface *surface, uint32_t at) {
    surface->corners[4] = at == 0 ? surface->vertex_count : CW_NONE;
}

static void break_twin_index(cw_surface *surface, uint32_t at) {
    (void)at;
    surface->twins[first_open(surface)] = 3 * surface->triangle_count;
}

static void break_kind(cw_surface *surface, uint32_t at) {
    surface->edges[5] = (uint8_t)at;
}

static void break_wall_index(cw_surface *surface, uint32_t at) {
    surface->vertex_wall[3] = at == 0 ? 3 * surface->triangle_count : CW_NONE;
}

static void break_source_index(cw_surface *surface, uint32_t at) {
    surface->vertex_source[2] = surface->source_count + at;
}

TEST(an_index_out_of_range_is_told) {
    for (uint32_t i = 0; i < 2; i++) {
        expect(make_flat(), break_corner, i, "triangle 1: there is no vertex");
        expect(make_flat(), break_wall_index, i, "vertex 3: there is no half-edge");
        expect(make_flat(), break_source_index, i, "vertex 2: source");
    }
    expect(make_flat(), break_twin_index, 0, "there is no half-edge");
    expect(make_flat(), break_kind, 3, "triangle 1: unknown kind");
    expect(make_flat(), break_kind, 255, "triangle 1: unknown kind");
}

static void break_point(cw_surface *surface, uint32_t at) {
    int64_t values[] = {-((int64_t)1 << 31), (int64_t)1 << 61, surface->points[1].x + 1, INT64_MIN};
    *(at % 2 ? &surface->points[1].x : &surface->points[1].y) = values[at / 2];
}

static void break_position(cw_surface *surface, uint32_t at) {
    cw_vec3 *p = &surface->positions[1];
    double *parts[] = {&p->x, &p->y, &p->z};
    const double values[] = {NAN, INFINITY, 3e7};
    *parts[at % 3] = at < 9 ? values[at / 3] : *parts[at % 3];
    if (at >= 9) {
        *parts[at % 3] += 1.5 * surface->lattice.step;
    }
}

TEST(a_vertex_off_its_place_is_told) {
    for (uint32_t i = 0; i < 8; i++) {
        expect(make_flat(), break_point, i, "vertex 1: (");
    }
    for (uint32_t i = 0; i < 11; i++) {
        expect(make_flat(), break_position, i, "vertex 1: the position");
    }
}

static void break_source(cw_surface *surface, uint32_t at) {
    if (at == 0) {
        surface->vertex_source[1] = surface->vertex_source[0];
    } else {
        surface->source_count++;
    }
}

/// The two vertices of the point where the hole touches get one coordinate each.
static void break_source_position(cw_surface *surface, uint32_t at) {
    (void)at;
    for (uint32_t v = 1; v < surface->vertex_count; v++) {
        if (surface->vertex_source[v] == surface->vertex_source[v - 1]) {
            surface->positions[v].z = 1;
        }
    }
}

TEST(sources_that_do_not_match_are_told) {
    expect(make_flat(), break_source, 0, "vertex 1: it has the source of vertex 0");
    expect(make_flat(), break_source, 1, "sources are promised");
    expect(make_flat(), break_source_position, 0, "but not its place");
}

/// A triangle turned over, and one whose corners lie on a line.
static void break_triangle(cw_surface *surface, uint32_t at) {
    if (at == 0) {
        uint32_t swap = surface->corners[3];
        surface->corners[3] = surface->corners[4];
        surface->corners[4] = swap;
    } else {
        surface->corners[4] = surface->corners[3];
    }
}

TEST(a_triangle_without_area_is_told) {
    expect(make_flat(), break_triangle, 0, "triangle 1: (");
    expect(make_flat(), break_triangle, 1, "triangle 1: (");
}

static void break_twin(cw_surface *surface, uint32_t at) {
    uint32_t h = first_open(surface), other = h + 1;
    switch (at) {
    case 0: surface->edges[h] = CW_EDGE_WALL; break;
    case 1: surface->twins[h] = CW_NONE; break;
    case 2: surface->edges[h] = CW_EDGE_PORTAL; break;
    case 3: surface->twins[h] = h; break;
    default: /* joined crosswise with another pair of twins */
        while (surface->twins[other] == CW_NONE || other == surface->twins[h]) {
            other++;
        }
        uint32_t twin = surface->twins[h], other_twin = surface->twins[other];
        surface->twins[h] = other_twin;
        surface->twins[other_twin] = h;
        surface->twins[other] = twin;
        surface->twins[twin] = other;
    }
}

TEST(twins_that_do_not_match_are_told) {
    expect(make_flat(), break_twin, 0, "a wall with a twin");
    expect(make_flat(), break_twin, 1, "no wall, but has no twin");
    expect(make_flat(), break_twin, 2, "different kinds");
    expect(make_flat(), break_twin, 3, "another twin");
    expect(make_flat(), break_twin, 4, "different vertices");
}

/// Cuts an open edge from both sides, which parts the fans at its ends.
static void break_fan(cw_surface *surface, uint32_t at) {
    uint32_t h = first_open(surface), twin = surface->twins[h];
    if (at == 0) {
        surface->twins[h] = surface->twins[twin] = CW_NONE;
        surface->edges[h] = surface->edges[twin] = CW_EDGE_WALL;
    } else if (at == 1) {
        surface->vertex_wall[surface->corners[h]] = h;
    } else {
        surface->vertex_wall[0] = surface->vertex_wall[1];
    }
}

TEST(a_vertex_with_two_fans_is_told) {
    expect(make_flat(), break_fan, 0, "its fan has");
    expect(make_flat(), break_fan, 1, "is no wall that leaves it");
    expect(make_flat(), break_fan, 2, "vertex 0: half-edge");
}

// --- terrain -------------------------------------------------------------------------------------

static uint32_t terrain_open(const cw_terrain *terrain) {
    uint32_t h = 0;
    while (terrain->twins[h] == CW_NONE) {
        h++;
    }
    return h;
}

static void break_terrain(cw_surface *surface, uint32_t at) {
    cw_terrain *terrain = &surface->terrain;
    uint32_t open = terrain_open(terrain), twin = terrain->twins[open], other = open + 1;
    uint32_t swap = terrain->corners[0];
    switch (at) {
    case 0: terrain->corners = NULL; break;
    case 1: surface->vertex_terrain = NULL; break;
    case 2: terrain->triangle_count = 0; break;
    case 3: terrain->positions[2].z = NAN; break;
    case 4: terrain->positions[2].x = -1e9; break;
    case 5: terrain->corners[1] = terrain->vertex_count; break;
    case 6:
        terrain->corners[0] = terrain->corners[1];
        terrain->corners[1] = swap;
        break;
    case 7: terrain->twins[open] = 3 * terrain->triangle_count; break;
    case 8: terrain->twins[open] = CW_NONE; break;
    case 9: terrain->twins[open] = terrain->twins[twin] = CW_NONE; break;
    case 10: surface->vertex_terrain[3] = open; break;
    case 11: surface->vertex_terrain[3] = CW_NONE; break;
    case 12: surface->vertex_terrain[3] = surface->vertex_terrain[4]; break;
    case 13: terrain->triangle_count = UINT32_MAX; break;
    default: /* joined crosswise with another pair of twins */
        while (terrain->twins[other] == CW_NONE || other == twin) {
            other++;
        }
        uint32_t other_twin = terrain->twins[other];
        terrain->twins[open] = other_twin;
        terrain->twins[other_twin] = open;
        terrain->twins[other] = twin;
        terrain->twins[twin] = other;
    }
}

TEST(a_broken_terrain_is_told) {
    const char *reasons[] = {"do not fit its arrays",
                             "do not fit its arrays",
                             "do not fit its arrays",
                             "terrain vertex 2",
                             "terrain vertex 2",
                             "terrain triangle 0: there is no vertex",
                             "terrain triangle 0: (",
                             "no sound twin",
                             "no sound twin",
                             "walls and the surface",
                             "vertex 3: half-edge",
                             "vertex 3: half-edge",
                             "does not run along its wall",
                             "do not fit its arrays",
                             "join different vertices"};
    for (uint32_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        expect(make_ramp(), break_terrain, i, reasons[i]);
    }
}

TEST(a_lack_of_memory_is_told) {
    tight_memory tight;
    tight_open(&tight);
    OWNED(cw_surface) surface = make_flat();
    while (tight_next(&tight)) {
        tight_tried(&tight, cw_surface_validate(tight.context, &surface));
    }
    assert_int_equal(tight.refused, 2);
    tight_close(&tight, 1);
}

TEST_GROUP(make_context, free_context);
