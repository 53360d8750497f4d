/// The cheapest way where areas have costs: which portals to take, and about where.
///
/// The weighted region problem (Mitchell and Papadimitriou 1991) on cells: a path is straight in
/// each cell and bends on portals. It is looked for over a few points on each, the posts, as in the
/// schemes of Aleksandrov, Maheshwari and Sack (2005); where exactly it crosses the portals that
/// were chosen is found afterwards (refract.c), so a few are enough.
///
/// All posts of a part of a portal are gone on from at once, to all posts of the cell behind it:
/// A* that may come to a part again when its posts have become cheaper. In a convex cell nothing is
/// won by a bend between two of its portals, so a post that was reached through a cell is gone on
/// from into the other one; along its own portal too, where that is cheaper behind it. The estimate
/// is the straight distance, at the cost of the cheapest area.
///
/// Ways between posts are taken for straight, so that of a disc around a corner counts for a little
/// less than it is.
#include "path/costs/corridor.h"

/// Posts of a part that lie where they always do; the other two are for an end of the path next to
/// it.
enum { STEADY = CW_POSTS - 2 };

/// Where the posts of a part lie, as shares of its length: at its ends, where paths bend around
/// corners, and closer together next to them, where other portals are near.
static const double shares[STEADY] = {0, 0.08, 0.26, 0.5, 0.74, 0.92, 1};

/// The share by which the way to one of several goals may cost more than that to the cheapest and
/// still be cheaper in the end.
#define GOAL_MARGIN 0.03

/// What is gone on from: the posts of one part of a portal that lead into a cell, or the start.
typedef struct sources {
    cw_vec2 at[CW_POSTS];
    double costs[CW_POSTS];
    uint32_t posts[CW_POSTS]; ///< CW_NONE for the start
    uint32_t count;
    uint32_t cell;
    double per_metre; ///< there
    double least;     ///< of the costs
} sources;

static void add_source(sources *from, cw_vec2 at, double cost, uint32_t post) {
    from->at[from->count] = at;
    from->costs[from->count] = cost;
    from->posts[from->count++] = post;
    from->least = cw_least(from->least, cost);
}

/// No more than the cost from a point to the nearest goal.
static double estimate(const cw_corridor *corridor, const cw_corridor_task *task, cw_vec2 at) {
    double least = INFINITY;
    for (uint32_t i = 0; i < task->goal_count; i++) {
        cw_vec2 v = cw_vec2_sub(task->goals[i].position, at);
        least = cw_least(least, cw_vec2_dot(v, v));
    }
    return corridor->least_cost * sqrt(least);
}

/// Adds a post to a part of a portal.
static void add_post(cw_corridor *corridor, const cw_corridor_task *task, uint32_t summit,
                     cw_vec2 at) {
    cw_post_row *row = &corridor->rows[summit];
    corridor->posts[CW_POSTS * summit + row->count++] =
        (cw_post){.at = at,
                  .rest = estimate(corridor, task, at),
                  .cost = INFINITY,
                  .sent = INFINITY,
                  .parent = CW_NONE};
}

/// Adds a post next to a point, an end of the path in one of the cells at a portal: right there it
/// may be cheaper to change to the other one.
static void add_foot(cw_corridor *corridor, const cw_corridor_task *task, uint32_t summit,
                     cw_vec2 end, cw_interval part) {
    const cw_mesh_side *side = &task->sides[task->clearance->summits[summit].edge];
    double s = cw_vec2_dot(side->along, cw_vec2_sub(end, side->from));
    s = cw_least(cw_most(s, part.from), part.to);
    add_post(corridor, task, summit, cw_vec2_along(side->from, s, side->along));
}

