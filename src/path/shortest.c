/// The search for the shortest disc path: heap, estimates and pruning. See taut.h.
///
/// A corner that is reached twice on the same side need not be followed from the later arrival when
/// walking round the corner from the earlier one gets there in no more length. That is known to be
/// possible where the whole circle is free, that is, for radii up to half the corner's gap;
/// elsewhere only an arrival at the very same point is compared.
#include "path/shortest.h"
#include "path/angle.h"

/// Lengths that differ by less than this many metres, or this share, are the same: rounding must
/// not make one of several equally long ways look better again and again.
#define SAME_LENGTH 1e-11
#define SAME_SHARE 1e-13

/// Share of a portal part that has to be needless before it is cut.
#define WORTH_CUTTING 0.1

/// Metres between arrivals that count as one point.
#define SAME_POINT 1e-9

/// Metres: a ray that crosses a portal this close to its root tells nothing of directions there.
#define NEXT_TO 1e-6

/// Metres by which the end of a part may miss its ray.
#define OFF_RAY 1e-9

/// How far the paths of an edge node reach along its portal. Where a ray runs along the portal, or
/// starts at it, its crossing means nothing, and the part is not compared with others.
static cw_taut_reach reach_of(const cw_node *node, const cw_crossing_part *part) {
    double right_way = cw_vec2_distance(part->right.at, node->low);
    double left_way = cw_vec2_distance(part->left.at, node->high);
    double right_depth = cw_tangent_depth(&part->right, node->low);
    double left_depth = cw_tangent_depth(&part->left, node->high);
    cw_vec2 along = part->exit->along;
    return (cw_taut_reach){
        .part = {.s = {part->low, part->high},
                 .length = {node->right_start + right_way, node->left_start + left_way}},
        .slope = {cw_vec2_dot(node->right, along), cw_vec2_dot(node->left, along)},
        .sound = (right_depth > NEXT_TO) & (right_way - right_depth < OFF_RAY) &
                 (left_depth > NEXT_TO) & (left_way - left_depth < OFF_RAY) &
                 (part->low <= part->high)};
}

/// Moves one end of an edge node along its portal, and its ray with it.
static void move_end(const cw_root *root, cw_node *node, cw_crossing_part *part, bool high,
                     double s) {
    cw_vec2 point = cw_vec2_along(part->exit->from, s, part->exit->along);
    cw_tangent ray;
    double length;
    if (!cw_tangent_between(root->center, root->signed_radius, point, 0, &ray, &length) ||
        length < NEXT_TO) {
        return;
    }
    double start = cw_taut_length(root, ray.along, 0);
    if (high) {
        node->high = point;
        node->left = ray.along;
        node->left_start = start;
        part->high = s;
        part->left = ray;
    } else {
        node->low = point;
        node->right = ray.along;
        node->right_start = start;
        part->low = s;
        part->right = ray;
    }
    // An arc that goes out at this end is reached on a shorter path too.
    node->arc = node->arc && (root->hand > 0) != high;
}

/// Cuts an edge node down to where no known path is surely shorter; false when nothing is left.
static bool narrow(const cw_taut *search, cw_node *node, cw_crossing_part *part,
                   cw_taut_reach *reach) {
    double s[2] = {part->low, part->high};
    if (!cw_taut_trim(search, (uint32_t)(part->exit - search->sides), reach, s)) {
        return false;
    }
    double worth = WORTH_CUTTING * (part->high - part->low);
    bool low = s[0] > part->low + worth, high = s[1] < part->high - worth;
    const cw_root *root = &search->roots.items[node->root];
    if (low) {
        move_end(root, node, part, false, s[0]);
    }
    if (high) {
        move_end(root, node, part, true, s[1]);
    }
    if (low || high) {
        *reach = reach_of(node, part);
    }
    return true;
}

/// The way from a root, around it and straight on, to a point.
static double way_around(const cw_root *root, cw_vec2 point) {
    cw_tangent ray;
    double length;
    if (root->signed_radius == 0 ||
        !cw_tangent_between(root->center, root->signed_radius, point, 0, &ray, &length)) {
        return root->length + cw_vec2_distance(root->at, point);
    }
    return cw_taut_length(root, ray.along, length);
}

/// The shortest way of an edge node over its part of the portal to a goal, straight on behind the
/// portal. A goal on this side of the portal is as far as its mirror image.
static double way_over(const cw_root *root, const cw_crossing_part *part,
                       const cw_taut_reach *reach, cw_vec2 goal) {
    const cw_taut_side *exit = part->exit;
    if (!reach->sound) {
        return root->length + cw_vec2_distance(root->at, goal);
    }
    double before = cw_vec2_cross(exit->along, cw_vec2_sub(goal, exit->from));
    cw_vec2 image = before <= 0 ? goal : cw_vec2_along(goal, -2 * before, cw_left(exit->along));
    if (cw_tangent_side(&part->right, image) < 0) {
        cw_vec2 low = cw_vec2_along(exit->from, part->low, exit->along);
        return reach->part.length[0] + cw_vec2_distance(low, goal);
    }
    if (cw_tangent_side(&part->left, image) > 0) {
        cw_vec2 high = cw_vec2_along(exit->from, part->high, exit->along);
        return reach->part.length[1] + cw_vec2_distance(high, goal);
    }
    return way_around(root, image);
}

