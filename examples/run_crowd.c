/// A crowd of forty leaves a room through a door of one metre.
///
///   cc run_crowd.c $(pkg-config --cflags --libs clearway) && ./a.out
#include <clearway/clearway.h>

#include <stdio.h>

static const cw_vec2 FLOOR[] = {{0, 0},    {8, 0},   {8, 3.5}, {12, 3.5},
                                {12, 4.5}, {8, 4.5}, {8, 8},   {0, 8}};

static bool add_people(cw_crowd *crowd) {
    const cw_vec3 exit[] = {{12, 3.5, 0}, {12, 4.5, 0}};
    cw_crowd_target target = {CW_TARGET_SEGMENT, exit, 2, 0};
    cw_agent_config person = cw_agent_config_default();
    uint32_t index;
    if (cw_crowd_add_target(crowd, &target, &index) != CW_OK ||
        cw_crowd_add_journey(crowd, &(cw_crowd_goal){&index, 1, 0}, 1, &person.journey) != CW_OK) {
        return false;
    }
    for (int i = 0; i < 40; i++) {
        cw_agent agent;
        person.position = (cw_vec3){1 + 0.75 * (i % 8), 1 + 1.25 * (i / 8), 0};
        if (cw_crowd_add(crowd, &person, &agent) != CW_OK) {
            return false;
        }
    }
    return true;
}

int main(void) {
    cw_context *context;
    if (cw_context_create(NULL, &context) != CW_OK) {
        return 1;
    }
    cw_plan plan = {0};
    cw_surface surface = {0};
    cw_navmesh mesh = {0};
    cw_clearance clearance = {0};
    cw_crowd *crowd = NULL;
    cw_crowd_agents agents = {.count = 1};
    bool made = cw_plan_add(context, &plan, CW_RING_OUTER, 0, FLOOR, 8) == CW_OK &&
                cw_surface_from_plan(context, &plan, NULL, &surface) == CW_OK &&
                cw_navmesh_build(context, &surface, NULL, &mesh) == CW_OK &&
                cw_clearance_build(context, &mesh, &clearance) == CW_OK &&
                cw_crowd_create(context, &clearance, NULL, &crowd) == CW_OK && add_people(crowd);
    while (made && agents.count > 0 && cw_crowd_step(crowd, 1) == CW_OK) {
        cw_crowd_view(crowd, &agents);
        printf("%2.0f s: %u inside\n", agents.time, agents.count);
    }
    cw_crowd_free(crowd);
    cw_clearance_free(context, &clearance);
    cw_navmesh_free(context, &mesh);
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
    cw_context_free(context);
    return made ? 0 : 1;
}
