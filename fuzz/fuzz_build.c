/// Any bytes as a floor: rings or triangles become a surface and a mesh at every effort, and both
/// pass their validation, or the surface is refused with a reason, or triangles that overlap are.
///
/// Byte 0 chooses the source and its numbers, byte 1 the relaxation. Then come rings: a byte of
/// kind (2 bits), polygon (2 bits) and number of points (4 bits), and the points; or the corners of
/// triangles, one after the other. A coordinate is a byte, or a double in mode 3.
#include "clearway/navmesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Effort 2 may take seconds on large plans; the fuzzer wants thousands of runs in one.
enum { MOST_POINTS = 72, MOST_POINTS_AT_EFFORT_2 = 24 };

typedef enum number_mode {
    NUMBERS_FITTED = 0, ///< bytes, on the finest lattice
    NUMBERS_COARSE,     ///< bytes, on a lattice of the same step: every crossing is rounded
    NUMBERS_TILE,       ///< bytes, on a lattice that is given
    NUMBERS_ANY,        ///< doubles: also NaN, infinite, tiny and huge
} number_mode;

typedef struct reader {
    const uint8_t *data;
    size_t size, at;
    number_mode mode;
} reader;

static uint8_t read_byte(reader *input) {
    return input->at < input->size ? input->data[input->at++] : 0;
}

static double read_number(reader *input) {
    if (input->mode != NUMBERS_ANY) {
        return read_byte(input);
    }
    uint8_t bytes[sizeof(double)];
    double number;
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = read_byte(input);
    }
    memcpy(&number, bytes, sizeof number);
    return number;
}

static void stop(cw_context *context, const char *what) {
    fprintf(stderr, "%s: %s\n", what, cw_context_message(context));
    abort();
}

static cw_plan read_plan(cw_context *context, reader *input) {
    cw_plan plan = {0};
    while (input->at < input->size && plan.point_count < MOST_POINTS) {
        uint8_t head = read_byte(input);
        cw_vec2 points[16];
        uint32_t count = head >> 4;
        for (uint32_t i = 0; i < count; i++) {
            points[i].x = read_number(input);
            points[i].y = read_number(input);
        }
        if (cw_plan_add(context, &plan, (cw_ring_kind)(head & 3), head >> 2 & 3, points, count) !=
            CW_OK) {
            stop(context, "plan");
        }
    }
    return plan;
}

/// Heights are those of whole floors, so that places with equal corners are neighbours.
static uint32_t read_triangles(reader *input, cw_vec3 *positions, uint32_t *corners) {
    uint32_t count = 0;
    for (; input->at < input->size && count + 3 <= MOST_POINTS; count++) {
        positions[count].x = read_number(input);
        positions[count].y = read_number(input);
        positions[count].z = read_byte(input) % 4;
        corners[count] = count;
    }
    return count - count % 3;
}

/// Vertices - edges + triangles.
static int64_t euler_of(const cw_surface *surface) {
    int64_t half_edges = 3 * (int64_t)surface->triangle_count, walls = 0;
    for (int64_t h = 0; h < half_edges; h++) {
        walls += surface->twins[h] == CW_NONE;
    }
    return (int64_t)surface->vertex_count - (half_edges + walls) / 2 + surface->triangle_count;
}

/// Triangles may cross each other; floors of one height that overlap are refused.
static bool is_overlap(cw_context *context, cw_status status) {
    return status == CW_ERROR_INPUT &&
           strstr(cw_context_message(context), "two floors of the same height overlap") != NULL;
}

static void build_and_check(cw_context *context, const cw_surface *surface,
                            const cw_navmesh_config *config, bool flat) {
    cw_navmesh mesh;
    cw_status status = cw_navmesh_build(context, surface, config, &mesh);
    if (!flat && is_overlap(context, status)) {
        return;
    }
    if (status != CW_OK) {
        stop(context, "build");
    }
    if (cw_navmesh_validate(context, &mesh) != CW_OK) {
        stop(context, "mesh");
    }
    if (cw_navmesh_validate_against(context, &mesh, surface) != CW_OK) {
        stop(context, "mesh against surface");
    }
    /* Floors that wind around an axis have corners that need more than two portals. */
    if (flat && (int64_t)mesh.cell_count > 2 * (int64_t)mesh.stats.notches + euler_of(surface)) {
        stop(context, "more than 2 r + 1 - h cells");
    }
    cw_navmesh_free(context, &mesh);
}

static cw_navmesh_config relaxation(uint8_t choice) {
    static const double ANGLES[] = {0, 0.1, 0.8, 1.5}, DEPTHS[] = {0, 0.5, 5, 1000};
    static const double TURNS[] = {0.7853981633974483, 0, 3, 6.283185307179586};
    cw_navmesh_config config = cw_navmesh_config_default();
    config.alpha = ANGLES[choice & 3];
    config.tau = DEPTHS[choice >> 2 & 3];
    config.turn = TURNS[choice >> 4 & 3];
    return config;
}

static void check_surface(cw_context *context, cw_surface *surface, uint8_t choice, uint32_t points,
                          bool flat) {
    if (cw_surface_validate(context, surface) != CW_OK) {
        stop(context, "surface");
    }
    cw_navmesh_config config = relaxation(choice);
    for (config.effort = 0; config.effort < 3; config.effort++) {
        if (config.effort < 2 || points <= MOST_POINTS_AT_EFFORT_2) {
            build_and_check(context, surface, &config, flat);
        }
    }
}

static void fuzz_floor(cw_context *context, reader *input, uint8_t head, uint8_t choice) {
    static const cw_surface_config LATTICES[] = {
        {0, 0, 0, 0}, {1, -8, -8, 0}, {0x1p-12, -64, -64, 0}, {0, 0, 0, 0}};
    static const cw_surface ZERO;
    const cw_surface_config *lattice = &LATTICES[input->mode];
    cw_surface surface;
    cw_status status;
    uint32_t points;
    bool flat = (head & 4) == 0;
    if (flat) {
        cw_plan plan = read_plan(context, input);
        points = plan.point_count;
        status = cw_surface_from_plan(context, &plan, lattice, &surface);
        cw_plan_free(context, &plan);
    } else {
        cw_vec3 positions[MOST_POINTS];
        uint32_t corners[MOST_POINTS];
        points = read_triangles(input, positions, corners);
        status = cw_surface_from_triangles(context, positions, points, corners, points / 3, lattice,
                                           &surface);
    }
    if (status == CW_OK) {
        check_surface(context, &surface, choice, points, flat);
    } else if (status != CW_ERROR_INPUT || cw_context_message(context)[0] == '\0' ||
               memcmp(&surface, &ZERO, sizeof surface) != 0) {
        stop(context, "refusal");
    }
    cw_surface_free(context, &surface);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cw_context *context;
    if (cw_context_create(NULL, &context) != CW_OK) {
        return 0;
    }
    reader input = {.data = data, .size = size};
    uint8_t head = read_byte(&input), choice = read_byte(&input);
    input.mode = (number_mode)(head & 3);
    fuzz_floor(context, &input, head, choice);
    cw_context_free(context);
    return 0;
}
