/// Reading many questions: CSV with a header, JSON lines, or a .scen of MovingAI. See queries.c for
/// the columns.
#include "queries_read.h"

#include "scen.h"
#include "standard.h"
#include "text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Most questions of a run.
enum { MOST_QUESTIONS = 1 << 24 };

/// Columns of a CSV.
enum { FROM_X, FROM_Y, FROM_Z, TO_X, TO_Y, TO_Z, RADIUS, ID, COLUMN_COUNT, MOST_FIELDS = 64 };
static const char *const COLUMNS[COLUMN_COUNT] = {"from_x", "from_y", "from_z", "to_x",
                                                  "to_y",   "to_z",   "radius", "id"};

/// A text being read line by line.
typedef struct reading {
    cw_session *session;
    const char *path;
    const cw_navmesh *mesh;
    double radius;
    cw_questions *questions;
    uint32_t line;
    uint32_t column[COLUMN_COUNT]; ///< the field of each column of a CSV, or CW_NONE
} reading;

static cw_exit refuse(const reading *r, const char *reason) {
    cw_status status = cw_context_fail(r->session->context, CW_ERROR_FORMAT, "%s:%u: error: %s",
                                       r->path, r->line, reason);
    return cw_session_fail(r->session, status, r->path);
}

static cw_exit add(reading *r, const cw_question *question) {
    cw_questions *all = r->questions;
    if (!(question->radius >= 0 && question->radius <= CW_COORDINATE_LIMIT)) {
        return refuse(r, "it needs a radius of 0 or more, here or as --radius");
    }
    if (all->count == all->capacity) {
        uint32_t capacity = all->capacity > 0 ? 2 * all->capacity : 256;
        cw_question *items =
            capacity > MOST_QUESTIONS ? NULL : realloc(all->items, capacity * sizeof *items);
        if (items == NULL) {
            return refuse(r, "more questions than there is room for");
        }
        all->items = items;
        all->capacity = capacity;
    }
    all->items[all->count++] = *question;
    return CW_EXIT_DONE;
}

/// Takes a field in quotes out of them, in place: two quotes stand for one. Returns what follows
/// the closing quote, or NULL where there is none.
static char *unquote(char *field) {
    char *from = field + 1, *to = field;
    while (*from != '\0' && (from[0] != '"' || from[1] == '"')) {
        from += *from == '"' ? 1 : 0;
        *to++ = *from++;
    }
    bool closed = *from == '"';
    char *rest = from + 1;
    *to = '\0';
    return closed ? rest : NULL;
}

/// Cuts a line at its commas; spaces around fields do not count, and quotes keep what is in them
/// together. 0 for quotes that do not close, or not at the end of a field.
static uint32_t cut(char *line, char **fields) {
    uint32_t count = 0;
    line[strcspn(line, "\r")] = '\0';
    for (char *next = line; next != NULL && count < MOST_FIELDS; count++) {
        char *field = next + strspn(next, " \t");
        fields[count] = field;
        if (*field == '"') {
            next = unquote(field);
            next = next != NULL ? next + strspn(next, " \t") : "x";
            if (*next != ',' && *next != '\0') {
                return 0;
            }
            next = *next == ',' ? next + 1 : NULL;
            continue;
        }
        next = strchr(field, ',');
        char *end = next != NULL ? next : field + strlen(field);
        next = next != NULL ? next + 1 : NULL;
        while (end > field && (end[-1] == ' ' || end[-1] == '\t')) {
            end--;
        }
        *end = '\0';
    }
    return count;
}

static cw_exit read_header(reading *r, char *line) {
    char *fields[MOST_FIELDS];
    uint32_t count = cut(line, fields);
    for (uint32_t c = 0; c < COLUMN_COUNT; c++) {
        r->column[c] = CW_NONE;
        for (uint32_t f = 0; f < count; f++) {
            r->column[c] = strcmp(fields[f], COLUMNS[c]) == 0 ? f : r->column[c];
        }
    }
    bool complete = r->column[FROM_X] != CW_NONE && r->column[FROM_Y] != CW_NONE &&
                    r->column[TO_X] != CW_NONE && r->column[TO_Y] != CW_NONE;
    return complete ? CW_EXIT_DONE
                    : refuse(r, "the header has to name from_x, from_y, to_x and to_y");
}

