/// The nearest walls, summits and critical radii of portals, from the lower envelope of the
/// distances along each portal (envelope.c). Every portal has at least one summit, and so has every
/// free part of it at any radius. Portals are independent of each other; ranges of edges are
/// handled side by side and put together in order.
#include "base/parallel.h"
#include "clearance/portals/envelope.h"
#include "clearance/portals/portal.h"

#include <string.h>

enum { EDGES_PER_RANGE = 256 };

/// Metres: a wall that is nearer than the portal's end by less than this is that end, or stands at
/// right angles to the portal there.
#define END_SLACK CW_PLACED

/// What a range of edges has.
typedef struct harvest {
    CW_ARRAY(cw_summit) summits;
    CW_ARRAY(cw_portal_piece) pieces;
} harvest;

typedef struct summit_job {
    cw_clearance *clearance;
    harvest *found; ///< per range
} summit_job;

cw_summit_range cw_summits_of_edge(const cw_clearance *clearance, uint32_t edge) {
    uint32_t twin = clearance->mesh->edge_twin[edge];
    bool reversed = twin != CW_NONE && twin < edge;
    uint32_t lower = reversed ? twin : edge;
    uint32_t first = clearance->edge_summit_first[lower];
    return (cw_summit_range){first, clearance->edge_summit_first[lower + 1] - first, reversed};
}

cw_piece_range cw_pieces_of_edge(const cw_clearance *clearance, uint32_t edge) {
    uint32_t twin = clearance->mesh->edge_twin[edge];
    uint32_t lower = twin < edge ? twin : edge;
    uint32_t first = clearance->edge_piece_first[lower];
    return (cw_piece_range){clearance->portal_pieces + first,
                            clearance->edge_piece_first[lower + 1] - first,
                            CW_END_MARGIN * clearance->coarseness};
}

/// Distance to the nearer end of the portal that is a wall.
static double end_distance(double x, double length, const bool walls[2]) {
    double distance = walls[0] ? x : INFINITY;
    return walls[1] && length - x < distance ? length - x : distance;
}

/// Lowers the critical radius by one piece of the envelope when something nearer than the ends
/// rules there.
static double limit(const cw_envelope *envelope, const cw_curve *curve, double from, double to,
                    const bool walls[2], double critical) {
    double middle = from + (to - from) / 2, length = envelope->length;
    double slack = END_SLACK * envelope->coarseness;
    bool nearer = sqrt(cw_curve_at(curve, from)) < end_distance(from, length, walls) - slack ||
                  sqrt(cw_curve_at(curve, to)) < end_distance(to, length, walls) - slack ||
                  sqrt(cw_curve_at(curve, middle)) < end_distance(middle, length, walls) - slack;
    if (!nearer) {
        return critical;
    }
    return fmin(critical, sqrt(cw_curve_at(curve, cw_curve_lowest(curve, from, to))));
}

/// The largest radius up to which only the ends matter: the least distance of anything that is
/// somewhere nearer than they are. Where nothing ever is, all of the portal's range.
static double find_critical(const cw_envelope *envelope, const bool walls[2]) {
    double length = envelope->length, half = length / 2;
    double critical = walls[0] && walls[1] ? half : length;
    for (uint32_t i = 0; i < envelope->pieces.count; i++) {
        const cw_piece *piece = &envelope->pieces.items[i];
        if (piece->curve == CW_NONE) {
            continue;
        }
        const cw_curve *curve = &envelope->curves.items[piece->curve];
        if (piece->from < half && piece->to > half) { /* the nearer end changes */
            critical = limit(envelope, curve, piece->from, half, walls, critical);
            critical = limit(envelope, curve, half, piece->to, walls, critical);
        } else {
            critical = limit(envelope, curve, piece->from, piece->to, walls, critical);
        }
    }
    return critical;
}

/// Memory of one range.
typedef struct summit_work {
    cw_features features;
    cw_envelope envelope;
    cw_positions positions;
} summit_work;

/// A part of a curve that rises or falls all the way.
static cw_portal_piece make_piece(const cw_curve *curve, double from, double to) {
    double height = sqrt(cw_curve_at(curve, to));
    if (!curve->is_wall) {
        return (cw_portal_piece){to, height, {curve->a, fabs(curve->b), from < curve->a ? -1 : 1}};
    }
    double low = cw_curve_lowest(curve, from, to), least = sqrt(cw_curve_at(curve, low));
    return (cw_portal_piece){to, height, {low, -least, curve->b == 0 ? 0 : 1 / curve->b}};
}

/// Adds the pieces of the envelope along a portal, those of corners divided at the foot of the
/// corner. Where no wall counts, nothing is near.
static cw_status add_pieces(cw_context *context, cw_clearance *clearance, uint32_t edge,
                            const summit_work *work, harvest *found) {
    uint32_t before = found->pieces.count;
    for (uint32_t i = 0; i < work->envelope.pieces.count; i++) {
        const cw_piece *piece = &work->envelope.pieces.items[i];
        double from = piece->from, to = piece->to;
        if (piece->curve == CW_NONE) {
            cw_portal_piece nothing = {to, INFINITY, {from, INFINITY, 0}};
            CW_TRY(CW_ARRAY_PUSH(context, &found->pieces, nothing));
            continue;
        }
        const cw_curve *curve = &work->envelope.curves.items[piece->curve];
        if (!curve->is_wall && from < curve->a && curve->a < to) {
            CW_TRY(CW_ARRAY_PUSH(context, &found->pieces, make_piece(curve, from, curve->a)));
            from = curve->a;
        }
        CW_TRY(CW_ARRAY_PUSH(context, &found->pieces, make_piece(curve, from, to)));
    }
    clearance->edge_piece_first[edge + 1] = found->pieces.count - before;
    return CW_OK;
}

