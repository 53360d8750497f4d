/// What the parts of the benchmark `roadmap` share.
#ifndef CW_BENCH_GROUND_MAP_H
#define CW_BENCH_GROUND_MAP_H

#include "measure.h"

/// A plan with all that is made of it, up to its roadmap.
typedef struct cw_ground_map {
    cw_context *context;
    cw_surface surface;
    cw_skeleton skeleton;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_roadmap roadmap;
} cw_ground_map;

/// Builds all of it with caps as `clearway roadmap` has them; free it in any case.
cw_status cw_ground_map_build(cw_context *context, const cw_plan *plan,
                              const cw_roadmap_config *config, cw_ground_map *map);
void cw_ground_map_free(cw_ground_map *map);

/// The experiment of the paper: a town with a thousand people.
cw_status cw_bench_roadmap_town(cw_bench_report *report, cw_context *context);

#endif
