/*
 * t2sed/lab/evaluate.h - is a query right, by what it and the gold query give
 * on the database (execution accuracy).
 *
 * A t2sed_evaluator runs a gold query and predictions for it and labels each
 * prediction 1 (right), 0 (wrong) or none, under one of three named rules, and
 * says why. SQL is taken to be hostile: databases are opened read-only and
 * never changed, nothing but SELECT and functions runs, and time, rows and
 * memory are limited. What goes wrong with one query is the answer for that
 * query, and nothing else.
 *
 * One question at a time (t2sed_evaluator_evaluate), or many in parallel, in
 * their order (t2sed_evaluator_submit, t2sed_evaluator_next).
 */
#ifndef T2SED_EVALUATE_H
#define T2SED_EVALUATE_H

#include <stddef.h>

#include "exact.h"
#include "metrics.h"
#include "../database.h"
#include "../status.h"

T2SED_BEGIN_DECLS

typedef struct t2sed_evaluator t2sed_evaluator;

/*
 * The rules.
 *
 * FIXED (Chen et al. 2023, Appendix A):
 *  1. Two empty results: exact set match decides; none where a query is beyond
 *     the SQL that it knows. One empty, one not: 0.
 *  2. Equal top-level LIMIT clauses (but for case and spaces) are taken out of
 *     both queries, which run again.
 *  3. Numbers compare after rounding to six decimals, integers equal to reals;
 *     text and NULL compare exactly.
 *  4. As many rows and columns, and some permutation of the prediction's
 *     columns makes the results equal: as lists where the gold query has a
 *     top-level ORDER BY that the prediction does not have in the same text
 *     (but for case, spaces and ASC), otherwise as bags of rows.
 * STRICT: FIXED without 1 and 2 (two empty results are equal), and lists
 *     wherever the gold query has a top-level ORDER BY.
 * OFFICIAL (Yu et al. 2018, the published evaluation of Spider): results become
 *     maps from each selected item to the list of its values; equal maps match.
 */
#define T2SED_RULE_FIXED    0
#define T2SED_RULE_STRICT   1
#define T2SED_RULE_OFFICIAL 2

/* "fixed", "strict", "official"; NULL for another number. Static text.
 * Errors: none. Threads: any. Since: 0.1. */
T2SED_LAB_API const char *t2sed_rule_name(int rule);

/* Labels. */
#define T2SED_LABEL_WRONG 0
#define T2SED_LABEL_RIGHT 1
#define T2SED_LABEL_NONE  -1

/* Why a prediction has its label. Right: */
#define T2SED_REASON_SAME_ROWS   0 /* equal as bags of rows */
#define T2SED_REASON_SAME_LIST   1 /* equal as lists, where order counts */
#define T2SED_REASON_BOTH_EMPTY  2 /* strict: both results are empty */
#define T2SED_REASON_EMPTY_EXACT 3 /* fixed: both empty, exact match */
#define T2SED_REASON_SAME_MAPS   4 /* official */
/* Wrong: */
#define T2SED_REASON_ROW_COUNT     10 /* more or fewer rows */
#define T2SED_REASON_COLUMN_COUNT  11 /* more or fewer columns */
#define T2SED_REASON_VALUES        12 /* other values */
#define T2SED_REASON_ORDER         13 /* the same rows in another order */
#define T2SED_REASON_ONE_EMPTY     14 /* one of the results is empty */
#define T2SED_REASON_EMPTY_DIFFERS 15 /* fixed: both empty, no exact match */
#define T2SED_REASON_MAPS          16 /* official: the maps differ */
#define T2SED_REASON_NOT_SPIDER                                                \
    17 /* official: the prediction is beyond                                   \
          the SQL that exact match knows */
/* None, by the prediction: */
#define T2SED_REASON_EMPTY_UNKNOWN                                             \
    20 /* fixed: both empty, and the prediction                                \
          is beyond exact match */
#define T2SED_REASON_NOT_EXECUTABLE 21
#define T2SED_REASON_TIME           22 /* cut off by the limit on time */
#define T2SED_REASON_ROWS           23 /* ... on rows */
#define T2SED_REASON_MEMORY         24 /* ... on memory */
#define T2SED_REASON_COLUMNS        25 /* too many ways to pair the columns */
/* None, for all predictions of the question: */
#define T2SED_REASON_GOLD     30 /* the gold query failed or was cut off */
#define T2SED_REASON_DATABASE 31 /* the database can't be read */

/* The reason's name in lower case, such as "row_count"; NULL for a number that
 * is none. Static text. Errors: none. Threads: any. Since: 0.1. */
T2SED_LAB_API const char *t2sed_reason_name(int reason);

/* How an evaluator works. */
typedef struct t2sed_evaluator_options {
    size_t struct_size;      /* sizeof(t2sed_evaluator_options) */
    int rule;                /* T2SED_RULE_*; default FIXED */
    int threads;             /* of t2sed_evaluator_submit; 0: all cores */
    int max_milliseconds;    /* of processor time that a query may take, and ten
                                times that by the clock; default 5000 */
    size_t max_rows;         /* of a result; default 200000 */
    size_t max_value_bytes;  /* of one text or blob, less in queries of many
                                calls or columns; default 256 KiB */
    size_t max_result_bytes; /* of a result at 8 bytes a value, however long
                                the value is; default 64 MiB */
    size_t max_memory;       /* that SQLite may take for one query; default
                                256 MiB */
} t2sed_evaluator_options;

