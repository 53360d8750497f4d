/// Benchmark `reach`: how much of a scene a disc can reach, by its radius; the experiment of
/// section 7.6.2 of the thesis (R. Oliva, 2015) on scenes made in code.
///
/// For a radius the merge tree falls into groups of summits between which a disc can go. A cell
/// belongs to the groups that have a summit on its portals. Told are the largest share of cells
/// that one group has, and the share of pairs of cells between which a disc can go, each from the
/// roomiest place on its portals. Both are exact, and no search is made.
#include "ground.h"
#include "picture/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 121, MOST_CURVES = 16 };

/// The right end of the chart, metres.
static const double largest_radius = 2.4;

/// Radii that are told in numbers, metres, and their names.
static const struct told {
    double radius;
    const char *cells, *pairs;
} told[] = {
    {0.25, "cells at 0.25 m", "pairs at 0.25 m"},
    {0.5, "cells at 0.5 m", "pairs at 0.5 m"},
    {1, "cells at 1 m", "pairs at 1 m"},
};

static const cw_bench_scene scenes[] = {
    {.vertices = 0},
    {.family = CW_SCENE_ROOMS, .vertices = 4000},
    {.family = CW_SCENE_RECT, .vertices = 4000},
    {.family = CW_SCENE_MIX, .vertices = 4000},
    {.family = CW_SCENE_STAR, .vertices = 4000},
    {.family = CW_SCENE_CIRCLE, .vertices = 4000},
    {.family = CW_SCENE_MAZE, .vertices = 4000},
};

/// Two curves of one scene.
typedef struct curves {
    cw_vec2 cells[SAMPLES], pairs[SAMPLES];
} curves;

/// The summits of a scene in the order of the merge tree, and room to count.
typedef struct groups {
    const cw_clearance *clearance;
    uint32_t *order;    ///< the summit at each place
    uint32_t *roomiest; ///< per cell: its roomiest summit, CW_NONE without portals
    uint32_t *seen;     ///< per cell: the last group that was counted for it
} groups;

/// Shares in percent.
typedef struct shares {
    double cells, pairs;
} shares;

/// One of the two cells of a summit's portal.
static uint32_t summit_cell(const cw_clearance *clearance, uint32_t summit, uint32_t side) {
    uint32_t edge = clearance->summits[summit].edge;
    const cw_navmesh *mesh = clearance->mesh;
    return mesh->edge_cell[side == 0 ? edge : mesh->edge_twin[edge]];
}

static void groups_free(groups *all) {
    free(all->order);
    free(all->roomiest);
    free(all->seen);
}

static bool groups_make(const cw_clearance *clearance, groups *all) {
    uint32_t cells = clearance->mesh->cell_count;
    *all = (groups){.clearance = clearance};
    all->order = malloc((clearance->summit_count + 1) * sizeof *all->order);
    all->roomiest = malloc(cells * sizeof *all->roomiest);
    all->seen = malloc(cells * sizeof *all->seen);
    if (all->order == NULL || all->roomiest == NULL || all->seen == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < cells; i++) {
        all->roomiest[i] = CW_NONE;
    }
    for (uint32_t s = 0; s < clearance->summit_count; s++) {
        all->order[clearance->summit_place[s]] = s;
        for (uint32_t side = 0; side < 2; side++) {
            uint32_t *best = &all->roomiest[summit_cell(clearance, s, side)];
            if (*best == CW_NONE ||
                clearance->summits[s].clearance > clearance->summits[*best].clearance) {
                *best = s;
            }
        }
    }
    return true;
}

/// Counts, for the summit at a place, the cells that its group did not have yet and those whose
/// roomiest summit it is.
static void count_cells(groups *all, uint32_t place, uint32_t group, double *cells,
                        double *roomiest) {
    uint32_t summit = all->order[place];
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t cell = summit_cell(all->clearance, summit, side);
        *cells += all->seen[cell] != group ? 1 : 0;
        *roomiest += all->roomiest[cell] == summit ? 1 : 0;
        all->seen[cell] = group;
    }
}

