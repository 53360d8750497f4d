/// The merge tree against a search over the gates of all cells.
///
/// Two summits of a cell are joined up to their own clearances and the narrowest gate between
/// the arcs on their two sides. All these joints, widest first, make a maximum spanning forest
/// (Kruskal, 1956). The straits, in the order of places, must be such a forest too: each as wide as
/// the widest way between the two summits beside it, and all of them together as wide as the
/// joints of the forest. Then every range of straits answers rightly. Ranks put them in order.
/// Last, the library's own answer for ranges of 1, 2, 4, ... straits is compared with the least of
/// them.
#include "clearance/check/validate.h"
#include "clearance/ways/widest.h"

#include <stdlib.h>

/// Metres by which radii may differ: rounding.
#define RADIUS_SLACK 1e-9

/// A joint of two summits.
typedef struct joint {
    double radius;
    uint32_t summits[2];
} joint;

/// A group of summits that a gate divides.
typedef struct halves {
    uint32_t highest[2]; ///< summits outside and inside the gate, or CW_NONE
    uint32_t fresh;      ///< the group that the inner half becomes, or CW_NONE
} halves;

/// A forest by size without shortcuts, so that the ways in it stay short and keep their radii.
typedef struct forest {
    const cw_clearance *clearance;
    CW_ARRAY(joint) joints;
    CW_ARRAY(uint32_t) border; ///< summits on the border of a cell
    CW_ARRAY(uint32_t) groups; ///< of those: which are not yet known to be apart
    CW_ARRAY(halves) halves;   ///< per group
    uint32_t *parents, *sizes, *places;
    double *radii; ///< at which a summit was joined to its parent
    double *least; ///< least radius in ranges of straits
} forest;

/// The summits on the border of a cell, counter-clockwise from its first edge.
static cw_status list_border(cw_context *context, forest *f, uint32_t cell) {
    const cw_navmesh *mesh = f->clearance->mesh;
    f->border.count = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        for (uint32_t n = 0; n < cw_validate_summit_count(f->clearance, e); n++) {
            CW_TRY(CW_ARRAY_PUSH(context, &f->border, cw_validate_summit(f->clearance, e, n)));
        }
    }
    return CW_OK;
}

/// True for a summit of the border between the two arcs of a gate; arc i follows summit i.
static bool is_inside(cw_cell_gate gate, uint32_t number) {
    uint32_t low = gate.arcs[0] < gate.arcs[1] ? gate.arcs[0] : gate.arcs[1];
    uint32_t high = gate.arcs[0] < gate.arcs[1] ? gate.arcs[1] : gate.arcs[0];
    return number > low && number <= high;
}

/// For each group of summits, the highest one outside a gate and the highest one inside.
static void divide(const forest *f, cw_cell_gate gate, uint32_t group_count) {
    const cw_summit *summits = f->clearance->summits;
    for (uint32_t i = 0; i < group_count; i++) {
        f->halves.items[i] = (halves){{CW_NONE, CW_NONE}, CW_NONE};
    }
    for (uint32_t i = 0; i < f->border.count; i++) {
        uint32_t summit = f->border.items[i];
        uint32_t *best = &f->halves.items[f->groups.items[i]].highest[is_inside(gate, i)];
        if (*best == CW_NONE || summits[summit].clearance > summits[*best].clearance) {
            *best = summit;
        }
    }
}

/// Joins the halves of each group that a gate divides, and makes the inner one a group of its own.
static cw_status split(cw_context *context, forest *f, cw_cell_gate gate, uint32_t *group_count) {
    const cw_summit *summits = f->clearance->summits;
    for (uint32_t group = 0, end = *group_count; group < end; group++) {
        const uint32_t *best = f->halves.items[group].highest;
        if (best[0] != CW_NONE && best[1] != CW_NONE) {
            double radius = fmin(summits[best[0]].clearance, summits[best[1]].clearance);
            radius = fmin(radius, gate.gate.radius);
            CW_TRY(CW_ARRAY_PUSH(context, &f->joints, (joint){radius, {best[0], best[1]}}));
            f->halves.items[group].fresh = (*group_count)++;
        }
    }
    for (uint32_t i = 0; i < f->border.count; i++) {
        uint32_t fresh = f->halves.items[f->groups.items[i]].fresh;
        if (fresh != CW_NONE && is_inside(gate, i)) {
            f->groups.items[i] = fresh;
        }
    }
    return CW_OK;
}

