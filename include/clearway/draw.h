/// \file draw.h
/// What plans, surfaces, meshes, clearance and paths look like, as calls into a sink. No file and
/// no library is touched here.
#ifndef CLEARWAY_DRAW_H
#define CLEARWAY_DRAW_H

#include "clearway/layers.h"
#include "clearway/path.h"
#include "clearway/roadmap.h"
#include "clearway/trajectory.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A colour; every part in [0, 1].
typedef struct cw_color {
    double red, green, blue, alpha;
} cw_color;

/// How a shape is painted. Lengths are in millimetres on the picture, so that lines stay legible at
/// any size of the plan; an alpha of 0 leaves fill or stroke out.
typedef struct cw_draw_style {
    cw_color fill, stroke;
    double width; ///< stroke width in millimetres
    double dash;  ///< dash length in millimetres, 0 for a solid line
} cw_draw_style;

/// Where drawing goes. Points are plan metres with y up. Every callback may be NULL.
typedef struct cw_draw_sink {
    void *user;
    /// A filled area of several closed loops, even-odd. Loop i is points[first[i]] ..
    /// points[first[i + 1] - 1]; `first` has loop_count + 1 entries.
    void (*area)(void *user, const cw_vec2 *points, const uint32_t *first, uint32_t loop_count,
                 const cw_draw_style *style);
    /// An open polyline.
    void (*line)(void *user, const cw_vec2 *points, uint32_t count, const cw_draw_style *style);
    /// A dot of fixed size on the picture: `radius` in millimetres.
    void (*dot)(void *user, cw_vec2 center, double radius, const cw_draw_style *style);
    /// A label centred at a point; `height` in millimetres.
    void (*text)(void *user, cw_vec2 center, double height, const char *text, cw_color color);
    /// Millimetres on the picture per metre of the plan, from which line widths and label sizes
    /// follow; 0 where it is not known, then a picture 190 mm wide is assumed.
    double scale;
} cw_draw_sink;

/// The box that a drawing covers, in plan metres.
typedef struct cw_draw_bounds {
    cw_vec2 low, high;
} cw_draw_bounds;

/// Which parts of a mesh or surface are shown. Start from cw_draw_config_default().
typedef struct cw_draw_config {
    bool cells;             ///< fill cells in distinguishable colours (no two neighbours alike)
    bool portals;           ///< portals as dashed lines
    bool vertices;          ///< wall corners as small dots
    bool labels;            ///< the number of each cell
    bool triangles;         ///< edges of the surface's triangulation
    bool notches;           ///< notches of a surface as dots
    bool areas_of_interest; ///< the cone of each notch, clipped to a short length
    bool pale;              ///< weak colours, as ground for what is drawn over them
    uint32_t floor;         ///< of a mesh: only this floor over pale ones below, from 1; 0 for all
} cw_draw_config;

/// Cells and portals of meshes; triangles, notches and areas of interest of surfaces.
CW_API cw_draw_config cw_draw_config_default(void);

CW_API cw_draw_bounds cw_draw_plan_bounds(const cw_plan *plan);
CW_API cw_draw_bounds cw_draw_surface_bounds(const cw_surface *surface);
CW_API cw_draw_bounds cw_draw_navmesh_bounds(const cw_navmesh *mesh);

/// Draws the rings and barriers of a plan as the caller gave them.
CW_API cw_status cw_draw_plan(cw_context *context, const cw_plan *plan, const cw_draw_sink *sink);

/// Draws the walkable surface: walls, triangles, notches with their areas of interest.
CW_API cw_status cw_draw_surface(cw_context *context, const cw_surface *surface,
                                 const cw_draw_config *config, const cw_draw_sink *sink);

/// Draws a navigation mesh. Floors are painted from low to high.
CW_API cw_status cw_draw_navmesh(cw_context *context, const cw_navmesh *mesh,
                                 const cw_draw_config *config, const cw_draw_sink *sink);

/// How many floors lie above each other, at most: the levels that cw_draw_navmesh paints in order.
CW_API cw_status cw_draw_floor_count(cw_context *context, const cw_navmesh *mesh, uint32_t *count);

/// The box of all floors of a mesh side by side, the lowest on the left.
CW_API cw_status cw_draw_side_by_side_bounds(cw_context *context, const cw_navmesh *mesh,
                                             cw_draw_bounds *bounds);

/// Draws each floor of a mesh by itself, side by side, over a pale picture of those below it.
/// `config` may be NULL; its `floor` does not count.
CW_API cw_status cw_draw_side_by_side(cw_context *context, const cw_navmesh *mesh,
                                      const cw_draw_config *config, const cw_draw_sink *sink);

/// Layers that are drawn at most.
#define CW_DRAW_LAYERS_LIMIT 100

/// The box of the first CW_DRAW_LAYERS_LIMIT layers of a sampled scene beside each other, with room
/// for words.
CW_API cw_draw_bounds cw_draw_layers_bounds(const cw_layers *layers);

