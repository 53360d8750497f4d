/// The part of expat's interface that io/svg uses, for the WebAssembly module, which has no expat.
/// The names, and what they mean, are expat's.
#ifndef CW_WEB_XML_EXPAT_H
#define CW_WEB_XML_EXPAT_H

#define XMLCALL
#define XML_FALSE 0

typedef char XML_Char;
typedef long XML_Index;
typedef struct XML_ParserStruct *XML_Parser;
typedef void (*XML_StartElementHandler)(void *user, const XML_Char *name, const XML_Char **atts);
typedef void (*XML_EndElementHandler)(void *user, const XML_Char *name);
typedef void (*XML_CharacterDataHandler)(void *user, const XML_Char *text, int size);

enum XML_Status { XML_STATUS_ERROR = 0, XML_STATUS_OK = 1 };
enum XML_Error {
    XML_ERROR_NONE = 0,
    XML_ERROR_NO_MEMORY,
    XML_ERROR_INVALID_TOKEN,
    XML_ERROR_UNCLOSED_TOKEN,
    XML_ERROR_NO_ELEMENTS,
    XML_ERROR_TAG_MISMATCH,
    XML_ERROR_DUPLICATE_ATTRIBUTE,
    XML_ERROR_JUNK_AFTER_DOC_ELEMENT,
    XML_ERROR_UNDEFINED_ENTITY,
    XML_ERROR_ABORTED,
};

XML_Parser XML_ParserCreate(const XML_Char *encoding);
void XML_ParserFree(XML_Parser parser);
void XML_SetUserData(XML_Parser parser, void *user);
void XML_SetElementHandler(XML_Parser parser, XML_StartElementHandler start,
                           XML_EndElementHandler end);
/// Of text, entities are told as they are written.
void XML_SetCharacterDataHandler(XML_Parser parser, XML_CharacterDataHandler handler);
/// Pieces are kept until the last one is there; then the elements are told.
enum XML_Status XML_Parse(XML_Parser parser, const char *text, int size, int is_final);
enum XML_Status XML_StopParser(XML_Parser parser, int resumable);
enum XML_Error XML_GetErrorCode(XML_Parser parser);
const char *XML_ErrorString(enum XML_Error code);
/// Where the element being told begins, or the mistake is.
XML_Index XML_GetCurrentByteIndex(XML_Parser parser);

#endif
