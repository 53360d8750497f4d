/// For which radii it is kept what bends see.
///
/// A place has characters of a few sizes, each of which is asked for again and again, and perhaps
/// some whose size is another each time. A radius that is new is therefore on trial: what was found
/// for it is dropped when the next one comes, unless it was asked for again before. Of those that
/// were dropped the radii are remembered, and one that comes again is kept, instead of the one that
/// was not used for the longest time. What is found lies in one list for all radii. That of the
/// radius on trial is its end, most often, and is cut off; the rest goes when the list is full.
#include "path/sights/at_radius.h"

/// Sights, and parts, that are kept for all radii together, where there are that many: some 4 MB;
/// and all that two radii have, where that is more. Few radii have more than half of what there is.
#define ROOM 65536

/// How many are kept, of which one radius has up to `most`.
static size_t room_for(size_t most) {
    size_t room = 2 * most > ROOM ? 2 * most : ROOM;
    return room < CW_KEPT_RADII * most ? room : CW_KEPT_RADII * most;
}

/// Forgets what is known at a radius.
static void forget(const cw_path_search *search, cw_radius_views *known) {
    known->uses = 0;
    known->last_use = 0;
    if (++known->stamp == 0) {
        for (uint32_t i = 0; i < search->disc.arrival_count && known->views != NULL; i++) {
            known->views[i].stamp = 0;
        }
        known->stamp = 1;
    }
}

static void forget_all(cw_path_search *search) {
    cw_bend_views *views = &search->over_sights.views;
    for (uint32_t i = 0; i <= CW_KEPT_RADII; i++) {
        forget(search, &views->radii[i]);
    }
    views->sights.count = views->parts.count = 0;
}

static cw_status make_views(const cw_path_search *search, cw_radius_views *known) {
    return known->views != NULL
               ? CW_OK
               : CW_ALLOCATE(search->context, known->views, search->disc.arrival_count);
}

/// What is known at a radius, or NULL.
static cw_radius_views *find_known(cw_bend_views *views, double radius) {
    for (uint32_t i = 0; i <= CW_KEPT_RADII; i++) {
        if (views->radii[i].uses > 0 && views->radii[i].radius == radius) {
            return &views->radii[i];
        }
    }
    return NULL;
}

/// The radius that was not used for the longest time, of those that are kept.
static cw_radius_views *find_oldest(cw_bend_views *views) {
    cw_radius_views *oldest = views->radii;
    for (uint32_t i = 1; i < CW_KEPT_RADII; i++) {
        oldest = views->radii[i].last_use < oldest->last_use ? &views->radii[i] : oldest;
    }
    return oldest;
}

/// Ends the trial of a radius.
static void end_trial(cw_path_search *search) {
    cw_bend_views *views = &search->over_sights.views;
    cw_radius_views *trial = &views->radii[CW_KEPT_RADII];
    if (trial->uses > 1) {
        cw_radius_views *oldest = find_oldest(views), kept = *trial;
        *trial = *oldest;
        *oldest = kept;
    } else if (trial->uses == 1) {
        views->dropped[views->drops++ % CW_KEPT_RADII] = trial->radius;
        if (views->now == trial) {
            views->sights.count = views->trial_sights;
            views->parts.count = views->trial_parts;
        }
    }
    forget(search, trial);
}

static bool was_dropped(const cw_bend_views *views, double radius) {
    for (uint32_t i = 0; i < CW_KEPT_RADII && i < views->drops; i++) {
        if (views->dropped[i] == radius) {
            return true;
        }
    }
    return false;
}

/// Makes place for a radius of which nothing is known.
static cw_status take_up(cw_path_search *search, double radius, cw_radius_views **known) {
    cw_bend_views *views = &search->over_sights.views;
    end_trial(search);
    *known = was_dropped(views, radius) ? find_oldest(views) : &views->radii[CW_KEPT_RADII];
    CW_TRY(make_views(search, *known));
    forget(search, *known);
    (*known)->radius = radius;
    views->trial_sights = views->sights.count; /* asked for at the end of a trial only */
    views->trial_parts = views->parts.count;
    return CW_OK;
}

cw_status cw_views_begin(cw_path_search *search) {
    cw_bend_views *views = &search->over_sights.views;
    bool full = views->sights.count > room_for(search->sights->vistas.count) ||
                views->parts.count > room_for(search->disc.arrival_count);
    if (views->source != search->sights || full) {
        forget_all(search);
        views->source = search->sights;
    }
    cw_radius_views *known = find_known(views, search->radius);
    if (known == NULL) {
        CW_TRY(take_up(search, search->radius, &known));
    }
    known->uses++;
    known->last_use = ++views->uses;
    views->now = known;
    return CW_OK;
}

cw_status cw_views_reserve(cw_path_search *search, uint32_t vistas) {
    cw_bend_views *views = &search->over_sights.views;
    for (uint32_t i = 0; i <= CW_KEPT_RADII; i++) {
        CW_TRY(make_views(search, &views->radii[i]));
    }
    size_t sights = room_for(vistas) + 2 * (size_t)vistas; /* some of them, and all */
    size_t parts = room_for(search->disc.arrival_count) + search->disc.arrival_count;
    CW_TRY(CW_ARRAY_RESERVE(search->context, &views->sights, sights));
    return CW_ARRAY_RESERVE(search->context, &views->parts, parts);
}

void cw_views_free(cw_path_search *search) {
    cw_sights_state *state = &search->over_sights;
    CW_ARRAY_FREE(search->context, &state->bends);
    CW_ARRAY_FREE(search->context, &state->own_sights);
    CW_RELEASE(search->context, state->lasts, search->disc.arrival_count);
    for (uint32_t i = 0; i <= CW_KEPT_RADII; i++) {
        CW_RELEASE(search->context, state->views.radii[i].views, search->disc.arrival_count);
    }
    CW_ARRAY_FREE(search->context, &state->views.sights);
    CW_ARRAY_FREE(search->context, &state->views.parts);
}

size_t cw_views_bytes(const cw_path_search *search) {
    const cw_sights_state *state = &search->over_sights;
    const cw_bend_views *views = &state->views;
    size_t bends = search->disc.arrival_count,
           per_bend = state->lasts == NULL ? 0 : sizeof *state->lasts;
    for (uint32_t i = 0; i <= CW_KEPT_RADII; i++) {
        per_bend += views->radii[i].views == NULL ? 0 : sizeof *views->radii[i].views;
    }
    return bends * per_bend + CW_ARRAY_BYTES(&views->sights) + CW_ARRAY_BYTES(&views->parts) +
           CW_ARRAY_BYTES(&state->bends) + CW_ARRAY_BYTES(&state->own_sights);
}
