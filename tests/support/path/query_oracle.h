/// Slow answers to the questions of queries. Those for level meshes know only the walls, and
/// nothing of cells or tables.
#ifndef CW_TESTS_QUERY_ORACLE_H
#define CW_TESTS_QUERY_ORACLE_H

#include "clearway/clearance.h"

/// Plan distance to the nearest wall of all.
double query_oracle_wall(const cw_navmesh *mesh, cw_vec2 point);
/// How far a point or a disc gets from `from` towards `to`; the whole length when nothing stops it.
/// `margin` receives by how much the answer hangs on the radius: below 1e-7 it may be either way.
double query_oracle_ray(const cw_navmesh *mesh, cw_vec2 from, cw_vec2 to, double radius,
                        double *margin);
/// Distance to the nearest place of a level mesh for a disc; INFINITY when there is none.
double query_oracle_nearest(const cw_navmesh *mesh, cw_vec3 point, double radius);
/// Distance to the nearest point of any mesh, for a point; all cells are looked at.
double query_oracle_nearest_in_space(const cw_navmesh *mesh, cw_vec3 point);

#endif
