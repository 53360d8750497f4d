/// Which cell a point is in.
///
/// A grid over the box of the mesh lists, per bucket, the cells that reach into it. A cell is
/// entered row by row, only over the columns that its edges span there, so that a long thin cell
/// costs the buckets it crosses and not its bounding box. Where the lists would be longer than a
/// fixed number of entries per edge, the grid is made coarser, so memory stays linear in the edges.
///
/// Invariant: the bucket of a point lists every cell that contains the point. Places are computed
/// in double, and cells are entered wider than the error of that.
///
/// A cell is tested twice over. The quick test takes corners rounded to 31 bits and stored cell by
/// cell, computes on which side of every edge the point lies, and knows how wrong it can be. Only
/// when it is in doubt, the point is put on the fine lattice and the crossings of a ray with the
/// exact edges are counted with exact signs; a point on an edge is inside. So every answer is the
/// exact one. Corners where a cell goes straight on are not stored. A cell with dents has three
/// stored corners in one place, which leaves every point in doubt.
///
/// Of cells above each other, the one counts whose floor is nearer in height. That follows from the
/// heights between which each floor lies, and only where these overlap by the height at the point.
///
/// Cost: a bucket lists two or three cells on most meshes. One that lies inside a single cell
/// answers at once.
#include "navmesh/navmesh.h"

#include <math.h>

/// Buckets per cell: finer grids test fewer cells per question, but miss the cache more often.
/// Small meshes, whose grids stay in it, have up to so many, as long as these are no more in all.
static const double BUCKETS_PER_CELL = 2.0;
static const double BUCKETS_PER_SMALL_CELL = 16.0;
static const double FEW_BUCKETS = 4096.0;
/// Most entries of all buckets, per edge of the mesh.
enum { ENTRIES_PER_EDGE = 8 };
/// Most columns and rows.
static const double MOST_LINES = 32768.0;
/// Fine steps by which cells are entered wider than computed. Coordinates below 2^61 lose at most
/// 2^8 when they become doubles; a place on an edge and the point in question gather fewer than
/// eight such errors each.
static const double WIDENING = 4096.0;
/// Fine steps by which the place of a point in question may be wrong in the quick test.
static const double QUERY_ERROR = 1024.0;
/// Part of a height by which the height at a point may lie outside of those of its cell's corners:
/// far more than rounding, and far less than any two floors are apart.
static const double ROUNDED_HEIGHT = 1e-9;
/// Metres: floors that touch in a point have one height there, except for rounding.
static const double SAME_HEIGHT = 1e-6;
/// Fine steps: a point this close to a vertex, along each axis, is that vertex, which was moved to
/// the coarse lattice by half a coarse step at most.
static const double ON_VERTEX = 0.51 * (double)((int64_t)1 << CW_LATTICE_FINE_BITS);
/// Metres from the origin: beyond all meshes.
static const double BEYOND = 2 * CW_COORDINATE_LIMIT;
/// Bits of the stored corners. Origins are multiples of 2^ORIGIN_BITS, so that doubles hold them.
enum { CORNER_BITS = 31, ORIGIN_BITS = 10 };

/// Columns of one row.
typedef struct span {
    uint32_t low, high;
} span;

typedef struct rasterizer {
    const cw_navmesh *mesh;
    const cw_locator *locator;
    cw_point origin; ///< low corner of the grid
    span *spans;     ///< per row of the locator
    uint32_t row_low, row_high;
} rasterizer;

/// Column and row of a place in fine steps from the origin of the grid.
static uint32_t column_of(const cw_locator *locator, double x) {
    return cw_grid_line(x * locator->scale_x, locator->columns);
}

static uint32_t row_of(const cw_locator *locator, double y) {
    return cw_grid_line(y * locator->scale_y, locator->rows);
}

static inline uint32_t bucket_of(const cw_locator *locator, cw_vec2 place) {
    return row_of(locator, place.y) * locator->columns + column_of(locator, place.x);
}

