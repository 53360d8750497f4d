/// Links: which samples of neighbouring columns one can walk between.
///
/// Phases, for each band by itself: 1 for each pair of neighbouring columns the samples that are
/// nearest to each other in height, by their centres or where their faces meet between them, are
/// linked if they are within a step (W6); 2 every upright face, and every one too steep to carry,
/// is cut with the lines through the centres of rows and of columns; each cut bars the links it
/// crosses over a range of heights (W5), and a chain of such faces leaves no gap, because a cut
/// through a centre belongs to one of the links that end there.
#include "layers/sampling.h"

#include <math.h>

typedef struct link_work {
    cw_sampling *work;
    uint32_t row, rows;
    double barred_length; ///< in pixels
    double half;          ///< of a pixel, in steps, as all below
    double most, jump;    ///< highest step, and what is no jump
} link_work;

/// A triangle with the axis of the line first: u along it, v across.
typedef struct flat_corner {
    int64_t u, v, z;
} flat_corner;

/// The cut of a triangle with a line: its two ends, from left to right.
typedef struct line_cut {
    int64_t centre[2]; ///< the first centre that is not left of each, told exactly
    double u[2], z[2];
} line_cut;

/// Which end comes first is told by centres, as they are exact.
static void order_ends(line_cut *cut) {
    if (cut->centre[0] > cut->centre[1] ||
        (cut->centre[0] == cut->centre[1] && cut->u[0] > cut->u[1])) {
        *cut = (line_cut){
            {cut->centre[1], cut->centre[0]}, {cut->u[1], cut->u[0]}, {cut->z[1], cut->z[0]}};
    }
}

/// The cut with the line v of pixels that start at `origin`.
static bool cut_triangle(const cw_layers *layers, const flat_corner c[3], int64_t origin, int64_t v,
                         line_cut *cut) {
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
            cut->centre[found] =
                cw_centre_from_edge(layers, origin, a.u, b.u - a.u, b.v - a.v, v - a.v);
            cut->u[found] = (double)a.u + share * (double)(b.u - a.u);
            cut->z[found++] = (double)a.z + share * (double)(b.z - a.z);
        }
    }
    order_ends(cut);
    return found == 2;
}

/// W5 for the links between a column and the one over a side of it.
static void bar_link(link_work *band, uint32_t column, uint32_t side, double low, double high) {
    cw_layers *layers = band->work->layers;
    const cw_extraction *soup = &band->work->soup;
    for (uint32_t i = layers->column_first[column]; i < layers->column_first[column + 1]; i++) {
        cw_sample *own = &layers->samples[i];
        uint32_t to = own->next[side];
        if (to != CW_NONE &&
            (cw_wall_bars(low, high, own->z, soup->step, soup->height) ||
             cw_wall_bars(low, high, layers->samples[to].z, soup->step, soup->height))) {
            own->next[side] = CW_NONE;
            own->flags &= ~(side == 2 ? (uint32_t)CW_SAMPLE_JUMP_UP : CW_SAMPLE_JUMP_RIGHT);
            layers->samples[to].next[(side + 2) % 4] = CW_NONE;
            band->barred_length++;
        }
    }
}

/// A stretch of links along a line, and the columns that they start from.
typedef struct link_line {
    int64_t origin;      ///< corner of the first pixel
    int64_t begin, end;  ///< links, by the pixel they start from
    uint32_t side;       ///< of a column, that its link crosses
    int64_t first, next; ///< column of link 0, and what is added from link to link
} link_line;

