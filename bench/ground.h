/// A scene with everything that questions need: mesh, clearance tables, query object.
#ifndef CW_BENCH_GROUND_H
#define CW_BENCH_GROUND_H

#include "measure.h"

/// Which scene: a family at about so many vertices, or square rooms, or caves, or the office for
/// none of these.
typedef struct cw_bench_scene {
    cw_scene_family family;
    uint32_t vertices;
    uint32_t square_rooms; ///< so many along a side
    uint32_t caves;        ///< of so many cells along a side
} cw_bench_scene;

typedef struct cw_bench_ground {
    cw_context *context;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_query *query;
} cw_bench_ground;

/// "office", "square rooms", "caves", or the name of the family.
const char *cw_bench_scene_name(const cw_bench_scene *scene);

/// Makes the plan of a scene, seed 1.
cw_status cw_bench_scene_plan(cw_context *context, const cw_bench_scene *scene, cw_plan *plan);

/// Makes the mesh of a scene at the default effort, seed 1.
cw_status cw_bench_scene_build(cw_context *context, const cw_bench_scene *scene, cw_navmesh *mesh);

/// Makes all of it; to be freed also after a failure.
cw_status cw_bench_ground_open(cw_context *context, const cw_bench_scene *scene,
                               cw_bench_ground *ground);
/// Makes all of it on a mesh, which the ground takes over, also after a failure.
cw_status cw_bench_ground_take(cw_context *context, cw_navmesh *mesh, cw_bench_ground *ground);
void cw_bench_ground_free(cw_bench_ground *ground);

#endif
