/// \file layers.h
/// The walkable surface of a 3D scene by sampling: columns at pixel centres, layers, outlines. For
/// scans of many millions of faces, for soups of cracks, or when a bounded cost matters more than
/// the last millimetre; cw_surface_from_scene() is the exact way.
#ifndef CLEARWAY_LAYERS_H
#define CLEARWAY_LAYERS_H

#include "clearway/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Scenes with more triangles are better sampled: the exact way would take minutes and gigabytes.
#define CW_SCENE_EXACT_LIMIT 5000000u

/// Most columns of a sampled scene: width times length over the square of the pixel. A floor over
/// so many takes about 8 GB.
#define CW_LAYERS_COLUMN_LIMIT 100000000u

/// How a scene is sampled. Start from cw_layers_config_default().
typedef struct cw_layers_config {
    double pixel; ///< side of a pixel, metres, 0.001 to 100
    /// How far the simplified border may leave the corners of the pixels, in pixels, 0 to 4.
    double pixel_error;
    /// How far heights between samples may be off, metres, 0.001 to 100. Jumps of twice that are
    /// kept as steps.
    double height_error;
    bool snap; ///< move walls to edges of the scene that are within a pixel
    /// One floor only: what the seeds of the extraction reach, one sample per column, the one that
    /// is reached first. Without seeds the highest below `ceiling`.
    bool single;
    double ceiling; ///< metres; only for a single floor without seeds
} cw_layers_config;

/// Pixels of 0.1 m, borders within a pixel, heights within 0.05 m, no snapping, all floors, no
/// ceiling.
CW_API cw_layers_config cw_layers_config_default(void);

/// A place where one can stand: the middle of a pixel.
typedef struct cw_sample {
    int32_t z;              ///< height in steps of the lattice above `origin_z`
    float slope_x, slope_y; ///< of the face there; 0 on small rises
    uint32_t column;        ///< row * width + column
    /// Samples that one can walk to over its low, right, high and left side, or CW_NONE.
    uint32_t next[4];
    uint32_t layer; ///< its layer, or CW_NONE where it was dropped
    uint32_t flags; ///< for the library
} cw_sample;

/// Two ends of an edge of the scene that walls may be moved to, in steps of the lattice.
typedef struct cw_rim {
    int32_t x[2], y[2], z[2];
} cw_rim;

/// A sampled scene: columns in rows, the samples of a column from low to high, and layers: sets of
/// samples, at most one per column, joined by walking.
typedef struct cw_layers {
    cw_lattice lattice;
    double origin_z;        ///< metres
    uint32_t pixel;         ///< side of a pixel in steps, even
    int64_t x, y;           ///< lower corner of the first column, in steps
    uint32_t width, height; ///< columns along x, rows along y
    uint32_t *column_first; ///< width * height + 1 offsets into `samples`
    cw_sample *samples;
    uint32_t sample_count;
    uint32_t layer_count;
    uint32_t *layer_samples; ///< samples per layer
    cw_rim *rims;            ///< only where snapping was asked for
    uint32_t rim_count, rim_capacity;
} cw_layers;

/// Samples a scene: columns, the rules of walking for each, links between neighbours that no wall
/// bars, layers by one flood in fixed order. Neither the order of the triangles nor the number of
/// workers changes the result. Configs and `report` may be NULL. CW_ERROR_INPUT when nothing
/// walkable is left, CW_ERROR_LIMIT when there would be too many columns.
CW_API cw_status cw_layers_from_scene(cw_context *context, const cw_scene *scene,
                                      const cw_extraction_config *extraction,
                                      const cw_layers_config *config, cw_layers *layers,
                                      cw_extraction_report *report);

/// Makes the surface of a sampled scene: outlines, simplified once for both sides, heights between
/// them, neighbours across seams. Layers leave no trace in it. Uses the same configs.
CW_API cw_status cw_surface_from_layers(cw_context *context, cw_layers *layers,
                                        const cw_extraction_config *extraction,
                                        const cw_layers_config *config, cw_surface *surface,
                                        cw_extraction_report *report);

/// Both in a row.
CW_API cw_status cw_surface_sample_scene(cw_context *context, const cw_scene *scene,
                                         const cw_extraction_config *extraction,
                                         const cw_layers_config *config, cw_surface *surface,
                                         cw_extraction_report *report);

/// Checks every promise made in the comments of cw_layers, without any of the builder's code:
/// columns in order, samples a walker's height apart, links to neighbours and at most a step high,
/// one sample per column and layer. CW_ERROR_INVALID with the reason where one is broken.
CW_API cw_status cw_layers_validate(cw_context *context, const cw_layers *layers, double height,
                                    double step);

/// Frees layers; safe on a zeroed struct and safe twice.
CW_API void cw_layers_free(cw_context *context, cw_layers *layers);

#ifdef __cplusplus
}
#endif

#endif
