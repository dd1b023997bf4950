/*
 * t2sed/reranker.h - the order of candidates by what they were scored.
 */
#ifndef T2SED_RERANKER_H
#define T2SED_RERANKER_H

#include <stddef.h>

#include "scorer.h"
#include "status.h"

T2SED_BEGIN_DECLS

typedef struct t2sed_reranker t2sed_reranker;
/* An order of candidates. Immutable; may be shared by threads. */
typedef struct t2sed_ranking t2sed_ranking;

typedef struct t2sed_reranker_options {
    size_t struct_size; /* sizeof(t2sed_reranker_options) */
    /* Candidates are put in a new order only if the probability of the first
     * is at most this; 1 (the default): always. */
    double only_below;
} t2sed_reranker_options;

#define T2SED_RERANKER_OPTIONS_INIT                                            \
    {                                                                          \
        sizeof(t2sed_reranker_options), 1.0                                    \
    }

/*
 * Fills *options with the defaults, for languages without the macro.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API void t2sed_reranker_options_init(t2sed_reranker_options *options);

/*
 * Makes a re-ranker.
 *
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (only_below outside 0..1), T2SED_ENOMEM. Threads: any;
 * a re-ranker never changes and may be shared. Since: 0.1.
 */
T2SED_API t2sed_status
t2sed_reranker_open(t2sed_reranker **out, const t2sed_reranker_options *options,
                    t2sed_error *err);
T2SED_API void t2sed_reranker_free(t2sed_reranker *reranker);

/*
 * Orders candidates by probability, the highest first. Candidates of equal
 * probability keep the order in which they came, and those that could not be
 * scored come last, in that order too.
 *
 * out     the order, ended with t2sed_ranking_free.
 * scores  of the candidates in the parser's order, best first.
 *
 * With only_below set, a first candidate that could not be scored counts as
 * doubtful, so that the rest is ordered.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.1.
 * Source: Chen et al. 2023, section 4.3.
 */
T2SED_API t2sed_status t2sed_reranker_rank(t2sed_ranking **out,
                                           const t2sed_reranker *reranker,
                                           const t2sed_scores *scores,
                                           t2sed_error *err);

/*
 * The same from probabilities alone, for whoever scores in steps of his own.
 *
 * probabilities  [count], in the parser's order; NaN: could not be scored.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.1.
 * Source: Chen et al. 2023, section 4.3.
 */
T2SED_API t2sed_status t2sed_reranker_order(t2sed_ranking **out,
                                            const t2sed_reranker *reranker,
                                            const double *probabilities,
                                            size_t count, t2sed_error *err);
T2SED_API void t2sed_ranking_free(t2sed_ranking *ranking);

/*
 * What is in an order. Ranks and candidates are 0-based; one out of range
 * gives (size_t)-1.
 *
 * count      candidates.
 * candidate  which candidate (its rank before) stands at `rank`.
 * rank       where candidate i stands now.
 * changed    1 if any candidate moved, else 0.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API size_t t2sed_ranking_count(const t2sed_ranking *ranking);
T2SED_API size_t t2sed_ranking_candidate(const t2sed_ranking *ranking,
                                         size_t rank);
T2SED_API size_t t2sed_ranking_rank(const t2sed_ranking *ranking, size_t i);
T2SED_API int t2sed_ranking_changed(const t2sed_ranking *ranking);

T2SED_END_DECLS

#endif
