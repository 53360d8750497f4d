/// One face as an arrangement of its border and its lines.
#ifndef CW_SCENE_ARRANGE_H
#define CW_SCENE_ARRANGE_H

#include "scene/extract.h"

/// A run of points that follows a carrier.
typedef struct cw_chain_part {
    uint32_t carrier;
    uint32_t first; ///< in `points`; it ends where the next one begins
} cw_chain_part;

/// Reused from face to face; nothing in it is larger than the face at hand needed.
typedef struct cw_face_arrangement {
    CW_ARRAY(cw_point) points;
    CW_ARRAY(uint32_t) point_node;  ///< per point
    CW_ARRAY(cw_chain_part) parts;  ///< the first three are the border
    CW_ARRAY(uint32_t) vertex_of;   ///< per point: vertex of the arrangement
    CW_ARRAY(uint32_t) vertex_node; ///< per vertex; CW_NONE where there is no node yet
    cw_arrangement arrangement;
    CW_ARRAY(int32_t) winding; ///< per triangle; 0 is outside
    CW_ARRAY(uint32_t) kept;   ///< per triangle: its number among the free ones, or CW_NONE
    CW_ARRAY(uint32_t) stack;
    uint32_t free_count;
} cw_face_arrangement;

/// Lays the gathered points and parts into an arrangement.
cw_status cw_face_arrangement_settle(cw_context *context, cw_face_arrangement *own,
                                     const cw_extraction *work);
/// Finds the free triangles.
cw_status cw_face_arrangement_label(cw_context *context, cw_face_arrangement *own,
                                    const cw_extraction *work, uint32_t face);
/// Writes them.
void cw_face_arrangement_pieces(const cw_face_arrangement *own, cw_piece *pieces);
void cw_face_arrangement_free(cw_context *context, cw_face_arrangement *own);

#endif
