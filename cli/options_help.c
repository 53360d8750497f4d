/// The table of options as help: what each takes, its range and what counts unless it is given.
#include "options.h"

#include <string.h>

/// Columns: where the words of an option begin, and where lines end.
enum { HELP_COLUMN = 26, LINE_WIDTH = 98 };

/// Prints a text word by word, with lines broken and indented to the column of the help.
static void print_wrapped(FILE *stream, const char *text, int column) {
    int at = column;
    while (*text != '\0') {
        int length = (int)strcspn(text, " ");
        if (at > column && at + 1 + length > LINE_WIDTH) {
            fprintf(stream, "\n%*s", column, "");
            at = column;
        }
        at += fprintf(stream, "%s%.*s", at > column ? " " : "", length, text);
        text += length;
        text += *text == ' ' ? 1 : 0;
    }
}

void cw_options_describe_range(const cw_option *option, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    bool ranged = option->type == CW_OPTION_NUMBER || option->type == CW_OPTION_INTEGER;
    if (ranged) {
        used +=
            (size_t)snprintf(text, size, " [%s%s%.10g to %.10g", option->unit ? option->unit : "",
                             option->unit ? ", " : "", option->low, option->high);
    }
    if (option->fallback != NULL && used < size) {
        used += (size_t)snprintf(text + used, size - used, "%sdefault %s", used ? "; " : " [",
                                 option->fallback);
    }
    if (used > 0 && used < size) {
        snprintf(text + used, size - used, "]");
    }
}

void cw_options_print(FILE *stream, const cw_option *table, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const cw_option *option = &table[i];
        char range[128], text[640];
        cw_options_describe_range(option, range, sizeof range);
        snprintf(text, sizeof text, "%s%s", option->help, range);
        int width = option->letter != 0 ? fprintf(stream, "  -%c, ", option->letter)
                                        : fprintf(stream, "      ");
        width += fprintf(stream, "--%s", option->name);
        if (option->placeholder != NULL) {
            width += fprintf(stream, " %s", option->placeholder);
        }
        if (width >= HELP_COLUMN) {
            putc('\n', stream);
            width = 0;
        }
        fprintf(stream, "%*s", HELP_COLUMN - width, "");
        print_wrapped(stream, text, HELP_COLUMN);
        putc('\n', stream);
    }
}
