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
/// that counts for itself, or the border does. Links of the last two kinds are
/// found by meet.c. A chain that runs along an arc is harmless: one of its halves separates
/// already.
///
/// Every link of the tree that joins two components with arcs is a gate. As each summit links the
/// arcs beside it, there is one gate fewer than there are cuts.
///
/// A relaxed cell is its hull without pockets of its own walls, and portals lie on the hull. What a
/// feature blocks of the hull is convex; where a pocket cuts it apart, the walls of the pocket,
/// which are blocked at any radius, touch the pieces on either side. So there a feature is one
/// node, too. The same holds on one side of a line through the hull, but not for a part of the cell
/// that reaches around a pocket to the other side (divide.c).
#include "clearance/gates.h"

/// How much larger the square of a distance is taken for boxes than for sides; far above rounding.
#define BOX_SLACK 100

/// Metres around the end of a wall in which its corner is looked for; far above CW_SLAB_SLACK.
#define END_REACH 1e-6

/// Contacts up to which insertion beats six passes over 2048 digits.
enum { SHORT_SORT = 96 };

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
    CW_ARRAY_FREE(context, &workshop->boxes);
    CW_ARRAY_FREE(context, &workshop->partners);
    CW_ARRAY_FREE(context, &workshop->places);
    cw_box_tree_free(context, &workshop->side_tree);
    cw_box_tree_free(context, &workshop->corner_tree);
    cw_box_tree_free(context, &workshop->wall_tree);
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
           CW_ARRAY_BYTES(&workshop->boxes) + CW_ARRAY_BYTES(&workshop->partners) +
           CW_ARRAY_BYTES(&workshop->places) + cw_box_tree_bytes(&workshop->side_tree) +
           cw_box_tree_bytes(&workshop->corner_tree) + cw_box_tree_bytes(&workshop->wall_tree) +
           CW_ARRAY_BYTES(&workshop->parents) + CW_ARRAY_BYTES(&workshop->arcs) +
           CW_ARRAY_BYTES(&workshop->order) + CW_ARRAY_BYTES(&workshop->keyed) +
           CW_ARRAY_BYTES(&workshop->groups);
}

/// Whether a side crosses the line from a point to the right.
static inline bool is_crossed(const cw_side *side, cw_vec2 point) {
    cw_vec2 a = side->from, b = side->to;
    if ((a.y > point.y) == (b.y > point.y)) {
        return false;
    }
    double turn = cw_vec2_cross(cw_vec2_sub(b, a), cw_vec2_sub(point, a));
    return (turn > 0) == (b.y > a.y);
}

bool cw_region_contains(const cw_region *region, cw_vec2 point) {
    bool inside = false;
    for (uint32_t i = 0; i < region->sides.count; i++) {
        inside ^= is_crossed(&region->sides.items[i], point);
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

/// As cw_region_contains, by the boxes of the sides.
static bool boxes_contain(const cw_region *region, const cw_box_tree *tree, cw_vec2 point) {
    bool inside = false;
    for (uint32_t i = 0; i < tree->nodes.count;) {
        const cw_box_node *node = &tree->nodes.items[i];
        if (point.y < node->box.low.y || point.y >= node->box.high.y) {
            i = node->skip; /* nothing here crosses the line to the right of the point */
            continue;
        }
        for (uint32_t k = node->begin; node->skip == i + 1 && k < node->end; k++) {
            inside ^= is_crossed(&region->sides.items[k], point);
        }
        i++;
    }
    return inside;
}

bool cw_region_touches(const cw_region *region, const cw_box_tree *tree, cw_vec2 point,
                       double slack) {
    if (tree->nodes.count == 0) {
        return cw_region_outside(region, point) <= slack * slack;
    }
    bool touches = boxes_contain(region, tree, point);
    for (uint32_t i = 0; i < tree->nodes.count && !touches;) {
        const cw_box_node *node = &tree->nodes.items[i];
        if (cw_box_square(&node->box, point) > BOX_SLACK * slack * slack) {
            i = node->skip;
            continue;
        }
        for (uint32_t k = node->begin; node->skip == i + 1 && k < node->end; k++) {
            touches = touches || side_distance(&region->sides.items[k], point) <= slack * slack;
        }
        i++;
    }
    return touches;
}

cw_status cw_region_index(cw_context *context, const cw_region *region, cw_workshop *workshop) {
    workshop->side_tree.nodes.count = 0;
    if (region->sides.count < CW_MANY_FEATURES) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_RESERVE(context, &workshop->boxes, region->sides.count));
    for (uint32_t i = 0; i < region->sides.count; i++) {
        workshop->boxes.items[i] =
            cw_box_of(region->sides.items[i].from, region->sides.items[i].to);
    }
    return cw_box_tree_chain(context, workshop->boxes.items, region->sides.count,
                             &workshop->side_tree);
}

/// The side of a cell that starts at a corner of its own: around the corner, cell by cell.
static uint32_t side_at_corner(const cw_navmesh *mesh, uint32_t cell, const cw_corner *corner) {
    uint32_t edge = corner->outgoing;
    while (edge != CW_NONE && mesh->edge_cell[edge] != cell) {
        edge = mesh->edge_twin[cw_navmesh_previous(mesh, mesh->edge_cell[edge], edge)];
    }
    return edge == CW_NONE ? CW_NONE : edge - mesh->cell_first[cell];
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
                        .line = CW_NONE,
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
        if (cw_vec2_dot(offset, offset) <= 4 * CW_SLAB_SLACK * CW_SLAB_SLACK) {
            CW_TRY(touch(s, arc, i, weight, position, wall->edge));
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
static cw_status touch_part(survey *s, const cw_side *side, uint32_t index, uint32_t number,
                            double low, double high) {
    const cw_envelope *envelope = &s->shop->envelope;
    const cw_curve *curve = &envelope->curves.items[envelope->pieces.items[index].curve];
    double x = cw_curve_lowest(curve, low, high), weight = sqrt(cw_curve_at(curve, x));
    uint32_t arc = (side->cut_first + number + s->arc_count - 1) % s->arc_count;
    cw_vec2 position = cw_vec2_along(envelope->origin, x, envelope->direction);
    const cw_feature *beside = feature_beside(s, index, x);
    CW_TRY(
        touch(s, arc, curve->feature, weight, position, beside == NULL ? CW_NONE : beside->edge));
    return curve->is_wall && (beside == NULL || beside->is_wall)
               ? touch_end(s, arc, curve->feature, weight, position)
               : CW_OK;
}

/// Links one piece of the envelope of a side with every arc that it reaches; `number` is the first
/// arc of the side that the pieces before left, and that the pieces behind begin with.
static cw_status touch_piece(survey *s, const cw_side *side, uint32_t index, uint32_t *number) {
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
        CW_TRY(touch_part(s, side, index, j, low, high));
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
            for (uint32_t j = 0, number = 0; j < shop->envelope.pieces.count; j++) {
                CW_TRY(touch_piece(s, side, j, &number));
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
    CW_TRY(cw_region_meet(context, workshop, region, sqrt(s.highest)));
    CW_TRY(sort_contacts(&s));
    return grow(&s);
}
