#include "partition_shapes.h"

#include "geom/predicates.h"
#include "partition_oracle.h"

#include <math.h>
#include <string.h>

cw_partition_window partition_shape_window(const partition_shape *shape) {
    return (cw_partition_window){.corner_count = shape->corner_count,
                                 .corners = shape->corners,
                                 .triangle_count = shape->triangle_count,
                                 .triangle_corners = shape->triangle_corners,
                                 .triangle_twins = shape->triangle_twins};
}

/// Puts a corner after another one and renumbers what follows.
static void insert_corner(partition_shape *shape, uint32_t after, cw_partition_corner corner) {
    cw_partition_corner *place = &shape->corners[after + 1];
    memmove(place + 1, place, (shape->corner_count - after - 1) * sizeof *place);
    *place = corner;
    shape->corner_count++;
    for (uint32_t i = 0; i < 3 * shape->triangle_count; i++) {
        shape->triangle_corners[i] += shape->triangle_corners[i] > after;
    }
}

static uint32_t add_triangle(partition_shape *shape, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t first = 3 * shape->triangle_count++;
    shape->triangle_corners[first] = a;
    shape->triangle_corners[first + 1] = b;
    shape->triangle_corners[first + 2] = c;
    for (uint32_t k = 0; k < 3; k++) {
        shape->triangle_twins[first + k] = CW_NONE;
    }
    return first;
}

static void join_edges(partition_shape *shape, uint32_t edge, uint32_t twin) {
    shape->triangle_twins[edge] = twin;
    if (twin != CW_NONE) {
        shape->triangle_twins[twin] = edge;
    }
}

static uint32_t find_wall(const partition_shape *shape, uint32_t corner) {
    uint32_t edge = 0;
    while (shape->triangle_corners[edge] != corner || shape->triangle_twins[edge] != CW_NONE) {
        edge++;
    }
    return edge;
}

static cw_point random_point(cw_random *random, uint32_t grid) {
    int64_t x = cw_random_below(random, grid), y = cw_random_below(random, grid);
    return (cw_point){x * SHAPE_UNIT, y * SHAPE_UNIT};
}

/// True when the line of an edge of the first triangle separates it from the second.
static bool separates(const cw_point *a, const cw_point *b) {
    for (int k = 0; k < 3; k++) {
        bool apart = true;
        for (int m = 0; m < 3; m++) {
            apart = apart && cw_orient(a[k], a[(k + 1) % 3], b[m]) <= 0;
        }
        if (apart) {
            return true;
        }
    }
    return false;
}

static bool overlaps(const partition_shape *shape, const cw_point *triangle) {
    for (uint32_t t = 0; t < shape->triangle_count; t++) {
        cw_point other[3];
        for (int k = 0; k < 3; k++) {
            other[k] = shape->corners[shape->triangle_corners[3 * t + (uint32_t)k]].point;
        }
        if (!separates(triangle, other) && !separates(other, triangle)) {
            return true;
        }
    }
    return false;
}

static void start_triangle(partition_shape *shape, cw_random *random, uint32_t grid) {
    cw_point points[3];
    do {
        for (int k = 0; k < 3; k++) {
            points[k] = random_point(random, grid);
        }
    } while (cw_orient(points[0], points[1], points[2]) <= 0);
    shape->corner_count = 3;
    shape->triangle_count = 0;
    add_triangle(shape, 0, 1, 2);
    for (int k = 0; k < 3; k++) {
        shape->corners[k] = (cw_partition_corner){.point = points[k]};
    }
}

void partition_shape_grow(partition_shape *shape, cw_random *random, uint32_t corner_count,
                          uint32_t grid, bool embedded) {
    start_triangle(shape, random, grid);
    for (uint32_t tries = 0; shape->corner_count < corner_count && tries < 200000; tries++) {
        uint32_t from = cw_random_below(random, shape->corner_count);
        uint32_t to = (from + 1) % shape->corner_count;
        cw_point point = random_point(random, grid);
        cw_point triangle[3] = {shape->corners[from].point, point, shape->corners[to].point};
        if (cw_orient(triangle[0], triangle[1], triangle[2]) <= 0 ||
            (embedded && overlaps(shape, triangle))) {
            continue;
        }
        uint32_t wall = find_wall(shape, from);
        insert_corner(shape, from, (cw_partition_corner){.point = point});
        uint32_t edge = add_triangle(shape, from, from + 1, (from + 2) % shape->corner_count);
        join_edges(shape, edge + 2, wall);
    }
}

