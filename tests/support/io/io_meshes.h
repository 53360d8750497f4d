/// Shared by the tests of mesh files: meshes to write, and checks of what is read.
#ifndef CW_TEST_IO_MESHES_H
#define CW_TEST_IO_MESHES_H

#include "io_files.h"
#include "scenes.h"
#include "small_meshes.h"

/// Makes one of the small meshes.
void cw_make_small(cw_context *context, small_mesh kind, cw_navmesh *mesh);
/// Two unit squares side by side.
void cw_make_pair(cw_context *context, cw_navmesh *mesh);
/// Builds a scene of a family, turned; with `alpha` > 0 relaxed.
void cw_build_scene(cw_context *context, int family, uint32_t vertices, double alpha,
                    cw_navmesh *mesh);

/// What a mesh becomes in a format; free it with free().
char *cw_written(cw_context *context, const cw_navmesh *mesh, const char *extension, size_t *size);
/// Parses a text that must be good.
void cw_parse_mesh(cw_context *context, cw_file_kind kind, const char *text, size_t size,
                   cw_navmesh *mesh);

/// Parses bytes that are no good mesh: the message must name the file "bad" and contain `part`, the
/// mesh must be zeroed and no memory left.
void cw_refuse_mesh(cw_file_kind kind, const void *bytes, size_t size, const char *part);
/// Parses a good text in which `from` becomes `to`, and expects what cw_refuse_mesh() does.
void cw_refuse_edited_mesh(cw_file_kind kind, const char *text, const char *from, const char *to,
                           const char *part);

#endif
