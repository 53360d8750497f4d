/// How the cells hang together.
///
/// Invariants:
///   adjacency  an edge belongs to the cell whose offsets hold it; the two sides of a portal run
///              between the same two places in opposite directions and belong to different cells.
///              With counter-clockwise cells this puts the neighbour on the other side;
///   fan        the corners around a vertex, taken counter-clockwise through portals, do not turn
///              past the side they started from. So every neighbourhood of a vertex is one-to-one
///              with the plan, and with it every small part of the mesh: closed fans make exactly
///              one turn. A spiral makes its turns around a pillar, never around a vertex;
///   island     cells have the number of their island, counted in the order of lowest cells;
///   euler      every island has a wall, and (closed fans) - portals + cells is 1 minus its holes.
///
/// Cost: linear, except for the union-find of the islands.
#include "navmesh/check/validate.h"

/// Counts of one island.
typedef struct island {
    int64_t cells, sides, closed, walls;
} island;

typedef struct survey {
    cw_context *context;
    const cw_navmesh *mesh;
    uint8_t *seen;    ///< per edge: its corner was visited
    uint32_t *leader; ///< per cell: lowest cell it is known to be joined with
    island *islands;  ///< per island number
} survey;

static cw_status check_owner(const survey *s) {
    const cw_navmesh *mesh = s->mesh;
    if (mesh->edge_cell == NULL || mesh->cell_island == NULL) {
        return CW_VIOLATED(s->context, "sizes", "an array of %u cells is missing",
                           mesh->cell_count);
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        for (uint32_t e = cw_navmesh_cell_begin(mesh, c); e < cw_navmesh_cell_end(mesh, c); e++) {
            if (mesh->edge_cell[e] != c) {
                return CW_VIOLATED_AT(s->context, c, "adjacency", "edge %u says it is of cell %u",
                                      e, mesh->edge_cell[e]);
            }
        }
    }
    return CW_OK;
}

static bool same_place(const cw_navmesh *mesh, uint32_t a, uint32_t b) {
    return same_point(mesh->points[a], mesh->points[b]) &&
           mesh->positions[a].z == mesh->positions[b].z;
}

static cw_status check_portals(const survey *s) {
    const cw_navmesh *mesh = s->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t twin = mesh->edge_twin[e], c = mesh->edge_cell[e];
        if (twin == CW_NONE) {
            continue;
        }
        uint32_t d = mesh->edge_cell[twin];
        uint32_t from = mesh->edge_vertex[e];
        uint32_t to = mesh->edge_vertex[cw_navmesh_next(mesh, c, e)];
        if (c == d) {
            return CW_VIOLATED_AT(s->context, c, "adjacency",
                                  "the portal from (%.9g, %.9g) leads back into it",
                                  mesh->positions[from].x, mesh->positions[from].y);
        }
        if (!same_place(mesh, to, mesh->edge_vertex[twin]) ||
            !same_place(mesh, from, mesh->edge_vertex[cw_navmesh_next(mesh, d, twin)])) {
            return CW_VIOLATED_AT(s->context, c, "adjacency",
                                  "the portal from (%.9g, %.9g) has other ends in cell %u",
                                  mesh->positions[from].x, mesh->positions[from].y, d);
        }
    }
    return CW_OK;
}

/// Turns around the start of `first` through portals, up to a wall or back to it. A fan between
/// walls may go round more than once, as on a ramp around a thin axis (where it overlaps itself on
/// one floor, the overlap check finds it); one that closes may not.
static cw_status check_fan(survey *s, uint32_t first, bool closed) {
    const cw_navmesh *mesh = s->mesh;
    cw_point start = corner_opening(mesh, mesh->edge_cell[first], first).from;
    uint32_t edge = first;
    do {
        uint32_t cell = mesh->edge_cell[edge];
        cw_opening opening = corner_opening(mesh, cell, edge);
        if (closed && edge != first && cw_opening_has(opening, start)) {
            cw_vec3 p = mesh->positions[mesh->edge_vertex[edge]];
            return CW_VIOLATED_AT(s->context, cell, "fan",
                                  "the cells around (%.9g, %.9g) make more than one turn", p.x,
                                  p.y);
        }
        s->seen[edge] = 1;
        edge = mesh->edge_twin[cw_navmesh_previous(mesh, cell, edge)];
    } while (edge != CW_NONE && edge != first);
    return CW_OK;
}

