/// The near-optimal decomposition of a surface into convex cells.
///
/// After Oliva, "Automatic generation of navigation meshes", chapter 3, with the order of work
/// turned round: a portal that resolves two notches is worth two, so those come first. Phases: 1
/// corners that may be ignored (relax.c); 2 notches; 3 mutual notch pairs (mutual_pairs.c); 4 the
/// rest one by one (resolve.c); 5 portals that are no longer needed go (carver.c) or are shared
/// (shared_portals.c); 6 windows of cells are solved to the optimum (window.c); 7 cells are read
/// off (extract.c) and the terrain is laid over them (drape.c); 8 the heights are checked, and
/// triangles that overlap at the same height, which only cells show, are refused. Invariants:
/// portals lie on edges of the triangulation, so they never cross; adding a portal only divides
/// sectors; when no sector is reflex, every cell is convex and simply connected (Gauss-Bonnet), and
/// cells = portals + Euler characteristic.
#include "base/parallel.h"
#include "geom/angle.h"
#include "geom/order.h"
#include "navmesh/carve/areas.h"
#include "navmesh/carve/extract.h"
#include "navmesh/carve/mutual_pairs.h"
#include "navmesh/carve/relax.h"
#include "navmesh/carve/resolve.h"
#include "navmesh/carve/shared_portals.h"
#include "navmesh/carve/window.h"
#include "navmesh/navmesh.h"

#include <math.h>
#include <string.h>

/// Triangles a notch looks through before it takes the nearest of what it has seen: bounds the work
/// on combs of needles, and between round walls of tens of thousands of sides.
enum { MOST_TRIANGLES = 4096 };

/// Effort 1: some milliseconds on a plan of a few hundred corners. Larger plans get less, since
/// their time is limited too. So do 3D scenes, which are held against voxels: one part of 32 of the
/// search gives all but two or three cells of a hundred of their levels, and the rest takes as long
/// as sampling a whole level does.
static cw_window_budget short_search(uint32_t notches, bool is_scene) {
    uint64_t work = (uint64_t)1 << (is_scene ? 16 : 21);
    return (cw_window_budget){.first_cells = 16,
                              .last_cells = 64,
                              .window_work = (uint64_t)1 << 20,
                              .work = work / (1 + notches / 256)};
}

/// Effort 2: seconds, after the short search, so that it never gives more cells. Along a comb of
/// thousands of teeth, where every notch sees every other one, the steps are few and each looks at
/// hundreds of chains, so these are counted too.
static const cw_window_budget LONG_SEARCH = {.first_cells = 12,
                                             .last_cells = 1024,
                                             .window_work = (uint64_t)1 << 30,
                                             .work = (uint64_t)1 << 31,
                                             .scans = (uint64_t)1 << 32};

/// Effort 0 takes the notches in their order, unless they are this many: then that order would look
/// through much of the floor for each of them (spread_queue).
enum { MANY_NOTCHES = 4096 };

cw_navmesh_config cw_navmesh_config_default(void) {
    return (cw_navmesh_config){.alpha = 0, .tau = 0, .turn = CW_PI / 4, .effort = 1};
}

cw_navmesh_config cw_navmesh_config_for_scenes(void) {
    return (cw_navmesh_config){.alpha = CW_PI / 12, .tau = 0.13, .turn = CW_PI / 2, .effort = 1};
}

static cw_status check_config(cw_context *context, const cw_navmesh_config *config) {
    if (!(config->alpha >= 0 && config->alpha <= CW_PI / 2)) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "alpha has to be in 0 .. 90 degrees");
    }
    if (!(config->tau >= 0 && config->tau <= CW_COORDINATE_LIMIT)) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "tau has to be in 0 .. %g metres",
                       CW_COORDINATE_LIMIT);
    }
    if (!(config->turn >= 0 && config->turn <= 2 * CW_PI)) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "turn has to be in 0 .. 360 degrees");
    }
    if (config->effort > 2) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "effort has to be 0, 1 or 2");
    }
    return CW_OK;
}

/// A plan without floor leaves a zeroed surface behind, and whoever goes on with it should hear of
/// it here.
static cw_status refuse_empty(cw_context *context, const cw_surface *surface) {
    return surface->triangle_count > 0 ? CW_OK
                                       : cw_fail(context, CW_ERROR_INPUT, "no walkable area");
}

