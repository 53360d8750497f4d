/// Making sights: what each bend sees (clearway/sights.h).
///
/// From each bend the rays of the search for shortest paths (taut.h) are sent out once, from the
/// first place where a path can come to it to the last where one can leave, through all the cells
/// they reach, without a goal. The circles that they touch on the way are its sights. A path that
/// comes to the bend further round sees what leaves further round.
///
/// The rays start at bends that a disc can walk all the way round, then at those which these see.
/// Of a bend that other walls cut off, the part around the first place where a sight comes to it is
/// looked out from.
#include "path/sights.h"
#include "path/explore.h"

/// Most sights of one bend, and most parts of portals that are looked through for them. A bend that
/// sees more is closed: memory stays in proportion to the mesh.
#define MOST_SIGHTS 128
#define MOST_PARTS 4096

/// The wall along which a path comes to a bend.
static uint32_t first_wall(const cw_clearance *clearance, uint32_t bend) {
    const cw_corner *corner = &clearance->corners[bend / 2];
    return bend % 2 == 0 ? corner->outgoing : corner->incoming;
}

/// Whether the walls of a corner have directions, with less than a full turn of floor between them.
static bool has_turns(const cw_taut *search, uint32_t corner) {
    const cw_taut_cone *cone = &search->cones[corner];
    return !cone->wide && !cone->snapped;
}

/// Whether a disc can go all the way round a corner.
static bool is_all_free(const cw_taut *search, uint32_t corner) {
    return has_turns(search, corner) && 2 * search->radius <= search->cones[corner].gap;
}

static cw_outlook find_outlook(const cw_taut *search, uint32_t bend) {
    const cw_taut_cone *cone = &search->cones[bend / 2];
    cw_vec2 out = cw_unit(cone->out), back = cw_unit(cone->back);
    cw_vec2 from = bend % 2 == 0 ? out : back, to = bend % 2 == 0 ? back : out;
    cw_outlook outlook = {.first = {-from.x, -from.y}};
    outlook.high = cw_bend_turn(&outlook, bend, to);
    return outlook;
}

/// A bend whose rays are to be sent out, and from where on it.
typedef struct cw_lookout {
    uint32_t bend, cell;
    cw_tangent ray;
} cw_lookout;

typedef CW_ARRAY(cw_lookout) cw_lookouts;

/// The ray of a path that comes along the wall to a bend.
static cw_tangent first_ray(const cw_sights *sights, uint32_t bend) {
    cw_vec2 center = sights->clearance->corners[bend / 2].position;
    double signed_radius = cw_bend_hand(bend) * sights->radius;
    return cw_tangent_leaving(center, signed_radius, sights->outlooks[bend].first);
}

/// What is known of a bend while sights are made.
typedef struct cw_scout {
    uint32_t cell; ///< where its first ray starts, CW_NONE while not known
    double inside; ///< how far inside of the cell that is
    bool listed;   ///< it has been looked out from, or will be
} cw_scout;

/// Adds a lookout, one for each bend.
static cw_status add_lookout(const cw_sights *sights, cw_scout *scouts, cw_lookouts *lookouts,
                             cw_lookout lookout) {
    scouts[lookout.bend].listed = true;
    return CW_ARRAY_PUSH(sights->context, lookouts, lookout);
}

/// Looks whether the first ray of a bend starts in a cell. The hull of a dented cell has floor on
/// both sides of its walls; there, only the wall's own cell is taken. Of several cells it is the one
/// that the ray starts deepest in: behind the tip of a needle, a point is hardly outside of it.
static void try_cell(const cw_taut *search, const cw_sights *sights, uint32_t bend, uint32_t cell,
                     cw_scout *scout) {
    const cw_clearance *clearance = sights->clearance;
    double inside = cw_taut_inside(search, cell, first_ray(sights, bend).at);
    bool sure = !search->dented[cell] ||
                clearance->mesh->edge_cell[first_wall(clearance, bend)] == cell;
    if (inside >= -CW_GRAZE && sure && (scout->cell == CW_NONE || inside > scout->inside)) {
        scout->cell = cell;
        scout->inside = inside;
    }
}

