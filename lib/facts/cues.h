/*
 * cues.h - words and short phrases of a question that ask for a part of a
 * query ("how many", "at least", "each"), and where a query disagrees with
 * them.
 */
#ifndef T2S_FACTS_CUES_H
#define T2S_FACTS_CUES_H

#include <stdint.h>

#include "features/features.h"
#include "facts/query.h"

struct t2s_question_facts;

/* In the order of their features, cue.words_count and so on. */
typedef enum t2s_cue {
    T2S_CUE_COUNT,
    T2S_CUE_AVERAGE,
    T2S_CUE_SUM,
    T2S_CUE_MAXIMUM, /* the word itself */
    T2S_CUE_MINIMUM,
    T2S_CUE_MOST, /* whatever asks for the upper end */
    T2S_CUE_LEAST,
    T2S_CUE_SUPERLATIVE, /* either end, any word in -est too */
    T2S_CUE_EACH,
    T2S_CUE_GROUP, /* weaker than "each": by, different, for all */
    T2S_CUE_GREATER,
    T2S_CUE_LESS,
    T2S_CUE_AT_LEAST,
    T2S_CUE_AT_MOST,
    T2S_CUE_BETWEEN,
    T2S_CUE_NEGATION,
    T2S_CUE_BOTH,
    T2S_CUE_EITHER,
    T2S_CUE_DISTINCT,
    T2S_CUE_DESCENDING,
    T2S_CUE_ASCENDING,
    T2S_CUE_ORDER,
    T2S_CUE_LIKE,
    T2S_CUE_COMPARISON, /* with an average, a maximum, all, any */
    T2S_CUE_COMMON,
    T2S_CUE_ID,
    T2S_CUE_NAME,
    T2S_CUE_WHO,
    T2S_CUE_WHERE,
    T2S_CUE_WHEN,
    T2S_CUE_WHICH,
    T2S_CUE_AND,
    T2S_CUE_OR,
    T2S_CUE_WITH,
    T2S_CUE_ALSO,
    T2S_CUE_ALL,
    T2S_CUE_ANY,
    T2S_CUE_ONLY,
    T2S_CUE_THEIR,
    T2S_CUES
} t2s_cue;

/*
 * Counts the cues among `count` lower-case words, which stand in `text` at
 * begin[i]..end[i]; a word whose skip[i] is set ends every phrase. The phrases
 * of a family that overlap count once.
 */
void t2s_cues_count(uint32_t counts[T2S_CUES], const char *text,
                    const uint32_t *begin, const uint32_t *end,
                    const bool *skip, size_t count);

/* The first phrase of a family: words [*first, *last] of the question. False
 * where there is none. */
bool t2s_cues_find(int32_t *first, int32_t *last, t2s_cue cue,
                   const struct t2s_question_facts *question);

/* A bit for each part that a query has and that is a disagreement where nothing
 * asks for it. */
uint64_t t2s_cues_had(const t2s_query *query);

/* The part: how often each family is cued, and its disagreements with the
 * query. `schema` is not used. */
extern const t2s_feature t2s_cues_features[];
extern const size_t t2s_cues_feature_count;

t2sed_status t2s_cues_fill(float *out,
                           const struct t2s_question_facts *question,
                           const t2s_query *query, const t2sed_schema *schema,
                           t2sed_error *err);

#endif
