/// The gates of a region: a cell, or a part of one, whose border is cut at summits into arcs.
///
/// At radius r every corner blocks a disc and every wall a slab; cut to a convex region each is
/// convex. Two places on the border are separated inside the region exactly if a chain of blocked
/// parts that overlap joins an arc on one side with an arc on the other. So all radii are answered
/// at once by the minimum spanning tree over arcs and features, whose links are
/// - arc and feature: the least distance from the feature to those points of the arc to which it is
///   the nearest (the lower envelope of each open side); 0 for a region's own walls and corners;
/// - corner and corner: half their distance, where the middle between them lies in the region or on
///   its border;
/// - corner and wall: the same with the foot of the corner on the wall.
/// Blocked parts that first overlap elsewhere do so on the border, where both are linked with the
/// same arc. Two walls need no link: where their slabs first overlap one of them ends, in a corner
/// that counts for itself, or the border does. A link whose disc has another corner inside is never
/// needed; with many features a few near corners as witnesses throw out most pairs. A chain that
/// runs along an arc is harmless: one of its halves separates already.
///
/// Every link of the tree that joins two components with arcs is a gate. As each summit links the
/// arcs beside it, there is one gate fewer than there are cuts.
///
/// Dents of relaxed cells are bounded by the cell's own walls, which are blocked at any radius.
#include "clearance/gates.h"

enum {
    SHORT_SORT = 96,  /* contacts up to which insertion beats six passes over 2048 digits */
    WITNESSES = 8,    /* one per direction */
    FEW_FEATURES = 24 /* up to here witnesses cost more than they save */
};

/// Metres by which the disc of a link may be larger than the highest summit; far above rounding.
#define HIGHEST_SLACK 1e-6

void cw_region_free(cw_context *context, cw_region *region) {
    CW_ARRAY_FREE(context, &region->sides);
    CW_ARRAY_FREE(context, &region->cuts);
}

void cw_workshop_free(cw_context *context, cw_workshop *workshop) {
    cw_features_free(context, &workshop->features);
    cw_region_free(context, &workshop->region);
    cw_envelope_free(context, &workshop->envelope);
    CW_ARRAY_FREE(context, &workshop->contacts);
    CW_ARRAY_FREE(context, &workshop->gates);
    CW_ARRAY_FREE(context, &workshop->active);
    CW_ARRAY_FREE(context, &workshop->parents);
    CW_ARRAY_FREE(context, &workshop->arcs);
    CW_ARRAY_FREE(context, &workshop->order);
    CW_ARRAY_FREE(context, &workshop->keyed);
    CW_ARRAY_FREE(context, &workshop->groups);
}

size_t cw_region_bytes(const cw_region *region) {
    return CW_ARRAY_BYTES(&region->sides) + CW_ARRAY_BYTES(&region->cuts);
}

size_t cw_workshop_bytes(const cw_workshop *workshop) {
    return cw_features_bytes(&workshop->features) + cw_region_bytes(&workshop->region) +
           cw_envelope_bytes(&workshop->envelope) + CW_ARRAY_BYTES(&workshop->contacts) +
           CW_ARRAY_BYTES(&workshop->gates) + CW_ARRAY_BYTES(&workshop->active) +
           CW_ARRAY_BYTES(&workshop->parents) + CW_ARRAY_BYTES(&workshop->arcs) +
           CW_ARRAY_BYTES(&workshop->order) + CW_ARRAY_BYTES(&workshop->keyed) +
           CW_ARRAY_BYTES(&workshop->groups);
}

bool cw_region_contains(const cw_region *region, cw_vec2 point) {
    bool inside = false;
    for (uint32_t i = 0; i < region->sides.count; i++) {
        cw_vec2 a = region->sides.items[i].from, b = region->sides.items[i].to;
        if ((a.y > point.y) != (b.y > point.y)) {
            double side = cw_vec2_cross(cw_vec2_sub(b, a), cw_vec2_sub(point, a));
            inside ^= (side > 0) == (b.y > a.y);
        }
    }
    return inside;
}

