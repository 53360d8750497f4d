/// The gates of a region: a cell, or a part of one, whose border is cut at summits into arcs.
///
/// At radius r every corner blocks a disc and every wall a slab; cut to a convex region each is
/// convex. Two places on the border are separated inside the region exactly if a chain of blocked
/// parts that overlap joins an arc on one side with an arc on the other. So all radii are answered
/// at once by the minimum spanning tree over arcs and features, whose links (cw_contact) are
/// - arc and feature: the least distance from the feature to those points of the arc to which it is
///   the nearest (the lower envelope of each open side); 0 for a region's own walls and corners;
/// - corner and corner: half their distance, where the middle between them lies in the region or on
///   its border;
/// - corner and wall: the same with the foot of the corner on the wall.
/// Blocked parts that first overlap elsewhere do so on the border, where both are linked with the
/// same arc. Two walls need no link: where their slabs first overlap one of them ends, in a corner
/// that counts for itself, or the border does. Links of the last two kinds are found by meet.c. A
/// chain that runs along an arc is harmless: one of its halves separates already.
///
/// Every link of the tree that joins two components with arcs is a gate. As each summit links the
/// arcs beside it, there is one gate fewer than there are cuts.
///
/// A link of two features with a third one inside its disc joins nothing that is not joined by
/// links that are as narrow. It is as narrow as these where a side of the region runs through its
/// middle and is parallel to the wall at its end: the radius is that of a gate, but its middle has
/// less room, and rounding may sort it first. So it makes no gate.
///
/// A relaxed cell is its hull without pockets of its own walls, and portals lie on the hull. What a
/// feature blocks of the hull is convex; where a pocket cuts it apart, the walls of the pocket,
/// which are blocked at any radius, touch the pieces on either side. So there a feature is one
/// node, too. The same holds on one side of a line through the hull, but not for a part of the cell
/// that reaches around a pocket to the other side (divide.c).
#include "base/sets.h"
#include "clearance/ways/region.h"

/// Metres around the end of a wall in which its corner is looked for; far above CW_SLAB_SLACK.
#define END_REACH CW_SURE

/// Metres by which a third feature has to be nearer to the middle of a link; far above rounding.
#define CROWD_SLACK CW_CLEARANCE_TOLERANCE

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

