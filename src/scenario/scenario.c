/// Scenarios as data: adding to them, checking them, freeing them.
#include "clearway/scenario.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

/// Ranges, in the units of the fields.
static const double STEP_LOW = 0.001, STEP_HIGH = 1, FPS_LOW = 0.01, FPS_HIGH = 1000;
static const double DURATION_HIGH = 1e6, TIME_GAP_HIGH = 60;
/// Agents of a scenario at most.
static const uint64_t AGENT_LIMIT = 10000000;

cw_scenario cw_scenario_default(void) {
    return (cw_scenario){.seed = 1,
                         .step = 0.05,
                         .duration = 300,
                         .fps = 10,
                         .crowd = cw_crowd_config_default(),
                         .roadmap = cw_roadmap_config_default()};
}

cw_scenario_group cw_scenario_group_default(void) {
    return (cw_scenario_group){.region = CW_NONE,
                               .radius = cw_distribution_constant(0.2),
                               .speed = cw_distribution_constant(1.34),
                               .max_speed = cw_distribution_constant(1.3),
                               .max_speed_is_factor = true,
                               .start = cw_distribution_constant(0),
                               .wait = cw_distribution_constant(0)};
}

cw_status cw_scenario_add_points(cw_context *context, cw_scenario *scenario, const cw_vec3 *points,
                                 uint32_t count) {
    CW_TRY(CW_RESERVE(context, scenario->points, scenario->point_capacity,
                      (size_t)scenario->point_count + count));
    if (count > 0) {
        memcpy(scenario->points + scenario->point_count, points, count * sizeof *points);
    }
    scenario->point_count += count;
    return CW_OK;
}

cw_status cw_scenario_add_region(cw_context *context, cw_scenario *scenario, const char *name,
                                 cw_crowd_target_kind kind, const cw_vec3 *points, uint32_t count,
                                 double radius) {
    CW_TRY(CW_RESERVE(context, scenario->regions, scenario->region_capacity,
                      (size_t)scenario->region_count + 1));
    cw_scenario_region region = {
        .kind = kind, .point_first = scenario->point_count, .point_count = count, .radius = radius};
    CW_TRY(cw_scenario_add_points(context, scenario, points, count));
    CW_TRY(cw_names_add(context, &scenario->region_names, name));
    scenario->regions[scenario->region_count++] = region;
    return CW_OK;
}

cw_status cw_scenario_add_model(cw_context *context, cw_scenario *scenario, const char *name,
                                const cw_scenario_model *model) {
    CW_TRY(CW_RESERVE(context, scenario->models, scenario->model_capacity,
                      (size_t)scenario->model_count + 1));
    CW_TRY(cw_names_add(context, &scenario->model_names, name));
    scenario->models[scenario->model_count++] = *model;
    return CW_OK;
}

cw_status cw_scenario_add_goal(cw_context *context, cw_scenario *scenario, const uint32_t *regions,
                               uint32_t count) {
    CW_TRY(CW_RESERVE(context, scenario->goal_regions, scenario->goal_region_capacity,
                      (size_t)scenario->goal_region_count + count));
    CW_TRY(CW_RESERVE(context, scenario->goals, scenario->goal_capacity,
                      (size_t)scenario->goal_count + 1));
    scenario->goals[scenario->goal_count++] =
        (cw_scenario_goal){.region_first = scenario->goal_region_count, .region_count = count};
    for (uint32_t i = 0; i < count; i++) {
        scenario->goal_regions[scenario->goal_region_count++] = regions[i];
    }
    return CW_OK;
}

cw_status cw_scenario_add_group(cw_context *context, cw_scenario *scenario, const char *name,
                                const cw_scenario_group *group) {
    CW_TRY(CW_RESERVE(context, scenario->groups, scenario->group_capacity,
                      (size_t)scenario->group_count + 1));
    CW_TRY(cw_names_add(context, &scenario->group_names, name));
    scenario->groups[scenario->group_count++] = *group;
    return CW_OK;
}

cw_status cw_scenario_add_measure(cw_context *context, cw_scenario *scenario, const char *name,
                                  const cw_scenario_measure *measure) {
    CW_TRY(CW_RESERVE(context, scenario->measures, scenario->measure_capacity,
                      (size_t)scenario->measure_count + 1));
    CW_TRY(cw_names_add(context, &scenario->measure_names, name));
    scenario->measures[scenario->measure_count++] = *measure;
    return CW_OK;
}

// --- checking ------------------------------------------------------------------------------------

static cw_status check_range(cw_context *context, const char *field, double value, double low,
                             double high) {
    return value >= low && value <= high
               ? CW_OK
               : cw_fail(context, CW_ERROR_INPUT, "%s: must be %g to %g", field, low, high);
}

