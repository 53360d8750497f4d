/// The grid of columns, and which triangles reach into which band of rows.
#include "layers/sampling.h"

#include <math.h>

/// Steps that a pixel has at least: corners and centres need room between them.
static const double LEAST_STEPS = 64;

void cw_bands_free(cw_context *context, cw_bands *bands) {
    CW_RELEASE(context, bands->first, (size_t)bands->count + 1);
    CW_RELEASE(context, bands->triangles, bands->entries);
    bands->count = bands->entries = 0;
}

/// Corners of pixels lie at whole multiples of the pixel in metres, as near as steps allow.
static int64_t first_corner(double origin, double step, double pixel, int64_t low, int64_t size) {
    int64_t corner = (int64_t)floor((ceil(origin / pixel) * pixel - origin) / step + 0.5);
    return corner + cw_floor_quotient(low - corner, size) * size;
}

static cw_status size_grid(cw_context *context, cw_sampling *work) {
    cw_layers *layers = work->layers;
    const cw_extraction *soup = &work->soup;
    double steps = work->config.pixel / soup->lattice.step;
    if (steps < LEAST_STEPS) {
        return cw_fail(context, CW_ERROR_LIMIT,
                       "pixels of %g m are too small for a scene that needs a lattice of %g m; it "
                       "takes pixels of %.4g m",
                       work->config.pixel, soup->lattice.step,
                       1.01 * LEAST_STEPS * soup->lattice.step);
    }
    layers->pixel = 2 * (uint32_t)floor(steps / 2 + 0.5);
    int32_t low[2] = {INT32_MAX, INT32_MAX}, high[2] = {INT32_MIN, INT32_MIN};
    for (uint32_t v = 0; v < soup->spot_count; v++) {
        cw_spot spot = soup->spots[v];
        low[0] = spot.x < low[0] ? spot.x : low[0];
        low[1] = spot.y < low[1] ? spot.y : low[1];
        high[0] = spot.x > high[0] ? spot.x : high[0];
        high[1] = spot.y > high[1] ? spot.y : high[1];
    }
    double step = soup->lattice.step, pixel = work->config.pixel;
    layers->x = first_corner(soup->lattice.origin_x, step, pixel, low[0], layers->pixel);
    layers->y = first_corner(soup->lattice.origin_y, step, pixel, low[1], layers->pixel);
    double width = (double)((high[0] - layers->x) / layers->pixel + 1),
           height = (double)((high[1] - layers->y) / layers->pixel + 1);
    if (width * height > CW_LAYERS_COLUMN_LIMIT) {
        return cw_fail(context, CW_ERROR_LIMIT,
                       "%.0f x %.0f pixels are more than the limit of %u columns; it takes pixels "
                       "of %.4g m",
                       width, height, CW_LAYERS_COLUMN_LIMIT,
                       1.01 * pixel * sqrt(width * height / CW_LAYERS_COLUMN_LIMIT));
    }
    layers->width = (uint32_t)width;
    layers->height = (uint32_t)height;
    return CW_OK;
}

/// Rows that a triangle can have samples or links in: one more below it, for the links upwards.
static void triangle_bands(const cw_sampling *work, uint32_t t, uint32_t *first, uint32_t *last) {
    const cw_layers *layers = work->layers;
    cw_spot c[3];
    cw_triangle_spots(work, t, c);
    int32_t low = c[0].y, high = c[0].y;
    for (uint32_t k = 1; k < 3; k++) {
        low = c[k].y < low ? c[k].y : low;
        high = c[k].y > high ? c[k].y : high;
    }
    int64_t from = cw_centre_from(layers, layers->y, low) - 1,
            to = cw_centre_from(layers, layers->y, high), rows = layers->height;
    from = from < 0 ? 0 : from >= rows ? rows - 1 : from;
    to = to < 0 ? 0 : to >= rows ? rows - 1 : to;
    *first = (uint32_t)from / CW_BAND_ROWS;
    *last = (uint32_t)to / CW_BAND_ROWS;
}

static cw_status sort_triangles(cw_context *context, cw_sampling *work) {
    cw_bands *bands = &work->bands;
    uint32_t count = (work->layers->height + CW_BAND_ROWS - 1) / CW_BAND_ROWS, first, last;
    bands->count = count;
    CW_TRY(CW_ALLOCATE(context, bands->first, (size_t)count + 1));
    uint64_t entries = 0;
    for (uint32_t t = 0; t < work->scene->triangle_count; t++) {
        if ((work->bits[t] & CW_TRIANGLE_DEAD) == 0) {
            triangle_bands(work, t, &first, &last);
            entries += last - first + 1;
            for (uint32_t b = first; b <= last; b++) {
                bands->first[b + 1]++;
            }
        }
    }
    if (entries >= CW_NONE) {
        return cw_fail(context, CW_ERROR_LIMIT, "faces reach into too many rows of pixels");
    }
    bands->entries = (uint32_t)entries;
    CW_TRY(CW_ALLOCATE(context, bands->triangles, (size_t)entries));
    for (uint32_t b = 1; b <= count; b++) {
        bands->first[b] += bands->first[b - 1];
    }
    for (uint32_t t = work->scene->triangle_count; t-- > 0;) {
        if ((work->bits[t] & CW_TRIANGLE_DEAD) == 0) {
            triangle_bands(work, t, &first, &last);
            for (uint32_t b = first; b <= last; b++) {
                bands->triangles[--bands->first[b + 1]] = t;
            }
        }
    }
    /* Each end has become the begin of its band; move them down by one. */
    for (uint32_t b = 0; b < count; b++) {
        bands->first[b] = bands->first[b + 1];
    }
    bands->first[count] = bands->entries;
    return CW_OK;
}

cw_status cw_sampling_lay_out(cw_context *context, cw_sampling *work) {
    cw_layers *layers = work->layers;
    CW_TRY(size_grid(context, work));
    layers->lattice = work->soup.lattice;
    layers->origin_z = work->soup.origin_z;
    CW_TRY(CW_ALLOCATE(context, layers->column_first, (size_t)layers->width * layers->height + 1));
    return sort_triangles(context, work);
}
