/// Values of scenario files: words, numbers, positions, distributions; each says what is allowed.
#include "reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Room for a list of what is allowed.
enum { LIST_SIZE = 112 };

/// "a, b, c", cut where it gets too long.
static void list_words(const char *const *words, char list[LIST_SIZE]) {
    size_t size = 0;
    list[0] = '\0';
    for (; *words != NULL && size + strlen(*words) + 6 < LIST_SIZE; words++) {
        int put = snprintf(list + size, LIST_SIZE - size, "%s%s", size > 0 ? ", " : "", *words);
        size += put > 0 ? (size_t)put : 0;
    }
    if (*words != NULL) {
        memcpy(list + size, ", ...", 6);
    }
}

cw_status cw_scenario_keys(const cw_scenario_reader *reader, const cw_json_place *place,
                           const json_t *object, const char *const *allowed) {
    if (!json_is_object(object)) {
        return cw_json_fail(reader->source, place, CW_ERROR_FORMAT, "must be an object");
    }
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value) {
        const char *const *known = allowed;
        while (*known != NULL && strcmp(*known, key) != 0) {
            known++;
        }
        if (*known == NULL) {
            char list[LIST_SIZE];
            list_words(allowed, list);
            cw_json_place member = {.parent = place, .key = key};
            return cw_json_fail(reader->source, &member, CW_ERROR_FORMAT, "unknown; allowed: %s",
                                list);
        }
    }
    return CW_OK;
}

cw_status cw_scenario_word(const cw_scenario_reader *reader, const cw_json_place *place,
                           const json_t *value, const char *const *words, uint32_t *index) {
    const char *text = json_string_value(value);
    for (uint32_t i = 0; text != NULL && words[i] != NULL; i++) {
        if (strcmp(words[i], text) == 0) {
            *index = i;
            return CW_OK;
        }
    }
    char list[LIST_SIZE];
    list_words(words, list);
    return cw_json_fail(reader->source, place, CW_ERROR_INPUT, "must be one of %s", list);
}

cw_status cw_scenario_number(const cw_scenario_reader *reader, const cw_json_place *place,
                             const json_t *value, double low, double high, double *number) {
    CW_IO_TRY(cw_json_number(reader->source, place, value, number));
    if (*number >= low && *number <= high) {
        return CW_OK;
    }
    return isfinite(high)
               ? cw_json_fail(reader->source, place, CW_ERROR_INPUT, "must be %g to %g", low, high)
               : cw_json_fail(reader->source, place, CW_ERROR_INPUT, "must be %g or more", low);
}

static cw_status read_point(const cw_scenario_reader *reader, const cw_json_place *place,
                            const json_t *value, cw_vec3 *point) {
    double numbers[3] = {0, 0, 0};
    size_t count = json_array_size(value);
    if (!json_is_array(value) || count < 2 || count > 3) {
        return cw_json_fail(reader->source, place, CW_ERROR_FORMAT,
                            "must be a position [x, y] or [x, y, z]");
    }
    for (size_t i = 0; i < count; i++) {
        cw_json_place at = {.parent = place, .index = i};
        CW_IO_TRY(cw_json_coordinate(reader->source, &at, json_array_get(value, i), &numbers[i]));
    }
    *point = (cw_vec3){numbers[0], numbers[1], numbers[2]};
    return CW_OK;
}

cw_status cw_scenario_point(cw_scenario_reader *reader, const cw_json_place *place,
                            const json_t *value) {
    if (!CW_GROW(reader->context, reader->points, reader->point_capacity, 1)) {
        return cw_json_fail(reader->source, place, CW_ERROR_MEMORY, "out of memory");
    }
    reader->point_count = 1;
    return read_point(reader, place, value, &reader->points[0]);
}

