/// Seeded floors with heights. Triangles are made with corners of their own: what has the same
/// place becomes one vertex when the surface is made. So a corner has to be computed in the same
/// way for all triangles around it.
#include "high_floors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FULL_TURN 6.283185307179586

/// Metres from one storey to the next.
#define STOREY 3.0

typedef struct maker {
    cw_context *context;
    uint64_t state;
    cw_scene_triangles *scene;
    uint32_t room; ///< triangles there is memory for
} maker;

static uint64_t mix(uint64_t value) {
    value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
    return value ^ value >> 31;
}

/// In low .. high.
static double any(maker *m, double low, double high) {
    m->state += UINT64_C(0x9e3779b97f4a7c15);
    return low + (high - low) * ldexp((double)(mix(m->state) >> 11), -53);
}

/// In 0 .. count - 1.
static uint32_t any_of(maker *m, uint32_t count) {
    return (uint32_t)any(m, 0, count);
}

static bool chance(maker *m, double share) {
    return any(m, 0, 1) < share;
}

static void add_triangle(maker *m, cw_vec3 a, cw_vec3 b, cw_vec3 c) {
    cw_scene_triangles *scene = m->scene;
    if (scene->triangle_count == m->room) {
        m->room = 2 * m->room + 64;
        scene->positions = realloc(scene->positions, 3 * (size_t)m->room * sizeof(cw_vec3));
        scene->corners = realloc(scene->corners, 3 * (size_t)m->room * sizeof(uint32_t));
        if (scene->positions == NULL || scene->corners == NULL) {
            abort();
        }
    }
    cw_vec3 corner[3] = {a, b, c};
    for (uint32_t k = 0; k < 3; k++) {
        scene->corners[3 * scene->triangle_count + k] = scene->position_count;
        scene->positions[scene->position_count++] = corner[k];
    }
    scene->triangle_count++;
}

static void add_quad(maker *m, cw_vec3 a, cw_vec3 b, cw_vec3 c, cw_vec3 d) {
    bool other = chance(m, 0.5);
    add_triangle(m, a, b, other ? d : c);
    add_triangle(m, other ? b : a, c, d);
}

/// The part of a floor between two corners of a box, at the heights of its two ends along y.
static void add_slab(maker *m, cw_vec2 low, cw_vec2 high, double z_low, double z_high) {
    add_quad(m, (cw_vec3){low.x, low.y, z_low}, (cw_vec3){high.x, low.y, z_low},
             (cw_vec3){high.x, high.y, z_high}, (cw_vec3){low.x, high.y, z_high});
}

/// The corner of a grid of rough ground: moved by up to `shift`, and up to `rise` high.
static cw_vec3 rough_corner(uint64_t seed, uint32_t i, uint32_t j, double shift, double rise) {
    uint64_t bits = mix(seed ^ mix(i * UINT64_C(1000003) + j));
    double x = ldexp((double)(bits & 0xfffff), -20), y = ldexp((double)(bits >> 20 & 0xfffff), -20);
    double z = ldexp((double)(bits >> 40 & 0xfffff), -20);
    return (cw_vec3){i + shift * (x - 0.5), j + shift * (y - 0.5), rise * z};
}

static void make_hills(maker *m) {
    static const double shifts[] = {0, 0.7, 1e-6, 1e-7, 3e-8};
    uint32_t columns = 3 + any_of(m, 12), rows = 3 + any_of(m, 12);
    double gaps = any(m, 0.05, 0.4), shift = shifts[any_of(m, 5)], rise = any(m, 0, 2);
    uint64_t seed = m->state;
    for (uint32_t i = 0; i < columns; i++) {
        for (uint32_t j = 0; j < rows; j++) {
            if (!chance(m, gaps)) {
                add_quad(m, rough_corner(seed, i, j, shift, rise),
                         rough_corner(seed, i + 1, j, shift, rise),
                         rough_corner(seed, i + 1, j + 1, shift, rise),
                         rough_corner(seed, i, j + 1, shift, rise));
            }
        }
    }
}

/// One storey of a car park, and beside it the ramp to the next.
static void add_deck(maker *m, uint32_t storey, uint32_t columns, uint32_t rows, bool ramp) {
    double gaps = any(m, 0.05, 0.3), z = STOREY * storey;
    for (uint32_t i = 0; i < columns; i++) {
        for (uint32_t j = 0; j < rows; j++) {
            if (i == 0 || i == columns - 1 || !chance(m, gaps)) {
                add_slab(m, (cw_vec2){i, j}, (cw_vec2){i + 1, j + 1}, z, z);
            }
        }
    }
    double x = storey % 2 == 0 ? columns : -1.0, last = rows - 1;
    for (uint32_t j = 0; j < rows && ramp; j++) {
        double from = fmax(j, 1) - 1, to = fmin(j + 1, last) - 1;
        add_slab(m, (cw_vec2){x, j}, (cw_vec2){x + 1, j + 1}, z + STOREY * from / (last - 1),
                 z + STOREY * to / (last - 1));
    }
}

