/// The groups of a scenario file: where they start, who they are, where they go.
#include "reader.h"

#include <math.h>
#include <string.h>

/// Agents of one group at most.
enum { COUNT_LIMIT = 10000000 };

static const char *const group_keys[] = {"name",  "count",  "region",  "positions", "rate",
                                         "model", "radius", "speed",   "max_speed", "start",
                                         "goals", "wait",   "at_goal", NULL};

/// The place of a member of a group.
static cw_json_place member_of(const cw_json_place *group, const char *key) {
    return (cw_json_place){.parent = group, .key = key};
}

static cw_status read_draw(const cw_scenario_reader *reader, const cw_json_place *place,
                           const json_t *group, const char *key, cw_distribution *distribution) {
    const json_t *value = json_object_get(group, key);
    cw_json_place at = member_of(place, key);
    return value != NULL ? cw_scenario_distribution(reader, &at, value, distribution) : CW_OK;
}

static cw_status read_max_speed(const cw_scenario_reader *reader, const cw_json_place *place,
                                const json_t *group, cw_scenario_group *made) {
    const json_t *value = json_object_get(group, "max_speed");
    const json_t *factor = json_object_get(value, "factor");
    cw_json_place at = member_of(place, "max_speed");
    if (factor == NULL) {
        made->max_speed_is_factor = value == NULL;
        return read_draw(reader, place, group, "max_speed", &made->max_speed);
    }
    static const char *const keys[] = {"factor", NULL};
    CW_IO_TRY(cw_scenario_keys(reader, &at, value, keys));
    cw_json_place inside = member_of(&at, "factor");
    double number;
    CW_IO_TRY(cw_scenario_number(reader, &inside, factor, 1, 100, &number));
    made->max_speed = cw_distribution_constant(number);
    return CW_OK;
}

/// Where they start: a region with a count, or positions.
static cw_status read_start_place(cw_scenario_reader *reader, const cw_json_place *place,
                                  const json_t *group, cw_scenario_group *made) {
    const json_t *region = json_object_get(group, "region");
    const json_t *positions = json_object_get(group, "positions");
    const json_t *count = json_object_get(group, "count");
    cw_json_place at = member_of(place, "region");
    if ((region != NULL) == (positions != NULL)) {
        return cw_json_fail(reader->source, place, CW_ERROR_FORMAT,
                            "must have either a region or positions to start from");
    }
    if (region != NULL) {
        CW_IO_TRY(cw_scenario_region_named(reader, &at, region, &made->region));
    } else {
        at = member_of(place, "positions");
        CW_IO_TRY(cw_scenario_points(reader, &at, positions, 1));
        made->position_first = reader->scenario->point_count;
        made->position_count = (uint32_t)reader->point_count;
        made->count = made->position_count;
        CW_IO_TRY(cw_scenario_add_points(reader->context, reader->scenario, reader->points,
                                         made->position_count));
    }
    at = member_of(place, "count");
    if (count == NULL) {
        return region == NULL ? CW_OK
                              : cw_json_fail(reader->source, &at, CW_ERROR_FORMAT,
                                             "must be there: how many start in the region");
    }
    int64_t number;
    CW_IO_TRY(cw_json_integer(reader->source, &at, count, 0, COUNT_LIMIT, &number));
    made->count = (uint32_t)number;
    return CW_OK;
}

static cw_status read_nearest(cw_scenario_reader *reader, const cw_json_place *place,
                              const json_t *goal) {
    static const char *const keys[] = {"nearest", NULL};
    uint32_t regions[64];
    CW_IO_TRY(cw_scenario_keys(reader, place, goal, keys));
    const json_t *list = json_object_get(goal, "nearest");
    cw_json_place at = member_of(place, "nearest");
    size_t count = json_array_size(list);
    if (count < 1 || count > sizeof regions / sizeof regions[0]) {
        return cw_json_fail(reader->source, &at, CW_ERROR_FORMAT,
                            "must be a list of 1 to 64 names of regions");
    }
    for (size_t i = 0; i < count; i++) {
        cw_json_place item = {.parent = &at, .index = i};
        CW_IO_TRY(cw_scenario_region_named(reader, &item, json_array_get(list, i), &regions[i]));
    }
    return cw_scenario_add_goal(reader->context, reader->scenario, regions, (uint32_t)count);
}

