/// The answer to one of many questions, in one line.
#include "queries_tell.h"

#include "answer/answer.h"
#include "json.h"

#include <string.h>

static bool has_way(const cw_path *path) {
    return path->status == CW_PATH_FOUND || path->status == CW_PATH_PARTIAL;
}

static void write_point(FILE *text, cw_vec3 point, const char *between) {
    cw_cli_json_print(text, point.x);
    fputs(between, text);
    cw_cli_json_print(text, point.y);
    fputs(between, text);
    cw_cli_json_print(text, point.z);
}

static void write_number(FILE *text, const char *key, double value) {
    fprintf(text, ", \"%s\": ", key);
    cw_cli_json_print(text, value);
}

static void tell_json(FILE *text, const cw_question *asked, uint32_t index, const cw_path *path) {
    fprintf(text, "{\"version\": %d, \"index\": %u, \"id\": ", CW_CLI_JSON_VERSION, index);
    if (asked->id_is_number) {
        fputs(asked->id, text);
    } else {
        cw_cli_json_quote(text, asked->id);
    }
    fprintf(text, ", \"found\": %s, \"status\": \"%s\"",
            path->status == CW_PATH_FOUND ? "true" : "false", cw_answer_status_word(path->status));
    write_number(text, "radius", asked->radius);
    if (has_way(path)) {
        write_number(text, "length", path->length);
        if (path->link_count > 0) {
            write_number(text, "cost", path->cost);
            fprintf(text, ", \"links\": %u", path->link_count);
        }
        fputs(", \"points\": [[", text);
        write_point(text, path->start, ", ");
        for (uint32_t i = 0; i < path->leg_count; i++) {
            fputs("], [", text);
            write_point(text, path->legs[i].to, ", ");
        }
        fputs("]]", text);
    }
    fputs("}\n", text);
}

/// As in the CSV that is read: in quotes where it has to be.
static void write_id(FILE *text, const char *id) {
    if (id == NULL || id[strcspn(id, ",\"\r\n")] == '\0') {
        fputs(id != NULL ? id : "", text);
        return;
    }
    putc('"', text);
    for (; *id != '\0'; id++) {
        fputs(*id == '"' ? "\"\"" : (char[2]){*id}, text);
    }
    putc('"', text);
}

/// Points of the way are separated by spaces, their parts by colons.
static void tell_csv(FILE *text, bool optimum, const cw_question *asked, uint32_t index,
                     const cw_path *path) {
    fprintf(text, "%u,", index);
    write_id(text, asked->id);
    fprintf(text, ",%s,", cw_answer_status_word(path->status));
    if (has_way(path)) {
        cw_cli_json_print(text, path->length);
    }
    putc(',', text);
    cw_cli_json_print(text, asked->radius);
    putc(',', text);
    if (has_way(path)) {
        write_point(text, path->start, ":");
        for (uint32_t i = 0; i < path->leg_count; i++) {
            putc(' ', text);
            write_point(text, path->legs[i].to, ":");
        }
    }
    if (optimum) {
        putc(',', text);
        cw_cli_json_print(text, asked->optimum);
    }
    putc('\n', text);
}

void cw_question_tell(FILE *text, const cw_questions *questions, uint32_t index,
                      const cw_path *path) {
    const cw_question *asked = &questions->items[index];
    if (questions->json) {
        tell_json(text, asked, index, path);
    } else {
        tell_csv(text, questions->scen, asked, index, path);
    }
}
