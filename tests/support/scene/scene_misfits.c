/// Where chains of a terrain do not fit; see scene_oracle.h.
#include "scene_oracle.h"

#include <math.h>
#include <stdlib.h>

static double cross(double ax, double ay, double bx, double by) {
    return ax * by - ay * bx;
}

/// Whether a place is strictly inside a segment in plan, but for what a double cannot tell.
static bool is_inside(cw_vec3 p, cw_vec3 a, cw_vec3 b, double step) {
    double dx = b.x - a.x, dy = b.y - a.y, length = sqrt(dx * dx + dy * dy);
    double along = ((p.x - a.x) * dx + (p.y - a.y) * dy) / length;
    return along > 2 * step && along < length - 2 * step &&
           fabs(cross(dx, dy, p.x - a.x, p.y - a.y)) / length < step / 2;
}

/// Height of a segment next to a place in plan.
static double height_on(cw_vec3 a, cw_vec3 b, cw_vec3 place) {
    double dx = b.x - a.x, dy = b.y - a.y;
    double share = ((place.x - a.x) * dx + (place.y - a.y) * dy) / (dx * dx + dy * dy);
    return a.z + share * (b.z - a.z);
}

uint32_t scene_count_misfits(const cw_surface *surface, double height) {
    const cw_terrain *terrain = &surface->terrain;
    uint32_t count = 0, *walls = malloc((size_t)3 * terrain->triangle_count * sizeof *walls);
    uint32_t wall_count = 0;
    for (uint32_t h = 0; h < 3 * terrain->triangle_count; h++) {
        if (terrain->twins[h] == CW_NONE) {
            walls[wall_count++] = h;
        }
    }
    for (uint32_t i = 0; i < wall_count; i++) {
        cw_vec3 a = terrain->positions[terrain->corners[walls[i]]];
        cw_vec3 b =
            terrain->positions[terrain->corners[walls[i] % 3 == 2 ? walls[i] - 2 : walls[i] + 1]];
        for (uint32_t j = 0; j < wall_count; j++) {
            cw_vec3 c = terrain->positions[terrain->corners[walls[j]]];
            cw_vec3 d =
                terrain
                    ->positions[terrain->corners[walls[j] % 3 == 2 ? walls[j] - 2 : walls[j] + 1]];
            bool against = (b.x - a.x) * (d.x - c.x) + (b.y - a.y) * (d.y - c.y) < 0;
            if (against && is_inside(c, a, b, surface->lattice.step) &&
                fabs(c.z - height_on(a, b, c)) < height - 1e-6 &&
                fabs(cross(b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y)) <
                    1e-6 * fabs((b.x - a.x) * (d.x - c.x) + (b.y - a.y) * (d.y - c.y))) {
                count++;
            }
        }
    }
    free(walls);
    return count;
}
