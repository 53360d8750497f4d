/// \file skeleton.h
/// The straight skeleton of a surface: where the fronts of walls meet that all move inwards at one
/// speed. Faces, exact mitred insets, roofs.
///
/// Positions are local: metres from the origin of the surface's lattice, see cw_skeleton.lattice.
#ifndef CLEARWAY_SKELETON_H
#define CLEARWAY_SKELETON_H

#include "clearway/surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A wall of the floor, which is on its left. A barrier has two. A cap has no length: it stands at
/// a corner and rounds it.
typedef struct cw_skeleton_wall {
    cw_vec2 from, to;        ///< local, exact
    cw_vec2 along;           ///< unit vector, also of a cap
    double heights[2];       ///< of its start and end, in metres
    uint32_t surface_vertex; ///< where it starts
    bool cap;
} cw_skeleton_wall;

/// What made a node.
typedef enum cw_skeleton_kind {
    CW_SKELETON_CORNER = 0, ///< a corner of the walls, offset 0
    CW_SKELETON_EVENT = 1,  ///< a place where fronts meet
} cw_skeleton_kind;

typedef struct cw_skeleton_node {
    cw_vec2 position;  ///< local
    double offset;     ///< metres to the fronts that meet here when they meet
    double height;     ///< metres, about: of the flat triangle that holds it
    uint32_t triangle; ///< of the surface, that holds it
    uint8_t kind;      ///< a cw_skeleton_kind
} cw_skeleton_node;

/// The way of a vertex of the front, from its begin to its end; offsets never fall along it.
typedef struct cw_skeleton_arc {
    uint32_t from, to;    ///< nodes
    uint32_t left, right; ///< walls whose faces lie beside it
} cw_skeleton_arc;

/// The skeleton. The face of wall w is the polygon through the nodes face_nodes[face_first[w]] ..
/// face_nodes[face_first[w + 1] - 1]. They run counter-clockwise, from the start of the wall to its
/// end and back over arcs. face_arcs names the arc from each to the next, CW_NONE for the wall.
/// All faces together cover the floor once.
typedef struct cw_skeleton {
    cw_lattice lattice;
    double miter; ///< as built
    cw_skeleton_wall *walls;
    uint32_t wall_count;
    cw_skeleton_node *nodes;
    uint32_t node_count;
    cw_skeleton_arc *arcs;
    uint32_t arc_count;
    uint32_t *face_first; ///< wall_count + 1 offsets
    uint32_t *face_nodes;
    uint32_t *face_arcs;
    uint32_t face_node_count;
    double seconds; ///< that building took
} cw_skeleton;

/// How a skeleton is built. Start from cw_skeleton_config_default().
typedef struct cw_skeleton_config {
    /// How far ahead of the fronts a corner may run: caps are put where the factor would be larger.
    /// 0 for no caps, else 1.001 to 1e6. Ends of barriers have one in any case.
    double miter;
} cw_skeleton_config;

/// No caps: the straight skeleton as it is defined.
CW_API cw_skeleton_config cw_skeleton_config_default(void);

/// Builds the skeleton of a surface. `config` may be NULL.
CW_API cw_status cw_skeleton_build(cw_context *context, const cw_surface *surface,
                                   const cw_skeleton_config *config, cw_skeleton *skeleton);

/// Checks every promise above without any of the builder's code: each wall has one face, each arc
/// two; nodes are as far from the lines of their walls as they say; faces are simple and cover the
/// floor once. CW_ERROR_INVALID with the reason in the context's message.
CW_API cw_status cw_skeleton_validate(cw_context *context, const cw_surface *surface,
                                      const cw_skeleton *skeleton);

/// The plan position of a local one.
CW_API cw_vec2 cw_skeleton_plan(const cw_skeleton *skeleton, cw_vec2 local);

/// The floor that is left when every wall moves inwards by `distance` metres, > 0: rings with
/// mitred corners, counter-clockwise outer rings and clockwise holes, appended to the plan, a
/// polygon for each connected part. Nothing is appended where nothing is left.
CW_API cw_status cw_skeleton_offset(cw_context *context, const cw_skeleton *skeleton,
                                    double distance, cw_plan *plan);

/// A 64-bit hash of everything but the time: equal results have equal hashes.
CW_API uint64_t cw_skeleton_hash(const cw_skeleton *skeleton);

/// Frees a skeleton; safe on a zeroed struct and safe twice.
CW_API void cw_skeleton_free(cw_context *context, cw_skeleton *skeleton);

#ifdef __cplusplus
}
#endif

#endif
