/*
 * t2sed/parts/agreement.h - groups candidates that give the same result.
 *
 * Candidates agree if they give the same result on the database. What many
 * agree on is more often right: a majority vote over several parsers, or over
 * samples of one, uses nothing else. A re-ranker reads agreement as one signal
 * among others (t2sed/parts/reranker.h).
 *
 *     t2sed_agreed agreed = T2SED_AGREED_INIT;
 *     t2sed_agreement_new(&agreement, evidence, queries, NULL, count, NULL,
 *                         &err);
 *     t2sed_agreement_get(agreement, 0, &agreed, &err);
 *     use(agreed.share);
 */
#ifndef T2SED_AGREEMENT_H
#define T2SED_AGREEMENT_H

#include <stddef.h>

#include "../checker.h"
#include "../status.h"
#include "evidence.h"

T2SED_BEGIN_DECLS

/* How candidates of one question agree. Immutable; may be shared by threads. */
typedef struct t2sed_agreement t2sed_agreement;

/*
 * Puts candidates into groups of those that agree.
 *
 * out      freed with t2sed_agreement_free.
 * source   runs the queries on its database, in its sandbox and within its
 *          limits; a query that it computed evidence of is not run again. NULL,
 *          or without a database: queries agree where they say the same.
 * queries  [count] SQL texts.
 * lengths  [count] in bytes; NULL: all are NUL-terminated.
 * count    may be 0.
 * weights  [count] 0 or more, how much each candidate's voice counts (its
 *          probability, for one); NaN counts 0. NULL: all count 1.
 *
 * Queries that ran agree where their results are equal: some permutation of the
 * columns makes them the same bag of rows, numbers rounded to six decimals, or
 * the same list of rows where every candidate that ran has a top-level ORDER
 * BY. An empty result says nothing: such queries, those that a limit ended, and
 * those that could not be run agree where they say the same, that is, use the
 * same columns, functions, values and operators in the same clauses, whatever
 * the order of tables, of selected and grouped columns and of conditions that
 * AND connects; conditions that only join tables are not compared. Queries with
 * CASE, windows, OFFSET or UNION agree where these are spelled alike. What
 * fails or does not parse agrees with nothing; where `source` has a schema and
 * no rows, a query fails that no database of the schema would run (since 0.10).
 *
 * Where `source` has a schema and no rows, up to 100 queries agree where they
 * give the same on three small databases that are made of the schema
 * (t2sed_witness_group, since 0.10), and by what they say where one can't run
 * there. With T2SED_ISOLATION_WORKER nothing runs, and all agree by what they
 * say.
 *
 * Errors: T2SED_EINVAL (a NULL array, a negative or infinite weight),
 * T2SED_ELIMIT (more than INT_MAX queries), T2SED_ENOMEM. Threads: one at a
 * time for a source. Since: 0.1.
 * Source: the majority vote is that of Wang et al. 2023 (self-consistency), on
 * results as in Chen et al. 2023, Appendix A.
 */
T2SED_API t2sed_status t2sed_agreement_new(t2sed_agreement **out,
                                           t2sed_evidence *source,
                                           const char *const *queries,
                                           const size_t *lengths, size_t count,
                                           const double *weights,
                                           t2sed_error *err);
T2SED_API void t2sed_agreement_free(t2sed_agreement *agreement);

/* What was found of one candidate. */
typedef struct t2sed_agreed {
    size_t struct_size; /* sizeof(t2sed_agreed) */
    int group;    /* numbered from 0 by their first candidates; -1: it agrees
                     with nothing, not even with itself */
    int outcome;  /* T2SED_OUTCOME_* */
    double share; /* of the weight of all candidates that its group has; 0
                     without a group, NaN where all weights are 0 */
    size_t rows;  /* of its result; 0 where it did not run */
} t2sed_agreed;
#define T2SED_AGREED_INIT                                                      \
    {                                                                          \
        sizeof(t2sed_agreed), 0, 0, 0, 0                                       \
    }

/*
 * What was found of candidate i.
 *
 * out  filled in as far as its struct_size goes, which the caller sets.
 *
 * Errors: T2SED_EINVAL (out of range, struct_size not set). Threads: any.
 * Since: 0.9.
 */
T2SED_API t2sed_status t2sed_agreement_get(const t2sed_agreement *agreement,
                                           size_t i, t2sed_agreed *out,
                                           t2sed_error *err);

T2SED_END_DECLS

#endif
