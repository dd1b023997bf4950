/* end_match.h - the direction that a question asks of an end or an order that a
 * query has. */
#ifndef T2S_FACTS_END_MATCH_H
#define T2S_FACTS_END_MATCH_H

#include "facts/query_windows.h"
#include "facts/question.h"

/* What it is read from. */
typedef struct t2s_end_match {
    const t2s_question_facts *question;
    const t2s_query *query;
    const t2sed_schema *schema;    /* or NULL */
    const t2s_value_index *values; /* or NULL */
} t2s_end_match;

/* 1: the greater values are asked for, -1: the lesser ones, 0: neither. */
int t2s_end_wanted(const t2s_end_match *match, const t2s_query_end *end);

/* Whether an expr gives a time. */
bool t2s_end_is_time(const t2s_end_match *match, int32_t expr);

/* Whether a name has a stem of the question's words [from, from + count). */
bool t2s_match_has_word(const t2s_question_facts *question,
                        const t2s_name_match *match, int32_t from,
                        int32_t count);

#endif
