/// Polygon soups with known walkable surfaces: stairs, tiles, ramps, walls, boxes, chance.
#include "sketch.h"

#include <string.h>

typedef struct builder {
    cw_context *context;
    cw_scene *scene;
    cw_vec2 turn;   ///< (cos, sin)
    cw_vec3 offset; ///< added after turning
    bool twice;     ///< also add every face turned around
} builder;

static cw_vec3 moved(const builder *to, cw_vec3 p) {
    cw_vec2 plan = cw_turn_vector(to->turn, (cw_vec2){p.x, p.y});
    return (cw_vec3){plan.x + to->offset.x, plan.y + to->offset.y, p.z + to->offset.z};
}

/// A quadrilateral as two triangles.
static cw_status add_quad(const builder *to, cw_vec3 a, cw_vec3 b, cw_vec3 c, cw_vec3 d) {
    cw_vec3 places[4] = {moved(to, a), moved(to, b), moved(to, c), moved(to, d)};
    uint32_t first, corners[12] = {0, 1, 2, 0, 2, 3, 2, 1, 0, 3, 2, 0};
    CW_SCENE_TRY(cw_scene_add_positions(to->context, to->scene, places, 4, &first));
    return cw_scene_add_triangles(to->context, to->scene, CW_NONE, corners, to->twice ? 4 : 2,
                                  first);
}

/// A level rectangle that faces up.
static cw_status add_level(const builder *to, cw_vec2 low, cw_vec2 high, double z) {
    return add_quad(to, (cw_vec3){low.x, low.y, z}, (cw_vec3){high.x, low.y, z},
                    (cw_vec3){high.x, high.y, z}, (cw_vec3){low.x, high.y, z});
}

