/* model.h - an opened language model, as prompts and sessions see it. */
#ifndef T2S_LANGUAGE_MODEL_H
#define T2S_LANGUAGE_MODEL_H

#include <stdatomic.h>

#include "language/config.h"
#include "t2sed/parts/language_model.h"

/* The tokens round the turns of a chat; -1: there is none such. */
typedef struct t2s_chat_tokens {
    int kind;      /* T2SED_CHAT_*; PLAIN: the tokenizer has those of none */
    int32_t begin; /* before a whole prompt, a plain one too */
    int32_t start, role_end; /* round a role */
    int32_t end;             /* after a turn's text */
} t2s_chat_tokens;

/* Never changes once opened, but for the count of its owners. */
struct t2sed_language_model {
    atomic_int references;
    t2s_language_config config;
    t2sed_tokenizer *tokenizer;
    const t2s_backend *backend;
    t2s_language_handle *handle;
    char *path, *device;
    int precision; /* T2SED_FP32... */
    t2s_chat_tokens chat;
};

/* One more owner; t2sed_language_model_free takes one away. */
t2sed_language_model *
t2s_language_model_retain(const t2sed_language_model *model);

/* Whether a token ends a text. */
bool t2s_language_model_ends(const t2sed_language_model *model, int32_t id);

#endif
