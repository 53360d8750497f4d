/// Scenes with mesh, tables and query object.
#include "ground.h"

const char *cw_bench_scene_name(const cw_bench_scene *scene) {
    return scene->square_rooms > 0 ? "square rooms"
           : scene->caves > 0      ? "caves"
           : scene->vertices == 0  ? "office"
                                   : cw_scene_family_name(scene->family);
}

cw_status cw_bench_scene_plan(cw_context *context, const cw_bench_scene *scene, cw_plan *plan) {
    cw_scene_config config = cw_scene_config_default();
    config.family = scene->family;
    config.vertices = scene->vertices;
    if (scene->square_rooms > 0) {
        return cw_scene_square_rooms(context, scene->square_rooms, config.seed, plan);
    }
    if (scene->caves > 0) {
        return cw_scene_caves(context, scene->caves, scene->caves, config.seed, plan);
    }
    return scene->vertices == 0 ? cw_scene_office(context, plan)
                                : cw_scene_make(context, &config, plan);
}

cw_status cw_bench_scene_build(cw_context *context, const cw_bench_scene *scene, cw_navmesh *mesh) {
    cw_plan plan = {0};
    cw_status status = cw_bench_scene_plan(context, scene, &plan);
    cw_bench_result result = {0};
    if (status == CW_OK) {
        status = cw_bench_measure(context, &plan, NULL, 0, 1, &result, mesh);
    }
    cw_plan_free(context, &plan);
    return status;
}

cw_status cw_bench_ground_take(cw_context *context, cw_navmesh *mesh, cw_bench_ground *ground) {
    *ground = (cw_bench_ground){.context = context, .mesh = *mesh};
    *mesh = (cw_navmesh){0};
    cw_status status = cw_clearance_build(context, &ground->mesh, &ground->clearance);
    if (status == CW_OK) {
        status = cw_query_create(context, &ground->clearance, &ground->query);
    }
    return status;
}

cw_status cw_bench_ground_open(cw_context *context, const cw_bench_scene *scene,
                               cw_bench_ground *ground) {
    *ground = (cw_bench_ground){.context = context};
    cw_navmesh mesh = {0};
    cw_status status = cw_bench_scene_build(context, scene, &mesh);
    return status == CW_OK ? cw_bench_ground_take(context, &mesh, ground) : status;
}

void cw_bench_ground_free(cw_bench_ground *ground) {
    cw_query_free(ground->query);
    cw_clearance_free(ground->context, &ground->clearance);
    cw_navmesh_free(ground->context, &ground->mesh);
    *ground = (cw_bench_ground){0};
}