/// The joints of a cell. Narrowest first, each gate divides the groups of summits that are not yet
/// apart; all ways between the two halves of a group are limited by it, so one joint between the
/// highest summits of the halves stands for all.
static cw_status join_cell(cw_context *context, forest *f, uint32_t cell) {
    const cw_clearance *clearance = f->clearance;
    CW_TRY(list_border(context, f, cell));
    CW_TRY(CW_ARRAY_RESERVE(context, &f->groups, f->border.count));
    CW_TRY(CW_ARRAY_RESERVE(context, &f->halves, f->border.count));
    for (uint32_t i = 0; i < f->border.count; i++) {
        f->groups.items[i] = 0;
    }
    uint32_t group_count = 1;
    for (uint32_t g = clearance->cell_gate_first[cell]; g < clearance->cell_gate_first[cell + 1];
         g++) {
        divide(f, clearance->cell_gates[g], group_count);
        CW_TRY(split(context, f, clearance->cell_gates[g], &group_count));
    }
    return CW_OK;
}

static cw_status collect_joints(cw_context *context, forest *f) {
    for (uint32_t cell = 0; cell < f->clearance->mesh->cell_count; cell++) {
        CW_TRY(join_cell(context, f, cell));
    }
    return CW_OK;
}

static int widest_first(const void *left, const void *right) {
    const joint *a = left, *b = right;
    if (a->radius != b->radius) {
        return a->radius > b->radius ? -1 : 1;
    }
    if (a->summits[0] != b->summits[0]) {
        return a->summits[0] < b->summits[0] ? -1 : 1;
    }
    return (a->summits[1] > b->summits[1]) - (a->summits[1] < b->summits[1]);
}

/// Keeps the joints that join something, widest first.
static void grow_forest(forest *f) {
    uint32_t kept = 0;
    if (f->joints.count > 0) {
        qsort(f->joints.items, f->joints.count, sizeof *f->joints.items, widest_first);
    }
    for (uint32_t i = 0; i < f->joints.count; i++) {
        joint j = f->joints.items[i];
        uint32_t a = j.summits[0], b = j.summits[1];
        while (f->parents[a] != CW_NONE) {
            a = f->parents[a];
        }
        while (f->parents[b] != CW_NONE) {
            b = f->parents[b];
        }
        if (a != b) {
            uint32_t small = f->sizes[a] < f->sizes[b] ? a : b, large = small == a ? b : a;
            f->parents[small] = large;
            f->radii[small] = j.radius;
            f->sizes[large] += f->sizes[small];
            f->joints.items[kept++] = j;
        }
    }
    f->joints.count = kept;
}

/// The widest way between two summits in the forest; -1 when there is none. Radii fall towards the
/// roots, so the summit that was joined first goes up first.
static double widest_way(const forest *f, uint32_t a, uint32_t b) {
    double radius = INFINITY;
    while (a != b) {
        double up_a = f->parents[a] == CW_NONE ? -1 : f->radii[a];
        double up_b = f->parents[b] == CW_NONE ? -1 : f->radii[b];
        if (up_a < 0 && up_b < 0) {
            return -1;
        }
        // Of equals the one with fewer below it was joined first.
        bool first = up_a != up_b ? up_a > up_b : f->sizes[a] <= f->sizes[b];
        radius = first ? up_a : up_b;
        *(first ? &a : &b) = f->parents[first ? a : b];
    }
    return radius;
}

