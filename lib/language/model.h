/* model.h - an opened language model, as prompts and sessions see it. */
#ifndef T2S_LANGUAGE_MODEL_H
#define T2S_LANGUAGE_MODEL_H

#include <stdatomic.h>

#include "language/config.h"
#include "t2sed/language_model.h"

/* Never changes once opened, but for the count of its owners. */
struct t2sed_language_model {
    atomic_int references;
    t2s_language_config config;
    t2sed_tokenizer *tokenizer;
    const t2s_backend *backend;
    t2s_language_handle *handle;
    char *path, *device;
    int precision;                /* T2SED_FP32... */
    int32_t chat_start, chat_end; /* ChatML's tokens; -1: there are none */
};

/* One more owner; t2sed_language_model_free takes one away. */
t2sed_language_model *
t2s_language_model_retain(const t2sed_language_model *model);

/* Whether a token ends a text. */
bool t2s_language_model_ends(const t2sed_language_model *model, int32_t id);

#endif
