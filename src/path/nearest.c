/// The point of the mesh nearest to a point in space, at least a radius away from every wall.
///
/// Cells are taken from the buckets of the locator in rings around the point, until the next ring
/// is farther away in plan than the best point found. So a query near the mesh looks at a few
/// cells, and a query with a large reach at those that could matter and no others.
#include "path/nearest.h"

/// A point this near to the floor stands on it, in metres.
static const double STANDING = 1e-9;
/// Share of a bucket by which the bound of a ring is lowered against rounding.
static const double BUCKET_ERROR = 1e-6;
/// Metres by which a point may be moved to lie on the mesh; most need far less, but a needle is
/// thinner than the spacing of doubles near its tip.
static const double MOST_MOVE = 1e-6;

/// Square of the plan distance to the box of a cell.
static double box_square(const cw_nearest_search *s, uint32_t cell) {
    const cw_navmesh *mesh = s->clearance->mesh;
    double x0 = INFINITY, x1 = -INFINITY, y0 = INFINITY, y1 = -INFINITY;
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        cw_vec2 p = cw_clearance_from(s->clearance, e);
        x0 = fmin(x0, p.x), x1 = fmax(x1, p.x);
        y0 = fmin(y0, p.y), y1 = fmax(y1, p.y);
    }
    double dx = fmax(fmax(x0 - s->point.x, s->point.x - x1), 0);
    double dy = fmax(fmax(y0 - s->point.y, s->point.y - y1), 0);
    return dx * dx + dy * dy;
}

static cw_status visit_cell(cw_nearest_search *s, uint32_t cell) {
    if (!cw_walk_enter_cell(&s->query->walk, cell) || box_square(s, cell) > s->best) {
        return CW_OK;
    }
    s->outline = cw_facet_outline(s->clearance, cell);
    uint32_t count = cw_facet_count(s->clearance, cell);
    for (uint32_t i = 0; i < count; i++) {
        cw_facet facet = cw_facet_get(s->clearance, cell, i);
        CW_TRY(cw_nearest_visit_facet(s, &facet));
    }
    return CW_OK;
}

/// The grid of the locator in local metres, and where the search started in it.
typedef struct grid {
    const cw_locator *locator;
    cw_vec2 origin, size; ///< low corner; size of a bucket
    int64_t column, row;
} grid;

static int64_t clamp_line(double place, uint32_t count) {
    return !(place > 0) ? 0 : place >= count ? (int64_t)count - 1 : (int64_t)place;
}

static grid find_grid(const cw_nearest_search *s) {
    const cw_navmesh *mesh = s->clearance->mesh;
    const cw_locator *locator = &mesh->locator;
    double step = cw_navmesh_fine_step(mesh);
    grid g = {.locator = locator,
              .origin = {locator->origin_x * step, locator->origin_y * step},
              .size = {step / locator->scale_x, step / locator->scale_y}};
    g.column = clamp_line((s->point.x - g.origin.x) / g.size.x, locator->columns);
    g.row = clamp_line((s->point.y - g.origin.y) / g.size.y, locator->rows);
    return g;
}

static cw_status visit_bucket(cw_nearest_search *s, const grid *g, int64_t column, int64_t row) {
    const cw_locator *locator = g->locator;
    if (column < 0 || column >= locator->columns) {
        return CW_OK;
    }
    size_t bucket = (size_t)row * locator->columns + (size_t)column;
    uint32_t end = locator->bucket_first[bucket + 1];
    for (uint32_t i = locator->bucket_first[bucket]; i < end; i++) {
        CW_TRY(visit_cell(s, locator->bucket_cells[i]));
    }
    return CW_OK;
}

