/// The graph in which the shortest path of a disc lies: circles around corners, straight tangents
/// between them, arcs along them. Who fills it decides which tangents are free; here is only the
/// search, over every pair.
///
/// A tangent has two ends. At an end on a circle, `left` tells that the center is on the left when
/// one leaves the circle along the tangent: so one came round counter-clockwise.
#ifndef CW_TESTS_TANGENTS_H
#define CW_TESTS_TANGENTS_H

#include "plane.h"

/// Stands for the start and the goal among the circles.
#define TANGENT_START (UINT32_MAX - 2)
#define TANGENT_GOAL (UINT32_MAX - 1)

typedef struct tangent_end {
    uint32_t circle;
    double angle; ///< on the circle
    bool left;
} tangent_end;

typedef struct tangent {
    tangent_end ends[2];
    double length;
} tangent;

typedef struct tangent_circle {
    cw_vec2 center;
    plane_range *blocked; ///< angles that no arc may pass
    uint32_t blocked_count;
} tangent_circle;

typedef struct tangent_graph {
    double radius;
    bool cyclic; ///< angles repeat after a full turn; otherwise a corner has more than one sheet
    tangent_circle *circles;
    uint32_t circle_count;
    tangent *tangents;
    uint32_t tangent_count, capacity;
} tangent_graph;

void tangent_graph_begin(tangent_graph *graph, double radius, bool cyclic, uint32_t circles);
void tangent_graph_free(tangent_graph *graph);
void tangent_graph_add(tangent_graph *graph, tangent added);
void tangent_graph_block(tangent_graph *graph, uint32_t circle, plane_range blocked);
/// True when an angle of a circle is inside a blocked range by more than rounding.
bool tangent_graph_blocks(const tangent_graph *graph, uint32_t circle, double angle);

/// The lines that touch the circles around two places: those of equal sides first, then, where the
/// circles are apart, the crossing ones. Angles are plan angles. Returns how many.
uint32_t tangents_of_circles(cw_vec2 u, cw_vec2 v, double radius, tangent lines[4]);
/// The lines from a point (end 0) that touch the circle around a place (end 1); none from inside.
uint32_t tangents_of_point(cw_vec2 point, cw_vec2 v, double radius, tangent lines[2]);

/// Length of the shortest way from TANGENT_START to TANGENT_GOAL, infinite when there is none.
double tangent_graph_shortest(const tangent_graph *graph);

#endif