/// Vertices that one task takes.
enum { VERTICES_PER_RANGE = 4096 };

typedef struct notch_marks {
    const cw_carver *carver;
    uint8_t *marks; ///< per vertex
} notch_marks;

static cw_status mark_notches(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    const notch_marks *all = user;
    cw_sector sector;
    (void)context;
    for (uint32_t v = begin; v < end; v++) {
        all->marks[v] = cw_notch_at(all->carver, v, &sector);
    }
    return CW_OK;
}

/// Lists the vertices with a notch, in vertex order, and marks those that never will be one.
static cw_status list_notches(cw_resolver *resolver) {
    cw_carver *carver = resolver->carver;
    cw_context *context = carver->context;
    uint32_t count = carver->surface->vertex_count;
    notch_marks all = {carver, NULL};
    CW_TRY(CW_ALLOCATE(context, all.marks, count));
    cw_status status =
        cw_parallel_for(context, "finding notches", count, VERTICES_PER_RANGE, mark_notches, &all);
    for (uint32_t v = 0; v < count && status == CW_OK; v++) {
        cw_carver_corner *corner = &carver->corners.items[v];
        if (all.marks[v]) {
            status = CW_ARRAY_PUSH(context, &resolver->queue, v);
        } else {
            corner->convex = !corner->dropped;
        }
    }
    CW_RELEASE(context, all.marks, count);
    return status;
}

/// Puts the queue in rounds of doubling size, each in vertex order. The notches of a large round
/// pillar all look along the same spokes of the triangulation; taken one after the other each would
/// cross most of them, while the first few of a spread order cut them short for all others.
static cw_status spread_queue(cw_resolver *resolver) {
    cw_context *context = resolver->carver->context;
    uint32_t count = resolver->queue.count;
    cw_keyed *order = NULL;
    CW_TRY(CW_ALLOCATE(context, order, 2 * (size_t)count));
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bits = cw_mix(resolver->queue.items[i]) | (uint64_t)1 << 62;
        order[i] = (cw_keyed){63 - (uint64_t)__builtin_ctzll(bits), resolver->queue.items[i]};
    }
    cw_keyed_sort_in_place(order, count);
    for (uint32_t i = 0; i < count; i++) {
        resolver->queue.items[i] = order[i].item;
    }
    CW_RELEASE(context, order, 2 * (size_t)count);
    return CW_OK;
}

/// True when the chords at a vertex, which is no notch by its walls, are more than half a turn
/// apart.
static bool is_notch_by_chords(const cw_carver *carver, uint32_t vertex) {
    cw_sector first = cw_sector_at(carver, carver->mesh.vertex_edge[vertex]), last = first;
    for (uint32_t h = cw_sector_after(carver, &last); h != CW_NONE;
         h = cw_sector_after(carver, &last)) {
        last = cw_sector_at(carver, h);
    }
    return cw_turn(first.begin, last.end) < 0;
}

/// Ignored corners can make a notch of a vertex that is none by itself. It is none any more when
/// its portals went, or when those corners were given back after it.
static void recount_notches(cw_carver *carver) {
    for (uint32_t v = 0; v < carver->corners.count; v++) {
        const cw_carver_corner *corner = &carver->corners.items[v];
        if (corner->given_back && !corner->reflex) {
            carver->stats.notches -= corner->portals == 0 || !is_notch_by_chords(carver, v);
        }
    }
}

static cw_status carve(cw_carver *carver, cw_resolver *resolver) {
    CW_TRY(cw_corners_drop(carver));
    CW_TRY(list_notches(resolver));
    carver->stats.notches = resolver->queue.count;
    if (carver->config.effort > 0) {
        CW_TRY(cw_pairs_make(carver, resolver->queue.items, resolver->queue.count));
    }
    if (carver->config.effort > 0 || resolver->queue.count > MANY_NOTCHES) {
        CW_TRY(spread_queue(resolver));
    }
    CW_TRY(cw_resolve_queue(resolver));
    CW_TRY(cw_portals_prune(carver));
    if (carver->config.effort == 0) {
        return CW_OK;
    }
    CW_TRY(cw_portals_share(carver));
    cw_window_budget budget =
        short_search(carver->stats.notches, carver->surface->terrain.step > 0);
    CW_TRY(cw_windows_solve(carver, &budget));
    return carver->config.effort == 1 ? CW_OK : cw_windows_solve(carver, &LONG_SEARCH);
}

