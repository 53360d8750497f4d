/// Loading `.cwm` bytes, whatever they are.
///
/// Phases: header (magic, version, byte order, size, checksum); section table; the arrays; then the
/// mesh is completed and validated, so what loads is sound.
///
/// Rules: nothing is read before it is known to be there; a count is compared with the bytes that
/// are left divided by the size of an item, so that no product can overflow and memory is
/// proportional to the bytes given; sections follow each other in order without gaps, so they
/// cannot overlap; numbers are put together from bytes, so any alignment will do.
///
/// Cost: linear, and that of validating.
#include "base/pack.h"
#include "base/utf8.h"
#include "navmesh/file/cwm.h"
#include "navmesh/navmesh.h"

#include <string.h>

typedef struct reader {
    cw_context *context;
    const uint8_t *bytes;
    size_t size;
    size_t offset[CW_CWM_SECTION_COUNT];  ///< of each section
    uint32_t count[CW_CWM_SECTION_COUNT]; ///< items of each section
    bool has_areas, has_names;            ///< the last sections are there
} reader;

static int64_t get_i64(const uint8_t *at) {
    uint64_t bits = cw_get_u64(at);
    int64_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double get_f64(const uint8_t *at) {
    uint64_t bits = cw_get_u64(at);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float get_f32(const uint8_t *at) {
    uint32_t bits = cw_get_u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static cw_vec3 get_vec3(const uint8_t *at) {
    return (cw_vec3){get_f64(at), get_f64(at + 8), get_f64(at + 16)};
}

/// Item i of a section.
static const uint8_t *item(const reader *r, cw_cwm_section section, uint32_t i) {
    return r->bytes + r->offset[section] + (size_t)i * cw_cwm_stride(section);
}

static cw_status check_header(const reader *r) {
    if (r->size < CW_CWM_HEADER_SIZE || memcmp(r->bytes, CW_CWM_MAGIC, CW_CWM_MAGIC_SIZE) != 0) {
        return cw_fail(r->context, CW_ERROR_FORMAT, "no .cwm file: %s",
                       r->size == 0                   ? "empty input"
                       : r->size < CW_CWM_HEADER_SIZE ? "shorter than a header"
                                                      : "it does not start with CWMESH");
    }
    if (cw_get_u32(r->bytes + CW_CWM_AT_BYTE_ORDER) != CW_CWM_BYTE_ORDER) {
        return cw_fail(r->context, CW_ERROR_FORMAT, "byte order 0x%08x is not little-endian",
                       cw_get_u32(r->bytes + CW_CWM_AT_BYTE_ORDER));
    }
    if (cw_get_u32(r->bytes + CW_CWM_AT_VERSION) != CW_CWM_VERSION) {
        return cw_fail(r->context, CW_ERROR_FORMAT, "version %u is not known, only %u",
                       cw_get_u32(r->bytes + CW_CWM_AT_VERSION), (unsigned)CW_CWM_VERSION);
    }
    if (cw_get_u64(r->bytes + CW_CWM_AT_SIZE) != r->size) {
        return cw_fail(r->context, CW_ERROR_FORMAT,
                       "size: the header says %llu bytes, there are %zu",
                       (unsigned long long)cw_get_u64(r->bytes + CW_CWM_AT_SIZE), r->size);
    }
    uint32_t checksum = cw_cwm_checksum(r->bytes, r->size);
    if (cw_get_u32(r->bytes + CW_CWM_AT_CHECKSUM) != checksum) {
        return cw_fail(r->context, CW_ERROR_FORMAT, "checksum 0x%08x should be 0x%08x",
                       cw_get_u32(r->bytes + CW_CWM_AT_CHECKSUM), checksum);
    }
    return CW_OK;
}

/// Moves `end` past the padding after a section, which has to be zero.
static cw_status skip_padding(const reader *r, const char *name, size_t *end) {
    while (*end % CW_CWM_ALIGNMENT != 0) {
        if (*end >= r->size || r->bytes[*end] != 0) {
            return cw_fail(r->context, CW_ERROR_FORMAT, "section %s: bad padding at byte %zu", name,
                           *end);
        }
        (*end)++;
    }
    return CW_OK;
}

/// Reads one entry of the section table; `end` is where the section before it ends.
static cw_status read_entry(reader *r, cw_cwm_section section, size_t *end) {
    const uint8_t *entry = r->bytes + CW_CWM_HEADER_SIZE + (size_t)section * CW_CWM_ENTRY_SIZE;
    const char *name = cw_cwm_section_name(section);
    uint32_t id = cw_get_u32(entry), stride = cw_get_u32(entry + 4);
    uint64_t offset = cw_get_u64(entry + 8), count = cw_get_u64(entry + 16);
    if (id != (uint32_t)section + 1 || stride != cw_cwm_stride(section)) {
        return cw_fail(r->context, CW_ERROR_FORMAT,
                       "section table: id %u with stride %u where %s has %u and %u", id, stride,
                       name, (uint32_t)section + 1, cw_cwm_stride(section));
    }
    if (offset != *end) {
        return cw_fail(r->context, CW_ERROR_FORMAT,
                       "section %s: offset %llu, but the section before it ends at %zu", name,
                       (unsigned long long)offset, *end);
    }
    if (count > (r->size - *end) / stride || count >= CW_NONE) {
        return cw_fail(r->context, CW_ERROR_FORMAT,
                       "section %s: count %llu of %u bytes is more than the file holds", name,
                       (unsigned long long)count, stride);
    }
    r->offset[section] = *end;
    r->count[section] = (uint32_t)count;
    *end += (size_t)count * stride;
    return skip_padding(r, name, end);
}

/// Passes over an optional section, which this reader does not know: one may stand behind the
/// others by any id above theirs, in ascending order.
static cw_status skip_entry(const reader *r, uint32_t index, uint32_t *last_id, size_t *end) {
    const uint8_t *entry = r->bytes + CW_CWM_HEADER_SIZE + (size_t)index * CW_CWM_ENTRY_SIZE;
    uint32_t id = cw_get_u32(entry), stride = cw_get_u32(entry + 4);
    uint64_t offset = cw_get_u64(entry + 8), count = cw_get_u64(entry + 16);
    if (id <= *last_id || stride == 0 || offset != *end || count > (r->size - *end) / stride) {
        return cw_fail(r->context, CW_ERROR_FORMAT,
                       "optional section %u: stride %u, offset %llu, count %llu, behind section %u "
                       "that ends at %zu of %zu bytes",
                       id, stride, (unsigned long long)offset, (unsigned long long)count, *last_id,
                       *end, r->size);
    }
    *last_id = id;
    *end += (size_t)count * stride;
    return skip_padding(r, "optional", end);
}

static cw_status read_table(reader *r) {
    uint32_t sections = cw_get_u32(r->bytes + CW_CWM_AT_SECTION_COUNT);
    size_t room = (r->size - CW_CWM_HEADER_SIZE) / CW_CWM_ENTRY_SIZE;
    if (sections < CW_CWM_AREAS || sections > room) {
        return cw_fail(r->context, CW_ERROR_FORMAT,
                       "section table: %u sections, not %u or more, in %zu bytes", sections,
                       (unsigned)CW_CWM_AREAS, r->size);
    }
    const uint8_t *areas = r->bytes + CW_CWM_HEADER_SIZE + CW_CWM_AREAS * CW_CWM_ENTRY_SIZE;
    r->has_areas = sections > CW_CWM_AREAS && cw_get_u32(areas) == CW_CWM_AREAS + 1;
    r->has_names = r->has_areas && sections > CW_CWM_NAMES &&
                   cw_get_u32(areas + CW_CWM_ENTRY_SIZE) == CW_CWM_NAMES + 1;
    uint32_t known = CW_CWM_AREAS + (uint32_t)r->has_areas + (uint32_t)r->has_names;
    size_t end = CW_CWM_HEADER_SIZE + (size_t)sections * CW_CWM_ENTRY_SIZE;
    for (uint32_t s = 0; s < known; s++) {
        CW_TRY(read_entry(r, s, &end));
    }
    uint32_t last_id = CW_CWM_SECTION_COUNT;
    for (uint32_t s = known; s < sections; s++) {
        CW_TRY(skip_entry(r, s, &last_id, &end));
    }
    if (end != r->size) {
        return cw_fail(r->context, CW_ERROR_FORMAT, "%zu bytes after the last section",
                       r->size - end);
    }
    return CW_OK;
}

/// Relations between the counts of sections.
static cw_status check_counts(const reader *r) {
    uint32_t heights = r->count[CW_CWM_CELL_TRIANGLES];
    if (r->count[CW_CWM_LATTICE] != 1 || r->count[CW_CWM_STATS] != 1) {
        return cw_fail(r->context, CW_ERROR_FORMAT, "count of section %s has to be 1",
                       r->count[CW_CWM_LATTICE] != 1 ? "lattice" : "stats");
    }
    if (heights != 0 && heights != r->count[CW_CWM_CELLS]) {
        return cw_fail(r->context, CW_ERROR_FORMAT, "section cell triangles: count %u for %u cells",
                       heights, r->count[CW_CWM_CELLS]);
    }
    uint32_t areas = r->count[CW_CWM_AREAS];
    if (r->has_areas && areas != r->count[CW_CWM_CELLS]) {
        return cw_fail(r->context, CW_ERROR_FORMAT, "section areas: count %u for %u cells", areas,
                       r->count[CW_CWM_CELLS]);
    }
    if (r->has_names && (r->count[CW_CWM_NAMES] < 1 || r->count[CW_CWM_NAMES] > UINT8_MAX)) {
        return cw_fail(r->context, CW_ERROR_FORMAT, "section names: count %u, not 1 to %d",
                       r->count[CW_CWM_NAMES], UINT8_MAX);
    }
    return CW_OK;
}

static cw_status read_numbers(const reader *r, cw_navmesh *mesh) {
    const uint8_t *at = item(r, CW_CWM_LATTICE, 0);
    mesh->lattice = (cw_lattice){get_f64(at), get_f64(at + 8), get_f64(at + 16)};
    at = item(r, CW_CWM_STATS, 0);
    mesh->stats.notches = cw_get_u32(at);
    mesh->stats.dropped = cw_get_u32(at + 4);
    mesh->stats.two_portal = cw_get_u32(at + 8);
    mesh->stats.fallbacks = cw_get_u32(at + 12);
    mesh->stats.mutual = cw_get_u32(at + 16);
    mesh->stats.relaxation_depth = get_f64(at + 24);
    if (cw_get_u32(at + 20) != 0) {
        return cw_fail(r->context, CW_ERROR_FORMAT, "section stats: the reserved field is not 0");
    }
    return CW_OK;
}

static cw_status read_vertices(const reader *r, cw_navmesh *mesh) {
    mesh->vertex_count = r->count[CW_CWM_VERTICES];
    CW_TRY(CW_ALLOCATE(r->context, mesh->positions, mesh->vertex_count));
    CW_TRY(CW_ALLOCATE(r->context, mesh->points, mesh->vertex_count));
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const uint8_t *at = item(r, CW_CWM_VERTICES, v);
        mesh->positions[v] = get_vec3(at);
        mesh->points[v] = (cw_point){get_i64(at + 24), get_i64(at + 32)};
    }
    return CW_OK;
}

/// Turns the item counts of a section into offsets, which have to end at `total`.
static cw_status read_offsets(const reader *r, cw_cwm_section section, uint32_t total,
                              uint32_t **first) {
    uint32_t count = r->count[section], sum = 0;
    CW_TRY(cw_allocate(r->context, (void **)first, (size_t)count + 1, sizeof **first));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t items = cw_get_u32(item(r, section, i));
        if (items > total - sum) {
            return cw_fail(r->context, CW_ERROR_FORMAT,
                           "section %s: cell %u has %u of %u items left",
                           cw_cwm_section_name(section), i, items, total - sum);
        }
        sum += items;
        (*first)[i + 1] = sum;
    }
    if (sum != total) {
        return cw_fail(r->context, CW_ERROR_FORMAT, "section %s: the cells have %u of %u items",
                       cw_cwm_section_name(section), sum, total);
    }
    return CW_OK;
}

static cw_status read_cells(const reader *r, cw_navmesh *mesh) {
    mesh->cell_count = r->count[CW_CWM_CELLS];
    mesh->edge_count = r->count[CW_CWM_EDGES];
    CW_TRY(read_offsets(r, CW_CWM_CELLS, mesh->edge_count, &mesh->cell_first));
    CW_TRY(CW_ALLOCATE(r->context, mesh->edge_vertex, mesh->edge_count));
    CW_TRY(CW_ALLOCATE(r->context, mesh->edge_twin, mesh->edge_count));
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        mesh->edge_vertex[e] = cw_get_u32(item(r, CW_CWM_EDGES, e));
        mesh->edge_twin[e] = cw_get_u32(item(r, CW_CWM_EDGES, e) + 4);
    }
    return CW_OK;
}

