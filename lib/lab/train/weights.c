#include "base/error.h"
#include "base/memory.h"
#include "lab/train/common.h"
#include "lab/train/internal.h"

void t2s_train_free_all(t2sed_trainer *trainer, float **arrays)
{
    if (!arrays)
        return;
    for (int32_t i = 0; i < trainer->weight_count; i++)
        t2s_free(arrays[i]);
    t2s_free(arrays);
}

t2sed_status t2s_train_write_all(t2sed_trainer *trainer, float *const *arrays,
                                 t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (int32_t i = 0; i < trainer->weight_count && status == T2SED_OK; i++) {
        t2s_tensor tensor;
        status = trainer->backend->trainer_describe(trainer->engine, i, &tensor,
                                                    err);
        if (status == T2SED_OK)
            status = trainer->backend->trainer_write(
                trainer->engine, i, 0, arrays[i], t2s_tensor_size(&tensor),
                err);
    }
    return status;
}

t2sed_status t2s_train_read_all(t2sed_trainer *trainer, int32_t which,
                                float ***out, t2sed_error *err)
{
    const t2s_backend *backend = trainer->backend;
    float **arrays = *out;
    t2sed_status status = T2SED_OK;
    if (!arrays)
        arrays =
            t2s_zalloc_array((size_t)trainer->weight_count, sizeof *arrays);
    if (!arrays)
        return t2s_fail_memory(err);
    for (int32_t i = 0; i < trainer->weight_count && status == T2SED_OK; i++) {
        t2s_tensor tensor;
        size_t size;
        status = backend->trainer_describe(trainer->engine, i, &tensor, err);
        if (status != T2SED_OK)
            break;
        size = t2s_tensor_size(&tensor);
        if (!arrays[i])
            arrays[i] = t2s_alloc_array(size, sizeof(float));
        status = arrays[i] ? backend->trainer_read(trainer->engine, i, which,
                                                   arrays[i], size, err)
                           : t2s_fail_memory(err);
    }
    if (status != T2SED_OK && !*out)
        t2s_train_free_all(trainer, arrays);
    if (status == T2SED_OK)
        *out = arrays;
    return status;
}
