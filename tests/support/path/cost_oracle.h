/// The cheapest path through areas of different cost, slowly: many points on every portal, the
/// cheapest way over them, and then each point moved along its portal until nothing gets cheaper.
///
/// For points on meshes whose cells are convex it is the cheapest path but for the few points; what
/// it gives is the cost of a path, so never too low. Of discs, legs keep to where there is room on
/// portals and else go straight: there it may be a little too low.
#ifndef CW_TESTS_COST_ORACLE_H
#define CW_TESTS_COST_ORACLE_H

#include "path_world.h"

typedef struct cost_point {
    cw_vec2 at;
    cw_vec2 ends[2];   ///< of the free part of the portal that it lies on
    uint32_t cells[2]; ///< on both sides of the portal
    double cost;       ///< of the best way there so far
    uint32_t parent;   ///< CW_NONE: the start
    bool done;
} cost_point;

typedef struct cost_oracle {
    const path_world *world;
    const uint8_t *areas;
    const double *costs;
    cost_point *points;
    uint32_t point_count;
    uint32_t *cell_first; ///< per cell: where its points start
    uint32_t *cell_points;
} cost_oracle;

/// `count` points on each free part of a portal.
void cost_oracle_make(const path_world *world, const uint8_t *areas, const double *costs,
                      double radius, uint32_t count, cost_oracle *made);
void cost_oracle_free(cost_oracle *made);

/// The cost of the cheapest path between two spots; infinite when there is none.
double cost_oracle_cheapest(cost_oracle *oracle, const path_spot *start, const path_spot *goal);

/// The least and the most that a path may cost by its legs: on borders either side may count.
typedef struct cost_range {
    double least, most;
} cost_range;
cost_range cost_of_path(const path_world *world, const uint8_t *areas, const double *costs,
                        const cw_path *path);

#endif
