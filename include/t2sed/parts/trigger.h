/*
 * t2sed/parts/trigger.h - decides by thresholds whether to answer with a query,
 * to ask the user first, or to give no answer.
 *
 *     t2sed_trigger_options_init(&options, sizeof options);
 *     t2sed_trigger_options_of(&options, model, 0.95, &err);
 *     t2sed_trigger_new(&trigger, &options, &err);
 *     switch (t2sed_trigger_decide(trigger, probability)) { ... }
 */
#ifndef T2SED_TRIGGER_H
#define T2SED_TRIGGER_H

#include <stddef.h>

#include "../checker.h"
#include "../model.h"
#include "../status.h"

T2SED_BEGIN_DECLS

typedef struct t2sed_trigger t2sed_trigger;

/* Thresholds of the probability that a query is right. */
typedef struct t2sed_trigger_options {
    size_t struct_size; /* sizeof(t2sed_trigger_options) */
    double answer;  /* ANSWER from here on; 0.5 by default; infinity: never */
    double abstain; /* ABSTAIN under this; 0 by default: never */
} t2sed_trigger_options;

/*
 * Fills in the defaults, `size` bytes at most.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API void t2sed_trigger_options_init(t2sed_trigger_options *options,
                                          size_t size);

/*
 * The threshold with which a model's answers have a precision, from the
 * "thresholds" object of its config.json ("answer_95" for 0.95), where a
 * database with rows is known; a checker has others where there is a schema
 * alone, or neither. Those of the default model were chosen so that the
 * precision holds on each of several sets of queries whose databases the model
 * had not seen. Nothing is abstained from.
 *
 * precision  0 to 1, in whole percents; the default model has 0.90, 0.95 and
 *            0.99.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOTFOUND (the model has no threshold for it: the
 * message lists those that it has), T2SED_EFORMAT, T2SED_ENOMEM. Threads: any.
 * Since: 0.1.
 */
T2SED_API t2sed_status t2sed_trigger_options_of(t2sed_trigger_options *options,
                                                const t2sed_model *model,
                                                double precision,
                                                t2sed_error *err);

/*
 * Makes a trigger.
 *
 * options  NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (a threshold is negative or NaN, or `abstain` is more
 * than `answer`), T2SED_ENOMEM. Threads: any; a trigger never changes and may
 * be shared. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_trigger_new(t2sed_trigger **out,
                                         const t2sed_trigger_options *options,
                                         t2sed_error *err);
T2SED_API void t2sed_trigger_free(t2sed_trigger *trigger);

/*
 * T2SED_DECISION_* for a probability, or for a confidence by all evidence
 * (t2sed_ranking_confidence). NaN, the query that could not be scored, counts
 * as 0.
 *
 * Errors: none. Threads: any. Since: 0.1. Source: Chen et al. 2023, 4.2.4.
 */
T2SED_API int t2sed_trigger_decide(const t2sed_trigger *trigger,
                                   double probability);

T2SED_END_DECLS

#endif
