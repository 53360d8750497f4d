/// Making sights: what each bend sees (clearway/sights.h).
///
/// From each bend the rays of the search for shortest paths (taut.h) are sent out once, from the
/// first place where a path can come to it to the last where one can leave, through all the cells
/// they reach, without a goal. The circles that they touch on the way are its sights. A path that
/// comes to the bend further round sees what leaves further round.
#include "path/disc/fit.h"
#include "path/sights/explore.h"

#include <stdlib.h>

/// Most sights of all bends together, for one radius: 128 MiB, or 8 KiB for each bend where that is
/// more. When they are used up, bends that see more than what is left are closed. In a row, each
/// corner sees all others; a limit for each bend would close just those that spare most.
#define MOST_SIGHTS (UINT32_C(1) << 21)
#define SIGHTS_PER_BEND 128

/// Sends the rays of a bend out.
static cw_status look_out(cw_taut *search, const cw_lookout *lookout, bool *all) {
    cw_cells *around = &search->explorer->around;
    CW_TRY(cw_taut_find_around(search, lookout->ray.at, lookout->cell, around));
    cw_root root = cw_bend_root(search, lookout->bend, &lookout->ray);
    return cw_explorer_send_out(search, &root, around, all);
}

/// Orders departures, the last first.
static int by_turn(const void *a, const void *b) {
    const cw_departure *one = a, *other = b;
    if (one->leaves != other->leaves) {
        return one->leaves > other->leaves ? -1 : 1;
    }
    return one->sight < other->sight ? -1 : one->sight > other->sight;
}

/// Lists where the sights of a bend leave it, the last first.
static cw_status list_departures(cw_context *context, const cw_outlook *outlook, uint32_t bend,
                                 cw_explorer *explorer) {
    uint32_t count = explorer->found.count;
    CW_TRY(CW_ARRAY_RESERVE(context, &explorer->departures, count));
    cw_departure *departures = explorer->departures.items;
    for (uint32_t i = 0; i < count; i++) {
        double leaves = cw_bend_turn(outlook, bend, explorer->found.items[i].along);
        departures[i] = (cw_departure){leaves, i};
    }
    if (count > 1) {
        qsort(departures, count, sizeof *departures, by_turn);
    }
    return CW_OK;
}

/// Keeps what a bend sees, the sights that leave last first.
static cw_status keep(cw_sights *sights, cw_explorer *explorer, uint32_t bend) {
    cw_outlook *outlook = &sights->outlooks[bend];
    outlook->open = true;
    outlook->sight_first = sights->sights.count;
    outlook->sight_count = explorer->found.count;
    outlook->cell_first = sights->cells.count;
    outlook->cell_count = explorer->cells.count;
    CW_TRY(list_departures(sights->context, outlook, bend, explorer));
    for (uint32_t i = 0; i < explorer->found.count; i++) {
        cw_departure departure = explorer->departures.items[i];
        cw_sight sight = explorer->found.items[departure.sight];
        sight.leaves = departure.leaves;
        CW_TRY(CW_ARRAY_PUSH(sights->context, &sights->sights, sight));
    }
    for (uint32_t i = 0; i < explorer->cells.count; i++) {
        CW_TRY(CW_ARRAY_PUSH(sights->context, &sights->cells, explorer->cells.items[i]));
    }
    return CW_OK;
}

/// How many sights there may be.
static uint32_t most_sights(const cw_taut *search) {
    uint64_t most = (uint64_t)SIGHTS_PER_BEND * search->arrival_count;
    return most < MOST_SIGHTS ? MOST_SIGHTS : most < CW_OWN_SIGHT ? (uint32_t)most : CW_OWN_SIGHT;
}

/// Gives back the room for sights that are not there.
static cw_status trim(cw_sights *sights) {
    uint32_t count = sights->sights.count;
    CW_TRY(CW_RESIZE(sights->context, sights->sights.items, sights->sights.capacity, count));
    sights->sights.capacity = count;
    return CW_OK;
}

