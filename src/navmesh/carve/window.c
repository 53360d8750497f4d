/// Windows.
///
/// A window is a tree of cells: a first cell, then neighbours across portals, each joined through
/// one portal only. Opening the portals of the tree leaves a disc, however the cells lie, even
/// around a pillar or on several floors; the portals of its border stay as they are. Phases for
/// each window: 1 grow the tree; 2 open its portals; 3 give every notch that comes up a point on
/// the nearest wall in its area of interest to end at, if there is none; 4 read the disc off the
/// triangles; 5 solve it exactly (partition.c); 6 make the new portals, or the old ones again when
/// nothing is gained. The number of portals never rises. Passes over all corners follow each other
/// as long as they gain something.
#include "navmesh/carve/window.h"
#include "navmesh/carve/partition.h"
#include "navmesh/carve/resolve.h"

#include <math.h>

/// Elements a notch looks at to find walls, and walls on which it gets a point to end a portal at.
enum { SIGHTS = 24, TRIANGLES = 256, WALLS = 2, CORNERS_PER_CELL = 8 };
/// Steps that opening and closing a window costs per triangle, in steps of the dynamic program.
enum { WORK_PER_TRIANGLE = 32 };
/// Steps that walking along a cell costs per corner. Counted only beyond the corners that a window
/// is meant to have: around a cell of tens of thousands of them it is what takes the time.
enum { WORK_PER_CORNER = 4 };
/// Portals count as shorter when they are so by this share: less is rounding.
static const double SHORTER = 1e-6;

typedef struct span {
    uint32_t from, to; ///< vertices that a portal joins
} span;

typedef struct windower {
    cw_carver *carver;
    const cw_window_budget *budget;
    CW_ARRAY(uint32_t) stamp; ///< per half-edge: last window whose border or portals it belonged to
    CW_ARRAY(uint32_t)
    covered; ///< per vertex: last pass in which it was near the middle of a window
    CW_ARRAY(uint32_t) opened_at; ///< per corner: last window that opened a portal which ends there
    uint32_t window;              ///< number of the current window, from 1
    uint32_t pass, cell_limit;
    bool whole; ///< no window of this pass met the limit of cells
    uint64_t work, scans;
    uint32_t gained;
    CW_ARRAY(uint32_t) cells; ///< a hard half-edge of each cell
    CW_ARRAY(span) opened;
    double opened_length;
    CW_ARRAY(uint32_t) border; ///< hard half-edges around the window, counter-clockwise
    CW_ARRAY(cw_partition_corner) corners;
    CW_ARRAY(uint32_t) triangle_of; ///< per triangle of the mesh: 1 + its number in the window
    CW_ARRAY(uint32_t) triangles;   ///< of the window, as triangles of the mesh
    CW_ARRAY(uint32_t) triangle_corners;
    CW_ARRAY(uint32_t) triangle_twins;
    cw_search search;
    cw_partition_scratch scratch;
} windower;

/// Starts at the end with fewer portals: a convex corner may have thousands of them.
static span span_between(const cw_carver *carver, uint32_t a, uint32_t b) {
    bool a_first = carver->corners.items[a].portals <= carver->corners.items[b].portals;
    return a_first ? (span){a, b} : (span){b, a};
}

static double span_length(const cw_trimesh *mesh, span item) {
    return cw_length(cw_point_sub(mesh->points[item.to], mesh->points[item.from]));
}

/// Makes the per-element arrays as long as the mesh.
static cw_status keep_up(windower *state) {
    cw_context *context = state->carver->context;
    const cw_trimesh *mesh = &state->carver->mesh;
    uint32_t half_edges = 3 * mesh->triangle_count, vertices = mesh->vertex_count;
    CW_TRY(CW_ARRAY_RESERVE(context, &state->stamp, half_edges));
    CW_TRY(CW_ARRAY_RESERVE(context, &state->triangle_of, mesh->triangle_count));
    CW_TRY(CW_ARRAY_RESERVE(context, &state->covered, vertices));
    CW_TRY(CW_ARRAY_RESERVE(context, &state->opened_at, vertices));
    while (state->stamp.count < half_edges) {
        state->stamp.items[state->stamp.count++] = 0;
    }
    while (state->triangle_of.count < mesh->triangle_count) {
        state->triangle_of.items[state->triangle_of.count++] = 0;
    }
    for (; state->covered.count < vertices; state->covered.count++) {
        state->covered.items[state->covered.count] = 0;
        state->opened_at.items[state->covered.count] = 0;
    }
    return CW_OK;
}

