/// Any bytes as a small floor with a crowd on it: whatever the walls are like, nobody enters one or
/// anybody else, nobody leaves the mesh or is too fast, and the same bytes give the same crowd.
///
/// Coordinates are those of a grid of 16 by 16, so that touching and coincident walls are frequent.
/// Byte 0: relaxation and effort; byte 1: number of rings (2 bits), length of a step (3 bits), the
/// side people turn to (2 bits). A ring is a byte of kind (2 bits) and number of points (3 bits)
/// and a byte for each point, x in the low half. The rest are agents of 5 bytes: place, target,
/// offsets of these from the grid, radius and speed, and how it walks.
#include "clearway/crowd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_AGENTS = 24, STEPS = 60 };

typedef struct reader {
    const uint8_t *data;
    size_t size, at;
} reader;

typedef struct place {
    cw_context *context;
    cw_plan plan;
    cw_surface surface;
    cw_navmesh mesh;
    cw_clearance clearance;
} place;

static uint8_t read_byte(reader *input) {
    return input->at < input->size ? input->data[input->at++] : 0;
}

static void stop(const place *p, const char *what) {
    fprintf(stderr, "%s; %s\n", what, cw_context_message(p->context));
    abort();
}

static void read_plan(place *p, reader *input, uint32_t rings) {
    static const cw_vec2 square[] = {{0, 0}, {15, 0}, {15, 15}, {0, 15}};
    static const cw_ring_kind kinds[] = {CW_RING_HOLE, CW_RING_OBSTACLE, CW_RING_BARRIER,
                                         CW_RING_OBSTACLE};
    cw_status status = cw_plan_add(p->context, &p->plan, CW_RING_OUTER, 0, square, 4);
    for (uint32_t i = 0; i < rings && status == CW_OK; i++) {
        uint8_t head = read_byte(input);
        cw_vec2 points[9];
        uint32_t count = 2 + (head >> 2 & 7);
        for (uint32_t k = 0; k < count; k++) {
            uint8_t at = read_byte(input);
            points[k] = (cw_vec2){at & 15, at >> 4};
        }
        status = cw_plan_add(p->context, &p->plan, kinds[head & 3], 0, points, count);
    }
    if (status != CW_OK) {
        stop(p, "plan");
    }
}

/// False when there is no floor.
static bool make_tables(place *p, uint8_t choice) {
    static const double ANGLES[] = {0, 0, 0.4, 1.5}, DEPTHS[] = {0, 0.5, 2, 1000};
    cw_navmesh_config config = cw_navmesh_config_default();
    config.alpha = ANGLES[choice & 3];
    config.tau = DEPTHS[choice >> 2 & 3];
    config.effort = choice >> 4 & 1;
    if (cw_surface_from_plan(p->context, &p->plan, NULL, &p->surface) != CW_OK ||
        cw_navmesh_build(p->context, &p->surface, &config, &p->mesh) != CW_OK) {
        return false;
    }
    if (cw_clearance_build(p->context, &p->mesh, &p->clearance) != CW_OK) {
        stop(p, "tables");
    }
    return true;
}

static cw_vec3 read_point(reader *input, uint8_t offset) {
    static const double OFFSETS[] = {0, 0.5, 0.25, 1.0 / 3};
    uint8_t at = read_byte(input);
    return (cw_vec3){(at & 15) + OFFSETS[offset & 3], (at >> 4) + OFFSETS[offset >> 2 & 3], 0};
}

/// Adds an agent, if it can stand where it should.
static void read_agent(const place *p, reader *input, cw_crowd *crowd) {
    static const double RADII[] = {0.05, 0.2, 0.25, 0.35355339059327379, 0.5, 0.7, 1, 1.5};
    static const double SPEEDS[] = {0.5, 1.34, 3, 10};
    uint8_t offsets = read_byte(input), size = read_byte(input), manner = read_byte(input);
    cw_agent_config config = cw_agent_config_default();
    config.position = read_point(input, offsets);
    cw_vec3 point = read_point(input, offsets >> 4);
    config.radius = RADII[size & 7];
    config.speed = SPEEDS[size >> 3 & 3];
    config.model = (cw_model)(manner & 3);
    config.goal_rule = (cw_goal_rule)((manner >> 2 & 3) % 3);
    config.at_end = (cw_at_end)(manner >> 4 & 1);
    config.time_gap = manner >> 5 & 1 ? 0.5 : 0;
    config.spread = manner >> 6 & 1 ? 0.5 : 0;
    uint32_t target = 0;
    cw_crowd_target aim = {CW_TARGET_POINT, &point, 1, 0.3};
    cw_crowd_goal goal = {&target, 1, 0};
    bool led = (manner >> 7) || cw_crowd_add_target(crowd, &aim, &target) != CW_OK;
    if (!led && cw_crowd_add_journey(crowd, &goal, 1, &config.journey) != CW_OK) {
        stop(p, "journey");
    }
    cw_agent agent;
    cw_status status = CW_ERROR_INPUT;
    if (cw_crowd_has_room(crowd, config.position, config.radius)) {
        status = cw_crowd_add(crowd, &config, &agent);
    }
    if (status == CW_OK && led) {
        cw_crowd_set_velocity(crowd, agent,
                              (cw_vec2){point.x - config.position.x, point.y - config.position.y});
    }
    if (status != CW_OK && status != CW_ERROR_INPUT) {
        stop(p, "agent");
    }
}

/// Lets a crowd walk, and gives its hash.
static uint64_t walk(const place *p, reader input, uint8_t choice) {
    static const double STEP[] = {0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.05};
    cw_crowd_config config = cw_crowd_config_default();
    config.max_substep = 0.2;
    config.side = (cw_crowd_side)((choice >> 5 & 3) % 3);
    cw_crowd *crowd;
    if (cw_crowd_create(p->context, &p->clearance, &config, &crowd) != CW_OK) {
        stop(p, "crowd");
    }
    for (int i = 0; i < MOST_AGENTS && input.at < input.size; i++) {
        read_agent(p, &input, crowd);
        if (cw_crowd_step(crowd, 0.001) != CW_OK) { // so that the next one sees it
            stop(p, "first step");
        }
    }
    for (int i = 0; i < STEPS; i++) {
        if (cw_crowd_step(crowd, STEP[choice >> 2 & 7]) != CW_OK) {
            stop(p, "step");
        }
        if (cw_crowd_validate(p->context, crowd, false) != CW_OK) {
            stop(p, "guarantee");
        }
    }
    uint64_t hash = cw_crowd_hash(crowd);
    cw_crowd_free(crowd);
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    place p = {0};
    if (cw_context_create(NULL, &p.context) != CW_OK) {
        return 0;
    }
    reader input = {.data = data, .size = size};
    uint8_t relaxation = read_byte(&input), choice = read_byte(&input);
    read_plan(&p, &input, choice & 3);
    if (make_tables(&p, relaxation) && walk(&p, input, choice) != walk(&p, input, choice)) {
        stop(&p, "the same crowd walked differently");
    }
    cw_clearance_free(p.context, &p.clearance);
    cw_navmesh_free(p.context, &p.mesh);
    cw_surface_free(p.context, &p.surface);
    cw_plan_free(p.context, &p.plan);
    cw_context_free(p.context);
    return 0;
}