cw_status cw_scenario_points(cw_scenario_reader *reader, const cw_json_place *place,
                             const json_t *list, uint32_t least) {
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count < least) {
        return cw_json_fail(reader->source, place, CW_ERROR_FORMAT,
                            "must be a list of at least %u position%s [x, y]", least,
                            least > 1 ? "s" : "");
    }
    if (!CW_GROW(reader->context, reader->points, reader->point_capacity, count)) {
        return cw_json_fail(reader->source, place, CW_ERROR_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < count; i++) {
        cw_json_place at = {.parent = place, .index = i};
        CW_IO_TRY(read_point(reader, &at, json_array_get(list, i), &reader->points[i]));
    }
    reader->point_count = count;
    return CW_OK;
}

/// The two numbers of a distribution.
static cw_status read_pair(const cw_scenario_reader *reader, const cw_json_place *place,
                           const json_t *value, double *a, double *b) {
    if (json_array_size(value) != 2) {
        return cw_json_fail(reader->source, place, CW_ERROR_FORMAT, "must be a list of 2 numbers");
    }
    for (size_t i = 0; i < 2; i++) {
        cw_json_place at = {.parent = place, .index = i};
        CW_IO_TRY(cw_json_number(reader->source, &at, json_array_get(value, i), i == 0 ? a : b));
    }
    return CW_OK;
}

static cw_status read_bounds(const cw_scenario_reader *reader, const cw_json_place *place,
                             const json_t *value, cw_distribution *distribution) {
    static const char *const keys[] = {"min", "max"};
    double *bounds[] = {&distribution->low, &distribution->high};
    for (int i = 0; i < 2; i++) {
        const json_t *bound = json_object_get(value, keys[i]);
        cw_json_place at = {.parent = place, .key = keys[i]};
        if (bound != NULL) {
            CW_IO_TRY(cw_json_number(reader->source, &at, bound, bounds[i]));
        }
    }
    return CW_OK;
}

cw_status cw_scenario_distribution(const cw_scenario_reader *reader, const cw_json_place *place,
                                   const json_t *value, cw_distribution *distribution) {
    *distribution = cw_distribution_constant(json_number_value(value));
    if (json_is_number(value)) {
        return CW_OK;
    }
    static const char *const keys[] = {"constant", "uniform", "normal", "lognormal", "gamma",
                                       "weibull",  "min",     "max",    NULL};
    if (!json_is_object(value)) {
        return cw_json_fail(reader->source, place, CW_ERROR_FORMAT,
                            "must be a number, or an object with one of constant, uniform, normal, "
                            "lognormal, gamma, weibull");
    }
    CW_IO_TRY(cw_scenario_keys(reader, place, value, keys));
    uint32_t found = 0;
    for (uint32_t kind = 0; cw_distribution_name((cw_distribution_kind)kind) != NULL; kind++) {
        const char *name = cw_distribution_name((cw_distribution_kind)kind);
        const json_t *numbers = json_object_get(value, name);
        if (numbers == NULL) {
            continue;
        }
        found++;
        distribution->kind = (cw_distribution_kind)kind;
        cw_json_place at = {.parent = place, .key = name};
        CW_IO_TRY(kind == CW_DISTRIBUTION_CONSTANT
                      ? cw_json_number(reader->source, &at, numbers, &distribution->a)
                      : read_pair(reader, &at, numbers, &distribution->a, &distribution->b));
    }
    if (found != 1) {
        return cw_json_fail(reader->source, place, CW_ERROR_FORMAT,
                            "must have exactly one of constant, uniform, normal, lognormal, gamma, "
                            "weibull");
    }
    return read_bounds(reader, place, value, distribution);
}

cw_status cw_scenario_region_named(const cw_scenario_reader *reader, const cw_json_place *place,
                                   const json_t *value, uint32_t *region) {
    const char *name = json_string_value(value);
    if (name == NULL) {
        return cw_json_fail(reader->source, place, CW_ERROR_FORMAT, "must be the name of a region");
    }
    *region = cw_names_find(&reader->scenario->region_names, name);
    return *region != CW_NONE ? CW_OK
                              : cw_json_fail(reader->source, place, CW_ERROR_INPUT,
                                             "there is no region \"%.60s\"", name);
}
