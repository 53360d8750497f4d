/// The widest way between two places by a search over summits.
#ifndef WIDEST_SEARCH_H
#define WIDEST_SEARCH_H

#include "clearway/path.h"

/// As cw_query_widest(), found without the merge tree.
cw_status widest_by_search(cw_query *query, cw_vec3 from, cw_vec3 to, cw_gate *gate);

#endif