/* Fills the `size` bytes of *options with the defaults and sets struct_size.
 * Errors: none. Threads: any. Since: 0.9. */
T2SED_LAB_API void
t2sed_evaluator_options_init(t2sed_evaluator_options *options, size_t size);

/*
 * Makes an evaluator. Threads are started by the first t2sed_evaluator_submit.
 *
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (an option is out of its range), T2SED_ENOMEM.
 * Threads: an evaluator is used by one thread at a time. Since: 0.1.
 */
T2SED_LAB_API t2sed_status
t2sed_evaluator_new(t2sed_evaluator **out,
                    const t2sed_evaluator_options *options, t2sed_error *err);

/* Ends an evaluator and what it still has to do: running queries are stopped.
 * NULL is allowed. Errors: none. Since: 0.1. */
T2SED_LAB_API void t2sed_evaluator_free(t2sed_evaluator *evaluator);

/* A question: where the queries run, the gold query, the predictions. */
typedef struct t2sed_evaluator_item {
    size_t struct_size;          /* sizeof(t2sed_evaluator_item) */
    t2sed_database *database;    /* whose own limits do not count here */
    const char *gold;            /* SQL */
    size_t gold_length;          /* in bytes */
    const char *const *queries;  /* the predictions */
    const size_t *query_lengths; /* in bytes; NULL: all are NUL-terminated */
    size_t query_count;
} t2sed_evaluator_item;
#define T2SED_EVALUATOR_ITEM_INIT                                              \
    {                                                                          \
        sizeof(t2sed_evaluator_item), NULL, NULL, 0, NULL, NULL, 0             \
    }

/* What a prediction is. */
typedef struct t2sed_verdict {
    int label;           /* T2SED_LABEL_* */
    int reason;          /* T2SED_REASON_* */
    const char *message; /* the reason in words, one line: counts of rows, what
                            SQLite said... */
    int limit_removed;   /* 1 if rule 2 took LIMIT out of both queries */
    size_t rows;         /* of its result as written, 0 where there is none */
    double milliseconds; /* that it ran and was compared */
} t2sed_verdict;

/* The labels of one question. Only the library makes these; they are immutable,
 * so that any number of threads may read them. */
typedef struct t2sed_evaluation {
    const t2sed_verdict *verdicts; /* [count] of the predictions */
    size_t count;
    size_t gold_rows;         /* of the gold query's result as written */
    double gold_milliseconds; /* that it ran, both times if it ran twice */
} t2sed_evaluation;

/*
 * Labels the predictions for one question, in the caller's thread. The gold
 * query runs once, and once more without its LIMIT where rule 2 asks for it. A
 * database that can't be opened, a gold query that fails and predictions that
 * fail are no errors of the call but reasons.
 *
 * out   the labels, the caller's; end them with t2sed_evaluation_free.
 * item  read during the call.
 *
 * Results depend on nothing but the item, the rule and the limits, except where
 * SQL leaves a choice: which rows an unordered LIMIT gives is up to SQLite's
 * version, random() to chance, and whether a query ends in time to the machine.
 *
 * Errors: T2SED_EINVAL (item), T2SED_ENOMEM. Since: 0.1. Source: Chen et al.
 * 2023, Appendix A; Yu et al. 2018.
 */
T2SED_LAB_API t2sed_status
t2sed_evaluator_evaluate(t2sed_evaluation **out, t2sed_evaluator *evaluator,
                         const t2sed_evaluator_item *item, t2sed_error *err);

/*
 * Hands in a question to be evaluated by the evaluator's threads. Texts are
 * copied, the database must live until the question's labels are there. Memory
 * grows with what is handed in and not yet fetched: a few per thread are enough
 * to keep them busy.
 *
 * Errors: T2SED_EINVAL (item), T2SED_ENOMEM. Since: 0.1.
 */
T2SED_LAB_API t2sed_status
t2sed_evaluator_submit(t2sed_evaluator *evaluator,
                       const t2sed_evaluator_item *item, t2sed_error *err);

/*
 * Waits for the labels of the question that was handed in first, so that labels
 * come in the order of the questions whatever the number of threads.
 *
 * Errors: T2SED_ESTATE (nothing is pending); T2SED_ENOMEM, after which the
 * question is done with, and the next call fetches the one after it.
 * Since: 0.1.
 */
T2SED_LAB_API t2sed_status t2sed_evaluator_next(t2sed_evaluation **out,
                                                t2sed_evaluator *evaluator,
                                                t2sed_error *err);

/* Ends the labels of a question. NULL is allowed. Since: 0.1. */
T2SED_LAB_API void t2sed_evaluation_free(t2sed_evaluation *evaluation);

T2SED_END_DECLS

#endif
