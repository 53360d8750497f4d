/// Every invariant of a mesh, checked without any of the code that builds one.
///
/// Stages; all others trust the indices of the first, and 7 the locator of 6:
///   1. offsets, indices, numbers (validate_indices.c);
///   2. the shape of every cell, exactly (validate_shape.c);
///   3. portals, fans, islands, Euler (validate_topology.c);
///   4. triangles of heights (validate_heights.c);
///   5. the measures in stats, and the notches as far as a mesh shows them (validate_corners.c);
///   6. the locator: the bucket of a vertex lists the cells that have the vertex, and lies in none;
///   7. overlaps (validate_overlap.c).
///
/// Against a surface, a mesh that is valid in itself is compared. The area is compared exactly, as
/// a sum of cross products modulo 2^128, when both lie on the same lattice and the mesh can be
/// exact: the only fine points of a built mesh stand inside straight walls. A mesh with other fine
/// points was rounded on the way (through a format without exact points), and is given what
/// rounding does. Lengths and counts only say how much there is; that the floor is in the same
/// place is seen from its walls (validate_walls.c), which bound it.
///
/// Cost: linear on usual meshes.
#include "navmesh/check/validate.h"
#include "base/parallel.h"

#include <math.h>

/// Part of a measure by which two sums of it may differ.
static const double MEASURE_RELATIVE = 1e-9;
/// Coarse steps that rounding may move a vertex by, in all.
static const double ROUNDING_STEPS = 1.0;

/// Area and length of walls, in fine steps.
typedef struct measures {
    cw_unsigned_wide twice_area; ///< modulo 2^128
    double area, length;         ///< square metres, metres
    int64_t walls;
} measures;

static bool nearly(double a, double b, double slack) {
    return fabs(a - b) <= MEASURE_RELATIVE * fmax(fabs(a), fabs(b)) + slack;
}

static double edge_length(cw_point a, cw_point b) {
    double x = (double)(b.x - a.x), y = (double)(b.y - a.y);
    return sqrt(x * x + y * y);
}

static measures measure_mesh(const cw_navmesh *mesh) {
    measures m = {0};
    cw_sum area = {0}, length = {0};
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        cw_point a = cw_navmesh_point(mesh, e);
        cw_point b = cw_navmesh_point(mesh, cw_navmesh_next(mesh, mesh->edge_cell[e], e));
        cw_point base = cw_navmesh_point(mesh, cw_navmesh_cell_begin(mesh, mesh->edge_cell[e]));
        cw_wide twice = wedge(vector_to(base, a), vector_to(base, b));
        m.twice_area += (cw_unsigned_wide)twice;
        cw_sum_add(&area, (double)twice);
        if (mesh->edge_twin[e] == CW_NONE) {
            m.walls++;
            cw_sum_add(&length, edge_length(a, b));
        }
    }
    double fine = cw_navmesh_fine_step(mesh);
    m.area = 0.5 * cw_sum_value(&area) * fine * fine;
    m.length = cw_sum_value(&length) * fine;
    return m;
}

static measures measure_surface(const cw_surface *surface) {
    measures m = {0};
    cw_sum area = {0}, length = {0};
    for (uint32_t t = 0; t < surface->triangle_count; t++) {
        cw_point corner[3];
        for (uint32_t k = 0; k < 3; k++) {
            corner[k] = surface->points[surface->corners[3 * (size_t)t + k]];
        }
        cw_wide twice = wedge(vector_to(corner[0], corner[1]), vector_to(corner[0], corner[2]));
        m.twice_area += (cw_unsigned_wide)twice;
        cw_sum_add(&area, (double)twice);
        for (uint32_t k = 0; k < 3; k++) {
            if (surface->edges[3 * (size_t)t + k] == CW_EDGE_WALL) {
                m.walls++;
                cw_sum_add(&length, edge_length(corner[k], corner[(k + 1) % 3]));
            }
        }
    }
    double fine = ldexp(surface->lattice.step, -CW_LATTICE_FINE_BITS);
    m.area = 0.5 * cw_sum_value(&area) * fine * fine;
    m.length = cw_sum_value(&length) * fine;
    return m;
}

static cw_status check_stats(cw_context *context, const cw_navmesh *mesh) {
    measures m = measure_mesh(mesh);
    const cw_navmesh_stats *stats = &mesh->stats;
    // Stats are those of the caller's coordinates, which the lattice is up to a step beside.
    double step = ROUNDING_STEPS * mesh->lattice.step;
    if (!nearly(m.area, stats->area, step * m.length)) {
        return CW_VIOLATED(context, "area", "the cells have %.17g m2, and stats say %.17g", m.area,
                           stats->area);
    }
    if (!nearly(m.length, stats->wall_length, 2 * step * (double)m.walls)) {
        return CW_VIOLATED(context, "wall length", "the walls have %.17g m, and stats say %.17g",
                           m.length, stats->wall_length);
    }
    if (!(stats->seconds >= 0 && isfinite(stats->seconds))) {
        return CW_VIOLATED(context, "seconds", "stats say %g", stats->seconds);
    }
    return CW_OK;
}