static cw_status read_goals(cw_scenario_reader *reader, const cw_json_place *place,
                            const json_t *group, cw_scenario_group *made) {
    const json_t *goals = json_object_get(group, "goals");
    cw_json_place at = member_of(place, "goals");
    made->goal_first = reader->scenario->goal_count;
    if (goals != NULL && !json_is_array(goals)) {
        return cw_json_fail(reader->source, &at, CW_ERROR_FORMAT,
                            "must be a list of regions or {\"nearest\": [...]}");
    }
    for (size_t i = 0; i < json_array_size(goals); i++) {
        const json_t *goal = json_array_get(goals, i);
        cw_json_place item = {.parent = &at, .index = i};
        if (json_is_object(goal)) {
            CW_IO_TRY(read_nearest(reader, &item, goal));
            continue;
        }
        uint32_t region;
        CW_IO_TRY(cw_scenario_region_named(reader, &item, goal, &region));
        CW_IO_TRY(cw_scenario_add_goal(reader->context, reader->scenario, &region, 1));
    }
    made->goal_count = reader->scenario->goal_count - made->goal_first;
    return CW_OK;
}

/// A model of the scenario by name, or a type of models by its own.
static cw_status read_model(cw_scenario_reader *reader, const cw_json_place *place,
                            const json_t *group, cw_scenario_group *made) {
    const json_t *value = json_object_get(group, "model");
    cw_json_place at = member_of(place, "model");
    cw_model type = CW_MODEL_WAY_PORTALS;
    const char *name = json_string_value(value);
    if (value != NULL && name == NULL) {
        return cw_json_fail(reader->source, &at, CW_ERROR_FORMAT, "must be the name of a model");
    }
    made->model = name != NULL ? cw_names_find(&reader->scenario->model_names, name) : CW_NONE;
    if (made->model != CW_NONE) {
        return CW_OK;
    }
    if (name != NULL && !cw_model_from_name(name, &type)) {
        return cw_json_fail(reader->source, &at, CW_ERROR_INPUT, "there is no model \"%.60s\"",
                            name);
    }
    return cw_scenario_model_of_type(reader, type, &made->model);
}

static cw_status read_name(cw_scenario_reader *reader, const cw_json_place *place,
                           const json_t *group, const char **name) {
    const json_t *value = json_object_get(group, "name");
    cw_json_place at = member_of(place, "name");
    *name = value == NULL ? "" : json_string_value(value);
    return *name != NULL ? CW_OK
                         : cw_json_fail(reader->source, &at, CW_ERROR_FORMAT, "must be a text");
}

static cw_status read_group(cw_scenario_reader *reader, const cw_json_place *place,
                            const json_t *group) {
    static const char *const at_goal_words[] = {"leave", "stay", NULL};
    cw_scenario_group made = cw_scenario_group_default();
    const char *name;
    CW_IO_TRY(cw_scenario_keys(reader, place, group, group_keys));
    CW_IO_TRY(read_name(reader, place, group, &name));
    CW_IO_TRY(read_start_place(reader, place, group, &made));
    CW_IO_TRY(read_model(reader, place, group, &made));
    CW_IO_TRY(read_draw(reader, place, group, "radius", &made.radius));
    CW_IO_TRY(read_draw(reader, place, group, "speed", &made.speed));
    CW_IO_TRY(read_max_speed(reader, place, group, &made));
    CW_IO_TRY(read_draw(reader, place, group, "start", &made.start));
    CW_IO_TRY(read_draw(reader, place, group, "wait", &made.wait));
    CW_IO_TRY(read_goals(reader, place, group, &made));
    const json_t *rate = json_object_get(group, "rate");
    cw_json_place at = member_of(place, "rate");
    if (rate != NULL) {
        CW_IO_TRY(cw_scenario_number(reader, &at, rate, 0, 1000, &made.rate));
    }
    const json_t *end = json_object_get(group, "at_goal");
    at = member_of(place, "at_goal");
    uint32_t word = 0;
    if (end != NULL) {
        CW_IO_TRY(cw_scenario_word(reader, &at, end, at_goal_words, &word));
        made.at_end = (cw_at_end)word;
    }
    return cw_scenario_add_group(reader->context, reader->scenario, name, &made);
}

cw_status cw_scenario_read_groups(cw_scenario_reader *reader, const json_t *root) {
    const json_t *groups = json_object_get(root, "groups");
    cw_json_place at = {.key = "groups"};
    if (!json_is_array(groups)) {
        return cw_json_fail(reader->source, &at, CW_ERROR_FORMAT, "must be a list of groups");
    }
    for (size_t i = 0; i < json_array_size(groups); i++) {
        cw_json_place item = {.parent = &at, .index = i};
        CW_IO_TRY(read_group(reader, &item, json_array_get(groups, i)));
    }
    return CW_OK;
}
