/// Reading a 3D scene of any format.
///
/// Phases: 1 the file is read whole; 2 an `.obj`, `.ply` or glTF goes through a reader of our own,
/// which knows places, all else through Assimp (scene_import.c); 3 y up is turned to z up and
/// lengths are scaled; 4 coordinates are checked; 5 objects are picked by the patterns.
#define _GNU_SOURCE
#include "gltf.h"
#include "maker.h"

#include "../source.h"

#include <fnmatch.h>
#include <math.h>
#include <string.h>

cw_scene_read_config cw_scene_read_config_default(void) {
    return (cw_scene_read_config){.up = CW_SCENE_UP_FILE, .scale = 1};
}

static cw_status read_gltf(cw_context *context, const char *path, const uint8_t *bytes, size_t size,
                           cw_scene *scene) {
    cw_gltf file;
    CW_IO_TRY(cw_gltf_open(context, path, bytes, size, &file));
    cw_status status = cw_gltf_read(&file, scene);
    json_decref(file.root);
    return status;
}

static cw_status read_file(cw_context *context, const char *path, cw_file_kind kind, double unit,
                           cw_scene *scene, bool *z_up) {
    uint8_t *bytes;
    size_t size;
    CW_IO_TRY(cw_file_read(context, path, &bytes, &size));
    cw_status status = CW_OK;
    if (kind == CW_FILE_OBJ) {
        status =
            cw_scene_parse_obj_text(context, path, (const char *)bytes, size, unit, true, scene);
    } else if (kind == CW_FILE_PLY) {
        status = cw_scene_parse_ply(context, path, bytes, size, scene);
    } else if (kind == CW_FILE_GLTF || kind == CW_FILE_GLB) {
        status = read_gltf(context, path, bytes, size, scene);
    } else {
        status = kind == CW_FILE_DAE ? cw_dae_check(context, path, bytes, size) : CW_OK;
        status =
            status == CW_OK ? cw_scene_import(context, path, bytes, size, scene, z_up) : status;
    }
    cw_context_release(context, bytes, size);
    return status;
}

static cw_status check_positions(cw_context *context, const char *path, const cw_scene *scene) {
    for (uint32_t i = 0; i < scene->position_count; i++) {
        cw_vec3 p = scene->positions[i];
        if (!(fabs(p.x) <= CW_COORDINATE_LIMIT && fabs(p.y) <= CW_COORDINATE_LIMIT &&
              fabs(p.z) <= CW_COORDINATE_LIMIT)) {
            return cw_name_fail(context, path, CW_ERROR_INPUT,
                                "vertex %u (%g, %g, %g): coordinate out of range: it has to be "
                                "finite and within %g metres",
                                i, p.x, p.y, p.z, CW_COORDINATE_LIMIT);
        }
    }
    return CW_OK;
}

static void scale_positions(cw_scene *scene, double scale) {
    for (uint32_t i = 0; scale != 1 && i < scene->position_count; i++) {
        cw_vec3 p = scene->positions[i];
        scene->positions[i] = (cw_vec3){p.x * scale, p.y * scale, p.z * scale};
    }
}

static bool fits_any(const cw_scene_patterns *list, const char *name) {
    for (uint32_t i = 0; i < list->count; i++) {
        if (fnmatch(list->patterns[i], name, 0) == 0) {
            return true;
        }
    }
    return false;
}

/// Refuses a pattern that fits no object: it is most likely a slip.
static cw_status check_patterns(cw_context *context, const char *path, const cw_scene *scene,
                                const cw_scene_patterns *list) {
    for (uint32_t i = 0; i < list->count; i++) {
        bool used = false;
        for (uint32_t k = 0; k < scene->object_count && !used; k++) {
            used = fnmatch(list->patterns[i], scene->objects[k].name, 0) == 0;
        }
        if (!used) {
            const char *some = scene->object_count > 0 ? scene->objects[0].name : "";
            return cw_name_fail(context, path, CW_ERROR_INPUT,
                                "no object fits the pattern \"%.100s\"; there are %u objects, the "
                                "first is \"%.100s\"",
                                list->patterns[i], scene->object_count, some);
        }
    }
    return CW_OK;
}

static cw_status pick_objects(cw_context *context, const char *path,
                              const cw_scene_read_config *config, cw_scene *scene) {
    CW_IO_TRY(check_patterns(context, path, scene, &config->include));
    CW_IO_TRY(check_patterns(context, path, scene, &config->exclude));
    CW_IO_TRY(check_patterns(context, path, scene, &config->areas));
    for (uint32_t i = 0; i < scene->object_count; i++) {
        const char *name = scene->objects[i].name;
        scene->objects[i].left_out =
            (config->include.count > 0 && !fits_any(&config->include, name)) ||
            fits_any(&config->exclude, name);
        for (uint32_t k = 0; k < config->areas.count; k++) {
            if (fnmatch(config->areas.patterns[k], name, 0) == 0) {
                scene->objects[i].area = config->area_types[k];
            }
        }
    }
    for (uint32_t t = 0; t < scene->triangle_count; t++) {
        uint32_t object = scene->triangle_object[t];
        if (object == CW_NONE || !scene->objects[object].left_out) {
            return CW_OK;
        }
    }
    return cw_name_fail(context, path, CW_ERROR_INPUT,
                        "the patterns leave out all of its %u objects", scene->object_count);
}

static cw_status read_scene(cw_context *context, const char *path, cw_file_kind kind,
                            const cw_scene_read_config *config, cw_scene *scene) {
    bool z_up = kind == CW_FILE_PLY || kind == CW_FILE_STL;
    CW_IO_TRY(read_file(context, path, kind, config->scale, scene, &z_up));
    if (config->up != CW_SCENE_UP_FILE ? config->up == CW_SCENE_UP_Y : !z_up) {
        cw_scene_turn_up(scene);
    }
    scale_positions(scene, config->scale);
    CW_IO_TRY(check_positions(context, path, scene));
    return pick_objects(context, path, config, scene);
}

cw_status cw_scene_read(cw_context *context, const char *path, const cw_scene_read_config *config,
                        cw_scene *scene) {
    cw_scene_read_config chosen = config != NULL ? *config : cw_scene_read_config_default();
    *scene = (cw_scene){0};
    cw_file_kind kind = cw_file_kind_of(path);
    if (!cw_file_is_scene(kind)) {
        return cw_name_fail(context, path, CW_ERROR_ARGUMENT,
                            "not a 3D scene by its extension: .obj, .gltf, .glb, .ply, .stl, "
                            ".fbx or .dae");
    }
    if (!(chosen.scale > 0 && chosen.scale <= CW_COORDINATE_LIMIT)) {
        return cw_name_fail(context, path, CW_ERROR_ARGUMENT,
                            "the scale %g is not above 0 and at most %g", chosen.scale,
                            CW_COORDINATE_LIMIT);
    }
    cw_status status = read_scene(context, path, kind, &chosen, scene);
    if (status != CW_OK) {
        cw_scene_free(context, scene);
    }
    return status;
}
