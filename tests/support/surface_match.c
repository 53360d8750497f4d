#include "surface_match.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 1500 };
/// Square metres.
#define LEAST_PART 1.0

/// A side of a terrain that is a border or a step.
typedef struct side {
    cw_vec3 a, b;
    bool border; ///< no twin
    bool counts; ///< of a part that is large enough
} side;

typedef struct ground {
    const cw_terrain *terrain;
    double *part_area; ///< per triangle: of its part
    uint32_t *part;    ///< per triangle: the first triangle of its part
    double area;
    uint32_t parts, fewest, most; ///< above a square metre, and a tenth more and less
    side *sides;                  ///< by the lower x of each
    uint32_t side_count;
    double widest; ///< longest side along x
} ground;

static cw_vec3 corner(const cw_terrain *terrain, uint32_t h) {
    return terrain->positions[terrain->corners[h]];
}

static uint32_t next_corner(uint32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}

static double triangle_area(const cw_terrain *terrain, uint32_t t) {
    cw_vec3 a = corner(terrain, 3 * t), b = corner(terrain, 3 * t + 1),
            c = corner(terrain, 3 * t + 2);
    return 0.5 * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

static void find_parts(ground *own) {
    const cw_terrain *terrain = own->terrain;
    uint32_t count = terrain->triangle_count, *stack = malloc((count + 1) * sizeof *stack);
    for (uint32_t t = 0; t < count; t++) {
        own->part_area[t] = -1;
    }
    for (uint32_t t = 0; t < count; t++) {
        if (own->part_area[t] >= 0) {
            continue;
        }
        uint32_t taken = 1;
        double area = 0;
        stack[0] = t;
        own->part_area[t] = 0;
        for (uint32_t i = 0; i < taken; i++) {
            area += triangle_area(terrain, stack[i]);
            for (uint32_t h = 3 * stack[i]; h < 3 * stack[i] + 3; h++) {
                uint32_t twin = terrain->twins[h];
                if (twin != CW_NONE && own->part_area[twin / 3] < 0) {
                    own->part_area[twin / 3] = 0;
                    stack[taken++] = twin / 3;
                }
            }
        }
        for (uint32_t i = 0; i < taken; i++) {
            own->part_area[stack[i]] = area;
            own->part[stack[i]] = t;
        }
        own->area += area;
        own->parts += area >= LEAST_PART;
        own->fewest += area >= 1.1 * LEAST_PART;
        own->most += area >= 0.9 * LEAST_PART;
    }
    free(stack);
}

static bool jumps(const cw_terrain *terrain, uint32_t h) {
    uint32_t twin = terrain->twins[h];
    return fabs(corner(terrain, h).z - corner(terrain, next_corner(twin)).z) > 1e-3 ||
           fabs(corner(terrain, next_corner(h)).z - corner(terrain, twin).z) > 1e-3;
}

static int compare_sides(const void *left, const void *right) {
    const side *a = left, *b = right;
    double x = fmin(a->a.x, a->b.x), y = fmin(b->a.x, b->b.x);
    return (x > y) - (x < y);
}

static ground make_ground(const cw_surface *surface) {
    const cw_terrain *terrain = &surface->terrain;
    ground own = {.terrain = terrain};
    own.part_area = malloc((terrain->triangle_count + 1) * sizeof *own.part_area);
    own.part = malloc((terrain->triangle_count + 1) * sizeof *own.part);
    own.sides = malloc(((size_t)3 * terrain->triangle_count + 1) * sizeof *own.sides);
    find_parts(&own);
    for (uint32_t h = 0; h < 3 * terrain->triangle_count; h++) {
        bool border = terrain->twins[h] == CW_NONE;
        if (border || jumps(terrain, h)) {
            side added = {corner(terrain, h), corner(terrain, next_corner(h)), border,
                          own.part_area[h / 3] >= LEAST_PART};
            own.widest = fmax(own.widest, fabs(added.a.x - added.b.x));
            own.sides[own.side_count++] = added;
        }
    }
    qsort(own.sides, own.side_count, sizeof *own.sides, compare_sides);
    return own;
}

static void free_ground(ground *own) {
    free(own->part_area);
    free(own->part);
    free(own->sides);
}

/// Distance in plan from a place to a side, if their heights differ by at most `step`.
static double side_distance(const side *to, cw_vec3 p, double step) {
    double dx = to->b.x - to->a.x, dy = to->b.y - to->a.y, square = dx * dx + dy * dy;
    double share = square > 0 ? ((p.x - to->a.x) * dx + (p.y - to->a.y) * dy) / square : 0;
    share = fmin(1, fmax(0, share));
    double x = to->a.x + share * dx - p.x, y = to->a.y + share * dy - p.y;
    double z = to->a.z + share * (to->b.z - to->a.z) - p.z;
    return fabs(z) <= step ? sqrt(x * x + y * y) : INFINITY;
}

/// Distance to the nearest side, with steps or without; INFINITY beyond `most`.
static double nearest_side(const ground *own, cw_vec3 p, double step, double most, bool steps) {
    double best = INFINITY;
    uint32_t low = 0, high = own->side_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const side *at = &own->sides[middle];
        if (fmin(at->a.x, at->b.x) < p.x - most - own->widest) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (uint32_t i = low; i < own->side_count; i++) {
        const side *at = &own->sides[i];
        if (fmin(at->a.x, at->b.x) > p.x + most) {
            break;
        }
        if ((at->border || steps) && fmin(at->a.y, at->b.y) <= p.y + most &&
            fmax(at->a.y, at->b.y) >= p.y - most) {
            best = fmin(best, side_distance(at, p, step));
        }
    }
    return best <= most ? best : INFINITY;
}

/// Whether a disc can touch a side of an exact border from the inside.
static bool can_touch(const ground *own, const side *at, cw_vec3 p, double radius, double step) {
    double dx = at->b.x - at->a.x, dy = at->b.y - at->a.y, length = hypot(dx, dy);
    cw_vec3 centre = {p.x - radius * dy / length, p.y + radius * dx / length, p.z};
    return nearest_side(own, centre, step, 0.99 * radius, false) > radius;
}

/// The farthest that a border of one is from those of the other. `radius` is 0 for a sampled one.
static void match_borders(const ground *one, const ground *other, double step, double radius,
                          surface_match *all) {
    double sum = 0, whole = 0;
    for (uint32_t i = 0; i < one->side_count; i++) {
        const side *at = &one->sides[i];
        double length = hypot(at->b.x - at->a.x, at->b.y - at->a.y);
        uint32_t pieces = at->border && at->counts ? 1 + (uint32_t)(length / 0.2) : 0;
        for (uint32_t k = 0; k < pieces; k++) {
            double s = (k + 0.5) / pieces;
            cw_vec3 p = {at->a.x + s * (at->b.x - at->a.x), at->a.y + s * (at->b.y - at->a.y),
                         at->a.z + s * (at->b.z - at->a.z)};
            if (radius > 0 && !can_touch(one, at, p, radius, step)) {
                continue;
            }
            double far = nearest_side(other, p, step, 0.5, false);
            far = isinf(far) ? nearest_side(other, p, step, 1e9, false) : far;
            sum += far * length / pieces;
            whole += length / pieces;
            if (far > all->border) {
                all->border = far;
                all->border_x = p.x;
                all->border_y = p.y;
                all->border_z = p.z;
            }
        }
    }
    if (radius == 0) {
        all->mean_border = sum / whole;
    }
}

/// The triangle of a terrain whose height over a place is nearest to p.z, or CW_NONE; *z receives
/// that height.
static uint32_t triangle_over(const cw_terrain *terrain, cw_vec3 p, double *z) {
    uint32_t found = CW_NONE;
    for (uint32_t t = 0; t < terrain->triangle_count; t++) {
        cw_vec3 a = corner(terrain, 3 * t), b = corner(terrain, 3 * t + 1),
                c = corner(terrain, 3 * t + 2);
        double u = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x),
               v = (c.x - b.x) * (p.y - b.y) - (c.y - b.y) * (p.x - b.x),
               w = (a.x - c.x) * (p.y - c.y) - (a.y - c.y) * (p.x - c.x), sum = u + v + w;
        if (u >= 0 && v >= 0 && w >= 0 && sum > 0) {
            double height = (v * a.z + w * b.z + u * c.z) / sum;
            if (found == CW_NONE || fabs(height - p.z) < fabs(*z - p.z)) {
                *z = height;
                found = t;
            }
        }
    }
    return found;
}

