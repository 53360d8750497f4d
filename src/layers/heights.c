/// Heights between outlines.
///
/// In rounds: every triangle whose corners have changed looks at the samples under it; where the
/// worst of them is off by more than the height error, it becomes a vertex. Samples next to an
/// outline do not count: the simplified border may have put them on its other side. Their heights
/// are those of the outline.
#include "layers/mesh.h"

#include <math.h>

/// Rows of a triangle that a coarse look takes, and pixels along a block.
enum { COARSE_ROWS = 12, BLOCK = 12 };

/// A place of the grid where no height is to be met.
#define NO_SAMPLE INT32_MIN

/// Fills the grid with the heights of the samples of the layer that are not next to an outline.
static cw_status fill_grid(cw_layer_work *work) {
    const cw_layers *layers = work->outline->layers;
    uint32_t right = 0, high = 0, left = layers->width, low = layers->height;
    for (uint32_t i = 0; i < work->sample_count; i++) {
        uint32_t column = layers->samples[work->samples[i]].column;
        uint32_t x = column % layers->width, y = column / layers->width;
        left = x < left ? x : left;
        right = x > right ? x : right;
        low = y < low ? y : low;
        high = y > high ? y : high;
    }
    work->left = left;
    work->low = low;
    work->width = right - left + 1;
    work->height = high - low + 1;
    size_t size = (size_t)work->width * work->height;
    CW_TRY(CW_ALLOCATE(work->context, work->grid, size));
    for (size_t i = 0; i < size; i++) {
        work->grid[i] = NO_SAMPLE;
    }
    for (uint32_t i = 0; i < work->sample_count; i++) {
        const cw_sample *sample = &layers->samples[work->samples[i]];
        if ((sample->flags & CW_SAMPLE_BORDER) == 0) {
            work->grid[(size_t)(sample->column / layers->width - low) * work->width +
                       (sample->column % layers->width - left)] = sample->z;
        }
    }
    return CW_OK;
}

/// The plane of a triangle, from its first corner.
typedef struct plane {
    double x, y, z, slope_x, slope_y;
} plane;

static plane plane_of(const cw_layer_work *work, uint32_t t) {
    const cw_trimesh *mesh = &work->laid.mesh;
    const double *z = work->heights.items + (size_t)3 * t;
    cw_point a = mesh->points[mesh->corners[3 * t]], b = mesh->points[mesh->corners[3 * t + 1]],
             c = mesh->points[mesh->corners[3 * t + 2]];
    double ux = (double)(b.x - a.x), uy = (double)(b.y - a.y), uz = z[1] - z[0];
    double vx = (double)(c.x - a.x), vy = (double)(c.y - a.y), vz = z[2] - z[0];
    double area = ux * vy - uy * vx;
    return (plane){(double)a.x, (double)a.y, z[0], (uz * vy - uy * vz) / area,
                   (ux * vz - uz * vx) / area};
}

/// A side of a triangle that is not level, from its lower end.
typedef struct slanted_side {
    double x, slope; ///< x at `low`, and how it changes with y
    int64_t low, high;
} slanted_side;

/// The sides of a triangle; returns how many are not level.
static int list_sides(const cw_trimesh *mesh, uint32_t t, slanted_side sides[3]) {
    int count = 0;
    for (uint32_t k = 0; k < 3; k++) {
        cw_point a = mesh->points[mesh->corners[3 * t + k]],
                 b = mesh->points[mesh->corners[3 * t + (k + 1) % 3]];
        if (a.y != b.y) {
            cw_point low = a.y < b.y ? a : b, high = a.y < b.y ? b : a;
            double slope = (double)(high.x - low.x) / (double)(high.y - low.y);
            sides[count++] = (slanted_side){(double)low.x, slope, low.y, high.y};
        }
    }
    return count;
}

