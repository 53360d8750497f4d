/// \file roadmap.h
/// The roadmap: a graph that covers all of the floor. Its level 0 is the straight skeleton; where
/// there is room, lanes run beside it at equal distances from the walls. Routes over it spread
/// people by how crowded its edges are.
///
/// Positions are plan positions with heights, in metres.
#ifndef CLEARWAY_ROADMAP_H
#define CLEARWAY_ROADMAP_H

#include "clearway/path.h"
#include "clearway/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Metres: a node this close to a level lies on it.
#define CW_ROADMAP_TIE 1e-9

typedef enum cw_roadmap_kind {
    CW_ROADMAP_CORNER = 0, ///< a corner of the walls
    CW_ROADMAP_EVENT,      ///< another node of the skeleton, or where a rung meets a lane
    CW_ROADMAP_LEVEL,      ///< where a lane crosses an arc of the skeleton
} cw_roadmap_kind;

/// A wall, as in cw_skeleton.
typedef struct cw_roadmap_wall {
    cw_vec3 from, to;
    cw_vec2 along;
    bool cap;
} cw_roadmap_wall;

typedef struct cw_roadmap_node {
    cw_vec3 position;
    double offset;    ///< metres to the fronts of the walls beside it
    double clearance; ///< metres to the nearest wall, never less than offset
    uint32_t cell;    ///< of the mesh, CW_NONE in a roadmap that was read
    uint8_t kind;     ///< a cw_roadmap_kind
    bool door;        ///< a space is entered here
} cw_roadmap_node;

/// Flags of an edge.
enum {
    CW_ROADMAP_LEAF = 1, ///< one end is a corner: no way leads through
    CW_ROADMAP_RUNG = 2, ///< from a lane to the next of the same wall; `level` is the lower one's
};

/// An edge of level 0 (a piece of an arc of the skeleton) or of a lane.
typedef struct cw_roadmap_edge {
    uint32_t from, to;
    uint32_t left, right; ///< walls beside it; a lane has its wall on the left and CW_NONE
    uint32_t space;       ///< the space it lies in, or CW_NONE
    uint16_t level;       ///< 0, or k for a lane k spacings from its wall
    uint16_t flags;
    double length;    ///< metres in plan
    double clearance; ///< metres: the least along it
    double width;     ///< metres of floor that its walkers share
} cw_roadmap_edge;

/// The roadmap. Edges at node n: adjacent[node_first[n]] .. adjacent[node_first[n + 1] - 1], by
/// index. The face of wall w is face_nodes[face_first[w]] .. [face_first[w + 1] - 1], as in
/// cw_skeleton, with the nodes of lanes on the way; a roadmap that was read may have none.
typedef struct cw_roadmap {
    double spacing, miter;
    cw_roadmap_wall *walls;
    uint32_t wall_count;
    cw_roadmap_node *nodes;
    uint32_t node_count;
    cw_roadmap_edge *edges;
    uint32_t edge_count;
    uint32_t rung_count;  ///< the last of the edges are rungs
    uint32_t *node_first; ///< node_count + 1 offsets
    uint32_t *adjacent;   ///< 2 * edge_count edges
    uint32_t *face_first; ///< wall_count + 1 offsets, or NULL
    uint32_t *face_nodes;
    uint32_t face_node_count;
    uint32_t space_count;
    double seconds; ///< that skeleton and roadmap took
} cw_roadmap;

/// How a roadmap is made. Start from cw_roadmap_config_default().
typedef struct cw_roadmap_config {
    double spacing;  ///< metres between lanes, 0.01 to 1e6
    uint32_t levels; ///< most lanes from a wall, 0 to 65535
    double rungs;    ///< metres between ways from lane to lane, 0.01 to 1e6; 0 for none
} cw_roadmap_config;

/// Lanes 0.7 m apart, as many as fit.
CW_API cw_roadmap_config cw_roadmap_config_default(void);

/// Makes the roadmap of a skeleton. The clearance must be that of a mesh of the same surface.
/// `config` may be NULL.
CW_API cw_status cw_roadmap_build(cw_context *context, const cw_skeleton *skeleton,
                                  const cw_clearance *clearance, const cw_roadmap_config *config,
                                  cw_roadmap *roadmap);

/// Fills node_first and adjacent from the edges; for roadmaps that are put together by hand.
CW_API cw_status cw_roadmap_connect(cw_context *context, cw_roadmap *roadmap);

/// Frees a roadmap; safe on a zeroed struct and safe twice.
CW_API void cw_roadmap_free(cw_context *context, cw_roadmap *roadmap);

#ifdef __cplusplus
}
#endif

#endif