/// Links an arc with a feature at a place on the border; `other_edge` is the wall on the other side
/// of that place, or CW_NONE.
static cw_status link_arc(survey *s, uint32_t arc, uint32_t feature, double weight,
                          cw_vec2 position, uint32_t other_edge) {
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
static cw_status link_end(survey *s, uint32_t arc, uint32_t feature, double weight,
                          cw_vec2 position) {
    const cw_feature *wall = feature_at(s, feature);
    double foot = cw_vec2_dot(wall->direction, cw_vec2_sub(position, wall->position));
    double slack = cw_slab_slack(s->shop->features.clearance);
    if (foot > slack && foot < wall->length - slack) {
        return CW_OK;
    }
    cw_vec2 end = cw_vec2_along(wall->position, foot, wall->direction);
    const cw_features *features = &s->shop->features;
    uint32_t count = features->corner_count;
    const uint32_t *some = NULL;
    if (features->tree.nodes.count > 0) {
        CW_TRY(cw_features_near(s->context, features, end, end, END_REACH, &s->shop->partners));
        some = s->shop->partners.items;
        count = cw_features_corners_of(features, &s->shop->partners);
    }
    for (uint32_t n = 0; n < count; n++) {
        uint32_t i = some != NULL ? some[n] : n;
        cw_vec2 offset = cw_vec2_sub(feature_at(s, i)->position, end);
        if (cw_vec2_dot(offset, offset) <= 4 * slack * slack) {
            CW_TRY(link_arc(s, arc, i, weight, position, wall->edge));
        }
    }
    return CW_OK;
}

/// Where an arc of a side ends: at a cut, the last one at the end of the side.
static double arc_end(const survey *s, const cw_side *side, uint32_t arc) {
    double length = s->shop->envelope.length;
    return arc < side->cut_count ? cw_least(s->region->cuts.items[side->cut_first + arc].at, length)
                                 : length;
}

/// Links one piece of the envelope of a side with a part of an arc of it.
static cw_status link_part(survey *s, const cw_side *side, uint32_t index, uint32_t number,
                           double low, double high) {
    const cw_envelope *envelope = &s->shop->envelope;
    const cw_curve *curve = &envelope->curves.items[envelope->pieces.items[index].curve];
    double x = cw_curve_lowest(curve, low, high), weight = sqrt(cw_curve_at(curve, x));
    uint32_t arc = (side->cut_first + number + s->arc_count - 1) % s->arc_count;
    cw_vec2 position = cw_vec2_along(envelope->origin, x, envelope->direction);
    const cw_feature *beside = feature_beside(s, index, x);
    CW_TRY(link_arc(s, arc, curve->feature, weight, position,
                    beside == NULL ? CW_NONE : beside->edge));
    return curve->is_wall && (beside == NULL || beside->is_wall)
               ? link_end(s, arc, curve->feature, weight, position)
               : CW_OK;
}

/// Links one piece of the envelope of a side with every arc that it reaches; `number` is the first
/// arc of the side that the pieces before left, and that the pieces behind begin with.
static cw_status link_piece(survey *s, const cw_side *side, uint32_t index, uint32_t *number) {
    const cw_piece *piece = &s->shop->envelope.pieces.items[index];
    while (*number < side->cut_count && arc_end(s, side, *number) < piece->from) {
        ++*number;
    }
    for (uint32_t j = *number; j <= side->cut_count && piece->curve != CW_NONE; j++) {
        s->shop->steps++;
        double low = cw_most(j == 0 ? 0 : arc_end(s, side, j - 1), piece->from);
        double high = cw_least(arc_end(s, side, j), piece->to);
        if (low > high) {
            break;
        }
        CW_TRY(link_part(s, side, index, j, low, high));
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
static cw_status link_arcs(survey *s) {
    cw_workshop *shop = s->shop;
    for (uint32_t i = 0; i < s->region->sides.count; i++) {
        const cw_side *side = &s->region->sides.items[i];
        uint32_t arc = (side->cut_first + s->arc_count - 1) % s->arc_count;
        if (side->corner != CW_NONE) {
            CW_TRY(link_arc(s, arc, side->corner, 0, side->from, CW_NONE));
        }
        if (side->wall != CW_NONE) {
            CW_TRY(link_arc(s, arc, side->wall, 0, side->from, CW_NONE));
        }
        if (side->open) {
            CW_TRY(cw_envelope_build(s->context, &shop->features, side->from, side->to,
                                     side->highest, &shop->envelope));
            for (uint32_t j = 0, number = 0; j < shop->envelope.pieces.count; j++) {
                CW_TRY(link_piece(s, side, j, &number));
                raise_highest(s, &shop->envelope.pieces.items[j]);
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
    CW_TRY(CW_ARRAY_RESERVE(s->context, &shop->keyed, 2 * (size_t)count));
    cw_keyed *entries = shop->keyed.items;
    for (uint32_t i = 0; i < count; i++) {
        entries[i] = (cw_keyed){cw_double_key(shop->contacts.items[i].weight), i};
    }
    cw_keyed_sort_in_place(entries, count);
    for (uint32_t i = 0; i < count; i++) {
        shop->order.items[i] = entries[i].item;
    }
    return CW_OK;
}

/// The clearance at the place of a link, where it is less than the link's weight. Of many features
/// those are looked at that are near.
static cw_status clearance_at(const survey *s, const cw_contact *contact, double *clearance) {
    cw_workshop *shop = s->shop;
    const cw_features *features = &shop->features;
    if (features->tree.nodes.count == 0) {
        shop->steps += features->list.count;
        *clearance = cw_clearance_at(features->clearance, features->cell, contact->position, NULL);
        return CW_OK;
    }
    CW_TRY(cw_features_near(s->context, features, contact->position, contact->position,
                            contact->weight, &shop->partners));
    shop->steps += shop->partners.count;
    *clearance =
        cw_clearance_at_some(features->clearance, features, &shop->partners, contact->position);
    return CW_OK;
}

/// Whether a link is one of two features that has a third one inside its disc.
static cw_status is_crowded(const survey *s, const cw_contact *contact, bool *crowded) {
    double clearance;
    *crowded = false;
    if (contact->nodes[0] >= s->arc_count && contact->nodes[1] >= s->arc_count) {
        CW_TRY(clearance_at(s, contact, &clearance));
        double slack = CROWD_SLACK * s->shop->features.clearance->coarseness;
        *crowded = clearance < contact->weight - slack;
    }
    return CW_OK;
}

/// Kruskal's algorithm; links between components that both have arcs become gates.
static cw_status make_gates(survey *s) {
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
        uint32_t a = cw_find_root(parents, contact->nodes[0]);
        uint32_t b = cw_find_root(parents, contact->nodes[1]);
        if (a == b) {
            continue;
        }
        if (arcs[a] != CW_NONE && arcs[b] != CW_NONE) {
            bool crowded;
            CW_TRY(is_crowded(s, contact, &crowded));
            if (crowded) {
                continue;
            }
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
    CW_TRY(link_arcs(&s));
    CW_TRY(cw_region_meet(context, workshop, region, sqrt(s.highest)));
    CW_TRY(sort_contacts(&s));
    return make_gates(&s);
}
