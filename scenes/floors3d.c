/// Walkable triangles with heights: a spiral ramp, a bridge over its own floor, hills.
///
/// All share their vertices by index, all triangles run counter-clockwise seen from above, and two
/// triangles at an edge lie on opposite sides of it in plan. The arrays come from the C library.
#include "sketch.h"

#include <stdlib.h>
#include <string.h>

/// The ramp: metres.
#define RAMP_INNER_RADIUS 2.0
#define RAMP_OUTER_RADIUS 5.0
#define RAMP_RISE 3.0
/// Most quads of a ramp.
#define RAMP_LIMIT (1u << 24)

/// Most quads along a side of the hills.
#define HILLS_LIMIT 4000
/// Each block of so many quads along a side may have one hole.
#define HILLS_BLOCK 8
/// Quads between two points of the height noise, and its height in metres.
#define HILLS_WAVE 6
#define HILLS_HEIGHT 4.0

#define BRIDGE_HEIGHT 4.0
/// The bridge has fewer vertices and triangles than this.
#define BRIDGE_LIMIT 256

static cw_status allocate(cw_context *context, cw_scene_triangles *scene, size_t positions,
                          size_t triangles) {
    *scene = (cw_scene_triangles){0};
    scene->positions = malloc(positions * sizeof *scene->positions);
    scene->corners = malloc(triangles * 3 * sizeof *scene->corners);
    if (scene->positions == NULL || scene->corners == NULL) {
        free(scene->positions);
        free(scene->corners);
        *scene = (cw_scene_triangles){0};
        return cw_context_fail(context, CW_ERROR_MEMORY, "out of memory");
    }
    return CW_OK;
}

/// Two triangles; a, b, c, d run counter-clockwise.
static void add_quad(cw_scene_triangles *scene, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    uint32_t corners[6] = {a, b, c, a, c, d};
    memcpy(scene->corners + 3 * (size_t)scene->triangle_count, corners, sizeof corners);
    scene->triangle_count += 2;
}

cw_status cw_scene_ramp(cw_context *context, uint32_t turns, uint32_t segments,
                        cw_scene_triangles *scene) {
    *scene = (cw_scene_triangles){0};
    if (turns < 1 || segments < 3 || (uint64_t)turns * segments > RAMP_LIMIT) {
        return cw_context_fail(context, CW_ERROR_ARGUMENT,
                               "a ramp has at least a turn of 3 segments and at most %u segments",
                               RAMP_LIMIT);
    }
    uint32_t quads = turns * segments;
    CW_SCENE_TRY(allocate(context, scene, 2 * ((size_t)quads + 1), 2 * (size_t)quads));
    for (uint32_t i = 0; i <= quads; i++) {
        // The angle starts again with each turn, so that turns lie exactly above each other.
        cw_vec2 way = cw_unit_vector(CW_FULL_TURN * (i % segments) / segments);
        double height = RAMP_RISE * i / segments;
        scene->positions[2 * i] =
            (cw_vec3){RAMP_INNER_RADIUS * way.x, RAMP_INNER_RADIUS * way.y, height};
        scene->positions[2 * i + 1] =
            (cw_vec3){RAMP_OUTER_RADIUS * way.x, RAMP_OUTER_RADIUS * way.y, height};
    }
    scene->position_count = 2 * (quads + 1);
    for (uint32_t i = 0; i < quads; i++) {
        add_quad(scene, 2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2);
    }
    return CW_OK;
}

/// The vertex at a place, made where there is none yet. Linear search: the bridge is small.
static uint32_t vertex_at(cw_scene_triangles *scene, cw_vec3 place) {
    for (uint32_t i = 0; i < scene->position_count; i++) {
        cw_vec3 other = scene->positions[i];
        if (other.x == place.x && other.y == place.y && other.z == place.z) {
            return i;
        }
    }
    scene->positions[scene->position_count] = place;
    return scene->position_count++;
}

/// A rectangle of quads between the lines x[0 .. columns] and y[0 .. rows], whose height runs from
/// `first` at x[0] to `last` at x[columns].
typedef struct patch {
    double x[6], y[8];
    uint32_t columns, rows;
    double first, last;
} patch;

static uint32_t patch_vertex(cw_scene_triangles *scene, const patch *floor, uint32_t column,
                             uint32_t row) {
    double share = (floor->x[column] - floor->x[0]) / (floor->x[floor->columns] - floor->x[0]);
    double height = floor->first + (floor->last - floor->first) * share;
    return vertex_at(scene, (cw_vec3){floor->x[column], floor->y[row], height});
}

static void add_patch(cw_scene_triangles *scene, const patch *floor) {
    for (uint32_t row = 0; row < floor->rows; row++) {
        for (uint32_t column = 0; column < floor->columns; column++) {
            uint32_t a = patch_vertex(scene, floor, column, row);
            uint32_t b = patch_vertex(scene, floor, column + 1, row);
            uint32_t c = patch_vertex(scene, floor, column + 1, row + 1);
            uint32_t d = patch_vertex(scene, floor, column, row + 1);
            add_quad(scene, a, b, c, d);
        }
    }
}