/// Adds the cell of a hard half-edge and counts its corners.
static cw_status add_cell(windower *state, uint32_t hard, uint32_t *corners) {
    const cw_trimesh *mesh = &state->carver->mesh;
    uint32_t h = hard;
    do {
        state->stamp.items[h] = state->window;
        (*corners)++;
        h = cw_next_hard(mesh, h);
    } while (h != hard);
    return CW_ARRAY_PUSH(state->carver->context, &state->cells, hard);
}

/// Grows the tree of cells from the cell of a hard half-edge; lists the portals to open.
static cw_status grow(windower *state, uint32_t hard) {
    const cw_trimesh *mesh = &state->carver->mesh;
    uint32_t corners = 0, most_corners = CORNERS_PER_CELL * state->cell_limit;
    state->cells.count = 0;
    state->opened.count = 0;
    state->opened_length = 0;
    CW_TRY(add_cell(state, hard, &corners));
    for (uint32_t i = 0; i < state->cells.count; i++) {
        uint32_t start = state->cells.items[i], h = start;
        do {
            uint32_t twin = mesh->twins[h];
            if (mesh->edges[h] == CW_EDGE_PORTAL && state->stamp.items[twin] != state->window &&
                state->cells.count < state->cell_limit && corners < most_corners) {
                span portal = span_between(state->carver, cw_origin(mesh, h), cw_target(mesh, h));
                CW_TRY(CW_ARRAY_PUSH(state->carver->context, &state->opened, portal));
                state->opened_length += span_length(mesh, portal);
                CW_TRY(add_cell(state, twin, &corners));
                corners -= 2;
            }
            h = cw_next_hard(mesh, h);
        } while (h != start);
    }
    uint64_t walked = corners > most_corners ? corners - most_corners : 0;
    state->work += WORK_PER_CORNER * walked;
    return CW_OK;
}

/// The portal half-edge between two vertices.
static uint32_t find_portal(const cw_trimesh *mesh, span portal) {
    uint32_t h = mesh->vertex_edge[portal.from];
    while (h != CW_NONE && (mesh->edges[h] != CW_EDGE_PORTAL || cw_target(mesh, h) != portal.to)) {
        h = cw_rotate(mesh, h);
    }
    return h;
}

/// Makes a portal in whichever sector of its first vertex sees the second.
static cw_status make_portal(windower *state, span portal, bool *made) {
    cw_carver *carver = state->carver;
    *made = false;
    for (uint32_t first = carver->mesh.vertex_edge[portal.from]; first != CW_NONE && !*made;) {
        cw_sector sector = cw_sector_at(carver, first);
        cw_portal_result result;
        first = cw_sector_after(carver, &sector);
        CW_TRY(cw_portal_make(carver, portal.from, &sector, portal.to, &result));
        *made = result == CW_PORTAL_MADE;
    }
    return CW_OK;
}

/// The original wall of a point on a wall that no portal uses, as the vertex where it begins;
/// CW_NONE for other vertices.
static uint32_t free_point_wall(const cw_carver *carver, uint32_t vertex) {
    uint32_t corners = carver->surface->vertex_count;
    bool is_free = vertex >= corners && cw_is_transparent(carver, vertex);
    return is_free ? carver->wall_points.items[vertex - corners].wall_from : CW_NONE;
}

/// What a notch sees of walls: those that have a free point, and the nearest one that has none.
static cw_status look_at_walls(windower *state, uint32_t vertex, const cw_sector *sector,
                               cw_sight *wall) {
    cw_carver *carver = state->carver;
    cw_sight seen[SIGHTS];
    uint32_t walls = 0, served[SIGHTS], served_count = 0;
    CW_TRY(cw_search_begin(carver->context, &state->search, carver, vertex, sector));
    for (int i = 0; i < SIGHTS; i++) {
        cw_sight sight;
        bool found;
        CW_TRY(cw_search_next(carver->context, &state->search, &sight, &found));
        if (!found) {
            break;
        }
        if (sight.kind == CW_SIGHT_VERTEX && free_point_wall(carver, sight.id) != CW_NONE) {
            served[served_count++] = free_point_wall(carver, sight.id);
        } else if (sight.kind == CW_SIGHT_WALL) {
            seen[walls++] = sight;
        }
    }
    wall->id = CW_NONE;
    for (uint32_t i = 0; i < walls && served_count < WALLS && wall->id == CW_NONE; i++) {
        uint32_t from = cw_wall_range_of(carver, seen[i].id).from, k = 0;
        while (k < served_count && served[k] != from) {
            k++;
        }
        *wall = k == served_count ? seen[i] : *wall;
    }
    return CW_OK;
}

