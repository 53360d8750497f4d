/// One view of what is drawn: faces (cells of a mesh or triangles of a surface) as half-edges.
///
/// A mesh and a surface store the same thing under different names; floors, outlines and colours
/// are found on this view, so that each is written once.
#ifndef CW_DRAW_PARTS_NET_H
#define CW_DRAW_PARTS_NET_H

#include "clearway/navmesh.h"

/// Half-edge e runs from origin[e] to the origin of the next half-edge of the same face.
typedef struct cw_draw_net {
    uint32_t face_count, edge_count;
    const uint32_t *face_first; ///< face_count + 1 offsets, or NULL where every face has 3 edges
    const uint32_t *edge_face;  ///< the face of each half-edge, or NULL where every face has 3
    const uint32_t *origin;     ///< start vertex of each half-edge
    const uint32_t *twin;       ///< the half-edge on the other side, or CW_NONE for a wall
    const cw_vec3 *positions;   ///< metres
    const void *owner;          ///< passed to `height`
    /// Height of a face at a plan position inside it, in metres.
    double (*height)(const void *owner, uint32_t face, cw_vec2 position);
} cw_draw_net;

cw_draw_net cw_draw_net_of_mesh(const cw_navmesh *mesh);
cw_draw_net cw_draw_net_of_surface(const cw_surface *surface);

static inline uint32_t cw_draw_net_first(const cw_draw_net *net, uint32_t face) {
    return net->face_first != NULL ? net->face_first[face] : 3 * face;
}

static inline uint32_t cw_draw_net_face(const cw_draw_net *net, uint32_t edge) {
    return net->edge_face != NULL ? net->edge_face[edge] : edge / 3;
}

static inline uint32_t cw_draw_net_next(const cw_draw_net *net, uint32_t edge) {
    uint32_t face = cw_draw_net_face(net, edge);
    return edge + 1 < cw_draw_net_first(net, face + 1) ? edge + 1 : cw_draw_net_first(net, face);
}

static inline uint32_t cw_draw_net_previous(const cw_draw_net *net, uint32_t edge) {
    uint32_t face = cw_draw_net_face(net, edge);
    return edge > cw_draw_net_first(net, face) ? edge - 1 : cw_draw_net_first(net, face + 1) - 1;
}

/// Plan position of the start of a half-edge.
static inline cw_vec2 cw_draw_net_start(const cw_draw_net *net, uint32_t edge) {
    cw_vec3 position = net->positions[net->origin[edge]];
    return (cw_vec2){position.x, position.y};
}

/// Plan position of the end of a half-edge.
static inline cw_vec2 cw_draw_net_end(const cw_draw_net *net, uint32_t edge) {
    return cw_draw_net_start(net, cw_draw_net_next(net, edge));
}

/// Length in plan of an edge in metres.
double cw_draw_net_edge_length(const cw_draw_net *net, uint32_t edge);

/// Length in plan of all edges, a shared edge once; metres.
double cw_draw_net_length(const cw_draw_net *net);

/// Length in plan of the walls, and how many there are.
double cw_draw_net_wall_length(const cw_draw_net *net, uint32_t *wall_count);

/// Twice the signed area of a loop: negative where it runs clockwise, as around a hole.
double cw_draw_loop_area(const cw_vec2 *points, uint32_t count);

#endif
