/* eval.h - what the parts of t2sed eval share. */
#ifndef EVAL_H
#define EVAL_H

#include <stdbool.h>

/* The options. */
typedef struct eval_command {
    const char *label;
    cli_database_options from;
    long threads;
    bool why;
    int rule;  /* T2SED_RULE_* of --label, or -1 */
    int exact; /* T2SED_EXACT_* of it, where rule is -1 */
} eval_command;

/* t2sed eval --label: lines in, lines with labels out (eval_label.c). `path`
 * NULL is standard input. Returns the exit status. */
int eval_label(const eval_command *command, const char *path);

#endif
