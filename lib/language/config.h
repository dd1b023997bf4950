/* config.h - config.json of language models, as Hugging Face writes it. */
#ifndef T2S_LANGUAGE_CONFIG_H
#define T2S_LANGUAGE_CONFIG_H

#include "base/vector.h"
#include "shim/backend.h"

typedef struct t2s_language_config {
    t2s_decoder decoder;
    const char *family;       /* static */
    T2S_VECTOR(int32_t) ends; /* tokens that end a text */
} t2s_language_config;

/* Reads config.json and, for more end tokens, generation_config.json. Errors:
 * T2SED_ENOTFOUND, T2SED_EIO, T2SED_EFORMAT, T2SED_EUNSUPPORTED (another
 * architecture), T2SED_ENOMEM. */
t2sed_status t2s_language_config_read(t2s_language_config *out,
                                      const char *directory, t2sed_error *err);
void t2s_language_config_free(t2s_language_config *config);

#endif