/// A random lattice point inside a random wall; the corner before it into `from`.
static cw_point random_wall_point(const partition_shape *shape, cw_random *random, uint32_t *from) {
    for (;;) {
        *from = cw_random_below(random, shape->corner_count);
        cw_point a = shape->corners[*from].point;
        cw_point step = cw_point_sub(shape->corners[(*from + 1) % shape->corner_count].point, a);
        int64_t parts = 2 + cw_random_below(random, 3);
        int64_t part = 1 + cw_random_below(random, (uint32_t)parts - 1);
        if (step.x % parts == 0 && step.y % parts == 0) {
            return (cw_point){a.x + step.x / parts * part, a.y + step.y / parts * part};
        }
    }
}

void partition_shape_split_wall(partition_shape *shape, uint32_t from, cw_partition_corner corner) {
    uint32_t wall = find_wall(shape, from), next = wall / 3 * 3 + (wall + 1) % 3;
    uint32_t back = wall / 3 * 3 + (wall + 2) % 3, twin = shape->triangle_twins[next];
    insert_corner(shape, from, corner);
    uint32_t end = shape->triangle_corners[next], apex = shape->triangle_corners[back];
    shape->triangle_corners[next] = from + 1;
    uint32_t edge = add_triangle(shape, from + 1, end, apex);
    join_edges(shape, edge + 1, twin);
    join_edges(shape, edge + 2, next);
}

void partition_shape_add_steiner(partition_shape *shape, cw_random *random) {
    uint32_t from;
    cw_partition_corner corner = {.kind = CW_CORNER_STEINER};
    corner.point = random_wall_point(shape, random, &from);
    partition_shape_split_wall(shape, from, corner);
}

void partition_shape_hide(partition_shape *shape, cw_random *random, double chance) {
    cw_partition_window window = partition_shape_window(shape);
    for (uint32_t corner = 0; corner < shape->corner_count; corner++) {
        double angle = partition_oracle_angle(&window, corner), half_turn = acos(-1.0);
        if (shape->corners[corner].kind == CW_CORNER_PLAIN && angle > half_turn + 1e-6 &&
            angle < 2 * half_turn - 1e-6 && cw_random_unit(random) < chance) {
            shape->corners[corner].kind = CW_CORNER_HIDDEN;
        }
    }
}

void partition_shape_rotate(partition_shape *shape, uint32_t by) {
    static cw_partition_corner moved[SHAPE_CORNER_LIMIT];
    uint32_t n = shape->corner_count;
    for (uint32_t i = 0; i < n; i++) {
        moved[i] = shape->corners[(i + by) % n];
    }
    memcpy(shape->corners, moved, n * sizeof *moved);
    for (uint32_t i = 0; i < 3 * shape->triangle_count; i++) {
        shape->triangle_corners[i] = (shape->triangle_corners[i] + n - by) % n;
    }
}

static bool is_ear(const cw_point *points, const uint32_t *ring, uint32_t count, uint32_t at) {
    uint32_t before = (at + count - 1) % count, after = (at + 1) % count;
    cw_point a = points[ring[before]], b = points[ring[at]], c = points[ring[after]];
    if (cw_orient(a, b, c) <= 0) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        cw_point p = points[ring[i]];
        if (i != before && i != at && i != after && cw_orient(a, b, p) >= 0 &&
            cw_orient(b, c, p) >= 0 && cw_orient(c, a, p) >= 0) {
            return false;
        }
    }
    return true;
}

/// Joins a triangle edge to the one that runs the other way, if that is there already.
static void join_new_triangle(partition_shape *shape, uint32_t first) {
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t from = shape->triangle_corners[first + k];
        uint32_t to = shape->triangle_corners[first + (k + 1) % 3];
        for (uint32_t edge = 0; edge < first; edge++) {
            uint32_t next = edge / 3 * 3 + (edge + 1) % 3;
            if (shape->triangle_corners[edge] == to && shape->triangle_corners[next] == from) {
                join_edges(shape, first + k, edge);
            }
        }
    }
}

bool partition_shape_clip_ears(partition_shape *shape, const cw_point *points, uint32_t count) {
    static uint32_t ring[SHAPE_CORNER_LIMIT];
    shape->corner_count = count;
    shape->triangle_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        ring[i] = i;
        shape->corners[i] = (cw_partition_corner){.point = points[i]};
    }
    for (uint32_t left = count; left >= 3; left--) {
        uint32_t at = 0;
        while (at < left && !is_ear(points, ring, left, at)) {
            at++;
        }
        if (at == left) {
            return false;
        }
        uint32_t before = ring[(at + left - 1) % left], after = ring[(at + 1) % left];
        join_new_triangle(shape, add_triangle(shape, before, ring[at], after));
        memmove(&ring[at], &ring[at + 1], (left - at - 1) * sizeof *ring);
    }
    return true;
}
