/// \file io.h
/// libclearway-io: files in and out. Formats go by the extension of the path.
///
/// Every function returns a status and leaves the reason in the context's message in the form
/// "FILE:LINE: error: REASON" (":LINE" only where there is a line). Files are read whole with
/// read(2), up to a limit; files are written to a temporary name beside the target and renamed when
/// complete.
#ifndef CLEARWAY_IO_H
#define CLEARWAY_IO_H

#include "clearway/draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Largest file that is read, in bytes.
#define CW_IO_FILE_LIMIT ((size_t)512 << 20)
/// Most points of a plan or vertices of a mesh that a file may hold.
#define CW_IO_VERTEX_LIMIT (16u << 20)
/// Most rings of a plan.
#define CW_IO_RING_LIMIT (1u << 20)

/// What a file holds, judged by its extension.
typedef enum cw_file_kind {
    CW_FILE_UNKNOWN = 0,
    CW_FILE_WKT,     ///< plan
    CW_FILE_GEOJSON, ///< plan
    CW_FILE_DAT,     ///< plan of one ring, "x y" per line
    CW_FILE_CWM,     ///< mesh
    CW_FILE_JSON,    ///< mesh
    CW_FILE_MESH,    ///< mesh, polyanya version 2
    CW_FILE_OBJ,     ///< mesh (written) or walkable triangles (read)
    CW_FILE_NAV,     ///< mesh for Menge (written)
    CW_FILE_SVG,     ///< picture
    CW_FILE_PNG,     ///< picture
    CW_FILE_PDF,     ///< picture
} cw_file_kind;

CW_API cw_file_kind cw_file_kind_of(const char *path);

/// Reads `.wkt`, `.geojson` or `.dat`. Of a geometry collection, polygons are floors and line
/// strings barriers.
CW_API cw_status cw_plan_read(cw_context *context, const char *path, cw_plan *plan);
/// Reads the same formats from memory; `name` stands for the file in messages.
CW_API cw_status cw_plan_parse(cw_context *context, cw_file_kind kind, const char *name,
                               const char *text, size_t size, cw_plan *plan);
/// Writes a plan as `.wkt`, `.geojson` or `.dat` (one ring only).
CW_API cw_status cw_plan_write(cw_context *context, const cw_plan *plan, const char *path);

/// Reads `.cwm`, `.json` or `.mesh`.
CW_API cw_status cw_navmesh_read(cw_context *context, const char *path, cw_navmesh *mesh);
/// Reads the same formats from memory; `name` stands for the file in messages.
CW_API cw_status cw_navmesh_parse(cw_context *context, cw_file_kind kind, const char *name,
                                  const uint8_t *bytes, size_t size, cw_navmesh *mesh);
/// Writes `.cwm`, `.json`, `.mesh`, `.obj` (y up) or `.nav`.
CW_API cw_status cw_navmesh_write(cw_context *context, const cw_navmesh *mesh, const char *path);

/// Reads the faces of an `.obj` as walkable floor; faces of more than three corners are cut into
/// triangles. `up_is_y` turns a y-up file.
CW_API cw_status cw_surface_read_obj(cw_context *context, const char *path, bool up_is_y,
                                     const cw_surface_config *config, cw_surface *surface);
/// Reads the same format from memory; `name` stands for the file in messages.
CW_API cw_status cw_surface_parse_obj(cw_context *context, const char *name, const char *text,
                                      size_t size, bool up_is_y, const cw_surface_config *config,
                                      cw_surface *surface);

/// A picture file being drawn: `.svg`, `.png` or `.pdf` by extension.
typedef struct cw_picture cw_picture;

/// Size and frame of a picture.
typedef struct cw_picture_config {
    double width;      ///< of the whole picture in millimetres, 20 to 2000; the height follows
    double margin;     ///< millimetres, 0 to a quarter of the width
    double resolution; ///< pixels per millimetre of a PNG, 1 to 40
    bool no_scale_bar; ///< for charts, which have no scale in metres
} cw_picture_config;

/// 200 mm wide, 5 mm margin, 8 pixels per millimetre.
CW_API cw_picture_config cw_picture_config_default(void);

/// Starts a picture of a box of the plan and gives the sink to draw into. `config` may be NULL.
CW_API cw_status cw_picture_begin(cw_context *context, const char *path, cw_draw_bounds bounds,
                                  const cw_picture_config *config, cw_picture **picture,
                                  cw_draw_sink *sink);
/// Width of a text over its height, as the sinks of pictures write it.
CW_API double cw_picture_text_width(const char *text);
/// Completes the file; frees the picture in every case.
CW_API cw_status cw_picture_end(cw_context *context, cw_picture *picture);
/// Drops the picture without leaving a file; NULL is fine.
CW_API void cw_picture_abort(cw_context *context, cw_picture *picture);

/// Reads a whole file up to CW_IO_FILE_LIMIT; to be given back with cw_context_release(context,
/// *bytes, *size).
CW_API cw_status cw_file_read(cw_context *context, const char *path, uint8_t **bytes, size_t *size);
/// Writes a file through a temporary name; an existing file is replaced only when all is on disk.
CW_API cw_status cw_file_write(cw_context *context, const char *path, const void *bytes,
                               size_t size);

#ifdef __cplusplus
}
#endif

#endif
