/*
 * t2sed/parts/reasons.h - what raises and lowers the probability of a query, as
 * the model counts it. A checker gives them in its report (t2sed/checker.h);
 * these functions give the same to those that compose the parts.
 *
 *     options.reasons = 1;                   (of t2sed_scorer_new)
 *     t2sed_scorer_score(&scores, scorer, &beam, &err);
 *     t2sed_findings_weigh(findings, scores, 0, 0, &err);
 *     t2sed_reasons_new(&reasons, scores, 0, findings, NULL, &err);
 *     for (i = 0; i < t2sed_reasons_count(reasons); i++) {
 *         t2sed_reasons_get(reasons, i, &reason, &err);
 *         printf("%+.2f %s\n", reason.weight, reason.text);
 *     }
 */
#ifndef T2SED_REASONS_H
#define T2SED_REASONS_H

#include <stddef.h>

#include "../checker.h"
#include "../finding.h"
#include "../status.h"
#include "scorer.h"

T2SED_BEGIN_DECLS

/*
 * Gives the findings of candidate i of a beam their weights
 * (t2sed_finding.weight), puts them in the order of weight, errors first and
 * unknown weights last. It keeps errors; warnings, where the probability of
 * the query alone is below 0.5 or the code lowers the log odds by 0.1 or more
 * in all (an unknown weight lowers nothing); and hints by that probability.
 * Weak ones (docs/findings.md) are kept below 0.25 if their code lowers the log
 * odds by 0.02 or more. Others are kept below 0.4, and below 0.5 if their code
 * lowers them by 0.1 or more.
 *
 * findings  of the query; changed, so no other thread may use them.
 * scores    of a scorer with the option `reasons`.
 * all       not 0: nothing is dropped.
 *
 * Where the model reads no features, or the candidate was not scored, weights
 * stay unknown and nothing is dropped.
 *
 * Errors: T2SED_EINVAL (i is out of range), T2SED_ESTATE (the scorer did not
 * have the option `reasons`), T2SED_ENOMEM. Threads: one at a time for
 * `findings`. Since: 0.10.
 */
T2SED_API t2sed_status t2sed_findings_weigh(t2sed_findings *findings,
                                            const t2sed_scores *scores,
                                            size_t i, int all,
                                            t2sed_error *err);

/* What raises and lowers the probability of a query. Immutable; may be shared
 * by threads. */
typedef struct t2sed_reasons t2sed_reasons;

typedef struct t2sed_reasons_options {
    size_t struct_size; /* sizeof(t2sed_reasons_options) */
    int all; /* not 0: all reasons, whose weights and those of the findings add
                up to the log odds of the probability. 0 (the default): what
                counts most, as t2sed_report_reason_get says */
    double probability; /* to explain: that in a beam
                           (t2sed_reranker_probabilities). NaN (the default):
                           that of the scores */
    double confidence;  /* what the decision is by, where that is not
                           `probability`; NaN (the default): it is */
    double threshold;   /* of an answer: where nothing speaks against the query
                           and it is below, one reason more says so. NaN (the
                           default): there is none */
} t2sed_reasons_options;

/* Fills in the defaults, `size` bytes at most. Errors: none. Threads: any.
 * Since: 0.10. */
T2SED_API void t2sed_reasons_options_init(t2sed_reasons_options *options,
                                          size_t size);

/*
 * Finds the reasons for the probability of candidate i, those that count most
 * first. A candidate that was not scored has none.
 *
 * out       freed with t2sed_reasons_free.
 * scores    of a scorer with the option `reasons`.
 * findings  of the query, weighed: what they count is no reason of its own.
 *           NULL: none.
 * options   NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (i is out of range), T2SED_ESTATE (the scorer did not
 * have the option `reasons`), T2SED_ENOMEM. Threads: any. Since: 0.10.
 * Source: the contributions of A. Saabas, "Interpreting random forests", 2014.
 */
T2SED_API t2sed_status t2sed_reasons_new(t2sed_reasons **out,
                                         const t2sed_scores *scores, size_t i,
                                         const t2sed_findings *findings,
                                         const t2sed_reasons_options *options,
                                         t2sed_error *err);

/* NULL is allowed. Errors: none. Since: 0.10. */
T2SED_API void t2sed_reasons_free(t2sed_reasons *reasons);

/*
 * How many there are, and reason i, in *out; texts are static.
 *
 * Errors: T2SED_EINVAL (i is not below the count; out->struct_size is not
 * set). Threads: any. Since: 0.10.
 */
T2SED_API size_t t2sed_reasons_count(const t2sed_reasons *reasons);
T2SED_API t2sed_status t2sed_reasons_get(const t2sed_reasons *reasons, size_t i,
                                         t2sed_reason *out, t2sed_error *err);

T2SED_END_DECLS

#endif
