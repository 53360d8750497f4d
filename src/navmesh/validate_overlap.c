/// No two cells of one floor overlap.
///
/// Pairs of cells come from the buckets of the locator. Two cells are apart when the line of an
/// edge of one has that cell on its left and the other on its right, up to rounding noise; for
/// convex cells there is such an edge whenever they do not overlap. Cells with dents that no edge
/// separates are compared edge by edge: they overlap when edges cross, when they have the same edge
/// in the same direction, or when a vertex or the middle of an edge of one lies inside the other,
/// all by more than the noise.
///
/// Noise is CW_NOISE_STEPS coarse steps: where a wall without thickness has different vertices on
/// its two sides, rounding pushes a vertex of one side across the other.
///
/// Where the mesh is not level, cells above each other overlap in plan and may. They are of one
/// floor if their heights are equal in the middle of the overlap. (A ramp that starts on a floor
/// and rises over it is equal only at its foot.)
///
/// Cost: linear in the pairs that share a bucket, each about linear in the edges of the two cells.
#include "navmesh/validate.h"

#include <math.h>

/// Heights that differ by less, in metres, are of one floor.
static const double LEVEL_GAP = 1e-6;

typedef struct box {
    cw_point low, high;
    double bottom, top;
    bool dented;
} box;

typedef struct overlap_search {
    cw_context *context;
    const cw_navmesh *mesh;
    double noise;     ///< fine steps
    box *boxes;       ///< per cell
    uint32_t *hint;   ///< per cell: the edge that separated it from the last other cell
    uint32_t *tested; ///< per cell: 1 + the last cell it was compared with
    uint32_t *bucket_first, *buckets; ///< per cell: the buckets that list it
    bool *stacked; ///< per cell: marks to make instead of a search for one floor, or NULL
} overlap_search;

/// Distance by which a point lies left of a line, in fine steps; negative on the right.
static double left_distance(cw_point a, cw_point b, cw_point point) {
    double x = (double)(b.x - a.x), y = (double)(b.y - a.y);
    return (double)wedge(vector_to(a, b), vector_to(a, point)) / sqrt(x * x + y * y);
}

/// True when every vertex of a cell lies on one side (1 left, -1 right) of a line, up to the noise.
static bool all_on_side(const overlap_search *s, uint32_t cell, cw_point a, cw_point b, int side) {
    const cw_navmesh *mesh = s->mesh;
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        cw_point p = cw_navmesh_point(mesh, e);
        if (side_of(a, b, p) * side < 0 && fabs(left_distance(a, b, p)) > s->noise) {
            return false;
        }
    }
    return true;
}

/// Looks for an edge of `ours` between the two cells, starting with the one that was found last
/// time.
static bool separates(const overlap_search *s, uint32_t ours, uint32_t theirs) {
    const cw_navmesh *mesh = s->mesh;
    uint32_t edge = s->hint[ours];
    do {
        cw_point a = cw_navmesh_point(mesh, edge);
        cw_point b = cw_navmesh_point(mesh, cw_navmesh_next(mesh, ours, edge));
        if (all_on_side(s, theirs, a, b, -1) && all_on_side(s, ours, a, b, 1)) {
            s->hint[ours] = edge;
            return true;
        }
        edge = cw_navmesh_next(mesh, ours, edge);
    } while (edge != s->hint[ours]);
    return false;
}

static bool heights_apart(const overlap_search *s, uint32_t a, uint32_t b) {
    const box *p = &s->boxes[a], *q = &s->boxes[b];
    return p->bottom > q->top + LEVEL_GAP || q->bottom > p->top + LEVEL_GAP;
}

static bool boxes_apart(const overlap_search *s, uint32_t a, uint32_t b) {
    const box *p = &s->boxes[a], *q = &s->boxes[b];
    double reach_x = (double)((p->high.x < q->high.x ? p->high.x : q->high.x) -
                              (p->low.x > q->low.x ? p->low.x : q->low.x));
    double reach_y = (double)((p->high.y < q->high.y ? p->high.y : q->high.y) -
                              (p->low.y > q->low.y ? p->low.y : q->low.y));
    return reach_x <= s->noise || reach_y <= s->noise;
}

