/// Joins: free triangles on both sides of an edge in plan become neighbours where their heights
/// differ by at most a step (W6) and no upright face stands between them (W5).
///
/// Phases: 1 the pieces of all faces, one behind the other; 2 folds: chains that run along each
/// other may go through nodes that they share in different orders, so that slivers between them are
/// floor on both faces. Floors on one side of an edge are a walker's height apart; of two that are
/// not even two steps apart the sliver goes, or the bridge; 3 sides without neighbour are sorted by
/// the two nodes they join, and upright faces by the nodes of their traces; 4 within a run of equal
/// nodes those that run up are joined with those that run down, the closest heights first. As two
/// floors on one side are more than two steps apart, there is never a choice.
#include "scene/join.h"
#include "scene/rules.h"

#include "geom/order.h"

#include <math.h>
#include <string.h>

/// Triangles narrower than this, in steps, are slivers: rounding made them.
static const double SLIVER_STEPS = 4;

void cw_free_floor_free(cw_context *context, cw_free_floor *floor) {
    CW_RELEASE(context, floor->faces, floor->capacity);
    CW_RELEASE(context, floor->nodes, (size_t)3 * floor->capacity);
    CW_RELEASE(context, floor->twins, (size_t)3 * floor->capacity);
    CW_RELEASE(context, floor->heights, floor->height_capacity);
    memset(floor, 0, sizeof *floor);
}

/// Phase 1.
static cw_status gather(cw_context *context, const cw_extraction *work, cw_free_floor *floor) {
    size_t count = 0;
    for (uint32_t f = 0; f < work->face_count; f++) {
        count += work->patches[f].count;
    }
    if (count == 0) {
        uint32_t down = work->report->ceiling_count;
        return down == 0 || work->config.both_sides
                   ? cw_fail(context, CW_ERROR_INPUT, "no walkable area: no face can be stood on")
                   : cw_fail(context, CW_ERROR_INPUT,
                             "no walkable area: no face can be stood on; %u look down, and would "
                             "count with both sides",
                             down);
    }
    if (count > CW_NONE / 3) {
        return cw_fail(context, CW_ERROR_LIMIT, "more than %u triangles", CW_NONE / 3);
    }
    floor->count = floor->capacity = (uint32_t)count;
    CW_TRY(CW_ALLOCATE(context, floor->faces, count));
    CW_TRY(CW_ALLOCATE(context, floor->nodes, 3 * count));
    CW_TRY(CW_ALLOCATE(context, floor->twins, 3 * count));
    uint32_t t = 0;
    for (uint32_t f = 0; f < work->face_count; f++) {
        uint32_t first = t;
        for (uint32_t i = 0; i < work->patches[f].count; i++, t++) {
            const cw_piece *piece = &work->pieces.items[work->patches[f].first + i];
            floor->faces[t] = f;
            for (uint32_t k = 0; k < 3; k++) {
                floor->nodes[3 * t + k] = piece->nodes[k];
                floor->twins[3 * t + k] =
                    piece->sides[k] == CW_NONE ? CW_NONE : 3 * first + piece->sides[k];
            }
        }
    }
    return CW_OK;
}

static uint32_t next_corner(uint32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}

