/* constrain.h - texts of a model held to a constraint
 * (t2sed/parts/constraint.h). */
#ifndef T2S_LANGUAGE_CONSTRAIN_H
#define T2S_LANGUAGE_CONSTRAIN_H

#include "language/session.h"

/* Appends the tokens whose text is, blanks before it apart, one of the stops or
 * begins with one. Errors: T2SED_ENOMEM. */
t2sed_status t2s_find_stops(t2s_ids *out, const t2sed_language_model *model,
                            const char *const *stops, size_t stop_count,
                            t2sed_error *err);

/* Sets the bits of mask [(vocabulary + 31) / 32], which is 0, for the tokens
 * that may follow a state, stops too where its text may end. *may_end is
 * whether others let it end, and becomes 0 where the state does not. The
 * model's tokens are made ready with the first call of a session. Errors: those
 * of t2sed_constraint_vocabulary_new and t2sed_constraint_mask. */
t2sed_status t2s_constrain(t2sed_constraint_state *state,
                           t2sed_language_session *session,
                           const t2s_ids *stops, uint32_t *mask, int *may_end,
                           t2sed_error *err);

#endif
