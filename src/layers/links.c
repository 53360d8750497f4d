/// Links: which samples of neighbouring columns one can walk between.
///
/// Phases, for each band by itself: 1 every upright face, and every one too steep to carry, is cut
/// with the lines through the centres of rows and of columns; each cut bars the links it crosses
/// over a range of heights, and a chain of such faces leaves no gap, because a cut through a centre
/// belongs to one of the links that end there; 2 for each pair of neighbouring columns the samples
/// that are nearest to each other in height, by their centres or where their faces meet between
/// them, are linked if they are within a step (W6) and nothing bars the way (W5).
#include "layers/sampling.h"

#include "geom/order.h"

#include <math.h>
#include <string.h>

/// A link that is barred between two heights.
typedef struct barred {
    double low, high;
} barred;

/// Cuts of one direction.
typedef struct barred_list {
    CW_ARRAY(cw_keyed) keys; ///< link, and index into `ranges`
    CW_ARRAY(barred) ranges;
    cw_keyed *scratch;
    uint32_t at; ///< first one that has not been asked for
} barred_list;

typedef struct link_work {
    cw_context *context;
    cw_sampling *work;
    uint32_t row, rows;
    barred_list across, along; ///< links to the right, links upwards
    double barred_length;      ///< in pixels
    double half;               ///< of a pixel, in steps, as all below
    double most, jump;         ///< highest step, and what is no jump
} link_work;

/// A triangle with the axis of the line first: u along it, v across.
typedef struct flat_corner {
    int64_t u, v, z;
} flat_corner;

/// The cut of a triangle with the line v: its two ends, u as the next whole number and exactly.
static bool cut_triangle(const flat_corner c[3], int64_t v, int64_t next[2], double u[2],
                         double z[2]) {
    uint32_t found = 0;
    for (uint32_t k = 0; k < 3 && found < 2; k++) {
        flat_corner a = c[k], b = c[(k + 1) % 3];
        if (a.v > b.v) {
            flat_corner kept = a;
            a = b;
            b = kept;
        }
        if (a.v <= v && v < b.v) {
            double share = (double)(v - a.v) / (double)(b.v - a.v);
            next[found] = a.u + cw_ceiling_quotient((v - a.v) * (b.u - a.u), b.v - a.v);
            u[found] = (double)a.u + share * (double)(b.u - a.u);
            z[found++] = (double)a.z + share * (double)(b.z - a.z);
        }
    }
    return found == 2;
}

static cw_status bar(link_work *band, barred_list *list, uint64_t link, double low, double high) {
    CW_TRY(CW_ARRAY_PUSH(band->context, &list->keys, (cw_keyed){link, list->ranges.count}));
    return CW_ARRAY_PUSH(band->context, &list->ranges, (barred){low, high});
}

/// A stretch of links along a line, and how they are numbered.
typedef struct link_line {
    int64_t origin;       ///< corner of the first pixel
    int64_t begin, end;   ///< links, by the pixel they start from
    uint64_t first, next; ///< number of link 0, and what is added from link to link
} link_line;

/// Phase 1 for a cut.
static cw_status bar_links(link_work *band, barred_list *list, const link_line *line,
                           const int64_t next[2], const double u[2], const double z[2]) {
    const cw_layers *layers = band->work->layers;
    uint32_t low = next[0] <= next[1] ? 0 : 1, high = 1 - low;
    int64_t begin = cw_centre_from(layers, line->origin, next[low]) - 1,
            end = cw_centre_from(layers, line->origin, next[high]);
    begin = begin < line->begin ? line->begin : begin;
    end = end > line->end ? line->end : end;
    double slope = u[high] > u[low] ? (z[high] - z[low]) / (u[high] - u[low]) : 0;
    for (int64_t i = begin; i < end; i++) {
        double from = fmax((double)cw_centre(layers, line->origin, i), u[low]),
               to = fmin((double)cw_centre(layers, line->origin, i + 1), u[high]);
        double a = slope == 0 ? z[low] : z[low] + slope * (from - u[low]),
               b = slope == 0 ? z[high] : z[low] + slope * (to - u[low]);
        CW_TRY(bar(band, list, line->first + (uint64_t)i * line->next, fmin(a, b), fmax(a, b)));
    }
    return CW_OK;
}