/// A closed box.
static cw_status add_box(const builder *to, cw_vec3 low, cw_vec3 high) {
    cw_vec3 p[8];
    for (uint32_t i = 0; i < 8; i++) {
        p[i] = moved(
            to, (cw_vec3){i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
    }
    static const uint32_t corners[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    uint32_t first;
    CW_SCENE_TRY(cw_scene_add_positions(to->context, to->scene, p, 8, &first));
    return cw_scene_add_triangles(to->context, to->scene, CW_NONE, corners, 12, first);
}

/// How a kind of stair differs from the plain one, metres.
typedef struct stair_style {
    double over;  ///< by how much a tread begins before its riser
    double lean;  ///< by how much the foot of a riser is before its top
    double crack; ///< left free at both ends of a tread
    double under; ///< by how much a tread runs on below the next one
    bool risers, solid;
} stair_style;

static stair_style style_of(cw_stair_kind kind) {
    stair_style style = {.risers = true};
    style.over = kind == CW_STAIR_NOSING ? 0.03 : 0;
    style.lean = kind == CW_STAIR_TILTED ? 0.02 : kind == CW_STAIR_UNDERCUT ? -0.03 : 0;
    style.crack = kind == CW_STAIR_CRACKED ? 0.001 : 0;
    style.under = kind == CW_STAIR_LONG || kind == CW_STAIR_OPEN ? 0.05 : 0;
    style.under = kind == CW_STAIR_NOSING ? 0.03 : style.under;
    style.under = kind == CW_STAIR_UNDERCUT ? 0.03 : style.under;
    style.under = kind == CW_STAIR_TILTED ? -0.02 : style.under;
    style.risers = kind != CW_STAIR_OPEN;
    style.solid = kind == CW_STAIR_SOLID;
    return style;
}

/// Floor i of a stair, from x = low to x = high, and the riser behind it.
static cw_status add_tread(const builder *to, const stair_style *style, uint32_t i, double low,
                           double high) {
    double z = i * CW_STAIR_RISE, width = CW_STAIR_WIDTH;
    bool last = i == CW_STAIR_TREADS + 1;
    if (style->solid) {
        return add_box(to, (cw_vec3){low, 0, z - 0.5}, (cw_vec3){high, width, z});
    }
    double begin = i == 0 ? low : low - style->over + style->crack;
    double end = last ? high : high + style->under;
    CW_SCENE_TRY(add_level(to, (cw_vec2){begin, 0}, (cw_vec2){end, width}, z));
    if (last || !style->risers) {
        return CW_OK;
    }
    double foot = high - style->lean, top = high, up = z + CW_STAIR_RISE;
    return add_quad(to, (cw_vec3){foot, width, z}, (cw_vec3){foot, 0, z}, (cw_vec3){top, 0, up},
                    (cw_vec3){top, width, up});
}

cw_status cw_scene_stair(cw_context *context, cw_stair_kind kind, double angle, cw_scene *scene) {
    builder to = {.context = context, .scene = scene, .turn = cw_unit_vector(angle)};
    to.twice = kind == CW_STAIR_DOUBLED;
    stair_style style = style_of(kind);
    double x = 0;
    for (uint32_t i = 0; i <= CW_STAIR_TREADS + 1; i++) {
        bool landing = i == 0 || i == CW_STAIR_TREADS + 1;
        double next = x + (landing ? CW_STAIR_LANDING : CW_STAIR_TREAD);
        CW_SCENE_TRY(add_tread(&to, &style, i, x, next));
        x = next;
    }
    return CW_OK;
}

cw_status cw_scene_tiles(cw_context *context, uint32_t count, double tilt, uint64_t seed,
                         cw_scene *scene) {
    cw_random random = {seed};
    for (uint32_t i = 0; i < count; i++) {
        cw_vec2 turn = cw_unit_vector(cw_random_range(&random, 0, CW_FULL_TURN));
        double x = cw_random_range(&random, 0, 8);
        double y = cw_random_range(&random, 0, 8);
        static const cw_vec2 corner[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        cw_vec3 p[4];
        for (uint32_t k = 0; k < 4; k++) {
            cw_vec2 at = cw_turn_vector(turn, corner[k]);
            p[k] = (cw_vec3){at.x + x, at.y + y, tilt * (at.x + x)};
        }
        builder to = {.context = context, .scene = scene, .turn = {1, 0}};
        CW_SCENE_TRY(add_quad(&to, p[0], p[1], p[2], p[3]));
    }
    return CW_OK;
}

cw_status cw_scene_ramp_through(cw_context *context, cw_scene *scene) {
    builder to = {.context = context, .scene = scene, .turn = {1, 0}};
    CW_SCENE_TRY(add_level(&to, (cw_vec2){0, 0}, (cw_vec2){12, 12}, 0));
    CW_SCENE_TRY(add_quad(&to, (cw_vec3){1, 1, -1}, (cw_vec3){9, 1, 3}, (cw_vec3){9, 3, 3},
                          (cw_vec3){1, 3, -1}));
    CW_SCENE_TRY(add_level(&to, (cw_vec2){1, 5}, (cw_vec2){4, 7}, 2));
    CW_SCENE_TRY(add_level(&to, (cw_vec2){5, 5}, (cw_vec2){8, 7}, 1.99));
    return add_level(&to, (cw_vec2){2, 9}, (cw_vec2){4, 10}, 0.75);
}

cw_status cw_scene_thin_walls(cw_context *context, cw_scene *scene) {
    builder to = {.context = context, .scene = scene, .turn = {1, 0}};
    CW_SCENE_TRY(add_level(&to, (cw_vec2){0, 0}, (cw_vec2){20, 20}, 0));
    for (uint32_t i = 0; i < 12; i++) {
        double low = i % 3 == 2 ? 1.5 : 0, high = i % 3 == 0 ? 0.3 : i % 3 == 1 ? 1 : 2.5;
        cw_vec2 a = {2 + 5.0 * (i % 4), 3 + 6.0 * (i / 4)}, along = cw_unit_vector(0.4 * i);
        cw_vec2 b = {a.x + 1.5 * along.x, a.y + 1.5 * along.y};
        CW_SCENE_TRY(add_quad(&to, (cw_vec3){a.x, a.y, low}, (cw_vec3){b.x, b.y, low},
                              (cw_vec3){b.x, b.y, high}, (cw_vec3){a.x, a.y, high}));
    }
    return CW_OK;
}

static cw_status add_boxes(cw_context *context, uint32_t count, double side, double z,
                           cw_random *random, cw_scene *scene) {
    for (uint32_t i = 0; i < count; i++) {
        builder to = {.context = context, .scene = scene};
        to.turn = cw_unit_vector(cw_random_range(random, 0, CW_FULL_TURN));
        to.offset.x = cw_random_range(random, 2, side - 2);
        to.offset.y = cw_random_range(random, 2, side - 2);
        double width = cw_random_range(random, 0.25, 0.75);
        double depth = cw_random_range(random, 0.25, 0.75);
        double height = cw_random_range(random, 0.5, 3);
        to.offset.z = z;
        CW_SCENE_TRY(
            add_box(&to, (cw_vec3){-width, -depth, -0.25}, (cw_vec3){width, depth, height}));
    }
    return CW_OK;
}

cw_status cw_scene_boxes(cw_context *context, uint32_t count, double side, uint64_t seed,
                         cw_scene *scene) {
    builder to = {.context = context, .scene = scene, .turn = {1, 0}};
    cw_random random = {seed};
    CW_SCENE_TRY(add_level(&to, (cw_vec2){0, 0}, (cw_vec2){side, side}, 0));
    return add_boxes(context, count, side, 0, &random, scene);
}

cw_status cw_scene_storeys(cw_context *context, uint32_t count, uint64_t seed, cw_scene *scene) {
    builder to = {.context = context, .scene = scene, .turn = {1, 0}};
    cw_random random = {seed};
    for (uint32_t i = 0; i < count; i++) {
        CW_SCENE_TRY(add_level(&to, (cw_vec2){0, 0}, (cw_vec2){10, 10}, 3.0 * i));
        CW_SCENE_TRY(add_boxes(context, 20, 10, 3.0 * i, &random, scene));
    }
    return CW_OK;
}

cw_status cw_scene_soup(cw_context *context, uint32_t count, uint32_t extent, uint32_t height,
                        uint64_t seed, cw_scene *scene) {
    cw_random random = {seed};
    for (uint32_t i = 0; i < count; i++) {
        cw_vec3 p[3];
        for (uint32_t k = 0; k < 3; k++) {
            p[k].x = cw_random_below(&random, extent + 1);
            p[k].y = cw_random_below(&random, extent + 1);
            p[k].z = cw_random_below(&random, height + 1);
        }
        uint32_t first, corners[3] = {0, 1, 2};
        CW_SCENE_TRY(cw_scene_add_positions(context, scene, p, 3, &first));
        CW_SCENE_TRY(cw_scene_add_triangles(context, scene, CW_NONE, corners, 1, first));
    }
    return CW_OK;
}

/// Heights of the floor or of the roof of a cave at a corner of its grid, metres.
static double cave_height(double x, double y, double phase, bool roof) {
    double wave = cw_unit_vector(0.41 * x + phase).x, swell = cw_unit_vector(0.33 * y - phase).y;
    double floor = 0.5 * wave + 0.4 * swell;
    double arch = cw_unit_vector(0.27 * (x + y) + phase).y + cw_unit_vector(0.63 * (x - y)).x;
    return roof ? floor + 2.4 + 0.9 * arch : floor;
}

cw_status cw_scene_cave(cw_context *context, uint32_t side, double spacing, double phase,
                        cw_scene *scene) {
    for (int roof = 0; roof < 2; roof++) {
        uint32_t first = scene->position_count, width = side + 1;
        for (uint32_t i = 0; i < width * width; i++) {
            cw_vec3 p = {i % width * spacing, i / width * spacing, 0};
            p.z = cave_height(p.x, p.y, phase, roof != 0);
            CW_SCENE_TRY(cw_scene_add_positions(context, scene, &p, 1, NULL));
        }
        for (uint32_t i = 0; i < side * side; i++) {
            uint32_t a = i / side * width + i % side, b = a + 1, c = b + width, d = a + width;
            uint32_t up[6] = {a, b, c, a, c, d}, down[6] = {a, c, b, a, d, c};
            CW_SCENE_TRY(
                cw_scene_add_triangles(context, scene, CW_NONE, roof ? down : up, 2, first));
        }
    }
    return CW_OK;
}