static void make_car_park(maker *m) {
    uint32_t storeys = 2 + any_of(m, 3), columns = 4 + any_of(m, 6), rows = 5 + any_of(m, 7);
    for (uint32_t k = 0; k < storeys; k++) {
        add_deck(m, k, columns, rows, k + 1 < storeys);
    }
}

/// A pillar, a thin wall or a table, which keeps away from the side of the ramps.
static void add_furniture(maker *m, cw_plan *plan, double width, double depth) {
    cw_vec2 ring[24];
    double x = any(m, 1, width - 2.5), y = any(m, 0, depth), start = any(m, 0, FULL_TURN);
    bool round = chance(m, 0.25), thin = chance(m, 0.4), straight = chance(m, 0.3);
    uint32_t count = round ? 6 + any_of(m, 18) : 4;
    double length = thin ? any(m, 1, 4) : any(m, 0.3, 1.3), radius = any(m, 0.2, 0.9);
    double slant = thin ? any(m, 0.03, 0.2) : any(m, 0.3, 2.8); /* between the diagonals */
    start = straight ? 0 : start;
    for (uint32_t i = 0; i < count; i++) {
        double angle =
            start + (round ? FULL_TURN * i / count
                           : (i / 2) * FULL_TURN / 2 + (i % 2 == 0 ? -slant : slant) / 2);
        double reach = round ? radius : length / 2;
        ring[i] = (cw_vec2){x + reach * cos(angle), y + reach * sin(angle)};
        ring[i].x = fmin(ring[i].x, width - 0.2);
    }
    (void)cw_plan_add(m->context, plan, CW_RING_OBSTACLE, 0, ring, count);
}

/// A surface whose side at x = width has corners where ramps join it.
static bool make_storey(maker *m, double width, double depth, cw_surface *surface) {
    cw_plan plan = {0};
    const cw_vec2 outer[] = {{0, 0},     {width, 0},    {width, 1},     {width, 2.25},
                             {width, 4}, {width, 5.25}, {width, depth}, {0, depth}};
    (void)cw_plan_add(m->context, &plan, CW_RING_OUTER, 0, outer, 8);
    for (uint32_t pieces = 3 + any_of(m, 14); pieces > 0; pieces--) {
        add_furniture(m, &plan, width, depth);
    }
    bool made = cw_surface_from_plan(m->context, &plan, NULL, surface) == CW_OK;
    cw_plan_free(m->context, &plan);
    return made;
}

/// Up to a landing, and back to the storey above.
static void add_ramps(maker *m, double x, double z) {
    double half = z + STOREY / 2, top = z + STOREY, end = x + 4, out = x + 5.25;
    add_quad(m, (cw_vec3){x, 1, z}, (cw_vec3){end, 1, half}, (cw_vec3){end, 2.25, half},
             (cw_vec3){x, 2.25, z});
    add_slab(m, (cw_vec2){end, 1}, (cw_vec2){out, 2.25}, half, half);
    add_slab(m, (cw_vec2){end, 2.25}, (cw_vec2){out, 4}, half, half);
    add_slab(m, (cw_vec2){end, 4}, (cw_vec2){out, 5.25}, half, half);
    add_quad(m, (cw_vec3){x, 4, top}, (cw_vec3){end, 4, half}, (cw_vec3){end, 5.25, half},
             (cw_vec3){x, 5.25, top});
}

static cw_vec3 surface_corner(const cw_surface *surface, uint32_t triangle, uint32_t k, double z) {
    cw_vec3 p = surface->positions[surface->corners[3 * triangle + k]];
    return (cw_vec3){p.x, p.y, z};
}

static void make_furnished(maker *m) {
    uint32_t storeys = 1 + any_of(m, 3);
    double width = 8 + any_of(m, 8), depth = 8 + any_of(m, 6);
    for (uint32_t k = 0; k < storeys; k++) {
        cw_surface surface;
        double z = STOREY * k;
        if (!make_storey(m, width, depth, &surface)) {
            continue;
        }
        for (uint32_t t = 0; t < surface.triangle_count; t++) {
            add_triangle(m, surface_corner(&surface, t, 0, z), surface_corner(&surface, t, 1, z),
                         surface_corner(&surface, t, 2, z));
        }
        cw_surface_free(m->context, &surface);
        add_ramps(m, width, z);
    }
}

static cw_vec3 middle(cw_vec3 a, cw_vec3 b) {
    return (cw_vec3){0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0};
}

/// Divides a triangle into 4 to the power of `depth`, and lays them over waves.
static void add_waves(maker *m, cw_vec3 a, cw_vec3 b, cw_vec3 c, uint32_t depth) {
    if (depth == 0) {
        a.z = sin(1.3 * a.x) + sin(0.9 * a.y);
        b.z = sin(1.3 * b.x) + sin(0.9 * b.y);
        c.z = sin(1.3 * c.x) + sin(0.9 * c.y);
        add_triangle(m, a, b, c);
        return;
    }
    cw_vec3 ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    add_waves(m, a, ab, ca, depth - 1);
    add_waves(m, b, bc, ab, depth - 1);
    add_waves(m, c, ca, bc, depth - 1);
    add_waves(m, ab, bc, ca, depth - 1);
}