static int by_radius(const void *left, const void *right) {
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static cw_status check_places(cw_context *context, forest *f) {
    const cw_clearance *clearance = f->clearance;
    uint32_t count = clearance->summit_count;
    for (uint32_t i = 0; i < count; i++) {
        f->places[i] = CW_NONE;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = clearance->summit_place[i];
        if (place >= count || f->places[place] != CW_NONE) {
            return CW_CLEARANCE_VIOLATED(context, "merge tree", "summit", i,
                                         "place %u is not its own", place);
        }
        f->places[place] = i;
    }
    return CW_OK;
}

/// Each strait alone, and all of them together.
static cw_status check_straits(cw_context *context, forest *f) {
    const cw_clearance *clearance = f->clearance;
    uint32_t count = clearance->summit_count - 1;
    for (uint32_t i = 0; i < count; i++) {
        const cw_gate *strait = &clearance->straits[i];
        double way = widest_way(f, f->places[i], f->places[i + 1]);
        if (!(fabs(way - strait->radius) <= RADIUS_SLACK * clearance->coarseness)) {
            return CW_CLEARANCE_VIOLATED(context, "merge tree", "strait", i,
                                         "%.12g m, and the widest way has %.12g m", strait->radius,
                                         way);
        }
        f->least[i] = strait->radius;
    }
    if (count > 0) {
        qsort(f->least, count, sizeof *f->least, by_radius);
    }
    for (uint32_t i = 0; i < count; i++) {
        // Joints are widest first; what is not joined at all stands behind them.
        double expected =
            count - 1 - i < f->joints.count ? f->joints.items[count - 1 - i].radius : -1;
        if (!(fabs(expected - f->least[i]) <= RADIUS_SLACK * clearance->coarseness)) {
            return CW_CLEARANCE_VIOLATED(context, "merge tree", "rank", i,
                                         "straits have %.12g m, joints %.12g m", f->least[i],
                                         expected);
        }
    }
    return CW_OK;
}

/// Every rank is given once, and straits get no wider with it.
static cw_status check_ranks(cw_context *context, forest *f) {
    const cw_clearance *clearance = f->clearance;
    uint32_t count = clearance->summit_count - 1;
    uint32_t *ranked = f->sizes; /* no longer needed */
    for (uint32_t i = 0; i < count; i++) {
        ranked[i] = CW_NONE;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t rank = clearance->strait_rank[i];
        if (rank >= count || ranked[rank] != CW_NONE) {
            return CW_CLEARANCE_VIOLATED(context, "merge tree", "strait", i,
                                         "rank %u is not its own", rank);
        }
        ranked[rank] = i;
    }
    for (uint32_t i = 1; i < count; i++) {
        double before = clearance->straits[ranked[i - 1]].radius;
        if (clearance->straits[ranked[i]].radius > before) {
            return CW_CLEARANCE_VIOLATED(context, "merge tree", "strait", ranked[i],
                                         "%.12g m has a higher rank than %.12g m",
                                         clearance->straits[ranked[i]].radius, before);
        }
    }
    return CW_OK;
}

/// The library's answers for ranges of straits.
static cw_status check_ranges(cw_context *context, forest *f) {
    const cw_clearance *clearance = f->clearance;
    uint32_t count = clearance->summit_count - 1;
    for (uint32_t i = 0; i < clearance->strait_table_count; i++) {
        if (clearance->strait_table[i] >= count) {
            return CW_CLEARANCE_VIOLATED(context, "merge tree", "table entry", i,
                                         "there is no strait %u", clearance->strait_table[i]);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        f->least[i] = clearance->straits[i].radius;
    }
    for (uint32_t width = 1; width <= count; width *= 2) {
        for (uint32_t i = 0; i + width <= count; i++) {
            uint32_t found = cw_clearance_strait(clearance, f->places[i], f->places[i + width]);
            if (found >= count || clearance->straits[found].radius != f->least[i]) {
                return CW_CLEARANCE_VIOLATED(context, "merge tree", "strait", i,
                                             "of %u straits the table gives %u, which is not "
                                             "the least, %.12g m",
                                             width, found, f->least[i]);
            }
        }
        for (uint32_t i = 0; i + 2 * width <= count; i++) {
            f->least[i] = fmin(f->least[i], f->least[i + width]);
        }
    }
    return CW_OK;
}

static cw_status check_tree(cw_context *context, forest *f) {
    uint32_t count = f->clearance->summit_count;
    CW_TRY(CW_ALLOCATE(context, f->parents, count));
    CW_TRY(CW_ALLOCATE(context, f->sizes, count));
    CW_TRY(CW_ALLOCATE(context, f->places, count));
    CW_TRY(CW_ALLOCATE(context, f->radii, count));
    CW_TRY(CW_ALLOCATE(context, f->least, count));
    for (uint32_t i = 0; i < count; i++) {
        f->parents[i] = CW_NONE;
        f->sizes[i] = 1;
    }
    CW_TRY(collect_joints(context, f));
    grow_forest(f);
    CW_TRY(check_places(context, f));
    CW_TRY(check_straits(context, f));
    CW_TRY(check_ranks(context, f));
    return check_ranges(context, f);
}

cw_status cw_validate_tree(cw_context *context, const cw_clearance *clearance) {
    forest f = {.clearance = clearance};
    uint32_t count = clearance->summit_count;
    cw_status status = count > 0 ? check_tree(context, &f) : CW_OK;
    CW_ARRAY_FREE(context, &f.joints);
    CW_ARRAY_FREE(context, &f.border);
    CW_ARRAY_FREE(context, &f.groups);
    CW_ARRAY_FREE(context, &f.halves);
    CW_RELEASE(context, f.parents, count);
    CW_RELEASE(context, f.sizes, count);
    CW_RELEASE(context, f.places, count);
    CW_RELEASE(context, f.radii, count);
    CW_RELEASE(context, f.least, count);
    return status;
}
