/// Fuzzes the readers of scenarios and trajectories. The first byte chooses (0 a scenario, 1 a
/// trajectory as CSV, 2 one as PedPy text, by its remainder), the rest is the text. Whatever the
/// text, the reader says why it refuses it, or gives what can be used: a small scenario with a plan
/// in it runs for some frames, and a trajectory has finite points of agents that are there.
#include "clearway/io.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Scenarios beyond this are read, but not run: agents and points; frames that are run.
enum { MOST_AGENTS = 20, MOST_POINTS = 200, FRAMES = 4 };
/// Seconds of a step, at least, and metres of a plan, at most, for which they are run.
static const double STEP_LOW = 0.02, SIZE_HIGH = 1000;

static void require(bool condition) {
    if (!condition) {
        abort();
    }
}

static void check_message(const cw_context *context, cw_status status) {
    require(strncmp(cw_context_message(context), "fuzz.", 5) == 0);
    require(status != CW_ERROR_INTERNAL && status != CW_ERROR_ARGUMENT);
}

static void run_frames(cw_context *context, const cw_scenario *scenario,
                       const cw_clearance *clearance) {
    cw_simulation *simulation = NULL;
    cw_status status = cw_simulation_create(context, scenario, clearance, &simulation);
    require(status == CW_OK || status == CW_ERROR_INPUT);
    bool done = status != CW_OK;
    for (int i = 0; i < FRAMES && !done; i++) {
        cw_frame frame;
        require(cw_simulation_next(simulation, &frame, &done) == CW_OK);
        for (uint32_t k = 0; k < frame.count; k++) {
            require(isfinite(frame.points[k].position.x + frame.points[k].position.y));
        }
    }
    cw_simulation_free(simulation);
}

static void run_in_plan(cw_context *context, const cw_scenario *scenario, const char *wkt) {
    cw_plan plan = {0};
    cw_surface surface = {0};
    cw_navmesh mesh = {0};
    cw_clearance clearance = {0};
    cw_status status = cw_plan_parse(context, CW_FILE_WKT, "fuzz", wkt, strlen(wkt), &plan);
    bool small = status == CW_OK && plan.point_count <= MOST_POINTS;
    for (uint32_t i = 0; small && i < plan.point_count; i++) {
        small = fabs(plan.points[i].x) <= SIZE_HIGH && fabs(plan.points[i].y) <= SIZE_HIGH;
    }
    if (small && cw_surface_from_plan(context, &plan, NULL, &surface) == CW_OK &&
        cw_navmesh_build(context, &surface, NULL, &mesh) == CW_OK &&
        cw_clearance_build(context, &mesh, &clearance) == CW_OK) {
        run_frames(context, scenario, &clearance);
    }
    cw_clearance_free(context, &clearance);
    cw_navmesh_free(context, &mesh);
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
}

static void try_scenario(cw_context *context, const char *text, size_t size) {
    cw_scenario scenario;
    cw_scenario_place place;
    cw_status status = cw_scenario_parse(context, "fuzz.json", text, size, &scenario, &place);
    if (status != CW_OK) {
        check_message(context, status);
        require(scenario.groups == NULL && place.wkt == NULL && place.path == NULL);
        return;
    }
    uint64_t agents = 0;
    for (uint32_t i = 0; i < scenario.group_count; i++) {
        agents += scenario.groups[i].count;
    }
    require(cw_scenario_check(context, &scenario) == CW_OK);
    bool small = agents <= MOST_AGENTS && scenario.point_count <= MOST_POINTS;
    if (small && place.wkt != NULL && scenario.step >= STEP_LOW && scenario.fps >= 1 &&
        scenario.crowd.max_substep >= STEP_LOW) {
        run_in_plan(context, &scenario, place.wkt);
    }
    cw_scenario_free(context, &scenario);
    cw_scenario_place_free(context, &place);
}

static void try_trajectory(cw_context *context, const char *name, const char *text, size_t size) {
    cw_trajectory run;
    char *wkt;
    cw_status status = cw_trajectory_parse(context, name, text, size, &run, &wkt);
    if (status != CW_OK) {
        check_message(context, status);
        require(run.points == NULL && wkt == NULL);
        return;
    }
    require(run.fps > 0);
    require(run.frame_count == 0 || run.frame_first[run.frame_count] == run.point_count);
    for (uint32_t i = 0; i < run.point_count; i++) {
        require(run.points[i].agent < run.agent_count);
        require(isfinite(run.points[i].position.x + run.points[i].position.y));
        require(run.agents[run.points[i].agent].group < run.groups.count);
    }
    cw_trajectory_free(context, &run);
    if (wkt != NULL) {
        cw_context_release(context, wkt, strlen(wkt) + 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cw_context *context;
    if (size == 0 || cw_context_create(NULL, &context) != CW_OK) {
        return 0;
    }
    const char *text = (const char *)data + 1;
    switch (data[0] % 3) {
    case 0: try_scenario(context, text, size - 1); break;
    case 1: try_trajectory(context, "fuzz.csv", text, size - 1); break;
    default: try_trajectory(context, "fuzz.txt", text, size - 1); break;
    }
    cw_context_free(context);
    return 0;
}
