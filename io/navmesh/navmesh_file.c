/// Navigation meshes in files: the choice between the formats.
#include "cells.h"
#include "navmesh_writer.h"

static bool is_readable(cw_file_kind kind) {
    return kind == CW_FILE_CWM || kind == CW_FILE_JSON || kind == CW_FILE_MESH;
}

static cw_status parse_text(cw_context *context, cw_file_kind kind, const char *name,
                            const uint8_t *bytes, size_t size, cw_navmesh *mesh) {
    cw_source source;
    CW_IO_TRY(cw_source_open(&source, context, name, (const char *)bytes, size));
    return kind == CW_FILE_JSON ? cw_navmesh_read_json(&source, mesh)
                                : cw_navmesh_read_mesh(&source, mesh);
}

cw_status cw_navmesh_parse(cw_context *context, cw_file_kind kind, const char *name,
                           const uint8_t *bytes, size_t size, cw_navmesh *mesh) {
    *mesh = (cw_navmesh){0};
    if (!is_readable(kind)) {
        return cw_name_fail(context, name, CW_ERROR_ARGUMENT,
                            "a mesh is read from .cwm, .json or .mesh");
    }
    if (kind != CW_FILE_CWM) {
        return parse_text(context, kind, name, bytes, size, mesh);
    }
    if (size == 0) {
        return cw_name_fail(context, name, CW_ERROR_INPUT, "empty input");
    }
    cw_status status = cw_navmesh_load(context, bytes, size, mesh);
    return status == CW_OK ? CW_OK : cw_name_failure(context, name, status);
}

cw_status cw_navmesh_read(cw_context *context, const char *path, cw_navmesh *mesh) {
    *mesh = (cw_navmesh){0};
    cw_file_kind kind = cw_file_kind_of(path);
    if (!is_readable(kind)) {
        return cw_navmesh_parse(context, kind, path, NULL, 0, mesh);
    }
    uint8_t *bytes;
    size_t size;
    cw_status status = cw_file_read(context, path, &bytes, &size);
    if (status == CW_OK) {
        status = cw_navmesh_parse(context, kind, path, bytes, size, mesh);
        cw_context_release(context, bytes, size);
    }
    return status;
}

static cw_status write_cwm(cw_context *context, const cw_navmesh *mesh, const char *path) {
    uint8_t *bytes;
    size_t size;
    cw_status status = cw_navmesh_save(context, mesh, &bytes, &size);
    if (status != CW_OK) {
        return cw_name_failure(context, path, status);
    }
    status = cw_file_write(context, path, bytes, size);
    cw_context_release(context, bytes, size);
    return status;
}

typedef void text_writer(const cw_navmesh *mesh, cw_text *text);

static text_writer *writer_of(cw_file_kind kind) {
    switch (kind) {
    case CW_FILE_JSON: return cw_navmesh_write_json;
    case CW_FILE_MESH: return cw_navmesh_write_mesh;
    case CW_FILE_OBJ: return cw_navmesh_write_obj;
    case CW_FILE_NAV: return cw_navmesh_write_nav;
    case CW_FILE_GLB: return cw_navmesh_write_glb;
    case CW_FILE_DETOUR: return cw_navmesh_write_detour;
    case CW_FILE_GODOT: return cw_navmesh_write_godot;
    default: return NULL;
    }
}

cw_status cw_navmesh_write(cw_context *context, const cw_navmesh *mesh, const char *path) {
    cw_file_kind kind = cw_file_kind_of(path);
    text_writer *write = writer_of(kind);
    if (write == NULL && kind != CW_FILE_CWM) {
        return cw_name_fail(
            context, path, CW_ERROR_ARGUMENT,
            "a mesh is written as .cwm, .json, .obj, .glb, .nav, .mesh, .bin or .tres");
    }
    if (mesh->cell_count == 0) {
        return cw_name_fail(context, path, CW_ERROR_INPUT, "the mesh has no cells");
    }
    if (write == NULL) {
        return write_cwm(context, mesh, path);
    }
    cw_text text = {.context = context};
    write(mesh, &text);
    return cw_text_save(&text, path);
}
