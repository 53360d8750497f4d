/// The surface of walkable triangles with heights.
///
/// Phases: 1 bounds and lattice; 2 corners at the same place (equal on the lattice, heights rounded
/// likewise) become one vertex; 3 triangles are turned counter-clockwise and those without area in
/// plan left out; 4 edges are matched: two triangles on opposite sides of the same two vertices are
/// neighbours, all else is wall, and walls that touch without being joined are warned of; 5 the
/// triangles are kept as terrain for the heights, and the same triangles are assembled into a
/// surface whose vertices all touch walls. Floors may overlap in plan: only shared edges join them.
/// O(n) except for the flips and the walls that touch.
#include "geom/lattice.h"
#include "geom/order.h"
#include "surface/junctions.h"

#include <math.h>
#include <string.h>

/// Steps in metres to which heights are rounded where corners are compared, at least and at most:
/// their number does not overflow, and a stair has higher ones, however coarse the lattice is.
static const double LEAST_HEIGHT_STEP = 0x1p-60;
static const double MOST_HEIGHT_STEP = 0x1p-20;

typedef struct source_triangles {
    const cw_vec3 *positions;
    uint32_t position_count;
    const uint32_t *corners;
    uint32_t triangle_count;
} source_triangles;

static cw_status check_source(cw_context *context, const source_triangles *source, cw_vec2 *low,
                              cw_vec2 *high) {
    *low = (cw_vec2){INFINITY, INFINITY};
    *high = (cw_vec2){-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < source->position_count; i++) {
        cw_vec3 p = source->positions[i];
        if (!(fabs(p.x) <= CW_COORDINATE_LIMIT && fabs(p.y) <= CW_COORDINATE_LIMIT &&
              fabs(p.z) <= CW_COORDINATE_LIMIT)) {
            return cw_fail(context, CW_ERROR_INPUT,
                           "vertex %u (%g, %g, %g): coordinate out of range: it has to be finite "
                           "and within %g metres",
                           i, p.x, p.y, p.z, CW_COORDINATE_LIMIT);
        }
        *low = (cw_vec2){fmin(low->x, p.x), fmin(low->y, p.y)};
        *high = (cw_vec2){fmax(high->x, p.x), fmax(high->y, p.y)};
    }
    for (size_t i = 0; i < (size_t)3 * source->triangle_count; i++) {
        if (source->corners[i] >= source->position_count) {
            return cw_fail(context, CW_ERROR_INPUT, "triangle %zu: there is no vertex %u", i / 3,
                           source->corners[i]);
        }
    }
    if (source->triangle_count == 0 || source->position_count == 0) {
        return cw_fail(context, CW_ERROR_INPUT, "no walkable area: there are no triangles");
    }
    return CW_OK;
}

/// Where a corner is: on the coarse lattice, and in whole steps of height, those of the lattice if
/// they may be. Tools that compute the same corner twice differ in its last digits.
typedef struct place {
    cw_point coarse;
    double level;
} place;

static place place_of(const cw_lattice *lattice, cw_vec3 p) {
    cw_point fine = cw_lattice_snap(lattice, (cw_vec2){p.x, p.y});
    double step = fmin(fmax(lattice->step, LEAST_HEIGHT_STEP), MOST_HEIGHT_STEP);
    return (place){{fine.x >> CW_LATTICE_FINE_BITS, fine.y >> CW_LATTICE_FINE_BITS},
                   floor(p.z / step + 0.5)};
}

static bool is_same_place(place a, place b) {
    return cw_point_equal(a.coarse, b.coarse) && a.level == b.level;
}

static uint64_t place_key(place p) {
    uint64_t bits;
    memcpy(&bits, &p.level, sizeof bits);
    return cw_mix(cw_mix((uint64_t)p.coarse.x << 32 ^ (uint64_t)p.coarse.y) ^ bits);
}

/// Finds the first position at each place; welded[i] becomes its vertex. Keys that collide are kept
/// apart by a walk over the run of equal keys.
static cw_status weld(cw_context *context, const source_triangles *source, cw_assembly *assembly,
                      uint32_t *welded) {
    uint32_t count = source->position_count;
    cw_trimesh *mesh = &assembly->mesh;
    cw_keyed *order = NULL;
    place *places = NULL;
    assembly->source_count = count;
    cw_status status = CW_ALLOCATE(context, order, 2 * (size_t)count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, places, count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, assembly->positions, count);
    status = status != CW_OK ? status : cw_trimesh_reserve(context, mesh, count, 0);
    if (status == CW_OK) {
        for (uint32_t i = 0; i < count; i++) {
            places[i] = place_of(&assembly->lattice, source->positions[i]);
            order[i] = (cw_keyed){place_key(places[i]), i};
        }
        cw_keyed_sort_in_place(order, count);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t item = order[i].item, first = item;
            for (uint32_t j = i; j-- > 0 && order[j].key == order[i].key;) {
                uint32_t other = order[j].item;
                if (is_same_place(places[other], places[item])) {
                    first = welded[other]; /* runs of equal keys are in order of appearance */
                    break;
                }
            }
            welded[item] = first;
        }
        for (uint32_t i = 0; i < count; i++) {
            if (welded[i] == i) {
                welded[i] = cw_trimesh_add_vertex(mesh, places[i].coarse);
                assembly->positions[welded[i]] = source->positions[i];
            } else {
                welded[i] = welded[welded[i]];
            }
        }
    }
    CW_RELEASE(context, order, 2 * (size_t)count);
    CW_RELEASE(context, places, count);
    return status;
}

