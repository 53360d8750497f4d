/// Shared by the sources that turn near walls into summits, gates and the merge tree: the walls
/// that matter to a cell as features, the lower envelope of their distances along a segment, and
/// regions (cells or parts of cells) with their gates.
#ifndef CW_CLEARANCE_GATES_H
#define CW_CLEARANCE_GATES_H

#include "clearance/boxes.h"

/// Metres by which the foot of a point may lie beyond the end of a wall and still count: the
/// borders of neighbouring slabs are rounded, and corners of less than FAN_ANGLE (flood.c) are not
/// listed everywhere, so slabs have to overlap. Walls this far beyond their end are too near by
/// less than that, and from a metre away by less than 1e-20.
#define CW_SLAB_SLACK 1e-10

/// Metres by which a point may lie behind a wall for which the wall still counts: portals may run
/// through dents that rounding to the lattice made. Its distance is then that to the wall's line,
/// not 0: behind a wall that is a side of a needle, where nothing is wrong, the other side of the
/// needle is nearer.
static inline double cw_behind_slack(const cw_clearance *clearance) {
    return CW_SLAB_SLACK + CW_NOISE_STEPS * clearance->mesh->lattice.step;
}

/// A corner or wall that matters to a cell.
typedef struct cw_feature {
    cw_vec2 position;  ///< the corner, or the start of the wall
    cw_vec2 direction; ///< unit vector along a wall
    double length;     ///< of a wall; 0 for a corner
    double distance;   ///< to the cell
    uint32_t edge;     ///< the wall edge; of a corner, the one that starts there
    bool is_wall;
} cw_feature;

/// The features of a cell: corners, then walls, each nearest first, as in the tables.
typedef struct cw_features {
    const cw_clearance *clearance;
    CW_ARRAY(cw_feature) list;
    uint32_t corner_count, wall_count;
    uint32_t cell;
    double behind; ///< cw_behind_slack
    CW_ARRAY(cw_box) boxes;
    cw_box_tree tree; ///< of the boxes; without nodes where they are few
} cw_features;

/// Collects the features of a cell.
cw_status cw_features_of_cell(cw_context *context, const cw_clearance *clearance, uint32_t cell,
                              cw_features *features);
void cw_features_free(cw_context *context, cw_features *features);
size_t cw_features_bytes(const cw_features *features);

/// Numbers from which on a tree pays: of sides for which near features are looked for, and of
/// features.
enum { CW_MANY_SIDES = 16, CW_MANY_FEATURES = 64 };
/// Makes the tree of the features of a cell if it pays and is not there yet.
cw_status cw_features_index(cw_context *context, uint32_t sides, cw_features *features);

typedef CW_ARRAY(uint32_t) cw_indices;
/// Orders two uint32_t, for qsort.
int cw_index_order(const void *left, const void *right);
cw_box cw_feature_box(const cw_feature *feature);
/// The features that may be within reach of a segment, in order; there is a tree.
cw_status cw_features_near(cw_context *context, const cw_features *features, cw_vec2 from,
                           cw_vec2 to, double reach, cw_indices *near);
/// How many of them are corners.
uint32_t cw_features_corners_of(const cw_features *features, const cw_indices *near);

/// Distance from a place to a feature as a function of the position x along a segment, in metres
/// from its start.
typedef struct cw_curve {
    uint32_t feature;
    bool is_wall;
    double from, to; ///< where on the segment it counts
    /// Corner: the foot of the corner on the segment's line, and its distance from that line. Wall:
    /// the distance at x = 0, its slope, and the slope of the foot along the wall.
    double a, b, c;
} cw_curve;

/// A part of a segment with one nearest feature.
typedef struct cw_piece {
    double from, to;
    double high;    ///< the highest squared distance on it, which is at one of its ends
    uint32_t curve; ///< CW_NONE where no feature counts
} cw_piece;

/// Most pieces of a block: those that are passed over together where nothing can change them.
enum { CW_PIECE_BLOCK = 24 };

/// Pieces that follow each other, while an envelope is made.
typedef struct cw_piece_block {
    double from;
    double high;           ///< the highest of its pieces
    uint32_t first, count; ///< in the list of pieces, where each block has its own room
} cw_piece_block;

