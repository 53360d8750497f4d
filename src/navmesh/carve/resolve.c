/// Resolving notches one by one.
///
/// A notch of less than a full turn is resolved by one portal to something in its area of interest:
/// the nearest vertex that is a notch and is resolved by the same portal (a mutual one), else a
/// vertex about as near as the nearest wall, else the nearest point of that wall. Round walls of
/// very many sides look straight ahead instead (look_ahead). When nothing but
/// portals fill the area of interest, there is exactly one and its ends lie outside; then two
/// portals are needed: one to the visible vertex next to the area of interest on either side. When
/// all fails, which only needles and corners of more than a full turn bring about, an edge of the
/// fan becomes a portal (Hertel and Mehlhorn 1983 at one vertex): at most pi from the last side,
/// and as far as possible.
#include "navmesh/carve/resolve.h"
#include "geom/lattice.h"

#include <math.h>

const cw_choice_rule CW_RULE_NEAREST = {1.0, 1.0, true};
const cw_choice_rule CW_RULE_DEFAULT = {1.5, 1.25, false};

/// Portals one vertex may take: two for an angle below a full turn, more only on spirals; beyond
/// this something is broken.
enum { MOST_ROUNDS = 1000 };

/// A corner between others that turns by less than ROUND_TURN (a sine) is one of a round wall of
/// more than some 1,800 sides: of fewer, tables of clearances are small wherever portals go. It
/// joins vertices up to FAN_SIDES times that beside straight ahead: with fewer, walls get more
/// points, with more, portals pass more regions; tables are smallest between 16 and 32.
static const double ROUND_TURN = 0.0035, FAN_SIDES = 16;

/// Metres, and part of its wall, that a point on a wall keeps from vertices where it can.
static const double SHORTEST_WALL = 1e-3, LEAST_PART = 0.125;

/// A candidate end of a portal.
typedef struct candidate {
    cw_sight sight;
    bool found;
} candidate;

void cw_resolver_free(cw_resolver *resolver) {
    cw_search_free(resolver->carver->context, &resolver->search);
    CW_ARRAY_FREE(resolver->carver->context, &resolver->queue);
}

/// True when a portal from a vertex towards the direction resolves a notch of it.
static bool resolves(const cw_carver *carver, uint32_t vertex, cw_point direction) {
    cw_sector sector;
    return !carver->corners.items[vertex].convex && !cw_is_transparent(carver, vertex) &&
           cw_sector_towards(carver, vertex, direction, &sector) &&
           cw_in_interest(&sector, direction);
}

/// True when a portal that arrives at a vertex from a direction leaves no notch there that was not
/// there before.
static bool may_end_at(const cw_carver *carver, uint32_t vertex, cw_point direction) {
    cw_sector sector;
    if (!cw_is_transparent(carver, vertex)) {
        return true;
    }
    return cw_sector_towards(carver, vertex, direction, &sector) &&
           (sector.excess == 0 || cw_in_interest(&sector, direction));
}

static cw_point back_to(const cw_carver *carver, uint32_t vertex, uint32_t from) {
    return cw_point_sub(carver->mesh.points[from], carver->mesh.points[vertex]);
}

/// The nearer end of a portal inside the area of interest.
static candidate portal_end(const cw_carver *carver, uint32_t vertex, const cw_sector *sector,
                            const cw_sight *portal) {
    const cw_trimesh *mesh = &carver->mesh;
    candidate best = {.found = false};
    uint32_t ends[2] = {cw_origin(mesh, portal->id), cw_target(mesh, portal->id)};
    for (int i = 0; i < 2; i++) {
        cw_point direction = cw_point_sub(mesh->points[ends[i]], mesh->points[vertex]);
        double distance = cw_length(direction);
        if (cw_in_interest(sector, direction) && (!best.found || distance < best.sight.distance)) {
            best.found = true;
            best.sight = (cw_sight){.kind = CW_SIGHT_VERTEX, .id = ends[i], .distance = distance};
        }
    }
    return best;
}