/// Open fans are taken from their first wall; what they leave belongs to closed ones.
static cw_status check_fans(survey *s) {
    const cw_navmesh *mesh = s->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] == CW_NONE) {
            CW_TRY(check_fan(s, e, false));
        }
    }
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (!s->seen[e]) {
            CW_TRY(check_fan(s, e, true));
            s->islands[mesh->cell_island[mesh->edge_cell[e]]].closed++;
        }
    }
    return CW_OK;
}

static uint32_t leader_of(const survey *s, uint32_t cell) {
    while (s->leader[cell] != cell) {
        s->leader[cell] = s->leader[s->leader[cell]];
        cell = s->leader[cell];
    }
    return cell;
}

static cw_status check_islands(survey *s) {
    const cw_navmesh *mesh = s->mesh;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        s->leader[c] = c;
        for (uint32_t e = cw_navmesh_cell_begin(mesh, c); e < cw_navmesh_cell_end(mesh, c); e++) {
            uint32_t twin = mesh->edge_twin[e];
            if (twin != CW_NONE && mesh->edge_cell[twin] < c) {
                uint32_t a = leader_of(s, mesh->edge_cell[twin]), b = leader_of(s, c);
                s->leader[a < b ? b : a] = a < b ? a : b;
            }
        }
    }
    uint32_t count = 0;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        uint32_t leader = leader_of(s, c);
        uint32_t expected = leader == c ? count++ : mesh->cell_island[leader];
        if (mesh->cell_island[c] != expected) {
            return CW_VIOLATED_AT(s->context, c, "island", "it is of island %u, and says %u",
                                  expected, mesh->cell_island[c]);
        }
    }
    if (count != mesh->island_count) {
        return CW_VIOLATED(s->context, "island", "there are %u islands, not %u", count,
                           mesh->island_count);
    }
    return CW_OK;
}

static cw_status check_euler(survey *s) {
    const cw_navmesh *mesh = s->mesh;
    int64_t holes = 0, sides = 0;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        island *i = &s->islands[mesh->cell_island[mesh->edge_cell[e]]];
        i->walls += mesh->edge_twin[e] == CW_NONE;
        i->sides += mesh->edge_twin[e] != CW_NONE;
        i->cells += e == cw_navmesh_cell_begin(mesh, mesh->edge_cell[e]);
    }
    for (uint32_t i = 0; i < mesh->island_count; i++) {
        const island *here = &s->islands[i];
        int64_t characteristic = here->closed - here->sides / 2 + here->cells;
        if (here->walls == 0 || characteristic > 1) {
            return CW_VIOLATED(s->context, "euler", "island %u has %lld walls, characteristic %lld",
                               i, (long long)here->walls, (long long)characteristic);
        }
        holes += 1 - characteristic;
        sides += here->sides;
    }
    if (holes != mesh->stats.holes || sides != 2 * (int64_t)mesh->stats.portals) {
        return CW_VIOLATED(s->context, "euler",
                           "%lld holes and %lld portals, and stats say %u and %u", (long long)holes,
                           (long long)sides / 2, mesh->stats.holes, mesh->stats.portals);
    }
    return CW_OK;
}

static cw_status run_survey(survey *s) {
    const cw_navmesh *mesh = s->mesh;
    CW_TRY(check_owner(s));
    CW_TRY(check_portals(s));
    CW_TRY(CW_ALLOCATE(s->context, s->leader, mesh->cell_count));
    CW_TRY(check_islands(s)); // afterwards island numbers are sound
    CW_TRY(CW_ALLOCATE(s->context, s->seen, mesh->edge_count));
    CW_TRY(CW_ALLOCATE(s->context, s->islands, mesh->island_count));
    CW_TRY(check_fans(s));
    return check_euler(s);
}

cw_status cw_validate_topology(cw_context *context, const cw_navmesh *mesh) {
    survey s = {.context = context, .mesh = mesh};
    cw_status status = run_survey(&s);
    CW_RELEASE(context, s.leader, mesh->cell_count);
    CW_RELEASE(context, s.seen, mesh->edge_count);
    CW_RELEASE(context, s.islands, mesh->island_count);
    return status;
}
