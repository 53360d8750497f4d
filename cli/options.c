/// Options of a command.
///
/// Words are taken from left to right. "--name value", "--name=value", "-o value" and "-ovalue" are
/// the same; "--" ends the options; the last of several equal options counts, unless the table says
/// that each does. A value is checked against its type and range as soon as it is read, so a
/// command sees only values it can use.
#include "options.h"

#include "json.h"

#include "text.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

enum { MESSAGE_SIZE = 1024 };

void cw_options_complain(const char *command, const char *format, ...) {
    char message[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    cw_cli_json_note(NULL, message);
    const char *space = command[0] != '\0' ? " " : "";
    fprintf(stderr, "clearway%s%s: error: ", space, command);
    cw_cli_text_print(stderr, message);
    fprintf(stderr, "\nTry 'clearway%s%s --help'.\n", space, command);
}

/// "a number of degrees from 0 to 90", "one of auto, plan"; what an option takes, in words.
static void describe_value(const cw_option *option, char *text, size_t size) {
    const char *unit = option->unit != NULL ? option->unit : "";
    const char *of = option->unit != NULL ? " of " : "";
    switch (option->type) {
    case CW_OPTION_FLAG: snprintf(text, size, "no value"); break;
    case CW_OPTION_NUMBER:
        snprintf(text, size, "a number%s%s from %.10g to %.10g", of, unit, option->low,
                 option->high);
        break;
    case CW_OPTION_INTEGER:
        snprintf(text, size, "a whole number%s%s from %.10g to %.10g", of, unit, option->low,
                 option->high);
        break;
    case CW_OPTION_PATH: snprintf(text, size, "the name of a file"); break;
    case CW_OPTION_POINT:
        snprintf(text, size, "a point x,y or x,y,z with every part from %.10g to %.10g",
                 option->low, option->high);
        break;
    case CW_OPTION_CHOICE: {
        size_t used = (size_t)snprintf(text, size, "one of");
        for (uint32_t i = 0; option->choices[i] != NULL && used < size; i++) {
            used += (size_t)snprintf(text + used, size - used, "%s %s", i > 0 ? "," : "",
                                     option->choices[i]);
        }
        break;
    }
    }
}

static bool reject_value(const cw_options *options, const cw_option *option, const char *text) {
    char wanted[256];
    describe_value(option, wanted, sizeof wanted);
    cw_options_complain(options->command, "--%s takes %s, not \"%.200s\"", option->name, wanted,
                        text);
    return false;
}

static bool in_range(const cw_option *option, double number) {
    return number >= option->low && number <= option->high;
}

static bool parse_choice(const cw_option *option, const char *text, cw_option_value *value) {
    for (uint32_t i = 0; option->choices[i] != NULL; i++) {
        if (strcmp(option->choices[i], text) == 0) {
            value->choice = i;
            return true;
        }
    }
    return false;
}

/// Two or three numbers between commas.
static bool parse_point(const cw_option *option, const char *text, cw_option_value *value) {
    value->point_count = 0;
    while (value->point_count < 3) {
        char part[64];
        size_t length = strcspn(text, ",");
        if (length >= sizeof part) {
            return false;
        }
        memcpy(part, text, length);
        part[length] = '\0';
        double *number = &value->point[value->point_count];
        if (!cw_cli_text_number(part, number) || !in_range(option, *number)) {
            return false;
        }
        value->point_count++;
        text += length;
        if (*text == '\0') {
            return value->point_count >= 2;
        }
        text++;
    }
    return false;
}

static bool parse_value(const cw_option *option, const char *text, cw_option_value *value) {
    value->text = text;
    int64_t whole = 0;
    switch (option->type) {
    case CW_OPTION_FLAG: return true;
    case CW_OPTION_PATH: return text[0] != '\0';
    case CW_OPTION_CHOICE: return parse_choice(option, text, value);
    case CW_OPTION_POINT: return parse_point(option, text, value);
    case CW_OPTION_NUMBER:
        return cw_cli_text_number(text, &value->number) && in_range(option, value->number);
    case CW_OPTION_INTEGER:
        if (!cw_cli_text_integer(text, &whole)) {
            return false;
        }
        value->number = (double)whole;
        return in_range(option, value->number);
    }
    return false;
}

static uint32_t find_long(const cw_options *options, const char *name, size_t length) {
    uint32_t at = 0;
    while (at < options->table_count && (strncmp(options->table[at].name, name, length) != 0 ||
                                         options->table[at].name[length] != '\0')) {
        at++;
    }
    return at;
}

static uint32_t find_letter(const cw_options *options, char letter) {
    uint32_t at = 0;
    while (at < options->table_count && options->table[at].letter != letter) {
        at++;
    }
    return at;
}

static bool keep_repeat(cw_options *options, uint32_t at, const cw_option_value *value) {
    if (options->repeat_count == CW_OPTION_MANY_LIMIT) {
        cw_options_complain(options->command, "--%s is one option too many; %d are taken",
                            options->table[at].name, (int)CW_OPTION_MANY_LIMIT);
        return false;
    }
    options->repeats[options->repeat_count++] = (cw_option_repeat){at, *value};
    return true;
}

/// Sets option `at` to a text, or to the next word where `text` is NULL.
static bool set_option(cw_options *options, uint32_t at, const char *text, int count, char **words,
                       int *next) {
    const cw_option *option = &options->table[at];
    if (text == NULL) {
        if (*next >= count) {
            cw_options_complain(options->command, "--%s needs a value", option->name);
            return false;
        }
        text = words[(*next)++];
        bool forgotten = option->type == CW_OPTION_PATH && text[0] == '-' && text[1] != '\0';
        if (forgotten) {
            cw_options_complain(options->command,
                                "--%s needs a value; for a file of that name write \"./%.200s\"",
                                option->name, text);
            return false;
        }
    }
    cw_option_value value = {.given = true};
    if (!parse_value(option, text, &value)) {
        return reject_value(options, option, text);
    }
    options->values[at] = value;
    return !option->many || keep_repeat(options, at, &value);
}

/// "--name", "--name=value".
static bool take_long(cw_options *options, const char *word, int count, char **words, int *next) {
    size_t length = strcspn(word, "=");
    uint32_t at = find_long(options, word, length);
    if (at == options->table_count) {
        cw_options_complain(options->command, "there is no option --%.*s",
                            (int)(length < 200 ? length : 200), word);
        return false;
    }
    bool has_value = word[length] == '=';
    if (options->table[at].type != CW_OPTION_FLAG) {
        return set_option(options, at, has_value ? word + length + 1 : NULL, count, words, next);
    }
    if (has_value) {
        cw_options_complain(options->command, "--%s takes no value", options->table[at].name);
        return false;
    }
    options->values[at].given = true;
    return true;
}

/// "-q", "-o value", "-ovalue", "-qo value".
static bool take_letters(cw_options *options, const char *letters, int count, char **words,
                         int *next) {
    for (; *letters != '\0'; letters++) {
        uint32_t at = find_letter(options, *letters);
        if (at == options->table_count) {
            cw_options_complain(options->command, "there is no option -%c", *letters);
            return false;
        }
        if (options->table[at].type != CW_OPTION_FLAG) {
            return set_option(options, at, letters[1] != '\0' ? letters + 1 : NULL, count, words,
                              next);
        }
        options->values[at].given = true;
    }
    return true;
}

static void set_fallbacks(cw_options *options) {
    for (uint32_t i = 0; i < options->table_count; i++) {
        options->values[i] = (cw_option_value){0};
        if (options->table[i].fallback != NULL) {
            bool fits =
                parse_value(&options->table[i], options->table[i].fallback, &options->values[i]);
            assert(fits);
            (void)fits;
        }
    }
}

bool cw_options_parse(cw_options *options, int count, char **words) {
    assert(options->table_count <= CW_OPTION_LIMIT);
    set_fallbacks(options);
    options->repeat_count = 0;
    options->arguments = words;
    options->argument_count = 0;
    bool ended = false;
    for (int next = 0; next < count;) {
        char *word = words[next++];
        bool good = true;
        if (!ended && strcmp(word, "--") == 0) {
            ended = true;
        } else if (!ended && strncmp(word, "--", 2) == 0) {
            good = take_long(options, word + 2, count, words, &next);
        } else if (!ended && word[0] == '-' && word[1] != '\0') {
            good = take_letters(options, word + 1, count, words, &next);
        } else {
            words[options->argument_count++] = word;
        }
        if (!good) {
            return false;
        }
    }
    return true;
}

bool cw_options_ask_help(int count, char **words) {
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

const cw_option_value *cw_options_find(const cw_options *options, const char *name) {
    uint32_t at = find_long(options, name, strlen(name));
    return at < options->table_count ? &options->values[at] : NULL;
}

const cw_option_value *cw_options_get(const cw_options *options, const char *name) {
    const cw_option_value *value = cw_options_find(options, name);
    assert(value != NULL);
    return value;
}

bool cw_options_given(const cw_options *options, const char *name) {
    return cw_options_get(options, name)->given;
}

double cw_options_number(const cw_options *options, const char *name) {
    return cw_options_get(options, name)->number;
}

uint32_t cw_options_choice(const cw_options *options, const char *name) {
    return cw_options_get(options, name)->choice;
}

/// The value number `index` of an option, or NULL; *count (may be NULL) receives how many it has.
static const cw_option_value *find_repeat(const cw_options *options, const char *name,
                                          uint32_t index, uint32_t *count) {
    uint32_t at = find_long(options, name, strlen(name)), seen = 0;
    const cw_option_value *found = NULL;
    assert(at < options->table_count && options->table[at].many);
    for (uint32_t i = 0; i < options->repeat_count; i++) {
        if (options->repeats[i].option == at) {
            found = seen == index ? &options->repeats[i].value : found;
            seen++;
        }
    }
    if (count != NULL) {
        *count = seen;
    }
    return found;
}

uint32_t cw_options_count(const cw_options *options, const char *name) {
    uint32_t count = 0;
    find_repeat(options, name, 0, &count);
    return count;
}

const cw_option_value *cw_options_repeat(const cw_options *options, const char *name,
                                         uint32_t index) {
    const cw_option_value *value = find_repeat(options, name, index, NULL);
    assert(value != NULL);
    return value;
}
