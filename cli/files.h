/// Files of the command line: what they hold, how they become surfaces, where output may go.
#ifndef CW_CLI_FILES_H
#define CW_CLI_FILES_H

#include "session.h"

/// What a file is to the commands, judged by its extension.
typedef enum cw_content {
    CW_CONTENT_UNKNOWN = 0,
    CW_CONTENT_PLAN,    ///< .wkt .geojson .dat
    CW_CONTENT_MESH,    ///< .cwm .json .mesh
    CW_CONTENT_SCENE,   ///< .obj .gltf .glb .ply .stl .fbx .dae: a 3D scene
    CW_CONTENT_EXPORT,  ///< .nav .bin .tres: a mesh that is written and never read
    CW_CONTENT_PICTURE, ///< .svg .png .pdf
} cw_content;

cw_content cw_files_content(const char *path);

/// Whether a .json holds a roadmap and no mesh, judged by its first words.
bool cw_files_is_roadmap(const char *path);

/// Refuses an input that is none of the kinds that a command reads; `wanted` names them.
cw_exit cw_files_refuse_input(cw_session *session, const char *path, const char *wanted);

/// Refuses an input that is no mesh, and says how a plan becomes one.
cw_exit cw_files_refuse_no_mesh(cw_session *session, const char *path);

/// Refuses an input that no surface can be made of.
cw_exit cw_files_refuse_no_surface(cw_session *session, const char *path);

/// Whether a mesh can be written to a path, by its extension.
bool cw_files_takes_mesh(const char *path);

/// Checks that output may go to a path: a file that does not exist or a plain file, in a folder
/// that can be written, and not the input.
cw_exit cw_files_check_output(cw_session *session, const char *output, const char *input);

/// Reads a plan; "-" is stdin, here and below.
cw_status cw_files_read_plan(cw_session *session, const char *path, bool degrees, cw_plan *plan);
/// Writes a plan; "-" is stdout, as WKT.
cw_exit cw_files_write_plan(cw_session *session, const cw_plan *plan, const char *path);
/// Reads a mesh, whose extension has been looked at.
cw_status cw_files_load_mesh(cw_session *session, const char *path, cw_navmesh *mesh);

/// Reads a mesh (.cwm, .json, .mesh).
cw_exit cw_files_read_mesh(cw_session *session, const char *path, cw_navmesh *mesh);

/// Writes a mesh, to stdout as .cwm; warns where its cells are not what programs expect that read
/// the format.
cw_exit cw_files_write_mesh(cw_session *session, const cw_navmesh *mesh, const char *path);

#endif
