#include "weights/directory.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"

#define MAX_CONFIG (1u << 20)

t2sed_status t2s_weight_directory_open(t2s_weight_directory *out,
                                       const char *path, t2sed_error *err)
{
    t2s_weight_directory files = {
        .config_path = t2s_path_join(path, T2S_CONFIG_FILE),
        .weights_path = t2s_path_join(path, T2S_WEIGHTS_FILE)};
    t2sed_status status =
        files.config_path && files.weights_path
            ? t2s_json_read(&files.config, files.config_path, MAX_CONFIG, err)
            : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_safetensors_open(&files.weights, files.weights_path, err);
    if (status == T2SED_OK)
        *out = files;
    else
        t2s_weight_directory_close(&files);
    return status;
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
