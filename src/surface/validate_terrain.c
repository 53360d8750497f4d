/// The terrain of a surface: triangles that carry heights.
///
/// A terrain covers the same floor as its surface, with the vertices inside that the surface does
/// without. So its triangles are counter-clockwise on the coarse lattice, its twins are symmetric,
/// and its walls are those of the surface, vertex by vertex (vertex_terrain), and no others. Twins
/// join the same vertices, or across a step others at the same places in plan, with heights that
/// differ by no more than the step. Around a vertex there may be many steps, as around the post of
/// a winding stair: a wall begins at the height of its vertex, and ends at any. Linear.
#include "surface/validate.h"

#include <math.h>

/// Metres by which heights that were rounded may make a jump higher than the step: a step of the
/// lattice under the largest scene, 1e7 m, with room for the slope at its ends.
static const double JUMP_ROUNDING = 1e-5;

__extension__ typedef __int128 wide;

/// A coarse point.
typedef struct place {
    int64_t x, y;
} place;

static uint32_t next_of(uint32_t half_edge) {
    return half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1;
}

static place place_of(const cw_surface *surface, uint32_t vertex) {
    const cw_lattice *lattice = &surface->lattice;
    cw_vec3 p = surface->terrain.positions[vertex];
    return (place){(int64_t)floor((p.x - lattice->origin_x) / lattice->step + 0.5),
                   (int64_t)floor((p.y - lattice->origin_y) / lattice->step + 0.5)};
}

static bool is_left_turn(place a, place b, place c) {
    return (wide)(b.x - a.x) * (c.y - a.y) > (wide)(b.y - a.y) * (c.x - a.x);
}

static cw_status check_arrays(cw_context *context, const cw_surface *surface) {
    const cw_terrain *terrain = &surface->terrain;
    bool flat = terrain->triangle_count == 0;
    bool sound = flat ? terrain->vertex_count == 0 && surface->vertex_terrain == NULL
                      : terrain->positions != NULL && terrain->corners != NULL &&
                            terrain->twins != NULL && surface->vertex_terrain != NULL;
    if (!(terrain->step >= 0 && terrain->step <= CW_COORDINATE_LIMIT)) {
        return cw_fail(context, CW_ERROR_INVALID, "terrain: its step is %g m", terrain->step);
    }
    if (!sound || terrain->triangle_count > CW_NONE / 3) {
        return cw_fail(context, CW_ERROR_INVALID,
                       "terrain: its %u triangles and %u vertices do not fit its arrays",
                       terrain->triangle_count, terrain->vertex_count);
    }
    return CW_OK;
}

static cw_status check_positions(cw_context *context, const cw_surface *surface) {
    const cw_lattice *lattice = &surface->lattice;
    double most = ldexp(1, CW_LATTICE_COARSE_BITS);
    for (uint32_t v = 0; v < surface->terrain.vertex_count; v++) {
        cw_vec3 p = surface->terrain.positions[v];
        double x = (p.x - lattice->origin_x) / lattice->step;
        double y = (p.y - lattice->origin_y) / lattice->step;
        if (!(x >= 0 && x < most && y >= 0 && y < most && fabs(p.z) <= CW_COORDINATE_LIMIT)) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "terrain vertex %u: (%g, %g, %g) lies outside the lattice", v, p.x, p.y,
                           p.z);
        }
    }
    return CW_OK;
}

static cw_status check_triangles(cw_context *context, const cw_surface *surface) {
    const cw_terrain *terrain = &surface->terrain;
    for (uint32_t t = 0; t < terrain->triangle_count; t++) {
        const uint32_t *corner = terrain->corners + (size_t)3 * t;
        for (int k = 0; k < 3; k++) {
            if (corner[k] >= terrain->vertex_count) {
                return cw_fail(context, CW_ERROR_INVALID,
                               "terrain triangle %u: there is no vertex %u", t, corner[k]);
            }
        }
        if (!is_left_turn(place_of(surface, corner[0]), place_of(surface, corner[1]),
                          place_of(surface, corner[2]))) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "terrain triangle %u: (%u, %u, %u) is not counter-clockwise with area",
                           t, corner[0], corner[1], corner[2]);
        }
    }
    return CW_OK;
}

