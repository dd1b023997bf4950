/* prompt.h - prompts as tokens. */
#ifndef T2S_LANGUAGE_PROMPT_H
#define T2S_LANGUAGE_PROMPT_H

#include "base/string.h"
#include "base/vector.h"
#include "language/model.h"
#include "language/schema_text.h"

struct t2sed_prompt {
    t2s_arena arena;
    const char *system, *answer; /* NULL: the template's own */
    const char *rest;            /* what comes behind the schema */
    t2s_text_schema schema;
    int chat, max_tokens;
};

/* Texts that are put together: those between special tokens are encoded as
 * one. */
typedef T2S_VECTOR(int32_t) t2s_ids;

/* The prompt's tokens, cut where it has to be; `text` (may be NULL) gets its
 * text. Errors: those of t2sed_prompt_text. */
t2sed_status t2s_prompt_encode(t2s_ids *out, t2s_string *text,
                               const t2sed_prompt *prompt,
                               const t2sed_language_model *model,
                               t2sed_tokens *scratch, t2sed_error *err);

#endif