/// Puts points on the nearest walls in the area of interest of a notch where it sees none. Where on
/// the visible part of a wall seldom matters: no vertex lies between, so a portal can be moved from
/// one point to another, and what it meets moves along as far as its own notch allows.
static cw_status give_wall_points(windower *state, uint32_t vertex) {
    cw_carver *carver = state->carver;
    for (int i = 0; i < WALLS; i++) {
        cw_sector sector;
        cw_sight wall;
        if (!cw_notch_at(carver, vertex, &sector) || sector.excess != 1) {
            return CW_OK;
        }
        CW_TRY(look_at_walls(state, vertex, &sector, &wall));
        int64_t part;
        uint32_t made;
        if (wall.id == CW_NONE ||
            !cw_wall_part_seen(carver, carver->mesh.points[vertex], &wall, &part)) {
            return CW_OK;
        }
        CW_TRY(cw_wall_split(carver, wall.id, part, &made));
    }
    return CW_OK;
}

/// A hard half-edge on the border of the window, once its portals are open.
static uint32_t border_start(const windower *state) {
    const cw_carver *carver = state->carver;
    span portal = state->opened.items[0];
    cw_point direction =
        cw_point_sub(carver->mesh.points[portal.to], carver->mesh.points[portal.from]);
    cw_sector sector;
    return cw_sector_towards(carver, portal.from, direction, &sector) ? sector.first : CW_NONE;
}

/// An ignored corner at which a portal of the window ended may be an end again; the others stay
/// hidden.
static uint8_t corner_kind(const windower *state, uint32_t vertex) {
    if (!cw_is_transparent(state->carver, vertex) ||
        state->opened_at.items[vertex] == state->window) {
        return CW_CORNER_PLAIN;
    }
    bool on_wall = vertex >= state->carver->surface->vertex_count;
    return on_wall ? CW_CORNER_STEINER : CW_CORNER_HIDDEN;
}

/// Numbers a triangle of the window.
static cw_status number_triangle(windower *state, uint32_t triangle) {
    if (state->triangle_of.items[triangle] != 0) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_PUSH(state->carver->context, &state->triangles, triangle));
    state->triangle_of.items[triangle] = state->triangles.count;
    return CW_OK;
}

/// Reads the border and the triangles of the window.
static cw_status read_border(windower *state, uint32_t start) {
    const cw_carver *carver = state->carver;
    const cw_trimesh *mesh = &carver->mesh;
    state->border.count = 0;
    state->corners.count = 0;
    state->triangles.count = 0;
    uint32_t h = start;
    do {
        uint32_t vertex = cw_origin(mesh, h);
        CW_TRY(CW_ARRAY_PUSH(carver->context, &state->border, h));
        CW_TRY(
            CW_ARRAY_PUSH(carver->context, &state->corners,
                          (cw_partition_corner){mesh->points[vertex], corner_kind(state, vertex)}));
        for (uint32_t g = h;; g = mesh->twins[cw_previous(g)]) {
            CW_TRY(number_triangle(state, g / 3));
            if (mesh->edges[cw_previous(g)] != CW_EDGE_OPEN) {
                break;
            }
        }
        h = cw_next_hard(mesh, h);
    } while (h != start);
    return CW_OK;
}

/// A hidden corner outside the chord of its run is a corner after all: the farthest one outside
/// becomes plain, until none is left.
static void unhide_outer_corners(windower *state) {
    cw_partition_corner *corner = state->corners.items;
    uint32_t count = state->corners.count, first = 0;
    while (first < count && corner[first].kind != CW_CORNER_PLAIN) {
        first++;
    }
    for (uint32_t begin = first, done = 0; first < count && done < count;) {
        uint32_t length = 1;
        while (corner[(begin + length) % count].kind != CW_CORNER_PLAIN) {
            length++;
        }
        cw_point from = corner[begin].point;
        cw_point chord = cw_point_sub(corner[(begin + length) % count].point, from);
        cw_wide deepest = 0;
        uint32_t outside = CW_NONE;
        for (uint32_t i = 1; i < length; i++) {
            uint32_t at = (begin + i) % count;
            cw_wide depth = cw_cross(chord, cw_point_sub(corner[at].point, from));
            if (corner[at].kind == CW_CORNER_HIDDEN && depth < deepest) {
                deepest = depth;
                outside = at;
            }
        }
        if (outside != CW_NONE) {
            corner[outside].kind = CW_CORNER_PLAIN;
        } else {
            begin = (begin + length) % count;
            done += length;
        }
    }
}

