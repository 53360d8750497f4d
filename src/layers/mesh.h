/// The triangles of one layer.
#ifndef CW_LAYERS_MESH_H
#define CW_LAYERS_MESH_H

#include "layers/outline.h"

/// A triangulated layer. Corners are vertices of its own; sides on a seam have no twin yet.
typedef struct cw_layer_mesh {
    uint32_t vertex_count, triangle_count;
    cw_point *places;  ///< per vertex
    uint32_t *corners; ///< 3 per triangle
    uint32_t *twins;   ///< per corner, or CW_NONE
    double *heights;   ///< per corner, in steps
} cw_layer_mesh;

/// A layer while it is triangulated.
typedef struct cw_layer_work {
    cw_context *context;
    const cw_outline *outline;
    uint32_t layer;
    const uint32_t *chains; ///< that it is bounded by
    uint32_t chain_count;
    const uint32_t *samples; ///< that it consists of
    uint32_t sample_count;
    int32_t *grid;          ///< heights of samples that are to be met, by rows
    int64_t left, low;      ///< column and row of the first
    uint32_t width, height; ///< of the grid
    cw_arrangement laid;
    CW_ARRAY(cw_point) points;
    CW_ARRAY(uint32_t) segments; ///< per point: the segment that starts there, or CW_NONE
    CW_ARRAY(uint32_t) vertex_of;
    CW_ARRAY(uint8_t) inside;   ///< per triangle
    CW_ARRAY(double) heights;   ///< per corner
    CW_ARRAY(int32_t) vertex_z; ///< per vertex that is no point of an outline
    CW_ARRAY(uint32_t) stack;
    CW_ARRAY(uint32_t) checked; ///< corners of triangles that were good when they were looked at
    uint32_t outline_vertices;
} cw_layer_work;

/// A labelled half-edge: which segment it is, and from which side it is seen.
typedef struct cw_segment_side {
    uint32_t segment; ///< a point of the outline, and the next one
    bool left;
} cw_segment_side;

cw_segment_side cw_layer_side(const cw_layer_work *work, uint32_t half_edge);

/// Which chain a segment belongs to.
const cw_chain *cw_segment_chain(const cw_outline *outline, uint32_t segment);

/// Tells inside from outside, and the heights of all corners (mesh.c).
cw_status cw_layer_tell(cw_layer_work *work);

/// Inserts samples where heights are off (heights.c).
cw_status cw_layer_refine(cw_layer_work *work);

/// Triangulates a layer (triangulate.c). halves[2 s] and halves[2 s + 1] receive the half-edges of
/// the mesh on the left and on the right of each segment s that bounds it. `given` has the layer,
/// its chains and its samples.
cw_status cw_layer_triangulate(const cw_layer_work *given, uint32_t *halves, cw_layer_mesh *mesh);
void cw_layer_mesh_free(cw_context *context, cw_layer_mesh *mesh);

#endif
