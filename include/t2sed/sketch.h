/*
 * t2sed/sketch.h - what a query for a question should have: clauses, aggregates,
 * how many columns, tables and conditions, each with a probability.
 *
 *     t2sed_sketcher_open(&planner, NULL, &err);
 *     t2sed_sketcher_predict(&plan, planner, question, schema, NULL, &err);
 *     p = t2sed_sketch_probability(plan, T2SED_SKETCH_GROUP_BY);
 *     t2sed_sketch_agreement(&a, plan, query, schema, &err);
 *
 * What is predicted is a list of heads, yes or no each. The first eight are
 * the clauses of Parthasarathi et al. 2022 ("N-Best Hypotheses Reranking for
 * Text-To-SQL Systems", section 4.1); t2sed_sketch_head_name lists all.
 */
#ifndef T2SED_SKETCH_H
#define T2SED_SKETCH_H

#include <stddef.h>

#include "conversation.h"
#include "question.h"
#include "schema.h"
#include "sql.h"
#include "status.h"

T2SED_BEGIN_DECLS

/* A model that predicts plans. Immutable; may be shared by threads. */
typedef struct t2sed_sketcher t2sed_sketcher;
/* A prediction. Immutable; may be shared by threads. */
typedef struct t2sed_sketch t2sed_sketch;

/* The heads that the paper has, by number. */
#define T2SED_SKETCH_WHERE     0
#define T2SED_SKETCH_GROUP_BY  1
#define T2SED_SKETCH_HAVING    2
#define T2SED_SKETCH_ORDER_BY  3
#define T2SED_SKETCH_LIMIT     4
#define T2SED_SKETCH_EXCEPT    5
#define T2SED_SKETCH_UNION     6
#define T2SED_SKETCH_INTERSECT 7
#define T2SED_SKETCH_CLAUSES   8 /* how many these are */

/*
 * The heads: how many, and for i below that the name that models store
 * ("where", "select_count", "tables_2") and its meaning in one line. A name
 * never changes its meaning; new heads may come with a new version, behind the
 * others. At or past the count: NULL.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API size_t t2sed_sketch_head_count(void);
T2SED_API const char *t2sed_sketch_head_name(size_t i);
T2SED_API const char *t2sed_sketch_head_meaning(size_t i);

/*
 * Reads which heads a query has. The style in which it is written does not
 * matter: conditions that only join tables are no WHERE, wherever they stand.
 *
 * heads   [t2sed_sketch_head_count()] 1 or 0, or NaN where it can't be told
 *         ("limit_1" of LIMIT with an expression). Untouched on failure.
 * schema  of the query's database; NULL: WHERE a.x = b.y counts as a condition.
 *
 * Errors: T2SED_EINVAL, T2SED_ELIMIT (names of a hostile query need too much
 * work to resolve), T2SED_ENOMEM. Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_sketch_read(float *heads, const t2sed_sql *sql,
                                       const t2sed_schema *schema,
                                       t2sed_error *err);

/* --- predictions --- */

/*
 * Makes a plan from probabilities of the caller's own.
 *
 * out            ended with t2sed_sketch_free.
 * probabilities  [t2sed_sketch_head_count()], 0 to 1; copied.
 *
 * Errors: T2SED_EINVAL (a probability that is none), T2SED_ENOMEM. Threads:
 * any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_sketch_new(t2sed_sketch **out,
                                      const double *probabilities,
                                      t2sed_error *err);
T2SED_API void t2sed_sketch_free(t2sed_sketch *plan);

/*
 * Head i of a plan.
 *
 * probability  that the right query has it.
 * has          1 where the probability is at or above the head's threshold,
 *              which the model brings (0.5 for t2sed_sketch_new), else 0.
 *
 * Past the end: 0. Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API double t2sed_sketch_probability(const t2sed_sketch *plan, size_t i);
T2SED_API int t2sed_sketch_has(const t2sed_sketch *plan, size_t i);

/*
 * The sum over all heads of the logarithm of the probability that the plan
 * gives to what the query has; probabilities are kept 0.002 from 0 and 1.
 * Heads that can't be told from the query are left out.
 *
 * Errors: those of t2sed_sketch_read. Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_sketch_log_likelihood(double *out,
                                                 const t2sed_sketch *plan,
                                                 const t2sed_sql *sql,
                                                 const t2sed_schema *schema,
                                                 t2sed_error *err);

/*
 * How well the clauses of a query agree with the plan: the product over the
 * paper's eight clauses of p(as the query has it) / p(as is likelier), with
 * probabilities kept 0.002 from 0 and 1. It is 1 for a query that has exactly
 * the clauses that are likelier than not, and falls with each that contradicts
 * the plan, the more so the surer the plan is.
 *
 * Errors: those of t2sed_sketch_read. Threads: any. Since: 0.1.
 * Source: the coherence check of Parthasarathi et al. 2022, section 4.1, whose
 * decisions are yes or no, with probabilities instead.
 */
T2SED_API t2sed_status t2sed_sketch_agreement(double *out, const t2sed_sketch *plan,
                                            const t2sed_sql *sql,
                                            const t2sed_schema *schema,
                                            t2sed_error *err);

/* --- the model --- */

/*
 * Reads a planner.
 *
 * out   ended with t2sed_sketcher_free.
 * path  its directory; NULL: $T2SED_SKETCH, or the one that is shipped, which is
 *       looked for as the default model is (t2sed_model_open).
 *
 * Errors: T2SED_EINVAL, T2SED_ENOTFOUND, T2SED_EIO, T2SED_EFORMAT,
 * T2SED_EUNSUPPORTED (a newer format), T2SED_EMISMATCH (files that contradict
 * each other), T2SED_ENOMEM. Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_sketcher_open(t2sed_sketcher **out, const char *path,
                                          t2sed_error *err);
T2SED_API void t2sed_sketcher_free(t2sed_sketcher *planner);

typedef struct t2sed_sketch_options {
    size_t struct_size; /* sizeof(t2sed_sketch_options) */
    /* The turns before the question; NULL: none. Their queries are read where
     * they are given. */
    const t2sed_conversation *conversation;
    /* How questions are put: "spider" (each by itself), "sparc" or "cosql" (in
     * conversations, as those data sets have them). NULL: "cosql" with earlier
     * turns, "spider" without. */
    const char *task;
} t2sed_sketch_options;

#define T2SED_SKETCH_OPTIONS_INIT                                             \
    {                                                                          \
        sizeof(t2sed_sketch_options), NULL, NULL                              \
    }

/*
 * Fills *options with the defaults, for languages without the macro.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API void t2sed_sketch_options_init(t2sed_sketch_options *options);

/*
 * Predicts the plan of the query that a question asks for.
 *
 * out      ended with t2sed_sketch_free.
 * schema   of the database that is asked; NULL: not known.
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (no such task), T2SED_ENOMEM. Threads: any. Since: 0.1.
 * Source: the query plan model of Parthasarathi et al. 2022, section 4.1, and
 * of "Conversational Text-to-SQL" 2023, section 2.2 (tasks, and turns in
 * reverse order), with a model of our own: docs/internals/plan.md.
 */
T2SED_API t2sed_status t2sed_sketcher_predict(
    t2sed_sketch **out, const t2sed_sketcher *planner,
    const t2sed_question *question, const t2sed_schema *schema,
    const t2sed_sketch_options *options, t2sed_error *err);

T2SED_END_DECLS

#endif
