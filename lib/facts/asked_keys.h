/*
 * asked_keys.h - columns by which a question divides its answer, "for each farm
 * and day", "per region", "by month", and those that a query does without.
 */
#ifndef T2S_FACTS_ASKED_KEYS_H
#define T2S_FACTS_ASKED_KEYS_H

#include "facts/question.h"

typedef struct t2s_asked_keys {
    int count;  /* columns that are named so */
    int unused; /* of which not all words are in names of the query */
    /* The first of these, and its words in the question; or T2S_NO_ITEM. */
    int32_t column, first, last;
} t2s_asked_keys;

/* `named`: the stems of the query's names (t2s_cover_names). */
void t2s_asked_keys_read(t2s_asked_keys *out,
                         const t2s_question_facts *question, const bool *named);

#endif
