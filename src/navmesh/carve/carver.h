/// The decomposition at work: a surface being carved into cells by portals.
///
/// Every vertex has one fan of triangles that starts at the wall half-edge mesh.vertex_edge[v] and
/// ends at the wall that enters v. Portals divide the fan into sectors. A sector of more than 180
/// degrees is a notch to be resolved; when none is left every cell is convex.
#ifndef CW_NAVMESH_CARVE_CARVER_H
#define CW_NAVMESH_CARVE_CARVER_H

#include "clearway/navmesh.h"
#include "geom/trimesh.h"

/// A vertex made by the decomposition: the point wall_from + (wall_to - wall_from) * part / 2^31,
/// exactly on a wall.
typedef struct cw_wall_point {
    uint32_t wall_from, wall_to; ///< corners of the surface, in the direction of the wall half-edge
    int64_t part;                ///< 1 .. 2^31 - 1
} cw_wall_point;

/// What the decomposition knows of a vertex besides its fan.
typedef struct cw_carver_corner {
    uint32_t portals; ///< portals that end here
    /// The corner is ignored by relaxation, or is a point on a straight wall: while no portal ends
    /// here it is transparent, and angles are measured along the chord that passes it by.
    bool dropped;
    /// No notch when nothing was carved yet, and kept: portals only divide its angle, so it never
    /// is.
    bool convex;
    bool reflex;     ///< counted in stats.dropped
    bool given_back; ///< it needed a portal after all, and is counted in stats.notches
} cw_carver_corner;

typedef struct cw_carver {
    cw_context *context;
    const cw_surface *surface;
    cw_navmesh_config config;
    cw_trimesh mesh; ///< labels are cw_edge_kind; points are fine
    CW_ARRAY(cw_carver_corner) corners;
    CW_ARRAY(cw_wall_point) wall_points; ///< vertex surface->vertex_count + i
    uint32_t portal_count;
    uint32_t reflex_count; ///< corners of the walls with more than half a turn of floor
    bool relaxed;          ///< some corner is dropped
    cw_navmesh_stats stats;
} cw_carver;

/// The hard half-edge after a hard one along the border of its cell.
static inline uint32_t cw_next_hard(const cw_trimesh *mesh, uint32_t half_edge) {
    uint32_t h = cw_next(half_edge);
    while (mesh->edges[h] == CW_EDGE_OPEN) {
        h = cw_next(mesh->twins[h]);
    }
    return h;
}

/// A sector: the triangles around its vertex from the hard half-edge `first`, which leaves it, to
/// the hard half-edge `last`, which enters it.
typedef struct cw_sector {
    uint32_t first, last;
    cw_point begin, end; ///< directions of its two sides; chords where walls are relaxed
    uint32_t excess;     ///< portals it needs: ceil(angle / pi) - 1
} cw_sector;

cw_status cw_carver_begin(cw_context *context, const cw_surface *surface,
                          const cw_navmesh_config *config, cw_carver *carver);
void cw_carver_free(cw_carver *carver);

/// True while a vertex is passed by without a corner.
static inline bool cw_is_transparent(const cw_carver *carver, uint32_t vertex) {
    const cw_carver_corner *corner = &carver->corners.items[vertex];
    return corner->dropped && corner->portals == 0;
}

/// The end of the run of transparent vertices that a wall half-edge leads into: the first vertex
/// that is a corner.
uint32_t cw_run_end(const cw_carver *carver, uint32_t wall);
/// The corner at the other end of the run that a wall half-edge comes out of.
uint32_t cw_run_begin(const cw_carver *carver, uint32_t wall);

/// The sector of a vertex that starts at a hard half-edge.
cw_sector cw_sector_at(const cw_carver *carver, uint32_t first);

/// The first half-edge of the sector after `sector`, or CW_NONE after the last one.
static inline uint32_t cw_sector_after(const cw_carver *carver, const cw_sector *sector) {
    return carver->mesh.twins[sector->last];
}

/// The first sector of a vertex that is more than 180 degrees; false when there is none.
bool cw_notch_at(const cw_carver *carver, uint32_t vertex, cw_sector *sector);

/// The sector of a vertex that sees a direction; false when the direction is outside the fan, and
/// when it is seen twice: in fans of more than a full turn a direction does not tell the floor.
bool cw_sector_towards(const cw_carver *carver, uint32_t vertex, cw_point direction,
                       cw_sector *sector);

/// True when one portal in this direction leaves no reflex part of the sector: the closed area of
/// interest.
bool cw_in_interest(const cw_sector *sector, cw_point direction);

/// How an attempt to make a portal ended.
typedef enum cw_portal_result {
    CW_PORTAL_MADE,
    CW_PORTAL_BLOCKED, ///< something is in the way; nothing was changed
} cw_portal_result;

/// Makes the portal between two vertices, inside the given sector of the first one.
cw_status cw_portal_make(cw_carver *carver, uint32_t from, const cw_sector *sector, uint32_t to,
                         cw_portal_result *result);

/// Flags an open half-edge as a portal.
void cw_portal_flag(cw_carver *carver, uint32_t half_edge);

/// Removes a portal.
void cw_portal_clear(cw_carver *carver, uint32_t half_edge);

/// True when a vertex, as it is now, has no notch; for a transparent vertex when the corners that
/// its chord joins have none.
bool cw_is_resolved(const cw_carver *carver, uint32_t vertex);

/// Removes inessential portals, longest first.
cw_status cw_portals_prune(cw_carver *carver);

/// Puts a vertex on a wall half-edge at a part of its original wall, strictly inside the half-edge.
cw_status cw_wall_split(cw_carver *carver, uint32_t wall, int64_t part, uint32_t *vertex);

/// The original wall of a wall half-edge and the part of it that the half-edge covers.
typedef struct cw_wall_range {
    uint32_t from, to;
    int64_t begin, end;
} cw_wall_range;
cw_wall_range cw_wall_range_of(const cw_carver *carver, uint32_t wall);

/// The point at a part of an original wall.
cw_point cw_wall_point_at(const cw_carver *carver, const cw_wall_range *wall, int64_t part);

/// Length of a lattice difference in fine steps.
double cw_length(cw_point difference);

/// Carves a surface into cells, and lays its terrain over them; what comes of it is not checked
/// (build.c).
cw_status cw_navmesh_carve(cw_context *context, const cw_surface *surface,
                           const cw_navmesh_config *config, cw_navmesh *mesh);

#endif
