/// The bands of portals: ranges of radii, each with the two pieces on which the only free part of
/// the portal begins and ends for all radii of the range. Readers (portal.c) take them without
/// looking at any piece, and without keeping the ends inside the two pieces.
///
/// That is exact: the place where a slope reaches a radius is worked out by a few sums and
/// products and a root, all of which round upwards what is larger, so that it moves one way as the
/// radius grows, to the last bit. What holds at both ends of a range of radii holds in between. So
/// a band is made where it is right at its two ends, and the range is narrowed a little where
/// rounding does not let it.
///
/// The bands of a portal are made from its highest summit downwards: the free part grows to either
/// side from piece to piece. Where a portal has several summits there is one band, above the
/// others.
#include "clearance/gates.h"

/// Metres by which a range is narrowed at both ends: at first above the margin by which ends of
/// free parts are moved, at last what few radii fall into. Near the foot of a corner rounding moves
/// ends further than elsewhere.
static const double least_margin = 1e-10, most_margin = 1e-3;

/// Metres: bands of smaller radii are not worth their memory. Pieces at the ends of portals are
/// often this short, by the rounding of where walls begin.
static const double least_radius = 1e-6;

/// Bands of a portal. More than this many hardly ever have a radius to tell; and the cost of making
/// them grows with the number of pieces for each.
enum { MOST_BANDS = 8, COUNT_MASK = (1 << 28) - 1 };

typedef CW_ARRAY(cw_portal_band) band_list;

/// A portal, and the two pieces of the band that is being made.
typedef struct span {
    cw_piece_range all;
    bool single; ///< the portal has one summit
    uint32_t up, down;
} span;

static double begin(cw_piece_range all, uint32_t i) {
    return i > 0 ? all.items[i - 1].to : 0;
}

/// The pieces before and behind the highest summit; false if it is the end of the portal or nothing
/// is near.
static bool find_summit(span *at) {
    uint32_t top = 0;
    for (uint32_t i = 1; i < at->all.count; i++) {
        top = at->all.items[i].height > at->all.items[top].height ? i : top;
    }
    at->up = top;
    at->down = top + 1;
    return at->down < at->all.count && isfinite(at->all.items[top].height);
}

/// The clearance below which the free part goes on before the one piece or behind the other, or
/// there is another.
static double find_low(const span *at) {
    double low = 0;
    for (uint32_t i = 0; i < at->all.count; i++) {
        bool outside = i < at->up || i >= at->down;
        low = outside ? cw_most(low, at->all.items[i].height) : low;
    }
    return low;
}

/// True if the free part has its ends on the two pieces for all radii of a band.
static bool is_inside(const span *at, const cw_portal_band *band) {
    const cw_portal_piece *up = &at->all.items[at->up], *down = &at->all.items[at->down];
    double from = cw_slope_at(&up->slope, band->low, CW_END_MARGIN);
    double to = cw_slope_at(&down->slope, band->low, -CW_END_MARGIN);
    double last_from = cw_slope_at(&up->slope, band->high, CW_END_MARGIN);
    double last_to = cw_slope_at(&down->slope, band->high, -CW_END_MARGIN);
    return from >= begin(at->all, at->up) && last_from <= up->to &&
           last_to >= begin(at->all, at->down) && to <= down->to && last_from < last_to &&
           up->height >= band->high && down[-1].height >= band->high;
}

/// True if a piece outside has no free part for any radius of a band. It ends below the band.
static bool is_blocked(cw_piece_range all, uint32_t i, const cw_portal_band *band) {
    const cw_slope *slope = &all.items[i].slope;
    double radius = cw_most(band->low, fabs(slope->b));
    return slope->s > 0 || cw_slope_at(slope, radius, -CW_END_MARGIN) <= begin(all, i);
}

static bool is_right(const span *at, const cw_portal_band *band) {
    bool right = band->low < band->high && is_inside(at, band);
    for (uint32_t i = 0; i < at->all.count && right; i++) {
        right = (i >= at->up && i <= at->down) || is_blocked(at->all, i, band);
    }
    return right;
}

/// The band of two pieces with radii up to `high`; false if there is none.
static bool make_band(const span *at, double low, double high, cw_portal_band *band) {
    cw_slope up = at->all.items[at->up].slope, down = at->all.items[at->down].slope;
    if (!(up.s > 0 && down.s < 0)) {
        return false;
    }
    low = cw_most(low, cw_most(fabs(up.b), fabs(down.b)));
    for (double margin = least_margin; margin <= most_margin; margin *= 10) {
        *band = (cw_portal_band){low + margin, high - margin, {up, down}};
        if (is_right(at, band)) {
            return true;
        }
    }
    return false;
}

/// Goes on to the pieces of smaller radii; false at the ends of the portal.
static bool descend(span *at, double low) {
    if (at->up > 0 && at->all.items[at->up - 1].height >= low) {
        at->up--;
        return true;
    }
    at->down++;
    return at->down < at->all.count;
}

/// Adds the bands of a portal to a list, the largest radii first.
static cw_status add_bands(cw_context *context, span *at, double highest, band_list *list) {
    bool more = find_summit(at);
    double high = more ? cw_least(highest, at->all.items[at->up].height) : 0;
    for (uint32_t i = 0; i < MOST_BANDS && more && high > least_radius; i++) {
        double low = find_low(at);
        cw_portal_band band;
        if (make_band(at, low, high, &band)) {
            CW_TRY(CW_ARRAY_PUSH(context, list, band));
        }
        high = low;
        more = at->single && descend(at, low);
    }
    return CW_OK;
}

/// Makes the bands of all portals and tells both edges of each where they are.
static cw_status collect(cw_context *context, cw_clearance *clearance, band_list *list) {
    const cw_navmesh *mesh = clearance->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t twin = mesh->edge_twin[e];
        if (twin == CW_NONE || twin < e) {
            continue;
        }
        cw_portal *portal = &clearance->portals[e], *other = &clearance->portals[twin];
        span at = {.all = cw_pieces_of_edge(clearance, e), .single = portal->single};
        portal->band_first = other->band_first = list->count;
        CW_TRY(add_bands(context, &at, portal->highest, list));
        portal->band_count = other->band_count = (list->count - portal->band_first) & COUNT_MASK;
    }
    return CW_OK;
}

cw_status cw_clearance_find_bands(cw_context *context, cw_clearance *clearance) {
    band_list list = {0};
    cw_status status = collect(context, clearance, &list);
    if (status == CW_OK) {
        status = CW_ALLOCATE(context, clearance->portal_bands, list.count);
    }
    if (status == CW_OK) {
        clearance->portal_band_count = list.count;
        for (uint32_t i = 0; i < list.count; i++) {
            clearance->portal_bands[i] = list.items[i];
        }
    }
    CW_ARRAY_FREE(context, &list);
    return status;
}