static uint64_t side_key(uint32_t a, uint32_t b) {
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

/// Sorted entries with their scratch.
typedef struct sorted_keys {
    CW_ARRAY(cw_keyed) items;
    cw_keyed *scratch;
} sorted_keys;

static cw_status sort_keys(cw_context *context, sorted_keys *keys) {
    CW_TRY(CW_ALLOCATE(context, keys->scratch, keys->items.count));
    if (keys->items.count > 0) {
        cw_keyed_sort(keys->items.items, keys->scratch, keys->items.count);
    }
    CW_RELEASE(context, keys->scratch, keys->items.count);
    return CW_OK;
}

/// Where floors lie over each other, those with a higher rank go: 0 for a floor, which stays, 1 for
/// a bridge, 2 and 3 for slivers of them.
static int spare_rank(const cw_extraction *work, const cw_free_floor *floor, uint32_t t) {
    cw_point p[3];
    double longest = 0;
    for (uint32_t k = 0; k < 3; k++) {
        p[k] = cw_node_plan(work, floor->nodes[3 * t + k]);
    }
    for (uint32_t k = 0; k < 3; k++) {
        double x = (double)(p[(k + 1) % 3].x - p[k].x), y = (double)(p[(k + 1) % 3].y - p[k].y);
        longest = fmax(longest, x * x + y * y);
    }
    double area =
        (double)((p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x));
    bool sliver = area * area < SLIVER_STEPS * SLIVER_STEPS * longest;
    return 2 * sliver + work->faces[floor->faces[t]].bridge;
}

/// Lists the sides, with or without neighbour, that slivers or bridges may have in common with
/// other triangles. near[node] becomes true at their corners.
static cw_status list_spare_sides(cw_context *context, const cw_extraction *work,
                                  const cw_free_floor *floor, bool *near, sorted_keys *sides) {
    for (uint32_t t = 0; t < floor->count; t++) {
        bool spare = spare_rank(work, floor, t) > 0;
        for (uint32_t k = 0; k < 3 && spare; k++) {
            near[floor->nodes[3 * t + k]] = true;
        }
    }
    for (uint32_t h = 0; h < 3 * floor->count; h++) {
        uint32_t from = floor->nodes[h], to = floor->nodes[next_corner(h)];
        if (near[from] && near[to]) {
            CW_TRY(CW_ARRAY_PUSH(context, &sides->items, (cw_keyed){(uint64_t)from << 32 | to, h}));
        }
    }
    return sort_keys(context, sides);
}

/// Sets moved[t] to CW_NONE for the triangles that go: of two with the same rank the later one.
static void choose_spare(const cw_extraction *work, const cw_free_floor *floor,
                         const sorted_keys *sides, uint32_t *moved) {
    const cw_keyed *side = sides->items.items;
    double most = 2 * (double)(work->step + CW_LEVEL_STEPS);
    for (uint32_t i = 0; i < sides->items.count; i++) {
        uint32_t h = side[i].item, t = h / 3;
        for (uint32_t j = i + 1; j < sides->items.count && side[j].key == side[i].key; j++) {
            uint32_t g = side[j].item, u = g / 3;
            double rise = cw_corner_height(work, floor, g) - cw_corner_height(work, floor, h);
            int rank = spare_rank(work, floor, t), other = spare_rank(work, floor, u);
            if (moved[t] != CW_NONE && moved[u] != CW_NONE && fabs(rise) <= most &&
                rank + other > 0) {
                moved[rank > other ? t : u] = CW_NONE;
            }
        }
    }
}

/// Moves the triangles that stay together; their sides towards others become free.
static void drop_spare(cw_free_floor *floor, uint32_t *moved) {
    uint32_t live = 0;
    for (uint32_t t = 0; t < floor->count; t++) {
        for (uint32_t h = 3 * t; h < 3 * t + 3 && moved[t] == CW_NONE; h++) {
            if (floor->twins[h] != CW_NONE) {
                floor->twins[floor->twins[h]] = CW_NONE;
            }
        }
        moved[t] = moved[t] == CW_NONE ? CW_NONE : live++;
    }
    if (live < floor->count) {
        cw_free_floor_compact(floor, moved);
    }
}

/// Phase 2.
static cw_status remove_folds(cw_context *context, const cw_extraction *work,
                              cw_free_floor *floor) {
    sorted_keys sides = {0};
    uint32_t count = floor->count, *moved = NULL;
    bool *near = NULL;
    cw_status status = CW_ALLOCATE(context, moved, count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, near, work->nodes.count);
    status = status != CW_OK ? status : list_spare_sides(context, work, floor, near, &sides);
    if (status == CW_OK && sides.items.count > 0) {
        choose_spare(work, floor, &sides, moved);
        drop_spare(floor, moved);
    }
    CW_RELEASE(context, moved, count);
    CW_RELEASE(context, near, work->nodes.count);
    CW_ARRAY_FREE(context, &sides.items);
    return status;
}

/// Phase 3.
static cw_status list_sides(cw_context *context, const cw_free_floor *floor, sorted_keys *sides) {
    for (uint32_t h = 0; h < 3 * floor->count; h++) {
        if (floor->twins[h] == CW_NONE) {
            uint64_t key = side_key(floor->nodes[h], floor->nodes[next_corner(h)]);
            CW_TRY(CW_ARRAY_PUSH(context, &sides->items, (cw_keyed){key, h}));
        }
    }
    return sort_keys(context, sides);
}

static cw_status list_chain(cw_context *context, const cw_extraction *work, uint32_t c, uint32_t f,
                            sorted_keys *walls) {
    for (uint32_t i = 0; c != CW_NONE && i < work->carriers.items[c].count; i++) {
        uint32_t node = work->chain_nodes.items[work->carriers.items[c].first + i];
        CW_TRY(CW_ARRAY_PUSH(context, &walls->items, (cw_keyed){node, f}));
    }
    return CW_OK;
}

/// Upright faces by the nodes of their traces. Those that lean by rounding by the nodes of their
/// edges: where rounding pinches them they leave no strip without floor, only an edge.
static cw_status list_walls(cw_context *context, const cw_extraction *work, sorted_keys *walls) {
    for (uint32_t f = 0; f < work->face_count; f++) {
        const cw_face *face = &work->faces[f];
        CW_TRY(list_chain(context, work, work->wall_carrier[f], f, walls));
        bool leans = (face->kind == CW_FACE_STEEP || face->kind == CW_FACE_CEILING) &&
                     cw_face_is_narrow(work, face, CW_LEVEL_STEPS);
        for (uint32_t k = 0; k < 3 && leans; k++) {
            CW_TRY(list_chain(context, work, work->edges[face->edges[k]].carrier, f, walls));
        }
    }
    return sort_keys(context, walls);
}

/// What stands on an edge, from where to where.
typedef struct wall_range {
    double low, high;
} wall_range;

/// Whether one of the walls along an edge bars a walker whose feet are at height z in its middle.
static bool is_barred(const cw_extraction *work, const wall_range *walls, uint32_t count,
                      double z) {
    for (uint32_t i = 0; i < count; i++) {
        if (cw_wall_bars(walls[i].low, walls[i].high, z, work->step, work->height)) {
            return true;
        }
    }
    return false;
}

/// A side that waits for its neighbour.
typedef struct open_side {
    uint32_t side;
    double low, high; ///< heights at its lower and its higher node
    bool up;          ///< runs from the lower to the higher node
    bool barred;
    bool taken;
} open_side;

typedef struct joining {
    cw_context *context;
    cw_extraction *work;
    cw_free_floor *floor;
    CW_ARRAY(open_side) run;
    CW_ARRAY(wall_range) walls; ///< along the edge of the run
} joining;

static open_side open_side_of(const joining *all, uint32_t h) {
    const cw_free_floor *floor = all->floor;
    uint32_t next = next_corner(h);
    double from = cw_corner_height(all->work, floor, h),
           to = cw_corner_height(all->work, floor, next);
    bool up = floor->nodes[h] < floor->nodes[next];
    open_side side = {h, up ? from : to, up ? to : from, up, false, false};
    side.barred = is_barred(all->work, all->walls.items, all->walls.count, 0.5 * (from + to));
    return side;
}

static double apart(const open_side *a, const open_side *b) {
    return fmax(fabs(a->low - b->low), fabs(a->high - b->high));
}

/// The pair of sides to be joined next, or false.
static bool closest_pair(const joining *all, uint32_t *first, uint32_t *second) {
    double most = (double)(all->work->step + CW_LEVEL_STEPS), best = INFINITY;
    for (uint32_t i = 0; i < all->run.count; i++) {
        const open_side *a = &all->run.items[i];
        for (uint32_t j = 0; j < all->run.count && a->up && !a->taken; j++) {
            const open_side *b = &all->run.items[j];
            if (!b->up && !b->taken && apart(a, b) <= most && apart(a, b) < best) {
                best = apart(a, b);
                *first = i;
                *second = j;
            }
        }
    }
    return best < INFINITY;
}

static double length_of(const joining *all, uint32_t h) {
    cw_point a = cw_node_plan(all->work, all->floor->nodes[h]),
             b = cw_node_plan(all->work, all->floor->nodes[next_corner(h)]);
    double x = (double)(b.x - a.x), y = (double)(b.y - a.y);
    return sqrt(x * x + y * y) * all->work->lattice.step;
}

/// Phase 4 for one run.
static cw_status join_run(joining *all) {
    uint32_t i, j;
    while (closest_pair(all, &i, &j)) {
        open_side *a = &all->run.items[i], *b = &all->run.items[j];
        a->taken = b->taken = true;
        if (a->barred || b->barred) {
            all->work->report->barrier_length += length_of(all, a->side);
            CW_TRY(cw_mark_side(all->context, all->work, all->floor, a->side, CW_MARK_BARRIER));
            continue;
        }
        all->floor->twins[a->side] = b->side;
        all->floor->twins[b->side] = a->side;
        if (apart(a, b) > CW_LEVEL_STEPS) {
            all->work->report->step_count++;
            all->work->report->step_length += length_of(all, a->side);
        }
    }
    return CW_OK;
}

/// Whether a chain goes through both ends of an edge. A tall wall bends at nodes that the floors at
/// its foot do not have, so its chain may have others between them.
static bool runs_along(const cw_extraction *work, uint32_t c, uint32_t low, uint32_t high) {
    return c != CW_NONE && cw_chain_find(work, &work->carriers.items[c], low) != CW_NONE &&
           cw_chain_find(work, &work->carriers.items[c], high) != CW_NONE;
}

/// Whether a face stands on the edge between two nodes.
static bool stands_on(const cw_extraction *work, uint32_t f, uint32_t low, uint32_t high) {
    bool stands = runs_along(work, work->wall_carrier[f], low, high);
    for (uint32_t k = 0; k < 3 && !stands && work->wall_carrier[f] == CW_NONE; k++) {
        stands = runs_along(work, work->edges[work->faces[f].edges[k]].carrier, low, high);
    }
    return stands;
}

/// Lists what stands on an edge.
static cw_status find_walls(joining *all, const sorted_keys *walls, uint32_t first, uint64_t key) {
    const cw_extraction *work = all->work;
    uint32_t low = (uint32_t)(key >> 32), high = (uint32_t)key;
    cw_point a = cw_node_plan(work, low), b = cw_node_plan(work, high);
    double x = 0.5 * (double)(a.x + b.x), y = 0.5 * (double)(a.y + b.y);
    all->walls.count = 0;
    for (uint32_t w = first; w < walls->items.count && walls->items.items[w].key == low; w++) {
        uint32_t f = walls->items.items[w].item;
        wall_range range;
        if (stands_on(work, f, low, high) &&
            cw_wall_range(work, &work->faces[f], x, y, &range.low, &range.high)) {
            CW_TRY(CW_ARRAY_PUSH(all->context, &all->walls, range));
        }
    }
    return CW_OK;
}

static cw_status join_sides(joining *all, const sorted_keys *sides, const sorted_keys *walls) {
    const cw_keyed *side = sides->items.items;
    uint32_t side_count = sides->items.count;
    for (uint32_t i = 0, end, w = 0; i < side_count; i = end) {
        uint64_t key = side[i].key;
        while (w < walls->items.count && walls->items.items[w].key < key >> 32) {
            w++;
        }
        CW_TRY(find_walls(all, walls, w, key));
        all->run.count = 0;
        for (end = i; end < side_count && side[end].key == key; end++) {
            CW_TRY(CW_ARRAY_PUSH(all->context, &all->run, open_side_of(all, side[end].item)));
        }
        CW_TRY(join_run(all));
    }
    return CW_OK;
}

/// What phases 3 and 4 go through.
typedef struct listing {
    const cw_extraction *work;
    const cw_free_floor *floor;
    sorted_keys sides, walls;
} listing;

static cw_status list_both(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    listing *all = user;
    for (uint32_t i = begin; i < end; i++) {
        CW_TRY(i == 0 ? list_sides(context, all->floor, &all->sides)
                      : list_walls(context, all->work, &all->walls));
    }
    return CW_OK;
}

cw_status cw_free_floor_join(cw_context *context, cw_extraction *work, cw_free_floor *floor) {
    joining all = {.context = context, .work = work, .floor = floor};
    listing lists = {.work = work, .floor = floor};
    cw_status status = gather(context, work, floor);
    status = status != CW_OK ? status : remove_folds(context, work, floor);
    status = status != CW_OK ? status
                             : cw_parallel_for(context, "joining floors", 2, 1, list_both, &lists);
    status = status != CW_OK ? status : join_sides(&all, &lists.sides, &lists.walls);
    CW_ARRAY_FREE(context, &lists.sides.items);
    CW_ARRAY_FREE(context, &lists.walls.items);
    CW_ARRAY_FREE(context, &all.run);
    CW_ARRAY_FREE(context, &all.walls);
    return status;
}
