/// Benchmark `path`: paths between random points that can be joined, on scenes made in code and, at
/// radius 0, on a map for which others have figures; for discs without sights and with them. At
/// radius 0, where there are no sights, a plain Polyanya answers the same questions in the same
/// run.
///
/// The figures that were measured for Polyanya's own program (Cui, Harabor and Grastien 2017) stand
/// beside ours on arena, and for two larger maps beside scenes of ours that are like them: the
/// scenes differ, so those are no limits.
#include "asker.h"
#include "peers/polyanya.h"

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
    {{.vertices = 0}, {NULL}},
    {{.family = CW_SCENE_RECT, .vertices = 10000}, {NULL}},
    {{.family = CW_SCENE_MIX, .vertices = 10000}, {NULL}},
    {{.family = CW_SCENE_STAR, .vertices = 10000}, {NULL}},
    {{.family = CW_SCENE_CIRCLE, .vertices = 10000}, {NULL}},
    {{.family = CW_SCENE_MAZE, .vertices = 10000}, {NULL}},
    {{.square_rooms = 30},
     {"Polyanya 198 on 16room_000, 5,518 polygons", "Polyanya 130", "Polyanya 748"}},
    {{.family = CW_SCENE_ROOMS, .vertices = 22200}, {NULL}},
    {{.family = CW_SCENE_ROOMS, .vertices = 76700}, {NULL}},
    {{.caves = 480},
     {"Polyanya 551 to 769 on aurora, 19,244 polygons", "Polyanya 378", "Polyanya 3647"}},
};

/// Polyanya on arena, microseconds: mean, median, p99.
static const double arena_limits[3] = {0.9, 0.8, 1.7};

/// Pairs that can be joined, and pairs that cannot.
typedef struct pairs {
    cw_bench_pair *found, *blocked;
    uint32_t found_count, blocked_count, capacity;
} pairs;

/// Ways of asking, in the order in which they are told.
typedef enum way { SHORTEST, SIGHTED, LENGTH, SIGHTED_LENGTH, PEER, PEER_LENGTH, WAY_COUNT } way;

static const char *const quantities[WAY_COUNT][3] = {
    [SHORTEST] = {"shortest, mean", "shortest, median", "shortest, p99"},
    [SIGHTED] = {"with sights, mean", "with sights, median", "with sights, p99"},
    [LENGTH] = {"length, mean", "length, median", "length, p99"},
    [SIGHTED_LENGTH] = {"length with sights, mean", "length with sights, median",
                        "length with sights, p99"},
    [PEER] = {"plain Polyanya, mean", "plain Polyanya, median", "plain Polyanya, p99"},
    [PEER_LENGTH] = {"plain Polyanya length, mean", "plain Polyanya length, median",
                     "plain Polyanya length, p99"},
};

/// Which ways are set against the peer's, path against path and length against length.
static const struct {
    way ours, theirs;
    const char *quantity;
} ratios[] = {
    {SHORTEST, PEER, "shortest / plain Polyanya"},
    {LENGTH, PEER_LENGTH, "length / plain Polyanya"},
};

/// One set of questions on one mesh, and all that answers them.
typedef struct trial {
    cw_bench_report *report;
    cw_bench_ground *ground;
    const char *name;
    double radius;
    const pairs *all;
    uint32_t rounds;
    const double *limits;     ///< for the shortest without sights: mean, median, p99; or NULL
    const char *const *notes; ///< beside them; or NULL
    cw_bench_sighted sighted; ///< for discs
    cw_polyanya *peer;        ///< at radius 0
} trial;

static void peer_length(void *user, uint32_t question) {
    const trial *self = user;
    const cw_bench_pair *asked = &self->all->found[question];
    double length;
    cw_polyanya_find(self->peer, asked->start, asked->goal, &length);
}

