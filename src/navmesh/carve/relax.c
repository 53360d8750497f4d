/// Which corners are ignored.
///
/// After the thesis, section 3.3, with the repairs that docs/decisions tells of. Each loop of walls
/// is taken by itself. Phases: 1 reflex corners are found exactly; all others are anchors, and a
/// loop without any gets the two ends of its diameter; 2 between anchors, Ramer-Douglas-Peucker
/// keeps what lies farther than tau from the chord; a corner that exceeds a straight angle by at
/// most alpha is ignored whatever tau says; 3 a run that turns too much in all is cut at its
/// middle; 4 where chords turn an anchor into a notch, the anchor joins the run if the rules allow,
/// and else the corner next to it is kept; so it is where chords take a notch beyond a full turn.
/// Runs within the noise of the lattice are ignored always,
/// so that snapping never makes a notch. Every step only adds area to the polygon of chords, so the
/// real floor stays inside it. O(n log n) expected.
#include "navmesh/carve/relax.h"
#include "geom/angle.h"
#include "geom/lattice.h"
#include "navmesh/carve/areas.h"
#include "navmesh/navmesh.h"

#include <math.h>

/// A run may turn by less than half a circle, whatever the config says: beyond that its chord has
/// no side.
static const double MOST_TURN = 0.99 * CW_PI;

typedef struct loop_corner {
    uint32_t vertex;
    cw_point point;
    cw_point before, after; ///< directions of the walls that enter and leave it
    uint32_t excess;        ///< portals it needs: 0 when it is no notch
    bool reflex;            ///< exactly: more than half a turn of floor around it
    bool kept;
    bool small_angle; ///< within alpha
    bool pinned;      ///< kept by phase 4, for good
    bool border;      ///< kept for good: on an area border
} loop_corner;

typedef struct span {
    uint32_t first, last; ///< corners of the loop; positions may exceed the count and wrap around
} span;

typedef struct dropper {
    cw_carver *carver;
    double tau, noise; ///< fine steps
    double turn;       ///< radians
    CW_ARRAY(loop_corner) loop;
    CW_ARRAY(span) spans;
} dropper;

static loop_corner *at(dropper *state, uint32_t position) {
    return &state->loop.items[position % state->loop.count];
}

/// Distance of a corner from the segment between two others, in fine steps.
static double depth_of(dropper *state, uint32_t position, uint32_t first, uint32_t last) {
    cw_point a = at(state, first)->point, p = at(state, position)->point;
    cw_point ap = cw_point_sub(p, a), ab = cw_point_sub(at(state, last)->point, a);
    double length = cw_length(ab);
    double along = length > 0 ? cw_wide_double(cw_dot(ap, ab)) / length : 0;
    if (along <= 0) {
        return cw_length(ap);
    }
    if (along >= length) {
        return cw_length(cw_point_sub(p, at(state, last)->point));
    }
    return fabs(cw_wide_double(cw_cross(ab, ap))) / length;
}

/// The deepest corner strictly between two others.
static uint32_t deepest(dropper *state, span run, double *depth) {
    uint32_t best = run.first;
    *depth = 0;
    for (uint32_t i = run.first + 1; i < run.last; i++) {
        double here = depth_of(state, i, run.first, run.last);
        if (here > *depth) {
            *depth = here;
            best = i;
        }
    }
    return best;
}

/// How much a corner exceeds a straight angle, in radians; 0 when it does not.
static double corner_turn(const loop_corner *corner) {
    if (corner->excess == 0) {
        return 0;
    }
    /* A tip, where the walk turns right back, measures as half a turn of either sign. */
    double turn = fabs(cw_turn_angle(corner->before, corner->after));
    return turn + (corner->excess > 1 ? CW_PI : 0);
}

/// How much the corners strictly between two others turn in all.
static double turn_of(dropper *state, span run) {
    double turn = 0;
    for (uint32_t i = run.first + 1; i < run.last; i++) {
        turn += corner_turn(at(state, i));
    }
    return turn;
}

static cw_status read_loop(dropper *state, uint32_t wall) {
    cw_carver *carver = state->carver;
    const cw_trimesh *mesh = &carver->mesh;
    state->loop.count = 0;
    uint32_t h = wall;
    do {
        uint32_t vertex = cw_origin(mesh, h);
        cw_sector sector = cw_sector_at(carver, h);
        loop_corner corner = {.vertex = vertex,
                              .point = mesh->points[vertex],
                              .before = {-sector.end.x, -sector.end.y},
                              .after = sector.begin,
                              .excess = sector.excess,
                              .reflex = sector.excess > 0};
        corner.small_angle = carver->config.alpha > 0 && sector.excess == 1 &&
                             corner_turn(&corner) <= carver->config.alpha;
        corner.kept = !corner.reflex;
        carver->reflex_count += corner.reflex;
        CW_TRY(CW_ARRAY_PUSH(carver->context, &state->loop, corner));
        h = mesh->vertex_edge[cw_target(mesh, h)];
    } while (h != wall);
    return CW_OK;
}