static cw_status read_triangles(const reader *r, cw_navmesh *mesh) {
    mesh->triangle_count = r->count[CW_CWM_TRIANGLES];
    if (r->count[CW_CWM_CELL_TRIANGLES] > 0) {
        CW_TRY(read_offsets(r, CW_CWM_CELL_TRIANGLES, mesh->triangle_count,
                            &mesh->cell_triangle_first));
    }
    CW_TRY(CW_ALLOCATE(r->context, mesh->triangles, (size_t)mesh->triangle_count * 3));
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        for (uint32_t k = 0; k < 3; k++) {
            mesh->triangles[3 * (size_t)t + k] = cw_get_u32(item(r, CW_CWM_TRIANGLES, t) + 4 * k);
        }
    }
    return CW_OK;
}

static cw_status read_links(const reader *r, cw_navmesh *mesh) {
    mesh->link_count = r->count[CW_CWM_LINKS];
    CW_TRY(CW_ALLOCATE(r->context, mesh->links, mesh->link_count));
    for (uint32_t i = 0; i < mesh->link_count; i++) {
        const uint8_t *at = item(r, CW_CWM_LINKS, i);
        uint32_t kind = cw_get_u32(at);
        if (kind > CW_LINK_JUMP) {
            return cw_fail(r->context, CW_ERROR_FORMAT, "section links: link %u is of kind %u", i,
                           kind);
        }
        cw_link *link = &mesh->links[i];
        link->kind = (cw_link_kind)kind;
        link->from = cw_get_u32(at + 4);
        link->to = cw_get_u32(at + 8);
        link->cost = get_f32(at + 12);
        for (uint32_t k = 0; k < 2; k++) {
            link->from_edge[k] = get_vec3(at + 16 + 24 * k);
            link->to_edge[k] = get_vec3(at + 64 + 24 * k);
        }
    }
    return CW_OK;
}

