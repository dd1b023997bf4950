/* rules.h - a user's own rules: codes that are ignored, a least severity, and
 * what makes the exit status 1. */
#ifndef CLI_RULES_H
#define CLI_RULES_H

#include "cli.h"

#define CLI_RULES_FILE ".t2sed.json"
#define CLI_FAIL_NEVER 4 /* above all of T2SED_SEVERITY_* */

/* As options say them; NULL: they don't. */
typedef struct cli_rule_options {
    const char *ignore, *severity, *fail_on;
} cli_rule_options;

#define CLI_FINDING_OPTIONS(o)                                                 \
    {"ignore", CLI_STRING, &(o).ignore, "CODES",                               \
     "codes of findings that are not wanted ($T2SED_IGNORE, .t2sed.json)"},    \
    {                                                                          \
        "severity", CLI_STRING, &(o).severity, "LEVEL",                        \
            "the least of findings: hint, warning, error ($T2SED_SEVERITY)"    \
    }
#define CLI_FAIL_OPTION(o)                                                     \
    {                                                                          \
        "fail-on", CLI_STRING, &(o).fail_on, "LEVEL",                          \
            "exit status 1 for a finding of this severity: error, warning, "   \
            "hint, never"                                                      \
    }

typedef struct cli_rules {
    char *ignore; /* as t2sed_checker_options has it; NULL: no code */
    int severity; /* 0: any */
    int fail_on;  /* T2SED_SEVERITY_* or CLI_FAIL_NEVER; 0: not said */
} cli_rules;

/*
 * The rules for a file of queries (NULL: no file, in the working directory).
 * What an option says wins over the environment ($T2SED_IGNORE,
 * $T2SED_SEVERITY), and that over the nearest .t2sed.json, in the file's
 * directory or above; each rule by itself. False, with a message on stderr,
 * where one can't be read.
 */
bool cli_rules_read(cli_rules *out, const cli_rule_options *options,
                    const char *file);
void cli_rules_free(cli_rules *rules);
/* The rules of each of some files, or of standard input where there are none,
 * freed with cli_rules_free_all. NULL, with a message on stderr, where one
 * can't be read. */
cli_rules *cli_rules_read_all(const cli_rule_options *options, char **files,
                              int count);
void cli_rules_free_all(cli_rules *rules, int count);
bool cli_rules_equal(const cli_rules *a, const cli_rules *b);

#endif
