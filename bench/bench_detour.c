/// Benchmark `detour`: paths beside Detour (Recast's run time, Debian's librecast), both in one
/// run, on the same floors and between the same points.
///
/// Three floors made in code are baked by Recast for one radius; Clearway's mesh of the same floor
/// knows no radius and is asked for that one, without sights and with sights. Detour's answer is
/// findPath + findStraightPath: the shortest chain of polygons by the midpoints of their edges,
/// then the shortest path inside it. Clearway is also asked on Detour's own polygons, taken over
/// exactly, where both walk the same floor at radius 0 and lengths can be compared to the last
/// digit. Levels of the data of others are baked with the settings of Recast's sample and compared
/// on Detour's polygons only.
///
/// Points are random, at least the radius away from every wall, and on both meshes; pairs that
/// either cannot join are counted and left out.
#include "level.h"
#include "peers/detour_pairs.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

enum { PAIRS = 2000, QUICK_PAIRS = 200, ROUNDS = 7, QUICK_ROUNDS = 2 };

/// Metres between the points of a path where its distance to walls is looked at, and by how much
/// less than the radius is too near.
static const double sample_step = 0.05, too_near = 0.01;
/// Detour's places are floats, and its heights steps: on its own polygons, in voxels, places may
/// lie so far beside the floor.
static const double float_reach = 100;
/// By which part of the radius it differs from question to question, where it does.
static const double radius_step = 1e-8;
/// Questions after which the first radius comes again.
enum { RADII_IN_TURN = 8 };

/// A floor made in code: about 150 and about 4,600 of Recast's polygons, and an office.
typedef struct floor_made {
    const char *name;
    cw_bench_scene scene;
    cw_recast_settings settings;
    double limit; ///< of our mean with sights, in times Detour's
} floor_made;

static const floor_made floors[] = {
    {"rooms", {.family = CW_SCENE_ROOMS, .vertices = 220}, {0.15, 0.3}, 1},
    {"office", {.vertices = 0}, {0.1, 0.3}, INFINITY},
    {"boxes", {.family = CW_SCENE_RECT, .vertices = 4270}, {0.15, 0.3}, 1},
};

/// Levels, with the settings of Recast's sample.
static const char *const levels[] = {"nav_test", "dungeon"};
static const cw_recast_settings level_settings = {0.3, 0.6};

/// Which query is asked: on our mesh, or on Detour's polygons; with which sights.
typedef enum source {
    OURS,        ///< nothing prepared
    OURS_SIGHTS, ///< with sights
    OURS_TURNS,  ///< the same, asked for eight radii in turn
    OURS_FRESH,  ///< the same, asked for another radius each time
    SAME,        ///< on Detour's polygons, nothing prepared
    SOURCE_COUNT
} source;

/// One way of asking Clearway.
typedef struct way {
    const char *name;
    source from;
    bool radius; ///< that of the floor, or 0
    double slack;
    bool lengths; ///< compared with Detour's; those with sights are those without
} way;

static const way ways[] = {
    {"shortest", OURS, true, 0, true},
    {"with sights", OURS_SIGHTS, true, 0, false},
    {"eight radii in turn", OURS_TURNS, true, 0, false},
    {"a new radius each time", OURS_FRESH, true, 0, false},
    {"slack 0.02", OURS, true, 0.02, true},
    {"radius 0", OURS, false, 0, false},
    {"its polygons", SAME, false, 0, true},
};

enum { WAYS = sizeof ways / sizeof ways[0], MOST_CONTENDERS = WAYS + 2 };

/// A scene with everything that is asked about it.
typedef struct trial {
    cw_bench_report *report;
    cw_context *context;
    char name[40];
    cw_recast_settings settings;
    double limit;
    cw_recast *baked;
    cw_bench_ground ours; ///< has no query on a level
    cw_bench_ground same; ///< Detour's polygons, in voxels
    cw_detour_frame frame;
    cw_bench_sighted sighted;
    cw_query *turns, *fresh;
    cw_detour_pairs pairs;
} trial;

// --- Detour as a contender -----------------------------------------------------------------------

static void answer(void *user, uint32_t question) {
    trial *self = user;
    const cw_recast_place *places = self->pairs.places[question];
    cw_recast_find(self->baked, &places[0], &places[1]);
}

static void locate_and_answer(void *user, uint32_t question) {
    trial *self = user;
    const cw_bench_pair *asked = &self->pairs.asked[question];
    cw_recast_place start, goal;
    cw_recast_locate(self->baked, asked->start, &start);
    cw_recast_locate(self->baked, asked->goal, &goal);
    cw_recast_find(self->baked, &start, &goal);
}

