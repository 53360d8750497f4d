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
#include "clearway/io_crowd.h"
#include "clearway/links.h"
#include "clearway/roadmap.h"
#include "clearway/scene.h"

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
    CW_FILE_OBJ,     ///< mesh (written), 3D scene or walkable triangles (read)
    CW_FILE_NAV,     ///< mesh for Menge (written)
    CW_FILE_SVG,     ///< picture (written), plan (read)
    CW_FILE_PNG,     ///< picture
    CW_FILE_PDF,     ///< picture
    CW_FILE_GLTF,    ///< 3D scene
    CW_FILE_GLB,     ///< 3D scene (read), mesh (written)
    CW_FILE_PLY,     ///< 3D scene
    CW_FILE_STL,     ///< 3D scene
    CW_FILE_FBX,     ///< 3D scene
    CW_FILE_DAE,     ///< 3D scene, COLLADA
    CW_FILE_DETOUR,  ///< `.bin`: mesh for Detour (written)
    CW_FILE_GODOT,   ///< `.tres`: mesh for Godot (written)
    CW_FILE_MAP,     ///< plan, a grid of MovingAI (read)
    CW_FILE_ROS,     ///< `.yaml`, `.yml`: plan, a map of ROS with its image (read)
} cw_file_kind;

CW_API cw_file_kind cw_file_kind_of(const char *path);

/// Reads `.wkt`, `.geojson`, `.dat`, `.map`, `.svg` or a map of ROS (`.yaml`, and the `.pgm` that
/// it names), in metres. Of a geometry collection, polygons are floors and line strings barriers. A
/// `.geojson` that can only be in degrees is refused.
CW_API cw_status cw_plan_read(cw_context *context, const char *path, cw_plan *plan);
/// Reads the same formats from memory; `name` stands for the file in messages, and for its path
/// where a map of ROS names an image.
CW_API cw_status cw_plan_parse(cw_context *context, cw_file_kind kind, const char *name,
                               const char *text, size_t size, cw_plan *plan);
/// Reads a plan whose coordinates are degrees of longitude and latitude (WGS 84) and projects them
/// onto the plane that touches the earth in the middle of the plan: x metres east, y metres north
/// of that middle. At most one degree either way.
CW_API cw_status cw_plan_read_degrees(cw_context *context, const char *path, cw_plan *plan);
/// Reads the same from memory; `name` stands for the file in messages.
CW_API cw_status cw_plan_parse_degrees(cw_context *context, cw_file_kind kind, const char *name,
                                       const char *text, size_t size, cw_plan *plan);
/// The floor of a flat surface that is farther than `distance` metres, above 0, from every wall:
/// where the center of a disc may be. For programs that know no radius. Round corners become chords
/// that keep the distance, and half a percent more elsewhere. CW_ERROR_INPUT where nothing is left.
CW_API cw_status cw_plan_inset(cw_context *context, const cw_surface *surface, double distance,
                               cw_plan *plan);
/// Writes a plan as `.wkt`, `.geojson` or `.dat` (one ring only).
CW_API cw_status cw_plan_write(cw_context *context, const cw_plan *plan, const char *path);

/// Reads `.cwm`, `.json` or `.mesh`.
CW_API cw_status cw_navmesh_read(cw_context *context, const char *path, cw_navmesh *mesh);
/// Reads the same formats from memory; `name` stands for the file in messages.
CW_API cw_status cw_navmesh_parse(cw_context *context, cw_file_kind kind, const char *name,
                                  const uint8_t *bytes, size_t size, cw_navmesh *mesh);
/// Writes `.cwm`, `.json`, `.mesh`, `.obj` (y up), `.glb` (coloured by cell), `.nav`, `.bin`
/// (Detour) or `.tres` (Godot).
CW_API cw_status cw_navmesh_write(cw_context *context, const cw_navmesh *mesh, const char *path);

/// Reads the faces of an `.obj` as walkable floor; faces of more than three corners are cut into
/// triangles. `up_is_y` turns a y-up file.
CW_API cw_status cw_surface_read_obj(cw_context *context, const char *path, bool up_is_y,
                                     const cw_surface_config *config, cw_surface *surface);
/// Reads the same format from memory; `name` stands for the file in messages.
CW_API cw_status cw_surface_parse_obj(cw_context *context, const char *name, const char *text,
                                      size_t size, bool up_is_y, const cw_surface_config *config,
                                      cw_surface *surface);

/// Which axis of a 3D file points up.
typedef enum cw_scene_up {
    CW_SCENE_UP_FILE = 0, ///< as its format has it: z of PLY and STL, y of the others
    CW_SCENE_UP_Y,
    CW_SCENE_UP_Z,
} cw_scene_up;

/// Patterns of object names: * any text, ? any character, [abc] one of these.
typedef struct cw_scene_patterns {
    const char *const *patterns;
    uint32_t count;
} cw_scene_patterns;

/// How a scene is read. Start from cw_scene_read_config_default().
typedef struct cw_scene_read_config {
    cw_scene_up up;
    double scale;              ///< metres per unit of the file, above 0
    cw_scene_patterns include; ///< only objects with such names count; empty for all
    cw_scene_patterns exclude; ///< objects with such names do not count
    cw_scene_patterns areas;   ///< objects with such names get an area type, by the last that fits
    const uint8_t *area_types; ///< one per pattern of `areas`
} cw_scene_read_config;

/// The axis of the format, metres, all objects.
CW_API cw_scene_read_config cw_scene_read_config_default(void);

/// Reads a 3D scene: `.obj`, `.gltf`, `.glb`, `.ply`, `.stl`, `.fbx` or `.dae`. Nodes are placed by
/// their transforms, as often as they are used; faces are cut into triangles. Files that a scene
/// names are only read beside it. Objects that do not count are marked `left_out`. CW_ERROR_INPUT
/// where no triangle is left, or a pattern fits no object. `config` may be NULL.
CW_API cw_status cw_scene_read(cw_context *context, const char *path,
                               const cw_scene_read_config *config, cw_scene *scene);

/// Warns of triangles that are no floor as they stand, where all are meant as floor: those that
/// look down, and those steeper than 60 degrees. `name` stands for the file.
CW_API void cw_scene_warn_of_floor(cw_context *context, const char *name, const cw_scene *scene);

/// Reads links that were given by hand, as JSON (docs/files.md), and adds them to a mesh.
CW_API cw_status cw_links_read(cw_context *context, const char *path, cw_navmesh *mesh);

/// Whether a kind of file is one that cw_scene_read() reads.
CW_API bool cw_file_is_scene(cw_file_kind kind);

/// Writes the roof over a floor as `.obj` (y up): a face over each wall, which rises by `rise`
/// metres, > 0, per metre of distance from the wall.
CW_API cw_status cw_skeleton_write_roof(cw_context *context, const cw_skeleton *skeleton,
                                        double rise, const char *path);

/// Whether a roadmap can be written to a path, by its extension: `.json`, `.graphml`, `.geojson`,
/// `.dot`, or `.txt` for Menge.
CW_API bool cw_roadmap_writable(const char *path);
/// Writes a roadmap. With `faces`, a `.json` has them too.
CW_API cw_status cw_roadmap_write(cw_context *context, const cw_roadmap *roadmap, bool faces,
                                  const char *path);
/// Reads a `.json`, without cells and faces.
CW_API cw_status cw_roadmap_read(cw_context *context, const char *path, cw_roadmap *roadmap);
/// Reads the same from memory; `name` stands for the file in messages.
CW_API cw_status cw_roadmap_parse(cw_context *context, const char *name, const char *text,
                                  size_t size, cw_roadmap *roadmap);

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
