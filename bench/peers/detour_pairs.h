/// The questions that Detour and Clearway are both asked.
#ifndef CW_BENCH_DETOUR_PAIRS_H
#define CW_BENCH_DETOUR_PAIRS_H

#include "asker.h"
#include "recast.h"

/// Where positions of a mesh lie: metres = origin + scale * position.
typedef struct cw_detour_frame {
    cw_vec3 origin;
    double scale;
} cw_detour_frame;

/// Pairs whose ends are on both meshes and which both can join.
typedef struct cw_detour_pairs {
    cw_bench_pair *asked;  ///< in metres
    cw_bench_pair *framed; ///< in the frame of Detour's polygons
    cw_recast_place (*places)[2];
    double *lengths; ///< of Detour's paths, metres
    uint32_t count, capacity;
    uint32_t off_detour;  ///< drawn with an end off Detour's mesh
    uint32_t only_ours;   ///< drawn, but Detour joins them by no path
    uint32_t only_detour; ///< drawn, but Clearway does not
} cw_detour_pairs;

/// Draws random pairs at least `radius` away from the walls of a mesh that lies in the frame
/// `drawn_in`, until there are enough. To be freed also after a failure.
cw_status cw_detour_pairs_draw(cw_recast *baked, cw_query *query, double radius,
                               const cw_detour_frame *drawn_in, const cw_detour_frame *polygons,
                               uint32_t wanted, cw_detour_pairs *made);
void cw_detour_pairs_free(cw_detour_pairs *made);

#endif