static void make_rough(maker *m) {
    cw_surface surface;
    uint32_t depth = any_of(m, 3);
    if (!make_storey(m, 8 + any_of(m, 8), 8 + any_of(m, 6), &surface)) {
        return;
    }
    for (uint32_t t = 0; t < surface.triangle_count; t++) {
        add_waves(m, surface_corner(&surface, t, 0, 0), surface_corner(&surface, t, 1, 0),
                  surface_corner(&surface, t, 2, 0), depth);
    }
    cw_surface_free(m->context, &surface);
}

static cw_vec3 spiral_corner(uint32_t i, uint32_t around, double radius) {
    double angle = FULL_TURN * (i % around) / around;
    return (cw_vec3){radius * cos(angle), radius * sin(angle), STOREY * i / around};
}

static void make_spiral(maker *m) {
    uint32_t around = 5 + any_of(m, 30), count = around + any_of(m, 4 * around);
    double inner = chance(m, 0.4) ? any(m, 0.01, 0.4) : any(m, 1.5, 3.5);
    double half = inner + any(m, 0.3, 1.5), outer = half + any(m, 0.3, 1.5);
    double gaps = any(m, 0, 0.1);
    for (uint32_t i = 0; i < count; i++) {
        if (!chance(m, gaps)) {
            add_quad(m, spiral_corner(i, around, inner), spiral_corner(i, around, half),
                     spiral_corner(i + 1, around, half), spiral_corner(i + 1, around, inner));
        }
        if (!chance(m, gaps)) {
            add_quad(m, spiral_corner(i, around, half), spiral_corner(i, around, outer),
                     spiral_corner(i + 1, around, outer), spiral_corner(i + 1, around, half));
        }
    }
}

/// Turns, scales and moves all positions.
static void place_somewhere(maker *m) {
    static const double scales[] = {1, 1, 1, 0.01, 300}, far_x[] = {0, 0, 5e5, 1e3},
                        far_y[] = {0, 0, 4.6e6, -7e3};
    double angle = chance(m, 0.75) ? any(m, 0, FULL_TURN) : 0, scale = scales[any_of(m, 5)];
    uint32_t far = any_of(m, 4);
    for (uint32_t i = 0; i < m->scene->position_count; i++) {
        cw_vec3 *p = &m->scene->positions[i], q = *p;
        p->x = far_x[far] + scale * (q.x * cos(angle) - q.y * sin(angle));
        p->y = far_y[far] + scale * (q.x * sin(angle) + q.y * cos(angle));
        p->z = scale * q.z;
    }
}

/// A lane along y, in steps of a metre.
static void add_lane(maker *m, double left, double right, uint32_t from, uint32_t to, double z_from,
                     double z_to) {
    for (uint32_t i = from; i < to; i++) {
        double slope = (z_to - z_from) / (to - from);
        double low = i == from ? z_from : z_from + slope * (i - from);
        double high = i + 1 == to ? z_to : z_from + slope * (i + 1 - from);
        add_slab(m, (cw_vec2){left, i}, (cw_vec2){right, i + 1}, low, high);
    }
}

/// A path from the nook of the hall to the gallery comes along the wall of the ramp, turns by half
/// at its foot, and goes back along the other side of the wall. Another ramp, far off, leads up
/// too.
static void make_gallery(maker *m) {
    double wide = any(m, 0.8, 2);
    uint32_t foot = 1 + any_of(m, 3), top = foot + 2 + any_of(m, 5);
    uint32_t nook = top + 2 + any_of(m, 3), far = nook + 3 + any_of(m, 10);
    uint32_t end = far + 5 + any_of(m, 8);
    add_lane(m, -wide, 0, 0, end, 0, 0);
    add_lane(m, 0, wide, nook, nook + 1, 0, 0);
    add_lane(m, 0, wide, 0, foot, 0, 0);
    add_lane(m, 0, wide, foot, top, 0, STOREY);
    add_lane(m, 0, wide, top, top + 1, STOREY, STOREY);
    add_lane(m, -wide, 0, any_of(m, foot + 1), far, STOREY, STOREY);
    add_lane(m, -2 * wide, -wide, far - 1, far, STOREY, STOREY);
    add_lane(m, -2 * wide, -wide, far, end - 1, STOREY, 0);
    add_lane(m, -2 * wide, -wide, end - 1, end, 0, 0);
}

/// Kinds that there were first: what their seeds make stays what it was.
#define FIRST_KINDS 5

bool high_floor_make(cw_context *context, high_floor kind, uint64_t seed,
                     cw_scene_triangles *scene) {
    static void (*const makers[HIGH_FLOOR_COUNT])(maker *) = {
        make_hills, make_car_park, make_furnished, make_rough, make_spiral, make_gallery};
    memset(scene, 0, sizeof *scene);
    maker m = {.context = context, .state = mix(seed * FIRST_KINDS + kind), .scene = scene};
    makers[kind](&m);
    place_somewhere(&m);
    return scene->triangle_count > 0;
}
