/// The parts of cw_query_nearest: the search over cells (nearest.c) and what it does in one facet
/// (nearest_facet.c).
#ifndef CW_PATH_NEAREST_H
#define CW_PATH_NEAREST_H

#include "path/facet.h"
#include "path/query.h"

typedef struct cw_nearest_search {
    cw_query *query;
    const cw_clearance *clearance;
    cw_vec2 point; ///< local
    double height;
    double radius;
    double best; ///< square of the distance of what was found; before that, of the reach
    cw_place place;
    cw_facet outline; ///< of the cell that is looked at
    cw_status status; ///< of the tests whether places can be reached; the first failure stays
} cw_nearest_search;

/// Whether a place can be reached, if that is asked; false after a failure.
bool cw_nearest_allows(cw_nearest_search *s, cw_place place);

/// Looks for a nearer place in a facet of the cell of `outline`.
cw_status cw_nearest_visit_facet(cw_nearest_search *s, const cw_facet *facet);

#endif
