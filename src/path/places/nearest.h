/// The parts of looking for the nearest point of the mesh: the search over cells (nearest.c), which
/// may be done in slices, and what it does in one facet (nearest_facet.c).
#ifndef CW_PATH_PLACES_NEAREST_H
#define CW_PATH_PLACES_NEAREST_H

#include "clearway/path.h"
#include "path/places/facet.h"
#include "path/places/reach_from.h"
#include "path/places/scratch.h"

/// The buckets of the locator in rings around the one where a search starts, and how far it is.
typedef struct cw_rings {
    const cw_locator *locator;
    cw_vec2 origin, size; ///< local: low corner; size of a bucket
    int64_t column, row;  ///< where the search starts
    int64_t ring;         ///< at hand: so many columns or rows away, whichever is more
    int64_t at_column, at_row;
    uint32_t item; ///< of the bucket at hand, that comes next
} cw_rings;

/// Points of walls that are kept, since candidates that follow each other lie close to each other.
enum { CW_BLOCKERS = 4 };

typedef struct cw_nearest_search {
    cw_context *context;
    const cw_clearance *clearance;
    cw_scratch *scratch;
    cw_reach_from *from; ///< from which the point has to be reachable, or NULL
    cw_vec3 asked;
    cw_vec2 point; ///< local
    double height;
    double radius;
    double best; ///< square of the distance of what was found; before that, of the reach
    cw_place place;
    cw_rings rings;
    uint32_t cell;       ///< that is looked at, or CW_NONE between two cells
    cw_facet outline;    ///< of that cell
    uint32_t next_facet; ///< of it

    // The facet before that, which is looked at.
    cw_facet facet;
    double rise;                   ///< of its plane over the point, at the position of that
    double slack;                  ///< metres by which a candidate may miss it
    cw_box box;                    ///< in plan: nothing outside misses it by so little
    cw_vec2 blockers[CW_BLOCKERS]; ///< the last points of walls that were in the way of candidates
    uint32_t blocker_count;        ///< all in all
    uint32_t projected;            ///< its curves on which the point has been projected
    uint32_t one, other;           ///< its curves whose meeting is tried next

    /// Cells looked at, places of which it was asked whether they are reached, and in large cells
    /// places that were tried.
    uint32_t work;
    cw_status status; ///< of the tests whether places can be reached; the first failure stays
    cw_nearest result;
} cw_nearest_search;

/// Whether a place can be reached, if that is asked; false after a failure.
bool cw_nearest_allows(cw_nearest_search *s, cw_place place);

/// Starts to look for a nearer place in a facet of the cell at hand.
cw_status cw_nearest_enter_facet(cw_nearest_search *s, const cw_facet *facet);
/// Goes on with it, until `work` is `limit` or a little more; false when there is more to do.
bool cw_nearest_search_facet(cw_nearest_search *s, uint64_t limit);

/// Starts a search whose first five fields are set. When done, `result` holds what was found.
cw_status cw_nearest_begin(cw_nearest_search *s, double radius, double reach, bool *done);

/// Goes on until `work` has grown by the budget, or a little more: a place of which it is asked
/// whether it is reached may take as much as its cell has walls and corners near it.
cw_status cw_nearest_step(cw_nearest_search *s, uint32_t budget, bool *done);

#endif