static double estimate_edge(const cw_taut *search, const cw_node *node,
                            const cw_crossing_part *part, const cw_taut_reach *reach) {
    const cw_root *root = &search->roots.items[node->root];
    double least = INFINITY;
    for (uint32_t i = 0; i < search->goals.count; i++) {
        least = cw_least(least, way_over(root, part, reach, search->goals.items[i].position));
    }
    return least;
}

/// The way of a root to a goal: it leaves its circle forward only.
static double way_on(const cw_root *root, cw_vec2 goal) {
    double inward = root->hand * cw_vec2_cross(root->along, cw_vec2_sub(goal, root->at));
    return inward > 0 ? way_around(root, goal) : root->length + cw_vec2_distance(root->at, goal);
}

static double estimate_root(const cw_taut *search, const cw_root *root) {
    double least = INFINITY;
    for (uint32_t i = 0; i < search->goals.count; i++) {
        least = cw_least(least, way_on(root, search->goals.items[i].position));
    }
    return least;
}

/// Adds a node whose estimate is known to the heap.
static cw_status add(cw_taut *search, const cw_node *node) {
    cw_heap_item item = {node->estimate, search->nodes.count};
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->nodes, *node));
    // The best new node is held back: it is often the next to be expanded, and then needs no heap.
    if (search->held.node == CW_NONE) {
        search->held = item;
        return CW_OK;
    }
    if (cw_heap_before(item, search->held)) {
        cw_heap_item swap = search->held;
        search->held = item;
        item = swap;
    }
    return cw_heap_push(search->context, &search->heap, item);
}

cw_status cw_taut_push_edge(cw_taut *search, cw_node *node, const cw_crossing_part *whole) {
    cw_crossing_part part = *whole;
    cw_taut_reach reach = reach_of(node, &part);
    bool compare = reach.sound && !search->in_corridor;
    if (compare && !narrow(search, node, &part, &reach)) {
        return CW_OK;
    }
    node->estimate = estimate_edge(search, node, &part, &reach);
    if (node->estimate >= search->best) {
        return CW_OK;
    }
    if (compare) {
        node->known = cw_taut_learn(search, search->sides[node->entry].twin, &reach.part);
    }
    return add(search, node);
}

cw_status cw_taut_push_goal(cw_taut *search, const cw_node *node) {
    if (node->estimate >= search->best) {
        return CW_OK;
    }
    search->best = node->estimate;
    return add(search, node);
}

static cw_status push_root(cw_taut *search, cw_node *node) {
    node->estimate = estimate_root(search, &search->roots.items[node->root]);
    return node->estimate < search->best ? add(search, node) : CW_OK;
}

double cw_taut_length(const cw_root *root, cw_vec2 along, double length) {
    if (root->signed_radius == 0) {
        return root->length + length;
    }
    return root->length +
           fabs(root->signed_radius) * cw_turn_between(root->along, along, root->hand) + length;
}

bool cw_taut_same_stay(const cw_taut *search, uint32_t corner, uint32_t steps, uint32_t other) {
    if (!search->in_corridor || steps == other) {
        return true;
    }
    const cw_navmesh *mesh = search->clearance->mesh;
    uint32_t vertex = search->clearance->corners[corner].vertex;
    uint32_t first = steps < other ? steps : other, last = steps < other ? other : steps;
    bool touches = search->radius == 0;
    for (uint32_t i = first; i < last && touches; i++) {
        uint32_t edge = search->corridor[i];
        touches = mesh->edge_vertex[edge] == vertex ||
                  mesh->edge_vertex[search->sides[edge].twin] == vertex;
    }
    return touches;
}

/// Whether one arrival at a corner makes another one needless.
static bool better(const cw_taut *search, const cw_root *one, const cw_root *other) {
    double gap = search->cones[one->corner].gap;
    double way = cw_vec2_distance(one->at, other->at);
    if ((way > SAME_POINT && 2 * search->radius > gap) ||
        !cw_taut_same_stay(search, one->corner, one->steps, other->steps)) {
        return false;
    }
    double slack = SAME_LENGTH + SAME_SHARE * other->length;
    if (one->length + way > other->length + slack) {
        return false;
    }
    double angle =
        cw_angle(cw_vec2_dot(one->along, other->along), cw_vec2_cross(one->along, other->along));
    return one->length + search->radius * fabs(angle) <= other->length + slack;
}

static cw_arrival *arrival_of(cw_taut *search, const cw_root *root) {
    return &search->arrivals[2 * root->corner + (root->hand < 0)];
}

