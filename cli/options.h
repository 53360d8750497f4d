/// Options of a command, declared as data: parsing, range checks and help all read the same table.
#ifndef CW_CLI_OPTIONS_H
#define CW_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/// What an option takes.
typedef enum cw_option_type {
    CW_OPTION_FLAG = 0, ///< nothing
    CW_OPTION_NUMBER,   ///< a decimal number in [low, high]
    CW_OPTION_INTEGER,  ///< a whole number in [low, high]
    CW_OPTION_CHOICE,   ///< one of a list of words
    CW_OPTION_PATH,     ///< a file or folder
    CW_OPTION_POINT,    ///< x,y or x,y,z with every part in [low, high]
} cw_option_type;

/// One option. Text is in English, without a full stop.
typedef struct cw_option {
    const char *name; ///< long name without dashes
    char letter;      ///< short name, or 0
    cw_option_type type;
    const char *placeholder;    ///< what stands for the value in the help ("DEG"); NULL for flags
    const char *unit;           ///< of a number, in words ("degrees"); may be NULL
    double low, high;           ///< range of numbers, ends included
    const char *const *choices; ///< words of a choice, closed by NULL
    const char *fallback;       ///< value when the option is not given; NULL for none
    bool many;                  ///< may be given several times, and each counts
    const char *help;
} cw_option;

/// Most options of one command, and most values of those that may be given several times.
enum { CW_OPTION_LIMIT = 64, CW_OPTION_MANY_LIMIT = 64 };

/// The value of an option: given on the command line, or its fallback.
typedef struct cw_option_value {
    bool given;
    const char *text; ///< as written; NULL when there is no value
    double number;
    double point[3];
    uint32_t point_count; ///< 2 or 3
    uint32_t choice;      ///< index of the word
} cw_option_value;

/// One of the values of an option that may be given several times.
typedef struct cw_option_repeat {
    uint32_t option; ///< its place in the table
    cw_option_value value;
} cw_option_repeat;

/// Options and arguments of one run.
typedef struct cw_options {
    const char *command; ///< for messages
    const cw_option *table;
    uint32_t table_count;
    cw_option_value values[CW_OPTION_LIMIT];
    cw_option_repeat repeats[CW_OPTION_MANY_LIMIT]; ///< in the order of the call
    uint32_t repeat_count;
    char **arguments; ///< what is not an option, in order
    uint32_t argument_count;
} cw_options;

/// Reads the words after the name of the command. The words are put in order: `arguments` points
/// into them. False after a message on stderr.
bool cw_options_parse(cw_options *options, int count, char **words);

/// Whether help is asked for anywhere before "--".
bool cw_options_ask_help(int count, char **words);

/// The value of an option, or NULL when the table has none of that name.
const cw_option_value *cw_options_find(const cw_options *options, const char *name);
/// The value of an option of the table; `name` has to be there.
const cw_option_value *cw_options_get(const cw_options *options, const char *name);
bool cw_options_given(const cw_options *options, const char *name);
double cw_options_number(const cw_options *options, const char *name);
uint32_t cw_options_choice(const cw_options *options, const char *name);

/// How often an option was given that may be given several times, and each of its values.
uint32_t cw_options_count(const cw_options *options, const char *name);
const cw_option_value *cw_options_repeat(const cw_options *options, const char *name,
                                         uint32_t index);

/// Says what is wrong with the call, and where help is.
void cw_options_complain(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// " [degrees, 0 to 90; default 45]", or nothing (options_help.c).
void cw_options_describe_range(const cw_option *option, char *text, size_t size);

/// Prints the table as help (options_help.c).
void cw_options_print(FILE *stream, const cw_option *table, uint32_t count);

#endif
