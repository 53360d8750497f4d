/// Random points, uniform by plan area.
///
/// A cell is chosen by its area, then a point of the cell: of a convex cell by cutting it into a
/// fan of triangles, of a cell with dents by choosing points of its box until one is inside. With a
/// radius, points too close to a wall are thrown away, which leaves the others uniform.
///
/// When most points are thrown away, the places where the disc fits are covered by squares: the
/// box of every cell is quartered again and again, and squares without room are dropped. A square
/// has none if the clearance at its middle, which changes by no more than the way one goes, is too
/// small. Points are then chosen in the squares; so even a radius that fits in a few spots only is
/// served. The cover is kept for the next point of the same radius.
///
/// Cost: for a radius that fits in a good part of the mesh a logarithm of the cells per point.
#include "path/places/facet.h"
#include "path/query/query.h"

/// Points of the whole mesh that are thrown away before the cover is made.
enum { PLAIN_TRIES = 64 };
/// Points of the cover that are thrown away before giving up.
enum { COVER_TRIES = 4096 };
/// Points of a box that are thrown away before taking another cell: enough for a cell with a ten
/// thousandth of the area of its box, as a passage across has, since cells that are given up have
/// too few points.
enum { BOX_TRIES = 1 << 16 };
/// Squares of a cover, beside four for each cell.
enum { COVER_SQUARES = 16384 };
/// Quarterings; a square is then smaller than any clearance that can be told apart.
enum { COVER_DEPTH = 48 };

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
static uint64_t next_bits(uint64_t *seed) {
    *seed += 0x9e3779b97f4a7c15u;
    uint64_t z = *seed;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/// Uniform in [0, 1).
static double next_unit(uint64_t *seed) {
    return (double)(next_bits(seed) >> 11) * 0x1p-53;
}

/// Twice the area of a triangle.
static double double_area(cw_vec2 a, cw_vec2 b, cw_vec2 c) {
    return cw_vec2_cross(cw_vec2_sub(b, a), cw_vec2_sub(c, a));
}

static double cell_area(const cw_facet *cell) {
    double sum = 0;
    for (uint32_t i = 2; i < cell->count; i++) {
        sum += double_area(cw_facet_corner(cell, 0), cw_facet_corner(cell, i - 1),
                           cw_facet_corner(cell, i));
    }
    return sum > 0 ? sum / 2 : 0;
}

/// Sums up the areas of the cells, once.
static cw_status sum_areas(cw_query *query) {
    cw_scratch *scratch = &query->scratch;
    uint32_t count = query->clearance->mesh->cell_count;
    if (scratch->area_capacity == count) {
        return CW_OK;
    }
    CW_TRY(CW_ALLOCATE(query->context, scratch->areas, count));
    scratch->area_capacity = count;
    cw_sum sum = {0, 0};
    for (uint32_t c = 0; c < count; c++) {
        cw_facet cell = cw_facet_outline(query->clearance, c);
        cw_sum_add(&sum, cell_area(&cell));
        scratch->areas[c] = cw_sum_value(&sum);
    }
    return CW_OK;
}

/// The first of some sums, which grow and lie so many bytes apart, that is above a value.
static uint32_t first_above(const double *sums, size_t apart, uint32_t count, double value) {
    const char *bytes = (const char *)sums;
    uint32_t low = 0, high = count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (*(const double *)(const void *)(bytes + middle * apart) > value) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

static uint32_t next_corner(const cw_facet *cell, uint32_t at) {
    return at + 1 < cell->count ? at + 1 : 0;
}

/// The corner that a fan starts from: the lowest.
static uint32_t first_corner(const cw_facet *cell) {
    uint32_t lowest = 0;
    for (uint32_t i = 1; i < cell->count; i++) {
        cw_vec2 a = cw_facet_corner(cell, i), b = cw_facet_corner(cell, lowest);
        if (a.y < b.y || (a.y == b.y && a.x < b.x)) {
            lowest = i;
        }
    }
    return lowest;
}

/// Goes around the fan of a convex cell until the area passed is above `value`, and gives the area
/// of the whole fan; `b` receives the triangle there, from this corner to the next.
static double walk_fan(const cw_facet *cell, uint32_t start, double value, uint32_t *b) {
    double sum = 0;
    uint32_t at = next_corner(cell, start);
    for (uint32_t i = 2; i < cell->count && sum <= value; i++) {
        *b = at;
        at = next_corner(cell, at);
        sum += fmax(double_area(cw_facet_corner(cell, start), cw_facet_corner(cell, *b),
                                cw_facet_corner(cell, at)),
                    0);
    }
    return sum;
}

/// A point of a triangle: one of the parallelogram, folded over.
static cw_vec2 point_of_triangle(cw_vec2 a, cw_vec2 b, cw_vec2 c, uint64_t *seed) {
    double s = next_unit(seed), t = next_unit(seed);
    if (s + t > 1) {
        s = 1 - s;
        t = 1 - t;
    }
    return cw_vec2_along(cw_vec2_along(a, s, cw_vec2_sub(b, a)), t, cw_vec2_sub(c, a));
}

static cw_vec2 point_of_convex(const cw_facet *cell, uint64_t *seed) {
    uint32_t start = first_corner(cell), b = start;
    double area = walk_fan(cell, start, INFINITY, &b);
    walk_fan(cell, start, area * next_unit(seed), &b);
    return point_of_triangle(cw_facet_corner(cell, start), cw_facet_corner(cell, b),
                             cw_facet_corner(cell, next_corner(cell, b)), seed);
}

static cw_vec2 point_of_box(cw_box box, uint64_t *seed) {
    double x = next_unit(seed), y = next_unit(seed);
    return (cw_vec2){box.low.x + x * (box.high.x - box.low.x),
                     box.low.y + y * (box.high.y - box.low.y)};
}

/// A point of a cell; false when none was found.
static bool point_of_cell(const cw_query *query, const cw_facet *cell, uint64_t *seed, cw_vec2 *x) {
    if (!query->search.mesh.dented[cell->cell]) {
        *x = point_of_convex(cell, seed);
        return true;
    }
    bool inside = false;
    for (int i = 0; i < BOX_TRIES && !inside; i++) {
        *x = point_of_box(cw_facet_box(cell), seed);
        inside = cw_facet_contains(cell, *x);
    }
    return inside;
}

/// Makes a point of a position, if it has room and stands on the mesh also when rounded.
static bool accept(const cw_query *query, uint32_t cell, cw_vec2 x, double radius, cw_vec3 *point) {
    const cw_navmesh *mesh = query->clearance->mesh;
    if (radius > 0 && !(cw_clearance_at(query->clearance, cell, x, NULL) >= radius)) {
        return false;
    }
    cw_vec2 plan = cw_clearance_plan(mesh, x);
    *point = (cw_vec3){plan.x, plan.y, cw_navmesh_height(mesh, cell, plan)};
    return cw_navmesh_locate(mesh, *point) != CW_NONE;
}

static bool try_mesh(cw_query *query, uint64_t *seed, double radius, cw_vec3 *point) {
    const cw_scratch *scratch = &query->scratch;
    for (int i = 0; i < PLAIN_TRIES && scratch->area_capacity > 0; i++) {
        double total = scratch->areas[scratch->area_capacity - 1];
        uint32_t chosen = first_above(scratch->areas, sizeof *scratch->areas,
                                      scratch->area_capacity, total * next_unit(seed));
        cw_facet cell = cw_facet_outline(query->clearance, chosen);
        cw_vec2 x;
        if (point_of_cell(query, &cell, seed, &x) && accept(query, chosen, x, radius, point)) {
            return true;
        }
    }
    return false;
}

static cw_room room_of(const cw_facet *cell, const cw_scratch_square *square, double radius) {
    return cw_facet_room(cell, square->center, square->half * sqrt(2.0), radius);
}

/// The cover before quartering: a square for every cell that may have room.
static cw_status start_cover(cw_query *query, double radius) {
    cw_scratch *scratch = &query->scratch;
    scratch->cover.count = 0;
    for (uint32_t c = 0; c < query->clearance->mesh->cell_count; c++) {
        cw_facet cell = cw_facet_outline(query->clearance, c);
        cw_box box = cw_facet_box(&cell);
        cw_scratch_square square = {
            .center = {(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2},
            .half = fmax(box.high.x - box.low.x, box.high.y - box.low.y) / 2,
            .cell = c};
        if (room_of(&cell, &square, radius) != CW_ROOM_NONE) {
            CW_TRY(CW_ARRAY_PUSH(query->context, &scratch->cover, square));
        }
    }
    return CW_OK;
}

static double area_of(const cw_scratch_square *square) {
    return 4 * square->half * square->half;
}

static cw_scratch_square quarter_of(const cw_scratch_square *square, int index) {
    cw_scratch_square quarter = *square;
    quarter.half = square->half / 2;
    quarter.center.x += (index & 1) != 0 ? quarter.half : -quarter.half;
    quarter.center.y += (index & 2) != 0 ? quarter.half : -quarter.half;
    return quarter;
}

/// Quarters every square that is not all room; `done` when those that are make up half the area.
static cw_status refine_cover(cw_query *query, double radius, bool *done) {
    cw_scratch *scratch = &query->scratch;
    double all = 0, total = 0;
    scratch->cover_work.count = 0;
    for (uint32_t i = 0; i < scratch->cover.count; i++) {
        cw_scratch_square whole = scratch->cover.items[i];
        cw_facet cell = cw_facet_outline(query->clearance, whole.cell);
        bool full = room_of(&cell, &whole, radius) == CW_ROOM_ALL;
        total += area_of(&whole);
        all += full ? area_of(&whole) : 0;
        for (int k = 0; k < (full ? 1 : 4); k++) {
            cw_scratch_square part = full ? whole : quarter_of(&whole, k);
            if (full || room_of(&cell, &part, radius) != CW_ROOM_NONE) {
                CW_TRY(CW_ARRAY_PUSH(query->context, &scratch->cover_work, part));
            }
        }
    }
    *done = all >= total / 2;
    if (!*done) {
        cw_scratch_squares quartered = scratch->cover_work;
        scratch->cover_work = scratch->cover;
        scratch->cover = quartered;
    }
    return CW_OK;
}

static cw_status make_cover(cw_query *query, double radius) {
    cw_scratch *scratch = &query->scratch;
    if (scratch->covered && scratch->cover_radius == radius) {
        return CW_OK;
    }
    scratch->covered = false;
    CW_TRY(start_cover(query, radius));
    uint64_t most = COVER_SQUARES + 4 * (uint64_t)query->clearance->mesh->cell_count;
    bool done = false;
    for (int depth = 0; depth < COVER_DEPTH && !done && scratch->cover.count <= most / 4; depth++) {
        CW_TRY(refine_cover(query, radius, &done));
    }
    double sum = 0;
    for (uint32_t i = 0; i < scratch->cover.count; i++) {
        sum += area_of(&scratch->cover.items[i]);
        scratch->cover.items[i].above = sum;
    }
    scratch->cover_radius = radius;
    scratch->covered = true;
    return CW_OK;
}

static bool try_cover(cw_query *query, uint64_t *seed, double radius, cw_vec3 *point) {
    const cw_scratch *scratch = &query->scratch;
    const cw_scratch_square *squares = scratch->cover.items;
    for (int i = 0; i < COVER_TRIES && scratch->cover.count > 0; i++) {
        double total = squares[scratch->cover.count - 1].above;
        const cw_scratch_square *square = &squares[first_above(
            &squares[0].above, sizeof *squares, scratch->cover.count, total * next_unit(seed))];
        double x = 2 * next_unit(seed) - 1, y = 2 * next_unit(seed) - 1;
        cw_vec2 at = {square->center.x + x * square->half, square->center.y + y * square->half};
        cw_facet cell = cw_facet_outline(query->clearance, square->cell);
        if (cw_facet_contains(&cell, at) && accept(query, square->cell, at, radius, point)) {
            return true;
        }
    }
    return false;
}

cw_status cw_query_random(cw_query *query, uint64_t *seed, double radius, cw_vec3 *point) {
    CW_ASSERT(query != NULL && seed != NULL && point != NULL);
    *point = (cw_vec3){0, 0, 0};
    if (!isfinite(radius) || radius < 0) {
        return cw_fail(query->context, CW_ERROR_ARGUMENT,
                       "the radius has to be finite and not negative");
    }
    CW_TRY(sum_areas(query));
    if (try_mesh(query, seed, radius, point)) {
        return CW_OK;
    }
    CW_TRY(make_cover(query, radius));
    if (try_cover(query, seed, radius, point)) {
        return CW_OK;
    }
    *point = (cw_vec3){0, 0, 0};
    return cw_fail(query->context, CW_ERROR_LIMIT,
                   "no point is %g metres away from every wall, or too few to be found", radius);
}
