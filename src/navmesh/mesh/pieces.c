/// Cutting cells with dents into convex pieces, exactly.
///
/// Phases:
///   1. triangles are cut off, ear by ear (Meisters, "Polygons have ears", 1975);
///   2. cuts are taken back where both pieces are one convex piece (Hertel and Mehlhorn, "Fast
///      triangulation of simple polygons", 1983): no more than four times the fewest are left;
///   3. pieces are numbered.
/// A cell may have walls without thickness, so vertices may lie in one place, and vertices of one
/// side of such a wall on the edges of the other.
///
/// Cost: a step for each edge and dent of the cell.
#include "navmesh/mesh/pieces.h"

void cw_cutter_free(cw_context *context, cw_cutter *cutter) {
    CW_RELEASE(context, cutter->sides, (size_t)cutter->capacity * 3);
    CW_RELEASE(context, cutter->first, cutter->capacity);
    CW_RELEASE(context, cutter->dents, cutter->capacity);
    CW_RELEASE(context, cutter->convex, cutter->capacity);
    CW_RELEASE(context, cutter->in_the_way, cutter->capacity);
}

cw_status cw_cutter_create(cw_context *context, const cw_navmesh *mesh, cw_cutter *cutter) {
    *cutter = (cw_cutter){.mesh = mesh, .capacity = cw_navmesh_largest_degree(mesh)};
    CW_TRY(CW_ALLOCATE(context, cutter->sides, (size_t)cutter->capacity * 3));
    CW_TRY(CW_ALLOCATE(context, cutter->first, cutter->capacity));
    CW_TRY(CW_ALLOCATE(context, cutter->dents, cutter->capacity));
    CW_TRY(CW_ALLOCATE(context, cutter->convex, cutter->capacity));
    return CW_ALLOCATE(context, cutter->in_the_way, cutter->capacity);
}

/// Where a side starts.
static cw_point point_of(const cw_cutter *cutter, uint32_t side) {
    return cw_navmesh_point(cutter->mesh, cutter->sides[side].start);
}

/// The vertex where a side starts, by its place in the cell.
static uint32_t vertex_of(const cw_cutter *cutter, uint32_t side) {
    return cutter->sides[side].start - cutter->sides[0].start;
}

/// How one goes on from a side to another at whose start it ends: 1 left, 0 straight on, -1 right
/// or straight back.
static int turn_between(const cw_cutter *cutter, uint32_t side, uint32_t next) {
    cw_point here = point_of(cutter, next);
    cw_point in = cw_point_sub(here, point_of(cutter, side));
    cw_point out = cw_point_sub(point_of(cutter, cutter->sides[next].next), here);
    int turn = cw_turn(in, out);
    return turn == 0 && cw_dot(in, out) < 0 ? -1 : turn;
}

static void note_turn(cw_cutter *cutter, uint32_t side) {
    cutter->convex[vertex_of(cutter, side)] =
        turn_between(cutter, cutter->sides[side].previous, side) > 0;
}

/// A triangle that may be cut off: the vertex where a side starts, and the two beside it.
typedef struct triangle {
    cw_point before, tip, behind;
    cw_point low, high; ///< its box
} triangle;

static int64_t lowest(int64_t a, int64_t b, int64_t c) {
    int64_t low = a < b ? a : b;
    return low < c ? low : c;
}

static int64_t highest(int64_t a, int64_t b, int64_t c) {
    return -lowest(-a, -b, -c);
}

static triangle make_ear(const cw_cutter *cutter, uint32_t side) {
    cw_point a = point_of(cutter, cutter->sides[side].previous), b = point_of(cutter, side);
    cw_point c = point_of(cutter, cutter->sides[side].next);
    return (triangle){a,
                      b,
                      c,
                      {lowest(a.x, b.x, c.x), lowest(a.y, b.y, c.y)},
                      {highest(a.x, b.x, c.x), highest(a.y, b.y, c.y)}};
}

/// Whether neither of the edges at a vertex of the cell goes to the left of a line.
static bool stays_right(const cw_cutter *cutter, uint32_t vertex, cw_point from, cw_point to) {
    uint32_t first = cutter->sides[0].start, degree = cutter->degree;
    cw_point before = cw_navmesh_point(cutter->mesh, first + (vertex + degree - 1) % degree);
    cw_point behind = cw_navmesh_point(cutter->mesh, first + (vertex + 1) % degree);
    return cw_orient(from, to, before) <= 0 && cw_orient(from, to, behind) <= 0;
}

/// Whether a vertex lies inside a triangle that is to be cut off, or on the cut. One on its other
/// sides, of the far side of a wall without thickness, does no harm.
static bool obstructs(const cw_cutter *cutter, const triangle *ear, uint32_t vertex) {
    cw_point p = cw_navmesh_point(cutter->mesh, cutter->sides[0].start + vertex);
    if (p.x < ear->low.x || p.x > ear->high.x || p.y < ear->low.y || p.y > ear->high.y ||
        cw_point_equal(p, ear->before) || cw_point_equal(p, ear->tip) ||
        cw_point_equal(p, ear->behind)) {
        return false;
    }
    int right = cw_orient(ear->before, ear->tip, p), left = cw_orient(ear->tip, ear->behind, p);
    if (right < 0 || left < 0 || cw_orient(ear->behind, ear->before, p) < 0) {
        return false;
    }
    return !(right == 0 && stays_right(cutter, vertex, ear->before, ear->tip)) &&
           !(left == 0 && stays_right(cutter, vertex, ear->tip, ear->behind));
}