static void flatten(const cw_spot c[3], bool along, flat_corner flat[3], int64_t *low,
                    int64_t *high) {
    for (uint32_t k = 0; k < 3; k++) {
        flat[k] =
            along ? (flat_corner){c[k].y, c[k].x, c[k].z} : (flat_corner){c[k].x, c[k].y, c[k].z};
        *low = k == 0 || flat[k].v < *low ? flat[k].v : *low;
        *high = k == 0 || flat[k].v > *high ? flat[k].v : *high;
    }
}

static cw_status bar_across(link_work *band, const cw_spot c[3]) {
    const cw_layers *layers = band->work->layers;
    flat_corner flat[3];
    int64_t low = 0, high = 0, next[2];
    double u[2], z[2];
    flatten(c, false, flat, &low, &high);
    int64_t from = cw_centre_from(layers, layers->y, low),
            to = cw_centre_from(layers, layers->y, high);
    from = from < band->row ? band->row : from;
    to = to > band->row + band->rows ? band->row + band->rows : to;
    for (int64_t row = from; row < to; row++) {
        link_line line = {layers->x, 0, (int64_t)layers->width - 1, (uint64_t)row * layers->width,
                          1};
        if (cut_triangle(flat, cw_centre(layers, layers->y, row), next, u, z)) {
            CW_TRY(bar_links(band, &band->across, &line, next, u, z));
        }
    }
    return CW_OK;
}

static cw_status bar_along(link_work *band, const cw_spot c[3]) {
    const cw_layers *layers = band->work->layers;
    flat_corner flat[3];
    int64_t low = 0, high = 0, next[2], last = (int64_t)layers->height - 1;
    double u[2], z[2];
    flatten(c, true, flat, &low, &high);
    int64_t from = cw_centre_from(layers, layers->x, low),
            to = cw_centre_from(layers, layers->x, high), end = band->row + band->rows;
    from = from < 0 ? 0 : from;
    to = to > layers->width ? layers->width : to;
    for (int64_t column = from; column < to; column++) {
        link_line line = {layers->y, band->row, end < last ? end : last, (uint64_t)column,
                          layers->width};
        if (cut_triangle(flat, cw_centre(layers, layers->x, column), next, u, z)) {
            CW_TRY(bar_links(band, &band->along, &line, next, u, z));
        }
    }
    return CW_OK;
}

static cw_status sort_list(cw_context *context, barred_list *list) {
    CW_TRY(CW_ALLOCATE(context, list->scratch, list->keys.count));
    if (list->keys.count > 0) {
        cw_keyed_sort(list->keys.items, list->scratch, list->keys.count);
    }
    CW_RELEASE(context, list->scratch, list->keys.count);
    return CW_OK;
}

static void free_list(cw_context *context, barred_list *list) {
    CW_ARRAY_FREE(context, &list->keys);
    CW_ARRAY_FREE(context, &list->ranges);
}

/// W5 for a link between two samples. Links are asked for in order.
static bool is_barred(barred_list *list, uint64_t link, const cw_sample *a, const cw_sample *b,
                      const cw_extraction *soup) {
    const cw_keyed *keys = list->keys.items;
    while (list->at < list->keys.count && keys[list->at].key < link) {
        list->at++;
    }
    for (uint32_t i = list->at; i < list->keys.count && keys[i].key == link; i++) {
        barred range = list->ranges.items[keys[i].item];
        if (cw_wall_bars(range.low, range.high, a->z, soup->step, soup->height) ||
            cw_wall_bars(range.low, range.high, b->z, soup->step, soup->height)) {
            return true;
        }
    }
    return false;
}

/// By how much the floors of two samples differ where their pixels meet.
static double gap_between(const link_work *band, const cw_sample *a, const cw_sample *b,
                          bool along) {
    double rise = along ? (double)a->slope_y + b->slope_y : (double)a->slope_x + b->slope_x;
    return fabs((double)b->z - a->z - band->half * rise);
}

/// How far two samples are from each other in height, at their centres or where their pixels meet.
static double apart(const link_work *band, const cw_sample *a, const cw_sample *b, bool along) {
    double gap = gap_between(band, a, b, along), centres = fabs((double)a->z - b->z);
    return gap < centres ? gap : centres;
}

/// A sample, and those of a neighbouring column that may be linked to it.
typedef struct pairing {
    uint32_t sample, begin, end;
    bool turned; ///< the column is the one before that of the sample
} pairing;

