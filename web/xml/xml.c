/// A small reader of XML: elements, their attributes and text, in order. Comments,
/// instructions and the document type are passed over; no entity but the five of XML and numbers is
/// known, and nothing outside the text is ever read. UTF-8 only.
///
/// The text is copied, and names and values are cut out of the copy: a name ends where its next
/// byte is made a zero, a value where its quote was. So a document costs its size once.
#include "expat.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// Elements inside each other, and attributes of one element.
enum { MOST_DEPTH = 1024, MOST_ATTRIBUTES = 256, HIGHEST_CHARACTER = 0x10ffff };

struct XML_ParserStruct {
    void *user;
    XML_StartElementHandler start;
    XML_EndElementHandler end;
    XML_CharacterDataHandler text_told;
    char *text; ///< ends with a zero
    size_t size, at, token;
    const char *open[MOST_DEPTH]; ///< names of the elements around
    int depth;
    bool done; ///< the root was closed
    const char *attributes[2 * MOST_ATTRIBUTES + 1];
    enum XML_Error error;
};

XML_Parser XML_ParserCreate(const XML_Char *encoding) {
    (void)encoding;
    return calloc(1, sizeof(struct XML_ParserStruct));
}

void XML_ParserFree(XML_Parser parser) {
    if (parser != NULL) {
        free(parser->text);
        free(parser);
    }
}

void XML_SetUserData(XML_Parser parser, void *user) {
    parser->user = user;
}

void XML_SetElementHandler(XML_Parser parser, XML_StartElementHandler start,
                           XML_EndElementHandler end) {
    parser->start = start;
    parser->end = end;
}

void XML_SetCharacterDataHandler(XML_Parser parser, XML_CharacterDataHandler handler) {
    parser->text_told = handler;
}

enum XML_Status XML_StopParser(XML_Parser parser, int resumable) {
    (void)resumable;
    parser->error = XML_ERROR_ABORTED;
    return XML_STATUS_OK;
}

enum XML_Error XML_GetErrorCode(XML_Parser parser) {
    return parser->error;
}

XML_Index XML_GetCurrentByteIndex(XML_Parser parser) {
    return (XML_Index)parser->token;
}

const char *XML_ErrorString(enum XML_Error code) {
    static const char *const words[] = {
        "no error",
        "out of memory",
        "not well-formed (invalid token)",
        "unclosed token",
        "no element found",
        "mismatched tag",
        "duplicate attribute",
        "junk after document element",
        "undefined entity",
        "parsing aborted",
    };
    return words[code];
}

