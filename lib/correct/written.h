/* written.h - the language model's part in a correction: what it is asked, and
 * how likely it finds queries. */
#ifndef T2S_CORRECT_WRITTEN_H
#define T2S_CORRECT_WRITTEN_H

#include "correct/case.h"

/* Of queries that are written, or whose likelihood is asked for. */
#define T2S_WRITTEN_MOST 64

/* Makes the corrector's session and constraint, where its options name a
 * language model. Errors: T2SED_EINVAL (numbers out of range), those of
 * t2sed_language_session_new and t2sed_constraint_new. */
t2sed_status t2s_written_open(t2sed_corrector *corrector, t2sed_error *err);

/* The prompt: the question with its query as the turn before, then the
 * feedback. Errors: those of t2sed_conversation_add_n and t2sed_prompt_new. */
t2sed_status t2s_written_ask(t2sed_prompt **out, t2sed_corrector *corrector,
                             const t2sed_correction_input *input,
                             const t2sed_schema_prediction *prediction,
                             t2sed_error *err);

/* The queries that answer the prompt; where the options ask for none, *out
 * stays as it is. Errors: those of t2sed_language_session_generate. */
t2sed_status t2s_written_make(t2sed_generations **out,
                              t2sed_corrector *corrector,
                              const t2sed_prompt *prompt, t2sed_error *err);

/* A query in the manner in which the adapter was taught to write, with the end
 * of an answer, in the arena; NULL where the query can't be read. Errors:
 * T2SED_ENOMEM, T2SED_EINTERRUPTED. */
t2sed_status t2s_written_spell(const char **out, t2s_arena *arena,
                               const t2sed_schema *schema, const char *query,
                               t2sed_error *err);

/* Log-probabilities of such texts, as t2sed_generation has them; NaN: too long.
 * Errors: those of t2sed_language_session_likelihoods. */
t2sed_status t2s_written_likelihoods(double *out, t2sed_corrector *corrector,
                                     const t2sed_prompt *prompt,
                                     const char *const *spelled, size_t count,
                                     t2sed_error *err);

#endif