static cw_status build(cw_context *context, const cw_surface *surface,
                       const cw_navmesh_config *config, cw_navmesh *mesh) {
    cw_carver carver;
    cw_resolver resolver = {.carver = &carver,
                            .search = {.most_triangles = MOST_TRIANGLES, .tells_rest = true},
                            .rule = config->effort == 0 ? CW_RULE_NEAREST : CW_RULE_DEFAULT};
    cw_status status = cw_carver_begin(context, surface, config, &carver);
    if (status == CW_OK) {
        status = carve(&carver, &resolver);
    }
    if (status == CW_OK) {
        recount_notches(&carver);
        mesh->stats = carver.stats;
        status = cw_cells_extract(&carver, mesh);
    }
    uint32_t reflex = carver.reflex_count;
    cw_resolver_free(&resolver);
    cw_carver_free(&carver);
    CW_TRY(status);
    CW_TRY(cw_navmesh_finish(context, mesh));
    /* Chords make notches of other vertices too; where all cells are convex, these are none. */
    uint32_t most = reflex - mesh->stats.dropped;
    if (mesh->stats.relaxation_depth <= 0 && mesh->stats.notches > most) {
        mesh->stats.notches = most;
    }
    return CW_OK;
}

/// Builds over the borders of area types, which are walls while the floor is carved.
static cw_status build_areas(cw_context *context, const cw_surface *surface,
                             const cw_navmesh_config *config, cw_navmesh *mesh) {
    cw_surface cut;
    cw_status status = cw_areas_cut(context, surface, &cut);
    status = status != CW_OK ? status : build(context, &cut, config, mesh);
    cw_areas_uncut(context, &cut);
    return status;
}

cw_status cw_navmesh_carve(cw_context *context, const cw_surface *surface,
                           const cw_navmesh_config *config, cw_navmesh *mesh) {
    CW_TRY(check_config(context, config));
    CW_TRY(refuse_empty(context, surface));
    return cw_areas_differ(&surface->terrain) ? build_areas(context, surface, config, mesh)
                                              : build(context, surface, config, mesh);
}

static cw_vec2 unit_ray(cw_point direction) {
    double length = cw_length(direction);
    return (cw_vec2){-(double)direction.x / length, -(double)direction.y / length};
}

static cw_notch describe_notch(uint32_t vertex, const cw_sector *sector) {
    double turned = cw_turn_angle(sector->begin, sector->end);
    double angle = turned <= 0 ? turned + 2 * CW_PI : turned;
    cw_notch notch = {.vertex = vertex, .angle = angle};
    if (sector->excess > 1) {
        notch.angle += 2 * CW_PI * floor((double)sector->excess / 2);
    } else {
        notch.right = unit_ray(sector->end);
        notch.left = unit_ray(sector->begin);
    }
    return notch;
}

static cw_status describe_notches(cw_resolver *resolver, cw_notch **notches, uint32_t *count) {
    CW_TRY(cw_corners_drop(resolver->carver));
    CW_TRY(list_notches(resolver));
    CW_TRY(CW_ALLOCATE(resolver->carver->context, *notches, resolver->queue.count));
    *count = resolver->queue.count;
    for (uint32_t i = 0; i < *count; i++) {
        cw_sector sector;
        cw_notch_at(resolver->carver, resolver->queue.items[i], &sector);
        (*notches)[i] = describe_notch(resolver->queue.items[i], &sector);
    }
    return CW_OK;
}

cw_status cw_navmesh_notches(cw_context *context, const cw_surface *surface,
                             const cw_navmesh_config *config, cw_notch **notches, uint32_t *count) {
    cw_navmesh_config chosen = config != NULL ? *config : cw_navmesh_config_default();
    *notches = NULL;
    *count = 0;
    CW_TRY(check_config(context, &chosen));
    CW_TRY(refuse_empty(context, surface));
    cw_carver carver;
    cw_resolver resolver = {.carver = &carver};
    cw_status status = cw_carver_begin(context, surface, &chosen, &carver);
    status = status != CW_OK ? status : describe_notches(&resolver, notches, count);
    cw_resolver_free(&resolver);
    cw_carver_free(&carver);
    return status;
}