static bool read_field(const reading *r, char *const *fields, uint32_t count, int column,
                       double *value) {
    uint32_t at = r->column[column];
    return at < count && cw_cli_text_number(fields[at], value) && *value >= -CW_COORDINATE_LIMIT &&
           *value <= CW_COORDINATE_LIMIT;
}

/// A field that may be missing or empty; false for one that is no number.
static bool read_optional(const reading *r, char *const *fields, uint32_t count, int column,
                          double *value) {
    uint32_t at = r->column[column];
    return at >= count || *fields[at] == '\0' || read_field(r, fields, count, column, value);
}

static cw_exit read_row(reading *r, char *line) {
    char *fields[MOST_FIELDS];
    uint32_t count = cut(line, fields);
    cw_question question = {.radius = r->radius};
    if (count == 0) {
        return refuse(r, "a quote that does not close at the end of a field");
    }
    if (!read_field(r, fields, count, FROM_X, &question.from.x) ||
        !read_field(r, fields, count, FROM_Y, &question.from.y) ||
        !read_field(r, fields, count, TO_X, &question.to.x) ||
        !read_field(r, fields, count, TO_Y, &question.to.y)) {
        return refuse(r, "from_x, from_y, to_x and to_y have to be numbers within 21,000 km");
    }
    question.from.z = cw_navmesh_lowest(r->mesh, (cw_vec2){question.from.x, question.from.y});
    question.to.z = cw_navmesh_lowest(r->mesh, (cw_vec2){question.to.x, question.to.y});
    if (!read_optional(r, fields, count, FROM_Z, &question.from.z) ||
        !read_optional(r, fields, count, TO_Z, &question.to.z) ||
        !read_optional(r, fields, count, RADIUS, &question.radius)) {
        return refuse(r, "from_z, to_z and radius have to be empty, or numbers within 21,000 km");
    }
    if (r->column[ID] < count && (question.id = strdup(fields[r->column[ID]])) == NULL) {
        return refuse(r, "out of memory");
    }
    cw_exit code = add(r, &question);
    if (code != CW_EXIT_DONE) {
        free(question.id);
    }
    return code;
}

static bool read_place(const reading *r, const json_t *place, cw_vec3 *point) {
    size_t count = json_array_size(place);
    double parts[3] = {0, 0, 0};
    bool good = count == 2 || count == 3;
    for (size_t i = 0; i < count && good; i++) {
        const json_t *part = json_array_get(place, i);
        parts[i] = json_number_value(part);
        good = json_is_number(part) && parts[i] >= -CW_COORDINATE_LIMIT &&
               parts[i] <= CW_COORDINATE_LIMIT;
    }
    *point = (cw_vec3){parts[0], parts[1], parts[2]};
    if (good && count == 2) {
        point->z = cw_navmesh_lowest(r->mesh, (cw_vec2){point->x, point->y});
    }
    return good;
}

static char *read_id(const json_t *id) {
    if (json_is_string(id)) {
        return strdup(json_string_value(id));
    }
    return json_is_number(id) ? json_dumps(id, JSON_ENCODE_ANY) : NULL;
}