/// Adds a post next to the start, and one next to the nearest goal, where they lie in the cells at
/// a portal.
static void add_feet(cw_corridor *corridor, const cw_corridor_task *task, uint32_t summit,
                     cw_interval part) {
    const cw_mesh_side *side = &task->sides[task->clearance->summits[summit].edge];
    uint32_t cell = task->sides[side->twin].behind;
    const cw_goal *nearest = NULL;
    double least = INFINITY;
    for (uint32_t i = 0; i < task->goal_count; i++) {
        const cw_goal *goal = &task->goals[i];
        double off = fabs(cw_vec2_cross(side->along, cw_vec2_sub(goal->position, side->from)));
        if ((goal->cell == cell || goal->cell == side->behind) && off < least) {
            least = off;
            nearest = goal;
        }
    }
    if (task->start.cell == cell || task->start.cell == side->behind) {
        add_foot(corridor, task, summit, task->start.position, part);
    }
    if (nearest != NULL) {
        add_foot(corridor, task, summit, nearest->position, part);
    }
}

/// The posts of a part of a portal, which are made when it is first come to.
static cw_post_row *row_of(cw_corridor *corridor, const cw_corridor_task *task, uint32_t index) {
    cw_post_row *row = &corridor->rows[index];
    if (row->stamp == corridor->row_stamp) {
        return row;
    }
    const cw_summit *summit = &task->clearance->summits[index];
    cw_vec2 from = cw_clearance_from(task->clearance, summit->edge);
    cw_interval part;
    *row = (cw_post_row){corridor->row_stamp, 0, INFINITY};
    if (summit->clearance < task->request->radius ||
        !cw_corridor_part(task->clearance, summit->edge, task->request->radius,
                          cw_vec2_distance(from, summit->position), &part)) {
        return row;
    }
    const cw_mesh_side *side = &task->sides[summit->edge];
    uint32_t count = part.to > part.from ? STEADY : 1;
    for (uint32_t i = 0; i < count; i++) {
        double s = part.from + shares[i] * (part.to - part.from);
        add_post(corridor, task, index, cw_vec2_along(side->from, s, side->along));
    }
    add_feet(corridor, task, index, part);
    return row;
}

/// Goes to a post from the source from which that is cheapest. Gives the estimate over the post if
/// that makes it cheaper than it was, else infinity.
static double reach(cw_corridor *corridor, const sources *from, cw_post *post) {
    double cost = post->cost;
    uint32_t best = CW_NONE;
    for (uint32_t i = 0; i < from->count; i++) {
        double dx = post->at.x - from->at[i].x, dy = post->at.y - from->at[i].y;
        double total = from->costs[i] + from->per_metre * sqrt(dx * dx + dy * dy);
        best = total < cost ? i : best;
        cost = total < cost ? total : cost;
    }
    if (best == CW_NONE || cost + post->rest >= corridor->most) {
        return INFINITY;
    }
    post->cost = cost;
    post->parent = from->posts[best];
    post->cell = from->cell;
    return cost + post->rest;
}

/// Goes to the posts of a part of a portal.
static cw_status reach_row(cw_corridor *corridor, const cw_corridor_task *task, const sources *from,
                           uint32_t summit) {
    cw_post_row *row = row_of(corridor, task, summit);
    cw_post *posts = &corridor->posts[CW_POSTS * summit];
    double key = row->key;
    for (uint32_t i = 0; i < row->count; i++) {
        if (posts[i].cost > from->least) {
            key = cw_least(key, reach(corridor, from, &posts[i]));
        }
    }
    if (!(key < row->key)) {
        return CW_OK;
    }
    row->key = key;
    return cw_heap_push(task->context, &corridor->heap, (cw_heap_item){key, summit});
}

/// Looks no further than what has a chance to be the cheapest when crossings have been moved.
static void limit(cw_corridor *corridor, const cw_corridor_task *task) {
    bool several = task->goals[0].index != task->goals[task->goal_count - 1].index;
    corridor->most = cw_least(corridor->most, corridor->best * (several ? 1 + GOAL_MARGIN : 1));
}

