/// Scenarios of the JuPedSim web app, translated: a ZIP of config.json and geometry.wkt, or one
/// JSON with `walkable_area_wkt`.
///
/// Exits, check points and distributions become regions; each distribution a group. Its journey is
/// a sequence of `journeys_v2` (several are split by their weights, as groups of their own);
/// without one it goes to the nearest exit. Premovement times become a wait in the own region, and
/// waiting times of check points a wait there.
/// Zones that slow people down and exits that let only so many through are not translated.
#include "jupedsim.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <zip.h>

/// Exits that the nearest is chosen of, at most.
enum { SEQUENCE_LIMIT = 64 };

static const double defaults_radius = 0.2, defaults_speed = 1.34;
/// Larger seeds and weights are cut.
static const double MOST_SEED = 9e15, MOST_WEIGHT = 1e9;
/// Seconds in which people who come one after the other come, unless a file tells, and at least;
/// how many of them per second, at most.
static const double FLOW_END = 10, SHORTEST_FLOW = 0.1, MOST_RATE = 1000;

static double number_of(const json_t *object, const char *key, double fallback) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : fallback;
}

/// The same, in [0, most].
static double number_in(const json_t *object, const char *key, double fallback, double most) {
    return fmin(fmax(number_of(object, key, fallback), 0), most);
}

/// Polygons of one kind as regions, by their keys.
static cw_status add_regions(cw_scenario_reader *reader, const json_t *root, const char *key) {
    const json_t *object = json_object_get(root, key);
    cw_json_place at = {.key = key};
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value) {
        cw_json_place place = {.parent = &at, .key = name};
        cw_json_place inside = {.parent = &place, .key = "coordinates"};
        CW_IO_TRY(cw_scenario_points(reader, &inside, json_object_get(value, "coordinates"), 3));
        size_t count = reader->point_count;
        const cw_vec3 *points = reader->points;
        bool closed =
            count > 3 && points[0].x == points[count - 1].x && points[0].y == points[count - 1].y;
        CW_IO_TRY(cw_scenario_add_region(reader->context, reader->scenario, name, CW_TARGET_REGION,
                                         points, (uint32_t)(closed ? count - 1 : count), 0));
    }
    return CW_OK;
}

/// A number that is constant or normal in their words, with a spread that stays in range.
static cw_distribution draw_of(const json_t *parameters, const char *name, double fallback,
                               double low, double high) {
    char key[64];
    double mean = number_of(parameters, name, fallback);
    snprintf(key, sizeof key, "%s_distribution", name);
    const char *kind = json_string_value(json_object_get(parameters, key));
    snprintf(key, sizeof key, "%s_std", name);
    double deviation = number_of(parameters, key, 0);
    if (kind != NULL && strcmp(kind, "constant") != 0 && deviation > 0) {
        return (cw_distribution){CW_DISTRIBUTION_NORMAL, mean, deviation, low, high};
    }
    return cw_distribution_constant(mean);
}

/// Their numbers where a file gives none, in seconds; they have the scale of a Weibull distribution
/// before its shape.
static const struct {
    const char *name;
    cw_distribution_kind kind;
    double a, b;
} premovements[] = {{"gamma", CW_DISTRIBUTION_GAMMA, 1.291, 103.901},
                    {"lognormal", CW_DISTRIBUTION_LOGNORMAL, 4.586, 0.967},
                    {"weibull", CW_DISTRIBUTION_WEIBULL, 139.285, 1.195},
                    {"uniform", CW_DISTRIBUTION_UNIFORM, 0, 60},
                    {"constant", CW_DISTRIBUTION_CONSTANT, 0, 0}};

