/// What tests of the extraction do with each scene.
#ifndef CW_TESTS_SCENE_CHECKS_H
#define CW_TESTS_SCENE_CHECKS_H

#include "scene_oracle.h"
#include "scenes.h"

/// No bridges, no islands dropped: what the oracles define.
cw_extraction_config strict_config(void);

/// Adds a triangle, a quad, or a level rectangle from its low corner.
void scene_triangle(cw_scene *scene, cw_vec3 a, cw_vec3 b, cw_vec3 c);
void scene_quad(cw_scene *scene, cw_vec3 a, cw_vec3 b, cw_vec3 c, cw_vec3 d);
void scene_floor(cw_scene *scene, double x, double y, double width, double depth, double z);
/// Puts the faces in another order, with other first corners.
void scene_shuffle(cw_scene *scene, uint64_t seed);

/// Extracts a scene and validates the surface and the mesh of cells built on it. Returns the number
/// of cells.
uint32_t extract_and_validate(const cw_scene *scene, const cw_extraction_config *config,
                              cw_surface *surface, cw_extraction_report *report);

/// Both oracles; ends the test where they disagree with the surface.
void assert_as_defined(const cw_scene *scene, const cw_extraction_config *config,
                       const cw_surface *surface, uint32_t lines, uint32_t steps);

/// How often walls run around floors or holes.
uint32_t count_borders(const cw_surface *surface);

/// Reads the vertices and faces of a Wavefront file with y up. False when there is no such file.
bool read_level(const char *path, double scale, cw_scene *scene);

#endif
