/// A facet: a piece of the floor in one plane. A flat cell is one facet, another cell has one for
/// each of its height triangles. Positions are local.
#ifndef CW_PATH_PLACES_FACET_H
#define CW_PATH_PLACES_FACET_H

#include "clearance/clearance.h"
#include "geom/boxes.h"

typedef struct cw_facet {
    const cw_clearance *clearance;
    const uint32_t *vertices; ///< counter-clockwise; the cells of a relaxed mesh may have dents
    uint32_t count;
    uint32_t cell;
    cw_vec2 origin; ///< a point of the plane
    double height;  ///< of the plane there
    cw_vec2 slope;  ///< rise per metre along x and along y
} cw_facet;

static inline cw_vec2 cw_facet_corner(const cw_facet *facet, uint32_t index) {
    return facet->clearance->points[facet->vertices[index]];
}

/// Height of the plane of a facet.
static inline double cw_facet_height(const cw_facet *facet, cw_vec2 x) {
    return facet->height + cw_vec2_dot(facet->slope, cw_vec2_sub(x, facet->origin));
}

/// The box of a facet in plan.
static inline cw_box cw_facet_box(const cw_facet *facet) {
    cw_vec2 corner = cw_facet_corner(facet, 0);
    cw_box box = {corner, corner};
    for (uint32_t i = 1; i < facet->count; i++) {
        corner = cw_facet_corner(facet, i);
        box = cw_box_join(box, (cw_box){corner, corner});
    }
    return box;
}

/// How many facets a cell has.
uint32_t cw_facet_count(const cw_clearance *clearance, uint32_t cell);
/// A facet of a cell, with its plane.
cw_facet cw_facet_get(const cw_clearance *clearance, uint32_t cell, uint32_t index);
/// The outline of a cell in plan, at height 0.
cw_facet cw_facet_outline(const cw_clearance *clearance, uint32_t cell);

/// What room a disc has in a part of a cell.
typedef enum cw_room {
    CW_ROOM_NONE = 0, ///< none
    CW_ROOM_PERHAPS,
    CW_ROOM_SOME, ///< at one place at least
    CW_ROOM_ALL,  ///< everywhere, and all places are in the cell
} cw_room;

/// What room a disc has in a cell, given by its outline, no farther than `reach` from a point; and
/// whether it surely has none in all of the cell.
cw_room cw_facet_room(const cw_facet *cell, cw_vec2 x, double reach, double radius);
bool cw_facet_is_narrow(const cw_facet *cell, double radius);

/// True when a facet contains a position in plan. Near the border rounding decides.
bool cw_facet_contains(const cw_facet *facet, cw_vec2 x);
/// Plan distance to the border of a facet; `nearest` (may be NULL) receives the point of it. Where
/// it is more than `reach`, any larger value.
double cw_facet_border(const cw_facet *facet, cw_vec2 x, double reach, cw_vec2 *nearest);

#endif
