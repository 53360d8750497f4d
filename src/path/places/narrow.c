/// What room a cell has for a disc around a point, and all in all. The clearance changes by no more
/// than the way one goes, so a place tells of what is around it.
#include "path/places/facet.h"

/// Metres that rounding may take from a clearance.
static const double ROUNDING = CW_CLEARANCE_TOLERANCE;
/// Most halvings of the box of a cell, and radii that half its outline may have: a larger one is
/// taken to have room.
enum { HALVINGS = 7, MOST_RADII = 32 };

cw_room cw_facet_room(const cw_facet *cell, cw_vec2 x, double reach, double radius) {
    bool inside = cw_facet_contains(cell, x);
    double out = inside ? 0 : cw_facet_border(cell, x, INFINITY, &x);
    if (out > reach) {
        return CW_ROOM_NONE;
    }
    double clearance = cw_clearance_at(cell->clearance, cell->cell, x, NULL);
    if (clearance < radius) {
        return clearance + out + reach < radius ? CW_ROOM_NONE : CW_ROOM_PERHAPS;
    }
    bool all =
        inside && clearance >= radius + reach && cw_facet_border(cell, x, INFINITY, NULL) >= reach;
    return all ? CW_ROOM_ALL : CW_ROOM_SOME;
}

/// Whether a disc surely fits nowhere in the part of a cell in a box, which is halved across its
/// longer side.
static bool is_narrow(const cw_facet *cell, cw_box box, double radius, int halvings) {
    cw_vec2 middle = {(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2};
    double reach = cw_vec2_distance(middle, box.high);
    cw_room room = cw_facet_room(cell, middle, reach, radius);
    if (room != CW_ROOM_PERHAPS || halvings == 0) {
        return room == CW_ROOM_NONE;
    }
    cw_box low = box, high = box;
    if (box.high.x - box.low.x > box.high.y - box.low.y) {
        low.high.x = high.low.x = middle.x;
    } else {
        low.high.y = high.low.y = middle.y;
    }
    return is_narrow(cell, low, radius, halvings - 1) &&
           is_narrow(cell, high, radius, halvings - 1);
}

bool cw_facet_is_narrow(const cw_facet *cell, double radius) {
    cw_box box = cw_facet_box(cell);
    double outline = box.high.x - box.low.x + box.high.y - box.low.y;
    return outline <= MOST_RADII * radius && is_narrow(cell, box, radius - ROUNDING, HALVINGS);
}
