/* model.h - an opened model, as encoders and scorers see it. */
#ifndef T2S_MODEL_MODEL_H
#define T2S_MODEL_MODEL_H

#include <stdatomic.h>

#include "model/config.h"
#include "shim/backend.h"
#include "t2sed/model.h"
#include "t2sed/tokenizer.h"

/* Never changes once opened, but for the count of its owners. */
struct t2sed_model {
    atomic_int references;
    t2s_config config;
    t2sed_tokenizer *tokenizer;
    const t2s_backend *backend;
    t2s_model_handle *handle;
    char *path, *device, *config_text;
    int precision; /* T2SED_FP32... */
};

/* One more owner; t2sed_model_free takes one away. */
t2sed_model *t2s_model_retain(const t2sed_model *model);

#endif