static cw_distribution premovement_of(const json_t *parameters) {
    const char *kind = json_string_value(json_object_get(parameters, "premovement_distribution"));
    const json_t *a = json_object_get(parameters, "premovement_param_a");
    const json_t *b = json_object_get(parameters, "premovement_param_b");
    if (!json_is_true(json_object_get(parameters, "use_premovement"))) {
        return cw_distribution_constant(0);
    }
    size_t i = 0, count = sizeof premovements / sizeof *premovements;
    while (kind != NULL && i < count && strcmp(kind, premovements[i].name) != 0) {
        i++;
    }
    i = i < count ? i : 0;
    cw_distribution law = {premovements[i].kind, premovements[i].a, premovements[i].b, 0, INFINITY};
    if (json_is_number(a) && (json_is_number(b) || law.kind == CW_DISTRIBUTION_CONSTANT)) {
        law.a = json_number_value(a);
        law.b = json_number_value(b);
    }
    if (law.kind == CW_DISTRIBUTION_WEIBULL) {
        double scale = law.a;
        law.a = law.b;
        law.b = scale;
    }
    return law;
}

/// How long people wait at a stage; only check points have such a time.
static cw_distribution waiting_at(const json_t *root, const char *stage) {
    const json_t *point = json_object_get(json_object_get(root, "checkpoints"), stage);
    return draw_of(point, "waiting_time", 0, 0, INFINITY);
}

/// Adds a goal with a time to wait there.
static cw_status add_goal(cw_scenario_reader *reader, const uint32_t *regions, uint32_t count,
                          cw_distribution wait) {
    cw_scenario *scenario = reader->scenario;
    CW_IO_TRY(cw_scenario_add_goal(reader->context, scenario, regions, count));
    scenario->goals[scenario->goal_count - 1].own_wait = true;
    scenario->goals[scenario->goal_count - 1].wait = wait;
    return CW_OK;
}

/// Adds the goals of a journey; without one all exits, the nearest of which is taken.
static cw_status add_goals(cw_scenario_reader *reader, const json_t *root, const char *journey,
                           uint32_t own_region, cw_distribution premovement,
                           cw_scenario_group *group) {
    cw_scenario *scenario = reader->scenario;
    group->goal_first = scenario->goal_count;
    if (premovement.kind != CW_DISTRIBUTION_CONSTANT || premovement.a > 0) {
        CW_IO_TRY(add_goal(reader, &own_region, 1, premovement));
    }
    size_t index;
    json_t *item;
    json_array_foreach(json_object_get(root, "journeys_v2"), index, item) {
        const char *id = json_string_value(json_object_get(item, "id"));
        if (journey == NULL || id == NULL || strcmp(id, journey) != 0) {
            continue;
        }
        const json_t *sequence = json_object_get(item, "sequence");
        cw_json_place list = {.key = "journeys_v2"}, at = {.parent = &list, .index = index};
        cw_json_place inside = {.parent = &at, .key = "sequence"};
        for (size_t k = 0; k < json_array_size(sequence); k++) {
            cw_json_place stop = {.parent = &inside, .index = k};
            uint32_t region;
            const json_t *stage = json_array_get(sequence, k);
            CW_IO_TRY(cw_scenario_region_named(reader, &stop, stage, &region));
            if (region != own_region) {
                cw_distribution wait = waiting_at(root, json_string_value(stage));
                CW_IO_TRY(add_goal(reader, &region, 1, wait));
            }
        }
        group->goal_count = scenario->goal_count - group->goal_first;
        return CW_OK;
    }
    uint32_t exits[SEQUENCE_LIMIT], count = 0;
    const char *name;
    json_object_foreach(json_object_get(root, "exits"), name, item) {
        if (count < SEQUENCE_LIMIT) {
            exits[count++] = cw_names_find(&scenario->region_names, name);
        }
    }
    if (count > 0) {
        CW_IO_TRY(cw_scenario_add_goal(reader->context, scenario, exits, count));
    }
    group->goal_count = scenario->goal_count - group->goal_first;
    return CW_OK;
}