static cw_status check_relaxation(cw_context *context, const cw_navmesh *mesh) {
    double depth = mesh->stats.relaxation_depth;
    if (!(depth >= 0 && depth <= 2 * CW_COORDINATE_LIMIT)) {
        return CW_VIOLATED(context, "relaxation", "stats say a depth of %g m", depth);
    }
    return CW_OK;
}

static cw_status check_buckets(cw_context *context, const cw_navmesh *mesh) {
    const cw_locator *locator = &mesh->locator;
    uint64_t buckets = (uint64_t)locator->columns * locator->rows;
    if (locator->bucket_first == NULL || locator->bucket_cells == NULL ||
        locator->bucket_inside == NULL || locator->corner_first == NULL ||
        locator->corners == NULL || buckets == 0 || buckets >= CW_NONE) {
        return CW_VIOLATED(context, "locator", "%u columns and %u rows", locator->columns,
                           locator->rows);
    }
    uint32_t end = 0;
    for (uint32_t b = 0; b < buckets; b++) {
        if (locator->bucket_first[b] != end || locator->bucket_first[b + 1] < end ||
            locator->bucket_first[b + 1] > locator->bucket_cell_count) {
            return CW_VIOLATED(context, "locator", "bucket %u starts at %u of %u", b,
                               locator->bucket_first[b], locator->bucket_cell_count);
        }
        uint32_t inside = locator->bucket_inside[b], first = end;
        end = locator->bucket_first[b + 1];
        if (inside != CW_NONE && (end != first + 1 || locator->bucket_cells[first] != inside)) {
            return CW_VIOLATED(context, "locator", "bucket %u is not in cell %u alone", b, inside);
        }
    }
    for (uint32_t i = 0; i < locator->bucket_cell_count; i++) {
        if (locator->bucket_cells[i] >= mesh->cell_count) {
            return CW_VIOLATED(context, "locator", "a bucket lists cell %u of %u",
                               locator->bucket_cells[i], mesh->cell_count);
        }
    }
    return CW_OK;
}

static cw_status check_corners(cw_context *context, const cw_navmesh *mesh) {
    const cw_locator *locator = &mesh->locator;
    uint32_t end = 0;
    for (uint32_t c = 0; c < mesh->cell_count && locator->cell_count == mesh->cell_count; c++) {
        if (locator->corner_first[c] != end || locator->corner_first[c + 1] < end + 3 ||
            locator->corner_first[c + 1] > locator->corner_count) {
            return CW_VIOLATED_AT(context, c, "locator", "corners %u to %u of %u",
                                  locator->corner_first[c], locator->corner_first[c + 1],
                                  locator->corner_count);
        }
        end = locator->corner_first[c + 1];
    }
    if (end != locator->corner_count) {
        return CW_VIOLATED(context, "locator", "it has %u corners of %u cells",
                           locator->corner_count, locator->cell_count);
    }
    return CW_OK;
}

static bool bucket_lists(const cw_locator *locator, uint32_t bucket, uint32_t cell) {
    uint32_t low = locator->bucket_first[bucket], high = locator->bucket_first[bucket + 1];
    while (low < high) { // cells of a bucket ascend
        uint32_t middle = low + (high - low) / 2;
        if (locator->bucket_cells[middle] == cell) {
            return true;
        }
        if (locator->bucket_cells[middle] < cell) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return false;
}

static cw_status check_locator(cw_context *context, const cw_navmesh *mesh) {
    CW_TRY(check_buckets(context, mesh));
    CW_TRY(check_corners(context, mesh));
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t bucket = cw_locator_bucket(&mesh->locator, cw_navmesh_point(mesh, e));
        if (!bucket_lists(&mesh->locator, bucket, mesh->edge_cell[e])) {
            cw_vec3 p = mesh->positions[mesh->edge_vertex[e]];
            return CW_VIOLATED_AT(context, mesh->edge_cell[e], "locator",
                                  "the bucket of (%.9g, %.9g) does not list it", p.x, p.y);
        }
        if (mesh->locator.bucket_inside[bucket] != CW_NONE) {
            return CW_VIOLATED_AT(context, mesh->locator.bucket_inside[bucket], "locator",
                                  "bucket %u lies in it, but has a vertex", bucket);
        }
    }
    return CW_OK;
}

typedef cw_status check(cw_context *context, const cw_navmesh *mesh);

