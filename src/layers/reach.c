/// Which samples stay.
///
/// All floors: connected parts smaller than an island go, or with seeds those that no seed stands
/// on (W7). A single floor: from the seeds, over links, the sample that is reached first takes its
/// column (chapter 4 of Oliva's thesis takes what is seen from above, where a roof hides its floor;
/// walking does not); without seeds the highest below the ceiling. Links to what goes are cut.
#include "layers/sampling.h"

#include "base/sets.h"

#include <math.h>
#include <string.h>

typedef struct reaching {
    cw_sampling *work;
    cw_layers *layers;
    uint32_t *queue; ///< also the parents of samples, while parts are numbered
    uint32_t *part;  ///< per sample: its part, or CW_NONE
    uint8_t *taken;  ///< per column, for a single floor
    CW_ARRAY(uint32_t) sizes;
    CW_ARRAY(uint8_t) stay; ///< per part
} reaching;

/// The sample nearest to a seed, in its column or one beside it.
static cw_status find_seed(cw_context *context, const reaching *all, cw_vec3 seed,
                           uint32_t *sample) {
    const cw_layers *layers = all->layers;
    double step = layers->lattice.step, best = (double)all->work->soup.height;
    double x = (seed.x - layers->lattice.origin_x) / step - (double)layers->x,
           y = (seed.y - layers->lattice.origin_y) / step - (double)layers->y,
           z = (seed.z - layers->origin_z) / step;
    double column = floor(x / layers->pixel), row = floor(y / layers->pixel);
    *sample = CW_NONE;
    for (int k = 0; k < 9; k++) {
        static const int order[9] = {4, 1, 3, 5, 7, 0, 2, 6, 8}; /* the middle first */
        double i = column + order[k] % 3 - 1, j = row + order[k] / 3 - 1;
        if (!(i >= 0 && i < layers->width && j >= 0 && j < layers->height)) {
            continue;
        }
        size_t c = (size_t)j * layers->width + (size_t)i;
        for (uint32_t s = layers->column_first[c]; s < layers->column_first[c + 1]; s++) {
            double far = fabs(layers->samples[s].z - z);
            if (far < best) {
                best = far;
                *sample = s;
            }
        }
        if (*sample != CW_NONE) {
            return CW_OK;
        }
    }
    return cw_fail(context, CW_ERROR_INPUT,
                   "the place (%g, %g, %g) to start from is not within %g m of a floor", seed.x,
                   seed.y, seed.z, all->work->soup.config.height);
}

/// Numbers the connected parts. Links down and left lead to earlier samples, so one pass joins all.
static cw_status number_parts(cw_context *context, reaching *all) {
    uint32_t *parents = all->queue;
    for (uint32_t s = 0; s < all->layers->sample_count; s++) {
        parents[s] = s;
        for (uint32_t side = 0; side < 4; side += 3) {
            uint32_t next = cw_sample_next(all->layers, s, side);
            if (next != CW_NONE) {
                cw_sets_join(parents, s, next);
            }
        }
    }
    for (uint32_t s = 0; s < all->layers->sample_count; s++) {
        uint32_t root = cw_find_root(parents, s);
        if (root == s) {
            all->part[s] = all->sizes.count;
            CW_TRY(CW_ARRAY_PUSH(context, &all->sizes, 0));
        }
        all->part[s] = all->part[root];
        all->sizes.items[all->part[s]]++;
    }
    return CW_OK;
}

/// Tells which parts stay.
static cw_status find_parts(cw_context *context, reaching *all) {
    const cw_extraction_config *config = &all->work->soup.config;
    double pixel = (double)all->layers->pixel * all->layers->lattice.step;
    CW_TRY(number_parts(context, all));
    for (uint32_t p = 0; p < all->sizes.count; p++) {
        bool island = (double)all->sizes.items[p] * pixel * pixel < config->min_island;
        CW_TRY(CW_ARRAY_PUSH(context, &all->stay, config->from_count == 0 && !island));
    }
    for (uint32_t i = 0; i < config->from_count; i++) {
        uint32_t sample;
        CW_TRY(find_seed(context, all, config->from[i], &sample));
        all->stay.items[all->part[sample]] = 1;
    }
    return CW_OK;
}

/// Puts a sample at the end of the queue, if its column is free.
static void take(reaching *all, uint32_t sample, uint32_t *count) {
    uint8_t *taken = &all->taken[all->layers->samples[sample].column];
    if (*taken == 0) {
        *taken = 1;
        all->part[sample] = 0;
        all->queue[(*count)++] = sample;
    }
}

/// One floor from the seeds.
static cw_status reach_single(cw_context *context, reaching *all) {
    const cw_extraction_config *config = &all->work->soup.config;
    uint32_t count = 0;
    for (uint32_t i = 0; i < config->from_count; i++) {
        uint32_t sample;
        CW_TRY(find_seed(context, all, config->from[i], &sample));
        take(all, sample, &count);
    }
    for (uint32_t at = 0; at < count; at++) {
        for (uint32_t side = 0; side < 4; side++) {
            uint32_t next = cw_sample_next(all->layers, all->queue[at], side);
            if (next != CW_NONE) {
                take(all, next, &count);
            }
        }
    }
    return CW_OK;
}

