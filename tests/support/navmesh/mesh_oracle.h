/// Slow checks of a cw_trimesh, with arithmetic of their own. Each fails the running test.
#ifndef CW_TESTS_MESH_ORACLE_H
#define CW_TESTS_MESH_ORACLE_H

#include "geom/trimesh.h"

/// 1 when c lies left of a -> b, -1 right, 0 on the line; exact.
int oracle_side(cw_point a, cw_point b, cw_point c);
/// 1 when d lies inside the circle of a, b, c (counter-clockwise); exact for coarse points.
int oracle_circle(cw_point a, cw_point b, cw_point c, cw_point d);
/// True when two segments have a point in common that is not an end of both.
bool oracle_segments_meet(cw_point a, cw_point b, cw_point c, cw_point d);
/// True when two segments cross in a point that is an end of neither.
bool oracle_segments_cross(cw_point a, cw_point b, cw_point c, cw_point d);
/// Distance of a point from a segment.
double oracle_distance(cw_point p, cw_point a, cw_point b);
/// True when the open unit square around u meets the segment a-b; coarse points.
bool oracle_pixel(cw_point u, cw_point a, cw_point b);

/// Corners in range, positive areas, symmetric twins and labels, a half-edge for every vertex that
/// has a triangle, which is the labelled one where a leading label is set.
void check_mesh(const cw_trimesh *mesh);
/// No unlabelled edge fails the in-circle test of its two triangles.
void check_constrained_delaunay(const cw_trimesh *mesh);
/// The half-edge between two vertices, or CW_NONE; looks at all of them.
uint32_t find_edge(const cw_trimesh *mesh, uint32_t from, uint32_t to);

#endif
