/// Every promise in the comments of cw_layers, checked without any of the code that samples.
///
/// Stages, since each relies on those before it: 1 arrays; 2 columns and the samples in them; 3
/// links; 4 layers.
#include "clearway/layers.h"

#include "base/memory.h"

#include <math.h>

/// Steps by which heights may be off: samples are rounded.
static const double SLACK = 65;

typedef struct checking {
    const cw_layers *layers;
    double height, step;  ///< in steps of the lattice
    uint64_t links, back; ///< to the right and up; to the left and down
    uint32_t *sizes;      ///< per layer
} checking;

#define REQUIRE(condition, ...)                                     \
    do {                                                            \
        if (!(condition)) {                                         \
            return cw_fail(context, CW_ERROR_INVALID, __VA_ARGS__); \
        }                                                           \
    } while (0)

static cw_status check_arrays(cw_context *context, const cw_layers *layers) {
    REQUIRE(layers->lattice.step > 0 && layers->pixel > 0 && layers->pixel % 2 == 0,
            "a pixel of %u steps", layers->pixel);
    REQUIRE((uint64_t)layers->width * layers->height > 0 &&
                (uint64_t)layers->width * layers->height <= CW_LAYERS_COLUMN_LIMIT,
            "%u x %u columns", layers->width, layers->height);
    REQUIRE(layers->column_first != NULL && layers->samples != NULL && layers->sample_count > 0 &&
                layers->layer_samples != NULL && layers->layer_count > 0,
            "an array is not there");
    return CW_OK;
}

static cw_status check_column(cw_context *context, const checking *all, uint32_t column) {
    const cw_layers *layers = all->layers;
    uint32_t begin = layers->column_first[column], end = layers->column_first[column + 1];
    REQUIRE(begin <= end && end <= layers->sample_count, "column %u ends before it begins", column);
    for (uint32_t s = begin; s < end; s++) {
        const cw_sample *sample = &layers->samples[s];
        REQUIRE(sample->column == column, "sample %u is in column %u and says %u", s, column,
                sample->column);
        REQUIRE(s == begin || (double)sample->z - sample[-1].z >= all->height - SLACK,
                "samples %u and %u are closer than a walker is high", s - 1, s);
        for (uint32_t i = begin; i < s && sample->layer != CW_NONE; i++) {
            REQUIRE(layers->samples[i].layer != sample->layer, "layer %u is twice in column %u",
                    sample->layer, column);
        }
    }
    return CW_OK;
}

/// By how much two linked samples differ, at their centres or where their pixels meet.
static double jump(const cw_layers *layers, const cw_sample *a, const cw_sample *b, bool up) {
    double rise = up ? (double)a->slope_y + b->slope_y : (double)a->slope_x + b->slope_x;
    double apart = (double)b->z - a->z;
    return fmin(fabs(apart), fabs(apart - 0.5 * layers->pixel * rise));
}

static cw_status check_link(cw_context *context, checking *all, uint32_t s, bool up) {
    const cw_layers *layers = all->layers;
    const cw_sample *sample = &layers->samples[s];
    uint32_t side = up ? 2 : 1, to = sample->next[side];
    if (to == CW_NONE) {
        return CW_OK;
    }
    bool inside = up ? sample->column / layers->width + 1 < layers->height
                     : sample->column % layers->width + 1 < layers->width;
    REQUIRE(inside && to < layers->sample_count &&
                layers->samples[to].column == sample->column + (up ? layers->width : 1),
            "sample %u is linked to none of its neighbours", s);
    REQUIRE(sample->layer != CW_NONE && layers->samples[to].layer != CW_NONE,
            "samples %u and %u are linked, and one of them was dropped", s, to);
    REQUIRE(jump(layers, sample, &layers->samples[to], up) <= all->step + SLACK,
            "samples %u and %u are linked over more than a step", s, to);
    REQUIRE(layers->samples[to].next[(side + 2) % 4] == s, "sample %u is linked one way only", s);
    all->links++;
    return CW_OK;
}

static cw_status check_samples(cw_context *context, checking *all) {
    const cw_layers *layers = all->layers;
    uint32_t columns = layers->width * layers->height;
    REQUIRE(layers->column_first[0] == 0 && layers->column_first[columns] == layers->sample_count,
            "columns do not hold all samples");
    for (uint32_t c = 0; c < columns; c++) {
        CW_TRY(check_column(context, all, c));
    }
    for (uint32_t s = 0; s < layers->sample_count; s++) {
        uint32_t layer = layers->samples[s].layer;
        CW_TRY(check_link(context, all, s, false));
        CW_TRY(check_link(context, all, s, true));
        all->back += layers->samples[s].next[3] != CW_NONE ? 1 : 0;
        all->back += layers->samples[s].next[0] != CW_NONE ? 1 : 0;
        REQUIRE(layer == CW_NONE || layer < layers->layer_count, "sample %u is in layer %u of %u",
                s, layer, layers->layer_count);
        if (layer != CW_NONE) {
            all->sizes[layer]++;
        }
    }
    REQUIRE(all->links == all->back, "a link leads one way only");
    for (uint32_t l = 0; l < layers->layer_count; l++) {
        REQUIRE(all->sizes[l] > 0 && all->sizes[l] == layers->layer_samples[l],
                "layer %u has %u samples and says %u", l, all->sizes[l], layers->layer_samples[l]);
    }
    return CW_OK;
}

cw_status cw_layers_validate(cw_context *context, const cw_layers *layers, double height,
                             double step) {
    CW_TRY(check_arrays(context, layers));
    checking all = {.layers = layers,
                    .height = height / layers->lattice.step,
                    .step = step / layers->lattice.step};
    cw_status status = CW_ALLOCATE(context, all.sizes, layers->layer_count);
    status = status != CW_OK ? status : check_samples(context, &all);
    CW_RELEASE(context, all.sizes, layers->layer_count);
    return status;
}
