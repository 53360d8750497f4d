/// Links of a region between corners and other features (see region_gates.c): where the disc
/// between two of them is as small as it can be.
///
/// A link whose disc has another corner inside is never needed; with many features a few near
/// corners as witnesses, the nearest in each of eight directions, throw out most pairs. A witness w
/// of the corner u throws out every point p with (w - u) (w - p) < 0, which is a half-plane: so
/// with very many features, whole boxes of them go at once. A corner that counts in a part of the
/// cell only is no witness.
///
/// Nor is a link needed whose middle lies beside one of the two walls of its corner, since
/// something of that wall, or of what follows it, is nearer there. That throws out a half-plane for
/// each wall, (p - u) d > 0 with d the direction of the wall from u: of a round wall, all of it. So
/// with very many features these come first, and witnesses only where something is left.
///
/// All arcs are linked at the clearance of the highest summit, so discs that are larger do not
/// matter.
#include "clearance/ways/region.h"

#include <stdlib.h>

enum {
    WITNESSES = 8,     /* one per direction */
    FEW_FEATURES = 24, /* up to here witnesses cost more than they save */
    NEIGHBOURS = 8,    /* asked before the boxes, on either side */
    MOST_PAIRS = 96,   /* features up to which trying all pairs is as fast as boxes */
    FEW_PARTNERS = 16  /* features up to which witnesses are not worth while to find fewer */
};

/// Metres by which the disc of a link may be larger than the highest summit; far above rounding.
#define HIGHEST_SLACK CW_SURE

/// Metres by which a box has to lie behind what throws it out; far above rounding.
#define BEHIND_SLACK CW_CLEARANCE_TOLERANCE

typedef struct meeting {
    cw_context *context;
    cw_workshop *shop;
    const cw_region *region;
    uint32_t corners; ///< active features that are corners, which are the first
    double widest;    ///< diameter of the largest disc
    double reach;     ///< what is further than this from a corner does not matter to it
    double slack;     ///< cw_slab_slack
    bool boxes;       ///< active features are in trees
} meeting;

/// What throws out the links of a corner.
typedef struct witnesses {
    cw_vec2 corner;
    cw_vec2 walls[2]; ///< unit vectors along its walls, away from it
    uint32_t wall_count;
    double best[WITNESSES]; ///< squares of their distances
    uint32_t found[WITNESSES];
    cw_vec2 points[WITNESSES];
    uint32_t count;
} witnesses;

/// The nth active feature.
static const cw_feature *active_at(const meeting *m, uint32_t n) {
    return &m->shop->features.list.items[m->shop->active.items[n]];
}

/// Makes a list of the active features of the flags, corners first; returns the number of corners.
static uint32_t list_active(cw_workshop *shop) {
    uint32_t *active = shop->active.items, count = 0, corners = 0;
    for (uint32_t i = 0; i < shop->features.list.count; i++) {
        if (active[i]) {
            active[count++] = i;
            corners += i < shop->features.corner_count;
        }
    }
    shop->active.count = count;
    return corners;
}

/// Whether a corner counts in all of the cell.
static bool counts_everywhere(const meeting *m, uint32_t n) {
    const cw_features *features = &m->shop->features;
    const cw_clearance *clearance = features->clearance;
    if (clearance->near_views == NULL) {
        return true;
    }
    uint32_t first = clearance->near_corner_first[features->cell];
    cw_vec2 right = clearance->near_views[first + m->shop->active.items[n]].right;
    return right.x == 0 && right.y == 0;
}

/// Takes a corner as witness if it is the nearest of its direction; of equals, the first.
static void offer_witness(const meeting *m, uint32_t n, witnesses *near) {
    cw_vec2 offset = cw_vec2_sub(active_at(m, n)->position, near->corner);
    double square = cw_vec2_dot(offset, offset);
    uint32_t octant = (offset.x < 0 ? 1u : 0u) | (offset.y < 0 ? 2u : 0u) |
                      (fabs(offset.x) < fabs(offset.y) ? 4u : 0u);
    if (square > 0 &&
        (square < near->best[octant] ||
         (square == near->best[octant] && n < near->found[octant])) &&
        counts_everywhere(m, n)) {
        near->best[octant] = square;
        near->found[octant] = n;
    }
}