// --- what is told --------------------------------------------------------------------------------

static void tell(const trial *self, const char *quantity, double value, const char *unit) {
    cw_bench_tell(self->report, self->name, quantity, value, unit, INFINITY, NULL);
}

/// Times, and times Detour's.
static void tell_spread(const trial *self, const char *name, cw_bench_spread spread,
                        const cw_bench_spread *detour, double limit) {
    static const char *const parts[] = {"mean", "median", "p99"};
    const double values[] = {spread.mean, spread.median, spread.p99};
    const double theirs[] = {detour->mean, detour->median, detour->p99};
    char quantity[80];
    for (uint32_t i = 0; i < 3; i++) {
        snprintf(quantity, sizeof quantity, "%s, %s", name, parts[i]);
        tell(self, quantity, values[i] * 1e6, "us");
    }
    for (uint32_t i = 0; i < 3 && detour->mean != spread.mean; i++) {
        snprintf(quantity, sizeof quantity, "%s / Detour, %s", name, parts[i]);
        cw_bench_tell(self->report, self->name, quantity, values[i] / theirs[i], "times",
                      i == 0 ? limit : INFINITY, NULL);
    }
}

/// Lengths over Detour's: the mean ratio, and how many ways are longer by over a tenth of a
/// millimetre.
static void tell_lengths(const trial *self, const char *name, cw_bench_asker *asker, double scale) {
    double sum = 0;
    uint32_t longer = 0;
    for (uint32_t i = 0; i < self->pairs.count; i++) {
        double length = scale * cw_bench_asker_find(asker, i), theirs = self->pairs.lengths[i];
        sum += theirs > 0 ? length / theirs : 1;
        longer += length > theirs + 1e-4 ? 1 : 0;
    }
    char quantity[80];
    snprintf(quantity, sizeof quantity, "%s, length / Detour's", name);
    tell(self, quantity, sum / self->pairs.count, "times");
    snprintf(quantity, sizeof quantity, "%s, longer than Detour's", name);
    tell(self, quantity, longer, "");
}

static void tell_sights(const trial *self, const char *name, const cw_bench_sighted *sights) {
    char quantity[80];
    if (sights->sights != NULL) {
        snprintf(quantity, sizeof quantity, "%s, CPU time", name);
        tell(self, quantity, sights->seconds * 1e3, "ms");
        snprintf(quantity, sizeof quantity, "%s, memory", name);
        tell(self, quantity, (double)cw_sights_bytes(sights->sights) / 1e3, "kB");
    }
}

static void tell_ground(const trial *self) {
    tell(self, "Recast, CPU time", cw_recast_seconds(self->baked) * 1e3, "ms");
    tell(self, "pairs", self->pairs.count, "");
    tell(self, "pairs off Detour's mesh", self->pairs.off_detour, "");
    tell(self, "pairs that only Clearway joins", self->pairs.only_ours, "");
    tell(self, "pairs that only Detour joins", self->pairs.only_detour, "");
    tell_sights(self, "sights", &self->sighted);
}

/// The least distance to a wall along a straight piece, by Clearway's exact distance.
static double least_distance(const trial *self, cw_vec3 a, cw_vec3 b) {
    uint32_t steps = 1 + (uint32_t)(hypot(b.x - a.x, b.y - a.y) / sample_step);
    double least = INFINITY;
    for (uint32_t k = 0; k <= steps; k++) {
        double t = (double)k / steps, distance = 0;
        cw_vec2 nearest;
        cw_vec3 point = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), 0};
        if (cw_query_wall(self->ours.query, point, &distance, &nearest) == CW_OK) {
            least = distance < least ? distance : least;
        }
    }
    return least;
}

/// How near Detour's paths come to the walls.
static void tell_clearance(const trial *self) {
    double least = INFINITY;
    uint32_t near = 0;
    for (uint32_t i = 0; i < self->pairs.count; i++) {
        double own = INFINITY;
        cw_recast_find(self->baked, &self->pairs.places[i][0], &self->pairs.places[i][1]);
        for (uint32_t k = 1; k < cw_recast_corner_count(self->baked); k++) {
            double piece = least_distance(self, cw_recast_corner(self->baked, k - 1),
                                          cw_recast_corner(self->baked, k));
            own = piece < own ? piece : own;
        }
        near += own < self->settings.radius - too_near ? 1 : 0;
        least = own < least ? own : least;
    }
    tell(self, "Detour's least distance to a wall", least, "m");
    tell(self, "Detour's paths 1 cm too near", 100.0 * near / self->pairs.count, "%");
}

