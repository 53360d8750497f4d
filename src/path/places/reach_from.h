/// Where a disc can get from one place, asked of many others: what the start is joined with is
/// found once, and whole cells are passed over that have nothing to do with it (reach_from.c).
#ifndef CW_PATH_PLACES_REACH_FROM_H
#define CW_PATH_PLACES_REACH_FROM_H

#include "clearance/ways/widest.h"

/// How many places are remembered that could not be reached and took a division to tell.
enum { CW_REFUSED_PLACES = 16 };

typedef struct cw_reach_from {
    cw_context *context;
    const cw_clearance *clearance;
    cw_widest_scratch *scratch;
    cw_place place;
    double radius;
    uint32_t summit; ///< of its cell, that it is joined with; CW_NONE: it cannot leave its cell
    cw_place refused[CW_REFUSED_PLACES]; ///< the last ones, in no order
    uint32_t refused_count;              ///< all in all
    uint32_t work;                       ///< done so far, in tests by straight lines
} cw_reach_from;

/// Finds out what a place is joined with. At a radius of 0 and below that is its island.
cw_status cw_reach_from_begin(cw_context *context, const cw_clearance *clearance,
                              cw_widest_scratch *scratch, cw_place place, double radius,
                              cw_reach_from *from);

/// Whether a disc can get into a cell at all; `first` (CW_NONE for none) is a summit of the cell
/// that it can get to.
bool cw_reach_from_enters(const cw_reach_from *from, uint32_t cell, uint32_t *first);

/// Whether a disc can get to a place.
cw_status cw_reach_from_gets_to(cw_reach_from *from, cw_place place, bool *reaches);

#endif
