/// The shape of every cell, exactly.
///
/// A convex cell has no repeated vertex, turns left or not at all at every vertex, and turns by one
/// full turn in all. The turning is counted exactly: directions are sorted into an upper and a
/// lower half, and a left turn from the lower to the upper one completes a turn, a right turn back
/// undoes one. So a star that winds twice is refused.
///
/// A cell with dents, where relaxation_depth allows any, is its convex hull minus pockets:
///   - it passes the corners of the hull in order, once around, and between two of them stays
///   behind
///     the hull edge that joins them;
///   - a stretch that leaves the hull edge is a pocket. No vertex of it is deeper than
///     relaxation_depth, and its edges are walls; where its vertices lie within CW_NOISE_STEPS
///     coarse steps of the hull edge it is rounding noise and may have portals;
///   - it turns once in all, no two edges cross, and where it touches itself the corners that meet
///     there have disjoint inner sides. So a wall without thickness may stand in a cell, but no way
///     of zero width may lead through it.
///
/// Cost: linear for convex cells; for the others a sort, and the pairs of edges that overlap in x.
#include "geom/order.h"
#include "navmesh/check/validate.h"

#include <math.h>

/// Part of a depth, and of a coarse step, by which two computations of the same depth may differ.
static const double DEPTH_RELATIVE = 1e-9, DEPTH_STEPS = 1e-3;

typedef struct shape {
    cw_context *context;
    const cw_navmesh *mesh;
    uint32_t cell, first, count; ///< the current cell, its first edge, its vertices
    double fine;                 ///< metres per fine step
    uint32_t capacity;
    cw_keyed *order; ///< with room for as many to sort
    uint32_t *hull;  ///< corners of the hull, counter-clockwise, the first again at the end
    uint32_t hull_count;
    uint8_t *on_hull; ///< per vertex: lies on the border of the hull
} shape;

bool cw_opening_has(cw_opening opening, cw_point direction) {
    int last = sign_of(wedge(opening.from, opening.to));
    int turn = sign_of(wedge(opening.from, direction));
    bool full = same_direction(opening.from, opening.to);
    if (turn == 0) {
        // Straight on is the first side; straight back lies inside when the opening passes half a
        // turn.
        return same_direction(opening.from, direction) || full || last < 0;
    }
    if (full || (turn > 0 && last <= 0)) {
        return true;
    }
    if (turn < 0 && last >= 0) {
        return false;
    }
    return wedge(direction, opening.to) > 0;
}

static cw_point vertex(const shape *s, uint32_t index) {
    return cw_navmesh_point(s->mesh, s->first + index % s->count);
}

static cw_vec3 position(const shape *s, uint32_t index) {
    return s->mesh->positions[s->mesh->edge_vertex[s->first + index % s->count]];
}

static bool lower_half(cw_point d) {
    return d.y < 0 || (d.y == 0 && d.x < 0);
}

/// Counts full turns, and finds a vertex that turns right or back (or CW_NONE). A turn straight
/// back counts as a right turn: it is the tip of a wall without thickness.
static int64_t count_turns(const shape *s, uint32_t *reflex) {
    int64_t turns = 0;
    *reflex = CW_NONE;
    cw_point before = vector_to(vertex(s, s->count - 1), vertex(s, 0));
    for (uint32_t i = 0; i < s->count; i++) {
        cw_point after = vector_to(vertex(s, i), vertex(s, i + 1));
        cw_wide turn = wedge(before, after);
        if (turn > 0 || (turn == 0 && same_direction(before, after))) {
            turns += lower_half(before) && !lower_half(after);
        } else {
            turns -= !lower_half(before) && lower_half(after);
            *reflex = *reflex == CW_NONE ? i : *reflex;
        }
        before = after;
    }
    return turns;
}

static cw_status check_area(const shape *s) {
    cw_unsigned_wide sum = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        cw_point a = vertex(s, i), b = vertex(s, i + 1);
        if (same_point(a, b)) {
            return CW_VIOLATED_AT(s->context, s->cell, "vertices",
                                  "(%.9g, %.9g) is there twice in a row", position(s, i).x,
                                  position(s, i).y);
        }
        sum += (cw_unsigned_wide)wedge(a, b);
    }
    cw_wide twice = (cw_wide)sum;
    if (twice <= 0) {
        return CW_VIOLATED_AT(s->context, s->cell, "orientation",
                              "it %s around (%.9g, %.9g), area %g",
                              twice < 0 ? "runs clockwise" : "is flat", position(s, 0).x,
                              position(s, 0).y, 0.5 * (double)twice * s->fine * s->fine);
    }
    return CW_OK;
}

static void sort_vertices(shape *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        s->order[i] = (cw_keyed){(uint64_t)vertex(s, i).y, i};
    }
    cw_keyed_sort_in_place(s->order, s->count);
    for (uint32_t i = 0; i < s->count; i++) {
        s->order[i].key = (uint64_t)vertex(s, s->order[i].item).x;
    }
    cw_keyed_sort_in_place(s->order, s->count);
}

