/// The figures of a mesh.
///
/// Lower bound: a portal has two ends and each notch needs the end of one, so an island of r
/// notches and h holes has at least ceil(r/2) portals, and cells = portals + 1 - h by Euler.
///
/// Both are counted per island on the mesh itself, by walking the corners around each vertex from
/// the wall that enters it to the wall that leaves it. The vertex is a notch when several cells
/// meet there and the walls turn by more than 180 degrees, by the exact sign of a cross product.
/// Fans without a wall are vertices inside the floor, which meshes of other tools have; 1 - h =
/// such vertices - portals + cells.
///
/// Where that count and the builder's differ (notches dropped by relaxation may still carry a
/// portal), the bound is taken over the whole mesh from the builder's count.
#include "summary.h"
#include "clearway/edges.h"

#include "text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

/// Exact products of lattice differences need 124 bits.
__extension__ typedef __int128 wide;

/// What is counted per island.
typedef struct island {
    uint32_t cells, portals, notches, inner_vertices;
} island;

/// A mesh being counted.
typedef struct survey {
    const cw_navmesh *mesh;
    island *islands;
    bool *seen; ///< per edge: the corner it leaves was visited
} survey;

static uint32_t next_edge(const cw_navmesh *mesh, uint32_t edge) {
    uint32_t cell = mesh->edge_cell[edge];
    return cw_navmesh_next(mesh, cell, edge);
}

/// Whether the floor between the wall that leaves a corner and the wall that enters it spans more
/// than 180 degrees.
static bool turns_back(cw_point before, cw_point corner, cw_point after) {
    wide ax = (wide)after.x - corner.x, ay = (wide)after.y - corner.y;
    wide bx = (wide)before.x - corner.x, by = (wide)before.y - corner.y;
    wide cross = ax * by - ay * bx;
    return cross < 0 || (cross == 0 && ax * bx + ay * by > 0);
}

/// Visits the corners at the end of a wall edge. Whether it is a notch where several cells meet.
static bool visit_wall(survey *counted, uint32_t wall) {
    const cw_navmesh *mesh = counted->mesh;
    uint32_t edge = next_edge(mesh, wall);
    uint32_t cells = 1;
    counted->seen[edge] = true;
    while (mesh->edge_twin[edge] != CW_NONE && cells <= mesh->edge_count) {
        edge = next_edge(mesh, mesh->edge_twin[edge]);
        counted->seen[edge] = true;
        cells++;
    }
    const cw_point *points = mesh->points;
    uint32_t before = mesh->edge_vertex[wall], corner = mesh->edge_vertex[edge];
    uint32_t after = mesh->edge_vertex[next_edge(mesh, edge)];
    return cells > 1 && turns_back(points[before], points[corner], points[after]);
}

/// Visits the corners around a vertex inside the floor.
static void visit_inner(survey *counted, uint32_t edge) {
    const cw_navmesh *mesh = counted->mesh;
    while (!counted->seen[edge] && mesh->edge_twin[edge] != CW_NONE) {
        counted->seen[edge] = true;
        edge = next_edge(mesh, mesh->edge_twin[edge]);
    }
}

static void count_islands(survey *counted) {
    const cw_navmesh *mesh = counted->mesh;
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        counted->islands[mesh->cell_island[cell]].cells++;
    }
    for (uint32_t edge = 0; edge < mesh->edge_count; edge++) {
        island *home = &counted->islands[mesh->cell_island[mesh->edge_cell[edge]]];
        if (mesh->edge_twin[edge] == CW_NONE) {
            home->notches += visit_wall(counted, edge) ? 1 : 0;
        } else if (edge < mesh->edge_twin[edge]) {
            home->portals++;
        }
    }
    for (uint32_t edge = 0; edge < mesh->edge_count; edge++) {
        if (!counted->seen[edge]) {
            counted->islands[mesh->cell_island[mesh->edge_cell[edge]]].inner_vertices++;
            visit_inner(counted, edge);
        }
    }
}

/// ceil(r/2) + 1 - h, and at least one cell per island.
static uint64_t bound_of(const island *counts, uint32_t islands) {
    int64_t bound = ((int64_t)counts->notches + 1) / 2 + (int64_t)counts->inner_vertices -
                    (int64_t)counts->portals + (int64_t)counts->cells;
    return bound < (int64_t)islands ? islands : (uint64_t)bound;
}

