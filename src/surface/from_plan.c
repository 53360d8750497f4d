/// The surface of a floor plan: lattice, arrangement, winding labels.
///
/// Phases: 1 bounds and lattice; 2 the sides of all rings become edges of a triangulation on the
/// lattice (arrange.c); 3 winding: a depth-first walk over all triangles from outside keeps the
/// winding number of every ring, changing it at each edge crossed and back on return, so that each
/// triangle is judged by the rule of cw_plan ring by ring, however the rings cross; 4 the walkable
/// triangles are assembled; with zones they also stay behind as terrain that has area types. No
/// input is invalid: what has no area disappears, and what crosses is cut. O((n + k) log n).
#include "geom/lattice.h"
#include "geom/order.h"
#include "surface/arrange.h"
#include "surface/assemble.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Large plans may have more crossings than CW_CROSSING_LIMIT: so many per point.
enum { CROSSINGS_PER_POINT = 4 };

/// A polygon's state at the place where the walk is.
typedef struct polygon_state {
    uint32_t outer, holes; ///< rings of each kind that wind around this place
} polygon_state;

typedef struct labelling {
    const cw_plan *plan;
    int32_t *winding;              ///< per ring
    uint32_t *ring_polygon;        ///< per ring: index into polygons
    polygon_state *polygons;       ///< at most one per ring
    uint32_t floors;               ///< polygons whose floor covers this place
    uint32_t obstacles;            ///< obstacle rings that wind around this place
    uint32_t zones[UINT8_MAX + 1]; ///< per area type: rings that wind around this place
    uint32_t highest_zone;         ///< of all rings; 0 where the plan has no zones
    uint8_t *walkable;             ///< per triangle
    uint8_t *area;                 ///< per triangle: its area type
    uint8_t *visited;              ///< per triangle
    uint32_t *path;                ///< half-edges through which the walk entered, a stack
} labelling;

static cw_status find_bounds(cw_context *context, const cw_plan *plan, cw_vec2 *low,
                             cw_vec2 *high) {
    *low = (cw_vec2){INFINITY, INFINITY};
    *high = (cw_vec2){-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < plan->point_count; i++) {
        cw_vec2 p = plan->points[i];
        if (!(fabs(p.x) <= CW_COORDINATE_LIMIT && fabs(p.y) <= CW_COORDINATE_LIMIT)) {
            return cw_fail(context, CW_ERROR_INPUT,
                           "point %u (%g, %g): coordinate out of range: it has to be finite and "
                           "within %g metres",
                           i, p.x, p.y, CW_COORDINATE_LIMIT);
        }
        *low = (cw_vec2){fmin(low->x, p.x), fmin(low->y, p.y)};
        *high = (cw_vec2){fmax(high->x, p.x), fmax(high->y, p.y)};
    }
    if (plan->point_count == 0) {
        return cw_fail(context, CW_ERROR_INPUT, "no walkable area: the plan has no points");
    }
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        if (plan->rings[r].kind == CW_RING_OUTER) {
            return CW_OK;
        }
    }
    return cw_fail(context, CW_ERROR_INPUT,
                   "no walkable area: no ring is floor, only obstacles, barriers or zones");
}

static const char *kind_name(cw_ring_kind kind) {
    static const char *const NAMES[] = {"outer ring", "hole", "obstacle", "barrier", "zone"};
    return NAMES[kind];
}

/// The ring that a point belongs to; CW_NONE for points of none.
static uint32_t ring_of(const cw_plan *plan, uint32_t point) {
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        if (point - plan->rings[r].first < plan->rings[r].count) {
            return r;
        }
    }
    return CW_NONE;
}

