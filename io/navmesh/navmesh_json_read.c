/// Navigation meshes as `.json`, version 1: reading. The format is in docs/files.md.
///
/// Phases: 1. jansson parses the text; 2. format, version and up axis are checked; 3. vertices,
/// cells, links, lattice and stats are copied, each index checked where it stands, so that a
/// message can name it; 4. cw_navmesh_from_polygons checks geometry and adjacency; 5. what a mesh
/// cannot be measured for (how it was made) is taken from the stats. Linear.
#include "cells.h"
#include "json.h"

#include <math.h>
#include <string.h>

enum { VERSION = 1 };

/// A document being read.
typedef struct reading {
    const cw_source *source;
    const json_t *root;
    cw_cells cells;
} reading;

static cw_status no_memory(const reading *r) {
    return cw_source_fail(r->source, NULL, CW_ERROR_MEMORY, "out of memory");
}

static cw_status fail(const reading *r, const cw_json_place *place, const char *reason) {
    return cw_json_fail(r->source, place, CW_ERROR_FORMAT, "%s", reason);
}

static cw_status check_header(const reading *r) {
    static const cw_json_place document = {0};
    if (!json_is_object(r->root)) {
        return fail(r, &document, "not an object");
    }
    const char *format = json_string_value(json_object_get(r->root, "format"));
    if (format == NULL && json_is_string(json_object_get(r->root, "type"))) {
        return fail(r, &document, "this looks like GeoJSON, a plan; name it .geojson");
    }
    if (format == NULL || strcmp(format, "clearway-navmesh") != 0) {
        return fail(r, &document, "the member \"format\" is not \"clearway-navmesh\"");
    }
    cw_json_place place = {.parent = &document, .key = "version"};
    const json_t *version = json_object_get(r->root, "version");
    if (!json_is_integer(version) || json_integer_value(version) != VERSION) {
        return fail(r, &place, "only version 1 is known");
    }
    const json_t *up = json_object_get(r->root, "up");
    if (up != NULL && (!json_is_string(up) || strcmp(json_string_value(up), "z") != 0)) {
        place.key = "up";
        return fail(r, &place, "only \"z\" is known");
    }
    return CW_OK;
}

/// Reads [x, y, z].
static cw_status read_position(const reading *r, const cw_json_place *place, const json_t *value,
                               cw_vec3 *position) {
    if (!json_is_array(value) || json_array_size(value) != 3) {
        return fail(r, place, "not a position of 3 numbers");
    }
    double *numbers[3] = {&position->x, &position->y, &position->z};
    for (size_t i = 0; i < 3; i++) {
        cw_json_place inner = {.parent = place, .index = i};
        CW_IO_TRY(cw_json_coordinate(r->source, &inner, json_array_get(value, i), numbers[i]));
    }
    return CW_OK;
}

static cw_status read_vertices(reading *r) {
    cw_json_place place = {.key = "vertices"};
    const json_t *list;
    CW_IO_TRY(cw_json_array(r->source, NULL, r->root, "vertices", &list));
    size_t count = json_array_size(list);
    if (count > CW_IO_VERTEX_LIMIT) {
        return cw_json_fail(r->source, &place, CW_ERROR_LIMIT, "more than %u vertices",
                            CW_IO_VERTEX_LIMIT);
    }
    cw_cells *cells = &r->cells;
    if (!CW_GROW(cells->context, cells->positions, cells->position_capacity, count)) {
        return no_memory(r);
    }
    cells->vertex_count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        cw_json_place inner = {.parent = &place, .index = i};
        CW_IO_TRY(read_position(r, &inner, json_array_get(list, i), &cells->positions[i]));
    }
    return CW_OK;
}

/// Reads a list of indices below `limit`; with `none`, -1 is allowed and means CW_NONE.
static cw_status read_indices(const reading *r, const cw_json_place *place, const json_t *list,
                              uint32_t limit, bool none, uint32_t *indices) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        cw_json_place inner = {.parent = place, .index = i};
        int64_t index;
        CW_IO_TRY(cw_json_integer(r->source, &inner, json_array_get(list, i), none ? -1 : 0,
                                  (int64_t)limit - 1, &index));
        indices[i] = index < 0 ? CW_NONE : (uint32_t)index;
    }
    return CW_OK;
}

