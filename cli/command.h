/// A command of `clearway`, declared as data.
#ifndef CW_CLI_COMMAND_H
#define CW_CLI_COMMAND_H

#include "options.h"
#include "session.h"

/// A call that shows what a command is good for.
typedef struct cw_example {
    const char *line;
    const char *meaning;
} cw_example;

/// One command: everything that its help, its parsing and its run need.
typedef struct cw_command {
    const char *name;
    const char *arguments; ///< as the usage line shows them
    const char *summary;   ///< one line for the list of commands
    const char *details;   ///< paragraphs for its own help
    const cw_option *options;
    uint32_t option_count;
    uint32_t argument_low, argument_high; ///< how many arguments it takes
    const cw_example *examples;
    uint32_t example_count;
    cw_exit (*run)(cw_session *session, const cw_options *options);
} cw_command;

#define CW_COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

extern const cw_command cw_command_build;
extern const cw_command cw_command_info;
extern const cw_command cw_command_check;
extern const cw_command cw_command_path;
extern const cw_command cw_command_draw;
extern const cw_command cw_command_convert;
extern const cw_command cw_command_bench;

#endif