static cw_status read_areas(const reader *r, cw_navmesh *mesh) {
    uint32_t count = r->count[CW_CWM_AREAS];
    if (count > 0) {
        CW_TRY(CW_ALLOCATE(r->context, mesh->cell_area, count));
        memcpy(mesh->cell_area, item(r, CW_CWM_AREAS, 0), count);
    }
    return CW_OK;
}

/// A name is UTF-8 of one byte or more, with zeros behind it to the end.
static bool is_name(const cw_area_name *name) {
    size_t size = 0;
    while (size < sizeof name->text && name->text[size] != 0) {
        size++;
    }
    bool sound = size > 0 && size < sizeof name->text && cw_utf8_is(name->text);
    for (size_t i = size; sound && i < sizeof name->text; i++) {
        sound = name->text[i] == 0;
    }
    return sound;
}

static cw_status read_names(const reader *r, cw_navmesh *mesh) {
    uint32_t count = r->has_names ? r->count[CW_CWM_NAMES] : 0;
    CW_TRY(CW_ALLOCATE(r->context, mesh->area_names, count));
    mesh->area_name_count = count;
    for (uint32_t i = 0; i < count; i++) {
        memcpy(mesh->area_names[i].text, item(r, CW_CWM_NAMES, i), sizeof mesh->area_names[i].text);
        if (!is_name(&mesh->area_names[i])) {
            return cw_fail(r->context, CW_ERROR_FORMAT,
                           "section names: name %u is empty, does not end, or is not UTF-8", i);
        }
    }
    return CW_OK;
}

