/* session.h - sessions: prompts that have been read, and what is read on top
 * of them. */
#ifndef T2S_LANGUAGE_SESSION_H
#define T2S_LANGUAGE_SESSION_H

#include "language/prompt.h"
#include "t2sed/parts/constraint.h"

/* A cache of the engine, and the prompt in it. */
typedef struct t2s_read_prompt {
    t2s_cache_handle *cache; /* NULL: not used yet */
    t2s_ids ids;
    uint64_t used; /* when it was last used */
} t2s_read_prompt;

struct t2sed_language_session {
    t2sed_language_model *model;
    t2s_read_prompt *prompts;
    size_t prompt_count;
    uint64_t uses;
    t2sed_tokens *tokens;
    t2s_ids ids; /* of the prompt that is asked for */
    t2sed_constraint_vocabulary *vocabulary; /* NULL: not needed yet */
};

/* The prompt in a cache, read as far as it was not there. Borrowed until the
 * next call; the caller's tokens behind it are to be dropped by
 * t2s_session_drop. Errors: those of t2sed_prompt_text, the engine's. */
t2sed_status t2s_session_read(t2s_read_prompt **out,
                              t2sed_language_session *session,
                              const t2sed_prompt *prompt, t2sed_error *err);
/* Leaves the prompt alone in its cache. */
void t2s_session_drop(t2sed_language_session *session, t2s_read_prompt *read);

/* Appends a text's tokens to *ids, and their places to *spans (may be NULL).
 * Errors: T2SED_EEMPTY, those of t2sed_tokenizer_encode_n. */
typedef T2S_VECTOR(t2sed_span) t2s_spans;
t2sed_status t2s_session_encode(t2s_ids *ids, t2s_spans *spans,
                                t2sed_language_session *session,
                                const char *text, size_t n, t2sed_error *err);

/*
 * Reads tokens [count] into the prompt's cache, behind what is there, in
 * portions. layers [layer_count] asks for hidden states, to `states`
 * [layer_count][count][hidden]. After a failure some may have been read: the
 * caller drops them.
 */
t2sed_status t2s_session_append(t2sed_language_session *session,
                                t2s_read_prompt *to, const int32_t *ids,
                                const int32_t *parents, size_t count,
                                const int32_t *layers, size_t layer_count,
                                float *states, t2sed_error *err);

/* For the engine: whether the host wants the call to end. */
int32_t t2s_session_stop(void *payload);
/* Tokens that may be read at once, so that the host is asked often enough. */
size_t t2s_session_portion(const t2sed_language_session *session);

#endif