/// Area borders become portals, and cells are convex along portals: their corners stay.
static void keep_borders(dropper *state) {
    const cw_surface *surface = state->carver->surface;
    uint32_t count = state->loop.count;
    for (uint32_t i = count; i < 2 * count && surface->terrain.areas != NULL; i++) {
        loop_corner *corner = at(state, i);
        corner->border = cw_is_area_border(surface, at(state, i - 1)->vertex) ||
                         cw_is_area_border(surface, corner->vertex);
        corner->kept = corner->kept || corner->border;
        corner->small_angle = corner->small_angle && !corner->border;
    }
}

/// The corner farthest from a given one.
static uint32_t farthest(dropper *state, uint32_t from) {
    uint32_t best = from;
    double most = -1;
    for (uint32_t i = 0; i < state->loop.count; i++) {
        double distance = cw_length(cw_point_sub(at(state, i)->point, at(state, from)->point));
        if (distance > most) {
            most = distance;
            best = i;
        }
    }
    return best;
}

/// A loop needs two anchors: the ends of its diameter, or a good guess at them, where it has fewer.
static void anchor_loop(dropper *state) {
    uint32_t kept = 0, anchor = 0;
    for (uint32_t i = 0; i < state->loop.count; i++) {
        if (at(state, i)->kept) {
            kept++;
            anchor = i;
        }
    }
    if (kept == 0) {
        anchor = farthest(state, 0);
        at(state, anchor)->kept = true;
    }
    if (kept < 2) {
        at(state, farthest(state, anchor))->kept = true;
    }
}

/// The run of dropped corners that starts at a kept one.
static span run_after(dropper *state, uint32_t first) {
    span run = {first, first + 1};
    while (!at(state, run.last)->kept) {
        run.last++;
    }
    return run;
}

/// Keeps what tau needs between two anchors; iterative, since chains may be long.
static cw_status keep_deep(dropper *state, span chain) {
    state->spans.count = 0;
    CW_TRY(CW_ARRAY_PUSH(state->carver->context, &state->spans, chain));
    while (state->spans.count > 0) {
        span run = state->spans.items[--state->spans.count];
        double depth;
        uint32_t worst = deepest(state, run, &depth);
        if (depth > fmax(state->tau, state->noise)) {
            at(state, worst)->kept = true;
            CW_TRY(CW_ARRAY_PUSH(state->carver->context, &state->spans, (span){worst, run.last}));
            CW_TRY(CW_ARRAY_PUSH(state->carver->context, &state->spans, (span){run.first, worst}));
        }
    }
    return CW_OK;
}

static cw_status keep_between_anchors(dropper *state) {
    CW_ARRAY(span) chains = {0};
    cw_status status = CW_OK;
    for (uint32_t i = 0; i < state->loop.count && status == CW_OK; i++) {
        if (at(state, i)->kept) {
            status = CW_ARRAY_PUSH(state->carver->context, &chains, run_after(state, i));
        }
    }
    for (uint32_t i = 0; i < chains.count && status == CW_OK; i++) {
        status = keep_deep(state, chains.items[i]);
        for (uint32_t k = chains.items[i].first + 1; k < chains.items[i].last; k++) {
            loop_corner *corner = at(state, k);
            corner->kept = corner->kept && !corner->small_angle;
        }
    }
    CW_ARRAY_FREE(state->carver->context, &chains);
    return status;
}

/// True when a run may be replaced by its chord.
static bool run_is_allowed(dropper *state, span run) {
    if (run.last == run.first + 1) {
        return true;
    }
    double depth, turn = turn_of(state, run);
    if (run.last >= run.first + state->loop.count || turn > MOST_TURN) {
        return false;
    }
    deepest(state, run, &depth);
    if (depth <= state->noise) {
        return true;
    }
    if (turn > state->turn) {
        return false;
    }
    bool small = true;
    for (uint32_t i = run.first + 1; i < run.last; i++) {
        small = small && (at(state, i)->small_angle || !at(state, i)->reflex);
    }
    return small || depth <= state->tau;
}

/// Cuts runs that turn too much at the corner where half of the turning is done.
static cw_status cut_turning_runs(dropper *state) {
    state->spans.count = 0;
    for (uint32_t i = 0; i < state->loop.count; i++) {
        if (at(state, i)->kept) {
            CW_TRY(CW_ARRAY_PUSH(state->carver->context, &state->spans, run_after(state, i)));
        }
    }
    while (state->spans.count > 0) {
        span run = state->spans.items[--state->spans.count];
        if (run_is_allowed(state, run)) {
            continue;
        }
        double half = 0.5 * turn_of(state, run), turned = 0;
        uint32_t middle = run.first + 1;
        for (; middle + 1 < run.last; middle++) {
            turned += corner_turn(at(state, middle));
            if (turned >= half) {
                break;
            }
        }
        at(state, middle)->kept = true;
        CW_TRY(CW_ARRAY_PUSH(state->carver->context, &state->spans, (span){middle, run.last}));
        CW_TRY(CW_ARRAY_PUSH(state->carver->context, &state->spans, (span){run.first, middle}));
    }
    return CW_OK;
}