/// Gives the triangles of the window its own corner numbers and twins.
static cw_status read_triangles(windower *state) {
    const cw_trimesh *mesh = &state->carver->mesh;
    cw_context *context = state->carver->context;
    uint32_t count = state->triangles.count;
    CW_TRY(CW_ARRAY_RESERVE(context, &state->triangle_corners, (size_t)3 * count));
    CW_TRY(CW_ARRAY_RESERVE(context, &state->triangle_twins, (size_t)3 * count));
    for (uint32_t i = 0; i < state->border.count; i++) {
        for (uint32_t g = state->border.items[i];; g = mesh->twins[cw_previous(g)]) {
            uint32_t local = state->triangle_of.items[g / 3] - 1;
            state->triangle_corners.items[3 * local + g % 3] = i;
            if (mesh->edges[cw_previous(g)] != CW_EDGE_OPEN) {
                break;
            }
        }
    }
    for (uint32_t t = 0; t < count; t++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t h = 3 * state->triangles.items[t] + k, twin = mesh->twins[h];
            bool open = mesh->edges[h] == CW_EDGE_OPEN;
            state->triangle_twins.items[3 * t + k] =
                open ? 3 * (state->triangle_of.items[twin / 3] - 1) + twin % 3 : CW_NONE;
        }
    }
    for (uint32_t t = 0; t < count; t++) {
        state->triangle_of.items[state->triangles.items[t]] = 0;
    }
    return CW_OK;
}

/// Whether the budget is used up.
static bool is_spent(const windower *state) {
    const cw_window_budget *budget = state->budget;
    return state->work >= budget->work || (budget->scans > 0 && state->scans >= budget->scans);
}

static cw_status solve(windower *state, cw_partition_result *result) {
    cw_partition_window window = {
        .corner_count = state->corners.count,
        .corners = state->corners.items,
        .triangle_count = state->triangles.count,
        .triangle_corners = state->triangle_corners.items,
        .triangle_twins = state->triangle_twins.items,
        .work_limit = state->budget->window_work,
        .scan_limit = state->budget->scans > 0 ? state->budget->scans - state->scans : 0};
    CW_TRY(cw_partition_solve(state->carver->context, &window, &state->scratch, result));
    state->scans += result->scans;
    state->work += result->work + WORK_PER_TRIANGLE * state->triangles.count;
    return CW_OK;
}

/// Makes portals between vertices; false in *all when one could not be made.
static cw_status make_portals(windower *state, const span *portals, uint32_t count, bool *all) {
    *all = true;
    for (uint32_t i = 0; i < count && *all; i++) {
        CW_TRY(make_portal(state, portals[i], all));
    }
    return CW_OK;
}

/// True when no vertex at the ends of the given portals is a notch.
static bool all_resolved(const windower *state, const span *portals, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (!cw_is_resolved(state->carver, portals[i].from) ||
            !cw_is_resolved(state->carver, portals[i].to)) {
            return false;
        }
    }
    return true;
}

/// Puts the solution in place of the old portals if it is better and every corner comes out convex.
static cw_status exchange(windower *state, const cw_partition_result *result, bool *done) {
    cw_carver *carver = state->carver;
    uint32_t old = state->opened.count;
    *done = false;
    bool better =
        result->outcome == CW_PARTITION_SOLVED &&
        (result->diagonal_count < old ||
         (result->diagonal_count == old && result->length < (1 - SHORTER) * state->opened_length));
    if (!better) {
        return CW_OK;
    }
    for (uint32_t i = 0; i < result->diagonal_count; i++) {
        cw_partition_diagonal diagonal = result->diagonals[i];
        span portal =
            span_between(carver, cw_origin(&carver->mesh, state->border.items[diagonal.from]),
                         cw_origin(&carver->mesh, state->border.items[diagonal.to]));
        CW_TRY(CW_ARRAY_PUSH(carver->context, &state->opened, portal));
    }
    const span *made = state->opened.items + old;
    CW_TRY(make_portals(state, made, result->diagonal_count, done));
    *done = *done && all_resolved(state, state->opened.items, state->opened.count);
    for (uint32_t i = 0; i < result->diagonal_count && !*done; i++) {
        uint32_t portal = find_portal(&carver->mesh, made[i]);
        if (portal != CW_NONE) {
            cw_portal_clear(carver, portal);
        }
    }
    state->gained += *done ? old - result->diagonal_count : 0;
    state->opened.count = old;
    return CW_OK;
}

/// Points on walls are free again once their portal is open; corners are not.
static void note_opened(windower *state, uint32_t vertex) {
    if (vertex < state->carver->surface->vertex_count) {
        state->opened_at.items[vertex] = state->window;
    }
}