/// Sums the islands up and works the bound out.
static void sum_islands(const survey *counted, cw_summary *summary) {
    const cw_navmesh_stats *stats = &counted->mesh->stats;
    uint32_t islands = counted->mesh->island_count;
    island total = {0};
    uint64_t bound = 0;
    for (uint32_t i = 0; i < islands; i++) {
        total.cells += counted->islands[i].cells;
        total.portals += counted->islands[i].portals;
        total.notches += counted->islands[i].notches;
        total.inner_vertices += counted->islands[i].inner_vertices;
        bound += bound_of(&counted->islands[i], 1);
    }
    // Meshes of other tools come without a count of notches.
    bool told = stats->notches > 0 || stats->dropped > 0;
    summary->notches = told ? stats->notches : total.notches;
    if (summary->notches != total.notches) {
        total.notches = summary->notches;
        bound = bound_of(&total, islands);
    }
    summary->lower_bound = bound;
}

cw_status cw_summary_make(const cw_navmesh *mesh, cw_summary *summary) {
    *summary = (cw_summary){0};
    survey counted = {.mesh = mesh};
    counted.islands = calloc((size_t)mesh->island_count + 1, sizeof *counted.islands);
    counted.seen = calloc((size_t)mesh->edge_count + 1, sizeof *counted.seen);
    cw_status status = CW_ERROR_MEMORY;
    if (counted.islands != NULL && counted.seen != NULL) {
        count_islands(&counted);
        sum_islands(&counted, summary);
        status = CW_OK;
    }
    free(counted.islands);
    free(counted.seen);
    for (uint32_t edge = 0; edge < mesh->edge_count; edge++) {
        summary->walls += mesh->edge_twin[edge] == CW_NONE ? 1 : 0;
    }
    summary->portals = (mesh->edge_count - summary->walls) / 2;
    return status;
}

void cw_summary_line(FILE *stream, const char *label, const char *format, ...) {
    fprintf(stream, "%-18s", label);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stream, format, arguments);
    va_end(arguments);
    putc('\n', stream);
}

void cw_summary_name(FILE *stream, const char *label, const char *name) {
    fprintf(stream, "%-18s", label);
    cw_cli_text_print(stream, name);
    putc('\n', stream);
}

void cw_summary_print(FILE *stream, const cw_navmesh *mesh, const cw_summary *summary) {
    const cw_navmesh_stats *stats = &mesh->stats;
    cw_summary_line(stream, "cells", "%u", mesh->cell_count);
    cw_summary_line(stream, "notches", "%u", summary->notches);
    if (stats->dropped > 0) {
        cw_summary_line(stream, "dropped notches", "%u, at most %.6g m deep", stats->dropped,
                        stats->relaxation_depth);
    }
    cw_summary_line(stream, "holes", "%u", stats->holes);
    cw_summary_line(stream, "portals", "%u", summary->portals);
    cw_summary_line(stream, "islands", "%u", mesh->island_count);
    if (summary->notches > 0) {
        cw_summary_line(stream, "cells per notch", "%.3f",
                        mesh->cell_count / (double)summary->notches);
    }
    cw_summary_line(stream, "lower bound", "%" PRIu64 " (ceil(notches / 2) + 1 - holes%s)",
                    summary->lower_bound, mesh->island_count > 1 ? ", for each island" : "");
    cw_summary_line(stream, "area", "%.10g m2", stats->area);
    cw_summary_line(stream, "walls", "%.10g m", stats->wall_length);
    cw_summary_line(stream, "lattice step", "%.3g m", mesh->lattice.step);
}

void cw_summary_json(cw_cli_json *json, const cw_navmesh *mesh, const cw_summary *summary) {
    const cw_navmesh_stats *stats = &mesh->stats;
    cw_cli_json_count(json, "cells", mesh->cell_count);
    cw_cli_json_count(json, "vertices", mesh->vertex_count);
    cw_cli_json_count(json, "portals", summary->portals);
    cw_cli_json_count(json, "walls", summary->walls);
    cw_cli_json_count(json, "islands", mesh->island_count);
    cw_cli_json_count(json, "links", mesh->link_count);
    cw_cli_json_count(json, "notches", summary->notches);
    cw_cli_json_count(json, "dropped", stats->dropped);
    cw_cli_json_number(json, "relaxation_depth", stats->relaxation_depth);
    cw_cli_json_count(json, "holes", stats->holes);
    cw_cli_json_count(json, "mutual", stats->mutual);
    cw_cli_json_count(json, "two_portal", stats->two_portal);
    cw_cli_json_count(json, "fallbacks", stats->fallbacks);
    if (summary->notches > 0) {
        cw_cli_json_number(json, "cells_per_notch", mesh->cell_count / (double)summary->notches);
    } else {
        cw_cli_json_null(json, "cells_per_notch");
    }
    cw_cli_json_count(json, "lower_bound", summary->lower_bound);
    cw_cli_json_number(json, "area", stats->area);
    cw_cli_json_number(json, "wall_length", stats->wall_length);
    cw_cli_json_number(json, "lattice_step", mesh->lattice.step);
    char hash[24];
    snprintf(hash, sizeof hash, "%016" PRIx64, cw_navmesh_hash(mesh));
    cw_cli_json_text(json, "hash", hash);
}