/// 1 when a point lies inside a cell, 0 on its border, -1 outside.
static int place_in_cell(const cw_navmesh *mesh, uint32_t cell, cw_point point) {
    int inside = -1;
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        cw_point a = cw_navmesh_point(mesh, e);
        cw_point b = cw_navmesh_point(mesh, cw_navmesh_next(mesh, cell, e));
        int side = side_of(a, b, point);
        if (side == 0 && is_between(a, b, point)) {
            return 0;
        }
        if ((a.y <= point.y && b.y > point.y && side > 0) ||
            (b.y <= point.y && a.y > point.y && side < 0)) {
            inside = -inside;
        }
    }
    return inside;
}

/// Distance of a point from a segment, in fine steps.
static double segment_distance(cw_point a, cw_point b, cw_point point) {
    double x = (double)(b.x - a.x), y = (double)(b.y - a.y);
    double px = (double)(point.x - a.x), py = (double)(point.y - a.y);
    double along = fmin(fmax((px * x + py * y) / (x * x + y * y), 0.0), 1.0);
    px -= along * x;
    py -= along * y;
    return sqrt(px * px + py * py);
}

/// True when a point lies inside a cell, farther than the noise from all its edges.
static bool deep_inside(const overlap_search *s, uint32_t cell, cw_point point) {
    const cw_navmesh *mesh = s->mesh;
    if (place_in_cell(mesh, cell, point) <= 0) {
        return false;
    }
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        cw_point a = cw_navmesh_point(mesh, e);
        cw_point b = cw_navmesh_point(mesh, cw_navmesh_next(mesh, cell, e));
        if (segment_distance(a, b, point) <= s->noise) {
            return false;
        }
    }
    return true;
}

/// True when the border of `ours` goes deep into `theirs`, judged by its vertices and the middles
/// of its edges.
static bool border_enters(const overlap_search *s, uint32_t ours, uint32_t theirs) {
    const cw_navmesh *mesh = s->mesh;
    for (uint32_t e = mesh->cell_first[ours]; e < mesh->cell_first[ours + 1]; e++) {
        cw_point a = cw_navmesh_point(mesh, e);
        cw_point b = cw_navmesh_point(mesh, cw_navmesh_next(mesh, ours, e));
        cw_point middle = {a.x + (b.x - a.x) / 2, a.y + (b.y - a.y) / 2};
        if (deep_inside(s, theirs, a) || deep_inside(s, theirs, middle)) {
            return true;
        }
    }
    return false;
}

static bool edges_conflict(const overlap_search *s, cw_point a, cw_point b, cw_point c,
                           cw_point d) {
    if (same_point(a, c) && same_point(b, d)) {
        return true;
    }
    return side_of(a, b, c) * side_of(a, b, d) < 0 && side_of(c, d, a) * side_of(c, d, b) < 0 &&
           fabs(left_distance(a, b, c)) > s->noise && fabs(left_distance(a, b, d)) > s->noise &&
           fabs(left_distance(c, d, a)) > s->noise && fabs(left_distance(c, d, b)) > s->noise;
}

/// Edge by edge comparison for cells with dents.
static bool dented_overlap(const overlap_search *s, uint32_t ours, uint32_t theirs) {
    const cw_navmesh *mesh = s->mesh;
    if (border_enters(s, ours, theirs) || border_enters(s, theirs, ours)) {
        return true;
    }
    for (uint32_t e = mesh->cell_first[ours]; e < mesh->cell_first[ours + 1]; e++) {
        cw_point a = cw_navmesh_point(mesh, e);
        cw_point b = cw_navmesh_point(mesh, cw_navmesh_next(mesh, ours, e));
        for (uint32_t f = mesh->cell_first[theirs]; f < mesh->cell_first[theirs + 1]; f++) {
            cw_point c = cw_navmesh_point(mesh, f);
            cw_point d = cw_navmesh_point(mesh, cw_navmesh_next(mesh, theirs, f));
            if (edges_conflict(s, a, b, c, d)) {
                return true;
            }
        }
    }
    return false;
}

static void add_plan(const cw_navmesh *mesh, cw_point point, cw_vec3 *sum) {
    cw_vec2 plan = cw_lattice_to_plan(&mesh->lattice, point);
    *sum = (cw_vec3){sum->x + plan.x, sum->y + plan.y, sum->z + 1};
}

