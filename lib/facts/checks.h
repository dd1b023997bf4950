/*
 * checks.h - what is suspect in a query by its meaning, without a model: each
 * check is a kind, and its hits are places of the query. The features check.*
 * count hits, findings tell of them.
 */
#ifndef T2S_FACTS_CHECKS_H
#define T2S_FACTS_CHECKS_H

#include "case/case.h"
#include "facts/query.h"

/* The kinds, in the order of findings/findings.def. */
typedef enum t2s_check_kind {
#define CHECK(code, kind, name, needs, measures, sentence) T2S_CHECK_##kind,
#define ALONE(kind, name, needs, measures)                 T2S_CHECK_##kind,
#include "findings/findings.def"
    T2S_CHECK_KINDS
} t2s_check_kind;

/* Places of one kind that are kept; more are counted. */
#define T2S_MOST_HITS 4

typedef struct t2s_check_hits {
    int32_t count;
    int32_t nodes[T2S_MOST_HITS]; /* of the query's tree */
    int32_t first, last; /* words of the question that ask for it, or -1 */
} t2s_check_hits;

typedef struct t2s_checks {
    t2s_check_hits of[T2S_CHECK_KINDS];
} t2s_checks;

/*
 * Fills in what there is of a query, read with the evidence's schema. What a
 * kind needs and is not there gives no hits. Queries are not run; the database
 * is asked short questions for few of the kinds, where all else speaks for a
 * hit. Errors: T2SED_ENOMEM, T2SED_EINTERRUPTED.
 */
t2sed_status t2s_checks_find(t2s_checks *out, const t2s_query *query,
                             const t2sed_evidence *from, t2sed_error *err);

#endif