static cw_exit read_object(reading *r, const char *line) {
    json_error_t error;
    json_t *object = json_loads(line, 0, &error);
    if (!json_is_object(object)) {
        json_decref(object);
        return refuse(r, object == NULL ? error.text : "it is no JSON object");
    }
    cw_question question = {.radius = r->radius};
    const json_t *radius = json_object_get(object, "radius");
    bool good = read_place(r, json_object_get(object, "from"), &question.from) &&
                read_place(r, json_object_get(object, "to"), &question.to) &&
                (radius == NULL || json_is_number(radius));
    question.radius = radius != NULL ? json_number_value(radius) : question.radius;
    question.id = read_id(json_object_get(object, "id"));
    question.id_is_number = json_is_number(json_object_get(object, "id"));
    json_decref(object);
    cw_exit code = good ? add(r, &question)
                        : refuse(r, "\"from\" and \"to\" have to be arrays of two or three numbers "
                                    "within 21,000 km, \"radius\" a number");
    if (code != CW_EXIT_DONE) {
        free(question.id);
    }
    return code;
}

static cw_exit read_scen_row(reading *r, char *line) {
    cw_question question = {.radius = r->radius < 0 ? 0 : r->radius};
    const char *reason = cw_scen_row(line, &question);
    if (reason != NULL) {
        return refuse(r, reason);
    }
    cw_exit code = add(r, &question);
    if (code != CW_EXIT_DONE) {
        free(question.id);
    }
    return code;
}

/// The first line: it tells what the others are.
static cw_exit read_first(reading *r, char *line) {
    r->questions->json = *line == '{';
    r->questions->scen = cw_scen_begins(line);
    if (r->questions->scen) {
        const char *reason = cw_scen_header(line);
        return reason == NULL ? CW_EXIT_DONE : refuse(r, reason);
    }
    return r->questions->json ? read_object(r, line) : read_header(r, line);
}

/// Reads the lines of a text, which are cut up on the way.
static cw_exit read_lines(reading *r, char *text) {
    bool header = true;
    cw_exit code = CW_EXIT_DONE;
    while (text != NULL && *text != '\0' && code == CW_EXIT_DONE) {
        char *line = text;
        text = strchr(line, '\n');
        if (text != NULL) {
            *text++ = '\0';
        }
        r->line++;
        line += strspn(line, " \t\r");
        if (*line == '\0' || *line == '#') {
            continue;
        }
        code = header               ? read_first(r, line)
               : r->questions->json ? read_object(r, line)
               : r->questions->scen ? read_scen_row(r, line)
                                    : read_row(r, line);
        header = false;
    }
    return code;
}

cw_exit cw_questions_read(cw_session *session, const char *path, const cw_navmesh *mesh,
                          double radius, cw_questions *questions) {
    uint8_t *owned = NULL;
    const uint8_t *bytes = NULL;
    size_t size = 0;
    bool standard = cw_standard_is(path);
    reading r = {.session = session,
                 .path = standard ? "stdin" : path,
                 .mesh = mesh,
                 .radius = radius,
                 .questions = questions};
    cw_status status = standard ? cw_standard_read(session->context, &bytes, &size)
                                : cw_file_read(session->context, path, &owned, &size);
    if (status != CW_OK) {
        return cw_session_fail(session, status, r.path);
    }
    char *text = malloc(size + 1);
    cw_exit code = CW_EXIT_DONE;
    if (text == NULL) {
        code = cw_session_refuse(session, CW_EXIT_INTERNAL, r.path, "out of memory");
    } else {
        if (size > 0) {
            memcpy(text, standard ? bytes : owned, size);
        }
        text[size] = '\0';
        bool marked = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0; /* a byte order mark */
        code = memchr(text, '\0', size) == NULL
                   ? read_lines(&r, text + (marked ? 3 : 0))
                   : cw_session_refuse(session, CW_EXIT_INPUT, r.path, "it holds a zero byte");
        if (code == CW_EXIT_DONE && questions->scen) {
            cw_scen_place(mesh, questions);
        }
    }
    free(text);
    cw_context_release(session->context, owned, size);
    return code;
}

void cw_questions_free(cw_questions *questions) {
    for (uint32_t i = 0; i < questions->count; i++) {
        free(questions->items[i].id);
    }
    free(questions->items);
    *questions = (cw_questions){0};
}
