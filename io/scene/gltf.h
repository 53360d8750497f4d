/// glTF 2.0: a document whose structure has been checked, and the triangles in it.
#ifndef CW_IO_SCENE_GLTF_H
#define CW_IO_SCENE_GLTF_H

#include "maker.h"

#include <jansson.h>

/// A checked document: lists, indices, lengths and transforms are as they have to be; what indices
/// point at lies in its buffer, and no node is below itself.
typedef struct cw_gltf {
    cw_context *context;
    const char *path;
    json_t *root;          ///< owned
    const uint8_t *binary; ///< the chunk behind the JSON of a `.glb`, or NULL
    size_t binary_size;
} cw_gltf;

/// Parses and checks a `.gltf` or `.glb`; the bytes must outlive the document. Free its root with
/// json_decref().
cw_status cw_gltf_open(cw_context *context, const char *path, const uint8_t *bytes, size_t size,
                       cw_gltf *file);

/// The path of a buffer's file beside the scene; false where its name is not a plain one.
bool cw_gltf_beside(const char *scene, const char *name, char *path, size_t size);

/// Adds the triangles of a checked document to a scene that is empty.
cw_status cw_gltf_read(const cw_gltf *file, cw_scene *scene);

#endif
