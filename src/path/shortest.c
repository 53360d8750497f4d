/// The search for the shortest disc path: the heap, and roots that are reached twice. See taut.h.
///
/// A corner that is reached twice on the same side need not be followed from the later arrival when
/// walking round the corner from the earlier one gets there in no more length. That is known to be
/// possible where the whole circle is free, that is, for radii up to half the corner's gap;
/// elsewhere only an arrival at the very same point is compared. So all arrivals are kept: along a
/// row of corners each is reached by rays from all before it, and if only one of them were known,
/// the others would be followed again for each way to where they come from.
#include "path/shortest.h"
#include "path/angle.h"
#include "path/explore.h"

/// How far the horizon lies behind the first estimate, as a share of it.
#define FIRST_STRIDE 0.02

/// Metres between arrivals that count as one point.
#define SAME_POINT 1e-9

cw_status cw_taut_add(cw_taut *search, const cw_node *node) {
    cw_heap_item item = {node->estimate, search->nodes.count};
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->nodes, *node));
    return search->explorer != NULL ? CW_OK : cw_taut_wait(search, item);
}

cw_status cw_taut_push_edge(cw_taut *search, cw_node *node, const cw_exit_part *part) {
    if (search->explorer != NULL) {
        search->nodes.count++;
        return CW_OK;
    }
    cw_node_measure(node, part->right.at, part->left.at);
    node->sound &= part->low <= part->high;
    node->estimate = cw_taut_estimate_edge(search, node, part);
    if (node->estimate >= search->best) {
        return CW_OK;
    }
    return cw_taut_wait(search, (cw_heap_item){node->estimate, search->nodes.count++});
}

cw_status cw_taut_push_goal(cw_taut *search, const cw_node *node) {
    if (node->estimate >= search->best || (search->weight > 1 && cw_taut_loops(search, node))) {
        return CW_OK;
    }
    search->best = node->estimate;
    return cw_taut_add(search, node);
}

/// Adds the node of a root.
static cw_status push_root(cw_taut *search, uint32_t root, const cw_entrance *where) {
    double estimate = cw_taut_estimate_root(search, &search->roots.items[root]);
    if (!(estimate < search->best)) {
        return CW_OK;
    }
    uint32_t index = search->nodes.count;
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->nodes, (size_t)index + 1));
    cw_node *node = &search->nodes.items[index]; /* its rays and its interval are not asked */
    node->estimate = estimate;
    node->root = root;
    node->parent = where->parent;
    node->cell = where->cell;
    node->entry = where->entry;
    node->goal = CW_NONE;
    node->steps = where->steps;
    node->kind = CW_NODE_ROOT;
    node->arc = node->sound = false;
    search->nodes.count++;
    return search->explorer != NULL ? CW_OK : cw_taut_wait(search, (cw_heap_item){estimate, index});
}

double cw_taut_length(const cw_root *root, cw_vec2 along, double length) {
    if (root->signed_radius == 0) {
        return root->length + length;
    }
    return root->length +
           fabs(root->signed_radius) * cw_unit_turn_between(root->along, along, root->hand) +
           length;
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
static bool comes_again(const cw_taut *search, const cw_root *root) {
    double recent = root->length - cw_same_length(root->length);
    for (uint32_t i = root->parent; i != CW_NONE && search->roots.items[i].length >= recent;
         i = search->roots.items[i].parent) {
        const cw_root *before = &search->roots.items[i];
        if (before->corner == root->corner && before->hand == root->hand) {
            return true;
        }
    }
    return false;
}

static cw_arrival *arrival_of(cw_taut *search, const cw_root *root) {
    return &search->arrivals[2 * root->corner + (root->hand < 0)];
}

/// Whether one of the arrivals at the corner of a root, from a number on, makes the root needless.
static bool is_beaten(cw_taut *search, const cw_root *root, uint32_t from) {
    const cw_arrival *arrival = arrival_of(search, root);
    uint32_t i = arrival->stamp == search->stamp ? arrival->root : CW_NONE;
    for (; i != CW_NONE; i = search->roots.items[i].rival) {
        if (i >= from && better(search, &search->roots.items[i], root)) {
            return true;
        }
    }
    return false;
}

/// Notes the root that is added next as an arrival at its corner: before the first of them when it
/// makes that one needless, else behind it.
static void note_arrival(cw_taut *search, cw_root *root) {
    cw_arrival *arrival = arrival_of(search, root);
    uint32_t index = search->roots.count;
    cw_root *first = arrival->stamp == search->stamp ? &search->roots.items[arrival->root] : NULL;
    if (first == NULL || better(search, root, first)) {
        root->rival = first == NULL ? CW_NONE : arrival->root;
        *arrival = (cw_arrival){search->stamp, index};
    } else {
        root->rival = first->rival;
        first->rival = index;
    }
}

cw_status cw_taut_add_root(cw_taut *search, cw_root *root, const cw_entrance *where) {
    uint32_t index = search->roots.count;
    if (comes_again(search, root) || is_beaten(search, root, 0)) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->roots, (size_t)index + 1));
    note_arrival(search, root);
    search->roots.items[search->roots.count++] = *root;
    return push_root(search, index, where);
}

