/// Completion for bash: a case per command, with its options, and per option with its words.
#include "manual.h"

static void put_options(FILE *stream, const cw_command *command) {
    fprintf(stream, "    %s) options=\"", command->name);
    for (uint32_t i = 0; i < command->option_count; i++) {
        fprintf(stream, "--%s ", command->options[i].name);
    }
    fputs("--help\" ;;\n", stream);
}

static void put_words(FILE *stream, const cw_option *option) {
    fputs("COMPREPLY=($(compgen -W \"", stream);
    for (uint32_t i = 0; option->choices[i] != NULL; i++) {
        fprintf(stream, "%s%s", i > 0 ? " " : "", option->choices[i]);
    }
    fputs("\" -- \"$word\")); return ;;\n", stream);
}

/// After an option that takes a value: its words, files, or nothing.
static void put_values(FILE *stream, const cw_command *command) {
    for (uint32_t i = 0; i < command->option_count; i++) {
        const cw_option *option = &command->options[i];
        if (option->type == CW_OPTION_FLAG) {
            continue;
        }
        fprintf(stream, "    %s:--%s", command->name, option->name);
        if (option->letter != 0) {
            fprintf(stream, "|%s:-%c", command->name, option->letter);
        }
        fputs(") ", stream);
        if (option->type == CW_OPTION_CHOICE) {
            put_words(stream, option);
        } else if (option->type == CW_OPTION_PATH) {
            fputs("COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n", stream);
        } else {
            fputs("return ;;\n", stream);
        }
    }
}

void cw_completion_print(FILE *stream, const cw_command *const *commands, uint32_t count) {
    fputs("# bash completion for clearway; made by `clearway --completion`\n"
          "_clearway() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} options=\"\"\n"
          "    COMPREPLY=()\n"
          "    if ((COMP_CWORD == 1)); then\n"
          "        COMPREPLY=($(compgen -W \"",
          stream);
    for (uint32_t i = 0; i < count; i++) {
        fprintf(stream, "%s ", commands[i]->name);
    }
    fputs("--help --version\" -- \"$word\"))\n        return\n    fi\n"
          "    case $command:${COMP_WORDS[COMP_CWORD - 1]} in\n",
          stream);
    for (uint32_t i = 0; i < count; i++) {
        put_values(stream, commands[i]);
    }
    fputs("    esac\n    case $command in\n", stream);
    for (uint32_t i = 0; i < count; i++) {
        put_options(stream, commands[i]);
    }
    fputs("    esac\n"
          "    if [[ $word == -* ]]; then\n"
          "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
          "    else\n"
          "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
          "    fi\n"
          "}\n"
          "complete -o filenames -F _clearway clearway\n",
          stream);
}
