/*
 * t2sed/parts/schema_prediction.h - predicts which tables and columns the right
 * query uses, and for what.
 *
 *     t2sed_predicted_item item = T2SED_PREDICTED_ITEM_INIT;
 *     t2sed_schema_predictor_open(&predictor, NULL, &err);
 *     t2sed_schema_predictor_predict(&prediction, predictor, question, schema,
 *                                    NULL, &err);
 *     t2sed_schema_prediction_column(prediction, i, &item, &err);
 *     use(item.roles[T2SED_ROLE_SELECTED]);
 *
 * Values of the database, earlier turns, and a wrong query with what a user
 * said about it are optional inputs.
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

#include "../conversation.h"
#include "../question.h"
#include "../schema.h"
#include "../sql.h"
#include "../status.h"
#include "evidence.h"

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

/*
 * How many roles there are, at most 8, and their names: "selected",
 * "condition", ..., "used"; NULL for a number that is no role.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API size_t t2sed_role_count(void);
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

/* NULL is allowed. Errors: none. Since: 0.1. */
T2SED_API void
t2sed_schema_prediction_free(t2sed_schema_prediction *prediction);

/* How many it has: those of the schema. Since: 0.1. */
T2SED_API size_t
t2sed_schema_prediction_column_count(const t2sed_schema_prediction *prediction);
T2SED_API size_t
t2sed_schema_prediction_table_count(const t2sed_schema_prediction *prediction);

/* What is predicted of a column or a table. */
typedef struct t2sed_predicted_item {
    size_t struct_size;  /* sizeof(t2sed_predicted_item), set by the caller */
    double used;         /* the probability that the right query uses it; NaN:
                            not known */
    const double *roles; /* of a column: [t2sed_role_count()] that it is used
                            in each role, borrowed from the prediction; of a
                            table NULL */
    int named;           /* 1 if it is among those to name if one set of
                            columns and tables had to be named: that whose
                            expected F1 against the items of the right query
                            is greatest, taking the probabilities as
                            independent; else 0 */
} t2sed_predicted_item;
#define T2SED_PREDICTED_ITEM_INIT                                              \
    {                                                                          \
        sizeof(t2sed_predicted_item), 0, NULL, 0                               \
    }

/*
 * A column, and a table, by their numbers in the schema.
 *
 * out  its struct_size is set by the caller; no more than that is written.
 *
 * Errors: T2SED_EINVAL (no such item, a struct_size that no version has).
 * Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_schema_prediction_column(
    const t2sed_schema_prediction *prediction, size_t column,
    t2sed_predicted_item *out, t2sed_error *err);
T2SED_API t2sed_status t2sed_schema_prediction_table(
    const t2sed_schema_prediction *prediction, size_t table,
    t2sed_predicted_item *out, t2sed_error *err);

/*
 * The likeliest, best first; of equal ones the earlier. Writes at most `most`
 * numbers and returns how many.
 *
 * table  whose columns are ranked; T2SED_NONE: all columns.
 * role   T2SED_ROLE_...
 *
 * Errors: none. Threads: any. Since: 0.1. Source: top-k1 tables and top-k2
 * columns of each, in the paper's section 3.1 (4 and 5 in its 4.3).
 */
T2SED_API size_t t2sed_schema_prediction_top_tables(
    const t2sed_schema_prediction *prediction, size_t *tables, size_t most);
T2SED_API size_t t2sed_schema_prediction_top_columns(
    const t2sed_schema_prediction *prediction, size_t table, int role,
    size_t *columns, size_t most);

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
 * Opens a predictor.
 *
 * out   freed with t2sed_schema_predictor_free.
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
    /* What the database holds: made by t2sed_evidence_new with the same
     * schema and a database. Only read. NULL: not known. */
    const t2sed_evidence *values;
    /* The turns before the question; the newest four are read. NULL: none. */
    const t2sed_conversation *conversation;
    /* A query that is known to be wrong, and what was said about it. Either
     * may be NULL. */
    const t2sed_sql *wrong;
    const t2sed_question *feedback;
} t2sed_schema_prediction_options;

/*
 * Fills `size` bytes of *options, the caller's sizeof, with the defaults.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API void
t2sed_schema_prediction_options_init(t2sed_schema_prediction_options *options,
                                     size_t size);

/*
 * Predicts for one question.
 *
 * out      freed with t2sed_schema_prediction_free.
 * options  NULL for the defaults.
 *
 * Takes time in proportion to the columns (docs/research/quality.md).
 *
 * Errors: T2SED_EINVAL (options->values was opened with another schema),
 * T2SED_ELIMIT (as t2sed_roles_read, of `wrong`), T2SED_ENOMEM. Threads: any;
 * options->values must not change meanwhile. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_schema_predictor_predict(
    t2sed_schema_prediction **out, const t2sed_schema_predictor *predictor,
    const t2sed_question *question, const t2sed_schema *schema,
    const t2sed_schema_prediction_options *options, t2sed_error *err);

T2SED_END_DECLS

#endif