cw_status cw_scene_bridge(cw_context *context, cw_scene_triangles *scene) {
    // Up to the west, back to the east over the floor, and down to the west:
    //
    //                  +---------+ < < < <  +----+
    //                  |         |   down   |    |
    //      +----+ > > > > > > > > > > > > > |land|
    //      |land|      : bridge  :          |ing |
    //      |ing +      |         |          +----+
    //      |    | < < < <  floor |
    //      +----+  up  +---------+
    static const patch patches[] = {
        {{0, 5, 10, 15, 20}, {0, 2, 5, 9, 12, 15, 18, 20}, 4, 7, 0, 0}, // floor
        {{-8, -4, 0}, {2, 5}, 2, 1, BRIDGE_HEIGHT, 0},                  // up
        {{-12, -8}, {2, 5, 9, 12}, 1, 3, BRIDGE_HEIGHT, BRIDGE_HEIGHT}, // western landing
        {{-8, 0, 10, 20, 28}, {9, 12}, 4, 1, BRIDGE_HEIGHT, BRIDGE_HEIGHT},
        {{28, 32}, {9, 12, 15, 18}, 1, 3, BRIDGE_HEIGHT, BRIDGE_HEIGHT}, // eastern landing
        {{20, 24, 28}, {15, 18}, 2, 1, 0, BRIDGE_HEIGHT},                // down
    };
    CW_SCENE_TRY(allocate(context, scene, BRIDGE_LIMIT, BRIDGE_LIMIT));
    for (size_t i = 0; i < sizeof patches / sizeof patches[0]; i++) {
        add_patch(scene, &patches[i]);
    }
    return CW_OK;
}

/// A height in [0, 1) for a point of the noise grid.
static double noise_at(uint64_t seed, uint32_t column, uint32_t row) {
    cw_random random = {seed ^ ((uint64_t)row << 32 | column) * UINT64_C(0xd1342543de82ef95)};
    return cw_random_unit(&random);
}

/// Value noise: smooth between the points of its grid.
static double height_at(uint64_t seed, uint32_t column, uint32_t row) {
    uint32_t i = column / HILLS_WAVE, j = row / HILLS_WAVE;
    double u = (double)(column % HILLS_WAVE) / HILLS_WAVE;
    double v = (double)(row % HILLS_WAVE) / HILLS_WAVE;
    u = u * u * (3 - 2 * u);
    v = v * v * (3 - 2 * v);
    double low = noise_at(seed, i, j) * (1 - u) + noise_at(seed, i + 1, j) * u;
    double high = noise_at(seed, i, j + 1) * (1 - u) + noise_at(seed, i + 1, j + 1) * u;
    return HILLS_HEIGHT * (low * (1 - v) + high * v);
}

/// Whether a quad lies in the hole of its block. A hole keeps a quad's distance from the border of
/// its block. The first block always has one; blocks cut off by the edge of the hills have none.
static bool quad_is_hole(uint64_t seed, uint32_t side, uint32_t column, uint32_t row) {
    uint32_t block = side < HILLS_BLOCK ? side : HILLS_BLOCK;
    uint32_t i = column / block, j = row / block;
    if (block < 3 || (i + 1) * block > side || (j + 1) * block > side) {
        return false;
    }
    cw_random random = {~seed ^ ((uint64_t)j << 32 | i) * UINT64_C(0xd1342543de82ef95)};
    uint32_t left = 1 + cw_random_below(&random, block / 2 - 1 + block % 2);
    uint32_t bottom = 1 + cw_random_below(&random, block / 2 - 1 + block % 2);
    uint32_t width = 1 + cw_random_below(&random, block / 2 - 1 + block % 2);
    uint32_t height = 1 + cw_random_below(&random, block / 2 - 1 + block % 2);
    bool present = cw_random_below(&random, 3) > 0 || (i == 0 && j == 0);
    uint32_t x = column % block, y = row % block;
    return present && x >= left && x < left + width && y >= bottom && y < bottom + height;
}

/// Quads outside the holes; vertices are numbered when first met, so that none is left unused.
static void fill_hills(cw_scene_triangles *scene, uint32_t side, uint64_t seed,
                       uint32_t *vertices) {
    static const uint32_t right[4] = {0, 1, 1, 0}, up[4] = {0, 0, 1, 1};
    for (uint32_t row = 0; row < side; row++) {
        for (uint32_t column = 0; column < side; column++) {
            if (quad_is_hole(seed, side, column, row)) {
                continue;
            }
            uint32_t corners[4];
            for (uint32_t k = 0; k < 4; k++) {
                uint32_t x = column + right[k], y = row + up[k];
                uint32_t *vertex = &vertices[(size_t)y * (side + 1) + x];
                if (*vertex == CW_NONE) {
                    *vertex = scene->position_count++;
                    scene->positions[*vertex] = (cw_vec3){x, y, height_at(seed, x, y)};
                }
                corners[k] = *vertex;
            }
            add_quad(scene, corners[0], corners[1], corners[2], corners[3]);
        }
    }
}

cw_status cw_scene_hills(cw_context *context, uint32_t side, uint64_t seed,
                         cw_scene_triangles *scene) {
    *scene = (cw_scene_triangles){0};
    if (side < 1 || side > HILLS_LIMIT) {
        return cw_context_fail(context, CW_ERROR_ARGUMENT, "side must be 1 to %d, not %u",
                               HILLS_LIMIT, side);
    }
    size_t vertex_count = ((size_t)side + 1) * (side + 1);
    uint32_t *vertices = malloc(vertex_count * sizeof *vertices);
    if (vertices == NULL) {
        return cw_context_fail(context, CW_ERROR_MEMORY, "out of memory");
    }
    memset(vertices, 0xff, vertex_count * sizeof *vertices); // CW_NONE everywhere
    cw_status status = allocate(context, scene, vertex_count, 2 * (size_t)side * side);
    if (status == CW_OK) {
        fill_hills(scene, side, seed, vertices);
    }
    free(vertices);
    return status;
}

void cw_scene_triangles_free(cw_context *context, cw_scene_triangles *scene) {
    (void)context;
    if (scene != NULL) {
        free(scene->positions);
        free(scene->corners);
        *scene = (cw_scene_triangles){0};
    }
}
