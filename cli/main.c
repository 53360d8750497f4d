/// The `clearway` command: a table of commands, help, and the way into each of them.
#include "command.h"

#include "json.h"
#include "manual/manual.h"

#include "clearway/clearway.h"

#include <string.h>

static const cw_command *const commands[] = {
    &cw_command_build,   &cw_command_info,    &cw_command_check,
    &cw_command_path,    &cw_command_draw,    &cw_command_sim,
    &cw_command_roadmap, &cw_command_convert, &cw_command_bench,
};

static void print_commands(FILE *stream) {
    fputs("Commands:\n", stream);
    for (uint32_t i = 0; i < CW_COUNT_OF(commands); i++) {
        fprintf(stream, "  %-9s %s\n", commands[i]->name, commands[i]->summary);
    }
}

static void print_overview(FILE *stream) {
    fputs("Usage: clearway COMMAND [arguments and options]\n\n"
          "Makes navigation meshes of floor plans: near the smallest possible number of convex\n"
          "cells, fitted exactly to the walls. On one mesh it finds the shortest paths for\n"
          "characters of any size, and moves crowds along them.\n\n",
          stream);
    print_commands(stream);
    fputs(
        "\nExamples:\n"
        "  clearway build office.wkt -o office.cwm          make a mesh of a floor plan\n"
        "  clearway info office.cwm                         how many cells it has, and more\n"
        "  clearway check office.cwm --against office.wkt   prove that it covers the plan\n"
        "  clearway draw office.cwm -o office.svg           see it\n"
        "  clearway path office.cwm --from 19,2 --to 3.5,23.3 --radius 0.4\n"
        "                                                   the shortest way of a disc\n"
        "  clearway sim office-exit.json -o run.html        a crowd, played in a browser\n"
        "\n'clearway COMMAND --help' explains a command; 'clearway --version' shows the version;\n"
        "'clearway --man' prints a manual page, '--completion' a script for bash.\n"
        "\nExit codes: 0 done, 1 a file cannot be read, used or written, 2 wrong call,\n"
        "3 no path, 4 a check failed, 5 out of memory or internal error,\n"
        "130 and 143 interrupted by SIGINT and SIGTERM.\n",
        stream);
}

static void print_help(const cw_command *command) {
    printf("Usage: clearway %s %s\n\n%s\n\nOptions:\n", command->name, command->arguments,
           command->details);
    cw_options_print(stdout, command->options, command->option_count);
    fputs("  -h, --help              this text\n"
          "      --                  what follows is an argument, even if it begins with a dash\n"
          "\nExamples:\n",
          stdout);
    for (uint32_t i = 0; i < command->example_count; i++) {
        printf("  %s\n      %s\n", command->examples[i].line, command->examples[i].meaning);
    }
}

/// Checks the call, opens the session as --quiet and --workers ask for it, and does the work.
static cw_exit run_session(const cw_command *command, cw_session *session,
                           const cw_options *options) {
    cw_exit code = command->check != NULL ? command->check(session, options) : CW_EXIT_DONE;
    if (code != CW_EXIT_DONE) {
        return code;
    }
    const cw_option_value *quiet = cw_options_find(options, "quiet");
    const cw_option_value *workers = cw_options_find(options, "workers");
    session->quiet = quiet != NULL && quiet->given;
    code = cw_session_open(session, workers != NULL ? (uint32_t)workers->number : 1);
    return code == CW_EXIT_DONE ? command->run(session, options) : code;
}

static cw_exit run_command(const cw_command *command, int count, char **words) {
    if (cw_options_ask_help(count, words)) {
        print_help(command);
        return CW_EXIT_DONE;
    }
    cw_options options = {
        .command = command->name, .table = command->options, .table_count = command->option_count};
    if (!cw_options_parse(&options, count, words)) {
        return CW_EXIT_USAGE;
    }
    if (options.argument_count < command->argument_low) {
        cw_options_complain(command->name, "too few arguments; it takes %s", command->arguments);
        return CW_EXIT_USAGE;
    }
    if (options.argument_count > command->argument_high) {
        cw_options_complain(command->name, "\"%.200s\" is one argument too many; it takes %s",
                            options.arguments[command->argument_high], command->arguments);
        return CW_EXIT_USAGE;
    }
    cw_session session = {.command = command->name};
    cw_exit code = run_session(command, &session, &options);
    cw_session_close(&session);
    return code;
}

static cw_exit run_words(int count, char **words) {
    if (count == 0) {
        print_overview(stderr);
        return CW_EXIT_USAGE;
    }
    static char help[] = "--help";
    char *asked[] = {count > 1 ? words[1] : help, help};
    if (strcmp(words[0], "help") == 0) {
        return run_words(count > 1 ? 2 : 1, asked);
    }
    for (uint32_t i = 0; i < CW_COUNT_OF(commands); i++) {
        if (strcmp(words[0], commands[i]->name) == 0) {
            return run_command(commands[i], count - 1, words + 1);
        }
    }
    if (strcmp(words[0], "--version") == 0) {
        puts("clearway " CW_VERSION);
        return CW_EXIT_DONE;
    }
    if (strcmp(words[0], "--man") == 0) {
        cw_manual_print(stdout, commands, CW_COUNT_OF(commands));
        return CW_EXIT_DONE;
    }
    if (strcmp(words[0], "--completion") == 0) {
        cw_completion_print(stdout, commands, CW_COUNT_OF(commands));
        return CW_EXIT_DONE;
    }
    if (cw_options_ask_help(1, words)) {
        print_overview(stdout);
        return CW_EXIT_DONE;
    }
    cw_options_complain("", "there is no command \"%.200s\"", words[0]);
    print_commands(stderr);
    return CW_EXIT_USAGE;
}

/// Whether the answer was asked for as JSON; parsing may have put the words in order, not away.
static bool asks_json(int count, char **words) {
    bool asked = false;
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
        asked = asked || strcmp(words[i], "--json") == 0;
    }
    return asked;
}

int main(int argc, char **argv) {
    cw_session_prepare();
    bool json = asks_json(argc - 1, argv + 1);
    cw_exit code = argc > 0 ? run_words(argc - 1, argv + 1) : CW_EXIT_USAGE;
    if (code != CW_EXIT_DONE && json) {
        cw_cli_json_fail((int)code);
    }
    return (int)cw_session_flush(code);
}