/// Looks for the ends of a portal: the best vertex and the nearest wall.
static cw_status look(cw_resolver *resolver, uint32_t vertex, const cw_sector *sector,
                      candidate *corner, candidate *wall) {
    const cw_carver *carver = resolver->carver;
    cw_context *context = carver->context;
    *corner = *wall = (candidate){.found = false};
    CW_TRY(cw_search_begin(context, &resolver->search, carver, vertex, sector));
    double reach = INFINITY;
    for (;;) {
        cw_sight sight;
        bool found;
        CW_TRY(cw_search_next(context, &resolver->search, &sight, &found));
        if (!found || sight.distance > reach) {
            return CW_OK;
        }
        if (sight.kind == CW_SIGHT_PORTAL) {
            if (resolver->rule.join_portals && isinf(reach)) {
                *corner = portal_end(carver, vertex, sector, &sight);
                reach = corner->found ? sight.distance : reach;
            }
            continue;
        }
        reach = isinf(reach) ? sight.distance * resolver->rule.reach : reach;
        if (sight.kind == CW_SIGHT_WALL) {
            *wall = wall->found ? *wall : (candidate){sight, true};
            continue;
        }
        cw_point back = back_to(carver, sight.id, vertex);
        if (resolves(carver, sight.id, back)) {
            *corner = (candidate){sight, true};
            wall->found = false;
            return CW_OK;
        }
        if (!corner->found && may_end_at(carver, sight.id, back)) {
            *corner = (candidate){sight, true};
        }
    }
}

/// Narrows the part of a wall that is seen so that a point on it leaves no splinter of wall beside
/// a vertex, unless nothing else is seen. Parts count from 0 to 1 along the whole wall.
static void keep_off_ends(const cw_carver *carver, double begin, double end, double length,
                          double *low, double *high) {
    double step = carver->surface->lattice.step / (double)CW_COARSE_UNIT;
    double margin = fmin(SHORTEST_WALL / (step * length), (end - begin) * LEAST_PART);
    double first = fmax(*low, begin + margin), last = fmin(*high, end - margin);
    if (first < last) {
        *low = first;
        *high = last;
    }
}

bool cw_wall_part_seen(const cw_carver *carver, cw_point eye, const cw_sight *sight,
                       int64_t *part) {
    cw_wall_range wall = cw_wall_range_of(carver, sight->id);
    cw_point from = cw_point_sub(carver->mesh.points[wall.from], eye);
    cw_point along = cw_point_sub(carver->mesh.points[wall.to], carver->mesh.points[wall.from]);
    double square = cw_length(along) * cw_length(along);
    double foot = -cw_wide_double(cw_dot(from, along)) / square;
    double low = cw_wide_double(cw_cross(from, sight->right)) /
                 cw_wide_double(cw_cross(sight->right, along));
    double high =
        cw_wide_double(cw_cross(from, sight->left)) / cw_wide_double(cw_cross(sight->left, along));
    double begin = (double)wall.begin / (double)CW_COARSE_UNIT;
    double end = (double)wall.end / (double)CW_COARSE_UNIT;
    low = low >= begin && low <= end ? low : begin; /* also when the ray grazes and low is NaN */
    high = high >= begin && high <= end ? high : end;
    keep_off_ends(carver, begin, end, sqrt(square), &low, &high);
    double nearest = fmin(fmax(foot, low), high);
    double middle = 0.5 * (low + high);
    double tries[4] = {nearest, 0.875 * nearest + 0.125 * middle, middle, 0.5 * (low + middle)};
    for (int i = 0; i < 4; i++) {
        int64_t center = (int64_t)floor(tries[i] * (double)CW_COARSE_UNIT + 0.5);
        for (int64_t step = 0; step <= 8;
             step++) { /* center, then one to four steps to each side */
            int64_t m = center + (step % 2 == 0 ? step / 2 : -(step + 1) / 2);
            if (m <= wall.begin || m >= wall.end) {
                continue;
            }
            cw_point direction = cw_point_sub(cw_wall_point_at(carver, &wall, m), eye);
            if (cw_turn(sight->right, direction) >= 0 && cw_turn(direction, sight->left) >= 0) {
                *part = m;
                return true;
            }
        }
    }
    return false;
}

static cw_status note_end(cw_resolver *resolver, uint32_t vertex) {
    cw_sector sector;
    if (cw_notch_at(resolver->carver, vertex, &sector)) {
        return CW_ARRAY_PUSH(resolver->carver->context, &resolver->queue, vertex);
    }
    return CW_OK;
}

