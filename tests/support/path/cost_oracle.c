#include "cost_oracle.h"
#include "check.h"

/// Rounds in which the points of a path are moved, steps of a search for the best place of one, and
/// the share of the cost below which a round has done nothing.
enum { ROUNDS = 400, STEPS = 60, MOST_PARTS = 32, MOST_LEGS = 4096, SAMPLES = 2000 };
#define NOTHING 1e-12
/// Metres: as near to the border of a cell, a place counts as inside.
#define ON_BORDER 1e-6

static double cost_of(const cost_oracle *oracle, uint32_t cell) {
    return oracle->costs[oracle->areas[cell]];
}

static cw_vec2 between(cw_vec2 a, cw_vec2 b, double share) {
    return (cw_vec2){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

// --- Points --------------------------------------------------------------------------------------

static void add_part(cost_oracle *made, uint32_t edge, cw_interval part, uint32_t count) {
    const cw_clearance *tables = &made->world->clearance;
    const cw_navmesh *mesh = tables->mesh;
    uint32_t cell = mesh->edge_cell[edge], end = mesh->cell_first[cell + 1];
    uint32_t next = edge + 1 < end ? edge + 1 : mesh->cell_first[cell];
    cw_vec2 a = tables->points[mesh->edge_vertex[edge]];
    cw_vec2 b = tables->points[mesh->edge_vertex[next]];
    double length = plane_distance(a, b);
    cw_vec2 from = between(a, b, part.from / length), to = between(a, b, part.to / length);
    for (uint32_t i = 0; i < count; i++) {
        made->points[made->point_count++] =
            (cost_point){.at = between(from, to, i / (count - 1.0)),
                         .ends = {from, to},
                         .cells = {cell, mesh->edge_cell[mesh->edge_twin[edge]]}};
    }
}

static void list_points(cost_oracle *made) {
    uint32_t cells = made->world->floor.mesh.cell_count;
    made->cell_first = calloc(cells + 2, sizeof *made->cell_first);
    made->cell_points = malloc((2 * made->point_count + 1) * sizeof *made->cell_points);
    assert_true(made->cell_first != NULL && made->cell_points != NULL);
    for (uint32_t i = 0; i < made->point_count; i++) {
        made->cell_first[made->points[i].cells[0] + 2]++;
        made->cell_first[made->points[i].cells[1] + 2]++;
    }
    for (uint32_t c = 0; c < cells; c++) {
        made->cell_first[c + 2] += made->cell_first[c + 1];
    }
    for (uint32_t i = 0; i < made->point_count; i++) {
        for (int k = 0; k < 2; k++) {
            made->cell_points[made->cell_first[made->points[i].cells[k] + 1]++] = i;
        }
    }
}

void cost_oracle_make(const path_world *world, const uint8_t *areas, const double *costs,
                      double radius, uint32_t count, cost_oracle *made) {
    const cw_navmesh *mesh = &world->floor.mesh;
    *made = (cost_oracle){.world = world, .areas = areas, .costs = costs};
    cw_interval parts[MOST_PARTS];
    for (int pass = 0; pass < 2; pass++) {
        uint32_t all = 0;
        for (uint32_t e = 0; e < mesh->edge_count; e++) {
            if (mesh->edge_twin[e] == CW_NONE || mesh->edge_twin[e] < e) {
                continue;
            }
            uint32_t found = cw_clearance_portal(&world->clearance, e, radius, parts, MOST_PARTS);
            assert_true(found <= MOST_PARTS);
            all += found * count;
            for (uint32_t i = 0; pass == 1 && i < found; i++) {
                add_part(made, e, parts[i], count);
            }
        }
        if (pass == 0) {
            made->points = malloc((all + 1) * sizeof *made->points);
            assert_non_null(made->points);
        }
    }
    list_points(made);
}

void cost_oracle_free(cost_oracle *made) {
    free(made->points);
    free(made->cell_first);
    free(made->cell_points);
    *made = (cost_oracle){0};
}

// --- The cheapest way over them ------------------------------------------------------------------

static void spread(cost_oracle *oracle, uint32_t cell, cw_vec2 from, double cost, uint32_t parent) {
    double per_metre = cost_of(oracle, cell);
    if (isinf(per_metre)) {
        if (parent != CW_NONE) {
            return;
        }
        per_metre = 1; // the start's own cell may be left
    }
    for (uint32_t i = oracle->cell_first[cell]; i < oracle->cell_first[cell + 1]; i++) {
        cost_point *to = &oracle->points[oracle->cell_points[i]];
        double total = cost + per_metre * plane_distance(from, to->at);
        if (total < to->cost) {
            to->cost = total;
            to->parent = parent;
        }
    }
}

/// The last point before the goal of the cheapest way over points, or CW_NONE for none.
static uint32_t search(cost_oracle *oracle, const path_spot *start, const path_spot *goal,
                       double *best) {
    uint32_t last = CW_NONE;
    for (uint32_t i = 0; i < oracle->point_count; i++) {
        oracle->points[i].cost = INFINITY;
        oracle->points[i].done = false;
    }
    spread(oracle, start->cell, start->local, 0, CW_NONE);
    for (;;) {
        uint32_t next = CW_NONE;
        for (uint32_t i = 0; i < oracle->point_count; i++) {
            const cost_point *point = &oracle->points[i];
            if (!point->done && (next == CW_NONE || point->cost < oracle->points[next].cost)) {
                next = i;
            }
        }
        if (next == CW_NONE || oracle->points[next].cost >= *best) {
            return last;
        }
        cost_point *point = &oracle->points[next];
        point->done = true;
        for (int k = 0; k < 2; k++) {
            double rest = cost_of(oracle, goal->cell) * plane_distance(point->at, goal->local);
            if (point->cells[k] == goal->cell && point->cost + rest < *best) {
                *best = point->cost + rest;
                last = next;
            }
            spread(oracle, point->cells[k], point->at, point->cost, next);
        }
    }
}

// --- Moving its points ---------------------------------------------------------------------------

/// A point of a path that may be moved.
typedef struct bead {
    cw_vec2 at, ends[2];
    uint32_t cells[2];
} bead;

/// What a leg costs per metre: as in the cheapest of the cells that both its ends lie in.
static double leg_cost(const cost_oracle *oracle, const bead *a, const bead *b) {
    double least = INFINITY;
    for (int i = 0; i < 4; i++) {
        if (a->cells[i / 2] == b->cells[i % 2]) {
            least = fmin(least, cost_of(oracle, a->cells[i / 2]));
        }
    }
    return isinf(least) ? 1 : least;
}

/// Moves a bead to the best place between its neighbours.
static void move(const cost_oracle *oracle, bead *beads) {
    double in = leg_cost(oracle, &beads[-1], &beads[0]);
    double out = leg_cost(oracle, &beads[0], &beads[1]), low = 0, high = 1;
    for (int i = 0; i < STEPS; i++) {
        double costs[2], third = (high - low) / 3;
        for (int k = 0; k < 2; k++) {
            cw_vec2 at = between(beads->ends[0], beads->ends[1], low + (k + 1) * third);
            costs[k] =
                in * plane_distance(beads[-1].at, at) + out * plane_distance(at, beads[1].at);
        }
        low += costs[0] > costs[1] ? third : 0;
        high -= costs[0] > costs[1] ? 0 : third;
    }
    beads->at = between(beads->ends[0], beads->ends[1], (low + high) / 2);
}

static double sum(const cost_oracle *oracle, const bead *beads, uint32_t count) {
    double cost = 0;
    for (uint32_t i = 0; i + 1 < count; i++) {
        cost += leg_cost(oracle, &beads[i], &beads[i + 1]) *
                plane_distance(beads[i].at, beads[i + 1].at);
    }
    return cost;
}

double cost_oracle_cheapest(cost_oracle *oracle, const path_spot *start, const path_spot *goal) {
    static bead beads[MOST_LEGS];
    double direct = cost_of(oracle, start->cell), best = INFINITY;
    if (start->cell == goal->cell) {
        best = (isinf(direct) ? 1 : direct) * plane_distance(start->local, goal->local);
    }
    uint32_t last = search(oracle, start, goal, &best), count = MOST_LEGS;
    if (last == CW_NONE) {
        return best;
    }
    beads[--count] = (bead){goal->local, {goal->local, goal->local}, {goal->cell, goal->cell}};
    for (uint32_t i = last; i != CW_NONE && count > 1; i = oracle->points[i].parent) {
        const cost_point *point = &oracle->points[i];
        beads[--count] =
            (bead){point->at, {point->ends[0], point->ends[1]}, {point->cells[0], point->cells[1]}};
    }
    beads[--count] = (bead){start->local, {start->local, start->local}, {start->cell, start->cell}};
    for (int round = 0; round < ROUNDS; round++) {
        double before = sum(oracle, beads + count, MOST_LEGS - count);
        for (uint32_t i = count + 1; i + 1 < MOST_LEGS; i++) {
            move(oracle, &beads[i]);
        }
        if (sum(oracle, beads + count, MOST_LEGS - count) > before - NOTHING * before) {
            break;
        }
    }
    return fmin(best, sum(oracle, beads + count, MOST_LEGS - count));
}

// --- What a path costs ---------------------------------------------------------------------------

static bool is_inside(const path_world *world, uint32_t cell, cw_vec2 p) {
    const cw_navmesh *mesh = &world->floor.mesh;
    uint32_t first = mesh->cell_first[cell], end = mesh->cell_first[cell + 1];
    for (uint32_t e = first; e < end; e++) {
        cw_vec2 a = world->clearance.points[mesh->edge_vertex[e]];
        cw_vec2 b = world->clearance.points[mesh->edge_vertex[e + 1 < end ? e + 1 : first]];
        double side = plane_cross(plane_sub(b, a), plane_sub(p, a)) / plane_distance(a, b);
        if (side < -ON_BORDER) {
            return false;
        }
    }
    return true;
}

static cw_vec2 leg_at(const cw_path *path, const cw_path_leg *leg, double share) {
    if (!leg->arc) {
        return (cw_vec2){leg->from.x + share * (leg->to.x - leg->from.x),
                         leg->from.y + share * (leg->to.y - leg->from.y)};
    }
    double from = atan2(leg->from.y - leg->center.y, leg->from.x - leg->center.x);
    double turn = atan2(leg->to.y - leg->center.y, leg->to.x - leg->center.x) - from;
    turn = leg->ccw ? plane_wrap(turn, -1e-7) : -plane_wrap(-turn, -1e-7);
    return plane_polar(leg->center, path->radius, from + share * turn);
}

cost_range cost_of_path(const path_world *world, const uint8_t *areas, const double *costs,
                        const cw_path *path) {
    cost_range sum = {0, 0};
    for (uint32_t i = 0; i < path->leg_count; i++) {
        cw_vec2 before = leg_at(path, &path->legs[i], 0);
        for (int k = 0; k < SAMPLES; k++) {
            cw_vec2 middle = leg_at(path, &path->legs[i], (k + 0.5) / SAMPLES);
            cw_vec2 next = leg_at(path, &path->legs[i], (k + 1.0) / SAMPLES);
            cw_vec2 local = cw_clearance_local(&world->floor.mesh, middle);
            double least = INFINITY, most = 0, length = plane_distance(before, next);
            for (uint32_t c = 0; c < path->cell_count; c++) {
                double cost = costs[areas[path->cells[c]]];
                bool inside = is_inside(world, path->cells[c], local);
                least = inside ? fmin(least, cost) : least;
                most = inside ? fmax(most, cost) : most;
            }
            sum.least += length * (isinf(least) ? 1 : least);
            sum.most += length * (isinf(most) ? 1 : most);
            before = next;
        }
    }
    return sum;
}
