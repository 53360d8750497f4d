/// One column: the rules W2 and W3 from above, and cracks.
#include "layers/columns.h"

#include <math.h>

static bool is_before(const cw_hit_sample *a, const cw_hit_sample *b) {
    if (a->z != b->z) {
        return a->z < b->z;
    }
    if (a->bits != b->bits) {
        return a->bits < b->bits;
    }
    return a->slope_x != b->slope_x ? a->slope_x < b->slope_x : a->slope_y < b->slope_y;
}

void cw_column_sort(cw_hit_sample *hits, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        cw_hit_sample hit = hits[i];
        uint32_t j = i;
        for (; j > 0 && is_before(&hit, &hits[j - 1]); j--) {
            hits[j] = hits[j - 1];
        }
        hits[j] = hit;
    }
}

/// W2. Of floors at one height the last stays.
static bool is_hidden(const cw_hit_sample *hits, uint32_t count, uint32_t i, double height) {
    for (uint32_t j = i + 1; j < count; j++) {
        double above = hits[j].z - hits[i].z;
        bool walkable = (hits[j].bits & CW_TRIANGLE_WALKABLE) != 0;
        if (above >= height) {
            return false;
        }
        if (cw_cover_hides(walkable, above, height) || (walkable && above <= 0.5)) {
            return true;
        }
    }
    return false;
}

void cw_column_free(cw_hit_sample *hits, uint32_t count, double height, bool solids) {
    int inside = 0;
    for (uint32_t i = count, above = count; i-- > 0;) {
        while (above > i + 1 && cw_cover_encloses(hits[above - 1].z - hits[i].z)) {
            above--;
            if ((hits[above].bits & CW_TRIANGLE_CLOSED) != 0) {
                inside += (hits[above].bits & CW_TRIANGLE_UP) != 0 ? 1 : -1;
            }
        }
        if ((hits[i].bits & CW_TRIANGLE_WALKABLE) != 0 && (!solids || inside <= 0) &&
            !is_hidden(hits, count, i, height)) {
            hits[i].bits |= CW_HIT_FREE;
        }
    }
}

/// A bridge gives way to every floor that is near, and to everything above it within a walker's
/// height.
static bool has_room(const cw_hit_sample *hits, uint32_t count, const cw_extraction *soup,
                     double z) {
    int inside = 0;
    for (uint32_t i = 0; i < count; i++) {
        double above = hits[i].z - z, height = (double)soup->height;
        bool floor = (hits[i].bits & CW_TRIANGLE_WALKABLE) != 0;
        if (cw_cover_hides(floor, above, height) || (floor && above > -height && above < height)) {
            return false;
        }
        if ((hits[i].bits & CW_TRIANGLE_CLOSED) != 0 && cw_cover_encloses(above)) {
            inside += (hits[i].bits & CW_TRIANGLE_UP) != 0 ? 1 : -1;
        }
    }
    return !soup->config.solids || inside <= 0;
}

bool cw_column_bridge(const cw_beside *beside, uint32_t beside_count, const cw_hit_sample *hits,
                      uint32_t count, const cw_extraction *soup, double *z) {
    bool found = false;
    double best = 0;
    for (uint32_t i = 0; i < beside_count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            float facing = beside[i].outwards_x * beside[j].outwards_x +
                           beside[i].outwards_y * beside[j].outwards_y;
            double high = fmax(beside[i].z, beside[j].z), low = fmin(beside[i].z, beside[j].z);
            if (facing < 0 && high - low <= (double)soup->step && (!found || high < best) &&
                has_room(hits, count, soup, high)) {
                best = high;
                found = true;
            }
        }
    }
    *z = best;
    return found;
}

bool cw_strip_range(double dx, double dy, double sx, double sy, double y, double *low,
                    double *high) {
    double corner_x[4] = {0, dx, dx + sx, sx}, corner_y[4] = {0, dy, dy + sy, sy};
    *low = INFINITY;
    *high = -INFINITY;
    for (int k = 0; k < 4; k++) {
        int next = (k + 1) % 4;
        double from = corner_y[k], to = corner_y[next];
        if ((from < y && to < y) || (from > y && to > y)) {
            continue;
        }
        double share = from == to ? 0 : (y - from) / (to - from);
        double x = corner_x[k] + share * (corner_x[next] - corner_x[k]);
        *low = fmin(*low, fmin(x, from == to ? corner_x[next] : x));
        *high = fmax(*high, fmax(x, from == to ? corner_x[next] : x));
    }
    return *low <= *high;
}
