/// Lists of what is near, by slabs.
///
/// A street between sixty blocks is one cell with hundreds of walls and corners, of which an agent
/// meets a few. Slabs across the longer side of such a cell list what lies within CW_SLAB_REACH of
/// them, in the order of the tables. Nothing within that reach of a position in the slab is
/// missing, so answers are the same with and without slabs.
#include "crowd/slabs.h"

/// Entries of a cell from which on it has slabs; metres that a slab is wide, at least; most of
/// them.
enum { MANY = 24, MOST_SLABS = 1024 };
static const double LEAST_WIDTH = 2;

/// A stretch along the longer side of a cell.
typedef struct stretch {
    double from, to;
} stretch;

typedef struct maker {
    cw_context *context;
    const cw_clearance *clearance;
    cw_slabs *slabs;
    uint32_t cell;
    bool upright;
    stretch window; ///< of the present slab, with what it reaches
} maker;

static double along(const maker *m, cw_vec2 at) {
    return m->upright ? at.y : at.x;
}

static bool meets(const maker *m, cw_vec2 a, cw_vec2 b) {
    double from = cw_least(along(m, a), along(m, b)), to = cw_most(along(m, a), along(m, b));
    return from <= m->window.to && to >= m->window.from;
}

static cw_status add(const maker *m, uint32_t item) {
    return CW_ARRAY_PUSH(m->context, &m->slabs->items, item);
}

static cw_status fill_slab(const maker *m) {
    const cw_clearance *c = m->clearance;
    const cw_navmesh *mesh = c->mesh;
    cw_slab slab = {.corners = m->slabs->items.count};
    for (uint32_t i = c->near_corner_first[m->cell]; i < c->near_corner_first[m->cell + 1]; i++) {
        cw_vec2 at = c->near_corners[i].position;
        CW_TRY(meets(m, at, at) ? add(m, i) : CW_OK);
    }
    slab.walls = m->slabs->items.count;
    for (uint32_t i = c->near_wall_first[m->cell]; i < c->near_wall_first[m->cell + 1]; i++) {
        CW_TRY(meets(m, c->near_walls[i].from, c->near_walls[i].to) ? add(m, i) : CW_OK);
    }
    slab.edges = m->slabs->items.count;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, m->cell); e < cw_navmesh_cell_end(mesh, m->cell);
         e++) {
        if (mesh->edge_twin[e] != CW_NONE &&
            meets(m, cw_clearance_from(c, e), cw_clearance_to(c, e))) {
            CW_TRY(add(m, e));
        }
    }
    slab.end = m->slabs->items.count;
    return CW_ARRAY_PUSH(m->context, &m->slabs->slabs, slab);
}

static uint32_t entries_of(const cw_clearance *c, uint32_t cell) {
    return c->near_corner_first[cell + 1] - c->near_corner_first[cell] +
           c->near_wall_first[cell + 1] - c->near_wall_first[cell] +
           cw_navmesh_degree(c->mesh, cell);
}

static cw_status fill_row(maker *m) {
    const cw_clearance *c = m->clearance;
    uint32_t first = cw_navmesh_cell_begin(c->mesh, m->cell);
    cw_vec2 low = cw_clearance_from(c, first), high = low;
    for (uint32_t e = first; e < cw_navmesh_cell_end(c->mesh, m->cell); e++) {
        cw_vec2 at = cw_clearance_from(c, e);
        low = (cw_vec2){cw_least(low.x, at.x), cw_least(low.y, at.y)};
        high = (cw_vec2){cw_most(high.x, at.x), cw_most(high.y, at.y)};
    }
    m->upright = high.y - low.y > high.x - low.x;
    double length = along(m, high) - along(m, low);
    double width = cw_most(LEAST_WIDTH, length / MOST_SLABS);
    if (length < 2 * (width + 2 * CW_SLAB_REACH)) {
        return CW_OK; // each slab would list nearly all
    }
    cw_slab_row *row = &m->slabs->rows[m->cell];
    *row = (cw_slab_row){along(m, low), 1 / width, m->slabs->slabs.count, 0, m->upright};
    uint32_t count = (uint32_t)(length / width) + 1;
    for (uint32_t i = 0; i < count; i++) {
        double from = row->low + i * width;
        m->window = (stretch){from - CW_SLAB_REACH - width / 8,
                              from + width + CW_SLAB_REACH + width / 8}; // more than rounding
        CW_TRY(fill_slab(m));
    }
    row->count = count;
    return CW_OK;
}

cw_status cw_slabs_build(cw_context *context, const cw_clearance *clearance, cw_slabs *slabs) {
    *slabs = (cw_slabs){0};
    CW_TRY(CW_ALLOCATE(context, slabs->rows, clearance->mesh->cell_count));
    slabs->cells = clearance->mesh->cell_count;
    maker m = {.context = context, .clearance = clearance, .slabs = slabs};
    for (m.cell = 0; m.cell < slabs->cells; m.cell++) {
        cw_status status = entries_of(clearance, m.cell) > MANY ? fill_row(&m) : CW_OK;
        if (status != CW_OK) {
            cw_slabs_free(context, slabs);
            return status;
        }
    }
    return CW_OK;
}

void cw_slabs_free(cw_context *context, cw_slabs *slabs) {
    CW_RELEASE(context, slabs->rows, slabs->cells);
    CW_ARRAY_FREE(context, &slabs->slabs);
    CW_ARRAY_FREE(context, &slabs->items);
    slabs->cells = 0;
}

size_t cw_slabs_bytes(const cw_slabs *slabs) {
    return slabs->cells * sizeof *slabs->rows + CW_ARRAY_BYTES(&slabs->slabs) +
           CW_ARRAY_BYTES(&slabs->items);
}
