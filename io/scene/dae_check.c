/// What COLLADA files (`.dae`) have to keep, checked before Assimp sees them.
///
/// Assimp never ends on an index that is no number, aborts where the elements `p` are fewer or more
/// than `count` says, reads beyond an array that is shorter than its accessor, and follows nested
/// nodes, and those that are instances of themselves, with its stack. Those are refused here; all
/// else is left to it. Linear.
#include "maker.h"

#include "../source.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIECE = 1 << 20,   ///< bytes given to the parser at once
    DEPTH_LIMIT = 256, ///< elements inside each other
};

typedef struct checking {
    const cw_source *source;
    XML_Parser parser;
    uint32_t depth;
    uint64_t open[DEPTH_LIMIT + 1]; ///< hashes of the ids of the open nodes, 0 for other elements
    bool whole;                     ///< the current text is whole numbers
    bool each;                      ///< each polygon has an element `p` of its own
    bool inside;                    ///< a primitive is open
    bool uncounted;                 ///< a polylist has said nothing of its corners yet
    uint64_t count;                 ///< its primitives, as it says
    uint64_t lists;                 ///< its elements `p` so far
    uint64_t array, array_size;     ///< hash of the id of the last array, and its count
    uint64_t accessor_end;          ///< the first value behind what the last accessor reads
    uint64_t accessor_stride;       ///< values from one place of it to the next
    uint64_t accessor_params;       ///< its elements `param` so far
    cw_status status;
} checking;

static void fail(checking *c, cw_status status, const char *reason) {
    if (c->status == CW_OK) {
        XML_Index at = XML_GetCurrentByteIndex(c->parser);
        const char *place = at >= 0 && (size_t)at < c->source->size ? c->source->text + at : NULL;
        c->status = cw_source_fail(c->source, place, status, "%s", reason);
        XML_StopParser(c->parser, XML_FALSE);
    }
}

static bool is(const XML_Char *name, const char *word) {
    return strcmp(name, word) == 0;
}

static const XML_Char *attribute(const XML_Char **attributes, const char *name) {
    for (; attributes[0] != NULL; attributes += 2) {
        if (is(attributes[0], name)) {
            return attributes[1];
        }
    }
    return "";
}

/// The value of an attribute that counts; `other` where it is left out.
static uint64_t whole_number(checking *c, const XML_Char **attributes, const char *name,
                             const char *other) {
    const XML_Char *text = attribute(attributes, name);
    text = text[0] == '\0' ? other : text;
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 9 || text[digits] != '\0') {
        fail(c, CW_ERROR_FORMAT,
             "a count, offset or stride is not a whole number below 1000000000");
        return 0;
    }
    return (uint64_t)strtoul(text, NULL, 10);
}

static void open_primitive(checking *c, const XML_Char *name, const XML_Char **attributes) {
    c->inside = true;
    c->each = is(name, "polygons");
    c->uncounted = is(name, "polylist");
    c->count = whole_number(c, attributes, "count", "");
    c->lists = 0;
}

static uint64_t hash_of(const XML_Char *text) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *text != '\0'; text++) {
        hash = (hash ^ (uint8_t)*text) * 0x100000001b3u;
    }
    return hash;
}

/// An accessor stands behind the array that it reads, in the same source.
static void open_accessor(checking *c, const XML_Char **attributes) {
    const XML_Char *source = attribute(attributes, "source");
    uint64_t count = whole_number(c, attributes, "count", "");
    c->accessor_stride = whole_number(c, attributes, "stride", "1");
    c->accessor_params = 0;
    c->accessor_end = whole_number(c, attributes, "offset", "0") + count * c->accessor_stride;
    if (c->array != hash_of(source[0] == '#' ? source + 1 : source)) {
        fail(c, CW_ERROR_FORMAT, "an accessor reads no array of its own source");
    }
}

static void close_accessor(checking *c) {
    if (c->accessor_end > c->array_size || c->accessor_params > c->accessor_stride) {
        fail(c, CW_ERROR_FORMAT, "an accessor reads beyond its array");
    }
}

