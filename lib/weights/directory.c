#include "weights/directory.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"

#define MAX_CONFIG (1u << 20)

static t2sed_status name_files(t2s_weight_directory *out, const char *path,
                               t2sed_error *err)
{
    *out = (t2s_weight_directory){
        .config_path = t2s_path_join(path, T2S_CONFIG_FILE),
        .weights_path = t2s_path_join(path, T2S_WEIGHTS_FILE)};
    return out->config_path && out->weights_path ? T2SED_OK
                                                 : t2s_fail_memory(err);
}

static t2sed_status give(t2s_weight_directory *out, t2s_weight_directory *made,
                         t2sed_status status)
{
    if (status == T2SED_OK)
        *out = *made;
    else
        t2s_weight_directory_close(made);
    return status;
}

t2sed_status t2s_weight_directory_open(t2s_weight_directory *out,
                                       const char *path, t2sed_error *err)
{
    t2s_weight_directory made;
    t2sed_status status = name_files(&made, path, err);
    if (status == T2SED_OK)
        status = t2s_json_read(&made.config, made.config_path, MAX_CONFIG, err);
    if (status == T2SED_OK)
        status = t2s_safetensors_open(&made.weights, made.weights_path, err);
    return give(out, &made, status);
}

t2sed_status t2s_weight_directory_parse(t2s_weight_directory *out,
                                        const char *path, const char *config,
                                        size_t config_size, const void *weights,
                                        size_t weights_size, t2sed_error *err)
{
    t2s_weight_directory made;
    t2sed_status status = name_files(&made, path, err);
    if (status == T2SED_OK && config_size > MAX_CONFIG)
        status = t2s_fail(err, T2SED_ELIMIT, -1,
                          "%s: larger than the limit of %u bytes",
                          made.config_path, MAX_CONFIG);
    if (status == T2SED_OK)
        status = t2s_json_parse(&made.config, config, config_size,
                                made.config_path, err);
    if (status == T2SED_OK)
        status = t2s_safetensors_parse(&made.weights, weights, weights_size,
                                       made.weights_path, err);
    return give(out, &made, status);
}

t2sed_status t2s_weight_directory_find(t2s_weight_directory *out,
                                       t2s_located what, const char *path,
                                       t2sed_error *err)
{
    char *found;
    t2sed_status status = t2s_locate(&found, what, path, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_weight_directory_open(out, found, err);
    t2s_free(found);
    return status;
}

void t2s_weight_directory_close(t2s_weight_directory *files)
{
    t2s_free(files->config_path);
    t2s_free(files->weights_path);
    json_decref(files->config);
    t2s_safetensors_close(&files->weights);
    memset(files, 0, sizeof *files);
}