/// Builds one half of the hull from the sorted vertices, forwards or backwards.
static void add_half_hull(shape *s, bool backwards) {
    uint32_t base = s->hull_count > 0 ? s->hull_count - 1 : 0;
    for (uint32_t k = backwards ? 1 : 0; k < s->count; k++) {
        uint32_t index = s->order[backwards ? s->count - 1 - k : k].item;
        while (s->hull_count >= base + 2 &&
               side_of(vertex(s, s->hull[s->hull_count - 2]), vertex(s, s->hull[s->hull_count - 1]),
                       vertex(s, index)) <= 0) {
            s->hull_count--;
        }
        s->hull[s->hull_count++] = index;
    }
}

/// Marks the vertices on one half of the hull, which starts at hull[from] and follows the order.
static void mark_half_hull(shape *s, uint32_t from, bool backwards) {
    uint32_t side = from;
    for (uint32_t k = 0; k < s->count; k++) {
        uint32_t index = s->order[backwards ? s->count - 1 - k : k].item;
        if (side + 2 < s->hull_count &&
            same_point(vertex(s, index), vertex(s, s->hull[side + 1]))) {
            side++;
        }
        s->on_hull[index] |=
            side_of(vertex(s, s->hull[side]), vertex(s, s->hull[side + 1]), vertex(s, index)) == 0;
    }
}

static void make_hull(shape *s) {
    sort_vertices(s);
    s->hull_count = 0;
    add_half_hull(s, false);
    uint32_t middle = s->hull_count - 1;
    add_half_hull(s, true);
    for (uint32_t i = 0; i < s->count; i++) {
        s->on_hull[i] = 0;
    }
    mark_half_hull(s, 0, false);
    mark_half_hull(s, middle, true);
}

/// Distance of a vertex from a hull edge in metres.
static double depth_behind(const shape *s, uint32_t side, uint32_t index) {
    cw_point a = vertex(s, s->hull[side]), b = vertex(s, s->hull[side + 1]), p = vertex(s, index);
    double x = (double)(b.x - a.x), y = (double)(b.y - a.y);
    double length = sqrt(x * x + y * y);
    double along = ((double)(p.x - a.x) * x + (double)(p.y - a.y) * y) / length;
    double off = fabs((double)wedge(vector_to(a, b), vector_to(a, p))) / length;
    double beyond = along < 0 ? -along : along > length ? along - length : 0;
    return sqrt(off * off + beyond * beyond) * s->fine;
}

/// Checks the pocket between vertices `start` and `end`, which lie on a hull edge.
static cw_status check_pocket(const shape *s, uint32_t side, uint32_t start, uint32_t end) {
    double allowed = s->mesh->stats.relaxation_depth;
    double slack = allowed * DEPTH_RELATIVE + s->mesh->lattice.step * DEPTH_STEPS;
    double noise = CW_NOISE_STEPS * s->mesh->lattice.step + slack;
    double before = 0;
    for (uint32_t i = start; i < end; i++) {
        double after = i + 1 < end ? depth_behind(s, side, i + 1) : 0;
        cw_vec3 p = position(s, i + 1);
        if (after > allowed + slack) {
            return CW_VIOLATED_AT(s->context, s->cell, "convexity",
                                  "(%.9g, %.9g) lies %.9g m inside its hull, more than %.9g m", p.x,
                                  p.y, after, allowed);
        }
        bool portal = s->mesh->edge_twin[s->first + i % s->count] != CW_NONE;
        if (portal && (before > noise || after > noise)) {
            return CW_VIOLATED_AT(s->context, s->cell, "convexity",
                                  "the portal that ends at (%.9g, %.9g) lies inside its hull", p.x,
                                  p.y);
        }
        before = after;
    }
    return CW_OK;
}

/// Moves on to the hull edge that joins vertex `last` with a later vertex on the border of the
/// hull; false when there is none.
static bool advance(const shape *s, uint32_t *side, uint32_t last, uint32_t next) {
    for (;;) {
        cw_point end = vertex(s, s->hull[*side + 1]), q = vertex(s, next);
        if (side_of(vertex(s, s->hull[*side]), end, q) == 0 &&
            is_between(vertex(s, last), end, q)) {
            return true;
        }
        if (!same_point(vertex(s, last), end) || *side + 2 >= s->hull_count) {
            return false;
        }
        (*side)++;
    }
}

/// Walks the cell along its hull, once around.
static cw_status check_pockets(shape *s) {
    make_hull(s);
    uint32_t side = 0, start = s->hull[0], last = start;
    for (uint32_t i = start + 1; i <= start + s->count; i++) {
        if (!s->on_hull[i % s->count]) {
            continue;
        }
        if (!advance(s, &side, last, i)) {
            return CW_VIOLATED_AT(s->context, s->cell, "convexity",
                                  "it leaves its hull between (%.9g, %.9g) and (%.9g, %.9g)",
                                  position(s, last).x, position(s, last).y, position(s, i).x,
                                  position(s, i).y);
        }
        if (i - last > 1) {
            CW_TRY(check_pocket(s, side, last, i));
        }
        last = i;
    }
    return CW_OK;
}

