/* options.c - long options with values, and the help that lists them. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

int cli_usage_error(const char *command, const char *format, ...)
{
    va_list arguments;
    print_to(stderr, "t2sed %s: ", command);
    va_start(arguments, format);
    print_to_v(stderr, format, arguments);
    va_end(arguments);
    print_to(stderr, " (see 't2sed %s --help')\n", command);
    return CLI_USAGE;
}

int cli_fail(const t2sed_error *err)
{
    if (err->code != T2SED_EINTERRUPTED)
        print_to(stderr, "t2sed: %s [%s]\n", err->text,
                 t2sed_status_name(err->code));
    return CLI_FAILED;
}

static void print_help(const cli_option *options, const char *usage)
{
    fputs("Usage: t2sed ", stdout);
    fputs(usage, stdout); /* of several lines */
    fputs("\n\nOptions:\n", stdout);
    for (; options->name; options++) {
        char left[64];
        snprintf(left, sizeof left, "--%s%s%s", options->name,
                 options->value ? " " : "",
                 options->value ? options->value : "");
        print_to(stdout, "  %-22s %s\n", left, options->help);
    }
    print_to(stdout, "  %-22s %s\n", "--quiet",
             "errors alone on standard error: no progress, no notes");
    print_to(stdout, "  %-22s %s\n", "--help", "print this and stop");
}

static bool store_whole(const cli_option *option, const char *value)
{
    char *end;
    long number = strtol(value, &end, 10);
    if (end == value || *end || errno || number < 0 ||
        (option->kind == CLI_COUNT && number > INT_MAX))
        return false;
    if (option->kind == CLI_COUNT)
        *(int *)option->target = (int)number;
    else if (option->kind == CLI_SEED)
        *(uint64_t *)option->target = (uint64_t)number;
    else
        *(long *)option->target = number;
    return true;
}

/* Stores a value; false where it is no number or out of range. */
static bool store(const cli_option *option, const char *value)
{
    char *end;
    double number;
    errno = 0;
    if (option->kind == CLI_STRING) {
        *(const char **)option->target = value;
        return true;
    }
    if (option->kind != CLI_REAL)
        return store_whole(option, value);
    number = strtod(value, &end);
    if (end == value || *end || errno)
        return false;
    *(double *)option->target = number;
    return true;
}

static const cli_option *find(const cli_option *options, const char *name,
                              size_t n)
{
    for (; options->name; options++)
        if (strlen(options->name) == n && memcmp(options->name, name, n) == 0)
            return options;
    return NULL;
}

/* Handles the option at argv[*at]; -1 to go on. */
static int read_one(char **argv, int argc, int *at, const cli_option *options,
                    const char *usage)
{
    const char *name = argv[*at] + 2;
    const char *equals = strchr(name, '=');
    size_t n = equals ? (size_t)(equals - name) : strlen(name);
    const cli_option *option = find(options, name, n);
    const char *value = equals ? equals + 1 : NULL;
    if (!option && strcmp(name, "help") == 0) {
        print_help(options, usage);
        return CLI_OK;
    }
    if (!option && strcmp(name, "quiet") == 0) {
        cli_is_quiet = true;
        return -1;
    }
    if (!option)
        return cli_usage_error(argv[0], "unknown option --%.*s", (int)n, name);
    if (option->kind == CLI_FLAG) {
        if (value)
            return cli_usage_error(argv[0], "--%s takes no value",
                                   option->name);
        *(bool *)option->target = true;
        return -1;
    }
    if (!value) {
        if (*at + 1 >= argc)
            return cli_usage_error(argv[0], "--%s needs a value: %s",
                                   option->name, option->value);
        value = argv[++*at];
    }
    if (!store(option, value))
        return cli_usage_error(argv[0], "--%s: '%s' is no valid %s",
                               option->name, value, option->value);
    return -1;
}

bool cli_is_hostile;

int cli_read_options(int *operands, char **argv, int argc,
                     const cli_option *options, const char *usage)
{
    int count = 0;
    bool only_operands = false;
    for (int at = 1; at < argc; at++) {
        int status;
        if (only_operands || argv[at][0] != '-' || argv[at][1] == '\0') {
            argv[++count] = argv[at];
            continue;
        }
        if (strcmp(argv[at], "--") == 0) {
            only_operands = true;
            continue;
        }
        if (argv[at][1] != '-')
            return cli_usage_error(argv[0], "unknown option %s", argv[at]);
        status = read_one(argv, argc, &at, options, usage);
        if (status >= 0)
            return status;
    }
    *operands = count;
    return -1;
}

bool cli_has_flag(int argc, char **argv, const char *name)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strncmp(argv[i], "--", 2) == 0 && strcmp(argv[i] + 2, name) == 0)
            return true;
    return false;
}
