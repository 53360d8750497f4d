/// \file navmesh.h
/// The navigation mesh: convex cells joined by portals; building, locating, saving, checking.
#ifndef CLEARWAY_NAVMESH_H
#define CLEARWAY_NAVMESH_H

#include "clearway/surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How the decomposition is made. Start from cw_navmesh_config_default().
typedef struct cw_navmesh_config {
    /// A notch that exceeds 180 degrees by at most this angle may be ignored. Radians, [0, pi/2].
    double alpha;
    /// Notches may be ignored while the wall stays within this distance of the chord that replaces
    /// it. Metres, [0, CW_COORDINATE_LIMIT].
    double tau;
    /// How much an ignored run of notches may turn in all; a run that turns by half a circle or
    /// more is never ignored. Radians, [0, 2 pi].
    double turn;
    /// 0: nearest element first, in vertex order (the seed's method). 1: mutual notch pairs first.
    /// 2: also searches for fewer cells, with a fixed budget.
    uint32_t effort;
} cw_navmesh_config;

/// Strict convexity (alpha and tau 0), turn 45 degrees, effort 1.
CW_API cw_navmesh_config cw_navmesh_config_default(void);

/// For surfaces of 3D scenes, whose round columns, curved walls and mouldings are many corners:
/// alpha 15 degrees, tau 0.13 m, turn 90 degrees.
CW_API cw_navmesh_config cw_navmesh_config_for_scenes(void);

/// A notch of a surface: a corner of more than 180 degrees that needs a portal.
typedef struct cw_notch {
    uint32_t vertex; ///< vertex of the surface
    double angle;    ///< interior angle in radians, more than pi
    /// Unit rays that bound its area of interest; zero for an angle of more than 2 pi.
    cw_vec2 right, left;
} cw_notch;

/// The notches of a surface under a config (alpha, tau, turn), in vertex order; to be given back
/// with cw_context_release(context, *notches, *count * sizeof **notches). `config` may be NULL.
CW_API cw_status cw_navmesh_notches(cw_context *context, const cw_surface *surface,
                                    const cw_navmesh_config *config, cw_notch **notches,
                                    uint32_t *count);

/// Counts and measures of a mesh.
typedef struct cw_navmesh_stats {
    uint32_t notches;        ///< reflex corners that needed a portal
    uint32_t dropped;        ///< reflex corners ignored by relaxation (alpha, tau)
    uint32_t holes;          ///< closed boundaries inside the floor, by Euler's formula
    uint32_t portals;        ///< shared edges between cells
    uint32_t two_portal;     ///< times a notch took two portals; later phases may have saved one
    uint32_t fallbacks;      ///< notches resolved by the fallback
    uint32_t mutual;         ///< portals that resolved two notches when they were made
    double area;             ///< square metres in plan, by the caller's coordinates
    double wall_length;      ///< metres in plan, likewise
    double relaxation_depth; ///< deepest ignored concavity in metres; 0 for convex cells
    double seconds;          ///< time the decomposition took; 0 in files made by cw_navmesh_save
} cw_navmesh_stats;

/// What joins two cells that share no edge.
typedef enum cw_link_kind {
    CW_LINK_STEP = 0, ///< a riser that can be climbed both ways
    CW_LINK_DROP,     ///< one way, downwards
    CW_LINK_JUMP,     ///< one way
} cw_link_kind;

/// A crossing without a shared edge. From a place on the first edge it leads to the place at the
/// same share of the second. An edge may be a single point, twice.
typedef struct cw_link {
    cw_link_kind kind;
    uint32_t from, to; ///< cells
    cw_vec3 from_edge[2], to_edge[2];
    /// Metres of way that the crossing counts as, 0 or more; 0 for as long as it is in space.
    float cost;
} cw_link;

/// Heights between which a floor lies, in metres.
typedef struct cw_height_range {
    double low, high;
} cw_height_range;

/// Grid over the triangles of one cell; columns is 0 where there is none.
typedef struct cw_facet_grid {
    double x, y, scale_x, scale_y;
    uint32_t columns, rows;
    uint32_t bucket; ///< its first
} cw_facet_grid;