/// Adds the vertices of one cell that lie in the other, and the places where edges cross.
static void add_common(const cw_navmesh *mesh, uint32_t ours, uint32_t theirs, bool crossings,
                       cw_vec3 *sum) {
    for (uint32_t e = mesh->cell_first[ours]; e < mesh->cell_first[ours + 1]; e++) {
        cw_point a = cw_navmesh_point(mesh, e);
        cw_point b = cw_navmesh_point(mesh, cw_navmesh_next(mesh, ours, e));
        if (place_in_cell(mesh, theirs, a) >= 0) {
            add_plan(mesh, a, sum);
        }
        for (uint32_t f = mesh->cell_first[theirs]; crossings && f < mesh->cell_first[theirs + 1];
             f++) {
            cw_point c = cw_navmesh_point(mesh, f);
            cw_point d = cw_navmesh_point(mesh, cw_navmesh_next(mesh, theirs, f));
            if (side_of(a, b, c) * side_of(a, b, d) < 0 &&
                side_of(c, d, a) * side_of(c, d, b) < 0) {
                double t =
                    left_distance(c, d, a) / (left_distance(c, d, a) - left_distance(c, d, b));
                cw_point cross = {a.x + (int64_t)(t * (double)(b.x - a.x)),
                                  a.y + (int64_t)(t * (double)(b.y - a.y))};
                add_plan(mesh, cross, sum);
            }
        }
    }
}

/// The middle of the common part of two cells that overlap.
static cw_vec2 common_place(const cw_navmesh *mesh, uint32_t a, uint32_t b) {
    cw_vec3 sum = {0, 0, 0};
    add_common(mesh, a, b, true, &sum);
    add_common(mesh, b, a, false, &sum);
    if (sum.z == 0) { // only noise in common
        add_plan(mesh, cw_navmesh_point(mesh, mesh->cell_first[a]), &sum);
    }
    return (cw_vec2){sum.x / sum.z, sum.y / sum.z};
}

/// True when two cells overlap in plan.
static bool overlap_in_plan(const overlap_search *s, uint32_t a, uint32_t b) {
    if (boxes_apart(s, a, b) || separates(s, a, b) || separates(s, b, a)) {
        return false;
    }
    return !(s->boxes[a].dented || s->boxes[b].dented) || dented_overlap(s, a, b);
}

/// Marks two cells that overlap in plan, at any height.
static void mark_stacked(const overlap_search *s, uint32_t a, uint32_t b) {
    if (!(s->stacked[a] && s->stacked[b]) && overlap_in_plan(s, a, b)) {
        s->stacked[a] = s->stacked[b] = true;
    }
}

/// True when two cells of one floor overlap; `overlap` tells where.
static bool compare_cells(const overlap_search *s, uint32_t a, uint32_t b, cw_overlap *overlap) {
    const cw_navmesh *mesh = s->mesh;
    if (heights_apart(s, a, b) || !overlap_in_plan(s, a, b)) {
        return false;
    }
    cw_vec2 place = common_place(mesh, a, b);
    double gap = cw_navmesh_height(mesh, a, place) - cw_navmesh_height(mesh, b, place);
    if (fabs(gap) > LEVEL_GAP) {
        return false;
    }
    *overlap = (cw_overlap){.cell = a, .other = b, .place = place};
    return true;
}

static void include_height(box *b, double z) {
    b->bottom = fmin(b->bottom, z);
    b->top = fmax(b->top, z);
}

static box measure_cell(const cw_navmesh *mesh, uint32_t cell) {
    box b = {{INT64_MAX, INT64_MAX}, {INT64_MIN, INT64_MIN}, INFINITY, -INFINITY, false};
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        cw_point p = cw_navmesh_point(mesh, e);
        b.low = (cw_point){p.x < b.low.x ? p.x : b.low.x, p.y < b.low.y ? p.y : b.low.y};
        b.high = (cw_point){p.x > b.high.x ? p.x : b.high.x, p.y > b.high.y ? p.y : b.high.y};
        b.dented |= side_of(cw_navmesh_point(mesh, cw_navmesh_previous(mesh, cell, e)), p,
                            cw_navmesh_point(mesh, cw_navmesh_next(mesh, cell, e))) < 0;
        include_height(&b, mesh->positions[mesh->edge_vertex[e]].z);
    }
    if (mesh->cell_triangle_first != NULL) {
        size_t end = 3 * (size_t)mesh->cell_triangle_first[cell + 1];
        for (size_t i = 3 * (size_t)mesh->cell_triangle_first[cell]; i < end; i++) {
            include_height(&b, mesh->positions[mesh->triangles[i]].z);
        }
    }
    return b;
}

