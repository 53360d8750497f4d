/// Layers: sets of samples, at most one per column, each grown by one flood.
///
/// After chapter 5 of Oliva's thesis, where layers are cut from voxels, merged, and decomposed one
/// by one. Here a flood starts from the lowest sample that has no layer yet (the first of them in
/// the order of rows), takes what it reaches in the order of reaching, and leaves a sample over a
/// column that it has already for a later layer; also one beside another of the layer if not both
/// of them end there: a side of a pixel is then one thing in its layer, a wall or a seam. A layer
/// that is done becomes part of an earlier one that has none of its columns. So floors that a thin
/// wall parts are mostly in one layer, and the wall is one chain for both. Layers only serve to
/// triangulate in the plane; nothing is decomposed per layer.
#include "layers/sampling.h"

#include "geom/order.h"

/// A sample that waits for its layer.
#define WAITING (CW_NONE - 1)

typedef struct flooding {
    cw_layers *layers;
    cw_keyed *order; ///< twice as many as samples: the second half serves for sorting
    uint32_t *queue;
    uint32_t *column_layer;    ///< per column: one more than the last layer that has it
    CW_ARRAY(uint32_t) sizes;  ///< of layers
    CW_ARRAY(uint32_t) barred; ///< per layer: the last flood that does not fit it
    uint32_t barred_count;     ///< layers that the last flood does not fit
    uint32_t floods;
} flooding;

/// Whether two samples of neighbouring columns cannot be in one layer: they are not linked, and one
/// of them is linked to something else there.
static bool do_crowd(const cw_layers *layers, uint32_t sample, uint32_t side, uint32_t other) {
    uint32_t next = cw_sample_next(layers, sample, side);
    return next != other &&
           (next != CW_NONE || cw_sample_next(layers, other, (side + 2) % 4) != CW_NONE);
}

/// Whether a layer has a sample beside another that cannot be in it.
static bool is_crowded(const flooding *all, uint32_t sample, uint32_t layer) {
    const cw_layers *layers = all->layers;
    uint32_t column = layers->samples[sample].column, beside;
    for (uint32_t side = 0; side < 4; side++) {
        uint32_t next = cw_sample_next(layers, sample, side);
        if (next != CW_NONE && layers->samples[next].layer == layer) {
            continue;
        }
        if (cw_column_beside(layers, column, side, &beside) &&
            all->column_layer[beside] == layer + 1 &&
            do_crowd(
                layers, sample, side,
                cw_layer_sample(layers, layer, beside % layers->width, beside / layers->width))) {
            return true;
        }
    }
    return false;
}

/// Takes a sample into the layer of a flood.
static void take(flooding *all, uint32_t sample, uint32_t layer, uint32_t *count) {
    cw_sample *own = &all->layers->samples[sample];
    if (all->column_layer[own->column] != layer + 1 && !is_crowded(all, sample, layer)) {
        own->layer = layer;
        all->column_layer[own->column] = layer + 1;
        all->queue[(*count)++] = sample;
    }
}

/// Bars an earlier layer for the last flood.
static void bar_layer(flooding *all, uint32_t layer) {
    all->barred_count += all->barred.items[layer] != all->floods;
    all->barred.items[layer] = all->floods;
}

/// Bars the earlier layers that a sample of the last flood cannot join.
static void bar_layers(flooding *all, uint32_t sample, uint32_t layer) {
    const cw_layers *layers = all->layers;
    uint32_t column = layers->samples[sample].column, beside;
    for (uint32_t s = layers->column_first[column]; s < layers->column_first[column + 1]; s++) {
        if (layers->samples[s].layer < layer) {
            bar_layer(all, layers->samples[s].layer);
        }
    }
    for (uint32_t side = 0; side < 4; side++) {
        if (!cw_column_beside(layers, column, side, &beside)) {
            continue;
        }
        for (uint32_t s = layers->column_first[beside]; s < layers->column_first[beside + 1]; s++) {
            if (layers->samples[s].layer < layer && do_crowd(layers, sample, side, s)) {
                bar_layer(all, layers->samples[s].layer);
            }
        }
    }
}

