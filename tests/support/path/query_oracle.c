#include "query_oracle.h"
#include "check.h"
#include "clearway/edges.h"
#include "plane.h"

static cw_vec2 plan_of(const cw_navmesh *mesh, uint32_t edge) {
    return cw_lattice_to_plan(&mesh->lattice, mesh->points[mesh->edge_vertex[edge]]);
}

/// The ends of an edge; false for a portal.
static bool wall_ends(const cw_navmesh *mesh, uint32_t edge, cw_vec2 *a, cw_vec2 *b) {
    uint32_t cell = mesh->edge_cell[edge];
    *a = plan_of(mesh, edge);
    *b = plan_of(mesh, cw_navmesh_next(mesh, cell, edge));
    return mesh->edge_twin[edge] == CW_NONE;
}

double query_oracle_wall(const cw_navmesh *mesh, cw_vec2 point) {
    double least = INFINITY;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        cw_vec2 a, b;
        if (wall_ends(mesh, e, &a, &b)) {
            least = fmin(least, plane_point_segment(point, a, b));
        }
    }
    return least;
}

static cw_vec2 between(cw_vec2 a, cw_vec2 b, double t) {
    return (cw_vec2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

/// Share of the way from `from` to `to` at which a disc comes nearer than the radius to a segment:
/// the distance is convex along the way, so its least is found by thirds and the entry by halves.
static double stadium_entry(cw_vec2 from, cw_vec2 to, cw_vec2 a, cw_vec2 b, double radius,
                            double *margin) {
    double low = 0, high = 1;
    for (int i = 0; i < 200; i++) {
        double t = low + (high - low) / 3, u = high - (high - low) / 3;
        if (plane_point_segment(between(from, to, t), a, b) <=
            plane_point_segment(between(from, to, u), a, b)) {
            high = u;
        } else {
            low = t;
        }
    }
    double least = plane_point_segment(between(from, to, high), a, b);
    *margin = fmin(*margin, fabs(least - (radius - CW_CLEARANCE_TOLERANCE)));
    if (least >= radius - CW_CLEARANCE_TOLERANCE) {
        return 1;
    }
    for (low = 0; high - low > 1e-16;) {
        double middle = (low + high) / 2;
        if (middle <= low || middle >= high) {
            break;
        }
        if (plane_point_segment(between(from, to, middle), a, b) < radius) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return low;
}

/// Share of the way at which a point crosses a segment, 1 when it does not.
static double crossing(cw_vec2 from, cw_vec2 to, cw_vec2 a, cw_vec2 b) {
    double dx = to.x - from.x, dy = to.y - from.y, sx = b.x - a.x, sy = b.y - a.y;
    double turn = dx * sy - dy * sx;
    double t = ((a.x - from.x) * sy - (a.y - from.y) * sx) / turn;
    double u = ((a.x - from.x) * dy - (a.y - from.y) * dx) / turn;
    return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : 1;
}

double query_oracle_ray(const cw_navmesh *mesh, cw_vec2 from, cw_vec2 to, double radius,
                        double *margin) {
    double share = 1;
    *margin = INFINITY;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        cw_vec2 a, b;
        if (wall_ends(mesh, e, &a, &b)) {
            double at = radius > 0 ? stadium_entry(from, to, a, b, radius, margin)
                                   : crossing(from, to, a, b);
            share = fmin(share, at);
        }
    }
    return share * hypot(to.x - from.x, to.y - from.y);
}

/// A line (radius 0, unit direction) or a circle.
typedef struct curve {
    cw_vec2 origin, direction;
    double radius;
} curve;

typedef struct places {
    const cw_navmesh *mesh;
    cw_vec2 point;
    double height, radius, best;
} places;

static void try_place(places *p, cw_vec2 x) {
    double distance = hypot(x.x - p->point.x, x.y - p->point.y);
    if (!(distance < p->best) || query_oracle_wall(p->mesh, x) < p->radius - 1e-9) {
        return;
    }
    static const double NUDGE[5][2] = {{0, 0}, {1e-9, 0}, {-1e-9, 0}, {0, 1e-9}, {0, -1e-9}};
    for (int i = 0; i < 5; i++) { // rounding may put it on the wrong side of a wall
        cw_vec3 at = {x.x + NUDGE[i][0], x.y + NUDGE[i][1], p->height};
        if (cw_navmesh_locate(p->mesh, at) != CW_NONE) {
            p->best = distance;
            return;
        }
    }
}

static void try_project(places *p, const curve *c) {
    double x = p->point.x - c->origin.x, y = p->point.y - c->origin.y;
    if (c->radius > 0) {
        double length = hypot(x, y);
        try_place(p, (cw_vec2){c->origin.x + c->radius * x / length,
                               c->origin.y + c->radius * y / length});
    } else {
        double t = x * c->direction.x + y * c->direction.y;
        try_place(p, (cw_vec2){c->origin.x + t * c->direction.x, c->origin.y + t * c->direction.y});
    }
}

/// Both points at +-sqrt(square) from a middle.
static void try_two(places *p, double x, double y, double dx, double dy, double square) {
    if (square >= -1e-9) {
        double half = sqrt(fmax(square, 0));
        try_place(p, (cw_vec2){x + half * dx, y + half * dy});
        try_place(p, (cw_vec2){x - half * dx, y - half * dy});
    }
}

static void try_cross(places *p, const curve *a, const curve *b) {
    double x = b->origin.x - a->origin.x, y = b->origin.y - a->origin.y;
    if (a->radius > 0 && b->radius > 0) {
        double gap = hypot(x, y);
        if (gap > 0) {
            try_two(p, a->origin.x + x / 2, a->origin.y + y / 2, -y / gap, x / gap,
                    a->radius * a->radius - gap * gap / 4);
        }
        return;
    }
    if (a->radius > 0) {
        try_cross(p, b, a);
        return;
    }
    cw_vec2 d = a->direction, e = b->direction;
    if (b->radius > 0) {
        double along = x * d.x + y * d.y, side = d.x * y - d.y * x;
        try_two(p, a->origin.x + along * d.x, a->origin.y + along * d.y, d.x, d.y,
                b->radius * b->radius - side * side);
        return;
    }
    double turn = d.x * e.y - d.y * e.x;
    if (fabs(turn) > 1e-12) {
        double t = (x * e.y - y * e.x) / turn;
        try_place(p, (cw_vec2){a->origin.x + t * d.x, a->origin.y + t * d.y});
    }
}

double query_oracle_nearest(const cw_navmesh *mesh, cw_vec3 point, double radius) {
    enum { MOST = 4096 };
    static curve curves[MOST];
    uint32_t count = 0;
    places p = {mesh, {point.x, point.y}, mesh->positions[0].z, radius, INFINITY};
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        cw_vec2 a, b;
        if (!wall_ends(mesh, e, &a, &b)) {
            continue;
        }
        assert_true(count + 2 <= MOST);
        double length = hypot(b.x - a.x, b.y - a.y);
        cw_vec2 d = {(b.x - a.x) / length, (b.y - a.y) / length};
        curves[count++] = (curve){{a.x - radius * d.y, a.y + radius * d.x}, d, 0};
        if (radius > 0) {
            curves[count++] = (curve){a, {0, 0}, radius};
        }
    }
    try_place(&p, p.point);
    if (!(radius > 0) && !(p.best <= 0)) { // off the mesh: a point of a wall
        return hypot(query_oracle_wall(mesh, p.point), p.height - point.z);
    }
    for (uint32_t i = 0; i < count; i++) {
        try_project(&p, &curves[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = i + 1; j < count; j++) {
            try_cross(&p, &curves[i], &curves[j]);
        }
    }
    return hypot(p.best, p.height - point.z);
}

static cw_vec3 minus(cw_vec3 a, cw_vec3 b) {
    return (cw_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static double dot(cw_vec3 a, cw_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double to_segment_in_space(cw_vec3 p, cw_vec3 a, cw_vec3 b) {
    cw_vec3 d = minus(b, a), w = minus(p, a);
    double t = fmin(fmax(dot(w, d) / dot(d, d), 0), 1);
    cw_vec3 gap = {w.x - t * d.x, w.y - t * d.y, w.z - t * d.z};
    return sqrt(dot(gap, gap));
}

static double to_triangle(cw_vec3 p, const cw_vec3 t[3]) {
    cw_vec3 u = minus(t[1], t[0]), v = minus(t[2], t[0]), w = minus(p, t[0]);
    double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), wu = dot(w, u), wv = dot(w, v);
    double det = uu * vv - uv * uv;
    double b = (wu * vv - wv * uv) / det, c = (wv * uu - wu * uv) / det;
    if (b >= 0 && c >= 0 && b + c <= 1) {
        cw_vec3 gap = {w.x - b * u.x - c * v.x, w.y - b * u.y - c * v.y, w.z - b * u.z - c * v.z};
        return sqrt(dot(gap, gap));
    }
    return fmin(fmin(to_segment_in_space(p, t[0], t[1]), to_segment_in_space(p, t[1], t[2])),
                to_segment_in_space(p, t[2], t[0]));
}

double query_oracle_nearest_in_space(const cw_navmesh *mesh, cw_vec3 point) {
    double least = INFINITY;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        uint32_t first = mesh->cell_first[c], end = mesh->cell_first[c + 1];
        uint32_t from = mesh->cell_triangle_first != NULL ? mesh->cell_triangle_first[c] : 0;
        uint32_t to = mesh->cell_triangle_first != NULL ? mesh->cell_triangle_first[c + 1] : 0;
        for (uint32_t t = from; t < to; t++) {
            const uint32_t *v = &mesh->triangles[3 * (size_t)t];
            cw_vec3 corners[3] = {mesh->positions[v[0]], mesh->positions[v[1]],
                                  mesh->positions[v[2]]};
            least = fmin(least, to_triangle(point, corners));
        }
        for (uint32_t e = first + 1; from == to && e + 1 < end; e++) { // a fan: convex cells
            cw_vec3 corners[3] = {mesh->positions[mesh->edge_vertex[first]],
                                  mesh->positions[mesh->edge_vertex[e]],
                                  mesh->positions[mesh->edge_vertex[e + 1]]};
            cw_vec3 u = minus(corners[1], corners[0]), v = minus(corners[2], corners[0]);
            if (u.x * v.y - u.y * v.x > 1e-9) {
                least = fmin(least, to_triangle(point, corners));
            }
        }
    }
    return least;
}
