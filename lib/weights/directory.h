/* directory.h - a directory of config.json and model.safetensors, as sketchers,
 * schema predictors and question parsers have it; models have more. */
#ifndef T2S_WEIGHTS_DIRECTORY_H
#define T2S_WEIGHTS_DIRECTORY_H

#include <jansson.h>

#include "base/locate.h"
#include "weights/safetensors.h"

#define T2S_CONFIG_FILE  "config.json"
#define T2S_WEIGHTS_FILE "model.safetensors"

typedef struct t2s_weight_directory {
    char *config_path, *weights_path;
    json_t *config;
    t2s_safetensors weights;
} t2s_weight_directory;

/* Errors: those of t2s_json_read, T2SED_ELIMIT above 1 MiB of config, and those
 * of t2s_safetensors_open. */
t2sed_status t2s_weight_directory_open(t2s_weight_directory *out,
                                       const char *path, t2sed_error *err);
/* The same of files in memory, where `weights` stays; `path` names their
 * directory in messages. */
t2sed_status t2s_weight_directory_parse(t2s_weight_directory *out,
                                        const char *path, const char *config,
                                        size_t config_size, const void *weights,
                                        size_t weights_size, t2sed_error *err);
/* The same of the directory that t2s_locate finds. */
t2sed_status t2s_weight_directory_find(t2s_weight_directory *out,
                                       t2s_located what, const char *path,
                                       t2sed_error *err);
void t2s_weight_directory_close(t2s_weight_directory *files);

#endif
