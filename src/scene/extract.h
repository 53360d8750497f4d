/// What the stages of the extraction hand to each other. Each stage has a file of its own; the
/// order in which they run is in from_scene.c.
///
/// All places are whole coarse steps of the lattice, heights too. Numbers of vertices, edges and
/// faces follow from the geometry alone: vertices are sorted by place, edges and faces by their
/// vertices.
#ifndef CW_SCENE_EXTRACT_H
#define CW_SCENE_EXTRACT_H

#include "base/parallel.h"
#include "clearway/scene.h"
#include "geom/arrangement.h"
#include "scene/scene_tree.h"

/// Faces whose corners are this close to a plane, in steps, lie in it: rounding moves a corner by
/// half a step along each axis, and a plane leans by at most a few of these.
#define CW_COPLANAR_STEPS 8
/// Heights that differ by less, in steps, are told apart by rounding only: two rounded corners, two
/// rounded planes and the bends of a chain.
#define CW_LEVEL_STEPS 64
/// Half steps, along x and y, by which rounding alone may part a place from a line in plan: one for
/// the place, one for the ends of the line, one for those of another line along the same one.
#define CW_PIXEL_HALVES 3

/// A vertex of the soup on the lattice.
typedef struct cw_spot {
    int32_t x, y, z;
} cw_spot;

typedef enum cw_face_kind {
    CW_FACE_FLOOR = 0, ///< faces up and is not too steep
    CW_FACE_STEEP,     ///< faces up
    CW_FACE_CEILING,   ///< faces down
    CW_FACE_UPRIGHT,   ///< has no area in plan, but for what rounding makes
} cw_face_kind;

/// A triangle of the soup. Corners run counter-clockwise in plan, also where it faces down; those
/// of an upright face are in the order of its trace in plan: the first and the last are its ends.
typedef struct cw_face {
    uint32_t corners[3];
    uint32_t edges[3]; ///< edge k joins corners k and k + 1
    uint8_t kind;      ///< a cw_face_kind
    uint8_t area;      ///< area type
    bool walkable;     ///< floor, small rise or, if asked for, a ceiling turned around
    bool up;           ///< faces up as the input has it
    bool closed;       ///< belongs to a closed shell
    bool bridge;       ///< laid over a crack
    uint32_t plane;    ///< walkable faces of one plane that cover each other have the same one
    double slope_x, slope_y; ///< height = that of corner 0 + slope . (place - corner 0)
    cw_box3 box;
} cw_face;

typedef struct cw_soup_edge {
    uint32_t low, high; ///< vertices
    uint32_t carrier;   ///< of its chain, or CW_NONE
    bool inner;         ///< two faces with area in plan meet here from opposite sides
    bool rim;           ///< it is not inner, or one of the two is a sliver: a floor ends here
} cw_soup_edge;

/// A height that something has at a node; a linked list per node.
typedef struct cw_node_height {
    int32_t z;
    uint32_t next;
} cw_node_height;

/// A place in plan where chains may bend or meet.
typedef struct cw_node {
    int32_t x, y;
    uint32_t heights; ///< first of its list, or CW_NONE
    bool active;      ///< on the list of active nodes
} cw_node;

/// Something straight in plan that becomes a chain of nodes: an edge of the soup, the trace of an
/// upright face, the line where two faces cut each other or where one is a walker's height above
/// the other.
typedef struct cw_carrier {
    uint32_t from, to;       ///< nodes
    double from_z, to_z;     ///< height of its lower side there
    double from_top, to_top; ///< and of its upper side, for the trace of an upright face
    uint32_t first, count;   ///< its chain, ends included, in `chain_nodes`
    bool seam;               ///< where two faces cut each other or are a walker's height apart
} cw_carrier;

/// A part of a carrier that has to be laid into a face.
typedef struct cw_scene_line {
    uint32_t face, carrier;
    uint32_t from, to; ///< nodes of the carrier's chain
} cw_scene_line;

/// A carrier goes through a node.
typedef struct cw_hit {
    uint32_t carrier, node;
} cw_hit;

/// Walkable triangles of one face after arranging it.
typedef struct cw_patch {
    uint32_t face;
    uint32_t first, count; ///< in `pieces`
} cw_patch;

/// A walkable triangle: nodes, and per side the same side of another triangle of the same patch
/// (counted from the patch), or CW_NONE where the joins decide.
typedef struct cw_piece {
    uint32_t nodes[3];
    uint32_t sides[3];
} cw_piece;

typedef struct cw_extraction {
    cw_extraction_config config;
    cw_extraction_report *report;
    cw_extraction_marks *marks; ///< NULL unless somebody wants to look at what is done
    cw_lattice lattice;
    double origin_z;
    int64_t height, step; ///< in steps of the lattice
    double margin;        ///< metres around the scene that the lattice has to hold too
    /* faces.c */
    cw_spot *spots;
    cw_vec3 *places; ///< the caller's coordinates of each vertex
    uint32_t spot_count, spot_capacity;
    cw_face *faces;
    uint32_t face_count, face_capacity;
    cw_soup_edge *edges;
    uint32_t edge_count, edge_capacity;
    uint32_t side_count;   ///< entries of edge_faces; faces and edges of bridges have none
    uint32_t linked_count; ///< edges that have entries
    uint32_t *edge_faces;  ///< faces by edge
    uint32_t *edge_first;  ///< linked_count + 1 offsets into edge_faces
    cw_scene_tree tree;
    /* nodes.c */
    CW_ARRAY(cw_node) nodes;
    CW_ARRAY(cw_node_height) heights;
    uint32_t *node_table;
    uint32_t node_table_size;
    uint32_t *spot_node;
    CW_ARRAY(cw_carrier) carriers;
    CW_ARRAY(uint32_t) chain_nodes;
    CW_ARRAY(cw_hit) hits;         ///< not yet in the chains
    CW_ARRAY(uint32_t) active;     ///< nodes that are new or have a new height
    CW_ARRAY(uint8_t) dirty;       ///< per carrier: its chain has changed in this round
    uint32_t *wall_carrier;        ///< per face: carrier of an upright one, or CW_NONE
    CW_ARRAY(cw_scene_line) lines; ///< sorted by face
    /* arrange.c */
    cw_patch *patches; ///< one per face
    CW_ARRAY(cw_piece) pieces;
} cw_extraction;

