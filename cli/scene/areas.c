/// Area types of objects and their costs.
#include "areas.h"

#include "../command.h"
#include "../summary.h"

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

bool cw_area_costs_read(const cw_options *options, cw_area_costs *costs) {
    for (uint32_t i = 0; i < TYPES; i++) {
        costs->per_metre[i] = 1;
    }
    for (uint32_t i = 0; i < cw_options_count(options, "cost"); i++) {
        const char *text = cw_options_repeat(options, "cost", i)->text, *sign;
        char *end = NULL;
        uint8_t type;
        bool good = read_type(text, &type, &sign) && *sign == '=';
        double cost = good ? strtod(sign + 1, &end) : 0;
        if (!good || end == sign + 1 || *end != '\0' || !(cost >= 1)) {
            cw_options_complain(options->command,
                                "--cost takes N=F with an area type N of 0 to 255 and a cost F of "
                                "1 or more per metre, or inf, not \"%.200s\"",
                                text);
            return false;
        }
        costs->per_metre[type] = cost;
    }
    return true;
}

static double cell_area(const cw_navmesh *mesh, uint32_t cell) {
    double twice = 0;
    uint32_t first = mesh->cell_first[cell], end = mesh->cell_first[cell + 1];
    cw_vec3 base = mesh->positions[mesh->edge_vertex[first]];
    for (uint32_t e = first; e < end; e++) {
        cw_vec3 a = mesh->positions[mesh->edge_vertex[e]];
        cw_vec3 b = mesh->positions[mesh->edge_vertex[e + 1 < end ? e + 1 : first]];
        twice += (a.x - base.x) * (b.y - base.y) - (a.y - base.y) * (b.x - base.x);
    }
    return 0.5 * twice;
}

void cw_areas_print(FILE *stream, const cw_navmesh *mesh) {
    double floor[TYPES] = {0};
    uint32_t cells[TYPES] = {0};
    for (uint32_t c = 0; mesh->cell_area != NULL && c < mesh->cell_count; c++) {
        floor[mesh->cell_area[c]] += cell_area(mesh, c);
        cells[mesh->cell_area[c]]++;
    }
    for (uint32_t i = 0; i < TYPES; i++) {
        if (cells[i] > 0) {
            cw_summary_line(stream, "area type", "%u: %u cells, %.6g m2", i, cells[i], floor[i]);
        }
    }
}