/// Names the two rings that make the plan so large that the lattice is coarse: a stray point far
/// away costs every wall its place.
static void warn_of_extent(cw_context *context, const cw_plan *plan, cw_vec2 low, cw_vec2 high,
                           double step) {
    bool wide = high.x - low.x >= high.y - low.y;
    uint32_t first = 0, last = 0;
    for (uint32_t i = 1; i < plan->point_count; i++) {
        cw_vec2 p = plan->points[i], a = plan->points[first], b = plan->points[last];
        first = (wide ? p.x < a.x : p.y < a.y) ? i : first;
        last = (wide ? p.x > b.x : p.y > b.y) ? i : last;
    }
    uint32_t one = ring_of(plan, first), other = ring_of(plan, last);
    if (one == CW_NONE || other == CW_NONE) {
        return;
    }
    cw_vec2 a = plan->points[first], b = plan->points[last];
    cw_log(context,
           "the lattice step is %.3g m, and what is smaller may vanish: the plan reaches from %s "
           "%u at (%.9g, %.9g) to %s %u at (%.9g, %.9g)",
           step, kind_name(plan->rings[one].kind), one, a.x, a.y,
           kind_name(plan->rings[other].kind), other, b.x, b.y);
}

static cw_status check_rings(cw_context *context, const cw_plan *plan) {
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        const cw_ring *ring = &plan->rings[r];
        if (ring->first > plan->point_count || ring->count > plan->point_count - ring->first) {
            return cw_fail(context, CW_ERROR_ARGUMENT, "ring %u: points out of range", r);
        }
        if ((unsigned)ring->kind > CW_RING_ZONE) {
            return cw_fail(context, CW_ERROR_ARGUMENT, "ring %u: unknown kind %d", r,
                           (int)ring->kind);
        }
        if (ring->kind == CW_RING_ZONE && (ring->polygon < 1 || ring->polygon > UINT8_MAX)) {
            return cw_fail(context, CW_ERROR_ARGUMENT,
                           "ring %u: area type %u of a zone has to be in 1 .. %d", r, ring->polygon,
                           UINT8_MAX);
        }
    }
    return CW_OK;
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/// Numbers the polygons that rings name, which may be any numbers, from 0.
static cw_status number_polygons(cw_context *context, const cw_plan *plan, uint32_t *ring_polygon) {
    uint32_t *names = NULL, count = plan->ring_count, unique = 0;
    CW_TRY(CW_ALLOCATE(context, names, count));
    for (uint32_t r = 0; r < count; r++) {
        names[r] = plan->rings[r].polygon;
    }
    if (count > 0) {
        qsort(names, count, sizeof *names, compare_numbers);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || names[i] != names[unique - 1]) {
            names[unique++] = names[i];
        }
    }
    for (uint32_t r = 0; r < count; r++) {
        uint32_t *found =
            bsearch(&plan->rings[r].polygon, names, unique, sizeof *names, compare_numbers);
        ring_polygon[r] = (uint32_t)(found - names);
    }
    CW_RELEASE(context, names, count);
    return CW_OK;
}

/// The winding number of a ring changes by `change`: keeps floors and obstacles up to date.
static void change_winding(labelling *state, uint32_t ring, int32_t change) {
    cw_ring_kind kind = state->plan->rings[ring].kind;
    if (kind == CW_RING_BARRIER) {
        return;
    }
    bool was_inside = state->winding[ring] != 0;
    state->winding[ring] += change;
    bool is_inside = state->winding[ring] != 0;
    if (was_inside == is_inside) {
        return;
    }
    uint32_t step = is_inside ? 1u : UINT32_MAX; /* adding UINT32_MAX takes one away */
    if (kind == CW_RING_OBSTACLE) {
        state->obstacles += step;
        return;
    }
    if (kind == CW_RING_ZONE) {
        state->zones[state->plan->rings[ring].polygon] += step;
        return;
    }
    polygon_state *polygon = &state->polygons[state->ring_polygon[ring]];
    bool was_floor = polygon->outer > 0 && polygon->holes == 0;
    *(kind == CW_RING_OUTER ? &polygon->outer : &polygon->holes) += step;
    bool is_floor = polygon->outer > 0 && polygon->holes == 0;
    state->floors += (uint32_t)is_floor - (uint32_t)was_floor;
}

