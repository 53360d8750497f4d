/// See scene_oracle.h. Nothing of this is shared with the extraction: positions stay doubles, faces
/// are asked one by one, with a grid in plan only to leave out what is far away.
#include "scene_oracle.h"
#include "scenes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GRID = 64, MOST_FLOORS = 256, WALK_LIMIT = 100000 };
/// Metres: what is closer to a border in plan may be skipped; heights that differ by less are one.
#define NEAR_BORDER 1e-3
#define SAME_HEIGHT 2e-5

typedef struct oracle_face {
    cw_vec3 p[3];
    double nx, ny, nz; ///< normal, as the input has it
    bool upright, walkable, closed, steep;
} oracle_face;

/// Which items may be over a cell of the plan.
typedef struct grid {
    double x, y, size;
    uint32_t first[GRID * GRID + 1];
    uint32_t *items;
} grid;

struct scene_oracle {
    oracle_face *faces;
    uint32_t count;
    cw_extraction_config config;
    grid plan;
};

typedef struct span {
    double low_x, low_y, high_x, high_y;
} span;

static span span_of(const cw_vec3 *p) {
    return (span){fmin(p[0].x, fmin(p[1].x, p[2].x)), fmin(p[0].y, fmin(p[1].y, p[2].y)),
                  fmax(p[0].x, fmax(p[1].x, p[2].x)), fmax(p[0].y, fmax(p[1].y, p[2].y))};
}

static int cell_of(const grid *g, double value, double origin) {
    int cell = (int)floor((value - origin) / g->size);
    return cell < 0 ? 0 : cell >= GRID ? GRID - 1 : cell;
}

static void fill_grid(grid *g, const span *spans, uint32_t count) {
    span all = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < count; i++) {
        all = (span){fmin(all.low_x, spans[i].low_x), fmin(all.low_y, spans[i].low_y),
                     fmax(all.high_x, spans[i].high_x), fmax(all.high_y, spans[i].high_y)};
    }
    g->x = all.low_x;
    g->y = all.low_y;
    g->size = fmax(fmax(all.high_x - all.low_x, all.high_y - all.low_y) / GRID, 1e-9);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = count; i-- > 0;) {
            for (int y = cell_of(g, spans[i].low_y - NEAR_BORDER, g->y);
                 y <= cell_of(g, spans[i].high_y + NEAR_BORDER, g->y); y++) {
                for (int x = cell_of(g, spans[i].low_x - NEAR_BORDER, g->x);
                     x <= cell_of(g, spans[i].high_x + NEAR_BORDER, g->x); x++) {
                    if (pass == 0) {
                        g->first[y * GRID + x]++;
                    } else {
                        g->items[--g->first[y * GRID + x]] = i;
                    }
                }
            }
        }
        if (pass == 0) {
            for (int c = 0; c < GRID * GRID; c++) {
                g->first[c + 1] += g->first[c];
            }
            g->items = malloc((g->first[GRID * GRID - 1] + 1) * sizeof *g->items);
        }
    }
}

static double cross(double ax, double ay, double bx, double by) {
    return ax * by - ay * bx;
}