uint32_t cw_locator_bucket(const cw_locator *locator, cw_point point) {
    cw_vec2 place = {(double)point.x - locator->origin_x, (double)point.y - locator->origin_y};
    return bucket_of(locator, place);
}

static void widen_span(const rasterizer *raster, uint32_t row, double left, double right) {
    uint32_t low = column_of(raster->locator, left - WIDENING);
    uint32_t high = column_of(raster->locator, right + WIDENING);
    span *s = &raster->spans[row];
    s->low = low < s->low ? low : s->low;
    s->high = high > s->high ? high : s->high;
}

/// Enters an edge, which rises from `low` to `high`, in every row that it reaches.
static void enter_edge(const rasterizer *raster, cw_vec2 low, cw_vec2 high) {
    const cw_locator *locator = raster->locator;
    uint32_t first = row_of(locator, low.y - WIDENING), last = row_of(locator, high.y + WIDENING);
    double left = fmin(low.x, high.x), right = fmax(low.x, high.x);
    if (first == last) {
        widen_span(raster, first, left, right);
        return;
    }
    double slope = high.y > low.y ? (high.x - low.x) / (high.y - low.y) : 0;
    for (uint32_t row = first; row <= last; row++) {
        double bottom = row / locator->scale_y - WIDENING;
        double top = (row + 1.0) / locator->scale_y + WIDENING;
        double x0 = bottom > low.y ? low.x + (bottom - low.y) * slope : low.x;
        double x1 = top < high.y ? low.x + (top - low.y) * slope : high.x;
        widen_span(raster, row, fmax(fmin(x0, x1), left), fmin(fmax(x0, x1), right));
    }
}

static cw_vec2 place_of(const rasterizer *raster, uint32_t edge) {
    cw_point p = cw_point_sub(cw_navmesh_point(raster->mesh, edge), raster->origin);
    return (cw_vec2){(double)p.x, (double)p.y};
}

/// Finds the columns that a cell covers in each row that it reaches.
static void enter_cell(rasterizer *raster, uint32_t cell) {
    const cw_navmesh *mesh = raster->mesh;
    double low = INFINITY, high = -INFINITY;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        double y = place_of(raster, e).y;
        low = fmin(low, y);
        high = fmax(high, y);
    }
    raster->row_low = row_of(raster->locator, low - WIDENING);
    raster->row_high = row_of(raster->locator, high + WIDENING);
    for (uint32_t row = raster->row_low; row <= raster->row_high; row++) {
        raster->spans[row] = (span){UINT32_MAX, 0};
    }
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        cw_vec2 a = place_of(raster, e), b = place_of(raster, cw_navmesh_next(mesh, cell, e));
        enter_edge(raster, a.y < b.y ? a : b, a.y < b.y ? b : a);
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

/// Sets columns and rows for about `buckets` square buckets over a box.
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
    low->x -= low->x % ((int64_t)1 << ORIGIN_BITS);
    low->y -= low->y % ((int64_t)1 << ORIGIN_BITS);
}

/// Chooses the finest grid whose lists stay within the limit. Spans are allocated for its rows.
static cw_status choose_grid(cw_context *context, rasterizer *raster, cw_locator *locator,
                             cw_point high, uint64_t *entries) {
    const cw_navmesh *mesh = raster->mesh;
    uint64_t limit = (uint64_t)ENTRIES_PER_EDGE * mesh->edge_count;
    limit = limit < CW_NONE ? limit : CW_NONE - 1;
    double buckets = fmax(BUCKETS_PER_CELL * mesh->cell_count,
                          fmin(BUCKETS_PER_SMALL_CELL * mesh->cell_count, FEW_BUCKETS));
    for (;; buckets /= 4) {
        shape_grid(locator, fmax(buckets, 1.0), raster->origin, high);
        CW_TRY(CW_ALLOCATE(context, raster->spans, locator->rows));
        *entries = count_entries(raster, limit);
        if (*entries <= limit) { // a single bucket always is
            return CW_OK;
        }
        CW_RELEASE(context, raster->spans, locator->rows);
    }
}

