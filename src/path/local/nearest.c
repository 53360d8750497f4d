/// The point of the mesh nearest to a point in space, at least a radius away from every wall.
///
/// Cells are taken from the buckets of the locator in rings around the point, until the next ring
/// is farther away in plan than the best point found. So a query near the mesh looks at a few
/// cells, and a query with a large reach at those that could matter and no others. Where the point
/// has to be reachable from somewhere, cells that nothing leads to from there are passed over.
#include "path/places/nearest.h"
#include "path/local/local.h"

/// A point this near to the floor stands on it, in metres, times the coarseness of the tables.
static const double STANDING = CW_CLEARANCE_TOLERANCE;
/// Share of a bucket by which the bound of a ring is lowered against rounding.
static const double BUCKET_ERROR = 1e-6;
/// Cells after which it pays to ask whether a cell has room at all: most searches end before.
enum { FEW_CELLS = 4 };
/// Metres by which a point may be moved to lie on the mesh; most need far less, but a needle is
/// thinner than the spacing of doubles near its tip.
static const double MOST_MOVE = CW_SURE;
/// Metres: of points as far away as this, squares of distances and products may be no numbers.
/// Nothing is near them.
static const double BEYOND_SQUARES = 1e100;

/// Writes a local position as a point of the mesh.
static cw_vec3 point_of(const cw_nearest_search *s, cw_place place) {
    cw_vec2 plan = cw_clearance_plan(s->clearance->mesh, place.position);
    return (cw_vec3){plan.x, plan.y, cw_navmesh_height(s->clearance->mesh, place.cell, plan)};
}

/// Takes a place that can be reached, if it is nearer than what was found: the first that is taken
/// spares most of the search.
static void offer(cw_nearest_search *s, cw_place place) {
    double rise = point_of(s, place).z - s->height;
    cw_vec2 offset = cw_vec2_sub(place.position, s->point);
    double square = cw_vec2_dot(offset, offset) + rise * rise;
    if (square < s->best) {
        s->best = square;
        s->place = place;
    }
}

/// Enters a cell, unless there is nothing in it to look for.
static void enter_cell(cw_nearest_search *s, uint32_t cell) {
    cw_facet outline = cw_facet_outline(s->clearance, cell);
    cw_box box = cw_facet_box(&outline);
    if (!cw_scratch_enter_cell(s->scratch, cell) || cw_box_square(&box, s->point) > s->best) {
        return;
    }
    s->work++;
    uint32_t summit = CW_NONE;
    if (s->from != NULL && !cw_reach_from_enters(s->from, cell, &summit)) {
        return;
    }
    s->outline = outline;
    if (s->work > FEW_CELLS && s->radius > 0 && cw_facet_is_narrow(&s->outline, s->radius)) {
        return;
    }
    if (summit != CW_NONE && s->clearance->summits[summit].clearance >= s->radius) {
        offer(s, (cw_place){cell, s->clearance->summits[summit].position});
    }
    s->cell = cell;
    s->next_facet = 0;
    s->scratch->curves.count = s->projected = s->one = 0;
}

/// Looks at the cell at hand, facet by facet, until `work` is `limit`.
static cw_status search_cell(cw_nearest_search *s, uint64_t limit) {
    uint32_t count = cw_facet_count(s->clearance, s->cell);
    while (cw_nearest_search_facet(s, limit)) {
        if (s->next_facet == count) {
            s->cell = CW_NONE;
            break;
        }
        cw_facet facet = cw_facet_get(s->clearance, s->cell, s->next_facet++);
        CW_TRY(cw_nearest_enter_facet(s, &facet));
    }
    return s->status;
}

static int64_t clamp_line(double place, uint32_t count) {
    return !(place > 0) ? 0 : place >= count ? (int64_t)count - 1 : (int64_t)place;
}

/// Whether the row at hand is the first or the last of the ring, which is in it all along.
static bool is_edge(const cw_rings *g) {
    return g->at_row == g->row - g->ring || g->at_row == g->row + g->ring;
}

/// Puts a search to the first bucket of the row at hand.
static void start_row(cw_rings *g) {
    int64_t low = g->column - g->ring, high = g->column + g->ring;
    g->at_column = low >= 0 ? low : is_edge(g) ? 0 : high;
    g->item = 0;
}

static void start_ring(cw_rings *g, int64_t ring) {
    g->ring = ring;
    g->at_row = g->row - ring > 0 ? g->row - ring : 0;
    start_row(g);
}

