/// The parts of looking for the nearest point of the mesh: the search over cells (nearest.c), which
/// may be done in slices, and what it does in one facet (nearest_facet.c).
#ifndef CW_PATH_NEAREST_H
#define CW_PATH_NEAREST_H

#include "clearway/path.h"
#include "path/anchor.h"
#include "path/facet.h"
#include "path/walk.h"

/// The buckets of the locator in rings around the one where a search starts, and how far it is.
typedef struct cw_rings {
    const cw_locator *locator;
    cw_vec2 origin, size; ///< local: low corner; size of a bucket
    int64_t column, row;  ///< where the search starts
    int64_t ring;         ///< at hand: so many columns or rows away, whichever is more
    int64_t at_column, at_row;
    uint32_t item; ///< of the bucket at hand, that comes next
} cw_rings;

typedef struct cw_nearest_search {
    cw_context *context;
    const cw_clearance *clearance;
    cw_walk *walk;
    cw_anchor *anchor; ///< from which the point has to be reachable, or NULL
    cw_vec3 asked;
    cw_vec2 point; ///< local
    double height;
    double radius;
    double best; ///< square of the distance of what was found; before that, of the reach
    cw_place place;
    cw_facet outline; ///< of the cell that is looked at
    cw_rings rings;
    uint32_t work; ///< cells looked at, and places of which it was asked whether they are reached
    cw_status status; ///< of the tests whether places can be reached; the first failure stays
    cw_nearest result;
} cw_nearest_search;

/// Whether a place can be reached, if that is asked; false after a failure.
bool cw_nearest_allows(cw_nearest_search *s, cw_place place);

/// Looks for a nearer place in a facet of the cell of `outline`.
cw_status cw_nearest_visit_facet(cw_nearest_search *s, const cw_facet *facet);

/// Starts a search whose first five fields are set. When done, `result` holds what was found.
cw_status cw_nearest_begin(cw_nearest_search *s, double radius, double reach, bool *done);

/// Goes on until `work` has grown by the budget, or a little more.
cw_status cw_nearest_step(cw_nearest_search *s, uint32_t budget, bool *done);

#endif
