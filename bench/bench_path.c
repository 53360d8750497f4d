/// Benchmark `path`: paths between random points that can be joined, on scenes made in code and, at
/// radius 0, on a map for which others have figures; without sights, with sights for the radius,
/// and with sights for any.
///
/// The figures of Polyanya (Cui, Harabor and Grastien 2017, radius 0) for two larger maps stand
/// beside scenes of ours with about as many cells: the scenes differ, so these are no limits.
#include "contest.h"
#include "ground.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/// Pairs per radius, draws for a pair, and times each is asked; arena has 160 pairs, asked oftener.
enum { PAIRS = 1000, QUICK_PAIRS = 50, DRAWS_PER_PAIR = 20, ROUNDS = 5, ARENA_ROUNDS = 40 };

/// A wheelchair is about as wide as a disc of 0.3 m.
static const double radii[] = {0, 0.3};

typedef struct subject {
    cw_bench_scene scene;
    const char *notes[3]; ///< for mean, median and p99 at radius 0; may be NULL
} subject;

static const subject subjects[] = {
    {{CW_SCENE_ROOMS, 0}, {NULL}},
    {{CW_SCENE_RECT, 10000}, {NULL}},
    {{CW_SCENE_MIX, 10000}, {NULL}},
    {{CW_SCENE_STAR, 10000}, {NULL}},
    {{CW_SCENE_CIRCLE, 10000}, {NULL}},
    {{CW_SCENE_MAZE, 10000}, {NULL}},
    {{CW_SCENE_ROOMS, 22200},
     {"Polyanya 198 on 16room_000, 5,518 polygons", "Polyanya 130", "Polyanya 748"}},
    {{CW_SCENE_ROOMS, 76700},
     {"Polyanya 551 to 769 on aurora, 19,244 polygons", "Polyanya 378", "Polyanya 3647"}},
};

/// Polyanya on arena, microseconds: mean, median, p99.
static const double arena_limits[3] = {0.9, 0.8, 1.7};

typedef struct pair {
    cw_vec3 start, goal;
} pair;

/// Pairs that can be joined, and pairs that cannot.
typedef struct pairs {
    pair *found, *blocked;
    uint32_t found_count, blocked_count, capacity;
} pairs;

/// A query that uses the sights of a radius, or of any, and what they cost.
typedef struct sighted {
    cw_sights *sights;
    cw_query *query;
    double seconds; ///< CPU time to make them
} sighted;

/// One way of asking.
typedef struct asker {
    cw_query *query;
    cw_path_request request;
    const pair *asked;
} asker;

static void answer(void *user, uint32_t question) {
    asker *self = user;
    cw_path path;
    self->request.start = self->asked[question].start;
    self->request.goals = &self->asked[question].goal;
    cw_query_find(self->query, &self->request, &path);
}

static asker make_asker(cw_query *query, double radius, cw_path_method method, const pair *asked) {
    asker made = {.query = query, .request = cw_path_request_default(), .asked = asked};
    made.request.radius = radius;
    made.request.method = method;
    made.request.goal_count = 1;
    return made;
}

/// To be freed also after a failure.
static cw_status sighted_make(const cw_bench_ground *ground, double radius, bool any,
                              sighted *made) {
    *made = (sighted){0};
    cw_bench_time start = cw_bench_now();
    cw_status status =
        any ? cw_sights_build_any(ground->context, &ground->clearance, &made->sights)
            : cw_sights_build(ground->context, &ground->clearance, radius, &made->sights);
    made->seconds = cw_bench_since(start).cpu;
    if (status == CW_OK) {
        status = cw_query_create(ground->context, &ground->clearance, &made->query);
    }
    const cw_sights *used = made->sights;
    return status == CW_OK ? cw_query_use_sights(made->query, &used, 1) : status;
}

static void sighted_free(sighted *made) {
    cw_query_free(made->query);
    cw_sights_free(made->sights);
    *made = (sighted){0};
}

static bool pairs_make(pairs *all, uint32_t capacity) {
    *all = (pairs){.capacity = capacity};
    all->found = malloc(capacity * sizeof *all->found);
    all->blocked = malloc(capacity * sizeof *all->blocked);
    return all->found != NULL && all->blocked != NULL;
}

static void pairs_free(pairs *all) {
    free(all->found);
    free(all->blocked);
    *all = (pairs){0};
}

/// Draws random pairs until enough can be joined.
static cw_status draw_pairs(cw_bench_ground *ground, double radius, pairs *all) {
    uint64_t seed = 1;
    uint32_t tries = DRAWS_PER_PAIR * all->capacity;
    while (tries-- > 0 && all->found_count < all->capacity) {
        pair drawn;
        bool joined = false;
        cw_status status = cw_query_random(ground->query, &seed, radius, &drawn.start);
        if (status == CW_OK) {
            status = cw_query_random(ground->query, &seed, radius, &drawn.goal);
        }
        if (status == CW_OK) {
            status = cw_query_reachable(ground->query, drawn.start, drawn.goal, radius, &joined);
        }
        if (status != CW_OK) {
            return status;
        }
        if (joined) {
            all->found[all->found_count++] = drawn;
        } else if (all->blocked_count < all->capacity) {
            all->blocked[all->blocked_count++] = drawn;
        }
    }
    return CW_OK;
}

