/// \file links.h
/// Links of a navigation mesh: given by hand, and found in a scene.
#ifndef CLEARWAY_LINKS_H
#define CLEARWAY_LINKS_H

#include "clearway/navmesh.h"
#include "clearway/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Metres between a floor and the end of a link that is given by hand, at most.
#define CW_LINK_HEIGHT_ERROR 0.5

/// A link as people give it: where it begins and ends. An edge may be a single point, twice; then
/// it is crossed there, by every radius that has room.
typedef struct cw_link_given {
    cw_link_kind kind;
    cw_vec3 from[2], to[2]; ///< metres; the middle of each over a floor, or up to a millimetre off
    double cost;    ///< metres of way that it counts as, 0 or more; 0 for its length in space
    bool both_ways; ///< there is another link of this kind that leads back
} cw_link_given;

/// Appends links. CW_ERROR_INPUT names the first one that begins or ends off the mesh, or begins
/// and ends in one cell; the mesh is then as before.
CW_API cw_status cw_navmesh_add_links(cw_context *context, cw_navmesh *mesh,
                                      const cw_link_given *links, uint32_t count);

/// Which links to find. Start from cw_link_config_default().
typedef struct cw_link_config {
    double drop;   ///< deepest drop, metres, 0 (none) to 1000
    double jump;   ///< widest gap that is jumped over, metres, 0 (none) to 100
    double height; ///< headroom on the way over, metres, above 0
    double step;   ///< what is no higher is no drop, and is jumped onto, metres, 0 or more
    double width;  ///< narrower ones are left out, metres, 0.05 or more
} cw_link_config;

/// No drops, no jumps; height 2 m, step 0.4 m, width 0.5 m.
CW_API cw_link_config cw_link_config_default(void);

/// What was found.
typedef struct cw_link_report {
    uint32_t drop_count, jump_count;
    double drop_width, jump_width; ///< of all of them, metres
} cw_link_report;

/// Looks for links from every wall of the mesh straight outwards and appends them. A drop leads to
/// the next floor below, at most half a metre off in plan. A jump leads over a gap: to the next
/// floor that is no more than a step higher or lower, and to the next one that is lower by up to a
/// drop. Every quarter of a metre the way of a body of no width has to miss the triangles of the
/// scene; what stands between two such places is not seen. `scene` may be NULL, then nothing is in
/// the way. `config` and `report` may be NULL.
CW_API cw_status cw_navmesh_find_links(cw_context *context, cw_navmesh *mesh, const cw_scene *scene,
                                       const cw_link_config *config, cw_link_report *report);

#ifdef __cplusplus
}
#endif

#endif
