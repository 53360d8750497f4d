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
/// Where the mesh is not level, cells above each other overlap in plan and may. A piece of a cell
/// is all of it where it is flat, else one of its triangles, so that its floor is one plane. Two
/// cells are of one floor if two of their pieces overlap in plan and the corners of what these have
/// in common have the same heights on both, on average, also for how narrow they are. (A ramp that
/// starts on a floor and rises over it has them only at its foot.) Nothing is asked where there is
/// no floor: the middle of two cells with dents, or of several places where they overlap, may lie
/// in neither.
///
/// Cost: linear in the pairs that share a bucket, each about linear in the edges of the two cells;
/// where these overlap in plan and height, also in the pairs of their triangles that share a bucket
/// of the grid over those of one (facets.c).
#include "navmesh/check/validate.h"

#include <math.h>

/// Heights that differ by less, in metres, are of one floor; and by no more than this share of the
/// width of what is compared: beside a corner or a border that two floors share, they differ as
/// little as one likes, but in proportion.
static const double LEVEL_GAP = 1e-6;
static const double LEVEL_SLOPE = 1e-3;

typedef struct box {
    cw_point low, high;
    double bottom, top;
    bool dented;
} box;

/// A cell, or a triangle of one.
typedef struct piece {
    const uint32_t *corners; ///< vertices, counter-clockwise
    uint32_t count;
    uint32_t cell;
    box box;
} piece;

typedef struct overlap_search {
    cw_context *context;
    const cw_navmesh *mesh;
    double noise;     ///< fine steps
    box *boxes;       ///< per cell
    uint32_t *hint;   ///< per cell: its corner at the edge that separated it from the last other
    uint32_t *tested; ///< per cell: 1 + the last cell it was compared with
    uint32_t *bucket_first, *buckets; ///< per cell: the buckets that list it
    bool *stacked; ///< per cell: marks to make instead of a search for one floor, or NULL
} overlap_search;

/// Sums over the corners of what two pieces have in common.
typedef struct common_part {
    double x, y;  ///< metres
    double apart; ///< metres between the two floors
    double count;
} common_part;

/// Corner k of a piece, from 0 up to its count, where it is back at the first.
static cw_point corner_of(const cw_navmesh *mesh, const piece *p, uint32_t k) {
    return mesh->points[p->corners[k < p->count ? k : 0]];
}

/// Distance by which a point lies left of a line, in fine steps; negative on the right.
static double left_distance(cw_point a, cw_point b, cw_point point) {
    double x = (double)(b.x - a.x), y = (double)(b.y - a.y);
    return (double)wedge(vector_to(a, b), vector_to(a, point)) / sqrt(x * x + y * y);
}

/// True when every corner of a piece lies on one side (1 left, -1 right) of a line, up to the
/// noise.
static bool all_on_side(const overlap_search *s, const piece *p, cw_point a, cw_point b, int side) {
    for (uint32_t k = 0; k < p->count; k++) {
        cw_point corner = corner_of(s->mesh, p, k);
        if (side_of(a, b, corner) * side < 0 && fabs(left_distance(a, b, corner)) > s->noise) {
            return false;
        }
    }
    return true;
}

/// Looks for an edge of `ours` between the two pieces, starting with the one that `hint` names,
/// which becomes the one that was found.
static bool separates(const overlap_search *s, const piece *ours, const piece *theirs,
                      uint32_t *hint) {
    uint32_t k = *hint;
    do {
        cw_point a = corner_of(s->mesh, ours, k), b = corner_of(s->mesh, ours, k + 1);
        if (all_on_side(s, theirs, a, b, -1) && all_on_side(s, ours, a, b, 1)) {
            *hint = k;
            return true;
        }
        k = k + 1 < ours->count ? k + 1 : 0;
    } while (k != *hint);
    return false;
}

static bool heights_apart(const box *p, const box *q) {
    return p->bottom > q->top + LEVEL_GAP || q->bottom > p->top + LEVEL_GAP;
}

static bool boxes_apart(const overlap_search *s, const box *p, const box *q) {
    double reach_x = (double)((p->high.x < q->high.x ? p->high.x : q->high.x) -
                              (p->low.x > q->low.x ? p->low.x : q->low.x));
    double reach_y = (double)((p->high.y < q->high.y ? p->high.y : q->high.y) -
                              (p->low.y > q->low.y ? p->low.y : q->low.y));
    return reach_x <= s->noise || reach_y <= s->noise;
}