/// Goes to the goals in the cell that can be reached from the summit of a number in it.
static void land_from(cw_corridor *corridor, const cw_corridor_task *task, const sources *from,
                      uint32_t here) {
    for (uint32_t g = 0; g < task->goal_count; g++) {
        const cw_goal *goal = &task->goals[g];
        uint32_t number = corridor->goal_ways.items[g].number;
        if (goal->cell != from->cell || number == CW_NONE ||
            !cw_are_joined(task->clearance, goal->cell, number, here, task->request->radius)) {
            continue;
        }
        for (uint32_t k = 0; k < from->count; k++) {
            double way = cw_vec2_distance(from->at[k], goal->position);
            double cost = from->costs[k] + from->per_metre * way;
            if (cost < corridor->most) {
                cw_corridor_land(corridor, cost, from->posts[k], g);
            }
        }
        limit(corridor, task);
    }
}

/// Goes on to all parts of portals of a cell that a disc can reach there from the summit of a
/// number in it. From the part where it is, on the summit `own`, it goes along the portal where
/// that is cheaper behind it.
static cw_status go_on(cw_corridor *corridor, const cw_corridor_task *task, const sources *from,
                       uint32_t here, uint32_t own) {
    const cw_clearance *clearance = task->clearance;
    const uint32_t *first = &task->door_first[from->cell];
    uint32_t number = 0;
    for (uint32_t d = first[0]; d < first[1]; d++) {
        uint32_t edge = task->doors[d].edge;
        cw_summit_range range = cw_summits_of_edge(clearance, edge);
        double behind = cw_area_cost(task->request, task->sides[edge].behind);
        for (uint32_t n = 0; n < range.count; n++, number++) {
            uint32_t other = cw_summit_along(range, n);
            bool wanted = other == own ? from->per_metre < behind : !isinf(behind);
            if (wanted &&
                cw_are_joined(clearance, from->cell, here, number, task->request->radius)) {
                CW_TRY(reach_row(corridor, task, from, other));
            }
        }
    }
    return CW_OK;
}

/// Goes on from the posts of a part that have become cheaper.
static cw_status expand(cw_corridor *corridor, const cw_corridor_task *task, uint32_t summit) {
    const cw_navmesh *mesh = task->clearance->mesh;
    uint32_t edge = task->clearance->summits[summit].edge;
    cw_post_row *row = &corridor->rows[summit];
    row->key = INFINITY;
    for (int side = 0; side < 2; side++) {
        uint32_t cell = mesh->edge_cell[side == 0 ? edge : mesh->edge_twin[edge]];
        sources from = {
            .cell = cell, .per_metre = cw_area_cost(task->request, cell), .least = INFINITY};
        for (uint32_t i = 0; i < row->count; i++) {
            uint32_t index = CW_POSTS * summit + i;
            cw_post *post = &corridor->posts[index];
            if (post->cost < post->sent && post->cell != cell) {
                post->sent = post->cost;
                add_source(&from, post->at, post->cost, index);
            }
        }
        if (from.count > 0 && !isinf(from.per_metre)) {
            uint32_t here = cw_summit_number(task->clearance, cell, summit);
            land_from(corridor, task, &from, here);
            CW_TRY(go_on(corridor, task, &from, here, summit));
        }
    }
    return CW_OK;
}

static cw_status leave_start(cw_corridor *corridor, const cw_corridor_task *task) {
    uint32_t cell = task->start.cell;
    sources from = {
        .cell = cell, .per_metre = cw_area_leaving_cost(task->request, cell), .least = INFINITY};
    add_source(&from, task->start.position, 0, CW_NONE);
    uint32_t here;
    CW_TRY(cw_corridor_attach(task, task->start, &here));
    return here == CW_NONE ? CW_OK : go_on(corridor, task, &from, here, CW_NONE);
}

