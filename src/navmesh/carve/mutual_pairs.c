/// Mutual notch pairs.
///
/// Cells = portals + 1 - holes, and a portal that resolves two notches saves one, so as many of
/// those as possible are made first. Phases: 1 every notch lists the notches it sees in its area of
/// interest and that see it in theirs (a best-first walk, cut off after a number of elements);
/// read-only, in parallel, each range with its own list; 2 all pairs in order of length; 3 each
/// becomes a portal unless one of its ends is resolved by then or a portal is in the way. Choosing
/// the largest set without crossings is hard in general; shortest first is close.
#include "navmesh/carve/mutual_pairs.h"
#include "base/parallel.h"
#include "geom/order.h"
#include "navmesh/carve/search.h"

#include <string.h>

/// Vertices a notch looks at for partners: most have 2 to 12.
enum { SIGHTS_PER_NOTCH = 8, TRIANGLES_PER_NOTCH = 16, NOTCHES_PER_RANGE = 512 };

typedef struct pair {
    uint32_t low, high; ///< vertices, low < high
    double length;
} pair;

typedef CW_ARRAY(pair) pair_list;

/// Before the first portal is made every vertex has one sector; those of the notches are kept at
/// hand.
typedef struct pair_job {
    const cw_carver *carver;
    const uint32_t *notches;
    uint32_t notch_count;
    cw_sector *sectors; ///< per notch
    uint32_t *notch_of; ///< per vertex: its notch, or CW_NONE
    pair_list *lists;   ///< one per range
} pair_job;

/// True when a notch lies in the area of interest of another vertex's notch.
static bool is_partner(const pair_job *job, uint32_t vertex, cw_point direction) {
    uint32_t notch = job->notch_of[vertex];
    return notch != CW_NONE && cw_in_interest(&job->sectors[notch], direction);
}

static cw_status list_partners(cw_context *context, const pair_job *job, cw_search *search,
                               uint32_t notch, pair_list *list) {
    const cw_sector *sector = &job->sectors[notch];
    uint32_t vertex = job->notches[notch];
    if (sector->excess != 1) {
        return CW_OK;
    }
    CW_TRY(cw_search_begin(context, search, job->carver, vertex, sector));
    for (int i = 0; i < SIGHTS_PER_NOTCH; i++) {
        cw_sight sight;
        bool found;
        CW_TRY(cw_search_next(context, search, &sight, &found));
        if (!found) {
            break;
        }
        cw_point back = {-sight.right.x, -sight.right.y};
        if (vertex < sight.id && is_partner(job, sight.id, back)) {
            pair item = {vertex, sight.id, sight.distance};
            CW_TRY(CW_ARRAY_PUSH(context, list, item));
        }
    }
    return CW_OK;
}

static cw_status list_range(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    pair_job *job = user;
    cw_search search = {.any_order = true, .most_triangles = TRIANGLES_PER_NOTCH};
    cw_status status = CW_OK;
    for (uint32_t i = begin; i < end && status == CW_OK; i++) {
        status = list_partners(context, job, &search, i, &job->lists[begin / NOTCHES_PER_RANGE]);
    }
    cw_search_free(context, &search);
    return status;
}

/// The sector of a vertex that a portal to another one would resolve now. While it has no portal it
/// has one sector, and that it is resolved is known.
static bool still_wanted(const cw_carver *carver, uint32_t from, uint32_t to, cw_sector *sector) {
    if (carver->corners.items[from].portals == 0) {
        sector->first = carver->mesh.vertex_edge[from];
        return true;
    }
    cw_point direction = cw_point_sub(carver->mesh.points[to], carver->mesh.points[from]);
    return cw_sector_towards(carver, from, direction, sector) && cw_in_interest(sector, direction);
}

static cw_status make_pair(cw_carver *carver, const pair *item) {
    cw_sector low, high;
    if (!still_wanted(carver, item->high, item->low, &high) ||
        !still_wanted(carver, item->low, item->high, &low)) {
        return CW_OK;
    }
    cw_portal_result result;
    CW_TRY(cw_portal_make(carver, item->low, &low, item->high, &result));
    carver->stats.mutual += result == CW_PORTAL_MADE;
    return CW_OK;
}

/// Lengths within an eighth of an octave count as equal: the pairs of a class then come in the
/// order of their vertices, which keeps the work close in memory and the sort short.
static uint64_t length_class(double length) {
    return cw_double_key(length) >> 49; /* the exponent and three bits of the mantissa */
}

/// Joins the lists of all ranges, sorts by length and makes the portals.
static cw_status make_in_order(cw_carver *carver, const pair_list *lists, uint32_t ranges,
                               uint32_t total) {
    cw_context *context = carver->context;
    const pair **items = NULL;
    cw_keyed *order = NULL;
    cw_status status = CW_ALLOCATE(context, items, total);
    status = status != CW_OK ? status : CW_ALLOCATE(context, order, 2 * (size_t)total);
    if (status == CW_OK) {
        uint32_t count = 0;
        for (uint32_t r = 0; r < ranges; r++) {
            for (uint32_t i = 0; i < lists[r].count; i++) {
                items[count] = &lists[r].items[i];
                order[count] = (cw_keyed){length_class(items[count]->length), count};
                count++;
            }
        }
        cw_keyed_sort_in_place(order, count);
        for (uint32_t i = 0; i < count && status == CW_OK; i++) {
            status = make_pair(carver, items[order[i].item]);
        }
    }
    CW_RELEASE(context, items, total);
    CW_RELEASE(context, order, 2 * (size_t)total);
    return status;
}

static cw_status prepare(cw_context *context, pair_job *job, uint32_t ranges) {
    const cw_carver *carver = job->carver;
    CW_TRY(CW_ALLOCATE(context, job->sectors, job->notch_count));
    CW_TRY(CW_ALLOCATE(context, job->notch_of, carver->mesh.vertex_count));
    CW_TRY(CW_ALLOCATE(context, job->lists, ranges));
    memset(job->notch_of, 0xff, carver->mesh.vertex_count * sizeof *job->notch_of);
    for (uint32_t i = 0; i < job->notch_count; i++) {
        job->notch_of[job->notches[i]] = i;
        job->sectors[i] = cw_sector_at(carver, carver->mesh.vertex_edge[job->notches[i]]);
    }
    return CW_OK;
}

cw_status cw_pairs_make(cw_carver *carver, const uint32_t *notches, uint32_t notch_count) {
    cw_context *context = carver->context;
    uint32_t ranges = (notch_count + NOTCHES_PER_RANGE - 1) / NOTCHES_PER_RANGE, total = 0;
    uint32_t vertices = carver->mesh.vertex_count;
    pair_job job = {.carver = carver, .notches = notches, .notch_count = notch_count};
    cw_status status = prepare(context, &job, ranges);
    if (status == CW_OK) {
        status = cw_parallel_for(context, "pairing notches", notch_count, NOTCHES_PER_RANGE,
                                 list_range, &job);
    }
    CW_RELEASE(context, job.sectors, notch_count);
    CW_RELEASE(context, job.notch_of, vertices);
    for (uint32_t r = 0; r < ranges && job.lists != NULL; r++) {
        total += job.lists[r].count;
    }
    if (status == CW_OK) {
        status = make_in_order(carver, job.lists, ranges, total);
    }
    for (uint32_t r = 0; r < ranges && job.lists != NULL; r++) {
        CW_ARRAY_FREE(context, &job.lists[r]);
    }
    CW_RELEASE(context, job.lists, ranges);
    return status;
}
