/// Which cell a point is in.
///
/// A grid over the box of the mesh lists, per bucket, the cells that reach into it. A cell is entered
/// row by row, only over the columns that its edges span there, so that a long thin cell costs the
/// buckets it crosses and not its bounding box. Where the lists would be longer than a fixed number
/// of entries per edge, the grid is made coarser, so memory stays linear in the edges.
///
/// Invariant: the bucket of a lattice point lists every cell that contains the point. Columns and rows
/// are monotone functions of the integer coordinates (conversion, subtraction and multiplication of
/// doubles all round monotonically), and places between vertices, which are computed, are widened by
/// more than the error of computing them.
///
/// The question itself is answered on the fine lattice: crossings of a ray are counted with exact
/// signs, and a point on an edge is inside. This serves cells with dents as well as convex ones, and
/// needs only the two edges that the ray meets.
/// Cost: a bucket lists two or three cells on most meshes.
#include "navmesh/navmesh.h"

#include <math.h>

/// Buckets per cell: finer grids test fewer cells per question, but miss the cache more often.
static const double BUCKETS_PER_CELL = 2.0;
/// Most entries of all buckets, per edge of the mesh.
enum { ENTRIES_PER_EDGE = 8 };
/// Most columns and rows.
static const double MOST_LINES = 32768.0;
/// Fine steps by which computed places are widened. Coordinates below 2^61 lose at most 2^8 when they
/// become doubles; a place on an edge gathers fewer than eight such errors.
static const double WIDENING = 4096.0;

/// Columns of one row.
typedef struct span {
    uint32_t low, high;
} span;

typedef struct rasterizer {
    const cw_navmesh *mesh;
    const cw_locator *locator;
    span *spans; ///< per row of the locator
    uint32_t row_low, row_high;
} rasterizer;

static uint32_t line_of(double place, uint32_t count) {
    if (!(place > 0)) {
        return 0;
    }
    return place >= (double)count ? count - 1 : (uint32_t)place;
}

static uint32_t column_of(const cw_locator *locator, double x) {
    return line_of((x - locator->origin_x) * locator->scale_x, locator->columns);
}

static uint32_t row_of(const cw_locator *locator, double y) {
    return line_of((y - locator->origin_y) * locator->scale_y, locator->rows);
}

uint32_t cw_locator_bucket(const cw_locator *locator, cw_point point) {
    return row_of(locator, (double)point.y) * locator->columns +
           column_of(locator, (double)point.x);
}

static void widen_span(span *s, uint32_t low, uint32_t high) {
    s->low = low < s->low ? low : s->low;
    s->high = high > s->high ? high : s->high;
}

/// Enters the part of an edge that lies in one row.
static void enter_row(rasterizer *raster, uint32_t row, cw_vec2 low, cw_vec2 high) {
    const cw_locator *locator = raster->locator;
    double slope = (high.x - low.x) / (high.y - low.y);
    double bottom = locator->origin_y + row / locator->scale_y - WIDENING;
    double top = locator->origin_y + (row + 1.0) / locator->scale_y + WIDENING;
    double x0 = bottom > low.y ? low.x + (bottom - low.y) * slope : low.x;
    double x1 = top < high.y ? low.x + (top - low.y) * slope : high.x;
    double left = fmax(fmin(x0, x1) - WIDENING, fmin(low.x, high.x));
    double right = fmin(fmax(x0, x1) + WIDENING, fmax(low.x, high.x));
    widen_span(&raster->spans[row], column_of(locator, left), column_of(locator, right));
}

static void enter_edge(rasterizer *raster, cw_point a, cw_point b) {
    cw_point low = a.y < b.y ? a : b, high = a.y < b.y ? b : a;
    cw_vec2 from = {(double)low.x, (double)low.y}, to = {(double)high.x, (double)high.y};
    const cw_locator *locator = raster->locator;
    uint32_t first = row_of(locator, from.y), last = row_of(locator, to.y);
    if (first == last) {
        uint32_t column = column_of(locator, from.x), other = column_of(locator, to.x);
        widen_span(&raster->spans[first], column < other ? column : other,
                   column < other ? other : column);
        return;
    }
    for (uint32_t row = first; row <= last; row++) {
        enter_row(raster, row, from, to);
    }
}

