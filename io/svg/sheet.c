#include "sheet.h"

#include "../grow.h"

#include <string.h>
#include <strings.h>

static const char *const blanks = " \t\r\n";

bool cw_sheet_add(cw_sheet *sheet, const char *text, size_t size) {
    if (!CW_GROW(sheet->context, sheet->text, sheet->capacity, sheet->size + size + 1)) {
        return false;
    }
    memcpy(sheet->text + sheet->size, text, size);
    sheet->size += size;
    sheet->text[sheet->size] = '\0';
    return true;
}

void cw_sheet_free(cw_sheet *sheet) {
    CW_GROWN_FREE(sheet->context, sheet->text, sheet->capacity);
}

bool cw_look_is(const char *value, const char *word) {
    size_t end = value != NULL ? strcspn(value, " ;}\t\r\n") : 0;
    return value != NULL && end == strlen(word) && strncasecmp(value, word, end) == 0;
}

static void set(cw_look *look, const char *name, size_t size, const char *value) {
    if (size == 4 && strncmp(name, "fill", size) == 0) {
        look->fill = value;
    } else if (size == 7 && strncmp(name, "display", size) == 0) {
        look->display = value;
    } else if (size == 10 && strncmp(name, "visibility", size) == 0) {
        look->visibility = value;
    }
}

void cw_look_declare(cw_look *look, const char *text) {
    while (*text != '\0' && *text != '}') {
        text += strspn(text, " \t\r\n;");
        size_t size = strcspn(text, " \t\r\n:;}");
        const char *colon = text + size + strspn(text + size, blanks);
        if (*colon == ':') {
            set(look, text, size, colon + 1 + strspn(colon + 1, blanks));
        }
        text += strcspn(text, ";}");
    }
}

/// Whether one of the words in a text is this one.
static bool has_word(const char *text, const char *word, size_t size) {
    for (; text != NULL && *text != '\0'; text += strcspn(text, blanks)) {
        text += strspn(text, blanks);
        if (strcspn(text, blanks) == size && strncmp(text, word, size) == 0) {
            return true;
        }
    }
    return false;
}

/// Whether an element is all that a selector like path.wall asks for.
static bool meets(const char *part, const char *end, const char *element, const char *classes,
                  const char *id) {
    bool all = part < end;
    while (all && part < end) {
        size_t mark = *part == '.' || *part == '#';
        size_t size = strcspn(part + mark, ".# \t\r\n,{");
        const char *whole = *part == '.' ? classes : *part == '#' ? id : element;
        all = size > 0 && has_word(whole, part + mark, size);
        part += mark + size;
    }
    return all;
}

/// Whether a list of selectors has one for the element.
static bool selects(const char *list, const char *end, const char *element, const char *classes,
                    const char *id) {
    while (list < end) {
        list += strspn(list, " \t\r\n,");
        size_t size = strcspn(list, ",{");
        const char *next = list + size;
        while (size > 0 && strchr(blanks, list[size - 1]) != NULL) {
            size--;
        }
        if (meets(list, list + size, element, classes, id)) {
            return true;
        }
        list = next;
    }
    return false;
}

void cw_sheet_apply(const cw_sheet *sheet, const char *element, const char *classes, const char *id,
                    cw_look *look) {
    for (const char *at = sheet->text; at != NULL && *at != '\0';) {
        at += strspn(at, " \t\r\n}");
        if (strncmp(at, "/*", 2) == 0) {
            const char *end = strstr(at + 2, "*/");
            at = end != NULL ? end + 2 : at + strlen(at);
            continue;
        }
        const char *open = at + strcspn(at, "{");
        if (*open == '{' && selects(at, open, element, classes, id)) {
            cw_look_declare(look, open + 1);
        }
        at = open + strcspn(open, "}");
    }
}
