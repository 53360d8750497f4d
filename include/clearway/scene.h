/// \file scene.h
/// A 3D scene as it comes out of a modelling tool, and the walkable surface found in it.
#ifndef CLEARWAY_SCENE_H
#define CLEARWAY_SCENE_H

#include "clearway/surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A named part of a scene.
typedef struct cw_scene_object {
    char *name;    ///< owned, never NULL, ends with a zero byte
    uint32_t area; ///< area type of the floors on it; 0 unless the caller says otherwise
    bool left_out; ///< its triangles are as if they were not there: they neither carry nor block
} cw_scene_object;

/// A polygon soup: triangles of any orientation that may cross, overlap, repeat and leave cracks.
/// z is up. A triangle faces the side from which its corners run counter-clockwise.
typedef struct cw_scene {
    cw_vec3 *positions; ///< metres, within CW_COORDINATE_LIMIT
    uint32_t position_count, position_capacity;
    uint32_t *corners;         ///< 3 indices into `positions` per triangle
    uint32_t *triangle_object; ///< per triangle: index into `objects`, or CW_NONE
    uint32_t triangle_count, triangle_capacity;
    cw_scene_object *objects;
    uint32_t object_count, object_capacity;
} cw_scene;

/// Appends an object with a copy of `name` (NULL counts as ""); *object receives its index and may
/// be NULL.
CW_API cw_status cw_scene_add_object(cw_context *context, cw_scene *scene, const char *name,
                                     uint32_t area, uint32_t *object);

/// Appends `count` positions; *first receives the index of the first one and may be NULL.
CW_API cw_status cw_scene_add_positions(cw_context *context, cw_scene *scene,
                                        const cw_vec3 *positions, uint32_t count, uint32_t *first);

/// Appends `count` triangles of one object (or CW_NONE). `corners` holds 3 indices into the scene's
/// positions per triangle, to each of which `first_position` is added.
CW_API cw_status cw_scene_add_triangles(cw_context *context, cw_scene *scene, uint32_t object,
                                        const uint32_t *corners, uint32_t count,
                                        uint32_t first_position);

/// Frees a scene; safe on a zeroed struct and safe twice.
CW_API void cw_scene_free(cw_context *context, cw_scene *scene);

/// What counts as walkable. Start from cw_extraction_config_default().
typedef struct cw_extraction_config {
    double height; ///< headroom a walker needs, metres, above 0
    /// Largest difference of height that is walked over, metres. 0 <= 2 * step < height: otherwise
    /// a floor could be a step below two others at once.
    double step;
    double slope;      ///< steepest floor, radians, 0 to below pi / 2
    double gap;        ///< cracks up to this width are bridged, metres, 0 (none) to 0.05
    double min_island; ///< parts with less area are dropped, square metres in plan, 0 or more
    /// Parts that are narrower in the mean are dropped too: twice the area over the length of the
    /// border, metres in plan, 0 or more.
    double min_width;
    double min_hole;     ///< holes with less area are filled, square metres in plan, 0 or more
    bool solids;         ///< floors inside closed shells are not walkable
    bool small_rises;    ///< steep faces that rise at most `step` in all are floor
    bool both_sides;     ///< faces that look down count as if turned around
    const cw_vec3 *from; ///< seeds: only what is joined to one of them stays; NULL for none
    uint32_t from_count;
    /// The lattice, as for plans; step 0 for the smallest that fits. Heights use the same step.
    cw_surface_config lattice;
} cw_extraction_config;

/// Height 2 m, step 0.4 m, slope 45 degrees, gap 1 mm, islands of 0.5 square metres and 0.1 m,
/// no holes filled, solids and small rises on, both sides off, no seeds.
CW_API cw_extraction_config cw_extraction_config_default(void);

/// What an extraction found and did. Lengths in metres in plan, areas in square metres in plan.
typedef struct cw_extraction_report {
    uint32_t face_count;       ///< triangles that count, after the three counts below
    uint32_t left_out_count;   ///< triangles of objects that are left out
    uint32_t degenerate_count; ///< triangles without area in space
    uint32_t doubled_count;    ///< triangles given more than once with the same orientation
    uint32_t floor_count, steep_count, ceiling_count, upright_count; ///< the faces by kind
    uint32_t small_rise_count;   ///< steep faces that count as floor
    double small_rise_area;      ///< walkable area on small rises
    uint32_t closed_shell_count; ///< connected parts that enclose a solid
    uint32_t open_shell_count;   ///< connected parts that do not
    uint32_t bridge_count;       ///< quadrilaterals laid over cracks
    uint32_t touched_count;      ///< floor faces that others cut or cover
    uint32_t round_count;        ///< how often faces were arranged until all agreed
    uint32_t step_count;         ///< stretches where floors of different height are joined
    double step_length;          ///< their length
    double barrier_length;       ///< where upright faces part floors that would be joined
    uint32_t component_count;    ///< connected floors kept
    uint32_t dropped_count;      ///< islands dropped
    double dropped_area;         ///< their area
    uint32_t unreached_count;    ///< floors dropped because no seed reaches them
    double unreached_area;       ///< their area
    uint32_t filled_count;       ///< holes filled
    double filled_area;          ///< their area
    double area;                 ///< walkable area kept
} cw_extraction_report;

/// Finds the walkable surface of a scene: every place where a walker of the given height can stand
/// on a face, joined over steps, with the border where the geometry has it (docs/scene.md gives the
/// rules). The surface's terrain holds the heights: where two floors are joined over a step, each
/// side keeps its own. Neither the order of the triangles nor the number of workers changes the
/// result. `config` and `report` may be NULL. CW_ERROR_INPUT when nothing walkable is left.
CW_API cw_status cw_surface_from_scene(cw_context *context, const cw_scene *scene,
                                       const cw_extraction_config *config, cw_surface *surface,
                                       cw_extraction_report *report);

/// What an extraction did at a place.
typedef enum cw_extraction_mark_kind {
    CW_MARK_DROPPED = 0, ///< a triangle of an island that is too small or too narrow
    CW_MARK_UNREACHED,   ///< a triangle of a floor that no seed reaches
    CW_MARK_FILLED,      ///< a triangle that fills a hole
    CW_MARK_BRIDGED,     ///< a triangle over a crack
    CW_MARK_STEP,        ///< a stretch where floors of different height are joined
    CW_MARK_BARRIER,     ///< a stretch where an upright face parts floors that would be joined
    CW_MARK_KINDS,       ///< how many there are
} cw_extraction_mark_kind;

/// A triangle, or a stretch of a border from the first corner to the second, which the third
/// repeats. Metres.
typedef struct cw_extraction_mark {
    cw_extraction_mark_kind kind;
    cw_vec3 corners[3];
} cw_extraction_mark;

typedef struct cw_extraction_marks {
    cw_extraction_mark *items;
    uint32_t count, capacity;
} cw_extraction_marks;

/// Extracts the walkable surface as cw_surface_from_scene does, and reports where it did what the
/// report counts, for looking at. `config` may be NULL.
CW_API cw_status cw_extraction_trace(cw_context *context, const cw_scene *scene,
                                     const cw_extraction_config *config,
                                     cw_extraction_marks *marks);
CW_API void cw_extraction_marks_free(cw_context *context, cw_extraction_marks *marks);

#ifdef __cplusplus
}
#endif

#endif
