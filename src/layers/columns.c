/// Samples: where a walker can stand over the centre of each pixel.
///
/// Phases, for each band of rows by itself: 1 every face with area is scanned, exactly: a centre on
/// an edge belongs to the face on one side of it and to that alone; 2 hits are sorted by column and
/// height; 3 headroom (W2) and solids (W3) in each column, from above; 4 a crack narrower than half
/// a pixel that happens to lie under a centre is bridged: the centre is beside the rims of two
/// floors that look at each other, and no floor of its own is there. Then the bands are put
/// together. Memory for hits is that of a band.
#include "layers/columns.h"

#include <math.h>

#include <string.h>

typedef struct band_work {
    cw_context *context;
    const cw_sampling *work;
    uint32_t row, rows; ///< first row, and how many
    CW_ARRAY(cw_hit_sample) hits;
    CW_ARRAY(cw_hit_sample) sorted;
    CW_ARRAY(cw_beside) beside;
    uint32_t *first; ///< per column of the band, and one more: its first hit
    size_t columns;
    cw_band_samples *out;
} band_work;

/// The first column whose centre is on or right of an edge in a row at y; the edge runs upwards
/// across it.
static int64_t edge_column(const cw_layers *layers, cw_spot low, cw_spot high, int64_t y) {
    return cw_centre_from_edge(layers, layers->x, low.x, (int64_t)high.x - low.x,
                               (int64_t)high.y - low.y, y - low.y);
}

/// Columns of a row from `begin` to before `end` whose centres a triangle covers.
static bool row_range(const cw_layers *layers, const cw_spot c[3], int64_t y, int64_t *begin,
                      int64_t *end) {
    int64_t cut[2];
    uint32_t found = 0;
    for (uint32_t k = 0; k < 3 && found < 2; k++) {
        cw_spot a = c[k], b = c[(k + 1) % 3];
        if (a.y <= y && y < b.y) {
            cut[found++] = edge_column(layers, a, b, y);
        } else if (b.y <= y && y < a.y) {
            cut[found++] = edge_column(layers, b, a, y);
        }
    }
    if (found < 2) {
        return false;
    }
    *begin = cut[0] < cut[1] ? cut[0] : cut[1];
    *end = cut[0] < cut[1] ? cut[1] : cut[0];
    *begin = *begin < 0 ? 0 : *begin;
    *end = *end > layers->width ? layers->width : *end;
    return *begin < *end;
}

static void row_bounds(const band_work *band, int32_t low, int32_t high, int64_t *from,
                       int64_t *to) {
    const cw_layers *layers = band->work->layers;
    *from = cw_centre_from(layers, layers->y, low);
    *to = cw_centre_from(layers, layers->y, (int64_t)high + 1);
    *from = *from < band->row ? band->row : *from;
    *to = *to > band->row + band->rows ? band->row + band->rows : *to;
}

static int32_t least(int32_t a, int32_t b, int32_t c) {
    int32_t low = a < b ? a : b;
    return low < c ? low : c;
}

static int32_t most(int32_t a, int32_t b, int32_t c) {
    int32_t high = a > b ? a : b;
    return high > c ? high : c;
}

/// The corner of a triangle that heights are measured from: the same wherever its corners start.
static cw_spot base_of(const cw_spot c[3]) {
    cw_spot base = c[0];
    for (uint32_t k = 1; k < 3; k++) {
        if (c[k].x != base.x ? c[k].x < base.x : c[k].y < base.y) {
            base = c[k];
        }
    }
    return base;
}

/// Phase 1 for a face.
static cw_status scan_face(band_work *band, uint32_t t) {
    const cw_sampling *work = band->work;
    const cw_layers *layers = work->layers;
    cw_spot c[3];
    cw_triangle_spots(work, t, c);
    int64_t from, to, begin, end;
    row_bounds(band, least(c[0].y, c[1].y, c[2].y), most(c[0].y, c[1].y, c[2].y), &from, &to);
    if (from >= to) {
        return CW_OK; /* small faces are mostly between centres */
    }
    cw_spot base = base_of(c);
    cw_slant slant = cw_slant_of(c[0], c[1], c[2], work->flat);
    bool steep = slant.kind == CW_FACE_STEEP;
    int32_t low = least(c[0].z, c[1].z, c[2].z), high = most(c[0].z, c[1].z, c[2].z);
    for (int64_t row = from; row < to; row++) {
        int64_t y = cw_centre(layers, layers->y, row);
        if (!row_range(layers, c, y, &begin, &end)) {
            continue;
        }
        double start = base.z + slant.slope_y * (double)(y - base.y);
        CW_TRY(CW_ARRAY_RESERVE(band->context, &band->hits,
                                (size_t)band->hits.count + (size_t)(end - begin)));
        for (int64_t x = begin; x < end; x++) {
            double z = start + slant.slope_x * (double)(cw_centre(layers, layers->x, x) - base.x);
            z = z < low ? low : z > high ? high : z;
            band->hits.items[band->hits.count++] = (cw_hit_sample){
                z, steep ? 0 : (float)slant.slope_x, steep ? 0 : (float)slant.slope_y,
                (uint32_t)((row - band->row) * layers->width + x), work->bits[t]};
        }
    }
    return CW_OK;
}

