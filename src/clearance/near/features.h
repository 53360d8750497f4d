/// The corners and walls that matter to a cell as one list of features, and where they are many, as
/// a tree of boxes (features.c).
#ifndef CW_CLEARANCE_NEAR_FEATURES_H
#define CW_CLEARANCE_NEAR_FEATURES_H

#include "clearance/clearance.h"
#include "geom/boxes.h"

/// A corner or wall that matters to a cell.
typedef struct cw_feature {
    cw_vec2 position;  ///< the corner, or the start of the wall
    cw_vec2 direction; ///< unit vector along a wall
    double length;     ///< of a wall; 0 for a corner
    double distance;   ///< to the cell
    uint32_t edge;     ///< the wall edge; of a corner, the one that starts there
    bool is_wall;
} cw_feature;

/// The features of a cell: corners, then walls, each nearest first, as in the tables.
typedef struct cw_features {
    const cw_clearance *clearance;
    CW_ARRAY(cw_feature) list;
    uint32_t corner_count, wall_count;
    uint32_t cell;
    double behind; ///< cw_behind_slack
    CW_ARRAY(cw_box) boxes;
    cw_box_tree tree; ///< of the boxes; without nodes where they are few
} cw_features;

/// Collects the features of a cell.
cw_status cw_features_of_cell(cw_context *context, const cw_clearance *clearance, uint32_t cell,
                              cw_features *features);
void cw_features_free(cw_context *context, cw_features *features);
size_t cw_features_bytes(const cw_features *features);

/// Numbers from which on a tree pays: of sides for which near features are looked for, and of
/// features.
enum { CW_MANY_SIDES = 16, CW_MANY_FEATURES = 64 };
/// Makes the tree of the features of a cell if it pays and is not there yet.
cw_status cw_features_index(cw_context *context, uint32_t sides, cw_features *features);

typedef CW_ARRAY(uint32_t) cw_indices;
/// Orders two uint32_t, for qsort.
int cw_index_order(const void *left, const void *right);
cw_box cw_feature_box(const cw_feature *feature);
/// The features that may be within reach of a segment, in order; there is a tree.
cw_status cw_features_near(cw_context *context, const cw_features *features, cw_vec2 from,
                           cw_vec2 to, double reach, cw_indices *near);
/// How many of them are corners.
uint32_t cw_features_corners_of(const cw_features *features, const cw_indices *near);

/// As cw_clearance_at, where the nearest wall is one of some features, given in order.
double cw_clearance_at_some(const cw_clearance *clearance, const cw_features *features,
                            const cw_indices *some, cw_vec2 position);

#endif
