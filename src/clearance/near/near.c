/// What matters to each cell: the corners and walls that may be nearest to one of its points.
///
/// Phases: corners (corners.c); for each corner and each wall the cells where it may be nearest
/// (flood.c); the sightings sorted by cell, distance and feature into two lists per cell; needles
/// get what their neighbors see (needles.c).
///
/// Invariant: the nearest wall of any point of a cell, along the surface, is in the cell's lists.
#include "clearance/near/near.h"

#include <stdlib.h>
#include <string.h>

/// Steps after which progress is reported: features that look around, cells that are sorted.
enum { STEPS_PER_REPORT = 256 };

/// Tells progress now and then; each of the two lists is half of the work.
static cw_status report(cw_context *context, uint32_t step, uint32_t count, double before) {
    return step % STEPS_PER_REPORT == 0
               ? cw_progress(context, "near walls", before + 0.5 * step / count)
               : CW_OK;
}

static int by_distance(const void *left, const void *right) {
    const cw_sighting *a = left, *b = right;
    if (a->distance != b->distance) {
        return a->distance < b->distance ? -1 : 1;
    }
    if (a->feature != b->feature) {
        return a->feature < b->feature ? -1 : 1;
    }
    if (a->entry != b->entry) {
        return a->entry < b->entry ? -1 : 1;
    }
    return a->view < b->view ? -1 : a->view > b->view;
}

/// Sorts the sightings of each cell by distance.
static cw_status sort_cells(cw_context *context, cw_sighting *sightings, const uint32_t *first,
                            uint32_t cell_count, double done) {
    for (uint32_t c = 0; c < cell_count; c++) {
        if (c % STEPS_PER_REPORT == 0) {
            CW_TRY(cw_progress(context, "near walls", done));
        }
        if (first[c] < first[c + 1]) {
            qsort(sightings + first[c], first[c + 1] - first[c], sizeof *sightings, by_distance);
        }
    }
    return CW_OK;
}

/// Sorts sightings by cell (counting), and those of each cell by distance; `done` is the share of
/// the work that is.
static cw_status sort(cw_context *context, cw_sightings *sightings, uint32_t cell_count,
                      double done, uint32_t **first) {
    cw_sighting *sorted = NULL;
    CW_TRY(CW_ALLOCATE(context, *first, (size_t)cell_count + 1));
    CW_TRY(CW_ALLOCATE(context, sorted, sightings->count));
    for (uint32_t i = 0; i < sightings->count; i++) {
        (*first)[sightings->items[i].cell + 1]++;
    }
    for (uint32_t c = 0; c < cell_count; c++) {
        (*first)[c + 1] += (*first)[c];
    }
    for (uint32_t i = 0; i < sightings->count; i++) {
        sorted[(*first)[sightings->items[i].cell]++] = sightings->items[i];
    }
    memmove(*first + 1, *first, cell_count * sizeof **first);
    (*first)[0] = 0;
    cw_status status = sort_cells(context, sorted, *first, cell_count, done);
    if (status == CW_OK && sightings->count > 0) {
        memcpy(sightings->items, sorted, sightings->count * sizeof *sorted);
    }
    CW_RELEASE(context, sorted, sightings->count);
    return status;
}

/// Rounds in which needles that lie side by side learn from each other what is near.
enum { SHARING_ROUNDS = 8 };

/// Sorts sightings, and shares them with needles until these see nothing new.
static cw_status sort_and_share(cw_context *context, const cw_clearance *clearance, bool walls,
                                cw_sightings *sightings, double done, uint32_t **first) {
    uint32_t cells = clearance->mesh->cell_count, added = 1;
    for (uint32_t round = 0; added > 0; round++) {
        CW_RELEASE(context, *first, *first == NULL ? 0 : (size_t)cells + 1);
        *first = NULL;
        CW_TRY(sort(context, sightings, cells, done, first));
        added = 0;
        if (round < SHARING_ROUNDS) {
            CW_TRY(cw_near_share(context, clearance, walls, *first, sightings, &added));
        }
    }
    return CW_OK;
}

