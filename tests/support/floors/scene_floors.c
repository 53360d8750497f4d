#include "scene_floors.h"
#include "check.h"
#include "made.h"

cw_surface configured_surface(cw_context *context, const cw_scene_config *scene) {
    cw_plan plan = plan_of_scene(context, scene);
    cw_surface surface = surface_of_plan(context, &plan);
    cw_plan_free(context, &plan);
    return surface;
}

cw_navmesh configured_mesh(cw_context *context, const cw_scene_config *scene,
                           const cw_navmesh_config *build) {
    cw_surface surface = configured_surface(context, scene);
    cw_navmesh mesh = mesh_of_surface(context, &surface, build);
    cw_surface_free(context, &surface);
    return mesh;
}

static cw_scene_config scene_of(cw_scene_family family, uint32_t vertices) {
    cw_scene_config config = cw_scene_config_default();
    config.family = family;
    config.vertices = vertices;
    return config;
}

cw_surface scene_surface(cw_context *context, cw_scene_family family, uint32_t vertices) {
    cw_scene_config config = scene_of(family, vertices);
    return configured_surface(context, &config);
}

cw_navmesh scene_mesh(cw_context *context, cw_scene_family family, uint32_t vertices) {
    cw_scene_config config = scene_of(family, vertices);
    return configured_mesh(context, &config, NULL);
}
