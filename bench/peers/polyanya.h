/// Polyanya, a peer to be measured by: the shortest path of a point on a mesh of convex cells.
///
/// Michael Cui, Daniel Harabor, Alban Grastien, Compromise-free pathfinding on a navigation mesh,
/// IJCAI 2017. Written anew after the paper, in doubles with an epsilon as there, so that its times
/// are ratios in the run that measures ours, on the same machine, mesh and questions.
#ifndef CW_BENCH_POLYANYA_H
#define CW_BENCH_POLYANYA_H

#include "clearway/navmesh.h"

/// A mesh made ready, with the memory of searches on it; for one thread.
typedef struct cw_polyanya cw_polyanya;

/// Makes a mesh ready; it must outlive the result. Links between cells are not followed.
cw_status cw_polyanya_create(const cw_navmesh *mesh, cw_polyanya **made);
void cw_polyanya_free(cw_polyanya *search);

/// The length in plan of the shortest path, or infinity where there is none. Allocates only while a
/// search is longer than all before it.
cw_status cw_polyanya_find(cw_polyanya *search, cw_vec3 start, cw_vec3 goal, double *length);

/// The points of the path that was found last, both ends included; they hold until the next call.
/// `count` is 0 where there was no path.
cw_status cw_polyanya_points(cw_polyanya *search, const cw_vec2 **points, uint32_t *count);

#endif
