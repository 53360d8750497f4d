/// Files of the browser: bytes that come in and go out through the readers and writers of io/, so
/// that they are the command's to the bit. Nothing here opens a file.
#include "navmesh/navmesh_writer.h"
#include "plan/plan_reader.h"
#include "scene/maker.h"

/// Reads the text of an `.svg`; `name` stands for the file in messages.
cw_status cw_web_plan_read_svg(cw_context *context, const char *name, const char *text, size_t size,
                               cw_plan *plan);
/// Reads the text of an `.obj`, y up, as the command does.
cw_status cw_web_scene_read_obj(cw_context *context, const char *name, const char *text,
                                size_t size, cw_scene *scene);
/// Writes a mesh as a file of the given kind, a cw_file_kind. The bytes are given back with
/// cw_context_release().
cw_status cw_web_navmesh_write(cw_context *context, const cw_navmesh *mesh, uint32_t kind,
                               char **bytes, size_t *size);

cw_status cw_web_plan_read_svg(cw_context *context, const char *name, const char *text, size_t size,
                               cw_plan *plan) {
    cw_source source;
    CW_IO_TRY(cw_source_open(&source, context, name, text, size));
    cw_status status = cw_plan_read_svg(&source, plan);
    if (status == CW_OK && plan->ring_count == 0) {
        status =
            cw_source_fail(&source, NULL, CW_ERROR_INPUT, "empty input: no rings and no lines");
    }
    if (status != CW_OK) {
        cw_plan_free(context, plan);
    }
    return status;
}

cw_status cw_web_scene_read_obj(cw_context *context, const char *name, const char *text,
                                size_t size, cw_scene *scene) {
    cw_status status = cw_scene_parse_obj_text(context, name, text, size, 1, true, scene);
    if (status == CW_OK) {
        cw_scene_turn_up(scene);
    } else {
        cw_scene_free(context, scene);
    }
    return status;
}

static void write_kind(const cw_navmesh *mesh, uint32_t kind, cw_text *text) {
    switch (kind) {
    case CW_FILE_JSON: cw_navmesh_write_json(mesh, text); break;
    case CW_FILE_GLB: cw_navmesh_write_glb(mesh, text); break;
    case CW_FILE_OBJ: cw_navmesh_write_obj(mesh, text); break;
    case CW_FILE_DETOUR: cw_navmesh_write_detour(mesh, text); break;
    case CW_FILE_GODOT: cw_navmesh_write_godot(mesh, text); break;
    case CW_FILE_MESH: cw_navmesh_write_mesh(mesh, text); break;
    case CW_FILE_NAV: cw_navmesh_write_nav(mesh, text); break;
    default:
        text->status = cw_context_fail(text->context, CW_ERROR_ARGUMENT,
                                       "no mesh is written as kind %u", kind);
    }
}

cw_status cw_web_navmesh_write(cw_context *context, const cw_navmesh *mesh, uint32_t kind,
                               char **bytes, size_t *size) {
    cw_text text = {.context = context};
    write_kind(mesh, kind, &text);
    *bytes = NULL;
    *size = 0;
    if (text.status != CW_OK) {
        cw_context_release(context, text.bytes, text.capacity);
        return text.status;
    }
    // A smaller block may stay where it is: nothing is lost when there is no memory for it.
    char *fitted = cw_context_resize(context, text.bytes, text.capacity, text.size);
    *bytes = fitted != NULL ? fitted : text.bytes;
    *size = text.size;
    return CW_OK;
}
