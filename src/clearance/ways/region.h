/// Regions, which are cells or parts of cells, with their gates and the tree of these.
#ifndef CW_CLEARANCE_WAYS_REGION_H
#define CW_CLEARANCE_WAYS_REGION_H

#include "clearance/portals/envelope.h"

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
/// gate_count edges (cell_tree.c); `groups` is scratch with room for CW_GATES_SCRATCH * (gate_count
/// + 1) values.
enum { CW_GATES_SCRATCH = 2 };
void cw_gates_tree(const cw_cell_gate *gates, uint32_t gate_count, uint32_t *groups,
                   cw_tree_edge *edges);

/// The narrowest gate that separates two different summits of a region, or NULL.
const cw_cell_gate *cw_gates_between(const cw_cell_gate *gates, uint32_t gate_count, uint32_t i,
                                     uint32_t j);

/// The number of a summit among those of a cell, in the order of their arcs (cross.c).
uint32_t cw_summit_number(const cw_clearance *clearance, uint32_t cell, uint32_t summit);
/// The narrowest gate that separates two summits of a cell, given by their numbers; NULL where none
/// does, or they are one.
const cw_cell_gate *cw_gate_between(const cw_clearance *clearance, uint32_t cell, uint32_t a,
                                    uint32_t b);
/// Whether two summits of a cell, given by their numbers, are joined inside it at a radius.
bool cw_are_joined(const cw_clearance *clearance, uint32_t cell, uint32_t a, uint32_t b,
                   double radius);
/// Whether a free part of a portal of a cell, for a radius, is joined inside it with a summit.
bool cw_part_joins(const cw_clearance *clearance, uint32_t cell, double radius,
                   const cw_joined_interval *part, uint32_t summit);

#endif