static shares shares_at(groups *all, double radius) {
    const cw_clearance *clearance = all->clearance;
    double total = clearance->mesh->cell_count, largest = 0, pairs = 0;
    for (uint32_t i = 0; i < clearance->mesh->cell_count; i++) {
        all->seen[i] = CW_NONE;
    }
    for (uint32_t place = 0; place < clearance->summit_count;) {
        double cells = 0, roomiest = 0;
        uint32_t group = place;
        bool joined = true;
        while (joined) {
            if (clearance->summits[all->order[place]].clearance >= radius) {
                count_cells(all, place, group, &cells, &roomiest);
            }
            place++;
            joined =
                place < clearance->summit_count && clearance->straits[place - 1].radius >= radius;
        }
        largest = cells > largest ? cells : largest;
        pairs += roomiest * (roomiest - 1);
    }
    return (shares){100 * largest / total, 100 * pairs / (total * (total - 1))};
}

static void tell(cw_bench_report *report, const cw_bench_scene *scene, groups *all) {
    char name[40];
    snprintf(name, sizeof name, "%s, %u cells", cw_bench_scene_name(scene),
             all->clearance->mesh->cell_count);
    for (uint32_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        shares at = shares_at(all, told[i].radius);
        cw_bench_tell(report, name, told[i].cells, at.cells, "%", INFINITY, NULL);
        cw_bench_tell(report, name, told[i].pairs, at.pairs, "%", INFINITY, NULL);
    }
}

static cw_status measure_scene(cw_bench_report *report, const cw_bench_ground *ground,
                               const cw_bench_scene *scene, curves *made) {
    groups all;
    bool good = groups_make(&ground->clearance, &all);
    for (uint32_t i = 0; good && i < SAMPLES; i++) {
        double radius = largest_radius * i / (SAMPLES - 1);
        shares at = shares_at(&all, radius);
        made->cells[i] = (cw_vec2){radius, at.cells};
        made->pairs[i] = (cw_vec2){radius, at.pairs};
    }
    if (good) {
        tell(report, scene, &all);
    }
    groups_free(&all);
    return good ? CW_OK : CW_ERROR_MEMORY;
}

static cw_status draw_chart(cw_bench_report *report, cw_context *context, const curves *made,
                            uint32_t count) {
    cw_chart_curve lines[MOST_CURVES];
    for (uint32_t i = 0; i < count; i++) {
        lines[i] = (cw_chart_curve){.name = cw_bench_scene_name(&scenes[i]),
                                    .color = cw_chart_color(i),
                                    .points = made[i].cells,
                                    .count = SAMPLES};
        lines[count + i] = lines[i];
        lines[count + i].name = i == 0 ? "the same, pairs" : NULL;
        lines[count + i].dashed = true;
        lines[count + i].points = made[i].pairs;
    }
    cw_chart chart = {
        .title = "Cells that a disc can reach, and pairs of cells it can go between",
        .x = {.label = "radius in metres", .low = 0, .high = largest_radius, .step = 0.2},
        .y = {.label = "percent", .low = 0, .high = 100, .step = 20},
        .curves = lines,
        .curve_count = 2 * count,
    };
    return cw_chart_write(context, &chart, report->chart);
}

static cw_status measure_scenes(cw_bench_report *report, cw_context *context) {
    uint32_t count = report->quick ? 1 : sizeof scenes / sizeof scenes[0];
    curves *made = calloc(count, sizeof *made);
    cw_status status = made == NULL ? CW_ERROR_MEMORY : CW_OK;
    for (uint32_t i = 0; status == CW_OK && i < count; i++) {
        cw_bench_ground ground;
        status = cw_bench_ground_open(context, &scenes[i], &ground);
        if (status == CW_OK) {
            status = measure_scene(report, &ground, &scenes[i], &made[i]);
        }
        cw_bench_ground_free(&ground);
        status = status == CW_OK && report->stopped() ? CW_ERROR_CANCELLED : status;
    }
    if (status == CW_OK && report->chart != NULL) {
        status = draw_chart(report, context, made, count);
    }
    free(made);
    return status;
}

cw_status cw_bench_reach(cw_bench_report *report) {
    return cw_bench_run(report, measure_scenes);
}
