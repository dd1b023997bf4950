/*
 * t2sed/parts/sketch.h - predicts a sketch of the right query: its clauses,
 * aggregates, and how many columns, tables and conditions it has.
 *
 *     t2sed_sketch_head head = T2SED_SKETCH_HEAD_INIT;
 *     t2sed_sketch_fit fit = T2SED_SKETCH_FIT_INIT;
 *     t2sed_sketcher_open(&sketcher, NULL, &err);
 *     t2sed_sketcher_predict(&sketch, sketcher, question, schema, NULL, &err);
 *     t2sed_sketch_get(sketch, T2SED_SKETCH_GROUP_BY, &head, &err);
 *     t2sed_sketch_compare(sketch, query, schema, &fit, &err);
 *
 * A sketch is a list of heads, each a yes or no with a probability. The first
 * eight are the clauses of Zeng et al. 2022 ("N-Best Hypotheses Reranking for
 * Text-To-SQL Systems", section 4.1); t2sed_sketch_head_name lists all.
 */
#ifndef T2SED_SKETCH_H
#define T2SED_SKETCH_H

#include <stddef.h>

#include "../conversation.h"
#include "../question.h"
#include "../schema.h"
#include "../sql.h"
#include "../status.h"

T2SED_BEGIN_DECLS

/* A model that predicts sketches. Immutable; may be shared by threads. */
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
#define T2SED_SKETCH_CLAUSES   8 /* how many the paper has */

/*
 * How many heads there are, and for i below that the name that models store
 * ("where", "select_count", "tables_2"). A name never changes its meaning; new
 * heads may come with a new version, behind the others. At or past the count:
 * NULL.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API size_t t2sed_sketch_head_count(void);
T2SED_API const char *t2sed_sketch_head_name(size_t i);

/*
 * Reads which heads a query has. The style in which it is written does not
 * matter: conditions that only join tables are no WHERE, wherever they stand.
 *
 * heads   [t2sed_sketch_head_count()] 1 or 0, or NaN where it can't be told
 *         ("limit_1" of LIMIT with an expression). Untouched on failure.
 * schema  of the query's database; NULL: WHERE a.x = b.y counts as a condition.
 *
 * Errors: T2SED_EINVAL, T2SED_ELIMIT (names of a hostile query need too much
 * work to resolve), T2SED_ENOMEM. Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_sketch_read(float *heads, const t2sed_sql *sql,
                                         const t2sed_schema *schema,
                                         t2sed_error *err);

/* --- predictions --- */

/* NULL is allowed. Errors: none. Since: 0.9. */
T2SED_API void t2sed_sketch_free(t2sed_sketch *sketch);

/* A head of a sketch. */
typedef struct t2sed_sketch_head {
    size_t struct_size;  /* sizeof(t2sed_sketch_head), set by the caller */
    const char *name;    /* t2sed_sketch_head_name */
    const char *meaning; /* in one line; static, as the name is */
    double probability;  /* that the right query has it */
    double threshold;    /* from which probability on `expected` is 1: the
                            model's */
    int expected;        /* 1 or 0 */
} t2sed_sketch_head;
#define T2SED_SKETCH_HEAD_INIT                                                 \
    {                                                                          \
        sizeof(t2sed_sketch_head), NULL, NULL, 0, 0, 0                         \
    }

/*
 * Head i of a sketch.
 *
 * out  its struct_size is set by the caller; no more than that is written.
 *
 * Errors: T2SED_EINVAL (no such head, a struct_size that no version has).
 * Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_sketch_get(const t2sed_sketch *sketch, size_t i,
                                        t2sed_sketch_head *out,
                                        t2sed_error *err);

/* How well a query agrees with a sketch. Probabilities are kept 0.002 from 0
 * and 1 in both numbers. */
typedef struct t2sed_sketch_fit {
    size_t struct_size; /* sizeof(t2sed_sketch_fit), set by the caller */
    /* The product over the paper's eight clauses of p(as the query has it) /
     * p(as is likelier): 1 for a query that has exactly the clauses that are
     * likelier than not, and less for each that contradicts the sketch. */
    double agreement;
    /* The sum over all heads of the logarithm of the probability of what the
     * query has. Heads that can't be told from the query are left out. */
    double log_likelihood;
} t2sed_sketch_fit;
#define T2SED_SKETCH_FIT_INIT                                                  \
    {                                                                          \
        sizeof(t2sed_sketch_fit), 0, 0                                         \
    }

/*
 * Compares a query with a sketch.
 *
 * out     its struct_size is set by the caller; no more than that is written.
 * schema  as in t2sed_sketch_read.
 *
 * Errors: T2SED_EINVAL (a struct_size that no version has), those of
 * t2sed_sketch_read. Threads: any. Since: 0.9.
 * Source: the coherence check of Zeng et al. 2022, section 4.1, whose
 * decisions are yes or no, with probabilities instead.
 */
T2SED_API t2sed_status t2sed_sketch_compare(const t2sed_sketch *sketch,
                                            const t2sed_sql *sql,
                                            const t2sed_schema *schema,
                                            t2sed_sketch_fit *out,
                                            t2sed_error *err);

/* --- the model --- */

/*
 * Opens a sketcher.
 *
 * out   freed with t2sed_sketcher_free.
 * path  its directory; NULL: $T2SED_SKETCH, or the one that is shipped, which
 *       is looked for as the default model is (t2sed_model_open).
 *
 * Errors: T2SED_EINVAL, T2SED_ENOTFOUND, T2SED_EIO, T2SED_EFORMAT,
 * T2SED_EUNSUPPORTED (a newer format), T2SED_EMISMATCH (files that contradict
 * each other), T2SED_ENOMEM. Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_sketcher_open(t2sed_sketcher **out,
                                           const char *path, t2sed_error *err);
T2SED_API void t2sed_sketcher_free(t2sed_sketcher *sketcher);

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

/*
 * Fills `size` bytes of *options, the caller's sizeof, with the defaults.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API void t2sed_sketch_options_init(t2sed_sketch_options *options,
                                         size_t size);

/*
 * Predicts the sketch of the query that a question asks for.
 *
 * out      freed with t2sed_sketch_free.
 * schema   of the database that is asked; NULL: not known.
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (no such task), T2SED_ENOMEM. Threads: any. Since: 0.9.
 * Source: the "query plan" model of Zeng et al. 2022, section 4.1, and
 * of "Conversational Text-to-SQL" 2023, section 2.2 (tasks, and turns in
 * reverse order), with a model of our own: docs/internals/sketch.md.
 */
T2SED_API t2sed_status t2sed_sketcher_predict(
    t2sed_sketch **out, const t2sed_sketcher *sketcher,
    const t2sed_question *question, const t2sed_schema *schema,
    const t2sed_sketch_options *options, t2sed_error *err);

T2SED_END_DECLS

#endif
