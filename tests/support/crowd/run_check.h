/// Checks a run frame by frame, by brute force and without any code of the crowd: no disc in a wall
/// of the plan or in another, none outside, nobody faster than its maximum.
#ifndef CW_TESTS_RUN_CHECK_H
#define CW_TESTS_RUN_CHECK_H

#include "clearway/clearway.h"

/// A place and a scenario in it, made in code.
typedef struct run_world {
    cw_context *context;
    cw_plan plan;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_scenario scenario;
} run_world;

/// A rectangle with `hole_count` rectangles cut out, each {x0, y0, x1, y1}; the first is the floor.
void run_world_make(run_world *world, cw_context *context, const double (*boxes)[4],
                    uint32_t box_count);
/// Reads a scenario file with its place; the floor is taken from the mesh.
void run_world_open(run_world *world, cw_context *context, const char *path);
void run_world_free(run_world *world);
#define run_world_drop run_world_free

/// Adds a rectangle as a region and gives its number.
uint32_t run_world_region(run_world *world, const char *name, double x0, double y0, double x1,
                          double y1);

/// Runs the scenario to its end and checks every frame; `trajectory` (may be NULL) receives it.
/// Returns what the metrics say; arrays in it are gone.
cw_metrics_summary run_world_run(run_world *world, cw_trajectory *trajectory);

/// Checks one frame against the one before (may be NULL) as above.
void run_check_frame(const cw_plan *plan, const cw_frame *frame, const cw_frame *before,
                     const cw_track_agent *agents, double fps, bool overlaps);

#endif