cw_status cw_taut_turn(const cw_fan *fan, const cw_tangent *ray, double length, uint32_t corner,
                       double hand) {
    cw_taut *search = fan->search;
    cw_sight sight = {.along = ray->along,
                      .to = cw_vec2_along(ray->at, length, ray->along),
                      .length = length,
                      .bend = cw_bend_of(corner, hand),
                      .cell = fan->cell};
    if (search->explorer != NULL) {
        return cw_explorer_note(search, &sight);
    }
    double total = cw_taut_length(&fan->root, ray->along, length);
    if (search->sights != NULL) {
        sight.arrives = cw_bend_arrival(search, search->sights, sight.bend, ray->along);
        if (sight.arrives >= 0) {
            return cw_bends_push(search, &sight, total, fan->root_index);
        }
    }
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
    return cw_taut_add_root(search, &root, &where);
}

/// Whether a node has become needless since it was added.
static bool outdated(cw_taut *search, cw_node *node) {
    const cw_root *root = &search->roots.items[node->root];
    if (node->kind == CW_NODE_EDGE && !cw_taut_compare(search, node)) {
        return true;
    }
    if (root->corner == CW_NONE || node->kind == CW_NODE_GOAL) {
        return false;
    }
    return is_beaten(search, root, node->root + 1);
}

/// Forgets all that was found, and what was known of corners and portals.
static void forget(cw_taut *search) {
    search->nodes.count = search->roots.count = search->heap.count = search->bends.count = 0;
    search->own_sights.count = 0;
    search->far.count = 0;
    search->held.node = CW_NONE;
    search->best = INFINITY;
    search->found = CW_NONE;
    if (++search->stamp == 0) {
        for (uint32_t i = 0; i < search->arrival_count; i++) {
            search->arrivals[i].stamp = 0;
        }
        for (uint32_t e = 0; e < search->clearance->mesh->edge_count; e++) {
            search->known[e].stamp = 0;
        }
        cw_points_forget(search);
        for (uint32_t i = 0; i < search->arrival_count && search->lasts != NULL; i++) {
            search->lasts[i].stamp = 0;
        }
        search->stamp = 1;
    }
}

/// Starts the search in the cells around the start: on the lattice, over sights, or with rays.
static cw_status begin_at(cw_taut *search, cw_vec2 start) {
    forget(search);
    cw_root root = {
        .center = start, .at = start, .from = start, .corner = CW_NONE, .parent = CW_NONE};
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->roots, root));
    double first = cw_taut_estimate_root(search, &root);
    search->stride = FIRST_STRIDE * first;
    search->horizon = first + search->stride;
    search->fanned = false;
    if (search->points.used) {
        return cw_points_begin(search, start, search->around.items[0]);
    }
    bool begun = false;
    if (search->sights != NULL) {
        CW_TRY(cw_bends_begin(search, &begun));
    }
    return begun ? CW_OK : cw_taut_fan_out(search);
}

/// Starts the search over sights, or with rays.
static cw_status begin_off_lattice(cw_taut *search, cw_vec2 start, uint32_t cell) {
    search->points.used = false;
    CW_TRY(cw_taut_stand(search, &start, cell, &search->around));
    return begin_at(search, start);
}

cw_status cw_taut_begin(cw_taut *search, cw_vec2 start, uint32_t cell) {
    search->expansions = 0;
    search->around.count = 0;
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->around, cell));
    search->points.used = cw_points_suit(search, cell);
    return search->points.used ? begin_at(search, start) : begin_off_lattice(search, start, cell);
}