// --- the contest ---------------------------------------------------------------------------------

static cw_query *query_of(const trial *self, source from) {
    cw_query *const queries[SOURCE_COUNT] = {
        [OURS] = self->ours.query,  [OURS_SIGHTS] = self->sighted.query, [OURS_TURNS] = self->turns,
        [OURS_FRESH] = self->fresh, [SAME] = self->same.query,
    };
    return queries[from];
}

static cw_bench_asker make_asker(const trial *self, const way *asked) {
    double radius = asked->radius ? self->settings.radius : 0;
    const cw_bench_pair *pairs = asked->from == SAME ? self->pairs.framed : self->pairs.asked;
    cw_bench_asker made = cw_bench_asker_make(query_of(self, asked->from), radius, pairs);
    made.request.slack = asked->slack;
    made.request.reach = asked->from == SAME ? float_reach : 0;
    if (asked->from == OURS_TURNS || asked->from == OURS_FRESH) {
        made.step = radius_step * radius;
        made.turns = asked->from == OURS_TURNS ? RADII_IN_TURN : UINT32_MAX;
    }
    return made;
}

static void tell_way(const trial *self, const way *asked, cw_bench_asker *asker,
                     cw_bench_spread spread, const cw_bench_spread *detour) {
    tell_spread(self, asked->name, spread, detour,
                asked->from == OURS_SIGHTS ? self->limit : (double)INFINITY);
    if (asked->lengths) {
        tell_lengths(self, asked->name, asker, asked->from == SAME ? self->frame.scale : 1);
    }
}

/// Detour, twice, and every way that there is a query for.
static cw_status contend(trial *self) {
    cw_bench_asker askers[WAYS];
    cw_bench_contender contenders[MOST_CONTENDERS] = {{.user = self, .answer = answer},
                                                      {.user = self, .answer = locate_and_answer}};
    uint32_t count = 2;
    for (uint32_t i = 0; i < WAYS; i++) {
        askers[i] = make_asker(self, &ways[i]);
        if (askers[i].query != NULL) {
            contenders[count++] = cw_bench_asker_contender(&askers[i]);
        }
    }
    if (!cw_bench_contest(contenders, count, self->pairs.count,
                          self->report->quick ? QUICK_ROUNDS : ROUNDS, self->report->stopped)) {
        return self->report->stopped() ? CW_ERROR_CANCELLED : CW_ERROR_MEMORY;
    }
    const cw_bench_spread *detour = &contenders[0].spread;
    tell_spread(self, "Detour", *detour, detour, INFINITY);
    tell_spread(self, "Detour and findNearestPoly", contenders[1].spread, detour, INFINITY);
    for (uint32_t i = 0, next = 2; i < WAYS; i++) {
        if (askers[i].query != NULL) {
            tell_way(self, &ways[i], &askers[i], contenders[next++].spread, detour);
        }
    }
    tell_ground(self);
    return CW_OK;
}

// --- scenes --------------------------------------------------------------------------------------

static cw_status fail(const trial *self, const char *what) {
    return cw_context_fail(self->context, CW_ERROR_INTERNAL, "%s: %s", self->name, what);
}

/// Clearway on Detour's own polygons.
static cw_status open_same(trial *self) {
    cw_polygons polygons;
    cw_navmesh mesh = {0};
    cw_recast_polygons(self->baked, &polygons, &self->frame.origin);
    self->frame.scale = self->settings.voxel;
    cw_status status = cw_navmesh_from_polygons(self->context, &polygons, &mesh);
    return status == CW_OK ? cw_bench_ground_take(self->context, &mesh, &self->same) : status;
}

/// All sights on our own mesh.
static cw_status open_sights(trial *self) {
    cw_status status = cw_bench_sighted_make(&self->ours, &self->sighted);
    if (status == CW_OK) {
        status = cw_bench_sighted_query(&self->ours, &self->sighted, &self->turns);
    }
    if (status == CW_OK) {
        status = cw_bench_sighted_query(&self->ours, &self->sighted, &self->fresh);
    }
    return status;
}

static void close_trial(trial *self) {
    cw_detour_pairs_free(&self->pairs);
    cw_query_free(self->fresh);
    cw_query_free(self->turns);
    cw_bench_sighted_free(&self->sighted);
    cw_bench_ground_free(&self->same);
    cw_bench_ground_free(&self->ours);
    cw_recast_free(self->baked);
}

