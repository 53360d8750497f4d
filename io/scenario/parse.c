/// Scenario files: JSON, checked key by key.
///
/// Phases: keys of the document; what is said of the whole run; regions; models; groups (groups.c);
/// measures; then the ranges that libclearway checks itself.
#include "jupedsim.h"
#include "reader.h"

#include <math.h>
#include <string.h>

static const char *const root_keys[] = {
    "clearway_scenario", "title",  "place",   "seed",    "step",
    "duration",          "record", "regions", "models",  "groups",
    "measure",           "crowd",  "route",   "roadmap", NULL};

static cw_status copy_text(const cw_scenario_reader *reader, const char *text, char **copy) {
    size_t size = strlen(text) + 1;
    *copy = cw_context_resize(reader->context, NULL, 0, size);
    if (*copy == NULL) {
        return cw_json_fail(reader->source, NULL, CW_ERROR_MEMORY, "out of memory");
    }
    memcpy(*copy, text, size);
    return CW_OK;
}

void cw_scenario_place_free(cw_context *context, cw_scenario_place *place) {
    char *texts[] = {place->path, place->wkt, place->title};
    for (int i = 0; i < 3; i++) {
        cw_context_release(context, texts[i], texts[i] != NULL ? strlen(texts[i]) + 1 : 0);
    }
    *place = (cw_scenario_place){0};
}

/// A number of the document itself, if it is there.
static cw_status read_member(const cw_scenario_reader *reader, const cw_json_place *parent,
                             const json_t *object, const char *key, double low, double high,
                             double *number) {
    const json_t *value = json_object_get(object, key);
    cw_json_place at = {.parent = parent, .key = key};
    return value != NULL ? cw_scenario_number(reader, &at, value, low, high, number) : CW_OK;
}

static cw_status read_place(const cw_scenario_reader *reader, const json_t *root,
                            cw_scenario_place *place) {
    const json_t *value = json_object_get(root, "place"), *title = json_object_get(root, "title");
    cw_json_place at = {.key = "place"}, titled = {.key = "title"};
    if (title != NULL && !json_is_string(title)) {
        return cw_json_fail(reader->source, &titled, CW_ERROR_FORMAT, "must be a text");
    }
    if (title != NULL) {
        CW_IO_TRY(copy_text(reader, json_string_value(title), &place->title));
    }
    if (json_is_string(value)) {
        return copy_text(reader, json_string_value(value), &place->path);
    }
    static const char *const keys[] = {"wkt", NULL};
    const json_t *wkt = json_object_get(value, "wkt");
    if (!json_is_string(wkt)) {
        return cw_json_fail(
            reader->source, &at, CW_ERROR_FORMAT,
            "must be the name of a mesh or plan file, or {\"wkt\": \"POLYGON...\"}");
    }
    CW_IO_TRY(cw_scenario_keys(reader, &at, value, keys));
    return copy_text(reader, json_string_value(wkt), &place->wkt);
}

static cw_status read_head(const cw_scenario_reader *reader, const json_t *root) {
    cw_scenario *scenario = reader->scenario;
    cw_json_place version = {.key = "clearway_scenario"}, seeded = {.key = "seed"};
    const json_t *number = json_object_get(root, "clearway_scenario");
    if (!json_is_integer(number) || json_integer_value(number) != 1) {
        return cw_json_fail(reader->source, &version, CW_ERROR_FORMAT,
                            "must be 1, the version of scenarios that is read");
    }
    const json_t *seed = json_object_get(root, "seed");
    if (seed != NULL) {
        int64_t value;
        CW_IO_TRY(cw_json_integer(reader->source, &seeded, seed, 0, INT64_MAX, &value));
        scenario->seed = (uint64_t)value;
    }
    CW_IO_TRY(read_member(reader, NULL, root, "step", 0.001, 1, &scenario->step));
    CW_IO_TRY(read_member(reader, NULL, root, "duration", 0.001, 1e6, &scenario->duration));
    const json_t *record = json_object_get(root, "record");
    cw_json_place at = {.key = "record"};
    if (record == NULL) {
        return CW_OK;
    }
    static const char *const keys[] = {"fps", NULL};
    CW_IO_TRY(cw_scenario_keys(reader, &at, record, keys));
    return read_member(reader, &at, record, "fps", 0.01, 1000, &scenario->fps);
}

