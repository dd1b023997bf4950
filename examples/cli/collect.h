/* collect.h - the ways of t2sed collect. */
#ifndef CLI_COLLECT_H
#define CLI_COLLECT_H

#include "cli.h"

/* More from one query would be the same again. */
#define CLI_MUTANTS_MAX 50

typedef struct cli_mutate {
    long count; /* mutants for each line */
    const char *of, *root, *tables;
    long seed, threads;
    bool report;
} cli_mutate;

/* Reads the lines of `path` (NULL: standard input); the exit status. */
int cli_collect_mutate(const cli_mutate *how, const char *path);

#endif
