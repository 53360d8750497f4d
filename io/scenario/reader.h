/// A scenario file being read: what its parts share.
#ifndef CW_IO_SCENARIO_READER_H
#define CW_IO_SCENARIO_READER_H

#include "clearway/io.h"
#include "grow.h"
#include "json.h"

typedef struct cw_scenario_reader {
    const cw_source *source;
    cw_context *context;
    cw_scenario *scenario;
    cw_vec3 *points; ///< of the current list
    size_t point_count, point_capacity;
} cw_scenario_reader;

/// Refuses keys of an object that are not in the list, which is closed by NULL; and what is no
/// object.
cw_status cw_scenario_keys(const cw_scenario_reader *reader, const cw_json_place *place,
                           const json_t *object, const char *const *allowed);
/// One of a list of words, closed by NULL.
cw_status cw_scenario_word(const cw_scenario_reader *reader, const cw_json_place *place,
                           const json_t *value, const char *const *words, uint32_t *index);
/// A number in [low, high].
cw_status cw_scenario_number(const cw_scenario_reader *reader, const cw_json_place *place,
                             const json_t *value, double low, double high, double *number);
/// A position [x, y] or [x, y, z] into reader->points.
cw_status cw_scenario_point(cw_scenario_reader *reader, const cw_json_place *place,
                            const json_t *value);
/// A list of positions [x, y] or [x, y, z], at least `least`, into reader->points.
cw_status cw_scenario_points(cw_scenario_reader *reader, const cw_json_place *place,
                             const json_t *list, uint32_t least);
/// A number, or an object that tells a distribution.
cw_status cw_scenario_distribution(const cw_scenario_reader *reader, const cw_json_place *place,
                                   const json_t *value, cw_distribution *distribution);
/// The number of a region by its name.
cw_status cw_scenario_region_named(const cw_scenario_reader *reader, const cw_json_place *place,
                                   const json_t *value, uint32_t *region);
/// The groups of a scenario (groups.c).
cw_status cw_scenario_read_groups(cw_scenario_reader *reader, const json_t *root);
/// The model that groups have which name none; made when it is first asked for.
cw_status cw_scenario_model_of_type(cw_scenario_reader *reader, cw_model type, uint32_t *model);

#endif
