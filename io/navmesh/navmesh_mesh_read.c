/// Navigation meshes as polyanya `.mesh`, version 2: reading. The format is in docs/files.md.
///
/// Words separated by white space. The lists of polygons around the vertices say nothing that the
/// polygons do not say; they are checked for range and dropped. Every count is held against the
/// bytes that are left before anything of that size is allocated.
///
/// Other tools print coordinates with few digits, which puts small dents into straight sides. When
/// the mesh does not pass with exact coordinates, it is tried once more on a lattice as coarse as
/// the last decimal place that the file uses.
#include "cells.h"

#include <math.h>
#include <stdio.h>

enum {
    VERTEX_BYTES = 9,   ///< of the shortest vertex line, "0 0 2 0 0"
    POLYGON_BYTES = 13, ///< of the shortest polygon line, "3 0 1 2 0 0 0"
    FEWEST_AROUND = 2,  ///< polygons around a vertex
    MARGIN_STEPS = 4,   ///< that a lattice leaves free around its vertices
    MESSAGE_SIZE = 512, ///< of a context
    MOST_DECIMALS = 9   ///< beyond these, coordinates are not called rounded
};

/// A text being read.
typedef struct reading {
    const cw_source *source;
    cw_span rest;
    cw_cells cells;
    uint32_t polygon_total;
    int decimals; ///< most digits behind a point
} reading;

static cw_status next_word(reading *r, const char *what, cw_span *word) {
    if (cw_span_word(&r->rest, word)) {
        return CW_OK;
    }
    const char *last = r->source->text + r->source->size - 1;
    return cw_source_fail(r->source, last, CW_ERROR_FORMAT, "the text ends before %s", what);
}

static cw_status next_count(reading *r, const char *what, uint32_t limit, uint32_t *count) {
    cw_span word;
    cw_status status = next_word(r, what, &word);
    return status == CW_OK ? cw_source_count(r->source, word, what, limit, count) : status;
}

/// An index of a polygon, or -1.
static cw_status next_polygon(reading *r, const char *what, uint32_t *polygon) {
    cw_span word;
    cw_status status = next_word(r, what, &word);
    if (status == CW_OK && cw_span_is(word, "-1")) {
        *polygon = CW_NONE;
        return CW_OK;
    }
    return status == CW_OK ? cw_source_count(r->source, word, what, r->polygon_total, polygon)
                           : status;
}

static int decimals_of(cw_span word) {
    int decimals = 0;
    bool behind = false;
    for (size_t i = 0; i < word.size; i++) {
        bool digit = word.text[i] >= '0' && word.text[i] <= '9';
        if (!digit && behind) {
            return MOST_DECIMALS + 1; // an exponent: not a number somebody rounded for reading
        }
        decimals += behind && digit ? 1 : 0;
        behind = behind || word.text[i] == '.';
    }
    return decimals;
}

static cw_status next_coordinate(reading *r, double *value) {
    cw_span word;
    CW_IO_TRY(next_word(r, "a coordinate", &word));
    int decimals = decimals_of(word);
    r->decimals = decimals > r->decimals ? decimals : r->decimals;
    return cw_source_coordinate(r->source, word, value);
}

static cw_status no_memory(const reading *r) {
    return cw_source_fail(r->source, NULL, CW_ERROR_MEMORY, "out of memory");
}

static cw_status read_header(reading *r) {
    cw_span word;
    CW_IO_TRY(next_word(r, "the word \"mesh\"", &word));
    if (!cw_span_is(word, "mesh")) {
        return cw_source_fail(r->source, word.text, CW_ERROR_FORMAT,
                              "a .mesh starts with the word \"mesh\"");
    }
    CW_IO_TRY(next_word(r, "the version", &word));
    if (!cw_span_is(word, "2")) {
        return cw_source_fail(r->source, word.text, CW_ERROR_FORMAT, "only version 2 is known");
    }
    CW_IO_TRY(next_count(r, "number of vertices", CW_IO_VERTEX_LIMIT + 1, &r->cells.vertex_count));
    CW_IO_TRY(next_count(r, "number of polygons", CW_IO_VERTEX_LIMIT + 1, &r->polygon_total));
    size_t left = r->rest.size + 1;
    if (r->cells.vertex_count > left / VERTEX_BYTES || r->polygon_total > left / POLYGON_BYTES) {
        return cw_source_fail(r->source, r->rest.text - 1, CW_ERROR_FORMAT,
                              "%u vertices and %u polygons do not fit into the text",
                              r->cells.vertex_count, r->polygon_total);
    }
    return CW_OK;
}

