/// What a test makes is freed at the end of the block that it is declared in, in the context of the
/// group where that is asked for:
///
///   OWNED(cw_navmesh) mesh = mesh_of_plan(context, &plan, NULL);
///
/// What is declared last goes first: tables before their mesh. The block is left only after it has
/// been made. A header that has a type of its own names what frees it as TYPE_drop.
#ifndef CW_TESTS_TEST_OWNED_H
#define CW_TESTS_TEST_OWNED_H

#include "scenes.h"
#include "test_context.h"

#include <stdlib.h>

#define OWNED(type) __attribute__((cleanup(type##_drop), unused)) type
/// The same of a pointer that was handed out.
#define OWNED_HANDLE(type) OWNED(type) *

#define DROP_IN_CONTEXT(type)                     \
    static inline void type##_drop(type *owned) { \
        type##_free(context, owned);              \
    }
#define DROP_HANDLE(type)                          \
    static inline void type##_drop(type **owned) { \
        type##_free(*owned);                       \
    }

DROP_IN_CONTEXT(cw_plan)
DROP_IN_CONTEXT(cw_surface)
DROP_IN_CONTEXT(cw_scene)
DROP_IN_CONTEXT(cw_scene_triangles)
DROP_IN_CONTEXT(cw_layers)
DROP_IN_CONTEXT(cw_navmesh)
DROP_IN_CONTEXT(cw_clearance)
DROP_IN_CONTEXT(cw_skeleton)
DROP_IN_CONTEXT(cw_roadmap)
DROP_IN_CONTEXT(cw_trajectory)
DROP_HANDLE(cw_query)
DROP_HANDLE(cw_sights)
DROP_HANDLE(cw_metrics)

static inline void char_drop(char **text) {
    free(*text);
}

#endif