static cw_status look_around(cw_taut *search, cw_sights *sights, const cw_lookouts *lookouts) {
    uint32_t most = most_sights(search);
    CW_TRY(CW_ALLOCATE(sights->context, search->explorer->touched, search->arrival_count));
    for (uint32_t i = 0; i < lookouts->count; i++) {
        const cw_lookout *lookout = &lookouts->items[i];
        bool all;
        if (i % 256 == 0) {
            CW_TRY(cw_progress(sights->context, "sights", (double)i / lookouts->count));
        }
        search->explorer->most = most - sights->sights.count;
        CW_TRY(look_out(search, lookout, &all));
        if (all) {
            CW_TRY(keep(sights, search->explorer, lookout->bend));
        }
    }
    for (uint32_t i = 0; i < sights->sights.count; i++) {
        cw_sight *sight = &sights->sights.items[i];
        sight->arrives = cw_bend_arrival(search, sights, sight->bend, sight->along);
    }
    return trim(sights);
}

/// Makes the sights for one radius.
static cw_status explore_radius(cw_taut *search, cw_sights *sights, cw_lookouts *lookouts) {
    cw_taut_set_radius(search, sights->radius);
    CW_TRY(cw_sights_find_lookouts(search, sights, lookouts));
    CW_TRY(look_around(search, sights, lookouts));
    return cw_sights_find_openers(search, sights);
}

/// Makes sights with a search that has no goal.
static cw_status explore(cw_taut *search, cw_sights *sights) {
    cw_context *context = sights->context;
    cw_explorer explorer = {0};
    cw_lookouts lookouts = {0};
    search->explorer = &explorer;
    search->on_turn = cw_explorer_take_turn;
    cw_status status = sights->radius == CW_ANY_RADIUS ? cw_sights_find_vistas(search, sights)
                                                       : explore_radius(search, sights, &lookouts);
    CW_ARRAY_FREE(context, &explorer.found);
    CW_ARRAY_FREE(context, &explorer.departures);
    CW_RELEASE(context, explorer.touched, explorer.touched == NULL ? 0 : search->arrival_count);
    CW_ARRAY_FREE(context, &explorer.cells);
    CW_ARRAY_FREE(context, &explorer.doors);
    cw_finds_free(context, &explorer.corners);
    CW_ARRAY_FREE(context, &explorer.around);
    CW_ARRAY_FREE(context, &lookouts);
    return status;
}

cw_status cw_sights_copy_faces(cw_sights *sights) {
    uint32_t corners = sights->clearance->corner_count;
    CW_TRY(CW_ALLOCATE(sights->context, sights->faces, corners));
    for (uint32_t i = 0; i < corners; i++) {
        const cw_outlook *left = &sights->outlooks[2 * i], *right = left + 1;
        sights->faces[i] =
            (cw_face){sights->clearance->corners[i].position, left->first, right->first};
    }
    return CW_OK;
}

static cw_status fill(cw_sights *sights) {
    cw_context *context = sights->context;
    size_t bends = 2 * (size_t)sights->clearance->corner_count;
    cw_taut tables, search = {0};
    CW_TRY(CW_ALLOCATE(context, sights->outlooks, bends));
    cw_status status = cw_taut_make_tables(context, sights->clearance, &tables);
    if (status == CW_OK) {
        status = cw_taut_begin_use(context, &tables, true, &search);
    }
    if (status == CW_OK) {
        status = explore(&search, sights);
    }
    if (status == CW_OK) {
        status = cw_sights_copy_faces(sights);
    }
    cw_taut_end_use(&search);
    cw_taut_free_tables(&tables);
    return status;
}

static cw_status build(cw_context *context, const cw_clearance *clearance, double radius,
                       cw_sights **sights) {
    cw_sights *made;
    CW_TRY(CW_ALLOCATE(context, made, 1));
    made->context = context;
    made->clearance = clearance;
    made->radius = radius;
    cw_status status = radius == 0 ? CW_OK : fill(made); /* points need none */
    if (status != CW_OK) {
        cw_sights_free(made);
        return status;
    }
    *sights = made;
    return CW_OK;
}