/// Whether a box may have a nearer witness of some direction.
static bool may_witness(const cw_box *box, const witnesses *near) {
    cw_vec2 low = cw_vec2_sub(box->low, near->corner), high = cw_vec2_sub(box->high, near->corner);
    double most_x = cw_most(-low.x, high.x), most_y = cw_most(-low.y, high.y);
    double least_x = cw_most(cw_most(low.x, -high.x), 0);
    double least_y = cw_most(cw_most(low.y, -high.y), 0);
    double square = cw_box_square(box, near->corner);
    for (uint32_t octant = 0; octant < WITNESSES; octant++) {
        bool touches = ((octant & 1) != 0 ? low.x < 0 : high.x >= 0) &&
                       ((octant & 2) != 0 ? low.y < 0 : high.y >= 0) &&
                       ((octant & 4) != 0 ? least_x < most_y : most_x >= least_y);
        if (touches && square <= near->best[octant]) {
            return true;
        }
    }
    return false;
}

/// Asks the neighbours of a corner in the order of the tree first, so that most boxes have nothing
/// nearer.
static void look_for_witnesses(const meeting *m, uint32_t corner, witnesses *near) {
    const cw_box_tree *tree = &m->shop->corner_tree;
    uint32_t place = m->shop->places.items[corner], end = place + NEIGHBOURS + 1;
    for (uint32_t k = place < NEIGHBOURS ? 0 : place - NEIGHBOURS; k < end && k < m->corners; k++) {
        offer_witness(m, tree->items.items[k].item, near);
    }
    for (uint32_t i = 0; i < tree->nodes.count;) {
        const cw_box_node *node = &tree->nodes.items[i];
        m->shop->steps++;
        if (!may_witness(&node->box, near)) {
            i = node->skip;
            continue;
        }
        for (uint32_t k = node->begin; node->skip == i + 1 && k < node->end; k++) {
            offer_witness(m, tree->items.items[k].item, near);
        }
        i++;
    }
}

/// The nearest corner in each of eight directions. Those out of reach have no say.
static void find_witnesses(const meeting *m, uint32_t corner, witnesses *near) {
    for (uint32_t i = 0; i < WITNESSES; i++) {
        near->best[i] = m->reach * m->reach;
        near->found[i] = CW_NONE;
    }
    if (m->boxes) {
        look_for_witnesses(m, corner, near);
    } else {
        for (uint32_t i = 0; i < m->corners; i++) {
            offer_witness(m, i, near);
        }
    }
    for (uint32_t i = 0; i < WITNESSES; i++) {
        if (near->found[i] != CW_NONE) {
            near->points[near->count++] = active_at(m, near->found[i])->position;
        }
    }
}

/// Whether an active feature is a wall, or a corner that counts for a point.
static inline bool counts_at(const meeting *m, uint32_t n, cw_vec2 point) {
    const cw_features *features = &m->shop->features;
    const cw_clearance *clearance = features->clearance;
    return n >= m->corners || clearance->near_views == NULL ||
           cw_corner_counts(clearance,
                            clearance->near_corner_first[features->cell] + m->shop->active.items[n],
                            point);
}

/// Links a corner with a point of another feature, unless a witness lies inside their disc or the
/// middle outside the region. (On its border it counts on both sides: along a side that is parallel
/// to a wall the corner is nearest at no more than a point, and has no piece of the envelope.)
static cw_status meet(const meeting *m, uint32_t corner, uint32_t other, cw_vec2 point,
                      const witnesses *near) {
    cw_vec2 u = active_at(m, corner)->position;
    for (uint32_t i = 0; i < near->count; i++) {
        cw_vec2 w = near->points[i];
        if (cw_vec2_dot(cw_vec2_sub(w, u), cw_vec2_sub(w, point)) < 0) {
            return CW_OK;
        }
    }
    cw_vec2 middle = {u.x + (point.x - u.x) / 2, u.y + (point.y - u.y) / 2};
    if (!counts_at(m, corner, middle) || !counts_at(m, other, middle) ||
        !cw_region_touches(m->region, &m->shop->side_tree, middle, m->slack)) {
        return CW_OK;
    }
    const uint32_t *active = m->shop->active.items;
    uint32_t arcs = m->region->cuts.count;
    cw_contact contact = {cw_vec2_distance(u, point) / 2,
                          middle,
                          {arcs + active[corner], arcs + active[other]},
                          {active_at(m, corner)->edge, active_at(m, other)->edge}};
    return CW_ARRAY_PUSH(m->context, &m->shop->contacts, contact);
}

