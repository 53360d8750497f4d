/// From the caller's triangles to vertices and faces on the lattice.
///
/// Phases: 1 which positions are used, and whether they can be; 2 the lattice, with a step that
/// also holds the heights; 3 vertices: positions that are equal on the lattice become one, numbered
/// by place; 4 faces: corners as vertices, those without area in space and those given twice in
/// one direction left out, numbered by their corners. Nothing depends on the order of the input.
#include "scene/extract.h"

#include "geom/lattice.h"
#include "geom/order.h"

#include <math.h>
#include <string.h>

/// Steps left free below the lowest place, as the plan has them.
static const double MARGIN_STEPS = 4.0;

typedef struct soup {
    const cw_scene *scene;
    uint32_t *vertex_of; ///< per position: its vertex, or CW_NONE where it is not used
    uint32_t used;       ///< positions that are used
    cw_vec3 low, high;
} soup;

static bool is_left_out(const cw_scene *scene, uint32_t triangle) {
    uint32_t object = scene->triangle_object[triangle];
    return object < scene->object_count && scene->objects[object].left_out;
}

static cw_status use_position(cw_context *context, soup *input, uint32_t triangle, uint32_t i) {
    if (i >= input->scene->position_count) {
        return cw_fail(context, CW_ERROR_INPUT, "triangle %u: there is no position %u", triangle,
                       i);
    }
    cw_vec3 p = input->scene->positions[i];
    if (!(fabs(p.x) <= CW_COORDINATE_LIMIT && fabs(p.y) <= CW_COORDINATE_LIMIT &&
          fabs(p.z) <= CW_COORDINATE_LIMIT)) {
        return cw_fail(context, CW_ERROR_INPUT,
                       "position %u (%g, %g, %g): coordinate out of range: it has to be finite and "
                       "within %g metres",
                       i, p.x, p.y, p.z, CW_COORDINATE_LIMIT);
    }
    if (input->vertex_of[i] == CW_NONE) {
        input->vertex_of[i] = 0;
        input->used++;
        input->low =
            (cw_vec3){fmin(input->low.x, p.x), fmin(input->low.y, p.y), fmin(input->low.z, p.z)};
        input->high =
            (cw_vec3){fmax(input->high.x, p.x), fmax(input->high.y, p.y), fmax(input->high.z, p.z)};
    }
    return CW_OK;
}

/// Phase 1.
static cw_status survey(cw_context *context, soup *input, cw_extraction_report *report) {
    const cw_scene *scene = input->scene;
    for (uint32_t v = 0; v < scene->position_count; v++) {
        input->vertex_of[v] = CW_NONE;
    }
    input->low = (cw_vec3){INFINITY, INFINITY, INFINITY};
    input->high = (cw_vec3){-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t t = 0; t < scene->triangle_count; t++) {
        if (is_left_out(scene, t)) {
            report->left_out_count++;
            continue;
        }
        for (uint32_t k = 0; k < 3; k++) {
            CW_TRY(use_position(context, input, t, scene->corners[(size_t)3 * t + k]));
        }
    }
    return input->used > 0
               ? CW_OK
               : cw_fail(context, CW_ERROR_INPUT, "no walkable area: the scene has no triangles");
}

/// Phase 2. Heights and the walker have to fit as many steps as the plan has.
static cw_status choose_lattice(cw_context *context, const soup *input, cw_extraction *work) {
    cw_vec2 low = {input->low.x - work->margin, input->low.y - work->margin},
            high = {input->high.x + work->margin, input->high.y + work->margin};
    CW_TRY(cw_lattice_choose(context, low, high, &work->config.lattice, &work->lattice));
    double rise = fmax(input->high.z - input->low.z, work->config.height) + work->config.height;
    double magnitude = fmax(fabs(input->low.z), fabs(input->high.z)), step = work->lattice.step;
    double room = ldexp(1.0, CW_LATTICE_COARSE_BITS) - 4 * MARGIN_STEPS;
    while (rise / step > room || magnitude / step > 0x1p52) {
        step *= 2;
    }
    if (step != work->lattice.step) {
        if (work->config.lattice.step != 0) {
            return cw_fail(context, CW_ERROR_INPUT,
                           "the heights of the scene do not fit a lattice with a step of %g m",
                           work->lattice.step);
        }
        work->lattice = (cw_lattice){(floor(low.x / step) - MARGIN_STEPS) * step,
                                     (floor(low.y / step) - MARGIN_STEPS) * step, step};
    }
    work->origin_z = (floor(input->low.z / step) - MARGIN_STEPS) * step;
    work->height = (int64_t)floor(work->config.height / step + 0.5);
    work->step = (int64_t)floor(work->config.step / step + 0.5);
    return CW_OK;
}

