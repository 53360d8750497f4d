/// Offsets, indices and numbers of a mesh, before anything follows them.
///
/// Invariants: every array that has items is there; offsets start at 0, do not fall, and end at the
/// number of items; cells have three edges or more; every vertex, cell and triangle index is below
/// its count; the twin of a twin is the edge itself; coordinates are finite and within range;
/// points lie on the lattice and within one coarse step of their positions; links name cells and
/// finite places.
///
/// Cost: linear.
#include "navmesh/check/validate.h"

#include <math.h>

/// Farthest that a position may lie from its exact point, in coarse steps: snapping moves a vertex
/// by half a step in each direction, the rest is for the rounding of doubles.
static const double POSITION_STEPS = 1.0;
/// Smallest and largest exponent of a lattice step: far beyond what fits coordinates in metres.
enum { STEP_EXPONENT_LOW = -80, STEP_EXPONENT_HIGH = 40 };

static cw_status check_lattice(cw_context *context, const cw_lattice *lattice) {
    int exponent;
    double half = frexp(lattice->step, &exponent);
    if (half != 0.5 || exponent < STEP_EXPONENT_LOW || exponent > STEP_EXPONENT_HIGH) {
        return CW_VIOLATED(context, "lattice", "step %g is no power of two", lattice->step);
    }
    double limit = 2 * CW_COORDINATE_LIMIT + ldexp(lattice->step, CW_LATTICE_COARSE_BITS);
    if (!(fabs(lattice->origin_x) <= limit && fabs(lattice->origin_y) <= limit)) {
        return CW_VIOLATED(context, "lattice", "origin (%g, %g) is out of range", lattice->origin_x,
                           lattice->origin_y);
    }
    return CW_OK;
}

static cw_status check_arrays(cw_context *context, const cw_navmesh *mesh) {
    if (mesh->cell_count == 0 || mesh->cell_count == CW_NONE) {
        return CW_VIOLATED(context, "sizes", "the mesh has %u cells", mesh->cell_count);
    }
    if (mesh->positions == NULL || mesh->points == NULL || mesh->cell_first == NULL ||
        mesh->edge_vertex == NULL || mesh->edge_twin == NULL ||
        (mesh->link_count > 0 && mesh->links == NULL) ||
        (mesh->triangle_count > 0 &&
         (mesh->triangles == NULL || mesh->cell_triangle_first == NULL))) {
        return CW_VIOLATED(context, "sizes", "an array of %u cells, %u edges is missing",
                           mesh->cell_count, mesh->edge_count);
    }
    return CW_OK;
}

static cw_status check_cells(cw_context *context, const cw_navmesh *mesh) {
    uint32_t end = 0;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        if (mesh->cell_first[c] != end || mesh->cell_first[c + 1] > mesh->edge_count ||
            mesh->cell_first[c + 1] < end) {
            return CW_VIOLATED_AT(context, c, "offsets", "edges %u to %u of %u",
                                  mesh->cell_first[c], mesh->cell_first[c + 1], mesh->edge_count);
        }
        end = mesh->cell_first[c + 1];
        if (end - mesh->cell_first[c] < 3) {
            return CW_VIOLATED_AT(context, c, "degree", "it has %u edges, and needs 3",
                                  end - mesh->cell_first[c]);
        }
    }
    if (end != mesh->edge_count) {
        return CW_VIOLATED(context, "offsets", "the cells have %u edges, not %u", end,
                           mesh->edge_count);
    }
    return CW_OK;
}

/// The cell of an edge by bisection: edge_cell may not be there yet.
static uint32_t cell_of(const cw_navmesh *mesh, uint32_t edge) {
    uint32_t low = 0, high = mesh->cell_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (mesh->cell_first[middle] <= edge) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static cw_status check_edges(cw_context *context, const cw_navmesh *mesh) {
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_vertex[e] >= mesh->vertex_count) {
            return CW_VIOLATED_AT(context, cell_of(mesh, e), "vertex index",
                                  "edge %u starts at vertex %u of %u", e, mesh->edge_vertex[e],
                                  mesh->vertex_count);
        }
        uint32_t twin = mesh->edge_twin[e];
        if (twin != CW_NONE && (twin >= mesh->edge_count || twin == e)) {
            return CW_VIOLATED_AT(context, cell_of(mesh, e), "twin index",
                                  "edge %u has twin %u of %u", e, twin, mesh->edge_count);
        }
        if (twin != CW_NONE && mesh->edge_twin[twin] != e) {
            return CW_VIOLATED_AT(context, cell_of(mesh, e), "adjacency",
                                  "edge %u has twin %u, whose twin is %u", e, twin,
                                  mesh->edge_twin[twin]);
        }
    }
    return CW_OK;
}

