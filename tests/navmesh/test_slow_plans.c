/// Many random plans of every family, size, rotation, scale, place, lattice, effort and relaxation:
/// each gives a valid surface and a valid mesh of few cells.
///
///   CW_SLOW_PLANS=100000 tests/test_slow_plans
///
/// The plans are the same for any number of them: plan i depends on i alone. CW_SLOW_FIRST starts
/// at another one; CW_SLOW_LISTED is how many plans are told one by one.
#include "made.h"
#include "plan_oracle.h"
#include "sample.h"
#include "test.h"

enum { DEFAULT_PLANS = 3000, MOST_LISTED = 20 };

/// Most plans that are listed one by one, of those that fail and of those above r + 1 - h.
static uint64_t most_listed;

/// One plan and how it is decomposed.
typedef struct trial {
    uint64_t number;
    cw_scene_config scene;
    cw_vec2 place;       ///< the plan is moved there
    double coarse_steps; ///< across the plan, on a lattice that is given; 0 for the finest
    cw_navmesh_config config;
} trial;

/// Sums over all plans.
typedef struct tally {
    uint64_t plans, empty, failures, fallbacks, with_fallback;
    uint64_t notches, cells, relaxed;
    uint64_t above;                               ///< plans with more than r + 1 - h cells
    uint64_t above_relaxed, above_strict_nearest; ///< of these with relaxation; with effort 0
} tally;

static double pick(cw_random *random, const double *values, uint32_t count) {
    return values[cw_random_below(random, count)];
}

static trial make_trial(uint64_t number) {
    cw_random random = {number * 0x9e3779b97f4a7c15u + 1};
    trial made = {.number = number, .scene = cw_scene_config_default()};
    made.scene.family = (cw_scene_family)(number % CW_SCENE_FAMILY_COUNT);
    made.scene.vertices = 8 + cw_random_below(&random, cw_random_below(&random, 4) ? 100 : 393);
    made.scene.seed = number;
    made.scene.rotation = cw_random_below(&random, 3) ? cw_random_range(&random, -PI, PI) : 0;
    made.scene.scale = pick(&random, (const double[]){1, 1, 0.01, 7.3, 1000}, 5);
    if (cw_random_below(&random, 6) == 0) { /* far away, where doubles are coarse */
        made.place = (cw_vec2){cw_random_range(&random, -9e6, 9e6), 8.5e6};
    }
    if (cw_random_below(&random, 8) == 0) { /* so few steps that every wall is rounded */
        made.coarse_steps = ldexp(1, 6 + (int)cw_random_below(&random, 8));
    }
    made.config = cw_navmesh_config_default();
    made.config.effort = cw_random_below(&random, 8) == 0 ? 2 : cw_random_below(&random, 2);
    if (cw_random_below(&random, 2)) {
        double degree = PI / 180;
        made.config.alpha = degree * pick(&random, (const double[]){0, 1, 5, 20, 45, 90}, 6);
        made.config.tau =
            made.scene.scale * pick(&random, (const double[]){0, 1e-6, 0.01, 0.1, 0.5, 3, 100}, 7);
        made.config.turn = degree * pick(&random, (const double[]){0, 10, 45, 90, 180, 360}, 6);
    }
    return made;
}

static void describe(const trial *made, const char *what) {
    print_message(
        "plan %" PRIu64 ": %s, vertices %u, seed %" PRIu64 ", rotation %.17g, scale %g, "
        "place (%.17g, %.17g), steps %g, effort %u, alpha %.17g, tau %g, turn %.17g: %s\n",
        made->number, cw_scene_family_name(made->scene.family), made->scene.vertices,
        made->scene.seed, made->scene.rotation, made->scene.scale, made->place.x, made->place.y,
        made->coarse_steps, made->config.effort, made->config.alpha, made->config.tau,
        made->config.turn, what);
}

static void fail_trial(const trial *made, tally *sums, const char *what) {
    if (sums->failures++ < most_listed) {
        describe(made, what);
    }
}

/// Cells = portals + the surface's Euler number, and a notch takes two portals at most, mostly one.
static void check_bounds(const trial *made, const cw_surface *surface, const cw_navmesh *mesh,
                         tally *sums) {
    int64_t euler = surface_euler(surface), cells = mesh->cell_count;
    int64_t notches = mesh->stats.notches;
    char what[200];
    if (cells != mesh->stats.portals + euler) {
        fail_trial(made, sums, "cells are not portals + Euler number");
    }
    if (cells > 2 * notches + euler) {
        snprintf(what, sizeof what, "%" PRId64 " cells, %" PRId64 " notches, Euler number %" PRId64,
                 cells, notches, euler);
        fail_trial(made, sums, what);
    } else if (cells > notches + euler) {
        bool relaxed = made->config.alpha > 0 || made->config.tau > 0;
        sums->above_relaxed += relaxed;
        sums->above_strict_nearest += !relaxed && made->config.effort == 0;
        snprintf(what, sizeof what, "listed: %" PRId64 " cells, %" PRId64 " more than r + 1 - h",
                 cells, cells - notches - euler);
        if (sums->above++ < most_listed) {
            describe(made, what);
        }
    }
}