static void peer_points(void *user, uint32_t question) {
    const trial *self = user;
    const cw_vec2 *points;
    uint32_t count;
    peer_length(user, question);
    cw_polyanya_points(self->peer, &points, &count);
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
        cw_bench_pair drawn;
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

static void tell_spread(const trial *self, way which, cw_bench_spread spread) {
    const double values[3] = {spread.mean, spread.median, spread.p99};
    bool judged = which == SHORTEST;
    for (uint32_t i = 0; i < 3; i++) {
        cw_bench_tell(self->report, self->name, quantities[which][i], values[i] * 1e6, "us",
                      judged && self->limits != NULL ? self->limits[i] : INFINITY,
                      judged && self->notes != NULL ? self->notes[i] : NULL);
    }
}

static void tell_ratios(const trial *self, const cw_bench_spread *spreads) {
    for (uint32_t i = 0; i < sizeof ratios / sizeof ratios[0]; i++) {
        cw_bench_tell(self->report, self->name, ratios[i].quantity,
                      spreads[ratios[i].ours].mean / spreads[ratios[i].theirs].mean, "times",
                      INFINITY, "means");
    }
}

static void tell_sights(const trial *self) {
    cw_bench_report *report = self->report;
    const cw_bench_sighted *sighted = &self->sighted;
    cw_bench_tell(report, self->name, "sights, CPU time", sighted->seconds * 1e3, "ms", INFINITY,
                  NULL);
    cw_bench_tell(report, self->name, "sights, memory",
                  (double)cw_sights_bytes(sighted->sights) / 1e3, "kB", INFINITY, NULL);
}

/// The ways of ours.
static void make_askers(const trial *self, cw_bench_asker *askers) {
    for (uint32_t i = 0; i < PEER; i++) {
        bool sighted = i == SIGHTED || i == SIGHTED_LENGTH;
        cw_query *query = sighted ? self->sighted.query : self->ground->query;
        askers[i] = cw_bench_asker_make(query, self->radius, self->all->found);
        askers[i].request.length_only = i == LENGTH || i == SIGHTED_LENGTH;
    }
}

/// Points have no sights; nobody else has a radius.
static bool is_asked(const trial *self, way which) {
    bool sighted = which == SIGHTED || which == SIGHTED_LENGTH;
    return which == SHORTEST || sighted == (self->peer == NULL);
}

/// All ways of asking on the same pairs.
static cw_status contend(trial *self) {
    cw_bench_asker askers[PEER];
    cw_bench_contender contenders[WAY_COUNT];
    way asked[WAY_COUNT];
    uint32_t count = 0;
    make_askers(self, askers);
    for (uint32_t i = 0; i < WAY_COUNT; i++) {
        if (is_asked(self, (way)i)) {
            asked[count] = (way)i;
            contenders[count++] =
                i < PEER ? cw_bench_asker_contender(&askers[i])
                         : (cw_bench_contender){.user = self,
                                                .answer = i == PEER ? peer_points : peer_length};
        }
    }
    if (!cw_bench_contest(contenders, count, self->all->found_count, self->rounds,
                          self->report->stopped)) {
        return self->report->stopped() ? CW_ERROR_CANCELLED : CW_ERROR_MEMORY;
    }
    cw_bench_spread spreads[WAY_COUNT] = {0};
    for (uint32_t i = 0; i < count; i++) {
        spreads[asked[i]] = contenders[i].spread;
        tell_spread(self, asked[i], contenders[i].spread);
    }
    if (self->peer != NULL) {
        tell_ratios(self, spreads);
    }
    return CW_OK;
}

/// Makes the sights of discs, or the peer of points.
static cw_status prepare(trial *self) {
    if (self->radius == 0) {
        return cw_polyanya_create(&self->ground->mesh, &self->peer);
    }
    return cw_bench_sighted_make(self->ground, &self->sighted);
}

/// All methods on the same pairs.
static cw_status measure_pairs(trial *self) {
    cw_status status = prepare(self);
    if (status == CW_OK) {
        status = contend(self);
    }
    if (status == CW_OK) {
        cw_bench_tell(self->report, self->name, "clearance tables, memory",
                      (double)cw_clearance_bytes(&self->ground->clearance) / 1e3, "kB", INFINITY,
                      NULL);
    }
    if (status == CW_OK && self->radius > 0) {
        tell_sights(self);
    }
    cw_polyanya_free(self->peer);
    cw_bench_sighted_free(&self->sighted);
    return status;
}

/// How fast "there is no way" comes.
static cw_status measure_blocked(const trial *self) {
    cw_bench_asker blocked =
        cw_bench_asker_make(self->ground->query, self->radius, self->all->blocked);
    cw_bench_contender contender = cw_bench_asker_contender(&blocked);
    if (!cw_bench_contest(&contender, 1, self->all->blocked_count, ROUNDS, self->report->stopped)) {
        return self->report->stopped() ? CW_ERROR_CANCELLED : CW_ERROR_MEMORY;
    }
    cw_bench_tell(self->report, self->name, "no way, median", contender.spread.median * 1e6, "us",
                  INFINITY, NULL);
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
    trial self = {.report = report,
                  .ground = ground,
                  .name = name,
                  .radius = radius,
                  .all = &all,
                  .rounds = report->quick ? 1 : ROUNDS,
                  .notes = radius == 0 ? asked->notes : NULL};
    if (status == CW_OK && all.found_count > 0) {
        status = measure_pairs(&self);
    }
    if (status == CW_OK && all.blocked_count > 0) {
        status = measure_blocked(&self);
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
        cw_bench_pair *next = &all->found[all->found_count];
        *next = (cw_bench_pair){{0, 0, 0}, {0, 0, 0}};
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
        trial self = {.report = report,
                      .ground = &ground,
                      .name = name,
                      .all = &all,
                      .rounds = report->quick ? 2 : ARENA_ROUNDS,
                      .limits = arena_limits,
                      .notes = notes};
        status = measure_pairs(&self);
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