/// Lists the centres that lie beside a rim, outside of its floor, within half a pixel.
static cw_status scan_rim(band_work *band, cw_spot a, cw_spot b, double reach) {
    const cw_layers *layers = band->work->layers;
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y, length = sqrt(dx * dx + dy * dy);
    if (length == 0) {
        return CW_OK;
    }
    double nx = dy / length, ny = -dx / length; /* outwards: the floor is on the left */
    int32_t wide = (int32_t)reach + 1;
    int64_t from, to;
    row_bounds(band, least(a.y, b.y, a.y) - wide, most(a.y, b.y, a.y) + wide, &from, &to);
    for (int64_t row = from; row < to; row++) {
        double y = (double)cw_centre(layers, layers->y, row) - a.y, low = 0, high = 0;
        if (!cw_strip_range(dx, dy, nx * reach, ny * reach, y, &low, &high)) {
            continue;
        }
        int64_t begin = cw_centre_from(layers, layers->x, a.x + (int64_t)floor(low));
        int64_t end = cw_centre_from(layers, layers->x, a.x + (int64_t)ceil(high) + 1);
        begin = begin < 0 ? 0 : begin;
        end = end > layers->width ? layers->width : end;
        for (int64_t x = begin; x < end; x++) {
            double px = (double)cw_centre(layers, layers->x, x) - a.x;
            double share = (px * dx + y * dy) / (length * length);
            double far = px * nx + y * ny;
            if (far >= 0 && far <= reach && share >= 0 && share <= 1) {
                CW_TRY(CW_ARRAY_PUSH(
                    band->context, &band->beside,
                    (cw_beside){a.z + share * ((double)b.z - a.z), (float)nx, (float)ny,
                                (uint32_t)((row - band->row) * layers->width + x)}));
            }
        }
    }
    return CW_OK;
}

static cw_status scan_rims(band_work *band, uint32_t t) {
    const cw_sampling *work = band->work;
    uint16_t bits = work->bits[t];
    if ((bits & CW_TRIANGLE_WALKABLE) == 0 || (bits & 7 * CW_TRIANGLE_RIM) == 0) {
        return CW_OK;
    }
    double reach = fmax(work->soup.config.gap / work->soup.lattice.step, 0.5 * work->layers->pixel);
    bool up = (bits & CW_TRIANGLE_UP) != 0;
    cw_spot c[3];
    cw_triangle_spots(work, t, c);
    for (uint32_t k = 0; k < 3; k++) {
        if ((bits & CW_TRIANGLE_RIM << k) != 0) {
            cw_spot a = c[k], b = c[(k + 1) % 3];
            CW_TRY(scan_rim(band, up ? a : b, up ? b : a, reach));
        }
    }
    return CW_OK;
}

/// Phase 2: by column, keeping the order of scanning.
static cw_status sort_hits(band_work *band) {
    CW_TRY(CW_ALLOCATE(band->context, band->first, band->columns + 1));
    CW_TRY(CW_ARRAY_RESERVE(band->context, &band->sorted, band->hits.count));
    band->sorted.count = band->hits.count;
    for (uint32_t i = 0; i < band->hits.count; i++) {
        band->first[band->hits.items[i].column + 1]++;
    }
    for (size_t c = 1; c <= band->columns; c++) {
        band->first[c] += band->first[c - 1];
    }
    for (uint32_t i = band->hits.count; i-- > 0;) {
        uint32_t *end = &band->first[band->hits.items[i].column + 1];
        band->sorted.items[--*end] = band->hits.items[i];
    }
    memmove(band->first, band->first + 1, band->columns * sizeof *band->first);
    band->first[band->columns] = band->hits.count;
    return CW_OK;
}

static cw_status keep(band_work *band, uint32_t column, double z, float slope_x, float slope_y) {
    uint32_t width = band->work->layers->width;
    band->work->layers->column_first[(size_t)band->row * width + column + 1]++;
    return CW_ARRAY_PUSH(band->context, &band->out->samples,
                         (cw_sample){.z = (int32_t)floor(z + 0.5),
                                     .slope_x = slope_x,
                                     .slope_y = slope_y,
                                     .column = band->row * width + column,
                                     .next = {CW_NONE, CW_NONE, CW_NONE, CW_NONE}});
}

/// Phases 3 and 4 for a column.
static cw_status finish_column(band_work *band, uint32_t column, const cw_beside *beside,
                               uint32_t beside_count) {
    uint32_t count = band->first[column + 1] - band->first[column];
    cw_hit_sample *hits = count > 0 ? &band->sorted.items[band->first[column]] : NULL;
    const cw_extraction *soup = &band->work->soup;
    cw_column_sort(hits, count);
    cw_column_free(hits, count, (double)soup->height, soup->config.solids);
    double bridge;
    bool bridged =
        beside_count > 1 && cw_column_bridge(beside, beside_count, hits, count, soup, &bridge);
    for (uint32_t i = 0; i < count; i++) {
        if (bridged && bridge < hits[i].z) {
            CW_TRY(keep(band, column, bridge, 0, 0));
            bridged = false;
        }
        if ((hits[i].bits & CW_HIT_FREE) != 0) {
            CW_TRY(keep(band, column, hits[i].z, hits[i].slope_x, hits[i].slope_y));
        }
    }
    return bridged ? keep(band, column, bridge, 0, 0) : CW_OK;
}

