/// Chains of walls by union-find with parities: each wall knows how often, even or odd, the line
/// between the two points crosses the way from it to the first wall of its chain.
#include "chain_oracle.h"

#include <math.h>
#include <stdlib.h>

static cw_vec2 position_of(const cw_surface *surface, uint32_t vertex) {
    double fine = ldexp(surface->lattice.step, -CW_LATTICE_FINE_BITS);
    return (cw_vec2){(double)surface->points[vertex].x * fine,
                     (double)surface->points[vertex].y * fine};
}

chain_walls chain_walls_of(const cw_surface *surface) {
    uint32_t half_edges = 3 * surface->triangle_count;
    chain_walls walls = {malloc(half_edges * sizeof *walls.items), 0};
    for (uint32_t h = 0; h < half_edges && walls.items != NULL; h++) {
        if (surface->twins[h] == CW_NONE) {
            uint32_t next = h % 3 == 2 ? h - 2 : h + 1;
            walls.items[walls.count++] =
                (chain_wall){{position_of(surface, surface->corners[h]),
                              position_of(surface, surface->corners[next])}};
        }
    }
    return walls;
}

void chain_walls_free(chain_walls *walls) {
    free(walls->items);
    *walls = (chain_walls){0};
}

/// A place on a wall and one on another, as near to each other as there are.
typedef struct bridge {
    double length;
    cw_vec2 ends[2];
    uint32_t walls[2];
} bridge;

static cw_vec2 nearest_on(const chain_wall *wall, cw_vec2 p) {
    cw_vec2 a = wall->ends[0], b = wall->ends[1];
    double x = b.x - a.x, y = b.y - a.y;
    double t = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return t == 1 ? b : (cw_vec2){a.x + t * x, a.y + t * y};
}

/// Walls do not cross: at one of the two nearest places one of them ends.
static bridge bridge_between(const chain_walls *walls, uint32_t i, uint32_t j) {
    bridge best = {INFINITY, {{0, 0}, {0, 0}}, {i, j}};
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t own = k / 2;
        cw_vec2 end = walls->items[own == 0 ? i : j].ends[k % 2];
        cw_vec2 other = nearest_on(&walls->items[own == 0 ? j : i], end);
        double length = hypot(end.x - other.x, end.y - other.y);
        if (length < best.length) {
            best.length = length;
            best.ends[own] = end;
            best.ends[1 - own] = other;
        }
    }
    return best;
}

static bool is_left(cw_vec2 a, cw_vec2 b, cw_vec2 p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0;
}

static bool crosses(cw_vec2 from, cw_vec2 to, cw_vec2 a, cw_vec2 b) {
    return is_left(from, to, a) != is_left(from, to, b) && is_left(a, b, from) != is_left(a, b, to);
}

/// Whether the line is crossed an odd number of times on the way from the start of one wall over
/// the bridge to the start of the other.
static bool is_odd(const chain_walls *walls, const bridge *over, cw_vec2 from, cw_vec2 to) {
    return crosses(from, to, walls->items[over->walls[0]].ends[0], over->ends[0]) ^
           crosses(from, to, over->ends[0], over->ends[1]) ^
           crosses(from, to, over->ends[1], walls->items[over->walls[1]].ends[0]);
}

static int by_length(const void *left, const void *right) {
    const bridge *a = left, *b = right;
    return (a->length > b->length) - (a->length < b->length);
}

/// Where a wall is in its chain.
typedef struct link {
    uint32_t parent;
    bool odd; ///< on the way to the parent
} link;

static uint32_t find_first(const link *links, uint32_t wall, bool *odd) {
    while (links[wall].parent != wall) {
        *odd ^= links[wall].odd;
        wall = links[wall].parent;
    }
    return wall;
}

static double nearest_wall(const chain_walls *walls, cw_vec2 p) {
    double best = INFINITY;
    for (uint32_t i = 0; i < walls->count; i++) {
        cw_vec2 q = nearest_on(&walls->items[i], p);
        best = fmin(best, hypot(p.x - q.x, p.y - q.y));
    }
    return best;
}

/// Joins walls over bridges, shortest first; the radius where the points come apart, or `most`.
static double close_chains(const chain_walls *walls, const bridge *bridges, uint32_t count,
                           cw_vec2 from, cw_vec2 to, double most) {
    link *links = malloc(walls->count * sizeof *links);
    double radius = most;
    for (uint32_t i = 0; i < walls->count; i++) {
        links[i] = (link){i, false};
    }
    for (uint32_t i = 0; i < count; i++) {
        bool odd = is_odd(walls, &bridges[i], from, to);
        uint32_t a = find_first(links, bridges[i].walls[0], &odd);
        uint32_t b = find_first(links, bridges[i].walls[1], &odd);
        if (a != b) {
            links[b] = (link){a, odd};
        } else if (odd) {
            radius = bridges[i].length / 2;
            break;
        }
    }
    free(links);
    return radius;
}

double chain_widest(const chain_walls *walls, cw_vec2 from, cw_vec2 to) {
    double most = fmin(nearest_wall(walls, from), nearest_wall(walls, to));
    bridge *bridges = malloc((size_t)walls->count * walls->count * sizeof *bridges);
    uint32_t count = 0;
    for (uint32_t i = 0; i < walls->count; i++) {
        for (uint32_t j = i + 1; j < walls->count; j++) {
            bridge found = bridge_between(walls, i, j);
            if (found.length < 2 * most) {
                bridges[count++] = found;
            }
        }
    }
    qsort(bridges, count, sizeof *bridges, by_length);
    double radius = close_chains(walls, bridges, count, from, to, most);
    free(bridges);
    return radius;
}
