#include "mesh_oracle.h"
#include "check.h"
#include "plane.h"

__extension__ typedef __int128 wide;

static int sign_of(wide value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

int oracle_side(cw_point a, cw_point b, cw_point c) {
    return sign_of((wide)(b.x - a.x) * (c.y - a.y) - (wide)(b.y - a.y) * (c.x - a.x));
}

/// The determinant with rows (x, y, x^2 + y^2) relative to d, expanded along the first column.
int oracle_circle(cw_point a, cw_point b, cw_point c, cw_point d) {
    wide x[3] = {a.x - d.x, b.x - d.x, c.x - d.x}, y[3] = {a.y - d.y, b.y - d.y, c.y - d.y}, z[3];
    for (int i = 0; i < 3; i++) {
        z[i] = x[i] * x[i] + y[i] * y[i];
    }
    return sign_of(x[0] * (y[1] * z[2] - z[1] * y[2]) - x[1] * (y[0] * z[2] - z[0] * y[2]) +
                   x[2] * (y[0] * z[1] - z[0] * y[1]));
}

static bool same(cw_point a, cw_point b) {
    return a.x == b.x && a.y == b.y;
}

static bool is_inside_segment(cw_point p, cw_point a, cw_point b) {
    if (oracle_side(a, b, p) != 0 || same(p, a) || same(p, b)) {
        return false;
    }
    return (a.x < b.x ? p.x >= a.x && p.x <= b.x : p.x >= b.x && p.x <= a.x) &&
           (a.y < b.y ? p.y >= a.y && p.y <= b.y : p.y >= b.y && p.y <= a.y);
}

bool oracle_segments_cross(cw_point a, cw_point b, cw_point c, cw_point d) {
    return oracle_side(a, b, c) * oracle_side(a, b, d) < 0 &&
           oracle_side(c, d, a) * oracle_side(c, d, b) < 0;
}

bool oracle_segments_meet(cw_point a, cw_point b, cw_point c, cw_point d) {
    bool equal = (same(a, c) && same(b, d)) || (same(a, d) && same(b, c));
    return equal || oracle_segments_cross(a, b, c, d) || is_inside_segment(a, c, d) ||
           is_inside_segment(b, c, d) || is_inside_segment(c, a, b) || is_inside_segment(d, a, b);
}

double oracle_distance(cw_point p, cw_point a, cw_point b) {
    cw_vec2 to = {(double)(b.x - a.x), (double)(b.y - a.y)};
    cw_vec2 from = {(double)(p.x - a.x), (double)(p.y - a.y)};
    return plane_point_segment(from, (cw_vec2){0, 0}, to);
}

/// A convex square and a segment are apart exactly when a coordinate or the line's normal parts
/// them; here in units of half a step.
bool oracle_pixel(cw_point u, cw_point a, cw_point b) {
    cw_point low = {2 * u.x - 1, 2 * u.y - 1}, high = {2 * u.x + 1, 2 * u.y + 1};
    cw_point p = {2 * a.x, 2 * a.y}, q = {2 * b.x, 2 * b.y};
    if ((p.x <= low.x && q.x <= low.x) || (p.x >= high.x && q.x >= high.x) ||
        (p.y <= low.y && q.y <= low.y) || (p.y >= high.y && q.y >= high.y)) {
        return false;
    }
    int left = 0, right = 0;
    cw_point corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    for (int i = 0; i < 4; i++) {
        left += oracle_side(p, q, corners[i]) >= 0;
        right += oracle_side(p, q, corners[i]) <= 0;
    }
    return left < 4 && right < 4;
}

static void check_triangle(const cw_trimesh *mesh, uint32_t t) {
    const uint32_t *corner = mesh->corners + (size_t)3 * t;
    for (int k = 0; k < 3; k++) {
        assert_true(corner[k] < mesh->vertex_count);
    }
    assert_int_equal(
        oracle_side(mesh->points[corner[0]], mesh->points[corner[1]], mesh->points[corner[2]]), 1);
    assert_int_equal(mesh->marks[t], 0);
}

static void check_twin(const cw_trimesh *mesh, uint32_t h) {
    uint32_t twin = mesh->twins[h];
    if (twin == CW_NONE) {
        return;
    }
    assert_true(twin < 3 * mesh->triangle_count);
    assert_int_equal(mesh->twins[twin], h);
    assert_int_equal(mesh->edges[twin], mesh->edges[h]);
    uint32_t next = h % 3 == 2 ? h - 2 : h + 1, twin_next = twin % 3 == 2 ? twin - 2 : twin + 1;
    assert_int_equal(mesh->corners[h], mesh->corners[twin_next]);
    assert_int_equal(mesh->corners[twin], mesh->corners[next]);
}

void check_mesh(const cw_trimesh *mesh) {
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        check_triangle(mesh, t);
    }
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        check_twin(mesh, h);
        uint32_t leaving = mesh->vertex_edge[mesh->corners[h]];
        assert_true(leaving < 3 * mesh->triangle_count);
        assert_int_equal(mesh->corners[leaving], mesh->corners[h]);
        if (mesh->leading_label != 0) {
            assert_int_equal(mesh->edges[leaving], mesh->leading_label);
        }
    }
}

void check_constrained_delaunay(const cw_trimesh *mesh) {
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        uint32_t twin = mesh->twins[h], t = h - h % 3;
        if (mesh->edges[h] == 0 && twin != CW_NONE) {
            uint32_t apex = mesh->corners[twin % 3 == 0 ? twin + 2 : twin - 1];
            int inside =
                oracle_circle(mesh->points[mesh->corners[t]], mesh->points[mesh->corners[t + 1]],
                              mesh->points[mesh->corners[t + 2]], mesh->points[apex]);
            assert_true(inside <= 0);
        }
    }
}

uint32_t find_edge(const cw_trimesh *mesh, uint32_t from, uint32_t to) {
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        if (mesh->corners[h] == from && mesh->corners[h % 3 == 2 ? h - 2 : h + 1] == to) {
            return h;
        }
    }
    return CW_NONE;
}