/// Phase 2 for a cut.
static void bar_links(link_work *band, const link_line *line, const line_cut *cut) {
    const cw_layers *layers = band->work->layers;
    const double *u = cut->u, *z = cut->z;
    int64_t begin = cut->centre[0] - 1, end = cut->centre[1];
    begin = begin < line->begin ? line->begin : begin;
    end = end > line->end ? line->end : end;
    double slope = u[1] > u[0] ? (z[1] - z[0]) / (u[1] - u[0]) : 0;
    for (int64_t i = begin; i < end; i++) {
        double from = fmax((double)cw_centre(layers, line->origin, i), u[0]),
               to = fmin((double)cw_centre(layers, line->origin, i + 1), u[1]);
        double a = slope == 0 ? z[0] : z[0] + slope * (from - u[0]),
               b = slope == 0 ? z[1] : z[0] + slope * (to - u[0]);
        bar_link(band, (uint32_t)(line->first + i * line->next), line->side, a < b ? a : b,
                 a < b ? b : a);
    }
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

static void bar_across(link_work *band, const cw_spot c[3]) {
    const cw_layers *layers = band->work->layers;
    flat_corner flat[3];
    line_cut cut = {0};
    int64_t low = 0, high = 0;
    flatten(c, false, flat, &low, &high);
    int64_t from = cw_centre_from(layers, layers->y, low),
            to = cw_centre_from(layers, layers->y, high);
    from = from < band->row ? band->row : from;
    to = to > band->row + band->rows ? band->row + band->rows : to;
    for (int64_t row = from; row < to; row++) {
        link_line line = {layers->x, 0, (int64_t)layers->width - 1, 1, row * layers->width, 1};
        if (cut_triangle(layers, flat, layers->x, cw_centre(layers, layers->y, row), &cut)) {
            bar_links(band, &line, &cut);
        }
    }
}

static void bar_along(link_work *band, const cw_spot c[3]) {
    const cw_layers *layers = band->work->layers;
    flat_corner flat[3];
    line_cut cut = {0};
    int64_t low = 0, high = 0, last = (int64_t)layers->height - 1;
    flatten(c, true, flat, &low, &high);
    int64_t from = cw_centre_from(layers, layers->x, low),
            to = cw_centre_from(layers, layers->x, high), end = band->row + band->rows;
    from = from < 0 ? 0 : from;
    to = to > layers->width ? layers->width : to;
    for (int64_t column = from; column < to; column++) {
        link_line line = {layers->y, band->row, end < last ? end : last, 2, column, layers->width};
        if (cut_triangle(layers, flat, layers->y, cw_centre(layers, layers->x, column), &cut)) {
            bar_links(band, &line, &cut);
        }
    }
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

/// Phase 1 for the samples of a column and one of its neighbours.
static void link_columns(link_work *band, uint32_t column, uint32_t other, bool along) {
    cw_layers *layers = band->work->layers;
    const uint32_t *first = layers->column_first;
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
        own->next[side] = to;
        layers->samples[to].next[(side + 2) % 4] = i;
        if (gap_between(band, own, &layers->samples[to], along) > band->jump) {
            own->flags |= along ? CW_SAMPLE_JUMP_UP : CW_SAMPLE_JUMP_RIGHT;
        }
    }
}

static void link_band(link_work *band, uint32_t index) {
    const cw_bands *bands = &band->work->bands;
    const cw_layers *layers = band->work->layers;
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
    for (uint32_t i = bands->first[index]; i < bands->first[index + 1]; i++) {
        uint32_t t = bands->triangles[i];
        if ((band->work->bits[t] & CW_TRIANGLE_BAR) != 0) {
            cw_spot c[3];
            cw_triangle_spots(band->work, t, c);
            bar_across(band, c);
            bar_along(band, c);
        }
    }
}

typedef struct links_work {
    cw_sampling *work;
    double *barred; ///< per band
} links_work;

static cw_status link_bands(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    links_work *all = user;
    const cw_layers *layers = all->work->layers;
    (void)context;
    for (uint32_t b = begin; b < end; b++) {
        link_work band = {.work = all->work, .row = b * CW_BAND_ROWS};
        uint32_t left = layers->height - band.row;
        band.rows = left < CW_BAND_ROWS ? left : CW_BAND_ROWS;
        band.half = 0.5 * layers->pixel;
        band.most = (double)(all->work->soup.step + CW_LEVEL_STEPS);
        band.jump = 2 * all->work->config.height_error / layers->lattice.step;
        link_band(&band, b);
        all->barred[b] = band.barred_length;
    }
    return CW_OK;
}

cw_status cw_sampling_join(cw_context *context, cw_sampling *work) {
    links_work all = {.work = work};
    uint32_t count = work->bands.count;
    CW_TRY(CW_ALLOCATE(context, all.barred, count));
    cw_status status = cw_parallel_for(context, "linking columns", count, 1, link_bands, &all);
    for (uint32_t b = 0; b < count; b++) {
        work->soup.report->barrier_length += all.barred[b] * work->config.pixel;
    }
    CW_RELEASE(context, all.barred, count);
    return status;
}
