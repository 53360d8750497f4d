/// Clearance tables as bytes, for files.
///
/// What takes long to find is kept: the lists of near corners and walls, summits and pieces of
/// portals, gates. All else follows from the mesh and from these in little time, and is made again:
/// points, corners, bands, the merge tree. So there is less that can be wrong.
///
/// Layout: version, flags, hash of the mesh, hash of the tables; then the lists, each behind the
/// number of items of each cell or edge (docs/cwm.md).
///
/// Loading, in this order: the header; the lists, nothing taken that is not there; indices, order
/// and numbers, so that whatever the bytes say nothing can go astray; the rest is made; the hash of
/// it all has to be the one that was saved. Cost: linear, and that of sorting the gates.
#include "base/pack.h"
#include "clearance/check/validate.h"
#include "clearance/near/near.h"
#include "clearance/portals/portal.h"

/// To be raised when the same mesh gives other tables than before, or the layout changes.
enum { VERSION = 1 };

enum {
    HAS_VIEWS = 1, ///< near corners have views
    HAS_PARTS = 2, ///< near walls may be parts of their edges
};

/// Bytes of an item.
enum { CORNER_SIZE = 16, WALL_SIZE = 16, SUMMIT_SIZE = 24, PIECE_SIZE = 40, GATE_SIZE = 44 };

static void pack_position(cw_pack *pack, cw_vec2 *position) {
    cw_pack_f64(pack, &position->x);
    cw_pack_f64(pack, &position->y);
}

static cw_status pack_near_corners(cw_pack *pack, cw_clearance *tables, uint32_t flags) {
    uint32_t cells = tables->mesh->cell_count;
    CW_TRY(cw_pack_offsets(pack, &tables->near_corner_first, cells));
    uint32_t count = tables->near_corner_first[cells];
    CW_TRY(CW_PACK_BLOCK(pack, tables->near_corners, count, CORNER_SIZE));
    for (uint32_t i = 0; i < count; i++) {
        cw_near_corner *near = &tables->near_corners[i];
        cw_pack_f64(pack, &near->distance);
        cw_pack_u32(pack, &near->corner);
        cw_pack_u32(pack, &near->entry);
        if (pack->in != NULL && near->corner < tables->corner_count) {
            near->position = tables->corners[near->corner].position;
        }
    }
    if ((flags & HAS_VIEWS) != 0) {
        CW_TRY(CW_PACK_BLOCK(pack, tables->near_views, count, sizeof(cw_near_view)));
        for (uint32_t i = 0; i < count; i++) {
            pack_position(pack, &tables->near_views[i].right);
            pack_position(pack, &tables->near_views[i].left);
        }
    }
    return CW_OK;
}

static cw_status pack_near_walls(cw_pack *pack, cw_clearance *tables, uint32_t flags) {
    uint32_t cells = tables->mesh->cell_count;
    CW_TRY(cw_pack_offsets(pack, &tables->near_wall_first, cells));
    uint32_t count = tables->near_wall_first[cells];
    CW_TRY(CW_PACK_BLOCK(pack, tables->near_walls, count, WALL_SIZE));
    for (uint32_t i = 0; i < count; i++) {
        cw_near_wall *near = &tables->near_walls[i];
        cw_pack_f64(pack, &near->distance);
        cw_pack_u32(pack, &near->edge);
        cw_pack_u32(pack, &near->entry);
        if (pack->in != NULL && near->edge < tables->mesh->edge_count) {
            *near = cw_near_wall_of(tables, near->edge, near->entry, near->distance);
        }
        if ((flags & HAS_PARTS) != 0) {
            pack_position(pack, &near->from);
            pack_position(pack, &near->to);
        }
    }
    return CW_OK;
}

/// What is known of the lower edge of each portal.
static cw_status pack_portals(cw_pack *pack, cw_clearance *tables) {
    const cw_navmesh *mesh = tables->mesh;
    CW_TRY(cw_pack_offsets(pack, &tables->edge_summit_first, mesh->edge_count));
    CW_TRY(cw_pack_offsets(pack, &tables->edge_piece_first, mesh->edge_count));
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] != CW_NONE && mesh->edge_twin[e] > e) {
            cw_portal *portal = &tables->portals[e];
            cw_pack_f64(pack, &portal->critical);
            cw_pack_f64(pack, &portal->highest);
            if (pack->in != NULL) {
                portal->single =
                    tables->edge_summit_first[e + 1] - tables->edge_summit_first[e] == 1;
                cw_portal_tell_twin(tables, e);
            }
        }
    }
    return CW_OK;
}

static cw_status pack_summits(cw_pack *pack, cw_clearance *tables) {
    uint32_t edges = tables->mesh->edge_count, count = tables->edge_summit_first[edges];
    CW_TRY(CW_PACK_BLOCK(pack, tables->summits, count, SUMMIT_SIZE));
    tables->summit_count = count;
    for (uint32_t e = 0; e < edges; e++) {
        for (uint32_t i = tables->edge_summit_first[e]; i < tables->edge_summit_first[e + 1]; i++) {
            tables->summits[i].edge = e;
            pack_position(pack, &tables->summits[i].position);
            cw_pack_f64(pack, &tables->summits[i].clearance);
        }
    }
    return CW_OK;
}

