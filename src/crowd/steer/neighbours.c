/// The nearest others.
///
/// Nobody can have come nearer than by both moves: the k nearest lie within the distance of the
/// k-th in the last substep plus the own move plus the largest of anyone. If fewer do, because
/// somebody left, it is searched again as far as can be seen. Cells of a row are contiguous in the
/// sorted order, so a row is one loop without branches. A key is the squared distance with the
/// place in the order instead of its last bits, so that sorting keys sorts by distance, ties by
/// cell and serial number. As a rule hardly more keys are found than wanted, and a sorting network
/// puts them in order without a branch. The agent itself is found too, and left out at the end.
#include "crowd/crowd.h"

#include <string.h>

/// Keys that are collected before they are sorted in, and keys that the network sorts.
enum { BUFFER = 512, NETWORK = 16 };
/// Keys have 21 bits after the first: the farthest neighbour may be farther by this part.
static const double KEY_ROUNDING = 1e-6;
/// Others are seen from this many radii of both bodies on, however far anyone sees: who did not see
/// whom it touches could not make way for him.
static const double SEEN_RADII = 2;
/// The bits of a key that are a place.
static const uint64_t KEY_PLACE = ((uint64_t)1 << 31) - 1;
/// Square metres that are added to all squares: a key is neither zero nor denormal.
static const double KEY_LEAST = 1e-290;

/// Keys are doubles so that the least of two is one instruction. One more than neighbours.
typedef struct nearest_list {
    double keys[CW_MOST_NEIGHBOURS + 1];
    uint32_t count, most;
} nearest_list;

static inline double key_of(double square, uint32_t place) {
    double number = square + KEY_LEAST;
    uint64_t key;
    memcpy(&key, &number, sizeof key);
    key = (key & ~KEY_PLACE) | place;
    memcpy(&number, &key, sizeof number);
    return number;
}

static inline uint32_t place_of(double number) {
    uint64_t key;
    memcpy(&key, &number, sizeof key);
    return (uint32_t)(key & KEY_PLACE);
}

static void insert(nearest_list *list, double key) {
    uint32_t i = list->count;
    if (i == list->most) {
        if (key >= list->keys[i - 1]) {
            return;
        }
        i--;
    } else {
        list->count++;
    }
    for (; i > 0 && list->keys[i - 1] > key; i--) {
        list->keys[i] = list->keys[i - 1];
    }
    list->keys[i] = key;
}

#define ORDER(a, b)                  \
    do {                             \
        double low = cw_least(a, b); \
        b = cw_most(a, b);           \
        a = low;                     \
    } while (0)

/// Green's sorting network for 16 keys, of 60 comparators (Knuth, volume 3, 5.3.4).
static void sort_sixteen(double k[NETWORK]) {
    double a = k[0], b = k[1], c = k[2], d = k[3], e = k[4], f = k[5], g = k[6], h = k[7];
    double i = k[8], j = k[9], l = k[10], m = k[11], n = k[12], o = k[13], p = k[14], q = k[15];
    // clang-format off
    ORDER(a, b); ORDER(c, d); ORDER(e, f); ORDER(g, h); ORDER(i, j); ORDER(l, m);
    ORDER(n, o); ORDER(p, q);
    ORDER(a, c); ORDER(b, d); ORDER(e, g); ORDER(f, h); ORDER(i, l); ORDER(j, m);
    ORDER(n, p); ORDER(o, q);
    ORDER(a, e); ORDER(b, f); ORDER(c, g); ORDER(d, h); ORDER(i, n); ORDER(j, o);
    ORDER(l, p); ORDER(m, q);
    ORDER(a, i); ORDER(b, j); ORDER(c, l); ORDER(d, m); ORDER(e, n); ORDER(f, o);
    ORDER(g, p); ORDER(h, q);
    ORDER(f, l); ORDER(g, j); ORDER(d, n); ORDER(o, p); ORDER(e, i); ORDER(h, m);
    ORDER(b, c);
    ORDER(b, e); ORDER(h, o); ORDER(c, i); ORDER(m, p);
    ORDER(c, e); ORDER(f, g); ORDER(j, l); ORDER(m, o); ORDER(d, i); ORDER(h, n);
    ORDER(g, i); ORDER(l, n); ORDER(d, f); ORDER(h, j);
    ORDER(d, e); ORDER(f, g); ORDER(h, i); ORDER(j, l); ORDER(m, n);
    ORDER(g, h); ORDER(i, j);
    // clang-format on
    const double sorted[NETWORK] = {a, b, c, d, e, f, g, h, i, j, l, m, n, o, p, q};
    memcpy(k, sorted, sizeof sorted);
}

/// Whether the agents at two places of the order are on the same floor.
static inline bool same_floor(const cw_crowd *crowd, uint32_t place, uint32_t other) {
    double rise = crowd->grid.bodies[other].z - crowd->grid.bodies[place].z;
    return fabs(rise) < crowd->config.body_height;
}