static cw_spot spot_of(const cw_extraction *work, cw_vec3 p) {
    cw_point plan = cw_lattice_snap(&work->lattice, (cw_vec2){p.x, p.y});
    return (cw_spot){(int32_t)(plan.x >> CW_LATTICE_FINE_BITS),
                     (int32_t)(plan.y >> CW_LATTICE_FINE_BITS),
                     (int32_t)floor((p.z - work->origin_z) / work->lattice.step + 0.5)};
}

static bool is_lower(cw_vec3 a, cw_vec3 b) {
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

static bool is_same(cw_spot a, cw_spot b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Numbers the sorted positions; of those that became one vertex the lowest stands for all.
static void number_spots(const soup *input, const cw_keyed *order, cw_extraction *work) {
    for (uint32_t i = 0; i < input->used; i++) {
        cw_vec3 place = input->scene->positions[order[i].item];
        cw_spot spot = spot_of(work, place);
        uint32_t last = work->spot_count;
        if (last == 0 || !is_same(work->spots[last - 1], spot)) {
            work->spots[last] = spot;
            work->places[last] = place;
            work->spot_count++;
        } else if (is_lower(place, work->places[last - 1])) {
            work->places[last - 1] = place;
        }
        input->vertex_of[order[i].item] = work->spot_count - 1;
    }
}

/// Phase 3: sorts by height, then by x and y; the sort is stable. Numbers so grow along every line
/// in plan: the first and the last corner of an upright face are the ends of its trace.
static cw_status weld(cw_context *context, const soup *input, cw_extraction *work) {
    cw_keyed *order = NULL;
    uint32_t used = 0;
    work->spot_capacity = input->used;
    cw_status status = CW_ALLOCATE(context, work->spots, input->used);
    status = status != CW_OK ? status : CW_ALLOCATE(context, work->places, input->used);
    status = status != CW_OK ? status : CW_ALLOCATE(context, order, 2 * (size_t)input->used);
    if (status == CW_OK) {
        for (uint32_t i = 0; i < input->scene->position_count; i++) {
            if (input->vertex_of[i] != CW_NONE) {
                cw_spot spot = spot_of(work, input->scene->positions[i]);
                order[used++] = (cw_keyed){(uint64_t)spot.z, i};
            }
        }
        cw_keyed_sort_in_place(order, used);
        for (uint32_t i = 0; i < used; i++) {
            cw_spot spot = spot_of(work, input->scene->positions[order[i].item]);
            order[i].key = (uint64_t)spot.x << CW_LATTICE_COARSE_BITS | (uint64_t)spot.y;
        }
        cw_keyed_sort_in_place(order, used);
        number_spots(input, order, work);
    }
    CW_RELEASE(context, order, 2 * (size_t)input->used);
    return status;
}

bool cw_spots_span(cw_spot a, cw_spot b, cw_spot c) {
    int64_t ux = (int64_t)b.x - a.x, uy = (int64_t)b.y - a.y, uz = (int64_t)b.z - a.z;
    int64_t vx = (int64_t)c.x - a.x, vy = (int64_t)c.y - a.y, vz = (int64_t)c.z - a.z;
    return ux * vy != uy * vx || uy * vz != uz * vy || uz * vx != ux * vz;
}

/// The corners of a triangle as vertices, the lowest first.
static void welded_corners(const soup *input, uint32_t t, uint32_t corners[3]) {
    uint32_t v[3], first = 0;
    for (uint32_t k = 0; k < 3; k++) {
        v[k] = input->vertex_of[input->scene->corners[(size_t)3 * t + k]];
        first = v[k] < v[first] ? k : first;
    }
    for (uint32_t k = 0; k < 3; k++) {
        corners[k] = v[(first + k) % 3];
    }
}

static uint8_t area_of(const cw_scene *scene, uint32_t triangle) {
    uint32_t object = scene->triangle_object[triangle];
    return object < scene->object_count ? (uint8_t)scene->objects[object].area : 0;
}

/// Writes the faces in order of their corners, each once; of several area types the highest stays.
static void number_faces(const soup *input, const cw_keyed *order, uint32_t count,
                         cw_extraction *work) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t corners[3];
        welded_corners(input, order[i].item, corners);
        uint32_t last = work->face_count;
        uint8_t area = area_of(input->scene, order[i].item);
        if (last > 0 && memcmp(work->faces[last - 1].corners, corners, sizeof corners) == 0) {
            cw_face *first = &work->faces[last - 1];
            first->area = area > first->area ? area : first->area;
            work->report->doubled_count++;
            continue;
        }
        memcpy(work->faces[last].corners, corners, sizeof corners);
        work->faces[last].area = area;
        work->face_count++;
    }
}