static int compare_columns(const cw_beside *a, const cw_beside *b) {
    return (a->column > b->column) - (a->column < b->column);
}

/// Sorts what lies beside rims by column; there is little of it.
static void sort_beside(cw_beside *items, uint32_t count) {
    for (uint32_t gap = count / 2; gap > 0; gap /= 2) {
        for (uint32_t i = gap; i < count; i++) {
            cw_beside item = items[i];
            uint32_t j = i;
            for (; j >= gap && compare_columns(&item, &items[j - gap]) < 0; j -= gap) {
                items[j] = items[j - gap];
            }
            items[j] = item;
        }
    }
}

static cw_status scan_band(band_work *band, uint32_t index) {
    const cw_bands *bands = &band->work->bands;
    for (uint32_t i = bands->first[index]; i < bands->first[index + 1]; i++) {
        uint32_t t = bands->triangles[i];
        if ((band->work->bits[t] & CW_TRIANGLE_KIND) != CW_FACE_UPRIGHT) {
            CW_TRY(scan_face(band, t));
            CW_TRY(scan_rims(band, t));
        }
    }
    CW_TRY(sort_hits(band));
    sort_beside(band->beside.items, band->beside.count);
    CW_TRY(CW_ARRAY_RESERVE(band->context, &band->out->samples, band->hits.count));
    uint32_t next = 0;
    for (uint32_t column = 0; column < band->columns; column++) {
        uint32_t begin = next;
        while (next < band->beside.count && band->beside.items[next].column == column) {
            next++;
        }
        if (next > begin || band->first[column] < band->first[column + 1]) {
            const cw_beside *beside = next > begin ? &band->beside.items[begin] : NULL;
            CW_TRY(finish_column(band, column, beside, next - begin));
        }
    }
    return CW_OK;
}

typedef struct columns_work {
    cw_sampling *work;
    cw_band_samples *bands;
} columns_work;

static cw_status sample_bands(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    columns_work *all = user;
    const cw_layers *layers = all->work->layers;
    cw_status status = CW_OK;
    for (uint32_t b = begin; b < end && status == CW_OK; b++) {
        band_work band = {
            .context = context, .work = all->work, .row = b * CW_BAND_ROWS, .out = &all->bands[b]};
        band.rows =
            layers->height - band.row < CW_BAND_ROWS ? layers->height - band.row : CW_BAND_ROWS;
        band.columns = (size_t)band.rows * layers->width;
        status = scan_band(&band, b);
        CW_RELEASE(context, band.first, band.columns + 1);
        CW_ARRAY_FREE(context, &band.hits);
        CW_ARRAY_FREE(context, &band.sorted);
        CW_ARRAY_FREE(context, &band.beside);
    }
    return status;
}

/// Puts the bands together.
static cw_status gather(cw_context *context, columns_work *all) {
    cw_layers *layers = all->work->layers;
    uint64_t count = 0;
    for (uint32_t b = 0; b < all->work->bands.count; b++) {
        count += all->bands[b].samples.count;
    }
    if (count == 0) {
        return cw_fail(context, CW_ERROR_INPUT,
                       "no walkable area: no centre of a pixel can be stood on");
    }
    if (count >= CW_NONE / 4) {
        return cw_fail(context, CW_ERROR_LIMIT, "more than %u samples; take larger pixels",
                       CW_NONE / 4);
    }
    CW_TRY(CW_RESIZE(context, layers->samples, 0, (size_t)count));
    layers->sample_count = (uint32_t)count;
    cw_sample *to = layers->samples;
    for (uint32_t b = 0; b < all->work->bands.count; b++) {
        if (all->bands[b].samples.count > 0) {
            memcpy(to, all->bands[b].samples.items, all->bands[b].samples.count * sizeof *to);
        }
        to += all->bands[b].samples.count;
        CW_ARRAY_FREE(context, &all->bands[b].samples);
    }
    for (size_t c = 0; c < (size_t)layers->width * layers->height; c++) {
        layers->column_first[c + 1] += layers->column_first[c];
    }
    return CW_OK;
}

cw_status cw_sampling_sample(cw_context *context, cw_sampling *work) {
    columns_work all = {.work = work};
    uint32_t count = work->bands.count;
    CW_TRY(CW_ALLOCATE(context, all.bands, count));
    cw_status status = cw_parallel_for(context, "sampling columns", count, 1, sample_bands, &all);
    status = status != CW_OK ? status : gather(context, &all);
    for (uint32_t b = 0; b < count; b++) {
        CW_ARRAY_FREE(context, &all.bands[b].samples);
    }
    CW_RELEASE(context, all.bands, count);
    return status;
}