/// What concerns all agents: how bodies meet, on which side they pass.
static cw_status read_crowd(const cw_scenario_reader *reader, const json_t *root) {
    static const char *const keys[] = {"contact", "side",     "routes",      "sight", "neighbours",
                                       "tau",     "tau_wall", "max_substep", NULL};
    static const char *const contacts[] = {"hard", "soft", NULL};
    static const char *const sides[] = {"right", "left", "none", NULL};
    static const char *const routes[] = {"own", "shared", NULL};
    const json_t *value = json_object_get(root, "crowd");
    cw_json_place at = {.key = "crowd"};
    cw_crowd_config *config = &reader->scenario->crowd;
    if (value == NULL) {
        return CW_OK;
    }
    CW_IO_TRY(cw_scenario_keys(reader, &at, value, keys));
    const char *const *words[] = {contacts, sides, routes};
    uint32_t chosen[] = {(uint32_t)config->contact, (uint32_t)config->side, 0};
    for (int i = 0; i < 3; i++) {
        const json_t *word = json_object_get(value, keys[i]);
        cw_json_place member = {.parent = &at, .key = keys[i]};
        if (word != NULL) {
            CW_IO_TRY(cw_scenario_word(reader, &member, word, words[i], &chosen[i]));
        }
    }
    config->contact = (cw_crowd_contact)chosen[0];
    config->side = (cw_crowd_side)chosen[1];
    config->shared_routes = chosen[2] == 1;
    double neighbours = config->neighbours;
    CW_IO_TRY(read_member(reader, &at, value, "sight", 0.01, 100, &config->sight));
    CW_IO_TRY(read_member(reader, &at, value, "neighbours", 1, 16, &neighbours));
    config->neighbours = (uint32_t)neighbours;
    CW_IO_TRY(read_member(reader, &at, value, "tau", 0.01, 60, &config->tau));
    CW_IO_TRY(read_member(reader, &at, value, "tau_wall", 0.01, 60, &config->tau_wall));
    return read_member(reader, &at, value, "max_substep", 0.001, 1, &config->max_substep);
}

/// How agents find their way.
static cw_status read_route(const cw_scenario_reader *reader, const json_t *root) {
    static const char *const routes[] = {"shortest", "roadmap", NULL};
    static const char *const weights[] = {"density", "seed", "length", NULL};
    static const char *const keys[] = {"spacing", "levels", "rungs", "weight", NULL};
    cw_json_place route_at = {.key = "route"}, at = {.key = "roadmap"};
    cw_json_place weight_at = {.parent = &at, .key = "weight"};
    cw_scenario *scenario = reader->scenario;
    const json_t *route = json_object_get(root, "route"), *value = json_object_get(root, "roadmap");
    uint32_t chosen = 0, weight = 0;
    if (route != NULL) {
        CW_IO_TRY(cw_scenario_word(reader, &route_at, route, routes, &chosen));
    }
    scenario->route = (cw_scenario_route)chosen;
    if (value == NULL) {
        return CW_OK;
    }
    CW_IO_TRY(cw_scenario_keys(reader, &at, value, keys));
    double levels = scenario->roadmap.levels;
    CW_IO_TRY(read_member(reader, &at, value, "spacing", 0.01, 1e6, &scenario->roadmap.spacing));
    CW_IO_TRY(read_member(reader, &at, value, "levels", 0, UINT16_MAX, &levels));
    CW_IO_TRY(read_member(reader, &at, value, "rungs", 0.01, 1e6, &scenario->roadmap.rungs));
    scenario->roadmap.levels = (uint32_t)levels;
    const json_t *word = json_object_get(value, "weight");
    if (word != NULL) {
        CW_IO_TRY(cw_scenario_word(reader, &weight_at, word, weights, &weight));
    }
    scenario->weight = (cw_roadmap_weight)weight;
    return CW_OK;
}

