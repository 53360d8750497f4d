/// JSON files by way of jansson: loading with limits, and messages that say where in the document.
#ifndef CW_IO_JSON_H
#define CW_IO_JSON_H

#include "source.h"

#include <jansson.h>

/// Where in a document a value stands: `key` or, when that is NULL, `index` inside `parent`.
typedef struct cw_json_place {
    const struct cw_json_place *parent; ///< NULL for the document itself
    const char *key;
    size_t index;
} cw_json_place;

/// Parses a whole text as one JSON value. Nesting, the number of values and the length of numbers
/// are limited before jansson sees the text; duplicate keys are refused. Free with json_decref().
cw_status cw_json_load(const cw_source *source, json_t **root);

/// Leaves "NAME: error: PLACE: REASON", for example "a.geojson: error: features[3].geometry: ...".
cw_status cw_json_fail(const cw_source *source, const cw_json_place *place, cw_status status,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));

/// A finite number; anything else is named: "a string, not a number".
cw_status cw_json_number(const cw_source *source, const cw_json_place *place, const json_t *value,
                         double *number);

/// A number of at most CW_COORDINATE_LIMIT.
cw_status cw_json_coordinate(const cw_source *source, const cw_json_place *place,
                             const json_t *value, double *coordinate);

/// A whole number in [low, high].
cw_status cw_json_integer(const cw_source *source, const cw_json_place *place, const json_t *value,
                          int64_t low, int64_t high, int64_t *integer);

/// A member that must be there and be an array.
cw_status cw_json_array(const cw_source *source, const cw_json_place *place, const json_t *object,
                        const char *key, const json_t **array);

#endif
