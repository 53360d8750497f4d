/// Giving every notch its portals.
#ifndef CW_NAVMESH_CARVE_RESOLVE_H
#define CW_NAVMESH_CARVE_RESOLVE_H

#include "navmesh/carve/search.h"

/// How a notch chooses among what it sees.
typedef struct cw_choice_rule {
    double reach; ///< look on to this multiple of the nearest distance for a better element, >= 1
    double preference; ///< a vertex is taken if at most this many times as far as the nearest wall
    bool join_portals; ///< take an end of the nearest portal first, as the seed does
} cw_choice_rule;

/// The order of the seed: the nearest element and nothing else.
extern const cw_choice_rule CW_RULE_NEAREST;
/// Look a little further for a notch that the portal resolves too.
extern const cw_choice_rule CW_RULE_DEFAULT;

typedef struct cw_resolver {
    cw_carver *carver;
    cw_choice_rule rule;
    cw_search search;
    CW_ARRAY(uint32_t) queue; ///< vertices that may have a notch
} cw_resolver;

/// The part of a wall at which a portal from the eye should end: the visible point nearest to it,
/// on the lattice, that leaves no splinter of wall beside a vertex. False when the lattice has no
/// point there.
bool cw_wall_part_seen(const cw_carver *carver, cw_point eye, const cw_sight *sight, int64_t *part);

/// Resolves every notch of the vertices in the queue and of those that come up on the way.
cw_status cw_resolve_queue(cw_resolver *resolver);

void cw_resolver_free(cw_resolver *resolver);

#endif
