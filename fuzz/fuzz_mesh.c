/// Fuzzes the readers of meshes and of walkable triangles. The first byte chooses the format (0
/// `.json`, 1 `.mesh`, 2 `.obj`, by its remainder), the rest is the text. Whatever the text, the
/// reader says why it refuses it, or gives something that passes its validation.
#include "clearway/io.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition) {
    if (!condition) {
        abort();
    }
}

static cw_status try_mesh(cw_context *context, cw_file_kind kind, const uint8_t *data,
                          size_t size) {
    cw_navmesh mesh;
    cw_status status = cw_navmesh_parse(context, kind, "fuzz", data, size, &mesh);
    if (status == CW_OK) {
        require(cw_navmesh_validate(context, &mesh) == CW_OK);
    }
    cw_navmesh_free(context, &mesh);
    return status;
}

static cw_status try_triangles(cw_context *context, const uint8_t *data, size_t size) {
    cw_surface surface;
    cw_status status =
        cw_surface_parse_obj(context, "fuzz", (const char *)data, size, false, NULL, &surface);
    if (status == CW_OK) {
        require(cw_surface_validate(context, &surface) == CW_OK);
    }
    cw_surface_free(context, &surface);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cw_context *context;
    if (size == 0 || cw_context_create(NULL, &context) != CW_OK) {
        return 0;
    }
    int choice = data[0] % 3;
    cw_status status = choice == 2 ? try_triangles(context, data + 1, size - 1)
                                   : try_mesh(context, choice == 0 ? CW_FILE_JSON : CW_FILE_MESH,
                                              data + 1, size - 1);
    if (status != CW_OK) {
        require(strncmp(cw_context_message(context), "fuzz:", 5) == 0);
        require(status != CW_ERROR_INTERNAL);
    }
    cw_context_free(context);
    return 0;
}
