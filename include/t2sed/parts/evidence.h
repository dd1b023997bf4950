/*
 * t2sed/parts/evidence.h - the features of a query: numbers that say how its
 * structure, names and values fit the question and the schema, and what it
 * gives on the database. From the same facts come findings.
 *
 *     t2sed_evidence_new(&evidence, database, &err);
 *     t2sed_evidence_set_question(evidence, question, &err);
 *     t2sed_evidence_compute(evidence, query, numbers, &err);
 *     t2sed_findings_parse(&findings, evidence, "SELECT ...", &err);
 *
 * Models read the features that their config.json lists. A scorer computes them
 * on its own where the caller gives none.
 */
#ifndef T2SED_EVIDENCE_H
#define T2SED_EVIDENCE_H

#include <stddef.h>

#include "../conversation.h"
#include "../database.h"
#include "../finding.h"
#include "../model.h"
#include "../question.h"
#include "../sql.h"
#include "../status.h"
#include "sketch.h"

T2SED_BEGIN_DECLS

/* Gathers evidence on one database, for one question after another. Used by
 * one thread at a time. */
typedef struct t2sed_evidence t2sed_evidence;

/*
 * Prepares to gather evidence.
 *
 * out       freed with t2sed_evidence_free.
 * database  may be freed while the evidence lives, since the evidence keeps
 *           what it needs. Queries are run on it within its limits; its
 *           values are read once, up to a bound. What it does not tell (a
 *           schema alone knows no rows) is unknown. NULL: nothing is known of
 *           schema or rows.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOTFOUND, T2SED_EDATABASE, T2SED_ENOMEM.
 * Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_evidence_new(t2sed_evidence **out,
                                          t2sed_database *database,
                                          t2sed_error *err);
T2SED_API void t2sed_evidence_free(t2sed_evidence *evidence);

/*
 * Sets the question that the next queries are candidates for; it may be freed
 * after the call. After a failure there is no question.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: one at a time. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_evidence_set_question(
    t2sed_evidence *evidence, const t2sed_question *question, t2sed_error *err);

/*
 * Sets the turns before the question that is set; the next question has none
 * again. What they named, and what their queries use, a query may use without
 * being asked for it again: it is no evidence against it. What the question
 * itself asks for stays so.
 *
 * conversation  must live, and not change, until the next question; NULL: the
 *               question stands alone, as after a failure.
 *
 * Errors: T2SED_EINVAL, T2SED_ESTATE (no question is set), T2SED_ENOMEM.
 * Threads: one at a time. Since: 0.1. Source: our own, for what
 * "Conversational Text-to-SQL" 2023, section 4.2, does with slots and values;
 * docs/internals/features.md has the features.
 */
T2SED_API t2sed_status t2sed_evidence_set_conversation(
    t2sed_evidence *evidence, const t2sed_conversation *conversation,
    t2sed_error *err);

/*
 * Sets what is predicted of the right query's structure, for the question that
 * is set; the next question has none again.
 *
 * sketch  must live until then; NULL: not known.
 *
 * Errors: T2SED_EINVAL. Threads: one at a time. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_evidence_set_sketch(t2sed_evidence *evidence,
                                                 const t2sed_sketch *sketch,
                                                 t2sed_error *err);

/*
 * Gathers the evidence of one query, which is run if there is a database: with
 * nothing but SELECT and functions allowed, within the options' limits.
 *
 * numbers  [t2sed_evidence_count()], each within its feature's range, or NaN
 *          where it can't be known. Untouched on failure.
 *
 * A query that SQLite refuses is no failure but evidence.
 *
 * Errors: T2SED_EINVAL, T2SED_ESTATE (no question is set), T2SED_ELIMIT (names
 * of a hostile query need too much work to resolve), T2SED_ENOMEM. Threads:
 * one at a time. Since: 0.1. Source: our own; names are matched in the manner
 * of RAT-SQL's schema linking (Wang et al. 2020, section 4.3), and each number
 * is defined in docs/internals/features.md.
 */
T2SED_API t2sed_status t2sed_evidence_compute(t2sed_evidence *evidence,
                                              const t2sed_sql *sql,
                                              float *numbers, t2sed_error *err);

/* A feature: one number of the evidence of a query. */
typedef struct t2sed_evidence_feature {
    size_t struct_size;  /* sizeof(t2sed_evidence_feature), set by the caller */
    const char *name;    /* as model directories store it: "value.texts" */
    const char *meaning; /* one line, in English */
    float low, high;     /* its range */
} t2sed_evidence_feature;
#define T2SED_EVIDENCE_FEATURE_INIT                                            \
    {                                                                          \
        sizeof(t2sed_evidence_feature), NULL, NULL, 0, 0                       \
    }

/*
 * How many features there are, and feature i of them; texts are static. A name
 * never changes its meaning; new versions may have more features, in another
 * order.
 *
 * Errors: T2SED_EINVAL (i is not below the count; out->struct_size is not
 * set). Threads: any. Since: 0.1; records since 0.9.
 */
T2SED_API size_t t2sed_evidence_count(void);
T2SED_API t2sed_status t2sed_evidence_feature_get(size_t i,
                                                  t2sed_evidence_feature *out,
                                                  t2sed_error *err);

/*
 * The features that a model reads beside a pair, its evidence: how many there
 * are, and the name of feature i; NULL for i at or beyond
 * the count.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API size_t t2sed_model_feature_count(const t2sed_model *model);
T2SED_API const char *t2sed_model_feature_name(const t2sed_model *model,
                                               size_t i);

/* --- findings --- */

/*
 * Checks a query: by its text, by the schema and the database of `evidence`,
 * and against the question that is set there. Checks whose input (schema,
 * database, question, predicted clauses) is absent are skipped; an absent
 * question is not an error.
 *
 * out       freed with t2sed_findings_free. The worst come first, then in the
 *           order of the query. At most 64 are listed.
 * evidence  where there is a database the query is run, as for
 *           t2sed_evidence_compute, within the same limits.
 *
 * A query that can't run is a finding and not a failure. What SQLite refuses
 * has findings of severity T2SED_SEVERITY_ERROR alone.
 *
 * Errors: T2SED_EINVAL, T2SED_ELIMIT (names of a hostile query need too much
 * work to resolve), T2SED_EINTERRUPTED, T2SED_ENOMEM. Threads: one at a time
 * per evidence. Since: 0.1. Source: our own.
 */
T2SED_API t2sed_status t2sed_findings_new(t2sed_findings **out,
                                          t2sed_evidence *evidence,
                                          const t2sed_sql *sql,
                                          t2sed_error *err);

/*
 * The same for a text: one that is no query (T2SED_FINDING_SYNTAX_ERROR,
 * T2SED_FINDING_NOT_A_QUERY) has that finding alone. n is its length in bytes.
 *
 * Errors: as for t2sed_findings_new. Threads: one at a time per evidence.
 * Since: 0.1.
 */
T2SED_API t2sed_status t2sed_findings_parse(t2sed_findings **out,
                                            t2sed_evidence *evidence,
                                            const char *sql, t2sed_error *err);
T2SED_API t2sed_status t2sed_findings_parse_n(t2sed_findings **out,
                                              t2sed_evidence *evidence,
                                              const char *sql, size_t n,
                                              t2sed_error *err);

T2SED_END_DECLS

#endif
