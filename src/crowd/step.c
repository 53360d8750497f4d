/// One step of a crowd: equal substeps, each of the same pieces in the same order.
#include "base/context.h"
#include "crowd/lanes.h"

/// Seconds that one call may take.
static const double LONGEST_STEP = 3600;
/// A step that is a whole number of substeps but for rounding is not cut once more.
static const double STEP_ROUNDING = 1e-9;

static cw_status demand(const cw_crowd *crowd, cw_crowd_phase phase, const char *what) {
    return crowd->phase == phase
               ? CW_OK
               : cw_fail(crowd->context, CW_ERROR_ARGUMENT,
                         "%s at the wrong time: the pieces of a substep have an order", what);
}

/// A substep that was begun and ran out of memory is begun anew.
static cw_status demand_between(cw_crowd *crowd, const char *what) {
    crowd->phase = crowd->phase == CW_PHASE_BEGUN ? CW_PHASE_BETWEEN : crowd->phase;
    return demand(crowd, CW_PHASE_BETWEEN, what);
}

/// Begins a substep that ends at a time.
static cw_status begin(cw_crowd *crowd, double dt, double end, cw_crowd_survey *survey) {
    cw_crowd_settle(crowd);
    CW_TRY(cw_crowd_start_all(crowd));
    if (crowd->choices && crowd->lanes == NULL) {
        CW_TRY(cw_crowd_choose_all(crowd));
    }
    CW_TRY(cw_crowd_search_paths(crowd));
    cw_grid_survey(crowd, survey);
    crowd->ghosts.count = 0;
    crowd->dt = dt;
    crowd->end = end;
    crowd->phase = CW_PHASE_BEGUN;
    return CW_OK;
}

cw_status cw_crowd_begin(cw_crowd *crowd, double dt, cw_crowd_survey *survey) {
    CW_ASSERT(crowd != NULL && survey != NULL);
    *survey = (cw_crowd_survey){0};
    CW_TRY(demand_between(crowd, "cw_crowd_begin"));
    if (!(dt > 0 && dt <= crowd->config.max_substep)) {
        return cw_fail(crowd->context, CW_ERROR_ARGUMENT,
                       "a substep of %g s: it has to be above 0 and at most %g", dt,
                       crowd->config.max_substep);
    }
    crowd->events.count = 0;
    return begin(crowd, dt, crowd->time + dt, survey);
}

cw_status cw_crowd_decide(cw_crowd *crowd, const cw_crowd_survey *survey) {
    CW_ASSERT(crowd != NULL && survey != NULL);
    CW_TRY(demand(crowd, CW_PHASE_BEGUN, "cw_crowd_decide"));
    cw_crowd_settle(crowd); // agents may have changed hands
    CW_TRY(cw_grid_build(crowd, survey, crowd->dt));
    CW_TRY(CW_ARRAY_RESERVE(crowd->context, &crowd->moving, crowd->grid.capacity));
    CW_TRY(cw_crowd_decide_all(crowd));
    crowd->phase = CW_PHASE_MOVING;
    crowd->turn = 0;
    return CW_OK;
}

cw_status cw_crowd_move_color(cw_crowd *crowd, uint32_t turn) {
    CW_ASSERT(crowd != NULL);
    CW_TRY(demand(crowd, CW_PHASE_MOVING, "cw_crowd_move_color"));
    if (turn != crowd->turn || turn > 3) {
        return cw_fail(crowd->context, CW_ERROR_ARGUMENT, "turn %u: turns 0 to 3 come in order",
                       turn);
    }
    CW_TRY(cw_crowd_move_all(crowd, turn));
    crowd->turn++;
    return CW_OK;
}

cw_status cw_crowd_finish(cw_crowd *crowd) {
    CW_ASSERT(crowd != NULL);
    CW_TRY(demand(crowd, CW_PHASE_MOVING, "cw_crowd_finish"));
    if (crowd->turn != 4) {
        return cw_fail(crowd->context, CW_ERROR_ARGUMENT, "all four colors have to move first");
    }
    crowd->phase = CW_PHASE_BETWEEN;
    crowd->ghosts.count = 0;
    crowd->time = crowd->end;
    crowd->step++;
    crowd->stats.substeps++;
    CW_TRY(cw_crowd_track_all(crowd));
    return crowd->lanes != NULL ? cw_lanes_watch(crowd) : CW_OK;
}

static cw_status substep(cw_crowd *crowd, double dt, double end) {
    cw_crowd_survey survey;
    CW_TRY(begin(crowd, dt, end, &survey));
    CW_TRY(cw_crowd_decide(crowd, &survey));
    for (uint32_t turn = 0; turn < 4; turn++) {
        CW_TRY(cw_crowd_move_color(crowd, turn));
    }
    return cw_crowd_finish(crowd);
}

cw_status cw_crowd_step(cw_crowd *crowd, double dt) {
    CW_ASSERT(crowd != NULL);
    if (!(dt > 0 && dt <= LONGEST_STEP)) {
        return cw_fail(crowd->context, CW_ERROR_ARGUMENT,
                       "a step of %g s: it has to be above 0 and at most %g", dt, LONGEST_STEP);
    }
    CW_TRY(demand_between(crowd, "cw_crowd_step"));
    crowd->events.count = 0;
    double start = crowd->time, count = ceil(dt / crowd->config.max_substep - STEP_ROUNDING);
    for (double i = 1; i <= count; i++) {
        CW_TRY(substep(crowd, dt / count, start + dt * i / count));
    }
    cw_crowd_settle(crowd);
    return CW_OK;
}
