/// The table of families, and what is done to every plan of them.
///
/// A maker fills the plan at scale 1 without rotation; then the points are turned and scaled. A
/// family and its seed give the generator its state, so equal seeds of two families have nothing in
/// common. Every maker costs time linear in the number of vertices.
#include "sketch.h"

#define MIN_VERTICES 8
#define MAX_VERTICES 4000000

/// Angles beyond this are not reduced exactly, radians.
#define MAX_ROTATION 1e6

typedef struct maker {
    const char *name;
    cw_status (*make)(cw_sketch *sketch);
} maker;

static const maker families[CW_SCENE_FAMILY_COUNT] = {
    [CW_SCENE_RECT] = {"rect", cw_sketch_rects},
    [CW_SCENE_MIX] = {"mix", cw_sketch_mix},
    [CW_SCENE_STAR] = {"star", cw_sketch_stars},
    [CW_SCENE_CIRCLE] = {"circle", cw_sketch_circles},
    [CW_SCENE_MAZE] = {"maze", cw_sketch_maze},
    [CW_SCENE_ROOMS] = {"rooms", cw_sketch_rooms},
    [CW_SCENE_COMB] = {"comb", cw_sketch_comb},
    [CW_SCENE_SPIRAL] = {"spiral", cw_sketch_spirals},
    [CW_SCENE_SIMPLE] = {"simple", cw_sketch_simple},
    [CW_SCENE_TANGLE] = {"tangle", cw_sketch_tangle},
    [CW_SCENE_DEGENERATE] = {"degenerate", cw_sketch_degenerate},
};

/// Rotation 0 and scale 1 leave every bit as it is, so that round numbers stay round.
static void turn_and_scale(cw_plan *plan, double rotation, double scale) {
    cw_vec2 turn = cw_unit_vector(rotation);
    for (uint32_t i = 0; i < plan->point_count; i++) {
        cw_vec2 turned = cw_turn_vector(turn, plan->points[i]);
        plan->points[i] = (cw_vec2){scale * turned.x, scale * turned.y};
    }
}

static cw_status check_config(cw_context *context, const cw_scene_config *config) {
    if ((unsigned)config->family >= CW_SCENE_FAMILY_COUNT) {
        return cw_context_fail(context, CW_ERROR_ARGUMENT, "family %d is unknown",
                               (int)config->family);
    }
    if (config->vertices < MIN_VERTICES || config->vertices > MAX_VERTICES) {
        return cw_context_fail(context, CW_ERROR_ARGUMENT, "vertices must be %d to %d, not %u",
                               MIN_VERTICES, MAX_VERTICES, config->vertices);
    }
    if (!(config->rotation >= -MAX_ROTATION && config->rotation <= MAX_ROTATION)) {
        return cw_context_fail(context, CW_ERROR_ARGUMENT, "rotation must be %g to %g, not %g",
                               -MAX_ROTATION, MAX_ROTATION, config->rotation);
    }
    if (!(config->scale > 0 && config->scale <= CW_COORDINATE_LIMIT)) {
        return cw_context_fail(context, CW_ERROR_ARGUMENT,
                               "scale must be above 0 and up to %g, not %g", CW_COORDINATE_LIMIT,
                               config->scale);
    }
    return CW_OK;
}

const char *cw_scene_family_name(cw_scene_family family) {
    return (unsigned)family < CW_SCENE_FAMILY_COUNT ? families[family].name : "unknown";
}

cw_scene_config cw_scene_config_default(void) {
    return (cw_scene_config){
        .family = CW_SCENE_RECT, .vertices = 1000, .seed = 1, .rotation = 0, .scale = 1};
}

cw_status cw_scene_make(cw_context *context, const cw_scene_config *config, cw_plan *plan) {
    *plan = (cw_plan){0};
    CW_SCENE_TRY(check_config(context, config));
    cw_random mixer = {config->seed};
    uint64_t state = cw_random_next(&mixer) + (uint64_t)config->family;
    cw_sketch sketch = {
        .context = context, .plan = plan, .random = {state}, .vertices = config->vertices};
    cw_status status = families[config->family].make(&sketch);
    if (status != CW_OK) {
        cw_plan_free(context, plan);
        return status;
    }
    turn_and_scale(plan, config->rotation, config->scale);
    return CW_OK;
}
