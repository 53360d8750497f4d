#include "io_meshes.h"
#include "made.h"
#include "test_owned.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cw_make_small(cw_context *with, small_mesh kind, cw_navmesh *mesh) {
    cw_polygons polygons = small_mesh_polygons(kind);
    if (cw_navmesh_from_polygons(with, &polygons, mesh) != CW_OK) {
        fail_msg("%s: %s", small_mesh_name(kind), cw_context_message(with));
    }
}

/// Two unit squares side by side.
void cw_make_pair(cw_context *with, cw_navmesh *mesh) {
    static const cw_vec3 positions[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0},
                                        {0, 1, 0}, {1, 1, 0}, {2, 1, 0}};
    static const uint32_t first[] = {0, 4, 8}, vertices[] = {0, 1, 4, 3, 1, 2, 5, 4};
    cw_polygons polygons = polygons_of(6, positions, 2, first, vertices);
    *mesh = mesh_of_polygons(with, &polygons);
}

/// What a mesh becomes in a format; free it with free().
char *cw_written(cw_context *with, const cw_navmesh *mesh, const char *extension, size_t *size) {
    char folder[64], path[128];
    cw_folder_make(folder);
    snprintf(path, sizeof path, "%s/mesh.%s", folder, extension);
    if (cw_navmesh_write(with, mesh, path) != CW_OK) {
        fail_msg("%s", cw_context_message(with));
    }
    assert_int_equal(cw_folder_count(folder), 1);
    char *bytes = cw_raw_read(path, size);
    cw_folder_remove(folder);
    return bytes;
}

void cw_parse_mesh(cw_context *with, cw_file_kind kind, const char *text, size_t size,
                   cw_navmesh *mesh) {
    if (cw_navmesh_parse(with, kind, "mesh", (const uint8_t *)text, size, mesh) != CW_OK) {
        fail_msg("%s", cw_context_message(with));
    }
}

void cw_build_scene(cw_context *with, int family, uint32_t vertices, double alpha,
                    cw_navmesh *mesh) {
    cw_scene_config config = cw_scene_config_default();
    config.family = (cw_scene_family)family;
    config.vertices = vertices;
    config.rotation = 0.3;
    cw_plan plan;
    cw_surface surface;
    cw_navmesh_config build = cw_navmesh_config_default();
    build.alpha = alpha;
    build.tau = alpha > 0 ? 0.5 : 0;
    assert_int_equal(cw_scene_make(with, &config, &plan), CW_OK);
    assert_int_equal(cw_surface_from_plan(with, &plan, NULL, &surface), CW_OK);
    if (cw_navmesh_build(with, &surface, &build, mesh) != CW_OK) {
        fail_msg("%s", cw_context_message(with));
    }
    cw_plan_free(with, &plan);
    cw_surface_free(with, &surface);
}

/// Text `from` becomes `to` in a text; free it with free().
static char *edited(const char *text, const char *from, const char *to) {
    const char *at = strstr(text, from);
    assert_non_null(at);
    char *all = malloc(strlen(text) + strlen(to) + 1);
    assert_non_null(all);
    sprintf(all, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return all;
}

void cw_refuse_mesh(cw_file_kind kind, const void *bytes, size_t size, const char *part) {
    failing_allocator memory;
    cw_context *with = cw_counted_context(&memory);
    cw_navmesh mesh;
    memset(&mesh, 1, sizeof mesh);
    if (cw_navmesh_parse(with, kind, "bad", bytes, size, &mesh) == CW_OK) {
        fail_msg("accepted \"%.*s\"", (int)size, (const char *)bytes);
    }
    static const cw_navmesh zeroed = {0};
    assert_memory_equal(&mesh, &zeroed, sizeof mesh);
    assert_memory_equal(cw_context_message(with), "bad:", 4);
    cw_assert_contains(cw_context_message(with), ": error: ");
    cw_assert_contains(cw_context_message(with), part);
    cw_counted_end(&memory, with);
}

void cw_refuse_edited_mesh(cw_file_kind kind, const char *text, const char *from, const char *to,
                           const char *part) {
    OWNED_HANDLE(char) bad = edited(text, from, to);
    cw_refuse_mesh(kind, bad, strlen(bad), part);
}