/// Counts the cell in every bucket that it covers, and with `cells` enters it there.
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

/// Chains the vertices of each bucket, in ascending order.
static void chain_vertices(const cw_navmesh *mesh, cw_locator *locator) {
    uint32_t bucket_count = locator->columns * locator->rows;
    for (uint32_t b = 0; b < bucket_count; b++) {
        locator->bucket_vertex[b] = CW_NONE;
    }
    for (uint32_t v = mesh->vertex_count; v-- > 0;) {
        uint32_t *first = &locator->bucket_vertex[cw_locator_bucket(locator, mesh->points[v])];
        locator->vertex_next[v] = *first;
        *first = v;
    }
}

/// Counts the corners of a cell that the quick test needs: those where it turns, or three in one
/// place where it has a dent.
static uint32_t count_corners(const cw_navmesh *mesh, uint32_t cell, bool *dented) {
    uint32_t count = 0;
    *dented = false;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        int turn = cw_navmesh_turn(mesh, cell, e);
        count += turn != 0;
        *dented |= turn < 0;
    }
    *dented |= count < 3;
    return *dented ? 3 : count;
}

/// Stores the corners for the quick test, rounded down to CORNER_BITS bits.
static void store_corners(const rasterizer *raster, cw_locator *locator, cw_point high) {
    const cw_navmesh *mesh = raster->mesh;
    cw_point size = cw_point_sub(high, raster->origin);
    int shift = 0;
    while ((size.x | size.y) >> shift >= (int64_t)1 << CORNER_BITS) {
        shift++;
    }
    locator->corner_scale = ldexp(1.0, -shift);
    int32_t *corner = locator->corners;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        bool dented;
        uint32_t count = count_corners(mesh, c, &dented);
        locator->corner_first[c + 1] = locator->corner_first[c] + count;
        for (uint32_t e = cw_navmesh_cell_begin(mesh, c);
             !dented && e < cw_navmesh_cell_end(mesh, c); e++) {
            if (cw_navmesh_turn(mesh, c, e) != 0) {
                cw_point p = cw_point_sub(cw_navmesh_point(mesh, e), raster->origin);
                *corner++ = (int32_t)(p.x >> shift);
                *corner++ = (int32_t)(p.y >> shift);
            }
        }
        corner = &locator->corners[2 * (size_t)locator->corner_first[c + 1]];
    }
}

static bool one_height(const cw_navmesh *mesh) {
    for (uint32_t e = 1; e < mesh->edge_count; e++) {
        if (mesh->positions[mesh->edge_vertex[e]].z != mesh->positions[mesh->edge_vertex[0]].z) {
            return false;
        }
    }
    return mesh->triangle_count == 0;
}

static cw_status allocate_lists(cw_context *context, const cw_navmesh *mesh, cw_locator *locator,
                                uint64_t entries) {
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        bool dented;
        locator->corner_count += count_corners(mesh, c, &dented);
    }
    size_t buckets = (size_t)locator->columns * locator->rows;
    locator->cell_count = mesh->cell_count;
    locator->vertex_count = mesh->vertex_count;
    locator->bucket_cell_count = (uint32_t)entries;
    CW_TRY(CW_ALLOCATE(context, locator->bucket_first, buckets + 1));
    CW_TRY(CW_ALLOCATE(context, locator->bucket_cells, locator->bucket_cell_count));
    CW_TRY(CW_ALLOCATE(context, locator->bucket_inside, buckets));
    CW_TRY(CW_ALLOCATE(context, locator->bucket_vertex, buckets));
    CW_TRY(CW_ALLOCATE(context, locator->vertex_next, locator->vertex_count));
    CW_TRY(CW_ALLOCATE(context, locator->corner_first, (size_t)locator->cell_count + 1));
    CW_TRY(CW_ALLOCATE(context, locator->heights, locator->cell_count));
    return CW_ALLOCATE(context, locator->corners, 2 * (size_t)locator->corner_count);
}

/// A point in question: where it lies in corner units, and how far that may be wrong.
typedef struct question {
    const cw_navmesh *mesh;
    cw_vec2 plan;
    cw_vec2 place;
    double error;
} question;

