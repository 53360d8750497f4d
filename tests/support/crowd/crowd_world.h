/// A plan with everything that a crowd needs, and the scenes that tests of crowds share.
#ifndef CW_TESTS_CROWD_WORLD_H
#define CW_TESTS_CROWD_WORLD_H

#include "clearway/clearway.h"

typedef struct crowd_world {
    cw_context *context;
    cw_plan plan;
    cw_surface surface;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_crowd *crowd;
} crowd_world;

/// Adds a rectangle to the plan of a world.
void crowd_rectangle(crowd_world *world, cw_ring_kind kind, double left, double bottom,
                     double right, double top);
/// Builds the mesh of the plan and an empty crowd; fails the running test when that fails.
void crowd_build(crowd_world *world, const cw_crowd_config *config);
/// A world of rectangles {left, bottom, right, top} in the context of the group: the first `floors`
/// are floor, the others stand on it.
#define CROWD_BOXES(world, config, floors, ...)                                   \
    crowd_boxes(world, context, config, floors, (const double[][4]){__VA_ARGS__}, \
                sizeof((const double[][4]){__VA_ARGS__}) / sizeof(double[4]))
void crowd_boxes(crowd_world *world, cw_context *context, const cw_crowd_config *config,
                 size_t floors, const double (*boxes)[4], size_t count);
void crowd_free(crowd_world *world);
#define crowd_world_drop crowd_free

/// Two rooms of 10 x 10 m (x 0 to 10 and 10.2 to 20.2) with a door in the middle of the wall.
void crowd_two_rooms(crowd_world *world, double door, cw_vec2 shift);
/// 18 pillars, 24-gons of radius 0.8, in a hall of 30 x 16 m.
void crowd_pillars(crowd_world *world);

/// A journey to one target.
uint32_t crowd_journey_to_point(crowd_world *world, double x, double y, double radius);
uint32_t crowd_journey_over(crowd_world *world, cw_vec2 from, cw_vec2 to);
uint32_t crowd_journey_into(crowd_world *world, double left, double bottom, double right,
                            double top);

/// Adds agents on a lattice in a rectangle until `count` of them stand there; gives how many.
uint32_t crowd_fill(crowd_world *world, const cw_agent_config *config, double left, double bottom,
                    double right, double top, double spacing, uint32_t count);
/// All agents, in the order of the crowd.
cw_crowd_agents crowd_view(cw_crowd *crowd);
cw_agent crowd_add(crowd_world *world, const cw_agent_config *config, double x, double y);

/// A random number; the seed is the same for all tests of a file and must not be 0.
double crowd_draw(double from, double to);
extern uint64_t crowd_seed;

/// Steps and validates after each step until nobody is left or the time is over; gives how many
/// have arrived.
uint32_t crowd_run(crowd_world *world, double dt, double seconds, bool overlaps);

#endif
