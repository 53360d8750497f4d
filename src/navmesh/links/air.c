/// What stands in the air between two floors.
///
/// A body of no width on its way over a segment in plan covers an upright rectangle. A triangle is
/// in the way if it has a point inside. The triangle is cut by the upright plane of the segment,
/// which leaves a segment, or the whole triangle if it lies in the plane; what is left is clipped
/// to the rectangle. Triangles come from the tree of boxes that the extraction of floors uses too.
#include "navmesh/links/links.h"
#include "scene/scene_tree.h"

#include <math.h>

/// Boxes are rounded outwards to this many steps over the largest extent: below 2^30.
static const double STEPS = 1073741824.0;
/// Metres: what reaches less deep into the rectangle touches its border.
static const double TOUCHING = 1e-6;
/// Corners of a triangle that is clipped at four lines.
enum { MOST_CORNERS = 8 };

struct cw_air {
    const cw_scene *scene;
    cw_scene_tree tree;
    uint32_t *triangles; ///< per box
    uint32_t count;
    double origin[3], scale; ///< steps per metre
};

static double coordinate(cw_vec3 p, int axis) {
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

static void measure(cw_air *air) {
    const cw_scene *scene = air->scene;
    double extent = TOUCHING;
    for (int axis = 0; axis < 3; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (uint32_t i = 0; i < scene->position_count; i++) {
            low = fmin(low, coordinate(scene->positions[i], axis));
            high = fmax(high, coordinate(scene->positions[i], axis));
        }
        air->origin[axis] = scene->position_count > 0 ? low : 0;
        extent = fmax(extent, high - low);
    }
    air->scale = STEPS / extent;
}

/// Steps for a coordinate; what lies outside of the scene is brought to its border.
static int32_t steps(const cw_air *air, double value, int axis) {
    double place = floor((value - air->origin[axis]) * air->scale);
    return (int32_t)fmin(fmax(place, -2), STEPS + 2);
}

static cw_box3 box_of(const cw_air *air, const cw_vec3 *points, uint32_t count) {
    cw_box3 box;
    for (int axis = 0; axis < 3; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (uint32_t i = 0; i < count; i++) {
            low = fmin(low, coordinate(points[i], axis));
            high = fmax(high, coordinate(points[i], axis));
        }
        box.low[axis] = steps(air, low, axis) - 1;
        box.high[axis] = steps(air, high, axis) + 1;
    }
    return box;
}

static void corners_of(const cw_scene *scene, uint32_t triangle, cw_vec3 corners[3]) {
    for (uint32_t k = 0; k < 3; k++) {
        corners[k] = scene->positions[scene->corners[3 * (size_t)triangle + k]];
    }
}

static bool counts(const cw_scene *scene, uint32_t triangle) {
    uint32_t object = scene->triangle_object[triangle];
    return object == CW_NONE || !scene->objects[object].left_out;
}

static cw_status build(cw_context *context, cw_air *air) {
    const cw_scene *scene = air->scene;
    cw_box3 *boxes = NULL;
    CW_TRY(CW_ALLOCATE(context, air->triangles, scene->triangle_count));
    CW_TRY(CW_ALLOCATE(context, boxes, scene->triangle_count));
    for (uint32_t t = 0; t < scene->triangle_count; t++) {
        if (counts(scene, t)) {
            cw_vec3 corners[3];
            corners_of(scene, t, corners);
            boxes[air->count] = box_of(air, corners, 3);
            air->triangles[air->count++] = t;
        }
    }
    cw_status status = cw_scene_tree_build(context, boxes, air->count, &air->tree);
    CW_RELEASE(context, boxes, scene->triangle_count);
    return status;
}

cw_status cw_air_create(cw_context *context, const cw_scene *scene, cw_air **air) {
    *air = NULL;
    if (scene == NULL || scene->triangle_count == 0) {
        return CW_OK;
    }
    cw_air *made;
    CW_TRY(CW_ALLOCATE(context, made, 1));
    made->scene = scene;
    measure(made);
    cw_status status = build(context, made);
    if (status != CW_OK) {
        cw_air_free(context, made);
        return status;
    }
    *air = made;
    return CW_OK;
}

void cw_air_free(cw_context *context, cw_air *air) {
    if (air == NULL) {
        return;
    }
    cw_scene_tree_free(context, &air->tree);
    CW_RELEASE(context, air->triangles, air->scene->triangle_count);
    CW_RELEASE(context, air, 1);
}

/// A place in the plane of the rectangle: along it and up.
typedef struct flat {
    double along, up;
} flat;

/// Keeps what lies beyond a line: sign * along (or up) > limit. A polygon of two is a segment.
static uint32_t clip(const flat *in, uint32_t count, bool up, double sign, double limit,
                     flat *out) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        flat a = in[i], b = in[(i + 1) % count];
        double va = sign * (up ? a.up : a.along) - limit, vb = sign * (up ? b.up : b.along) - limit;
        if (va > 0) {
            out[kept++] = a;
        }
        if ((va > 0) != (vb > 0) && va != vb) {
            double share = va / (va - vb);
            out[kept++] =
                (flat){a.along + share * (b.along - a.along), a.up + share * (b.up - a.up)};
        }
    }
    return kept;
}

/// The triangle cut by the upright plane: its places there, at most three.
static uint32_t cut(const cw_vec3 corners[3], cw_vec2 from, cw_vec2 direction, flat *out) {
    double side[3], along[3];
    uint32_t count = 0;
    for (int k = 0; k < 3; k++) {
        double x = corners[k].x - from.x, y = corners[k].y - from.y;
        side[k] = direction.x * y - direction.y * x;
        along[k] = direction.x * x + direction.y * y;
    }
    for (int k = 0; k < 3; k++) {
        int next = (k + 1) % 3;
        if (fabs(side[k]) <= TOUCHING) {
            out[count++] = (flat){along[k], corners[k].z};
        } else if (fabs(side[next]) > TOUCHING && (side[k] > 0) != (side[next] > 0)) {
            double share = side[k] / (side[k] - side[next]);
            out[count++] = (flat){along[k] + share * (along[next] - along[k]),
                                  corners[k].z + share * (corners[next].z - corners[k].z)};
        }
    }
    return count;
}

static bool is_in_the_way(const cw_vec3 corners[3], cw_vec2 from, cw_vec2 direction, double length,
                          double low, double high) {
    flat a[2 * MOST_CORNERS], b[2 * MOST_CORNERS];
    uint32_t count = cut(corners, from, direction, a);
    count = clip(a, count, false, 1, TOUCHING, b);
    count = clip(b, count, false, -1, TOUCHING - length, a);
    count = clip(a, count, true, 1, low + TOUCHING, b);
    return clip(b, count, true, -1, TOUCHING - high, a) > 0;
}

bool cw_air_is_free(const cw_air *air, cw_vec2 from, cw_vec2 to, double low, double high) {
    double x = to.x - from.x, y = to.y - from.y, length = sqrt(x * x + y * y);
    if (air == NULL || !(length > 0) || !(high > low)) {
        return true;
    }
    cw_vec2 direction = {x / length, y / length};
    cw_vec3 ends[2] = {{from.x, from.y, low}, {to.x, to.y, high}};
    cw_scene_walk walk = cw_scene_walk_begin(&air->tree, box_of(air, ends, 2));
    while (cw_scene_walk_next(&walk)) {
        cw_vec3 corners[3];
        corners_of(air->scene, air->triangles[walk.item], corners);
        if (is_in_the_way(corners, from, direction, length, low, high)) {
            return false;
        }
    }
    return true;
}