static bool is_array(const XML_Char *name) {
    size_t length = strlen(name);
    return length > 6 && is(name + length - 6, "_array");
}

/// A node that instances one around it has no end.
static void check_instance(checking *c, const XML_Char *url) {
    uint64_t hash = hash_of(url[0] == '#' ? url + 1 : url);
    for (uint32_t i = 0; i < c->depth; i++) {
        if (c->open[i] == hash) {
            fail(c, CW_ERROR_FORMAT, "a node is an instance of itself");
        }
    }
}

static bool is_primitive(const XML_Char *name) {
    return is(name, "triangles") || is(name, "polylist") || is(name, "polygons");
}

static void XMLCALL begin(void *user, const XML_Char *name, const XML_Char **attributes) {
    checking *c = user;
    if (c->depth >= DEPTH_LIMIT) {
        fail(c, CW_ERROR_LIMIT, "more than 256 elements inside each other");
        return;
    }
    const XML_Char *id = is(name, "node") ? attribute(attributes, "id") : "";
    c->open[c->depth++] = id[0] != '\0' ? hash_of(id) : 0;
    if (is(name, "instance_node")) {
        check_instance(c, attribute(attributes, "url"));
    }
    if (is_primitive(name)) {
        open_primitive(c, name, attributes);
    }
    if (is_array(name)) {
        c->array = hash_of(attribute(attributes, "id"));
        c->array_size = whole_number(c, attributes, "count", "");
    }
    if (is(name, "accessor")) {
        open_accessor(c, attributes);
    }
    c->accessor_params += is(name, "param") ? 1 : 0;
    c->lists += is(name, "p") ? 1 : 0;
    c->uncounted = c->uncounted && !is(name, "vcount");
    c->whole = is(name, "p") || is(name, "v") || is(name, "vcount");
}

static void XMLCALL end(void *user, const XML_Char *name) {
    checking *c = user;
    c->depth -= c->depth > 0 ? 1 : 0;
    c->whole = false;
    if (is(name, "accessor")) {
        close_accessor(c);
    }
    if (c->inside && is_primitive(name)) {
        c->inside = false;
        if (c->uncounted && c->count > 0) {
            fail(c, CW_ERROR_FORMAT, "a polylist without vcount");
        }
        if (c->each ? c->lists != c->count : c->count > 0 && c->lists != 1) {
            fail(c, CW_ERROR_FORMAT, "the indices are not as many as count says");
        }
    }
}

static void XMLCALL take_text(void *user, const XML_Char *text, int size) {
    checking *c = user;
    for (int i = 0; c->whole && i < size; i++) {
        if (text[i] == '\0' || strchr("0123456789 \t\r\n", text[i]) == NULL) {
            fail(c, CW_ERROR_FORMAT, "an index is not a whole number");
            return;
        }
    }
}

static void parse(checking *c) {
    for (size_t at = 0; at < c->source->size && c->status == CW_OK;) {
        size_t size = c->source->size - at < PIECE ? c->source->size - at : PIECE;
        bool last = at + size == c->source->size;
        if (XML_Parse(c->parser, c->source->text + at, (int)size, last) != XML_STATUS_OK) {
            enum XML_Error reason = XML_GetErrorCode(c->parser);
            fail(c, reason == XML_ERROR_NO_MEMORY ? CW_ERROR_MEMORY : CW_ERROR_FORMAT,
                 XML_ErrorString(reason));
        }
        at += size;
    }
}

cw_status cw_dae_check(cw_context *context, const char *path, const uint8_t *bytes, size_t size) {
    cw_source source;
    CW_IO_TRY(cw_source_open(&source, context, path, (const char *)bytes, size));
    checking c = {.source = &source, .parser = XML_ParserCreate(NULL)};
    if (c.parser == NULL) {
        return cw_source_fail(&source, NULL, CW_ERROR_MEMORY, "out of memory");
    }
    XML_SetUserData(c.parser, &c);
    XML_SetElementHandler(c.parser, begin, end);
    XML_SetCharacterDataHandler(c.parser, take_text);
    parse(&c);
    XML_ParserFree(c.parser);
    return c.status;
}
