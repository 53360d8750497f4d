/// Scenes through Assimp.
///
/// Assimp reads the bytes; here its nodes are walked without recursion, and every mesh is placed by
/// the transforms above it, as often as it is used. Faces of mirrored meshes are turned, so that
/// they face the side they faced. Names are those of the nodes.
///
/// Assimp sees no file system: all that it can open is the scene, which is in memory. It prints
/// nothing.
#include "maker.h"
#include "transform.h"

#include "../grow.h"
#include "../source.h"

#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/metadata.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Tells an Assimp that would turn an `.fbx` by its axes not to; those of Debian do not.
#define FBX_IGNORE_UP "IMPORT_FBX_IGNORE_UP_DIRECTION"

/// Levels of nodes below each other.
enum { DEPTH_LIMIT = 256 };

// --- files ---------------------------------------------------------------------------------------

/// The files of one import.
typedef struct folder {
    cw_context *context;
    const char *path; ///< of the scene
    const uint8_t *bytes;
    size_t size;
} folder;

typedef struct open_file {
    const uint8_t *bytes;
    size_t size, place;
} open_file;

static size_t read_bytes(C_STRUCT aiFile *file, char *buffer, size_t size, size_t count) {
    open_file *open = (open_file *)(void *)file->UserData;
    size_t left = size > 0 ? (open->size - open->place) / size : 0;
    count = count < left ? count : left;
    memcpy(buffer, open->bytes + open->place, size * count);
    open->place += size * count;
    return count;
}

static size_t write_bytes(C_STRUCT aiFile *file, const char *buffer, size_t size, size_t count) {
    (void)file, (void)buffer, (void)size, (void)count;
    return 0;
}

static size_t tell_place(C_STRUCT aiFile *file) {
    return ((open_file *)(void *)file->UserData)->place;
}

static size_t tell_size(C_STRUCT aiFile *file) {
    return ((open_file *)(void *)file->UserData)->size;
}

static C_ENUM aiReturn seek_place(C_STRUCT aiFile *file, size_t offset, C_ENUM aiOrigin origin) {
    open_file *open = (open_file *)(void *)file->UserData;
    size_t base = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? open->place : open->size;
    size_t place = base + offset; /* offsets from the end are negative and wrap */
    if (place > open->size) {
        return aiReturn_FAILURE;
    }
    open->place = place;
    return aiReturn_SUCCESS;
}

static void flush_nothing(C_STRUCT aiFile *file) {
    (void)file;
}

static C_STRUCT aiFile *open_named(C_STRUCT aiFileIO *system, const char *name, const char *mode) {
    folder *from = (folder *)(void *)system->UserData;
    open_file *open = calloc(1, sizeof *open);
    C_STRUCT aiFile *file = calloc(1, sizeof *file);
    bool loaded = false;
    if (open != NULL && file != NULL && mode[0] == 'r') {
        *open = (open_file){.bytes = from->bytes, .size = from->size};
        loaded = strcmp(name, from->path) == 0;
    }
    if (!loaded) {
        free(open);
        free(file);
        return NULL;
    }
    *file = (C_STRUCT aiFile){.ReadProc = read_bytes,
                              .WriteProc = write_bytes,
                              .TellProc = tell_place,
                              .FileSizeProc = tell_size,
                              .SeekProc = seek_place,
                              .FlushProc = flush_nothing,
                              .UserData = (aiUserData)(void *)open};
    return file;
}

static void close_file(C_STRUCT aiFileIO *system, C_STRUCT aiFile *file) {
    (void)system;
    free((void *)file->UserData);
    free(file);
}

// --- nodes ---------------------------------------------------------------------------------------

/// A node to visit.
typedef struct visit {
    const C_STRUCT aiNode *node;
    cw_transform above;
    uint32_t depth;
} visit;

typedef struct import {
    cw_context *context;
    const char *path;
    const C_STRUCT aiScene *source;
    size_t size; ///< of the file
    cw_scene_maker maker;
    visit *stack;
    size_t stack_capacity;
    uint32_t stack_count;
    cw_vec3 *placed; ///< vertices of one mesh
    size_t placed_capacity;
} import;

static cw_status no_memory(const import *state) {
    return cw_name_fail(state->context, state->path, CW_ERROR_MEMORY, "out of memory");
}

static cw_transform transform_of(const C_STRUCT aiMatrix4x4 *m) {
    return (cw_transform){{{(double)m->a1, (double)m->a2, (double)m->a3, (double)m->a4},
                           {(double)m->b1, (double)m->b2, (double)m->b3, (double)m->b4},
                           {(double)m->c1, (double)m->c2, (double)m->c3, (double)m->c4}}};
}