/// 1 when a point lies inside a piece, 0 on its border, -1 outside.
static int place_in_piece(const cw_navmesh *mesh, const piece *p, cw_point point) {
    int inside = -1;
    for (uint32_t k = 0; k < p->count; k++) {
        cw_point a = corner_of(mesh, p, k), b = corner_of(mesh, p, k + 1);
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

/// True when a point lies inside a piece, farther than the noise from all its edges.
static bool deep_inside(const overlap_search *s, const piece *p, cw_point point) {
    if (place_in_piece(s->mesh, p, point) <= 0) {
        return false;
    }
    for (uint32_t k = 0; k < p->count; k++) {
        cw_point a = corner_of(s->mesh, p, k), b = corner_of(s->mesh, p, k + 1);
        if (segment_distance(a, b, point) <= s->noise) {
            return false;
        }
    }
    return true;
}

/// True when the border of `ours` goes deep into `theirs`, judged by its vertices and the middles
/// of its edges.
static bool border_enters(const overlap_search *s, const piece *ours, const piece *theirs) {
    for (uint32_t k = 0; k < ours->count; k++) {
        cw_point a = corner_of(s->mesh, ours, k), b = corner_of(s->mesh, ours, k + 1);
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

/// Edge by edge comparison for pieces with dents.
static bool dented_overlap(const overlap_search *s, const piece *ours, const piece *theirs) {
    if (border_enters(s, ours, theirs) || border_enters(s, theirs, ours)) {
        return true;
    }
    for (uint32_t i = 0; i < ours->count; i++) {
        cw_point a = corner_of(s->mesh, ours, i), b = corner_of(s->mesh, ours, i + 1);
        for (uint32_t k = 0; k < theirs->count; k++) {
            cw_point c = corner_of(s->mesh, theirs, k), d = corner_of(s->mesh, theirs, k + 1);
            if (edges_conflict(s, a, b, c, d)) {
                return true;
            }
        }
    }
    return false;
}

/// True when two pieces overlap in plan; the hints name edges to begin with.
static bool overlap_in_plan(const overlap_search *s, const piece *a, const piece *b,
                            uint32_t *a_hint, uint32_t *b_hint) {
    if (boxes_apart(s, &a->box, &b->box) || separates(s, a, b, a_hint) ||
        separates(s, b, a, b_hint)) {
        return false;
    }
    return !(a->box.dented || b->box.dented) || dented_overlap(s, a, b);
}

/// The height of a piece, or of its plane beside it.
static double height_of(const cw_navmesh *mesh, const piece *p, cw_vec2 place) {
    if (p->corners == &mesh->edge_vertex[cw_navmesh_cell_begin(mesh, p->cell)]) {
        return cw_navmesh_height(mesh, p->cell, place);
    }
    cw_vec3 a = mesh->positions[p->corners[0]], b = mesh->positions[p->corners[1]];
    cw_vec3 c = mesh->positions[p->corners[2]];
    double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    double b_part = (place.x - a.x) * (c.y - a.y) - (place.y - a.y) * (c.x - a.x);
    double c_part = (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x);
    return a.z + b_part / area * (b.z - a.z) + c_part / area * (c.z - a.z);
}

static void add_place(const cw_navmesh *mesh, const piece *a, const piece *b, cw_point point,
                      common_part *sum) {
    cw_vec2 plan = cw_lattice_to_plan(&mesh->lattice, point);
    sum->x += plan.x;
    sum->y += plan.y;
    sum->apart += fabs(height_of(mesh, a, plan) - height_of(mesh, b, plan));
    sum->count++;
}

/// Adds the corners of one piece that lie in the other, and the places where edges cross.
static void add_common(const cw_navmesh *mesh, const piece *ours, const piece *theirs,
                       bool crossings, common_part *sum) {
    for (uint32_t i = 0; i < ours->count; i++) {
        cw_point a = corner_of(mesh, ours, i), b = corner_of(mesh, ours, i + 1);
        if (place_in_piece(mesh, theirs, a) >= 0) {
            add_place(mesh, ours, theirs, a, sum);
        }
        for (uint32_t k = 0; crossings && k < theirs->count; k++) {
            cw_point c = corner_of(mesh, theirs, k), d = corner_of(mesh, theirs, k + 1);
            if (side_of(a, b, c) * side_of(a, b, d) < 0 &&
                side_of(c, d, a) * side_of(c, d, b) < 0) {
                double t =
                    left_distance(c, d, a) / (left_distance(c, d, a) - left_distance(c, d, b));
                cw_point cross = {a.x + (int64_t)(t * (double)(b.x - a.x)),
                                  a.y + (int64_t)(t * (double)(b.y - a.y))};
                add_place(mesh, ours, theirs, cross, sum);
            }
        }
    }
}

/// The distance across a piece, in metres: of its edges, the one with all others nearest to it.
static double width_of(const cw_navmesh *mesh, const piece *p) {
    double width = INFINITY;
    for (uint32_t k = 0; k < p->count; k++) {
        cw_point a = corner_of(mesh, p, k), b = corner_of(mesh, p, k + 1);
        double farthest = 0;
        for (uint32_t i = 0; i < p->count; i++) {
            farthest = fmax(farthest, fabs(left_distance(a, b, corner_of(mesh, p, i))));
        }
        width = fmin(width, farthest);
    }
    return width * cw_navmesh_fine_step(mesh);
}

/// True when two pieces that overlap in plan have the same heights there; `overlap` tells where.
static bool same_floor(const cw_navmesh *mesh, const piece *a, const piece *b,
                       cw_overlap *overlap) {
    common_part sum = {0, 0, 0, 0};
    add_common(mesh, a, b, true, &sum);
    add_common(mesh, b, a, false, &sum);
    double width = fmin(width_of(mesh, a), width_of(mesh, b));
    if (sum.count == 0 || sum.apart / sum.count > fmin(LEVEL_GAP, LEVEL_SLOPE * width)) {
        return false;
    }
    *overlap = (cw_overlap){
        .cell = a->cell, .other = b->cell, .place = {sum.x / sum.count, sum.y / sum.count}};
    return true;
}

static void include_height(box *b, double z) {
    b->bottom = fmin(b->bottom, z);
    b->top = fmax(b->top, z);
}

static box box_of(const cw_navmesh *mesh, const uint32_t *corners, uint32_t count) {
    box b = {{INT64_MAX, INT64_MAX}, {INT64_MIN, INT64_MIN}, INFINITY, -INFINITY, false};
    for (uint32_t k = 0; k < count; k++) {
        cw_point p = mesh->points[corners[k]];
        b.low = (cw_point){p.x < b.low.x ? p.x : b.low.x, p.y < b.low.y ? p.y : b.low.y};
        b.high = (cw_point){p.x > b.high.x ? p.x : b.high.x, p.y > b.high.y ? p.y : b.high.y};
        b.dented |= side_of(mesh->points[corners[k > 0 ? k - 1 : count - 1]], p,
                            mesh->points[corners[k + 1 < count ? k + 1 : 0]]) < 0;
        include_height(&b, mesh->positions[corners[k]].z);
    }
    return b;
}

static uint32_t triangle_count(const cw_navmesh *mesh, uint32_t cell) {
    return mesh->cell_triangle_first == NULL
               ? 0
               : mesh->cell_triangle_first[cell + 1] - mesh->cell_triangle_first[cell];
}

static box measure_cell(const cw_navmesh *mesh, uint32_t cell) {
    box b = box_of(mesh, &mesh->edge_vertex[cw_navmesh_cell_begin(mesh, cell)],
                   cw_navmesh_degree(mesh, cell));
    for (uint32_t i = 0; i < 3 * triangle_count(mesh, cell); i++) {
        size_t first = 3 * (size_t)mesh->cell_triangle_first[cell];
        include_height(&b, mesh->positions[mesh->triangles[first + i]].z);
    }
    return b;
}

static piece whole_cell(const overlap_search *s, uint32_t cell) {
    const cw_navmesh *mesh = s->mesh;
    return (piece){.corners = &mesh->edge_vertex[cw_navmesh_cell_begin(mesh, cell)],
                   .count = cw_navmesh_degree(mesh, cell),
                   .cell = cell,
                   .box = s->boxes[cell]};
}

static piece triangle_piece(const overlap_search *s, uint32_t cell, uint32_t triangle) {
    const uint32_t *corners = &s->mesh->triangles[3 * (size_t)triangle];
    return (piece){
        .corners = corners, .count = 3, .cell = cell, .box = box_of(s->mesh, corners, 3)};
}

/// Piece k of a cell: where it is flat, all of it.
static piece piece_of(const overlap_search *s, uint32_t cell, uint32_t k) {
    return triangle_count(s->mesh, cell) == 0
               ? whole_cell(s, cell)
               : triangle_piece(s, cell, s->mesh->cell_triangle_first[cell] + k);
}

static uint32_t piece_count(const cw_navmesh *mesh, uint32_t cell) {
    uint32_t triangles = triangle_count(mesh, cell);
    return triangles > 0 ? triangles : 1;
}

static bool cells_overlap_in_plan(const overlap_search *s, uint32_t a, uint32_t b) {
    piece ours = whole_cell(s, a), theirs = whole_cell(s, b);
    return overlap_in_plan(s, &ours, &theirs, &s->hint[a], &s->hint[b]);
}

/// Marks two cells that overlap in plan, at any height.
static void mark_stacked(const overlap_search *s, uint32_t a, uint32_t b) {
    if (!(s->stacked[a] && s->stacked[b]) && cells_overlap_in_plan(s, a, b)) {
        s->stacked[a] = s->stacked[b] = true;
    }
}

static bool pieces_apart(const overlap_search *s, const box *a, const box *b) {
    return heights_apart(a, b) || boxes_apart(s, a, b);
}

/// True when all of a piece lies within the noise of one of its edges, as where a cell cuts off the
/// rounding of a corner: it overlaps nothing by more, and has no plane to tell.
static bool is_thin(const overlap_search *s, const piece *p) {
    for (uint32_t k = 0; k < p->count; k++) {
        if (all_on_side(s, p, corner_of(s->mesh, p, k), corner_of(s->mesh, p, k + 1), -1)) {
            return true;
        }
    }
    return false;
}

/// True when two pieces of one floor overlap; `overlap` tells where.
static bool compare_pieces(const overlap_search *s, const piece *ours, const piece *theirs,
                           cw_overlap *overlap) {
    uint32_t hints[2] = {0, 0};
    return !pieces_apart(s, &ours->box, &theirs->box) && !is_thin(s, ours) && !is_thin(s, theirs) &&
           overlap_in_plan(s, ours, theirs, &hints[0], &hints[1]) &&
           same_floor(s->mesh, ours, theirs, overlap);
}

/// Compares a piece with the triangles around it of a cell that has a grid over them.
static bool compare_with_near(const overlap_search *s, const piece *ours, uint32_t cell,
                              cw_overlap *overlap) {
    const cw_lattice *lattice = &s->mesh->lattice;
    const cw_facets *facets = &s->mesh->locator.facets;
    cw_facet_reach reach = cw_facets_reach(facets, cell, cw_lattice_to_plan(lattice, ours->box.low),
                                           cw_lattice_to_plan(lattice, ours->box.high));
    for (uint32_t row = reach.bottom; row <= reach.top; row++) {
        for (uint32_t column = reach.left; column <= reach.right; column++) {
            cw_facet_list list = cw_facets_in(facets, cell, column, row);
            for (uint32_t i = 0; i < list.count; i++) {
                piece theirs = triangle_piece(s, cell, list.triangles[i]);
                if (compare_pieces(s, ours, &theirs, overlap)) {
                    return true;
                }
            }
        }
    }
    return false;
}

static bool compare_with_cell(const overlap_search *s, const piece *ours, uint32_t cell,
                              cw_overlap *overlap) {
    if (pieces_apart(s, &ours->box, &s->boxes[cell])) {
        return false;
    }
    if (cw_facets_have_grid(&s->mesh->locator.facets, cell)) {
        return compare_with_near(s, ours, cell, overlap);
    }
    for (uint32_t k = 0; k < piece_count(s->mesh, cell); k++) {
        piece theirs = piece_of(s, cell, k);
        if (compare_pieces(s, ours, &theirs, overlap)) {
            return true;
        }
    }
    return false;
}

/// True when two cells of one floor overlap; `overlap` tells where.
static bool compare_cells(const overlap_search *s, uint32_t a, uint32_t b, cw_overlap *overlap) {
    if (heights_apart(&s->boxes[a], &s->boxes[b]) || !cells_overlap_in_plan(s, a, b)) {
        return false;
    }
    for (uint32_t i = 0; i < piece_count(s->mesh, a); i++) {
        piece ours = piece_of(s, a, i);
        if (compare_with_cell(s, &ours, b, overlap)) {
            return true;
        }
    }
    return false;
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
