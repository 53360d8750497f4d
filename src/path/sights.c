/// Making sights: what each bend sees (clearway/sights.h).
///
/// From each open bend the rays of the search for shortest paths (taut.h) are sent out once, from
/// the first direction in which a path can come to it to the last in which one can leave, through
/// all the cells they reach, without a goal. The circles that they touch on the way are its sights.
/// A path that comes to the bend further round sees what leaves further round.
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

/// Whether a disc can go all the way round a corner, whose walls have directions.
static bool can_be_open(const cw_taut *search, uint32_t corner) {
    const cw_taut_cone *cone = &search->cones[corner];
    return !cone->wide && !cone->snapped && 2 * search->radius <= cone->gap;
}

static cw_outlook find_outlook(const cw_taut *search, uint32_t bend) {
    const cw_taut_cone *cone = &search->cones[bend / 2];
    cw_vec2 out = cw_unit(cone->out), back = cw_unit(cone->back);
    cw_vec2 from = bend % 2 == 0 ? out : back, to = bend % 2 == 0 ? back : out;
    cw_outlook outlook = {.first = {-from.x, -from.y}};
    outlook.last = cw_bend_turn(&outlook, bend, to);
    return outlook;
}

/// Where a path that comes along the wall touches a bend.
static cw_vec2 first_touch(const cw_sights *sights, uint32_t bend) {
    cw_vec2 center = sights->clearance->corners[bend / 2].position;
    double signed_radius = cw_bend_hand(bend) * sights->radius;
    return cw_tangent_leaving(center, signed_radius, sights->outlooks[bend].first).at;
}

/// The cell of each bend where a path first touches it; CW_NONE for closed bends.
static void find_cells(const cw_taut *search, cw_sights *sights, uint32_t *cells) {
    const cw_clearance *clearance = sights->clearance;
    for (uint32_t bend = 0; bend < 2 * clearance->corner_count; bend++) {
        bool point = sights->radius == 0 && can_be_open(search, bend / 2);
        sights->outlooks[bend] = find_outlook(search, bend);
        cells[bend] = point ? clearance->mesh->edge_cell[first_wall(clearance, bend)] : CW_NONE;
    }
    for (uint32_t c = 0; c < clearance->mesh->cell_count && sights->radius > 0; c++) {
        for (uint32_t i = clearance->near_corner_first[c];
             i < clearance->near_corner_first[c + 1]; i++) {
            const cw_near_corner *near = &clearance->near_corners[i];
            bool counts = near->distance <= sights->radius && can_be_open(search, near->corner);
            for (uint32_t bend = 2 * near->corner; counts && bend < 2 * near->corner + 2; bend++) {
                if (cells[bend] == CW_NONE &&
                    cw_taut_holds(search, c, first_touch(sights, bend))) {
                    cells[bend] = c;
                }
            }
        }
    }
}

/// Puts the rays of a bend at its first touch.
static cw_status start_exploring(cw_taut *search, const cw_sights *sights, uint32_t bend,
                                 uint32_t cell) {
    cw_explorer *explorer = search->explorer;
    double hand = cw_bend_hand(bend);
    cw_vec2 touch = first_touch(sights, bend);
    cw_root root = {.center = sights->clearance->corners[bend / 2].position,
                    .hand = hand,
                    .signed_radius = hand * sights->radius,
                    .at = touch,
                    .along = sights->outlooks[bend].first,
                    .from = touch,
                    .corner = bend / 2,
                    .parent = CW_NONE};
    search->nodes.count = search->roots.count = 0;
    explorer->found.count = explorer->cells.count = 0;
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->roots, root));
    explorer->around.count = 0;
    CW_TRY(CW_ARRAY_PUSH(search->context, &explorer->around, cell));
    if (sights->radius > 0) {
        CW_TRY(cw_taut_find_around(search, touch, cell, &explorer->around));
    }
    for (uint32_t i = 0; i < explorer->around.count; i++) {
        cw_node node = {.parent = CW_NONE,
                        .cell = explorer->around.items[i],
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

static cw_status look_around(cw_taut *search, cw_sights *sights, const uint32_t *cells) {
    uint32_t count = 2 * sights->clearance->corner_count;
    for (uint32_t bend = 0; bend < count; bend++) {
        if (bend % 256 == 0) {
            CW_TRY(cw_progress(sights->context, "sights", (double)bend / count));
        }
        if (cells[bend] == CW_NONE) {
            continue;
        }
        bool all;
        CW_TRY(start_exploring(search, sights, bend, cells[bend]));
        CW_TRY(explore(search, &all));
        if (all) {
            CW_TRY(keep(sights, search->explorer, bend));
        }
    }
    for (uint32_t i = 0; i < sights->sights.count; i++) {
        cw_sight *sight = &sights->sights.items[i];
        cw_vec2 center = sights->clearance->corners[sight->bend / 2].position;
        double signed_radius = cw_bend_hand(sight->bend) * sights->radius;
        sight->to = cw_tangent_leaving(center, signed_radius, sight->along).at;
        const cw_outlook *next = &sights->outlooks[sight->bend];
        sight->arrives = next->open ? cw_bend_turn(next, sight->bend, sight->along) : -1;
    }
    return CW_OK;
}

static cw_status fill(cw_context *context, cw_sights *sights) {
    const cw_clearance *clearance = sights->clearance;
    cw_explorer explorer = {0};
    cw_taut search;
    uint32_t *cells = NULL;
    size_t bends = 2 * (size_t)clearance->corner_count;
    CW_TRY(CW_ALLOCATE(context, sights->outlooks, bends));
    CW_TRY(CW_ALLOCATE(context, cells, bends));
    cw_status status = cw_taut_create(context, clearance, &search);
    if (status == CW_OK) {
        search.radius = sights->radius;
        search.explorer = &explorer;
        find_cells(&search, sights, cells);
        status = look_around(&search, sights, cells);
    }
    cw_taut_free(&search);
    CW_ARRAY_FREE(context, &explorer.found);
    CW_ARRAY_FREE(context, &explorer.cells);
    CW_ARRAY_FREE(context, &explorer.around);
    CW_RELEASE(context, cells, bends);
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
