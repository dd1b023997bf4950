/* time_parts.h - lengths, weekdays, hours, months, units and grains that a
 * question asks for, against a query; windows are time_match.c's. */
#ifndef T2S_FACTS_TIME_PARTS_H
#define T2S_FACTS_TIME_PARTS_H

#include "facts/time_match.h"

void t2s_time_match_part(t2s_time_match *out, const t2s_time_expression *at,
                         const t2s_query *query,
                         const t2s_time_conditions *conditions);

/* Whether a text or a name of the query has one of some words in it; one of
 * three letters at the beginning of a word. */
bool t2s_time_has_word(const t2s_query *query, const char *const *words,
                       size_t count);

/* Whether a value of the question at a byte is the label of two years
 * ("2023/24"), from the first of which to the second the query has days. */
bool t2s_time_has_label(const t2s_query *query,
                        const t2s_question_facts *question, uint32_t begin);

/* What a query does with rows that are in a window: "not serviced since". */
typedef enum t2s_time_denial {
    T2S_DENIES_NOTHING,
    T2S_DENIES_PERHAPS, /* IS NULL, <> or = 0, of anything but a time */
    T2S_DENIES_ROWS     /* NOT EXISTS, NOT IN (SELECT...), EXCEPT */
} t2s_time_denial;

t2s_time_denial t2s_time_denies(const t2s_query *query,
                                const t2s_time_conditions *conditions);

#endif
