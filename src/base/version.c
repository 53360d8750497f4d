/// The version of the library, and the sizes of its structs, as they are at run time: a program
/// that loads the shared library, or calls it from another language, compares them with its own.
#include "clearway/clearway.h"

#include <string.h>

const char *cw_version(void) {
    return CW_VERSION;
}

size_t cw_size_of(const char *name) {
#define SIZE(type) \
    { #type, sizeof(type) }
    static const struct {
        const char *name;
        size_t size;
    } SIZES[] = {
        SIZE(cw_vec2),           SIZE(cw_vec3),      SIZE(cw_allocator),
        SIZE(cw_context_config), SIZE(cw_ring),      SIZE(cw_area_name),
        SIZE(cw_plan),           SIZE(cw_lattice),   SIZE(cw_point),
        SIZE(cw_terrain),        SIZE(cw_surface),   SIZE(cw_surface_config),
        SIZE(cw_navmesh_config), SIZE(cw_notch),     SIZE(cw_navmesh_stats),
        SIZE(cw_link),           SIZE(cw_locator),   SIZE(cw_navmesh),
        SIZE(cw_polygons),       SIZE(cw_gate),      SIZE(cw_place),
        SIZE(cw_interval),       SIZE(cw_clearance), SIZE(cw_path_leg),
        SIZE(cw_path_portal),    SIZE(cw_path),      SIZE(cw_path_request),
        SIZE(cw_nearest),        SIZE(cw_ray),
    };
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        if (strcmp(name, SIZES[i].name) == 0) {
            return SIZES[i].size;
        }
    }
    return 0;
}