static cw_status refuse_empty(cw_context *context, const cw_clearance *clearance) {
    bool empty = clearance->mesh == NULL || clearance->mesh->cell_count == 0;
    return empty ? cw_fail(context, CW_ERROR_INPUT, "the clearance tables are empty") : CW_OK;
}

cw_status cw_sights_build(cw_context *context, const cw_clearance *clearance, double radius,
                          cw_sights **sights) {
    CW_ASSERT(context != NULL && clearance != NULL && sights != NULL);
    *sights = NULL;
    if (!isfinite(radius) || radius < 0) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "the radius has to be finite and not negative");
    }
    cw_fits fits = {0};
    cw_status status = refuse_empty(context, clearance);
    status = status != CW_OK ? status : cw_fits_list(context, clearance, &fits);
    if (status == CW_OK) {
        radius = cw_fit_radius(&fits, clearance->mesh, radius);
        status = build(context, clearance, cw_taut_radius_for(radius), sights);
    }
    CW_ARRAY_FREE(context, &fits);
    return status;
}

cw_status cw_sights_build_any(cw_context *context, const cw_clearance *clearance,
                              cw_sights **sights) {
    CW_ASSERT(context != NULL && clearance != NULL && sights != NULL);
    *sights = NULL;
    CW_TRY(refuse_empty(context, clearance));
    return build(context, clearance, CW_ANY_RADIUS, sights);
}

/// How many cells are listed for corners, in sights for any radius.
static uint32_t near_count(const cw_sights *sights) {
    return sights->clearance->near_corner_first[sights->clearance->mesh->cell_count];
}

void cw_sights_free(cw_sights *sights) {
    if (sights == NULL) {
        return;
    }
    cw_context *context = sights->context;
    size_t bends = sights->outlooks == NULL ? 0 : 2 * (size_t)sights->clearance->corner_count;
    CW_RELEASE(context, sights->outlooks, bends);
    CW_RELEASE(context, sights->openers, sights->opener_count);
    CW_ARRAY_FREE(context, &sights->sights);
    CW_ARRAY_FREE(context, &sights->vistas);
    CW_ARRAY_FREE(context, &sights->cells);
    uint32_t corners = sights->clearance->corner_count;
    CW_RELEASE(context, sights->near_first, sights->near_first == NULL ? 0 : corners + 1);
    CW_RELEASE(context, sights->near_cells, sights->near_cells == NULL ? 0 : near_count(sights));
    CW_RELEASE(context, sights->near_items, sights->near_items == NULL ? 0 : near_count(sights));
    CW_RELEASE(context, sights->faces, sights->faces == NULL ? 0 : corners);
    uint32_t cells = sights->clearance->mesh->cell_count;
    CW_RELEASE(context, sights->murky, sights->murky == NULL ? 0 : cells);
    CW_RELEASE(context, sights->opener_first, sights->opener_first == NULL ? 0 : cells + 1);
    CW_RELEASE(context, sights, 1);
}

uint32_t cw_sights_count(const cw_sights *sights) {
    return sights->sights.count + sights->vistas.count;
}

size_t cw_sights_bytes(const cw_sights *sights) {
    if (sights->radius == 0) {
        return sizeof *sights;
    }
    return sizeof *sights +
           (size_t)sights->clearance->corner_count * (2 * sizeof(cw_outlook) + sizeof(cw_face)) +
           CW_ARRAY_BYTES(&sights->sights) + CW_ARRAY_BYTES(&sights->vistas) +
           CW_ARRAY_BYTES(&sights->cells) +
           (sights->near_cells == NULL
                ? 0
                : 2 * near_count(sights) * sizeof *sights->near_cells +
                      (sights->clearance->corner_count + (size_t)1) * sizeof *sights->near_first) +
           (size_t)sights->clearance->mesh->cell_count *
               (sizeof *sights->murky + sizeof *sights->opener_first) +
           sizeof *sights->opener_first + sights->opener_count * sizeof *sights->openers;
}