/// The highest sample of every column that is below the ceiling.
static void take_highest(reaching *all) {
    const cw_layers *layers = all->layers;
    double most = (all->work->config.ceiling - layers->origin_z) / layers->lattice.step;
    for (size_t c = 0; c < (size_t)layers->width * layers->height; c++) {
        for (uint32_t s = layers->column_first[c + 1]; s > layers->column_first[c]; s--) {
            if (layers->samples[s - 1].z < most) {
                all->part[s - 1] = 0;
                break;
            }
        }
    }
}

/// Cuts the links to samples that belong to no part.
static void cut_links(reaching *all) {
    for (uint32_t s = 0; s < all->layers->sample_count; s++) {
        cw_sample *sample = &all->layers->samples[s];
        bool gone = all->part[s] == CW_NONE;
        for (uint32_t side = 0; side < 4; side++) {
            uint32_t next = sample->next[side];
            bool cut = gone || next == CW_NONE || all->part[next] == CW_NONE;
            sample->next[side] = cut ? CW_NONE : next;
        }
        sample->layer = gone ? CW_NONE : 0;
    }
}

static void report_parts(const reaching *all) {
    cw_extraction_report *report = all->work->soup.report;
    double pixel = (double)all->layers->pixel * all->layers->lattice.step;
    bool seeded = all->work->soup.config.from_count > 0;
    for (uint32_t p = 0; p < all->sizes.count; p++) {
        double area = all->sizes.items[p] * pixel * pixel;
        bool stays = all->stay.items[p] != 0;
        report->component_count += stays;
        report->dropped_count += !stays && !seeded;
        report->dropped_area += !stays && !seeded ? area : 0;
        report->unreached_count += !stays && seeded;
        report->unreached_area += !stays && seeded ? area : 0;
    }
}

/// Drops the samples of parts that go; tells whether any is left.
static cw_status drop_parts(cw_context *context, reaching *all) {
    bool left = false;
    report_parts(all);
    for (uint32_t s = 0; s < all->layers->sample_count; s++) {
        uint32_t part = all->part[s];
        all->part[s] = part != CW_NONE && all->stay.items[part] != 0 ? part : CW_NONE;
        left = left || all->part[s] != CW_NONE;
    }
    cut_links(all);
    if (all->sizes.count == 0) {
        return cw_fail(context, CW_ERROR_INPUT, "no walkable area: all floors are above %g m",
                       all->work->config.ceiling);
    }
    return left ? CW_OK
                : cw_fail(context, CW_ERROR_INPUT,
                          "no walkable area: all %u islands have less than %g square metres",
                          all->sizes.count, all->work->soup.config.min_island);
}

/// A single floor loses its samples first; what is left is then all there is.
static cw_status keep_single(cw_context *context, reaching *all) {
    cw_layers *layers = all->layers;
    if (all->work->soup.config.from_count > 0) {
        CW_TRY(reach_single(context, all));
    } else {
        take_highest(all);
    }
    cut_links(all);
    uint32_t kept = 0;
    for (size_t c = 0; c < (size_t)layers->width * layers->height; c++) {
        uint32_t begin = layers->column_first[c];
        layers->column_first[c] = kept;
        for (uint32_t s = begin; s < layers->column_first[c + 1]; s++) {
            all->queue[s] = all->part[s] != CW_NONE ? kept++ : CW_NONE;
        }
    }
    for (uint32_t s = 0; s < layers->sample_count; s++) {
        cw_sample sample = layers->samples[s];
        if (all->queue[s] != CW_NONE) {
            for (uint32_t side = 0; side < 4; side++) {
                uint32_t next = sample.next[side];
                sample.next[side] = next != CW_NONE ? all->queue[next] : CW_NONE;
            }
            layers->samples[all->queue[s]] = sample;
        }
    }
    layers->column_first[(size_t)layers->width * layers->height] = kept;
    return CW_RESIZE(context, layers->samples, layers->sample_count, kept);
}

static cw_status filter(cw_context *context, reaching *all) {
    cw_layers *layers = all->layers;
    memset(all->part, 0xff, layers->sample_count * sizeof *all->part);
    if (all->work->config.single) {
        CW_TRY(keep_single(context, all));
        layers->sample_count = layers->column_first[(size_t)layers->width * layers->height];
    }
    CW_TRY(find_parts(context, all));
    return drop_parts(context, all);
}

cw_status cw_layers_filter(cw_context *context, cw_sampling *work) {
    cw_layers *layers = work->layers;
    reaching all = {.work = work, .layers = layers};
    size_t columns = (size_t)layers->width * layers->height;
    uint32_t count = layers->sample_count;
    cw_status status = cw_progress(context, "finding floors", 0);
    status = status != CW_OK ? status : CW_RESIZE(context, all.queue, 0, count);
    status = status != CW_OK ? status : CW_RESIZE(context, all.part, 0, count);
    if (work->config.single) {
        status = status != CW_OK ? status : CW_ALLOCATE(context, all.taken, columns);
    }
    status = status != CW_OK ? status : filter(context, &all);
    CW_RELEASE(context, all.queue, count);
    CW_RELEASE(context, all.part, count);
    CW_RELEASE(context, all.taken, columns);
    CW_ARRAY_FREE(context, &all.sizes);
    CW_ARRAY_FREE(context, &all.stay);
    return status;
}
