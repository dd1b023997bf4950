/* model.h - an opened model, as encoders and scorers see it. */
#ifndef T2S_MODEL_MODEL_H
#define T2S_MODEL_MODEL_H

#include <pthread.h>
#include <stdatomic.h>

#include "model/config.h"
#include "weights/forest.h"
#include "model/gatherer.h"
#include "shim/backend.h"
#include "t2sed/model.h"
#include "t2sed/parts/parser.h"
#include "t2sed/parts/tokenizer.h"

/* Never changes once opened, but for the count of its owners and the question
 * parser, which is opened when it is first needed. */
struct t2sed_model {
    atomic_int references;
    t2s_config config;
    t2s_forest forests[T2S_READERS]; /* none where the config has none */
    t2s_predictors predictors;       /* what the evidence needs */
    /* NULL without an encoder: */
    t2sed_tokenizer *tokenizer;
    const t2s_backend *backend;
    t2s_model_handle *handle;
    char *path, *device, *config_text;
    int precision;    /* T2SED_FP32... */
    bool own_forward; /* an archive of someone else's, which pads sequences */
    pthread_mutex_t parser_lock;
    t2sed_parser *parser; /* NULL as yet; under the lock */
};

/* One more owner; t2sed_model_free takes one away. */
t2sed_model *t2s_model_retain(const t2sed_model *model);

/* The default question parser, which all scorers of the model share; it
 * computes in bf16 where the model does. `payload` is the model. Errors:
 * t2sed_parser_open. Threads: any. */
t2sed_status t2s_model_parser(const t2sed_parser **out, void *payload,
                              t2sed_error *err);

#endif
