/// What the pairs of faces find out about each other, before it is given numbers.
#ifndef CW_SCENE_CUT_H
#define CW_SCENE_CUT_H

#include "scene/level.h"

/// What a line is part of.
typedef enum cw_owner_kind {
    CW_OWNER_EDGE = 0, ///< an edge of the soup
    CW_OWNER_WALL,     ///< the trace of an upright face
    CW_OWNER_SEAM,     ///< one of the `seams` of the same findings
} cw_owner_kind;

typedef struct cw_owner {
    uint32_t kind, index;
} cw_owner;

/// A node on a carrier.
typedef struct cw_mark {
    cw_owner owner;
    int32_t x, y;
    double z;
} cw_mark;

/// Where two faces are level, or one a walker's height above the other.
typedef struct cw_seam {
    int32_t from_x, from_y, to_x, to_y;
    double from_z, to_z;
} cw_seam;

/// A line to be laid into a face.
typedef struct cw_found_line {
    uint32_t face;
    cw_owner owner;
    int32_t from_x, from_y, to_x, to_y;
} cw_found_line;

typedef struct cw_findings {
    CW_ARRAY(cw_mark) marks;
    CW_ARRAY(cw_found_line) lines;
    CW_ARRAY(cw_seam) seams;
    CW_ARRAY(cw_hit) planes; ///< pairs of walkable faces that lie in one plane
} cw_findings;

/// Two faces that are close. Numbers of the first face come before those of the second unless the
/// second is not walkable; the first is.
typedef struct cw_pair {
    const cw_extraction *work;
    uint32_t first, second;
    cw_level first_level, second_level; ///< the second only where it has area
    int64_t first_sides[3][3];  ///< edge k of the first: on which side corner j of the second is
    int64_t second_sides[3][3]; ///< and the other way round
    cw_wide second_over[3];     ///< height of the second's corners over the first, times area
    cw_wide first_over[3];
    bool overlap;    ///< in plan, by an area
    bool near_plane; ///< so close that rounding decides which one is above
    bool same_plane;
    cw_findings *findings;
} cw_pair;

/// The lines and nodes that two faces with area make on each other (lines.c).
cw_status cw_pair_lines(cw_context *context, const cw_pair *pair);
/// Those of an upright second face on the first (walls.c).
cw_status cw_pair_wall(cw_context *context, const cw_pair *pair);

/// What a line of one pair is clipped by (clip.c).
typedef struct cw_clip {
    uint32_t low, high; ///< vertices of the clipped edge
    cw_share from, to;
    uint32_t from_source, to_source; ///< 0 to 2: an edge of the face; else CW_CLIP_*
    bool along;                      ///< it runs along an edge of the face
} cw_clip;
enum { CW_CLIP_END = 3, CW_CLIP_LEVEL = 4 };

/// Clips the side of a face from `low` to `high` to where it is inside another one, the border
/// included; false if it is nowhere. `low_sides` and `high_sides` tell where its ends are.
bool cw_clip_sides(cw_clip *clip, const int64_t low_sides[3], const int64_t high_sides[3]);
/// Clips further, to where a value is not negative.
bool cw_clip_value(cw_clip *clip, cw_wide at_low, cw_wide at_high, uint32_t source);

/// Whether a place is on the outer side of edge `k` of a face, and not next to it (clip.c).
bool cw_is_beyond(const cw_extraction *work, const cw_face *face, uint32_t k, cw_point place);
/// True when a place is inside a face or a step or two outside of it.
bool cw_is_near(const cw_extraction *work, const cw_face *face, cw_point place);
/// The edge of a face along which both ends of a line lie, or CW_NONE.
uint32_t cw_edge_along(const cw_extraction *work, const cw_face *face, cw_point from, cw_point to);

#endif