/// Finds where the first rays of bends start that are free all the way.
static void find_cells(const cw_taut *search, const cw_sights *sights, cw_scout *scouts) {
    const cw_clearance *clearance = sights->clearance;
    for (uint32_t c = 0; c < clearance->mesh->cell_count; c++) {
        for (uint32_t i = clearance->near_corner_first[c];
             i < clearance->near_corner_first[c + 1]; i++) {
            const cw_near_corner *near = &clearance->near_corners[i];
            if (near->distance <= sights->radius && is_all_free(search, near->corner)) {
                uint32_t bend = 2 * near->corner;
                try_cell(search, sights, bend, c, &scouts[bend]);
                try_cell(search, sights, bend + 1, c, &scouts[bend + 1]);
            }
        }
    }
}

/// Adds the bends that are free all the way to those to look out from.
static cw_status list_free(const cw_taut *search, cw_sights *sights, cw_scout *scouts,
                           cw_lookouts *lookouts) {
    const cw_clearance *clearance = sights->clearance;
    uint32_t bends = 2 * clearance->corner_count;
    for (uint32_t bend = 0; bend < bends; bend++) {
        bool point = sights->radius == 0 && is_all_free(search, bend / 2);
        scouts[bend].cell =
            point ? clearance->mesh->edge_cell[first_wall(clearance, bend)] : CW_NONE;
        if (has_turns(search, bend / 2)) {
            sights->outlooks[bend] = find_outlook(search, bend);
        }
    }
    if (sights->radius > 0) {
        find_cells(search, sights, scouts);
    }
    for (uint32_t bend = 0; bend < bends; bend++) {
        if (scouts[bend].cell != CW_NONE) {
            cw_lookout lookout = {bend, scouts[bend].cell, first_ray(sights, bend)};
            CW_TRY(add_lookout(sights, scouts, lookouts, lookout));
        }
    }
    return CW_OK;
}

static cw_root root_at(const cw_sights *sights, uint32_t bend, const cw_tangent *ray) {
    double hand = cw_bend_hand(bend);
    return (cw_root){.center = sights->clearance->corners[bend / 2].position,
                     .hand = hand,
                     .signed_radius = hand * sights->radius,
                     .at = ray->at,
                     .along = ray->along,
                     .from = ray->at,
                     .corner = bend / 2,
                     .parent = CW_NONE};
}

/// Follows the arc of a root from a cell as far as it goes.
static void follow_arc(const cw_taut *search, const cw_root *root, uint32_t *cell,
                       cw_tangent *ray) {
    uint32_t entry = CW_NONE;
    for (uint32_t i = 0; i < search->clearance->mesh->cell_count; i++) {
        cw_arc_end end = cw_taut_arc(search, root, ray, *cell, entry);
        *ray = end.ray;
        if (end.exit == CW_NONE) {
            return;
        }
        entry = search->sides[end.exit].twin;
        *cell = search->sides[end.exit].behind;
    }
}

/// Finds the part of a bend around a place where a sight comes to it: forward to where something is
/// in the way, and back to where that is so.
static cw_lookout find_part(const cw_taut *search, cw_sights *sights, const cw_sight *sight) {
    cw_outlook *outlook = &sights->outlooks[sight->bend];
    cw_lookout lookout = {.bend = sight->bend, .cell = sight->cell};
    cw_vec2 center = sights->clearance->corners[sight->bend / 2].position;
    double signed_radius = cw_bend_hand(sight->bend) * sights->radius;
    cw_tangent touch = cw_tangent_leaving(center, signed_radius, sight->along);
    cw_root root = root_at(sights, sight->bend, &touch);
    cw_tangent last = touch;
    uint32_t cell = sight->cell;
    follow_arc(search, &root, &cell, &last);
    outlook->high = cw_bend_turn(outlook, sight->bend, last.along);
    cw_tangent back = {touch.at, {-touch.along.x, -touch.along.y}};
    cw_root mirrored = root;
    mirrored.hand = -root.hand;
    mirrored.signed_radius = -root.signed_radius;
    mirrored.along = back.along;
    follow_arc(search, &mirrored, &lookout.cell, &back);
    lookout.ray = (cw_tangent){back.at, {-back.along.x, -back.along.y}};
    outlook->low = cw_bend_turn(outlook, sight->bend, lookout.ray.along);
    return lookout;
}