/// Square of the distance from a point to a side.
static double side_distance(const cw_side *side, cw_vec2 point) {
    cw_vec2 along = cw_vec2_sub(side->to, side->from), offset = cw_vec2_sub(point, side->from);
    double t = cw_vec2_dot(offset, along), all = cw_vec2_dot(along, along);
    offset = cw_vec2_along(offset, t <= 0 ? 0 : t >= all ? -1 : -t / all, along);
    return cw_vec2_dot(offset, offset);
}

double cw_region_outside(const cw_region *region, cw_vec2 point) {
    double least = cw_region_contains(region, point) ? 0 : INFINITY;
    for (uint32_t i = 0; i < region->sides.count && least > 0; i++) {
        least = cw_least(least, side_distance(&region->sides.items[i], point));
    }
    return least;
}

/// The side of a cell that starts at a corner of its own.
static uint32_t side_at_corner(const cw_navmesh *mesh, uint32_t cell, const cw_corner *corner) {
    uint32_t first = mesh->cell_first[cell], side = 0;
    if (mesh->edge_cell[corner->outgoing] == cell) {
        return corner->outgoing - first;
    }
    while (first + side < mesh->cell_first[cell + 1] &&
           mesh->edge_vertex[first + side] != corner->vertex) {
        side++;
    }
    return side;
}

/// Tells the sides of a cell which features are their own.
static void own_features(const cw_clearance *clearance, const cw_features *features,
                         cw_region *region) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t cell = features->cell, first = mesh->cell_first[cell];
    for (uint32_t i = 0; i < features->corner_count; i++) {
        const cw_near_corner *near =
            &clearance->near_corners[clearance->near_corner_first[cell] + i];
        if (near->entry == CW_NONE) {
            uint32_t side = side_at_corner(mesh, cell, &clearance->corners[near->corner]);
            if (side < region->sides.count) {
                region->sides.items[side].corner = i;
            }
        }
    }
    for (uint32_t i = 0; i < features->wall_count; i++) {
        const cw_near_wall *near = &clearance->near_walls[clearance->near_wall_first[cell] + i];
        if (near->entry == CW_NONE && mesh->edge_cell[near->edge] == cell) {
            region->sides.items[near->edge - first].wall = features->corner_count + i;
        }
    }
}

cw_status cw_region_of_cell(cw_context *context, const cw_clearance *clearance,
                            const cw_features *features, cw_region *region) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t first = mesh->cell_first[features->cell], end = mesh->cell_first[features->cell + 1];
    region->sides.count = region->cuts.count = 0;
    CW_TRY(CW_ARRAY_RESERVE(context, &region->sides, end - first));
    for (uint32_t e = first; e < end; e++) {
        cw_side side = {.from = cw_clearance_from(clearance, e),
                        .to = cw_clearance_to(clearance, e),
                        .wall = CW_NONE,
                        .corner = CW_NONE,
                        .open = mesh->edge_twin[e] != CW_NONE,
                        .highest = clearance->portals[e].highest,
                        .cut_first = region->cuts.count};
        if (side.open) {
            cw_summit_range range = cw_summits_of_edge(clearance, e);
            for (uint32_t n = 0; n < range.count; n++) {
                uint32_t summit = cw_summit_along(range, n);
                double at = cw_vec2_distance(side.from, clearance->summits[summit].position);
                CW_TRY(CW_ARRAY_PUSH(context, &region->cuts, (cw_cut){at, summit}));
            }
            side.cut_count = range.count;
        }
        region->sides.items[region->sides.count++] = side;
    }
    own_features(clearance, features, region);
    return CW_OK;
}

/// What the steps below work on.
typedef struct survey {
    cw_context *context;
    cw_workshop *shop;
    const cw_region *region;
    uint32_t arc_count;
    double highest; ///< square of the largest clearance on the border
} survey;

static const cw_feature *feature_at(const survey *s, uint32_t index) {
    return &s->shop->features.list.items[index];
}

static cw_status touch(survey *s, uint32_t arc, uint32_t feature, double weight, cw_vec2 position,
                       uint32_t other_edge) {
    s->shop->active.items[feature] = true;
    cw_contact contact = {weight,
                          position,
                          {arc, s->arc_count + feature},
                          {feature_at(s, feature)->edge, other_edge}};
    return CW_ARRAY_PUSH(s->context, &s->shop->contacts, contact);
}