static cw_status add_summits(cw_context *context, cw_clearance *clearance, uint32_t edge,
                             summit_work *work, harvest *found) {
    CW_TRY(cw_envelope_summits(context, &work->envelope, &work->positions));
    for (uint32_t i = 0; i < work->positions.count; i++) {
        cw_vec2 position = cw_vec2_along(work->envelope.origin, work->positions.items[i],
                                         work->envelope.direction);
        double distance =
            work->envelope.restricted
                ? cw_clearance_at_some(clearance, &work->features, &work->envelope.near, position)
                : cw_clearance_at(clearance, work->features.cell, position, NULL);
        CW_TRY(CW_ARRAY_PUSH(context, &found->summits, (cw_summit){position, distance, edge}));
        clearance->portals[edge].highest = fmax(clearance->portals[edge].highest, distance);
    }
    clearance->edge_summit_first[edge + 1] = work->positions.count;
    clearance->portals[edge].single = work->positions.count == 1;
    return CW_OK;
}

static cw_status find_on_portal(cw_context *context, cw_clearance *clearance, uint32_t edge,
                                summit_work *work, harvest *found) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t cell = mesh->edge_cell[edge];
    if (work->features.list.count == 0 || work->features.cell != cell) {
        CW_TRY(cw_features_of_cell(context, clearance, cell, &work->features));
        CW_TRY(cw_features_index(context, cw_navmesh_degree(mesh, cell), &work->features));
    }
    cw_portal *portal = &clearance->portals[edge];
    const bool walls[2] = {portal->wall_from, portal->wall_to};
    double bound = walls[0] && walls[1] ? portal->length / 2 : INFINITY;
    CW_TRY(cw_envelope_build(context, &work->features, cw_clearance_from(clearance, edge),
                             cw_clearance_to(clearance, edge), bound, &work->envelope));
    portal->critical = find_critical(&work->envelope, walls);
    CW_TRY(add_pieces(context, clearance, edge, work, found));
    CW_TRY(add_summits(context, clearance, edge, work, found));
    cw_portal_tell_twin(clearance, edge);
    return CW_OK;
}

static cw_status find_range(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    summit_job *job = user;
    const cw_navmesh *mesh = job->clearance->mesh;
    summit_work work;
    memset(&work, 0, sizeof work);
    cw_status status = CW_OK;
    for (uint32_t e = begin; e < end && status == CW_OK; e++) {
        if (mesh->edge_twin[e] != CW_NONE && mesh->edge_twin[e] > e) {
            status = find_on_portal(context, job->clearance, e, &work,
                                    &job->found[begin / EDGES_PER_RANGE]);
        }
    }
    cw_features_free(context, &work.features);
    CW_ARRAY_FREE(context, &work.positions);
    cw_envelope_free(context, &work.envelope);
    return status;
}

/// Turns counts into offsets.
static void accumulate(uint32_t *first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        first[i + 1] += first[i];
    }
}

static cw_status gather_summits(cw_context *context, cw_clearance *clearance, const harvest *found,
                                uint32_t range_count) {
    uint32_t edges = clearance->mesh->edge_count, count = 0;
    accumulate(clearance->edge_summit_first, edges);
    CW_TRY(CW_ALLOCATE(context, clearance->summits, clearance->edge_summit_first[edges]));
    clearance->summit_count = clearance->edge_summit_first[edges];
    for (uint32_t i = 0; i < range_count; i++) {
        for (uint32_t j = 0; j < found[i].summits.count; j++) {
            clearance->summits[count++] = found[i].summits.items[j];
        }
    }
    return CW_OK;
}

static cw_status gather_pieces(cw_context *context, cw_clearance *clearance, const harvest *found,
                               uint32_t range_count) {
    uint32_t edges = clearance->mesh->edge_count, count = 0;
    accumulate(clearance->edge_piece_first, edges);
    CW_TRY(CW_ALLOCATE(context, clearance->portal_pieces, clearance->edge_piece_first[edges]));
    for (uint32_t i = 0; i < range_count; i++) {
        for (uint32_t j = 0; j < found[i].pieces.count; j++) {
            clearance->portal_pieces[count++] = found[i].pieces.items[j];
        }
    }
    return CW_OK;
}

cw_status cw_clearance_find_summits(cw_context *context, cw_clearance *clearance) {
    uint32_t edges = clearance->mesh->edge_count;
    uint32_t range_count = (edges + EDGES_PER_RANGE - 1) / EDGES_PER_RANGE;
    summit_job job = {.clearance = clearance};
    CW_TRY(CW_ALLOCATE(context, clearance->edge_summit_first, (size_t)edges + 1));
    CW_TRY(CW_ALLOCATE(context, clearance->edge_piece_first, (size_t)edges + 1));
    CW_TRY(CW_ALLOCATE(context, job.found, range_count));
    cw_status status =
        cw_parallel_for(context, "summits", edges, EDGES_PER_RANGE, find_range, &job);
    if (status == CW_OK) {
        status = gather_summits(context, clearance, job.found, range_count);
    }
    if (status == CW_OK) {
        status = gather_pieces(context, clearance, job.found, range_count);
    }
    for (uint32_t i = 0; i < range_count; i++) {
        CW_ARRAY_FREE(context, &job.found[i].summits);
        CW_ARRAY_FREE(context, &job.found[i].pieces);
    }
    CW_RELEASE(context, job.found, range_count);
    return status;
}
