/// The crowd of the studio with the native library: the same people, the same steps, the hash of
/// the state. Follows gather() of web/studio/src/worker.ts.
///
///   crowd_native MESH COUNT STEPS GOAL_X GOAL_Y
#include "clearway/clearway.h"
#include "clearway/io.h"

#include <stdio.h>
#include <stdlib.h>

enum { TRIES = 20 };
static const double step_seconds = 0.05;

static double share(uint64_t seed, int bits) {
    return (double)(seed >> bits & 0xffff) / 0x10000;
}

static void gather(cw_crowd *crowd, cw_query *query, cw_vec3 goal, int count) {
    uint32_t target, journey;
    cw_crowd_target place = {CW_TARGET_POINT, &goal, 1, 1};
    cw_crowd_add_target(crowd, &place, &target);
    cw_crowd_goal stop = {&target, 1, 0};
    cw_crowd_add_journey(crowd, &stop, 1, &journey);
    uint64_t seed = 1;
    for (int i = 0; i < count; i++) {
        cw_agent_config agent = cw_agent_config_default();
        agent.radius = 0.15 + (0.32 - 0.15) * share(seed, 20);
        agent.speed = 0.9 + (1.6 - 0.9) * share(seed, 40);
        agent.journey = journey;
        for (int attempt = 0; attempt < TRIES; attempt++) {
            cw_agent made;
            bool reachable;
            cw_query_random(query, &seed, agent.radius, &agent.position);
            if (cw_crowd_has_room(crowd, agent.position, agent.radius) &&
                cw_query_reachable(query, agent.position, goal, agent.radius, &reachable) ==
                    CW_OK &&
                reachable) {
                cw_crowd_add(crowd, &agent, &made);
                break;
            }
        }
    }
}

int main(int count, char **words) {
    cw_context *context;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_query *query;
    cw_crowd *crowd;
    if (count != 6 || cw_context_create(NULL, &context) != CW_OK ||
        cw_navmesh_read(context, words[1], &mesh) != CW_OK ||
        cw_clearance_build(context, &mesh, &clearance) != CW_OK ||
        cw_query_create(context, &clearance, &query) != CW_OK ||
        cw_crowd_create(context, &clearance, NULL, &crowd) != CW_OK) {
        return 1;
    }
    gather(crowd, query, (cw_vec3){atof(words[4]), atof(words[5]), 0}, atoi(words[2]));
    cw_crowd_agents agents;
    cw_crowd_view(crowd, &agents);
    uint32_t gathered = agents.count;
    for (int i = 0; i < atoi(words[3]); i++) {
        if (cw_crowd_step(crowd, step_seconds) != CW_OK) {
            return 1;
        }
    }
    printf("%u %016llx\n", gathered, (unsigned long long)cw_crowd_hash(crowd));
    cw_crowd_free(crowd);
    cw_query_free(query);
    cw_clearance_free(context, &clearance);
    cw_navmesh_free(context, &mesh);
    cw_context_free(context);
    return 0;
}