/// Gives the samples of a flood, which are in the queue, to the first layer that they fit.
static cw_status settle(cw_context *context, flooding *all, uint32_t count) {
    uint32_t layer = all->sizes.count, fit = 0;
    all->floods++;
    all->barred_count = 0;
    for (uint32_t i = 0; i < count && all->barred_count < layer; i++) {
        bar_layers(all, all->queue[i], layer);
    }
    while (fit < layer && all->barred.items[fit] == all->floods) {
        fit++;
    }
    if (fit == layer) {
        CW_TRY(CW_ARRAY_PUSH(context, &all->barred, 0));
        return CW_ARRAY_PUSH(context, &all->sizes, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        cw_sample *sample = &all->layers->samples[all->queue[i]];
        sample->layer = fit;
        all->column_layer[sample->column] = fit + 1;
    }
    all->sizes.items[fit] += count;
    return CW_OK;
}

static uint32_t flood(flooding *all, uint32_t sample, uint32_t layer) {
    uint32_t count = 0;
    take(all, sample, layer, &count);
    for (uint32_t at = 0; at < count; at++) {
        for (uint32_t side = 0; side < 4; side++) {
            uint32_t next = cw_sample_next(all->layers, all->queue[at], side);
            if (next != CW_NONE && all->layers->samples[next].layer == WAITING) {
                take(all, next, layer, &count);
            }
        }
    }
    return count;
}

static cw_status flood_all(cw_context *context, flooding *all) {
    cw_layers *layers = all->layers;
    uint32_t live = 0, lowest = CW_NONE;
    for (uint32_t s = 0; s < layers->sample_count; s++) {
        if (layers->samples[s].layer != CW_NONE) {
            layers->samples[s].layer = WAITING;
            bool lower = lowest == CW_NONE || layers->samples[s].z < layers->samples[lowest].z;
            lowest = lower ? s : lowest;
        }
    }
    if (lowest != CW_NONE) { /* mostly this one takes nearly all, and little is left to sort */
        CW_TRY(settle(context, all, flood(all, lowest, 0)));
    }
    for (uint32_t s = 0; s < layers->sample_count; s++) {
        if (layers->samples[s].layer == WAITING) {
            all->order[live++] =
                (cw_keyed){(uint64_t)(layers->samples[s].z - (int64_t)INT32_MIN), s};
        }
    }
    cw_keyed_sort_in_place(all->order, live);
    for (uint32_t i = 0; i < live; i++) {
        if (layers->samples[all->order[i].item].layer == WAITING) {
            CW_TRY(settle(context, all, flood(all, all->order[i].item, all->sizes.count)));
        }
    }
    layers->layer_count = all->sizes.count;
    CW_TRY(CW_ALLOCATE(context, layers->layer_samples, all->sizes.count));
    for (uint32_t l = 0; l < all->sizes.count; l++) {
        layers->layer_samples[l] = all->sizes.items[l];
    }
    return CW_OK;
}

cw_status cw_layers_flood(cw_context *context, cw_layers *layers) {
    flooding all = {.layers = layers};
    uint32_t count = layers->sample_count;
    size_t columns = (size_t)layers->width * layers->height;
    cw_status status = cw_progress(context, "flooding layers", 0);
    status = status != CW_OK ? status : CW_RESIZE(context, all.order, 0, 2 * (size_t)count);
    status = status != CW_OK ? status : CW_RESIZE(context, all.queue, 0, count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, all.column_layer, columns);
    status = status != CW_OK ? status : flood_all(context, &all);
    CW_RELEASE(context, all.order, 2 * (size_t)count);
    CW_RELEASE(context, all.queue, count);
    CW_RELEASE(context, all.column_layer, columns);
    CW_ARRAY_FREE(context, &all.sizes);
    CW_ARRAY_FREE(context, &all.barred);
    return status;
}