static bool fail(XML_Parser p, enum XML_Error error) {
    p->error = p->error == XML_ERROR_NONE ? error : p->error;
    return false;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_name(char c) {
    return c != '\0' && !is_blank(c) && strchr("<>/='\"&?!", c) == NULL;
}

static void skip_blanks(XML_Parser p) {
    while (is_blank(p->text[p->at])) {
        p->at++;
    }
}

static bool begins(const XML_Parser p, const char *word) {
    return strncmp(p->text + p->at, word, strlen(word)) == 0;
}

/// Goes behind the next place of a word.
static bool skip_past(XML_Parser p, const char *word) {
    const char *found = strstr(p->text + p->at, word);
    if (found == NULL) {
        return fail(p, XML_ERROR_UNCLOSED_TOKEN);
    }
    p->at = (size_t)(found - p->text) + strlen(word);
    return true;
}

/// The document type, with the declarations inside it.
static bool skip_type(XML_Parser p) {
    int inside = 0;
    for (char c; (c = p->text[p->at]) != '\0'; p->at++) {
        inside += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (c == '>' && inside <= 0) {
            p->at++;
            return true;
        }
    }
    return fail(p, XML_ERROR_UNCLOSED_TOKEN);
}

/// Writes a character as UTF-8; at most as many bytes as its entity had.
static char *put_character(char *to, unsigned long c) {
    if (c < 0x80) {
        *to++ = (char)c;
        return to;
    }
    int rest = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char leads[] = {0, 0xc0, 0xe0, 0xf0};
    *to++ = (char)(leads[rest] | c >> 6 * rest);
    while (rest-- > 0) {
        *to++ = (char)(0x80 | (c >> 6 * rest & 0x3f));
    }
    return to;
}

/// An entity at *from, which is moved behind it.
static char *put_entity(XML_Parser p, const char **from, char *to) {
    static const struct {
        const char *word;
        char means;
    } entities[] = {
        {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++) {
        size_t size = strlen(entities[i].word);
        if (strncmp(*from, entities[i].word, size) == 0) {
            *from += size;
            *to = entities[i].means;
            return to + 1;
        }
    }
    bool hexadecimal = strncmp(*from, "&#x", 3) == 0;
    char *end = NULL;
    unsigned long c = strncmp(*from, "&#", 2) == 0
                          ? strtoul(*from + (hexadecimal ? 3 : 2), &end, hexadecimal ? 16 : 10)
                          : 0;
    if (c == 0 || c > HIGHEST_CHARACTER || *end != ';') {
        fail(p, XML_ERROR_UNDEFINED_ENTITY);
        return to;
    }
    *from = end + 1;
    return put_character(to, c);
}

/// The value between the quotes at p->at, with its entities; NULL after a mistake.
static const char *take_value(XML_Parser p) {
    char quote = p->text[p->at];
    if (quote != '"' && quote != '\'') {
        fail(p, XML_ERROR_INVALID_TOKEN);
        return NULL;
    }
    char *value = p->text + p->at + 1, *to = value;
    const char *from = value;
    while (*from != quote && *from != '\0' && *from != '<' && p->error == XML_ERROR_NONE) {
        if (*from == '&') {
            to = put_entity(p, &from, to);
        } else {
            *to++ = is_blank(*from) ? ' ' : *from;
            from++;
        }
    }
    p->at = (size_t)(from - p->text) + 1;
    if (*from != quote || p->error != XML_ERROR_NONE) {
        fail(p, *from == '\0' ? XML_ERROR_UNCLOSED_TOKEN : XML_ERROR_INVALID_TOKEN);
        return NULL;
    }
    *to = '\0';
    return value;
}

static bool take_attribute(XML_Parser p, int index) {
    char *name = p->text + p->at;
    while (is_name(p->text[p->at])) {
        p->at++;
    }
    char *name_end = p->text + p->at;
    skip_blanks(p);
    if (name_end == name || p->text[p->at] != '=' || index >= MOST_ATTRIBUTES) {
        return fail(p, p->text[p->at] == '\0' ? XML_ERROR_UNCLOSED_TOKEN : XML_ERROR_INVALID_TOKEN);
    }
    p->at++;
    skip_blanks(p);
    *name_end = '\0';
    const char *value = take_value(p);
    for (int i = 0; i < index && value != NULL; i++) {
        if (strcmp(p->attributes[2 * i], name) == 0) {
            return fail(p, XML_ERROR_DUPLICATE_ATTRIBUTE);
        }
    }
    p->attributes[2 * index] = name;
    p->attributes[2 * index + 1] = value;
    return value != NULL;
}

static void close_element(XML_Parser p) {
    p->end(p->user, p->open[--p->depth]);
    p->done = p->depth == 0;
}

/// An element at "<name". The byte behind its name is looked at before it becomes a zero.
static bool take_start(XML_Parser p) {
    char *name = p->text + ++p->at;
    while (is_name(p->text[p->at])) {
        p->at++;
    }
    char *name_end = p->text + p->at;
    if (name_end == name || p->done || p->depth == MOST_DEPTH) {
        return fail(p, p->done ? XML_ERROR_JUNK_AFTER_DOC_ELEMENT : XML_ERROR_INVALID_TOKEN);
    }
    int count = 0;
    skip_blanks(p);
    while (p->text[p->at] != '>' && p->text[p->at] != '/') {
        if (!take_attribute(p, count++)) {
            return false;
        }
        skip_blanks(p);
    }
    bool empty = p->text[p->at] == '/';
    p->at += empty ? 1 : 0;
    if (p->text[p->at] != '>') {
        return fail(p, p->text[p->at] == '\0' ? XML_ERROR_UNCLOSED_TOKEN : XML_ERROR_INVALID_TOKEN);
    }
    p->at++;
    *name_end = '\0';
    p->attributes[2 * count] = NULL;
    p->open[p->depth++] = name;
    p->start(p->user, name, p->attributes);
    if (empty) {
        close_element(p);
    }
    return p->error == XML_ERROR_NONE;
}

static bool take_end(XML_Parser p) {
    p->at += 2;
    const char *name = p->depth > 0 ? p->open[p->depth - 1] : "";
    size_t size = strlen(name);
    if (size == 0 || !begins(p, name) || is_name(p->text[p->at + size])) {
        return fail(p, XML_ERROR_TAG_MISMATCH);
    }
    p->at += size;
    skip_blanks(p);
    if (p->text[p->at] != '>') {
        return fail(p, XML_ERROR_INVALID_TOKEN);
    }
    p->at++;
    close_element(p);
    return p->error == XML_ERROR_NONE;
}

static bool tell_text(XML_Parser p, size_t from, size_t to) {
    if (p->depth > 0 && to > from && p->text_told != NULL) {
        p->text_told(p->user, p->text + from, (int)(to - from));
    }
    return p->error == XML_ERROR_NONE;
}

/// One piece of mark-up at '<'.
static bool take_markup(XML_Parser p) {
    p->token = p->at;
    if (begins(p, "<!--")) {
        return skip_past(p, "-->");
    }
    if (begins(p, "<![CDATA[") && p->depth > 0) {
        size_t from = p->at + strlen("<![CDATA[");
        return skip_past(p, "]]>") && tell_text(p, from, p->at - strlen("]]>"));
    }
    if (begins(p, "<?")) {
        return skip_past(p, "?>");
    }
    if (begins(p, "<!DOCTYPE") && p->depth == 0 && !p->done) {
        return skip_type(p);
    }
    return begins(p, "</") ? take_end(p) : take_start(p);
}

static enum XML_Status tell(XML_Parser p) {
    while (p->error == XML_ERROR_NONE) {
        size_t from = p->at;
        while (p->text[p->at] != '<' && p->text[p->at] != '\0') {
            p->token = p->at;
            if (p->depth == 0 && !is_blank(p->text[p->at])) {
                fail(p, p->done ? XML_ERROR_JUNK_AFTER_DOC_ELEMENT : XML_ERROR_INVALID_TOKEN);
                return XML_STATUS_ERROR;
            }
            p->at++;
        }
        tell_text(p, from, p->at);
        if (p->text[p->at] == '\0') {
            p->token = p->at;
            return p->done                          ? XML_STATUS_OK
                   : fail(p, XML_ERROR_NO_ELEMENTS) ? XML_STATUS_OK
                                                    : XML_STATUS_ERROR;
        }
        take_markup(p);
    }
    return XML_STATUS_ERROR;
}

enum XML_Status XML_Parse(XML_Parser parser, const char *text, int size, int is_final) {
    char *grown = realloc(parser->text, parser->size + (size_t)size + 1);
    if (grown == NULL) {
        fail(parser, XML_ERROR_NO_MEMORY);
        return XML_STATUS_ERROR;
    }
    parser->text = grown;
    memcpy(grown + parser->size, text, (size_t)size);
    parser->size += (size_t)size;
    grown[parser->size] = '\0';
    return is_final ? tell(parser) : XML_STATUS_OK;
}
