/// The hard move: nobody enters a body or a wall that it was not in.
///
/// Agents move one after the other within a cell of the grid, cells of one color at once: a cell's
/// side is such that agents in two cells of one color cannot touch. The four colors take turns in
/// an order drawn for each substep. Within a cell those with less far to go are first, so that who
/// is in front makes room. A move goes straight until the disc touches a body, moved or not, or a
/// wall, and slides on along it; at most ROUNDS times.
///
/// Bodies that already overlap may part but not come nearer. Only agents that were within reach
/// when the substep began are looked at, so that no thread reads what another writes.
#include "crowd/crowd.h"
#include "path/local/cast.h"
#include "path/query/query.h"

/// Straight pieces of one move.
enum { ROUNDS = 4 };
/// Metres left between bodies that touch. Walls need none: the cast stops at them exactly.
static const double SKIN = 1e-7;
/// Metres: what is left of a move when it is over.
static const double NO_MOVE = 1e-10;
/// Others that may be within reach; who has more of them stays where it is.
enum { MOST_OTHERS = 512 };
/// Cells of one range.
enum { GRAIN = 16 };

typedef struct mover {
    const cw_crowd *crowd;
    uint32_t place;
    cw_walker *walker; ///< itself
    cw_disc *disc;     ///< its body
    double free;       ///< metres around it without a wall, beyond the radius
    uint32_t *others;  ///< places of those who may be touched
    uint32_t other_count;
} mover;

typedef struct touch {
    double distance;
    cw_vec2 normal;
} touch;

/// Where a disc on its way first touches another body.
static touch meet_bodies(const mover *m, cw_vec2 unit, double length) {
    const cw_disc *discs = m->crowd->grid.discs;
    touch first = {INFINITY, {0, 0}};
    for (uint32_t i = 0; i < m->other_count; i++) {
        const cw_disc *other = &discs[m->others[i]];
        cw_vec2 way = cw_vec2_sub(other->at, m->disc->at);
        double along = cw_vec2_dot(way, unit), radii = m->disc->radius + other->radius;
        double square = cw_vec2_dot(way, way), room = radii * radii - square + along * along;
        if (!(along > 0) || !(room > 0) || along - radii > length) {
            continue;
        }
        double distance = square > radii * radii ? along - sqrt(room) : 0;
        if (distance < first.distance) {
            cw_vec2 out = cw_vec2_sub(cw_vec2_along((cw_vec2){0, 0}, distance, unit), way);
            double far = cw_vec2_length(out);
            first = (touch){distance, {out.x / far, out.y / far}};
        }
    }
    return first;
}

/// Whether a position is in the same cell, if there is no wall between: on the near side of its
/// portals.
static bool stays_in_cell(const cw_crowd *crowd, uint32_t cell, cw_vec2 at) {
    const cw_navmesh *mesh = &crowd->mesh;
    const cw_slab *slab = cw_slab_at(&crowd->slabs, cell, at);
    const uint32_t *items = crowd->slabs.items.items;
    uint32_t first = cw_navmesh_cell_begin(mesh, cell), end = cw_navmesh_cell_end(mesh, cell);
    uint32_t k = slab != NULL ? slab->edges : first, last = slab != NULL ? slab->end : end;
    for (; k < last; k++) {
        uint32_t e = slab != NULL ? items[k] : k;
        if (mesh->edge_twin[e] != CW_NONE) {
            cw_vec2 from = crowd->clearance.points[mesh->edge_vertex[e]];
            cw_vec2 to = crowd->clearance.points[mesh->edge_vertex[e + 1 < end ? e + 1 : first]];
            if (!(cw_vec2_cross(cw_vec2_sub(to, from), cw_vec2_sub(at, from)) > 0)) {
                return false;
            }
        }
    }
    return true;
}

/// Whether the disc on a straight way surely passes a wall: all of it lies off the wall's line, or
/// before or behind the wall. It may touch, by half of what a cast lets it cut.
static inline bool passes_wall(const cw_near_wall *wall, cw_vec2 from, cw_vec2 to, double off,
                               double slack) {
    cw_vec2 a = cw_vec2_sub(from, wall->from), b = cw_vec2_sub(to, wall->from);
    if (cw_least(cw_vec2_cross(wall->along, a), cw_vec2_cross(wall->along, b)) > off) {
        return true;
    }
    double at_a = cw_vec2_dot(wall->along, a), at_b = cw_vec2_dot(wall->along, b);
    double length = cw_vec2_dot(wall->along, cw_vec2_sub(wall->to, wall->from));
    return cw_most(at_a, at_b) < -slack || cw_least(at_a, at_b) > length + slack;
}