/// Draws the pairs on our mesh where there is one, else on Detour's polygons, and lets all answer.
static cw_status ask(trial *self) {
    static const cw_detour_frame metres = {{0, 0, 0}, 1};
    bool floor = self->ours.query != NULL;
    uint32_t wanted = self->report->quick ? QUICK_PAIRS : PAIRS;
    cw_status status = cw_detour_pairs_draw(
        self->baked, floor ? self->ours.query : self->same.query, floor ? self->settings.radius : 0,
        floor ? &metres : &self->frame, &self->frame, wanted, &self->pairs);
    if (status == CW_OK && self->pairs.count == 0) {
        status = fail(self, "no pair can be joined by both");
    }
    if (status == CW_OK) {
        status = contend(self);
    }
    if (status == CW_OK && floor) {
        tell_clearance(self);
    }
    return status;
}

/// The floor's surface baked by Recast, and our mesh of it.
static cw_status open_floor(trial *self, const floor_made *floor) {
    cw_plan plan = {0};
    cw_surface surface = {0};
    cw_navmesh mesh = {0};
    cw_status status = cw_bench_scene_plan(self->context, &floor->scene, &plan);
    if (status == CW_OK) {
        status = cw_surface_from_plan(self->context, &plan, NULL, &surface);
    }
    if (status == CW_OK) {
        status = cw_navmesh_build(self->context, &surface, NULL, &mesh);
    }
    if (status == CW_OK) {
        self->baked = cw_recast_bake_surface(&surface, &floor->settings);
        status = cw_bench_ground_take(self->context, &mesh, &self->ours);
    }
    cw_surface_free(self->context, &surface);
    cw_plan_free(self->context, &plan);
    return status == CW_OK && self->baked == NULL ? fail(self, "Recast gives up") : status;
}

static void name_trial(trial *self, const char *name) {
    snprintf(self->name, sizeof self->name, "%s, %u polygons", name, self->same.mesh.cell_count);
}

static cw_status measure_floor(cw_bench_report *report, cw_context *context,
                               const floor_made *floor) {
    trial self = {
        .report = report, .context = context, .settings = floor->settings, .limit = floor->limit};
    snprintf(self.name, sizeof self.name, "%s", floor->name);
    cw_status status = open_floor(&self, floor);
    if (status == CW_OK) {
        status = open_same(&self);
    }
    if (status == CW_OK) {
        status = open_sights(&self);
    }
    if (status == CW_OK) {
        name_trial(&self, floor->name);
        status = ask(&self);
    }
    close_trial(&self);
    return status;
}

static cw_status measure_level(cw_bench_report *report, cw_context *context, const char *name) {
    char path[1024], message[1200];
    snprintf(path, sizeof path, "%s/meshes/%s.obj", report->data, name);
    if (access(path, R_OK) != 0) {
        snprintf(message, sizeof message, "%s is not there: %s left out", path, name);
        report->skip(report->user, message);
        return CW_OK;
    }
    trial self = {
        .report = report, .context = context, .settings = level_settings, .limit = INFINITY};
    snprintf(self.name, sizeof self.name, "%s", name);
    cw_recast_level level;
    if (cw_bench_level_read(path, &level)) {
        self.baked = cw_recast_bake_level(&level, &self.settings);
    }
    cw_bench_level_free(&level);
    cw_status status = self.baked != NULL ? open_same(&self) : fail(&self, "Recast gives up");
    if (status == CW_OK) {
        name_trial(&self, name);
        status = ask(&self);
    }
    close_trial(&self);
    return status;
}

static cw_status measure_all(cw_bench_report *report, cw_context *context) {
    cw_status status = CW_OK;
    for (uint32_t i = 0; status == CW_OK && i < sizeof floors / sizeof floors[0]; i++) {
        status = measure_floor(report, context, &floors[i]);
    }
    for (uint32_t i = 0; status == CW_OK && i < sizeof levels / sizeof levels[0]; i++) {
        status = measure_level(report, context, levels[i]);
    }
    return status;
}

cw_status cw_bench_detour(cw_bench_report *report) {
    if (!cw_recast_is_here()) {
        report->skip(report->user, "this build is without librecast, so detour is left out; `make "
                                   "bench` installs it and builds with it");
        return CW_OK;
    }
    return cw_bench_run(report, measure_all);
}