/// A random place on the floor of a ground, by area.
static cw_vec3 random_place(const ground *own, const double *sums, cw_random *random) {
    uint32_t low = 0, high = own->terrain->triangle_count - 1;
    double at = cw_random_unit(random) * sums[high];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (sums[middle] <= at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    double u = cw_random_unit(random), v = cw_random_unit(random);
    cw_vec3 a = corner(own->terrain, 3 * low), b = corner(own->terrain, 3 * low + 1),
            c = corner(own->terrain, 3 * low + 2);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    return (cw_vec3){a.x + u * (b.x - a.x) + v * (c.x - a.x),
                     a.y + u * (b.y - a.y) + v * (c.y - a.y),
                     a.z + u * (b.z - a.z) + v * (c.z - a.z)};
}

/// Compares the floors at one place; `partner` has for each part of both the one it was found with.
static void match_place(const ground *one, const ground *two, cw_vec3 p, bool centre,
                        uint32_t *partners[2], surface_match *all) {
    double z = p.z, other = p.z;
    uint32_t t = triangle_over(one->terrain, p, &z);
    p.z = z;
    uint32_t u = triangle_over(two->terrain, p, &other);
    all->asked++;
    if (t == CW_NONE || u == CW_NONE) {
        all->missing += t == CW_NONE || one->part_area[t] >= LEAST_PART;
        return;
    }
    double off = fabs(z - other);
    all->between = fmax(all->between, off);
    if (centre && off > all->height) {
        all->height = off;
        all->height_x = p.x;
        all->height_y = p.y;
    }
    uint32_t *first = &partners[0][one->part[t]], *second = &partners[1][two->part[u]];
    *first = *first == CW_NONE ? two->part[u] : *first;
    *second = *second == CW_NONE ? one->part[t] : *second;
    if (one->part_area[t] >= LEAST_PART && two->part_area[u] >= LEAST_PART) {
        all->mixed += *first != two->part[u] || *second != one->part[t];
    }
}

static void match_floors(const ground *one, const ground *two, double step, double pixel,
                         surface_match *all) {
    cw_random random = {7};
    uint32_t count = one->terrain->triangle_count, others = two->terrain->triangle_count;
    double *sums = malloc(count * sizeof *sums), sum = 0;
    uint32_t *partners[2] = {malloc(count * sizeof **partners), malloc(others * sizeof **partners)};
    memset(partners[0], 0xff, count * sizeof **partners);
    memset(partners[1], 0xff, others * sizeof **partners);
    for (uint32_t t = 0; t < count; t++) {
        sums[t] = sum += triangle_area(one->terrain, t);
    }
    for (uint32_t i = 0; i < PLACES; i++) {
        cw_vec3 p = random_place(one, sums, &random);
        bool centre = i % 2 == 0;
        if (centre) {
            p.x = (floor(p.x / pixel) + 0.5) * pixel;
            p.y = (floor(p.y / pixel) + 0.5) * pixel;
        }
        if (isinf(nearest_side(one, p, step, 1.5 * pixel, true)) &&
            isinf(nearest_side(two, p, step, 1.5 * pixel, true))) {
            match_place(one, two, p, centre, partners, all);
        }
    }
    free(sums);
    free(partners[0]);
    free(partners[1]);
}

surface_match match_surfaces(const cw_surface *sampled, const cw_surface *exact, double pixel,
                             double step) {
    surface_match all = {0};
    ground one = make_ground(sampled), two = make_ground(exact);
    all.area = one.area;
    all.other_area = two.area;
    all.parts = one.parts;
    all.other_parts = two.parts;
    all.same_parts = one.fewest <= two.parts && two.parts <= one.most;
    match_borders(&one, &two, step, 0, &all);
    match_borders(&two, &one, step, pixel, &all);
    match_floors(&one, &two, step, pixel, &all);
    free_ground(&one);
    free_ground(&two);
    return all;
}