/// The nearest feature of every point of a segment.
typedef struct cw_envelope {
    cw_vec2 origin, direction;
    double length;
    CW_ARRAY(cw_curve) curves;
    CW_ARRAY(cw_piece) pieces; ///< along the segment, without gaps
    CW_ARRAY(cw_piece_block) blocks;
    CW_ARRAY(cw_piece) spare;
    uint64_t steps;  ///< features and pieces looked at, all in all, as in cw_flood
    bool restricted; ///< only the features in `near` were looked at: no other is within the bound
    cw_indices near;
} cw_envelope;

/// `bound`: no point of the segment is further than this from the walls; INFINITY when not known.
cw_status cw_envelope_build(cw_context *context, const cw_features *features, cw_vec2 from,
                            cw_vec2 to, double bound, cw_envelope *envelope);
void cw_envelope_free(cw_context *context, cw_envelope *envelope);
/// Memory held, in bytes; likewise below.
size_t cw_envelope_bytes(const cw_envelope *envelope);

/// Squared distance at x.
double cw_curve_at(const cw_curve *curve, double x);
/// Where in from .. to the distance is least.
double cw_curve_lowest(const cw_curve *curve, double from, double to);

/// Positions of the summits of an envelope, in order along it.
typedef CW_ARRAY(double) cw_positions;
cw_status cw_envelope_summits(cw_context *context, const cw_envelope *envelope,
                              cw_positions *positions);

/// A summit on the border of a region.
typedef struct cw_cut {
    double at;     ///< metres from the start of its side
    uint32_t node; ///< whose meaning the maker of the region knows
} cw_cut;

/// A side of a region.
typedef struct cw_side {
    cw_vec2 from, to;
    uint32_t wall;   ///< the feature of a wall; CW_NONE for other sides
    uint32_t corner; ///< the feature of a corner at `from` that is a vertex of the cell, or CW_NONE
    bool open;       ///< not a wall: features behind it reach through it
    double highest;  ///< no point of it is further than this from the walls
    uint32_t line;   ///< the line that it is a chord of (divide.c), or CW_NONE
    uint32_t cut_first, cut_count; ///< its cuts in the region's list, in order along it
} cw_side;

/// A cell or a part of one, counter-clockwise. Its cuts, in the order of its sides, divide its
/// border into arcs; arc i follows cut i.
typedef struct cw_region {
    CW_ARRAY(cw_side) sides;
    CW_ARRAY(cw_cut) cuts;
} cw_region;

/// The whole of a cell; nodes are summits of the tables.
cw_status cw_region_of_cell(cw_context *context, const cw_clearance *clearance,
                            const cw_features *features, cw_region *region);
void cw_region_free(cw_context *context, cw_region *region);
size_t cw_region_bytes(const cw_region *region);
/// True for points inside; points on the border may be taken either way.
bool cw_region_contains(const cw_region *region, cw_vec2 point);
/// Square of how far a point lies outside, 0 inside.
double cw_region_outside(const cw_region *region, cw_vec2 point);

/// A place where two nodes (arcs or features) of a region come as close as `weight`.
typedef struct cw_contact {
    double weight;
    cw_vec2 position;
    uint32_t nodes[2];
    uint32_t edges[2]; ///< walls on its sides, or CW_NONE
} cw_contact;

/// Memory of the functions below; all zero at first.
typedef struct cw_workshop {
    cw_features features;
    cw_region region;
    cw_envelope envelope;
    CW_ARRAY(cw_contact) contacts;
    CW_ARRAY(cw_cell_gate) gates; ///< result of cw_region_gates
    CW_ARRAY(uint32_t) active;    ///< features that are nearest somewhere in the region
    CW_ARRAY(cw_box) boxes;
    cw_box_tree corner_tree; ///< of the active corners, where features are many
    cw_box_tree wall_tree;   ///< of the active walls
    cw_box_tree side_tree;   ///< of the sides of the region; without nodes where they are few
    cw_indices places;       ///< per active corner: its place among the items of its tree
    cw_indices partners;
    uint64_t steps; ///< pairs and boxes of features and arcs looked at, as in cw_flood
    CW_ARRAY(uint32_t) parents;
    CW_ARRAY(uint32_t) arcs;
    CW_ARRAY(uint32_t) order;
    CW_ARRAY(cw_keyed) keyed; ///< for sorting
    CW_ARRAY(uint32_t) groups;
} cw_workshop;

void cw_workshop_free(cw_context *context, cw_workshop *workshop);
size_t cw_workshop_bytes(const cw_workshop *workshop);

/// Makes the tree of the sides of a region if it pays.
cw_status cw_region_index(cw_context *context, const cw_region *region, cw_workshop *workshop);
/// Whether a point lies in a region or no further than `slack` outside; `tree` is that of its
/// sides.
bool cw_region_touches(const cw_region *region, const cw_box_tree *tree, cw_vec2 point,
                       double slack);