/// Opens the portals of the tree, solves the disc, and closes it again one way or the other.
static cw_status solve_window(windower *state) {
    cw_carver *carver = state->carver;
    cw_partition_result result = {.outcome = CW_PARTITION_UNSUPPORTED};
    bool done = false;
    for (uint32_t i = 0; i < state->opened.count; i++) {
        span portal = state->opened.items[i];
        cw_portal_clear(carver, find_portal(&carver->mesh, portal));
        note_opened(state, portal.from);
        note_opened(state, portal.to);
    }
    for (uint32_t i = 0; i < state->opened.count; i++) {
        CW_TRY(give_wall_points(state, state->opened.items[i].from));
        CW_TRY(give_wall_points(state, state->opened.items[i].to));
    }
    CW_TRY(keep_up(state));
    uint32_t start = border_start(state);
    if (start != CW_NONE) {
        CW_TRY(read_border(state, start));
        unhide_outer_corners(state);
        CW_TRY(read_triangles(state));
        CW_TRY(solve(state, &result));
        CW_TRY(exchange(state, &result, &done));
    }
    if (!done) {
        CW_TRY(make_portals(state, state->opened.items, state->opened.count, &done));
        if (!done) {
            return cw_fail(carver->context, CW_ERROR_INTERNAL, "a portal could not be put back");
        }
    }
    return CW_OK;
}

/// Notes that the corners of the first cells of a window have been in the middle of one in this
/// pass.
static void cover(windower *state) {
    const cw_trimesh *mesh = &state->carver->mesh;
    for (uint32_t i = 0; 2 * i < state->cells.count; i++) {
        uint32_t start = state->cells.items[i], h = start;
        do {
            state->covered.items[cw_origin(mesh, h)] = state->pass;
            h = cw_next_hard(mesh, h);
        } while (h != start);
    }
}

/// Grows and solves the window that starts at the first sector of a vertex.
static cw_status try_vertex(windower *state, uint32_t vertex) {
    state->window++;
    CW_TRY(grow(state, state->carver->mesh.vertex_edge[vertex]));
    cover(state);
    state->whole = state->whole && state->cells.count < state->cell_limit;
    return state->opened.count > 1 ? solve_window(state) : CW_OK;
}

/// Windows of one size around every corner that has portals and was not near the middle of one.
static cw_status run_pass(windower *state) {
    cw_carver *carver = state->carver;
    state->pass++;
    state->whole = true;
    for (uint32_t v = 0; v < carver->surface->vertex_count; v++) {
        if (is_spent(state)) {
            return CW_OK;
        }
        if (carver->corners.items[v].portals > 0 && state->covered.items[v] != state->pass) {
            CW_TRY(try_vertex(state, v));
            double share = (double)state->work / (double)state->budget->work;
            CW_TRY(cw_progress(carver->context, "solving windows", fmin(share, 1)));
        }
    }
    return CW_OK;
}

static cw_status run_passes(windower *state) {
    const cw_window_budget *budget = state->budget;
    CW_TRY(keep_up(state));
    for (state->cell_limit = budget->first_cells; state->cell_limit <= budget->last_cells;
         state->cell_limit *= 2) {
        uint32_t gained;
        do {
            gained = state->gained;
            CW_TRY(run_pass(state));
        } while (state->gained > gained && !is_spent(state));
        if (state->whole || is_spent(state)) {
            break;
        }
    }
    return CW_OK;
}

cw_status cw_windows_solve(cw_carver *carver, const cw_window_budget *budget) {
    windower state = {.carver = carver, .budget = budget, .search = {.most_triangles = TRIANGLES}};
    cw_context *context = carver->context;
    cw_status status = run_passes(&state);
    CW_ARRAY_FREE(context, &state.stamp);
    CW_ARRAY_FREE(context, &state.covered);
    CW_ARRAY_FREE(context, &state.opened_at);
    CW_ARRAY_FREE(context, &state.cells);
    CW_ARRAY_FREE(context, &state.opened);
    CW_ARRAY_FREE(context, &state.border);
    CW_ARRAY_FREE(context, &state.corners);
    CW_ARRAY_FREE(context, &state.triangle_of);
    CW_ARRAY_FREE(context, &state.triangles);
    CW_ARRAY_FREE(context, &state.triangle_corners);
    CW_ARRAY_FREE(context, &state.triangle_twins);
    cw_search_free(context, &state.search);
    cw_partition_scratch_free(context, &state.scratch);
    return status;
}
