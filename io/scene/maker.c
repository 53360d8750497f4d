/// Faces into triangles.
#include "maker.h"

#include "../face.h"
#include "../grow.h"

#include <math.h>

/// Share of its box below which the area of a face is rounding.
static const double LEAST_SHARE = 1e-12;

bool cw_scene_maker_corner(cw_scene_maker *maker, uint32_t vertex) {
    if (!CW_GROW(maker->context, maker->face, maker->face_capacity,
                 (size_t)maker->face_count + 1)) {
        return false;
    }
    maker->face[maker->face_count++] = vertex;
    return true;
}

/// How much of a face is seen along each axis: by Newell's normal, or by its box where it crosses
/// itself so that nothing is left of that.
static cw_vec3 seen_areas(const cw_scene_maker *maker) {
    const cw_vec3 *positions = maker->scene->positions;
    cw_vec3 normal = {0, 0, 0}, origin = positions[maker->face[0]], low = origin, high = origin;
    for (uint32_t i = 0; i < maker->face_count; i++) {
        cw_vec3 a = positions[maker->face[i]];
        cw_vec3 b = positions[maker->face[(i + 1) % maker->face_count]];
        normal.x += (a.y - b.y) * (a.z + b.z - 2 * origin.z);
        normal.y += (a.z - b.z) * (a.x + b.x - 2 * origin.x);
        normal.z += (a.x - b.x) * (a.y + b.y - 2 * origin.y);
        low = (cw_vec3){fmin(low.x, a.x), fmin(low.y, a.y), fmin(low.z, a.z)};
        high = (cw_vec3){fmax(high.x, a.x), fmax(high.y, a.y), fmax(high.z, a.z)};
    }
    cw_vec3 size = {high.x - low.x, high.y - low.y, high.z - low.z};
    cw_vec3 box = {size.y * size.z, size.z * size.x, size.x * size.y};
    double most = fmax(fabs(normal.x), fmax(fabs(normal.y), fabs(normal.z)));
    bool vanishes = most <= LEAST_SHARE * fmax(box.x, fmax(box.y, box.z));
    return vanishes ? box : (cw_vec3){fabs(normal.x), fabs(normal.y), fabs(normal.z)};
}

/// Lays the face into the plane of two axes that it is seen best in, so that a steep face is not
/// taken for one that crosses itself.
static void flatten_face(const cw_scene_maker *maker) {
    cw_vec3 seen = seen_areas(maker);
    for (uint32_t i = 0; i < maker->face_count; i++) {
        cw_vec3 p = maker->scene->positions[maker->face[i]];
        maker->flat[i] = seen.z >= seen.x && seen.z >= seen.y ? (cw_vec2){p.x, p.y}
                         : seen.x >= seen.y                   ? (cw_vec2){p.y, p.z}
                                                              : (cw_vec2){p.z, p.x};
    }
}

static void cut_fan(uint32_t count, uint32_t *pieces) {
    for (uint32_t t = 0; t + 2 < count; t++) {
        pieces[3 * (size_t)t] = 0;
        pieces[3 * (size_t)t + 1] = t + 1;
        pieces[3 * (size_t)t + 2] = t + 2;
    }
}

static cw_status cut_face(cw_scene_maker *maker, const char **reason) {
    if (maker->face_count == 3) {
        cut_fan(3, maker->pieces);
        return CW_OK;
    }
    flatten_face(maker);
    cw_status status =
        cw_face_cut(maker->flat, maker->face_count, maker->pieces, maker->scratch, reason);
    if (status == CW_ERROR_INPUT && maker->lenient) {
        cut_fan(maker->face_count, maker->pieces);
        return CW_OK;
    }
    return status;
}

cw_status cw_scene_maker_face(cw_scene_maker *maker, uint32_t object, const char **reason) {
    uint32_t corners = maker->face_count;
    if (!CW_GROW(maker->context, maker->flat, maker->flat_capacity, corners) ||
        !CW_GROW(maker->context, maker->pieces, maker->piece_capacity, 3 * (size_t)corners) ||
        !CW_GROW(maker->context, maker->scratch, maker->scratch_capacity, corners)) {
        *reason = "out of memory";
        return CW_ERROR_MEMORY;
    }
    cw_status status = cut_face(maker, reason);
    uint32_t count = 0;
    for (uint32_t t = 0; status == CW_OK && t + 2 < corners; t++) {
        const uint32_t *piece = &maker->pieces[3 * (size_t)t];
        uint32_t a = maker->face[piece[0]], b = maker->face[piece[1]], c = maker->face[piece[2]];
        if (a != b && b != c && c != a) {
            uint32_t *out = &maker->pieces[3 * (size_t)count++];
            out[0] = a;
            out[1] = b;
            out[2] = c;
        }
    }
    maker->face_count = 0;
    if (status == CW_OK && count > CW_IO_VERTEX_LIMIT - maker->scene->triangle_count) {
        *reason = "more than 16777216 triangles";
        return CW_ERROR_LIMIT;
    }
    if (status == CW_OK && cw_scene_add_triangles(maker->context, maker->scene, object,
                                                  maker->pieces, count, 0) != CW_OK) {
        *reason = "out of memory";
        return CW_ERROR_MEMORY;
    }
    return status;
}

void cw_scene_maker_free(cw_scene_maker *maker) {
    CW_GROWN_FREE(maker->context, maker->face, maker->face_capacity);
    CW_GROWN_FREE(maker->context, maker->flat, maker->flat_capacity);
    CW_GROWN_FREE(maker->context, maker->pieces, maker->piece_capacity);
    CW_GROWN_FREE(maker->context, maker->scratch, maker->scratch_capacity);
}

void cw_scene_turn_up(cw_scene *scene) {
    for (uint32_t i = 0; i < scene->position_count; i++) {
        cw_vec3 p = scene->positions[i];
        // 0 - z, so that 0 does not become -0.
        scene->positions[i] = (cw_vec3){p.x, 0.0 - p.z, p.y};
    }
}