/// The feature on the other side of a border of a piece of the envelope, or NULL.
static const cw_feature *feature_beside(const survey *s, uint32_t piece, double x) {
    const cw_envelope *envelope = &s->shop->envelope;
    const cw_piece *pieces = envelope->pieces.items;
    uint32_t beside = CW_NONE;
    if (x == pieces[piece].from && piece > 0) {
        beside = pieces[piece - 1].curve;
    } else if (x == pieces[piece].to && piece + 1 < envelope->pieces.count) {
        beside = pieces[piece + 1].curve;
    }
    return beside == CW_NONE ? NULL : feature_at(s, envelope->curves.items[beside].feature);
}

/// Links an arc with the corner at the end of a wall, where that end is what is near. Along a side
/// at right angles to the wall the two are equally near, and rounding leaves only one of them in
/// the envelope.
static cw_status touch_end(survey *s, uint32_t arc, uint32_t feature, double weight,
                           cw_vec2 position) {
    const cw_feature *wall = feature_at(s, feature);
    double foot = cw_vec2_dot(wall->direction, cw_vec2_sub(position, wall->position));
    if (foot > CW_SLAB_SLACK && foot < wall->length - CW_SLAB_SLACK) {
        return CW_OK;
    }
    cw_vec2 end = cw_vec2_along(wall->position, foot, wall->direction);
    for (uint32_t i = 0; i < s->shop->features.corner_count; i++) {
        cw_vec2 offset = cw_vec2_sub(feature_at(s, i)->position, end);
        if (cw_vec2_dot(offset, offset) <= 4 * CW_SLAB_SLACK * CW_SLAB_SLACK) {
            CW_TRY(touch(s, arc, i, weight, position, wall->edge));
        }
    }
    return CW_OK;
}

/// Links one piece of the envelope of a side with every arc that it reaches.
static cw_status touch_piece(survey *s, const cw_side *side, uint32_t index) {
    const cw_envelope *envelope = &s->shop->envelope;
    const cw_piece *piece = &envelope->pieces.items[index];
    const cw_cut *cuts = s->region->cuts.items + side->cut_first;
    if (piece->curve == CW_NONE) {
        return CW_OK;
    }
    const cw_curve *curve = &envelope->curves.items[piece->curve];
    for (uint32_t j = 0; j <= side->cut_count; j++) {
        double low = j == 0 ? 0 : fmin(cuts[j - 1].at, envelope->length);
        double high = j == side->cut_count ? envelope->length : fmin(cuts[j].at, envelope->length);
        low = fmax(low, piece->from);
        high = fmin(high, piece->to);
        if (low > high) {
            continue;
        }
        double x = cw_curve_lowest(curve, low, high), weight = sqrt(cw_curve_at(curve, x));
        uint32_t arc = (side->cut_first + j + s->arc_count - 1) % s->arc_count;
        cw_vec2 position = cw_vec2_along(envelope->origin, x, envelope->direction);
        const cw_feature *beside = feature_beside(s, index, x);
        CW_TRY(touch(s, arc, curve->feature, weight, position,
                     beside == NULL ? CW_NONE : beside->edge));
        if (curve->is_wall && (beside == NULL || beside->is_wall)) {
            CW_TRY(touch_end(s, arc, curve->feature, weight, position));
        }
    }
    return CW_OK;
}

static void raise_highest(survey *s, const cw_piece *piece) {
    if (piece->curve != CW_NONE) {
        const cw_curve *curve = &s->shop->envelope.curves.items[piece->curve];
        s->highest = cw_most(s->highest, cw_curve_at(curve, piece->from));
        s->highest = cw_most(s->highest, cw_curve_at(curve, piece->to));
    }
}

/// Links arcs and features, side by side.
static cw_status touch_arcs(survey *s) {
    cw_workshop *shop = s->shop;
    for (uint32_t i = 0; i < s->region->sides.count; i++) {
        const cw_side *side = &s->region->sides.items[i];
        uint32_t arc = (side->cut_first + s->arc_count - 1) % s->arc_count;
        if (side->corner != CW_NONE) {
            CW_TRY(touch(s, arc, side->corner, 0, side->from, CW_NONE));
        }
        if (side->wall != CW_NONE) {
            CW_TRY(touch(s, arc, side->wall, 0, side->from, CW_NONE));
        }
        if (side->open) {
            CW_TRY(cw_envelope_build(s->context, &shop->features, side->from, side->to,
                                     side->highest, &shop->envelope));
            for (uint32_t j = 0; j < shop->envelope.pieces.count; j++) {
                CW_TRY(touch_piece(s, side, j));
                raise_highest(s, &shop->envelope.pieces.items[j]);
            }
        }
    }
    return CW_OK;
}