/// Where a link of a corner with another feature ends; false where it has none, or its disc is too
/// large.
static inline bool find_end(const meeting *m, uint32_t corner, uint32_t other, cw_vec2 *end) {
    const cw_feature *feature = active_at(m, other);
    cw_vec2 offset = cw_vec2_sub(active_at(m, corner)->position, feature->position);
    if (other < m->corners) {
        *end = feature->position;
        return cw_vec2_dot(offset, offset) <= m->widest * m->widest;
    }
    double foot = cw_vec2_dot(feature->direction, offset);
    double height = cw_vec2_cross(feature->direction, offset);
    *end = cw_vec2_along(feature->position, foot, feature->direction);
    return foot >= -m->slack && foot <= feature->length + m->slack && height > 0 &&
           height <= m->widest;
}

static inline cw_status try_pair(const meeting *m, uint32_t corner, uint32_t other,
                                 const witnesses *near) {
    cw_vec2 end;
    return find_end(m, corner, other, &end) ? meet(m, corner, other, end, near) : CW_OK;
}

/// Whether all of a box lies beside the walls of a corner.
static bool is_beside(const cw_box *box, const witnesses *near) {
    for (uint32_t i = 0; i < near->wall_count; i++) {
        cw_vec2 p = cw_vec2_sub(cw_box_least(box, near->walls[i]), near->corner);
        if (cw_vec2_dot(near->walls[i], p) > BEHIND_SLACK) {
            return true;
        }
    }
    return false;
}

/// Whether a witness throws out all of a box.
static bool is_thrown_out(const cw_box *box, const witnesses *near) {
    for (uint32_t i = 0; i < near->count; i++) {
        cw_vec2 w = near->points[i], way = cw_vec2_sub(w, near->corner);
        cw_vec2 p = cw_box_least(box, way);
        if (cw_vec2_dot(way, cw_vec2_sub(w, p)) < -BEHIND_SLACK * (fabs(way.x) + fabs(way.y))) {
            return true;
        }
    }
    return false;
}

/// Appends a feature behind a corner in the list if they may have a link.
static cw_status add_partner(const meeting *m, uint32_t corner, uint32_t other,
                             const witnesses *near) {
    cw_vec2 end;
    if (other <= corner || !find_end(m, corner, other, &end)) {
        return CW_OK;
    }
    cw_box point = {end, end};
    return is_beside(&point, near) ? CW_OK : CW_ARRAY_PUSH(m->context, &m->shop->partners, other);
}

/// Appends the features of a tree behind a corner in the list, as its walls and witnesses leave
/// them, until there are more than `most`; `first` is the place of the tree's first item.
static cw_status add_partners(const meeting *m, const cw_box_tree *tree, uint32_t first,
                              uint32_t corner, const witnesses *near, uint32_t most) {
    for (uint32_t i = 0; i < tree->nodes.count && m->shop->partners.count <= most;) {
        const cw_box_node *node = &tree->nodes.items[i];
        m->shop->steps++;
        if (is_beside(&node->box, near) ||
            cw_box_square(&node->box, near->corner) > m->reach * m->reach ||
            is_thrown_out(&node->box, near)) {
            i = node->skip;
            continue;
        }
        for (uint32_t k = node->begin; node->skip == i + 1 && k < node->end; k++) {
            CW_TRY(add_partner(m, corner, first + tree->items.items[k].item, near));
        }
        i++;
    }
    return CW_OK;
}

