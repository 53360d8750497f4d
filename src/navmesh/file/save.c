/// Saving a mesh as `.cwm` bytes, and hashing it.
///
/// Both go through the same writer, which takes numbers one by one: saving lays them down as
/// little-endian bytes, hashing mixes them. So the bytes and the hash are the same on every
/// machine, and nothing that is saved is left out of the hash. What can be made again from the rest
/// (owners of edges, islands, locator, measures) is not saved; of these the hash takes islands and
/// measures.
///
/// Cost: linear.
#include "geom/order.h"
#include "navmesh/file/cwm.h"
#include "navmesh/navmesh.h"

#include <string.h>

typedef struct writer {
    uint8_t *at; ///< where the next byte goes, or NULL to hash only
    uint64_t hash;
} writer;

static void put_bytes(writer *w, uint64_t value, int count) {
    for (int i = 0; w->at != NULL && i < count; i++) {
        *w->at++ = (uint8_t)(value >> (8 * i));
    }
    w->hash = cw_mix(w->hash ^ value);
}

static void put_u32(writer *w, uint32_t value) {
    put_bytes(w, value, 4);
}

static void put_u64(writer *w, uint64_t value) {
    put_bytes(w, value, 8);
}

static void put_f64(writer *w, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u64(w, bits);
}

static void put_f32(writer *w, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(w, bits);
}

static void put_vec3(writer *w, cw_vec3 value) {
    put_f64(w, value.x);
    put_f64(w, value.y);
    put_f64(w, value.z);
}

static uint32_t section_items(const cw_navmesh *mesh, cw_cwm_section section) {
    switch (section) {
    case CW_CWM_VERTICES: return mesh->vertex_count;
    case CW_CWM_CELLS: return mesh->cell_count;
    case CW_CWM_EDGES: return mesh->edge_count;
    case CW_CWM_CELL_TRIANGLES: return mesh->cell_triangle_first != NULL ? mesh->cell_count : 0;
    case CW_CWM_TRIANGLES: return mesh->triangle_count;
    case CW_CWM_LINKS: return mesh->link_count;
    case CW_CWM_NAMES: return mesh->area_name_count;
    case CW_CWM_AREAS: return mesh->cell_area != NULL ? mesh->cell_count : 0;
    default: return 1;
    }
}

static void put_lattice(writer *w, const cw_lattice *lattice) {
    put_f64(w, lattice->origin_x);
    put_f64(w, lattice->origin_y);
    put_f64(w, lattice->step);
}

/// The counts that cannot be made again from the cells.
static void put_stats(writer *w, const cw_navmesh_stats *stats) {
    put_u32(w, stats->notches);
    put_u32(w, stats->dropped);
    put_u32(w, stats->two_portal);
    put_u32(w, stats->fallbacks);
    put_u32(w, stats->mutual);
    put_u32(w, 0);
    put_f64(w, stats->relaxation_depth);
}

static void put_link(writer *w, const cw_link *link) {
    put_u32(w, (uint32_t)link->kind);
    put_u32(w, link->from);
    put_u32(w, link->to);
    put_f32(w, link->cost);
    for (int k = 0; k < 2; k++) {
        put_vec3(w, link->from_edge[k]);
    }
    for (int k = 0; k < 2; k++) {
        put_vec3(w, link->to_edge[k]);
    }
}

static void put_item(writer *w, const cw_navmesh *mesh, cw_cwm_section section, uint32_t i) {
    switch (section) {
    case CW_CWM_LATTICE: put_lattice(w, &mesh->lattice); break;
    case CW_CWM_STATS: put_stats(w, &mesh->stats); break;
    case CW_CWM_VERTICES:
        put_vec3(w, mesh->positions[i]);
        put_u64(w, (uint64_t)mesh->points[i].x);
        put_u64(w, (uint64_t)mesh->points[i].y);
        break;
    case CW_CWM_CELLS: put_u32(w, cw_navmesh_degree(mesh, i)); break;
    case CW_CWM_EDGES:
        put_u32(w, mesh->edge_vertex[i]);
        put_u32(w, mesh->edge_twin[i]);
        break;
    case CW_CWM_CELL_TRIANGLES:
        put_u32(w, mesh->cell_triangle_first[i + 1] - mesh->cell_triangle_first[i]);
        break;
    case CW_CWM_TRIANGLES:
        for (size_t k = 0; k < 3; k++) {
            put_u32(w, mesh->triangles[3 * (size_t)i + k]);
        }
        break;
    case CW_CWM_LINKS: put_link(w, &mesh->links[i]); break;
    case CW_CWM_AREAS: put_bytes(w, mesh->cell_area[i], 1); break;
    case CW_CWM_NAMES:
        for (size_t k = 0; k < sizeof mesh->area_names[i].text; k++) {
            put_bytes(w, (uint8_t)mesh->area_names[i].text[k], 1);
        }
        break;
    case CW_CWM_SECTION_COUNT: break;
    }
}

/// Sections that a mesh has.
static uint32_t section_count(const cw_navmesh *mesh) {
    return mesh->cell_area == NULL      ? CW_CWM_AREAS
           : mesh->area_name_count == 0 ? CW_CWM_NAMES
                                        : CW_CWM_SECTION_COUNT;
}

static uint64_t padded(uint64_t size) {
    return (size + CW_CWM_ALIGNMENT - 1) / CW_CWM_ALIGNMENT * CW_CWM_ALIGNMENT;
}

