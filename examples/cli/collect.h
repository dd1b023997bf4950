/* collect.h - what the parts of t2sed collect share. */
#ifndef CLI_COLLECT_H
#define CLI_COLLECT_H

#include "cli.h"

/* More from one query would be the same again. */
#define CLI_MUTANTS_MAX 50

typedef struct cli_mutate {
    long count; /* mutants for each line */
    const char *of;
    const char *operations; /* NULL: all, by their own weights */
    cli_database_options from;
    long seed, threads;
    bool report;
} cli_mutate;

/* --mutate (mutate.c). Reads the lines of `path` (NULL: standard input); the
 * exit status. */
int cli_collect_mutate(const cli_mutate *how, const char *path);

typedef struct collect_command {
    const char *out, *export, *info; /* datasets */
    cli_database_options from;
    const char *label, *parser, *name;
    const char *gold, *questions; /* beside plain SQL */
    const char *side;
    double split, plan; /* parts; negative: not given */
    long seed, threads, max_candidates, milliseconds;
    bool no_fill;
} collect_command;

/* Predictions into the dataset --out (collect_add.c). */
int collect_add(const collect_command *command, char **files, int count);
/* --export, --info (collect_export.c). */
int collect_export(const collect_command *command);
int collect_info(const collect_command *command);
/* --split of --out, --plan-split (collect_split.c). */
int collect_split(const collect_command *command);
int collect_plan(const collect_command *command, char **files, int count);

/* --- plain SQL (collect_plain.c) --- */

/* The lines of --gold and --questions, read beside a file of predictions. */
typedef struct collect_plain {
    cli_lines gold, questions;
    bool has_gold, has_questions;
    size_t index;
} collect_plain;

bool collect_plain_open(collect_plain *plain, const collect_command *command);
/* The line of JSON that a predicted query and the next lines beside it make;
 * the caller frees it. NULL, with a message on stderr, where they have none. */
char *collect_plain_line(collect_plain *plain, const cli_lines *prediction);
/* False where the files beside have more lines, or could not be read. */
bool collect_plain_close(collect_plain *plain, const cli_lines *prediction);

#endif