static bool is_same_place(const cw_surface *surface, uint32_t a, uint32_t b) {
    place p = place_of(surface, a), q = place_of(surface, b);
    return p.x == q.x && p.y == q.y;
}

/// Whether two half-edges run between the same vertices, or along the same step.
static cw_status check_sides(cw_context *context, const cw_surface *surface, uint32_t h,
                             uint32_t twin) {
    const cw_terrain *terrain = &surface->terrain;
    const uint32_t ends[2] = {terrain->corners[h], terrain->corners[next_of(h)]};
    const uint32_t others[2] = {terrain->corners[next_of(twin)], terrain->corners[twin]};
    for (int k = 0; k < 2; k++) {
        if (ends[k] == others[k]) {
            continue;
        }
        if (terrain->step == 0 || !is_same_place(surface, ends[k], others[k])) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "terrain triangle %u: side %u and its twin join different vertices",
                           h / 3, h % 3);
        }
        double jump = fabs(terrain->positions[ends[k]].z - terrain->positions[others[k]].z);
        if (!(jump <= terrain->step + JUMP_ROUNDING)) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "terrain triangle %u: side %u jumps by %g m, and a step is at most %g",
                           h / 3, h % 3, jump, terrain->step);
        }
    }
    return CW_OK;
}

static cw_status check_twins(cw_context *context, const cw_surface *surface) {
    const cw_terrain *terrain = &surface->terrain;
    for (uint32_t h = 0; h < 3 * terrain->triangle_count; h++) {
        uint32_t twin = terrain->twins[h];
        if (twin == CW_NONE) {
            continue;
        }
        if (twin >= 3 * terrain->triangle_count || twin / 3 == h / 3 || terrain->twins[twin] != h) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "terrain triangle %u: side %u has no sound twin", h / 3, h % 3);
        }
        CW_TRY(check_sides(context, surface, h, twin));
    }
    return CW_OK;
}

static bool same_position(cw_vec3 a, cw_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Whether a wall of the terrain ends where that of the surface does. With steps only in plan, and
/// two sides of a step may differ there by what the lattice rounds.
static bool ends_at(const cw_surface *surface, cw_vec3 end, cw_vec3 target) {
    if (surface->terrain.step == 0) {
        return same_position(end, target);
    }
    double most = surface->lattice.step;
    return fabs(end.x - target.x) <= most && fabs(end.y - target.y) <= most;
}

/// The wall of every vertex runs along a terrain half-edge without a twin. Every vertex has one
/// wall, so equal numbers of walls mean that the terrain has no others.
static cw_status check_walls(cw_context *context, const cw_surface *surface) {
    const cw_terrain *terrain = &surface->terrain;
    uint32_t walls = 0;
    for (uint32_t h = 0; h < 3 * terrain->triangle_count; h++) {
        walls += terrain->twins[h] == CW_NONE;
    }
    if (walls != surface->vertex_count) {
        return cw_fail(context, CW_ERROR_INVALID, "terrain: it has %u walls and the surface %u",
                       walls, surface->vertex_count);
    }
    for (uint32_t v = 0; v < surface->vertex_count; v++) {
        uint32_t h = surface->vertex_terrain[v];
        uint32_t target = surface->corners[next_of(surface->vertex_wall[v])];
        if (h >= 3 * terrain->triangle_count || terrain->twins[h] != CW_NONE) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "vertex %u: half-edge %u is no wall of the terrain", v, h);
        }
        cw_vec3 begin = terrain->positions[terrain->corners[h]];
        cw_vec3 end = terrain->positions[terrain->corners[next_of(h)]];
        if (!same_position(begin, surface->positions[v]) ||
            !ends_at(surface, end, surface->positions[target])) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "vertex %u: half-edge %u of the terrain does not run along its wall", v,
                           h);
        }
    }
    return CW_OK;
}

cw_status cw_surface_validate_terrain(cw_context *context, const cw_surface *surface) {
    CW_TRY(check_arrays(context, surface));
    if (surface->terrain.triangle_count == 0) {
        return CW_OK;
    }
    CW_TRY(check_positions(context, surface));
    CW_TRY(check_triangles(context, surface));
    CW_TRY(check_twins(context, surface));
    return check_walls(context, surface);
}