/// The triangles under a position, for cw_navmesh_height; made by the library, opaque in meaning.
typedef struct cw_facets {
    cw_facet_grid *grids;   ///< per cell; NULL when every cell is flat
    uint32_t *bucket_first; ///< offsets into entries, of each grid one more at the end
    uint32_t *entries;      ///< triangles
    uint32_t grid_count, bucket_count, entry_count;
} cw_facets;

/// Grid over the plan for cw_navmesh_locate; made by the library, opaque in meaning.
typedef struct cw_locator {
    uint32_t columns, rows;
    double origin_x, origin_y, scale_x, scale_y;
    uint32_t *bucket_first; ///< columns * rows + 1 offsets into bucket_cells
    uint32_t *bucket_cells;
    uint32_t bucket_cell_count;
    uint32_t *bucket_inside; ///< the cell that a whole bucket surely lies in, or CW_NONE
    uint32_t *bucket_vertex; ///< the first vertex in each bucket, or CW_NONE
    uint32_t *vertex_next;   ///< per vertex: the next one in its bucket, or CW_NONE
    uint32_t vertex_count;
    uint32_t cell_count;
    uint32_t *corner_first;   ///< per cell: offsets into corners, one more at the end
    int32_t *corners;         ///< x, y of the corners of each cell, rounded
    uint32_t corner_count;    ///< of all cells
    double corner_scale;      ///< units of corners per fine lattice step
    cw_height_range *heights; ///< per cell: of its floor
    cw_facets facets;
    bool level; ///< the whole mesh lies at one height, so one hit is enough
} cw_locator;

/// The navigation mesh. The edges of cell c are cell_first[c] .. cell_first[c + 1] - 1 (edges.h),
/// in counter-clockwise order seen from above; edge e runs from edge_vertex[e] to the vertex of the
/// next edge of the same cell.
typedef struct cw_navmesh {
    cw_lattice lattice;
    uint32_t vertex_count;
    /// Metres. A corner where a step ends has several heights, of which this is one: ask
    /// cw_navmesh_height for that of a cell.
    cw_vec3 *positions;
    cw_point *points; ///< exact plan positions
    uint32_t cell_count;
    uint32_t *cell_first;  ///< cell_count + 1 offsets
    uint32_t *cell_island; ///< cells with equal numbers can reach each other
    uint32_t island_count;
    uint32_t edge_count;
    uint32_t *edge_vertex; ///< start vertex of each edge
    uint32_t *edge_twin;   ///< the same portal seen from the other cell, or CW_NONE for a wall
    uint32_t *edge_cell;   ///< the cell an edge belongs to
    /// Triangles that carry the height inside cells that are not flat: those of cell c are
    /// cell_triangle_first[c] .. cell_triangle_first[c + 1] - 1. NULL when every cell is flat.
    uint32_t *cell_triangle_first;
    uint32_t *triangles; ///< 3 vertices each
    uint32_t triangle_count;
    cw_link *links;
    uint32_t link_count;
    uint8_t *cell_area;       ///< per cell: its area type; NULL where all are 0 and none has a name
    cw_area_name *area_names; ///< of area types 1, 2, ...; NULL where none has a name
    uint32_t area_name_count;
    cw_navmesh_stats stats;
    cw_locator locator;
} cw_navmesh;

/// Decomposes a surface into cells. An empty surface, as a plan without floor leaves it, is refused
/// with CW_ERROR_INPUT. Triangles that overlap at the same height are no surface:
/// CW_ERROR_INPUT, and the message says where. Heights are checked as cw_navmesh_validate does,
/// with its CW_ERROR_INVALID. Where the terrain has area types, their borders are portals, so that
/// every cell is of one type; notches are then not counted. `config` may be NULL.
CW_API cw_status cw_navmesh_build(cw_context *context, const cw_surface *surface,
                                  const cw_navmesh_config *config, cw_navmesh *mesh);