static cw_status read_vertices(reading *r) {
    cw_cells *cells = &r->cells;
    if (!CW_GROW(cells->context, cells->positions, cells->position_capacity, cells->vertex_count)) {
        return no_memory(r);
    }
    for (uint32_t v = 0; v < cells->vertex_count; v++) {
        cw_vec3 *position = &cells->positions[v];
        position->z = 0;
        uint32_t around, polygon;
        CW_IO_TRY(next_coordinate(r, &position->x));
        CW_IO_TRY(next_coordinate(r, &position->y));
        CW_IO_TRY(next_count(r, "number of polygons around a vertex", CW_IO_VERTEX_LIMIT, &around));
        if (around < FEWEST_AROUND) {
            return cw_source_fail(r->source, r->rest.text - 1, CW_ERROR_FORMAT,
                                  "vertex %u has %u polygons around it", v, around);
        }
        for (uint32_t i = 0; i < around; i++) {
            CW_IO_TRY(next_polygon(r, "polygon around a vertex", &polygon));
        }
    }
    return CW_OK;
}

static cw_status read_polygon(reading *r, uint32_t polygon) {
    cw_cells *cells = &r->cells;
    uint32_t count, first = cells->edge_count;
    CW_IO_TRY(next_count(r, "number of vertices of a polygon", CW_IO_VERTEX_LIMIT, &count));
    const char *place = r->rest.text - 1;
    // A vertex and a neighbour take at least four bytes.
    if (count < 3 || count > r->rest.size / 4 + 1) {
        return cw_source_fail(r->source, place, CW_ERROR_FORMAT, "polygon %u has %u vertices",
                              polygon, count);
    }
    size_t needed = (size_t)first + count;
    if (needed > CW_NONE / 4) {
        return cw_source_fail(r->source, place, CW_ERROR_LIMIT, "too many edges");
    }
    if (!CW_GROW(cells->context, cells->edge_vertex, cells->vertex_capacity, needed) ||
        !CW_GROW(cells->context, cells->edge_neighbor, cells->neighbor_capacity, needed)) {
        return no_memory(r);
    }
    for (uint32_t i = 0; i < count; i++) {
        CW_IO_TRY(next_count(r, "vertex", cells->vertex_count, &cells->edge_vertex[first + i]));
    }
    for (uint32_t i = 0; i < count; i++) {
        // The i-th neighbour is behind the edge that ends at vertex i, which is edge i - 1.
        uint32_t edge = first + (i > 0 ? i - 1 : count - 1);
        CW_IO_TRY(next_polygon(r, "neighbour", &cells->edge_neighbor[edge]));
    }
    cells->edge_count += count;
    return CW_OK;
}

static cw_status read_polygons(reading *r) {
    cw_cells *cells = &r->cells;
    if (!CW_GROW(cells->context, cells->cell_first, cells->first_capacity,
                 (size_t)r->polygon_total + 1)) {
        return no_memory(r);
    }
    for (uint32_t p = 0; p < r->polygon_total; p++) {
        cells->cell_first[p] = cells->edge_count;
        CW_IO_TRY(read_polygon(r, p));
    }
    cells->cell_count = r->polygon_total;
    cells->cell_first[cells->cell_count] = cells->edge_count;
    cw_span word;
    if (cw_span_word(&r->rest, &word)) {
        return cw_source_fail(r->source, word.text, CW_ERROR_FORMAT,
                              "expected the end of the text, found '%s'", cw_span_quote(word).text);
    }
    return CW_OK;
}

/// A lattice whose step is at least the last decimal place of the file.
static cw_lattice rounded_lattice(const reading *r) {
    cw_vec3 low = r->cells.positions[0];
    for (uint32_t v = 1; v < r->cells.vertex_count; v++) {
        low.x = fmin(low.x, r->cells.positions[v].x);
        low.y = fmin(low.y, r->cells.positions[v].y);
    }
    double place = 1, step = 1;
    for (int i = 0; i < r->decimals; i++) {
        place /= 10;
    }
    while (step / 2 >= place) {
        step /= 2;
    }
    return (cw_lattice){(floor(low.x / step) - MARGIN_STEPS) * step,
                        (floor(low.y / step) - MARGIN_STEPS) * step, step};
}

static cw_status make_mesh(reading *r, cw_navmesh *mesh) {
    cw_context *context = r->source->context;
    cw_status status = cw_cells_to_navmesh(&r->cells, r->source->name, mesh);
    if (status != CW_ERROR_INVALID || r->decimals < 1 || r->decimals > MOST_DECIMALS) {
        return status;
    }
    char message[MESSAGE_SIZE];
    snprintf(message, sizeof message, "%s", cw_context_message(context));
    r->cells.lattice = rounded_lattice(r);
    if (cw_cells_to_navmesh(&r->cells, r->source->name, mesh) == CW_OK) {
        return CW_OK;
    }
    // What is wrong with the exact coordinates is the better message.
    return cw_context_fail(context, status, "%s", message);
}

static cw_status read_all(reading *r, cw_navmesh *mesh) {
    CW_IO_TRY(read_header(r));
    CW_IO_TRY(read_vertices(r));
    CW_IO_TRY(read_polygons(r));
    return make_mesh(r, mesh);
}

cw_status cw_navmesh_read_mesh(const cw_source *source, cw_navmesh *mesh) {
    reading r = {.source = source,
                 .rest = {source->text, source->size},
                 .cells = {.context = source->context}};
    cw_status status = read_all(&r, mesh);
    cw_cells_free(&r.cells);
    return status;
}
