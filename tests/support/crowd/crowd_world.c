#include "crowd_world.h"
#include "check.h"

static void must(const crowd_world *world, cw_status status) {
    if (status != CW_OK) {
        fail_msg("%s: %s", cw_status_string(status), cw_context_message(world->context));
    }
}

void crowd_rectangle(crowd_world *world, cw_ring_kind kind, double left, double bottom,
                     double right, double top) {
    const cw_vec2 ring[] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    must(world, cw_plan_add(world->context, &world->plan, kind, 0, ring, 4));
}

void crowd_build(crowd_world *world, const cw_crowd_config *config) {
    must(world, cw_surface_from_plan(world->context, &world->plan, NULL, &world->surface));
    must(world, cw_navmesh_build(world->context, &world->surface, NULL, &world->mesh));
    must(world, cw_clearance_build(world->context, &world->mesh, &world->clearance));
    must(world, cw_crowd_create(world->context, &world->clearance, config, &world->crowd));
}

void crowd_boxes(crowd_world *world, cw_context *context, const cw_crowd_config *config,
                 size_t floors, const double (*boxes)[4], size_t count) {
    *world = (crowd_world){.context = context};
    for (size_t i = 0; i < count; i++) {
        crowd_rectangle(world, i < floors ? CW_RING_OUTER : CW_RING_OBSTACLE, boxes[i][0],
                        boxes[i][1], boxes[i][2], boxes[i][3]);
    }
    crowd_build(world, config);
}

void crowd_free(crowd_world *world) {
    cw_crowd_free(world->crowd);
    cw_clearance_free(world->context, &world->clearance);
    cw_navmesh_free(world->context, &world->mesh);
    cw_surface_free(world->context, &world->surface);
    cw_plan_free(world->context, &world->plan);
    world->crowd = NULL;
}

void crowd_two_rooms(crowd_world *world, double door, cw_vec2 shift) {
    double x = shift.x, y = shift.y;
    crowd_rectangle(world, CW_RING_OUTER, x, y, x + 20.25, y + 10);
    crowd_rectangle(world, CW_RING_OBSTACLE, x + 10, y - 1, x + 10.25, y + 5 - door / 2);
    crowd_rectangle(world, CW_RING_OBSTACLE, x + 10, y + 5 + door / 2, x + 10.25, y + 11);
}

void crowd_pillars(crowd_world *world) {
    crowd_rectangle(world, CW_RING_OUTER, 0, 0, 30, 16);
    for (int i = 0; i < 18; i++) {
        cw_vec2 ring[24];
        double x = 6 + 3.5 * (i % 6), y = 4 + 4 * (i / 6) + (i % 2) * 0.5;
        for (int k = 0; k < 24; k++) {
            ring[k] = (cw_vec2){x + 0.8 * cos(k * 0.2617993878), y + 0.8 * sin(k * 0.2617993878)};
        }
        must(world, cw_plan_add(world->context, &world->plan, CW_RING_OBSTACLE, 0, ring, 24));
    }
}

static uint32_t journey_to(crowd_world *world, const cw_crowd_target *target) {
    uint32_t index, journey;
    must(world, cw_crowd_add_target(world->crowd, target, &index));
    cw_crowd_goal goal = {&index, 1, 0};
    must(world, cw_crowd_add_journey(world->crowd, &goal, 1, &journey));
    return journey;
}

uint32_t crowd_journey_to_point(crowd_world *world, double x, double y, double radius) {
    cw_vec3 point = {x, y, 0};
    return journey_to(world, &(cw_crowd_target){CW_TARGET_POINT, &point, 1, radius});
}

uint32_t crowd_journey_over(crowd_world *world, cw_vec2 from, cw_vec2 to) {
    cw_vec3 ends[] = {{from.x, from.y, 0}, {to.x, to.y, 0}};
    return journey_to(world, &(cw_crowd_target){CW_TARGET_SEGMENT, ends, 2, 0});
}

uint32_t crowd_journey_into(crowd_world *world, double left, double bottom, double right,
                            double top) {
    cw_vec3 ring[] = {{left, bottom, 0}, {right, bottom, 0}, {right, top, 0}, {left, top, 0}};
    return journey_to(world, &(cw_crowd_target){CW_TARGET_REGION, ring, 4, 0});
}

cw_crowd_agents crowd_view(cw_crowd *crowd) {
    cw_crowd_agents view;
    cw_crowd_view(crowd, &view);
    return view;
}

cw_agent crowd_add(crowd_world *world, const cw_agent_config *config, double x, double y) {
    cw_agent_config own = *config;
    cw_agent agent;
    own.position = (cw_vec3){x, y, 0};
    must(world, cw_crowd_add(world->crowd, &own, &agent));
    return agent;
}

uint32_t crowd_fill(crowd_world *world, const cw_agent_config *config, double left, double bottom,
                    double right, double top, double spacing, uint32_t count) {
    uint32_t added = 0;
    for (double y = bottom; y <= top && added < count; y += spacing) {
        for (double x = left; x <= right && added < count; x += spacing) {
            cw_agent_config own = *config;
            cw_agent agent;
            own.position = (cw_vec3){x, y, 0};
            added += cw_crowd_add(world->crowd, &own, &agent) == CW_OK;
        }
    }
    return added;
}

uint64_t crowd_seed = 88172645463325252u;

double crowd_draw(double from, double to) {
    crowd_seed ^= crowd_seed << 13;
    crowd_seed ^= crowd_seed >> 7;
    crowd_seed ^= crowd_seed << 17;
    return from + (to - from) * (double)(crowd_seed >> 11) * 0x1p-53;
}

uint32_t crowd_run(crowd_world *world, double dt, double seconds, bool overlaps) {
    uint32_t arrived = 0;
    cw_crowd_agents view = crowd_view(world->crowd);
    while (view.count > 0 && cw_crowd_time(world->crowd) < seconds) {
        must(world, cw_crowd_step(world->crowd, dt));
        cw_status status = cw_crowd_validate(world->context, world->crowd, overlaps);
        if (status != CW_OK) {
            fail_msg("after %g s: %s", cw_crowd_time(world->crowd),
                     cw_context_message(world->context));
        }
        uint32_t count;
        const cw_crowd_event *events = cw_crowd_events(world->crowd, &count);
        for (uint32_t i = 0; i < count; i++) {
            arrived += events[i].kind == CW_EVENT_ARRIVED;
        }
        cw_crowd_view(world->crowd, &view);
    }
    return arrived;
}
