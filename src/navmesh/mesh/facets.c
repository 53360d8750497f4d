/// Which triangles of a cell may lie under a position, or reach into a box.
///
/// A cell that is not flat has the triangles of the terrain under it, and terrain is often one cell
/// with thousands of them. Such a cell has a grid over the box of its triangles: each bucket lists
/// the triangles whose boxes reach into it. Where the lists would be longer than a fixed number of
/// entries per triangle, the grid is made coarser.
///
/// Invariant: the bucket of a position lists every triangle of the cell whose box has the position:
/// lines are found by the same rounded and monotone steps for both. So do the buckets of a box.
#include "navmesh/navmesh.h"

#include <math.h>

/// Cells with fewer triangles have no grid.
enum { FEW_TRIANGLES = 8 };
/// Most entries of a grid, per triangle.
enum { ENTRIES_PER_TRIANGLE = 6 };

static uint32_t column_of(const cw_facet_grid *grid, double x) {
    return cw_grid_line((x - grid->x) * grid->scale_x, grid->columns);
}

static uint32_t row_of(const cw_facet_grid *grid, double y) {
    return cw_grid_line((y - grid->y) * grid->scale_y, grid->rows);
}

static uint32_t bucket_count(const cw_facet_grid *grid) {
    return grid->columns * grid->rows;
}

/// The corners of the box of a run of triangles.
static void find_box(const cw_navmesh *mesh, uint32_t first, uint32_t end, cw_vec2 *low,
                     cw_vec2 *high) {
    *low = (cw_vec2){INFINITY, INFINITY};
    *high = (cw_vec2){-INFINITY, -INFINITY};
    for (size_t i = 3 * (size_t)first; i < 3 * (size_t)end; i++) {
        cw_vec3 p = mesh->positions[mesh->triangles[i]];
        low->x = p.x < low->x ? p.x : low->x;
        low->y = p.y < low->y ? p.y : low->y;
        high->x = p.x > high->x ? p.x : high->x;
        high->y = p.y > high->y ? p.y : high->y;
    }
}

/// The buckets that a box reaches into.
static cw_facet_reach reach_of_box(const cw_facet_grid *grid, cw_vec2 low, cw_vec2 high) {
    return (cw_facet_reach){column_of(grid, low.x), column_of(grid, high.x), row_of(grid, low.y),
                            row_of(grid, high.y)};
}

static cw_facet_reach reach_of(const cw_navmesh *mesh, const cw_facet_grid *grid,
                               uint32_t triangle) {
    cw_vec2 low, high;
    find_box(mesh, triangle, triangle + 1, &low, &high);
    return reach_of_box(grid, low, high);
}

/// Sets columns and rows for about `buckets` buckets over a box.
static void shape_grid(cw_facet_grid *grid, double buckets, cw_vec2 low, cw_vec2 high) {
    double width = high.x - low.x, height = high.y - low.y;
    double columns = fmin(fmax(sqrt(buckets * (width / height)), 1), buckets);
    grid->x = low.x;
    grid->y = low.y;
    grid->columns = (uint32_t)columns;
    grid->rows = (uint32_t)fmax(buckets / columns, 1);
    grid->scale_x = grid->columns / width;
    grid->scale_y = grid->rows / height;
}

/// Chooses the finest grid whose lists are not too long, if a cell has one. Returns the entries.
static uint64_t choose_grid(const cw_navmesh *mesh, uint32_t cell, cw_facet_grid *grid) {
    uint32_t first = mesh->cell_triangle_first[cell], end = mesh->cell_triangle_first[cell + 1];
    cw_vec2 low, high;
    *grid = (cw_facet_grid){0};
    if (end - first < FEW_TRIANGLES) {
        return 0;
    }
    find_box(mesh, first, end, &low, &high);
    if (!(high.x > low.x && high.y > low.y)) {
        return 0;
    }
    for (double buckets = end - first;; buckets /= 4) {
        shape_grid(grid, fmax(buckets, 1), low, high);
        uint64_t entries = 0, limit = (uint64_t)ENTRIES_PER_TRIANGLE * (end - first);
        for (uint32_t t = first; t < end && entries <= limit; t++) {
            cw_facet_reach r = reach_of(mesh, grid, t);
            entries += (uint64_t)(r.right - r.left + 1) * (r.top - r.bottom + 1);
        }
        if (entries <= limit) { /* a single bucket always is */
            return entries;
        }
    }
}

