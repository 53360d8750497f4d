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
    /// Whether the call can be meant, before anything is opened or read; NULL when the table of
    /// options says it all.
    cw_exit (*check)(cw_session *session, const cw_options *options);
    /// The work, with the session open.
    cw_exit (*run)(cw_session *session, const cw_options *options);
} cw_command;

#define CW_COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

// clang-format off
/// Entries of an option table. Every command that has them calls them so.
#define CW_JSON_OPTION(help_) {.name = "json", .type = CW_OPTION_FLAG, .help = help_}
#define CW_QUIET_OPTION(help_)                                                                     \
    {.name = "quiet", .letter = 'q', .type = CW_OPTION_FLAG, .help = help_}

/// The tables of a command.
#define CW_COMMAND_TABLES(options_, examples_)                                                     \
    .options = options_, .option_count = CW_COUNT_OF(options_),                                    \
    .examples = examples_, .example_count = CW_COUNT_OF(examples_)
// clang-format on

extern const cw_command cw_command_build;
extern const cw_command cw_command_info;
extern const cw_command cw_command_check;
extern const cw_command cw_command_path;
extern const cw_command cw_command_draw;
extern const cw_command cw_command_sim;
extern const cw_command cw_command_convert;
extern const cw_command cw_command_roadmap;
extern const cw_command cw_command_bench;

#endif
