/* trigger.h - the thresholds of a model's decisions. */
#ifndef T2S_DECIDE_TRIGGER_H
#define T2S_DECIDE_TRIGGER_H

#include <stdbool.h>

#include "t2sed/parts/trigger.h"

#include "model/config.h"

/* A query covers its question if t2sed_score.words_left is at most this:
 * content words that it leaves unused, and 2 for ids in place of names. */
#define T2S_COVERED_WORDS 1

/* What makes thresholds, and what is said where a model has none. */
#define T2S_THRESHOLDS_BY "`t2sed trigger --fit --write DIR` chooses them"
#define T2S_NO_THRESHOLDS                                                      \
    "The model has no thresholds and answers from 0.5 on; " T2S_THRESHOLDS_BY  \
    "."

/*
 * t2sed_trigger_options_of for what is known: "answer_95_schema" or
 * "answer_95_question" of the "thresholds", if there, else "answer_95"; for a
 * query that covers its question the same with "_covered", if there. Errors:
 * those of t2sed_trigger_options_of.
 */
t2sed_status t2s_trigger_options_for(t2sed_trigger_options *options,
                                     const t2sed_model *model,
                                     enum t2s_known known, bool is_covered,
                                     double precision, t2sed_error *err);
/* Whether a model has a threshold for any precision. */
bool t2s_trigger_has_thresholds(const t2sed_model *model);

#endif
