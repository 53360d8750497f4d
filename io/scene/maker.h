/// A scene being made of faces with any number of corners.
#ifndef CW_IO_SCENE_MAKER_H
#define CW_IO_SCENE_MAKER_H

#include "clearway/io.h"

/// Faces become triangles of `scene`; the rest is scratch memory.
typedef struct cw_scene_maker {
    cw_context *context;
    cw_scene *scene;
    /// Faces that cross themselves are cut into a fan, as drawing programs do, instead of refused.
    bool lenient;
    uint32_t *face; ///< vertices of the current face
    uint32_t face_count;
    cw_vec2 *flat; ///< their positions in the plane of the face
    uint32_t *pieces, *scratch;
    size_t face_capacity, flat_capacity, piece_capacity, scratch_capacity;
} cw_scene_maker;

/// Appends a vertex to the current face; false when there is no memory.
bool cw_scene_maker_corner(cw_scene_maker *maker, uint32_t vertex);

/// Cuts the current face, of three corners or more, into triangles of an object, and begins a new
/// one. Triangles with a vertex twice are left out. *reason says in words what is wrong.
cw_status cw_scene_maker_face(cw_scene_maker *maker, uint32_t object, const char **reason);

void cw_scene_maker_free(cw_scene_maker *maker);

/// Reads the text of an `.obj` into a scene that is empty: its vertices, faces and the names of its
/// objects and groups. Coordinates have units of so many metres; they stay as they are in the file.
cw_status cw_scene_parse_obj_text(cw_context *context, const char *name, const char *text,
                                  size_t size, double unit, bool lenient, cw_scene *scene);

/// Reads a `.ply`, as text or binary, into a scene that is empty.
cw_status cw_scene_parse_ply(cw_context *context, const char *path, const uint8_t *bytes,
                             size_t size, cw_scene *scene);

/// Reads a file of another format through Assimp; `bytes` is what `path` holds. *z_up becomes true
/// where the file says that z points up, and is left alone else.
cw_status cw_scene_import(cw_context *context, const char *path, const uint8_t *bytes, size_t size,
                          cw_scene *scene, bool *z_up);

/// Checks the structure of a `.dae` before it is given to Assimp.
cw_status cw_dae_check(cw_context *context, const char *path, const uint8_t *bytes, size_t size);

/// Turns y up to z up: (x, y, z) becomes (x, -z, y), a rotation.
void cw_scene_turn_up(cw_scene *scene);

#endif