/// Finds the columns that a cell covers in each row that it reaches.
static void enter_cell(rasterizer *raster, uint32_t cell) {
    const cw_navmesh *mesh = raster->mesh;
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        int64_t y = cw_navmesh_point(mesh, e).y;
        low = y < low ? y : low;
        high = y > high ? y : high;
    }
    raster->row_low = row_of(raster->locator, (double)low);
    raster->row_high = row_of(raster->locator, (double)high);
    for (uint32_t row = raster->row_low; row <= raster->row_high; row++) {
        raster->spans[row] = (span){UINT32_MAX, 0};
    }
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        enter_edge(raster, cw_navmesh_point(mesh, e),
                   cw_navmesh_point(mesh, cw_navmesh_next(mesh, cell, e)));
    }
}

/// Entries that all cells need, or more than `limit` as soon as that is clear.
static uint64_t count_entries(rasterizer *raster, uint64_t limit) {
    uint64_t count = 0;
    for (uint32_t c = 0; c < raster->mesh->cell_count && count <= limit; c++) {
        enter_cell(raster, c);
        for (uint32_t row = raster->row_low; row <= raster->row_high; row++) {
            count += raster->spans[row].high - raster->spans[row].low + 1;
        }
    }
    return count;
}

/// Sets columns and rows for about `buckets` square buckets over the box low .. high.
static void shape_grid(cw_locator *locator, double buckets, cw_point low, cw_point high) {
    double width = fmax((double)(high.x - low.x), 1.0);
    double height = fmax((double)(high.y - low.y), 1.0);
    double columns = sqrt(buckets * (width / height));
    columns = fmin(fmax(columns, 1.0), fmin(buckets, MOST_LINES));
    double rows = fmin(fmax(buckets / columns, 1.0), MOST_LINES);
    locator->columns = (uint32_t)columns;
    locator->rows = (uint32_t)rows;
    locator->origin_x = (double)low.x;
    locator->origin_y = (double)low.y;
    locator->scale_x = locator->columns / width;
    locator->scale_y = locator->rows / height;
}

static void find_box(const cw_navmesh *mesh, cw_point *low, cw_point *high) {
    *low = (cw_point){INT64_MAX, INT64_MAX};
    *high = (cw_point){INT64_MIN, INT64_MIN};
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        cw_point p = cw_navmesh_point(mesh, e);
        low->x = p.x < low->x ? p.x : low->x;
        low->y = p.y < low->y ? p.y : low->y;
        high->x = p.x > high->x ? p.x : high->x;
        high->y = p.y > high->y ? p.y : high->y;
    }
}

/// Chooses the finest grid whose lists stay within the limit. Spans are allocated for its rows.
static cw_status choose_grid(cw_context *context, rasterizer *raster, cw_locator *locator,
                             uint64_t *entries) {
    const cw_navmesh *mesh = raster->mesh;
    cw_point low, high;
    find_box(mesh, &low, &high);
    uint64_t limit = (uint64_t)ENTRIES_PER_EDGE * mesh->edge_count;
    limit = limit < CW_NONE ? limit : CW_NONE - 1;
    double buckets = BUCKETS_PER_CELL * mesh->cell_count;
    for (;; buckets /= 4) {
        shape_grid(locator, fmax(buckets, 1.0), low, high);
        CW_TRY(CW_ALLOCATE(context, raster->spans, locator->rows));
        *entries = count_entries(raster, limit);
        if (*entries <= limit || locator->columns * locator->rows == 1) {
            return CW_OK;
        }
        CW_RELEASE(context, raster->spans, locator->rows);
    }
}

/// Adds `step` to the count of every bucket that the cell covers, or enters the cell there.
static void visit_buckets(rasterizer *raster, uint32_t cell, uint32_t *counts, uint32_t *cells) {
    enter_cell(raster, cell);
    for (uint32_t row = raster->row_low; row <= raster->row_high; row++) {
        for (uint32_t column = raster->spans[row].low; column <= raster->spans[row].high;
             column++) {
            uint32_t slot = counts[row * raster->locator->columns + column]++;
            if (cells != NULL) {
                cells[slot] = cell;
            }
        }
    }
}