static void tell_spread(cw_bench_report *report, const char *name, const char *const *quantities,
                        cw_bench_spread spread, const double *limits, const char *const *notes) {
    const double values[3] = {spread.mean, spread.median, spread.p99};
    for (uint32_t i = 0; i < 3; i++) {
        cw_bench_tell(report, name, quantities[i], values[i] * 1e6, "us",
                      limits != NULL ? limits[i] : INFINITY, notes != NULL ? notes[i] : NULL);
    }
}

static const char *const shortest_quantities[] = {"shortest, mean", "shortest, median",
                                                  "shortest, p99"};
static const char *const sighted_quantities[] = {"with sights, mean", "with sights, median",
                                                 "with sights, p99"};
static const char *const length_quantities[] = {
    "length with sights, mean", "length with sights, median", "length with sights, p99"};
static const char *const any_quantities[] = {
    "with sights for any, mean", "with sights for any, median", "with sights for any, p99"};
static const char *const corridor_quantities[] = {"corridor, mean", "corridor, median",
                                                  "corridor, p99"};

static void tell_sights(cw_bench_report *report, const cw_bench_ground *ground, const char *name,
                        const sighted *one, const sighted *any) {
    cw_bench_tell(report, name, "clearance tables, memory",
                  (double)cw_clearance_bytes(&ground->clearance) / 1e3, "kB", INFINITY, NULL);
    cw_bench_tell(report, name, "sights, CPU time", one->seconds * 1e3, "ms", INFINITY, NULL);
    cw_bench_tell(report, name, "sights, memory", (double)cw_sights_bytes(one->sights) / 1e3, "kB",
                  INFINITY, NULL);
    cw_bench_tell(report, name, "sights for any, CPU time", any->seconds * 1e3, "ms", INFINITY,
                  NULL);
    cw_bench_tell(report, name, "sights for any, memory",
                  (double)cw_sights_bytes(any->sights) / 1e3, "kB", INFINITY, NULL);
}

/// All ways of asking on the same pairs.
static cw_status contend(cw_bench_report *report, cw_bench_ground *ground, const char *name,
                         double radius, const pairs *all, const sighted *one, const sighted *any,
                         uint32_t rounds, const double *limits, const char *const *notes) {
    asker askers[5] = {make_asker(ground->query, radius, CW_PATH_SHORTEST, all->found),
                       make_asker(one->query, radius, CW_PATH_SHORTEST, all->found),
                       make_asker(ground->query, radius, CW_PATH_CORRIDOR, all->found),
                       make_asker(one->query, radius, CW_PATH_SHORTEST, all->found),
                       make_asker(any->query, radius, CW_PATH_SHORTEST, all->found)};
    askers[3].request.length_only = true; /* what a search of Polyanya's tells */
    cw_bench_contender contenders[5] = {{.user = &askers[0], .answer = answer},
                                        {.user = &askers[1], .answer = answer},
                                        {.user = &askers[2], .answer = answer},
                                        {.user = &askers[3], .answer = answer},
                                        {.user = &askers[4], .answer = answer}};
    uint32_t count = radius > 0 ? 5 : 4; /* those for any radius are no help to points */
    if (!cw_bench_contest(contenders, count, all->found_count, rounds, report->stopped)) {
        return report->stopped() ? CW_ERROR_CANCELLED : CW_ERROR_MEMORY;
    }
    tell_spread(report, name, shortest_quantities, contenders[0].spread, limits, notes);
    tell_spread(report, name, sighted_quantities, contenders[1].spread, NULL, NULL);
    tell_spread(report, name, length_quantities, contenders[3].spread, NULL, NULL);
    tell_spread(report, name, corridor_quantities, contenders[2].spread, NULL, NULL);
    if (radius > 0) {
        tell_spread(report, name, any_quantities, contenders[4].spread, NULL, NULL);
    }
    return CW_OK;
}

/// Makes the sights, then all methods on the same pairs.
static cw_status measure_pairs(cw_bench_report *report, cw_bench_ground *ground, const char *name,
                               double radius, const pairs *all, uint32_t rounds,
                               const double *limits, const char *const *notes) {
    sighted one, any = {0};
    cw_status status = sighted_make(ground, radius, false, &one);
    if (status == CW_OK) {
        status = sighted_make(ground, radius, true, &any);
    }
    if (status == CW_OK) {
        status = contend(report, ground, name, radius, all, &one, &any, rounds, limits, notes);
    }
    if (status == CW_OK) {
        tell_sights(report, ground, name, &one, &any);
    }
    sighted_free(&any);
    sighted_free(&one);
    return status;
}

