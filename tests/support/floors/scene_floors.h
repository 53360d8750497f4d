/// Surfaces and meshes of scenes; what fails fails the running test.
#ifndef CW_TESTS_SCENE_FLOORS_H
#define CW_TESTS_SCENE_FLOORS_H

#include "scenes.h"

/// Of a scene of a family with about that many vertices, seed 1; to be freed by the caller.
cw_surface scene_surface(cw_context *context, cw_scene_family family, uint32_t vertices);
cw_navmesh scene_mesh(cw_context *context, cw_scene_family family, uint32_t vertices);

/// Of any scene; `build` may be NULL.
cw_surface configured_surface(cw_context *context, const cw_scene_config *scene);
cw_navmesh configured_mesh(cw_context *context, const cw_scene_config *scene,
                           const cw_navmesh_config *build);

#endif