/// Counts what the cells hold, so that each array is made once. Wrong types count as nothing; they
/// are reported when they are read.
static cw_status make_room(reading *r, const json_t *list, bool neighbors) {
    cw_cells *cells = &r->cells;
    size_t count = json_array_size(list), edges = 0, triangles = 0;
    for (size_t c = 0; c < count; c++) {
        const json_t *cell = json_array_get(list, c);
        edges += json_array_size(json_object_get(cell, "vertices"));
        triangles += json_array_size(json_object_get(cell, "triangles"));
    }
    if (edges >= CW_NONE / 4 || triangles >= CW_NONE / 4) {
        return cw_source_fail(r->source, NULL, CW_ERROR_LIMIT, "too many edges or triangles");
    }
    bool room = CW_GROW(cells->context, cells->cell_first, cells->first_capacity, count + 1) &&
                CW_GROW(cells->context, cells->edge_vertex, cells->vertex_capacity, edges);
    if (neighbors) {
        room =
            room && CW_GROW(cells->context, cells->edge_neighbor, cells->neighbor_capacity, edges);
    }
    if (triangles > 0) {
        room = room &&
               CW_GROW(cells->context, cells->triangle_first, cells->triangle_first_capacity,
                       count + 1) &&
               CW_GROW(cells->context, cells->triangles, cells->triangle_capacity, triangles * 3);
    }
    return room ? CW_OK : no_memory(r);
}

static cw_status read_triangles(reading *r, const cw_json_place *place, const json_t *cell,
                                uint32_t *count) {
    const json_t *list = json_object_get(cell, "triangles");
    cw_json_place inner = {.parent = place, .key = "triangles"};
    if (list == NULL) {
        return CW_OK;
    }
    if (!json_is_array(list)) {
        return fail(r, &inner, "not an array");
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        cw_json_place third = {.parent = &inner, .index = i};
        const json_t *corners = json_array_get(list, i);
        if (!json_is_array(corners) || json_array_size(corners) != 3) {
            return fail(r, &third, "not a triangle of 3 vertices");
        }
        CW_IO_TRY(read_indices(r, &third, corners, r->cells.vertex_count, false,
                               r->cells.triangles + (size_t)*count * 3));
        ++*count;
    }
    return CW_OK;
}

static cw_status read_cell(reading *r, const cw_json_place *place, const json_t *cell,
                           uint32_t cell_total) {
    cw_cells *cells = &r->cells;
    const json_t *vertices, *neighbors;
    CW_IO_TRY(cw_json_array(r->source, place, cell, "vertices", &vertices));
    cw_json_place inner = {.parent = place, .key = "vertices"};
    if (json_array_size(vertices) < 3) {
        return fail(r, &inner, "a cell needs at least 3 vertices");
    }
    CW_IO_TRY(read_indices(r, &inner, vertices, cells->vertex_count, false,
                           cells->edge_vertex + cells->edge_count));
    if (cells->edge_neighbor != NULL) {
        inner.key = "neighbors";
        CW_IO_TRY(cw_json_array(r->source, place, cell, "neighbors", &neighbors));
        if (json_array_size(neighbors) != json_array_size(vertices)) {
            return fail(r, &inner, "not as many neighbors as vertices");
        }
        CW_IO_TRY(read_indices(r, &inner, neighbors, cell_total, true,
                               cells->edge_neighbor + cells->edge_count));
    }
    cells->edge_count += (uint32_t)json_array_size(vertices);
    return CW_OK;
}

static cw_status read_cells(reading *r) {
    cw_cells *cells = &r->cells;
    cw_json_place place = {.key = "cells"};
    const json_t *list;
    CW_IO_TRY(cw_json_array(r->source, NULL, r->root, "cells", &list));
    // Without neighbors in the first cell the file has none, and equal edges are joined.
    bool neighbors = json_object_get(json_array_get(list, 0), "neighbors") != NULL;
    CW_IO_TRY(make_room(r, list, neighbors));
    uint32_t triangles = 0, count = (uint32_t)json_array_size(list);
    for (uint32_t c = 0; c < count; c++) {
        cw_json_place inner = {.parent = &place, .index = c};
        cells->cell_first[c] = cells->edge_count;
        if (cells->triangle_first != NULL) {
            cells->triangle_first[c] = triangles;
        }
        CW_IO_TRY(read_cell(r, &inner, json_array_get(list, c), count));
        CW_IO_TRY(read_triangles(r, &inner, json_array_get(list, c), &triangles));
    }
    cells->cell_count = count;
    cells->cell_first[count] = cells->edge_count;
    if (cells->triangle_first != NULL) {
        cells->triangle_first[count] = triangles;
    }
    return CW_OK;
}