/// The positions that were read last are the ends of a line.
static cw_status check_pair(const cw_scenario_reader *reader, const cw_json_place *place) {
    const cw_vec3 *ends = reader->points;
    if (reader->point_count == 2 && (ends[0].x != ends[1].x || ends[0].y != ends[1].y)) {
        return CW_OK;
    }
    return cw_json_fail(reader->source, place, CW_ERROR_FORMAT, "must be two different positions");
}

static cw_status read_region(cw_scenario_reader *reader, const cw_json_place *place,
                             const char *name, const json_t *value) {
    static const char *const keys[] = {"point", "segment", "polygon", "radius", NULL};
    CW_IO_TRY(cw_scenario_keys(reader, place, value, keys));
    cw_crowd_target_kind kind = CW_TARGET_POINT;
    const json_t *points = NULL;
    uint32_t found = 0;
    for (uint32_t i = 0; i < 3; i++) {
        const json_t *member = json_object_get(value, keys[i]);
        if (member != NULL) {
            found++;
            kind = (cw_crowd_target_kind)i;
            points = member;
        }
    }
    const json_t *radius = json_object_get(value, "radius");
    if (found != 1 || (radius != NULL && kind != CW_TARGET_POINT)) {
        return cw_json_fail(reader->source, place, CW_ERROR_FORMAT,
                            found != 1 ? "must have exactly one of polygon, segment, point"
                                       : "a radius belongs to a point");
    }
    cw_json_place at = {.parent = place, .key = keys[kind]};
    double reach = 0.5;
    CW_IO_TRY(read_member(reader, place, value, "radius", 0, 1e6, &reach));
    if (kind == CW_TARGET_POINT) {
        CW_IO_TRY(cw_scenario_point(reader, &at, points));
    } else {
        CW_IO_TRY(cw_scenario_points(reader, &at, points, kind == CW_TARGET_SEGMENT ? 2 : 3));
    }
    if (kind == CW_TARGET_SEGMENT) {
        CW_IO_TRY(check_pair(reader, &at));
    }
    return cw_scenario_add_region(reader->context, reader->scenario, name, kind, reader->points,
                                  (uint32_t)reader->point_count, reach);
}

static cw_status read_model(cw_scenario_reader *reader, const cw_json_place *place,
                            const char *name, const json_t *value) {
    static const char *const keys[] = {"type", "time_gap", "spread", "goal", NULL};
    static const char *const types[] = {"way-portals", "orca", "way-points", "collision-free-speed",
                                        NULL};
    static const char *const rules[] = {"by-model", "portal-centers", "simple-shrink", NULL};
    CW_IO_TRY(cw_scenario_keys(reader, place, value, keys));
    uint32_t type = 0, rule = 0;
    cw_json_place at = {.parent = place, .key = "type"};
    CW_IO_TRY(cw_scenario_word(reader, &at, json_object_get(value, "type"), types, &type));
    const json_t *goal = json_object_get(value, "goal");
    at.key = "goal";
    if (goal != NULL) {
        CW_IO_TRY(cw_scenario_word(reader, &at, goal, rules, &rule));
    }
    cw_scenario_model model = {.goal_rule = (cw_goal_rule)rule, .spread = 0.5};
    cw_model_from_name(types[type], &model.type);
    CW_IO_TRY(read_member(reader, place, value, "time_gap", 0, 60, &model.time_gap));
    CW_IO_TRY(read_member(reader, place, value, "spread", 0, 1, &model.spread));
    return cw_scenario_add_model(reader->context, reader->scenario, name, &model);
}

cw_status cw_scenario_model_of_type(cw_scenario_reader *reader, cw_model type, uint32_t *model) {
    const char *name = cw_model_name(type);
    *model = cw_names_find(&reader->scenario->model_names, name);
    if (*model != CW_NONE) {
        return CW_OK;
    }
    *model = reader->scenario->model_count;
    cw_scenario_model made = {.type = type, .spread = 0.5};
    return cw_scenario_add_model(reader->context, reader->scenario, name, &made);
}