/// Counts a triangle in every bucket that it reaches into; or, with `entries`, enters it there, in
/// front of what has been entered.
static void visit_buckets(const cw_navmesh *mesh, const cw_facet_grid *grid, uint32_t triangle,
                          uint32_t *first, uint32_t *entries) {
    cw_facet_reach r = reach_of(mesh, grid, triangle);
    for (uint32_t row = r.bottom; row <= r.top; row++) {
        for (uint32_t column = r.left; column <= r.right; column++) {
            uint32_t *bucket = &first[row * grid->columns + column];
            if (entries == NULL) {
                ++*bucket;
            } else {
                entries[--*bucket] = triangle;
            }
        }
    }
}

/// Fills the lists of a cell, from an entry on, by counting. Returns where they end.
static uint32_t fill_grid(const cw_navmesh *mesh, cw_facets *facets, uint32_t cell,
                          uint32_t entry) {
    const cw_facet_grid *grid = &facets->grids[cell];
    uint32_t *bucket_first = &facets->bucket_first[grid->bucket];
    uint32_t first = mesh->cell_triangle_first[cell], end = mesh->cell_triangle_first[cell + 1];
    for (uint32_t t = first; t < end; t++) {
        visit_buckets(mesh, grid, t, bucket_first, NULL);
    }
    for (uint32_t b = 0; b <= bucket_count(grid); b++) {
        entry += bucket_first[b];
        bucket_first[b] = entry;
    }
    for (uint32_t t = end; t > first; t--) { /* moves the end of each list to its start */
        visit_buckets(mesh, grid, t - 1, bucket_first, facets->entries);
    }
    return entry;
}

cw_status cw_facets_make(cw_context *context, const cw_navmesh *mesh, cw_facets *facets) {
    uint64_t entries = 0, buckets = 0;
    if (mesh->cell_triangle_first == NULL) {
        return CW_OK;
    }
    facets->grid_count = mesh->cell_count;
    CW_TRY(CW_ALLOCATE(context, facets->grids, facets->grid_count));
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        cw_facet_grid *grid = &facets->grids[c];
        uint64_t own = choose_grid(mesh, c, grid);
        if (entries + own >= CW_NONE) {
            *grid = (cw_facet_grid){0}; /* numbers end here */
        } else if (grid->columns > 0) {
            grid->bucket = (uint32_t)buckets;
            entries += own;
            buckets += bucket_count(grid) + 1;
        }
    }
    facets->bucket_count = (uint32_t)buckets;
    facets->entry_count = (uint32_t)entries;
    CW_TRY(CW_ALLOCATE(context, facets->bucket_first, facets->bucket_count));
    CW_TRY(CW_ALLOCATE(context, facets->entries, facets->entry_count));
    uint32_t entry = 0;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        entry = facets->grids[c].columns > 0 ? fill_grid(mesh, facets, c, entry) : entry;
    }
    return CW_OK;
}

void cw_facets_free(cw_context *context, cw_facets *facets) {
    CW_RELEASE(context, facets->grids, facets->grid_count);
    CW_RELEASE(context, facets->bucket_first, facets->bucket_count);
    CW_RELEASE(context, facets->entries, facets->entry_count);
    *facets = (cw_facets){0};
}

/// The list of a bucket of a grid.
static cw_facet_list list_of(const cw_facets *facets, const cw_facet_grid *grid, uint32_t column,
                             uint32_t row) {
    const uint32_t *first =
        &facets->bucket_first[(size_t)grid->bucket + row * grid->columns + column];
    return (cw_facet_list){&facets->entries[first[0]], first[1] - first[0]};
}

cw_facet_list cw_facets_at(const cw_facets *facets, uint32_t cell, cw_vec2 position) {
    if (!cw_facets_have_grid(facets, cell)) {
        return (cw_facet_list){NULL, 0};
    }
    const cw_facet_grid *grid = &facets->grids[cell];
    return list_of(facets, grid, column_of(grid, position.x), row_of(grid, position.y));
}

cw_facet_reach cw_facets_reach(const cw_facets *facets, uint32_t cell, cw_vec2 low, cw_vec2 high) {
    return reach_of_box(&facets->grids[cell], low, high);
}

cw_facet_list cw_facets_in(const cw_facets *facets, uint32_t cell, uint32_t column, uint32_t row) {
    return list_of(facets, &facets->grids[cell], column, row);
}