static inline bool passes_corner(cw_vec2 corner, cw_vec2 from, cw_vec2 to, double off) {
    return cw_vec2_dot(cw_vec2_sub(to, from), cw_vec2_sub(corner, from)) < 0 ||
           cw_segment_square(corner, from, to) > off * off;
}

/// Whether a walker surely meets no wall of its cell on a way: most who walk beside one.
static bool is_clear(const mover *m, cw_vec2 to, double length) {
    const cw_crowd *crowd = m->crowd;
    const cw_walker *walker = m->walker;
    const cw_clearance *clearance = &crowd->clearance;
    const cw_slab *slab = length + walker->radius < CW_SLAB_REACH
                              ? cw_slab_at(&crowd->slabs, walker->cell, m->disc->at)
                              : NULL;
    const uint32_t *items = crowd->slabs.items.items;
    double off = walker->radius - CW_CLEARANCE_TOLERANCE * clearance->coarseness / 2;
    uint32_t k = slab != NULL ? slab->corners : clearance->near_corner_first[walker->cell];
    uint32_t end = slab != NULL ? slab->walls : clearance->near_corner_first[walker->cell + 1];
    for (; k < end; k++) {
        const cw_near_corner *near = &clearance->near_corners[slab != NULL ? items[k] : k];
        if (!(near->distance < walker->radius)) {
            break;
        }
        if (!passes_corner(near->position, m->disc->at, to, off)) {
            return false;
        }
    }
    k = slab != NULL ? slab->walls : clearance->near_wall_first[walker->cell];
    end = slab != NULL ? slab->edges : clearance->near_wall_first[walker->cell + 1];
    for (; k < end; k++) {
        const cw_near_wall *near = &clearance->near_walls[slab != NULL ? items[k] : k];
        if (!(near->distance < walker->radius)) {
            break;
        }
        if (!passes_wall(near, m->disc->at, to, off, 2 * cw_slab_slack(clearance))) {
            return false;
        }
    }
    return true;
}

/// Goes straight as far as walls allow; `normal` is that of the wall that stops it. A disc passes
/// what its path passes: a door of exactly its width, wherever its ends went on the lattice.
static double go(mover *m, cw_vec2 unit, double length, cw_vec2 *normal, bool *hit) {
    cw_walker *walker = m->walker;
    cw_vec2 end = cw_vec2_along(m->disc->at, length, unit);
    *hit = false;
    if (length < CW_SLAB_REACH && stays_in_cell(m->crowd, walker->cell, end) &&
        (m->free >= length || is_clear(m, end, length))) {
        m->free -= length;
        m->disc->at = end;
        return length;
    }
    const cw_crowd *crowd = m->crowd;
    double radius = cw_fit_radius(&crowd->query->tables->fits, &crowd->mesh, walker->radius);
    cw_cast cast = cw_cast_disc(&crowd->clearance, walker->cell, m->disc->at, end, radius, normal);
    walker->casts++;
    walker->hits = (uint8_t)(walker->hits + cast.hit);
    walker->cell = cast.cell;
    m->disc->at = cast.hit ? cw_vec2_along(m->disc->at, cast.distance, unit) : end;
    m->free -= cast.distance;
    *hit = cast.hit;
    return cast.hit ? cast.distance : length;
}