static bool is_finite3(cw_vec3 p) {
    return fabs(p.x) <= CW_COORDINATE_LIMIT && fabs(p.y) <= CW_COORDINATE_LIMIT &&
           fabs(p.z) <= CW_COORDINATE_LIMIT;
}

static cw_status check_vertices(cw_context *context, const cw_navmesh *mesh) {
    double reach = POSITION_STEPS * mesh->lattice.step;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        cw_vec3 p = mesh->positions[v];
        cw_point q = mesh->points[v];
        if (!is_finite3(p)) {
            return CW_VIOLATED(context, "finite", "vertex %u is (%g, %g, %g)", v, p.x, p.y, p.z);
        }
        if (q.x < 0 || q.x >= CW_POINT_LIMIT || q.y < 0 || q.y >= CW_POINT_LIMIT) {
            return CW_VIOLATED(context, "lattice", "vertex %u lies outside at (%lld, %lld)", v,
                               (long long)q.x, (long long)q.y);
        }
        cw_vec2 exact = cw_lattice_to_plan(&mesh->lattice, q);
        if (!(fabs(exact.x - p.x) <= reach && fabs(exact.y - p.y) <= reach)) {
            return CW_VIOLATED(context, "position",
                               "vertex %u is at (%.9g, %.9g), its point at (%.9g, %.9g)", v, p.x,
                               p.y, exact.x, exact.y);
        }
    }
    return CW_OK;
}

static cw_status check_triangles(cw_context *context, const cw_navmesh *mesh) {
    if (mesh->cell_triangle_first == NULL) {
        return CW_OK;
    }
    uint32_t end = 0;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        uint32_t first = mesh->cell_triangle_first[c], next = mesh->cell_triangle_first[c + 1];
        if (first != end || next < first || next > mesh->triangle_count) {
            return CW_VIOLATED_AT(context, c, "offsets", "triangles %u to %u of %u", first, next,
                                  mesh->triangle_count);
        }
        for (size_t i = (size_t)first * 3; i < (size_t)next * 3; i++) {
            if (mesh->triangles[i] >= mesh->vertex_count) {
                return CW_VIOLATED_AT(context, c, "vertex index", "a triangle has vertex %u of %u",
                                      mesh->triangles[i], mesh->vertex_count);
            }
        }
        end = next;
    }
    if (end != mesh->triangle_count) {
        return CW_VIOLATED(context, "offsets", "the cells have %u triangles, not %u", end,
                           mesh->triangle_count);
    }
    return CW_OK;
}

static cw_status check_links(cw_context *context, const cw_navmesh *mesh) {
    for (uint32_t i = 0; i < mesh->link_count; i++) {
        const cw_link *link = &mesh->links[i];
        if ((uint32_t)link->kind > CW_LINK_JUMP) {
            return CW_VIOLATED(context, "link", "link %u is of kind %u", i, (unsigned)link->kind);
        }
        if (link->from >= mesh->cell_count || link->to >= mesh->cell_count ||
            link->from == link->to) {
            return CW_VIOLATED(context, "link", "link %u joins cells %u and %u of %u", i,
                               link->from, link->to, mesh->cell_count);
        }
        if (!(link->cost >= 0 && isfinite(link->cost))) {
            return CW_VIOLATED(context, "link", "link %u costs %g", i, (double)link->cost);
        }
        for (int k = 0; k < 2; k++) {
            if (!is_finite3(link->from_edge[k]) || !is_finite3(link->to_edge[k])) {
                return CW_VIOLATED(context, "finite", "link %u has an end that is not finite", i);
            }
        }
    }
    return CW_OK;
}

cw_status cw_navmesh_check_indices(cw_context *context, const cw_navmesh *mesh) {
    CW_TRY(check_lattice(context, &mesh->lattice));
    CW_TRY(check_arrays(context, mesh));
    CW_TRY(check_cells(context, mesh));
    CW_TRY(check_edges(context, mesh));
    CW_TRY(check_vertices(context, mesh));
    CW_TRY(check_triangles(context, mesh));
    return check_links(context, mesh);
}