/// Copies the triangles that have area in plan, counter-clockwise.
static cw_status keep_triangles(cw_context *context, const source_triangles *source,
                                const uint32_t *welded, cw_trimesh *mesh) {
    CW_TRY(cw_trimesh_reserve(context, mesh, 0, source->triangle_count));
    mesh->flip_test = cw_inside_circle;
    for (uint32_t t = 0; t < source->triangle_count; t++) {
        const uint32_t *corner = source->corners + (size_t)3 * t;
        uint32_t a = welded[corner[0]], b = welded[corner[1]], c = welded[corner[2]];
        int side = cw_orient(mesh->points[a], mesh->points[b], mesh->points[c]);
        if (side != 0) {
            uint32_t h = 3 * mesh->triangle_count++;
            mesh->corners[h] = a;
            mesh->corners[h + 1] = side > 0 ? b : c;
            mesh->corners[h + 2] = side > 0 ? c : b;
        }
    }
    uint32_t left_out = source->triangle_count - mesh->triangle_count;
    if (left_out > 0) {
        cw_log(context, "%u triangle%s without area in plan left out", left_out,
               left_out == 1 ? "" : "s");
    }
    if (mesh->triangle_count == 0) {
        return cw_fail(context, CW_ERROR_INPUT, "no walkable area: no triangle has area in plan");
    }
    memset(mesh->twins, 0xff, (size_t)3 * mesh->triangle_count * sizeof *mesh->twins);
    memset(mesh->edges, 0, (size_t)3 * mesh->triangle_count * sizeof *mesh->edges);
    return CW_OK;
}

/// Joins the half-edges of one undirected edge: the first that runs up with the first that runs
/// down, and so on.
static void join_run(cw_trimesh *mesh, const cw_keyed *run, uint32_t count) {
    uint32_t up = 0, down = 0;
    for (;;) {
        while (up < count && cw_origin(mesh, run[up].item) > cw_target(mesh, run[up].item)) {
            up++;
        }
        while (down < count && cw_origin(mesh, run[down].item) < cw_target(mesh, run[down].item)) {
            down++;
        }
        if (up >= count || down >= count) {
            return;
        }
        mesh->twins[run[up].item] = run[down].item;
        mesh->twins[run[down].item] = run[up].item;
        up++;
        down++;
    }
}

static cw_status match_edges(cw_context *context, cw_trimesh *mesh) {
    uint32_t count = 3 * mesh->triangle_count;
    cw_keyed *order = NULL;
    CW_TRY(CW_ALLOCATE(context, order, 2 * (size_t)count));
    for (uint32_t h = 0; h < count; h++) {
        uint64_t from = cw_origin(mesh, h), to = cw_target(mesh, h);
        order[h] = (cw_keyed){from < to ? from << 32 | to : to << 32 | from, h};
    }
    cw_keyed_sort_in_place(order, count);
    for (uint32_t i = 0, end; i < count; i = end) {
        end = cw_keyed_run_end(order, i, count);
        join_run(mesh, order + i, end - i);
    }
    CW_RELEASE(context, order, 2 * (size_t)count);
    return CW_OK;
}

static cw_status assemble_triangles(cw_context *context, const source_triangles *source,
                                    cw_assembly *assembly, uint32_t *welded, cw_surface *surface) {
    CW_TRY(weld(context, source, assembly, welded));
    CW_TRY(keep_triangles(context, source, welded, &assembly->mesh));
    CW_TRY(match_edges(context, &assembly->mesh));
    CW_TRY(cw_junctions_warn(context, assembly));
    return cw_assemble_with_terrain(context, assembly, surface);
}

cw_status cw_surface_from_triangles(cw_context *context, const cw_vec3 *positions,
                                    uint32_t position_count, const uint32_t *corners,
                                    uint32_t triangle_count, const cw_surface_config *config,
                                    cw_surface *surface) {
    memset(surface, 0, sizeof *surface);
    source_triangles source = {positions, position_count, corners, triangle_count};
    cw_vec2 low, high;
    cw_assembly assembly = {0};
    CW_TRY(check_source(context, &source, &low, &high));
    CW_TRY(cw_lattice_choose(context, low, high, config, &assembly.lattice));
    if (assembly.lattice.step > CW_LATTICE_COARSE_STEP && (config == NULL || config->step == 0)) {
        cw_log(context,
               "the lattice step is %.3g m, and what is smaller may vanish: the triangles reach "
               "from (%.9g, %.9g) to (%.9g, %.9g)",
               assembly.lattice.step, low.x, low.y, high.x, high.y);
    }
    uint32_t *welded = NULL;
    cw_status status = CW_ALLOCATE(context, welded, position_count);
    if (status == CW_OK) {
        status = assemble_triangles(context, &source, &assembly, welded, surface);
    }
    cw_assembly_free(context, &assembly);
    CW_RELEASE(context, welded, position_count);
    return status;
}
