/*
 * t2sed/schema_prediction.h - for every table and column of a schema, the
 * probability that the right query uses it, and for what.
 *
 *     t2sed_schema_predictor_open(&predictor, NULL, &err);
 *     t2sed_schema_prediction_make(&prediction, predictor, question, schema,
 *                                  NULL, &err);
 *     p = t2sed_schema_prediction_column(prediction, i, T2SED_ROLE_SELECTED);
 *
 * It may be told what the database holds, what was asked before, and of a
 * wrong query and what a user said about it.
 *
 * Source: Glenn, Dakle and Raghavan 2023 ("Correcting Semantic Parses with
 * Natural Language through Dynamic Schema Encoding"), section 3.1, whose
 * classifier ranks tables and columns; the roles, and boosted trees in place
 * of a language model, are our own.
 */
#ifndef T2SED_SCHEMA_PREDICTION_H
#define T2SED_SCHEMA_PREDICTION_H

#include <stddef.h>
#include <stdint.h>

#include "conversation.h"
#include "evidence.h"
#include "question.h"
#include "schema.h"
#include "sql.h"
#include "status.h"

T2SED_BEGIN_DECLS

/* A model. Immutable; may be shared by threads. */
typedef struct t2sed_schema_predictor t2sed_schema_predictor;
/* What it says of a question. Immutable; may be shared by threads. */
typedef struct t2sed_schema_prediction t2sed_schema_prediction;

/* What a query uses a column for. A column may have several roles. */
#define T2SED_ROLE_SELECTED  0 /* in the SELECT of the query itself */
#define T2SED_ROLE_CONDITION 1 /* in WHERE or HAVING, of subqueries too */
#define T2SED_ROLE_GROUPED   2 /* in GROUP BY */
#define T2SED_ROLE_ORDERED   3 /* in ORDER BY */
#define T2SED_ROLE_JOINED    4 /* it only ties tables or queries together */
#define T2SED_ROLE_USED      5 /* any of these */
#define T2SED_ROLES          6 /* how many these are */

/*
 * "selected", "condition", ..., "used"; NULL for a number that is no role.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API const char *t2sed_role_name(int role);

/*
 * Reads which tables and columns a query uses.
 *
 * columns  [t2sed_schema_column_count(schema)] gets bit 1 << role of each.
 * tables   [t2sed_schema_table_count(schema)] gets 1 << T2SED_ROLE_USED or 0.
 *
 * Both are untouched on failure. "*" uses no column. What a SELECT in a
 * condition gives is joined if it is a key, and a condition if not.
 *
 * Errors: T2SED_EINVAL, T2SED_ELIMIT (names of a hostile query need too much
 * work to resolve), T2SED_ENOMEM. Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_roles_read(unsigned char *columns,
                                        unsigned char *tables,
                                        const t2sed_sql *sql,
                                        const t2sed_schema *schema,
                                        t2sed_error *err);

/* --- predictions --- */

/*
 * Makes a prediction from probabilities of the caller's own.
 *
 * out      ended with t2sed_schema_prediction_free.
 * columns  [column_count * T2SED_ROLES] probabilities, 0 to 1, the roles of a
 *          column side by side; copied. A role that is not known is NaN.
 * tables   [table_count] likewise.
 * schema   gives the counts and the tables of columns; it may be freed after.
 *
 * Errors: T2SED_EINVAL (a number that is no probability), T2SED_ENOMEM.
 * Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_schema_prediction_new(
    t2sed_schema_prediction **out, const double *columns, const double *tables,
    const t2sed_schema *schema, t2sed_error *err);
T2SED_API void
t2sed_schema_prediction_free(t2sed_schema_prediction *prediction);

/* How many it has: those of the schema. Since: 0.1. */
T2SED_API size_t
t2sed_schema_prediction_column_count(const t2sed_schema_prediction *prediction);
T2SED_API size_t
t2sed_schema_prediction_table_count(const t2sed_schema_prediction *prediction);

/*
 * The probability that the right query uses a column in a role, and that it
 * uses a table. Past the end, and for what is no role: NaN.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API double
t2sed_schema_prediction_column(const t2sed_schema_prediction *prediction,
                               size_t column, int role);
T2SED_API double
t2sed_schema_prediction_table(const t2sed_schema_prediction *prediction,
                              size_t table);

/*
 * The likeliest, best first; of equal ones the earlier. Writes at most `most`
 * numbers and returns how many.
 *
 * table  whose columns are ranked; -1: all columns.
 * role   T2SED_ROLE_...
 *
 * Errors: none. Threads: any. Since: 0.1. Source: top-k1 tables and top-k2
 * columns of each, in the paper's section 3.1 (4 and 5 in its 4.3).
 */
T2SED_API size_t t2sed_schema_prediction_top_tables(
    const t2sed_schema_prediction *prediction, int32_t *tables, size_t most);
T2SED_API size_t t2sed_schema_prediction_top_columns(
    const t2sed_schema_prediction *prediction, int32_t table, int role,
    int32_t *columns, size_t most);

/*
 * Whether a table or a column (role "used") is among those to name if one set
 * of items had to be named: that whose expected F1 against the items of the
 * right query is greatest, taking the probabilities as independent. 1 or 0.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API int
t2sed_schema_prediction_names_table(const t2sed_schema_prediction *prediction,
                                    size_t table);
T2SED_API int
t2sed_schema_prediction_names_column(const t2sed_schema_prediction *prediction,
                                     size_t column);

/*
 * What the next queries are compared with in the evidence's features column.*:
 * a prediction for the question that is set, borrowed until another is set.
 * NULL, as after t2sed_evidence_set_question: these are unknown.
 *
 * Errors: T2SED_EINVAL (it is of another schema, or there is none). Threads:
 * one at a time. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_evidence_set_prediction(
    t2sed_evidence *evidence, const t2sed_schema_prediction *prediction,
    t2sed_error *err);

/* --- the model --- */

