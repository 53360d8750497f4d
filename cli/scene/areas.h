/// Area types on the command line: of objects, and what they cost on the way.
#ifndef CW_CLI_SCENE_AREAS_H
#define CW_CLI_SCENE_AREAS_H

#include "../json.h"
#include "../options.h"
#include "../session.h"

/// Patterns of --area without their types; they point into a copy of the texts.
typedef struct cw_area_patterns {
    char text[CW_OPTION_MANY_LIMIT][256];
    const char *patterns[CW_OPTION_MANY_LIMIT];
    uint8_t types[CW_OPTION_MANY_LIMIT];
    uint32_t count;
} cw_area_patterns;

/// Reads --area PATTERN=N; false where one is none, after saying so.
bool cw_area_patterns_read(const cw_options *options, cw_area_patterns *areas);

/// Costs per metre of all area types: 1 where --cost does not say otherwise.
typedef struct cw_area_costs {
    double per_metre[256];
} cw_area_costs;

/// Reads --cost N=F and NAME=F; false where one is none, after saying so. Without a mesh (NULL) no
/// name is looked up.
bool cw_area_costs_read(const cw_options *options, const cw_navmesh *mesh, cw_area_costs *costs);

/// Says how much floor each type has, where there are types.
void cw_areas_print(FILE *stream, const cw_navmesh *mesh);

/// The same as the member `areas`, with the cells of each type and its portals to other types;
/// nothing where there are no types.
void cw_areas_json(cw_cli_json *json, const cw_navmesh *mesh);

#endif
