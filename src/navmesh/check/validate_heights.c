/// The triangles that carry the heights of cells that are not flat.
///
/// Invariants: a triangle is counter-clockwise with positive area, exactly; it stays within the box
/// of its cell; and the areas of the triangles of a cell sum to the area of the cell.
///
/// Cost: linear.
#include "navmesh/check/validate.h"

#include <math.h>

/// Part of the area of a cell by which its triangles may miss it: where triangles are cut at the
/// border of a cell, the cuts are rounded.
static const double COVER_RELATIVE = 1e-6;
/// Coarse steps by which rounding may move the border of a cell, or a corner beyond its box.
static const double COVER_STEPS = 1.0;

typedef struct extent {
    cw_point low, high;
    double twice_area; ///< square fine steps
    double border;     ///< length in fine steps
} extent;

static extent measure_cell(const cw_navmesh *mesh, uint32_t cell) {
    extent x = {{INT64_MAX, INT64_MAX}, {INT64_MIN, INT64_MIN}, 0, 0};
    cw_unsigned_wide twice = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        cw_point p = cw_navmesh_point(mesh, e);
        cw_point q = cw_navmesh_point(mesh, cw_navmesh_next(mesh, cell, e));
        x.low = (cw_point){p.x < x.low.x ? p.x : x.low.x, p.y < x.low.y ? p.y : x.low.y};
        x.high = (cw_point){p.x > x.high.x ? p.x : x.high.x, p.y > x.high.y ? p.y : x.high.y};
        twice += (cw_unsigned_wide)wedge(p, q);
        double along_x = (double)(q.x - p.x), along_y = (double)(q.y - p.y);
        x.border += sqrt(along_x * along_x + along_y * along_y);
    }
    x.twice_area = (double)(cw_wide)twice;
    return x;
}

static bool in_box(const extent *x, cw_point p) {
    int64_t slack = (int64_t)ldexp(COVER_STEPS, CW_LATTICE_FINE_BITS);
    return p.x >= x->low.x - slack && p.x <= x->high.x + slack && p.y >= x->low.y - slack &&
           p.y <= x->high.y + slack;
}

static cw_status check_triangle(cw_context *context, const cw_navmesh *mesh, uint32_t cell,
                                const extent *x, uint32_t triangle, cw_sum *area) {
    const uint32_t *corners = &mesh->triangles[3 * (size_t)triangle];
    cw_point a = mesh->points[corners[0]], b = mesh->points[corners[1]];
    cw_point c = mesh->points[corners[2]];
    cw_vec3 p = mesh->positions[corners[0]];
    cw_wide twice = wedge(vector_to(a, b), vector_to(a, c));
    if (twice <= 0) {
        return CW_VIOLATED_AT(context, cell, "height", "triangle %u at (%.9g, %.9g) %s", triangle,
                              p.x, p.y, twice < 0 ? "runs clockwise" : "has no area");
    }
    if (!in_box(x, a) || !in_box(x, b) || !in_box(x, c)) {
        return CW_VIOLATED_AT(context, cell, "height", "triangle %u at (%.9g, %.9g) lies outside",
                              triangle, p.x, p.y);
    }
    cw_sum_add(area, (double)twice);
    return CW_OK;
}

cw_status cw_validate_heights(cw_context *context, const cw_navmesh *mesh) {
    double fine = cw_navmesh_fine_step(mesh);
    for (uint32_t c = 0; mesh->cell_triangle_first != NULL && c < mesh->cell_count; c++) {
        uint32_t first = mesh->cell_triangle_first[c], end = mesh->cell_triangle_first[c + 1];
        if (first == end) {
            continue;
        }
        extent x = measure_cell(mesh, c);
        cw_sum area = {0};
        for (uint32_t t = first; t < end; t++) {
            CW_TRY(check_triangle(context, mesh, c, &x, t, &area));
        }
        double slack =
            COVER_RELATIVE * x.twice_area + 2 * x.border * ldexp(COVER_STEPS, CW_LATTICE_FINE_BITS);
        if (!(fabs(cw_sum_value(&area) - x.twice_area) <= slack)) {
            return CW_VIOLATED_AT(context, c, "height", "its triangles cover %.9g of %.9g m2",
                                  0.5 * cw_sum_value(&area) * fine * fine,
                                  0.5 * x.twice_area * fine * fine);
        }
    }
    return CW_OK;
}
