/* import_config.h - the config of a model that is made of an encoder. */
#ifndef T2S_MODEL_IMPORT_CONFIG_H
#define T2S_MODEL_IMPORT_CONFIG_H

#include "model/config.h"

/*
 * The config.json of a Hugging Face directory with a "t2sed" of the defaults
 * and, over them, of the members of `ours` (JSON text or NULL). Labels that are
 * not given are the paper's for questions and all rules of the grammar for
 * SQL.
 */
t2sed_status t2s_import_config(t2s_config *out, const char *directory,
                               const char *ours, t2sed_error *err);

#endif
