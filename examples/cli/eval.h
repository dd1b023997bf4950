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
    int rule;     /* T2SED_RULE_* of --label, or -1 */
    int exact;    /* T2SED_EXACT_* of it, where rule is -1 */
    bool witness; /* it is witness, and rule -1 */
} eval_command;

/* t2sed eval --label: lines in, lines with labels out (eval_label.c). `path`
 * NULL is standard input. Returns the exit status. */
int eval_label(const eval_command *command, const char *path);

/* A label by witness databases (eval_witness.c). */
typedef struct eval_witness {
    int label;        /* T2SED_LABEL_* */
    const char *code; /* static */
    char message[300];
} eval_witness;

/* Compares a query with the gold query, by the schema alone. Errors: those of
 * t2sed_witness_compare. */
t2sed_status eval_witness_label(eval_witness *out, const t2sed_schema *schema,
                                const t2sed_sql *gold, const t2sed_sql *sql,
                                t2sed_error *err);

#endif