/// Phase 4.
static cw_status make_faces(cw_context *context, const soup *input, cw_extraction *work) {
    uint32_t most = input->scene->triangle_count, count = 0, corners[3];
    cw_keyed *order = NULL;
    cw_status status = CW_ALLOCATE(context, order, 2 * (size_t)most);
    for (uint32_t t = 0; t < most && status == CW_OK; t++) {
        if (is_left_out(input->scene, t)) {
            continue;
        }
        welded_corners(input, t, corners);
        if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0] ||
            !cw_spots_span(work->spots[corners[0]], work->spots[corners[1]],
                           work->spots[corners[2]])) {
            work->report->degenerate_count++;
        } else {
            order[count++] = (cw_keyed){corners[2], t};
        }
    }
    if (status == CW_OK) {
        cw_keyed_sort_in_place(order, count);
        for (uint32_t i = 0; i < count; i++) {
            welded_corners(input, order[i].item, corners);
            order[i].key = (uint64_t)corners[0] << 32 | corners[1];
        }
        cw_keyed_sort_in_place(order, count);
        status = CW_ALLOCATE(context, work->faces, count);
    }
    if (status == CW_OK) {
        work->face_capacity = count;
        number_faces(input, order, count, work);
    }
    CW_RELEASE(context, order, 2 * (size_t)most);
    return status;
}

cw_status cw_scene_weld(cw_context *context, const cw_scene *scene, cw_extraction *work,
                        uint32_t *vertex_of) {
    soup input = {.scene = scene, .vertex_of = vertex_of};
    CW_TRY(survey(context, &input, work->report));
    CW_TRY(choose_lattice(context, &input, work));
    return weld(context, &input, work);
}

static cw_status check_areas(cw_context *context, const cw_scene *scene) {
    for (uint32_t i = 0; i < scene->object_count; i++) {
        if (scene->objects[i].area > UINT8_MAX) {
            return cw_fail(context, CW_ERROR_INPUT, "object \"%.200s\": area type %u is above %u",
                           scene->objects[i].name, scene->objects[i].area, UINT8_MAX);
        }
    }
    return CW_OK;
}

cw_status cw_scene_prepare(cw_context *context, const cw_scene *scene, cw_extraction *work) {
    soup input = {.scene = scene};
    CW_TRY(check_areas(context, scene));
    cw_status status = CW_ALLOCATE(context, input.vertex_of, scene->position_count);
    status = status != CW_OK ? status : cw_scene_weld(context, scene, work, input.vertex_of);
    status = status != CW_OK ? status : make_faces(context, &input, work);
    CW_RELEASE(context, input.vertex_of, scene->position_count);
    return status;
}
