/// The figures of a mesh, as `build` and `info` tell them.
#ifndef CW_CLI_SUMMARY_H
#define CW_CLI_SUMMARY_H

#include "json.h"

#include "clearway/navmesh.h"

/// Figures of a mesh that its stats do not hold.
typedef struct cw_summary {
    uint32_t notches;     ///< those the builder resolved; counted on meshes of other tools
    uint32_t portals;     ///< counted on the mesh
    uint32_t walls;       ///< edges without a cell behind them
    uint64_t lower_bound; ///< no decomposition has fewer cells
} cw_summary;

/// Works the figures out; CW_ERROR_MEMORY where there is none for it.
cw_status cw_summary_make(const cw_navmesh *mesh, cw_summary *summary);

/// Prints the figures that matter to people, one per line.
void cw_summary_print(FILE *stream, const cw_navmesh *mesh, const cw_summary *summary);

/// One line of such a list.
void cw_summary_line(FILE *stream, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// One line with a name from outside.
void cw_summary_name(FILE *stream, const char *label, const char *name);

/// Writes the figures as members of the open object.
void cw_summary_json(cw_cli_json *json, const cw_navmesh *mesh, const cw_summary *summary);

#endif