/// The inner side of the cell at a point of edge `edge`: of its corner there, or of the straight
/// edge.
static cw_opening opening_on_edge(const shape *s, uint32_t edge, cw_point point, uint32_t *corner) {
    cw_point a = vertex(s, edge), b = vertex(s, edge + 1);
    *corner = same_point(point, a) ? edge : same_point(point, b) ? (edge + 1) % s->count : CW_NONE;
    if (*corner != CW_NONE) {
        return corner_opening(s->mesh, s->cell, s->first + *corner);
    }
    return (cw_opening){vector_to(a, b), vector_to(b, a)};
}

/// True when a corner lies on an edge of its own cell and their inner sides overlap there.
static bool corner_overlaps(const shape *s, uint32_t corner, uint32_t edge) {
    corner %= s->count;
    cw_point here = vertex(s, corner), a = vertex(s, edge), b = vertex(s, edge + 1);
    if (side_of(a, b, here) != 0 || !is_between(a, b, here)) {
        return false;
    }
    uint32_t other;
    cw_opening theirs = opening_on_edge(s, edge, here, &other);
    cw_opening ours = corner_opening(s->mesh, s->cell, s->first + corner);
    return other != corner &&
           (cw_opening_has(ours, theirs.from) || cw_opening_has(theirs, ours.from));
}

static bool edges_cross(const shape *s, uint32_t i, uint32_t j) {
    cw_point a = vertex(s, i), b = vertex(s, i + 1), c = vertex(s, j), d = vertex(s, j + 1);
    if (side_of(a, b, c) * side_of(a, b, d) < 0 && side_of(c, d, a) * side_of(c, d, b) < 0) {
        return true;
    }
    return corner_overlaps(s, i, j) || corner_overlaps(s, i + 1, j) || corner_overlaps(s, j, i) ||
           corner_overlaps(s, j + 1, i);
}

static int64_t low_x(const shape *s, uint32_t edge) {
    int64_t a = vertex(s, edge).x, b = vertex(s, edge + 1).x;
    return a < b ? a : b;
}

static int64_t high_x(const shape *s, uint32_t edge) {
    int64_t a = vertex(s, edge).x, b = vertex(s, edge + 1).x;
    return a > b ? a : b;
}

static cw_status check_simple(shape *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        s->order[i] = (cw_keyed){(uint64_t)low_x(s, i), i};
    }
    cw_keyed_sort_in_place(s->order, s->count);
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t edge = s->order[i].item;
        uint64_t end = (uint64_t)high_x(s, edge);
        for (uint32_t j = i + 1; j < s->count && s->order[j].key <= end; j++) {
            if (edges_cross(s, edge, s->order[j].item)) {
                cw_vec3 p = position(s, edge), q = position(s, s->order[j].item);
                return CW_VIOLATED_AT(s->context, s->cell, "simple",
                                      "the edges from (%.9g, %.9g) and (%.9g, %.9g) meet", p.x, p.y,
                                      q.x, q.y);
            }
        }
    }
    return CW_OK;
}

static cw_status check_shape(shape *s) {
    CW_TRY(check_area(s));
    uint32_t reflex;
    int64_t turns = count_turns(s, &reflex);
    if (reflex != CW_NONE && !(s->mesh->stats.relaxation_depth > 0)) {
        return CW_VIOLATED_AT(s->context, s->cell, "convexity", "it turns right at (%.9g, %.9g)",
                              position(s, reflex).x, position(s, reflex).y);
    }
    if (turns != 1) {
        return CW_VIOLATED_AT(s->context, s->cell, "turning",
                              "it turns %lld times around (%.9g, %.9g)", (long long)turns,
                              position(s, 0).x, position(s, 0).y);
    }
    if (reflex != CW_NONE) {
        CW_TRY(check_pockets(s));
        CW_TRY(check_simple(s));
    }
    return CW_OK;
}

static cw_status shape_make(shape *s) {
    s->capacity = cw_navmesh_largest_degree(s->mesh);
    CW_TRY(CW_ALLOCATE(s->context, s->order, 2 * (size_t)s->capacity));
    CW_TRY(CW_ALLOCATE(s->context, s->on_hull, s->capacity));
    return CW_ALLOCATE(s->context, s->hull, (size_t)s->capacity * 2);
}

static void shape_free(shape *s) {
    CW_RELEASE(s->context, s->order, 2 * (size_t)s->capacity);
    CW_RELEASE(s->context, s->on_hull, s->capacity);
    CW_RELEASE(s->context, s->hull, (size_t)s->capacity * 2);
}

cw_status cw_validate_shapes(cw_context *context, const cw_navmesh *mesh) {
    shape s = {.context = context, .mesh = mesh, .fine = cw_navmesh_fine_step(mesh)};
    cw_status status = shape_make(&s);
    for (uint32_t c = 0; status == CW_OK && c < mesh->cell_count; c++) {
        s.cell = c;
        s.first = cw_navmesh_cell_begin(mesh, c);
        s.count = cw_navmesh_degree(mesh, c);
        status = check_shape(&s);
    }
    shape_free(&s);
    return status;
}
