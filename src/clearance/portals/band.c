/// The bands of portals: ranges of radii, each with the two pieces on which the only free part of
/// the portal begins and ends for all radii of the range. Readers (portal.c) take them without
/// looking at any piece, and without keeping the ends inside the two pieces.
///
/// That is exact: rounded sums, products and roots never give less for more, so that the place
/// where a slope reaches a radius, as it is worked out, moves one way as the radius grows, to the
/// last bit. What holds at both ends of a range of radii holds in between. So a band is made where
/// it is right at its two ends, and the range is narrowed a little where rounding does not let it.
///
/// The heights where pieces end are the levels of a portal. Between a level and the next lower one
/// the outermost pieces that reach the upper level bound what is free; there is one free part if
/// nothing between them is lower. So the levels are passed from the highest downwards.
#include "clearance/portals/portal.h"

/// Metres by which a range is narrowed at both ends: at first above the margin by which ends of
/// free parts are moved, at last what few radii fall into. Near the foot of a corner rounding moves
/// ends further than elsewhere.
#define LEAST_MARGIN CW_APART
#define MOST_MARGIN 1e-3

/// Metres: bands of smaller radii are not worth their memory. Pieces at the ends of portals are
/// often this short, by the rounding of where walls begin.
#define LEAST_RADIUS CW_SURE

/// Levels of a portal that are looked at. Hardly any radius falls below so many; and each costs a
/// pass over all pieces.
enum { MOST_LEVELS = 16, EDGES_PER_REPORT = 1024, COUNT_MASK = (1 << 28) - 1 };

typedef CW_ARRAY(cw_portal_band) band_list;

/// The pieces of a portal, and those two of them between which it is free.
typedef struct span {
    cw_piece_range all;
    uint32_t up, down;
} span;

/// The highest place where a piece ends, below a level.
static double next_level(cw_piece_range all, double level) {
    double next = 0;
    for (uint32_t i = 0; i < all.count; i++) {
        double height = all.items[i].height;
        next = height < level && height > next ? height : next;
    }
    return next;
}

/// The first piece that rises to a level, and the piece behind the last one that ends there;
/// `down` is the number of pieces where the end of the portal is as high.
static span find_span(cw_piece_range all, double level) {
    span at = {all, 0, all.count};
    while (at.up < all.count && all.items[at.up].height < level) {
        at.up++;
    }
    while (at.down > at.up && all.items[at.down - 1].height < level) {
        at.down--;
    }
    return at;
}

/// True if the free part has its ends on the two pieces for all radii of a band.
static bool is_inside(const span *at, const cw_portal_band *band) {
    const cw_portal_piece *up = &at->all.items[at->up], *down = &at->all.items[at->down];
    double margin = at->all.margin;
    double from = cw_slope_at(&up->slope, band->low, margin);
    double to = cw_slope_at(&down->slope, band->low, -margin);
    double last_from = cw_slope_at(&up->slope, band->high, margin);
    double last_to = cw_slope_at(&down->slope, band->high, -margin);
    return from >= cw_piece_begin(at->all.items, at->up) && last_from <= up->to &&
           last_to >= cw_piece_begin(at->all.items, at->down) && to <= down->to &&
           last_from < last_to;
}

/// True if all of a piece between the two is free for all radii of a band.
static bool is_free(cw_piece_range all, uint32_t i, const cw_portal_band *band) {
    const cw_slope *slope = &all.items[i].slope;
    return all.items[i].height > band->high &&
           (slope->s <= 0 || band->high <= fabs(slope->b) ||
            cw_slope_at(slope, band->high, all.margin) <= cw_piece_begin(all.items, i));
}

/// True if a piece outside, which ends below a band, has no free part for any radius of it.
static bool is_blocked(cw_piece_range all, uint32_t i, const cw_portal_band *band) {
    const cw_slope *slope = &all.items[i].slope;
    double radius = cw_most(band->low, fabs(slope->b));
    return slope->s > 0 || cw_slope_at(slope, radius, -all.margin) <= cw_piece_begin(all.items, i);
}

static bool is_right(const span *at, const cw_portal_band *band) {
    bool right = band->low < band->high && is_inside(at, band);
    for (uint32_t i = 0; i < at->all.count && right; i++) {
        if (i > at->up && i < at->down) {
            right = is_free(at->all, i, band);
        } else if (i != at->up && i != at->down) {
            right = is_blocked(at->all, i, band);
        }
    }
    return right;
}

/// The band between two levels; false if there is none.
static bool make_band(const span *at, double low, double high, double coarseness,
                      cw_portal_band *band) {
    if (at->down <= at->up || at->down == at->all.count) {
        return false;
    }
    cw_slope up = at->all.items[at->up].slope, down = at->all.items[at->down].slope;
    if (!(up.s > 0 && down.s < 0)) {
        return false;
    }
    low = cw_most(cw_most(low, LEAST_RADIUS * coarseness), cw_most(fabs(up.b), fabs(down.b)));
    for (double margin = LEAST_MARGIN; margin <= MOST_MARGIN; margin *= 10) {
        *band = (cw_portal_band){low + margin * coarseness, high - margin * coarseness, {up, down}};
        if (is_right(at, band)) {
            return true;
        }
    }
    return false;
}

/// Adds the bands of a portal to a list, the largest radii first.
static cw_status add_bands(cw_context *context, cw_piece_range all, double highest,
                           double coarseness, band_list *list) {
    double high = cw_least(highest, next_level(all, INFINITY));
    for (uint32_t i = 0; i < MOST_LEVELS && high > LEAST_RADIUS * coarseness; i++) {
        double low = next_level(all, high);
        span at = find_span(all, high);
        cw_portal_band band;
        if (make_band(&at, low, high, coarseness, &band)) {
            CW_TRY(CW_ARRAY_PUSH(context, list, band));
        }
        high = low;
    }
    return CW_OK;
}

/// Makes the bands of all portals and tells both edges of each where they are.
static cw_status collect(cw_context *context, cw_clearance *clearance, band_list *list) {
    const cw_navmesh *mesh = clearance->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t twin = mesh->edge_twin[e];
        if (e % EDGES_PER_REPORT == 0) {
            CW_TRY(cw_progress(context, "bands", (double)e / mesh->edge_count));
        }
        if (twin == CW_NONE || twin < e) {
            continue;
        }
        cw_portal *portal = &clearance->portals[e], *other = &clearance->portals[twin];
        portal->band_first = other->band_first = list->count;
        CW_TRY(add_bands(context, cw_pieces_of_edge(clearance, e), portal->highest,
                         clearance->coarseness, list));
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
