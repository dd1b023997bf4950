/*
 * state_words.h - states of rows that a question asks for by a word that is in
 * a date's name, too: "gigs of 2024 that were played", status = 'played', with
 * played_on beside it. Such words are not among question->values.
 */
#ifndef T2S_FACTS_STATE_WORDS_H
#define T2S_FACTS_STATE_WORDS_H

#include "facts/question.h"

/* Words of a question that are looked at. */
#define T2S_STATE_WORDS 128

typedef struct t2s_state_words {
    int asked; /* words for a state of a table that the query reads */
    int unmet; /* those for which the query does not use the column of the
                  state, and uses dates of that name in comparisons with
                  constants alone */
    /* The first unmet word of the question, and the column of the state; or -1
     * and T2S_NO_ITEM. */
    int32_t word, column;
    uint64_t words[T2S_STATE_WORDS / 64]; /* a bit for each of the asked */
} t2s_state_words;

/* Whether a word of the question is a state that it asks for. */
static inline bool t2s_state_words_have(const t2s_state_words *of, size_t word)
{
    return word < T2S_STATE_WORDS && of->words[word / 64] >> word % 64 & 1;
}

/* `values` are those with which the question was read; NULL: none is known. */
t2s_state_words t2s_state_words_read(const t2s_query *query,
                                     const t2s_question_facts *question,
                                     const t2sed_schema *schema,
                                     const t2s_value_index *values);

#endif