static cw_status add_group(cw_scenario_reader *reader, const json_t *root, const char *name,
                           const json_t *parameters, uint32_t count, const char *journey) {
    cw_scenario_group group = cw_scenario_group_default();
    group.region = cw_names_find(&reader->scenario->region_names, name);
    group.count = count;
    group.model = 0;
    group.radius = draw_of(parameters, "radius", defaults_radius, 0.05, 1);
    group.speed = draw_of(parameters, "v0", defaults_speed, 0.1, 5);
    if (json_is_true(json_object_get(parameters, "use_flow_spawning"))) {
        double from = number_of(parameters, "flow_start_time", 0);
        from = fmax(from, 0);
        double to = fmax(number_of(parameters, "flow_end_time", FLOW_END), from + SHORTEST_FLOW);
        group.start = cw_distribution_constant(from);
        group.rate = fmin(count / (to - from), MOST_RATE);
    }
    CW_IO_TRY(add_goals(reader, root, journey, group.region, premovement_of(parameters), &group));
    return cw_scenario_add_group(reader->context, reader->scenario, name, &group);
}

/// A distribution as one group for each of its journeys, by their weights.
static cw_status add_distribution(cw_scenario_reader *reader, const json_t *root, const char *name,
                                  const json_t *value) {
    const json_t *parameters = json_object_get(value, "parameters");
    const json_t *weights = json_object_get(value, "journey_weights");
    double number = number_of(parameters, "number", 0), total = 0, before = 0;
    if (!(number >= 0 && number <= 1e6)) {
        cw_json_place list = {.key = "distributions"}, at = {.parent = &list, .key = name};
        return cw_json_fail(reader->source, &at, CW_ERROR_INPUT,
                            "parameters.number must be 0 to 1000000");
    }
    for (size_t i = 0; i < json_array_size(weights); i++) {
        total += number_in(json_array_get(weights, i), "weight", 0, MOST_WEIGHT);
    }
    if (!(total > 0)) {
        return add_group(reader, root, name, parameters, (uint32_t)number, NULL);
    }
    uint32_t given = 0;
    for (size_t i = 0; i < json_array_size(weights); i++) {
        const json_t *item = json_array_get(weights, i);
        before += number_in(item, "weight", 0, MOST_WEIGHT);
        uint32_t until = (uint32_t)(number * before / total + 0.5);
        const char *journey = json_string_value(json_object_get(item, "journey_id"));
        if (until > given) {
            CW_IO_TRY(add_group(reader, root, name, parameters, until - given, journey));
        }
        given = until;
    }
    return CW_OK;
}

static cw_status translate(cw_scenario_reader *reader, const json_t *root) {
    cw_scenario *scenario = reader->scenario;
    const json_t *settings =
        json_object_get(json_object_get(root, "config"), "simulation_settings");
    const json_t *parameters = json_object_get(settings, "simulationParams");
    scenario->seed = (uint64_t)number_in(settings, "baseSeed", 1, MOST_SEED);
    scenario->duration = number_of(parameters, "max_simulation_time", 300);
    // Their collision-free speed model is ours; their other models have no counterpart here.
    const char *type = json_string_value(json_object_get(parameters, "model_type"));
    cw_scenario_model model = {.spread = 0.5, .time_gap = 0.5};
    if (type == NULL || strstr(type, "CollisionFreeSpeed") != NULL) {
        model = (cw_scenario_model){.type = CW_MODEL_COLLISION_FREE_SPEED, .spread = 0.5};
    }
    CW_IO_TRY(cw_scenario_add_model(reader->context, scenario, "model", &model));
    static const char *const kinds[] = {"exits", "checkpoints", "distributions"};
    for (int i = 0; i < 3; i++) {
        CW_IO_TRY(add_regions(reader, root, kinds[i]));
    }
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(root, "distributions"), name, value) {
        CW_IO_TRY(add_distribution(reader, root, name, value));
    }
    cw_status status = cw_scenario_check(reader->context, scenario);
    return status != CW_OK ? cw_name_failure(reader->context, reader->source->name, status) : CW_OK;
}