static cw_status read_link_edge(const reading *r, const cw_json_place *place, const json_t *link,
                                const char *key, cw_vec3 edge[2]) {
    cw_json_place inner = {.parent = place, .key = key};
    const json_t *ends = json_object_get(link, key);
    if (!json_is_array(ends) || json_array_size(ends) != 2) {
        return fail(r, &inner, "not an edge of 2 positions");
    }
    for (size_t i = 0; i < 2; i++) {
        cw_json_place third = {.parent = &inner, .index = i};
        CW_IO_TRY(read_position(r, &third, json_array_get(ends, i), &edge[i]));
    }
    return CW_OK;
}

static cw_status read_link(const reading *r, const cw_json_place *place, const json_t *link,
                           cw_link *out) {
    static const char *const words[] = {"step", "drop", "jump"};
    const char *word = json_string_value(json_object_get(link, "kind"));
    bool known = false;
    for (int i = 0; word != NULL && i < 3; i++) {
        if (strcmp(word, words[i]) == 0) {
            out->kind = (cw_link_kind)i;
            known = true;
        }
    }
    cw_json_place inner = {.parent = place, .key = "kind"};
    if (!known) {
        return fail(r, &inner, "not one of step, drop, jump");
    }
    static const char *const ends[] = {"from", "to"};
    uint32_t *cells[] = {&out->from, &out->to};
    for (int i = 0; i < 2; i++) {
        int64_t cell;
        inner.key = ends[i];
        CW_IO_TRY(cw_json_integer(r->source, &inner, json_object_get(link, ends[i]), 0,
                                  (int64_t)r->cells.cell_count - 1, &cell));
        *cells[i] = (uint32_t)cell;
    }
    const json_t *cost = json_object_get(link, "cost");
    if (cost != NULL) {
        double metres;
        inner.key = "cost";
        CW_IO_TRY(cw_json_coordinate(r->source, &inner, cost, &metres));
        out->cost = (float)metres;
    }
    CW_IO_TRY(read_link_edge(r, place, link, "from_edge", out->from_edge));
    return read_link_edge(r, place, link, "to_edge", out->to_edge);
}

static cw_status read_links(reading *r) {
    cw_cells *cells = &r->cells;
    cw_json_place place = {.key = "links"};
    const json_t *list = json_object_get(r->root, "links");
    if (list == NULL) {
        return CW_OK;
    }
    if (!json_is_array(list)) {
        return fail(r, &place, "not an array");
    }
    size_t count = json_array_size(list);
    if (!CW_GROW(cells->context, cells->links, cells->link_capacity, count)) {
        return no_memory(r);
    }
    for (size_t i = 0; i < count; i++) {
        cw_json_place inner = {.parent = &place, .index = i};
        cells->links[i] = (cw_link){0};
        CW_IO_TRY(read_link(r, &inner, json_array_get(list, i), &cells->links[i]));
    }
    cells->link_count = (uint32_t)count;
    return CW_OK;
}

static cw_status read_lattice_frame(reading *r, const cw_json_place *place, const json_t *lattice) {
    cw_json_place inner = {.parent = place, .key = "step"};
    cw_lattice *out = &r->cells.lattice;
    CW_IO_TRY(cw_json_number(r->source, &inner, json_object_get(lattice, "step"), &out->step));
    int exponent;
    if (out->step <= 0 || frexp(out->step, &exponent) != 0.5) {
        return fail(r, &inner, "not a power of two");
    }
    inner.key = "origin";
    const json_t *origin = json_object_get(lattice, "origin");
    if (!json_is_array(origin) || json_array_size(origin) != 2) {
        return fail(r, &inner, "not 2 numbers");
    }
    double *numbers[2] = {&out->origin_x, &out->origin_y};
    for (size_t i = 0; i < 2; i++) {
        cw_json_place third = {.parent = &inner, .index = i};
        CW_IO_TRY(cw_json_number(r->source, &third, json_array_get(origin, i), numbers[i]));
    }
    return CW_OK;
}