static cw_status pack_pieces(cw_pack *pack, cw_clearance *tables) {
    uint32_t count = tables->edge_piece_first[tables->mesh->edge_count];
    CW_TRY(CW_PACK_BLOCK(pack, tables->portal_pieces, count, PIECE_SIZE));
    for (uint32_t i = 0; i < count; i++) {
        cw_portal_piece *piece = &tables->portal_pieces[i];
        cw_pack_f64(pack, &piece->to);
        cw_pack_f64(pack, &piece->height);
        cw_pack_f64(pack, &piece->slope.a);
        cw_pack_f64(pack, &piece->slope.b);
        cw_pack_f64(pack, &piece->slope.s);
    }
    return CW_OK;
}

/// Their number follows from the summits.
static cw_status pack_gates(cw_pack *pack, cw_clearance *tables) {
    if (pack->in != NULL) {
        CW_TRY(cw_clearance_place_gates(pack->context, tables));
    }
    uint32_t count = tables->cell_gate_first[tables->mesh->cell_count];
    for (uint32_t i = 0; i < count && !pack->broken; i++) {
        cw_cell_gate *gate = &tables->cell_gates[i];
        cw_pack_f64(pack, &gate->gate.radius);
        pack_position(pack, &gate->gate.position);
        cw_pack_u32(pack, &gate->gate.cell);
        for (int k = 0; k < 2; k++) {
            cw_pack_u32(pack, &gate->gate.walls[k]);
        }
        for (int k = 0; k < 2; k++) {
            cw_pack_u32(pack, &gate->arcs[k]);
        }
    }
    return CW_OK;
}

static cw_status pack_lists(cw_pack *pack, cw_clearance *tables, uint32_t flags) {
    CW_TRY(pack_near_corners(pack, tables, flags));
    CW_TRY(pack_near_walls(pack, tables, flags));
    CW_TRY(pack_portals(pack, tables));
    CW_TRY(pack_summits(pack, tables));
    CW_TRY(pack_pieces(pack, tables));
    return pack_gates(pack, tables);
}

/// What stands before the lists.
typedef struct header {
    uint32_t version, flags;
    uint64_t mesh, tables; ///< hashes
} header;

static void pack_header(cw_pack *pack, header *head) {
    cw_pack_u32(pack, &head->version);
    cw_pack_u32(pack, &head->flags);
    cw_pack_u64(pack, &head->mesh);
    cw_pack_u64(pack, &head->tables);
}

/// Whether only a part of some wall is seen from a cell.
static bool has_parts(const cw_clearance *tables) {
    for (uint32_t i = 0; i < tables->near_wall_first[tables->mesh->cell_count]; i++) {
        const cw_near_wall *near = &tables->near_walls[i];
        cw_vec2 from = cw_clearance_from(tables, near->edge);
        cw_vec2 to = cw_clearance_to(tables, near->edge);
        if (near->from.x != from.x || near->from.y != from.y || near->to.x != to.x ||
            near->to.y != to.y) {
            return true;
        }
    }
    return false;
}

cw_status cw_clearance_save(cw_context *context, const cw_clearance *clearance, uint8_t **bytes,
                            size_t *size) {
    CW_ASSERT(context != NULL && clearance != NULL && clearance->mesh != NULL && bytes != NULL &&
              size != NULL);
    *bytes = NULL;
    *size = 0;
    cw_clearance tables = *clearance; /* packing only reads it, as it does not read bytes */
    header head = {
        VERSION, (tables.near_views != NULL ? HAS_VIEWS : 0) | (has_parts(&tables) ? HAS_PARTS : 0),
        cw_navmesh_hash(tables.mesh), cw_clearance_hash(&tables)};
    cw_pack count = {.context = context};
    pack_header(&count, &head);
    CW_TRY(pack_lists(&count, &tables, head.flags));
    uint8_t *made;
    CW_TRY(CW_ALLOCATE(context, made, count.size));
    cw_pack pack = {.context = context, .out = made};
    pack_header(&pack, &head);
    (void)pack_lists(&pack, &tables, head.flags); /* as when it was counted */
    *bytes = made;
    *size = count.size;
    return CW_OK;
}

static bool is_place(cw_vec2 position) {
    return isfinite(position.x) && isfinite(position.y);
}

/// Pieces follow each other along the lower edge of a portal, to which each has at least one.
static cw_status check_pieces(cw_context *context, const cw_clearance *tables) {
    const cw_navmesh *mesh = tables->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t first = tables->edge_piece_first[e], end = tables->edge_piece_first[e + 1];
        bool carrier = mesh->edge_twin[e] != CW_NONE && e < mesh->edge_twin[e];
        const cw_portal *portal = &tables->portals[e];
        bool sound = carrier == (first < end) && portal->critical >= 0 && portal->highest >= 0;
        double from = 0;
        for (uint32_t i = first; i < end && sound; i++) {
            const cw_portal_piece *piece = &tables->portal_pieces[i];
            sound = piece->to >= from && isfinite(piece->to) && piece->height >= 0 &&
                    isfinite(piece->slope.a) && !isnan(piece->slope.b) && isfinite(piece->slope.s);
            from = piece->to;
        }
        if (!sound) {
            return CW_CLEARANCE_VIOLATED(context, "pieces", "edge", e, "pieces %u to %u", first,
                                         end);
        }
    }
    return CW_OK;
}