/// Completes the mesh. The depth of dents stays as saved: what is deeper fails the validation.
static cw_status complete(cw_context *context, cw_navmesh *mesh) {
    CW_TRY(cw_navmesh_check_indices(context, mesh));
    double depth = mesh->stats.relaxation_depth;
    CW_TRY(cw_navmesh_finish(context, mesh));
    mesh->stats.relaxation_depth = depth;
    return cw_navmesh_validate(context, mesh);
}

static cw_status read_mesh(reader *r, cw_navmesh *mesh) {
    CW_TRY(check_header(r));
    CW_TRY(read_table(r));
    CW_TRY(check_counts(r));
    CW_TRY(read_numbers(r, mesh));
    CW_TRY(read_vertices(r, mesh));
    CW_TRY(read_cells(r, mesh));
    CW_TRY(read_triangles(r, mesh));
    CW_TRY(read_links(r, mesh));
    CW_TRY(read_areas(r, mesh));
    CW_TRY(read_names(r, mesh));
    return complete(r->context, mesh);
}

cw_status cw_navmesh_load(cw_context *context, const uint8_t *bytes, size_t size,
                          cw_navmesh *mesh) {
    CW_ASSERT((bytes != NULL || size == 0) && mesh != NULL);
    *mesh = (cw_navmesh){0};
    reader r = {.context = context, .bytes = bytes, .size = size};
    cw_status status = read_mesh(&r, mesh);
    if (status != CW_OK) {
        cw_navmesh_free(context, mesh);
    }
    return status;
}

cw_section cw_navmesh_section(const uint8_t *bytes, size_t size, uint32_t id) {
    CW_ASSERT(bytes != NULL && size >= CW_CWM_HEADER_SIZE);
    uint32_t count = cw_get_u32(bytes + CW_CWM_AT_SECTION_COUNT);
    CW_ASSERT(count <= (size - CW_CWM_HEADER_SIZE) / CW_CWM_ENTRY_SIZE);
    for (uint32_t s = 0; s < count && s < size; s++) {
        const uint8_t *entry = bytes + CW_CWM_HEADER_SIZE + (size_t)s * CW_CWM_ENTRY_SIZE;
        if (cw_get_u32(entry) == id) {
            size_t items = (size_t)cw_get_u64(entry + 16) * cw_get_u32(entry + 4);
            return (cw_section){id, bytes + (size_t)cw_get_u64(entry + 8), items};
        }
    }
    return (cw_section){.id = id};
}