/// How fast "there is no way" comes.
static cw_status measure_blocked(cw_bench_report *report, cw_bench_ground *ground, const char *name,
                                 double radius, const pairs *all) {
    asker blocked = make_asker(ground->query, radius, CW_PATH_SHORTEST, all->blocked);
    cw_bench_contender contender = {.user = &blocked, .answer = answer};
    if (!cw_bench_contest(&contender, 1, all->blocked_count, ROUNDS, report->stopped)) {
        return report->stopped() ? CW_ERROR_CANCELLED : CW_ERROR_MEMORY;
    }
    cw_bench_tell(report, name, "no way, median", contender.spread.median * 1e6, "us", INFINITY,
                  NULL);
    return CW_OK;
}

static cw_status measure_radius(cw_bench_report *report, cw_bench_ground *ground,
                                const subject *asked, double radius) {
    pairs all;
    cw_status status = CW_ERROR_MEMORY;
    if (pairs_make(&all, report->quick ? QUICK_PAIRS : PAIRS)) {
        status = draw_pairs(ground, radius, &all);
    }
    char name[40];
    snprintf(name, sizeof name, "%s, %u cells, r %g", cw_bench_scene_name(&asked->scene),
             ground->mesh.cell_count, radius);
    if (status == CW_OK && all.found_count > 0) {
        status = measure_pairs(report, ground, name, radius, &all, report->quick ? 1 : ROUNDS, NULL,
                               radius == 0 ? asked->notes : NULL);
    }
    if (status == CW_OK && all.blocked_count > 0) {
        status = measure_blocked(report, ground, name, radius, &all);
    }
    pairs_free(&all);
    return status;
}

static cw_status measure_subject(cw_bench_report *report, cw_context *context,
                                 const subject *asked) {
    cw_bench_ground ground;
    cw_status status = cw_bench_ground_open(context, &asked->scene, &ground);
    for (uint32_t i = 0; status == CW_OK && i < sizeof radii / sizeof radii[0]; i++) {
        status = measure_radius(report, &ground, asked, radii[i]);
    }
    cw_bench_ground_free(&ground);
    return status;
}

/// Reads the ends of a `.scen` file of the MovingAI benchmarks.
static bool read_pairs(const char *path, pairs *all) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    char line[512];
    while (all->found_count < all->capacity && fgets(line, sizeof line, file) != NULL) {
        pair *next = &all->found[all->found_count];
        *next = (pair){{0, 0, 0}, {0, 0, 0}};
        int fields = sscanf(line, "%*s %*s %*s %*s %lf %lf %lf %lf", &next->start.x, &next->start.y,
                            &next->goal.x, &next->goal.y);
        all->found_count += fields == 4 ? 1 : 0;
    }
    fclose(file);
    return all->found_count > 0;
}

static cw_status measure_arena(cw_bench_report *report, cw_context *context) {
    char mesh_path[1024], pairs_path[1024];
    snprintf(mesh_path, sizeof mesh_path, "%s/navmeshes/arena-merged.mesh", report->data);
    snprintf(pairs_path, sizeof pairs_path, "%s/queries/arena.scen", report->data);
    if (access(mesh_path, R_OK) != 0 || access(pairs_path, R_OK) != 0) {
        char message[1200];
        snprintf(message, sizeof message, "%s is not there: arena left out", mesh_path);
        report->skip(report->user, message);
        return CW_OK;
    }
    static const char *const notes[] = {"Polyanya 0.9", "Polyanya 0.8", "Polyanya 1.7"};
    cw_bench_ground ground = {0};
    cw_navmesh mesh = {0};
    pairs all;
    cw_status status = pairs_make(&all, PAIRS) ? CW_OK : CW_ERROR_MEMORY;
    if (status == CW_OK) {
        status = cw_navmesh_read(context, mesh_path, &mesh);
    }
    if (status == CW_OK) {
        status = cw_bench_ground_take(context, &mesh, &ground);
    }
    if (status == CW_OK && read_pairs(pairs_path, &all)) {
        char name[40];
        snprintf(name, sizeof name, "arena-merged, %u cells, r 0", ground.mesh.cell_count);
        status = measure_pairs(report, &ground, name, 0, &all, report->quick ? 2 : ARENA_ROUNDS,
                               arena_limits, notes);
    }
    pairs_free(&all);
    cw_bench_ground_free(&ground);
    return status;
}

static cw_status measure_all(cw_bench_report *report, cw_context *context) {
    cw_status status = measure_arena(report, context);
    uint32_t count = report->quick ? 1 : sizeof subjects / sizeof subjects[0];
    for (uint32_t i = 0; status == CW_OK && i < count; i++) {
        status = measure_subject(report, context, &subjects[i]);
    }
    return status;
}

cw_status cw_bench_path(cw_bench_report *report) {
    return cw_bench_run(report, measure_all);
}