/// Whether (x, y) is inside a triangle in plan, whichever way it runs.
static bool covers(const cw_vec3 *p, double x, double y) {
    double a = cross(p[1].x - p[0].x, p[1].y - p[0].y, x - p[0].x, y - p[0].y);
    double b = cross(p[2].x - p[1].x, p[2].y - p[1].y, x - p[1].x, y - p[1].y);
    double c = cross(p[0].x - p[2].x, p[0].y - p[2].y, x - p[2].x, y - p[2].y);
    return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

static double height_at(const oracle_face *face, double x, double y) {
    return face->p[0].z -
           (face->nx * (x - face->p[0].x) + face->ny * (y - face->p[0].y)) / face->nz;
}

static bool same_place(cw_vec3 a, cw_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool has_corner(const oracle_face *face, cw_vec3 p) {
    return same_place(face->p[0], p) || same_place(face->p[1], p) || same_place(face->p[2], p);
}

/// Faces by shared edges: the net number of times each edge is used, by brute force over the faces
/// near its lower end.
static uint32_t root_of(uint32_t *parents, uint32_t i) {
    while (parents[i] != i) {
        i = parents[i] = parents[parents[i]];
    }
    return i;
}

typedef struct half {
    cw_vec3 low, high;
    int way;
    uint32_t face;
} half;

static int compare_places(cw_vec3 a, cw_vec3 b) {
    if (a.x != b.x) {
        return a.x < b.x ? -1 : 1;
    }
    if (a.y != b.y) {
        return a.y < b.y ? -1 : 1;
    }
    return a.z < b.z ? -1 : a.z > b.z;
}

static int compare_halves(const void *left, const void *right) {
    const half *a = left, *b = right;
    int order = compare_places(a->low, b->low);
    return order != 0 ? order : compare_places(a->high, b->high);
}

static bool same_edge(const half *a, const half *b) {
    return same_place(a->low, b->low) && same_place(a->high, b->high);
}

static bool same_face(const oracle_face *a, const oracle_face *b) {
    for (int k = 0; k < 3; k++) {
        if (same_place(a->p[0], b->p[k]) && same_place(a->p[1], b->p[(k + 1) % 3]) &&
            same_place(a->p[2], b->p[(k + 2) % 3])) {
            return true;
        }
    }
    return false;
}

static half *list_halves(const scene_oracle *oracle) {
    half *halves = malloc((size_t)3 * oracle->count * sizeof *halves);
    for (uint32_t i = 0; i < 3 * oracle->count; i++) {
        const oracle_face *face = &oracle->faces[i / 3];
        cw_vec3 a = face->p[i % 3], b = face->p[(i + 1) % 3];
        bool up = compare_places(a, b) < 0;
        halves[i] = (half){up ? a : b, up ? b : a, up ? 1 : -1, i / 3};
    }
    qsort(halves, 3 * oracle->count, sizeof *halves, compare_halves);
    return halves;
}

static void find_shells(scene_oracle *oracle, const half *halves) {
    uint32_t *parents = malloc(oracle->count * sizeof *parents);
    for (uint32_t f = 0; f < oracle->count; f++) {
        parents[f] = f;
        oracle->faces[f].closed = true;
    }
    for (uint32_t i = 1; i < 3 * oracle->count; i++) {
        if (same_edge(&halves[i - 1], &halves[i])) {
            parents[root_of(parents, halves[i].face)] = root_of(parents, halves[i - 1].face);
        }
    }
    for (uint32_t i = 0, end; i < 3 * oracle->count; i = end) {
        int net = 0;
        for (end = i; end < 3 * oracle->count && same_edge(&halves[i], &halves[end]); end++) {
            net += halves[end].way;
        }
        if (net != 0) {
            oracle->faces[root_of(parents, halves[i].face)].closed = false;
        }
    }
    for (uint32_t f = 0; f < oracle->count; f++) {
        oracle->faces[f].closed = oracle->faces[root_of(parents, f)].closed;
    }
    free(parents);
}

/// The fall line of a steep face from its centroid, over steep neighbours: how far it goes up
/// (way 1) or down (way -1).
static double fall(const scene_oracle *oracle, const half *halves, uint32_t f, double way) {
    const oracle_face *face = &oracle->faces[f];
    double x = (face->p[0].x + face->p[1].x + face->p[2].x) / 3;
    double y = (face->p[0].y + face->p[1].y + face->p[2].y) / 3;
    double start = height_at(face, x, y);
    int entry = -1;
    for (int steps = 0; steps < 4096; steps++) {
        face = &oracle->faces[f];
        double dx = -way * face->nx / face->nz, dy = -way * face->ny / face->nz;
        double best = INFINITY;
        int side = -1;
        for (int k = 0; k < 3; k++) {
            double ex = face->p[(k + 1) % 3].x - face->p[k].x;
            double ey = face->p[(k + 1) % 3].y - face->p[k].y;
            double speed = cross(ex, ey, dx, dy);
            double room = cross(ex, ey, x - face->p[k].x, y - face->p[k].y);
            if (k != entry && speed < 0 && fmax(room, 0) / -speed < best) {
                best = fmax(room, 0) / -speed;
                side = k;
            }
        }
        if (side < 0) {
            break;
        }
        x += best * dx;
        y += best * dy;
        if (fabs(height_at(face, x, y) - start) > oracle->config.step + 1e-4) {
            return INFINITY;
        }
        cw_vec3 a = face->p[side], b = face->p[(side + 1) % 3];
        half key = compare_places(a, b) < 0 ? (half){a, b, 1, f} : (half){b, a, -1, f};
        const half *found =
            bsearch(&key, halves, 3 * oracle->count, sizeof *halves, compare_halves);
        while (found > halves && same_edge(found - 1, &key)) {
            found--;
        }
        uint32_t next = CW_NONE;
        for (; found < halves + 3 * oracle->count && same_edge(found, &key); found++) {
            const oracle_face *other = &oracle->faces[found->face];
            if (found->face == f || !other->steep || next != CW_NONE) {
                continue;
            }
            for (int k = 0; k < 3; k++) {
                double ex = other->p[(k + 1) % 3].x - other->p[k].x;
                double ey = other->p[(k + 1) % 3].y - other->p[k].y;
                bool here = has_corner(&(oracle_face){.p = {a, b, a}}, other->p[k]) &&
                            has_corner(&(oracle_face){.p = {a, b, a}}, other->p[(k + 1) % 3]);
                if (here &&
                    cross(ex, ey, -way * other->nx / other->nz, -way * other->ny / other->nz) > 0) {
                    next = found->face;
                    entry = k;
                }
            }
        }
        if (next == CW_NONE) {
            break;
        }
        f = next;
    }
    return fabs(height_at(&oracle->faces[f], x, y) - start);
}

static void find_kinds(scene_oracle *oracle, const half *halves) {
    double least = cos(oracle->config.slope) * (1 - 1e-9);
    for (uint32_t f = 0; f < oracle->count; f++) {
        oracle_face *face = &oracle->faces[f];
        double length = sqrt(face->nx * face->nx + face->ny * face->ny + face->nz * face->nz);
        face->upright = fabs(face->nz) <= 1e-7 * length;
        face->walkable = !face->upright && face->nz >= length * least;
        face->walkable = face->walkable || (oracle->config.both_sides && !face->upright &&
                                            -face->nz >= length * least);
        face->steep = !face->upright && face->nz > 0 && face->nz < length * least;
    }
    for (uint32_t f = 0; f < oracle->count && oracle->config.small_rises; f++) {
        if (oracle->faces[f].steep) {
            double rise = fall(oracle, halves, f, 1) + fall(oracle, halves, f, -1);
            oracle->faces[f].walkable = rise <= oracle->config.step + 1e-6;
        }
    }
}

scene_oracle *scene_oracle_make(const cw_scene *scene, const cw_extraction_config *config) {
    scene_oracle *oracle = calloc(1, sizeof *oracle);
    oracle->config = *config;
    oracle->faces = calloc(scene->triangle_count, sizeof *oracle->faces);
    span *spans = malloc(scene->triangle_count * sizeof *spans);
    for (uint32_t t = 0; t < scene->triangle_count; t++) {
        oracle_face *face = &oracle->faces[oracle->count];
        memset(face, 0, sizeof *face);
        for (int k = 0; k < 3; k++) {
            face->p[k] = scene->positions[scene->corners[3 * t + (uint32_t)k]];
        }
        double ux = face->p[1].x - face->p[0].x, uy = face->p[1].y - face->p[0].y,
               uz = face->p[1].z - face->p[0].z;
        double vx = face->p[2].x - face->p[0].x, vy = face->p[2].y - face->p[0].y,
               vz = face->p[2].z - face->p[0].z;
        face->nx = uy * vz - uz * vy;
        face->ny = uz * vx - ux * vz;
        face->nz = ux * vy - uy * vx;
        bool again = false;
        for (uint32_t f = 0; f < oracle->count && scene->triangle_count < 3000; f++) {
            again = again || same_face(&oracle->faces[f], face);
        }
        if (!again && (face->nx != 0 || face->ny != 0 || face->nz != 0)) {
            spans[oracle->count++] = span_of(face->p);
        }
    }
    half *halves = list_halves(oracle);
    find_shells(oracle, halves);
    find_kinds(oracle, halves);
    fill_grid(&oracle->plan, spans, oracle->count);
    free(halves);
    free(spans);
    return oracle;
}

void scene_oracle_free(scene_oracle *oracle) {
    free(oracle->plan.items);
    free(oracle->faces);
    free(oracle);
}

/// Whether a walker can stand at height z over a place.
static bool is_free(const scene_oracle *oracle, const uint32_t *over, uint32_t count, double x,
                    double y, double z) {
    int inside = 0;
    for (uint32_t i = 0; i < count; i++) {
        const oracle_face *face = &oracle->faces[over[i]];
        double above = height_at(face, x, y) - z;
        if (above > SAME_HEIGHT / 2 && above < oracle->config.height - SAME_HEIGHT / 2) {
            return false;
        }
        inside += above > SAME_HEIGHT / 2 && face->closed ? (face->nz > 0 ? 1 : -1) : 0;
    }
    return !oracle->config.solids || inside <= 0;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

uint32_t scene_oracle_floors(const scene_oracle *oracle, double x, double y, double *heights,
                             uint32_t most) {
    const grid *g = &oracle->plan;
    uint32_t over[4096], count = 0, found = 0, kept = 0;
    double all[4096];
    int cell = cell_of(g, y, g->y) * GRID + cell_of(g, x, g->x);
    for (uint32_t i = g->first[cell]; i < g->first[cell + 1] && count < 4096; i++) {
        const oracle_face *face = &oracle->faces[g->items[i]];
        if (!face->upright && covers(face->p, x, y)) {
            over[count++] = g->items[i];
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        double z = height_at(&oracle->faces[over[i]], x, y);
        if (oracle->faces[over[i]].walkable && is_free(oracle, over, count, x, y, z)) {
            all[found++] = z;
        }
    }
    qsort(all, found, sizeof *all, compare_doubles);
    for (uint32_t i = 0; i < found && kept < most; i++) {
        if (kept == 0 || all[i] > heights[kept - 1] + SAME_HEIGHT) {
            heights[kept++] = all[i];
        }
    }
    return kept;
}

/// The terrain of a surface with a grid over it.
typedef struct ground {
    const cw_terrain *terrain;
    grid plan;
} ground;

static ground *make_ground(const cw_surface *surface) {
    ground *made = calloc(1, sizeof *made);
    const cw_terrain *terrain = made->terrain = &surface->terrain;
    span *spans = malloc(terrain->triangle_count * sizeof *spans);
    for (uint32_t t = 0; t < terrain->triangle_count; t++) {
        const uint32_t *c = terrain->corners + 3 * t;
        spans[t] = span_of((cw_vec3[3]){terrain->positions[c[0]], terrain->positions[c[1]],
                                        terrain->positions[c[2]]});
    }
    fill_grid(&made->plan, spans, terrain->triangle_count);
    free(spans);
    return made;
}

static void free_ground(ground *made) {
    free(made->plan.items);
    free(made);
}

static double terrain_height(const cw_terrain *terrain, uint32_t t, double x, double y) {
    oracle_face face;
    for (int k = 0; k < 3; k++) {
        face.p[k] = terrain->positions[terrain->corners[3 * t + (uint32_t)k]];
    }
    double ux = face.p[1].x - face.p[0].x, uy = face.p[1].y - face.p[0].y,
           uz = face.p[1].z - face.p[0].z;
    double vx = face.p[2].x - face.p[0].x, vy = face.p[2].y - face.p[0].y,
           vz = face.p[2].z - face.p[0].z;
    face.nx = uy * vz - uz * vy;
    face.ny = uz * vx - ux * vz;
    face.nz = ux * vy - uy * vx;
    return height_at(&face, x, y);
}

static bool terrain_covers(const cw_terrain *terrain, uint32_t t, double x, double y) {
    const uint32_t *c = terrain->corners + 3 * t;
    return covers(
        (cw_vec3[3]){terrain->positions[c[0]], terrain->positions[c[1]], terrain->positions[c[2]]},
        x, y);
}

static uint32_t ground_floors(const ground *made, double x, double y, double *heights) {
    double all[MOST_FLOORS];
    uint32_t found = 0, kept = 0;
    int cell = cell_of(&made->plan, y, made->plan.y) * GRID + cell_of(&made->plan, x, made->plan.x);
    for (uint32_t i = made->plan.first[cell]; i < made->plan.first[cell + 1]; i++) {
        uint32_t t = made->plan.items[i];
        if (found < MOST_FLOORS && terrain_covers(made->terrain, t, x, y)) {
            all[found++] = terrain_height(made->terrain, t, x, y);
        }
    }
    qsort(all, found, sizeof *all, compare_doubles);
    for (uint32_t i = 0; i < found; i++) {
        if (kept == 0 || all[i] > heights[kept - 1] + SAME_HEIGHT) {
            heights[kept++] = all[i];
        }
    }
    return kept;
}

/// Whether the definition finds as many floors all around a place.
static bool is_steady(const scene_oracle *oracle, double x, double y, uint32_t count) {
    double heights[MOST_FLOORS];
    for (int i = 0; i < 8; i++) {
        static const double way[8][2] = {{1, 0},  {0.7, 0.7},   {0, 1},  {-0.7, 0.7},
                                         {-1, 0}, {-0.7, -0.7}, {0, -1}, {0.7, -0.7}};
        if (scene_oracle_floors(oracle, x + way[i][0] * NEAR_BORDER, y + way[i][1] * NEAR_BORDER,
                                heights, MOST_FLOORS) != count) {
            return false;
        }
    }
    return true;
}

static void note(oracle_count *count, uint32_t *which, double x, double y, double z) {
    (*which)++;
    count->x = x;
    count->y = y;
    count->z = z;
}

static void compare_floors(oracle_count *count, const double *want, uint32_t wanted,
                           const double *have, uint32_t had, double x, double y) {
    for (uint32_t i = 0, j = 0; i < wanted || j < had;) {
        double apart = i < wanted && j < had ? want[i] - have[j] : i < wanted ? -1e9 : 1e9;
        if (fabs(apart) <= 10 * SAME_HEIGHT) {
            count->worst = fmax(count->worst, fabs(apart));
            i++;
            j++;
        } else if (apart < 0) {
            note(count, &count->missing, x, y, want[i++]);
        } else {
            note(count, &count->extra, x, y, have[j++]);
        }
    }
}

oracle_count scene_oracle_lines(const scene_oracle *oracle, const cw_surface *surface,
                                uint32_t count, uint64_t seed) {
    oracle_count result = {0};
    cw_random random = {seed};
    ground *made = make_ground(surface);
    double side = oracle->plan.size * GRID, want[MOST_FLOORS], have[MOST_FLOORS];
    for (uint32_t i = 0; i < count; i++) {
        double x = oracle->plan.x + side * cw_random_unit(&random);
        double y = oracle->plan.y + side * cw_random_unit(&random);
        uint32_t wanted = scene_oracle_floors(oracle, x, y, want, MOST_FLOORS);
        uint32_t had = ground_floors(made, x, y, have);
        oracle_count here = result;
        result.asked++;
        compare_floors(&here, want, wanted, have, had, x, y);
        if (here.missing + here.extra > result.missing + result.extra &&
            !is_steady(oracle, x, y, wanted)) {
            result.skipped++;
        } else {
            here.asked = result.asked;
            result = here;
        }
    }
    free_ground(made);
    return result;
}

/// Goes straight from a triangle to a place over open sides; CW_NONE when a wall is in the way.
static uint32_t walk(const cw_terrain *terrain, uint32_t t, double x, double y, double to_x,
                     double to_y) {
    uint32_t entry = CW_NONE;
    for (int steps = 0; steps < WALK_LIMIT; steps++) {
        if (terrain_covers(terrain, t, to_x, to_y)) {
            return t;
        }
        double best = INFINITY;
        uint32_t exit = CW_NONE;
        for (uint32_t h = 3 * t; h < 3 * t + 3; h++) {
            cw_vec3 a = terrain->positions[terrain->corners[h]];
            cw_vec3 b = terrain->positions[terrain->corners[h % 3 == 2 ? h - 2 : h + 1]];
            double speed = cross(b.x - a.x, b.y - a.y, to_x - x, to_y - y);
            double room = cross(b.x - a.x, b.y - a.y, x - a.x, y - a.y);
            if (h != entry && speed < 0 && room / -speed < best) {
                best = room / -speed;
                exit = h;
            }
        }
        if (exit == CW_NONE || terrain->twins[exit] == CW_NONE) {
            return CW_NONE;
        }
        entry = terrain->twins[exit];
        t = entry / 3;
    }
    return CW_NONE;
}

/// What the definition says about a step.
typedef enum verdict { UNSURE, OPEN_STEP, BARRED_STEP } verdict;

/// Whether an upright face bars a walker who comes over the plan segment at the given heights.
static verdict ask_wall(const scene_oracle *oracle, const oracle_face *face, const double *from,
                        const double *to, const double *heights, uint32_t samples) {
    /* The trace in plan, from its lowest to its highest corner along its longer axis. */
    int low = 0, high = 0;
    bool flat = fabs(face->nx) < fabs(face->ny);
    for (int k = 1; k < 3; k++) {
        double value = flat ? face->p[k].x : face->p[k].y;
        low = value < (flat ? face->p[low].x : face->p[low].y) ? k : low;
        high = value > (flat ? face->p[high].x : face->p[high].y) ? k : high;
    }
    cw_vec3 a = face->p[low], b = face->p[high];
    double dx = to[0] - from[0], dy = to[1] - from[1], ex = b.x - a.x, ey = b.y - a.y;
    double whole = cross(dx, dy, ex, ey);
    double length = sqrt(dx * dx + dy * dy), trace = sqrt(ex * ex + ey * ey);
    double slack = NEAR_BORDER / 10;
    if (fabs(whole) < 1e-3 * length * trace) {
        double off = cross(ex, ey, from[0] - a.x, from[1] - a.y) / fmax(trace, 1e-12);
        return fabs(off) < 0.01 + length * 1e-3 ? UNSURE : OPEN_STEP;
    }
    double along = cross(a.x - from[0], a.y - from[1], ex, ey) / whole;
    double across = cross(a.x - from[0], a.y - from[1], dx, dy) / whole;
    double end = slack / length, side = slack / fmax(trace, 1e-12);
    if (along < -end || along > 1 + end || across < -side || across > 1 + side) {
        return OPEN_STEP;
    }
    if (along < end || along > 1 - end || across < side || across > 1 - side) {
        return UNSURE;
    }
    double low_z = INFINITY, high_z = -INFINITY;
    double px = from[0] + along * dx, py = from[1] + along * dy;
    for (int k = 0; k < 3; k++) {
        cw_vec3 c = face->p[k], d = face->p[(k + 1) % 3];
        double s = flat ? c.x : c.y, e = flat ? d.x : d.y, at = flat ? px : py;
        if (s != e && (at - s) * (at - e) <= 0) {
            double z = c.z + (at - s) / (e - s) * (d.z - c.z);
            low_z = fmin(low_z, z);
            high_z = fmax(high_z, z);
        }
    }
    uint32_t at = (uint32_t)(along * (samples - 1));
    verdict result = OPEN_STEP;
    for (uint32_t i = at; i <= at + 1; i++) {
        double floor = heights[i] + oracle->config.step, roof = heights[i] + oracle->config.height;
        bool inside = high_z > floor + 0.02 && low_z < roof - 0.02;
        bool outside = high_z < floor - 0.02 || low_z > roof + 0.02 ||
                       (fabs(high_z - floor) < 1e-9 && heights[at] == heights[at + 1]);
        result = inside ? BARRED_STEP : outside ? result : result == BARRED_STEP ? result : UNSURE;
    }
    return result;
}

/// Whether the floor goes on along a step, at `samples` places; heights receives its heights.
static bool follow_floor(const scene_oracle *oracle, const double *from, const double *to,
                         double start, double *heights, uint32_t samples) {
    double floors[MOST_FLOORS], last = start;
    for (uint32_t i = 0; i < samples; i++) {
        double share = (double)i / (samples - 1);
        uint32_t count =
            scene_oracle_floors(oracle, from[0] + share * (to[0] - from[0]),
                                from[1] + share * (to[1] - from[1]), floors, MOST_FLOORS);
        double best = INFINITY;
        for (uint32_t j = 0; j < count; j++) {
            best = fabs(floors[j] - last) < fabs(best - last) ? floors[j] : best;
        }
        if (!(fabs(best - last) <= oracle->config.step - 0.005)) {
            return false;
        }
        last = heights[i] = best;
    }
    return true;
}

static verdict ask_step(const scene_oracle *oracle, const double *from, const double *to,
                        double start, uint32_t samples) {
    double heights[1024];
    const grid *g = &oracle->plan;
    if (!follow_floor(oracle, from, to, start, heights, samples)) {
        return UNSURE;
    }
    verdict result = OPEN_STEP;
    for (int y = cell_of(g, fmin(from[1], to[1]), g->y);
         y <= cell_of(g, fmax(from[1], to[1]), g->y); y++) {
        for (int x = cell_of(g, fmin(from[0], to[0]), g->x);
             x <= cell_of(g, fmax(from[0], to[0]), g->x); x++) {
            for (uint32_t i = g->first[y * GRID + x]; i < g->first[y * GRID + x + 1]; i++) {
                const oracle_face *face = &oracle->faces[g->items[i]];
                verdict here =
                    face->upright ? ask_wall(oracle, face, from, to, heights, samples) : OPEN_STEP;
                if (here == UNSURE) {
                    return UNSURE;
                }
                result = here == BARRED_STEP ? here : result;
            }
        }
    }
    return result;
}

/// Compares one step; the surface must have a triangle under its start.
static void compare_step(const scene_oracle *oracle, const ground *made, const double *from,
                         const double *to, uint32_t t, oracle_count *result) {
    double z = terrain_height(made->terrain, t, from[0], from[1]);
    verdict want = ask_step(oracle, from, to, z, 12);
    uint32_t end = walk(made->terrain, t, from[0], from[1], to[0], to[1]);
    result->asked++;
    if (want == UNSURE) {
        result->skipped++;
    } else if (want == BARRED_STEP && end != CW_NONE) {
        note(result, &result->missing, from[0], from[1], z);
    } else if (want == OPEN_STEP && end == CW_NONE) {
        if (ask_step(oracle, from, to, z, 1000) == OPEN_STEP) {
            note(result, &result->extra, from[0], from[1], z);
        } else {
            result->skipped++;
        }
    }
}

oracle_count scene_oracle_steps(const scene_oracle *oracle, const cw_surface *surface,
                                uint32_t count, double length, uint64_t seed) {
    oracle_count result = {0};
    cw_random random = {seed};
    ground *made = make_ground(surface);
    const grid *g = &made->plan;
    for (uint32_t i = 0; i < count; i++) {
        double side = oracle->plan.size * GRID;
        double from[2] = {oracle->plan.x + side * cw_random_unit(&random), 0}, to[2];
        from[1] = oracle->plan.y + side * cw_random_unit(&random);
        double dx = cw_random_range(&random, -1, 1), dy = cw_random_range(&random, -1, 1);
        double size = sqrt(dx * dx + dy * dy) + 1e-9;
        to[0] = from[0] + length * dx / size;
        to[1] = from[1] + length * dy / size;
        int cell = cell_of(g, from[1], g->y) * GRID + cell_of(g, from[0], g->x);
        for (uint32_t k = g->first[cell]; k < g->first[cell + 1]; k++) {
            if (terrain_covers(made->terrain, g->items[k], from[0], from[1])) {
                compare_step(oracle, made, from, to, g->items[k], &result);
            }
        }
    }
    free_ground(made);
    return result;
}
