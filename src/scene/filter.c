/// Components, and which of them stay: those that a seed stands on, or those that are no islands.
#include "scene/join.h"

#include "base/sets.h"

#include <math.h>
#include <string.h>

typedef struct components {
    uint32_t *parents; ///< per triangle
    double *areas;     ///< per root, square metres
    double *borders;   ///< per root, metres of sides without neighbour
    uint8_t *seeded;   ///< per root
} components;

static double triangle_area(const cw_extraction *work, const cw_free_floor *floor, uint32_t t) {
    cw_point a = cw_node_plan(work, floor->nodes[3 * t]),
             b = cw_node_plan(work, floor->nodes[3 * t + 1]),
             c = cw_node_plan(work, floor->nodes[3 * t + 2]);
    int64_t twice = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return 0.5 * (double)twice * work->lattice.step * work->lattice.step;
}

static double side_length(const cw_extraction *work, const cw_free_floor *floor, uint32_t h) {
    cw_point a = cw_node_plan(work, floor->nodes[h]),
             b = cw_node_plan(work, floor->nodes[h % 3 == 2 ? h - 2 : h + 1]);
    double x = (double)(b.x - a.x), y = (double)(b.y - a.y);
    return sqrt(x * x + y * y) * work->lattice.step;
}

static void find_components(const cw_extraction *work, const cw_free_floor *floor,
                            components *parts) {
    cw_sets_begin(parts->parents, floor->count);
    for (uint32_t h = 0; h < 3 * floor->count; h++) {
        if (floor->twins[h] != CW_NONE && floor->twins[h] < h) {
            cw_sets_join(parts->parents, h / 3, floor->twins[h] / 3);
        }
    }
    for (uint32_t t = 0; t < floor->count; t++) {
        uint32_t root = cw_find_root(parts->parents, t);
        parts->areas[root] += triangle_area(work, floor, t);
        for (uint32_t h = 3 * t; h < 3 * t + 3; h++) {
            parts->borders[root] += floor->twins[h] == CW_NONE ? side_length(work, floor, h) : 0;
        }
    }
}

/// How far, in steps, a floor triangle is above or below a place; infinite when it is beside.
static double distance_to(const cw_extraction *work, const cw_free_floor *floor, uint32_t t,
                          cw_vec3 place) {
    for (uint32_t k = 0; k < 3; k++) {
        cw_point a = cw_node_plan(work, floor->nodes[3 * t + k]),
                 b = cw_node_plan(work, floor->nodes[3 * t + (k + 1) % 3]);
        if ((double)(b.x - a.x) * (place.y - (double)a.y) -
                (double)(b.y - a.y) * (place.x - (double)a.x) <
            0) {
            return INFINITY;
        }
    }
    return fabs(cw_face_height(work, &work->faces[floor->faces[t]], place.x, place.y) - place.z);
}

static cw_status place_seeds(cw_context *context, const cw_extraction *work,
                             const cw_free_floor *floor, components *parts) {
    for (uint32_t i = 0; i < work->config.from_count; i++) {
        cw_vec3 seed = work->config.from[i];
        cw_vec3 place = {(seed.x - work->lattice.origin_x) / work->lattice.step,
                         (seed.y - work->lattice.origin_y) / work->lattice.step,
                         (seed.z - work->origin_z) / work->lattice.step};
        uint32_t nearest = CW_NONE;
        double best = (double)work->height;
        for (uint32_t t = 0; t < floor->count; t++) {
            double distance = distance_to(work, floor, t, place);
            if (distance < best) {
                best = distance;
                nearest = t;
            }
        }
        if (nearest == CW_NONE) {
            return cw_fail(context, CW_ERROR_INPUT,
                           "the place (%g, %g, %g) to start from is not within %g m of a floor",
                           seed.x, seed.y, seed.z, work->config.height);
        }
        parts->seeded[cw_find_root(parts->parents, nearest)] = 1;
    }
    return CW_OK;
}

/// Whether the component of a root stays; tells the report.
static bool stays(const cw_extraction *work, const components *parts, uint32_t root) {
    cw_extraction_report *report = work->report;
    double area = parts->areas[root];
    bool large = area >= work->config.min_island &&
                 2 * area >= work->config.min_width * parts->borders[root];
    if (parts->seeded[root] != 0 || (work->config.from_count == 0 && large)) {
        report->component_count++;
        report->area += area;
        return true;
    }
    if (work->config.from_count > 0) {
        report->unreached_count++;
        report->unreached_area += area;
    } else {
        report->dropped_count++;
        report->dropped_area += area;
    }
    return false;
}

void cw_free_floor_compact(cw_free_floor *floor, const uint32_t *moved) {
    uint32_t live = 0;
    for (uint32_t t = 0; t < floor->count; t++) {
        if (moved[t] == CW_NONE) {
            continue;
        }
        live = moved[t] + 1;
        floor->faces[moved[t]] = floor->faces[t];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t twin = floor->twins[3 * t + k];
            floor->nodes[3 * moved[t] + k] = floor->nodes[3 * t + k];
            floor->twins[3 * moved[t] + k] =
                twin == CW_NONE ? CW_NONE : 3 * moved[twin / 3] + twin % 3;
        }
    }
    floor->count = live;
}

static cw_status keep(cw_context *context, cw_extraction *work, cw_free_floor *floor,
                      components *parts, uint32_t *moved) {
    uint32_t live = 0;
    for (uint32_t t = 0; t < floor->count; t++) {
        uint32_t root = cw_find_root(parts->parents, t);
        bool stay = root == t ? stays(work, parts, t) : moved[root] != CW_NONE;
        moved[t] = stay ? live++ : CW_NONE;
        if (!stay) {
            CW_TRY(cw_mark_triangle(context, work, floor, t,
                                    work->config.from_count > 0 ? CW_MARK_UNREACHED
                                                                : CW_MARK_DROPPED));
        }
        if (stay && work->faces[floor->faces[t]].kind == CW_FACE_STEEP) {
            work->report->small_rise_area += triangle_area(work, floor, t);
        }
    }
    if (live == 0) {
        return cw_fail(context, CW_ERROR_INPUT,
                       "no walkable area: %u islands, each of less than %g square metres or "
                       "narrower than %g m (is the unit of length right?)",
                       work->report->dropped_count, work->config.min_island,
                       work->config.min_width);
    }
    cw_free_floor_compact(floor, moved);
    return CW_OK;
}

cw_status cw_free_floor_filter(cw_context *context, cw_extraction *work, cw_free_floor *floor) {
    uint32_t count = floor->count, *moved = NULL;
    components parts = {0};
    cw_status status = CW_ALLOCATE(context, parts.parents, count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, parts.areas, count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, parts.borders, count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, parts.seeded, count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, moved, count);
    if (status == CW_OK) {
        find_components(work, floor, &parts);
        status = place_seeds(context, work, floor, &parts);
        status = status != CW_OK ? status : keep(context, work, floor, &parts, moved);
    }
    CW_RELEASE(context, parts.parents, count);
    CW_RELEASE(context, parts.areas, count);
    CW_RELEASE(context, parts.borders, count);
    CW_RELEASE(context, parts.seeded, count);
    CW_RELEASE(context, moved, count);
    return status;
}