cw_status cw_taut_turn(const cw_fan *fan, const cw_tangent *ray, double length, uint32_t corner,
                       double hand) {
    cw_taut *search = fan->search;
    cw_root root = {.center = search->clearance->corners[corner].position,
                    .hand = hand,
                    .signed_radius = hand * search->radius,
                    .along = ray->along,
                    .from = ray->at,
                    .length = cw_taut_length(&fan->root, ray->along, length),
                    .corner = corner,
                    .parent = fan->node.root,
                    .steps = fan->node.steps};
    root.at = cw_vec2_along(root.center, -root.signed_radius, cw_left(root.along));
    cw_arrival *arrival = arrival_of(search, &root);
    uint32_t index = search->roots.count;
    if (arrival->stamp == search->stamp) {
        const cw_root *known = &search->roots.items[arrival->root];
        if (better(search, known, &root)) {
            return CW_OK;
        }
        if (better(search, &root, known)) {
            arrival->root = index;
        }
    } else {
        *arrival = (cw_arrival){search->stamp, index};
    }
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->roots, root));
    cw_node node = {.root = index,
                    .parent = fan->node_index,
                    .cell = fan->cell,
                    .entry = fan->entry,
                    .steps = fan->node.steps,
                    .kind = CW_NODE_ROOT};
    return push_root(search, &node);
}

/// Cuts an edge node down by what was learned since it was added; false when nothing is left.
static bool renew(const cw_taut *search, cw_node *node) {
    uint32_t edge = search->sides[node->entry].twin;
    if (search->in_corridor || search->known[edge].changes == node->known) {
        return true;
    }
    const cw_root *root = &search->roots.items[node->root];
    const cw_taut_side *exit = &search->sides[edge];
    cw_crossing_part part = {
        .exit = exit,
        .low = cw_vec2_dot(cw_vec2_sub(node->low, exit->from), exit->along),
        .high = cw_vec2_dot(cw_vec2_sub(node->high, exit->from), exit->along),
        .right = cw_tangent_leaving(root->center, root->signed_radius, node->right),
        .left = cw_tangent_leaving(root->center, root->signed_radius, node->left)};
    cw_taut_reach reach = reach_of(node, &part);
    return !reach.sound || narrow(search, node, &part, &reach);
}

/// Whether a node has become needless since it was added.
static bool outdated(cw_taut *search, cw_node *node) {
    const cw_root *root = &search->roots.items[node->root];
    if (node->kind == CW_NODE_EDGE && !renew(search, node)) {
        return true;
    }
    if (root->corner == CW_NONE || node->kind == CW_NODE_GOAL) {
        return false;
    }
    const cw_arrival *arrival = arrival_of(search, root);
    return arrival->root != node->root && arrival->root > node->root &&
           better(search, &search->roots.items[arrival->root], root);
}

cw_status cw_taut_begin(cw_taut *search, cw_vec2 start, const cw_cells *around) {
    search->nodes.count = search->roots.count = search->heap.count = 0;
    search->held.node = CW_NONE;
    search->best = INFINITY;
    search->expansions = 0;
    search->found = CW_NONE;
    if (++search->stamp == 0) {
        for (uint32_t i = 0; i < search->arrival_count; i++) {
            search->arrivals[i].stamp = 0;
        }
        for (uint32_t e = 0; e < search->clearance->mesh->edge_count; e++) {
            search->known[e].stamp = 0;
        }
        search->stamp = 1;
    }
    cw_root root = {
        .center = start, .at = start, .from = start, .corner = CW_NONE, .parent = CW_NONE};
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->roots, root));
    for (uint32_t i = 0; i < around->count; i++) {
        cw_node node = {
            .parent = CW_NONE, .cell = around->items[i], .entry = CW_NONE, .kind = CW_NODE_ROOT};
        CW_TRY(push_root(search, &node));
    }
    return CW_OK;
}

/// Takes the best node of all; CW_NONE when there are no more.
static cw_status take_best(cw_taut *search, uint32_t *node) {
    cw_heap_item held = search->held;
    search->held.node = CW_NONE;
    if (held.node != CW_NONE &&
        (search->heap.count == 0 || cw_heap_before(held, search->heap.items[0]))) {
        *node = held.node;
        return CW_OK;
    }
    if (held.node != CW_NONE) {
        CW_TRY(cw_heap_push(search->context, &search->heap, held));
    }
    *node = search->heap.count > 0 ? cw_heap_pop(&search->heap).node : CW_NONE;
    return CW_OK;
}

cw_status cw_taut_step(cw_taut *search, uint32_t budget, bool *done) {
    *done = false;
    for (uint32_t i = 0; i < budget; i++) {
        uint32_t index;
        CW_TRY(take_best(search, &index));
        if (index == CW_NONE) {
            *done = true;
            return CW_OK;
        }
        cw_node *node = &search->nodes.items[index];
        if (node->kind == CW_NODE_GOAL) {
            search->found = index;
            *done = true;
            return CW_OK;
        }
        if (!outdated(search, node)) {
            CW_TRY(cw_taut_expand(search, index));
            search->expansions++;
        }
    }
    return CW_OK;
}
