/// Outlines of layers: chains of pixel corners, what becomes of them, and the segments that are
/// triangulated.
#ifndef CW_LAYERS_OUTLINE_H
#define CW_LAYERS_OUTLINE_H

#include "layers/sampling.h"

/// A corner of a pixel on a chain, and the side of a pixel from it to the next.
typedef struct cw_outline_node {
    uint32_t i, j;       ///< the corner is the lower left one of this column and row
    uint32_t sample;     ///< left of the side
    uint32_t opposite;   ///< right of it, or CW_NONE
    uint8_t side;        ///< which side of `sample`
    bool kept;           ///< still on the chain
    int32_t left, right; ///< heights on both sides
    uint32_t same;       ///< the next node that is the same vertex, in a ring; often itself
    cw_point place;      ///< where it is now, in steps
} cw_outline_node;

/// What a chain is.
typedef enum cw_chain_kind {
    CW_CHAIN_WALL = 0, ///< nothing passes
    CW_CHAIN_JUMP,     ///< a step inside a layer
    /// Two layers meet. Kinds of sides go on from here with three times the number of the other
    /// layer, one more where a wall is between them, and two more where two chains run along the
    /// same sides.
    CW_CHAIN_SEAM,
} cw_chain_kind;

/// A stretch of outline between two junctions, or a loop. The last node of a loop is its first one
/// again.
typedef struct cw_chain {
    uint32_t first, count; ///< in `nodes`, both ends included
    uint32_t left, right;  ///< layers; right is CW_NONE where nothing is
    cw_chain_kind kind;
    bool loop;                         ///< ends where it starts
    bool round;                        ///< and no junction is there
    uint32_t first_point, point_count; ///< in `points`
} cw_chain;

/// A vertex of the simplified outline.
typedef struct cw_outline_point {
    cw_point place;
    int32_t left, right;
} cw_outline_point;

/// A straight part of a chain between two kept nodes.
typedef struct cw_stretch {
    uint32_t chain, from, to; ///< nodes
} cw_stretch;

typedef struct cw_outline {
    cw_layers *layers;
    cw_layers_config config;
    int64_t height, step; ///< of a walker, in steps of the lattice
    CW_ARRAY(cw_outline_node) nodes;
    CW_ARRAY(cw_chain) chains;
    CW_ARRAY(cw_stretch) stretches;
    CW_ARRAY(cw_outline_point) points;
    int32_t *lowest, *highest; ///< per layer: heights of the nodes on it
} cw_outline;

/// Whether a side of a sample is on an outline.
static inline bool cw_is_outline(const cw_layers *layers, uint32_t sample, uint32_t side) {
    return (layers->samples[sample].flags & (uint32_t)CW_SAMPLE_SIDE << side) != 0;
}

/// Column and row whose lower left corner is a corner of a sample (0 low left, 1 low right, ...).
static inline void cw_corner_of(const cw_layers *layers, uint32_t sample, uint32_t corner,
                                uint32_t *i, uint32_t *j) {
    uint32_t column = layers->samples[sample].column;
    *i = column % layers->width + (corner == 1 || corner == 2);
    *j = column / layers->width + (corner >= 2);
}

/// Marks the sides of samples that are on outlines (sides.c).
void cw_sides_mark(cw_outline *outline);
/// The kind of a side that is on an outline: a cw_chain_kind, and which layer is behind it.
uint32_t cw_side_kind(const cw_outline *outline, uint32_t sample, uint32_t side);
/// What one walks to over a side, or the sample behind a wall that the wall is shared with.
uint32_t cw_side_opposite(const cw_outline *outline, uint32_t sample, uint32_t side);
/// Whether a side is followed from the other one of its two floors only: where two chains run along
/// the same sides, both have them on their left.
bool cw_side_follows(const cw_outline *outline, uint32_t sample, uint32_t side);
/// Whether chains of a layer end in a corner.
bool cw_is_junction(const cw_outline *outline, uint32_t layer, uint32_t i, uint32_t j);

/// Follows the outlines of all layers (outline.c).
cw_status cw_outline_trace(cw_context *context, cw_outline *outline);
/// Leaves out nodes while the border stays within the pixel error and nothing else is crossed
/// (simplify.c).
cw_status cw_outline_simplify(cw_context *context, cw_outline *outline);
/// Moves nodes to where the lines through the pixels, or edges of the scene, meet (fit.c).
cw_status cw_outline_fit(cw_context *context, cw_outline *outline);
/// Makes the points, with more of them where heights ask for it (points.c).
cw_status cw_outline_finish(cw_context *context, cw_outline *outline);
void cw_outline_free(cw_context *context, cw_outline *outline);

/// Lists the stretches between kept nodes.
cw_status cw_outline_list(cw_context *context, cw_outline *outline);

/// Whether two stretches meet where they must not: they are on one layer, and cross, touch or run
/// along each other (conflict.c).
bool cw_stretches_meet(const cw_outline *outline, const cw_stretch *a, const cw_stretch *b);

/// Whether two chains bound a common layer.
bool cw_chains_share(const cw_chain *a, const cw_chain *b);

/// Whether two stretches may get in each other's way: they share a layer, or are near in height;
/// and they are not the same line of two layers.
bool cw_stretches_clash(const cw_outline *outline, const cw_stretch *a, const cw_stretch *b);

/// A tree over the stretches by their boxes in plan, with `wide` steps around each.
cw_status cw_stretches_index(cw_context *context, const cw_outline *outline, int32_t wide,
                             cw_scene_tree *tree);

/// The box of a stretch. Its heights are those of its layers, since stretches of one layer must not
/// meet in plan. With `path` it holds all that may be in the way: the nodes that the stretch passes
/// over, and a walker's height above and below.
cw_box3 cw_stretch_box(const cw_outline *outline, const cw_stretch *stretch, bool path);

static inline cw_point cw_node_corner(const cw_layers *layers, const cw_outline_node *node) {
    return (cw_point){layers->x + (int64_t)node->i * layers->pixel,
                      layers->y + (int64_t)node->j * layers->pixel};
}

#endif
