/// Lists of names in one block.
#include "base/memory.h"
#include "clearway/trajectory.h"

#include <string.h>

cw_status cw_names_add(cw_context *context, cw_names *names, const char *name) {
    size_t size = strlen(name) + 1;
    CW_TRY(CW_RESERVE(context, names->first, names->capacity, (size_t)names->count + 1));
    CW_TRY(CW_RESERVE(context, names->text, names->text_capacity, names->text_size + size));
    memcpy(names->text + names->text_size, name, size);
    names->first[names->count++] = names->text_size;
    names->text_size += (uint32_t)size;
    return CW_OK;
}

const char *cw_names_get(const cw_names *names, uint32_t index) {
    return index < names->count ? names->text + names->first[index] : "";
}

uint32_t cw_names_find(const cw_names *names, const char *name) {
    for (uint32_t i = 0; i < names->count; i++) {
        if (strcmp(names->text + names->first[i], name) == 0) {
            return i;
        }
    }
    return CW_NONE;
}

void cw_names_free(cw_context *context, cw_names *names) {
    CW_RELEASE(context, names->text, names->text_capacity);
    CW_RELEASE(context, names->first, names->capacity);
    *names = (cw_names){0};
}