/// The members of an object of the document, one by one.
static cw_status read_each(cw_scenario_reader *reader, const json_t *root, const char *key,
                           cw_status (*read)(cw_scenario_reader *reader, const cw_json_place *place,
                                             const char *name, const json_t *value)) {
    const json_t *object = json_object_get(root, key);
    cw_json_place at = {.key = key};
    if (object != NULL && !json_is_object(object)) {
        return cw_json_fail(reader->source, &at, CW_ERROR_FORMAT, "must be an object of names");
    }
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value) {
        cw_json_place member = {.parent = &at, .key = name};
        CW_IO_TRY(read(reader, &member, name, value));
    }
    return CW_OK;
}

static cw_status read_measure(cw_scenario_reader *reader, const cw_json_place *place,
                              const json_t *value) {
    static const char *const keys[] = {"name", "line", "region", NULL};
    CW_IO_TRY(cw_scenario_keys(reader, place, value, keys));
    const json_t *line = json_object_get(value, "line"), *region = json_object_get(value, "region");
    const json_t *name = json_object_get(value, "name");
    if ((line != NULL) == (region != NULL) || !json_is_string(name)) {
        return cw_json_fail(reader->source, place, CW_ERROR_FORMAT,
                            "must have a name, and either a line or a region");
    }
    cw_scenario_measure made = {.is_line = line != NULL, .region = CW_NONE};
    cw_json_place at = {.parent = place, .key = line != NULL ? "line" : "region"};
    if (line != NULL) {
        CW_IO_TRY(cw_scenario_points(reader, &at, line, 2));
        CW_IO_TRY(check_pair(reader, &at));
        made.line[0] = reader->points[0];
        made.line[1] = reader->points[1];
    } else {
        CW_IO_TRY(cw_scenario_region_named(reader, &at, region, &made.region));
    }
    return cw_scenario_add_measure(reader->context, reader->scenario, json_string_value(name),
                                   &made);
}

static cw_status read_measures(cw_scenario_reader *reader, const json_t *root) {
    const json_t *list = json_object_get(root, "measure");
    cw_json_place at = {.key = "measure"};
    if (list != NULL && !json_is_array(list)) {
        return cw_json_fail(reader->source, &at, CW_ERROR_FORMAT, "must be a list");
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        cw_json_place item = {.parent = &at, .index = i};
        CW_IO_TRY(read_measure(reader, &item, json_array_get(list, i)));
    }
    return CW_OK;
}

static cw_status read_document(cw_scenario_reader *reader, const json_t *root,
                               cw_scenario_place *place) {
    CW_IO_TRY(cw_scenario_keys(reader, NULL, root, root_keys));
    CW_IO_TRY(read_head(reader, root));
    CW_IO_TRY(read_place(reader, root, place));
    CW_IO_TRY(read_crowd(reader, root));
    CW_IO_TRY(read_route(reader, root));
    CW_IO_TRY(read_each(reader, root, "regions", read_region));
    CW_IO_TRY(read_each(reader, root, "models", read_model));
    CW_IO_TRY(cw_scenario_read_groups(reader, root));
    CW_IO_TRY(read_measures(reader, root));
    cw_status status = cw_scenario_check(reader->context, reader->scenario);
    return status != CW_OK ? cw_name_failure(reader->context, reader->source->name, status) : CW_OK;
}

cw_status cw_scenario_parse(cw_context *context, const char *name, const char *text, size_t size,
                            cw_scenario *scenario, cw_scenario_place *place) {
    *scenario = cw_scenario_default();
    *place = (cw_scenario_place){0};
    cw_source source;
    json_t *root = NULL;
    CW_IO_TRY(cw_source_open(&source, context, name, text, size));
    CW_IO_TRY(cw_json_load(&source, &root));
    if (json_object_get(root, root_keys[0]) == NULL &&
        json_object_get(root, "walkable_area_wkt") != NULL) {
        json_decref(root);
        return cw_scenario_translate_jupedsim(context, name, text, size, NULL, scenario, place);
    }
    cw_scenario_reader reader = {.source = &source, .context = context, .scenario = scenario};
    cw_status status = read_document(&reader, root, place);
    CW_GROWN_FREE(context, reader.points, reader.point_capacity);
    json_decref(root);
    if (status != CW_OK) {
        cw_scenario_free(context, scenario);
        cw_scenario_place_free(context, place);
    }
    return status;
}