cw_status cw_scenario_translate_jupedsim(cw_context *context, const char *name, const char *text,
                                         size_t size, const char *wkt, cw_scenario *scenario,
                                         cw_scenario_place *place) {
    *scenario = cw_scenario_default();
    *place = (cw_scenario_place){0};
    cw_source source;
    json_t *root = NULL;
    CW_IO_TRY(cw_source_open(&source, context, name, text, size));
    CW_IO_TRY(cw_json_load(&source, &root));
    cw_scenario_reader reader = {.source = &source, .context = context, .scenario = scenario};
    const char *inside = json_string_value(json_object_get(root, "walkable_area_wkt"));
    const char *plan = wkt != NULL ? wkt : inside;
    cw_status status = plan == NULL
                           ? cw_json_fail(&source, NULL, CW_ERROR_INPUT,
                                          "there is no geometry.wkt and no walkable_area_wkt")
                           : translate(&reader, root);
    if (status == CW_OK) {
        size_t length = strlen(plan) + 1;
        place->wkt = cw_context_resize(context, NULL, 0, length);
        status =
            place->wkt != NULL ? CW_OK : cw_context_fail(context, CW_ERROR_MEMORY, "out of memory");
        if (status == CW_OK) {
            memcpy(place->wkt, plan, length);
        }
    }
    CW_GROWN_FREE(context, reader.points, reader.point_capacity);
    json_decref(root);
    if (status != CW_OK) {
        cw_scenario_free(context, scenario);
    }
    return status;
}

// --- the archive ---------------------------------------------------------------------------------

/// A file of an archive as text; NULL where there is none. Released with `size` + 1 bytes.
static cw_status take_file(cw_context *context, const char *path, zip_t *archive, const char *name,
                           char **text, size_t *size) {
    zip_stat_t about;
    *text = NULL;
    *size = 0;
    // The files may lie in a folder of the archive.
    zip_int64_t index = zip_name_locate(archive, name, ZIP_FL_NODIR);
    if (index < 0 || zip_stat_index(archive, (zip_uint64_t)index, 0, &about) != 0) {
        return CW_OK;
    }
    if ((about.valid & ZIP_STAT_SIZE) == 0 || about.size > CW_IO_FILE_LIMIT) {
        return cw_name_fail(context, path, CW_ERROR_LIMIT, "%s in it is too large", name);
    }
    zip_file_t *file = zip_fopen_index(archive, (zip_uint64_t)index, 0);
    char *bytes = cw_context_resize(context, NULL, 0, about.size + 1);
    bool read = file != NULL && bytes != NULL &&
                zip_fread(file, bytes, about.size) == (zip_int64_t)about.size;
    if (file != NULL) {
        zip_fclose(file);
    }
    if (!read) {
        cw_context_release(context, bytes, bytes != NULL ? about.size + 1 : 0);
        return cw_name_fail(context, path, CW_ERROR_FORMAT, "%s in it cannot be read", name);
    }
    bytes[about.size] = '\0';
    *text = bytes;
    *size = about.size;
    return CW_OK;
}

cw_status cw_scenario_read_zip(cw_context *context, const char *path, cw_scenario *scenario,
                               cw_scenario_place *place) {
    int reason = 0;
    zip_t *archive = zip_open(path, ZIP_RDONLY, &reason);
    if (archive == NULL) {
        return cw_name_fail(context, path, CW_ERROR_FORMAT, "is no ZIP archive that can be read");
    }
    char *config = NULL, *wkt = NULL;
    size_t config_size = 0, wkt_size = 0;
    cw_status status = take_file(context, path, archive, "config.json", &config, &config_size);
    status = status == CW_OK ? take_file(context, path, archive, "geometry.wkt", &wkt, &wkt_size)
                             : status;
    zip_discard(archive);
    if (status == CW_OK && config == NULL) {
        status = cw_name_fail(context, path, CW_ERROR_FORMAT, "there is no config.json in it");
    }
    if (status == CW_OK) {
        status = cw_scenario_translate_jupedsim(context, path, config, config_size, wkt, scenario,
                                                place);
    }
    cw_context_release(context, config, config != NULL ? config_size + 1 : 0);
    cw_context_release(context, wkt, wkt != NULL ? wkt_size + 1 : 0);
    return status;
}
