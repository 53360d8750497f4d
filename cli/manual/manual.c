/// The manual page: what `clearway COMMAND --help` says of every command, as roff.
#include "manual.h"

#include "clearway/clearway.h"

#include <ctype.h>
#include <string.h>

/// Text as roff: a dash is a dash, a backslash itself, and no line begins with a control character.
static void put_text(FILE *stream, const char *text) {
    bool begins = true;
    for (; *text != '\0'; text++) {
        if (begins && (*text == '.' || *text == '\'')) {
            fputs("\\&", stream);
        }
        begins = *text == '\n';
        if (*text == '-') {
            fputs("\\-", stream);
        } else if (*text == '\\') {
            fputs("\\e", stream);
        } else {
            putc(*text, stream);
        }
    }
}

/// Paragraphs are parted by empty lines.
static void put_paragraphs(FILE *stream, const char *text) {
    for (const char *end; *text != '\0'; text = end) {
        end = strstr(text, "\n\n");
        size_t size = end != NULL ? (size_t)(end - text) : strlen(text);
        char part[2048];
        snprintf(part, sizeof part, "%.*s", (int)size, text);
        fputs(".PP\n", stream);
        put_text(stream, part);
        putc('\n', stream);
        end = end != NULL ? end + 2 : text + size;
    }
}

static void put_option(FILE *stream, const cw_option *option) {
    fputs(".TP\n", stream);
    if (option->letter != 0) {
        fprintf(stream, "\\fB\\-%c\\fR, ", option->letter);
    }
    fputs("\\fB\\-\\-", stream);
    put_text(stream, option->name);
    fputs("\\fR", stream);
    if (option->placeholder != NULL) {
        fputs(" \\fI", stream);
        put_text(stream, option->placeholder);
        fputs("\\fR", stream);
    }
    char range[128];
    cw_options_describe_range(option, range, sizeof range);
    putc('\n', stream);
    put_text(stream, option->help);
    put_text(stream, range);
    putc('\n', stream);
}

static void put_command(FILE *stream, const cw_command *command) {
    fprintf(stream, ".SH \"CLEARWAY ");
    for (const char *at = command->name; *at != '\0'; at++) {
        putc(toupper((unsigned char)*at), stream);
    }
    fprintf(stream, "\"\n.B clearway %s\n", command->name);
    put_text(stream, command->arguments);
    putc('\n', stream);
    put_paragraphs(stream, command->details);
    for (uint32_t i = 0; i < command->option_count; i++) {
        put_option(stream, &command->options[i]);
    }
    fputs(".PP\nExamples:\n", stream);
    for (uint32_t i = 0; i < command->example_count; i++) {
        fputs(".TP\n.B ", stream);
        put_text(stream, command->examples[i].line);
        putc('\n', stream);
        put_text(stream, command->examples[i].meaning);
        putc('\n', stream);
    }
}

static void put_commands(FILE *stream, const cw_command *const *commands, uint32_t count) {
    fputs(".SH COMMANDS\n", stream);
    for (uint32_t i = 0; i < count; i++) {
        fprintf(stream, ".TP\n.B %s\n", commands[i]->name);
        put_text(stream, commands[i]->summary);
        putc('\n', stream);
    }
}

void cw_manual_print(FILE *stream, const cw_command *const *commands, uint32_t count) {
    fputs(".TH CLEARWAY 1 \"\" \"Clearway " CW_VERSION "\" \"User Commands\"\n"
          ".SH NAME\nclearway \\- navigation meshes, paths for any radius, crowds\n"
          ".SH SYNOPSIS\n.B clearway\n\\fICOMMAND\\fR [\\fIarguments and options\\fR]\n"
          ".SH DESCRIPTION\n"
          "Makes navigation meshes of floor plans and 3D scenes: near the smallest possible\n"
          "number of convex cells, fitted exactly to the walls. On one mesh it finds the\n"
          "shortest paths for characters of any size, and moves crowds along them.\n",
          stream);
    put_commands(stream, commands, count);
    for (uint32_t i = 0; i < count; i++) {
        put_command(stream, commands[i]);
    }
    fputs(".SH \"EXIT STATUS\"\n"
          "0 done, 1 a file cannot be read, used or written, 2 wrong call, 3 no path,\n"
          "4 a check failed, 5 out of memory or internal error, 130 and 143 interrupted by\n"
          "SIGINT and SIGTERM.\n",
          stream);
}