/// Turns the lists of the locator around: from cells to buckets.
static void list_buckets(overlap_search *s) {
    const cw_locator *locator = &s->mesh->locator;
    for (uint32_t i = 0; i < locator->bucket_cell_count; i++) {
        s->bucket_first[locator->bucket_cells[i] + 1]++;
    }
    for (uint32_t c = 0; c < s->mesh->cell_count; c++) {
        s->bucket_first[c + 1] += s->bucket_first[c];
    }
    for (uint32_t b = 0; b < locator->columns * locator->rows; b++) {
        for (uint32_t i = locator->bucket_first[b]; i < locator->bucket_first[b + 1]; i++) {
            s->buckets[s->bucket_first[locator->bucket_cells[i]]++] = b;
        }
    }
    for (uint32_t c = s->mesh->cell_count; c > 0; c--) { // filling moved each start to its end
        s->bucket_first[c] = s->bucket_first[c - 1];
    }
    s->bucket_first[0] = 0;
}

static bool compare_with_later(overlap_search *s, uint32_t cell, cw_overlap *overlap) {
    const cw_locator *locator = &s->mesh->locator;
    for (uint32_t k = s->bucket_first[cell]; k < s->bucket_first[cell + 1]; k++) {
        uint32_t bucket = s->buckets[k];
        for (uint32_t i = locator->bucket_first[bucket]; i < locator->bucket_first[bucket + 1];
             i++) {
            uint32_t other = locator->bucket_cells[i];
            if (other > cell && s->tested[other] != cell + 1) {
                s->tested[other] = cell + 1;
                if (s->stacked != NULL) {
                    mark_stacked(s, cell, other);
                } else if (compare_cells(s, cell, other, overlap)) {
                    return true;
                }
            }
        }
    }
    return false;
}

static cw_status run_search(overlap_search *s, cw_overlap *overlap) {
    const cw_navmesh *mesh = s->mesh;
    CW_TRY(CW_ALLOCATE(s->context, s->boxes, mesh->cell_count));
    CW_TRY(CW_ALLOCATE(s->context, s->hint, mesh->cell_count));
    CW_TRY(CW_ALLOCATE(s->context, s->tested, mesh->cell_count));
    CW_TRY(CW_ALLOCATE(s->context, s->bucket_first, (size_t)mesh->cell_count + 1));
    CW_TRY(CW_ALLOCATE(s->context, s->buckets, mesh->locator.bucket_cell_count));
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        s->boxes[c] = measure_cell(mesh, c);
        s->hint[c] = mesh->cell_first[c];
    }
    list_buckets(s);
    bool found = false;
    for (uint32_t c = 0; c < mesh->cell_count && !found; c++) {
        found = compare_with_later(s, c, overlap);
    }
    return CW_OK;
}

static cw_status search(cw_context *context, const cw_navmesh *mesh, bool *stacked,
                        cw_overlap *overlap) {
    overlap_search s = {.context = context, .mesh = mesh, .stacked = stacked};
    s.noise = ldexp(CW_NOISE_STEPS, CW_LATTICE_FINE_BITS);
    cw_status status = run_search(&s, overlap);
    CW_RELEASE(context, s.boxes, mesh->cell_count);
    CW_RELEASE(context, s.hint, mesh->cell_count);
    CW_RELEASE(context, s.tested, mesh->cell_count);
    CW_RELEASE(context, s.bucket_first, (size_t)mesh->cell_count + 1);
    CW_RELEASE(context, s.buckets, mesh->locator.bucket_cell_count);
    return status;
}

cw_status cw_navmesh_find_overlap(cw_context *context, const cw_navmesh *mesh,
                                  cw_overlap *overlap) {
    *overlap = (cw_overlap){.cell = CW_NONE, .other = CW_NONE};
    return search(context, mesh, NULL, overlap);
}

/// Whether the whole mesh has one height.
static bool is_level(const cw_navmesh *mesh) {
    double bottom = INFINITY, top = -INFINITY;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        bottom = fmin(bottom, mesh->positions[v].z);
        top = fmax(top, mesh->positions[v].z);
    }
    return !(top > bottom + LEVEL_GAP);
}

cw_status cw_navmesh_mark_stacked(cw_context *context, const cw_navmesh *mesh, bool *stacked) {
    return is_level(mesh) ? CW_OK : search(context, mesh, stacked, NULL);
}

cw_status cw_validate_overlap(cw_context *context, const cw_navmesh *mesh) {
    cw_overlap found;
    CW_TRY(cw_navmesh_find_overlap(context, mesh, &found));
    if (found.cell == CW_NONE) {
        return CW_OK;
    }
    return CW_VIOLATED_AT(context, found.cell, "overlap", "it overlaps cell %u around (%.9g, %.9g)",
                          found.other, found.place.x, found.place.y);
}
