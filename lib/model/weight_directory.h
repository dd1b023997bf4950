/* weight_directory.h - a directory of config.json and model.safetensors, as
 * planners, schema predictors and question parsers have it. */
#ifndef T2S_MODEL_WEIGHT_DIRECTORY_H
#define T2S_MODEL_WEIGHT_DIRECTORY_H

#include <jansson.h>

#include "model/safetensors.h"

typedef struct t2s_weight_directory {
    char *config_path, *weights_path;
    json_t *config;
    t2s_safetensors weights;
} t2s_weight_directory;

/* Errors: those of t2s_json_read and t2s_safetensors_open. */
t2sed_status t2s_weight_directory_open(t2s_weight_directory *out,
                                       const char *path, t2sed_error *err);
void t2s_weight_directory_close(t2s_weight_directory *files);

#endif