/// Goes on to the next bucket of the ring, row by row; false behind the last.
static bool next_bucket(cw_rings *g) {
    int64_t high = g->column + g->ring, columns = g->locator->columns;
    int64_t next = is_edge(g) ? g->at_column + 1 : high;
    if (g->at_column < high && next < columns) {
        g->at_column = next;
        g->item = 0;
        return true;
    }
    if (g->at_row >= g->row + g->ring || g->at_row + 1 >= g->locator->rows) {
        return false;
    }
    g->at_row++;
    start_row(g);
    return true;
}

static cw_rings find_rings(const cw_nearest_search *s) {
    const cw_navmesh *mesh = s->clearance->mesh;
    const cw_locator *locator = &mesh->locator;
    double step = cw_navmesh_fine_step(mesh);
    cw_rings g = {.locator = locator,
                  .origin = {locator->origin_x * step, locator->origin_y * step},
                  .size = {step / locator->scale_x, step / locator->scale_y}};
    g.column = clamp_line((s->point.x - g.origin.x) / g.size.x, locator->columns);
    g.row = clamp_line((s->point.y - g.origin.y) / g.size.y, locator->rows);
    start_ring(&g, 0);
    return g;
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

/// Square of the plan distance to the nearest bucket outside of the ring at hand; infinite when
/// there is none.
static double bound_of_ring(const cw_nearest_search *s) {
    const cw_rings *g = &s->rings;
    const cw_locator *locator = g->locator;
    double away_x =
        distance_to_span(s->point.x, g->origin.x, g->origin.x + locator->columns * g->size.x);
    double away_y =
        distance_to_span(s->point.y, g->origin.y, g->origin.y + locator->rows * g->size.y);
    double x = beyond(s->point.x, g->origin.x, g->size.x, g->column - g->ring, g->column + g->ring,
                      locator->columns, away_y);
    double y = beyond(s->point.y, g->origin.y, g->size.y, g->row - g->ring, g->row + g->ring,
                      locator->rows, away_x);
    double bound = fmin(x, y);
    return bound * bound;
}

/// Visits what is left of the bucket at hand, until `work` is `limit`.
static cw_status visit_bucket(cw_nearest_search *s, uint64_t limit) {
    cw_rings *g = &s->rings;
    const cw_locator *locator = g->locator;
    if (g->at_column >= locator->columns) {
        return CW_OK;
    }
    const uint32_t *first =
        &locator->bucket_first[(size_t)g->at_row * locator->columns + (size_t)g->at_column];
    while ((s->cell != CW_NONE || g->item < first[1] - first[0]) && s->work < limit) {
        if (s->cell == CW_NONE) {
            enter_cell(s, locator->bucket_cells[first[0] + g->item++]);
        } else {
            CW_TRY(search_cell(s, limit));
        }
    }
    return CW_OK;
}

/// A point that stands on the mesh with enough room is its own nearest point.
static bool stands(cw_nearest_search *s) {
    const cw_navmesh *mesh = s->clearance->mesh;
    cw_vec3 point = s->asked;
    uint32_t cell = cw_navmesh_locate(mesh, point);
    if (cell == CW_NONE) {
        return false;
    }
    double height = cw_navmesh_height(mesh, cell, (cw_vec2){point.x, point.y});
    double gap = height - point.z;
    if (!(fabs(gap) <= STANDING * s->clearance->coarseness) || gap * gap > s->best ||
        (s->radius > 0 && cw_clearance_at(s->clearance, cell, s->point, NULL) < s->radius) ||
        !cw_nearest_allows(s, (cw_place){cell, s->point})) {
        return false;
    }
    s->result = (cw_nearest){
        .place = {cell, s->point}, .point = {point.x, point.y, height}, .distance = fabs(gap)};
    return true;
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
/// cell, or where a dent is between, towards one of eight sides. Moved by more than rays may cross
/// a wall, it is in the cell where it comes to stand; by less, it stays in its own, since another
/// one may lie on the far side of a wall without thickness.
static bool move_onto(const cw_nearest_search *s, const cw_facet *cell, double step,
                      cw_nearest *nearest) {
    static const cw_vec2 WAYS[8] = {{1, 0}, {0, 1},  {-1, 0},  {0, -1},
                                    {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    const cw_navmesh *mesh = s->clearance->mesh;
    cw_vec2 inward = cw_vec2_sub(middle_of(cell), s->place.position);
    double length = cw_vec2_length(inward);
    for (int i = -1; i < 8; i++) {
        cw_vec2 way = i < 0 ? (cw_vec2){inward.x / length, inward.y / length} : WAYS[i];
        cw_place moved = {s->place.cell, cw_vec2_along(s->place.position, step, way)};
        nearest->point = point_of(s, moved);
        uint32_t located = cw_navmesh_locate(mesh, nearest->point);
        if (located == CW_NONE) {
            continue;
        }
        if (step > CW_GRAZE) {
            moved.cell = located;
            moved.position =
                cw_clearance_local(mesh, (cw_vec2){nearest->point.x, nearest->point.y});
        }
        nearest->place = moved;
        return true;
    }
    return false;
}

/// A point on a wall may be rounded to the wrong side of it, and height triangles miss the outline
/// of their cell by what was rounded to the lattice. Such a point is put on the outline and moved
/// by the least of some tiny distances that put it on the mesh.
static void settle(cw_nearest_search *s, cw_nearest *nearest) {
    cw_facet cell = cw_facet_outline(s->clearance, s->place.cell);
    if (!cw_facet_contains(&cell, s->place.position)) {
        cw_facet_border(&cell, s->place.position, INFINITY, &s->place.position);
    }
    cw_vec3 point = point_of(s, s->place);
    nearest->place = s->place;
    nearest->point = point;
    if (cw_navmesh_locate(s->clearance->mesh, point) != CW_NONE) {
        return;
    }
    double unit = fmax(fabs(point.x), fabs(point.y)) * 0x1p-52;
    for (double step = fmax(unit, 0x1p-44); step < 64 * unit + MOST_MOVE * s->clearance->coarseness;
         step *= 2) {
        if (move_onto(s, &cell, step, nearest)) {
            return;
        }
    }
    nearest->place = s->place;
    nearest->point = point;
}

static void report(cw_nearest_search *s) {
    cw_nearest *nearest = &s->result;
    if (s->place.cell == CW_NONE) {
        return;
    }
    settle(s, nearest);
    double dx = nearest->point.x - s->asked.x, dy = nearest->point.y - s->asked.y;
    double dz = nearest->point.z - s->asked.z;
    nearest->distance = sqrt(dx * dx + dy * dy + dz * dz);
}

cw_status cw_nearest_begin(cw_nearest_search *s, double radius, double reach, bool *done) {
    const cw_navmesh *mesh = s->clearance->mesh;
    s->point = cw_clearance_local(mesh, (cw_vec2){s->asked.x, s->asked.y});
    s->height = s->asked.z;
    s->radius = radius;
    s->best = reach * reach;
    s->place = (cw_place){.cell = CW_NONE};
    s->cell = CW_NONE;
    s->work = 0;
    s->status = CW_OK;
    s->result = (cw_nearest){.place = {.cell = CW_NONE}};
    bool beyond = !(cw_most(fabs(s->point.x), fabs(s->point.y)) < BEYOND_SQUARES);
    *done = beyond || stands(s) || mesh->locator.bucket_first == NULL;
    CW_TRY(s->status);
    if (!*done && s->from != NULL) {
        offer(s, s->from->place);
    }
    if (!*done) {
        s->rings = find_rings(s);
        CW_TRY(cw_scratch_reserve(s->context, s->scratch, mesh));
    }
    return CW_OK;
}

cw_status cw_nearest_step(cw_nearest_search *s, uint32_t budget, bool *done) {
    uint64_t limit = (uint64_t)s->work + budget;
    *done = false;
    for (;;) {
        CW_TRY(visit_bucket(s, limit));
        if (s->work >= limit) {
            return CW_OK;
        }
        if (next_bucket(&s->rings)) {
            continue;
        }
        double bound = bound_of_ring(s);
        if (!(bound <= s->best) || !isfinite(bound)) {
            report(s);
            *done = true;
            return CW_OK;
        }
        start_ring(&s->rings, s->rings.ring + 1);
    }
}

cw_status cw_query_nearest(cw_query *query, cw_vec3 point, double radius, double reach,
                           cw_nearest *nearest) {
    CW_ASSERT(query != NULL && nearest != NULL);
    *nearest = (cw_nearest){.place = {.cell = CW_NONE}};
    if (!cw_vec3_is_finite(point) || !isfinite(radius) || radius < 0 || !isfinite(reach) ||
        reach < 0) {
        return cw_fail(query->context, CW_ERROR_ARGUMENT,
                       "point, radius and reach have to be finite, radius and reach not negative");
    }
    cw_nearest_search s = {.context = query->context,
                           .clearance = query->clearance,
                           .scratch = &query->scratch,
                           .asked = point};
    bool done;
    CW_TRY(cw_nearest_begin(&s, radius, reach, &done));
    if (!done) {
        CW_TRY(cw_nearest_step(&s, UINT32_MAX, &done));
    }
    *nearest = s.result;
    return CW_OK;
}