/// The kept corner before a position, as a position below it.
static uint32_t kept_before(dropper *state, uint32_t position) {
    do {
        position--;
    } while (!at(state, position)->kept);
    return position;
}

/// A kept corner between its chords.
typedef struct chords {
    uint32_t before, after; ///< the kept corners before and after it
    cw_point in, out;       ///< directions from the one and to the other
    bool plain;             ///< they are its walls
} chords;

static chords chords_at(dropper *state, uint32_t position) {
    chords found = {.before = kept_before(state, position),
                    .after = run_after(state, position).last};
    cw_point here = at(state, position)->point;
    found.in = cw_point_sub(here, at(state, found.before)->point);
    found.out = cw_point_sub(at(state, found.after)->point, here);
    found.plain = found.before + 1 == position && found.after == position + 1;
    return found;
}

/// Keeps, for good, the dropped corner next to a kept one on the side that turns more.
static void keep_neighbour(dropper *state, uint32_t position, const chords *around) {
    bool dropped_before = around->before + 1 < position,
         dropped_after = around->after > position + 1;
    double left = dropped_before ? turn_of(state, (span){around->before, position}) : -1;
    double right = dropped_after ? turn_of(state, (span){position, around->after}) : -1;
    loop_corner *neighbour = at(state, left > right ? position - 1 : position + 1);
    neighbour->kept = true;
    neighbour->pinned = true;
}

/// An anchor that its chords turn into a notch joins the run around it, or gets a neighbour back.
/// Returns true when something changed.
static bool mend_anchor(dropper *state, uint32_t position) {
    loop_corner *anchor = at(state, position);
    if (!anchor->kept || anchor->reflex || anchor->pinned) {
        return false;
    }
    chords around = chords_at(state, position);
    if (around.plain || cw_turn(around.in, around.out) >= 0) {
        return false;
    }
    anchor->kept = anchor->border;
    if (!anchor->border && around.after - around.before < state->loop.count &&
        run_is_allowed(state, (span){around.before, around.after})) {
        return true;
    }
    anchor->kept = true;
    keep_neighbour(state, position, &around);
    return true;
}

/// A notch that its chords take beyond a full turn gets a neighbour back: they would cross in the
/// wedge of wall behind it, and two portals would not be enough. Returns true when that was done.
static bool mend_notch(dropper *state, uint32_t position) {
    const loop_corner *notch = at(state, position);
    if (!notch->kept || notch->excess != 1) {
        return false;
    }
    chords around = chords_at(state, position);
    cw_point wall = {-notch->before.x, -notch->before.y}, chord = {-around.in.x, -around.in.y};
    bool crossing = cw_turn(wall, around.out) < 0 || cw_turn(chord, notch->after) < 0 ||
                    cw_turn(around.out, chord) > 0;
    if (around.plain || !crossing) {
        return false;
    }
    keep_neighbour(state, position, &around);
    return true;
}

static void mend_anchors(dropper *state) {
    bool changed = true;
    while (changed) { /* each round drops an anchor for good or keeps a corner for good */
        changed = false;
        for (uint32_t i = 0; i < state->loop.count; i++) {
            uint32_t position = i + state->loop.count;
            changed = mend_anchor(state, position) || mend_notch(state, position) || changed;
        }
    }
}

static cw_status drop_in_loop(dropper *state) {
    keep_borders(state);
    anchor_loop(state);
    CW_TRY(keep_between_anchors(state));
    CW_TRY(cut_turning_runs(state));
    mend_anchors(state);
    for (uint32_t i = 0; i < state->loop.count; i++) {
        const loop_corner *corner = at(state, i);
        if (!corner->kept) {
            state->carver->corners.items[corner->vertex] =
                (cw_carver_corner){.dropped = true, .reflex = corner->reflex};
            state->carver->relaxed = true;
            state->carver->stats.dropped += corner->reflex;
        }
    }
    return CW_OK;
}

cw_status cw_corners_drop(cw_carver *carver) {
    const cw_trimesh *mesh = &carver->mesh;
    dropper state = {
        .carver = carver,
        .tau = ldexp(carver->config.tau / carver->surface->lattice.step, CW_LATTICE_FINE_BITS),
        .noise = (double)CW_NOISE_STEPS * (double)CW_COARSE_UNIT,
        .turn = carver->config.turn};
    uint8_t *seen = NULL;
    cw_status status = CW_ALLOCATE(carver->context, seen, mesh->vertex_count);
    for (uint32_t v = 0; v < mesh->vertex_count && status == CW_OK; v++) {
        if (seen[v] == 0) {
            status = read_loop(&state, mesh->vertex_edge[v]);
            for (uint32_t i = 0; i < state.loop.count; i++) {
                seen[state.loop.items[i].vertex] = 1;
            }
            status = status == CW_OK ? drop_in_loop(&state) : status;
        }
    }
    CW_RELEASE(carver->context, seen, mesh->vertex_count);
    CW_ARRAY_FREE(carver->context, &state.loop);
    CW_ARRAY_FREE(carver->context, &state.spans);
    return status;
}