/// Adds the contacts between active features (meet.c); `highest` is the largest clearance on the
/// border of the region, in metres.
cw_status cw_region_meet(cw_context *context, cw_workshop *workshop, const cw_region *region,
                         double highest);

/// The gates between the arcs of a region, narrowest first: one fewer than it has cuts.
cw_status cw_region_gates(cw_context *context, cw_workshop *workshop, const cw_region *region);

/// Joins two nodes at the radius of a gate.
typedef struct cw_tree_edge {
    double radius;
    uint32_t nodes[2];
    uint32_t gate; ///< index in the list of gates
} cw_tree_edge;

/// The tree of widest ways between the summits 0 .. gate_count of a region, from its gates, as
/// gate_count edges; `groups` has room for 2 * (gate_count + 1) values.
void cw_gates_tree(const cw_cell_gate *gates, uint32_t gate_count, uint32_t *groups,
                   cw_tree_edge *edges);

/// The first gate that separates two summits of a region, or NULL.
const cw_cell_gate *cw_gates_between(const cw_cell_gate *gates, uint32_t gate_count, uint32_t i,
                                     uint32_t j);

/// Summits of a portal, in the order along the lower of its edges.
typedef struct cw_summit_range {
    uint32_t first, count;
    bool reversed; ///< the edge asked for runs the other way
} cw_summit_range;
cw_summit_range cw_summits_of_edge(const cw_clearance *clearance, uint32_t edge);
/// The nth summit along the edge that was asked for.
static inline uint32_t cw_summit_along(cw_summit_range range, uint32_t n) {
    return range.reversed ? range.first + range.count - 1 - n : range.first + n;
}

/// Pieces of a portal, in the direction of the lower of its edges.
typedef struct cw_piece_range {
    const cw_portal_piece *items;
    uint32_t count;
} cw_piece_range;
/// The pieces along the portal that an edge belongs to.
cw_piece_range cw_pieces_of_edge(const cw_clearance *clearance, uint32_t edge);

/// Metres by which ends of free parts are moved towards the free side of what blocks: above the
/// rounding of positions in plans of some kilometres, far below CW_CLEARANCE_TOLERANCE.
#define CW_END_MARGIN 1e-11

/// Where a slope reaches a radius of at least |b|, moved by a margin.
static inline double cw_slope_at(const cw_slope *slope, double radius, double margin) {
    double root = sqrt((radius - fabs(slope->b)) * (radius + slope->b));
    return slope->a + slope->s * root + margin;
}

/// As cw_clearance_portal, for the free parts that begin at `start` or behind it; `start` is 0 or
/// the end of a free part.
uint32_t cw_clearance_portal_from(const cw_clearance *clearance, uint32_t edge, double radius,
                                  double start, cw_interval *intervals, uint32_t capacity);

/// The free parts of a portal as its pieces tell, for radii from its critical one to its highest
/// clearance; otherwise as cw_clearance_portal_from.
uint32_t cw_pieces_free(const cw_portal *portal, cw_piece_range pieces, double radius, double start,
                        cw_interval *intervals, uint32_t capacity);

/// The strait that limits the way between two different summits; constant time.
uint32_t cw_clearance_strait(const cw_clearance *clearance, uint32_t summit, uint32_t other);

/// As cw_clearance_at, where the nearest wall is one of some features, given in order.
double cw_clearance_at_some(const cw_clearance *clearance, const cw_features *features,
                            const cw_indices *some, cw_vec2 position);

/// As cw_clearance_at, and names the wall edge.
double cw_clearance_nearest(const cw_clearance *clearance, uint32_t cell, cw_vec2 position,
                            cw_vec2 *nearest, uint32_t *edge);

/// A way in the graph of a cell with extra points (attach.c).
typedef struct cw_cell_way {
    cw_gate gate;
    uint32_t nodes[2];
} cw_cell_way;

/// A summit to which a place is attached, and what limits the way there.
typedef struct cw_attachment {
    uint32_t summit;
    cw_gate gate;
} cw_attachment;

enum { CW_MOST_POINTS = 2 };

