/// What the stages of sampling hand to each other. The order in which they run is in
/// from_layers.c.
///
/// Everything is in whole steps of the lattice, heights too; a pixel is an even number of steps, so
/// that corners and centres of pixels are lattice points and every scan line is exact.
#ifndef CW_LAYERS_SAMPLING_H
#define CW_LAYERS_SAMPLING_H

#include "clearway/layers.h"
#include "scene/rules.h"

/// What is known about a triangle, as bits; its kind is in the lowest two.
enum {
    CW_TRIANGLE_KIND = 3,
    CW_TRIANGLE_WALKABLE = 4,
    CW_TRIANGLE_UP = 8,
    CW_TRIANGLE_CLOSED = 16, ///< belongs to a closed shell
    CW_TRIANGLE_DEAD = 32,   ///< left out, without area or given twice
    CW_TRIANGLE_BAR = 64,    ///< upright or too steep either way: bars the way between columns
    CW_TRIANGLE_RIM = 128,   ///< this bit and the two above it: side k is the rim of a floor
};

/// Bits of cw_sample.flags.
enum {
    CW_SAMPLE_JUMP_RIGHT = 1, ///< the link to the right jumps
    CW_SAMPLE_JUMP_UP = 2,
    CW_SAMPLE_SIDE = 4,      ///< four bits: side k (low, right, high, left) is on an outline
    CW_SAMPLE_SEEN = 64,     ///< four bits: that side has been followed
    CW_SAMPLE_BORDER = 1024, ///< next to an outline
};

/// Triangles by bands of rows: offsets and numbers.
typedef struct cw_bands {
    uint32_t *first; ///< count + 1
    uint32_t *triangles;
    uint32_t count, entries;
} cw_bands;

enum { CW_BAND_ROWS = 32 };

typedef struct cw_sampling {
    cw_extraction soup; ///< config, lattice and vertices; no faces
    cw_layers_config config;
    const cw_scene *scene;
    uint32_t *vertex_of; ///< per position of the scene
    uint16_t *bits;      ///< per triangle
    double flat;
    cw_bands bands;
    cw_layers *layers;
} cw_sampling;

/// The corners of a triangle on the lattice.
static inline void cw_triangle_spots(const cw_sampling *work, uint32_t t, cw_spot spots[3]) {
    const uint32_t *corners = work->scene->corners + (size_t)3 * t;
    for (uint32_t k = 0; k < 3; k++) {
        spots[k] = work->soup.spots[work->vertex_of[corners[k]]];
    }
}

static inline int64_t cw_floor_quotient(int64_t value, int64_t by) {
    int64_t quotient = value / by;
    return quotient - (value % by < 0);
}

static inline int64_t cw_ceiling_quotient(int64_t value, int64_t by) {
    return -cw_floor_quotient(-value, by);
}

/// Place of the centre of column i (or row i, from layers->y).
static inline int64_t cw_centre(const cw_layers *layers, int64_t origin, int64_t i) {
    return origin + i * layers->pixel + layers->pixel / 2;
}

/// The first column (or row) whose centre is not below a place; may be outside.
static inline int64_t cw_centre_from(const cw_layers *layers, int64_t origin, int64_t place) {
    return cw_ceiling_quotient(place - origin - layers->pixel / 2, layers->pixel);
}

/// The first column whose centre is not below where an edge from (u, v) by (du, dv), dv > 0, has
/// come up by `rise`: exactly, in one division, since rounding up twice is rounding up once.
static inline int64_t cw_centre_from_edge(const cw_layers *layers, int64_t origin, int64_t u,
                                          int64_t du, int64_t dv, int64_t rise) {
    return cw_ceiling_quotient((u - origin - layers->pixel / 2) * dv + rise * du,
                               dv * layers->pixel);
}

/* Stages, in order. */
/// Vertices and what is known about each triangle (triangles.c).
cw_status cw_sampling_prepare(cw_context *context, cw_sampling *work);
/// Shells, doubled triangles and rims, in passes over ranges of vertices (shells.c).
cw_status cw_sampling_link(cw_context *context, cw_sampling *work);
/// The grid of columns, and triangles by bands (bands.c).
cw_status cw_sampling_lay_out(cw_context *context, cw_sampling *work);
void cw_bands_free(cw_context *context, cw_bands *bands);
/// The samples of all columns (columns.c).
cw_status cw_sampling_sample(cw_context *context, cw_sampling *work);
/// Links between neighbouring columns (links.c).
cw_status cw_sampling_join(cw_context *context, cw_sampling *work);
/// Rims for snapping (snap.c).
cw_status cw_sampling_keep_rims(cw_context *context, cw_sampling *work);
/// Drops islands and what is not reached (reach.c).
cw_status cw_layers_filter(cw_context *context, cw_sampling *work);
/// Gives every sample its layer (flood.c).
cw_status cw_layers_flood(cw_context *context, cw_layers *layers);

/// Whether the values of a config are in range.
cw_status cw_layers_check(cw_context *context, const cw_layers_config *config);

/// The sample that one walks to over side k of another (0 low, 1 right, 2 high, 3 left), or
/// CW_NONE.
static inline uint32_t cw_sample_next(const cw_layers *layers, uint32_t sample, uint32_t side) {
    return layers->samples[sample].next[side];
}

/// The column over side k of another one; false at the border of the grid.
static inline bool cw_column_beside(const cw_layers *layers, uint32_t column, uint32_t side,
                                    uint32_t *beside) {
    uint32_t width = layers->width;
    switch (side) {
    case 0: *beside = column - width; return column >= width;
    case 1: *beside = column + 1; return *beside % width != 0;
    case 2: *beside = column + width; return *beside < width * layers->height;
    default: *beside = column - 1; return column % width != 0;
    }
}

/// The sample of a layer in a column, or CW_NONE.
static inline uint32_t cw_column_sample(const cw_layers *layers, uint32_t layer, size_t column) {
    for (uint32_t s = layers->column_first[column]; s < layers->column_first[column + 1]; s++) {
        if (layers->samples[s].layer == layer) {
            return s;
        }
    }
    return CW_NONE;
}

/// The sample of a layer in the column at a place in the grid, which may be outside, or CW_NONE.
static inline uint32_t cw_layer_sample(const cw_layers *layers, uint32_t layer, int64_t x,
                                       int64_t y) {
    bool inside = x >= 0 && y >= 0 && x < layers->width && y < layers->height;
    return inside ? cw_column_sample(layers, layer, (size_t)y * layers->width + (size_t)x)
                  : CW_NONE;
}

#endif
