/// Area types of objects and their costs.
#include "areas.h"
#include "clearway/edges.h"

#include "../command.h"
#include "../summary.h"
#include "../text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TYPES = 256 };

/// A whole number below 256 at the start of a text; `end` receives what follows it.
static bool read_type(const char *text, uint8_t *type, const char **end) {
    char *after;
    if (*text < '0' || *text > '9') {
        return false;
    }
    unsigned long value = strtoul(text, &after, 10);
    *type = (uint8_t)value;
    *end = after;
    return value < TYPES;
}

bool cw_area_patterns_read(const cw_options *options, cw_area_patterns *areas) {
    areas->count = cw_options_count(options, "area");
    for (uint32_t i = 0; i < areas->count; i++) {
        const char *text = cw_options_repeat(options, "area", i)->text, *end = "";
        const char *sign = strrchr(text, '=');
        size_t length = sign != NULL ? (size_t)(sign - text) : 0;
        if (sign == NULL || length >= sizeof areas->text[i] ||
            !read_type(sign + 1, &areas->types[i], &end) || *end != '\0') {
            cw_options_complain(options->command,
                                "--area takes PATTERN=N with an area type N of 0 to 255, not "
                                "\"%.200s\"",
                                text);
            return false;
        }
        memcpy(areas->text[i], text, length);
        areas->text[i][length] = '\0';
        areas->patterns[i] = areas->text[i];
    }
    return true;
}

/// The area type with the name that ends at `end`; 0 for none.
static uint32_t type_named(const cw_navmesh *mesh, const char *name, const char *end) {
    size_t length = (size_t)(end - name);
    for (uint32_t i = 0; i < mesh->area_name_count; i++) {
        const char *known = mesh->area_names[i].text;
        if (strlen(known) == length && memcmp(known, name, length) == 0) {
            return i + 1;
        }
    }
    return 0;
}

/// Reads one "N=F" or "NAME=F"; a name counts as 0 where there is no mesh to look it up in.
static bool read_cost(const cw_options *options, const cw_navmesh *mesh, const char *text,
                      uint8_t *type, double *cost) {
    const char *sign = strrchr(text, '='), *after = NULL;
    char *end = NULL;
    *cost = sign != NULL && sign > text ? strtod(sign + 1, &end) : 0;
    bool digits = sign != NULL && strspn(text, "0123456789") == (size_t)(sign - text);
    if (!(*cost >= 1) || end == sign + 1 || *end != '\0' ||
        (digits && !read_type(text, type, &after))) {
        cw_options_complain(options->command,
                            "--cost takes N=F with an area type N of 0 to 255, or its name, and a "
                            "cost F of 1 or more per metre, or inf, not \"%.200s\"",
                            text);
        return false;
    }
    if (!digits) {
        *type = (uint8_t)(mesh != NULL ? type_named(mesh, text, sign) : 0);
    }
    if (!digits && mesh != NULL && *type == 0) {
        cw_options_complain(options->command,
                            "--cost: the mesh has no area named \"%.*s\"; 'clearway info' lists "
                            "its areas",
                            (int)(sign - text), text);
        return false;
    }
    return true;
}

bool cw_area_costs_read(const cw_options *options, const cw_navmesh *mesh, cw_area_costs *costs) {
    for (uint32_t i = 0; i < TYPES; i++) {
        costs->per_metre[i] = 1;
    }
    for (uint32_t i = 0; i < cw_options_count(options, "cost"); i++) {
        uint8_t type;
        double cost;
        if (!read_cost(options, mesh, cw_options_repeat(options, "cost", i)->text, &type, &cost)) {
            return false;
        }
        costs->per_metre[type] = cost;
    }
    return true;
}

static double cell_area(const cw_navmesh *mesh, uint32_t cell) {
    double twice = 0;
    uint32_t first = cw_navmesh_cell_begin(mesh, cell), end = cw_navmesh_cell_end(mesh, cell);
    cw_vec3 base = mesh->positions[mesh->edge_vertex[first]];
    for (uint32_t e = first; e < end; e++) {
        cw_vec3 a = mesh->positions[mesh->edge_vertex[e]];
        cw_vec3 b = mesh->positions[mesh->edge_vertex[e + 1 < end ? e + 1 : first]];
        twice += (a.x - base.x) * (b.y - base.y) - (a.y - base.y) * (b.x - base.x);
    }
    return 0.5 * twice;
}