static cw_status place_vertices(import *state, const C_STRUCT aiMesh *mesh, const cw_transform *t,
                                uint32_t *first) {
    uint32_t count = mesh->mNumVertices;
    if (count > CW_IO_VERTEX_LIMIT - state->maker.scene->position_count) {
        return cw_name_fail(state->context, state->path, CW_ERROR_LIMIT, "more than %u vertices",
                            CW_IO_VERTEX_LIMIT);
    }
    if (!CW_GROW(state->context, state->placed, state->placed_capacity, count)) {
        return no_memory(state);
    }
    for (uint32_t i = 0; i < count; i++) {
        const C_STRUCT aiVector3D *v = &mesh->mVertices[i];
        state->placed[i] =
            cw_transform_place(t, (cw_vec3){(double)v->x, (double)v->y, (double)v->z});
    }
    cw_status status =
        cw_scene_add_positions(state->context, state->maker.scene, state->placed, count, first);
    return status == CW_OK ? CW_OK : no_memory(state);
}

static cw_status add_faces(import *state, const C_STRUCT aiMesh *mesh, uint32_t first,
                           bool mirrored, uint32_t object) {
    for (uint32_t f = 0; f < mesh->mNumFaces; f++) {
        const C_STRUCT aiFace *face = &mesh->mFaces[f];
        state->maker.face_count = 0;
        if (face->mNumIndices > state->size) {
            return cw_name_fail(state->context, state->path, CW_ERROR_FORMAT,
                                "face %u of the mesh \"%.100s\": more corners than the file has "
                                "bytes",
                                f, mesh->mName.data);
        }
        for (uint32_t k = 0; face->mNumIndices >= 3 && k < face->mNumIndices; k++) {
            uint32_t index = face->mIndices[mirrored ? face->mNumIndices - 1 - k : k];
            if (index >= mesh->mNumVertices) {
                return cw_name_fail(state->context, state->path, CW_ERROR_FORMAT,
                                    "face %u of the mesh \"%.100s\": vertex %u does not exist", f,
                                    mesh->mName.data, index);
            }
            if (!cw_scene_maker_corner(&state->maker, first + index)) {
                return no_memory(state);
            }
        }
        const char *reason = "";
        cw_status status = state->maker.face_count >= 3
                               ? cw_scene_maker_face(&state->maker, object, &reason)
                               : CW_OK;
        if (status != CW_OK) {
            return cw_name_fail(state->context, state->path, status,
                                "face %u of the mesh \"%.100s\": %s", f, mesh->mName.data, reason);
        }
    }
    return CW_OK;
}

static cw_status add_meshes(import *state, const C_STRUCT aiNode *node, const cw_transform *t) {
    bool mirrored = cw_transform_mirrors(t);
    uint32_t object = CW_NONE;
    for (uint32_t i = 0; i < node->mNumMeshes; i++) {
        const C_STRUCT aiMesh *mesh = state->source->mMeshes[node->mMeshes[i]];
        const char *name = node->mName.length > 0 ? node->mName.data : mesh->mName.data;
        uint32_t first = 0;
        if (object == CW_NONE &&
            cw_scene_add_object(state->context, state->maker.scene, name, 0, &object) != CW_OK) {
            return no_memory(state);
        }
        CW_IO_TRY(place_vertices(state, mesh, t, &first));
        CW_IO_TRY(add_faces(state, mesh, first, mirrored, object));
    }
    return CW_OK;
}

static cw_status push_node(import *state, const C_STRUCT aiNode *node, const cw_transform *above,
                           uint32_t depth) {
    if (depth > DEPTH_LIMIT) {
        return cw_name_fail(state->context, state->path, CW_ERROR_LIMIT,
                            "more than %u nodes below each other", DEPTH_LIMIT);
    }
    if (!CW_GROW(state->context, state->stack, state->stack_capacity,
                 (size_t)state->stack_count + 1)) {
        return no_memory(state);
    }
    state->stack[state->stack_count++] = (visit){node, *above, depth};
    return CW_OK;
}

static cw_status walk_nodes(import *state, double unit) {
    const cw_transform top = {{{unit, 0, 0, 0}, {0, unit, 0, 0}, {0, 0, unit, 0}}};
    CW_IO_TRY(push_node(state, state->source->mRootNode, &top, 0));
    while (state->stack_count > 0) {
        visit here = state->stack[--state->stack_count];
        cw_transform own = transform_of(&here.node->mTransformation);
        cw_transform t = cw_transform_multiply(&here.above, &own);
        CW_IO_TRY(add_meshes(state, here.node, &t));
        for (uint32_t i = here.node->mNumChildren; i-- > 0;) {
            CW_IO_TRY(push_node(state, here.node->mChildren[i], &t, here.depth + 1));
        }
    }
    if (state->maker.scene->triangle_count == 0) {
        return cw_name_fail(state->context, state->path, CW_ERROR_INPUT,
                            "empty input: it has no faces");
    }
    return CW_OK;
}

