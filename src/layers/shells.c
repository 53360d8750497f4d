/// Shells, triangles given twice, and rims.
///
/// Sides are sorted by the vertices they join, in passes over ranges of vertices, so that memory
/// does not grow with the scene. In a run of sides that join the same vertices: a triangle with
/// the corners of an earlier one is dead; the others belong to one shell; the shell is open unless
/// the edge is used as often one way as the other (W3); and an edge is a rim if exactly one floor
/// has it.
#include "layers/sampling.h"

#include "base/sets.h"
#include "geom/order.h"

/// Sides that are sorted at once, about.
enum { PASS_SIDES = 4000000 };

typedef struct linking {
    cw_sampling *work;
    uint32_t *parents; ///< of triangles
    uint8_t *open;     ///< per triangle: an edge of it is not balanced
    CW_ARRAY(cw_keyed) sides;
    cw_keyed *scratch;
    uint32_t scratch_capacity;
} linking;

/// The sides whose lower vertex is in a range.
static cw_status list_sides(cw_context *context, linking *all, uint32_t begin, uint32_t end) {
    const cw_sampling *work = all->work;
    all->sides.count = 0;
    for (uint32_t t = 0; t < work->scene->triangle_count; t++) {
        if ((work->bits[t] & CW_TRIANGLE_DEAD) != 0) {
            continue;
        }
        uint32_t v[3];
        for (uint32_t k = 0; k < 3; k++) {
            v[k] = work->vertex_of[work->scene->corners[(size_t)3 * t + k]];
        }
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t a = v[k], b = v[(k + 1) % 3], low = a < b ? a : b, high = a < b ? b : a;
            if (low >= begin && low < end) {
                uint64_t key = (uint64_t)low << 32 | high;
                CW_TRY(CW_ARRAY_PUSH(context, &all->sides, (cw_keyed){key, 3 * t + k}));
            }
        }
    }
    CW_TRY(CW_RESERVE(context, all->scratch, all->scratch_capacity, all->sides.count));
    if (all->sides.count > 0) {
        cw_keyed_sort(all->sides.items, all->scratch, all->sides.count);
    }
    return CW_OK;
}

/// The corner of the triangle that is opposite to a side. Corners of a side follow each other by
/// its number, so this is the third one.
static uint32_t apex(const cw_sampling *work, uint32_t side) {
    const uint32_t *corners = work->scene->corners + side / 3 * (size_t)3;
    return work->vertex_of[corners[(side % 3 + 2) % 3]];
}

static bool runs_up(const cw_sampling *work, uint32_t side) {
    const uint32_t *corners = work->scene->corners + side / 3 * (size_t)3;
    return work->vertex_of[corners[side % 3]] < work->vertex_of[corners[(side % 3 + 1) % 3]];
}

/// Marks the triangles of a run that have all corners of an earlier one, in the same direction.
static void find_doubled(cw_sampling *work, const cw_keyed *run, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (apex(work, run[i].item) == apex(work, run[j].item) &&
                runs_up(work, run[i].item) == runs_up(work, run[j].item)) {
                uint16_t *bits = &work->bits[run[i].item / 3];
                work->soup.report->doubled_count += (*bits & CW_TRIANGLE_DEAD) == 0;
                *bits |= CW_TRIANGLE_DEAD;
                break;
            }
        }
    }
}

static void link_run(linking *all, const cw_keyed *run, uint32_t count) {
    cw_sampling *work = all->work;
    uint32_t root = CW_NONE, floors = 0;
    int net = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t t = run[i].item / 3;
        if ((work->bits[t] & CW_TRIANGLE_DEAD) != 0) {
            continue;
        }
        uint32_t other = cw_find_root(all->parents, t);
        root = root < other ? root : other;
        floors += (work->bits[t] & CW_TRIANGLE_WALKABLE) != 0;
        net += runs_up(work, run[i].item) ? 1 : -1;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t t = run[i].item / 3;
        if ((work->bits[t] & CW_TRIANGLE_DEAD) == 0) {
            all->parents[cw_find_root(all->parents, t)] = root;
            all->open[t] |= net != 0;
            if (floors == 1) {
                work->bits[t] |= (uint16_t)(CW_TRIANGLE_RIM << run[i].item % 3);
            }
        }
    }
}

static cw_status link_pass(cw_context *context, linking *all, uint32_t begin, uint32_t end) {
    CW_TRY(list_sides(context, all, begin, end));
    const cw_keyed *sides = all->sides.items;
    for (uint32_t i = 0, last; i < all->sides.count; i = last) {
        last = cw_keyed_run_end(sides, i, all->sides.count);
        find_doubled(all->work, sides + i, last - i);
        link_run(all, sides + i, last - i);
    }
    return CW_OK;
}

/// Tells every triangle whether its shell is closed.
static void tell_shells(linking *all) {
    cw_sampling *work = all->work;
    uint32_t count = work->scene->triangle_count;
    for (uint32_t t = 0; t < count; t++) {
        if (all->open[t] != 0 && (work->bits[t] & CW_TRIANGLE_DEAD) == 0) {
            all->open[cw_find_root(all->parents, t)] = 1;
        }
    }
    for (uint32_t t = 0; t < count; t++) {
        if ((work->bits[t] & CW_TRIANGLE_DEAD) != 0) {
            continue;
        }
        uint32_t root = cw_find_root(all->parents, t);
        bool closed = all->open[root] == 0;
        work->bits[t] |= closed ? CW_TRIANGLE_CLOSED : 0;
        work->soup.report->closed_shell_count += root == t && closed;
        work->soup.report->open_shell_count += root == t && !closed;
    }
}

static cw_status link_all(cw_context *context, linking *all) {
    uint32_t count = all->work->scene->triangle_count, vertices = all->work->soup.spot_count;
    uint32_t passes = (uint32_t)((uint64_t)3 * count / PASS_SIDES) + 1;
    cw_sets_begin(all->parents, count);
    for (uint32_t pass = 0; pass < passes; pass++) {
        CW_TRY(cw_progress(context, "linking faces", (double)pass / passes));
        CW_TRY(link_pass(context, all, (uint32_t)((uint64_t)vertices * pass / passes),
                         (uint32_t)((uint64_t)vertices * (pass + 1) / passes)));
    }
    tell_shells(all);
    return CW_OK;
}

cw_status cw_sampling_link(cw_context *context, cw_sampling *work) {
    linking all = {.work = work};
    uint32_t count = work->scene->triangle_count;
    cw_status status = CW_ALLOCATE(context, all.parents, count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, all.open, count);
    status = status != CW_OK ? status : link_all(context, &all);
    CW_RELEASE(context, all.parents, count);
    CW_RELEASE(context, all.open, count);
    CW_ARRAY_FREE(context, &all.sides);
    CW_RELEASE(context, all.scratch, all.scratch_capacity);
    return status;
}
