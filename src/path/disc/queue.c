/// What waits in the search for the shortest disc path, and roots that are reached twice.
///
/// A corner that is reached twice on the same side need not be followed from the later arrival when
/// walking round the corner from the earlier one gets there in no more length. That is known to be
/// possible where the whole circle is free, that is, for radii up to half the corner's gap;
/// elsewhere only an arrival at the very same point is compared. So all arrivals are kept: along a
/// row of corners each is reached by rays from all before it, and if only one of them were known,
/// the others would be followed again for each way to where they come from.
#include "path/disc/nodes.h"
#include "path/ready/angle.h"

/// Metres between arrivals that count as one point.
#define SAME_POINT CW_CLEARANCE_TOLERANCE

cw_status cw_disc_add(cw_path_search *search, const cw_node *node) {
    cw_heap_item item = {node->estimate, search->disc.nodes.count};
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->disc.nodes, *node));
    return cw_path_search_wait(search, item);
}

cw_status cw_disc_push_edge(cw_path_search *search, cw_node *node, const cw_exit_part *part) {
    cw_node_measure(node, part->right.at, part->left.at);
    node->sound &= part->low <= part->high;
    node->estimate = cw_disc_estimate_edge(search, node, part);
    if (node->estimate >= search->best) {
        return CW_OK;
    }
    return cw_path_search_wait(search, (cw_heap_item){node->estimate, search->disc.nodes.count++});
}

cw_status cw_disc_push_goal(cw_path_search *search, const cw_node *node) {
    if (node->estimate >= search->best || (search->weight > 1 && cw_disc_loops(search, node))) {
        return CW_OK;
    }
    search->best = node->estimate;
    return cw_disc_add(search, node);
}

cw_status cw_disc_push_root(cw_path_search *search, uint32_t root, const cw_entrance *where) {
    double estimate = cw_disc_estimate_root(search, &search->disc.roots.items[root]);
    if (!(estimate < search->best)) {
        return CW_OK;
    }
    uint32_t index = search->disc.nodes.count;
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->disc.nodes, (size_t)index + 1));
    cw_node *node = &search->disc.nodes.items[index]; /* its rays and its interval are not asked */
    node->estimate = estimate;
    node->root = root;
    node->parent = where->parent;
    node->cell = where->cell;
    node->entry = where->entry;
    node->goal = CW_NONE;
    node->steps = where->steps;
    node->kind = CW_NODE_ROOT;
    node->arc = node->sound = false;
    search->disc.nodes.count++;
    return cw_path_search_wait(search, (cw_heap_item){estimate, index});
}

bool cw_disc_same_stay(const cw_path_search *search, uint32_t steps, uint32_t other) {
    return !search->in_corridor || steps == other;
}

/// Whether one arrival at a corner makes another one needless.
static bool better(const cw_path_search *search, const cw_root *one, const cw_root *other) {
    double gap = search->mesh.cones[one->corner].gap;
    double way = cw_vec2_distance(one->at, other->at);
    if ((way > SAME_POINT && 2 * search->radius > gap) ||
        !cw_disc_same_stay(search, one->steps, other->steps)) {
        return false;
    }
    double slack = cw_same_length(other->length);
    if (one->length + way > other->length + slack) {
        return false;
    }
    double angle = cw_unit_angle(cw_vec2_dot(one->along, other->along),
                                 cw_vec2_cross(one->along, other->along));
    return one->length + search->radius * fabs(angle) <= other->length + slack;
}

/// Whether a path has come to a corner before, on the same hand, and no length ago: between two
/// circles that touch, rays go to and fro without getting anywhere.
static bool comes_again(const cw_path_search *search, const cw_root *root) {
    double recent = root->length - cw_same_length(root->length);
    for (uint32_t i = root->parent; i != CW_NONE && search->disc.roots.items[i].length >= recent;
         i = search->disc.roots.items[i].parent) {
        const cw_root *before = &search->disc.roots.items[i];
        if (before->corner == root->corner && before->hand == root->hand) {
            return true;
        }
    }
    return false;
}

static cw_arrival *arrival_of(cw_path_search *search, const cw_root *root) {
    return &search->disc.arrivals[2 * root->corner + (root->hand < 0)];
}

/// Whether one of the arrivals at the corner of a root, from a number on, makes the root needless.
bool cw_disc_is_beaten(cw_path_search *search, const cw_root *root, uint32_t from) {
    const cw_arrival *arrival = arrival_of(search, root);
    uint32_t i = arrival->stamp == search->stamp ? arrival->root : CW_NONE;
    for (; i != CW_NONE; i = search->disc.roots.items[i].rival) {
        if (i >= from && better(search, &search->disc.roots.items[i], root)) {
            return true;
        }
    }
    return false;
}

/// Notes the root that is added next as an arrival at its corner: before the first of them when it
/// makes that one needless, else behind it.
static void note_arrival(cw_path_search *search, cw_root *root) {
    cw_arrival *arrival = arrival_of(search, root);
    uint32_t index = search->disc.roots.count;
    cw_root *first =
        arrival->stamp == search->stamp ? &search->disc.roots.items[arrival->root] : NULL;
    if (first == NULL || better(search, root, first)) {
        root->rival = first == NULL ? CW_NONE : arrival->root;
        *arrival = (cw_arrival){search->stamp, index};
    } else {
        root->rival = first->rival;
        first->rival = index;
    }
}

cw_status cw_disc_add_root(cw_path_search *search, cw_root *root, const cw_entrance *where) {
    uint32_t index = search->disc.roots.count;
    if (comes_again(search, root) || cw_disc_is_beaten(search, root, 0)) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->disc.roots, (size_t)index + 1));
    note_arrival(search, root);
    search->disc.roots.items[search->disc.roots.count++] = *root;
    return cw_disc_push_root(search, index, where);
}

cw_status cw_disc_turn(const cw_fan *fan, const cw_tangent *ray, double length, uint32_t corner,
                       double hand) {
    cw_path_search *search = fan->search;
    if (search->on_turn != NULL) {
        bool taken = true;
        CW_TRY(search->on_turn(fan, ray, length, corner, hand, &taken));
        if (taken) {
            return CW_OK;
        }
    }
    double total = cw_disc_length(&fan->root, ray->along, length);
    cw_vec2 center = search->clearance->corners[corner].position;
    double signed_radius = hand * search->radius;
    cw_root root = {.center = center,
                    .hand = hand,
                    .signed_radius = signed_radius,
                    .at = cw_vec2_along(center, -signed_radius, cw_left(ray->along)),
                    .along = ray->along,
                    .from = ray->at,
                    .length = total,
                    .corner = corner,
                    .parent = fan->root_index,
                    .steps = fan->steps};
    cw_entrance where = {fan->node_index, fan->cell, fan->entry, fan->steps};
    return cw_disc_add_root(search, &root, &where);
}

cw_status cw_path_search_draw_near(cw_path_search *search, uint32_t first) {
    cw_heap *far = &search->far;
    uint32_t kept = first;
    for (uint32_t i = first; i < far->count; i++) {
        cw_heap_item item = far->items[i];
        bool stays = item.key > search->horizon;
        far->items[kept] = item;
        kept += stays;
        if (!stays) {
            CW_TRY(cw_heap_push(search->context, &search->heap, item));
        }
    }
    far->count = kept;
    return CW_OK;
}