/// The sample that is nearest in height, or CW_NONE.
static uint32_t nearest(const link_work *band, pairing pair, bool along, double *best) {
    const cw_sample *samples = band->work->layers->samples, *own = &samples[pair.sample];
    uint32_t found = CW_NONE;
    for (uint32_t i = pair.begin; i < pair.end; i++) {
        double gap = pair.turned ? apart(band, &samples[i], own, along)
                                 : apart(band, own, &samples[i], along);
        if (found == CW_NONE || gap < *best) {
            found = i;
            *best = gap;
        }
    }
    return found;
}

/// Phase 2 for the samples of a column and one of its neighbours.
static void link_columns(link_work *band, uint32_t column, uint32_t other, bool along) {
    cw_layers *layers = band->work->layers;
    const uint32_t *first = layers->column_first;
    barred_list *list = along ? &band->along : &band->across;
    uint32_t side = along ? 2 : 1, begin = first[column], end = first[column + 1];
    for (uint32_t i = begin; i < end; i++) {
        double gap = 0, back = 0;
        cw_sample *own = &layers->samples[i];
        uint32_t to =
            nearest(band, (pairing){i, first[other], first[other + 1], false}, along, &gap);
        if (to == CW_NONE || gap > band->most ||
            (end - begin > 1 &&
             nearest(band, (pairing){to, begin, end, true}, along, &back) != i)) {
            continue;
        }
        if (is_barred(list, column, own, &layers->samples[to], &band->work->soup)) {
            band->barred_length++;
            continue;
        }
        own->next[side] = to;
        layers->samples[to].next[(side + 2) % 4] = i;
        if (gap_between(band, own, &layers->samples[to], along) > band->jump) {
            own->flags |= along ? CW_SAMPLE_JUMP_UP : CW_SAMPLE_JUMP_RIGHT;
        }
    }
}

static cw_status link_band(link_work *band, uint32_t index) {
    const cw_bands *bars = &band->work->bars;
    const cw_layers *layers = band->work->layers;
    for (uint32_t i = bars->first[index]; i < bars->first[index + 1]; i++) {
        cw_spot c[3];
        cw_triangle_spots(band->work, bars->triangles[i], c);
        CW_TRY(bar_across(band, c));
        CW_TRY(bar_along(band, c));
    }
    CW_TRY(sort_list(band->context, &band->across));
    CW_TRY(sort_list(band->context, &band->along));
    for (uint32_t row = band->row; row < band->row + band->rows; row++) {
        for (uint32_t x = 0; x < layers->width; x++) {
            uint32_t column = row * layers->width + x;
            if (layers->column_first[column] == layers->column_first[column + 1]) {
                continue;
            }
            if (x + 1 < layers->width) {
                link_columns(band, column, column + 1, false);
            }
            if (row + 1 < layers->height) {
                link_columns(band, column, column + layers->width, true);
            }
        }
    }
    return CW_OK;
}

typedef struct links_work {
    cw_sampling *work;
    double *barred; ///< per band
} links_work;

static cw_status link_bands(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    links_work *all = user;
    const cw_layers *layers = all->work->layers;
    cw_status status = CW_OK;
    for (uint32_t b = begin; b < end && status == CW_OK; b++) {
        link_work band = {.context = context, .work = all->work, .row = b * CW_BAND_ROWS};
        uint32_t left = layers->height - band.row;
        band.rows = left < CW_BAND_ROWS ? left : CW_BAND_ROWS;
        band.half = 0.5 * layers->pixel;
        band.most = (double)(all->work->soup.step + CW_LEVEL_STEPS);
        band.jump = 2 * all->work->config.height_error / layers->lattice.step;
        status = link_band(&band, b);
        all->barred[b] = band.barred_length;
        free_list(context, &band.across);
        free_list(context, &band.along);
    }
    return status;
}

cw_status cw_sampling_join(cw_context *context, cw_sampling *work) {
    links_work all = {.work = work};
    uint32_t count = work->bars.count;
    CW_TRY(CW_ALLOCATE(context, all.barred, count));
    cw_status status = cw_parallel_for(context, "linking columns", count, 1, link_bands, &all);
    for (uint32_t b = 0; b < count; b++) {
        work->soup.report->barrier_length += all.barred[b] * work->config.pixel;
    }
    CW_RELEASE(context, all.barred, count);
    return status;
}