/// Crosses an edge from the triangle of the half-edge to the other side.
static void cross_edge(labelling *state, const cw_arrangement *arrangement, uint32_t half_edge) {
    const cw_trimesh *mesh = &arrangement->mesh;
    if (mesh->edges[half_edge] == 0) {
        return;
    }
    bool upward = cw_origin(mesh, half_edge) < cw_target(mesh, half_edge);
    uint32_t item = arrangement->edges.items[mesh->edges[half_edge] - 1];
    while (item != CW_NONE) {
        const cw_contribution *contribution = &arrangement->contributions.items[item];
        /* The left side of an edge winds once more than its right side. */
        change_winding(state, contribution->ring,
                       upward ? -contribution->sign : contribution->sign);
        item = contribution->next;
    }
}

static void visit(labelling *state, uint32_t triangle) {
    state->visited[triangle] = 1;
    state->walkable[triangle] = state->floors > 0 && state->obstacles == 0;
    uint32_t area = state->highest_zone;
    while (area > 0 && state->zones[area] == 0) {
        area--;
    }
    state->area[triangle] = (uint8_t)area;
}

/// Walks over all triangles, depth first, from one at a corner of the box. `path` holds the
/// half-edge through which each triangle was entered; its position 0..2 in `visited` remembers
/// which sides were tried.
static void walk_triangles(labelling *state, const cw_arrangement *arrangement) {
    const cw_trimesh *mesh = &arrangement->mesh;
    uint32_t depth = 0, triangle = mesh->vertex_edge[0] / 3;
    visit(state, triangle);
    for (;;) {
        uint32_t tried = state->visited[triangle] - 1u;
        if (tried < 3) {
            state->visited[triangle]++;
            uint32_t exit = 3 * triangle + tried, twin = mesh->twins[exit];
            if (twin != CW_NONE && state->visited[twin / 3] == 0) {
                cross_edge(state, arrangement, exit);
                state->path[depth++] = twin;
                triangle = twin / 3;
                visit(state, triangle);
            }
        } else if (depth > 0) {
            uint32_t entry = state->path[--depth];
            cross_edge(state, arrangement, entry);
            triangle = mesh->twins[entry] / 3;
        } else {
            return;
        }
    }
}

static bool has_barrier(const cw_plan *plan, const cw_arrangement *arrangement, uint32_t label) {
    uint32_t item = label == 0 ? CW_NONE : arrangement->edges.items[label - 1];
    while (item != CW_NONE) {
        const cw_contribution *contribution = &arrangement->contributions.items[item];
        if (plan->rings[contribution->ring].kind == CW_RING_BARRIER) {
            return true;
        }
        item = contribution->next;
    }
    return false;
}

/// Numbers the walkable triangles along a Hilbert curve, so that neighbours lie close in memory;
/// moved[t] becomes the new number of triangle t, or CW_NONE.
static cw_status order_walkable(cw_context *context, const labelling *state, const cw_trimesh *mesh,
                                uint32_t *moved, uint32_t *live) {
    cw_keyed *order = NULL;
    uint32_t count = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        count += state->walkable[t];
        moved[t] = CW_NONE;
    }
    *live = count;
    CW_TRY(CW_ALLOCATE(context, order, 2 * (size_t)count));
    for (uint32_t t = 0, i = 0; t < mesh->triangle_count; t++) {
        if (state->walkable[t]) {
            order[i++] = (cw_keyed){cw_hilbert_key(mesh->points[mesh->corners[3 * t]]), t};
        }
    }
    cw_keyed_sort_in_place(order, count);
    for (uint32_t i = 0; i < count; i++) {
        moved[order[i].item] = i;
    }
    CW_RELEASE(context, order, 2 * (size_t)count);
    return CW_OK;
}

/// Copies the walkable triangles; edges to the outside and barriers lose their twins.
static cw_status keep_walkable(cw_context *context, const labelling *state,
                               const cw_arrangement *arrangement, uint32_t *moved,
                               cw_trimesh *kept) {
    const cw_trimesh *mesh = &arrangement->mesh;
    uint32_t live;
    CW_TRY(order_walkable(context, state, mesh, moved, &live));
    if (live == 0) {
        return cw_fail(context, CW_ERROR_INPUT, "no walkable area");
    }
    CW_TRY(cw_trimesh_reserve(context, kept, mesh->vertex_count, live));
    kept->flip_test = mesh->flip_test;
    kept->vertex_count = mesh->vertex_count;
    kept->triangle_count = live;
    memcpy(kept->points, mesh->points, (size_t)mesh->vertex_count * sizeof *kept->points);
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        if (moved[h / 3] != CW_NONE) {
            uint32_t to = 3 * moved[h / 3] + h % 3, twin = mesh->twins[h];
            bool open = twin != CW_NONE && moved[twin / 3] != CW_NONE &&
                        !has_barrier(state->plan, arrangement, mesh->edges[h]);
            kept->corners[to] = mesh->corners[h];
            kept->twins[to] = open ? 3 * moved[twin / 3] + twin % 3 : CW_NONE;
            kept->edges[to] = 0;
        }
    }
    return CW_OK;
}

