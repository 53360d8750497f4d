/// Links: shared by what is given and what is found.
#ifndef CW_NAVMESH_LINKS_LINKS_H
#define CW_NAVMESH_LINKS_LINKS_H

#include "clearway/links.h"
#include "navmesh/navmesh.h"

typedef CW_ARRAY(cw_link) cw_link_list;

/// Appends links to a mesh (add.c).
cw_status cw_links_append(cw_context *context, cw_navmesh *mesh, const cw_link *links,
                          uint32_t count);

/// The triangles of a scene, to ask what stands in the way (air.c).
typedef struct cw_air cw_air;
cw_status cw_air_create(cw_context *context, const cw_scene *scene, cw_air **air);
void cw_air_free(cw_context *context, cw_air *air);

/// Whether no triangle meets the upright rectangle over a segment in plan, between two heights.
/// `air` may be NULL: nothing is in the way.
bool cw_air_is_free(const cw_air *air, cw_vec2 from, cw_vec2 to, double low, double high);

#endif
