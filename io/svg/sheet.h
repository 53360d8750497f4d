/// How shapes of a drawing look by its style sheet: what programs write that give shapes classes.
#ifndef CW_IO_SVG_SHEET_H
#define CW_IO_SVG_SHEET_H

#include "../source.h"

/// The values of the properties that count, or NULL; each ends at ';', '}', a blank or the end.
typedef struct cw_look {
    const char *fill, *display, *visibility;
} cw_look;

/// The text of all <style> elements.
typedef struct cw_sheet {
    cw_context *context;
    char *text; ///< ends with a zero, where it is not NULL
    size_t size, capacity;
} cw_sheet;

/// Adds text; false when there is no memory.
bool cw_sheet_add(cw_sheet *sheet, const char *text, size_t size);
void cw_sheet_free(cw_sheet *sheet);

/// Takes over what declarations such as "fill:none; stroke:red" say.
void cw_look_declare(cw_look *look, const char *text);
/// Takes over what the rules say for ".class", "#id" and names of elements, one after the other.
/// `classes` and `id` may be NULL.
void cw_sheet_apply(const cw_sheet *sheet, const char *element, const char *classes, const char *id,
                    cw_look *look);
/// Whether a value is a word.
bool cw_look_is(const char *value, const char *word);

#endif
