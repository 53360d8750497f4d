/// Links of a region between corners and other features (see region.c): where the disc between two
/// of them is as small as it can be.
///
/// A link whose disc has another corner inside is never needed; with many features a few near
/// corners as witnesses, the nearest in each of eight directions, throw out most pairs. A witness w
/// of the corner u throws out every point p with (w - u) (w - p) < 0, which is a half-plane: so
/// with very many features, whole boxes of them go at once.
///
/// All arcs are linked at the clearance of the highest summit, so discs that are larger do not
/// matter.
#include "clearance/gates.h"

#include <stdlib.h>

enum {
    WITNESSES = 8,     /* one per direction */
    FEW_FEATURES = 24, /* up to here witnesses cost more than they save */
    NEIGHBOURS = 8,    /* asked before the boxes, on either side */
    MOST_PAIRS = 96    /* features up to which trying all pairs is as fast as boxes */
};

/// Metres by which the disc of a link may be larger than the highest summit; far above rounding.
#define HIGHEST_SLACK 1e-6

/// Metres by which a box has to lie behind what throws it out; far above rounding.
#define BEHIND_SLACK 1e-9

typedef struct meeting {
    cw_context *context;
    cw_workshop *shop;
    const cw_region *region;
    uint32_t corners; ///< active features that are corners, which are the first
    double widest;    ///< diameter of the largest disc
    double reach;     ///< what is further than this from a corner does not matter to it
    bool boxes;       ///< active features are in trees
} meeting;

/// What throws out the links of a corner.
typedef struct witnesses {
    cw_vec2 corner;
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

/// Takes a corner as witness if it is the nearest of its direction; of equals, the first.
static void offer_witness(const meeting *m, uint32_t n, witnesses *near) {
    cw_vec2 offset = cw_vec2_sub(active_at(m, n)->position, near->corner);
    double square = cw_vec2_dot(offset, offset);
    uint32_t octant = (offset.x < 0 ? 1u : 0u) | (offset.y < 0 ? 2u : 0u) |
                      (fabs(offset.x) < fabs(offset.y) ? 4u : 0u);
    if (square > 0 && (square < near->best[octant] ||
                       (square == near->best[octant] && n < near->found[octant]))) {
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
    if (!cw_region_touches(m->region, &m->shop->side_tree, middle, CW_SLAB_SLACK)) {
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

/// Links a corner with another feature if their disc is not too large.
static inline cw_status try_pair(const meeting *m, uint32_t corner, uint32_t other,
                                 const witnesses *near) {
    const cw_feature *feature = active_at(m, other);
    cw_vec2 offset = cw_vec2_sub(active_at(m, corner)->position, feature->position);
    if (other < m->corners) {
        return cw_vec2_dot(offset, offset) <= m->widest * m->widest
                   ? meet(m, corner, other, feature->position, near)
                   : CW_OK;
    }
    double foot = cw_vec2_dot(feature->direction, offset);
    double height = cw_vec2_cross(feature->direction, offset);
    return foot >= -CW_SLAB_SLACK && foot <= feature->length + CW_SLAB_SLACK && height > 0 &&
                   height <= m->widest
               ? meet(m, corner, other, cw_vec2_along(feature->position, foot, feature->direction),
                      near)
               : CW_OK;
}

/// Whether a witness throws out all of a box.
static bool is_thrown_out(const cw_box *box, const witnesses *near) {
    for (uint32_t i = 0; i < near->count; i++) {
        cw_vec2 w = near->points[i], way = cw_vec2_sub(w, near->corner);
        cw_vec2 p = {way.x > 0 ? box->low.x : box->high.x, way.y > 0 ? box->low.y : box->high.y};
        if (cw_vec2_dot(way, cw_vec2_sub(w, p)) < -BEHIND_SLACK * (fabs(way.x) + fabs(way.y))) {
            return true;
        }
    }
    return false;
}

/// Appends the features of a tree behind a corner in the list, as its witnesses leave them; `first`
/// is the place of the tree's first item.
static cw_status add_partners(const meeting *m, const cw_box_tree *tree, uint32_t first,
                              uint32_t corner, const witnesses *near) {
    for (uint32_t i = 0; i < tree->nodes.count;) {
        const cw_box_node *node = &tree->nodes.items[i];
        m->shop->steps++;
        if (cw_box_square(&node->box, near->corner) > m->reach * m->reach ||
            is_thrown_out(&node->box, near)) {
            i = node->skip;
            continue;
        }
        for (uint32_t k = node->begin; node->skip == i + 1 && k < node->end; k++) {
            uint32_t item = first + tree->items.items[k].item;
            if (item > corner) {
                CW_TRY(CW_ARRAY_PUSH(m->context, &m->shop->partners, item));
            }
        }
        i++;
    }
    return CW_OK;
}

/// Links a corner with the features behind it in the list.
static cw_status meet_boxes(const meeting *m, uint32_t corner, const witnesses *near) {
    m->shop->partners.count = 0;
    CW_TRY(add_partners(m, &m->shop->corner_tree, 0, corner, near));
    CW_TRY(add_partners(m, &m->shop->wall_tree, m->corners, corner, near));
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
                 .reach = widest + HIGHEST_SLACK};
    CW_TRY(cw_region_index(context, region, workshop));
    CW_TRY(index_active(&m));
    uint32_t count = workshop->active.count;
    witnesses near; /* most of it is not used with few features */
    for (uint32_t i = 0; i < m.corners; i++) {
        near.corner = active_at(&m, i)->position;
        near.count = 0;
        if (count > FEW_FEATURES) {
            find_witnesses(&m, i, &near);
        }
        if (m.boxes) {
            CW_TRY(meet_boxes(&m, i, &near));
            continue;
        }
        workshop->steps += count - i;
        for (uint32_t j = i + 1; j < count; j++) {
            CW_TRY(try_pair(&m, i, j, &near));
        }
    }
    return CW_OK;
}
