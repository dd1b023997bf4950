/* hypotheses.h - texts in the making: what one token more does to them. */
#ifndef T2S_LANGUAGE_HYPOTHESES_H
#define T2S_LANGUAGE_HYPOTHESES_H

#include "base/string.h"
#include "base/vector.h"
#include "language/model.h"
#include "t2sed/parts/constraint.h"

typedef struct t2s_hypothesis {
    t2s_string text;
    t2sed_constraint_state *state; /* that has read the text; NULL: none, or it
                                      ended */
    double log;                    /* probability, in nats */
    size_t tokens;
    int32_t node; /* of its last token in the cache */
    bool ended;
} t2s_hypothesis;

typedef T2S_VECTOR(t2s_hypothesis) t2s_hypotheses;

/* A token that may come next, and its log-probability. */
typedef struct t2s_choice {
    double log;
    int32_t token;
} t2s_choice;

void t2s_hypothesis_free(t2s_hypothesis *h);
void t2s_hypotheses_free(t2s_hypotheses *list);

/* *out becomes a copy of `from` with one token more. If `ends`, the token is no
 * text; else the text ends before the first of the stops that it now has.
 * Errors: T2SED_ESYNTAX (the token may not follow from->state), T2SED_ENOMEM.
 */
t2sed_status t2s_hypothesis_extend(t2s_hypothesis *out,
                                   const t2s_hypothesis *from,
                                   const t2sed_language_model *model,
                                   t2s_choice choice, bool ends,
                                   const char *const *stops, size_t stop_count,
                                   t2sed_error *err);

/* Whether the end of the text is some bytes three times or more, 60 bytes at
 * least: a language model that goes round in circles so does not leave them. */
bool t2s_hypothesis_repeats(const t2s_hypothesis *h);

/* The one of the list that is the same query but for blanks, the kind of
 * quotes and case outside of them, or NULL. The texts of all have been begun.
 */
t2s_hypothesis *t2s_hypotheses_find(const t2s_hypotheses *list,
                                    const t2s_hypothesis *h);

/* The likeliest first, at most `count`, equal texts once, or, if they are
 * `queries`, those that are the same query; blanks at the ends and bytes that
 * are no UTF-8 are taken away. False when memory is short. */
bool t2s_hypotheses_finish(t2s_hypotheses *list, size_t count, bool queries);

/* The `most` likeliest of logs [vocabulary], falling; those of -infinity are
 * left out. Returns how many. */
size_t t2s_choices_best(t2s_choice *out, size_t most, const float *logs,
                        size_t vocabulary);

/* One of logs [vocabulary] by `chance`, from 0 to below 1: as likely as
 * `temperature` makes it, among the likeliest that have the probability
 * `top_p`. Its log stays what it was. False where all are -infinity. */
bool t2s_choice_draw(t2s_choice *out, const float *logs, size_t vocabulary,
                     double temperature, double top_p, double chance);

#endif