/// Memory of widest queries; all zero at first, and reusable.
typedef struct cw_widest_scratch {
    cw_workshop shop;
    CW_ARRAY(cw_region) regions; ///< all that there is memory for
    uint32_t region_count;       ///< of these in use; those without sides have been divided
    cw_positions positions;
    CW_ARRAY(cw_cut) cuts;
    CW_ARRAY(cw_tree_edge) tree;
    CW_ARRAY(uint32_t) summits; ///< per node: the summit it is, or CW_NONE
    CW_ARRAY(cw_cell_way) ways;
    CW_ARRAY(double) widths;   ///< per node
    CW_ARRAY(uint32_t) limits; ///< per node: the way that limits its width, or CW_NONE
    CW_ARRAY(cw_attachment) attachments[CW_MOST_POINTS]; ///< of each place, equally wide
} cw_widest_scratch;

void cw_widest_scratch_free(cw_context *context, cw_widest_scratch *scratch);
size_t cw_widest_scratch_bytes(const cw_widest_scratch *scratch);
/// Makes room for cells that have so many features, edges and summits all in all: what hangs on
/// their number gets enough for any such cell, what hangs on their shape for all that are not odd.
cw_status cw_widest_scratch_reserve(cw_context *context, uint32_t parts,
                                    cw_widest_scratch *scratch);

/// Adds regions (divide.c).
cw_status cw_regions_add(cw_context *context, cw_widest_scratch *scratch, uint32_t count);
/// Divides the region that a point lies in by a line through the point, which is node `node`.
cw_status cw_regions_divide(cw_context *context, cw_widest_scratch *scratch, cw_vec2 point,
                            uint32_t node);

/// Makes the graph of a cell with points inside it: nodes 0 .. count - 1 are the points.
cw_status cw_attach_points(cw_context *context, const cw_clearance *clearance, uint32_t cell,
                           const cw_vec2 *points, uint32_t count, cw_widest_scratch *scratch);
/// The width of the widest way from a node to every other one inside the cell, into `widths`.
cw_status cw_attach_spread(cw_context *context, uint32_t node, cw_widest_scratch *scratch);

/// As cw_clearance_widest, with memory that is kept.
cw_status cw_clearance_widest_using(cw_context *context, const cw_clearance *clearance,
                                    cw_widest_scratch *scratch, cw_place from, cw_place to,
                                    cw_gate *gate);

/// Metres: what a straight line may come nearer to a wall than the clearance of its ends, and by
/// which ways are equally wide; rounding.
#define CW_STRAIGHT_SLACK 1e-11

/// True when the straight line between two points of a cell keeps a radius from every wall.
bool cw_clearance_is_straight(const cw_clearance *clearance, uint32_t cell, cw_vec2 a, cw_vec2 b,
                              double radius);

/// What is known of a place at a radius.
typedef enum cw_attached {
    CW_ATTACHED_NOT_KNOWN,
    CW_ATTACHED,         ///< it is joined with a summit of its cell
    CW_ATTACHED_NOWHERE, ///< no summit of its cell has the room
} cw_attached;

/// Joins a place with a summit of its cell by a way of one or two straight lines that keeps a
/// radius from every wall, if one is found soon.
cw_attached cw_clearance_attach(const cw_clearance *clearance, cw_place place, double radius,
                                uint32_t *summit);

/// Whether a disc of this radius can go between two places of an island, where straight lines to
/// summits tell; false when they do not.
bool cw_clearance_decide(const cw_clearance *clearance, cw_place from, cw_place to, double radius,
                         bool *reaches);

/// Whether a disc of this radius can go between two places: whether the widest way is at least as
/// wide. Where not, `gate` (may be NULL) receives what cw_clearance_widest gives. At radius 0 and
/// below, places of one island reach each other.
cw_status cw_clearance_reaches_using(cw_context *context, const cw_clearance *clearance,
                                     cw_widest_scratch *scratch, cw_place from, cw_place to,
                                     double radius, bool *reaches, cw_gate *gate);

/// Narrows from .. to to where low <= value + slope * x <= high; false when nothing is left.
static inline bool cw_clip_linear(double value, double slope, double low, double high, double *from,
                                  double *to) {
    if (slope == 0) {
        return value >= low && value <= high && *from <= *to;
    }
    double x = (low - value) / slope, y = (high - value) / slope;
    if (slope < 0) {
        double swap = x;
        x = y;
        y = swap;
    }
    *from = x > *from ? x : *from;
    *to = y < *to ? y : *to;
    return *from <= *to;
}

/// The number of a summit among those of a cell, in the order of their arcs (widest.c).
uint32_t cw_summit_number(const cw_clearance *clearance, uint32_t cell, uint32_t summit);

#endif