/*
 * Reads a predictor.
 *
 * out   ended with t2sed_schema_predictor_free.
 * path  its directory; NULL: $T2SED_SCHEMA_PREDICTION, or the one that is
 *       shipped, which is looked for as the default model is
 *       (t2sed_model_open).
 *
 * Errors: T2SED_EINVAL, T2SED_ENOTFOUND, T2SED_EIO, T2SED_EFORMAT,
 * T2SED_EUNSUPPORTED (a newer format), T2SED_EMISMATCH (files that contradict
 * each other), T2SED_ENOMEM. Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_schema_predictor_open(t2sed_schema_predictor **out,
                                                   const char *path,
                                                   t2sed_error *err);
T2SED_API void t2sed_schema_predictor_free(t2sed_schema_predictor *predictor);

/* What may be known beside question and schema. */
typedef struct t2sed_schema_prediction_options {
    size_t struct_size; /* sizeof(t2sed_schema_prediction_options) */
    /* What the database holds: made by t2sed_evidence_open with the same
     * schema and a database. Only read. NULL: not known. */
    const t2sed_evidence *values;
    /* The turns before the question; the newest four are read. NULL: none. */
    const t2sed_conversation *conversation;
    /* A query that is known to be wrong, and what was said about it. Either
     * may be NULL. */
    const t2sed_sql *wrong;
    const t2sed_question *feedback;
} t2sed_schema_prediction_options;

#define T2SED_SCHEMA_PREDICTION_OPTIONS_INIT                                   \
    {                                                                          \
        sizeof(t2sed_schema_prediction_options), NULL, NULL, NULL, NULL        \
    }

/*
 * Fills *options with the defaults, for languages without the macro.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API void
t2sed_schema_prediction_options_init(t2sed_schema_prediction_options *options);

/*
 * Predicts for one question.
 *
 * out      ended with t2sed_schema_prediction_free.
 * options  NULL for the defaults.
 *
 * Takes time in proportion to the columns; docs/quality.md says how much.
 *
 * Errors: T2SED_EINVAL (options->values was opened with another schema),
 * T2SED_ELIMIT (as t2sed_roles_read, of `wrong`), T2SED_ENOMEM. Threads: any;
 * options->values must not change meanwhile. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_schema_prediction_make(
    t2sed_schema_prediction **out, const t2sed_schema_predictor *predictor,
    const t2sed_question *question, const t2sed_schema *schema,
    const t2sed_schema_prediction_options *options, t2sed_error *err);

/* --- training --- */

/* Collects right queries and trains predictors on them. Used by one thread at
 * a time. */
typedef struct t2sed_schema_trainer t2sed_schema_trainer;

typedef struct t2sed_schema_trainer_options {
    size_t struct_size;   /* sizeof(t2sed_schema_trainer_options) */
    int trees;            /* of the forest of each role; default 120 */
    int leaves;           /* of a tree, at most; default 24 */
    double learning_rate; /* default 0.12 */
    int threads;          /* 0: all cores */
    uint64_t seed;        /* default 1 */
    const char *lightgbm; /* path of lib_lightgbm.so; NULL: found as
                             docs/training.md says */
} t2sed_schema_trainer_options;

/*
 * Fills in the defaults.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API void
t2sed_schema_trainer_options_init(t2sed_schema_trainer_options *options);

/*
 * Makes a trainer.
 *
 * out      ended with t2sed_schema_trainer_free.
 * options  copied; NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (an option out of range), T2SED_ENOMEM. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_schema_trainer_open(
    t2sed_schema_trainer **out, const t2sed_schema_trainer_options *options,
    t2sed_error *err);
T2SED_API void t2sed_schema_trainer_free(t2sed_schema_trainer *trainer);

/*
 * Adds a question and its right query.
 *
 * question  as in t2sed_schema_prediction_make, copied; `schema` and
 * schema    options->values must live until the last run.
 * options   what is known beside them, copied but for `values`; NULL: nothing.
 * db_id     the database's name: examples of a database are kept together.
 * right     the right query.
 * weight    what the example counts for, above 0.
 *
 * Errors: T2SED_EINVAL, those of t2sed_roles_read. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_schema_trainer_add(
    t2sed_schema_trainer *trainer, const t2sed_question *question,
    const t2sed_schema *schema, const t2sed_schema_prediction_options *options,
    const char *db_id, const t2sed_sql *right, double weight, t2sed_error *err);

/*
 * Trains a predictor and writes its directory, which is made if need be.
 *
 * path   of the directory.
 * fold   0 to folds - 1: databases of that fold (a hash of their names) are
 *        left out. -1: none is.
 * folds  1 or more.
 *
 * With one version of LightGBM and the same processor, equal examples in
 * equal order give equal bytes.
 *
 * Errors: T2SED_EINVAL, T2SED_EEMPTY (no example is left), T2SED_ENOBACKEND
 * (no LightGBM), T2SED_EBACKEND, T2SED_EIO, T2SED_ENOMEM. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_schema_trainer_run(t2sed_schema_trainer *trainer,
                                                const char *path, int fold,
                                                int folds, t2sed_error *err);

T2SED_END_DECLS

#endif
