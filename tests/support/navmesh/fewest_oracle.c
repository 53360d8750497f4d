/// An edge is a wall step or a portal, from a lower to a higher position on the ring of corners.
/// What lies behind a portal, seen from the wall step between the last corner and the first, is
/// solved before it: its first cell has the portal itself and a chain of edges around it. For each
/// lower end, from the last one down, and each edge that a chain may start with, the cheapest
/// chains to all positions are found in one sweep. Only neighbouring edges of a chain depend on
/// each other: at a notch they must not be more than half a turn apart. Edges that arrive at a
/// position are sorted by the angle they leave, so that one number per edge says which may come
/// before it.
#include "fewest_oracle.h"

#include "geom/predicates.h"
#include "partition_oracle.h"

#include <stdlib.h>

static const uint32_t NEVER = UINT32_MAX;

typedef struct edge {
    uint32_t low, high;
    uint32_t cost;      ///< portals behind it, and itself
    uint32_t may_start; ///< how many of the edges that arrive at `low` it may follow
    uint32_t may_close; ///< how many of the edges that arrive at `high` it may close a cell with
    bool portal;
} edge;

typedef struct task {
    const cw_partition_window *window;
    const bool *notch;
    uint32_t count;    ///< of corners
    edge *edges;       ///< by higher end, then by lower end
    uint32_t *first;   ///< per position: its first arriving edge
    uint32_t *leaving; ///< edges by lower end, then by higher end
    uint32_t *leaving_first;
    uint32_t *cheapest; ///< per position: the cheapest chain by its first 0, 1, .. arriving edges
} task;

/// The cheapest chain to a position that arrives by one of so many edges.
static uint32_t *cheapest(const task *t, uint32_t position, uint32_t arriving) {
    return &t->cheapest[t->first[position] + position + arriving];
}

/// True when the sector of a corner between the edges to `next` and from `back` may stay.
static bool fits(const task *t, uint32_t corner, uint32_t back, uint32_t next) {
    const cw_partition_corner *corners = t->window->corners;
    return !t->notch[corner] ||
           cw_orient(corners[corner].point, corners[next].point, corners[back].point) >= 0;
}

/// How many of the edges that arrive at a corner may come before the one to `next`. A cell that
/// closes with an edge back to a lower corner has no edges from below that one.
static uint32_t count_fitting(const task *t, uint32_t corner, uint32_t next) {
    uint32_t count = 0, arriving = t->first[corner + 1] - t->first[corner];
    for (; count < arriving; count++) {
        uint32_t back = t->edges[t->first[corner] + count].low;
        bool below = next < corner && back < next;
        if (!below && !fits(t, corner, back, next)) {
            break;
        }
    }
    return count;
}

/// Lists the edges that arrive at each position.
static uint32_t list_edges(task *t) {
    uint32_t n = t->count, listed = 0;
    for (uint32_t high = 0; high < n; high++) {
        t->first[high] = listed;
        for (uint32_t low = 0; low < high; low++) {
            bool wall = high == low + 1 || (low == 0 && high == n - 1);
            bool portal = !wall && (t->notch[low] || t->notch[high]) &&
                          partition_oracle_allows(t->window, low, high);
            if (wall || portal) {
                t->edges[listed++] = (edge){.low = low, .high = high, .portal = portal};
            }
        }
    }
    t->first[n] = listed;
    return listed;
}

static void sort_by_low(task *t, uint32_t edge_count) {
    uint32_t listed = 0;
    for (uint32_t low = 0; low < t->count; low++) {
        t->leaving_first[low] = listed;
        for (uint32_t i = 0; i < edge_count; i++) {
            if (t->edges[i].low == low) {
                t->leaving[listed++] = i;
            }
        }
    }
    t->leaving_first[t->count] = listed;
}

static void measure_edges(task *t, uint32_t edge_count) {
    for (uint32_t i = 0; i < edge_count; i++) {
        edge *e = &t->edges[i];
        bool closes = e->portal || (e->low == 0 && e->high == t->count - 1);
        e->may_start = count_fitting(t, e->low, e->high);
        e->may_close = closes ? count_fitting(t, e->high, e->low) : 0;
        e->cost = closes ? NEVER : 0;
    }
}

/// Closes a cell with the edge from the lower end of `start` to a position, where there is one.
static void close_cell(task *t, const edge *start, uint32_t position) {
    for (uint32_t i = t->first[position]; i < t->first[position + 1]; i++) {
        edge *e = &t->edges[i];
        uint32_t chain = *cheapest(t, position, e->may_close);
        if (e->low == start->low && chain != NEVER && fits(t, e->low, position, start->high)) {
            uint32_t cost = chain + (e->portal ? 1 : 0);
            e->cost = cost < e->cost ? cost : e->cost;
        }
    }
}

/// Finds the cheapest chains that begin with an edge, up to a last position.
static void sweep(task *t, uint32_t start_index, uint32_t last) {
    const edge *start = &t->edges[start_index];
    for (uint32_t position = start->high; position <= last; position++) {
        uint32_t best = NEVER;
        *cheapest(t, position, 0) = NEVER;
        for (uint32_t i = t->first[position]; i < t->first[position + 1]; i++) {
            const edge *e = &t->edges[i];
            uint32_t before = i == start_index ? 0 : NEVER;
            if (e->low >= start->high && e->cost != NEVER) {
                before = *cheapest(t, e->low, e->may_start);
            }
            uint32_t cost = before == NEVER ? NEVER : before + e->cost;
            best = cost < best ? cost : best;
            *cheapest(t, position, i - t->first[position] + 1) = best;
        }
        if (position > start->high) {
            close_cell(t, start, position);
        }
    }
}

static uint32_t solve(task *t) {
    uint32_t edge_count = list_edges(t);
    sort_by_low(t, edge_count);
    measure_edges(t, edge_count);
    for (uint32_t low = t->count; low-- > 0;) {
        uint32_t end = t->leaving_first[low + 1];
        for (uint32_t i = t->leaving_first[low]; i + 1 < end; i++) {
            if (t->edges[t->leaving[i]].cost != NEVER) {
                sweep(t, t->leaving[i], t->edges[t->leaving[end - 1]].high);
            }
        }
    }
    return t->edges[t->first[t->count - 1]].cost;
}

uint32_t fewest_oracle_solve(const cw_partition_window *window, const bool *notch) {
    uint32_t n = window->corner_count, notches = 0;
    for (uint32_t i = 0; i < n; i++) {
        notches += notch[i] ? 1 : 0;
    }
    size_t most_edges = (size_t)n * (notches + 1);
    task t = {.window = window,
              .notch = notch,
              .count = n,
              .edges = malloc(most_edges * sizeof *t.edges),
              .first = malloc((n + 1) * sizeof *t.first),
              .leaving = malloc(most_edges * sizeof *t.leaving),
              .leaving_first = malloc((n + 1) * sizeof *t.leaving_first),
              .cheapest = malloc((most_edges + n) * sizeof *t.cheapest)};
    if (t.edges == NULL || t.first == NULL || t.leaving == NULL || t.leaving_first == NULL ||
        t.cheapest == NULL) {
        abort();
    }
    uint32_t fewest = solve(&t);
    free(t.edges);
    free(t.first);
    free(t.leaving);
    free(t.leaving_first);
    free(t.cheapest);
    return fewest;
}