static inline cw_point cw_spot_plan(cw_spot spot) {
    return (cw_point){spot.x, spot.y};
}

static inline cw_point cw_node_plan(const cw_extraction *work, uint32_t node) {
    return (cw_point){work->nodes.items[node].x, work->nodes.items[node].y};
}

/// Height of the plane of a face over a place in plan, in steps, kept within the heights of the
/// face: outside of it an almost upright plane rises to anywhere.
static inline double cw_face_height(const cw_extraction *work, const cw_face *face, double x,
                                    double y) {
    cw_spot origin = work->spots[face->corners[0]];
    double z = origin.z + face->slope_x * (x - origin.x) + face->slope_y * (y - origin.y);
    z = z < face->box.low[2] ? face->box.low[2] : z;
    return z > face->box.high[2] ? face->box.high[2] : z;
}

/* Stages, in order; each is described where it is defined. */
cw_status cw_scene_check(cw_context *context, const cw_extraction_config *config);
cw_status cw_scene_prepare(cw_context *context, const cw_scene *scene, cw_extraction *work);
/// The part of it that makes the lattice and the vertices; vertex_of[position] becomes the vertex,
/// or CW_NONE where a position is not used.
cw_status cw_scene_weld(cw_context *context, const cw_scene *scene, cw_extraction *work,
                        uint32_t *vertex_of);
/// Whether three different places span an area in space.
bool cw_spots_span(cw_spot a, cw_spot b, cw_spot c);
cw_status cw_scene_link(cw_context *context, cw_extraction *work);
/// The box of a face around its corners.
void cw_face_bound(cw_face *face, const cw_spot corners[3]);
void cw_scene_find_shells(cw_extraction *work, uint32_t *parents);
void cw_scene_find_rises(cw_extraction *work);
cw_status cw_scene_lay_bridges(cw_context *context, cw_extraction *work);
cw_status cw_scene_index(cw_context *context, cw_extraction *work);
cw_status cw_scene_cut(cw_context *context, cw_extraction *work);
cw_status cw_scene_route(cw_context *context, cw_extraction *work);
cw_status cw_scene_arrange(cw_context *context, cw_extraction *work);
void cw_extraction_free(cw_context *context, cw_extraction *work);

/* cut.c */
/// Whether a face is at most this narrow in plan.
bool cw_face_is_narrow(const cw_extraction *work, const cw_face *face, double steps);
/// Whether a face is so narrow in plan that rounding made its plane. It lies in every plane through
/// its line, and planes that it has in common with others would become one.
bool cw_face_is_sliver(const cw_extraction *work, const cw_face *face);
/// Whether two faces with area in plan lie in one plane, so that no seam parts them.
bool cw_faces_share_plane(const cw_extraction *work, uint32_t a, uint32_t b);

/* nodes.c */
cw_status cw_nodes_prepare(cw_context *context, cw_extraction *work);
/// The node at a place; makes it if there is none. New nodes become active.
cw_status cw_node_at(cw_context *context, cw_extraction *work, int64_t x, int64_t y,
                     uint32_t *node);
/// The node at a place, or CW_NONE.
uint32_t cw_node_find(const cw_extraction *work, int64_t x, int64_t y);
/// Gives a node a height that it may have already; it becomes active if it has not.
cw_status cw_node_raise(cw_context *context, cw_extraction *work, uint32_t node, double z);
cw_status cw_carrier_add(cw_context *context, cw_extraction *work, cw_carrier carrier,
                         uint32_t *index);
/// The carrier of an edge; made when it is asked for.
cw_status cw_edge_carrier(cw_context *context, cw_extraction *work, uint32_t edge,
                          uint32_t *carrier);
/// The carrier of the trace of an upright face.
cw_status cw_wall_carrier(cw_context *context, cw_extraction *work, uint32_t face,
                          uint32_t *carrier);
/// Puts the waiting hits into the chains and marks the carriers that they change.
cw_status cw_chains_update(cw_context *context, cw_extraction *work);
/// Where a node is in the chain of a carrier, or CW_NONE.
uint32_t cw_chain_find(const cw_extraction *work, const cw_carrier *carrier, uint32_t node);
/// The two places of the chain of a carrier between which a place in plan lies.
void cw_chain_segment(const cw_extraction *work, const cw_carrier *carrier, double x, double y,
                      cw_point *from, cw_point *to);
/// Lower and upper height of a carrier next to a place in plan.
void cw_carrier_heights(const cw_extraction *work, const cw_carrier *carrier, cw_point place,
                        double *low, double *high);

/* label.c */
/// Whether a walker can stand on a face over a place in plan, in steps: headroom and solids.
bool cw_face_is_free(const cw_extraction *work, uint32_t face, double x, double y);

#endif