/// The area types of the triangles that are kept, where there are zones.
static cw_status keep_areas(cw_context *context, const labelling *state, const uint32_t *moved,
                            uint32_t triangles, uint32_t kept, uint8_t **areas) {
    if (state->highest_zone == 0) {
        return CW_OK;
    }
    CW_TRY(cw_allocate(context, (void **)areas, kept, sizeof **areas));
    for (uint32_t t = 0; t < triangles; t++) {
        if (moved[t] != CW_NONE) {
            (*areas)[moved[t]] = state->area[t];
        }
    }
    return CW_OK;
}

static uint32_t highest_zone(const cw_plan *plan) {
    uint32_t highest = 0;
    for (uint32_t r = 0; r < plan->ring_count; r++) {
        const cw_ring *ring = &plan->rings[r];
        highest = ring->kind == CW_RING_ZONE && ring->polygon > highest ? ring->polygon : highest;
    }
    return highest;
}

/// `areas` receives the area types of the triangles kept, or stays NULL without zones.
static cw_status label_and_keep(cw_context *context, const cw_plan *plan,
                                const cw_arrangement *arrangement, cw_trimesh *kept,
                                uint8_t **areas) {
    uint32_t triangles = arrangement->mesh.triangle_count, rings = plan->ring_count;
    labelling state = {.plan = plan, .highest_zone = highest_zone(plan)};
    uint32_t *moved = NULL;
    cw_status status = CW_ALLOCATE(context, state.winding, rings);
    status = status != CW_OK ? status : CW_ALLOCATE(context, state.ring_polygon, rings);
    status = status != CW_OK ? status : CW_ALLOCATE(context, state.polygons, rings);
    status = status != CW_OK ? status : CW_ALLOCATE(context, state.walkable, triangles);
    status = status != CW_OK ? status : CW_ALLOCATE(context, state.area, triangles);
    status = status != CW_OK ? status : CW_ALLOCATE(context, state.visited, triangles);
    status = status != CW_OK ? status : CW_ALLOCATE(context, state.path, triangles);
    status = status != CW_OK ? status : CW_ALLOCATE(context, moved, triangles);
    status = status != CW_OK ? status : number_polygons(context, plan, state.ring_polygon);
    if (status == CW_OK) {
        walk_triangles(&state, arrangement);
        status = keep_walkable(context, &state, arrangement, moved, kept);
    }
    if (status == CW_OK) {
        status = keep_areas(context, &state, moved, triangles, kept->triangle_count, areas);
    }
    CW_RELEASE(context, state.winding, rings);
    CW_RELEASE(context, state.ring_polygon, rings);
    CW_RELEASE(context, state.polygons, rings);
    CW_RELEASE(context, state.walkable, triangles);
    CW_RELEASE(context, state.area, triangles);
    CW_RELEASE(context, state.visited, triangles);
    CW_RELEASE(context, state.path, triangles);
    CW_RELEASE(context, moved, triangles);
    return status;
}