/// In each row a check may rely on those before it; rows rely on the indices only.
static check *const CHECKS[][4] = {
    {check_relaxation, cw_validate_shapes},
    {cw_validate_topology, cw_validate_heights, check_stats, cw_validate_notches},
    {check_locator, cw_validate_overlap},
};
enum { ROWS = sizeof CHECKS / sizeof *CHECKS, COLUMNS = sizeof *CHECKS / sizeof **CHECKS };

static cw_status run_rows(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    const cw_navmesh *mesh = *(const cw_navmesh **)user;
    for (uint32_t i = begin; i < end; i++) {
        for (uint32_t k = 0; k < COLUMNS && CHECKS[i][k] != NULL; k++) {
            CW_TRY(CHECKS[i][k](context, mesh));
        }
    }
    return CW_OK;
}

cw_status cw_navmesh_validate(cw_context *context, const cw_navmesh *mesh) {
    CW_ASSERT(mesh != NULL);
    CW_TRY(cw_progress(context, "checking", 0));
    CW_TRY(cw_navmesh_check_indices(context, mesh));
    return cw_parallel_for(context, "checking", ROWS, 1, run_rows, &mesh);
}

/// True when mesh and surface can be compared to the last bit.
static bool is_comparable(const cw_navmesh *mesh, const cw_surface *surface) {
    return mesh->lattice.step == surface->lattice.step &&
           mesh->lattice.origin_x == surface->lattice.origin_x &&
           mesh->lattice.origin_y == surface->lattice.origin_y && cw_walls_unrounded(mesh);
}

static cw_status compare_measures(cw_context *context, const cw_navmesh *mesh,
                                  const cw_surface *surface, bool exact) {
    measures ours = measure_mesh(mesh), theirs = measure_surface(surface);
    double step = fmax(mesh->lattice.step, surface->lattice.step) * ROUNDING_STEPS;
    bool equal = exact ? ours.twice_area == theirs.twice_area
                       : nearly(ours.area, theirs.area, step * (ours.length + theirs.length));
    if (!equal) {
        return CW_VIOLATED(context, "coverage", "the cells have %.17g m2, the surface %.17g m2",
                           ours.area, theirs.area);
    }
    double slack = exact ? 0 : 2 * step * (double)(ours.walls + theirs.walls);
    if (!nearly(ours.length, theirs.length, slack)) {
        return CW_VIOLATED(context, "walls", "the mesh has %.17g m of walls, the surface %.17g m",
                           ours.length, theirs.length);
    }
    return CW_OK;
}

static uint32_t find_root(uint32_t *parent, uint32_t item) {
    while (parent[item] != item) {
        parent[item] = parent[parent[item]];
        item = parent[item];
    }
    return item;
}

/// Connected parts of a surface.
static cw_status count_parts(cw_context *context, const cw_surface *surface, int64_t *parts) {
    uint32_t *parent;
    CW_TRY(CW_ALLOCATE(context, parent, surface->triangle_count));
    for (uint32_t t = 0; t < surface->triangle_count; t++) {
        parent[t] = t;
    }
    *parts = surface->triangle_count;
    for (size_t h = 0; h < (size_t)surface->triangle_count * 3; h++) {
        if (surface->twins[h] != CW_NONE) {
            uint32_t a = find_root(parent, (uint32_t)(h / 3));
            uint32_t b = find_root(parent, surface->twins[h] / 3);
            parent[a > b ? a : b] = a < b ? a : b;
            *parts -= a != b;
        }
    }
    CW_RELEASE(context, parent, surface->triangle_count);
    return CW_OK;
}

cw_status cw_navmesh_validate_against(cw_context *context, const cw_navmesh *mesh,
                                      const cw_surface *surface) {
    CW_ASSERT(mesh != NULL && surface != NULL);
    bool exact = is_comparable(mesh, surface);
    CW_TRY(compare_measures(context, mesh, surface, exact));
    int64_t walls = measure_surface(surface).walls, parts;
    int64_t edges = ((int64_t)surface->triangle_count * 3 + walls) / 2;
    int64_t theirs = (int64_t)surface->vertex_count - edges + surface->triangle_count;
    int64_t ours = (int64_t)mesh->island_count - mesh->stats.holes;
    if (ours != theirs) {
        return CW_VIOLATED(context, "euler", "the mesh has characteristic %lld, the surface %lld",
                           (long long)ours, (long long)theirs);
    }
    CW_TRY(count_parts(context, surface, &parts));
    if (parts != mesh->island_count) {
        return CW_VIOLATED(context, "island", "the mesh has %u islands, the surface %lld parts",
                           mesh->island_count, (long long)parts);
    }
    return cw_validate_walls(context, mesh, surface, exact);
}