/// Reads the exact points. They are an addition of this project to the format: where they are
/// missing, the positions are put on a lattice again.
static cw_status read_lattice(reading *r) {
    cw_cells *cells = &r->cells;
    cw_json_place place = {.key = "lattice"};
    const json_t *lattice = json_object_get(r->root, "lattice"), *list;
    if (lattice == NULL) {
        return CW_OK;
    }
    CW_IO_TRY(read_lattice_frame(r, &place, lattice));
    CW_IO_TRY(cw_json_array(r->source, &place, lattice, "points", &list));
    cw_json_place inner = {.parent = &place, .key = "points"};
    if (json_array_size(list) != cells->vertex_count) {
        return fail(r, &inner, "not as many points as vertices");
    }
    if (!CW_GROW(cells->context, cells->points, cells->point_capacity, cells->vertex_count)) {
        return no_memory(r);
    }
    for (size_t i = 0; i < cells->vertex_count; i++) {
        cw_json_place third = {.parent = &inner, .index = i};
        const json_t *pair = json_array_get(list, i);
        if (!json_is_array(pair) || json_array_size(pair) != 2) {
            return fail(r, &third, "not 2 whole numbers");
        }
        CW_IO_TRY(cw_json_integer(r->source, &third, json_array_get(pair, 0), INT64_MIN, INT64_MAX,
                                  &cells->points[i].x));
        CW_IO_TRY(cw_json_integer(r->source, &third, json_array_get(pair, 1), INT64_MIN, INT64_MAX,
                                  &cells->points[i].y));
    }
    return CW_OK;
}

/// Reads a count of the stats; one that is missing is 0.
static cw_status read_count(const reading *r, const json_t *stats, const char *key,
                            uint32_t *count) {
    static const cw_json_place place = {.key = "stats"};
    cw_json_place inner = {.parent = &place, .key = key};
    const json_t *value = json_object_get(stats, key);
    int64_t integer = 0;
    if (value != NULL) {
        CW_IO_TRY(cw_json_integer(r->source, &inner, value, 0, UINT32_MAX, &integer));
    }
    *count = (uint32_t)integer;
    return CW_OK;
}

/// Reads a measure of the stats; one that is missing is 0.
static cw_status read_measure(const reading *r, const json_t *stats, const char *key,
                              double *measure) {
    static const cw_json_place place = {.key = "stats"};
    cw_json_place inner = {.parent = &place, .key = key};
    const json_t *value = json_object_get(stats, key);
    *measure = 0;
    if (value == NULL) {
        return CW_OK;
    }
    CW_IO_TRY(cw_json_number(r->source, &inner, value, measure));
    bool fits = *measure >= 0 && *measure <= CW_COORDINATE_LIMIT;
    return fits ? CW_OK : fail(r, &inner, "negative or too large");
}

/// Reads how the mesh was made. What can be measured on the mesh itself is not taken from here.
static cw_status read_stats(const reading *r, cw_navmesh_stats *stats) {
    const json_t *object = json_object_get(r->root, "stats");
    const struct {
        const char *key;
        uint32_t *value;
    } counts[] = {{"notches", &stats->notches},
                  {"dropped", &stats->dropped},
                  {"two_portal", &stats->two_portal},
                  {"fallbacks", &stats->fallbacks},
                  {"mutual", &stats->mutual}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        CW_IO_TRY(read_count(r, object, counts[i].key, counts[i].value));
    }
    CW_IO_TRY(read_measure(r, object, "relaxation_depth", &stats->relaxation_depth));
    return read_measure(r, object, "seconds", &stats->seconds);
}

/// The mesh is valid; what the file says of its notches has to fit it.
static cw_status check_stats(const reading *r, cw_navmesh *mesh) {
    cw_context *context = r->source->context;
    cw_status status = cw_navmesh_validate(context, mesh);
    if (status != CW_OK) {
        cw_navmesh_free(context, mesh);
        return cw_name_failure(context, r->source->name, status);
    }
    return CW_OK;
}

static cw_status fail_areas(const reading *r, cw_navmesh *mesh, cw_status status, const char *why) {
    cw_context *context = r->source->context;
    cw_navmesh_free(context, mesh);
    return cw_name_fail(context, r->source->name, status, "%s", why);
}

