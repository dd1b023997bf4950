/* directory.c - directories of config.json and model.safetensors. */
#include <errno.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "lab/write/write.h"

t2sed_status t2s_make_directory(const char *path, t2sed_error *err)
{
    if (mkdir(path, 0777) == 0 ||
        (errno == EEXIST && t2s_directory_exists(path)))
        return T2SED_OK;
    return t2s_fail(err, errno == ENOENT ? T2SED_ENOTFOUND : T2SED_EIO, -1,
                    "%s: the directory can't be made%s", path,
                    errno == EEXIST   ? ": a file has its name"
                    : errno == ENOENT ? ": the one above it does not exist"
                    : errno == EACCES ? ": permission denied"
                                      : "");
}

t2sed_status t2s_write_directory(const char *path, json_t *config,
                                 const t2s_tensor *tensors, int32_t count,
                                 int32_t dtype, t2sed_error *err)
{
    char *config_file = t2s_path_join(path, T2S_CONFIG_FILE);
    char *tensor_file = t2s_path_join(path, T2S_WEIGHTS_FILE);
    t2sed_status status = config && config_file && tensor_file
                              ? t2s_make_directory(path, err)
                              : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = t2s_safetensors_write(tensor_file, tensors, count, dtype, err);
    if (status == T2SED_OK)
        status = t2s_json_save(config_file, config, T2S_CONFIG_STYLE, err);
    else
        json_decref(config);
    t2s_free(config_file);
    t2s_free(tensor_file);
    return status;
}
