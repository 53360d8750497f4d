/// Cells cut into polygons of at most six corners.
///
/// Six corners in a row are cut off, again and again, until no more than six are left: as few
/// pieces as there can be. Walls may run straight through corners of a cell, so that some cuts
/// would leave a piece without area, or a rest; the cut is taken whose smaller side is largest.
/// That costs the square of the corners of a cell. Neighbours are those of the mesh across portals
/// and those of the cuts inside: never what merely lies at the same place, since barriers have
/// floor on both sides.
#include "pieces.h"

/// Corners that a cut takes from a cell.
enum { CORNERS_TAKEN = CW_DETOUR_CORNERS - 2 };

/// A side of what is left of a cell, from its first corner on.
typedef struct side {
    cw_vec2 from;    ///< plan position of that corner, from the first corner of the cell
    uint32_t corner; ///< its number in the file
    uint32_t edge;   ///< the mesh's edge, or CW_NONE for a cut
    uint32_t behind; ///< of a cut: the piece behind it
} side;

/// What is being cut.
typedef struct cutting {
    const cw_navmesh *mesh;
    const cw_corners *corners;
    cw_detour_pieces *pieces;
    side *sides;
    uint32_t count;
} cutting;

static uint32_t piece_count_of(uint32_t corners) {
    return corners <= CW_DETOUR_CORNERS ? 1 : (corners - 2 + CORNERS_TAKEN - 1) / CORNERS_TAKEN;
}

static double cross(cw_vec2 a, cw_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

/// Twice the area of what is left.
static double whole_area(const cutting *c) {
    double area = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        area += cross(c->sides[i].from, c->sides[(i + 1) % c->count].from);
    }
    return area;
}

/// Twice the area of the corners in a row from one on.
static double row_area(const cutting *c, uint32_t first) {
    double area = 0;
    cw_vec2 start = c->sides[first].from, from = start;
    for (uint32_t i = 1; i < CW_DETOUR_CORNERS; i++) {
        cw_vec2 to = c->sides[(first + i) % c->count].from;
        area += cross(from, to);
        from = to;
    }
    return area + cross(from, start);
}

static uint32_t choose_cut(const cutting *c) {
    double whole = whole_area(c), best = 0;
    uint32_t chosen = CW_NONE;
    for (uint32_t i = 0; i < c->count; i++) {
        double row = row_area(c, i), rest = whole - row, smaller = row < rest ? row : rest;
        if (chosen == CW_NONE || smaller > best) {
            chosen = i;
            best = smaller;
        }
    }
    return chosen;
}

/// Tells the piece behind a cut who is on this side of it: its last side is the cut.
static void join_cut(cw_detour_pieces *pieces, uint32_t behind, uint32_t piece) {
    pieces->items[behind].neighbor[CW_DETOUR_CORNERS - 1] = piece;
}

/// Makes a piece of `count` corners in a row; if it is not all that is left, its last side is a
/// cut.
static void make_piece(cutting *c, uint32_t first, uint32_t count) {
    cw_detour_pieces *pieces = c->pieces;
    uint32_t index = pieces->count++;
    cw_detour_piece *piece = &pieces->items[index];
    *piece = (cw_detour_piece){.count = count};
    for (uint32_t k = 0; k < count; k++) {
        const side *s = &c->sides[(first + k) % c->count];
        bool cut = k + 1 == count && count < c->count;
        piece->corner[k] = s->corner;
        piece->edge[k] = cut ? CW_NONE : s->edge;
        piece->neighbor[k] = cut ? CW_NONE : s->behind;
        if (!cut && s->edge != CW_NONE) {
            pieces->of_edge[s->edge] = index;
        } else if (!cut) {
            join_cut(pieces, s->behind, index);
        }
    }
}

/// Leaves the rest behind a cut: its corners inside the row go.
static void remove_row(cutting *c, uint32_t first, uint32_t piece) {
    side start = c->sides[first];
    start.edge = CW_NONE;
    start.behind = piece;
    c->sides[first] = start;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t offset = (i + c->count - first) % c->count;
        if (offset == 0 || offset > CORNERS_TAKEN) {
            c->sides[kept++] = c->sides[i];
        }
    }
    c->count = kept;
}

static void cut_cell(cutting *c, uint32_t cell) {
    const cw_navmesh *mesh = c->mesh;
    uint32_t first = cw_navmesh_cell_begin(mesh, cell);
    cw_vec2 origin = cw_vertex_plan(mesh, mesh->edge_vertex[first]);
    c->count = cw_navmesh_degree(mesh, cell);
    for (uint32_t i = 0; i < c->count; i++) {
        cw_vec2 from = cw_vertex_plan(mesh, mesh->edge_vertex[first + i]);
        c->sides[i] = (side){.from = {from.x - origin.x, from.y - origin.y},
                             .corner = c->corners->of_edge[first + i],
                             .edge = first + i,
                             .behind = CW_NONE};
    }
    while (c->count > CW_DETOUR_CORNERS) {
        uint32_t row = choose_cut(c);
        make_piece(c, row, CW_DETOUR_CORNERS);
        remove_row(c, row, c->pieces->count - 1);
    }
    make_piece(c, 0, c->count);
}

static void join_portals(const cw_navmesh *mesh, cw_detour_pieces *pieces) {
    for (uint32_t i = 0; i < pieces->count; i++) {
        cw_detour_piece *piece = &pieces->items[i];
        for (uint32_t k = 0; k < piece->count; k++) {
            uint32_t edge = piece->edge[k];
            if (edge != CW_NONE && mesh->edge_twin[edge] != CW_NONE) {
                piece->neighbor[k] = pieces->of_edge[mesh->edge_twin[edge]];
            }
        }
    }
}

cw_status cw_detour_pieces_make(cw_context *context, const cw_navmesh *mesh,
                                const cw_corners *corners, cw_detour_pieces *pieces) {
    uint32_t longest = 0;
    *pieces = (cw_detour_pieces){.edge_count = mesh->edge_count};
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        uint32_t count = cw_navmesh_degree(mesh, c);
        longest = count > longest ? count : longest;
        pieces->capacity += piece_count_of(count);
    }
    cutting c = {.mesh = mesh, .corners = corners, .pieces = pieces};
    c.sides = cw_context_resize(context, NULL, 0, longest * sizeof *c.sides);
    pieces->items = cw_context_resize(context, NULL, 0, pieces->capacity * sizeof *pieces->items);
    pieces->of_edge =
        cw_context_resize(context, NULL, 0, mesh->edge_count * sizeof *pieces->of_edge);
    cw_status status = CW_OK;
    if (c.sides == NULL || pieces->items == NULL || pieces->of_edge == NULL) {
        cw_detour_pieces_free(context, pieces);
        status = cw_context_fail(context, CW_ERROR_MEMORY, "out of memory");
    } else {
        for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
            cut_cell(&c, cell);
        }
        join_portals(mesh, pieces);
    }
    cw_context_release(context, c.sides, longest * sizeof *c.sides);
    return status;
}

void cw_detour_pieces_free(cw_context *context, cw_detour_pieces *pieces) {
    cw_context_release(context, pieces->items, pieces->capacity * sizeof *pieces->items);
    cw_context_release(context, pieces->of_edge, pieces->edge_count * sizeof *pieces->of_edge);
    *pieces = (cw_detour_pieces){0};
}