/// Whether a distribution can give values in [low, high], and nothing else without being told so.
static cw_status check_distribution(cw_context *context, uint32_t group, const char *field,
                                    const cw_distribution *made, double low, double high) {
    if (made->low > made->high) {
        return cw_fail(context, CW_ERROR_INPUT, "groups[%u].%s.min: must not be above max", group,
                       field);
    }
    bool spread = made->kind == CW_DISTRIBUTION_NORMAL || made->kind == CW_DISTRIBUTION_LOGNORMAL;
    bool shaped = made->kind == CW_DISTRIBUTION_GAMMA || made->kind == CW_DISTRIBUTION_WEIBULL;
    const char *name = cw_distribution_name(made->kind);
    if (name == NULL) {
        return cw_fail(context, CW_ERROR_INPUT, "groups[%u].%s: there is no such distribution",
                       group, field);
    }
    if (spread && !(made->b >= 0)) {
        return cw_fail(context, CW_ERROR_INPUT, "groups[%u].%s.%s[1]: must be 0 or more", group,
                       field, name);
    }
    if (shaped && !(made->a > 0 && made->b > 0)) {
        return cw_fail(context, CW_ERROR_INPUT, "groups[%u].%s.%s[%d]: must be above 0", group,
                       field, name, made->a > 0 ? 1 : 0);
    }
    if (made->kind == CW_DISTRIBUTION_UNIFORM && !(made->a <= made->b)) {
        return cw_fail(context, CW_ERROR_INPUT, "groups[%u].%s.uniform[1]: must not be below %g",
                       group, field, made->a);
    }
    double least = made->low, most = made->high;
    if (made->kind == CW_DISTRIBUTION_CONSTANT) {
        least = most = made->a;
    } else if (made->kind == CW_DISTRIBUTION_UNIFORM) {
        least = made->a > least ? made->a : least;
        most = made->b < most ? made->b : most;
    }
    bool can =
        least <= high && most >= low && (least > -INFINITY || most < INFINITY || spread || shaped);
    bool fixed = made->kind == CW_DISTRIBUTION_CONSTANT || made->kind == CW_DISTRIBUTION_UNIFORM;
    if (!can || (fixed && (least < low || most > high))) {
        return cw_fail(context, CW_ERROR_INPUT, "groups[%u].%s: must be %g to %g", group, field,
                       low, high);
    }
    return CW_OK;
}

static cw_status check_group_draws(cw_context *context, const cw_scenario *scenario, uint32_t i) {
    const cw_scenario_group *group = &scenario->groups[i];
    CW_TRY(check_distribution(context, i, "radius", &group->radius, 0.01, 100));
    CW_TRY(check_distribution(context, i, "speed", &group->speed, 0, 100));
    CW_TRY(check_distribution(context, i, "max_speed", &group->max_speed,
                              group->max_speed_is_factor ? 1 : 0, 100));
    CW_TRY(check_distribution(context, i, "start", &group->start, 0, DURATION_HIGH));
    return check_distribution(context, i, "wait", &group->wait, 0, DURATION_HIGH);
}

static cw_status check_group(cw_context *context, const cw_scenario *scenario, uint32_t i) {
    const cw_scenario_group *group = &scenario->groups[i];
    CW_TRY(check_group_draws(context, scenario, i));
    if (!(group->rate >= 0 && group->rate <= 1000)) {
        return cw_fail(context, CW_ERROR_INPUT, "groups[%u].rate: must be 0 to 1000", i);
    }
    if (group->model != CW_NONE && group->model >= scenario->model_count) {
        return cw_fail(context, CW_ERROR_INPUT, "groups[%u].model: there is no such model", i);
    }
    bool placed = group->region != CW_NONE;
    if (placed && group->region >= scenario->region_count) {
        return cw_fail(context, CW_ERROR_INPUT, "groups[%u].region: there is no such region", i);
    }
    if (!placed &&
        (group->position_count == 0 ||
         (size_t)group->position_first + group->position_count > scenario->point_count)) {
        return cw_fail(context, CW_ERROR_INPUT,
                       "groups[%u]: needs a region or positions to start from", i);
    }
    if (!placed && group->count > group->position_count && group->rate <= 0 &&
        group->start.kind == CW_DISTRIBUTION_CONSTANT) {
        return cw_fail(context, CW_ERROR_INPUT,
                       "groups[%u].count: must be at most %u, the number of positions, unless they "
                       "come one after the other (rate, start)",
                       i, group->position_count);
    }
    if ((size_t)group->goal_first + group->goal_count > scenario->goal_count) {
        return cw_fail(context, CW_ERROR_INPUT, "groups[%u].goals: there is no such goal", i);
    }
    for (uint32_t k = 0; k < group->goal_count; k++) {
        const cw_scenario_goal *goal = &scenario->goals[group->goal_first + k];
        if (goal->own_wait) {
            CW_TRY(check_distribution(context, i, "goals.wait", &goal->wait, 0, DURATION_HIGH));
        }
    }
    return CW_OK;
}

