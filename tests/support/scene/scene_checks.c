#include "scene_checks.h"
#include "check.h"
#include "test_context.h"

cw_extraction_config strict_config(void) {
    cw_extraction_config config = cw_extraction_config_default();
    config.gap = 0;
    config.min_island = config.min_width = 0;
    return config;
}

uint32_t extract_and_validate(const cw_scene *scene, const cw_extraction_config *config,
                              cw_surface *surface, cw_extraction_report *report) {
    cw_navmesh mesh;
    assert_ok(cw_surface_from_scene(context, scene, config, surface, report));
    assert_ok(cw_surface_validate(context, surface));
    assert_ok(cw_navmesh_build(context, surface, NULL, &mesh));
    assert_ok(cw_navmesh_validate(context, &mesh));
    uint32_t cells = mesh.cell_count;
    cw_navmesh_free(context, &mesh);
    return cells;
}

void assert_as_defined(const cw_scene *scene, const cw_extraction_config *config,
                       const cw_surface *surface, uint32_t lines, uint32_t steps) {
    scene_oracle *oracle = scene_oracle_make(scene, config);
    oracle_count found = scene_oracle_lines(oracle, surface, lines, 11);
    if (found.missing + found.extra > 0 || found.skipped > lines / 50 + 1) {
        fail_msg("%u lines: %u missing, %u extra, %u skipped, at (%.9g, %.9g, %.9g)", found.asked,
                 found.missing, found.extra, found.skipped, found.x, found.y, found.z);
    }
    found = scene_oracle_steps(oracle, surface, steps, 0.05, 12);
    if (found.missing + found.extra > 0) {
        fail_msg("%u steps: %u walls missing, %u extra, %u skipped, at (%.9g, %.9g, %.9g)",
                 found.asked, found.missing, found.extra, found.skipped, found.x, found.y, found.z);
    }
    scene_oracle_free(oracle);
}

uint32_t count_borders(const cw_surface *surface) {
    uint32_t borders = 0, sides = 3 * surface->triangle_count;
    bool *seen = calloc((size_t)sides + 1, sizeof *seen);
    for (uint32_t start = 0; start < sides; start++) {
        uint32_t h = start;
        borders += surface->twins[start] == CW_NONE && !seen[start];
        while (surface->twins[h] == CW_NONE && !seen[h]) {
            seen[h] = true;
            for (h = h % 3 == 2 ? h - 2 : h + 1; surface->twins[h] != CW_NONE;) {
                h = surface->twins[h];
                h = h % 3 == 2 ? h - 2 : h + 1;
            }
        }
    }
    free(seen);
    return borders;
}

static void read_face(char *line, cw_scene *scene) {
    uint32_t corners[64], count = 0;
    for (char *word = strtok(line + 2, " \t\r\n"); word != NULL && count < 64;
         word = strtok(NULL, " \t\r\n")) {
        long index = strtol(word, NULL, 10);
        corners[count++] = (uint32_t)(index > 0 ? index - 1 : (long)scene->position_count + index);
    }
    for (uint32_t i = 2; i < count; i++) {
        uint32_t triangle[3] = {corners[0], corners[i - 1], corners[i]};
        assert_ok(cw_scene_add_triangles(context, scene, CW_NONE, triangle, 1, 0));
    }
}

bool read_level(const char *path, double scale, cw_scene *scene) {
    char line[4096];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "v ", 2) == 0) {
            char *rest = line + 2;
            double x = strtod(rest, &rest), y = strtod(rest, &rest), z = strtod(rest, &rest);
            cw_vec3 place = {x * scale, -z * scale, y * scale};
            assert_ok(cw_scene_add_positions(context, scene, &place, 1, NULL));
        } else if (strncmp(line, "f ", 2) == 0) {
            read_face(line, scene);
        }
    }
    fclose(file);
    return true;
}