/// The buckets at `ring` columns or rows from the first one, whichever is more.
static cw_status visit_ring(cw_nearest_search *s, const grid *g, int64_t ring) {
    int64_t columns = g->locator->columns, rows = g->locator->rows;
    int64_t low = g->column - ring, high = g->column + ring;
    int64_t first = g->row - ring > 0 ? g->row - ring : 0;
    int64_t last = g->row + ring < rows ? g->row + ring : rows - 1;
    for (int64_t row = first; row <= last; row++) {
        if (row == g->row - ring || row == g->row + ring) {
            int64_t end = high < columns ? high : columns - 1;
            for (int64_t column = low > 0 ? low : 0; column <= end; column++) {
                CW_TRY(visit_bucket(s, g, column, row));
            }
        } else {
            CW_TRY(visit_bucket(s, g, low, row));
            CW_TRY(visit_bucket(s, g, high, row));
        }
    }
    return CW_OK;
}

/// Plan distance from `x` to what lies beyond a block of lines `low` .. `high` along one axis of
/// the grid, where `away` is the distance to the grid along the other axis.
static double beyond(double x, double origin, double size, int64_t low, int64_t high,
                     uint32_t count, double away) {
    double least = INFINITY;
    if (low > 0) {
        least = fmin(least, x - (origin + (double)low * size));
    }
    if (high + 1 < count) {
        least = fmin(least, origin + (double)(high + 1) * size - x);
    }
    least = fmax(least - BUCKET_ERROR * size, 0);
    return sqrt(least * least + away * away);
}

static double distance_to_span(double x, double low, double high) {
    return fmax(fmax(low - x, x - high), 0);
}

/// Plan distance to the nearest bucket outside of `ring`; infinite when there is none.
static double ring_bound(const cw_nearest_search *s, const grid *g, int64_t ring) {
    const cw_locator *locator = g->locator;
    double away_x =
        distance_to_span(s->point.x, g->origin.x, g->origin.x + locator->columns * g->size.x);
    double away_y =
        distance_to_span(s->point.y, g->origin.y, g->origin.y + locator->rows * g->size.y);
    double x = beyond(s->point.x, g->origin.x, g->size.x, g->column - ring, g->column + ring,
                      locator->columns, away_y);
    double y = beyond(s->point.y, g->origin.y, g->size.y, g->row - ring, g->row + ring,
                      locator->rows, away_x);
    return fmin(x, y);
}

static cw_status search_rings(cw_nearest_search *s) {
    if (s->clearance->mesh->locator.bucket_first == NULL) {
        return CW_OK;
    }
    grid g = find_grid(s);
    for (int64_t ring = 0;; ring++) {
        CW_TRY(visit_ring(s, &g, ring));
        double bound = ring_bound(s, &g, ring);
        if (!(bound * bound <= s->best) || !isfinite(bound)) {
            return CW_OK;
        }
    }
}

/// A point that stands on the mesh with enough room is its own nearest point.
static bool stands(cw_nearest_search *s, cw_vec3 point, cw_nearest *nearest) {
    const cw_navmesh *mesh = s->clearance->mesh;
    uint32_t cell = cw_navmesh_locate(mesh, point);
    if (cell == CW_NONE) {
        return false;
    }
    double height = cw_navmesh_height(mesh, cell, (cw_vec2){point.x, point.y});
    double gap = height - point.z;
    if (!(fabs(gap) <= STANDING) || gap * gap > s->best ||
        (s->radius > 0 && cw_clearance_at(s->clearance, cell, s->point, NULL) < s->radius) ||
        !cw_nearest_allows(s, (cw_place){cell, s->point})) {
        return false;
    }
    nearest->place = (cw_place){cell, s->point};
    nearest->point = (cw_vec3){point.x, point.y, height};
    nearest->distance = fabs(gap);
    return true;
}

/// Writes a local position as a point of the mesh.
static cw_vec3 point_of(const cw_nearest_search *s, cw_place place) {
    cw_vec2 plan = cw_clearance_plan(s->clearance->mesh, place.position);
    return (cw_vec3){plan.x, plan.y, cw_navmesh_height(s->clearance->mesh, place.cell, plan)};
}

