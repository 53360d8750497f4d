#include "scene_checks.h"
#include "check.h"
#include "made.h"
#include "test_context.h"

cw_extraction_config strict_config(void) {
    cw_extraction_config config = cw_extraction_config_default();
    config.gap = 0;
    config.min_island = config.min_width = 0;
    return config;
}

/// A fan of triangles around the first place.
static void add_fan(cw_scene *scene, const cw_vec3 *places, uint32_t count) {
    static const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
    uint32_t first;
    assert_ok(cw_scene_add_positions(context, scene, places, count, &first));
    assert_ok(cw_scene_add_triangles(context, scene, CW_NONE, corners, count - 2, first));
}

void scene_triangle(cw_scene *scene, cw_vec3 a, cw_vec3 b, cw_vec3 c) {
    add_fan(scene, (cw_vec3[]){a, b, c}, 3);
}

void scene_quad(cw_scene *scene, cw_vec3 a, cw_vec3 b, cw_vec3 c, cw_vec3 d) {
    add_fan(scene, (cw_vec3[]){a, b, c, d}, 4);
}

void scene_floor(cw_scene *scene, double x, double y, double width, double depth, double z) {
    scene_quad(scene, (cw_vec3){x, y, z}, (cw_vec3){x + width, y, z},
               (cw_vec3){x + width, y + depth, z}, (cw_vec3){x, y + depth, z});
}

void scene_shuffle(cw_scene *scene, uint64_t seed) {
    cw_random random = {seed};
    for (uint32_t t = scene->triangle_count; t-- > 1;) {
        uint32_t other = cw_random_below(&random, t + 1), kept[3];
        uint32_t *a = scene->corners + 3 * t, *b = scene->corners + 3 * other;
        memcpy(kept, a, sizeof kept);
        memmove(a, b, sizeof kept);
        uint32_t turn = cw_random_below(&random, 3);
        for (uint32_t k = 0; k < 3; k++) {
            b[k] = kept[(k + turn) % 3];
        }
    }
}

uint32_t extract_and_validate(const cw_scene *scene, const cw_extraction_config *config,
                              cw_surface *surface, cw_extraction_report *report) {
    assert_ok(cw_surface_from_scene(context, scene, config, surface, report));
    assert_ok(cw_surface_validate(context, surface));
    cw_navmesh mesh = mesh_of_surface(context, surface, NULL);
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