/// Offset of a section, or the size of the file for the number of sections.
static uint64_t section_offset(const cw_navmesh *mesh, uint32_t section) {
    uint64_t offset = CW_CWM_HEADER_SIZE + (uint64_t)section_count(mesh) * CW_CWM_ENTRY_SIZE;
    for (uint32_t s = 0; s < section; s++) {
        offset += padded((uint64_t)section_items(mesh, s) * cw_cwm_stride(s));
    }
    return offset;
}

/// What else goes into a file, behind the sections of the mesh.
typedef struct others {
    const cw_section *sections;
    uint32_t count;
} others;

/// Offset of one of the other sections, or the size of the file for their number.
static uint64_t other_offset(const cw_navmesh *mesh, const others *more, uint32_t other) {
    uint64_t offset =
        section_offset(mesh, section_count(mesh)) + (uint64_t)more->count * CW_CWM_ENTRY_SIZE;
    for (uint32_t s = 0; s < other; s++) {
        offset += padded(more->sections[s].size);
    }
    return offset;
}

static void put_entry(writer *w, uint32_t id, uint32_t stride, uint64_t offset, uint64_t count) {
    put_u32(w, id);
    put_u32(w, stride);
    put_u64(w, offset);
    put_u64(w, count);
}

static void put_header(writer *w, const cw_navmesh *mesh, const others *more) {
    memcpy(w->at, CW_CWM_MAGIC, CW_CWM_MAGIC_SIZE);
    w->at += CW_CWM_MAGIC_SIZE;
    put_u32(w, CW_CWM_VERSION);
    put_u32(w, CW_CWM_BYTE_ORDER);
    put_u64(w, other_offset(mesh, more, more->count));
    put_u32(w, section_count(mesh) + more->count);
    put_u32(w, 0); // the checksum, once the rest is there
    uint64_t table = (uint64_t)more->count * CW_CWM_ENTRY_SIZE;
    for (uint32_t s = 0; s < section_count(mesh); s++) {
        put_entry(w, s + 1, cw_cwm_stride(s), section_offset(mesh, s) + table,
                  section_items(mesh, s));
    }
    for (uint32_t s = 0; s < more->count; s++) {
        put_entry(w, more->sections[s].id, 1, other_offset(mesh, more, s), more->sections[s].size);
    }
}

static void put_sections(uint8_t *made, const cw_navmesh *mesh, const others *more) {
    writer w = {.at = made};
    put_header(&w, mesh, more);
    for (uint32_t s = 0; s < section_count(mesh); s++) {
        w.at = made + section_offset(mesh, s) + (size_t)more->count * CW_CWM_ENTRY_SIZE;
        for (uint32_t i = 0; i < section_items(mesh, s); i++) {
            put_item(&w, mesh, s, i);
        }
    }
    for (uint32_t s = 0; s < more->count; s++) {
        if (more->sections[s].size > 0) {
            memcpy(made + other_offset(mesh, more, s), more->sections[s].bytes,
                   more->sections[s].size);
        }
    }
}

static cw_status check_others(cw_context *context, const others *more) {
    for (uint32_t s = 0; s < more->count; s++) {
        uint32_t below = s == 0 ? CW_CWM_OWN_IDS : more->sections[s - 1].id;
        if (more->sections[s].id <= below) {
            return cw_fail(context, CW_ERROR_ARGUMENT,
                           "sections: id %u has to be above %u, as they go in ascending order",
                           more->sections[s].id, below);
        }
    }
    return CW_OK;
}

cw_status cw_navmesh_save_with(cw_context *context, const cw_navmesh *mesh,
                               const cw_section *sections, uint32_t count, uint8_t **bytes,
                               size_t *size) {
    CW_ASSERT(mesh != NULL && (sections != NULL || count == 0) && bytes != NULL && size != NULL);
    *bytes = NULL;
    *size = 0;
    if (mesh->cell_count == 0) {
        return cw_fail(context, CW_ERROR_INPUT, "the mesh has no cells");
    }
    others more = {sections, count};
    CW_TRY(check_others(context, &more));
    uint64_t total = other_offset(mesh, &more, count);
    if (total > SIZE_MAX) {
        return cw_fail(context, CW_ERROR_LIMIT, "the mesh is larger than %zu bytes",
                       (size_t)SIZE_MAX);
    }
    uint8_t *made;
    CW_TRY(CW_ALLOCATE(context, made, (size_t)total)); // zeroed, and so is the padding
    put_sections(made, mesh, &more);
    writer w = {.at = made + CW_CWM_AT_CHECKSUM};
    put_u32(&w, cw_cwm_checksum(made, (size_t)total));
    *bytes = made;
    *size = (size_t)total;
    return CW_OK;
}

cw_status cw_navmesh_save(cw_context *context, const cw_navmesh *mesh, uint8_t **bytes,
                          size_t *size) {
    return cw_navmesh_save_with(context, mesh, NULL, 0, bytes, size);
}

uint64_t cw_navmesh_hash(const cw_navmesh *mesh) {
    CW_ASSERT(mesh != NULL);
    writer w = {.at = NULL};
    for (uint32_t s = 0; s < section_count(mesh); s++) {
        uint32_t count = mesh->cell_count > 0 || s < CW_CWM_VERTICES ? section_items(mesh, s) : 0;
        put_u32(&w, count);
        for (uint32_t i = 0; i < count; i++) {
            put_item(&w, mesh, s, i);
        }
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        put_u32(&w, mesh->cell_island[c]);
    }
    put_u32(&w, mesh->island_count);
    put_u32(&w, mesh->stats.holes);
    put_u32(&w, mesh->stats.portals);
    double area, wall_length;
    cw_navmesh_lattice_measures(mesh, &area, &wall_length);
    put_f64(&w, area);
    put_f64(&w, wall_length);
    return w.hash;
}