static void try_mesh(cw_context *context, const trial *made, const cw_surface *surface,
                     tally *sums) {
    cw_navmesh mesh;
    if (cw_navmesh_build(context, surface, &made->config, &mesh) != CW_OK) {
        fail_trial(made, sums, cw_context_message(context));
        return;
    }
    if (cw_navmesh_validate(context, &mesh) != CW_OK ||
        cw_navmesh_validate_against(context, &mesh, surface) != CW_OK) {
        fail_trial(made, sums, cw_context_message(context));
    } else {
        check_bounds(made, surface, &mesh, sums);
    }
    sums->notches += mesh.stats.notches;
    sums->cells += mesh.cell_count;
    sums->fallbacks += mesh.stats.fallbacks;
    sums->with_fallback += mesh.stats.fallbacks > 0;
    sums->relaxed += mesh.stats.dropped > 0;
    cw_navmesh_free(context, &mesh);
}

/// The lattice of a trial: a step that is a power of two, an origin left of and below the plan.
static cw_surface_config lattice_of(const trial *made, const cw_plan *plan) {
    cw_surface_config config = cw_surface_config_default();
    if (made->coarse_steps > 0) {
        cw_vec2 low, high;
        plan_box(plan, &low, &high);
        double extent = fmax(high.x - low.x, high.y - low.y);
        config.step = ldexp(1, (int)ceil(log2(extent / made->coarse_steps)));
        config.origin_x = (floor(low.x / config.step) - 8) * config.step;
        config.origin_y = (floor(low.y / config.step) - 8) * config.step;
    }
    return config;
}

static void try_plan(cw_context *context, const trial *made, tally *sums) {
    cw_surface surface;
    sums->plans++;
    cw_plan plan = plan_of_scene(context, &made->scene);
    for (uint32_t i = 0; i < plan.point_count; i++) {
        plan.points[i].x += made->place.x;
        plan.points[i].y += made->place.y;
    }
    cw_surface_config lattice = lattice_of(made, &plan);
    cw_status status = cw_surface_from_plan(context, &plan, &lattice, &surface);
    cw_plan_free(context, &plan);
    if (status == CW_ERROR_INPUT &&
        strstr(cw_context_message(context), "no walkable area") != NULL) {
        sums->empty++;
        return;
    }
    if (status != CW_OK || cw_surface_validate(context, &surface) != CW_OK) {
        fail_trial(made, sums, cw_context_message(context));
    } else {
        try_mesh(context, made, &surface, sums);
    }
    cw_surface_free(context, &surface);
}

TEST(every_plan_gives_a_valid_mesh_of_few_cells) {
    cw_context *context;
    tally sums = {0};
    uint64_t first = sample_or("CW_SLOW_FIRST", 0);
    uint64_t count = sample_or("CW_SLOW_PLANS", DEFAULT_PLANS);
    most_listed = sample_or("CW_SLOW_LISTED", MOST_LISTED);
    assert_int_equal(cw_context_create(NULL, &context), CW_OK);
    for (uint64_t i = first; i < first + count; i++) {
        trial made = make_trial(i);
        try_plan(context, &made, &sums);
    }
    cw_context_free(context);
    print_message("%" PRIu64 " plans, %" PRIu64 " without floor, %" PRIu64 " relaxed\n", sums.plans,
                  sums.empty, sums.relaxed);
    print_message("%" PRIu64 " notches, %" PRIu64 " cells\n", sums.notches, sums.cells);
    print_message("%" PRIu64 " fallbacks in %" PRIu64 " plans\n", sums.fallbacks,
                  sums.with_fallback);
    print_message("%" PRIu64 " plans with more than r + 1 - h cells: %" PRIu64 " relaxed, %" PRIu64
                  " strict with effort 0, %" PRIu64 " others\n",
                  sums.above, sums.above_relaxed, sums.above_strict_nearest,
                  sums.above - sums.above_relaxed - sums.above_strict_nearest);
    print_message("%" PRIu64 " failures\n", sums.failures);
    assert_true(sums.empty < count / 10 + 1);
    assert_int_equal(sums.failures, 0);
}