/// Puts the rays of a bend where they start.
static cw_status start_exploring(cw_taut *search, const cw_sights *sights,
                                 const cw_lookout *lookout) {
    cw_explorer *explorer = search->explorer;
    cw_cells *around = &explorer->around;
    search->nodes.count = search->roots.count = 0;
    explorer->found.count = explorer->cells.count = 0;
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->roots,
                         root_at(sights, lookout->bend, &lookout->ray)));
    around->count = 0;
    CW_TRY(CW_ARRAY_PUSH(search->context, around, lookout->cell));
    if (sights->radius > 0) {
        CW_TRY(cw_taut_find_around(search, lookout->ray.at, lookout->cell, around));
    }
    for (uint32_t i = 0; i < around->count; i++) {
        cw_node node = {.parent = CW_NONE,
                        .cell = around->items[i],
                        .entry = CW_NONE,
                        .kind = CW_NODE_ROOT};
        CW_TRY(CW_ARRAY_PUSH(search->context, &search->nodes, node));
    }
    return CW_OK;
}

cw_status cw_explorer_note(cw_taut *search, const cw_sight *sight) {
    cw_explorer *explorer = search->explorer;
    for (uint32_t i = 0; i < explorer->found.count; i++) {
        if (explorer->found.items[i].bend == sight->bend) {
            return CW_OK; /* touched on the border of two cells */
        }
    }
    return CW_ARRAY_PUSH(search->context, &explorer->found, *sight);
}

/// Adds a cell to those that are seen, which are sorted.
static cw_status note_cell(cw_taut *search, uint32_t cell) {
    cw_cells *cells = &search->explorer->cells;
    uint32_t at = cells->count;
    while (at > 0 && cells->items[at - 1] > cell) {
        at--;
    }
    if (at > 0 && cells->items[at - 1] == cell) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_PUSH(search->context, cells, cell));
    for (uint32_t i = cells->count - 1; i > at; i--) {
        cells->items[i] = cells->items[i - 1];
    }
    cells->items[at] = cell;
    return CW_OK;
}

/// Sends the rays of a bend as far as they go; false when it sees too much.
static cw_status explore(cw_taut *search, bool *all) {
    *all = true;
    for (uint32_t i = 0; i < search->nodes.count && *all; i++) {
        CW_TRY(note_cell(search, search->nodes.items[i].cell));
        CW_TRY(cw_taut_expand(search, i));
        *all = search->nodes.count <= MOST_PARTS && search->explorer->found.count <= MOST_SIGHTS;
    }
    return CW_OK;
}

/// Keeps what a bend sees, the sights that leave last first.
static cw_status keep(cw_sights *sights, const cw_explorer *explorer, uint32_t bend) {
    cw_outlook *outlook = &sights->outlooks[bend];
    outlook->open = true;
    outlook->sight_first = sights->sights.count;
    outlook->sight_count = explorer->found.count;
    outlook->cell_first = sights->cells.count;
    outlook->cell_count = explorer->cells.count;
    for (uint32_t i = 0; i < explorer->found.count; i++) {
        cw_sight sight = explorer->found.items[i];
        sight.leaves = cw_bend_turn(outlook, bend, sight.along);
        CW_TRY(CW_ARRAY_PUSH(sights->context, &sights->sights, sight));
        cw_sight *own = &sights->sights.items[outlook->sight_first];
        for (uint32_t at = i; at > 0 && own[at - 1].leaves < own[at].leaves; at--) {
            own[at] = own[at - 1];
            own[at - 1] = sight;
        }
    }
    for (uint32_t i = 0; i < explorer->cells.count; i++) {
        CW_TRY(CW_ARRAY_PUSH(sights->context, &sights->cells, explorer->cells.items[i]));
    }
    return CW_OK;
}