/// Makes a list of the active features of the flags, corners first; returns the number of corners.
static uint32_t list_active(survey *s) {
    uint32_t *active = s->shop->active.items, count = 0, corners = 0;
    for (uint32_t i = 0; i < s->shop->features.list.count; i++) {
        if (active[i]) {
            active[count++] = i;
            corners += i < s->shop->features.corner_count;
        }
    }
    s->shop->active.count = count;
    return corners;
}

/// The nearest corner in each of eight directions.
static uint32_t find_witnesses(const survey *s, uint32_t corners, cw_vec2 u, cw_vec2 *witnesses) {
    double best[WITNESSES];
    cw_vec2 found[WITNESSES];
    for (uint32_t i = 0; i < WITNESSES; i++) {
        best[i] = INFINITY;
    }
    for (uint32_t i = 0; i < corners; i++) {
        cw_vec2 v = feature_at(s, s->shop->active.items[i])->position;
        cw_vec2 offset = cw_vec2_sub(v, u);
        double square = cw_vec2_dot(offset, offset);
        uint32_t octant = (offset.x < 0 ? 1u : 0u) | (offset.y < 0 ? 2u : 0u) |
                          (fabs(offset.x) < fabs(offset.y) ? 4u : 0u);
        if (square > 0 && square < best[octant]) {
            best[octant] = square;
            found[octant] = v;
        }
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < WITNESSES; i++) {
        if (best[i] < INFINITY) {
            witnesses[count++] = found[i];
        }
    }
    return count;
}

/// Links a corner with a point of another feature, unless a witness lies inside their disc or the
/// middle outside the region. (On its border it counts on both sides: along a side that is parallel
/// to a wall the corner is nearest at no more than a point, and has no piece of the envelope.)
static cw_status meet(survey *s, uint32_t corner, uint32_t other, cw_vec2 point,
                      const cw_vec2 *witnesses, uint32_t witness_count) {
    cw_vec2 u = feature_at(s, corner)->position;
    for (uint32_t i = 0; i < witness_count; i++) {
        if (cw_vec2_dot(cw_vec2_sub(witnesses[i], u), cw_vec2_sub(witnesses[i], point)) < 0) {
            return CW_OK;
        }
    }
    cw_vec2 middle = {u.x + (point.x - u.x) / 2, u.y + (point.y - u.y) / 2};
    if (cw_region_outside(s->region, middle) > CW_SLAB_SLACK * CW_SLAB_SLACK) {
        return CW_OK;
    }
    cw_contact contact = {cw_vec2_distance(u, point) / 2,
                          middle,
                          {s->arc_count + corner, s->arc_count + other},
                          {feature_at(s, corner)->edge, feature_at(s, other)->edge}};
    return CW_ARRAY_PUSH(s->context, &s->shop->contacts, contact);
}

/// Links corners with corners and walls. All arcs are linked at the clearance of the highest
/// summit, so discs that are larger do not matter.
static cw_status meet_features(survey *s) {
    uint32_t corners = list_active(s), count = s->shop->active.count;
    double widest = 2 * sqrt(s->highest) + HIGHEST_SLACK, square = widest * widest;
    const uint32_t *active = s->shop->active.items;
    for (uint32_t i = 0; i < corners; i++) {
        cw_vec2 u = feature_at(s, active[i])->position, witnesses[WITNESSES];
        uint32_t witness_count =
            count > FEW_FEATURES ? find_witnesses(s, corners, u, witnesses) : 0;
        for (uint32_t j = i + 1; j < corners; j++) {
            cw_vec2 v = feature_at(s, active[j])->position, offset = cw_vec2_sub(v, u);
            if (cw_vec2_dot(offset, offset) <= square) {
                CW_TRY(meet(s, active[i], active[j], v, witnesses, witness_count));
            }
        }
        for (uint32_t j = corners; j < count; j++) {
            const cw_feature *wall = feature_at(s, active[j]);
            cw_vec2 offset = cw_vec2_sub(u, wall->position);
            double foot = cw_vec2_dot(wall->direction, offset);
            double height = cw_vec2_cross(wall->direction, offset);
            if (foot >= -CW_SLAB_SLACK && foot <= wall->length + CW_SLAB_SLACK && height > 0 &&
                height <= widest) {
                CW_TRY(meet(s, active[i], active[j],
                            cw_vec2_along(wall->position, foot, wall->direction), witnesses,
                            witness_count));
            }
        }
    }
    return CW_OK;
}

