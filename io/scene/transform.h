/// Where the nodes of a scene put their meshes.
#ifndef CW_IO_SCENE_TRANSFORM_H
#define CW_IO_SCENE_TRANSFORM_H

#include "clearway/base.h"

/// Rows of a transform, the last one being 0 0 0 1.
typedef struct cw_transform {
    double rows[3][4];
} cw_transform;

/// First `b`, then `a`.
cw_transform cw_transform_multiply(const cw_transform *a, const cw_transform *b);

cw_vec3 cw_transform_place(const cw_transform *t, cw_vec3 place);

/// Whether what is placed is mirrored, so that its faces look to the wrong side.
bool cw_transform_mirrors(const cw_transform *t);

#endif