/// Everybody who could be touched in this substep; false when there are too many.
static bool find_others(mover *m, double move) {
    const cw_crowd *crowd = m->crowd;
    const cw_crowd_grid *grid = &crowd->grid;
    m->other_count = 0;
    if (crowd->config.contact == CW_CONTACT_SOFT) {
        return true;
    }
    uint32_t place = m->place;
    double reach = m->walker->radius + grid->largest_radius + move + grid->largest_move;
    cw_vec2 at = {grid->x[place], grid->y[place]};
    uint32_t found[MOST_OTHERS];
    const uint32_t *from = grid->near + (size_t)place * crowd->config.neighbours;
    uint32_t count = m->walker->near_count;
    if (!(cw_least(m->walker->kth, crowd->config.sight) > reach)) {
        from = found;
        count = cw_grid_within(crowd, at, reach, found, MOST_OTHERS);
        if (count > MOST_OTHERS) {
            return false;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = from[i];
        double dx = grid->x[other] - at.x, dy = grid->y[other] - at.y;
        bool floor = crowd->level || fabs(grid->bodies[other].z - grid->bodies[place].z) <
                                         crowd->config.body_height;
        m->others[m->other_count] = other;
        m->other_count += other != place && dx * dx + dy * dy < reach * reach && floor;
    }
    return true;
}

static void move(const cw_crowd *crowd, uint32_t place) {
    uint32_t others[MOST_OTHERS]; // not cleared: most of it is hardly ever used
    cw_walker *walker = &crowd->grid.walkers[place];
    mover m = {.crowd = crowd,
               .place = place,
               .walker = walker,
               .disc = &crowd->grid.discs[place],
               .others = others,
               .free = walker->wall - walker->radius};
    cw_vec2 rest = {walker->chosen.x * crowd->dt, walker->chosen.y * crowd->dt};
    walker->casts = 0;
    walker->hits = 0;
    double length = cw_vec2_length(rest);
    if (!(length > NO_MOVE) || !find_others(&m, length)) {
        return;
    }
    for (int round = 0; round < ROUNDS && length > NO_MOVE; round++) {
        cw_vec2 unit = {rest.x / length, rest.y / length}, normal = {0, 0};
        touch body = meet_bodies(&m, unit, length);
        bool stopped = body.distance - SKIN < length, hit = false;
        double most = stopped ? cw_most(body.distance - SKIN, 0) : length;
        double gone = most > 0 ? go(&m, unit, most, &normal, &hit) : 0;
        if (!stopped && !hit) {
            break;
        }
        normal = hit ? normal : body.normal;
        rest = (cw_vec2){unit.x * (length - gone), unit.y * (length - gone)};
        double into = cw_least(cw_vec2_dot(rest, normal), 0);
        rest = cw_vec2_along(rest, -into, normal);
        length = cw_vec2_length(rest);
    }
}

/// Whether the agent at a place moves before another of its cell.
static bool moves_before(const cw_crowd_body *a, const cw_crowd_body *b) {
    return a->remaining < b->remaining || (a->remaining == b->remaining && a->serial < b->serial);
}

static void move_cell(const cw_crowd *crowd, uint32_t cell) {
    const cw_crowd_grid *grid = &crowd->grid;
    const cw_crowd_body *bodies = grid->bodies;
    uint32_t first = grid->first[cell], end = grid->first[cell + 1];
    for (uint32_t i = first; i < end; i++) {
        uint32_t j = i;
        for (; j > first && moves_before(&bodies[i], &bodies[grid->turn[j - 1]]); j--) {
            grid->turn[j] = grid->turn[j - 1];
        }
        grid->turn[j] = i;
    }
    for (uint32_t i = first; i < end; i++) {
        if (bodies[grid->turn[i]].index != CW_NONE) {
            move(crowd, grid->turn[i]);
        }
    }
}

static cw_status move_range(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    (void)context;
    const cw_crowd *crowd = user;
    const uint32_t *cells = crowd->moving.items;
    for (uint32_t i = begin; i < end; i++) {
        if (i + 2 < end) {
            __builtin_prefetch(&crowd->grid.walkers[crowd->grid.first[cells[i + 2]]]);
        }
        move_cell(crowd, cells[i]);
    }
    return CW_OK;
}

/// Lists the cells of a color that hold somebody.
static void list_cells(cw_crowd *crowd, uint32_t color) {
    const cw_crowd_grid *grid = &crowd->grid;
    uint32_t column = (uint32_t)(grid->left & 1) ^ (color & 1);
    uint32_t row = (uint32_t)(grid->bottom & 1) ^ (color >> 1);
    crowd->moving.count = 0;
    for (uint32_t r = row; r < grid->rows; r += 2) {
        for (uint32_t c = column; c < grid->columns; c += 2) {
            uint32_t cell = r * grid->columns + c;
            if (grid->first[cell] < grid->first[cell + 1]) {
                crowd->moving.items[crowd->moving.count++] = cell;
            }
        }
    }
}

/// The colors in an order drawn for the substep.
static void draw_order(const cw_crowd *crowd, uint32_t order[4]) {
    for (uint32_t i = 0; i < 4; i++) {
        order[i] = i;
    }
    uint64_t bits = cw_crowd_mix(cw_crowd_mix(crowd->config.seed) ^ crowd->step);
    for (uint32_t i = 3; i > 0; i--) {
        uint32_t j = (uint32_t)(bits % (i + 1)), swap = order[i];
        bits /= i + 1;
        order[i] = order[j];
        order[j] = swap;
    }
}

cw_status cw_crowd_move_all(cw_crowd *crowd, uint32_t turn) {
    uint32_t order[4];
    draw_order(crowd, order);
    CW_TRY(CW_ARRAY_RESERVE(crowd->context, &crowd->moving, crowd->grid.capacity));
    list_cells(crowd, order[turn]);
    return cw_crowd_share(crowd, crowd->moving.count, GRAIN, move_range, crowd);
}