static cw_status join_vertex(cw_resolver *resolver, uint32_t vertex, const cw_sector *sector,
                             uint32_t end, bool *made) {
    cw_carver *carver = resolver->carver;
    bool mutual = resolves(carver, end, back_to(carver, end, vertex));
    cw_portal_result result;
    CW_TRY(cw_portal_make(carver, vertex, sector, end, &result));
    *made = result == CW_PORTAL_MADE;
    carver->stats.mutual += *made && mutual;
    return *made ? note_end(resolver, end) : CW_OK;
}

static cw_status join_wall(cw_resolver *resolver, uint32_t vertex, const cw_sight *wall,
                           bool *made) {
    cw_carver *carver = resolver->carver;
    int64_t part;
    if (!cw_wall_part_seen(carver, carver->mesh.points[vertex], wall, &part)) {
        return CW_OK;
    }
    uint32_t end;
    CW_TRY(cw_wall_split(carver, wall->id, part, &end));
    /* The split moved half-edges: look the sector up again. */
    cw_sector sector;
    cw_notch_at(carver, vertex, &sector);
    return join_vertex(resolver, vertex, &sector, end, made);
}

/// The vertices nearest in angle to a ray on its right and left, among those visible up to the
/// first hard edge.
typedef struct ray_walk {
    uint32_t right, left; ///< CW_NONE while the fan's own sides are the nearest
    uint32_t hit;         ///< a vertex exactly on the ray
    uint32_t edge;        ///< the hard half-edge at the end of the ray
} ray_walk;

static ray_walk walk_ray(const cw_carver *carver, uint32_t vertex, uint32_t start, cw_point ray) {
    const cw_trimesh *mesh = &carver->mesh;
    cw_point eye = mesh->points[vertex];
    ray_walk walk = {CW_NONE, CW_NONE, CW_NONE, CW_NONE};
    uint32_t edge = cw_next(start);
    walk.right = cw_origin(mesh, edge);
    walk.left = cw_target(mesh, edge);
    while (mesh->edges[edge] == CW_EDGE_OPEN) {
        uint32_t twin = mesh->twins[edge], apex = cw_apex(mesh, twin);
        cw_point direction = cw_point_sub(mesh->points[apex], eye);
        int side = cw_turn(ray, direction);
        if (side == 0) {
            walk.hit = apex;
            return walk;
        }
        uint32_t *tight = side > 0 ? &walk.left : &walk.right;
        cw_point bound = cw_point_sub(mesh->points[*tight], eye);
        if (cw_turn(bound, direction) * side < 0) {
            *tight = apex;
        }
        edge = side > 0 ? cw_next(twin) : cw_previous(twin);
    }
    walk.edge = edge;
    return walk;
}

/// The fan triangle of a sector that a direction enters; CW_NONE when it runs along an edge of the
/// fan.
static uint32_t entered_triangle(const cw_carver *carver, uint32_t vertex, const cw_sector *sector,
                                 cw_point direction) {
    const cw_trimesh *mesh = &carver->mesh;
    cw_point eye = mesh->points[vertex];
    for (uint32_t h = sector->first;; h = mesh->twins[cw_previous(h)]) {
        cw_point right = cw_point_sub(mesh->points[cw_target(mesh, h)], eye);
        cw_point left = cw_point_sub(mesh->points[cw_apex(mesh, h)], eye);
        if (cw_turn(right, direction) > 0 && cw_turn(direction, left) > 0) {
            return h;
        }
        if (cw_previous(h) == sector->last) {
            return CW_NONE;
        }
    }
}

/// Nothing can be joined inside the area of interest: a first of two portals to the vertex beside
/// it.
static cw_status join_beside(cw_resolver *resolver, uint32_t vertex, const cw_sector *sector,
                             bool *made) {
    cw_carver *carver = resolver->carver;
    const cw_trimesh *mesh = &carver->mesh;
    uint32_t ends[2] = {CW_NONE, CW_NONE};
    cw_point rays[2] = {{-sector->end.x, -sector->end.y}, {-sector->begin.x, -sector->begin.y}};
    for (int i = 0; i < 2; i++) {
        uint32_t start = entered_triangle(carver, vertex, sector, rays[i]);
        if (start != CW_NONE) {
            ray_walk walk = walk_ray(carver, vertex, start, rays[i]);
            if (walk.hit != CW_NONE) {
                return join_vertex(resolver, vertex, sector, walk.hit, made);
            }
            ends[i] = i == 0 ? walk.right : walk.left;
        }
    }
    uint32_t own[2] = {cw_target(mesh, sector->first), cw_origin(mesh, sector->last)};
    int best = -1;
    double best_length = INFINITY;
    for (int i = 0; i < 2; i++) {
        if (ends[i] != CW_NONE && ends[i] != own[0] && ends[i] != own[1]) {
            cw_point direction = back_to(carver, ends[i], vertex);
            double length = cw_length(direction);
            length = resolves(carver, ends[i], direction) ? 0 : length;
            if (length < best_length) {
                best_length = length;
                best = i;
            }
        }
    }
    carver->stats.two_portal += best >= 0;
    return best < 0 ? CW_OK : join_vertex(resolver, vertex, sector, ends[best], made);
}