/// The middle of the corners of a cell.
static cw_vec2 middle_of(const cw_facet *cell) {
    cw_vec2 middle = {0, 0};
    for (uint32_t i = 0; i < cell->count; i++) {
        middle = cw_vec2_along(middle, 1.0 / cell->count, cw_facet_corner(cell, i));
    }
    return middle;
}

/// Moves a place by `step` in some direction that puts it on the mesh: towards the middle of its
/// cell, or where a dent is between, towards one of eight sides.
static bool move_onto(const cw_nearest_search *s, const cw_facet *cell, double step,
                      cw_nearest *nearest) {
    static const cw_vec2 WAYS[8] = {{1, 0}, {0, 1},  {-1, 0},  {0, -1},
                                    {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    cw_vec2 inward = cw_vec2_sub(middle_of(cell), s->place.position);
    double length = cw_vec2_length(inward);
    for (int i = -1; i < 8; i++) {
        cw_vec2 way = i < 0 ? (cw_vec2){inward.x / length, inward.y / length} : WAYS[i];
        nearest->place.position = cw_vec2_along(s->place.position, step, way);
        nearest->point = point_of(s, nearest->place);
        if (cw_navmesh_locate(s->clearance->mesh, nearest->point) != CW_NONE) {
            return true;
        }
    }
    return false;
}

/// A point on a wall may be rounded to the wrong side of it, and height triangles miss the outline
/// of their cell by what was rounded to the lattice. Such a point is put on the outline and moved
/// by the least of some tiny distances that put it on the mesh.
static void settle(cw_nearest_search *s, cw_nearest *nearest) {
    cw_facet cell = cw_facet_outline(s->clearance, s->place.cell);
    if (!cw_facet_contains(&cell, s->place.position)) {
        cw_facet_border(&cell, s->place.position, &s->place.position);
    }
    cw_vec3 point = point_of(s, s->place);
    nearest->place = s->place;
    nearest->point = point;
    if (cw_navmesh_locate(s->clearance->mesh, point) != CW_NONE) {
        return;
    }
    double unit = fmax(fabs(point.x), fabs(point.y)) * 0x1p-52;
    for (double step = fmax(unit, 0x1p-44); step < 64 * unit + MOST_MOVE; step *= 2) {
        if (move_onto(s, &cell, step, nearest)) {
            return;
        }
    }
    nearest->place = s->place;
    nearest->point = point;
}

static void report(cw_nearest_search *s, cw_vec3 point, cw_nearest *nearest) {
    settle(s, nearest);
    double dx = nearest->point.x - point.x, dy = nearest->point.y - point.y;
    double dz = nearest->point.z - point.z;
    nearest->distance = sqrt(dx * dx + dy * dy + dz * dz);
}

cw_status cw_query_nearest(cw_query *query, cw_vec3 point, double radius, double reach,
                           cw_nearest *nearest) {
    CW_ASSERT(query != NULL && nearest != NULL);
    *nearest = (cw_nearest){.place = {.cell = CW_NONE}};
    if (!cw_walk_finite(point) || !isfinite(radius) || radius < 0 || !isfinite(reach) ||
        reach < 0) {
        return cw_fail(query->context, CW_ERROR_ARGUMENT,
                       "point, radius and reach have to be finite, radius and reach not negative");
    }
    const cw_navmesh *mesh = query->clearance->mesh;
    cw_nearest_search s = {.query = query,
                           .clearance = query->clearance,
                           .point = cw_clearance_local(mesh, (cw_vec2){point.x, point.y}),
                           .height = point.z,
                           .radius = radius,
                           .best = reach * reach,
                           .place = {.cell = CW_NONE}};
    if (stands(&s, point, nearest)) {
        return CW_OK;
    }
    CW_TRY(s.status);
    CW_TRY(cw_walk_reserve(query->context, &query->walk, mesh));
    CW_TRY(search_rings(&s));
    if (s.place.cell != CW_NONE) {
        report(&s, point, nearest);
    }
    return CW_OK;
}
