/// The clearance of a cell cross and the critical radius of a portal as the seeds have them, to be
/// compared with; see shrink.h.
///
/// R. Oliva's thesis, section 7.1 with algorithms 6 and 7, and "Critical radius" in section 7.3.
/// The border of the cell between the two portals makes two strings; the clearance is the smallest
/// distance from a corner of one string (its ends, and notches of relaxed cells) to an edge of the
/// other, and at most the length of either portal. Behind a portal in a string, the edges of the
/// next cell count.
///
/// Defects: the value is a width, though the thesis compares it with a radius; and walls that come
/// close to each other across a portal belong to no string, so the value is only an upper bound of
/// what can pass. The critical radius looks at walls that lean over the portal, so the tip of a
/// wall that stands upright on it is not seen.
#include "clearway/edges.h"
#include "seeds/plane.h"

#include <assert.h>

/// Cells that a search through portals may visit; the thesis has no limit, and its recursion need
/// not end where portals meet in a corner without walls.
enum { CELL_BUDGET = 64 };

/// A search for the wall nearest to a point or to a portal.
typedef struct search {
    const cw_navmesh *mesh;
    cw_vec2 from, to; ///< the portal; equal for a point
    bool leaning;     ///< only walls that lean over the portal
    double best;      ///< metres
    uint32_t budget;
} search;

/// Edges of a mesh do not cross, so one of the four ends is nearest.
static double distance_to_edge(const search *s, uint32_t edge) {
    cw_vec2 from = seed_from(s->mesh, edge), to = seed_to(s->mesh, edge);
    double ends =
        fmin(seed_segment_distance(s->from, from, to), seed_segment_distance(s->to, from, to));
    return fmin(ends, fmin(seed_segment_distance(from, s->from, s->to),
                           seed_segment_distance(to, s->from, s->to)));
}

static bool leans_over(const search *s, uint32_t edge) {
    cw_vec2 along = seed_minus(seed_to(s->mesh, edge), seed_from(s->mesh, edge));
    return seed_dot(along, seed_minus(s->to, s->from)) < 0;
}

static void search_cell(search *s, uint32_t entry);

static void search_edge(search *s, uint32_t edge) {
    uint32_t twin = s->mesh->edge_twin[edge];
    if ((s->leaning && !leans_over(s, edge)) || distance_to_edge(s, edge) >= s->best) {
        return;
    }
    if (twin == CW_NONE) {
        s->best = distance_to_edge(s, edge);
    } else {
        search_cell(s, twin);
    }
}

/// The edges of the cell of `entry`, except for `entry` itself.
static void search_cell(search *s, uint32_t entry) {
    const cw_navmesh *mesh = s->mesh;
    if (s->budget == 0) {
        return;
    }
    s->budget--;
    uint32_t cell = mesh->edge_cell[entry];
    for (uint32_t edge = cw_navmesh_cell_begin(mesh, cell); edge < cw_navmesh_cell_end(mesh, cell);
         edge++) {
        if (edge != entry) {
            search_edge(s, edge);
        }
    }
}

/// Whether a corner of a cell, where an edge starts, turns inwards.
static bool is_notch(const cw_navmesh *mesh, uint32_t edge) {
    uint32_t cell = mesh->edge_cell[edge];
    uint32_t before =
        (edge > cw_navmesh_cell_begin(mesh, cell) ? edge : cw_navmesh_cell_end(mesh, cell)) - 1;
    cw_vec2 at = seed_from(mesh, edge);
    return seed_cross(seed_minus(at, seed_from(mesh, before)),
                      seed_minus(seed_to(mesh, edge), at)) < 0;
}

/// The smallest distance from the corners between the portals `a` and `b` (counter-clockwise) to
/// the edges between `b` and `a`. A string of one corner has no edges: the corner itself counts.
static double string_to_string(const cw_navmesh *mesh, uint32_t a, uint32_t b, double best) {
    uint32_t start = seed_next(mesh, a), opposite = seed_next(mesh, b);
    for (uint32_t corner = start;; corner = seed_next(mesh, corner)) {
        bool counts = corner == start || corner == b || is_notch(mesh, corner);
        cw_vec2 point = seed_from(mesh, corner);
        if (counts && opposite == a) {
            best = fmin(best, seed_distance(point, seed_from(mesh, a)));
        }
        search s = {mesh, point, point, false, best, CELL_BUDGET};
        for (uint32_t e = opposite; counts && e != a; e = seed_next(mesh, e)) {
            search_edge(&s, e);
        }
        best = s.best;
        if (corner == b) {
            return best;
        }
    }
}

double cw_shrink_cross(const cw_navmesh *mesh, uint32_t entry, uint32_t exit) {
    assert(entry != exit && mesh->edge_cell[entry] == mesh->edge_cell[exit]);
    double width = fmin(seed_distance(seed_from(mesh, entry), seed_to(mesh, entry)),
                        seed_distance(seed_from(mesh, exit), seed_to(mesh, exit)));
    width = string_to_string(mesh, entry, exit, width);
    return string_to_string(mesh, exit, entry, width);
}

double cw_shrink_critical(const cw_navmesh *mesh, uint32_t edge) {
    assert(edge < mesh->edge_count && mesh->edge_twin[edge] != CW_NONE);
    search s = {mesh, seed_from(mesh, edge), seed_to(mesh, edge), true, INFINITY, CELL_BUDGET};
    search_cell(&s, edge);
    search back = {mesh, s.to, s.from, true, s.best, CELL_BUDGET};
    search_cell(&back, mesh->edge_twin[edge]);
    return back.best;
}