static cw_vec2 unit_of(cw_vec2 v) {
    double length = cw_vec2_length(v);
    return (cw_vec2){v.x / length, v.y / length};
}

/// Keeps the views of corners, where there are any.
static cw_status keep_views(cw_context *context, cw_clearance *clearance, const cw_flood *flood,
                            const cw_sightings *sightings) {
    if (flood->views.count == 0) {
        return CW_OK;
    }
    CW_TRY(CW_ALLOCATE(context, clearance->near_views, sightings->count));
    for (uint32_t i = 0; i < sightings->count; i++) {
        if (sightings->items[i].view != CW_NONE) {
            const cw_near_view *view = &flood->views.items[sightings->items[i].view];
            clearance->near_views[i] = (cw_near_view){unit_of(view->right), unit_of(view->left)};
        }
    }
    return CW_OK;
}

static cw_status find_near_corners(cw_context *context, cw_clearance *clearance, cw_flood *flood,
                                   cw_sightings *sightings) {
    for (uint32_t i = 0; i < clearance->corner_count; i++) {
        CW_TRY(report(context, i, clearance->corner_count, 0));
        CW_TRY(cw_flood_corner(context, flood, i, sightings));
    }
    CW_TRY(
        sort_and_share(context, clearance, false, sightings, 0.5, &clearance->near_corner_first));
    CW_TRY(CW_ALLOCATE(context, clearance->near_corners, sightings->count));
    for (uint32_t i = 0; i < sightings->count; i++) {
        const cw_sighting *seen = &sightings->items[i];
        clearance->near_corners[i] =
            (cw_near_corner){.position = clearance->corners[seen->feature].position,
                             .distance = seen->distance,
                             .corner = seen->feature,
                             .entry = seen->entry};
    }
    return keep_views(context, clearance, flood, sightings);
}

/// Leaves of a wall what is in view; it may be a little more.
static void keep_in_view(const cw_near_view *view, double slack, cw_near_wall *wall) {
    double length = cw_vec2_dot(wall->along, cw_vec2_sub(wall->to, wall->from));
    double low = view->left.x - slack, high = view->right.x + slack;
    cw_vec2 from = wall->from;
    wall->from = low > 0 ? cw_vec2_along(from, low, wall->along) : from;
    wall->to = high < length ? cw_vec2_along(from, high, wall->along) : wall->to;
}

static cw_status find_near_walls(cw_context *context, cw_clearance *clearance, cw_flood *flood,
                                 cw_sightings *sightings) {
    const cw_navmesh *mesh = clearance->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        CW_TRY(report(context, e, mesh->edge_count, 0.5));
        if (mesh->edge_twin[e] == CW_NONE) {
            CW_TRY(cw_flood_wall(context, flood, e, sightings));
        }
    }
    CW_TRY(sort_and_share(context, clearance, true, sightings, 1, &clearance->near_wall_first));
    CW_TRY(CW_ALLOCATE(context, clearance->near_walls, sightings->count));
    for (uint32_t i = 0; i < sightings->count; i++) {
        const cw_sighting *seen = &sightings->items[i];
        clearance->near_walls[i] =
            cw_near_wall_of(clearance, seen->feature, seen->entry, seen->distance);
        if (seen->view != CW_NONE) {
            keep_in_view(&flood->views.items[seen->view], cw_view_slack(clearance),
                         &clearance->near_walls[i]);
        }
    }
    return CW_OK;
}

static cw_status find_near(cw_context *context, cw_clearance *clearance, cw_flood *flood,
                           cw_sightings *sightings) {
    CW_TRY(cw_clearance_find_corners(context, clearance));
    CW_TRY(cw_flood_init(context, clearance, flood));
    CW_TRY(find_near_corners(context, clearance, flood, sightings));
    sightings->count = flood->views.count = 0;
    return find_near_walls(context, clearance, flood, sightings);
}

cw_status cw_clearance_find_near(cw_context *context, cw_clearance *clearance) {
    cw_flood flood = {0};
    cw_sightings sightings = {0};
    cw_status status = find_near(context, clearance, &flood, &sightings);
    CW_ARRAY_FREE(context, &sightings);
    cw_flood_free(context, &flood);
    return status;
}