/// A corner that is ignored, or a point on a wall, needs a portal after all: a portal that ends
/// there, or a wall beside it that counts again, made a notch of it.
static void give_back(cw_carver *carver, uint32_t vertex) {
    cw_carver_corner *corner = &carver->corners.items[vertex];
    if (corner->dropped && !corner->given_back) {
        corner->given_back = true;
        carver->stats.notches++;
        carver->stats.dropped -= corner->reflex;
    }
}

/// Gives ignored corners next to a vertex back, so that its sides are real walls.
static cw_status restore_neighbours(cw_resolver *resolver, const cw_sector *sector) {
    cw_carver *carver = resolver->carver;
    const cw_trimesh *mesh = &carver->mesh;
    uint32_t sides[2] = {cw_target(mesh, sector->first), cw_origin(mesh, sector->last)};
    for (int i = 0; i < 2; i++) {
        if (cw_is_transparent(carver, sides[i])) {
            give_back(carver, sides[i]);
            carver->corners.items[sides[i]].dropped = false;
            CW_TRY(CW_ARRAY_PUSH(carver->context, &resolver->queue, sides[i]));
        }
    }
    return CW_OK;
}

/// Makes the fan edge farthest from the first side, but at most half a turn away, a portal.
static cw_status fall_back(cw_resolver *resolver, uint32_t vertex, const cw_sector *sector) {
    cw_carver *carver = resolver->carver;
    const cw_trimesh *mesh = &carver->mesh;
    uint32_t best = CW_NONE;
    carver->stats.fallbacks++;
    for (uint32_t h = mesh->twins[cw_previous(sector->first)], before = sector->first;
         cw_previous(before) != sector->last; before = h, h = mesh->twins[cw_previous(h)]) {
        cw_point spoke = back_to(carver, vertex, cw_target(mesh, h));
        int side = cw_turn(sector->begin, spoke);
        if (side < 0 || (side == 0 && cw_dot(sector->begin, spoke) > 0)) {
            break;
        }
        best = h;
    }
    if (best == CW_NONE) {
        return restore_neighbours(resolver, sector);
    }
    cw_portal_flag(carver, best);
    return note_end(resolver, cw_target(mesh, best));
}

/// By how much a corner of a round wall of very many sides turns, as a sine; 0 for other notches.
static double round_turn(const cw_carver *carver, const cw_sector *sector) {
    const cw_trimesh *mesh = &carver->mesh;
    double turn = fabs(cw_wide_double(cw_cross(sector->begin, sector->end))) /
                  (cw_length(sector->begin) * cw_length(sector->end));
    bool round = cw_dot(sector->begin, sector->end) < 0 && turn < ROUND_TURN &&
                 mesh->edges[sector->first] == CW_EDGE_WALL &&
                 mesh->edges[sector->last] == CW_EDGE_WALL &&
                 !carver->corners.items[cw_target(mesh, sector->first)].convex &&
                 !carver->corners.items[cw_origin(mesh, sector->last)].convex;
    return round ? turn : 0;
}

/// The direction opposite to one that is at a right angle to a wall, to its left, and leans by
/// `lean` (a sine) to where the wall goes. Half as long, so that it is within the lattice.
static cw_point behind(cw_point wall, double lean) {
    double x = (double)wall.x, y = (double)wall.y;
    return (cw_point){(int64_t)((y - lean * x) / 2), (int64_t)((-x - lean * y) / 2)};
}

/// A sector with the same triangles whose area of interest is what lies straight ahead: between the
/// normals of the two walls, and by `lean` to either side of that.
static cw_sector straight_ahead(const cw_sector *sector, double lean) {
    cw_sector ahead = *sector;
    cw_point back = {-sector->end.x, -sector->end.y};
    ahead.end = behind(sector->begin, lean);
    ahead.begin = behind(back, -lean);
    return ahead;
}