/// Cells and floor in square metres of each area type.
typedef struct area_sums {
    double floor[TYPES];
    uint32_t cells[TYPES];
} area_sums;

static area_sums sum_areas(const cw_navmesh *mesh) {
    area_sums sums = {0};
    for (uint32_t c = 0; mesh->cell_area != NULL && c < mesh->cell_count; c++) {
        sums.floor[mesh->cell_area[c]] += cell_area(mesh, c);
        sums.cells[mesh->cell_area[c]]++;
    }
    return sums;
}

/// The name of an area type; NULL where it has none.
static const char *name_of(const cw_navmesh *mesh, uint32_t type) {
    bool named = type >= 1 && type <= mesh->area_name_count;
    return named ? mesh->area_names[type - 1].text : NULL;
}

void cw_areas_print(FILE *stream, const cw_navmesh *mesh) {
    area_sums sums = sum_areas(mesh);
    for (uint32_t i = 0; i < TYPES; i++) {
        const char *name = name_of(mesh, i);
        if (sums.cells[i] > 0 || name != NULL) {
            fprintf(stream, "%-18s%u", "area type", i);
            if (name != NULL) {
                fputs(" (", stream);
                cw_cli_text_print(stream, name);
                fputs(")", stream);
            }
            fprintf(stream, ": %u cells, %.6g m2\n", sums.cells[i], sums.floor[i]);
        }
    }
}

static void write_place(cw_cli_json *json, const char *key, const cw_navmesh *mesh, uint32_t edge) {
    cw_vec3 place = mesh->positions[mesh->edge_vertex[edge]];
    double numbers[3] = {place.x, place.y, place.z};
    cw_cli_json_row(json, key, numbers, 3);
}

/// The portals from an area type to others.
static void write_borders(cw_cli_json *json, const cw_navmesh *mesh, uint32_t type) {
    cw_cli_json_open_array(json, "borders");
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t twin = mesh->edge_twin[e], cell = mesh->edge_cell[e];
        uint32_t other = twin != CW_NONE ? mesh->cell_area[mesh->edge_cell[twin]] : type;
        if (mesh->cell_area[cell] != type || other == type) {
            continue;
        }
        uint32_t next = cw_navmesh_next(mesh, cell, e);
        cw_cli_json_open_object(json, NULL);
        cw_cli_json_count(json, "area", other);
        cw_cli_json_text(json, "name", name_of(mesh, other));
        cw_cli_json_count(json, "cell", cell);
        cw_cli_json_count(json, "edge", e - cw_navmesh_cell_begin(mesh, cell));
        write_place(json, "from", mesh, e);
        write_place(json, "to", mesh, next);
        cw_cli_json_close_object(json);
    }
    cw_cli_json_close_array(json);
}

static void write_cells(cw_cli_json *json, const cw_navmesh *mesh, uint32_t type) {
    cw_cli_json_open_array(json, "cells");
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        if (mesh->cell_area[c] == type) {
            cw_cli_json_count(json, NULL, c);
        }
    }
    cw_cli_json_close_array(json);
}

void cw_areas_json(cw_cli_json *json, const cw_navmesh *mesh) {
    if (mesh->cell_area == NULL) {
        return;
    }
    area_sums sums = sum_areas(mesh);
    cw_cli_json_open_array(json, "areas");
    for (uint32_t i = 0; i < TYPES; i++) {
        if (sums.cells[i] > 0 || name_of(mesh, i) != NULL) {
            cw_cli_json_open_object(json, NULL);
            cw_cli_json_count(json, "area", i);
            cw_cli_json_text(json, "name", name_of(mesh, i));
            cw_cli_json_number(json, "floor", sums.floor[i]);
            write_cells(json, mesh, i);
            write_borders(json, mesh, i);
            cw_cli_json_close_object(json);
        }
    }
    cw_cli_json_close_array(json);
}