/// Draws each layer by itself: its pixels, and how many they are.
CW_API cw_status cw_draw_layers(cw_context *context, const cw_layers *layers,
                                const cw_draw_sink *sink);

/// The box of a surface and of what was done to its scene, with room for a legend.
CW_API cw_draw_bounds cw_draw_extraction_bounds(const cw_surface *surface,
                                                const cw_extraction_marks *marks);

/// Draws a surface and, in colours, what was dropped, filled, bridged and joined on the way to it.
CW_API cw_status cw_draw_extraction(cw_context *context, const cw_surface *surface,
                                    const cw_extraction_marks *marks, const cw_draw_sink *sink);

/// A view from the side and above. Start from cw_draw_view_default().
typedef struct cw_draw_view {
    double azimuth;     ///< by which the mesh is turned before, radians counter-clockwise
    double tilt;        ///< 0 looks straight down, pi / 2 along the floor; radians, 0 to 1.5
    double wall_height; ///< of walls, which are indicated by a low rim; metres
    bool portals;       ///< portals as dashed lines
} cw_draw_view;

/// Turned by 30 degrees, 50 degrees from above, walls of 0.35 m, no portals.
CW_API cw_draw_view cw_draw_view_default(void);

/// The box of a slanted view, in metres of the picture.
CW_API cw_draw_bounds cw_draw_slanted_bounds(const cw_navmesh *mesh, const cw_draw_view *view);

/// Draws a mesh from the side and above: cells in their colours, shaded by their slope; the risers
/// of steps; walls as a low rim; links; paths on top. Farther floors are painted first, upper
/// floors over lower ones. `view` may be NULL.
CW_API cw_status cw_draw_slanted(cw_context *context, const cw_navmesh *mesh, const cw_path *paths,
                                 uint32_t path_count, const cw_draw_view *view,
                                 const cw_draw_sink *sink);

/// Which parts of paths are shown. Start from cw_draw_path_config_default().
typedef struct cw_draw_path_config {
    bool cells;   ///< the cells of the mesh in weak colours and its portals, else the floor alone
    bool swept;   ///< what the disc covers on its way
    bool portals; ///< the part of each portal that the disc can use, bold
    bool legend;  ///< radius and length of each path below the plan
} cw_draw_path_config;

/// Everything.
CW_API cw_draw_path_config cw_draw_path_config_default(void);

/// The box of a mesh, and of the places near it where ends were asked for, with room for the legend
/// of paths below it.
CW_API cw_draw_bounds cw_draw_path_bounds(const cw_navmesh *mesh, const cw_path *paths,
                                          uint32_t path_count);

/// Draws paths, each in a colour of its own, over their mesh: the area that the disc sweeps, the
/// way of its center with true arcs, the disc at both ends, the usable part of each portal. Of a
/// query that was blocked, the gap is marked with its width. Where an end had to move, a cross
/// marks the place of the request, or a thread leads towards it where that is far off the mesh.
/// Where there is no way, a dashed ring marks the valid place nearest to it. `config` may be NULL.
CW_API cw_status cw_draw_path(cw_context *context, const cw_navmesh *mesh, const cw_path *paths,
                              uint32_t path_count, const cw_draw_path_config *config,
                              const cw_draw_sink *sink);

/// The box of a mesh with room for the colour scale below it.
CW_API cw_draw_bounds cw_draw_clearance_bounds(const cw_navmesh *mesh);

/// Draws the clearance of a mesh: each cell cross as a band from portal to portal whose colour and
/// width show its critical radius, the narrow ones dark and on top, and a scale with numbers.
CW_API cw_status cw_draw_clearance(cw_context *context, const cw_clearance *clearance,
                                   const cw_draw_sink *sink);

/// The box of a roadmap.
CW_API cw_draw_bounds cw_draw_roadmap_bounds(const cw_roadmap *roadmap);

/// Draws a roadmap: walls, level 0 coloured by clearance, lanes the fainter the further from the
/// walls, edges to corners thin, doors of spaces as dots.
CW_API cw_status cw_draw_roadmap(cw_context *context, const cw_roadmap *roadmap,
                                 const cw_draw_sink *sink);

/// What of a trajectory is drawn over its plan.
typedef enum cw_draw_run_kind {
    CW_DRAW_RUN_PATHS = 0, ///< the way of each agent, by group
    CW_DRAW_RUN_USE,       ///< how many agents passed each place
    CW_DRAW_RUN_DENSITY,   ///< the highest density of each place: people per square metre over 5 s
} cw_draw_run_kind;

/// The box of a run over its plan, with room for a legend below it.
CW_API cw_draw_bounds cw_draw_run_bounds(const cw_plan *plan, const cw_trajectory *run);

/// Draws a run over its plan, with a legend.
CW_API cw_status cw_draw_run(cw_context *context, const cw_plan *plan, const cw_trajectory *run,
                             cw_draw_run_kind kind, const cw_draw_sink *sink);

#ifdef __cplusplus
}
#endif

#endif