/// From a round wall, looks straight ahead: for a vertex, within some sides, and else for a wall.
/// That may be farther away than the nearest thing. But the part of the floor that is nearest to
/// the corner lies straight ahead, and a slanted portal passes through the parts of hundreds of
/// sides, which are then in the lists of the clearance tables. Elsewhere, and where nothing is
/// found, looks all around.
static cw_status look_ahead(cw_resolver *resolver, uint32_t vertex, const cw_sector *sector,
                            candidate *corner, candidate *wall) {
    const cw_carver *carver = resolver->carver;
    bool corner_of_plan = vertex < carver->surface->vertex_count;
    double turn = corner_of_plan && !resolver->rule.join_portals ? round_turn(carver, sector) : 0;
    for (int i = 0; i < 2 && turn > 0; i++) {
        cw_sector ahead = straight_ahead(sector, i == 0 ? FAN_SIDES * turn : 0);
        CW_TRY(look(resolver, vertex, &ahead, corner, wall));
        if (corner->found) {
            wall->found = false;
        }
        if (corner->found || (i > 0 && wall->found)) {
            return CW_OK;
        }
    }
    return look(resolver, vertex, sector, corner, wall);
}

/// Makes a portal to the best thing in the area of interest, if that is possible. From a point on a
/// wall none goes to a new point on a wall: between two runs of ignored corners each would make the
/// next one a notch, without end.
static cw_status join_seen(cw_resolver *resolver, uint32_t vertex, const cw_sector *sector,
                           bool *made) {
    candidate corner, wall;
    CW_TRY(look_ahead(resolver, vertex, sector, &corner, &wall));
    wall.found = wall.found && vertex < resolver->carver->surface->vertex_count;
    double limit = wall.found ? resolver->rule.preference * wall.sight.distance : INFINITY;
    if (corner.found && corner.sight.distance <= limit) {
        CW_TRY(join_vertex(resolver, vertex, sector, corner.sight.id, made));
    }
    if (!*made && wall.found) {
        CW_TRY(join_wall(resolver, vertex, &wall.sight, made));
        cw_sector again; /* the wall may have been split */
        if (!*made && corner.found && cw_notch_at(resolver->carver, vertex, &again)) {
            CW_TRY(join_vertex(resolver, vertex, &again, corner.sight.id, made));
        }
    }
    return CW_OK;
}

static cw_status resolve_sector(cw_resolver *resolver, uint32_t vertex, const cw_sector *sector) {
    bool made = false;
    cw_sector now = *sector;
    if (sector->excess == 1) {
        CW_TRY(join_seen(resolver, vertex, &now, &made));
        if (!made && resolver->rule.join_portals && cw_notch_at(resolver->carver, vertex, &now)) {
            /* The end of the nearest portal is hidden: look for something else. */
            resolver->rule.join_portals = false;
            cw_status status = join_seen(resolver, vertex, &now, &made);
            resolver->rule.join_portals = true;
            CW_TRY(status);
        }
        if (!made && cw_notch_at(resolver->carver, vertex, &now)) {
            CW_TRY(join_beside(resolver, vertex, &now, &made));
        }
    }
    if (!made && cw_notch_at(resolver->carver, vertex, &now)) {
        CW_TRY(fall_back(resolver, vertex, &now));
    }
    return CW_OK;
}

cw_status cw_resolve_queue(cw_resolver *resolver) {
    cw_sector sector;
    for (uint32_t i = 0; i < resolver->queue.count; i++) {
        uint32_t vertex = resolver->queue.items[i];
        uint32_t rounds = 0;
        while (cw_notch_at(resolver->carver, vertex, &sector)) {
            if (++rounds > MOST_ROUNDS) {
                return cw_fail(resolver->carver->context, CW_ERROR_INTERNAL,
                               "vertex %u stays a notch", vertex);
            }
            give_back(resolver->carver, vertex);
            CW_TRY(resolve_sector(resolver, vertex, &sector));
        }
        if ((i & 0xfff) == 0) {
            CW_TRY(cw_progress(resolver->carver->context, "resolving notches",
                               (double)i / resolver->queue.count));
        }
    }
    return CW_OK;
}