static cw_status check_regions(cw_context *context, const cw_scenario *scenario) {
    for (uint32_t i = 0; i < scenario->region_count; i++) {
        const cw_scenario_region *region = &scenario->regions[i];
        uint32_t least = region->kind == CW_TARGET_POINT     ? 1
                         : region->kind == CW_TARGET_SEGMENT ? 2
                                                             : 3;
        bool most = region->kind == CW_TARGET_REGION || region->point_count == least;
        if (region->point_count < least || !most) {
            return cw_fail(context, CW_ERROR_INPUT, "regions.%s: needs %u point%s%s",
                           cw_names_get(&scenario->region_names, i), least, least > 1 ? "s" : "",
                           region->kind == CW_TARGET_REGION ? " or more" : "");
        }
        if (!(region->radius >= 0 && region->radius <= CW_COORDINATE_LIMIT)) {
            return cw_fail(context, CW_ERROR_INPUT, "regions.%s.radius: must be 0 or more",
                           cw_names_get(&scenario->region_names, i));
        }
    }
    for (uint32_t i = 0; i < scenario->point_count; i++) {
        const cw_vec3 *at = &scenario->points[i];
        if (!(fabs(at->x) <= CW_COORDINATE_LIMIT && fabs(at->y) <= CW_COORDINATE_LIMIT &&
              fabs(at->z) <= CW_COORDINATE_LIMIT)) {
            return cw_fail(context, CW_ERROR_INPUT, "a coordinate is beyond %g m",
                           CW_COORDINATE_LIMIT);
        }
    }
    return CW_OK;
}

static cw_status check_references(cw_context *context, const cw_scenario *scenario) {
    for (uint32_t i = 0; i < scenario->goal_count; i++) {
        const cw_scenario_goal *goal = &scenario->goals[i];
        for (uint32_t k = 0; k < goal->region_count; k++) {
            size_t at = (size_t)goal->region_first + k;
            if (at >= scenario->goal_region_count ||
                scenario->goal_regions[at] >= scenario->region_count) {
                return cw_fail(context, CW_ERROR_INPUT, "a goal names a region that is not there");
            }
        }
    }
    for (uint32_t i = 0; i < scenario->measure_count; i++) {
        const cw_scenario_measure *measure = &scenario->measures[i];
        if (!measure->is_line && (measure->region >= scenario->region_count ||
                                  scenario->regions[measure->region].kind == CW_TARGET_SEGMENT)) {
            return cw_fail(context, CW_ERROR_INPUT,
                           "measure[%u].region: must be a polygon or a point with a radius", i);
        }
    }
    return CW_OK;
}

cw_status cw_scenario_check(cw_context *context, const cw_scenario *scenario) {
    CW_TRY(check_range(context, "step", scenario->step, STEP_LOW, STEP_HIGH));
    CW_TRY(check_range(context, "record.fps", scenario->fps, FPS_LOW, FPS_HIGH));
    if (!(scenario->duration > 0 && scenario->duration <= DURATION_HIGH)) {
        return cw_fail(context, CW_ERROR_INPUT, "duration: must be above 0, at most %g",
                       DURATION_HIGH);
    }
    CW_TRY(check_regions(context, scenario));
    for (uint32_t i = 0; i < scenario->model_count; i++) {
        const char *name = cw_names_get(&scenario->model_names, i);
        if (!(scenario->models[i].time_gap >= 0 && scenario->models[i].time_gap <= TIME_GAP_HIGH)) {
            return cw_fail(context, CW_ERROR_INPUT, "models.%s.time_gap: must be 0 to 60", name);
        }
        if (!(scenario->models[i].spread >= 0 && scenario->models[i].spread <= 1)) {
            return cw_fail(context, CW_ERROR_INPUT, "models.%s.spread: must be 0 to 1", name);
        }
    }
    uint64_t agents = 0;
    for (uint32_t i = 0; i < scenario->group_count; i++) {
        CW_TRY(check_group(context, scenario, i));
        agents += scenario->groups[i].count;
    }
    if (agents > AGENT_LIMIT) {
        return cw_fail(context, CW_ERROR_LIMIT, "groups: more than %llu agents",
                       (unsigned long long)AGENT_LIMIT);
    }
    return check_references(context, scenario);
}

void cw_scenario_free(cw_context *context, cw_scenario *scenario) {
    CW_RELEASE(context, scenario->points, scenario->point_capacity);
    cw_skeleton_free(context, &scenario->skeleton);
    cw_names_free(context, &scenario->region_names);
    cw_names_free(context, &scenario->model_names);
    cw_names_free(context, &scenario->group_names);
    cw_names_free(context, &scenario->measure_names);
    CW_RELEASE(context, scenario->regions, scenario->region_capacity);
    CW_RELEASE(context, scenario->models, scenario->model_capacity);
    CW_RELEASE(context, scenario->groups, scenario->group_capacity);
    CW_RELEASE(context, scenario->goals, scenario->goal_capacity);
    CW_RELEASE(context, scenario->goal_regions, scenario->goal_region_capacity);
    CW_RELEASE(context, scenario->measures, scenario->measure_capacity);
    *scenario = (cw_scenario){0};
}
