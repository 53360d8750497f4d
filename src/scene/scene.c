/// The soup: growing and freeing it.
#include "clearway/scene.h"

#include "base/memory.h"

#include <string.h>

cw_status cw_scene_add_object(cw_context *context, cw_scene *scene, const char *name, uint32_t area,
                              uint32_t *object) {
    const char *text = name != NULL ? name : "";
    size_t size = strlen(text) + 1;
    CW_TRY(CW_RESERVE(context, scene->objects, scene->object_capacity,
                      (size_t)scene->object_count + 1));
    char *copy = NULL;
    CW_TRY(CW_ALLOCATE(context, copy, size));
    memcpy(copy, text, size);
    if (object != NULL) {
        *object = scene->object_count;
    }
    scene->objects[scene->object_count++] = (cw_scene_object){copy, area, false};
    return CW_OK;
}

cw_status cw_scene_add_positions(cw_context *context, cw_scene *scene, const cw_vec3 *positions,
                                 uint32_t count, uint32_t *first) {
    CW_TRY(CW_RESERVE(context, scene->positions, scene->position_capacity,
                      (size_t)scene->position_count + count));
    if (count > 0) {
        memcpy(scene->positions + scene->position_count, positions, count * sizeof *positions);
    }
    if (first != NULL) {
        *first = scene->position_count;
    }
    scene->position_count += count;
    return CW_OK;
}

/// Makes room for triangles: two arrays with one capacity.
static cw_status reserve_triangles(cw_context *context, cw_scene *scene, size_t needed) {
    if (needed <= scene->triangle_capacity) {
        return CW_OK;
    }
    size_t old = scene->triangle_capacity, wanted = old + old / 2 + 16;
    wanted = wanted < needed ? needed : wanted;
    if (wanted > CW_NONE / 3) {
        return cw_fail(context, CW_ERROR_LIMIT, "a scene has at most %u triangles", CW_NONE / 3);
    }
    uint32_t *corners = NULL, *objects = NULL;
    CW_TRY(CW_ALLOCATE(context, corners, 3 * wanted));
    cw_status status = CW_ALLOCATE(context, objects, wanted);
    if (status != CW_OK) {
        CW_RELEASE(context, corners, 3 * wanted);
        return status;
    }
    if (scene->triangle_count > 0) {
        memcpy(corners, scene->corners, (size_t)3 * scene->triangle_count * sizeof *corners);
        memcpy(objects, scene->triangle_object, scene->triangle_count * sizeof *objects);
    }
    CW_RELEASE(context, scene->corners, 3 * old);
    CW_RELEASE(context, scene->triangle_object, old);
    scene->corners = corners;
    scene->triangle_object = objects;
    scene->triangle_capacity = (uint32_t)wanted;
    return CW_OK;
}

cw_status cw_scene_add_triangles(cw_context *context, cw_scene *scene, uint32_t object,
                                 const uint32_t *corners, uint32_t count, uint32_t first_position) {
    CW_TRY(reserve_triangles(context, scene, (size_t)scene->triangle_count + count));
    for (uint32_t t = 0; t < count; t++) {
        uint32_t *to = scene->corners + (size_t)3 * scene->triangle_count;
        for (uint32_t k = 0; k < 3; k++) {
            to[k] = corners[(size_t)3 * t + k] + first_position;
        }
        scene->triangle_object[scene->triangle_count++] = object;
    }
    return CW_OK;
}

void cw_scene_free(cw_context *context, cw_scene *scene) {
    for (uint32_t i = 0; i < scene->object_count; i++) {
        CW_RELEASE(context, scene->objects[i].name, strlen(scene->objects[i].name) + 1);
    }
    CW_RELEASE(context, scene->objects, scene->object_capacity);
    CW_RELEASE(context, scene->positions, scene->position_capacity);
    CW_RELEASE(context, scene->corners, (size_t)3 * scene->triangle_capacity);
    CW_RELEASE(context, scene->triangle_object, scene->triangle_capacity);
    memset(scene, 0, sizeof *scene);
}
