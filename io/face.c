/// Cutting one polygon into triangles.
///
/// A convex polygon is a fan around one of its corners, chosen so that no triangle is flat: a flat
/// one would leave a corner in the middle of a neighbour's side, where nothing can be joined. A
/// polygon without any area is a fan as well; there every way of cutting is as good. Anything else
/// must not cross itself, and is cut by ear clipping (Meisters, "Polygons have ears", 1975): a
/// corner that turns the right way and has no other corner in its triangle is cut off, until three
/// are left.
#include "face.h"

enum { APEX_TRIES = 16 /**< corners of a large polygon that are tried as the centre of the fan */ };

static double cross(cw_vec2 a, cw_vec2 b, cw_vec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int sign(double value) {
    return (value > 0) - (value < 0);
}

/// 1 or -1 for a polygon that turns one way only, 0 for one without area, 2 for any other.
static int turning_of(const cw_vec2 *corners, uint32_t count) {
    int orientation = 0;
    for (uint32_t i = 0; i < count; i++) {
        cw_vec2 b = corners[(i + 1) % count], c = corners[(i + 2) % count];
        // The fan is looked at too: a star turns one way only, but its fan does not.
        int signs[2] = {sign(cross(corners[i], b, c)), sign(cross(corners[0], b, c))};
        for (int k = 0; k < 2; k++) {
            if (signs[k] != 0 && orientation != 0 && signs[k] != orientation) {
                return 2;
            }
            orientation = signs[k] != 0 ? signs[k] : orientation;
        }
    }
    return orientation;
}

/// Whether every triangle of the fan around a corner has area.
static bool fan_is_strict(const cw_vec2 *corners, uint32_t count, uint32_t apex) {
    for (uint32_t i = 1; i + 1 < count; i++) {
        cw_vec2 b = corners[(apex + i) % count], c = corners[(apex + i + 1) % count];
        if (cross(corners[apex], b, c) == 0) {
            return false;
        }
    }
    return true;
}

static uint32_t find_apex(const cw_vec2 *corners, uint32_t count) {
    uint32_t tries = count <= CW_FACE_LIMIT ? count : APEX_TRIES;
    for (uint32_t apex = 0; apex < tries; apex++) {
        if (fan_is_strict(corners, count, apex)) {
            return apex;
        }
    }
    return CW_NONE;
}

static void write_fan(uint32_t count, uint32_t apex, uint32_t *triangles) {
    for (uint32_t i = 1; i + 1 < count; i++) {
        *triangles++ = apex;
        *triangles++ = (apex + i) % count;
        *triangles++ = (apex + i + 1) % count;
    }
}

/// Whether two sides cross in a point inside both.
static bool sides_cross(cw_vec2 a, cw_vec2 b, cw_vec2 c, cw_vec2 d) {
    return sign(cross(a, b, c)) * sign(cross(a, b, d)) < 0 &&
           sign(cross(c, d, a)) * sign(cross(c, d, b)) < 0;
}

static bool crosses_itself(const cw_vec2 *corners, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = i + 2; j < count; j++) {
            if (sides_cross(corners[i], corners[(i + 1) % count], corners[j],
                            corners[(j + 1) % count])) {
                return true;
            }
        }
    }
    return false;
}

static bool same_place(cw_vec2 a, cw_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/// Whether the triangle of corner i holds no other corner, not even on its border.
static bool is_ear(const cw_vec2 *corners, const uint32_t *ring, uint32_t count, uint32_t i,
                   int orientation) {
    cw_vec2 a = corners[ring[(i + count - 1) % count]], b = corners[ring[i]];
    cw_vec2 c = corners[ring[(i + 1) % count]];
    if (sign(cross(a, b, c)) != orientation) {
        return false;
    }
    for (uint32_t k = 0; k < count; k++) {
        cw_vec2 p = corners[ring[k]];
        bool corner = same_place(p, a) || same_place(p, b) || same_place(p, c);
        if (!corner && sign(cross(a, b, p)) != -orientation &&
            sign(cross(b, c, p)) != -orientation && sign(cross(c, a, p)) != -orientation) {
            return false;
        }
    }
    return true;
}

/// A corner to cut off, or CW_NONE. One without area (a spike, or the middle of a straight side) is
/// taken only where no ear is left.
static uint32_t find_ear(const cw_vec2 *corners, const uint32_t *ring, uint32_t count,
                         uint32_t start, int orientation) {
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = (start + k) % count;
        if (is_ear(corners, ring, count, i, orientation)) {
            return i;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        cw_vec2 a = corners[ring[(i + count - 1) % count]], c = corners[ring[(i + 1) % count]];
        if (cross(a, corners[ring[i]], c) == 0) {
            return i;
        }
    }
    return CW_NONE;
}

static bool clip_ears(const cw_vec2 *corners, uint32_t count, uint32_t *triangles, uint32_t *ring) {
    double area = 0;
    for (uint32_t i = 0; i < count; i++) {
        ring[i] = i;
        area += i > 1 ? cross(corners[0], corners[i - 1], corners[i]) : 0;
    }
    uint32_t left = count, ear = 0;
    for (; left > 3; left--) {
        ear = find_ear(corners, ring, left, ear % left, sign(area));
        if (ear == CW_NONE) {
            return false;
        }
        *triangles++ = ring[(ear + left - 1) % left];
        *triangles++ = ring[ear];
        *triangles++ = ring[(ear + 1) % left];
        for (uint32_t k = ear; k + 1 < left; k++) {
            ring[k] = ring[k + 1];
        }
    }
    for (uint32_t k = 0; k < 3; k++) {
        triangles[k] = ring[k];
    }
    return true;
}

cw_status cw_face_cut(const cw_vec2 *corners, uint32_t count, uint32_t *triangles,
                      uint32_t *scratch, const char **reason) {
    int turning = turning_of(corners, count);
    uint32_t apex = turning == 1 || turning == -1 ? find_apex(corners, count) : CW_NONE;
    bool large = count > CW_FACE_LIMIT;
    if (count == 3 || turning == 0 || apex != CW_NONE || (large && turning != 2)) {
        write_fan(count, apex != CW_NONE ? apex : 0, triangles);
        return CW_OK;
    }
    if (large) {
        *reason = "a face of more than 256 corners that is not convex";
        return CW_ERROR_LIMIT;
    }
    if (crosses_itself(corners, count) || !clip_ears(corners, count, triangles, scratch)) {
        *reason = "the face crosses itself";
        return CW_ERROR_INPUT;
    }
    return CW_OK;
}