/// A question about a place in fine steps from the origin of the grid.
static question ask_at(const cw_navmesh *mesh, cw_vec2 place) {
    double scale = mesh->locator.corner_scale;
    return (question){.mesh = mesh,
                      .place = {place.x * scale, place.y * scale},
                      .error = 1 + QUERY_ERROR * scale};
}

/// 1 when a cell surely contains the point, -1 when it surely does not, 0 in doubt. Stored corners
/// are wrong by less than a unit; so a product of differences is wrong by less than half of the
/// bound.
static int test_quickly(const question *q, uint32_t cell) {
    const cw_locator *locator = &q->mesh->locator;
    const int32_t *at = &locator->corners[2 * (size_t)locator->corner_first[cell]];
    const int32_t *end = &locator->corners[2 * (size_t)locator->corner_first[cell + 1]];
    double ax = end[-2], ay = end[-1];
    int inside = 1;
    for (; at < end; at += 2) {
        double bx = at[0], by = at[1];
        double dx = bx - ax, dy = by - ay, px = q->place.x - ax, py = q->place.y - ay;
        double side = dx * py - dy * px;
        double bound = 2 * q->error * (fabs(dx) + fabs(dy) + fabs(px) + fabs(py) + 2);
        if (side < -bound) {
            return -1;
        }
        inside &= side > bound;
        ax = bx;
        ay = by;
    }
    return inside;
}

/// Whether a bucket surely lies in a cell, which then has no dents: its corners do, a little
/// farther out.
static bool is_covered(const cw_navmesh *mesh, uint32_t column, uint32_t row, uint32_t cell) {
    const cw_locator *locator = &mesh->locator;
    double left = column / locator->scale_x - WIDENING, bottom = row / locator->scale_y - WIDENING;
    double right = (column + 1.0) / locator->scale_x + WIDENING;
    double top = (row + 1.0) / locator->scale_y + WIDENING;
    bool covered = true;
    for (int i = 0; i < 4 && covered; i++) {
        question q = ask_at(mesh, (cw_vec2){i % 2 ? right : left, i / 2 ? top : bottom});
        covered = test_quickly(&q, cell) > 0;
    }
    return covered;
}

/// Finds the buckets that lie in one cell and touch no other. Those at the border of the grid stand
/// for what lies outside, too.
static void find_covered(const cw_navmesh *mesh, cw_locator *locator) {
    for (uint32_t row = 0; row < locator->rows; row++) {
        for (uint32_t column = 0; column < locator->columns; column++) {
            uint32_t bucket = row * locator->columns + column;
            uint32_t first = locator->bucket_first[bucket];
            bool inner =
                row > 0 && row + 1 < locator->rows && column > 0 && column + 1 < locator->columns;
            bool alone = locator->bucket_first[bucket + 1] == first + 1;
            locator->bucket_inside[bucket] =
                inner && alone && is_covered(mesh, column, row, locator->bucket_cells[first])
                    ? locator->bucket_cells[first]
                    : CW_NONE;
        }
    }
}

cw_status cw_locator_make(cw_context *context, cw_navmesh *mesh) {
    cw_locator *locator = &mesh->locator;
    rasterizer raster = {.mesh = mesh, .locator = locator};
    cw_point high;
    find_box(mesh, &raster.origin, &high);
    uint64_t entries = 0;
    cw_status status = choose_grid(context, &raster, locator, high, &entries);
    if (status == CW_OK) {
        status = allocate_lists(context, mesh, locator, entries);
    }
    if (status == CW_OK) {
        fill_buckets(&raster, locator);
        chain_vertices(mesh, locator);
        store_corners(&raster, locator, high);
        find_covered(mesh, locator);
        for (uint32_t c = 0; c < mesh->cell_count; c++) {
            locator->heights[c] = cw_navmesh_measure_heights(mesh, c);
        }
        locator->level = one_height(mesh);
        status = cw_facets_make(context, mesh, &locator->facets);
    }
    CW_RELEASE(context, raster.spans, locator->rows);
    return status;
}