/// Fills `order` with the contacts by weight, ties by index.
static cw_status sort_contacts(survey *s) {
    cw_workshop *shop = s->shop;
    uint32_t count = shop->contacts.count;
    CW_TRY(CW_ARRAY_RESERVE(s->context, &shop->order, count));
    uint32_t *order = shop->order.items;
    if (count <= SHORT_SORT) {
        for (uint32_t i = 0; i < count; i++) {
            double weight = shop->contacts.items[i].weight;
            uint32_t j = i;
            for (; j > 0 && shop->contacts.items[order[j - 1]].weight > weight; j--) {
                order[j] = order[j - 1];
            }
            order[j] = i;
        }
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_RESERVE(s->context, &shop->keyed, 2 * (size_t)count));
    cw_keyed *entries = shop->keyed.items;
    for (uint32_t i = 0; i < count; i++) {
        entries[i] = (cw_keyed){cw_double_key(shop->contacts.items[i].weight), i};
    }
    cw_keyed_sort(entries, entries + count, count);
    for (uint32_t i = 0; i < count; i++) {
        order[i] = entries[i].item;
    }
    return CW_OK;
}

static uint32_t find_root(uint32_t *parents, uint32_t node) {
    while (parents[node] != node) {
        parents[node] = parents[parents[node]];
        node = parents[node];
    }
    return node;
}

/// Kruskal's algorithm; links between components that both have arcs become gates.
static cw_status grow(survey *s) {
    cw_workshop *shop = s->shop;
    uint32_t nodes = s->arc_count + shop->features.list.count;
    CW_TRY(CW_ARRAY_RESERVE(s->context, &shop->parents, nodes));
    CW_TRY(CW_ARRAY_RESERVE(s->context, &shop->arcs, nodes));
    uint32_t *parents = shop->parents.items, *arcs = shop->arcs.items;
    for (uint32_t i = 0; i < nodes; i++) {
        parents[i] = i;
        arcs[i] = i < s->arc_count ? i : CW_NONE;
    }
    for (uint32_t i = 0; i < shop->contacts.count; i++) {
        const cw_contact *contact = &shop->contacts.items[shop->order.items[i]];
        uint32_t a = find_root(parents, contact->nodes[0]);
        uint32_t b = find_root(parents, contact->nodes[1]);
        if (a == b) {
            continue;
        }
        if (arcs[a] != CW_NONE && arcs[b] != CW_NONE) {
            cw_cell_gate gate = {{contact->weight,
                                  contact->position,
                                  shop->features.cell,
                                  {contact->edges[0], contact->edges[1]}},
                                 {arcs[a], arcs[b]}};
            CW_TRY(CW_ARRAY_PUSH(s->context, &shop->gates, gate));
        }
        parents[b] = a;
        arcs[a] = arcs[a] != CW_NONE ? arcs[a] : arcs[b];
    }
    return CW_OK;
}

cw_status cw_region_gates(cw_context *context, cw_workshop *workshop, const cw_region *region) {
    survey s = {context, workshop, region, region->cuts.count, 0};
    workshop->contacts.count = workshop->gates.count = 0;
    if (s.arc_count < 2) {
        return CW_OK;
    }
    uint32_t feature_count = workshop->features.list.count;
    CW_TRY(CW_ARRAY_RESERVE(context, &workshop->active, feature_count));
    for (uint32_t i = 0; i < feature_count; i++) {
        workshop->active.items[i] = false;
    }
    CW_TRY(cw_features_index(context, region->sides.count, &workshop->features));
    CW_TRY(touch_arcs(&s));
    CW_TRY(meet_features(&s));
    CW_TRY(sort_contacts(&s));
    return grow(&s);
}
