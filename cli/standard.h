/// The standard streams as files: "-" is stdin where something is read, stdout where it is written.
#ifndef CW_CLI_STANDARD_H
#define CW_CLI_STANDARD_H

#include "session.h"

/// Whether a path stands for a standard stream.
bool cw_standard_is(const char *path);

/// What stdin holds, by its first bytes; it is read whole when that is first asked.
cw_file_kind cw_standard_kind(void);

/// The bytes of stdin; CW_ERROR_IO or CW_ERROR_LIMIT where they could not be read.
cw_status cw_standard_read(cw_context *context, const uint8_t **bytes, size_t *size);

/// A name for messages, and the path of a temporary file with the extension `extension` that takes
/// what is meant for stdout. False when there is none to be had.
bool cw_standard_open(const char *extension, char *path, size_t size);
/// Copies that file to stdout, when `copy`, and removes it.
cw_exit cw_standard_close(cw_session *session, const char *path, bool copy);

#endif