void cw_locator_free(cw_context *context, cw_locator *locator) {
    size_t buckets = (size_t)locator->columns * locator->rows;
    CW_RELEASE(context, locator->bucket_first, buckets + 1);
    CW_RELEASE(context, locator->bucket_cells, locator->bucket_cell_count);
    CW_RELEASE(context, locator->bucket_inside, buckets);
    CW_RELEASE(context, locator->bucket_vertex, buckets);
    CW_RELEASE(context, locator->vertex_next, locator->vertex_count);
    CW_RELEASE(context, locator->corner_first, (size_t)locator->cell_count + 1);
    cw_facets_free(context, &locator->facets);
    CW_RELEASE(context, locator->heights, locator->cell_count);
    CW_RELEASE(context, locator->corners, 2 * (size_t)locator->corner_count);
    *locator = (cw_locator){0};
}

/// A point at the height of an edge's start: true when it lies on that vertex or on a level edge.
static bool on_level_edge(cw_point a, cw_point b, cw_point point) {
    return point.x == a.x || (b.y == a.y && (a.x < point.x) != (b.x < point.x));
}

/// True when a closed cell contains a point of the lattice.
static bool contains(const cw_navmesh *mesh, uint32_t cell, cw_point point) {
    uint32_t first = cw_navmesh_cell_begin(mesh, cell), end = cw_navmesh_cell_end(mesh, cell);
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

/// Between which values the height of a point above or below the floor of a cell lies. Rounding may
/// move a height out of the range of its cell by no more than a part of it.
static cw_height_range gap_to(const cw_navmesh *mesh, uint32_t cell, double z) {
    cw_height_range floor = mesh->locator.heights[cell];
    double slack = ROUNDED_HEIGHT * (fabs(floor.low) + fabs(floor.high));
    double below = floor.low - slack - z, above = z - (floor.high + slack);
    return (cw_height_range){fmax(fmax(below, above), 0),
                             fmax(floor.high + slack - z, z - (floor.low - slack))};
}

/// Of two cells that contain a point in plan, the one whose floor is nearer to it; `old` when
/// equal.
static uint32_t nearer(const cw_navmesh *mesh, uint32_t old, uint32_t new, cw_vec3 point) {
    if (old == CW_NONE) {
        return new;
    }
    cw_height_range old_gap = gap_to(mesh, old, point.z), new_gap = gap_to(mesh, new, point.z);
    if (old_gap.high < new_gap.low || new_gap.high < old_gap.low) {
        return new_gap.high < old_gap.low ? new : old;
    }
    cw_vec2 plan = {point.x, point.y};
    double old_height = cw_navmesh_height(mesh, old, plan);
    double new_height = cw_navmesh_height(mesh, new, plan);
    return fabs(new_height - point.z) < fabs(old_height - point.z) ? new : old;
}

static bool test_cell(const question *q, uint32_t cell) {
    int quick = test_quickly(q, cell);
    cw_point point;
    return quick > 0 || (quick == 0 && cw_lattice_from_plan(&q->mesh->lattice, q->plan, &point) &&
                         contains(q->mesh, cell, point));
}

/// Where a point lies in fine steps from the origin of the grid.
static cw_vec2 place_in_grid(const cw_navmesh *mesh, cw_vec3 point) {
    const cw_locator *locator = &mesh->locator;
    double per_metre = (double)((int64_t)1 << CW_LATTICE_FINE_BITS) / mesh->lattice.step;
    return (cw_vec2){(point.x - mesh->lattice.origin_x) * per_metre - locator->origin_x,
                     (point.y - mesh->lattice.origin_y) * per_metre - locator->origin_y};
}

/// A vertex in a bucket that lies at a place, except for rounding.
static bool find_vertex(const cw_navmesh *mesh, uint32_t bucket, cw_vec2 place, cw_point *vertex) {
    const cw_locator *locator = &mesh->locator;
    for (uint32_t v = locator->bucket_vertex[bucket]; v != CW_NONE; v = locator->vertex_next[v]) {
        cw_point p = mesh->points[v];
        double x = (double)p.x - locator->origin_x, y = (double)p.y - locator->origin_y;
        if (fabs(x - place.x) <= ON_VERTEX && fabs(y - place.y) <= ON_VERTEX) {
            *vertex = p;
            return true;
        }
    }
    return false;
}

bool cw_navmesh_vertex_at(const cw_navmesh *mesh, cw_vec3 point, cw_point *vertex) {
    const cw_locator *locator = &mesh->locator;
    cw_vec2 place = place_in_grid(mesh, point);
    if (locator->bucket_inside[bucket_of(locator, place)] != CW_NONE) {
        return false;
    }
    uint32_t left = column_of(locator, place.x - ON_VERTEX);
    uint32_t right = column_of(locator, place.x + ON_VERTEX);
    uint32_t last = row_of(locator, place.y + ON_VERTEX);
    for (uint32_t row = row_of(locator, place.y - ON_VERTEX); row <= last; row++) {
        for (uint32_t column = left; column <= right; column++) {
            if (find_vertex(mesh, row * locator->columns + column, place, vertex)) {
                return true;
            }
        }
    }
    return false;
}

uint32_t cw_navmesh_next_at(const cw_navmesh *mesh, cw_point vertex, uint32_t at, uint32_t after) {
    const cw_locator *locator = &mesh->locator;
    cw_vec2 plan = cw_lattice_to_plan(&mesh->lattice, vertex);
    double height = cw_navmesh_height(mesh, at, plan);
    double slack = SAME_HEIGHT + ROUNDED_HEIGHT * fabs(height);
    uint32_t bucket = cw_locator_bucket(locator, vertex);
    for (uint32_t i = locator->bucket_first[bucket]; i < locator->bucket_first[bucket + 1]; i++) {
        uint32_t cell = locator->bucket_cells[i];
        if (cell != at && (after == CW_NONE || cell > after) && contains(mesh, cell, vertex) &&
            fabs(cw_navmesh_height(mesh, cell, plan) - height) <= slack) {
            return cell;
        }
    }
    return CW_NONE;
}

uint32_t cw_navmesh_locate(const cw_navmesh *mesh, cw_vec3 point) {
    const cw_locator *locator = &mesh->locator;
    // No mesh reaches so far, and products of such numbers may be none.
    bool beyond = !(fabs(point.x) < BEYOND && fabs(point.y) < BEYOND);
    if (locator->corners == NULL || beyond) {
        return CW_NONE;
    }
    cw_vec2 place = place_in_grid(mesh, point);
    uint32_t bucket = bucket_of(locator, place), found = CW_NONE;
    if (locator->bucket_inside[bucket] != CW_NONE) {
        return locator->bucket_inside[bucket];
    }
    question q = ask_at(mesh, place);
    q.plan = (cw_vec2){point.x, point.y};
    for (uint32_t i = locator->bucket_first[bucket]; i < locator->bucket_first[bucket + 1]; i++) {
        uint32_t cell = locator->bucket_cells[i];
        if (test_cell(&q, cell)) {
            found = nearer(mesh, found, cell, point);
            if (locator->level) {
                break;
            }
        }
    }
    return found;
}

/// The height of the vertex nearest in plan.
static double height_beside(const cw_navmesh *mesh, cw_vec2 position) {
    double best = INFINITY, height = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        double dx = mesh->positions[i].x - position.x, dy = mesh->positions[i].y - position.y;
        if (dx * dx + dy * dy < best) {
            best = dx * dx + dy * dy;
            height = mesh->positions[i].z;
        }
    }
    return height;
}

double cw_navmesh_lowest(const cw_navmesh *mesh, cw_vec2 position) {
    uint32_t cell =
        cw_navmesh_locate(mesh, (cw_vec3){position.x, position.y, -CW_COORDINATE_LIMIT});
    return cell != CW_NONE ? cw_navmesh_height(mesh, cell, position)
                           : height_beside(mesh, position);
}
