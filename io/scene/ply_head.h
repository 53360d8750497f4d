/// The head of a `.ply`: which elements come, and of what they are made.
#ifndef CW_IO_PLY_HEAD_H
#define CW_IO_PLY_HEAD_H

#include "../source.h"

enum { CW_PLY_ELEMENT_LIMIT = 32, CW_PLY_PROPERTY_LIMIT = 256 };

typedef enum cw_ply_form { CW_PLY_ASCII, CW_PLY_LITTLE, CW_PLY_BIG } cw_ply_form;

typedef enum cw_ply_type {
    CW_PLY_NONE,
    CW_PLY_CHAR,
    CW_PLY_UCHAR,
    CW_PLY_SHORT,
    CW_PLY_USHORT,
    CW_PLY_INT,
    CW_PLY_UINT,
    CW_PLY_FLOAT,
    CW_PLY_DOUBLE
} cw_ply_type;

/// What a property is good for here.
typedef enum cw_ply_use { CW_PLY_SKIP, CW_PLY_X, CW_PLY_Y, CW_PLY_Z, CW_PLY_CORNERS } cw_ply_use;

typedef struct cw_ply_property {
    cw_ply_type count_type; ///< of the length of a list; CW_PLY_NONE for a single value
    cw_ply_type type;
    cw_ply_use use;
} cw_ply_property;

typedef struct cw_ply_element {
    bool is_vertex, is_face;
    cw_span name;
    uint32_t count;
    uint32_t first, property_count; ///< in cw_ply_head.properties
} cw_ply_element;

typedef struct cw_ply_head {
    cw_ply_form form;
    cw_ply_element elements[CW_PLY_ELEMENT_LIMIT];
    cw_ply_property properties[CW_PLY_PROPERTY_LIMIT];
    uint32_t element_count, property_count;
} cw_ply_head;

/// Reads the head off `rest`, which then begins with the first element.
cw_status cw_ply_head_read(const cw_source *source, cw_span *rest, cw_ply_head *head);

/// Bytes of a value in a binary file.
uint32_t cw_ply_size(cw_ply_type type);

#endif