// --- what a file says of itself ------------------------------------------------------------------

/// Metres in a centimetre, the unit in which an `.fbx` tells its own.
static const double CENTIMETRE = 0.01;

/// Significant digits of a float; with as many, 2.54 is 2.54 again.
enum { FLOAT_DIGITS = 7 };

/// The value of a type under a name, or NULL.
static const void *find_word(const C_STRUCT aiScene *source, const char *name,
                             C_ENUM aiMetadataType type) {
    const C_STRUCT aiMetadata *words = source->mMetaData;
    for (unsigned i = 0; words != NULL && i < words->mNumProperties; i++) {
        if (strcmp(words->mKeys[i].data, name) == 0 && words->mValues[i].mType == type) {
            return words->mValues[i].mData;
        }
    }
    return NULL;
}

/// Metres per unit: of an `.fbx` as it says, else 1. Assimp could scale too, but it rounds every
/// coordinate to single precision, and then floors of one plane are no longer in one.
static cw_status read_unit(const folder *from, const C_STRUCT aiScene *source, double *unit) {
    const void *word = find_word(source, "UnitScaleFactor", AI_FLOAT);
    float factor = 1;
    *unit = 1;
    if (word == NULL) {
        return CW_OK;
    }
    memcpy(&factor, word, sizeof factor);
    if (!(factor > 0 && isfinite(factor))) {
        return cw_name_fail(from->context, from->path, CW_ERROR_FORMAT,
                            "its unit is %g centimetres; wanted is more than 0", (double)factor);
    }
    double digits = pow(10, FLOAT_DIGITS - 1 - floor(log10((double)factor)));
    *unit = round((double)factor * digits) / digits * CENTIMETRE;
    return CW_OK;
}

/// Whether an `.fbx` says that z points up; Assimp leaves that to us.
static bool is_z_up(const C_STRUCT aiScene *source) {
    const void *word = find_word(source, "UpAxis", AI_INT32);
    int32_t axis = 1;
    if (word != NULL) {
        memcpy(&axis, word, sizeof axis);
    }
    return axis == 2;
}

// --- the import ----------------------------------------------------------------------------------

/// The words of Assimp's complaint, in one printable line.
static cw_status refuse(const folder *from) {
    char words[256];
    snprintf(words, sizeof words, "%s", aiGetErrorString());
    for (char *c = words; *c != '\0'; c++) {
        *c = (unsigned char)*c < 32 || *c == 127 ? ' ' : *c;
    }
    return cw_name_fail(from->context, from->path, CW_ERROR_FORMAT, "%s",
                        words[0] != '\0' ? words : "it cannot be read");
}

cw_status cw_scene_import(cw_context *context, const char *path, const uint8_t *bytes, size_t size,
                          cw_scene *scene, bool *z_up) {
    if (size == 0) {
        return cw_name_fail(context, path, CW_ERROR_INPUT, "empty input");
    }
    folder from = {context, path, bytes, size};
    C_STRUCT aiFileIO system = {open_named, close_file, (aiUserData)(void *)&from};
    C_STRUCT aiPropertyStore *properties = aiCreatePropertyStore();
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_FBX_READ_ANIMATIONS, 0);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_FBX_READ_TEXTURES, 0);
    aiSetImportPropertyInteger(properties, FBX_IGNORE_UP, 1);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, 1);
    const C_STRUCT aiScene *source = aiImportFileExWithProperties(path, 0, &system, properties);
    aiReleasePropertyStore(properties);
    if (source == NULL || source->mRootNode == NULL) {
        aiReleaseImport(source);
        return refuse(&from);
    }
import state = {.context = context, .path = path, .source = source, .size = size, .maker = {.context = context, .scene = scene, .lenient = true } };
    double unit;
    cw_status status = read_unit(&from, source, &unit);
    status = status == CW_OK ? walk_nodes(&state, unit) : status;
    *z_up = *z_up || is_z_up(source);
    CW_GROWN_FREE(context, state.stack, state.stack_capacity);
    CW_GROWN_FREE(context, state.placed, state.placed_capacity);
    cw_scene_maker_free(&state.maker);
    aiReleaseImport(source);
    return status;
}
