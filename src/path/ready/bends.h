/// What the search over sights keeps (path/sights/).
#ifndef CW_PATH_READY_BENDS_H
#define CW_PATH_READY_BENDS_H

#include "clearway/sights.h"
#include "path/ready/heap.h"

/// A way to a bend (sights.h) that waits in the heap, or has been taken from it.
typedef struct cw_bend_node {
    double length;   ///< of the path up to the bend
    double arrives;  ///< the turn where it comes to it
    uint32_t sight;  ///< over which it comes
    uint32_t root;   ///< before it
    uint32_t before; ///< the way to the same bend that was found before it, or CW_NONE
    uint32_t part;   ///< of the bend, that it comes to; CW_NONE for the whole of it
} cw_bend_node;

/// Marks the numbers of bend nodes in the heap, and of the openers of the start (sights.h), which
/// have not been looked at yet.
#define CW_BEND_NODE 0x80000000u
#define CW_OPENER_NODE 0x40000000u

/// The sights of a bend for the radius at hand.
typedef struct cw_bend_view {
    uint32_t stamp;
    uint32_t first; ///< of its sights; CW_NONE before all were made
    uint32_t count; ///< of them; before all were made, how often only some were
    uint32_t parts; ///< the first part of the corner, at its left bend, or CW_NONE
} cw_bend_view;

/// A free part of the circle of a corner, in turns of its left bend.
typedef struct cw_bend_part {
    double low, high;
    uint32_t next; ///< part of the same corner, or CW_NONE
} cw_bend_part;

/// What bends see at one radius, as far as it is known.
typedef struct cw_radius_views {
    double radius;
    uint32_t stamp; ///< of what is known
    uint64_t uses, last_use;
    cw_bend_view *views; ///< per bend; NULL until the radius is used
} cw_radius_views;

/// Radii that are kept. Characters of one place rarely come in more sizes.
#define CW_KEPT_RADII 8

/// The sights of the bends that were come to, at the radii that are kept (radius_cache.c): with
/// sights for any radius they are made when they are needed. What they are depends on nothing that
/// was asked before.
typedef struct cw_bend_views {
    const cw_sights *source;
    CW_ARRAY(struct cw_sight) sights;         ///< of each bend, the last to leave first
    CW_ARRAY(cw_bend_part) parts;             ///< that were come to, of bends that are not open
    cw_radius_views radii[CW_KEPT_RADII + 1]; ///< the last is one that is new, on trial
    uint32_t trial_sights, trial_parts;       ///< how many there were before it
    double dropped[CW_KEPT_RADII];            ///< the last radii whose trial was not enough
    uint64_t drops, uses;                     ///< how many ever
    cw_radius_views *now;                     ///< of the radius at hand
} cw_bend_views;

/// The last way to a bend that was found.
typedef struct cw_bend_last {
    uint32_t stamp;
    uint32_t node; ///< bend node
} cw_bend_last;

/// What the search over sights notes.
typedef struct cw_sights_state {
    CW_ARRAY(cw_bend_node) bends;
    CW_ARRAY(struct cw_sight) own_sights; ///< that were made for this query (sights.h)
    cw_bend_last *lasts;                  ///< per bend; NULL until sights are used
    cw_bend_views views;                  ///< what bends see at the radii that are kept
} cw_sights_state;

#endif