/// Columns of a row whose centres are inside a triangle, or next to its border.
static void row_range(const cw_layer_work *work, const slanted_side *sides, int count, int64_t y,
                      int64_t *begin, int64_t *end) {
    const cw_layers *layers = work->outline->layers;
    double low = INFINITY, high = -INFINITY;
    for (int k = 0; k < count; k++) {
        if (sides[k].low <= y && y <= sides[k].high) {
            double x = sides[k].x + (double)(y - sides[k].low) * sides[k].slope;
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
    }
    *begin = 0;
    *end = 0;
    if (low <= high) {
        *begin = cw_centre_from(layers, layers->x, (int64_t)ceil(low));
        *end = cw_centre_from(layers, layers->x, (int64_t)floor(high) + 1);
        *begin = *begin < work->left ? work->left : *begin;
        *end = *end > work->left + work->width ? work->left + work->width : *end;
    }
}

static void row_bounds(const cw_layer_work *work, uint32_t t, int64_t *begin, int64_t *end) {
    const cw_trimesh *mesh = &work->laid.mesh;
    const cw_layers *layers = work->outline->layers;
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (uint32_t k = 0; k < 3; k++) {
        int64_t y = mesh->points[mesh->corners[3 * t + k]].y;
        low = y < low ? y : low;
        high = y > high ? y : high;
    }
    *begin = cw_centre_from(layers, layers->y, low);
    *end = cw_centre_from(layers, layers->y, high + 1);
    *begin = *begin < work->low ? work->low : *begin;
    *end = *end > work->low + work->height ? work->low + work->height : *end;
}

/// The sample under a triangle that is most off, or CW_NONE; of every `stride`-th row and column.
static uint32_t worst_of(const cw_layer_work *work, uint32_t t, int64_t stride) {
    const cw_layers *layers = work->outline->layers;
    double most = work->outline->config.height_error / layers->lattice.step;
    plane own = plane_of(work, t);
    int64_t first, last, begin, end, found_x = -1, found_y = -1;
    slanted_side sides[3];
    int count = list_sides(&work->laid.mesh, t, sides);
    row_bounds(work, t, &first, &last);
    for (int64_t row = first; row < last; row += stride) {
        int64_t y = cw_centre(layers, layers->y, row);
        row_range(work, sides, count, y, &begin, &end);
        const int32_t *heights = work->grid + (row - work->low) * work->width;
        double start = own.z + own.slope_y * ((double)y - own.y);
        for (int64_t x = begin; x < end; x += stride) {
            int32_t height = heights[x - work->left];
            double z = start + own.slope_x * ((double)cw_centre(layers, layers->x, x) - own.x);
            double off = fabs(z - height);
            if (height != NO_SAMPLE && off > most) {
                most = off;
                found_x = x;
                found_y = row;
            }
        }
    }
    return found_x < 0 ? CW_NONE : cw_layer_sample(layers, work->layer, found_x, found_y);
}

/// The sample under a triangle that is most off, or CW_NONE. A large triangle is looked at coarsely
/// first: it will be cut, and looked at again, several times.
static uint32_t worst_sample(const cw_layer_work *work, uint32_t t) {
    int64_t first, last;
    row_bounds(work, t, &first, &last);
    int64_t stride = (last - first) / COARSE_ROWS;
    uint32_t found = stride > 1 ? worst_of(work, t, stride) : CW_NONE;
    return found != CW_NONE ? found : worst_of(work, t, 1);
}

/// Makes a sample a vertex, unless it lies on an outline. *hint is a half-edge near it, and
/// receives one that is nearer.
static cw_status insert_sample(cw_layer_work *work, uint32_t *hint, uint32_t s) {
    cw_trimesh *mesh = &work->laid.mesh;
    const cw_layers *layers = work->outline->layers;
    const cw_sample *sample = &layers->samples[s];
    cw_point place = {cw_centre(layers, layers->x, sample->column % layers->width),
                      cw_centre(layers, layers->y, sample->column / layers->width)};
    cw_location where = cw_delaunay_locate(mesh, *hint, place);
    *hint = where.half_edge;
    work->grid[((int64_t)(sample->column / layers->width) - work->low) * work->width +
               ((int64_t)(sample->column % layers->width) - work->left)] = NO_SAMPLE;
    if (where.on_vertex || (where.on_edge && mesh->edges[where.half_edge] != 0)) {
        return CW_OK;
    }
    CW_TRY(cw_trimesh_reserve(work->context, mesh, (size_t)mesh->vertex_count + 1,
                              (size_t)mesh->triangle_count + 2));
    uint32_t vertex = cw_trimesh_add_vertex(mesh, place);
    CW_TRY(CW_ARRAY_PUSH(work->context, &work->vertex_z, sample->z));
    return where.on_edge
               ? cw_trimesh_split_edge(work->context, mesh, where.half_edge, vertex)
               : cw_trimesh_split_triangle(work->context, mesh, where.half_edge / 3, vertex);
}

/// Whether the samples of a block leave the plane of the one in its middle by more than the error.
static bool is_rough(const cw_layer_work *work, uint32_t middle, int64_t left, int64_t low) {
    const cw_layers *layers = work->outline->layers;
    const cw_sample *own = &layers->samples[middle];
    double most = work->outline->config.height_error / layers->lattice.step;
    int64_t x = own->column % layers->width, y = own->column / layers->width;
    for (int64_t j = low; j < low + BLOCK && j < work->low + work->height; j++) {
        const int32_t *heights = work->grid + (j - work->low) * work->width;
        for (int64_t i = left; i < left + BLOCK && i < work->left + work->width; i++) {
            double rise = (double)(i - x) * layers->pixel * (double)own->slope_x +
                          (double)(j - y) * layers->pixel * (double)own->slope_y;
            int32_t height = heights[i - work->left];
            if (height != NO_SAMPLE && fabs(own->z + rise - height) > most) {
                return true;
            }
        }
    }
    return false;
}

/// Before the first round: a vertex in each block of pixels that is not nearly plane, so that no
/// round has large triangles to look at.
static cw_status insert_blocks(cw_layer_work *work) {
    const cw_layers *layers = work->outline->layers;
    uint32_t hint = 0;
    for (int64_t low = work->low; low < work->low + work->height; low += BLOCK) {
        for (int64_t left = work->left; left < work->left + work->width; left += BLOCK) {
            uint32_t middle =
                cw_layer_sample(layers, work->layer, left + BLOCK / 2, low + BLOCK / 2);
            if (middle != CW_NONE && (layers->samples[middle].flags & CW_SAMPLE_BORDER) == 0 &&
                is_rough(work, middle, left, low)) {
                CW_TRY(insert_sample(work, &hint, middle));
            }
        }
    }
    return CW_OK;
}

/// Whether a triangle has the corners that it had when it was looked at last.
static bool is_checked(const cw_layer_work *work, uint32_t t) {
    const uint32_t *corners = work->laid.mesh.corners + (size_t)3 * t;
    const uint32_t *checked = work->checked.items + (size_t)3 * t;
    return 3 * t + 2 < work->checked.count && corners[0] == checked[0] &&
           corners[1] == checked[1] && corners[2] == checked[2];
}

/// Room for what is known about triangles; new ones are unknown.
static cw_status grow_checked(cw_layer_work *work) {
    uint32_t corners = 3 * work->laid.mesh.triangle_count;
    CW_TRY(CW_ARRAY_RESERVE(work->context, &work->checked, corners));
    while (work->checked.count < corners) {
        work->checked.items[work->checked.count++] = CW_NONE;
    }
    return CW_OK;
}

/// One round; *inserted receives how many samples became vertices.
static cw_status refine_once(cw_layer_work *work, uint32_t *inserted) {
    cw_trimesh *mesh = &work->laid.mesh;
    CW_TRY(grow_checked(work));
    CW_ARRAY(cw_cavity_move) found = {0}; /* triangle, sample */
    cw_status status = CW_OK;
    for (uint32_t t = 0; t < mesh->triangle_count && status == CW_OK; t++) {
        if (work->inside.items[t] == 0 || is_checked(work, t)) {
            continue;
        }
        uint32_t sample = worst_sample(work, t);
        if (sample != CW_NONE) {
            status = CW_ARRAY_PUSH(work->context, &found, (cw_cavity_move){t, sample});
        }
        for (uint32_t k = 3 * t; k < 3 * t + 3; k++) {
            work->checked.items[k] = sample == CW_NONE ? mesh->corners[k] : CW_NONE;
        }
    }
    *inserted = found.count;
    for (uint32_t i = 0; i < found.count && status == CW_OK; i++) {
        uint32_t hint = 3 * found.items[i].before;
        status = insert_sample(work, &hint, found.items[i].after);
    }
    CW_ARRAY_FREE(work->context, &found);
    return status;
}

cw_status cw_layer_refine(cw_layer_work *work) {
    uint32_t inserted = 0;
    CW_TRY(fill_grid(work));
    CW_TRY(insert_blocks(work));
    do {
        CW_TRY(cw_layer_tell(work));
        CW_TRY(refine_once(work, &inserted));
    } while (inserted > 0);
    return CW_OK;
}