/// The vertex that obstructs an ear, or CW_NONE. Only where what is left is not convex can there be
/// one. Vertices that have become convex are dropped on the way.
static uint32_t find_obstruction(cw_cutter *cutter, const triangle *ear) {
    for (uint32_t i = 0; i < cutter->dent_count;) {
        uint32_t vertex = cutter->dents[i];
        if (cutter->convex[vertex]) {
            cutter->dents[i] = cutter->dents[--cutter->dent_count];
        } else if (obstructs(cutter, ear, vertex)) {
            return vertex;
        } else {
            i++;
        }
    }
    return CW_NONE;
}

/// Whether the cut of an ear runs inside of what is left, at both its ends.
static bool cut_lies_inside(const cw_cutter *cutter, const triangle *ear, uint32_t side) {
    uint32_t previous = cutter->sides[side].previous, next = cutter->sides[side].next;
    cw_point before = point_of(cutter, cutter->sides[previous].previous);
    cw_point behind = point_of(cutter, cutter->sides[next].next);
    return (!cutter->convex[vertex_of(cutter, previous)] ||
            cw_orient(ear->before, ear->behind, before) > 0) &&
           (!cutter->convex[vertex_of(cutter, next)] ||
            cw_orient(ear->behind, behind, ear->before) > 0);
}

/// Whether the vertex where a side starts can be cut off.
static bool is_ear(cw_cutter *cutter, uint32_t side) {
    uint32_t vertex = vertex_of(cutter, side), *in_the_way = &cutter->in_the_way[vertex];
    if (!cutter->convex[vertex] || (*in_the_way != CW_NONE && !cutter->convex[*in_the_way])) {
        return false;
    }
    triangle ear = make_ear(cutter, side);
    if (!cut_lies_inside(cutter, &ear, side)) {
        return false;
    }
    *in_the_way = find_obstruction(cutter, &ear);
    return *in_the_way == CW_NONE;
}

/// Cuts off the vertex where a side starts; gives the side of the cut along what is left.
static uint32_t cut_off(cw_cutter *cutter, uint32_t side) {
    cw_piece_side *sides = cutter->sides;
    uint32_t previous = sides[side].previous, next = sides[side].next;
    uint32_t inner = cutter->side_count++, outer = cutter->side_count++;
    uint32_t before = sides[previous].previous;
    sides[inner] = (cw_piece_side){
        .start = sides[next].start, .next = previous, .previous = side, .twin = outer};
    sides[outer] = (cw_piece_side){
        .start = sides[previous].start, .next = next, .previous = before, .twin = inner};
    sides[before].next = sides[next].previous = outer;
    sides[previous].previous = sides[side].next = inner;
    note_turn(cutter, outer);
    note_turn(cutter, next);
    cutter->in_the_way[vertex_of(cutter, outer)] = cutter->in_the_way[vertex_of(cutter, next)] =
        CW_NONE;
    return outer;
}

static void load(cw_cutter *cutter, uint32_t cell) {
    uint32_t first = cw_navmesh_cell_begin(cutter->mesh, cell), degree;
    cutter->degree = cutter->side_count = degree = cw_navmesh_degree(cutter->mesh, cell);
    cutter->dent_count = cutter->piece_count = 0;
    for (uint32_t i = 0; i < degree; i++) {
        cutter->sides[i] = (cw_piece_side){.start = first + i,
                                           .next = (i + 1) % degree,
                                           .previous = (i + degree - 1) % degree,
                                           .twin = CW_NONE};
        cutter->in_the_way[i] = CW_NONE;
    }
    for (uint32_t i = 0; i < degree; i++) {
        note_turn(cutter, i);
        if (!cutter->convex[i]) {
            cutter->dents[cutter->dent_count++] = i;
        }
    }
}

/// Cuts off triangles until one is left; false when nothing can be cut off before.
static bool cut_into_triangles(cw_cutter *cutter) {
    uint32_t left = cutter->degree, side = 0, tries = 0;
    while (left > 3 && tries < left) {
        bool cuts = is_ear(cutter, side);
        side = cutter->sides[cuts ? cut_off(cutter, side) : side].next;
        left -= cuts;
        tries = cuts ? 0 : tries + 1;
    }
    return left == 3 && cutter->convex[vertex_of(cutter, side)];
}

/// Takes back a cut where it joins two pieces to a convex one.
static void take_back(cw_cutter *cutter, uint32_t cut) {
    cw_piece_side *sides = cutter->sides;
    cw_piece_side one = sides[cut], other = sides[one.twin];
    if (turn_between(cutter, one.previous, other.next) < 0 ||
        turn_between(cutter, other.previous, one.next) < 0) {
        return;
    }
    sides[one.previous].next = other.next;
    sides[other.next].previous = one.previous;
    sides[other.previous].next = one.next;
    sides[one.next].previous = other.previous;
    sides[cut].next = sides[one.twin].next = CW_NONE;
}

static void number_pieces(cw_cutter *cutter) {
    cw_piece_side *sides = cutter->sides;
    for (uint32_t i = 0; i < cutter->side_count; i++) {
        sides[i].piece = CW_NONE;
    }
    for (uint32_t i = 0; i < cutter->side_count; i++) {
        if (sides[i].piece != CW_NONE || sides[i].next == CW_NONE) {
            continue;
        }
        cutter->first[cutter->piece_count] = i;
        for (uint32_t k = i; sides[k].piece == CW_NONE; k = sides[k].next) {
            sides[k].piece = cutter->piece_count;
        }
        cutter->piece_count++;
    }
}

bool cw_cutter_cut(cw_cutter *cutter, uint32_t cell) {
    load(cutter, cell);
    if (!cut_into_triangles(cutter)) {
        return false;
    }
    for (uint32_t cut = cutter->degree; cut < cutter->side_count; cut += 2) {
        take_back(cutter, cut);
    }
    number_pieces(cutter);
    return true;
}