/// Polygons as other tools have them: the source of cw_navmesh_from_polygons.
typedef struct cw_polygons {
    uint32_t vertex_count;
    const cw_vec3 *positions; ///< metres
    uint32_t cell_count;
    const uint32_t *cell_first;  ///< cell_count + 1 offsets
    const uint32_t *edge_vertex; ///< counter-clockwise
    /// Per edge: the cell behind it or CW_NONE; may be NULL, then equal edges are joined.
    const uint32_t *edge_neighbor;
    /// Exact plan positions on `lattice`, or NULL for the fine points nearest to `positions`.
    const cw_point *points;
    /// The lattice of `points`; without them the one to use, or NULL for the finest that fits.
    const cw_lattice *lattice;
    const uint32_t *cell_triangle_first; ///< as in cw_navmesh, or NULL
    const uint32_t *triangles;
    const cw_link *links;
    uint32_t link_count;
    /// Deepest dent in metres that cells may have in runs of walls, as in
    /// cw_navmesh_stats.relaxation_depth; 0 allows for rounding only (two coarse steps).
    double relaxation;
} cw_polygons;

/// Makes a mesh of somebody else's cells. Everything is checked; CW_ERROR_INVALID names the cell.
CW_API cw_status cw_navmesh_from_polygons(cw_context *context, const cw_polygons *polygons,
                                          cw_navmesh *mesh);

/// The cell that contains a point: of those that contain it in plan, the one whose floor is nearest
/// to point.z, then the lowest index. CW_NONE when the point is off the mesh.
CW_API uint32_t cw_navmesh_locate(const cw_navmesh *mesh, cw_vec3 point);

/// Height of the floor of a cell at a plan position inside it, in metres. On a portal along a step
/// it is that of the cell asked; on a step inside a cell, that of either side. NaN for a cell that
/// does not exist, such as the CW_NONE of a point off the mesh.
CW_API double cw_navmesh_height(const cw_navmesh *mesh, uint32_t cell, cw_vec2 position);
/// The height of the lowest floor at a plan position, for points that are given without one; beside
/// the mesh, that of the vertex nearest in plan.
CW_API double cw_navmesh_lowest(const cw_navmesh *mesh, cw_vec2 position);

/// Checks every invariant, without any of the builder's code: indices in range, counter-clockwise
/// cells, exact convexity up to ignored wall runs, no cells that overlap across a portal, symmetric
/// adjacency, cells = portals + Euler characteristic, area and islands.
CW_API cw_status cw_navmesh_validate(cw_context *context, const cw_navmesh *mesh);

/// Compares a mesh with the surface it should cover, in plan: area, wall length, Euler
/// characteristic, islands, and that every wall of one is a wall of the other, as often and on the
/// same side. Exact on one lattice; up to rounding for a mesh that went through another.
CW_API cw_status cw_navmesh_validate_against(cw_context *context, const cw_navmesh *mesh,
                                             const cw_surface *surface);

/// Saves a mesh as `.cwm` bytes, to be given back with cw_context_release(context, *bytes, *size).
CW_API cw_status cw_navmesh_save(cw_context *context, const cw_navmesh *mesh, uint8_t **bytes,
                                 size_t *size);

/// What may be kept beside a mesh in its `.cwm`: readers that do not know it pass over it. Ids of
/// this library are below 65,536; others are free for the caller.
typedef struct cw_section {
    uint32_t id;
    const uint8_t *bytes;
    size_t size;
} cw_section;

/// Ids of sections that this library makes.
enum {
    CW_SECTION_CLEARANCE = 11, ///< cw_clearance_save()
    CW_SECTION_SIGHTS = 12,    ///< cw_sights_save()
};

/// Saves a mesh with other sections, in ascending order of their ids, which are above 10; otherwise
/// as cw_navmesh_save().
CW_API cw_status cw_navmesh_save_with(cw_context *context, const cw_navmesh *mesh,
                                      const cw_section *sections, uint32_t count, uint8_t **bytes,
                                      size_t *size);

/// Finds a section in `.cwm` bytes that were loaded before; its size is 0 where there is none. The
/// section points into the bytes.
CW_API cw_section cw_navmesh_section(const uint8_t *bytes, size_t size, uint32_t id);

/// Loads `.cwm` bytes. Any bytes at all are safe; what loads also validates.
CW_API cw_status cw_navmesh_load(cw_context *context, const uint8_t *bytes, size_t size,
                                 cw_navmesh *mesh);

/// A 64-bit hash of everything in the mesh but the timing: equal results have equal hashes.
CW_API uint64_t cw_navmesh_hash(const cw_navmesh *mesh);

/// Frees a mesh; safe on a zeroed struct and safe twice.
CW_API void cw_navmesh_free(cw_context *context, cw_navmesh *mesh);

#ifdef __cplusplus
}
#endif

#endif