/// Fills the lists by counting: cells of a bucket stand in ascending order.
static void fill_buckets(rasterizer *raster, cw_locator *locator) {
    uint32_t bucket_count = locator->columns * locator->rows;
    for (uint32_t c = 0; c < raster->mesh->cell_count; c++) {
        visit_buckets(raster, c, locator->bucket_first, NULL);
    }
    uint32_t sum = 0;
    for (uint32_t b = 0; b <= bucket_count; b++) {
        uint32_t count = locator->bucket_first[b];
        locator->bucket_first[b] = sum;
        sum += count;
    }
    for (uint32_t c = 0; c < raster->mesh->cell_count; c++) {
        visit_buckets(raster, c, locator->bucket_first, locator->bucket_cells);
    }
    for (uint32_t b = bucket_count; b > 0; b--) { // filling moved each start to its end
        locator->bucket_first[b] = locator->bucket_first[b - 1];
    }
    locator->bucket_first[0] = 0;
}

static bool one_height(const cw_navmesh *mesh) {
    for (uint32_t e = 1; e < mesh->edge_count; e++) {
        if (mesh->positions[mesh->edge_vertex[e]].z != mesh->positions[mesh->edge_vertex[0]].z) {
            return false;
        }
    }
    return mesh->triangle_count == 0;
}

cw_status cw_locator_make(cw_context *context, cw_navmesh *mesh) {
    cw_locator *locator = &mesh->locator;
    rasterizer raster = {.mesh = mesh, .locator = locator};
    uint64_t entries = 0;
    cw_status status = choose_grid(context, &raster, locator, &entries);
    if (status == CW_OK) {
        status = CW_ALLOCATE(context, locator->bucket_first,
                             (size_t)locator->columns * locator->rows + 1);
    }
    if (status == CW_OK) {
        locator->bucket_cell_count = (uint32_t)entries;
        status = CW_ALLOCATE(context, locator->bucket_cells, (size_t)entries);
    }
    if (status == CW_OK) {
        fill_buckets(&raster, locator);
        locator->level = one_height(mesh);
    }
    CW_RELEASE(context, raster.spans, locator->rows);
    return status;
}

void cw_locator_free(cw_context *context, cw_locator *locator) {
    CW_RELEASE(context, locator->bucket_first, (size_t)locator->columns * locator->rows + 1);
    CW_RELEASE(context, locator->bucket_cells, locator->bucket_cell_count);
    *locator = (cw_locator){0};
}

/// A point at the height of an edge's start: true when it lies on that vertex or on a level edge.
static bool on_level_edge(cw_point a, cw_point b, cw_point point) {
    return point.x == a.x || (b.y == a.y && (a.x < point.x) != (b.x < point.x));
}

/// True when a closed cell contains a point.
static bool contains(const cw_navmesh *mesh, uint32_t cell, cw_point point) {
    uint32_t first = mesh->cell_first[cell], end = mesh->cell_first[cell + 1];
    bool inside = false;
    cw_point a = cw_navmesh_point(mesh, end - 1);
    for (uint32_t e = first; e < end; e++) {
        cw_point b = cw_navmesh_point(mesh, e);
        if ((a.y <= point.y) != (b.y <= point.y)) {
            int side = cw_orient(a, b, point);
            if (side == 0) {
                return true;
            }
            inside ^= (side > 0) == (a.y < b.y);
        }
        if (a.y == point.y && on_level_edge(a, b, point)) {
            return true;
        }
        a = b;
    }
    return inside;
}

/// Of two cells that contain a point in plan, the one whose floor is nearer to it; `old` when equal.
static uint32_t nearer(const cw_navmesh *mesh, uint32_t old, uint32_t new, cw_vec3 point) {
    if (old == CW_NONE) {
        return new;
    }
    cw_vec2 plan = {point.x, point.y};
    double old_gap = fabs(cw_navmesh_height(mesh, old, plan) - point.z);
    double new_gap = fabs(cw_navmesh_height(mesh, new, plan) - point.z);
    return new_gap < old_gap ? new : old;
}

uint32_t cw_navmesh_locate(const cw_navmesh *mesh, cw_vec3 point) {
    const cw_locator *locator = &mesh->locator;
    cw_point query;
    if (locator->bucket_cells == NULL ||
        !cw_lattice_from_plan(&mesh->lattice, (cw_vec2){point.x, point.y}, &query)) {
        return CW_NONE;
    }
    uint32_t bucket = cw_locator_bucket(locator, query);
    uint32_t found = CW_NONE;
    for (uint32_t i = locator->bucket_first[bucket]; i < locator->bucket_first[bucket + 1]; i++) {
        uint32_t cell = locator->bucket_cells[i];
        if (contains(mesh, cell, query)) {
            found = nearer(mesh, found, cell, point);
            if (locator->level) {
                break;
            }
        }
    }
    return found;
}