/// The caller's own coordinates for input points, lattice positions for crossings.
static cw_status place_sources(cw_context *context, const cw_plan *plan, const uint32_t *vertex_of,
                               cw_assembly *assembly) {
    uint32_t count = assembly->mesh.vertex_count;
    CW_TRY(CW_ALLOCATE(context, assembly->positions, count));
    assembly->source_count = count;
    for (uint32_t v = 0; v < count; v++) {
        cw_point coarse = assembly->mesh.points[v];
        cw_vec2 place = cw_lattice_to_plan(
            &assembly->lattice, (cw_point){coarse.x * CW_COARSE_UNIT, coarse.y * CW_COARSE_UNIT});
        assembly->positions[v] = (cw_vec3){place.x, place.y, 0};
    }
    for (uint32_t i = plan->point_count; i-- > 0;) {
        /* A point that joined another one, in another pixel, has that one's coordinates. */
        cw_point fine = cw_lattice_snap(&assembly->lattice, plan->points[i]);
        cw_point coarse = assembly->mesh.points[vertex_of[i]];
        if (fine.x == coarse.x * CW_COARSE_UNIT && fine.y == coarse.y * CW_COARSE_UNIT) {
            assembly->positions[vertex_of[i]] = (cw_vec3){plan->points[i].x, plan->points[i].y, 0};
        }
    }
    return CW_OK;
}

/// How often the sides of a plan may cross.
static uint32_t crossing_limit(const cw_plan *plan, const cw_surface_config *config) {
    if (config != NULL && config->crossing_limit > 0) {
        return config->crossing_limit;
    }
    uint64_t by_points = (uint64_t)CROSSINGS_PER_POINT * plan->point_count;
    by_points = by_points < UINT32_MAX ? by_points : UINT32_MAX;
    return by_points > CW_CROSSING_LIMIT ? (uint32_t)by_points : CW_CROSSING_LIMIT;
}

/// The mesh tells the names of its areas without the plan.
static cw_status keep_names(cw_context *context, const cw_plan *plan, cw_terrain *terrain) {
    CW_TRY(CW_ALLOCATE(context, terrain->area_names, plan->name_count));
    terrain->area_name_count = plan->name_count;
    if (plan->name_count > 0) {
        memcpy(terrain->area_names, plan->names, plan->name_count * sizeof *plan->names);
    }
    return CW_OK;
}

static cw_status assemble_plan(cw_context *context, const cw_plan *plan,
                               const cw_surface_config *config, cw_assembly *assembly,
                               cw_arrangement *arrangement, uint32_t *vertex_of,
                               cw_surface *surface) {
    CW_TRY(cw_plan_arrange(context, plan, &assembly->lattice, crossing_limit(plan, config),
                           arrangement, vertex_of));
    uint8_t *areas = NULL;
    CW_TRY(label_and_keep(context, plan, arrangement, &assembly->mesh, &areas));
    cw_arrangement_free(context, arrangement);
    uint32_t kept = assembly->mesh.triangle_count;
    cw_status status = place_sources(context, plan, vertex_of, assembly);
    if (status == CW_OK && areas != NULL) {
        status = cw_assemble_with_terrain(context, assembly, surface);
    } else if (status == CW_OK) {
        status = cw_assemble(context, assembly, surface);
    }
    if (status != CW_OK || areas == NULL) {
        CW_RELEASE(context, areas, kept);
        return status;
    }
    surface->terrain.areas = areas;
    status = keep_names(context, plan, &surface->terrain);
    if (status != CW_OK) {
        cw_surface_free(context, surface);
    }
    return status;
}

cw_status cw_surface_from_plan(cw_context *context, const cw_plan *plan,
                               const cw_surface_config *config, cw_surface *surface) {
    memset(surface, 0, sizeof *surface);
    cw_vec2 low, high;
    cw_assembly assembly = {0};
    CW_TRY(check_rings(context, plan));
    CW_TRY(find_bounds(context, plan, &low, &high));
    CW_TRY(cw_lattice_choose(context, low, high, config, &assembly.lattice));
    if (assembly.lattice.step > CW_LATTICE_COARSE_STEP && (config == NULL || config->step == 0)) {
        warn_of_extent(context, plan, low, high, assembly.lattice.step);
    }
    cw_arrangement arrangement = {0};
    uint32_t *vertex_of = NULL;
    cw_status status = CW_ALLOCATE(context, vertex_of, plan->point_count);
    if (status == CW_OK) {
        status = assemble_plan(context, plan, config, &assembly, &arrangement, vertex_of, surface);
    }
    cw_arrangement_free(context, &arrangement);
    cw_assembly_free(context, &assembly);
    CW_RELEASE(context, vertex_of, plan->point_count);
    return status;
}
