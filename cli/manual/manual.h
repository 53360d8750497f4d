/// What is printed from the tables of the commands beside --help: a manual page and completions.
#ifndef CW_CLI_MANUAL_H
#define CW_CLI_MANUAL_H

#include "../command.h"

/// The manual page of the command, for man(1).
void cw_manual_print(FILE *stream, const cw_command *const *commands, uint32_t count);

/// A script for bash that completes commands, options, their words and files.
void cw_completion_print(FILE *stream, const cw_command *const *commands, uint32_t count);

#endif