static bool is_wall_or_none(const cw_navmesh *mesh, uint32_t edge) {
    return edge == CW_NONE || (edge < mesh->edge_count && mesh->edge_twin[edge] == CW_NONE);
}

/// A cell with n gates has n + 1 summits and as many arcs.
static cw_status check_gates(cw_context *context, const cw_clearance *tables) {
    const cw_navmesh *mesh = tables->mesh;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        uint32_t first = tables->cell_gate_first[c], end = tables->cell_gate_first[c + 1];
        for (uint32_t i = first; i < end; i++) {
            const cw_cell_gate *gate = &tables->cell_gates[i];
            if (!isfinite(gate->gate.radius) || gate->gate.radius < 0 ||
                !is_place(gate->gate.position) || gate->gate.cell >= mesh->cell_count ||
                !is_wall_or_none(mesh, gate->gate.walls[0]) ||
                !is_wall_or_none(mesh, gate->gate.walls[1]) || gate->arcs[0] > end - first ||
                gate->arcs[1] > end - first) {
                return CW_CLEARANCE_VIOLATED(context, "gates", "gate", i, "of cell %u", c);
            }
        }
    }
    return CW_OK;
}

static cw_status check_views(cw_context *context, const cw_clearance *tables) {
    uint32_t count = tables->near_corner_first[tables->mesh->cell_count];
    for (uint32_t i = 0; i < count && tables->near_views != NULL; i++) {
        const cw_near_view *view = &tables->near_views[i];
        if (!is_place(view->right) || !is_place(view->left)) {
            return CW_CLEARANCE_VIOLATED(context, "views", "near corner", i, "of %u", count);
        }
    }
    for (uint32_t i = 0; i < tables->summit_count; i++) {
        if (!is_place(tables->summits[i].position)) {
            return CW_CLEARANCE_VIOLATED(context, "summits", "summit", i, "of %u",
                                         tables->summit_count);
        }
    }
    return CW_OK;
}

static cw_status read_lists(cw_pack *pack, cw_clearance *tables, uint32_t flags) {
    cw_context *context = pack->context;
    CW_TRY(cw_clearance_describe(context, tables));
    CW_TRY(cw_clearance_find_corners(context, tables));
    CW_TRY(pack_lists(pack, tables, flags));
    if (pack->broken || pack->size != 0) {
        return cw_fail(context, CW_ERROR_FORMAT, "they end %s",
                       pack->broken ? "too early" : "before their bytes do");
    }
    CW_TRY(cw_validate_clearance_indices(context, tables));
    CW_TRY(check_views(context, tables));
    CW_TRY(check_pieces(context, tables));
    return check_gates(context, tables);
}

static cw_status read_tables(cw_pack *pack, cw_clearance *tables) {
    cw_context *context = pack->context;
    header head = {0};
    pack_header(pack, &head);
    if (pack->broken || head.version != VERSION || head.flags > (HAS_VIEWS | HAS_PARTS)) {
        return cw_fail(context, CW_ERROR_INPUT, "version %u is not known, only %u", head.version,
                       (unsigned)VERSION);
    }
    if (head.mesh != cw_navmesh_hash(tables->mesh)) {
        return cw_fail(context, CW_ERROR_FORMAT, "they are of another mesh");
    }
    CW_TRY(read_lists(pack, tables, head.flags));
    CW_TRY(cw_clearance_find_bands(context, tables));
    CW_TRY(cw_clearance_join(context, tables));
    uint64_t hash = cw_clearance_hash(tables);
    if (head.tables != hash) {
        return cw_fail(context, CW_ERROR_FORMAT, "hash 0x%016llx should be 0x%016llx",
                       (unsigned long long)head.tables, (unsigned long long)hash);
    }
    return CW_OK;
}

cw_status cw_clearance_load(cw_context *context, const cw_navmesh *mesh, const uint8_t *bytes,
                            size_t size, cw_clearance *clearance) {
    CW_ASSERT(context != NULL && mesh != NULL && (bytes != NULL || size == 0) && clearance != NULL);
    *clearance = (cw_clearance){0};
    if (mesh->cell_count == 0 || size == 0) {
        return cw_fail(context, CW_ERROR_INPUT, "clearance tables: there are none");
    }
    clearance->mesh = mesh;
    cw_pack pack = {.context = context, .in = bytes, .size = size};
    cw_status status = read_tables(&pack, clearance);
    if (status != CW_OK) {
        cw_clearance_free(context, clearance);
        return cw_fail_in(context, status, "clearance tables");
    }
    return CW_OK;
}
