/// The widest way between two points of a flat floor, from its walls alone: no cells, no portals,
/// no nearest walls.
///
/// At radius r every wall blocks what is nearer to it than r: convex sets, all of the same width.
/// Two free points are apart exactly if a closed chain of walls that overlap runs around one of
/// them and not around the other; a line between the points then crosses the chain an odd number of
/// times. Walls overlap from half their distance on. So with all pairs of walls, nearest first,
/// joined one after the other, the widest way ends with the first pair that closes a chain which is
/// crossed an odd number of times.
#ifndef CW_TESTS_CHAIN_ORACLE_H
#define CW_TESTS_CHAIN_ORACLE_H

#include "clearway/clearance.h"

typedef struct chain_wall {
    cw_vec2 ends[2]; ///< local
} chain_wall;

typedef struct chain_walls {
    chain_wall *items;
    uint32_t count;
} chain_walls;

/// The walls of a flat surface; to be given back with chain_walls_free().
chain_walls chain_walls_of(const cw_surface *surface);
void chain_walls_free(chain_walls *walls);

/// The radius of the largest disc that can go between two local positions; 0 when they are apart
/// whatever the radius.
double chain_widest(const chain_walls *walls, cw_vec2 from, cw_vec2 to);

#endif
