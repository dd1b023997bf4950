/*
 * asked_cues.h - whether words that may ask for a part of a query (cues.h) do
 * so where they stand: "over 40" compares, "over all deliveries" does not.
 */
#ifndef T2S_FACTS_ASKED_CUES_H
#define T2S_FACTS_ASKED_CUES_H

#include "facts/question.h"

/*
 * Counts the phrases of a question that ask for a part of a query where they
 * stand; all those of most families (question->cues). Not:
 *
 *   GREATER, LESS, AT_LEAST, AT_MOST  "over the past year", "after refunds",
 * "up to today", "below Ana" BETWEEN                           "between an
 * order and its payment" ORDER                             "customers who
 * ordered" NEGATION                          "whether or not" LIKE "orders that
 * contain a product"
 */
void t2s_asked_cues_count(uint32_t counts[T2S_CUES],
                          const t2s_question_facts *question);

/* The first such phrase, as t2s_cues_find has it. */
bool t2s_asked_cues_find(int32_t *first, int32_t *last, t2s_cue cue,
                         const t2s_question_facts *question);

/* Whether other words than cues ask for what a disagreement T2S_DISAGREES_*
 * calls extra: a share for COUNT, a revenue for SUM, "latest" for ORDER BY. */
bool t2s_asks_otherwise(const t2s_question_facts *question, int disagreement);

#endif
