/// What the phases of the roadmap's builder share. Inside src/roadmap/ only.
#ifndef CW_ROADMAP_ROADMAP_H
#define CW_ROADMAP_ROADMAP_H

#include "base/memory.h"
#include "clearway/roadmap.h"

typedef struct cw_roadmap_building {
    cw_context *context;
    const cw_skeleton *skeleton;
    const cw_clearance *clearance;
    cw_roadmap_config config;
    cw_roadmap *roadmap;
    CW_ARRAY(cw_roadmap_node) nodes;
    CW_ARRAY(cw_roadmap_edge) edges;
    uint32_t *arc_first; ///< per arc: the first of its own nodes; arc_count + 1 offsets
} cw_roadmap_building;

/// Cuts the arcs into edges of level 0, with a node wherever a lane crosses.
cw_status cw_roadmap_cut_arcs(cw_roadmap_building *building);
/// Metres between two nodes in plan, and along a wall from its start to the foot of a node.
double cw_roadmap_node_distance(const cw_roadmap_building *building, uint32_t a, uint32_t b);
double cw_roadmap_along_wall(const cw_roadmap_building *building, uint32_t wall, uint32_t node);
/// Joins the lanes from an edge on by rungs, if they are asked for.
cw_status cw_roadmap_add_rungs(cw_roadmap_building *building, uint32_t first_lane);
/// Joins the crossings in each face to lanes.
cw_status cw_roadmap_join_lanes(cw_roadmap_building *building);
/// Numbers the spaces and marks their doors.
cw_status cw_roadmap_find_spaces(cw_context *context, cw_roadmap *roadmap);
/// True clearance of nodes and edges, and the cell and height of each node.
cw_status cw_roadmap_measure(cw_roadmap_building *building);

/// The portal through which a walk from a place of a cell goes out of it, or CW_NONE when it ends
/// there; `share` receives how much of it is done then. `entry` is the edge through which it came
/// into the cell, or CW_NONE. Positions are local.
uint32_t cw_roadmap_leave(const cw_clearance *clearance, uint32_t cell, uint32_t entry,
                          cw_vec2 from, cw_vec2 to, double *share);

/// The least clearance on a straight walk from a place of a cell; 0 where a wall is in the way.
double cw_roadmap_walk_clearance(const cw_clearance *clearance, uint32_t cell, cw_vec2 from,
                                 cw_vec2 to);

#endif
