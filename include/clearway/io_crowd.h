/// \file io_crowd.h
/// Files of crowds: trajectories in and out, the player, scenarios. Part of libclearway-io.
#ifndef CLEARWAY_IO_CROWD_H
#define CLEARWAY_IO_CROWD_H

#include "clearway/draw.h"
#include "clearway/metrics.h"
#include "clearway/scenario.h"
#include "clearway/trajectory.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The walkable floor of a mesh seen from above as Well-Known Text, one POLYGON or MULTIPOLYGON:
/// what other tools call the walkable area. To be given back with cw_context_release(context,
/// *text, *size); `size` counts the final NUL.
CW_API cw_status cw_navmesh_wkt(cw_context *context, const cw_navmesh *mesh, char **text,
                                size_t *size);

/// What a trajectory file says besides positions. Everything must outlive the writer; what changes
/// about agents is read when a frame names them as changed, and at the end.
typedef struct cw_trajectory_header {
    double fps;
    const char *title; ///< what was run, for people; may be NULL
    const char *wkt;   ///< the floor
    cw_draw_bounds bounds;
    bool level; ///< heights need not be kept
    const cw_names *groups;
    const cw_track_agent *agents; ///< all that ever come
    uint32_t agent_count;
} cw_trajectory_header;

/// A trajectory file being written: `.sqlite` (JuPedSim version 2), `.csv`, `.txt` (PedPy), `.scb`
/// (Menge, version 2.1) or `.html` (a player), by extension. An existing file is replaced at once.
/// But for the player, all that is older than a second of the run is in the file at any time.
typedef struct cw_trajectory_writer cw_trajectory_writer;

/// Whether a path has one of these extensions.
CW_API bool cw_trajectory_takes(const char *path);
CW_API cw_status cw_trajectory_begin(cw_context *context, const char *path,
                                     const cw_trajectory_header *header,
                                     cw_trajectory_writer **writer);
CW_API cw_status cw_trajectory_write(cw_trajectory_writer *writer, const cw_frame *frame);
/// Completes the file; frees the writer in every case. NULL is fine.
CW_API cw_status cw_trajectory_end(cw_trajectory_writer *writer);

/// Reads `.sqlite` (JuPedSim versions 1 to 3), `.csv` as written here, or `.txt` (PedPy). `wkt`
/// (may be NULL) receives the floor if the file has one, else NULL; to be given back with
/// cw_context_release(context, *wkt, strlen(*wkt) + 1).
CW_API cw_status cw_trajectory_read(cw_context *context, const char *path,
                                    cw_trajectory *trajectory, char **wkt);

/// Reads a trajectory from text in memory: CSV as written here where `name` ends in `.csv`, else
/// PedPy text. `name` stands for the file in messages.
CW_API cw_status cw_trajectory_parse(cw_context *context, const char *name, const char *text,
                                     size_t size, cw_trajectory *trajectory, char **wkt);

/// Writes one HTML file that plays a trajectory, with nothing to load from anywhere. Frames are
/// thinned out where the file would be larger than 50 MB; `every` (may be NULL) receives how many
/// frames stand for one that was kept.
CW_API cw_status cw_trajectory_write_html(cw_context *context, const cw_trajectory *trajectory,
                                          const char *wkt, const char *title, const char *path,
                                          uint32_t *every);

/// What a scenario file holds besides the scenario itself.
typedef struct cw_scenario_place {
    char *path;  ///< of a mesh or plan, relative to the scenario's folder; NULL for `wkt`
    char *wkt;   ///< a plan; NULL for `path`
    char *title; ///< NULL for none
} cw_scenario_place;
/// Frees what a place holds; safe on a zeroed struct and safe twice.
CW_API void cw_scenario_place_free(cw_context *context, cw_scenario_place *place);

/// Reads a scenario from JSON text; `name` stands for the file in messages. What is wrong is named
/// by its place in the document: "groups[0].radius.normal[1]: must be 0 or more".
CW_API cw_status cw_scenario_parse(cw_context *context, const char *name, const char *text,
                                   size_t size, cw_scenario *scenario, cw_scenario_place *place);
/// Reads a scenario (`.json`, or a `.zip` of the JuPedSim web app) with the mesh of its place,
/// which is built where the place is a plan. `title` (may be NULL) receives its title or NULL, to
/// be given back with cw_context_release(context, *title, strlen(*title) + 1).
CW_API cw_status cw_scenario_read(cw_context *context, const char *path, cw_scenario *scenario,
                                  cw_navmesh *mesh, char **title);
/// Reads the same from JSON text; `name` stands for the file in messages, and a place that the
/// scenario names is looked for beside it.
CW_API cw_status cw_scenario_open(cw_context *context, const char *name, const char *text,
                                  size_t size, cw_scenario *scenario, cw_navmesh *mesh,
                                  char **title);

#ifdef __cplusplus
}
#endif

#endif