/// Sorts keys into a list; room for NETWORK keys is needed.
static void sort_in(const cw_crowd *crowd, uint32_t place, double *keys, uint32_t count,
                    nearest_list *list) {
    if (!crowd->level) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < count; i++) {
            keys[kept] = keys[i];
            kept += same_floor(crowd, place, place_of(keys[i]));
        }
        count = kept;
    }
    if (list->count > 0 || count > NETWORK) {
        for (uint32_t i = 0; i < count; i++) {
            insert(list, keys[i]);
        }
        return;
    }
    for (uint32_t i = count; i < NETWORK; i++) {
        keys[i] = INFINITY;
    }
    sort_sixteen(keys);
    list->count = count < list->most ? count : list->most;
    memcpy(list->keys, keys, NETWORK * sizeof *keys);
}

typedef struct window {
    uint32_t left, right, bottom, top;
} window;

/// The cells that a square around a position reaches into.
static inline window window_of(const cw_crowd_grid *grid, double x, double y, double reach) {
    double left = floor((x - reach) * grid->inverse) - (double)grid->left;
    double right = floor((x + reach) * grid->inverse) - (double)grid->left;
    double bottom = floor((y - reach) * grid->inverse) - (double)grid->bottom;
    double top = floor((y + reach) * grid->inverse) - (double)grid->bottom;
    return (window){
        left > 0 ? (uint32_t)left : 0, right < grid->columns ? (uint32_t)right : grid->columns - 1,
        bottom > 0 ? (uint32_t)bottom : 0, top < grid->rows ? (uint32_t)top : grid->rows - 1};
}

/// The nearest within a distance.
static void collect(const cw_crowd *crowd, uint32_t place, double reach, nearest_list *list) {
    const cw_crowd_grid *grid = &crowd->grid;
    double keys[BUFFER];
    const double *restrict xs = grid->x, *restrict ys = grid->y;
    double x = xs[place], y = ys[place], square = reach * reach;
    window w = window_of(grid, x, y, reach);
    list->count = 0;
    uint32_t count = 0;
    for (uint32_t row = w.bottom; row <= w.top; row++) {
        uint32_t at = grid->first[row * grid->columns + w.left];
        uint32_t end = grid->first[row * grid->columns + w.right + 1];
        while (at < end) {
            uint32_t part = end - at < BUFFER - count ? end : at + (BUFFER - count);
            for (; at < part; at++) {
                double dx = xs[at] - x, dy = ys[at] - y, d = dx * dx + dy * dy;
                keys[count] = key_of(d, at);
                count += d < square;
            }
            if (at < end) {
                sort_in(crowd, place, keys, count, list);
                count = 0;
            }
        }
        if (count > BUFFER / 2) {
            sort_in(crowd, place, keys, count, list);
            count = 0;
        }
    }
    sort_in(crowd, place, keys, count, list);
}

/// The places of a list but the own one; returns how many there are.
static uint32_t leave_out(const nearest_list *list, uint32_t place, uint32_t most, uint32_t *near) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count && count < most; i++) {
        uint32_t other = place_of(list->keys[i]);
        near[count] = other;
        count += other != place;
    }
    return count;
}

void cw_grid_find_neighbours(cw_crowd *crowd, uint32_t place) {
    const cw_crowd_grid *grid = &crowd->grid;
    cw_walker *walker = &grid->walkers[place];
    uint32_t most = crowd->config.neighbours, *near = grid->near + (size_t)place * most;
    nearest_list list;
    list.most = most + 1;
    double own = cw_vec2_length(walker->velocity) * grid->last_dt;
    double touch = walker->radius + grid->largest_radius;
    double sight = cw_most(crowd->config.sight, SEEN_RADII * touch);
    double reach = cw_least(sight, walker->kth + own + grid->last_move);
    collect(crowd, place, reach, &list);
    if (list.count < list.most && reach < sight) {
        collect(crowd, place, sight, &list);
    }
    uint32_t count = leave_out(&list, place, most, near);
    walker->near_count = (uint8_t)count;
    walker->kth = INFINITY;
    if (count == most) {
        uint32_t last = near[count - 1];
        double dx = grid->x[last] - grid->x[place], dy = grid->y[last] - grid->y[place];
        walker->kth = sqrt(dx * dx + dy * dy) * (1 + KEY_ROUNDING);
    }
}

uint32_t cw_grid_within(const cw_crowd *crowd, cw_vec2 at, double distance, uint32_t *found,
                        uint32_t capacity) {
    const cw_crowd_grid *grid = &crowd->grid;
    uint32_t count = 0;
    window w = window_of(grid, at.x, at.y, distance);
    for (uint32_t row = w.bottom; row <= w.top && w.left < grid->columns; row++) {
        uint32_t end = grid->first[row * grid->columns + w.right + 1];
        for (uint32_t i = grid->first[row * grid->columns + w.left]; i < end; i++) {
            double dx = grid->x[i] - at.x, dy = grid->y[i] - at.y;
            if (dx * dx + dy * dy < distance * distance) {
                if (count < capacity) {
                    found[count] = i;
                }
                count++;
            }
        }
    }
    return count;
}
