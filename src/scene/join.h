/// The free triangles of all faces together.
#ifndef CW_SCENE_JOIN_H
#define CW_SCENE_JOIN_H

#include "scene/extract.h"

typedef struct cw_free_floor {
    uint32_t count;  ///< triangles
    uint32_t *faces; ///< per triangle: the face it is part of, or CW_NONE in a filled hole
    uint32_t *nodes; ///< per corner
    uint32_t *twins; ///< per side: the same edge seen from the other triangle, or CW_NONE
    uint32_t capacity;
    /// From here on triangles fill holes and belong to no face; 0 where samples carry the heights.
    uint32_t filled_first;
    double *heights; ///< per corner of these, in steps
    uint32_t height_capacity;
} cw_free_floor;

/// Height of a corner, in steps.
static inline double cw_corner_height(const cw_extraction *work, const cw_free_floor *floor,
                                      uint32_t corner) {
    if (floor->faces[corner / 3] == CW_NONE) {
        return floor->heights[corner - 3 * floor->filled_first];
    }
    cw_point place = cw_node_plan(work, floor->nodes[corner]);
    return cw_face_height(work, &work->faces[floor->faces[corner / 3]], (double)place.x,
                          (double)place.y);
}

/// Tells of a triangle, or of a side, where somebody wants to know (marks.c).
cw_status cw_mark_triangle(cw_context *context, const cw_extraction *work,
                           const cw_free_floor *floor, uint32_t triangle,
                           cw_extraction_mark_kind kind);
cw_status cw_mark_side(cw_context *context, const cw_extraction *work, const cw_free_floor *floor,
                       uint32_t side, cw_extraction_mark_kind kind);
/// Tells of all bridges, filled holes and steps that the floor has in the end (marks.c).
cw_status cw_mark_floor(cw_context *context, const cw_extraction *work, const cw_free_floor *floor);

/// Gathers the pieces of all faces and joins them (join.c).
cw_status cw_free_floor_join(cw_context *context, cw_extraction *work, cw_free_floor *floor);
/// Drops islands, and what no seed reaches (filter.c).
cw_status cw_free_floor_filter(cw_context *context, cw_extraction *work, cw_free_floor *floor);
/// Moves the triangles that stay together: moved[t] is the new number of triangle t, or CW_NONE
/// (filter.c).
void cw_free_floor_compact(cw_free_floor *floor, const uint32_t *moved);
/// Fills small holes and slits (fill.c).
cw_status cw_free_floor_fill(cw_context *context, cw_extraction *work, cw_free_floor *floor);
/// Makes the surface (hand_over.c).
cw_status cw_free_floor_hand_over(cw_context *context, cw_extraction *work,
                                  const cw_free_floor *floor, cw_surface *surface);
void cw_free_floor_free(cw_context *context, cw_free_floor *floor);

#endif