static cw_status find_partners(const meeting *m, uint32_t corner, const witnesses *near,
                               uint32_t most) {
    m->shop->partners.count = 0;
    CW_TRY(add_partners(m, &m->shop->corner_tree, 0, corner, near, most));
    return add_partners(m, &m->shop->wall_tree, m->corners, corner, near, most);
}

/// The walls of a corner. One with more than a full turn of floor around it has none that throw
/// anything out.
static void find_walls(const meeting *m, uint32_t corner, witnesses *near) {
    const cw_features *features = &m->shop->features;
    const cw_clearance *clearance = features->clearance;
    uint32_t first = clearance->near_corner_first[features->cell];
    uint32_t index = clearance->near_corners[first + m->shop->active.items[corner]].corner;
    const cw_corner *found = &clearance->corners[index];
    cw_vec2 in = cw_clearance_along(clearance->mesh, found->incoming);
    near->walls[0] = cw_clearance_along(clearance->mesh, found->outgoing);
    near->walls[1] = (cw_vec2){-in.x, -in.y};
    near->wall_count = found->wide ? 0 : 2;
}

/// Links a corner with the features behind it in the list.
static cw_status meet_boxes(const meeting *m, uint32_t corner, witnesses *near) {
    find_walls(m, corner, near);
    CW_TRY(find_partners(m, corner, near, FEW_PARTNERS));
    if (m->shop->partners.count == 0) {
        return CW_OK;
    }
    find_witnesses(m, corner, near);
    if (m->shop->partners.count > FEW_PARTNERS) {
        CW_TRY(find_partners(m, corner, near, UINT32_MAX));
    }
    uint32_t count = m->shop->partners.count, *partners = m->shop->partners.items;
    m->shop->steps += count;
    if (count > 1) {
        qsort(partners, count, sizeof *partners, cw_index_order);
    }
    for (uint32_t i = 0; i < count; i++) {
        CW_TRY(try_pair(m, corner, partners[i], near));
    }
    return CW_OK;
}

/// Puts corners and walls into trees, each by themselves: walls are no witnesses, and their boxes
/// are large.
static cw_status index_active(meeting *m) {
    cw_workshop *shop = m->shop;
    uint32_t count = shop->active.count;
    m->boxes = count > MOST_PAIRS;
    if (!m->boxes) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_RESERVE(m->context, &shop->boxes, count));
    cw_box *boxes = shop->boxes.items;
    for (uint32_t i = 0; i < count; i++) {
        boxes[i] = cw_feature_box(active_at(m, i));
    }
    CW_TRY(cw_box_tree_sort(m->context, boxes, m->corners, &shop->corner_tree));
    CW_TRY(cw_box_tree_sort(m->context, boxes + m->corners, count - m->corners, &shop->wall_tree));
    CW_TRY(CW_ARRAY_RESERVE(m->context, &shop->places, m->corners));
    for (uint32_t k = 0; k < m->corners; k++) {
        shop->places.items[shop->corner_tree.items.items[k].item] = k;
    }
    return CW_OK;
}

cw_status cw_region_meet(cw_context *context, cw_workshop *workshop, const cw_region *region,
                         double highest) {
    double widest = 2 * highest + HIGHEST_SLACK;
    meeting m = {.context = context,
                 .shop = workshop,
                 .region = region,
                 .corners = list_active(workshop),
                 .widest = widest,
                 .reach = widest + HIGHEST_SLACK,
                 .slack = cw_slab_slack(workshop->features.clearance)};
    CW_TRY(cw_region_index(context, region, workshop));
    CW_TRY(index_active(&m));
    uint32_t count = workshop->active.count;
    witnesses near; /* most of it is not used with few features */
    for (uint32_t i = 0; i < m.corners; i++) {
        near.corner = active_at(&m, i)->position;
        near.count = near.wall_count = 0;
        if (m.boxes) {
            CW_TRY(meet_boxes(&m, i, &near));
            continue;
        }
        if (count > FEW_FEATURES) {
            find_witnesses(&m, i, &near);
        }
        workshop->steps += count - i;
        for (uint32_t j = i + 1; j < count; j++) {
            CW_TRY(try_pair(&m, i, j, &near));
        }
    }
    return CW_OK;
}