/// The post before a way that comes through a cell. One that was reached through the same cell,
/// when it had been gone on from, is passed over: the way from the one before it is no longer.
static uint32_t post_before(const cw_corridor *corridor, uint32_t post, uint32_t cell) {
    while (post != CW_NONE && corridor->posts[post].cell == cell) {
        post = corridor->posts[post].parent;
    }
    return post;
}

cw_status cw_cost_search_trace(cw_corridor *corridor, const cw_corridor_task *task, uint32_t goal) {
    const cw_navmesh *mesh = task->clearance->mesh;
    const cw_post *posts = corridor->posts;
    uint32_t count = 0;
    uint32_t last =
        post_before(corridor, corridor->goal_ways.items[goal].post, task->goals[goal].cell);
    for (uint32_t i = last; i != CW_NONE;
         i = post_before(corridor, posts[i].parent, posts[i].cell)) {
        count++;
    }
    CW_TRY(CW_ARRAY_RESERVE(task->context, &corridor->edges, count));
    CW_TRY(CW_ARRAY_RESERVE(task->context, &corridor->places, count));
    corridor->edges.count = corridor->places.count = count;
    for (uint32_t i = last; i != CW_NONE;
         i = post_before(corridor, posts[i].parent, posts[i].cell)) {
        uint32_t edge = task->clearance->summits[i / CW_POSTS].edge;
        bool lower = mesh->edge_cell[edge] == posts[i].cell;
        corridor->edges.items[--count] = lower ? edge : mesh->edge_twin[edge];
        corridor->places.items[count] = posts[i].at;
    }
    return CW_OK;
}

cw_status cw_cost_search_reserve(cw_context *context, cw_corridor *corridor,
                                 const cw_clearance *clearance) {
    uint32_t count = clearance->summit_count;
    if (corridor->rows == NULL) {
        CW_TRY(CW_ALLOCATE(context, corridor->rows, count));
        corridor->row_count = count;
    }
    if (corridor->posts == NULL) {
        CW_TRY(CW_ALLOCATE(context, corridor->posts, (size_t)CW_POSTS * count));
    }
    if (++corridor->row_stamp == 0) {
        for (uint32_t i = 0; i < count; i++) {
            corridor->rows[i].stamp = 0;
        }
        corridor->row_stamp = 1;
    }
    corridor->heap.count = 0;
    return CW_OK;
}

cw_status cw_cost_search_begin(cw_corridor *corridor, const cw_corridor_task *task, double most) {
    CW_TRY(cw_cost_search_reserve(task->context, corridor, task->clearance));
    corridor->best = INFINITY;
    corridor->most = most;
    CW_TRY(CW_ARRAY_RESERVE(task->context, &corridor->goal_ways, task->goal_count));
    corridor->goal_ways.count = task->goal_count;
    for (uint32_t i = 0; i < task->goal_count; i++) {
        corridor->goal_ways.items[i] = (cw_goal_way){INFINITY, CW_NONE, CW_NONE};
    }
    corridor->least_cost = INFINITY;
    for (uint32_t i = 0; i < task->request->area_count; i++) {
        corridor->least_cost = cw_least(corridor->least_cost, task->request->area_cost[i]);
    }
    corridor->least_cost = isinf(corridor->least_cost) ? 1 : corridor->least_cost;
    CW_TRY(cw_corridor_find_landings(corridor, task));
    limit(corridor, task);
    return leave_start(corridor, task);
}

cw_status cw_cost_search_step(cw_corridor *corridor, const cw_corridor_task *task, uint32_t budget,
                              bool *done) {
    *done = false;
    for (uint32_t i = 0; i < budget; i++) {
        if (corridor->heap.count == 0 || corridor->heap.items[0].key >= corridor->most) {
            *done = true;
            return CW_OK;
        }
        cw_heap_item item = cw_heap_pop(&corridor->heap);
        if (item.key == corridor->rows[item.node].key) {
            corridor->expansions++;
            CW_TRY(expand(corridor, task, item.node));
        }
    }
    return CW_OK;
}