/// Sends out the rays of the start in one of its cells, after so many portals of the corridor.
static cw_status fan_out_in(cw_taut *search, uint32_t cell, uint32_t steps) {
    cw_entrance where = {CW_NONE, cell, CW_NONE, steps};
    bool on_wall = false;
    if (search->radius == 0 && search->dented[cell]) {
        CW_TRY(cw_taut_add_sectors(search, cell, steps, &on_wall));
    }
    return on_wall ? CW_OK : push_root(search, 0, &where);
}

/// Sends out the rays of the start in the first cell of a corridor. A point on the first portals of
/// the corridor is in the cells behind them, too.
static cw_status fan_out_in_corridor(cw_taut *search) {
    const uint32_t *corridor = search->corridor;
    uint32_t count = search->corridor_count;
    CW_TRY(fan_out_in(search, cw_taut_corridor_cell(search), 0));
    for (uint32_t i = 0; i < count && search->radius == 0; i++) {
        const cw_taut_side *side = &search->sides[corridor[i]];
        if (!cw_taut_lies_within(side, search->roots.items[0].at, CW_GRAZE)) {
            break;
        }
        CW_TRY(fan_out_in(search, side->behind, i + 1));
    }
    return CW_OK;
}

cw_status cw_taut_fan_out(cw_taut *search) {
    if (search->fanned) {
        return CW_OK;
    }
    search->fanned = true;
    if (search->in_corridor) {
        return fan_out_in_corridor(search);
    }
    for (uint32_t i = 0; i < search->around.count; i++) {
        CW_TRY(fan_out_in(search, search->around.items[i], 0));
    }
    return CW_OK;
}

cw_status cw_taut_draw_near(cw_taut *search, uint32_t first) {
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

/// Moves the horizon of an empty heap behind the nearest of what lies beyond it. Each move is four
/// times as far as the one before.
static cw_status move_horizon(cw_taut *search) {
    const cw_heap *far = &search->far;
    double nearest = INFINITY;
    for (uint32_t i = 0; i < far->count; i++) {
        nearest = cw_least(nearest, far->items[i].key);
    }
    search->horizon = nearest + search->stride;
    search->stride *= 4;
    return cw_taut_draw_near(search, 0);
}

/// Takes the best node of all; CW_NONE when there are no more.
static cw_status take_best(cw_taut *search, uint32_t *node) {
    cw_heap_item held = search->held;
    search->held.node = CW_NONE;
    bool near = held.node != CW_NONE && held.key <= search->horizon;
    if (near && (search->heap.count == 0 || cw_heap_before(held, search->heap.items[0]))) {
        *node = held.node;
        return CW_OK;
    }
    if (near) {
        *node = cw_heap_exchange(&search->heap, held).node;
        return CW_OK;
    }
    if (held.node != CW_NONE) {
        CW_TRY(cw_taut_put_off(search, held));
    }
    if (search->heap.count == 0 && search->far.count > 0) {
        CW_TRY(move_horizon(search));
    }
    *node = search->heap.count > 0 ? cw_heap_pop(&search->heap).node : CW_NONE;
    return CW_OK;
}

/// Goes on with the search on the lattice. Where that ends without an answer, rays begin anew: they
/// know dents, and what lies within rounding of a wall.
static cw_status step_on_lattice(cw_taut *search, uint32_t index, bool *done) {
    bool over = index == CW_NONE;
    if (!over) {
        CW_TRY(cw_points_expand(search, index, &over));
    }
    *done = over && search->found != CW_NONE;
    return over && !*done
               ? begin_off_lattice(search, cw_point_root_at(search, 0)->at, search->around.items[0])
               : CW_OK;
}

cw_status cw_taut_step(cw_taut *search, uint32_t budget, bool *done) {
    *done = false;
    for (uint32_t i = 0; i < budget; i++) {
        uint32_t index;
        CW_TRY(take_best(search, &index));
        if (search->points.used) {
            CW_TRY(step_on_lattice(search, index, done));
            if (*done) {
                return CW_OK;
            }
            continue;
        }
        if (index == CW_NONE) {
            *done = true;
            return CW_OK;
        }
        if (index >= CW_OPENER_NODE) {
            CW_TRY(index >= CW_BEND_NODE ? cw_bends_expand(search, index - CW_BEND_NODE)
                                         : cw_bends_open(search, index - CW_OPENER_NODE));
            continue;
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
