/*
 * t2sed/explain.h - explains a query in numbered steps of plain English, for
 * people who do not read SQL.
 *
 *     t2sed_step step = T2SED_STEP_INIT;
 *     t2sed_sql_explain(&explanation, sql, schema, NULL, &err);
 *     for (i = 0; i < t2sed_explanation_count(explanation); i++) {
 *         t2sed_explanation_get(explanation, i, &step, &err);
 *         printf("Step %lu: %s\n", (unsigned long)i + 1, step.text);
 *     }
 *
 *     Step 1: find the number of rows of each value of city in station table
 *     Step 2: find city of station table with largest value in the results of
 *             step 1
 */
#ifndef T2SED_EXPLAIN_H
#define T2SED_EXPLAIN_H

#include <stddef.h>

#include "schema.h"
#include "sql.h"
#include "status.h"

T2SED_BEGIN_DECLS

/* The steps of one query. Immutable once made. */
typedef struct t2sed_explanation t2sed_explanation;

/* What a step does. The numbers are fixed; new kinds are added at the end. */
#define T2SED_STEP_SELECT    1  /* shows columns, often filtered and ordered */
#define T2SED_STEP_JOIN      2  /* puts tables together */
#define T2SED_STEP_FILTER    3  /* keeps some rows */
#define T2SED_STEP_GROUP     4  /* something of each group of rows */
#define T2SED_STEP_AGGREGATE 5  /* something of all rows: a number, a sum */
#define T2SED_STEP_WINDOW    6  /* window functions */
#define T2SED_STEP_LIMIT     7  /* shows some of the rows */
#define T2SED_STEP_SET       8  /* UNION, INTERSECT, EXCEPT */
#define T2SED_STEP_REPEAT    9  /* a WITH table that reads itself */
#define T2SED_STEP_VALUES    10 /* rows that are spelled out */

/* What part of the query a step belongs to. */
#define T2SED_STEP_OF_QUERY    1 /* the query itself */
#define T2SED_STEP_OF_SUBQUERY 2 /* a query within it, FROM's too */
#define T2SED_STEP_OF_WITH     3 /* a table of WITH */

/* A step. */
typedef struct t2sed_step {
    size_t struct_size; /* sizeof(t2sed_step), set by the caller */
    const char *text;   /* one printable line (t2sed_printable), without
                           "Step 1: "; NUL-terminated */
    int kind;           /* T2SED_STEP_*: what it does */
    int part;           /* T2SED_STEP_OF_* */
    /* The bytes of the query that the step tells of, in text order; a step that
     * stands for several equal parts has those of each. */
    const t2sed_span *spans;
    size_t span_count;
    const size_t *uses; /* the steps whose results it takes, from 0, ascending;
                           the text numbers them from 1 */
    size_t use_count;
} t2sed_step;
#define T2SED_STEP_INIT                                                        \
    {                                                                          \
        sizeof(t2sed_step), NULL, 0, 0, NULL, 0, NULL, 0                       \
    }

typedef struct t2sed_explain_options {
    size_t struct_size; /* sizeof(t2sed_explain_options) */
    /* 1: tables and columns by the names that SQL has for them. 0, the default:
     * by their readable names where there is a schema ("home town" for
     * Home_Town). */
    int raw_names;
} t2sed_explain_options;

/*
 * Fills `size` bytes of *options, the caller's sizeof, with the defaults.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API void t2sed_explain_options_init(t2sed_explain_options *options,
                                          size_t size);

/*
 * Explains a query. Steps stand in the order in which they are carried out:
 * first subqueries and tables of WITH, each once, then the join, the groups,
 * what is shown, and how many rows. All of the language has words but for rare
 * operators and expressions nested more than 24 deep, which are quoted as SQL
 * between back-quotes. Not told of is what changes no result: INDEXED BY, NOT
 * MATERIALIZED. Which of several equal rows are "the first 3" SQL does not say,
 * and nor do the steps. The same query gives the same text, always.
 *
 * out      the explanation, the caller's, freed with t2sed_explanation_free. It
 *          refers to neither query nor schema.
 * schema   says what names mean: which columns relate two tables ("the
 *          corresponding rows"; other conditions of joins are spelled out), and
 *          which need their table's name with them. NULL: not known.
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (struct_size), T2SED_ELIMIT (names of a hostile query
 * need too much work to resolve; more than 16 MiB of text), T2SED_EINTERRUPTED,
 * T2SED_ENOMEM. Threads: any. Since: 0.9.
 * Source: the manner, and what makes a step, are those of the explanations in
 * SPLASH (Elgohary et al. 2020, "Speak to your Parser", section 3.1), carried
 * on to what SPLASH does not have.
 */
T2SED_API t2sed_status t2sed_sql_explain(t2sed_explanation **out,
                                         const t2sed_sql *sql,
                                         const t2sed_schema *schema,
                                         const t2sed_explain_options *options,
                                         t2sed_error *err);
T2SED_API void t2sed_explanation_free(t2sed_explanation *explanation);

/* The number of steps, at least 1; 0 of NULL. Errors: none. Threads: any.
 * Since: 0.9. */
T2SED_API size_t t2sed_explanation_count(const t2sed_explanation *explanation);

/*
 * Step i, from 0.
 *
 * out  its struct_size is set by the caller; receives the rest, whose pointers
 *      live as long as the explanation.
 *
 * Errors: T2SED_EINVAL (NULL, no such step, struct_size not set). Threads: any.
 * Since: 0.9.
 */
T2SED_API t2sed_status
t2sed_explanation_get(const t2sed_explanation *explanation, size_t i,
                      t2sed_step *out, t2sed_error *err);

/* The names of kinds ("select", "join", "filter", "group", "aggregate",
 * "window", "limit", "set", "repeat", "values") and of parts ("query",
 * "subquery", "with"), static; NULL for a number that is none. Errors: none.
 * Threads: any. Since: 0.9. */
T2SED_API const char *t2sed_step_kind_name(int kind);
T2SED_API const char *t2sed_step_part_name(int part);

T2SED_END_DECLS

#endif