static cw_status no_areas_memory(const reading *r, cw_navmesh *mesh) {
    return fail_areas(r, mesh, CW_ERROR_MEMORY, "out of memory");
}

static cw_status make_areas(const reading *r, cw_navmesh *mesh) {
    mesh->cell_area = cw_context_resize(r->source->context, NULL, 0, mesh->cell_count);
    if (mesh->cell_area == NULL) {
        return no_areas_memory(r, mesh);
    }
    memset(mesh->cell_area, 0, mesh->cell_count);
    return CW_OK;
}

/// Names of area types 1, 2, ...
static cw_status read_names(const reading *r, cw_navmesh *mesh) {
    const json_t *list = json_object_get(r->root, "area_names");
    size_t count = json_array_size(list);
    if (list != NULL && (!json_is_array(list) || count > UINT8_MAX)) {
        return fail_areas(r, mesh, CW_ERROR_FORMAT, "area_names: not a list of at most 255 names");
    }
    if (count == 0) {
        return CW_OK;
    }
    CW_IO_TRY(mesh->cell_area == NULL ? make_areas(r, mesh) : CW_OK);
    mesh->area_names =
        cw_context_resize(r->source->context, NULL, 0, count * sizeof *mesh->area_names);
    if (mesh->area_names == NULL) {
        return no_areas_memory(r, mesh);
    }
    memset(mesh->area_names, 0, count * sizeof *mesh->area_names);
    mesh->area_name_count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        const char *name = json_string_value(json_array_get(list, i));
        size_t size = name != NULL ? strlen(name) : 0;
        if (size == 0 || size >= sizeof mesh->area_names[i].text) {
            return fail_areas(r, mesh, CW_ERROR_FORMAT, "area_names: a name has 1 to 63 bytes");
        }
        memcpy(mesh->area_names[i].text, name, size);
    }
    return CW_OK;
}

/// Area types of cells; those that are missing are 0.
static cw_status read_areas(const reading *r, cw_navmesh *mesh) {
    const json_t *list = json_object_get(r->root, "cells");
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        const json_t *value = json_object_get(json_array_get(list, c), "area");
        json_int_t type = value != NULL ? json_integer_value(value) : 0;
        if (value != NULL && (!json_is_integer(value) || type < 0 || type > UINT8_MAX)) {
            return fail_areas(r, mesh, CW_ERROR_FORMAT,
                              "the area of a cell is a number of 0 to 255");
        }
        if (type > 0 && mesh->cell_area == NULL) {
            CW_IO_TRY(make_areas(r, mesh));
        }
        if (type > 0) {
            mesh->cell_area[c] = (uint8_t)type;
        }
    }
    return CW_OK;
}

static cw_status read_document(reading *r, cw_navmesh *mesh) {
    cw_navmesh_stats stats = {0};
    CW_IO_TRY(check_header(r));
    CW_IO_TRY(read_vertices(r));
    CW_IO_TRY(read_cells(r));
    CW_IO_TRY(read_links(r));
    CW_IO_TRY(read_lattice(r));
    CW_IO_TRY(read_stats(r, &stats));
    r->cells.relaxation = stats.relaxation_depth;
    CW_IO_TRY(cw_cells_to_navmesh(&r->cells, r->source->name, mesh));
    mesh->stats.notches = stats.notches;
    mesh->stats.dropped = stats.dropped;
    mesh->stats.two_portal = stats.two_portal;
    mesh->stats.fallbacks = stats.fallbacks;
    mesh->stats.mutual = stats.mutual;
    mesh->stats.seconds = stats.seconds;
    CW_IO_TRY(read_areas(r, mesh));
    CW_IO_TRY(read_names(r, mesh));
    bool tells = stats.notches > 0 || stats.dropped > 0;
    return tells ? check_stats(r, mesh) : CW_OK;
}

cw_status cw_navmesh_read_json(const cw_source *source, cw_navmesh *mesh) {
    json_t *root;
    cw_status status = cw_json_load(source, &root);
    if (status == CW_OK) {
        reading r = {.source = source, .root = root, .cells = {.context = source->context}};
        status = read_document(&r, mesh);
        cw_cells_free(&r.cells);
        json_decref(root);
    }
    return status;
}
