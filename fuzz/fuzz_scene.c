/// Fuzzes both ways from 3D scenes to a surface, the exact one and by sampling. The first byte
/// chooses rules, the second how to sample, each following nine bytes are a triangle on a small
/// lattice, where everything touches, crosses and coincides: x and y in 0 .. 8, z in 0 .. 8 halves
/// or eighths. Whatever the soup, it has no floor or gives a surface and cells that pass their
/// validation.
#include "clearway/clearway.h"

#include <stdlib.h>

enum { TRIANGLE_BYTES = 9, MOST_TRIANGLES = 60 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition) {
    if (!condition) {
        abort();
    }
}

static cw_extraction_config config_of(uint8_t flags) {
    cw_extraction_config config = cw_extraction_config_default();
    config.solids = (flags & 1) != 0;
    config.small_rises = (flags & 2) != 0;
    config.both_sides = (flags & 4) != 0;
    config.gap = (flags & 8) != 0 ? 0.05 : 0;
    config.min_island = (flags & 16) != 0 ? 0.5 : 0;
    config.min_width = (flags & 16) != 0 ? 0.1 : 0;
    config.min_hole = (flags & 32) != 0 ? 0.5 : 0;
    return config;
}

static cw_status read_soup(cw_context *context, const uint8_t *data, size_t size, double rise,
                           cw_scene *scene) {
    static const uint32_t corners[3] = {0, 1, 2};
    cw_status status = CW_OK;
    for (size_t t = 0; t < MOST_TRIANGLES && (t + 1) * TRIANGLE_BYTES <= size; t++) {
        cw_vec3 places[3];
        uint32_t first = 0;
        for (size_t k = 0; k < 3; k++) {
            const uint8_t *at = data + t * TRIANGLE_BYTES + 3 * k;
            places[k] = (cw_vec3){at[0] % 9, at[1] % 9, at[2] % 9 * rise};
        }
        status =
            status != CW_OK ? status : cw_scene_add_positions(context, scene, places, 3, &first);
        status = status != CW_OK
                     ? status
                     : cw_scene_add_triangles(context, scene, CW_NONE, corners, 1, first);
    }
    return status;
}

static cw_layers_config sampling_of(uint8_t flags) {
    static const double pixels[8] = {1, 0.5, 0.3, 0.2, 0.7, 1.5, 0.25, 0.9};
    cw_layers_config config = cw_layers_config_default();
    config.pixel = pixels[flags & 7];
    config.snap = (flags & 8) != 0;
    config.single = (flags & 16) != 0;
    config.pixel_error = (flags & 32) != 0 ? 0.5 : 2;
    config.height_error = (flags & 64) != 0 ? 0.5 : 0.02;
    return config;
}

/// Whatever came of a soup is a surface without fault, and cells can be made of it.
static void check(cw_context *context, cw_status status, cw_surface *surface) {
    cw_navmesh mesh = {0};
    require(status == CW_OK || status == CW_ERROR_INPUT || status == CW_ERROR_MEMORY);
    if (status == CW_OK) {
        require(cw_surface_validate(context, surface) == CW_OK);
        require(cw_navmesh_build(context, surface, NULL, &mesh) == CW_OK);
        require(cw_navmesh_validate(context, &mesh) == CW_OK);
    }
    cw_navmesh_free(context, &mesh);
    cw_surface_free(context, surface);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cw_context *context;
    if (size < 2 || cw_context_create(NULL, &context) != CW_OK) {
        return 0;
    }
    cw_scene scene = {0};
    cw_surface surface = {0};
    cw_extraction_config config = config_of(data[0]);
    cw_layers_config sampling = sampling_of(data[1]);
    cw_status status =
        read_soup(context, data + 2, size - 2, (data[0] & 64) != 0 ? 0.5 : 0.125, &scene);
    if (status == CW_OK) {
        check(context, cw_surface_from_scene(context, &scene, &config, &surface, NULL), &surface);
        check(context, cw_surface_sample_scene(context, &scene, &config, &sampling, &surface, NULL),
              &surface);
    }
    cw_scene_free(context, &scene);
    cw_context_free(context);
    return 0;
}