/// Adds the bends that a bend sees, and of which only a part is free, to those to look out from.
static cw_status list_seen(const cw_taut *search, cw_sights *sights, cw_scout *scouts,
                           cw_lookouts *lookouts) {
    const cw_explorer *explorer = search->explorer;
    for (uint32_t i = 0; i < explorer->found.count; i++) {
        const cw_sight *sight = &explorer->found.items[i];
        if (!scouts[sight->bend].listed && has_turns(search, sight->bend / 2)) {
            CW_TRY(add_lookout(sights, scouts, lookouts, find_part(search, sights, sight)));
        }
    }
    return CW_OK;
}

static cw_status look_around(cw_taut *search, cw_sights *sights, cw_scout *scouts,
                             cw_lookouts *lookouts) {
    CW_TRY(list_free(search, sights, scouts, lookouts));
    for (uint32_t i = 0; i < lookouts->count; i++) {
        cw_lookout lookout = lookouts->items[i];
        bool all;
        if (i % 256 == 0) {
            CW_TRY(cw_progress(sights->context, "sights", (double)i / lookouts->count));
        }
        CW_TRY(start_exploring(search, sights, &lookout));
        CW_TRY(explore(search, &all));
        if (all) {
            CW_TRY(keep(sights, search->explorer, lookout.bend));
            CW_TRY(list_seen(search, sights, scouts, lookouts));
        }
    }
    for (uint32_t i = 0; i < sights->sights.count; i++) {
        cw_sight *sight = &sights->sights.items[i];
        sight->arrives = cw_bend_arrival(sights, sight->bend, sight->along);
    }
    return CW_OK;
}

static cw_status fill(cw_context *context, cw_sights *sights) {
    const cw_clearance *clearance = sights->clearance;
    cw_explorer explorer = {0};
    cw_lookouts lookouts = {0};
    cw_taut search;
    cw_scout *scouts = NULL;
    size_t bends = 2 * (size_t)clearance->corner_count;
    CW_TRY(CW_ALLOCATE(context, sights->outlooks, bends));
    CW_TRY(CW_ALLOCATE(context, scouts, bends));
    cw_status status = cw_taut_create(context, clearance, &search);
    if (status == CW_OK) {
        cw_taut_set_radius(&search, sights->radius);
        search.explorer = &explorer;
        status = look_around(&search, sights, scouts, &lookouts);
    }
    cw_taut_free(&search);
    CW_ARRAY_FREE(context, &explorer.found);
    CW_ARRAY_FREE(context, &explorer.cells);
    CW_ARRAY_FREE(context, &explorer.around);
    CW_ARRAY_FREE(context, &lookouts);
    CW_RELEASE(context, scouts, bends);
    return status;
}

cw_status cw_sights_build(cw_context *context, const cw_clearance *clearance, double radius,
                          cw_sights **sights) {
    CW_ASSERT(context != NULL && clearance != NULL && sights != NULL);
    *sights = NULL;
    if (!isfinite(radius) || radius < 0) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "the radius has to be finite and not negative");
    }
    cw_sights *made;
    CW_TRY(CW_ALLOCATE(context, made, 1));
    made->context = context;
    made->clearance = clearance;
    made->radius = radius < CW_SMALLEST_RADIUS ? 0 : radius;
    cw_status status = fill(context, made);
    if (status != CW_OK) {
        cw_sights_free(made);
        return status;
    }
    *sights = made;
    return CW_OK;
}

void cw_sights_free(cw_sights *sights) {
    if (sights == NULL) {
        return;
    }
    cw_context *context = sights->context;
    size_t bends = sights->outlooks == NULL ? 0 : 2 * (size_t)sights->clearance->corner_count;
    CW_RELEASE(context, sights->outlooks, bends);
    CW_ARRAY_FREE(context, &sights->sights);
    CW_ARRAY_FREE(context, &sights->cells);
    CW_RELEASE(context, sights, 1);
}

uint32_t cw_sights_count(const cw_sights *sights) {
    return sights->sights.count;
}

size_t cw_sights_bytes(const cw_sights *sights) {
    return sizeof *sights + 2 * (size_t)sights->clearance->corner_count * sizeof(cw_outlook) +
           CW_ARRAY_BYTES(&sights->sights) + CW_ARRAY_BYTES(&sights->cells);
}
