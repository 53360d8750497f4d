/// No librecast: nothing is baked, so that nothing else is ever called.
#include "recast.h"

#include <math.h>

bool cw_recast_is_here(void) {
    return false;
}

cw_recast *cw_recast_bake_surface(const cw_surface *surface, const cw_recast_settings *settings) {
    (void)surface;
    (void)settings;
    return NULL;
}

cw_recast *cw_recast_bake_level(const cw_recast_level *level, const cw_recast_settings *settings) {
    (void)level;
    (void)settings;
    return NULL;
}

bool cw_recast_bake_tiles(const cw_recast_level *level, const cw_recast_settings *settings,
                          uint32_t tile, cw_recast_tiles *result) {
    (void)level;
    (void)settings;
    (void)tile;
    *result = (cw_recast_tiles){0, 0, 0, 0};
    return false;
}

void cw_recast_free(cw_recast *baked) {
    (void)baked;
}

double cw_recast_seconds(const cw_recast *baked) {
    (void)baked;
    return 0;
}

double cw_recast_peak(const cw_recast *baked) {
    (void)baked;
    return 0;
}

void cw_recast_polygons(const cw_recast *baked, cw_polygons *polygons, cw_vec3 *origin) {
    (void)baked;
    *polygons = (cw_polygons){0};
    *origin = (cw_vec3){0, 0, 0};
}

bool cw_recast_locate(cw_recast *baked, cw_vec3 point, cw_recast_place *place) {
    (void)baked;
    (void)point;
    *place = (cw_recast_place){{0, 0, 0}, 0};
    return false;
}

double cw_recast_find(cw_recast *baked, const cw_recast_place *start, const cw_recast_place *goal) {
    (void)baked;
    (void)start;
    (void)goal;
    return INFINITY;
}

uint32_t cw_recast_corner_count(const cw_recast *baked) {
    (void)baked;
    return 0;
}

cw_vec3 cw_recast_corner(const cw_recast *baked, uint32_t index) {
    (void)baked;
    (void)index;
    return (cw_vec3){0, 0, 0};
}
